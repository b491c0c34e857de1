"""Which search a program's leaves follow if it takes the children in an order of its own."""

from __future__ import annotations

from functools import partial
from typing import Final

from treeexplorer.engine import Rules
from treeexplorer.programs.followed_search import (
    FEWEST_TREES_TO_TELL,
    FollowedSearch,
    SearchesToTry,
    describe_cuts_at_equality,
    follows,
    reads_a_leaf_twice,
    shows_number_of_no_leaf,
)
from treeexplorer.programs.null_window_readings import (
    could_read_leaves_of,
    list_reentering_searches,
)
from treeexplorer.programs.own_order import (
    order_children_by_reading,
    reads_as_alphabeta_in_some_order,
)
from treeexplorer.programs.readings import (
    LeavesByTree,
    is_within,
    leaf_counts,
    trees_with_distinct_leaves,
    trees_without_repeated_subtrees,
)
from treeexplorer.programs.telling import (
    SIGN_CONVENTIONS,
)
from treeexplorer.programs.trials import tells_leaves_apart, to_nested

_IN_ITS_OWN_ORDER: Final = (
    "it takes the children of a node in an order of its own, and reads exactly the leaves that are "
    "to be read in that order"
)


_IN_ITS_OWN_ORDER_WITH_TABLE: Final = (
    "it takes the children of a node in an order of its own; where no subtree occurs again, it "
    "reads exactly the leaves that are to be read in that order, and elsewhere a table of "
    "positions may explain what it leaves out"
)


_AGAIN_IN_ITS_OWN_ORDER: Final = (
    "it takes the children of a node in an order of its own; on the trees whose leaves all differ, "
    "it reads those leaves that are to be read in that order, some of them again"
)


_EVALUATES_TO_SORT: Final = (
    "before it searches a node, it evaluates those of its children that are leaves, as to sort "
    "them, among them some that are pruned then; beside that, it reads exactly the leaves that are "
    "to be read in its order"
)


