"""``treeexplorer trace`` and ``why``: the steps of a search in words, and why a node fared so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import click

from treeexplorer.commands.shared import (
    STANDARD_INPUT,
    CallError,
    FileParameter,
    Line,
    Loaded,
    answered,
    expression_option,
    find_file,
    json_option,
    load,
    named_in_errors,
    output_option,
    print_each,
    print_or_write,
    rule_options,
    say,
    say_title,
    searched,
    takes_trees,
)
from treeexplorer.text import in_markdown

_DEEPEST_INDENT: Final = 20


@click.command("trace")
@takes_trees()
@json_option
@click.option("--markdown", is_flag=True, help="Print the table, as Markdown.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the table, as CSV.")
@output_option
def trace(
    trees: Iterator[Loaded], as_json: bool, markdown: bool, as_csv: bool, output: str | None
) -> None:
    """Print every step of the search in words, numbered."""
    if as_json + markdown + as_csv > 1:
        raise CallError("--json, --markdown and --csv are three ways to print: choose one")
    if output is not None and not (markdown or as_csv):
        raise CallError("-o goes with --markdown or --csv")
    if not (markdown or as_csv):
        print_each(trees, _show, _rows if as_json else None)
        return
    from treeexplorer.formats.tables import trace_csv, trace_markdown

    listed = list(trees)
    if as_csv and len(listed) > 1:
        raise CallError(
            f"a CSV table holds one trace, and there are {len(listed)} trees; choose one of them "
            "with --tree"
        )
    tables = []
    for loaded in listed:
        record = searched(loaded)
        heading = f"## {in_markdown(loaded.title)}\n\n" if loaded.count > 1 else ""
        tables.append(trace_csv(record) if as_csv else heading + trace_markdown(record))
    print_or_write("\n".join(tables), output)


def _show(loaded: Loaded) -> None:
    from treeexplorer.explain.sentences import sentences

    record = searched(loaded)
    digits = len(str(record.steps))

    def lines() -> Iterator[Line]:
        for number in range(1, record.steps + 1):
            depth = record.tree.ply[record.step(number).node]
            indent = " ·" * min(depth, _DEEPEST_INDENT)
            yield [f"{number:>{digits}} {indent}", *sentences(record, number)]

    say_title(loaded)
    say([loaded.resolved.line, ""])
    say(lines())


def _rows(loaded: Loaded) -> Iterator[dict[str, Any]]:
    return ({**loaded.json, **step.to_dict()} for step in answered(loaded))


# -- why ---------------------------------------------------------------------------------------


@click.command("why")
@click.argument("file", required=False, metavar="FILE", type=FileParameter(is_checked=False))
@click.argument("node", required=False, metavar="NODE")
@expression_option
@rule_options
@click.option("--step", type=int, metavar="N", help="As it stands after step N.")
@json_option
def why(
    file: str | None,
    node: str | None,
    expression: str | None,
    step: int | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Say why a node was cut off, or not, or never reached.

    NODE is a name, a letter of the drawing, or an address: left, D, B.2, root, 3.1.
    """
    from treeexplorer.explain.why import elsewhere_sentences
    from treeexplorer.explain.why import why as reason

    if expression is None and file not in {None, STANDARD_INPUT}:
        find_file(str(file))
    first, reference = (file, node) if expression is None else (node, file)
    if reference is None or (expression is not None and node is not None):
        example = "treeexplorer why FILE NODE" if expression is None else "… why -e TREE NODE"
        raise CallError(
            f"name a file and a node, as in `{example}`; a node is root, 2, 3.1, D.2 or a name"
        )

    def show(loaded: Loaded) -> None:
        record = searched(loaded, step)
        with named_in_errors(loaded):
            at = record.tree.find(reference)
        if loaded.count > 1:
            say_title(loaded)
        say([list(reason(record, at, step))])
        if step is None:
            say(elsewhere_sentences(loaded.tree, record, at))

    def rows(loaded: Loaded) -> Iterator[dict[str, Any]]:
        record = answered(loaded, step)
        with named_in_errors(loaded):
            yield {**loaded.json, **record.why(reference, step).to_dict()}

    print_each(load(first, expression, options), show, rows if as_json else None)
