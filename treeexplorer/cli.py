"""The command ``treeexplorer``: finds the command that is meant and runs it.

A first word that is no command is a file, and opens the explorer.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from treeexplorer import __version__, gallery
from treeexplorer.commands import call_options, loading, problems
from treeexplorer.errors import TreeexplorerError
from treeexplorer.files import FileError
from treeexplorer.text import nearest, quoted

# The commands as `treeexplorer --help` lists them, and the modules of those that share one.
GROUPS: Final = {
    "Look": ("solve", "trace", "draw", "why", "compare", "unknowns", "growth", "examples"),
    "Check": ("check", "grade", "verify"),
    "Make": ("sheet", "generate", "order", "format", "game"),
    "Connect": ("import", "export", "web", "help"),
}
_MODULES: Final = {
    "draw": "export",
    "examples": "help_",
    "format": "convert",
    "help": "help_",
    "import": "convert",
    "why": "trace",
}
COMMANDS: Final = tuple(name for names in GROUPS.values() for name in names)
_DEFAULT: Final = "explore"
_OPTIONS_OF_ITS_OWN: Final = ("--help", "-h", "--version", "-V")
_STATUS_OF_ERROR: Final = 2
_STATUS_OF_INTERRUPT: Final = 130


class _Commands(click.Group):
    """A group whose commands are imported only when needed, with a default command."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import and return a command by its name, such as ``solve``; ``None`` if there is none.

        A LookupError is raised if its module lacks the command: a mistake in this program.
        """
        if cmd_name not in {*COMMANDS, _DEFAULT}:
            return None
        # Most commands have a module of their own name.
        module_name = _MODULES.get(cmd_name, cmd_name)
        module = importlib.import_module(f"treeexplorer.commands.{module_name}")
        for command in vars(module).values():
            if isinstance(command, click.Command) and command.name == cmd_name:
                return command
        raise LookupError(f"{module_name} has no command {cmd_name}")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands for ``--help`` into the formatter, in groups with headings."""
        # All names are padded to one width, so that the columns of all groups begin alike.
        name_width = max(map(len, COMMANDS))
        for heading, names in GROUPS.items():
            rows = []
            for name in names:
                command = self.get_command(ctx, name)
                if command is not None:
                    rows.append((f"{name:<{name_width}}", command.get_short_help_str(80)))
            with formatter.section(heading):
                formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the completions of a first word: commands, options, examples and files."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        commands = call_options.list_completions(incomplete, COMMANDS)
        files = call_options.complete_file(incomplete)  # at least one
        # An item that is not "plain" asks the shell to list its files, and the shell then lists
        # nothing else: the commands would be lost.
        is_left_to_shell = files[0].type != "plain"
        if commands and is_left_to_shell:
            return commands
        return commands + files

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of a call, with ``explore`` in front if the first word is no command.

        So ``treeexplorer FILE`` is read as ``treeexplorer explore FILE``, and an empty call as
        ``treeexplorer explore``. A first word that is nearly a command is refused. While a shell
        completes a line, nothing is refused, and an empty line stays empty.
        """
        is_completing = ctx.resilient_parsing
        has_command = bool(args) and args[0] in {*COMMANDS, *_OPTIONS_OF_ITS_OWN}
        if has_command or (is_completing and not args):
            return super().parse_args(ctx, args)
        if args and not is_completing:
            _check_not_misspelled_command(args[0])
        return super().parse_args(ctx, [_DEFAULT, *args])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a pipe that its reader has closed is no error."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            return 0

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command; print any error as one message, and exit with a status.

        The status is 2 for an error in the call or the input, 130 if the user interrupted,
        otherwise that of the command. The arguments are those of click; the first may be the words
        of the call.
        """
        if sys.stdout is None:
            problems.print_notice("standard output is closed: there is nowhere to print to")
            sys.exit(_STATUS_OF_ERROR)
        words = args[0] if args else options.get("args")
        try:
            # Not standalone: click returns the status and raises errors, which are told here.
            status = super().main(*args, **{**options, "standalone_mode": False})
        except (click.Abort, KeyboardInterrupt):
            status = _STATUS_OF_INTERRUPT
        except (click.ClickException, TreeexplorerError, OSError) as error:
            _print_error(error, words)
            status = _STATUS_OF_ERROR
        # What a command returns is no status unless it is a number.
        sys.exit(status if isinstance(status, int) else 0)


def _check_not_misspelled_command(word: str) -> None:
    """Raise a CallError if the first word is nearly a command, such as ``slove``, and no file.

    A word with an ending, such as ``game.tree``, is always taken for a file.
    """
    has_ending = Path(word).suffix != ""
    similar_command = None if has_ending else nearest(word, COMMANDS)
    if similar_command is not None and gallery.find(word) is None:
        raise problems.CallError(
            f"there is no command, file or example called {quoted(word)}; "
            f"did you mean `treeexplorer {similar_command}`?"
        )


