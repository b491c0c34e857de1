"""Which search a program's leaves follow, where all its values are right.

A program prints the values of its leaves and not where they stand. So leaves are compared as a
sequence, with what is read again; where values repeat, a program is wrong only if no assignment of
its readings to leaves explains them.

- It follows a search that reads exactly the same leaves in the same order, on every tree.
- It reads *fewer* leaves than a search if on no tree it reads a value more often, and on some tree
  less often. A table of positions explains that where it happens only as a subtree occurs again.
- It reads leaves *again* as a search with null windows may (PVS, NegaScout), where each child but
  the first is searched at most twice, as MTD(f) does, pass by pass, or as iterative deepening does.
  Of a program that searches a tree several times the last search is judged alone.
- It is *mixed* if it lies between the tests ≥ and >: it cuts at equality in places.
- Its leaves are *not judged* if they prove each value and are no more than alpha-beta reads, but
  the order in which they are read is that of no known search.
- It reads leaves *in an order of its own* if it sorts the children of a node before it searches
  them: alpha-beta reads just these leaves when it takes the children in that order.
- It *tells* the leaves of a search *otherwise* if on every tree it tells them in another order, or
  by numbers that are made in one way of theirs, such as the same without their signs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Final, TypeAlias

from treeexplorer.engine import Rules
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.programs.answers import Tried, expected, same
from treeexplorer.programs.followed_search import (
    FollowedSearch,
    LeafVerdict,
    SearchesToTry,
    follows,
    minimax_of,
    reads_no_pruned_leaf,
    shows_number_of_no_leaf,
)
from treeexplorer.programs.leaves_in_own_order import (
    find_mistake_in_cuts_at_equality,
    find_search_in_own_order,
    find_search_in_own_order_with_converted_leaves,
    find_search_in_own_order_with_null_windows,
    find_search_in_own_order_with_table,
    find_search_with_presorting,
)
from treeexplorer.programs.null_window_readings import (
    could_read_leaves_of,
    list_reentering_searches,
)
from treeexplorer.programs.other_outputs import find_search_printed_differently
from treeexplorer.programs.readings import (
    LeavesByTree,
)
from treeexplorer.programs.repeated_leaves import (
    find_search_with_converted_repeated_leaves,
    find_search_with_fewer_or_repeated_leaves,
)
from treeexplorer.programs.telling import (
    LEAF_CONVERSIONS,
    prints_converted_leaves,
)
from treeexplorer.rules import alternatives

_FindSearch: TypeAlias = Callable[[LeavesByTree, SearchesToTry], FollowedSearch | None]


def has_right_values(tried: Iterable[Tried], base: Rules) -> bool:
    """Tell whether each answer has the minimax value of its root.

    A right search with cut-offs returns the same value as minimax, whatever its test and order.

    Args:
        tried: The trees with the program's answers.
        base: The rules.
    """
    minimax = minimax_of(base)
    return all(same(answer.value, expected(tree, minimax).value) for tree, answer in tried)


def leaves_by_tree_of(tried: Sequence[Tried]) -> LeavesByTree:
    """Return each tree for which a program prints its leaves, with these leaves."""
    return [(tree, answer.leaves) for tree, answer in tried if answer.leaves is not None]


def find_followed_search(tried: Sequence[Tried], base: Rules, *, claimed: bool) -> FollowedSearch:
    """Find which search a tested program follows, by the leaves that it reads on many trees.

    The program must find the right root value on all trees.

    Args:
        tried: The trees with the program's answers.
        base: The rules (order of children, cut-off test, …) that the program is said to follow, or
            the ordinary ones.
        claimed: Whether it is said to follow them. If not, any other rules are as right.

    Returns:
        The search, how far the leaves are right, and a remark; ``other leaves`` if nothing is
        found.
    """
    leaves_by_tree = leaves_by_tree_of(tried)
    if not leaves_by_tree:
        return FollowedSearch("no leaves", base)

    # A form of alpha-beta that exchanges the players searches another tree. Its values would be
    # wrong, and here all values are right.
    others = [rules for rules in alternatives(base) if not rules.printed.swaps_players]
    searches = SearchesToTry(base, others, is_base_claimed=claimed)
    for find_search in _FINDERS:
        followed = find_search(leaves_by_tree, searches)
        if followed is not None:
            return followed
    return FollowedSearch("other leaves", base)


def _find_exact_search(
    leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> FollowedSearch | None:
    """Find the search that reads exactly the program's leaves, in its order, on all trees.

    The base is tried first, then minimax, which prunes nothing, then other rules. If the base is
    alpha-beta with the test ≥::

        the leaves are those of   the verdict                              measured by
        alpha-beta with ≥         right                                    alpha-beta with ≥
        minimax                   plain minimax                            alpha-beta with ≥: it
                                                                           was to prune
        alpha-beta with >         right; if ≥ is claimed, another          alpha-beta with >
                                  convention
    """
    for rules in searches.list_likeliest_first():
        if follows(leaves_by_tree, rules):
            verdict = searches.choose_verdict(rules, "right")
            measured_by = searches.base if verdict == "plain minimax" else rules
            return FollowedSearch(verdict, measured_by)
    return None


def _find_null_window_search(
    leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> FollowedSearch | None:
    """Find a search with null windows, such as PVS, whose leaves the program reads, some again.

    With a null window a search finds out only whether a node is better than a number; then it may
    search the node again, for its value. For example, on ``[[3 12] [8 9]]`` PVS reads 3, 12, 8, 9,
    8: by 8, 9 it finds out that the right node is better than 3, and by 8 again what it is worth.
    How often a leaf is read depends on what the program remembers, and is not compared exactly.
    """
    for null_window_search in list_reentering_searches(searches.base):
        if could_read_leaves_of(leaves_by_tree, null_window_search):
            is_right = _is_as_right_as_base(null_window_search, leaves_by_tree, searches)
            verdict: LeafVerdict = "right" if is_right else "another convention"
            return FollowedSearch(verdict, null_window_search)
    return None


def _is_as_right_as_base(
    rules: Rules, leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> bool:
    """Tell whether a program that follows some rules does what it was to do.

    If it was to follow other rules, it does so as long as it reads no leaf that these prune.
    """
    if not searches.is_base_claimed:  # it may follow any rules
        return True
    if rules == searches.base:
        return True
    return reads_no_pruned_leaf(leaves_by_tree, searches.base)


def _find_search_with_converted_leaves(
    leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> FollowedSearch | None:
    """Find the search of a program that prints each leaf as another number.

    Two kinds of such programs are told apart:

    - Where MIN moves it prints 5 as −5, as negamax sees the leaf. That is a convention, and as
      right as to print 5.
    - It prints every leaf without its sign, −5 as 5: ``leaves told otherwise``.
    """
    if not shows_number_of_no_leaf(leaves_by_tree):
        return None

    for conversion, rules in product(LEAF_CONVERSIONS, searches.list_likeliest_first()):
        if not prints_converted_leaves(conversion, leaves_by_tree, rules):
            continue
        if conversion.is_convention:
            verdict = searches.choose_verdict(rules, "right")
            return FollowedSearch(verdict, rules, conversion.words)
        remark = f"its leaves are those of {format_conventions(rules)}, but {conversion.words}"
        return FollowedSearch("leaves told otherwise", rules, remark)
    return None


_FINDERS: Final[Sequence[_FindSearch]] = (
    # The program reads exactly the leaves of a search.
    _find_exact_search,
    # It reads some of them again, as null windows do.
    _find_null_window_search,
    # It prints them in another form, or as other numbers.
    find_search_printed_differently,
    _find_search_with_converted_leaves,
    # It takes the children in some other order.
    find_search_in_own_order,
    # A mistake, which comes before the table: that would explain what the mistake cuts, too.
    find_mistake_in_cuts_at_equality,
    # The order is another one, and something else besides is.
    find_search_in_own_order_with_table,
    find_search_in_own_order_with_null_windows,
    find_search_in_own_order_with_converted_leaves,
    find_search_with_presorting,
    # It reads fewer leaves than a search, or some of them again.
    find_search_with_fewer_or_repeated_leaves,
    find_search_with_converted_repeated_leaves,
)
"""What finds the search that a program follows, from the strictest explanation to the loosest.

The first that finds one counts, since who fits a strict explanation may fit a looser one, too: a
program that reads exactly the leaves of alpha-beta also reads fewer leaves than minimax.
"""
