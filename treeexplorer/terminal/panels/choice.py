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
    build_tried_table,
    chooser,
    describe_bound_of_choice,
    describe_offer,
    describe_source_of_bound,
    describe_source_of_v,
    enough,
    format_tried_worth,
    leaves_text,
    wish,
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
    """A part of the panel below the two offers: a heading, and rows below it."""

    heading: list[TextLine]
    rows: list[TextLine]

    def render(self, *, with_gap: bool) -> list[TextLine]:
        """Render the part below a blank line, with or without another one below its heading."""
        if with_gap:
            return [BLANK, *self.heading, BLANK, *self.rows]
        return [BLANK, *self.heading, *self.rows]


class _Colours(NamedTuple):
    """The colours of the node with the cut-off and of the chooser: those of MAX and MIN."""

    node: str
    chooser: str


_MIN_WIDTH: Final = 16
_NOTE_INDENT: Final = 2
_MIN_NEARER_OFFSET: Final = 5
_NEARER_OFFSET_DIVISOR: Final = 6
"""How far the nearer of the two numbers stands from its end of the line: a sixth of it, or 5."""
_MIN_NUMBER_DISTANCE: Final = 6
"""The columns at least from the one number to the other."""
_GAP_BETWEEN_NUMBERS: Final = 2


def choice(snapshot: Snapshot, width: int, height: int) -> list[TextLine]:
    """Draw a cut-off as a choice between two offers on a number line.

    The chooser is the ancestor that has the bound, α or β; that is its first offer. The second one
    is the node that was cut off, which is not better for it. Below stand a table of what other
    values of the pruned leaves would change, and where both numbers come from.

    Args:
        snapshot: The step of the search that is shown.
        width: The width of a line.
        height: The most lines. A table that does not fit as a whole is left out.

    Returns:
        The lines from the top. Empty if the step is no cut-off, or if the lines are too narrow.
    """
    chosen = snapshot.choice
    if chosen is None or width < _MIN_WIDTH:
        return []

    offers = _render_offers(snapshot, chosen, width)
    table = _render_table(snapshot, chosen, width)
    sources = _render_number_sources(snapshot, chosen, width)
    parts = [sources] if table is None else [table, sources]
    below_offers = _render_parts_with_room(parts, height - len(offers))
    return [*offers, *below_offers][:height]


def _render_parts_with_room(parts: Sequence[_Part], height: int) -> list[TextLine]:
    """Render the parts that fit as a whole, in the given order.

    A part that is too high is left out, and a later, lower one may still be shown.
    """
    # Either all parts have a blank line below their heading, or none has.
    height_with_gaps = sum(len(part.render(with_gap=True)) for part in parts)
    has_room_for_gaps = height_with_gaps <= height

    lines: list[TextLine] = []
    for part in parts:
        part_lines = part.render(with_gap=has_room_for_gaps)
        if len(lines) + len(part_lines) <= height:
            lines += part_lines
    return lines


# -- both offers on one line -----------------------------------------------------------------------


def _render_offers(snapshot: Snapshot, chosen: Choice, width: int) -> list[TextLine]:
    """Render the number line with the chooser's offer (a point) and the cut-off node's (a bar).

    For example, where 3 ≥ 2 cuts off::

        ▲root CHOOSES                  MAX wants →

        −∞     2     3                          +∞
                     ● through ▽A: has 3
        ━━━━━━━┫ through ▽B: 2 or less
                ╳ 3 ≥ 2

    If both numbers are equal, a sentence below says why that is enough to cut off.
    """
    lines = [
        *_render_heading(snapshot, chosen, width),
        BLANK,
        _render_numbers(chosen, width),
        *_draw_choosers_offer(snapshot, chosen, width),
        *_draw_nodes_offer(snapshot, chosen, width),
        _render_test(snapshot, chosen, width),
    ]
    why_equal_is_enough = enough(chosen)
    if why_equal_is_enough is not None:
        lines += wrapped(sentence(why_equal_is_enough, "quiet"), width)
    return lines


