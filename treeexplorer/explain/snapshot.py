"""Everything that a step of a search shows, as one plain value that screens and exports render."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine import Record, Status, Step, StepKind
from treeexplorer.engine.analysis import CutOff, Sign, analysis_of
from treeexplorer.errors import present
from treeexplorer.explain.cut_offs import describe_cut_off_for_bar, explain_cut_off
from treeexplorer.explain.endings import (
    describe_best_line_and_moves,
    describe_best_moves,
    describe_ending,
    waiting,
)
from treeexplorer.explain.phrases import count_read_leaves, format_player
from treeexplorer.explain.sentence import (
    Argument,
    Aside,
    Count,
    End,
    ItemList,
    Node,
    Phrase,
    Sentence,
    convert_to_phrase,
    joined,
)
from treeexplorer.explain.steps import (
    StepInWords,
    describe_first_window,
    explain_unusual_search,
    put_step_in_words,
)
from treeexplorer.explain.why import beyond
from treeexplorer.judging.best_values import nodes_that_gave_window
from treeexplorer.judging.choices import Choice, choice_of
from treeexplorer.judging.cutoff_tests import (
    may_enter_again,
    missed_on_equality,
    skipping_cut,
    test_at,
)
from treeexplorer.judging.facts import BestSoFar, CutTest, proven
from treeexplorer.numbers import shown
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INNER,
    MAX_ROLE,
    MIN_ROLE,
    Number,
    Player,
    Window,
)

BannerKind: TypeAlias = Literal["cut", "no-cut", "step"]

_LATEST_CALLS: Final = 400  # as many are looked at for the values on the axis
_NAMED: Final = 4  # as many pruned branches are named on a narrow bar
_NAMED_IN_FULL: Final = 40  # and on a bar that has room for them


class NumberChange(NamedTuple):
    """A number that a step has touched; before and after are the same where it was kept."""

    name: Literal["v", "α", "β"]
    before: Number | None
    after: Number


class Bound(NamedTuple):
    """The end of the current node's window that its own player cannot move, and who has it."""

    name: Literal["α", "β"]
    value: Number
    holder: BestSoFar | None  # the node whose v it is; ``None`` if it is no node's


class Banner(NamedTuple):
    """What a step says, in the order in which it is read.

    Attributes:
        kind: ``cut`` at a cut-off, ``no-cut`` where only equality kept a test from succeeding,
            else ``step``.
        main_reason: The one of the lines that is shown where there is room for no other; ``None``
            if there are no lines. At a cut-off it says who has the bound, before the search what is
            possible, at its end which move is best, and else what comes next.
    """

    kind: BannerKind
    heading: Phrase  # what happened: ``β CUT-OFF at ▲b``
    test: Phrase | None  # the test with its numbers, ``α 3 ≥ β 2``; ``None`` where there was none
    right: Phrase | None  # what is pruned, counted: ``1 branch pruned: ▽J``; else ``None``
    lines: tuple[Sentence, ...]  # who has what, and what is pruned
    main_reason: Sentence | None
    right_in_full: Phrase | None = None  # the same as ``right``, with all branches named

    @property
    def reasons(self) -> tuple[Sentence, ...]:
        """The lines without what is pruned."""
        return tuple(line for line in self.lines if not isinstance(line, Aside))

    @property
    def asides(self) -> tuple[Aside, ...]:
        """Of the lines, what is pruned."""
        return tuple(line for line in self.lines if isinstance(line, Aside))


