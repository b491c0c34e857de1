"""Which search a program's leaves follow, where all its values are right.

A program tells the values of its leaves and not where they stand. So leaves are compared as a
sequence, with what is read again; where values repeat, a program is wrong only if no assignment of
its readings to leaves explains them.

- It follows a search that reads exactly the same leaves in the same order, on every tree.
- It reads *fewer* leaves than a search if on no tree it reads a value more often, and on some tree
  less often. A table of positions explains that where it happens only as a subtree occurs again.
- It reads leaves *again* as a search with null windows may (PVS, NegaScout), where each child but
  the first is searched at most twice, or as MTD(f) does, pass by pass. Nothing else explains a leaf
  that is read twice.
- It is *mixed* if it lies between the tests ≥ and >: it cuts at equality in places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, product
from typing import Literal, NamedTuple, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.engine.algorithms import TABLE
from treeexplorer.programs.answers import Leaves, Tried, expected, unlike
from treeexplorer.programs.trials import Nested, tells_leaves_apart, to_nested
from treeexplorer.rules import ALGORITHMS, DRAWN_ORDERS, alternatives
from treeexplorer.tree import INFINITY, GameTree, Number, Player

LeafLayer: TypeAlias = Literal[
    "right",
    "no leaves",
    "fewer leaves",
    "leaves again",
    "another convention",
    "plain minimax",
    "other leaves",
]
LeavesByTree: TypeAlias = "list[tuple[GameTree, Leaves]]"
"""Trees, each with the leaves that a program says it evaluated there, in order."""


class Following(NamedTuple):
    """The search that a program's leaves follow, and how exactly.

    Attributes:
        layer: How far they are right.
        rules: The search and convention that they follow, or that they are measured by.
        words: What is particular, such as how many leaves fewer; a sentence without its capital.
    """

    layer: LeafLayer
    rules: Rules
    words: str = ""


def minimax_of(rules: Rules) -> Rules:
    """Return the rules of minimax with everything else as in the given rules."""
    return replace(rules, algorithm="minimax", form="classic")


def followed(tried: Sequence[Tried], base: Rules, *, claimed: bool) -> Following:
    """Return the search that a program's leaves follow, provided that all its values are right.

    The order matters: an exact agreement comes before one in which leaves are read again, and that
    before leaves that agree with no search. A claimed convention is tried before the others.

    Args:
        tried: The trees with its answers.
        base: The convention that is claimed, or the ordinary one.
        claimed: Whether that is claimed; else any convention will do.
    """
    leaves_by_tree = leaves_by_tree_of(tried)
    if not leaves_by_tree:
        return Following("no leaves", base)
    others = [each for each in alternatives(base) if not each.printed.swaps_players]
    exactly = _followed_exactly(leaves_by_tree, base, others, claimed=claimed)
    if exactly is not None:
        return exactly
    by_asking_again = _followed_by_asking_again(leaves_by_tree, base, claimed=claimed)
    if by_asking_again is not None:
        return by_asking_again
    if not claimed:
        return _with_other_leaves(leaves_by_tree, base, [base, *others])
    as_claimed = _with_other_leaves(leaves_by_tree, base, [base])
    if as_claimed.layer != "other leaves":
        return as_claimed
    under_others = _with_other_leaves(leaves_by_tree, base, others)
    if under_others.layer != "other leaves":
        return under_others._replace(layer="another convention")
    return under_others


def _followed_exactly(
    leaves_by_tree: LeavesByTree, base: Rules, others: Sequence[Rules], *, claimed: bool
) -> Following | None:
    """Return the search that reads exactly the program's leaves in its order.

    ``None`` if none does.

    The base is tried first, then minimax, then other conventions.
    """
    if follows(leaves_by_tree, base):
        return Following("right", base)
    if follows(leaves_by_tree, minimax_of(base)):
        return Following("plain minimax", base)
    for other in others:
        if follows(leaves_by_tree, other):
            layer: LeafLayer = "another convention" if claimed else "right"
            return Following(layer, other)
    return None


def _followed_by_asking_again(
    leaves_by_tree: LeavesByTree, base: Rules, *, claimed: bool
) -> Following | None:
    """Return the null-window search whose leaves the program reads, some of them again.

    ``None`` is returned if there is no such search.
    """
    for rules in _reentering(base):
        if not _reads_like(leaves_by_tree, rules):
            continue
        is_as_claimed = not claimed or rules == base or _reads_no_other_leaf(leaves_by_tree, base)
        layer: LeafLayer = "right" if is_as_claimed else "another convention"
        return Following(layer, rules)
    return None


def leaves_by_tree_of(tried: Sequence[Tried]) -> LeavesByTree:
    """Return each tree for which a program tells its leaves, with these leaves."""
    return [(tree, answer.leaves) for tree, answer in tried if answer.leaves is not None]


def follows(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether on every tree the leaves are exactly those that a search reads."""
    return not any(
        unlike(leaves, expected(tree, rules).told_leaves) for tree, leaves in leaves_by_tree
    )


