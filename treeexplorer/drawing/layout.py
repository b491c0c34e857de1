"""Where every node of a tree stands.

A tree that fits its room is drawn whole, *tidily*, and spread over the room. One that does not is
drawn around a *focus*: the way from the root to a leaf, each node of it among its siblings, and as
much of the rest as there is room for; what is not drawn is counted. Without a room the whole tree
is drawn, as far as a million cells hold it.

Tidy placement packs every subtree against its neighbours by their contours (Reingold & Tilford
1981), once from the left and once from the right. Taking more and more of the second from sibling
to sibling spreads small subtrees evenly between large ones. Positions depend on the tree, the room
and, in a focus, on the nodes above: a step of the search moves nothing that it leaves in sight.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from itertools import pairwise, takewhile
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.drawing.cards import Cards
from treeexplorer.drawing.styled_text import Look, Size
from treeexplorer.text import width
from treeexplorer.tree import CHANCE_ROLE, INNER, MAX_ROLE, GameTree

_MARGIN: Final = 1  # for the mark of the current node
_ELISION: Final = 5  # ``╱╱…╱╱``
_MOST_SPREAD: Final = 24
_LARGE: Final = 100, 34  # the pane of a screen of 160×50
_SPREAD_OF_LARGE: Final = 14, 60  # before cards grow, and after
_MOST_GROWN: Final = 12
_WIDEST_GROWN: Final = 15
_LONGEST_WIRE: Final = 3  # rows without the bus
_ANY_HEIGHT: Final = 10**9
_EVERY_ROW: Final = 10**9
_MOST_CELLS: Final = 1_000_000
_WIDEST_ROOM: Final = 160
_SLAB: Final = 8  # the distance of siblings that leaves room for a slab
_SLAB_OF_TWO: Final = 17

Direction: TypeAlias = Literal["up", "down", "left", "right"]


class Form(NamedTuple):
    """How much of a node is shown, and in how many lines."""

    lines: int = 1  # the lines of a card
    loose: int = _EVERY_ROW  # how many of the first rows have spaces on cards, windows beside edges
    names: bool = True  # whether the names of leaves stand below their values
    stub: int = 1  # the lines between a card and the bus below it
    drop: int = 1  # the lines between a bus and the cards below it, which hold the windows
    leaf_drop: int = 0  # the lines between a bus and the leaves below it
    spread: int = 0  # how far apart the nodes are; 0 is as near as can be
    grown: int = 0  # how many cells a card has beyond what its texts need, on either side

    @property
    def is_tight(self) -> bool:
        """Whether there are cards without spaces."""
        return self.loose < _EVERY_ROW

    @property
    def gap(self) -> int:
        """The least number of empty cells between two texts."""
        return 1 + min(self.spread, 4) + max(0, self.spread - 8) // 2


_LOW: Final = Form(stub=0, names=False)
_FORMS: Final = (  # the richest first
    Form(lines=2, spread=1),
    Form(lines=2, stub=0, spread=1),
    Form(lines=2),
    Form(lines=2, stub=0),
    Form(spread=1),
    Form(),
    Form(stub=0),
    Form(loose=0, stub=0),
    _LOW,
    _LOW._replace(loose=0),
    _LOW._replace(loose=0, drop=0),
)
_LARGE_FORMS: Final = (Form(lines=3, spread=1), *_FORMS)
_TEXT_FORMS: Final = tuple(form for form in _FORMS if form.lines == 1 and form.drop)
_FOCUS_FORMS: Final = (Form(lines=2), Form(), Form(stub=0), _LOW, _LOW._replace(drop=0))


# Of an item that stands for its node and the siblings behind it that have no room: how many these
# are together, and one past the last node of all of them.
Cluster: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Items:
    """What is drawn of a tree, as columns in the order of the nodes.

    Where nothing is left out and nothing elided the items are the nodes themselves, and the
    tree's own columns are used as they are.
    """

    tree: GameTree
    codes: Sequence[int]  # the node of each item; the complement (``~node``) for its ``…``
    parent: array[int]  # the parent item of each item; −1 at the root
    end: array[int]  # one past the last item of each item's subtree
    ply: array[int]  # the row of each item
    plies: tuple[array[int], ...]  # the items of each row, from left to right
    clusters: dict[int, Cluster] = field(default_factory=dict)

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
        _, stop = self.clusters.get(item, (1, self.tree.end[self.node(item)]))
        return stop

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

    def children(self, item: int) -> Sequence[int]:
        """Return the children of an item, from left to right."""
        if self.is_end(item):
            return ()
        row = self.plies[self.ply[item] + 1]
        low = bisect_left(row, item + 1)
        return row[low : bisect_left(row, self.end[item], lo=low)]

    def beside(self, item: int, step: int) -> int | None:
        """Return the next item of the row (1) or the one before (−1), ``None`` without."""
        row = self.plies[self.ply[item]]
        index = bisect_left(row, item) + step
        return row[index] if 0 <= index < len(row) else None

    def neighbour(self, node: int, direction: Direction) -> int:
        """Return the parent, the first child, or the next node of the row; else the node."""
        item = self.item(node)
        if direction == "up":
            return self.node(max(0, self.parent[item]))
        if direction == "down":
            return self.node(item if self.is_end(item) else item + 1)
        step = -1 if direction == "left" else 1
        beside = self.beside(item, step)
        while beside is not None and self.is_elision(beside):
            beside = self.beside(beside, step)
        return node if beside is None else self.node(beside)


def _place(tree: GameTree, code: int) -> tuple[int, int]:
    """Return the place of an item in the order of the nodes; a ``…`` stands behind its siblings."""
    return (2 * code, 0) if code >= 0 else (2 * tree.end[~code] - 1, -tree.ply[~code])


def items_of(tree: GameTree, root: int = 0) -> Items:
    """Return what is drawn of a whole tree, or below a node.

    It takes no time where that is the tree as it is, else time linear in the nodes.
    """
    if not root and not tree.elided:
        return Items(tree, range(len(tree)), tree.parent, tree.end, tree.ply, tree.plies)
    codes: list[int] = []
    for node in range(root, tree.end[root]):
        codes.append(node)
        if node in tree.elided:
            codes.append(~node)
    return _items(tree, codes, {})


def _ply_of(tree: GameTree, code: int) -> int:
    """Return the ply of an item; a ``…`` stands one below its parent."""
    if code < 0:
        return tree.ply[~code] + 1
    return tree.ply[code]


def _items(tree: GameTree, codes: list[int], clusters: dict[int, Cluster]) -> Items:
    codes = sorted(codes, key=lambda code: _place(tree, code))
    first = tree.ply[codes[0]]
    ply = array("i", [_ply_of(tree, code) - first for code in codes])
    rows: list[array[int]] = [array("i") for _ in range(max(ply) + 1)]
    parent = array("i")
    for item, row in enumerate(ply):
        parent.append(rows[row - 1][-1] if row else -1)
        rows[row].append(item)
    end = array("i", range(1, len(codes) + 1))
    for item in range(len(codes) - 1, 0, -1):
        above = parent[item]
        end[above] = max(end[above], end[item])
    hiding = {item: clusters[code] for item, code in enumerate(codes) if code in clusters}
    return Items(tree, array("i", codes), parent, end, ply, tuple(rows), hiding)


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
        return self.columns[item] - _halves(self.cells[item])[0]

    def right_of(self, item: int) -> int:
        """Return the last column of an item's card or text."""
        return self.columns[item] + _halves(self.cells[item])[1]

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
    """The way around which a tree without room is drawn."""

    nodes: tuple[int, ...]  # from the root to a leaf
    current: int  # the index of the node at which the search stands, or which is looked at


