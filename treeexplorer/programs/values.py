"""What a program's values are, where they are not those of the tree.

They may be those of a *changed tree*: with other players by ply, with another sign of the leaves by
ply, or with a bonus for plies. That says nothing of how the program is written, so that it holds
for any listing and any players. The leaves can then be judged though the values are wrong: they are
those of a search of the changed tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, islice, product
from itertools import cycle as repeat_endlessly
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.numbers import signum
from treeexplorer.programs.answers import AnsweredTrees, Leaves, same, unlike
from treeexplorer.programs.trials import Nested, height_of
from treeexplorer.rules import CUTOFFS, DRAWN_ORDERS
from treeexplorer.tree import Levels, Number, Player, from_nested

LeafChange: TypeAlias = Callable[[Number, int, int], Number]
"""Returns what a leaf counts: by its number, its ply and the plies of the tree."""
_PLIES: Final = 12
"""How many plies the players of a changed tree are given for; then they begin anew."""
_BOTH_PLAYERS: Final = (Player.MAX, Player.MIN)
_OTHER_PLAYER: Final = {Player.MAX: Player.MIN, Player.MIN: Player.MAX}


class TreeChange(NamedTuple):
    """A change of a tree's players or leaves, with the words for it.

    Attributes:
        words: What the changed tree is, so that “All its values are those of …” goes before it.
        levels: Who moves at each ply; chance, where the mean of the children counts.
        leaf_change: What a leaf counts; its own number where ``None``.
        negates: Whether the root's value has the other sign.
        by_plies_left: Whether ``levels`` are those of a tree with an even number of plies, and in
            the others each player has the other's place.
        rounds_means_down: Whether a mean counts as the largest integer that is not above it.
    """

    words: str
    levels: Levels
    leaf_change: LeafChange | None = None
    negates: bool = False
    by_plies_left: bool = False
    rounds_means_down: bool = False

    def value(self, nested: Nested) -> Number:
        """Return the root's value in the changed tree, by minimax.

        >>> TreeChange("the tree with MAX moving everywhere", (Player.MAX,)).value([[3, 12], 8])
        12
        """
        value = self._compute_value(nested, 0, height_of(nested))
        if self.negates:
            return -value
        return value

    def explains(self, answered: AnsweredTrees) -> bool:
        """Tell whether a program's values are those of the changed tree, on every tree."""
        return all(
            same(answer.value, self.value(nested))
            for nested, (_, answer) in answered.pair_nested_with_tried()
        )

    def _compute_value(self, node: Nested, ply: int, height: int) -> Number:
        """Compute the minimax value of a node in the changed tree."""
        if not isinstance(node, list):
            return self._change_leaf(node, ply, height)
        # All children, without cut-offs: programs are tried on small trees.
        values = [self._compute_value(child, ply + 1, height) for child in node]
        levels = self._repeat_levels(height)
        player = levels[ply % len(levels)]
        if player is Player.MAX:
            return max(values)
        if player is Player.MIN:
            return min(values)
        # A chance node is worth the mean of its children.
        if self.rounds_means_down:
            return sum(values) // len(values)
        return sum(values) / len(values)

    def _repeat_levels(self, height: int) -> Levels:
        """Return who moves at each ply of a tree with a number of plies, repeated.

        A program may tell who moves by the plies that are left to the lowest leaf. Then the player
        at the root depends on the number of plies, even or odd.
        """
        if self.by_plies_left and height % 2 == 1:
            return tuple(_OTHER_PLAYER[player] for player in self.levels)
        return self.levels

    def _change_leaf(self, leaf: Number, ply: int, height: int) -> Number:
        """Convert the value of a leaf to the value that it has in the changed tree."""
        if self.leaf_change is None:
            return leaf
        return self.leaf_change(leaf, ply, height)

    def leaves(self, nested: Nested, rules: Rules) -> Leaves:
        """Return the leaves that a search of the changed tree reads, with the numbers they had.

        A mistaken program searches another tree than it is given: other players move, or leaves
        have other values. But it prints the leaves as it was given them. For example, it takes the
        leaves of ``[[3, -12], 8]`` without their signs, and so searches ``[[3, 12], 8]``. If this
        search reads 3, 12 and 8, then 3, −12 and 8 are returned.

        Args:
            nested: The tree as it is given.
            rules: The rules of the search; who moves is told by the change.
        """
        height = height_of(nested)
        levels = self._repeat_levels(height)
        changed_tree = from_nested(self._change_leaves(nested, 0, height), levels)
        record = search(changed_tree, replace(rules, levels=levels))
        leaf_nodes = [node for node, _ in record.leaves_read()]

        # Both trees have the same shape, so that a leaf has the same node number in both.
        given_tree = from_nested(nested)
        numbers = [given_tree.leaf_value(node) for node in leaf_nodes]
        return tuple(number for number in numbers if number is not None)

    def _change_leaves(self, node: Nested, ply: int, height: int) -> Nested:
        """Replace each leaf below a node with the value that it has in the changed tree."""
        if not isinstance(node, list):
            return self._change_leaf(node, ply, height)
        return [self._change_leaves(child, ply + 1, height) for child in node]


