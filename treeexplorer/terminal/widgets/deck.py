"""The deck of cards that explain the drawing: one at a time where room is short, else several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual import events

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.painted import Painted

_NARROWEST = 35
_LOWEST = 14
_LONGEST = 1000  # lines of a card
_LOWEST_GIVER = 8  # lines that a card keeps which gives some to another


@dataclass(frozen=True)
class Card:
    """Something that can be shown in the deck.

    Attributes:
        id: What it is called in settings.
        title: Its heading; empty where its first line is one already.
        make: Returns its lines for a width and a height in cells.
        click: Does what a click on one of its lines does, told the line's number from 0.
        needs: Returns how many lines it would like to have for a width, where that is known.
        more: What is said below a part of it that is shown alone, such as ``tab reads on``;
            empty where it makes do with the lines that there are.
    """

    id: str
    title: str
    make: Callable[[int, int], list[Styled]]
    click: Callable[[int], None] | None = None
    needs: Callable[[int], int] | None = None
    more: str = ""


@dataclass(frozen=True)
class _Slot:
    column: int
    top: int
    width: int
    height: int
    card: Card


class Deck(Painted):
    """Cards beside the drawing, each with a line at its left.

    Args:
        ink: How lines are drawn.
        cards: All cards, in their order.
    """

    def __init__(self, ink: Ink, cards: list[Card], *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._ink = ink
        self._cards = cards
        self.hidden: set[str] = set()
        self.front = 0
        self._slots: list[_Slot] = []
        self._read_from = 0
        self._rest_from = 0

    @property
    def card_ids(self) -> list[str]:
        """The ids of all cards."""
        return [card.id for card in self._cards]

    @property
    def visible_cards(self) -> list[Card]:
        """The cards that are not hidden."""
        return [card for card in self._cards if card.id not in self.hidden]

    def turn(self, by: int) -> None:
        """Bring another card to the front, or what is left to read of the one that is there."""
        if by > 0 and self._rest_from:
            self._read_from = self._rest_from
            self.refresh()
            return
        self._read_from = 0
        count = len(self.visible_cards)
        self.front = (self.front + by) % count if count else 0
        self.refresh()

    def bring(self, identifier: str) -> None:
        """Bring a card to the front, showing it if it was hidden."""
        self.hidden.discard(identifier)
        self._read_from = 0
        identifiers = [card.id for card in self.visible_cards]
        self.front = identifiers.index(identifier)
        self.refresh()

    def is_behind(self, identifier: str) -> bool:
        """Whether a card is not hidden, and yet not seen because others are before it."""
        slots = self._layout()
        seen = {slot.card.id for slot in slots}
        return bool(slots) and identifier in {card.id for card in self.visible_cards} - seen

    def _layout(self) -> list[_Slot]:
        cards = self.visible_cards
        if not cards:
            return []
        width, height = self.size.width, self.size.height
        columns = max(1, width // _NARROWEST)
        rows = max(1, height // _LOWEST)
        wanted = min(len(cards), columns * rows)
        front = self.front % len(cards)
        if wanted == 1:
            chosen = [cards[front]]
        else:
            rest = cards[1:]
            turn = (front - 1) % len(rest) if front else 0
            chosen = [cards[0], *(rest[turn:] + rest[:turn])][:wanted]
        columns = min(columns, wanted)
        slots: list[_Slot] = []
        for column in range(columns):
            share = chosen[column * wanted // columns : (column + 1) * wanted // columns]
            start, stop = column * width // columns, (column + 1) * width // columns
            top = 0
            for card, lines in zip(share, _heights(share, stop - start, height), strict=True):
                slots.append(_Slot(start, top, stop - start, lines, card))
                top += lines
        return slots

    def lines(self) -> list[Styled]:
        """Return the cards side by side and one below the other."""
        self._slots = self._layout()
        self._rest_from = 0
        height = self.size.height
        edge = self._ink.line(("│", styles.QUIET))
        if not self._slots:
            return [edge] * height
        columns: dict[int, list[Styled]] = {}
        for slot in self._slots:
            column = columns.setdefault(slot.column, [])
            room = slot.width - 1
            lines = self._lines(slot, room)[: slot.height]
            lines += [Styled()] * (slot.height - len(lines))
            column.extend(edge + self._ink.fitted(line, room) for line in lines)
        return [Styled.joined(row) for row in zip(*columns.values(), strict=True)]

    def _lines(self, slot: _Slot, room: int) -> list[Styled]:
        card = slot.card
        if not card.title:
            return card.make(room, slot.height)
        title = card.title.upper()
        if slot.top:
            bar = f"── {title} "
            heading = self._ink.line((bar + "─" * (room - len(bar)), styles.QUIET))
        else:
            heading = self._ink.line((f" {title}", styles.HEADING))
        if card.more:
            return [heading, *self._part(card, room, slot.height - 1)]
        return [heading, *card.make(room, slot.height - 1)]

    def _part(self, card: Card, width: int, height: int) -> list[Styled]:
        """Return as much of a long card as there is room for, and how to read on."""
        lines = card.make(width, _LONGEST)
        if len(lines) <= height:
            return lines
        is_in_front = self.visible_cards[self.front % len(self.visible_cards)] is card
        start = self._read_from if is_in_front and self._read_from < len(lines) else 0
        stop = start + max(1, height - 1)
        more = f" {self._ink.ellipsis} {card.more if is_in_front else ''}"
        if stop < len(lines):
            self._rest_from = stop if is_in_front else self._rest_from
            return [*lines[start:stop], self._ink.line((more, styles.KEY))]
        return lines[start:stop]

    def on_click(self, event: events.Click) -> None:
        """Hand a click to the card under the mouse."""
        for slot in self._slots:
            inside = (
                slot.column <= event.x < slot.column + slot.width
                and slot.top <= event.y < slot.top + slot.height
            )
            if inside and slot.card.click is not None:
                slot.card.click(event.y - slot.top - (1 if slot.card.title else 0))


def _heights(cards: list[Card], width: int, height: int) -> list[int]:
    """Share the lines of a column out equally, but give a card what it needs from the last ones."""
    count = len(cards)
    shares = [(row + 1) * height // count - row * height // count for row in range(count)]
    for row, card in enumerate(cards):
        wanted = card.needs(width - 1) - shares[row] if card.needs is not None else 0
        for giver in range(count - 1, row, -1):
            given = max(0, min(wanted, shares[giver] - _LOWEST_GIVER))
            shares[giver] -= given
            shares[row] += given
            wanted -= given
    return shares
