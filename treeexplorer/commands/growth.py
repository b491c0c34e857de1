"""``treeexplorer growth``: how much alpha-beta saves on uniform trees."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import click

from treeexplorer.commands.shared import Problem
from treeexplorer.text import safe

if TYPE_CHECKING:
    from treeexplorer.exercises.growth import Growth, Progress
    from treeexplorer.rules import Algorithm

_DEPTHS = re.compile(r"(\d+)(?:(?:\.\.|-)(\d+))?")


@click.command("growth")
@click.option("--branching", type=click.IntRange(1, 1000), default=3, help="Moves a node (3).")
@click.option("--depth", "depths", default="1..8", metavar="D", help="Plies: 6, or 1..8 (1..8).")
@click.option(
    "--trials", type=click.IntRange(1, 1_000_000), default=200, help="Random trees a depth (200)."
)
@click.option("--seed", type=int, default=0, help="Decides the random trees (0).")
@click.option(
    "--algorithm",
    "names",
    multiple=True,
    metavar="NAME",
    help="A search to try on the random trees; may be repeated (all of them).",
)
@click.option("--processes", type=click.IntRange(1, 256), help="How many to use (all cores).")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--plot", "as_plot", is_flag=True, help="Print a plot as well.")
def command(
    branching: int,
    depths: str,
    trials: int,
    seed: int,
    names: tuple[str, ...],
    processes: int | None,
    as_csv: bool,
    as_plot: bool,
) -> None:
    """Count the leaves that searches evaluate on uniform trees."""
    from treeexplorer.exercises.generate import TooManyLeavesError
    from treeexplorer.exercises.growth import growth
    from treeexplorer.exercises.growth_output import csv_text, table

    if as_csv and as_plot:
        raise Problem("give either --csv or --plot, not both")
    wanted, algorithms = _depths(depths), _algorithms(names)
    if as_plot and len(wanted) < 2:
        raise Problem("a plot needs at least two depths, such as --depth 1..8")

    def counted(progress: Progress | None) -> list[Growth]:
        try:
            return growth(
                branching,
                wanted,
                trials=trials,
                seed=seed,
                algorithms=algorithms,
                processes=processes,
                progress=progress,
            )
        except TooManyLeavesError as error:
            raise Problem(f"{error}; use a smaller --branching or --depth") from None

    if sys.stderr.isatty():
        with click.progressbar(
            length=trials * len(wanted), label="searching", file=sys.stderr
        ) as bar:
            rows = counted(bar.update)
    else:
        rows = counted(None)
    if as_csv:
        click.echo(csv_text(rows), nl=False)
        return
    click.echo(table(rows))
    if as_plot:
        click.echo()
        click.echo(_plotted(rows, algorithms if names else algorithms[:1]))


def _plotted(rows: list[Growth], algorithms: list[Algorithm]) -> str:
    import os
    import shutil

    from treeexplorer.exercises.growth_output import plot

    columns, lines = shutil.get_terminal_size((80, 24))
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return plot(
        rows, algorithms, width=min(columns - 2, 110), height=min(lines - 2, 30), colour=colour
    )


def _depths(text: str) -> list[int]:
    match = _DEPTHS.fullmatch(text.strip())
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last <= 1000:
        raise Problem(
            f"--depth is a number of plies such as 6, or a range such as 1..8, not “{safe(text)}”"
        )
    return list(range(first, last + 1))


def _algorithms(names: tuple[str, ...]) -> list[Algorithm]:
    from treeexplorer.exercises.growth import OTHER_SEARCHES

    known: list[Algorithm] = ["alphabeta", *OTHER_SEARCHES]
    for name in names:
        if name not in known:
            raise Problem(f"--algorithm is one of {', '.join(known)}, not “{safe(name)}”")
    return [algorithm for algorithm in known if not names or algorithm in names]
