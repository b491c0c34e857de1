"""Alpha-beta as one plain procedure with hooks: what its forms and its misconceptions do.

A *hook* is a function for one place of the procedure at which texts, programs and papers differ,
such as the cut test. :class:`Hooks` has one for each place. The hooks of rules are found by
:func:`find_hooks`; those of the misconceptions are in :mod:`treeexplorer.engine.misconceptions`.

Run the procedure on a tree, and read what it did at each node (see :class:`ProcedureRun`)::

    ordered = in_search_order(tree, rules)          # once a tree; raises as search() does
    run = run_procedure(ordered, rules)             # as the rules have it
    row = misconception("min-takes-largest")
    run = run_procedure(ordered, rules, row.hooks(rules))            # made everywhere
    run = run_procedure(ordered, rules, row.hooks(rules), only_at=4)  # made at node 4 alone

A run is linear in the nodes it visits. The searches that are stepped through are not run like this:
the written-out loop of :mod:`treeexplorer.engine.alphabeta` is several times as fast. A test holds
that both give the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeAlias

from treeexplorer.engine.intervals import Interval, merge_child_intervals
from treeexplorer.engine.ordered_tree import (
    CallStack,
    OrderedTree,
    added,
    make_rules_exact,
    simplify_fraction,
)
from treeexplorer.engine.star1 import ChanceMean, find_early_stop_value
from treeexplorer.errors import present
from treeexplorer.rules import Rules
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    LEAF_ROLE,
    MAX_ROLE,
    Number,
    Window,
)


@dataclass(slots=True)
class OpenCall:
    """A call of a node while it is open, as the hooks see it.

    Attributes:
        tree: The tree in the order of the search.
        rank: The rank of the node.
        entry: The window with which it was entered.
        alpha: The α of its window now; at first that of the entry.
        beta: The β of its window now; at first that of the entry.
        rules: The rules.
        role: Whose node it is, as the hook ``player`` says.
        v: The best value so far.
        child: The rank of the child that was searched last, or is being searched; −1 before the
            first.
        child_number: The place of this child: 1 for the first that is searched, 0 before that. At a
            chance node, none of whose hooks asks for it, it stays 0.
    """

    tree: OrderedTree
    rank: int
    entry: Window
    alpha: Number
    beta: Number
    rules: Rules
    role: int = LEAF_ROLE
    v: Number = 0
    child: int = -1
    child_number: int = 0

    @property
    def at_max(self) -> bool:
        """Whether it is MAX's node."""
        return self.role == MAX_ROLE

    @property
    def node(self) -> int:
        """The node's number in the tree."""
        return self.tree.node_at(self.rank)


# -- what the reference form does at each place ------------------------------------------------


def find_player(call: OpenCall) -> int:
    """Return the role of a node: whose it is."""
    return call.tree.roles[call.rank]


def drawn_children(call: OpenCall) -> Sequence[int]:
    """Return the ranks of a node's children in the order of the search."""
    return list(call.tree.child_ranks(call.rank))


def find_worst_value(role: int) -> Number:
    """Return the worst value for a player: −∞ for MAX, +∞ for MIN."""
    return -INFINITY if role == MAX_ROLE else INFINITY


def is_better(role: int, value: Number, v: Number) -> bool:
    """Tell whether a value is strictly better than v for the player of a node."""
    if role == MAX_ROLE:
        return value > v
    return value < v


def find_own_bound(call: OpenCall) -> Number:
    """Return the own bound of a node on entry: α at MAX, β at MIN."""
    alpha, beta = call.entry
    return alpha if call.at_max else beta


def choose_better(call: OpenCall, value: Number) -> Number:
    """Return the better of v and a child's value for the node's player."""
    return value if is_better(call.role, value, call.v) else call.v


def tighten_own_bound(call: OpenCall, _: Number) -> Window:
    """Return the window with the player's own bound moved to v, if v is better than the bound."""
    if call.at_max:
        return max(call.alpha, call.v), call.beta
    return call.alpha, min(call.beta, call.v)


