"""``treeexplorer verify``: a person's own alpha-beta against the reference."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands.shared import CallError, memory_option, rule_options, rule_settings

if TYPE_CHECKING:
    from treeexplorer.tree import GameTree

_NOT_FOR_PROGRAMS = ("depth", "window", "settings", "only", "first_guess")


@click.command("verify")
@click.argument("words", nargs=-1, metavar="-- PROGRAM …")
@click.option("--batch", is_flag=True, help="Start the program once: a tree a line in, a line out.")
@click.option("--trials", type=click.IntRange(1, 10_000), default=100, help="Random trees (100).")
@click.option("--seed", type=int, default=0, help="Decides the random trees (0).")
@click.option(
    "--timeout",
    type=click.FloatRange(0.05, 3600),
    default=5.0,
    metavar="SECONDS",
    help="How long a program may take for one tree (5).",
)
@memory_option
@rule_options
def verify(
    words: tuple[str, ...],
    batch: bool,
    trials: int,
    seed: int,
    timeout: float,
    memory: float,
    **options: Any,
) -> None:
    """Check a program of yours against the reference, and name its mistake.

    \b
    treeexplorer verify -- python my_alphabeta.py
    treeexplorer verify --batch -- java MyAlphaBeta

    The program reads a nested list such as [[3, 12, 8], [2, 4, 6]] on a line of standard input
    (MAX at the root) and prints the root's value and, if it likes, the leaves it evaluated, in
    order. It is started once for each tree; with --batch, which is better for programs that start
    slowly, once for all: it reads a tree a line, and answers each with one line
    VALUE LEAF LEAF …, flushed.

    The smallest tree on which it goes wrong is shown, and the mistake is named where it is a
    classic one. --cutoff, --fail, --form and --order say which convention it claims; without them
    the one that fits best is taken. A search other than alpha-beta, such as pvs, has to be claimed
    with --algorithm. Exit status 1 if something is wrong.
    """
    if not words:
        raise CallError(
            "what is to be verified? A program of yours: "
            "`treeexplorer verify -- python my_alphabeta.py`"
        )
    for name in _NOT_FOR_PROGRAMS:
        if options.get(name):
            flag = {"settings": "set", "only": "tree"}.get(name, name).replace("_", "-")
            raise CallError(f"--{flag} does not go with verify: a program searches whole trees")
    from treeexplorer.exercises.programs import ProgramRunner
    from treeexplorer.exercises.trials import plain_trees, random_trees
    from treeexplorer.exercises.verify import verification_of
    from treeexplorer.processes import CAN_LIMIT
    from treeexplorer.rules import OPTION, resolve

    settings = rule_settings(options)
    rules = resolve([(OPTION, settings)]).rules
    trees = [
        *plain_trees(_library_trees(), rules.levels),
        *random_trees(trials, seed, rules.levels),
    ]
    if not CAN_LIMIT:
        click.echo("Note: --memory has no effect on this system.", err=True)
    _end_in_order_when_told_to_end()
    runner = ProgramRunner(words, timeout=timeout, batch=batch, memory=memory)
    with runner as program, _counter() as progress:
        result = verification_of(
            program,
            rules=rules,
            claimed=bool(set(settings) - {"levels"}),
            trees=trees,
            threads=1 if batch else _available_cores(),
            progress=progress,
        )
    click.echo(result.text())
    if not result.right:
        sys.exit(1)


def _available_cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


@contextmanager
def _counter() -> Iterator[Callable[[int], None]]:
    """Give what shows on a terminal how many trees have been tried, and clear it at the end."""
    is_shown = sys.stderr.isatty()

    def show(count: int) -> None:
        if is_shown:
            click.echo(f"\r{count} trees tried", nl=False, err=True)

    try:
        yield show
    finally:
        if is_shown:
            click.echo("\r\x1b[K", nl=False, err=True)


def _library_trees() -> Iterator[GameTree]:
    from treeexplorer.gallery import examples
    from treeexplorer.notation import load_all

    for example in examples():
        yield from (exercise.tree for exercise in load_all(example.path))


def _end_in_order_when_told_to_end() -> None:
    """Let a request to end leave the same way as an error, so that no program is left running."""

    def leave(number: int, _: object) -> None:
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and threading.current_thread() is threading.main_thread():
            signal.signal(getattr(signal, name), leave)
