"""What changes on a page from step to step, as one object of JSON for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias, TypeVar

from treeexplorer.drawing.figure_layout import FigureLayout, lay_out_figure
from treeexplorer.drawing.figures import FigureOptions, ItemState
from treeexplorer.drawing.page_choice import choice_on_page
from treeexplorer.drawing.page_texts import Coded, Texts
from treeexplorer.drawing.svg import FigureWriter, Slab
from treeexplorer.engine.algorithms import algorithm_of, listing
from treeexplorer.engine.listings import Listing, executed
from treeexplorer.engine.record import Record, StepKind
from treeexplorer.explain.choice_words import SOURCES
from treeexplorer.explain.hints import asked, remark_on
from treeexplorer.explain.sentence import Phrase
from treeexplorer.explain.snapshot import NodeView, Snapshot, snapshot
from treeexplorer.judging.facts import CutTest
from treeexplorer.judging.questions import Answer, Field, Task, steps_with_tasks, task_at
from treeexplorer.numbers import decimal_places, exact, shown, written
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, Number, Window

_MARGIN: Final = 12  # around the figure
_OPTIONS: Final = FigureOptions()
_NO_TEST: Final = 0  # what the page takes as "there is no test in this step"

_Fields: TypeAlias = dict[str, Any]
"""Fields of an object of JSON, which the page's script reads; only those that are needed."""
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


