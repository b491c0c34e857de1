"""What follows from a person's own entries, so that a mistake is held against nobody twice.

*Follow-through* is how examiners mark by hand: a wrong number is a mistake once, and whatever is
computed correctly from it is not marked down again. On ``[3 [5 2]]`` somebody writes 5 at the MIN
node, which is worth 2, and 5 at the root. The 5 at the MIN node is a mistake; the 5 at the root
follows from it.

:class:`FollowThrough` runs the search with the person's entries: at a node where a number is
written, the parent goes on with this number. Terms:

led to
    The entries so far make the search visit a node, or give a number.

crossed out
    A node with a slash, which the person says is cut off: ``/9``.

against the test
    The person visits a child although the test for a cut-off holds on the person's own numbers.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from treeexplorer.engine import Interval, Record
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import find_best_moves
from treeexplorer.engine.intervals import compute_minimax_intervals, merge_child_into_interval
from treeexplorer.engine.ordered_tree import (
    UnknownLeafError,
    added,
    run_without_recursion,
    simplify_fraction,
)
from treeexplorer.engine.procedure import is_better
from treeexplorer.engine.star1 import ChanceMean, find_early_stop_value
from treeexplorer.errors import present
from treeexplorer.judging.claims import branches_fully_crossed, marks_cuts, with_exact_numbers
from treeexplorer.judging.facts import Inequality
from treeexplorer.judging.findings import Findings, FoundCall, Right, SignedBound
from treeexplorer.judging.judge import judge
from treeexplorer.notation import Claim, Claims, claim_table
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, GameTree, Number, Window


class _NodeResult(NamedTuple):
    """What a node returns to its parent.

    Attributes:
        value: Its value.
        interval: The lowest and the highest value that it is proven to have.
    """

    value: Number
    interval: Interval


@dataclass
class _OpenNode:
    """A node while a run is searching it, with what its children have returned so far.

    Attributes:
        record: The search, for its rules.
        node: The node.
        role: Who moves there.
        entry_window: The window (α, β) with which it is searched.
        probabilities: Those of a chance node's children; empty at MAX and MIN.
        chance_mean: The interval of the mean of a chance node that can stop early; otherwise
            ``None``.
        best_value: The best value so far; ``None`` at a chance node.
        weighted_sum: At a chance node, the values of its children so far, summed up by probability.
        proven_interval: What the children prove of the node so far; ``None`` while nothing is
            proven.
        interval_of_child: By child that was visited or skipped: what is proven of it. Of a skipped
            child it is the known range.
        has_returned_child: Whether a child has returned a value.
    """

    record: Record
    node: int
    role: int
    entry_window: Window
    probabilities: Mapping[int, Fraction]
    chance_mean: ChanceMean | None
    best_value: Number | None
    proven_interval: Interval | None
    weighted_sum: Number = 0
    interval_of_child: dict[int, Interval] = field(default_factory=dict)
    has_returned_child: bool = False

    @classmethod
    def enter(cls, record: Record, node: int, entry_window: Window) -> _OpenNode:
        """Make the open node of a node of which no child has returned anything yet."""
        known_range = record.rules.known_range
        probabilities = _collect_probabilities(record.tree, node)
        role = record.tree.roles[node]
        # A chance node (a dice roll) can stop early only if all values are known to lie in a range.
        can_stop_early = role == CHANCE_ROLE and record.rules.has_range
        # Undrawn children count as one more child, of which only the known range is proven.
        has_undrawn_children = node in record.tree.elided
        return cls(
            record=record,
            node=node,
            role=role,
            entry_window=entry_window,
            probabilities=probabilities,
            chance_mean=ChanceMean(probabilities.values(), known_range) if can_stop_early else None,
            best_value=record.choose_starting_v(role, entry_window),
            proven_interval=known_range if has_undrawn_children else None,
        )

    @property
    def v(self) -> Number:
        """The best value so far; at a chance node, the sum of its mean so far."""
        if self.best_value is None:  # a chance node
            return simplify_fraction(self.weighted_sum)
        return simplify_fraction(self.best_value)

    @property
    def interval(self) -> Interval:
        """What is proven of the node so far."""
        interval = self.proven_interval
        if interval is None:
            interval = self.record.rules.known_range
        low, high = interval
        return simplify_fraction(low), simplify_fraction(high)

    @property
    def window(self) -> Window:
        """The window as v has narrowed it; at a chance node the window of its entry."""
        narrowed = self.record.narrow_window(self.role, self.entry_window, self.best_value)
        return self.entry_window if narrowed is None else narrowed

    @property
    def is_cut_off_due(self) -> bool:
        """Whether the test for a cut-off holds. It is made only after a child has returned.

        MAX and MIN compare the ends of the window. A chance node compares the interval of its mean
        with the window, if a range of the values is known; otherwise it makes no test.
        """
        if not self.has_returned_child:
            return False
        if self.role != CHANCE_ROLE:
            return _is_cut_off_due(self.record, self.window)
        if self.chance_mean is None:
            return False
        interval = self.chance_mean.interval
        return find_early_stop_value(self.record.rules, self.entry_window, interval) is not None

    def choose_child_window(self, child: int) -> Window:
        """Return the window with which the next child is entered."""
        if self.chance_mean is not None:
            return self.chance_mean.compute_child_window(
                self.probabilities[child], self.entry_window
            )
        if self.role == CHANCE_ROLE:
            return FULL_WINDOW
        return self.window

    def add_returned_child(self, child: int, result: _NodeResult) -> None:
        """Update the node with what a visited child returns: its best value, or its mean.

        At a chance node the child's value is added by weight. At MAX and MIN v, the best value so
        far, becomes the child's value if that is better.
        """
        is_first_to_return = not self.has_returned_child
        self.has_returned_child = True

        if self.role == CHANCE_ROLE:
            probability = self.probabilities[child]
            self.weighted_sum = added(self.weighted_sum, probability, result.value)
        else:
            self._update_best_value(result.value, is_first=is_first_to_return)
        self._add_proven_interval(child, result.interval)

    def _update_best_value(self, value: Number, *, is_first: bool) -> None:
        """Take a child's value as the best value (v) of a MAX or MIN node if it is better.

        For example MAX has v = 3: it takes 5, and keeps 3 when 2 returns. The form "two-functions"
        takes the value of the first child that returns even if v begins better.
        """
        v = present(self.best_value)  # only a chance node has none
        takes_any_value = is_first and self.record.replaces_first
        if takes_any_value or is_better(self.role, value, v):
            self.best_value = value

    def add_skipped_child(self, child: int) -> None:
        """Update the node with a child that is not visited: its value lies in the known range."""
        self._add_proven_interval(child, self.record.rules.known_range)

    def _add_proven_interval(self, child: int, interval: Interval) -> None:
        """Merge the interval that is proven of a child into what is proven of the node.

        At a chance node the child counts by its probability; the children of MAX and MIN have none.
        """
        self.interval_of_child[child] = interval
        self.proven_interval = merge_child_into_interval(
            self.role, self.proven_interval, interval, weight=self.probabilities.get(child)
        )
        if self.chance_mean is not None:  # a chance node that can stop early
            self.chance_mean.read(self.probabilities[child], interval)


def _collect_probabilities(tree: GameTree, node: int) -> dict[int, Fraction]:
    """Return the probabilities of a chance node's children; empty at MAX and MIN."""
    probabilities: dict[int, Fraction] = {}
    for child in tree.children(node):
        probability = tree.probability(child)
        if probability is not None:
            probabilities[child] = probability
    return probabilities


