"""Where everything of a figure stands.

A card has room for whatever the search can find there, so that the figures of one search can be
laid over each other.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import number_texts
from treeexplorer.drawing.figures import (
    FigureOptions,
    format_leaf_value,
    format_node_label,
    leaf_name,
)
from treeexplorer.drawing.items import Item, Items, items_of
from treeexplorer.drawing.lettering import LARGE, MEDIUM, SMALL, SMALLEST_TEXT, text_width
from treeexplorer.drawing.tidy import place_tidily
from treeexplorer.engine.record import Record
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.numbers import written
from treeexplorer.rules import Rules
from treeexplorer.tree import CHANCE_ROLE, INNER

LEAF_HEIGHT: Final = 26.0
CARD_HEIGHT: Final = 46.0
BESIDE: Final = 6.0
"""How far a window stands from its edge."""
_AROUND_TEST: Final = 26.0  # the cross of a cut-off's label, and what is around cross and test
_PADDING: Final = 20.0
_NARROWEST_CARD: Final = 56.0
_NARROWEST_LEAF: Final = 28.0
_AROUND_VALUE: Final = 10  # the blank beside a leaf's value
_AROUND_NAME: Final = 4  # the blank beside the name below a leaf
_BETWEEN: Final = 14  # from one item to the next in its row, at least
_DROP: Final = 62.0
_LEAF_DROP: Final = 40.0
_LEAST_CUT: Final = 2  # with one child alone, nothing is left to prune behind it
_UNIT: Final = 1  # a type size: widths in it are multiplied by the size of the text later
_ROOT: Final = 0  # the item of the root


@dataclass(frozen=True)
class FigureLayout:
    """The places of a figure's items, in pixels from the drawing's upper left corner."""

    items: Items
    x: array[int]  # the middle of each item
    box: array[int]  # the width of each item's card
    tops: tuple[float, ...]  # the top of each ply
    width: float
    height: float

    def top(self, item: Item) -> float:
        """Return the top of an item's card."""
        return self.tops[self.items.ply[item]]

    def height_of(self, item: Item) -> float:
        """Return the height of an item's card; leaves hang where the cards of their ply begin."""
        return CARD_HEIGHT if self.items.is_card(item) else LEAF_HEIGHT


def lay_out_figure(record: Record, options: FigureOptions | None = None) -> FigureLayout:
    """Compute where each node of a tree stands in its figure, in pixels from the upper left corner.

    Every step of the search has the same layout: a card is as wide as the widest text that the
    search can show there. It takes time linear in the tree.

    Args:
        record: The search whose tree is drawn.
        options: What the figure shows; without them, what it shows by default.

    Returns:
        The middle, box and top of each item. An item is a drawn node, or the ``…`` that stands for
        children that are not drawn.
    """
    if options is None:
        options = FigureOptions()
    items = items_of(record.tree)
    widths = _measure_widths(record, items, options)

    # How wide each item is: the width of its box, and what it takes on either side of its middle.
    box_widths = [_round_to_even(widths.compute_box_width(item)) for item in range(len(items))]
    reach = _compute_reach_of_items(widths, box_widths)

    # Where each item stands, the root at x = 0 and others to the left of it at negative x. The gap
    # between neighbours counts as a part of each item's right side.
    middles = place_tidily(items.parent, reach.left, [right + _BETWEEN for right in reach.right])

    # From where to where the drawing reaches; it is moved so that it begins at x = 0.
    extent_of_items = _compute_extent_of_items(middles, reach)
    extent = _extend_to_cutoff_labels(
        extent_of_items, items, middles, label_width=widths.cutoff_label, rules=record.rules
    )
    middles_from_left_end = array("i", [middle - extent.leftmost for middle in middles])

    tops = _compute_tops(items)
    return FigureLayout(
        items,
        x=middles_from_left_end,
        box=array("i", box_widths),
        tops=tops,
        width=extent.rightmost - extent.leftmost,
        height=max(top + _compute_row_height(items, row) for row, top in enumerate(tops)),
    )


