"""Claims, what a search found where they stand, and the judgement of the one by the other.

Whatever accepts an answer asks :func:`judge`: a check, a key, the worksheet, a practise question, a
field of a course page, a grade. A claim is judged by :class:`Findings`, what a recorded search
found, or by :class:`FollowThrough`, what follows from a person's own earlier entries.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.engine import Interval, Record, Status, analysis_of, bound_of
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import moves_of
from treeexplorer.engine.intervals import BoundKind, merged_with, minimax_intervals
from treeexplorer.engine.ordered_tree import UnknownLeafError, added, normalised, unrolled
from treeexplorer.engine.procedure import is_better
from treeexplorer.exercises.unknowns import UnknownAnswer, solve_for, unknowns_of
from treeexplorer.explain.facts import skipping_cut
from treeexplorer.explain.judged import Right
from treeexplorer.notation import (
    ABOUT_THE_TREE,
    ALWAYS,
    BoundSign,
    Claim,
    ClaimKind,
    Claims,
    Condition,
    claim_table,
)
from treeexplorer.numbers import decimal_places
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, INFINITY, GameTree, Number, Window

Bound: TypeAlias = tuple[BoundSign, Number]
SUBJECT_OF: Final[dict[ClaimKind, str]] = {
    "value": "values",
    "bound": "values",
    "cut": "cuts",
    "cut-rest": "cuts",
    "cuts-none": "cuts",
    "window": "windows",
    "best": "best",
    "read": "read",
    "pruned-if": "pruned-if",
}
"""What a claim is about, as a sheet asks for it and as it is weighed in a grade."""
SLASHES: Final[frozenset[ClaimKind]] = frozenset({"cut", "cut-rest"})
SIGNS: Final[dict[BoundKind | None, BoundSign]] = {"lower": ">=", "upper": "<="}
"""How a bound is written, by what it is."""


# -- claims ------------------------------------------------------------------------------------


def marks_cuts(claims: Iterable[Claim]) -> bool:
    """Tell whether claims say what is cut off, so that an unmarked node counts as visited."""
    return any(claim.kind in SLASHES or claim.kind == "cuts-none" for claim in claims)


def branches_crossed(claims: Iterable[Claim]) -> frozenset[int]:
    """Return the branches that are crossed out on a paper."""
    return frozenset(claim.node for claim in claims if claim.kind == "cut")


def claims_of(tree: GameTree, claims: Claims, depth: int | None = None) -> Iterator[Claim]:
    """Yield every claim about a tree, node by node in drawing order, those about it all last.

    Once somebody marks what is cut off, every node without a mark is claimed visited. A slash
    speaks for its whole subtree; of a node beyond the depth limit nothing is claimed. Linear in
    the size of the tree.
    """
    written: dict[int, list[Claim]] = {}
    for claim in claims:
        place = len(tree) if claim.kind in ABOUT_THE_TREE else claim.node
        written.setdefault(place, []).append(as_searched(tree, claim))
    about_the_tree = written.pop(len(tree), [])
    marked, below_slash = marks_cuts(claims), -1
    for node in range(len(tree)) if marked else sorted(written):
        here = written.get(node, [])
        if any(claim.kind == "cut" for claim in here):
            below_slash = max(below_slash, tree.end[node])
        elif marked and node >= below_slash and (depth is None or tree.ply[node] <= depth):
            yield Claim(node, "visited")
        yield from here
    yield from about_the_tree


def as_searched(tree: GameTree, claim: Claim) -> Claim:
    """Return a claim with its numbers as the searches of its tree compute with them."""
    if not tree.has_chance:
        return claim
    number, window, condition, exact = claim.number, claim.window, claim.condition, tree.as_searched
    if condition is not None:
        condition = replace(condition, low=exact(condition.low), high=exact(condition.high))
    return claim._replace(
        number=None if number is None else exact(number),
        window=None if window is None else (exact(window[0]), exact(window[1])),
        condition=condition,
    )


def step_of(record: Record, claim: Claim) -> int:
    """Return the step of the search that shows whether a claim is right.

    An entry window shows when its node is entered, a value or an exit window when it arrives at
    the parent, and that a node is not visited when the rest of an ancestor's children is given up.
    """
    if claim.kind in ABOUT_THE_TREE:
        return record.steps
    rows, cut = record.rows(claim.node), skipping_cut(record, claim.node)
    if cut is not None:
        return cut.number
    if not rows or claim.kind == "cut-rest":
        above = record.visited_ancestor(claim.node, record.steps) or 0
        row = rows[-1] if rows else record.columns.row_of_node[above]
        return min(record.left(row) - 1, record.steps)
    is_exit = claim.window is not None and record.rules.windows == "exit"
    if claim.number is not None or is_exit:
        return min(record.left(rows[-1]), record.steps)
    return record.entered(rows[0])


# -- what was found ----------------------------------------------------------------------------


class FoundCall(NamedTuple):
    """One call of a node, as far as claims speak about it."""

    window: Window  # what the course has written beside it: on entry, or when it is left
    value: Number | None  # what it returned; None while it is open
    interval: Interval  # what was proven about the node's minimax value


class Findings:
    """What a recorded search found, and with it every answer that is right on a paper.

    ``crossed`` are the branches that are crossed out on that paper.
    """

    def __init__(self, record: Record, crossed: frozenset[int] = frozenset()) -> None:
        self.record = record
        self.rules = record.rules
        self.crossed = crossed
        self._intervals = analysis_of(record).intervals
        self._calls: dict[int, list[FoundCall]] = {}

    @cached_property
    def _values(self) -> list[Interval]:
        return self.record.derive(_minimax_intervals)

    @cached_property
    def _values_on_paper(self) -> list[Interval]:
        """What is proven about each node by the leaves that are not crossed out below it."""
        if not self.crossed:
            return self._values
        return minimax_intervals(self.record.tree, self.rules.depth, crossed=self.crossed)

    def calls(self, node: int) -> list[FoundCall]:
        """Return the node's calls, in order; none where it was not visited."""
        if node not in self._calls:
            record, calls = self.record, list[FoundCall]()
            for row in record.rows(node):
                window = record.entry(row)
                if self.rules.windows == "exit":
                    window = record.window_at(row, min(record.left(row), record.steps))
                interval = self._intervals.after_call(row)
                calls.append(FoundCall(window, record.value(row), interval))
            self._calls[node] = calls
        return self._calls[node]

    def window(self, node: int) -> Window | None:
        """Return the window that is written beside a node; ``None`` where it was not visited."""
        calls = self.calls(node)
        return calls[-1].window if calls else None

    def visited(self, node: int) -> bool:
        """Tell whether the node was visited."""
        return self.record.row(node) is not None

    def cuts_rest(self, node: int) -> bool:
        """Tell whether the node's undrawn children were not looked at."""
        unseen = self.record.undrawn_status(node, self.record.steps) is Status.UNSEEN
        return not (unseen and self.visited(node))

    @property
    def prunes(self) -> bool:
        """Whether anything was pruned, be it undrawn."""
        return bool(analysis_of(self.record).pruned)

    def minimax(self, node: int) -> Number | None:
        """Return the node's minimax value, ``None`` where the tree does not settle it."""
        low, high = self._values[node]
        return low if low == high else None

    def needs_crossed(self, node: int) -> bool:
        """Tell whether the node is worth something else without its children crossed out."""
        if self.crossed.isdisjoint(self.record.tree.children(node)):
            return False
        return self._values_on_paper[node] != self._values[node]

    def numbers(self, node: int) -> dict[Number, Right]:
        """Return the plain numbers that are right at a node, each with what it is right as.

        They are what the node returned last, and its minimax value where that is the same without
        the branches that are crossed out.
        """
        numbers: dict[Number, Right] = {}
        calls, minimax = self.calls(node), self.minimax(node)
        if minimax is not None and self._values_on_paper[node] == (minimax, minimax):
            numbers[minimax] = "minimax"
        if calls and (value := calls[-1].value) is not None:
            numbers[value] = "returned"
        return numbers

    def bounds(self, node: int) -> set[Bound]:
        """Return the bounds that are right at a node; none of them is false.

        They are the bound that is shown, the last one returned, and what is proven of a node whose
        value is not settled.
        """
        bounds = set[Bound]()
        for _, value, (low, high) in self.calls(node)[-1:]:
            if low != high:
                bounds |= {(">=", low)} if low > -INFINITY else set()
                bounds |= {("<=", high)} if high < INFINITY else set()
            kind = None if value is None else bound_of(value, (low, high))
            if value is not None and kind in SIGNS:
                bounds.add((SIGNS[kind], value))
        return bounds

    def best_moves(self) -> dict[int, Right]:
        """Return the best moves: proven by the search, or by the values of all leaves alone."""
        return self._moves(analysis_of(self.record).moves(0).proven, {})

    def _moves(self, proven: Iterable[int], entries: Mapping[int, Number]) -> dict[int, Right]:
        """Return proven moves, and those that the values of all leaves, or entries, make best."""
        tree = self.record.tree
        values = {move: self._values[move] for move in self.record.children(0)}
        own = {move: (entries[move], entries[move]) for move in values if move in entries}
        equal = moves_of(tree.roles[0], values | own).proven
        best: dict[int, Right] = dict.fromkeys(equal, "minimax")
        for move in proven:
            best[move] = "returned"
        return best

    @property
    def proven_moves(self) -> frozenset[int]:
        """The moves that the search proves to be the best."""
        return frozenset(move for move, as_ in self.best_moves().items() if as_ == "returned")

    @property
    def moves(self) -> list[int]:
        """The best moves that are named where one is asked for."""
        return sorted(self.proven_moves or self.best_moves())

    def leaves_read(self) -> int | None:
        """Return how many leaves are read; ``None`` where that is not known."""
        return self.record.evaluated

    def pruned_for(self, node: int) -> tuple[Condition, ...] | None:
        """Return for which values of the only unknown a node is pruned.

        Without one a finished search prunes it always or never; ``None`` where it waits.
        """
        answer = self.record.derive(_solved)
        if answer is not None:
            word = next(iter(self.record.tree.unknowns.values())) or "?"
            return tuple(replace(each, unknown=word) for each in answer.not_visited_for(node))
        if self.record.waits_for is not None:
            return None
        is_pruned = self.record.status(node, self.record.steps) is Status.SKIPPED
        return (ALWAYS,) if is_pruned else ()


