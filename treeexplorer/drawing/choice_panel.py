"""A cut-off as a choice, as a picture beside a figure: what the terminal's side and the page show.

Each part is written below the one before. Where the two offers stand orders their numbers, it is
not to scale; what has no room beside its mark stands on a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from treeexplorer.drawing.lettering import MEDIUM, SMALL, text_width, wrapped_text
from treeexplorer.engine.record import Record
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.choice_words import (
    SOURCES,
    TriedTable,
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
from treeexplorer.explain.sentence import Phrase
from treeexplorer.explain.snapshot import Snapshot, snapshot
from treeexplorer.judging.choices import Choice, NumberSource
from treeexplorer.numbers import shown
from treeexplorer.tree import Player

PANEL_WIDTH: Final = 340.0
_LINE: Final = 20.0
_BETWEEN_PARTS: Final = 16.0
_ITS: Final = 0.24
_HAS: Final = 0.48
"""Where the node's number stands on the axis, from where its offer comes, and the chooser's."""
_GAP: Final = 10.0
_PAD: Final = 6.0
_BAR: Final = 3.0

CHOICE_STYLES: Final = """
.choice text { text-anchor: start; font-size: 14px; fill: $text; }
.choice .quiet { fill: $quiet; }
.choice .bold { font-weight: 600; }
.choice .end { text-anchor: end; }
.choice .middle { text-anchor: middle; }
.choice .max, .choice .alpha { fill: $max; }
.choice .min, .choice .beta { fill: $min; }
.choice .small { font-size: 12.5px; }
.choice .pruned { fill: $pruned; }
.choice .met { fill: $cut_surface; }
.choice .on-cut { fill: $on_cut; }
.choice .ground { fill: $ground; }
.choice .axis { fill: $track; }
""".strip()
"""The looks of a panel, as those of a figure are written."""


class ChoiceError(TreeexplorerError):
    """A figure was asked to show a choice at a step without a cut-off; the message says so."""


class ChoicePanel(NamedTuple):
    """A choice as markup, from its upper left corner on, and how high it is."""

    markup: str
    height: float


def require_choice(record: Record, steps: Iterable[int]) -> None:
    """Raise an error unless at least one of the steps has a cut-off.

    Raises:
        ChoiceError: No step has a cut-off; the message names steps that have one.
    """
    if any(snapshot(record, step).choice is not None for step in steps):
        return
    cuts = [record.returned_at(call) for call in record.cuts]
    if not cuts:
        raise ChoiceError("there is no choice to draw: the search has no cut-off")
    raise ChoiceError(
        f"a choice is drawn at a cut-off; there is one at step {', '.join(map(str, cuts[:8]))}"
    )


def choice_panel(step: Snapshot) -> ChoicePanel:
    """Return the panel of the choice at a step; an empty panel if the step has no cut-off.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
        >>> panel = choice_panel(snapshot(record, 12))
        >>> "CHOOSES" in panel.markup, choice_panel(snapshot(record, 11))
        (True, ChoicePanel(markup='', height=0.0))
    """
    choice = step.choice
    if choice is None:
        return ChoicePanel("", 0.0)
    writer = _PanelWriter(step, choice)
    writer.write_offers()
    writer.write_table()
    writer.write_sources()
    return ChoicePanel(f'<g class="choice">{"".join(writer.elements)}</g>', writer.y)


class _PanelWriter:
    """Writes the parts of a panel from the top down; ``y`` is the baseline of the last line."""

    def __init__(self, step: Snapshot, choice: Choice) -> None:
        self.step = step
        self.record = step.record
        self.choice = choice
        self.y = 0.0
        self.elements: list[str] = []
        self.own = "max"
        self.other = "min"
        if choice.wants is Player.MAX:
            self.own, self.other = self.other, self.own

    # -- parts -------------------------------------------------------------------------------------

    def write_offers(self) -> None:
        """Write who chooses, both offers at their numbers on one axis, the test and the reason."""
        choice = self.choice
        self._write_chooser()
        self.y += _BETWEEN_PARTS
        self._write_axis()
        place = self._at(_ITS if choice.cut.is_tie else _HAS)
        self._next_line()
        self._dot(place, self.other)
        self._beside(place, what_is_there(self.record, choice))
        self._write_offer()
        self._write_test()
        reason = enough(choice)
        if reason is None:
            return
        for line in wrapped_text(str(reason), SMALL, PANEL_WIDTH):
            self._next_line()
            self._text(0, line, "small quiet")

    def _write_chooser(self) -> None:
        """Write who chooses, and right-aligned what that player wants.

        Both texts share a line if they fit; else the second text has the next line.
        """
        heading = chooser(self.record, self.choice)
        aim = wish(self.choice)
        self._next_line()
        self._text(0, heading, "bold quiet")
        if text_width(f"{heading} {aim}", MEDIUM) > PANEL_WIDTH:
            self._next_line()
        self._text(PANEL_WIDTH, aim, "quiet end")

    def _write_axis(self) -> None:
        """Write the numbers above their places, between −∞ and +∞."""
        choice = self.choice
        self._next_line()
        self._text(0, "−∞", "quiet")
        self._text(PANEL_WIDTH, "+∞", "quiet end")
        self._text(self._at(_ITS), shown(choice.v.value), f"bold middle {self.own}")
        if not choice.cut.is_tie:
            self._text(self._at(_HAS), shown(choice.bound.value), f"bold middle {self.other}")
        self._box(0, self.y + _PAD, PANEL_WIDTH, 1, "axis")
        self.y += _PAD

    def _write_offer(self) -> None:
        """Draw the values that the node can still have: a dot if its value is exact, else a bar.

        If MAX chooses, the bar reaches from the left edge to the node's upper bound. If MIN
        chooses, it reaches from the node's lower bound to the right edge.
        """
        choice = self.choice
        place = self._at(_ITS)
        low, high = choice.offer
        self._next_line()
        if low == high:
            self._dot(place, self.own)
        elif choice.wants is Player.MAX:
            self._box(0, self.y - 6.5, place, _BAR, self.own)
        else:
            self._box(place, self.y - 6.5, PANEL_WIDTH - place, _BAR, self.own)
        self._beside(place, what_is_offered(self.record, choice))

    def _write_test(self) -> None:
        """Write the test, red, at the number of the node with the cut-off."""
        test = "╳ CUT" if self.step.test is None else f"╳ {self.step.test.bare}"
        width = text_width(test, MEDIUM) + 2 * _PAD
        self._next_line()
        left = self._at(_ITS)
        if self.choice.wants is Player.MIN:
            left -= width
        self._box(left, self.y - 15, width, _LINE, "met")
        self._text(left + _PAD, test, "bold on-cut")

    def write_table(self) -> None:
        """Write the table of values tried for the pruned leaves, one column for each value.

        The rows are the values of the leaves, what the node is worth with them, and what the
        chooser has, which is the same in every column.
        """
        table = tried_table(self.record, self.choice)
        if table is None:
            return
        self._heading(table.heading)
        places = self._places_of_columns(table)
        self._next_line()
        self._text(0, table.turned, "quiet")
        for place, tried in zip(places, table.columns, strict=True):
            style = "bold middle pruned" if tried.is_own else "middle"
            self._text(place, leaves_text(tried), style)
        worths = [worth_text(tried) for tried in table.columns]
        self._row(table.follows, places, worths, self.own)
        if table.stands is not None:
            self._row(table.stands, places, [shown(table.has)] * len(places), self.other)
            self._next_line()
            self._text(0, table.moment, "small quiet")

    def _places_of_columns(self, table: TriedTable) -> list[float]:
        """Return the x of each column's middle; columns share the width beside the row heads."""
        heads = [table.turned, table.follows]
        if table.stands is not None:
            heads.append(table.stands)
        width_of_heads = max(text_width(str(head), MEDIUM) for head in heads) + _GAP
        column_width = (PANEL_WIDTH - width_of_heads) / len(table.columns)
        columns = range(len(table.columns))
        return [width_of_heads + column_width * (column + 0.5) for column in columns]

    def _row(self, head: Phrase, places: Sequence[float], texts: Sequence[str], kind: str) -> None:
        """Write a row of a table: its head, and each text at its place in a player's colour."""
        self._next_line()
        self._text(0, head, "quiet")
        for place, text in zip(places, texts, strict=True):
            self._text(place, text, f"bold middle {kind}")

    def write_sources(self) -> None:
        """Write the source of both numbers in the test: the bound, then the node's own v."""
        self._heading(SOURCES)
        self._source(self.choice.bound, self.other)
        self._source(self.choice.v, self.own)

    def _source(self, source: NumberSource, kind: str) -> None:
        """Write a number of the test on a player's colour, where it comes from, and its step."""
        number = shown(source.value)
        width = text_width(number, MEDIUM) + 2 * _PAD
        self._next_line(_LINE + 4)
        self._box(0, self.y - 15, width, _LINE, kind)
        self._text(_PAD, number, "bold ground")
        self._text(width + _GAP, where_from(self.record, self.choice, source), "")
        if source.step is not None:
            self._text(PANEL_WIDTH, f"step {source.step}", "quiet end")

    # -- places ------------------------------------------------------------------------------------

    def _at(self, share: float) -> float:
        """Return a place on the axis, counted from where the offer comes: from −∞, or from +∞."""
        if self.choice.wants is Player.MAX:
            return PANEL_WIDTH * share
        return PANEL_WIDTH * (1 - share)

    def _next_line(self, height: float = _LINE) -> None:
        """Go on to the next line, so far below."""
        self.y += height

    def _heading(self, text: Phrase) -> None:
        """Write the heading of a part, with a gap above it."""
        self.y += _BETWEEN_PARTS
        self._next_line()
        self._text(0, text, "small bold quiet")

    def _beside(self, place: float, text: Phrase) -> None:
        """Write a text beside a mark: to its right if MAX chooses, to its left if MIN chooses.

        If the text has no room there, it stands on the next line.
        """
        width = _GAP + text_width(str(text), MEDIUM)
        if self.choice.wants is Player.MAX and place + width <= PANEL_WIDTH:
            self._text(place + _GAP, text, "")
        elif self.choice.wants is Player.MIN and width <= place:
            self._text(place - _GAP, text, "end")
        else:
            self._next_line()
            self._text(0, text, "")

    # -- elements ----------------------------------------------------------------------------------

    def _text(self, x: float, text: str | Phrase, classes: str) -> None:
        """Write a text; of a phrase the names of nodes have the colours of their players."""
        content = escape(text) if isinstance(text, str) else "".join(map(_span, text.parts()))
        attribute = f' class="{classes}"' if classes else ""
        self.elements.append(f'<text{attribute} x="{x:.1f}" y="{self.y:.1f}">{content}</text>')

    def _box(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        """Write a filled rectangle in the colour of a kind."""
        self.elements.append(
            f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
            f'height="{height:.1f}"/>'
        )

    def _dot(self, x: float, kind: str) -> None:
        """Write a dot on the line in the colour of a kind."""
        self.elements.append(f'<circle class="{kind}" cx="{x:.1f}" cy="{self.y - 5:.1f}" r="4"/>')


def _span(part: tuple[str, str]) -> str:
    """Return a part of a phrase; a node's name has the colour of its player."""
    text, role = part
    if role in {"max", "min", "alpha", "beta"}:
        return f'<tspan class="{role}">{escape(text)}</tspan>'
    return escape(text)
