"""In which ways programs print the steps of one search.

The rows that a search has at its steps are those of a program that prints each node as it enters it
and again whenever a child has returned. A *habit* makes of them what another program prints of the
same search: negamax has the numbers of each player's own side, for example.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from treeexplorer.tree import MIN_ROLE, GameTree, Number, Window


class Arrival(NamedTuple):
    """What has returned to a node.

    Attributes:
        child: The child that has returned.
        value: The value that it has returned.
        window: The window of the node before.
        must_be_named: Whether a line counts only if it names the child.
        has_either_sign: Whether the value may be printed with the other sign.
    """

    child: int
    value: Number
    window: Window
    must_be_named: bool = False
    has_either_sign: bool = False


class ExpectedRow(NamedTuple):
    """What the search would print when it enters a node, or when a child has returned to it.

    Attributes:
        node: The node's number.
        enters: Whether the node is entered; else a child of it has returned.
        value: Its v, or a leaf's value.
        window: Its window.
        arrival: What has returned to it; ``None`` if it is entered.
    """

    node: int
    enters: bool
    value: Number
    window: Window
    arrival: Arrival | None = None


class Habit(NamedTuple):
    """A way to print the steps of a search.

    Attributes:
        words: What the program does, as it stands behind “where”.
        convert: Makes the rows that are printed out of those that the search has at its steps, and
            of its tree with the players that move in it.
    """

    words: str
    convert: Callable[[Sequence[ExpectedRow], GameTree], list[ExpectedRow]]


def _print_children(
    rows: Sequence[ExpectedRow],
    tree: GameTree,
    choose_window: Callable[[ExpectedRow, Arrival], Window],
) -> list[ExpectedRow]:
    """Return the rows of a program that prints each child with its value and its parent's window.

    What the search does, in the root A with a child B that has children of its own, and what such a
    program prints then:

    ==========================  ==========================================
    the search                  the program prints
    ==========================  ==========================================
    enters A or B               that node, as it enters it
    enters a leaf               nothing yet
    a leaf 3 returns to B       the leaf, with 3 and a window of B
    B returns 3 to the root A   B, with 3 and a window of A; then A itself
    ==========================  ==========================================

    Args:
        rows: The rows of the search.
        tree: The tree.
        choose_window: Returns the window that is printed, given the row of the parent and what has
            returned to it.
    """
    printed: list[ExpectedRow] = []
    for row in rows:
        if row.arrival is None:
            is_leaf_on_entry = tree.is_leaf(row.node)
            if not is_leaf_on_entry:
                printed.append(row)
            continue

        row_of_child = ExpectedRow(
            node=row.arrival.child,
            enters=tree.is_leaf(row.arrival.child),  # its first row; other nodes have one on entry
            value=row.arrival.value,
            window=choose_window(row, row.arrival),
        )
        printed.append(row_of_child)
        if tree.is_root(row.node):  # it is nobody's child, and printed by itself
            printed.append(row)
    return printed


def print_children_after(rows: Sequence[ExpectedRow], tree: GameTree) -> list[ExpectedRow]:
    """Return the rows with each child's value beside its parent's window after it."""
    return _print_children(rows, tree, lambda row, _arrival: row.window)


def _print_children_before(rows: Sequence[ExpectedRow], tree: GameTree) -> list[ExpectedRow]:
    """Return the rows with each child's value beside its parent's window before it."""
    return _print_children(rows, tree, lambda _row, arrival: arrival.window)


def _print_children_as_parents_see(
    rows: Sequence[ExpectedRow], tree: GameTree
) -> list[ExpectedRow]:
    """Return the rows of negamax with each child's value and window as its parent sees them.

    Such a program has a line in the loop over the children::

        value = -negamax(child, -beta, -alpha)
        print(node, "->", child, value)

    For example MAX moves at the root A and MIN at its child B, which has the window (3, 8) and the
    leaf 5:

    ===========================  ======  ==================  ==========================
    what is printed              seen    in other programs   here
    ===========================  ======  ==================  ==========================
    B, as it is entered          at B    +∞, (3, 8)          −∞, (−8, −3)
    the leaf, as it returns 5    at B    5, (3, 5)           −5, (−5, −3)
    B, as it returns 5           at A    5, (5, 8)           5, (5, 8)
    ===========================  ======  ==================  ==========================
    """
    printed: list[ExpectedRow] = []
    for row in print_children_after(rows, tree):
        is_seen_by_min = tree.roles[_find_node_that_sees(row, tree)] == MIN_ROLE
        printed.append(_turn_signs(row) if is_seen_by_min else row)
    return printed


def _find_node_that_sees(row: ExpectedRow, tree: GameTree) -> int:
    """Find the node whose player sees the numbers of a row of :func:`print_children_after`.

    Rows of leaves, and those of other nodes behind their first, tell what has returned to the
    parent. The root has none.
    """
    if tree.is_root(row.node):
        return row.node
    has_returned_to_parent = tree.is_leaf(row.node) or not row.enters
    return tree.parent[row.node] if has_returned_to_parent else row.node


def _turn_signs(row: ExpectedRow) -> ExpectedRow:
    """Return a row as MIN sees it in negamax: (3, 8) with v = 5 is (−8, −3) with v = −5."""
    alpha, beta = row.window
    return row._replace(value=-row.value, window=(-beta, -alpha))


def _print_before_taking(rows: Sequence[ExpectedRow], _tree: GameTree) -> list[ExpectedRow]:
    """Return the rows of a program that prints a node before it takes the value of a child.

    Each return gives two rows: one with the numbers of the node before it, which must name the
    child, and then the row that the search has. For example, the MAX node B is entered with (3, 8),
    and its child D returns 5::

        the search                  printed
        B entered   v −∞   (3, 8)   B entered   v −∞   (3, 8)
                                    D → B       v −∞   (3, 8)    "B: D returned 5 (alpha=3, beta=8)"
        D → B       v 5    (5, 8)   D → B       v 5    (5, 8)
    """
    printed: list[ExpectedRow] = []
    last_value_of_node: dict[int, Number] = {}
    for row in rows:
        if row.arrival is not None:
            row_before = ExpectedRow(
                row.node,
                enters=False,
                value=last_value_of_node[row.node],
                window=row.arrival.window,
                arrival=row.arrival._replace(must_be_named=True),
            )
            printed.append(row_before)
        printed.append(row)
        last_value_of_node[row.node] = row.value
    return printed


def see_as_mover(rows: Sequence[ExpectedRow], tree: GameTree) -> list[ExpectedRow]:
    """Return the rows of negamax: at MIN numbers have the other sign, and α and β are exchanged.

    The window (3, 8) with v = 5 at a MIN node is printed as (−8, −3) with v = −5.
    """
    return [_see_row_as_mover(row, tree) for row in rows]


def _see_windows_as_mover(rows: Sequence[ExpectedRow], tree: GameTree) -> list[ExpectedRow]:
    """Return the rows of negamax that prints the values of leaves as they are, from MAX's side."""
    values = [row.value for row in rows]
    printed: list[ExpectedRow] = []
    for row, value in zip(see_as_mover(rows, tree), values, strict=True):
        keeps_value = tree.is_leaf(row.node)
        printed.append(row._replace(value=value) if keeps_value else row)
    return printed


