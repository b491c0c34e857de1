"""What a program's values are, where they are not those of the tree.

A reading is a change of the tree under which all values are right: other players by ply, another
sign of the leaves by ply, a bonus for plies. It says nothing of how the program is written, so that
it holds for any listing and any players. With it the leaves can be judged though the values are
wrong: they are those of a search of the changed tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.numbers import signum
from treeexplorer.programs.answers import Leaves, Tried, same, unlike
from treeexplorer.programs.trials import Nested, height_of
from treeexplorer.rules import CUTOFFS, DRAWN_ORDERS
from treeexplorer.tree import Levels, Number, Player, from_nested

LeafChange: TypeAlias = Callable[[Number, int, int], Number]
"""Returns what a leaf counts: by its number, its ply and the plies of the tree."""
_PLIES: Final = 12  # after which the players of a reading begin anew


class ValueReading(NamedTuple):
    """A change of the tree, in words, under which values are as a program says.

    Attributes:
        words: What the values are, so that “its values are those of …” goes before it.
        levels: Who moves at each ply.
        change: What a leaf counts; as it is where ``None``.
        negates: Whether the root's value is told with the other sign.
    """

    words: str
    levels: Levels
    change: LeafChange | None = None
    negates: bool = False

    def value(self, nested: Nested) -> Number:
        """Return the root's value."""
        worth = self._worth(nested, 0, height_of(nested))
        return -worth if self.negates else worth

    def _worth(self, node: Nested, ply: int, height: int) -> Number:
        """Return what a node at a ply of the changed tree is worth, by minimax."""
        if not isinstance(node, list):
            return self._counted(node, ply, height)
        below = (self._worth(child, ply + 1, height) for child in node)
        return max(below) if self.levels[ply % len(self.levels)] is Player.MAX else min(below)

    def _counted(self, leaf: Number, ply: int, height: int) -> Number:
        """Return what a leaf counts in the changed tree."""
        return leaf if self.change is None else self.change(leaf, ply, height)

    def leaves(self, nested: Nested, rules: Rules) -> Leaves:
        """Return the leaves that a search of the changed tree reads, with their own numbers."""
        height = height_of(nested)

        def changed(node: Nested, ply: int) -> Nested:
            """Return a node with its leaves as they count."""
            if isinstance(node, list):
                return [changed(child, ply + 1) for child in node]
            return self._counted(node, ply, height)

        changed_tree = from_nested(changed(nested, 0), self.levels)
        record = search(changed_tree, replace(rules, levels=self.levels))
        tree = from_nested(nested)
        read = (tree.leaf_value(node) for _, node, _ in record.readings())
        return tuple(number for number in read if number is not None)


def readings(levels: Levels) -> Iterator[ValueReading]:
    """Yield the readings of a tree with some players, the simplest first."""
    yield from _other_players(levels)
    yield from _other_signs(levels)
    yield from _bonuses(levels)


def _other_players(levels: Levels) -> Iterator[ValueReading]:
    """Yield readings with other players by ply, each once."""
    usual = tuple(levels[ply % len(levels)] for ply in range(_PLIES))
    words_of = dict(_players_misplaced(usual))
    for plies, words in _players_in_cycles(usual):
        words_of.setdefault(plies, words)
    for plies, words in words_of.items():
        if plies != usual:
            yield ValueReading(words, plies)


def _players_misplaced(usual: tuple[Player, ...]) -> Iterator[tuple[tuple[Player, ...], str]]:
    """Yield players by ply that come of one mistake about the usual ones, with their words."""
    first = usual[0]
    other = _OTHER_PLAYER[first]
    exchanged = tuple(_OTHER_PLAYER[player] for player in usual)
    yield (
        (other, *usual[1:]),
        f"a root at which {_name(other)} moves, and of the other plies as they are",
    )
    yield exchanged, f"the players exchanged: {_name(other)} moves at the root"
    yield (
        (first, *usual[:-1]),
        "the root's own player moving again at its children, and the others a ply later",
    )
    yield (
        (other, other, *exchanged[1:-1]),
        f"the players exchanged, {_name(other)} moving at the root and again below it",
    )