def agreeing(leaves_by_tree: LeavesByTree, rules: Rules) -> int:
    """Return the number of trees on which the leaves are exactly those that a search reads."""
    return sum(
        not unlike(leaves, expected(tree, rules).told_leaves) for tree, leaves in leaves_by_tree
    )


def reads_only_again(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program reads the leaves of a search in its order, and some of them again.

    Only trees whose leaves all differ are looked at: there a value tells which leaf it is.
    """
    distinct = _distinct(leaves_by_tree)
    if not _reads_a_leaf_twice(distinct):
        return False
    return all(_first_readings(leaves) == expected(tree, rules).leaves for tree, leaves in distinct)


def _reads_a_leaf_twice(leaves_by_tree: LeavesByTree) -> bool:
    """Tell whether on some tree a value is read twice."""
    return any(len(set(leaves)) < len(leaves) for _, leaves in leaves_by_tree)


def _first_readings(leaves: Leaves) -> Leaves:
    """Return the leaves without those that repeat an earlier one."""
    return tuple(dict.fromkeys(leaves))


def _with_other_leaves(
    leaves_by_tree: LeavesByTree, base: Rules, stated: Sequence[Rules]
) -> Following:
    """Return what can be said of leaves that are those of no search.

    The order matters: fewer leaves under one of the stated rules come first. Leaves that are read
    again are explained by null windows if possible, and else by passes of MTD(f).

    Args:
        leaves_by_tree: The trees with a program's leaves.
        base: The rules to measure by where they follow nothing.
        stated: The rules of which they may read fewer leaves, or some again.
    """
    for rules in stated:
        words = _words_for_fewer(leaves_by_tree, rules)
        if words is not None:
            return Following("fewer leaves", rules, words)
    if not _reads_a_leaf_twice(_distinct(leaves_by_tree)):
        return Following("other leaves", base)
    for rules in stated:
        if _is_in_null_windows(leaves_by_tree, rules):
            search_words = "PVS and NegaScout search a child again after a null window"
            return Following("leaves again", rules, _again_words(leaves_by_tree, search_words))
    for rules in stated:
        if all(_is_in_passes(tree, leaves, rules) for tree, leaves in leaves_by_tree):
            search_words = "MTD(f) searches the root again with another guess"
            return Following("leaves again", rules, _again_words(leaves_by_tree, search_words))
    return Following("other leaves", base)


def _words_for_fewer(leaves_by_tree: LeavesByTree, rules: Rules) -> str | None:
    """Return in words how many fewer leaves a program reads than a search.

    ``None`` is returned if it also reads other leaves, or cuts at equality only in some places.
    """
    if rules.fixes_its_own_rules:
        return None
    if not all(_is_within(leaves, _count_by_value(tree, rules)) for tree, leaves in leaves_by_tree):
        return None
    if _is_table(leaves_by_tree, rules):
        return _table_words(leaves_by_tree, rules)
    if _is_mixed(leaves_by_tree, rules):
        return None
    return _fewer_words(leaves_by_tree, rules)


# -- fewer leaves --------------------------------------------------------------------------------


def _is_within(leaves: Leaves, allowed: Counter[Number]) -> bool:
    """Tell whether no value is read more often than ``allowed`` says.

    >>> _is_within((3, 3), Counter({3: 2, 12: 1})), _is_within((3, 12, 12), Counter((3, 12)))
    (True, False)
    """
    return all(count <= allowed[value] for value, count in Counter(leaves).items())


@lru_cache(maxsize=4096)
def _count_by_value(tree: GameTree, rules: Rules) -> Counter[Number]:
    """Return how many leaves of each value a search reads."""
    return Counter(expected(tree, rules).told_leaves)


def _reads_no_other_leaf(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program reads no leaf that a search prunes.

    Only trees whose leaves all differ are looked at: there a value tells which leaf it is.
    """
    return all(
        set(leaves) <= set(expected(tree, rules).told_leaves)
        for tree, leaves in _distinct(leaves_by_tree)
    )


def _distinct(leaves_by_tree: LeavesByTree) -> LeavesByTree:
    """Return the trees whose leaves all differ, with the program's leaves.

    There a value tells which leaf it is.
    """
    return [(tree, leaves) for tree, leaves in leaves_by_tree if tells_leaves_apart(tree)]


def _is_table(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a table of positions explains the leaves that are not read.

    A table saves leaves only where a subtree occurs again. A table that also keeps single leaves,
    so that no value is ever read twice, saves leaves wherever two have one value. On all other
    trees the program has to follow the search exactly.
    """
    is_keeping_leaves = not _reads_a_leaf_twice(leaves_by_tree)
    unaffected: LeavesByTree = []
    for tree, leaves in leaves_by_tree:
        has_saved_leaves = is_keeping_leaves and not tells_leaves_apart(tree)
        if not has_saved_leaves and not repeats_a_subtree(to_nested(tree)):
            unaffected.append((tree, leaves))
    return follows(unaffected, rules)


def repeats_a_subtree(nested: Nested) -> bool:
    """Tell whether a subtree with more than a leaf occurs twice.

    >>> repeats_a_subtree([[1, 2], [3, [1, 2]]]), repeats_a_subtree([1, [1, 2]])
    (True, False)
    """
    texts = list(map(repr, _inner_nodes(nested)))
    return len(set(texts)) < len(texts)


def _inner_nodes(nested: Nested) -> Iterator[list[Nested]]:
    """Yield every node of nested lists that is a list, in an unspecified order."""
    waiting = [nested]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            yield node
            waiting += node


def _is_mixed(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program cuts at equality in some places and not in others.

    It follows the search on every tree on which the tests ≥ and > read the same leaves. On some
    tree it leaves out leaves that the test > with fail-soft reads. A program that reads all of
    these everywhere cuts nowhere at equality, and lies between fail-soft and fail-hard.
    """
    if not rules.has_conventions:
        return False
    at_equality = replace(rules, cutoff=">=")
    strict = replace(rules, cutoff=">")
    where_tests_agree = [
        (tree, leaves)
        for tree, leaves in leaves_by_tree
        if expected(tree, at_equality) == expected(tree, strict)
    ]
    if not follows(where_tests_agree, rules):
        return False
    strict_and_soft = replace(strict, fail="soft")
    reads_as_much = all(
        _is_within(expected(tree, strict_and_soft).told_leaves, Counter(leaves))
        for tree, leaves in leaves_by_tree
    )
    return not reads_as_much


def _table_words(leaves_by_tree: LeavesByTree, rules: Rules) -> str:
    """Return how many fewer leaves a program reads, with a table of positions as the reason."""
    return f"{_fewer_words(leaves_by_tree, rules)}, as a table of positions explains"


def _fewer_words(leaves_by_tree: LeavesByTree, rules: Rules) -> str:
    """Return how many fewer leaves than a search a program reads, as a part of a sentence."""
    counts = [
        (len(leaves), len(expected(tree, rules).told_leaves)) for tree, leaves in leaves_by_tree
    ]
    trees_with_fewer = sum(1 for read, wanted in counts if read < wanted)
    trees = f"{trees_with_fewer:,} of {len(leaves_by_tree):,} trees"
    read_in_all = sum(read for read, _ in counts)
    wanted_in_all = sum(wanted for _, wanted in counts)
    leaves = f"{read_in_all:,} of {wanted_in_all:,} in all"
    return f"it reads fewer leaves on {trees}, {leaves}, and none more"


# -- leaves that are read again ------------------------------------------------------------------


def _reentering(base: Rules) -> list[Rules]:
    """Return the rules of the searches that enter nodes again; the base comes first if it does."""
    searches: list[Rules] = []
    if TABLE[base.algorithm].reenters:
        searches.append(base)
    for name, order in product(ALGORITHMS, DRAWN_ORDERS):
        if TABLE[name].reenters:
            searches.append(replace(base, algorithm=name, form="classic", order=order))
    return searches


def _reads_like(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether a program reads leaves as a search that enters nodes again may read them.

    How often a leaf is read depends on what the program remembers. The order of the first readings
    does not, so it must be that of the search.
    """
    for tree, leaves in _distinct(leaves_by_tree):
        if _first_readings(leaves) != _first_readings(expected(tree, rules).told_leaves):
            return False
    if all(_is_within(leaves, _in_null_windows(tree, rules)) for tree, leaves in leaves_by_tree):
        return True
    return all(_is_in_passes(tree, leaves, rules) for tree, leaves in leaves_by_tree)


def _is_in_null_windows(leaves_by_tree: LeavesByTree, rules: Rules) -> bool:
    """Tell whether no leaf is read more often than null windows before full ones explain.

    A search that enters nodes again has a test of its own, which some programs make strict. So for
    these rules the count is that of alpha-beta under >, and the program must read no leaf that the
    search itself prunes.
    """
    measure = rules
    if TABLE[rules.algorithm].reenters:
        measure = replace(rules, algorithm="alphabeta", cutoff=">")
        if not _reads_no_other_leaf(leaves_by_tree, rules):
            return False
    return all(
        _is_within(leaves, _in_null_windows(tree, measure)) for tree, leaves in leaves_by_tree
    )


@lru_cache(maxsize=4096)
def _in_null_windows(tree: GameTree, rules: Rules) -> Counter[Number]:
    """Return how often each value may be read if null windows come before full ones.

    A first child is searched once, any other child at most twice. So the readings allowed for a
    leaf double with each node on its path that is not a first child.
    """
    read = {node for _, node, _ in search(tree, rules).readings()}
    allowed: Counter[Number] = Counter()
    pending = [(0, 1)]  # nodes, each with how often it is searched at most
    while pending:
        node, times = pending.pop()
        value = tree.leaf_value(node)
        if value is not None and node in read:
            allowed[value] += times
        children = list(tree.children(node))
        if rules.right_to_left:
            children.reverse()
        pending += [(child, times) for child in children[:1]]
        pending += [(child, 2 * times) for child in children[1:]]
    return allowed


def _is_in_passes(tree: GameTree, leaves: Leaves, rules: Rules) -> bool:
    """Tell whether leaves may be read by several null-window searches of the root in a row.

    Each search reads leaves in drawn order, so the first search ends before the first leaf that
    does not stand farther along than the leaf before it. That first search has to prove a bound of
    the root. A tree with equal leaves cannot be judged, and passes.
    """
    if not tells_leaves_apart(tree):
        return True
    leaf_of_value = {tree.leaf_value(leaf): leaf for leaf in tree.leaves(0)}
    if any(value not in leaf_of_value for value in leaves):
        return False
    nodes = [leaf_of_value[value] for value in leaves]
    if rules.right_to_left:
        nodes = [-node for node in nodes]
    first_pass = leaves[: _count_rising(nodes)]
    low, high = _proven(to_nested(tree), tree.levels, 0, set(first_pass))
    return low > -INFINITY or high < INFINITY


def _count_rising(numbers: Sequence[int]) -> int:
    """Return how many numbers come before the first one that is not larger than its predecessor.

    >>> _count_rising([2, 5, 9, 4, 7]), _count_rising([2, 5])
    (3, 2)
    """
    for count, (number, following) in enumerate(pairwise(numbers), 1):
        if following <= number:
            return count
    return len(numbers)


def _proven(
    nested: Nested, levels: tuple[Player, ...], ply: int, read: set[Number]
) -> tuple[Number, Number]:
    """Return the interval of a node's value that the leaves read so far prove.

    Args:
        nested: The node.
        levels: Who moves at each ply.
        ply: The node's ply.
        read: The values of the leaves that are read; no two leaves have one value.

    Example:
        >>> _proven([[3, 12], [2, 4]], (Player.MAX, Player.MIN), 0, {3, 12, 2})
        (3, 3)
    """
    if not isinstance(nested, list):
        return (nested, nested) if nested in read else (-INFINITY, INFINITY)
    below = [_proven(child, levels, ply + 1, read) for child in nested]
    lows = [low for low, _ in below]
    highs = [high for _, high in below]
    if levels[ply % len(levels)] is Player.MAX:
        return max(lows), max(highs)
    return min(lows), min(highs)


def _again_words(leaves_by_tree: LeavesByTree, words: str) -> str:
    """Return how many readings repeat a leaf, followed by the words that explain it."""
    readings = sum(len(leaves) for _, leaves in leaves_by_tree)
    again = sum(len(leaves) - len(set(leaves)) for _, leaves in _distinct(leaves_by_tree))
    return f"of {readings:,} readings at least {again:,} are of a leaf read before; {words}"
