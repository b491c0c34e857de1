"""Where the items of a drawing stand, and the layout of a whole tree.

Positions depend on the tree and the room, never on the step: a step of the search moves nothing.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Cards
from treeexplorer.drawing.forms import (
    EVERY_ROW,
    LARGE_FORMS,
    TEXT_FORMS,
    WHOLE_FORMS,
    Form,
    Row,
    cells_of,
    contents_of_rows,
    halves,
    lines_of_rows,
    reach_of,
)
from treeexplorer.drawing.items import Items
from treeexplorer.drawing.styled_text import Size
from treeexplorer.drawing.tidy import tidy

MARGIN: Final = 1
"""The cells at either side of a drawing, for the mark of the current node."""
ANY_HEIGHT: Final = 10**9
_MOST_SPREAD: Final = 24
_LARGE: Final = Size(100, 34)  # the pane of a screen of 160×50
_SPREAD_BEFORE_GROWTH: Final = 14
_MOST_SPREAD_OF_LARGE: Final = 60
_MOST_GROWN: Final = 12
_LONGEST_WIRE: Final = 3  # rows without the bus
_SLAB: Final = 8  # the distance of siblings that leaves room for a slab
_SLAB_OF_TWO: Final = 17


class Layout(NamedTuple):
    """The places of a drawing's items."""

    items: Items
    forms: Sequence[Form]  # the form of each row
    columns: array[int]  # the column of each item's middle
    cells: array[int]  # the width of each card or text
    buses: array[int]  # the line of the edges above each row; at the first that of its cards
    heads: array[int]  # the first line of each row's cards
    width: int  # the width of the drawing, or of the room in which it is centred
    height: int
    top: int  # how many lines are empty above the drawing
    above: int = 0  # how many plies are hidden above the first row

    @property
    def form(self) -> Form:
        """The form of the first row, with all that the rows have in common."""
        return self.forms[0]

    @property
    def is_whole(self) -> bool:
        """Whether every node of the tree is drawn."""
        tree = self.items.tree
        return len(self.items) >= len(tree) + len(tree.elided)

    def is_tight(self, item: int) -> bool:
        """Tell whether an item's card has no spaces."""
        row = self.items.ply[item]
        return row >= self.forms[row].loose

    def left_of(self, item: int) -> int:
        """Return the first column of an item's card or text."""
        before, _ = halves(self.cells[item])
        return self.columns[item] - before

    def right_of(self, item: int) -> int:
        """Return the last column of an item's card or text."""
        _, after = halves(self.cells[item])
        return self.columns[item] + after

    def node_at(self, column: int, line: int) -> int | None:
        """Return the node whose card, text or window is at a place; ``None`` if there is none.

        At ``7 more`` it is the first of the siblings that have no room.
        """
        if not self.top <= line < self.height:
            return None
        row = max(0, bisect_right(self.buses, line) - 1)
        is_on_bus = row > 0 and line <= self.buses[row]
        if is_on_bus:
            return None
        for item in self.items.plies[row]:
            if self.left_of(item) - 1 <= column <= self.right_of(item) + 1:
                return self.items.node(item)
        return None


# -- columns ---------------------------------------------------------------------------------------


class Places(NamedTuple):
    """Where items stand across; the root's middle is in column 0."""

    columns: array[int]  # the column of each item's middle
    cells: array[int]  # the width of each card or text
    first: array[int]  # the first column of all that stands at an item
    last: array[int]  # the last one

    @property
    def width(self) -> int:
        """How many columns they take, with the margins."""
        return max(self.last) - min(self.first) + 1 + 2 * MARGIN


def placed(cards: Cards, items: Items, forms: Sequence[Form]) -> Places:
    """Return where items stand across, as near to each other as the form of each row allows."""
    cells = array("i")
    lefts = array("i")  # how far each item and what is beside its edge reach
    rights = array("i")
    lefts_with_space = array("i")  # the same with what stays empty around that
    rights_with_space = array("i")
    siblings = Counter(items.parent)
    for item in range(len(items)):
        form = forms[items.ply[item]]
        own = cells_of(cards, items, item, form)
        left, right = reach_of(cards, items, item, form, own)
        empty = _empty_cells(items, item, siblings[items.parent[item]], form, own)
        cells.append(own)
        lefts.append(left)
        rights.append(right)
        lefts_with_space.append(left + empty)
        rights_with_space.append(right + empty + form.gap)
    columns = tidy(items.parent, lefts_with_space, rights_with_space)
    first = array("i", [middle - left for middle, left in zip(columns, lefts, strict=True)])
    last = array("i", [middle + right for middle, right in zip(columns, rights, strict=True)])
    return Places(columns, cells, first, last)


def _empty_cells(items: Items, item: int, siblings: int, form: Form, cells: int) -> int:
    """Return how many cells stay empty at either side of an item, beyond the gap.

    A card is kept apart as far as the form spreads nodes. Beside what nothing is drawn below there
    is room for the slab of a cut-off, which stands between the parent's middle and the next child:
    of two children, in half of their distance.

    Args:
        items: What is drawn.
        item: The item.
        siblings: How many children its parent has.
        form: The form of its row.
        cells: How many cells it takes.
    """
    empty = 0
    if items.is_card(item):
        empty = max(0, form.spread - 2)
    if siblings > 1 and items.is_end(item):
        distance = _SLAB_OF_TWO if siblings == 2 else _SLAB
        for_a_slab = (distance + 1 - cells - form.gap) // 2
        empty += max(0, min(form.spread - 4, for_a_slab))
    return empty


