"""What somebody handed in, read with good will: what cannot be read costs its line, not the paper.

Terms. A *part* of a hand-in is the text of one tree with its directives. A *repair* is a piece that
was taken out of it, or read as something else.

A part is read as the notation reads it, else beside the key's tree (:mod:`.beside_the_key`). What
the notation refuses even so is taken out, piece by piece, until the rest can be read. Leaves are
the key's, whatever was typed. Every repair is named, and every leaf that is taken from the key.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from treeexplorer.course.beside_the_key import read_beside
from treeexplorer.course.claims_in_words import (
    add_claims_from_words,
    describe_left_out_words,
    has_claims_in_words,
)
from treeexplorer.course.grade import Grade, grade
from treeexplorer.course.key import KeyTree
from treeexplorer.course.lines_of_trees import LineOfWords, is_directive, lines_of_trees
from treeexplorer.course.typed_text import is_drawn, typed_text
from treeexplorer.course.words_on_values import (
    WORDS_FOR_IF,
    normalize_condition,
)
from treeexplorer.errors import present
from treeexplorer.explain.phrases import listed
from treeexplorer.notation import (
    Exercise,
    NotationError,
    Problem,
    parse_all,
    write,
)
from treeexplorer.notation.directives import NAMES
from treeexplorer.text import quoted, safe
from treeexplorer.tree import GameTree

_MOST_REPAIRS: Final = 60
_LONGEST_LINE: Final = 3_000
"""How many characters a line has at most beside those of its nodes."""
_LONGEST_NODE: Final = 100
"""How many characters are typed for a node at most."""
_MOST_MISTYPED: Final = 1
"""How many leaves may be mistyped where others are missing."""
_PIECE: Final = re.compile(r"\([^()\[\]\n]*\)?|[^\s\[\](),]+|,")
_NO_TREE_OF_KEY: Final = "none of its trees is one of the key's"
_NO_TREE: Final = (
    "there is no tree in it; answers are read where they stand in the tree,"
    " as in A:3[B:3[3 5] C:<=2[2 /9]]"
)
_BLANK: Final = "?"  # what stands where something is still to be filled in
_DIRECTIVE: Final = re.compile(r"\s*@\s*(?P<name>[A-Za-z-]+)\b\s*[:=]?\s*(?P<rest>.*?)\s*")
_NEXT_DIRECTIVE: Final = re.compile(r"\s+@\s*(?:best|cuts|pruned|read|title)\b.*", re.IGNORECASE)
_ANSWER: Final = re.compile(r"\s*@(?:best|cuts|pruned|read)\b")
_MOVE: Final = re.compile(r"^moves?(?:\s*[:=]\s*|\s+(?:is\s+)?)(?=\S)", re.IGNORECASE)
_LEAVES: Final = re.compile(
    r"(?<=\d)\s*(?:leaves|leaf|Blätter|feuilles|hojas|of\s+\d+)(?:\s.*)?\.?$", re.IGNORECASE
)
_IF: Final = re.compile(rf"\s+{WORDS_FOR_IF}\s+|\s*:\s*", re.IGNORECASE)
_WORDS_OF_COLUMNS: Final = {
    "elided": "its dots for what is not drawn",
    "probabilities": "its probabilities",
    "estimates": "its estimates",
}
_NAMES_FOR_SLASHES: Final = frozenset({"x", "pruned", "cut", "skipped"})
_WORDS_BEFORE: Final = re.compile(r"\s*(?P<words>[^\W\d_]{2}[^\[\]:,;\t]*?)\s*[:,;\t][^\[\]]*\[")
_SIGN_OF_DIRECTIVE: Final = re.compile(r"\A\s*(?:@\s*(?:title\s+)?)?|\s+\Z", re.IGNORECASE)
_WORD_FOR_TREE: Final = re.compile(
    r"\A(?:tree|task|exercise|question|problem|baum|aufgabe|arbre|exercice|árbol|ejercicio)\s+"
)
_NAME: Final = re.compile(
    r"@(?:name|student)\b[ :=]*(?P<name>.*)"
    r"|(?:my\s+)?(?:name|student(?:in)?|nom|nombre)\s*[:=]\s*(?P<plain_name>[^\d\[\]<>=≤≥?]+)",
    re.IGNORECASE,
)


class ReadTree(NamedTuple):
    """A tree as it was read, and a sentence on each repair that this took."""

    exercise: Exercise
    repairs: list[str]


def grade_text(
    name: str, data: bytes, keys: Mapping[str, Sequence[KeyTree]], points: Fraction | None = None
) -> Grade:
    r"""Grade a hand-in by the key with which it has most trees and leaves in common.

    What was typed in another way than the notation has it is read as it is meant where that is
    plain. Each such repair, and each leaf that is not the key's, is said in a remark. Below, a
    cross stands for a slash, and the leaf 12 was typed with a letter.

    >>> from treeexplorer.course.key import check_key
    >>> from treeexplorer.notation import parse
    >>> from treeexplorer.rules import Rules
    >>> key = check_key([("One", parse("3[3[3 12] <=2[2 /4]]"), Rules())])
    >>> result = grade_text("a", "@name Anna\n3[3[3 l2] <=2[2 ╳4]]".encode(), {"A": key})
    >>> result.student, result.variant, float(result.marks.points)
    ('Anna', 'A', 4.0)
    >>> print("\n".join(result.remarks))
    line 2: “╳” is read as a slash.
    “One”: the leaf A.2 is l2, not 12; the key’s is taken.

    Args:
        name: What the hand-in is called.
        data: The bytes of its file.
        keys: The keys of all variants of the sheet, by the letters of the variants.
        points: How many points each tree is worth; ``None`` for as many as the key has claims.
    """
    trees = [key_tree.tree for key in keys.values() for key_tree in key]
    handin = read_handin(data, trees)
    if handin.words_without_tree:
        handin = _read_beside_trees_of_key(handin, keys)
    if handin.problem:
        return Grade(name, problem=handin.problem, student=handin.student)

    variant = _find_likeliest_variant(keys, handin)
    grade_by_key = _grade_by_key(name, handin, keys[variant], points)
    if grade_by_key.problem is not None:
        return grade_by_key
    return replace(grade_by_key, variant=variant)


def _find_likeliest_variant(keys: Mapping[str, Sequence[KeyTree]], handin: HandIn) -> str:
    """Find the key that is most like a hand-in, by the letter of its variant; of several the first.

    Keys are alike by the trees that both have, and by the equal leaves in them.
    """
    likeness = {variant: _compute_likeness(key, handin.parts) for variant, key in keys.items()}
    return max(likeness, key=likeness.__getitem__)


def _grade_by_key(
    name: str, handin: HandIn, key: Sequence[KeyTree], points: Fraction | None
) -> Grade:
    """Grade what was handed in by one key; remarks say which trees are lost, and what was read."""
    identified = _identify_all_trees(key, handin.parts)
    remarks = (*handin.remarks, *identified.remarks)
    owners = identified.owners
    if len(owners) > 1:
        return Grade(name, problem=_describe_several_papers(owners), student=handin.student)
    if not identified.trees:
        return Grade(name, remarks=remarks, problem=_NO_TREE_OF_KEY, student=handin.student)

    # A tree that could not be read has its remark already: it is not to be called missing, too.
    result = grade(name, identified.trees, key, points, lost=identified.lost)
    return replace(result, remarks=(*remarks, *result.remarks), student=handin.student)


# -- a text, part by part --------------------------------------------------------------------------


class HandIn(NamedTuple):
    """What was handed in.

    Attributes:
        parts: Its trees, each as a part of its text.
        student: The name of who handed it in; empty where it does not say that.
        remarks: What was read otherwise in the whole of it, in sentences.
        problem: Why it is nothing that can be graded; empty where it is something.
        words_without_tree: Its lines of words where it has no tree.
    """

    parts: Sequence[Part] = ()
    student: str = ""
    remarks: Sequence[str] = ()
    problem: str = ""
    words_without_tree: Sequence[LineOfWords] = ()


def _is_flat(tree: GameTree) -> bool:
    """Tell whether a tree has nothing but leaves below its root."""
    return all(map(tree.is_leaf, tree.children(0)))


def read_handin(data: bytes, trees_of_keys: Sequence[GameTree]) -> HandIn:
    """Read the bytes of a hand-in: its trees, the student's name, and remarks.

    The trees of all keys say how long a line can be, and whether ``A: [3, 7]`` may be a tree, and
    not the window of A. If there is no text or no tree in it, the result has only a problem.
    """
    node_count = sum(map(len, trees_of_keys))
    typed = typed_text(data, longest_line=_LONGEST_LINE + _LONGEST_NODE * node_count)
    if typed.problem:
        return HandIn(problem=typed.problem)

    # Whatever is left out in the next steps, its line stays as an empty one: line numbers in
    # remarks are those of the file.
    students = _find_students(typed.lines)
    if len(students) > 1:
        return HandIn(problem=_describe_several_papers(students))
    student = ", ".join(students)
    typed_lines = [_remove_student(line) for line in typed.lines]
    lines = [_normalize_directive(line) for line in typed_lines]
    lines_in_place = _write_answers_behind_trees_as_words(lines)

    has_flat_trees = any(map(_is_flat, trees_of_keys))
    trees, other_words = lines_of_trees(lines_in_place, has_flat_trees=has_flat_trees)
    if not trees:
        return HandIn(
            student=student,
            remarks=typed.remarks,
            problem=_NO_TREE,
            words_without_tree=_list_lines_of_words(lines),
        )

    parts = [Part(tree.text, tree.title, tree.words) for tree in trees]
    remarks = [
        *typed.remarks,
        *_describe_changed_directives(typed_lines, lines),
        *describe_left_out_words(other_words),
        *_describe_lost_directives(lines_in_place, last_line_of_trees=trees[-1].last_line),
    ]
    return HandIn(parts, student, remarks)


def _list_lines_of_words(lines: Iterable[str]) -> list[LineOfWords]:
    """List the lines of a hand-in without a tree, without the @ of answers, and no empty ones.

    >>> _list_lines_of_words(["@read 2", "", "A: 3"])
    [LineOfWords(number=1, text='read 2'), LineOfWords(number=3, text='A: 3')]
    """
    words = [
        LineOfWords(number, _SIGN_OF_DIRECTIVE.sub("", line))
        for number, line in enumerate(lines, 1)
    ]
    return [line for line in words if line.text]


def _read_beside_trees_of_key(handin: HandIn, keys: Mapping[str, Sequence[KeyTree]]) -> HandIn:
    """Read a hand-in without a tree as answers to the key's only tree, or to those it names.

    It stays as it is if none of its lines is understood, or if it is not sure which tree they are
    about: there are keys of several variants, or no line names a tree.
    """
    if len(keys) != 1:
        return handin
    (key,) = keys.values()
    if len(key) == 1:
        sections = {key[0].title: list(handin.words_without_tree)}
        remark = f"There is no tree in it; its lines are read as answers to “{key[0].title}”."
    else:
        sections = _split_at_titles(handin.words_without_tree, key)
        remark = "There is no tree in it; the lines below a title are read as answers to that tree."

    parts = [
        Part(write(Exercise(tree.tree)), tree.title, sections[tree.title])
        for tree in key
        if tree.title in sections and has_claims_in_words(sections[tree.title], tree.tree)
    ]
    if not parts:
        return handin
    before_titles = sections.get("", [])
    remarks = [*handin.remarks, remark, *describe_left_out_words(before_titles)]
    return HandIn(parts, handin.student, remarks)


def _split_at_titles(
    all_words: Iterable[LineOfWords], key: Sequence[KeyTree]
) -> dict[str, list[LineOfWords]]:
    """Split lines of words at those that name a tree of the key: ``One:``, ``Tree 2``.

    Return the lines by the title of their tree; those above all titles have an empty one.
    """
    title_by_words = {f"tree {number}": tree.title for number, tree in enumerate(key, 1)}
    title_by_words |= {tree.title.casefold(): tree.title for tree in key}
    sections: dict[str, list[LineOfWords]] = {}
    title = ""
    for words in all_words:
        named = _find_named_title(words.text, title_by_words)
        if named is not None:
            title = named
        else:
            sections.setdefault(title, []).append(words)
    return sections


def _find_named_title(words: str, title_by_words: Mapping[str, str]) -> str | None:
    """Find the title that a line names, alone or behind a word for a tree; ``None`` without one.

    >>> titles = {"tree 1": "One", "one": "One"}
    >>> [_find_named_title(words, titles) for words in ("## One:", "Baum One", "Tree 1", "A: 1")]
    ['One', 'One', 'One', None]
    """
    named = words.strip(" #*_:.=-").casefold()
    if named in title_by_words:
        return title_by_words[named]
    without_word = _WORD_FOR_TREE.sub("", named)
    is_number_of_tree = without_word != named and without_word.isdecimal()
    if is_number_of_tree:
        return title_by_words.get(f"tree {without_word}")
    return title_by_words.get(without_word)


def _write_answers_behind_trees_as_words(lines: Sequence[str]) -> list[str]:
    """Write the answers that stand behind their tree without their @, as words beside that tree.

    >>> _write_answers_behind_trees_as_words(["@best A", "[3 4]", "@read 2"])
    ['@best A', '[3 4]', 'read 2']
    """
    written = list(lines)
    for index in _find_answers_behind_trees(lines):
        written[index] = lines[index].replace("@", "", 1)
    return written


def _find_students(lines: Iterable[str]) -> list[str]:
    """Find who handed something in: the names behind ``@name``, those above one tree as one text.

    >>> _find_students(["@name Anna", "Name: Ben", "[3 4]"])
    ['Anna, Ben']
    >>> _find_students(["@name Anna", "[3 4]", "@name Ben", "[3 4]"])
    ['Anna', 'Ben']
    """
    names_by_tree: list[list[str]] = [[]]  # those above each tree, and behind the last one
    for line in lines:
        name = _find_name(line)
        begins_tree = is_drawn(line) and "[" in line
        if name is not None:
            names_by_tree[-1].append(name)
        elif begins_tree:
            names_by_tree.append([])
    students = [", ".join(dict.fromkeys(names)) for names in names_by_tree if names]
    return list(dict.fromkeys(students))


def _find_name(line: str) -> str | None:
    """Find the name that is filled in on a line; ``None`` on any other line.

    >>> _find_name("@name Anna"), _find_name("Name: Ben"), _find_name("@name ?")
    ('Anna', 'Ben', None)
    """
    match = _NAME.fullmatch(line.strip())
    if match is None:
        return None
    name = match["plain_name"] if match["name"] is None else match["name"]
    name = name.strip()
    return None if name in {"", _BLANK} else safe(name)


def _describe_several_papers(owners: Sequence[str]) -> str:
    """Return why a hand-in with the papers of several people is not graded."""
    people = listed([quoted(owner) for owner in owners])
    return f"it has the papers of several people, {people}; each is to be a file of its own"


def _remove_student(line: str) -> str:
    """Return an empty line in place of ``@name Anna``, and any other line as it is.

    The line stays, so that line numbers in remarks are those of the file.
    """
    if _NAME.fullmatch(line.strip()):
        return ""
    return line


def _normalize_directive(line: str) -> str:
    """Rewrite a directive as the notation writes it; return any other line as it is.

    >>> _normalize_directive("@Best move: A."), _normalize_directive("@ read = 7 leaves")
    ('@best A', '@read 7')

    What follows on the same line is left out, as ``@read 7`` here.

    >>> _normalize_directive("@title Two plies @read 7")
    '@title Two plies'
    """
    match = _DIRECTIVE.fullmatch(line)
    if match is None or match["name"].lower() not in NAMES:
        return line

    name = match["name"].lower()
    value = _normalize_answer(name, _NEXT_DIRECTIVE.sub("", match["rest"]))
    directive = f"@{name} {value}".strip()

    # If only the spaces differ, nothing is changed: a title may have two blanks.
    if directive.split() == line.split():
        return line
    return directive


def _normalize_answer(directive: str, answer: str) -> str:
    """Rewrite what stands behind the name of a directive; in most of them it stays as it is.

    >>> _normalize_answer("best", "move: A."), _normalize_answer("read", "7 leaves")
    ('A', '7')
    """
    if directive == "best":
        return _MOVE.sub("", answer).rstrip(".")
    if directive == "read":
        return _LEAVES.sub("", answer).rstrip(".")
    if directive == "pruned":
        return _normalize_condition(answer)
    return answer


def _find_answers_behind_trees(lines: Sequence[str]) -> list[int]:
    """Find the answers that stand right behind a tree, and apart from the next; by line index.

    They are meant for the tree before them, and would be read as answers to the next:

    ===============================  =========================================================
    lines around ``@read 2``         the answer is meant for
    ===============================  =========================================================
    ``[3 4]`` above, an empty below  the tree above
    ``[3 4]`` above, ``[5 6]`` below  the tree below
    an empty above                   the tree below
    no tree below it                 the last tree, whatever stands around
    ===============================  =========================================================

    Answers that stand together are meant for one tree. Comments between them do not count.

    >>> _find_answers_behind_trees(["@read 2", "[3 4]", "@read 2", "", "@title Two", "[5 6]"])
    [2]
    >>> _find_answers_behind_trees(["[3 4]", "@read 2", "[5 6]", "", "@read 2", "[7 8]"])
    []
    """
    kinds = [_find_kind(line) for line in lines]
    kinds_above = _collect_kinds_above(kinds)
    kinds_below = _collect_kinds_above(kinds[::-1])[::-1]
    drawn = [i for i, line in enumerate(lines) if is_drawn(line) and re.search(r"[\[\]]", line)]
    last_drawn = drawn[-1] if drawn else -1

    behind_trees: list[int] = []
    for index, kind in enumerate(kinds):
        is_between_tree_and_blank = (
            kinds_above[index] is _LineKind.END_OF_TREE and kinds_below[index] is _LineKind.EMPTY
        )
        if kind is _LineKind.ANSWER and (index > last_drawn or is_between_tree_and_blank):
            behind_trees.append(index)
    return behind_trees


class _LineKind(Enum):
    """What a line of a hand-in says of the answers beside it."""

    ANSWER = "@read 2"
    EMPTY = ""
    END_OF_TREE = "3 4]]"
    COMMENT = "# mine"
    OTHER = "@title Two"  # or words, or a line of a tree without its end


def _find_kind(line: str) -> _LineKind:
    """Find the kind of a line.

    >>> [_find_kind(line).name for line in ("@read 2", " ", "3 4]]", "# mine", "@title Two")]
    ['ANSWER', 'EMPTY', 'END_OF_TREE', 'COMMENT', 'OTHER']
    """
    if _ANSWER.match(line) is not None:
        return _LineKind.ANSWER
    if not line.strip():
        return _LineKind.EMPTY
    if is_directive(line):
        return _LineKind.OTHER
    if not is_drawn(line):
        return _LineKind.COMMENT
    return _LineKind.END_OF_TREE if "]" in line else _LineKind.OTHER


def _collect_kinds_above(kinds: Iterable[_LineKind]) -> list[_LineKind | None]:
    """Collect for each line the kind of the nearest one above it that is no answer and no comment.

    ``None`` where there is none.
    """
    kinds_above: list[_LineKind | None] = []
    last: _LineKind | None = None
    for kind in kinds:
        kinds_above.append(last)
        if kind not in {_LineKind.ANSWER, _LineKind.COMMENT}:
            last = kind
    return kinds_above


def _normalize_condition(text: str) -> str:
    """Rewrite a node and the condition for which it is pruned as the notation writes them.

    >>> _normalize_condition("B.2 when x => 3"), _normalize_condition("B.2: x at most 3")
    ('B.2 if x >= 3', 'B.2 if x <= 3')
    """
    node, separator, condition = _IF.sub(" if ", text, count=1).partition(" if ")
    return f"{node}{separator}{normalize_condition(condition)}"


def _describe_changed_directives(typed: Sequence[str], normalized: Sequence[str]) -> Iterator[str]:
    """Yield a remark on each directive that is read otherwise than it was typed."""
    for number, (typed_line, line) in enumerate(zip(typed, normalized, strict=True), 1):
        if typed_line != line:
            yield f"line {number}: {quoted(typed_line.strip())} is read as {safe(line)}."


def _describe_lost_directives(lines: Sequence[str], last_line_of_trees: int) -> Iterator[str]:
    """Yield a remark on each directive behind the last line of all trees (a number from 1).

    A directive, such as ``@best A``, belongs to the tree below it. Behind the last tree it is lost.
    """
    for number, line in enumerate(lines, 1):
        if number > last_line_of_trees and is_directive(line):
            yield f"line {number}: {quoted(line.strip())} is left out: no tree follows it."


@dataclass(frozen=True)
class Part:
    """A tree of a hand-in.

    Attributes:
        text: Its text with the directives above it, on the lines where it stands.
        title: Its title; empty without one.
        words: The lines of words beside it.
    """

    text: str
    title: str
    words: Sequence[LineOfWords] = ()

    @cached_property
    def as_written(self) -> ReadTree | None:
        """The tree without the pieces that the notation refuses; ``None`` if it cannot be read."""
        return _parse_with_repairs(self.text, [])

    def read_alone(self) -> ReadTree | None:
        """Read the tree without a key, with what words beside it claim.

        ``None`` if the notation refuses it.
        """
        try:
            drawn = parse_all(self.text)[0]
        except NotationError:
            return None
        exercise, remarks = add_claims_from_words(drawn, self.words, drawn.tree)
        return ReadTree(exercise, remarks)

    def read_beside_tree(self, key_tree: KeyTree) -> ReadTree | None:
        """Read the tree beside the key's tree, with what words beside it claim.

        ``None`` if it has another shape.
        """
        key = key_tree.tree
        has_cut_lines = key_tree.record.rules.left_to_right
        read_tree = self._read_drawing(key, has_cut_lines=has_cut_lines)
        if read_tree is None:
            return None
        exercise, remarks = add_claims_from_words(read_tree.exercise, self.words, key)
        return ReadTree(exercise, [*read_tree.repairs, *remarks])

    def _read_drawing(self, key: GameTree, *, has_cut_lines: bool) -> ReadTree | None:
        """Read the tree beside the key's tree, in the first of these ways that gives its shape.

        1. The text is the notation, and has the key's leaves without any repair.
        2. The text is read along the key's tree, which says more of what was meant.
        3. The text is the notation, without the pieces that cannot be read.
        4. The text is read along the key's tree, with nodes missing.
        """
        notation_tree = self._read_as_notation(key)
        if notation_tree is not None and _is_faultless(notation_tree, key):
            return notation_tree

        tree_along_key = self._read_along(key, lacks_nodes=False, has_cut_lines=has_cut_lines)
        if tree_along_key is not None:
            return tree_along_key

        if notation_tree is not None:
            return notation_tree
        return self._read_with_missing_nodes(key, has_cut_lines=has_cut_lines)

    def _read_with_missing_nodes(self, key: GameTree, *, has_cut_lines: bool) -> ReadTree | None:
        """Read the tree along the key's where nodes are missing; ``None`` if it is another tree.

        What is written must have the leaves of the key, of which one may be mistyped. Otherwise
        ``[[1 2] [3 4]]`` would be any tree with two children or more.
        """
        read_tree = self._read_along(key, lacks_nodes=True, has_cut_lines=has_cut_lines)
        if read_tree is None:
            return None
        if _count_mistyped_leaves(read_tree.exercise.tree, key) > _MOST_MISTYPED:
            return None
        return read_tree

    def _read_along(
        self, key: GameTree, *, lacks_nodes: bool, has_cut_lines: bool
    ) -> ReadTree | None:
        """Read the tree node by node along the key's tree; ``None`` if it has another shape.

        With ``lacks_nodes`` the last children of a node may be missing; with ``has_cut_lines`` a
        line between two children prunes those behind it.
        """
        # Directives such as `@best A` are no part of the drawing, so it is read with empty lines in
        # their places. Every line keeps its number, for the remarks and to put them back behind.
        directives = self._directives
        drawing = _replace_lines(self.text, dict.fromkeys(directives, ""))
        read_drawing = read_beside(
            drawing, key, lacks_nodes=lacks_nodes, has_cut_lines=has_cut_lines
        )
        if read_drawing is None:
            return None
        text_with_directives = _replace_lines(read_drawing.text, directives)
        return _parse_with_repairs(text_with_directives, read_drawing.remarks)

    def _read_as_notation(self, key: GameTree) -> ReadTree | None:
        """Read the text in the notation; ``None`` if it has another shape than the key's tree."""
        read_tree = self.as_written
        if read_tree is None or read_tree.exercise.tree.parent != key.parent:
            return None
        return read_tree

    @property
    def words_before(self) -> str:
        """The words before the tree on its line: the name ``Anna`` of ``Anna: 3[3 4]``."""
        first_line = next(line for line in self.text.split("\n") if line.strip() and is_drawn(line))
        words = _WORDS_BEFORE.match(first_line)
        return "" if words is None else words["words"].strip()

    @property
    def _directives(self) -> Mapping[int, str]:
        """The lines that are directives, by line index."""
        lines = self.text.split("\n")
        return {index: line for index, line in enumerate(lines) if is_directive(line)}