class NodeView(NamedTuple):
    """What a node looks like at a step.

    Attributes:
        sign: What the number is: ``v`` of an open node, ``=``, ``≥``, ``≤`` of what was returned,
            ``?`` where nothing is proven of it, ``~`` an estimate, empty at a leaf and where there
            is no number.
        entry: The window it was entered with, ``None`` where it was not or the search has none.
    """

    node: int
    label: str
    text: str  # what a drawing writes: the label, or a leaf's value
    player: Player | None  # whose move it is; ``None`` at a leaf
    is_leaf: bool
    status: Status
    sign: Sign
    number: Number | None  # the number; ``None`` where there is none yet
    entry: Window | None
    window: Window | None  # the moving window; that of the entry where nothing moves
    v: Number | None  # its v, or the value of a leaf; ``None`` where it has none
    is_empty: bool  # whether the window is empty, so that the rest is pruned
    only: bool  # whether a single value is left in it, and the rules look on (α = β under ``>``)
    is_cut: bool  # whether it was left through a cut-off
    missed_on_equality: CutTest | None  # the test that failed on equality alone: ``3 > 3``
    is_new: bool
    is_current: bool
    elided: Status | None  # what its undrawn children are, ``None`` where it has none

    @property
    def value(self) -> str:
        """The number with a sign that says how exact it is: ``v −∞``, ``= 6``, ``≥ 8``, ``4?``.

        ``v`` is the best value so far of a node that is still searched, ``?`` a returned value that
        proves nothing, ``~`` an estimate. Without a number it is empty; a leaf has its number
        alone.
        """
        if self.number is None:
            return ""
        number = shown(self.number)
        if not self.sign:
            return number
        if self.sign == "?":
            return f"{number}?"
        if self.sign == "~":
            return f"~{number}"
        return f"{self.sign} {number}"


def snapshot(record: Record, step: int) -> Snapshot:
    """Return everything that a step shows; see :class:`Snapshot`.

    Raises:
        IndexError: There is no such step.
    """
    return Snapshot(record, step)


def moment_of(record: Record, node: int, step: int) -> int | None:
    """Find the step that shows best how a node stands at a given step: that one or an earlier.

    It is the first of these that there is:

    1. the given step, if the search is at the node;
    2. if the node was never entered, the cut-off that pruned it;
    3. the last test for a cut-off that was made at the node;
    4. the step at which the node returned its value;
    5. the step at which it was entered.

    Args:
        record: The search.
        node: The node.
        step: The given step; what comes after it does not count.

    Returns:
        The step; ``None`` where the search has not come to the node, nor pruned it.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.notation import parse
        >>> tree = parse("[[3 12 8] [2 4 6]]").tree
        >>> record = search(tree)
        >>> moment_of(record, tree.find("B"), 12)  # the search is at B, and prunes 4 and 6
        12
        >>> moment_of(record, tree.find("A"), 12)  # the 8 arrived there, and the test failed
        8
    """
    is_search_at_node = record.current(step) == node
    if is_search_at_node:
        return step

    last_call = record.call_at(node, step)  # a call is one visit of the search to a node
    if last_call is None:
        cut = skipping_cut(record, node, step)
        return None if cut is None else cut.number

    step_of_test = _find_last_test(record, last_call, step)
    if step_of_test is not None:
        return step_of_test

    step_of_return = record.returned_at(last_call)
    has_returned = step_of_return <= step
    return step_of_return if has_returned else record.entered_at(last_call)


def _find_last_test(record: Record, call: int, step: int) -> int | None:
    """Find the step at which a node last tested for a cut-off, up to a step; ``None`` without any.

    A test can follow on each child's return, but not all returns are tested: so they are looked at
    from the last one back. A call is one visit of the search to the node.
    """
    if not record.has_windows:
        return None

    child_call = record.last_return(call, step)
    while child_call is not None:
        step_of_return = record.returned_at(child_call)
        if test_at(record, record.step(step_of_return)) is not None:
            return step_of_return
        child_call = record.find_previous_sibling_call(child_call)
    return None


