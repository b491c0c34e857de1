"""What follows from a person's own entries, so that a mistake is held against nobody twice."""

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
from treeexplorer.engine.star1 import ChanceMean, reached_end
from treeexplorer.judging.claims import as_searched, branches_fully_crossed, marks_cuts
from treeexplorer.judging.findings import Findings, FoundCall, Right, SignedBound
from treeexplorer.judging.judge import judge
from treeexplorer.notation import Claim, Claims, claim_table
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, GameTree, Number, Window


class _OpenNode:
    """A node that a run is searching, with what its children so far have given it.

    Attributes:
        node: The node.
        role: Its role.
        entry: The window that it is searched with.
        mean: Its mean, of a chance node under a range, which can stop early; else ``None``.
        children: What is proven of each child that had its turn: only the known range of one that
            was passed over.
        has_value: Whether a child has given it a value.
        ignores_test: Whether the person visits children here although the test holds.
        follows_crossed: Whether the child before was crossed out, or left out like one.
    """

    def __init__(self, record: Record, node: int, entry: Window) -> None:
        """Take a node that no child has given anything yet."""
        self._record = record
        self.node = node
        self.role = record.tree.roles[node]
        self.entry = entry
        self.children: dict[int, Interval] = {}
        self.has_value: bool = False
        self.follows_crossed: bool = False
        # Of somebody who enters a node with an empty window nothing else is expected.
        self.ignores_test: bool = _test_holds(record, entry)
        self._weights = _weights_of_children(record.tree, node)
        can_stop_mean = self.role == CHANCE_ROLE and record.rules.has_range
        known = record.rules.known_range
        self.mean = ChanceMean(self._weights.values(), known) if can_stop_mean else None
        # v as the search begins with it; a chance node has none, and sums its mean up from 0.
        first_v = record.starting_v(self.role, entry)
        self._v: Number = 0 if first_v is None else first_v
        # What is proven of the node so far; None before anything is. Children that are not drawn
        # count as a first child of which only the known range is proven.
        self._proven = known if node in record.tree.elided else None

    @property
    def v(self) -> Number:
        """The best value so far; of a chance node, the sum so far."""
        return normalised(self._v)

    @property
    def interval(self) -> Interval:
        """What is proven of the node so far."""
        low, high = self._record.rules.known_range if self._proven is None else self._proven
        return normalised(low), normalised(high)

    @property
    def window(self) -> Window:
        """The window as v has moved it; a chance node has the one of its entry."""
        moved = self._record.moved_window(self.role, self.entry, self._v)
        return self.entry if moved is None else moved

    @property
    def test_holds(self) -> bool:
        """Whether the test for a cut-off holds; before a child has given a value none is made."""
        if not self.has_value:
            return False
        if self.mean is not None:
            return reached_end(self._record.rules, self.entry, self.mean.interval) is not None
        return self.role != CHANCE_ROLE and _test_holds(self._record, self.window)

    def window_of(self, child: int) -> Window:
        """Return the window that the next child is entered with."""
        if self.mean is not None:
            return self.mean.window_of_next(self._weights[child], self.entry)
        return FULL_WINDOW if self.role == CHANCE_ROLE else self.window

    def take(self, child: int, value: Number, interval: Interval) -> None:
        """Add the value that a visited child returns to v, and what is proven of the child.

        At MAX and MIN v becomes the value if that is better; at a chance node it grows by the value
        times the child's probability.
        """
        self._add_proven(child, interval)
        # One printed form takes its first child's value even if the v of the beginning is better.
        is_taken_as_first = self._record.replaces_first and not self.has_value
        if self.role == CHANCE_ROLE:
            self._v = added(self._v, self._weights[child], value)
        elif is_taken_as_first or is_better(self.role, value, self._v):
            self._v = value
        self.has_value = True

    def pass_over(self, child: int) -> None:
        """Leave a child out, so that nothing but the known range is proven of it."""
        self._add_proven(child, self._record.rules.known_range)

    def _add_proven(self, child: int, interval: Interval) -> None:
        """Add what is proven of a child to what is proven of the node."""
        self.children[child] = interval
        if self.mean is not None:
            self.mean.read(self._weights[child], interval)
        weight = self._weights.get(child)
        self._proven = merged_with(self.role, self._proven, interval, weight)


def _weights_of_children(tree: GameTree, node: int) -> dict[int, Fraction]:
    """Return the probabilities of a chance node's children; empty at MAX and MIN."""
    weights = ((child, tree.probability(child)) for child in tree.children(node))
    return {child: weight for child, weight in weights if weight is not None}


class _Turn(NamedTuple):
    """A child's turn in a run: what the entries lead to, and what the person did.

    Attributes:
        is_led_to: Whether the entries so far lead to a visit of the child.
        is_made: Whether the person visited it.
    """

    is_led_to: bool
    is_made: bool


