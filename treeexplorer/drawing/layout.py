"""Where every node of a tree stands.

A tree that fits its room is drawn whole, *tidily*, and spread over the room. One that does not is
drawn around a *focus*: the way from the root to a leaf, each node of it among its siblings, and as
much of the rest as there is room for; what is not drawn is counted. Without a room the whole tree
is drawn, as far as a million cells hold it.

Tidy placement packs every subtree against its neighbours by their contours (Reingold & Tilford
1981), once from the left and once from the right. Taking more and more of the second from sibling
to sibling spreads small subtrees evenly between large ones. A contour is a linked list with one
cell a ply, each cell holding the step to the next. Lists share their tails, a merge costs the
smaller height, and the whole placement is linear in the items.

Positions depend on the tree, the room, what is folded and, in a focus, on the nodes above: a step
of the search moves nothing that it leaves in sight.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.drawing.cards import Cards
from treeexplorer.drawing.runs import Look, Size, parts_width
from treeexplorer.text import width
from treeexplorer.tree import CHANCE_ROLE, INNER, GameTree

_MARGIN: Final = 1  # for the mark of the current node
_ELISION: Final = 5  # ``╱╱…╱╱``
_MOST_SPREAD: Final = 24
_MOST_STRETCH: Final = 2
_ANY_HEIGHT: Final = 10**9
_EVERY_ROW: Final = 10**9
_MOST_CELLS: Final = 1_000_000
_WIDEST_ROOM: Final = 160
_SLAB: Final = 8  # the distance of siblings that leaves room for a slab
_SLAB_OF_TWO: Final = 17
_WIDE_LEAVES: Final = 9  # the largest distances of siblings around a focus
_WIDE_CARDS: Final = 40
_NEAR: Final = 60

Direction: TypeAlias = Literal["up", "down", "left", "right"]


class Form(NamedTuple):
    """How much of a node is shown, and in how many lines.

    Attributes:
        lines: The lines of a card.
        windows: Whether there is room beside every edge for a window.
        loose: How many of the first rows have cards with spaces.
        stub: The lines between a card and the bus below it.
        drop: The lines between a bus and the cards below it, which hold the windows.
        leaf_drop: The lines between a bus and the leaves below it.
        spread: How far apart the nodes are; 0 is as near as can be.
    """

    lines: int = 1
    windows: bool = False
    loose: int = _EVERY_ROW
    stub: int = 1
    drop: int = 1
    leaf_drop: int = 0
    spread: int = 0

    @property
    def is_tight(self) -> bool:
        """Whether there are cards without spaces."""
        return self.loose < _EVERY_ROW

    @property
    def gap(self) -> int:
        """The least number of empty cells between two texts."""
        return 1 + min(self.spread, 4) + max(0, self.spread - 8) // 2


_FORMS: Final = (  # the richest first
    Form(lines=2, windows=True, spread=1),
    Form(lines=2, windows=True, stub=0, spread=1),
    Form(lines=2, spread=1),
    Form(lines=2, stub=0),
    Form(windows=True, spread=1),
    Form(windows=True, stub=0),
    Form(),
    Form(stub=0),
    Form(loose=0, stub=0),
    Form(loose=0, stub=0, drop=0),
)
_TEXT_FORMS: Final = tuple(form for form in _FORMS if form.lines == 1 and form.drop)
_FREE_FORMS: Final = (Form(windows=True, spread=1), Form(loose=0, stub=0))
_FOCUS_FORMS: Final = (
    Form(lines=2),
    Form(),
    Form(stub=0),
    Form(stub=0, drop=0),
)


@dataclass(frozen=True)
class Items:
    """What is drawn of a tree, as columns in the order of the nodes.

    Where nothing is folded and nothing elided the items are the nodes themselves, and the tree's
    own columns are used as they are.

    Attributes:
        tree: The tree.
        codes: The node of each item; the complement (``~node``) for the ``…`` of a node.
        parent: The parent item of each item; −1 at the root.
        end: One past the last item of each item's subtree.
        ply: The row of each item.
        plies: The items of each row, from left to right.
        clusters: The items that stand for their node and the siblings behind it that have no
            room, and how many these are together.
    """

    tree: GameTree
    codes: Sequence[int]
    parent: array[int]
    end: array[int]
    ply: array[int]
    plies: tuple[array[int], ...]
    clusters: dict[int, int] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self.codes)

    def item(self, node: int) -> int:
        """Return the item of a node; of what hides it, where it is not drawn."""
        if isinstance(self.codes, range):
            return node
        item = bisect_right(self.codes, (2 * node, 0), key=lambda code: _place(self.tree, code)) - 1
        while item > 0 and (self.is_elision(item) or node >= self.stop(item)):
            item = self.parent[item]
        return max(item, 0)

    def stop(self, item: int) -> int:
        """Return one past the last node that an item stands for or stands above."""
        node = self.node(item)
        if item not in self.clusters:
            return self.tree.end[node]
        following = self.sibling(item, 1)
        if following is None or self.is_elision(following):
            return self.tree.end[self.tree.parent[node]]
        return self.node(following)

    def node(self, item: int) -> int:
        """Return the node of an item; of a ``…``, the node that has the undrawn children."""
        code = self.codes[item]
        return code if code >= 0 else ~code

    def is_elision(self, item: int) -> bool:
        """Tell whether an item is the ``…`` of its parent."""
        return self.codes[item] < 0

    def is_plain(self, item: int) -> bool:
        """Tell whether an item is a node, not a ``…`` and no cluster."""
        return self.codes[item] >= 0 and item not in self.clusters

    def is_card(self, item: int) -> bool:
        """Tell whether an item is a node with children, or stands for several of them."""
        code = self.codes[item]
        return code >= 0 and self.tree.kind[code] == INNER

    def is_end(self, item: int) -> bool:
        """Tell whether nothing is drawn below an item."""
        return self.end[item] == item + 1

    def hidden(self, item: int) -> int:
        """Return how many nodes an item hides below itself."""
        if not self.is_end(item) or not self.is_plain(item):
            return 0
        node = self.node(item)
        return self.tree.end[node] - node - 1

    def children(self, item: int) -> tuple[int, int]:
        """Return the range of the next row's items that are an item's children."""
        depth = self.ply[item] + 1
        if depth >= len(self.plies):
            return 0, 0
        row = self.plies[depth]
        low = bisect_left(row, item + 1)
        return low, bisect_left(row, self.end[item], lo=low)

    def sibling(self, item: int, step: int) -> int | None:
        """Return the next sibling of an item (1) or the one before (−1), ``None`` without."""
        row = self.plies[self.ply[item]]
        index = bisect_left(row, item) + step
        if 0 <= index < len(row) and self.parent[row[index]] == self.parent[item]:
            return row[index]
        return None

    def neighbour(self, node: int, direction: Direction) -> int:
        """Return the parent, the first child, or the next node of the row; else the node."""
        item = self.item(node)
        if direction == "up":
            return self.node(max(0, self.parent[item]))
        if direction == "down":
            return self.node(item if self.is_end(item) else item + 1)
        row = self.plies[self.ply[item]]
        step = -1 if direction == "left" else 1
        index = bisect_left(row, item) + step
        while 0 <= index < len(row) and self.is_elision(row[index]):
            index += step
        return self.node(row[index]) if 0 <= index < len(row) else node


def _place(tree: GameTree, code: int) -> tuple[int, int]:
    """Return the place of an item in the order of the nodes; a ``…`` stands behind its siblings."""
    return (2 * code, 0) if code >= 0 else (2 * tree.end[~code] - 1, -tree.ply[~code])


def items_of(tree: GameTree, folded: Collection[int] = ()) -> Items:
    """Return what is drawn of a whole tree in which some nodes are folded.

    It takes no time where that is the tree as it is, else time linear in the nodes.
    """
    shut = frozenset(node for node in folded if tree.kind[node] == INNER)
    if not shut and not tree.elided:
        return Items(tree, range(len(tree)), tree.parent, tree.end, tree.ply, tree.plies)
    codes: list[int] = []
    node = 0
    while node < len(tree):
        codes.append(node)
        if node in tree.elided and node not in shut:
            codes.append(~node)
        node = tree.end[node] if node in shut else node + 1
    codes.sort(key=lambda code: _place(tree, code))
    return _items(tree, codes, {})


def _items(tree: GameTree, codes: list[int], clusters: dict[int, int]) -> Items:
    """Return the items that codes stand for; these are in the order of the nodes."""
    first = tree.ply[codes[0]]
    ply = array("i", [tree.ply[max(code, ~code)] + (code < 0) - first for code in codes])
    rows: list[array[int]] = [array("i") for _ in range(max(ply) + 1)]
    parent = array("i")
    for item, row in enumerate(ply):
        parent.append(rows[row - 1][-1] if row else -1)
        rows[row].append(item)
    end = array("i", range(1, len(codes) + 1))
    for item in range(len(codes) - 1, 0, -1):
        above = parent[item]
        end[above] = max(end[above], end[item])
    return Items(tree, array("i", codes), parent, end, ply, tuple(rows), clusters)


class Layout(NamedTuple):
    """The places of a drawing's items.

    Attributes:
        items: What is drawn.
        form: How it is drawn.
        columns: The column of each item's middle.
        cells: The width of each card or text.
        tight: Whether each card is tight.
        buses: The line of the edges above each row; at the first row the line of its cards.
        heads: The first line of each row's cards.
        width: The width of the drawing, or of the room in which it is centred.
        height: The height, as well.
        top: How many lines are empty above the drawing.
        above: How many plies are hidden above the first row.
    """

    items: Items
    form: Form
    columns: array[int]
    cells: array[int]
    tight: bytearray
    buses: array[int]
    heads: array[int]
    width: int
    height: int
    top: int
    above: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether every node of the tree is drawn."""
        tree = self.items.tree
        return len(self.items) >= len(tree) + len(tree.elided)

    def left_of(self, item: int) -> int:
        """Return the first column of an item's card or text."""
        return self.columns[item] - _halves(self.cells[item])[0]

    def right_of(self, item: int) -> int:
        """Return the last column of an item's card or text."""
        return self.columns[item] + _halves(self.cells[item])[1]

    def place(self, node: int) -> tuple[int, int]:
        """Return the column and the line of the middle of a node's card, on its first line."""
        item = self.items.item(node)
        return self.columns[item], self.heads[self.items.ply[item]]

    def node_at(self, column: int, line: int) -> int | None:
        """Return the node whose card, text or window is at a place, ``None`` where there is none.

        Of siblings that have no room the first one is meant.
        """
        row = max(0, bisect_right(self.buses, line) - 1)
        if not self.top <= line < self.height or (row and line <= self.buses[row]):
            return None
        for item in self.items.plies[row]:
            if self.left_of(item) - 1 <= column <= self.right_of(item) + 1:
                return self.items.node(item)
        return None