def _render_heading(snapshot: Snapshot, chosen: Choice, width: int) -> list[TextLine]:
    """Render who chooses, and what they want at the right: ``▲root CHOOSES     MAX wants →``."""
    heading = sentence(chooser(snapshot.record, chosen), "bold quiet")
    aim = sentence(wish(chosen), "quiet")
    if length(heading) + length(aim) < width:
        return [beside(heading, aim, width)]
    return [*wrapped(heading, width), aim]


def _choose_colours(chosen: Choice) -> _Colours:
    """Return the colours of the node with the cut-off and of the chooser, who is its opponent."""
    if chosen.wants is Player.MAX:
        return _Colours(node="min", chooser="max")
    return _Colours(node="max", chooser="min")


def _compute_v_column(chosen: Choice, width: int) -> int:
    """Return the column of v, which is what the node with the cut-off has."""
    return _mirror_for_min(chosen, _compute_nearer_offset(width), width)


def _compute_bound_column(chosen: Choice, width: int) -> int:
    """Return the column of the bound, which is what the chooser has.

    The line is not to scale. The bound stands behind v, seen from the end where the node's bar
    begins, with room for both numbers above the line. If both are equal, it stands at v.
    """
    offset = _compute_nearer_offset(width)
    if not chosen.cut.is_tie:
        half_of_both_texts = (cells(shown(chosen.cut.v)) + cells(shown(chosen.cut.bound))) // 2
        offset += max(_MIN_NUMBER_DISTANCE, half_of_both_texts + _GAP_BETWEEN_NUMBERS)
    return _mirror_for_min(chosen, min(offset, width - 1), width)