class _WrittenAnswers:
    """What a person wrote about a tree, as a run asks for it.

    Attributes:
        marks_cuts: Whether slashes, or ``@cuts none``, say what is cut off.
        claims: The claims about nodes, by node and kind.
    """

    def __init__(self, tree: GameTree, claims: Claims) -> None:
        self._tree = tree
        self.marks_cuts = marks_cuts(claims)
        exact_claims = [with_exact_numbers(tree, claim) for claim in claims]
        self.claims = claim_table(exact_claims)
        self._fully_crossed = branches_fully_crossed(tree, claims)

    def window(self, node: int) -> Window | None:
        """Return the window that is written at a node."""
        claim = self.claims.get((node, "window"))
        return None if claim is None else claim.window

    def bound(self, node: int) -> SignedBound | None:
        """Return the bound that is written at a node."""
        claim = self.claims.get((node, "bound"))
        if claim is None or claim.sign is None or claim.number is None:
            return None
        return claim.sign, claim.number

    def is_crossed_out(self, node: int) -> bool:
        """Tell whether a node itself is crossed out."""
        return (node, "cut") in self.claims

    def is_visited(self, node: int, *, is_cut_off_due: bool) -> bool:
        """Tell whether the person visited a node.

        Args:
            node: The node.
            is_cut_off_due: Whether the test for a cut-off holds at its parent before.
        """
        if self.is_crossed_out(node):
            return False
        return not is_cut_off_due or self.is_visited_against_test(node)

    def is_visited_against_test(self, node: int) -> bool:
        """Tell whether the person visited a node although the test of its parent holds.

        Args:
            node: A node that is not crossed out itself.
        """
        if node in self._fully_crossed:  # everything below it is crossed out
            return False
        if self.marks_cuts:  # then a node without a slash was visited
            return True
        return node in self._nodes_shown_visited_by_windows

    @cached_property
    def _nodes_shown_visited_by_windows(self) -> set[int]:
        """The nodes beside which a person wrote a window, and all their ancestors.

        Who writes the window of a node has visited it, and so everything above it.
        """
        visited: set[int] = set()
        for node, kind in self.claims:
            if kind != "window":
                continue
            for visited_node in chain([node], self._tree.ancestors(node)):
                if visited_node in visited:
                    break  # its ancestors are in the set, too
                visited.add(visited_node)
        return visited


