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
    gone = set(crossed)
    emptied = set[int]()
    # The last nodes first, so that each is looked at after what is below it.
    pending = [-parent for parent in {tree.parent[node] for node in crossed}]
    heapify(pending)
    while pending:
        node = -heappop(pending)
        is_whole = node > 0 and (node not in tree.elided or node in rest_crossed)
        is_new = node not in emptied
        if is_whole and is_new and all(each in gone for each in tree.children(node)):
            emptied.add(node)
            gone.add(node)
            heappush(pending, -tree.parent[node])
    return frozenset(emptied)


def claims_of(tree: GameTree, claims: Claims, depth: int | None = None) -> Iterator[Claim]:
    """Yield every claim about a tree, node by node in drawing order, those about it all last.

    Once somebody marks what is cut off, every node without a mark is claimed visited. A slash
    speaks for its whole subtree; of a node all of whose children are crossed out, and of one beyond
    the depth limit, nothing is claimed. Linear in the size of the tree.
    """
    written: dict[int, list[Claim]] = {}
    for claim in claims:
        place = len(tree) if claim.kind in ABOUT_THE_TREE else claim.node
        written.setdefault(place, []).append(as_searched(tree, claim))
    about_the_tree = written.pop(len(tree), [])
    marked = marks_cuts(claims)
    below_slash = -1
    emptied = branches_emptied(tree, claims)
    nodes: Iterable[int] = range(len(tree)) if marked else sorted(written)
    for node in nodes:
        here = written.get(node, [])
        is_searched = depth is None or tree.ply[node] <= depth
        if any(claim.kind == "cut" for claim in here):
            below_slash = max(below_slash, tree.end[node])
        elif marked and is_searched and node >= below_slash and node not in emptied:
            yield Claim(node, "visited")
        yield from here
    yield from about_the_tree


def as_searched(tree: GameTree, claim: Claim) -> Claim:
    """Return a claim with its numbers as the searches of its tree compute with them."""
    if not tree.has_chance:
        return claim
    number = claim.number
    window = claim.window
    condition = claim.condition
    exact = tree.as_searched
    if number is not None:
        number = exact(number)
    if window is not None:
        window = (exact(window[0]), exact(window[1]))
    if condition is not None:
        condition = replace(condition, low=exact(condition.low), high=exact(condition.high))
    return claim._replace(number=number, window=window, condition=condition)


def step_of(record: Record, claim: Claim) -> int:
    """Return the step of the search that shows whether a claim is right.

    An entry window shows when its node is entered, a value or an exit window when it arrives at
    the parent, and that a node is not visited when the rest of an ancestor's children is given up.
    """
    if claim.kind in ABOUT_THE_TREE:
        return record.steps
    rows = record.rows(claim.node)
    cut = skipping_cut(record, claim.node)
    if cut is not None:
        return cut.number
    if not rows:
        above = record.visited_ancestor(claim.node, record.steps)
        if above is None:
            return record.steps
        return min(record.left(record.columns.row_of_node[above]) - 1, record.steps)
    if claim.kind == "cut-rest":
        return min(record.left(rows[-1]) - 1, record.steps)
    is_exit = claim.window is not None and record.rules.windows == "exit"
    if claim.number is not None or is_exit:
        return min(record.left(rows[-1]), record.steps)
    return record.entered(rows[0])