def replace_own_bound(call: OpenCall, _: Number) -> Window:
    """Return the window with v as the player's own bound, even if v is worse than the bound."""
    return (call.v, call.beta) if call.at_max else (call.alpha, call.v)


def clamp_into_entry_window(call: OpenCall) -> Number:
    """Return v clamped into the window on entry: fail-hard."""
    alpha, beta = call.entry
    return max(alpha, min(call.v, beta))


def compute_weighted_mean(weights: Sequence[Number], values: Sequence[Number]) -> Number:
    """Return what a chance node is worth, given its children's weights and values."""
    weighted_sum: Number = 0
    for weight, value in zip(weights, values, strict=True):
        weighted_sum = added(weighted_sum, weight, value)
    return simplify_fraction(weighted_sum)


@dataclass(frozen=True)
class Hooks:
    """What alpha-beta does at each place; by default the reference form, fail-soft.

    At a node they are called in the order below. ``handed_down``, ``kept``, ``moved`` and ``cuts``
    are called for each child.

    Attributes:
        player: Return whose node it is.
        children: Return the ranks of its children, in the order in which they are searched.
        start: Return the v with which it starts.
        handed_down: Return the window with which the next child is entered.
        kept: Return the new v, given a child's value.
        moved: Return the new window, given a child's value. ``call.v`` is the new v already.
        cuts: Tell whether the node stops. The window of the call is the new one already.
        returned: Return the value of the node.
        combined: Return the value of a chance node, given its children's weights and values.
        crosses_last: Whether the last child counts as skipped if the test holds after it, although
            it was searched.
    """

    player: Callable[[OpenCall], int] = find_player
    children: Callable[[OpenCall], Sequence[int]] = drawn_children
    start: Callable[[OpenCall], Number] = lambda call: find_worst_value(call.role)
    handed_down: Callable[[OpenCall], Window] = lambda call: (call.alpha, call.beta)
    kept: Callable[[OpenCall, Number], Number] = choose_better
    moved: Callable[[OpenCall, Number], Window] = tighten_own_bound
    cuts: Callable[[OpenCall], bool] = lambda call: call.rules.cuts(call.alpha, call.beta)
    returned: Callable[[OpenCall], Number] = lambda call: call.v
    combined: Callable[[Sequence[Number], Sequence[Number]], Number] = compute_weighted_mean
    crosses_last: bool = False


HARD: Final = Hooks(start=find_own_bound, returned=clamp_into_entry_window)
"""Fail-hard, as the rules or the form have it."""

REPLACES_FIRST: Final = Hooks(
    start=find_own_bound,
    kept=lambda call, value: value if call.child_number == 1 else choose_better(call, value),
    moved=replace_own_bound,
)
"""A form that takes the first child's value as it is."""

NO_CUTS: Final = Hooks(moved=lambda call, _: call.entry, cuts=lambda _: False)
"""Minimax: the window stands still, and nothing is cut."""


def find_hooks(rules: Rules) -> Hooks:
    """Return the hooks of alpha-beta under rules; for any other search those of minimax."""
    if not rules.has_conventions:
        return NO_CUTS
    if rules.printed.replaces_first:
        return REPLACES_FIRST
    return HARD if rules.hard else Hooks()


# -- running it --------------------------------------------------------------------------------


@dataclass
class ProcedureRun:
    """What a run did at each node. Nodes are numbers of the tree, in any order of the search.

    Attributes:
        entries: The window with which each visited node was entered.
        exits: The window that each had at its end.
        returned: The value that each returned.
        stopped: By node that was cut off: the child after which it stopped.
        skipped: The drawn children that were skipped.
        leaves: The leaves that were read, in order.
        waits_for: The unknown leaf at which the run stopped; ``None`` if it came to its end.
    """

    entries: dict[int, Window] = field(default_factory=dict)
    exits: dict[int, Window] = field(default_factory=dict)
    returned: dict[int, Number] = field(default_factory=dict)
    stopped: dict[int, int] = field(default_factory=dict)
    skipped: set[int] = field(default_factory=set)
    leaves: list[int] = field(default_factory=list)
    waits_for: int | None = None

    @property
    def value(self) -> Number | None:
        """The root's value; ``None`` if the run stopped at an unknown leaf."""
        return self.returned.get(0)


