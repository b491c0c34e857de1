"""What stands below the drawing: what was read and pruned, or how much of a large tree."""

from __future__ import annotations

from typing import Final

from treeexplorer.engine import Status
from treeexplorer.numbers import grouped, shown
from treeexplorer.terminal.lines import BLANK, TextLine, fitted, line
from treeexplorer.terminal.view import View
from treeexplorer.tree import GameTree

_LEAST_HEIGHT: Final = 18
_TALL: Final = 34
_MOST_LEAVES: Final = 24
_LEAST_LEAVES: Final = 6


def strip_height(view: View, height: int, *, is_whole: bool) -> int:
    """Return how many lines of a pane the whole tree takes below its drawing; 0 for none.

    Args:
        view: What is looked at.
        height: The lines of the pane.
        is_whole: Whether the drawing above shows every node.
    """
    tree = view.tree
    if height < _LEAST_HEIGHT or tree.leaf_count < _LEAST_LEAVES:
        return 0
    if height >= _TALL and tree.depth <= height // 4:
        return tree.depth + 2
    return 0 if is_whole else min(tree.depth, height // 5)


def counts_width(view: View) -> int:
    """Return the cells that the counts beside the whole tree take at any step."""
    return len(f" {grouped(view.tree.leaf_count)} to come")


def beside_strip(view: View, rows: int) -> list[TextLine]:
    """Return the counts beside the whole tree, as many lines as it has rows."""
    snapshot = view.snapshot
    counts = [
        (snapshot.read, "read", "bold decided"),
        (snapshot.pruned, "pruned", "bold pruned"),
        (snapshot.to_come, "to come", "quiet"),
    ]
    digits = len(grouped(view.tree.leaf_count))
    lines: list[TextLine] = [
        line(" ", (grouped(count).rjust(digits), style), (f" {name}", "quiet"))
        for count, name, style in counts[:rows]
    ]
    return lines + [BLANK] * (rows - len(lines))


def _number(tree: GameTree, node: int) -> str:
    value = tree.leaf_value(node)
    return tree.labels.text(node) if value is None else shown(value)


def read_line(view: View, width: int, height: int) -> TextLine:
    """Return which leaves of a small tree were read, in order, and which are pruned."""
    tree, record = view.tree, view.record
    if height < _LEAST_HEIGHT or tree.leaf_count > _MOST_LEAVES:
        return BLANK
    last = record.last_row_by(view.step)
    rows = [row for row in range(last + 1) if record.is_leaf_call(row)]
    read = " ".join(_number(tree, record.node(row)) for row in rows)
    pruned = [
        _number(tree, node)
        for node in range(len(tree))
        if tree.is_leaf(node) and view.snapshot.status(node) is Status.SKIPPED
    ]
    pruned += ["…" for node in tree.elided if view.snapshot.view(node).elided is Status.SKIPPED]
    found = line((" READ ", "bold quiet"), (read or "nothing yet", "decided" if read else "ghost"))
    if pruned:
        found = (*found, ("   PRUNED ", "bold quiet"), (" ".join(pruned), "pruned"))
    return fitted(found, width)
