"""Programs that search a tree several times, of which the last search can be judged.

Iterative deepening searches a tree one ply deep, then two, and so on to the end. Where such a
search stops, a node counts an estimate of the program's own, and the children of a node are often
taken in the order that the search before found best. So what is read before the last search cannot
be foretold; it is only limited, since none of these searches reaches the lowest ply. The last
search is alpha-beta in some order of the children, and is held to that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from treeexplorer.engine import Rules
from treeexplorer.programs.answers import Leaves, expected, unlike
from treeexplorer.programs.own_order import (
    order_children_by_reading,
    reads_as_alphabeta_in_some_order,
)
from treeexplorer.programs.readings import (
    NOTHING_PROVEN,
    LeavesByTree,
    is_within,
    leaf_counts,
    most_readings,
    proven_interval,
    trees_with_distinct_leaves,
    trees_without_repeated_subtrees,
)
from treeexplorer.programs.trials import tells_leaves_apart, to_nested
from treeexplorer.rules import DRAWN_ORDERS
from treeexplorer.tree import GameTree, Number, Player


class _Search(NamedTuple):
    """A search of a whole tree, as far as it is known.

    Attributes:
        explains: Tells of a tree and some readings in a row whether they may be those of the
            search; the last argument says whether they are the last of all.
        times: How often it may read a leaf.
    """

    explains: Callable[[GameTree, Leaves, bool], bool]
    times: int


_FEWEST: Final = 10  # trees: fewer show nothing
_MOST_TIMES: Final = 16  # that a leaf is read by null windows, in a search of a small tree


def reads_alpha_beta_at_last(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program's last search of each tree is alpha-beta in the order of the rules.

    Before it, the program may search the tree in other ways, as iterative deepening does.

    Args:
        leaves_by_tree: The trees with the leaves that the program tells.
        rules: The test, the return rule and the order of alpha-beta. Those of minimax cut nothing,
            and are not asked about.
    """
    if not rules.is_classic_alphabeta:
        return False

    def is_alpha_beta(tree: GameTree, leaves: Leaves, _is_last: bool) -> bool:
        """Tell whether alpha-beta reads exactly these leaves, in this order."""
        leaves_of_alpha_beta = expected(tree, rules).told_leaves
        first_difference = unlike(leaves, leaves_of_alpha_beta)
        return first_difference is None

    # It reads a leaf once at most.
    last_search = _Search(is_alpha_beta, times=1)
    return _ends_with_searches(leaves_by_tree, last_search)


