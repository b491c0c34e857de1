"""A search as a page for the browser that steps: one file, no network, readable without scripts.

The tree is the figure in its final state, the trace a list, so that a reader without JavaScript,
a printer and a search engine see them. ``page.js`` puts the texts and numbers of each step, one
object of JSON each, where they belong.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Collection, Iterable
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from treeexplorer.drawing.colours import DARK, LIGHT, Colours
from treeexplorer.drawing.figures import (
    CARD_HEIGHT,
    LEAF_HEIGHT,
    FigureOptions,
    label_text,
    lay_out_figure,
)
from treeexplorer.drawing.styled_text import LARGEST_FIGURE, Role
from treeexplorer.drawing.svg import (
    BASELINES,
    STEM_TOP,
    TEXTS,
    USUAL_CARD,
    USUAL_LEAF,
    FigureWriter,
    looks,
)
from treeexplorer.engine.algorithms import algorithm_of, listing
from treeexplorer.engine.analysis import Sign
from treeexplorer.engine.listings import executed
from treeexplorer.engine.record import Record, StepKind
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.choice_words import (
    SOURCES,
    TriedTable,
    chooser,
    enough,
    leaves_text,
    tried_table,
    what_is_offered,
    what_is_there,
    where_from,
    wish,
    worth_text,
)
from treeexplorer.explain.hints import remark_on
from treeexplorer.explain.phrases import beyond_range
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.explain.snapshot import Snapshot, snapshot
from treeexplorer.explain.steps import arrives_at
from treeexplorer.judging.choices import Choice, TriedValue
from treeexplorer.judging.questions import Answer, Field, Task, steps_with_tasks, task_at
from treeexplorer.judging.waiting import refuse_unknown
from treeexplorer.numbers import decimal_places, exact, shown, written
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, INFINITY, GameTree, Number, Player, Window

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

    The page holds some 40 kB of its own and about 300 bytes a node. A page to practise on asks for
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
            f"<li>{escape(text, quote=False)}" for text in map("\n".join, steps.sentences)
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
    figure = looks({name: f"var({variable})" for name, variable in variables.items()}, "svg")
    rules = f"{figure}\n{_part('page.css')}{_PLACES}"
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
    return _NEEDLESS_LINE_ENDS.sub("", _BLANKS_OF_JS.sub(r"\1\2", _part("page.js")))


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


def _listing_line(line: str, marks: Collection[str]) -> str:
    """Return a line of the listing; the one with the test is marked."""
    test = " data-test" if "test" in marks else ""
    return f"<li{test}>{escape(line, quote=False)}</li>"


_PLACES: Final = (
    f"#figure rect {{ height: {CARD_HEIGHT:.0f}px; rx: 4px; }}\n"
    f"#figure .leaf rect {{ height: {LEAF_HEIGHT:.0f}px; }}\n"
    "#figure rect { transform-box: fill-box; transform: translateX(-50%); }\n"
    f"#figure rect:not([width]) {{ width: {USUAL_CARD}px; }}\n"
    f"#figure .leaf rect:not([width]) {{ width: {USUAL_LEAF}px; }}\n"
    "#figure .slab rect { transform: none; y: -9px; height: 18px; rx: 0; }\n"
    f"#figure .unseen:not(.leaf) rect {{ y: {STEM_TOP}px; width: 1.3px; rx: 0; "
    f"height: {CARD_HEIGHT - STEM_TOP:.0f}px; fill: var(--ghost); }}\n"
) + "".join(
    f"#figure {selector} {{ transform: translateY({y}px); }}\n"
    for selector, y in (
        *((f".{name} text", y) for name, y in BASELINES.items() if name not in TEXTS),
        *((f"text.{name}", y) for name, y in BASELINES.items() if name in TEXTS),
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
        self.sentences: list[list[str]] = []  # what happens, and on a line of its own what follows
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
        self._lines_before: dict[tuple[StepKind, int], int] = {}
        self._texts: dict[str, int] = {}
        around: set[int] = set(range(len(self.tree)))
        for number in range(record.steps + 1):
            figure = FigureWriter(record, number, _OPTIONS, self.layout)
            moment = figure.snapshot
            before = around
            around = self._around(moment)
            self._steps.append(self._step(figure, sorted(before | around)))
            first, *rest = map(str, moment.sentences)
            self.sentences.append([first, " ".join(rest)] if rest else [first])
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
            "parts": [self.listing.part_of(frozenset(lines)) for lines in self._lines],
            "sources": str(SOURCES),
            "texts": list(self._texts),
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

        The name of the node is the kind of the step. What arrives at a node comes from the node of
        the step before. A test compares the ends of the window, and the lines that are executed are
        those of the last step of this kind at such a node, unless told otherwise. ``nodes`` has
        what has changed of each, ``statuses`` the first and last of those of which nothing else
        has. That a node is open after its visit, and done after its return, goes without saying.
        """
        moment = figure.snapshot
        step: dict[str, Any] = {moment.kind.value: moment.node}
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
        lines = tuple(sorted(executed(self.record, moment.step, self.listing)))
        number = self._lines.setdefault(lines, len(self._lines))
        alike = moment.kind, self.tree.roles[moment.node]
        if self._lines_before.get(alike) != number:
            step["lines"] = self._lines_before[alike] = number
        self._say(figure, step)
        return step

    def _say(self, figure: FigureWriter, step: dict[str, Any]) -> None:
        """Add what the bar says, where it is not the first sentence of the trace, and asks."""
        moment = figure.snapshot
        banner = moment.banner
        self._say_test(moment, step)
        if banner.kind != "step" or moment.is_last:
            step["heading"] = self._coded(banner.heading)
        if banner.right is not None:
            step["right"] = str(banner.right)
        if moment.is_last:
            step["sentence"] = " ".join(map(str, banner.lines))
        if moment.choice is not None:
            step["choice"] = self._choice(figure, moment.choice)
        if moment.step in self._tasks:
            self._ask(self._tasks[moment.step], step)

    def _ask(self, task: Task, step: dict[str, Any]) -> None:
        """Add what is asked: of each box which answers are right, and why another one is wrong."""
        step["arrives"] = str(arrives_at(self.tree, task.at.node, task.at.value))
        asked: dict[str, list[str]] = {}
        reasons: dict[str, Any] = {}
        for name in _BOXES:
            right = task.answers.get(name)
            if right is None:
                continue
            asked[name] = _right_answers(right)
            _, reason = remark_on(self.record, task, name, {})
            reasons[name] = self._coded(Phrase("{reason}", reason=str(reason)))
        step["ask"] = asked
        step["reasons"] = reasons

    def _say_test(self, moment: Snapshot, step: dict[str, Any]) -> None:
        """Add the test where the ends of the window do not say it: its numbers, its text, or 0."""
        test = moment.test
        if moment.kind not in {StepKind.RETURN, StepKind.CUT}:
            return
        if test is None or moment.banner.test is None:
            step["test"] = 0
        elif self.record.scopes or self.tree.roles[test.node] == CHANCE_ROLE:
            step["test"] = str(moment.banner.test)
        elif moment.view(moment.node).window != (test.left, test.right):
            step["test"] = self._on_axis((test.left, test.right))

    def _choice(self, figure: FigureWriter, choice: Choice) -> dict[str, Any]:
        """Return the choice that a cut-off is: its words, and what is tried of the pruned leaves.

        ``from`` says of each number of the test, the chooser's first, where it comes from, and with
        which step it got there; ``alpha`` and ``beta`` are the nodes at which the two stand. The
        ``test`` is told where the bar has it otherwise.
        """
        record = self.record
        words = [
            chooser(record, choice),
            wish(choice),
            what_is_there(record, choice),
            what_is_offered(record, choice),
        ]
        reason = enough(choice)
        if reason is not None:
            words.append(reason)
        sources = (choice.bound, choice.v)
        told: dict[str, Any] = {
            "words": list(map(self._coded, words)),
            "from": [
                (
                    _number(source.value),
                    self._coded(where_from(record, choice, source)),
                    source.step,
                )
                for source in sources
            ],
        }
        if choice.wants is Player.MAX:
            told["max"] = 1
        test = figure.snapshot.test
        if test is not None and self.tree.roles[test.node] == CHANCE_ROLE:
            told["test"] = test.bare
        for name, role in (("alpha", Role.ALPHA_NUMBER), ("beta", Role.BETA_NUMBER)):
            told[name] = [node for node, its in figure.numbers_of_test.items() if its == role]
        if choice.offer[0] == choice.offer[1]:
            told["exact"] = 1
        table = tried_table(record, choice)
        if table is not None:
            told["tried"] = self._tried(figure.snapshot, choice, table)
        return told

    def _tried(self, moment: Snapshot, choice: Choice, table: TriedTable) -> list[Any]:
        """Return a table of what is tried, in the order in which the page takes it.

        These are the leaves that are turned, which column has their own values, the words around
        the table, what the chooser has, if there is one, and for each column what the leaves are,
        what the node is worth, where that is another number, and what its card shows, where that is
        not ``=`` and the worth.
        """
        words = [table.heading, table.turned, table.follows]
        if table.stands is not None:
            words += [table.stands, table.moment]
        own = next((place for place, each in enumerate(table.columns) if each.is_own), -1)
        columns = [self._column(moment, tried) for tried in table.columns]
        has = _number(table.has)
        return [choice.leaves, own, list(map(self._coded, words)), has, columns]

    def _column(self, moment: Snapshot, tried: TriedValue) -> list[int | str]:
        leaves: int | str = leaves_text(tried)
        if len(set(tried.leaves)) == 1:
            leaves = _number(tried.leaves[0])
        worth: int | str = worth_text(tried)
        if tried.worth[0] == tried.worth[1]:
            worth = _number(tried.worth[0])
        card = self._card(moment, tried)
        if card != f"= {worth_text(tried)}":
            return [leaves, worth, card]
        if worth != leaves:
            return [leaves, worth]
        return [leaves]

    def _coded(self, phrase: Phrase) -> int | list[int | str]:
        """Return a phrase as the number of its text, followed by its arguments.

        The page shares its texts, as ``through {}: has {}``; a node with a card is told by its
        number, for its name stands on the card.
        """
        arguments: list[int | str] = []

        def argument(found: re.Match[str]) -> str:
            if found[1] not in phrase.arguments:
                return found[1]
            value = phrase.arguments[found[1]]
            arguments.append(str(Phrase("{value}", value=value)))
            if isinstance(value, Node) and self._is_named_by_its_card(value.node):
                arguments[-1] = value.node
            return "{}"

        text = _ARGUMENT.sub(argument, phrase.text)
        number = self._texts.setdefault(text, len(self._texts))
        return [number, *arguments] if arguments else number

    def _is_named_by_its_card(self, node: int) -> bool:
        if self.tree.is_leaf(node):
            return False
        name = label_text(self.tree, node, on_paper=False)
        return name.replace(" ", "", 1) == self.tree.labels.signed(node)

    def _card(self, moment: Snapshot, tried: TriedValue) -> str:
        """Return what the card of the node with the cut-off would show: ``= 1``, ``≤ 2``."""
        low, high = beyond_range(self.record, tried.worth)
        sign: Sign = "≥"
        number = low
        if low == high:
            sign = "="
        elif low == -INFINITY:
            sign = "≤"
            number = high
        return moment.view(moment.node)._replace(sign=sign, number=number).value

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


