"""What changes on a page from step to step, as one object of JSON for each."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from treeexplorer.drawing.figure_layout import lay_out_figure
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.page_choice import choice_on_page
from treeexplorer.drawing.page_texts import Texts
from treeexplorer.drawing.svg import FigureWriter
from treeexplorer.engine.algorithms import algorithm_of, listing
from treeexplorer.engine.listings import executed
from treeexplorer.engine.record import Record, StepKind
from treeexplorer.explain.choice_words import SOURCES
from treeexplorer.explain.hints import asked, remark_on
from treeexplorer.explain.sentence import Phrase
from treeexplorer.explain.snapshot import NodeView, Snapshot, snapshot
from treeexplorer.judging.questions import Answer, Field, Task, steps_with_tasks, task_at
from treeexplorer.numbers import decimal_places, exact, shown, written
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, Number, Window

_MARGIN: Final = 12
_OPTIONS: Final = FigureOptions()


class Steps:
    """What changes on the page from step to step, found by going through the search once."""

    def __init__(self, record: Record, *, practise: bool) -> None:
        self.record = record
        self.tree = record.tree
        self.layout = lay_out_figure(record)
        self.listing = listing(record.rules, chance=record.tree.has_chance)
        self.sentences: list[list[str]] = []  # what happens, and on a line of its own what follows
        self._tasks = _tasks_of(record) if practise else {}
        self._axis = _axis_of(record)
        self._places = {number: place for place, number in enumerate(self._axis)}
        self._texts = Texts(self.tree)
        self._lines: dict[tuple[int, ...], int] = {}  # those executed together, by their number
        # What the page knows after the step before.
        self._known: list[dict[str, Any]] = [
            {"status": "unseen", "value": ""} for _ in range(len(self.tree))
        ]
        self._rails: dict[str, tuple[int, int | None] | None] = {}
        self._lines_before: dict[tuple[StepKind, int], int] = {}
        self._both: set[int] = set()  # the nodes above which both rails run at some step
        self._steps: list[dict[str, Any]] = []
        self._go_through()
        with_both = set(map(self.layout.items.item, self._both))
        self._last = FigureWriter(record, None, _OPTIONS, self.layout, with_both)

    def _go_through(self) -> None:
        """Find what each step changes, from the first one on."""
        around = set(range(len(self.tree)))
        for number in range(self.record.steps + 1):
            figure = FigureWriter(self.record, number, _OPTIONS, self.layout)
            before = around
            around = self._around(figure.snapshot)
            self._steps.append(self._step(figure, sorted(before | around)))
            first, *rest = map(str, figure.snapshot.sentences)
            self.sentences.append([first, " ".join(rest)] if rest else [first])

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
        """Return the nodes that may look different at a step than before or after it."""
        tree = self.tree
        nodes = {moment.node}
        if moment.child is not None:
            nodes.add(moment.child)
        if moment.cut is not None:
            for branch in moment.cut.skipped:
                nodes.update(range(branch, tree.end[branch]))
        enters_again = algorithm_of(self.record.rules).reenters
        if enters_again and moment.kind is StepKind.VISIT:
            nodes.update(range(moment.node, tree.end[moment.node]))
        return nodes

    def _step(self, figure: FigureWriter, nodes: Iterable[int]) -> dict[str, Any]:
        """Return what a step changes on the page.

        Its fields, each left out where the page knows it by itself:

        - the kind of the step, ``visit`` or ``return``, with the number of the node;
        - ``nodes``: what has changed of each node;
        - ``statuses``: runs of nodes of which nothing but the status has changed, each as its first
          node, its last node, and the status;
        - ``alpha`` and ``beta``: between which nodes the rails run;
        - ``lines``: which lines of the listing are executed, if not those of the last such step;
        - ``test``, if it does not compare the ends of the window, and what the bar says and asks.

        Args:
            figure: The figure of the step.
            nodes: The nodes that may have changed.
        """
        moment = figure.snapshot
        step: dict[str, Any] = {moment.kind.value: moment.node}
        statuses: list[tuple[int, int, str]] = []
        for node in nodes:
            update = self._update(figure, node)
            if "status" in update and update["status"] == _status_without_saying(moment, node):
                del update["status"]
            if update.keys() == {"status"}:
                _add_status(statuses, node, update["status"])
            elif update:
                step.setdefault("nodes", {})[node] = update
        if statuses:
            step["statuses"] = statuses
        self._add_rails(figure, step)
        self._add_lines(moment, step)
        self._say(figure, step)
        return step

    def _add_rails(self, figure: FigureWriter, step: dict[str, Any]) -> None:
        """Add, for α and for β, the node that has it and the child that gave it, if changed."""
        for name, rail in zip(("alpha", "beta"), figure.snapshot.rails, strict=True):
            ends = None if rail is None else (rail.node, rail.through)
            if ends != self._rails.get(name):
                self._rails[name] = ends
                step[name] = ends
        alpha, beta = figure.rails
        self._both |= {node for node in alpha & beta if node is not None}

    def _add_lines(self, moment: Snapshot, step: dict[str, Any]) -> None:
        """Add the executed lines of the listing, unless the last similar step had the same lines.

        Steps are similar if they are of the same kind and at nodes of the same role.
        """
        lines = tuple(sorted(executed(self.record, moment.step, self.listing)))
        number = self._lines.setdefault(lines, len(self._lines))
        alike = moment.kind, self.tree.roles[moment.node]
        if self._lines_before.get(alike) != number:
            self._lines_before[alike] = number
            step["lines"] = number

    def _say(self, figure: FigureWriter, step: dict[str, Any]) -> None:
        """Add the texts of the bar that the trace's first sentence lacks, and its question."""
        moment = figure.snapshot
        banner = moment.banner
        self._say_test(moment, step)
        if banner.kind != "step" or moment.is_last:
            step["heading"] = self._texts.coded(banner.heading)
        if banner.right is not None:
            step["right"] = str(banner.right)
        if moment.is_last:
            step["sentence"] = " ".join(map(str, banner.lines))
        if moment.choice is not None:
            step["choice"] = choice_on_page(self.record, figure, moment.choice, self._texts)
        if moment.step in self._tasks:
            self._ask(self._tasks[moment.step], step)

    def _ask(self, task: Task, step: dict[str, Any]) -> None:
        """Add the question of a task: the right answers of each box, and why others are wrong."""
        step["asked"] = self._texts.coded(asked(self.record, task))
        boxes: dict[str, list[str]] = {}
        reasons: dict[str, Any] = {}
        for name in _BOXES:
            right = task.answers.get(name)
            if right is None:
                continue
            boxes[name] = _right_answers(right)
            _, reason = remark_on(self.record, task, name, {})
            reasons[name] = self._texts.coded(Phrase("{reason}", reason=str(reason)))
        step["ask"] = boxes
        step["reasons"] = reasons

    def _say_test(self, moment: Snapshot, step: dict[str, Any]) -> None:
        """Add the test of a return or a cut-off if the page cannot read it off the node's window.

        The page gets the two numbers of the test, its text, or 0 if no test is told.
        """
        test = moment.test
        if moment.kind not in {StepKind.RETURN, StepKind.CUT}:
            return
        if test is None or moment.banner.test is None:
            step["test"] = 0
        elif self.record.call_windows or self.tree.roles[test.node] == CHANCE_ROLE:
            step["test"] = str(moment.banner.test)
        elif moment.view(moment.node).window != (test.left, test.right):
            step["test"] = self._on_axis((test.left, test.right))

    def _update(self, figure: FigureWriter, node: int) -> dict[str, Any]:
        """Return what of a node looks other than the page knows, and let the page know it."""
        items = self.layout.items
        item = items.item(node)
        state = figure.state(item)
        known = self._known[node]
        now: dict[str, Any] = {"status": state.status, "value": state.value}
        slab = figure.slab(item)
        loses_its_test = slab is not None and not slab.test and known.get("slab") is not None
        if not loses_its_test:  # the page takes the test of an old one away by itself
            now["slab"] = slab
        if node in self.tree.elided:
            now["dots"] = figure.state(items.children(item)[-1]).status
        now |= self._window(figure.snapshot.view(node), state.status)
        changed = {name: value for name, value in now.items() if known.get(name) != value}
        known.update(changed)
        return changed

    def _window(self, view: NodeView, status: str) -> dict[str, Any]:
        """Return the window on entry, the current window and the gap of a node, each if it has one.

        ``gap`` is ``empty`` if the window is empty, ``only`` if it holds a single value.
        """
        told: dict[str, Any] = {}
        has_windows = view.entry is not None and view.window is not None
        if has_windows and not view.is_leaf and status in {"open", "done"}:
            told["entry"] = self._on_axis(view.entry)
        if status != "open" and not view.is_current:
            return told
        has_moved = view.window != view.entry
        told["window"] = self._on_axis(view.window) if has_moved else None
        if not self.record.has_windows and view.v is not None and not view.is_leaf:
            told["window"] = self._on_axis((view.v, view.v))
        told["gap"] = None
        if view.is_empty:
            told["gap"] = "empty"
        elif view.only:
            told["gap"] = "only"
        return told

    def _on_axis(self, window: Window | None) -> list[int] | None:
        """Return the places of a window's ends on the axis of all numbers of the page."""
        return None if window is None else [self._places[end] for end in window]

    # -- the figure ------------------------------------------------------------------------------

    def figure(self) -> str:
        """Return the tree as SVG after the last step, with every element that any step shows."""
        width = round(self.layout.width) + 2 * _MARGIN
        height = round(self.layout.height) + 2 * _MARGIN
        markup = "".join(self._last.drawing())
        return (
            f'<svg width="{width}" height="{height}" '
            f'viewBox="{-_MARGIN} {-_MARGIN} {width} {height}" role="img" '
            f'aria-label="the game tree">\n{markup}\n</svg>\n'
        )


