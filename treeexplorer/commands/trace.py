"""``treeexplorer trace`` and ``why``: the steps of a search in words, and why a node fared so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import click

from treeexplorer.commands import shared
from treeexplorer.text import in_markdown, safe

_DEEPEST_INDENT: Final = 20


@click.command("trace")
@shared.takes_trees()
@shared.json_option
@click.option("--markdown", "table", flag_value="markdown", help="Print the table, as Markdown.")
@click.option("--csv", "table", flag_value="csv", help="Print the table, as CSV.")
@shared.output_option
def trace(
    trees: Iterator[shared.Loaded], as_json: bool, table: str | None, output: str | None
) -> None:
    """Print every step of the search in words, numbered; -o writes the table."""
    if table is None and output is None:
        shared.print_each(trees, _show, _rows if as_json else None)
        return
    from treeexplorer.formats.tables import trace_csv, trace_markdown

    tables = []
    for loaded in trees:
        record = shared.searched(loaded)
        if table == "csv":
            tables.append(trace_csv(record))
            continue
        heading = f"## {in_markdown(loaded.title)}\n\n" if loaded.count > 1 else ""
        tables.append(heading + trace_markdown(record))
    shared.print_or_write("\n".join(tables), output)


def _show(loaded: shared.Loaded) -> None:
    from treeexplorer.explain.steps import sentences

    record = shared.searched(loaded)
    digits = len(str(record.steps))

    def lines() -> Iterator[shared.PrintedLine]:
        for number in range(1, record.steps + 1):
            depth = record.tree.ply[record.step(number).node]
            indent = " ·" * min(depth, _DEEPEST_INDENT)
            yield [f"{number:>{digits}} {indent}", *sentences(record, number)]

    shared.say_title(loaded)
    shared.say([loaded.resolved.line_here, ""])
    shared.say(lines())


def _rows(loaded: shared.Loaded) -> Iterator[dict[str, Any]]:
    return ({**loaded.json, **step.to_dict()} for step in shared.answered(loaded))


# -- why ---------------------------------------------------------------------------------------


@click.command("why")
@click.argument("file", required=False, metavar="FILE", type=shared.FileParameter(is_checked=False))
@click.argument("node", required=False, metavar="NODE")
@shared.expression_option
@shared.rule_options
@click.option("--step", type=int, metavar="N", help="As it stands after step N.")
@shared.json_option
def why(
    file: str | None,
    node: str | None,
    expression: str | None,
    step: int | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Say why a node was cut off, or not, or never reached.

    NODE is a name, a letter of the drawing, or an address: left, D, B.2, root, 3.1; or the value
    of a leaf that no other leaf has.
    """
    from treeexplorer.explain.why import elsewhere_sentences
    from treeexplorer.explain.why import why as reason

    file, reference = _file_and_reference(file, node, expression)

    def show(loaded: shared.Loaded) -> None:
        record = shared.searched(loaded, step)
        with shared.named_in_errors(loaded):
            at = record.tree.labels.find_or_leaf(reference)
        if loaded.count > 1:
            shared.say_title(loaded)
        if record.tree.labels.is_value_alone(reference, at):
            shared.say([f"The leaf {safe(reference)} is {record.tree.address(at)}."])
        shared.say([list(reason(record, at, step))])
        if step is None:
            shared.say(elsewhere_sentences(loaded.tree, record, at))

    def rows(loaded: shared.Loaded) -> Iterator[dict[str, Any]]:
        record = shared.answered(loaded, step)
        with shared.named_in_errors(loaded):
            yield {**loaded.json, **record.why(reference, step).to_dict()}

    shared.print_each(shared.load(file, expression, options), show, rows if as_json else None)


def _file_and_reference(
    file: str | None, node: str | None, expression: str | None
) -> tuple[str | None, str]:
    """Return the file and the node that the arguments of ``why`` mean.

    Beside ``-e TREE``, which takes the place of FILE, the only argument is the node.

    Raises:
        CallError: There is no such file, or no node is named.
    """
    if expression is not None:
        if file is None or node is not None:
            raise _no_node("… why -e TREE NODE")
        return None, file
    if file not in {None, shared.STANDARD_INPUT}:
        shared.find_file(str(file))
    if node is None:
        raise _no_node("treeexplorer why FILE NODE")
    return file, node


def _no_node(example: str) -> shared.CallError:
    return shared.CallError(
        f"name a file and a node, as in `{example}`; a node is root, 2, 3.1, D.2 or a name"
    )
