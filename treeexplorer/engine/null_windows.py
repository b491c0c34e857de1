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
:func:`search_root` makes the calls and records them. The generators of the open calls wait on a
list, so that the tree may be of any depth.

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

from treeexplorer.engine.ordered_tree import OrderedTree, added, normalised
from treeexplorer.engine.procedure import is_better, worst
from treeexplorer.engine.record import ABOVE, BELOW, NO_NULL, CallWindow, Record
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, LEAF_ROLE, MAX_ROLE, Number, Window

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
        return self.tree.ranks_below(self.rank)

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
    def to_beat(self) -> Number:
        """The number that a child must be better than to matter: v, or the player's own bound."""
        if self.role == MAX_ROLE:
            return max(self.window.alpha, self.v)
        return min(self.window.beta, self.v)

    def window_from(self, number: Number) -> CallWindow:
        """Return the window with a number as the player's own bound: (number, β) at MAX."""
        if self.role == MAX_ROLE:
            return CallWindow(number, self.window.beta)
        return CallWindow(self.window.alpha, number)

    def null_window(self, number: Number) -> CallWindow:
        """Return the null window that asks whether a child is strictly better than a number."""
        question = ABOVE if self.role == MAX_ROLE else BELOW
        return CallWindow(number, number, question)

    def is_enough(self, value: Number) -> bool:
        """Tell whether a value ends the search of the node: at MAX if it reaches β, at MIN α."""
        if self.role == MAX_ROLE:
            return self.window.fails_high(value)
        return self.window.fails_low(value)

    def take(self, value: Number) -> None:
        """Make a child's value the node's best value, if it is better than the best so far."""
        if is_better(self.role, value, self.v):
            self.v = value

    def stop_after(self, child: int) -> None:
        """Note that the node stops after a child: it is cut off if there are children after it.

        Args:
            child: The rank of the child, its place in the order of the search.
        """
        # Each node is followed by its subtree: that of the last child ends where its parent's does.
        is_last_drawn = self.tree.end[child] == self.tree.end[self.rank]
        has_undrawn = self.rank in self.tree.elided  # they come after the last that is drawn
        self.is_cut = has_undrawn or not is_last_drawn


# -- the searches ------------------------------------------------------------------------------


def alphabeta_procedure(frame: Frame) -> CallRequests:
    """Search the children of a node by alpha-beta (fail-soft), and leave the best value in its v.

    A generator: each ``yield`` asks the caller to search a child with a window (α, β), and gives
    the value that the child returned.

    Args:
        frame: The node with its window and its v, which is updated.
    """
    asks_one_question = frame.window.null != NO_NULL
    for child in frame.children:
        if asks_one_question:  # every child is asked the same
            value = yield CallRequest(child, frame.window)
        else:
            value = yield CallRequest(child, frame.window_from(frame.to_beat))
        frame.take(value)
        if frame.is_enough(frame.v):
            frame.stop_after(child)
            break


def chance_procedure(frame: Frame) -> CallRequests:
    """Search every child of a chance node with the full window and take their mean."""
    total: Number = 0
    for child in frame.children:
        value = yield CallRequest(child, _FULL)
        total = added(total, frame.tree.weights[child], value)
    frame.v = normalised(total)


def pvs(frame: Frame) -> CallRequests:
    """Search the children of a node by PVS: one fully, the others first with a null window.

    A null window only tests whether a child is better than the best so far. A child that is better,
    and does not end the search of the node, is searched again, with the window from its value to
    the opponent's bound (Marsland & Campbell 1982). A node that is tested itself asks all of its
    children what it was asked.

    A generator: each ``yield`` asks the caller to search a child with a window, and gives the value
    that the child returned.

    Args:
        frame: The node with its window and its v (the best value so far), which is updated.
    """
    is_tested_itself = frame.window.null != NO_NULL
    for child in frame.children:
        if is_tested_itself or child == frame.first_child:
            value = yield CallRequest(child, frame.window)
        else:
            best = frame.to_beat
            value = yield CallRequest(child, frame.null_window(best))
            if is_better(frame.role, value, best) and not frame.is_enough(value):
                value = yield CallRequest(child, frame.window_from(value))
        frame.take(value)
        if frame.is_enough(frame.v):
            frame.stop_after(child)
            break


