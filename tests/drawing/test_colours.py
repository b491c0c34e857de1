"""Both palettes can be read: every pair of colours that occurs has contrast."""

from __future__ import annotations

import pytest

from treeexplorer.drawing.colours import DARK, LIGHT, READABLE, Colours, contrast

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


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("surface", PAIRS)
def test_text_can_be_read_on_its_surface(palette: Colours, surface: str) -> None:
    for text in PAIRS[surface].split():
        ratio = contrast(getattr(palette, text), getattr(palette, surface))
        assert ratio >= READABLE, f"{text} on {surface}: {ratio:.2f}"
