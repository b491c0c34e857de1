"""Trees for other people's programs: Graphviz's DOT language, and Gambit's extensive games."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from treeexplorer.formats.foreign import CannotWriteError, Exported, dropped, leaf_number
from treeexplorer.notation import Exercise
from treeexplorer.numbers import shown, written
from treeexplorer.tree import GameTree, Number, Player


def _escaped(text: str) -> str:
    """Return a text as it stands between quotes in both formats."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


# -- DOT -------------------------------------------------------------------------------------------

_SHAPES: Final = {Player.MAX: "triangle", Player.MIN: "invtriangle", Player.CHANCE: "circle"}
_LOSSES_OF_DOT: Final = ("all claims but values", "blanks", "all directives but the title")


def write_dot(exercises: Sequence[Exercise]) -> Exported:
    """Return the trees as one directed graph each.

    MAX nodes are triangles, MIN nodes stand on their tip, chance nodes are circles. A label is a
    node's name, estimate and claimed value, one below the other.
    """
    notices = [notice for each in exercises for notice in dropped(each, _LOSSES_OF_DOT, "DOT")]
    lines = [line for each in exercises for line in _graph(each)]
    return Exported("\n".join(lines) + "\n", tuple(dict.fromkeys(notices)))


def _graph(exercise: Exercise) -> Iterator[str]:
    tree, values = exercise.tree, exercise.values
    yield f"digraph {_quoted(exercise.directives.title or '')} {{"
    yield '  node [fontname="Helvetica", shape=plaintext];'
    yield '  edge [fontname="Helvetica", arrowhead=none];'
    for node in range(len(tree)):
        lines = [_escaped(tree.names.get(node, ""))]
        shape = ""
        if tree.is_leaf(node):
            number = leaf_number(tree, node)
            lines.append(tree.unknowns[node] or "?" if number is None else shown(number))
        else:
            shape = f", shape={_SHAPES[tree.player(node) or Player.MAX]}"
            lines.append(f"~{shown(tree.estimates[node])}" if node in tree.estimates else "")
            lines.append(shown(values[node]) if node in values else "")
        label = "\\n".join(line for line in lines if line)
        yield f'  n{node} [label="{label}"{shape}];'
        if node:
            yield f"  n{tree.parent[node]} -> n{node}{_way(tree, node)};"
    for node in sorted(tree.elided):
        yield f'  more{node} [label="…"];'
        yield f"  n{node} -> more{node};"
    yield "}"


def _way(tree: GameTree, node: int) -> str:
    probability = tree.probabilities.get(node)
    return "" if probability is None else f' [label="{written(probability)}"]'


# -- Gambit ----------------------------------------------------------------------------------------

_PLAYER_NUMBERS: Final = {Player.MAX: 1, Player.MIN: 2}
_LOSSES_OF_EFG: Final = ("claims", "blanks", "estimates", "all directives but the title")


def write_efg(exercises: Sequence[Exercise]) -> Exported:
    """Return one tree as an extensive game, every node an information set of its own.

    Raises:
        CannotWriteError: There are several trees (a file holds one game), or a leaf is unknown or
            infinite, or some children are not drawn.
    """
    if len(exercises) != 1:
        raise CannotWriteError(
            f"an .efg file holds one game, and there are {len(exercises)} trees; "
            "choose one of them with --tree"
        )
    (exercise,) = exercises
    tree = exercise.tree
    _refuse(tree)
    title = _quoted(exercise.directives.title or "")
    lines = [f'EFG 2 R {title} {{ "MAX" "MIN" }}', '""', ""]
    sets = {0: 0, 1: 0, 2: 0}
    outcome = 0
    for node in range(len(tree)):
        name = _quoted(tree.names.get(node, ""))
        if tree.is_leaf(node):
            outcome += 1
            lines.append(f't {name} {outcome} "" {_payoffs(tree, node)}')
            continue
        player = _PLAYER_NUMBERS.get(Player(tree.player(node) or Player.MAX), 0)
        if tree.player(node) is Player.CHANCE:
            player = 0
        sets[player] += 1
        head = f"p {name} {player}" if player else f"c {name}"
        lines.append(f'{head} {sets[player]} "" {{ {_actions(tree, node)} }} 0')
    text = "\n".join(lines) + "\n"
    return Exported(text, dropped(exercise, _LOSSES_OF_EFG, "Gambit's format"))


def _refuse(tree: GameTree) -> None:
    if tree.unknowns:
        node = min(tree.unknowns)
        raise CannotWriteError(
            f"the leaf {tree.address(node)} has no known value, and a game needs its payoffs; "
            "give it one with --set"
        )
    if tree.elided:
        node = min(tree.elided)
        raise CannotWriteError(
            f"the node {tree.address(node)} has children that are not drawn (...), "
            "and a game needs all of its moves"
        )
    for node in range(len(tree)):
        number = leaf_number(tree, node)
        if isinstance(number, float) and math.isinf(number):
            raise CannotWriteError(
                f"the leaf {tree.address(node)} is infinite, and a payoff is a finite number"
            )


def _payoffs(tree: GameTree, node: int) -> str:
    value = leaf_number(tree, node)
    number = 0 if value is None else value
    return f"{{ {_decimal(number)}, {_decimal(-number)} }}"


def _decimal(number: Number) -> str:
    """Return a number without an exponent, which Gambit does not read everywhere."""
    return format(Decimal(repr(number)), "f") if isinstance(number, float) else str(number)


def _actions(tree: GameTree, node: int) -> str:
    chance = tree.player(node) is Player.CHANCE
    words = []
    for number, child in enumerate(tree.children(node), 1):
        words.append(f'"{number}" {tree.probability(child)}' if chance else f'"{number}"')
    return " ".join(words)