def _players_in_cycles(usual: tuple[Player, ...]) -> Iterator[tuple[tuple[Player, ...], str]]:
    """Yield one player at every ply, then short cycles, from the root or from the ply below it.

    A cycle is told by its players once, with the first two as they come again.
    """
    for player in _TWO:
        yield (player,) * _PLIES, f"{_name(player)} moving at every ply"
    for length, start in product((2, 3), (0, 1)):
        before = usual[:start]
        for cycle in product(_TWO, repeat=length):
            by_ply = (*before, *cycle * _PLIES)[:_PLIES]
            told = by_ply[: len(before) + len(cycle) + 2]
            yield by_ply, f"the players {' '.join(map(_name, told))} … by ply"


_TWO: Final = (Player.MAX, Player.MIN)
_OTHER_PLAYER: Final = {Player.MAX: Player.MIN, Player.MIN: Player.MAX}


def _name(player: Player) -> str:
    return player.value.upper()


_SIGNS: Final[dict[str, LeafChange]] = {
    "the sign of every leaf": lambda leaf, _ply, _height: -leaf,
    "the sign of the leaves at every second ply": lambda leaf, ply, _height: (-1) ** ply * leaf,
    "the sign of the leaves at every other second ply": lambda leaf, ply, _height: (
        -((-1) ** ply) * leaf
    ),
    "the sign of the leaves that are an odd number of plies above the lowest": (
        lambda leaf, ply, height: (-1) ** (height - ply) * leaf
    ),
    "the sign of the leaves by the plies left": lambda leaf, _ply, height: (-1) ** height * leaf,
}


def _other_signs(levels: Levels) -> Iterator[ValueReading]:
    """Yield readings with other signs, of leaves by ply, and of the root's value."""
    usual = "the tree"
    players = {
        levels: usual,
        (Player.MAX,): "the tree with MAX moving at every ply",
        (Player.MIN,): "the tree with MIN moving at every ply",
    }
    yield ValueReading("the tree with the other sign", levels, negates=True)
    for (by_ply, tree), (sign, change) in product(players.items(), _SIGNS.items()):
        yield ValueReading(f"{tree} after {sign} is changed", by_ply, change)
        words = f"{tree} after {sign} is changed, told with the other sign"
        yield ValueReading(words, by_ply, change, negates=True)


_BONUSES: Final[dict[str, LeafChange]] = {
    "less the ply at which it lies": lambda leaf, ply, _height: leaf - ply,
    "and the ply at which it lies": lambda leaf, ply, _height: leaf + ply,
    "and the plies left below it": lambda leaf, ply, height: leaf + height - ply,
    "less the plies left below it": lambda leaf, ply, height: leaf - (height - ply),
    "brought nearer to 0 by the ply at which it lies": lambda leaf, ply, _height: (
        leaf - ply * signum(leaf)
    ),
    "brought away from 0 by the plies left below it": lambda leaf, ply, height: (
        leaf + (height - ply) * signum(leaf)
    ),
}


def _bonuses(levels: Levels) -> Iterator[ValueReading]:
    """Yield readings in which a leaf counts more or less by its ply, as wins that come sooner."""
    for words, change in _BONUSES.items():
        yield ValueReading(f"the tree if a leaf counts its number {words}", levels, change)


def value_reading_of(
    tried: Sequence[Tried], nested: Sequence[Nested], levels: Levels
) -> ValueReading | None:
    """Return the first reading under which a program's values are right on every tree.

    Args:
        tried: The trees with the program's answers.
        nested: The same trees as nested lists.
        levels: Who moves at each ply.
    """
    values = [answer.value for _, answer in tried if answer.failure is None]
    answers_all = len(values) == len(tried)
    if not answers_all or not set(levels) <= set(_TWO):
        return None
    for reading in readings(levels):
        pairs = zip(values, nested, strict=True)
        if all(same(value, reading.value(argument)) for value, argument in pairs):
            return reading
    return None


def search_followed(
    tried: Sequence[Tried], nested: Sequence[Nested], reading: ValueReading
) -> Rules | None:
    """Return the search of the changed tree whose leaves a program reads; ``None`` if none is."""
    telling: list[tuple[Nested, Leaves]] = []
    for (_, answer), argument in zip(tried, nested, strict=True):
        if answer.leaves is not None:
            telling.append((argument, answer.leaves))
    if not telling:
        return None
    searches = [Rules(cutoff=cutoff, order=order) for cutoff in CUTOFFS for order in DRAWN_ORDERS]
    searches += [Rules(algorithm="minimax", order=order) for order in DRAWN_ORDERS]
    for rules in searches:
        if all(not unlike(own, reading.leaves(argument, rules)) for argument, own in telling):
            return rules
    return None