def arrange(
    tree: GameTree,
    look: Look | None = None,
    room: Size | None = None,
    focus: Focus | None = None,
) -> Layout:
    """Return where the nodes of a tree stand, so that they fill a room.

    A height of 0 is any height; without a room the whole tree is drawn. The focus stays in sight
    where that does not fit.
    """
    if look is None:
        look = Look()
    look = look.at_rest
    if room is not None and look.answers:  # what stands beside the root gives way
        kept = {node: each for node, each in look.answers.items() if each.window}
        look = replace(look, answers=kept)
    if room is not None and not room.height:
        room = Size(room.width, _ANY_HEIGHT)
    fitting = fits(tree, look, room)
    if fitting is not None:
        return fitting
    if room is None:
        room = Size(_WIDEST_ROOM, _ANY_HEIGHT)
    if focus is None:
        focus = Focus((0,), 0)
    return _in_focus(_cards_of(tree, look), room, focus)


_cards_of = lru_cache(maxsize=4)(Cards)


@lru_cache(maxsize=6)
def fits(tree: GameTree, look: Look, room: Size | None) -> Layout | None:
    """Return the layout of a whole tree, ``None`` where it does not fit.

    Without a room there is one of a million cells. Of a look only :attr:`Look.at_rest` counts.
    """
    cards = _cards_of(tree, look)
    if room is not None:
        has_room = tree.leaf_count * 2 <= room.width + 1
        return _whole(cards, items_of(tree), room) if has_room else None
    if 6 * tree.leaf_count * tree.depth > _MOST_CELLS:
        return None
    layouts = (_tidy(cards, items_of(tree), form) for form in _TEXT_FORMS)
    return next((each for each in layouts if each.width * each.height <= _MOST_CELLS), None)


