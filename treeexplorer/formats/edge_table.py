"""Tables of edges: CSV with a heading such as ``parent,child,value``, in any order.

The columns go by the one table of words; a row is a node below its parent, or a node with its
``left`` and ``right``. Commas, semicolons and tabs separate. Without a heading, rows of two names
and a number are a parent, its child and the child's value.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple

from treeexplorer.formats import words
from treeexplorer.formats.aligned_columns import open_frame, separate_columns
from treeexplorer.formats.atoms import is_number
from treeexplorer.formats.edges import DrawnGraph
from treeexplorer.formats.model import Assigned, Placed, Reading, UnreadableError
from treeexplorer.text import quoted, safe

_SEPARATORS: Final = ",;\t|"
_LONGEST_HEADING: Final = 10_000  # characters: a tree on one line is no heading
_FRAME: Final = re.compile(r"^\||\|(?=\s*$)")
_RULE: Final = re.compile(r":?-+:?")
_CHILD: Final = "child"
_CHILD_WORDS: Final = frozenset({"child", "node", "childnode", *words.TARGET_WORDS})
_NUMBERS: Final = frozenset({"index", "idx"})
_LABEL: Final = "label"
_ORDER: Final = "order"
_LABEL_WORDS: Final = frozenset({"label", "text", "title", "name"})
TREE_COLUMNS: Final = frozenset(
    {"tree", "treeid", "treename", "exercise", "exerciseid", "question", "questionid", "task"}
    | {"problem", "problemid", "graph", "graphid", "gameid", "gametree"}
)
"""The headings of a column that says to which of several trees a row belongs."""
_WITHOUT_HEADING: Final = (words.PARENT, _CHILD, words.VALUE)
_NO_CELL_OF_TABLE: Final = re.compile(r"[\[\](){}=:]")
_BEFORE_TABLE: Final = re.compile(r"(?:[ \t]*(?:(?:#|//)[^\n]*|sep=.[ \t]*)?\n)*")
_RELATIVES: Final = frozenset({words.PARENT, words.SIDES, words.CHILDREN})
_NO_PARENT: Final = frozenset({"none", "null", "nil", "nan", "n/a", ""})
_NO_VALUE: Final = frozenset({"none", "null", "nil", "n/a"})
_DASHES: Final = frozenset({"-", "–", "—", "--", "---"})
"""What stands in a cell of a page that has nothing in it."""
_NO_CHILD: Final = _NO_PARENT | {"-1"}
_ZERO: Final = "0"
_DECIMAL_COMMA: Final = re.compile(r"([+\-−]?\d+),(\d+)")
_BETWEEN_NAMES: Final = re.compile(r"[\s,;|]+")
_FACTS: Final = frozenset({words.VALUE, words.PLAYER, words.CLAIM, words.ESTIMATE, _LABEL, _ORDER})


class _Table(NamedTuple):
    """The separator of a table, its heading, and the meaning of each column.

    Attributes:
        separator: The sign between two cells of a row.
        meanings: The meaning of each column, ``None`` if it is not known.
        heading: The words of the first line, or those that it would have.
        has_heading: Whether the first line is a heading.
    """

    separator: str
    meanings: Sequence[str | None]
    heading: Sequence[str]
    has_heading: bool = True

    @property
    def has_row_for_each_node(self) -> bool:
        """Whether rows are those of nodes, ``id,parent``, and not of edges, ``parent,child``."""
        column = self.meanings.index(_CHILD)
        heading = self.heading[column]
        return words.meaning(heading) == words.NAME or words.plain_word(heading) in _NUMBERS

    @property
    def has_edges(self) -> bool:
        """Whether one column says which node is meant, and another which are its relatives."""
        return _CHILD in self.meanings and not _RELATIVES.isdisjoint(self.meanings)

    @property
    def unknown_headings(self) -> list[str]:
        """The words of the heading whose meaning is not known."""
        columns = zip(self.heading, self.meanings, strict=True)
        unknown = [word for word, meaning in columns if meaning is None and word]
        return [word for word in unknown if words.plain_word(word) not in TREE_COLUMNS]

    def find_tree(self, row: Sequence[Placed]) -> str:
        """Find which tree of the table a row is about; an empty text where no column says it."""
        for word, meaning, cell in zip(self.heading, self.meanings, row, strict=False):
            if meaning is None and words.plain_word(word) in TREE_COLUMNS:
                return cell
        return ""


def looks_like(text: str) -> bool:
    """Tell whether the first line of a text is the heading of a table of edges."""
    return _find_table(_separate_aligned_columns(text)) is not None


def read(text: str) -> Reading:
    r"""Read a table whose rows are edges or nodes, and return the graph that they make.

    >>> record = read("parent,child,value,colour\nA,B,5,red\nA,C,8,red").values[0].value
    >>> record["graph"]["nodes"]
    [{'id': 'B', 'value': '5'}, {'id': 'A'}, {'id': 'C', 'value': '8'}]

    A column whose meaning is not known, ``colour`` here, is left out, with its heading in quotes.

    Raises:
        UnreadableError: The heading does not say where parents and children are, a row has no node
            or too many cells, two rows say the same of one node, or it is not CSV.
    """
    text = _separate_aligned_columns(text)
    table = _find_table(text)
    if table is None:
        hint = "a table of edges begins with a line such as parent,child,value"
        raise UnreadableError("the first line is no heading", 0, hint)

    drawn_by_tree: dict[str, _DrawnTree] = {}
    rows = read_table_rows(text, table.separator, has_heading=table.has_heading)
    for row in _find_trees_of_rows(rows, table):
        drawn = drawn_by_tree.setdefault(row.tree, _DrawnTree(DrawnGraph(row.tree), set()))
        node = _add_row(drawn.graph, table, row.cells)
        drawn.nodes_with_row.add(node)

    if table.has_row_for_each_node:
        for drawn in drawn_by_tree.values():
            _check_zero_is_no_parent(drawn.graph, drawn.nodes_with_row)
    graphs = [Assigned(drawn.graph.make_titled_model()) for drawn in drawn_by_tree.values()]
    unknown_headings = [f'"{safe(word)}"' for word in table.unknown_headings]
    return Reading(graphs, left_out=tuple(unknown_headings))


class _DrawnTree(NamedTuple):
    """A tree of a table while it is read, and those of its nodes that have a row."""

    graph: DrawnGraph
    nodes_with_row: set[Placed]


class _RowOfTree(NamedTuple):
    """A row of a table, and which tree of the table it is about; empty if there is only one."""

    tree: str
    cells: list[Placed]


def _find_trees_of_rows(rows: Iterable[list[Placed]], table: _Table) -> Iterator[_RowOfTree]:
    """Yield the rows of a table with the trees that they are about; blank rows are left out.

    Below ``tree,parent,child`` the rows ``T1,A,B``, ``,A,C`` and ``T2,A,B`` are two of T1 and one
    of T2: an empty cell is merged with the one above.
    """
    tree = ""
    for cells in rows:
        is_blank_row = not any(cells)
        if is_blank_row or is_rule_of_markdown(cells):
            continue
        tree_in_row = table.find_tree(cells)
        if tree_in_row != "":
            tree = tree_in_row
        yield _RowOfTree(tree, cells)


def is_rule_of_markdown(row: Sequence[str]) -> bool:
    """Tell whether a row is the line of dashes below the heading of a Markdown table."""
    return all(map(_RULE.fullmatch, row))


def _find_table(text: str) -> _Table | None:
    """Return the table of a text, by its first line or by its rows; ``None`` for any other text."""
    first_line, _, _ = text[find_table_start(text) :].partition("\n")
    if len(first_line) > _LONGEST_HEADING:
        return None
    for separator in _SEPARATORS:
        table = _parse_heading(first_line, separator)
        if table.has_edges:
            return table
    return _find_table_without_heading(text)


def _separate_aligned_columns(text: str) -> str:
    """Return a table with signs between its columns, if only blanks or a frame separate them.

    The heading must be one of edges: other words on lines may be anything.
    """
    framed = open_frame(text)
    if framed is not None:
        return framed
    if _find_table(text) is not None:
        return text
    separated = separate_columns(text)
    if separated is None:
        return text
    table = _find_table(separated)
    has_heading = table is not None and table.has_heading
    return separated if has_heading else text


def find_table_start(text: str) -> int:
    """Return where a table begins: behind comments, blank lines and Excel's ``sep=;``."""
    before_table = _BEFORE_TABLE.match(text)
    return 0 if before_table is None else before_table.end()


