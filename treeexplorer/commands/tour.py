"""``treeexplorer tour``: the explorer explains itself, and the person presses the keys."""

from __future__ import annotations

import sys

import click

from treeexplorer.commands.shared import Problem


@click.command("tour")
def command() -> None:
    """Take a tour of the explorer: five minutes, you press the keys."""
    if not sys.stdout.isatty():
        raise Problem("the tour needs a terminal")
    from treeexplorer.terminal.app import Request, run
    from treeexplorer.terminal.messages import OpenScreen

    sys.exit(run(Request(screen=OpenScreen("tour"))))
