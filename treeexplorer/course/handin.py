"""What somebody handed in, read with good will: what cannot be read costs its line, not the paper.

Terms. A *part* of a hand-in is the text of one tree with its directives. A *repair* is a piece that
was taken out of it, or read as something else.

A part is read as the notation reads it, else beside the key's tree (:mod:`.beside_the_key`). What
the notation refuses even so is taken out, piece by piece, until the rest can be read. Leaves are
the key's, whatever was typed. Every repair is named, and every leaf that is taken from the key.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from treeexplorer.course.beside_the_key import read_beside
from treeexplorer.course.grade import Grade, grade
from treeexplorer.course.key import KeyTree
from treeexplorer.course.lines_of_trees import LineOfWords, is_directive, lines_of_trees
from treeexplorer.course.typed_text import typed_text
from treeexplorer.course.words_on_pruning import nodes_in_words, sign_in_words
from treeexplorer.explain.phrases import listed
from treeexplorer.notation import (
    Claim,
    Exercise,
    NotationError,
    Problem,
    parse_all,
    sorted_claims,
)
from treeexplorer.notation.directives import NAMES
from treeexplorer.notation.slips import tells_of_pruning
from treeexplorer.text import quoted, safe
from treeexplorer.tree import GameTree

_MOST_REPAIRS: Final = 60
_MOST_MISTYPED: Final = 1
"""How many leaves may be mistyped where others are missing."""
_PIECE: Final = re.compile(r"\([^()\[\]\n]*\)?|[^\s\[\](),]+|,")
_NO_TREE_OF_KEY: Final = "none of its trees is one of the key's"
_BLANK: Final = "?"  # what stands where something is still to be filled in
_DIRECTIVE: Final = re.compile(r"\s*@\s*(?P<name>[A-Za-z-]+)\b\s*[:=]?\s*(?P<rest>.*?)\s*")
_MOVE: Final = re.compile(r"^moves?(?:\s*[:=]\s*|\s+(?:is\s+)?)(?=\S)", re.IGNORECASE)
_LEAVES: Final = re.compile(r"(?<=\d)\s*(?:leaves|leaf|of\s+\d+)(?:\s.*)?\.?$", re.IGNORECASE)
_IF: Final = re.compile(r"\s+(?:iff|when|for)\s+|\s*:\s*")
_SIGNS_OF_CONDITIONS: Final = {"=>|at least": ">=", "=<|at most": "<="}
_WORDS_OF_COLUMNS: Final = {
    "elided": "its dots for what is not drawn",
    "probabilities": "its probabilities",
    "estimates": "its estimates",
}
_NAMES_FOR_SLASHES: Final = frozenset({"x", "pruned", "cut", "skipped"})
_NAME: Final = re.compile(r"@(?:name|student)\b[ :=]*(.*)", re.IGNORECASE)


class _ReadTree(NamedTuple):
    """A tree as it was read, and a sentence on each repair that this took."""

    exercise: Exercise
    repairs: list[str]


def grade_text(
    name: str, data: bytes, keys: Mapping[str, Sequence[KeyTree]], points: Fraction | None = None
) -> Grade:
    r"""Return the grade of a hand-in by the key with which it has most trees and leaves in common.

    What was typed in another way than the notation has it is read as it is meant where that is
    plain. Each such repair, and each leaf that is not the key's, is said in a remark. Below, a
    cross stands for a slash, and the leaf 12 was typed with a letter.

    >>> from treeexplorer.course.key import key_of
    >>> from treeexplorer.notation import parse
    >>> from treeexplorer.rules import Rules
    >>> key = key_of([("One", parse("3[3[3 12] <=2[2 /4]]"), Rules())])
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
    handin = _handed_in(data)
    if handin.problem:
        return Grade(name, problem=handin.problem, student=handin.student)
    likeness = {variant: _likeness(key, handin.parts) for variant, key in keys.items()}
    variant = max(likeness, key=likeness.__getitem__)  # of equally like keys the first
    key = keys[variant]
    identified = _trees_of_key(key, handin.parts)
    remarks = [*handin.remarks, *identified.remarks]
    if not identified.trees:
        return Grade(name, remarks=tuple(remarks), problem=_NO_TREE_OF_KEY, student=handin.student)
    # A tree that could not be read has its remark already: it is not to be called missing, too.
    graded = grade(name, identified.trees, key, points, lost=identified.lost)
    remarks += graded.remarks
    return replace(graded, remarks=tuple(remarks), student=handin.student, variant=variant)


