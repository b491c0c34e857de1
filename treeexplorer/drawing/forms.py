"""How much of each node is shown, and how many cells and lines that takes."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Cards
from treeexplorer.drawing.items import Item, Items, format_more_siblings, is_dots
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.text import width
from treeexplorer.tree import CHANCE_ROLE, INNER, MAX_ROLE, GameTree

EVERY_ROW: Final = 10**9
ELISION: Final = 5
"""The cells of ``╱╱…╱╱``."""
_MARKS: Final = 2  # around a leaf, where no colour tells its state
_MARK: Final = 2  # of a slash or a window that somebody wrote, with a space
_WIDEST_GROWN: Final = 15  # the cells to which a card grows; one with longer texts is wider
_MOST_BESIDE: Final = 3  # the most free cells on either side of a card's texts before it grows
_SPREAD_FOR_ONE_BESIDE: Final = 3  # the steps of a form's spread that add a free cell there
_LINES_WITH_WINDOW: Final = 3  # of a card: label, value and the moving window
_LINE_OF_BUS: Final = 1


class Form(NamedTuple):
    """How much of a node is shown, and in how many lines.

    A row is *loose* if there are spaces on its cards and beside its edges; else it is *tight*::

          ▲ A  v 3         a card in a loose row
              │            the stub: one line
        ┌─────┴─────┐      the bus
        │         3 │ +∞   the drop: one line, with a window
        5        ▽ B v 4   a leaf, and a card in a loose row; ``▽Bv4`` in a tight row
    """

    lines: int = 1  # the lines of a card
    loose_rows: int = EVERY_ROW  # the number of loose rows: so many of the first ones
    names: bool = True  # whether the names of leaves stand below their values
    stub: int = 1  # the lines between a card and the bus below it
    drop: int = 1  # the lines between a bus and the cards below it; windows stand in the last
    leaf_drop: int = 0  # the lines between a bus and the leaves below it
    spread: int = 0  # how far apart the nodes are; 0 is as near as can be
    grown: int = 0  # how many cells a card has beyond what its texts need, on either side

    @property
    def is_tight(self) -> bool:
        """Whether there are tight rows."""
        return self.loose_rows < EVERY_ROW

    @property
    def gap(self) -> int:
        """The least number of empty cells between two texts."""
        return 1 + min(self.spread, 4) + max(0, self.spread - 8) // 2


_LOW: Final = Form(stub=0, names=False)
WHOLE_FORMS: Final = (
    Form(lines=2, spread=1),
    Form(lines=2, stub=0, spread=1),
    Form(lines=2),
    Form(lines=2, stub=0),
    Form(spread=1),
    Form(),
    Form(stub=0),
    Form(loose_rows=0, stub=0),
    _LOW,
    _LOW._replace(loose_rows=0),
    _LOW._replace(loose_rows=0, drop=0),
)
"""In which forms a whole tree is tried, the richest first."""
LARGE_FORMS: Final = (Form(lines=3, spread=1), *WHOLE_FORMS)
"""The same in a large room."""
TEXT_FORMS: Final = tuple(form for form in WHOLE_FORMS if form.lines == 1 and form.drop)
"""The same where any height will do: lines are spent on windows alone."""
FOCUS_FORMS: Final = (Form(lines=2), Form(), Form(stub=0), _LOW, _LOW._replace(drop=0))
"""The same around a focus."""


# -- cells -----------------------------------------------------------------------------------------


def count_cells(cards: Cards, items: Items, item: Item, form: Form) -> int:
    """Count the cells that an item takes: a card, a leaf, a ``…``, or the count of siblings."""
    if item in items.clusters:
        return width(format_more_siblings(items.clusters[item].siblings))
    is_tight = items.ply[item] >= form.loose_rows
    return count_cells_of_code(cards, items.codes[item], form, tight=is_tight)


def count_cells_of_code(cards: Cards, code: int, form: Form, *, tight: bool) -> int:
    """Count the cells that a node takes, or the ``…`` of one; no step needs more.

    Args:
        cards: The texts of the tree.
        code: A node, or the code of a ``…``.
        form: The form of its row.
        tight: Whether its card has no spaces.
    """
    if is_dots(code):
        return width(cards.glyphs.elided) if tight or form.is_tight else ELISION
    if cards.tree.kind[code] == INNER:
        return _count_card_cells(cards, code, form, tight=tight)
    return _count_leaf_cells(cards, code, form)


def _count_leaf_cells(cards: Cards, leaf: int, form: Form) -> int:
    """Count the cells of a leaf's value, or of the name below it if that is wider."""
    value_cells = width(cards.leaf(leaf))
    if cards.look.marks:
        value_cells += _MARKS
    if not form.names:
        return value_cells
    return max(value_cells, width(cards.leaf_name(leaf)))


