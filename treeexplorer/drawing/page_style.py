"""The style and the program of every page, without what only people who read them need."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from treeexplorer.drawing.colours import DARK, LIGHT, Colours
from treeexplorer.drawing.figure_layout import CARD_HEIGHT, LEAF_HEIGHT
from treeexplorer.drawing.svg import (
    BASELINES,
    SLAB_HEIGHT,
    STEM_TOP,
    TEXTS,
    USUAL_CARD,
    USUAL_LEAF,
    looks,
)

_PLACES: Final = (
    f"#figure rect {{ height: {CARD_HEIGHT:.0f}px; rx: 4px; }}\n"
    f"#figure .leaf rect {{ height: {LEAF_HEIGHT:.0f}px; }}\n"
    "#figure rect { transform-box: fill-box; transform: translateX(-50%); }\n"
    f"#figure rect:not([width]) {{ width: {USUAL_CARD}px; }}\n"
    f"#figure .leaf rect:not([width]) {{ width: {USUAL_LEAF}px; }}\n"
    f"#figure .slab rect {{ transform: none; y: {-SLAB_HEIGHT // 2}px; "
    f"height: {SLAB_HEIGHT}px; rx: 0; }}\n"
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
    """Return the style of every page: both palettes, the looks of the figure, the layout."""
    variables = {name: f"--{name.replace('_', '-')}" for name in Colours._fields}
    figure = looks({name: f"var({variable})" for name, variable in variables.items()}, "svg")
    rules = f"{figure}\n{page_part('page.css')}{_PLACES}"
    used = {name: variable for name, variable in variables.items() if f"({variable})" in rules}

    def palette(theme: Colours) -> str:
        return "".join(f"{variable}:{getattr(theme, name)};" for name, variable in used.items())

    sheet = (
        f":root{{{palette(LIGHT)}}}@media (prefers-color-scheme: dark) {{:root{{{palette(DARK)}}}}}"
        f"\n{rules}"
    )
    for meaningless, instead in _BLANKS_OF_CSS:
        sheet = meaningless.sub(instead, sheet)
    return sheet


_BLANKS_OF_CSS: Final = (
    (re.compile(r"\s*([{};,])\s*"), r"\1"),
    (re.compile(r"(?<=[a-z]): "), ":"),
    (re.compile(";}"), "}"),
)
_BLANKS_OF_JS: Final = re.compile(
    r"""("(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|/(?! )(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\\n])+/[a-z]*)"""
    r"""|[ ]*([=<>&|?:;,(){}\[\]!*%])[ ]*"""
)
"""Literals of a script, which stay as they are, and signs around which blanks mean nothing."""
_NEEDLESS_LINE_ENDS: Final = re.compile(r"(?<=[{;,(\[])\n|\n(?=[})\]])")


def page_script() -> str:
    """Return the program of every page: ``stepThrough``, which makes the page step."""
    return _NEEDLESS_LINE_ENDS.sub("", _BLANKS_OF_JS.sub(r"\1\2", page_part("page.js")))


_COMMENT: Final = re.compile(r"(?:^|(?<=\s))(?://|/\*\*) .*")


def page_part(name: str) -> str:
    """Return a file that lies beside this one, without indentation and comments."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    kept = (_COMMENT.sub("", line).strip() for line in lines)
    return "\n".join(line for line in kept if line) + "\n"