class _WrittenNumbers:
    """The written numbers that a person goes on with.

    Attributes:
        as_returned: Those that count as returned values, by node.
        as_minimax: Those that count as minimax values, by node.
    """

    def __init__(self, answers: _WrittenAnswers, findings: Findings) -> None:
        """Sort the numbers by what the search found."""
        self.as_returned: dict[int, Number] = {}
        self.as_minimax: dict[int, Number] = {}
        for claim in answers.claims.values():
            if claim.kind == "value" and claim.number is not None:
                self._add_number(claim, claim.number, findings)

    def _add_number(self, claim: Claim, number: Number, findings: Findings) -> None:
        """Add a written number as a returned value, as a minimax value, or as both.

        A wrong number may be meant as either, and counts as both. If a node returns 2 and its
        minimax value is 1, then 2 counts as returned, 1 as minimax, and 8 as both; if both are 2,
        then 2 counts as both.
        """
        node = claim.node
        reason = judge(claim, findings)
        if reason is None:
            self.as_returned[node] = number
            self.as_minimax[node] = number
        elif reason == "returned":
            self.as_returned[node] = number
            if findings.minimax(node) == number:
                self.as_minimax[node] = number
        else:
            self.as_minimax[node] = number


def _is_cut_off_due(record: Record, window: Window) -> bool:
    """Tell whether a window is empty by the search's test; minimax makes no test."""
    return record.has_windows and record.rules.cuts(*window)


class _Turn(NamedTuple):
    """What a person does when it is the turn of a child.

    Attributes:
        is_cut_off_due: Whether the test for a cut-off holds at the parent, so that the child should
            be skipped.
        is_visited: Whether the person visited the child.
    """

    is_cut_off_due: bool
    is_visited: bool

    @property
    def ignores_cut_off(self) -> bool:
        """Whether the person goes on although a cut-off is due."""
        return self.is_cut_off_due and self.is_visited


