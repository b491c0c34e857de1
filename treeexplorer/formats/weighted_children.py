"""Children with weights, as below chance nodes, and numbers that may be weights or leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from treeexplorer.formats.lists import ListStyle, is_list, parse_weights, split_off_weights
from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.records import NodeRecord
from treeexplorer.formats.remarked_values import (
    NamedValue,
    StyledValue,
    WeightedValue,
    remove_style,
)
from treeexplorer.formats.words import PARENT, meaning
from treeexplorer.numbers import counted
from treeexplorer.text import quoted

_LEVEL_WORDS: Final = ("level", "depth", "ply")


def _check_no_weights_between(children: Sequence[Any]) -> None:
    """Raise an error if probabilities may stand between nodes: ``[0.5, [3, 5], 0.5, [2, 9]]``.

    Raises:
        UnreadableError: Numbers and lists take turns, and the numbers add up to 1.
    """
    may_be_pairs = len(children) >= 4 and len(children) % 2 == 0
    if not may_be_pairs or not is_list(remove_style(children[1])):
        return
    numbers = children[::2]
    nodes = map(remove_style, children[1::2])
    if all(map(is_list, nodes)) and parse_weights(numbers) is not None:
        message = "numbers that add up to 1 stand between lists: they may be probabilities"
        hint = "write chance[0.5*[3 5] 0.5*[2 9]], or [0.5 [3 5] 0.5 [2 9]] if they are leaves"
        raise UnreadableError(message, hint=hint)


def add_weights(children: Sequence[Any], weights: Sequence[Any]) -> list[Any]:
    """Add to each child its weight from a list in the same order.

    Children ``[3, 5]`` with the weights ``[0.4, 0.6]`` become 3 of weight 0.4 and 5 of weight 0.6.

    Raises:
        UnreadableError: There is not one weight for each child.
    """
    _check_one_weight_each(children, weights)
    return [WeightedValue(child, weight) for child, weight in zip(children, weights, strict=True)]


def order_weights(
    weights: Sequence[Any] | Mapping[Any, Any], names: Sequence[Any]
) -> Sequence[Any]:
    """Return the weights of children in their order; they are a list, or stand by name.

    >>> order_weights([0.3, 0.7], ["B", "C"]), order_weights({"C": 0.7, "B": 0.3}, ["B", "C"])
    ([0.3, 0.7], [0.3, 0.7])

    Args:
        weights: The list or record of weights.
        names: The names of the children, in their order; ``None`` for a child without one.

    Raises:
        UnreadableError: There is not one weight for each child.
    """
    if not isinstance(weights, Mapping):
        _check_one_weight_each(names, weights)
        return weights
    if weights.keys() != set(names):
        raise UnreadableError("the probabilities beside children stand by other names than theirs")
    return [weights[name] for name in names]


def _check_one_weight_each(children: Sequence[Any], weights: Sequence[Any]) -> None:
    """Check that a list of weights has as many members as there are children.

    Raises:
        UnreadableError: It has more or fewer.
    """
    if len(children) != len(weights):
        probabilities = counted(len(weights), "probability", "probabilities")
        message = (
            f"a list of {probabilities} stands beside {counted(len(children), 'child', 'children')}"
        )
        raise UnreadableError(message)


def find_weighted_children(children: Sequence[Any]) -> list[Any] | None:
    """Find the children of a chance node, with their weights, in pairs of a weight and a child.

    ``{"0.25": 3, "0.75": 5}``, ``{"A": [0.25, 3], "B": [0.75, 5]}``, ``[[0.25, 3], [0.75, 5]]`` and
    ``[[3, 0.25], [5, 0.75]]`` are the leaf 3 of weight 0.25 and the leaf 5 of weight 0.75. ``None``
    if not all children are such pairs.
    """
    are_under_keys = all(isinstance(child, NamedValue) for child in children)
    if are_under_keys:
        return _find_weighted_children_by_name(children)

    weighted = split_off_weights(list(map(remove_style, children)))
    return None if weighted is None else add_weights(weighted.children, weighted.weights)


def _find_weighted_children_by_name(children: Sequence[NamedValue]) -> list[Any] | None:
    """Find the children of a chance node and their weights in a record of children by name.

    The weights are the names themselves, or stand in pairs below the names::

        {"0.25": 3, "0.75": 5}                      the leaf 3 of weight 0.25, and the leaf 5
        {"heads": (0.25, 3), "tails": (0.75, 5)}    likewise, and the leaves have names

    ``None`` is returned if the numbers do not add up to 1, and so are no weights.
    """
    names = [child.name for child in children]
    values = [child.value for child in children]

    weights = parse_weights(names)
    if weights is not None:
        return add_weights(values, weights)

    weighted_values = split_off_weights(values)
    if weighted_values is None:
        return None
    named_children = list(map(NamedValue, names, weighted_values.children))
    return add_weights(named_children, weighted_values.weights)


def check_have_one_reading(children: Sequence[Any]) -> None:
    """Raise an error if what stands as children of a node without chance may be something else.

    Raises:
        UnreadableError: Numbers among them may be probabilities, or some may stand below others.
    """
    _check_no_weights_in_pairs(children)
    _check_no_weights_between(children)
    _check_levels_of_children(children)
    _check_parents_of_children(children)


def _check_no_weights_in_pairs(children: Sequence[Any]) -> None:
    """Raise an error if the children of a node that is none of chance seem to have probabilities.

    ===================================  ====================================================
    ``[[0.5, [3, 5]], [0.5, [2, 9]]]``   an error: 0.5 is a probability, or a leaf beside a
                                         node
    ``[(0.3, 10), (0.7, -5)]``           an error: tuples may be pairs of a probability and a
                                         leaf
    ``[[0.3, 10], [0.7, -5]]``           no error: lists of two leaves
    ``[[0.3, [3, 5]], [0.4, [2, 9]]]``   no error: 0.3 and 0.4 do not add up to 1
    ===================================  ====================================================
    """
    first_child = children[0]
    is_plain_list = isinstance(first_child, StyledValue) and first_child.style == ListStyle.PLAIN
    if not is_plain_list:
        return

    pairs = list(map(remove_style, children))
    are_tuples = all(isinstance(pair, tuple) for pair in pairs)
    has_node_in_first_pair = any(map(is_list, pairs[0]))
    # A shortcut for the usual lists of leaves, [[3, 12], [2, 4]].
    if not are_tuples and not has_node_in_first_pair:
        return

    weighted = split_off_weights(pairs)
    if weighted is None:
        return
    have_nodes_weights = all(map(is_list, weighted.children))
    if are_tuples or have_nodes_weights:
        message = "pairs have numbers that add up to 1: they may be probabilities, or leaves"
        hint = (
            "write the one that is meant: chance[0.5*[3 5] 0.5*[2 9]], or [[0.5 [3 5]] [0.5 [2 9]]]"
        )
        raise UnreadableError(message, hint=hint)


def _check_levels_of_children(children: Sequence[Any]) -> None:
    """Raise an error if records beside each other have the levels of nodes below each other.

    In ``[{"id": "A", "level": 0}, {"id": "B", "level": 1}]`` B is somewhere below A, and it is not
    said below which node. In ``[{"move": "e4", "depth": 12}, {"move": "d4", "depth": 11}]`` the
    depth is something else.

    Raises:
        UnreadableError: The first one has the level 0 or 1, and all others have larger ones.
    """
    if not all(isinstance(child, dict) for child in children):
        return
    first_child, *other_children = children
    for word in _LEVEL_WORDS:
        top_level = first_child.get(word)
        if not isinstance(top_level, int) or top_level not in {0, 1}:
            continue
        levels = [child.get(word) for child in other_children]
        are_below = all(isinstance(level, int) and level > top_level for level in levels)
        if are_below:
            message = f"{quoted(word)} says how deep a node stands, and not what is below it"
            hint = 'children stand under "children", or each record names its "parent"'
            raise UnreadableError(message, hint=hint)


def _check_parents_of_children(children: Sequence[Any]) -> None:
    """Raise an error if a child says that it stands below another child of the same node.

    In ``Model([{"key": "A"}, {"key": "B", "parent": "A"}])`` the list is a table of all nodes.

    Raises:
        UnreadableError: A record does, under a word such as ``parent``.
    """
    # Of the rows of a table only one, the root, has no parent: so the first or the last has one.
    # To ask these two saves long lists of children the work below.
    if not any(map(_has_parent, (children[0], children[-1]))):
        return

    records = [child for child in children if isinstance(child, dict)]
    names = {NodeRecord(record).name for record in records} - {""}
    for record in records:
        parent = _find_parent(record)
        if parent in names:
            message = f"{quoted(parent)} stands beside a node whose parent it is"
            raise UnreadableError(message, hint="a list of all nodes stands by itself")


def _has_parent(child: Any) -> bool:
    """Tell whether a child is a record that says which node is above it."""
    return isinstance(child, dict) and _find_parent(child) is not None


def _find_parent(record: Mapping[Any, Any]) -> str | None:
    """Find what a record says of the node above it; ``None`` if it says nothing."""
    for key, value in record.items():
        if meaning(str(key)) == PARENT and isinstance(value, (str, int)):
            return str(value)
    return None