def _status_without_saying(moment: Snapshot, node: int) -> str | None:
    """Return the status that a page gives a node by itself: open after its visit, then done."""
    is_visited = moment.kind in {StepKind.VISIT, StepKind.LEAF}
    if is_visited and node == moment.node:
        return "open"
    if node == moment.child:
        return "done"
    return None


def _add_status(statuses: list[tuple[int, int, str]], node: int, status: str) -> None:
    """Add a node whose status alone has changed; it extends the last run if it continues it.

    A run is the first node, the last node and the status of consecutive nodes.

    Example:
        >>> runs = [(3, 4, "pruned")]
        >>> _add_status(runs, 5, "pruned")
        >>> _add_status(runs, 7, "done")
        >>> runs
        [(3, 5, 'pruned'), (7, 7, 'done')]
    """
    if statuses:
        first, last, last_status = statuses[-1]
        if last == node - 1 and last_status == status:
            statuses[-1] = first, node, status
            return
    statuses.append((node, node, status))


def _tasks_of(record: Record) -> dict[int, Task]:
    """Return the tasks of the practise mode, by the number of the step that asks them."""
    wanted: Field = "cut" if record.has_windows else "v"
    tasks = (task_at(record, step) for step in steps_with_tasks(record))
    return {task.at.number: task for task in tasks if wanted in task.answers}