def tree_changes(levels: Levels) -> Iterator[TreeChange]:
    """Yield the changes of a tree that are tried, the simplest first."""
    yield from _generate_player_changes(levels)
    yield from _generate_sign_changes(levels)
    yield from _generate_leaf_changes(levels)
    yield from _generate_mean_changes(levels)


def _generate_player_changes(levels: Levels) -> Iterator[TreeChange]:
    """Yield the changes by which other players than the usual ones move at the plies of a tree.

    For the usual players MAX MIN MAX MIN …, for example, there are 17 changes:

    ==================  ============================================  =========================
    players             words                                         due to
    ==================  ============================================  =========================
    MIN MAX MIN MAX …   the players exchanged: MIN moves at the root  a mistake, of which there
                                                                      are two more
    MIN MIN MIN MIN …   MIN moving at every ply                       a cycle of one player
    MAX MAX MIN MAX …   the players MAX MAX MIN MAX MAX … by ply      a cycle of two or three,
                                                                      and nine more
    MAX where the       MAX moving wherever an even number of plies   a count from below, and
    lowest leaf is 0,   is left to the lowest leaf                    the same with MIN
    2, 4, … plies away
    ==================  ============================================  =========================

    Players that come of a mistake and of a cycle are yielded once, with the words of the mistake.
    """
    usual = tuple(levels[ply % len(levels)] for ply in range(_PLIES))
    due_to_mistakes = _describe_misplaced_players(usual).items()
    due_to_cycles = _generate_player_cycles(usual)
    players_yielded = {usual}
    for players, words in chain(due_to_mistakes, due_to_cycles):
        if players not in players_yielded:
            yield TreeChange(words, players)
            players_yielded.add(players)
    yield from _generate_players_by_plies_left()


def _generate_players_by_plies_left() -> Iterator[TreeChange]:
    """Yield the two changes by which the distance from the lowest leaf says who moves.

    MAX moves at the root of a tree with an even number of plies, and MIN at that of a tree with an
    odd one; or the other way round.
    """
    for player in _BOTH_PLAYERS:
        words = (
            f"{_name(player)} moving wherever an even number of plies is left to the lowest leaf"
        )
        yield TreeChange(words, (player, _OTHER_PLAYER[player]), by_plies_left=True)


