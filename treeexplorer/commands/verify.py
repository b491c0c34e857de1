"""``treeexplorer verify``: a person's own alpha-beta against the reference."""

from __future__ import annotations

import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from treeexplorer.commands import call_options, loading, printing, problems
from treeexplorer.files import write_atomically
from treeexplorer.text import quoted, render_csv, safe

if TYPE_CHECKING:
    from treeexplorer.programs.log import LogComparison
    from treeexplorer.programs.verification import Verification
    from treeexplorer.rules import Rules
    from treeexplorer.tree import GameTree

_LONGEST_TEXT = 100_000


@click.command("verify")
@click.argument("words", nargs=-1, metavar="-- PROGRAM …")
@click.option(
    "--log",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="LOG",
    help="Compare the steps that a program has printed; FILE, its tree, stands for PROGRAM.",
)
@click.option("--batch", is_flag=True, help="Start the program once: a tree a line in, a line out.")
@click.option(
    "--each",
    multiple=True,
    metavar="FILES",
    help="Try a program for each file, such as 'hand-ins/*.py'; {} in PROGRAM stands for it.",
)
@click.option(
    "--trees",
    "files",
    multiple=True,
    type=click.Path(),
    metavar="FILE",
    help="Try the trees of this file, too.",
)
@click.option("--trials", type=click.IntRange(1, 10_000), default=100, help="Random trees (100).")
@click.option(
    "--timeout",
    type=click.FloatRange(0.05, 3600),
    default=5.0,
    metavar="SECONDS",
    help="How long a program may take for one tree (5).",
)
@call_options.memory_option
@call_options.json_option
@click.option(
    "--csv", "table", type=click.Path(dir_okay=False), help="Write a row a program to this file."
)
@call_options.convention_options
def verify(
    words: tuple[str, ...],
    log: str | None,
    each: tuple[str, ...],
    files: tuple[str, ...],
    as_json: bool,
    table: str | None,
    batch: bool,
    **options: Any,
) -> None:
    """Check a program of yours against the reference, and name its mistake.

    \b
    treeexplorer verify -- python my_alphabeta.py
    treeexplorer verify --batch -- java MyAlphaBeta
    treeexplorer verify --each 'hand-ins/*.py' --csv verdicts.csv -- python {}
    treeexplorer verify --log steps.csv my.tree

    The program reads a nested list such as [[3, 12, 8], [2, 4, 6]] on a line of standard input
    (MAX at the root) and prints the root's value and, if it likes, the leaves it evaluated, in
    order, and a line `move 2` for the move it plays (the child's number, from 1). It is started
    once for each tree; with --batch, which is better for programs that start slowly, once for all:
    it reads a tree a line, and answers each with one line VALUE LEAF LEAF … move 2, flushed.

    What is right is said first: whether it answers, whether its values and its moves are right,
    which convention or search its leaves follow. Of what is wrong it is said what it is (values of
    other players, say), at most three mistakes that would do exactly the same are named, and the
    smallest tree found shows it. --cutoff, --fail, --form and
    --order say which convention the program claims; without them any will do. Exit status 1 if
    something is wrong.

    With --log the program is not run: LOG is what it printed, a table with a header such as
    Node,Depth,Value,Alpha,Beta or lines such as `node: B alpha=3 beta=inf`. It is said how many
    rows agree with the search, which is the first that does not, and under which convention or
    misconception all do. Without FILE the tree is built from the depths and values of the log.
    """
    if log is not None:
        # Nothing is run: the words are at most one FILE, the tree that the program has searched.
        _compare_log(log, words, options, as_json=as_json)
        return

    # The words are the command line of the program that is tried.
    if not words:
        raise problems.CallError(
            "missing argument: which program? `treeexplorer verify -- python my_alphabeta.py`"
        )
    trials = _make_trials(files, batch, options)
    _verify_programs(words, each, trials, as_json=as_json, table=table)


def _verify_programs(
    words: tuple[str, ...],
    patterns: tuple[str, ...],
    trials: _Trials,
    *,
    as_json: bool,
    table: str | None,
) -> None:
    """Try every program, and print the verdicts; exit with status 1 if one is wrong.

    Args:
        words: A program and its arguments, such as ``("python", "{}")``.
        patterns: Those of ``--each``, such as ``*.py``: there is a program for each file that they
            match. None for one program.
        trials: How each is tried.
        as_json: Whether the verdicts are printed as JSON.
        table: The file to which they are written as CSV, too; ``None`` for none.
    """
    rows = _try_each_program(words, patterns, trials, as_json=as_json)
    if as_json:
        printing.print_json_rows(rows)
    if table:
        write_atomically(table, _render_csv(rows))

    all_are_right = all(row["right"] for row in rows)
    if not all_are_right:
        sys.exit(1)