def _count_card_cells(cards: Cards, node: int, form: Form, *, tight: bool) -> int:
    """Count the cells across the card of a node with children, the same at all steps.

    It has room for the node's widest value: ``▲ A v −∞`` with a space on either side, or tight
    ``▲Av−∞``. On a card of several lines, label and value stand below each other. All but tight
    cards of one line have an odd width, so that edges meet a middle cell.
    """
    if form.lines > 1:
        return _round_up_to_odd(_count_high_card_cells(cards, node, form, tight=tight))

    label = _count_label_cells(cards, node, tight=tight)
    value = _count_value_cells(cards, node, tight=tight)
    if tight:
        space_in_value = len(" ")  # behind its sign: ``v 3`` is ``v3`` there
        return label + value - space_in_value
    return _round_up_to_odd(len(" ") + label + len(" ") + value + len(" "))


def _count_label_cells(cards: Cards, node: int, *, tight: bool) -> int:
    """Count the cells of a node's label with the sign of its player: ``▲ A``, tight ``▲A``."""
    separator = cards.glyphs.joint if tight else " "
    return len("▲") + len(separator) + width(cards.label(node, tight=tight))


def _count_value_cells(cards: Cards, node: int, *, tight: bool) -> int:
    """Count the cells of a node's widest value with its sign: ``v −∞``, ``mean 2.5``.

    No room is kept for means on tight cards: there a chance node is measured as any other node.
    """
    role = MAX_ROLE if tight else cards.tree.roles[node]
    return cards.value_width(role)


def _round_up_to_odd(cells: int) -> int:
    """Return a number if it is odd, else the next one.

    Example:
        >>> _round_up_to_odd(7), _round_up_to_odd(8)
        (7, 9)
    """
    return cells | 1


