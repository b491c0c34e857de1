"""The searches that ask with null windows: PVS, NegaScout, SCOUT, MTD(f), SSS*.

A *null window* asks one question about a node: is it worth more than a number, or less? Texts
differ in how they write one.

In one convention a null window is (α, α + 1): nothing lies between its ends if all values are
integers. Another writes (β − ε, β), with the smallest difference there can be. Summarised::

    +--------------------------+------------------+------------------+-----------------+
    | The question             | Over integers    | With an ε        | Here            |
    +==========================+==================+==================+=================+
    | worth more than 3?       | (3, 4)           | (3, 3 + ε)       | (3, 3), ABOVE   |
    | worth less than 3?       | (2, 3)           | (3 − ε, 3)       | (3, 3), BELOW   |
    +--------------------------+------------------+------------------+-----------------+

Leaves may be decimal, huge or infinite here, so that there is no next number: a null window is one
number and the side that is asked about (:class:`~treeexplorer.engine.record.CallWindow`).

The texts differ in names and returns, too:

PVS and NegaScout
    Both search the first child with the window and the others with null windows. PVS is fail-soft
    alpha-beta in Marsland & Campbell; NegaScout starts each node at −∞, and takes a test's value
    as exact where at most two plies remain. Some texts use both names for either.

SCOUT
    Pearl's *evaluate* has no window at all; only its *test* is a null-window search.

MTD(f) and SSS*
    Null-window searches of the root with a memory, until the bounds meet. SSS* is taken as MTD(f)
    that begins at +∞: it reads the same leaves in the same order.

Each search is a *procedure*: a generator for one node. It yields the calls of children that it
wants made, is sent the value of each, and keeps its best value so far (v) in its :class:`Frame`.
:func:`search_from_root` makes the calls and records them. The generators of the open calls wait on
a list, so that the tree may be of any depth.

In ``[3 [5 2]]`` PVS calls the leaf 3 with the root's window (−∞, +∞), and then the MIN node with
the null window that asks whether it is worth more than 3. The MIN node asks the same of its leaves,
and its 2 answers no.

Sources: Pearl 1980 (SCOUT); Marsland & Campbell 1982, Finkel & Fishburn 1983 (PVS); Reinefeld 1983
(NegaScout); Plaat, Schaeffer, Pijls & de Bruin 1996 (MTD(f), and SSS* as MTD(f) from +∞).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.engine.ordered_tree import OrderedTree, added, simplify_fraction
from treeexplorer.engine.procedure import find_worst_value, is_better
from treeexplorer.engine.record import ABOVE, BELOW, NO_NULL, CallWindow, Record
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, MAX_ROLE, Number, Window

_SLICE: Final = 5_000
_EXACT_PLIES: Final = 2
"""NegaScout takes a test's value for exact where no more plies remain."""
_FULL: Final = CallWindow(*FULL_WINDOW)


class CallRequest(NamedTuple):
    """A call that a search wants made.

    Attributes:
        child: The rank of the node to call.
        window: The window of the call.
        procedure: The search of the node; ``None`` for the same search as its parent's.
    """

    child: int
    window: CallWindow
    procedure: Procedure | None = None


CallRequests: TypeAlias = Generator[CallRequest, Any, None]
Procedure: TypeAlias = "Callable[[Frame], CallRequests]"


