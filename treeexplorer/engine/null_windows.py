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

Each search is a generator, a *procedure*: it yields the calls that it wants made, is sent their
values, and keeps the best in its frame. :func:`search_root` makes the calls and records them. The
generators of the open calls wait on a list, so how deep the tree is does not matter.

Sources: Pearl 1980 (SCOUT); Marsland & Campbell 1982, Finkel & Fishburn 1983 (PVS); Reinefeld 1983
(NegaScout); Plaat, Schaeffer, Pijls & de Bruin 1996 (MTD(f), and SSS* as MTD(f) from +∞).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.engine.ordered_tree import OrderedTree, added, normalised
from treeexplorer.engine.procedure import is_better, worst
from treeexplorer.engine.record import ABOVE, BELOW, CallWindow, Record
from treeexplorer.tree import CHANCE_ROLE, FULL_WINDOW, LEAF_ROLE, MAX_ROLE, Number, Window

_SLICE: Final = 5_000
_EXACT_PLIES: Final = 2
"""NegaScout takes a test's value for exact where no more plies remain."""
_FULL: Final = CallWindow(*FULL_WINDOW)


class CallRequest(NamedTuple):
    """A call that a search wants made, with its parent's procedure where it has none."""

    child: int
    window: CallWindow
    procedure: Procedure | None = None


CallRequests: TypeAlias = Generator[CallRequest, Any, None]
Procedure: TypeAlias = "Callable[[Frame], CallRequests]"


@dataclass(slots=True)
class Frame:
    """An open call, as its search sees it; v is a chance node's mean once that is known."""

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
    def to_beat(self) -> Number:
        """What a child has to beat: v, or the player's own bound."""
        if self.role == MAX_ROLE:
            return max(self.window.alpha, self.v)
        return min(self.window.beta, self.v)

    def window_from(self, number: Number) -> CallWindow:
        """Return the window from a number to the opponent's bound."""
        if self.role == MAX_ROLE:
            return CallWindow(number, self.window.beta)
        return CallWindow(self.window.alpha, number)

    def null_window(self, number: Number) -> CallWindow:
        """Return the null window that asks whether a child is strictly better than a number."""
        question = ABOVE if self.role == MAX_ROLE else BELOW
        return CallWindow(number, number, question)

    def is_enough(self, value: Number) -> bool:
        """Tell whether a node that is worth so much needs to look no further."""
        if self.role == MAX_ROLE:
            return self.window.fails_high(value)
        return self.window.fails_low(value)

    def stops(self, child: int, value: Number) -> bool:
        """Take the value of a child, and tell whether that is enough.

        It is a cut-off where children are left, drawn or not.
        """
        if is_better(self.role, value, self.v):
            self.v = value
        if not self.is_enough(self.v):
            return False
        is_last = self.tree.end[child] == self.tree.end[self.rank]
        self.is_cut = not is_last or self.rank in self.tree.elided
        return True


# -- the searches ------------------------------------------------------------------------------


def alphabeta_procedure(frame: Frame) -> CallRequests:
    """Search a node with the window as it is: alpha-beta, fail-soft."""
    window = frame.window
    for child in frame.children:
        moving = window if window.null else frame.window_from(frame.to_beat)
        if frame.stops(child, (yield CallRequest(child, moving))):
            break


def chance_procedure(frame: Frame) -> CallRequests:
    """Search every child of a chance node with the full window and take their mean."""
    total: Number = 0
    for child in frame.children:
        value = yield CallRequest(child, _FULL)
        total = added(total, frame.tree.weights[child], value)
    frame.v = normalised(total)


def pvs(frame: Frame) -> CallRequests:
    """Search the first child with the window, and test whether each other one is better.

    A child that turns out better than α and not good enough to cut is searched again.
    """
    first_child = frame.rank + 1
    for child in frame.children:
        if frame.window.null or child == first_child:
            value = yield CallRequest(child, frame.window)
        else:
            best = frame.to_beat
            value = yield CallRequest(child, frame.null_window(best))
            if is_better(frame.role, value, best) and not frame.is_enough(value):
                value = yield CallRequest(child, frame.window_from(value))
        if frame.stops(child, value):
            break


def negascout(frame: Frame) -> CallRequests:
    """Test each child against what the best one so far gives, and search again what is better.

    Where at most two plies remain the test's value is exact already, and is taken.
    """
    tree = frame.tree
    window = frame.window
    plies_left = tree.deepest_ply - tree.tree.ply[tree.node_at(frame.rank)]
    child_window = window
    for child in frame.children:
        value = yield CallRequest(child, child_window)
        is_test = child_window != window
        is_near_leaves = plies_left <= _EXACT_PLIES and tree.roles[child] != frame.role
        is_exact = not is_test or is_near_leaves
        if is_better(frame.role, value, frame.v) and not is_exact:
            value = yield CallRequest(child, frame.window_from(value))
        if frame.stops(child, value):
            break
        child_window = window if window.null else frame.null_window(frame.to_beat)


def scout(frame: Frame) -> CallRequests:
    """Evaluate the first child, and every other one that a test finds strictly better."""
    first_child = frame.rank + 1
    for child in frame.children:
        if child != first_child:
            tested = yield CallRequest(child, frame.null_window(frame.v), alphabeta_procedure)
            if not is_better(frame.role, tested, frame.v):
                continue
        frame.v = yield CallRequest(child, _FULL)


