"""Grows the tree of a game from a position, and finds the position of a node again.

A tree keeps no positions: each node's name is its move, and the position of a node is found by
playing the moves on the path to it. That costs as many moves as the node is deep and keeps half
a million nodes within columns.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

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
    """The tree of a game has more nodes than may be grown."""


def grow(
    game: Game[Position, Move],
    position: Position | None = None,
    *,
    depth: int | None = None,
    best_first: bool = False,
    effort: int | None = None,
    report: Callable[[int], None] = lambda _: None,
) -> Exercise:
    """Return the tree of a game from a position, with the game's name as its title.

    Nodes are named by the moves that lead to them. With a depth limit, an unfinished position at
    the limit becomes a leaf with the game's estimate. Every node above then has its estimate, too,
    so that a search can stop at any smaller depth.

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

    Example:
        >>> from treeexplorer.games.nim import Nim
        >>> from treeexplorer.notation import write
        >>> print(write(grow(Nim((2,)))), end="")
        @title Nim
        [a1:[a1:-1] a2:1]
    """
    begin = game.start() if position is None else position
    growth = _Growth(game, begin, depth, best_first=best_first)
    growth.add_node(begin, name=None)  # the root, which no move leads to
    growth.play_all_moves(effort, report)  # adds all other nodes
    tree = growth.builder.tree()

    notes = tuple(_make_notes(game, begin, depth))
    return Exercise(tree, directives=Directives(title=game.title, notes=notes))


@dataclass
class _OpenPosition(Generic[Position, Move]):
    """An unfinished position whose moves are being played.

    Attributes:
        node: Its node.
        key: Its key among the positions that have been grown.
        position: The position.
        moves: The moves that have not been played yet, the next one last.
    """

    node: int
    key: Hashable
    position: Position
    moves: list[Move]


class _Growth(Generic[Position, Move]):
    """The tree of a game while it grows, depth first.

    Attributes:
        builder: The nodes so far.
        path: The open positions, from the first to the current one.
        grown: The nodes of the positions whose trees are complete. One that comes up again at the
            same ply has the same tree below it, which is copied: tic-tac-toe's half a million
            nodes are copies of five thousand.
    """

    def __init__(
        self, game: Game[Position, Move], begin: Position, depth: int | None, *, best_first: bool
    ) -> None:
        """Begin a tree without nodes; the players of its plies are set by the first position.

        Args:
            game: The rules of the game.
            begin: The position of the root. It is not added here.
            depth: How many plies to grow; ``None`` for every game to its end.
            best_first: Whether the moves of a node are sorted, the best for the player first.
        """
        self.game = game
        self.depth = depth
        self.best_first = best_first
        self.grown: dict[Hashable, int] = {}
        self.path: list[_OpenPosition[Position, Move]] = []
        self.builder = TreeBuilder()
        # A game that is over has nobody to move; MAX stands for the lone node then.
        is_over = game.value(begin) is not None
        first = Player.MAX if is_over else player_to_move(game, begin)
        self.builder.levels = (first, first.opponent)

    def add_node(self, position: Position, name: str | None) -> None:
        """Add the node of a position to the tree, as a child of the last open node.

        It is a leaf if the game is over or the depth is reached; a copy if the same position came
        up at the same ply and is complete; otherwise it is opened, so that its moves are played
        next.

        Args:
            position: The position.
            name: The move that leads to it; ``None`` for the first.

        Raises:
            GameTooLargeError: The tree has more than two million nodes then.
        """
        ply = len(self.path)
        value = self.game.value(position)
        key = _make_key(ply, position)
        if value is not None:  # the game is over
            self.builder.leaf(value, name)
        elif ply == self.depth:
            self.builder.leaf(self.game.estimate(position), name)
        elif key in self.grown:
            self.builder.copy(self.grown[key], name)
        else:
            self._open_node(position, key, name)
        if len(self.builder.kind) > NODE_LIMIT:
            raise self.make_size_error(f"has more than {NODE_LIMIT:,} nodes")

    def _open_node(self, position: Position, key: Hashable, name: str | None) -> None:
        """Open the node of an unfinished position: nodes that are added next become its children.

        Args:
            position: The position.
            key: Identifies the position at its ply, for positions that come up again.
            name: The move that leads to it; ``None`` for the first.

        Raises:
            ValueError: The game offers no move there.
        """
        # 1. The moves come first: if there are none, the error leaves the tree as it was.
        moves = self._list_moves(position)

        # 2. The node, with who moves there. With a depth limit each node has an estimate, so that a
        # search can stop at any smaller depth.
        node = self.builder.open(name)
        self._record_player(node, position)
        if self.depth is not None:
            self.builder.estimates[node] = self.game.estimate(position)

        # 3. Its moves are played next. They are taken from the end of the list.
        moves_from_last = moves[::-1]
        self.path.append(_OpenPosition(node, key, position, moves_from_last))

    def _record_player(self, node: int, position: Position) -> None:
        """Write the player to move at a node, if it is not the player of the node's ply.

        The players of a game alternate by ply; after a pass, for example, it is the other one.
        """
        first_player, second_player = self.builder.levels
        ply = len(self.path)
        player_of_ply = first_player if ply % 2 == 0 else second_player
        player = player_to_move(self.game, position)
        if player is not player_of_ply:
            self.builder.players[node] = player

    def _list_moves(self, position: Position) -> list[Move]:
        """List the moves of an unfinished position, in the order in which they are played.

        Args:
            position: The position, in which the game is not over.

        Raises:
            ValueError: The game offers none, though it says that it goes on.
        """
        game = self.game
        moves = _sort_best_first(game, position) if self.best_first else list(game.moves(position))
        if not moves:
            raise ValueError(
                f"{game.title} says that a game goes on and offers no move (a pass is a move):"
                f"\n{game.draw(position)}"
            )
        return moves

    def play_all_moves(self, effort: int | None, report: Callable[[int], None]) -> None:
        """Play moves until every position of the tree is finished, depth first.

        In Nim with two sticks, for example, a1 is played, which leaves one, and then a1 again. That
        ends the game, and no other move is left there: the position with one stick is closed. Then
        a2 is played from the root.

        Args:
            effort: The largest number of moves to play; ``None`` for no limit.
            report: Is told at times how many nodes there are; what it raises ends the growing.

        Raises:
            GameTooLargeError: It takes more moves than ``effort``.
        """
        moves_played = 0
        while self.path:
            if not self.has_move():
                self.close()  # and go on with the position before it
                continue

            moves_played += 1
            if effort is not None and moves_played > effort:
                raise self.make_size_error(f"takes more than {effort:,} moves to grow")
            if moves_played % _REPORTED_EVERY == 0:
                report(len(self.builder.kind))
            # The position after the move is added to the path, if it has moves of its own.
            self.play_next()

    def has_move(self) -> bool:
        """Tell whether the current position has a move that has not been played."""
        return bool(self.path[-1].moves)

    def play_next(self) -> None:
        """Play the next move of the current position, and add the position after it."""
        current = self.path[-1]
        move = current.moves.pop()
        after = self.game.play(current.position, move)
        self.add_node(after, self.game.move_name(current.position, move))

    def close(self) -> None:
        """Close the current position after all of its moves have been played."""
        self.builder.close()
        closed = self.path.pop()
        self.grown[closed.key] = closed.node

    def make_size_error(self, measure: str) -> GameTooLargeError:
        """Return the error that the tree is too large.

        Args:
            measure: How large it is: ``has more than 2,000,000 nodes``.
        """
        return GameTooLargeError(
            f"the tree of {self.game.title} from here {measure}; "
            "grow fewer plies, or begin nearer to the end"
        )


def _make_notes(game: Game[Position, Move], begin: Position, depth: int | None) -> Iterator[str]:
    """Yield notes that say how a tree differs from that of the whole game."""
    if begin != game.start():
        yield f"From the position {safe(game.write(begin))} on."
    if depth is not None:
        yield f"Games that go on after {counted(depth, 'ply', 'plies')} end there in estimates."


def _make_key(ply: int, position: object) -> Hashable:
    """Return the key of a position at a ply, under which its finished subtree is stored.

    A position that cannot be hashed has a new key each time, so that its subtree is never copied.
    """
    try:
        hash(position)
    except TypeError:
        return object()
    return ply, position


def _sort_best_first(game: Game[Position, Move], position: Position) -> list[Move]:
    """Sort the moves of a position, the best for the player to move first.

    A move is as good as the value of the position after it, or its estimate while the game goes on.
    Moves that are equally good keep the game's own order.

    Args:
        game: The rules of the game.
        position: An unfinished position.
    """

    def value_after(move: Move) -> float:
        """Return the value of the position after a move, or its estimate while the game goes on."""
        after = game.play(position, move)
        value = game.value(after)
        return float(game.estimate(after) if value is None else value)

    # Values and estimates are told from MAX's side: MAX wants large ones first, MIN small ones.
    is_max = player_to_move(game, position) is Player.MAX
    return sorted(game.moves(position), key=value_after, reverse=is_max)


def position_at(
    game: Game[Position, Move], tree: GameTree, node: int, start: Position | None = None
) -> Position:
    """Return the position of a node, found by playing the moves on the path to it.

    The moves are the names of the nodes on the path.

    Args:
        game: The rules.
        tree: A tree from :func:`grow`, whose children may have been put in another order since.
        node: The node.
        start: The position at the root; the game's start where ``None``.

    Raises:
        ValueError: A name on the path is no move there: the tree is not this game's.

    Example:
        >>> from treeexplorer.games.nim import Nim
        >>> nim = Nim((2,))
        >>> position_at(nim, grow(nim).tree, 1)
        (False, (1,))
    """
    position = game.start() if start is None else start
    path = [node, *tree.ancestors(node)]
    path.pop()  # no move leads to the root
    # From the root down; each step is a node, whose name is the move that leads to it.
    for step in reversed(path):
        position = game.play(position, _find_move_to(game, tree, step, position))
    return position


def _find_move_to(game: Game[Position, Move], tree: GameTree, node: int, before: Position) -> Move:
    """Return the move that leads to a node, given the position before it.

    Raises:
        ValueError: The node's name is no move there.
    """
    is_over = game.value(before) is not None
    moves = {} if is_over else named_moves(game, before)
    name = tree.names.get(node, "")
    if name not in moves:
        raise ValueError(f"“{name}” (at {tree.address(node)}) is not a move of {game.title} there")
    return moves[name]


def picture(
    game: Game[Position, Move], tree: GameTree, node: int, start: Position | None = None
) -> list[str]:
    """Return the drawing of a node's position, line by line, safe to show.

    Args:
        game: The rules of the game.
        tree: A tree of this game.
        node: The node.
        start: The position at the root; the game's start where ``None``.

    Raises:
        ValueError: A name on the way is no move of the game, or the game fails to draw.
    """
    position = position_at(game, tree, node, start)
    try:
        drawing = str(game.draw(position))
    # The game may be a stranger's, which may raise anything.
    except Exception as error:
        raise ValueError(f"{game.title} cannot draw its position: {error}") from error
    return safe(drawing, keep_newlines=True).split("\n")
