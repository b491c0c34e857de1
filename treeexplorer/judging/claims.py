"""What a paper claims: every claim about a tree, the slashes that are missing included."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from operator import attrgetter
from typing import Final

from treeexplorer.engine import Record
from treeexplorer.judging.facts import skipping_cut
from treeexplorer.notation import ABOUT_THE_TREE, Claim, ClaimKind, Claims, Condition
from treeexplorer.tree import GameTree

SUBJECT_OF: Final[dict[ClaimKind, str]] = {
    "value": "values",
    "bound": "values",
    "cut": "cuts",
    "cut-rest": "cuts",
    "cuts-none": "cuts",
    "window": "windows",
    "best": "best",
    "read": "read",
    "pruned-if": "pruned-if",
}
"""What a claim is about, as a sheet asks for it and as it is weighed in a grade."""
SLASHES: Final[frozenset[ClaimKind]] = frozenset({"cut", "cut-rest"})


def marks_cuts(claims: Iterable[Claim]) -> bool:
    """Tell whether claims say what is cut off; then a node without a slash counts as visited."""
    return any(claim.kind in SLASHES or claim.kind == "cuts-none" for claim in claims)


def branches_crossed(claims: Iterable[Claim]) -> frozenset[int]:
    """Return the branches that are crossed out on a paper."""
    return frozenset(claim.node for claim in claims if claim.kind == "cut")


def branches_fully_crossed(tree: GameTree, claims: Claims) -> frozenset[int]:
    """Return the nodes without a slash below which every leaf is crossed out.

    On a paper a slash (``/``) crosses out a branch that is cut off. Each child of such a node has a
    slash, or is such a node, too. If further children are not drawn (``...``), they must be crossed
    out as well (``/...``). The root is never such a node, since a search visits it in any case.

    Args:
        tree: The tree.
        claims: What is written on the paper: a claim ``cut`` of a node is its slash, a claim
            ``cut-rest`` of a node is ``/...`` behind its children.

    Example:
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[[8 d:[/1 e:[/4 /5]]] [/3 2]]")
        >>> nodes = branches_fully_crossed(exercise.tree, exercise.claims)
        >>> sorted(map(exercise.tree.labels.label, nodes))
        ['d', 'e']
    """
    # First the nodes with a slash; below, the nodes that are found are added.
    crossed = set(branches_crossed(claims))
    if not crossed:
        return frozenset()
    undrawn_crossed = {claim.node for claim in claims if claim.kind == "cut-rest"}
    # The nodes at which `...` stands without a slash: not all of their children are crossed out.
    has_undrawn_left = tree.elided - undrawn_crossed
    fully_crossed: set[int] = set()
    # From the last node to the first, so that children come before their parents.
    for node in reversed([*tree.inner_nodes()]):
        if node not in has_undrawn_left and crossed.issuperset(tree.children(node)):
            fully_crossed.add(node)
            # For its parent, which comes later in this loop, the node counts as crossed out.
            crossed.add(node)
    # The root has the number 0.
    return frozenset(fully_crossed - {0})


def claims_of(tree: GameTree, claims: Claims, depth: int | None = None) -> Iterator[Claim]:
    """Yield all claims of a paper: first about nodes, in drawing order, then about the tree.

    A claim is one thing that a paper says. All that are written are yielded, also those beside
    nodes that are crossed out. A paper that says anything about cut-offs says of every node that it
    does not cross out that the search visits it: so a claim ``visited`` is yielded for each of
    them, which nobody wrote. Linear in the size of the tree.

    Args:
        tree: The tree.
        claims: What is written on the paper.
        depth: The depth limit of the search; nodes beyond it are not claimed to be visited.

    Example:
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[[3 12] 2[2 /9]]")
        >>> for claim in claims_of(exercise.tree, exercise.claims):
        ...     print(exercise.tree.labels.label(claim.node), claim.kind)
        root visited
        A visited
        A.1 visited
        A.2 visited
        B visited
        B value
        B.1 visited
        B.2 cut
    """
    implied_visits: list[Claim] = []
    if marks_cuts(claims):
        implied_visits = list(_implied_visits(tree, claims, depth))
    # Exact fractions in place of decimals, where the searches of the tree compute with them.
    exact_claims = [with_exact_numbers(tree, claim) for claim in claims]
    about_nodes = [claim for claim in exact_claims if claim.kind not in ABOUT_THE_TREE]
    about_tree = [claim for claim in exact_claims if claim.kind in ABOUT_THE_TREE]
    # By node number, which is the drawing order. The sort is stable: of one node the visit, which
    # is listed first, stays first, and the written claims stay in their order.
    yield from sorted([*implied_visits, *about_nodes], key=attrgetter("node"))
    yield from about_tree


def _implied_visits(tree: GameTree, claims: Claims, depth: int | None) -> Iterator[Claim]:
    """Yield a claim ``visited`` for each node that is not crossed out, in drawing order.

    A node is crossed out if it has a slash, if it lies below one, or if all of its children are
    crossed out.

    Args:
        tree: The tree.
        claims: What is written on the paper; a claim ``cut`` is a slash.
        depth: The depth limit of the search: nodes below it are not visited anyway.
    """
    slashes = branches_crossed(claims)
    nodes_with_all_children_crossed = branches_fully_crossed(tree, claims)
    for node in _nodes_outside(tree, slashes):
        is_beyond_depth = depth is not None and tree.ply[node] > depth
        if node not in nodes_with_all_children_crossed and not is_beyond_depth:
            yield Claim(node, "visited")


def _nodes_outside(tree: GameTree, branches: Collection[int]) -> Iterator[int]:
    """Yield the nodes of a tree that lie in none of some branches, in drawing order.

    Args:
        tree: The tree.
        branches: Nodes; a branch is such a node with everything below it.
    """
    node = 0
    while node < len(tree):
        if node in branches:
            node = tree.end[node]  # the next node outside of the subtree
        else:
            yield node
            node += 1


def with_exact_numbers(tree: GameTree, claim: Claim) -> Claim:
    """Return a claim with fractions in place of decimals, if its tree has chance nodes.

    In such a tree the search computes with exact fractions, and numbers that are compared with its
    results have to be exact, too: 0.1 becomes 1/10. Other claims stay as they are.

    Args:
        tree: The tree.
        claim: The claim, an answer on a paper.
    """
    if not tree.has_chance:
        return claim
    # A claim has at most one of these: a number, a window (α, β), or a condition such as ``x ≤ 3``.
    if claim.number is not None:
        return claim._replace(number=tree.as_searched(claim.number))
    if claim.window is not None:
        alpha, beta = map(tree.as_searched, claim.window)
        return claim._replace(window=(alpha, beta))
    if claim.condition is not None:
        return claim._replace(condition=_condition_with_exact_numbers(tree, claim.condition))
    return claim


def _condition_with_exact_numbers(tree: GameTree, condition: Condition) -> Condition:
    """Return a condition with its ends as the searches of its tree compute with them."""
    low = tree.as_searched(condition.low)
    high = tree.as_searched(condition.high)
    return replace(condition, low=low, high=high)


def step_of(record: Record, claim: Claim) -> int:
    """Return the step of the search at which it shows whether a claim is right.

    A step is an event: a node is entered, or returns its value. A claim is an answer on a paper.

    =====================================================  =======================================
    the claim                                              the step
    =====================================================  =======================================
    about the whole tree                                   the last step
    about a node that a cut-off skips                      the cut-off
    about a node that is not visited for another reason    see :func:`_last_step_to_visit`
    undrawn children are skipped, ``/...`` (``cut-rest``)  the one before the node's last return
    a value, a bound or a window on exit                   the node's last return
    a window on entry; that the node is visited            the node's first entry
    =====================================================  =======================================

    A step that the search does not come to counts as its last step.

    Args:
        record: The search.
        claim: The claim.

    Example:
        The window (3, +∞) shows when the second MIN node is entered, its value 2 when it returns.

        >>> from treeexplorer.engine import search
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[[3 12 8] (3,inf)2[2 4 6]]")
        >>> [step_of(search(exercise.tree), claim) for claim in exercise.claims]
        [10, 13]
    """
    if claim.kind in ABOUT_THE_TREE:
        return record.steps
    cut_that_skips_node = skipping_cut(record, claim.node)
    if cut_that_skips_node is not None:
        return cut_that_skips_node.number
    # The visits of the node, in order: a search such as PVS may visit it several times.
    calls = record.calls_of(claim.node)
    if not calls:
        return _last_step_to_visit(record, claim.node)

    last_return = record.returned_at(calls[-1])
    is_exit_window = claim.window is not None and record.rules.writes_exit_windows
    if claim.kind == "cut-rest":
        # It is decided by the last value that arrives, which is the step before.
        step = last_return - 1
    elif claim.number is not None or is_exit_window:
        step = last_return
    else:
        step = record.entered_at(calls[0])
    return min(step, record.steps)


def _last_step_to_visit(record: Record, node: int) -> int:
    """Return the last step at which an unvisited node could still have been visited.

    It is the step before the return of its lowest visited ancestor.
    """
    ancestor = record.visited_ancestor(node, record.steps)
    if ancestor is None:
        return record.steps
    # That of its last visit. A visit that is still open returns after the last step.
    return_of_ancestor = record.returned_at(record.columns.call_of_node[ancestor])
    return min(return_of_ancestor - 1, record.steps)