def _minimax_intervals(record: Record) -> list[Interval]:
    return minimax_intervals(record.tree, record.rules.depth)


def _solved(record: Record) -> UnknownAnswer | None:
    words = list(unknowns_of(record.tree))
    return solve_for(record.tree_as_drawn, record.rules, *words) if len(words) == 1 else None


# -- the judgement -----------------------------------------------------------------------------


def judge(claim: Claim, findings: Findings) -> Right | None:
    """Return as what a claim is right, ``None`` where it is wrong.

    A plain number is one of :meth:`Findings.numbers`, a bound one of :meth:`Findings.bounds`, and a
    weaker one is wrong though it is true; a slash is right where nothing of its subtree was
    visited; of several best moves one or all are right.
    """
    match claim.kind:
        case "value" if (number := claim.number) is not None:
            numbers = findings.numbers(claim.node).items()
            kinds = {kind for right_number, kind in numbers if agrees(number, right_number)}
            return "returned" if "returned" in kinds else next(iter(kinds), None)
        case "best":
            # One of them, or all that are equally good; none where none is proven.
            claimed, proven = frozenset(claim.nodes), findings.proven_moves
            best = frozenset(findings.best_moves())
            if claimed == proven or (len(claimed) == 1 and claimed <= proven):
                return "returned"
            right = claimed == best or (len(claimed) == 1 and claimed <= best)
            return "minimax" if right else None
        case "bound" if (number := claim.number) is not None:
            bounds = findings.bounds(claim.node)
            right = any(claim.sign == sign and agrees(number, bound) for sign, bound in bounds)
        case "window":
            right = any(
                claim.window is not None and all(map(agrees, claim.window, call.window))
                for call in findings.calls(claim.node)
            )
        case "cut":
            right = not findings.visited(claim.node)
        case "cut-rest":
            right = findings.cuts_rest(claim.node)
        case "cuts-none":
            right = not findings.prunes
        case "visited":
            right = findings.visited(claim.node)
        case "read":
            right = claim.number == findings.leaves_read()
        case "pruned-if":
            right = _is_condition(claim.condition, findings.pruned_for(claim.node))
        case _:
            right = False
    return "found" if right else None


