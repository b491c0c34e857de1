"""How a search ends, in words: its value, its best moves, or the unknown leaf it waits for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from treeexplorer.engine import Record
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import present
from treeexplorer.explain.phrases import (
    LONGEST_LIST,
    beyond_range,
    bound_words,
    depth_limit,
    line_text,
    node_list,
    signed_bound,
    with_remark,
)
from treeexplorer.explain.sentence import ItemList, Node, Phrase, Sentence
from treeexplorer.judging import facts
from treeexplorer.judging.waiting import WAITS, waits_for
from treeexplorer.tree import INFINITY, MAX_ROLE, Number


def ending(record: Record) -> Iterator[Sentence]:
    """Say what a finished search has found: the root's value, or what is proven of it.

    What is proven is the interval in which the root's minimax value must lie. A returned value is
    exact if the interval holds nothing else.

    Args:
        record: The search, which is complete.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> for sentence in ending(search(from_nested([[3, 12, 8], [2, 4, 6]]))):
        ...     print(sentence)
        The search ends: ▲root is worth 3.
    """
    proven = facts.proven(record, 0, record.steps)
    returned: Number = present(record.root_value)
    is_exact = proven == (returned, returned)
    if is_exact:
        yield _root_is_worth(record, returned)
        return
    root = Node(record.tree, 0)
    yield Sentence("The search ends: {node} returns {value}", node=root, value=returned)
    low, high = beyond_range(record, proven)  # without ends that the range of all values sets
    yield _what_is_proven(record, bound_words(low, high))


def _root_is_worth(record: Record, value: Number) -> Sentence:
    """Say what the root is worth: ``the search ends: ▲root is worth 3``.

    Under a depth limit it is added that this holds of the tree cut there.

    Args:
        record: The search.
        value: The root's value.
    """
    root = Node(record.tree, 0)
    if not record.has_horizon:
        return Sentence("The search ends: {node} is worth {value}", node=root, value=value)
    return Sentence(
        "The search ends: {node} is worth {value} in the tree cut at {plies}",
        node=root,
        value=value,
        plies=depth_limit(record),
    )


def _what_is_proven(record: Record, bound: Phrase | None) -> Sentence:
    """Say what is proven of the root's value if the returned value is not exact.

    ``Only this is proven: it is worth 2 or less.``

    Args:
        record: The search.
        bound: What is proven, in words such as ``2 or less``; ``None`` for nothing.
    """
    if bound is None:
        return Sentence(
            "Nothing is proven of {node}: too much is not drawn", node=Node(record.tree, 0)
        )
    # Moves that are not drawn (`...`) could be worth anything: that is why it is not exact.
    if record.tree.elided:
        return Sentence(
            "As not everything is drawn, only this is proven: it is worth {bound}", bound=bound
        )
    return Sentence("Only this is proven: it is worth {bound}", bound=bound)


# -- the best moves ----------------------------------------------------------------------------


def best_line_and_moves(record: Record) -> Iterator[Sentence]:
    """Yield the best line of a finished search, and which other moves are or may be as good."""
    line = analysis_of(record).line
    if len(line) > 1:
        yield Sentence("Best line: {line}", line=line_text(record.tree, line))
    yield from which_moves(record)


def which_moves(record: Record) -> Iterator[Sentence]:
    """Say whether the best move is the only one, and which others may be as good."""
    best = analysis_of(record).moves(0).best
    only = only_move(record)
    if best is not None and only is not None:
        yield Sentence("{node} is {only}", node=Node(record.tree, best, is_move=True), only=only)
    yield from other_moves(record)


def only_move(record: Record) -> Phrase | None:
    """Return ``the only best move`` or ``the only move``, if the root has no other as good.

    ``of those that are drawn`` is added if not all moves of the root are drawn.

    Args:
        record: The search.

    Returns:
        The words; ``None`` if no move is proven to be the best, or others are or may be as good.
    """
    # Of the root, node 0.
    moves = analysis_of(record).moves(0)
    tree = record.tree
    if moves.best is None or moves.ties or moves.may_tie:
        return None
    drawn = None
    if 0 in tree.elided:
        drawn = Phrase(" of those that are drawn")
    if tree.child_count(0) > 1:
        return Phrase("the only best move{drawn}", drawn=drawn)
    return Phrase("the only move{drawn}", drawn=drawn)


def other_moves(record: Record) -> Iterator[Sentence]:
    """Say which of the root's moves are or may be as good as the best, or better.

    ``As good: ▽C.``, ``▽C (≤ 3) may be as good.``, ``▽D may be better.``

    Args:
        record: The search.
    """
    moves = analysis_of(record).moves(0)
    if moves.ties:
        yield Sentence("as good: {moves}", moves=node_list(record, moves.ties, are_moves=True))
    if moves.may_tie:
        yield Sentence("{moves} may be as good", moves=_moves_with_bounds(record, moves.may_tie))
    if moves.may_be_better:
        listing = node_list(record, moves.may_be_better, are_moves=True)
        yield Sentence("{moves} may be better", moves=listing)


def _moves_with_bounds(record: Record, moves: Sequence[int]) -> ItemList:
    """Return the first of some moves with the bounds on their worth, and how many more."""
    named = tuple(_with_bound(record, move) for move in moves[: LONGEST_LIST - 1])
    return ItemList(named, more=len(moves) - len(named))


def _with_bound(record: Record, move: int) -> Node | Phrase:
    """Return a move of the root with the bound on its worth: ``▽C (≤ 3)``.

    MAX at the root wants to know how large it can be, MIN how small. A move that is a leaf, or is
    evaluated like one, stands alone, and so does a move without a bound.

    Args:
        record: The search.
        move: A child of the root.
    """
    node = Node(record.tree, move, is_move=True)
    if record.is_evaluated(move):
        return node
    # The lowest and the highest value that the move is proven to have.
    low, high = analysis_of(record).intervals.at(move, record.steps)
    bound = low
    sign = "≥"
    if record.tree.roles[0] == MAX_ROLE:
        bound = high
        sign = "≤"
    if abs(bound) == INFINITY:
        return node
    return with_remark(node, signed_bound(sign, bound))


# -- a search that waits -----------------------------------------------------------------------


def waiting(record: Record) -> Sentence | None:
    """Say which value a search waits for, ``None`` where it does not wait."""
    needed = waits_for(record)
    if needed is None:
        return None
    return Sentence(WAITS, step=needed.step, leaf=needed.leaf, word=needed.word)
