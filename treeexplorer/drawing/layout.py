"""Where the items of a drawing stand, and the layout of a whole tree.

Positions depend on the tree and the room, never on the step: a step of the search moves nothing.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Cards
from treeexplorer.drawing.forms import (
    EVERY_ROW,
    LARGE_FORMS,
    TEXT_FORMS,
    WHOLE_FORMS,
    Form,
    Reach,
    Row,
    cells_of,
    contents_of_rows,
    halves,
    lines_of_rows,
    reach_of,
)
from treeexplorer.drawing.items import Item, Items
from treeexplorer.drawing.styled_text import Size
from treeexplorer.drawing.tidy import tidy

MARGIN: Final = 1
"""The cells at either side of a drawing, for the mark of the current node."""
ANY_HEIGHT: Final = 10**9
_MOST_SPREAD: Final = 24
_LARGE: Final = Size(100, 34)  # the pane of a screen of 160×50
_SPREAD_BEFORE_GROWTH: Final = 14  # in a large room: the spread at which cards begin to grow
_MOST_SPREAD_OF_LARGE: Final = 60
_MOST_GROWN: Final = 12  # the cells by which a card grows on either side
_LONGEST_WIRE: Final = 3  # the most lines from a card to the row below, without that of the bus
_SLAB: Final = 8  # the distance of siblings that leaves room for a slab
_SLAB_OF_TWO: Final = 17  # the same where a node has two children
_SPREAD_BEFORE_CARDS: Final = 2  # the steps of a form's spread that move no cards apart
_SPREAD_BEFORE_SLABS: Final = 4  # the steps that make no room for slabs
_CELL_FOR_MARK: Final = 1  # on either side of a card, where a mark may stand


class Layout(NamedTuple):
    """The places of a drawing's items.

    A drawing of ``[3 7]`` has three items: the root is item 0, the 3 is item 1, the 7 is item 2.
    Its rows may be in these lines; an item stands in the column of its middle::

            ▲ A          heads[0]
             │           the stub
        ┌────┴────┐      buses[1]: the bus above row 1
        3         7      heads[1]

        columns[1]       columns[2] is that of the 7
    """

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

    def is_tight(self, item: Item) -> bool:
        """Tell whether an item's card has no spaces."""
        row = self.items.ply[item]
        return row >= self.forms[row].loose_rows

    def left_of(self, item: Item) -> int:
        """Return the first column of an item's card or text."""
        before, _ = halves(self.cells[item])
        return self.columns[item] - before

    def right_of(self, item: Item) -> int:
        """Return the last column of an item's card or text."""
        _, after = halves(self.cells[item])
        return self.columns[item] + after

    def node_at(self, column: int, line: int) -> int | None:
        """Return the node whose card, text or window is at a place; ``None`` if there is none.

        The lines of a row go from below the bus above it down to the line before the next bus. At
        ``7 more`` it is the first of the siblings that have no room.
        """
        row = self._row_at(line)
        if row is None:
            return None
        found = (item for item in self.items.plies[row] if column in self._columns_around(item))
        item = next(found, None)
        return None if item is None else self.items.node(item)

    def _row_at(self, line: int) -> int | None:
        """Return the row to which a line belongs; ``None`` on a bus and outside of the drawing."""
        if not self.top <= line < self.height:
            return None
        buses_so_far = bisect_right(self.buses, line)  # the first row's cards count as one
        row = max(0, buses_so_far - 1)
        is_on_bus = row > 0 and line == self.buses[row]
        return None if is_on_bus else row

    def _columns_around(self, item: Item) -> range:
        """Return the columns of an item's card, with one for a mark on either side."""
        first = self.left_of(item) - _CELL_FOR_MARK
        last = self.right_of(item) + _CELL_FOR_MARK
        return range(first, last + 1)


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
    """Work out the columns of all nodes that are drawn, as close as the form of each row allows.

    Args:
        cards: The texts of the tree.
        items: What is drawn.
        forms: For each row from the top how wide its boxes and gaps are.

    Returns:
        The middle and the ends of each item, the middle of the root being in column 0. So columns
        may be negative.
    """
    cells = array("i")
    reaches: list[Reach] = []
    for item, row in enumerate(items.ply):
        cells_of_item = cells_of(cards, items, item, forms[row])
        cells.append(cells_of_item)
        reaches.append(reach_of(cards, items, item, forms[row], cells_of_item))
    columns = _columns_of(items, forms, cells, reaches)
    first = [column - reach.left for column, reach in zip(columns, reaches, strict=True)]
    last = [column + reach.right for column, reach in zip(columns, reaches, strict=True)]
    return Places(columns, cells, first=array("i", first), last=array("i", last))