class Snapshot:
    """A step of a search and everything it shows.

    Nothing is computed before it is asked for, and no cost depends on the size of the tree (but
    for what is counted and proven once a record).

    Attributes:
        record: The record.
        step: The number of the step.
        at: What happens in it; ``kind``, ``node`` and ``child`` are its own.
        current: The node at which the search stands; ``None`` before it begins.
    """

    def __init__(self, record: Record, step: int) -> None:
        """Prepare what a step of a search shows; most of it is computed when it is asked for.

        Args:
            record: The search.
            step: The number of the step; 0 is the state before the search.

        Raises:
            IndexError: There is no such step.
        """
        self.record = record
        self.step = step
        self.at: Step = record.step(step)
        self.kind = self.at.kind
        self.node = self.at.node
        self.child = self.at.child
        self.current = record.current(step)
        # By node, as far as they have been asked for.
        self._views: dict[int, NodeView] = {}
        self._statuses: dict[int, Status] = {}

    @property
    def is_last(self) -> bool:
        """Whether the search has ended at this step."""
        return self.record.complete and self.step == self.record.steps

    # -- the path ------------------------------------------------------------------------------

    def path(self, count: int | None = None) -> tuple[NodeView, ...]:
        """Return the views of the nodes from the root down to the node at which the search stands.

        Args:
            count: How many nodes to return at most, counted from the current node up; at least the
                current node is returned. ``None`` for all of them.

        Returns:
            The views from the top down; none before the search begins.
        """
        if self.current is None:
            return ()
        ancestors = self.record.tree.ancestors(self.current)  # from the parent up to the root
        if count is not None:
            ancestors = islice(ancestors, max(0, count - 1))
        return tuple(map(self.view, reversed([self.current, *ancestors])))

    # -- what the step did ---------------------------------------------------------------------

    @cached_property
    def changes(self) -> tuple[NumberChange, ...]:
        """v, α and β before and after the step, as far as the step has touched them.

        v is the best value that a node has had from its children so far. A MAX node moves α with
        it, a MIN node β; the other end of the window is not listed.

        ==========================  ==========================================
        the step                    what it has touched
        ==========================  ==========================================
        enters a MIN node           v: nothing before, +∞ now
        brings 3 to a MIN node      v: from +∞ to 3; β: from +∞ to 3
        then brings 12 to it        v and β: from 3 to 3
        is at a chance node         nothing
        ==========================  ==========================================
        """
        v_now = self.at.v
        is_chance_node = self.record.tree.roles[self.node] == CHANCE_ROLE
        if v_now is None or is_chance_node:
            return ()
        is_just_entered = self.kind is StepKind.VISIT
        if is_just_entered:
            return (NumberChange("v", None, v_now),)

        # At any other step that has a v, a child has returned to the node.
        v_before = self.record.parent_v_before(present(self.at.child_call))
        change_of_v = NumberChange("v", v_before, v_now)
        change_of_bound = self._find_bound_that_v_moves()
        if change_of_bound is None:
            return (change_of_v,)
        return (change_of_v, change_of_bound)

    def _find_bound_that_v_moves(self) -> NumberChange | None:
        """Return the bound that the node's v can move, before and after the step.

        v is the node's best value so far. At a MAX node it can raise α, at a MIN node it can lower
        β. ``None`` without a window.
        """
        window_before = self.at.before
        window_now = self.at.window
        if window_before is None or window_now is None or not self.record.has_windows:
            return None

        old_alpha, old_beta = window_before
        alpha, beta = window_now
        if self.record.tree.roles[self.at.node] == MAX_ROLE:
            return NumberChange("α", old_alpha, alpha)
        return NumberChange("β", old_beta, beta)

    @cached_property
    def opponents_bound(self) -> Bound | None:
        """The end of the window that the opponent moves, at the innermost open node.

        β at a MAX node, α at a MIN node: v is tested against it, and no child of the node can
        change it. ``None`` before the search, at a chance node, and in a search without windows.
        """
        if self.at.kind is StepKind.START or not self.record.has_windows:
            return None
        call = self._find_open_call()
        return None if call is None else _find_opponents_bound(self.record, call)

    def _find_open_call(self) -> int | None:
        """Return the call in which the search is; ``None`` if the whole tree is a leaf.

        A leaf is read at once, so that the search is in the call of its parent.
        """
        call = self.at.call
        return self.record.caller(call) if self.record.is_leaf_call(call) else call

    @cached_property
    def test(self) -> CutTest | None:
        """The test for a cut-off that the step made; ``None`` where it made none."""
        return test_at(self.record, self.at)

    @cached_property
    def cut(self) -> CutOff | None:
        """The cut-off that happens in this step, if one does."""
        if self.kind is not StepKind.CUT or self.at.child_call is None:
            return None
        return analysis_of(self.record).cut_off(self.at.child_call)

    @cached_property
    def choice(self) -> Choice | None:
        """The choice that the cut-off of this step is, if one happens."""
        return None if self.cut is None else choice_of(self.record, self.cut)

    @cached_property
    def rails(self) -> tuple[BestSoFar | None, BestSoFar | None]:
        """Who has α and who has β at the current node: the node, its child, the number.

        ``None`` where an end is the initial window's or a null window's, and before the search.
        """
        if self.current is None:
            return (None, None)
        call = self.record.call_at(self.current, self.step)
        if call is None:
            return (None, None)
        return nodes_that_gave_window(self.record, call, self.step)

    # -- words ---------------------------------------------------------------------------------

    def signed(self, node: int) -> str:
        """Return a node's label with its player's sign directly before it."""
        return self.record.tree.labels.signed(node)

    @cached_property
    def _words(self) -> StepInWords:
        """The step in sentences, by what each of them is for."""
        return put_step_in_words(self.record, self.step)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The step in a few short sentences."""
        return self._words.sentences

    @property
    def sentence(self) -> str:
        """The step in words, as a trace prints it."""
        return joined(self.sentences)

    @property
    def beyond(self) -> tuple[Sentence, ...]:
        """What is to be said of the step beyond the banner."""
        return tuple(beyond(self.record, self.step))

    @cached_property
    def banner(self) -> Banner:
        """What is said of the step below the drawing: a heading, the test, and a few sentences.

        The first case that holds decides: a cut-off, the beginning, a test that failed only because
        both numbers are equal, the end of the search, any other step.
        """
        if self.cut is not None:
            return self._build_banner_of_cut(self.cut)
        # A search that stops before its first leaf is at its end already when it begins.
        is_start = self.kind is StepKind.START and not self.is_last
        if is_start and self.record.has_windows:
            return self._build_banner_of_start()
        failed_on_equality = self.view(self.node).missed_on_equality is not None
        if failed_on_equality:
            return self._build_banner_of_equality()
        if self.is_last:
            return self._build_banner_of_end()
        return self._build_banner_of_step()

    def _build_banner_of_start(self) -> Banner:
        """Build the banner of the state before the search: what is said below the drawing.

        It asks which leaves need not be read, and says what is possible so far. If the search waits
        for a leaf whose value is unknown, that is said last.
        """
        root_has_player = self.record.tree.roles[0] in {MAX_ROLE, MIN_ROLE}  # else: chance node
        has_full_window = self.record.rules.window == FULL_WINDOW
        narrowing: tuple[Sentence, ...] = ()
        if root_has_player and has_full_window:
            what_is_possible = self._describe_possible_values_of_root()
            narrowing = (Sentence("What is read narrows that"),)
        else:
            what_is_possible = describe_first_window(self.record, self.record.step(self.step))
        # Of a search other than alpha-beta it is also explained what that search does.
        unusual_search = explain_unusual_search(self.record)
        return Banner(
            kind="step",
            heading=Phrase("Which leaves need not be read?"),
            test=None,
            right=None,
            lines=(what_is_possible, *narrowing, *unusual_search, *self._describe_missing_value()),
            main_reason=what_is_possible,
        )

    def _describe_possible_values_of_root(self) -> Sentence:
        """Say which numbers the root may still be worth before anything is read.

        ``At ▲root MAX may still get anything, from −∞ to +∞``.
        """
        alpha, beta = self.record.rules.root_window
        return Sentence(
            "At {node} {player} may still get anything, from {low} to {high}",
            node=Node(self.record.tree, 0),
            player=format_player(self.record, 0),
            low=End("α", alpha),
            high=End("β", beta),
        )

    def _build_banner_of_equality(self) -> Banner:
        """Build the banner of a test for a cut-off that failed only on equality: ``3 > 3``."""
        return Banner(
            kind="no-cut",
            heading=Phrase("No {cut-off} at {node}", node=Node(self.record.tree, self.node)),
            # With α and β beside the numbers: `α 3 > β 3 is false`.
            test=self._describe_test(),
            right=None,
            lines=self._words.without_headline_and_test,
            main_reason=_find_last_reason(self._words.without_headline_and_test),
        )

    def _build_banner_of_step(self) -> Banner:
        """Build the banner of a step without a cut-off: its headline, and its test if it has one.

        ``12 arrives; ▽A keeps 3 (MIN)``, at its right ``α −∞ ≥ β 3 is false``, below ``Next: 8``.
        """
        lines = (*self._words.without_headline_and_test, *self._describe_missing_value())
        return Banner(
            kind="step",
            heading=self._words.headline.phrase,
            test=self._describe_test(),
            right=None,
            lines=lines,
            main_reason=_find_last_reason(lines),
        )

    def _describe_missing_value(self) -> Iterator[Sentence]:
        """Say which leaf's value is missing, at the last step of a search that stops before it."""
        if self.step != self.record.steps:
            return
        missing_value = waiting(self.record)
        if missing_value is not None:
            yield missing_value

    def _build_banner_of_end(self) -> Banner:
        """Build the banner of the end of a search: the root's value, then the best moves.

        How many leaves were read stands at its right.
        """
        ending = describe_ending(self.record)
        proof = () if ending.proof is None else (ending.proof,)
        lines = (*proof, *describe_best_line_and_moves(self.record))
        on_best_move = next(describe_best_moves(self.record), None)
        return Banner(
            kind="step",
            heading=ending.root_value.phrase,
            test=None,
            right=count_read_leaves(self.record),
            lines=lines,
            main_reason=_find_last_reason(lines) if on_best_move is None else on_best_move,
        )

    def _build_banner_of_cut(self, cut: CutOff) -> Banner:
        """Build the banner of a cut-off: where it is, its test, how much is pruned, and why."""
        return Banner(
            kind="cut",
            heading=describe_cut_off_for_bar(self.record, cut),
            test=self._describe_test(),
            right=self._describe_skipped(cut, _NAMED),
            lines=self._words.without_headline_and_test,
            main_reason=explain_cut_off(self.record, cut).about_bound,
            right_in_full=self._describe_skipped(cut, _NAMED_IN_FULL),
        )

    def _describe_skipped(self, cut: CutOff, most_named: int) -> Phrase:
        """Say what a cut-off skips, counted and named: ``1 branch pruned: ▽J``.

        It is ``skipped``, not ``pruned``, where another call of the search has visited some of it.
        """
        count = _count_skipped(self.record, cut)
        nodes = _list_skipped(self.record, cut, most_named)
        if analysis_of(self.record).is_pruned(cut, self.step):
            return Phrase("{count} pruned: {nodes}", count=count, nodes=nodes)
        return Phrase("{count} skipped: {nodes}", count=count, nodes=nodes)

    def _describe_test(self) -> Phrase | None:
        """Describe the test for a cut-off that this step made; ``None`` if none was made.

        - ``α 3 ≥ β 2``: most tests compare α with β.
        - ``α 8 ≥ at most 6``: a chance node compares one of them with what its mean can be.
        - ``3 ≥ 2``, without letters: a search such as PVS, which may enter a node again, compares
          its best value with a bound.
        """
        test = self.test
        if test is None:
            return None
        if may_enter_again(self.record):
            return convert_to_phrase(test)
        if self.record.tree.roles[test.node] == CHANCE_ROLE:
            return self._describe_test_of_mean(test)
        return _describe_test_of_window(test)

    def _describe_test_of_mean(self, test: CutTest) -> Phrase:
        """Describe a chance node's test: ``α 8 ≥ at most 6``, or ``at least 5 ≥ β 4``.

        Its mean lies between the least and the most that is proven of it. A test compares α with
        the most, or the least with β: which of them it was is seen by its numbers.
        """
        alpha, _ = self.record.entry_window(self.at.call)
        _, most = proven(self.record, test.node, self.step)
        compares_alpha = test.left == alpha and test.right == most
        if compares_alpha:
            return _describe_test_of_alpha_and_most(test)
        return _describe_test_of_least_and_beta(test)

    # -- counts --------------------------------------------------------------------------------

    @cached_property
    def read(self) -> int:
        """How many leaves have been read; one that is read again does not count again."""
        record = self.record
        if record.columns.has_repeated_visits:
            return bisect_right(record.derive(_LeafCounts).collect_first_readings(), self.step)
        call = record.last_call_by(self.step)
        return call + 1 - bisect_right(record.inner_calls, call)

    @cached_property
    def pruned(self) -> int:
        """How many of the leaves there are to read have been skipped by a cut-off so far.

        A search that enters nodes again may still read them: they count at its end.
        """
        record = self.record
        if record.columns.has_repeated_visits:
            return record.ends - record.evaluated if self.is_last else 0
        return record.derive(_LeafCounts).count_pruned(self.cutoffs)

    @property
    def to_come(self) -> int:
        """How many of the leaves there are to read have neither been read nor skipped."""
        return self.record.ends - self.read - self.pruned

    @cached_property
    def cutoffs(self) -> int:
        """How many cut-offs there have been up to this step."""
        return bisect_right(self.record.cuts, self.step, key=self.record.returned_at)

    @cached_property
    def axis(self) -> tuple[Number, ...]:
        """The distinct values of the leaves read last (of the last 400 calls), ascending."""
        record = self.record
        last_call = record.last_call_by(self.step)
        latest_calls = range(max(0, last_call + 1 - _LATEST_CALLS), last_call + 1)
        values = {record.value(call) for call in latest_calls if record.is_leaf_call(call)}
        return tuple(sorted(value for value in values if value is not None))

    # -- nodes ---------------------------------------------------------------------------------

    def view(self, node: int) -> NodeView:
        """Return what a node looks like at this step."""
        if node not in self._views:
            self._views[node] = self._build_view(node)
        return self._views[node]

    def _build_view(self, node: int) -> NodeView:
        """Build the view of a node at this step from the tree and the node's last call.

        A call is one visit of the search to a node.
        """
        tree = self.record.tree
        # What a drawing writes beside it, such as `≥` and 8.
        sign, number = analysis_of(self.record).shown(node, self.step)
        call = self._summarize_last_call(node)
        return NodeView(
            # What the tree says.
            node=node,
            label=tree.labels.label(node),
            text=tree.labels.text(node),
            player=tree.player(node),
            is_leaf=tree.kind[node] != INNER,
            # What the search has made of it by this step.
            status=self.status(node),
            sign=sign,
            number=number,
            entry=call.entry,
            window=call.window,
            v=call.v,
            is_empty=self._is_window_empty(node, call),
            only=self._has_one_value_left(call),
            is_cut=call.is_cut,
            missed_on_equality=call.missed_on_equality,
            elided=self._find_status_of_undrawn_children(node),
            # What this very step does.
            is_new=node == self._node_with_news,
            is_current=node == self.current,
        )

    def _summarize_last_call(self, node: int) -> _CallSummary:
        """Summarize a node's last visit up to this step, for its view; empty without a visit."""
        record = self.record
        call = record.call_at(node, self.step)
        if call is None:
            return _NO_CALL

        if record.has_windows:
            entry = record.entry_window(call)
            window = self._compute_remaining_window(call, node)
        else:
            entry = None
            window = None
        return _CallSummary(
            entry=entry,
            window=window,
            v=self._find_v(call),
            is_null=record.has_null_window(call),
            is_cut=self._has_ended_with_cut(call),
            missed_on_equality=self._find_test_missed_on_equality(call),
        )

    def _has_ended_with_cut(self, call: int) -> bool:
        """Tell whether a call has ended with a cut-off by this step."""
        if not self.record.is_done(call, self.step):
            return False
        last_child_call = self.record.last_return(call, self.step)
        return last_child_call is not None and self.record.caused_cut_off(last_child_call)

    def _find_test_missed_on_equality(self, call: int) -> CutTest | None:
        """Return an open call's last test, if that failed only because both numbers are equal."""
        if self.record.is_done(call, self.step):
            return None
        last_child_call = self.record.last_return(call, self.step)
        if last_child_call is None:
            return None
        return missed_on_equality(self.record, self.record.arrival(last_child_call))

    def _compute_remaining_window(self, call: int, node: int) -> Window:
        """Compute what is left at this step of the window (α, β) with which a node was entered.

        v, the best value so far, moves one end of it: of (0, 9) MAX with v = 3 leaves (3, 9). At a
        chance node under a range of all values there is no v: what is proven of its mean narrows
        both ends.
        """
        record = self.record
        window = record.window_at(call, self.step)
        is_chance = record.tree.roles[node] == CHANCE_ROLE
        if not is_chance or not record.has_chance_windows:
            return window

        alpha, beta = window
        least, most = proven(record, node, self.step)
        return max(alpha, least), min(beta, most)

    def _find_v(self, call: int) -> Number | None:
        """Return the v of a call at this step while it is open, and then what it returned."""
        record = self.record
        if record.is_leaf_call(call) or record.returned_at(call) <= self.step:
            return record.value(call)
        if call in record.remembered:
            return None
        return record.v_at(call, self.step)

    def _is_window_empty(self, node: int, call: _CallSummary) -> bool:
        """Tell whether a node's window is empty; a null window is once its question is answered."""
        if call.is_null:
            return node == self.node and self.test is not None and self.test.holds
        return call.window is not None and self.record.rules.cuts(*call.window)

    def _has_one_value_left(self, call: _CallSummary) -> bool:
        """Tell whether α = β at a node, and the rules do not cut off at equality."""
        if call.is_null or call.window is None:
            return False
        alpha, beta = call.window
        return alpha == beta and not self.record.rules.cuts(alpha, beta)

    def _find_status_of_undrawn_children(self, node: int) -> Status | None:
        """Return the status of a node's undrawn children; ``None`` if all are drawn."""
        if node not in self.record.tree.elided:
            return None
        return self.record.undrawn_status(node, self.step)

    def status(self, node: int) -> Status:
        """Return what a node is at this step."""
        if node not in self._statuses:
            self._statuses[node] = self._find_status(node)
        return self._statuses[node]

    def _find_status(self, node: int) -> Status:
        """Find a node's status, from its parent's if possible: that saves a search in the record.

        All below a node that was not visited, or was pruned, has the same status as the node. Under
        a depth limit it may lie beyond the limit, so the record is asked.
        """
        parent = self.record.tree.parent_of(node)
        if parent is not None and not self.record.has_horizon:
            status_of_parent = self._statuses.get(parent)
            if status_of_parent in {Status.UNSEEN, Status.SKIPPED}:
                return status_of_parent
        return self.record.status(node, self.step)

    @cached_property
    def _node_with_news(self) -> int | None:
        """The node at which this step shows something new; ``None`` before the first step.

        It is the node that was entered, or whose numbers changed. If a child's value arrives and
        changes nothing at the node, it is the child.
        """
        if self.step == 0:
            return None
        is_just_entered = self.child is None
        changes_numbers = any(change.before != change.after for change in self.changes)
        return self.node if is_just_entered or changes_numbers else self.child