class _WrittenAnswers:
    """What a person wrote about a tree, as a run asks for it.

    Attributes:
        marks_cuts: Whether slashes, or ``@cuts none``, say what is cut off.
        claims: The claims about nodes, by node and kind.
    """

    def __init__(self, tree: GameTree, claims: Claims) -> None:
        self._tree = tree
        self.marks_cuts = marks_cuts(claims)
        exact_claims = [as_searched(tree, claim) for claim in claims]
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
        """Tell whether a node that is not crossed out was visited though its parent's test holds.

        If cut-offs are marked it was, unless all below it is crossed out. Else a window shows it.
        """
        if node in self._fully_crossed:
            return False
        return self.marks_cuts or node in self._visited_by_windows

    @cached_property
    def _visited_by_windows(self) -> set[int]:
        """The nodes with windows, and their ancestors, which were visited before them."""
        visited: set[int] = set()
        for node in (node for node, kind in self.claims if kind == "window"):
            path = chain([node], self._tree.ancestors(node))
            # Above a node that is known to be visited all are.
            visited.update(takewhile(lambda above: above not in visited, path))
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

        A wrong number may be meant as either. A number that is right as the minimax value alone is
        no returned value to go on with, and one that is right as returned is a minimax value only
        if it is the right one.
        """
        right_as = judge(claim, findings)
        if right_as in {None, "returned"}:
            self.as_returned[claim.node] = number
        if right_as != "returned" or findings.minimax(claim.node) == number:
            self.as_minimax[claim.node] = number


def _test_holds(record: Record, window: Window) -> bool:
    """Tell whether the test for a cut-off holds with a window, in a search that makes it."""
    return record.has_windows and record.rules.cuts(*window)


class FollowThrough(Findings):
    """What a person's own earlier entries lead to, at every node they lead to.

    Every examiner marks like this by hand: a wrong number is a mistake once, and whatever is
    computed correctly from it is not held against anybody again. So the search is run as its author
    ran it on paper. At each place it first notes what the entries so far lead to, which is what the
    entry there is held against; then it goes on with what was written. Where slashes are drawn, the
    run goes where they let it; where none are, it goes where the test on the person's own numbers
    sends it. Linear in the size of the tree.

    It stays apart from :mod:`treeexplorer.engine.procedure` because a run there ends a node at its
    cut-off and hands up one number, while this one passes over single children and hands up an
    interval too. Of a search that asks nodes again only the values are followed.
    """

    def __init__(self, findings: Findings, claims: Claims) -> None:
        """Run the search with a person's entries.

        Args:
            findings: What the search itself found, by which a number counts as right or wrong.
            claims: What the person wrote.
        """
        super().__init__(findings.record, findings.crossed)
        self._tree = self.record.tree
        self._answers = _WrittenAnswers(self._tree, claims)
        self._written = _WrittenNumbers(self._answers, findings)

        # What that leads to: filled in by the run.
        self._best: frozenset[int] = frozenset()
        self._visited: dict[int, bool] = {}  # by node: whether the entries lead to a visit of it
        self._cuts_rest: dict[int, bool] = {}  # by node with children that are not drawn
        self._visited_against_test: set[int] = set()
        self._read: int | None = None  # stays None if the run stops at an unknown leaf
        self._runs = not algorithm_of(self.rules).reenters
        if self._runs:
            self._run()

    @cached_property
    def _values(self) -> list[Interval]:
        """What is proven about each node by all leaves, and by the person's entries below it."""
        return self._values_by_entries(crossed=frozenset())

    def _values_without(self, branches: frozenset[int]) -> list[Interval]:
        """Return the same without some branches."""
        return self._values_by_entries(crossed=branches) if branches else self._values

    def _values_by_entries(self, crossed: frozenset[int]) -> list[Interval]:
        """Return what is proven about each node if entries count in place of what is below them."""
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

        On a paper without slashes a node that was visited against the test has none either.
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
        """Search a node as the person did: yield each visited child, return what the node gives.

        :func:`unrolled` runs it: a child that is yielded with its window is visited in the same
        way, and what that returns is sent back.

        Raises:
            UnknownLeafError: The node is a leaf without a value.
        """
        node, window = call
        if self.record.is_evaluated(node):
            return self._read_leaf(node, window)
        # An open call, until the node is left; a run that stops below leaves it like this.
        self._calls[node] = [FoundCall(window, value=None, interval=self.rules.known_range)]
        open_node = _OpenNode(self.record, node, self._entry_of(node, window))
        for child in self.record.children(node):
            turn = self._turn_of(child, open_node)
            self._note_turn(child, turn, open_node)
            if turn.is_made:
                value, interval = yield child, open_node.window_of(child)
                open_node.take(child, value, interval)
            else:
                open_node.pass_over(child)
        return self._leave(open_node, window)

    def _note_turn(self, child: int, turn: _Turn, parent: _OpenNode) -> None:
        """Note whether a child is led to, and what the person's visit of it shows."""
        self._visited[child] = turn.is_led_to
        parent.follows_crossed = not turn.is_made
        if turn.is_made and parent.test_holds:
            parent.ignores_test = True
        is_against_test = turn.is_made and not turn.is_led_to
        if is_against_test and not self._answers.marks_cuts:
            self._visited_against_test.add(child)

    def _read_leaf(self, node: int, window: Window) -> tuple[Number, Interval]:
        """Note the call of a leaf, and return its value with the interval that it is."""
        value = self.record.leaf_value(node)
        if value is None:
            raise UnknownLeafError
        self._calls[node] = [FoundCall(window, value, interval=(value, value))]
        return value, (value, value)

    def _entry_of(self, node: int, window: Window) -> Window:
        """Return the window that a node is searched with: the one written there, if any is."""
        written = self._answers.window(node)
        if written is None or self.rules.writes_exit_windows:
            return window
        return written

    def _leave(self, open_node: _OpenNode, window: Window) -> tuple[Number, Interval]:
        """Note the call of a node that is left, and return what the person goes on with.

        Args:
            open_node: The node, whose children have all had their turn.
            window: The window with which the entries lead to it; the person may have written, and
                searched it with, another one.
        """
        node = open_node.node
        value = self._value_of(open_node)
        window_beside_node = open_node.window if self.rules.writes_exit_windows else window
        self._calls[node] = [FoundCall(window_beside_node, value, open_node.interval)]
        if node in self._tree.elided and open_node.role != CHANCE_ROLE:
            self._cuts_rest[node] = self._cuts_undrawn(open_node)
        if self._tree.is_root(node):
            self._best = moves_of(open_node.role, open_node.children).proven
        return self._handed_to_parent(node, value, open_node.interval)

    def _cuts_undrawn(self, open_node: _OpenNode) -> bool:
        """Tell whether a node stops before its undrawn children, which come last from the left."""
        if open_node.ignores_test or self.rules.right_to_left:
            return False
        return open_node.test_holds

    def _value_of(self, open_node: _OpenNode) -> Number:
        """Return the value that a node returns by the person's own numbers.

        That is v, but of a chance node that was cut short the end of its interval that made it
        stop. Under fail-hard it is clamped to the window.
        """
        end = self._end_that_stopped(open_node)
        value = open_node.v if end is None else end
        if self.rules.hard:
            alpha, beta = open_node.entry
            return max(alpha, min(value, beta))
        return value

    def _end_that_stopped(self, open_node: _OpenNode) -> Number | None:
        """Return the end of its interval at which a chance node was cut short, if it was."""
        was_cut_short = not all(map(self.visited, open_node.children))
        if open_node.mean is None or not was_cut_short:
            return None
        return reached_end(self.rules, open_node.entry, open_node.interval)

    def _turn_of(self, child: int, parent: _OpenNode) -> _Turn:
        """Return whether the entries lead to a visit of a child, and whether the person made it.

        Args:
            child: The child whose turn it is.
            parent: The parent, as the children before it have left it.
        """
        if self._answers.is_crossed_out(child):
            # A cut-off skips all that is left: the first child crossed out alone is the mistake.
            is_led_to = not parent.test_holds and not parent.follows_crossed
            return _Turn(is_led_to, is_made=False)
        if not parent.test_holds:
            return _Turn(is_led_to=True, is_made=True)
        is_made = self._answers.visits_against_test(child)
        return _Turn(is_led_to=is_made and parent.ignores_test, is_made=is_made)

    def _handed_to_parent(
        self, node: int, value: Number, interval: Interval
    ) -> tuple[Number, Interval]:
        """Return the value and the interval with which the person goes on at a node's parent.

        A number that is written at the node counts as its value; a wrong bound ``≥ 8`` counts as
        the value 8, and as 8 or more. If nothing is written, or a right bound, what the entries
        below lead to counts.
        """
        written = self._written.as_returned.get(node)
        if written is not None:
            return written, self._interval_around(written, value, interval)
        bound = self._answers.bound(node)
        if bound is None or bound in self.bounds(node):
            return value, interval
        return self._from_bound(bound)

    def _from_bound(self, bound: SignedBound) -> tuple[Number, Interval]:
        """Return the value and the interval for which a wrong bound stands."""
        sign, number = bound
        lowest, highest = self.rules.known_range
        if sign == ">=":
            return number, (number, highest)
        return number, (lowest, number)

    def _interval_around(self, written: Number, value: Number, interval: Interval) -> Interval:
        """Return what is proven of a node if the person goes on with a value in place of another.

        Each end that is proven becomes the written value. If the entries below lead to 3, proven as
        3 or more, and 5 is written, the person goes on with 5 or more.
        """
        if written == value:
            return interval
        low, high = interval
        lowest, highest = self.rules.known_range
        written_low = written if low > lowest else low
        written_high = written if high < highest else high
        return written_low, written_high
