"""What somebody handed in, read with good will: what cannot be read costs its line, not the paper.

A hand-in is told apart tree by tree. What the notation refuses is taken out of a tree, piece by
piece, until the rest can be read; leaves are the key's, whatever was typed. Everything that was
taken out, read as something else, or taken from the key is named.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from treeexplorer.exercises.grade import KeyTree
from treeexplorer.notation import Exercise, NotationError, parse_all
from treeexplorer.numbers import shown
from treeexplorer.text import quoted, safe
from treeexplorer.tree import GameTree

_MOST_REPAIRS: Final = 60
_SLASHES: Final = re.compile("[╳×✗✘⨯╱]")
_PIECE: Final = re.compile(r"\([^()\[\]\n]*\)?|[^\s\[\](),]+|,")
_NAME: Final = re.compile(r"@(?:name|student)\b[ :=]*(.*)", re.IGNORECASE)
_DECIMAL_COMMA: Final = re.compile(r"(?<=\d),(?=\d)")


@dataclass(frozen=True)
class Handin:
    """What was read of a hand-in.

    Attributes:
        key: The key whose trees it has; its place among the keys.
        student: Who handed it in, where it says so by ``@name``.
        trees: Its exercises by the titles of the key; each has the key's tree.
        remarks: What could not be read, and what was read as something else.
        problem: Why nothing of it could be read; ``None`` where something could.
    """

    key: int = 0
    student: str = ""
    trees: tuple[tuple[str, Exercise], ...] = ()
    remarks: tuple[str, ...] = ()
    problem: str | None = None


@dataclass(frozen=True)
class _Part:
    """A tree of a hand-in: its text with the directives above it, on the lines where it stands."""

    line: int
    text: str
    title: str


def read_handin(data: bytes, keys: Sequence[Sequence[KeyTree]]) -> Handin:
    r"""Return what a hand-in holds, for the key whose leaves it has most of.

    >>> from treeexplorer.exercises.grade import key_of
    >>> from treeexplorer.notation import parse
    >>> from treeexplorer.rules import Rules
    >>> key = key_of([("One", parse("3[3[3 12] <=2[2 /4]]"), Rules())])
    >>> handin = read_handin("@name Anna\n3[3[3 l2] <=2[2 ╳4]]".encode(), [key])
    >>> handin.student, [title for title, _ in handin.trees]
    ('Anna', ['One'])
    >>> print("\n".join(handin.remarks))
    line 2: “╳” is read as a slash.
    “One”: the leaf A.2 is l2, not 12; the key’s is taken.
    """
    remarks: list[str] = []
    text, problem = _decoded(data, remarks)
    if problem is not None:
        return Handin(problem=problem)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").split("\n")
    student = ""
    for number, line in enumerate(lines):
        name = _NAME.match(line.strip())
        if name is not None:
            student, lines[number] = student or safe(name[1].strip()), ""
        elif not line.lstrip().startswith(("#", "@")) and _SLASHES.search(line):
            sign = _SLASHES.findall(line)[0]
            remarks.append(f"line {number + 1}: “{sign}” is read as a slash.")
            lines[number] = _SLASHES.sub("/", line)
    parts = list(_parts(lines))
    if not parts:
        return Handin(student=student, problem="there is no tree in it")
    readings = [_readings(part) for part in parts]
    best = max(range(len(keys)), key=lambda place: _likeness(keys[place], parts, readings))
    trees: dict[str, Exercise] = {}
    for number, (part, reading) in enumerate(zip(parts, readings, strict=True), 1):
        called = f"“{part.title}”" if part.title else f"tree {number}"
        found = _matching(keys[best], part.title, reading, trees)
        if found is None:
            remarks += _lost(keys[best], part, called, reading)
        elif found[0].title in trees:
            remarks.append(f"“{found[0].title}” is there twice; the first one counts.")
        else:
            key, (exercise, repairs) = found
            remarks += repairs
            remarks += _differences(key, (exercise, repairs))
            trees[key.title] = replace(exercise, tree=key.exercise.tree)
    problem = None if trees else "none of its trees is one of the key's"
    return Handin(best, student, tuple(trees.items()), tuple(remarks), problem)


def _decoded(data: bytes, remarks: list[str]) -> tuple[str, str | None]:
    """Return the text of some bytes, and why there is none."""
    if not data.strip():
        return "", "the file is empty"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        remarks.append("It is UTF-16, not UTF-8.")
        return data.decode("utf-16", errors="replace"), None
    if b"\0" in data:
        return "", "this is a binary file, not a text"
    try:
        return data.decode(), None
    except UnicodeDecodeError:
        remarks.append("It is not UTF-8; it is read as Latin-1.")
        return data.decode("latin-1"), None


def _parts(lines: Sequence[str]) -> Iterator[_Part]:
    """Yield the trees of a text; a directive begins a new one, even where a bracket is open."""
    first, depth, has_tree = 0, 0, False
    for number, line in enumerate([*lines, "@"]):
        bare = re.sub(r'"[^"]*"|#.*', "", line).strip()
        is_directive = bare.startswith("@")
        if has_tree and (is_directive or (bare and depth <= 0)):
            text = "\n".join(lines[first:number])
            title = re.search(r"^@title[ \t]+(.*?)[ \t]*$", text, re.MULTILINE)
            above = "\n" * first
            yield _Part(first + 1, f"{above}{text}\n", safe(title[1]) if title else "")
            first, depth, has_tree = number, 0, False
        if bare and not is_directive:
            has_tree = True
            depth += bare.count("[") - bare.count("]")


_Reading = tuple[Exercise, list[str]]


def _readings(part: _Part) -> list[_Reading]:
    """Return a tree as it was written and, where it has any, with points for decimal commas."""
    readings = []
    texts = dict.fromkeys(
        [
            part.text,
            re.sub(r"(?<=\d),(?=\d+\[)", ".", part.text),
            _DECIMAL_COMMA.sub(".", part.text),
        ]
    )
    for text in texts:
        remarks: list[str] = []
        if text != part.text:
            remarks.append(f"line {part.line}: a comma within a number is read as a point.")
        exercise = _repaired(text, remarks)
        if exercise is not None:
            readings.append((exercise, remarks))
    return readings


def _repaired(text: str, remarks: list[str]) -> Exercise | None:
    """Return a tree without what cannot be read in it; ``None`` where nothing can."""
    for _ in range(_MOST_REPAIRS):
        try:
            return parse_all(text)[0]
        except NotationError as error:
            problem = error.problems[0]
        if problem.line is None or problem.column is None:
            return None
        lines = text.split("\n")
        line, start = lines[problem.line - 1], problem.column - 1
        if line.lstrip().startswith("@"):
            piece, lines[problem.line - 1] = line.strip(), ""
        else:
            pieces = (found for found in _PIECE.finditer(line) if found.end() > start)
            found = next((found for found in pieces if found.start() <= start), None)
            if found is None:
                return None
            piece, rest = found[0], line[found.end() :]
            slash = "/" if piece.startswith("/") else ""
            kept = "" if rest.startswith(("[", "(")) or piece == "," else "?"
            lines[problem.line - 1] = line[: found.start()] + slash + kept + rest
        remarks.append(f"line {problem.line}: {quoted(piece)} is left out: {problem.message}.")
        text = "\n".join(lines)
    return None


# -- which tree of the key it is ---------------------------------------------------------------


def _matching(
    key: Sequence[KeyTree], title: str, readings: Sequence[_Reading], taken: Container[str]
) -> tuple[KeyTree, _Reading] | None:
    """Return the key's tree that a tree is, by its title or else by its leaves, and as read.

    A tree that is told by its leaves has more than half of them.
    """
    is_titled = any(tree.title == title for tree in key)
    most = 0 if is_titled else None
    best: tuple[KeyTree, _Reading] | None = None
    for tree in key:
        if tree.title != title if is_titled else tree.title in taken:
            continue
        wanted = tree.exercise.tree
        for reading in readings:
            if wanted.parent != reading[0].tree.parent:
                continue
            same = _leaves_in_common(wanted, reading[0].tree)
            least = wanted.leaf_count / 2 if most is None else most
            if (best is None and is_titled) or same > least:
                best, most = (tree, reading), same
    return best


def _likeness(
    key: Sequence[KeyTree], parts: Sequence[_Part], readings: Sequence[Sequence[_Reading]]
) -> int:
    """Return how many leaves some trees have in common with those of a key."""
    matches = (
        _matching(key, part.title, reading, ())
        for part, reading in zip(parts, readings, strict=True)
    )
    return sum(
        1 + _leaves_in_common(match[0].exercise.tree, match[1][0].tree)
        for match in matches
        if match is not None
    )


def _leaves_in_common(wanted: GameTree, given: GameTree) -> int:
    """Return how many leaves two trees of one shape have in common."""
    leaves = filter(wanted.is_leaf, range(len(wanted)))
    return sum(_is_same_leaf(wanted, given, leaf) for leaf in leaves)


def _is_same_leaf(wanted: GameTree, given: GameTree, leaf: int) -> bool:
    is_same = wanted.leaf_values[leaf] == given.leaf_values[leaf]
    return is_same and wanted.unknowns.get(leaf) == given.unknowns.get(leaf)


def _lost(
    key: Sequence[KeyTree], part: _Part, called: str, readings: Sequence[_Reading]
) -> Iterator[str]:
    """Yield why a tree does not count."""
    if not readings:
        try:
            parse_all(part.text)
        except NotationError as error:
            first = error.problems[0]
            yield f"{called} cannot be read: line {first.line}: {first.message}."
    elif any(tree.title == part.title for tree in key):
        yield f"{called} is not the key's tree: it has another shape."
    else:
        yield f"{called} is no tree of the key."


def _differences(key: KeyTree, reading: _Reading) -> Iterator[str]:
    """Yield where a tree of the same shape differs from the key's; names do not count."""
    wanted, given = key.exercise.tree, reading[0].tree
    for node in range(len(wanted)):
        if not wanted.is_leaf(node) or _is_same_leaf(wanted, given, node):
            continue
        here, there = _leaf(given, node), _leaf(wanted, node)
        was_named = here == "?" and bool(reading[1])  # as what cannot be read
        if not was_named:
            label = wanted.labels.label(node)
            yield f"“{key.title}”: the leaf {label} is {here}, not {there}; the key’s is taken."
    for name in ("elided", "probabilities", "estimates", "players"):
        if getattr(wanted, name) != getattr(given, name):
            yield f"“{key.title}”: its {name} are others; the key’s are taken."


def _leaf(tree: GameTree, node: int) -> str:
    value = tree.leaf_value(node)
    return tree.unknowns.get(node) or "?" if value is None else shown(value)
