"""A cut-off as a choice: who chooses, both offers on one line, and what other leaves would change.

What has no room goes from the bottom: where the numbers come from, then the table of what is tried;
the line with the two offers stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from treeexplorer.explain.choice_words import (
    SOURCES,
    chooser,
    enough,
    leaves_text,
    tried_table,
    what_is_offered,
    what_is_there,
    where_from,
    wish,
    worth_text,
)
from treeexplorer.explain.sentence import Node
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.judging.choices import Choice, NumberSource, TriedValue
from treeexplorer.judging.facts import Inequality
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import (
    BLANK,
    Cells,
    TextLine,
    beside,
    fitted,
    length,
    line,
    sentence,
    wrapped,
)
from treeexplorer.text import width as cells
from treeexplorer.tree import Player

_ChoicePart: TypeAlias = tuple[list[TextLine], list[TextLine]]
"""The lines of a heading, and those below it."""

_LEAST_WIDTH: Final = 16
_FIRST_MARK: Final = 5
_SHARE_BEFORE: Final = 6
"""How far the nearer of the two numbers stands from its end of the line: a sixth of it, or 5."""
_LEAST_GAP: Final = 6


def choice(snapshot: Snapshot, width: int, height: int) -> list[TextLine]:
    """Return the choice that a step's cut-off is; nothing where the step has none."""
    chosen = snapshot.choice
    if chosen is None or width < _LEAST_WIDTH:
        return []
    lines = _offers(snapshot, chosen, width)
    table = _table(snapshot, chosen, width)
    parts = [_sources(snapshot, chosen, width)]
    if table is not None:
        parts.insert(0, table)
    rows = len(lines) + sum(len(heading) + len(below) + 1 for heading, below in parts)
    gap = [BLANK] if rows + len(parts) <= height else []
    for heading, below in parts:
        part = [*heading, *gap, *below]
        if len(lines) + 1 + len(part) <= height:
            lines += [BLANK, *part]
    return lines[:height]


# -- both offers on one line -----------------------------------------------------------------------


def _offers(snapshot: Snapshot, chosen: Choice, width: int) -> list[TextLine]:
    """Return who chooses, and what there is and what is offered, each at its number."""
    own, other = _colours(chosen)
    lines = [*_who_chooses(snapshot, chosen, width), BLANK, _numbers(chosen, width)]
    mark = line(("●", f"bold {other}"))
    label = sentence(what_is_there(snapshot.record, chosen))
    lines += _marked(mark, label, _place(chosen, width), width)
    lines += _offer(snapshot, chosen, own, width)
    lines.append(_slab(snapshot, chosen, width))
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