# -- a text, part by part --------------------------------------------------------------------------


class _HandIn(NamedTuple):
    """What was handed in.

    Attributes:
        parts: Its trees, each as a part of its text.
        student: The name of who handed it in; empty where it does not say that.
        remarks: What was read otherwise in the whole of it, in sentences.
        problem: Why it is nothing that can be graded; empty where it is something.
    """

    parts: Sequence[_Part] = ()
    student: str = ""
    remarks: Sequence[str] = ()
    problem: str = ""


def _handed_in(data: bytes) -> _HandIn:
    """Return the trees, the name and the remarks of a hand-in, or why it cannot be graded.

    Args:
        data: The bytes of the file, in any encoding.
    """
    typed = typed_text(data)
    if typed.problem:
        return _HandIn(problem=typed.problem)
    student = _student(typed.lines)
    lines = [_without_name(line) for line in typed.lines]
    read_directives = [_directive_as_meant(line) for line in lines]
    trees, other_words = lines_of_trees(read_directives)
    if not trees:
        return _HandIn(student=student, problem="there is no tree in it")
    parts = [_Part(tree.text, tree.title, tree.words) for tree in trees]
    remarks = [
        *typed.remarks,
        *_remarks_on_directives(lines, read_directives),
        *map(_left_out, other_words),
        *_remarks_on_lines_behind(read_directives, behind=trees[-1].last_line),
    ]
    return _HandIn(parts, student, remarks)


def _student(lines: Iterable[str]) -> str:
    """Return the first name that was filled in behind ``@name``; empty if there is none."""
    for line in lines:
        name = _NAME.match(line.strip())
        if name is not None and name[1].strip() not in {"", _BLANK}:
            return safe(name[1].strip())
    return ""


def _without_name(line: str) -> str:
    """Return the line, or an empty line if it gives the student's name.

    The line stays, so that line numbers in remarks are those of the file; ``@name`` itself is no
    directive of a tree.
    """
    if _NAME.match(line.strip()):
        return ""
    return line


def _directive_as_meant(line: str) -> str:
    """Return a directive as the notation writes it; any other line as it is.

    >>> _directive_as_meant("@Best move: A."), _directive_as_meant("@ read = 7 leaves")
    ('@best A', '@read 7')
    """
    typed = _DIRECTIVE.fullmatch(line)
    if typed is None or typed["name"].lower() not in NAMES:
        return line
    name = typed["name"].lower()
    rest = typed["rest"]
    if name == "best":
        rest = _MOVE.sub("", rest).rstrip(".")
    elif name == "read":
        rest = _LEAVES.sub("", rest)
    elif name == "pruned":
        rest = _condition_as_meant(rest)
    meant = f"@{name} {rest}".strip()
    # A title may have two blanks, which say nothing.
    return line if meant.split() == line.split() else meant


def _condition_as_meant(text: str) -> str:
    """Return a node and the condition for which it is pruned, as the notation writes them.

    >>> _condition_as_meant("B.2 when x => 3"), _condition_as_meant("B.2: x at most 3")
    ('B.2 if x >= 3', 'B.2 if x <= 3')
    """
    with_if = _IF.sub(" if ", text, count=1)
    for typed, sign in _SIGNS_OF_CONDITIONS.items():
        with_if = re.sub(typed, sign, with_if, flags=re.IGNORECASE)
    return with_if


def _remarks_on_directives(lines: Sequence[str], meant: Sequence[str]) -> Iterator[str]:
    """Yield a remark on each directive that is read otherwise than it was typed."""
    for number, (line, read) in enumerate(zip(lines, meant, strict=True), 1):
        if line != read:
            yield f"line {number}: {quoted(line.strip())} is read as {safe(read)}."


def _left_out(words: LineOfWords) -> str:
    """Return the remark on words that are not read, with what would be."""
    piece = f"line {words.number}: {quoted(words.text)} is left out"
    if tells_of_pruning(words.text):
        return f"{piece}: it is not sure which nodes are meant; a slash before each says so."
    return f"{piece}: answers stand in a tree, or on a line with @ above it."


