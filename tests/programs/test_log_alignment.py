"""Which row of a search each row of a log stands for."""

from __future__ import annotations

from treeexplorer.notation.reader import parse
from treeexplorer.programs.log_alignment import align_rows
from treeexplorer.programs.log_habits import ExpectedRow
from treeexplorer.programs.log_nodes import LogWithNodes, RowWithNode
from treeexplorer.programs.log_reading import LogRow
from treeexplorer.tree import FULL_WINDOW


def test_each_kind_of_row_has_its_pair() -> None:
    """A right row, one that goes on about its node, a repetition, a wrong one, a foreign one."""
    tree = parse("A:[B:[E:3 F:5] C:7 D:4]").tree
    b, c, d = tree.children(0)
    log_rows = [
        LogRow(1, "B", value=3, alpha=None, beta=None),
        LogRow(2, "B", value=None, alpha=9, beta=None),
        LogRow(3, "B", value=3, alpha=None, beta=None),
        LogRow(4, "C", value=5, alpha=None, beta=None),
        LogRow(5, "X", value=1, alpha=None, beta=None),
    ]
    log = LogWithNodes(
        rows=[
            RowWithNode(printed=row, meant=row, node=node)
            for row, node in zip(log_rows, [b, b, b, c, None], strict=True)
        ],
        first_namesake={},
        tree=tree,
    )
    values = {b: 3, c: 7, d: 4}
    search = [
        ExpectedRow(node, enters=True, value=value, window=FULL_WINDOW)
        for node, value in values.items()
    ]
    b_row, c_row, _ = search
    assert align_rows(log, search) == [b_row, b_row, b_row, c_row, None]
