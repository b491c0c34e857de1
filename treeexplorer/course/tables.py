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
    """A line with a table's names of columns: ``node | α | β | depth``.

    Attributes:
        separator: The pattern of what stands between two cells.
        names: The names, as they stand in the line.
        columns: What each column holds; ``None`` for something else, such as ``depth``.
    """

    separator: str
    names: Sequence[str]
    columns: Sequence[_Column | None]

    @property
    def known_columns(self) -> list[_Column]:
        """What the columns hold whose names are known: node, alpha and beta."""
        return [column for column in self.columns if column is not None]

    @property
    def left_out(self) -> list[str]:
        """The names of the others, ``depth``; what only numbers the rows is not worth a word."""
        return [
            name
            for name, column in zip(self.names, self.columns, strict=True)
            if column is None and name not in {"", "#"}
        ]

    @property
    def has_node_and_answer(self) -> bool:
        """Whether a column holds the node, another one an answer, and no two hold the same."""
        known = self.known_columns
        has_answer = len(known) > 1
        has_column_twice = len(set(known)) < len(known)
        return "node" in known and has_answer and not has_column_twice

    @property
    def may_be_of_people(self) -> bool:
        """Whether each row may be a person's paper: ``Name;root;A;pruned``.

        It is asked of a header that has the node's column. That has a name which people have as
        well; and there is either a column that is not known, as ``root`` is not, or nothing but
        what is pruned.
        """
        name_of_node_column = self.names[self.columns.index("node")]
        if _NAME_OF_ANYTHING.fullmatch(name_of_node_column) is None:
            return False
        return len(self.left_out) > 0 or self.known_columns == ["node", "pruned"]


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
    """Read a line as the names of columns; ``None`` if it is no header of answers about nodes.

    ============================  ==========  ================================================
    the line                      is it one   why
    ============================  ==========  ================================================
    ``node | α | β``              yes         it has the node's column, and those of answers
    ``node  depth``               no          no column holds an answer
    ``alpha, beta = 3, 8``        no          no column holds the node
    ``node, value, value``        no          two columns hold the same
    ``Name;root;A;pruned``        no          each row is a person's paper
    ============================  ==========  ================================================

    >>> _read_header("node | α | β").columns
    ['node', 'alpha', 'beta']
    """
    if len(line) > _LONGEST_HEADER:
        return None
    headers = (_divide_header(line, separator) for separator in _SEPARATORS)
    header = next((each for each in headers if each.has_node_and_answer), None)
    if header is None or header.may_be_of_people:
        return None
    return header


def _divide_header(line: str, separator: str) -> _Header:
    """Divide a line into names of columns, and find what each column holds."""
    names = _split(line, separator)
    return _Header(separator, names, columns=[_find_column(name) for name in names])


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