def _is_faultless(read: ReadTree, key: GameTree) -> bool:
    """Tell whether a tree of the key's shape needed no repair, and has all of the key's leaves.

    A name that may be meant as a slash is a fault, too: ``pruned:4``, ``xC:[2 4]``. So is another
    player than the key's: ``max 2`` at a MIN node may be a bound.
    """
    tree = read.exercise.tree
    may_be_slash = any(
        name.lower() in _NAMES_FOR_SLASHES or name.lower() == f"x{key.labels.label(node)}".lower()
        for node, name in tree.names.items()
    )
    has_other_player = any(tree.player(node) != key.player(node) for node in tree.players)
    is_as_typed = not read.repairs and not may_be_slash and not has_other_player
    return is_as_typed and _count_same_leaves(key, tree) == key.leaf_count


def _count_mistyped_leaves(tree: GameTree, key: GameTree) -> int:
    """Count the leaves that have another value than in the key, in a tree of the same shape.

    A missing leaf, which has no value, is not counted: ``[3 ? 9]`` differs from ``[3 5 8]`` in 9.
    """
    count = 0
    for leaf in tree.leaves(0):
        is_missing = tree.leaf_value(leaf) is None
        if not is_missing and tree.value_or_word(leaf) != key.value_or_word(leaf):
            count += 1
    return count


