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
Telling: TypeAlias = "list[tuple[GameTree, Leaves]]"


class Following(NamedTuple):
    """What the leaves of a program follow.

    Attributes:
        layer: How far they are right.
        rules: The search and convention that they follow, or that they are measured by.
        words: What is particular, such as how many leaves fewer; a sentence without its capital.
    """

    layer: LeafLayer
    rules: Rules
    words: str = ""


def minimax_of(rules: Rules) -> Rules:
    """Return the rules of minimax for the same players."""
    return replace(rules, algorithm="minimax", form="classic")


def followed(tried: Sequence[Tried], base: Rules, *, claimed: bool) -> Following:
    """Return what a program's leaves follow; all its values are right.

    Args:
        tried: The trees with its answers.
        base: The convention that is claimed, or the ordinary one.
        claimed: Whether that is claimed; else any convention will do.
    """
    telling = telling_leaves(tried)
    if not telling:
        return Following("no leaves", base)
    if follows(telling, base):
        return Following("right", base)
    if follows(telling, minimax_of(base)):
        return Following("plain minimax", base)
    others = [each for each in alternatives(base) if not each.printed.swaps_players]
    other = next((each for each in others if follows(telling, each)), None)
    if other is not None:
        return Following("another convention" if claimed else "right", other)
    asks_again = next((each for each in _reentering(base) if _reads_like(telling, each)), None)
    if asks_again is not None:
        if claimed and asks_again != base and not _reads_no_other_leaf(telling, base):
            return Following("another convention", asks_again)
        return Following("right", asks_again)
    if not claimed:
        return _with_other_leaves(telling, base, [base, *others])
    as_claimed = _with_other_leaves(telling, base, [base])
    if as_claimed.layer != "other leaves":
        return as_claimed
    under_others = _with_other_leaves(telling, base, others)
    if under_others.layer != "other leaves":
        return under_others._replace(layer="another convention")
    return under_others


def telling_leaves(tried: Sequence[Tried]) -> Telling:
    """Return the trees for which a program tells its leaves, with these."""
    return [(tree, answer.leaves) for tree, answer in tried if answer.leaves is not None]


def follows(telling: Telling, rules: Rules) -> bool:
    """Tell whether leaves are read exactly as a search reads them, on every tree."""
    return not any(unlike(own, expected(tree, rules).told_leaves) for tree, own in telling)


def agreeing(telling: Telling, rules: Rules) -> int:
    """Return on how many trees leaves are read exactly as a search reads them."""
    return sum(not unlike(own, expected(tree, rules).told_leaves) for tree, own in telling)


def reads_only_again(telling: Telling, rules: Rules) -> bool:
    """Tell whether leaves are those of a search, in its order, but for some that are read again."""
    distinct = _distinct(telling)
    if not _reads_a_leaf_twice(distinct):
        return False
    return all(_first_readings(own) == expected(tree, rules).leaves for tree, own in distinct)


def _reads_a_leaf_twice(telling: Telling) -> bool:
    """Tell whether a value is read twice of some tree."""
    return any(len(set(own)) < len(own) for _, own in telling)


def _first_readings(leaves: Leaves) -> Leaves:
    """Return leaves without those that were read before."""
    return tuple(dict.fromkeys(leaves))


def _with_other_leaves(telling: Telling, base: Rules, stated: Sequence[Rules]) -> Following:
    """Return what leaves follow that are those of no search: fewer, or some of them again.

    Args:
        telling: The trees with a program's leaves.
        base: The rules to measure by where they follow nothing.
        stated: The rules of which they may read fewer leaves, or some again.
    """
    for rules in stated:
        words = _words_for_fewer(telling, rules)
        if words is not None:
            return Following("fewer leaves", rules, words)
    if not _reads_a_leaf_twice(_distinct(telling)):
        return Following("other leaves", base)
    for rules in stated:
        if _is_in_null_windows(telling, rules):
            search_words = "PVS and NegaScout search a child again after a null window"
            return Following("leaves again", rules, _again_words(telling, search_words))
    for rules in stated:
        if all(_is_in_passes(tree, own, rules) for tree, own in telling):
            search_words = "MTD(f) searches the root again with another guess"
            return Following("leaves again", rules, _again_words(telling, search_words))
    return Following("other leaves", base)


