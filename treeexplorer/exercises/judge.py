"""Claims, what a search found where they stand, and the judgement of the one by the other.

Whatever accepts an answer asks :func:`judge`: a check, a key, the worksheet, a practise question, a
field of a course page, a grade. A claim is judged against anything that can say how a node was
entered and left, what it returned and what was proven about it. That is the recorded search
(:class:`Findings`), and it is also what would follow from a person's own earlier entries
(:mod:`treeexplorer.exercises.follow`).

Beside what is written there are claims that nobody wrote but that follow from a slash elsewhere:
once somebody marks what is cut off, every node without a mark is claimed visited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal, Protocol, TypeAlias

from treeexplorer.engine import Record, bound_of, search
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.means import added, normalised
from treeexplorer.engine.ordering import order_tree, reordered
from treeexplorer.exercises.drawn import tree_as_drawn
from treeexplorer.exercises.unknowns import Stretch, solve_for, unknowns_of
from treeexplorer.notation import (
    ABOUT_THE_TREE,
    BoundSign,
    Claim,
    ClaimKind,
    Claims,
    Condition,
)
from treeexplorer.notation.directives import write_condition
from treeexplorer.numbers import decimal_places, for_json, shown
from treeexplorer.rules import Rules
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    LEAF_ROLE,
    MAX_ROLE,
    GameTree,
    Levels,
    Number,
    Window,
)

As: TypeAlias = Literal["returned", "minimax"]
SHOWN_SIGN: Final[dict[BoundSign, str]] = {">=": "≥", "<=": "≤"}


# -- claims ------------------------------------------------------------------------------------


def claim_text(tree: GameTree, claim: Claim) -> str:
    """Return a claim as a person reads it: ``6``, ``≥ 8``, ``(3, +∞)``, ``cut off``."""
    if claim.window is not None:
        return shown_window(claim.window)
    if claim.kind == "best":
        return " ".join(map(tree.labels.label, claim.nodes))
    if claim.kind == "leaves":
        return " ".join(map(shown, claim.numbers))
    if claim.condition is not None:
        return write_condition(claim.condition).replace("<=", "≤").replace(">=", "≥")
    if claim.number is None:
        return {"cut": "cut off", "cuts-none": "nothing is cut off"}.get(claim.kind, "visited")
    if claim.sign is not None:
        return f"{SHOWN_SIGN[claim.sign]} {shown(claim.number)}"
    return shown(claim.number)


def claim_json(tree: GameTree, claim: Claim) -> object:
    """Return a claim for JSON: a number, ``">=8"``, ``[3, "inf"]``, ``"cut"`` or ``"visited"``."""
    if claim.window is not None:
        return [for_json(claim.window[0]), for_json(claim.window[1])]
    if claim.kind == "best":
        return [tree.address(node) for node in claim.nodes]
    if claim.kind == "leaves":
        return [for_json(number) for number in claim.numbers]
    if claim.condition is not None:
        return write_condition(claim.condition)
    if claim.number is None:
        return claim.kind
    if claim.sign is not None:
        return f"{claim.sign}{for_json(claim.number)}"
    return for_json(claim.number)


def shown_window(window: Window) -> str:
    """Return a window as people read it: ``(3, +∞)``."""
    return f"({shown(window[0])}, {shown(window[1])})"


def marks_cuts(claims: Iterable[Claim]) -> bool:
    """Tell whether claims say what is cut off, so that an unmarked node counts as visited."""
    return any(claim.kind in {"cut", "cuts-none"} for claim in claims)


def claims_of(tree: GameTree, claims: Claims, depth: int | None = None) -> list[Claim]:
    """Return every claim about a tree, node by node in drawing order, those about it all last.

    A slash speaks for its whole subtree, so no node below one is claimed visited; neither is a
    node beyond the depth limit. Linear in the size of the tree.

    Args:
        tree: The tree.
        claims: What is written about it.
        depth: The depth limit of the search, in plies.
    """
    return list(_claims(tree, claims, depth))


def _claims(tree: GameTree, claims: Claims, depth: int | None) -> Iterator[Claim]:
    written: dict[int, list[Claim]] = {}
    for claim in claims:
        if claim.kind not in ABOUT_THE_TREE:
            written.setdefault(claim.node, []).append(as_searched(tree, claim))
    marked = marks_cuts(claims)
    below_slash = -1
    for node in range(len(tree)) if marked else sorted(written):
        here = written.get(node, [])
        if any(claim.kind == "cut" for claim in here):
            yield from (claim for claim in here if claim.kind == "cut")
            below_slash = max(below_slash, tree.end[node])
        if marked and node >= below_slash and not (depth is not None and tree.ply[node] > depth):
            yield Claim(node, "visited")
        yield from (claim for claim in here if claim.kind != "cut")
    for claim in claims:
        if claim.kind in ABOUT_THE_TREE and claim.kind != "cuts-none":
            yield claim


def as_searched(tree: GameTree, claim: Claim) -> Claim:
    """Return a claim with its numbers as the searches of its tree compute with them."""
    if not tree.has_chance or claim.kind == "cut":
        return claim
    number = None if claim.number is None else tree.as_searched(claim.number)
    window = claim.window
    if window is not None:
        window = tree.as_searched(window[0]), tree.as_searched(window[1])
    return claim._replace(number=number, window=window)


def step_of(record: Record, claim: Claim) -> int:
    """Return the step of the search that shows whether a claim is right.

    An entry window shows when its node is entered, a value or an exit window when it arrives at
    the parent, and that a node is not visited when the rest of an ancestor's children is given up.
    """
    if claim.kind in ABOUT_THE_TREE:
        return record.steps
    rows = record.rows(claim.node)
    if rows:
        at_end = claim.kind in {"value", "bound"} or (
            claim.window is not None and record.rules.windows == "exit"
        )
        return min(record.left(rows[-1]), record.steps) if at_end else record.entered(rows[0])
    node = claim.node
    while not rows:
        node = record.tree.parent[node]
        rows = record.rows(node)
    return min(record.left(rows[-1]) - 1, record.steps)


# -- what was found ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a node, as far as claims speak about it.

    Attributes:
        entry: The window it was entered with.
        exit: The window it had when it was left; that of the entry where none moves.
        value: What it returned; ``None`` while it is open.
        interval: What was proven about the node's minimax value.
        failed: The bound it returned because its v reached the opponent's bound, ``">="`` or
            ``"<="``, be it with the last child; ``None`` otherwise.
    """

    entry: Window
    exit: Window
    value: Number | None
    interval: Interval
    failed: BoundSign | None = None