def _replace_lines(text: str, lines_by_index: Mapping[int, str]) -> str:
    r"""Replace the lines of a text at some indices.

    >>> _replace_lines("a\nb\nc", {1: "B"})
    'a\nB\nc'
    """
    lines = text.split("\n")
    for index, line in lines_by_index.items():
        lines[index] = line
    return "\n".join(lines)


def _parse_with_repairs(text: str, earlier_repairs: Sequence[str]) -> ReadTree | None:
    """Parse a tree with its directives, leaving out what cannot be read, piece by piece.

    ``None`` if it cannot be read after as many repairs as are allowed, or a problem has no piece
    that could be left out.
    """
    repairs = list(earlier_repairs)
    # Each round reads the text from the start, since a repair may bring out another problem.
    for _ in range(_MOST_REPAIRS):
        try:
            exercise = parse_all(text)[0]
        except NotationError as error:
            repaired = _remove_piece_at_problem(error.problems[0], text)
        else:
            return ReadTree(exercise, repairs)
        if repaired is None:
            return None
        text = repaired.text
        repairs.append(repaired.remark)
    return None


class _RepairedText(NamedTuple):
    """A text without a piece that could not be read, and the remark that says so."""

    text: str
    remark: str


def _remove_piece_at_problem(problem: Problem, text: str) -> _RepairedText | None:
    """Remove the piece of a text at which the notation's reader found a problem.

    ``None`` if the problem has no place, or no piece that can be taken out stands there.
    """
    if problem.line is None or problem.column is None:
        return None

    index = problem.line - 1  # the problem's line and column count from 1
    line = text.split("\n")[index]
    taken_out = _take_out_piece(line, problem.column - 1)
    if taken_out is None:
        return None

    remark = f"line {problem.line}: {quoted(taken_out.piece)} is left out: {problem.message}."
    return _RepairedText(_replace_lines(text, {index: taken_out.rest}), remark)


