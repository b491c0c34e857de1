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

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.engine.algorithms import TABLE
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.numbers import counted
from treeexplorer.programs.answers import Leaves, Tried, expected, same, unlike
from treeexplorer.programs.last_search import (
    choose_distinct_trees_to_explain,
    only_player_to_cut_at_equality,
    proves_values_at_last,
    proves_values_with_no_more_leaves,
    reads_alpha_beta_at_last,
    reads_alpha_beta_at_last_in_some_order,
    without_repeated_subtrees_if_enough,
)
from treeexplorer.programs.own_order import (
    order_children_by_reading,
    reads_as_alphabeta_in_some_order,
)
from treeexplorer.programs.readings import (
    NOTHING_PROVEN,
    LeavesByTree,
    first_readings,
    is_within,
    leaf_counts,
    most_readings,
    proven_interval,
    trees_with_distinct_leaves,
    trees_without_repeated_subtrees,
)
from treeexplorer.programs.shortened import is_iterative_deepening
from treeexplorer.programs.telling import (
    LEAF_CONVERSIONS,
    SIGN_CONVENTIONS,
    generate_sign_conventions,
    prints_converted_leaves,
    prints_number_of_no_leaf,
)
from treeexplorer.programs.trials import tells_leaves_apart, to_nested
from treeexplorer.rules import ALGORITHMS, DRAWN_ORDERS, alternatives
from treeexplorer.tree import GameTree, Number

LeafVerdict: TypeAlias = Literal[
    "right",
    "no leaves",
    "fewer leaves",
    "leaves again",
    "leaves not judged",
    "own order",
    "another convention",
    "plain minimax",
    "leaves told otherwise",
    "other leaves",
]


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
_FEWEST_TO_TELL: Final = 10  # trees: fewer show nothing


class FollowedSearch(NamedTuple):
    """The search that a program's leaves follow, and how exactly.

    Attributes:
        verdict: How far the leaves are right.
        rules: The search and convention that they follow, or that they are measured by.
        remark: What is particular, such as how many leaves fewer; a sentence without its capital.
    """

    verdict: LeafVerdict
    rules: Rules
    remark: str = ""


def minimax_of(rules: Rules) -> Rules:
    """Return the rules of minimax with everything else as in the given rules.

    Minimax has no other printed form than the classic one.
    """
    return replace(rules, algorithm="minimax", form="classic")


def has_right_values(tried: Iterable[Tried], base: Rules) -> bool:
    """Tell whether each answer has the minimax value of its root.

    A right search with cut-offs returns the same value as minimax, whatever its test and order.

    Args:
        tried: The trees with the program's answers.
        base: The rules.
    """
    minimax = minimax_of(base)
    return all(same(answer.value, expected(tree, minimax).value) for tree, answer in tried)


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
    searches = _SearchesToTry(base, others, is_base_claimed=claimed)

    # From the strictest explanation to the loosest: who fits a strict one may fit a looser one,
    # too. For example, a program that reads exactly the leaves of alpha-beta also reads fewer
    # leaves than minimax.
    finders = (
        # The program reads exactly the leaves of a search.
        _find_exact_search,
        # It reads some of them again, as null windows do.
        _find_null_window_search,
        # It prints them in another form, or as other numbers.
        _find_search_printed_differently,
        _find_search_with_converted_leaves,
        # It takes the children in some other order.
        _find_search_in_own_order,
        # The mistake comes before the table, which would explain what the mistake cuts, too.
        _find_mistake_in_cuts_at_equality,
        _find_search_in_own_order_with_table,
        _find_search_in_own_order_with_null_windows,
        _find_search_in_own_order_with_converted_leaves,
        _find_search_with_presorting,
        # It reads fewer leaves than a search, or some of them again.
        _find_search_with_fewer_or_repeated_leaves,
        _find_search_with_converted_repeated_leaves,
    )
    for find_search in finders:
        followed = find_search(leaves_by_tree, searches)
        if followed is not None:
            return followed
    return FollowedSearch("other leaves", base)


