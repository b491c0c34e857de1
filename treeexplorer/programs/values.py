"""What a program's values are, where they are not those of the tree.

They may be those of a *changed tree*: with other players by ply, with another sign of the leaves by
ply, or with a bonus for plies. That says nothing of how the program is written, so that it holds
for any listing and any players. The leaves can then be judged though the values are wrong: they are
those of a search of the changed tree.
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
_PLIES: Final = 12
"""How many plies the players of a changed tree are given for; then they begin anew."""
_TWO: Final = (Player.MAX, Player.MIN)
_OTHER_PLAYER: Final = {Player.MAX: Player.MIN, Player.MIN: Player.MAX}


class TreeChange(NamedTuple):
    """A change of a tree's players or leaves, with the words for it.

    Attributes:
        words: What the changed tree is, so that “All its values are those of …” goes before it.
        levels: Who moves at each ply.
        leaf_change: What a leaf counts; its own number where ``None``.
        negates: Whether the root's value has the other sign.
    """

    words: str
    levels: Levels
    leaf_change: LeafChange | None = None
    negates: bool = False

    def value(self, nested: Nested) -> Number:
        """Return the root's value in the changed tree, by minimax.

        >>> TreeChange("the tree with MAX moving everywhere", (Player.MAX,)).value([[3, 12], 8])
        12
        """
        value = self._value_at(nested, 0, height_of(nested))
        if self.negates:
            return -value
        return value

    def _value_at(self, node: Nested, ply: int, height: int) -> Number:
        """Return the minimax value of a node.

        ``height`` is the number of plies of the whole tree.
        """
        if not isinstance(node, list):
            return self._counted(node, ply, height)
        values = [self._value_at(child, ply + 1, height) for child in node]
        player = self.levels[ply % len(self.levels)]
        if player is Player.MAX:
            return max(values)
        return min(values)

    def _counted(self, leaf: Number, ply: int, height: int) -> Number:
        """Return the value that a leaf has in the changed tree."""
        if self.leaf_change is None:
            return leaf
        return self.leaf_change(leaf, ply, height)

    def leaves(self, nested: Nested, rules: Rules) -> Leaves:
        """Return the leaves, by their unchanged values, that a search of the changed tree reads."""
        height = height_of(nested)

        def changed(node: Nested, ply: int) -> Nested:
            """Return a node with its leaves as they count."""
            if isinstance(node, list):
                return [changed(child, ply + 1) for child in node]
            return self._counted(node, ply, height)

        changed_tree = from_nested(changed(nested, 0), self.levels)
        record = search(changed_tree, replace(rules, levels=self.levels))
        tree = from_nested(nested)
        numbers = (tree.leaf_value(leaf) for _, leaf, _ in record.readings())
        return tuple(number for number in numbers if number is not None)


def tree_changes(levels: Levels) -> Iterator[TreeChange]:
    """Yield the changes of a tree that are tried, the simplest first."""
    yield from _other_players(levels)
    yield from _other_signs(levels)
    yield from _bonuses(levels)


def _other_players(levels: Levels) -> Iterator[TreeChange]:
    """Yield each change of the players by ply once."""
    usual = tuple(levels[ply % len(levels)] for ply in range(_PLIES))
    words_of = _misplaced_players(usual)
    for players, words in _players_in_cycles(usual):
        words_of.setdefault(players, words)
    for players, words in words_of.items():
        if players != usual:
            yield TreeChange(words, players)


def _misplaced_players(usual: Levels) -> dict[Levels, str]:
    """Return other players by ply, each due to one mistake, with the words for it.

    For MAX MIN MIN MAX …, for example, the mistakes give MIN MIN MIN MAX … (another player at the
    root), MIN MAX MAX MIN … (all exchanged), MAX MAX MIN MIN … (each moves a ply too late), and MIN
    MIN MAX MAX … (all exchanged and a ply too late). If two mistakes give the same players, the
    words are those of the later one.
    """
    root = usual[0]
    other = _OTHER_PLAYER[root]
    exchanged = tuple(_OTHER_PLAYER[player] for player in usual)
    other_root = (other, *usual[1:])
    root_moves_twice = (root, *usual[:-1])
    exchanged_and_twice = (other, *exchanged[:-1])
    name = _name(other)
    return {
        other_root: f"a root at which {name} moves, and of the other plies as they are",
        exchanged: f"the players exchanged: {name} moves at the root",
        root_moves_twice: (
            "the root's own player moving again at its children, and the others a ply later"
        ),
        exchanged_and_twice: (
            f"the players exchanged, {name} moving at the root and again below it"
        ),
    }


def _players_in_cycles(usual: Levels) -> Iterator[tuple[Levels, str]]:
    """Yield repeating players by ply, with the words for them.

    First comes one player at every ply. Then come cycles of two and of three plies, which begin at
    the root, or below a root at which its usual player moves. The words name the players of one
    cycle and the next two: ``the players MAX MAX MIN MAX MAX … by ply``.
    """
    for player in _TWO:
        yield (player,) * _PLIES, f"{_name(player)} moving at every ply"
    for length, usual_plies in product((2, 3), (0, 1)):
        for cycle in product(_TWO, repeat=length):
            repeated = cycle * _PLIES
            by_ply = (*usual[:usual_plies], *repeated)[:_PLIES]
            named = by_ply[: usual_plies + length + 2]
            yield by_ply, f"the players {' '.join(map(_name, named))} … by ply"


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


def _other_signs(levels: Levels) -> Iterator[TreeChange]:
    """Yield the changes of signs: of the root's value, and of the leaves by ply.

    Changed leaves are combined with the usual players, and with one player at every ply: a negamax
    that takes the largest everywhere is such a tree.
    """
    trees = {
        levels: "the tree",
        (Player.MAX,): "the tree with MAX moving at every ply",
        (Player.MIN,): "the tree with MIN moving at every ply",
    }
    yield TreeChange("the tree with the other sign", levels, negates=True)
    for (players, tree), (sign, leaf_change) in product(trees.items(), _SIGNS.items()):
        words = f"{tree} after {sign} is changed"
        yield TreeChange(words, players, leaf_change)
        yield TreeChange(f"{words}, told with the other sign", players, leaf_change, negates=True)


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


def _bonuses(levels: Levels) -> Iterator[TreeChange]:
    """Yield the changes in which a leaf counts more or less depending on its ply.

    Chess programs do so, to prefer the shorter of two ways to win.
    """
    for words, leaf_change in _BONUSES.items():
        yield TreeChange(f"the tree if a leaf counts its number {words}", levels, leaf_change)


def change_that_explains(
    tried: Sequence[Tried], nested: Sequence[Nested], levels: Levels
) -> TreeChange | None:
    """Return the first change that makes a program's values right on every tree.

    ``None`` if none does.

    Args:
        tried: The trees with the program's answers.
        nested: The same trees as nested lists.
        levels: Who moves at each ply.
    """
    values = [answer.value for _, answer in tried if answer.failure is None]
    answers_all = len(values) == len(tried)
    if not answers_all or not set(levels) <= set(_TWO):
        return None
    for change in tree_changes(levels):
        pairs = zip(values, nested, strict=True)
        if all(same(value, change.value(argument)) for value, argument in pairs):
            return change
    return None


def search_followed(
    tried: Sequence[Tried], nested: Sequence[Nested], change: TreeChange
) -> Rules | None:
    """Return the search of the changed tree whose leaves a program reads.

    ``None`` if there is none.

    Args:
        tried: The trees with the program's answers; at least one with its leaves.
        nested: The same trees as nested lists.
        change: How the tree is changed.
    """
    with_leaves: list[tuple[Nested, Leaves]] = []
    for (_, answer), argument in zip(tried, nested, strict=True):
        if answer.leaves is not None:
            with_leaves.append((argument, answer.leaves))
    if not with_leaves:
        return None
    searches = [Rules(cutoff=cutoff, order=order) for cutoff in CUTOFFS for order in DRAWN_ORDERS]
    searches += [Rules(algorithm="minimax", order=order) for order in DRAWN_ORDERS]
    for rules in searches:
        if not any(unlike(own, change.leaves(argument, rules)) for argument, own in with_leaves):
            return rules
    return None