class _TakenOut(NamedTuple):
    """A line out of which a piece was taken.

    Attributes:
        piece: The piece.
        rest: The line without it. In place of a leaf there is ``?``.
    """

    piece: str
    rest: str


def _take_out_piece(line: str, start: int) -> _TakenOut | None:
    """Take the piece that stands at an index out of a line; ``None`` if none stands there.

    >>> _take_out_piece("3[3 /l2 8]", 4)
    _TakenOut(piece='/l2', rest='3[3 /? 8]')
    >>> _take_out_piece("3o[3 8]", 1), _take_out_piece("[3 8]", 0)
    (_TakenOut(piece='3o', rest='[3 8]'), None)
    >>> _take_out_piece("@order backwards", 7)
    _TakenOut(piece='@order backwards', rest='')
    """
    if is_directive(line):  # a directive is taken out as a whole
        return _TakenOut(line.strip(), rest="")
    piece = _find_piece_at(line, start)
    if piece is None:
        return None

    text_before = line[: piece.start()]
    text_behind = line[piece.end() :]
    replacement = _choose_replacement(piece[0], text_behind)
    return _TakenOut(piece[0], rest=f"{text_before}{replacement}{text_behind}")


def _find_piece_at(line: str, index: int) -> re.Match[str] | None:
    """Find the piece at an index of a line: a window, a comma, or signs without brackets."""
    for piece in _PIECE.finditer(line):
        if piece.start() <= index < piece.end():
            return piece
    return None


