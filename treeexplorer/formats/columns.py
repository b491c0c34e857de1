"""Tables that are kept by columns: ``{"parent": [-1, 0, 0], "value": [null, 3, 5]}``.

pandas writes records so (``orient="columns"`` and ``"split"``), Plotly its sunbursts, and programs
the parent of each node by position. The rows of such a table are records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from treeexplorer.formats.level_table import are_plies_with_values
from treeexplorer.formats.lists import is_list, is_text
from treeexplorer.formats.model import Assigned
from treeexplorer.formats.words import (
    CHILDREN,
    NAME,
    PARENT,
    SOURCE_WORDS,
    TARGET_WORDS,
    meaning,
    plain_word,
)

_NO_PARENT: Final = frozenset({-1, None, ""})
_COLUMNS: Final = "columns"
_ROWS: Final = "data"
_LABEL: Final = "label"
_CHILD: Final = "child"
_KEYS_OF_PANDAS: Final = frozenset({_COLUMNS, _ROWS, "index"})


def convert_columns_to_rows(record: Mapping[Any, Any]) -> list[dict[str, Any]] | None:
    """Return the rows of a table that is kept by columns; ``None`` for any other record.

    Each row is a record of a node, and one of its columns says which node stands above it; or the
    columns are those of the plies (:mod:`level_table`). The
    columns stand under their headings. pandas also writes the headings and the rows, each in a list
    of its own.

    >>> convert_columns_to_rows({"parents": ["", "A"], "labels": ["A", "B"], "values": [0, 3]})
    [{'parent': '', 'name': 'A', 'value': 0}, {'parent': 'A', 'name': 'B', 'value': 3}]
    >>> frame = {"columns": ["parent", "child"], "index": [0], "data": [["A", "B"]]}
    >>> convert_columns_to_rows(frame)
    [{'parent': 'A', 'child': 'B'}]
    """
    if _is_split_by_pandas(record):
        return _build_rows(headings=record[_COLUMNS], rows=record[_ROWS])

    columns = _parse_columns(record)
    if columns is None:
        columns = _find_columns_beside_others(record)
    headings = _normalise_headings(list(columns))
    if not (_has_column_of_parents(headings) or are_plies_with_values(headings)):
        return None
    rows = [dict(zip(headings, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return _replace_positions_of_parents(rows)


def _parse_columns(record: Mapping[Any, Any]) -> dict[str, Sequence[Any]] | None:
    """Return the columns of a table by their headings; ``None`` unless all are equally long.

    >>> _parse_columns({"parent": [-1, 0], "value": [None, 3]})
    {'parent': [-1, 0], 'value': [None, 3]}
    """
    columns: dict[str, Sequence[Any]] = {}
    for key, value in record.items():
        column = _parse_column(value)
        if column is None:
            return None
        columns[str(key)] = column
    have_unique_headings = len(columns) == len(record)  # the keys 1 and "1" make one heading
    different_lengths = {*map(len, columns.values())}
    if not have_unique_headings or len(different_lengths) != 1:
        return None
    return columns


def _find_columns_beside_others(record: Mapping[Any, Any]) -> dict[str, Sequence[Any]]:
    """Find the columns of a table in a record that has other things, too; empty if there is none.

    Plotly writes ``{"type": "treemap", "labels": […], "parents": […], "values": […]}``. A column of
    names and one of parents must be there, in which one has no parent.
    """
    lists = {str(key): value for key, value in record.items() if isinstance(value, list)}
    parents = [value for key, value in lists.items() if is_column_of_parents(Assigned(value, key))]
    if len(parents) != 1:
        return {}
    row_count = len(parents[0])
    columns: dict[str, Sequence[Any]] = {
        key: cells
        for key, cells in lists.items()
        if len(cells) == row_count and all(map(_is_cell, cells))
    }
    has_names = any(meaning(_remove_plural(key)) == NAME for key in columns)
    return columns if has_names else {}


def find_keys_beside_columns(record: Mapping[Any, Any], row_count: int) -> list[str]:
    """Find the keys of a record that is a table by columns under which no column stands.

    >>> find_keys_beside_columns({"type": "treemap", "parents": ["", "A"]}, row_count=2)
    ['type']
    """
    if _is_split_by_pandas(record):
        return []
    columns = {str(key) for key, value in record.items() if _has_rows(value, row_count)}
    return [str(key) for key in record if str(key) not in columns]


def _has_rows(value: Any, row_count: int) -> bool:
    """Tell whether a value is a column with so many cells."""
    column = _parse_column(value)
    return column is not None and len(column) == row_count


def convert_rows_below_heading(rows: Sequence[Any]) -> list[dict[str, Any]] | None:
    """Return records of rows whose first has the headings; ``None`` if these are no such rows.

    Google's charts are given their data so.

    >>> convert_rows_below_heading([["node", "parent"], ["A", None], ["B", "A"]])
    [{'node': 'A', 'parent': None}, {'node': 'B', 'parent': 'A'}]
    """
    if len(rows) < 2 or not all(map(is_list, rows)) or not all(map(is_text, rows[0])):
        return None
    heading, *others = map(list, rows)
    words = set(map(plain_word, heading))
    has_names = any(meaning(word) == NAME for word in words)
    is_of_edges = not words.isdisjoint({_CHILD, *TARGET_WORDS})
    cells = [cell for row in others for cell in row]
    if not (has_names or is_of_edges) or not all(map(_is_cell, cells)):
        return None
    return _build_rows(headings=heading, rows=others)


def _is_split_by_pandas(record: Mapping[Any, Any]) -> bool:
    """Tell whether a record has the headings and the rows of a table, each in a list."""
    has_headings_and_rows = _COLUMNS in record and _ROWS in record
    return has_headings_and_rows and all(key in _KEYS_OF_PANDAS for key in record)


def _replace_positions_of_parents(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows that have words for names with the names of parents where their positions stood.

    Positions are counted from 0, or from 1 where a single 0 says that there is no parent.

    >>> _replace_positions_of_parents([{"name": "A", "parent": -1}, {"name": "B", "parent": 0}])
    [{'name': 'A', 'parent': -1}, {'name': 'B', 'parent': 'A'}]
    """
    headings = {meaning(heading): heading for heading in rows[0]}
    name_heading = headings.get(NAME)
    parent_heading = headings.get(PARENT)
    if parent_heading is None:
        return rows
    are_from_one = _are_positions_from_one([row[parent_heading] for row in rows])
    if name_heading is None:
        return _number_rows_from_one(rows, parent_heading) if are_from_one else rows

    rows_from_zero = _count_parents_from_zero(rows, parent_heading) if are_from_one else rows
    return _name_parents(rows_from_zero, name_heading, parent_heading)