def _parse_heading(line: str, separator: str) -> _Table:
    """Return the table whose heading a line is, if its cells are separated by a sign."""
    heading = split_heading(line, separator)
    return _Table(separator, _find_meanings(heading), heading)


def split_heading(line: str, separator: str) -> list[str]:
    """Return the words of a heading, without quotation marks and the bars around it.

    >>> split_heading('| parent | "child" |', "|")
    ['parent', 'child']
    """
    return [cell.strip().strip('"') for cell in _blank_frame(line).split(separator)]


def _find_table_without_heading(text: str) -> _Table | None:
    """Return the table of a text whose rows are a parent, a child and its value or nothing.

    ``A,B,`` and ``B,D,5`` are two such rows. There must be several, and a value in one of them:
    else they may be anything, such as lines of pairs that end with a comma.
    """
    lines = [line for line in text[find_table_start(text) :].splitlines() if line.strip()]
    if len(lines) < 2:
        return None
    separator = _find_separator_of_edges(lines)
    if separator is None:
        return None

    values = [line.split(separator)[-1].strip() for line in lines]
    if not any(values):
        return None
    return _Table(separator, _WITHOUT_HEADING, list(_WITHOUT_HEADING), has_heading=False)


def _find_separator_of_edges(lines: Sequence[str]) -> str | None:
    """Find the first separator by which each line is a parent, a child and its value or nothing."""
    for separator in _SEPARATORS:
        if all(_is_edge_with_value(line.split(separator), separator) for line in lines):
            return separator
    return None


