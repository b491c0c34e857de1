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

from collections.abc import Generator
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from itertools import chain, takewhile
from typing import Any, NamedTuple

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


class _OpenNode:
    """A node while a run is searching it, with what its children have returned so far.

    Attributes:
        node: The node.
        role: Its role.
        entry: The window with which it is searched.
        mean: The interval of its mean, if it is a chance node under a range, which can stop early;
            otherwise ``None``.
        children: By child that had its turn: what is proven of it. Of a child that was passed over
            it is the known range.
        has_value: Whether a child has returned a value.
        ignores_test: Whether the person visits children of this node although the test holds.
        is_after_skipped: Whether the child before was not visited.
    """

    def __init__(self, record: Record, node: int, entry: Window) -> None:
        """Begin the search of a node, before its first child has returned anything.

        Args:
            record: The search, for its rules.
            node: The number of the node.
            entry: The window (α, β) with which it is searched.
        """
        known = record.rules.known_range
        weights = _weights_of_children(record.tree, node)
        role = record.tree.roles[node]
        # A chance node (a dice roll) can stop early only if all values are known to lie in a range.
        can_stop_early = role == CHANCE_ROLE and record.rules.has_range
        first_v = record.starting_v(role, entry)
        has_undrawn = node in record.tree.elided
        self._record = record
        self.node = node
        self.role = role
        self.entry = entry
        self.mean = ChanceMean(weights.values(), known) if can_stop_early else None
        self.children: dict[int, Interval] = {}
        self.has_value: bool = False
        self.is_after_skipped: bool = False
        # With an empty window the test holds before any child. Who goes on then ignores the test.
        self.ignores_test: bool = _test_holds(record, entry)
        self._weights = weights
        # The best value so far; at a chance node, which has none, the sum of its mean so far.
        self._v: Number = 0 if first_v is None else first_v
        # What the children prove of the node so far; undrawn children count as one more child, of
        # which only the known range is proven. None while nothing is proven.
        self._proven = known if has_undrawn else None

    @property
    def v(self) -> Number:
        """The best value so far; at a chance node, the sum of its mean so far."""
        return normalised(self._v)

    @property
    def interval(self) -> Interval:
        """What is proven of the node so far."""
        low, high = self._record.rules.known_range if self._proven is None else self._proven
        return normalised(low), normalised(high)

    @property
    def window(self) -> Window:
        """The window as v has moved it; at a chance node the window of its entry."""
        moved = self._record.moved_window(self.role, self.entry, self._v)
        return self.entry if moved is None else moved

    @property
    def test_holds(self) -> bool:
        """Whether the test for a cut-off holds. It is made only after a child has returned."""
        if not self.has_value:
            return False
        if self.mean is not None:
            return (
                value_of_early_stop(self._record.rules, self.entry, self.mean.interval) is not None
            )
        return self.role != CHANCE_ROLE and _test_holds(self._record, self.window)

    def window_of(self, child: int) -> Window:
        """Return the window with which the next child is entered."""
        if self.mean is not None:
            return self.mean.window_of_next(self._weights[child], self.entry)
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
        self._add_proven(child, interval)
        # The form "two-functions" takes its first child's value even if v began at a better one.
        is_taken_as_first = self._record.replaces_first and not self.has_value
        if self.role == CHANCE_ROLE:
            self._v = added(self._v, self._weights[child], value)
        elif is_taken_as_first or is_better(self.role, value, self._v):
            self._v = value
        # Last, since the first value is told from later ones by it.
        self.has_value = True

    def add_skipped_child(self, child: int) -> None:
        """Pass over a child that is not visited: only the known range is proven of it."""
        self._add_proven(child, self._record.rules.known_range)

    def _add_proven(self, child: int, interval: Interval) -> None:
        """Add what is proven of a child to what is proven of the node.

        The child is noted in ``children``, in the order of the turns. At a chance node its weight
        counts, and under a range the interval of the mean is moved, by which the node may stop.

        Args:
            child: The child that had its turn.
            interval: The lowest and the highest value that it is proven to have.
        """
        self.children[child] = interval
        if self.mean is not None:
            self.mean.read(self._weights[child], interval)
        weight = self._weights.get(child)  # None at MAX and MIN, where children have no weights
        self._proven = merged_with(self.role, self._proven, interval, weight)


def _weights_of_children(tree: GameTree, node: int) -> dict[int, Fraction]:
    """Return the probabilities of a chance node's children; empty at MAX and MIN."""
    weights = ((child, tree.probability(child)) for child in tree.children(node))
    return {child: weight for child, weight in weights if weight is not None}


