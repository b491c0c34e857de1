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
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from treeexplorer.course.beside_the_key import folded, read_beside
from treeexplorer.course.grade import Grade, grade
from treeexplorer.course.key import KeyTree
from treeexplorer.notation import Exercise, NotationError, parse_all
from treeexplorer.text import quoted, safe
from treeexplorer.tree import GameTree

_MOST_REPAIRS: Final = 60
_SLASHES: Final = re.compile("[╳×✗✘⨯╱]")
_PIECE: Final = re.compile(r"\([^()\[\]\n]*\)?|[^\s\[\](),]+|,")
_BLANK: Final = "?"  # what stands where something is still to be filled in
_STRINGS_AND_COMMENTS: Final = re.compile(r'"[^"]*"|#.*')
_TITLE: Final = re.compile(r"^@title[ \t]+(.*?)[ \t]*$", re.MULTILINE)
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
    variant = max(keys, key=lambda variant: _likeness(keys[variant], handin.parts))
    key = keys[variant]
    identified = _trees_of_key(key, handin.parts)
    remarks_on_text = (*handin.remarks, *identified.remarks)
    if not identified.trees:
        problem = "none of its trees is one of the key's"
        return Grade(name, remarks=remarks_on_text, problem=problem, student=handin.student)
    # A tree that could not be read has its remark already: it is not to be called missing, too.
    graded = grade(name, identified.trees, key, points, lost=identified.lost)
    return replace(
        graded,
        remarks=(*remarks_on_text, *graded.remarks),
        student=handin.student,
        variant=variant,
    )


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
    """Return the trees, name and remarks of a hand-in, or why it cannot be graded."""
    if not data.strip():
        return _HandIn(problem="the file is empty")
    text, remarks = _decoded(data)
    if "\0" in text:
        return _HandIn(problem="this is a binary file, not a text")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").split("\n")
    student = _student(lines)
    lines = [*map(_without_name, lines)]
    other_signs = _other_signs_for_slashes(lines)
    if other_signs:
        remarks.append(folded(other_signs))
        lines = [*map(_with_slashes, lines)]
    parts = list(_parts(lines))
    if not parts:
        return _HandIn(student=student, problem="there is no tree in it")
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


def _is_drawn(line: str) -> bool:
    """Tell whether a line may hold nodes of a tree: it is neither a comment nor a directive."""
    return not line.lstrip().startswith(("#", "@"))


def _other_signs_for_slashes(lines: Iterable[str]) -> list[str]:
    """Return a remark on each sign in a drawing that looks like a slash but is not ``/``."""
    return [
        f"line {number}: “{sign[0]}” is read as a slash"
        for number, line in enumerate(lines, 1)
        if _is_drawn(line)
        for sign in _SLASHES.finditer(line)
    ]


def _with_slashes(line: str) -> str:
    """Return a line of a drawing with ``/`` for each sign that looks like a slash.

    A comment or directive is returned as it is.
    """
    if not _is_drawn(line):
        return line
    return _SLASHES.sub("/", line)


def _decoded(data: bytes) -> tuple[str, list[str]]:
    """Return the text of the bytes, and a remark if they are not UTF-8."""
    with suppress(UnicodeDecodeError):
        return data.decode(), []
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace"), ["It is UTF-16, not UTF-8."]
    return data.decode("latin-1"), ["It is not UTF-8; it is read as Latin-1."]


@dataclass(frozen=True)
class _Part:
    """A tree of a hand-in: its text with the directives above it, on the lines where it stands."""

    text: str
    title: str

    @cached_property
    def as_written(self) -> _ReadTree | None:
        """The tree without the pieces that the notation refuses; ``None`` if it cannot be read."""
        return _repaired(self.text, [])

    def beside(self, key: GameTree) -> _ReadTree | None:
        """Return the tree as it is read beside a key's tree; ``None`` if it has another shape.

        It is the first of three that can be had: the tree of the notation, if it has the key's
        shape and needs no repair; the text read along the key's tree, which says more of what was
        meant; the tree of the notation without what cannot be read, if it has the key's shape.
        """
        of_notation = self.as_written
        if of_notation is not None and of_notation.exercise.tree.parent != key.parent:
            of_notation = None  # the shape is another
        if of_notation is not None and not of_notation.repairs:
            return of_notation
        directives = self._directives
        # Directives are no part of the drawing. Their lines stay empty, so that remarks give the
        # right line numbers, and the directives are put back into them.
        no_directives = dict.fromkeys(directives, "")
        along_key = read_beside(_with_lines(self.text, no_directives), key)
        if along_key is None:
            return of_notation
        text, repairs = along_key
        return _repaired(_with_lines(text, directives), repairs)

    @property
    def _directives(self) -> Mapping[int, str]:
        """The lines that are directives, by line index."""
        lines = self.text.split("\n")
        return {index: line for index, line in enumerate(lines) if _is_directive(line)}