def _print_usage_error(error: click.UsageError) -> None:
    """Print what is wrong with a call, and where its help is."""
    message = error.format_message().rstrip(".")
    hint = "" if error.ctx is None else f"\n  see `{error.ctx.command_path} --help`"
    problems.print_notice(f"{message[:1].lower()}{message[1:]}{hint}")


def _print_system_error(error: OSError) -> None:
    """Print what the system refused: a file, or the output."""
    if error.filename is None:
        problem = FileError("standard output", "written", error)
    else:
        problem = FileError(error.filename, "used", error)
    problems.print_notice(str(problem))


def _print_error(error: Exception, words: Sequence[str] | None) -> None:
    """Print what went wrong in a call: in its words, in the input, or with a file.

    An error may be of two kinds: a UsageError is a ClickException, and that of a file is an OSError
    and a TreeexplorerError. So the order of the kinds counts.

    Args:
        error: The error.
        words: The words of the call; ``None`` for those of the program.
    """
    if isinstance(error, click.UsageError):
        # This ends the program if it finds a better reason, a file that does not exist.
        _exit_if_file_is_missing(error, words)
        _print_usage_error(error)
    elif isinstance(error, click.ClickException | TreeexplorerError):
        problems.print_notice(str(error))
    elif isinstance(error, OSError):
        _print_system_error(error)


def _exit_if_file_is_missing(error: click.UsageError, words: Sequence[str] | None) -> None:
    """Exit with a message if a wrong call names a file that does not exist; otherwise do nothing.

    In ``treeexplorer draw gone.tree --step x`` the missing file is told, and not the mistake in
    ``error``. The words of the call are those of the program if there are none.
    """
    file = _find_file_in_call(words if words else sys.argv[1:])
    command_context = error.ctx  # None if the mistake is in what comes before the command
    if file is None or command_context is None:
        return
    for parameter in command_context.command.params:
        if isinstance(parameter.type, call_options.FileParameter):  # the command does take a file
            _exit_unless_found(file, parameter.type)


def _find_file_in_call(words: Sequence[str]) -> str | None:
    """Return the word of a call that stands where a file does; ``None`` if there is none.

    It is the first word that is no command::

        draw gone.tree --step x     gone.tree
        draw --step x               none: an option comes first
        draw gone.tree -e "[3 12]"  none: the tree stands in the call itself
    """
    words_behind_command = [word for word in words if word not in COMMANDS]
    if not words_behind_command or "-e" in words_behind_command:
        return None
    first_word = words_behind_command[0]
    is_option = first_word.startswith("-")
    return None if is_option else first_word


def _exit_unless_found(file: str, parameter_type: call_options.FileParameter) -> None:
    """End the program with a message if a file for a command does not exist."""
    try:
        loading.find_file(file, examples=parameter_type.examples)
    except problems.CallError as error:
        problems.print_notice(str(error))
        sys.exit(_STATUS_OF_ERROR)


def _flush_or_discard() -> None:
    """Write the buffered output; discard it if that fails.

    Otherwise Python would try again at its end, and exit with status 120.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is None:
            continue
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                # What is left in the buffer goes to a place that takes everything.
                null_device = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null_device, stream.fileno())


@click.group(
    "treeexplorer",
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    subcommand_metavar="[COMMAND] [FILE] …",
)
@click.version_option(__version__, "-V", "--version", message="treeexplorer %(version)s")
def command_line() -> None:
    """Explore game trees: step through alpha-beta, see its windows and cut-offs.

    \b
    treeexplorer                       opens the gallery of built-in examples
    treeexplorer FILE                  opens a file, or an example by its name
    treeexplorer FOLDER                opens a folder of trees as a gallery
    treeexplorer -e '[[3 12 8] [2 4]]' opens a tree from the command line

    FILE is a tree in the notation, in JSON, Python, LaTeX or what else `treeexplorer help import`
    names; - is standard input. Exit status: 0 fine, 1 the answer is no, 2 the input or the call is
    wrong.

    \b
    treeexplorer help COMMAND          what a command does
    treeexplorer help notation         how trees are written, on a page
    treeexplorer help json             the fields of --json
    treeexplorer help student          a first hour
    treeexplorer help course           a first sheet

    \b
    Completion of commands, options, values, examples and files, for this shell session or in
    its startup file:
      bash   eval "$(_TREEEXPLORER_COMPLETE=bash_source treeexplorer)"
      zsh    eval "$(_TREEEXPLORER_COMPLETE=zsh_source treeexplorer)"
      fish   _TREEEXPLORER_COMPLETE=fish_source treeexplorer | source
    """


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line and exit with its status.

    Args:
        arguments: The words behind the program's name; ``None`` for those the program was started
            with.
    """
    # Signs such as α cannot be printed in every encoding. A stream that somebody has replaced may
    # have no encoding to change.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    try:
        return command_line(args=arguments, prog_name="treeexplorer")
    finally:
        _flush_or_discard()
        gc.freeze()  # Python would look for garbage, at its end, among all that it throws away