def _see_row_as_mover(row: ExpectedRow, tree: GameTree) -> ExpectedRow:
    """Return a row with the numbers as the player sees them who moves at its node.

    What a child returns is printed as it is, or with the sign that it has for the node.
    """
    if row.arrival is not None:
        row = row._replace(arrival=row.arrival._replace(has_either_sign=True))
    return _turn_signs(row) if is_for_min(row.node, tree) else row


def is_for_min(node: int, tree: GameTree) -> bool:
    """Tell whether MIN moves at a node, or would move at a leaf: below a node of MAX."""
    if not tree.is_leaf(node):
        return tree.roles[node] == MIN_ROLE
    return node != 0 and tree.roles[tree.parent[node]] != MIN_ROLE


def has_player_twice(tree: GameTree) -> bool:
    """Tell whether some player moves at a node and again at a child of it."""
    return any(
        tree.roles[node] == tree.roles[tree.parent[node]]
        for node in tree.inner_nodes()
        if not tree.is_root(node)
    )


HABITS: Final = (
    Habit("a child's line has its value and its parent's window after it", print_children_after),
    Habit("a child's line has its value and its parent's window before it", _print_children_before),
    Habit("a line with a child has the numbers of its node before the child", _print_before_taking),
    Habit("all numbers are seen by the player to move, as in negamax", see_as_mover),
    Habit(
        "all numbers but those of leaves are seen by the player to move, as in negamax",
        _see_windows_as_mover,
    ),
    Habit(
        "a child's line has its value as its parent sees it, as in negamax",
        _print_children_as_parents_see,
    ),
)
"""The ways to print a search that are tried on a log, the likeliest first."""
