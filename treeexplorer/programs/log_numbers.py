"""Numbers of nodes in a log, which stand where others have a node's name: ``Visiting Node 4``.

A program whose tree is an array or a dictionary of numbers prints these. Nothing says how it counts
the nodes, so that it is asked beside the tree: level by level or as they are drawn, from 0 or from
1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from treeexplorer.programs.log_reading import as_number
from treeexplorer.programs.log_spelling import SPELLED_NUMBER
from treeexplorer.tree import GameTree

_NODE: Final = re.compile(
    r"\b(?:node|state|leaf|index|idx)(?:[ _]?(?:node|index|idx|id|number|no))?\b\.?"
    r"[\s:=#(]*(?P<number>\d+)(?![\w.])",
    re.IGNORECASE,
)
_LABELLED: Final = re.compile(
    rf"\b(?:depth|ply|level|alpha|beta|a|b)\s*[:=]\s*(?:{SPELLED_NUMBER})|[αβ]\s*[:=]?\s*(?:{SPELLED_NUMBER})",
    re.IGNORECASE,
)
"""A number of a line that is none of a leaf's value."""
_NUMBER: Final = re.compile(rf"(?<![\w.])(?:{SPELLED_NUMBER})(?![\w.])")
_FEWEST_NODES: Final = 3


class _Numbering(NamedTuple):
    """A way to count the nodes of a tree.

    Attributes:
        words: How it counts, as a sentence has it.
        node_of: The node of each number.
    """

    words: str
    node_of: Mapping[int, int]


class NumberedLog(NamedTuple):
    """A log in which the numbers of nodes are addresses.

    Attributes:
        text: The log.
        words: How the program counts the nodes; empty if it has no numbers of nodes.
    """

    text: str
    words: str = ""


def replace_numbers_by_addresses(text: str, tree: GameTree) -> NumberedLog:
    """Return a log in which each number of a node is the node's address.

    The log is the same if it has a name of the tree, if its numbers may be the values of leaves, or
    if there is not just one way to count the nodes that fits all of its lines.

    Args:
        text: The log.
        tree: The tree that the program searched.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> log = ["node 0 alpha=-inf", "node 1 alpha=-inf", "node 3 value=7", "node 2 value=5"]
        >>> numbered = replace_numbers_by_addresses(chr(10).join(log), from_nested([[7], 5]))
        >>> numbered.text.splitlines()[2:], numbered.words
        (['node 1.1 value=7', 'node 2 value=5'], 'level by level from 0')
    """
    lines = text.splitlines()
    has_name = not set(tree.names.values()).isdisjoint(re.findall(r"[\w.']+", text))
    matches = [_NODE.search(line) for line in lines]
    numbers = {int(match["number"]) for match in matches if match is not None}
    may_be_leaf_values = numbers <= set(tree.leaf_values)
    if has_name or may_be_leaf_values or len(numbers) < _FEWEST_NODES:
        return NumberedLog(text)

    numbering = _find_only_numbering(lines, numbers, tree)
    if numbering is None:
        return NumberedLog(text)
    new_lines = [_replace_number(line, numbering, tree) for line in lines]
    return NumberedLog("\n".join(new_lines), numbering.words)


def _find_only_numbering(
    lines: Sequence[str], numbers: Collection[int], tree: GameTree
) -> _Numbering | None:
    """Find the only way to count the nodes that fits all lines of a log; ``None`` if several do.

    Two ways that give each number of the log the same node are as good as one: in ``[3 5]`` the
    nodes are 0, 1, 2 level by level and as they are drawn.
    """
    fitting = [each for each in _list_numberings(tree) if _fits(each, lines, tree)]
    nodes_by_numbering = {
        tuple(each.node_of[number] for number in sorted(numbers)) for each in fitting
    }
    return fitting[0] if len(nodes_by_numbering) == 1 else None


def _list_numberings(tree: GameTree) -> list[_Numbering]:
    """List the ways to count the nodes of a tree.

    >>> from treeexplorer.tree import from_nested
    >>> [dict(each.node_of) for each in _list_numberings(from_nested([[7], 5]))][:2]
    [{0: 0, 1: 1, 2: 3, 3: 2}, {1: 0, 2: 1, 3: 3, 4: 2}]
    """
    in_preorder = range(len(tree))
    by_level = sorted(in_preorder, key=lambda node: tree.ply[node])  # keeps the order of each level
    orders = (("level by level", by_level), ("as they are drawn", in_preorder))
    return [
        _Numbering(f"{words} from {first}", dict(enumerate(nodes, first)))
        for words, nodes in orders
        for first in (0, 1)
    ]


def _fits(numbering: _Numbering, lines: Sequence[str], tree: GameTree) -> bool:
    """Tell whether all lines of a log may be about the nodes that a numbering gives them."""
    has_root = False
    for line in lines:
        match = _NODE.search(line)
        if match is None:
            continue
        node = numbering.node_of.get(int(match["number"]))
        if node is None or not _may_be_about(line, match, node, tree):
            return False
        has_root = has_root or tree.is_root(node)
    return has_root


def _may_be_about(line: str, match: re.Match[str], node: int, tree: GameTree) -> bool:
    """Tell whether a line may be about a node: what it says of a leaf must be the leaf's value.

    For example the node 3 is a leaf of the value 7:

    ==========================  ======  ======================================================
    the line                    may be  why
    ==========================  ======  ======================================================
    ``node 3 value=7``          yes     it is the leaf's value
    ``node 3 alpha=2 value=7``  yes     numbers behind labels of a window do not count
    ``node 3 value=-7``         yes     negamax may print the other sign
    ``node 3 value=5``          no      the leaf is worth 7
    ``node 3: 5 of 7``          yes     of several numbers it is not known which is the value
    ==========================  ======  ======================================================

    About a node with children a line may say anything, but not call it a leaf.

    Args:
        line: The line.
        match: The number of the node in it, with the word before it.
        node: The node.
        tree: The tree.
    """
    if not tree.is_leaf(node):
        calls_it_leaf = re.search(r"\b(?:leaf|terminal)\b", line, re.IGNORECASE) is not None
        return not calls_it_leaf

    value = tree.leaf_value(node)
    text_beside_node = f"{line[: match.start()]} {line[match.end() :]}"
    unlabelled = _NUMBER.findall(_LABELLED.sub(" ", text_beside_node))
    if value is None or len(unlabelled) != 1:
        return True
    return as_number(unlabelled[0]) in {value, -value}


def _replace_number(line: str, numbering: _Numbering, tree: GameTree) -> str:
    """Replace the number of a node in a line by the word ``node`` and its address."""
    match = _NODE.search(line)
    if match is None:
        return line
    address = tree.labels.full_address(numbering.node_of[int(match["number"])])
    return f"{line[: match.start()]}node {address}{line[match.end() :]}"