def _count_parents_from_zero(
    rows: Sequence[Mapping[str, Any]], parent_heading: str
) -> list[dict[str, Any]]:
    """Return rows with positions of parents from 0 where they were counted from 1.

    >>> _count_parents_from_zero([{"parent": 0}, {"parent": 1}], "parent")
    [{'parent': -1}, {'parent': 0}]
    """
    return [{**row, parent_heading: row[parent_heading] - 1} for row in rows]


def _name_parents(
    rows: list[dict[str, Any]], name_heading: str, parent_heading: str
) -> list[dict[str, Any]]:
    """Return rows with the names of parents where their positions stood, counted from 0.

    The rows stay as they are where a name is no text, or a parent is no position of a row.

    >>> _name_parents([{"name": "A", "up": -1}, {"name": "B", "up": 0}], "name", "up")
    [{'name': 'A', 'up': -1}, {'name': 'B', 'up': 'A'}]
    """
    names = [row[name_heading] for row in rows]
    if not all(map(is_text, names)):
        return rows

    parents = [row[parent_heading] for row in rows]
    positions = [parent for parent in parents if parent not in _NO_PARENT]
    if not all(type(position) is int and 0 <= position < len(rows) for position in positions):
        return rows

    rows_with_names: list[dict[str, Any]] = []
    for row, parent in zip(rows, parents, strict=True):
        name_of_parent = parent if parent in _NO_PARENT else names[parent]
        rows_with_names.append({**row, parent_heading: name_of_parent})
    return rows_with_names


def _are_positions_from_one(cells: Sequence[Any]) -> bool:
    """Tell whether numbers are the positions of parents, from 1, with a single 0 for the root's.

    >>> _are_positions_from_one([0, 1, 1]), _are_positions_from_one([0, 0, 0])
    (True, False)
    """
    are_positions = all(type(cell) is int and 0 <= cell <= len(cells) for cell in cells)
    return are_positions and len(cells) > 2 and list(cells).count(0) == 1


def _number_rows_from_one(
    rows: Sequence[Mapping[str, Any]], parent_heading: str
) -> list[dict[str, Any]]:
    """Return rows with their positions, from 1, for their names; the 0 of the root is no parent.

    >>> _number_rows_from_one([{"parent": 0}, {"parent": 1}], "parent")
    [{'id': 1, 'parent': None}, {'id': 2, 'parent': 1}]
    """
    numbered_rows: list[dict[str, Any]] = []
    for number, row in enumerate(rows, 1):
        parent = row[parent_heading]
        parent_or_none = parent if parent > 0 else None
        numbered_rows.append({"id": number, **row, parent_heading: parent_or_none})
    return numbered_rows