def _round_to_even(width: float) -> int:
    """Round a width to an even number of pixels, so that half of it is a whole number.

    Example:
        >>> _round_to_even(66.9), _round_to_even(67.1)
        (66, 68)
    """
    return 2 * round(width / 2)


class _ReachOfItems(NamedTuple):
    """How many pixels each item takes to the left of its middle pixel, and to the right of it.

    A box of 12 pixels has its middle at the seventh: 6 are to the left of it, 5 to the right.
    """

    left: array[int]
    right: array[int]


def _compute_reach_of_items(widths: _Widths, boxes: Sequence[int]) -> _ReachOfItems:
    """Compute how many pixels each item takes to the left and to the right of its middle pixel.

    An item takes the room of its box, or of the texts beside the edge above it (``3 │ 0.5 +∞``) if
    these reach further. ``boxes`` are the widths of the boxes, all even.
    """
    reach = _ReachOfItems(array("i"), array("i"))
    for item, box in enumerate(boxes):
        beside_edge = widths.compute_reach_beside_edge(item)
        left_half = box // 2
        right_half = box - left_half - 1  # without the middle pixel
        reach.left.append(round(max(left_half, beside_edge.left)))
        reach.right.append(round(max(right_half, beside_edge.right)))

    # To the right of the root stand a person's answers about the whole tree.
    answers_about_tree = widths.compute_width_beside_root()
    reach.right[_ROOT] = round(reach.right[_ROOT] + BESIDE + answers_about_tree + BESIDE)
    return reach


class _BesideEdge(NamedTuple):
    """How far what stands beside an edge reaches from it to each side, in pixels."""

    left: float
    right: float


def _measure_widths(record: Record, items: Items, options: FigureOptions) -> _Widths:
    """Measure the widest texts that any step of a search can show in its figure.

    Room is reserved for these, so that the figures of all steps have the same layout.
    """
    number_widths = (text_width(text, _UNIT) for text in number_texts(items.tree))
    widest_number = max(number_widths, default=0.0)

    # A search without windows (the bounds α and β) cuts nothing off, and a blank figure, to be
    # filled in by hand, must not show a cut-off.
    cutoff_label = 0
    if record.has_windows and not options.blank:
        cutoff_label = _compute_width_of_cutoff_label(widest_number)

    bound_beside_edge = 0.0
    if options.paper is not None:
        bound_beside_edge = _compute_reach_of_written_bounds(options.paper)
    elif options.windows and record.has_windows:
        bound_beside_edge = BESIDE + SMALL * max(widest_number, text_width("+∞", _UNIT))

    return _Widths(items, options, widest_number, cutoff_label, bound_beside_edge)


def _compute_width_of_cutoff_label(widest_number: float) -> int:
    """Compute the width of a cut-off's label with two of the widest numbers: ``╳ 3 ≥ 2``.

    The width of the widest number is that for a type size of 1.
    """
    widest_test = 2 * widest_number + text_width(" ≥ ", _UNIT)
    return round(_AROUND_TEST + SMALL * widest_test)


def _compute_reach_of_written_bounds(paper: Mapping[int, WrittenAnswer]) -> float:
    """Compute how many pixels an α or β that a person wrote reaches from the edge beside it.

    It is that of the widest bound. Each has a mark behind it: ✓, ✗ or ↳, which are equally wide.
    """
    windows = (answer.window for answer in paper.values() if answer.window)
    bounds = (bound for window in windows for bound in window)
    widest_bound = max((text_width(bound, _UNIT) for bound in bounds), default=0.0)
    return BESIDE + SMALL * (widest_bound + text_width(" ↳", _UNIT))


