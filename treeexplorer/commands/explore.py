"""``treeexplorer [FILE]``: opens the explorer, or the gallery where no file is named."""

from __future__ import annotations

from typing import Any

import click

from treeexplorer.commands.shared import file_argument, rule_options


@click.command("explore")
@file_argument
@rule_options
def command(file: str | None, expression: str | None, **options: Any) -> None:
    """Open the explorer."""
    raise NotImplementedError(file, expression, options)
