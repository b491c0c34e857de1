"""Orders of children that search programs use: by estimates, and killer moves first.

Both are permutations of the drawn tree, found before the search that is recorded: that one is the
ordinary search of a tree whose nodes come in another order.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from treeexplorer.engine.means import added, normalised
from treeexplorer.rules import Rules
from treeexplorer.tree import CHANCE_ROLE, INFINITY, LEAF_ROLE, MAX_ROLE, GameTree, Number

ChildOrder = Mapping[int, Sequence[int]]


def preorder(tree: GameTree, order: ChildOrder) -> array[int]:
    """Return the nodes in preorder when the children of some nodes come in another order.

    Args:
        tree: The tree.
        order: The children of each node whose children move, in their new order.
    """
    sequence = array("i")
    pending = [0]
    while pending:
        node = pending.pop()
        sequence.append(node)
        children = order.get(node)
        pending.extend(reversed(tree.child_column(node) if children is None else children))
    return sequence


def mirrored(tree: GameTree) -> array[int]:
    """Return the nodes in the preorder of the mirrored tree: the postorder read backwards."""
    sequence = array("i", bytes(4 * len(tree)))
    for node, (end, ply) in enumerate(zip(tree.end, tree.ply, strict=True)):
        sequence[len(tree) - end + ply] = node
    return sequence


def by_estimates(tree: GameTree, roles: bytes, values: Sequence[Number | None]) -> ChildOrder:
    """Return the children of each node from the most promising to the least.

    At MAX by falling estimates, at MIN by rising ones, equal ones as drawn. A leaf counts with its
    value; children without a number come last. The children of chance nodes stay as drawn.

    Args:
        tree: The tree as searched.
        roles: Whose node each node is.
        values: What evaluating each node gives, where it is evaluated.
    """
    order: dict[int, Sequence[int]] = {}
    for node, role in enumerate(roles):
        if role in {LEAF_ROLE, CHANCE_ROLE}:
            continue
        promising: list[tuple[Number, int]] = []
        others: list[int] = []
        for child in tree.children(node):
            number = tree.estimate(child) if values[child] is None else values[child]
            if number is None:
                others.append(child)
            else:
                promising.append((-number if role == MAX_ROLE else number, child))
        order[node] = [child for _, child in sorted(promising)] + others
    return order


def by_killers(
    tree: GameTree, roles: bytes, values: Sequence[Number | None], rules: Rules
) -> ChildOrder:
    """Return the children of each visited node with the killer move of its ply first, if it has it.

    The killer move of a ply is the name of the child that caused the last cut-off at one of its
    nodes. What that is at each node depends on the search so far: alpha-beta is run once for it.

    Args:
        tree: The tree as searched.
        roles: Whose node each node is.
        values: What evaluating each node gives, where it is evaluated.
        rules: The rules of the search.
    """
    order: dict[int, Sequence[int]] = {}
    killers: dict[int, str] = {}
    path: list[_OpenNode] = []
    node: int | None = 0
    window = rules.window
    while node is not None:
        value = values[node]
        if value is None:
            if roles[node] == LEAF_ROLE:  # an unknown leaf: the search ends here
                break
            children = order[node] = _killer_first(tree, node, killers.get(tree.ply[node]))
            path.append(_OpenNode(node, roles[node], children, window, hard=rules.hard))
        while path and value is not None:
            parent = path[-1]
            parent.take(value, tree, strict=rules.strict)
            if parent.is_cut and (parent.left or parent.node in tree.elided):
                name = tree.names.get(parent.child)
                if name is not None:
                    killers[tree.ply[parent.node]] = name
            if parent.left and not parent.is_cut:
                break
            value = parent.result()
            path.pop()
        node = None
        if path:
            node, window = path[-1].next_child()
    return order


def _killer_first(tree: GameTree, node: int, killer: str | None) -> list[int]:
    children = list(tree.children(node))
    if killer is not None:
        children.sort(key=lambda child: tree.names.get(child) != killer)
    return children


class _OpenNode:
    """A node that the first pass of the killer heuristic is searching."""

    def __init__(
        self,
        node: int,
        role: int,
        children: Sequence[int],
        window: tuple[Number, Number],
        *,
        hard: bool,
    ) -> None:
        self.node, self.role, self.children, self.entry = node, role, children, window
        self.hard = hard
        self.alpha, self.beta = window
        self.visited = 0
        self.is_cut = False
        self.v: Number = 0
        if role == CHANCE_ROLE:
            self.alpha, self.beta = -INFINITY, INFINITY
        elif role == MAX_ROLE:
            self.v = self.alpha if hard else -INFINITY
        else:
            self.v = self.beta if hard else INFINITY

    @property
    def left(self) -> int:
        """How many children have not been visited."""
        return len(self.children) - self.visited

    @property
    def child(self) -> int:
        """The child that was visited last."""
        return self.children[self.visited - 1]

    def next_child(self) -> tuple[int, tuple[Number, Number]]:
        """Return the next child, and the window it is entered with."""
        self.visited += 1
        return self.child, (self.alpha, self.beta)

    def take(self, value: Number, tree: GameTree, *, strict: bool) -> None:
        """Take in the value of the child that was visited last."""
        if self.role == CHANCE_ROLE:
            self.v = added(self.v, tree.probability(self.child) or 0, value)
            return
        if self.role == MAX_ROLE:
            self.v = max(self.v, value)
            self.alpha = max(self.alpha, self.v)
        else:
            self.v = min(self.v, value)
            self.beta = min(self.beta, self.v)
        self.is_cut = self.alpha > self.beta or (self.alpha == self.beta and not strict)

    def result(self) -> Number:
        """Return what the node returns."""
        value = normalised(self.v) if self.role == CHANCE_ROLE else self.v
        return max(self.entry[0], min(value, self.entry[1])) if self.hard else value
