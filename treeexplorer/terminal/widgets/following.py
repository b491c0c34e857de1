"""How far to scroll so that a place is comfortably in sight, and how seldom.

A drawing that creeps along at every step is hard to look at. It stands still as long as the place
is comfortably in sight; then the place comes to the middle, from where it can go far again.
"""

from __future__ import annotations

from typing import Final

from textual.geometry import Offset, Size

_COMFORT: Final = 0.2  # of the width and height: nearer to the edge than this is uncomfortable
_LINES_AROUND: Final = 6  # a node, its value and its children
_COLUMNS_AROUND: Final = 4  # a number beside the one that is looked at


def scrolled(place: Offset, offset: Offset, sight: Size, *, centre: bool = False) -> Offset:
    """Return the offset to scroll to.

    Args:
        place: The place to have in sight.
        offset: The present offset.
        sight: The size of what is visible.
        centre: Put the place in the middle, even where it is in sight already.
    """
    margin = int(sight.width * _COMFORT)
    return Offset(
        _scrolled(place.x, offset.x, sight.width, margin, centre=centre),
        _scrolled(place.y, offset.y, sight.height, _lines(sight), centre=centre),
    )


def followed(place: Offset, beside: int, offset: Offset, sight: Size) -> Offset:
    """Return the offset to scroll to for a place and the one that it is in exchange with.

    Going back and forth between a node and its children moves nothing while both can be seen.

    Args:
        place: The place to have in sight.
        beside: The column of the other place, to have in sight if there is room for both.
        offset: The present offset.
        sight: The size of what is visible.
    """
    left, right = min(place.x, beside), max(place.x, beside)
    margin = min(_COLUMNS_AROUND, sight.width // 8)
    if right - left >= sight.width - 2 * margin:
        return scrolled(place, offset, sight)
    y = _scrolled(place.y, offset.y, sight.height, _lines(sight), centre=False)
    if offset.x + margin <= left and right < offset.x + sight.width - margin:
        return Offset(offset.x, y)
    return Offset(max(0, (left + right) // 2 - sight.width // 2), y)


def _lines(sight: Size) -> int:
    return min(max(int(sight.height * _COMFORT), _LINES_AROUND), sight.height // 3)


def _scrolled(place: int, start: int, cells: int, margin: int, *, centre: bool) -> int:
    if start + margin <= place < start + cells - margin and not centre:
        return start
    return max(0, place - cells // 2)