def _remarks_on_lines_behind(lines: Sequence[str], behind: int) -> Iterator[str]:
    """Yield a remark on each directive behind the last tree, in the order of the lines.

    A directive, such as ``@best A``, belongs to the tree below it. Behind the last tree it is lost.

    Args:
        lines: The lines of the hand-in.
        behind: The number of the last line of the last tree.
    """
    for number, line in enumerate(lines, 1):
        if number > behind and is_directive(line):
            yield f"line {number}: {quoted(line.strip())} is left out: no tree follows it."


@dataclass(frozen=True)
class _Part:
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
    def as_written(self) -> _ReadTree | None:
        """The tree without the pieces that the notation refuses; ``None`` if it cannot be read."""
        return _repaired(self.text, [])

    def beside(self, key: GameTree) -> _ReadTree | None:
        """Return the tree as it is read beside a key's tree; ``None`` if it has another shape.

        The first of these that can be had is returned:

        1. the tree of the notation, if it has the key's shape and leaves and needs no repair;
        2. the text read along the key's tree, node by node, which says more of what was meant;
        3. the tree of the notation without what cannot be read, if it has the key's shape;
        4. the text read along the key's tree where nodes are missing.

        What words beside the tree say is pruned is read as slashes.
        """
        read = self._drawn_beside(key)
        return None if read is None else _with_words(read, self.words, key)

    def _drawn_beside(self, key: GameTree) -> _ReadTree | None:
        """Return the tree as it is read beside a key's tree, without the words beside it."""
        of_notation = self._of_shape(key)
        if of_notation is not None and _is_without_fault(of_notation, key):
            return of_notation
        along_key = self._read_along(key, lacks_nodes=False)
        if along_key is not None:
            return along_key
        if of_notation is not None:
            return of_notation
        return self._with_missing_nodes(key)

    def _with_missing_nodes(self, key: GameTree) -> _ReadTree | None:
        """Return the tree read along the key's where nodes are missing; ``None`` for another tree.

        What is written must have the leaves of the key, of which one may be mistyped. Otherwise
        ``[[1 2] [3 4]]`` would be any tree with two children or more.
        """
        read = self._read_along(key, lacks_nodes=True)
        if read is None:
            return None
        typed = read.exercise.tree
        typed_leaves = [leaf for leaf in typed.leaves(0) if typed.leaf_value(leaf) is not None]
        mistyped = [
            leaf for leaf in typed_leaves if typed.value_or_word(leaf) != key.value_or_word(leaf)
        ]
        return read if len(mistyped) <= _MOST_MISTYPED else None

    def _read_along(self, key: GameTree, *, lacks_nodes: bool) -> _ReadTree | None:
        """Return the tree as it is read along a key's tree; ``None`` if it has another shape.

        Args:
            key: The key's tree, which tells what comes next in the text.
            lacks_nodes: Whether the last children of a node may be missing.
        """
        directives = self._directives
        # The directives are no part of the drawing. Their lines stay, empty, so that remarks give
        # the right line numbers, and get the directives back behind the reading.
        no_directives = dict.fromkeys(directives, "")
        read = read_beside(_with_lines(self.text, no_directives), key, lacks_nodes=lacks_nodes)
        if read is None:
            return None
        return _repaired(_with_lines(read.text, directives), read.remarks)

    def _of_shape(self, key: GameTree) -> _ReadTree | None:
        """Return the tree of the notation if it has the shape of a key's tree."""
        read = self.as_written
        if read is None or read.exercise.tree.parent != key.parent:
            return None
        return read

    @property
    def _directives(self) -> Mapping[int, str]:
        """The lines that are directives, by line index."""
        lines = self.text.split("\n")
        return {index: line for index, line in enumerate(lines) if is_directive(line)}


def _with_words(read: _ReadTree, all_words: Sequence[LineOfWords], key: GameTree) -> _ReadTree:
    """Return a tree with a slash at each node that the words beside it say is pruned.

    Args:
        read: The tree without these words.
        all_words: The words.
        key: The key's tree, which may have other names.
    """
    claims = {(claim.node, claim.kind): claim for claim in read.exercise.claims}
    remarks = list(read.repairs)
    for words in all_words:
        nodes = nodes_in_words(words.text, [read.exercise.tree, key])
        is_legend = nodes is None and sign_in_words(words.text) is not None
        if is_legend:  # it has been read
            continue
        if nodes is None:
            remarks.append(_left_out(words))
            continue
        for claim in _claims_of_words(nodes):
            claims.setdefault((claim.node, claim.kind), claim)
        remarks.append(_read_as_slashes(words, nodes, key))
    exercise = replace(read.exercise, claims=sorted_claims(claims.values()))
    return _ReadTree(exercise, remarks)


