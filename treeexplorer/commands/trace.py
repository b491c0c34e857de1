"""``treeexplorer trace`` and ``why``: the steps of a search in words, and why a node fared so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from treeexplorer.commands import answering, call_options, loading, printing, problems
from treeexplorer.text import in_markdown, safe

if TYPE_CHECKING:
    from treeexplorer.engine import Record

_DEEPEST_INDENT: Final = 20


@click.command("trace")
@call_options.takes_trees()
@call_options.json_option
@click.option("--markdown", "table", flag_value="markdown", help="Print the table, as Markdown.")
@click.option("--csv", "table", flag_value="csv", help="Print the table, as CSV.")
@call_options.output_option
def trace(
    trees: Iterator[loading.Loaded], as_json: bool, table: str | None, output: str | None
) -> None:
    """Print every step of the search in words, numbered; -o writes the table.

    With --json, -o writes the JSON.
    """
    # `table` is "markdown" or "csv", or None without either option.
    if as_json and table is not None:
        raise problems.CallError("give either --json, or --markdown or --csv")
    if as_json:
        answering.print_answers(trees, _print_steps, _make_rows, output)
    elif table is None and output is None:
        answering.print_answers(trees, _print_steps)
    else:  # -o without a kind of table writes Markdown
        render_table = _render_csv if table == "csv" else _render_markdown
        printing.print_or_write("\n".join(map(render_table, trees)), output)


def _render_csv(loaded: loading.Loaded) -> str:
    """Return the steps of a tree's search as CSV."""
    from treeexplorer.formats.tables import trace_csv

    return trace_csv(answering.run_search(loaded))


def _render_markdown(loaded: loading.Loaded) -> str:
    """Return the steps of a tree's search in Markdown, of one of several below its title."""
    from treeexplorer.formats.tables import trace_markdown

    table = trace_markdown(answering.run_search(loaded))
    if loaded.count == 1:
        return table
    return f"## {in_markdown(loaded.title)}\n\n{table}"


def _print_steps(loaded: loading.Loaded) -> None:
    """Print the steps of a tree's search, numbered, and indented by the ply they are made at."""
    record = answering.run_search(loaded)
    answering.print_title(loaded)
    printing.print_lines([loaded.resolved.line_with_full_path, ""])
    printing.print_lines(_render_steps(record))


def _render_steps(record: Record) -> Iterator[printing.PrintedLine]:
    """Yield a line for each step of a search: its number, an indent by ply, and what happens.

    The numbers, from 1, are aligned to the right, and each ply indents by a dot, up to
    ``_DEEPEST_INDENT`` dots.
    """
    from treeexplorer.explain.steps import sentences

    digits = len(str(record.steps))
    for number in range(1, record.steps + 1):
        node = record.step(number).node
        indent = " ·" * min(record.tree.ply[node], _DEEPEST_INDENT)
        yield [f"{number:>{digits}} {indent}", *sentences(record, number)]


def _make_rows(loaded: loading.Loaded) -> Iterator[dict[str, Any]]:
    """Yield a row of JSON for each step."""
    for step in answering.build_search_record(loaded):
        yield {**loaded.json, **step.to_dict()}


# -- why ---------------------------------------------------------------------------------------


@click.command("why")
@click.argument(
    "file", required=False, metavar="FILE", type=call_options.FileParameter(is_checked=False)
)
@click.argument("node", required=False, metavar="NODE")
@call_options.expression_option
@call_options.rule_options
@click.option("--step", type=int, metavar="N", help="As it stands after step N.")
@call_options.json_option
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
    # With -e the node arrives as ``file``.
    arguments = _split_arguments_of_why(file, node, expression)
    print_text = partial(_print_reasons, node_text=arguments.node_text, step=step)
    make_rows = None
    if as_json:
        make_rows = partial(_make_reason_rows, node_text=arguments.node_text, step=step)
    trees = loading.load_each_tree(arguments.file, expression, options)
    answering.print_answers(trees, print_text, make_rows)


def _make_reason_rows(
    loaded: loading.Loaded, node_text: str, step: int | None
) -> Iterator[dict[str, Any]]:
    """Yield the one row of JSON on a tree: why the node that is named was cut off, or not."""
    from treeexplorer.library.steps import reason_of

    record = answering.run_search(loaded, step)
    with answering.add_title_to_errors(loaded):
        node = record.tree.labels.find_node_or_leaf(node_text)
        reason = reason_of(record, node, step)
        yield {**loaded.json, **reason.to_dict()}


def _print_reasons(loaded: loading.Loaded, node_text: str, step: int | None) -> None:
    """Print why a node was cut off, or not, or never reached, as it stands after a step.

    If the node was named by its value, its address comes first. Without a step, at the end of the
    search, it is also printed under which other rules something else becomes of the node.
    """
    from treeexplorer.explain.other_outcomes import describe_outcomes_under_other_rules
    from treeexplorer.explain.why import why

    record = answering.run_search(loaded, step)
    labels = record.tree.labels
    with answering.add_title_to_errors(loaded):
        node = labels.find_node_or_leaf(node_text)  # raises an error if there is no such node

    if loaded.count > 1:
        answering.print_title(loaded)
    if labels.means_leaf_by_value(node_text, node):
        printing.print_lines([f"The leaf {safe(node_text)} is {record.tree.address(node)}."])
    printing.print_lines([list(why(record, node, step))])  # all reasons on one line
    if step is None:
        printing.print_lines(describe_outcomes_under_other_rules(loaded.tree, record, node))


class _ArgumentsOfWhy(NamedTuple):
    """What was typed behind ``why``: FILE, ``None`` with ``-e``, and NODE."""

    file: str | None
    node_text: str


def _split_arguments_of_why(
    first: str | None, second: str | None, expression: str | None
) -> _ArgumentsOfWhy:
    """Find out which arguments of a call of the command ``why`` are FILE and NODE.

    ``why my.tree B`` has both. ``why -e "[3 [5 2]]" B`` has no FILE, and so the node is the first
    argument. A CallError is raised if there is no such file, or not exactly one node.
    """
    if expression is not None:
        if first is None or second is not None:
            raise _make_error_without_node("… why -e TREE NODE")
        return _ArgumentsOfWhy(file=None, node_text=first)

    # The file first: of `why my.tre` it helps more that there is no such file than that a node is
    # missing. find_file() raises the error.
    if first is not None and first != loading.STANDARD_INPUT:
        loading.find_file(first)
    if second is None:
        raise _make_error_without_node("treeexplorer why FILE NODE")
    return _ArgumentsOfWhy(file=first, node_text=second)


def _make_error_without_node(example: str) -> problems.CallError:
    """Return the error of a call that names no node, with an example of a call that does."""
    return problems.CallError(
        f"name a file and a node, as in `{example}`; a node is root, 2, 3.1, D.2 or a name"
    )