@dataclass(frozen=True)
class Steps:
    """What changes on a page from step to step; made by :func:`page_steps`.

    Attributes:
        record: The search.
        listing: The listing of the search.
        layout: The places of the figure's nodes, the same at every step.
        axis: All numbers of the search in order.
        changes: For each step what it changes, see :meth:`_StepEncoder.changes`.
        sentences: For each step what happens, then what follows from it if anything does.
        executed_lines: Sets of lines of the listing that are executed together.
        texts: The texts of the phrases in the changes.
        last_figure: The figure after the last step, with all elements that any step shows.
    """

    record: Record
    listing: Listing
    layout: FigureLayout
    axis: Sequence[Number]
    changes: Sequence[_Fields]
    sentences: Sequence[Sequence[str]]
    executed_lines: Sequence[tuple[int, ...]]
    texts: Texts
    last_figure: FigureWriter

    def data(self) -> _Fields:
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
        - ``steps``: what each step changes.
        """
        return {
            "parents": list(self.record.tree.parent),
            "axis": list(map(shown, self.axis)),
            "sign": self.record.rules.test_sign,
            "lines": self.executed_lines,
            "parts": [self.listing.part_of(frozenset(lines)) for lines in self.executed_lines],
            "sources": str(SOURCES),
            "texts": list(self.texts),
            "best": self._best_nodes(),
            "steps": self.changes,
        }

    def _best_nodes(self) -> list[int]:
        """Return the nodes on the best line, the root apart, and its ties."""
        items = self.layout.items
        plain = filter(items.is_plain, range(1, len(items)))
        is_best = {item: "best" in self.last_figure.state(item).marks for item in plain}
        return [items.node(item) for item, best in is_best.items() if best]

    def figure(self) -> str:
        """Return the SVG element of the page: the tree as it is after the last step.

        It has every element that any step shows, some of them hidden: the page's script turns it
        into the figure of any other step. The script, ``page.js``, finds the elements by ids and
        classes, which :class:`FigureWriter` writes; here only the ``<svg>`` around them is written.
        """
        width = round(self.layout.width) + 2 * _MARGIN
        height = round(self.layout.height) + 2 * _MARGIN
        markup = "".join(self.last_figure.drawing())
        # The drawing begins at 0, 0. What is shown begins before that, by a margin on each side: so
        # `viewBox` begins at negative numbers, and is as large as the element, one unit a pixel.
        return (
            f'<svg width="{width}" height="{height}" '
            f'viewBox="{-_MARGIN} {-_MARGIN} {width} {height}" role="img" '
            f'aria-label="the game tree">\n{markup}\n</svg>\n'
        )


def page_steps(record: Record, *, practise: bool) -> Steps:
    """Go through all steps of a search once, and note what each changes on its web page.

    Args:
        record: The search.
        practise: Whether the page asks for numbers before it shows them.
    """
    layout = lay_out_figure(record)
    tasks = _tasks_of(record) if practise else {}
    encoder = _StepEncoder(record, layout, tasks)
    changes: list[_Fields] = []
    sentences: list[list[str]] = []
    nodes_with_both_rails: set[int] = set()  # at some step
    touched_before = set(range(len(record.tree)))  # at first the page knows of no node
    for number in range(record.steps + 1):
        figure = FigureWriter(record, number, _OPTIONS, layout)
        touched = _touched_nodes(figure.snapshot)
        # A node of the step before may look different, too: its value is new no more.
        changes.append(encoder.changes(figure, sorted(touched | touched_before)))
        sentences.append(_lines_of_trace(figure.snapshot))
        nodes_with_both_rails |= _nodes_with_both_rails(figure)
        touched_before = touched
    last_figure = FigureWriter(
        record,
        None,
        _OPTIONS,
        layout,
        is_on_page=True,
        with_both_rails=set(map(layout.items.item, nodes_with_both_rails)),
    )
    return Steps(
        record=record,
        listing=encoder.listing,
        layout=layout,
        axis=encoder.axis,
        changes=changes,
        sentences=sentences,
        executed_lines=list(encoder.number_of_lines),
        texts=encoder.texts,
        last_figure=last_figure,
    )


def _touched_nodes(moment: Snapshot) -> set[int]:
    """Return the nodes at which something happens in a step of the search.

    These are the node of the step, the child whose value arrives, and every node that is pruned.
    If a search enters a node again, all nodes below it are touched, too: what an earlier visit
    found there is no longer shown.
    """
    tree = moment.record.tree
    nodes = {moment.node}
    if moment.child is not None:  # the child that has just returned its value
        nodes.add(moment.child)
    if moment.cut is not None:
        for pruned_child in moment.cut.skipped:
            nodes.update(range(pruned_child, tree.end[pruned_child]))
    may_enter_again = algorithm_of(moment.record.rules).reenters
    if may_enter_again and moment.kind is StepKind.VISIT:
        nodes.update(range(moment.node, tree.end[moment.node]))
    return nodes


def _only_new(known: dict[_Key, _Value], fields: Mapping[_Key, _Value]) -> dict[_Key, _Value]:
    """Return the fields whose values the page does not have yet, and note that it has them now.

    A field with the value ``None`` is not new if the page has no such field.

    Args:
        known: All fields that the page has; the new ones are added.
        fields: Fields of the page at the next step.

    Example:
        >>> known = {"status": "open", "value": "v 5"}
        >>> _only_new(known, {"status": "open", "value": "= 5"})
        {'value': '= 5'}
        >>> known
        {'status': 'open', 'value': '= 5'}
    """
    new = {key: value for key, value in fields.items() if known.get(key) != value}
    known.update(new)
    return new


class _StepEncoder:
    """Tells step by step what changes on the page.

    The page keeps what it was told. So only what is new is told, and the steps must be encoded in
    order.

    Attributes:
        listing: The listing of the search.
        axis: All numbers of the search in order.
        texts: The texts that the steps so far need.
        number_of_lines: The sets of lines of the listing that the steps so far execute, numbered.
    """

    def __init__(self, record: Record, layout: FigureLayout, tasks: Mapping[int, Task]) -> None:
        """Begin with a page that shows no step.

        Args:
            record: The search.
            layout: The places of the nodes.
            tasks: What a person is asked, by the number of the step.
        """
        self._record = record
        self._tree = record.tree
        self._items = layout.items
        self._tasks = tasks
        self.listing = listing(record.rules, chance=record.tree.has_chance)
        self.axis = _axis_of(record)
        self._places_on_axis = {number: place for place, number in enumerate(self.axis)}
        self.texts = Texts(record.tree)
        self.number_of_lines: dict[tuple[int, ...], int] = {}
        # What the page has been told: the fields of each node; who has ``alpha`` and who ``beta``;
        # and the number of the lines executed in the last step of a kind at nodes of a role.
        self._known_of_nodes: list[_Fields] = [
            {"status": "unseen", "value": ""} for _ in range(len(record.tree))
        ]
        self._known_rails: _Fields = {}
        self._known_lines: dict[tuple[StepKind, int], int] = {}

    def changes(self, figure: FigureWriter, nodes: Iterable[int]) -> _Fields:
        """Return what a step changes on the page, as fields for the page's script.

        The first field is the kind of the step, such as ``visit`` or ``return``, with the number of
        its node. Each method below adds fields, and leaves out what the page knows by itself.

        Args:
            figure: The figure at the step.
            nodes: The nodes that may have changed, in ascending order.
        """
        moment = figure.snapshot
        kind: _Fields = {moment.kind.value: moment.node}
        return (
            kind
            | self._changed_nodes(figure, nodes)
            | self._changed_rails(moment)
            | self._changed_lines(moment)
            | self._test(moment)
            | self._texts_of_bar(moment)
            | self._choice(figure)
            | self._question(moment.step)
        )

    # -- the tree --------------------------------------------------------------------------------

    def _changed_nodes(self, figure: FigureWriter, nodes: Iterable[int]) -> _Fields:
        """Return which of some nodes have changed on the page, and how, as up to two fields.

        - ``statuses``: the nodes of which nothing but the status has changed, as runs of nodes with
          the same status: first node, last node, status;
        - ``nodes``: the changed fields of all other nodes, by node.

        Args:
            figure: The figure at the step, which knows how each node looks now.
            nodes: The nodes that may have changed, in ascending order: runs are found by that.
        """
        runs: list[_StatusRun] = []
        changed_fields: dict[int, _Fields] = {}
        for node in nodes:
            changed = self._changed_fields_of_node(figure, node)
            if changed.keys() == {"status"}:
                _add_to_runs(runs, node, changed["status"])
            elif changed:
                changed_fields[node] = changed
        fields: _Fields = {}
        if changed_fields:
            fields["nodes"] = changed_fields
        if runs:
            fields["statuses"] = runs
        return fields

    def _changed_fields_of_node(self, figure: FigureWriter, node: int) -> _Fields:
        """Return the fields of a node that have changed since the page was last told.

        If node 3 was ``{"status": "open", "value": "v 5"}`` and is done with a value of 5 now, this
        is ``{"status": "done", "value": "= 5"}``. A status that the page gives the node by itself
        is left out.
        """
        changed = _only_new(self._known_of_nodes[node], self._fields_of_node(figure, node))
        if changed.get("status") == _implied_status(figure.snapshot, node):
            changed.pop("status", None)
        return changed

    def _fields_of_node(self, figure: FigureWriter, node: int) -> _Fields:
        """Return how a node looks at a step, as fields for the page's script.

        A field that is missing stays on the page as it is; one that is ``None`` is taken away.

        - ``status`` and ``value``;
        - ``slab``: the red label of a cut-off below the node;
        - ``dots``: the status of the ``…`` for children that are not drawn;
        - ``entry``, ``window`` and ``gap``: its windows, the pairs of α and β.
        """
        item = self._items.item(node)
        state = figure.state(item)
        view = figure.snapshot.view(node)
        fields: _Fields = {"status": state.status, "value": state.value}
        slab = figure.slab(item)
        if not self._page_makes_slab(slab, node):
            fields["slab"] = slab
        if node in self._tree.elided:
            dots = self._items.children(item)[-1]  # a ``…`` is always the last child
            fields["dots"] = figure.state(dots).status
        return fields | self._window_on_entry(view, state.status) | self._open_window(view, state)

    def _page_makes_slab(self, slab: Slab | None, node: int) -> bool:
        """Tell whether the page turns the slab that it has at a node into another by itself.

        In the step of its cut-off a slab shows the test, later a cross alone: ``╳``. The page takes
        the test away by itself.
        """
        is_cross_alone = slab is not None and not slab.test
        return is_cross_alone and self._known_of_nodes[node].get("slab") is not None

    # -- windows ---------------------------------------------------------------------------------

    def _window_on_entry(self, view: NodeView, status: str) -> _Fields:
        """Return the window on entry of a node with children that was visited, as ``entry``.

        No field is returned of other nodes, nor in a search without windows.
        """
        was_entered_with_window = view.entry is not None and view.window is not None
        is_visited = status in {"open", "done"}
        if view.is_leaf or not was_entered_with_window or not is_visited:
            return {}
        return {"entry": self._on_axis(view.entry)}

    def _open_window(self, view: NodeView, state: ItemState) -> _Fields:
        """Return the current window of a node that is open, or is the node of the step.

        These nodes are the ones whose windows the page lists. The fields are

        - ``window``: the window; ``None`` if it is still the one on entry, or if there is none;
        - ``gap``: ``empty`` if no value lies in it, ``only`` if just one does, otherwise ``None``.
        """
        is_listed = state.status == "open" or view.is_current
        if not is_listed:
            return {}
        return {"window": self._current_window(view), "gap": _gap(view)}

    def _current_window(self, view: NodeView) -> list[int] | None:
        """Return a node's current window, as places on the axis; ``None`` for the one on entry.

        In a search without windows the page draws v in their place: both ends are v.
        """
        if not self._record.has_windows and view.v is not None and not view.is_leaf:
            return self._on_axis((view.v, view.v))
        has_moved = view.window != view.entry
        return self._on_axis(view.window) if has_moved else None

    def _on_axis(self, window: Window | None) -> list[int] | None:
        """Return a window as places on the axis, the indices of its ends in ``axis``.

        On the axis −∞, 2, 3, +∞ the window (3, +∞) is ``[2, 3]``. ``None`` stays ``None``.
        """
        return None if window is None else [self._places_on_axis[end] for end in window]

    def _changed_rails(self, moment: Snapshot) -> _Fields:
        """Return who has α and who has β, if that has changed: ``{"alpha": (2, 5)}``.

        Node 2 has α, which its child 5 gave it; ``None`` if no node has it, as it is an end of the
        first window or of a null window. From this the page draws the rails, the coloured edges
        from that child over that node down to where the search stands.
        """
        rails: _Fields = {}
        for name, holder in zip(("alpha", "beta"), moment.rails, strict=True):
            rails[name] = None if holder is None else (holder.node, holder.through)
        return _only_new(self._known_rails, rails)

    # -- the listing -----------------------------------------------------------------------------

    def _changed_lines(self, moment: Snapshot) -> _Fields:
        """Return the executed lines of the listing, unless the last similar step had the same.

        Steps are similar if they are of the same kind and at nodes of the same role. The field
        ``lines`` is the number of the set of lines.
        """
        lines = tuple(sorted(executed(self._record, moment.step, self.listing)))
        next_number = len(self.number_of_lines)
        number = self.number_of_lines.setdefault(lines, next_number)
        similar_steps = moment.kind, self._tree.roles[moment.node]
        if not _only_new(self._known_lines, {similar_steps: number}):
            return {}
        return {"lines": number}

    # -- the bar ---------------------------------------------------------------------------------

    def _test(self, moment: Snapshot) -> _Fields:
        """Return the cut-off test ``α ≥ β`` of a step as ``test``, if the page cannot know it.

        Only steps in which the value of a child arrives have a test:

        ========================================  =============================================
        case                                      ``test``
        ========================================  =============================================
        no test is told                           0
        null windows in use, or a chance node     the text of the test: ``"0 > 3 is false"``
        the node's current window is compared     left out, since the page has the window
        other numbers are compared                their places on the axis: ``[4, 2]``
        ========================================  =============================================
        """
        if moment.kind not in {StepKind.RETURN, StepKind.CUT}:
            return {}
        test = moment.test
        told_test = moment.banner.test
        if test is None or told_test is None:
            return {"test": _NO_TEST}
        if self._is_worded_otherwise(test):
            return {"test": str(told_test)}
        compared = (test.left, test.right)
        if compared == moment.view(moment.node).window:
            return {}
        return {"test": self._on_axis(compared)}

    def _is_worded_otherwise(self, test: CutTest) -> bool:
        """Tell whether a test is worded otherwise than that of a window in a plain search."""
        has_null_windows = bool(self._record.call_windows)
        return has_null_windows or self._tree.roles[test.node] == CHANCE_ROLE

    def _texts_of_bar(self, moment: Snapshot) -> _Fields:
        """Return the texts of the bar, in which the page says what happens in the step.

        The page takes what is not returned from its list of all steps:

        ============  =======================================  =================================
        field         returned                                 otherwise the page shows
        ============  =======================================  =================================
        ``heading``   if it is worded otherwise than the list  the first sentence of the step
        ``right``     if something is pruned: how much         nothing
        ``sentence``  at the last step                         the other sentences of the step
        ============  =======================================  =================================
        """
        banner = moment.banner
        fields: _Fields = {}
        if banner.kind != "step" or moment.is_last:
            fields["heading"] = self.texts.coded(banner.heading)
        if banner.right is not None:
            fields["right"] = str(banner.right)
        if moment.is_last:
            fields["sentence"] = " ".join(map(str, banner.lines))
        return fields

    def _choice(self, figure: FigureWriter) -> _Fields:
        """Return the cut-off of a step as the choice of a player; nothing without a cut-off."""
        choice = figure.snapshot.choice
        if choice is None:
            return {}
        return {"choice": choice_on_page(self._record, figure, choice, self.texts)}

    def _question(self, step: int) -> _Fields:
        """Return what a person is asked in a step, for each box of the form; nothing if not asked.

        ``ask`` holds the right answers for each box, such as ``{"v": ["3", "3/1"], "cut":
        ["no"]}``; ``reasons`` says for each box what is wrong with any other answer.
        """
        task = self._tasks.get(step)
        if task is None:
            return {}
        boxes = [name for name in _BOXES if task.answers.get(name) is not None]
        return {
            "asked": self.texts.coded(asked(self._record, task)),
            "ask": {name: _right_answers(task.answers[name]) for name in boxes},
            "reasons": {name: self._reason(task, name) for name in boxes},
        }

    def _reason(self, task: Task, name: Field) -> Coded:
        """Return what is wrong with a wrong answer in a box.

        The reason is an argument: so the page holds one text for all reasons, and no text for each.
        """
        # What was typed matters only to a remark on a window on entry, and these are not asked for.
        typed: dict[Field, Answer] = {}
        remark = remark_on(self._record, task, name, typed)
        return self.texts.coded(Phrase("{reason}", reason=str(remark.words)))


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


_StatusRun: TypeAlias = tuple[int, int, str]
"""The first and the last of consecutive nodes, and the status that all of them have."""


def _add_to_runs(statuses: list[_StatusRun], node: int, status: str) -> None:
    """Add a node to runs of nodes with the same status: to the last run if it continues that.

    Example:
        >>> runs = [(3, 4, "pruned")]
        >>> _add_to_runs(runs, 5, "pruned")
        >>> _add_to_runs(runs, 7, "done")
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
