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
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain, takewhile
from typing import Any

from treeexplorer.engine import Interval, Record
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import moves_of
from treeexplorer.engine.intervals import merged_with, minimax_intervals
from treeexplorer.engine.ordered_tree import UnknownLeafError, added, normalised, unrolled
from treeexplorer.engine.procedure import is_better
from treeexplorer.engine.star1 import ChanceMean, value_of_early_stop
from treeexplorer.judging.claims import branches_fully_crossed, marks_cuts, with_exact_numbers
from treeexplorer.judging.findings import Findings, FoundCall, Right, SignedBound
from treeexplorer.judging.judge import judge
from treeexplorer.notation import Claim, Claims, claim_table
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, GameTree, Number, Window


@dataclass
class _OpenNode:
    """A node while a run is searching it, with what its children have returned so far.

    Attributes:
        record: The search, for its rules.
        node: The node.
        role: Who moves there.
        entry: The window (α, β) with which it is searched.
        weights: The probabilities of a chance node's children; empty at MAX and MIN.
        mean: The interval of the mean of a chance node that can stop early; otherwise ``None``.
        best_or_sum: v, the best value so far; at a chance node, the sum of its mean so far.
        proven: What the children prove of the node so far; ``None`` while nothing is proven.
        children: By child that had its turn: what is proven of it. Of a child that was passed over
            it is the known range.
        has_value: Whether a child has returned a value.
    """

    record: Record
    node: int
    role: int
    entry: Window
    weights: Mapping[int, Fraction]
    mean: ChanceMean | None
    best_or_sum: Number
    proven: Interval | None
    children: dict[int, Interval] = field(default_factory=dict)
    has_value: bool = False

    @classmethod
    def entered(cls, record: Record, node: int, entry: Window) -> _OpenNode:
        """Return a node before its first child has returned anything.

        Args:
            record: The search, for its rules.
            node: The number of the node.
            entry: The window (α, β) with which it is searched.
        """
        known_range = record.rules.known_range
        weights = _weights_of_children(record.tree, node)
        role = record.tree.roles[node]
        first_v = record.starting_v(role, entry)
        # A chance node (a dice roll) can stop early only if all values are known to lie in a range.
        mean = None
        if role == CHANCE_ROLE and record.rules.has_range:
            mean = ChanceMean(weights.values(), known_range)
        # Undrawn children count as one more child, of which only the known range is proven.
        has_undrawn = node in record.tree.elided
        return cls(
            record=record,
            node=node,
            role=role,
            entry=entry,
            weights=weights,
            mean=mean,
            best_or_sum=0 if first_v is None else first_v,
            proven=known_range if has_undrawn else None,
        )

    @property
    def v(self) -> Number:
        """The best value so far; at a chance node, the sum of its mean so far."""
        return normalised(self.best_or_sum)

    @property
    def interval(self) -> Interval:
        """What is proven of the node so far."""
        low, high = self.record.rules.known_range if self.proven is None else self.proven
        return normalised(low), normalised(high)

    @property
    def window(self) -> Window:
        """The window as v has moved it; at a chance node the window of its entry."""
        moved = self.record.moved_window(self.role, self.entry, self.best_or_sum)
        return self.entry if moved is None else moved

    @property
    def test_holds(self) -> bool:
        """Whether the test for a cut-off holds. It is made only after a child has returned."""
        if not self.has_value:
            return False
        if self.mean is not None:
            return (
                value_of_early_stop(self.record.rules, self.entry, self.mean.interval) is not None
            )
        return self.role != CHANCE_ROLE and _test_holds(self.record, self.window)

    def window_of(self, child: int) -> Window:
        """Return the window with which the next child is entered."""
        if self.mean is not None:
            return self.mean.window_of_next(self.weights[child], self.entry)
        if self.role == CHANCE_ROLE:
            return FULL_WINDOW
        return self.window

    def add_returned_child(self, child: int, value: Number, interval: Interval) -> None:
        """Update the node with what a visited child returns: its best value, or its mean.

        At MAX and MIN v becomes the value if it is better. At a chance node the value is added by
        weight.

        Args:
            child: The child.
            value: The value that it returns.
            interval: The lowest and the highest value that the child is proven to have.
        """
        # The form "two-functions" takes its first child's value even if v began at a better one.
        is_taken_as_first = self.record.replaces_first and not self.has_value
        if self.role == CHANCE_ROLE:
            self.best_or_sum = added(self.best_or_sum, self.weights[child], value)
        elif is_taken_as_first or is_better(self.role, value, self.best_or_sum):
            self.best_or_sum = value
        self.has_value = True
        self._add_proven(child, interval)

    def add_skipped_child(self, child: int) -> None:
        """Pass over a child that is not visited: only the known range is proven of it."""
        self._add_proven(child, self.record.rules.known_range)

    def _add_proven(self, child: int, interval: Interval) -> None:
        """Add what is proven of a child to what is proven of the node.

        Args:
            child: The child that had its turn.
            interval: The lowest and the highest value that it is proven to have.
        """
        self.children[child] = interval
        if self.mean is not None:
            self.mean.read(self.weights[child], interval)
        weight = self.weights.get(child)  # None at MAX and MIN, where children have no weights
        self.proven = merged_with(self.role, self.proven, interval, weight)


