"""The program's side of a game: it answers a move by searching the game's tree.

Every reply comes with the tree that was searched and with what minimax and alpha-beta each spent
on it, so that the saving can be seen move by move.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from treeexplorer.engine import Rules, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.games.growing import GameTooLargeError, grow
from treeexplorer.games.protocol import Game, GameError, named_moves
from treeexplorer.rules import Algorithm
from treeexplorer.text import safe
from treeexplorer.tree import GameTree, Number

Position = TypeVar("Position")
Move = TypeVar("Move")

SEARCHES: Final[tuple[Algorithm, ...]] = ("alphabeta", "minimax")
"""Those by which the program answers; the calls of the first are counted."""

# About a second of growing and searching in the slowest game: a reply should feel immediate.
_NODES: Final = 600_000
_MOVES_PLAYED: Final = 20_000
_NODES_WITH_ESTIMATES: Final = 20_000


@dataclass(frozen=True)
class Reply(Generic[Position]):
    """What the program plays, and what it cost to find out.

    Attributes:
        name: The move's name.
        position: The position after the move.
        value: What the position before it is worth to MAX, as far as it was searched.
        calls: The calls that alpha-beta makes on the tree; minimax makes one for every node.
        tree: The tree that was searched, from the position before the move.
        depth: After how many plies estimates were used; ``None`` where every game was played out.
    """

    name: str
    position: Position
    value: Number
    calls: int
    tree: GameTree
    depth: int | None


def reply(
    game: Game[Position, Move], position: Position, algorithm: Algorithm = SEARCHES[0]
) -> Reply[Position]:
    """Return the program's move in an unfinished position, in which it is to move.

    The whole game is searched where its tree is small enough, else as many plies as are. Both
    searches find the same value.

    Raises:
        GameError: The game is over.
        NoEstimateError: The tree is too large to be searched whole and the game has no estimate.
    """
    if game.value(position) is not None:
        raise GameError("the game is over")
    tree, depth = _searchable_tree(game, position)
    records = {
        name: search(tree, Rules(algorithm=name, levels=tree.levels))
        for name in dict.fromkeys((algorithm, SEARCHES[0]))
    }
    result = analysis_of(records[algorithm])
    # A search with the full window of a tree without unknowns has a move.
    name = tree.names[result.moves(0).best or 0]
    return Reply(
        name=name,
        position=game.play(position, named_moves(game, position)[name]),
        value=result.value,
        calls=len(records[SEARCHES[0]].nodes),
        tree=tree,
        depth=depth,
    )


def _searchable_tree(game: Game[Position, Move], position: Position) -> tuple[GameTree, int | None]:
    """Return the tree that the program searches, and its depth limit where it has one."""
    with suppress(GameTooLargeError):
        return grow(game, position, limit=_NODES, effort=_MOVES_PLAYED).tree, None
    depth, tree = 1, grow(game, position, depth=1).tree
    with suppress(GameTooLargeError):
        while True:
            tree = grow(game, position, depth=depth + 1, limit=_NODES_WITH_ESTIMATES).tree
            depth += 1
    return tree, depth


def read_move(game: Game[Position, Move], position: Position, text: str) -> Move:
    """Return the move that a person typed by its name, in any case.

    Raises:
        GameError: The game is over, or the text is no move here; says which moves there are.
    """
    if game.value(position) is not None:
        raise GameError("the game is over; there is nothing left to play")
    moves = named_moves(game, position)
    wanted = text.strip()
    alike = [name for name in moves if name.casefold() == wanted.casefold()]
    if wanted in moves or len(alike) == 1:
        return moves[wanted if wanted in moves else alike[0]]
    listed = ", ".join(list(moves)[:20]) + (", …" if len(moves) > 20 else "")
    if not wanted:
        raise GameError(f"type a move: {listed}")
    raise GameError(f"“{safe(wanted)}” is no move here; you can play {listed}")


def outcome(game: Game[Position, Move], position: Position, *, person_is_max: bool) -> str | None:
    """Return how a game ended, in words for the person; ``None`` while it goes on."""
    value = game.value(position)
    if value is None:
        return None
    mine = value if person_is_max else -value
    if mine == 0:
        return "a draw"
    margin = f" by {abs(mine)}" if abs(mine) != 1 else ""
    return f"you win{margin}" if mine > 0 else f"the program wins{margin}"
