"""What a recorded search found, and with it every answer that is right on a paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine import Interval, Record, Status, analysis_of, bound_of
from treeexplorer.engine.analysis import moves_of
from treeexplorer.engine.intervals import BoundKind, minimax_intervals
from treeexplorer.notation import ALWAYS, WITH_NUMBERS, BoundSign, Claim, Condition
from treeexplorer.tree import INFINITY, Number, Window

if TYPE_CHECKING:
    from treeexplorer.judging.unknowns import UnknownAnswer

Right: TypeAlias = Literal["found", "returned", "minimax"]
"""As what a claim is right: a plain number as the returned value or as the minimax value alone."""
SignedBound: TypeAlias = tuple[BoundSign, Number]
BOUND_SIGNS: Final[dict[BoundKind | None, BoundSign]] = {"lower": ">=", "upper": "<="}
"""How a bound is written, by what it is."""


class FoundCall(NamedTuple):
    """One call of a node, as far as claims speak about it."""

    window: Window  # what the course has written beside it: on entry, or when it is left
    value: Number | None  # what it returned; None while it is open
    interval: Interval  # what was proven about the node's minimax value


class Findings:
    """What a recorded search found, and with it every answer that is right on a paper."""

    def __init__(
        self,
        record: Record,
        crossed: frozenset[int] = frozenset(),
        wrong_slashes: frozenset[int] = frozenset(),
    ) -> None:
        """Take what a search found, and what is crossed out beside it.

        Args:
            record: The search.
            crossed: The branches that are crossed out on the paper.
            wrong_slashes: Those of them that are known to be mistakes.
        """
        self.record = record
        self.rules = record.rules
        self.crossed = crossed
        self.wrong_slashes = wrong_slashes
        self._intervals = analysis_of(record).intervals
        self._calls: dict[int, list[FoundCall]] = {}

    @cached_property
    def _values(self) -> list[Interval]:
        """What all leaves of the search prove about each node."""
        return self.record.derive(_minimax_intervals)

    @cached_property
    def _values_on_paper(self) -> list[Interval]:
        """What is proven about each node by the leaves that are not crossed out below it."""
        return self._values_without(self.crossed)

    @cached_property
    def _values_without_wrong(self) -> list[Interval]:
        """What is proven about each node by the leaves that no wrong slash crosses out."""
        return self._values_without(self.wrong_slashes)

    def _values_without(self, branches: frozenset[int]) -> list[Interval]:
        """Return what is proven about each node without some branches."""
        if not branches:
            return self._values
        return minimax_intervals(
            self.record.tree,
            self.rules.depth,
            crossed=branches,
            known=self.rules.known_range,
        )

    def calls(self, node: int) -> list[FoundCall]:
        """Return the node's calls, in order; none where it was not visited."""
        if node not in self._calls:
            self._calls[node] = [self._call(call) for call in self.record.calls_of(node)]
        return self._calls[node]

    def _call(self, call: int) -> FoundCall:
        """Return a call of the record, with the window that the course has written beside it."""
        record = self.record
        if self.rules.writes_exit_windows:
            left = min(record.returned_at(call), record.steps)
            window = record.window_at(call, left)
        else:
            window = record.entry_window(call)
        return FoundCall(window, record.value(call), self._intervals.after_call(call))

    def window(self, node: int) -> Window | None:
        """Return the window that is written beside a node; ``None`` where it was not visited."""
        calls = self.calls(node)
        return calls[-1].window if calls else None

    def visited(self, node: int) -> bool:
        """Tell whether the node was visited."""
        return self.record.call_of(node) is not None

    def cuts_rest(self, node: int) -> bool:
        """Tell whether the node's undrawn children were not looked at."""
        unseen = self.record.undrawn_status(node, self.record.steps) is Status.UNSEEN
        return not (unseen and self.visited(node))

    @property
    def prunes(self) -> bool:
        """Whether anything was pruned, drawn or not."""
        return bool(analysis_of(self.record).pruned)

    def minimax(self, node: int) -> Number | None:
        """Return the node's minimax value, ``None`` where the tree does not settle it."""
        low, high = self._values[node]
        return low if low == high else None

    def needs_wrong_slash(self, claim: Claim) -> bool:
        """Tell whether a number, or a window, can hold only with a branch wrongly crossed out.

        It does where it stands in such a branch, in which nobody who crossed it out has anything to
        write; and where its node is worth something else without its children that are wrongly
        crossed out. The window of such a node is not touched by them.
        """
        if not self.wrong_slashes or claim.kind not in WITH_NUMBERS:
            return False
        tree = self.record.tree
        node = claim.node
        if any(slash <= node < tree.end[slash] for slash in self.wrong_slashes):
            return True
        if claim.kind == "window" or self.wrong_slashes.isdisjoint(tree.children(node)):
            return False
        return self._values_without_wrong[node] != self._values[node]

    def numbers(self, node: int) -> dict[Number, Right]:
        """Return the plain numbers that are right at a node, each with what it is right as.

        They are what the node returned last, and its minimax value where that is the same without
        the branches that are crossed out.
        """
        numbers: dict[Number, Right] = {}
        minimax = self.minimax(node)
        if minimax is not None and self._values_on_paper[node] == (minimax, minimax):
            numbers[minimax] = "minimax"
        calls = self.calls(node)
        returned = calls[-1].value if calls else None
        if returned is not None:
            numbers[returned] = "returned"
        return numbers

    def bounds(self, node: int) -> set[SignedBound]:
        """Return the bounds that are right at a node; none of them is false.

        They are the bound that is shown, the last one returned, and what is proven of a node whose
        value is not settled.
        """
        calls = self.calls(node)
        if not calls:
            return set()
        value = calls[-1].value
        low, high = calls[-1].interval
        bounds: set[SignedBound] = set()
        is_settled = low == high
        if not is_settled and low > -INFINITY:
            bounds.add((">=", low))
        if not is_settled and high < INFINITY:
            bounds.add(("<=", high))
        if value is not None:
            sign = BOUND_SIGNS.get(bound_of(value, (low, high)))
            if sign is not None:
                bounds.add((sign, value))
        return bounds

    def best_moves(self) -> dict[int, Right]:
        """Return the best moves: proven by the search, or by the values of all leaves alone."""
        return self._moves(analysis_of(self.record).moves(0).proven, {})

    def _moves(self, proven: Iterable[int], entries: Mapping[int, Number]) -> dict[int, Right]:
        """Return the best moves, and why each is one: the search proves it, or all leaves do.

        Args:
            proven: The moves that the search proves to be the best.
            entries: What somebody entered for moves; it counts in place of their leaves.
        """
        worths: dict[int, Interval] = {}
        for move in self.record.children(0):
            entry = entries.get(move)
            worths[move] = self._values[move] if entry is None else (entry, entry)
        equally_good = moves_of(self.record.tree.roles[0], worths).proven
        best: dict[int, Right] = dict.fromkeys(equally_good, "minimax")
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
        proven = self.proven_moves
        if proven:
            return sorted(proven)
        return sorted(self.best_moves())

    def leaves_read(self) -> int | None:
        """Return how many leaves are read; ``None`` where that is not known."""
        return self.record.evaluated

    def pruned_for(self, node: int) -> tuple[Condition, ...] | None:
        """Return the values of the only unknown for which a node is pruned.

        Without one a finished search prunes it always or never; ``None`` where it waits.

        Example:
            >>> from treeexplorer.engine import search
            >>> from treeexplorer.notation import parse
            >>> tree = parse("[[3 5] [x 4]]").tree
            >>> [str(each) for each in Findings(search(tree)).pruned_for(tree.find("2.2"))]
            ['x <= 3']
        """
        answer = self.record.derive(_solved)
        if answer is not None:
            word = next(iter(self.record.tree.unknowns.values()))
            spelling = word if word else "?"
            return tuple(replace(each, unknown=spelling) for each in answer.not_visited_for(node))
        if self.record.waits_for is not None:
            return None
        is_pruned = self.record.status(node, self.record.steps) is Status.SKIPPED
        return (ALWAYS,) if is_pruned else ()


def _minimax_intervals(record: Record) -> list[Interval]:
    """Return what all leaves of a search prove about each node."""
    rules = record.rules
    return minimax_intervals(record.tree, rules.depth, known=rules.known_range)


def _solved(record: Record) -> UnknownAnswer | None:
    """Return the answer for the only unknown of a tree; ``None`` where there is not just one."""
    if not record.tree.unknowns:
        return None
    from treeexplorer.judging.unknowns import solve_for, unknowns_of  # most trees have none

    words = list(unknowns_of(record.tree))
    return solve_for(record.tree_as_drawn, record.rules, *words) if len(words) == 1 else None
