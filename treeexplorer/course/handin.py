"""What somebody handed in, read with good will: what cannot be read costs its line, not the paper.

A hand-in is told apart tree by tree. A tree is read as the notation reads it, else beside the key's
(:mod:`.beside_the_key`). What the notation refuses even so is taken out, piece by piece, until the
rest can be read; leaves are the key's, whatever was typed. Everything that was taken out, read as
something else, or taken from the key is named.
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

_Reading = tuple[Exercise, list[str]]
"""A tree, and what could not be read of it or was read as something else."""


def grade_text(
    name: str, data: bytes, keys: Mapping[str, Sequence[KeyTree]], points: Fraction | None = None
) -> Grade:
    r"""Return the grade of what was handed in, by the key whose leaves it has most of.

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
    found = _trees_of_key(key, paper.parts)
    remarks = [*paper.remarks, *found.remarks]
    if not found.trees:
        return Grade(
            name,
            remarks=tuple(remarks),
            problem="none of its trees is one of the key's",
            student=paper.student,
        )
    result = grade(name, found.trees, key, points, found.lost)
    return replace(
        result,
        remarks=(*remarks, *result.remarks),
        student=paper.student,
        variant=variant,
    )


# -- a text, part by part --------------------------------------------------------------------------


class _HandIn(NamedTuple):
    """What was handed in: its trees, each as a part of its text, and what was read otherwise."""

    parts: Sequence[_Part] = ()
    student: str = ""
    remarks: Sequence[str] = ()
    problem: str = ""


def _handed_in(data: bytes) -> _HandIn:
    """Return what was handed in, or why that is nothing."""
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
    """Return the first name behind ``@name`` that was filled in; empty where there is none."""
    for line in lines:
        name = _NAME.match(line.strip())
        if name is not None and name[1].strip() not in {"", _BLANK}:
            return safe(name[1].strip())
    return ""


def _without_name(line: str) -> str:
    """Return a line, empty where it is that of the name, which is no directive of a tree."""
    if _NAME.match(line.strip()):
        return ""
    return line


def _is_drawn(line: str) -> bool:
    """Tell whether a line may have nodes of a tree: it is neither a comment nor a directive."""
    return not line.lstrip().startswith(("#", "@"))


def _other_signs_for_slashes(lines: Iterable[str]) -> list[str]:
    """Return where something like a slash stands in a drawing, a remark a place."""
    return [
        f"line {number}: “{sign[0]}” is read as a slash"
        for number, line in enumerate(lines, 1)
        if _is_drawn(line)
        for sign in _SLASHES.finditer(line)
    ]


def _with_slashes(line: str) -> str:
    if not _is_drawn(line):
        return line
    return _SLASHES.sub("/", line)


def _decoded(data: bytes) -> tuple[str, list[str]]:
    """Return the text of some bytes, and that it is not UTF-8."""
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
    def as_written(self) -> _Reading | None:
        """The tree as the notation reads it, without what it refuses."""
        return _repaired(self.text, [])

    def beside(self, key: GameTree) -> _Reading | None:
        """Return the tree where it has the shape of a key's; as it is meant, if need be.

        As it is written it will do where nothing was left out of it; else, where it can be read
        along the key, that says more of what was meant.
        """
        as_written = self.as_written
        if as_written is not None and as_written[0].tree.parent != key.parent:
            as_written = None
        if as_written is not None:
            _, left_out = as_written
            if not left_out:
                return as_written
        directives, drawn = self._told_apart
        meant = read_beside(drawn, key)
        if meant is None:
            return as_written
        text, remarks = meant
        lines = text.split("\n")
        for number, directive in directives.items():
            lines[number] = directive
        return _repaired("\n".join(lines), remarks)

    @cached_property
    def _told_apart(self) -> tuple[Mapping[int, str], str]:
        """The directives, by the number of their line, and the text with empty lines for them."""
        lines = self.text.split("\n")
        directives = {
            number: line for number, line in enumerate(lines) if line.lstrip().startswith("@")
        }
        for number in directives:
            lines[number] = ""
        return directives, "\n".join(lines)


def _parts(lines: Sequence[str]) -> Iterator[_Part]:
    """Yield the trees of a text; a directive begins a new one, even where a bracket is open."""
    first = 0
    depth = 0
    has_tree = False
    for number, line in enumerate(lines):
        bare = _STRINGS_AND_COMMENTS.sub("", line).strip()
        is_directive = bare.startswith("@")
        begins_another = is_directive or (bool(bare) and depth <= 0)
        if has_tree and begins_another:
            yield _part(lines, first, number)
            first = number
            depth = 0
            has_tree = False
        if bare and not is_directive:
            has_tree = True
            depth += bare.count("[") - bare.count("]")
    if has_tree:
        yield _part(lines, first, len(lines))


