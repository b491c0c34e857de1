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
    Item,
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


class _Measures(NamedTuple):
    """What a drawing around a path is measured by."""

    cards: Cards  # the texts of the tree
    form: Form  # the lines of all rows; each row is as loose and as wide as it has room for
    room: Size  # the cells that the drawing may take


def layout_around(cards: Cards, room: Size, focus: Focus) -> Layout:
    """Work out where nodes stand if a tree is too large for its room: those around a path alone.

    Drawn are a path from the root to a leaf, the siblings of each of its nodes, and the subtree
    below the path's end if it has room. If the tree is too deep, too, the topmost rows or the
    lowest ones are left out, so the root may be out of sight.

    A *row* is a ply that is drawn. The *form* says how many lines the boxes and edges of the rows
    have, and how wide they are.

    Args:
        cards: The texts of the tree.
        room: The cells that the drawing may take.
        focus: The path, and the node of it that is looked at.
    """
    most_rows = _most_rows(room)
    first_ply = _first_ply(focus, most_rows)
    plies_in_sight = slice(first_ply, first_ply + most_rows)
    rows = contents_of_rows(cards)[plies_in_sight]
    path_in_sight = focus.nodes[plies_in_sight]  # a path has one node in each ply
    form = stretched(_form_of(rows, room, first_ply), rows, room)
    measures = _Measures(cards, form, room)
    longer_path = _path_down_to_last_row(measures, path_in_sight, len(rows))
    upper_path = _path_above_a_whole_subtree(measures, longer_path, len(rows))
    return _layout_of_path(measures, upper_path, rows, above=first_ply)


def _most_rows(room: Size) -> int:
    """Return how many rows have room if each takes as few lines as can be; at least two."""
    rows_below_first = (room.height - _OTHER_LINES) // _LINES_OF_ROW
    return max(2, 1 + rows_below_first)


