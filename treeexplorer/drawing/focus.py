"""The layout of a tree that has no room: the path to a leaf, and what there is room for beside it.

Each node of the path stands among its siblings. Where the rest of a subtree has room, it is drawn
whole. A step of the search moves nothing that it leaves in sight.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Cards
from treeexplorer.drawing.forms import (
    ELISION,
    FOCUS_FORMS,
    Form,
    Row,
    code_cells,
    contents_of_rows,
    lines_of_rows,
)
from treeexplorer.drawing.items import (
    Cluster,
    Items,
    dots_code,
    is_dots,
    items_from,
    items_of,
    more_text,
)
from treeexplorer.drawing.layout import (
    ANY_HEIGHT,
    MARGIN,
    Layout,
    Places,
    layout_of,
    placed,
    stretched,
    widest_form,
)
from treeexplorer.drawing.styled_text import Size
from treeexplorer.text import width
from treeexplorer.tree import INNER

_LINES_OF_ROW: Final = 3  # the least: a bus, a line for the windows below it, a card
_OTHER_LINES: Final = 2  # the first row's cards, and above them how many plies are hidden


class Focus(NamedTuple):
    """The path around which a tree without room is drawn."""

    nodes: tuple[int, ...]  # from the root to a leaf
    current: int  # the index of the node at which the search stands, or which is looked at


def layout_around(cards: Cards, room: Size, focus: Focus) -> Layout:
    """Return the layout of a path, of each node's siblings, and of the nodes that fit below.

    If the path ends in a leaf above the last row, it goes on below the nearest sibling of that
    leaf that has children.

    Args:
        cards: The texts of the tree.
        room: The cells that the drawing may take.
        focus: The path.
    """
    rows_below_first = (room.height - _OTHER_LINES) // _LINES_OF_ROW
    most_rows = max(2, 1 + rows_below_first)
    first_ply = _first_ply(focus, most_rows)
    in_sight = slice(first_ply, first_ply + most_rows)
    rows = contents_of_rows(cards)[in_sight]
    path = focus.nodes[in_sight]
    form = stretched(_form_of(rows, room, first_ply), rows, room)
    ends_above_last_row = len(path) < len(rows)
    if ends_above_last_row and len(path) > 1:
        path = _path_on_below_a_sibling(cards, form, room, path, len(rows))
    upper_path = _path_above_a_whole_subtree(cards, form, room, path, len(rows))
    return _layout_of_path(cards, form, room, upper_path, rows, above=first_ply)


def _first_ply(focus: Focus, most_rows: int) -> int:
    """Return the ply of the first row; it goes on by half of the rows, so few steps move it."""
    if len(focus.nodes) <= most_rows:
        return 0
    half = max(1, most_rows // 2)
    return max(0, focus.current - 1) // half * half


def _form_of(rows: Sequence[Row], room: Size, first: int) -> Form:
    """Return the richest form in which the rows fit the room, or else the poorest form.

    If rows above the first are hidden, a line that says so takes room as well.
    """
    forms = FOCUS_FORMS if room.height < ANY_HEIGHT else FOCUS_FORMS[1:]
    hidden_above = 1 if first else 0
    for form in forms:
        if lines_of_rows(rows, form, hidden_above).height <= room.height:
            return form
    return forms[-1]


def _path_on_below_a_sibling(
    cards: Cards, form: Form, room: Size, path: tuple[int, ...], most_rows: int
) -> tuple[int, ...]:
    """Return a path of more nodes: through a sibling of the leaf at its end, and on down.

    It is the nearest sibling that has children, of two at the same distance the later one. In
    ``root[A[1 2] 3 B[4 5]]`` the path root, 3 becomes the path root, B, 4. If no sibling that is
    drawn as a node of its own has children, the path is returned as it is.

    Args:
        cards: The texts of the tree.
        form: The form of the rows.
        room: The cells that the drawing may take.
        path: The path; it ends in a leaf below another node.
        most_rows: How many nodes the path may have.
    """
    tree = cards.tree
    leaf = path[-1]
    siblings = _siblings(cards, form, room, path[-2], leaf)
    nodes = [code for code in siblings.codes if not is_dots(code) and code not in siblings.clusters]
    places = [place for place, node in enumerate(nodes) if tree.kind[node] == INNER]
    if not places:
        return path
    leaf_place = nodes.index(leaf)
    nearest_place = min(places, key=lambda place: (abs(place - leaf_place), -place))
    longer = [*path[:-1], nodes[nearest_place]]
    while tree.kind[longer[-1]] == INNER and len(longer) < most_rows:
        first_child = longer[-1] + 1  # nodes are numbered in preorder
        longer.append(first_child)
    return tuple(longer)


def _path_above_a_whole_subtree(
    cards: Cards, form: Form, room: Size, path: tuple[int, ...], most_rows: int
) -> tuple[int, ...]:
    """Return the path cut off behind its first node whose whole subtree has room.

    If a node's subtree has room, those of its descendants have room too. So a binary search finds
    the first such node. If there is none, the whole path is returned.

    Args:
        cards: The texts of the tree.
        form: The form of the rows.
        room: The cells that the drawing may take.
        path: The path, from the first row on; only its last node may be a leaf.
        most_rows: How many rows have room.
    """

    def has_room(index: int) -> bool:
        rows_from_here = most_rows - index
        return _form_of_subtree(cards, form, room, path[index], rows_from_here) is not None

    inner = sum(cards.tree.kind[node] == INNER for node in path)
    first_with_room = bisect_left(range(inner), True, key=has_room)
    return path[: first_with_room + 1]


@lru_cache(maxsize=256)
def _form_of_subtree(
    cards: Cards, form: Form, room: Size, node: int, most_rows: int
) -> Form | None:
    """Return the form in which a node's whole subtree is drawn; ``None`` if it has no room.

    Args:
        cards: The texts of the tree.
        form: The form of the drawing; the subtree has its lines and as much width as fits.
        room: The cells that the drawing may take.
        node: The node; a leaf has no subtree to draw.
        most_rows: How many rows have room, that of the node included.
    """
    tree = cards.tree
    nodes = tree.end[node] - node
    cannot_fit = nodes > most_rows * room.width  # not even with one cell for each node
    if tree.kind[node] != INNER or cannot_fit:
        return None
    items = items_of(tree, node)
    if len(items.plies) > most_rows:
        return None
    return widest_form(cards, items, _tightest(form), room)


def _tightest(form: Form) -> Form:
    """Return a form in which no row has spaces on its cards, from which a wider one is found."""
    return form._replace(loose=0)


@lru_cache(maxsize=12)
def _layout_of_path(
    cards: Cards,
    form: Form,
    room: Size,
    path: tuple[int, ...],
    rows: tuple[Row, ...],
    above: int,
) -> Layout:
    """Return the layout of a path, of each node's siblings, and of the subtree below its end.

    Args:
        cards: The texts of the tree.
        form: The form of the first row; each other row is as loose and as wide as it has room for.
        room: The room.
        path: The nodes, from the first row on.
        rows: What the rows hold.
        above: How many plies are hidden above the first row.
    """
    # What is drawn, and the form of each row, from the top.
    codes = [path[0]]
    clusters: dict[int, Cluster] = {}
    forms = [form]
    for row, (parent, child) in enumerate(pairwise(path)):
        siblings = _siblings(cards, form, room, parent, child)
        codes += siblings.codes
        clusters |= siblings.clusters
        family_form = _form_of_family(cards, form, room, parent, siblings)
        forms.append(_counted_from(row, family_form))
    last_row = len(path) - 1
    end = path[-1]
    subtree_form = _form_of_subtree(cards, form, room, end, len(rows) - last_row)
    if subtree_form is not None:
        subtree = items_of(cards.tree, end)
        codes += subtree.codes[1:]  # without the end of the path, which is there already
        rows_below_end = len(subtree.plies) - 1
        forms += [_counted_from(last_row, subtree_form)] * rows_below_end
    items = items_from(cards.tree, codes, clusters)
    places = placed(cards, items, forms)
    columns = _columns_in_room(items, places, room, last_row)
    return layout_of(items, forms, columns, places.cells, rows, room, above)


def _form_of_family(cards: Cards, form: Form, room: Size, parent: int, siblings: _Siblings) -> Form:
    """Return the widest form in which siblings below their parent fit a room, or the tightest."""
    family = items_from(cards.tree, [parent, *siblings.codes], siblings.clusters)
    tightest = _tightest(form)
    widest = widest_form(cards, family, tightest, room)
    return tightest if widest is None else widest


def _counted_from(row: int, form: Form) -> Form:
    """Return a form whose first row is a given row of the drawing.

    Its number of loose rows, those with spaces on cards, is then counted from the drawing's top.
    """
    return form._replace(loose=form.loose + row)


def _columns_in_room(items: Items, places: Places, room: Size, last_row: int) -> array[int]:
    """Return the columns of items, all moved so that the first item stands in the middle of a room.

    A row that would leave the room is moved as far as it must, and the rows below it go with it.

    Args:
        items: What is drawn.
        places: Where the items stand from each other, in columns around the first one's.
        room: The room.
        last_row: The last row of the path. What is drawn below it is one whole subtree, so its rows
            are moved together.
    """
    columns = places.columns[:]
    shift = room.width // 2 - columns[0]
    for row, members in enumerate(items.plies):
        is_on_path = 0 < row <= last_row
        is_top_of_subtree = row == last_row + 1  # the rows below keep its shift
        if is_on_path:
            shift = _shift_into_room(places, members, room, shift)
        elif is_top_of_subtree:
            subtree = [item for lower_row in items.plies[row:] for item in lower_row]
            shift = _shift_into_room(places, subtree, room, shift)
        for item in members:
            columns[item] += shift
    return columns


def _shift_into_room(places: Places, members: Sequence[int], room: Size, shift: int) -> int:
    """Return the shift nearest to a wanted one that keeps items inside a room.

    If the items are wider than the room, the first column stays in sight.

    Args:
        places: Where the items stand before they are shifted.
        members: The items.
        room: The room, with a margin on either side.
        shift: By how many columns they should be moved to the right.
    """
    least_shift = MARGIN - min(places.first[item] for item in members)
    last_column = room.width - 1 - MARGIN
    greatest_shift = last_column - max(places.last[item] for item in members)
    # The least one comes last: it holds even if the greatest is less.
    return max(least_shift, min(shift, greatest_shift))


class _Siblings(NamedTuple):
    """What is drawn of a node's children."""

    codes: list[int]  # each child that is drawn by its number, the ``…`` of others by its code
    clusters: dict[int, Cluster]  # the children that stand for siblings without room, too


