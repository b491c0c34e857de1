"""Where everything stands in a figure: the same places at every step of a search.

The rows are those of the terminal's diagram, placed by the same algorithm, with pixels for cells.
A node's box has room for whatever the search can find there, so that two figures of one search
can be laid over each other.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Final

from treeexplorer.drawing.items import Items, finished, items_of
from treeexplorer.drawing.lettering import fitted, text_width
from treeexplorer.drawing.tidy import place
from treeexplorer.engine.record import Record
from treeexplorer.numbers import shown
from treeexplorer.tree import CHANCE_ROLE, GameTree

NAME_SIZE: Final = 14.0
VALUE_SIZE: Final = 16.0
LEAF_SIZE: Final = 16.0
LEAF_NAME_SIZE: Final = 11.5
WINDOW_SIZE: Final = 12.0
CLAIM_SIZE: Final = 12.5
SIGN_WIDTH: Final = 13.0
SIGN_GAP: Final = 5.0
LEAF_HEIGHT: Final = 28.0

_LONGEST_TEXT: Final = 140.0
_BOLD: Final = 1.09  # how much wider bold type is
_PADDING: Final = 20.0
_NARROWEST_BOX: Final = 52.0
_NARROWEST_LEAF: Final = 30.0
_BETWEEN: Final = 16
_LINE: Final = 20.0
_LEAST_DROP: Final = 50.0
_MOST_DROP: Final = 104.0


@dataclass(frozen=True)
class FigureLayout:
    """The places of a figure's items, in pixels from the drawing's upper left corner.

    Attributes:
        items: What is drawn.
        x: The middle of each item.
        box: The width of each item's box.
        tops: The top of each ply.
        heights: The height of the boxes of each ply's inner nodes.
        windows: Whether there is a line for the windows.
        width: The width of the drawing.
        height: Its height.
    """

    items: Items
    x: array[int]
    box: array[int]
    tops: tuple[float, ...]
    box_height: float
    windows: bool
    width: float
    height: float

    def top(self, item: int) -> float:
        """Return the top of an item's box."""
        return self.tops[self.items.ply[item]]

    def height_of(self, item: int) -> float:
        """Return the height of an item's box; leaves hang where the boxes of their ply begin."""
        tree = self.items.tree
        if self.items.is_elision(item) or tree.is_leaf(self.items.node(item)):
            return LEAF_HEIGHT
        return self.box_height


def leaf_text(tree: GameTree, node: int) -> str:
    """Return a leaf's number, or the word of an unknown."""
    value = tree.leaf_value(node)
    text = tree.unknowns.get(node) or "?" if value is None else shown(value)
    return fitted(text, LEAF_SIZE, _LONGEST_TEXT)


def name_text(tree: GameTree, node: int) -> str:
    """Return a node's name, shortened; nothing where it has none."""
    return fitted(tree.names.get(node, ""), NAME_SIZE * _BOLD, _LONGEST_TEXT)


def name_width(name: str) -> float:
    """Return how wide a name is in bold type."""
    return text_width(name, NAME_SIZE * _BOLD)


def value_width(text: str) -> float:
    """Return how wide a value is in bold type."""
    return text_width(text, VALUE_SIZE * _BOLD)


def lay_out_figure(record: Record, *, windows: bool, claims: dict[int, str]) -> FigureLayout:
    """Return the layout of a figure, in time linear in the tree.

    Args:
        record: The record; its chance nodes' means take room, too.
        windows: Whether each node shows the window it was entered with.
        claims: The texts of the claims that are shown, by node.
    """
    items = finished(items_of(record.tree))
    box = _box_widths(record, items, windows, claims)
    left = array("i", [width // 2 for width in box])
    right = array("i", [width - width // 2 - 1 for width in box])
    x = place(items, left, right, _BETWEEN, 0)
    lines = 2 + windows + bool(claims)
    box_height = 10 + _LINE * lines
    drop = _drop(items, x)
    tops = tuple(ply * (box_height + drop) for ply in range(len(items.plies)))
    deepest = max(
        (top + (box_height if _has_boxes(items, ply) else LEAF_HEIGHT + 11))
        for ply, top in enumerate(tops[-2:], len(tops) - len(tops[-2:]))
    )
    return FigureLayout(
        items=items,
        x=x,
        box=box,
        tops=tops,
        box_height=box_height,
        windows=windows,
        width=max(at + reach + 1 for at, reach in zip(x, right, strict=True)),
        height=deepest,
    )


def _has_boxes(items: Items, ply: int) -> bool:
    return any(
        not items.is_elision(item) and not items.tree.is_leaf(items.node(item))
        for item in items.plies[ply]
    )


def _drop(items: Items, x: array[int]) -> float:
    """Return how far one ply lies below another: further where edges would run too flat."""
    widest = max((abs(x[item] - x[items.parent[item]]) for item in range(1, len(items))), default=0)
    return min(_MOST_DROP, max(_LEAST_DROP, widest * 0.24))


def _box_widths(record: Record, items: Items, windows: bool, claims: dict[int, str]) -> array[int]:
    """Return the width of each item's box; numbers come from below, so the widest is enough."""
    tree = items.tree
    box = array("i", bytes(4 * len(items)))
    numbers = array("d", bytes(8 * len(items)))
    for item in range(len(items) - 1, -1, -1):
        node = items.node(item)
        if items.is_elision(item):
            box[item] = int(_NARROWEST_LEAF)
            continue
        if tree.is_leaf(node):
            numbers[item] = value_width(leaf_text(tree, node))
            name = text_width(name_text(tree, node), LEAF_NAME_SIZE)
            box[item] = round(max(_NARROWEST_LEAF, numbers[item] + 12, name + 4))
        else:
            if tree.roles[node] == CHANCE_ROLE:
                numbers[item] = max(numbers[item], _mean_width(record, node))
            if node in tree.estimates:
                estimate = value_width(shown(tree.estimates[node]))
                numbers[item] = max(numbers[item], estimate)
            box[item] = round(_inner_width(tree, node, numbers[item], windows, claims))
        parent = items.parent[item]
        if parent >= 0:
            numbers[parent] = max(numbers[parent], numbers[item])
    return box


def _mean_width(record: Record, node: int) -> float:
    row = record.row(node)
    mean = None if row is None else record.value(row)
    return 0 if mean is None else value_width(shown(mean))


def _inner_width(
    tree: GameTree, node: int, number: float, windows: bool, claims: dict[int, str]
) -> float:
    name = name_text(tree, node)
    head = SIGN_WIDTH + (SIGN_GAP + name_width(name) if name else 0)
    found = max(value_width("v −∞"), number + value_width("≥ "))
    widest = max(head, found)
    if windows:
        share = WINDOW_SIZE / VALUE_SIZE
        ends = 2 * max(number * share, text_width("+∞", WINDOW_SIZE))
        widest = max(widest, ends + text_width("(, )", WINDOW_SIZE))
    if node in claims:
        widest = max(widest, text_width(claims[node], CLAIM_SIZE))
    return max(_NARROWEST_BOX, widest + _PADDING)