@dataclass(slots=True)
class Frame:
    """An open call of a node with children, as its search sees it.

    Attributes:
        tree: The tree.
        rank: The rank of the node.
        role: Whose node it is.
        window: The window of the call.
        procedure: The search that is made of the node.
        call: The number of the call in the record.
        v: The best value so far; at a chance node its mean, once it is known.
        is_cut: Whether the node stopped while children were left.
    """

    tree: OrderedTree
    rank: int
    role: int
    window: CallWindow
    procedure: Procedure
    call: int
    v: Number
    is_cut: bool = False

    @property
    def children(self) -> Iterator[int]:
        """The ranks of its children."""
        return self.tree.child_ranks(self.rank)

    @property
    def first_child(self) -> int:
        """The rank of its first child, which follows it in the order of the search."""
        return self.rank + 1

    @property
    def plies_left(self) -> int:
        """How many plies the tree has below the node, at most."""
        node = self.tree.node_at(self.rank)
        return self.tree.deepest_ply - self.tree.tree.ply[node]

    @property
    def value_to_beat(self) -> Number:
        """The number that a child must be better than to matter: v, or the player's own bound.

        For MAX it is the larger of v and α, for MIN the smaller of v and β.
        """
        if self.role == MAX_ROLE:
            return max(self.window.alpha, self.v)
        return min(self.window.beta, self.v)

    def make_window_from(self, own_bound: Number) -> CallWindow:
        """Return the window with another bound of the node's player: (own_bound, β) at MAX."""
        if self.role == MAX_ROLE:
            return CallWindow(own_bound, self.window.beta)
        return CallWindow(self.window.alpha, own_bound)

    def make_null_window(self, number: Number) -> CallWindow:
        """Return the null window that asks whether a child is strictly better than a number."""
        question = ABOVE if self.role == MAX_ROLE else BELOW
        return CallWindow(number, number, question)

    def reaches_opponents_bound(self, value: Number) -> bool:
        """Tell whether a value ends the search of the node: at MAX if it reaches β, at MIN α."""
        if self.role == MAX_ROLE:
            return self.window.fails_high(value)
        return self.window.fails_low(value)

    def update_v(self, value: Number) -> None:
        """Make a child's value the node's best value (v) if it is better than the best so far."""
        # Written out here, and not by `is_better`: it is asked about every value that returns.
        is_better_than_v = value > self.v if self.role == MAX_ROLE else value < self.v
        if is_better_than_v:
            self.v = value

    def has_children_after(self, child: int) -> bool:
        """Tell whether there are children after a child, drawn or undrawn (``...``).

        Args:
            child: The rank of the child.
        """
        # Each node is followed by its subtree: that of the last child ends where its parent's does.
        is_last_drawn = self.tree.end[child] == self.tree.end[self.rank]
        has_undrawn = self.rank in self.tree.elided  # they come after the last that is drawn
        return has_undrawn or not is_last_drawn


# -- the searches ------------------------------------------------------------------------------


def search_children_by_alphabeta(frame: Frame) -> CallRequests:
    """Search the children of a node by alpha-beta (fail-soft), and leave the best value in its v.

    If it stops before the last child, the frame is marked as cut. For example, a MAX node that is
    entered with (0, 9)::

        child   it is searched with   it returns   v afterwards
        1st     (0, 9)                5            5
        2nd     (5, 9)                2            5
        3rd     (5, 9)                9            9: it reaches β, so the node stops

    A generator in place of a recursive function: each ``yield`` stands for the call that would
    search a child with a window, and gives what that call returns.
    """
    has_null_window = frame.window.null != NO_NULL
    for child in frame.children:
        # 1. Search the child, at MAX with (α, β) or (v, β), the narrower of both. A null window
        # does not move: every child is asked the same question.
        if has_null_window:
            child_window = frame.window
        else:
            child_window = frame.make_window_from(frame.value_to_beat)
        value = yield CallRequest(child, child_window)

        # 2. Keep the better value in v, and stop if the opponent will not allow it: at MAX, v ≥ β.
        frame.update_v(value)
        if frame.reaches_opponents_bound(frame.v):
            frame.is_cut = frame.has_children_after(child)
            return


def average_children(frame: Frame) -> CallRequests:
    """Search every child of a chance node with the full window, and leave their mean in its v."""
    weighted_sum: Number = 0
    for child in frame.children:
        value = yield CallRequest(child, _FULL)
        weighted_sum = added(weighted_sum, frame.tree.weights[child], value)
    frame.v = simplify_fraction(weighted_sum)


def search_children_by_pvs(frame: Frame) -> CallRequests:
    """Search the children of a node by PVS: the first fully, the others first with a null window.

    A null window only tests whether a child is better than the best so far. If it is, and does not
    cut the node off, the child is searched again, with the window from its value to the opponent's
    bound (Marsland & Campbell 1982). For example, a MAX node that is entered with (0, 9)::

        child   it is searched with   it returns      v afterwards
        1st     (0, 9)                5               5
        2nd     a test: more than 5?  4: no           5
        3rd     a test: more than 5?  7: yes
                (7, 9)                8               8
        4th     a test: more than 8?  9: it reaches   9: the node stops
                                      β at once

    Returns a generator, which leaves the best value in ``frame.v``.
    """
    return _search_children_with_tests(frame, _needs_second_search_in_pvs)


