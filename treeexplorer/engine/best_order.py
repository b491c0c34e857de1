"""Child orders: the one that needs the fewest leaves, the one that costs the most, and sorted.

Every search has to prove that the root is worth at least its value, and at most. To prove “at least
3” for ``[[3 12] [2 9]]`` the leaves 3 and 12 are enough: one child of the MAX node, and every child
of that MIN node. To prove “at most 3” the 3 and the 2 are: every child of the MAX node, and one of
each MIN node. With the best order alpha-beta reads exactly the leaves of a smallest proof of each
kind. The two proofs share one leaf whichever they are, so that each is found by itself, from the
leaves up (Knuth & Moore 1975, section 7).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import factorial, inf
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine.algorithms import search
from treeexplorer.engine.heuristic_orders import sort_children_by_number
from treeexplorer.engine.intervals import compute_minimax_intervals
from treeexplorer.engine.ordered_tree import ChildOrder, OrderedTree, list_in_preorder
from treeexplorer.engine.record import Record
from treeexplorer.rules import Rules, RulesError
from treeexplorer.tree import FULL_WINDOW, LEAF_ROLE, MAX_ROLE, MIN_ROLE, GameTree, Number
from treeexplorer.tree.columns import MAPPINGS

Goal: TypeAlias = Literal["best", "worst", "sorted"]

_FEW_ORDERS: Final = 5_000
_PAST_EVERY_LIMIT: Final = 20
"""As many children have more orders than are ever tried: no larger factorial is computed."""


class ReorderedTree(NamedTuple):
    """A tree in another order of children; exact if none reads fewer (best) or more (worst)."""

    tree: GameTree
    record: Record
    is_exact: bool


def order_tree(tree: GameTree, rules: Rules, goal: Goal) -> ReorderedTree:
    """Redraw a tree so that a search reads the fewest leaves, or the most, or the best move first.

    How the order is found, by the first line that applies::

        goal            the tree or the search       the order                            exact
        sorted                                       best move first everywhere           no
        best            alpha-beta with the test ≥   follows from the smallest proofs     yes
        best or worst   has at most 5,000 orders     all are searched                     yes
        best or worst                                as drawn, best first and best last   no
                                                     everywhere are searched

    Args:
        tree: The tree; it is not changed.
        rules: The rules of the search. The players are the tree's own.
        goal: ``"best"`` for the fewest leaves, ``"worst"`` for the most, ``"sorted"`` for the best
            move first at every node.

    Returns:
        The redrawn tree, its search, and whether the result is exact. ``"sorted"`` never is. If
        several orders are equally good the first is taken, so that the tree may stay as drawn.

    Raises:
        RulesError: The tree has unknown leaves, so that there is nothing to go by.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> drawn = from_nested([[2, 4, 6], [14, 5, 2], [3, 12, 8]])
        >>> best = order_tree(drawn, Rules(), "best")
        >>> search(drawn).evaluations, best.record.evaluations, best.is_exact
        (9, 5, True)
    """
    if tree.unknowns:
        raise RulesError("an order of children needs every leaf's value; give the unknowns one")

    reorderer = _Reorderer(tree, replace(rules, levels=tree.levels))
    if goal == "sorted":
        return reorderer.search(reorderer.sort_by_value(best_first=True), is_exact=False)
    if goal == "best" and has_exact_minimum(tree, rules):
        return reorderer.search(reorderer.order_by_smallest_proofs(), is_exact=True)

    # Search the tree in several orders: in all if they are few, else in three.
    tries_every_order = count_orders(tree) <= _FEW_ORDERS
    trees = _generate_every_order(tree) if tries_every_order else reorderer.generate_three_orders()
    results = (reorderer.search(reordered, is_exact=tries_every_order) for reordered in trees)
    if goal == "best":
        return min(results, key=_count_leaves_read)
    return max(results, key=_count_leaves_read)


class _Reorderer:
    """Reorders the children in a tree by what each node is worth, and searches the result."""

    def __init__(self, tree: GameTree, rules: Rules) -> None:
        self.tree = tree
        self.rules = rules
        # From left to right ranks are nodes, so that its columns can be used for the tree's nodes.
        ordered = OrderedTree(tree, replace(rules, order="left-to-right"))
        self._roles = ordered.roles
        self._values = _compute_settled_values(ordered.tree, rules)

    def sort_by_value(self, *, best_first: bool) -> GameTree:
        """Return the tree with the best move first everywhere, or last."""
        order = sort_children_by_number(self.tree, self._roles, self._values, best_first=best_first)
        return _redraw_for_search(self.tree, self.rules, order)

    def order_by_smallest_proofs(self) -> GameTree:
        """Return the tree in the order of :func:`_find_order_of_smallest_proofs`."""
        order = _find_order_of_smallest_proofs(self.tree, self._roles, self._values)
        return _redraw_for_search(self.tree, self.rules, order)

    def generate_three_orders(self) -> Iterator[GameTree]:
        """Yield the tree as it is drawn, with the best moves first, and with the best last."""
        yield self.tree
        yield self.sort_by_value(best_first=True)
        yield self.sort_by_value(best_first=False)

    def search(self, tree: GameTree, *, is_exact: bool) -> ReorderedTree:
        """Search the tree in another order, and return both."""
        return ReorderedTree(tree, search(tree, self.rules), is_exact)


def _count_leaves_read(result: ReorderedTree) -> int:
    """Return how many leaves the search of a tree reads."""
    return result.record.evaluations


def _compute_settled_values(tree: GameTree, rules: Rules) -> list[Number | None]:
    """Return what the drawn leaves make each node worth; ``None`` if they do not settle it."""
    tree_without_undrawn = replace(tree, elided=frozenset())
    values: list[Number | None] = []
    for low, high in compute_minimax_intervals(tree_without_undrawn, rules.depth):
        values.append(low if low == high else None)
    return values


def _redraw_for_search(tree: GameTree, rules: Rules, order: ChildOrder) -> GameTree:
    """Redraw a tree so that the search takes the children of some nodes in a given order.

    A search from the right takes the child first that is drawn last.
    """
    if rules.right_to_left:
        order = {node: children[::-1] for node, children in order.items()}
    return reorder_children(tree, order)


def _generate_every_order(tree: GameTree) -> Iterator[GameTree]:
    """Yield a tree in every order of the children of all its nodes."""
    nodes = list(tree.inner_nodes())
    orders_of_each_node = [permutations(tree.child_column(node)) for node in nodes]
    for combination in product(*orders_of_each_node):
        order = dict(zip(nodes, combination, strict=True))
        yield reorder_children(tree, order)


def reorder_children(tree: GameTree, order: Mapping[int, Sequence[int]]) -> GameTree:
    """Return a tree with the children of some nodes in another order.

    A node keeps its subtree, its name, its estimate and whatever else is written at it. Nodes are
    numbered in preorder, so most of them have another number in the new tree.

    Args:
        tree: The tree; it is not changed.
        order: By node, its children in their new order. Other nodes keep their order.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> reorder_children(from_nested([3, 12, 8]), {0: [2, 1, 3]}) == from_nested([12, 3, 8])
        True
    """
    nodes = list_in_preorder(tree, order)  # the old numbers, in the new order
    new_number = _invert_permutation(nodes)
    return replace(
        tree,
        # Columns whose entries are nodes: they are put in the new order, and renumbered.
        parent=_renumber_parents(tree, nodes, new_number),
        end=_renumber_ends(tree, nodes),
        # Columns of other entries: they are only put in the new order.
        ply=array("i", (tree.ply[node] for node in nodes)),
        value=array("d", (tree.value[node] for node in nodes)),
        kind=bytes(tree.kind[node] for node in nodes),
        # Sets and dictionaries of nodes (names, players, …): they are only renumbered.
        elided=frozenset(new_number[node] for node in tree.elided),
        **_renumber_tables(tree, new_number),
    )


def _invert_permutation(nodes: Sequence[int]) -> array[int]:
    """Return the index of each node in a list of all nodes: [0, 2, 3, 1] becomes [0, 3, 1, 2]."""
    index_of_node = array("i", bytes(4 * len(nodes)))
    for index, node in enumerate(nodes):
        index_of_node[node] = index
    return index_of_node


def _renumber_parents(
    tree: GameTree, nodes_in_new_order: Sequence[int], new_number: Sequence[int]
) -> array[int]:
    """Return the column of parents of the new tree, by new number.

    The root, which has no parent, is the first node of both trees, and keeps its entry.
    """
    root, *others = nodes_in_new_order
    new_parents = [new_number[tree.parent[node]] for node in others]
    return array("i", [tree.parent[root], *new_parents])


def _renumber_ends(tree: GameTree, nodes_in_new_order: Sequence[int]) -> array[int]:
    """Return the column of the ends of subtrees of the new tree; their sizes do not change."""
    new_ends: list[int] = []
    for number, node in enumerate(nodes_in_new_order):
        size = tree.end[node] - node
        new_ends.append(number + size)
    return array("i", new_ends)


def _renumber_tables(tree: GameTree, new_number: Sequence[int]) -> dict[str, Any]:
    """Return all dictionaries of a tree by node, such as names and estimates, with new numbers."""
    tables: dict[str, Any] = {}
    for attribute in MAPPINGS:
        by_node: Mapping[int, Any] = getattr(tree, attribute)
        tables[attribute] = {new_number[node]: entry for node, entry in by_node.items()}
    return tables


def has_exact_minimum(tree: GameTree, rules: Rules) -> bool:
    """Tell whether the search with the best order reads just the leaves of the smallest proofs.

    Knuth & Moore (1975, section 7) prove it for alpha-beta under the rules that are checked here.
    """
    cuts_on_equality = not rules.strict  # else it goes on where a proof is complete
    has_full_window = rules.window == FULL_WINDOW  # a narrower one does not ask for the value
    is_plain_tree = not tree.elided and not tree.has_chance
    return rules.is_classic_alphabeta and cuts_on_equality and has_full_window and is_plain_tree


def count_orders(tree: GameTree) -> int:
    """Count the orders in which the children of a tree's nodes can be drawn, if there are few.

    It is the product of n! over all nodes with n children. Once the product is above 5,000 the
    count ends, and some number above 5,000 is returned.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> count_orders(from_nested([[3, 12], [2, 4, 6]]))  # 2! · 2! · 3!
        24
    """
    total = 1
    for node in tree.inner_nodes():
        # 20! is far above 5,000: the factorial of a thousand children is not computed.
        child_count = min(tree.child_count(node), _PAST_EVERY_LIMIT)
        total *= factorial(child_count)
        if total > _FEW_ORDERS:
            break
    return total


def compute_proof_costs(
    tree: GameTree, roles: bytes, prices: Mapping[int, float], role: int
) -> list[float]:
    """Compute for each node how many leaves prove that it is worth enough to a player.

    At a node of the player one child is enough for a proof; at one of the opponent every child is
    needed. What cannot be proven costs infinity.

    Args:
        tree: The tree.
        roles: By node: whose it is, or ``LEAF_ROLE`` for a leaf, also for a node at the depth
            limit.
        prices: What it costs to use a leaf in a proof, by leaf; mostly 1. Leaves that are not worth
            enough are missing.
        role: The role of the player.

    Returns:
        By node, the cost of its cheapest proof.

    Example:
        That MAX has 5 or more: the leaf 3 is of no use, and MIN's node needs both of its leaves.

        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([3, [5, 7]])
        >>> compute_proof_costs(tree, tree.roles, {3: 1, 4: 1}, MAX_ROLE)
        [2, inf, 2, 1, 1]
    """
    costs: list[float] = [inf] * len(tree)
    # Nodes are numbered in preorder, so this comes to children before their parents.
    for node in reversed(range(len(tree))):
        costs_of_children = (costs[child] for child in tree.children(node))
        if node in prices:  # a leaf that is worth enough
            costs[node] = prices[node]
        elif roles[node] == LEAF_ROLE:  # a leaf that is not
            costs[node] = inf
        elif roles[node] == role:  # the player chooses the child
            costs[node] = min(costs_of_children)
        elif node in tree.elided:  # the opponent may choose an undrawn child, worth anything
            costs[node] = inf
        else:  # the opponent, or chance, may take any child
            costs[node] = sum(costs_of_children)
    return costs


def _find_order_of_smallest_proofs(
    tree: GameTree, roles: bytes, values: Sequence[Number | None]
) -> dict[int, list[int]]:
    """Find the order of children with which alpha-beta reads the fewest leaves.

    Each player has to prove something of the root's value by as few leaves as can be (Knuth & Moore
    1975, section 7). At a node of the player one child is enough for a proof, at the opponent's all
    are needed. The order is the best if each player begins with the child of a smallest proof. For
    example, MAX moves at the root of ``[A[9 2] B[3 5]]``, which is worth 3::

        player   proves that the root is   by these leaves   so the player begins
        MAX      3 or more                 3 and 5           at the root with B
        MIN      3 or less                 2 and 3           at A with the 2, at B with the 3

    That is the tree ``[B[3 5] A[2 9]]``, in which alpha-beta reads 3, 5 and 2.

    Args:
        tree: The tree.
        roles: By node: whose it is, or ``LEAF_ROLE`` for a leaf, also for a node at the depth
            limit.
        values: By node: what it is worth; ``None`` where that is not settled.

    Returns:
        The children of nodes in their new order, here ``{0: [4, 1], 1: [3, 2], 4: [5, 6]}``: A is
        node 1, and B is node 4. Nodes that keep their order may be missing, and all are if it is
        not settled what the root is worth.
    """
    root_value = values[0]
    if root_value is None:
        return {}

    # Other leaves are of no use: that the root is worth 3 or more is proven by leaves of 3 or more.
    value_of_leaf = _collect_leaf_values(roles, values)
    leaves_for_max = [leaf for leaf, value in value_of_leaf.items() if value >= root_value]
    leaves_for_min = [leaf for leaf, value in value_of_leaf.items() if value <= root_value]
    order_at_max_nodes = _put_child_of_smallest_proof_first(tree, roles, leaves_for_max, MAX_ROLE)
    order_at_min_nodes = _put_child_of_smallest_proof_first(tree, roles, leaves_for_min, MIN_ROLE)
    return {**order_at_max_nodes, **order_at_min_nodes}


def _collect_leaf_values(roles: bytes, values: Sequence[Number | None]) -> dict[int, Number]:
    """Return the value of each leaf that has one, by leaf; the values of other nodes are left out.

    A node at the depth limit counts as a leaf.
    """
    return {
        node: value
        for node, value in enumerate(values)
        if value is not None and roles[node] == LEAF_ROLE
    }


def _put_child_of_smallest_proof_first(
    tree: GameTree, roles: bytes, usable_leaves: Iterable[int], role: int
) -> dict[int, list[int]]:
    """Order the children of a player's nodes: the one whose proof needs the fewest leaves is first.

    The other children stay as drawn. A proof may use the ``usable_leaves`` only: they are worth
    enough to the player. Nodes of which nothing can be proven are left out.
    """
    price_of_leaf = dict.fromkeys(usable_leaves, 1.0)
    costs = compute_proof_costs(tree, roles, price_of_leaf, role)
    order: dict[int, list[int]] = {}
    for node in tree.inner_nodes():
        is_provable = costs[node] != inf
        if roles[node] == role and is_provable:
            children = list(tree.children(node))
            cheapest = min(children, key=costs.__getitem__)
            others = [child for child in children if child != cheapest]
            order[node] = [cheapest, *others]
    return order
