"""How far to scroll so that a place is comfortably in sight, moving as little as can be."""

from __future__ import annotations

from typing import Final

from textual.geometry import Offset, Size

COMFORT: Final = 0.2  # of the width and height: nearer to the edge than this is uncomfortable
_LINES_AROUND: Final = 6  # a node, its value and its children


def scrolled(place: Offset, offset: Offset, sight: Size, *, centre: bool) -> Offset:
    """Return the offset to scroll to.

    Args:
        place: The place to have in sight.
        offset: The present offset.
        sight: The size of what is visible.
        centre: Put the place in the middle, even where it is in sight already.
    """
    lines = min(max(int(sight.height * COMFORT), _LINES_AROUND), sight.height // 3)
    return Offset(
        _scrolled(place.x, offset.x, sight.width, int(sight.width * COMFORT), centre=centre),
        _scrolled(place.y, offset.y, sight.height, lines, centre=centre),
    )


def _scrolled(place: int, start: int, cells: int, margin: int, *, centre: bool) -> int:
    if start + margin <= place < start + cells - margin and not centre:
        return start
    if centre or not start - cells < place < start + 2 * cells:
        return max(0, place - cells // 2)
    if place < start + margin:
        return max(0, place - margin)
    return place - cells + margin + 1
