"""The tree that a program searched, built from the depths and values in its log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from treeexplorer.programs.log_reading import (
    Log,
    LogError,
    LogRow,
)
from treeexplorer.text import quoted
from treeexplorer.tree import (
    DEFAULT_LEVELS,
    INFINITY,
    GameTree,
    Levels,
    Number,
    Player,
    TreeBuilder,
)


@dataclass
class _LoggedNode:
    """A node of the tree that a program searched, with its rows in the log and its children."""

    name: str
    ply: int
    rows: list[LogRow]
    children: list[_LoggedNode]

    @property
    def leaf_value(self) -> Number:
        """The value in the node's last row, taken as the value of a leaf.

        Raises:
            LogError: The row has none.
        """
        last = self.rows[-1]
        if last.value is None:
            raise LogError(f"line {last.line}: {quoted(self.name)} has no value")
        return last.value

    @property
    def begins_as_min(self) -> bool:
        """Whether its first value is +∞, with which v begins at a MIN node."""
        return self.rows[0].value == INFINITY

    def is_cut_off(self, players: Levels) -> bool:
        """Tell whether its last row shows a cut-off, given the players by ply.

        A program that prints a node as it leaves it shows this.
        """
        player = players[self.ply % len(players)]
        return _shows_cut_off(self.rows[-1], player)


class _Visit(NamedTuple):
    """A task while the tree is built: enter a node, or leave it.

    Attributes:
        node: The node.
        enters: Whether it is to be entered; else all below it is built, and it is to be left.
    """

    node: _LoggedNode
    enters: bool


def build_tree_of_log(log: Log) -> GameTree:
    """Build the tree that a program searched from the depths and values in its log.

    A node that was cut off ends in ``...``, since its other children are unknown. If the root
    begins with +∞, MIN moves first.

    Raises:
        LogError: The depths or the values of leaves are missing, or fit no tree.

    Example:
        >>> from treeexplorer.programs.log_reading import read_log
        >>> log = read_log(chr(10).join(["node,depth,value", "A,0,3", "B,1,3", "C,1,2"]))
        >>> list(build_tree_of_log(log).leaf_values)
        [None, 3, 2]
    """
    root = _build_node_tree(log.rows)
    players = DEFAULT_LEVELS[::-1] if root.begins_as_min else DEFAULT_LEVELS
    builder = TreeBuilder()
    builder.levels = players
    for visit in _generate_visits(root):
        node = visit.node
        is_leaf = not node.children
        if is_leaf:
            builder.leaf(node.leaf_value, node.name)
        elif visit.enters:
            builder.open(node.name)
        else:  # all children have been added
            node_number = builder.close()
            if node.is_cut_off(players):
                builder.elided.add(node_number)  # drawn with "..." behind its children
    return builder.tree()


def _generate_visits(root: _LoggedNode) -> Iterator[_Visit]:
    """Walk a tree from left to right: enter each node, visit all below it, and leave it.

    A leaf is only entered. With a root A and the leaves B and C: enter A, B and C, then leave A.
    """
    to_come = [_Visit(root, enters=True)]  # a stack: the last one comes next
    while to_come:
        visit = to_come.pop()
        yield visit
        node = visit.node
        if visit.enters and node.children:
            # What comes first is put on the stack last: so the node is left after all below it.
            to_come.append(_Visit(node, enters=False))
            to_come += [_Visit(child, enters=True) for child in reversed(node.children)]


def _build_node_tree(rows: Sequence[LogRow]) -> _LoggedNode:
    """Build a tree of nodes from the depths in the rows of a log, and return its root.

    A node becomes a child of the last node one ply higher. A row with the name and depth of a node
    on the path to the row before is about that node again, and adds no node.

    Raises:
        LogError: A row has no depth, or one that fits below no node before it.

    Example:
        >>> rows = [LogRow(1, "A", 0), LogRow(2, "B", 1), LogRow(3, "A", 0), LogRow(4, "C", 1)]
        >>> root = _build_node_tree(rows)
        >>> root.name, len(root.rows), [child.name for child in root.children]
        ('A', 2, ['B', 'C'])
    """
    path: list[_LoggedNode] = []  # from the root to the node of the row before, by depth
    for row in rows:
        depth = _require_depth(row)
        is_on_path = 0 <= depth < len(path) and path[depth].name == row.node
        if is_on_path:
            path[depth].rows.append(row)
        else:
            # The nodes from this depth on have ended: the new one takes their place.
            path[depth:] = [_append_node(path, depth, row)]
    return path[0]


def _require_depth(row: LogRow) -> int:
    """Return the depth of a row, or raise :class:`LogError` if it has none."""
    if row.depth is None:
        raise LogError(
            f"line {row.line} tells no depth, and without FILE the tree is built from depth and "
            "value: give the tree, as in `verify --log LOG FILE`"
        )
    return row.depth


def _append_node(path: Sequence[_LoggedNode], depth: int, row: LogRow) -> _LoggedNode:
    """Add a new node for a row as the last child of its parent, and return it.

    Args:
        path: The nodes from the root to that of the row before, by depth.
        depth: The depth of the row; its parent is the node of the path one ply higher.
        row: The row.

    Raises:
        LogError: There is no such parent, or the row is about a second root.
    """
    has_parent = 0 < depth <= len(path)
    is_first_node = depth == 0 and not path
    if not has_parent and not is_first_node:
        raise LogError(f"line {row.line}: {quoted(row.node)} hangs below no node of this log")
    node = _LoggedNode(row.node, depth, rows=[row], children=[])
    if has_parent:
        path[depth - 1].children.append(node)
    return node


def _shows_cut_off(row: LogRow, player: Player) -> bool:
    """Tell whether the last row of a node shows a cut-off.

    Either its window is empty, α ≥ β, or its value reaches the opponent's end of the window: β at
    MAX, α at MIN. A number that is not printed shows nothing.
    """
    alpha = row.alpha
    beta = row.beta
    if alpha is not None and beta is not None and alpha >= beta:
        return True
    if row.value is None:
        return False
    if player is Player.MAX:
        return beta is not None and row.value >= beta
    return alpha is not None and row.value <= alpha