def _is_edge_with_value(row: Sequence[str], separator: str) -> bool:
    """Tell whether a row is a parent or nothing, a child, and a number or nothing."""
    if len(row) != len(_WITHOUT_HEADING) or any(map(_NO_CELL_OF_TABLE.search, row)):
        return False
    _parent, child, value = (cell.strip().strip('"') for cell in row)
    is_value = value == "" or is_number(parse_decimal_comma(Placed(value), separator))
    return is_value and child != "" and not is_number(child)


def _blank_frame(line: str) -> str:
    """Replace the bars that a Markdown table has at the ends of a line by blanks.

    The line keeps its length, so that places stay.

    >>> _blank_frame("| A | B |")
    '  A | B  '
    """
    return _FRAME.sub(" ", line)


def _find_meanings(heading: Sequence[str]) -> list[str | None]:
    """Return what the columns mean in a table of edges; ``None`` for a column of no known meaning.

    At most one column, that with the meaning ``"child"``, names the node that a row is about, also
    in a table with a row for each node. If several may do so, a word such as ``child`` comes before
    ``id``, and ``id`` before ``name``; the others are labels of the node, or mean nothing.

    >>> _find_meanings(["parent", "move", "child"])
    ['parent', None, 'child']
    >>> _find_meanings(["label", "id", "parent"])
    ['label', 'child', 'parent']
    """
    possible_meanings = [_find_meaning(word) for word in heading]
    column_of_node = _choose_column_of_node(heading, possible_meanings)
    if column_of_node is None:
        return possible_meanings

    meanings: list[str | None] = []
    for column, meaning in enumerate(possible_meanings):
        if column == column_of_node:
            meanings.append(_CHILD)
        elif meaning == _CHILD:
            is_label = words.plain_word(heading[column]) in _LABEL_WORDS
            meanings.append(_LABEL if is_label else None)
        else:
            meanings.append(meaning)
    return meanings


def _choose_column_of_node(heading: Sequence[str], meanings: Sequence[str | None]) -> int | None:
    """Choose the column that names the node of each row; ``None`` if no column does.

    Without a word for a name, it is the first column that numbers the rows, ``index``.
    """
    columns = range(len(heading))
    name_columns = [column for column in columns if meanings[column] == _CHILD]
    if name_columns:
        return min(name_columns, key=lambda column: _rank_name_word(heading[column]))

    numbering_columns = (
        column for column in columns if words.plain_word(heading[column]) in _NUMBERS
    )
    return next(numbering_columns, None)


def _find_meaning(word: str) -> str | None:
    """Return what a column means in a table of edges; several may name the node of a row."""
    plain_word = words.plain_word(word)
    if plain_word in words.SOURCE_WORDS:
        return words.PARENT
    if plain_word in _CHILD_WORDS or words.meaning(word) == words.NAME:
        return _CHILD
    return _ORDER if plain_word in words.ORDER_WORDS else words.meaning(word)


def _rank_name_word(word: str) -> tuple[bool, bool, int]:
    """Return a sort key for words that name the node of a row; the lowest counts."""
    plain_word = words.plain_word(word)
    is_child = plain_word in _CHILD_WORDS
    is_id = plain_word == "id"
    return not is_child, not is_id, 0 if is_child else words.rank(word)