def find_search_in_own_order(
    leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> FollowedSearch | None:
    """Find the search of which a program reads just the leaves, in some order of the children.

    Programs may sort the children of a node before they search them.
    """
    return searches.find_in_base_order(
        partial(reads_as_alphabeta_in_some_order, leaves_by_tree),
        verdict="own order",
        remark=_IN_ITS_OWN_ORDER,
    )


def find_mistake_in_cuts_at_equality(
    leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> FollowedSearch | None:
    """Find out whether a program is alpha-beta, but cuts where α = β for one player alone.

    For example it tests ``alpha >= beta`` at MAX nodes and ``alpha > beta`` at MIN nodes. That is a
    mistake: the verdict is ``other leaves``, with a remark that names it.

    Only a program that searches each tree once is judged here. One that reads 5, then 5, 3 of
    ``[5 [3 12]]`` has searched it twice, so that all its leaves together are those of no search:
    the result is ``None``, and :mod:`treeexplorer.programs.repeated_leaves` judges the last one.
    """
    searches_trees_again = reads_a_leaf_twice(trees_with_distinct_leaves(leaves_by_tree))
    if searches_trees_again:
        return None
    mistake = describe_cuts_at_equality(leaves_by_tree, "search", searches.base)
    if mistake is None:
        return None
    return FollowedSearch("other leaves", searches.base, mistake)


def find_search_in_own_order_with_table(
    leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> FollowedSearch | None:
    """Find the search of a program that sorts the children and keeps a table of positions.

    The table leaves out leaves where a subtree occurs again.
    """
    return searches.find_in_base_order(
        partial(_is_explained_by_own_order_and_table, leaves_by_tree),
        verdict="own order",
        remark=_IN_ITS_OWN_ORDER_WITH_TABLE,
    )


def _is_explained_by_own_order_and_table(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program sorts the children, and keeps a table of the subtrees it has searched.

    Such a table saves leaves where a subtree occurs again, as in ``[[3 5] [3 5]]``, and nothing
    else. So all of this must hold:

    - At least ten trees have no such subtree. There the table saves nothing, and the leaves are
      those of a search in some order of the children.
    - That order is not the drawn one.
    - On all trees no leaf is read twice.
    """
    where_table_saves_nothing = trees_without_repeated_subtrees(leaves_by_tree)
    if len(where_table_saves_nothing) < FEWEST_TREES_TO_TELL:
        return False
    if follows(where_table_saves_nothing, rules):  # in the drawn order
        return False
    if not reads_as_alphabeta_in_some_order(where_table_saves_nothing, rules):
        return False
    return all(is_within(leaves, leaf_counts(tree)) for tree, leaves in leaves_by_tree)


def find_search_in_own_order_with_null_windows(
    leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> FollowedSearch | None:
    """Find the null-window search, such as PVS, of a program that sorts the children.

    Its order is seen only in trees whose leaves all differ, of which at least ten are needed. Each
    is drawn anew, with the children in the order in which the program came to them, and searched
    from left to right. For example a program that reads 2, 4, 3 of ``[[3 12] [2 4]]`` is asked
    about on ``[[2 4] [3 12]]``.
    """
    distinct = trees_with_distinct_leaves(leaves_by_tree)
    if len(distinct) < FEWEST_TREES_TO_TELL:
        return None

    redrawn = [(order_children_by_reading(tree, leaves), leaves) for tree, leaves in distinct]
    has_own_order = any(
        to_nested(tree_as_read) != to_nested(tree)
        for (tree_as_read, _), (tree, _) in zip(redrawn, distinct, strict=True)
    )
    if not has_own_order:
        return None

    for rules in list_reentering_searches(searches.base):
        if not rules.right_to_left and could_read_leaves_of(redrawn, rules):
            verdict = searches.choose_verdict(rules, "own order")
            return FollowedSearch(verdict, rules, _AGAIN_IN_ITS_OWN_ORDER)
    return None


def find_search_in_own_order_with_converted_leaves(
    leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> FollowedSearch | None:
    """Find the search of a program that sorts children, and prints leaves as a player sees them.

    Negamax often does both: where MIN moves, it prints a leaf of 5 as −5. Such a sign convention is
    as right as to print 5.
    """
    if not shows_number_of_no_leaf(leaves_by_tree):
        return None

    for convention in SIGN_CONVENTIONS:
        followed = searches.find_in_base_order(
            partial(reads_as_alphabeta_in_some_order, leaves_by_tree, conversion=convention),
            verdict="own order",
            remark=f"{_IN_ITS_OWN_ORDER}; {convention.words}",
        )
        if followed is not None:
            return followed
    return None


def find_search_with_presorting(
    leaves_by_tree: LeavesByTree, searches: SearchesToTry
) -> FollowedSearch | None:
    """Find the search of a program that reads the leaves of a node to sort them before it searches.

    On ``[[12 3] [4 2]]``, where MAX moves at the root, it prints what it reads for either reason::

        at the first MIN node, to sort its leaves    12, 3
        there, to search them, the smallest first    3, 12
        at the second MIN node, to sort its leaves   4, 2
        there, to search them                        2, which cuts off the 4

    So every leaf that is searched has been read before: a program that reads no leaf twice sorts in
    another way.
    """
    distinct = trees_with_distinct_leaves(leaves_by_tree)
    if not reads_a_leaf_twice(distinct):
        return None

    # Trees whose leaves all differ first: there it is soon seen that a search does not fit.
    others = [(tree, leaves) for tree, leaves in leaves_by_tree if not tells_leaves_apart(tree)]
    reads_so = partial(reads_as_alphabeta_in_some_order, [*distinct, *others], sorts_by_leaves=True)
    return searches.find_in_base_order(reads_so, verdict="leaves again", remark=_EVALUATES_TO_SORT)
