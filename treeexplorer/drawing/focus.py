"""The layout of a tree that has no room: the path to a leaf, and what there is room for beside it.

Each node of the path stands among its siblings. Where the rest of a subtree has room, it is drawn
whole. A step of the search moves nothing that it leaves in sight.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Cards
from treeexplorer.drawing.forms import (
    ELISION,
    FOCUS_FORMS,
    Form,
    Row,
    compute_lines,
    count_cells_of_code,
    describe_rows,
)
from treeexplorer.drawing.items import (
    Cluster,
    Item,
    Items,
    build_items,
    dots_code,
    format_more_siblings,
    is_dots,
    items_of,
)
from treeexplorer.drawing.layout import (
    ANY_HEIGHT,
    MARGIN,
    Layout,
    Places,
    build_layout,
    choose_tallest_form,
    choose_widest_form,
    place_items,
)
from treeexplorer.drawing.styled_text import Size
from treeexplorer.text import width
from treeexplorer.tree import INNER, GameTree

_LEAST_LINES_OF_ROW: Final = 3  # the least: a bus, a line for the windows below it, a card
_GAP_BETWEEN_SIBLINGS: Final = 1  # an empty cell between two that are as near as can be
_OTHER_LINES: Final = 2  # the first row's cards, and above them how many plies are hidden


class Focus(NamedTuple):
    """The path around which a tree without room is drawn."""

    nodes: tuple[int, ...]  # from the root to a leaf
    current: int  # the index of the node at which the search stands, or which is looked at
    givers: tuple[int, ...] = ()  # the nodes beside the path that gave α and β their numbers


class _Limits(NamedTuple):
    """What limits a drawing around a path: its texts, its form and its room."""

    cards: Cards  # the texts of the tree
    form: Form  # the lines of all rows; each row is as loose and as wide as it has room for
    room: Size  # the cells that the drawing may take
    givers: tuple[int, ...]  # the nodes that are drawn even if their siblings have no room


def lay_out_around_path(cards: Cards, room: Size, focus: Focus) -> Layout:
    """Compute where the nodes around a path stand, for a tree that is too large to draw whole.

    The drawing has the path from the root to a leaf, the siblings of each of its nodes, and the
    subtree below the path's end if it fits. If the tree is too deep as well, rows at the top or at
    the bottom are left out, so the root may be out of sight.

    1. Choose the plies that are rows of the drawing.
    2. Choose the form: how many lines the boxes and edges of all rows have.
    3. Choose the path that is drawn: down to the last row, or to a node whose subtree fits.
    4. Place all items.

    Args:
        cards: The texts of the tree.
        room: The cells that the drawing may take.
        focus: The path, and the node of it that is looked at.
    """
    row_limit = _count_rows_in_room(room)
    first_ply = _choose_first_ply(focus, row_limit)
    visible_plies = slice(first_ply, first_ply + row_limit)
    rows = describe_rows(cards)[visible_plies]

    richest_form = _choose_form(rows, room, is_top_hidden=first_ply > 0)
    form = choose_tallest_form(richest_form, rows, room)
    limits = _Limits(cards, form, room, focus.givers)

    visible_path = focus.nodes[visible_plies]  # a path has one node in each ply
    longest_path = _extend_path_to_last_row(limits, visible_path, row_count=len(rows))
    path = _shorten_path_to_fitting_subtree(limits, longest_path, row_count=len(rows))

    return _lay_out_path(limits, path, rows, hidden_plies=first_ply)


def _count_rows_in_room(room: Size) -> int:
    """Count the rows of nodes that fit into a room if each takes as few lines as can be.

    At least two rows are drawn, even if the room is too small for them.
    """
    rows_below_first = (room.height - _OTHER_LINES) // _LEAST_LINES_OF_ROW
    return max(2, 1 + rows_below_first)


def _choose_first_ply(focus: Focus, row_limit: int) -> int:
    """Choose the ply that is drawn as the first row, so that the current node is in sight.

    It advances by half of the rows at once, so that the drawing rarely moves: with 4 rows it is
    ply 0 while the node is on ply 0 to 2, ply 2 while the node is on ply 3 or 4, and so on.
    """
    if len(focus.nodes) <= row_limit:
        return 0

    half_of_rows = max(1, row_limit // 2)
    ply_above_current = max(0, focus.current - 1)  # it stays in sight, too
    return ply_above_current // half_of_rows * half_of_rows


def _choose_form(rows: Sequence[Row], room: Size, *, is_top_hidden: bool) -> Form:
    """Choose the richest form in which the rows fit into a room; the poorest if none fits.

    A form says how many lines the boxes and edges of all rows have. In a text, which may have any
    height, no box takes two lines.
    """
    forms: Sequence[Form] = FOCUS_FORMS
    is_text_of_any_height = room.height >= ANY_HEIGHT
    if is_text_of_any_height:
        forms = [form for form in FOCUS_FORMS if form.lines == 1]
    first_line = 1 if is_top_hidden else 0  # line 0 then says that rows are hidden

    for form in forms:
        if compute_lines(rows, form, first_line).height <= room.height:
            return form
    return forms[-1]


def _extend_path_to_last_row(
    limits: _Limits, path: tuple[int, ...], *, row_count: int
) -> tuple[int, ...]:
    """Extend a path that ends above the last row, so that the rows below it are not empty.

    If it ends in a leaf, the nearest sibling with children takes the leaf's place. From there it
    leads to the first child each time. With three rows, in ``root[A[1 2] 3 B[4 5]]``::

        the path      becomes
        root, A, 1    root, A, 1    it has a node in each row
        root, A       root, A, 1
        root, 3       root, B, 4    B is as near to the 3 as A, and to its right
    """
    is_root_alone = len(path) == 1
    has_empty_rows = len(path) < row_count
    if is_root_alone or not has_empty_rows:
        return path

    *path_to_parent, last_node = path
    node = _find_nearest_sibling_with_children(limits, path_to_parent[-1], last_node)
    if node is None:
        return path

    extended_path = [*path_to_parent, node]
    kind = limits.cards.tree.kind
    while kind[extended_path[-1]] == INNER and len(extended_path) < row_count:
        first_child = extended_path[-1] + 1  # nodes are numbered in preorder
        extended_path.append(first_child)
    return tuple(extended_path)


def _find_nearest_sibling_with_children(limits: _Limits, parent: int, child: int) -> int | None:
    """Find the child of a node that has children and is nearest to a given child.

    That is the given child itself if it has children. Of two at the same distance the one to the
    right is returned, and ``None`` if there is none. Only those count that are drawn by themselves,
    and are not hidden behind ``7 more``.
    """
    siblings = _choose_siblings_to_draw(limits, parent, child)
    nodes = [code for code in siblings.codes if not is_dots(code) and code not in siblings.clusters]
    index_of_child = nodes.index(child)  # it is always drawn by itself

    kind = limits.cards.tree.kind
    indices = [index for index, node in enumerate(nodes) if kind[node] == INNER]
    if not indices:
        return None
    # Of two at the same distance the greater index has the smaller key.
    nearest = min(indices, key=lambda index: (abs(index - index_of_child), -index))
    return nodes[nearest]


def _shorten_path_to_fitting_subtree(
    limits: _Limits, path: tuple[int, ...], *, row_count: int
) -> tuple[int, ...]:
    """Cut a path off behind its first node whose whole subtree fits into the rows that are left.

    The path has one node per row, and may end in a leaf, which has no subtree. If none fits, the
    path stays as it is. Here it becomes root, A::

        row             0     1    2    3
        path            root  A    C    7 (a leaf)
        subtree fits    no    yes  yes

    Below a "yes" there is no "no", so the first "yes" is found by bisection: the subtree of C is
    that of A without its first row and without A's other children, and it is drawn in the same rows
    as before. So what has room for A's subtree has room for that of C.
    """

    def subtree_fits(row: int) -> bool:
        rows_left = row_count - row
        return _find_form_of_subtree(limits, path[row], rows_left) is not None

    ends_in_leaf = limits.cards.tree.kind[path[-1]] != INNER
    rows_with_subtree = range(len(path) - 1 if ends_in_leaf else len(path))
    first_fitting_row = bisect_left(rows_with_subtree, True, key=subtree_fits)
    if first_fitting_row == len(rows_with_subtree):
        return path
    return path[: first_fitting_row + 1]


@lru_cache(maxsize=256)
def _find_form_of_subtree(limits: _Limits, root: int, row_count: int) -> Form | None:
    """Find the widest form in which the whole subtree of a node fits; ``None`` if it fits in none.

    The row of the node itself counts among the rows. A leaf has no subtree.
    """
    tree = limits.cards.tree
    if tree.kind[root] != INNER:
        return None

    node_count = tree.end[root] - root
    if node_count > row_count * limits.room.width:  # not even with one cell for each node
        return None

    items = items_of(tree, root)
    if len(items.plies) > row_count:
        return None
    return choose_widest_form(limits.cards, items, _make_narrowest(limits.form), limits.room)


def _make_narrowest(form: Form) -> Form:
    """Return the narrowest variant of a form: no row has spaces on its cards."""
    return form._replace(loose_rows=0)


@lru_cache(maxsize=12)
def _lay_out_path(
    limits: _Limits, path: tuple[int, ...], row_contents: tuple[Row, ...], hidden_plies: int
) -> Layout:
    """Compute where the nodes of a path stand, their siblings, and the subtree below its end.

    For the path root, B, C of ``root[1 B[C[5 6] 7] 2]``::

        row 0          root
        row 1       1   B   2       B is on the path, 1 and 2 are its siblings
        row 2         C   7         C is the path's end
        row 3        5 6            the subtree below it, if it fits

    ``row_contents`` says for each row what it has to have lines for, and ``hidden_plies`` how many
    plies of the tree are hidden above row 0.
    """
    row_of_end = len(path) - 1
    rows_left = len(row_contents) - row_of_end  # for the subtree below the end, with the end itself
    rows = [
        *_collect_rows_along_path(limits, path),
        *_collect_rows_below_path(limits, path[-1], row=row_of_end, row_count=rows_left),
    ]

    # Where it stands: first as if the room were endless, then each row is moved into the room.
    forms = [row.form for row in rows]
    items = _build_items_of_rows(limits.cards.tree, rows)
    places = place_items(limits.cards, items, forms)
    columns = _move_rows_into_room(items, places, limits.room, row_of_end)
    return build_layout(
        items, forms, columns, places.cells, row_contents, limits.room, hidden_plies
    )


class _RowToDraw(NamedTuple):
    """What is drawn in one row of a drawing, and how wide.

    Attributes:
        codes: What is drawn: nodes by their numbers, each ``…`` by its ``items.dots_code``, which
            is negative.
        clusters: Those of the nodes that are drawn as ``7 more``, each with what it stands for.
        form: How wide its cards and gaps are.
    """

    codes: Sequence[int]
    clusters: Mapping[int, Cluster]
    form: Form


def _build_items_of_rows(tree: GameTree, rows: Sequence[_RowToDraw]) -> Items:
    """Number what is drawn in some rows in preorder, as the items of one drawing."""
    codes: list[int] = []
    clusters: dict[int, Cluster] = {}
    for row in rows:
        codes += row.codes
        clusters |= row.clusters
    return build_items(tree, codes, clusters)


def _collect_rows_along_path(limits: _Limits, path: tuple[int, ...]) -> list[_RowToDraw]:
    """Collect the rows along a path: its first node alone, then the children of all but its last.

    In ``[A B:[C:[5 2] D ...]]``, where B is node 2 and C is node 3, the path root, B, C gives::

        row   drawn    codes
        0     root     0
        1     A B      1, 2
        2     C D …    3, 6, and that of the ``…`` of B

    Children without room are drawn as clusters: ``7 more``.
    """
    rows = [_RowToDraw([path[0]], {}, limits.form)]
    for row_of_parent, (parent, child_on_path) in enumerate(pairwise(path)):
        siblings = _choose_siblings_to_draw(limits, parent, child_on_path)
        form = _choose_form_of_siblings(limits, parent, siblings, row_of_parent)
        rows.append(_RowToDraw(siblings.codes, siblings.clusters, form))
    return rows


def _collect_rows_below_path(
    limits: _Limits, end_node: int, *, row: int, row_count: int
) -> list[_RowToDraw]:
    """Collect the rows below the last node of a path: those of its whole subtree, or none.

    The node stands in ``row``, and the subtree is drawn if it fits into ``row_count`` rows from
    there on. The row of the node itself is not among those returned. For example, C of
    ``C:[A:[1 2] 5]`` stands in row 2::

        row_count   the rows returned
        3           A 5 and 1 2
        2           none: the subtree has three rows
    """
    form = _find_form_of_subtree(limits, end_node, row_count)
    if form is None:  # the subtree does not fit
        return []

    form_in_drawing = _renumber_loose_rows(form, first_row=row)
    subtree = items_of(limits.cards.tree, end_node)
    _, *rows_below_node = subtree.plies
    return [
        _RowToDraw([subtree.codes[item] for item in items], {}, form_in_drawing)
        for items in rows_below_node
    ]


def _choose_form_of_siblings(
    limits: _Limits, parent: int, siblings: _SiblingsToDraw, row_of_parent: int
) -> Form:
    """Choose the form of a row of siblings: the widest in which they fit, else the narrowest.

    To find it they are laid out with their parent alone, as rows 0 and 1. In the whole drawing the
    parent is in ``row_of_parent``.
    """
    parent_and_siblings = build_items(
        limits.cards.tree, [parent, *siblings.codes], siblings.clusters
    )
    narrowest = _make_narrowest(limits.form)
    form = choose_widest_form(limits.cards, parent_and_siblings, narrowest, limits.room)
    if form is None:  # it sticks out of the room in any form
        form = narrowest
    return _renumber_loose_rows(form, first_row=row_of_parent)


def _renumber_loose_rows(form: Form, first_row: int) -> Form:
    """Return the form of a part of a drawing for use in the whole, in which it begins further down.

    A form says how many rows from the top are *loose*, that is, have spaces on their cards. The two
    first rows of a part that begins in row 3 are rows 3 and 4 of the whole, of which the first five
    are loose then: 2 becomes 5.
    """
    return form._replace(loose_rows=form.loose_rows + first_row)


def _move_rows_into_room(items: Items, places: Places, room: Size, row_of_end: int) -> array[int]:
    """Move the rows of a drawing sideways into a room, and return the new column of each item.

    The topmost node comes to the middle of the room, and each row below is moved as far as the row
    above it, or less if it would stick out. Below ``row_of_end``, the row of the path's last node,
    there is one whole subtree, all rows of which are moved equally. For example, a room of 80
    columns, in which the first and the last stay empty::

        row   columns before   it has room for a shift of   it is shifted by
        0     12                                            28, to column 40
        1     6 to 18          −5 to 60                     28
        2     0 to 60          1 to 18                      18
        3     10 to 20         −9 to 58                     18, as the row above
    """
    columns = places.columns[:]
    topmost_item = 0  # alone in row 0
    middle_of_room = room.width // 2
    shift = middle_of_room - columns[topmost_item]
    columns[topmost_item] = middle_of_room

    for group in _group_items_moved_together(items, row_of_end):  # from the top down
        # What is inside the room keeps the shift of the row above it.
        shift = _limit_shift_to_room(shift, places, group, room)
        for item in group:
            columns[item] += shift
    return columns


def _group_items_moved_together(items: Items, row_of_end: int) -> list[Sequence[Item]]:
    """Group the items below row 0 into those that are moved by the same number of columns.

    Each row along the path is a group, down to the row in which the path ends. All rows of the
    subtree below the path's end are one group.
    """
    groups: list[Sequence[Item]] = list(items.plies[1 : row_of_end + 1])
    subtree = [item for row in items.plies[row_of_end + 1 :] for item in row]
    if subtree:
        groups.append(subtree)
    return groups


def _limit_shift_to_room(
    shift: int, places: Places, moved_items: Sequence[Item], room: Size
) -> int:
    """Limit how many columns some items are shifted to the right, so that they stay in the room.

    If the items are wider than the room, their first column stays in sight.
    """
    least_shift = MARGIN - min(places.first[item] for item in moved_items)
    last_column_of_room = room.width - 1 - MARGIN
    greatest_shift = last_column_of_room - max(places.last[item] for item in moved_items)
    # `max` comes last: the least shift holds even if the greatest is less.
    return max(least_shift, min(shift, greatest_shift))


class _SiblingsToDraw(NamedTuple):
    """What is drawn of a node's children: ``3 more  4  5  6  3 more  …``."""

    codes: list[int]  # from left to right: the number of each child; a ``…`` has a code of its own
    clusters: dict[int, Cluster]  # of the children drawn as ``3 more``: for what they stand


