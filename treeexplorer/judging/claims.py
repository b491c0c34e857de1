"""What a paper claims: every claim about a tree, the slashes that are missing included."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final

from treeexplorer.engine import Record
from treeexplorer.judging.cutoff_tests import skipping_cut
from treeexplorer.notation import ABOUT_THE_TREE, ABOUT_WORTH, Claim, ClaimKind, Claims, Condition
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
    slashes = branches_crossed(claims)
    if not slashes:
        return frozenset()

    crossed_rests = {claim.node for claim in claims if claim.kind == "cut-rest"}
    nodes_with_uncrossed_rest = tree.elided - crossed_rests
    crossed = set(slashes)
    fully_crossed: set[int] = set()
    # Children have higher numbers than their parent, so that they come first here.
    for node in reversed([*tree.inner_nodes()]):
        all_children_crossed = crossed.issuperset(tree.children(node))
        if all_children_crossed and node not in nodes_with_uncrossed_rest:
            fully_crossed.add(node)
            crossed.add(node)
    root = 0
    return frozenset(fully_crossed - {root})


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
        implied_visits = list(_make_claims_of_visits(tree, claims, depth))
    written = [with_exact_numbers(tree, claim) for claim in claims]
    about_nodes = [claim for claim in written if claim.kind not in ABOUT_THE_TREE]
    about_tree = [claim for claim in written if claim.kind in ABOUT_THE_TREE]
    # Node numbers ascend in drawing order. The sort is stable: at one node its visit comes first,
    # then the written claims in their order.
    yield from sorted([*implied_visits, *about_nodes], key=attrgetter("node"))
    yield from about_tree


def _make_claims_of_visits(tree: GameTree, claims: Claims, depth: int | None) -> Iterator[Claim]:
    """Yield a claim ``visited`` for each node that a paper does not cross out, in drawing order.

    A node is crossed out if it has a slash, if it lies below one, or if all of its children are
    crossed out. Nodes below the depth limit are not visited in any case.
    """
    slashes = branches_crossed(claims)
    fully_crossed = branches_fully_crossed(tree, claims)
    for node in _nodes_outside(tree, slashes):
        is_below_depth_limit = depth is not None and tree.ply[node] > depth
        if node not in fully_crossed and not is_below_depth_limit:
            yield Claim(node, "visited")


def _nodes_outside(tree: GameTree, branches: Collection[int]) -> Iterator[int]:
    """Yield the nodes that lie in none of some branches, in drawing order.

    A branch is given by its first node, and holds all nodes below it.
    """
    node = 0
    while node < len(tree):
        if node in branches:
            first_node_behind_branch = tree.end[node]
            node = first_node_behind_branch
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
        return claim._replace(condition=_make_condition_exact(tree, claim.condition))
    return claim


def _make_condition_exact(tree: GameTree, condition: Condition) -> Condition:
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
    about a node that is not visited for another reason    see :func:`_find_last_step_to_visit`
    about a node that is visited                           see :func:`_find_step_in_calls`
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
    last_step = record.steps
    if claim.kind in ABOUT_THE_TREE:
        return last_step

    cut_off = skipping_cut(record, claim.node)
    if cut_off is not None:
        return cut_off.number

    calls = record.calls_of(claim.node)
    if not calls:
        return _find_last_step_to_visit(record, claim.node)
    # A call that is still open has its return behind the last step.
    return min(_find_step_in_calls(record, claim, calls), last_step)


def _find_step_in_calls(record: Record, claim: Claim, calls: Sequence[int]) -> int:
    """Return the step at which it shows whether a claim about a visited node is right.

    =====================================================  =======================================
    the claim                                              the step
    =====================================================  =======================================
    undrawn children are skipped, ``/...`` (``cut-rest``)  the one before the node's last return
    a value, a bound or a window on exit                   the node's last return
    a window on entry; that the node is visited            the node's first entry
    =====================================================  =======================================

    The calls are the visits of the node, in order; a search such as PVS may make several.
    """
    first_call = calls[0]
    last_call = calls[-1]
    if claim.kind == "cut-rest":
        # The last child's value decides it, and arrives one step before the node returns.
        return record.returned_at(last_call) - 1

    is_exit_window = claim.kind == "window" and record.rules.writes_exit_windows
    if claim.kind in ABOUT_WORTH or is_exit_window:
        return record.returned_at(last_call)
    return record.entered_at(first_call)


def _find_last_step_to_visit(record: Record, node: int) -> int:
    """Return the last step at which an unvisited node could still have been visited.

    It is the step before the return of its lowest visited ancestor.
    """
    ancestor = record.find_visited_ancestor(node, record.steps)
    if ancestor is None:
        return record.steps
    last_call = record.columns.call_of_node[ancestor]
    # A visit that is still open returns after the last step.
    return min(record.returned_at(last_call) - 1, record.steps)