@dataclass(frozen=True, slots=True)
class BestMoves:
    """Which of the root's children are the best.

    Attributes:
        proven: Those that the search proves to be.
        equal: Those that have the root's minimax value, where the tree settles it.
    """

    proven: frozenset[int] = frozenset()
    equal: frozenset[int] = frozenset()

    def verdict(self, claimed: frozenset[int]) -> Verdict:
        """Return whether these are the best moves: one of them, or all that are equally good."""
        if claimed and claimed <= self.proven and (len(claimed) == 1 or claimed == self.proven):
            return Verdict(True, "returned")
        good = self.proven | self.equal
        is_right = bool(claimed) and claimed <= good
        is_right = is_right and (len(claimed) == 1 or self.proven <= claimed)
        return Verdict(is_right, "minimax" if is_right else None)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a claim is right, and for a plain number as what."""

    right: bool
    as_: As | None = None


class Found(Protocol):
    """Whatever can say what was found at a node."""

    @property
    def rules(self) -> Rules:
        """The conventions."""

    def calls(self, node: int) -> Sequence[Call]:
        """Return the node's calls, in order; none where it was not visited."""

    def visited(self, node: int) -> bool:
        """Tell whether the node was visited."""

    def minimax(self, node: int) -> Number | None:
        """Return the node's minimax value, ``None`` where the tree does not settle it."""

    def best_moves(self) -> BestMoves:
        """Return the best moves."""

    def leaves_read(self) -> int | None:
        """Return how many leaves are read."""

    def about_the_tree(self, claim: Claim) -> bool:
        """Tell whether a claim about an order of the leaves, or an unknown, is right."""


MinimaxValues: TypeAlias = dict[Levels, list[Interval]]
"""What is proven about every node of a tree, by its levels; explicit players do not change."""


