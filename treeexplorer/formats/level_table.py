r"""Tables with a column for each ply: ``level1,level2,value``, as spreadsheets have them.

A row is the path to a leaf, from the root to its name. A cell that is empty, since it is merged
with the one above, means the same node as that one.

>>> record = read("level1,level2,value\nA,B,3\n,C,5").values[0].value
>>> [(node["label"], node.get("value")) for node in record["nodes"]]
[('A', None), ('B', '3'), ('C', '5')]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from treeexplorer.formats.atoms import is_number
from treeexplorer.formats.edge_table import (
    check_cell_count,
    find_table_start,
    parse_decimal_comma,
    read_table_rows,
)
from treeexplorer.formats.edges import DrawnGraph
from treeexplorer.formats.model import Assigned, Placed, Reading, UnreadableError
from treeexplorer.formats.words import VALUE, meaning
from treeexplorer.text import quoted, safe

_SEPARATORS: Final = ",;\t"
_LEVEL: Final = re.compile(r"(?:level|ply|depth|layer|tier|l|ebene|niveau)[ _-]*(?P<number>\d+)")
_STEP: Final = "\x1f"
"""Stands between the names of a path, and in no name."""
_LONGEST_HEADING: Final = 10_000  # characters: a tree on one line is no heading
_NAME_EACH_LEAF: Final = "name each leaf in a column of its own"


class _Table(NamedTuple):
    """The columns of a table.

    Attributes:
        separator: The sign between two cells of a row.
        levels: The columns of the plies, the root's first.
        value: The column of the values of leaves.
        unknown: The headings of all other columns.
        column_count: How many columns there are.
    """

    separator: str
    levels: Sequence[int]
    value: int
    unknown: Sequence[str]
    column_count: int


class _Path(NamedTuple):
    """The nodes from the root to a leaf or to the node above it, and the value of the leaf.

    A node is known by all names of its path, since one name may stand below several nodes.
    """

    nodes: Sequence[Placed]
    value: Placed


def looks_like(text: str) -> bool:
    """Tell whether the first line of a text names a column for each ply, and one for the values."""
    return _find_table(text) is not None


def _find_table(text: str) -> _Table | None:
    """Return the table of a text by its heading; ``None`` if that names no plies."""
    heading, _, _ = text[find_table_start(text) :].partition("\n")
    if len(heading) > _LONGEST_HEADING:
        return None
    for separator in _SEPARATORS:
        words = [cell.strip().strip('"') for cell in heading.split(separator)]
        table = _parse_heading(words, separator)
        if table is not None:
            return table
    return None


def _parse_heading(words: Sequence[str], separator: str) -> _Table | None:
    """Return the table with a heading; ``None`` if it has not plies, one behind the other.

    >>> _parse_heading(["level 0", "level 1", "note", "value"], ",")
    _Table(separator=',', levels=[0, 1], value=3, unknown=['note'], column_count=4)
    """
    number_by_column: dict[int, int] = {}
    for column, word in enumerate(words):
        match = _LEVEL.fullmatch(word.lower())
        if match is not None:
            number_by_column[column] = int(match["number"])
    levels = list(number_by_column)
    numbers = list(number_by_column.values())
    are_in_order = bool(numbers) and numbers == [*range(numbers[0], numbers[0] + len(numbers))]
    values = [column for column, word in enumerate(words) if meaning(word) == VALUE]
    if len(levels) < 2 or not are_in_order or len(values) != 1:
        return None
    unknown = [word for column, word in enumerate(words) if column not in {*levels, *values}]
    return _Table(separator, levels, values[0], unknown, len(words))


def read(text: str) -> Reading:
    """Return the graphs of the paths in the rows of a table: a tree for each root.

    Raises:
        UnreadableError: Two rows have the same path, a row has no node or a node no name, or it is
            not CSV.
    """
    table = _find_table(text)
    if table is None:
        raise UnreadableError("the first line names no levels", 0)
    paths: list[_Path] = []
    for row in read_table_rows(text, table.separator, has_heading=True):
        if any(row):
            nodes_above = paths[-1].nodes if paths else []
            paths.append(_parse_row(table, row, nodes_above))

    paths_by_root: dict[Placed, list[_Path]] = {}
    for path in paths:
        paths_by_root.setdefault(path.nodes[0], []).append(path)
    trees = [Assigned(_draw_tree(paths_of_tree)) for paths_of_tree in paths_by_root.values()]
    unknown_headings = tuple(f'"{safe(word)}"' for word in table.unknown if word)
    return Reading(trees, left_out=unknown_headings)


def _draw_tree(paths: Sequence[_Path]) -> dict[str, Any]:
    """Draw the tree of some paths from one root, as a graph of the plain model."""
    graph = DrawnGraph()
    for path in paths:
        _add_nodes(graph, path)
    _add_leaf_values(graph, paths)
    return graph.model()


def _parse_row(table: _Table, row: Sequence[Placed], nodes_above: Sequence[Placed]) -> _Path:
    """Return the path in a row.

    Args:
        table: The columns.
        row: The cells. It may be shorter than the heading.
        nodes_above: The nodes of the row above.

    Raises:
        UnreadableError: The row has no value, skips a ply, or has more cells than the heading.
    """
    check_cell_count(row, table.column_count)
    missing_cells = [Placed("")] * (table.column_count - len(row))
    cells = [*row, *missing_cells]
    value = cells[table.value]
    names = [cells[column] for column in table.levels]
    while names and not names[-1]:
        names.pop()  # leaves may stand on different plies
    if not value or not (names or nodes_above):
        raise UnreadableError("this row has no path with a value", row[0].place)
    if not names:  # all its cells are merged with those above
        return _Path(nodes_above, parse_decimal_comma(value, table.separator))

    nodes: list[Placed] = []
    for ply, name in enumerate(names):
        is_below_same_nodes = nodes == nodes_above[:ply] and ply < len(nodes_above)
        if not name and is_below_same_nodes:
            nodes.append(nodes_above[ply])
        elif not name:
            raise UnreadableError(f"this row has no node on ply {ply}", row[0].place)
        else:
            nodes.append(Placed(_STEP.join([*nodes[-1:], name]), name.place))
    return _Path(nodes, parse_decimal_comma(value, table.separator))


def _add_nodes(graph: DrawnGraph, path: _Path) -> None:
    """Add those nodes of a path that are new, each below the one before it."""
    for ply, node in enumerate(path.nodes):
        if node in graph.nodes:
            continue
        _, _, name = node.rpartition(_STEP)
        graph.node(node)["label"] = Placed(name, node.place)
        if ply > 0:
            graph.edge(source=path.nodes[ply - 1], target=node)


def _add_leaf_values(graph: DrawnGraph, paths: Sequence[_Path]) -> None:
    """Add the values of leaves: each leaf has a path of its own, or else none has a name.

    Where the rows are ``A,B,3`` and ``A,B,5``, B has two leaves without names.

    Raises:
        UnreadableError: Some paths stand twice and others do not, or a leaf without a name is no
            number.
    """
    row_counts = Counter(path.nodes[-1] for path in paths)
    has_unnamed_leaves = len(row_counts) < len(paths)
    for path in paths:
        node = path.nodes[-1]
        if not has_unnamed_leaves:
            graph.node(node)[VALUE] = path.value
        elif not is_number(path.value):
            message = f"{quoted(path.value)} is not a number"
            raise UnreadableError(message, path.value.place, _NAME_EACH_LEAF)
        elif row_counts[node] > 1:
            graph.edge(source=node, target=path.value)
        else:
            names = node.replace(_STEP, " ")
            message = f"other paths stand in several rows, and {quoted(names)} in one"
            raise UnreadableError(message, node.place, _NAME_EACH_LEAF)