def _part(lines: Sequence[str], first: int, end: int) -> _Part:
    """Return the tree on some lines, below as many empty ones, so that its lines keep their number.

    Its title is the first that is given to it.
    """
    text = "\n" * first + "\n".join(lines[first:end]) + "\n"
    title = _TITLE.search(text)
    if title is None:
        return _Part(text, "")
    return _Part(text, safe(title[1]))


def _repaired(text: str, remarks: Sequence[str]) -> _Reading | None:
    """Return a tree without what cannot be read in it; ``None`` where nothing can."""
    remarks = list(remarks)
    for _ in range(_MOST_REPAIRS):
        try:
            return parse_all(text)[0], remarks
        except NotationError as error:
            problem = error.problems[0]
        if problem.line is None or problem.column is None:
            return None
        lines = text.split("\n")
        left_out = _left_out(lines[problem.line - 1], problem.column - 1)
        if left_out is None:
            return None
        piece, lines[problem.line - 1] = left_out
        remarks.append(f"line {problem.line}: {quoted(piece)} is left out: {problem.message}.")
        text = "\n".join(lines)
    return None


def _left_out(line: str, start: int) -> tuple[str, str] | None:
    """Return what cannot be read at a place of a line, and the line without it.

    Of a node or a leaf a blank is left, and the slash before it.
    """
    if line.lstrip().startswith("@"):
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


class _Found(NamedTuple):
    """The trees of a key that are in a hand-in, by their titles, and the titles that are lost."""

    trees: dict[str, Exercise]
    lost: set[str]
    remarks: list[str]


class _Match(NamedTuple):
    """A tree of a hand-in that is one of a key's.

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


def _trees_of_key(key: Sequence[KeyTree], parts: Sequence[_Part]) -> _Found:
    """Return the trees of a key that are in a hand-in; of two of one title the first counts."""
    found = _Found({}, set(), [])
    for number, part in enumerate(parts, 1):
        match = _matching(key, part, found.trees)
        if match is None:
            found.lost.add(part.title)
            name = f"“{part.title}”" if part.title else f"tree {number}"
            found.remarks.append(f"{name} {_why_lost(key, part)}.")
            continue
        title = match.key.title
        if title in found.trees:
            found.remarks.append(f"“{title}” is there twice; the first one counts.")
            continue
        found.remarks.extend(match.repairs)
        is_repaired = bool(match.repairs)
        given = match.exercise.tree
        found.remarks.extend(_differences(match.key, given, is_repaired=is_repaired))
        found.trees[title] = replace(match.exercise, tree=match.key.tree)
    return found


def _likeness(key: Sequence[KeyTree], parts: Iterable[_Part]) -> int:
    """Return how much a hand-in has in common with a key: trees, and leaves of the same value."""
    matches = filter(None, (_matching(key, part) for part in parts))
    return sum(1 + match.same_leaves for match in matches)


def _matching(key: Sequence[KeyTree], part: _Part, taken: Container[str] = ()) -> _Match | None:
    """Return which of a key's trees a tree is; of several that with which it shares most leaves.

    It is told by its title. Where that is none of the key's, it is told by its leaves: it has more
    than half of them, and the tree is not taken by another.
    """
    titled = [tree for tree in key if tree.title == part.title]
    candidates = titled if titled else [tree for tree in key if tree.title not in taken]
    matches: list[_Match] = []
    for tree in candidates:
        match = _match(tree, part)
        if match is not None and (titled or _shares_most_leaves(match)):
            matches.append(match)
    return max(matches, key=lambda match: match.same_leaves, default=None)


def _match(tree: KeyTree, part: _Part) -> _Match | None:
    """Return a tree as it is read beside one of a key's; ``None`` where it has another shape."""
    wanted = tree.tree
    reading = part.beside(wanted)
    if reading is None or reading[0].tree.parent != wanted.parent:
        return None
    exercise, repairs = reading
    given = exercise.tree
    same_leaves = sum(
        wanted.value_or_word(leaf) == given.value_or_word(leaf) for leaf in wanted.leaves(0)
    )
    return _Match(tree, exercise, repairs, same_leaves)


def _shares_most_leaves(match: _Match) -> bool:
    number = len(list(match.key.tree.leaves(0)))
    return match.same_leaves > number / 2


def _why_lost(key: Sequence[KeyTree], part: _Part) -> str:
    """Return why a tree does not count."""
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
    """Yield where a tree of the same shape differs from the key's; names do not count."""
    wanted = key.exercise.tree
    for leaf in filter(wanted.is_leaf, range(len(wanted))):
        here = given.labels.value_text(leaf)
        there = wanted.labels.value_text(leaf)
        # What could not be read is named already.
        is_same = wanted.value_or_word(leaf) == given.value_or_word(leaf)
        if not is_same and not (here == "?" and is_repaired):
            label = wanted.labels.label(leaf)
            yield f"“{key.title}”: the leaf {label} is {here}, not {there}; the key’s is taken."
    for name in ("elided", "probabilities", "estimates", "players"):
        if getattr(wanted, name) != getattr(given, name):
            yield f"“{key.title}”: its {name} are others; the key’s are taken."
