"""Writes trees as nested lists: bare where a tree carries nothing but numbers, else as objects.

The keys are those that :mod:`treeexplorer.formats.nested` reads. One tree is one line, so a file
of several trees is a file of JSON Lines.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from treeexplorer.formats.foreign import Exported, dropped, is_number, leaf_number
from treeexplorer.notation import Exercise
from treeexplorer.notation.spelling import write_number
from treeexplorer.numbers import written
from treeexplorer.tree import DEFAULT_LEVELS, GameTree, Number, Player

_LOSSES: Final = ("all claims but values", "blanks", "directives")


@dataclass(frozen=True)
class _Dialect:
    name: str
    nothing: str
    true: str
    infinite: str

    def number(self, number: Number) -> str:
        if math.isinf(number) and isinstance(number, float):
            return self.infinite % write_number(number)
        return write_number(number)


_JSON: Final = _Dialect("JSON", "null", "true", '"%s"')
_PYTHON: Final = _Dialect("Python", "None", "True", 'float("%s")')


def write_json(exercises: Sequence[Exercise]) -> Exported:
    """Return the trees as JSON, one a line."""
    return _write(exercises, _JSON)


def write_python(exercises: Sequence[Exercise]) -> Exported:
    """Return the trees as Python expressions, one a line."""
    return _write(exercises, _PYTHON)


def _write(exercises: Sequence[Exercise], dialect: _Dialect) -> Exported:
    notices = [notice for each in exercises for notice in dropped(each, _LOSSES, dialect.name)]
    lines = [_line(each, dialect) for each in exercises]
    return Exported("".join(f"{line}\n" for line in lines), tuple(dict.fromkeys(notices)))


def _line(exercise: Exercise, dialect: _Dialect) -> str:
    """Return one tree, with a stack of the texts that end the open nodes."""
    tree, values = exercise.tree, exercise.values
    pieces: list[str] = []
    closing: list[tuple[int, str]] = []
    spells_players = tree.levels != DEFAULT_LEVELS
    for node in range(len(tree)):
        while closing and closing[-1][0] <= node:
            pieces.append(closing.pop()[1])
        if node and tree.parent[node] != node - 1:
            pieces.append(", ")
        said = _said(tree, node, dialect, spells_players)
        if node in values:
            said["value"] = dialect.number(values[node])
        if tree.is_leaf(node):
            pieces.append(_leaf(tree, node, dialect, said))
        elif said:
            pieces.append(f'{{{_pairs(said)}, "children": [')
            closing.append((tree.end[node], "]}"))
        else:
            pieces.append("[")
            closing.append((tree.end[node], "]"))
    pieces.extend(end for _, end in reversed(closing))
    return "".join(pieces)


def _leaf(tree: GameTree, node: int, dialect: _Dialect, said: dict[str, str]) -> str:
    number = leaf_number(tree, node)
    if number is not None:
        value = dialect.number(number)
    else:
        word = tree.unknowns[node]
        value = _quoted(word) if word else dialect.nothing
    return f"{{{_pairs(said | {'value': value})}}}" if said else value


def _pairs(said: dict[str, str]) -> str:
    return ", ".join(f'"{key}": {text}' for key, text in said.items())


def _said(tree: GameTree, node: int, dialect: _Dialect, spells_players: bool) -> dict[str, str]:
    """Return what a node carries besides its children or its leaf value, spelled."""
    said: dict[str, str] = {}
    name = tree.names.get(node)
    if name is not None:
        said["name"] = _quoted(name)
    if not tree.is_leaf(node):
        player = tree.player(node) if spells_players else tree.players.get(node)
        if player is not None:
            said["player"] = _quoted(Player(player).value)
    probability = tree.probabilities.get(node)
    if probability is not None:
        text = written(probability)
        said["probability"] = text if is_number(text) else _quoted(text)
    if node in tree.estimates:
        said["estimate"] = dialect.number(tree.estimates[node])
    if node in tree.elided:
        said["more"] = dialect.true
    return said


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