# -- a whole tree ----------------------------------------------------------------------------------


def whole_layout(cards: Cards, items: Items, room: Size) -> Layout | None:
    """Return the richest layout of a whole tree that fits, spread over the room.

    It is ``None`` where none fits.
    """
    rows = contents_of_rows(cards)
    is_paper = cards.look.answers is not None
    for form in _forms_for(room, is_paper=is_paper):
        is_too_high = lines_of_rows(rows, form).height > room.height
        if is_too_high:
            continue
        widest = widest_form(cards, items, form, room)
        if widest is not None:
            return tidy_layout(cards, items, stretched(widest, rows, room), room)
    return None


def _forms_for(room: Size, *, is_paper: bool) -> tuple[Form, ...]:
    """Return the forms that are tried in a room, the richest first.

    The third line of the largest cards has the moving window, which no paper has.
    """
    if room.height >= ANY_HEIGHT:
        return TEXT_FORMS
    if _is_large(room) and not is_paper:
        return LARGE_FORMS
    return WHOLE_FORMS


def _is_large(room: Size) -> bool:
    """Tell whether cards and distances may grow beyond what reading needs."""
    return room.width >= _LARGE.width and _LARGE.height <= room.height < ANY_HEIGHT


def widest_form(cards: Cards, items: Items, form: Form, room: Size) -> Form | None:
    """Return the loosest and widest variant of a form that fits a room; ``None`` if none fits."""

    def width_of(form: Form) -> int:
        """Return the width of the items if every row has one form."""
        return placed(cards, items, [form] * len(items.plies)).width

    def last_fitting(forms: list[Form]) -> Form:
        """Return the last form that fits; the forms are ordered from narrow to wide."""
        how_many_fit = bisect_right(forms, room.width, key=width_of)
        return forms[max(0, how_many_fit - 1)]

    if width_of(form) > room.width:
        return None
    if form.is_tight:
        loose_rows = (*range(len(items.plies)), EVERY_ROW)
        form = last_fitting([form._replace(loose=loose) for loose in loose_rows])
    return last_fitting(_wider_forms(form, room))


def _wider_forms(form: Form, room: Size) -> list[Form]:
    """Return a form at growing distances; in a large room its cards grow, too, and then again."""
    if not _is_large(room):
        return _spread_forms(form, _MOST_SPREAD)
    if form.lines == 1:
        return _spread_forms(form, _SPREAD_BEFORE_GROWTH)
    forms = _spread_forms(form, _SPREAD_BEFORE_GROWTH)
    forms += [forms[-1]._replace(grown=grown) for grown in range(1, _MOST_GROWN + 1)]
    return [*forms[:-1], *_spread_forms(forms[-1], _MOST_SPREAD_OF_LARGE)]


def _spread_forms(form: Form, most: int) -> list[Form]:
    """Return a form as it is, and then with its nodes further apart, step by step."""
    return [form._replace(spread=spread) for spread in range(form.spread, most + 1)]


def stretched(form: Form, rows: Sequence[Row], room: Size) -> Form:
    """Return a form with as many lines between the rows as there is room for.

    Lines are added above cards and leaves; if that is too high, above leaves alone; else nowhere.
    """
    if room.height >= ANY_HEIGHT:
        return form
    above_leaves = form._replace(leaf_drop=1)
    stub = max(1, form.stub)
    above_cards = above_leaves._replace(stub=stub, drop=max(form.drop, _LONGEST_WIRE - stub))
    for taller in (above_cards, above_leaves):
        if lines_of_rows(rows, taller).height <= room.height - 2:
            return taller
    return form


def tidy_layout(cards: Cards, items: Items, form: Form, room: Size | None = None) -> Layout:
    """Return the layout of items in one form, in the middle of a room or as wide as they are."""
    forms = [form] * len(items.plies)
    places = placed(cards, items, forms)
    if room is None:
        room = Size(places.width, ANY_HEIGHT)
    shift = MARGIN - min(places.first) + (room.width - places.width) // 2
    columns = array("i", [column + shift for column in places.columns])
    return layout_of(items, forms, columns, places.cells, contents_of_rows(cards), room)


def layout_of(
    items: Items,
    forms: Sequence[Form],
    columns: array[int],
    cells: array[int],
    rows: Sequence[Row],
    room: Size,
    above: int = 0,
) -> Layout:
    """Return the layout of items whose columns are known, centred in the height of a room.

    Args:
        items: What is drawn.
        forms: The form of each row.
        columns: The column of each item's middle.
        cells: The width of each item.
        rows: What each row may hold.
        room: The room.
        above: How many plies are hidden above the first row; then the first line says so.
    """
    first_line = 1 if above else 0
    lines = lines_of_rows(rows, forms[0], first_line)
    down = 0
    if room.height < ANY_HEIGHT:
        down = max(0, room.height - lines.height) // 2
    drawn = len(items.plies)
    return Layout(
        items,
        forms,
        columns,
        cells,
        buses=array("i", [line + down for line in lines.buses[:drawn]]),
        heads=array("i", [line + down for line in lines.heads[:drawn]]),
        width=room.width,
        height=lines.height + down,
        top=down,
        above=above,
    )