class _ConductAtNode(NamedTuple):
    """How a person has dealt with the children of a node so far, one after the other.

    The test for a cut-off says at each child whether it is skipped. A person may disobey the test:
    only the first slash too soon is a mistake, and only the first visit in spite of a cut-off. What
    the person does in the same way afterwards is expected.

    Attributes:
        has_ignored_cut_off: Whether the person has gone on although a cut-off was due.
        has_skipped_previous: Whether the person has skipped the previous child.
    """

    has_ignored_cut_off: bool
    has_skipped_previous: bool = False

    def is_visit_expected(self, turn: _Turn) -> bool:
        """Tell whether a visit of the next child is what follows from the entries so far.

        ===========  ============  ==============================================
        cut-off due  visited       whether a visit is expected
        ===========  ============  ==============================================
        no           yes           yes
        no           no            yes, unless the previous child was skipped, too
        yes          no            no
        yes          yes           no, unless a cut-off was ignored before
        ===========  ============  ==============================================
        """
        if turn.is_cut_off_due:
            return turn.is_visited and self.has_ignored_cut_off
        return turn.is_visited or not self.has_skipped_previous

    def after(self, turn: _Turn) -> _ConductAtNode:
        """Return the conduct once the person has visited the next child, or skipped it."""
        return _ConductAtNode(
            has_ignored_cut_off=self.has_ignored_cut_off or turn.ignores_cut_off,
            has_skipped_previous=not turn.is_visited,
        )


@dataclass
class _PaperRunResult:
    """What the entries on a paper lead to; empty for a search that enters nodes several times.

    Attributes:
        calls: By node: its call. That of a node that is still open has no value.
        visited: By node: whether the entries lead to a visit of it.
        windows_before_slashes: By node that the person crosses out though the entries lead to a
            visit of it: the window (α, β) that its parent has by the entries.
        cuts_rest: By node with undrawn children: whether the entries cut these off.
        visited_against_test: On a paper without slashes, the nodes that the person visited although
            the entries do not lead there.
        best_moves: The moves that the entries prove to be the best.
        leaves_read: The number of leaves; ``None`` if the run stops at an unknown leaf.
    """

    calls: dict[int, FoundCall] = field(default_factory=dict)
    visited: dict[int, bool] = field(default_factory=dict)
    windows_before_slashes: dict[int, Window] = field(default_factory=dict)
    cuts_rest: dict[int, bool] = field(default_factory=dict)
    visited_against_test: set[int] = field(default_factory=set)
    best_moves: frozenset[int] = frozenset()
    leaves_read: int | None = None

    def expected_calls(self, node: int) -> list[FoundCall]:
        """Return the call of a node if the entries lead to one; otherwise an empty list."""
        if node in self.visited_against_test or node not in self.calls:
            return []
        return [self.calls[node]]


def _run_search_on_paper(
    record: Record, answers: _WrittenAnswers, returned_numbers: Mapping[int, Number]
) -> _PaperRunResult:
    """Search a tree as a person did on paper, and return what that leads to.

    Args:
        record: The search, for its tree and its rules.
        answers: What the person wrote.
        returned_numbers: By node: the number with which the person goes on at its parent.
    """
    run = _PaperRun(record, answers, returned_numbers)
    root = 0
    run.result.visited[root] = True
    try:
        # Each visit notes in the result what it finds.
        run_without_recursion(run.visit, _Visit(root, record.rules.root_window))
    except UnknownLeafError:
        # The result is as far as the run has come; the number of leaves stays unknown.
        return run.result
    run.result.leaves_read = sum(map(record.is_evaluated, run.result.calls))
    return run.result


class _Visit(NamedTuple):
    """The visit of a node in a search on paper.

    Attributes:
        node: The node.
        window: The window (α, β) that follows for it from what the person wrote before.
    """

    node: int
    window: Window


