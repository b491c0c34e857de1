"""What a paper claims: every claim about a tree, the slashes that are missing included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from heapq import heapify, heappop, heappush
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


def branches_emptied(tree: GameTree, claims: Claims) -> frozenset[int]:
    """Return the nodes of whose children every one is crossed out, or emptied itself.

    So much as a slash one edge higher says: no leaf below it is read. The root is none of them.

    Example:
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[[8 d:[/1 e:[/4 /5]]] [/3 2]]")
        >>> nodes = branches_emptied(exercise.tree, exercise.claims)
        >>> sorted(map(exercise.tree.labels.label, nodes))
        ['d', 'e']
    """
    crossed = branches_crossed(claims)
    rest_crossed = {claim.node for claim in claims if claim.kind == "cut-rest"}
    emptied: set[int] = set()
    # The highest numbers first, so that each node is looked at after what is below it.
    pending = [-parent for parent in {tree.parent[node] for node in crossed}]
    heapify(pending)
    while pending:
        node = -heappop(pending)
        is_root = node <= 0
        if is_root or node in emptied:
            continue
        if node in tree.elided and node not in rest_crossed:
            continue
        if all(child in crossed or child in emptied for child in tree.children(node)):
            emptied.add(node)
            heappush(pending, -tree.parent[node])
    return frozenset(emptied)


def claims_of(tree: GameTree, claims: Claims, depth: int | None = None) -> Iterator[Claim]:
    """Yield every claim about a tree, node by node in drawing order, those about it all last.

    Once somebody marks what is cut off, every node without a mark is claimed visited. A slash
    speaks for its whole subtree; of a node all of whose children are crossed out, and of one beyond
    the depth limit, nothing is claimed. Linear in the size of the tree.

    Example:
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[[3 12] 2[2 /9]]")
        >>> [(claim.node, claim.kind) for claim in claims_of(exercise.tree, exercise.claims)][3:]
        [(3, 'visited'), (4, 'visited'), (4, 'value'), (5, 'visited'), (6, 'cut')]
    """
    by_node: dict[int, list[Claim]] = {}
    about_the_tree: list[Claim] = []
    for claim in claims:
        exact = as_searched(tree, claim)
        if claim.kind in ABOUT_THE_TREE:
            about_the_tree.append(exact)
        else:
            by_node.setdefault(claim.node, []).append(exact)

    marked = marks_cuts(claims)
    emptied = branches_emptied(tree, claims)
    end_of_crossed = 0
    nodes: Iterable[int] = range(len(tree)) if marked else sorted(by_node)
    for node in nodes:
        written = by_node.get(node, [])
        if any(claim.kind == "cut" for claim in written):
            end_of_crossed = max(end_of_crossed, tree.end[node])
        is_crossed = node < end_of_crossed
        is_searched = depth is None or tree.ply[node] <= depth
        if marked and is_searched and not is_crossed and node not in emptied:
            yield Claim(node, "visited")
        yield from written
    yield from about_the_tree


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

    An entry window shows when its node is entered, a value or an exit window when it arrives at
    the parent, and that a node is not visited when the rest of an ancestor's children is given up.

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
    arrival = record.returned_at(calls[-1])
    if claim.kind == "cut-rest":
        return min(arrival - 1, record.steps)
    is_exit_window = claim.window is not None and record.rules.windows == "exit"
    if claim.number is not None or is_exit_window:
        return min(arrival, record.steps)
    return record.entered_at(calls[0])


def _step_past(record: Record, node: int) -> int:
    """Return the last step at which the node above an unvisited one could still come to it."""
    above = record.visited_ancestor(node, record.steps)
    if above is None:
        return record.steps
    arrival = record.returned_at(record.columns.call_of_node[above])
    return min(arrival - 1, record.steps)