def _describe_cuts_at_equality(
    leaves_by_tree: LeavesByTree, search_in_words: str, base: Rules
) -> str | None:
    """Describe in a sentence a program that cuts where α = β at one player's nodes alone.

    Args:
        leaves_by_tree: Trees, each with the values of the leaves that the program read, in order.
        search_in_words: What reads them, ``search`` or ``last search``.
        base: The rules that it is measured by.

    Returns:
        The sentence without its capital; ``None`` if that does not explain what it reads.
    """
    player = only_player_to_cut_at_equality(leaves_by_tree, base)
    if player is None:
        return None
    return (
        f"its {search_in_words} of each tree reads exactly the leaves that are to be read in some "
        f"order of the children if only {player.value.upper()} cuts where α = β"
    )


class _SearchesToTry(NamedTuple):
    """The searches that a program may follow.

    Attributes:
        base: The rules that the program is said to follow, or the ordinary ones.
        others: All other rules.
        is_base_claimed: Whether it is said to follow the base; else the others are as right.
    """

    base: Rules
    others: Sequence[Rules]
    is_base_claimed: bool

    def list_in_base_order(self) -> list[Rules]:
        """List the searches with the base's order of children, the base first.

        Those are enough for a program that may take the children in any order: rules that differ
        from others in the order alone need not be tried.
        """
        return [self.base, *(rules for rules in self.others if rules.order == self.base.order)]

    def choose_verdict(self, rules: Rules, verdict: LeafVerdict) -> LeafVerdict:
        """Choose the verdict on a program whose leaves are those of one of the searches.

        ==========================  =======================================================
        the search                  the verdict
        ==========================  =======================================================
        the base itself             ``verdict``
        minimax like the base       ``plain minimax``: the program prunes nothing
        another one                 ``another convention`` if the base is claimed, else
                                    ``verdict``
        ==========================  =======================================================

        ``leaves told otherwise`` is the verdict whichever search it is.

        Args:
            rules: The search.
            verdict: The verdict if the leaves are those of the base.
        """
        if verdict == "leaves told otherwise" or rules == self.base:
            return verdict
        if rules == minimax_of(self.base):
            return "plain minimax"
        return "another convention" if self.is_base_claimed else verdict