def _needs_second_search_in_pvs(frame: Frame, _child: int, tested_value: Number) -> bool:
    """Tell whether PVS searches a child again that a null window has found better than v.

    For example, a MAX node is entered with (6, 9), and has v = 5. Is the child worth more than 6?

    - The test returns 6, which means 6 or less: no, that is enough.
    - The test returns 9, which means 9 or more: that is enough, too, since it reaches β.
    - The test returns 7, which means 7 or more: the child is searched again.
    """
    is_improvement = is_better(frame.role, tested_value, frame.value_to_beat)
    return is_improvement and not frame.reaches_opponents_bound(tested_value)


def search_children_by_negascout(frame: Frame) -> CallRequests:
    """Search the children of a node by NegaScout: like PVS, with fewer second searches.

    The first child is searched fully, and the others are first tested with a null window. A child
    that is better than the best so far is searched again, for its exact value (Reinefeld 1983). For
    example, a MAX node that is entered with (0, 9)::

        child   it is searched with   it returns   v afterwards
        1st     (0, 9)                5            5
        2nd     a test: more than 5?  4: no        5
        3rd     a test: more than 5?  7: yes
                (7, 9)                8            8

    Returns a generator, which leaves the best value in ``frame.v``.
    """
    return _search_children_with_tests(frame, _needs_second_search_in_negascout)


def _needs_second_search_in_negascout(frame: Frame, child: int, _tested_value: Number) -> bool:
    """Tell whether NegaScout searches a child again that a null window has found better than v.

    It does unless the test is exact: at most two plies remain below the node, and the child is the
    opponent's.

    The test has asked whether the child is better than v and than the node's own bound (α at MAX).
    But Reinefeld's algorithm compares the answer with v alone; PVS compares it with the better of
    both.
    """
    is_near_leaves = frame.plies_left <= _EXACT_PLIES
    is_opponents_child = frame.tree.roles[child] != frame.role
    is_test_exact = is_near_leaves and is_opponents_child
    return not is_test_exact


def _search_children_with_tests(
    frame: Frame, needs_second_search: Callable[[Frame, int, Number], bool]
) -> CallRequests:
    """Return the generator that searches a node's children, with tests unless it is itself tested.

    A node that is tested asks all of its children the question that it is asked, which is what
    alpha-beta does with a null window.
    """
    is_tested_itself = frame.window.null != NO_NULL
    if is_tested_itself:
        return search_children_by_alphabeta(frame)
    return _test_and_search_children(frame, needs_second_search)


def _test_and_search_children(
    frame: Frame, needs_second_search: Callable[[Frame, int, Number], bool]
) -> CallRequests:
    """Search the first child of a node fully, and test each other child before it is searched.

    A test is a search with a null window: is the child better than the best so far? A MAX node that
    is entered with (0, 9), and has 5 from its first child, goes on like this::

        child   it is searched with     it returns            v afterwards
        2nd     a test: more than 5?    4, so 4 or less: no   5
        3rd     a test: more than 5?    7, so 7 or more
                the window (7, 9)       8                     8

    ``needs_second_search`` decides whether a child is searched again that a test has found better,
    here the 7. It is given the node, the child and the tested value.

    A generator in place of a recursive function: each ``yield`` stands for the call that would
    search a child with a window, and gives what that call returns. The best value is left in
    ``frame.v``.
    """
    for child in frame.children:
        if child == frame.first_child:
            value = yield CallRequest(child, frame.window)
        else:
            # 1. Test the child.
            value = yield CallRequest(child, frame.make_null_window(frame.value_to_beat))

            # 2. If the test finds it better, but not how much better, search it from there on.
            is_found_better = is_better(frame.role, value, frame.v)
            if is_found_better and needs_second_search(frame, child, value):
                value = yield CallRequest(child, frame.make_window_from(value))

        # 3. Keep the better value in v, and stop if the opponent will not allow it: at MAX, v ≥ β.
        frame.update_v(value)
        if frame.reaches_opponents_bound(frame.v):
            frame.is_cut = frame.has_children_after(child)
            return


