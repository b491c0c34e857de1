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
_BLANK: Final = "?"
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
    """
    paper = _handed_in(data)
    if paper.problem:
        return Grade(name, problem=paper.problem, student=paper.student)
    variant = max(keys, key=lambda variant: _likeness(keys[variant], paper.parts))
    key = keys[variant]
    result = _trees_of_key(key, paper.parts)
    remarks = (*paper.remarks, *result.remarks)
    if not result.trees:
        problem = "none of its trees is one of the key's"
        return Grade(name, remarks=remarks, problem=problem, student=paper.student)
    graded = grade(name, result.trees, key, points, result.lost)
    return replace(
        graded,
        remarks=(*remarks, *graded.remarks),
        student=paper.student,
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

        The order matters. If the notation reads a tree of that shape without a repair, this reading
        is taken. Else the text is read along the key's tree, which says more of what was meant. If
        that is not possible, the repaired reading is taken.
        """
        as_written = self.as_written
        if as_written is not None and as_written.exercise.tree.parent != key.parent:
            as_written = None
        if as_written is not None and not as_written.repairs:
            return as_written
        directives = self._directives
        drawn = _with_lines(self.text, dict.fromkeys(directives, ""))
        meant = read_beside(drawn, key)
        if meant is None:
            return as_written
        text, repairs = meant
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
    """
    first = 0
    open_brackets = 0
    has_tree = False
    for number, line in enumerate(lines):
        bare = _STRINGS_AND_COMMENTS.sub("", line).strip()
        if not bare:
            continue
        is_directive = bare.startswith("@")
        if has_tree and (is_directive or open_brackets <= 0):
            yield _part(lines, first, number)
            first = number
            open_brackets = 0
            has_tree = False
        if not is_directive:
            has_tree = True
            open_brackets += bare.count("[") - bare.count("]")
    if has_tree:
        yield _part(lines, first, len(lines))


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
    """Return the piece that begins at a place of a line, and the line without it.

    A ``?`` takes the piece's place, unless the piece is a comma or stands before a bracket. A slash
    at its beginning stays. A directive is taken out as a whole. ``None`` is returned if no piece
    begins there.

    >>> _taken_out("3[3 /l2 8]", 4)
    ('/l2', '3[3 /? 8]')
    """
    if _is_directive(line):
        return line.strip(), ""
    token = next((each for each in _PIECE.finditer(line) if each.end() > start), None)
    if token is None or token.start() > start:
        return None
    piece = token[0]
    rest = line[token.end() :]
    kept = "/" if piece.startswith("/") else ""
    if piece != "," and not rest.startswith(("[", "(")):
        kept += "?"
    return piece, line[: token.start()] + kept + rest


# -- which tree of the key it is ---------------------------------------------------------------


class _TreesOfKey(NamedTuple):
    """The trees of a hand-in that were identified as trees of the key.

    Attributes:
        trees: These trees, by their titles.
        lost: The titles of trees that do not count; empty for one without a title.
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
    """Return the trees of a hand-in by the key's titles; the first of two with one title counts."""
    result = _TreesOfKey({}, set(), [])
    for number, part in enumerate(parts, 1):
        match = _matching(key, part, result.trees)
        if match is None:
            result.lost.add(part.title)
            name = f"“{part.title}”" if part.title else f"tree {number}"
            result.remarks.append(f"{name} {_why_lost(key, part)}.")
            continue
        title = match.key.title
        if title in result.trees:
            result.remarks.append(f"“{title}” is there twice; the first one counts.")
            continue
        result.trees[title] = replace(match.exercise, tree=match.key.tree)
        is_repaired = bool(match.repairs)
        result.remarks.extend(match.repairs)
        given = match.exercise.tree
        result.remarks.extend(_differences(match.key, given, is_repaired=is_repaired))
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
        taken: The titles of the trees that are found already; without a title it is none of those.
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
        try:
            parse_all(part.text)
        except NotationError as error:
            first = error.problems[0]
            return f"cannot be read: line {first.line}: {first.message}"
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
        was_unreadable = typed == "?" and is_repaired
        if not was_unreadable:
            label = wanted.labels.label(leaf)
            right = wanted.labels.value_text(leaf)
            yield f"“{key.title}”: the leaf {label} is {typed}, not {right}; the key’s is taken."
    for name in ("elided", "probabilities", "estimates", "players"):
        if getattr(wanted, name) != getattr(given, name):
            yield f"“{key.title}”: its {name} are others; the key’s are taken."
