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
from functools import partial
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
        may_read: Tells of a tree and some leaves in a row whether a search may read just these.
        may_read_at_last: Tells the same of the last search of the tree, which proves its value.
        times: How often it may read a leaf.
    """

    may_read: Callable[[GameTree, Leaves], bool]
    may_read_at_last: Callable[[GameTree, Leaves], bool]
    times: int


_FEWEST: Final = 10  # trees: fewer show nothing
_MOST_TIMES: Final = 16  # that a leaf is read by null windows, in a search of a small tree


def reads_alpha_beta_at_last(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program's last search of each tree is alpha-beta in the order of the rules.

    Before it, the program may search the tree in other ways, as iterative deepening does. For
    example on ``[5 [3 12]]`` with MAX first, the leaves 5, 5, 3 end with those of alpha-beta: 5, 3.

    Args:
        leaves_by_tree: The trees with the leaves that the program prints.
        rules: The test, the return rule and the order of alpha-beta. The answer is no for other
            searches.
    """
    if not rules.is_classic_alphabeta:
        return False

    is_alpha_beta = partial(_are_leaves_of_alpha_beta, rules=rules)
    reading_each_leaf_once = _Search(is_alpha_beta, may_read_at_last=is_alpha_beta, times=1)
    return _ends_with_searches(leaves_by_tree, reading_each_leaf_once)


def _are_leaves_of_alpha_beta(tree: GameTree, leaves: Leaves, rules: Rules) -> bool:
    """Tell whether alpha-beta reads exactly these leaves, in this order."""
    first_difference = unlike(leaves, expected(tree, rules).told_leaves)
    return first_difference is None


