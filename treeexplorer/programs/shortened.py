"""Programs that search a tree too shallow: they take nodes with children for leaves.

The plies are counted wrong, or the depth is the same for all trees. What such a program evaluates
is a *shortened tree*, in which a node whose children are left out counts a number, such as 0 or
the first leaf below it. Iterative deepening searches such trees on purpose, one after another, and
the whole tree at last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.programs.answers import AnsweredTrees, Leaves, same, unlike
from treeexplorer.programs.trials import Nested, height_of, leaves_of, to_nested
from treeexplorer.programs.values import SEARCHES, TreeChange
from treeexplorer.tree import GameTree, Levels, Number, from_nested

StandIn: TypeAlias = Callable[[Sequence[Number]], Number]
"""Returns what a node counts whose children are left out, given the leaves below it."""


def _make_fixed_depth(depth: int, _plies: int) -> int:
    """Return a depth that is the same for all trees."""
    return depth


def _halve_even_depth(plies: int) -> int:
    """Return half of the plies if their number is even; else all, since no half is met exactly.

    So many are searched if a ply counts twice, and only a depth of exactly 0 ends the search.
    """
    return plies if plies % 2 else plies // 2


_STAND_INS: Final[dict[str, StandIn]] = {
    "0": lambda _leaves: 0,
    "the first leaf below it": lambda leaves: leaves[0],
    "the last leaf below it": lambda leaves: leaves[-1],
    "the largest leaf below it": max,
    "the smallest leaf below it": min,
    "the sum of the leaves below it": sum,
    "the mean of the leaves below it": lambda leaves: sum(leaves) / len(leaves),
}
_DEPTHS: Final[dict[str, Callable[[int], int]]] = {
    "the tree without its lowest ply": lambda plies: plies - 1,
    "the tree down to half of its plies, as if each counted twice": lambda plies: (plies + 1) // 2,
    "the tree down to half of its plies where their number is even": _halve_even_depth,
}
"""How many plies are searched of a tree, given how many it has."""
_FIXED_DEPTHS: Final = range(1, 7)


class Shortening(NamedTuple):
    """A way to search a tree too shallow.

    Attributes:
        words: What is searched, so that “All its values are those of” goes before it.
        stand_in: What a node counts whose children are left out.
        depth: Returns how many plies of a tree are searched, given how many it has.
    """

    words: str
    stand_in: StandIn
    depth: Callable[[int], int]

    def shortened(self, nested: Nested) -> Nested:
        """Return a tree without the nodes that are left out.

        >>> Shortening("", sum, depth=lambda plies: 1).shortened([[3, [12, 5]], 2])
        [20, 2]
        """
        return _cut_below_depth(nested, self.depth(height_of(nested)), self.stand_in)


def _cut_below_depth(node: Nested, plies: int, stand_in: StandIn) -> Nested:
    """Return a node without the nodes that lie more than a number of plies below it.

    A node whose children are left out becomes a number, its *stand-in*.

    >>> _cut_below_depth([[3, [12, 5]], 2], 1, stand_in=sum)
    [20, 2]
    """
    if not isinstance(node, list):
        return node
    if plies == 0:
        return stand_in(list(leaves_of(node)))
    return [_cut_below_depth(child, plies - 1, stand_in) for child in node]


class ShallowSearch(NamedTuple):
    """What a program does that searches too shallow.

    Attributes:
        shortening: How far it searches.
        rules: The search of the shortened tree whose leaves it tells; ``None`` if it tells none.
        tells_stand_ins: Whether it tells the nodes whose children are left out among the leaves.
        tells_others: Whether it tells leaves that are those of no search of the shortened tree.
    """

    shortening: Shortening
    rules: Rules | None
    tells_stand_ins: bool
    tells_others: bool = False


def find_shallow_search(answered: AnsweredTrees) -> ShallowSearch | None:
    """Return the search that gives all answers of a program and stops above the leaves.

    Such a program takes nodes with children for leaves, and counts a number for each (a
    *stand-in*), such as 0 or the first leaf below it.

    Args:
        answered: The trees with the program's answers.

    Returns:
        How far the program searches, and the search whose leaves it tells, if they are those of
        one; ``None`` if no such search gives all values, or if the program failed on a tree.
    """
    if answered.has_failure:
        return None
    explaining = [
        shortening
        for shortening in _generate_shortenings()
        if _explains_all_values(shortening, answered)
    ]
    for shortening in explaining:
        found = _find_search_of_leaves(shortening, answered)
        if found is not None:
            return found
    if not explaining:
        return None
    return ShallowSearch(explaining[0], rules=None, tells_stand_ins=False, tells_others=True)


def _generate_shortenings() -> Iterator[Shortening]:
    """Yield the ways to search too shallow that are tried, the simplest first."""
    for (searched, depth), (counts, stand_in) in product(_DEPTHS.items(), _STAND_INS.items()):
        words = f"{searched}, where a node whose children are left out counts {counts}"
        yield Shortening(words, stand_in, depth)
    for (counts, stand_in), fixed in product(_STAND_INS.items(), _FIXED_DEPTHS):
        words = f"the tree down to ply {fixed}, where a node with children counts {counts}"
        yield Shortening(words, stand_in, partial(_make_fixed_depth, fixed))


def _explains_all_values(shortening: Shortening, answered: AnsweredTrees) -> bool:
    """Tell whether a program's values are those of the shortened trees."""
    return all(
        same(answer.value, _compute_minimax_value(shortening.shortened(nested), answered.levels))
        for nested, (_, answer) in answered.with_arguments()
    )