def _columns_of(
    items: Items, forms: Sequence[Form], cells: array[int], reaches: Sequence[Reach]
) -> array[int]:
    """Return the column of the middle of each node: as close as can be, each parent centred.

    The root stands in column 0, so that columns may be negative.

    Args:
        items: What is drawn.
        forms: The form of each row, which has the gap between neighbours.
        cells: How wide each item is.
        reaches: How many cells each item needs to the left and to the right of its middle, with
            the texts beside the edge above it.
    """
    children_of = Counter(items.parent)  # how many children each item has
    gaps = [form.gap for form in forms]
    lefts = array("i")
    rights = array("i")
    for item, reach in enumerate(reaches):
        row = items.ply[item]
        siblings = children_of[items.parent[item]]
        empty = _empty_cells(items, item, siblings=siblings, form=forms[row], cells=cells[item])
        lefts.append(reach.left + empty)
        # The gap lies between two neighbours, so it is added once: behind the first of them.
        rights.append(reach.right + empty + gaps[row])
    return tidy(items.parent, lefts, rights)


def _empty_cells(items: Items, item: Item, *, siblings: int, form: Form, cells: int) -> int:
    """Return how many cells stay empty on each side of a node, beyond the gap to its neighbours.

    Nodes with children are kept apart. Siblings with nothing below them make room for the test of a
    cut-off. Both grow with ``form.spread``: the more room a drawing has, the greater this is.

    Args:
        items: What is drawn.
        item: The item.
        siblings: How many children its parent has, this one included.
        form: The form of its row.
        cells: How many cells it takes: its card or text alone, without texts beside its edge.
    """
    empty = 0
    if items.is_card(item):
        # The first steps of the spread widen the gap alone.
        empty += max(0, form.spread - _SPREAD_BEFORE_CARDS)
    if siblings > 1 and items.is_end(item):
        empty += _empty_cells_for_slab(siblings, form, cells)
    return empty


def _empty_cells_for_slab(siblings: int, form: Form, cells: int) -> int:
    """Return how many cells stay empty on each side of siblings, so that a slab has room.

    A *slab* is the test of a cut-off. It stands on the line from which the siblings hang, between
    the parent's middle and the next child. The parent stands above the middle of its children. So
    with two children the slab has only half of the distance from child to child, and the distance
    must be twice as large as with three::

        ┌───────┼ ╳ 3 ≥ 2 ┐        ┌────────┴ ╳ 3 ≥ 2 ┐
        3       5         7        3                  7

    Args:
        siblings: How many siblings there are, at least two.
        form: The form of their row.
        cells: How many cells one of them takes.
    """
    wanted_distance = _SLAB_OF_TWO if siblings == 2 else _SLAB
    # Two items of this width that stand as close as they can are so far apart, from middle to
    # middle.
    least_distance = cells + form.gap
    missing = wanted_distance - least_distance
    half_of_missing = (missing + 1) // 2  # rounded up: the neighbour adds the other half
    allowed = form.spread - _SPREAD_BEFORE_SLABS
    return max(0, min(allowed, half_of_missing))


# -- a whole tree ----------------------------------------------------------------------------------