def negascout(frame: Frame) -> CallRequests:
    """Search the children of a node by NegaScout: like PVS, with fewer second searches.

    The first child is searched with the node's window, each other child with a null window, which
    only tests whether it is better than the best so far. A child that its test finds better is
    searched again, unless at most two plies remain below the node. With so few plies the value of
    such a test is exact already, if the child is the opponent's (Reinefeld 1983). A node that is
    tested itself asks all of its children what it was asked.

    A generator: each ``yield`` asks the caller to search a child with a window, and gives the value
    that the child returned.

    Args:
        frame: The node with its window and its v (the best value so far), which is updated.
    """
    is_tested_itself = frame.window.null != NO_NULL
    is_near_leaves = frame.plies_left <= _EXACT_PLIES
    for child in frame.children:
        if is_tested_itself or child == frame.first_child:
            value = yield CallRequest(child, frame.window)
        else:
            value = yield CallRequest(child, frame.null_window(frame.to_beat))
            is_exact = is_near_leaves and frame.tree.roles[child] != frame.role
            if is_better(frame.role, value, frame.v) and not is_exact:
                value = yield CallRequest(child, frame.window_from(value))
        frame.take(value)
        if frame.is_enough(frame.v):
            frame.stop_after(child)
            break


def scout(frame: Frame) -> CallRequests:
    """Search the children of a node by SCOUT: only a child that a test finds better is evaluated.

    The first child is evaluated, without bounds. Each other child is tested first: an alpha-beta
    search with a null window tells whether it is strictly better than v, the best value so far. If
    it is, the child is evaluated, too, and its value is the new v (Pearl 1980).

    A generator: each ``yield`` asks the caller to search a child by alpha-beta or by SCOUT, and
    gives the value that it returned.

    Args:
        frame: The node with its v, which is updated. Its window is not used.
    """
    for child in frame.children:
        if child != frame.first_child:
            test_window = frame.null_window(frame.v)
            tested = yield CallRequest(child, test_window, procedure=alphabeta_procedure)
            if not is_better(frame.role, tested, frame.v):
                continue
        frame.v = yield CallRequest(child, _FULL, procedure=scout)


class Memory:
    """The bounds that earlier calls have proven for each node, by its rank.

    Example:
        >>> memory = Memory()
        >>> memory.keep(4, CallWindow(3, 3, ABOVE), 7)  # 7 > 3: the node is worth 7 or more
        >>> memory.recall(4, CallWindow(5, 5, ABOVE)), memory.recall(4, CallWindow(8, 8, ABOVE))
        (7, None)
    """

    def __init__(self) -> None:
        self._bounds: dict[int, Window] = {}

    def recall(self, rank: int, window: CallWindow) -> Number | None:
        """Return a known bound that answers the question of a call; ``None`` if none does."""
        lower, upper = self._bounds.get(rank, FULL_WINDOW)
        if lower == upper or window.fails_high(lower):
            return lower
        if window.fails_low(upper):
            return upper
        return None

    def keep(self, rank: int, window: CallWindow, value: Number) -> None:
        """Keep what the value of a call proves about its node.

        A value above α is a lower bound, and a value below β an upper bound.
        """
        lower, upper = self._bounds.get(rank, FULL_WINDOW)
        if not window.fails_low(value):
            lower = max(lower, value)
        if not window.fails_high(value):
            upper = min(upper, value)
        self._bounds[rank] = lower, upper


# -- making the calls --------------------------------------------------------------------------


_Stack: TypeAlias = "list[tuple[Frame, CallRequests]]"
"""The open calls, the root's first, each with its procedure, which asks for calls of children."""


