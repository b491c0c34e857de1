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
from treeexplorer.drawing.figures import FigureOptions, label_text, leaf_name, leaf_text
from treeexplorer.drawing.items import Item, Items, items_of
from treeexplorer.drawing.lettering import LARGE, MEDIUM, SMALL, SMALLEST_TEXT, text_width
from treeexplorer.drawing.tidy import tidy
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
    """Return the place of each node in a figure of a tree, in pixels from its upper left corner.

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
    widths = _widths_in(record, items, options)
    # Even widths, so that half a box is a whole number of pixels.
    boxes = array("i", [_even(widths.of_box(item)) for item in range(len(items))])
    reach = _reach_of_items(widths, boxes)
    # The root stands at x = 0, so that other middles may be negative. The gap between neighbours
    # counts as a part of each item's right side.
    middles = tidy(items.parent, reach.left, [right + _BETWEEN for right in reach.right])
    labels = _reach_of_cutoff_labels(items, middles, widths.cutoff_label, record.rules)
    left_ends = [middle - left for middle, left in zip(middles, reach.left, strict=True)]
    last_pixels = [middle + right for middle, right in zip(middles, reach.right, strict=True)]
    leftmost = min(labels.leftmost, *left_ends)
    rightmost = max(labels.rightmost, max(last_pixels) + 1)
    tops = _tops(items)
    return FigureLayout(
        items,
        x=array("i", [middle - leftmost for middle in middles]),
        box=boxes,
        tops=tops,
        width=rightmost - leftmost,
        height=max(top + _row_height(items, row) for row, top in enumerate(tops)),
    )


def _even(width: float) -> int:
    """Return the even number of whole pixels nearest to a width, so that half of it is whole.

    Example:
        >>> _even(66.9), _even(67.1)
        (66, 68)
    """
    return 2 * round(width / 2)


class _ReachOfItems(NamedTuple):
    """How many pixels each item takes to the left of its middle pixel, and to the right of it.

    A box of 12 pixels has its middle at the seventh: 6 are to the left of it, 5 to the right.
    """

    left: array[int]
    right: array[int]


def _reach_of_items(widths: _Widths, boxes: Sequence[int]) -> _ReachOfItems:
    """Return how many pixels each item takes to the left and to the right of its middle pixel.

    An item is a drawn node or a ``…``. It takes the room of its box, or of the texts beside the
    edge above it (``3 │ 0.5 +∞``) if these reach further.

    Args:
        widths: How wide the texts at each item can be.
        boxes: The width of each item's box, an even number of pixels.

    Returns:
        Two arrays with one entry an item.
    """
    reach = _ReachOfItems(array("i"), array("i"))
    for item, box in enumerate(boxes):
        beside_edge = widths.beside_edge(item)
        left_half = box // 2
        right_half = box - left_half - 1  # without the middle pixel
        reach.left.append(round(max(left_half, beside_edge.left)))
        reach.right.append(round(max(right_half, beside_edge.right)))
    # To the right of the root stand a person's answers about the whole tree.
    answers_about_tree = widths.beside_root()
    reach.right[_ROOT] = round(reach.right[_ROOT] + BESIDE + answers_about_tree + BESIDE)
    return reach


class _BesideEdge(NamedTuple):
    """How far what stands beside an edge reaches from it to each side, in pixels."""

    left: float
    right: float


def _widths_in(record: Record, items: Items, options: FigureOptions) -> _Widths:
    """Measure the widest texts that any step of a search can show in its figure.

    Room is reserved for these, so that the figures of all steps have the same layout.

    Args:
        record: The search that is drawn.
        items: What is drawn of its tree: the nodes, and a ``…`` for undrawn children.
        options: What the figure shows.
    """
    number_widths = (text_width(text, _UNIT) for text in number_texts(items.tree))
    widest_number = max(number_widths, default=0.0)
    # A search without windows (the bounds α and β) cuts nothing off, and a blank figure, to be
    # filled in by hand, must not show a cut-off.
    cutoff_label = 0
    if record.has_windows and not options.blank:
        cutoff_label = _width_of_cutoff_label(widest_number)

    bound_beside_edge = 0.0
    if options.paper is not None:
        bound_beside_edge = _reach_of_written_bound(options.paper)
    elif options.windows and record.has_windows:
        bound_beside_edge = BESIDE + SMALL * max(widest_number, text_width("+∞", _UNIT))

    return _Widths(items, options, widest_number, cutoff_label, bound_beside_edge)


def _width_of_cutoff_label(widest_number: float) -> int:
    """Return the width of a cut-off's label with two of the widest numbers: ``╳ 3 ≥ 2``.

    Args:
        widest_number: The width of the widest number, for a type size of 1.
    """
    widest_test = 2 * widest_number + text_width(" ≥ ", _UNIT)
    return round(_AROUND_TEST + SMALL * widest_test)


def _reach_of_written_bound(paper: Mapping[int, WrittenAnswer]) -> float:
    """Return how many pixels α or β, written by a person beside an edge, may reach from the edge.

    Each has a mark behind it: ✓, ✗ or ↳, which are equally wide.
    """
    windows = (answer.window for answer in paper.values() if answer.window)
    written_bounds = (bound for window in windows for bound in window)
    widest = max((text_width(bound, _UNIT) for bound in written_bounds), default=0.0)
    return BESIDE + SMALL * (widest + text_width(" ↳", _UNIT))


@dataclass(frozen=True)
class _Widths:
    """How wide what stands at the items of a figure can be, in pixels; see `_widths_in`.

    A *paper* is a tree that a person fills in. The mark behind what a person wrote is one of
    ``✓ ✗ ↳``; they are equally wide.
    """

    items: Items
    options: FigureOptions
    number: float  # the widest number at a node, for a type size of 1
    cutoff_label: int  # the widest label of a cut-off, ``╳ 3 ≥ 2``; 0 if none is shown
    bound_beside_edge: float  # how far α or β may reach from an edge; 0 if neither is shown

    def of_box(self, item: Item) -> float:
        """Return how many pixels wide the box of an item is.

        The box of a node with children is a card. A leaf has its value in the box and its name
        below it; the wider of the two counts.

        Args:
            item: The node, or the ``…`` for children that are not drawn.
        """
        if self.items.is_elision(item):
            return _NARROWEST_LEAF
        tree = self.items.tree
        node = self.items.node(item)
        if tree.kind[node] == INNER:
            return self._card_of(node)
        name = text_width(leaf_name(tree, node), SMALLEST_TEXT)
        value = text_width(leaf_text(tree, node), LARGE)
        return max(_NARROWEST_LEAF, value + _AROUND_VALUE, name + _AROUND_NAME)

    def _card_of(self, node: int) -> float:
        """Return how many pixels wide the card of a node with children is, the same at all steps.

        A card has two lines: the label (``▲ A``), and below it a value. So it is as wide as the
        wider line can become.
        """
        # On a paper, a tree filled in by a person, the label has the node's estimate behind it.
        on_paper = self.options.answers is not None
        label = text_width(label_text(self.items.tree, node, on_paper=on_paper), MEDIUM)
        value = self._widest_value(node)
        answer = self._answer(node)
        # A value that a person wrote has a mark behind it: ✓, ✗ or ↳, which are equally wide.
        if answer is not None:
            value = max(value, text_width(f"{answer.value} ↳", LARGE))
        return max(_NARROWEST_CARD, _PADDING + max(label, value))

    def _widest_value(self, node: int) -> float:
        """Return the width of the widest value that the search may show on a node's card.

        It is ``v −∞`` at first, then a number behind ``v``, ``=``, ``≤`` or ``≥``, or behind
        ``mean`` at a chance node.
        """
        is_chance = self.items.tree.roles[node] == CHANCE_ROLE
        widest_sign = "mean " if is_chance else "≥ "
        number_with_sign = text_width(widest_sign, _UNIT) + self.number
        return LARGE * max(text_width("v −∞", _UNIT), number_with_sign)

    def _answer(self, node: int) -> WrittenAnswer | None:
        """Return what a person wrote at a node; ``None`` if there is nothing, or no paper."""
        paper = self.options.paper
        return None if paper is None else paper.get(node)

    def beside_edge(self, item: Item) -> _BesideEdge:
        """Return how many pixels the texts beside the edge above an item take on each side of it.

        On the left stands α; on the right stand the probability, at a chance node's child, and β:
        ``3 │ 0.5 +∞``. Both sides are 0 at the root.

        Room is kept for the widest α or β of all steps, so α has as much as β.
        """
        if item == _ROOT:  # no edge leads to it
            return _BesideEdge(0.0, 0.0)
        answer = self._answer(self.items.node(item))
        has_written_window = answer is not None and bool(answer.window)
        # The search shows α and β only at nodes with children, whose boxes are cards; a person may
        # write them at leaves, too.
        has_window = has_written_window or self.items.is_card(item)
        # The width of one end of a window, α or β: the widest that any step shows.
        end = self.bound_beside_edge if has_window else 0.0
        return _BesideEdge(end, end + self._reach_of_probability(item))

    def _reach_of_probability(self, item: Item) -> float:
        """Return how many pixels the probability on an edge takes beside it; 0 without one."""
        if self.items.is_elision(item):
            return 0.0
        probability = self.items.tree.probability(self.items.node(item))
        if probability is None:
            return 0.0
        return BESIDE + text_width(written(probability), SMALLEST_TEXT)

    def beside_root(self) -> float:
        """Return the width of a person's answers about the whole tree; 0 without any."""
        answer = self._answer(_ROOT)
        if answer is None:
            return 0.0
        texts = (f"{text} ↳" for text, _ in answer.aside)
        return max((text_width(text, SMALL) for text in texts), default=0.0)


