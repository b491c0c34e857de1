"""Whether the moves that a program plays are right, and how it chooses among those of the root."""

from __future__ import annotations

from treeexplorer.engine import Rules, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.programs.answers import Tried, best_moves
from treeexplorer.rules import Fail


def plays_wrongly(tried: Tried) -> bool:
    """Tell whether a program plays a move that is not among the best."""
    move = tried.answer.move
    return move is not None and move not in best_moves(tried.tree)


def unproven_move(tried: Tried, rules: Rules) -> bool:
    """Tell whether a program plays a best move that a search under the rules does not prove.

    In ``[[3 12] [3 5]]`` both moves are worth 3. Alpha-beta with ≥ stops the second one at its 3:
    it is worth 3 at most, so that only the first move is proven to be best.

    Args:
        tried: The tree with the program's answer.
        rules: The rules of the search.
    """
    tree, answer = tried
    if answer.move is None or answer.move not in best_moves(tree):
        return False
    # Moves are numbered from 1, and a best move has a child, so that the index is right.
    child = list(tree.children(0))[answer.move - 1]
    return child not in analysis_of(search(tree, rules)).moves(0).proven


def plays_last_tied_move(tried: Tried, fail: Fail) -> bool:
    """Tell whether a program plays the last of the moves whose search returns the root's value.

    A right program plays the first of them: what the search of a later move returns may be only a
    bound. For example in ``[[3 12] [3 2]]`` the searches of both moves return 3; the second is cut
    off behind its 3, and its move is worth 2. Then it is asked whether the program plays move 2.

    Args:
        tried: The tree with the program's answer.
        fail: What a cut-off search returns, ``soft`` or ``hard``; it decides which moves these are.
    """
    tree, answer = tried
    record = search(tree, Rules(levels=tree.levels, fail=fail))
    last_tied_move = None
    for move, child in enumerate(tree.children(0), 1):
        call = record.call_of(child)  # None if the search has not come to the child
        if call is not None and record.value(call) == record.root_value:
            last_tied_move = move
    return last_tied_move is not None and answer.move == last_tied_move


def last_move(tried: Tried) -> bool:
    """Tell whether the move is the last of the root's moves."""
    return tried.answer.move == len(list(tried.tree.children(0)))