def _describe_misplaced_players(usual: Levels) -> dict[Levels, str]:
    """Describe wrong players by ply, each due to one mistake of a program.

    For MAX MIN MIN MAX …, for example, the mistakes give::

        MIN MIN MIN MAX …   another player at the root
        MIN MAX MAX MIN …   all exchanged
        MAX MAX MIN MIN …   each moves a ply too late
        MIN MIN MAX MAX …   all exchanged and a ply too late

    Returns:
        Twelve players -> what such a tree is called, to go behind “the values are those of”. If two
        mistakes give the same players, the words are those of the later one.
    """
    player_at_root = usual[0]
    other_player = _OTHER_PLAYER[player_at_root]
    exchanged = tuple(_OTHER_PLAYER[player] for player in usual)
    name = _name(other_player)

    other_at_root = (other_player, *usual[1:])
    a_ply_too_late = (player_at_root, *usual[:-1])
    exchanged_and_too_late = (other_player, *exchanged[:-1])
    # Of two equal keys in a dict the later value counts.
    return {
        other_at_root: f"a root at which {name} moves, and of the other plies as they are",
        exchanged: f"the players exchanged: {name} moves at the root",
        a_ply_too_late: (
            "the root's own player moving again at its children, and the others a ply later"
        ),
        exchanged_and_too_late: (
            f"the players exchanged, {name} moving at the root and again below it"
        ),
    }


def _generate_player_cycles(usual: Levels) -> Iterator[tuple[Levels, str]]:
    """Yield players for twelve plies that repeat in a cycle, with the words for them.

    First comes one player at every ply. Then come all cycles of two and of three plies, which begin
    at the root, or below a root at which its usual player moves. The words name the players of one
    cycle and the next two.

    Args:
        usual: The usual players; the first is that of the root.

    Example:
        >>> usual = (Player.MAX, Player.MIN) * (_PLIES // 2)
        >>> words = [words for _, words in _generate_player_cycles(usual)]
        >>> words[0], words[10]
        ('MAX moving at every ply', 'the players MAX MAX MAX MAX MAX … by ply')
        >>> words[11]
        'the players MAX MAX MIN MAX MAX … by ply'
    """
    for player in _BOTH_PLAYERS:
        yield (player,) * _PLIES, f"{_name(player)} moving at every ply"

    usual_root = usual[:1]
    nothing: Levels = ()
    for cycle_length, players_before in product((2, 3), (nothing, usual_root)):
        for cycle in product(_BOTH_PLAYERS, repeat=cycle_length):
            endless_players = chain(players_before, repeat_endlessly(cycle))
            players = tuple(islice(endless_players, _PLIES))
            named_count = len(players_before) + cycle_length + 2
            names = " ".join(map(_name, players[:named_count]))
            yield players, f"the players {names} … by ply"


def _name(player: Player) -> str:
    return player.value.upper()


_SIGNS: Final[dict[str, LeafChange]] = {
    "the sign of every leaf": lambda leaf, _ply, _height: -leaf,
    "the sign of the leaves below 0": lambda leaf, _ply, _height: -leaf if leaf < 0 else leaf,
    "the sign of the leaves at every second ply": lambda leaf, ply, _height: (-1) ** ply * leaf,
    "the sign of the leaves at every other second ply": lambda leaf, ply, _height: (
        -((-1) ** ply) * leaf
    ),
    "the sign of the leaves that are an odd number of plies above the lowest": (
        lambda leaf, ply, height: (-1) ** (height - ply) * leaf
    ),
    "the sign of the leaves by the plies left": lambda leaf, _ply, height: (-1) ** height * leaf,
}


def _generate_sign_changes(levels: Levels) -> Iterator[TreeChange]:
    """Yield the changes of signs: of the root's value, of leaves, and of both.

    The simplest comes first: only the root's value is told with the other sign, 3 as −3. Then come
    changes of leaves, such as those at every second ply, with the usual players. At last come the
    same changes with one player at every ply, as in a negamax that forgets to negate.
    """
    yield TreeChange("the tree with the other sign", levels, negates=True)
    yield from _generate_sign_changes_of_leaves("the tree", levels)
    for player in _BOTH_PLAYERS:
        one_player = (player,)
        if one_player != levels:
            tree_in_words = f"the tree with {_name(player)} moving at every ply"
            yield from _generate_sign_changes_of_leaves(tree_in_words, one_player)