def _choose_replacement(piece: str, text_behind: str) -> str:
    """Choose what replaces a piece that is taken out of a line.

    A leaf leaves a ``?``, so that the tree keeps its shape; a slash before it stays. Before a
    bracket nothing else is left, since a node with children needs no value.

    >>> _choose_replacement("/l2", " 8]"), _choose_replacement("3o", "[3 8]")
    ('/?', '')
    """
    slash = "/" if piece.startswith("/") else ""
    is_before_bracket = text_behind.startswith(("[", "("))
    if piece == "," or is_before_bracket:
        return slash
    return f"{slash}{_BLANK}"


# -- which tree of the key it is ---------------------------------------------------------------


@dataclass(slots=True)
class _TreesOfKey:
    """The trees of a hand-in that were identified as trees of the key, so far.

    Attributes:
        trees: These trees, by their titles.
        words_before: What stands before each paper on one of them, by its title: ``Anna``.
        lost: The titles of parts that are no tree of the key, or cannot be read; the empty title
            for a part without one.
        remarks: Why these do not count, and what of the others is not as it was typed.
    """

    trees: dict[str, Exercise] = field(default_factory=dict)
    words_before: dict[str, list[str]] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)
    remarks: list[str] = field(default_factory=list)

    @property
    def owners(self) -> list[str]:
        """Who made the papers, if other words stand before each paper on the same tree.

        Of ``Anna: 3[3 4]`` and ``Ben: 4[3 4]`` they are Anna and Ben. Without words before one of
        them, it may be a second try of the same person.
        """
        for words in self.words_before.values():
            if len(words) > 1 and all(words) and len(set(words)) == len(words):
                return words
        return []

    def add(self, part: Part, tree: _IdentifiedTree) -> None:
        """Add a tree that was identified as one of the key's, and the remarks on it.

        If that tree of the key is there already, the first one counts, unless it was left empty and
        the second one is filled in; a remark says which one counts.
        """
        title = tree.key.title
        self.words_before.setdefault(title, []).append(part.words_before)
        earlier = self.trees.get(title)
        if earlier is not None:
            is_filled_in_now = not earlier.claims and len(tree.exercise.claims) > 0
            if not is_filled_in_now:
                self.remarks.append(f"“{title}” is there twice; the first one counts.")
                return
            self.remarks.append(f"“{title}” is there twice; the one that is filled in counts.")

        # What was typed at the leaves does not count: claims are judged on the key's tree.
        self.trees[title] = replace(tree.exercise, tree=tree.key.tree)
        self.remarks.extend([*tree.repairs, *_describe_differences(tree)])

    def add_lost(self, part: Part, number: int, reason: str) -> None:
        """Add a part, given its number, that is none of the key's trees, and a remark why.

        The reason is the end of a sentence that begins with the tree's name.
        """
        self.lost.add(part.title)
        name = f"“{part.title}”" if part.title else f"tree {number}"
        self.remarks.append(f"{name} {reason}")