def _claims_of_words(nodes: Sequence[int]) -> list[Claim]:
    """Return what words claim that name some nodes as pruned, or none of them."""
    if not nodes:
        return [Claim(0, "cuts-none")]
    return [Claim(node, "cut") for node in nodes]


def _read_as_slashes(words: LineOfWords, nodes: Sequence[int], key: GameTree) -> str:
    """Return the remark on words that say which nodes are pruned, or that none is."""
    piece = f"line {words.number}: {quoted(words.text)} is read as"
    if not nodes:
        return f"{piece} @cuts none."
    return f"{piece} a slash at {listed([key.labels.label(node) for node in nodes])}."


def _is_without_fault(read: _ReadTree, key: GameTree) -> bool:
    """Tell whether a tree of the key's shape needed no repair, and has all of the key's leaves.

    A name that may be meant as a slash is a fault, too: ``pruned:4``, ``xC:[2 4]``.
    """
    tree = read.exercise.tree
    may_be_slash = any(
        name.lower() in _NAMES_FOR_SLASHES or name.lower() == f"x{key.labels.label(node)}".lower()
        for node, name in tree.names.items()
    )
    return not read.repairs and not may_be_slash and _same_leaves(key, tree) == key.leaf_count


def _with_lines(text: str, lines: Mapping[int, str]) -> str:
    r"""Return a text in which the lines at some indices are replaced.

    >>> _with_lines("a\nb\nc", {1: "B"})
    'a\nB\nc'
    """
    changed = text.split("\n")
    for index, line in lines.items():
        changed[index] = line
    return "\n".join(changed)


def _repaired(text: str, repairs: Sequence[str]) -> _ReadTree | None:
    """Return the tree of a text without what cannot be read; ``None`` if that does not help.

    Each round reads the text, and takes out the piece at the first problem.

    Args:
        text: The tree with its directives.
        repairs: What was repaired before.
    """
    repairs = list(repairs)
    # Each round reads the text from the start, since a repair may bring out another problem.
    for _ in range(_MOST_REPAIRS):
        try:
            return _ReadTree(parse_all(text)[0], repairs)
        except NotationError as error:
            without_piece = _without_piece_at(error.problems[0], text)
        if without_piece is None:
            return None
        text, repair = without_piece
        repairs.append(repair)
    return None


def _without_piece_at(problem: Problem, text: str) -> tuple[str, str] | None:
    """Return a text without the piece at which the notation's reader found a problem.

    Args:
        problem: What is wrong, with its line and column, both from 1.
        text: The text.

    Returns:
        The new text and a sentence on what was left out; ``None`` if the problem has no place, or
        no piece that can be taken out stands there.
    """
    if problem.line is None or problem.column is None:
        return None
    index = problem.line - 1
    line = text.split("\n")[index]
    taken_out = _take_out_piece(line, problem.column - 1)
    if taken_out is None:
        return None
    repair = f"line {problem.line}: {quoted(taken_out.piece)} is left out: {problem.message}."
    return _with_lines(text, {index: taken_out.rest}), repair


class _TakenOut(NamedTuple):
    """A line out of which a piece was taken.

    Attributes:
        piece: The piece.
        rest: The line without it. In place of a leaf there is ``?``.
    """

    piece: str
    rest: str


def _take_out_piece(line: str, start: int) -> _TakenOut | None:
    """Return a line without the piece that stands at an index; ``None`` if none stands there.

    >>> _take_out_piece("3[3 /l2 8]", 4)
    _TakenOut(piece='/l2', rest='3[3 /? 8]')
    >>> _take_out_piece("3o[3 8]", 1), _take_out_piece("[3 8]", 0)
    (_TakenOut(piece='3o', rest='[3 8]'), None)
    >>> _take_out_piece("@order backwards", 7)
    _TakenOut(piece='@order backwards', rest='')
    """
    if is_directive(line):  # a directive is taken out as a whole
        return _TakenOut(line.strip(), rest="")
    piece = _piece_at(line, start)
    if piece is None:
        return None
    before = line[: piece.start()]
    behind = line[piece.end() :]
    stands_in = _what_stands_in_for(piece[0], behind)
    return _TakenOut(piece[0], rest=f"{before}{stands_in}{behind}")