_ARGUMENT: Final = re.compile(r"\{([^}]*)\}")
"""The place of an argument in the text of a phrase."""


_EXACT_IN_A_SCRIPT: Final = 2**53


def _number(number: Number) -> int | str:
    """Return a number as the page prints it: a whole one as it is, any other as its text."""
    if isinstance(number, int) and abs(number) < _EXACT_IN_A_SCRIPT:
        return number
    return shown(number)


_BOXES: Final[tuple[Field, ...]] = ("v", "alpha", "beta", "cut")
"""What is asked for in practise."""


def _right_answers(answer: Answer) -> list[str]:
    """Return what is right in a box."""
    if answer is True:
        return ["yes"]
    if answer is False:
        return ["no"]
    return _spellings(answer)


def _spellings(number: Number) -> list[str]:
    """Return how a right number may be typed: exactly, or a mean such as 16/3 rounded."""
    spellings = [written(number)]
    if number not in FULL_WINDOW:
        fraction = Fraction(number if isinstance(number, int) else exact(number))
        spellings.append(f"{fraction.numerator}/{fraction.denominator}")
        if decimal_places(fraction) is None:
            spellings += [f"{float(fraction):.{places}f}" for places in range(1, 7)]
    return spellings


_COMMENT: Final = re.compile(r"(?:^|(?<=\s))(?://|/\*\*) .*")


def _part(name: str) -> str:
    """Return a file that lies beside this one, without indentation and comments."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    kept = (_COMMENT.sub("", line).strip() for line in lines)
    return "\n".join(line for line in kept if line) + "\n"


def _hash(text: str) -> str:
    """Return the source expression of a Content-Security-Policy that allows one inline text."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