def _weights_of_children(tree: GameTree, node: int) -> dict[int, Fraction]:
    """Return the probabilities of a chance node's children; empty at MAX and MIN."""
    weights = ((child, tree.probability(child)) for child in tree.children(node))
    return {child: weight for child, weight in weights if weight is not None}


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

    def visits(self, node: int, *, test_holds: bool) -> bool:
        """Tell whether the person visited a node.

        Args:
            node: The node.
            test_holds: Whether the test for a cut-off holds at its parent before.
        """
        if self.is_crossed_out(node):
            return False
        return not test_holds or self.visits_against_test(node)

    def visits_against_test(self, node: int) -> bool:
        """Tell whether the person visited a node although the test of its parent holds.

        Args:
            node: A node that is not crossed out itself.
        """
        if node in self._fully_crossed:  # everything below it is crossed out
            return False
        if self.marks_cuts:  # then a node without a slash was visited
            return True
        return node in self._visited_by_windows

    @cached_property
    def _visited_by_windows(self) -> set[int]:
        """The nodes beside which a person wrote a window, and all their ancestors.

        Who writes the window of a node has visited it, and so everything above it.
        """
        visited: set[int] = set()
        nodes_with_window = (node for node, kind in self.claims if kind == "window")
        for node in nodes_with_window:
            upwards = chain([node], self._tree.ancestors(node))
            # The ancestors of a node that is in the set are in it, too, so that the way up ends
            # there.
            visited.update(takewhile(lambda each: each not in visited, upwards))
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
                self._add(claim, claim.number, findings)

    def _add(self, claim: Claim, number: Number, findings: Findings) -> None:
        """Add a written number as a returned value, as a minimax value, or as both.

        - A wrong number counts as both: it may be meant as either.
        - A number that is right as the returned value counts as returned. It counts as the minimax
          value only if it is the minimax value, too.
        - A number that is right as the minimax value alone counts as this value alone.
        """
        right_as = judge(claim, findings)
        is_minimax_value = findings.minimax(claim.node) == number
        if right_as is None or right_as == "returned":
            self.as_returned[claim.node] = number
        if right_as != "returned" or is_minimax_value:
            self.as_minimax[claim.node] = number


def _test_holds(record: Record, window: Window) -> bool:
    """Tell whether a window is empty by the search's test; minimax makes no test."""
    return record.has_windows and record.rules.cuts(*window)


def _leads_to_visit(
    *, test_holds: bool, is_visited: bool, ignores_test: bool, is_after_skipped: bool
) -> bool:
    """Tell whether the entries so far lead to a visit of a child.

    ==============  =====================  =======================================================
    the test        the person             the entries lead to a visit
    ==============  =====================  =======================================================
    does not hold   visited the child      always
    does not hold   crossed it out         but for a child after one that was not visited either:
                                           a cut-off skips all that are left, so that only the
                                           first slash too soon is a mistake
    holds           visited the child      if the person has ignored the test before: only the
                                           first visit against it is a mistake
    holds           did not visit it       never
    ==============  =====================  =======================================================

    Args:
        test_holds: Whether the test for a cut-off holds at the parent.
        is_visited: Whether the person visited the child.
        ignores_test: Whether the person has gone on at the parent before although the test held.
        is_after_skipped: Whether the person did not visit the child before.
    """
    if test_holds:
        return is_visited and ignores_test
    return is_visited or not is_after_skipped


