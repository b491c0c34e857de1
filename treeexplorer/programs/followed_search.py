"""The search that a program's leaves follow, and what can be asked of leaves and a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine import Rules
from treeexplorer.programs.answers import Leaves, expected, unlike
from treeexplorer.programs.last_search import (
    only_player_to_cut_at_equality,
)
from treeexplorer.programs.readings import (
    LeavesByTree,
    first_readings,
    trees_with_distinct_leaves,
)
from treeexplorer.programs.telling import (
    prints_number_of_no_leaf,
)
from treeexplorer.tree import GameTree

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
"""How far the leaves of a program are right; the first six are right."""


FEWEST_TREES_TO_TELL: Final = 10
"""On fewer trees a search in an order of its own shows nothing."""


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


class SearchesToTry(NamedTuple):
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

    def list_likeliest_first(self) -> list[Rules]:
        """List all searches: the base, then minimax, which prunes nothing, then other rules."""
        return [self.base, minimax_of(self.base), *self.others]

    def find_in_base_order(
        self, is_followed: Callable[[Rules], bool], verdict: LeafVerdict, remark: str
    ) -> FollowedSearch | None:
        """Find the first search, in the base's order of children, that a program follows.

        Args:
            is_followed: Tells whether the program follows a search.
            verdict: The verdict if it follows the base (see :meth:`choose_verdict`).
            remark: What is particular about how it follows a search.
        """
        for rules in self.list_in_base_order():
            if is_followed(rules):
                return FollowedSearch(self.choose_verdict(rules, verdict), rules, remark)
        return None

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


def minimax_of(rules: Rules) -> Rules:
    """Return the rules of minimax with everything else as in the given rules.

    Minimax has no other printed form than the classic one.
    """
    return replace(rules, algorithm="minimax", form="classic")


def follows(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on every tree the leaves are exactly those that a search reads."""
    return all(_are_leaves_of(rules, tree, leaves) for tree, leaves in leaves_by_tree)


def count_trees_with_leaves_of(leaves_by_tree: LeavesByTree, rules: Rules) -> int:
    """Count the trees on which a program's leaves are exactly those that a search reads."""
    return sum(_are_leaves_of(rules, tree, leaves) for tree, leaves in leaves_by_tree)


def _are_leaves_of(rules: Rules, tree: GameTree, leaves: Leaves) -> bool:
    """Tell whether a program's leaves on a tree are those that a search reads, in order."""
    return unlike(leaves, expected(tree, rules).told_leaves) is None


def reads_a_leaf_twice(leaves_by_tree: LeavesByTree) -> bool:
    """Tell whether on some tree a value is read twice."""
    return any(len(set(leaves)) < len(leaves) for _, leaves in leaves_by_tree)


def reads_only_again(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program reads the leaves of a search in its order, and some of them again.

    Only trees whose leaves all differ are looked at: there a value tells which leaf it is.
    """
    distinct = trees_with_distinct_leaves(leaves_by_tree)
    if not reads_a_leaf_twice(distinct):
        return False
    return all(first_readings(leaves) == expected(tree, rules).leaves for tree, leaves in distinct)


def reads_no_pruned_leaf(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program reads no leaf that a search prunes.

    Only trees whose leaves all differ are looked at: there a value tells which leaf it is.
    """
    return all(
        set(leaves) <= set(expected(tree, rules).told_leaves)
        for tree, leaves in trees_with_distinct_leaves(leaves_by_tree)
    )


def shows_number_of_no_leaf(leaves_by_tree: LeavesByTree) -> bool:
    """Tell whether a program prints, on some tree, a number that no leaf of the tree has.

    Nothing else shows that it prints leaves as other numbers than their own.
    """
    return any(prints_number_of_no_leaf(tree, leaves) for tree, leaves in leaves_by_tree)


def describe_cuts_at_equality(
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
