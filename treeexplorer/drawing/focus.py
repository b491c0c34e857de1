"""The layout of a tree that has no room: the path to a leaf, and what there is room for beside it.

Each node of the path stands among its siblings. Where the rest of a subtree has room, it is drawn
whole. A step of the search moves nothing that it leaves in sight.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import NamedTuple

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


class Focus(NamedTuple):
    """The path around which a tree without room is drawn."""

    nodes: tuple[int, ...]  # from the root to a leaf
    current: int  # the index of the node at which the search stands, or which is looked at


def layout_around(cards: Cards, room: Size, focus: Focus) -> Layout:
    """Return the layout of a path, of each node's siblings, and of the nodes that fit below.

    If the path ends in a leaf above the last row, it goes on below the nearest sibling of that
    leaf that has children.
    """
    most_rows = max(2, (room.height - 2) // 3 + 1)
    first = _first_ply(focus, most_rows)
    path = focus.nodes[first : first + most_rows]
    rows = contents_of_rows(cards)[first : first + most_rows]
    form = stretched(_form_of(rows, room, first), rows, room)
    ends_above_last_row = len(path) < len(rows)
    if ends_above_last_row and len(path) > 1:
        path = _path_on_below_a_sibling(cards, form, room, path, len(rows))
    path = _path_above_a_whole_subtree(cards, form, room, path, len(rows))
    return _layout_of_path(cards, form, room, path, rows, first)


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
    """Return the path through the nearest sibling of its leaf that has children, and on down.

    Of two siblings at the same distance the later one is taken. If no drawn sibling has children,
    the path is returned as it is.
    """
    tree = cards.tree
    leaf = path[-1]
    siblings = _siblings(cards, form, room, path[-2], leaf)
    nodes = [code for code in siblings.codes if not is_dots(code)]
    drawn = [node for node in nodes if node not in siblings.clusters]
    leaf_place = drawn.index(leaf)
    places = [place for place, node in enumerate(drawn) if tree.kind[node] == INNER]
    if not places:
        return path
    nearest_place = min(places, key=lambda place: (abs(place - leaf_place), -place))
    nearest = drawn[nearest_place]
    # The first child of a node follows it, so its first descendants follow each other.
    first_descendants = takewhile(
        lambda node: tree.kind[node - 1] == INNER, range(nearest + 1, len(tree))
    )
    return (*path[:-1], nearest, *first_descendants)[:most_rows]


def _path_above_a_whole_subtree(
    cards: Cards, form: Form, room: Size, path: tuple[int, ...], most_rows: int
) -> tuple[int, ...]:
    """Return the path cut off behind its first node whose whole subtree has room.

    If a node's subtree has room, those of its descendants have room too. So a binary search finds
    the first such node.
    """

    def has_room(index: int) -> bool:
        return _form_of_subtree(cards, form, room, path[index], most_rows - index) is not None

    inner = sum(cards.tree.kind[node] == INNER for node in path)
    first_with_room = bisect_left(range(inner), True, key=has_room)
    return path[: first_with_room + 1]


@lru_cache(maxsize=256)
def _form_of_subtree(
    cards: Cards, form: Form, room: Size, node: int, most_rows: int
) -> Form | None:
    """Return how a node's whole subtree is drawn; ``None`` where it has no room."""
    tree = cards.tree
    nodes = tree.end[node] - node
    if tree.kind[node] != INNER or nodes > most_rows * room.width:
        return None
    items = items_of(tree, node)
    if len(items.plies) > most_rows:
        return None
    return widest_form(cards, items, form._replace(loose=0), room)


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
    tree = cards.tree
    tight = form._replace(loose=0)
    codes = [path[0]]
    clusters: dict[int, Cluster] = {}
    forms = [form]
    for row, (node, child) in enumerate(pairwise(path)):
        near = _siblings(cards, form, room, node, child)
        family = items_from(tree, [node, *near.codes], near.clusters)
        wide = widest_form(cards, family, tight, room)
        if wide is None:
            wide = tight
        codes += near.codes
        clusters |= near.clusters
        forms.append(_counted_from(row, wide))
    last_row = len(path) - 1
    below = _form_of_subtree(cards, form, room, path[-1], len(rows) - last_row)
    if below is not None:
        subtree = items_of(tree, path[-1])
        codes += subtree.codes[1:]
        forms += [_counted_from(last_row, below)] * (len(subtree.plies) - 1)
    items = items_from(tree, codes, clusters)
    places = placed(cards, items, forms)
    columns = _columns_in_room(items, places, room, last_row)
    return layout_of(items, forms, columns, places.cells, rows, room, above)


def _counted_from(row: int, form: Form) -> Form:
    """Return a form whose first row is a row of the drawing."""
    return form._replace(loose=form.loose + row)


def _columns_in_room(items: Items, places: Places, room: Size, last_row: int) -> array[int]:
    """Return the columns of items, each row moved by no more than keeps it in the room.

    What is below the last row of the path is moved together.
    """
    columns = places.columns[:]
    shift = room.width // 2 - columns[0]
    for row, members in enumerate(items.plies):
        if 0 < row <= last_row:
            shift = _shift_into_room(places, members, room, shift)
        elif row == last_row + 1:
            below = [item for each in items.plies[row:] for item in each]
            shift = _shift_into_room(places, below, room, shift)
        for item in members:
            columns[item] += shift
    return columns


def _shift_into_room(places: Places, members: Sequence[int], room: Size, shift: int) -> int:
    """Return the shift nearest to a wanted one that keeps items inside a room.

    If the items are wider than the room, the first column stays in sight.
    """
    to_first_column = MARGIN - min(places.first[item] for item in members)
    to_last_column = room.width - 1 - MARGIN - max(places.last[item] for item in members)
    return max(to_first_column, min(shift, to_last_column))


class _Siblings(NamedTuple):
    """The children of a node that are drawn, and those of them that stand for others."""

    codes: list[int]
    clusters: dict[int, Cluster]


def _siblings(cards: Cards, form: Form, room: Size, node: int, child: int) -> _Siblings:
    """Return the children of a node that are drawn, a given one among them.

    Where not all have room, they are divided into pages, and that child's page is drawn.
    """
    tree = cards.tree
    children = list(tree.child_column(node))
    elided = [dots_code(node)] if node in tree.elided else []
    place = bisect_left(children, child)
    spare = room.width - 2 * MARGIN - ELISION
    near = children[max(0, place - room.width) : place + room.width]
    cells = [code_cells(cards, code, form, tight=True) + 1 for code in near]
    if len(near) == len(children) and sum(cells) <= spare:
        return _Siblings(children + elided, {})
    count_cells = width(more_text(len(children))) + 2
    on_a_page = max(1, (spare - 2 * count_cells) // max(cells))
    page = _page_of_siblings(children, place, on_a_page, tree.end[node])
    return _Siblings(page.codes + elided, page.clusters)


def _page_of_siblings(children: Sequence[int], place: int, on_a_page: int, end: int) -> _Siblings:
    """Return a page of children; the one before it and the one behind it stand for all there.

    Args:
        children: The children.
        place: The index of a child that the page has.
        on_a_page: How many children have room.
        end: One past the last node below their parent.
    """
    first = place // on_a_page * on_a_page
    stop = min(len(children), first + on_a_page)
    codes = list(children[first:stop])
    clusters: dict[int, Cluster] = {}
    if first > 0:
        clusters[children[0]] = first, children[first]
        codes.insert(0, children[0])
    if stop < len(children):
        clusters[children[stop]] = len(children) - stop, end
        codes.append(children[stop])
    return _Siblings(codes, clusters)
