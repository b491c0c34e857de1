"""``treeexplorer trace``: every step of a search in words, or as rows for machines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands.shared import (
    Loaded,
    Problem,
    address_json,
    file_argument,
    json_option,
    load,
    output_option,
    print_or_write,
    rule_options,
    say,
    say_all,
    say_json,
    searched,
    window_json,
)
from treeexplorer.numbers import for_json

if TYPE_CHECKING:
    from treeexplorer.engine import Record, Step

_DEEPEST_INDENT = 20


@click.command("trace")
@file_argument
@rule_options
@json_option
@click.option("--markdown", is_flag=True, help="Print the table, as Markdown.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the table, as CSV.")
@output_option
def command(
    file: str | None,
    expression: str | None,
    as_json: bool,
    markdown: bool,
    as_csv: bool,
    output: str | None,
    **options: Any,
) -> None:
    """Print every step of the search in words, numbered."""
    if as_json + markdown + as_csv > 1:
        raise Problem("--json, --markdown and --csv are three ways to print: choose one")
    if output is not None and not (markdown or as_csv):
        raise Problem("-o goes with --markdown or --csv")
    trees = list(load(file, expression, options))
    if as_csv and len(trees) > 1:
        raise Problem(
            f"a CSV table holds one trace, and there are {len(trees)} trees; choose one of them "
            "with --tree"
        )
    if markdown or as_csv:
        tables = [_table(loaded, markdown=markdown) for loaded in trees]
        print_or_write("\n".join(tables), output)
        return
    for position, loaded in enumerate(trees):
        record = searched(loaded)
        if as_json:
            say_json(step_json(loaded, record, number) for number in range(1, record.steps + 1))
            continue
        if position:
            click.echo()
        say(loaded.title, style="heading")
        say(loaded.resolved.line, "")
        say_all(_steps(record))


def _table(loaded: Loaded, *, markdown: bool) -> str:
    from treeexplorer.formats.tables import escaped, trace_csv, trace_markdown

    record = searched(loaded)
    heading = f"## {escaped(loaded.title)}\n\n" if markdown and loaded.count > 1 else ""
    lines = trace_markdown(record) if markdown else trace_csv(record)
    return heading + "".join(f"{line}\n" for line in lines)


def _steps(record: Record) -> Iterator[str]:
    from treeexplorer.explain.sentences import sentence

    digits = len(str(record.steps))
    for number in range(1, record.steps + 1):
        depth = record.tree.ply[record.step(number).node]
        indent = "· " * min(depth, _DEEPEST_INDENT)
        yield f"{number:>{digits}}  {indent}{sentence(record, number)}"


def step_json(loaded: Loaded, record: Record, number: int) -> dict[str, Any]:
    """Return what ``trace --json`` prints of a step."""
    from treeexplorer.engine import StepKind
    from treeexplorer.explain.facts import fact_json, step_facts
    from treeexplorer.explain.sentences import sentence

    step, tree = record.step(number), record.tree
    address = partial(address_json, tree)
    row: dict[str, Any] = {
        **loaded.json,
        "step": number,
        "kind": str(step.kind),
        "node": address(step.node),
        "name": tree.names.get(step.node),
        "label": tree.labels.label(step.node),
    }
    if step.child is None:
        row |= _visit_json(record, step)
    else:
        row |= {
            "child": address(step.child),
            "value": for_json(step.value),
            "v": for_json(step.v),
            "before": window_json(step.before),
            "window": window_json(step.window),
        }
        if _notes_elided(record, step):
            row["elided"] = True
    if step.kind is StepKind.CUT:
        row |= _cut_json(record, step)
    row["facts"] = [fact_json(tree, fact, address) for fact in step_facts(record, number)]
    row["text"] = sentence(record, number)
    return row


def _visit_json(record: Record, step: Step) -> dict[str, Any]:
    from treeexplorer.engine import StepKind

    tree = record.tree
    leaf = step.kind is StepKind.LEAF
    row: dict[str, Any] = {
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
    skipped = [address_json(record.tree, node) for node in cut.skipped] + ["..."] * cut.elided
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