class Focus(NamedTuple):
    """The way around which a tree without room is drawn.

    Attributes:
        nodes: From the root to a leaf.
        current: The index of the node at which the search stands, or which is looked at.
        from_right: Whether the search takes the last child first.
    """

    nodes: tuple[int, ...]
    current: int
    from_right: bool = False


def arrange(
    tree: GameTree,
    look: Look | None = None,
    room: Size | None = None,
    focus: Focus | None = None,
    folded: Collection[int] = (),
) -> Layout:
    """Return where the nodes of a tree stand.

    Args:
        tree: The tree.
        look: How it is drawn (ASCII texts and claims take other room).
        room: What the drawing shall fit and fill (a height of 0 is any height); the whole tree is
            drawn where ``None``.
        focus: The way that stays in sight where there is no room for the whole tree.
        folded: The nodes whose subtrees are not drawn.
    """
    look, shut = (look or Look()).at_rest, frozenset(folded)
    if room is not None and not room.height:
        room = Size(room.width, _ANY_HEIGHT)
    fitting = fits(tree, look, room, shut)
    if fitting is not None:
        return fitting
    room = room or Size(_WIDEST_ROOM, _ANY_HEIGHT)
    focus = _told_apart(Cards(tree, look), focus or Focus((0,), 0), room)
    return _around(tree, look, room, focus, shut)