def _siblings(cards: Cards, form: Form, room: Size, node: int, child: int) -> _Siblings:
    """Return the children of a node that are drawn, a given one among them.

    Where not all have room, they are divided into pages, and that child's page is drawn.

    Args:
        cards: The texts of the tree.
        form: The form of their row.
        room: The cells that the drawing may take.
        node: The node.
        child: The child that has to be drawn.
    """
    tree = cards.tree
    children = list(tree.child_column(node))
    elided = [dots_code(node)] if node in tree.elided else []
    place = bisect_left(children, child)
    # More siblings than the room has cells cannot be drawn, so only these are measured.
    near = children[max(0, place - room.width) : place + room.width]
    gap = 1
    cells = [code_cells(cards, code, form, tight=True) + gap for code in near]
    spare = room.width - 2 * MARGIN - ELISION  # a ``…`` may follow
    if len(near) == len(children) and sum(cells) <= spare:
        return _Siblings(children + elided, {})
    # A page may have a count on either side: ``12 more  A  B  C  7 more``.
    cells_of_count = width(more_text(len(children))) + 2 * gap
    on_a_page = max(1, (spare - 2 * cells_of_count) // max(cells))
    page = _page_of_siblings(children, place, on_a_page, tree.end[node])
    return _Siblings(page.codes + elided, page.clusters)


def _page_of_siblings(children: Sequence[int], place: int, on_a_page: int, end: int) -> _Siblings:
    """Return one page of children, and on either side one child that stands for all further ones.

    Args:
        children: The children.
        place: The index of a child that the page has.
        on_a_page: How many children have room.
        end: One past the last node below their parent.

    Example:
        >>> siblings = _page_of_siblings(range(1, 10), place=4, on_a_page=3, end=10)
        >>> siblings.codes  # 4, 5 and 6 are the page, 1 stands for 1 to 3, 7 for 7 to 9
        [1, 4, 5, 6, 7]
        >>> siblings.clusters
        {1: Cluster(siblings=3, stop=4), 7: Cluster(siblings=3, stop=10)}
    """
    first = place // on_a_page * on_a_page
    stop = min(len(children), first + on_a_page)
    codes = list(children[first:stop])
    clusters: dict[int, Cluster] = {}
    if first > 0:
        first_of_page = children[first]
        clusters[children[0]] = Cluster(siblings=first, stop=first_of_page)
        codes.insert(0, children[0])
    if stop < len(children):
        first_behind_page = children[stop]
        clusters[first_behind_page] = Cluster(siblings=len(children) - stop, stop=end)
        codes.append(first_behind_page)
    return _Siblings(codes, clusters)
