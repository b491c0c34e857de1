"""The style sheet of a figure: the rules of its classes, in the colours of a theme."""

from __future__ import annotations

from string import Template
from typing import Final

from treeexplorer.drawing.choice_panel import CHOICE_STYLES
from treeexplorer.drawing.colours import DARK, LIGHT
from treeexplorer.drawing.figures import Theme

SCOPE: Final = "game-tree"
FONTS: Final = (
    "'DejaVu Sans', 'Noto Sans', 'Liberation Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif"
)
_STYLES_AROUND_DRAWING: Final = """
.paper { fill: $ground; }
.small { font-size: 12.5px; }
.title { font-weight: 600; }
.soft { fill: $quiet; }
.end { text-anchor: end; }
""".strip()
"""What stands around the drawing."""
_STYLES: Final = """
text { fill: $strong; font-family: $fonts; font-size: 16px; }
.hidden { visibility: hidden; }
g text { text-anchor: middle; }
g path { fill: none; stroke: $ghost; stroke-width: 1.3; }
g rect { fill: none; }
.name { font-size: 14px; font-weight: 600; fill: $text; }
.value { font-weight: 600; }
.weight, .below { font-size: 11.5px; fill: $quiet; }
.aside { font-size: 12.5px; fill: $quiet; }
.aside, .weight, .high, .mark { text-anchor: start; }
.low { font-size: 12.5px; text-anchor: end; fill: $max; }
.high { font-size: 12.5px; fill: $min; }
.max .name { fill: $max; }
.min .name { fill: $min; }
.max rect { fill: $max_card; }
.min rect { fill: $min_card; }
.chance rect { fill: $current; }
.done .value { fill: $decided; }
.leaf text { font-weight: 600; }
.leaf .below { font-weight: 400; }
.dots text { fill: $quiet; }
.unseen .name { font-weight: 400; }
.unseen text { font-weight: 400; fill: $ghost; }
.unseen rect { fill: none; }
.path path { stroke: $strong; stroke-width: 3.4; }
.beta path { stroke: $min; stroke-width: 3.4; }
.alpha path { stroke: $max; stroke-width: 3.4; }
.alpha .low, .beta .high { font-weight: 700; }
.low.free, .high.free { font-weight: 400; fill: $quiet; }
.best path { stroke: $decided; stroke-width: 5.4; }
g .inside, g .beside { stroke: none; }
.best .inside { stroke: $ground; stroke-width: 2; }
.alpha.beta .beside { stroke: $min; stroke-width: 2; stroke-dasharray: 2 3; }
.now rect { stroke: $strong; stroke-width: 3.4; }
.now rect ~ rect { stroke: none; }
.gives-alpha .value, .leaf.gives-alpha text { fill: $ground; }
.gives-beta .value, .leaf.gives-beta text { fill: $ground; }
.gives-alpha rect ~ rect, .leaf.gives-alpha rect { fill: $max; }
.gives-beta rect ~ rect, .leaf.gives-beta rect { fill: $min; }
.news .value, .leaf.news text { fill: $on_news; }
.news rect ~ rect, .leaf.news rect { fill: $news; }
.pruned path, .crossed path { stroke: $pruned; stroke-dasharray: 4 4; }
.pruned rect { fill: $pruned_surface; stroke: $pruned; stroke-dasharray: 3 4; }
.pruned .name, .pruned text, .struck text { fill: $pruned; text-decoration: line-through; }
.slab rect { fill: $cut_surface; }
.slab text { font-size: 12.5px; font-weight: 600; text-anchor: start; fill: $on_cut; }
.mark { font-size: 14px; font-weight: 700; }
.mark.right { fill: $decided; text-decoration: none; }
.mark.mistake { fill: $cut; text-decoration: none; }
.mark.follows { fill: $min; text-decoration: none; }
g .slash { stroke: $strong; stroke-width: 2.6; stroke-dasharray: none; }
.slash.right { stroke: $decided; }
.slash.mistake { stroke: $cut; }
.slash.follows { stroke: $min; }
g .write { stroke: $strong; stroke-width: 1.2; stroke-dasharray: 0.1 4.6; stroke-linecap: round; }
""".strip()


def render_style_sheet(theme: Theme, *, with_choice: bool = False) -> str:
    """Return the CSS rules of a figure, with the colours of a theme.

    Args:
        theme: ``dark``, ``light``, or ``auto``: light, but dark where the reader's system prefers
            that.
        with_choice: Whether the rules for the panel that explains a choice are included.
    """
    styles = f"{_STYLES}\n{_STYLES_AROUND_DRAWING}"
    if with_choice:
        styles += f"\n{CHOICE_STYLES}"
    if theme == "dark":
        return scope_css_rules(DARK._asdict(), styles=styles)

    light_rules = scope_css_rules(LIGHT._asdict(), styles=styles)
    if theme == "light":
        return light_rules
    dark_rules = scope_css_rules(DARK._asdict(), styles=styles)
    return f"{light_rules}\n@media (prefers-color-scheme: dark) {{\n{dark_rules}\n}}"


def scope_css_rules(
    colours: dict[str, str], scope: str = f".{SCOPE}", styles: str = _STYLES
) -> str:
    """Limit CSS rules to figures, and replace the names of colours in them by the colours.

    Args:
        colours: The colours by name.
        scope: The selector of what the rules are limited to.
        styles: The rules, each in one line; ``$max`` stands for the colour ``max``.

    Raises:
        ValueError: A line is not one whole rule.

    Example:
        >>> scope_css_rules({"max": "#00F"}, ".tree", ".low, .high { fill: $max; }")
        '.tree .low, .tree .high { fill: #00F; }'
    """
    rules = Template(styles).substitute(colours, fonts=FONTS).splitlines()
    return "\n".join(_scope_css_rule(rule, scope) for rule in rules)


def _scope_css_rule(rule: str, scope: str) -> str:
    """Limit one CSS rule to what is within ``scope``: put that before each of its selectors.

    Raises:
        ValueError: The text is not one whole rule, with a space before its brace.
    """
    selectors, brace, body = rule.partition(" {")
    is_whole_rule = brace != "" and "{" not in body and body.endswith("}")
    if not is_whole_rule:
        raise ValueError(f"not one CSS rule in one line: {rule!r}")
    scoped_selectors = [f"{scope} {selector.strip()}" for selector in selectors.split(",")]
    return ", ".join(scoped_selectors) + brace + body
