"""A search as a page for the browser that steps: one file, no network, readable without scripts.

The tree is SVG markup in its final state, the trace a list, so that a reader without JavaScript, a
printer and a search engine see them. ``page.js`` puts the words and numbers of each step, which
are all written here, where they belong.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any, Final

from treeexplorer.drawing.colours import DARK, LIGHT, Colours
from treeexplorer.drawing.figures import CARD_HEIGHT, LEAF_HEIGHT, FigureLayout, lay_out_figure
from treeexplorer.engine.algorithms import algorithm_of, listing
from treeexplorer.engine.listings import executed
from treeexplorer.engine.record import Record, Status, StepKind
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.snapshot import NodeView, Snapshot, snapshot
from treeexplorer.numbers import shown, written
from treeexplorer.tree import INFINITY, Number

MOST_NODES: Final = 2_000
"""The largest tree that is written as a page."""

_MARGIN: Final = 12.0
_SLAB: Final = 60.0
_WIDE: Final = 1100.0  # pixels that a small tree is drawn up to
_LARGEST_SCALE: Final = 1.5
_CLASSES: Final = {
    "u": "unseen",
    "o": "open",
    "c": "done",
    "k": "done cutoff",
    "s": "pruned",
    "b": "beyond",
}


class PageError(TreeexplorerError):
    """A tree that makes no page, said in a sentence."""


def page(
    record: Record,
    title: str = "Game tree",
    rules: str = "",
    source: str = "",
    *,
    practise: bool = False,
) -> str:
    """Return a finished search as a self-contained HTML page that steps through it.

    The page holds some 20 kB of its own and about 300 bytes a node. Takes time linear in steps.

    Args:
        record: A finished search.
        title: The heading.
        rules: The rules of the search in words.
        source: Where the tree is from; empty for nothing.
        practise: Whether v, window and cut-off are asked for before they are shown.

    Raises:
        PageError: The search waits for an unknown leaf, or the tree has more than 2,000 nodes.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> page(search(from_nested([[3, 5], [2, 9]]))).startswith("<!DOCTYPE html>")
        True
    """
    if len(record.tree) > MOST_NODES:
        raise PageError(
            f"a page holds at most {MOST_NODES:,} nodes, and this tree has {len(record.tree):,}; "
            "search it to a smaller depth, or export a part of it, or step it in the terminal"
        )
    if not record.complete:
        raise PageError("the search waits for the value of an unknown leaf; give it one first")
    shown_page = _Page(record)
    dark = f"@media (prefers-color-scheme: dark) {{{_colours(DARK)}}}"
    style = f"{_colours(LIGHT)}{dark}\n{_part('page.css')}{shown_page.heights()}"
    script = _part("page.js")
    return _TEMPLATE.format(
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        title=escape(title),
        rules=escape(rules),
        source=escape(source),
        practise=" data-practise" if practise else "",
        figure="".join(shown_page.figure()),
        steps=record.steps,
        listing=shown_page.listing(),
        trace="".join(f"<li>{escape(text, quote=False)}\n" for text in shown_page.sentences),
        data=_safe_json(shown_page.data()),
    )


_TEMPLATE: Final = """\
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
<main id="page"{practise}>
<header><h1>{title}</h1><span>{rules}</span></header>
<div id="figure">
{figure}</div>
<div id="said" aria-live="polite" aria-atomic="true"><div id="bar"><span id="heading"></span>\
<span id="test"></span><span id="right"></span></div>
<span id="counter"></span>
<p id="sentence"></p></div>
<form id="question" hidden autocomplete="off"><label>v <input type="text" id="answer-v"></label>
<label>α <input type="text" id="answer-alpha"></label>
<label>β <input type="text" id="answer-beta"></label>
<span>cut off? <label><input type="radio" name="cut" value="yes"> yes</label>
<label><input type="radio" name="cut" value="no"> no</label></span>
<button>check</button> <button type="button" id="show">show me</button>
<span id="verdict" role="status"></span></form>
<div id="controls"><button type="button" id="first" aria-label="to the start">|←</button>\
<button type="button" id="back" aria-label="one step back">←</button>\
<button type="button" id="next" aria-label="one step on">next →</button>\
<button type="button" id="cut" aria-label="to the next cut-off">╳ cut-off</button>\
<button type="button" id="end" aria-label="to the end">→|</button>\
<input type="range" id="slider" min="0" max="{steps}" value="{steps}" aria-label="step"></div>
<div id="lower"><div id="funnel" aria-label="Windows of the open nodes"></div>
<ol id="listing">{listing}</ol></div>
<details open><summary>Every step</summary>
<ol id="trace" start="0">
{trace}</ol></details>
<footer><p><kbd>space</kbd> next, <kbd>←</kbd> back, <kbd>c</kbd> next cut-off, \
<kbd>home</kbd> and <kbd>end</kbd></p>
{source}</footer>
</main>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""


