"""A cut-off as a choice, as a picture beside a figure: what the terminal's side and the page show.

Each part is composed as a list of lines. At last all lines are placed, one below the other. The
axis shows which of two numbers is better for the player who chooses; it is not to scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.drawing.lettering import MEDIUM, SMALL, text_width, wrap_text
from treeexplorer.engine.record import Record
from treeexplorer.errors import TreeexplorerError
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
from treeexplorer.explain.sentence import Phrase
from treeexplorer.explain.snapshot import Snapshot, snapshot
from treeexplorer.judging.choices import Choice, NumberSource
from treeexplorer.numbers import shown
from treeexplorer.tree import Number, Player

PANEL_WIDTH: Final = 340.0
_LINE_HEIGHT: Final = 20.0
_GAP_BETWEEN_PARTS: Final = 16.0
_NODE_SHARE: Final = 0.24  # of the axis: where the number of the node with the cut-off stands
_CHOOSER_SHARE: Final = 0.48  # where that of the chooser stands, which is better for the chooser
_GAP: Final = 10.0  # between a mark and the text beside it
_PADDING: Final = 6.0  # between a text and the box around it, or the axis below it
_BAR_HEIGHT: Final = 3.0  # the height of a bar

# How far above the baseline of its line something stands.
_TOP_OF_BOX: Final = 15.0
_TOP_OF_BAR: Final = 6.5
_MIDDLE_OF_DOT: Final = 5.0

_GAP_ABOVE_SOURCE: Final = 4.0  # the blank between the boxes of the two sources

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


def check_steps_have_choice(record: Record, steps: Iterable[int]) -> None:
    """Raise an error unless at least one of the steps has a cut-off.

    A cut-off is what a panel explains: as the choice that a player has there.

    Raises:
        ChoiceError: No step has a cut-off; the message names steps that have one.
    """
    if any(snapshot(record, step).choice is not None for step in steps):
        return

    cutoff_steps = [record.returned_at(call) for call in record.cuts]
    if not cutoff_steps:
        raise ChoiceError("there is no choice to draw: the search has no cut-off")
    some_steps = ", ".join(map(str, cutoff_steps[:8]))
    raise ChoiceError(f"a choice is drawn at a cut-off; there is one at step {some_steps}")


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
        return ChoicePanel(markup="", height=0.0)

    test = ""
    if step.test is not None:
        test = step.test.bare
    panel = _Panel(step.record, choice, test)
    return _stack_lines([*panel.render_offers(), *panel.render_table(), *panel.render_sources()])


class _Text(NamedTuple):
    """A text on the baseline of its line."""

    x: float  # where it begins; its end or its middle with the class ``end`` or ``middle``
    text: str | Phrase
    classes: str = ""

    def svg(self, baseline: float) -> str:
        """Return the SVG element; in a phrase the names of nodes have their players' colours."""
        if isinstance(self.text, str):
            content = escape(self.text)
        else:
            content = "".join(map(_render_span, self.text.parts()))
        attribute = f' class="{self.classes}"' if self.classes else ""
        return f'<text{attribute} x="{self.x:.1f}" y="{baseline:.1f}">{content}</text>'


class _Box(NamedTuple):
    """A filled rectangle."""

    left: float
    above: float  # how far its top is above the baseline of its line
    width: float
    height: float
    colour: str  # a class of `CHOICE_STYLES`

    def svg(self, baseline: float) -> str:
        """Return the SVG element."""
        top = baseline - self.above
        return (
            f'<rect class="{self.colour}" x="{self.left:.1f}" y="{top:.1f}" '
            f'width="{self.width:.1f}" height="{self.height:.1f}"/>'
        )


class _Dot(NamedTuple):
    """A dot as high as the middle of its line's letters."""

    x: float  # its middle
    colour: str  # a class of `CHOICE_STYLES`

    def svg(self, baseline: float) -> str:
        """Return the SVG element."""
        middle = baseline - _MIDDLE_OF_DOT
        return f'<circle class="{self.colour}" cx="{self.x:.1f}" cy="{middle:.1f}" r="4"/>'


_Shape: TypeAlias = _Text | _Box | _Dot


class _Line(NamedTuple):
    """A line of the panel; without shapes it is a gap."""

    shapes: Sequence[_Shape] = ()  # a later one covers an earlier one
    height: float = _LINE_HEIGHT  # from the baseline of the line above to its own


