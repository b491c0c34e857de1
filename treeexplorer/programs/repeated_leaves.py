"""Which search a program's leaves follow if some are missing, or read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from treeexplorer.engine import Rules
from treeexplorer.numbers import counted
from treeexplorer.programs.answers import expected
from treeexplorer.programs.followed_search import (
    FollowedSearch,
    SearchesToTry,
    describe_cuts_at_equality,
    follows,
    reads_a_leaf_twice,
    reads_only_again,
)
from treeexplorer.programs.last_search import (
    choose_distinct_trees_to_explain,
    proves_values_at_last,
    proves_values_with_no_more_leaves,
    reads_alpha_beta_at_last,
    reads_alpha_beta_at_last_in_some_order,
    without_repeated_subtrees_if_enough,
)
from treeexplorer.programs.null_window_readings import could_be_mtdf, could_be_null_windows
from treeexplorer.programs.readings import (
    LeavesByTree,
    is_within,
    trees_with_distinct_leaves,
    trees_without_repeated_subtrees,
)
from treeexplorer.programs.shortened import is_iterative_deepening
from treeexplorer.programs.telling import (
    generate_sign_conventions,
)
from treeexplorer.tree import GameTree, Number


def find_search_with_fewer_or_repeated_leaves(
    leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> FollowedSearch | None:
    """Find the search of which a program reads fewer leaves, or some again.

    For example a program reads only a part of the leaves of a search:

    ==================  ========================  ===========================================
    the program claims  the search is             the verdict
    ==================  ========================  ===========================================
    alpha-beta with ≥   alpha-beta with ≥         ``fewer leaves``
    alpha-beta with ≥   alpha-beta with > alone   ``another convention`` than the claimed one
    nothing             any                       ``fewer leaves``: all are as right
    ==================  ========================  ===========================================
    """
    base = searches.base
    if not searches.is_base_claimed:
        return _explain_by_fewer_or_repeated_leaves(
            leaves_by_tree, base, searches=[base, *searches.others]
        )

    under_claim = _explain_by_fewer_or_repeated_leaves(leaves_by_tree, base, searches=[base])
    if under_claim is not None:
        return under_claim
    under_others = _explain_by_fewer_or_repeated_leaves(leaves_by_tree, base, searches.others)
    if under_others is None:
        return None
    return under_others._replace(verdict="another convention")


def find_search_with_converted_repeated_leaves(
    leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> FollowedSearch | None:
    """Find the search of a program that reads leaves again, and prints them as a player sees them.

    For example negamax that searches deeper and deeper, and prints a leaf of 5 as −5 where MIN
    moves. The printed numbers are first converted back to the leaves' own. That leaves out the
    trees on which −5 may stand for two leaves, 5 and −5; more than half of all must remain.
    """
    for convention, restored_by_tree in generate_sign_conventions(leaves_by_tree):
        trees_left_out = len(leaves_by_tree) - len(restored_by_tree)
        are_enough = len(restored_by_tree) > trees_left_out
        if not are_enough:
            continue
        followed = find_search_with_fewer_or_repeated_leaves(restored_by_tree, searches)
        if followed is not None:
            remarks = [
                followed.remark,
                convention.words,
                *_describe_ambiguous_leaves(trees_left_out),
            ]
            return followed._replace(remark="; ".join(remarks))
    return None


def _describe_ambiguous_leaves(tree_count: int) -> list[str]:
    """Describe in a phrase on how many trees leaves are not judged; none if there are none."""
    if tree_count == 0:
        return []
    trees = counted(tree_count, "tree", "trees")
    return [f"on {trees}, where a number may stand for two leaves, these are not judged"]


def _explain_by_fewer_or_repeated_leaves(
    leaves_by_tree: LeavesByTree, base: Rules, searches: Sequence[Rules]
) -> FollowedSearch | None:
    """Explain leaves that no search reads just so: some of them are missing, or read again.

    Three explanations are tried, from the one that says most to the one that says least. For
    example, if a search reads 3, 12, 2, the program may read:

    1. 3, 12: fewer leaves, as with a table of positions.
    2. 3, 3, 12, 2: the same search after another one, as in iterative deepening.
    3. 12, 2, 3, 2: leaves that prove the root's value, in whatever order.

    Args:
        leaves_by_tree: Trees, each with the values of the leaves that the program read, in order.
        base: The rules to name if the leaves prove all values and are those of no search.
        searches: The rules of the searches that they are compared with.

    Returns:
        The search, with the verdict ``fewer leaves``, ``leaves again``, ``leaves not judged`` or
        (cuts at equality at one player's nodes alone) ``other leaves``; ``None`` if nothing
        explains the leaves.
    """
    # 1. Some are missing.
    with_fewer_leaves = _find_search_with_fewer_leaves(leaves_by_tree, searches)
    if with_fewer_leaves is not None:
        return with_fewer_leaves

    # 2 and 3 need a leaf that is read twice. That is seen only in trees whose leaves all differ:
    # there a value that is printed twice is one leaf.
    if not reads_a_leaf_twice(trees_with_distinct_leaves(leaves_by_tree)):
        return None

    # 2. They are those of a search that reads some again.
    with_repeated_leaves = _find_search_with_repeated_leaves(leaves_by_tree, base, searches)
    if with_repeated_leaves is not None:
        return with_repeated_leaves

    # 3. They are those of no search, but prove the value.
    return _explain_by_proven_values(leaves_by_tree, base, searches)


def _find_search_with_fewer_leaves(
    leaves_by_tree: LeavesByTree, searches: Sequence[Rules]
) -> FollowedSearch | None:
    """Find the first of some searches of which a program reads a part of the leaves."""
    for rules in searches:
        remark = _explain_fewer_leaves(leaves_by_tree, rules)
        if remark is not None:
            return FollowedSearch("fewer leaves", rules, remark)
    return None


def _explain_by_proven_values(
    leaves_by_tree: LeavesByTree, base: Rules, searches: Sequence[Rules]
) -> FollowedSearch | None:
    """Explain leaves that no search reads in this order, but that prove the root's values.

    This says the least of all explanations: neither the order of the children is known, nor why
    leaves are read again. Alpha-beta reads 3, 12, 2 of ``[[3 12] [2 4]]``, where MAX moves first:

    ====================  =========================================================  ==============
    the leaves            why they prove that it is worth 3                          the verdict
    ====================  =========================================================  ==============
    3, 2, then 12, 2, 3   the last search proves it without a needless leaf, though  leaves again
                          alpha-beta reads 12, 2, 3 in no order of the children
    12, 2, 2, 2, 3        no last search is seen, but all of them prove it, and      leaves not
                          are three leaves, as many as alpha-beta reads              judged
    ====================  =========================================================  ==============
    """
    # The remarks say that the order of the children is not known. If it is that of a search, they
    # would be false.
    has_order_of_a_search = any(reads_only_again(leaves_by_tree, rules) for rules in searches)
    if has_order_of_a_search:
        return None
    distinct = choose_distinct_trees_to_explain(leaves_by_tree, base)

    for rules in searches:
        # The last search may have any order of the children. So rules that differ from others in
        # the order alone need not be tried.
        has_base_order = rules.order == base.order
        if has_base_order and proves_values_at_last(distinct, rules):
            return FollowedSearch("leaves again", rules, _PROVEN_AT_LAST)

    if proves_values_with_no_more_leaves(distinct, base):
        return FollowedSearch("leaves not judged", base, _PROVEN_WITH_NO_MORE_LEAVES)
    return None


def _find_search_with_repeated_leaves(
    leaves_by_tree: LeavesByTree, base: Rules, searches: Sequence[Rules]
) -> FollowedSearch | None:
    """Find the search that a program makes, and a reason to read some of its leaves again.

    The first reason that fits counts, so that what is right is not taken for a mistake, and a
    mistake is not taken for a table:

    1. It searches each tree several times, as in iterative deepening, or a node twice, as with null
       windows. Where a search reads 3, 12, 2, such a program may read 3, 3, 12, 2.
    2. The same, but its last search cuts where α = β at one player's nodes alone: a mistake.
    3. The first, with a table of positions beside it, which may leave out any leaf below a subtree
       that occurs again, and so what the mistake leaves out as well.

    Args:
        leaves_by_tree: Trees, each with the values of the leaves that the program read, in order.
        base: The rules whose order stands for all orders, where a reason does not depend on it.
        searches: The rules of the searches that the leaves are compared with.

    Returns:
        The search with the verdict ``leaves again``, or ``other leaves`` for a mistake; ``None``
        if no reason fits.
    """
    without_table = _find_way_to_read_again(leaves_by_tree, base, searches, _WAYS_TO_READ_AGAIN)
    if without_table is not None:
        return without_table

    mistake = describe_cuts_at_equality(leaves_by_tree, "last search", base)
    if mistake is not None:
        return FollowedSearch("other leaves", base, mistake)

    return _find_way_to_read_again(leaves_by_tree, base, searches, _WAYS_BESIDE_TABLE)


def _find_way_to_read_again(
    leaves_by_tree: LeavesByTree,
    base: Rules,
    searches: Sequence[Rules],
    ways: Sequence[_WayToReadAgain],
) -> FollowedSearch | None:
    """Find the first way to read leaves again, and the first search, that explain what is read.

    A way is, for example, iterative deepening. Each way is tried with every search before the next
    way is.

    Args:
        leaves_by_tree: Trees, each with the values of the leaves that the program read, in order.
        base: The rules whose order stands for all orders, where a way does not depend on it.
        searches: The rules of the searches.
        ways: What may explain that leaves are read again.
    """
    for way, rules in product(ways, searches):
        # A way that allows any order of the children is tried in the base's order alone.
        if way.is_in_any_order and rules.order != base.order:
            continue
        if way.explains(leaves_by_tree, rules):
            remark = _describe_repeated_leaves(leaves_by_tree, way)
            return FollowedSearch("leaves again", rules, remark)
    return None


def _describe_repeated_leaves(leaves_by_tree: LeavesByTree, way: _WayToReadAgain) -> str:
    """Describe why leaves are read again, and how many readings repeat a leaf.

    For example a program has read 3, 12, 3 of one tree, and 8, 8 of another, in which two leaves
    are 8. Of these 5 readings at least 1 repeats a leaf: the second 3. The 8 is not counted.

    The readings are not counted if some of the numbers that are printed may be no leaf's.
    """
    if not way.prints_leaves_alone:
        return way.words
    readings = sum(len(leaves) for _, leaves in leaves_by_tree)
    repeated_readings = 0
    for _, leaves in trees_with_distinct_leaves(leaves_by_tree):
        repeated_readings += len(leaves) - len(set(leaves))
    count = f"of {readings:,} readings at least {repeated_readings:,}"
    return f"{count} are of a leaf read before; {way.words}"


# -- fewer leaves --------------------------------------------------------------------------------


def _explain_fewer_leaves(leaves_by_tree: LeavesByTree, rules: Rules) -> str | None:
    """Describe in a phrase how many fewer leaves a program reads than a search.

    For example the search reads 3, 12, 2 of a tree, and the program:

    ==========  ====================================  ==========================================
    reads       on which trees it reads fewer leaves  the phrase
    ==========  ====================================  ==========================================
    3, 12, 2    on none                               ``None``
    3, 3, 12    and of this one 3 more often          ``None``
    3, 12       where a subtree occurs again          “it reads fewer leaves on 12 of 140 trees,
                                                      …, as a table of positions explains”
    3, 12       where α = β, and not on all of these  ``None``: it cuts at equality only
                                                      sometimes, which is a mistake
    3, 12       on others as well                     “it reads fewer leaves on 12 of 140 trees,
                                                      …”
    ==========  ====================================  ==========================================

    The table is asked about before the mistake: it may leave out just what the mistake would cut. A
    printed form that fixes its own test is none of the searches to compare with.
    """
    if rules.fixes_its_own_rules or not _reads_only_a_part(leaves_by_tree, rules):
        return None
    fewer_leaves = _format_fewer_leaves(leaves_by_tree, rules)
    if _is_explained_by_table(leaves_by_tree, rules):
        return f"{fewer_leaves}, as a table of positions explains"
    if _cuts_at_equality_only_sometimes(leaves_by_tree, rules):
        return None
    return fewer_leaves


def _reads_only_a_part(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program reads nothing that a search does not, and on some tree less."""
    return _reads_no_value_more_often(leaves_by_tree, rules) and _reads_fewer(leaves_by_tree, rules)


def _reads_no_value_more_often(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program reads no value more often than a search does, on any tree."""
    return all(is_within(leaves, _count_by_value(tree, rules)) for tree, leaves in leaves_by_tree)


def _reads_fewer(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on some tree a program reads fewer leaves than a search."""
    return any(
        len(leaves) < len(expected(tree, rules).told_leaves) for tree, leaves in leaves_by_tree
    )


@lru_cache(maxsize=4096)
def _count_by_value(tree: GameTree, rules: Rules) -> Counter[Number]:
    """Return how many leaves of each value a search reads, as a counter that callers share.

    On ``[[3 3] [2 4]]`` alpha-beta reads 3 twice, 2 once, and no 4. Callers must not change it,
    since it is kept for the next call.
    """
    return Counter(expected(tree, rules).told_leaves)


def _is_explained_by_table(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a table of positions already searched explains why a program reads fewer leaves.

    Such a (transposition) table saves leaves only where something occurs again: a subtree, or, if
    single leaves are kept in it, too, a value. The program has to follow the search exactly on the
    trees on which nothing does.
    """
    trees_without_savings = trees_without_repeated_subtrees(leaves_by_tree)
    # A program that keeps leaves reads no value twice.
    may_keep_leaves = not reads_a_leaf_twice(leaves_by_tree)
    if may_keep_leaves:
        trees_without_savings = trees_with_distinct_leaves(trees_without_savings)
    return follows(trees_without_savings, rules)


def _cuts_at_equality_only_sometimes(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program cuts where α = β in some places and not in others.

    For example it tests ``alpha >= beta`` at MAX and ``alpha > beta`` at MIN. Two things show that:

    =============================================  ==============================================
    on trees where                                 the program
    =============================================  ==============================================
    the tests ≥ and > read the same leaves         reads these
    > reads more leaves than ≥, since α = β        leaves out at least one of them, on some tree
    =============================================  ==============================================

    Args:
        leaves_by_tree: Trees, each with the values of the leaves that the program read, in order.
        rules: The search that the program reads fewer leaves than. If it is not alpha-beta, it has
            no test to choose.
    """
    if not rules.has_conventions:
        return False

    where_tests_agree = [
        (tree, leaves) for tree, leaves in leaves_by_tree if _do_both_tests_agree(tree, rules)
    ]
    if not follows(where_tests_agree, rules):
        return False

    without_cuts_at_equality = replace(rules, cutoff=">", fail="soft")
    never_cuts_at_equality = _reads_all_leaves_of(leaves_by_tree, without_cuts_at_equality)
    return not never_cuts_at_equality


def _do_both_tests_agree(tree: GameTree, rules: Rules) -> bool:
    """Tell whether alpha-beta does the same on a tree with the test α ≥ β and with α > β.

    It does if both searches return the same value and read the same leaves in one order.
    """
    with_equality = replace(rules, cutoff=">=")
    without_equality = replace(rules, cutoff=">")
    return expected(tree, with_equality) == expected(tree, without_equality)


def _reads_all_leaves_of(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on every tree a program reads all leaves that a search reads."""
    return all(
        is_within(expected(tree, rules).told_leaves, Counter(leaves))
        for tree, leaves in leaves_by_tree
    )


def _format_fewer_leaves(leaves_by_tree: LeavesByTree, rules: Rules) -> str:
    """Format how many leaves a program reads of those that a search reads.

    ``it reads fewer leaves on 12 of 140 trees, 2,310 of 2,402 in all, and none more``. The last
    words are not checked here: the caller knows that they are true.
    """
    trees_with_fewer = 0
    leaves_of_program = 0
    leaves_of_search = 0
    for tree, leaves in leaves_by_tree:
        right_count = len(expected(tree, rules).told_leaves)
        leaves_of_program += len(leaves)
        leaves_of_search += right_count
        if len(leaves) < right_count:
            trees_with_fewer += 1
    trees = f"{trees_with_fewer:,} of {len(leaves_by_tree):,} trees"
    in_all = f"{leaves_of_program:,} of {leaves_of_search:,} in all"
    return f"it reads fewer leaves on {trees}, {in_all}, and none more"


# -- leaves that are read again ------------------------------------------------------------------


def _could_be_deepening(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program searches each tree ply by ply deeper, to the end."""
    return rules.has_conventions and is_iterative_deepening(leaves_by_tree, rules)


def _is_alpha_beta_at_last_beside_table(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether the last search is alpha-beta wherever a table of positions saves nothing.

    A table saves leaves only where a subtree occurs again, as in ``[[3 5] [3 5]]``; such trees are
    left out. If too few others remain, nothing is known.
    """
    trees = without_repeated_subtrees_if_enough(leaves_by_tree)
    return len(trees) > 0 and reads_alpha_beta_at_last(trees, rules)


def _is_in_some_order_at_last_beside_table(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether the last search is alpha-beta, in some order of the children, without a table.

    Trees in which a subtree occurs again are left out: there a table of positions saves leaves.
    """
    trees = without_repeated_subtrees_if_enough(leaves_by_tree)
    return len(trees) > 0 and reads_alpha_beta_at_last_in_some_order(trees, rules)


class _WayToReadAgain(NamedTuple):
    """What may explain that leaves are read again.

    Attributes:
        explains: Tells whether it explains a program's leaves, beside a search under some rules.
        words: The explanation, as the end of a sentence.
        prints_leaves_alone: Whether all numbers that are told are those of leaves that were read.
        is_in_any_order: Whether it explains them under every order of the children if under one.
    """

    explains: Callable[[LeavesByTree, Rules], bool]
    words: str
    prints_leaves_alone: bool = False
    is_in_any_order: bool = False


_PROVEN_WITH_NO_MORE_LEAVES: Final = (
    "on the trees whose leaves all differ, what it reads proves that value, and is in all no more "
    "than alpha-beta reads, the leaves of the lowest ply less than twice on average; in which "
    "order it takes the children, and why it reads some leaves again, is not judged"
)


_NOT_JUDGED: Final = (
    "what it reads before that may be other searches of the tree, as in iterative deepening, and "
    "is not judged"
)


_PROVEN_AT_LAST: Final = (
    "on the trees whose leaves all differ, its last search proves the root's value, and reads no "
    f"leaf that is not to be read in some order of the children; {_NOT_JUDGED}"
)


_LAST_SEARCH: Final = (
    "its last search of each tree reads exactly the leaves that are to be read{order}; "
    f"{_NOT_JUDGED}"
)


_LAST_SEARCH_BESIDE_TABLE: Final = (
    "where no subtree occurs again, its last search of each tree reads exactly the leaves that are "
    "to be read{order}, and elsewhere a table of positions may explain what it leaves out; "
    f"{_NOT_JUDGED}"
)


_IN_SOME_ORDER: Final = " in some order of the children"


_WAYS_TO_READ_AGAIN: Final = (
    _WayToReadAgain(_could_be_deepening, "each search is a ply deeper than the one before it"),
    _WayToReadAgain(
        could_be_null_windows,
        "PVS and NegaScout search a child again after a null window",
        prints_leaves_alone=True,
    ),
    _WayToReadAgain(
        could_be_mtdf,
        "it goes through the tree again, as MTD(f) and aspiration windows do",
        prints_leaves_alone=True,
    ),
    _WayToReadAgain(reads_alpha_beta_at_last, _LAST_SEARCH.format(order="")),
    _WayToReadAgain(
        reads_alpha_beta_at_last_in_some_order,
        _LAST_SEARCH.format(order=_IN_SOME_ORDER),
        is_in_any_order=True,
    ),
)
"""What explains that leaves are read again, the likeliest first; the first that does counts."""


_WAYS_BESIDE_TABLE: Final = (
    _WayToReadAgain(
        _is_alpha_beta_at_last_beside_table, _LAST_SEARCH_BESIDE_TABLE.format(order="")
    ),
    _WayToReadAgain(
        _is_in_some_order_at_last_beside_table,
        _LAST_SEARCH_BESIDE_TABLE.format(order=_IN_SOME_ORDER),
        is_in_any_order=True,
    ),
)
"""What explains it beside a table of positions, which leaves out what was searched before."""
