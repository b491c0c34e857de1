"""``treeexplorer trace`` and ``why``: the steps of a search in words, and why a node fared so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands import shared
from treeexplorer.text import in_markdown, safe

if TYPE_CHECKING:
    from treeexplorer.engine import Record

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
    """Print every step of the search in words, numbered; -o writes the table.

    With --json, -o writes the JSON.
    """
    # `table` is "markdown" or "csv", or None without either option.
    if as_json and table is not None:
        raise shared.CallError("give either --json, or --markdown or --csv")
    if as_json:
        # -o for JSON is written by print_each().
        shared.print_each(trees, _show, _rows, output)
    elif table is None and output is None:
        shared.print_each(trees, _show)
    else:  # -o without a kind of table writes Markdown
        as_table = _csv_table if table == "csv" else _markdown_table
        shared.print_or_write("\n".join(map(as_table, trees)), output)


def _csv_table(loaded: shared.Loaded) -> str:
    """Return the steps of a tree's search as CSV."""
    from treeexplorer.formats.tables import trace_csv

    return trace_csv(shared.searched(loaded))


def _markdown_table(loaded: shared.Loaded) -> str:
    """Return the steps of a tree's search in Markdown, of one of several below its title."""
    from treeexplorer.formats.tables import trace_markdown

    table = trace_markdown(shared.searched(loaded))
    if loaded.count == 1:
        return table
    return f"## {in_markdown(loaded.title)}\n\n{table}"


def _show(loaded: shared.Loaded) -> None:
    """Print the steps of a tree's search, numbered, and indented by the ply they are made at."""
    record = shared.searched(loaded)
    shared.say_title(loaded)
    shared.say([loaded.resolved.line_here, ""])
    shared.say(_step_lines(record))


def _step_lines(record: Record) -> Iterator[shared.PrintedLine]:
    """Yield a line for each step of a search: its number, an indent by ply, and what happens.

    The numbers, from 1, are aligned to the right, and each ply indents by a dot, up to
    ``_DEEPEST_INDENT`` dots.
    """
    from treeexplorer.explain.steps import sentences

    digits = len(str(record.steps))
    for number in range(1, record.steps + 1):
        ply = record.tree.ply[record.step(number).node]
        indent = " ·" * min(ply, _DEEPEST_INDENT)
        yield [f"{number:>{digits}} {indent}", *sentences(record, number)]


def _rows(loaded: shared.Loaded) -> Iterator[dict[str, Any]]:
    """Yield a row for each step."""
    for step in shared.answered(loaded):
        yield {**loaded.json, **step.to_dict()}


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
    # With -e the node arrives as ``file``.
    file, reference = _split_arguments_of_why(file, node, expression)
    # print_each() calls these with each tree; `rows` only if JSON is wanted, else `show`.
    show = partial(_print_reasons, reference=reference, step=step)
    rows = partial(_reason_rows, reference=reference, step=step) if as_json else None
    shared.print_each(shared.load(file, expression, options), show, rows)


def _reason_rows(
    loaded: shared.Loaded, reference: str, step: int | None
) -> Iterator[dict[str, Any]]:
    """Yield the one row of a tree: why the node that is named was cut off, or not."""
    from treeexplorer.library.records import reason_of

    record = shared.searched(loaded, step)
    with shared.named_in_errors(loaded):
        node = record.tree.labels.find_or_leaf(reference)
        yield {**loaded.json, **reason_of(record, node, step).to_dict()}


def _print_reasons(loaded: shared.Loaded, reference: str, step: int | None) -> None:
    """Print why a node was cut off, or not, or never reached.

    - If the node was named by its value, its address is printed first.
    - Then come the reasons.
    - If no step was given, the other rules come last under which something else becomes of the
      node in the end.

    Args:
        loaded: The tree.
        reference: The node as it was named: a name, an address, or the value of a leaf.
        step: The step of the search that is asked about; ``None`` for the end of the search.
    """
    from treeexplorer.explain.why import elsewhere_sentences, why

    record = shared.searched(loaded, step)
    labels = record.tree.labels
    with shared.named_in_errors(loaded):
        # Raises an error, with the tree's title, if there is no such node.
        node = labels.find_or_leaf(reference)
    if loaded.count > 1:
        shared.say_title(loaded)
    is_named_by_value = labels.is_value_alone(reference, node)
    if is_named_by_value:
        shared.say([f"The leaf {safe(reference)} is {record.tree.address(node)}."])
    shared.say([list(why(record, node, step))])  # all reasons on one line
    if step is None:
        shared.say(elsewhere_sentences(loaded.tree, record, node))


def _split_arguments_of_why(
    file: str | None, node: str | None, expression: str | None
) -> tuple[str | None, str]:
    """Tell FILE and NODE apart in a call of the command ``why``.

    ``why my.tree B`` has both. ``why -e "[3 [5 2]]" B`` has no FILE, and so the node arrives as
    ``file``, the first argument.

    Args:
        file: The first argument; ``None`` if there is none.
        node: The second argument; ``None`` if there is none.
        expression: The tree of ``-e``; ``None`` without it.

    Returns:
        FILE, which is ``None`` with ``-e``, and the node as it was typed.

    Raises:
        CallError: There is no such file, or the call does not name exactly one node.
    """
    if expression is not None:
        first_argument = file
        if first_argument is None or node is not None:
            raise _no_node("… why -e TREE NODE")
        return None, first_argument
    # The file first: of `why my.tre` it helps more that there is no such file than that a node is
    # missing. find_file() raises the error.
    if file not in {None, shared.STANDARD_INPUT}:
        shared.find_file(str(file))
    if node is None:
        raise _no_node("treeexplorer why FILE NODE")
    return file, node


def _no_node(example: str) -> shared.CallError:
    return shared.CallError(
        f"name a file and a node, as in `{example}`; a node is root, 2, 3.1, D.2 or a name"
    )
