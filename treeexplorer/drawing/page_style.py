"""The style and the program of every page, without what only people who read them need."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from treeexplorer.drawing.colours import DARK, LIGHT, Colours
from treeexplorer.drawing.figure_layout import CARD_HEIGHT, LEAF_HEIGHT
from treeexplorer.drawing.svg_figure import (
    BASELINES,
    HIGHLIGHT_HEIGHT,
    HIGHLIGHT_Y,
    SLAB_HEIGHT,
    STEM_TOP,
    TEXTS,
    USUAL_CARD,
    USUAL_LEAF,
)
from treeexplorer.drawing.svg_style import scope_css_rules

# What any other figure has as attributes of its elements.
_SIZES_AND_PLACES: Final = (
    f"#figure rect {{ height: {CARD_HEIGHT:.0f}px; rx: 4px; }}\n"
    f"#figure .leaf rect {{ height: {LEAF_HEIGHT:.0f}px; }}\n"
    "#figure rect { transform-box: fill-box; transform: translateX(-50%); }\n"
    f"#figure rect:not([width]) {{ width: {USUAL_CARD}px; }}\n"
    f"#figure .leaf rect:not([width]) {{ width: {USUAL_LEAF}px; }}\n"
    f"#figure .slab rect {{ transform: none; y: {-SLAB_HEIGHT // 2}px; "
    f"height: {SLAB_HEIGHT}px; rx: 0; }}\n"
    f"#figure rect ~ rect {{ y: {HIGHLIGHT_Y}px; height: {HIGHLIGHT_HEIGHT}px; "
    f"transform: translateX(-43%) scaleX(.86); stroke: none; }}\n"
    f"#figure .unseen:not(.leaf) rect {{ y: {STEM_TOP}px; width: 1.3px; rx: 0; "
    f"height: {CARD_HEIGHT - STEM_TOP:.0f}px; fill: var(--ghost); }}\n"
) + "".join(
    f"#figure {selector} {{ transform: translateY({y}px); }}\n"
    for selector, y in (
        *((f".{name} text", y) for name, y in BASELINES.items() if name not in TEXTS),
        *((f"text.{name}", y) for name, y in BASELINES.items() if name in TEXTS),
    )
)


def page_style() -> str:
    """Render the style sheet of every page: the colours of both themes, then all rules.

    The rules name a colour by its variable, such as ``var(--max-card)``. The variables have the
    colours of the light theme, and those of the dark one where the reader's system prefers it.
    """
    rules = _render_rules()
    # Colours that no rule refers to are left out, so that the page stays small.
    used_colours = [name for name in Colours._fields if _refer_to_colour(name) in rules]
    light = _render_root_rule(LIGHT, used_colours)
    dark = _render_root_rule(DARK, used_colours)
    return _minify_css(f"{light}@media (prefers-color-scheme: dark) {{{dark}}}\n{rules}")


def _render_rules() -> str:
    """Render all rules of a page: those of any figure, and those of the page alone."""
    references = {name: _refer_to_colour(name) for name in Colours._fields}
    rules_of_figure = scope_css_rules(references, scope="svg")
    return f"{rules_of_figure}\n{read_page_part('page.css')}{_SIZES_AND_PLACES}"


def _name_variable(colour: str) -> str:
    """Return the name of the CSS variable for a colour: ``--max-card`` for ``max_card``."""
    return f"--{colour.replace('_', '-')}"


def _refer_to_colour(colour: str) -> str:
    """Return how a CSS rule refers to a colour: ``var(--max-card)`` for ``max_card``."""
    return f"var({_name_variable(colour)})"


def _render_root_rule(theme: Colours, names: Iterable[str]) -> str:
    """Render the CSS rule that gives the variables of some colours their values in a theme.

    Example:
        >>> _render_root_rule(LIGHT, ["ground", "max_card"])
        ':root{--ground:#FFFFFF;--max-card:#D9EAFB;}'
    """
    colours = theme._asdict()
    values = "".join(f"{_name_variable(name)}:{colours[name]};" for name in names)
    return f":root{{{values}}}"


def _minify_css(sheet: str) -> str:
    """Remove the blanks and semicolons of a style sheet that mean nothing.

    Example:
        >>> _minify_css("a, b { color: red; }")
        'a,b{color:red}'
    """
    for pattern, replacement in _BLANKS_OF_CSS:
        sheet = pattern.sub(replacement, sheet)
    return sheet


_BLANKS_OF_CSS: Final = (
    (re.compile(r"\s*([{};,])\s*"), r"\1"),  # around braces, semicolons and commas
    (re.compile(r"(?<=[a-z]): "), ":"),  # behind the colon of a property
    (re.compile(";}"), "}"),  # the last semicolon of a rule
)
_BLANKS_OF_JS: Final = re.compile(
    r"""("(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|/(?! )(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\\n])+/[a-z]*)"""
    r"""|[ ]*([=<>&|?:;,(){}\[\]!*%])[ ]*"""
)
"""Literals of a script, which stay as they are, and signs around which blanks mean nothing."""
_NEEDLESS_LINE_ENDS: Final = re.compile(r"(?<=[{;,(\[])\n|\n(?=[})\]])")


def render_page_script() -> str:
    """Return the script of every page, minified: ``stepThrough``, which makes the page step."""
    script = _BLANKS_OF_JS.sub(r"\1\2", read_page_part("page.js"))
    return _NEEDLESS_LINE_ENDS.sub("", script)


_COMMENT: Final = re.compile(r"(?:^|(?<=\s))(?://|/\*\*) .*")


def read_page_part(name: str) -> str:
    """Read a file that lies beside this one, without indentation, comments and empty lines."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    stripped_lines = (_COMMENT.sub("", line).strip() for line in lines)
    return "\n".join(line for line in stripped_lines if line) + "\n"