def _tops(items: Items) -> tuple[float, ...]:
    """Return the top of each row: above cards and weights there is room for a window."""
    tops = [0.0]
    for row in range(1, len(items.plies)):
        drop = _DROP if _has_cards(items, row) or _has_weights(items, row) else _LEAF_DROP
        tops.append(tops[-1] + CARD_HEIGHT + drop)
    return tuple(tops)


def _row_height(items: Items, row: int) -> float:
    """Return the height of a row: as that of cards if it has any, or leaves with a name below them.

    The code of a ``…`` is negative, so that it is no node with a name.
    """
    has_names = any(items.codes[item] in items.tree.names for item in items.plies[row])
    return CARD_HEIGHT if has_names or _has_cards(items, row) else LEAF_HEIGHT


def _has_cards(items: Items, row: int) -> bool:
    """Tell whether a row has a node with children."""
    return any(map(items.is_card, items.plies[row]))


def _has_weights(items: Items, row: int) -> bool:
    """Tell whether a row has a child of a chance node, whose probability stands on its edge."""
    nodes = map(items.node, items.plies[row])
    return any(items.tree.probability(node) is not None for node in nodes)


class _Reach(NamedTuple):
    """From where to where something reaches across a figure."""

    leftmost: int
    rightmost: int


def _reach_of_cutoff_labels(
    items: Items, x: Sequence[int], label_width: int, rules: Rules
) -> _Reach:
    """Return the leftmost and rightmost x that the label of any cut-off can reach in a figure.

    Such a label, ``╳ 3 ≥ 2``, begins at the child that was read last, or at the node's own middle
    if that is further on. It reaches furthest when all children but one have been read::

                node
            ┌────┬─┴─[╳ 3 ≥ 2]
            2    5    ╎

    It may cover the edges of pruned children and of later nodes, so only the whole drawing needs
    room for it.

    Args:
        items: What is drawn.
        x: The middle of each item, 0 for the root.
        label_width: The width of the widest label; 0 if there are none.
        rules: The rules of the search. From right to left, labels reach to the left.

    Returns:
        The two ends in pixels; 0, the root's middle, for an end that no label goes beyond.
    """
    starts = list(_starts_of_outermost_labels(items, x, rules))
    if label_width == 0 or not starts:
        return _Reach(0, 0)
    if rules.right_to_left:
        return _Reach(min(starts) - label_width, 0)
    return _Reach(0, max(starts) + label_width)


def _starts_of_outermost_labels(items: Items, x: Sequence[int], rules: Rules) -> Iterator[int]:
    """Yield where the label begins at each node that can have a cut-off, if all but one are read.

    With one child alone, a node has nothing to prune behind it, and has no cut-off.
    """
    for item in range(len(items)):
        children = items.children(item)
        if len(children) < _LEAST_CUT:
            continue
        if rules.right_to_left:
            last_read = children[1]  # children[0] is pruned
            yield min(x[item], x[last_read])
        else:
            last_read = children[-2]
            yield max(x[item], x[last_read])
