"""Trees to order; the same ones from the same seed.

Terms. An *order* says what a tree is to be like: its shape, how many cut-offs a search of it has,
how many leaves it reads. How far a tree *misses* an order is a number, 0 where it meets it.

A shape is drawn at random, then leaf values. Then single values are changed as long as that brings
the tree no farther from the order, and after a while a new shape is tried. Where no tree is found,
nothing is claimed but how near the nearest one came.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Final, NamedTuple

from treeexplorer.engine import search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import TreeexplorerError, present
from treeexplorer.numbers import counted
from treeexplorer.rules import CUTOFFS, FAILS, Rules, title_of
from treeexplorer.text import described
from treeexplorer.tree import GameTree, Levels, Player, TreeBuilder
from treeexplorer.tree.columns import all_letters

_MOST_LEAVES: Final = 100_000
_TREES_OF_A_SHAPE: Final = 250  # that are tried before another shape is drawn
_MOST_TREES: Final = 4_000
_FEWEST_TREES: Final = 20
_MOST_NODES: Final = 3_000_000  # of all trees that are tried
_SHARE_OF_EARLY_LEAVES: Final = 0.25


class OrderError(TreeexplorerError):
    """An order that makes no sense, or that no tree was found to meet; said in a sentence."""


@dataclass(frozen=True, slots=True)
class Range:
    """A least and a greatest number, both included."""

    low: int
    high: int

    def __post_init__(self) -> None:
        for end in (self.low, self.high):
            if isinstance(end, bool) or not isinstance(end, int):
                raise TypeError(f"a range is two whole numbers, not {described(end)}")
        if self.low > self.high:
            raise OrderError(f"a range goes upwards: {self.low} is more than {self.high}")

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"

    def miss(self, number: int) -> int:
        """Return how far a number lies outside the range; 0 if it lies inside.

        >>> Range(2, 4).miss(3), Range(2, 4).miss(7)
        (0, 3)
        """
        return max(self.low - number, number - self.high, 0)


_OF_AN_ORDER: Final[tuple[tuple[str, Any, str], ...]] = (
    ("plies", int, "a whole number"),
    *((name, Range, "a te.Range") for name in ("branching", "values")),
    *((name, Range | None, "a te.Range or None") for name in ("cut_offs", "leaves_read")),
    ("irregular", bool, "True or False"),
    *((name, bool | None, "True, False or None") for name in ("deep", "tie", "same")),
    ("rules", Rules, "a te.Rules"),
)
"""What each field of an order takes, with the words for it."""


@dataclass(frozen=True)
class Order:
    """What a generated tree is to be like; ``None`` where it does not matter.

    Attributes:
        plies: How many plies deep.
        branching: How many children a node has.
        irregular: Whether some branches end early.
        values: The range of the leaf values.
        cut_offs: How many cut-offs.
        deep: Whether at least one cut-off is deep (``True``), or none is (``False``).
        tie: Whether at least one cut-off is made by equality, or none is.
        same: Whether root value, best move and cuts are the same under every cut test and return
            rule, or deliberately not.
        leaves_read: How many leaves the search reads.
        rules: The conventions that all this is about.
    """

    plies: int = 2
    branching: Range = field(default_factory=lambda: Range(3, 3))
    irregular: bool = False
    values: Range = field(default_factory=lambda: Range(0, 20))
    cut_offs: Range | None = None
    deep: bool | None = None
    tie: bool | None = None
    same: bool | None = None
    leaves_read: Range | None = None
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        for name, kinds, wanted in _OF_AN_ORDER:
            value = getattr(self, name)
            if not isinstance(value, kinds) or (kinds is int and isinstance(value, bool)):
                raise TypeError(f"{name} is {wanted}, not {described(value)}")


LEVELS: Final[tuple[Order, ...]] = (
    Order(2, Range(2, 3), values=Range(1, 12), cut_offs=Range(1, 1), deep=False, tie=False),
    Order(2, Range(3, 3), values=Range(0, 20), cut_offs=Range(1, 2), tie=False, same=True),
    Order(3, Range(2, 3), values=Range(0, 20), cut_offs=Range(2, 4), tie=False),
    Order(3, Range(2, 3), irregular=True, cut_offs=Range(3, 6), tie=True, same=False),
    Order(4, Range(2, 3), irregular=True, values=Range(-9, 20), cut_offs=Range(3, 9), deep=True),
)


def order_of_level(level: int | None) -> Order:
    """Return the order of a level from 1 to 5; without a level, two plies of three children."""
    return Order() if level is None else LEVELS[level - 1]


def several(order: Order, seed: int, count: int) -> list[GameTree]:
    """Return ``count`` trees that meet an order, each from its own seed, with named nodes.

    Raises:
        OrderError: The order makes no sense, or no tree was found that meets it.
    """
    return [named(generate(order, seed + place)) for place in range(count)]


def is_same_under_all(tree: GameTree, rules: Rules) -> bool:
    """Tell whether root value, best move and cuts are the same under all conventions.

    Each combination of a cut-off test and a return rule is tried, in the classic form.
    """
    answers = set()
    for cutoff, fail in product(CUTOFFS, FAILS):
        convention = replace(rules, form="classic", cutoff=cutoff, fail=fail)
        analysis = analysis_of(search(tree, convention))
        answers.add((analysis.value, analysis.moves(0).best, analysis.pruned))
    return len(answers) == 1


class UnmetDemand(NamedTuple):
    """A demand of an order that a tree does not meet.

    Attributes:
        distance: How far a count lies outside its range; 1 for a demand that counts nothing.
        words: What the tree has instead, such as ``1 cut-off``.
    """

    distance: int
    words: str


def misses(order: Order, tree: GameTree) -> Iterator[UnmetDemand]:
    """Yield each demand of an order that a tree does not meet.

    >>> from treeexplorer.tree import from_nested
    >>> list(misses(Order(cut_offs=Range(3, 4)), from_nested([[3, 12], [2, 9]])))
    [UnmetDemand(distance=2, words='1 cut-off')]
    """
    for demand in _count_for_order(order, tree):
        if demand.wanted is not None:
            distance = demand.wanted.miss(demand.number)
            if distance > 0:
                yield UnmetDemand(distance, demand.words)

    if order.same is not None:
        is_same = is_same_under_all(tree, order.rules)
        if is_same is not order.same:
            which = "the same" if is_same else "another"
            yield UnmetDemand(1, f"{which} answer under other conventions")


class _CountedDemand(NamedTuple):
    """Something to be counted in a tree, and how many of it there are.

    Attributes:
        wanted: How many the order asks for; ``None`` if it does not ask.
        number: How many there are.
        words: The number in words, such as ``1 cut-off``.
    """

    wanted: Range | None
    number: int
    words: str


def _count_for_order(order: Order, tree: GameTree) -> Iterator[_CountedDemand]:
    """Search a tree, and count what an order may ask for: cut-offs, leaves read, and so on."""
    record = search(tree, order.rules)
    cut_offs = analysis_of(record).cut_offs

    cut_off_count = len(cut_offs)
    words = counted(cut_off_count, "cut-off", "cut-offs")
    yield _CountedDemand(order.cut_offs, cut_off_count, words)

    leaf_count = record.evaluated
    words = f"{counted(leaf_count, 'leaf', 'leaves')} read"
    yield _CountedDemand(order.leaves_read, leaf_count, words)

    # Of deep cut-offs and ties an order says only whether there are some. A range must have an
    # upper end: a search that visits each node once has fewer cut-offs than there are nodes.
    deep_count = sum(cut.deep for cut in cut_offs)
    words = counted(deep_count, "deep cut-off", "deep cut-offs")
    yield _CountedDemand(_make_range(order.deep, largest=len(tree)), deep_count, words)

    tie_count = sum(cut.is_tie for cut in cut_offs)
    words = f"{counted(tie_count, 'cut-off', 'cut-offs')} on equality"
    yield _CountedDemand(_make_range(order.tie, largest=len(tree)), tie_count, words)


def _make_range(is_wanted: bool | None, largest: int) -> Range | None:
    """Return the range from 1 up for what is wanted, 0 for what is not; ``None`` if all is right.

    >>> _make_range(True, 9), _make_range(False, 9), _make_range(None, 9)
    (Range(low=1, high=9), Range(low=0, high=0), None)
    """
    if is_wanted is None:
        return None
    if is_wanted:
        return Range(1, largest)
    return Range(0, 0)


class _Candidate(NamedTuple):
    """A tree that is tried.

    Attributes:
        tree: The tree.
        distance: How far it misses the order in all; 0 where it meets it.
        words: What it has of what it misses, such as ``1 cut-off, 5 leaves read``.
    """

    tree: GameTree
    distance: int
    words: str


def generate(order: Order, seed: int) -> GameTree:
    """Return a tree that meets an order; the same order and seed give the same tree.

    A tree is drawn at random and its leaf values are changed one by one, towards the order. If that
    does not meet it, another tree is drawn, with other numbers of children where these may vary.

    Raises:
        OrderError: The order makes no sense, or no tree was found that meets it.
    """
    _refuse_no_trees_and_huge_ones(order)
    _refuse_deep_in_few_plies(order)
    nearest: _Candidate | None = None
    tree_count = 0
    for candidate in _iterate_candidates(within_range(order), seed):
        if candidate.distance == 0:
            return candidate.tree
        tree_count += 1
        if nearest is None or candidate.distance < nearest.distance:
            nearest = candidate

    nearest_words = present(nearest).words  # at least one tree is tried
    raise OrderError(
        f"none of {tree_count} trees meets the order (the nearest has {nearest_words}); "
        "ask for less, or try another seed"
    )


def _iterate_candidates(order: Order, seed: int) -> Iterator[_Candidate]:
    """Yield the trees that are tried for an order: 250 of one shape, 250 of another, ….

    For example 600 trees are tried by three shapes, the third to its end, too. The same seed gives
    the same trees.
    """
    chooser = random.Random(seed)  # noqa: S311 - exercises are no secrets
    first = _make_candidate(order, draw_at_random(order, chooser))
    yield from _vary_leaf_values(first, order, chooser)

    shape_count = math.ceil(_count_trees_to_try(first.tree) / _TREES_OF_A_SHAPE)
    further_shapes = shape_count - 1
    for _ in range(further_shapes):
        candidate = _make_candidate(order, draw_at_random(order, chooser))
        yield from _vary_leaf_values(candidate, order, chooser)


def _count_trees_to_try(first: GameTree) -> int:
    """Return how many trees are tried for an order: fewer of large ones, by the size of the first.

    All together have about three million nodes at most, but at least 20 trees are tried.
    """
    within_limits = min(_MOST_TREES, _MOST_NODES // len(first))
    return max(_FEWEST_TREES, within_limits)


def _vary_leaf_values(
    first: _Candidate, order: Order, chooser: random.Random
) -> Iterator[_Candidate]:
    """Yield a candidate, then those that arise from it as single leaf values are changed.

    A change is kept unless it brings the tree farther from the order. If it is not kept, the same
    candidate is yielded again.
    """
    candidate = first
    for _ in range(_TREES_OF_A_SHAPE):
        yield candidate
        changed = _make_candidate(order, _change_random_leaf(candidate.tree, order, chooser))
        if changed.distance <= candidate.distance:
            candidate = changed


def _make_candidate(order: Order, tree: GameTree) -> _Candidate:
    """Return a tree together with how far it misses the order."""
    unmet_demands = list(misses(order, tree))
    distance = sum(demand.distance for demand in unmet_demands)
    words = ", ".join(demand.words for demand in unmet_demands)
    return _Candidate(tree, distance, words)


def _change_random_leaf(tree: GameTree, order: Order, chooser: random.Random) -> GameTree:
    """Return a tree with a new random value at one leaf, which may be the value it has."""
    # The first leaf from a random node on. There is one: the last node in preorder is a leaf.
    leaf = chooser.randrange(len(tree))
    while not tree.is_leaf(leaf):
        leaf += 1
    return tree.with_values({leaf: _draw_value(order, chooser)})


def _refuse_no_trees_and_huge_ones(order: Order) -> None:
    """Raise an error if a tree would have no ply or no child, or might have too many leaves.

    Raises:
        OrderError: A tree would have no ply or no child, or might have too many leaves.
    """
    if order.plies < 1 or order.branching.low < 1:
        raise OrderError("a tree has at least 1 ply and 1 child at each node")
    # The largest tree that may be drawn, as each node has up to so many children.
    leaves = order.branching.high**order.plies
    if leaves > _MOST_LEAVES:
        raise OrderError(
            f"{order.plies} plies with {order.branching} children each may have {leaves} leaves; "
            f"{_MOST_LEAVES} are the most that is generated"
        )


def _refuse_deep_in_few_plies(order: Order) -> None:
    """Raise an error if a deep cut-off is ordered that no tree of the ordered plies can have.

    In a deep cut-off the bound comes from further up than the nearest node of the opponent. So it
    takes a number of plies, which depends on who moves at each ply.

    Raises:
        OrderError: No tree can have one: with so few plies, or with any number of them.
    """
    if not order.deep:
        return
    fewest_plies = count_fewest_plies_of_deep(order.rules.levels)
    if fewest_plies is None:  # such as with MAX alone on all plies, who has no opponent
        raise OrderError("no tree has a deep cut-off in which MAX and MIN do not both move")
    if order.plies < fewest_plies:
        raise OrderError(
            f"no tree of {counted(order.plies, 'ply', 'plies')} has a deep cut-off: above the node "
            f"that is cut off stand two nodes of the opponent, which takes {fewest_plies} plies"
        )


_ROUNDS: Final = 3
"""After two rounds of the levels each of their players has two nodes on a path from the root. The
node that is cut off comes in the third round at the latest."""


def count_fewest_plies_of_deep(levels: Levels) -> int | None:
    """Return the fewest plies of a tree that has a deep cut-off; ``None`` if no tree can have one.

    The bound of a deep cut-off comes from a node of the opponent, but not from the nearest one, so
    two such nodes must stand above the node that is cut off.

    With MAX and MIN in turn, the plies are MAX, MIN, MAX, MIN: the second MIN node has two MAX
    nodes above it. It stands on ply 3, and its children on ply 4.

    >>> from treeexplorer.tree import Player
    >>> count_fewest_plies_of_deep((Player.MAX, Player.MIN))
    4

    Args:
        levels: Whose move it is on each ply, repeated from the root down.
    """
    plies = levels * _ROUNDS
    for ply, player in enumerate(plies):
        above = plies[:ply]
        if any(above.count(opponent) >= 2 for opponent in _OPPONENTS[player]):
            return ply + 1  # the node that is cut off has children on the next ply
    return None


_OPPONENTS: Final[Mapping[Player, tuple[Player, ...]]] = {
    Player.MAX: (Player.MIN,),
    Player.MIN: (Player.MAX,),
    Player.CHANCE: (Player.MAX, Player.MIN),
}
"""A chance node, which is cut off where a range is known, has both players as opponents."""


def within_range(order: Order) -> Order:
    """Return the order with its leaf values narrowed to the range that its rules know.

    A rule may say that all values lie in a range, such as −5 to 5, of which the search makes use:
    then leaves must lie in it, too. Without such a rule the order is returned as it is.

    Raises:
        OrderError: No whole number that is wanted lies in the range.
    """
    if not order.rules.has_range:
        return order
    low, high = within_known_range(order.values.low, order.values.high, order.rules)
    if low > high:
        raise OrderError(
            f"leaf values of {order.values} lie outside the known range, which is "
            f"{title_of('range', order.rules.range)}"
        )
    return replace(order, values=Range(low, high))


def within_known_range(low: int, high: int, rules: Rules) -> tuple[int, int]:
    """Return a range of whole numbers, narrowed to the range of values that the rules know.

    Example:
        >>> within_known_range(0, 20, Rules()), within_known_range(0, 20, Rules(range=(-5, 7.5)))
        ((0, 20), (0, 7))
    """
    lowest, highest = rules.known_range  # infinite ends without such a rule
    if math.isfinite(lowest):
        low = max(low, math.ceil(lowest))
    if math.isfinite(highest):
        high = min(high, math.floor(highest))
    return low, high


def draw_at_random(order: Order, chooser: random.Random) -> GameTree:
    """Return a tree of random shape with random leaf values.

    The leftmost branch always reaches the full depth.
    """
    builder = TreeBuilder()
    builder.levels = order.rules.levels
    # A stack, as trees may be deep: how many plies a subtree has, or None for the end of a node.
    pending: list[int | None] = [order.plies]
    while pending:
        plies = pending.pop()
        if plies is None:
            builder.close()
        elif _ends_early(order, builder, chooser) or plies == 0:  # a number is drawn at any ply
            builder.leaf(_draw_value(order, chooser))
        else:
            builder.open()
            children = chooser.randint(order.branching.low, order.branching.high)
            pending.append(None)
            pending += [plies - 1] * children
    return builder.tree()


def _ends_early(order: Order, builder: TreeBuilder, chooser: random.Random) -> bool:
    """Tell whether the next node is an early leaf: at random, behind the first branch."""
    is_behind_first_branch = len(builder.kind) > order.plies
    may_end_early = order.irregular and is_behind_first_branch
    return may_end_early and chooser.random() < _SHARE_OF_EARLY_LEAVES


def _draw_value(order: Order, chooser: random.Random) -> int:
    return chooser.randint(order.values.low, order.values.high)


def named(tree: GameTree) -> GameTree:
    """Return a tree whose nodes with children are called A, B, C, … from the top."""
    inner = (node for ply in tree.plies for node in ply if not tree.is_leaf(node))
    return replace(tree, names=dict(zip(inner, all_letters(), strict=False)))