@dataclass
class _Followed:
    """What the entries on a paper lead to; empty for a search that enters nodes several times.

    Attributes:
        calls: By node: its call. That of a node that is still open has no value.
        visited: By node: whether the entries lead to a visit of it.
        cuts_rest: By node with undrawn children: whether the entries cut these off.
        visited_against_test: On a paper without slashes, the nodes that the person visited although
            the entries do not lead there.
        best_moves: The moves that the entries prove to be the best.
        leaves_read: The number of leaves; ``None`` if the run stops at an unknown leaf.
    """

    calls: dict[int, FoundCall] = field(default_factory=dict)
    visited: dict[int, bool] = field(default_factory=dict)
    cuts_rest: dict[int, bool] = field(default_factory=dict)
    visited_against_test: set[int] = field(default_factory=set)
    best_moves: frozenset[int] = frozenset()
    leaves_read: int | None = None

    def calls_led_to(self, node: int) -> list[FoundCall]:
        """Return the call of a node if the entries lead to one; otherwise none."""
        if node in self.visited_against_test or node not in self.calls:
            return []
        return [self.calls[node]]


def _follow(
    record: Record, answers: _WrittenAnswers, returned_numbers: Mapping[int, Number]
) -> _Followed:
    """Search a tree as a person did on paper, and return what that leads to.

    Args:
        record: The search, for its tree and its rules.
        answers: What the person wrote.
        returned_numbers: By node: the number with which the person goes on at its parent.
    """
    run = _PaperRun(record, answers, returned_numbers)
    run.followed.visited[0] = True
    with suppress(UnknownLeafError):
        unrolled(run.visit, (0, record.rules.root_window))
        run.followed.leaves_read = sum(map(record.is_evaluated, run.followed.calls))
    return run.followed


