"""What was read, what was pruned, what is to come: as bars, beside the whole tree, in words."""

from __future__ import annotations

from typing import Final

from treeexplorer.engine import Status
from treeexplorer.explain.sentence import Phrase
from treeexplorer.numbers import counted, grouped, shown
from treeexplorer.terminal.lines import BLANK, TextLine, fitted, line
from treeexplorer.terminal.view import View
from treeexplorer.tree import GameTree

_LEAST_HEIGHT: Final = 18
_MOST_LEAVES: Final = 24

_STYLES: Final = {"read": "bold decided", "pruned": "bold pruned", "to come": "quiet"}


def _leaves(view: View) -> dict[str, int]:
    snapshot = view.snapshot
    pruned = {"pruned": snapshot.pruned} if view.has_windows else {}
    return {"read": snapshot.read, **pruned, "to come": snapshot.to_come}


def counts(view: View, width: int) -> TextLine:
    """Return the leaves read and the cut-offs made, in equal room at all steps; less if narrow."""
    digits = len(grouped(view.tree.leaf_count))
    words, most = f"{counted(view.snapshot.read, 'leaf', 'leaves')} read ", digits + 13
    if view.has_windows:
        words += f"· {counted(view.snapshot.cutoffs, 'cut-off', 'cut-offs')} "
        most += digits + 12
    if most > width:
        words, most = f"{grouped(view.snapshot.read)} read ", digits + 6
    return line((words.rjust(most), "quiet")) if most <= width else ()


def counts_width(view: View) -> int:
    """Return the cells that the counts beside the whole tree take at any step."""
    return len(f" {grouped(view.tree.leaf_count)} to come")


def beside_strip(view: View, rows: int) -> list[TextLine]:
    """Return the counts beside the whole tree, as many lines as it has rows."""
    digits = len(grouped(view.tree.leaf_count))
    lines: list[TextLine] = [
        line(" ", (grouped(count).rjust(digits), _STYLES[name]), (f" {name}", "quiet"))
        for name, count in _leaves(view).items()
    ]
    return [*lines, *[BLANK] * rows][:rows]


def _number(tree: GameTree, node: int) -> str:
    value = tree.leaf_value(node)
    return tree.labels.text(node) if value is None else shown(value)


def read_line(view: View, width: int, height: int) -> TextLine:
    """Return which leaves of a small tree were read, in order, and which are pruned."""
    tree, record = view.tree, view.record
    if height < _LEAST_HEIGHT or tree.leaf_count > _MOST_LEAVES:
        return BLANK
    rows = [row for row in range(record.last_row_by(view.step) + 1) if record.is_leaf_call(row)]
    read = " ".join(_number(tree, record.node(row)) for row in rows)
    pruned = [
        _number(tree, node)
        for node in range(len(tree))
        if tree.is_leaf(node) and view.snapshot.status(node) is Status.SKIPPED
    ]
    pruned += ["…" for node in tree.elided if view.snapshot.view(node).elided is Status.SKIPPED]
    heading = f" {Phrase('read_so_far')} "
    nothing = str(Phrase("nothing_read_yet"))
    found = line((heading, "bold quiet"), (read, "decided") if read else (nothing, "ghost"))
    if pruned:
        heading = f"   {Phrase('pruned_so_far')} "
        found = (*found, (heading, "bold quiet"), (" ".join(pruned), "pruned"))
    return fitted(found, width)
