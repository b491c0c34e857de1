"""The layout of a tree that has no room: the path to a leaf, and what there is room for beside it.

Each node of the path stands among its siblings. Where the rest of a subtree has room, it is drawn
whole. A step of the search moves nothing that it leaves in sight.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Collection, Sequence
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
from treeexplorer.tree import INNER

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

    A form says how many lines the boxes and edges of all rows have.
    """
    forms: Sequence[Form] = FOCUS_FORMS
    if room.height >= ANY_HEIGHT:
        # The first form has cards of two lines, which a text of any height is spared.
        forms = FOCUS_FORMS[1:]
    first_line = 1 if is_top_hidden else 0  # line 0 then says that rows are hidden

    for form in forms:
        if compute_lines(rows, form, first_line).height <= room.height:
            return form
    return forms[-1]


def _extend_path_to_last_row(
    limits: _Limits, path: tuple[int, ...], *, row_count: int
) -> tuple[int, ...]:
    """Extend a path that ends in a leaf above the last row, so that the lower rows are not empty.

    It then leads below the nearest sibling of the leaf: in ``root[A[1 2] 3 B[4 5]]`` the path
    root, 3 becomes root, B, 4. Without such a sibling it stays as it is.
    """
    is_root_alone = len(path) == 1
    reaches_last_row = len(path) >= row_count
    if is_root_alone or reaches_last_row:
        return path

    *path_to_parent, leaf = path
    sibling = _find_nearest_sibling_with_children(limits, parent=path_to_parent[-1], leaf=leaf)
    if sibling is None:
        return path

    # From the sibling always to the first child, down to a leaf or to the last row.
    kind = limits.cards.tree.kind
    node = sibling
    extended_path = [*path_to_parent, node]
    while kind[node] == INNER and len(extended_path) < row_count:
        node += 1  # nodes are numbered in preorder: the first child comes next
        extended_path.append(node)
    return tuple(extended_path)


def _find_nearest_sibling_with_children(limits: _Limits, parent: int, leaf: int) -> int | None:
    """Find the sibling nearest to a leaf that has children of its own; ``None`` without any.

    Only siblings that are drawn as nodes count, none that is hidden behind ``7 more``. Of two at
    the same distance the one to the right is returned.
    """
    siblings = _choose_siblings_to_draw(limits, parent, child=leaf)
    # The leaf itself is always among these nodes.
    nodes = [code for code in siblings.codes if not is_dots(code) and code not in siblings.clusters]
    index_of_leaf = nodes.index(leaf)

    kind = limits.cards.tree.kind
    indices = [index for index, node in enumerate(nodes) if kind[node] == INNER]
    if not indices:
        return None
    # Of two at the same distance the greater index has the smaller key.
    nearest = min(indices, key=lambda index: (abs(index - index_of_leaf), -index))
    return nodes[nearest]