def _piece_at(line: str, place: int) -> re.Match[str] | None:
    """Return the piece at a place of a line: a window, a comma, or signs without brackets."""
    for piece in _PIECE.finditer(line):
        if piece.start() <= place < piece.end():
            return piece
    return None


def _what_stands_in_for(piece: str, behind: str) -> str:
    """Return what is written in place of a piece that is taken out before a text.

    A leaf leaves a ``?``, so that the tree keeps its shape; a slash before it stays. Before a
    bracket nothing else is left, since a node with children needs no value.

    >>> _what_stands_in_for("/l2", " 8]"), _what_stands_in_for("3o", "[3 8]")
    ('/?', '')
    """
    slash = "/" if piece.startswith("/") else ""
    stands_before_bracket = behind.startswith(("[", "("))
    if piece == "," or stands_before_bracket:
        return slash
    return f"{slash}{_BLANK}"


# -- which tree of the key it is ---------------------------------------------------------------


class _TreesOfKey(NamedTuple):
    """The trees of a hand-in that were identified as trees of the key.

    Attributes:
        trees: These trees, by their titles.
        lost: The titles of parts that are no tree of the key, or cannot be read; the empty title
            for a part without one.
        remarks: Why these do not count, and what of the others is not as it was typed.
    """

    trees: dict[str, Exercise]
    lost: set[str]
    remarks: list[str]

    def add(self, tree: _IdentifiedTree) -> None:
        """Add a tree that was identified as one of the key's, and the remarks on it.

        If that tree of the key is there already, the first one counts, unless it was left empty and
        the second one is filled in; a remark says which one counts.
        """
        title = tree.key.title
        earlier = self.trees.get(title)
        if earlier is not None and (earlier.claims or not tree.exercise.claims):
            self.remarks.append(f"“{title}” is there twice; the first one counts.")
            return
        if earlier is not None:
            self.remarks.append(f"“{title}” is there twice; the one that is filled in counts.")
        # What was typed at the leaves does not count: claims are judged on the key's tree.
        self.trees[title] = replace(tree.exercise, tree=tree.key.tree)
        self.remarks.extend([*tree.repairs, *_differences(tree)])


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
    def shares_most_leaves(self) -> bool:
        """Whether more than half of the leaves have the same value as in the key."""
        return self.same_leaves > self.key.tree.leaf_count / 2


def _trees_of_key(key: Sequence[KeyTree], parts: Sequence[_Part]) -> _TreesOfKey:
    """Return the trees of a hand-in by the key's titles, each with the leaves of the key.

    A part of the hand-in is either identified with a tree of the key or lost; a remark says so.

    Args:
        key: The key's trees.
        parts: The trees of the hand-in, in the order of the file.
    """
    result = _TreesOfKey(trees={}, lost=set(), remarks=[])
    # In order: the trees found so far tell what a part without a title can still be.
    for number, part in enumerate(parts, 1):
        identified = _identify(part, key, found=result.trees)
        if identified is None:
            identified = _identify_by_all_leaves(part, key)
            result.remarks.extend(_remarks_on_title(part, key, identified))
        if identified is not None:
            result.add(identified)
        else:
            result.lost.add(part.title)
            name = f"“{part.title}”" if part.title else f"tree {number}"
            result.remarks.append(f"{name} {_why_lost(key, part)}.")
    return result


def _likeness(key: Sequence[KeyTree], parts: Iterable[_Part]) -> int:
    """Return how many trees a hand-in shares with a key, plus how many equal leaves are in them."""
    likeness = 0
    for part in parts:
        identified = _identify(part, key)
        if identified is not None:
            likeness += 1 + identified.same_leaves
    return likeness


def _identify(
    part: _Part, key: Sequence[KeyTree], found: Container[str] = ()
) -> _IdentifiedTree | None:
    """Return the key's tree that a tree of a hand-in stands for; ``None`` if there is none.

    It is identified by its title. If its title is not in the key, it is identified as the tree with
    which it shares the most leaves, if these are more than half.

    Args:
        part: The tree of the hand-in.
        key: The key's trees.
        found: The titles of the trees that are found already. A part whose title is not in the key
            is none of these.
    """
    has_title_of_key = any(tree.title == part.title for tree in key)
    if has_title_of_key:
        # Though it may be found already: then it is said that the tree is there twice.
        possible = [tree for tree in key if tree.title == part.title]
    else:
        possible = [tree for tree in key if tree.title not in found]
    candidates: list[_IdentifiedTree] = []
    for tree in possible:
        candidate = _read_as(tree, part)
        if candidate is not None and (has_title_of_key or candidate.shares_most_leaves):
            candidates.append(candidate)
    return max(candidates, key=lambda candidate: candidate.same_leaves, default=None)