def _find_opponents_bound(record: Record, call: int) -> Bound | None:
    """Return the bound that a node itself cannot move: β at MAX, α at MIN, none at a chance node.

    The call is one visit of the search to the node.
    """
    role = record.tree.roles[record.node(call)]
    if role == CHANCE_ROLE:
        return None

    # The bound that the node cannot move is still that of the window on entry.
    alpha, beta = record.entry_window(call)
    alpha_holder, beta_holder = nodes_that_gave_window(record, call)
    if role == MAX_ROLE:
        return Bound(name="β", value=beta, holder=beta_holder)
    return Bound(name="α", value=alpha, holder=alpha_holder)


def _find_last_reason(lines: Sequence[Sentence]) -> Sentence | None:
    """Find the last of a step's lines that does not only name what is pruned; ``None`` without one.

    It says what comes next: ``Next: 8``, or ``▽A has no child left and returns 3``.
    """
    reasons = [line for line in lines if not isinstance(line, Aside)]
    return reasons[-1] if reasons else None


def _count_skipped(record: Record, cut: CutOff) -> Count:
    """Count what a cut-off skips: ``3 leaves``, or ``3 branches`` if not all are leaves.

    Undrawn children, of which nothing is known, count as one branch.
    """
    count = len(cut.skipped)
    if cut.elided:
        return Count(count + 1, "branch", "branches")
    if all(map(record.tree.is_leaf, cut.skipped)):
        return Count(count, "leaf", "leaves")
    return Count(count, "branch", "branches")