def _count_high_card_cells(cards: Cards, node: int, form: Form, *, tight: bool) -> int:
    """Count the cells across the card of a node that is several lines high.

    Label, value and window (``3│+∞``) stand on lines of their own, so that the widest of them
    decides. A form that spreads nodes, or lets boxes grow, adds cells on either side.
    """
    label = _count_label_cells(cards, node, tight=tight)
    value = _count_value_cells(cards, node, tight=tight)
    cells = max(label, value)
    if not tight:
        cells_on_each_side = min(_MOST_BESIDE, 1 + form.spread // _SPREAD_FOR_ONE_BESIDE)
        cells += 2 * cells_on_each_side

    has_window_line = form.lines >= _LINES_WITH_WINDOW
    if has_window_line:
        window = cards.widest_number + len("│") + cards.widest_number
        cells = max(cells, len(" ") + window + len(" "))

    # Cards grow up to a limit; one that is wider by itself stays as it is.
    grown_cells = min(cells + 2 * form.grown, _WIDEST_GROWN)
    return max(cells, grown_cells)


def count_cells_beside_middle(cells: int) -> tuple[int, int]:
    """Count the cells before the middle one of a text, and those behind it: 1 and 2 of 4."""
    return max(0, cells - 1) // 2, cells // 2


class Reach(NamedTuple):
    """How many cells an item needs to the left of its middle, and to the right of it."""

    left: int
    right: int


def compute_reach(cards: Cards, items: Items, item: Item, form: Form, cells: int) -> Reach:
    """Compute how many cells an item needs to the left and to the right of its middle.

    An item is a node, the ``…`` for undrawn children, or ``7 more`` for siblings without room. It
    needs half of its own box or text, or what the texts beside the edge above it take, if they are
    wider. This one needs 3 cells on either side, those of `` +∞``; its box needs one::

          3 │ +∞
           [A]

    Args:
        cards: The texts of the tree.
        items: What is drawn.
        item: The item.
        form: The form of its row.
        cells: How many cells it takes itself.
    """
    left, right = count_cells_beside_middle(cells)

    # The root has no edge above it. To its right stands what a person wrote about the whole tree.
    is_root = item == 0
    if is_root:
        return Reach(left, right + _count_cells_of_remarks(cards, items.node(item)))

    # Beside the edge to a ``…`` or to ``7 more`` nothing stands.
    is_node = items.is_plain(item)
    if not is_node:
        return Reach(left, right)

    has_window = _has_room_for_window(cards, items, item, form)
    beside_edge = _compute_reach_beside_edge(cards, items.node(item), has_window=has_window)
    return Reach(left=max(left, beside_edge.left), right=max(right, beside_edge.right))


def _count_cells_of_remarks(cards: Cards, root: int) -> int:
    """Count the cells of what a person wrote about the whole tree, with a mark for each remark."""
    answer = _find_answer(cards, root)
    if answer is None:
        return 0
    return sum(len("   ") + width(text) + _MARK for text, _ in answer.aside)


def _has_room_for_window(cards: Cards, items: Items, item: Item, form: Form) -> bool:
    """Tell whether cells are kept free for α and β beside the edge above a node: ``3 │ +∞``.

    None are kept if the form draws no line of the edge (``form.drop``), and none in a tight row,
    that is, from row ``form.loose_rows`` on: a window is written there if it happens to fit.
    """
    has_line_of_edge = form.drop > 0
    if not has_line_of_edge:
        return False
    row = items.ply[item]
    is_row_tight = row >= form.loose_rows
    if is_row_tight:
        return False

    has_children = items.is_card(item)
    if has_children:  # a search enters the node with a window
        return True
    # A search shows no window at a leaf, but a person may have written one there.
    answer = _find_answer(cards, items.node(item))
    return answer is not None and bool(answer.window)


def _find_answer(cards: Cards, node: int) -> WrittenAnswer | None:
    """Return what a person wrote at a node; ``None`` if there is nothing, or no paper."""
    answers = cards.look.answers
    return None if answers is None else answers.get(node)


def _compute_reach_beside_edge(cards: Cards, node: int, *, has_window: bool) -> Reach:
    """Compute how many cells the texts beside the edge above a node take on either side of it.

    On the left stands α. On the right stand β, the probability of a chance node's child, and on a
    paper, which a person fills in, the mark of a slash: ``3 │ ✓ +∞ 0.5``. Each text has a space
    between itself and the edge, or the text before it.
    """
    bound_cells = cards.widest_number + len(" ") if has_window else 0
    right = bound_cells
    probability = cards.probability(node)
    if probability:
        right += width(probability) + len(" ")
    is_paper = cards.look.answers is not None
    if is_paper:
        right += _MARK
    return Reach(left=bound_cells, right=right)


# -- lines -----------------------------------------------------------------------------------------


class Row(NamedTuple):
    """The contents of a row that decide how many lines the row needs."""

    has_cards: bool  # whether there is a node with children in it
    has_texts_on_edges: bool  # whether texts may stand beside the edges to its leaves, too
    has_names: bool  # whether there is a leaf with a name in it


@lru_cache(maxsize=4)
def describe_rows(cards: Cards) -> tuple[Row, ...]:
    """Return for each ply of a tree, from the top, what its row must have lines for.

    That is cards (the boxes of nodes with children), texts on the edges to leaves, and names of
    leaves. All nodes of the ply count, drawn or not, so that the row has the same number of lines
    at every step.
    """
    tree = cards.tree
    is_paper = cards.look.answers is not None
    plies_below_chance = _collect_plies_below_chance(tree)
    plies_with_leaf_names = {tree.ply[node] for node in tree.names if tree.kind[node] != INNER}
    return tuple(
        Row(
            has_cards=any(tree.kind[node] == INNER for node in nodes),
            has_texts_on_edges=is_paper or ply in plies_below_chance,
            has_names=ply in plies_with_leaf_names,
        )
        for ply, nodes in enumerate(tree.plies)
    )


def _collect_plies_below_chance(tree: GameTree) -> set[int]:
    """Collect the plies with children of chance nodes, on whose edges probabilities stand."""
    if not tree.has_chance:
        return set()
    chance_nodes = (node for node in range(len(tree)) if tree.roles[node] == CHANCE_ROLE)
    return {tree.ply[node] + 1 for node in chance_nodes}


class Lines(NamedTuple):
    """The lines of a drawing's rows, the first of them numbered 0."""

    buses: array[int]  # the line of the edges above each row; at the first that of its cards
    heads: array[int]  # the first line of each row's cards
    height: int  # one past the last line


def compute_lines(rows: Sequence[Row], form: Form, first_line: int = 0) -> Lines:
    """Compute on which lines of a drawing each row of a tree, and the edges above it, stand.

    The *head* of a row is the first line of its nodes, the *bus* the horizontal line above it. A
    drawing of two rows has these lines::

            ▲ A       0    the head of the first row
             │        1
        ┌────┴────┐   2    the bus above the second row
        3         4   3    the head of the second row

    Args:
        rows: What the rows hold, from the top; there is at least one.
        form: The form of all of them.
        first_line: The line of the first row's head.

    Returns:
        The line of the bus above each row, the first line of each row, and one past the last line.

    Example:
        >>> cards = Row(has_cards=True, has_texts_on_edges=False, has_names=False)
        >>> leaves = Row(has_cards=False, has_texts_on_edges=False, has_names=False)
        >>> lines = compute_lines([cards, leaves], Form())
        >>> lines.heads.tolist(), lines.buses.tolist(), lines.height
        ([0, 3], [0, 2], 4)
    """
    heads = array("i", [first_line])
    buses = array("i", [first_line])  # above the first row there is no bus: its head counts as one
    for upper_row, row in pairwise(rows):
        bus = heads[-1] + _count_lines_down_to_bus(upper_row, form)
        head = bus + _LINE_OF_BUS + _count_lines_on_edges(row, form)
        buses.append(bus)
        heads.append(head)

    return Lines(buses, heads, height=heads[-1] + _count_lines_of_last_row(rows[-1], form))


def _count_lines_of_last_row(row: Row, form: Form) -> int:
    """Count the lines of a row below which no other is drawn.

    Below a card one line tells how many nodes it hides: that of the edge down to the bus, which
    nothing else needs in the last row. If the form has no such line, one is added.
    """
    lines = _count_lines_down_to_bus(row, form)
    if row.has_cards and form.stub == 0:
        return lines + 1
    return lines


def _count_lines_on_edges(row: Row, form: Form) -> int:
    """Count the lines between the bus above a row and its cards."""
    drop = form.drop if row.has_cards else form.leaf_drop
    return max(drop, 1) if row.has_texts_on_edges else drop


def _count_lines_down_to_bus(row: Row, form: Form) -> int:
    """Count the lines from the top of a row's cards and leaves down to the next bus."""
    leaf_lines = 2 if row.has_names and form.names else 1
    if not row.has_cards:
        return leaf_lines
    return max(leaf_lines, form.lines + form.stub)