class _Trials(NamedTuple):
    """How programs are tried.

    Attributes:
        trees: The trees that each of them searches.
        rules: The rules under which it does.
        is_claimed: Whether the programs claim the convention of these rules.
        is_batch: Whether a program is started once for all trees.
        timeout: The seconds that it may take for one tree.
        memory: The gigabytes that it may use.
    """

    trees: Sequence[GameTree]
    rules: Rules
    is_claimed: bool
    is_batch: bool
    timeout: float
    memory: float

    def run(self, command_line: list[str]) -> Verification:
        """Run a program on all trees, with a progress bar, and return the judgement of it.

        A ProgramError is raised if the program cannot be started.
        """
        from treeexplorer.programs.runner import ProgramRunner
        from treeexplorer.programs.verify import verify_program

        # The source of the program, as far as a word of the command line is its file.
        source_text = "\n".join(map(_read_program_text, command_line))
        runner = ProgramRunner(
            command_line, batch=self.is_batch, timeout=self.timeout, memory=self.memory
        )
        # Iterating over the bar yields the trees, and advances it.
        progress_bar = click.progressbar(
            self.trees, label="trying", file=sys.stderr, hidden=not sys.stderr.isatty()
        )
        with runner, progress_bar as trees:
            return verify_program(
                runner,
                rules=self.rules,
                claimed=self.is_claimed,
                trees=trees,
                text=source_text,
            )


def _make_trials(files: Sequence[str], is_batch: bool, options: Mapping[str, Any]) -> _Trials:
    """Make the trials that options ask for, with the trees of files before the random ones.

    Of the options, ``trials``, ``timeout``, ``memory`` and those of the rules are read.
    """
    stated = _read_stated_rules(options)
    return _Trials(
        trees=_collect_trees(files, options["trials"], stated.rules),
        rules=stated.rules,
        is_claimed=stated.is_claimed,
        is_batch=is_batch,
        timeout=options["timeout"],
        memory=options["memory"],
    )


def _try_each_program(
    words: tuple[str, ...], patterns: tuple[str, ...], trials: _Trials, *, as_json: bool
) -> list[dict[str, Any]]:
    """Try every program; return the verdicts as rows of JSON.

    Unless JSON is wanted, each verdict is also printed as soon as it is known. ``words`` are the
    program and its arguments; with patterns, such as ``*.py``, there is a program for each file
    that they match.
    """
    _print_notice_of_memory()
    _let_signals_end_programs()  # before the first of them is started, so that none is left running
    rows: list[dict[str, Any]] = []
    for command_line in _make_command_lines(words, patterns):
        name = " ".join(command_line)
        verdict = _judge_program(command_line, trials, is_only_one=not patterns)
        rows.append({"program": name, **verdict.fields})
        if not as_json:
            heading = name if patterns else None
            _print_verdict(verdict.text, heading)
    return rows


class _Verdict(NamedTuple):
    """The verdict on a program, for people and for machines."""

    text: str
    fields: Mapping[str, Any]


def _judge_program(command_line: list[str], trials: _Trials, *, is_only_one: bool) -> _Verdict:
    """Run a program on all trees, and return the verdict on it.

    If a program cannot be started, this is its verdict, and the others are tried. But if it is the
    only one of the command, the ProgramError is raised.
    """
    from treeexplorer.programs.runner import ProgramError

    try:
        verification = trials.run(command_line)
    except ProgramError as error:
        if is_only_one:
            raise
        text = f"Not started: {error}."
        # The fields that every verdict has; the others are about what it answered.
        return _Verdict(text, {"right": False, "layer": "not started", "headline": text})
    return _Verdict(verification.text(), verification.to_dict())


def _print_verdict(text: str, program: str | None) -> None:
    """Print a verdict, below the program's name if one is given."""
    if program is None:
        printing.print_lines([text])
    else:
        printing.print_lines([f"{safe(program)}:", text, ""])


class _StatedRules(NamedTuple):
    """The rules that options state.

    Attributes:
        rules: The rules; those that are not stated are the usual ones.
        is_claimed: Whether they claim a convention. ``--cutoff``, say, claims one; ``--levels``
            alone, the players by ply, does not.
    """

    rules: Rules
    is_claimed: bool


