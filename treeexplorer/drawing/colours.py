"""The colours of both themes, one table for terminal, SVG, LaTeX and HTML.

One colour means one thing: blue MAX and α, amber MIN and β, red a cut-off and nothing else, green
what is decided, pale yellow what has just changed.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Colours(NamedTuple):
    """Colours as ``#RRGGBB``, named after what they mean; without others the dark ones."""

    ground: str = "#0E1117"
    panel: str = "#151A23"  # the ground of panels
    current: str = "#2B3650"  # the current row, keys in the footer, boxes to fill in
    strong: str = "#FFFFFF"  # values on cards, the path, the marks around the current card
    text: str = "#E6EAF2"
    quiet: str = "#98A2B5"
    ghost: str = "#7C879C"  # what has not been visited or read; edges off the path
    track: str = "#313B4C"  # borders on the site; never text
    max: str = "#63B3FF"  # MAX and α
    max_card: str = "#15324F"
    min: str = "#FFB547"  # MIN and β; the ground of a mode's badge
    min_card: str = "#45300F"  # also the bar of a question
    decided: str = "#6EE7A8"  # a decided value
    decided_surface: str = "#1D4A38"  # the surface of decided nodes in the icicle
    cut_surface: str = "#BE2339"  # the ground of a cut-off: slab, bar, EMPTY
    on_cut: str = "#FFFFFF"  # text on it
    cut: str = "#FF5C6C"  # a cut-off as text or mark
    cut_on_current: str = "#FF8A95"  # the same on the current row
    pruned: str = "#A8808D"
    pruned_surface: str = "#24151B"  # the ground of what is pruned
    news: str = "#FFF3B0"  # the ground of what has just changed
    on_news: str = "#0E1117"  # text on it
    news_text: str = "#FFF3B0"  # what has just changed, as text on ground, panel or a card


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

ATTRIBUTES: Final = frozenset({"bold", "dim", "italic", "underline", "strike", "reverse"})
_COLOURS: Final = {
    "strong": "bold", "quiet": "dim", "ghost": "dim", "max": "bright_blue",
    "min": "yellow", "decided": "green", "cut": "bold red", "cut_on_current": "bold red",
    "pruned": "dim", "on_cut": "bold bright_white", "on_news": "black",
    "news_text": "bold", "ground": "black",
}  # fmt: skip
"""What a colour is where there are only the terminal's own sixteen; all else is its text."""
_SURFACES: Final = {
    "question": "reverse", "current": "reverse", "cut_surface": "on red",
    "news": "on bright_yellow", "decided_surface": "on green", "max": "on bright_blue",
    "min": "on yellow", "quiet": "on white",
}  # fmt: skip
_NO_COLOURS: Final = {
    **{
        name: " ".join(word for word in style.split() if word in ATTRIBUTES)
        for name, style in _COLOURS.items()
    },
    "on_news": "bold",
}
_NO_SURFACES: Final = {
    "question": "reverse", "cut_surface": "reverse", "news": "underline", "current": "bold",
    "max": "reverse", "min": "reverse", "quiet": "reverse",
}  # fmt: skip

# Colours of text that say nothing which the surface does not.
_COLOURS_OF_PLAIN_TEXT: Final = frozenset({"", "text", "quiet", "ghost", "decided"})


def convert_to_few_colours(role: str, surface: str = "", *, none: bool = False) -> str:
    """Convert a style into one for a terminal with sixteen colours, or without any colour.

    Args:
        role: What a text is: attributes, a colour, and perhaps ``on`` and a surface.
        surface: The surface under a text whose role names none.
        none: Whether there are no colours at all.

    Example:
        >>> convert_to_few_colours("strike pruned on news")
        'strike dim on bright_yellow'
        >>> convert_to_few_colours("bold max on current")
        'bold reverse'
    """
    style = _parse_role(role)
    if style.surface:
        surface = style.surface
    surfaces = _NO_SURFACES if none else _SURFACES
    background = surfaces.get(surface, "")
    if background == "reverse":
        # Dim or a second colour would make text on a reversed surface hard to read.
        return "bold reverse" if style.attributes else "reverse"

    text_style = _choose_text_style(style.colour, background, is_colourless=none)
    return " ".join(filter(None, [*style.attributes, text_style, background]))


class _Style(NamedTuple):
    """The parts of a role's name."""

    attributes: list[str]  # such as ``bold``
    colour: str  # the name of the text's colour; "" for none
    surface: str  # the name of what is behind the text; "" for none


def _parse_role(role: str) -> _Style:
    """Parse a role into attributes, a colour, and ``on`` with a surface, all of them optional.

    Example:
        >>> _parse_role("bold max on current")
        _Style(attributes=['bold'], colour='max', surface='current')
        >>> _parse_role("on news")
        _Style(attributes=[], colour='', surface='news')
    """
    # The blank before the role lets " on " be found at its very beginning, too.
    style_of_text, _, surface = f" {role}".partition(" on ")
    words = style_of_text.split()
    attributes = [word for word in words if word in ATTRIBUTES]
    colours = [word for word in words if word not in ATTRIBUTES]
    colour = colours[0] if colours else ""
    return _Style(attributes, colour, surface)


def _choose_text_style(colour: str, background: str, *, is_colourless: bool) -> str:
    """Choose the style of a text: of ``max`` it is "bright_blue", or "reverse" without colours.

    The background is nothing, ``on red``, or an attribute. A text whose colour says nothing which
    the background does not say is black on a coloured one.
    """
    if background and colour in _COLOURS_OF_PLAIN_TEXT:
        has_coloured_background = background.startswith("on ")
        return "black" if has_coloured_background else ""
    colours = _NO_COLOURS if is_colourless else _COLOURS
    return colours.get(colour, "")
