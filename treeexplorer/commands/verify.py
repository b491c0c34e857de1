"""``treeexplorer verify``: a person's own alpha-beta, or its log, against the reference."""

from __future__ import annotations

import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands.shared import Problem, load, rule_options, rule_settings
from treeexplorer.text import safe

if TYPE_CHECKING:
    from treeexplorer.engine import Rules
    from treeexplorer.exercises.verify import Verification
    from treeexplorer.tree import GameTree

_NOT_FOR_PROGRAMS = ("depth", "window", "settings", "only", "first_guess", "leaf_range")


@click.command("verify")
@click.argument("words", nargs=-1, metavar="[FILE | -- PROGRAM …]")
@click.option("-e", "expression", metavar="TREE", help="The tree that the log is of.")
@click.option("--log", metavar="LOG", help="A log of visits, with or without α and β; - reads it.")
@click.option("--trials", type=click.IntRange(1, 10_000), default=100, help="Random trees (100).")
@click.option("--seed", type=int, default=0, help="Decides the random trees (0).")
@click.option(
    "--timeout",
    type=click.FloatRange(0.05, 3600),
    default=5.0,
    metavar="SECONDS",
    help="How long a program may take for one tree (5).",
)
@rule_options
def command(
    words: tuple[str, ...],
    expression: str | None,
    log: str | None,
    trials: int,
    seed: int,
    timeout: float,
    **options: Any,
) -> None:
    """Check a program of yours, or its log, against the reference.

    \b
    treeexplorer verify -- python my_alphabeta.py
    treeexplorer verify --log visits.txt aima

    The program is run once for each tree: it reads a nested list such as [[3, 12, 8], [2, 4, 6]]
    on standard input (MAX at the root) and prints the root's value and, if it likes, the leaves
    it evaluated, in order. The smallest tree on which it goes wrong is shown. --cutoff, --fail,
    --form, --order and --algorithm say which convention it claims; without them the one that
    fits best is taken. Exit status 1 if something is wrong.
    """
    if log is not None:
        if len(words) > 1:
            raise Problem("--log goes with one FILE")
        _verify_log(words[0] if words else None, expression, log, options)
    elif words and expression is None:
        _verify_program(words, trials, seed, timeout, options)
    else:
        raise Problem(
            "what is to be verified? A program of yours, `treeexplorer verify -- python "
            "my_alphabeta.py`, or a log of its visits, `treeexplorer verify --log LOG FILE`"
        )


def _verify_log(
    file: str | None, expression: str | None, log: str, options: dict[str, Any]
) -> None:
    from treeexplorer.commands.searching import rules_line, searched
    from treeexplorer.exercises.verify import convention_words
    from treeexplorer.exercises.verify_log import LogError, compare_log, read_log

    text = _log_text(log)
    loaded = next(load(file, expression, {**options, "only": options.get("only") or 1}))
    searched(loaded)
    claimed = any(origin != "built in" for origin in _convention_origins(loaded.resolved))
    try:
        entries = read_log(text)
    except LogError as error:
        raise Problem(f"{safe(log)}: {error}") from None
    rules = loaded.resolved.rules
    result = compare_log(loaded.tree, entries, rules, claimed=claimed)
    click.echo(loaded.title)
    if result.right:
        click.echo(
            f"  All {len(entries)} visits are right: {convention_words(result.record.rules)}."
        )
        return
    click.echo(f"  {result.agreed} of {len(entries)} visits agree from the start.")
    click.echo(f"  {result.words}")
    fits = (
        f"claimed: {rules_line(loaded.resolved)}" if claimed else "the convention that fits longest"
    )
    click.echo(f"  Measured by {convention_words(result.record.rules)} ({fits}).")
    sys.exit(1)


def _convention_origins(resolved: Any) -> Iterator[str]:
    names = ("algorithm", "form", "cutoff", "fail", "order", "levels")
    return (resolved.origins[name] for name in names)


def _log_text(log: str) -> str:
    from treeexplorer.notation import NotationError, decode, read_text

    try:
        if log == "-":
            return decode(sys.stdin.buffer.read(), file="standard input")
        return read_text(Path(log))
    except NotationError as error:
        raise Problem(str(error)) from None


def _verify_program(
    words: tuple[str, ...], trials: int, seed: int, timeout: float, options: dict[str, Any]
) -> None:
    from treeexplorer.engine import RulesError
    from treeexplorer.exercises.verify import MissingLibraryError
    from treeexplorer.exercises.verify_program import ProgramError

    for name in _NOT_FOR_PROGRAMS:
        if options.get(name):
            flag = {"settings": "set", "only": "tree"}.get(name, name).replace("_", "-")
            raise Problem(f"--{flag} goes with --log: a program searches whole trees of numbers")
    settings = rule_settings(options)
    try:
        with tempfile.TemporaryDirectory() as folder:
            result = _tried(words, trials, seed, timeout, settings, folder)
    except (ProgramError, MissingLibraryError, RulesError) as error:
        raise Problem(str(error)) from None
    click.echo(result.text())
    if not result.right:
        sys.exit(1)


def _tried(
    words: tuple[str, ...],
    trials: int,
    seed: int,
    timeout: float,
    settings: dict[str, Any],
    folder: str,
) -> Verification:
    from treeexplorer.exercises.growth import available_cores
    from treeexplorer.exercises.verify import Effort, verification_of
    from treeexplorer.exercises.verify_program import ProgramRunner
    from treeexplorer.exercises.verify_trees import plain_trees

    _keep_hypothesis_out_of_the_way(folder)
    _end_in_order_when_told_to_end()
    stated, claims = _rules(settings)

    def show(count: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{count} trees tried", nl=False, err=True)

    try:
        return verification_of(
            ProgramRunner(words, timeout=timeout),
            rules=stated,
            claimed=claims,
            trees=plain_trees(_library_trees(), stated.levels),
            effort=Effort(trials, seed, threads=available_cores()),
            progress=show,
        )
    finally:
        if sys.stderr.isatty():
            click.echo("\r\x1b[K", nl=False, err=True)


def _rules(settings: dict[str, Any]) -> tuple[Rules, bool]:
    """Return the rules that options name, and whether they claim more than the players."""
    from treeexplorer.rules import RulesError, resolve

    try:
        rules = resolve([("option", settings)]).rules
    except RulesError as error:
        raise Problem(str(error)) from None
    return rules, bool(set(settings) - {"levels"})


def _library_trees() -> Iterator[GameTree]:
    from treeexplorer.gallery import examples
    from treeexplorer.notation import load_all

    for example in examples():
        yield from load_all(example.path)


def _keep_hypothesis_out_of_the_way(folder: str) -> None:
    """Let Hypothesis keep what it keeps in a folder of its own, and not beside the user's files."""
    try:
        from hypothesis.configuration import set_hypothesis_home_dir
    except ImportError:
        return
    set_hypothesis_home_dir(folder)


def _end_in_order_when_told_to_end() -> None:
    """Let a request to end leave the same way as an error, so that no program is left running."""

    def leave(number: int, _: object) -> None:
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and threading.current_thread() is threading.main_thread():
            signal.signal(getattr(signal, name), leave)