class Findings:
    """What a recorded search found.

    Attributes:
        record: The search.
        rules: Its rules.
        intervals: Its proven intervals.
    """

    def __init__(self, record: Record, minimax: MinimaxValues | None = None) -> None:
        """Keep a record, to be asked about its nodes.

        Args:
            record: A finished search.
            minimax: Minimax values that are known from other searches of the same tree.
        """
        self.record = record
        self.rules = record.rules
        self._minimax = minimax if minimax is not None else {}
        self.intervals = analysis_of(record).intervals
        self._calls: dict[int, list[Call]] = {}

    @cached_property
    def _values(self) -> list[Interval]:
        tree, depth = self.record.tree, self.record.rules.depth
        values = self._minimax.get(tree.levels)
        if values is None:
            values = self._minimax[tree.levels] = proven_values(tree, depth)
        return values

    def calls(self, node: int) -> list[Call]:
        """Return the node's calls, in order; none where it was not visited."""
        calls = self._calls.get(node)
        if calls is None:
            calls = self._calls[node] = [self._call(node, row) for row in self.record.rows(node)]
        return calls

    def _call(self, node: int, row: int) -> Call:
        record = self.record
        entry, value, interval = record.entry(row), record.value(row), self.intervals.closed(row)
        if record.is_leaf_call(row):
            return Call(entry, entry, value, interval)
        at_end = min(record.left(row), record.steps)
        left = record.moving(row, record.v_at(row, at_end)) or entry
        failed = failed_bound(record.tree, record.rules, node, entry, value, interval)
        return Call(entry, left, value, interval, failed)

    def visited(self, node: int) -> bool:
        """Tell whether the node was visited."""
        return self.record.row(node) is not None

    def minimax(self, node: int) -> Number | None:
        """Return the node's minimax value, ``None`` where the tree does not settle it."""
        low, high = self._values[node]
        return low if low == high else None

    def best_moves(self) -> BestMoves:
        """Return the best moves."""
        return self._best_moves

    @cached_property
    def _best_moves(self) -> BestMoves:
        result = analysis_of(self.record).result
        proven = [] if result.best is None else [result.best, *result.ties]
        value = self.minimax(0)
        children = list(self.record.tree.children(0))
        equal = [] if value is None else [one for one in children if self.minimax(one) == value]
        only = children if len(children) == 1 and 0 not in self.record.tree.elided else []
        return BestMoves(frozenset(proven), frozenset([*equal, *only]))

    def leaves_read(self) -> int:
        """Return how many leaves are read."""
        return self.record.evaluated

    def about_the_tree(self, claim: Claim) -> bool:
        """Tell whether a claim about an order of the leaves, or an unknown, is right."""
        return about_the_tree(self.record, claim)


def failed_bound(
    tree: GameTree,
    rules: Rules,
    node: int,
    entry: Window,
    value: Number | None,
    interval: Interval,
) -> BoundSign | None:
    """Return the bound that a call stopped at, ``None`` where its cut test never held."""
    role = tree.roles[node]
    if value is None or role in {LEAF_ROLE, CHANCE_ROLE} or not algorithm_of(rules).has_windows:
        return None
    if role == MAX_ROLE:
        v, bound = max(value, interval[0]), entry[1]
        reached = v > bound or (v == bound and not rules.strict)
        return ">=" if reached else None
    v, bound = min(value, interval[1]), entry[0]
    reached = v < bound or (v == bound and not rules.strict)
    return "<=" if reached else None


# -- the judgement -----------------------------------------------------------------------------


def judge(claim: Claim, found: Found) -> Verdict:
    """Return whether a claim is what was found.

    A plain number may be the returned value or the minimax value; a bound must have the direction
    and the number found, and a weaker one is wrong though it is true; a slash is right where
    nothing of its subtree was visited; of several best moves one or all are right.
    """
    match claim.kind:
        case "cut":
            return Verdict(not found.visited(claim.node))
        case "visited":
            return Verdict(found.visited(claim.node))
        case "best":
            return found.best_moves().verdict(frozenset(claim.nodes))
        case "read":
            return Verdict(claim.number == found.leaves_read())
        case "leaves" | "pruned-if":
            return Verdict(found.about_the_tree(claim))
    calls = found.calls(claim.node)
    claimed = claim.window
    if claimed is not None:
        windows = (written_window(call, found.rules) for call in calls)
        return Verdict(any(_same_window(window, claimed) for window in windows))
    if claim.number is None:
        return Verdict(False)
    if claim.sign is not None:
        number, sign = claim.number, claim.sign
        found_here = (pair for call in calls for pair in found_bounds(call))
        return Verdict(any(sign == one and agrees(number, bound) for one, bound in found_here))
    if any(call.value is not None and agrees(claim.number, call.value) for call in calls):
        return Verdict(True, "returned")
    minimax = found.minimax(claim.node)
    is_minimax = minimax is not None and agrees(claim.number, minimax)
    return Verdict(is_minimax, "minimax" if is_minimax else None)


