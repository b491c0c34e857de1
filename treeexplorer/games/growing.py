"""Grows the tree of a game from a position, and finds the position of a node again.

A tree keeps no positions: each node's name is its move, and the position of a node is found by
playing the moves on the path to it. That costs as many moves as the node is deep and keeps half
a million nodes within columns.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Final, TypeVar

from treeexplorer.errors import TreeexplorerError
from treeexplorer.games.protocol import Game, named_moves, player_to_move
from treeexplorer.notation import Directives, Exercise
from treeexplorer.numbers import counted
from treeexplorer.text import safe
from treeexplorer.tree import GameTree, Player, TreeBuilder

Position = TypeVar("Position")
Move = TypeVar("Move")

NODE_LIMIT: Final = 2_000_000
_REPORTED_EVERY: Final = 64  # moves


class GameTooLargeError(TreeexplorerError):
    """A game's tree that has more nodes than may be grown."""


def grow(
    game: Game[Position, Move],
    position: Position | None = None,
    *,
    depth: int | None = None,
    best_first: bool = False,
    effort: int | None = None,
    report: Callable[[int], None] = lambda _: None,
) -> Exercise:
    """Return the tree of a game from a position on, with the game's name as its title.

    Nodes are named by the moves that lead to them. With a depth limit, a node at the limit whose
    game goes on becomes a leaf with the game's estimate, and every node above it carries its
    estimate as well, so that a search can stop at any smaller depth.

    Args:
        game: The rules.
        position: Where to begin; the game's start where ``None``.
        depth: How many plies to grow; ``None`` for every game to its end.
        best_first: Whether the moves of a node are put in order, the best estimate for the player
            to move first; else they stand in the game's own.
        effort: The largest number of moves to play, which is what growing takes time for:
            nodes whose position came up before are copied. ``None`` for no limit of its own.
        report: Is told every few moves how many nodes there are. What it raises ends the growing:
            so it can be given up.

    Raises:
        GameTooLargeError: The tree has more than two million nodes, or takes more than ``effort``.
        NoEstimateError: An estimate is needed and the game has none.
        ValueError: The game says that a position is not finished, and has no move there.
    """
    begin = game.start() if position is None else position
    builder = TreeBuilder()
    first = Player.MAX if game.value(begin) is not None else player_to_move(game, begin)
    builder.levels = levels = (first, first.opponent)
    # Positions whose trees stand in the builder: one that comes up again at the same ply has the
    # same tree below it. Tic-tac-toe's half a million nodes are copies of five thousand.
    grown: dict[Hashable, int] = {}
    path: list[tuple[int, Hashable, Position, Iterator[Move]]] = []
    played = 0

    def refuse(measure: str) -> None:
        raise GameTooLargeError(
            f"the tree of {game.title} from here {measure}; "
            "grow fewer plies, or begin nearer to the end"
        )

    def enter(position: Position, name: str | None) -> None:
        ply = len(path)
        value = game.value(position)
        key = _key(ply, position)
        if value is not None:
            builder.leaf(value, name)
        elif ply == depth:
            builder.leaf(game.estimate(position), name)
        elif key in grown:
            builder.copy(grown[key], name)
        else:
            moves = _best_first(game, position) if best_first else game.moves(position)
            if not moves:
                raise ValueError(
                    f"{game.title} says that a game goes on and offers no move (a pass is a move):"
                    f"\n{game.draw(position)}"
                )
            node = builder.open(name)
            if (player := player_to_move(game, position)) is not levels[ply % 2]:
                builder.players[node] = player
            if depth is not None:
                builder.estimates[node] = game.estimate(position)
            path.append((node, key, position, iter(moves)))
        if len(builder.kind) > NODE_LIMIT:
            refuse(f"has more than {NODE_LIMIT:,} nodes")

    enter(begin, None)
    while path:
        node, key, position, moves = path[-1]
        for move in moves:
            played += 1
            if effort is not None and played > effort:
                refuse(f"takes more than {effort:,} moves to grow")
            if not played % _REPORTED_EVERY:
                report(len(builder.kind))
            enter(game.play(position, move), game.move_name(position, move))
            break
        else:
            builder.close()
            path.pop()
            grown[key] = node
    notes = tuple(_notes(game, begin, depth))
    return Exercise(builder.tree(), directives=Directives(title=game.title, notes=notes))


def _notes(game: Game[Position, Move], begin: Position, depth: int | None) -> Iterator[str]:
    if begin != game.start():
        yield f"From the position {safe(game.write(begin))} on."
    if depth is not None:
        yield f"Games that go on after {counted(depth, 'ply', 'plies')} end there in estimates."


def _key(ply: int, position: object) -> Hashable:
    """Return what tells positions apart; one that cannot be hashed has a tree of its own."""
    try:
        hash(position)
    except TypeError:
        return object()
    return ply, position


def _best_first(game: Game[Position, Move], position: Position) -> list[Move]:
    sign = -1 if player_to_move(game, position) is Player.MAX else 1

    def promise(move: Move) -> float:
        after = game.play(position, move)
        value = game.value(after)
        return sign * float(game.estimate(after) if value is None else value)

    return sorted(game.moves(position), key=promise)


def position_at(
    game: Game[Position, Move], tree: GameTree, node: int, start: Position | None = None
) -> Position:
    """Return the position of a node by playing the moves that the names on its path say.

    The tree is one from :func:`grow`, from the same start; its children may have been put in
    another order since.

    Raises:
        ValueError: A name on the path is no move there: the tree is not this game's.
    """
    position = game.start() if start is None else start
    for step in reversed([node, *tree.ancestors(node)][:-1]):
        name = tree.names.get(step, "")
        if game.value(position) is not None or name not in (moves := named_moves(game, position)):
            raise ValueError(
                f"“{name}” (at {tree.address(step)}) is not a move of {game.title} there"
            )
        position = game.play(position, moves[name])
    return position


def picture(
    game: Game[Position, Move], tree: GameTree, node: int, start: Position | None = None
) -> list[str]:
    """Return the lines that draw a node's position, safe to show.

    Raises:
        ValueError: As :func:`position_at`, or the game fails to draw.
    """
    position = position_at(game, tree, node, start)
    try:
        drawing = str(game.draw(position))
    except Exception as error:
        raise ValueError(f"{game.title} cannot draw its position: {error}") from error
    return safe(drawing, keep_newlines=True).split("\n")