def search_root(
    tree: OrderedTree,
    record: Record,
    procedure: Procedure,
    window: CallWindow,
    memory: Memory | None = None,
) -> Generator[None, None, Number | None]:
    """Search the tree from its root once, and write every call into the record.

    A call is one visit of a node. Each turn of the loop makes one. If memory knows the answer, or
    the node is a leaf, the value is returned to the parent at once. Otherwise the call is opened:
    it waits on the stack, and its first child is called next.

    A generator, so that the caller can do other things in between: it pauses after every 5,000
    calls.

    Args:
        tree: The tree.
        record: The record to fill; it may have calls of earlier searches already.
        procedure: The search of the root, and of every node for which none is named.
        window: The window of the root.
        memory: The bounds of earlier calls, which is updated; ``None`` for a search without memory.

    Returns:
        The root's value; ``None`` if the search comes to an unknown leaf.

    Example:
        In ``[3 B:[5 2]]`` the root is opened. The leaf 3 returns to the root, which asks for B. B
        is opened. The leaves 5 and 2 return to B; after the 2 B ends and returns to the root, which
        ends, too.
    """
    stack: _Stack = []
    root = 0
    request = CallRequest(root, window, procedure)
    while True:
        call = len(record.nodes)  # the number of the call that is made now, from 0
        if call % _SLICE == _SLICE - 1:
            # While it pauses, the record must be whole.
            record.open_calls = len(stack)
            yield
        leaf_value = tree.values[request.child]
        if leaf_value is None and tree.roles[request.child] == LEAF_ROLE:
            record.stop_at_unknown(request.child, len(stack))
            return None
        value = leaf_value
        if memory is not None:
            value = _value_with_memory(memory, request, leaf_value, record)
        _record_call(record, request, has_children=leaf_value is None)
        if value is None:
            request = _open_call(tree, request, stack, call)
            continue
        following = _return_value(stack, record, memory, call, value)
        if not isinstance(following, CallRequest):  # the root has ended, with this value
            record.root_returns += 1
            return following
        request = following


def _value_with_memory(
    memory: Memory, request: CallRequest, leaf_value: Number | None, record: Record
) -> Number | None:
    """Return the value of a call that memory answers; otherwise the value of a leaf.

    An answer from memory is noted in the record. The value of a leaf is noted in the memory, which
    answers for the leaf from then on.

    Args:
        memory: The memory.
        request: The call, which is not in the record yet.
        leaf_value: The value of its node if that is a leaf; ``None`` for a node with children.
        record: The record.

    Returns:
        The value; ``None`` if the children of the node have to be searched.
    """
    remembered = memory.recall(request.child, request.window)
    if remembered is not None:
        record.remembered[record.next_call] = remembered
        return remembered
    if leaf_value is not None:
        memory.keep(request.child, _FULL, leaf_value)
    return leaf_value


def _record_call(record: Record, request: CallRequest, *, has_children: bool) -> None:
    """Append an entry for a call to the columns that have one for each call."""
    if has_children:
        record.inner_calls.append(len(record.nodes))
    record.nodes.append(request.child)
    record.call_windows.append(request.window)
    record.parent_v_after.append(None)  # until the call returns


def _return_value(
    stack: _Stack, record: Record, memory: Memory | None, call: int, value: Number
) -> CallRequest | Number:
    """Return a call's value to its parent, and so on upwards, until a node asks for another call.

    A call is one visit of a node. A node that asks for no further call has ended: it leaves the
    stack, and its v (best value) is returned to its own parent.

    Args:
        stack: The open calls, each with its generator; the last is the parent's. Those that end are
            removed.
        record: The record, in which the parent's v after each return is noted.
        memory: The memory; ``None`` if the search has none.
        call: The number of the call that returns.
        value: What it returns.

    Returns:
        The next call to make; or the root's value if the root has ended, too.

    Example:
        In ``[3 B:[5 2]]`` the leaf 2 returns to B, which ends with v = 2. It returns 2 to the root,
        which ends with v = 3, and 3 is returned.
    """
    while stack:
        parent, requests = stack[-1]
        request = _next_request(requests, value)  # moves the parent's v
        if parent.role != CHANCE_ROLE:  # a chance node has no v before it ends
            record.parent_v_after[call] = parent.v
        if request is not None:
            return request
        _close(parent, record, memory, last=call)
        stack.pop()
        call = parent.call
        value = parent.v
    return value


