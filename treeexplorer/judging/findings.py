"""What a recorded search found, and with it every answer that is right on a paper."""

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
"""As what a claim is right: a plain number as the returned value or as the minimax value alone."""
SignedBound: TypeAlias = tuple[BoundSign, Number]
BOUND_SIGNS: Final[dict[BoundKind | None, BoundSign]] = {"lower": ">=", "upper": "<="}
"""How a bound is written, by what it is."""


class FoundCall(NamedTuple):
    """One call of a node: the window, the value and the interval that claims can be about."""

    window: Window  # what the course has written beside it: on entry, or when it is left
    value: Number | None  # what it returned; None while it is open
    interval: Interval  # what was proven about the node's minimax value

    @property
    def sign(self) -> BoundSign | None:
        """The sign of the returned value if it is a bound; ``None`` if it is exact, or unproven."""
        if self.value is None:
            return None
        return BOUND_SIGNS.get(bound_of(self.value, self.interval))


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
            wrong_slashes: The crossed branches that are known to be mistakes.
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
        """Return the window, the value and the interval of a call.

        The window is the one on entry, or, if the course writes exit windows, the one with which
        the call returned; of an open call, the one at the last step.
        """
        record = self.record
        if self.rules.writes_exit_windows:
            # An open call returns past the last step.
            last_step_of_call = min(record.returned_at(call), record.steps)
            window = record.window_at(call, last_step_of_call)
        else:
            window = record.entry_window(call)
        proven_by_call = self._intervals.after_call(call)
        return FoundCall(window, value=record.value(call), interval=proven_by_call)

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
        """Return the node's minimax value, ``None`` where the tree does not settle it."""
        low, high = self._values[node]
        return low if low == high else None

    def needs_wrong_slash(self, claim: Claim) -> bool:
        """Tell whether a claimed number or window can be right only because of a wrong slash.

        There are two such cases. In ``[[3 12] 2[2 /9]]``, if the slash is wrong,

        - what is written in the crossed branch (at the 9): a person who crossed it out has nothing
          to write there;
        - the number at the parent, if it is worth something else without the 9. Its window comes
          from above, and does not depend on the slash.
        """
        if not self.wrong_slashes or claim.kind not in WITH_NUMBERS:
            return False
        if self._is_below_wrong_slash(claim.node):
            return True
        return claim.kind != "window" and self._is_changed_by_wrong_slash(claim.node)

    def _is_below_wrong_slash(self, node: int) -> bool:
        """Tell whether a node lies in a branch that is wrongly crossed out, its root included."""
        end = self.record.tree.end  # the subtree of a node is node … end[node] − 1
        return any(slash <= node < end[slash] for slash in self.wrong_slashes)

    def _is_changed_by_wrong_slash(self, node: int) -> bool:
        """Tell whether a node is worth something else without its wrongly crossed children."""
        has_wrong_slash = not self.wrong_slashes.isdisjoint(self.record.tree.children(node))
        return has_wrong_slash and self._values_without_wrong[node] != self._values[node]

    def numbers(self, node: int) -> dict[Number, Right]:
        """Return the plain numbers that are right at a node, each with what makes it right.

        These are the number that the node returned last, and its minimax value if the leaves that
        are not crossed out prove it, too. A number that is both counts as returned.
        """
        numbers: dict[Number, Right] = {}
        minimax = self._minimax_on_paper(node)
        if minimax is not None:
            numbers[minimax] = "minimax"
        calls = self.calls(node)
        returned = calls[-1].value if calls else None
        if returned is not None:
            numbers[returned] = "returned"  # in place of "minimax", if it is the same number
        return numbers

    def _minimax_on_paper(self, node: int) -> Number | None:
        """Return a node's minimax value if the leaves that are not crossed out prove it."""
        minimax = self.minimax(node)
        low, high = self._values_on_paper[node]
        return minimax if low == high == minimax else None

    def bounds(self, node: int) -> set[SignedBound]:
        """Return the bounds that are right at a node, such as ``(">=", 3)``; none of them is false.

        They come from the node's last call: what the leaves prove if that is no single value, and
        the value that it returned, if that is a bound. A node that was not visited has none.
        """
        calls = self.calls(node)
        if not calls:
            return set()
        last_call = calls[-1]
        bounds = set(_finite_ends(last_call.interval))
        if last_call.value is not None and last_call.sign is not None:
            bounds.add((last_call.sign, last_call.value))
        return bounds

    def best_moves(self) -> dict[int, Right]:
        """Return the best moves: proven by the search, or by the values of all leaves alone."""
        proven = analysis_of(self.record).moves(0).proven
        return self._best_moves_by(proven, entries={})

    def _best_moves_by(
        self, proven: Iterable[int], entries: Mapping[int, Number]
    ) -> dict[int, Right]:
        """Return the best moves, each with what makes it right to call it best.

        A move is best as ``returned`` if the search proves it, else as ``minimax`` if the values
        of all leaves do.

        Args:
            proven: The moves that the search proves to be the best.
            entries: The values that somebody entered for moves; each counts in place of what the
                leaves of the move make it worth.
        """
        worths = {move: self._values[move] for move in self.record.children(0)}
        worths |= {move: (entries[move], entries[move]) for move in worths if move in entries}
        best_by_leaves = moves_of(self.record.tree.roles[0], worths).proven
        best: dict[int, Right] = dict.fromkeys(best_by_leaves, "minimax")
        best |= dict.fromkeys(proven, "returned")  # in place of "minimax", if it is best as both
        return best

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
        """Return the values of a tree's unknown leaf for which a node is pruned, as intervals.

        If the tree has no unknown, or several, the finished search tells whether it is pruned:
        always (one interval of all numbers) or never (no interval). ``None`` if the search is not
        finished, but waits for the value of an unknown leaf.

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


def _finite_ends(interval: Interval) -> Iterator[SignedBound]:
    """Yield the finite ends of an interval as bounds; none of an interval that is one number."""
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


def _solved(record: Record) -> UnknownAnswer | None:
    """Return the answer for the only unknown of a tree; ``None`` where there is not just one."""
    if not record.tree.unknowns:
        return None
    from treeexplorer.judging.unknowns import solve_for, unknowns_of  # most trees have none

    words = list(unknowns_of(record.tree))
    return solve_for(record.tree_as_drawn, record.rules, *words) if len(words) == 1 else None
