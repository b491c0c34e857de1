"""A search as a page for the browser that steps: one file, no network, readable without scripts.

The tree is the figure in its final state, the trace a list, so that a reader without JavaScript,
a printer and a search engine see them. ``page.js`` puts the texts and numbers of each step, one
object of JSON each, where they belong.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Collection, Iterable
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from treeexplorer.drawing.colours import DARK, LIGHT, Colours
from treeexplorer.drawing.figures import CARD_HEIGHT, LEAF_HEIGHT, FigureOptions, lay_out_figure
from treeexplorer.drawing.runs import LARGEST_FIGURE
from treeexplorer.drawing.svg import BASELINES, TEXTS, FigureWriter, looks
from treeexplorer.engine.algorithms import algorithm_of, listing
from treeexplorer.engine.analysis import CutOff, Sign
from treeexplorer.engine.listings import executed
from treeexplorer.engine.record import Record, StepKind
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.phrases import beyond_range
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.explain.snapshot import Snapshot, snapshot
from treeexplorer.explain.steps import arrives_at
from treeexplorer.judging.questions import steps_with_tasks, task_at
from treeexplorer.judging.waiting import refuse_unknown
from treeexplorer.judging.what_if import leaves_pruned_for_good, what_if
from treeexplorer.numbers import decimal_places, exact, shown, written
from treeexplorer.tree import FULL_WINDOW, INFINITY, GameTree, Number, Window

_MARGIN: Final = 12
_OPTIONS: Final = FigureOptions()


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
    title: str = "Game tree",
    rules: str = "",
    source: str = "",
    *,
    practise: bool = False,
) -> str:
    """Return a finished search as a self-contained HTML page that steps through it.

    The page holds some 20 kB of its own and about 300 bytes a node. A page to practise on asks for
    v, window and cut-off before it shows them.

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
    script = page_script() + _part("page_alone.js")
    return _DOCUMENT.format(
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        title=escape(title),
        main=parts.main,
        data=parts.data,
    )


def page_parts(
    record: Record,
    title: str = "Game tree",
    rules: str = "",
    source: str = "",
    *,
    practise: bool = False,
) -> PageParts:
    """Return what :func:`page` puts into its document; the arguments and errors are the same."""
    refuse_large(record.tree)
    refuse_unknown(record)
    steps = _Steps(record, practise=practise)
    main = _MAIN.format(
        title=escape(title),
        rules=escape(rules),
        source=escape(source),
        practise=" data-practise" if practise else "",
        ends="" if record.has_windows else " hidden",
        figure=steps.figure(),
        steps=record.steps,
        listing="".join(
            _listing_line(line, marks)
            for line, marks in zip(steps.listing.lines, steps.listing.marks, strict=True)
        ),
        trace="".join(
            f"<li>{'<br>'.join(escape(text, quote=False) for text in texts if text)}\n"
            for texts in steps.sentences
        ),
    )
    # Nothing in it can end the element it stands in.
    data = json.dumps(steps.data(), ensure_ascii=False, separators=(",", ":"))
    data = data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return PageParts(title, main, data)


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


def page_style() -> str:
    """Return the style of every page: both palettes, the looks of the figure, the layout."""
    variables = {name: f"--{name.replace('_', '-')}" for name in Colours._fields}

    def palette(theme: Colours) -> str:
        return "".join(f"{variables[name]}:{value};" for name, value in theme._asdict().items())

    themes = (
        f":root{{{palette(LIGHT)}}}@media (prefers-color-scheme: dark) {{:root{{{palette(DARK)}}}}}"
    )
    figure = looks({name: f"var({variable})" for name, variable in variables.items()}, "svg")
    return f"{themes}\n{figure}\n{_part('page.css')}{_PLACES}"