def reads_alpha_beta_at_last_in_some_order(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program's last search of each tree is alpha-beta in some order of children.

    A program that takes the children as they are drawn where all leaves differ, and an order is
    seen, takes them so everywhere: no other order explains what it reads where leaves are equal.

    Args:
        leaves_by_tree: The trees with the leaves that the program tells.
        rules: The test and the return rule of alpha-beta. Those of minimax cut nothing, and are
            not asked about.
    """
    if not rules.is_classic_alphabeta or _takes_children_as_drawn(leaves_by_tree, rules):
        return False
    return _is_last_search_alpha_beta_in_some_order(leaves_by_tree, rules, only_at=None)


def _is_last_search_alpha_beta_in_some_order(
    leaves_by_tree: LeavesByTree, rules: Rules, *, only_at: Player | None
) -> bool:
    """Tell whether the last search of each tree is alpha-beta in some order, drawn or not.

    Args:
        leaves_by_tree: The trees with the leaves that the program tells.
        rules: The test and the return rule of alpha-beta.
        only_at: The only player at whose nodes it cuts where α = β; ``None`` for both.
    """
    # Trees whose leaves all differ come first: they are soon decided.
    in_turn = sorted(leaves_by_tree, key=lambda told: not tells_leaves_apart(told[0]))
    return _ends_with_searches(in_turn, _build_search_in_some_order(rules, only_at))


def _build_search_in_some_order(rules: Rules, only_at: Player | None) -> _Search:
    """Return alpha-beta in some order of the children, as a search that may be the last.

    Args:
        rules: The test and the return rule of alpha-beta.
        only_at: The only player at whose nodes it cuts where α = β; ``None`` for both.
    """

    def is_alpha_beta(tree: GameTree, leaves: Leaves, _is_last: bool) -> bool:
        """Tell whether alpha-beta reads exactly these leaves in some order of the children."""
        return reads_as_alphabeta_in_some_order([(tree, leaves)], rules, only_at=only_at)

    return _Search(is_alpha_beta, times=1)


def only_player_to_cut_at_equality(leaves_by_tree: LeavesByTree, rules: Rules) -> Player | None:
    """Return at whose nodes alone the last search of each tree cuts where α = β, in some order.

    Asked of a program whose last search is alpha-beta neither with ≥ nor with > on all trees.

    Args:
        leaves_by_tree: The trees with the leaves that the program tells.
        rules: The rules that it is measured by.

    Returns:
        The player; ``None`` if that does not explain what it reads.
    """
    ordinary = ordinary_alpha_beta(rules)
    for player in (Player.MAX, Player.MIN):
        if _is_last_search_alpha_beta_in_some_order(leaves_by_tree, ordinary, only_at=player):
            return player
    return None


def _takes_children_as_drawn(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether the last search takes the children from one side where all leaves differ."""
    distinct = trees_with_distinct_leaves(leaves_by_tree)
    return len(distinct) >= _FEWEST and any(
        reads_alpha_beta_at_last(distinct, replace(rules, order=order)) for order in DRAWN_ORDERS
    )


def is_explained_at_last(tree: GameTree, leaves: Leaves, rules: Rules) -> bool:
    """Tell whether the last search of one tree may be alpha-beta, in some order of the children.

    If its leaves all differ, it may be one with null windows, too.

    Args:
        tree: The tree.
        leaves: The leaves that a program tells.
        rules: The test and the return rule of alpha-beta.
    """
    search = _build_search_in_some_order(rules, only_at=None)
    if _ends_with_search(tree, leaves, search, _could_come_from_shallower_search):
        return True
    return tells_leaves_apart(tree) and proves_values_at_last([(tree, leaves)], rules)


def goes_through_once(tree: GameTree, leaves: Leaves) -> bool:
    """Tell whether leaves are read in one pass from the left, or in one from the right.

    Args:
        tree: A tree whose leaves all differ, so that a value tells which leaf it is.
        leaves: The leaves that a program tells. Numbers that no leaf has are left out.
    """
    place_of_value = {tree.leaf_value(leaf): place for place, leaf in enumerate(tree.leaves(0))}
    places = [place_of_value[value] for value in leaves if value in place_of_value]
    each_once = sorted(set(places))
    return places in (each_once, each_once[::-1])


def ends_with(tree: GameTree, leaves: Leaves, last: Leaves) -> bool:
    """Tell whether leaves end with those of a last search, and shallower ones may precede it.

    Args:
        tree: The tree.
        leaves: The leaves that a program tells.
        last: The leaves that the last search reads.
    """
    before = leaves[: len(leaves) - len(last)]
    if unlike(leaves[len(before) :], last) is not None:
        return False
    shallow = _ShallowReadings.of(tree, times=1)
    return _could_come_from_shallower_search(shallow, before)


def without_repeated_subtrees_if_enough(leaves_by_tree: LeavesByTree) -> LeavesByTree:
    """Return the trees in which no subtree occurs again; none if they are too few to show anything.

    On the other trees a table of positions leaves out what was searched before.
    """
    trees = trees_without_repeated_subtrees(leaves_by_tree)
    return trees if len(trees) >= _FEWEST else []


def choose_distinct_trees_to_explain(leaves_by_tree: LeavesByTree, base: Rules) -> LeavesByTree:
    """Choose the trees whose leaves all differ, if the last search of them is not alpha-beta.

    Where it is alpha-beta, in whatever order of the children, nothing is left to explain: it has to
    be alpha-beta on the other trees, too. Then none are returned, and none if they are too few to
    show anything.

    Args:
        leaves_by_tree: The trees with the leaves that the program tells.
        base: The rules that it is measured by. Whether α = β cuts makes no difference there.
    """
    distinct = trees_with_distinct_leaves(leaves_by_tree)
    if len(distinct) < _FEWEST:
        return []
    ordinary = ordinary_alpha_beta(base)
    if _takes_children_as_drawn(distinct, ordinary):
        return []
    if reads_alpha_beta_at_last_in_some_order(distinct, ordinary):
        return []
    return distinct


def ordinary_alpha_beta(rules: Rules) -> Rules:
    """Return the rules of alpha-beta that cuts where it may, players and order as given."""
    return replace(rules, algorithm="alphabeta", form="classic", cutoff=">=", fail="soft")


def proves_values_at_last(distinct: LeavesByTree, rules: Rules) -> bool:
    """Tell whether the last search of each tree proves its value, and reads no needless leaf.

    In ``[[3 12] [2 4]]`` the leaves 3, 12 and 2 prove 3 for MAX: MIN gets 3 on the left, and at
    most 2 on the right. A leaf is needless if alpha-beta would not read it, in whatever order it
    took the children.

    PVS and NegaScout search so, and a search with a window that was guessed. If the guess is wrong,
    the tree is searched again; the search before then proves only a bound of the root's value.

    Args:
        distinct: Trees whose leaves all differ, with the leaves that the program tells: there the
            order of the children is seen. Its last search of them is not exactly alpha-beta.
        rules: The test and the return rule of alpha-beta.
    """
    if not rules.is_classic_alphabeta or not distinct:
        return False

    def is_possible(tree: GameTree, leaves: Leaves, is_last: bool) -> bool:
        """Tell whether one search may read these leaves: the last one, or one before it."""
        proven = proven_interval(to_nested(tree), tree.levels, ply=0, read=set(leaves))
        low, high = proven
        proves_value = low == high
        proves_bound = proven != NOTHING_PROVEN
        if is_last and not proves_value:
            return False
        if not proves_bound:
            return False
        return _are_read_by_alpha_beta(tree, leaves, rules)

    return _ends_with_searches(distinct, _Search(is_possible, _MOST_TIMES))


def proves_values_with_no_more_leaves(distinct: LeavesByTree, base: Rules) -> bool:
    """Tell whether a program proves each value, and reads no more leaves in all than alpha-beta.

    So it is with searches whose order of children changes while they go on, such as MTD(f) with a
    table of best moves. Three things must hold of the leaves that the program tells; numbers that
    no leaf has are left out:

    - In each tree they prove the root's value.
    - In all trees together they are no more than those of alpha-beta, each leaf counted once.
    - Those of the lowest ply are read less than twice on average, since shallower searches do not
      reach them.

    Args:
        distinct: Trees whose leaves all differ, with the leaves that the program tells: there a
            value tells which leaf it is. Its last search of them is not exactly alpha-beta.
        base: The rules that it is measured by. Their players and their order of children matter:
            it is compared with alpha-beta that cuts where it may.
    """
    if not distinct:
        return False

    leaves_by_tree = [(tree, _remove_numbers_of_no_leaf(tree, leaves)) for tree, leaves in distinct]
    if not all(_prove_root_value(tree, leaves) for tree, leaves in leaves_by_tree):
        return False

    alpha_beta = ordinary_alpha_beta(base)
    count_by_alpha_beta = sum(len(expected(tree, alpha_beta).told_leaves) for tree, _ in distinct)
    count_by_program = sum(len(set(leaves)) for _, leaves in leaves_by_tree)
    if count_by_program > count_by_alpha_beta:
        return False
    return _reads_lowest_leaves_less_than_twice(leaves_by_tree)


def _remove_numbers_of_no_leaf(tree: GameTree, numbers: Leaves) -> Leaves:
    """Remove from what a program tells the numbers that no leaf of the tree has."""
    counts = leaf_counts(tree)
    return tuple(number for number in numbers if number in counts)


def _prove_root_value(tree: GameTree, leaves: Leaves) -> bool:
    """Tell whether some leaves, whatever the others are, prove what the root is worth."""
    low, high = proven_interval(to_nested(tree), tree.levels, ply=0, read=set(leaves))
    return low == high


def _reads_lowest_leaves_less_than_twice(leaves_by_tree: LeavesByTree) -> bool:
    """Tell whether the leaves of the lowest ply are read less than twice on average.

    For example 3, 12, 3 are three readings of two leaves. Leaves that are never read do not count.
    """
    readings = 0
    leaves_read = 0
    for tree, leaves in leaves_by_tree:
        lowest = _collect_lowest_leaves(tree)
        readings_of_lowest = [leaf for leaf in leaves if leaf in lowest]
        readings += len(readings_of_lowest)
        leaves_read += len(set(readings_of_lowest))
    return readings < 2 * leaves_read


def _collect_lowest_leaves(tree: GameTree) -> set[Number | None]:
    """Collect the values of the leaves on the lowest ply of a tree."""
    return {tree.leaf_value(leaf) for leaf in tree.leaves(0) if tree.ply[leaf] == tree.depth}


def _are_read_by_alpha_beta(tree: GameTree, leaves: Leaves, rules: Rules) -> bool:
    """Tell whether alpha-beta reads all of the leaves, in some order of the children.

    Some of them may be read again, as often as null windows explain it: a child that is searched
    again may then read leaves which the null window had cut off, behind others.

    Args:
        tree: A tree whose leaves all differ.
        leaves: The leaves.
        rules: The test and the return rule of alpha-beta.
    """
    reordered = order_children_by_reading(tree, leaves)
    rules = replace(rules, order="left-to-right")
    are_to_be_read = set(leaves) <= set(expected(reordered, rules).told_leaves)
    return are_to_be_read and is_within(leaves, most_readings(reordered, rules))


def _ends_with_searches(leaves_by_tree: LeavesByTree, search: _Search) -> bool:
    """Tell whether on each tree the leaves end with those of a search of the whole tree.

    What stands before them may come from searches that stop above the lowest ply, or from further
    searches of the whole tree. A program may tell what a node counts where such a search stops, or
    may not; it does the same on every tree.
    """
    for may_precede in (_could_be_read_before, _could_be_printed_before):
        if all(
            _ends_with_search(tree, leaves, search, may_precede) for tree, leaves in leaves_by_tree
        ):
            return True
    return False


def _ends_with_search(
    tree: GameTree,
    leaves: Leaves,
    search: _Search,
    may_precede: Callable[[_ShallowReadings, Leaves], bool],
) -> bool:
    """Tell whether leaves end with those of a search, or of several of the whole tree in a row.

    What stands before them must be what shallower searches may tell. For example 5, 5, 3, 12 may be
    told of ``[5 [3 12]]`` by iterative deepening: the search of the whole tree reads 5, 3, 12, and
    the one before it, which goes one ply deep, the first 5.

    Args:
        tree: The tree.
        leaves: The leaves that the program tells.
        search: The search.
        may_precede: Tells whether shallower searches may tell what stands before these.
    """
    shallow = _ShallowReadings.of(tree, search.times)
    return any(
        may_precede(shallow, leaves[:start])
        for start in _generate_starts_of_whole_searches(tree, leaves, search)
    )


def _generate_starts_of_whole_searches(
    tree: GameTree, leaves: Leaves, search: _Search
) -> Iterator[int]:
    """Yield each index from which on the leaves are those of one or more whole searches in a row.

    They are found from the end: one search ends with the last leaf, and where it has begun, the
    search before it ends. For example, a program tells 3, 12, 3, 12 of ``[3 12]``. The last search
    reads 3, 12, so the index 2 is yielded; the one before it reads 3, 12, too, so 0 is yielded.
    """
    # An end is the index behind the last leaf of a search. Several rows of searches may lead to
    # one, but each is tried once.
    end_of_all = len(leaves)
    ends_to_try = [end_of_all]
    known_ends = {end_of_all}
    while ends_to_try:
        end = ends_to_try.pop()
        for start in _find_possible_starts(tree, leaves, end, search.times):
            if start in known_ends:
                continue
            is_last_search = end == end_of_all
            if search.explains(tree, leaves[start:end], is_last_search):
                yield start
                known_ends.add(start)  # the search before this one ends here
                ends_to_try.append(start)


def _find_possible_starts(tree: GameTree, leaves: Leaves, end: int, times: int) -> Iterator[int]:
    """Find where a search of a tree that ends at an index of the leaves may have begun.

    The latest place comes first. From there one goes back until a leaf cannot be of the same
    search: no leaf of the tree has its value, or it has been read as often as it may be. For
    example, a program tells 5, 12, 3, 12 of ``[3 12]``. If the search that ends there reads each
    leaf once, it may begin at the index 3 or 2, but not at 1: it would read the 12 twice.

    Args:
        tree: The tree.
        leaves: The leaves that a program tells.
        end: The index behind the last leaf of the search.
        times: How often the search may read each leaf.
    """
    allowed_readings = {value: times * count for value, count in leaf_counts(tree).items()}
    for start in reversed(range(end)):
        value = leaves[start]
        can_be_read = allowed_readings.get(value, 0) > 0
        if not can_be_read:  # nor can the search have begun any earlier
            return
        allowed_readings[value] -= 1
        yield start


class _ShallowReadings(NamedTuple):
    """What searches may read together that go one ply deep, then two, and so on.

    Each of them stops above the lowest ply.

    Attributes:
        by_value: How often each value may be read; several leaves of a value are added up.
        with_estimates: How many leaves they may read, with the nodes at which they stop.
    """

    by_value: Counter[Number]
    with_estimates: int

    @classmethod
    def of(cls, tree: GameTree, times: int) -> _ShallowReadings:
        """Return what the searches of a tree may read.

        In ``[5 [3 12]]``, which has two plies, the search of one ply reads 5 and stops at the other
        child.

        Args:
            tree: The tree.
            times: How often each of them may read a leaf, or stop at a node.
        """
        by_value: Counter[Number] = Counter()
        for leaf in tree.leaves(0):
            value = tree.leaf_value(leaf)
            if value is not None:
                # A leaf is reached by the searches that are as deep as its ply, or deeper.
                by_value[value] += times * (tree.depth - tree.ply[leaf])
        # Each node with children lies on one ply, so that one search stops there.
        inner_nodes = sum(1 for _ in tree.inner_nodes())
        return cls(by_value, by_value.total() + times * inner_nodes)


def _could_be_read_before(shallow: _ShallowReadings, leaves: Leaves) -> bool:
    """Tell whether shallower searches may read leaves, if they tell nothing else."""
    return is_within(leaves, shallow.by_value)


def _could_be_printed_before(shallow: _ShallowReadings, leaves: Leaves) -> bool:
    """Tell whether shallower searches may tell numbers, if they tell what a node counts, too.

    What it counts is not known, so that any number may stand for it.
    """
    return len(leaves) <= shallow.with_estimates


def _could_come_from_shallower_search(shallow: _ShallowReadings, leaves: Leaves) -> bool:
    """Tell whether shallower searches may tell numbers, if it is known of one tree alone."""
    return _could_be_read_before(shallow, leaves) or _could_be_printed_before(shallow, leaves)