@lru_cache(maxsize=12)
def _around(tree: GameTree, look: Look, room: Size, focus: Focus, folded: frozenset[int]) -> Layout:
    return _Focused(Cards(tree, look), room, focus, folded).layout()


@lru_cache(maxsize=6)
def fits(tree: GameTree, look: Look, room: Size | None, folded: frozenset[int]) -> Layout | None:
    """Return the layout of a whole tree, ``None`` where it does not fit the room.

    Args:
        tree: The tree.
        look: How it is drawn, as far as places depend on it (:attr:`Look.at_rest`).
        room: What the drawing shall fit; a million cells where ``None``.
        folded: The nodes whose subtrees are not drawn.
    """
    cards = Cards(tree, look)
    if room is not None:
        has_room = folded or tree.leaf_count * 2 <= room.width + 1
        return _whole(cards, items_of(tree, folded), room) if has_room else None
    if 6 * tree.leaf_count * tree.depth > _MOST_CELLS:
        return None
    layouts = (_tidy(cards, items_of(tree, folded), form) for form in _FREE_FORMS)
    return next((each for each in layouts if each.width * each.height <= _MOST_CELLS), None)


def _told_apart(cards: Cards, focus: Focus, room: Size) -> Focus:
    """Return the focus under which a layout is kept: leaves that fit a row all have the same."""
    tree, nodes, current = cards.tree, focus.nodes, focus.current
    if len(nodes) <= most_rows(room):
        current = 0
    if len(nodes) > 1:
        parent = nodes[-2]
        children = tree.child_count(parent)
        if tree.end[parent] - parent - 1 == children and children * 2 <= room.width:
            widths = map(cards.leaf_width, range(parent + 1, tree.end[parent]))
            if sum(widths) + children + _ELISION + 2 * _MARGIN < room.width:
                nodes = (*nodes[:-1], parent + 1)
    return focus._replace(nodes=nodes, current=current)