class _PaperRun:
    """A search of a tree as a person did it on paper, with the numbers that the person wrote.

    Attributes:
        result: What the entries lead to, as far as the run has come.
    """

    def __init__(
        self, record: Record, answers: _WrittenAnswers, returned_numbers: Mapping[int, Number]
    ) -> None:
        self._record = record
        self._rules = record.rules
        self._tree = record.tree
        self._answers = answers
        self._returned_numbers = returned_numbers
        self.result = _PaperRunResult()

    def visit(self, visit: _Visit) -> Generator[_Visit, _NodeResult, _NodeResult]:
        """Search a node as the person did, and return its result for the node's parent.

        It is a recursive function, written as a generator for :func:`run_without_recursion`: in
        place of ``result = self.visit(child_visit)`` stands ``result = yield child_visit``, so that
        a tree may be of any depth.

        Three values are told apart. On ``[3 B:[5 2]]`` somebody wrote 5 at the MIN node B::

            node     follows from below   written at it   its parent goes on with
            leaf 3   3                                    3
            leaf 5   5                                    5
            leaf 2   2                                    2
            B        2                    5               5
            root     5

        The entry at a node is judged by what follows from below. So ``self.result`` has that for
        each node, and also which children are visited, and at the root the best moves.

        Raises:
            UnknownLeafError: The node is a leaf without a value.
        """
        node = visit.node
        if self._record.is_evaluated(node):
            return self._visit_leaf(visit)

        open_node = self._enter(visit)
        conduct = yield from self._visit_children(open_node)
        # From here on `open_node` holds what the children have returned.
        call = self._build_call(open_node, visit.window)
        self.result.calls[node] = call
        self._note_undrawn_children(open_node, conduct)
        if self._tree.is_root(node):
            best_moves = find_best_moves(open_node.role, open_node.interval_of_child)
            self.result.best_moves = best_moves.proven
        return self._choose_result_for_parent(node, call)

    def _enter(self, visit: _Visit) -> _OpenNode:
        """Enter a node with children, and note its call, which has returned nothing yet.

        The call stays like this if the run stops at an unknown leaf below.
        """
        known_range = self._rules.known_range
        self.result.calls[visit.node] = FoundCall(visit.window, None, interval=known_range)
        entry_window = self._choose_entry_window(visit.node, visit.window)
        return _OpenNode.enter(self._record, visit.node, entry_window)

    def _note_undrawn_children(self, open_node: _OpenNode, conduct: _ConductAtNode) -> None:
        """Note for a MAX or MIN node with undrawn children (``...``) whether they are cut off.

        Who visits a child in spite of a cut-off goes on to the undrawn ones, too.

        Args:
            open_node: The node, after its drawn children.
            conduct: How the person has dealt with these.
        """
        has_undrawn_children = open_node.node in self._tree.elided
        if has_undrawn_children and open_node.role != CHANCE_ROLE:
            goes_on = conduct.has_ignored_cut_off
            self.result.cuts_rest[open_node.node] = not goes_on and self._is_undrawn_rest_cut(
                open_node
            )

    def _visit_children(
        self, open_node: _OpenNode
    ) -> Generator[_Visit, _NodeResult, _ConductAtNode]:
        """Visit the children of a node that the person visited, and skip the others.

        The run goes on as the person did; what was to be expected from the entries before is noted.
        In ``[[3 12] [2 9 4 /1]]`` MAX has 3 when the second MIN node is entered, so that a cut-off
        is due after the 2::

            child   cut-off due   the person    a visit is expected
            2       no            visits it     yes
            9       yes, 3 ≥ 2    visits it     no: the missing slash is the person's mistake
            4       yes           visits it     yes: who has visited the 9 goes on
            1       yes           skips it      no

        A part of the generator :meth:`visit`: ``result = yield child_visit`` makes a visit of a
        child, and gives its result.

        Returns how the person dealt with the children; here a cut-off was ignored.
        """
        # With an empty window a cut-off is due before any child. Who visits one ignores it.
        has_empty_window = _is_cut_off_due(self._record, open_node.entry_window)
        conduct = _ConductAtNode(has_ignored_cut_off=has_empty_window)
        for child in self._record.children(open_node.node):
            turn = self._find_turn(open_node, child)
            self._note_turn(open_node, child, turn, is_expected=conduct.is_visit_expected(turn))
            if turn.is_visited:
                child_result = yield _Visit(child, open_node.choose_child_window(child))
                open_node.add_returned_child(child, child_result)
            else:
                open_node.add_skipped_child(child)
            conduct = conduct.after(turn)
        return conduct

    def _note_turn(
        self, open_node: _OpenNode, child: int, turn: _Turn, *, is_expected: bool
    ) -> None:
        """Note whether a visit of a child was to be expected, and what the person did instead.

        ============  ==========  ==================================================================
        a visit is    the person  what is noted besides
        ============  ==========  ==================================================================
        expected      visits it   nothing
        expected      skips it    the window of the parent, by which the slash is judged
        not expected  visits it   on a paper without slashes, that the visit counts as none
        not expected  skips it    nothing
        ============  ==========  ==================================================================
        """
        self.result.visited[child] = is_expected
        if is_expected and not turn.is_visited:
            self._note_unexpected_slash(open_node, child)
        if turn.is_visited and not is_expected:
            self._note_unexpected_visit(child)

    def _find_turn(self, open_node: _OpenNode, child: int) -> _Turn:
        """Find out what the person does with the next child of a node."""
        is_due = open_node.is_cut_off_due
        return _Turn(is_due, self._answers.is_visited(child, is_cut_off_due=is_due))

    def _note_unexpected_visit(self, child: int) -> None:
        """Note that the person visited a child to which the entries do not lead.

        On a paper with slashes the missing slash is a mistake, and nothing has to be noted. On a
        paper without, it says nothing, and the visit counts as none.
        """
        if not self._answers.marks_cuts:
            self.result.visited_against_test.add(child)

    def _note_unexpected_slash(self, open_node: _OpenNode, child: int) -> None:
        """Note that the person crossed out a child which the entries lead to: with which window.

        The failed test of the parent's window then explains the mistake. A chance node has none.
        """
        if open_node.role != CHANCE_ROLE:
            self.result.windows_before_slashes[child] = open_node.window

    def _visit_leaf(self, visit: _Visit) -> _NodeResult:
        """Note the call of a leaf, and return its value and its interval.

        Raises:
            UnknownLeafError: The leaf has no value.
        """
        value = self._record.leaf_value(visit.node)
        if value is None:
            raise UnknownLeafError
        interval = (value, value)
        self.result.calls[visit.node] = FoundCall(visit.window, value, interval)
        return _NodeResult(value, interval)

    def _choose_entry_window(self, node: int, window: Window) -> Window:
        """Return the window with which a node is searched: the entry window written there, if any.

        Otherwise it is the window with which the entries lead to the node.
        """
        # A window on exit says what came of the search of the node, and not how it begins.
        if self._rules.writes_exit_windows:
            return window
        written_window = self._answers.window(node)
        return window if written_window is None else written_window

    def _is_undrawn_rest_cut(self, open_node: _OpenNode) -> bool:
        """Tell whether a node stops before its undrawn children (``...``) by the test.

        From the left they come after all drawn children, so that the test decides. From the right
        they come first, and are never skipped.
        """
        return open_node.is_cut_off_due and not self._rules.right_to_left

    def _build_call(self, open_node: _OpenNode, window_before: Window) -> FoundCall:
        """Build the call of a node whose children have all had their turn, by which it is judged.

        Some courses write beside a node its window on exit, others that on entry. The window on
        entry is ``window_before``, which follows from what was written before. The person may have
        written another one at the node: then ``open_node`` was searched with that, right or wrong.
        """
        window_to_write = open_node.window if self._rules.writes_exit_windows else window_before
        value = self._compute_returned_value(open_node)
        return FoundCall(window_to_write, value, open_node.interval)

    def _compute_returned_value(self, open_node: _OpenNode) -> Number:
        """Compute the value that a node returns by the person's own numbers.

        It is v. A chance node that stopped early returns the end of its interval at which it
        stopped. Under fail-hard the value is clamped to the window.
        """
        value_of_early_stop = self._find_value_of_early_stop(open_node)
        value = open_node.v if value_of_early_stop is None else value_of_early_stop
        if not self._rules.hard:
            return value
        alpha, beta = open_node.entry_window
        return max(alpha, min(value, beta))

    def _find_value_of_early_stop(self, open_node: _OpenNode) -> Number | None:
        """Return the end of its interval at which a chance node stopped early; ``None`` if not.

        It stopped early if what the person wrote does not lead to a visit of each of its children.
        """
        if open_node.chance_mean is None:
            return None
        children = open_node.interval_of_child
        if all(self.result.visited[child] for child in children):
            return None
        return find_early_stop_value(self._rules, open_node.entry_window, open_node.interval)

    def _choose_result_for_parent(self, node: int, call: FoundCall) -> _NodeResult:
        """Return the value and the interval of a node with which the person goes on at its parent.

        The ``call`` is what follows from what is written below the node. What is written at the
        node itself takes its place, unless it says the same. If 3 and (3, +∞), that is 3 or more,
        follow from below::

            written at the node     the person goes on with
            nothing                 3 and (3, +∞)
            ≥ 3, a right bound      3 and (3, +∞)
            ≥ 8, a wrong bound      8 and (8, +∞)
            5, a number             5 and (5, +∞)
        """
        known_range = self._rules.known_range
        follows = _NodeResult(present(call.value), call.interval)
        written_value = self._returned_numbers.get(node)
        if written_value is not None:
            interval = _replace_proven_ends(written_value, follows, known_range)
            return _NodeResult(written_value, interval)

        wrong_bound = self._find_wrong_bound(node, call)
        if wrong_bound is not None:
            return _convert_wrong_bound(wrong_bound, known_range)
        return follows

    def _find_wrong_bound(self, node: int, call: FoundCall) -> SignedBound | None:
        """Return the bound that is written at a node if the entries below do not prove it.

        They prove nothing of a node that is visited against the test, which has no call by them.
        """
        bound = self._answers.bound(node)
        is_visited_against_test = node in self.result.visited_against_test
        is_proven = bound in call.bounds and not is_visited_against_test
        return None if is_proven else bound