def _compute_minimax_value(nested: Nested, levels: Levels) -> Number:
    """Compute the minimax value of a tree."""
    return TreeChange("", levels).value(nested)


def _find_search_of_leaves(shortening: Shortening, answered: AnsweredTrees) -> ShallowSearch | None:
    """Find the search of the shortened trees that reads the leaves which a program has read.

    In a shortened tree some nodes have a number, their *stand-in*, in place of their children. With
    sums as stand-ins ``[[3, 5], 2]`` is shortened to ``[8, 2]``. A program that searches this tree
    may tell that it has read 8 and 2, or only 2, which is a leaf of the whole tree.

    Tried are alpha-beta with ≥ and with >, and minimax, in both orders of the children.

    Args:
        shortening: How the trees are shortened. The values that the program gives are those of the
            trees shortened so.
        answered: The trees with the program's answers.

    Returns:
        The first search that reads just these leaves on all trees; ``None`` if there is none. Its
        ``rules`` are ``None`` if the program tells leaves on no tree: then nothing shows how it
        searches.
    """
    trees_with_leaves = [
        (nested, answer.leaves)
        for nested, (_, answer) in answered.with_arguments()
        if answer.leaves is not None
    ]
    if not trees_with_leaves:
        return ShallowSearch(shortening, rules=None, tells_stand_ins=False)
    # With stand-ins first: a program that searches too shallow takes such nodes for leaves.
    for tells_stand_ins, rules in product((True, False), SEARCHES):
        candidate = ShallowSearch(shortening, rules, tells_stand_ins)
        reads_these_leaves = all(
            _reads_leaves_of(candidate, nested, leaves, answered.levels)
            for nested, leaves in trees_with_leaves
        )
        if reads_these_leaves:
            return candidate
    return None


def _reads_leaves_of(found: ShallowSearch, nested: Nested, leaves: Leaves, levels: Levels) -> bool:
    """Tell whether a search of a shortened tree tells the leaves that a program tells."""
    if found.rules is None:
        return False
    shortened = found.shortening.shortened(nested)
    rules = replace(found.rules, levels=levels)
    leaves_of_search = _collect_printed_leaves(
        nested, shortened, rules, tells_stand_ins=found.tells_stand_ins
    )
    return unlike(leaves, leaves_of_search) is None