def read_table_rows(text: str, separator: str, *, has_heading: bool) -> Iterator[list[Placed]]:
    r"""Yield the rows of a table below its heading, if there is one; a row is a list of its cells.

    Each cell has its place, an offset in the text that is only shown in messages. Of two equal
    cells of a row both have the place of the first. A cell that is written otherwise than it is
    read (``"a ""b"" c"``) has the place of its row.

    >>> for row in read_table_rows("parent,child\nA,B\nA,C", ",", has_heading=True):
    ...     print([(cell, cell.place) for cell in row])
    [('A', 13), ('B', 15)]
    [('A', 17), ('C', 19)]

    Raises:
        UnreadableError: A quotation mark is never closed, a cell is too long for ``csv``, or the
            heading stands among the rows.
    """
    rows_start = _find_start_of_rows(text, has_heading=has_heading)
    lines = text[rows_start:].splitlines(keepends=True)
    # Where each line begins, and behind them the end of the text: in the example [13, 17, 20].
    offsets = [*accumulate(map(len, lines), initial=rows_start)]
    if has_heading:
        table_start = find_table_start(text)
        _check_heading_stands_once(text[table_start:rows_start], lines, rows_start)
    # Bars at the ends of lines become blanks, so that the lines keep their lengths.
    reader = csv.reader(
        map(_blank_frame, lines), delimiter=separator, skipinitialspace=True, strict=True
    )

    row_start = rows_start
    try:
        for cells in reader:
            # A row has several lines if there is a line break in a cell. When two lines have been
            # read, the next row begins where the third line does, at offsets[2].
            lines_read = reader.line_num
            next_row_start = offsets[lines_read]
            yield [_locate_cell(cell, text, row_start, next_row_start) for cell in cells]
            row_start = next_row_start
    except csv.Error as error:
        raise UnreadableError(f"this is not CSV: {error}", row_start) from None


def _find_start_of_rows(text: str, *, has_heading: bool) -> int:
    """Return the offset at which the first row begins: below the heading, if there is one."""
    table_start = find_table_start(text)
    if not has_heading:
        return table_start
    heading = text[table_start:].splitlines(keepends=True)[0]
    return table_start + len(heading)


def _check_heading_stands_once(heading: str, lines: Sequence[str], start: int) -> None:
    """Raise an error if the heading of a table stands among its rows, as that of a second table.

    Args:
        heading: The line of the heading.
        lines: All lines below it, with their ends.
        start: The offset of the first of them.

    Raises:
        UnreadableError: It does.
    """
    for number, line in enumerate(lines):
        if line.strip() == heading.strip():
            place = start + sum(map(len, lines[:number]))
            hint = "put each table into a file of its own, or name the trees in a column tree"
            raise UnreadableError("the heading stands here again", place, hint)


def _locate_cell(cell: str, text: str, row_start: int, row_end: int) -> Placed:
    """Return a cell with its place in a row of the text; else the place of the row."""
    offset = text.find(cell, row_start, row_end)
    is_found = offset >= 0
    return Placed(cell.strip(), offset if is_found else row_start)


class _Cell(NamedTuple):
    """A cell of a row, with the heading of its column and its meaning, ``None`` if unknown."""

    meaning: str | None
    heading: str
    text: Placed

    @property
    def key(self) -> str:
        """The key of its fact about the node: what the heading means, or the heading itself.

        ==========  ===========  ===================================================
        heading     key
        ==========  ===========  ===================================================
        ``score``   ``"value"``  whatever a value is called
        ``isMax``   ``"isMax"``  since its 1 is MAX, and the 1 of ``isMin`` is MIN
        ``order``   ``"order"``  as the user, who is told of it, knows it
        ==========  ===========  ===================================================
        """
        says_player_or_order = self.meaning in {words.PLAYER, _ORDER}
        if self.meaning is None or says_player_or_order:
            return self.heading
        return self.meaning

    @property
    def children(self) -> list[Placed]:
        """The children that it names: one in a column of sides, several in one of children."""
        if self.meaning == words.SIDES:
            return [self.text]
        if self.meaning == words.CHILDREN:
            names = _BETWEEN_NAMES.split(self.text.strip("[](){} "))
            return [Placed(name, self.text.place) for name in names]
        return []


def _add_row(graph: DrawnGraph, table: _Table, row: list[Placed]) -> Placed:
    """Add the node of a row to a graph, with its facts and edges, and return the node's name.

    Below the heading ``parent,child,value`` the row ``A,B,5`` adds the node B with the value 5, and
    the edge from A to B.

    Raises:
        UnreadableError: The row has no node, has more cells than the heading, or says again what
            another row has said of the node.
    """
    check_cell_count(row, len(table.heading))
    # A row may have fewer cells than the heading has words.
    columns = zip(table.meanings, table.heading, row, strict=False)
    filled_cells = [_Cell(meaning, heading, text) for meaning, heading, text in columns if text]

    # One column alone says which node a row is about: that of the child.
    names = [cell.text for cell in filled_cells if cell.meaning == _CHILD]
    if not names:
        raise UnreadableError("this row has no node", row[0].place)
    name = names[0]

    cells = [cell for cell in filled_cells if not _says_none(cell, table)]
    _add_facts(graph.node(name), name, cells, table.separator)
    _add_edges(graph, name, cells, table.separator)
    return name