def _shorten_path_to_fitting_subtree(
    limits: _Limits, path: tuple[int, ...], *, row_count: int
) -> tuple[int, ...]:
    """Cut a path off behind its first node whose whole subtree fits into the rows that are left.

    The path has one node per row, and may end in a leaf. If no subtree fits, it stays. Whether one
    fits changes at most once from the top down, so the first that fits is found by bisection::

        row             0     1    2    3
        path            root  A    C    7 (a leaf)
        subtree fits    no    yes  yes       the first "yes" is in row 1: root, A is returned
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
    # What is drawn, and how wide each row is drawn.
    row_of_end = len(path) - 1
    rows_along = _collect_rows_along_path(limits, path)
    rows_below = _collect_rows_below_path(
        limits, path[-1], row=row_of_end, row_count=len(row_contents) - row_of_end
    )
    rows = _join_rows(rows_along, rows_below)

    # Where it stands: first as if the room were endless, then each row is moved into the room.
    items = build_items(limits.cards.tree, rows.codes, rows.clusters)
    places = place_items(limits.cards, items, rows.forms)
    columns = _move_rows_into_room(items, places, limits.room, row_of_end)
    return build_layout(
        items, rows.forms, columns, places.cells, row_contents, limits.room, hidden_plies
    )


class _RowsToDraw(NamedTuple):
    """What is drawn in some rows of a drawing that follow one another.

    The *code* of a node is its number, that of a ``…`` is negative: see ``items.dots_code``. A
    *cluster* is a node that also stands for siblings without room, and is drawn as ``7 more``.
    """

    codes: list[int]  # of all nodes and ``…`` in the rows
    clusters: dict[int, Cluster]  # by node
    forms: list[Form]  # of each row, from the top


def _collect_rows_along_path(limits: _Limits, path: tuple[int, ...]) -> _RowsToDraw:
    """Collect what is drawn along a path: its first node, and the children of all but the last.

    The nodes of all rows come in one list, *codes*: a node by its number, a ``…`` by a negative
    one. Children without room are drawn as *clusters*, such as ``7 more``. The *form* of each row
    says how wide its boxes and gaps are. In ``[A B:[C:[5 2] D ...]]``, where B is node 2 and C is
    node 3, the path root, B, C gives::

        row   drawn    codes
        0     root     0
        1     A B      1, 2
        2     C D …    3, 6, and that of the ``…`` of B
    """
    first_node = path[0]
    codes = [first_node]  # row 0 has it alone
    clusters: dict[int, Cluster] = {}
    forms = [limits.form]
    for row_of_parent, (parent, child_on_path) in enumerate(pairwise(path)):
        siblings = _choose_siblings_to_draw(limits, parent, child_on_path)
        codes += siblings.codes
        clusters |= siblings.clusters
        forms.append(_choose_form_of_siblings(limits, parent, siblings, row_of_parent))
    return _RowsToDraw(codes, clusters, forms)


def _collect_rows_below_path(
    limits: _Limits, end_node: int, *, row: int, row_count: int
) -> _RowsToDraw:
    """Collect what is drawn below the last node of a path: its whole subtree, or nothing.

    The node stands in ``row``, and its subtree is drawn if it fits into ``row_count`` rows from
    there on. The node itself is drawn with the path, so it is not collected here. All rows below it
    have one form, which says how wide boxes and gaps are. As every node is drawn, there is no
    cluster, such as ``7 more``.
    """
    form_of_subtree = _find_form_of_subtree(limits, end_node, row_count)
    if form_of_subtree is None:  # it does not fit
        return _RowsToDraw(codes=[], clusters={}, forms=[])

    subtree = items_of(limits.cards.tree, end_node)
    _, *codes_below_node = subtree.codes  # the first is the node itself
    _, *rows_below_node = subtree.plies
    form = _count_loose_rows_from_top(form_of_subtree, row)
    return _RowsToDraw(codes_below_node, clusters={}, forms=[form for _ in rows_below_node])


def _join_rows(upper: _RowsToDraw, lower: _RowsToDraw) -> _RowsToDraw:
    """Return what is drawn in some rows and in those below them together."""
    return _RowsToDraw(
        codes=upper.codes + lower.codes,
        clusters=upper.clusters | lower.clusters,
        forms=upper.forms + lower.forms,
    )


def _choose_form_of_siblings(
    limits: _Limits, parent: int, siblings: _SiblingsToDraw, row_of_parent: int
) -> Form:
    """Choose the form of a row of siblings: the widest in which they fit, else the narrowest.

    They are laid out with their parent alone, which then is in row 0. So the loose rows of the form
    found, those with spaces on their cards, are counted anew from the top of the whole drawing.
    """
    parent_and_siblings = build_items(
        limits.cards.tree, [parent, *siblings.codes], siblings.clusters
    )
    narrowest = _make_narrowest(limits.form)
    form = choose_widest_form(limits.cards, parent_and_siblings, narrowest, limits.room)
    if form is None:  # it sticks out of the room in any form
        form = narrowest
    return _count_loose_rows_from_top(form, first_row=row_of_parent)


def _count_loose_rows_from_top(form: Form, first_row: int) -> Form:
    """Convert a form of a subtree that begins in a given row into one of the whole drawing.

    Its loose rows, those with spaces on their cards, are then counted from the drawing's top: two
    loose rows of a subtree that begins in row 3 are the rows 3 and 4, so it counts five.
    """
    return form._replace(loose_rows=form.loose_rows + first_row)


def _move_rows_into_room(items: Items, places: Places, room: Size, row_of_end: int) -> array[int]:
    """Move the rows of a drawing sideways into a room, and return the new column of each item.

    The topmost node comes to the middle of the room, and all others move with it. A row that would
    stick out is moved back as far as it must, and the rows below it go with it. For example the
    shift is +10 for the topmost node. If row 1 has room for a shift of +4 only, it gets +4, and so
    do all rows below, as far as they have room in turn.

    Below ``row_of_end``, the row of the path's last node, there is one whole subtree: all of its
    rows get the same shift.
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
    index = bisect_left(children, child)  # the children are in ascending order
    page = _choose_page(index, _count_siblings_per_page(limits, children, index), len(children))

    givers = [children.index(giver) for giver in limits.givers if tree.parent[giver] == parent]
    givers_on_other_pages = [giver for giver in givers if giver not in page]
    if givers_on_other_pages:
        page_size = _count_siblings_beside_givers(limits, children, index, givers_on_other_pages)
        if page_size > 0:
            page = _choose_page(index, page_size, len(children))
        else:
            givers = []

    siblings = _build_siblings(children, {*page, *givers}, end_of_subtree=tree.end[parent])
    has_dots = parent in tree.elided
    if not has_dots:
        return siblings
    code_of_dots = dots_code(parent)
    return _SiblingsToDraw([*siblings.codes, code_of_dots], siblings.clusters)


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

    The row has one of these shapes::

        margin | A  B  C                | … | margin    all siblings
        margin | 12 more  A  B  7 more  | … | margin    a page, with a count on either side

    Room is always kept for the ``…``. The page has the sibling with the given index.
    """
    room_width = limits.room.width
    width_of_dots = ELISION
    width_of_row = room_width - 2 * MARGIN - width_of_dots

    # Each sibling takes at least one cell. So those on the page are at most as many places away
    # from the given one as the room has cells, and only these are measured.
    near_siblings = siblings[max(0, index - room_width) : index + room_width]
    widths = [
        count_cells_of_code(limits.cards, node, limits.form, tight=True) + _GAP_BETWEEN_SIBLINGS
        for node in near_siblings
    ]

    are_all_measured = len(near_siblings) == len(siblings)
    if are_all_measured and sum(widths) <= width_of_row:
        return len(siblings)
    return _count_siblings_between_counts(
        width_of_row, widest_sibling=max(widths), sibling_count=len(siblings)
    )


def _count_siblings_between_counts(
    width_of_row: int, *, widest_sibling: int, sibling_count: int
) -> int:
    """Count how many siblings fit into a row with ``12 more`` before them and behind them.

    There is at least one. Room is kept for the widest count, that of all siblings, and for as many
    of the widest sibling.

    Example:
        >>> _count_siblings_between_counts(40, widest_sibling=6, sibling_count=100)
        3
    """
    widest_count = format_more_siblings(sibling_count)  # in the example ``100 more``
    width_of_count = _GAP_BETWEEN_SIBLINGS + width(widest_count) + _GAP_BETWEEN_SIBLINGS
    width_for_siblings = width_of_row - 2 * width_of_count  # 40 - 2 · 10
    return max(1, width_for_siblings // widest_sibling)


def _count_siblings_beside_givers(
    limits: _Limits, siblings: list[int], index: int, givers: Sequence[int]
) -> int:
    """Count how many siblings fit on a page beside some of other pages; 0 if there is no room.

    Each of those others takes its own cells, and one more count stands beside it unless it is the
    first sibling or the last::

        margin | A  12 more  E  F  7 more          | … | margin    the first sibling
        margin | 2 more  C  10 more  E  7 more     | … | margin    another one
    """
    room_width = limits.room.width
    near_siblings = siblings[max(0, index - room_width) : index + room_width]
    measured = [*near_siblings, *(siblings[giver] for giver in givers)]
    widest_sibling = _GAP_BETWEEN_SIBLINGS + max(
        count_cells_of_code(limits.cards, node, limits.form, tight=True) for node in measured
    )
    widest_count = format_more_siblings(len(siblings))
    width_of_count = _GAP_BETWEEN_SIBLINGS + width(widest_count) + _GAP_BETWEEN_SIBLINGS
    givers_between_counts = [giver for giver in givers if 0 < giver < len(siblings) - 1]
    width_of_counts = (2 + len(givers_between_counts)) * width_of_count
    width_of_row = room_width - 2 * MARGIN - ELISION
    return max(0, (width_of_row - width_of_counts) // widest_sibling - len(givers))


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
    codes: list[int] = []  # what is drawn, from left to right
    clusters: dict[int, Cluster] = {}
    next_index = 0  # of the first child that is not in it yet
    for index in (*sorted(drawn), len(children)):
        if index > next_index:
            first_hidden = children[next_index]
            stop = children[index] if index < len(children) else end_of_subtree
            codes.append(first_hidden)
            clusters[first_hidden] = Cluster(siblings=index - next_index, stop=stop)
        if index < len(children):
            codes.append(children[index])
        next_index = index + 1
    return _SiblingsToDraw(codes, clusters)