def _generate_sign_changes_of_leaves(tree_in_words: str, players: Levels) -> Iterator[TreeChange]:
    """Yield changes of the leaves' signs in a tree at whose plies some players move in turn.

    Each is yielded twice: with the root's value as it is, and with that told with the other sign.
    """
    for change_in_words, leaf_change in _SIGNS.items():
        words = f"{tree_in_words} after {change_in_words} is changed"
        yield TreeChange(words, players, leaf_change)
        yield TreeChange(f"{words}, told with the other sign", players, leaf_change, negates=True)


_COUNTED: Final[dict[str, LeafChange]] = {
    "its number less the ply at which it lies": lambda leaf, ply, _height: leaf - ply,
    "its number and the ply at which it lies": lambda leaf, ply, _height: leaf + ply,
    "its number and the plies left below it": lambda leaf, ply, height: leaf + height - ply,
    "its number less the plies left below it": lambda leaf, ply, height: leaf - (height - ply),
    "its number brought nearer to 0 by the ply at which it lies": lambda leaf, ply, _height: (
        leaf - ply * signum(leaf)
    ),
    "its number brought away from 0 by the plies left below it": lambda leaf, ply, height: (
        leaf + (height - ply) * signum(leaf)
    ),
    "half its number": lambda leaf, _ply, _height: leaf / 2,
    "half its number, rounded down": lambda leaf, _ply, _height: leaf // 2,
    "half its number, rounded towards 0": lambda leaf, _ply, _height: int(leaf / 2),
    "its number halved for each ply above it, rounded down each time": (
        lambda leaf, ply, _height: leaf // 2**ply
    ),
}


def _generate_leaf_changes(levels: Levels) -> Iterator[TreeChange]:
    """Yield the changes in which a leaf counts another number.

    Chess programs add or take away the ply, to prefer the shorter of two ways to win.
    """
    for words, leaf_change in _COUNTED.items():
        yield TreeChange(f"the tree if a leaf counts {words}", levels, leaf_change)


def _generate_mean_changes(levels: Levels) -> Iterator[TreeChange]:
    """Yield the changes in which a player's nodes are worth the mean of their children."""
    for player in reversed(_BOTH_PLAYERS):
        replaced = {player: Player.CHANCE}
        with_chance = tuple(replaced.get(level, level) for level in levels)
        words = f"the tree in which a node of {_name(player)} is worth the mean of its children"
        yield TreeChange(words, with_chance)
        yield TreeChange(f"{words}, rounded down", with_chance, rounds_means_down=True)


def find_explaining_change(answered: AnsweredTrees) -> TreeChange | None:
    """Return the first change that makes a program's values right on every tree.

    Args:
        answered: The trees with the program's answers.

    Returns:
        The change; ``None`` if none does, if the program failed on a tree, or if a level is one of
        chance, for which no change is known.
    """
    has_only_two_players = set(answered.levels) <= set(_BOTH_PLAYERS)
    if answered.has_failure or not has_only_two_players:
        return None
    changes = tree_changes(answered.levels)
    return next((change for change in changes if change.explains(answered)), None)


def find_search_of_changed_tree(answered: AnsweredTrees, change: TreeChange) -> Rules | None:
    """Return the search of changed trees that reads the leaves which a program prints.

    Args:
        answered: The trees with the program's answers.
        change: The change of the trees that gives the program's values.

    Returns:
        The rules of the first search that reads just these leaves on every tree; ``None`` if none
        does, or if the program prints no leaves on any tree.
    """
    trees_with_leaves = [
        (nested, answer.leaves)
        for nested, (_, answer) in answered.pair_nested_with_tried()
        if answer.leaves is not None
    ]
    if not trees_with_leaves:
        return None
    for rules in SEARCHES:
        reads_these_leaves = all(
            unlike(leaves, change.leaves(nested, rules)) is None
            for nested, leaves in trees_with_leaves
        )
        if reads_these_leaves:
            return rules
    return None


SEARCHES: Final = (
    *(Rules(cutoff=cutoff, order=order) for cutoff, order in product(CUTOFFS, DRAWN_ORDERS)),
    *(Rules(algorithm="minimax", order=order) for order in DRAWN_ORDERS),
)
"""What is tried: alpha-beta first, since minimax reads the same leaves where nothing is pruned."""
