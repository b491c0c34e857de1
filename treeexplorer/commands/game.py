"""``treeexplorer game``: the tree of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import click
from click.shell_completion import CompletionItem

from treeexplorer.commands import call_options, printing, problems
from treeexplorer.course_file import find_course
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

    names = call_options.list_completions(incomplete, GAMES)
    return names if names else [CompletionItem(incomplete, type="file")]


@click.command("game")
@click.argument("name", required=False, metavar="NAME", shell_complete=complete_game)
@click.option("--position", metavar="TEXT", help="Begin here, as the game writes positions.")
@click.option(
    "--depth", type=click.IntRange(min=1), metavar="N", help="Grow N plies, then estimate."
)
@click.option("--best-first", is_flag=True, help="Put the move with the best estimate first.")
@click.option("--tree", "as_text", is_flag=True, help="Print the tree in the notation instead.")
@call_options.json_option
@call_options.memory_option
@click.option("--template", is_flag=True, help="Print a game in a page of Python, to begin with.")
def game(
    name: str | None,
    position: str | None,
    as_text: bool,
    as_json: bool,
    memory: float,
    template: bool,
    **grow_options: Any,
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
    rules = _load_game(name, memory)
    start = rules.start() if position is None else rules.read(position)

    if as_text or as_json:
        _print_tree(_grow_tree(rules, start, **grow_options), as_json=as_json)
    else:
        _open_explorer(rules, start, grow_options)


def _load_game(name: str, memory: float) -> AnyGame:
    """Load the rules of a game: a built-in one, or the one in a user's Python file, which is run.

    The name is ``tictactoe``, or ``my_game.py``, or ``my_game.py:Game`` for one of several in the
    file. A user's code may use so many gigabytes of memory; built-in games have no limit.
    """
    from treeexplorer.games.registry import load_game
    from treeexplorer.processes import limit_users_code

    is_python_file = ".py" in name  # my_game.py, my_game.py:Game; no built-in game has it
    if is_python_file:
        # Until the command ends: the game's code runs whenever a position is grown or drawn.
        click.get_current_context().with_resource(limit_users_code(memory))
    return load_game(name)


def _print_tree(exercise: Exercise, *, as_json: bool) -> None:
    """Print a game's tree in the notation, or as JSON."""
    from treeexplorer.notation import convert_exercise_to_json, write

    if as_json:
        printing.print_json_rows([convert_exercise_to_json(exercise)])
    else:
        click.echo(write(exercise), nl=False)


def _print_template() -> None:
    """Print a game in a page of Python, to begin with."""
    from treeexplorer.gallery import examples_folder

    page = examples_folder() / "my_game.py"
    click.echo(page.read_text(encoding="utf-8"), nl=False)


def _list_games() -> None:
    """Print the built-in games, a line each."""
    from treeexplorer.games.registry import GAMES

    rows = [(name, description) for name, (description, _) in GAMES.items()]
    printing.print_lines(aligned([*rows, ("FILE.py", "a game of your own; the file is run")]))


def _open_explorer(rules: AnyGame, start: Any, grow_options: dict[str, Any]) -> NoReturn:
    """Open the explorer with the tree of a game; exit when it is closed.

    The screen comes first: the explorer grows the tree from the position ``start`` itself, with the
    options ``depth`` and ``best_first``. A CallError is raised if the output is no terminal.
    """
    if not sys.stdout.isatty():
        raise problems.CallError("the explorer needs a terminal; --tree prints the tree instead")
    from treeexplorer.games.growing import picture
    from treeexplorer.terminal.app import Request, run
    from treeexplorer.terminal.sources import Source

    source = Source(
        safe(rules.title),
        grow=lambda report: _grow_tree(rules, start, report=report, **grow_options),
        picture=lambda shown, node: picture(rules, shown, node, start),
    )
    sys.exit(run(Request(source=source)))


def _grow_tree(
    game: AnyGame,
    start: Any,
    *,
    depth: int | None,
    best_first: bool,
    report: Callable[[int], None] = lambda _: None,
) -> Exercise:
    """Grow the tree of a game, under the search rules that the nearest course file states.

    Args:
        game: The rules of the game.
        start: The position at the root of the tree.
        depth: How many plies are grown, below which positions are estimated; ``None`` for no limit.
            Then a tree of too many moves is refused.
        best_first: Whether the move with the best estimate comes first.
        report: Is told how far the growing is, for a progress display.
    """
    from treeexplorer.games.growing import grow

    effort = _MOST_MOVES if depth is None else None
    with _explain_errors_of_users_game(game):
        exercise = grow(
            game, start, depth=depth, effort=effort, best_first=best_first, report=report
        )
    return _add_rules_of_course(exercise)


def _add_rules_of_course(exercise: Exercise) -> Exercise:
    """Return an exercise that states the search rules of the nearest course file, if there is one.

    A course file, ``treeexplorer.toml``, has rules for all trees of a course. Stated rules are
    written with the tree, so that it is searched under them wherever it is read.
    """
    from treeexplorer.engine.algorithms import rules_of

    course = find_course()
    if not course.rules:
        return exercise
    # Who moves at each ply is known from the game, whatever the course says.
    resolved = rules_of(exercise, course, {"levels": exercise.tree.levels})
    return exercise.stating(resolved.rules, course.rules)


@contextmanager
def _explain_errors_of_users_game(game: AnyGame) -> Iterator[None]:
    """Turn an error in the code of a user's game into a ``CallError`` that names game and error.

    An error in a built-in game, which is ours, passes unchanged, and so does a
    ``TreeexplorerError``, whose message is good as it is.
    """
    is_built_in = type(game).__module__.startswith("treeexplorer.")
    try:
        yield
    except TreeexplorerError:
        raise
    # Everything, since the code of a user's game may raise anything.
    except Exception as error:
        if is_built_in:
            raise
        raise problems.CallError(
            f"the rules of {safe(game.title)} fail: {type(error).__name__}: "
            f"{safe(str(error), keep_newlines=True)}"
        ) from None
