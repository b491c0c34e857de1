"""Themes, and the styles that names such as ``"bold max on current"`` stand for.

A style's name says what a piece of text means: a text colour of
:class:`~treeexplorer.drawing.colours.Colours`, ``on`` and a surface, and attributes before them.
Every theme has a palette, so every panel works in every theme; where there are few colours or
none, attributes say the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from colorsys import rgb_to_hsv
from typing import Final

from rich.style import Style
from textual.theme import Theme

from treeexplorer.drawing.colours import (
    DARK,
    LIGHT,
    READABLE,
    Colours,
    blend,
    channels,
    contrast,
)

DARK_THEME: Final = "treeexplorer-dark"
LIGHT_THEME: Final = "treeexplorer-light"
FEW_COLOURS_THEMES: Final = ("ansi-dark", "textual-ansi")
"""Textual's theme of the terminal's own colours, under its name since 8.2.1 and before."""
ATTRIBUTES: Final = frozenset({"bold", "dim", "italic", "underline", "strike", "reverse"})

_HUE_KEPT: Final = 0.07  # of a turn; the hues of what means different things are 0.14 apart
_LEAST_SATURATION: Final = 0.4  # paler colours look like text
_STEPS: Final = 20

_FEW_COLOURS: Final = {
    "strong": "bold",
    "quiet": "dim",
    "ghost": "dim",
    "track": "dim",
    "max": "bright_blue",
    "min": "yellow",
    "decided": "green",
    "cut": "bold red",
    "cut_on_current": "bold red",
    "pruned": "dim strike",
    "on_cut": "bold bright_white",
    "on_news": "black",
    "news_text": "bold",
    "ground": "black",
}
_SURFACE_OF: Final = {"question": "min_card"}
"""Surfaces that look like another one where there are colours."""

_FEW_SURFACES: Final = {
    "question": "reverse",
    "current": "reverse",
    "cut_surface": "on red",
    "news": "on bright_yellow",
    "decided_surface": "on green",
    "min": "on yellow",
    "quiet": "on white",
}
_NO_COLOURS: Final = {
    **{
        name: " ".join(word for word in style.split() if word in ATTRIBUTES)
        for name, style in _FEW_COLOURS.items()
    },
    "on_news": "bold",
}
_NO_SURFACES: Final = {
    "question": "reverse",
    "cut_surface": "reverse",
    "news": "underline",
    "current": "bold",
    "min": "reverse",
    "quiet": "reverse",
}


class Styles:
    """Turns names of styles into styles of Rich.

    Args:
        palette: The colours.
        few: Whether only the terminal's own sixteen colours are used.
        none: Whether no colour is used at all.
    """

    def __init__(self, palette: Colours, *, few: bool = False, none: bool = False) -> None:
        self.palette = palette
        self.few = few or none
        self.none = none
        self._known: dict[tuple[str, str], Style] = {}

    def rich(self, name: str, surface: str = "") -> Style:
        """Return the style of a name.

        Args:
            name: A role of a drawing; or attributes, a colour of the palette, ``on`` and a
                surface, each of which may be left out.
            surface: The surface where the name has none of its own.

        Raises:
            AttributeError: There is no such colour.
        """
        style = self._known.get((name, surface))
        if style is None:
            style = self._known[name, surface] = self._made(name, surface)
        return style

    def _made(self, name: str, surface: str) -> Style:
        text, _, own = f" {name}".partition(" on ")
        surface = own or surface
        words = text.split()
        attributes = [word for word in words if word in ATTRIBUTES]
        colour = next((word for word in words if word not in ATTRIBUTES), "")
        if self.few:
            return self._with_few_colours(attributes, colour, surface)
        definition = [*attributes, getattr(self.palette, colour or "text")]
        definition += ["on", getattr(self.palette, _SURFACE_OF.get(surface, surface) or "ground")]
        return Style.parse(" ".join(definition))

    def _with_few_colours(self, attributes: list[str], colour: str, surface: str) -> Style:
        texts = _NO_COLOURS if self.none else _FEW_COLOURS
        surfaces = _NO_SURFACES if self.none else _FEW_SURFACES
        on_surface = surfaces.get(surface, "")
        definition = [*attributes, on_surface]
        # Dim or a second colour would make text on a coloured surface hard to read.
        if on_surface == "reverse":
            definition = ["bold" if attributes else "", on_surface]
        elif on_surface and colour in {"quiet", "ghost", "text", "decided", ""}:
            definition.append("black" if on_surface.startswith("on ") else "")
        else:
            definition.append(texts.get(colour, ""))
        return Style.parse(" ".join(filter(None, definition)) or "none")


_STYLES: Final[dict[tuple[str, bool], Styles]] = {}


def styles_of(theme: Theme, *, no_color: bool = False) -> Styles:
    """Return the styles under a theme of Textual.

    Args:
        theme: The theme.
        no_color: Whether colours are not wanted, as ``NO_COLOR`` says.
    """
    key = (theme.name, no_color)
    styles = _STYLES.get(key)
    if styles is None:
        if is_ansi(theme) or no_color:
            styles = Styles(DARK if theme.dark else LIGHT, few=True, none=no_color)
        else:
            styles = Styles(palette_of(theme))
        _STYLES[key] = styles
    return styles


def is_ansi(theme: Theme) -> bool:
    """Tell whether a theme uses the terminal's own colours."""
    return (theme.background or "").startswith("ansi_")


