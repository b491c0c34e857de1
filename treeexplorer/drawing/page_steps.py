"""What changes on a page from step to step, as one object of JSON for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from treeexplorer.drawing.figure_layout import FigureLayout, lay_out_figure
from treeexplorer.drawing.figures import FigureOptions, ItemState
from treeexplorer.drawing.page_choice import encode_choice
from treeexplorer.drawing.page_texts import Coded, Texts
from treeexplorer.drawing.svg_figure import FigureWriter, Slab
from treeexplorer.engine.algorithms import algorithm_of, listing
from treeexplorer.engine.listings import Listing, executed
from treeexplorer.engine.record import Record, StepKind
from treeexplorer.explain.choice_words import SOURCES
from treeexplorer.explain.hints import asked, diagnose_answer
from treeexplorer.explain.sentence import Phrase
from treeexplorer.explain.snapshot import NodeView, Snapshot, snapshot
from treeexplorer.judging.facts import BestSoFar, CutTest
from treeexplorer.judging.questions import Answer, Field, Task, steps_with_tasks, task_at
from treeexplorer.numbers import count_decimal_places, exact, shown, written
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, Number, Window

_MARGIN: Final = 12  # around the figure
_FIGURE_OPTIONS: Final = FigureOptions()
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
        changes: For each step what it changes, see :meth:`_StepEncoder.encode_next_step`.
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

        The script takes the fields by these names: whoever renames one here renames it there, too,
        which a test of the page makes sure of.

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
            "parts": [
                self.listing.find_lines_of_same_player(frozenset(lines))
                for lines in self.executed_lines
            ],
            "sources": str(SOURCES),
            "texts": list(self.texts),
            "best": self._collect_best_nodes(),
            "steps": self.changes,
        }

    def _collect_best_nodes(self) -> list[int]:
        """Return the nodes on the principal variation, the root apart, and its ties."""
        items = self.layout.items
        return [
            items.node(item)
            for item in range(1, len(items))
            if items.is_plain(item) and "best" in self.last_figure.state(item).marks
        ]

    def figure(self) -> str:
        """Return the SVG element of the page: the tree as it is after the last step.

        It has every element that any step shows, some of them hidden: the page's script turns it
        into the figure of any other step. The script, ``page.js``, finds the elements by ids and
        classes, which :class:`FigureWriter` writes; here only the ``<svg>`` around them is written.
        """
        width = round(self.layout.width) + 2 * _MARGIN
        height = round(self.layout.height) + 2 * _MARGIN
        drawing = "".join(self.last_figure.render_drawing())
        # The drawing begins at 0, 0. What is shown begins before that, by a margin on each side: so
        # `viewBox` begins at negative numbers, and is as large as the element, one unit a pixel.
        return (
            f'<svg width="{width}" height="{height}" '
            f'viewBox="{-_MARGIN} {-_MARGIN} {width} {height}" role="img" '
            f'aria-label="the game tree">\n{drawing}\n</svg>\n'
        )


def page_steps(record: Record, *, practise: bool) -> Steps:
    """Go through all steps of a search once, and collect what each changes on its web page.

    For each step a figure tells how the nodes look then, and an encoder picks what the page has not
    been told before. At the end comes the one figure that the page holds.

    Args:
        record: The search.
        practise: Whether the page asks for numbers before it shows them.
    """
    layout = lay_out_figure(record)
    tasks = _collect_tasks(record) if practise else {}
    encoder = _StepEncoder(record, layout, tasks)

    changes: list[_Fields] = []
    sentences: list[list[str]] = []
    nodes_with_both_rails: set[int] = set()  # those at whose edges any step shows both α and β
    for figure in _generate_figures(record, layout):
        changes.append(encoder.encode_next_step(figure))
        sentences.append(_render_trace_lines(figure.snapshot))
        nodes_with_both_rails |= _collect_nodes_with_both_rails(figure)

    tables = encoder.get_tables()
    return Steps(
        record=record,
        listing=tables.listing,
        layout=layout,
        axis=tables.axis,
        changes=changes,
        sentences=sentences,
        executed_lines=tables.executed_lines,
        texts=tables.texts,
        last_figure=_make_figure_of_page(record, layout, nodes_with_both_rails),
    )


def _generate_figures(record: Record, layout: FigureLayout) -> Iterator[FigureWriter]:
    """Yield the figure of each step of a search, from step 0, the state before it, to the last."""
    for step in range(record.steps + 1):
        yield FigureWriter(record, step, _FIGURE_OPTIONS, layout)


def _make_figure_of_page(
    record: Record, layout: FigureLayout, nodes_with_both_rails: set[int]
) -> FigureWriter:
    """Make the figure that the page holds: that of the search's end, with all that any step shows.

    ``nodes_with_both_rails`` are the nodes at whose edges any step shows both α and β.
    """
    return FigureWriter(
        record,
        None,  # the end of the search
        _FIGURE_OPTIONS,
        layout,
        is_on_page=True,
        with_both_rails=set(map(layout.items.item, nodes_with_both_rails)),
    )


def _collect_changed_nodes(step: Snapshot) -> set[int]:
    """Return the nodes at which something happens in a step of the search.

    These are the node of the step, the child whose value arrives, and every node that is pruned.
    If a search enters a node again, all nodes below it are among them, too: what an earlier visit
    found there is no longer shown.
    """
    tree = step.record.tree
    nodes = {step.node}
    if step.child is not None:  # the child that has just returned its value
        nodes.add(step.child)

    if step.cut is not None:
        for pruned_child in step.cut.skipped:
            nodes.update(range(pruned_child, tree.end[pruned_child]))

    may_enter_nodes_again = algorithm_of(step.record.rules).reenters
    if may_enter_nodes_again and step.kind is StepKind.VISIT:
        nodes.update(range(step.node, tree.end[step.node]))
    return nodes


def _find_new_fields(
    known: Mapping[_Key, _Value], fields: Mapping[_Key, _Value]
) -> dict[_Key, _Value]:
    """Return those of some fields whose values the page does not have already.

    A field with the value ``None`` is not new if the page has no such field.

    Example:
        >>> known = {"status": "open", "value": "v 5"}
        >>> _find_new_fields(known, {"status": "open", "value": "= 5", "slab": None})
        {'value': '= 5'}
    """
    return {key: value for key, value in fields.items() if known.get(key) != value}


class _PageMemory:
    """What a page has been told so far; a step tells it only what differs from that.

    All methods take what holds at the next step, and return what the page has to be told of it.
    """

    def __init__(self, node_count: int) -> None:
        """Begin with a page that was told nothing: no node has been visited."""
        self._nodes: list[_Fields] = [{"status": "unseen", "value": ""} for _ in range(node_count)]
        self._rails: _Fields = {}
        self._lines: dict[tuple[StepKind, int], int] = {}

    def has_label_of_cutoff(self, node: int) -> bool:
        """Tell whether the page shows the label of a cut-off at a node."""
        return self._nodes[node].get("slab") is not None

    def tell_node(self, node: int, fields: _Fields, *, status_set_by_page: str | None) -> _Fields:
        """Return those fields of a node that the page does not have yet.

        If node 3 was ``{"status": "open", "value": "v 5"}`` and is done with a value of 5 now, this
        is ``{"status": "done", "value": "= 5"}``. The status is left out if the page sets it by
        itself; the page has it then, too.
        """
        new_fields = _find_new_fields(self._nodes[node], fields)
        self._nodes[node].update(new_fields)
        if new_fields.get("status") == status_set_by_page:
            new_fields.pop("status", None)
        return new_fields

    def tell_rails(self, fields: _Fields) -> _Fields:
        """Return who has ``alpha`` and who has ``beta``, as far as that has changed."""
        new_fields = _find_new_fields(self._rails, fields)
        self._rails.update(new_fields)
        return new_fields

    def tell_lines(self, kind_and_role: tuple[StepKind, int], number: int) -> _Fields:
        """Return the number of a set of lines, unless the last step of the kind and role had it."""
        if self._lines.get(kind_and_role) == number:
            return {}
        self._lines[kind_and_role] = number
        return {"lines": number}


class _Tables(NamedTuple):
    """What the encoded steps refer to by numbers, each number being an index here.

    Attributes:
        listing: The listing of the search: its lines.
        axis: All numbers of the search in order.
        executed_lines: Sets of lines of the listing that are executed together.
        texts: The texts of phrases.
    """

    listing: Listing
    axis: Sequence[Number]
    executed_lines: Sequence[tuple[int, ...]]
    texts: Texts


class _StepEncoder:
    """Tells step by step what changes on the page, from step 0 on, no step left out.

    The page keeps what it was told, so that a step tells it only what is new. What that is only
    :class:`_PageMemory` knows; the methods here say what holds at a step.
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
        self._listing = listing(record.rules, chance=record.tree.has_chance)
        self._axis = _collect_axis_numbers(record)
        self._index_on_axis = {number: index for index, number in enumerate(self._axis)}

        # These grow from step to step.
        self._texts = Texts(record.tree)
        # Lines of the listing that are executed together, such as (3, 4) -> the number by which the
        # steps name them: 0 for the first such set, 1 for the next, and so on.
        self._number_of_lines: dict[tuple[int, ...], int] = {}
        self._memory = _PageMemory(len(record.tree))

        self._next_step = 0
        self._nodes_of_step_before = set(range(len(record.tree)))  # the page knows of no node yet

    def get_tables(self) -> _Tables:
        """Return what the steps that have been encoded so far refer to by numbers."""
        return _Tables(self._listing, self._axis, list(self._number_of_lines), self._texts)

    def encode_next_step(self, figure: FigureWriter) -> _Fields:
        """Return what the next step changes on the page, as fields for the page's script.

        For example, in ``[3 5 4]`` the second leaf, node 2, returns 5 to the root, node 0::

            {"return": 0, "nodes": {0: {"value": "v 5", "window": [3, 4]}}, "alpha": (0, 2)}

        The first field is the kind of the step with its node. What the page has already from the
        steps before is left out, such as the status of the root.

        Args:
            figure: The figure at the step, which is the one after the step encoded last.

        Raises:
            ValueError: It is another step.
        """
        step = figure.snapshot
        if step.step != self._next_step:
            raise ValueError(f"step {step.step} is encoded where {self._next_step} is next")

        # At the nodes of the step before something changes, too: their values are new no more.
        nodes_of_step = _collect_changed_nodes(step)
        changed_nodes = sorted(nodes_of_step | self._nodes_of_step_before)

        fields: _Fields = {step.kind.value: step.node}
        fields |= self._encode_changed_nodes(figure, changed_nodes)
        fields |= self._encode_changed_rails(step)
        fields |= self._encode_changed_lines(step)
        fields |= self._encode_test(step)
        fields |= self._encode_texts_of_bar(step)
        fields |= self._encode_choice(figure)
        fields |= self._encode_question(step.step)

        self._next_step += 1
        self._nodes_of_step_before = nodes_of_step
        return fields

    # -- the tree --------------------------------------------------------------------------------

    def _encode_changed_nodes(self, figure: FigureWriter, nodes: Iterable[int]) -> _Fields:
        """Return which of some nodes have changed on the page, and how, as up to two fields.

        - ``statuses``: the nodes of which nothing but the status has changed, as runs of nodes with
          the same status: first node, last node, status;
        - ``nodes``: the changed fields of all other nodes, by node.

        Args:
            figure: The figure at the step, which knows how each node looks now.
            nodes: The nodes that may have changed, in ascending order: runs are found by that.
        """
        status_by_node: dict[int, str] = {}
        changes_by_node: dict[int, _Fields] = {}
        for node in nodes:
            changes = self._encode_changed_node(figure, node)
            if changes.keys() == {"status"}:
                status_by_node[node] = changes["status"]
            elif changes:
                changes_by_node[node] = changes

        fields: _Fields = {}
        if changes_by_node:
            fields["nodes"] = changes_by_node
        if status_by_node:
            fields["statuses"] = _join_into_runs(status_by_node)
        return fields

    def _encode_changed_node(self, figure: FigureWriter, node: int) -> _Fields:
        """Return the fields of a node that have changed since the page was last told."""
        status_set_by_page = _find_status_set_by_page(figure.snapshot, node)
        fields = self._encode_node(figure, node)
        return self._memory.tell_node(node, fields, status_set_by_page=status_set_by_page)

    def _encode_node(self, figure: FigureWriter, node: int) -> _Fields:
        """Return how a node looks at a step, as fields for the page's script.

        ``stateAt`` of ``page.js`` writes them over those of the steps before. So a field that is
        missing stays as it was, and one that is ``None`` is taken away: ``{"status": "done",
        "value": "= 5", "slab": None}`` takes a label away and leaves the windows as they are.

        - ``status`` and ``value``;
        - ``slab``: the red label of a cut-off below the node;
        - ``dots``: the status of the ``…`` for children that are not drawn;
        - ``entry``, ``window`` and ``gap``: its windows, the pairs of α and β.
        """
        item = self._items.item(node)
        state = figure.state(item)
        view = figure.snapshot.view(node)
        fields: _Fields = {"status": state.status, "value": state.value}
        fields |= self._encode_cutoff_label(node, figure.place_cutoff_label(item))
        if node in self._tree.elided:
            dots = self._items.children(item)[-1]  # a ``…`` is always the last child
            fields["dots"] = figure.state(dots).status
        fields |= self._encode_entry_window(view, state.status)
        fields |= self._encode_current_window(view, state)
        return fields

    def _encode_cutoff_label(self, node: int, label: Slab | None) -> _Fields:
        """Return the red label of a cut-off below a node as the field ``slab``, if it is needed.

        The page keeps a label that it was told once, and ``showCard`` of ``page.js`` leaves out the
        test in other steps than that of the cut-off::

            the step                 label       the field
            that of the cut-off      ╳ 3 ≥ 2     place, width and test
            a later one              ╳           none: the page has the label
            without a cut-off        none        ``None``: a label that the page has is taken away
        """
        is_cross_alone = label is not None and not label.test
        if is_cross_alone and self._memory.has_label_of_cutoff(node):
            return {}
        return {"slab": label}

    # -- windows ---------------------------------------------------------------------------------

    def _encode_entry_window(self, view: NodeView, status: str) -> _Fields:
        """Return the window on entry of a visited node with children, as the field ``entry``.

        No field is returned of other nodes, nor in a search without windows.
        """
        is_visited = status in {"open", "done"}
        has_window = view.entry is not None and view.window is not None
        if view.is_leaf or not is_visited or not has_window:
            return {}
        return {"entry": self._convert_to_axis_indices(view.entry)}

    def _encode_current_window(self, view: NodeView, state: ItemState) -> _Fields:
        """Return the current window of a node that is open, or is the node of the step.

        These nodes are the ones whose windows the page lists. The fields are

        - ``window``: the window; ``None`` if it is still the one on entry, or if there is none;
        - ``gap``: ``empty`` if no value lies in it, ``only`` if just one does, otherwise ``None``.
        """
        is_listed = state.status == "open" or view.is_current
        if not is_listed:
            return {}
        return {"window": self._find_changed_window(view), "gap": _describe_gap(view)}

    def _find_changed_window(self, view: NodeView) -> list[int] | None:
        """Return a node's current window, as places on the axis; ``None`` for the one on entry.

        In a search without windows the page draws v in their place: both ends are v.
        """
        if not self._record.has_windows and view.v is not None and not view.is_leaf:
            return self._convert_to_axis_indices((view.v, view.v))
        if view.window == view.entry:
            return None
        return self._convert_to_axis_indices(view.window)

    def _convert_to_axis_indices(self, window: Window | None) -> list[int] | None:
        """Convert the two numbers of a window to their indices on the axis.

        On the axis −∞, 2, 3, +∞ the window (3, +∞) is ``[2, 3]``. ``None`` stays ``None``.
        """
        if window is None:
            return None
        return [self._index_on_axis[number] for number in window]

    def _encode_changed_rails(self, step: Snapshot) -> _Fields:
        """Return who has α and who has β, if that has changed: ``{"alpha": (2, 5)}``.

        Node 2 has α, which its child 5 gave it; ``None`` if no node has it, as it is an end of the
        first window or of a null window. From this the page draws the rails, the coloured edges
        from that child over that node down to where the search stands.
        """
        alpha, beta = step.rails
        fields = {"alpha": _encode_holder(alpha), "beta": _encode_holder(beta)}
        return self._memory.tell_rails(fields)

    # -- the listing -----------------------------------------------------------------------------

    def _encode_changed_lines(self, step: Snapshot) -> _Fields:
        """Return the executed lines of the listing, unless the last similar step had the same.

        Steps are similar if they are of the same kind and at nodes of the same role. The field
        ``lines`` is the number of a set of lines: the page holds each set once, in the order of its
        first use. If the visits of three MAX nodes execute the lines 1 and 2, then again 1 and 2,
        then 1 and 3, the fields are ``{"lines": 0}``, none, and ``{"lines": 1}``.
        """
        number = self._number_lines(executed(self._record, step.step, self._listing))
        kind_and_role = (step.kind, self._tree.roles[step.node])
        return self._memory.tell_lines(kind_and_role, number)

    def _number_lines(self, lines: Iterable[int]) -> int:
        """Return the number of a set of lines of the listing; a new set gets the next number."""
        ascending_lines = tuple(sorted(lines))
        if ascending_lines not in self._number_of_lines:
            self._number_of_lines[ascending_lines] = len(self._number_of_lines)
        return self._number_of_lines[ascending_lines]

    # -- the bar ---------------------------------------------------------------------------------

    def _encode_test(self, step: Snapshot) -> _Fields:
        """Return the field ``test``, if the page is to show another cut-off test than it would.

        A web page shows a test in each step in which the value of a child arrives. Without this
        field it is that of the node's window: ``3 ≥ 5 is false`` at a node with the window (3, 5).
        """
        has_value_arrived = step.kind in {StepKind.RETURN, StepKind.CUT}
        if not has_value_arrived:
            return {}
        test = self._convert_test(step)
        test_shown_by_page = self._convert_to_axis_indices(step.view(step.node).window)
        return {} if test == test_shown_by_page else {"test": test}

    def _convert_test(self, step: Snapshot) -> int | str | list[int] | None:
        """Convert the test that a step shows to what the page's script reads.

        ========================  =================================================================
        converted                 the test
        ========================  =================================================================
        0                         none
        ``"0 > 3 is false"``      this text: at a chance node, or in a search with null windows
        ``[4, 2]``                the comparison of two numbers, each told by its index on the axis,
                                  the sorted list of all numbers
        ========================  =================================================================
        """
        test = step.test
        test_in_words = step.banner.test
        if test is None or test_in_words is None:
            return _NO_TEST
        if self._needs_own_words(test):
            return str(test_in_words)
        return self._convert_to_axis_indices((test.left, test.right))

    def _needs_own_words(self, test: CutTest) -> bool:
        """Tell whether a test is worded otherwise than that of a window in a plain search."""
        has_null_windows = self._record.has_call_windows
        return has_null_windows or self._tree.roles[test.node] == CHANCE_ROLE

    def _encode_texts_of_bar(self, step: Snapshot) -> _Fields:
        """Return the texts of the bar that the page cannot take from its list of all steps.

        The bar says what happens in a step. The list has the same sentences for most steps, and
        ``showWords`` of ``page.js`` takes them from there: the first as the heading, the others as
        the text below. These are returned:

        - ``heading``, where the bar has one of its own, such as ``β CUT-OFF at ▲b``: at a cut-off,
          at one that only equality has prevented, and at the last step;
        - ``right``, where something is pruned, such as ``1 branch pruned: ▽J``;
        - ``sentence``, at the last step: the text below the heading.
        """
        banner = step.banner
        fields: _Fields = {}
        has_own_heading = banner.kind != "step" or step.is_last
        if has_own_heading:
            fields["heading"] = self._texts.coded(banner.heading)
        if banner.right is not None:
            fields["right"] = str(banner.right)
        if step.is_last:
            fields["sentence"] = " ".join(map(str, banner.lines))
        return fields

    def _encode_choice(self, figure: FigureWriter) -> _Fields:
        """Return the cut-off of a step as the choice of a player; nothing without a cut-off."""
        choice = figure.snapshot.choice
        if choice is None:
            return {}
        return {"choice": encode_choice(self._record, figure, choice, self._texts)}

    def _encode_question(self, step: int) -> _Fields:
        """Return what a person is asked in a step, for each box of the form; nothing if not asked.

        ``ask`` holds the right answers for each box, such as ``{"v": ["3", "3/1"], "cut":
        ["no"]}``; ``reasons`` says for each box what is wrong with any other answer.
        """
        task = self._tasks.get(step)
        if task is None:
            return {}

        right_answers: dict[Field, list[str]] = {}
        reasons: dict[Field, Coded] = {}
        question = self._texts.coded(asked(self._record, task))
        for box in _ANSWER_FIELDS:
            answer = task.answers.get(box)
            if answer is not None:
                right_answers[box] = _format_right_answers(answer)
                reasons[box] = self._explain_wrong_answer(task, box)
        return {"asked": question, "ask": right_answers, "reasons": reasons}

    def _explain_wrong_answer(self, task: Task, box: Field) -> Coded:
        """Return what is wrong with a wrong answer in a box.

        The reason is an argument: so the page holds one text for all reasons, and no text for each.
        """
        # What will be typed is not known yet. It matters to remarks on a window on entry, which are
        # not asked for here, and on the sign of v, which are left out then.
        typed_answers: dict[Field, Answer] = {}
        remark = diagnose_answer(self._record, task, box, typed_answers)
        return self._texts.coded(Phrase("{reason}", reason=str(remark.words)))


