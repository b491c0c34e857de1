"""``treeexplorer game``: the tree of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import click
from click.shell_completion import CompletionItem

from treeexplorer.commands import shared
from treeexplorer.course_file import course_of
from treeexplorer.errors import TreeexplorerError
from treeexplorer.text import aligned, safe

if TYPE_CHECKING:
    from treeexplorer.games.protocol import AnyGame
    from treeexplorer.notation import Exercise

# Where nobody has said how much to grow, a tree that takes longer than some seconds is refused.
_MOST_MOVES = 200_000


def complete_game(_ctx: click.Context, _param: Any, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a game, or of a Python file with one."""
    from treeexplorer.games.registry import GAMES

    names = shared.completed(incomplete, GAMES)
    return names if names else [CompletionItem(incomplete, type="file")]


@click.command("game")
@click.argument("name", required=False, metavar="NAME", shell_complete=complete_game)
@click.option("--position", metavar="TEXT", help="Begin here, as the game writes positions.")
@click.option(
    "--depth", type=click.IntRange(min=1), metavar="N", help="Grow N plies, then estimate."
)
@click.option("--best-first", is_flag=True, help="Put the move with the best estimate first.")
@click.option("--tree", "as_text", is_flag=True, help="Print the tree in the notation instead.")
@shared.json_option
@shared.memory_option
@click.option("--template", is_flag=True, help="Print a game in a page of Python, to begin with.")
def game(
    name: str | None,
    position: str | None,
    as_text: bool,
    as_json: bool,
    memory: float,
    template: bool,
    **growing: Any,
) -> None:
    """Open the tree of a game; each node is named after its move.

    NAME is a built-in game, or my_game.py for the game in a Python file of yours (my_game.py:Game
    where there are several). That file is run as a program, so name only files you trust. Without
    NAME the games are listed.

    \b
    treeexplorer game tictactoe --position XO./.X./..O
    treeexplorer game othello4 --depth 4 --tree | treeexplorer solve -
    treeexplorer game --template > my_game.py
    treeexplorer game my_game.py

    A game of yours is a subclass of treeexplorer.Game. It says how it begins, start(); whose move
    it is, player(position); what can be played, moves(position); what comes of it,
    play(position, move), a new position; what a finished game is worth to MAX, value(position),
    None while it goes on; and how a position looks, draw(position). It may name moves,
    move_name(position, move), judge unfinished games, estimate(position), and read and write
    positions. treeexplorer.check_game(Game) plays random games and finds broken rules.
    """
    if template:
        _print_template()
        return
    if name is None:
        _list_games()
        return
    rules = _loaded_game(name, memory)
    start = rules.start() if position is None else rules.read(position)
    if as_text or as_json:
        _print_tree(_grown(rules, start, **growing), as_json=as_json)
    else:
        _explore(rules, start, growing)


def _loaded_game(name: str, memory: float) -> AnyGame:
    """Return a game; the code of a user's own runs within limits until the command ends."""
    from treeexplorer.games.registry import load_game
    from treeexplorer.processes import limits_for_strangers_code

    names_python_file = ".py" in name  # my_game.py, my_game.py:Game; no built-in game has it
    if names_python_file:
        # Until the command ends: the game's code runs whenever a position is grown or drawn.
        click.get_current_context().with_resource(limits_for_strangers_code(memory))
    return load_game(name)


def _print_tree(grown: Exercise, *, as_json: bool) -> None:
    """Print a game's tree in the notation, or as JSON."""
    from treeexplorer.notation import exercise_json, write

    if as_json:
        shared.say_json([exercise_json(grown)])
    else:
        click.echo(write(grown), nl=False)


def _print_template() -> None:
    """Print a game in a page of Python, to begin with."""
    from treeexplorer.gallery import examples_folder

    page = examples_folder() / "my_game.py"
    click.echo(page.read_text(encoding="utf-8"), nl=False)


def _list_games() -> None:
    """Print the built-in games, a line each."""
    from treeexplorer.games.registry import GAMES

    rows = [(name, description) for name, (description, _) in GAMES.items()]
    shared.say(aligned([*rows, ("FILE.py", "a game of your own; the file is run")]))


def _explore(rules: AnyGame, start: Any, growing: dict[str, Any]) -> NoReturn:
    """Open the explorer with a game's tree, which grows while the screen stands already."""
    if not sys.stdout.isatty():
        raise shared.CallError("the explorer needs a terminal; --tree prints the tree instead")
    from treeexplorer.games.growing import picture
    from treeexplorer.terminal.app import Request, run
    from treeexplorer.terminal.sources import Source

    source = Source(
        safe(rules.title),
        grow=lambda report: _grown(rules, start, report=report, **growing),
        picture=lambda shown, node: picture(rules, shown, node, start),
    )
    sys.exit(run(Request(source=source)))


def _grown(
    game: AnyGame,
    start: Any,
    *,
    depth: int | None,
    report: Callable[[int], None] = lambda _: None,
    **ordering: Any,
) -> Exercise:
    """Return a game's tree with the rules of the nearest course file."""
    from treeexplorer.games.growing import grow

    effort = _MOST_MOVES if depth is None else None
    with _strangers_errors_named(game):
        exercise = grow(game, start, depth=depth, effort=effort, report=report, **ordering)
    return _under_course(exercise)


def _under_course(exercise: Exercise) -> Exercise:
    """Return an exercise that states the rules of the nearest course file, if there are any."""
    from treeexplorer.engine.algorithms import rules_of

    course = course_of()
    if not course.rules:
        return exercise
    resolved = rules_of(exercise, course, {"levels": exercise.tree.levels})
    return exercise.stating(resolved.rules, course.rules)


@contextmanager
def _strangers_errors_named(game: AnyGame) -> Iterator[None]:
    """Turn an unexpected error in a user's game into a message; let one in our own games pass."""
    is_ours = type(game).__module__.startswith("treeexplorer.")
    try:
        yield
    except TreeexplorerError:
        raise
    except Exception as error:
        if is_ours:
            raise
        raise shared.CallError(
            f"the rules of {safe(game.title)} fail: {type(error).__name__}: "
            f"{safe(str(error), keep_newlines=True)}"
        ) from None