def _convert_wrong_bound(bound: SignedBound, known_range: Interval) -> _NodeResult:
    """Return the value and the interval that a wrong bound stands for: 8 and (8, ∞) for ≥ 8."""
    sign, number = bound
    lowest, highest = known_range
    if sign == ">=":
        return _NodeResult(number, (number, highest))
    return _NodeResult(number, (lowest, number))


def _replace_proven_ends(
    written_value: Number, result: _NodeResult, known_range: Interval
) -> Interval:
    """Replace each proven end of a node's interval by the value that a person wrote at the node.

    If the value 3 with the interval (3, +∞) follows from below, and 5 is written, it is (5, +∞).

    Args:
        written_value: The value that is written at the node.
        result: What follows from what is written below the node.
        known_range: The range in which all values are known to lie; an end of it proves nothing.
    """
    if written_value == result.value:
        return result.interval
    low, high = result.interval
    lowest, highest = known_range
    if low > lowest:
        low = written_value
    if high < highest:
        high = written_value
    return low, high


class FollowThrough(Findings):
    """What a person's own entries lead to, at every node that they lead to.

    The search is run as the person ran it on paper. At each node the run first notes what the
    entries so far lead to, by which the entry there is judged; then it goes on with what is
    written. On a paper with slashes the run visits the nodes that are not crossed out. On a paper
    without, it stops where the test on the person's own numbers holds. Linear in the size of the
    tree.

    In a search that may enter a node several times only the values are followed.

    It is no run of :mod:`treeexplorer.engine.procedure`: there a node ends at its cut-off and
    returns a number. Here single children are passed over, and a node returns an interval, too.
    """

    def __init__(self, findings: Findings, claims: Claims) -> None:
        """Run the search as a person did on paper, with the numbers that the person wrote.

        A number beside a node may be meant as its returned value or as its minimax value, which
        differ where children are skipped. In ``[3 B:[2 1]]``, where MAX moves first, the MIN node B
        returns 2, since 3 ≥ 2 cuts off its 1; but its minimax value is 1. If somebody writes beside
        B:

        ==========  =================================  ==========================================
        the number  the search goes on from B with     minimax values above B are computed with
        ==========  =================================  ==========================================
        2           2: it is the returned value        1, by B's leaves
        1           2, by B's leaves                   1: it is the minimax value
        8           8: it is wrong, meant as either    8
        ==========  =================================  ==========================================

        Args:
            findings: What the search itself found, by which a number counts as right or wrong.
            claims: The answers that the person wrote.
        """
        record = findings.record
        super().__init__(record, findings.crossed)
        answers = _WrittenAnswers(record.tree, claims)
        numbers = _WrittenNumbers(answers, findings)
        self._numbers_as_minimax = numbers.as_minimax

        # On paper a search can be run only if it enters each node once; else the result is empty.
        self._can_run = not algorithm_of(record.rules).reenters
        self._result = _PaperRunResult()
        if self._can_run:
            self._result = _run_search_on_paper(record, answers, numbers.as_returned)

    @cached_property
    def _intervals_by_all_leaves(self) -> list[Interval]:
        """What all leaves prove about each node, with the person's entries in place of values."""
        return self._compute_intervals_by_entries(left_out=frozenset())

    def _compute_intervals_without(self, branches: frozenset[int]) -> list[Interval]:
        """Return what is proven about each node without some branches."""
        if not branches:
            return self._intervals_by_all_leaves
        return self._compute_intervals_by_entries(left_out=branches)

    def _compute_intervals_by_entries(self, left_out: frozenset[int]) -> list[Interval]:
        """Compute the lowest and highest value of each node from the person's numbers.

        A number that is written at a node counts for the node's parent, in place of what lies below
        it. The branches that are left out are given by their uppermost nodes.
        """
        return compute_minimax_intervals(
            self.record.tree,
            self.rules.depth,
            entries=self._numbers_as_minimax,
            crossed=left_out,
            known=self.rules.known_range,
        )

    def calls(self, node: int) -> list[FoundCall]:
        """Return the node's call in the search that the entries lead to; none if it has no call.

        On a paper without slashes, a node that was visited against the test has none.
        """
        return self._result.expected_calls(node)

    def visited(self, node: int) -> bool:
        """Tell whether the entries so far lead to a visit of the node."""
        if not self._can_run:
            return super().visited(node)
        return self._result.visited.get(node, False)

    def failed_test(self, node: int) -> Inequality | None:
        """Return the test that fails before a slash, with the person's own numbers.

        ``None`` if there is no slash, if it only continues one at a sibling, and if the test would
        hold: before a node's first child it is not made, however the window is.
        """
        window = self._result.windows_before_slashes.get(node)
        if window is None or not self.record.has_windows:
            return None
        alpha, beta = window
        test = Inequality(alpha, ">" if self.rules.strict else ">=", beta)
        return None if test.holds else test

    def cuts_rest(self, node: int) -> bool:
        """Tell whether the entries so far cut off the node's undrawn children."""
        return self._result.cuts_rest.get(node, not self.visited(node))

    @property
    def prunes(self) -> bool:
        """Whether the entries lead to anything that is pruned."""
        prunes_drawn = not all(self._result.visited.values())
        prunes_undrawn = any(self._result.cuts_rest.values())
        return prunes_drawn or prunes_undrawn

    def best_moves(self) -> dict[int, Right]:
        """Return the best moves by the person's entries at the root's children."""
        return self._collect_best_moves(self._result.best_moves, self._numbers_as_minimax)

    def leaves_read(self) -> int | None:
        """Return the number of leaves that the entries lead to; ``None`` if it is not known."""
        return self._result.leaves_read