def _collect_nodes_with_both_rails(figure: FigureWriter) -> set[int]:
    """Return the nodes along whose edges both α and β came down."""
    nodes_with_both = figure.rails.alpha & figure.rails.beta
    return {node for node in nodes_with_both if node is not None}


def _render_trace_lines(step: Snapshot) -> list[str]:
    """Return what a step says: a line for its first sentence, and one for the others if any."""
    sentences = [str(sentence) for sentence in step.sentences]
    if len(sentences) == 1:
        return sentences
    return [sentences[0], " ".join(sentences[1:])]


def _encode_holder(holder: BestSoFar | None) -> tuple[int, int | None] | None:
    """Return the node that has a bound, and the child that gave it that; ``None`` for no node."""
    return None if holder is None else (holder.node, holder.through)


def _describe_gap(view: NodeView) -> str | None:
    """Return how few values lie in a window: ``empty`` for none, ``only`` for one, or ``None``."""
    if view.is_empty:
        return "empty"
    if view.only:
        return "only"
    return None


def _find_status_set_by_page(step: Snapshot, node: int) -> str | None:
    """Return the status that the page gives a node by itself in a step; ``None`` if none.

    It opens the node that is visited, and closes the child whose value arrives.
    """
    is_visit = step.kind in {StepKind.VISIT, StepKind.LEAF}
    if is_visit and node == step.node:
        return "open"
    if node == step.child:
        return "done"
    return None