def _choose_siblings_to_draw(limits: _Limits, parent: int, child: int) -> _SiblingsToDraw:
    """Choose which children of a node are drawn in one row; the given child is always among them.

    If not all fit, they are divided into pages of as many as fit, and only the page with that child
    is drawn. The children before it are drawn as one, ``3 more``: so are those behind it. A child
    that gave α or β its number is drawn even if it is on another page, where there is room.

    For example, let three children fit, and let the tree have the children 1 to 9. With child 5
    the page is 4, 5 and 6. Child 1 is drawn in the place of 1 to 3, and child 7 in that of 7 to 9.
    The ``…`` comes last, if the author of the tree says by it that there are further children::

        drawn     3 more    4    5    6    3 more    …
        code      1         4    5    6    7         that of the dots
    """
    tree = limits.cards.tree
    children = list(tree.child_column(parent))
    drawn = _choose_children_beside(limits, parent, children, index=children.index(child))
    siblings = _build_siblings(children, drawn, end_of_subtree=tree.end[parent])
    has_dots = parent in tree.elided
    if not has_dots:
        return siblings
    code_of_dots = dots_code(parent)
    return _SiblingsToDraw([*siblings.codes, code_of_dots], siblings.clusters)


def _choose_children_beside(
    limits: _Limits, parent: int, children: list[int], *, index: int
) -> set[int]:
    """Choose which children of a node are drawn beside the one with an index; return the indices.

    A *giver* is a child that gave α or β its number. Let seven of 20 children fit, and look at the
    one with index 9::

        givers           drawn
        none             7 to 13          the page that has index 9
        8                7 to 13          the giver is on that page
        0                0, and 6 to 11   a smaller page leaves room for the giver
        0                7 to 13          where not even one child has room beside the giver
    """
    page_size = _count_siblings_per_page(limits, children, index)
    page = _choose_page(index, page_size, len(children))

    giver_indices = _find_indices_of_givers(limits, parent, children)
    far_giver_indices = [giver_index for giver_index in giver_indices if giver_index not in page]
    if not far_giver_indices:
        return set(page)

    smaller_page_size = _count_siblings_per_page_with_givers(
        limits, children, index, far_giver_indices
    )
    has_room_for_givers = smaller_page_size > 0
    if not has_room_for_givers:
        return set(page)
    smaller_page = _choose_page(index, smaller_page_size, len(children))
    return {*smaller_page, *giver_indices}


