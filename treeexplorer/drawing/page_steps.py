"""What changes on a page from step to step, as one object of JSON for each."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final, TypeAlias

from treeexplorer.drawing.figure_layout import lay_out_figure
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.page_choice import choice_on_page
from treeexplorer.drawing.page_texts import Coded, Texts
from treeexplorer.drawing.svg import FigureWriter, Slab
from treeexplorer.engine.algorithms import algorithm_of, listing
from treeexplorer.engine.listings import executed
from treeexplorer.engine.record import Record, StepKind
from treeexplorer.explain.choice_words import SOURCES
from treeexplorer.explain.hints import asked, remark_on
from treeexplorer.explain.sentence import Phrase
from treeexplorer.explain.snapshot import NodeView, Snapshot, snapshot
from treeexplorer.judging.facts import CutTest
from treeexplorer.judging.questions import Answer, Field, Task, steps_with_tasks, task_at
from treeexplorer.numbers import decimal_places, exact, shown, written
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, GameTree, Number, Window

_MARGIN: Final = 12  # around the figure
_OPTIONS: Final = FigureOptions()
_NO_TEST: Final = 0  # in the place of a test where none is told

_Ends: TypeAlias = tuple[int, int | None]
"""The node that has α or β, and the child that gave it."""


class _Known:
    """What the page shows after the steps so far, of what a later step may change.

    Attributes:
        nodes: The last told fields of each node, such as ``status`` and ``window``.
        rails: Who has ``alpha`` and who has ``beta``, where it has been told.
        lines: The number of the lines of the listing that were executed in the last step of a
            kind, at a node of a role.
    """

    def __init__(self, tree: GameTree) -> None:
        self.nodes: list[dict[str, Any]] = [
            {"status": "unseen", "value": ""} for _ in range(len(tree))
        ]
        self.rails: dict[str, _Ends | None] = {}
        self.lines: dict[tuple[StepKind, int], int] = {}


class Steps:
    """What changes on the page from step to step, found by going through the search once.

    Attributes:
        record: The search.
        tree: Its tree.
        layout: The places of the figure's nodes, the same at every step.
        listing: The listing of the search.
        sentences: For each step what happens, then what follows from it if anything does.
    """

    def __init__(self, record: Record, *, practise: bool) -> None:
        """Go through all steps of a search once, and note what each changes on its web page.

        Args:
            record: The search.
            practise: Whether the page asks for numbers before it shows them.
        """
        # What holds at every step.
        self.record = record
        self.tree = record.tree
        self.layout = lay_out_figure(record)
        self.listing = listing(record.rules, chance=record.tree.has_chance)
        self._tasks = _tasks_of(record) if practise else {}
        self._axis = _axis_of(record)
        # Where each number stands on the axis, the list of all numbers of the search in order.
        self._places = {number: place for place, number in enumerate(self._axis)}
        # What grows from step to step: must be there before the steps are added.
        self._texts = Texts(self.tree)
        self._number_of_lines: dict[tuple[int, ...], int] = {}  # of lines executed in one step
        self._with_both_rails: set[int] = set()  # nodes above which α's and β's run at some step
        self._known = _Known(self.tree)
        self.sentences: list[list[str]] = []
        self._steps: list[dict[str, Any]] = []
        self._add_all_steps()
        # Last, since this figure has all that any step shows: `_with_both_rails` must be complete.
        items_with_both = set(map(self.layout.items.item, self._with_both_rails))
        self._last = FigureWriter(
            record,
            None,
            _OPTIONS,
            self.layout,
            is_on_page=True,
            with_both_rails=items_with_both,
        )

    def _add_all_steps(self) -> None:
        """Go through the search, and append what each step changes on the page and what it says.

        It fills ``_steps``, ``sentences`` and ``_with_both_rails``. The steps must be taken in
        order: of each only the differences to what the page knows are noted.
        """
        touched_before = set(range(len(self.tree)))  # at first the page knows of no node
        for number in range(self.record.steps + 1):
            figure = FigureWriter(self.record, number, _OPTIONS, self.layout)
            touched = self._touched_nodes(figure.snapshot)
            # A node of the step before may look different, too: its value is new no more.
            self._steps.append(self._step(figure, sorted(touched | touched_before)))
            self._with_both_rails |= _nodes_with_both_rails(figure)
            self.sentences.append(_lines_of_trace(figure.snapshot))
            touched_before = touched

    # -- the data ------------------------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """Return the data of the page as a dictionary, which its script ``page.js`` reads as JSON.

        Its fields:

        - ``parents``: the parent of each node, −1 at the root;
        - ``axis``: all numbers of the search, ascending, as they are printed; a window is told by
          the indices of its ends there;
        - ``sign``: the sign of the test, ``≥`` or ``>``;
        - ``lines``: sets of lines of the listing that are executed together, and ``parts``: for
          each of them the lines for the same player;
        - ``sources``: the heading of the list that says where a test's numbers come from;
        - ``texts``: the texts of the phrases;
        - ``best``: the nodes with a double edge at the end, the best line and its ties;
        - ``steps``: what each step changes (see :meth:`_step`).
        """
        return {
            "parents": list(self.tree.parent),
            "axis": list(map(shown, self._axis)),
            "sign": self.record.rules.test_sign,
            "lines": list(self._number_of_lines),
            "parts": [self.listing.part_of(frozenset(lines)) for lines in self._number_of_lines],
            "sources": str(SOURCES),
            "texts": list(self._texts),
            "best": self._best_nodes(),
            "steps": self._steps,
        }

    def _best_nodes(self) -> list[int]:
        """Return the nodes on the best line, the root apart, and its ties."""
        items = self.layout.items
        plain = filter(items.is_plain, range(1, len(items)))
        return [items.node(item) for item in plain if "best" in self._last.state(item).marks]

    def _touched_nodes(self, moment: Snapshot) -> set[int]:
        """Return the nodes at which something happens in a step of the search.

        These are the node of the step, the child whose value arrives, and every node that is
        pruned.
        """
        nodes = {moment.node}
        if moment.child is not None:  # the child that has just returned its value
            nodes.add(moment.child)
        if moment.cut is not None:
            # The pruned children, each with all nodes below it.
            nodes.update(*map(self._subtree, moment.cut.skipped))
        # What an earlier visit had found below the node is no longer shown.
        may_enter_again = algorithm_of(self.record.rules).reenters
        if may_enter_again and moment.kind is StepKind.VISIT:
            nodes.update(self._subtree(moment.node))
        return nodes

    def _subtree(self, node: int) -> range:
        """Return a node and all nodes below it."""
        return range(node, self.tree.end[node])

    def _step(self, figure: FigureWriter, nodes: Iterable[int]) -> dict[str, Any]:
        """Return what a step changes on the page, as a dictionary for the page's script.

        A field is left out where the page knows it by itself:

        - the kind of the step, such as ``visit`` or ``return``, with the number of the node;
        - ``nodes`` and ``statuses``: what has changed of each node, see :meth:`_add_nodes`;
        - ``alpha`` and ``beta``: between which nodes the rails run;
        - ``lines``: which lines of the listing are executed, if not those of the last such step;
        - ``test``, if it does not compare the ends of the window, and what the bar says and asks.
        """
        moment = figure.snapshot
        step: dict[str, Any] = {moment.kind.value: moment.node}
        self._add_nodes(figure, nodes, step)
        self._add_rails(figure, step)
        self._add_lines(moment, step)
        self._add_test(moment, step)
        self._add_texts(figure, step)
        return step

    def _add_nodes(self, figure: FigureWriter, nodes: Iterable[int], step: dict[str, Any]) -> None:
        """Add to a step which of some nodes have changed on the page, and how.

        ``statuses`` are runs of nodes of which nothing but the status has changed, each as its
        first node, its last node, and the status. ``nodes`` has the changed fields of all others.

        Args:
            figure: The figure at the step, which knows how each node looks now.
            nodes: The nodes that may have changed, in ascending order: runs are found by that.
            step: The dictionary of the step, to which the two fields are added if not empty.
        """
        statuses: list[tuple[int, int, str]] = []
        updates: dict[int, dict[str, Any]] = {}
        for node in nodes:
            update = self._update_of_node(figure, node)  # remembers what the page knows then
            if update.keys() == {"status"}:
                _add_status(statuses, node, update["status"])
            elif update:
                updates[node] = update
        if updates:
            step["nodes"] = updates
        if statuses:
            step["statuses"] = statuses

    def _add_rails(self, figure: FigureWriter, step: dict[str, Any]) -> None:
        """Add who has α and who has β to a step, if that has changed: ``"alpha": (2, 5)``.

        Node 2 has α, which its child 5 gave it; ``None`` if no node has it, as it is an end of the
        first window or of a null window. From this the page draws the rails, the coloured edges
        from that child over that node down to where the search stands.
        """
        for name, has in zip(("alpha", "beta"), figure.snapshot.rails, strict=True):
            ends = None if has is None else (has.node, has.through)
            if ends != self._known.rails.get(name):
                self._known.rails[name] = ends
                step[name] = ends

    def _add_lines(self, moment: Snapshot, step: dict[str, Any]) -> None:
        """Add the executed lines of the listing, unless the last similar step had the same lines.

        Steps are similar if they are of the same kind and at nodes of the same role.
        """
        lines = tuple(sorted(executed(self.record, moment.step, self.listing)))
        number = self._number_of_lines.setdefault(lines, len(self._number_of_lines))
        alike = moment.kind, self.tree.roles[moment.node]
        if self._known.lines.get(alike) != number:
            self._known.lines[alike] = number
            step["lines"] = number

    def _add_texts(self, figure: FigureWriter, step: dict[str, Any]) -> None:
        """Add to a step the texts of its bar that the page cannot take from its list of all steps.

        The bar tells what happens in the step. From the list the page has the step's sentences: the
        first is the heading of the bar, the others stand below the heading.

        Args:
            figure: The figure at the step.
            step: The dictionary of the step, to which the texts are added.
        """
        moment = figure.snapshot
        banner = moment.banner
        if banner.kind != "step" or moment.is_last:  # the bar is worded otherwise than the list
            step["heading"] = self._texts.coded(banner.heading)
        if banner.right is not None:  # what is pruned; the list has it in another form
            step["right"] = str(banner.right)
        if moment.is_last:  # in the place of the other sentences of the list
            step["sentence"] = " ".join(map(str, banner.lines))
        if moment.choice is not None:
            step["choice"] = choice_on_page(self.record, figure, moment.choice, self._texts)
        if moment.step in self._tasks:
            step |= self._question(self._tasks[moment.step])

    def _question(self, task: Task) -> dict[str, Any]:
        """Return the question of a task, for each box that it asks for.

        ``ask`` holds the right answers for each box, such as ``{"v": ["3", "3/1"], "cut":
        ["no"]}``; ``reasons`` says for each box what is wrong with any other answer.
        """
        boxes = [name for name in _BOXES if task.answers.get(name) is not None]
        return {
            "asked": self._texts.coded(asked(self.record, task)),
            "ask": {name: _right_answers(task.answers[name]) for name in boxes},
            "reasons": {name: self._reason(task, name) for name in boxes},
        }

    def _reason(self, task: Task, name: Field) -> Coded:
        """Return what is wrong with a wrong answer in a box.

        The reason is an argument: so the page holds one text for all reasons, and no text for each.
        """
        # What was typed matters only to a remark on a window on entry, and these are not asked for.
        typed: dict[Field, Answer] = {}
        remark = remark_on(self.record, task, name, typed)
        return self._texts.coded(Phrase("{reason}", reason=str(remark.words)))

    def _add_test(self, moment: Snapshot, step: dict[str, Any]) -> None:
        """Add the cut-off test ``α ≥ β`` to a step, if the page cannot know it by itself.

        Only steps in which the value of a child arrives have a test. The field is:

        ========================================  =============================================
        case                                      ``test``
        ========================================  =============================================
        no test is told                           0
        null windows in use, or a chance node     the text of the test: ``"0 > 3 is false"``
        other numbers than the node's window      their places on the axis: ``[4, 2]``
        the node's current window                 left out, since the page has the window
        ========================================  =============================================
        """
        test = moment.test
        if moment.kind not in {StepKind.RETURN, StepKind.CUT}:
            return
        if test is None or moment.banner.test is None:
            step["test"] = _NO_TEST
        elif self._is_worded_otherwise(test):
            step["test"] = str(moment.banner.test)
        elif moment.view(moment.node).window != (test.left, test.right):
            step["test"] = self._on_axis((test.left, test.right))

    def _is_worded_otherwise(self, test: CutTest) -> bool:
        """Tell whether a test is worded otherwise than that of a window in a plain search."""
        has_null_windows = bool(self.record.call_windows)
        return has_null_windows or self.tree.roles[test.node] == CHANCE_ROLE

    def _update_of_node(self, figure: FigureWriter, node: int) -> dict[str, Any]:
        """Return how a node has changed since the page was last told, and remember that it is told.

        If node 3 was ``{"status": "open", "value": "v 5"}`` and is done with a value of 5 now, this
        is ``{"status": "done", "value": "= 5"}``. A status that the page gives the node by itself
        is left out.
        """
        known = self._known.nodes[node]
        fields = self._fields_of_node(figure, node)
        changed = {name: value for name, value in fields.items() if known.get(name) != value}
        known.update(changed)
        # After `known` was updated, since the page knows this status all the same.
        if changed.get("status") == _implied_status(figure.snapshot, node):
            changed.pop("status", None)
        return changed

    def _fields_of_node(self, figure: FigureWriter, node: int) -> dict[str, Any]:
        """Return how a node looks at a step, as fields for the page's script.

        The fields are ``status`` and ``value``; ``slab``, the red label of a cut-off below the
        node; ``dots``, the status of the ``…`` for children that are not drawn; and those of
        windows (see :meth:`_window_fields`). A field that is missing stays on the page as it is.
        """
        items = self.layout.items
        item = items.item(node)
        state = figure.state(item)
        fields: dict[str, Any] = {"status": state.status, "value": state.value}
        slab = figure.slab(item)
        if not self._has_all_of(slab, node):
            fields["slab"] = slab
        if node in self.tree.elided:
            dots = items.children(item)[-1]  # a ``…`` is always the last child
            fields["dots"] = figure.state(dots).status
        return fields | self._window_fields(figure.snapshot.view(node), state.status)

    def _has_all_of(self, slab: Slab | None, node: int) -> bool:
        """Tell whether the page has a node's slab already, if perhaps with another test.

        In the step of its cut-off a slab shows the test, later a cross alone. The page takes the
        test away by itself, so that a slab without one is no change to a slab that it has.
        """
        is_cross_alone = slab is not None and not slab.test
        return is_cross_alone and self._known.nodes[node].get("slab") is not None

    def _window_fields(self, view: NodeView, status: str) -> dict[str, Any]:
        """Return the fields for the page's script that tell a node's windows, its pairs of α and β.

        - ``entry``: the window on entry, only of a node with children that was visited;
        - ``window``: the current window, only of an open node and of the node of the step. It is
          ``None`` if it is still the one on entry, or there is none (:meth:`_current_window`);
        - ``gap``: whether at most one value lies in it, of the same nodes (:func:`_gap`).

        A field that is not returned stays on the page as it is; one that is ``None`` is taken away.

        Args:
            view: What the search knows of the node at the step.
            status: The node's status on the page: ``unseen``, ``open``, ``done`` or ``pruned``.
        """
        fields: dict[str, Any] = {}
        # False in a search without windows, and of a node that was not entered.
        has_windows = view.entry is not None and view.window is not None
        is_visited = status in {"open", "done"}
        if has_windows and is_visited and not view.is_leaf:
            fields["entry"] = self._on_axis(view.entry)
        # The page lists the windows of these nodes. It lists no others, so nothing is told of them.
        # Without windows these nodes have the fields, too: v takes the place of the window.
        is_listed = status == "open" or view.is_current
        if is_listed:
            fields["window"] = self._current_window(view)
            fields["gap"] = _gap(view)
        return fields

    def _current_window(self, view: NodeView) -> list[int] | None:
        """Return a node's current window, as places on the axis; ``None`` for the one on entry.

        Where a search has no windows, the page draws v in their place: both ends are v.
        """
        if not self.record.has_windows and view.v is not None and not view.is_leaf:
            return self._on_axis((view.v, view.v))
        has_moved = view.window != view.entry
        return self._on_axis(view.window) if has_moved else None

    def _on_axis(self, window: Window | None) -> list[int] | None:
        """Return a window as places on the axis, the indices of its ends in ``data()["axis"]``.

        On the axis −∞, 2, 3, +∞ the window (3, +∞) is ``[2, 3]``. ``None`` stays ``None``.
        """
        return None if window is None else [self._places[end] for end in window]

    # -- the figure ------------------------------------------------------------------------------

    def figure(self) -> str:
        """Return the SVG element of the page: the tree as it is after the last step.

        It has every element that any step shows, some of them hidden: the page's script turns it
        into the figure of any other step. The script, ``page.js``, finds the elements by ids and
        classes, which :class:`FigureWriter` writes; here only the ``<svg>`` around them is written.
        """
        width = round(self.layout.width) + 2 * _MARGIN
        height = round(self.layout.height) + 2 * _MARGIN
        markup = "".join(self._last.drawing())
        # The drawing begins at 0, 0. What is shown begins before that, by a margin on each side: so
        # `viewBox` begins at negative numbers, and is as large as the element, one unit a pixel.
        return (
            f'<svg width="{width}" height="{height}" '
            f'viewBox="{-_MARGIN} {-_MARGIN} {width} {height}" role="img" '
            f'aria-label="the game tree">\n{markup}\n</svg>\n'
        )


def _nodes_with_both_rails(figure: FigureWriter) -> set[int]:
    """Return the nodes along whose edges both α and β came down."""
    below_alpha, below_beta = figure.rails
    return {node for node in below_alpha & below_beta if node is not None}


def _lines_of_trace(moment: Snapshot) -> list[str]:
    """Return what a step says: a line for its first sentence, and one for the others if any."""
    first, *others = map(str, moment.sentences)
    if not others:
        return [first]
    return [first, " ".join(others)]


def _gap(view: NodeView) -> str | None:
    """Return how few values lie in a window: ``empty`` for none, ``only`` for one, or ``None``."""
    if view.is_empty:
        return "empty"
    return "only" if view.only else None


def _implied_status(moment: Snapshot, node: int) -> str | None:
    """Return the status that the page gives a node by itself in a step; ``None`` if none.

    It opens the node that is visited, and closes the child whose value arrives.
    """
    is_visited = moment.kind in {StepKind.VISIT, StepKind.LEAF}
    if is_visited and node == moment.node:
        return "open"
    return "done" if node == moment.child else None


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
    """Return the numbers that stand at nodes or are ends of windows at some step, in order.

    A window is a pair of α and β. −∞ and +∞ are always among the numbers. None is in it twice.
    """
    numbers: set[Number] = set(FULL_WINDOW)
    for number in range(record.steps + 1):
        # Only the node of the step is looked at: elsewhere no number changes in a step.
        at = record.step(number)
        numbers.update(value for value in (at.v, at.value) if value is not None)
        if at.window is not None:
            numbers.update(at.window)
    # Where chance nodes have windows, a step may move several of them: all are looked at.
    if record.chance_windows:
        numbers |= _numbers_shown(record)
    return sorted(numbers)


def _numbers_shown(record: Record) -> set[Number]:
    """Return the ends of all windows and both sides of all tests that any step shows.

    They are looked up at every node that is open in a step. Where chance nodes have windows, the
    value of a leaf may move the windows of several open nodes at once, not only that of the node to
    which it is returned.
    """
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


_PLACES_OF_MEANS: Final = range(1, 7)
"""To how many decimal places a mean with endless decimals may be rounded."""


def _spellings(number: Number) -> list[str]:
    """Return the texts that count as a right answer if a person has to type a number.

    They are the number as it is written, and as a fraction, even with the denominator 1. Only a
    number with endless decimals, such as the mean 16/3, may be rounded.

    Example:
        >>> _spellings(4), _spellings(0.5)
        (['4', '4/1'], ['0.5', '1/2'])
        >>> _spellings(Fraction(16, 3))[2:]
        ['5.3', '5.33', '5.333', '5.3333', '5.33333', '5.333333']
    """
    spellings = [written(number)]
    is_infinite = number in FULL_WINDOW  # −∞ or +∞, which is no fraction
    if is_infinite:
        return spellings
    fraction = Fraction(number if isinstance(number, int) else exact(number))
    spellings.append(f"{fraction.numerator}/{fraction.denominator}")
    has_endless_decimals = decimal_places(fraction) is None
    if has_endless_decimals:
        spellings += [f"{float(fraction):.{places}f}" for places in _PLACES_OF_MEANS]
    return spellings