_StatusRun: TypeAlias = tuple[int, int, str]
"""The first and the last of consecutive nodes, and the status that all of them have."""


def _join_into_runs(status_by_node: Mapping[int, str]) -> list[_StatusRun]:
    """Join consecutive nodes with the same status into runs; the nodes must be in ascending order.

    Example:
        >>> _join_into_runs({3: "pruned", 4: "pruned", 5: "pruned", 7: "done"})
        [(3, 5, 'pruned'), (7, 7, 'done')]
    """
    runs: list[_StatusRun] = []
    first_node = 0  # of the run that is collected
    for node, status in status_by_node.items():
        continues_run = status_by_node.get(node - 1) == status
        if continues_run:
            runs.pop()  # it is appended again, one node longer
        else:
            first_node = node
        runs.append((first_node, node, status))
    return runs


def _collect_tasks(record: Record) -> dict[int, Task]:
    """Return the tasks of the practise mode, by the number of the step that asks them.

    A page asks only when a child has returned: whether its parent cuts off, and in a search that
    cuts nothing off what the parent's v is. So these tasks are left out:

    - those at the entry of a node, which ask for α and β alone;
    - in a search with windows, those at a chance node that makes no test.
    """
    decisive_box: Field = "v"
    if record.has_windows:
        decisive_box = "cut"

    tasks: dict[int, Task] = {}
    for step in steps_with_tasks(record):
        task = task_at(record, step)
        if decisive_box in task.answers:
            tasks[task.at.number] = task
    return tasks


