"""``treeexplorer growth``: how many leaves alpha-beta reads as trees grow deeper."""

from __future__ import annotations

import click

from treeexplorer.commands import call_options, printing, problems
from treeexplorer.errors import TreeexplorerError
from treeexplorer.text import render_csv


@click.command("growth")
@click.option("--branching", type=click.IntRange(2, 1000), default=3, help="Moves a node (3).")
@click.option("--depth", type=click.IntRange(1), default=8, help="The most plies (8).")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@call_options.json_option
def growth(branching: int, depth: int, as_csv: bool, as_json: bool) -> None:
    """Count the leaves alpha-beta reads, depth by depth.

    On uniform trees in the worst, random and best order of moves, beside minimax, which reads all
    b^d, and the square root of that.
    """
    from treeexplorer.engine import growth as measuring

    try:
        # A row for each depth, from 1. It refuses trees that are too large to be measured.
        rows = measuring.growth(branching, range(1, depth + 1))
    except TreeexplorerError as error:
        raise problems.CallError(f"{error}; use a smaller --branching or --depth") from None
    if as_json:
        printing.print_json_rows({"branching": branching, **row._asdict()} for row in rows)
    elif as_csv:
        # The names of the columns first.
        click.echo(render_csv([measuring.Growth._fields, *rows]), nl=False)
    else:
        printing.print_lines(measuring.format_growth_table(branching, rows).splitlines())
