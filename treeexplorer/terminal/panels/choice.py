"""A cut-off as a choice: who chooses, both offers on one line, and what other leaves would change.

What has no room goes from the bottom: where the numbers come from, then the table of what is tried;
the line with the two offers stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.explain.choice_words import (
    SOURCES,
    TriedTable,
    chooser,
    enough,
    leaves_text,
    tried_table,
    what_is_offered,
    what_is_there,
    where_bound_is_from,
    where_v_is_from,
    wish,
    worth_text,
)
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.judging.choices import Choice, NumberSource, TriedValue
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import (
    BLANK,
    Cells,
    StyledText,
    TextLine,
    beside,
    fitted,
    indent,
    length,
    line,
    sentence,
    wrapped,
)
from treeexplorer.text import width as cells
from treeexplorer.tree import Player


class _Part(NamedTuple):
    """A part of the panel below the line with both offers."""

    heading: list[TextLine]
    rows: list[TextLine]

    def lines(self, *, has_gap: bool) -> list[TextLine]:
        """Return all its lines behind a blank one, with another below the heading if wanted."""
        gap = [BLANK] if has_gap else []
        return [BLANK, *self.heading, *gap, *self.rows]


_LEAST_WIDTH: Final = 16
_INDENT_OF_NOTE: Final = 2
_FIRST_MARK: Final = 5
_SHARE_BEFORE: Final = 6
"""How far the nearer of the two numbers stands from its end of the line: a sixth of it, or 5."""
_LEAST_GAP: Final = 6
"""The columns at least from the one number to the other."""
_BETWEEN_NUMBERS: Final = 2


def choice(snapshot: Snapshot, width: int, height: int) -> list[TextLine]:
    """Draw a cut-off as a choice between two offers, in the style of a number line.

    A player higher up in the tree, the chooser, already has one offer: the bound, α or β. The other
    offer is the node that was cut off, which is not better for the chooser. Below both offers stand
    a table of what other values of the pruned leaves would change, and where both numbers come
    from.

    Args:
        snapshot: The step of the search that is shown.
        width: The cells of a line.
        height: How many lines there may be. A part below the offers that has no room as a whole is
            left out.

    Returns:
        The lines from the top, ``height`` at most. Empty if the step cuts nothing off, or if the
        lines are too narrow.
    """
    chosen = snapshot.choice
    if chosen is None or width < _LEAST_WIDTH:
        return []
    offers = _offers(snapshot, chosen, width)
    parts = [_sources(snapshot, chosen, width)]
    table = _table(snapshot, chosen, width)
    if table is not None:
        parts.insert(0, table)
    room_below_offers = height - len(offers)
    return [*offers, *_parts_with_room(parts, room_below_offers)][:height]


def _parts_with_room(parts: Sequence[_Part], height: int) -> list[TextLine]:
    """Return the lines of those parts that have room as a whole, in the given order.

    A part that is too high is left out, and a later, lower one may still be shown.

    Args:
        parts: The parts, the most important first.
        height: How many lines there may be; below 1 nothing is shown.
    """
    # A gap is a blank line below the heading of a part. All parts have one, or none has.
    has_gaps = sum(len(part.lines(has_gap=True)) for part in parts) <= height
    lines: list[TextLine] = []
    for part in parts:
        part_lines = part.lines(has_gap=has_gaps)
        if len(lines) + len(part_lines) <= height:
            lines += part_lines
    return lines


# -- both offers on one line -----------------------------------------------------------------------


def _offers(snapshot: Snapshot, chosen: Choice, width: int) -> list[TextLine]:
    """Return a number line with what the chooser has, and below what the cut-off node offers.

    The chooser is the player higher up who has the bound, here 3. For example, where 3 ≥ 2 cuts
    off::

        ▲root CHOOSES                  MAX wants →

        −∞     2     3                          +∞
                     ● through ▽A: has 3
        ━━━━━━━┫ through ▽B: 2 or less
                ╳ 3 ≥ 2

    If both numbers are equal, a sentence below says why that is enough.

    Args:
        snapshot: The step of the cut-off.
        chosen: The cut-off as a choice between the two offers.
        width: The cells of a line.

    Returns:
        The lines from the top; a label or heading that is too long takes several.
    """
    lines = [
        *_who_chooses(snapshot, chosen, width),
        BLANK,
        _numbers(chosen, width),
        *_offer_of_chooser(snapshot, chosen, width),
        *_offer_of_node(snapshot, chosen, width),
        _test(snapshot, chosen, width),
    ]
    # None unless both numbers are equal.
    reason = enough(chosen)
    if reason is not None:
        lines += wrapped(sentence(reason, "quiet"), width)
    return lines


def _who_chooses(snapshot: Snapshot, chosen: Choice, width: int) -> list[TextLine]:
    """Return who chooses and what is wished for, on one line where that has room."""
    heading = sentence(chooser(snapshot.record, chosen), "bold quiet")
    aim = sentence(wish(chosen), "quiet")
    if length(heading) + length(aim) >= width:
        return [*wrapped(heading, width), aim]
    return [beside(heading, aim, width)]


def _colours(chosen: Choice) -> tuple[str, str]:
    """Return the colours of the node with the cut-off and of the chooser."""
    if chosen.wants is Player.MAX:
        return "min", "max"
    return "max", "min"


def _column_of_v(chosen: Choice, width: int) -> int:
    """Return the column of v, which is what the node with the cut-off has."""
    return _mirrored(chosen, _first_mark(width), width)


def _column_of_bound(chosen: Choice, width: int) -> int:
    """Return the column of the bound, which is what the chooser has.

    The line orders the two numbers and is not to scale: the bound is further from the end at which
    the offer begins, by a gap that has room for both numbers above the line.
    """
    column = _first_mark(width)
    if not chosen.cut.is_tie:
        half_of_both = (cells(shown(chosen.cut.v)) + cells(shown(chosen.cut.bound))) // 2
        column += max(_LEAST_GAP, half_of_both + _BETWEEN_NUMBERS)
    return _mirrored(chosen, min(column, width - 1), width)


def _first_mark(width: int) -> int:
    """Return how far the nearer of the two numbers stands from its end of the line."""
    return max(_FIRST_MARK, width // _SHARE_BEFORE)


def _mirrored(chosen: Choice, column: int, width: int) -> int:
    """Return a column that is counted from the left where MAX chooses, else from the right."""
    if chosen.wants is Player.MAX:
        return column
    return width - 1 - column


def _numbers(chosen: Choice, width: int) -> TextLine:
    """Return the line with both numbers of the test, each centred above its column.

    Such as ``−∞     2     3       +∞``, where 2 is v, which the node with the cut-off has, and 3 is
    the bound, which the chooser has. If both are equal, they have the same column and only the
    bound is written. An infinity is left out where one of the numbers stands.

    Args:
        chosen: The cut-off as a choice between the two offers.
        width: The cells of the line.
    """
    colour_of_node, colour_of_chooser = _colours(chosen)
    bound = shown(chosen.cut.bound)
    v = shown(chosen.cut.v)
    row = Cells(width)
    # A text is not put where one stands already: the bound before v, the infinities last.
    row.put(
        column=_column_of_bound(chosen, width) - cells(bound) // 2,
        text=bound,
        style=f"bold {colour_of_chooser}",
    )
    row.put(
        column=_column_of_v(chosen, width) - cells(v) // 2,
        text=v,
        style=f"bold {colour_of_node}",
    )
    row.put(column=0, text="−∞", style="quiet")
    row.put(column=width - cells("+∞"), text="+∞", style="quiet")
    return tuple(row.pieces())


def _with_label(mark: TextLine, label: TextLine, column: int, width: int) -> list[TextLine]:
    """Return a mark on a number line, and beside it a label, on as few lines as possible.

    The first of these for which there is room, with a blank between mark and label::

          ● through ▽A: has 3         label at the right
        through ▽A: has 3 ●           label at the left
          ●                           label on lines of its own, from the left edge
        through ▽A: has 3

    Args:
        mark: What is drawn.
        label: What is written beside it.
        column: The cell at which the mark begins, from 0.
        width: The cells of a line.
    """
    room_at_left = column
    room_at_right = width - column - length(mark)
    # The 1 is the blank between mark and label.
    if 1 + length(label) <= room_at_right:
        return [line(" " * column, *mark, " ", *label)]
    if 1 + length(label) <= room_at_left:
        return [line(" " * (column - length(label) - 1), *label, " ", *mark)]
    return [line(" " * column, *mark), *wrapped(label, width)]


def _offer_of_chooser(snapshot: Snapshot, chosen: Choice, width: int) -> list[TextLine]:
    """Draw what the chooser has as a point with a label."""
    _, colour = _colours(chosen)
    label = sentence(what_is_there(snapshot.record, chosen))
    return _with_label(line(("●", f"bold {colour}")), label, _column_of_bound(chosen, width), width)


def _offer_of_node(snapshot: Snapshot, chosen: Choice, width: int) -> list[TextLine]:
    """Draw what the cut-off node can still be worth, with a label: a bar, or one point.

    Where MAX chooses the bar goes from −∞ up to v, where MIN chooses from v up to +∞::

        ━━━━━━━┫ through ▽B: 2 or less

                 through ▲C: 7 or more ┣━━━━━━━
    """
    colour, _ = _colours(chosen)
    label = sentence(what_is_offered(snapshot.record, chosen))
    start, drawn = _drawn_offer(chosen, width)
    return _with_label(line((drawn, f"bold {colour}")), label, start, width)


def _drawn_offer(chosen: Choice, width: int) -> tuple[int, str]:
    """Return the signs that draw what the cut-off node can be worth, and where they begin.

    If MAX chooses, it is worth v or less, and if MIN chooses, v or more. If it is known to be worth
    exactly v, a point is drawn. With v in column 3 of 8::

        MAX chooses   MIN chooses   exactly v
        ━━━┫             ┣━━━━         ●
        (0, "━━━┫")   (3, "┣━━━━")  (3, "●")

    Args:
        chosen: The cut-off as a choice between two offers.
        width: The cells of the number line.

    Returns:
        The column of the first sign, from 0, and the signs.
    """
    column_of_v = _column_of_v(chosen, width)
    low, high = chosen.offer
    if low == high:
        return column_of_v, "●"
    # The signs before the ┫ take the columns 0 to v − 1, so that the ┫ stands in the column of v.
    if chosen.wants is Player.MAX:
        return 0, "━" * column_of_v + "┫"
    return column_of_v, "┣" + "━" * (width - 1 - column_of_v)


def _test(snapshot: Snapshot, chosen: Choice, width: int) -> TextLine:
    """Return the line with the test that cuts off, such as ``╳ 3 ≥ 2``, on red, below v.

    If MAX chooses, the text begins in the column of v; if MIN chooses, it ends there. Where it
    would leave the line, it is moved back into it.

    Args:
        snapshot: The step of the cut-off.
        chosen: The cut-off as a choice between two offers.
        width: The cells of the line.
    """
    # Without the numbers of the test the word alone is written.
    test = "CUT" if snapshot.test is None else str(snapshot.test.bare)
    text = f" ╳ {test} "
    column_of_v = _column_of_v(chosen, width)
    if chosen.wants is Player.MAX:
        start = column_of_v
    else:
        stop = column_of_v + 1
        start = stop - cells(text)
    last_start = width - cells(text)
    start_in_line = max(0, min(start, last_start))
    return line(" " * start_in_line, (text, "bold on_cut on cut_surface"))


# -- what would come of other leaves ---------------------------------------------------------------


def _table(snapshot: Snapshot, chosen: Choice, width: int) -> _Part | None:
    """Return the table of what other values of the pruned leaves would change.

    It has a column for each value that is tried. Here −9, 2, their own values 4 and 6, and 99 are
    tried at the leaves below ▽B; ▲root is the chooser::

        leaves            −9       2     4 6      99
        ▽B is worth       −9       2       2       2
        ▲root has          3       3       3       3
          after ▽B returns

    Where the columns do not all have room, the middle ones go. The last two lines are left out if
    no node of the tree chooses.

    Args:
        snapshot: The step of the cut-off.
        chosen: The cut-off as a choice: who has the bound, and what the cut-off node offers.
        width: The cells of a line.

    Returns:
        The table; ``None`` if there is nothing to try, or no room for a single column.
    """
    table = tried_table(snapshot.record, chosen)
    if table is None:
        return None
    head_width = _width_of_heads(table)
    width_of_columns = width - head_width
    tried = _columns_that_fit(table.columns, width_of_columns)
    if not tried:
        return None
    # All columns are equally wide; cells that are left over stay free at the right.
    layout = _TableLayout(head_width, width_of_columns // len(tried))
    colour_of_node, colour_of_chooser = _colours(chosen)
    values_of_node = [(worth_text(each), f"bold {colour_of_node}") for each in tried]
    rows = [
        layout.row(table.values_heading, map(_tried_value, tried)),
        layout.row(table.worth_heading, values_of_node),
        *_rows_of_chooser(table, layout, len(tried), f"bold {colour_of_chooser}"),
    ]
    return _Part(wrapped(sentence(table.heading, "bold quiet"), width), rows)


def _rows_of_chooser(
    table: TriedTable, layout: _TableLayout, column_count: int, style: str
) -> list[TextLine]:
    """Return the last two lines of the table: what the chooser has, and at which moment.

    The chooser is the node whose player has the better offer. It has the same number in each
    column, as what was pruned cannot change it::

        ▲root has          3       3       3       3
          after ▽B returns

    Args:
        table: The texts of the table.
        layout: The widths of its columns.
        column_count: How many values are tried, each in a column of its own.
        style: The style of the numbers.

    Returns:
        Two lines, more where the moment needs them, or none if no node of the tree chooses.
    """
    if table.chooser_heading is None:
        return []
    number = (shown(table.chooser_value), style)
    row = layout.row(table.chooser_heading, [number] * column_count)
    room = layout.head_width + layout.column_width * column_count
    note = wrapped(sentence(table.chooser_note, "quiet"), room - _INDENT_OF_NOTE)
    return [row, *indent(note, _INDENT_OF_NOTE)]


def _width_of_heads(table: TriedTable) -> int:
    """Return the cells of the column with the heads of the rows, a blank behind them included."""
    heads = [table.values_heading, table.worth_heading]
    if table.chooser_heading is not None:
        heads.append(table.chooser_heading)
    return 1 + max(length(sentence(head)) for head in heads)


class _TableLayout(NamedTuple):
    """The cells of a table's columns: of the first, with the heads of the rows, and of any other.

    Example:
        >>> values = [("2", "min"), ("10", "min")]
        >>> row = _TableLayout(head_width=9, column_width=4).row(Phrase("is worth"), values)
        >>> "".join(text for text, _ in row)
        'is worth    2  10'
    """

    head_width: int
    column_width: int

    def row(self, head: Phrase, texts: Iterable[StyledText]) -> TextLine:
        """Return a row of the table: its head, and each text at the right of its column."""
        columns = [(text.rjust(self.column_width), style) for text, style in texts]
        return line(*fitted(sentence(head, "quiet"), self.head_width), *columns)


def _tried_value(tried: TriedValue) -> StyledText:
    """Return a value that is tried; that which the leaves have is highlighted."""
    style = "bold pruned" if tried.is_own else "text"
    return leaves_text(tried), style


def _columns_that_fit(tried: Sequence[TriedValue], room: int) -> Sequence[TriedValue]:
    """Return what is tried, as many columns as have room.

    What the leaves have themselves stays longer than other values between the outermost two, and
    these stay the longest: they show best that nothing changes.
    """
    columns = list(tried)
    while columns and _width_of_columns(columns) > room:
        inner = columns[1:-1]
        to_go = columns[-1]
        if inner:
            to_go = inner[-1]
        if inner and to_go.is_own:
            to_go = inner[0]
        columns.remove(to_go)
    return columns


def _width_of_columns(tried: Sequence[TriedValue]) -> int:
    """Return the cells of columns that are as wide as the widest one, with a blank before each."""
    texts = [text for each in tried for text in (leaves_text(each), worth_text(each))]
    return (1 + max(map(cells, texts))) * len(tried)


# -- where the two numbers come from ---------------------------------------------------------------


def _sources(snapshot: Snapshot, chosen: Choice, width: int) -> _Part:
    """Return where each number of the test comes from, with the step at which it got there."""
    record = snapshot.record
    node_colour, chooser_colour = _colours(chosen)
    origin_of_bound = where_bound_is_from(record, chosen)
    origin_of_v = where_v_is_from(record, chosen)
    rows = [
        _source(record, chosen.bound, origin_of_bound, chooser_colour, width),
        _source(record, chosen.v, origin_of_v, node_colour, width),
    ]
    return _Part([sentence(SOURCES, "bold quiet")], rows)


def _source(
    record: Record, source: NumberSource, origin: Phrase, colour: str, width: int
) -> TextLine:
    """Return a line with a number and where it comes from; at the right the step at which it came.

    For example ``3  ▽A gave it to ▲root      g 9``: the user types g and 9 to see step 9. Where all
    of that has no room, the child that gave the number stands in place of the sentence, ``▽A``. If
    no child gave it, the sentence is cut.

    Args:
        record: The search.
        source: The number, with the child that gave it and the step at which it came.
        origin: Where it comes from, in words.
        colour: The background of the number.
        width: The cells of the line.
    """
    number = line((f" {shown(source.value)} ", f"bold ground on {colour}"), " ")
    explanation = sentence(origin, "text")
    keys = BLANK
    if source.step is not None:
        keys = line((f" g {source.step}", "quiet"))
    is_too_long = length(number) + length(explanation) + length(keys) >= width
    if is_too_long and source.holder is not None and source.holder.through is not None:
        child = Node(record.tree, source.holder.through)
        explanation = sentence(child, "text")
    return beside(line(*number, *explanation), keys, width)