class _Page:
    """What the parts of a page say, found by going through the search once."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.tree = record.tree
        self.layout: FigureLayout = lay_out_figure(record, windows=False)
        self._listing = listing(record.rules, chance=record.tree.has_chance)
        self._steps: list[dict[str, Any]] = []
        self.sentences: list[str] = []
        self._numbers: set[Number] = {-INFINITY, INFINITY}
        self._latest: dict[int, dict[str, Any]] = {}
        self._rails: list[tuple[int, int | None]] = [(-1, -1), (-1, -1)]
        self._lines: dict[tuple[int, ...], int] = {}
        self._ever_cut: set[int] = set()
        self._windows: set[int] = set()
        before: Iterable[int] = range(len(self.tree))  # some may be beyond the depth limit
        for number in range(record.steps + 1):
            moment = snapshot(record, number)
            touched = tuple(node for node in (moment.node, moment.child) if node is not None)
            self._steps.append(self._step(moment, {*before, *touched}))
            self.sentences.append(moment.sentence)
            before = touched
        self._last = moment

    def listing(self) -> str:
        """Return the listing of the search as items of a list."""
        return "".join(
            f"<li{' data-test' if ': break' in line else ''}>{escape(line, quote=False)}</li>"
            for line in self._listing.lines
        )

    def data(self) -> dict[str, Any]:
        """Return what the program of the page reads; a window's ends are places on the axis."""
        axis = sorted(self._numbers)
        places = {number: place for place, number in enumerate(axis)}
        for step in self._steps:
            for update in step.get("nodes", {}).values():
                for name in ("window", "entry"):
                    if update.get(name) is not None:
                        update[name] = [places[end] for end in update[name]]
        return {
            "parents": list(self.tree.parent),
            "axis": [shown(number) for number in axis],
            "lines": list(self._lines),
            "strict": self.record.rules.strict,
            "steps": self._steps,
        }

    # -- steps -----------------------------------------------------------------------------------

    def _step(self, moment: Snapshot, touched: set[int]) -> dict[str, Any]:
        """Return a step: fields of its snapshot, and the nodes that look other than before.

        ``nodes`` has what changed of each, ``statuses`` the nodes of which nothing else did,
        ``asks`` the v of a test that may cut. A step without a ``kind`` is a return. That a node
        is open after its visit, and closed after its return, goes without saying.
        """
        step: dict[str, Any] = {"node": moment.node}
        if moment.kind is not StepKind.RETURN:
            step["kind"] = moment.kind
        if moment.child is not None:
            step["child"] = moment.child
        for node, update in self._updates(moment, touched):
            visits = moment.kind in {StepKind.VISIT, StepKind.LEAF} and node == moment.node
            if (visits and update.get("status") == "o") or (
                node == moment.child and update.get("status") == "c"
            ):
                del update["status"]
            if update.keys() == {"status"}:
                statuses = step.setdefault("statuses", {})
                statuses.setdefault(update["status"], []).append(node)
            elif update:
                step.setdefault("nodes", {})[node] = update
        rails = [(-1, -1) if has is None else (has.node, has.through) for has in moment.rails]
        if rails != self._rails:
            step["rails"], self._rails = [*chain(*rails)], rails
        if moment.test is not None:
            test = moment.test
            step["test"] = f"{shown(test.left)} {test.sign} {shown(test.right)}"
            if moment.test.skips and moment.at.v is not None:
                step["asks"] = shown(moment.at.v)
        lines = executed(self.record, moment.step, self._listing)
        if lines:
            step["lines"] = self._lines.setdefault(tuple(sorted(lines)), len(self._lines))
        if moment.cut is not None:
            step["heading"], step["right"] = str(moment.banner.heading), str(moment.banner.right)
        return step

    def _updates(self, moment: Snapshot, touched: set[int]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the nodes that look other than before, with what has changed."""
        nodes = set(touched)
        if moment.cut is not None:
            for skipped in moment.cut.skipped:
                nodes.update(range(skipped, self.tree.end[skipped]))
        if moment.kind is StepKind.VISIT and algorithm_of(self.record.rules).reenters:
            nodes.update(range(moment.node, self.tree.end[moment.node]))
        for node in sorted(nodes):
            known = self._latest.setdefault(node, {"status": "u", "text": "", "window": None})
            update = self._update(moment, node)
            changed = {name: value for name, value in update.items() if known.get(name) != value}
            if changed:
                known.update(changed)
                yield node, changed

    def _update(self, moment: Snapshot, node: int) -> dict[str, Any]:
        view = moment.view(node)
        status = _status(view)
        if status == "k":
            self._ever_cut.add(node)
        update: dict[str, Any] = {"status": status, "text": ""}
        if view.is_leaf or status in "usb":
            return update
        update["text"] = view.value
        if view.entry is None or view.window is None:
            return update
        self._numbers.update((*view.entry, *view.window))
        self._windows.add(node)
        update["entry"] = view.entry
        if status == "o" or view.is_current:
            update["window"] = view.window if view.window != view.entry else None
        return update

    def heights(self) -> str:
        """Return the style of the cards' heights, which are the same for all of a kind."""
        return (
            f"svg rect {{ height: {CARD_HEIGHT:.0f}px; }}\n"
            f"svg .leaf rect {{ height: {LEAF_HEIGHT:.0f}px; }}\n"
        )

    # -- the figure ------------------------------------------------------------------------------

    def figure(self) -> Iterator[str]:
        """Yield the tree as SVG in its final state."""
        layout = self.layout
        width, height = layout.width + 2 * _MARGIN + _SLAB, layout.height + 2 * _MARGIN
        scale = max(1.0, min(_LARGEST_SCALE, _WIDE / width))
        yield (
            f'<svg width="{width * scale:.0f}" height="{height * scale:.0f}" '
            f'viewBox="{-_MARGIN:.0f} {-_MARGIN:.0f} {width:.0f} {height:.0f}" role="img" '
            'aria-label="the game tree">\n'
        )
        items = layout.items
        for item in range(len(items)):
            yield self._elision(item) if items.is_elision(item) else self._node(item)
        for item in range(len(items)):
            if not items.is_elision(item) and items.node(item) in self._ever_cut:
                yield self._slab(item)
        yield "</svg>\n"

    # Attributes are written without quotes and cards in coordinates of their own: a page has to
    # stay small, and most of it is this.

    def _edge(self, item: int) -> str:
        """Return the edge above a card, in the card's own coordinates."""
        if not item:
            return ""
        layout, parent = self.layout, self.layout.items.parent[item]
        top = layout.top(item)
        bottom = layout.top(parent) + layout.height_of(parent) - top
        x = layout.x[parent] - layout.x[item]
        return f"<path d=M{x:.0f},{bottom:.0f}V{bottom / 2 - 6:.0f}H0V0 />"

    def _beside_edge(self, view: NodeView) -> str:
        """Return what stands beside the edge above a card: a weight, or the entry window."""
        probability = self.tree.probability(view.node)
        if probability is not None:
            return f"<text class=weight y=-12>{escape(written(probability))}</text>"
        if view.node not in self._windows:
            return ""
        low, high = map(shown, view.entry) if view.entry else ("", "")
        return f"<text class=window y=-6><tspan x=-6>{low}</tspan><tspan x=6>{high}</tspan></text>"

    def _at(self, item: int) -> str:
        return f"transform=translate({self.layout.x[item]},{self.layout.top(item):.0f})"

    def _node(self, item: int) -> str:
        node = self.layout.items.node(item)
        view = self._last.view(node)
        width = self.layout.box[item]
        edge = self._edge(item) + (self._beside_edge(view) if item else "")
        kind = "leaf" if view.player is None else view.player.value
        opened = (
            f'<g id=n{node} class="{kind} {_CLASSES[_status(view)]}" {self._at(item)}>'
            f"{edge}<rect x={-width // 2} width={width} />"
        )
        if view.is_leaf:
            return f"{opened}<text>{escape(view.text, quote=False)}</text></g>\n"
        value = "" if _status(view) in "usb" else view.value
        signed = self._last.signed(node)
        name = escape(f"{signed[0]} {signed[1:]}", quote=False)
        return (
            f"{opened}<text class=name>{name}</text>"
            f"<text id=v{node} class=value>{value}</text></g>\n"
        )

    def _elision(self, item: int) -> str:
        parent = self.layout.items.node(self.layout.items.parent[item])
        pruned = self._last.view(parent).elided is Status.SKIPPED
        return (
            f"<g id=d{parent} class={'pruned' if pruned else 'unseen'} {self._at(item)}>"
            f"{self._edge(item)}<text y=20>…</text></g>\n"
        )

    def _slab(self, item: int) -> str:
        node = self.layout.items.node(item)
        shows = "slab" if self._last.view(node).is_cut else "hidden"
        y = self.layout.top(item) + self.layout.height_of(item) + 4
        return (
            f"<g id=x{node} class={shows} transform=translate({self.layout.x[item] + 5},{y:.0f})>"
            "<rect width=19 /><text x=5 y=14>╳</text></g>\n"
        )


def _status(view: NodeView) -> str:
    """Return the letter of a node's state: that of its status, or ``k`` for a cut-off."""
    return "k" if view.is_cut else view.status[0]


def _colours(palette: Colours) -> str:
    colours = palette._asdict().items()
    rules = "".join(f"--{name.replace('_', '-')}:{value};" for name, value in colours)
    return f":root{{{rules}}}"


def _part(name: str) -> str:
    """Return a file that lies beside this one."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return the source expression of a Content-Security-Policy that allows one inline text."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _safe_json(data: object) -> str:
    """Return JSON that cannot end the script element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