class _IdentifiedTree(NamedTuple):
    """A tree of a hand-in, together with the key's tree that it was identified as.

    Attributes:
        key: The key's tree.
        exercise: The tree as it was read.
        repairs: What could not be read of it, or was read as something else.
        same_leaves: How many leaves have the key's value.
    """

    key: KeyTree
    exercise: Exercise
    repairs: list[str]
    same_leaves: int

    @property
    def has_mostly_other_leaves(self) -> bool:
        """Whether more than half of the leaves have another value than in the key."""
        mistyped = _count_mistyped_leaves(self.exercise.tree, self.key.tree)
        return mistyped > self.key.tree.leaf_count / 2

    @property
    def shares_most_leaves(self) -> bool:
        """Whether more than half of the leaves have the same value as in the key."""
        return self.same_leaves > self.key.tree.leaf_count / 2


def _identify_all_trees(key: Sequence[KeyTree], parts: Sequence[Part]) -> _TreesOfKey:
    """Identify each tree of a hand-in as a tree of the key, or say in a remark why it is lost."""
    result = _TreesOfKey()
    # In order: the trees found so far tell what a part without a title can still be.
    for number, part in enumerate(parts, 1):
        identified = _identify_tree(part, key, found_titles=result.trees)
        if identified is None:
            identified = _identify_by_all_leaves(part, key)
            result.remarks.extend(_describe_wrong_title(part, key, identified))

        if identified is not None:
            result.add(part, identified)
        else:
            result.add_lost(part, number, reason=_explain_lost(key, part))
    return result


