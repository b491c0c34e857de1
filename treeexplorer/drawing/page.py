"""A search as a page for the browser that steps: one file, no network, readable without scripts.

The tree is the figure in its final state, the trace a list, so that a reader without JavaScript,
a printer and a search engine see them. ``page.js`` puts the texts and numbers of each step, one
object of JSON each, where they belong.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Collection, Sequence
from html import escape
from typing import Final, NamedTuple

from treeexplorer.drawing.figures import UNTITLED
from treeexplorer.drawing.page_steps import page_steps
from treeexplorer.drawing.page_style import page_style, read_page_part, render_page_script
from treeexplorer.drawing.styled_text import LARGEST_FIGURE
from treeexplorer.engine.record import Record
from treeexplorer.errors import TreeexplorerError
from treeexplorer.judging.waiting import check_has_no_unknown
from treeexplorer.tree import GameTree


class PageError(TreeexplorerError):
    """A tree that makes no page, said in a sentence."""


class PageParts(NamedTuple):
    """What differs from page to page, for a document that has the style and script already.

    Attributes:
        title: What stands above the tree; a text, not yet escaped.
        main: The markup of ``<main id="page">``; it can be read without a script.
        data: The JSON of the steps for ``page.js``, which cannot end the element it stands in.
    """

    title: str
    main: str
    data: str


def page(
    record: Record,
    title: str = UNTITLED,
    rules: str = "",
    source: str = "",
    *,
    practise: bool = False,
) -> str:
    """Render a finished search as an HTML page that steps through it and needs no other file.

    Args:
        record: The search.
        title: What stands above the tree, as plain text.
        rules: The rules of the search, as plain text; "" for none.
        source: The book or paper from which the tree is taken, as plain text; "" for none.
        practise: Whether the page asks for v, α, β and cut-off before it shows them.

    Raises:
        PageError: The search waits for an unknown leaf, or the tree has more than 2,000 nodes.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> page(search(from_nested([[3, 5], [2, 9]]))).startswith("<!DOCTYPE html>")
        True
    """
    parts = page_parts(record, title, rules, source, practise=practise)
    style = page_style()
    script = render_page_script() + read_page_part("page_alone.js")
    # The page allows only the style and the script with these hashes, so they must not be changed
    # any more.
    return _DOCUMENT.format(
        style=style,
        style_hash=_hash_for_security_policy(style),
        script=script,
        script_hash=_hash_for_security_policy(script),
        title=escape(title),
        main=parts.main,
        data=parts.data,
    )


def page_parts(
    record: Record,
    title: str = UNTITLED,
    rules: str = "",
    source: str = "",
    *,
    practise: bool = False,
) -> PageParts:
    """Render what differs from page to page: its title, its HTML and the data of its steps.

    The arguments and the errors are those of :func:`page`.
    """
    refuse_large(record.tree)
    check_has_no_unknown(record)

    steps = page_steps(record, practise=practise)
    # A search without windows is not asked for α and β: their boxes are hidden.
    attribute_of_bounds = "" if record.has_windows else " hidden"
    # Plain texts are escaped here; the figure and the lines of the two lists are HTML already.
    main = _MAIN.format(
        title=escape(title),
        rules=escape(rules),
        source=escape(source),
        practise=" data-practise" if practise else "",
        ends=attribute_of_bounds,
        figure=steps.figure(),
        steps=record.steps,
        listing="".join(map(_render_line_of_listing, steps.listing.lines, steps.listing.marks)),
        trace="".join(map(_render_line_of_trace, steps.sentences)),
    )
    return PageParts(title, main, _render_json_for_html(steps.data()))


def _render_json_for_html(data: object) -> str:
    r"""Render data as JSON in which no text can close the ``<script>`` element around it.

    Example:
        >>> _render_json_for_html({"name": "</script>"})
        '{"name":"\\u003c/script>"}'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in ("<", "\u2028", "\u2029"):
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def refuse_large(tree: GameTree) -> None:
    """Refuse a tree that makes no page, before it is searched.

    Raises:
        PageError: The tree has more than 2,000 nodes.
    """
    if len(tree) > LARGEST_FIGURE:
        raise PageError(
            f"a page holds at most {LARGEST_FIGURE:,} nodes, "
            f"and this tree has {len(tree):,}; search it to a smaller depth, "
            "or export a part of it, or step it in the terminal"
        )


_DOCUMENT: Final = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src {style_hash}; \
script-src {script_hash}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{main}<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""
_MAIN: Final = """\
<main id="page"{practise}>
<header><h1>{title}</h1><span>{rules}</span></header>
<div id="figure">
{figure}</div>
<div id="said" aria-live="polite" aria-atomic="true"><div id="bar"><span id="heading"></span>\
<span id="test"></span><span id="right"></span></div>
<p><span id="counter"></span> <span id="sentence"></span> \
<button type="button" id="origin" hidden></button></p></div>
<div id="controls"><button type="button" id="first" aria-label="to the start">|←</button>\
<button type="button" id="back" aria-label="one step back">←</button>\
<button type="button" id="next" aria-label="one step on">next →</button>\
<button type="button" id="cut" aria-label="to the next cut-off">╳ cut-off</button>\
<button type="button" id="end" aria-label="to the end">→|</button>\
<input type="range" id="slider" min="0" max="{steps}" value="{steps}" aria-label="step">\
<button type="button" id="smaller" aria-label="smaller">−</button>\
<button type="button" id="larger" aria-label="larger">+</button>\
<button type="button" id="whole" aria-pressed="false">whole tree</button></div>
<form id="question" hidden autocomplete="off">
<label>v <input type="text" name="v" id="answer-v"></label>
<span{ends}><label>α <input type="text" name="alpha" id="answer-alpha"></label>
<label>β <input type="text" name="beta" id="answer-beta"></label>
<span id="answer-cut" role="radiogroup" aria-label="cut off?">cut off? \
<label><input type="radio" name="cut" value="yes"> yes</label>
<label><input type="radio" name="cut" value="no"> no</label></span></span>
<button>check</button> <button type="button" id="show">show me</button>
<span id="verdict" role="status"></span></form>
<div id="side"><section id="choice" aria-label="The choice" hidden></section>\
<div id="funnel" aria-label="The open nodes"></div>
<ol id="listing">{listing}</ol></div>
<details><summary>Every step</summary>
<ol id="trace" start="0">
{trace}</ol></details>
<footer><p><kbd>space</kbd> next, <kbd>←</kbd> back, <kbd>c</kbd> next cut-off, \
<kbd>w</kbd> another value of what is pruned, \
<kbd>home</kbd> and <kbd>end</kbd>, <kbd>+</kbd> and <kbd>-</kbd> larger and smaller</p>
{source}</footer>
</main>
"""


def _render_line_of_listing(line: str, marks: Collection[str]) -> str:
    """Render a line of the program listing as HTML; the one with the test gets an attribute."""
    attribute = " data-test" if "test" in marks else ""
    return f"<li{attribute}>{escape(line, quote=False)}</li>"


def _render_line_of_trace(sentences: Sequence[str]) -> str:
    """Render what is said of a step as HTML: a line of the list of all steps."""
    text = "\n".join(sentences)
    return f"<li>{escape(text, quote=False)}"


def _hash_for_security_policy(text: str) -> str:
    """Return the source expression of a Content-Security-Policy that allows one inline text."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
