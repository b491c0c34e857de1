"""``treeexplorer why``: why a node was cut off, or was not, or was never reached."""

from __future__ import annotations

from typing import Any

import click

from treeexplorer.commands.searching import searched
from treeexplorer.commands.shared import Loaded, Problem, load, rule_options


@click.command("why")
@click.argument("words", nargs=-1, metavar="FILE NODE")
@click.option(
    "-e",
    "expression",
    metavar="TREE",
    help="Take the tree from the command line instead of a file.",
)
@rule_options
@click.option("--step", type=int, metavar="N", help="As it stands after step N.")
def command(
    words: tuple[str, ...],
    expression: str | None,
    step: int | None,
    **options: Any,
) -> None:
    """Say why a node was cut off, or not, or never reached.

    NODE is a name or an address such as root, 2 or 3.1.
    """
    file, node = _file_and_node(words, expression)
    for position, loaded in enumerate(load(file, expression, options)):
        if position:
            click.echo()
        if loaded.count > 1:
            click.echo(loaded.title)
        _answer(loaded, node, step)


def _file_and_node(words: tuple[str, ...], expression: str | None) -> tuple[str | None, str]:
    if len(words) != (2 if expression is None else 1):
        example = "treeexplorer why FILE NODE" if expression is None else "… why -e TREE NODE"
        raise Problem(
            f"name a file and a node, as in `{example}`; a node is root, 2, 3.1 or a name"
        )
    return words[0] if expression is None else None, words[-1]


def _answer(loaded: Loaded, place: str, step: int | None) -> None:
    from treeexplorer.engine.elsewhere import fates_elsewhere
    from treeexplorer.engine.explain import reason, why
    from treeexplorer.tree import AddressError

    record = searched(loaded)
    try:
        node = record.tree.find(place)
    except AddressError as error:
        raise Problem(f"{loaded.title}: {error}") from None
    if step is not None and not 0 <= step <= record.steps:
        raise Problem(f"{loaded.title}: there is no step {step}; the search has {record.steps}")
    click.echo(why(record, node, step))
    row = record.row_at(node, record.steps if step is None else step)
    if row is not None and not record.is_leaf_call(row):
        click.echo(f"Step {record.entered(row)}: {reason(record, record.entered(row))}")
    if step is None:
        for sentence in fates_elsewhere(loaded.tree, record, node):
            click.echo(sentence)
