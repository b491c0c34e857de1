"""Tables of edges: CSV with a heading such as ``parent,child,value``, in any order.

The columns go by the one table of words; a row is a node below its parent, or a node with its
``left`` and ``right``. Commas, semicolons and tabs separate.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from treeexplorer.formats import words
from treeexplorer.formats.atoms import is_number
from treeexplorer.formats.edges import DrawnGraph
from treeexplorer.formats.model import Placed, Reading, UnreadableError, reading
from treeexplorer.text import quoted, safe

_SEPARATORS: Final = ",;\t|"
_LONGEST_HEADING: Final = 10_000  # characters: a tree on one line is no heading
_FRAME: Final = re.compile(r"^\||\|(?=\s*$)")
_RULE: Final = re.compile(r":?-+:?")
_CHILD: Final = "child"
_CHILD_WORDS: Final = frozenset({"child", "node", *words.TARGET_WORDS})
_RELATIVES: Final = frozenset({words.PARENT, words.SIDES, words.CHILDREN})
_DECIMAL_COMMA: Final = re.compile(r"([+\-−]?\d+),(\d+)")
_BETWEEN_NAMES: Final = re.compile(r"[\s,;|]+")
_FACTS: Final = frozenset({words.VALUE, words.PLAYER, words.CLAIM, words.ESTIMATE})


class _Table(NamedTuple):
    """The separator of a table, its heading, and the meaning of each column.

    The meaning of a column is ``None`` if it is not known.
    """

    separator: str
    meanings: Sequence[str | None]
    heading: Sequence[str]


def looks_like(text: str) -> bool:
    """Tell whether the first line of a text is the heading of a table of edges."""
    return _table(text) is not None


def read(text: str) -> Reading:
    """Return the graph of a table.

    Raises:
        UnreadableError: The heading does not say where parents and children are, or a row has no
            node.
    """
    table = _table(text)
    if table is None:
        hint = "a table of edges begins with a line such as parent,child,value"
        raise UnreadableError("the first line is no heading", 0, hint)
    graph = DrawnGraph()
    for row in _rows(text, table.separator):
        if any(row) and not all(map(_RULE.fullmatch, row)):
            _add_row(graph, table, row)
    unknown = [
        f'"{safe(word)}"'
        for word, meaning in zip(table.heading, table.meanings, strict=True)
        if meaning is None and word
    ]
    return reading(graph.model(), left_out=tuple(unknown))


def _table(text: str) -> _Table | None:
    """Return the table that a text's first line describes; ``None`` if it is no heading."""
    first_line, _, _ = text.lstrip().partition("\n")
    if len(first_line) > _LONGEST_HEADING:
        return None
    for separator in _SEPARATORS:
        cells = _without_frame(first_line).split(separator)
        heading = [cell.strip().strip('"') for cell in cells]
        meanings = [_meaning(word) for word in heading]
        if _CHILD in meanings and not _RELATIVES.isdisjoint(meanings):
            return _Table(separator, meanings, heading)
    return None


def _without_frame(line: str) -> str:
    """Return a line with blanks for the bars that a Markdown table has at its ends.

    The line keeps its length, so that places stay.

    >>> _without_frame("| A | B |")
    '  A | B  '
    """
    return _FRAME.sub(" ", line)


def _meaning(word: str) -> str | None:
    """Return what a column means in a table of edges."""
    plain = words.plain_word(word)
    if plain in words.SOURCE_WORDS:
        return words.PARENT
    if plain in _CHILD_WORDS or words.meaning(word) == words.NAME:
        return _CHILD
    return words.meaning(word)


def _rows(text: str, separator: str) -> Iterator[list[Placed]]:
    """Yield the rows below the heading, each cell with its place.

    Raises:
        UnreadableError: A quotation mark is never closed, or a cell is too long for ``csv``.
    """
    table = text.lstrip()
    heading, *lines = [_without_frame(line) for line in table.splitlines(keepends=True)]
    offset = len(text) - len(table) + len(heading)
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)
    lines_read = 0
    try:
        for cells in reader:
            start = offset
            offset += sum(map(len, lines[lines_read : reader.line_num]))  # a row may have several
            lines_read = reader.line_num
            yield [Placed(cell.strip(), max(start, text.find(cell, start))) for cell in cells]
    except csv.Error as error:
        raise UnreadableError(f"this is not CSV: {error}", offset) from None


class _Cell(NamedTuple):
    """A cell of a row, with the meaning of its column (``None`` if it is not known)."""

    meaning: str | None
    text: Placed


def _add_row(graph: DrawnGraph, table: _Table, row: list[Placed]) -> None:
    """Add the node of a row, the facts about it, and the edges to its parent and children.

    Raises:
        UnreadableError: The row has no node, or says again what another row has said of it.
    """
    all_cells = list(map(_Cell, table.meanings, row))
    name = next((cell.text for cell in all_cells if cell.meaning == _CHILD), Placed(""))
    if not name:
        raise UnreadableError("this row has no node", row[0].place)
    cells = [cell for cell in all_cells if cell.text]
    facts = graph.node(name)
    for meaning, text in cells:
        if meaning not in _FACTS:
            continue
        if meaning in facts:
            raise UnreadableError(f"{quoted(name)} has two rows that say its {meaning}", text.place)
        facts[meaning] = _number(text, table.separator)
    _add_edges(graph, name, cells, table.separator)


def _add_edges(graph: DrawnGraph, name: Placed, cells: Sequence[_Cell], separator: str) -> None:
    """Add the edges between a row's node and the parent and children named in the row."""
    weight = None
    for meaning, text in cells:
        if meaning == words.PROBABILITY:
            weight = _number(text, separator)
    for meaning, text in cells:
        if meaning == words.PARENT:
            graph.edge(text, name, weight=weight)
        elif meaning == words.SIDES:
            graph.edge(name, text)
        elif meaning == words.CHILDREN:
            for child in _BETWEEN_NAMES.split(text.strip("[](){} ")):
                graph.edge(name, Placed(child, text.place))


def _number(cell: Placed, separator: str) -> Placed:
    """Return a number with a full stop for a decimal comma, unless commas separate the cells."""
    if separator == "," or is_number(cell):
        return cell
    return Placed(_DECIMAL_COMMA.sub(r"\1.\2", cell), cell.place)
