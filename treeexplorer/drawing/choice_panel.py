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
_NODE_SHARE: Final = 0.24
_CHOOSER_SHARE: Final = 0.48
"""Where both numbers stand on the axis, as shares of its length: the one of the node with the
cut-off, and the chooser's, which is better. They count from the end that the chooser wants least.
"""
_GAP: Final = 10.0  # between a mark and the text beside it
_PAD: Final = 6.0  # between a text and the box around it, or the axis below it
_BAR: Final = 3.0  # the height of a bar

# How far above the baseline of its line something stands.
_TOP_OF_BOX: Final = 15.0
_TOP_OF_BAR: Final = 6.5
_MIDDLE_OF_DOT: Final = 5.0

_ABOVE_SOURCE: Final = 4.0  # the blank between the boxes of the two sources

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

    A cut-off is what a panel explains: as the choice that a player has there.

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
    """Write an SVG panel that explains the cut-off at a step, as the choice of a player.

    It tells who chooses, what is offered, which test cut off, and where its two numbers come from.
    If the step has no cut-off, the panel is empty and has the height 0.

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
    # From the top down: each method writes below what is there, and moves `y` on.
    writer.write_offers()
    writer.write_table()
    writer.write_sources()
    return ChoicePanel(f'<g class="choice">{"".join(writer.elements)}</g>', writer.y)


class _PanelWriter:
    """Writes the parts of a panel from the top down.

    Two nodes make offers: the node with the cut-off what it can still be, and an ancestor, the
    chooser, what it has already. The chooser's has the colour of its player, the other's that of
    the opponent.

    Each method appends elements, and moves ``y`` down by the lines that it begins.

    Attributes:
        y: The baseline of the last line; it is the height of the panel in the end.
        elements: What is written so far, as SVG.
        chooser_colour: The class of the player who chooses.
        node_colour: The class of the other player, for the node with the cut-off.
    """

    def __init__(self, step: Snapshot, choice: Choice) -> None:
        """Begin an empty panel for the cut-off at a step, and find out the players' colours.

        Args:
            step: The step of the search.
            choice: Its cut-off as a choice: what the two nodes offer, and who chooses.
        """
        self.step = step
        self.record = step.record
        self.choice = choice
        self.y = 0.0
        self.elements: list[str] = []
        # Whoever chooses, the node with the cut-off has the colour of the opponent.
        self.chooser_colour = "min"
        self.node_colour = "max"
        if choice.wants is Player.MAX:
            self.chooser_colour = "max"
            self.node_colour = "min"

    # -- parts -------------------------------------------------------------------------------------

    def write_offers(self) -> None:
        """Write the upper part of the panel: who chooses, two offers on an axis, and the test.

        One offer is the number that the player who chooses has already. The other is what the node
        with the cut-off can still be worth. If MAX chooses it looks like this; if MIN does, it is
        mirrored::

            ▲root CHOOSES              MAX wants →
            −∞        2       3                 +∞
            ──────────────────────────────────────
                              ● through ▽A: has 3
            ━━━━━━━━━━ through ▽B: 2 or less
                      [╳ 3 ≥ 2]
        """
        self._write_chooser()
        self.y += _BETWEEN_PARTS
        self._write_axis()
        self._write_what_chooser_has()
        self._write_offer_of_node()
        self._write_test()
        self._write_why_a_tie_is_enough()

    def _write_what_chooser_has(self) -> None:
        """Write a dot at the chooser's number, and beside it through which child it has that."""
        # At a tie both numbers are one, and the axis shows it at the node's place.
        share = _NODE_SHARE if self.choice.cut.is_tie else _CHOOSER_SHARE
        x = self._x_on_axis(share)
        self._begin_line()
        self._dot(x, self.chooser_colour)
        self._write_beside(x, what_is_there(self.record, self.choice))

    def _write_why_a_tie_is_enough(self) -> None:
        """Write why equal numbers are enough to cut off; nothing where they differ."""
        reason = enough(self.choice)
        if reason is None:
            return
        for line in wrapped_text(str(reason), SMALL, PANEL_WIDTH):
            self._begin_line()
            self._text(0, line, "small quiet")

    def _write_chooser(self) -> None:
        """Write who chooses, and at the right edge what that player wants: ``MAX wants →``.

        Both texts share a line if they fit; else the second text has the next line.
        """
        heading = chooser(self.record, self.choice)
        aim = wish(self.choice)
        width_of_both = text_width(f"{heading} {aim}", MEDIUM)  # with a space between them
        self._begin_line()
        self._text(0, heading, "bold quiet")
        if width_of_both > PANEL_WIDTH:
            self._begin_line()
        self._text_at_right_edge(aim)

    def _write_axis(self) -> None:
        """Write the two numbers of the test at their places between −∞ and +∞, and a line below.

        One is the number of the player who chooses, the other that of the node with the cut-off.
        """
        choice = self.choice
        # Each text is written at the height `y`, so that all these stand on one line. The places of
        # the numbers are given as shares of the axis.
        self._begin_line()
        self._text(0, "−∞", "quiet")
        self._text_at_right_edge("+∞")
        self._write_number(_NODE_SHARE, choice.v, self.node_colour)
        # If the two numbers are equal, the one that is written already stands for both.
        if not choice.cut.is_tie:
            self._write_number(_CHOOSER_SHARE, choice.bound, self.chooser_colour)
        self.y += _PAD
        self._box(0, self.y, PANEL_WIDTH, 1, "axis")

    def _write_number(self, share: float, number: NumberSource, colour: str) -> None:
        """Write a number of the test above the axis, in a player's colour."""
        self._text(self._x_on_axis(share), shown(number.value), f"bold middle {colour}")

    def _write_offer_of_node(self) -> None:
        """Draw the values that the node with the cut-off can still have, with a text beside them.

        It is a bar from the node's number to one end of the axis, ``2 or less``, or a dot if only
        one value is left.
        """
        x = self._x_on_axis(_NODE_SHARE)
        low, high = self.choice.offer  # the least and the greatest value that are possible
        self._begin_line()
        if low == high:
            self._dot(x, self.node_colour)
        else:
            self._bar_from(x)
        self._write_beside(x, what_is_offered(self.record, self.choice))

    def _bar_from(self, x: float) -> None:
        """Draw a bar from a number's place on the axis to the end that the chooser wants least.

        If MAX chooses, it reaches to the left edge: ``2 or less``. If MIN chooses, it reaches to
        the right edge: ``4 or more``.
        """
        top = self.y - _TOP_OF_BAR
        if self.choice.wants is Player.MAX:
            self._box(0, top, x, _BAR, self.node_colour)
        else:
            self._box(x, top, PANEL_WIDTH - x, _BAR, self.node_colour)

    def _write_test(self) -> None:
        """Write the test of the cut-off, such as ``╳ 3 ≥ 2``, in a red box.

        The box begins at the place of the node's number on the axis. It lies on the side of the
        chooser's number: to the right if MAX chooses, to the left if MIN chooses.
        """
        # A step without a test has a word in its place.
        test = "╳ CUT" if self.step.test is None else f"╳ {self.step.test.bare}"
        width = text_width(test, MEDIUM) + 2 * _PAD
        left = self._x_on_axis(_NODE_SHARE)
        if self.choice.wants is Player.MIN:
            left -= width
        self._begin_line()
        self._box(left, self.y - _TOP_OF_BOX, width, _LINE, "met")
        self._text(left + _PAD, test, "bold on-cut")

    def write_table(self) -> None:
        """Write a table that shows what would follow if the pruned leaves had other values.

        It has one column for each value that is tried. If none is tried, nothing is written. Here
        the node ▽B has a cut-off, and its parent, the root, chooses among ▽B and other children::

            IF ALL THAT IS PRUNED WERE
            leaves         −9    2   4 6   99
            ▽B is worth    −9    2    2    2
            ▲root has       3    3    3    3
            after ▽B returns
        """
        table = tried_table(self.record, self.choice)
        if table is None:
            return
        # Each of these lines moves `y` down, so they stand in the order of the table's rows.
        self._heading(table.heading)
        middles = self._middles_of_columns(table)
        self._row_of_leaves(table, middles)
        worths = [worth_text(tried) for tried in table.columns]
        self._row(table.worth_heading, middles, worths, self.node_colour)
        self._row_of_chooser(table, middles)

    def _row_of_chooser(self, table: TriedTable, middles: Sequence[float]) -> None:
        """Write what the chooser has, the same in every column; nothing where no node chooses."""
        if table.chooser_heading is None:
            return
        same_in_each = [shown(table.chooser_value)] * len(middles)
        self._row(table.chooser_heading, middles, same_in_each, self.chooser_colour)
        self._begin_line()
        self._text(0, table.chooser_note, "small quiet")

    def _row_of_leaves(self, table: TriedTable, middles: Sequence[float]) -> None:
        """Write the values that are tried; those that the leaves have look as what is pruned."""
        self._begin_line()
        self._text(0, table.values_heading, "quiet")
        for x, tried in zip(middles, table.columns, strict=True):
            style = "bold middle pruned" if tried.is_own else "middle"
            self._text(x, leaves_text(tried), style)

    def _middles_of_columns(self, table: TriedTable) -> list[float]:
        """Return the x of the middle of each column of a table, from left to right.

        To the left of the columns stand the heads of the rows. The columns share the width that is
        left equally.
        """
        heads = [table.values_heading, table.worth_heading]
        if table.chooser_heading is not None:
            heads.append(table.chooser_heading)
        width_of_heads = max(text_width(str(head), MEDIUM) for head in heads) + _GAP
        column_width = (PANEL_WIDTH - width_of_heads) / len(table.columns)
        columns = range(len(table.columns))
        return [width_of_heads + column_width * (column + 0.5) for column in columns]

    def _row(self, head: Phrase, places: Sequence[float], texts: Sequence[str], kind: str) -> None:
        """Write a row of a table: its head, and each text at its place in a player's colour."""
        self._begin_line()
        self._text(0, head, "quiet")
        for place, text in zip(places, texts, strict=True):
            self._text(place, text, f"bold middle {kind}")

    def write_sources(self) -> None:
        """Write the source of both numbers in the test: the bound, then the node's own v."""
        self._heading(SOURCES)
        self._source(self.choice.bound, self.chooser_colour)
        self._source(self.choice.v, self.node_colour)

    def _source(self, source: NumberSource, colour: str) -> None:
        """Write a line on where a number comes from: ``[3] ▽A gave it to ▲root       step 9``.

        The brackets stand for a coloured box. The step is left out if the number has none.

        Args:
            source: The number, with its origin and the step since which it stands. It must be
                ``self.choice.bound`` or ``self.choice.v`` itself, no copy: `where_from` tells the
                two apart by that, since they can be equal.
            colour: The class of the box around the number.
        """
        number = shown(source.value)
        width_of_box = text_width(number, MEDIUM) + 2 * _PAD
        # First, since it moves `y` down to the baseline of this line, which all that follows uses.
        self._begin_line(_LINE + _ABOVE_SOURCE)
        # The box before its number: in an SVG a later element covers an earlier one. The box begins
        # above the baseline, at which the texts stand.
        self._box(0, self.y - _TOP_OF_BOX, width_of_box, _LINE, colour)
        self._text(_PAD, number, "bold ground")
        self._text(width_of_box + _GAP, where_from(self.record, self.choice, source), "")
        if source.step is not None:
            self._text_at_right_edge(f"step {source.step}")

    # -- places ------------------------------------------------------------------------------------

    def _x_on_axis(self, share: float) -> float:
        """Return the x of a share of the axis, from −∞ if MAX chooses, from +∞ if MIN chooses.

        So the better number for the chooser, which has the greater share, stands on the side where
        that player's wishes go.
        """
        if self.choice.wants is Player.MAX:
            return PANEL_WIDTH * share
        return PANEL_WIDTH * (1 - share)

    def _begin_line(self, height: float = _LINE) -> None:
        """Move ``y`` down to the baseline of the next line."""
        self.y += height

    def _heading(self, text: Phrase) -> None:
        """Write the heading of a part, with a gap above it."""
        self.y += _BETWEEN_PARTS
        self._begin_line()
        self._text(0, text, "small bold quiet")

    def _write_beside(self, place: float, text: Phrase) -> None:
        """Write a text beside a dot or a bar: to the right if MAX chooses, to the left if MIN does.

        If the text has no room there up to the edge of the panel, it stands on the next line.

        Args:
            place: The x of the dot, or of the end of the bar.
            text: The text.
        """
        width = _GAP + text_width(str(text), MEDIUM)
        if self.choice.wants is Player.MAX and place + width <= PANEL_WIDTH:
            self._text(place + _GAP, text, "")
        elif self.choice.wants is Player.MIN and width <= place:
            self._text(place - _GAP, text, "end")  # with this class, x is where the text ends
        else:
            self._begin_line()
            self._text(0, text, "")

    # -- elements ----------------------------------------------------------------------------------

    def _text(self, x: float, text: str | Phrase, classes: str) -> None:
        """Write a text; of a phrase the names of nodes have the colours of their players."""
        content = escape(text) if isinstance(text, str) else "".join(map(_span, text.parts()))
        attribute = f' class="{classes}"' if classes else ""
        self.elements.append(f'<text{attribute} x="{x:.1f}" y="{self.y:.1f}">{content}</text>')

    def _text_at_right_edge(self, text: str | Phrase) -> None:
        """Write a quiet text that ends at the right edge of the panel."""
        self._text(PANEL_WIDTH, text, "quiet end")  # with the class ``end``, x is where it ends

    def _box(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        """Write a filled rectangle in the colour of a kind."""
        self.elements.append(
            f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
            f'height="{height:.1f}"/>'
        )

    def _dot(self, x: float, kind: str) -> None:
        """Write a dot on the line in the colour of a kind."""
        self.elements.append(
            f'<circle class="{kind}" cx="{x:.1f}" cy="{self.y - _MIDDLE_OF_DOT:.1f}" r="4"/>'
        )


def _span(part: tuple[str, str]) -> str:
    """Return a part of a phrase; a node's name has the colour of its player."""
    text, role = part
    if role in {"max", "min", "alpha", "beta"}:
        return f'<tspan class="{role}">{escape(text)}</tspan>'
    return escape(text)
