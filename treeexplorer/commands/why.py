"""``treeexplorer why``: why a node was cut off, or was not, or was never reached."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from treeexplorer.commands.shared import (
    STANDARD_INPUT,
    Loaded,
    Problem,
    address_json,
    complete_file,
    expression_option,
    find_file,
    find_node,
    json_option,
    load,
    rule_options,
    say,
    say_all,
    say_json,
    searched,
)

if TYPE_CHECKING:
    from treeexplorer.engine import Record


def _complete(ctx: click.Context, _param: Any, incomplete: str) -> list[CompletionItem]:
    is_first = not ctx.params.get("words") and not ctx.params.get("expression")
    return complete_file(incomplete) if is_first else []


@click.command("why")
@click.argument("words", nargs=-1, metavar="FILE NODE", shell_complete=_complete)
@expression_option
@rule_options
@click.option("--step", type=int, metavar="N", help="As it stands after step N.")
@json_option
def command(
    words: tuple[str, ...],
    expression: str | None,
    step: int | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Say why a node was cut off, or not, or never reached.

    NODE is a name, a letter of the drawing, or an address: left, D, B.2, root, 3.1.
    """
    file, reference = _file_and_node(words, expression)
    for position, loaded in enumerate(load(file, expression, options)):
        record = searched(loaded)
        node = find_node(loaded, record, reference)
        if step is not None and not 0 <= step <= record.steps:
            raise Problem(f"{loaded.title}: there is no step {step}; the search has {record.steps}")
        if as_json:
            say_json([why_json(loaded, record, node, step)])
            continue
        if position:
            click.echo()
        if loaded.count > 1:
            say(loaded.title, style="heading")
        say_all(_answer(loaded, record, node, step))


def _file_and_node(words: tuple[str, ...], expression: str | None) -> tuple[str | None, str]:
    if expression is None and words and words[0] != STANDARD_INPUT:
        find_file(words[0])
    if len(words) != (2 if expression is None else 1):
        example = "treeexplorer why FILE NODE" if expression is None else "… why -e TREE NODE"
        raise Problem(
            f"name a file and a node, as in `{example}`; a node is root, 2, 3.1, D.2 or a name"
        )
    return words[0] if expression is None else None, words[-1]


def why_json(loaded: Loaded, record: Record, node: int, step: int | None) -> dict[str, Any]:
    """Return what ``why --json`` prints of a node."""
    from treeexplorer.explain.facts import elsewhere, fact_json, outcome
    from treeexplorer.explain.why import node_facts, why

    row = record.row_at(node, record.steps if step is None else step)
    address = partial(address_json, record.tree)
    facts = list(node_facts(record, node, step))
    if step is None:
        facts += elsewhere(loaded.tree, record, node)
    return {
        **loaded.json,
        "node": address(node),
        "name": record.tree.names.get(node),
        "label": record.tree.labels.label(node),
        "outcome": outcome(record, node),
        "step": None if row is None else record.entered(row),
        "text": why(record, node, step),
        "facts": [fact_json(record.tree, fact, address) for fact in facts],
    }


def _answer(loaded: Loaded, record: Record, node: int, step: int | None) -> Iterator[str]:
    from treeexplorer.explain.why import elsewhere_sentences, more, why

    yield why(record, node, step)
    said = more(record, node, record.steps if step is None else step)
    if said:
        yield " ".join(said)
    if step is None:
        yield from elsewhere_sentences(loaded.tree, record, node)