class Memory:
    """The bounds that have been found for each node, by its rank.

    Example:
        >>> memory = Memory()
        >>> memory.keep(4, CallWindow(3, 3, ABOVE), 7)  # 7 > 3: the node is worth 7 or more
        >>> memory.recall(4, CallWindow(5, 5, ABOVE)), memory.recall(4, CallWindow(8, 8, ABOVE))
        (7, None)
    """

    def __init__(self) -> None:
        self._bounds: dict[int, Window] = {}

    def recall(self, rank: int, window: CallWindow) -> Number | None:
        """Return a bound that answers a call, ``None`` where none does."""
        lower, upper = self._bounds.get(rank, FULL_WINDOW)
        if lower == upper or window.fails_high(lower):
            return lower
        if window.fails_low(upper):
            return upper
        return None

    def keep(self, rank: int, window: CallWindow, value: Number) -> None:
        """Keep what a call's value says about its node."""
        lower, upper = self._bounds.get(rank, FULL_WINDOW)
        if not window.fails_low(value):
            lower = max(lower, value)
        if not window.fails_high(value):
            upper = min(upper, value)
        self._bounds[rank] = lower, upper


# -- making the calls --------------------------------------------------------------------------


_Stack: TypeAlias = "list[tuple[Frame, CallRequests]]"
"""The open calls, each with the procedure that asks for the calls of its children."""


def search_root(
    tree: OrderedTree,
    record: Record,
    procedure: Procedure,
    window: CallWindow,
    memory: Memory | None = None,
) -> Generator[None, None, Number | None]:
    """Search from the root once, a slice at a time, and return its value.

    Each turn of the loop makes one call and writes it into the record. What the memory has answers
    a call without a search.

    Returns:
        The root's value; ``None`` where the search comes to an unknown leaf.
    """
    stack: _Stack = []
    request: CallRequest | None = CallRequest(0, window, procedure)
    value: Number | None = None
    while request is not None:
        call = len(record.nodes)
        if call % _SLICE == _SLICE - 1:
            record.open_calls = len(stack)
            yield
        known = None if memory is None else memory.recall(request.child, request.window)
        leaf_value = tree.values[request.child]
        value = leaf_value if known is None else known
        if value is None and tree.roles[request.child] == LEAF_ROLE:
            record.stop_at_unknown(request.child, len(stack))
            return None
        record.nodes.append(request.child)
        record.call_windows.append(request.window)
        record.v_after.append(None)
        if leaf_value is None:
            record.inner_calls.append(call)
        if known is not None:
            record.remembered[call] = known
        elif value is None:
            stack.append(_opened(tree, request, stack, call))
        elif memory is not None:
            memory.keep(request.child, _FULL, value)
        request, value = _next_request(stack, record, memory, call, value)
    record.root_returns += 1
    return value


def _next_request(
    stack: _Stack, record: Record, memory: Memory | None, call: int, value: Number | None
) -> tuple[CallRequest | None, Number | None]:
    """Hand a call's value up the open calls until one of them wants another call.

    A call that wants none has ended: it is taken off the stack, and its own value is handed up.

    Args:
        stack: The open calls.
        record: The record.
        memory: The memory, where the search has one.
        call: The call that was made last.
        value: Its value; ``None`` where it has only been opened.

    Returns:
        The call that is wanted next; ``None`` once the root has returned. And the value that was
        handed up last, which then is the root's.
    """
    while stack:
        frame, requests = stack[-1]
        try:
            request: CallRequest | None = requests.send(value)
        except StopIteration:
            request = None  # the call has ended
        if value is not None and frame.role != CHANCE_ROLE:
            record.v_after[call] = frame.v
        if request is not None:
            return request, value
        _close(frame, record, memory, last=call)
        stack.pop()
        call = frame.call
        value = frame.v
    return None, value


def _opened(
    tree: OrderedTree, request: CallRequest, stack: _Stack, call: int
) -> tuple[Frame, CallRequests]:
    """Return a frame for a call of a node with children, and what asks for their calls.

    A call without a procedure of its own has its parent's. A chance node hands down its parent's,
    and takes the mean itself.
    """
    role = tree.roles[request.child]
    procedure = request.procedure
    if procedure is None:
        parent, _ = stack[-1]
        procedure = parent.procedure
    frame = Frame(tree, request.child, role, request.window, procedure, call, worst(role))
    if role == CHANCE_ROLE:
        return frame, chance_procedure(frame)
    return frame, procedure(frame)


def _close(frame: Frame, record: Record, memory: Memory | None, *, last: int) -> None:
    """Note what a call that ends leaves in the record and the memory.

    Args:
        frame: The call.
        record: The record.
        memory: The memory, where the search has one.
        last: The call of the child that returned to it last.
    """
    if frame.is_cut:
        record.cuts.append(last)
    if frame.role == CHANCE_ROLE:
        record.chance_values[frame.call] = frame.v
    if memory is not None:
        memory.keep(frame.rank, frame.window, frame.v)


def search_by(procedure: Procedure, tree: OrderedTree, record: Record) -> Iterator[None]:
    """Search from the root with a window as the rules have it, a slice at a time."""
    value = yield from search_root(tree, record, procedure, CallWindow(*record.rules.window))
    if value is not None:
        record.finish(value)


def mtdf(tree: OrderedTree, record: Record, first_guess: Number = 0) -> Iterator[None]:
    """Ask for the root's value by null windows at the last answer, beginning with a guess.

    From +∞ it reads the leaves of SSS* in the order of SSS*.
    """
    memory = Memory()
    lower, upper = record.rules.window
    guess = max(lower, min(first_guess, upper))
    while lower < upper:
        question = ABOVE if guess == lower else BELOW
        window = CallWindow(guess, guess, question)
        answer = yield from search_root(tree, record, alphabeta_procedure, window, memory)
        if answer is None:
            return
        if window.fails_high(answer):
            lower = answer
        else:
            upper = answer
        guess = answer
    record.finish(guess)