def _stack_lines(lines: Sequence[_Line]) -> ChoicePanel:
    """Put lines below each other, and return them as the markup of a panel."""
    elements: list[str] = []
    baseline = 0.0
    for line in lines:
        baseline += line.height
        elements += [shape.svg(baseline) for shape in line.shapes]
    return ChoicePanel(markup=f'<g class="choice">{"".join(elements)}</g>', height=baseline)


@dataclass(frozen=True)
class _Panel:
    """The parts of a panel, each as the lines that it takes from the top down.

    Two numbers were compared when the search cut off. The *chooser*, an ancestor of the node with
    the cut-off, has the first already. The second is v of that node: it tells what the node can
    still be worth, which is what it offers the chooser. Each number has its player's colour.
    """

    record: Record
    choice: Choice
    test: str  # the test as it was computed, ``3 ≥ 2``; "" if the step has none

    # -- the two numbers -------------------------------------------------------------------------

    @property
    def max_chooses(self) -> bool:
        """Whether the chooser is MAX. Then the greater numbers, to the right, are the better."""
        return self.choice.wants is Player.MAX

    @property
    def chooser_class(self) -> str:
        """The CSS class of the player who chooses."""
        return "max" if self.max_chooses else "min"

    @property
    def node_class(self) -> str:
        """The CSS class of the opponent, who moves at the node with the cut-off."""
        return "min" if self.max_chooses else "max"

    @property
    def chooser_x(self) -> float:
        """Where the chooser's number stands on the axis."""
        if self.choice.cut.is_tie:  # both numbers are the same, and stand at one place
            return self.node_x
        return self._compute_x_on_axis(_CHOOSER_SHARE)

    @property
    def node_x(self) -> float:
        """Where the number of the node with the cut-off stands on the axis."""
        return self._compute_x_on_axis(_NODE_SHARE)

    def _compute_x_on_axis(self, share: float) -> float:
        """Return the x of a share of the axis, counted from the end that the chooser wants least.

        That is −∞, on the left, if MAX chooses, and +∞, on the right, if MIN does.
        """
        if self.max_chooses:
            return PANEL_WIDTH * share
        return PANEL_WIDTH * (1 - share)

    # -- the axis --------------------------------------------------------------------------------

    def render_offers(self) -> list[_Line]:
        """Return the upper part: who chooses, what that player has and is offered, and the test.

        If MAX chooses it looks like this; if MIN does, it is mirrored::

            ▲root CHOOSES              MAX wants →
            −∞        2       3                 +∞
            ──────────────────────────────────────
                              ● through ▽A: has 3
            ━━━━━━━━━━ through ▽B: 2 or less
                      [╳ 3 ≥ 2]
        """
        return [
            *self._render_chooser_and_aim(),
            _Line(height=_GAP_BETWEEN_PARTS),
            *self._render_axis(),
            *self._render_what_chooser_has(),
            *self._render_offer_of_node(),
            self._render_test(),
            *self._explain_why_tie_is_enough(),
        ]

    def _render_chooser_and_aim(self) -> list[_Line]:
        """Return who chooses, and at the right edge what that player wants: ``MAX wants →``.

        Both texts share a line if they fit; else the second text has the next line.
        """
        heading = chooser(self.record, self.choice)
        aim = wish(self.choice)
        heading_text = _Text(x=0, text=heading, classes="bold quiet")
        aim_text = _align_right(aim)

        width_of_both = text_width(f"{heading} {aim}", MEDIUM)  # with a space between them
        if width_of_both <= PANEL_WIDTH:
            return [_Line([heading_text, aim_text])]
        return [_Line([heading_text]), _Line([aim_text])]

    def _render_axis(self) -> list[_Line]:
        """Return the axis of the panel: a line with the two compared numbers, and a rule below it.

        Each number stands at its place between −∞ and +∞. If they are equal, one text stands for
        both::

            −∞        2      3        +∞
            ────────────────────────────
        """
        numbers: list[_Shape] = [
            _Text(x=0, text="−∞", classes="quiet"),
            _align_right("+∞"),
            self._number_on_axis(self.choice.v.value, self.node_x, self.node_class),
        ]
        if not self.choice.cut.is_tie:
            bound = self.choice.bound.value
            numbers.append(self._number_on_axis(bound, self.chooser_x, self.chooser_class))
        rule = _Box(left=0, above=0, width=PANEL_WIDTH, height=1, colour="axis")
        line_of_numbers = _Line(numbers)
        line_of_rule = _Line([rule], height=_PADDING)  # it stands nearer to the line above it
        return [line_of_numbers, line_of_rule]

    def _number_on_axis(self, number: Number, x: float, player_class: str) -> _Text:
        """Return a number as a text with its middle at an x, in the colour of its player."""
        return _Text(x=x, text=shown(number), classes=f"bold middle {player_class}")

    def _render_what_chooser_has(self) -> list[_Line]:
        """Return a dot at the chooser's number, and beside it through which child it has that."""
        dot = _Dot(self.chooser_x, self.chooser_class)
        text = describe_bound_of_choice(self.record, self.choice)
        return self._put_text_beside(dot, self.chooser_x, text)

    def _render_offer_of_node(self) -> list[_Line]:
        """Return the values that the node can still have, as a mark with a text beside it.

        The mark is a dot if only one value is left, otherwise a bar: ``2 or less``.
        """
        least, greatest = self.choice.offer
        mark: _Shape = self._make_bar_of_offer()
        if least == greatest:
            mark = _Dot(self.node_x, self.node_class)
        text = describe_offer(self.record, self.choice)
        return self._put_text_beside(mark, self.node_x, text)

    def _make_bar_of_offer(self) -> _Box:
        """Return a bar from the node's number to the end of the axis that the chooser wants least.

        If MAX chooses, it reaches to the left edge: ``2 or less``. If MIN chooses, it reaches to
        the right edge: ``4 or more``.
        """
        if self.max_chooses:
            left = 0.0
            width = self.node_x
        else:
            left = self.node_x
            width = PANEL_WIDTH - self.node_x
        return _Box(
            left=left, above=_TOP_OF_BAR, width=width, height=_BAR_HEIGHT, colour=self.node_class
        )

    def _put_text_beside(self, mark: _Shape, x: float, text: Phrase) -> list[_Line]:
        """Put a text beside a mark at an x, to the right if MAX chooses, else to the left.

        If the text has no room there up to the edge of the panel, it stands on the next line.
        """
        needed_width = _GAP + text_width(str(text), MEDIUM)
        has_room_on_the_right = x + needed_width <= PANEL_WIDTH
        has_room_on_the_left = needed_width <= x

        if self.max_chooses and has_room_on_the_right:
            return [_Line([mark, _Text(x=x + _GAP, text=text)])]
        if not self.max_chooses and has_room_on_the_left:
            return [_Line([mark, _Text(x=x - _GAP, text=text, classes="end")])]
        return [_Line([mark]), _Line([_Text(x=0, text=text)])]

    def _render_test(self) -> _Line:
        """Return the test of the cut-off, ``╳ 3 ≥ 2``, in a red box; without a test ``╳ CUT``.

        The box has one end at the node's number. It lies on the side of the chooser's number: to
        the right if MAX chooses, to the left if MIN chooses.
        """
        text = "╳ CUT"
        if self.test:
            text = f"╳ {self.test}"
        width = text_width(text, MEDIUM) + 2 * _PADDING

        left = self.node_x
        if not self.max_chooses:
            left -= width
        box = _Box(left=left, above=_TOP_OF_BOX, width=width, height=_LINE_HEIGHT, colour="met")
        return _Line([box, _Text(x=left + _PADDING, text=text, classes="bold on-cut")])

    def _explain_why_tie_is_enough(self) -> list[_Line]:
        """Return why equal numbers are enough to cut off; nothing where they differ."""
        reason = enough(self.choice)
        if reason is None:
            return []
        wrapped = wrap_text(str(reason), SMALL, PANEL_WIDTH)
        return [_Line([_Text(x=0, text=text, classes="small quiet")]) for text in wrapped]

    # -- other values of the pruned leaves -------------------------------------------------------

    def render_table(self) -> list[_Line]:
        """Return a table that shows what would follow if the pruned leaves had other values.

        It has one column for each value that is tried, and no lines if none is tried. Here the
        node ▽B has a cut-off, and its parent, the root, chooses among ▽B and other children::

            IF ALL THAT IS PRUNED WERE
            leaves         −9    2   4 6   99
            ▽B is worth    −9    2    2    2
            ▲root has       3    3    3    3
            after ▽B returns
        """
        table = build_tried_table(self.record, self.choice)
        if table is None:
            return []

        column_middles = _compute_column_middles(table)
        node_values = [format_tried_worth(column) for column in table.columns]
        lines = [
            _render_heading(table.heading),
            _render_row_of_leaves(table, column_middles),
            _render_row(table.worth_heading, column_middles, node_values, self.node_class),
        ]
        if table.chooser_heading is None:
            return lines

        chooser_values = [shown(table.chooser_value)] * len(table.columns)  # the same in each
        heading = table.chooser_heading
        lines.append(_render_row(heading, column_middles, chooser_values, self.chooser_class))
        lines.append(_Line([_Text(x=0, text=table.chooser_note, classes="small quiet")]))
        return lines

    # -- where the two numbers come from ---------------------------------------------------------

    def render_sources(self) -> list[_Line]:
        """Return where both numbers of the test come from: the chooser's, then the node's own v."""
        bound = self.choice.bound
        v = self.choice.v
        origin_of_bound = describe_source_of_bound(self.record, self.choice)
        origin_of_v = describe_source_of_v(self.record, self.choice)
        return [
            _render_heading(SOURCES),
            _render_source(bound, origin_of_bound, self.chooser_class),
            _render_source(v, origin_of_v, self.node_class),
        ]