def _compute_nearer_offset(width: int) -> int:
    """Return how far v stands from the end of the number line at which the node's bar begins."""
    return max(_MIN_NEARER_OFFSET, width // _NEARER_OFFSET_DIVISOR)


def _mirror_for_min(chosen: Choice, offset: int, width: int) -> int:
    """Convert an offset to a column: from the left if MAX chooses, from the right if MIN does."""
    if chosen.wants is Player.MAX:
        return offset
    return width - 1 - offset


def _render_numbers(chosen: Choice, width: int) -> TextLine:
    """Render v and the bound above the number line, each centred above its column.

    For example ``−∞     2     3       +∞``, where 2 is v and 3 is the bound. If both are equal, the
    number stands there once. An infinity is left out where one of the numbers needs its place.
    """
    colours = _choose_colours(chosen)
    bound = shown(chosen.cut.bound)
    v = shown(chosen.cut.v)
    bound_start = _compute_bound_column(chosen, width) - cells(bound) // 2
    v_start = _compute_v_column(chosen, width) - cells(v) // 2

    row = Cells(width)
    # What is written first keeps its cells.
    row.put(column=bound_start, text=bound, style=f"bold {colours.chooser}")
    row.put(column=v_start, text=v, style=f"bold {colours.node}")
    row.put(column=0, text="−∞", style="quiet")
    row.put(column=width - cells("+∞"), text="+∞", style="quiet")
    return tuple(row.pieces())


def _render_mark_and_label(
    mark: TextLine, label: TextLine, column: int, width: int
) -> list[TextLine]:
    """Render a mark that begins at a column of the number line, with a label beside it.

    The label stands where it has room, in this order::

          ● through ▽A: has 3         at the right
        through ▽A: has 3 ●           at the left
          ●                           on lines of its own
        through ▽A: has 3
    """
    width_at_left = column
    width_at_right = width - column - length(mark)
    width_with_blank = 1 + length(label)
    if width_with_blank <= width_at_right:
        return [line(" " * column, *mark, " ", *label)]
    if width_with_blank <= width_at_left:
        return [line(" " * (column - width_with_blank), *label, " ", *mark)]
    return [line(" " * column, *mark), *wrapped(label, width)]


def _draw_choosers_offer(snapshot: Snapshot, chosen: Choice, width: int) -> list[TextLine]:
    """Draw what the chooser has as a point with a label: ``● through ▽A: has 3``."""
    point = line(("●", f"bold {_choose_colours(chosen).chooser}"))
    label = sentence(describe_bound_of_choice(snapshot.record, chosen))
    return _render_mark_and_label(point, label, _compute_bound_column(chosen, width), width)


def _draw_nodes_offer(snapshot: Snapshot, chosen: Choice, width: int) -> list[TextLine]:
    """Draw what the cut-off node can still be worth, as a bar or a point with a label.

    One of these, with v at the end of the bar::

        ━━━━━━━┫ through ▽B: 2 or less                if MAX chooses
                 through ▲C: 7 or more ┣━━━━━━━       if MIN chooses
               ● ...                                  if it is worth exactly v
    """
    v_column = _compute_v_column(chosen, width)
    low, high = chosen.offer
    if low == high:
        start = v_column
        signs = "●"
    elif chosen.wants is Player.MAX:
        start = 0
        signs = "━" * v_column + "┫"
    else:
        start = v_column
        signs = "┣" + "━" * (width - 1 - v_column)

    mark = line((signs, f"bold {_choose_colours(chosen).node}"))
    label = sentence(describe_offer(snapshot.record, chosen))
    return _render_mark_and_label(mark, label, start, width)


def _render_test(snapshot: Snapshot, chosen: Choice, width: int) -> TextLine:
    """Render the test that cuts off, ``╳ 3 ≥ 2``, in red below v.

    It begins in the column of v if MAX chooses, and ends there if MIN does, but is moved so far
    that the line holds it. A test that is wider than the line is ``╳ CUT``: cut short, 12 ≥ 34
    would read as 12 ≥ 3.
    """
    text = " ╳ CUT "
    if snapshot.test is not None:
        whole_test = f" ╳ {snapshot.test.bare} "
        text = whole_test if cells(whole_test) <= width else text
    start = _compute_v_column(chosen, width)
    if chosen.wants is Player.MIN:
        start += 1 - cells(text)
    last_start = width - cells(text)
    start_in_line = max(0, min(start, last_start))
    return line(" " * start_in_line, (text, "bold on_cut on cut_surface"))


# -- what would come of other leaves ---------------------------------------------------------------


def _render_table(snapshot: Snapshot, chosen: Choice, width: int) -> _Part | None:
    """Render a table of what other values of the pruned leaves would change.

    It has a column for each value that is tried: here −9, 2, the leaves' own values 4 and 6, and
    99 for the leaves below ▽B::

        leaves            −9       2     4 6      99
        ▽B is worth       −9       2       2       2
        ▲root has          3       3       3       3
          after ▽B returns

    Middle columns that have no room are left out. The result is ``None`` if there is nothing to
    try, or no room for a single column.
    """
    table = build_tried_table(snapshot.record, chosen)
    if table is None:
        return None
    heading_width = _compute_heading_width(table)
    columns_width = width - heading_width
    columns = _drop_columns_without_room(table, columns_width)
    if not columns:
        return None

    layout = _TableLayout(heading_width, column_width=columns_width // len(columns))
    colours = _choose_colours(chosen)
    leaf_values = [_format_tried_value(tried) for tried in columns]
    node_values = [(format_tried_worth(tried), f"bold {colours.node}") for tried in columns]
    chooser_rows = _render_chooser_rows(
        table, layout, column_count=len(columns), style=f"bold {colours.chooser}"
    )
    rows = [
        layout.render_row(table.values_heading, leaf_values),
        layout.render_row(table.worth_heading, node_values),
        *chooser_rows,
    ]
    return _Part(wrapped(sentence(table.heading, "bold quiet"), width), rows)


def _render_chooser_rows(
    table: TriedTable, layout: _TableLayout, column_count: int, style: str
) -> list[TextLine]:
    """Render the last rows of the table: what the chooser has, and when; none without a chooser.

    The chooser has the same number in each column, as what was pruned cannot change it::

        ▲root has          3       3       3       3
          after ▽B returns
    """
    if table.chooser_heading is None:
        return []
    number = (shown(table.chooser_value), style)
    number_row = layout.render_row(table.chooser_heading, [number] * column_count)

    table_width = layout.heading_width + layout.column_width * column_count
    note = wrapped(sentence(table.chooser_note, "quiet"), table_width - _NOTE_INDENT)
    return [number_row, *indent(note, _NOTE_INDENT)]


def _compute_heading_width(table: TriedTable) -> int:
    """Compute the width of the table's first column: its longest heading and a blank."""
    headings = [table.values_heading, table.worth_heading]
    if table.chooser_heading is not None:
        headings.append(table.chooser_heading)
    return 1 + max(length(sentence(heading)) for heading in headings)


class _TableLayout(NamedTuple):
    """The cells of a table's columns: of the first, with the heads of the rows, and of any other.

    Example:
        >>> values = [("2", "min"), ("10", "min")]
        >>> layout = _TableLayout(heading_width=9, column_width=4)
        >>> row = layout.render_row(Phrase("is worth"), values)
        >>> "".join(text for text, _ in row)
        'is worth    2  10'
    """

    heading_width: int
    column_width: int

    def render_row(self, heading: Phrase, texts: Iterable[StyledText]) -> TextLine:
        """Render a row of the table: its heading, and each text at the right of its column."""
        columns = [(text.rjust(self.column_width), style) for text, style in texts]
        return line(*fitted(sentence(heading, "quiet"), self.heading_width), *columns)


def _format_tried_value(tried: TriedValue) -> StyledText:
    """Format values tried at the pruned leaves; the leaves' own values are highlighted."""
    style = "bold pruned" if tried.is_own else "text"
    return leaves_text(tried), style


def _drop_columns_without_room(table: TriedTable, available_width: int) -> list[TriedValue]:
    """Return the columns of the table that fit; other columns are dropped, one after the other.

    Args:
        table: The table.
        available_width: The cells for all of its columns.
    """
    # The chooser's number stands in every column, so that none is narrower.
    least_width = 0
    if table.chooser_heading is not None:
        least_width = cells(shown(table.chooser_value))

    visible_columns = list(table.columns)
    for column in _order_columns_by_dropping(table.columns):
        if _compute_columns_width(visible_columns, least_width) <= available_width:
            break
        visible_columns.remove(column)
    return visible_columns


def _order_columns_by_dropping(columns: Sequence[TriedValue]) -> list[TriedValue]:
    """Return columns in the order in which they are dropped while there is no room for all.

    The outermost two come last, as they show best that nothing changes, and before them the column
    with the values that the leaves have themselves. For example −9, 4, own, 7, 99 are dropped in
    the order 7, 4, own, 99, −9.
    """
    inner_columns = columns[1:-1]
    own_columns = [column for column in inner_columns if column.is_own]
    other_columns = [column for column in inner_columns if not column.is_own]
    outer_columns = [column for column in columns if column not in inner_columns]
    return [*reversed(other_columns), *own_columns, *reversed(outer_columns)]


def _compute_columns_width(columns: Sequence[TriedValue], least_width: int) -> int:
    """Return the width of columns that are all as wide as the widest, with a blank before each."""
    widest = least_width
    for tried in columns:
        widest = max(widest, cells(leaves_text(tried)), cells(format_tried_worth(tried)))
    return (1 + widest) * len(columns)


# -- where the two numbers come from ---------------------------------------------------------------


def _render_number_sources(snapshot: Snapshot, chosen: Choice, width: int) -> _Part:
    """Render where each number of the test, the bound and v, comes from, and since which step."""
    record = snapshot.record
    colours = _choose_colours(chosen)
    bound_row = _render_number_source(
        record, chosen.bound, describe_source_of_bound(record, chosen), colours.chooser, width
    )
    v_row = _render_number_source(
        record, chosen.v, describe_source_of_v(record, chosen), colours.node, width
    )
    return _Part([sentence(SOURCES, "bold quiet")], [bound_row, v_row])


def _render_number_source(
    record: Record, source: NumberSource, explanation: Phrase, colour: str, width: int
) -> TextLine:
    """Render a number, where it comes from, and the keys that go to the step at which it arrived.

    For example ``3  ▽A gave it to ▲root      g 9``. If that is too long, the explanation shrinks to
    the child that gave the number, ``▽A``, or is cut if no child gave it.
    """
    number = line((f" {shown(source.value)} ", f"bold ground on {colour}"), " ")
    keys = BLANK if source.step is None else line((f" g {source.step}", "quiet"))
    text = sentence(explanation, "text")
    is_too_long = length(number) + length(text) + length(keys) >= width
    if is_too_long and source.holder is not None and source.holder.through is not None:
        text = sentence(Node(record.tree, source.holder.through), "text")
    return beside(line(*number, *text), keys, width)
