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
    compute_lines,
    compute_reach,
    count_cells,
    count_cells_beside_middle,
    describe_rows,
)
from treeexplorer.drawing.items import Item, Items
from treeexplorer.drawing.styled_text import Size
from treeexplorer.drawing.tidy import place_tidily

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
        before, _ = count_cells_beside_middle(self.cells[item])
        return self.columns[item] - before

    def right_of(self, item: Item) -> int:
        """Return the last column of an item's card or text."""
        _, after = count_cells_beside_middle(self.cells[item])
        return self.columns[item] + after

    def column_behind(self, item: Item) -> int:
        """Return the first column behind a card at which a text may begin.

        The column right behind the card is that of a mark: ``▌▲ A▐ text``.
        """
        column_of_mark = self.right_of(item) + 1
        return column_of_mark + 1

    def column_of_centred_text(self, item: Item, text_width: int) -> int:
        """Return the first column of a text that is centred at an item's middle."""
        return self.columns[item] - (text_width - 1) // 2

    def has_lines_below_bus(self, row: int) -> bool:
        """Tell whether there are lines between the buses above a row and its cards."""
        return self.heads[row] - self.buses[row] > 1

    def node_at(self, column: int, line: int) -> int | None:
        """Return the node whose card, text or window is at a point; ``None`` if there is none.

        At ``7 more`` it is the first of the siblings that have no room.
        """
        row = self._find_row(line)
        if row is None:
            return None
        for item in self.items.plies[row]:
            if column in self._columns_around(item):
                return self.items.node(item)
        return None

    def _find_row(self, line: int) -> int | None:
        """Find the row to which a line belongs; ``None`` on a bus and outside of the drawing.

        The lines of a row go from below the bus above it down to the line before the next bus.
        """
        if not self.top <= line < self.height:
            return None
        row = max(0, bisect_right(self.buses, line) - 1)  # above row 0 there is no bus
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


def place_items(cards: Cards, items: Items, forms: Sequence[Form]) -> Places:
    """Compute the columns of everything drawn, as close as the form of each row allows.

    Args:
        cards: The texts of the tree.
        items: What is drawn.
        forms: For each row from the top how wide its boxes and gaps are.

    Returns:
        The middle and the ends of each item. The root's middle is in column 0, so columns may be
        negative.
    """
    cells = array("i")
    reaches: list[Reach] = []
    for item, row in enumerate(items.ply):
        cells_of_item = count_cells(cards, items, item, forms[row])
        cells.append(cells_of_item)
        reaches.append(compute_reach(cards, items, item, forms[row], cells_of_item))
    columns = _compute_columns(items, forms, cells, reaches)
    first = [column - reach.left for column, reach in zip(columns, reaches, strict=True)]
    last = [column + reach.right for column, reach in zip(columns, reaches, strict=True)]
    return Places(columns, cells, first=array("i", first), last=array("i", last))


def _compute_columns(
    items: Items, forms: Sequence[Form], cells: array[int], reaches: Sequence[Reach]
) -> array[int]:
    """Compute the column of each item's middle: as close as can be, each parent centred.

    The root stands in column 0, so that columns may be negative. What an item takes is measured in
    cells, to the left and to the right of its middle. For example, the card ``[A]`` hangs from an
    edge with the window (3, +∞) beside it::

                       left   middle   right
        its card       1      1        1       ``cells`` is 3
        its reach      3      1        3       with the texts beside the edge, ``  3 │ +∞``
        empty cells    2               2       where the drawing has room to spare
        the gap                        1       to the next item: only the left neighbour has it
        in all         5      1        6       reach, empty cells and gap

    Args:
        items: What is drawn.
        forms: For each row from the top how far apart its items are.
        cells: For each item the width of its own card or text, which tells how many cells stay
            empty.
        reaches: For each item its reach.
    """
    child_count_of_parent = Counter(items.parent)
    gap_of_row = [form.gap for form in forms]  # computed once, not for each item
    left_cells = array("i")  # by item: the cells to the left of its middle
    right_cells = array("i")  # by item: those to the right, and the gap to the next item
    for item, reach in enumerate(reaches):
        row = items.ply[item]
        sibling_count = child_count_of_parent[items.parent[item]]  # with the item itself
        empty_cells = _count_empty_cells(
            items, item, sibling_count=sibling_count, form=forms[row], cells=cells[item]
        )
        left_cells.append(reach.left + empty_cells)
        right_cells.append(reach.right + empty_cells + gap_of_row[row])
    return place_tidily(items.parent, left_cells, right_cells)