def _with_lines(text: str, lines: Mapping[int, str]) -> str:
    r"""Return a text in which the lines at some indices are replaced.

    >>> _with_lines("a\nb\nc", {1: "B"})
    'a\nB\nc'
    """
    changed = text.split("\n")
    for index, line in lines.items():
        changed[index] = line
    return "\n".join(changed)


def _is_directive(line: str) -> bool:
    return line.lstrip().startswith("@")


def _parts(lines: Sequence[str]) -> Iterator[_Part]:
    """Yield the trees of a text, each with the directives above it.

    A tree ends where its brackets are closed and another line with content follows. A directive
    ends it even if a bracket is still open, so that a bracket that is never closed costs its own
    tree only.

    >>> lines = ["@title One", "[1 [2", "3]", "@title Two", "[4 5]", "[6 7]"]
    >>> [" ".join(part.text.split()) for part in _parts(lines)]
    ['@title One [1 [2 3]', '@title Two [4 5]', '[6 7]']
    """
    first_line = 0  # of the part that is being read
    open_brackets = 0  # below 0 where more are closed than opened
    has_tree = False  # whether a line of the drawing has come; before that there are directives
    for number, line in enumerate(lines):
        bare = _STRINGS_AND_COMMENTS.sub("", line).strip()
        if not bare:
            continue
        is_directive = bare.startswith("@")
        begins_another_part = has_tree and (is_directive or open_brackets <= 0)
        if begins_another_part:
            yield _part(lines, first_line, number)
            first_line = number
            open_brackets = 0
            has_tree = False
        if not is_directive:
            has_tree = True
            open_brackets += bare.count("[") - bare.count("]")
    if has_tree:
        yield _part(lines, first_line, len(lines))


def _part(lines: Sequence[str], first: int, end: int) -> _Part:
    """Return the tree on the lines from ``first`` up to, but without, ``end``.

    Its text begins with ``first`` empty lines, so that a remark gives line numbers of the whole
    text. Its title is that of its first ``@title`` line.
    """
    text = "\n" * first + "\n".join(lines[first:end]) + "\n"
    title = _TITLE.search(text)
    if title is None:
        return _Part(text, "")
    return _Part(text, safe(title[1]))


def _repaired(text: str, repairs: Sequence[str]) -> _ReadTree | None:
    """Return the tree of a text without what cannot be read; ``None`` if that does not help.

    Each round reads the text, and takes out the piece at the first problem.

    Args:
        text: The tree with its directives.
        repairs: What was repaired before.
    """
    repairs = list(repairs)
    for _ in range(_MOST_REPAIRS):
        try:
            return _ReadTree(parse_all(text)[0], repairs)
        except NotationError as error:
            problem = error.problems[0]
        if problem.line is None or problem.column is None:
            return None
        lines = text.split("\n")
        taken_out = _taken_out(lines[problem.line - 1], problem.column - 1)
        if taken_out is None:
            return None
        piece, rest_of_line = taken_out
        lines[problem.line - 1] = rest_of_line
        repairs.append(f"line {problem.line}: {quoted(piece)} is left out: {problem.message}.")
        text = "\n".join(lines)
    return None


def _taken_out(line: str, start: int) -> tuple[str, str] | None:
    """Return the piece that stands at a place of a line, and the line without it.

    A piece is a window in parentheses, a comma, or signs without blanks and brackets. A leaf that
    is taken out leaves a ``?``, so that the tree keeps its shape; a slash before it stays. Before a
    bracket nothing is left, since a node with children needs no value. ``None`` is returned if no
    piece stands at the place.

    >>> _taken_out("3[3 /l2 8]", 4), _taken_out("3o[3 8]", 1)
    (('/l2', '3[3 /? 8]'), ('3o', '[3 8]'))
    >>> _taken_out("@order backwards", 7), _taken_out("[3 8]", 0)
    (('@order backwards', ''), None)
    """
    if _is_directive(line):  # a directive is taken out as a whole
        return line.strip(), ""
    pieces = _PIECE.finditer(line)
    at_place_or_later = next((piece for piece in pieces if piece.end() > start), None)
    if at_place_or_later is None or at_place_or_later.start() > start:
        return None
    piece = at_place_or_later[0]
    before = line[: at_place_or_later.start()]
    behind = line[at_place_or_later.end() :]
    kept = "/" if piece.startswith("/") else ""
    stands_before_bracket = behind.startswith(("[", "("))
    if piece != "," and not stands_before_bracket:
        kept += _BLANK
    return piece, before + kept + behind


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