def search_children_by_scout(frame: Frame) -> CallRequests:
    """Search the children of a node by SCOUT: only a child that a test finds better is evaluated.

    The first child is evaluated, without bounds. Each other child is tested first: an alpha-beta
    search with a null window tells whether it is strictly better than v, the best value so far
    (Pearl 1980). For example, at a MAX node::

        child   is it better than v?   so it is    v afterwards
        1st                            evaluated   5
        2nd     more than 5? no        left out    5
        3rd     more than 5? yes       evaluated   8

    A generator in place of a recursive function: each ``yield`` stands for the call that would
    search a child, by alpha-beta or by SCOUT, and gives what that call returns. The best value is
    left in ``frame.v``.
    """
    for child in frame.children:
        # 1. Test it: a child that is not better than v is not evaluated.
        if child != frame.first_child:
            test_window = frame.make_null_window(frame.v)
            tested_value = yield CallRequest(child, test_window, search_children_by_alphabeta)
            if not is_better(frame.role, tested_value, frame.v):
                continue

        # 2. Evaluate it: it is the first child, or better than v.
        frame.v = yield CallRequest(child, _FULL, search_children_by_scout)


class Memory:
    """The bounds that earlier calls have proven for each node, by its rank.

    Example:
        >>> memory = Memory()
        >>> memory.store(4, CallWindow(3, 3, ABOVE), 7)  # 7 > 3: the node is worth 7 or more
        >>> memory.find(4, CallWindow(5, 5, ABOVE)), memory.find(4, CallWindow(8, 8, ABOVE))
        (7, None)
    """

    def __init__(self) -> None:
        self._bounds: dict[int, Window] = {}

    def find(self, rank: int, window: CallWindow) -> Number | None:
        """Return a known bound that answers the question of a call; ``None`` if none does."""
        lower, upper = self._bounds.get(rank, FULL_WINDOW)
        if lower == upper or window.fails_high(lower):
            return lower
        if window.fails_low(upper):
            return upper
        return None

    def store(self, rank: int, window: CallWindow, value: Number) -> None:
        """Store what the value of a call proves about its node.

        A value above α is a lower bound, and a value below β an upper bound.
        """
        lower, upper = self._bounds.get(rank, FULL_WINDOW)
        if not window.fails_low(value):
            lower = max(lower, value)
        if not window.fails_high(value):
            upper = min(upper, value)
        self._bounds[rank] = lower, upper


# -- making the calls --------------------------------------------------------------------------


class _OpenCall(NamedTuple):
    """A call of an inner node that has not returned yet.

    Attributes:
        frame: The call, as the search of its node sees it.
        requests: The search of its node: a generator that asks for the calls of children.
    """

    frame: Frame
    requests: CallRequests

    def request_first_child(self) -> CallRequest:
        """Begin the search of the node, and return the call that it wants first.

        It is of an inner node, so there is a child to call.
        """
        return next(self.requests)

    def take_value(self, value: Number) -> CallRequest | None:
        """Take the value that a child has returned, and return the call that is wanted next.

        The search of the node goes on until it asks for another call; ``None`` if it ends instead.
        On its way it takes the value into v: ``frame.v`` is another one afterwards, if the value is
        better.
        """
        next_request: CallRequest | None
        try:
            next_request = self.requests.send(value)
        except StopIteration:
            return None
        return next_request


_Stack: TypeAlias = list[_OpenCall]
"""The open calls, the root's first: each is of a child of the node before."""


class _RootReturned(NamedTuple):
    """The end of a search: the value that the root returned."""

    value: Number