def _collect_axis_numbers(record: Record) -> list[Number]:
    """Return the numbers that stand at nodes or are ends of windows at some step, in order.

    A window is a pair of α and β. −∞ and +∞ are always among the numbers. None is in it twice.
    """
    numbers: set[Number] = set(FULL_WINDOW)
    for step_number in range(record.steps + 1):
        # Only the node of the step is looked at: elsewhere no number changes in a step.
        step = record.step(step_number)
        if step.v is not None:
            numbers.add(step.v)
        if step.value is not None:
            numbers.add(step.value)
        if step.window is not None:
            numbers.update(step.window)

    # Where chance nodes have windows, a step may move several of them: all are looked at.
    if record.has_chance_windows:
        numbers |= _collect_numbers_of_all_steps(record)
    return sorted(numbers)


def _collect_numbers_of_all_steps(record: Record) -> set[Number]:
    """Return the ends of all windows and both sides of all tests that any step shows.

    They are looked up at every node that is open in a step. Where chance nodes have windows, the
    value of a leaf may move the windows of several open nodes at once, not only that of the node to
    which it is returned.
    """
    numbers: set[Number] = set()
    for step_number in range(record.steps + 1):
        step = snapshot(record, step_number)
        for view in step.path():
            if view.window is not None:
                numbers.update(view.window)
        if step.test is not None:
            numbers.add(step.test.left)
            numbers.add(step.test.right)
    return numbers


