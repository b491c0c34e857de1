"""``treeexplorer examples``: the built-in examples, a line each."""

from __future__ import annotations

import click


@click.command("examples")
def command() -> None:
    """List the built-in examples; their names stand where FILE stands."""
    from treeexplorer.gallery import examples

    listed = examples()
    names = max((len(example.name) for example in listed), default=0)
    headings = max((len(example.heading) for example in listed), default=0)
    for example in listed:
        click.echo(f"{example.name:<{names}}  {example.heading:<{headings}}  {example.title}")
