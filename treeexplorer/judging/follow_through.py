"""What follows from a person's own entries, so that a mistake is held against nobody twice."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from itertools import chain
from typing import Any

from treeexplorer.engine import Interval
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import moves_of
from treeexplorer.engine.intervals import merged_with, minimax_intervals
from treeexplorer.engine.ordered_tree import UnknownLeafError, added, normalised, unrolled
from treeexplorer.engine.procedure import is_better
from treeexplorer.engine.star1 import ChanceMean, reached_end
from treeexplorer.judging.claims import as_searched, branches_emptied, marks_cuts
from treeexplorer.judging.findings import Findings, FoundCall, Right
from treeexplorer.judging.judge import judge
from treeexplorer.notation import Claims, claim_table
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, Number, Window


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
        self._entries = claim_table(as_searched(tree, claim) for claim in claims)
        self._marked = marks_cuts(claims)
        self._emptied = branches_emptied(tree, claims)
        self._best: frozenset[int] = frozenset()
        self._visited: dict[int, bool] = {}
        self._cuts_rest: dict[int, bool] = {}
        self._against_test: set[int] = set()
        self._searched_on: set[int] = set()
        self._returned: dict[int, Number] = {}
        self._as_minimax: dict[int, Number] = {}
        self._read: int | None = None  # none where the run stops at an unknown leaf
        for (node, kind), claim in self._entries.items():
            if kind == "window" and not self._marked:
                # Somebody must have visited a node, and those above it, to write its window.
                for above in chain([node], tree.ancestors(node)):
                    if above in self._searched_on:
                        break
                    self._searched_on.add(above)
            elif kind == "value" and claim.number is not None:
                # A wrong entry may be meant as either; one that is right as the minimax value
                # alone is no returned value to go on with, and the other way round.
                as_ = judge(claim, findings)
                if as_ != "minimax":
                    self._returned[node] = claim.number
                if as_ != "returned" or findings.minimax(node) == claim.number:
                    self._as_minimax[node] = claim.number
        self._runs = not algorithm_of(self.rules).reenters
        if self._runs:
            self._visited[0] = True
            with suppress(UnknownLeafError):
                unrolled(self._visit, (0, self.rules.root_window))
                self._read = sum(map(self.record.is_evaluated, self._calls))
        depth = self.rules.depth
        own = self._as_minimax
        known = self.rules.known_range
        self._values = minimax_intervals(tree, depth, own, known=known)
        if self.crossed:
            self._values_on_paper = minimax_intervals(tree, depth, own, self.crossed, known)

    # -- what was led to -----------------------------------------------------------------------

    def calls(self, node: int) -> list[FoundCall]:
        """Return how the node would be entered and left, as far as the entries lead to it."""
        return [] if node in self._against_test else self._calls.get(node, [])

    def visited(self, node: int) -> bool:
        """Tell whether the entries so far lead to a visit of the node."""
        return self._visited.get(node, False) if self._runs else super().visited(node)

    def cuts_rest(self, node: int) -> bool:
        """Tell whether the entries so far lead to no look at what is not drawn below the node."""
        return self._cuts_rest.get(node, not self.visited(node))

    @property
    def prunes(self) -> bool:
        """Whether the entries lead to anything that is pruned."""
        return not all(self._visited.values()) or any(self._cuts_rest.values())

    def best_moves(self) -> dict[int, Right]:
        """Return the best moves, as far as the entries of the root's children say."""
        return self._moves(self._best, self._as_minimax)

    def leaves_read(self) -> int | None:
        """Return how many leaves are read on the way that the entries lead."""
        return self._read

    # -- the run -------------------------------------------------------------------------------

    def _test_holds(self, window: Window) -> bool:
        return self.record.has_windows and self.rules.cuts(*window)

    def _visit(
        self, call: tuple[int, Window]
    ) -> Generator[tuple[int, Window], Any, tuple[Number, Interval]]:
        """Yield the children that the entries lead to; return what the person went on with.

        Raises:
            UnknownLeafError: The node is a leaf without a value.
        """
        node, window = call
        record = self.record
        role = self._tree.roles[node]
        if record.is_evaluated(node):
            value = record.leaf_value(node)
            if value is None:
                raise UnknownLeafError
            self._calls[node] = [FoundCall(window, value, (value, value))]
            return value, (value, value)
        known = self.rules.known_range
        self._calls[node] = [FoundCall(window, None, known)]
        own = self._entries.get((node, "window"))
        entry = window
        if own is not None and own.window is not None and self.rules.windows == "entry":
            entry = own.window
        v: Number = record.starting_v(role, entry) or 0
        proven = known if node in self._tree.elided else None
        mean = self._mean_of(node)
        moves: dict[int, Interval] = {}
        has_value = False
        after_slash = False
        goes_on = self._test_holds(entry)
        for child in record.children(node):
            weight = self._tree.probability(child)
            moved = record.moved(role, entry, v) or FULL_WINDOW
            test_holds = self._test_holds(moved)
            if mean is not None:
                moved = mean.window_of_next(weight or 0, entry)
                test_holds = reached_end(self.rules, entry, mean.interval) is not None
            crossed = has_value and test_holds
            goes = self._goes_to(child, crossed, goes_on, after_slash)
            after_slash = not goes
            goes_on = goes_on or (goes and crossed)
            x = None
            moves[child] = known
            if goes:
                x, moves[child] = yield child, moved
            if mean is not None:
                mean.read(weight or 0, moves[child])
            proven = merged_with(role, proven, moves[child], weight)
            if x is None:
                continue
            if role == CHANCE_ROLE:
                v = added(v, weight or 0, x)
            elif is_better(role, x, v) or (record.replaces_first and not has_value):
                v = x
            has_value = True
        at_end = record.moved(role, entry, v) or entry
        if node in self._tree.elided and role != CHANCE_ROLE:
            holds = has_value and self._test_holds(at_end)
            self._cuts_rest[node] = holds and not goes_on and not self.rules.right_to_left
        if node == 0:
            self._best = moves_of(role, moves).proven
        (low, high) = map(normalised, proven or known)
        value = self._value_of(node, normalised(v), entry, (low, high))
        if self.rules.hard:
            value = max(entry[0], min(value, entry[1]))
        written = at_end if self.rules.windows == "exit" else window
        self._calls[node] = [FoundCall(written, value, (low, high))]
        return self._went_on_with(node, value, (low, high))

    def _mean_of(self, node: int) -> ChanceMean | None:
        """Return the mean of a chance node that can stop early, as it does under a range alone."""
        if self._tree.roles[node] != CHANCE_ROLE or not self.rules.has_range:
            return None
        weights = (self._tree.probability(child) or 0 for child in self._tree.children(node))
        return ChanceMean(weights, self.rules.known_range)

    def _value_of(self, node: int, v: Number, entry: Window, interval: Interval) -> Number:
        """Return what a node is worth by v; a mean that was not taken to its end, that end."""
        is_mean = self._tree.roles[node] == CHANCE_ROLE and self.rules.has_range
        if not is_mean or all(map(self.visited, self.record.children(node))):
            return v
        end = reached_end(self.rules, entry, interval)
        return v if end is None else end

    def _goes_to(self, child: int, crossed: bool, goes_on: bool, after_slash: bool) -> bool:
        """Note whether the entries lead to a visit of a child, and return whether it was made.

        They do not where the test holds (crossed) or the child before has a slash, but where
        others were visited here although it held (goes_on).
        """
        if (child, "cut") in self._entries:
            self._visited[child] = not (crossed or after_slash)
            return False
        if crossed and child in self._emptied:
            self._visited[child] = False
            return False
        if self._marked or not crossed:
            self._visited[child] = not crossed or goes_on
            return True
        is_made = child in self._searched_on
        self._visited[child] = is_made and goes_on
        if is_made and not goes_on:
            self._against_test.add(child)
        return is_made

    def _went_on_with(
        self, node: int, value: Number, interval: Interval
    ) -> tuple[Number, Interval]:
        """Return what is written at a node in place of what the entries below lead to."""
        low, high = interval
        own = self._returned.get(node)
        lowest, highest = self.rules.known_range
        claim = self._entries.get((node, "bound"))
        if own is not None:
            if own != value:
                low = own if low > lowest else low
                high = own if high < highest else high
            return own, (low, high)
        if claim is None or claim.number is None or (claim.sign, claim.number) in self.bounds(node):
            return value, interval
        own = claim.number
        return own, (own, highest) if claim.sign == ">=" else (lowest, own)
