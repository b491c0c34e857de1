"""``treeexplorer trace``: every step of a search in words, or as rows for machines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands.searching import searched, window_json
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
    from treeexplorer.engine import Record, Step


@click.command("trace")
@file_argument
@rule_options
@json_option
@click.option("--markdown", is_flag=True, help="Print the table, as Markdown.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the table, as CSV.")
def command(
    file: str | None,
    expression: str | None,
    as_json: bool,
    markdown: bool,
    as_csv: bool,
    **options: Any,
) -> None:
    """Print every step of the search in words, numbered."""
    if as_json + markdown + as_csv > 1:
        raise Problem("--json, --markdown and --csv are three ways to print: choose one")
    trees = list(load(file, expression, options))
    if as_csv and len(trees) > 1:
        raise Problem(
            f"a CSV table holds one trace, and there are {len(trees)} trees; choose one of them "
            "with --tree"
        )
    for position, loaded in enumerate(trees):
        record = searched(loaded)
        if markdown or as_csv:
            _print_table(loaded, record, position, markdown=markdown)
        elif as_json:
            for number in range(1, record.steps + 1):
                click.echo(json.dumps(step_json(loaded, record, number), ensure_ascii=False))
        else:
            if position:
                click.echo()
            _print_steps(loaded, record)


def _print_table(loaded: Loaded, record: Record, position: int, *, markdown: bool) -> None:
    from treeexplorer.formats.tables import escaped, trace_csv, trace_markdown

    if markdown and loaded.count > 1:
        click.echo("\n" * bool(position) + f"## {escaped(loaded.title)}\n")
    for line in trace_markdown(record) if markdown else trace_csv(record):
        click.echo(line)


def _print_steps(loaded: Loaded, record: Record) -> None:
    from treeexplorer.commands.searching import rules_line
    from treeexplorer.engine.explain import sentence

    click.echo(loaded.title)
    click.echo(f"{rules_line(loaded.resolved)}\n")
    digits = len(str(record.steps))
    for number in range(1, record.steps + 1):
        depth = record.tree.ply[record.step(number).node]
        click.echo(f"{number:>{digits}}  {'· ' * min(depth, 20)}{sentence(record, number)}")


def step_json(loaded: Loaded, record: Record, number: int) -> dict[str, Any]:
    """Return what ``trace --json`` prints of a step."""
    from treeexplorer.engine import StepKind
    from treeexplorer.engine.explain import sentence

    step = record.step(number)
    row: dict[str, Any] = {
        "tree": loaded.number,
        "step": number,
        "kind": str(step.kind),
        "node": record.tree.address(step.node),
    }
    if step.child is None:
        row |= _visit_json(record, step)
    else:
        row |= {
            "child": record.tree.address(step.child),
            "value": for_json(step.value),
            "v": for_json(step.v),
            "before": window_json(step.before),
            "window": window_json(step.window),
        }
        if _notes_elided(record, step):
            row["elided"] = True
    if step.kind is StepKind.CUT:
        row |= _cut_json(record, step)
    row["text"] = sentence(record, number)
    return row


def _visit_json(record: Record, step: Step) -> dict[str, Any]:
    from treeexplorer.engine import StepKind

    tree = record.tree
    leaf = step.kind is StepKind.LEAF
    row: dict[str, Any] = {
        "name": tree.names.get(step.node),
        "ply": tree.ply[step.node],
        "player": None if leaf else tree.player(step.node),
        "window": window_json(step.window),
    }
    if leaf:
        row["value"] = for_json(step.value)
    elif step.node in tree.elided and record.rules.right_to_left:
        row["elided"] = True
    return row


def _cut_json(record: Record, step: Step) -> dict[str, Any]:

    from treeexplorer.engine.analysis import analysis_of

    if step.child_call is None:
        return {}
    cut = analysis_of(record).cut_off(step.child_call)
    skipped = [record.tree.address(node) for node in cut.skipped] + ["..."] * cut.elided
    return {"cut": cut.kind, "skipped": skipped}


def _notes_elided(record: Record, step: Step) -> bool:
    """Tell whether the arrival is that of the last drawn child of a node with ``...``."""
    tree = record.tree
    return (
        step.node in tree.elided
        and not record.rules.right_to_left
        and step.child is not None
        and tree.end[step.child] == tree.end[step.node]
    )
