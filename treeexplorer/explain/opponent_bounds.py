"""Why a node's test cannot hold yet: the bound of its opponent, and what would reach it."""

from __future__ import annotations

from collections.abc import Iterator

from treeexplorer.engine import Record
from treeexplorer.explain import phrases
from treeexplorer.explain.phrases import describe_allowed_numbers
from treeexplorer.explain.sentence import End, NextLeaf, Node, Phrase, Sentence
from treeexplorer.judging import cutoff_tests
from treeexplorer.judging.facts import Op
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, MIN_ROLE, GameTree, Number


def explain_why_never_tested(record: Record, node: int) -> Sentence | None:
    """Explain why a node is never tested for a cut-off; ``None`` if it may be.

    No node is in a search without windows (α, β), and no chance node if leaves may have any value.
    """
    if not record.has_windows:
        return Sentence("This search visits every node")

    is_chance_node = record.tree.roles[node] == CHANCE_ROLE
    if is_chance_node and not record.has_chance_windows:
        return Sentence(
            "Every child of {node} counts in its mean, so none is ever pruned",
            node=Node(record.tree, node),
        )
    return None


def explain_how_first_child_could_cut(record: Record, call: int) -> Iterator[Sentence]:
    """Say which value of its first child would cut a node off; if none can, why not."""
    is_bound_infinite = abs(opponent_bound(record, call)) == INFINITY
    if is_bound_infinite:
        yield describe_opponent_without_value(record, call).sentence
    else:
        first_child = next(record.children(record.node(call)))
        yield from explain_how_next_child_could_cut(record, call, first_child)


def opponent_bound(record: Record, call: int) -> Number:
    """Return the opponent's end of a call's window on entry: β at MAX, α at MIN."""
    alpha, beta = record.entry_window(call)
    is_max = record.tree.roles[record.node(call)] == MAX_ROLE
    return beta if is_max else alpha


def explain_how_next_child_could_cut(
    record: Record, call: int, next_child: int
) -> Iterator[Sentence]:
    """Say which values of the next child would cut its parent off; nothing if none would.

    For example ``If the next leaf is 3 or less, the rest of ▽B is pruned.`` The call is the
    parent's.
    """
    if not _can_child_cut_off(record, call, next_child):
        return
    parent = Node(record.tree, record.node(call))
    cutting_values = describe_values_that_cut(record, call)
    if record.tree.is_leaf(next_child):
        yield _describe_leaf_that_would_cut(next_child, cutting_values, parent)
    else:
        child = Node(record.tree, next_child)
        yield _describe_return_that_would_cut(child, cutting_values, parent)


def _describe_leaf_that_would_cut(leaf: int, cutting_values: Phrase, parent: Node) -> Sentence:
    """Say which values of a leaf cut off: ``If the next leaf is 3 or less, …``.

    The leaf is not called by its value, which is not known yet.
    """
    return Sentence(
        "If {leaf} is {bound}, the rest of {node} is pruned",
        leaf=NextLeaf(leaf),
        bound=cutting_values,
        node=parent,
    )


def _describe_return_that_would_cut(child: Node, cutting_values: Phrase, parent: Node) -> Sentence:
    """Say which returned values cut off: ``If ▽A returns 9 or more, the rest of ▲B is pruned``."""
    return Sentence(
        "If {child} returns {bound}, the rest of {node} is pruned",
        child=child,
        bound=cutting_values,
        node=parent,
    )


def _can_child_cut_off(record: Record, call: int, child: int) -> bool:
    """Tell whether some value of a child would cut off the parent's call and prune something.

    Not at a chance node, whose mean is tested instead of a child's value.
    """
    parent = record.node(call)
    if record.tree.roles[parent] == CHANCE_ROLE:
        return False
    if abs(opponent_bound(record, call)) == INFINITY:
        return False
    return cutoff_tests.has_children_left(record, parent, child)


def describe_values_that_cut(record: Record, call: int) -> Phrase:
    """Describe which values of a child reach the opponent's bound: ``9 or more``."""
    is_max = record.tree.roles[record.node(call)] == MAX_ROLE
    sign = _choose_cut_off_sign(is_max=is_max, is_strict=record.rules.strict)
    return describe_allowed_numbers(sign, opponent_bound(record, call))


def _choose_cut_off_sign(*, is_max: bool, is_strict: bool) -> Op:
    """Choose how a value that cuts off compares with the opponent's bound, β or α."""
    if is_max:
        return ">" if is_strict else ">="
    return "<" if is_strict else "<="


def describe_reason_for_no_cut_off(record: Record, call: int) -> Phrase:
    """Say why a MAX or MIN node is not cut off: it has not reached the opponent's bound.

    For example ``β is 3 because ▽A has 3``. An infinite bound means that the opponent has no value
    yet; in a null window, which only asks a question, ``the question is not settled``.
    """
    if record.has_null_window(call):
        return Phrase("the question is not settled")

    is_bound_infinite = abs(opponent_bound(record, call)) == INFINITY
    if is_bound_infinite:
        return describe_opponent_without_value(record, call)

    alpha, beta = phrases.window_ends(record, call)
    is_max = record.tree.roles[record.node(call)] == MAX_ROLE
    if is_max:
        return phrases.explain_window_end(record, beta)
    return phrases.explain_window_end(record, alpha)


def describe_opponent_without_value(record: Record, call: int) -> Phrase:
    """Say that the nearest opponent above a node has no value yet, or that there is none above."""
    node = Node(record.tree, record.node(call))
    is_max = record.tree.roles[node.node] == MAX_ROLE
    if is_max:
        return _describe_min_without_value(record, node)
    return _describe_max_without_value(record, node)


def _describe_min_without_value(record: Record, max_node: Node) -> Phrase:
    """Say why a MAX node with β = +∞ cannot be cut off: no MIN node above it has a value yet.

    For example ``▽A has nothing yet (+∞), so nothing ▲B offers is too much``.
    """
    beta = End("β", INFINITY)
    min_ancestor = _find_nearest_ancestor_with_role(record.tree, max_node.node, MIN_ROLE)
    if min_ancestor is None:
        return Phrase(
            "no MIN lies above it ({bound}), so nothing {node} offers is too much",
            bound=beta,
            node=max_node,
        )
    return Phrase(
        "{owner} has nothing yet ({bound}), so nothing {node} offers is too much",
        owner=Node(record.tree, min_ancestor),
        bound=beta,
        node=max_node,
    )


def _describe_max_without_value(record: Record, min_node: Node) -> Phrase:
    """Say why a MIN node with α = −∞ cannot be cut off: no MAX node above it has a value yet.

    For example ``▲A has nothing yet (−∞), so nothing ▽B offers is too little``.
    """
    alpha = End("α", -INFINITY)
    max_ancestor = _find_nearest_ancestor_with_role(record.tree, min_node.node, MAX_ROLE)
    if max_ancestor is None:
        return Phrase(
            "no MAX lies above it ({bound}), so nothing {node} offers is too little",
            bound=alpha,
            node=min_node,
        )
    return Phrase(
        "{owner} has nothing yet ({bound}), so nothing {node} offers is too little",
        owner=Node(record.tree, max_ancestor),
        bound=alpha,
        node=min_node,
    )


def _find_nearest_ancestor_with_role(tree: GameTree, node: int, role: int) -> int | None:
    """Find the nearest ancestor of a node with a role; ``None`` if a chance node comes first."""
    for ancestor in tree.ancestors(node):
        if tree.roles[ancestor] == role:
            return ancestor
        if tree.roles[ancestor] == CHANCE_ROLE:
            return None
    return None