def _list_skipped(record: Record, cut: CutOff, most_named: int) -> ItemList:
    """List what a cut-off skips: the first nodes, then ``…`` for others or undrawn children."""
    items: list[Argument] = [Node(record.tree, node) for node in cut.skipped[:most_named]]
    if cut.elided or len(cut.skipped) > most_named:
        items.append("…")
    return ItemList(tuple(items))


def _describe_test_of_window(test: CutTest) -> Phrase:
    """Describe the test of a MAX or MIN node: ``α 3 ≥ β 8 is false``."""
    # ``{α}`` and ``{β}`` are no arguments: they stand for themselves, and have a colour.
    left = End("α", test.left)
    right = End("β", test.right)
    if test.holds:
        return Phrase("{α} {left} {sign} {β} {right}", left=left, sign=test.sign, right=right)
    return Phrase("{α} {left} {sign} {β} {right} is false", left=left, sign=test.sign, right=right)


def _describe_test_of_alpha_and_most(test: CutTest) -> Phrase:
    """Describe a chance node's test of α against the most that its mean can be.

    ``α 8 ≥ at most 6`` if it holds, and the node is cut off; else ``is false`` is added.
    """
    # ``{α}`` is no argument: it stands for itself, and has a colour.
    return Phrase(
        "{α} {left} {sign} at most {right}{is_false}",
        left=End("α", test.left),
        sign=test.sign,
        right=test.right,
        is_false=_describe_failure(test),
    )