def _says_none(cell: _Cell, table: _Table) -> bool:
    """Tell whether a cell says that a node has no value or no parent, or, with a dash, nothing.

    Data bases and pandas write ``NULL`` or ``None`` where there is none. Programs that number the
    nodes write -1 as the parent of the root: in a table with a row for each node, where no other
    row can be the root.
    """
    # As it is written, since a plain word of -1 is 1.
    text = cell.text.strip().lower()
    if text in _DASHES:
        return cell.meaning != words.NAME
    if cell.meaning == words.VALUE:
        return text in _NO_VALUE
    if cell.meaning != words.PARENT:
        return False
    is_minus_one = table.has_row_for_each_node and text == "-1"
    return is_minus_one or words.plain_word(text) in _NO_PARENT


def check_cell_count(row: Sequence[Placed], heading_count: int) -> None:
    """Raise an error if a row has more cells than the heading: ``A,B,3,5`` below three words."""
    cells_without_heading = [cell for cell in row[heading_count:] if cell]
    if cells_without_heading:
        message = f"this row has {len(row)} cells, and the heading {heading_count}"
        place = cells_without_heading[0].place
        raise UnreadableError(message, place, "write 3.5 for a decimal comma, 3,5")


def _add_facts(facts: dict[str, Any], name: Placed, cells: Sequence[_Cell], separator: str) -> None:
    """Add what the cells of a row say about its node: its value, player, claim, estimate and label.

    With the heading ``parent;child;score;isMin`` the row ``A;B;3,5;1`` adds
    ``{"value": "3.5", "isMin": "1"}``.

    Args:
        facts: The facts of the node so far, which are added to.
        name: The node.
        cells: The cells of the row; those about its place in the tree are passed over.
        separator: What stands between the cells, which decides whether a comma may be a decimal
            comma.

    Raises:
        UnreadableError: Another row has said one of the facts already.
    """
    for cell in cells:
        if cell.meaning not in _FACTS:
            continue
        if cell.key in facts:
            message = f"{quoted(name)} has two rows that say its {cell.key}"
            raise UnreadableError(message, cell.text.place)
        facts[cell.key] = parse_decimal_comma(cell.text, separator)


def _add_edges(graph: DrawnGraph, name: Placed, cells: Sequence[_Cell], separator: str) -> None:
    """Add the edges between a row's node and the parent and children named in the row.

    For the node B, cell by cell::

        parent: A, prob: 0.5     the edge from A to B, with the weight 0.5
        left: D, right: none     the edge from B to D
        children: [D, E]         the edges from B to D and to E

    Empty cells must have been left out.
    """
    weights = _collect_edge_weights(cells, separator)
    for cell in cells:
        if cell.meaning == words.PARENT:
            graph.edge(source=cell.text, target=name, **weights)
        for child in cell.children:
            if child.lower() not in _NO_CHILD:
                graph.edge(source=name, target=child)


def _collect_edge_weights(cells: Sequence[_Cell], separator: str) -> dict[str, Placed]:
    """Collect the weights in a row, which are those of the edge to its node, by their headings.

    The heading tells later what a number is: a ``weight`` may be a distance, a ``probability`` not.
    """
    return {
        words.plain_word(cell.heading): parse_decimal_comma(cell.text, separator)
        for cell in cells
        if cell.meaning == words.PROBABILITY
    }


def _check_zero_is_no_parent(graph: DrawnGraph, nodes_with_row: Collection[Placed]) -> None:
    """Raise an error if the parent of a node is 0, and no row is about such a node.

    Data bases write so that a node has no parent; taken for a node it would be one more ply. With a
    row of its own, 0 is a node like any other.
    """
    for edge in graph.edges:
        parent = edge["source"]
        if parent == _ZERO and parent not in nodes_with_row:
            message = f"{parent} is the parent of {edge['target']} and has no row"
            raise UnreadableError(message, parent.place, "leave the parent of the root empty")


def parse_decimal_comma(cell: Placed, separator: str) -> Placed:
    """Return a number with a full stop for a decimal comma: ``3,5`` becomes ``3.5``.

    Where commas separate the cells, and for any other text, the cell stays as it is.
    """
    if separator == "," or is_number(cell):
        return cell
    found = _DECIMAL_COMMA.fullmatch(cell)
    return cell if found is None else Placed(f"{found[1]}.{found[2]}", cell.place)