def _find_indices_of_givers(limits: _Limits, parent: int, children: list[int]) -> list[int]:
    """Return the indices of those children of a node that gave α or β its number."""
    parents = limits.cards.tree.parent
    return [children.index(giver) for giver in limits.givers if parents[giver] == parent]


def _choose_page(index: int, page_size: int, sibling_count: int) -> range:
    """Return the indices of the siblings on the page that holds a given index.

    Example:
        >>> _choose_page(4, page_size=3, sibling_count=9)
        range(3, 6)
    """
    start = index // page_size * page_size
    return range(start, min(sibling_count, start + page_size))


def _count_siblings_per_page(limits: _Limits, siblings: list[int], index: int) -> int:
    """Count how many siblings are drawn side by side: all if they fit, else a page of them.

    The page has the sibling with the given index, and a ``7 more`` on either side::

        A  B  C                   …      all siblings fit
        12 more  A  B  7 more     …      a page of two
    """
    near_siblings = _select_near_siblings(siblings, index, limits.room)
    widths = [_count_cells_beside_others(limits, sibling) for sibling in near_siblings]
    are_all_measured = len(near_siblings) == len(siblings)
    if are_all_measured and sum(widths) <= _count_cells_for_siblings(limits.room):
        return len(siblings)

    # One is drawn even if there is no room for it.
    fitting = _count_siblings_beside_clusters(
        limits.room, sibling_count=len(siblings), widest_sibling=max(widths), cluster_count=2
    )
    return max(1, fitting)


