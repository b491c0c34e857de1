"""The colours and strokes of a figure, for light and for dark surroundings.

Every distinction is also one of form (triangles, strokes, crosses, signs), so a figure printed in
black and white says the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

Theme: TypeAlias = Literal["auto", "light", "dark"]

FONTS: Final = (
    "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', 'DejaVu Sans', sans-serif"
)

SCOPE: Final = "game-tree"

_LIGHT: Final = {
    "paper": "#ffffff",
    "ink": "#1d2433",
    "soft": "#5b6577",
    "faint": "#9aa4b5",
    "edge": "#8a94a6",
    "max": "#b65c0c",
    "max-fill": "#fff4e6",
    "min": "#1f5fbf",
    "min-fill": "#ecf3fe",
    "chance": "#2f7d43",
    "chance-fill": "#ecf8ef",
    "leaf-fill": "#f1f3f7",
    "cut": "#cf222e",
    "line": "#7a3fc4",
}
_DARK: Final = {
    "paper": "#12161d",
    "ink": "#eceff4",
    "soft": "#a6b0c0",
    "faint": "#667184",
    "edge": "#7c8799",
    "max": "#f2a65a",
    "max-fill": "#33240f",
    "min": "#7fb2f7",
    "min-fill": "#14253f",
    "chance": "#74c98a",
    "chance-fill": "#15301c",
    "leaf-fill": "#222936",
    "cut": "#ff6b6b",
    "line": "#c49bff",
}

_RULES: Final = (
    (".paper", "fill", "paper"),
    (".halo, .weight", "stroke", "paper"),
    (".ink, .name, .leaf, .value, .current-mark", "fill", "ink"),
    (".soft, .window, .weight", "fill", "soft"),
    (".faint", "fill", "faint"),
    (".claim", "fill", "line"),
    (".edge", "stroke", "edge"),
    (".path, .current", "stroke", "ink"),
    (".dotted, .pale", "stroke", "faint"),
    (".cross", "stroke", "cut"),
    (".news, .cut-text", "fill", "cut"),
    (".best", "stroke", "line"),
    (".best-inside", "stroke", "paper"),
    (".rule", "stroke", "leaf-fill"),
    (".read", "fill", "leaf-fill"),
    *(
        rule
        for player in ("max", "min", "chance")
        for rule in (
            (f".{player}-sign", "fill" if player == "max" else "stroke", player),
            (f".{player}-box", "fill", f"{player}-fill"),
            (f".{player}-box", "stroke", player),
        )
    ),
)
_FIXED: Final = """
text { font-family: %s; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.title { font-size: 16px; font-weight: 600; }
.small { font-size: 12.5px; }
.name { font-size: 14px; font-weight: 600; }
.leaf { font-size: 16px; }
.value { font-size: 16px; font-weight: 600; }
.window { font-size: 12px; }
.weight, .leaf-name { font-size: 11.5px; }
.weight { paint-order: stroke; stroke-width: 5px; stroke-linejoin: round; }
.claim { font-size: 12.5px; font-style: italic; }
.edge { stroke-width: 1.4; }
.path { stroke-width: 3.6; }
.dotted { stroke-width: 1.6; stroke-dasharray: 0.1 4.6; }
.best { stroke-width: 5.4; }
.best-inside { stroke-width: 2.2; }
.cross { stroke-width: 2.6; fill: none; }
.halo { stroke-width: 7; fill: none; }
.min-sign, .chance-sign { fill: none; stroke-width: 2; }
.box { stroke-width: 1.3; }
.current { stroke-width: 3; }
.pale { fill: none; stroke-width: 1.1; }
.skipped { stroke-dasharray: 0.1 4.2; stroke-width: 1.6; }
.rule { stroke-width: 1.5; }
line, path, rect { stroke-linecap: round; stroke-linejoin: round; }
""".strip()


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of a figure.

    Args:
        theme: ``light`` or ``dark``; ``auto`` is light, and dark where the reader's browser or
            system prefers that.
    """
    colours = _DARK if theme == "dark" else _LIGHT
    sheet = f"{_scoped(_FIXED % FONTS)}\n{_coloured(colours)}"
    if theme == "auto":
        sheet += f"\n@media (prefers-color-scheme: dark) {{\n{_coloured(_DARK)}\n}}"
    return sheet


def _coloured(colours: Mapping[str, str]) -> str:
    return _scoped(
        "\n".join(
            f"{selector} {{ {attribute}: {colours[colour]}; }}"
            for selector, attribute, colour in _RULES
        )
    )


def _scoped(rules: str) -> str:
    """Return rules that hold within figures only, so that one can stand in any page."""
    scoped = []
    for rule in rules.splitlines():
        selectors, brace, body = rule.partition(" {")
        names = ", ".join(f".{SCOPE} {name.strip()}" for name in selectors.split(","))
        scoped.append(f"{names}{brace}{body}")
    return "\n".join(scoped)
