"""Nested lists in a log, which stand where others have a node's name: ``visit [[3, 12], 2]``.

A program whose tree is a list prints a node as all that is below it. A leaf is printed as its value
then.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from treeexplorer.programs.log_reading import LogError, as_number
from treeexplorer.programs.log_spelling import SPELLED_NUMBER
from treeexplorer.text import quoted, shorten
from treeexplorer.tree import GameTree

_BEFORE: Final = (
    r"(?P<before>^[^\w\[(\-−+]*(?:\b(?:now|at|node|state|position|leaf|visit\w*|enter\w*|exit\w*"
    r"|leav\w*|explor\w*|search\w*|evaluat\w*|expand\w*|call\w*|return\w*|for|max\w*|min\w*)\b"
    r"[\s:=\"']*)*(?:\w+\()?)"
)
"""What stands before a node: words for it, or nothing."""
_LIST_BEGINS: Final = re.compile(rf"{_BEFORE}(?=[\[(])", re.IGNORECASE)
_LEAF: Final = re.compile(rf"{_BEFORE}(?P<value>{SPELLED_NUMBER})(?=[\s,;:=)\]]+\S)", re.IGNORECASE)
"""A number that stands where other lines have a list."""
_OPENING: Final = "[("
_CLOSING: Final = "])"
_AMBIGUOUS: Final = (
    "line {line} has {text}, which is more than one node of the tree: print a name or a path for "
    "each node"
)


def replace_lists_by_addresses(text: str, tree: GameTree) -> str:
    """Return a log in which each node that is printed as a list is its address.

    The log is the same if it never has the list of the whole tree where a node may stand, or if the
    tree has no node with children below its root: ``[3, 12]`` may be a window.

    Args:
        text: The log.
        tree: The tree that the program searched.

    Raises:
        LogError: A list is that of several nodes.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], 2])
        >>> replace_lists_by_addresses("visit [[3, 12], 2]", tree)
        'visit node root'
        >>> log = ["visit [[3, 12], 2]", "visit [3, 12]", "visit 3 alpha=2"]
        >>> replace_lists_by_addresses(chr(10).join(log), tree).splitlines()[1:]
        ['visit node 1', 'visit leaf 3 alpha=2']
    """
    nodes_of_list = _group_nodes_by_list(tree)
    is_flat = all(tree.is_leaf(child) for child in tree.children(0))
    if is_flat:
        return text
    lines = text.splitlines()
    root = 0
    has_root = any(root in _find_nodes_of_list(_find_list(line), nodes_of_list) for line in lines)
    if not has_root:
        return text
    return "\n".join(
        _replace_list(line, line_number, nodes_of_list, tree)
        for line_number, line in enumerate(lines, 1)
    )


def _group_nodes_by_list(tree: GameTree) -> Mapping[str, Sequence[int]]:
    """Group the nodes with children by the list of each: those of equal subtrees have one list.

    >>> from treeexplorer.tree import from_nested
    >>> dict(_group_nodes_by_list(from_nested([[3, 12], [3, 12]])))
    {'[3,12]': [4, 1], '[[3,12],[3,12]]': [0]}
    """
    nodes_of_list: defaultdict[str, list[int]] = defaultdict(list)
    for node, node_list in _format_lists(tree).items():
        nodes_of_list[node_list].append(node)
    return nodes_of_list


def _find_nodes_of_list(
    found: str | None, nodes_of_list: Mapping[str, Sequence[int]]
) -> Sequence[int]:
    """Find the nodes of a list, however it is written; none if there is no list."""
    if found is None:
        return []
    return nodes_of_list.get(_normalize(found), [])


def _replace_list(
    line: str, line_number: int, nodes_of_list: Mapping[str, Sequence[int]], tree: GameTree
) -> str:
    """Replace the list in a line by the address of its node, or mark a leaf as one.

    Args:
        line: The line: ``visit [3, 12]``, or ``visit 3 alpha=2``, which has no list.
        line_number: Its number.
        nodes_of_list: The nodes of each list.
        tree: The tree.

    Raises:
        LogError: The list is that of several nodes.
    """
    found = _find_list(line)
    nodes = _find_nodes_of_list(found, nodes_of_list)
    if found is None or not nodes:
        return _label_leaf(line, tree)
    if len(nodes) > 1:
        raise LogError(_AMBIGUOUS.format(line=line_number, text=quoted(shorten(found, 40))))
    address = tree.labels.full_address(nodes[0])
    return line.replace(found, f"node {address}", 1)


def _format_lists(tree: GameTree) -> dict[int, str]:
    """Format each node with children as a list of Python without spaces: ``[[3,12],2]``."""
    # By node, a leaf, too. Children have larger numbers than their parents.
    text_of_node: dict[int, str] = {}
    for node in reversed(range(len(tree))):
        if tree.is_leaf(node):
            text_of_node[node] = str(tree.leaf_value(node))
        else:
            parts = [text_of_node[child] for child in tree.children(node)]
            text_of_node[node] = f"[{','.join(parts)}]"
    return {node: text for node, text in text_of_node.items() if not tree.is_leaf(node)}


def _find_list(line: str) -> str | None:
    """Find the list or tuple that stands where a line may have its node; ``None`` if none does.

    >>> _find_list("  visit [[3, 12], 2] alpha=3"), _find_list("alpha, beta = [3, 12]")
    ('[[3, 12], 2]', None)
    """
    begin = _LIST_BEGINS.match(line)
    if begin is None:
        return None
    depth = 0
    for index in range(begin.end(), len(line)):
        if line[index] in _OPENING:
            depth += 1
        elif line[index] in _CLOSING:
            depth -= 1
        if depth == 0:
            return line[begin.end() : index + 1]
    return None


def _normalize(printed: str) -> str:
    """Return a list as :func:`_format_lists` formats it.

    >>> _normalize("((3, 12), 2)"), _normalize("[[3 12],[2,]]")
    ('[[3,12],2]', '[[3,12],[2]]')
    """
    with_brackets = printed.replace("(", "[").replace(")", "]").replace("−", "-")
    parts = re.findall(r"[\[\]]|[^\[\],\s]+", with_brackets)
    spaced = ",".join(parts)
    return spaced.replace("[,", "[").replace(",]", "]")


def _label_leaf(line: str, tree: GameTree) -> str:
    """Put the word ``leaf`` before the value of a leaf that stands where others have a list."""
    leaf = _LEAF.match(line)
    if leaf is None or as_number(leaf["value"]) not in tree.leaf_values:
        return line
    return f"{leaf['before']}leaf {line[leaf.start('value') :]}"