def _find_exact_search(
    leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> FollowedSearch | None:
    """Find the search that reads exactly the program's leaves, in its order, on all trees.

    The base is tried first, then minimax, which prunes nothing, then other rules.
    """
    base = searches.base
    for rules in (base, minimax_of(base), *searches.others):
        if not follows(leaves_by_tree, rules):
            continue
        verdict = searches.choose_verdict(rules, "right")
        # A program that does as minimax is measured by the base, since it was to prune.
        measured_by = base if verdict == "plain minimax" else rules
        return FollowedSearch(verdict, measured_by)
    return None


def _find_null_window_search(
    leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> FollowedSearch | None:
    """Find a search with null windows, such as PVS, whose leaves the program reads, some again.

    With a null window a search finds out only whether a node is better than a number; then it may
    search the node again, for its value. For example, on ``[[3 12] [8 9]]`` PVS reads 3, 12, 8, 9,
    8: by 8, 9 it finds out that the right node is better than 3, and by 8 again what it is worth.
    How often a leaf is read depends on what the program remembers, and is not compared exactly.
    """
    for null_window_search in _list_reentering_searches(searches.base):
        if _could_read_leaves_of(leaves_by_tree, null_window_search):
            is_right = _is_as_right_as_base(null_window_search, leaves_by_tree, searches)
            verdict: LeafVerdict = "right" if is_right else "another convention"
            return FollowedSearch(verdict, null_window_search)
    return None


def _is_as_right_as_base(
    rules: Rules, leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> bool:
    """Tell whether a program that follows some rules does what it was to do.

    If it was to follow other rules, it does so as long as it reads no leaf that these prune.
    """
    if not searches.is_base_claimed:  # it may follow any rules
        return True
    if rules == searches.base:
        return True
    return _reads_no_pruned_leaf(leaves_by_tree, searches.base)


def _find_search_printed_differently(
    leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> FollowedSearch | None:
    """Find the search of a program that prints something else than the leaves in their order.

    For example, it prints the leaves in another order, or only how many they are.
    """
    base = searches.base
    for rules in (base, minimax_of(base), *searches.others):
        for output in _OTHER_OUTPUTS:
            if output.is_printed(leaves_by_tree, rules):
                verdict = searches.choose_verdict(rules, output.verdict)
                remark = output.words.format(rules=format_conventions(rules))
                return FollowedSearch(verdict, rules, remark)
    return None


def _find_search_with_converted_leaves(
    leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> FollowedSearch | None:
    """Find the search of a program that prints each leaf as another number.

    Two kinds of such programs are told apart:

    - Where MIN moves it prints 5 as −5, as negamax sees the leaf. That is a convention, and as
      right as to print 5.
    - It prints every leaf without its sign, −5 as 5: ``leaves told otherwise``.
    """
    if not _prints_number_of_no_leaf(leaves_by_tree):
        return None

    base = searches.base
    all_rules = (base, minimax_of(base), *searches.others)  # the likeliest first
    for conversion, rules in product(LEAF_CONVERSIONS, all_rules):
        if not prints_converted_leaves(conversion, leaves_by_tree, rules):
            continue
        if conversion.is_convention:
            verdict = searches.choose_verdict(rules, "right")
            return FollowedSearch(verdict, rules, conversion.words)
        remark = f"its leaves are those of {format_conventions(rules)}, but {conversion.words}"
        return FollowedSearch("leaves told otherwise", rules, remark)
    return None


def _prints_number_of_no_leaf(leaves_by_tree: LeavesByTree) -> bool:
    """Tell whether a program prints, on some tree, a number that no leaf of the tree has.

    Nothing else shows that it prints leaves as other numbers than their own.
    """
    return any(prints_number_of_no_leaf(tree, leaves) for tree, leaves in leaves_by_tree)


def _find_search_in_own_order(
    leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> FollowedSearch | None:
    """Find the search of which a program reads just the leaves, in some order of the children.

    Programs may sort the children of a node before they search them.
    """
    for rules in searches.list_in_base_order():
        if reads_as_alphabeta_in_some_order(leaves_by_tree, rules):
            verdict = searches.choose_verdict(rules, "own order")
            return FollowedSearch(verdict, rules, _IN_ITS_OWN_ORDER)
    return None


def _find_mistake_in_cuts_at_equality(
    leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> FollowedSearch | None:
    """Find out whether a program is alpha-beta, but cuts where α = β for one player alone.

    For example it tests ``alpha >= beta`` at MAX nodes and ``alpha > beta`` at MIN nodes. That is a
    mistake: the verdict is ``other leaves``, with a remark that names it.

    A program that reads a leaf twice is not asked about here, since it makes several searches. Of
    these the last is looked at, further on (see :func:`_find_search_with_repeated_leaves`).
    """
    if _reads_a_leaf_twice(trees_with_distinct_leaves(leaves_by_tree)):
        return None
    mistake = _describe_cuts_at_equality(leaves_by_tree, "search", searches.base)
    if mistake is None:
        return None
    return FollowedSearch("other leaves", searches.base, mistake)


def _find_search_in_own_order_with_table(
    leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> FollowedSearch | None:
    """Find the search of a program that sorts the children and keeps a table of positions.

    The table leaves out leaves where a subtree occurs again.
    """
    for rules in searches.list_in_base_order():
        if _is_explained_by_own_order_and_table(leaves_by_tree, rules):
            verdict = searches.choose_verdict(rules, "own order")
            return FollowedSearch(verdict, rules, _IN_ITS_OWN_ORDER_WITH_TABLE)
    return None


def _find_search_in_own_order_with_null_windows(
    leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> FollowedSearch | None:
    """Find the null-window search, such as PVS, of a program that sorts the children.

    Its order is seen only in trees whose leaves all differ. Each of them is drawn anew, with the
    children in the order in which the program came to them, and then searched from left to right.

    At least ten such trees are needed, and in one of them the order must not be the drawn one.
    """
    distinct = trees_with_distinct_leaves(leaves_by_tree)
    if len(distinct) < _FEWEST_TO_TELL:
        return None

    reordered = [(order_children_by_reading(tree, leaves), leaves) for tree, leaves in distinct]
    nested_as_drawn = [to_nested(tree) for tree, _ in distinct]
    nested_as_read = [to_nested(tree) for tree, _ in reordered]
    if nested_as_read == nested_as_drawn:
        return None

    for rules in _list_reentering_searches(searches.base):
        if not rules.right_to_left and _could_read_leaves_of(reordered, rules):
            verdict = searches.choose_verdict(rules, "own order")
            return FollowedSearch(verdict, rules, _AGAIN_IN_ITS_OWN_ORDER)
    return None


def _find_search_in_own_order_with_converted_leaves(
    leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> FollowedSearch | None:
    """Find the search of a program that sorts children, and prints leaves as a player sees them.

    Negamax often does both: where MIN moves, it prints a leaf of 5 as −5. Such a sign convention is
    as right as to print 5.
    """
    if not _prints_number_of_no_leaf(leaves_by_tree):
        return None

    for convention, rules in product(SIGN_CONVENTIONS, searches.list_in_base_order()):
        if reads_as_alphabeta_in_some_order(leaves_by_tree, rules, convention):
            verdict = searches.choose_verdict(rules, "own order")
            return FollowedSearch(verdict, rules, f"{_IN_ITS_OWN_ORDER}; {convention.words}")
    return None


def _find_search_with_presorting(
    leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> FollowedSearch | None:
    """Find the search of a program that reads leaves once to sort them, and then searches.

    For example, at the MIN node ``[12 3]`` it reads 12, 3 to sort them, and then searches 3, 12.
    What it reads to sort, it prints, too, even if the search prunes it then.
    """
    # Each leaf that is searched has been read before.
    if not _reads_a_leaf_twice(trees_with_distinct_leaves(leaves_by_tree)):
        return None

    # Trees whose leaves all differ first: there it is soon seen that a search does not fit.
    distinct = trees_with_distinct_leaves(leaves_by_tree)
    others = [(tree, leaves) for tree, leaves in leaves_by_tree if not tells_leaves_apart(tree)]
    distinct_first = [*distinct, *others]
    for rules in searches.list_in_base_order():
        if reads_as_alphabeta_in_some_order(distinct_first, rules, sorts_by_leaves=True):
            verdict = searches.choose_verdict(rules, "leaves again")
            return FollowedSearch(verdict, rules, _EVALUATES_TO_SORT)
    return None


def _is_explained_by_own_order_and_table(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program sorts the children, and keeps a table of the subtrees it has searched.

    Such a table saves leaves where a subtree occurs again, as in ``[[3 5] [3 5]]``, and nothing
    else. So two things are asked:

    - On the trees where no subtree does, at least ten, the leaves are those of a search in some
      order of the children, and not in the drawn one.
    - On all trees no leaf is read twice.
    """
    without_repeated_subtrees = trees_without_repeated_subtrees(leaves_by_tree)
    if len(without_repeated_subtrees) < _FEWEST_TO_TELL:
        return False

    reads_in_drawn_order = follows(without_repeated_subtrees, rules)
    if reads_in_drawn_order:
        return False
    if not reads_as_alphabeta_in_some_order(without_repeated_subtrees, rules):
        return False

    return all(is_within(leaves, leaf_counts(tree)) for tree, leaves in leaves_by_tree)


def leaves_by_tree_of(tried: Sequence[Tried]) -> LeavesByTree:
    """Return each tree for which a program prints its leaves, with these leaves."""
    return [(tree, answer.leaves) for tree, answer in tried if answer.leaves is not None]


def follows(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on every tree the leaves are exactly those that a search reads."""
    return all(_are_leaves_of(rules, tree, leaves) for tree, leaves in leaves_by_tree)


def count_trees_with_leaves_of(leaves_by_tree: LeavesByTree, rules: Rules) -> int:
    """Count the trees on which a program's leaves are exactly those that a search reads."""
    return sum(_are_leaves_of(rules, tree, leaves) for tree, leaves in leaves_by_tree)


def _are_leaves_of(rules: Rules, tree: GameTree, leaves: Leaves) -> bool:
    """Tell whether a program's leaves on a tree are those that a search reads, in order."""
    return unlike(leaves, expected(tree, rules).told_leaves) is None


def reads_only_again(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program reads the leaves of a search in its order, and some of them again.

    Only trees whose leaves all differ are looked at: there a value tells which leaf it is.
    """
    distinct = trees_with_distinct_leaves(leaves_by_tree)
    if not _reads_a_leaf_twice(distinct):
        return False
    return all(first_readings(leaves) == expected(tree, rules).leaves for tree, leaves in distinct)


def _prints_leaves_in_another_order(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on every tree a program prints the leaves of a search, but not in its order."""
    differences = {
        unlike(leaves, expected(tree, rules).told_leaves) for tree, leaves in leaves_by_tree
    }
    return differences <= {None, "leaves in another order"}


def _prints_each_value_once(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program prints each value that a search reads once, and in another order.

    On ``[[3 3] [2 4]]`` a search reads 3, 3 and 2; such a program prints 2 and 3, as a set does. A
    program that prints them in the search's own order, 3 and 2, does not count: a table of values
    already seen would do the same.
    """

    def find_values_read(tree: GameTree) -> Leaves:
        """Return each value that the search reads of a tree once, in order."""
        return first_readings(expected(tree, rules).told_leaves)

    prints_same_values = all(
        unlike(leaves, find_values_read(tree)) in {None, "leaves in another order"}
        for tree, leaves in leaves_by_tree
    )
    if not prints_same_values:
        return False
    return any(leaves != find_values_read(tree) for tree, leaves in leaves_by_tree)


def _prints_leaf_counts(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether in place of the leaves of a search a program prints how many they are."""
    return all(
        leaves == (len(expected(tree, rules).told_leaves),) for tree, leaves in leaves_by_tree
    )


def _prints_node_counts(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether in place of leaves a program prints how many nodes a search visits."""
    return all(leaves == (search(tree, rules).visited,) for tree, leaves in leaves_by_tree)


def _prints_pruned_leaves(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on every tree a program prints just the leaves that a search prunes."""
    return all(
        unlike(leaves, _leaves_pruned(tree, rules)) is None for tree, leaves in leaves_by_tree
    )


@lru_cache(maxsize=4096)
def _leaves_pruned(tree: GameTree, rules: Rules) -> Leaves:
    """Return the values of the leaves that a search does not read, from left to right."""
    read = {leaf for leaf, _ in search(tree, rules).leaves_read()}
    values = (tree.leaf_value(leaf) for leaf in tree.leaves(0) if leaf not in read)
    return tuple(value for value in values if value is not None)


def _prints_returned_values(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on every tree a program prints what each node returns, as it is left."""
    return all(
        unlike(leaves, _values_returned(tree, rules)) is None for tree, leaves in leaves_by_tree
    )


@lru_cache(maxsize=4096)
def _values_returned(tree: GameTree, rules: Rules) -> Leaves:
    """Return what each call of a search returns, in the order in which the calls are left."""
    record = search(tree, rules)
    steps = map(record.step, range(1, record.steps + 1))
    values = [step.value for step in steps if step.child is not None]
    return tuple(value for value in (*values, record.root_value) if value is not None)


class _OtherOutput(NamedTuple):
    """What a program may print in place of the leaves of a search in their order.

    Attributes:
        is_printed: Tells whether a program prints it on every tree, given the search.
        verdict: How far the leaves are right then.
        words: What the program does, with a gap for the search.
    """

    is_printed: Callable[[LeavesByTree, Rules], bool]
    verdict: LeafVerdict
    words: str


_OTHER_OUTPUTS: Final = (
    _OtherOutput(
        _prints_pruned_leaves,
        "leaves told otherwise",
        "it tells the leaves that {rules} prunes, and not those that it reads",
    ),
    _OtherOutput(
        _prints_returned_values,
        "leaves told otherwise",
        "it tells what {rules} returns at each node, at those with children, too",
    ),
    _OtherOutput(
        _prints_leaves_in_another_order,
        "leaves told otherwise",
        "its leaves are those of {rules}, but it tells them in another order",
    ),
    _OtherOutput(
        _prints_each_value_once,
        "leaves told otherwise",
        "the values of its leaves are those of {rules}, but it tells each once, in another order",
    ),
    _OtherOutput(
        _prints_leaf_counts,
        "no leaves",
        "in their place it told one number, which is how many leaves {rules} reads",
    ),
    _OtherOutput(
        _prints_node_counts,
        "no leaves",
        "in their place it told one number, which is how many nodes {rules} visits",
    ),
)


def _reads_a_leaf_twice(leaves_by_tree: LeavesByTree) -> bool:
    """Tell whether on some tree a value is read twice."""
    return any(len(set(leaves)) < len(leaves) for _, leaves in leaves_by_tree)


def _find_search_with_fewer_or_repeated_leaves(
    leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> FollowedSearch | None:
    """Find the search of which a program reads fewer leaves, or some again.

    - If no rules are claimed, all rules are as right.
    - If the claimed ones explain the leaves, the program is as right as that explanation says.
    - If only other rules do, it follows ``another convention`` than the claimed one.
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


def _find_search_with_converted_repeated_leaves(
    leaves_by_tree: LeavesByTree, searches: _SearchesToTry
) -> FollowedSearch | None:
    """Find the search of a program that reads leaves again, and prints them as a player sees them.

    For example negamax that searches deeper and deeper, and prints a leaf of 5 as −5 where MIN
    moves. The printed numbers are first converted back to the leaves' own. That leaves out the
    trees on which −5 may stand for two leaves, 5 and −5; more than half of all must remain.
    """
    for convention, restored_by_tree in generate_sign_conventions(leaves_by_tree):
        are_enough = 2 * len(restored_by_tree) > len(leaves_by_tree)
        if not are_enough:
            continue
        followed = _find_search_with_fewer_or_repeated_leaves(restored_by_tree, searches)
        if followed is None:
            continue
        trees_left_out = len(leaves_by_tree) - len(restored_by_tree)
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
    if not _reads_a_leaf_twice(trees_with_distinct_leaves(leaves_by_tree)):
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

    For example the leaves 12, 2, 3 prove that ``[[3 12] [2 4]]`` is worth 3 for MAX. This says the
    least of all explanations: neither the order of the children is known, nor why leaves are read
    again. Two cases are told apart, the one that says more first:

    1. The last search of each tree proves its value, and reads no needless leaf, in some order of
       the children.
    2. All that is read of a tree proves its value, and is no more in all than alpha-beta reads.
    """
    # It does read a search's leaves in that search's order: what is special lies elsewhere.
    if any(reads_only_again(leaves_by_tree, rules) for rules in searches):
        return None
    distinct = choose_distinct_trees_to_explain(leaves_by_tree, base)

    # Any order of the children is allowed, so one of several rules that differ in it is enough.
    searches_in_base_order = [rules for rules in searches if rules.order == base.order]
    for rules in searches_in_base_order:
        if proves_values_at_last(distinct, rules):
            return FollowedSearch("leaves again", rules, _PROVEN_AT_LAST)

    if proves_values_with_no_more_leaves(distinct, base):
        return FollowedSearch("leaves not judged", base, _PROVEN_WITH_NO_MORE_LEAVES)
    return None


def _find_search_with_repeated_leaves(
    leaves_by_tree: LeavesByTree, base: Rules, searches: Sequence[Rules]
) -> FollowedSearch | None:
    """Find the search that a program makes, and a reason to read some of its leaves again.

    For example, where a search reads 3, 12, 2 a program with iterative deepening may read 3, 3, 12,
    2. It is the first reason that fits which counts.

    Args:
        leaves_by_tree: Trees, each with the values of the leaves that the program read, in order.
        base: The rules whose order stands for all orders, where a reason does not depend on it.
        searches: The rules of the searches that the leaves are compared with.

    Returns:
        The search with the verdict ``leaves again``, or ``other leaves`` for a mistake; ``None``
        if no reason fits.
    """
    # 1. It searches each tree several times, as in iterative deepening, or a node twice, as with
    #    null windows.
    without_table = _find_way_to_read_again(leaves_by_tree, base, searches, _WAYS_TO_READ_AGAIN)
    if without_table is not None:
        return without_table

    # 2. The same, but its last search cuts where α = β at one player's nodes alone. This is tried
    #    before the table, which would explain what the mistake leaves out, too.
    mistake = _describe_cuts_at_equality(leaves_by_tree, "last search", base)
    if mistake is not None:
        return FollowedSearch("other leaves", base, mistake)

    # 3. The first, with a table of positions beside it.
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


def _explain_fewer_leaves(leaves_by_tree: LeavesByTree, rules: Rules) -> str | None:
    """Describe in a phrase how many fewer leaves a program reads than a search.

    Returns:
        The phrase; ``None`` if the program does not read fewer leaves, or if it cuts at equality on
        some trees and not on others: that is a fault of its own.
    """
    # A printed form that fixes its own test is none of the searches to compare with.
    if rules.fixes_its_own_rules:
        return None

    reads_more_often = not _reads_no_value_more_often(leaves_by_tree, rules)
    if reads_more_often or not _reads_fewer(leaves_by_tree, rules):
        return None
    phrase = _format_fewer_leaves(leaves_by_tree, rules)

    # A table comes before the fault, since it may leave out just what such a fault would cut.
    if _is_explained_by_table(leaves_by_tree, rules):
        return f"{phrase}, as a table of positions explains"
    if _cuts_at_equality_only_sometimes(leaves_by_tree, rules):
        return None
    return phrase


# -- fewer leaves --------------------------------------------------------------------------------


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


def _reads_no_pruned_leaf(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program reads no leaf that a search prunes.

    Only trees whose leaves all differ are looked at: there a value tells which leaf it is.
    """
    return all(
        set(leaves) <= set(expected(tree, rules).told_leaves)
        for tree, leaves in trees_with_distinct_leaves(leaves_by_tree)
    )


def _is_explained_by_table(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a table of positions already searched explains why a program reads fewer leaves.

    Such a (transposition) table saves leaves only where something occurs again: a subtree, or, if
    single leaves are kept in it, too, a value. The program has to follow the search exactly on the
    trees on which nothing does.
    """
    trees_without_savings = trees_without_repeated_subtrees(leaves_by_tree)
    # A program that keeps leaves reads no value twice.
    may_keep_leaves = not _reads_a_leaf_twice(leaves_by_tree)
    if may_keep_leaves:
        trees_without_savings = trees_with_distinct_leaves(trees_without_savings)
    return follows(trees_without_savings, rules)


def _cuts_at_equality_only_sometimes(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program cuts where α = β in some places and not in others.

    An example is a program that tests ``alpha >= beta`` at MAX and ``alpha > beta`` at MIN. It is
    recognised by two things:

    - It is right on all trees on which the tests ≥ and > read the same leaves.
    - On some other tree it cuts at equality: it does not read all that the test > reads.

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
    is_right_where_tests_agree = follows(where_tests_agree, rules)
    if not is_right_where_tests_agree:
        return False

    without_cuts_at_equality = replace(rules, cutoff=">", fail="soft")
    return not _reads_all_leaves_of(leaves_by_tree, without_cuts_at_equality)


def _do_both_tests_agree(tree: GameTree, rules: Rules) -> bool:
    """Tell whether α-β with the test α ≥ β and with α > β does the same on a tree.

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


def _list_reentering_searches(base: Rules) -> list[Rules]:
    """List the rules of all searches that may search a node again, such as PVS and MTD(f).

    Returns:
        The rules; each search is there once for each order of children. The base comes first if it
        is such a search, and may be there twice then.
    """
    searches: list[Rules] = []
    if TABLE[base.algorithm].reenters:
        searches.append(base)
    # `reenters` says of a search that it may enter a node again.
    for name, order in product(ALGORITHMS, DRAWN_ORDERS):
        if TABLE[name].reenters:
            searches.append(replace(base, algorithm=name, form="classic", order=order))
    return searches


def _could_read_leaves_of(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program reads leaves as a search that enters nodes again may read them.

    How often a leaf is read depends on what the program remembers. The order of the first readings
    does not, so it must be that of the search.
    """
    for tree, leaves in trees_with_distinct_leaves(leaves_by_tree):
        if first_readings(leaves) != first_readings(expected(tree, rules).told_leaves):
            return False
    return _is_within_most_readings(leaves_by_tree, rules) or _could_be_mtdf(leaves_by_tree, rules)


def _could_be_null_windows(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether PVS or NegaScout may read the leaves as often as a program does.

    They search a child with a null window first, and perhaps a second time with a full one
    (:func:`most_readings`). Such a search has a test of its own for cut-offs, which some programs
    make strict. So if the rules are those of such a search, two things are asked: that no leaf is
    read which it prunes, and no leaf more often than is allowed where alpha-beta under > reads it.
    """
    if not TABLE[rules.algorithm].reenters:
        return _is_within_most_readings(leaves_by_tree, rules)
    strict = replace(rules, algorithm="alphabeta", cutoff=">")
    return _reads_no_pruned_leaf(leaves_by_tree, rules) and _is_within_most_readings(
        leaves_by_tree, strict
    )


def _is_within_most_readings(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether no value is read more often than with null windows before full ones."""
    return all(is_within(leaves, most_readings(tree, rules)) for tree, leaves in leaves_by_tree)


def _could_be_passes(tree: GameTree, leaves: Leaves, rules: Rules) -> bool:
    """Tell whether leaves may be read by MTD(f), which searches the root again and again.

    Each of these searches, a *pass*, goes through the tree once, and proves a new bound of the
    root's value. For example, a program reads 3, 2, 3, 12, 2 on ``[[3 12] [2 4]]``, where MAX moves
    first. These may be two passes:

    1. 3, 2: each child is worth that at most for MIN, so that the root is worth 3 at most.
    2. 3, 12, 2: now the first child is worth 3 exactly, and so is the root.

    But 3, 3, 12, 2 cannot be passes, since the first one, 3 alone, proves nothing of the root.

    Args:
        tree: The tree. If two of its leaves have the same value, it is not known which of them are
            read, and passes are taken to be possible.
        leaves: The values of the leaves that a program reads, in order.
        rules: The rules of the search; only the order of children matters.
    """
    if not tells_leaves_apart(tree):
        return True
    leaf_indices = _find_indices_in_order(tree, leaves, right_to_left=rules.right_to_left)
    if leaf_indices is None:
        return False

    nested = to_nested(tree)
    values_so_far: set[Number] = set()
    proven_before = NOTHING_PROVEN
    for leaves_of_pass in _split_into_passes(leaves, leaf_indices):
        # 1. What do this pass and all before it prove of the root?
        values_so_far.update(leaves_of_pass)
        proven_so_far = proven_interval(nested, tree.levels, ply=0, read=values_so_far)
        lowest_value, highest_value = proven_so_far
        is_value_proven = lowest_value == highest_value
        if is_value_proven:  # no later pass can be wrong: there is nothing left to prove
            return True

        # 2. Has this pass proven a bound, by itself or with what a table keeps of those before it?
        proven_by_pass = proven_interval(nested, tree.levels, ply=0, read=set(leaves_of_pass))
        proves_bound_alone = proven_by_pass != NOTHING_PROVEN
        proves_bound_with_others = proven_so_far != proven_before
        if not proves_bound_alone and not proves_bound_with_others:
            return False
        proven_before = proven_so_far
    return True  # the program may end before the value is proven


def _find_indices_in_order(
    tree: GameTree, leaves: Leaves, *, right_to_left: bool
) -> list[int] | None:
    """Find which leaf of the tree each value is, counted from 0 in the order of the children.

    For example of ``[[3 12] [2 4]]`` the values 2, 3 have the indices 2, 0, and from right to left
    1, 3. ``None`` if a value is that of no leaf. The leaves of the tree must all differ.
    """
    values_in_order = [tree.leaf_value(leaf) for leaf in tree.leaves(0)]
    if right_to_left:
        values_in_order.reverse()
    index_of_value = {value: index for index, value in enumerate(values_in_order)}
    if not set(leaves).issubset(index_of_value):
        return None
    return [index_of_value[value] for value in leaves]


def _could_be_mtdf(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on every tree the leaves may be read by passes of MTD(f).

    A window that is narrower than the full one reads no leaf that the full one prunes.
    """
    with_full_window = replace(rules, algorithm="alphabeta", form="classic")
    return _reads_no_pruned_leaf(leaves_by_tree, with_full_window) and all(
        _could_be_passes(tree, leaves, rules) for tree, leaves in leaves_by_tree
    )


def _could_be_deepening(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program searches each tree ply by ply deeper, to the end."""
    return rules.has_conventions and is_iterative_deepening(leaves_by_tree, rules)


def _is_alpha_beta_at_last_beside_table(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether the last search is alpha-beta wherever a table of positions saves nothing."""
    trees = without_repeated_subtrees_if_enough(leaves_by_tree)
    return len(trees) > 0 and reads_alpha_beta_at_last(trees, rules)


def _is_in_some_order_at_last_beside_table(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell the same of alpha-beta that takes the children in some order."""
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
        _could_be_null_windows,
        "PVS and NegaScout search a child again after a null window",
        prints_leaves_alone=True,
    ),
    _WayToReadAgain(
        _could_be_mtdf,
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


def _split_into_passes(leaves: Leaves, places: Sequence[int]) -> Iterator[Leaves]:
    """Split leaves into those that each pass through a tree reads.

    A pass goes through the tree in one direction. Where a leaf does not stand further on than the
    one before it, another pass has begun.

    Example:
        >>> list(_split_into_passes((3, 12, 2, 12, 4), [0, 1, 2, 1, 3]))
        [(3, 12, 2), (12, 4)]
    """
    start_of_pass = 0
    for index in range(1, len(leaves)):
        if places[index] <= places[index - 1]:
            yield leaves[start_of_pass:index]
            start_of_pass = index
    if leaves:
        yield leaves[start_of_pass:]


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