def whole_layout(cards: Cards, items: Items, room: Size) -> Layout | None:
    """Lay out all nodes of a tree in the richest form that fits a room; ``None`` if none fits.

    A form tells how many lines boxes and edges have, and how wide boxes and gaps are. Room that is
    left is used: nodes are moved apart, and rows are stretched.

    Args:
        cards: The texts of the tree.
        items: All that is to be drawn.
        room: The room.
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
    """Return the widest variant of a form in which a tree fits a room; ``None`` if none fits.

    A form tells how wide the boxes of nodes and the gaps between them are. Spaces within boxes are
    worth more than gaps. So first as many rows from the top as have room get spaces, ``▲ A v 3`` in
    place of ``▲Av3``; then nodes are moved apart.

    Args:
        cards: The texts of the tree.
        items: What is drawn of it.
        form: The form, as narrow as it may be.
        room: The room.
    """

    def width_of(variant: Form) -> int:
        return placed(cards, items, [variant] * len(items.plies)).width

    if width_of(form) > room.width:  # not even the narrowest variant fits
        return None
    loosest = form
    if form.is_tight:
        loosest = _last_fitting(_loosened_forms(form, len(items.plies)), room, width_of)
    return _last_fitting(_wider_forms(loosest, room), room, width_of)


def _last_fitting(forms: list[Form], room: Size, width_of: Callable[[Form], int]) -> Form:
    """Return the last form that fits; each form is as wide as the one before, or wider."""
    how_many_fit = bisect_right(forms, room.width, key=width_of)
    return forms[max(0, how_many_fit - 1)]


def _loosened_forms(form: Form, rows: int) -> list[Form]:
    """Return variants of a form in which none, one, two and at last all rows have spaces."""
    numbers_of_loose_rows = (*range(rows), EVERY_ROW)
    return [form._replace(loose_rows=number) for number in numbers_of_loose_rows]


def _wider_forms(form: Form, room: Size) -> list[Form]:
    """Return a form, and variants of it of which each is at least as wide as the one before.

    From one to the next the nodes are a step further apart. In a large room, boxes of several lines
    grow, too: first the nodes move apart, then their boxes grow, then the nodes move further apart.
    """
    if not _is_large(room):
        return _with_spreads(form, range(form.spread, _MOST_SPREAD + 1))
    apart = _with_spreads(form, range(form.spread, _SPREAD_BEFORE_GROWTH + 1))
    has_cards_of_one_line = form.lines == 1
    if has_cards_of_one_line:
        return apart
    grown = [apart[-1]._replace(grown=cells) for cells in range(1, _MOST_GROWN + 1)]
    greater_spreads = range(_SPREAD_BEFORE_GROWTH + 1, _MOST_SPREAD_OF_LARGE + 1)
    further_apart = _with_spreads(grown[-1], greater_spreads)
    return [*apart, *grown, *further_apart]


def _with_spreads(form: Form, spreads: Iterable[int]) -> list[Form]:
    """Return variants of a form in which nodes are as far apart as given spreads say."""
    return [form._replace(spread=spread) for spread in spreads]


def stretched(form: Form, rows: Sequence[Row], room: Size) -> Form:
    """Return the tallest variant of a form that a room has lines for.

    The taller variants have more lines between the rows of the tree. A line at the top of the room
    and one at its bottom stay empty. If no taller variant fits, the form is returned as it is.

    Args:
        form: The form.
        rows: What each row has to have lines for.
        room: The room; in one of any height nothing is stretched.
    """
    if room.height >= ANY_HEIGHT:
        return form
    most_lines = room.height - 2
    for taller in _taller_forms(form):  # the tallest first
        if lines_of_rows(rows, taller).height <= most_lines:
            return taller
    return form


def _taller_forms(form: Form) -> tuple[Form, Form]:
    """Return a form with more lines above cards and leaves, and one with more above leaves."""
    above_leaves = form._replace(leaf_drop=1)
    # From a card to the row below there are then a stub above the bus, and the drop below it.
    stub = max(1, form.stub)
    drop = max(form.drop, _LONGEST_WIRE - stub)
    return above_leaves._replace(stub=stub, drop=drop), above_leaves


def tidy_layout(cards: Cards, items: Items, form: Form, room: Size | None = None) -> Layout:
    """Work out where the nodes of a tree stand: as close as can be, in the middle of a room.

    Args:
        cards: The texts of the tree.
        items: What is drawn of it.
        form: How wide and high boxes and gaps are, the same in all rows.
        room: The room; without one the drawing is as wide as it has to be.
    """
    forms = [form] * len(items.plies)
    places = placed(cards, items, forms)
    if room is None:
        room = Size(places.width, ANY_HEIGHT)
    # So far the root is in column 0, and what stands to its left in negative columns.
    first_column_so_far = min(places.first)
    spare_columns = room.width - places.width  # outside the margins
    first_column = spare_columns // 2 + MARGIN
    shift = first_column - first_column_so_far
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
    """Work out the lines of a drawing whose columns are known, and return the whole layout.

    The drawing stands in the middle of the room's height.

    Args:
        items: What is drawn.
        forms: The form of each row. They differ in widths alone, so the first decides the lines.
        columns: The column of each item's middle.
        cells: The width of each item.
        rows: What each row may hold; there may be more rows than are drawn.
        room: The room; one of any height has its drawing at the top.
        above: How many plies are hidden above the first row; then the first line says so.
    """
    first_line = 1 if above else 0
    lines = lines_of_rows(rows, forms[0], first_line)
    top = _empty_lines_above(lines.height, room)
    drawn = slice(len(items.plies))
    return Layout(
        items=items,
        forms=forms,
        columns=columns,
        cells=cells,
        buses=array("i", [line + top for line in lines.buses[drawn]]),
        heads=array("i", [line + top for line in lines.heads[drawn]]),
        width=room.width,
        height=lines.height + top,
        top=top,
        above=above,
    )


def _empty_lines_above(lines: int, room: Size) -> int:
    """Return how many lines are empty above a drawing of some lines in the middle of a room."""
    if room.height >= ANY_HEIGHT:
        return 0
    return max(0, room.height - lines) // 2
