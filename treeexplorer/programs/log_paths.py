"""Paths in a log, which stand where others have a node's name: ``Node [0, 1]``, ``root->0->1``.

A path has the number of a child for each ply, counted from 0 or from 1. Which it is, and that the
numbers are a path, is seen only beside the tree: every path of the log must lead to a node.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from treeexplorer.programs.log_reading import as_number, is_table
from treeexplorer.tree import GameTree

_BEFORE: Final = (
    r"(?:(?P<word>\b(?:node|path|state|position|leaf|visit\w*|enter\w*|exit\w*|leav\w*)\b"
    r"[\"']?\s*[:=]?\s*[\"']?)|^(?P<bar>\s*\|)?[\s|\"']*)"
)
"""What stands before a path: a word for a node, the bar of a cell, or nothing."""
_BEHIND: Final = r"[\"']?(?![\w.])(?!\s*[-+*/]?\d)"
_IN_BRACKETS: Final = r"[\[(]\s*(?P<path>(?:\d+(?:\s*,\s*\d+)*\s*,?)?)\s*[\])]"
_JOINTS: Final = ("->", "→", "/", ".", "-", ">", "_")
_FEWEST_STEPS: Final = 2  # of the longest path: single numbers may be anything


def _build_path_pattern(joint: str) -> re.Pattern[str]:
    """Build a pattern for paths whose numbers have a sign between them, such as ``0->1``."""
    sign = re.escape(joint)
    root = r"\broot\b"
    if joint == "/":
        root = r"(?:\broot\b|/(?=[\s:,]))"
    path = rf"(?P<path>(?:root\s*)?(?:\s*{sign}\s*\d+)+|\d+(?:\s*{sign}\s*\d+)*|{root})"
    return re.compile(_BEFORE + path + _BEHIND, re.IGNORECASE)


_NAME: Final = r"[^\W\d]\w*'?"
_EDGE: Final = re.compile(
    rf"^(?P<before>\W*(?:\d+\W+)?(?:(?:node|path|edge|move|checking|visit\w*|at)\b\W*)?)"
    rf"(?P<edge>{_NAME}(?:\s*(?:-+>|→|=>|[./>]|<-+|←)\s*{_NAME})+)(?P<behind>.*)$",
    re.IGNORECASE,
)
"""A line that begins with the names of nodes one below another: ``B -> D: 5``, ``A.B.D val=3``."""
_SOME_NUMBER: Final = re.compile(r"\d|inf|∞", re.IGNORECASE)
_SPELLINGS: Final = (
    re.compile(_BEFORE + _IN_BRACKETS + _BEHIND, re.IGNORECASE),
    *map(_build_path_pattern, _JOINTS),
)
"""The ways to write paths; each finds a path in a line, with the word before it."""


def replace_paths_by_addresses(text: str, tree: GameTree) -> str:
    """Return a log in which each path is the address of its node; the same log if it has none.

    A path has the numbers of the children on the way to a node, counted from 0 or from 1. An
    address counts them from 1: the path ``[0, 1]``, counted from 0, is the address 1.2.

    Args:
        text: The log.
        tree: The tree that the program searched.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> replace_paths_by_addresses("Node [0, 1]: value=12", from_nested([[3, 12], 2]))
        'node 1.2: value=12'
    """
    lines = text.splitlines()
    for spelling in _SPELLINGS:  # the first that fits the whole log is taken
        path_texts = [match["path"] for match in _find_paths(lines, spelling)]
        paths = [[int(number) for number in re.findall(r"\d+", path)] for path in path_texts]

        # Single numbers alone, as in "node 3", may be anything.
        longest = max(map(len, paths), default=0)
        if longest < _FEWEST_STEPS:
            continue

        addresses = _convert_paths_to_addresses(paths)
        if _are_all_paths_in_tree(path_texts, addresses, tree):
            address_of_path = dict(zip(path_texts, addresses, strict=True))
            return _replace_paths_by_addresses(lines, spelling, address_of_path)
    return text


def replace_edges_by_children(text: str, tree: GameTree) -> str:
    """Return a log in which each edge or path of names, with numbers behind it, is its lowest node.

    Args:
        text: The log.
        tree: The tree that the program searched.

    Example:
        >>> from treeexplorer.notation.reader import parse
        >>> tree = parse("A:[B:[D:5 E:8] C:2]").tree
        >>> replace_edges_by_children("B -> D: 5", tree)
        'node D: 5'
        >>> replace_edges_by_children("best path: A -> B -> D", tree)
        'best path: A -> B -> D'
    """
    node_of_name = {name: node for node, name in sorted(tree.names.items(), reverse=True)}
    lines = [_replace_edge_by_child(line, node_of_name, tree) for line in text.splitlines()]
    return "\n".join(lines)


def _replace_edge_by_child(line: str, node_of_name: Mapping[str, int], tree: GameTree) -> str:
    """Replace the edge or path that a line begins with by the node to which it leads down.

    ===================================  =========================================
    the line, beside A:[B:[D:5 E:8] C]   the new line
    ===================================  =========================================
    ``1. B -> D: value 5``               ``1. node D: value 5``
    ``B -> D``                           the same: no number stands behind the path
    ``B -> Z: value 5``                  the same: Z is no node
    ``B -> C: value 5``                  the same: C is no child of B
    ===================================  =========================================
    """
    edge = _EDGE.match(line)
    if edge is None:
        return line
    text_before = edge["before"]
    text_behind = edge["behind"]
    if _SOME_NUMBER.search(text_behind) is None:
        return line

    names = re.findall(_NAME, edge["edge"])
    if any(name not in node_of_name for name in names):
        return line
    nodes = [node_of_name[name] for name in names]
    leads_down = all(tree.parent[below] == above for above, below in pairwise(nodes))
    if not leads_down:
        return line
    lowest_name = names[-1]
    return f"{text_before}node {lowest_name}{text_behind}"


def _find_paths(lines: list[str], spelling: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Find what may be a path in each line that has one."""
    for line in lines:
        match = spelling.search(line)
        if match is not None:
            yield match


