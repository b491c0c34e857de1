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
from collections.abc import Mapping, Sequence
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


def write_tables_as_lines(lines: Sequence[str]) -> LinesOfTables:
    """Write each row of a table as a line of words, on its line; other lines stay as they are."""
    written = list(lines)
    remarks: list[str] = []
    index = 0
    while index < len(lines):
        start = index
        header = _read_header(lines[index])
        index += 1
        if header is None:
            continue
        while index < len(lines) and _is_row(lines[index], header):
            written[index] = _write_row(lines[index], header)
            index += 1
        if any(written[start + 1 : index]):
            written[start] = ""
            remarks.append(_describe_table(start + 1, index, header))
        else:
            written[start:index] = lines[start:index]
    return LinesOfTables(written, remarks)


def _describe_table(first: int, last: int, header: _Header) -> str:
    """Return the remark on a table between two lines, with the columns that are not read."""
    remark = f"lines {first}–{last}: each row of the table is read as answers about its node"
    if header.left_out:
        names = listed([quoted(name) for name in header.left_out])
        remark = f"{remark}, without {names}"
    return f"{remark}."


def _read_header(line: str) -> _Header | None:
    """Read the names of columns; ``None`` where none is the node's, or none is an answer's."""
    for separator in _SEPARATORS:
        names = _split(line, separator)
        columns = [_find_column(name) for name in names]
        known = [column for column in columns if column is not None]
        is_table = "node" in known and len(known) > 1 and len(set(known)) == len(known)
        if is_table:
            named = zip(names, columns, strict=True)
            left_out = [name for name, column in named if column is None and name not in {"", "#"}]
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
    cells = _split(line, header.separator)
    surplus = cells[len(header.columns) :]
    if surplus and header.columns[-1] == "pruned":  # `B,<=2,4,6`: more than one is pruned
        cells = [
            *cells[: len(header.columns) - 1],
            ", ".join([cells[len(header.columns) - 1], *surplus]),
        ]
    row = {
        column: cell
        for column, cell in zip(header.columns, cells, strict=False)
        if column is not None and _NOTHING.fullmatch(cell) is None
    }
    node = row.get("node")
    return "" if node is None else _write_answers(node, row)


def _write_answers(node: str, row: Mapping[_Column, str]) -> str:
    """Write what a row answers about its node as words."""
    parts: list[str] = []
    if "window" in row:
        parts.append(row["window"])
    elif "alpha" in row and "beta" in row:
        parts.append(f"({row['alpha']}, {row['beta']})")
    value = row.get("value", "")
    pruned = row.get("pruned", "")
    if _YES.fullmatch(value) is not None:
        pruned = value
    elif value and value != node:  # a leaf that stands for itself: `| 4 | 4 |`
        parts.append(value)
    sentences = [f"{node}: {' '.join(parts)}"] if parts else []
    if _YES.fullmatch(pruned) is not None:
        pruned = node
    if pruned:
        sentences.append(f"Pruned: {pruned}")
    return ". ".join(sentences)