def _count_empty_cells(
    items: Items, item: Item, *, sibling_count: int, form: Form, cells: int
) -> int:
    """Count the cells that stay empty on each side of an item, beyond the gap to its neighbours.

    They grow with ``form.spread``: 0 if the drawing must be as narrow as can be, more where it has
    room to spare. There are two reasons for empty cells, which are added up:

    - A node with children keeps its distance from its neighbours.
    - Siblings with nothing below them make room for the test of a cut-off, ``╳ 3 ≥ 2``, on the
      horizontal line from which they hang.

    Args:
        items: What is drawn.
        item: The item.
        sibling_count: How many children its parent has, with the item itself.
        form: The form of its row.
        cells: The width of its own card or text.
    """
    cells_of_card = 0
    if items.is_card(item):  # a node with children
        # The first steps of the spread widen only the gap to the neighbour, `form.gap`.
        cells_of_card = max(0, form.spread - _SPREAD_BEFORE_CARDS)

    cells_for_cutoff = 0
    has_siblings = sibling_count > 1
    has_nothing_below = items.is_end(item)
    if has_siblings and has_nothing_below:
        cells_for_cutoff = _count_empty_cells_for_slab(sibling_count, form, cells)
    return cells_of_card + cells_for_cutoff


def _count_empty_cells_for_slab(sibling_count: int, form: Form, cells: int) -> int:
    """Count the cells that stay empty on each side of a sibling, so that a slab has room.

    A *slab* is the test of a cut-off. It stands on the line from which the siblings hang, between
    the parent's middle and the next child. The parent stands above the middle of its children. So
    with two children the slab has only half of the distance from child to child, and the distance
    must be twice as large as with three::

        ┌───────┼ ╳ 3 ≥ 2 ┐        ┌────────┴ ╳ 3 ≥ 2 ┐
        3       5         7        3                  7

    ``cells`` is the width of one sibling.

    Example:
        From middle to middle leaves of one cell have 7 already. So 1 of 8 is missing, or 10 of 17.

        >>> form = Form(spread=10)  # with a gap of 6
        >>> _count_empty_cells_for_slab(3, form, cells=1), _count_empty_cells_for_slab(2, form, 1)
        (1, 5)
    """
    wanted_distance = _SLAB_OF_TWO if sibling_count == 2 else _SLAB
    least_distance = cells + form.gap  # from middle to middle of two such siblings
    missing_cells = wanted_distance - least_distance
    half_of_missing = (missing_cells + 1) // 2  # rounded up: the neighbour adds the other half
    most_allowed = form.spread - _SPREAD_BEFORE_SLABS
    return max(0, min(most_allowed, half_of_missing))


# -- a whole tree ----------------------------------------------------------------------------------


def lay_out_whole_tree(cards: Cards, items: Items, room: Size) -> Layout | None:
    """Lay out all nodes of a tree in the richest form that fits a room; ``None`` if none fits.

    A form tells how many lines boxes and edges have, and how wide boxes and gaps are. Room that is
    left is used: nodes are moved apart, and rows are stretched.

    Args:
        cards: The texts of the tree.
        items: All that is to be drawn.
        room: The room.
    """
    rows = describe_rows(cards)
    is_paper = cards.look.answers is not None
    for form in _choose_forms_to_try(room, is_paper=is_paper):
        is_too_high = compute_lines(rows, form).height > room.height
        if is_too_high:
            continue
        widest_form = choose_widest_form(cards, items, form, room)
        if widest_form is not None:
            tallest_form = choose_tallest_form(widest_form, rows, room)
            return lay_out_items(cards, items, tallest_form, room)
    return None


def _choose_forms_to_try(room: Size, *, is_paper: bool) -> tuple[Form, ...]:
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


def choose_widest_form(cards: Cards, items: Items, form: Form, room: Size) -> Form | None:
    """Choose the widest variant of a form in which a tree fits a room; ``None`` if none fits.

    Spaces within boxes are worth more than gaps between them. So first as many rows from the top
    as have room get spaces, ``▲ A v 3`` in place of ``▲Av3``; then nodes are moved apart.

    Args:
        cards: The texts of the tree.
        items: What is drawn of it.
        form: The form, as narrow as it may be.
        room: The room.
    """
    row_count = len(items.plies)

    def compute_width(variant: Form) -> int:
        return place_items(cards, items, [variant] * row_count).width

    if compute_width(form) > room.width:  # not even the narrowest variant fits
        return None

    loosest_form = form
    if form.is_tight:
        loosened_forms = _loosen_rows(form, row_count)
        loosest_form = _find_last_fitting_form(loosened_forms, room, compute_width)
    return _find_last_fitting_form(_build_wider_forms(loosest_form, room), room, compute_width)


def _find_last_fitting_form(
    forms: list[Form], room: Size, compute_width: Callable[[Form], int]
) -> Form:
    """Find the last form that fits a room, by bisection; the first if none fits.

    Each form must be at least as wide as the one before.
    """
    fitting_forms = bisect_right(forms, room.width, key=compute_width)
    return forms[max(0, fitting_forms - 1)]


def _loosen_rows(form: Form, row_count: int) -> list[Form]:
    """Return variants of a form in which none, one, two and at last all rows have spaces."""
    loose_row_counts = (*range(row_count), EVERY_ROW)
    return [form._replace(loose_rows=count) for count in loose_row_counts]