def is_iterative_deepening(leaves_by_tree: Sequence[tuple[GameTree, Leaves]], rules: Rules) -> bool:
    """Tell whether a program searches each tree one ply deep, then two, and so on to the end.

    Where such a search ends above the leaves, a node counts a number, its *stand-in*: 0, the first
    leaf below it, the sum of these or the like. In ``[[3, 5], 2]`` the first search reads 8 and 2
    if the stand-in is the sum, and the second 3, 5 and 2.

    Two things are not known of a program: what its stand-ins are, and whether they are among the
    leaves that it tells. All combinations are tried.

    Args:
        leaves_by_tree: The trees, each with the values of the leaves that the program says it has
            read, in order.
        rules: The rules of each of these searches.

    Returns:
        Whether with one combination the leaves are right on all trees.
    """
    trees_with_leaves = [(to_nested(tree), leaves) for tree, leaves in leaves_by_tree]
    for stand_in in _STAND_INS.values():
        for tells_stand_ins in (True, False):
            if _is_iterative_deepening(
                trees_with_leaves, stand_in, rules, tells_stand_ins=tells_stand_ins
            ):
                return True
    return False


def _is_iterative_deepening(
    trees_with_leaves: Sequence[tuple[Nested, Leaves]],
    stand_in: StandIn,
    rules: Rules,
    *,
    tells_stand_ins: bool,
) -> bool:
    """Tell whether leaves are those of iterative deepening with given stand-ins, on every tree."""
    for nested, leaves in trees_with_leaves:
        leaves_of_deepening = _collect_leaves_of_deepening(
            nested, stand_in, rules, tells_stand_ins=tells_stand_ins
        )
        if unlike(leaves, leaves_of_deepening) is not None:
            return False
    return True


def _collect_leaves_of_deepening(
    nested: Nested, stand_in: StandIn, rules: Rules, *, tells_stand_ins: bool
) -> Leaves:
    """Collect the leaves that iterative deepening reads: one ply deep, then two, and so on.

    A node at which the depth ends counts its stand-in; with ``tells_stand_ins`` these are among the
    leaves.
    """
    leaves: list[Number] = []
    for depth in range(1, height_of(nested) + 1):
        shortened = _cut_below_depth(nested, depth, stand_in)
        leaves += _collect_printed_leaves(nested, shortened, rules, tells_stand_ins=tells_stand_ins)
    return tuple(leaves)


def _collect_printed_leaves(
    nested: Nested, shortened: Nested, rules: Rules, *, tells_stand_ins: bool
) -> Leaves:
    """Collect the leaves that a search of a shortened tree reads, in order.

    A shortened tree is one in which some nodes with children are replaced by a number, their
    stand-in.
    """
    # Both count the nodes of the shortened tree in preorder.
    is_stand_in = list(_mark_stand_ins(nested, shortened))
    leaves_read = _collect_read_leaves(shortened, rules)
    return tuple(number for node, number in leaves_read if tells_stand_ins or not is_stand_in[node])


def _collect_read_leaves(nested: Nested, rules: Rules) -> Iterator[tuple[int, Number]]:
    """Collect each leaf that a search reads of nested lists: its node, counted in preorder, and it.

    Of a tree without children the root is read.
    """
    if isinstance(nested, list):
        return search(from_nested(nested, rules.levels), rules).leaves_read()
    return iter([(0, nested)])


def _mark_stand_ins(node: Nested, shortened: Nested) -> Iterator[bool]:
    """Yield for each node of a shortened tree, in preorder, whether its children are left out.

    >>> list(_mark_stand_ins([[3, 12], 5], [3, 5]))
    [False, True, False]
    """
    is_leaf = not isinstance(shortened, list)
    yield is_leaf and isinstance(node, list)
    if not is_leaf:
        for child, shortened_child in zip(node, shortened, strict=True):
            yield from _mark_stand_ins(child, shortened_child)
