"""``treeexplorer play``: a game against minimax or alpha-beta, in the terminal."""

from __future__ import annotations

import sys

import click

from treeexplorer.commands.game import game_and_start
from treeexplorer.commands.shared import Problem


@click.command("play")
@click.argument("name", metavar="NAME", default="tictactoe")
@click.option("--position", metavar="TEXT", help="Begin here, as the game writes positions.")
@click.option("--second", is_flag=True, help="Let the program make the first move.")
@click.option(
    "--by",
    type=click.Choice(["alphabeta", "minimax"]),
    default="alphabeta",
    show_default=True,
    help="The search with which the program answers.",
)
def command(name: str, position: str | None, second: bool, by: str) -> None:
    """Play tic-tac-toe, Othello, Nim, … against the program.

    Each reply shows how many calls minimax and alpha-beta need for it, and one key opens the tree
    that was searched. NAME can also be my_game.py:Game; that file is run.

    \b
    treeexplorer play
    treeexplorer play othello4 --second
    treeexplorer play nim --position 3,4,5
    """
    game, start = game_and_start(name, position)
    if game.value(start) is not None:
        raise Problem("in that position the game is over already")
    if not sys.stdout.isatty():
        raise Problem("a game needs a terminal")
    from treeexplorer.terminal.app import Request, run
    from treeexplorer.terminal.messages import OpenScreen

    asked = OpenScreen("play", game=name, opening=start, person_begins=not second, algorithm=by)
    sys.exit(run(Request(screen=asked)))