def _build_wider_forms(form: Form, room: Size) -> list[Form]:
    """Return a form, and variants of it of which each is at least as wide as the one before.

    From one to the next the nodes are a step further apart, or their boxes a cell larger. In a
    large room, where boxes of several lines grow, these are the variants of a form of spread 0::

                                     spread      grown
        1. the nodes move apart      0 to 14     0
        2. their boxes grow          14          1 to 12
        3. they move further apart   15 to 60    12
    """
    if not _is_large(room):
        return _spread_nodes(form, range(form.spread, _MOST_SPREAD + 1))

    forms = _spread_nodes(form, range(form.spread, _SPREAD_BEFORE_GROWTH + 1))
    if form.lines == 1:  # boxes of one line do not grow
        return forms

    forms += _grow_boxes(forms[-1], range(1, _MOST_GROWN + 1))
    forms += _spread_nodes(forms[-1], range(_SPREAD_BEFORE_GROWTH + 1, _MOST_SPREAD_OF_LARGE + 1))
    return forms


def _spread_nodes(form: Form, spreads: Iterable[int]) -> list[Form]:
    """Return variants of a form in which nodes are as far apart as given spreads say."""
    return [form._replace(spread=spread) for spread in spreads]


def _grow_boxes(form: Form, cells_on_each_side: Iterable[int]) -> list[Form]:
    """Return variants of a form in which boxes are larger by given numbers of cells on a side."""
    return [form._replace(grown=cells) for cells in cells_on_each_side]


def choose_tallest_form(form: Form, rows: Sequence[Row], room: Size) -> Form:
    """Choose the tallest variant of a form that fits a room: the one with the longest edges.

    A line at the top of the room and one at its bottom stay empty. If no taller variant fits, the
    form is returned as it is; so it is if the room has any height.

    Args:
        form: The form.
        rows: What each row has to have lines for.
        room: The room.
    """
    if room.height >= ANY_HEIGHT:
        return form
    line_limit = room.height - 2
    for taller_form in _build_taller_forms(form):  # the tallest first
        if compute_lines(rows, taller_form).height <= line_limit:
            return taller_form
    return form


def _build_taller_forms(form: Form) -> tuple[Form, Form]:
    """Return a form with more lines above cards and leaves, and one with more above leaves only."""
    longer_above_leaves = form._replace(leaf_drop=1)
    # From a card to the row below there are a stub above the bus, and the drop below it.
    stub = max(1, form.stub)
    drop = max(form.drop, _LONGEST_WIRE - stub)
    longer_everywhere = longer_above_leaves._replace(stub=stub, drop=drop)
    return longer_everywhere, longer_above_leaves


def lay_out_items(cards: Cards, items: Items, form: Form, room: Size | None = None) -> Layout:
    """Lay out items as close to each other as can be, in the middle of a room.

    Args:
        cards: The texts of the tree.
        items: What is drawn of it.
        form: How wide and high boxes and gaps are, the same in all rows.
        room: The room; without one the drawing is as wide as it has to be.
    """
    forms = [form] * len(items.plies)
    places = place_items(cards, items, forms)
    if room is None:
        room = Size(places.width, ANY_HEIGHT)

    # The places have the root in column 0, and negative columns to its left.
    spare_columns = room.width - places.width
    first_column = MARGIN + spare_columns // 2
    shift = first_column - min(places.first)
    columns = array("i", [column + shift for column in places.columns])
    return build_layout(items, forms, columns, places.cells, describe_rows(cards), room)


def build_layout(
    items: Items,
    forms: Sequence[Form],
    columns: array[int],
    cells: array[int],
    rows: Sequence[Row],
    room: Size,
    hidden_plies: int = 0,
) -> Layout:
    """Compute the lines of a drawing whose columns are known, and return the whole layout.

    The drawing stands in the middle of the room's height; in a room of any height, at its top.

    Args:
        items: What is drawn.
        forms: The form of each row. They differ in widths alone, so the first decides the lines.
        columns: The column of each item's middle.
        cells: The width of each item.
        rows: What each row may hold; there may be more rows than are drawn.
        room: The room.
        hidden_plies: How many plies are hidden above the first row; then the first line says so.
    """
    first_line = 1 if hidden_plies > 0 else 0
    lines = compute_lines(rows, forms[0], first_line)
    top = _count_empty_lines_above(lines.height, room)
    row_count = len(items.plies)
    return Layout(
        items=items,
        forms=forms,
        columns=columns,
        cells=cells,
        buses=array("i", [line + top for line in lines.buses[:row_count]]),
        heads=array("i", [line + top for line in lines.heads[:row_count]]),
        width=room.width,
        height=lines.height + top,
        top=top,
        above=hidden_plies,
    )


def _count_empty_lines_above(line_count: int, room: Size) -> int:
    """Count the empty lines above a drawing that stands in the middle of a room's height."""
    if room.height >= ANY_HEIGHT:
        return 0
    return max(0, room.height - line_count) // 2