def is_column_of_parents(assigned: Assigned) -> bool:
    """Tell whether a list has the parent of each node, and says of one that it has none.

    >>> is_column_of_parents(Assigned([-1, 0, 0], "parent"))
    True
    """
    cells, variable = assigned
    has_no_parent = any(cell in _NO_PARENT for cell in cells if _is_cell(cell))
    return is_called_parents(variable) and (has_no_parent or _are_positions_from_one(cells))


def is_called_parents(variable: str) -> bool:
    """Tell whether a variable is called as what says which node stands above each: ``parents``."""
    return meaning(_remove_plural(variable)) == PARENT


def are_positions_of_children(cells: Sequence[Any], row_count: int) -> bool:
    """Tell whether numbers are the positions of all rows of a table but that of the root.

    Then they say which rows stand below which. -1 and ``None`` stand for no child, and the
    positions are counted from 0 or from 1.

    >>> are_positions_of_children([1, -1, -1, 2, None, None], row_count=3)
    True
    >>> are_positions_of_children([1, 5], row_count=3), are_positions_of_children([1], row_count=2)
    (False, False)
    """
    positions = [cell for cell in cells if cell is not None and cell != -1]
    are_integers = all(type(position) is int for position in positions)
    if row_count < 3 or len(positions) != row_count - 1 or not are_integers:
        return False
    different = set(positions)
    is_in_range = different <= {*range(row_count)} or different <= {*range(1, row_count + 1)}
    return is_in_range and len(different) == len(positions)


def _build_rows(headings: Any, rows: Any) -> list[dict[str, Any]] | None:
    """Return records of rows that stand in lists, with the headings in a list of their own.

    ``None`` if these are no lists, or no table in which a column says which node stands above.
    """
    if not isinstance(headings, list) or not isinstance(rows, list):
        return None
    if not all(isinstance(row, list) for row in rows):
        return None
    words = _normalise_headings(list(map(str, headings)))
    is_of_nodes = _has_column_of_parents(words) or are_plies_with_values(words)
    is_table = is_of_nodes and all(len(row) == len(words) for row in rows)
    return [dict(zip(words, row, strict=True)) for row in rows] if is_table else None


def _parse_column(value: Any) -> Sequence[Any] | None:
    """Return the cells of a column, which may stand below the number of each row.

    ``[3, 5]`` and ``{"0": 3, "1": 5}`` both become ``[3, 5]``. ``None`` for anything else.
    """
    cells = [*value.values()] if _has_numbered_keys(value) else value
    is_column = isinstance(cells, list) and bool(cells) and all(map(_is_cell, cells))
    return cells if is_column else None


def _has_numbered_keys(value: Any) -> bool:
    """Tell whether a value is a record whose keys are 0, 1, 2 and so on."""
    return isinstance(value, dict) and [*map(str, value)] == [*map(str, range(len(value)))]


def _is_cell(value: Any) -> bool:
    return not isinstance(value, (list, tuple, dict, set, frozenset))


def _normalise_headings(keys: Sequence[str]) -> list[str]:
    """Return the headings of columns in the singular; a label names the node if nothing else does.

    >>> _normalise_headings(["labels", "parents", "values"]), _normalise_headings(["id", "label"])
    (['name', 'parent', 'value'], ['id', 'label'])
    """
    words = [_remove_plural(key) for key in keys]
    names = [word for word in words if meaning(word) == NAME or plain_word(word) in TARGET_WORDS]
    if names == [_LABEL]:
        words[words.index(_LABEL)] = NAME
    return words


def _remove_plural(key: str) -> str:
    """Return the singular of a heading, if that is a known word for a part of a node.

    >>> _remove_plural("parents"), _remove_plural("utilities"), _remove_plural("colours")
    ('parent', 'utility', 'colours')
    """
    word = plain_word(key)
    # This word means the children of a node. As a heading it means the nodes themselves, as the
    # column has one cell for each.
    if word == "nodes":
        return "node"
    if meaning(word) is not None:
        return key

    singular = word.removesuffix("s")  # parents
    if meaning(singular) is not None:
        return singular
    singular_in_y = f"{word.removesuffix('ies')}y"  # utilities
    if meaning(singular_in_y) is not None:
        return singular_in_y
    return key


def _has_column_of_parents(headings: Sequence[str]) -> bool:
    """Tell whether a column says which node stands above each row's.

    A heading of words for children beside it is a record of a node: ``{"children": […]}``.
    """
    words = {plain_word(word) for word in headings}
    has_children = any(meaning(word) == CHILDREN and word != "child" for word in headings)
    has_parent = any(meaning(word) == PARENT for word in headings)
    has_ends_of_edge = not words.isdisjoint(SOURCE_WORDS) and not words.isdisjoint(TARGET_WORDS)
    return (has_parent or has_ends_of_edge) and not has_children
