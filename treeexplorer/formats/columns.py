"""Tables that are kept by columns: ``{"parent": [-1, 0, 0], "value": [null, 3, 5]}``.

pandas writes records so (``orient="columns"`` and ``"split"``), Plotly its sunbursts, and programs
the parent of each node by position. The rows of such a table are records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

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

_COLUMNS: Final = "columns"
_ROWS: Final = "data"
_LABEL: Final = "label"
_BESIDE: Final = frozenset({_COLUMNS, _ROWS, "index"})


def rows_of_columns(record: Mapping[Any, Any]) -> list[dict[str, Any]] | None:
    """Return the rows of a table that is kept by columns; ``None`` for any other record.

    Each row is a record of a node, and one of its columns says which node stands above it.

    >>> rows_of_columns({"parents": ["", "A"], "labels": ["A", "B"], "values": [0, 3]})
    [{'parent': '', 'name': 'A', 'value': 0}, {'parent': 'A', 'name': 'B', 'value': 3}]
    >>> rows_of_columns({"columns": ["parent", "child"], "index": [0], "data": [["A", "B"]]})
    [{'parent': 'A', 'child': 'B'}]

    Args:
        record: The columns under their headings; or the headings and the rows, each in a list of
            its own, as pandas writes them, perhaps with an ``index``.
    """
    is_split_by_pandas = {_COLUMNS, _ROWS} <= set(record) <= _BESIDE
    if is_split_by_pandas:
        return _rows_below_heading(record[_COLUMNS], record[_ROWS])
    lists = {str(key): _as_column(value) for key, value in record.items()}
    columns = {key: column for key, column in lists.items() if column is not None}
    are_all_columns = len(columns) == len(record)
    lengths = {*map(len, columns.values())}
    if not are_all_columns or len(lengths) != 1:
        return None
    heading = _heading(list(columns))
    if not _has_relatives(heading):
        return None
    return [dict(zip(heading, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def is_column_of_parents(assigned: Assigned) -> bool:
    """Tell whether a list has the parent of each node, and says of one that it has none.

    >>> is_column_of_parents(Assigned([-1, 0, 0], "parent"))
    True
    """
    value, variable = assigned
    is_of_parents = meaning(_singular(variable)) == PARENT
    return is_of_parents and any(each in {-1, None, ""} for each in value if _is_cell(each))


def _rows_below_heading(heading: Any, rows: Any) -> list[dict[str, Any]] | None:
    """Return records of rows that stand in lists, with the heading in a list of its own."""
    are_lists = isinstance(heading, list) and isinstance(rows, list)
    if not are_lists or not all(isinstance(row, list) for row in rows):
        return None
    words = _heading(list(map(str, heading)))
    is_table = _has_relatives(words) and all(len(row) == len(words) for row in rows)
    return [dict(zip(words, row, strict=True)) for row in rows] if is_table else None


def _as_column(value: Any) -> Sequence[Any] | None:
    """Return the cells of a column, which may stand below the number of each row."""
    cells = [*value.values()] if _is_numbered(value) else value
    is_column = isinstance(cells, list) and bool(cells) and all(map(_is_cell, cells))
    return cells if is_column else None


def _is_numbered(value: Any) -> bool:
    """Tell whether a value is a record whose keys are 0, 1, 2 and so on."""
    return isinstance(value, dict) and [*map(str, value)] == [*map(str, range(len(value)))]


def _is_cell(value: Any) -> bool:
    return not isinstance(value, (list, tuple, dict, set, frozenset))


def _heading(keys: Sequence[str]) -> list[str]:
    """Return the words of a heading, each in the singular; a label names the node if nothing else.

    >>> _heading(["labels", "parents", "values"]), _heading(["id", "label"])
    (['name', 'parent', 'value'], ['id', 'label'])
    """
    words = list(map(_singular, keys))
    names = [word for word in words if meaning(word) == NAME or plain_word(word) in TARGET_WORDS]
    if names == [_LABEL]:
        words[words.index(_LABEL)] = NAME
    return words


def _singular(key: str) -> str:
    """Return a key without the ``s`` at its end, if it is a word of the table without it."""
    word = plain_word(key)
    is_plural = word.endswith("s") and meaning(word) is None and meaning(word[:-1]) is not None
    return word[:-1] if is_plural else key


def _has_relatives(heading: Sequence[str]) -> bool:
    """Tell whether a column says which node stands above each row's.

    A heading of words for children beside it is a record of a node: ``{"children": […]}``.
    """
    words = {plain_word(word) for word in heading}
    has_children = any(meaning(word) == CHILDREN and word != "child" for word in heading)
    has_parent = any(meaning(word) == PARENT for word in heading)
    has_ends = not words.isdisjoint(SOURCE_WORDS) and not words.isdisjoint(TARGET_WORDS)
    return (has_parent or has_ends) and not has_children