Visit: TypeAlias = Generator[OpenCall, Number, Number]
ChildVisits: TypeAlias = Generator[OpenCall, Number, None]


def run_procedure(
    tree: OrderedTree, rules: Rules, hooks: Hooks | None = None, *, only_at: int | None = None
) -> ProcedureRun:
    """Run alpha-beta, perhaps with mistakes, and return what it did at each node.

    A hook is a function for one place of alpha-beta, such as the cut test. With other hooks
    alpha-beta does something else there, for instance what people get wrong.

    Args:
        tree: The tree, put in order for the same rules.
        rules: The rules: window, cut test, and what is done where no hook says otherwise.
        hooks: What is done instead; ``None`` for what the rules do.
        only_at: The number of the only node at which the hooks act; ``None`` for every node.

    Returns:
        Windows, values and skipped nodes, by node number. At an unknown leaf the run ends early,
        with what was done so far.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = OrderedTree(from_nested([[3, 12, 8], [2, 4, 6]]), Rules())
        >>> run = run_procedure(tree, Rules())
        >>> run.value, run.returned[5], sorted(run.skipped)
        (3, 2, [7, 8])
        >>> run_procedure(tree, Rules(), NO_CUTS).skipped
        set()
    """
    rules = make_rules_exact(rules, tree.tree)
    hooks_of_rules = find_hooks(rules)
    if hooks is None:
        hooks = hooks_of_rules

    # With `only_at`, the other nodes are searched as the rules say.
    procedure = _Procedure(tree, rules, hooks, hooks_elsewhere=hooks_of_rules, only_at=only_at)
    takes_window = rules.has_conventions  # minimax takes none
    root_window = rules.root_window if takes_window else FULL_WINDOW

    # Each turn makes one call; what it did at its node is in `procedure.run` afterwards. The last
    # call returns to the root, which returns itself: then no call is wanted next.
    open_visits = CallStack(procedure.visit)
    call: OpenCall | None = procedure.make_call(rank=0, window=root_window)
    while call is not None:
        if tree.is_unknown_leaf(call.rank):
            procedure.note_unknown_leaf(call)
            break
        call = open_visits.run_to_next_call(call)
    return procedure.run