def _describe_test_of_least_and_beta(test: CutTest) -> Phrase:
    """Describe a chance node's test of the least that its mean can be against β.

    ``at least 5 ≥ β 4`` if it holds, and the node is cut off; else ``is false`` is added.
    """
    # ``{β}`` is no argument: it stands for itself, and has a colour.
    return Phrase(
        "at least {left} {sign} {β} {right}{is_false}",
        left=test.left,
        sign=test.sign,
        right=End("β", test.right),
        is_false=_describe_failure(test),
    )


def _describe_failure(test: CutTest) -> Phrase | None:
    """Return ``is false`` of a test that fails; ``None``, which prints nothing, if it holds."""
    return None if test.holds else Phrase(" is false")


class _CallSummary(NamedTuple):
    """What a node's view takes from its last call.

    Attributes:
        entry: The window it was entered with, where the search has windows.
        window: What is left of that window.
        v: Its v, or what it returned.
        is_null: Whether it was entered with a null window, which asks one question only.
        is_cut: Whether it has ended with a cut-off.
        missed_on_equality: While it is open, its last test, if that failed on equality alone.
    """

    entry: Window | None = None
    window: Window | None = None
    v: Number | None = None
    is_null: bool = False
    is_cut: bool = False
    missed_on_equality: CutTest | None = None