def search_from_root(
    tree: OrderedTree,
    record: Record,
    procedure: Procedure,
    window: CallWindow,
    memory: Memory | None = None,
) -> Generator[None, None, Number | None]:
    """Search the tree from its root once, and append every call (visit of a node) to the record.

    Each turn of the loop makes the call that is requested: first the root's, then what the open
    nodes request for their children. In ``[3 B:[5 2]]`` under a MAX root the turns are::

        call   what happens                                          open after it
        root   it is opened, and requests 3                          root
        3      a leaf: 3 returns to the root, which requests B       root
        B      it is opened, and requests 5                          root, B
        5      a leaf: 5 returns to B, which requests 2              root, B
        2      a leaf: 2 returns to B, then B's 2 to the root        none; the root's value is 3

    A node that memory answers for returns at once, like a leaf. The generator pauses after every
    5,000 calls, so that the caller can show the record.

    Args:
        tree: The tree.
        record: The record to fill; it may have calls of earlier searches already.
        procedure: The search of the root, and of every node for which none is named.
        window: The window of the root.
        memory: The bounds of earlier calls, which is updated; ``None`` for a search without memory.

    Returns:
        The root's value; ``None`` if the search comes to an unknown leaf.
    """
    stack: _Stack = []
    root = 0
    request = CallRequest(root, window, procedure)
    while True:
        # 1. Before the call: perhaps a pause, or the end of the search.
        is_time_to_pause = len(record.nodes) % _SLICE == _SLICE - 1
        if is_time_to_pause:
            record.open_calls = len(stack)
            yield
        if tree.is_unknown_leaf(request.child):
            record.stop_at_unknown(request.child, len(stack))
            return None

        # 2. The call leads to the next one, or the root returns.
        outcome = _make_call(tree, record, memory, stack, request)
        if isinstance(outcome, _RootReturned):
            record.root_returns += 1
            return outcome.value
        request = outcome


def _make_call(
    tree: OrderedTree, record: Record, memory: Memory | None, stack: _Stack, request: CallRequest
) -> CallRequest | _RootReturned:
    """Make the call that a node requests for a child, and return what is requested after it.

    - A child whose own children must be searched is opened: it goes on the stack, and requests its
      first child.
    - Any other child returns its value at once: a leaf, or a node that memory answers for. The node
      that it returns to requests the next one, or returns to its own parent, and so on.

    The stack has the open calls, the root's first. If the root has returned, that is the outcome.
    """
    leaf_value = tree.values[request.child]
    is_leaf = leaf_value is not None
    call = record.append_call(request.child, has_children=not is_leaf, window=request.window)

    known_value = leaf_value
    if memory is not None:
        known_value = _answer_from_memory_or_leaf(memory, record, call, request, leaf_value)
    if known_value is not None:
        return _return_value_upwards(stack, record, memory, call, known_value)

    procedure = _choose_procedure(request, stack)
    opened_call = _open_call(tree, request, procedure, call)
    stack.append(opened_call)
    return opened_call.request_first_child()


def _answer_from_memory_or_leaf(
    memory: Memory, record: Record, call: int, request: CallRequest, leaf_value: Number | None
) -> Number | None:
    """Return the value of a call if memory or the leaf tells it; ``None`` if it must be searched.

    What memory answers is noted in the record. A leaf that is read is noted in memory, so that it
    is read once only. For example, the call asks whether a node is worth more than 5::

        the node                                 value   what is noted
        memory knows that it is 7 or more        7       that the record has this from memory
        a leaf that memory does not know, 4      4       the 4 in memory, for later calls
        another node that it does not know       None    nothing: its children are searched
    """
    remembered_value = memory.find(request.child, request.window)
    if remembered_value is not None:
        record.remembered[call] = remembered_value
        return remembered_value

    if leaf_value is not None:  # the node is a leaf
        memory.store(request.child, _FULL, leaf_value)
    return leaf_value


def _return_value_upwards(
    stack: _Stack, record: Record, memory: Memory | None, call: int, value: Number
) -> CallRequest | _RootReturned:
    """Return a call's value to its parent, and go on upwards until a node asks for another call.

    A node that asks for no further call has ended: it leaves the stack, and returns its v to its
    own parent. In ``[3 B:[5 2]]``, under a MAX root, the last calls return like this::

        what returns     to         whose v is then   and which asks for   stack afterwards
        5, from a leaf   B          5                 the leaf 2           root, B
        2, from a leaf   B          2                 nothing: it ends     root
        2, the v of B    the root   3                 nothing: it ends     empty
        3, the root's v

    Returns:
        The next call to make, or the root's value if the root has ended.
    """
    while stack:
        # 1. The parent takes the value: only then its v is what the record is to note.
        parent = stack[-1]
        next_request = parent.take_value(value)
        has_v = parent.frame.role != CHANCE_ROLE  # a chance node has none before it ends
        if has_v:
            record.parent_v_after[call] = parent.frame.v
        if next_request is not None:
            return next_request

        # 2. The parent has ended: from here on it is the call that returns.
        stack.pop()
        _record_end(parent.frame, record, memory, last_child_call=call)
        call = parent.frame.call
        value = parent.frame.v
    return _RootReturned(value)


