"""What a recorded search found, and with it every answer that is right on a paper.

A *paper* is a tree on which somebody wrote values, bounds, windows and slashes. A *slash* crosses
out a branch: it is cut off. Some courses write beside a node the window with which it was entered,
others its *exit window*, the one it had when it returned (``rules.writes_exit_windows``).

In ``[[3 12] [2 9]]`` the second MIN node is entered with (3, +∞) and returns 2. A paper is right
that says ``2`` or ``≤ 2`` there, has the window (3, +∞) beside it, and crosses out the 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
        return BOUND_SIGNS.get(bound_of(self.value, self.interval))

    @property
    def bounds(self) -> set[SignedBound]:
        """The bounds that may be written for this call, such as ``(">=", 3)``.

        They are the finite ends of its interval, unless it is a single number, and the value that
        it returned if that is a bound.
        """
        bounds = set(_bounds_of_interval(self.interval))
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
        return self.record.derive(_minimax_intervals)

    @cached_property
    def _intervals_on_paper(self) -> list[Interval]:
        """What is proven about each node by the leaves that are not crossed out below it."""
        return self._intervals_without(self.crossed)

    @cached_property
    def _intervals_without_wrong(self) -> list[Interval]:
        """What is proven about each node by the leaves that no wrong slash crosses out."""
        return self._intervals_without(self.wrong_slashes)

    def _intervals_without(self, branches: frozenset[int]) -> list[Interval]:
        """Return the lowest and highest value of each node, without the leaves of some branches.

        Args:
            branches: The branches that are left out, each by its uppermost node.

        Returns:
            The interval of each node, by node number.
        """
        if not branches:
            # Computed once for the search.
            return self._intervals_by_all_leaves
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
        """Return the window, the value and the interval of a call of the record."""
        proven_by_call = self._intervals.after_call(call)
        value = self.record.value(call)
        return FoundCall(self._window_beside_node(call), value, proven_by_call)

    def _window_beside_node(self, call: int) -> Window:
        """Return the window (α, β) that the course writes beside a node.

        It is the window with which the node was entered, or its exit window, which it had when it
        returned. Before it has returned, this is the window of the last step.

        Args:
            call: The number of a visit of the node.
        """
        record = self.record
        if not self.rules.writes_exit_windows:
            return record.entry_window(call)
        step_of_return = record.returned_at(call)
        has_returned = step_of_return <= record.steps
        if not has_returned:
            return record.window_at(call, record.steps)
        return record.window_at(call, step_of_return)

    def window(self, node: int) -> Window | None:
        """Return the window to write beside a node; ``None`` if the node was not visited."""
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
        """Return the node's minimax value, ``None`` if the tree does not settle it."""
        low, high = self._intervals_by_all_leaves[node]
        return low if low == high else None

    def needs_wrong_slash(self, claim: Claim) -> bool:
        """Tell whether a claimed number or window rests on a wrong slash.

        A slash on a paper crosses out a branch as cut off. If it is wrong in ``[[3 12] 2[2 /9]]``,
        this rests on it:

        - a number or a window in the crossed branch, at the 9: who crosses out a branch has nothing
          to write there;
        - the number at the parent of the branch, if the parent is worth something else without the
          9. Its window does not: that comes from above.

        Args:
            claim: The claim, an answer on a paper.
        """
        if not self.wrong_slashes or claim.kind not in WITH_NUMBERS:
            return False
        if self._is_below_wrong_slash(claim.node):
            return True
        is_window = claim.kind == "window"
        return not is_window and self._is_changed_by_wrong_slash(claim.node)

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
        numbers: dict[Number, Right] = {}
        minimax = self._minimax_on_paper(node)
        if minimax is not None:
            numbers[minimax] = "minimax"
        calls = self.calls(node)
        # A node that is visited several times may have several values: the last counts.
        returned = calls[-1].value if calls else None
        if returned is not None:
            numbers[returned] = "returned"  # replaces "minimax" if it is the same number
        return numbers

    def _minimax_on_paper(self, node: int) -> Number | None:
        """Return a node's minimax value if the leaves that are not crossed out prove it."""
        minimax = self.minimax(node)
        low, high = self._intervals_on_paper[node]
        return minimax if low == high == minimax else None

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
        proven = analysis_of(self.record).moves(0).proven
        return self._best_moves_by(proven, entries={})

    def _best_moves_by(
        self, proven: Iterable[int], entries: Mapping[int, Number]
    ) -> dict[int, Right]:
        """Return the best moves of the root, each with the reason why it may be called best.

        ``"returned"`` if the search proves it, otherwise ``"minimax"`` if all leaves prove it.

        Args:
            proven: The moves that the search proves to be the best.
            entries: By move, a value that somebody wrote, which counts in place of what its leaves
                prove.

        Returns:
            By move, the number of a child of the root: the reason.
        """
        interval_of_move: dict[int, Interval] = {}
        for move in self.record.children(0):
            if move in entries:
                interval_of_move[move] = (entries[move], entries[move])
            else:
                interval_of_move[move] = self._intervals_by_all_leaves[move]
        best_by_leaves = moves_of(self.record.tree.roles[0], interval_of_move).proven
        reasons: dict[int, Right] = dict.fromkeys(best_by_leaves, "minimax")
        for move in proven:
            reasons[move] = "returned"
        return reasons

    @property
    def proven_moves(self) -> frozenset[int]:
        """The moves that the search proves to be the best."""
        return frozenset(move for move, as_ in self.best_moves().items() if as_ == "returned")

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
        """Return for which values of the tree's unknown leaf a node is pruned, as intervals.

        If the tree has no unknown, or several, the finished search tells: the node is pruned always
        (one interval of all numbers) or never (no interval).

        Args:
            node: The number of the node.

        Returns:
            The intervals; ``None`` if the search waits for the value of an unknown leaf.

        Example:
            >>> from treeexplorer.engine import search
            >>> from treeexplorer.notation import parse
            >>> tree = parse("[[3 5] [x 4]]").tree
            >>> [str(each) for each in Findings(search(tree)).pruned_for(tree.find("2.2"))]
            ['x <= 3']
        """
        answer = self.record.derive(_answer_for_only_unknown)
        if answer is not None:
            word_in_file = next(iter(self.record.tree.unknowns.values()))
            name = word_in_file if word_in_file else "?"
            return tuple(replace(each, unknown=name) for each in answer.not_visited_for(node))

        is_waiting = self.record.waits_for is not None
        if is_waiting:
            return None
        if self.record.status(node, self.record.steps) is Status.SKIPPED:
            return (ALWAYS,)
        return ()


def _bounds_of_interval(interval: Interval) -> Iterator[SignedBound]:
    """Yield the finite ends of an interval as bounds, such as ``(">=", 3)``.

    Nothing is yielded if the interval is a single number, which is no bound.

    Args:
        interval: The lowest and the highest value.
    """
    low, high = interval
    if low == high:
        return
    if low > -INFINITY:
        yield ">=", low
    if high < INFINITY:
        yield "<=", high


def _minimax_intervals(record: Record) -> list[Interval]:
    """Return what all leaves of a search prove about each node."""
    rules = record.rules
    return minimax_intervals(record.tree, rules.depth, known=rules.known_range)


def _answer_for_only_unknown(record: Record) -> UnknownAnswer | None:
    """Return the answer for the only unknown of a tree; ``None`` if it has none, or several."""
    if not record.tree.unknowns:
        return None
    from treeexplorer.judging.unknowns import solve_for, unknowns_of  # most trees have none

    words = list(unknowns_of(record.tree))
    return solve_for(record.tree_as_drawn, record.rules, *words) if len(words) == 1 else None
