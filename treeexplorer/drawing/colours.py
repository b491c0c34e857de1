"""The colours of both themes, one table for terminal, SVG, LaTeX and HTML.

One colour means one thing: blue MAX and α, amber MIN and β, red a cut-off and nothing else, green
what is decided, pale yellow what has just changed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from treeexplorer.drawing.runs import Line


class Colours(NamedTuple):
    """Colours as ``#RRGGBB``, named after what they mean; without others the dark ones.

    Attributes:
        ground: The ground.
        panel: The ground of panels.
        current: The current row, keys in the footer, boxes to fill in.
        strong: The strongest text: values on cards, the path, the marks around the current card.
        text: Text.
        quiet: Quiet text.
        ghost: What has not been visited or read; edges off the path.
        track: The part of a track that lies ahead; never text.
        max: MAX and α.
        max_card: The card of a MAX node.
        min: MIN and β; the ground of a mode's badge.
        min_card: The card of a MIN node, the bar of a question.
        decided: A decided value.
        decided_surface: The surface of decided nodes in the icicle.
        cut_surface: The ground of a cut-off: slab, bar, EMPTY.
        on_cut: Text on it.
        cut: A cut-off as text or mark.
        cut_on_current: A cut-off as text on the current row.
        pruned: What is pruned.
        pruned_surface: The ground of what is pruned.
        news: The ground of what has just changed.
        on_news: Text on it.
        news_text: What has just changed, as text on ground, panel or a card.
    """

    ground: str = "#0E1117"
    panel: str = "#151A23"
    current: str = "#2B3650"
    strong: str = "#FFFFFF"
    text: str = "#E6EAF2"
    quiet: str = "#98A2B5"
    ghost: str = "#7C879C"
    track: str = "#313B4C"
    max: str = "#63B3FF"
    max_card: str = "#15324F"
    min: str = "#FFB547"
    min_card: str = "#45300F"
    decided: str = "#6EE7A8"
    decided_surface: str = "#1D4A38"
    cut_surface: str = "#BE2339"
    on_cut: str = "#FFFFFF"
    cut: str = "#FF5C6C"
    cut_on_current: str = "#FF8A95"
    pruned: str = "#A8808D"
    pruned_surface: str = "#24151B"
    news: str = "#FFF3B0"
    on_news: str = "#0E1117"
    news_text: str = "#FFF3B0"


DARK: Final = Colours()
LIGHT: Final = Colours(
    ground="#FFFFFF",
    panel="#F1F4F9",
    current="#D2DDF0",
    strong="#0B1220",
    text="#1B2330",
    quiet="#4C586B",
    ghost="#667085",
    track="#A9B4C4",
    max="#0B5CAD",
    max_card="#D9EAFB",
    min="#8F4A00",
    min_card="#FCE8C8",
    decided="#0A6B43",
    decided_surface="#CDEBDC",
    cut_surface="#BE2339",
    on_cut="#FFFFFF",
    cut="#AE1B31",
    cut_on_current="#AE1B31",
    pruned="#80556A",
    pruned_surface="#F4E6EA",
    news="#FFE266",
    on_news="#1B2330",
    news_text="#1B2330",
)


_SIXTEEN: Final = {
    "bold": "1",
    "strike": "9",
    "max": "94",
    "min": "33",
    "decided": "32",
    "cut": "31",
    "ghost": "2",
    "quiet": "2",
    "pruned": "2",
    "on_news": "30",
    "on_cut": "97",
}
_SIXTEEN_SURFACES: Final = {"news": "103", "cut_surface": "41", "current": "7", "quiet": "7"}


def coloured(lines: list[Line]) -> str:
    """Return a drawing as text with the terminal's own sixteen colours."""

    def in_colour(text: str, role: str) -> str:
        style, _, surface = role.partition(" on ")
        codes = [_SIXTEEN.get(word, "") for word in style.split()]
        codes.append(_SIXTEEN_SURFACES.get(surface, ""))
        known = ";".join(filter(None, codes))
        return f"\x1b[{known}m{text}\x1b[0m" if known else text

    return "\n".join("".join(in_colour(*part) for part in line) for line in lines)