class _Turn(NamedTuple):
    """A child's turn in a run: what the entries lead to, and what the person did.

    Attributes:
        is_led_to: Whether the entries so far lead to a visit of the child.
        is_visited: Whether the person visited it.
    """

    is_led_to: bool
    is_visited: bool


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
        self._tree = self.record.tree
        self._answers = _WrittenAnswers(self._tree, claims)
        self._written = _WrittenNumbers(self._answers, findings)

        # What the entries lead to: filled in by the run.
        self._best: frozenset[int] = frozenset()
        self._visited: dict[int, bool] = {}  # by node: whether the entries lead to a visit of it
        self._cuts_rest: dict[int, bool] = {}  # by node with children that are not drawn
        self._visited_against_test: set[int] = set()
        self._read: int | None = None  # stays None if the run stops at an unknown leaf
        # Searches that enter nodes several times cannot be run like this.
        self._runs = not algorithm_of(self.rules).reenters
        # Last: the run reads and fills in the fields above.
        if self._runs:
            self._run()

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
            self._tree,
            self.rules.depth,
            entries=self._written.as_minimax,
            crossed=crossed,
            known=self.rules.known_range,
        )

    # -- what was led to -----------------------------------------------------------------------

    def calls(self, node: int) -> list[FoundCall]:
        """Return the node's call in the search that the entries lead to; none if it has no call.

        On a paper without slashes, a node that was visited against the test has none.
        """
        return [] if node in self._visited_against_test else self._calls.get(node, [])

    def visited(self, node: int) -> bool:
        """Tell whether the entries so far lead to a visit of the node."""
        return self._visited.get(node, False) if self._runs else super().visited(node)

    def cuts_rest(self, node: int) -> bool:
        """Tell whether the entries so far cut off the node's undrawn children."""
        return self._cuts_rest.get(node, not self.visited(node))

    @property
    def prunes(self) -> bool:
        """Whether the entries lead to anything that is pruned."""
        return not all(self._visited.values()) or any(self._cuts_rest.values())

    def best_moves(self) -> dict[int, Right]:
        """Return the best moves by the person's entries at the root's children."""
        return self._best_moves_by(self._best, self._written.as_minimax)

    def leaves_read(self) -> int | None:
        """Return the number of leaves that the entries lead to; ``None`` if it is not known."""
        return self._read

    # -- the run -------------------------------------------------------------------------------

    def _run(self) -> None:
        """Run the search with the person's entries; it stops at a leaf whose value is unknown."""
        self._visited[0] = True
        with suppress(UnknownLeafError):
            unrolled(self._visit, (0, self.rules.root_window))
            self._read = sum(map(self.record.is_evaluated, self._calls))

    def _visit(
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
        if self.record.is_evaluated(node):
            return self._read_leaf(node, window)
        # For the time being: `_close` replaces it. It stays if the run stops at an unknown leaf
        # below.
        self._calls[node] = [FoundCall(window, value=None, interval=self.rules.known_range)]
        open_node = _OpenNode(self.record, node, self._entry_of(node, window))
        for child in self.record.children(node):
            turn = self._turn_of(child, open_node)
            # Before the child is taken: the note tells whether the test held before this child.
            self._note_turn(child, turn, open_node)
            if turn.is_visited:
                value, interval = yield child, open_node.window_of(child)
                open_node.add_returned_child(child, value, interval)
            else:
                open_node.add_skipped_child(child)
        return self._close(open_node, window)

    def _note_turn(self, child: int, turn: _Turn, parent: _OpenNode) -> None:
        """Note a child's turn: whether the person should have visited it, and what the visit shows.

        Args:
            child: The child.
            turn: Whether what the person wrote before leads to a visit, and whether the person made
                it.
            parent: The parent, as the children before have left it; it is updated.
        """
        self._visited[child] = turn.is_led_to
        parent.is_after_skipped = not turn.is_visited
        if not turn.is_visited:
            return
        # The test holds, but the person goes on. `_turn_of` has read this field before: so it is
        # only from the next child on that a visit against the test is no new mistake.
        if parent.test_holds:
            parent.ignores_test = True
        if not turn.is_led_to and not self._answers.marks_cuts:
            self._visited_against_test.add(child)

    def _read_leaf(self, node: int, window: Window) -> tuple[Number, Interval]:
        """Note the call of a leaf, and return its value and its interval.

        Raises:
            UnknownLeafError: The leaf has no value.
        """
        value = self.record.leaf_value(node)
        if value is None:
            raise UnknownLeafError
        self._calls[node] = [FoundCall(window, value, interval=(value, value))]
        return value, (value, value)

    def _entry_of(self, node: int, window: Window) -> Window:
        """Return the window with which a node is searched: the entry window written there, if any.

        Args:
            node: The node.
            window: The window with which the entries lead to the node.
        """
        # A window on exit says what came of the search of the node, and not how it begins.
        written = self._answers.window(node)
        if written is None or self.rules.writes_exit_windows:
            return window
        return written

    def _close(self, open_node: _OpenNode, window: Window) -> tuple[Number, Interval]:
        """Note what a node returns when all of its children have had their turn.

        Args:
            open_node: The node.
            window: The window that follows for the node from what was written before. The person
                may have written another one, and gone on with that: it is ``open_node.entry``.

        Returns:
            The value and the interval with which the person goes on at the parent.
        """
        node = open_node.node
        value = self._value_of(open_node)
        # Some courses write beside a node its window on exit, others that on entry.
        window_beside_node = open_node.window if self.rules.writes_exit_windows else window
        self._calls[node] = [FoundCall(window_beside_node, value, open_node.interval)]
        if node in self._tree.elided and open_node.role != CHANCE_ROLE:
            self._cuts_rest[node] = self._cuts_undrawn(open_node)
        if self._tree.is_root(node):
            self._best = moves_of(open_node.role, open_node.children).proven
        # After the note in _calls, by which a written bound is judged there.
        return self._result_for_parent(node, value, open_node.interval)

    def _cuts_undrawn(self, open_node: _OpenNode) -> bool:
        """Tell whether a node stops before its undrawn children (``...``).

        From the left they come after all drawn children, so that the test decides. From the right
        they come first, and are never skipped. Who visits a child against the test goes on to the
        undrawn ones, too.
        """
        if open_node.ignores_test or self.rules.right_to_left:
            return False
        return open_node.test_holds

    def _value_of(self, open_node: _OpenNode) -> Number:
        """Return the value that a node returns by the person's own numbers.

        It is v. A chance node that stopped early returns the end of its interval at which it
        stopped. Under fail-hard the value is clamped to the window.
        """
        end = self._end_that_stopped(open_node)
        value = open_node.v if end is None else end
        if self.rules.hard:
            alpha, beta = open_node.entry
            return max(alpha, min(value, beta))
        return value

    def _end_that_stopped(self, open_node: _OpenNode) -> Number | None:
        """Return the end of its interval at which a chance node stopped early; ``None`` if not.

        It stopped early if what the person wrote does not lead to a visit of each of its children.
        """
        stopped_early = not all(map(self.visited, open_node.children))
        if open_node.mean is None or not stopped_early:
            return None
        return value_of_early_stop(self.rules, open_node.entry, open_node.interval)

    def _turn_of(self, child: int, parent: _OpenNode) -> _Turn:
        """Return whether a child should be visited by what was written before, and whether it was.

        Args:
            child: The child whose turn it is.
            parent: The parent, as the children before have left it.
        """
        # A slash beside the child says that it is cut off.
        if self._answers.is_crossed_out(child):
            # The first of several children crossed out too soon is the mistake. The others follow
            # from it: a cut-off skips all children that are left.
            is_led_to = not parent.test_holds and not parent.is_after_skipped
            return _Turn(is_led_to, is_visited=False)
        if not parent.test_holds:
            return _Turn(is_led_to=True, is_visited=True)
        # The first visit against the test is the mistake. Further visits at this node follow.
        is_visited = self._answers.visits_against_test(child)
        return _Turn(is_led_to=is_visited and parent.ignores_test, is_visited=is_visited)

    def _result_for_parent(
        self, node: int, value: Number, interval: Interval
    ) -> tuple[Number, Interval]:
        """Return the value and the interval of a node with which the person goes on at its parent.

        - If a number is written at the node, it is the value.
        - If a wrong bound such as ``≥ 8`` is written, the value is 8, and the interval 8 or more.
        - If nothing is written, or a right bound, they are what follows from below.

        Args:
            node: The node.
            value: The value that follows from what is written below it.
            interval: The lowest and highest value that follow from what is written below it.
        """
        written = self._written.as_returned.get(node)
        if written is not None:
            return written, self._interval_of_written(written, value, interval)
        bound = self._answers.bound(node)
        if bound is None or bound in self.bounds(node):
            return value, interval
        return self._from_bound(bound)

    def _from_bound(self, bound: SignedBound) -> tuple[Number, Interval]:
        """Return the value and the interval that a wrong bound stands for: 8 and (8, ∞) for ≥ 8."""
        sign, number = bound
        lowest, highest = self.rules.known_range
        if sign == ">=":
            return number, (number, highest)
        return number, (lowest, number)

    def _interval_of_written(self, written: Number, value: Number, interval: Interval) -> Interval:
        """Return the interval of a node in the eyes of the person who wrote a value there.

        Each end that is proven becomes the written value, and an open end stays open. If the value
        3 with the interval (3, +∞) follows from below, and 5 is written, it is (5, +∞).

        Args:
            written: The value that is written at the node.
            value: The value that follows from what is written below it.
            interval: The lowest and highest value that follow from what is written below it.
        """
        if written == value:
            return interval
        low, high = interval
        lowest, highest = self.rules.known_range
        written_low = written if low > lowest else low
        written_high = written if high < highest else high
        return written_low, written_high