def _count_siblings_per_page_with_givers(
    limits: _Limits, siblings: list[int], index: int, givers: Sequence[int]
) -> int:
    """Count how many siblings a page has if some of other pages are drawn beside it; 0 for no room.

    Each of those others, the *givers*, takes a place in the row. It has one more ``9 more`` at its
    side, unless it is the first sibling or the last. Let 60 cells be for the siblings A to T, of
    which the widest takes 6, and for each ``9 more`` 9 of the cells. N is the one that is looked
    at::

        giver   the row                            cells for siblings   page
        none    7 more  H … N  6 more              60 − 2 · 9 = 42      7
        A       A  11 more  M … R  2 more          60 − 2 · 9 = 42      7 − 1 = 6
        C       2 more  C  9 more  M … P  4 more   60 − 3 · 9 = 33      5 − 1 = 4

    Args:
        limits: The room, and how siblings are drawn.
        siblings: All of them.
        index: The index of the sibling that the page must have.
        givers: The indices of the siblings of other pages.
    """
    near_siblings = _select_near_siblings(siblings, index, limits.room)
    measured = [*near_siblings, *(siblings[giver] for giver in givers)]
    widest_sibling = max(_count_cells_beside_others(limits, sibling) for sibling in measured)

    last_index = len(siblings) - 1
    givers_between_others = [giver for giver in givers if 0 < giver < last_index]
    fitting = _count_siblings_beside_clusters(
        limits.room,
        sibling_count=len(siblings),
        widest_sibling=widest_sibling,
        cluster_count=2 + len(givers_between_others),
    )
    return max(0, fitting - len(givers))


