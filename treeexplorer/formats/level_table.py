r"""Tables with a column for each ply: ``level1,level2,value``, as spreadsheets have them.

A row is the path to a leaf, from the root to its name. A cell that is empty, since it is merged
with the one above, means the same node as that one.

>>> record = read("level1,level2,value\nA,B,3\n,C,5").values[0].value
>>> [(node["label"], node.get("value")) for node in record["graph"]["nodes"]]
[('A', None), ('B', '3'), ('C', '5')]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from treeexplorer.formats.atoms import is_number
from treeexplorer.formats.edge_table import (
    TREE_COLUMNS,
    check_cell_count,
    find_table_start,
    is_rule_of_markdown,
    parse_decimal_comma,
    read_table_rows,
    split_heading,
)
from treeexplorer.formats.edges import DrawnGraph
from treeexplorer.formats.model import Assigned, Placed, Reading, UnreadableError
from treeexplorer.formats.words import VALUE, meaning, plain_word
from treeexplorer.text import quoted, safe

_SEPARATORS: Final = ",;\t|"
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
        first_ply: The number of the first of them, by its heading.
        value: The column of the values of leaves.
        tree: The column that says to which of several trees a row belongs; ``None`` without one.
        unknown: The headings of all other columns.
        column_count: How many columns there are.
    """

    separator: str
    levels: Sequence[int]
    first_ply: int
    value: int
    tree: int | None
    unknown: Sequence[str]
    column_count: int

    def find_tree(self, row: Sequence[Placed]) -> str:
        """Find which tree of the table a row is about; an empty text where no column says it."""
        if self.tree is None or self.tree >= len(row):
            return ""
        return row[self.tree]


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
        table = _parse_heading(split_heading(heading, separator), separator)
        if table is not None:
            return table
    return None


def _parse_heading(words: Sequence[str], separator: str) -> _Table | None:
    """Return the table with a heading; ``None`` if it has not plies, one behind the other.

    >>> table = _parse_heading(["level 0", "level 1", "note", "value"], ",")
    >>> table.levels, table.first_ply, table.value, table.unknown
    ([0, 1], 0, 3, ['note'])
    """
    ply_by_column = _find_plies(words)
    plies = list(ply_by_column.values())
    if len(plies) < 2 or not _are_consecutive(plies):
        return None

    columns_of_values = [column for column, word in enumerate(words) if meaning(word) == VALUE]
    if len(columns_of_values) != 1:
        return None

    columns_of_trees = [
        column for column, word in enumerate(words) if plain_word(word) in TREE_COLUMNS
    ]
    # Of two such columns, neither says which tree is meant.
    tree = columns_of_trees[0] if len(columns_of_trees) == 1 else None
    known = {*ply_by_column, *columns_of_values, tree}
    return _Table(
        separator=separator,
        levels=list(ply_by_column),
        first_ply=plies[0],
        value=columns_of_values[0],
        tree=tree,
        unknown=[word for column, word in enumerate(words) if column not in known],
        column_count=len(words),
    )


def _find_plies(words: Sequence[str]) -> dict[int, int]:
    """Find the columns of the plies in a heading, with the number of each ply.

    >>> _find_plies(["tree", "level 0", "level 1", "value"])
    {1: 0, 2: 1}
    """
    ply_by_column: dict[int, int] = {}
    for column, word in enumerate(words):
        match = _LEVEL.fullmatch(word.lower())
        if match is not None:
            ply_by_column[column] = int(match["number"])
    return ply_by_column


def _are_consecutive(plies: Sequence[int]) -> bool:
    """Tell whether each ply is one below that before it: 1, 2, 3, and neither 1, 3 nor 2, 1."""
    return all(below == above + 1 for above, below in pairwise(plies))


def read(text: str) -> Reading:
    """Return the graphs of the paths in the rows of a table: a tree for each root.

    Raises:
        UnreadableError: Two rows have the same path, a row has no node or a node no name, the root
            has no column, or it is not CSV.
    """
    table = _find_table(text)
    if table is None:
        raise UnreadableError("the first line names no levels", 0)
    return _read_rows(table, read_table_rows(text, table.separator, has_heading=True))


def read_records(records: Sequence[Any]) -> Reading | None:
    """Return the trees of records that are the rows of such a table, as pandas writes them.

    ``[{"level0": "A", "level1": "B", "value": 3}, …]`` has the rows ``A,B,3`` and so on. The result
    is ``None`` for any other list.

    Raises:
        UnreadableError: They are such rows, and no tree.
    """
    if not records or not all(isinstance(record, Mapping) for record in records):
        return None
    headings = [*dict.fromkeys(str(key) for record in records for key in record)]
    table = _parse_heading(headings, "")
    if table is None:
        return None
    rows = ([_parse_cell(record.get(heading)) for heading in headings] for record in records)
    return _read_rows(table, rows)


def are_plies_with_values(headings: Sequence[str]) -> bool:
    """Tell whether headings name a column for each ply and one for the values of leaves."""
    return _parse_heading(headings, "") is not None