def most_rows(room: Size) -> int:
    """Return how many rows a drawing around a focus has at most."""
    return max(2, (room.height - 2) // 3 + 1)


# -- widths and lines ------------------------------------------------------------------------------


def _width(cards: Cards, code: int, form: Form, *, tight: bool) -> int:
    """Return the width of a node's card or text, or of a ``…``, which no step exceeds."""
    if code < 0:
        return width(cards.glyphs.elided) if tight or form.is_tight else _ELISION
    if cards.tree.kind[code] != INNER:
        return cards.leaf_width(code)
    label = width(cards.label(code, tight=tight)) + 1
    value = cards.value_width()
    if tight:
        return label + value - 1
    cells = label + 1 + 1 + value + 2
    if form.lines == 2:
        cells = max(label + 1, value) + 2 + 2 * min(2, form.spread // 3)
    return cells | 1  # odd, so that the edges meet the middle


def _reaches(cards: Cards, items: Items, form: Form) -> tuple[array[int], array[int], array[int]]:
    """Return each item's width, and how far all that stands at it reaches left and right."""
    widths, lefts, rights = array("i"), array("i"), array("i")
    for item, code in enumerate(items.codes):
        cells = _width(cards, code, form, tight=items.ply[item] >= form.loose)
        before, after = _halves(cells)
        spare = _spare(items, item, form, cells) if item else 0
        beside = _beside(cards, code, form) if item and code >= 0 else 0
        if cards.look.notes and item not in items.clusters:
            claim = parts_width(cards.note_parts(code, "value"))
            beside = max(beside, after + 1 + claim if claim else 0)
        widths.append(cells)
        lefts.append(before + spare)
        rights.append(max(after + spare, beside))
    return widths, lefts, rights


def _beside(cards: Cards, node: int, form: Form) -> int:
    """Return how far what stands on the edge above a node reaches to the right."""
    probability = width(cards.probability(node))
    cells = probability + 1 if probability else 0
    if form.windows and cards.tree.kind[node] == INNER:
        claim = parts_width(cards.note_parts(node, "window"))
        cells += cards.window_width() + 1 + (claim + 1 if claim else 0)
    return cells


def _spare(items: Items, item: int, form: Form, cells: int) -> int:
    """Return how much more room there is on either side of an item, beside a leaf for a slab.

    The slab of a cut-off stands between the parent's middle and the next child: of two children,
    in half of the distance.
    """
    spare = max(0, form.spread - 2) if items.is_card(item) else 0
    low, high = items.children(items.parent[item])
    if not items.is_end(item) or not form.windows or high - low == 1:
        return spare
    wanted = _SLAB_OF_TWO if high - low == 2 else _SLAB
    return spare + max(0, min(form.spread - 4, (wanted + 1 - cells - form.gap) // 2))


def _halves(cells: int) -> tuple[int, int]:
    """Return how far a text reaches left and right of its middle."""
    return max(0, cells - 1) // 2, cells // 2


class _Row(NamedTuple):
    """What a row of a drawing holds, as far as its lines depend on it.

    Attributes:
        has_cards: Whether there is a node with children in it.
        below_chance: Whether there is a chance node's child in it.
    """

    has_cards: bool
    below_chance: bool = False


def _rows(items: Items) -> list[_Row]:
    tree = items.tree
    rows = []
    for members in items.plies:
        parents = (items.node(items.parent[item]) for item in members if item)
        below_chance = tree.has_chance and any(tree.roles[node] == CHANCE_ROLE for node in parents)
        rows.append(_Row(any(map(items.is_card, members)), below_chance))
    return rows


def _lines(rows: Sequence[_Row], form: Form, top: int = 0) -> tuple[array[int], array[int], int]:
    """Return the bus and the first card line of each row, and one past the last line."""
    buses, heads = array("i"), array("i")
    at = top
    for number, row in enumerate(rows):
        buses.append(at)
        if number:
            at += 1 + max(form.drop if row.has_cards else form.leaf_drop, row.below_chance)
        heads.append(at)
        at += form.lines + form.stub if row.has_cards else 1
    return buses, heads, at + (rows[-1].has_cards and not form.stub)


# -- the whole tree --------------------------------------------------------------------------------


def _whole(cards: Cards, items: Items, room: Size) -> Layout | None:
    """Return the richest layout of a whole tree that fits, spread over the room."""
    if 2 * max(map(len, items.plies)) > room.width + 1:
        return None
    rows = _rows(items)
    for form in _FORMS if room.height < _ANY_HEIGHT else _TEXT_FORMS:
        has_room = _lines(rows, form)[2] <= room.height
        if has_room and _tidy(cards, items, form).width <= room.width:
            return _spread(cards, items, form, room)
    return None


def _spread(cards: Cards, items: Items, form: Form, room: Size) -> Layout:
    """Return a layout as loose, as wide and as high as its room allows."""

    def widest(forms: list[Form]) -> Form:
        """Return the last form that fits of some, each as wide as the one before or wider."""
        after = bisect_right(forms, room.width, key=lambda each: _tidy(cards, items, each).width)
        return forms[max(0, after - 1)]

    if form.is_tight:
        form = widest([form._replace(loose=loose) for loose in range(len(items.plies) + 1)])
    form = widest([form._replace(spread=more) for more in range(form.spread, _MOST_SPREAD + 1)])
    return _tidy(cards, items, _stretched(form, _rows(items), room), room)


def _tidy(cards: Cards, items: Items, form: Form, room: Size | None = None) -> Layout:
    """Return the layout of items in a form, in the middle of a room where there is one."""
    widths, lefts, rights = _reaches(cards, items, form)
    columns = tidy(items.parent, lefts, rights, form.gap, _MARGIN)
    least = min(column - _halves(cells)[0] for column, cells in zip(columns, widths, strict=True))
    most = max(column + reach for column, reach in zip(columns, rights, strict=True))
    shift = min(0, _MARGIN - least)  # the room beside an outer card is nobody's
    cells = most + shift + 1 + _MARGIN
    room = room or Size(cells, _ANY_HEIGHT)
    shift += (room.width - cells) // 2
    columns = array("i", [column + shift for column in columns])
    tight = bytearray(row >= form.loose for row in items.ply)
    return _layout(items, form, columns, widths, tight, _rows(items), room)


def _layout(
    items: Items,
    form: Form,
    columns: array[int],
    cells: array[int],
    tight: bytearray,
    rows: Sequence[_Row],
    room: Size,
    above: int = 0,
) -> Layout:
    """Return a layout in the middle of the height of a room."""
    buses, heads, height = _lines(rows, form, 1 if above else 0)
    down = 0 if room.height == _ANY_HEIGHT else max(0, room.height - height) // 2
    drawn = len(items.plies)
    return Layout(
        items=items,
        form=form,
        columns=columns,
        cells=cells,
        tight=tight,
        buses=array("i", [line + down for line in buses[:drawn]]),
        heads=array("i", [line + down for line in heads[:drawn]]),
        width=room.width,
        height=height + down,
        top=down,
        above=above,
    )


def _stretched(form: Form, rows: Sequence[_Row], room: Size) -> Form:
    """Return a form with as many lines between the rows as there is room for."""
    low, stub = form._replace(leaf_drop=1), max(1, form.stub)
    taller = [low]
    for more in range(_MOST_STRETCH):
        taller.append(low._replace(stub=stub + more))
        taller.append(low._replace(stub=stub + more, drop=form.drop + more + 1))
    fitting = [each for each in taller if _lines(rows, each)[2] <= room.height - 2]
    return fitting[-1] if fitting and room.height < _ANY_HEIGHT else form


# -- tidy placement ------------------------------------------------------------------------------

# How much further right the next cell of a contour stands, and that cell; the last has none.
_Cell: TypeAlias = "tuple[int, _Cell | None]"
# The column of a contour's first cell from the anchor of its root, and the cell.
_Contour: TypeAlias = "tuple[int, _Cell | None]"


def _merged(upper: _Contour, lower: _Contour) -> _Contour:
    """Return a contour that follows ``upper`` as deep as it goes and ``lower`` from there.

    The contours must begin on the same ply.
    """
    columns: list[int] = []
    (column, cell), (deep_column, deep) = upper, lower
    while cell is not None and deep is not None:
        columns.append(column)
        column += cell[0]
        deep_column += deep[0]
        cell, deep = cell[1], deep[1]
    if deep is None:
        return upper
    for above in reversed(columns):
        deep, deep_column = (deep_column - above, deep), above
    return deep_column, deep


def _distance(left: _Contour, right: _Contour) -> int:
    """Return how far the second contour reaches into the first, over their common plies."""
    (column, cell), (other_column, other) = left, right
    most = column - other_column
    while cell is not None and other is not None:
        most = max(most, column - other_column)
        column += cell[0]
        other_column += other[0]
        cell, other = cell[1], other[1]
    return most


def tidy(
    parent: Sequence[int], left: Sequence[int], right: Sequence[int], gap: int, margin: int
) -> array[int]:
    """Return the column of each item's middle, as narrow as can be, parents centred.

    Args:
        parent: The parent of each item; −1 at the first.
        left: How many cells an item reaches to the left of its middle.
        right: How many it reaches to the right.
        gap: The least number of empty cells between two items of a row.
        margin: The column in which the leftmost item begins.
    """
    leaf: _Cell = (0, None)
    column = array("i", bytes(4 * len(parent)))  # of an item from its parent, at first
    lefts, rights = [leaf] * len(parent), [leaf] * len(parent)  # each subtree's contours
    below: dict[int, list[int]] = {}  # the children of the items to come
    for item in range(len(parent) - 1, -1, -1):
        children = below.pop(item, [])[::-1]
        below.setdefault(parent[item], []).append(item)
        if not children:
            continue
        starts = [(-left[child], lefts[child]) for child in children]
        ends = [(right[child], rights[child]) for child in children]
        columns = _columns(starts, ends, gap + 1)
        middle = _middle(columns)
        for child, place in zip(children, columns, strict=True):
            column[child] = place - middle
        outer, cell = _outline(starts, columns)
        lefts[item] = outer - middle + left[item], cell
        outer, cell = _outline(ends[::-1], columns[::-1])
        rights[item] = outer - middle - right[item], cell
    for item in range(1, len(parent)):
        column[item] += column[parent[item]]
    least = min(at - reach for at, reach in zip(column, left, strict=True))
    return array("i", [at - least + margin for at in column])


def _columns(starts: Sequence[_Contour], ends: Sequence[_Contour], apart: int) -> list[int]:
    """Return the columns of siblings, packed as closely as can be and evenly spread.

    The later a sibling, the nearer to its rightmost column: the share never falls from one to
    the next, so that no distance becomes smaller than the lesser of the two it lies between.
    """
    leftmost = [0]
    reached = ends[0]
    for start, (outer, cell) in zip(starts[1:], ends[1:], strict=True):
        column = _distance(reached, start) + apart
        leftmost.append(column)
        reached = _merged((column + outer, cell), reached)
    rightmost = leftmost[-1:]
    outer, cell = starts[-1]
    reached = rightmost[0] + outer, cell
    for (outer, cell), end in zip(starts[-2::-1], ends[-2::-1], strict=True):
        column = -_distance(end, reached) - apart
        rightmost.append(column)
        reached = _merged((column + outer, cell), reached)
    pairs = list(zip(leftmost, reversed(rightmost), strict=True))
    loose = sum(one < other for one, other in pairs)
    columns, passed = [], 0
    for one, other in pairs:
        passed += one < other
        columns.append(one + (other - one) * passed // (loose + 1))
    return columns


def _middle(columns: list[int]) -> int:
    """Return the column of a parent: the middle, or a child's that is a cell away from it."""
    middle = (columns[0] + columns[-1]) // 2
    for near in (middle, middle + 1, middle - 1):
        index = bisect_left(columns, near)
        if index < len(columns) and columns[index] == near:
            return near
    return middle


def _outline(sides: Sequence[_Contour], columns: list[int]) -> _Contour:
    """Return the common contour of siblings, given from the side it is seen from."""
    moved = [(column + outer, cell) for column, (outer, cell) in zip(columns, sides, strict=True)]
    outline = moved[0]
    for contour in moved[1:]:
        outline = _merged(outline, contour)
    return outline


# -- around a focus --------------------------------------------------------------------------------


class _Entry(NamedTuple):
    """An item of a focused drawing before the items are numbered."""

    code: int
    column: int
    cells: int
    is_tight: bool
    parent: int  # the index of the parent's entry


@dataclass
class _Group:
    """Siblings in a row, placed together.

    Attributes:
        codes: Nodes, and ``~node`` for a ``…``.
        cells: The width of each.
        pitch: The distance from each to the next.
        is_tight: Whether their cards are tight.
        first: The column of the middle of the first.
    """

    codes: list[int]
    cells: list[int]
    pitch: list[int]
    is_tight: bool
    first: int = 0

    @property
    def start(self) -> int:
        """The first column."""
        return self.first - _halves(self.cells[0])[0]

    @property
    def last(self) -> int:
        """The column of the middle of the last."""
        return self.first + sum(self.pitch)

    @property
    def stop(self) -> int:
        """One past the last column."""
        return self.last + _halves(self.cells[-1])[1] + 1

    def centre(self, column: int, low: int, high: int) -> None:
        """Place the group below a column, between two limits."""
        before, after = self.first - self.start, self.stop - self.last
        span = self.last - self.first
        self.first = max(low + before, min(column - span // 2, high - after - span))


class _Focused:
    """Builds the drawing around a focus row by row."""

    def __init__(self, cards: Cards, room: Size, focus: Focus, folded: frozenset[int]) -> None:
        self.cards = cards
        self.tree = cards.tree
        self.room = room
        self.focus = focus
        self.folded = folded
        self.most = most_rows(room)
        self.first = self._first_row()
        nodes = focus.nodes[self.first : self.first + self.most]
        shut = next((index for index, node in enumerate(nodes) if node in folded), len(nodes))
        self.nodes = list(nodes[: shut + 1])
        self.planned = self._planned_rows()
        self.form = self._form()
        self.entries: list[_Entry] = []
        self.above = range(0)  # the entries of the last row
        self.clusters: dict[int, int] = {}  # the sizes, by the first sibling

    def _first_row(self) -> int:
        """Return the first ply that is drawn, where there is no room for all of the focus.

        It moves on by half of what is in sight, so that most steps move nothing.
        """
        if len(self.focus.nodes) <= self.most:
            return 0
        half = max(1, self.most // 2)
        return max(0, self.focus.current - 1) // half * half

    def _planned_rows(self) -> list[_Row]:
        """Return what the rows hold whatever the focus, so that no step changes their lines."""
        tree, nodes = self.tree, self.focus.nodes[self.first : self.first + self.most]
        chance = {row + 1 for row, node in enumerate(nodes) if tree.roles[node] == CHANCE_ROLE}
        count = min(tree.depth + 1, self.most)
        return [
            _Row(row < count - 1 or tree.depth >= self.most, row in chance) for row in range(count)
        ]

    def _form(self) -> Form:
        """Return the richest form in which as many rows as the tree has fit the height."""
        for form in _FOCUS_FORMS if self.room.height < _ANY_HEIGHT else _FOCUS_FORMS[1:]:
            if _lines(self.planned, form, bool(self.first))[2] <= self.room.height:
                return _stretched(form, self.planned, self.room)
        return _FOCUS_FORMS[-1]

    # -- rows ----------------------------------------------------------------------------------

    def layout(self) -> Layout:
        """Return the layout."""
        alone = self._group(self.nodes[:1], 0, tight=False)
        alone.first = self.room.width // 2
        self._add_row({-1: alone})
        for row in range(1, len(self.planned)):
            codes = [self.entries[index].code for index in self.above]
            at = self.above[codes.index(self.nodes[row - 1])]
            if row >= len(self.nodes):  # go on below the nearest node, so that the rows are used
                below = [index for index in self._near(at, self.above) if self._has_children(index)]
                if not below:
                    break
                at = below[0]
                self.nodes[row - 1 :] = self.entries[at].code, self.entries[at].code + 1
            self._add_row(self._groups(row, at, self.nodes[row]))
        return self._finished()

    def _add_row(self, groups: dict[int, _Group]) -> None:
        """Add the entries of a row, given its groups by the parent's entry."""
        start = len(self.entries)
        for parent, group in sorted(groups.items()):
            columns = accumulate(group.pitch, initial=group.first)
            for code, column, cells in zip(group.codes, columns, group.cells, strict=True):
                self.entries.append(_Entry(code, column, cells, group.is_tight, parent))
        self.above = range(start, len(self.entries))

    def _has_children(self, index: int) -> bool:
        """Tell whether an entry is a node with children that may be drawn."""
        code = self.entries[index].code
        is_hidden = code in self.folded or code in self.clusters
        return code >= 0 and not is_hidden and self.tree.kind[code] == INNER

    def _groups(self, row: int, at: int, child: int) -> dict[int, _Group]:
        """Return a row: the children of the focus, and of as many of its siblings as fit."""
        node, column = self.entries[at].code, self.entries[at].column
        low, high = _MARGIN, self.room.width - _MARGIN
        own, widest = self._focus_group(node, child)
        siblings = [i for i in self.above if self.entries[i].parent == self.entries[at].parent]
        for tight in (False, True):
            own.centre(column, low, high)
            groups = {at: own}
            opened = [self._open(groups, at, i, tight=tight) for i in self._near(at, siblings)]
            if all(opened):
                for index in self._near(at, [i for i in self.above if i not in siblings]):
                    self._open(groups, at, index, tight=tight)
                break
        else:
            if row < len(self.planned) - 2:  # room for what is below
                groups = {at: own}
        low, high = self._free(groups, at)
        if own.pitch:
            more = max(0, high - low - (own.stop - own.start)) // len(own.pitch)
            own.pitch = [max(each, min(each + more, widest)) for each in own.pitch]
        own.centre(column, low, high)
        return groups

    def _free(self, groups: dict[int, _Group], index: int) -> tuple[int, int]:
        """Return the columns between the groups of the nearest neighbours that are shown."""
        low, high = _MARGIN, self.room.width - _MARGIN
        for other, group in groups.items():
            column = self.entries[other].column
            if other < index:
                low = max(low, group.stop + 2, column + 2)
            elif other > index:
                high = min(high, group.start - 2, column - 1)
        return low, high

    def _open(self, groups: dict[int, _Group], at: int, index: int, *, tight: bool) -> bool:
        """Show the children of a sibling of the focus, if they fit beside what is shown already.

        The children of the focus move aside for them, if they stay below it.

        Returns:
            Whether there is nothing left to show there.
        """
        entry = self.entries[index]
        if not self._has_children(index) or self.tree.child_count(entry.code) * 2 > self.room.width:
            return entry.code < 0 or self.tree.kind[entry.code] != INNER
        codes = self._children(entry.code)
        leaves_only = all(self.tree.kind[each] != INNER for each in codes if each >= 0)
        opened = self._group(codes, 2 if leaves_only or not tight else 1, tight=tight)
        cells = opened.stop - opened.start
        low, high = self._free(groups, index)
        missing = cells - (high - low)
        if missing > 0:
            own, column = groups[at], self.entries[at].column
            limits, aside = self._free(groups, at), missing if index < at else -missing
            is_within = limits[0] <= own.start + aside and own.stop + aside <= limits[1]
            if is_within and own.first + aside <= column <= own.last + aside:
                own.first += aside
                low, high = self._free(groups, index)
        if cells > high - low or not low <= entry.column < high:
            return False
        groups[index] = opened
        opened.centre(entry.column, low, high)
        return True

    def _near(self, at: int, entries: Iterable[int]) -> list[int]:
        """Return other entries of a row: the ones searched just before first, then outwards."""
        step = 1 if self.focus.from_right else -1
        others = (index for index in entries if index != at)
        return sorted(others, key=lambda index: (abs(index - at), (at - index) * step))

    def _children(self, node: int) -> list[int]:
        elision = [~node] if node in self.tree.elided else []
        return [*self.tree.child_column(node), *elision]

    def _focus_group(self, node: int, child: int) -> tuple[_Group, int]:
        """Return the children of a node of the focus, and the largest pitch that helps them."""
        codes = list(self.tree.child_column(node))
        at = bisect_left(codes, child)
        near = codes[max(0, at - _NEAR) : at + _NEAR]
        leaves_only = all(self.tree.kind[code] != INNER for code in near)
        most = _WIDE_LEAVES if leaves_only else _WIDE_CARDS
        window = 0 if leaves_only else self.cards.window_width()
        if len(codes) * 2 <= self.room.width:
            ways = ((3, window, False), (2, 0, False), (1, 0, False), (1, 0, True))
            for gap, beside, tight in ways:
                group = self._group(self._children(node), gap, beside, tight=tight)
                if group.stop - group.start + 2 * _MARGIN <= self.room.width:
                    return group, most
        pitch = max(_width(self.cards, code, self.form, tight=True) for code in near) + 1
        shown = self._page(codes, at, pitch)
        if node in self.tree.elided:
            shown.append(~node)
        return self._group(shown, 1, tight=True), most

    def _page(self, codes: list[int], at: int, pitch: int) -> list[int]:
        """Return the siblings near one of them, the others as clusters at either end."""
        more = width(more_text(len(codes))) + 2
        capacity = max(1, (self.room.width - 2 * _MARGIN - 2 * more - _ELISION) // pitch)
        first = at // capacity * capacity
        last = min(len(codes), first + capacity)
        shown = codes[first:last]
        if first:
            shown.insert(0, codes[0])
            self.clusters[codes[0]] = first
        if last < len(codes):
            shown.append(codes[last])
            self.clusters[codes[last]] = len(codes) - last
        return shown

    def _group(self, codes: list[int], gap: int, window: int = 0, *, tight: bool) -> _Group:
        cells = [
            width(more_text(self.clusters[code]))
            if code in self.clusters
            else _width(self.cards, code, self.form, tight=tight)
            for code in codes
        ]
        pitch = []
        for code, (own, following) in zip(codes, pairwise(cells), strict=False):
            least = _halves(own)[1] + _halves(following)[0] + 1 + gap
            if window and code >= 0 and self.tree.kind[code] == INNER:
                least = max(least, window + 3)
            probability = width(self.cards.probability(code)) if code >= 0 else 0
            pitch.append(max(least, probability + 2))
        return _Group(codes, cells, pitch, tight)

    def _finished(self) -> Layout:
        """Return the layout with the items numbered in the order of the nodes."""
        entries = sorted(self.entries, key=lambda entry: _place(self.tree, entry.code))
        codes = [entry.code for entry in entries]
        known = self.clusters
        clusters = {item: known[code] for item, code in enumerate(codes) if code in known}
        return _layout(
            _items(self.tree, codes, clusters),
            self.form,
            array("i", [entry.column for entry in entries]),
            array("i", [entry.cells for entry in entries]),
            bytearray(entry.is_tight for entry in entries),
            self.planned,
            self.room,
            self.first,
        )


def more_text(count: int) -> str:
    """Return what stands for siblings that have no room.

    Example:
        >>> more_text(7)
        '7 more'
    """
    return f"{count} more"
