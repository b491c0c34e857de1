"""Alpha-beta as one plain procedure with hooks: what its forms and its misconceptions do.

A *hook* is a function for one place of the procedure at which texts, programs and papers differ,
such as the cut test. :class:`Hooks` has one for each place. The hooks of rules are found by
:func:`hooks_of`; those of the misconceptions are in :mod:`treeexplorer.engine.misconceptions`.

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
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeAlias

from treeexplorer.engine.intervals import Interval, interval_of_best
from treeexplorer.engine.ordered_tree import (
    OrderedTree,
    UnknownLeafError,
    added,
    normalised,
    rules_as_searched,
    unrolled,
)
from treeexplorer.engine.star1 import ChanceMean, value_of_early_stop
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
        rules: The rules.
        role: Whose node it is, as the hook ``player`` says.
        v: The best value so far.
        alpha: The α of its window now.
        beta: The β of its window now.
        child: The rank of the child that is being searched; −1 before the first.
        arrived: The number of children that have returned.
        proven: What is proven about it, under a range.
    """

    tree: OrderedTree
    rank: int
    entry: Window
    rules: Rules
    role: int = LEAF_ROLE
    v: Number = 0
    alpha: Number = -INFINITY
    beta: Number = INFINITY
    child: int = -1
    arrived: int = 0
    proven: Interval = FULL_WINDOW

    @property
    def at_max(self) -> bool:
        """Whether it is MAX's node."""
        return self.role == MAX_ROLE

    @property
    def node(self) -> int:
        """The node's number in the tree."""
        return self.tree.node_at(self.rank)


# -- what the reference form does at each place ------------------------------------------------


def player_of(call: OpenCall) -> int:
    """Return the node's player."""
    return call.tree.roles[call.rank]


def drawn_children(call: OpenCall) -> Sequence[int]:
    """Return the ranks of a node's children in the order of the search."""
    return list(call.tree.ranks_below(call.rank))


def worst(role: int) -> Number:
    """Return the worst value for a player: −∞ for MAX, +∞ for MIN."""
    return -INFINITY if role == MAX_ROLE else INFINITY


def is_better(role: int, value: Number, v: Number) -> bool:
    """Tell whether a value is strictly better than v for the player of a node."""
    if role == MAX_ROLE:
        return value > v
    return value < v


def own_bound(call: OpenCall) -> Number:
    """Return the own bound of a node on entry: α at MAX, β at MIN."""
    alpha, beta = call.entry
    return alpha if call.at_max else beta


def better_of(call: OpenCall, value: Number) -> Number:
    """Return the better of v and a child's value for the node's player."""
    return value if is_better(call.role, value, call.v) else call.v


def raised(call: OpenCall, _: Number) -> Window:
    """Return the window with the player's own bound moved to v, if v is better than the bound."""
    if call.at_max:
        return max(call.alpha, call.v), call.beta
    return call.alpha, min(call.beta, call.v)


def replaced_bound(call: OpenCall, _: Number) -> Window:
    """Return the window with v as the player's own bound, even if v is worse than the bound."""
    return (call.v, call.beta) if call.at_max else (call.alpha, call.v)


def clamped_value(call: OpenCall) -> Number:
    """Return v clamped into the window on entry: fail-hard."""
    alpha, beta = call.entry
    return max(alpha, min(call.v, beta))


def weighted_mean(weights: Sequence[Number], values: Sequence[Number]) -> Number:
    """Return what a chance node is worth, given its children's weights and values."""
    total: Number = 0
    for weight, value in zip(weights, values, strict=True):
        total = added(total, weight, value)
    return normalised(total)


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

    player: Callable[[OpenCall], int] = player_of
    children: Callable[[OpenCall], Sequence[int]] = drawn_children
    start: Callable[[OpenCall], Number] = lambda call: worst(call.role)
    handed_down: Callable[[OpenCall], Window] = lambda call: (call.alpha, call.beta)
    kept: Callable[[OpenCall, Number], Number] = better_of
    moved: Callable[[OpenCall, Number], Window] = raised
    cuts: Callable[[OpenCall], bool] = lambda call: call.rules.cuts(call.alpha, call.beta)
    returned: Callable[[OpenCall], Number] = lambda call: call.v
    combined: Callable[[Sequence[Number], Sequence[Number]], Number] = weighted_mean
    crosses_last: bool = False


HARD: Final = Hooks(start=own_bound, returned=clamped_value)
"""Fail-hard, as the rules or the form have it."""

REPLACES_FIRST: Final = Hooks(
    start=own_bound,
    kept=lambda call, value: better_of(call, value) if call.arrived else value,
    moved=replaced_bound,
)
"""A form that takes the first child's value as it is."""

NO_CUTS: Final = Hooks(moved=lambda call, _: call.entry, cuts=lambda _: False)
"""Minimax: the window stands still, and nothing is cut."""