def _same_window(found: Window, claimed: Window) -> bool:
    return agrees(claimed[0], found[0]) and agrees(claimed[1], found[1])


def window_kind(rules: Rules) -> ClaimKind:
    """Return which kind of claim a written window is, as the course has it."""
    return "exit-window" if rules.windows == "exit" else "window"


def written_window(call: Call, rules: Rules) -> Window:
    """Return the window that is written beside a node, as the course has it."""
    return call.exit if rules.windows == "exit" else call.entry


def found_bounds(call: Call) -> set[tuple[BoundSign, Number]]:
    """Return the bounds that a call found: of what is proven, and of what it returned."""
    bounds: set[tuple[BoundSign, Number]] = set()
    low, high = call.interval
    if low != high:
        if low > -INFINITY:
            bounds.add((">=", low))
        if high < INFINITY:
            bounds.add(("<=", high))
    if call.value is not None:
        kind = bound_of(call.value, call.interval)
        if kind == "lower":
            bounds.add((">=", call.value))
        elif kind == "upper":
            bounds.add(("<=", call.value))
        if call.failed is not None:
            bounds.add((call.failed, call.value))
    return bounds


def agrees(written: Number, found: Number) -> bool:
    """Tell whether a written number is the one found.

    A mean such as 13/3 has no finite decimal: there, the number found, rounded to as many places
    as were written (one at least), counts as written.
    """
    if written == found:
        return True
    if not isinstance(found, Fraction) or not isinstance(written, Fraction):
        return False
    places = decimal_places(written)
    if decimal_places(found) is not None or not places:
        return False
    error: Fraction = abs(written - found) * 10**places * 2
    return error <= 1


# -- claims about the whole tree ---------------------------------------------------------------


def about_the_tree(record: Record, claim: Claim) -> bool:
    """Tell whether a claim about an order of the leaves, or about an unknown, is right."""
    if claim.kind == "leaves":
        needed = leaves_needed(record, claim.numbers)
        return needed is not None and needed == fewest_leaves(record)
    true = pruned_for(record, claim.node)
    return true is not None and claim.condition is not None and _says(claim.condition, true)


def _says(condition: Condition, true: tuple[Stretch, ...]) -> bool:
    """Tell whether a condition is exactly some stretches."""
    if condition.is_never or len(true) != 1:
        return condition.is_never and not true
    low, high = true[0].low, true[0].high
    same_low = low == -INFINITY or condition.includes_low == true[0].closed_low
    same_high = high == INFINITY or condition.includes_high == true[0].closed_high
    return (condition.low, condition.high) == (low, high) and same_low and same_high


def fewest_leaves(record: Record) -> int:
    """Return how many leaves are read in the best order of children."""
    return order_tree(tree_as_drawn(record), record.rules, "best").record.evaluated


def order_with_fewest_leaves(record: Record) -> tuple[Number, ...]:
    """Return the leaves in the best order of children."""
    best = order_tree(tree_as_drawn(record), record.rules, "best").tree
    return tuple(value for value in best.leaf_values() if value is not None)


def leaves_needed(record: Record, numbers: Sequence[Number]) -> int | None:
    """Return how many leaves are read in an order; ``None`` if no order of children gives it."""
    tree = tree_as_drawn(record)
    order = _order_of_children(tree, numbers)
    return None if order is None else search(reordered(tree, order), record.rules).evaluated


_MOST_TRIALS: Final = 100_000


def _order_of_children(
    tree: GameTree, numbers: Sequence[Number]
) -> dict[int, Sequence[int]] | None:
    """Return an order of every node's children in which the leaves read as given.

    From the leaves up it is found at which places of the list each subtree can begin. Only where
    subtrees hold the same leaves is there more than one such place to try.
    """
    size = [0] * len(tree)
    starts: list[set[int]] = [set() for _ in range(len(tree))]
    places: dict[Number, list[int]] = {}
    for place, number in enumerate(numbers):
        places.setdefault(number, []).append(place)
    trials = _MOST_TRIALS
    order: dict[tuple[int, int], tuple[int, ...]] = {}
    for node in range(len(tree) - 1, -1, -1):
        if tree.is_leaf(node):
            value = tree.leaf_value(node)
            size[node] = 1
            starts[node].update([] if value is None else places.get(value, []))
            continue
        children = list(tree.children(node))
        size[node] = sum(size[child] for child in children)
        for start in set().union(*(starts[child] for child in children)):
            found, trials = _side_by_side(children, start, starts, size, trials)
            if found is not None:
                starts[node].add(start)
                order[node, start] = found
    if len(numbers) != size[0] or 0 not in starts[0]:
        return None
    chosen: dict[int, Sequence[int]] = {}
    pending = [(0, 0)]
    while pending:
        node, start = pending.pop()
        if tree.is_leaf(node):
            continue
        chosen[node] = order[node, start]
        for child in chosen[node]:
            pending.append((child, start))
            start += size[child]
    return chosen


