"""What a paper claims: every claim about a tree, the slashes that are missing included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from treeexplorer.engine import Record
from treeexplorer.judging.facts import skipping_cut
from treeexplorer.notation import ABOUT_THE_TREE, Claim, ClaimKind, Claims
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
    """Tell whether claims say what is cut off, so that an unmarked node counts as visited."""
    return any(claim.kind in SLASHES or claim.kind == "cuts-none" for claim in claims)


def branches_crossed(claims: Iterable[Claim]) -> frozenset[int]:
    """Return the branches that are crossed out on a paper."""
    return frozenset(claim.node for claim in claims if claim.kind == "cut")


def branches_fully_crossed(tree: GameTree, claims: Claims) -> frozenset[int]:
    """Return the nodes all of whose children are crossed out, or are such nodes themselves.

    Such a node needs no slash of its own: no leaf below it is read. The root is never one.

    Example:
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[[8 d:[/1 e:[/4 /5]]] [/3 2]]")
        >>> nodes = branches_fully_crossed(exercise.tree, exercise.claims)
        >>> sorted(map(exercise.tree.labels.label, nodes))
        ['d', 'e']
    """
    crossed = branches_crossed(claims)
    rest_crossed = {claim.node for claim in claims if claim.kind == "cut-rest"}
    fully_crossed: set[int] = set()
    children_left: dict[int, int] = {}  # how many children of a node are not crossed out so far
    pending = list(crossed)  # nodes that are not yet taken from their parent's number
    while pending:
        parent = tree.parent_of(pending.pop())
        if parent is None or tree.is_root(parent):
            continue
        if parent not in children_left:
            children_left[parent] = tree.child_count(parent)
            if parent in tree.elided and parent not in rest_crossed:
                children_left[parent] += 1  # the undrawn children count as one
        children_left[parent] -= 1
        if children_left[parent] > 0:
            continue
        fully_crossed.add(parent)
        if parent not in crossed:  # a node with a slash is pending from the beginning
            pending.append(parent)
    return frozenset(fully_crossed)


def claims_of(tree: GameTree, claims: Claims, depth: int | None = None) -> Iterator[Claim]:
    """Yield every claim of a paper: those about nodes in drawing order, then those about the tree.

    If the paper says anything about cut-offs, each node that is not crossed out is also claimed to
    be visited. A node is crossed out if it has a slash, lies below one, or if all of its children
    are crossed out. Linear in the size of the tree.

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
    # Exact fractions in place of decimals, where the searches of the tree compute with them.
    exact_claims = [as_searched(tree, claim) for claim in claims]
    about_nodes: dict[int, list[Claim]] = {}
    for claim in exact_claims:
        if claim.kind not in ABOUT_THE_TREE:
            about_nodes.setdefault(claim.node, []).append(claim)
    if marks_cuts(claims):
        yield from _claims_with_visits(
            tree, about_nodes, branches_fully_crossed(tree, claims), depth
        )
    else:
        for node in sorted(about_nodes):
            yield from about_nodes[node]
    yield from (claim for claim in exact_claims if claim.kind in ABOUT_THE_TREE)


def _claims_with_visits(
    tree: GameTree,
    about_nodes: Mapping[int, Sequence[Claim]],
    fully_crossed: frozenset[int],
    depth: int | None,
) -> Iterator[Claim]:
    """Yield the claims about nodes, and a claim ``visited`` for each node that is not crossed out.

    Nodes are numbered in preorder: the subtree of a node is node … end[node] − 1.

    Args:
        tree: The tree.
        about_nodes: The claims that are written, by node.
        fully_crossed: The nodes without a slash all of whose children are crossed out.
        depth: The depth limit; no node beyond it is claimed to be visited.
    """
    end_of_crossed = 0  # one past the last node of the subtrees that are crossed out so far
    for node in range(len(tree)):
        written = about_nodes.get(node, [])
        has_slash = any(claim.kind == "cut" for claim in written)
        if has_slash:
            end_of_crossed = max(end_of_crossed, tree.end[node])
        is_in_crossed_subtree = node < end_of_crossed
        is_crossed = is_in_crossed_subtree or node in fully_crossed
        is_beyond_depth = depth is not None and tree.ply[node] > depth
        if not is_crossed and not is_beyond_depth:
            yield Claim(node, "visited")
        yield from written


def as_searched(tree: GameTree, claim: Claim) -> Claim:
    """Return a claim with its numbers as the searches of its tree compute with them."""
    if not tree.has_chance:
        return claim
    exact = tree.as_searched
    if claim.number is not None:
        return claim._replace(number=exact(claim.number))
    if claim.window is not None:
        alpha, beta = claim.window
        return claim._replace(window=(exact(alpha), exact(beta)))
    if claim.condition is not None:
        low = exact(claim.condition.low)
        high = exact(claim.condition.high)
        return claim._replace(condition=replace(claim.condition, low=low, high=high))
    return claim


def step_of(record: Record, claim: Claim) -> int:
    """Return the step of the search that shows whether a claim is right.

    An entry window shows when its node is entered, a value or an exit window when the node returns.
    That a node is not visited shows when it is skipped.

    Example:
        The window shows when B is entered, the value when it arrives at the root.

        >>> from treeexplorer.engine import search
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[[3 12 8] (3,inf)2[2 4 6]]")
        >>> [step_of(search(exercise.tree), claim) for claim in exercise.claims]
        [10, 13]
    """
    if claim.kind in ABOUT_THE_TREE:
        return record.steps
    cut = skipping_cut(record, claim.node)
    if cut is not None:
        return cut.number
    calls = record.calls_of(claim.node)
    if not calls:
        return _step_past(record, claim.node)
    # A call that is still open returns past the last step: for it the last step counts.
    return_of_last_call = record.returned_at(calls[-1])
    if claim.kind == "cut-rest":
        # The node's undrawn children are skipped at the latest in the step before it returns.
        return min(return_of_last_call - 1, record.steps)
    is_exit_window = claim.window is not None and record.rules.writes_exit_windows
    is_known_on_return = claim.number is not None or is_exit_window
    if is_known_on_return:  # what a node returns last is what counts
        return min(return_of_last_call, record.steps)
    return record.entered_at(calls[0])  # an entry window, or that the node is visited


def _step_past(record: Record, node: int) -> int:
    """Return the last step at which an unvisited node could still have been reached.

    It is the one before the return of its lowest visited ancestor.
    """
    above = record.visited_ancestor(node, record.steps)
    if above is None:
        return record.steps
    arrival = record.returned_at(record.columns.call_of_node[above])
    return min(arrival - 1, record.steps)
