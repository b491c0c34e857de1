"""Tables of answers in a hand-in, a row a node: in Markdown, as CSV, or in columns of a text.

A table has a row that names its columns, one for the node and one for what is answered. Each row
below becomes a line of words, as it is read beside a tree (:mod:`.claims_in_words`).

>>> table = write_tables_as_lines(["node | α | β | value", "---|---|---|---", "B | 3 | ∞ | ≤2"])
>>> table.lines
['', '', 'B: (3, ∞) ≤2']
>>> table.remarks
['lines 1–3: each row of the table is read as answers about its node.']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.explain.phrases import listed
from treeexplorer.text import quoted

_Column: TypeAlias = Literal["node", "value", "window", "alpha", "beta", "pruned"]

_COLUMNS: Final[dict[_Column, re.Pattern[str]]] = {
    "node": re.compile(
        r"nodes?|knoten|names?|label|leaf|blatt|n(?:œ|oe)uds?|nodos?", re.IGNORECASE
    ),
    "value": re.compile(
        r"(?:minimax|returned|backed-up|final)?[\s-]*(?:value|val|v|wert|valeur|valor|minimax|result)s?"
        r"|value\s+or\s+bound|returns?|bound",
        re.IGNORECASE,
    ),
    "window": re.compile(
        r"(?:entry\s+)?(?:window|fenster|fenêtre|ventana)|[(\[]?\s*(?:α|alpha)\s*,\s*(?:β|beta)\s*[)\]]?",
        re.IGNORECASE,
    ),
    "alpha": re.compile(r"α|alpha", re.IGNORECASE),
    "beta": re.compile(r"β|beta", re.IGNORECASE),
    "pruned": re.compile(
        r"(?:what\s+is\s+)?pruned(?:\s+(?:nodes|leaves|branches|children))?\??", re.IGNORECASE
    ),
}
"""What the columns of a table are called."""
_NAME_OF_ANYTHING: Final = re.compile(r"names?", re.IGNORECASE)
_LONGEST_HEADER: Final = 300  # characters
_SEPARATORS: Final = (r"\|", "\t", ";", ",", r"\s{2,}")
_QUOTED_OR_IN_BRACKETS: Final = r'"[^"]*"|\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}'
_RULE: Final = re.compile(r"[\s|:+=-]*-[\s|:+=-]*")
"""A line between the names of the columns and the rows: ``|---|:---|``."""
_NODE: Final = re.compile(r"[▲△▼▽○]?(?:(?:the|die|la)\s+)?[\w.'/-]+(?:\s+node)?(?:\s*\([^()]*\))?")
_NOTHING: Final = re.compile(r"[-–—?]*|n/?a|no|nein|non|none|nothing|false|visited", re.IGNORECASE)
_YES: Final = re.compile(r"yes|ja|oui|s[ií]|true|x|✓|✔|✗|/|pruned|not\s+visited", re.IGNORECASE)


class LinesOfTables(NamedTuple):
    """The lines of a text whose tables were written as lines of words.

    Attributes:
        lines: The lines; those of a table that are no row are empty.
        remarks: A sentence on each table.
    """

    lines: list[str]
    remarks: list[str]


class _Header(NamedTuple):
    """The row that names the columns.

    Attributes:
        separator: The pattern of what stands between two cells.
        columns: What each cell of a row holds; ``None`` for something else.
        left_out: The names of these others.
    """

    separator: str
    columns: Sequence[_Column | None]
    left_out: Sequence[str]


class _Table(NamedTuple):
    """A table in a text.

    Attributes:
        start: The index of the line with its header.
        end: The index behind its last row.
        header: Its header.
    """

    start: int
    end: int
    header: _Header


def write_tables_as_lines(lines: Sequence[str]) -> LinesOfTables:
    """Write each row of a table as a line of words, on its line; other lines stay as they are.

    So does a table of which no row says anything.
    """
    written = list(lines)
    remarks: list[str] = []
    for table in _find_tables(lines):
        rows = [_write_row(line, table.header) for line in lines[table.start + 1 : table.end]]
        if any(rows):
            written[table.start : table.end] = ["", *rows]
            remarks.append(_describe_table(table))
    return LinesOfTables(written, remarks)


def _find_tables(lines: Sequence[str]) -> Iterator[_Table]:
    """Yield the tables of a text: each begins with a header, and goes as far as its rows do."""
    index = 0
    while index < len(lines):
        header = _read_header(lines[index])
        end = index + 1
        if header is not None:
            while end < len(lines) and _is_row(lines[end], header):
                end += 1
            yield _Table(index, end, header)
        index = end


def _describe_table(table: _Table) -> str:
    """Return the remark on a table, with the columns that are not read."""
    first_line = table.start + 1
    last_line = table.end
    remark = (
        f"lines {first_line}–{last_line}: each row of the table is read as answers about its node"
    )
    if table.header.left_out:
        names = listed([quoted(name) for name in table.header.left_out])
        remark = f"{remark}, without {names}"
    return f"{remark}."


def _read_header(line: str) -> _Header | None:
    """Read the names of columns; ``None`` where none is the node's, or none is an answer's."""
    if len(line) > _LONGEST_HEADER:
        return None
    for separator in _SEPARATORS:
        names = _split(line, separator)
        columns = [_find_column(name) for name in names]
        known = [column for column in columns if column is not None]
        is_table = "node" in known and len(known) > 1 and len(set(known)) == len(known)
        if is_table:
            named = zip(names, columns, strict=True)
            left_out = [name for name, column in named if column is None and name not in {"", "#"}]
            may_be_of_people = _NAME_OF_ANYTHING.fullmatch(names[columns.index("node")]) is not None
            if may_be_of_people and (left_out or known == ["node", "pruned"]):
                return None  # `Name;root;A;pruned`: a row is a person's paper
            return _Header(separator, columns, left_out)
    return None


def _find_column(name: str) -> _Column | None:
    """Find what a column holds by its name: that of ``α`` holds the lower ends of windows."""
    for column, pattern in _COLUMNS.items():
        if pattern.fullmatch(name) is not None:
            return column
    return None


def _split(line: str, separator: str) -> list[str]:
    r"""Split a line into cells, but not within quotes or brackets.

    >>> _split("| B | (3, inf) |", r"\|"), _split('B,"4, 6",(3, inf)', ",")
    (['B', '(3, inf)'], ['B', '4, 6', '(3, inf)'])
    """
    bare_line = line.strip(" \n")
    if separator == r"\|":
        bare_line = bare_line.removeprefix("|").removesuffix("|")
    cells = [""]
    for piece in re.finditer(rf"(?P<between>{separator})|{_QUOTED_OR_IN_BRACKETS}|.", bare_line):
        if piece["between"] is not None:
            cells.append("")
        else:
            cells[-1] += piece[0]
    return [cell.strip().strip('*`"').strip() for cell in cells]


def _is_row(line: str, header: _Header) -> bool:
    """Tell whether a line belongs to the table: it is a rule, or has a node and further cells."""
    if _RULE.fullmatch(line) is not None:
        return True
    cells = _split(line, header.separator)
    index = header.columns.index("node")
    return len(cells) > 1 and len(cells) > index and _NODE.fullmatch(cells[index]) is not None


def _write_row(line: str, header: _Header) -> str:
    """Write a row as words: ``B: (3, inf) <=2. Pruned: 4, 6``; empty if it says nothing."""
    if _RULE.fullmatch(line) is not None:
        return ""
    cells = _join_surplus_cells(_split(line, header.separator), header.columns)
    row = {
        column: cell
        for column, cell in zip(header.columns, cells, strict=False)
        if column is not None and _NOTHING.fullmatch(cell) is None
    }
    node = row.get("node")
    return "" if node is None else _write_answers(node, row)


def _join_surplus_cells(cells: Sequence[str], columns: Sequence[_Column | None]) -> Sequence[str]:
    """Join the cells behind the last column with that one, if it holds what is pruned.

    >>> _join_surplus_cells(["B", "<=2", "4", "6"], ["node", "value", "pruned"])
    ['B', '<=2', '4, 6']
    """
    last = len(columns) - 1
    if columns[last] != "pruned" or len(cells) <= len(columns):
        return cells
    return [*cells[:last], ", ".join(cells[last:])]


def _write_answers(node: str, row: Mapping[_Column, str]) -> str:
    """Write what a row answers about its node as words.

    =====  ================================  ============================  ====================
    node   row                               words                         because
    =====  ================================  ============================  ====================
    ``B``  α ``3``, β ``inf``, value ``<=2``  ``B: (3, inf) <=2``
    ``B``  value ``<=2``, pruned ``4, 6``    ``B: <=2. Pruned: 4, 6``
    ``4``  pruned ``yes``                    ``Pruned: 4``
    ``4``  value ``pruned``                  ``Pruned: 4``
    ``4``  value ``4``                                                     a leaf is its value
    =====  ================================  ============================  ====================
    """
    window = row.get("window", "")
    if not window and "alpha" in row and "beta" in row:
        window = f"({row['alpha']}, {row['beta']})"

    value = row.get("value", "")
    is_pruned_by_value = _YES.fullmatch(value) is not None
    if is_pruned_by_value or value == node:
        value = ""

    pruned = row.get("pruned", "")
    if is_pruned_by_value or _YES.fullmatch(pruned) is not None:
        pruned = node

    claims = " ".join(filter(None, [window, value]))
    claims_sentence = f"{node}: {claims}" if claims else ""
    pruned_sentence = f"Pruned: {pruned}" if pruned else ""
    return ". ".join(filter(None, [claims_sentence, pruned_sentence]))
