"""What follows from a person's own entries: the search again, with what they wrote put in.

Every examiner marks like this by hand: a wrong number is a mistake once, and whatever is computed
correctly from it is not held against anybody again. So the search is run as its author ran it on
paper. At each place it first notes what the entries so far lead to, which is what the entry there
is held against; then it goes on with what was written. Where slashes are drawn, the run goes where
they let it; where none are, it goes where the test on the person's own numbers sends it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.means import added, normalised
from treeexplorer.exercises.judge import (
    BestMoves,
    Call,
    Findings,
    as_searched,
    chance_weights,
    failed_bound,
    found_bounds,
    judge,
    marks_cuts,
    proven_values,
)
from treeexplorer.notation import Claim, Claims, claim_table
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    MAX_ROLE,
    MIN_ROLE,
    Number,
    Window,
)


@dataclass(slots=True)
class _Frame:
    """One open node of the run."""

    node: int
    role: int
    children: Iterator[int]
    entry: Window
    v: Number
    alpha: Number
    beta: Number
    low: Number
    high: Number
    first: int
    crossed_on_entry: bool
    cutting: bool = False
    went_on: bool = False


class FollowThrough:
    """What a person's own earlier entries lead to, at every node they lead to.

    It says the same three things as the recorded search does
    (:class:`treeexplorer.exercises.judge.Found`), so that the same judgement applies to both.
    Linear in the size of the tree.

    Attributes:
        complete: Whether the run came to its end; it stops at an unknown leaf without a value.
    """

    def __init__(self, findings: Findings, claims: Claims) -> None:
        """Run the search with a person's entries.

        Args:
            findings: The search as it should be.
            claims: The entries.
        """
        record = findings.record
        self.tree, self.rules = record.tree, record.rules
        self._record, self._findings = record, findings
        self._has_windows = algorithm_of(self.rules).has_windows
        self._best: list[int] = []
        self._claims = claim_table(as_searched(self.tree, claim) for claim in claims)
        self._windows = {
            claim.node: claim.window for claim in self._claims.values() if claim.window is not None
        }
        self._marked = marks_cuts(claims)
        self._returned_entries, minimax_entries = self._sort_entries(findings)
        self._calls: dict[int, Call] = {}
        self._visited: dict[int, bool] = {}
        self._against_test: set[int] = set()
        self._searched_on = self._nodes_with_windows_below() if not self._marked else frozenset()
        self._weights = chance_weights(self.tree) if self.tree.has_chance else {}
        self.complete = False
        if not algorithm_of(self.rules).reenters:
            self._run()
        self._values = proven_values(
            self.tree, self.rules.depth, {node: self._entry(node) for node in minimax_entries}
        )

    def _sort_entries(self, findings: Findings) -> tuple[frozenset[int], frozenset[int]]:
        """Return the nodes whose value entries stand for a returned and for a minimax value.

        A wrong entry may be meant as either; one that is right as the minimax value alone is no
        returned value to go on with, and the other way round.
        """
        as_returned, as_minimax = set(), set()
        for (node, kind), claim in self._claims.items():
            if kind != "value":
                continue
            verdict = judge(claim, findings)
            if verdict.as_ != "minimax":
                as_returned.add(node)
            if verdict.as_ != "returned" or findings.minimax(node) == claim.number:
                as_minimax.add(node)
        return frozenset(as_returned), frozenset(as_minimax)

    # -- what was led to -----------------------------------------------------------------------

    def calls(self, node: int) -> list[Call]:
        """Return how the node would be entered and left, as far as the entries lead to it."""
        call = None if node in self._against_test else self._calls.get(node)
        return [] if call is None else [call]

    def visited(self, node: int) -> bool:
        """Tell whether the entries so far lead to a visit of the node."""
        return self._visited.get(node, False)

    def minimax(self, node: int) -> Number | None:
        """Return what the entries below the node give as its minimax value."""
        low, high = self._values[node]
        return low if low == high else None

    def best_moves(self) -> BestMoves:
        """Return the best moves, as far as the entries of the root's children say."""
        value = self.minimax(0)
        children = self.tree.children(0)
        equal = [] if value is None else [one for one in children if self._own(one) == value]
        return BestMoves(frozenset(self._best), frozenset(equal))

    def _own(self, node: int) -> Number | None:
        claim = self._claims.get((node, "value"))
        return self.minimax(node) if claim is None else claim.number

    def leaves_read(self) -> int | None:
        """Return how many leaves are read on the way that the entries lead."""
        if not self.complete:
            return None
        return sum(
            call.value is not None and self._is_end(node) for node, call in self._calls.items()
        )

    def about_the_tree(self, claim: Claim) -> bool:
        """Tell whether a claim is right about which a person's entries say nothing."""
        return self._findings.about_the_tree(claim)

    # -- the run -------------------------------------------------------------------------------

    def _entry(self, node: int) -> Number:
        number = self._claims[node, "value"].number
        return 0 if number is None else number

    def _nodes_with_windows_below(self) -> frozenset[int]:
        """Return the nodes that somebody must have visited to write the windows at or below."""
        found: set[int] = set()
        for node, kind in self._claims:
            if kind not in {"window", "exit-window"}:
                continue
            above = node
            while above >= 0 and above not in found:
                found.add(above)
                above = self.tree.parent[above]
        return frozenset(found)

    def _is_end(self, node: int) -> bool:
        depth = self.rules.depth
        return self.tree.is_leaf(node) or (depth is not None and self.tree.ply[node] >= depth)

    def _crossed(self, alpha: Number, beta: Number) -> bool:
        if not self._has_windows:
            return False
        return alpha > beta or (alpha == beta and not self.rules.strict)

    def _run(self) -> None:
        stack: list[_Frame] = []
        returned = self._enter(0, self.rules.window, stack)
        self._visited[0] = True
        while stack or returned is not None:
            if returned is not None:
                if not stack:
                    self.complete = True
                    return
                self._arrive(stack[-1], *returned)
                returned = None
            frame = stack[-1]
            child = next(frame.children, None)
            if child is None:
                returned = frame.node, *self._leave(stack.pop())
                continue
            if not self._goes_to(frame, child):
                self._skip(frame)
                continue
            window = FULL_WINDOW if frame.role == CHANCE_ROLE else (frame.alpha, frame.beta)
            returned = self._enter(child, window, stack)
            if returned is None and (not stack or stack[-1].node != child):
                return

    def _enter(
        self, node: int, window: Window, stack: list[_Frame]
    ) -> tuple[int, Number, Interval] | None:
        """Enter a node: a leaf returns at once; any other node opens a frame, unless unknown."""
        tree, rules = self.tree, self.rules
        claimed = self._windows.get(node) if rules.windows == "entry" else None
        entry = window if claimed is None else claimed
        if self._is_end(node):
            value = self._record.leaf_value(node)
            if value is None:
                return None
            self._calls[node] = Call(window, window, value, (value, value))
            return node, value, (value, value)
        self._calls[node] = Call(window, window, None, FULL_WINDOW)
        role = tree.roles[node]
        alpha, beta = entry
        at_bound = rules.hard or self._record.replaces_first
        v: Number = 0
        if role == MAX_ROLE:
            v = alpha if at_bound else -INFINITY
        elif role == MIN_ROLE:
            v = beta if at_bound else INFINITY
        else:
            alpha, beta = FULL_WINDOW
        low: Number = {MAX_ROLE: -INFINITY, MIN_ROLE: INFINITY}.get(role, 0)
        frame = _Frame(
            node, role, self._record.children(node), entry, v, alpha, beta, low, low, -1,
            self._crossed(*entry),
        )  # fmt: skip
        if node in tree.elided:
            self._skip(frame)
        stack.append(frame)
        return None

    def _goes_to(self, frame: _Frame, child: int) -> bool:
        """Note whether the entries lead to a visit of a child, and return whether it was made."""
        crossed = self._crossed(frame.alpha, frame.beta)
        if frame.first < 0:
            crossed = False
        if self._marked:
            if (child, "cut") in self._claims:
                self._visited[child] = not (crossed or frame.cutting)
                frame.cutting = True
                return False
            self._visited[child] = not crossed or frame.crossed_on_entry or frame.went_on
            frame.cutting, frame.went_on = False, crossed or frame.went_on
            return True
        went = not crossed or child in self._searched_on
        if went and crossed and not (frame.crossed_on_entry or frame.went_on):
            self._against_test.add(child)
            frame.went_on = True
        self._visited[child] = went and child not in self._against_test
        return went

    def _skip(self, frame: _Frame) -> None:
        if frame.role != MIN_ROLE:
            frame.high = INFINITY
        if frame.role != MAX_ROLE:
            frame.low = -INFINITY

    def _arrive(self, frame: _Frame, child: int, x: Number, interval: Interval) -> None:
        if frame.role == CHANCE_ROLE:
            weight = self._weights[child]
            frame.v = added(frame.v, weight, x)
            frame.low = added(frame.low, weight, interval[0])
            frame.high = added(frame.high, weight, interval[1], stronger=INFINITY)
            return
        replaces = self._record.replaces_first
        better = x > frame.v if frame.role == MAX_ROLE else x < frame.v
        if better or (replaces and frame.first < 0):
            if frame.node == 0:
                self._best = [child]
            frame.v = x
            if frame.role == MAX_ROLE:
                frame.alpha = x if replaces else max(frame.alpha, x)
            else:
                frame.beta = x if replaces else min(frame.beta, x)
        elif frame.node == 0 and x == frame.v and interval == (x, x):
            self._best.append(child)
        frame.first = child if frame.first < 0 else frame.first
        pick = max if frame.role == MAX_ROLE else min
        frame.low, frame.high = pick(frame.low, interval[0]), pick(frame.high, interval[1])

    def _leave(self, frame: _Frame) -> tuple[Number, Interval]:
        """Note what the entries below lead to, and return what the person went on with."""
        tree, rules, node = self.tree, self.rules, frame.node
        value = normalised(frame.v)
        if rules.hard:
            value = max(frame.entry[0], min(value, frame.entry[1]))
        interval = normalised(frame.low), normalised(frame.high)
        failed = failed_bound(tree, rules, node, frame.entry, value, interval)
        left = (frame.alpha, frame.beta) if frame.role != CHANCE_ROLE else frame.entry
        call = self._calls[node] = Call(self._calls[node].entry, left, value, interval, failed)
        if node in self._returned_entries:
            own = self._entry(node)
            return own, interval if own == value else _moved(interval, own)
        claim = self._claims.get((node, "bound"))
        if (
            claim is None
            or claim.number is None
            or (claim.sign, claim.number) in found_bounds(call)
        ):
            return value, interval
        own = claim.number
        return own, (own, INFINITY) if claim.sign == ">=" else (-INFINITY, own)


def _moved(interval: Interval, own: Number) -> Interval:
    """Return an interval that is as open as the given one, around another number."""
    low, high = interval
    return (own if low > -INFINITY else low), (own if high < INFINITY else high)