def _first_ply(focus: Focus, most_rows: int) -> int:
    """Return the ply of the first row, so that the node that is looked at is in sight.

    It goes on by half of the rows at once, so that few steps of the search move the drawing. With
    room for 4 rows of a long path it is ply 0 while the node is on ply 0 to 2, ply 2 while it is on
    ply 3 or 4, and so on.
    """
    if len(focus.nodes) <= most_rows:
        return 0
    half = max(1, most_rows // 2)
    # One less, so that the row above the node is in sight, too.
    return max(0, focus.current - 1) // half * half


def _form_of(rows: Sequence[Row], room: Size, first: int) -> Form:
    """Return the richest form in which the rows fit the room, or else the poorest form.

    If rows above the first are hidden, a line that says so takes room as well.
    """
    # The first form has cards of two lines, which only a screen is given: a text of any height is
    # kept short.
    forms = FOCUS_FORMS if room.height < ANY_HEIGHT else FOCUS_FORMS[1:]
    hidden_above = 1 if first else 0
    for form in forms:
        if lines_of_rows(rows, form, hidden_above).height <= room.height:
            return form
    return forms[-1]


def _path_down_to_last_row(
    measures: _Measures, path: tuple[int, ...], most_rows: int
) -> tuple[int, ...]:
    """Lead a path that ends in a leaf above the last row on below a sibling of that leaf.

    So the lower rows are not empty. In ``root[A[1 2] 3 B[4 5]]`` the path root, 3 becomes the path
    root, B, 4. A path that reaches the last row is returned as it is; so is one to the root alone,
    and one to a leaf without a drawn sibling that has children.

    Args:
        measures: What the drawing is measured by.
        path: The path from the topmost row down, to a leaf or to the last row.
        most_rows: How many nodes the path may have at most.
    """
    if len(path) == 1 or len(path) >= most_rows:
        return path
    *above, parent, leaf = path
    sibling = _nearest_sibling_with_children(measures, parent, leaf)
    if sibling is None:
        return path
    kind = measures.cards.tree.kind
    longer = [*above, parent, sibling]
    while kind[longer[-1]] == INNER and len(longer) < most_rows:
        first_child = longer[-1] + 1  # nodes are numbered in preorder, so it follows its parent
        longer.append(first_child)
    return tuple(longer)


def _nearest_sibling_with_children(measures: _Measures, parent: int, leaf: int) -> int | None:
    """Return the sibling nearest to a leaf that has children of its own; ``None`` without any.

    It must be drawn as a node: not as a ``…``, and not as ``7 more`` siblings (a cluster). Of two
    at the same distance the later one is returned.
    """
    drawn = _siblings(measures, parent, leaf)
    # The leaf itself is always among these nodes.
    nodes = [code for code in drawn.codes if not is_dots(code) and code not in drawn.clusters]
    place_of_leaf = nodes.index(leaf)
    kind = measures.cards.tree.kind
    nearest = None
    least_distance = len(nodes)
    for place, node in enumerate(nodes):
        distance = abs(place - place_of_leaf)
        if kind[node] == INNER and distance <= least_distance:  # if equal, the later one
            nearest = node
            least_distance = distance
    return nearest


def _path_above_a_whole_subtree(
    measures: _Measures, path: tuple[int, ...], most_rows: int
) -> tuple[int, ...]:
    """Shorten a path so that it ends with its first node whose whole subtree can be drawn.

    In the path root, A, C, 7 let the subtrees of A and of C have room, and that of the root none:
    then root, A is returned. If no node's subtree has room, the whole path is returned.

    Args:
        measures: What the drawing is measured by.
        path: The path, one node for each row, from the first row on; only its last node may be a
            leaf.
        most_rows: How many rows have room.
    """

    # The node stands in row `index`, so its subtree has the rows from there on.
    def has_room(index: int) -> bool:
        return _form_of_subtree(measures, path[index], most_rows - index) is not None

    # Only the last node may be a leaf, so path[:inner] are the nodes with children. If a subtree
    # has room, the smaller ones within it have room as well. So along path[:inner] the answers are
    # False, …, False, True, …, True, and the first True is found by bisection.
    inner = sum(measures.cards.tree.kind[node] == INNER for node in path)
    first_with_room = bisect_left(range(inner), True, key=has_room)
    # With the node of that index. Without any True the index is `inner`, and this is the whole
    # path: at most one node, the leaf, comes after the nodes with children.
    return path[: first_with_room + 1]


@lru_cache(maxsize=256)
def _form_of_subtree(measures: _Measures, node: int, most_rows: int) -> Form | None:
    """Return the form in which all nodes below a node can be drawn; ``None`` if they have no room.

    A form tells how wide boxes and gaps are. The result is the widest that has room; the tightest
    one is where the search for it begins.

    Args:
        measures: What the drawing is measured by; the subtree has the lines of its form.
        node: The node; a leaf has no subtree to draw.
        most_rows: How many rows have room, that of the node included.
    """
    tree = measures.cards.tree
    nodes = tree.end[node] - node
    cannot_fit = nodes > most_rows * measures.room.width  # not even with one cell for each node
    if tree.kind[node] != INNER or cannot_fit:
        return None
    items = items_of(tree, node)
    if len(items.plies) > most_rows:
        return None
    return widest_form(measures.cards, items, _tightest(measures.form), measures.room)


def _tightest(form: Form) -> Form:
    """Return the narrowest variant of a form: no row has spaces on its cards."""
    return form._replace(loose_rows=0)


@lru_cache(maxsize=12)
def _layout_of_path(
    measures: _Measures, path: tuple[int, ...], rows: tuple[Row, ...], above: int
) -> Layout:
    """Work out where the nodes of a path stand, their siblings, and the subtree below its end.

    Args:
        measures: What the drawing is measured by.
        path: The nodes from the topmost row down.
        rows: What can stand in each row, over the whole tree.
        above: How many plies are hidden above the topmost row.
    """
    row_of_end = len(path) - 1
    along = _drawn_along(measures, path)
    rows_from_end = len(rows) - row_of_end
    below = _drawn_below(measures, path[-1], row_of_end, most_rows=rows_from_end)
    # In any order: `items_from` sorts them.
    codes = along.codes + below.codes
    items = items_from(measures.cards.tree, codes, along.clusters)
    forms = along.forms + below.forms  # from the top down
    places = placed(measures.cards, items, forms)
    columns = _columns_in_room(items, places, measures.room, row_of_end)
    return layout_of(items, forms, columns, places.cells, rows, measures.room, above)


class _DrawnRows(NamedTuple):
    """What is drawn in some rows of a drawing that follow one another.

    The *code* of a node is its number, that of a ``…`` is negative: see ``items.dots_code``. A
    *cluster* is a node that also stands for siblings without room, and is drawn as ``7 more``.
    """

    codes: list[int]  # of all nodes and ``…`` in the rows
    clusters: dict[int, Cluster]  # by node
    forms: list[Form]  # of each row, from the top


def _drawn_along(measures: _Measures, path: tuple[int, ...]) -> _DrawnRows:
    """Return what is drawn of a path: its first node, and in each row below a node's siblings.

    The next node of the path is among these siblings. Each row has a form of its own: as wide as
    its siblings have room for.
    """
    codes = [path[0]]
    clusters: dict[int, Cluster] = {}
    forms = [measures.form]
    for row, (parent, child) in enumerate(pairwise(path)):
        siblings = _siblings(measures, parent, child)
        codes += siblings.codes
        clusters |= siblings.clusters
        form = _form_of_family(measures, parent, siblings)
        forms.append(_counted_from(row, form))
    return _DrawnRows(codes, clusters, forms)


def _drawn_below(measures: _Measures, node: int, row: int, *, most_rows: int) -> _DrawnRows:
    """Return what is drawn below the end of a path: its whole subtree, or nothing without room.

    Args:
        measures: What the drawing is measured by.
        node: The node at the end.
        row: Its row.
        most_rows: How many rows have room, that of the node included.
    """
    form = _form_of_subtree(measures, node, most_rows)
    if form is None:
        return _DrawnRows([], {}, [])
    subtree = items_of(measures.cards.tree, node)
    rows_below = len(subtree.plies) - 1
    return _DrawnRows(list(subtree.codes[1:]), {}, [_counted_from(row, form)] * rows_below)


def _form_of_family(measures: _Measures, parent: int, siblings: _Siblings) -> Form:
    """Return the widest form in which siblings below their parent fit a room, or the tightest."""
    family = items_from(measures.cards.tree, [parent, *siblings.codes], siblings.clusters)
    tightest = _tightest(measures.form)
    widest = widest_form(measures.cards, family, tightest, measures.room)
    return tightest if widest is None else widest


def _counted_from(row: int, form: Form) -> Form:
    """Return a form whose first row is a given row of the drawing.

    Its loose rows, those with spaces on cards, are then counted from the drawing's top.
    """
    return form._replace(loose_rows=form.loose_rows + row)


def _columns_in_room(items: Items, places: Places, room: Size, row_of_end: int) -> array[int]:
    """Return the columns of a drawing in a room: of the middle of each item.

    The topmost node is moved to the middle of the room, and all others with it. A row that would
    leave the room is moved back as far as it must, and the rows below it go with it.

    Args:
        items: What is drawn.
        places: Where it stands before it is moved.
        room: The room.
        row_of_end: The row of the path's last node; below it is one whole subtree.
    """
    columns = places.columns[:]
    middle_of_room = room.width // 2
    shift = middle_of_room - columns[0]
    for row, members in enumerate(items.plies):  # from the top down
        moved_together = _moved_with(row, items, row_of_end)
        if moved_together:
            shift = _shift_into_room(places, moved_together, room, shift)
        for item in members:
            columns[item] += shift
    return columns


def _moved_with(row: int, items: Items, row_of_end: int) -> Sequence[Item]:
    """Return the items that must be in the room once a row is moved; none if others decide it.

    Along the path each row is moved by itself. Below the path's end there is one whole subtree: its
    rows are moved together, with the first of them. Row 0 has the topmost node alone.
    """
    if 0 < row <= row_of_end:
        return items.plies[row]
    if row == row_of_end + 1:
        return [item for lower_row in items.plies[row:] for item in lower_row]
    return ()


def _shift_into_room(places: Places, members: Sequence[Item], room: Size, shift: int) -> int:
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


def _siblings(measures: _Measures, parent: int, child: int) -> _Siblings:
    """Return the children of a node that are drawn, a given one among them.

    If not all have room, they are divided into pages, and only that child's page is drawn. On
    either side of it stands ``7 more`` for the others, and behind all a ``…`` if the tree has one.

    Args:
        measures: What the drawing is measured by.
        parent: The node.
        child: The child that must be among them.
    """
    tree = measures.cards.tree
    children = list(tree.child_column(parent))
    index = bisect_left(children, child)  # the children are in ascending order
    on_a_page = _most_on_a_page(measures, children, index)
    page = _page_of_siblings(children, index, on_a_page, tree.end[parent])
    codes = page.codes
    if parent in tree.elided:
        codes = [*codes, dots_code(parent)]
    return _Siblings(codes, page.clusters)


def _most_on_a_page(measures: _Measures, children: list[int], index: int) -> int:
    """Return how many of some siblings are drawn on one page: all of them if they have room.

    Args:
        measures: What the drawing is measured by.
        children: All siblings, from left to right.
        index: The index of the one that must be drawn.
    """
    room_width = measures.room.width
    # More siblings than the room has cells cannot be drawn, so only these are measured.
    near = children[max(0, index - room_width) : index + room_width]
    gap = 1
    cells = [code_cells(measures.cards, node, measures.form, tight=True) + gap for node in near]
    cells_for_siblings = room_width - MARGIN - MARGIN - ELISION  # a ``…`` may follow
    are_all_measured = len(near) == len(children)
    if are_all_measured and sum(cells) <= cells_for_siblings:
        return len(children)
    # A page may have a count on either side: ``12 more  A  B  C  7 more``.
    cells_of_count = gap + width(more_text(len(children))) + gap
    cells_for_page = cells_for_siblings - 2 * cells_of_count
    widest = max(cells)  # each sibling gets as much
    return max(1, cells_for_page // widest)


def _page_of_siblings(children: Sequence[int], place: int, on_a_page: int, end: int) -> _Siblings:
    """Return the children of a node that are drawn if not all have room: one page of them.

    Children are divided into pages, as a book's lines are: each has equally many, the last perhaps
    fewer. The first child of all earlier pages stands for the children on them, and is drawn as
    ``3 more``; so does the first child of the later pages.

    Args:
        children: The children, nodes in ascending order.
        place: The index of the given child.
        on_a_page: How many children have room.
        end: One past the last node below their parent.

    Example:
        >>> siblings = _page_of_siblings(range(1, 10), place=4, on_a_page=3, end=10)
        >>> siblings.codes  # the page has 4, 5 and 6; 1 stands for 1 to 3, and 7 for 7 to 9
        [1, 4, 5, 6, 7]
        >>> siblings.clusters
        {1: Cluster(siblings=3, stop=4), 7: Cluster(siblings=3, stop=10)}
    """
    start = place // on_a_page * on_a_page
    stop = min(len(children), start + on_a_page)
    clusters: dict[int, Cluster] = {}
    has_earlier_pages = start > 0
    if has_earlier_pages:
        first_earlier = children[0]
        clusters[first_earlier] = Cluster(siblings=start, stop=children[start])
    has_later_pages = stop < len(children)
    if has_later_pages:
        first_later = children[stop]
        clusters[first_later] = Cluster(siblings=len(children) - stop, stop=end)
    # No child is in both: those that stand for others are before `start`, or not before `stop`.
    page = children[start:stop]
    return _Siblings(sorted([*page, *clusters]), clusters)