_NO_CALL: Final = _CallSummary()


class _LeafCounts:
    """How many leaves have been pruned and first read, computed once for a record, as needed."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._pruned_by_cuts = array("q", [0])  # by the first n cut-offs
        self._first_readings: list[int] = []
        self._steps_counted = -1  # of which the first readings are made: none yet

    def count_pruned(self, cut_count: int) -> int:
        """Count the leaves that the first ``cut_count`` cut-offs of the search have skipped.

        The totals are kept. If the first cut-off skips 2 leaves and the second 3, they are
        [0, 2, 5]: after 0, 1 and 2 cut-offs. Only those that are missing are computed.
        """
        record = self.record
        totals = self._pruned_by_cuts
        cuts_counted = len(totals) - 1
        for index in range(cuts_counted, cut_count):
            last_child = record.node(record.cuts[index])
            parent = record.tree.parent[last_child]
            skipped_children = record.children_after(parent, last_child)
            skipped_leaves = sum(map(record.count_leaves_to_read, skipped_children))
            totals.append(totals[-1] + skipped_leaves)
        return totals[cut_count]

    def collect_first_readings(self) -> list[int]:
        """Return the steps at which a leaf was read for the first time.

        They are kept until the record has more steps than they were made of.
        """
        if self._steps_counted != self.record.steps:
            self._first_readings = _collect_steps_of_first_readings(self.record)
            self._steps_counted = self.record.steps
        return self._first_readings


def _collect_steps_of_first_readings(record: Record) -> list[int]:
    """Return the step at which each leaf was read for the first time, ascending."""
    first_by_leaf: dict[int, int] = {}
    for step, leaf, _ in record.readings():
        first_by_leaf.setdefault(leaf, step)
    return list(first_by_leaf.values())
