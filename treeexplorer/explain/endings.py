"""How a search ends, in words: its value, its best moves, or the unknown leaf it waits for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from treeexplorer.engine import Record
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import present
from treeexplorer.explain.phrases import (
    LONGEST_LIST,
    depth_limit,
    describe_bounds,
    line_text,
    node_list,
    remove_ends_of_range,
    signed_bound,
    with_remark,
)
from treeexplorer.explain.sentence import ItemList, Node, Phrase, Sentence
from treeexplorer.judging import facts
from treeexplorer.judging.waiting import WAITS, waits_for
from treeexplorer.tree import INFINITY, MAX_ROLE, Number


class EndInWords(NamedTuple):
    """What a finished search has found, in sentences.

    Attributes:
        root_value: ``The search ends: ▲root is worth 3``, or, if that is not exact, what the root
            returns.
        proof: What is proven of a root whose returned value is not exact: ``Only this is proven: it
            is worth 2 or less``; else ``None``.
    """

    root_value: Sentence
    proof: Sentence | None = None

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The value of the root, then the proof, if there is one."""
        return (self.root_value,) if self.proof is None else (self.root_value, self.proof)


def describe_ending(record: Record) -> EndInWords:
    """Say what a finished search has found: the root's value, or what is proven of it.

    What is proven is the interval in which the root's minimax value must lie. A returned value is
    exact if the interval holds nothing else.

    Args:
        record: The search, which is complete.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> ending = describe_ending(search(from_nested([[3, 12, 8], [2, 4, 6]])))
        >>> print(ending.root_value)
        The search ends: ▲root is worth 3.
        >>> ending.proof  # the 3 is exact
    """
    returned: Number = present(record.root_value)
    proven = facts.proven(record, 0, record.steps)
    is_exact = proven == (returned, returned)
    if is_exact:
        return EndInWords(_describe_exact_value_of_root(record, returned))

    root = Node(record.tree, 0)
    low, high = remove_ends_of_range(record, proven)
    return EndInWords(
        Sentence("The search ends: {node} returns {value}", node=root, value=returned),
        proof=_describe_proof_for_root(record, describe_bounds(low, high)),
    )


def _describe_exact_value_of_root(record: Record, value: Number) -> Sentence:
    """Say what the root is worth: ``The search ends: ▲root is worth 3``.

    Under a depth limit it is added that this holds of the tree cut there.
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


def _describe_proof_for_root(record: Record, bound: Phrase | None) -> Sentence:
    """Say what is proven of the root's value if the returned value is not exact.

    ``Only this is proven: it is worth 2 or less.`` The bound is ``None`` if nothing is proven.
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


def describe_best_line_and_moves(record: Record) -> Iterator[Sentence]:
    """Yield the best line of a finished search, and which other moves are or may be as good."""
    best_line = analysis_of(record).line
    if len(best_line) > 1:
        yield Sentence("Best line: {line}", line=line_text(record.tree, best_line))
    yield from describe_best_moves(record)


def describe_best_moves(record: Record) -> Iterator[Sentence]:
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
    root = 0
    moves = analysis_of(record).moves(root)
    if moves.best is None or moves.ties or moves.may_tie:
        return None

    drawn = None  # prints nothing
    if root in record.tree.elided:
        drawn = Phrase(" of those that are drawn")
    if record.tree.child_count(root) > 1:
        return Phrase("the only best move{drawn}", drawn=drawn)
    return Phrase("the only move{drawn}", drawn=drawn)


def other_moves(record: Record) -> Iterator[Sentence]:
    """Say which of the root's moves are or may be as good as the best, or better.

    ``As good: ▽C.``, ``▽C (≤ 3) may be as good.``, ``▽D may be better.``
    """
    moves = analysis_of(record).moves(0)
    if moves.ties:
        yield Sentence("as good: {moves}", moves=node_list(record, moves.ties, are_moves=True))
    if moves.may_tie:
        yield Sentence(
            "{moves} may be as good", moves=_list_moves_with_bounds(record, moves.may_tie)
        )
    if moves.may_be_better:
        better_moves = node_list(record, moves.may_be_better, are_moves=True)
        yield Sentence("{moves} may be better", moves=better_moves)


def _list_moves_with_bounds(record: Record, moves: Sequence[int]) -> ItemList:
    """List the first four of some moves with the bounds on their worth, and count the others."""
    listed_moves = moves[: LONGEST_LIST - 1]
    items = tuple(_describe_move_with_bound(record, move) for move in listed_moves)
    return ItemList(items, more=len(moves) - len(items))


def _describe_move_with_bound(record: Record, move: int) -> Node | Phrase:
    """Return a move of the root with the bound on its worth: ``▽C (≤ 3)``.

    MAX at the root wants to know how large it can be, MIN how small. A move that is a leaf, or is
    evaluated like one, stands alone, and so does a move without a bound.
    """
    node = Node(record.tree, move, is_move=True)
    if record.is_evaluated(move):
        return node

    lowest, highest = analysis_of(record).intervals.at(move, record.steps)
    if record.tree.roles[0] == MAX_ROLE:
        bound = highest
        sign = "≤"
    else:
        bound = lowest
        sign = "≥"
    if abs(bound) == INFINITY:
        return node
    return with_remark(node, signed_bound(sign, bound))


# -- a search that waits -----------------------------------------------------------------------


def waiting(record: Record) -> Sentence | None:
    """Say for which leaf's value a search waits; ``None`` where it does not wait."""
    needed = waits_for(record)
    if needed is None:
        return None
    return Sentence(WAITS, step=needed.step, leaf=needed.leaf, word=needed.word)