def agrees(written: Number, returned: Number) -> bool:
    """Tell whether a written number is the one found.

    A mean such as 13/3 has no finite decimal: there, the number found, rounded to as many places
    as were written (one at least), counts as written.
    """
    if written == returned:
        return True
    if not isinstance(returned, Fraction) or not isinstance(written, Fraction):
        return False
    places = decimal_places(written)
    if decimal_places(returned) is not None or not places:
        return False
    error: Fraction = abs(written - returned) * 10**places * 2
    return error <= 1


def _is_condition(condition: Condition | None, true: Sequence[Condition] | None) -> bool:
    """Tell whether a condition is exactly some stretches; an infinite end is always part of one."""
    if condition is None or true is None:
        return False
    stretches = [
        (
            each.low,
            each.high,
            each.includes_low or each.low == -INFINITY,
            each.includes_high or each.high == INFINITY,
        )
        for each in (condition, *true)
    ]
    return stretches[1:] == ([] if condition.is_never else stretches[:1])


# -- what follows from a person's own entries ----------------------------------------------------


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
                unrolled(self._visit, (0, self.rules.window))
                self._read = sum(map(self.record.is_evaluated, self._calls))
        depth, own = self.rules.depth, self._as_minimax
        self._values = minimax_intervals(tree, depth, own)
        if self.crossed:
            self._values_on_paper = minimax_intervals(tree, depth, own, self.crossed)

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
        record, role = self.record, self._tree.roles[node]
        if record.is_evaluated(node):
            value = record.leaf_value(node)
            if value is None:
                raise UnknownLeafError
            self._calls[node] = [FoundCall(window, value, (value, value))]
            return value, (value, value)
        self._calls[node] = [FoundCall(window, None, FULL_WINDOW)]
        own = self._entries.get((node, "window"))
        entry = window
        if own is not None and own.window is not None and self.rules.windows == "entry":
            entry = own.window
        v: Number = record.starting_v(role, entry) or 0
        proven = FULL_WINDOW if node in self._tree.elided else None
        moves: dict[int, Interval] = {}
        has_value, after_slash, goes_on = False, False, self._test_holds(entry)
        for child in record.children(node):
            moved = record.moved(role, entry, v) or FULL_WINDOW
            crossed = has_value and self._test_holds(moved)
            goes = self._goes_to(child, crossed, goes_on, after_slash)
            after_slash, goes_on = not goes, goes_on or (goes and crossed)
            weight, x, moves[child] = self._tree.probability(child), None, FULL_WINDOW
            if goes:
                x, moves[child] = yield child, moved
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
        value, (low, high) = normalised(v), map(normalised, proven or FULL_WINDOW)
        if self.rules.hard:
            value = max(entry[0], min(value, entry[1]))
        written = at_end if self.rules.windows == "exit" else window
        self._calls[node] = [FoundCall(written, value, (low, high))]
        return self._went_on_with(node, value, (low, high))

    def _goes_to(self, child: int, crossed: bool, goes_on: bool, after_slash: bool) -> bool:
        """Note whether the entries lead to a visit of a child, and return whether it was made.

        They do not where the test holds (crossed) or the child before has a slash, but where
        others were visited here although it held (goes_on).
        """
        if (child, "cut") in self._entries:
            self._visited[child] = not (crossed or after_slash)
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
        (low, high), own = interval, self._returned.get(node)
        claim = self._entries.get((node, "bound"))
        if own is not None:
            if own != value:
                low, high = own if low > -INFINITY else low, own if high < INFINITY else high
            return own, (low, high)
        if claim is None or claim.number is None or (claim.sign, claim.number) in self.bounds(node):
            return value, interval
        own = claim.number
        return own, (own, INFINITY) if claim.sign == ">=" else (-INFINITY, own)