@dataclass(frozen=True)
class _Widths:
    """How wide what stands at the items of a figure can be, in pixels; see `_measure_widths`.

    A *paper* is a tree that a person fills in. The mark behind what a person wrote is one of
    ``✓ ✗ ↳``; they are equally wide.
    """

    items: Items
    options: FigureOptions
    number: float  # the widest number at a node, for a type size of 1
    cutoff_label: int  # the widest label of a cut-off, ``╳ 3 ≥ 2``; 0 if none is shown
    bound_beside_edge: float  # how far α or β may reach from an edge; 0 if neither is shown

    def compute_box_width(self, item: Item) -> float:
        """Compute how many pixels wide the box of an item is: a card, a leaf or a ``…``.

        A leaf has its value in the box and its name below it; the wider of the two counts.
        """
        if self.items.is_elision(item):
            return _NARROWEST_LEAF

        tree = self.items.tree
        node = self.items.node(item)
        if tree.kind[node] == INNER:
            return self._compute_card_width(node)

        name = text_width(leaf_name(tree, node), SMALLEST_TEXT)
        value = text_width(format_leaf_value(tree, node), LARGE)
        return max(_NARROWEST_LEAF, value + _AROUND_VALUE, name + _AROUND_NAME)

    def _compute_card_width(self, node: int) -> float:
        """Compute how many pixels wide the card of a node with children is, at all steps.

        A card has two lines: the label (``▲ A``), and below it a value. So it is as wide as the
        wider line can become.
        """
        # On a paper, a tree filled in by a person, the label has the node's estimate behind it.
        on_paper = self.options.answers is not None
        label = text_width(format_node_label(self.items.tree, node, on_paper=on_paper), MEDIUM)
        value = self._compute_widest_value(node)
        answer = self._find_answer(node)
        if answer is not None:
            # The marks ✓, ✗ and ↳ behind it are equally wide.
            value = max(value, text_width(f"{answer.value} ↳", LARGE))
        return max(_NARROWEST_CARD, _PADDING + max(label, value))

    def _compute_widest_value(self, node: int) -> float:
        """Compute the width of the widest value that the search may show on a node's card.

        It is ``v −∞`` at first, then a number behind ``v``, ``=``, ``≤`` or ``≥``, or behind
        ``mean`` at a chance node.
        """
        is_chance = self.items.tree.roles[node] == CHANCE_ROLE
        widest_sign = "mean " if is_chance else "≥ "
        number_with_sign = text_width(widest_sign, _UNIT) + self.number
        return LARGE * max(text_width("v −∞", _UNIT), number_with_sign)

    def _find_answer(self, node: int) -> WrittenAnswer | None:
        """Return what a person wrote at a node; ``None`` if there is nothing, or no paper."""
        paper = self.options.paper
        return None if paper is None else paper.get(node)

    def compute_reach_beside_edge(self, item: Item) -> _BesideEdge:
        """Compute how many pixels the texts beside the edge above an item take on each side of it.

        On the left stands α; on the right stand the probability, at a chance node's child, and β:
        ``3 │ 0.5 +∞``.
        """
        if item == _ROOT:  # no edge leads to it
            return _BesideEdge(left=0.0, right=0.0)

        alpha_or_beta = self._compute_reach_of_bound(item)
        probability = self._compute_reach_of_probability(item)
        return _BesideEdge(left=alpha_or_beta, right=probability + alpha_or_beta)

    def _compute_reach_of_bound(self, item: Item) -> float:
        """Compute how many pixels α, or β, takes beside the edge above an item; 0 if none is shown.

        Room is kept for the widest of all steps, so that both take the same. The search shows them
        only at nodes with children, whose boxes are cards; a person may write them at leaves, too.
        """
        if self.items.is_card(item):
            return self.bound_beside_edge
        answer = self._find_answer(self.items.node(item))
        has_written_window = answer is not None and bool(answer.window)
        return self.bound_beside_edge if has_written_window else 0.0

    def _compute_reach_of_probability(self, item: Item) -> float:
        """Compute how many pixels the probability on an edge takes beside it; 0 without one."""
        if self.items.is_elision(item):
            return 0.0
        probability = self.items.tree.probability(self.items.node(item))
        if probability is None:
            return 0.0
        return BESIDE + text_width(written(probability), SMALLEST_TEXT)

    def compute_width_beside_root(self) -> float:
        """Compute the width of a person's answers about the whole tree; 0 without any."""
        answer = self._find_answer(_ROOT)
        if answer is None:
            return 0.0
        texts = (f"{text} ↳" for text, _ in answer.aside)
        return max((text_width(text, SMALL) for text in texts), default=0.0)


