"""Nested lists in a log, which stand where others have a node's name: ``visit [[3, 12], 2]``.

A program whose tree is a list prints a node as all that is below it. A leaf is printed as its value
then.
"""

from __future__ import annotations

import re
from collections import defaultdict
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
    list_of_node = _format_lists(tree)
    is_flat = all(tree.is_root(node) for node in list_of_node)
    if is_flat:
        return text
    lines = text.splitlines()
    lists = [_find_list(line) for line in lines]
    has_root = any(found is not None and _normalize(found) == list_of_node[0] for found in lists)
    if not has_root:
        return text

    nodes_of_list: defaultdict[str, list[int]] = defaultdict(list)
    for node, node_list in list_of_node.items():
        nodes_of_list[node_list].append(node)
    new_lines: list[str] = []
    for line_number, (line, found) in enumerate(zip(lines, lists, strict=True), 1):
        nodes = [] if found is None else nodes_of_list[_normalize(found)]
        if found is None or not nodes:
            new_lines.append(_label_leaf(line, tree))
        elif len(nodes) == 1:
            address = tree.labels.full_address(nodes[0])
            new_lines.append(line.replace(found, f"node {address}", 1))
        else:
            raise LogError(_AMBIGUOUS.format(line=line_number, text=quoted(shorten(found, 40))))
    return "\n".join(new_lines)


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