def _identify_by_all_leaves(part: _Part, key: Sequence[KeyTree]) -> _IdentifiedTree | None:
    """Return the key's tree that has all leaves of a part; ``None`` if none or several have.

    It may be found already, or have another title than the part: then that is said.
    """
    readings = [_read_as(tree, part) for tree in key]
    equal = [
        reading
        for reading in readings
        if reading is not None and reading.same_leaves == reading.key.tree.leaf_count
    ]
    return equal[0] if len(equal) == 1 else None


def _remarks_on_title(
    part: _Part, key: Sequence[KeyTree], identified: _IdentifiedTree | None
) -> Iterator[str]:
    """Yield a remark if a part has the title of one tree of the key, and the leaves of another."""
    has_title_of_key = any(tree.title == part.title for tree in key)
    if identified is not None and has_title_of_key and part.title != identified.key.title:
        yield f"“{part.title}” has the leaves of “{identified.key.title}”, and is taken for it."


def _read_as(tree: KeyTree, part: _Part) -> _IdentifiedTree | None:
    """Return a part as it is read beside a key's tree; ``None`` if it has another shape."""
    read = part.beside(tree.tree)
    if read is None or read.exercise.tree.parent != tree.tree.parent:
        return None
    same_leaves = _same_leaves(tree.tree, read.exercise.tree)
    return _IdentifiedTree(tree, read.exercise, read.repairs, same_leaves)


def _same_leaves(wanted: GameTree, given: GameTree) -> int:
    """Return how many leaves have the same value, or word, in two trees of one shape."""
    return sum(wanted.value_or_word(leaf) == given.value_or_word(leaf) for leaf in wanted.leaves(0))


def _why_lost(key: Sequence[KeyTree], part: _Part) -> str:
    """Return why a tree does not count, as the end of a sentence that begins with its name."""
    if part.as_written is None:
        # No repair made it a tree. Parsing the text as it was typed gives the first error.
        try:
            parse_all(part.text)
        except NotationError as error:
            first = error.problems[0]
            return f"cannot be read: line {first.line}: {first.message}"
    # It can be read, so it has another shape than the tree with its title, or no title of the key.
    if any(tree.title == part.title for tree in key):
        return "is not the key's tree: it has another shape"
    return "is no tree of the key"


def _differences(tree: _IdentifiedTree) -> Iterator[str]:
    """Yield a sentence on each difference between a tree as it was handed in and the key's tree.

    The key's tree is what is marked in any case. Both have the same shape. Names are not compared.
    """
    wanted = tree.key.exercise.tree
    given = tree.exercise.tree
    for leaf in _other_leaves(tree):
        label = wanted.labels.label(leaf)
        typed = given.labels.value_text(leaf)
        words = f"the leaf {label} is {typed}, not {wanted.labels.value_text(leaf)}"
        yield f"“{tree.key.title}”: {words}; the key’s is taken."
    for name, words in _WORDS_OF_COLUMNS.items():
        if getattr(wanted, name) != getattr(given, name):
            yield f"“{tree.key.title}”: {words} are others; the key’s are taken."
    with_player = {*wanted.players, *given.players}
    if any(wanted.player(node) != given.player(node) for node in with_player):
        yield f"“{tree.key.title}”: its players are others; the key’s are taken."


def _other_leaves(tree: _IdentifiedTree) -> Iterator[int]:
    """Yield the leaves, as node numbers, of which another value than the key's was typed.

    A leaf that cannot be read is left out: a repair has put ``?`` in its place, with a remark of
    its own.
    """
    wanted = tree.key.exercise.tree
    given = tree.exercise.tree
    is_repaired = bool(tree.repairs)
    for leaf in filter(wanted.is_leaf, range(len(wanted))):
        was_unreadable = is_repaired and given.labels.value_text(leaf) == _BLANK
        is_other = wanted.value_or_word(leaf) != given.value_or_word(leaf)
        if is_other and not was_unreadable:
            yield leaf
