"""``treeexplorer compare``: every search and convention on the same tree, side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands.searching import rules_json
from treeexplorer.commands.shared import (
    Loaded,
    Problem,
    file_argument,
    json_option,
    load,
    rule_options,
)
from treeexplorer.numbers import for_json

if TYPE_CHECKING:
    from treeexplorer.engine.comparing import Contender
    from treeexplorer.engine.record import Record

_HEAD = ("search", "value", "best", "visited", "leaves", "read", "calls", "cuts", "±")
_LONGEST_LIST = 12


@click.command("compare")
@file_argument
@rule_options
@click.option(
    "--between",
    nargs=2,
    metavar="A B",
    help="Only two, such as '>=' '>' or alphabeta pvs, and where they part.",
)
@json_option
def command(
    file: str | None,
    expression: str | None,
    between: tuple[str, str] | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Compare every search and convention on the same tree."""
    from treeexplorer.engine.comparing import compare

    for position, loaded in enumerate(load(file, expression, options)):
        pair = None if between is None else _pair(loaded, between)
        rows = list(compare(loaded.tree, loaded.resolved.rules)) if pair is None else list(pair)
        if as_json:
            for json_row in _json_rows(loaded, rows):
                click.echo(json.dumps(json_row, ensure_ascii=False))
            continue
        if position:
            click.echo()
        click.echo(loaded.title)
        for line in _table(rows):
            click.echo(f"  {line}")
        for row in rows:
            if row.problem:
                click.echo(f"  {row.name}: {row.problem}")
        if pair is not None:
            for line in _partings(rows[0], rows[1]):
                click.echo(line)


def _pair(loaded: Loaded, between: tuple[str, str]) -> tuple[Contender, Contender]:
    from treeexplorer.engine import RulesError
    from treeexplorer.engine.comparing import rules_by_words, run

    try:
        first, second = (rules_by_words(words, loaded.resolved.rules) for words in between)
    except RulesError as error:
        raise Problem(f"--between: {error}") from None
    return run(loaded.tree, first), run(loaded.tree, second)


def _counts(row: Contender, reference: Contender) -> dict[str, int | None]:
    record = row.record
    if record is None or row.problem:
        return dict.fromkeys(
            ("visited", "evaluated", "evaluations", "calls", "cutoffs", "difference")
        )
    base = reference.record
    return {
        "visited": record.visited,
        "evaluated": record.evaluated,
        "evaluations": record.evaluations,
        "calls": len(record.nodes),
        "cutoffs": len(record.cuts),
        "difference": None
        if base is None or reference.problem
        else record.evaluations - base.evaluations,
    }


def _json_rows(loaded: Loaded, rows: list[Contender]) -> Iterator[dict[str, Any]]:
    for row in rows:
        yield {
            "tree": loaded.number,
            "name": row.name,
            **rules_json(row.rules),
            "value": for_json(row.value),
            "best": None if row.best is None else loaded.tree.address(row.best),
            **_counts(row, rows[0]),
            "problem": row.problem,
        }


def _table(rows: list[Contender]) -> Iterator[str]:
    from treeexplorer.engine.comparing import value_text

    cells: list[tuple[str, ...]] = [_HEAD]
    for row in rows:
        counts = _counts(row, rows[0])
        tree = None if row.record is None else row.record.tree
        best = tree.address(row.best) if tree is not None and row.best is not None else "–"
        difference = counts["difference"]
        cells.append(
            (
                row.name,
                value_text(row),
                best,
                *(
                    "–" if counts[name] is None else str(counts[name])
                    for name in ("visited", "evaluated", "evaluations", "calls", "cutoffs")
                ),
                "–" if difference is None else f"{difference:+d}" if difference else "=",
            )
        )
    widths = [max(len(row[column]) for row in cells) for column in range(len(_HEAD))]
    for row_cells in cells:
        first, *rest = row_cells
        numbers = (cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))
        yield f"{first.ljust(widths[0])}  {'  '.join(numbers)}".rstrip()


def _partings(first: Contender, second: Contender) -> Iterator[str]:
    from treeexplorer.engine.alignment import first_difference
    from treeexplorer.engine.comparing import leaves_of, partings

    if first.record is None or second.record is None or first.problem or second.problem:
        return
    one, two = first.record, second.record
    step = first_difference(one, two)
    if step is None:
        yield f"  {first.name} and {second.name} take the same {one.steps} steps."
        return
    yield f"  They take the same steps up to step {step - 1}."
    read = set(leaves_of(one)), set(leaves_of(two))
    for name, only, record in (
        (first.name, read[0] - read[1], one),
        (second.name, read[1] - read[0], two),
    ):
        if only:
            yield f"  Only {name} reads {_leaves(record, sorted(only))}."
    for parting in partings(one, two):
        yield f"  {parting.text}"


def _leaves(record: Record, leaves: list[int]) -> str:
    addresses = [record.tree.address(leaf) for leaf in leaves[:_LONGEST_LIST]]
    more = len(leaves) - len(addresses)
    counted = f"{len(leaves)} {'leaf' if len(leaves) == 1 else 'leaves'}"
    return f"{counted}: {', '.join(addresses)}{f' and {more} more' if more else ''}"
