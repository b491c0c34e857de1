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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.engine.algorithms import TABLE
from treeexplorer.programs.answers import Leaves, Tried, expected, unlike
from treeexplorer.programs.trials import Nested, has_distinct_leaves, to_nested
from treeexplorer.rules import ALGORITHMS, CUTOFFS, DRAWN_ORDERS, alternatives
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
    stated = [base] if claimed else [base, *others]
    known = next((each for each in _reentering(base) if _reads_like(telling, each)), None)
    if known is not None:
        fits = not claimed or known == base or _reads_no_other_leaf(telling, base)
        return Following("right" if fits else "another convention", known)
    following = _with_other_leaves(telling, base, stated)
    if claimed and following.layer == "other leaves":
        following = _with_other_leaves(telling, base, others)
        if following.layer != "other leaves":
            return following._replace(layer="another convention")
    return following


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
    return any(len(set(own)) < len(own) for _, own in distinct) and all(
        tuple(dict.fromkeys(own)) == expected(tree, rules).leaves for tree, own in distinct
    )


def _with_other_leaves(telling: Telling, base: Rules, stated: Sequence[Rules]) -> Following:
    """Return what leaves follow that are those of no search: fewer, or some of them again."""
    for rules in stated:
        if rules.fixes_its_own_rules:
            continue
        if not all(_is_within(own, _once(tree, rules)) for tree, own in telling):
            continue
        if _is_table(telling, rules):
            return Following("fewer leaves", rules, _table_words(telling, rules))
        if not _is_mixed(telling, rules):
            return Following("fewer leaves", rules, _fewer_words(telling, rules))
    reads_again = any(len(set(own)) < len(own) for _, own in _distinct(telling))
    if not reads_again:
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
    return [each for each in telling if has_distinct_leaves(to_nested(each[0]))]


def _is_table(telling: Telling, rules: Rules) -> bool:
    """Tell whether a table of positions explains what is not read.

    Either a search is followed wherever no subtree occurs twice, or no value is ever read twice and
    it is followed wherever all leaves differ.
    """
    once_each = all(len(set(own)) == len(own) for _, own in telling)
    telling_trees = [
        (tree, own)
        for tree, own in telling
        if not repeats_a_subtree(to_nested(tree))
        and not (once_each and not has_distinct_leaves(to_nested(tree)))
    ]
    return follows(telling_trees, rules)


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
    tests = [replace(rules, cutoff=cutoff) for cutoff in CUTOFFS]
    where_alike = [
        (tree, own) for tree, own in telling if len({expected(tree, each) for each in tests}) == 1
    ]
    if not (rules.has_conventions and follows(where_alike, rules)):
        return False
    strict = replace(rules, cutoff=">", fail="soft")
    return not all(
        _is_within(expected(tree, strict).told_leaves, Counter(own)) for tree, own in telling
    )


def _table_words(telling: Telling, rules: Rules) -> str:
    return f"{_fewer_words(telling, rules)}, as a table of positions explains"


def _fewer_words(telling: Telling, rules: Rules) -> str:
    """Return how many leaves fewer than a search a program reads, as a part of a sentence."""
    read = [(len(own), len(expected(tree, rules).told_leaves)) for tree, own in telling]
    trees = sum(own < most for own, most in read)
    readings = f"{sum(own for own, _ in read):,} of {sum(most for _, most in read):,} in all"
    return f"it reads fewer leaves on {trees:,} of {len(read):,} trees, {readings}, and none more"


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
    return all(
        list(dict.fromkeys(own)) == list(dict.fromkeys(expected(tree, rules).told_leaves))
        for tree, own in _distinct(telling)
    ) and (
        all(_is_within(own, _in_null_windows(tree, rules)) for tree, own in telling)
        or all(_is_in_passes(tree, own, rules) for tree, own in telling)
    )


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
    allowed: Counter[Number] = Counter()
    order = -1 if rules.right_to_left else 1
    waiting = [(0, 1)]
    read = {node for _, node, _ in search(tree, rules).readings()}
    while waiting:
        node, times = waiting.pop()
        value = tree.leaf_value(node)
        if value is not None and node in read:
            allowed[value] += times
        children = list(tree.children(node))[::order]
        waiting += [(child, times) for child in children[:1]]
        waiting += [(child, 2 * times) for child in children[1:]]
    return allowed


def _is_in_passes(tree: GameTree, leaves: Leaves, rules: Rules) -> bool:
    """Tell whether leaves may be those of null-window searches of the root, one after another.

    A pass takes leaves in their drawn order, and the first one proves a bound of the root. That is
    seen where all leaves differ.
    """
    nested = to_nested(tree)
    if not has_distinct_leaves(nested):
        return True
    places = {tree.leaf_value(leaf): leaf for leaf in tree.leaves(0)}
    if any(value not in places for value in leaves):
        return False
    order = -1 if rules.right_to_left else 1
    nodes = [order * places[value] for value in leaves]
    first = len(nodes)
    for at in range(1, len(nodes)):
        if nodes[at] <= nodes[at - 1]:
            first = at
            break
    low, high = _proven(nested, tree.levels, 0, set(leaves[:first]))
    return low > -INFINITY or high < INFINITY


def _proven(
    nested: Nested, levels: tuple[Player, ...], ply: int, read: set[Number]
) -> tuple[Number, Number]:
    """Return between which numbers the leaves that are read prove the worth of a node to lie."""
    if not isinstance(nested, list):
        return (nested, nested) if nested in read else (-INFINITY, INFINITY)
    below = [_proven(child, levels, ply + 1, read) for child in nested]
    best: Callable[..., Number] = max if levels[ply % len(levels)] is Player.MAX else min
    return best(low for low, _ in below), best(high for _, high in below)


def _again_words(telling: Telling, words: str) -> str:
    """Return how many readings are of a leaf read before, and the words that explain it."""
    readings = sum(len(own) for _, own in telling)
    again = sum(len(own) - len(set(own)) for _, own in _distinct(telling))
    return f"of {readings:,} readings at least {again:,} are of a leaf read before; {words}"