def _place(chosen: Choice, width: int) -> int:
    """Return the column of what the chooser has; the line orders numbers, it is not to scale."""
    column = _first_mark(width)
    if not chosen.cut.is_tie:
        nearer = shown(chosen.cut.v)
        further = shown(chosen.cut.bound)
        column += max(_LEAST_GAP, (cells(nearer) + cells(further)) // 2 + 2)
    return _mirrored(chosen, min(column, width - 1), width)


def _first_mark(width: int) -> int:
    """Return how far the nearer of the two numbers stands from its end of the line."""
    return max(_FIRST_MARK, width // _SHARE_BEFORE)


def _place_of_v(chosen: Choice, width: int) -> int:
    """Return the column of what the node with the cut-off has."""
    return _mirrored(chosen, _first_mark(width), width)


def _mirrored(chosen: Choice, column: int, width: int) -> int:
    """Return a column counted from where the offer comes: from −∞, or from +∞."""
    if chosen.wants is Player.MAX:
        return column
    return width - 1 - column


def _numbers(chosen: Choice, width: int) -> TextLine:
    """Return the numbers above their places, between −∞ and +∞."""
    own, other = _colours(chosen)
    bound = shown(chosen.cut.bound)
    v = shown(chosen.cut.v)
    row = Cells(width)
    row.put(_place(chosen, width) - cells(bound) // 2, bound, f"bold {other}")
    row.put(_place_of_v(chosen, width) - cells(v) // 2, v, f"bold {own}")
    row.put(0, "−∞", "quiet")
    row.put(width, "+∞", "quiet")
    return tuple(row.pieces())


def _marked(mark: TextLine, label: TextLine, column: int, width: int) -> list[TextLine]:
    """Return a mark at its column with a label on the side that has room, else below it."""
    if column + 2 + length(label) <= width:
        return [line(" " * column, *mark, " ", *label)]
    if length(label) + 1 <= column:
        return [line(" " * (column - length(label) - 1), *label, " ", *mark)]
    return [line(" " * column, *mark), *wrapped(label, width)]


def _offer(snapshot: Snapshot, chosen: Choice, own: str, width: int) -> list[TextLine]:
    """Return what the node with the cut-off can still be, as a bar up to its number."""
    label = sentence(what_is_offered(snapshot.record, chosen))
    column = _place_of_v(chosen, width)
    style = f"bold {own}"
    low, high = chosen.offer
    if low == high:
        return _marked(line(("●", style)), label, column, width)
    if chosen.wants is Player.MAX:
        bar = line(("━" * column + "┫", style))
        if length(bar) + 1 + length(label) <= width:
            return [line(*bar, " ", *label)]
        return [bar, *wrapped(label, width)]
    bar = line(("┣" + "━" * (width - 1 - column), style))
    if length(label) + 1 <= column:
        return [line(" " * (column - length(label) - 1), *label, " ", *bar)]
    return [line(" " * column, *bar), *wrapped(label, width)]


def _slab(snapshot: Snapshot, chosen: Choice, width: int) -> TextLine:
    """Return the test, red, at the number of the node with the cut-off."""
    test: Inequality | None = snapshot.test
    text = " ╳ CUT " if test is None else f" ╳ {test.bare} "
    column = _place_of_v(chosen, width)
    if chosen.wants is Player.MIN:
        column -= cells(text) - 1
    margin = " " * max(0, min(column, width - cells(text)))
    return line(margin, (text, "bold on_cut on cut_surface"))


# -- what would come of other leaves ---------------------------------------------------------------


def _table(snapshot: Snapshot, chosen: Choice, width: int) -> _ChoicePart | None:
    """Return the table of what would come of other values of the pruned leaves.

    Its last row is what the chooser has: the same number in every column. ``None`` if nothing is
    tried, or if not even one column has room.
    """
    table = tried_table(snapshot.record, chosen)
    if table is None:
        return None
    own, other = _colours(chosen)
    heads = [sentence(table.values_heading, "quiet"), sentence(table.worth_heading, "quiet")]
    if table.chooser_heading is not None:
        heads.append(sentence(table.chooser_heading, "quiet"))
    head_width = max(map(length, heads)) + 1
    columns = _columns_that_fit(table.columns, width - head_width)
    if not columns:
        return None
    room = (width - head_width) // len(columns)
    rows = [
        _values(heads[0], head_width, columns, room),
        _row(heads[1], head_width, [worth_text(each) for each in columns], f"bold {own}", room),
    ]
    if table.chooser_heading is not None:
        has = [shown(table.chooser_value)] * len(columns)
        rows.append(_row(heads[2], head_width, has, f"bold {other}", room))
        rows.append(line("  ", *sentence(table.chooser_note, "quiet")))
    return wrapped(sentence(table.heading, "bold quiet"), width), rows


def _columns_that_fit(tried: Sequence[TriedValue], room: int) -> Sequence[TriedValue]:
    """Return what is tried, as many columns as have room, the outermost last to go."""
    columns = list(tried)
    while columns:
        widest = max(max(cells(leaves_text(each)), cells(worth_text(each))) for each in columns)
        if (widest + 1) * len(columns) <= room:
            return columns
        del columns[len(columns) // 2]
    return columns


def _row(head: TextLine, head_width: int, texts: Sequence[str], style: str, room: int) -> TextLine:
    """Return a row of the table: its head, and each text at the right of its column."""
    pieces = [(text.rjust(room), style) for text in texts]
    return line(*fitted(head, head_width), *pieces)


def _values(head: TextLine, head_width: int, columns: Sequence[TriedValue], room: int) -> TextLine:
    """Return the values that are tried; the leaves' own one is told by its colour."""
    pieces = []
    for each in columns:
        style = "text"
        if each.is_own:
            style = "bold pruned"
        pieces.append((leaves_text(each).rjust(room), style))
    return line(*fitted(head, head_width), *pieces)


# -- where the two numbers come from ---------------------------------------------------------------


def _sources(snapshot: Snapshot, chosen: Choice, width: int) -> _ChoicePart:
    """Return where each number of the test comes from, with the step at which it got there."""
    own, other = _colours(chosen)
    rows = [
        _source(snapshot, chosen, chosen.bound, other, width),
        _source(snapshot, chosen, chosen.v, own, width),
    ]
    return [sentence(SOURCES, "bold quiet")], rows


def _source(
    snapshot: Snapshot, chosen: Choice, source: NumberSource, colour: str, width: int
) -> TextLine:
    """Return where a number comes from, the giver alone where all of it has no room."""
    number = line((f" {shown(source.value)} ", f"bold ground on {colour}"), " ")
    step = BLANK
    if source.step is not None:
        step = line((f" g {source.step}", "quiet"))
    words = sentence(where_from(snapshot.record, chosen, source), "text")
    has = source.has
    is_long = length(number) + length(words) + length(step) >= width
    if is_long and has is not None and has.through is not None:
        words = sentence(Node(snapshot.record.tree, has.through), "text")
    return beside(line(*number, *words), step, width)