def _read_stated_rules(options: Mapping[str, Any]) -> _StatedRules:
    """Return the rules that options state, and whether they claim a convention."""
    from treeexplorer.course_file import Course
    from treeexplorer.engine.algorithms import rules_of

    stated_rules = loading.collect_stated_rules(options)
    is_claimed = not stated_rules.keys() <= {"levels"}
    return _StatedRules(rules_of(None, Course(), stated_rules).rules, is_claimed)


def _compare_log(
    log: str, words: Sequence[str], options: Mapping[str, Any], *, as_json: bool
) -> None:
    """Compare the steps that a program has printed with those of the search, and print the result.

    ``log`` is the file of the steps, ``-`` for standard input; ``words`` at most one FILE, the tree
    that the program searched. The command exits with status 1 if a row of the log is wrong.
    """
    if len(words) > 1:
        raise problems.CallError("--log takes one FILE, the tree that the program searched")
    tree_file = words[0] if words else None
    comparison = _compare_log_with_search(log, tree_file, options)
    if as_json:
        printing.print_json_rows([{"log": log, **comparison.to_dict()}])
    else:
        printing.print_lines([comparison.text()])
    if not comparison.right:
        sys.exit(1)


def _compare_log_with_search(
    log: str, tree_file: str | None, options: Mapping[str, Any]
) -> LogComparison:
    """Compare a log with the search of the first tree of a file.

    Without a file the tree is built from the depths and values of the log.
    """
    from treeexplorer.programs.log import compare_log

    stated = _read_stated_rules(options)
    if tree_file is None:
        tree = None
        rules = stated.rules
    else:
        loaded = next(loading.load_each_tree(tree_file, None, options))
        tree = loaded.tree
        rules = loaded.resolved.rules
    text = loading.read_source(log, None, examples=False).text
    return compare_log(text, tree, rules, claimed=stated.is_claimed)


def _print_notice_of_memory() -> None:
    """Print a notice if this system cannot limit the memory of a program."""
    from treeexplorer.processes import CAN_LIMIT

    if not CAN_LIMIT:
        click.echo("Note: --memory has no effect on this system.", err=True)


def _let_signals_end_programs() -> None:
    """Let a signal that ends this command exit it: an exit ends the program that is tried, too."""
    for name in {"SIGTERM", "SIGHUP"} & set(signal.Signals.__members__):
        signal.signal(signal.Signals[name], lambda number, _: sys.exit(128 + number))


def _collect_trees(files: Sequence[str], trials: int, rules: Rules) -> list[GameTree]:
    """Return the trees that a program is tried on: those of files, then the random ones."""
    from treeexplorer.formats import load_trees
    from treeexplorer.programs.trials import nested_trees, random_trees

    own_trees = [exercise.tree for file in files for exercise in load_trees(file).exercises]
    return [*nested_trees(own_trees, rules.levels), *random_trees(trials, 0, rules.levels)]


def _render_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the verdicts as CSV, a row a program."""
    columns = ["program", "right", "layer", "headline"]
    table: list[list[Any]] = [[*columns, "mistakes"]]
    for row in rows:
        mistakes = dict.fromkeys(mistake["words"] for mistake in row.get("mistakes", ()))
        table.append([*map(row.get, columns), "; ".join(mistakes)])
    return render_csv(table)


def _make_command_lines(words: tuple[str, ...], patterns: tuple[str, ...]) -> list[list[str]]:
    """Return the command lines of the programs to try, each as a list of words.

    Without patterns there is one, as it was typed. With patterns, there is one for each file that
    they match, by name, in which ``{}`` is replaced by the file::

        words ("python", "{}"), patterns ("*.py",)  →  [["python", "a.py"], ["python", "b.py"]]

    A CallError is raised if ``{}`` is missing, or the patterns match no file.
    """
    if not patterns:
        return [list(words)]
    if not any("{}" in word for word in words):
        raise problems.CallError("--each needs {} in the program, such as `-- python {}`")

    files: set[str] = set()  # a set, as two patterns may match one file
    for pattern in patterns:
        files.update(glob(pattern))  # noqa: PTH207 - absolute and relative alike
    if not files:
        raise problems.CallError(f"no file is called {', '.join(map(quoted, patterns))}")
    return [[word.replace("{}", file) for word in words] for file in sorted(files)]


def _read_program_text(word: str) -> str:
    """Return the text of a program's file; empty if a word of the command line is no such file."""
    path = Path(word)
    with suppress(OSError, UnicodeDecodeError):
        if path.is_file() and path.stat().st_size < _LONGEST_TEXT:
            return path.read_text("utf-8")
    return ""