def _choose_procedure(request: CallRequest, stack: _Stack) -> Procedure:
    """Return the search that a request names for a node, or else that of the node's parent.

    The request for the root names one. The parent of any other node is the one opened last: only it
    can have asked for the call.
    """
    if request.procedure is not None:
        return request.procedure
    parent = stack[-1].frame
    return parent.procedure


def _open_call(
    tree: OrderedTree, request: CallRequest, procedure: Procedure, call: int
) -> _OpenCall:
    """Return a new call of an inner node, whose search has not begun yet.

    The search of the node is a generator. Once it is begun it runs until it asks for the call of
    its first child, of ``B:[5 2]`` for that of the leaf 5; there it waits until it is sent what the
    child returned.

    A chance node always takes the mean, but its children are searched by the procedure.
    """
    role = tree.roles[request.child]
    frame = Frame(
        tree=tree,
        rank=request.child,
        role=role,
        window=request.window,
        procedure=procedure,
        call=call,
        v=find_worst_value(role),
    )
    # To call a generator function only makes the generator: nothing of its body is run yet.
    requests = average_children(frame) if role == CHANCE_ROLE else procedure(frame)
    return _OpenCall(frame, requests)


def _record_end(
    frame: Frame, record: Record, memory: Memory | None, *, last_child_call: int
) -> None:
    """Note in the record, and in the memory if there is one, that the search of a node has ended.

    ``last_child_call`` is the call of the child that returned to it last.
    """
    if frame.is_cut:
        record.cuts.append(last_child_call)
    if frame.role == CHANCE_ROLE:
        record.chance_values[frame.call] = frame.v
    if memory is not None:
        memory.store(frame.rank, frame.window, frame.v)


def search_once(procedure: Procedure, tree: OrderedTree, record: Record) -> Iterator[None]:
    """Search from the root once, with the window of the rules; each ``yield`` is a pause."""
    window = CallWindow(*record.rules.window)
    value = yield from search_from_root(tree, record, procedure, window)
    if value is not None:
        record.finish(value)


def search_by_mtdf(tree: OrderedTree, record: Record, first_guess: Number = 0) -> Iterator[None]:
    """Search by MTD(f): ask about the root's value again and again, until both bounds meet.

    Each turn is a search from the root with a null window: it asks whether the root is worth more
    than a number, or less, and the answer is a new lower or upper bound. A memory keeps the bounds
    of all nodes (Plaat et al. 1996). All searches go into one record; each ``yield`` is a pause.

    Args:
        tree: The tree.
        record: The record to fill.
        first_guess: The number that is asked about first. From +∞ the same leaves are read as by
            SSS*, in the same order.

    Example:
        On ``[3 [5 2]]``, first with the guess 0, then with the guess 9::

            it is asked                     the answer            lower, upper
            is the root worth less than 0?  no: it is 3 or more   3, +∞
            is it worth more than 3?        no: it is 3 or less   3, 3

            is the root worth less than 9?  yes: 5 or less        −∞, 5
            is it worth less than 5?        yes: 3 or less        −∞, 3
            is it worth less than 3?        no: it is 3 or more   3, 3
    """
    memory = Memory()
    lower, upper = record.rules.window
    guess = max(lower, min(first_guess, upper))  # moved into the window
    while lower < upper:
        question = _make_question(guess, lower)
        answer = yield from search_from_root(
            tree, record, search_children_by_alphabeta, question, memory
        )
        if answer is None:  # an unknown leaf
            return

        # "This, or more" is the new lower bound, "this, or less" the new upper one. One of them
        # moves in each turn, so that they meet: in the last turn the answer is the other bound.
        if question.fails_high(answer):
            lower = answer
        else:
            upper = answer
        guess = answer
    record.finish(guess)


def _make_question(guess: Number, lower: Number) -> CallWindow:
    """Return the null window that asks whether the root is worth less than a guess, or more.

    A guess that is the lower bound is a number that the root is known to reach: then it is asked
    for more. Any other guess may be too much, so it is asked for less.
    """
    question = ABOVE if guess == lower else BELOW
    return CallWindow(guess, guess, question)