# -- widths and lines ------------------------------------------------------------------------------


def _width(cards: Cards, code: int, form: Form, *, tight: bool) -> int:
    """Return the width of a node's card or text, or of a ``…``, which no step exceeds."""
    if code < 0:
        return width(cards.glyphs.elided) if tight or form.is_tight else _ELISION
    if cards.tree.kind[code] != INNER:
        text = width(cards.leaf(code)) + (2 if cards.look.marks else 0)  # the marks around it
        return max(text, width(cards.leaf_name(code))) if form.names else text
    label = 1 + len(cards.glyphs.joint if tight else " ") + width(cards.label(code, tight=tight))
    value = cards.value_width(MAX_ROLE if tight else cards.tree.roles[code])
    if form.lines == 1 and tight:
        return label + value - 1
    if form.lines == 1:
        cells = label + 1 + value + 2
    else:
        cells = max(label, value) + (0 if tight else 2 + 2 * min(2, form.spread // 3))
        if form.lines > 2:
            cells = max(cells, 2 * cards.widest_number + 3)
        cells = max(cells, min(cells + 2 * form.grown, _WIDEST_GROWN))
    return cells | 1  # odd, so that the edges meet the middle


def _halves(cells: int) -> tuple[int, int]:
    return max(0, cells - 1) // 2, cells // 2


def _reach(cards: Cards, items: Items, item: int, form: Form, cells: int) -> tuple[int, int]:
    """Return how far a card or text, and what stands on the edge above it, reach to each side."""
    before, after = _halves(cells)
    node = items.node(item)
    paper = cards.look.answers
    if paper is None:
        paper = {}
    if not item and node in paper:
        after += sum(3 + width(text) + 2 for text, _ in paper[node].aside)
    if not item or not items.is_plain(item):
        return before, after
    probability = width(cards.probability(node))
    beside = probability + 1 if probability else 0
    has_window = items.is_card(item) or (node in paper and bool(paper[node].window))
    if has_window and form.drop and items.ply[item] < form.loose:
        end = cards.widest_number + 1
        before = max(before, end)
        beside = end + beside
    if cards.look.answers is not None:  # the mark of a slash, or of a window
        beside += 2
    return before, max(after, beside)


class _Row(NamedTuple):
    """What a row of a drawing holds, as far as its lines depend on it."""

    has_cards: bool  # whether there is a node with children in it
    is_beside: bool  # whether something may stand beside the edges to its leaves, too
    has_names: bool  # whether there is a leaf with a name in it


@lru_cache(maxsize=4)
def _rows(cards: Cards) -> tuple[_Row, ...]:
    """Return what each ply holds, drawn or not, so that no step changes the lines of a row.

    Beside an edge stand the probability of a chance node's child, and the mark of a slash.
    """
    tree = cards.tree
    is_paper = cards.look.answers is not None
    kind = tree.kind
    ply = tree.ply
    nodes = range(len(tree) if tree.has_chance else 0)
    chance = {ply[node] + 1 for node in nodes if tree.roles[node] == CHANCE_ROLE}
    named = {ply[node] for node in tree.names if kind[node] != INNER}
    return tuple(
        _Row(any(kind[node] == INNER for node in members), is_paper or row in chance, row in named)
        for row, members in enumerate(tree.plies)
    )


def _lines(rows: Sequence[_Row], form: Form, top: int = 0) -> tuple[array[int], array[int], int]:
    """Return the bus and the first card line of each row, and one past the last line."""
    buses = array("i")
    heads = array("i")
    at = top
    for number, row in enumerate(rows):
        buses.append(at)
        if number:
            at += 1 + max(form.drop if row.has_cards else form.leaf_drop, row.is_beside)
        heads.append(at)
        named = 2 if row.has_names and form.names else 1
        at += max(named, form.lines + form.stub) if row.has_cards else named
    if rows[-1].has_cards and not form.stub:
        at += 1
    return buses, heads, at


# -- placing ---------------------------------------------------------------------------------------


def _whole(cards: Cards, items: Items, room: Size) -> Layout | None:
    """Return the richest layout of a whole tree that fits, spread over the room."""
    rows = _rows(cards)
    forms = _LARGE_FORMS if _is_large(room) else _FORMS
    for form in forms if room.height < _ANY_HEIGHT else _TEXT_FORMS:
        if _lines(rows, form)[2] <= room.height:
            widest = _widest(cards, items, form, room)
            if widest is not None:
                return _tidy(cards, items, _stretched(widest, rows, room), room)
    return None


def _is_large(room: Size) -> bool:
    """Tell whether cards and distances may grow beyond what reading needs."""
    return room.width >= _LARGE[0] and _LARGE[1] <= room.height < _ANY_HEIGHT


def _widest(cards: Cards, items: Items, form: Form, room: Size) -> Form | None:
    """Return a form as loose and as wide as a room allows; ``None`` where it does not fit."""

    def width_of(form: Form) -> int:
        *_, first, last = _placed(cards, items, [form] * len(items.plies))
        return max(last) - min(first) + 1 + 2 * _MARGIN

    def last_fitting(forms: list[Form]) -> Form:
        """Return the last form that fits of some, each as wide as the one before or wider."""
        return forms[max(0, bisect_right(forms, room.width, key=width_of) - 1)]

    if width_of(form) > room.width:
        return None
    if form.is_tight:
        rows = (*range(len(items.plies)), _EVERY_ROW)
        form = last_fitting([form._replace(loose=loose) for loose in rows])
    first = _MOST_SPREAD
    most = 0
    if _is_large(room):
        first, most = _SPREAD_OF_LARGE
    forms = [form._replace(spread=more) for more in range(form.spread, first + 1)]
    if most and form.lines > 1:
        forms += [forms[-1]._replace(grown=more) for more in range(1, _MOST_GROWN + 1)]
        forms += [forms[-1]._replace(spread=more) for more in range(first + 1, most + 1)]
    return last_fitting(forms)


def _placed(
    cards: Cards, items: Items, forms: Sequence[Form]
) -> tuple[array[int], array[int], array[int], array[int]]:
    """Return each item's column and width, and the first and last column of all that is at it."""
    cells_of, lefts, rights, before, after = (array("i") for _ in range(5))
    siblings = Counter(items.parent)
    for item, code in enumerate(items.codes):
        form = forms[items.ply[item]]
        if item in items.clusters:
            cells = width(more_text(items.clusters[item][0]))
        else:
            cells = _width(cards, code, form, tight=items.ply[item] >= form.loose)
        left, right = _reach(cards, items, item, form, cells)
        pad = max(0, form.spread - 2) if items.is_card(item) else 0
        count = siblings[items.parent[item]] if items.is_end(item) else 1
        if count > 1:
            # The slab of a cut-off stands between the parent's middle and the next child: of two
            # children, in half of the distance. It is left beside every child that may be cut.
            slab = _SLAB_OF_TWO if count == 2 else _SLAB
            pad += max(0, min(form.spread - 4, (slab + 1 - cells - form.gap) // 2))
        cells_of.append(cells)
        lefts.append(left)
        rights.append(right)
        before.append(left + pad)
        after.append(right + pad + form.gap)
    columns = tidy(items.parent, before, after)
    first = array("i", [at - left for at, left in zip(columns, lefts, strict=True)])
    last = array("i", [at + right for at, right in zip(columns, rights, strict=True)])
    return columns, cells_of, first, last


def _tidy(cards: Cards, items: Items, form: Form, room: Size | None = None) -> Layout:
    forms = [form] * len(items.plies)
    columns, cells, first, last = _placed(cards, items, forms)
    least = max(last) - min(first) + 1 + 2 * _MARGIN
    if room is None:
        room = Size(least, _ANY_HEIGHT)
    shift = _MARGIN - min(first) + (room.width - least) // 2
    columns = array("i", [column + shift for column in columns])
    return _layout(items, forms, columns, cells, _rows(cards), room)


def _layout(
    items: Items,
    forms: Sequence[Form],
    columns: array[int],
    cells: array[int],
    rows: Sequence[_Row],
    room: Size,
    above: int = 0,
) -> Layout:
    """Return a layout in the middle of the height of a room."""
    *lines, height = _lines(rows, forms[0], 1 if above else 0)
    down = 0 if room.height == _ANY_HEIGHT else max(0, room.height - height) // 2
    count = len(items.plies)
    buses, heads = (array("i", [line + down for line in each[:count]]) for each in lines)
    return Layout(
        items, forms, columns, cells, buses, heads, room.width, height + down, down, above
    )


def _stretched(form: Form, rows: Sequence[_Row], room: Size) -> Form:
    """Return a form with as many lines between the rows as there is room for."""
    if room.height >= _ANY_HEIGHT:
        return form
    loose = form._replace(leaf_drop=1)
    long = loose._replace(stub=max(1, form.stub))
    long = long._replace(drop=max(form.drop, _LONGEST_WIRE - long.stub))
    for taller in (long, loose):
        if _lines(rows, taller)[2] <= room.height - 2:
            return taller
    return form


# -- tidy placement ------------------------------------------------------------------------------

# How much further the next cell of a contour reaches, and that cell; the last has none.
_Cell: TypeAlias = "tuple[int, _Cell | None]"
# How far a contour's first cell reaches from the middle of its root, to its side, and the cell.
_Contour: TypeAlias = "tuple[int, _Cell | None]"


def _merged(upper: _Contour, lower: _Contour) -> _Contour:
    """Return a contour that follows ``upper`` as deep as it goes and ``lower`` from there.

    The contours must begin on the same ply.
    """
    reaches: list[int] = []
    reach, cell = upper
    deep_reach, deep = lower
    while cell is not None and deep is not None:
        reaches.append(reach)
        reach += cell[0]
        deep_reach += deep[0]
        cell = cell[1]
        deep = deep[1]
    if deep is None:
        return upper
    for above in reversed(reaches):
        deep = (deep_reach - above, deep)
        deep_reach = above
    return deep_reach, deep


def tidy(parent: Sequence[int], left: Sequence[int], right: Sequence[int]) -> array[int]:
    """Return the column of each item's middle, as narrow as can be, parents centred.

    An item reaches some cells to the left of its middle, and to the right with those that stay
    empty behind it. The first item, the root, stands in column 0. Linear in the items: contours
    are linked lists that share their tails, and a merge costs the smaller height.
    """
    leaf: _Cell = (0, None)
    column = array("i", bytes(4 * len(parent)))  # of an item from its parent, at first
    lefts = [leaf] * len(parent)  # each subtree's contours
    rights = [leaf] * len(parent)
    below: dict[int, list[int]] = {}  # the children of the items to come
    for item in range(len(parent) - 1, -1, -1):
        children = below.pop(item, [])[::-1]
        below.setdefault(parent[item], []).append(item)
        if not children:
            continue
        starts = [(left[child], lefts[child]) for child in children]
        ends = [(right[child], rights[child]) for child in children]
        columns = _columns(starts, ends)
        middle = (columns[0] + columns[-1]) // 2
        near = (middle, middle + 1, middle - 1)  # a child a cell away stands below its parent
        middle = next((column for column in near if column in columns), middle)
        columns = [place - middle for place in columns]
        for child, place in zip(children, columns, strict=True):
            column[child] = place
        outer, cell = _outline(starts, [-place for place in columns])
        lefts[item] = outer - left[item], cell
        outer, cell = _outline(ends[::-1], columns[::-1])
        rights[item] = outer - right[item], cell
    for item in range(1, len(parent)):
        column[item] += column[parent[item]]
    return column


def _columns(starts: Sequence[_Contour], ends: Sequence[_Contour]) -> list[int]:
    """Return the columns of siblings, packed as closely as can be and evenly spread.

    The later a sibling, the nearer to its rightmost column: the share never falls from one to
    the next, so that no distance becomes smaller than the lesser of the two it lies between.
    """
    leftmost = _packed(starts, ends)
    from_last = _packed(ends[::-1], starts[::-1])
    rightmost = [leftmost[-1] - distance for distance in reversed(from_last)]
    pairs = list(zip(leftmost, rightmost, strict=True))
    loose = sum(earlier < other for earlier, other in pairs)
    columns = []
    passed = 0
    for earlier, other in pairs:
        passed += earlier < other
        columns.append(earlier + (other - earlier) * passed // (loose + 1))
    return columns


def _packed(near: Sequence[_Contour], far: Sequence[_Contour]) -> list[int]:
    """Return how far siblings stand from the first, by their contours towards it and away."""
    distances = [0]
    reached = far[0]
    for facing, (outer, cell) in zip(near[1:], far[1:], strict=True):
        reach, one = reached
        other_reach, other = facing
        distance = reach + other_reach
        while one is not None and other is not None:
            distance = max(distance, reach + other_reach)
            reach += one[0]
            other_reach += other[0]
            one = one[1]
            other = other[1]
        distances.append(distance + 1)
        reached = _merged((distance + 1 + outer, cell), reached)
    return distances


def _outline(sides: Sequence[_Contour], moved: list[int]) -> _Contour:
    """Return the common contour of siblings, given from the side it is seen from."""
    contours = ((by + outer, cell) for by, (outer, cell) in zip(moved, sides, strict=True))
    return reduce(_merged, contours)


# -- around a focus --------------------------------------------------------------------------------


def _in_focus(cards: Cards, room: Size, focus: Focus) -> Layout:
    """Return the layout of the way to a leaf, each node among its siblings, and of what fits below.

    Where the way ends in a leaf above the last row, it goes on below that leaf's nearest sibling.
    """
    tree = cards.tree
    forms = _FOCUS_FORMS if room.height < _ANY_HEIGHT else _FOCUS_FORMS[1:]
    most = max(2, (room.height - 2) // 3 + 1)
    half = max(1, most // 2)
    first = 0
    if len(focus.nodes) > most:  # it moves on by half of what is in sight: most steps move nothing
        first = max(0, focus.current - 1) // half * half
    nodes = focus.nodes[first : first + most]
    rows = _rows(cards)[first : first + most]
    form = next((it for it in forms if _lines(rows, it, bool(first))[2] <= room.height), forms[-1])
    form = _stretched(form, rows, room)
    if 1 < len(nodes) < len(rows):
        siblings, clusters = _siblings(cards, form, room, nodes[-2], nodes[-1])
        shown = [node for node in siblings if node >= 0 and node not in clusters]
        at = shown.index(nodes[-1])
        inner = [place for place, node in enumerate(shown) if tree.kind[node] == INNER]
        if inner:
            deep = shown[min(inner, key=lambda place: (abs(place - at), -place))]
            below = takewhile(lambda node: tree.kind[node - 1] == INNER, range(deep + 1, len(tree)))
            nodes = (*nodes[:-1], deep, *below)[: len(rows)]
    # A subtree stands in its parent's as it is: where the parent's has room, its own has, too.
    inner_nodes = sum(tree.kind[node] == INNER for node in nodes)
    fitting = bisect_left(
        range(inner_nodes),
        True,
        key=lambda index: _subtree(cards, form, room, nodes[index], len(rows) - index) is not None,
    )
    return _around(cards, form, room, nodes[: fitting + 1], rows, first)


@lru_cache(maxsize=256)
def _subtree(cards: Cards, form: Form, room: Size, node: int, rows: int) -> Form | None:
    """Return how a node's whole subtree is drawn; ``None`` where it has no room."""
    tree = cards.tree
    if tree.kind[node] != INNER or tree.end[node] - node > rows * room.width:
        return None
    items = items_of(tree, node)
    if len(items.plies) > rows:
        return None
    return _widest(cards, items, form._replace(loose=0), room)


@lru_cache(maxsize=12)
def _around(
    cards: Cards,
    form: Form,
    room: Size,
    nodes: tuple[int, ...],
    rows: tuple[_Row, ...],
    first: int,
) -> Layout:
    """Return the layout of some nodes, each among its siblings, and of what is below the last."""
    tree = cards.tree
    codes = [nodes[0]]
    clusters = dict[int, Cluster]()
    forms = [form]
    for row, (node, child) in enumerate(pairwise(nodes)):
        siblings, hidden = _siblings(cards, form, room, node, child)
        tight = form._replace(loose=0)
        wide = _widest(cards, _items(tree, [node, *siblings], hidden), tight, room)
        if wide is None:
            wide = tight
        forms.append(wide._replace(loose=wide.loose + row))
        codes += siblings
        clusters.update(hidden)
    spine = len(nodes)
    below = _subtree(cards, form, room, nodes[-1], len(rows) - spine + 1)
    if below is not None:
        subtree = items_of(tree, nodes[-1])
        codes += subtree.codes[1:]
        forms += [below._replace(loose=below.loose + spine - 1)] * (len(subtree.plies) - 1)
    items = _items(tree, codes, clusters)
    columns, cells, left, right = _placed(cards, items, forms)
    shift = room.width // 2 - columns[0]
    for row, members in enumerate(items.plies):
        if 0 < row <= spine:  # what is below the last node is moved together
            seen = items.plies[row:] if row == spine else (members,)
            least = min(left[item] for each in seen for item in each)
            most = max(right[item] for each in seen for item in each)
            shift = max(_MARGIN - least, min(shift, room.width - 1 - _MARGIN - most))
        for item in members:
            columns[item] += shift
    return _layout(items, forms, columns, cells, rows, room, first)


def _siblings(
    cards: Cards, form: Form, room: Size, node: int, child: int
) -> tuple[list[int], dict[int, Cluster]]:
    """Return a node's children, or those near one of them and how many stand at either end."""
    tree = cards.tree
    codes = list(tree.child_column(node))
    elided = [~node] if node in tree.elided else []
    at = bisect_left(codes, child)
    spare = room.width - 2 * _MARGIN - _ELISION
    near = codes[max(0, at - room.width) : at + room.width]
    widths = [_width(cards, code, form, tight=True) + 1 for code in near]
    if len(near) == len(codes) and sum(widths) <= spare:
        return codes + elided, {}
    more = width(more_text(len(codes))) + 2
    capacity = max(1, (spare - 2 * more) // max(widths))
    first = at // capacity * capacity
    last = min(len(codes), first + capacity)
    shown = codes[first:last]
    clusters = dict[int, Cluster]()
    if first:
        shown.insert(0, codes[0])
        clusters[codes[0]] = first, codes[first]
    if last < len(codes):
        shown.append(codes[last])
        clusters[codes[last]] = len(codes) - last, tree.end[node]
    return shown + elided, clusters


def more_text(count: int) -> str:
    """Return what stands for siblings that have no room: ``7 more``."""
    return f"{count} more"