def page_script() -> str:
    """Return the program of every page: ``stepThrough``, which makes the page step."""
    return _part("page.js")


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
<div id="side"><div id="funnel" aria-label="The open nodes"></div>
<ol id="listing">{listing}</ol></div>
<div id="said" aria-live="polite" aria-atomic="true"><div id="bar"><span id="heading"></span>\
<span id="test"></span><span id="right"></span></div>
<p><span id="counter"></span> <span id="sentence"></span></p></div>
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
cut off? <label><input type="radio" name="cut" value="yes"> yes</label>
<label><input type="radio" name="cut" value="no"> no</label></span>
<button>check</button> <button type="button" id="show">show me</button>
<span id="verdict" role="status"></span></form>
<div id="try" hidden>Try it: <button type="button" id="less" aria-label="less">−</button>\
<output id="turned"></output><button type="button" id="more" aria-label="more">+</button>
<span id="follows"></span></div>
<details open><summary>Every step</summary>
<ol id="trace" start="0">
{trace}</ol></details>
<footer><p><kbd>space</kbd> next, <kbd>←</kbd> back, <kbd>c</kbd> next cut-off, \
<kbd>home</kbd> and <kbd>end</kbd>, <kbd>+</kbd> and <kbd>-</kbd> larger and smaller</p>
{source}</footer>
</main>
"""


def _listing_line(line: str, marks: Collection[str]) -> str:
    """Return a line of the listing; the one with the test is marked."""
    test = " data-test" if "test" in marks else ""
    return f"<li{test}>{escape(line, quote=False)}</li>"


_PLACES: Final = (
    f"#figure rect {{ height: {CARD_HEIGHT:.0f}px; rx: 4px; }}\n"
    f"#figure .leaf rect {{ height: {LEAF_HEIGHT:.0f}px; }}\n"
    "#figure rect { transform-box: fill-box; transform: translateX(-50%); }\n"
    "#figure .slab rect { transform: none; y: -9px; height: 18px; rx: 0; }\n"
) + "".join(
    f"#figure .{name}{text} {{ transform: translateY({y}px); }}\n"
    for name, y, text in (
        *((name, y, " text") for name, y in BASELINES.items() if name not in TEXTS),
        *((name, y, "") for name, y in BASELINES.items() if name in TEXTS),
    )
)


def _numbers_of_means(record: Record) -> set[Number]:
    """Return the ends of the windows of open nodes, which move with every leaf, and the tests'."""
    numbers: set[Number] = set()
    for step in range(record.steps + 1):
        moment = snapshot(record, step)
        for view in moment.path():
            if view.window is not None:
                numbers.update(view.window)
        if moment.test is not None:
            numbers |= {moment.test.left, moment.test.right}
    return numbers