class _PaperRun:
    """A search of a tree as a person did it on paper, with the numbers that the person wrote.

    Attributes:
        followed: What the entries lead to, as far as the run has come.
    """

    def __init__(
        self, record: Record, answers: _WrittenAnswers, returned_numbers: Mapping[int, Number]
    ) -> None:
        self._record = record
        self._rules = record.rules
        self._tree = record.tree
        self._answers = answers
        self._returned_numbers = returned_numbers
        self.followed = _Followed()

    def visit(
        self, call: tuple[int, Window]
    ) -> Generator[tuple[int, Window], Any, tuple[Number, Interval]]:
        """Search a node as the person did, and return its value and interval for the node's parent.

        A generator, run by :func:`unrolled`: each ``yield`` makes the visit of a child with its
        window, and gives what the visit returns.

        Args:
            call: The node, and the window (α, β) that follows for it from what the person wrote
                before.

        Returns:
            The value, and the lowest and highest value that the node is proven to have.

        Raises:
            UnknownLeafError: The node is a leaf without a value.
        """
        node, window = call
        if self._record.is_evaluated(node):
            return self._read_leaf(node, window)
        # The call while it is open. It stays like this if the run stops at an unknown leaf below.
        self.followed.calls[node] = FoundCall(window, None, interval=self._rules.known_range)

        open_node = _OpenNode.entered(self._record, node, self._entry_of(node, window))
        # With an empty window a cut-off is due before any child. Who visits one ignores the test.
        ignores_test = _test_holds(self._record, open_node.entry)
        is_after_skipped = False
        for child in self._record.children(node):
            test_holds = open_node.test_holds
            is_visited = self._answers.visits(child, test_holds=test_holds)
            is_led_to = _leads_to_visit(
                test_holds=test_holds,
                is_visited=is_visited,
                ignores_test=ignores_test,
                is_after_skipped=is_after_skipped,
            )
            self._note_child(child, is_led_to=is_led_to, is_visited=is_visited)
            if is_visited:
                value, interval = yield child, open_node.window_of(child)
                open_node.add_returned_child(child, value, interval)
            else:
                open_node.add_skipped_child(child)
            ignores_test = ignores_test or (is_visited and test_holds)
            is_after_skipped = not is_visited

        if node in self._tree.elided and open_node.role != CHANCE_ROLE:
            # Who visits a child against the test goes on to the undrawn ones, too.
            self.followed.cuts_rest[node] = not ignores_test and self._cuts_undrawn(open_node)
        if self._tree.is_root(node):
            self.followed.best_moves = moves_of(open_node.role, open_node.children).proven
        return self._leave(open_node, window)

    def _note_child(self, child: int, *, is_led_to: bool, is_visited: bool) -> None:
        """Note whether the entries lead to a visit of a child, and a visit to which they do not.

        On a paper with slashes a node without one was visited, and wrongly so. On a paper without,
        such a visit counts as none.
        """
        self.followed.visited[child] = is_led_to
        if is_visited and not is_led_to and not self._answers.marks_cuts:
            self.followed.visited_against_test.add(child)

    def _read_leaf(self, node: int, window: Window) -> tuple[Number, Interval]:
        """Note the call of a leaf, and return its value and its interval.

        Raises:
            UnknownLeafError: The leaf has no value.
        """
        value = self._record.leaf_value(node)
        if value is None:
            raise UnknownLeafError
        self.followed.calls[node] = FoundCall(window, value, interval=(value, value))
        return value, (value, value)

    def _entry_of(self, node: int, window: Window) -> Window:
        """Return the window with which a node is searched: the entry window written there, if any.

        Args:
            node: The node.
            window: The window with which the entries lead to the node.
        """
        # A window on exit says what came of the search of the node, and not how it begins.
        written = self._answers.window(node)
        if written is None or self._rules.writes_exit_windows:
            return window
        return written

    def _cuts_undrawn(self, open_node: _OpenNode) -> bool:
        """Tell whether a node stops before its undrawn children (``...``) by the test.

        From the left they come after all drawn children, so that the test decides. From the right
        they come first, and are never skipped.
        """
        return open_node.test_holds and not self._rules.right_to_left

    def _leave(self, open_node: _OpenNode, window: Window) -> tuple[Number, Interval]:
        """Note the call of a node whose children have all had their turn, and return its result.

        Args:
            open_node: The node.
            window: The window that follows for the node from what was written before. It is not
                ``open_node.entry`` if the person wrote another window there.

        Returns:
            The value and the interval with which the person goes on at the parent.
        """
        node = open_node.node
        value = self._value_of(open_node)
        # Some courses write beside a node its window on exit, others that on entry.
        window_beside_node = open_node.window if self._rules.writes_exit_windows else window
        self.followed.calls[node] = FoundCall(window_beside_node, value, open_node.interval)
        return self._result_for_parent(node, value, open_node.interval)

    def _value_of(self, open_node: _OpenNode) -> Number:
        """Return the value that a node returns by the person's own numbers.

        It is v. A chance node that stopped early returns the end of its interval at which it
        stopped. Under fail-hard the value is clamped to the window.
        """
        end = self._end_that_stopped(open_node)
        value = open_node.v if end is None else end
        if self._rules.hard:
            alpha, beta = open_node.entry
            return max(alpha, min(value, beta))
        return value

    def _end_that_stopped(self, open_node: _OpenNode) -> Number | None:
        """Return the end of its interval at which a chance node stopped early; ``None`` if not.

        It stopped early if what the person wrote does not lead to a visit of each of its children.
        """
        stopped_early = not all(self.followed.visited[child] for child in open_node.children)
        if open_node.mean is None or not stopped_early:
            return None
        return value_of_early_stop(self._rules, open_node.entry, open_node.interval)

    def _result_for_parent(
        self, node: int, value: Number, interval: Interval
    ) -> tuple[Number, Interval]:
        """Return the value and the interval of a node with which the person goes on at its parent.

        - If a number is written at the node, it is the value.
        - If a wrong bound such as ``≥ 8`` is written, the value is 8, and the interval 8 or more.
        - Otherwise they are what follows from below.

        Args:
            node: The node, whose call is noted.
            value: The value that follows from what is written below it.
            interval: The lowest and highest value that follow from what is written below it.
        """
        known_range = self._rules.known_range
        written = self._returned_numbers.get(node)
        if written is not None:
            return written, _interval_of_written(written, value, interval, known_range)
        bound = self._answers.bound(node)
        if bound is not None and not self._is_right_bound(bound, node):
            return _from_bound(bound, known_range)
        return value, interval

    def _is_right_bound(self, bound: SignedBound, node: int) -> bool:
        """Tell whether a bound is one of those that the entries prove of a node."""
        return any(bound in call.bounds for call in self.followed.calls_led_to(node))