def _compute_likeness(key: Sequence[KeyTree], parts: Iterable[Part]) -> int:
    """Count the trees that a hand-in shares with a key, plus the equal leaves in them."""
    likeness = 0
    for part in parts:
        identified = _identify_tree(part, key)
        if identified is not None:
            likeness += 1 + identified.same_leaves
    return likeness


def _identify_tree(
    part: Part, key: Sequence[KeyTree], found_titles: Container[str] = ()
) -> _IdentifiedTree | None:
    """Find the key's tree that a tree of a hand-in stands for; ``None`` if there is none.

    If the key has its title, it can only be that tree, even if that one was found before; with
    other values at most of its leaves it is none. Without such a title it is the tree, not found
    before, with which it shares most leaves, and more than half of them.
    """
    trees_with_title = [tree for tree in key if tree.title == part.title]
    if trees_with_title:
        candidates = [
            candidate
            for candidate in _read_as_each(trees_with_title, part)
            if not candidate.has_mostly_other_leaves
        ]
    else:
        trees_not_found = [tree for tree in key if tree.title not in found_titles]
        candidates = [
            candidate
            for candidate in _read_as_each(trees_not_found, part)
            if candidate.shares_most_leaves
        ]
    return max(candidates, key=lambda candidate: candidate.same_leaves, default=None)


def _read_as_each(trees: Iterable[KeyTree], part: Part) -> list[_IdentifiedTree]:
    """Read a part beside each of some trees of the key; those of another shape are left out."""
    readings = [_read_as_tree_of_key(tree, part) for tree in trees]
    return [reading for reading in readings if reading is not None]


