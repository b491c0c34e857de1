"""Both palettes can be read: every pair of colours that occurs has contrast."""

from __future__ import annotations

import pytest

from treeexplorer.drawing.colours import DARK, LIGHT, Colours

READABLE = 4.5  # the least contrast of text on its surface (WCAG 2.x, level AA)

PAIRS = {
    "ground": "text strong quiet ghost max min decided cut pruned news_text",
    "panel": "text strong quiet ghost max min decided cut pruned news_text",
    "current": "text strong quiet max min decided cut_on_current",
    "max_card": "strong max decided",
    "min_card": "strong min decided",
    "decided_surface": "decided",
    "cut_surface": "on_cut",
    "pruned_surface": "pruned",
    "news": "on_news",
    "min": "ground",
    "quiet": "ground",
}


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1 (WCAG 2.x)."""
    shares = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21 (WCAG 2.x)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("surface", PAIRS)
def test_text_can_be_read_on_its_surface(palette: Colours, surface: str) -> None:
    for text in PAIRS[surface].split():
        ratio = contrast(getattr(palette, text), getattr(palette, surface))
        assert ratio >= READABLE, f"{text} on {surface}: {ratio:.2f}"