class _Match(NamedTuple):
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


def _trees_of_key(key: Sequence[KeyTree], parts: Sequence[_Part]) -> _TreesOfKey:
    """Return the trees of a hand-in by the key's titles, each with the leaves of the key.

    A part of the hand-in is identified with a tree of the key, or it is lost. Of two parts that are
    the same tree, the first counts.
    """
    result = _TreesOfKey(trees={}, lost=set(), remarks=[])
    for number, part in enumerate(parts, 1):
        match = _matching(key, part, result.trees)
        if match is None:
            result.lost.add(part.title)
            name = f"“{part.title}”" if part.title else f"tree {number}"
            result.remarks.append(f"{name} {_why_lost(key, part)}.")
        elif match.key.title in result.trees:
            result.remarks.append(f"“{match.key.title}” is there twice; the first one counts.")
        else:
            # What was typed at the leaves does not count: claims are judged on the key's tree.
            result.trees[match.key.title] = replace(match.exercise, tree=match.key.tree)
            result.remarks.extend(match.repairs)
            is_repaired = bool(match.repairs)
            typed = match.exercise.tree
            result.remarks.extend(_differences(match.key, typed, is_repaired=is_repaired))
    return result


def _likeness(key: Sequence[KeyTree], parts: Iterable[_Part]) -> int:
    """Return how many trees a hand-in shares with a key, plus how many equal leaves are in them."""
    likeness = 0
    for part in parts:
        match = _matching(key, part)
        if match is not None:
            likeness += 1 + match.same_leaves
    return likeness


def _matching(key: Sequence[KeyTree], part: _Part, taken: Container[str] = ()) -> _Match | None:
    """Return the key's tree that a tree of a hand-in stands for; ``None`` if there is none.

    It is identified by its title. If its title is not in the key, it is identified as the tree with
    which it shares the most leaves, if these are more than half.

    Args:
        key: The key's trees.
        part: The tree of the hand-in.
        taken: The titles of the trees that are found already. A part with another title or none is
            not one of those; one with such a title is, so that it can be said that it is there
            twice.
    """
    titled = [tree for tree in key if tree.title == part.title]
    if titled:
        matches = [_match(tree, part) for tree in titled]
        candidates = [match for match in matches if match is not None]
    else:
        matches = [_match(tree, part) for tree in key if tree.title not in taken]
        candidates = [
            match for match in matches if match is not None and _shares_most_leaves(match)
        ]
    return max(candidates, key=lambda match: match.same_leaves, default=None)


def _match(tree: KeyTree, part: _Part) -> _Match | None:
    """Return a tree as it is read beside a key's tree; ``None`` if it has another shape."""
    wanted = tree.tree
    read = part.beside(wanted)
    if read is None or read.exercise.tree.parent != wanted.parent:
        return None
    given = read.exercise.tree
    same_leaves = sum(
        wanted.value_or_word(leaf) == given.value_or_word(leaf) for leaf in wanted.leaves(0)
    )
    return _Match(tree, read.exercise, read.repairs, same_leaves)


def _shares_most_leaves(match: _Match) -> bool:
    """Tell whether more than half of the leaves have the same value as in the key."""
    number = len(list(match.key.tree.leaves(0)))
    return match.same_leaves > number / 2


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


def _differences(key: KeyTree, given: GameTree, *, is_repaired: bool) -> Iterator[str]:
    """Yield a sentence on each difference between a tree and the key's tree of the same shape.

    Names are not compared, and a leaf that could not be read is not reported twice.
    """
    wanted = key.exercise.tree
    for leaf in filter(wanted.is_leaf, range(len(wanted))):
        if wanted.value_or_word(leaf) == given.value_or_word(leaf):
            continue
        typed = given.labels.value_text(leaf)
        # A repair puts ``?`` in the place of a leaf that cannot be read, and is a remark itself.
        was_unreadable = typed == _BLANK and is_repaired
        if not was_unreadable:
            label = wanted.labels.label(leaf)
            right = wanted.labels.value_text(leaf)
            yield f"“{key.title}”: the leaf {label} is {typed}, not {right}; the key’s is taken."
    for name in ("elided", "probabilities", "estimates", "players"):
        if getattr(wanted, name) != getattr(given, name):
            yield f"“{key.title}”: its {name} are others; the key’s are taken."
