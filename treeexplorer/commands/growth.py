"""``treeexplorer growth``: how many leaves alpha-beta reads as trees grow deeper."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import click

from treeexplorer.commands.shared import CallError, RuleParameter, say_all
from treeexplorer.text import quoted

if TYPE_CHECKING:
    from treeexplorer.rules import Algorithm

_DEPTHS = re.compile(r"(\d{1,6})(?:(?:\.\.|-)(\d{1,6}))?")


@click.command("growth")
@click.option("--branching", type=click.IntRange(1, 1000), default=3, help="Moves a node (3).")
@click.option("--depth", "depths", default="1..6", metavar="D|D..D", help="Plies (1..6).")
@click.option(
    "--trials", type=click.IntRange(1, 1_000_000), default=200, help="Random trees a depth (200)."
)
@click.option("--seed", type=int, default=0, help="Decides the random trees (0).")
@click.option(
    "--algorithm",
    "names",
    multiple=True,
    metavar="NAME",
    type=RuleParameter("algorithm"),
    help="A search to try on the random trees; may be repeated (all of them).",
)
@click.option("--processes", type=click.IntRange(1, 256), help="How many to use (all cores).")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
def growth(
    branching: int,
    depths: str,
    trials: int,
    seed: int,
    names: tuple[Algorithm, ...],
    processes: int | None,
    as_csv: bool,
) -> None:
    """Count the leaves that searches evaluate on uniform trees."""
    from treeexplorer.exercises import growth as measuring
    from treeexplorer.exercises.generate import OrderError

    wanted, algorithms = _depths(depths), _algorithms(names)

    with click.progressbar(
        length=trials * len(wanted),
        label="searching",
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as bar:
        try:
            rows = measuring.growth(
                branching,
                wanted,
                trials=trials,
                seed=seed,
                algorithms=algorithms,
                processes=processes,
                progress=bar.update,
            )
        except OrderError as error:
            raise CallError(f"{error}; use a smaller --branching or --depth") from None
    if as_csv:
        click.echo(measuring.csv_table(rows), nl=False)
    else:
        say_all(measuring.table(rows).splitlines())


def _depths(text: str) -> list[int]:
    match = _DEPTHS.fullmatch(text.strip())
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last <= 1000:
        raise CallError(
            f"--depth is a number of plies such as 6, or a range such as 1..8, not {quoted(text)}"
        )
    return list(range(first, last + 1))


def _algorithms(names: tuple[Algorithm, ...]) -> list[Algorithm]:
    from treeexplorer.exercises.growth import SEARCHES

    for name in names:
        if name not in SEARCHES:
            raise CallError(f"--algorithm takes {', '.join(SEARCHES)} here, not {quoted(name)}")
    return [algorithm for algorithm in SEARCHES if not names or algorithm in names]