def hooks_of(rules: Rules) -> Hooks:
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
    rules = rules_as_searched(rules, tree.tree)
    hooks_of_rules = hooks_of(rules)
    if hooks is None:
        hooks = hooks_of_rules
    procedure = _Procedure(tree, rules, hooks, hooks_of_rules, only_at)
    root = 0
    window = rules.root_window if rules.has_conventions else FULL_WINDOW  # minimax takes none
    # Raised at an unknown leaf, which the run has noted in `waits_for`.
    with suppress(UnknownLeafError):
        unrolled(procedure.visit, procedure.enter(root, window))
    return procedure.run


class _Procedure:
    """Alpha-beta on one tree: each visit of a node yields the calls that it makes of its children.

    Attributes:
        hooks: The hooks that act at ``only_at``, or at every node.
        hooks_elsewhere: The hooks that act at the other nodes.
        run: What has been done at each node so far.
    """

    def __init__(
        self,
        tree: OrderedTree,
        rules: Rules,
        hooks: Hooks,
        hooks_elsewhere: Hooks,
        only_at: int | None,
    ) -> None:
        """Begin a run of alpha-beta in which no node has been visited.

        Args:
            tree: The tree, put in order for the rules.
            rules: The rules.
            hooks: Functions for the places of alpha-beta, such as the cut test, at ``only_at``.
            hooks_elsewhere: The functions at all other nodes.
            only_at: The number of a node; ``None`` where ``hooks`` act at every node.
        """
        self.tree = tree
        self.rules = rules
        self.hooks = hooks
        self.hooks_elsewhere = hooks_elsewhere
        self.only_at = only_at
        self._has_range = rules.has_range
        self.run = ProcedureRun()
        # By rank (place in the search) of a node that has returned: what is proven about its value.
        # It is filled only if the rules state a range for all values.
        self._proven: dict[int, Interval] = {}

    def enter(self, rank: int, window: Window) -> OpenCall:
        """Return a call of a node with a window."""
        return OpenCall(self.tree, rank, window, self.rules)

    def visit(self, call: OpenCall) -> Visit:
        """Evaluate a leaf, or search a node with children, and return its value.

        A generator, run by :func:`unrolled`: each ``yield`` makes the visit of a child and gives
        what it returned. What is done is written into ``self.run``, by node number.

        Args:
            call: The visit, which begins now, of a node with a window (α, β). Its role, best value
                (``v``) and current window are kept in it, where the hooks read them.

        Raises:
            UnknownLeafError: The node is a leaf without a value.
        """
        if self._is_leaf(call.rank):
            return self._evaluate(call.rank, call.entry)
        node = call.node
        hooks = self._hooks_at(node)
        call.alpha, call.beta = call.entry
        call.role = hooks.player(call)  # a misconception may take it for another player's
        self.run.entries[node] = call.entry
        self.run.exits[node] = call.entry  # at MAX and MIN the final window replaces it
        yield from self._child_visits(call, hooks)
        value = hooks.returned(call)
        self.run.returned[node] = value
        if self._has_range:
            self._proven[call.rank] = call.proven
        return value

    def _hooks_at(self, node: int) -> Hooks:
        """Return the functions for the places of alpha-beta that act at a node."""
        is_affected = self.only_at is None or self.only_at == node
        return self.hooks if is_affected else self.hooks_elsewhere

    def _child_visits(self, call: OpenCall, hooks: Hooks) -> ChildVisits:
        """Return the generator that searches a node's children, by the role of the node."""
        if call.role != CHANCE_ROLE:
            return self.choose(call, hooks)
        if self._has_range:
            return self.average_within_range(call, hooks)
        return self.average(call, hooks)

    def _is_leaf(self, rank: int) -> bool:
        return self.tree.roles[rank] == LEAF_ROLE

    def _evaluate(self, rank: int, window: Window) -> Number:
        """Return the value of a leaf, and note its visit in ``self.run``.

        Args:
            rank: The leaf's place in the order of the search.
            window: The window (α, β) with which it is entered.

        Raises:
            UnknownLeafError: The leaf has no value. The run ends with it, so the leaf is noted
                first.
        """
        node = self.tree.node_at(rank)
        self.run.entries[node] = window
        self.run.exits[node] = window
        value = self.tree.values[rank]
        if value is None:
            self.run.waits_for = node
            raise UnknownLeafError
        self.run.leaves.append(node)
        self.run.returned[node] = value
        # An exact value: both ends of the interval that is proven are this number.
        if self._has_range:
            self._proven[rank] = (value, value)
        return value

    def average(self, call: OpenCall, hooks: Hooks) -> ChildVisits:
        """Search all children of a chance node (a dice roll), and leave their mean in ``call.v``.

        A generator: each ``yield`` makes the visit of a child and gives the value that it returned.
        Each child begins with the full window, since every child counts in a mean.

        Args:
            call: The visit of the chance node.
            hooks: Functions that say which children there are and how their mean is computed.
        """
        children = hooks.children(call)
        weights = self._weights_of(children)
        values = []
        for child in children:
            value = yield self.enter(child, FULL_WINDOW)
            values.append(value)
        call.v = hooks.combined(weights, values)

    def _weights_of(self, children: Sequence[int]) -> list[Number]:
        """Return the weights of a chance node's children.

        Every child weighs the same if a mistake takes another node for a chance node: then the
        children have no weights.
        """
        equal = Fraction(1, len(children))
        return [self.tree.weights.get(child, equal) for child in children]

    def average_within_range(self, call: OpenCall, hooks: Hooks) -> ChildVisits:
        """Search a chance node's children until their mean cannot matter any more (Star1).

        All values are known to lie from A to B. So the children that have returned prove that the
        mean lies in an interval. The node stops early if that lies outside of its window (α, β).

        The node's value is left in ``call.v``: the mean, or the end of the interval at which the
        node stopped (Ballard 1983). A generator: each ``yield`` makes the visit of a child and
        gives the value that it returned.

        Args:
            call: The visit of the chance node. Its child, its interval and its v are updated.
            hooks: Functions that say which children there are and how their mean is computed.
        """
        children = hooks.children(call)
        weights = self._weights_of(children)
        mean = ChanceMean(weights, self.rules.known_range)
        values = []
        for child, weight in zip(children, weights, strict=True):
            call.child = child
            window_of_child = mean.window_of_next(weight, call.entry)
            value = yield self.enter(child, window_of_child)
            values.append(value)
            mean.read(weight, self._proven[child])  # the visit of the child has noted this
            call.proven = mean.interval
            children_left = children[len(values) :]
            value_of_stop = value_of_early_stop(self.rules, call.entry, mean.interval)
            if value_of_stop is not None and children_left:
                call.v = value_of_stop
                self._note_stop(call, hooks, children_left)
                return
        call.v = hooks.combined(weights, values)

    def choose(self, call: OpenCall, hooks: Hooks) -> ChildVisits:
        """Search the children of a MAX or MIN node until the cut test holds: alpha-beta.

        The best value is left in ``call.v``. A generator: each ``yield`` makes the visit of a child
        that has children, and gives the value that it returned. Leaves are evaluated here.

        A hook is a function for one place of alpha-beta; that of a mistake does what people get
        wrong. Each hook reads in ``call`` what the hooks before it have decided.

        Args:
            call: The visit of the node. Its child, its best value and its window are updated.
            hooks: What is done at each place.
        """
        call.v = hooks.start(call)
        children = hooks.children(call)
        for child in children:
            call.child = child
            window_of_child = hooks.handed_down(call)
            if self._is_leaf(child):  # a generator for each leaf makes a run slower by two thirds
                value = self._evaluate(child, window_of_child)
            else:
                value = yield self.enter(child, window_of_child)
            call.v = hooks.kept(call, value)
            call.alpha, call.beta = hooks.moved(call, value)
            call.arrived += 1  # the hooks above tell the first child by a 0
            if hooks.cuts(call):
                self._note_stop(call, hooks, children_left=children[call.arrived :])
                break
        self.run.exits[call.node] = (call.alpha, call.beta)
        if self._has_range:
            call.proven = self._proven_by(children, call)

    def _proven_by(self, children: Sequence[int], call: OpenCall) -> Interval:
        """Return what a node's children prove of it: of an unread child only the known range.

        Undrawn children count as one more unread child.
        """
        known = self.rules.known_range
        intervals = [self._proven.get(child, known) for child in children]
        has_undrawn = call.node in self.tree.tree.elided
        if has_undrawn or not intervals:
            intervals.append(known)
        return interval_of_best(call.role, intervals)

    def _note_stop(self, call: OpenCall, hooks: Hooks, children_left: Sequence[int]) -> None:
        """Note after which child a node stops, and which of its children it skips.

        It is a cut-off only if something is left to skip. Those who make the mistake
        ``crosses_last`` cross out the last child if nothing is left.

        Args:
            call: The visit of the node.
            hooks: What is done at the node.
            children_left: The ranks (places in the search) of the drawn children that were not
                searched.
        """
        last_searched = self.tree.node_at(call.child)
        skipped = [self.tree.node_at(rank) for rank in children_left]
        skips_undrawn = call.rank in self.tree.elided  # they come after the drawn children
        if skipped or skips_undrawn:
            self.run.stopped[call.node] = last_searched
            self.run.skipped.update(skipped)
        elif hooks.crosses_last:
            self.run.skipped.add(last_searched)