def _render_source(number: NumberSource, origin: Phrase, player_class: str) -> _Line:
    """Return where a number comes from: ``[3] ▽A gave it to ▲root       step 9``.

    The brackets stand for a coloured box. The step is left out if the number has none.

    Args:
        number: The number, and the step since which it stands.
        origin: Where it comes from.
        player_class: The CSS class of its player, which colours the box.
    """
    text = shown(number.value)
    box_width = text_width(text, MEDIUM) + 2 * _PADDING
    shapes: list[_Shape] = [
        _Box(left=0, above=_TOP_OF_BOX, width=box_width, height=_LINE_HEIGHT, colour=player_class),
        _Text(x=_PADDING, text=text, classes="bold ground"),
        _Text(x=box_width + _GAP, text=origin),
    ]
    if number.step is not None:
        shapes.append(_align_right(f"step {number.step}"))
    return _Line(shapes, height=_LINE_HEIGHT + _GAP_ABOVE_SOURCE)


def _render_heading(text: Phrase) -> _Line:
    """Return the heading of a part, with a gap above it."""
    return _Line(
        [_Text(x=0, text=text, classes="small bold quiet")],
        height=_GAP_BETWEEN_PARTS + _LINE_HEIGHT,
    )


def _align_right(text: str | Phrase) -> _Text:
    """Return a quiet text that ends at the right edge of the panel."""
    return _Text(x=PANEL_WIDTH, text=text, classes="quiet end")