def _compute_tops(items: Items) -> tuple[float, ...]:
    """Compute the top of each row; above cards and probabilities there is room for a window."""
    tops = [0.0]
    for row in range(1, len(items.plies)):
        has_texts_above = _has_cards(items, row) or _has_probabilities(items, row)
        distance = _DROP if has_texts_above else _LEAF_DROP
        tops.append(tops[-1] + CARD_HEIGHT + distance)
    return tuple(tops)


def _compute_row_height(items: Items, row: int) -> float:
    """Return the height of a row: that of a card if it has cards, or leaves with names below."""
    # The code of a ``…`` is negative, so that it is no node with a name.
    has_names = any(items.codes[item] in items.tree.names for item in items.plies[row])
    return CARD_HEIGHT if has_names or _has_cards(items, row) else LEAF_HEIGHT


def _has_cards(items: Items, row: int) -> bool:
    """Tell whether a row has a node with children."""
    return any(map(items.is_card, items.plies[row]))


def _has_probabilities(items: Items, row: int) -> bool:
    """Tell whether a row has a child of a chance node, whose probability stands on its edge."""
    nodes = map(items.node, items.plies[row])
    return any(items.tree.probability(node) is not None for node in nodes)


class _Extent(NamedTuple):
    """From where to where something reaches across a figure."""

    leftmost: int
    rightmost: int


def _compute_extent_of_items(middles: Sequence[int], reach: _ReachOfItems) -> _Extent:
    """Compute the leftmost x that any item reaches, and one past the rightmost.

    Example:
        >>> _compute_extent_of_items([0, -9, 9], _ReachOfItems([6, 6, 6], [5, 5, 5]))
        _Extent(leftmost=-15, rightmost=15)
    """
    left_ends = [middle - left for middle, left in zip(middles, reach.left, strict=True)]
    last_pixels = [middle + right for middle, right in zip(middles, reach.right, strict=True)]
    return _Extent(leftmost=min(left_ends), rightmost=max(last_pixels) + 1)


def _extend_to_cutoff_labels(
    extent: _Extent, items: Items, x: Sequence[int], label_width: int, rules: Rules
) -> _Extent:
    """Extend what a figure takes across so that the label of any cut-off has room in it.

    A figure has the same size at every step, so there must be room for every label that a step may
    have. A label, ``╳ 3 ≥ 2``, begins at the child that was read last, or at the node's own middle
    if that is further on. So at each node the label that begins last is the one that reaches
    furthest: it comes when all children but one have been read::

                node
            ┌────┬─┴─[╳ 3 ≥ 2]
            2    5    ╎

    For example, let the label begin at 40 or before, and be 30 wide: a figure that reaches from 0
    to 50 then reaches to 70. Within the figure a label may cover what is drawn there.

    Args:
        extent: What the items take across.
        items: What is drawn.
        x: The middle of each item.
        label_width: The width of the widest label; 0 if there are none.
        rules: The rules of the search. From right to left, labels reach to the left.
    """
    starts = list(_collect_starts_of_furthest_labels(items, x, rules))
    if label_width == 0 or not starts:
        return extent

    if rules.right_to_left:
        leftmost_of_labels = min(starts) - label_width
        return extent._replace(leftmost=min(extent.leftmost, leftmost_of_labels))
    rightmost_of_labels = max(starts) + label_width
    return extent._replace(rightmost=max(extent.rightmost, rightmost_of_labels))


def _collect_starts_of_furthest_labels(
    items: Items, x: Sequence[int], rules: Rules
) -> Iterator[int]:
    """Yield the x at which each node's cut-off label begins if all children but one are read.

    It begins at the last child that is read, or at the node's middle if that is further on. With
    one child alone, a node has nothing to prune, and has no cut-off.
    """
    for node in range(len(items)):
        children = list(items.children(node))  # from left to right
        if len(children) < _LEAST_CUT:
            continue
        if rules.right_to_left:  # the leftmost child is pruned, and the label grows to the left
            _pruned_child, last_read_child, *_ = children
            yield min(x[node], x[last_read_child])
        else:  # the rightmost child is pruned, and the label grows to the right
            *_, last_read_child, _pruned_child = children
            yield max(x[node], x[last_read_child])