def _from_bound(bound: SignedBound, known_range: Interval) -> tuple[Number, Interval]:
    """Return the value and the interval that a wrong bound stands for: 8 and (8, ∞) for ≥ 8."""
    sign, number = bound
    lowest, highest = known_range
    if sign == ">=":
        return number, (number, highest)
    return number, (lowest, number)


def _interval_of_written(
    written: Number, value: Number, interval: Interval, known_range: Interval
) -> Interval:
    """Return the interval of a node as the person believes it who wrote a value there.

    Each end that is proven becomes the written value, and an open end stays open. If the value 3
    with the interval (3, +∞) follows from below, and 5 is written, it is (5, +∞).

    Args:
        written: The value that is written at the node.
        value: The value that follows from what is written below it.
        interval: The lowest and highest value that follow from what is written below it.
        known_range: The range in which all values are known to lie; an end of it proves nothing.
    """
    if written == value:
        return interval
    low, high = interval
    lowest, highest = known_range
    is_low_proven = low > lowest
    is_high_proven = high < highest
    believed_low = written if is_low_proven else low
    believed_high = written if is_high_proven else high
    return believed_low, believed_high


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

        Args:
            findings: What the search itself found, by which a number counts as right or wrong.
            claims: The answers that the person wrote.
        """
        super().__init__(findings.record, findings.crossed)
        answers = _WrittenAnswers(self.record.tree, claims)
        written = _WrittenNumbers(answers, findings)
        self._numbers_as_minimax = written.as_minimax
        # Searches that enter nodes several times cannot be run like this.
        self._can_run = not algorithm_of(self.rules).reenters
        self._followed = _Followed()
        if self._can_run:
            self._followed = _follow(self.record, answers, written.as_returned)

    @cached_property
    def _intervals_by_all_leaves(self) -> list[Interval]:
        """What all leaves prove about each node, with the person's entries in place of values."""
        return self._intervals_by_entries(crossed=frozenset())

    def _intervals_without(self, branches: frozenset[int]) -> list[Interval]:
        """Return what is proven about each node without some branches."""
        if not branches:
            return self._intervals_by_all_leaves
        return self._intervals_by_entries(crossed=branches)

    def _intervals_by_entries(self, crossed: frozenset[int]) -> list[Interval]:
        """Return the lowest and highest value of each node, computed from the person's numbers.

        A number that is written at a node counts for the node's parent, in place of what lies below
        it.

        Args:
            crossed: The branches that are left out, each by its uppermost node.

        Returns:
            The interval of each node, by node number.
        """
        return minimax_intervals(
            self.record.tree,
            self.rules.depth,
            entries=self._numbers_as_minimax,
            crossed=crossed,
            known=self.rules.known_range,
        )

    def calls(self, node: int) -> list[FoundCall]:
        """Return the node's call in the search that the entries lead to; none if it has no call.

        On a paper without slashes, a node that was visited against the test has none.
        """
        return self._followed.calls_led_to(node)

    def visited(self, node: int) -> bool:
        """Tell whether the entries so far lead to a visit of the node."""
        if not self._can_run:
            return super().visited(node)
        return self._followed.visited.get(node, False)

    def cuts_rest(self, node: int) -> bool:
        """Tell whether the entries so far cut off the node's undrawn children."""
        return self._followed.cuts_rest.get(node, not self.visited(node))

    @property
    def prunes(self) -> bool:
        """Whether the entries lead to anything that is pruned."""
        followed = self._followed
        return not all(followed.visited.values()) or any(followed.cuts_rest.values())

    def best_moves(self) -> dict[int, Right]:
        """Return the best moves by the person's entries at the root's children."""
        return self._best_moves_by(self._followed.best_moves, self._numbers_as_minimax)

    def leaves_read(self) -> int | None:
        """Return the number of leaves that the entries lead to; ``None`` if it is not known."""
        return self._followed.leaves_read