def own_themes() -> tuple[Theme, Theme]:
    """Return the themes of the program's own, to be registered with the app."""
    return _theme(DARK_THEME, DARK), _theme(LIGHT_THEME, LIGHT)


def _theme(name: str, palette: Colours) -> Theme:
    return Theme(
        name,
        primary=palette.max,
        secondary=palette.quiet,
        warning=palette.min,
        error=palette.cut,
        success=palette.decided,
        accent=palette.min,
        foreground=palette.text,
        background=palette.ground,
        surface=palette.panel,
        panel=palette.panel,
        dark=palette is DARK,
        variables={
            "footer-background": palette.ground,
            "footer-foreground": palette.quiet,
            "footer-description-foreground": palette.quiet,
            "footer-key-foreground": palette.strong,
            "footer-key-background": palette.current,
            "block-cursor-background": palette.current,
            "block-cursor-foreground": palette.strong,
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": palette.panel,
            "block-cursor-blurred-foreground": palette.text,
            "input-cursor-background": palette.strong,
            "input-cursor-foreground": palette.ground,
            "input-selection-background": palette.current,
            "border": palette.current,
            "border-blurred": palette.panel,
            "scrollbar": palette.current,
            "scrollbar-hover": palette.ghost,
            "scrollbar-active": palette.quiet,
            "scrollbar-background": palette.panel,
            "scrollbar-background-hover": palette.panel,
            "scrollbar-background-active": palette.panel,
            "scrollbar-corner-color": palette.panel,
        },
    )


def palette_of(theme: Theme) -> Colours:
    """Return a palette in the manner of a theme, every pair of colours readable and distinct.

    A colour of the theme is taken where its hue is the one that its meaning has everywhere (blue
    for MAX, amber for MIN, green for decided, red for a cut-off); otherwise the program's own is.
    """
    if theme.name == DARK_THEME:
        return DARK
    if theme.name == LIGHT_THEME:
        return LIGHT
    own = DARK if theme.dark else LIGHT
    colours = theme.to_color_system().generate()
    ground = _opaque(colours["background"], own.ground)
    panel = _opaque(colours["surface"], own.panel)
    end = "#FFFFFF" if theme.dark else "#000000"
    text = _readable(_opaque(colours["foreground"], own.text), [ground, panel], end)
    current = blend(ground, _opaque(colours["primary"], own.max), 0.25)
    if contrast(text, current) < READABLE + 1:
        current = blend(ground, text, 0.15)
    surfaces = [ground, panel, current]
    palette = own._replace(
        ground=ground,
        panel=panel,
        current=current,
        text=_readable(text, surfaces, end),
        strong=_readable(end, surfaces, end),
        quiet=_readable(blend(text, ground, 0.4), surfaces, end),
        ghost=_readable(blend(text, ground, 0.45), [ground, panel], end),
        track=blend(ground, text, 0.25),
        news_text=_readable(own.news_text, [ground, panel], end),
    )
    blues = [theme.primary, theme.secondary, theme.accent]
    max_colour = _chosen(blues, own.max, surfaces, end)
    min_colour = _chosen([theme.warning, theme.accent], own.min, surfaces, end)
    decided = _chosen([theme.success], own.decided, surfaces, end)
    cut = _chosen([theme.error], own.cut, surfaces, end)
    pruned_surface = blend(ground, own.cut_surface, 0.12)
    decided_surface = blend(ground, decided, 0.2)
    max_card = blend(ground, max_colour, 0.22)
    min_card = blend(ground, min_colour, 0.22)
    cards = [*surfaces, max_card, min_card]
    return palette._replace(
        max=_readable(max_colour, [*surfaces, max_card], end),
        max_card=max_card,
        min=_readable(min_colour, [*surfaces, min_card], end),
        min_card=min_card,
        decided=_readable(decided, [*cards, decided_surface], end),
        decided_surface=decided_surface,
        cut=cut,
        cut_on_current=_readable(cut, [current], end),
        pruned=_readable(own.pruned, [ground, panel, pruned_surface], end),
        pruned_surface=pruned_surface,
    )


def _opaque(colour: str, otherwise: str) -> str:
    """Return a colour of a theme; another one where it is none that has three channels."""
    return colour[:7].upper() if colour.startswith("#") and len(colour) >= 7 else otherwise


def _chosen(candidates: Iterable[str | None], own: str, surfaces: list[str], end: str) -> str:
    """Return the first candidate of the hue of our own colour, else our own, made readable."""
    wanted, _, _ = rgb_to_hsv(*channels(own))
    for candidate in candidates:
        if candidate and candidate.startswith("#") and len(candidate) == 7:
            readable = _readable(candidate, surfaces, end)
            hue, saturation, _ = rgb_to_hsv(*channels(readable))
            turned = abs(hue - wanted)
            if saturation >= _LEAST_SATURATION and min(turned, 1 - turned) <= _HUE_KEPT:
                return readable
    return _readable(own, surfaces, end)


def _readable(colour: str, surfaces: Iterable[str], end: str) -> str:
    """Return a colour moved towards black or white as far as it takes to read it everywhere."""
    grounds = list(surfaces)
    for step in range(_STEPS + 1):
        moved = blend(colour, end, step / _STEPS)
        if all(contrast(moved, ground) >= READABLE for ground in grounds):
            return moved
    return end
