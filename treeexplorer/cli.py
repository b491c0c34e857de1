"""The command ``treeexplorer``: finds the command that is meant and runs it.

A first word that is no command is a file, and opens the explorer.
"""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from pathlib import Path
from typing import Any

import click

# In the order in which `treeexplorer --help` lists them.
_COMMANDS = {
    "solve": "solve",
    "trace": "trace",
    "draw": "draw",
    "format": "format",
    "check": "check",
    "why": "why",
    "compare": "compare",
    "unknowns": "unknowns",
    "generate": "generate",
    "order": "order",
    "import": "import_",
    "export": "export",
    "game": "game",
    "play": "play",
    "growth": "growth",
    "verify": "verify",
    "examples": "examples",
    "tour": "tour",
}
_DEFAULT = "explore"


class _Commands(click.Group):
    """A group whose commands are imported when they are needed, with a default command."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        module = _DEFAULT if cmd_name == _DEFAULT else _COMMANDS.get(cmd_name)
        if module is None:
            return None
        command = getattr(importlib.import_module(f"treeexplorer.commands.{module}"), "command")  # noqa: B009 - every command module has one
        assert isinstance(command, click.Command)  # noqa: S101 - holds for every module named above
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0] not in _COMMANDS and args[0] not in {"--help", "--version"}):
            if args:
                _refuse_misspelt(args[0])
            args = [_DEFAULT, *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Whoever reads has seen enough: that is neither a no nor a mistake. What is still
            # to be flushed at the end must not fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)


def _refuse_misspelt(word: str) -> None:
    """Say so when a word is nearly a command and cannot be a file or an example."""
    from treeexplorer.commands.shared import Problem
    from treeexplorer.text import safe

    if word.startswith("-") or Path(word).suffix or Path(word).exists():
        return
    similar = difflib.get_close_matches(word, _COMMANDS, n=1)
    if similar:
        from treeexplorer import gallery

        if gallery.find(word) is None:
            raise Problem(
                f"there is no command, file or example called “{safe(word)}”; "
                f"did you mean `treeexplorer {similar[0]}`?"
            )


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    subcommand_metavar="[COMMAND] [FILE] …",
)
@click.version_option(package_name="treeexplorer", message="treeexplorer %(version)s")
def command_line() -> None:
    """Explore game trees: step through alpha-beta, see every window and every cut-off.

    \b
    treeexplorer                       opens the gallery of built-in examples
    treeexplorer FILE                  opens a file, or an example by its name
    treeexplorer -e '[[3 12 8] [2 4]]' opens a tree from the command line

    Where FILE stands, - reads standard input. Exit status: 0 fine, 1 the answer is no, 2 the
    input or the call is wrong.
    """


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line and exit with its status."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    try:
        return command_line(args=arguments, prog_name="treeexplorer")
    except OSError as error:
        click.echo(f"treeexplorer: {error.strerror or error}", err=True)
        sys.exit(2)
