"""Where everything of a figure stands.

A card has room for whatever the search can find there, so that the figures of one search can be
laid over each other.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import number_texts
from treeexplorer.drawing.figures import FigureOptions, label_text, leaf_name, leaf_text
from treeexplorer.drawing.items import Items, items_of
from treeexplorer.drawing.lettering import LARGE, MEDIUM, SMALL, SMALLEST_TEXT, text_width
from treeexplorer.drawing.tidy import tidy
from treeexplorer.engine.record import Record
from treeexplorer.numbers import written
from treeexplorer.tree import CHANCE_ROLE, INNER

LEAF_HEIGHT: Final = 26.0
CARD_HEIGHT: Final = 46.0
BESIDE: Final = 6.0
"""How far a window stands from its edge."""
_AROUND_TEST: Final = 26.0  # the cross of a slab, and what is around cross and test
_PADDING: Final = 20.0
_NARROWEST_CARD: Final = 56.0
_NARROWEST_LEAF: Final = 28.0
_BETWEEN: Final = 14
_DROP: Final = 62.0
_LEAF_DROP: Final = 40.0
_LEAST_CUT: Final = 2  # children that a node with a slab has


@dataclass(frozen=True)
class FigureLayout:
    """The places of a figure's items, in pixels from the drawing's upper left corner."""

    items: Items
    x: array[int]  # the middle of each item
    box: array[int]  # the width of each item's card
    tops: tuple[float, ...]  # the top of each ply
    width: float
    height: float

    def top(self, item: int) -> float:
        """Return the top of an item's card."""
        return self.tops[self.items.ply[item]]

    def height_of(self, item: int) -> float:
        """Return the height of an item's card; leaves hang where the cards of their ply begin."""
        return CARD_HEIGHT if self.items.is_card(item) else LEAF_HEIGHT