class _Steps:
    """What changes on the page from step to step, found by going through the search once."""

    def __init__(self, record: Record, *, practise: bool) -> None:
        self.record = record
        self.tree = record.tree
        tasks = [task_at(record, step) for step in steps_with_tasks(record)] if practise else []
        wanted = "cut" if record.has_windows else "v"
        self._tasks = {task.at.number: task for task in tasks if wanted in task.answers}
        self.layout = lay_out_figure(record)
        self.listing = listing(record.rules, chance=record.tree.has_chance)
        self.sentences: list[tuple[str, str]] = []
        self._steps: list[dict[str, Any]] = []
        found = map(record.step, range(record.steps + 1))
        ends: set[Number | None] = set()
        for at in found:
            ends.update((at.v, at.value))
            if at.window is not None:
                ends.update(at.window)
        if record.handed_down:
            ends |= _numbers_of_means(record)
        self._axis = sorted({*FULL_WINDOW, *(end for end in ends if end is not None)})
        self._places = {number: place for place, number in enumerate(self._axis)}
        unseen = {"status": "unseen", "value": ""}
        self._known: list[dict[str, Any]] = [unseen.copy() for _ in range(len(self.tree))]
        self._both: set[int] = set()  # the nodes above which both rails run at some step
        self._rails: dict[str, tuple[int, int | None] | None] = {}
        self._lines: dict[tuple[int, ...], int] = {}
        around: set[int] = set(range(len(self.tree)))
        for number in range(record.steps + 1):
            figure = FigureWriter(record, number, _OPTIONS, self.layout)
            moment = figure.snapshot
            before = around
            around = self._around(moment)
            self._steps.append(self._step(figure, sorted(before | around)))
            first, *rest = moment.sentences
            self.sentences.append((str(first), " ".join(map(str, rest))))
        live = set(map(self.layout.items.item, self._both))
        self._last = FigureWriter(record, None, _OPTIONS, self.layout, live)

    # -- the data ------------------------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """Return what the program of the page reads; numbers are places on the axis."""
        items = self.layout.items
        return {
            "parents": list(self.tree.parent),
            "axis": list(map(shown, self._axis)),
            "sign": self.record.rules.test_sign,
            "lines": list(self._lines),
            "best": [
                items.node(item)
                for item in range(1, len(items))
                if items.is_plain(item) and "best" in self._last.state(item).marks
            ],
            "steps": self._steps,
        }

    def _around(self, moment: Snapshot) -> set[int]:
        """Return the nodes that may look other at a step than before or after it."""
        tree = self.tree
        nodes = {each for each in (moment.node, moment.child) if each is not None}
        for skipped in () if moment.cut is None else moment.cut.skipped:
            nodes.update(range(skipped, tree.end[skipped]))
        if moment.kind is StepKind.VISIT and algorithm_of(self.record.rules).reenters:
            nodes.update(range(moment.node, tree.end[moment.node]))
        return nodes

    def _step(self, figure: FigureWriter, nodes: Iterable[int]) -> dict[str, Any]:
        """Return a step: fields of its snapshot, and the nodes that look other than before.

        The name of the node is the kind of the step. ``nodes`` has what has changed of each,
        ``statuses`` the first and last of those of which nothing else has. That a node is open
        after its visit, and done after its return, goes without saying.
        """
        moment = figure.snapshot
        step: dict[str, Any] = {moment.kind.value: moment.node}
        if moment.child is not None:
            step["child"] = moment.child
        runs: list[tuple[int, int, str]] = []
        for node in nodes:
            update = self._update(figure, node)
            visits = moment.kind in {StepKind.VISIT, StepKind.LEAF} and node == moment.node
            known = None
            if visits:
                known = "open"
            elif node == moment.child:
                known = "done"
            if known is not None and update.get("status") == known:
                del update["status"]
            if update.keys() == {"status"}:
                first = node
                status = update["status"]
                if runs and runs[-1][1:] == (node - 1, status):
                    first, *_ = runs.pop()
                runs.append((first, node, status))
            elif update:
                step.setdefault("nodes", {})[node] = update
        if runs:
            step["statuses"] = runs
        for name, has in zip(("alpha", "beta"), moment.rails, strict=True):
            rail = None if has is None else (has.node, has.through)
            if rail != self._rails.get(name):
                step[name] = self._rails[name] = rail
        self._both |= {node for node in figure.rails[0] & figure.rails[1] if node is not None}
        lines = executed(self.record, moment.step, self.listing)
        if lines:
            step["lines"] = self._lines.setdefault(tuple(sorted(lines)), len(self._lines))
        self._say(moment, step)
        return step

    def _say(self, moment: Snapshot, step: dict[str, Any]) -> None:
        """Add what the bar says, where it is not the first sentence of the trace, and asks.

        Of a test that may cut v and the window are asked for, else what a node is worth.
        """
        test = moment.test
        banner = moment.banner
        if test is not None and banner.test is not None:
            step["test"] = str(banner.test)
            if not self.record.scopes:
                step["test"] = self._on_axis((test.left, test.right))
        if banner.kind != "step" or moment.is_last:
            step["heading"] = str(banner.heading)
        if banner.right is not None:
            step["right"] = str(banner.right)
        if moment.is_last:
            step["sentence"] = " ".join(map(str, banner.lines))
        if moment.cut is not None and (turns := self._try(moment, moment.cut)) is not None:
            step["try"] = turns
        if (task := self._tasks.get(moment.step)) is not None:
            arrives = arrives_at(self.tree, moment.node, task.at.value)
            numbers = {name: task.answers.get(name) for name in ("v", "alpha", "beta")}
            step["arrives"] = str(arrives)
            step["ask"] = {
                name: _spellings(number) for name, number in numbers.items() if number is not None
            }
            if "cut" in task.answers:
                step["ask"]["cut"] = ["yes" if task.answers["cut"] else "no"]

    def _try(self, moment: Snapshot, cut: CutOff) -> tuple[Any, ...] | None:
        """Return the first leaf that is pruned for good, and values for it, ascending.

        Each value stands with what the cut node would show then, after the index of the leaf's own
        value and what else is said; ``None`` where no leaf with a value is pruned.
        """
        tree = self.tree
        record = self.record
        pruned = filter(tree.is_leaf, leaves_pruned_for_good(record, cut))
        values = ((leaf, tree.leaf_value(leaf)) for leaf in pruned)
        leaf, given = next((each for each in values if each[1] is not None), (0, None))
        if given is None:
            return None
        around = [end for end in (given, cut.v, cut.bound) if end not in FULL_WINDOW]
        if not around:
            around = [0]
        turns = []
        view = moment.view(cut.node)
        lowest, highest = record.rules.known_range
        below = max(lowest, min(around) - 1)
        above = min(highest, max(around) + 1)
        tried: list[Number] = sorted({given, cut.bound, below, above})
        for value in tried:
            low, high = beyond_range(record, what_if(record, cut.node, [leaf], value))
            sign: Sign = "≥"
            number = low
            if low == high:
                sign = "="
            elif low == -INFINITY:
                sign = "≤"
                number = high
            turns.append((shown(value), view._replace(sign=sign, number=number).value))
        keeper = "the search" if cut.witness is None else Node(tree, cut.witness.node)
        node = Node(tree, cut.node)
        text = str(
            Phrase(
                "{node} follows, {keeper} keeps {bound}",
                node=node,
                keeper=keeper,
                bound=cut.origin.has,
            )
        )
        return leaf, tried.index(given), text, turns

    def _update(self, figure: FigureWriter, node: int) -> dict[str, Any]:
        items = self.layout.items
        item = items.item(node)
        state = figure.state(item)
        known = self._known[node]
        slab = figure.slab(item)
        update: dict[str, Any] = {"status": state.status, "value": state.value}
        if slab is None or slab.test or known.get("slab") is None:  # an old one loses its test
            update["slab"] = slab
        if node in self.tree.elided:
            update["dots"] = figure.state(items.children(item)[-1]).status
        view = figure.snapshot.view(node)
        if view.entry and view.window and not view.is_leaf and state.status in {"open", "done"}:
            update["entry"] = self._on_axis(view.entry)
        if state.status == "open" or view.is_current:
            update["window"] = self._on_axis(view.window if view.window != view.entry else None)
            update["gap"] = None
            if view.is_empty:
                update["gap"] = "empty"
            elif view.only:
                update["gap"] = "only"
            if not self.record.has_windows and view.v is not None and not view.is_leaf:
                update["window"] = self._on_axis((view.v, view.v))
        changed = {name: value for name, value in update.items() if known.get(name) != value}
        known.update(changed)
        return changed

    def _on_axis(self, window: Window | None) -> list[int] | None:
        return None if window is None else [self._places[end] for end in window]

    # -- the figure ------------------------------------------------------------------------------

    def figure(self) -> str:
        """Return the tree as SVG in its final state, with all that can be seen at some step."""
        width, height = (
            round(size) + 2 * _MARGIN for size in (self.layout.width, self.layout.height)
        )
        markup = "".join(self._last.drawing())
        return (
            f'<svg width="{width}" height="{height}" '
            f'viewBox="{-_MARGIN} {-_MARGIN} {width} {height}" role="img" '
            f'aria-label="the game tree">\n{markup}\n</svg>\n'
        )


def _spellings(number: Number) -> list[str]:
    """Return how a right number may be typed: exactly, or a mean such as 16/3 rounded."""
    spellings = [written(number)]
    if number not in FULL_WINDOW:
        fraction = Fraction(number if isinstance(number, int) else exact(number))
        spellings.append(f"{fraction.numerator}/{fraction.denominator}")
        if decimal_places(fraction) is None:
            spellings += [f"{float(fraction):.{places}f}" for places in range(1, 7)]
    return spellings


def _part(name: str) -> str:
    """Return a file that lies beside this one, without indentation and lines of comment."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    kept = (line.strip() for line in lines)
    return "\n".join(line for line in kept if line and not line.startswith(("// ", "/** "))) + "\n"


def _hash(text: str) -> str:
    """Return the source expression of a Content-Security-Policy that allows one inline text."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
