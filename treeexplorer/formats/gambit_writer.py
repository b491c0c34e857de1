"""Writes a tree as a Gambit extensive game (``.efg``): MAX is player 1 and gets the values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from treeexplorer.formats.foreign import CannotWriteError, Exported, dropped, leaf_number
from treeexplorer.notation import Exercise
from treeexplorer.tree import GameTree, Number, Player

_PLAYER_NUMBERS: Final = {Player.MAX: 1, Player.MIN: 2}
_LOSSES: Final = ("claims", "blanks", "estimates", "all directives but the title")


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
    return Exported(text, dropped(exercise, _LOSSES, "Gambit's format"))


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


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
