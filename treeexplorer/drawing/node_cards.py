"""The cards of a drawing: the boxes of nodes with children, and what stands on and behind them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import repeat
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Weight
from treeexplorer.drawing.drawer import Drawer
from treeexplorer.drawing.items import Item
from treeexplorer.drawing.painter import PASSED, STYLE_OF_MARK, join_groups_that_fit
from treeexplorer.drawing.styled_text import (
    CARD_STYLES,
    StyledPart,
    TextStyle,
    count_cells_of_parts,
)
from treeexplorer.engine.record import Status
from treeexplorer.errors import present
from treeexplorer.text import width
from treeexplorer.tree import Number

_TOP_ITEM: Final = 0


class _CountPlace(Enum):
    """Where the number of nodes that a card hides is written."""

    BELOW = "below the card"
    ON_CARD = "on the card"
    BEHIND = "behind the card"


class _CardTexts(NamedTuple):
    """What is written on a node's card."""

    label: list[StyledPart]
    value: list[StyledPart]
    hidden_count: list[StyledPart]  # how many nodes below it are not drawn; empty if all are


class NodeCards(Drawer):
    """Draws the cards of a tree: label, value and window, with how many nodes a card hides."""

    def draw(self, item: Item, first_line: int) -> None:
        """Draw the card (box) of a node with children, and how many nodes it hides below itself.

        The card shows the node's label and value. The number of hidden nodes stands on the card,
        below it or behind it, depending on the room. What is behind it is written in the card's
        last line.
        """
        texts = self._render_card_texts(item)
        count_place = self._choose_count_place(item, texts)
        card_lines = self._render_card_lines(item, texts, count_place)
        self._draw_card_lines(item, first_line, card_lines)

        last_card_line = first_line + len(card_lines) - 1
        count_behind_card: list[StyledPart] = []
        if count_place is _CountPlace.BELOW:
            line_below_card = first_line + self._layout.form.lines
            self._draw_count_below_card(item, line_below_card, texts.hidden_count)
        elif count_place is _CountPlace.BEHIND:
            count_behind_card = texts.hidden_count
        parts_behind_card = self._render_parts_behind_card(item, count_behind_card)
        self._canvas.write(last_card_line, self._layout.column_behind(item), parts_behind_card)

    def _draw_count_below_card(self, item: Item, line: int, count: list[StyledPart]) -> None:
        """Draw how many nodes a card hides, centred below the card; ``count`` may be empty."""
        column = self._layout.column_of_centred_text(item, count_cells_of_parts(count))
        self._canvas.write(line, column, count)

    def _render_card_texts(self, item: Item) -> _CardTexts:
        """Return the texts of a node's box: its label, its value and how many nodes it hides.

        In a tight box, which has no spaces, they are ``▲A`` and ``v3``; else ``▲ A`` and ``v 3``.
        """
        node = self._layout.items.node(item)
        is_tight = self._layout.is_tight(item)
        value_has_own_line = self._layout.form.lines > 1
        return _CardTexts(
            label=self._painter.render_label(node, tight=is_tight),
            value=self._painter.render_value(node, spaced=value_has_own_line, tight=is_tight),
            hidden_count=self._render_hidden_count(item),
        )

    def _draw_card_lines(
        self, item: Item, first_line: int, card_lines: Sequence[list[StyledPart]]
    ) -> None:
        """Draw the lines of a node's box, each centred between blanks that fill the box."""
        background = self._painter.card_style(self._layout.items.node(item))
        for line, parts in enumerate(card_lines, first_line):
            padded = _pad(parts, self._layout.cells[item], background)
            placed = self._painter.add_marks_around(item, self._layout.left_of(item), padded)
            self._canvas.write(line, placed.column, placed.parts)

    def _render_label_line(self, item: Item, label: list[StyledPart]) -> list[StyledPart]:
        """Return the one line of a box without a value: its label, filled up to the box's width.

        If the node is pruned, and colours do not show it, the label stands between strokes.
        """
        background = self._painter.card_style(self._layout.items.node(item))
        fill = " "
        if background == TextStyle.PRUNED and self._painter.look.marks:
            fill = self._painter.glyphs.hatch
        return _pad(label, self._layout.cells[item], background, fill)

    def _choose_count_place(self, item: Item, texts: _CardTexts) -> _CountPlace:
        """Choose where to write how many nodes are hidden below a node's box, its card.

        The best place is below the card, if there is a line for it. Else it is on the card, if that
        has room, and else behind the card.
        """
        is_last_row = self._layout.items.ply[item] + 1 == len(self._layout.heads)
        has_line_below_cards = self._layout.form.stub > 0
        if has_line_below_cards or is_last_row:
            return _CountPlace.BELOW
        if texts.hidden_count and self._has_room_for_count(item, texts):
            return _CountPlace.ON_CARD
        return _CountPlace.BEHIND

    def _has_room_for_count(self, item: Item, texts: _CardTexts) -> bool:
        """Tell whether the number of hidden nodes has room behind the label on a card.

        It has none on a card that shows a value, and on one of several lines.
        """
        if texts.value or self._layout.form.lines > 1:
            return False
        needed_cells = (
            count_cells_of_parts(texts.label)
            + width(" ")
            + count_cells_of_parts(texts.hidden_count)
        )
        return needed_cells <= self._layout.cells[item]

    def _render_label_and_count(self, item: Item, texts: _CardTexts) -> list[StyledPart]:
        """Return a label, followed on the same card by the number of hidden nodes."""
        ((count, _),) = texts.hidden_count
        background = self._painter.card_style(self._layout.items.node(item))
        count_style = background
        if background == TextStyle.SPACE:
            count_style = TextStyle.QUIET
        return [*texts.label, (" ", background), (count, count_style)]

    def _render_card_lines(
        self, item: Item, texts: _CardTexts, count_place: _CountPlace
    ) -> Sequence[list[StyledPart]]:
        """Return the styled texts on each line of a node's box, from the top down.

        The number of nodes that the box hides is among them only if its place is on the card.
        """
        if count_place is _CountPlace.ON_CARD:  # where the card has but one line
            return [self._render_label_and_count(item, texts)]
        if self._layout.form.lines > 1:
            return self._render_lines_of_high_card(item, texts)
        if texts.value:
            return [self._render_label_and_value(item, texts)]
        return [self._render_label_line(item, texts.label)]

    def _render_hidden_count(self, item: Item) -> list[StyledPart]:
        """Return how many nodes a card hides below itself as styled text; empty for none."""
        hidden_nodes = self._layout.items.hidden(item)
        if not hidden_nodes:
            return []
        style = TextStyle.QUIET
        if self._painter.is_pruned(item):
            style = TextStyle.PRUNED
        return [(self._painter.count(hidden_nodes, self._layout.cells[item]), style)]

    def _render_lines_of_high_card(self, item: Item, texts: _CardTexts) -> list[list[StyledPart]]:
        """Return the lines of a node's box that is two or three lines high.

        They are the label, the value, and in a box of three lines the window as it is now. A pruned
        node is hatched below its label. A node that the search has not visited yet has no box, so
        only its label is returned.
        """
        node = self._layout.items.node(item)
        line_count = self._layout.form.lines
        status = self._painter.node_status(node)
        if status is Status.UNSEEN:
            return [texts.label]

        if status in PASSED:
            hatched_line: StyledPart = (
                self._painter.glyphs.hatch * self._layout.cells[item],
                TextStyle.HATCHED,
            )
            return [texts.label, *repeat([hatched_line], line_count - 1)]

        value = self._render_value_or_effect(item, texts.value)
        if line_count > 2:
            return [texts.label, value, self._render_current_window(node)]
        return [texts.label, value]

    def _render_label_and_value(self, item: Item, texts: _CardTexts) -> list[StyledPart]:
        """Return the one line of a low box with label and value, filled up to the box's width.

        The label stands in the same column at all steps, while the value becomes longer or shorter:
        at first ``|  ▲ A v −∞  |``, and later ``|  ▲ A v 3   |``.
        """
        if self._layout.is_tight(item):  # without spaces
            return [*texts.label, *texts.value]

        node = self._layout.items.node(item)
        card_width = self._layout.cells[item]
        background = self._painter.card_style(node)
        parts = [*texts.label, (" ", background), *texts.value]
        free_cells = max(0, card_width - count_cells_of_parts(parts))

        # The same at all steps: where the label begins if it is centred with the widest value.
        widest_value = self._painter.value_width(self._painter.tree.roles[node])
        cells_beside_both = max(0, card_width - count_cells_of_parts(texts.label) - widest_value)
        usual_left_padding = cells_beside_both // 2

        left_padding = min(usual_left_padding, free_cells)
        right_padding = free_cells - left_padding
        return [(" " * left_padding, background), *parts, (" " * right_padding, background)]

    def _render_value_or_effect(self, item: Item, value: list[StyledPart]) -> list[StyledPart]:
        """Return a node's value, or the effect of a tried leaf value on it if that has room."""
        effect = self._render_effect_of_trial(self._layout.items.node(item), value)
        if not effect or count_cells_of_parts(effect) > self._layout.cells[item]:
            return value
        return effect

    def _render_effect_of_trial(self, node: int, value: list[StyledPart]) -> list[StyledPart]:
        """Return how a node's value changes if a person tries another value for a pruned leaf.

        Two nodes above the leaf may show an effect; at all others the text is empty:

        - ``4 → 7``: the value of the node with the cut-off changes from 4 to 7.
        - ``stays 4``: the node that has the bound of the cut-off keeps its value.

        Args:
            node: The node.
            value: Its value as it is written without an effect; empty if it has none.
        """
        trial = self._painter.look.trial
        if trial is None:
            return []

        is_exact = trial.sign == "="  # one number, neither a bound nor a value so far
        has_cutoff = node == trial.node
        if has_cutoff and is_exact and trial.before is not None:
            return self._render_changed_value(node, trial.before, trial.number)

        has_bound_of_cutoff = node == trial.bound_holder
        if has_bound_of_cutoff and value:
            _, number_style = value[-1]  # a value ends with its number
            return self._render_unchanged_value(node, number_style)
        return []

    def _render_changed_value(self, node: int, before: Number, after: Number) -> list[StyledPart]:
        """Return the change of a node's value as styled text: ``4 → 7``."""
        arrow = "→"
        if self._painter.glyphs.ascii:
            arrow = "->"
        style = CARD_STYLES[self._painter.player(node)].between
        return [
            (f"{self._painter.glyphs.number(before)} {arrow} ", style),
            (self._painter.glyphs.number(after), TextStyle.NEWS),
        ]

    def _render_unchanged_value(self, node: int, number_style: str) -> list[StyledPart]:
        """Return the text that a node's value does not change: ``stays 4``."""
        number = present(self._painter.snapshot.view(node).number)
        word_style = CARD_STYLES[self._painter.player(node)].between
        return [("stays ", word_style), (self._painter.glyphs.number(number), number_style)]

    def _render_current_window(self, node: int) -> list[StyledPart]:
        """Return α and β as they are now at a node that the search is in: ``3│+∞``.

        Elsewhere, on a person's paper, and if windows are not shown, the list is empty.
        """
        if not self._painter.look.windows or self._painter.look.answers is not None:
            return []
        if self._painter.node_status(node) is not Status.OPEN:
            return []
        window = self._painter.snapshot.view(node).window
        if window is None:
            return []

        alpha, beta = map(self._painter.glyphs.number, window)
        separator = self._painter.glyphs.uprights[Weight.LIGHT]
        styles = CARD_STYLES[self._painter.player(node)]
        return [(alpha, styles.alpha), (separator, styles.between), (beta, styles.beta)]

    def _render_parts_behind_card(
        self, item: Item, hidden_count: list[StyledPart]
    ) -> list[StyledPart]:
        """Return the number of nodes that a card hides and remarks on it, as far as they fit.

        The number is empty if it is not written behind the card.
        """
        groups = [hidden_count, *self._render_answers_on_tree(item)]
        if not any(groups):  # nearly everywhere: no need to measure the room
            return []
        return join_groups_that_fit(groups, "  ", self._count_free_cells_behind(item))

    def _render_answers_on_tree(self, item: Item) -> list[list[StyledPart]]:
        """Return a person's answers about the whole tree, such as ``reads 7 leaves ✓``.

        They stand at the topmost node; at any other node, and without answers, none are returned.
        Each is a list of styled texts: the answer, then its mark if it was marked.
        """
        if item != _TOP_ITEM:
            return []
        answer = self._painter.answer(item)
        if answer is None:
            return []
        return [
            [
                (self._painter.glyphs.written(text), TextStyle.QUIET),
                *self._painter.render_mark(mark, STYLE_OF_MARK, " "),
            ]
            for text, mark in answer.aside
        ]

    def _count_free_cells_behind(self, item: Item) -> int:
        """Return how many cells are free between a card and the next one of its row."""
        next_item = self._layout.items.next_in_row(item, 1)
        end = self._layout.width
        if next_item is not None:
            end = self._layout.left_of(next_item) - 1  # a cell before it is for its mark
        return end - self._layout.column_behind(item)


def _pad(parts: list[StyledPart], cells: int, style: str, fill: str = " ") -> list[StyledPart]:
    """Centre styled texts in a number of cells, with a fill character on both sides.

    Example:
        >>> _pad([("v 3", "bold")], 6, "quiet")
        [(' ', 'quiet'), ('v 3', 'bold'), ('  ', 'quiet')]
    """
    free_cells = max(0, cells - count_cells_of_parts(parts))
    left = free_cells // 2
    if fill != " ":
        left = (free_cells + 1) // 2
    right = free_cells - left
    return [(fill * left, style), *parts, (fill * right, style)]
