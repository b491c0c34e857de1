"""In which order a search takes the children of nodes: as drawn, by estimates, killer moves first.

An order is found before the search that is recorded: it says in which order the children of each
node are taken. A *killer move* is the name of a child that caused a cut-off. It is tried first at
the other nodes of the same ply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Final

from treeexplorer.engine.ordered_tree import ChildOrder, OrderedTree
from treeexplorer.engine.procedure import Hooks, OpenCall, drawn_children, find_hooks, run_procedure
from treeexplorer.rules import OrderName, Rules
from treeexplorer.tree import CHANCE_ROLE, LEAF_ROLE, MAX_ROLE, GameTree, Number


def in_search_order(tree: GameTree, rules: Rules) -> OrderedTree:
    """Put a tree into the order in which a search under some rules visits it.

    Raises:
        HorizonError: A node at the depth limit has children and no estimate.
    """
    as_drawn = OrderedTree(tree, rules)
    find_order = _ORDER_FUNCTIONS.get(rules.order)
    if find_order is None:
        return as_drawn
    return OrderedTree(tree, rules, find_order(as_drawn, rules))


def order_by_estimates(tree: OrderedTree, _: Rules) -> ChildOrder:
    """Order the children of each node by their estimates and leaf values."""
    numbers = list(tree.values)
    for node in tree.tree.estimates:
        if numbers[node] is None:
            numbers[node] = tree.tree.estimate(node)
    return sort_children_by_number(tree.tree, tree.roles, numbers)


def sort_children_by_number(
    tree: GameTree, roles: bytes, numbers: Sequence[Number | None], *, best_first: bool = True
) -> dict[int, list[int]]:
    """Sort the children of each node by a number, the best for the node's player first.

    At MAX larger numbers are better, at MIN smaller ones. Children with equal numbers stay as
    drawn, and children without a number come last, also where the best comes last.

    Args:
        tree: The tree.
        roles: By node: whose it is, or that it is a leaf.
        numbers: By node: its value or an estimate of it; ``None`` for no number.
        best_first: Whether the best child comes first; otherwise the worst does.

    Returns:
        By node of MAX or MIN, all its children in their order. Chance nodes are missing.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([3, 12, 8])
        >>> sort_children_by_number(tree, tree.roles, tree.leaf_values)
        {0: [2, 3, 1]}
    """
    order: dict[int, list[int]] = {}
    for node in tree.inner_nodes():
        # A node at the depth limit has LEAF_ROLE: its children are not searched.
        if roles[node] in {LEAF_ROLE, CHANCE_ROLE}:
            continue
        at_max = roles[node] == MAX_ROLE
        largest_first = at_max == best_first  # at MAX if the best comes first, at MIN if the worst
        children = list(tree.children(node))
        order[node] = _sort_by_number(children, numbers, largest_first=largest_first)
    return order


def _sort_by_number(
    nodes: Sequence[int], numbers: Sequence[Number | None], *, largest_first: bool
) -> list[int]:
    """Sort nodes by their numbers; those without a number come last.

    The sort is stable: nodes with equal numbers stay in their order.
    """
    with_number: list[tuple[Number, int]] = []
    without_number: list[int] = []
    for node in nodes:
        number = numbers[node]
        if number is None:
            without_number.append(node)
        else:
            with_number.append((number, node))
    with_number.sort(key=itemgetter(0), reverse=largest_first)
    return [*(node for _, node in with_number), *without_number]


def order_by_killers(tree: OrderedTree, rules: Rules) -> ChildOrder:
    """Order the children of each visited node: the killer move of its ply comes first.

    The killer move of a ply is the name of the child that caused the last cut-off at a node of the
    ply. It changes during the search, so alpha-beta is run once to find the order at each node.

    For example the child ``Rx1`` causes a cut-off at a node of ply 2. The next node of ply 2 has
    the children ``Ka1``, ``Rx1`` and ``Bb5``: its order is ``Rx1``, ``Ka1``, ``Bb5``.
    """
    killers = _KillerMoves(tree, find_hooks(rules))
    run_procedure(tree, rules, killers.hooks())
    return killers.order


class _KillerMoves:
    """The hooks of a run that takes killer moves first; the run fills in ``order``.

    Attributes:
        order: The children of each node that was visited, in the order in which they were taken.
        _hooks_of_rules: The hooks of a search that knows no killer moves.
        _killer_by_ply: The killer move of each ply, as it is at this moment of the run.
    """

    def __init__(self, tree: OrderedTree, hooks_of_rules: Hooks) -> None:
        self._hooks_of_rules = hooks_of_rules
        self.order: dict[int, Sequence[int]] = {}
        self._elided = tree.elided
        self._names = tree.tree.names
        self._ply = tree.tree.ply
        self._killer_by_ply: dict[int, str] = {}

    def hooks(self) -> Hooks:
        """Return the hooks of the rules, two of which take killer moves first and note them.

        The run calls ``children`` at each node before it searches a child, and ``cuts`` after each
        child. They are for one run, whose killer moves are kept here.
        """
        return replace(
            self._hooks_of_rules,
            children=self._order_children,
            cuts=self._cut_off_and_note_killer,
        )

    def _order_children(self, call: OpenCall) -> Sequence[int]:
        """Return a node's children, the killer move of its ply first; keep them in ``order``."""
        killer = self._killer_by_ply.get(self._ply[call.node], "")
        killers: list[int] = []
        others: list[int] = []
        for child in drawn_children(call):
            if self._names.get(child) == killer:
                killers.append(child)
            else:
                others.append(child)
        self.order[call.node] = [*killers, *others]
        return self.order[call.node]

    def _cut_off_and_note_killer(self, call: OpenCall) -> bool:
        """Tell whether a node stops after a child, and note the move if it skips other children.

        For example a child named ``Rx1`` cuts off at ply 2: from now on ``Rx1`` comes first at that
        ply.
        """
        stops = self._hooks_of_rules.cuts(call)
        if stops and self._skips_children(call):
            self._note_killer_move(call)
        return stops

    def _skips_children(self, call: OpenCall) -> bool:
        """Tell whether a node has children, drawn or undrawn, after the one searched last."""
        has_drawn_left = call.child_number < len(self.order[call.node])
        return has_drawn_left or call.node in self._elided

    def _note_killer_move(self, call: OpenCall) -> None:
        """Make the name of the child that returned last the killer move of the node's ply."""
        move = self._names.get(call.child)
        if move is not None:
            self._killer_by_ply[self._ply[call.node]] = move


_ORDER_FUNCTIONS: Final[dict[OrderName, Callable[[OrderedTree, Rules], ChildOrder]]] = {
    "estimates": order_by_estimates,
    "killer": order_by_killers,
}
