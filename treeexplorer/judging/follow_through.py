"""What follows from a person's own entries, so that a mistake is held against nobody twice."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple

from treeexplorer.engine import Interval, Record
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import moves_of
from treeexplorer.engine.intervals import merged_with, minimax_intervals
from treeexplorer.engine.ordered_tree import UnknownLeafError, added, normalised, unrolled
from treeexplorer.engine.procedure import is_better
from treeexplorer.engine.star1 import ChanceMean, reached_end
from treeexplorer.judging.claims import as_searched, branches_fully_crossed, marks_cuts
from treeexplorer.judging.findings import Findings, FoundCall, Right
from treeexplorer.judging.judge import judge
from treeexplorer.notation import Claim, Claims, claim_table
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, Number, Window


class _NodeInHand:
    """A node that a run is in, and what its children so far lead to.

    Attributes:
        node: The node.
        role: Its role.
        entry: The window that it is searched with.
        mean: Its mean, of a chance node that can stop early, as it does under a range alone.
        moves: What is proven of each child that had its turn: the known range alone of one that
            was passed over.
        has_value: Whether a child has given it a value.
    """

    def __init__(self, record: Record, node: int, entry: Window) -> None:
        """Take a node that no child has given anything yet."""
        tree = record.tree
        self.node = node
        self.role = tree.roles[node]
        self.entry = entry
        weights = ((child, tree.probability(child)) for child in tree.children(node))
        self._weights = {child: weight for child, weight in weights if weight is not None}
        self.mean: ChanceMean | None = None
        if self.role == CHANCE_ROLE and record.rules.has_range:
            self.mean = ChanceMean(self._weights.values(), record.rules.known_range)
        self.moves: dict[int, Interval] = {}
        self.has_value: bool = False
        self._record = record
        first = record.starting_v(self.role, entry)
        self._v: Number = 0 if first is None else first  # a mean is summed up from 0
        self._proven = record.rules.known_range if node in tree.elided else None

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
    def can_stop(self) -> bool:
        """Whether the test for a cut-off holds."""
        if self.mean is not None:
            return reached_end(self._record.rules, self.entry, self.mean.interval) is not None
        return self.role != CHANCE_ROLE and _test_holds(self._record, self.window)

    def window_of(self, child: int) -> Window:
        """Return the window that the next child is entered with."""
        if self.mean is not None:
            return self.mean.window_of_next(self._weights[child], self.entry)
        return FULL_WINDOW if self.role == CHANCE_ROLE else self.window

    def take(self, child: int, value: Number, interval: Interval) -> None:
        """Take what a child gives."""
        self._prove(child, interval)
        is_first = self._record.replaces_first and not self.has_value
        if self.role == CHANCE_ROLE:
            self._v = added(self._v, self._weights[child], value)
        elif is_first or is_better(self.role, value, self._v):
            self._v = value
        self.has_value = True

    def pass_over(self, child: int) -> None:
        """Leave a child out, so that nothing but the known range is proven of it."""
        self._prove(child, self._record.rules.known_range)

    def _prove(self, child: int, interval: Interval) -> None:
        """Take what is proven of a child."""
        self.moves[child] = interval
        if self.mean is not None:
            self.mean.read(self._weights[child], interval)
        weight = self._weights.get(child)
        self._proven = merged_with(self.role, self._proven, interval, weight)


class _Turn(NamedTuple):
    """A child's turn in a run: what the entries lead to, and what was done.

    Attributes:
        is_led_to: Whether the entries so far lead to a visit of the child.
        is_made: Whether the person visited it.
    """

    is_led_to: bool
    is_made: bool


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
        """Run the search with a person's entries."""
        super().__init__(findings.record, findings.crossed)
        tree = self._tree = self.record.tree
        # What is written.
        self._entries = claim_table(as_searched(tree, claim) for claim in claims)
        self._marked = marks_cuts(claims)
        self._fully_crossed = branches_fully_crossed(tree, claims)
        self._searched_on: set[int] = set()
        self._returned: dict[int, Number] = {}
        self._as_minimax: dict[int, Number] = {}
        self._take_entries(findings)
        # What that leads to.
        self._best: frozenset[int] = frozenset()
        self._visited: dict[int, bool] = {}
        self._cuts_rest: dict[int, bool] = {}
        self._against_test: set[int] = set()
        self._read: int | None = None  # none where the run stops at an unknown leaf
        self._runs = not algorithm_of(self.rules).reenters
        if self._runs:
            self._run()
        depth = self.rules.depth
        own = self._as_minimax
        known = self.rules.known_range
        self._values = minimax_intervals(tree, depth, own, known=known)
        if self.crossed:
            self._values_on_paper = minimax_intervals(tree, depth, own, self.crossed, known)

    def _take_entries(self, findings: Findings) -> None:
        """Note which values the person goes on with, and which nodes were visited."""
        for (node, kind), claim in self._entries.items():
            if kind == "window" and not self._marked:
                self._note_visit(node)
            elif kind == "value" and claim.number is not None:
                self._take_value(claim, claim.number, findings)

    def _take_value(self, claim: Claim, number: Number, findings: Findings) -> None:
        """Note a value that was written as returned, as a minimax value, or as both.

        A wrong value may be meant as either; one that is right as the minimax value alone is no
        returned value to go on with, and the other way round.
        """
        right_as = judge(claim, findings)
        if right_as in {None, "returned"}:
            self._returned[claim.node] = number
        if right_as != "returned" or findings.minimax(claim.node) == number:
            self._as_minimax[claim.node] = number

    def _note_visit(self, node: int) -> None:
        """Note that somebody wrote a node's window: it was visited, and those above it were."""
        for above in chain([node], self._tree.ancestors(node)):
            if above in self._searched_on:
                break
            self._searched_on.add(above)

    # -- what was led to -----------------------------------------------------------------------

    def calls(self, node: int) -> list[FoundCall]:
        """Return how the node would be entered and left, as far as the entries lead to it."""
        return [] if node in self._against_test else self._calls.get(node, [])

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
        """Return the best moves, as far as the entries of the root's children say."""
        return self._best_moves_by(self._best, self._as_minimax)

    def leaves_read(self) -> int | None:
        """Return how many leaves are read on the way that the entries lead."""
        return self._read

    # -- the run -------------------------------------------------------------------------------

    def _run(self) -> None:
        """Run the search as far as the entries lead it, at most to an unknown leaf."""
        self._visited[0] = True
        with suppress(UnknownLeafError):
            unrolled(self._visit, (0, self.rules.root_window))
            self._read = sum(map(self.record.is_evaluated, self._calls))

    def _visit(
        self, call: tuple[int, Window]
    ) -> Generator[tuple[int, Window], Any, tuple[Number, Interval]]:
        """Yield the children that the entries lead to; return what the person went on with.

        Raises:
            UnknownLeafError: The node is a leaf without a value.
        """
        node, window = call
        if self.record.is_evaluated(node):
            return self._read_leaf(node, window)
        self._calls[node] = [FoundCall(window, None, self.rules.known_range)]
        here = _NodeInHand(self.record, node, self._entry_of(node, window))
        is_empty_on_entry = _test_holds(self.record, here.entry)
        # Whether children are visited here although the test holds, as one was before.
        goes_on = is_empty_on_entry
        after_slash = False
        for child in self.record.children(node):
            test_holds = here.has_value and here.can_stop
            turn = self._turn_of(
                child, test_holds=test_holds, goes_on=goes_on, after_slash=after_slash
            )
            self._visited[child] = turn.is_led_to
            after_slash = not turn.is_made
            if not turn.is_made:
                here.pass_over(child)
                continue
            if not turn.is_led_to and not self._marked:
                self._against_test.add(child)
            if test_holds:
                goes_on = True
            value, interval = yield child, here.window_of(child)
            here.take(child, value, interval)
        return self._leave(here, window, goes_on=goes_on)

    def _read_leaf(self, node: int, window: Window) -> tuple[Number, Interval]:
        """Note the call of a leaf, and return its value with the interval that it is."""
        value = self.record.leaf_value(node)
        if value is None:
            raise UnknownLeafError
        self._calls[node] = [FoundCall(window, value, (value, value))]
        return value, (value, value)

    def _entry_of(self, node: int, window: Window) -> Window:
        """Return the window that a node is searched with: the one written there, if any is."""
        own = self._entries.get((node, "window"))
        if own is None or own.window is None or self.rules.writes_exit_windows:
            return window
        return own.window

    def _leave(
        self, here: _NodeInHand, window: Window, *, goes_on: bool
    ) -> tuple[Number, Interval]:
        """Note what a node is left with, and return what the person goes on with.

        Args:
            here: The node, whose children have all had their turn.
            window: The window that the entries above led to.
            goes_on: Whether children were visited although the test held.
        """
        node = here.node
        value = self._value_of(here)
        written = here.window if self.rules.writes_exit_windows else window
        self._calls[node] = [FoundCall(written, value, here.interval)]
        if node in self._tree.elided and here.role != CHANCE_ROLE:
            self._cuts_rest[node] = self._cuts_undrawn(here, goes_on=goes_on)
        if self._tree.is_root(node):
            self._best = moves_of(here.role, here.moves).proven
        return self._went_on_with(node, value, here.interval)

    def _cuts_undrawn(self, here: _NodeInHand, *, goes_on: bool) -> bool:
        """Tell whether a node stops before its undrawn children, which come last from the left."""
        if goes_on or self.rules.right_to_left:
            return False
        return here.has_value and here.can_stop

    def _value_of(self, here: _NodeInHand) -> Number:
        """Return what a node returns: v, or an end of the interval of a mean that was cut short."""
        value = here.v
        if here.mean is not None and not all(map(self.visited, here.moves)):
            end = reached_end(self.rules, here.entry, here.interval)
            if end is not None:
                value = end
        if self.rules.hard:
            alpha, beta = here.entry
            value = max(alpha, min(value, beta))
        return value

    def _turn_of(self, child: int, *, test_holds: bool, goes_on: bool, after_slash: bool) -> _Turn:
        """Return whether the entries lead to a visit of a child, and whether it was made.

        Args:
            child: The child whose turn it is.
            test_holds: Whether the test holds on the person's own numbers.
            goes_on: Whether other children were visited here although it held.
            after_slash: Whether the child before has a slash, or was left out like one.
        """
        if (child, "cut") in self._entries:
            return _Turn(is_led_to=not test_holds and not after_slash, is_made=False)
        if not test_holds:
            return _Turn(is_led_to=True, is_made=True)
        if child in self._fully_crossed:
            # All of it is crossed out, which says as much as a slash above it.
            return _Turn(is_led_to=False, is_made=False)
        if self._marked:
            # On a paper with slashes, who draws none here has visited it.
            return _Turn(is_led_to=goes_on, is_made=True)
        is_made = child in self._searched_on
        return _Turn(is_led_to=is_made and goes_on, is_made=is_made)

    def _went_on_with(
        self, node: int, value: Number, interval: Interval
    ) -> tuple[Number, Interval]:
        """Return the value and the interval that the person goes on with at a node.

        They are those of what is written there; where nothing is, or what is right, those that the
        entries below lead to.

        Args:
            node: The node.
            value: What the entries below lead to.
            interval: What they prove of the node.
        """
        written = self._returned.get(node)
        if written is not None:
            return written, self._as_written(written, value, interval)
        bound = self._entries.get((node, "bound"))
        if bound is None or bound.number is None:
            return value, interval
        is_right = (bound.sign, bound.number) in self.bounds(node)
        if is_right:
            return value, interval
        lowest, highest = self.rules.known_range
        if bound.sign == ">=":
            return bound.number, (bound.number, highest)
        return bound.number, (lowest, bound.number)

    def _as_written(self, own: Number, value: Number, interval: Interval) -> Interval:
        """Return what is proven of a node whose written value differs from the one led to.

        Whatever end was proven is where that value is.
        """
        if own == value:
            return interval
        low, high = interval
        lowest, highest = self.rules.known_range
        if low > lowest:
            low = own
        if high < highest:
            high = own
        return low, high