def _render_row_of_leaves(table: TriedTable, column_middles: Sequence[float]) -> _Line:
    """Return the row of the leaf values that are tried; the leaves' own values look pruned."""
    shapes = [_Text(x=0, text=table.values_heading, classes="quiet")]
    for x, column in zip(column_middles, table.columns, strict=True):
        classes = "middle"
        if column.is_own:
            classes = "bold middle pruned"
        shapes.append(_Text(x=x, text=leaves_text(column), classes=classes))
    return _Line(shapes)


def _render_row(
    heading: Phrase, column_middles: Sequence[float], texts: Sequence[str], player_class: str
) -> _Line:
    """Return a row of a table: its heading, and a text in a player's colour for each column.

    Args:
        heading: What stands at the left edge.
        column_middles: The x of the middle of each column.
        texts: The text of each column.
        player_class: The CSS class of the player.
    """
    shapes = [_Text(x=0, text=heading, classes="quiet")]
    for x, text in zip(column_middles, texts, strict=True):
        shapes.append(_Text(x=x, text=text, classes=f"bold middle {player_class}"))
    return _Line(shapes)


def _compute_column_middles(table: TriedTable) -> list[float]:
    """Return the x of the middle of each column of a table, from left to right.

    The headings of the rows stand at the left edge. The columns share the width behind the widest
    heading equally. If that is 200 pixels from x = 100 on, two columns have their middles at 150
    and 250.
    """
    headings = [table.values_heading, table.worth_heading]
    if table.chooser_heading is not None:
        headings.append(table.chooser_heading)
    columns_left = max(text_width(str(heading), MEDIUM) for heading in headings) + _GAP

    column_count = len(table.columns)
    column_width = (PANEL_WIDTH - columns_left) / column_count
    return [columns_left + column_width * (column + 0.5) for column in range(column_count)]


def _render_span(part: tuple[str, str]) -> str:
    """Return a part of a phrase; a node's name has the colour of its player."""
    text, role = part
    if role in {"max", "min", "alpha", "beta"}:
        return f'<tspan class="{role}">{escape(text)}</tspan>'
    return escape(text)
