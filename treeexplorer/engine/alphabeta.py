"""Alpha-beta with a stack of its own, for every convention; minimax is its window standing still.

Texts that print alpha-beta differ in what changes windows, returns and cut-offs. The terms here:

window
    (α, β): MAX has α already, MIN has β. A node is *entered* with a window; while its children
    return, its own bound moves: α at MAX, β at MIN.

v
    The best value so far: the largest value that has been returned to a MAX node, the smallest to a
    MIN node. In some texts v starts at the worst value (−∞ at MAX), in others at the node's own
    bound.

cut-off
    The node stops because the window is empty. In one convention it is empty at α ≥ β (Knuth &
    Moore 1975; Russell & Norvig), in another only at α > β: a tie is looked into.

In ``[3 [2 9]]`` the root's v and α are 3 after its first child. Its second child, a MIN node, is
entered with (3, +∞). After the 2 its v and β are 2. Now α ≥ β: it stops, and the 9 is skipped.

The value that a node returns from outside its window has two conventions::

    +------------------------+----------------------+----------------------+
    |                        | Fail-soft            | Fail-hard            |
    +========================+======================+======================+
    | v starts at            | −∞ at MAX, +∞ at MIN | α at MAX, β at MIN   |
    | returned above β       | v: a lower bound     | β                    |
    | returned below α       | v: an upper bound    | α                    |
    | Source                 | Fishburn 1983        | Knuth & Moore 1975   |
    +------------------------+----------------------+----------------------+

A third form takes the first child's value whatever it is, though it may be worse than the bound at
which v starts (``replaces_first``). Which of them is meant is told by
:class:`~treeexplorer.rules.Rules`.

The loop writes into a :class:`~treeexplorer.engine.record.Record` as it goes: the nodes in the
order of their calls, and the parent's v after each call has returned. Everything else about the
search follows from these two columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from treeexplorer.engine.ordered_tree import OrderedTree, added, simplify_fraction
from treeexplorer.engine.record import Record
from treeexplorer.engine.star1 import star1
from treeexplorer.tree import FULL_WINDOW, INFINITY, MAX_ROLE, MIN_ROLE, Number

_SLICE: Final = 4_000


# An open call: its number (−1 above the root), the rank at which its subtree ends, the rank of the
# child that is being searched, whether MAX is to move (None at a chance node), v, α and β.
_Frame: TypeAlias = tuple[int, int, int, bool | None, Number, Number, Number]


def alphabeta(ordered: OrderedTree, record: Record) -> Iterator[None]:
    """Search with a window that moves; under a range chance nodes have one, too."""
    if record.rules.has_range and ordered.tree.has_chance:
        return star1(ordered, record)
    return _alphabeta(ordered, record)


def _alphabeta(ordered: OrderedTree, record: Record) -> Iterator[None]:  # noqa: C901, PLR0912, PLR0915 - the loop is the algorithm, and calls would double its time
    """Search with a window that moves, one branch a player, as the texts print it.

    Each turn of the loop makes one call. A node with children is opened: its frame becomes the
    current one, and the turn ends. A leaf returns its value x to the current frame at once. If the
    current frame has ended by that, the inner loop returns its value to the frame below on the
    stack, and so on. In ``[3 B:[5 2]]``, with MAX at the root::

        child   what happens                                 the current frame then
        root    it is opened                                 root: v = −∞, (−∞, +∞)
        3       it returns 3 to the root                     root: v = 3, (3, +∞)
        B       it is opened                                 B: v = +∞, (3, +∞)
        5       it returns 5 to B                            B: v = 5, (3, 5)
        2       it returns 2 to B, and B, which has ended,   none: the value is 3
                2 to the root, which has ended, too

    Of all open nodes only the current one has its frame in local variables (``call``, ``stop``,
    ``child`` and so on); the others wait on the stack.

    Under fail-hard v starts at the player's own bound, so that it can leave the window only on the
    other side. A search without windows keeps the full window: every node is visited.

    One thought: opening a node, taking a value and returning it are in one loop, since calls of
    functions would double its time.
    """
    rules = record.rules
    # A name of its own for each, since a local variable is found faster than an attribute.
    end = ordered.end
    values = ordered.values
    roles = ordered.roles
    elided = ordered.elided
    weights = ordered.weights
    strict = rules.strict
    hard = rules.hard
    replaces_first = record.replaces_first
    starts_at_bound: bool = hard or replaces_first
    moves_window = record.has_windows
    lowest = -INFINITY
    highest = INFINITY
    max_role = MAX_ROLE
    min_role = MIN_ROLE
    nodes = record.nodes
    parent_v_after = record.parent_v_after
    chance_values = record.chance_values
    append_node = nodes.append
    append_v = parent_v_after.append
    append_cut = record.cuts.append
    append_inner = record.inner_calls.append
    stack: list[_Frame] = []
    push = stack.append
    pop = stack.pop

    # The root is taken as the only child of a frame that belongs to no node.
    call = -1
    stop = 1
    child = 0
    at_max: bool | None = True
    v: Number = lowest
    alpha, beta = rules.root_window if moves_window else FULL_WINDOW
    if values[0] is not None:
        append_node(0)
        append_v(None)
        record.finish(values[0])
        return
    while True:
        for _ in range(_SLICE):
            # 1. A node with children: open it. Its own frame waits until its children are done.
            x = values[child]
            if x is None:
                role = roles[child]
                if not role:
                    record.stop_at_unknown(child, len(stack))
                    return
                push((call, stop, child, at_max, v, alpha, beta))
                call, stop = len(parent_v_after), end[child]
                append_inner(call)
                append_node(child)
                append_v(None)
                child += 1
                if role == max_role:
                    at_max, v = True, alpha if starts_at_bound else lowest
                elif role == min_role:
                    at_max, v = False, beta if starts_at_bound else highest
                else:
                    at_max, v, alpha, beta = None, 0, lowest, highest
                continue
            # 2. A leaf: its value is x, and `returned` is the number of its call.
            returned = len(parent_v_after)
            append_node(child)
            append_v(None)
            while True:
                # 3. The current node takes the value x of its child: v and the window may move.
                if at_max:
                    if x > v or (replaces_first and child == nodes[call] + 1):
                        v = x
                        if moves_window and (v > alpha or replaces_first):
                            alpha = v
                    parent_v_after[returned] = v
                elif at_max is None:
                    v = added(v, weights[child], x)
                else:
                    if x < v or (replaces_first and child == nodes[call] + 1):
                        v = x
                        if moves_window and (v < beta or replaces_first):
                            beta = v
                    parent_v_after[returned] = v
                # 4. Go on with its next child, if there is one, and if the window is not empty.
                child = end[child]
                if alpha < beta or (strict and alpha == beta):
                    if child < stop:
                        break
                elif child < stop or nodes[call] in elided:
                    append_cut(returned)
                # 5. It has ended: x becomes its own value, and the frame below the current one.
                x, returned, is_mean = v, call, at_max is None
                if hard and not is_mean:
                    x = min(v, beta) if at_max else max(v, alpha)
                call, stop, child, at_max, v, alpha, beta = pop()
                if is_mean:
                    x = simplify_fraction(x)
                    if hard:
                        x = max(alpha, min(x, beta))
                    chance_values[returned] = x
                if call < 0:
                    record.finish(x)
                    return
        record.open_calls = len(stack)
        yield