def _identify_by_all_leaves(part: Part, key: Sequence[KeyTree]) -> _IdentifiedTree | None:
    """Find the only tree of the key that has all leaves of a part; ``None`` if none or several do.

    It may have been found before, and have another title than the part.
    """
    candidates = [
        candidate
        for candidate in _read_as_each(key, part)
        if candidate.same_leaves == candidate.key.tree.leaf_count
    ]
    return candidates[0] if len(candidates) == 1 else None


def _describe_wrong_title(
    part: Part, key: Sequence[KeyTree], identified: _IdentifiedTree | None
) -> Iterator[str]:
    """Yield a remark if a part has the title of one tree of the key, and the leaves of another."""
    has_title_of_key = any(tree.title == part.title for tree in key)
    if identified is not None and has_title_of_key and part.title != identified.key.title:
        yield f"“{part.title}” has the leaves of “{identified.key.title}”, and is taken for it."


def _read_as_tree_of_key(key_tree: KeyTree, part: Part) -> _IdentifiedTree | None:
    """Read a part beside a tree of the key; ``None`` if it has another shape."""
    read_tree = part.read_beside_tree(key_tree)
    if read_tree is None or read_tree.exercise.tree.parent != key_tree.tree.parent:
        return None
    same_leaves = _count_same_leaves(key_tree.tree, read_tree.exercise.tree)
    return _IdentifiedTree(key_tree, read_tree.exercise, read_tree.repairs, same_leaves)


def _count_same_leaves(one_tree: GameTree, other_tree: GameTree) -> int:
    """Count the leaves that have the same value, or word, in two trees of one shape."""
    return sum(
        one_tree.value_or_word(leaf) == other_tree.value_or_word(leaf)
        for leaf in one_tree.leaves(0)
    )


def _explain_lost(key: Sequence[KeyTree], part: Part) -> str:
    """Explain why a tree does not count, as the end of a sentence that begins with its name.

    The first row that holds says why:

    ================================================  ==================================
    the tree                                          it
    ================================================  ==================================
    is not in the notation, whatever is left out      cannot be read: line 2: …
    has a tree's leaves, in another order             has the leaves of “One” in another order
    has the shape of the tree with its title          has other leaves
    has the title of a tree                           has another shape
    has neither                                       is no tree of the key
    ================================================  ==================================
    """
    read_tree = part.as_written
    if read_tree is None:  # no repair made it a tree, so as it was typed it has a problem, too
        problem = present(_find_first_problem(part.text))
        return f"cannot be read: line {problem.line}: {problem.message}."
    for tree in key:
        if _is_reordered(read_tree.exercise.tree, tree.tree):
            name = "the key's tree" if tree.title == part.title else f"“{tree.title}”"
            return f"has the leaves of {name} in another order, which makes it another tree."

    trees_with_title = [tree for tree in key if tree.title == part.title]
    if _read_as_each(trees_with_title, part):
        return "has other leaves than the key's tree, most of them: is it another variant?"
    if trees_with_title:
        return "is not the key's tree: it has another shape."
    return "is no tree of the key."


def _find_first_problem(text: str) -> Problem | None:
    """Find the first problem of a text in the notation; ``None`` if it has none."""
    try:
        parse_all(text)
    except NotationError as error:
        return error.problems[0]
    return None


def _is_reordered(tree: GameTree, key: GameTree) -> bool:
    """Tell whether a tree has the leaves of the key's tree in another order."""
    typed_leaves = list(map(tree.value_or_word, tree.leaves(0)))
    key_leaves = list(map(key.value_or_word, key.leaves(0)))
    return typed_leaves != key_leaves and Counter(typed_leaves) == Counter(key_leaves)


def _describe_differences(identified: _IdentifiedTree) -> Iterator[str]:
    """Yield a sentence on each difference between a tree as it was handed in and the key's tree.

    Both have the same shape; names are not compared. The key's tree is what is marked in any case.
    """
    title = identified.key.title
    key_tree = identified.key.exercise.tree
    typed_tree = identified.exercise.tree

    for leaf in _find_other_leaves(identified):
        label = key_tree.labels.label(leaf)
        typed_value = typed_tree.labels.value_text(leaf)
        key_value = key_tree.labels.value_text(leaf)
        yield f"“{title}”: the leaf {label} is {typed_value}, not {key_value}; the key’s is taken."

    for column, words in _WORDS_OF_COLUMNS.items():
        if getattr(key_tree, column) != getattr(typed_tree, column):
            yield f"“{title}”: {words} are others; the key’s are taken."

    nodes_with_player = {*key_tree.players, *typed_tree.players}
    if any(key_tree.player(node) != typed_tree.player(node) for node in nodes_with_player):
        yield f"“{title}”: its players are others; the key’s are taken."


def _find_other_leaves(identified: _IdentifiedTree) -> Iterator[int]:
    """Yield the leaves, as node numbers, of which another value than the key's was typed.

    A leaf that cannot be read is left out: a repair has put ``?`` in its place, with a remark of
    its own.
    """
    key_tree = identified.key.exercise.tree
    typed_tree = identified.exercise.tree
    is_repaired = bool(identified.repairs)
    for leaf in filter(key_tree.is_leaf, range(len(key_tree))):
        if is_repaired and typed_tree.labels.value_text(leaf) == _BLANK:
            continue
        if key_tree.value_or_word(leaf) != typed_tree.value_or_word(leaf):
            yield leaf
