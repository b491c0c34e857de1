"""Binary trees that are written level by level, in one list: ``[None, None, None, 3, 12, 2, 4]``.

Heaps are kept so, and programming contests write their trees so, with ``null`` where a node has no
child: ``[3, 9, 20, null, null, 15, 7]``. Such a list may as well be one ply of leaves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from treeexplorer.formats.lists import is_numeric, is_text

_FEWEST_WITH_GAPS: Final = 4
"""``[3, None, 5]`` is more likely a ply with an unknown leaf than a tree with one child."""
_NO_NODE: Final = frozenset({"null", "none", "nil"})
"""The words for ``None`` in programs of other languages, which are names in Python."""


def build_tree_in_level_order(items: Sequence[Any]) -> Any:
    """Build the binary tree that a list may hold level by level; ``None`` if it can be none.

    >>> build_tree_in_level_order([None, None, None, 3, 12, 2, 4])
    [[3, 12], [2, 4]]
    >>> build_tree_in_level_order([3, 12, 2, 4]) is None
    True

    Some people number the nodes from 1, and leave the place 0 empty:

    >>> build_tree_in_level_order([None, None, None, None, 3, 12, 2, 4])
    [[3, 12], [2, 4]]
    """
    if _is_full_tree(items):
        return _build_full_tree(items)
    is_place_0_empty = len(items) > 0 and items[0] is None
    if is_place_0_empty and _is_full_tree(items[1:]):
        return _build_full_tree(items[1:])
    return _build_tree_with_gaps(items)


def _build_tree_with_gaps(items: Sequence[Any]) -> Any:
    """Build the tree of numbers level by level, with ``None`` for each child that is not there.

    Two children are written for each node that is there, and the list may end before all are.

    >>> tree = _build_tree_with_gaps([3, 9, 20, None, None, 15, 7])
    >>> tree["value"], [child["value"] for child in tree["children"][1]["children"]]
    (3, [15, 7])
    >>> _build_tree_with_gaps([3, None, None, 5]) is None
    True
    """
    cells = list(map(_replace_word_for_none, items))
    numbers = [cell for cell in cells if cell is not None]
    has_gaps = len(numbers) < len(cells)
    if len(cells) < _FEWEST_WITH_GAPS or not has_gaps or cells[0] is None:
        return None
    if not all(map(is_numeric, numbers)):
        return None

    root: dict[str, Any] = {"value": cells[0], "children": []}
    waiting = deque([root, root])  # a node stands twice, once for each child
    for cell in cells[1:]:
        if not waiting:  # the list goes on where no node can be
            return None
        parent = waiting.popleft()
        if cell is None:
            continue
        node: dict[str, Any] = {"value": cell, "children": []}
        parent["children"].append(node)
        waiting += [node, node]
    return root


def _replace_word_for_none(item: Any) -> Any:
    """Return ``None`` for a word that says that there is no node; any other item as it is."""
    is_word = isinstance(item, str) and item in _NO_NODE
    return None if is_word else item


def _is_full_tree(items: Sequence[Any]) -> bool:
    """Tell whether a list may be a full binary tree whose inner nodes have no values.

    All nodes above the leaves must be ``None``, or all must be names or players, and there must be
    three levels or more.

    >>> _is_full_tree([None, None, None, 3, 12, 2, 4])
    True
    """
    # A full binary tree has 7, 15, 31, … nodes: with one more the number is a power of two.
    is_full = len(items) > 6 and (len(items) + 1).bit_count() == 1
    if not is_full:
        return False

    # The inner nodes come first, and are one less than the leaves.
    inner_count = len(items) // 2
    inner_nodes = items[:inner_count]
    leaves = items[inner_count:]
    have_no_names = all(node is None for node in inner_nodes)
    have_names = all(map(is_text, inner_nodes))
    return (have_no_names or have_names) and all(map(is_numeric, leaves))


def _build_full_tree(items: Sequence[Any]) -> Any:
    """Build the full binary tree that a list holds level by level.

    >>> _build_full_tree([None, None, None, 3, 12, 2, 4])
    [[3, 12], [2, 4]]
    >>> _build_full_tree(["A", "B", "C", 3, 12, 2, 4])
    ['A', ['B', 3, 12], ['C', 2, 4]]
    """
    nodes = list(items)
    for position in reversed(range(len(items) // 2)):
        children = nodes[2 * position + 1 : 2 * position + 3]
        name = items[position]
        nodes[position] = children if name is None else [name, *children]
    return nodes[0]
