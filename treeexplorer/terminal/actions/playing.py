"""What can be done in a game against the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.play import Play


@action("play_move", "enter", "play the move", group="This program", scope="play", footer="play")
def play(screen: Play) -> None:
    """Play the move in the box."""
    from treeexplorer.terminal.widgets.boxes import Boxes

    screen.play(screen.query_one("#entry", Boxes).answers.get("move", ""))


@action(
    "play_other", "down", "next possible move", group="This program", scope="play", footer="moves"
)
def next_move(screen: Play) -> None:
    """Write the next possible move into the box."""
    screen.turn_moves(1)


@action("play_previous", "up", "previous possible move", group="This program", scope="play")
def previous_move(screen: Play) -> None:
    """Write the previous possible move into the box."""
    screen.turn_moves(-1)


@action(
    "play_tree",
    "f2",
    "open the tree just searched",
    group="This program",
    scope="play",
    footer="its tree",
    description="Step through the search that found the program's last reply",
)
def open_tree(screen: Play) -> None:
    """Open the tree of the last reply in the explorer."""
    screen.open_tree()


@action(
    "play_search",
    "f3",
    "minimax or alpha-beta",
    group="This program",
    scope="play",
    footer="minimax or alpha-beta",
)
def change_search(screen: Play) -> None:
    """Let the program answer by the other search."""
    screen.change_search()


@action("play_new", "f5", "new game", group="This program", scope="play", footer="new game")
def new_game(screen: Play) -> None:
    """Begin again."""
    screen.new_game()


@action("play_swap", "f6", "let the other side begin", group="This program", scope="play")
def swap(screen: Play) -> None:
    """Begin again with the other side to begin."""
    screen.new_game(swap=True)


@action("play_leave", "escape ctrl+c", "quit", group="This program", scope="play", footer="quit")
def leave(screen: Play) -> None:
    """Leave the game."""
    screen.app.leave()
