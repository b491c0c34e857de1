"""What a recorded search found, and with it every answer that is right on a paper.

A *paper* is a tree on which somebody wrote values, bounds, windows and slashes. A *slash* crosses
out a branch: it is cut off. Some courses write beside a node the window with which it was entered,
others its *exit window*, the one it had when it returned (``rules.writes_exit_windows``).

In ``[[3 12] [2 9]]`` the second MIN node is entered with (3, +∞) and returns 2. A paper is right
that says ``2`` or ``≤ 2`` there, has the window (3, +∞) beside it, and crosses out the 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine import Interval, Record, Status, analysis_of, classify_bound
from treeexplorer.engine.analysis import find_best_moves
from treeexplorer.engine.intervals import BoundKind, compute_minimax_intervals
from treeexplorer.notation import ALWAYS, WITH_NUMBERS, BoundSign, Claim, Condition
from treeexplorer.tree import INFINITY, Number, Window

if TYPE_CHECKING:
    from treeexplorer.judging.unknowns import UnknownAnswer

Right: TypeAlias = Literal["found", "returned", "minimax"]
"""What makes a claim right: for a number, whether it is the returned value or the minimax value."""
SignedBound: TypeAlias = tuple[BoundSign, Number]
BOUND_SIGNS: Final[dict[BoundKind | None, BoundSign]] = {"lower": ">=", "upper": "<="}
"""The sign with which a lower or an upper bound is written."""


class FoundCall(NamedTuple):
    """One call of a node, as claims can be about it.

    Attributes:
        window: The window that the course writes beside the node: on entry, or on exit.
        value: What the call returned; ``None`` while it is open.
        interval: What was proven about the node's minimax value when the call returned.
    """

    window: Window
    value: Number | None
    interval: Interval

    @property
    def sign(self) -> BoundSign | None:
        """The sign of the returned value if it is a bound; ``None`` if it is exact, or unproven."""
        if self.value is None:
            return None
        return BOUND_SIGNS.get(classify_bound(self.value, self.interval))

    @property
    def bounds(self) -> set[SignedBound]:
        """The bounds that may be written for this call, such as ``(">=", 3)``.

        They are the finite ends of its interval, unless it is a single number, and the value that
        it returned if that is a bound.
        """
        bounds = _collect_bounds_of_interval(self.interval)
        if self.value is not None and self.sign is not None:
            bounds.add((self.sign, self.value))
        return bounds


class Findings:
    """What a recorded search found, and with it every answer that is right on a paper."""

    def __init__(
        self,
        record: Record,
        crossed: frozenset[int] = frozenset(),
        wrong_slashes: frozenset[int] = frozenset(),
    ) -> None:
        """Keep a search and the marks on a paper, for the questions which answers are right.

        A slash on a paper crosses out a branch: it says that the branch is cut off.

        Args:
            record: The search.
            crossed: The nodes with a slash on the paper.
            wrong_slashes: Those of them whose slash is known to be a mistake.
        """
        self.record = record
        self.rules = record.rules
        self.crossed = crossed
        self.wrong_slashes = wrong_slashes
        self._intervals = analysis_of(record).intervals
        # By node: its visits, once they have been asked for.
        self._calls: dict[int, list[FoundCall]] = {}

    @cached_property
    def _intervals_by_all_leaves(self) -> list[Interval]:
        """What all leaves of the search prove about each node."""
        return self.record.derive(_compute_intervals_by_all_leaves)

    @cached_property
    def _intervals_on_paper(self) -> list[Interval]:
        """What is proven about each node by the leaves that are not crossed out below it."""
        return self._compute_intervals_without(self.crossed)

    @cached_property
    def _intervals_without_wrong(self) -> list[Interval]:
        """What is proven about each node by the leaves that no wrong slash crosses out."""
        return self._compute_intervals_without(self.wrong_slashes)

    def _compute_intervals_without(self, branches: frozenset[int]) -> list[Interval]:
        """Compute the lowest and highest value of each node, without the leaves of some branches.

        Each branch is given by its uppermost node. The result is indexed by node number.
        """
        if not branches:
            # Computed once for the search.
            return self._intervals_by_all_leaves
        return compute_minimax_intervals(
            self.record.tree,
            self.rules.depth,
            crossed=branches,
            known=self.rules.known_range,
        )

    def calls(self, node: int) -> list[FoundCall]:
        """Return the node's calls, in order; none where it was not visited."""
        if node not in self._calls:
            self._calls[node] = [self._make_found_call(call) for call in self.record.calls_of(node)]
        return self._calls[node]

    def _make_found_call(self, call: int) -> FoundCall:
        """Collect the window, the value and the interval of a call of the record."""
        return FoundCall(
            window=self._choose_window_to_write(call),
            value=self.record.value(call),
            interval=self._intervals.after_call(call),
        )

    def _choose_window_to_write(self, call: int) -> Window:
        """Return the window (α, β) that the course writes beside a node for one of its calls.

        It is the window with which the node was entered, or its exit window: the one that it had
        when it returned or, while it has not returned, at the last step.
        """
        record = self.record
        if not self.rules.writes_exit_windows:
            return record.entry_window(call)

        last_step_of_call = min(record.returned_at(call), record.steps)
        return record.window_at(call, last_step_of_call)

    def window(self, node: int) -> Window | None:
        """Return the window to write beside a node; ``None`` if the node was not visited."""
        calls = self.calls(node)
        return calls[-1].window if calls else None

    def visited(self, node: int) -> bool:
        """Tell whether the node was visited."""
        return self.record.call_of(node) is not None

    def cuts_rest(self, node: int) -> bool:
        """Tell whether the node's undrawn children were not looked at."""
        if not self.visited(node):
            return True
        return self.record.undrawn_status(node, self.record.steps) is not Status.UNSEEN

    @property
    def prunes(self) -> bool:
        """Whether anything was pruned, drawn or not."""
        return bool(analysis_of(self.record).pruned)

    def minimax(self, node: int) -> Number | None:
        """Return the node's minimax value, ``None`` if the tree does not settle it."""
        low, high = self._intervals_by_all_leaves[node]
        return low if low == high else None

    def rests_on_wrong_slash(self, claim: Claim) -> bool:
        """Tell whether a number or a window on a paper follows from a wrong slash alone.

        A slash crosses out a branch as cut off. In ``[[3 12] B:[7 C:[2 5]]]`` somebody crosses out
        C, and is wrong, since B is not cut off at 7. B is worth 5, and would be worth 7 without C:

        - a number or a window at C, or below it, rests on the slash: the branch is crossed out;
        - a number at B rests on it, as 7 does: B has another value with C than without. A window at
          B does not: it comes from above;
        - at all other nodes nothing rests on it.

        Args:
            claim: The answer on the paper. What rests on a wrong slash cannot be right.
        """
        has_number_or_window = claim.kind in WITH_NUMBERS
        if not self.wrong_slashes or not has_number_or_window:
            return False
        if self._is_below_wrong_slash(claim.node):
            return True
        is_number = claim.kind != "window"
        return is_number and self._is_changed_by_wrong_slash(claim.node)

    def _is_below_wrong_slash(self, node: int) -> bool:
        """Tell whether a node lies in a branch that is wrongly crossed out, its root included."""
        end = self.record.tree.end  # the subtree of a node is node … end[node] − 1
        return any(slash <= node < end[slash] for slash in self.wrong_slashes)

    def _is_changed_by_wrong_slash(self, node: int) -> bool:
        """Tell whether a node is worth something else without its wrongly crossed children."""
        if self.wrong_slashes.isdisjoint(self.record.tree.children(node)):
            return False
        return self._intervals_without_wrong[node] != self._intervals_by_all_leaves[node]

    def numbers(self, node: int) -> dict[Number, Right]:
        """Return the numbers that are right beside a node, each with the reason why it is.

        - The value that the node's last visit returned: ``"returned"``.
        - The minimax value, if the leaves that are not crossed out prove it: ``"minimax"``.

        A number that is both counts as returned. Empty if there is neither.

        Args:
            node: The number of the node.
        """
        calls = self.calls(node)
        # A node that is visited several times may have several values: the last counts.
        returned_value = calls[-1].value if calls else None
        minimax_value = self._find_minimax_on_paper(node)

        reasons: dict[Number, Right] = {}
        if minimax_value is not None:
            reasons[minimax_value] = "minimax"
        if returned_value is not None:
            reasons[returned_value] = "returned"  # replaces "minimax" if it is the same number
        return reasons

    def _find_minimax_on_paper(self, node: int) -> Number | None:
        """Return a node's minimax value if the leaves that are not crossed out prove it."""
        minimax_value = self.minimax(node)
        low, high = self._intervals_on_paper[node]
        is_proven_on_paper = low == high == minimax_value
        return minimax_value if is_proven_on_paper else None

    def bounds(self, node: int) -> set[SignedBound]:
        """Return the bounds that are right beside a node, such as ``(">=", 3)``.

        They are those of the node's last visit (see :attr:`FoundCall.bounds`). A node that was not
        visited has none.

        Args:
            node: The number of the node.
        """
        calls = self.calls(node)
        return calls[-1].bounds if calls else set()

    def best_moves(self) -> dict[int, Right]:
        """Return the best moves of the root, each with what makes it right to call it best."""
        proven_moves = analysis_of(self.record).moves(0).proven
        return self._collect_best_moves(proven_moves, written_values={})

    def _collect_best_moves(
        self, proven_moves: Iterable[int], written_values: Mapping[int, Number]
    ) -> dict[int, Right]:
        """Return the best moves of the root, each with the reason why it may be called best.

        ``"returned"`` if the search proves it, otherwise ``"minimax"`` if all leaves prove it. A
        move is the number of a child of the root.

        Args:
            proven_moves: The moves that the search proves to be the best.
            written_values: By move, a value that somebody wrote, which counts in place of what the
                leaves of the move prove.
        """
        interval_of_move: dict[int, Interval] = {}
        for move in self.record.children(0):
            if move in written_values:
                interval_of_move[move] = (written_values[move], written_values[move])
            else:
                interval_of_move[move] = self._intervals_by_all_leaves[move]
        best_by_leaves = find_best_moves(self.record.tree.roles[0], interval_of_move).proven

        reasons: dict[int, Right] = dict.fromkeys(best_by_leaves, "minimax")
        for move in proven_moves:
            reasons[move] = "returned"  # replaces "minimax"
        return reasons

    @property
    def proven_moves(self) -> frozenset[int]:
        """The moves that the search proves to be the best."""
        best_moves = self.best_moves()
        return frozenset(move for move, reason in best_moves.items() if reason == "returned")

    @property
    def moves(self) -> list[int]:
        """The best moves to name: the proven ones if there are any, else all best ones."""
        proven = self.proven_moves
        if proven:
            return sorted(proven)
        return sorted(self.best_moves())

    def leaves_read(self) -> int | None:
        """Return the number of leaves that the search read; ``None`` if it is not known."""
        return self.record.evaluated

    def pruned_for(self, node: int) -> tuple[Condition, ...] | None:
        """Return the values of the tree's unknown leaf for which a node is pruned, as intervals.

        In a tree without an unknown, or with several, the finished search tells: the node is pruned
        always (one interval of all numbers) or never (no interval).

        Args:
            node: The number of the node.

        Returns:
            The intervals; ``None`` if the search waits for the value of an unknown leaf.

        Example:
            >>> from treeexplorer.engine import search
            >>> from treeexplorer.notation import parse
            >>> tree = parse("[[3 5] [x 4]]").tree
            >>> [str(values) for values in Findings(search(tree)).pruned_for(tree.find("2.2"))]
            ['x <= 3']
        """
        # The tree is solved for its unknown once: the record keeps what the function returns.
        solution = self.record.derive(_solve_for_only_unknown)
        if solution is None:  # there is no unknown, or there are several
            return self._pruned_by_recorded_search(node)
        return self._name_unknown(solution.not_visited_for(node))

    def _pruned_by_recorded_search(self, node: int) -> tuple[Condition, ...] | None:
        """Return all numbers as one interval if the search has pruned a node, and none if not.

        ``None`` if the search has not ended: it waits for the value of an unknown leaf.
        """
        if self.record.waits_for is not None:
            return None
        is_pruned = self.record.status(node, self.record.steps) is Status.SKIPPED
        return (ALWAYS,) if is_pruned else ()

    def _name_unknown(self, intervals: Iterable[Condition]) -> tuple[Condition, ...]:
        """Return intervals with the word of the tree's only unknown, ``?`` if it has none."""
        word = next(iter(self.record.tree.unknowns.values()))
        name = word if word else "?"
        return tuple(replace(interval, unknown=name) for interval in intervals)


def _collect_bounds_of_interval(interval: Interval) -> set[SignedBound]:
    """Return the finite ends of an interval as bounds: (3, +∞) becomes ``{(">=", 3)}``.

    An interval of a single number is exact and has no bounds.
    """
    low, high = interval
    if low == high:
        return set()
    bounds: set[SignedBound] = set()
    if low > -INFINITY:
        bounds.add((">=", low))
    if high < INFINITY:
        bounds.add(("<=", high))
    return bounds


def _compute_intervals_by_all_leaves(record: Record) -> list[Interval]:
    """Compute the lowest and highest value that all leaves of a search prove of each node."""
    return compute_minimax_intervals(
        record.tree, record.rules.depth, known=record.rules.known_range
    )


def _solve_for_only_unknown(record: Record) -> UnknownAnswer | None:
    """Solve a tree for its only unknown; ``None`` if it has none, or several."""
    if not record.tree.unknowns:
        return None
    # Imported here since most trees have no unknown.
    from treeexplorer.judging.unknowns import collect_leaves_of_unknowns, solve_for_unknown

    words = list(collect_leaves_of_unknowns(record.tree))
    if len(words) > 1:
        return None
    return solve_for_unknown(record.tree_as_drawn, record.rules, words[0])
