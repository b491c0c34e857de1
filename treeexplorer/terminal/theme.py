"""Themes, and the styles that names such as ``"bold max on current"`` stand for.

A style's name says what a piece of text means: a text colour of
:class:`~treeexplorer.drawing.colours.Colours`, ``on`` and a surface, and attributes before them.
There are two palettes, dark and light; where there are few colours or none, attributes say the
same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from treeexplorer.drawing.colours import ATTRIBUTES, DARK, LIGHT, Colours, convert_to_few_colours

DARK_THEME: Final = "treeexplorer-dark"
LIGHT_THEME: Final = "treeexplorer-light"
FEW_COLOURS_THEMES: Final = ("ansi-dark", "textual-ansi")
"""Textual's theme of the terminal's own colours, under its name since 8.2.1 and before."""

_VARIABLES_BY_COLOUR: Final = {
    "ground": "input-cursor-foreground",
    "text": "block-cursor-blurred-foreground",
    "strong": "block-cursor-foreground input-cursor-background",
    "quiet": "footer-foreground scrollbar-hover scrollbar-active",
    "ghost": "scrollbar",
    "current": "block-cursor-background input-selection-background border",
    "panel": "block-cursor-blurred-background border-blurred scrollbar-background "
    "scrollbar-background-hover scrollbar-background-active scrollbar-corner-color",
}
"""Which of Textual's variables have a colour of the palette."""


_READABLE_ON_CURRENT: Final = {"ghost": "quiet", "pruned": "quiet", "cut": "cut_on_current"}
"""What takes the place of colours that cannot be read on the current row."""


class Styles(NamedTuple):
    """Turns names of styles into styles of Rich: in a palette, in sixteen colours, or in none."""

    dark: bool
    few: bool
    none: bool

    def rich(self, name: str, surface: str = "") -> Style:
        """Return the style of a name, on a surface where it has none of its own.

        A name is a role of a drawing; or attributes, a colour, ``on`` and a surface, each of which
        may be left out.

        Raises:
            AttributeError: There is no such colour.
        """
        return _make_rich_style(self, name, surface)


class _StyleParts(NamedTuple):
    """What a style consists of.

    Attributes:
        attributes: Words such as ``bold``.
        colour: The name of the text's colour in a palette.
        background: The name of the colour behind it.
    """

    attributes: Sequence[str]
    colour: str
    background: str


@cache
def _make_rich_style(styles: Styles, name: str, surface: str) -> Style:
    """Make Rich's style for a name such as ``bold max on current``.

    This is ``bold``, in the palette's colour ``max``, on the palette's ``current``.
    """
    if styles.few:  # a table of its own, without the palette
        style = convert_to_few_colours(name, surface, none=styles.none)
        return Style.parse(style if style else "none")
    palette = DARK if styles.dark else LIGHT
    parts = _parse_style_name(name, surface)
    colour = getattr(palette, parts.colour)
    background = getattr(palette, parts.background)
    return Style.parse(" ".join([*parts.attributes, colour, "on", background]))


def _parse_style_name(name: str, surface: str) -> _StyleParts:
    """Split the name of a style into attributes, colour and background.

    Each part may be left out: the text then has no attributes, the colour ``text``, and the
    background ``surface``, where an empty one is the ground.

    Example:
        >>> _parse_style_name("bold max", "panel")
        _StyleParts(attributes=['bold'], colour='max', background='panel')
    """
    with_blank = f" {name}"  # so that " on " is found at the beginning, too
    before_on, _, own_background = with_blank.partition(" on ")
    background = _choose_background(own_background, surface)

    words = before_on.split()
    attributes = [word for word in words if word in ATTRIBUTES]
    colours = [word for word in words if word not in ATTRIBUTES]
    colour = colours[0] if colours else "text"
    if background == "current":  # some colours cannot be read there
        colour = _READABLE_ON_CURRENT.get(colour, colour)
    return _StyleParts(attributes, colour, background)


def _choose_background(own_background: str, surface: str) -> str:
    """Return the name of the colour behind a text: its own background, else the surface's."""
    name = own_background if own_background else surface
    if not name:
        return "ground"
    if name == "question":  # a name of its own only where there are few colours
        return "min_card"
    return name


def styles_of(theme: Theme, *, no_color: bool = False) -> Styles:
    """Return the styles under a theme of ours or of the terminal's own colours; or in none."""
    is_ansi = theme.background is not None and theme.background.startswith("ansi_")
    return Styles(theme.dark, is_ansi or no_color, no_color)


def own_themes() -> tuple[Theme, ...]:
    """Return the themes of the program's own, and Textual's of few colours as it is used here."""
    return (
        _make_theme(DARK_THEME, DARK),
        _make_theme(LIGHT_THEME, LIGHT),
        *map(_replace_magenta, few()),
    )


def few() -> list[Theme]:
    """Return Textual's themes of the terminal's own colours that this version of it has."""
    return [BUILTIN_THEMES[name] for name in FEW_COLOURS_THEMES if name in BUILTIN_THEMES]


def _replace_magenta(theme: Theme) -> Theme:
    """Return a theme of few colours without magenta, which means nothing in this program."""
    colours = {
        "border": "ansi_blue",
        "block-cursor-background": theme.variables.get("block-cursor-background", "ansi_white"),
    }
    return replace(theme, variables={**theme.variables, **colours})


def _make_theme(name: str, palette: Colours) -> Theme:
    """Make Textual's theme in the colours of a palette."""
    variables = {"block-cursor-text-style": "bold"}
    for colour, variable_names in _VARIABLES_BY_COLOUR.items():
        variables |= dict.fromkeys(variable_names.split(), getattr(palette, colour))
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
        variables=variables,
    )