def _convert_paths_to_addresses(paths: list[list[int]]) -> list[str]:
    """Convert the paths of a log to the addresses of their nodes, which count children from 1.

    A log that has a 0 in any path counts them from 0.

    >>> _convert_paths_to_addresses([[], [0], [0, 1]])
    ['root', '1', '1.2']
    >>> _convert_paths_to_addresses([[], [1], [1, 2]])
    ['root', '1', '1.2']
    """
    counts_from_0 = any(0 in path for path in paths)
    addresses: list[str] = []
    for path in paths:
        numbers = [number + 1 for number in path] if counts_from_0 else path
        addresses.append(".".join(map(str, numbers)) if numbers else "root")
    return addresses


def _are_all_paths_in_tree(path_texts: list[str], addresses: list[str], tree: GameTree) -> bool:
    """Tell whether what looks like paths in a log must be paths.

    Each of them must lead to a node of the tree, and none may be something else that the tree has:
    the name of a node, or the value of a leaf.

    Args:
        path_texts: What looks like a path, as it is written: ``0, 1``, ``0.1``.
        addresses: The address that each would have if it is one: ``1.2``.
        tree: The tree.
    """
    addresses_in_tree = {tree.address(node) for node in range(len(tree))}
    if not addresses_in_tree.issuperset(addresses):
        return False

    names_in_tree = set(tree.names.values())
    if not names_in_tree.isdisjoint(path_texts):
        return False

    # "leaf 1.2" may be a leaf with the value 1.2.
    decimals_in_tree = {value for value in tree.leaf_values if isinstance(value, float)}
    numbers_in_log = {as_number(path_text) for path_text in path_texts if "." in path_text}
    return decimals_in_tree.isdisjoint(numbers_in_log)


def _replace_paths_by_addresses(
    lines: list[str], spelling: re.Pattern[str], address_of_path: Mapping[str, str]
) -> str:
    """Replace the paths in a log by addresses, each behind the word ``node``.

    ``Node [0, 1]: value=12`` becomes ``node 1.2: value=12`` if the address of ``0, 1`` is 1.2. In a
    table no word is set, since a cell has the name of the node alone; the column of a header
    that is called “path” is that of the nodes. ``| 0.1 | 3 |`` becomes ``| 1.2 | 3 |``.

    Args:
        lines: The lines of the log.
        spelling: Finds a path in a line, with the word before it.
        address_of_path: The address of each path that the lines have, by its text.
    """
    are_cells = is_table(lines)
    new_lines: list[str] = []
    for line in lines:
        match = spelling.search(line)
        if match is None:
            new_lines.append(line)
        else:
            before_path = line[: match.start()]
            after_path = line[match.end() :]
            address = address_of_path[match["path"]]
            if not are_cells:
                address = f"node {address}"
            elif match["bar"] is not None:
                address = f"{match['bar']} {address}"
            new_lines.append(f"{before_path}{address}{after_path}")
    return "\n".join(new_lines)