def lay_out_figure(record: Record, options: FigureOptions | None = None) -> FigureLayout:
    """Return where the items of a figure stand, in time linear in the tree.

    Items are placed by their widths around column 0; then all are moved to the right of 0, with
    room for the slabs of cut-offs.
    """
    if options is None:
        options = FigureOptions()
    items = items_of(record.tree)
    widths = _Widths(record, items, options)
    boxes = array("i", [2 * round(widths.card(item) / 2) for item in range(len(items))])
    left = array("i")  # how far each item reaches to the left of its middle
    right = array("i")
    for item, box in enumerate(boxes):
        before, after = widths.beside(item)
        left.append(round(max(box // 2, before)))
        right.append(round(max(box // 2 - 1, after)))
    right[0] = round(right[0] + widths.aside() + 2 * BESIDE)
    x = tidy(items.parent, left, [reach + _BETWEEN for reach in right])
    slabs = _around_slabs(record, items, x, widths.number, options)
    left_ends = [middle - reach for middle, reach in zip(x, left, strict=True)]
    right_ends = [middle + reach + 1 for middle, reach in zip(x, right, strict=True)]
    leftmost = min(slabs.leftmost, *left_ends)
    rightmost = max(slabs.rightmost, *right_ends)
    tops = _tops(items)
    height = max(top + _row_height(items, row) for row, top in enumerate(tops))
    return FigureLayout(
        items,
        x=array("i", [middle - leftmost for middle in x]),
        box=boxes,
        tops=tops,
        width=rightmost - leftmost,
        height=height,
    )


class _Widths:
    """How wide what stands at the items of a figure is, in pixels."""

    def __init__(self, record: Record, items: Items, options: FigureOptions) -> None:
        self._items = items
        self._tree = items.tree
        self._options = options
        self.number = max((text_width(text, 1) for text in number_texts(items.tree)), default=0.0)
        """The widest number that can stand at a node, for each unit of its type size."""
        self._window_end = self._widest_end(record)

    def _widest_end(self, record: Record) -> float:
        """Return how far one end of a window reaches from its edge; 0 where there are none."""
        paper = self._options.paper
        if paper is not None:
            windows = (answer.window for answer in paper.values() if answer.window)
            written_ends = (end for window in windows for end in window)
            widest = max((text_width(end, 1) for end in written_ends), default=0.0)
            return BESIDE + SMALL * (widest + text_width(" ↳", 1))
        if self._options.windows and record.has_windows:
            return BESIDE + SMALL * max(self.number, text_width("+∞", 1))
        return 0.0

    def card(self, item: int) -> float:
        """Return the width of a card, a leaf, or a ``…``."""
        node = self._items.node(item)
        if self._items.is_elision(item):
            return _NARROWEST_LEAF
        if self._tree.kind[node] == INNER:
            return self._card_of(node)
        name = text_width(leaf_name(self._tree, node), SMALLEST_TEXT)
        value = text_width(leaf_text(self._tree, node), LARGE)
        return max(_NARROWEST_LEAF, value + 10, name + 4)

    def _card_of(self, node: int) -> float:
        """Return the width of a card, which holds its label and the widest value it may show."""
        sign = "mean " if self._tree.roles[node] == CHANCE_ROLE else "≥ "
        value = LARGE * max(text_width("v −∞", 1), self.number + text_width(sign, 1))
        paper = self._options.paper
        if paper is not None and node in paper:
            value = max(value, text_width(f"{paper[node].value} ↳", LARGE))
        on_paper = self._options.blank or paper is not None
        label = text_width(label_text(self._tree, node, on_paper=on_paper), MEDIUM)
        return max(_NARROWEST_CARD, _PADDING + max(label, value))

    def beside(self, item: int) -> tuple[float, float]:
        """Return how far a window and a probability reach to each side of an item's edge."""
        if item == 0:
            return 0.0, 0.0
        node = self._items.node(item)
        paper = self._options.paper
        answer = None if paper is None else paper.get(node)
        is_written = answer is not None and bool(answer.window)
        end = self._window_end if is_written or self._items.is_card(item) else 0.0
        probability = None if self._items.is_elision(item) else self._tree.probability(node)
        if probability is None:
            return end, end
        return end, end + BESIDE + text_width(written(probability), SMALLEST_TEXT)

    def aside(self) -> float:
        """Return the width of a person's answers about the whole tree, which are at the root."""
        paper = self._options.paper
        if paper is None or 0 not in paper:
            return 0.0
        texts = (f"{text} ↳" for text, _ in paper[0].aside)
        return max((text_width(text, SMALL) for text in texts), default=0.0)


def _tops(items: Items) -> tuple[float, ...]:
    """Return the top of each row: above cards and weights there is room for a window."""
    tops = [0.0]
    for row in range(1, len(items.plies)):
        drop = _DROP if _has_cards(items, row) or _has_weights(items, row) else _LEAF_DROP
        tops.append(tops[-1] + CARD_HEIGHT + drop)
    return tuple(tops)


def _row_height(items: Items, row: int) -> float:
    """Return the height of a row; the name of a leaf stands below it."""
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


def _around_slabs(
    record: Record, items: Items, x: Sequence[int], number: float, options: FigureOptions
) -> _Reach:
    """Return the leftmost and rightmost x that a slab may reach, whatever the search cuts.

    A slab stands behind the child that was read last, or behind the parent's middle. It may cover
    the edges of pruned children and of later ones, so only the whole drawing needs room for it.

    Args:
        record: The search.
        items: What is drawn.
        x: The middle of each item.
        number: The width of the widest number at a type size of 1.
        options: What the figure shows.
    """
    if not record.has_windows or options.blank:
        return _Reach(0, 0)
    slab = round(_AROUND_TEST + SMALL * (2 * number + text_width(" ≥ ", 1)))
    leftmost = 0
    rightmost = 0
    for item in range(len(items)):
        children = items.children(item)
        if len(children) < _LEAST_CUT:
            continue
        if record.rules.right_to_left:
            last_read = children[1]
            leftmost = min(leftmost, min(x[item], x[last_read]) - slab)
        else:
            last_read = children[-2]
            rightmost = max(rightmost, max(x[item], x[last_read]) + slab)
    return _Reach(leftmost, rightmost)