_ANSWER_FIELDS: Final[tuple[Field, ...]] = ("v", "alpha", "beta", "cut")
"""What is asked for in practise."""


def _format_right_answers(answer: Answer) -> list[str]:
    """Return what may be typed or chosen as a right answer: ``yes``, or spellings of a number."""
    if answer is True:
        return ["yes"]
    if answer is False:
        return ["no"]
    return _format_number_spellings(answer)


_DECIMAL_PLACES_OF_MEANS: Final = range(1, 7)
"""To how many decimal places a mean with endless decimals may be rounded."""


def _format_number_spellings(number: Number) -> list[str]:
    """Return the texts that count as a right answer if a person has to type a number.

    They are the number as it is written, and as a fraction, even with the denominator 1. Only a
    number with endless decimals, such as the mean 16/3, may be rounded.

    Example:
        >>> _format_number_spellings(4), _format_number_spellings(0.5)
        (['4', '4/1'], ['0.5', '1/2'])
        >>> _format_number_spellings(Fraction(16, 3))[2:]
        ['5.3', '5.33', '5.333', '5.3333', '5.33333', '5.333333']
    """
    is_infinite = number in FULL_WINDOW  # −∞ or +∞, which is no fraction
    if is_infinite:
        return [written(number)]

    exact_number = number if isinstance(number, int) else exact(number)
    fraction = Fraction(exact_number)
    spellings = [written(number), f"{fraction.numerator}/{fraction.denominator}"]

    has_endless_decimals = count_decimal_places(fraction) is None
    if has_endless_decimals:
        spellings += [f"{float(fraction):.{places}f}" for places in _DECIMAL_PLACES_OF_MEANS]
    return spellings