def _select_near_siblings(siblings: list[int], index: int, room: Size) -> list[int]:
    """Return the siblings that may be on one page with that of an index, for them to be measured.

    Each takes one cell at least. So in a room of 80 cells no page has a sibling that is more than
    80 places away, and of a million siblings only some 160 are measured.
    """
    return siblings[max(0, index - room.width) : index + room.width]


def _count_cells_beside_others(limits: _Limits, node: int) -> int:
    """Count the cells of a node in a narrow row, with the empty one between it and the next."""
    cells = count_cells_of_code(limits.cards, node, limits.form, tight=True)
    return cells + _GAP_BETWEEN_SIBLINGS


def _count_cells_for_siblings(room: Size) -> int:
    """Count the cells of a row that siblings have: all but the margins and those of the ``…``."""
    return room.width - 2 * MARGIN - ELISION


def _count_siblings_beside_clusters(
    room: Size, *, sibling_count: int, widest_sibling: int, cluster_count: int
) -> int:
    """Count how many siblings fit into a row that also has some *clusters*, such as ``12 more``.

    Room is kept for the widest cluster, that of all siblings, and for as many of the widest
    sibling. May be negative, if there is no room for the clusters.

    Example:
        Of 47 cells 40 are left beside the margins and the ``…``, and each ``100 more`` takes 10.

        >>> _count_siblings_beside_clusters(
        ...     Size(47, 20), sibling_count=100, widest_sibling=6, cluster_count=2
        ... )
        3
    """
    widest_cluster = format_more_siblings(sibling_count)
    cells_of_cluster = _GAP_BETWEEN_SIBLINGS + width(widest_cluster) + _GAP_BETWEEN_SIBLINGS
    cells_left = _count_cells_for_siblings(room) - cluster_count * cells_of_cluster
    return cells_left // widest_sibling