def _words_for_fewer(telling: Telling, rules: Rules) -> str | None:
    """Return how many fewer leaves than a search a program reads; ``None`` where it does not."""
    if rules.fixes_its_own_rules:
        return None
    if not all(_is_within(own, _once(tree, rules)) for tree, own in telling):
        return None
    if _is_table(telling, rules):
        return _table_words(telling, rules)
    return None if _is_mixed(telling, rules) else _fewer_words(telling, rules)


# -- fewer leaves --------------------------------------------------------------------------------


def _is_within(leaves: Leaves, allowed: Counter[Number]) -> bool:
    """Tell whether no value is read more often than is allowed."""
    return all(count <= allowed[value] for value, count in Counter(leaves).items())


@lru_cache(maxsize=4096)
def _once(tree: GameTree, rules: Rules) -> Counter[Number]:
    """Return how often each value may be read by what reads no leaf more than a search."""
    return Counter(expected(tree, rules).told_leaves)


def _reads_no_other_leaf(telling: Telling, rules: Rules) -> bool:
    """Tell whether no leaf is read that a search prunes, where a value tells which leaf it is."""
    return all(
        set(own) <= set(expected(tree, rules).told_leaves) for tree, own in _distinct(telling)
    )


def _distinct(telling: Telling) -> Telling:
    """Return the trees whose leaves all differ: there a value tells which leaf it is."""
    return [(tree, own) for tree, own in telling if tells_leaves_apart(tree)]


def _is_table(telling: Telling, rules: Rules) -> bool:
    """Tell whether a table of positions explains what is not read.

    Either a search is followed wherever no subtree occurs twice, or no value is ever read twice and
    it is followed wherever all leaves differ.
    """
    reads_a_value_twice = _reads_a_leaf_twice(telling)
    unaffected: Telling = []
    for tree, own in telling:
        may_be_left_out = not reads_a_value_twice and not tells_leaves_apart(tree)
        if not may_be_left_out and not repeats_a_subtree(to_nested(tree)):
            unaffected.append((tree, own))
    return follows(unaffected, rules)


def repeats_a_subtree(nested: Nested) -> bool:
    """Tell whether a subtree that is no leaf occurs twice."""
    texts = list(map(repr, _inner_nodes(nested)))
    return len(set(texts)) < len(texts)


def _inner_nodes(nested: Nested) -> Iterator[list[Nested]]:
    """Yield the subtrees of nested lists that are no leaves, in no order that matters."""
    waiting = [nested]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            yield node
            waiting += node


def _is_mixed(telling: Telling, rules: Rules) -> bool:
    """Tell whether leaves lie between those of the two tests: equality cuts in places only.

    What reads as much as the strict test, fail-soft, cuts nowhere at equality: it lies between
    fail-soft and fail-hard.
    """
    if not rules.has_conventions:
        return False
    on_equality = replace(rules, cutoff=">=")
    strict = replace(rules, cutoff=">")
    where_alike = [
        (tree, own)
        for tree, own in telling
        if expected(tree, on_equality) == expected(tree, strict)
    ]
    if not follows(where_alike, rules):
        return False
    most = replace(strict, fail="soft")
    reads_as_much = all(
        _is_within(expected(tree, most).told_leaves, Counter(own)) for tree, own in telling
    )
    return not reads_as_much


def _table_words(telling: Telling, rules: Rules) -> str:
    """Return how many fewer leaves a program with a table of positions reads."""
    return f"{_fewer_words(telling, rules)}, as a table of positions explains"


def _fewer_words(telling: Telling, rules: Rules) -> str:
    """Return how many leaves fewer than a search a program reads, as a part of a sentence."""
    trees_with_fewer = 0
    read = 0
    most = 0
    for tree, own in telling:
        wanted = len(expected(tree, rules).told_leaves)
        read += len(own)
        most += wanted
        if len(own) < wanted:
            trees_with_fewer += 1
    trees = f"{trees_with_fewer:,} of {len(telling):,} trees"
    return f"it reads fewer leaves on {trees}, {read:,} of {most:,} in all, and none more"


# -- leaves that are read again ------------------------------------------------------------------


