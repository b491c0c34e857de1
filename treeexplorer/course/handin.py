"""What somebody handed in, read with good will: what cannot be read costs its line, not the paper.

A hand-in is told apart tree by tree. A tree is read as the notation reads it, else beside the key's
(:mod:`.beside_the_key`). What the notation refuses even so is taken out, piece by piece, until the
rest can be read; leaves are the key's, whatever was typed. Everything that was taken out, read as
something else, or taken from the key is named.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final

from treeexplorer.course.beside_the_key import read_beside
from treeexplorer.course.grade import Grade, KeyTree, grade
from treeexplorer.notation import Exercise, NotationError, parse_all
from treeexplorer.text import quoted, safe
from treeexplorer.tree import GameTree

_MOST_REPAIRS: Final = 60
_SLASHES: Final = re.compile("[╳×✗✘⨯╱]")
_PIECE: Final = re.compile(r"\([^()\[\]\n]*\)?|[^\s\[\](),]+|,")
_BLANK: Final = "?"
_NAME: Final = re.compile(r"@(?:name|student)\b[ :=]*(.*)", re.IGNORECASE)

_Reading = tuple[Exercise, list[str]]
"""A tree, and what could not be read of it or was read as something else."""


def grade_text(
    name: str, data: bytes, keys: Mapping[str, Sequence[KeyTree]], points: Fraction | None = None
) -> Grade:
    r"""Return the grade of what was handed in, by the key whose leaves it has most of.

    >>> from treeexplorer.course.grade import key_of
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
    if not data.strip():
        return Grade(name, problem="the file is empty")
    text, remarks = _decoded(data)
    if "\0" in text:
        return Grade(name, problem="this is a binary file, not a text")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").split("\n")
    student = ""
    for number, line in enumerate(lines):
        called = _NAME.match(line.strip())
        if called is not None:
            if not student and called[1].strip() != _BLANK:
                student = safe(called[1].strip())
            lines[number] = ""
        elif not line.lstrip().startswith(("#", "@")) and (sign := _SLASHES.search(line)):
            remarks.append(f"line {number + 1}: “{sign[0]}” is read as a slash.")
            lines[number] = _SLASHES.sub("/", line)
    parts = list(_parts(lines))
    if not parts:
        return Grade(name, problem="there is no tree in it", student=student)

    def likeness(variant: str) -> int:
        matches = filter(None, (_matching(keys[variant], part) for part in parts))
        return sum(1 + same for same, _, _ in matches)

    variant = max(keys, key=likeness)
    key = keys[variant]
    trees = dict[str, Exercise]()
    lost = set[str]()
    for number, part in enumerate(parts, 1):
        match = _matching(key, part, trees)
        if match is None:
            lost.add(part.title)
            called_so = f"“{part.title}”" if part.title else f"tree {number}"
            remarks.append(f"{called_so} {_why_lost(key, part)}.")
        elif (wanted := match[1]).title in trees:
            remarks.append(f"“{wanted.title}” is there twice; the first one counts.")
        else:
            exercise, repairs = match[2]
            remarks += [*repairs, *_differences(wanted, exercise.tree, is_repaired=bool(repairs))]
            trees[wanted.title] = replace(exercise, tree=wanted.exercise.tree)
    if not trees:
        problem = "none of its trees is one of the key's"
        return Grade(name, remarks=tuple(remarks), problem=problem, student=student)
    result = grade(name, trees, key, points, lost)
    remarks += result.remarks
    return replace(result, remarks=tuple(remarks), student=student, variant=variant)


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
        """Return the tree where it has the shape of a key's; as it is meant, if need be."""
        reading = self.as_written
        has_shape = reading is not None and reading[0].tree.parent == key.parent
        if has_shape and reading is not None and not reading[1]:
            return reading
        lines = self.text.split("\n")
        drawn = "\n".join("" if line.lstrip().startswith("@") else line for line in lines)
        meant = read_beside(drawn, key)
        if meant is None:
            return reading if has_shape else None
        text, remarks = meant
        both = zip(lines, text.split("\n"), strict=True)
        whole = [line if line.lstrip().startswith("@") else read for line, read in both]
        return _repaired("\n".join(whole), remarks)


def _parts(lines: Sequence[str]) -> Iterator[_Part]:
    """Yield the trees of a text; a directive begins a new one, even where a bracket is open."""
    first = 0
    depth = 0
    has_tree = False
    for number, line in enumerate([*lines, "@"]):
        bare = re.sub(r'"[^"]*"|#.*', "", line).strip()
        is_directive = bare.startswith("@")
        if has_tree and (is_directive or (bare and depth <= 0)):
            text = "\n" * first + "\n".join(lines[first:number]) + "\n"
            title = re.search(r"^@title[ \t]+(.*?)[ \t]*$", text, re.MULTILINE)
            yield _Part(text, safe(title[1]) if title else "")
            first = number
            depth = 0
            has_tree = False
        if bare and not is_directive:
            has_tree = True
            depth += bare.count("[") - bare.count("]")


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
        line = lines[problem.line - 1]
        start = problem.column - 1
        if line.lstrip().startswith("@"):
            piece = line.strip()
            lines[problem.line - 1] = ""
        else:
            token = next((each for each in _PIECE.finditer(line) if each.end() > start), None)
            if token is None or token.start() > start:
                return None
            piece = token[0]
            rest = line[token.end() :]
            slash = "/" if piece.startswith("/") else ""
            kept = "" if rest.startswith(("[", "(")) or piece == "," else "?"
            lines[problem.line - 1] = line[: token.start()] + slash + kept + rest
        remarks.append(f"line {problem.line}: {quoted(piece)} is left out: {problem.message}.")
        text = "\n".join(lines)
    return None


# -- which tree of the key it is ---------------------------------------------------------------


def _matching(
    key: Sequence[KeyTree], part: _Part, taken: Container[str] = ()
) -> tuple[int, KeyTree, _Reading] | None:
    """Return how many leaves a tree has in common with the key's that it is, that, and as read.

    It is told by its title, or else by its leaves: it has more than half of them.
    """
    is_titled = any(tree.title == part.title for tree in key)
    matches: list[tuple[int, KeyTree, _Reading]] = []
    for tree in key:
        if tree.title != part.title if is_titled else tree.title in taken:
            continue
        wanted = tree.exercise.tree
        leaves = [node for node in range(len(wanted)) if wanted.is_leaf(node)]
        reading = part.beside(wanted)
        if reading is None or reading[0].tree.parent != wanted.parent:
            continue
        given = reading[0].tree
        same = sum(wanted.value_or_word(leaf) == given.value_or_word(leaf) for leaf in leaves)
        if is_titled or same > len(leaves) / 2:
            matches.append((same, tree, reading))
    return max(matches, key=lambda match: match[0], default=None)


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