def _build_siblings(
    children: Sequence[int], drawn: Collection[int], *, end_of_subtree: int
) -> _SiblingsToDraw:
    """Return what is drawn of a node's children: some by themselves, the others as counts.

    The first child of those without room that follow one another stands for all of them, and is
    drawn as ``3 more``. ``drawn`` has the indices of the children that are drawn by themselves, and
    ``end_of_subtree`` is one past the last node below the last child.

    Example:
        >>> siblings = _build_siblings(range(1, 10), {3, 4, 5}, end_of_subtree=10)
        >>> siblings.codes  # 4, 5 and 6 are drawn; 1 stands for 1 to 3, and 7 for 7 to 9
        [1, 4, 5, 6, 7]
        >>> siblings.clusters
        {1: Cluster(siblings=3, stop=4), 7: Cluster(siblings=3, stop=10)}
    """
    # What is hidden lies between two drawn children, or before the first, or behind the last.
    drawn_indices = sorted(drawn)
    clusters: dict[int, Cluster] = {}
    for before, after in pairwise([-1, *drawn_indices, len(children)]):
        hidden_count = after - before - 1
        if hidden_count > 0:
            first_hidden = children[before + 1]
            stop = children[after] if after < len(children) else end_of_subtree
            clusters[first_hidden] = Cluster(hidden_count, stop)

    drawn_children = [children[index] for index in drawn_indices]
    codes = sorted([*drawn_children, *clusters])  # nodes are numbered from left to right
    return _SiblingsToDraw(codes, clusters)
