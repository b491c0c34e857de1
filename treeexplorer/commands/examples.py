"""``treeexplorer examples``: the built-in examples, a line each."""

from __future__ import annotations

import click

from treeexplorer.commands.shared import columns, json_option, say_all, say_json


@click.command("examples")
@json_option
def command(as_json: bool) -> None:
    """List the built-in examples; their names stand where FILE stands."""
    from treeexplorer.gallery import examples

    listed = examples()
    if as_json:
        say_json(
            {
                "name": example.name,
                "folder": example.folder,
                "heading": example.heading,
                "title": example.title,
                "source": example.source,
                "path": str(example.path),
            }
            for example in listed
        )
    elif listed:
        say_all(columns((each.name, each.heading, each.title) for each in listed))