def _axis_of(record: Record) -> list[Number]:
    """Return the numbers that stand at nodes or are ends of windows at some step, in order."""
    numbers: set[Number] = set(FULL_WINDOW)
    for number in range(record.steps + 1):
        at = record.step(number)
        numbers.update(value for value in (at.v, at.value) if value is not None)
        if at.window is not None:
            numbers.update(at.window)
    if record.chance_windows:
        numbers |= _numbers_of_means(record)
    return sorted(numbers)


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


_BOXES: Final[tuple[Field, ...]] = ("v", "alpha", "beta", "cut")
"""What is asked for in practise."""


def _right_answers(answer: Answer) -> list[str]:
    """Return what may be typed or chosen as a right answer: ``yes``, or spellings of a number."""
    if answer is True:
        return ["yes"]
    if answer is False:
        return ["no"]
    return _spellings(answer)


def _spellings(number: Number) -> list[str]:
    """Return how a right number may be typed: exactly, or a mean such as 16/3 rounded.

    Example:
        >>> _spellings(4), _spellings(Fraction(16, 3))[1:4]
        (['4', '4/1'], ['16/3', '5.3', '5.33'])
    """
    spellings = [written(number)]
    if number in FULL_WINDOW:
        return spellings
    fraction = Fraction(number if isinstance(number, int) else exact(number))
    spellings.append(f"{fraction.numerator}/{fraction.denominator}")
    has_endless_decimals = decimal_places(fraction) is None
    if has_endless_decimals:
        spellings += [f"{float(fraction):.{places}f}" for places in range(1, 7)]
    return spellings