def _side_by_side(
    children: list[int], start: int, starts: list[set[int]], size: list[int], trials: int
) -> tuple[tuple[int, ...] | None, int]:
    """Return the children in an order in which they fill a stretch of a list from its start."""
    pending: list[tuple[int, tuple[int, ...]]] = [(start, ())]
    while pending and trials:
        trials -= 1
        place, order = pending.pop()
        if len(order) == len(children):
            return order, trials
        used = set(order)
        fitting = (child for child in children if child not in used and place in starts[child])
        pending.extend((place + size[child], (*order, child)) for child in fitting)
    return None, trials


def pruned_for(record: Record, node: int) -> tuple[Stretch, ...] | None:
    """Return for which values of the only unknown a node is pruned; ``None`` without one."""
    words = list(unknowns_of(record.tree))
    if len(words) != 1:
        return None
    return solve_for(tree_as_drawn(record), record.rules, words[0]).not_visited_for(node)


# -- minimax values ----------------------------------------------------------------------------


def proven_values(
    tree: GameTree,
    depth: int | None = None,
    entries: Mapping[int, Number] | None = None,
) -> list[Interval]:
    """Return what all drawn leaves together prove about each node's minimax value.

    Both ends are equal where the value is settled; unknown leaves and ``...`` leave it open.
    Linear in the size of the tree, and without recursion: the nodes are taken from the last to
    the first, so that children come before their parents.

    Args:
        tree: The tree, its players as the search has them.
        depth: Plies after which estimates count instead of the subtree.
        entries: Values to put in the place of what is computed, for the nodes *above* them. The
            list still says at these nodes what their own children give.
    """
    entries = entries or {}
    count = len(tree)
    leaves = tree.leaf_values()
    roles, parent, ply, elided = tree.roles, tree.parent, tree.ply, tree.elided
    lows: list[Number] = [-INFINITY if role != CHANCE_ROLE else 0 for role in roles]
    highs: list[Number] = [INFINITY] * count
    for node, role in enumerate(roles):
        if role == CHANCE_ROLE:
            highs[node] = 0
        elif role == MAX_ROLE:
            highs[node] = INFINITY if node in elided else -INFINITY
        else:
            lows[node] = -INFINITY if node in elided else INFINITY
    weights = chance_weights(tree) if tree.has_chance else {}
    proven: list[Interval] = [FULL_WINDOW] * count
    for node in range(count - 1, -1, -1):
        if depth is not None and ply[node] > depth:
            continue
        low, high = lows[node], highs[node]
        if not roles[node]:
            known = leaves[node]
            low, high = FULL_WINDOW if known is None else (known, known)
        elif depth is not None and ply[node] == depth:
            estimate = tree.estimate(node)
            low, high = FULL_WINDOW if estimate is None else (estimate, estimate)
        proven[node] = normalised(low), normalised(high)
        above = parent[node]
        if above < 0:
            continue
        entry = entries.get(node)
        if entry is not None:
            low = high = entry
        role = roles[above]
        if role == CHANCE_ROLE:
            weight = weights[node]
            lows[above] = added(lows[above], weight, low)
            highs[above] = added(highs[above], weight, high, stronger=INFINITY)
        elif role == MAX_ROLE:
            lows[above] = max(lows[above], low)
            highs[above] = max(highs[above], high)
        else:
            lows[above] = min(lows[above], low)
            highs[above] = min(highs[above], high)
    return proven


def chance_weights(tree: GameTree) -> dict[int, Fraction]:
    """Return the weight of every child of a chance node, in time linear in the tree's size."""
    weights: dict[int, Fraction] = {}
    for node, role in enumerate(tree.roles):
        if role == CHANCE_ROLE:
            children = list(tree.children(node))
            equal = Fraction(1, len(children))
            weights.update((child, tree.probabilities.get(child, equal)) for child in children)
    return weights


def root_value(tree: GameTree, depth: int | None = None) -> Number | None:
    """Return the root's minimax value, ``None`` where the tree does not settle it."""
    low, high = proven_values(tree, depth)[0]
    return low if low == high else None