def _parse_cell(value: Any) -> Placed:
    """Return what stands in a record as the cell of a table; ``None`` is an empty one."""
    return Placed("" if value is None else str(value).strip())


def _read_rows(table: _Table, rows: Iterable[Sequence[Placed]]) -> Reading:
    """Return the graphs of the paths in some rows: a tree for each root.

    Raises:
        UnreadableError: The rows are no trees, or the root has no column.
    """
    trees: list[Assigned] = []
    for title, paths in _group_by_title(table, rows).items():
        paths_by_root = _group_by_root(paths)
        _check_root_has_column(table, list(paths_by_root))
        trees += [Assigned(_draw_tree(title, each)) for each in paths_by_root.values()]

    unknown_headings = tuple(f'"{safe(word)}"' for word in table.unknown if word)
    return Reading(trees, left_out=unknown_headings)


def _group_by_title(table: _Table, rows: Iterable[Sequence[Placed]]) -> dict[str, list[_Path]]:
    """Parse rows, and group their paths by the title in the column of trees.

    ==============  ==========================
    ``tree,l0,l1``  its title; its nodes
    ``T1,A,B``      T1; A and B
    ``,,C``         T1, as above; A and C
    ``T2,D,E``      T2; D and E
    ==============  ==========================

    Without such a column all paths have the title ``""``.
    """
    paths_by_title: dict[str, list[_Path]] = {}
    title = ""
    for row in rows:
        if not any(row) or is_rule_of_markdown(row):
            continue

        title_of_row = table.find_tree(row)
        if title_of_row:  # an empty cell is merged with the one above
            title = title_of_row
        paths = paths_by_title.setdefault(title, [])
        nodes_above = paths[-1].nodes if paths else []
        paths.append(_parse_row(table, row, nodes_above))
    return paths_by_title


def _group_by_root(paths: Iterable[_Path]) -> dict[Placed, list[_Path]]:
    """Group paths by their first node: A, B and A, C are one group, D, E is another."""
    paths_by_root: dict[Placed, list[_Path]] = {}
    for path in paths:
        paths_by_root.setdefault(path.nodes[0], []).append(path)
    return paths_by_root


def _check_root_has_column(table: _Table, roots: Sequence[Placed]) -> None:
    """Raise an error if the names of the first ply may be those below a root without a column.

    The plies are counted from 0, the root's. Where they begin with 1, and several names stand
    there, these may be the children of the root as well as roots of several trees.

    Raises:
        UnreadableError: They may be either.
    """
    if table.first_ply == 0 or len(roots) < 2:
        return
    first, second, *_ = map(quoted, roots)
    message = f"{first} and {second} may be below one root, or roots of two trees"
    hint = "add a column level0 with the name of the root, or a column tree with that of each tree"
    raise UnreadableError(message, roots[1].place, hint)


def _draw_tree(title: str, paths: Sequence[_Path]) -> dict[str, Any]:
    """Draw the tree of some paths from one root, as a graph of the plain model with its title."""
    graph = DrawnGraph(title)
    for path in paths:
        _add_nodes(graph, path)
    _add_leaf_values(graph, paths)
    return graph.make_titled_model()


def _parse_row(table: _Table, row: Sequence[Placed], nodes_above: Sequence[Placed]) -> _Path:
    """Return the path in a row: of ``A,B,D,3`` the nodes A, B and D, and the value 3.

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
    names = _remove_empty_end([cells[column] for column in table.levels])
    is_merged_with_row_above = not names and len(nodes_above) > 0
    if is_merged_with_row_above:
        nodes = nodes_above
    else:
        nodes = _find_nodes(names, nodes_above, row[0].place)
    if not nodes or not value:
        raise UnreadableError("this row has no path with a value", row[0].place)
    return _Path(nodes, parse_decimal_comma(value, table.separator))


def _remove_empty_end(names: list[Placed]) -> list[Placed]:
    """Remove the empty names behind the last one, as leaves may stand on different plies."""
    lengths = [ply + 1 for ply, name in enumerate(names) if name]
    return names[: max(lengths, default=0)]


def _find_nodes(
    names: Sequence[Placed], nodes_above: Sequence[Placed], place: int | None
) -> list[Placed]:
    """Find the nodes of a path; an empty name stands for the node of the row above on that ply.

    Below the row ``A,B,D`` the names ``"", "", "E"`` are A, B and E. Behind another node than the
    row above has, as in ``"", "C", "", "F"``, an empty name stands for none.

    Raises:
        UnreadableError: A name is empty, and no such node stands above it.
    """
    nodes: list[Placed] = []
    for ply, name in enumerate(names):
        has_node_above = ply < len(nodes_above) and nodes == nodes_above[:ply]
        if name:
            nodes.append(Placed(_STEP.join([*nodes[-1:], name]), name.place))
        elif has_node_above:
            nodes.append(nodes_above[ply])
        else:
            raise UnreadableError(f"this row has no node on ply {ply}", place)
    return nodes


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