def reads_alpha_beta_at_last_in_some_order(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program's last search of each tree is alpha-beta in some order of children.

    A program that takes the children as they are drawn where all leaves differ, and an order is
    seen, takes them so everywhere: no other order explains what it reads where leaves are equal.

    Args:
        leaves_by_tree: The trees with the leaves that the program prints.
        rules: The test and the return rule of alpha-beta. Those of minimax cut nothing, and are
            not asked about.
    """
    if not rules.is_classic_alphabeta or _takes_children_as_drawn(leaves_by_tree, rules):
        return False
    return _is_last_search_alpha_beta_in_some_order(
        leaves_by_tree, rules, equality_cuts_only_at=None
    )


def _is_last_search_alpha_beta_in_some_order(
    leaves_by_tree: LeavesByTree, rules: Rules, *, equality_cuts_only_at: Player | None
) -> bool:
    """Tell whether the last search of each tree is alpha-beta in some order, drawn or not.

    Args:
        leaves_by_tree: The trees with the leaves that the program prints.
        rules: The test and the return rule of alpha-beta.
        equality_cuts_only_at: The only player at whose nodes it cuts where α = β; ``None`` for
            both.
    """
    # Trees whose leaves all differ come first: they are soon decided.
    distinct = [(tree, leaves) for tree, leaves in leaves_by_tree if tells_leaves_apart(tree)]
    others = [(tree, leaves) for tree, leaves in leaves_by_tree if not tells_leaves_apart(tree)]
    search_in_some_order = _build_search_in_some_order(rules, equality_cuts_only_at)
    return _ends_with_searches([*distinct, *others], search_in_some_order)


def _build_search_in_some_order(rules: Rules, equality_cuts_only_at: Player | None) -> _Search:
    """Return alpha-beta in some order of the children, as a search that may be the last.

    Args:
        rules: The test and the return rule of alpha-beta.
        equality_cuts_only_at: The only player at whose nodes it cuts where α = β; ``None`` for
            both.
    """

    def is_alpha_beta(tree: GameTree, leaves: Leaves) -> bool:
        """Tell whether alpha-beta reads exactly these leaves in some order of the children."""
        return reads_as_alphabeta_in_some_order(
            [(tree, leaves)], rules, equality_cuts_only_at=equality_cuts_only_at
        )

    return _Search(is_alpha_beta, may_read_at_last=is_alpha_beta, times=1)


def only_player_to_cut_at_equality(leaves_by_tree: LeavesByTree, rules: Rules) -> Player | None:
    """Return at whose nodes alone the last search of each tree cuts where α = β, in some order.

    Asked of a program whose last search is alpha-beta neither with ≥ nor with > on all trees.

    Args:
        leaves_by_tree: The trees with the leaves that the program prints.
        rules: The rules that it is measured by.

    Returns:
        The player; ``None`` if that does not explain what it reads.
    """
    ordinary = ordinary_alpha_beta(rules)
    for player in (Player.MAX, Player.MIN):
        if _is_last_search_alpha_beta_in_some_order(
            leaves_by_tree, ordinary, equality_cuts_only_at=player
        ):
            return player
    return None


def _takes_children_as_drawn(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether the last search takes the children from one side where all leaves differ.

    At least ten such trees are needed to show it.
    """
    distinct = trees_with_distinct_leaves(leaves_by_tree)
    if len(distinct) < _FEWEST:
        return False
    return any(
        reads_alpha_beta_at_last(distinct, replace(rules, order=order)) for order in DRAWN_ORDERS
    )


def is_explained_at_last(tree: GameTree, leaves: Leaves, rules: Rules) -> bool:
    """Tell whether the last search of one tree may be alpha-beta, in some order of the children.

    If its leaves all differ, it may be one with null windows, too.

    Args:
        tree: The tree.
        leaves: The leaves that a program prints.
        rules: The test and the return rule of alpha-beta.
    """
    search = _build_search_in_some_order(rules, equality_cuts_only_at=None)
    if _ends_with_search(tree, leaves, search, _could_come_from_shallower_search):
        return True
    return tells_leaves_apart(tree) and proves_values_at_last([(tree, leaves)], rules)


def goes_through_once(tree: GameTree, leaves: Leaves) -> bool:
    """Tell whether leaves are read in one pass from the left, or in one from the right.

    For example 3, 2, 4 of ``[[3 12] [2 4]]`` are, and so are 4, 2, 3; but not 3, 4, 2.

    Args:
        tree: A tree whose leaves all differ, so that a value tells which leaf it is.
        leaves: The leaves that a program prints. Numbers that no leaf has are left out.
    """
    index_of_value = {tree.leaf_value(leaf): index for index, leaf in enumerate(tree.leaves(0))}
    indices = [index_of_value[value] for value in leaves if value in index_of_value]
    from_left = sorted(set(indices))
    from_right = from_left[::-1]
    return indices in (from_left, from_right)


def ends_with(tree: GameTree, leaves: Leaves, last: Leaves) -> bool:
    """Tell whether leaves end with those of a last search, and shallower ones may precede it.

    Args:
        tree: The tree.
        leaves: The leaves that a program prints.
        last: The leaves that the last search reads.
    """
    before = leaves[: len(leaves) - len(last)]
    if unlike(leaves[len(before) :], last) is not None:
        return False
    shallow = _ShallowReadings.count_in_tree(tree, times=1)
    return _could_come_from_shallower_search(shallow, before)


def without_repeated_subtrees_if_enough(leaves_by_tree: LeavesByTree) -> LeavesByTree:
    """Return the trees in which no subtree occurs again; none if they are too few to show anything.

    On the other trees a table of positions leaves out what was searched before.
    """
    trees = trees_without_repeated_subtrees(leaves_by_tree)
    return trees if len(trees) >= _FEWEST else []


def choose_distinct_trees_to_explain(leaves_by_tree: LeavesByTree, base: Rules) -> LeavesByTree:
    """Choose the trees whose leaves all differ, unless alpha-beta explains what is read of them.

    There are three outcomes:

    - Fewer than ten such trees: none are returned, since they would show nothing.
    - The last search of them is alpha-beta, in whatever order of the children: none are returned.
      Then the program is wrong on other trees, where alpha-beta is to explain it, too.
    - Else all of them are returned.

    Args:
        leaves_by_tree: The trees with the leaves that the program prints.
        base: The rules that it is measured by. Whether α = β cuts makes no difference there.
    """
    distinct = trees_with_distinct_leaves(leaves_by_tree)
    if len(distinct) < _FEWEST:
        return []

    alpha_beta = ordinary_alpha_beta(base)
    is_alpha_beta_as_drawn = _takes_children_as_drawn(distinct, alpha_beta)
    if is_alpha_beta_as_drawn or reads_alpha_beta_at_last_in_some_order(distinct, alpha_beta):
        return []
    return distinct


def ordinary_alpha_beta(rules: Rules) -> Rules:
    """Return the rules of alpha-beta that cuts where it may, players and order as given."""
    return replace(rules, algorithm="alphabeta", form="classic", cutoff=">=", fail="soft")


def proves_values_at_last(distinct: LeavesByTree, rules: Rules) -> bool:
    """Tell whether what is read of each tree ends with a search that proves the tree's value.

    A program may search a tree several times: PVS, NegaScout, and alpha-beta that begins with a
    guessed window search again if a guess is wrong. No search may read a leaf that alpha-beta reads
    in no order of the children. The last one must prove the value, and those before it a bound of
    the value. For example in ``[[3 12] [2 4]]``, where MAX moves first:

    ==================  ===  ======================================================================
    the leaves          yes  why
    ==================  ===  ======================================================================
    3, 12, 2            yes  the left child is worth 3, and the right one at most 2
    3, 2, 3, 12, 2      yes  after 3 and 2 the value is at most 3; a second search proves that it
                             is 3
    3, 2                no   the value may be less than 3
    3, 12, 2, 4         no   the 4 is needless
    ==================  ===  ======================================================================

    Args:
        distinct: Trees whose leaves all differ, with the leaves that the program prints: there the
            order of the children is seen. Its last search of them is not exactly alpha-beta.
        rules: The test and the return rule of alpha-beta.
    """
    if not rules.is_classic_alphabeta or not distinct:
        return False
    proving_search = _Search(
        may_read=partial(_prove_bound_without_needless_leaf, rules=rules),
        may_read_at_last=partial(_prove_value_without_needless_leaf, rules=rules),
        times=_MOST_TIMES,
    )
    return _ends_with_searches(distinct, proving_search)


def _prove_value_without_needless_leaf(tree: GameTree, leaves: Leaves, rules: Rules) -> bool:
    """Tell whether leaves prove the root's value, and alpha-beta might read each of them."""
    return _prove_root_value(tree, leaves) and _are_read_by_alpha_beta(tree, leaves, rules)


def _prove_bound_without_needless_leaf(tree: GameTree, leaves: Leaves, rules: Rules) -> bool:
    """Tell whether leaves prove a bound of the root's value, and alpha-beta might read each."""
    proves_bound = _find_proven_interval(tree, leaves) != NOTHING_PROVEN
    return proves_bound and _are_read_by_alpha_beta(tree, leaves, rules)


def proves_values_with_no_more_leaves(distinct: LeavesByTree, base: Rules) -> bool:
    """Tell whether a program proves each value, and reads no more leaves in all than alpha-beta.

    So it is with searches whose order of children changes while they go on, such as MTD(f) with a
    table of best moves. What they read of one tree cannot be foretold, but three things hold of all
    trees together; each of them is wrong of other programs:

    ===================================================  ==========================================
    what must hold                                       of whom it is wrong
    ===================================================  ==========================================
    in each tree the leaves prove the root's value       one that cuts off too much
    the leaves, each counted once, are no more than      one that cuts off too little: once, since
    those of alpha-beta in all                           a search may read a leaf again
    the leaves of the lowest ply are read less than      one that searches whole trees again and
    twice on average                                     again; shallower searches do not reach them
    ===================================================  ==========================================

    Numbers that no leaf has are left out.

    Example:
        >>> from treeexplorer.notation.reader import parse
        >>> tree = parse("[[3 12] [2 4]]").tree  # alpha-beta reads 3, 12, 2
        >>> reads = lambda *leaves: proves_values_with_no_more_leaves([(tree, leaves)], Rules())
        >>> reads(2, 3, 12, 3), reads(3, 2), reads(3, 12, 2, 4), reads(3, 12, 2, 3, 12, 2)
        (True, False, False, False)

    Args:
        distinct: Trees whose leaves all differ, with the leaves that the program prints: there a
            value tells which leaf it is. Its last search of them is not exactly alpha-beta.
        base: The rules that it is measured by. Their players and their order of children matter:
            it is compared with alpha-beta that cuts where it may.
    """
    if not distinct:
        return False
    leaves_by_tree = [(tree, _remove_numbers_of_no_leaf(tree, leaves)) for tree, leaves in distinct]
    return (
        all(_prove_root_value(tree, leaves) for tree, leaves in leaves_by_tree)
        and _reads_no_more_leaves_than_alpha_beta(leaves_by_tree, ordinary_alpha_beta(base))
        and _reads_lowest_leaves_less_than_twice(leaves_by_tree)
    )


def _reads_no_more_leaves_than_alpha_beta(leaves_by_tree: LeavesByTree, alpha_beta: Rules) -> bool:
    """Tell whether a program reads no more leaves than alpha-beta: in all trees, each leaf once."""
    leaves_read = sum(len(set(leaves)) for _, leaves in leaves_by_tree)
    leaves_of_alpha_beta = sum(
        len(expected(tree, alpha_beta).told_leaves) for tree, _ in leaves_by_tree
    )
    return leaves_read <= leaves_of_alpha_beta


def _remove_numbers_of_no_leaf(tree: GameTree, numbers: Leaves) -> Leaves:
    """Remove from what a program prints the numbers that no leaf of the tree has."""
    counts = leaf_counts(tree)
    return tuple(number for number in numbers if number in counts)


def _prove_root_value(tree: GameTree, leaves: Leaves) -> bool:
    """Tell whether some leaves, whatever the others are, prove what the root is worth."""
    lowest_value, highest_value = _find_proven_interval(tree, leaves)
    return lowest_value == highest_value


def _find_proven_interval(tree: GameTree, leaves: Leaves) -> tuple[Number, Number]:
    """Find between which numbers the root's value must lie, if only some leaves are known.

    In ``[[3 12] [2 4]]``, where MAX moves first, 3 and 2 prove the interval (−∞, 3).
    """
    return proven_interval(to_nested(tree), tree.levels, ply=0, read=set(leaves))


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

    Before them there may be other such searches, and searches that stop above the lowest ply. The
    program may print only the leaves that these read, or also an estimate for each node at which
    they stop. Whichever it does, it does on every tree.
    """
    for can_precede in (_could_be_read_before, _could_be_printed_before):
        is_explained = all(
            _ends_with_search(tree, leaves, search, can_precede) for tree, leaves in leaves_by_tree
        )
        if is_explained:
            return True
    return False


def _ends_with_search(
    tree: GameTree,
    leaves: Leaves,
    search: _Search,
    can_precede: Callable[[_ShallowReadings, Leaves], bool],
) -> bool:
    """Tell whether leaves end with those of a search, or of several of the whole tree in a row.

    What stands before them must be what shallower searches may read. For example, iterative
    deepening reads 5, 5, 3, 12 on ``[5 [3 12]]``: the search of the whole tree reads 5, 3, 12, and
    the one before it, which goes one ply deep, the first 5.

    Args:
        tree: The tree.
        leaves: The leaves that the program prints.
        search: The search of the whole tree.
        can_precede: Tells whether shallower searches may read what stands before.
    """
    shallow = _ShallowReadings.count_in_tree(tree, search.times)
    for start in _generate_starts_of_whole_searches(tree, leaves, search):
        leaves_before = leaves[:start]
        if can_precede(shallow, leaves_before):
            return True
    return False


def _generate_starts_of_whole_searches(
    tree: GameTree, leaves: Leaves, search: _Search
) -> Iterator[int]:
    """Yield each index from which on the leaves are those of one or more whole searches in a row.

    They are found from the end. For example, a program prints 3, 12, 3, 12 for ``[3 12]``:

    - The last search ends behind index 3. It reads 3, 12, and so begins at 2, which is yielded.
    - The search before it ends where that one begins, behind index 1. It reads 3, 12, too, and so
      begins at 0, which is yielded.
    """
    # 1. Where may the last search begin?
    end_of_all = len(leaves)
    starts_to_extend: list[int] = []
    for start in _find_possible_starts(tree, leaves, end_of_all, search.times):
        if search.may_read_at_last(tree, leaves[start:]):
            yield start
            starts_to_extend.append(start)

    # 2. And where a search before one that begins there? Several ways may lead to one start, but
    # each is tried once.
    known_starts = set(starts_to_extend)
    while starts_to_extend:
        end = starts_to_extend.pop()
        for start in _find_possible_starts(tree, leaves, end, search.times):
            if start not in known_starts and search.may_read(tree, leaves[start:end]):
                yield start
                known_starts.add(start)
                starts_to_extend.append(start)


def _find_possible_starts(tree: GameTree, leaves: Leaves, end: int, times: int) -> Iterator[int]:
    """Find where a search of a tree that ends at an index of the leaves may have begun.

    The latest place comes first. From there one goes back until a leaf cannot be of the same
    search: no leaf of the tree has its value, or it has been read as often as it may be. For
    example, a program prints 5, 12, 3, 12 for ``[3 12]``. If the search that ends there reads each
    leaf once, it may begin at the index 3 or 2, but not at 1: it would read the 12 twice.

    Args:
        tree: The tree.
        leaves: The leaves that a program prints.
        end: The index behind the last leaf of the search.
        times: How often the search may read each leaf.
    """
    readings_left = {value: times * count for value, count in leaf_counts(tree).items()}
    for start in reversed(range(end)):
        value = leaves[start]
        can_be_read = readings_left.get(value, 0) > 0
        if not can_be_read:  # nor can the search have begun any earlier
            return
        readings_left[value] -= 1
        yield start


class _ShallowReadings(NamedTuple):
    """What searches may read together that go one ply deep, then two, and so on.

    Each of them stops above the lowest ply.

    Attributes:
        by_value: How often each value may be read; several leaves of a value are added up.
        with_estimates: How many numbers they may print, if they also print an estimate for each
            node at which they stop.
    """

    by_value: Counter[Number]
    with_estimates: int

    @classmethod
    def count_in_tree(cls, tree: GameTree, times: int) -> _ShallowReadings:
        """Count what shallow searches of a tree may read.

        For example, ``[5 [3 [12 4]]]`` has three plies, so that two searches are shallow. The one
        that goes one ply deep reads 5; the one that goes two plies deep reads 5 and 3. So 5 may be
        read twice, 3 once, and 12 and 4 never.

        Args:
            tree: The tree.
            times: How often each of them may read a leaf, or stop at a node.
        """
        by_value: Counter[Number] = Counter()
        for leaf in tree.leaves(0):
            value = tree.leaf_value(leaf)
            if value is None:
                continue
            # A leaf at ply 1 of a tree of three plies is read by two searches, of depth 1 and 2.
            ply = tree.ply[leaf]
            searches_reaching_leaf = tree.depth - ply
            by_value[value] += times * searches_reaching_leaf
        # Each node with children lies on one ply, so that one search stops there.
        nodes_with_children = sum(1 for _ in tree.inner_nodes())
        return cls(by_value, by_value.total() + times * nodes_with_children)


def _could_be_read_before(shallow: _ShallowReadings, leaves: Leaves) -> bool:
    """Tell whether shallower searches may print leaves, if they print nothing else."""
    return is_within(leaves, shallow.by_value)


def _could_be_printed_before(shallow: _ShallowReadings, numbers: Leaves) -> bool:
    """Tell whether shallower searches may print numbers, if estimates may be among them.

    An estimate may be any number, so that only their count is compared.
    """
    return len(numbers) <= shallow.with_estimates


def _could_come_from_shallower_search(shallow: _ShallowReadings, numbers: Leaves) -> bool:
    """Tell whether shallower searches may print numbers, with or without estimates."""
    return _could_be_read_before(shallow, numbers) or _could_be_printed_before(shallow, numbers)
