"""Writes trees in Graphviz's DOT language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from treeexplorer.formats.foreign import Exported, dropped, leaf_number
from treeexplorer.notation import Exercise
from treeexplorer.notation.spelling import write_number
from treeexplorer.numbers import shown, written
from treeexplorer.tree import GameTree, Number, Player

_SHAPES: Final = {Player.MAX: "triangle", Player.MIN: "invtriangle", Player.CHANCE: "circle"}
_LOSSES: Final = ("all claims but values", "blanks", "all directives but the title")


def write_dot(exercises: Sequence[Exercise]) -> Exported:
    """Return the trees as one directed graph each.

    MAX nodes are triangles, MIN nodes stand on their tip, chance nodes are circles. What a label
    cannot say unmistakably stands in attributes that Graphviz passes over.
    """
    notices = [notice for each in exercises for notice in dropped(each, _LOSSES, "DOT")]
    lines = [line for each in exercises for line in _graph(each)]
    return Exported("\n".join(lines) + "\n", tuple(dict.fromkeys(notices)))


def _graph(exercise: Exercise) -> Iterator[str]:
    tree, values = exercise.tree, exercise.values
    yield f"digraph {_quoted(exercise.directives.title or '')} {{"
    yield '  node [fontname="Helvetica", shape=plaintext];'
    yield '  edge [fontname="Helvetica", arrowhead=none];'
    for node in range(len(tree)):
        attributes = _leaf(tree, node) if tree.is_leaf(node) else _inner(tree, node, values)
        yield f"  n{node} {_listed(attributes)};"
        if node:
            yield f"  n{tree.parent[node]} -> n{node}{_way(tree, node)};"
    for node in sorted(tree.elided):
        yield f'  more{node} [label="…"];'
        yield f"  n{node} -> more{node};"
    yield "}"


def _inner(tree: GameTree, node: int, values: Mapping[int, Number]) -> dict[str, str]:
    player = tree.player(node) or Player.MAX
    name = tree.names.get(node, "")
    claim = values.get(node)
    value = "" if claim is None else write_number(claim)
    attributes = {
        "label": "\\n".join(part for part in (_escaped(name), value) if part),
        "shape": _SHAPES[player],
    }
    if player is Player.CHANCE:
        attributes["player"] = "chance"
    if name:
        attributes["name"] = _escaped(name)
        attributes["value"] = value
    if node in tree.estimates:
        attributes["estimate"] = write_number(tree.estimates[node])
    return attributes


def _leaf(tree: GameTree, node: int) -> dict[str, str]:
    number = leaf_number(tree, node)
    value = tree.unknowns[node] or "?" if number is None else write_number(number)
    name = tree.names.get(node, "")
    if not name:
        return {"label": value}
    label = value if number is None else shown(number)
    return {"label": f"{_escaped(name)}\\n{label}", "name": _escaped(name), "value": value}


def _way(tree: GameTree, node: int) -> str:
    probability = tree.probabilities.get(node)
    return "" if probability is None else f" {_listed({'label': written(probability)})}"


def _listed(attributes: dict[str, str]) -> str:
    pairs = (f'{key}="{value}"' for key, value in attributes.items())
    return f"[{', '.join(pairs)}]"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'