def _reentering(base: Rules) -> list[Rules]:
    """Return the rules of the searches that enter nodes again; those that are claimed first."""
    searches = [base] if TABLE[base.algorithm].reenters else []
    for name, order in product(ALGORITHMS, DRAWN_ORDERS):
        if TABLE[name].reenters:
            searches.append(replace(base, algorithm=name, form="classic", order=order))
    return searches


def _reads_like(telling: Telling, rules: Rules) -> bool:
    """Tell whether leaves are read in the order of a search that asks again, and as it may.

    How often a leaf is read depends on what is remembered; which ones are read first does not.
    """
    for tree, own in _distinct(telling):
        if _first_readings(own) != _first_readings(expected(tree, rules).told_leaves):
            return False
    if all(_is_within(own, _in_null_windows(tree, rules)) for tree, own in telling):
        return True
    return all(_is_in_passes(tree, own, rules) for tree, own in telling)


def _is_in_null_windows(telling: Telling, rules: Rules) -> bool:
    """Tell whether leaves are read no more often than null windows before full ones explain.

    The searches that ask again have a test of their own, which some programs make strict: then they
    are measured by alpha-beta under >, and where all leaves differ by what they read themselves.
    """
    measure = rules
    if TABLE[rules.algorithm].reenters:
        measure = replace(rules, algorithm="alphabeta", cutoff=">")
        if not _reads_no_other_leaf(telling, rules):
            return False
    return all(_is_within(own, _in_null_windows(tree, measure)) for tree, own in telling)


@lru_cache(maxsize=4096)
def _in_null_windows(tree: GameTree, rules: Rules) -> Counter[Number]:
    """Return how often each value may be read where null windows come before full ones.

    A child is searched at most twice, the first one once; so a leaf is read at most twice for each
    node on its path that is not the first child.
    """
    read = {node for _, node, _ in search(tree, rules).readings()}
    allowed: Counter[Number] = Counter()
    waiting = [(0, 1)]
    while waiting:
        node, times = waiting.pop()
        value = tree.leaf_value(node)
        if value is not None and node in read:
            allowed[value] += times
        children = list(tree.children(node))
        if rules.right_to_left:
            children.reverse()
        waiting += [(child, times) for child in children[:1]]
        waiting += [(child, 2 * times) for child in children[1:]]
    return allowed


def _is_in_passes(tree: GameTree, leaves: Leaves, rules: Rules) -> bool:
    """Tell whether leaves may be those of null-window searches of the root, one after another.

    A pass takes leaves in their drawn order, and the first one proves a bound of the root. That is
    seen where all leaves differ.
    """
    if not tells_leaves_apart(tree):
        return True
    leaf_of_value = {tree.leaf_value(leaf): leaf for leaf in tree.leaves(0)}
    if any(value not in leaf_of_value for value in leaves):
        return False
    nodes = [leaf_of_value[value] for value in leaves]
    if rules.right_to_left:
        nodes = [-node for node in nodes]
    first_pass = leaves[: _rising(nodes)]
    low, high = _proven(to_nested(tree), tree.levels, 0, set(first_pass))
    return low > -INFINITY or high < INFINITY


def _rising(numbers: Sequence[int]) -> int:
    """Return how many of some numbers there are before one that is not larger than the last."""
    for at, (number, following) in enumerate(pairwise(numbers), 1):
        if following <= number:
            return at
    return len(numbers)


def _proven(
    nested: Nested, levels: tuple[Player, ...], ply: int, read: set[Number]
) -> tuple[Number, Number]:
    """Return between which numbers the leaves that are read prove the worth of a node to lie."""
    if not isinstance(nested, list):
        return (nested, nested) if nested in read else (-INFINITY, INFINITY)
    below = [_proven(child, levels, ply + 1, read) for child in nested]
    lows = [low for low, _ in below]
    highs = [high for _, high in below]
    if levels[ply % len(levels)] is Player.MAX:
        return max(lows), max(highs)
    return min(lows), min(highs)


def _again_words(telling: Telling, words: str) -> str:
    """Return how many readings are of a leaf read before, and the words that explain it."""
    readings = sum(len(own) for _, own in telling)
    again = sum(len(own) - len(set(own)) for _, own in _distinct(telling))
    return f"of {readings:,} readings at least {again:,} are of a leaf read before; {words}"