def _next_request(requests: CallRequests, value: Number) -> CallRequest | None:
    """Let the search of a node go on with a child's value, until it asks for another call.

    Returns:
        The call that it asks for; ``None`` if the search of the node has ended.
    """
    try:
        return requests.send(value)
    except StopIteration:
        return None


def _open_call(tree: OrderedTree, request: CallRequest, stack: _Stack, call: int) -> CallRequest:
    """Begin the search of a node with children: put it on the stack, and request its first child.

    The node is searched by the procedure that the request names, or else by its parent's. A chance
    node always takes the mean, but passes its procedure on to its children.

    Args:
        tree: The tree.
        request: What is asked for: the node and its window.
        stack: The open calls; the last is the parent's. The new one is appended.
        call: The number of the call (one visit of a node) in the record.

    Returns:
        The request of the first child.
    """
    role = tree.roles[request.child]
    procedure = request.procedure
    if procedure is None:
        # Never for the root, whose request names one: the stack may be empty then.
        parent, _ = stack[-1]
        procedure = parent.procedure
    frame = Frame(
        tree=tree,
        rank=request.child,
        role=role,
        window=request.window,
        procedure=procedure,
        call=call,
        v=worst(role),
    )
    # A generator that asks for calls of the children; `next` lets it run up to the first one.
    requests = chance_procedure(frame) if role == CHANCE_ROLE else procedure(frame)
    stack.append((frame, requests))
    return next(requests)


def _close(frame: Frame, record: Record, memory: Memory | None, *, last: int) -> None:
    """Note the end of a call in the record and in the memory.

    Args:
        frame: The call.
        record: The record.
        memory: The memory; ``None`` if the search has none.
        last: The call of the child that returned to it last.
    """
    if frame.is_cut:
        record.cuts.append(last)
    if frame.role == CHANCE_ROLE:
        record.chance_values[frame.call] = frame.v
    if memory is not None:
        memory.keep(frame.rank, frame.window, frame.v)


def search_by(procedure: Procedure, tree: OrderedTree, record: Record) -> Iterator[None]:
    """Search from the root with the window of the rules, a slice at a time."""
    value = yield from search_root(tree, record, procedure, CallWindow(*record.rules.window))
    if value is not None:
        record.finish(value)


def mtdf(tree: OrderedTree, record: Record, first_guess: Number = 0) -> Iterator[None]:
    """Search by MTD(f): ask about the root's value again and again, until both bounds meet.

    Each turn is a search from the root with a null window, which answers whether the root is
    worth more (or less) than a number: the answer of the search before. The answer is a new lower
    or upper bound of the root. A memory keeps the bounds of all nodes (Plaat et al. 1996). All
    searches go into one record; each ``yield`` is a pause.

    Args:
        tree: The tree.
        record: The record to fill.
        first_guess: The number that is asked about first. From +∞ the same leaves are read as by
            SSS*, in the same order.

    Example:
        On ``[3 [5 2]]`` from 0: Is the root worth less than 0? No, at least 3. Is it worth more
        than 3? No, at most 3. The bounds meet at 3.
    """
    memory = Memory()
    lower, upper = record.rules.window
    # A first guess outside of the window is moved to its nearer end.
    guess = max(lower, min(first_guess, upper))
    while lower < upper:
        # At the lower bound the answer to “less?” is known to be no, so it asks “more?”.
        question = ABOVE if guess == lower else BELOW
        null_window = CallWindow(guess, guess, question)
        answer = yield from search_root(tree, record, alphabeta_procedure, null_window, memory)
        if answer is None:  # an unknown leaf
            return
        is_at_least = null_window.fails_high(answer)
        if is_at_least:
            lower = answer
        else:
            upper = answer
        guess = answer
    record.finish(guess)