class _Procedure:
    """Alpha-beta on one tree: each visit of a node yields the calls that it makes of its children.

    Attributes:
        hooks: The hooks that act at ``only_at``, or at every node if that is ``None``.
        hooks_elsewhere: The hooks that act at the other nodes.
        run: What has been done at each node so far.
        _proven: By rank of a node that has returned: the lowest and the highest value that it can
            have. It is filled in only if the rules state a range for all values.
    """

    def __init__(
        self,
        tree: OrderedTree,
        rules: Rules,
        hooks: Hooks,
        hooks_elsewhere: Hooks,
        only_at: int | None,
    ) -> None:
        """Prepare a run; nothing is visited yet.

        A hook is a function for one place of alpha-beta, such as the cut test. ``hooks`` act at the
        node ``only_at`` and ``hooks_elsewhere`` at the others; if it is ``None``, ``hooks`` act at
        every node.
        """
        self.tree = tree
        self.rules = rules
        self.hooks = hooks
        self.hooks_elsewhere = hooks_elsewhere
        self.only_at = only_at
        self.run = ProcedureRun()
        self._has_range = rules.has_range
        self._proven: dict[int, Interval] = {}

    def make_call(self, rank: int, window: Window) -> OpenCall:
        """Return a new call of a node with a window."""
        alpha, beta = window
        return OpenCall(self.tree, rank, window, alpha, beta, self.rules)

    def visit(self, call: OpenCall) -> Visit:
        """Evaluate a leaf that has a value, or search a node with children; return its value.

        A generator in place of a recursive function, run by :class:`CallStack`: each ``yield``
        makes the visit of a child and gives what that returned. What is done at each node is noted
        in ``self.run`` on the way.
        """
        if self._is_known_leaf(call.rank):
            return self._evaluate_leaf(call.rank, call.entry)

        hooks = self._choose_hooks(call.node)
        call.role = hooks.player(call)  # a misconception may take it for another player's
        self._note_entry(call.node, call.entry)
        yield from self._search_children(call, hooks)  # moves v and the window of the call

        value = hooks.returned(call)  # v; under fail-hard v clamped into the entry window
        self.run.exits[call.node] = (call.alpha, call.beta)
        self.run.returned[call.node] = value
        return value

    def note_unknown_leaf(self, call: OpenCall) -> None:
        """Note that the run ends at a leaf that was entered but has no value."""
        self._note_entry(call.node, call.entry)
        self.run.waits_for = call.node

    def _note_entry(self, node: int, window: Window) -> None:
        """Note the window with which a node is entered.

        It is noted as that of the exit, too: it stays so at a leaf, and if the run ends at an
        unknown leaf below the node.
        """
        self.run.entries[node] = window
        self.run.exits[node] = window

    def _choose_hooks(self, node: int) -> Hooks:
        """Return the hooks (functions for the places of alpha-beta) that act at a node."""
        is_affected = self.only_at is None or self.only_at == node
        return self.hooks if is_affected else self.hooks_elsewhere

    def _search_children(self, call: OpenCall, hooks: Hooks) -> ChildVisits:
        """Return the generator that searches a node's children, by the role of the node."""
        if call.role != CHANCE_ROLE:
            return self._search_by_alphabeta(call, hooks)
        if self._has_range:
            return self._average_until_irrelevant(call, hooks)
        return self._average_all(call, hooks)

    def _is_known_leaf(self, rank: int) -> bool:
        """Tell whether a node is a leaf that has a value; nodes with children have none."""
        return self.tree.values[rank] is not None

    def _evaluate_leaf(self, rank: int, window: Window) -> Number:
        """Return the value of a known leaf, and note in ``self.run`` that it was visited."""
        value = present(self.tree.values[rank])
        node = self.tree.node_at(rank)
        self._note_entry(node, window)
        self.run.leaves.append(node)
        self.run.returned[node] = value
        if self._has_range:
            self._proven[rank] = (value, value)
        return value

    def _average_all(self, call: OpenCall, hooks: Hooks) -> ChildVisits:
        """Search all children of a chance node, and leave their mean in ``call.v``.

        Every child counts in a mean, so each begins with the full window. A generator: each
        ``yield`` makes the visit of a child and gives the value that it returned.
        """
        children = hooks.children(call)
        weights = self._find_weights(children)
        values = []
        for child in children:
            value = yield self.make_call(child, FULL_WINDOW)
            values.append(value)
        call.v = hooks.combined(weights, values)

    def _find_weights(self, children: Sequence[int]) -> list[Number]:
        """Return the weights of a chance node's children.

        A mistake may take another node for a chance node. Its children have no weights, so each
        gets the same.
        """
        equal_weight = Fraction(1, len(children))
        return [self.tree.weights.get(child, equal_weight) for child in children]

    def _average_until_irrelevant(self, call: OpenCall, hooks: Hooks) -> ChildVisits:
        """Search a chance node's children until their mean cannot matter any more (Star1).

        All values are known to lie from A to B, so the children that have returned prove an
        interval of the mean. If that lies outside of the window (α, β), the node stops early, and
        its value is the end of the interval (Ballard 1983); else it is the mean. For example,
        values lie from 0 to 10, the window is (7, 9), and two children have the weight ½::

            first child   the mean lies in   so
            2             (1, 6)             the node stops; its value is 6
            8             (4, 9)             the second child is visited, say 6; its value is 7

        The value is left in ``call.v``, and the interval in ``self._proven``, where the visit of a
        child has left that of the child. A generator: each ``yield`` makes the visit of a child and
        gives the value that it returned.
        """
        children = hooks.children(call)
        weights = self._find_weights(children)
        mean = ChanceMean(weights, self.rules.known_range)
        values = []
        for child, weight in zip(children, weights, strict=True):
            # 1. Visit the child.
            call.child = child
            child_window = mean.compute_child_window(weight, call.entry)
            value = yield self.make_call(child, child_window)
            values.append(value)

            # 2. Add what is proven of it to what the children so far prove of the mean.
            mean.read(weight, self._proven[child])
            self._proven[call.rank] = mean.interval

            # 3. Stop if children are left that cannot matter any more.
            ranks_left = children[len(values) :]
            early_value = find_early_stop_value(self.rules, call.entry, mean.interval)
            if early_value is not None and ranks_left:
                self._record_stop(call, hooks, ranks_left)
                call.v = early_value
                return

        call.v = hooks.combined(weights, values)

    def _search_by_alphabeta(self, call: OpenCall, hooks: Hooks) -> ChildVisits:
        """Search the children of a MAX or MIN node until the cut test holds.

        This is the loop of alpha-beta, but at each place a *hook*, a function, decides what is
        done. So printed forms and misconceptions share the loop. With the usual hooks it is, at
        MAX, here with the leaves 3 and 7 of a node that was entered with (2, 5)::

                                                     the 3     the 7    by the hook
            v = −∞                                                      start
            for child in children:                                      children
                value = search(child, α, β)          (2, 5)    (3, 5)   handed_down
                v = max(v, value)                    3         7        kept
                α = max(α, v)                        (3, 5)    (7, 5)   moved
                if α >= β: break                     no        yes      cuts

        Only this loop writes into ``call``. A hook reads there what those above it have decided,
        and returns its own decision: ``kept`` reads v, ``moved`` the new v, ``cuts`` the new
        window. The best value is left in ``call.v``.

        A generator: each ``yield`` makes the visit of a child, and gives the value that it
        returned. A leaf that has a value is evaluated at once, without a visit.
        """
        call.v = hooks.start(call)
        children = hooks.children(call)
        for child_number, child in enumerate(children, start=1):
            # 1. Search the child.
            call.child = child
            call.child_number = child_number
            child_window = hooks.handed_down(call)
            if self._is_known_leaf(child):  # a visit for each makes a run slower by two thirds
                value = self._evaluate_leaf(child, child_window)
            else:
                value = yield self.make_call(child, child_window)

            # 2. Keep the better value, and then narrow the window to it.
            call.v = hooks.kept(call, value)
            call.alpha, call.beta = hooks.moved(call, value)

            # 3. Stop if the new window is empty.
            if hooks.cuts(call):
                self._record_stop(call, hooks, ranks_left=children[child_number:])
                break

        if self._has_range:
            self._proven[call.rank] = self._compute_proven_interval(children, call)

    def _compute_proven_interval(self, children: Sequence[int], call: OpenCall) -> Interval:
        """Return the lowest and the highest value that a node can have, by those of its children.

        An unread child, and the undrawn ones, may have any value in the known range.
        """
        known = self.rules.known_range
        intervals = [self._proven.get(child, known) for child in children]
        has_undrawn = call.node in self.tree.tree.elided
        if has_undrawn or not intervals:
            intervals.append(known)
        return merge_child_intervals(call.role, intervals)

    def _record_stop(self, call: OpenCall, hooks: Hooks, ranks_left: Sequence[int]) -> None:
        """Record a cut-off: after which child a node stops, and which children it skips.

        For example, the leaves of ``[12 2 4]`` are the nodes 1, 2 and 3. If their parent, node 0,
        stops after the 12, this records ``stopped[0] = 1``, and that 2 and 3 are skipped. After the
        4 no child is left. To stop there is no cut-off, and nothing is recorded; only who makes the
        mistake ``crosses_last`` takes the 4 for skipped, although it was searched.

        Args:
            call: The call of the node; its child is the one after which it stops.
            hooks: The hooks at the node.
            ranks_left: The drawn children that were not searched.
        """
        last_searched = self.tree.node_at(call.child)
        has_undrawn_left = call.rank in self.tree.elided  # they come after the drawn ones
        has_children_left = len(ranks_left) > 0 or has_undrawn_left
        if has_children_left:
            self.run.stopped[call.node] = last_searched
            self.run.skipped.update(map(self.tree.node_at, ranks_left))
            return

        if hooks.crosses_last:
            self.run.skipped.add(last_searched)
