"""How a screen of some size is shared out, and which is the smallest."""

from __future__ import annotations

from typing import Final

SMALLEST: Final = (40, 12)
"""The width and height in cells below which a screen only says what it needs."""


def deck_width(width: int) -> int:
    """Return how wide the deck of cards is on a screen of some width."""
    if width < 72:
        return 26
    if width < 96:
        return 36
    if width < 150:
        return 42
    return 2 * 38 if width < 230 else 3 * 40


def banner_height(width: int, height: int) -> int:
    """Return how many lines the sentence has on a screen of some size."""
    if height < 16:
        return 3
    if height < 22:
        return 4 if width < 70 else 3
    return 4 if height < 28 else 5
