"""What the commands share: where trees come from, the rule options, and how a problem is said."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, TypeVar

import click

from treeexplorer.numbers import typed_number
from treeexplorer.text import safe

if TYPE_CHECKING:
    from treeexplorer.engine import ResolvedRules
    from treeexplorer.notation import Document, Exercise
    from treeexplorer.tree import GameTree, Number

F = TypeVar("F", bound=Callable[..., Any])

STANDARD_INPUT = "-"
COMMAND_LINE_TREE = "-e"
UNNAMED = "tree"
"""What a tree without a title is called where no file gives it a name."""


class Problem(click.ClickException):
    """A wrong input or call: one clear message on standard error, exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message as it stands, without a prefix of click's."""
        click.echo(f"treeexplorer: {self.format_message()}", file=file, err=file is None)


@dataclass(frozen=True)
class Loaded:
    """A tree that a command works on.

    Attributes:
        exercise: The tree, under its rules' levels and with the values that ``--set`` gives, and
            what is written beside it.
        file: The argument as given.
        number: Which tree of its file it is, from 1.
        count: How many trees the file holds.
        resolved: Its rules and where they come from.
    """

    exercise: Exercise
    file: str
    number: int
    count: int
    resolved: ResolvedRules

    @property
    def tree(self) -> GameTree:
        """The exercise's tree."""
        return self.exercise.tree

    @property
    def title(self) -> str:
        """The tree's title, else the file's name, with the tree's number where there are more."""
        if self.exercise.directives.title:
            return self.exercise.directives.title
        name = UNNAMED if self.file in {STANDARD_INPUT, COMMAND_LINE_TREE} else Path(self.file).name
        return f"{safe(name)} {self.number}" if self.count > 1 else safe(name)


def file_argument(command: F) -> F:
    """Add FILE and ``-e TREE`` to a command."""
    command = click.option(
        "-e",
        "expression",
        metavar="TREE",
        help="Take the tree from the command line instead of a file.",
    )(command)
    return click.argument("file", required=False, metavar="FILE")(command)


_RULE_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("--algorithm", metavar="NAME", help="The search: alphabeta, minimax, …"),
    click.option("--form", metavar="NAME", help="The printed form of alpha-beta: classic, …"),
    click.option("--cutoff", metavar="SIGN", help="Cut when α >= β, or only when α > β."),
    click.option("--fail", metavar="HOW", help="What falls outside the window: soft or hard."),
    click.option("--order", metavar="ORDER", help="left-to-right or right-to-left."),
    click.option("--levels", metavar="PLAYERS", help="The players by ply, such as max,min."),
    click.option("--window", metavar="A,B", help="The root's window, A < B."),
    click.option("--depth", type=int, metavar="N", help="Search N plies, then use estimates."),
    click.option("--first-guess", metavar="N", help="Where mtdf begins."),
    click.option("--leaf-range", metavar="A,B", help="How far leaves reach, for star1."),
    click.option(
        "--set", "settings", multiple=True, metavar="X=3", help="Give an unknown a value."
    ),
    click.option("--tree", "only", type=int, metavar="N", help="Only the Nth tree of the file."),
)

_RULES: Final = (
    "algorithm",
    "form",
    "cutoff",
    "fail",
    "order",
    "levels",
    "window",
    "depth",
    "first_guess",
    "leaf_range",
)


def rule_options(command: F) -> F:
    """Add the options that override a file's directives, the same on every command."""
    for option in reversed(_RULE_OPTIONS):
        command = option(command)
    return command


def json_option(command: F) -> F:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON Lines.")(command)


@dataclass(frozen=True)
class Source:
    """A text that a command works on.

    Attributes:
        argument: FILE as given.
        name: What error messages call it.
        text: What it holds.
    """

    argument: str
    name: str
    text: str


def read_source(file: str | None, expression: str | None) -> Source:
    """Return the text that a command's arguments lead to.

    ``-`` is standard input; a name that is no file may be a built-in example's.

    Raises:
        Problem: There is nothing to read, or it is no text.
    """
    from treeexplorer.notation import NotationError, decode, read_text

    if expression is not None and file is not None:
        raise Problem("give either a FILE or -e TREE, not both")
    if expression is not None:
        return Source(COMMAND_LINE_TREE, COMMAND_LINE_TREE, expression)
    if file is None:
        raise Problem("which tree? Name a FILE, - for standard input, or use -e TREE")
    try:
        if file == STANDARD_INPUT:
            name = "standard input"
            return Source(file, name, decode(sys.stdin.buffer.read(), file=name))
        path = find_file(file)
        return Source(file, str(path), read_text(path))
    except NotationError as error:
        raise Problem(str(error)) from None


def read_document(file: str | None, expression: str | None) -> tuple[str, Document]:
    """Return the argument as given and the trees it leads to.

    Raises:
        Problem: There is nothing to read, or what is there is wrong.
    """
    from treeexplorer.notation import NotationError, parse_all

    source = read_source(file, expression)
    try:
        return source.argument, parse_all(source.text, file=source.name)
    except NotationError as error:
        raise Problem(str(error)) from None


def find_file(file: str) -> Path:
    """Return the path of a file, or of the built-in example of that name where no file has it.

    Raises:
        Problem: There is neither.
    """
    path = Path(file)
    try:
        missing = not path.exists()
    except (OSError, ValueError):
        missing = True
    if not missing:
        return path
    from treeexplorer import gallery

    example = gallery.find(file)
    if example is not None:
        return example.path
    similar = gallery.similar_names(file)
    hint = f"; did you mean the example {' or '.join(similar)}?" if similar else ""
    raise Problem(
        f"there is no file and no built-in example called “{safe(file)}”{hint}"
        "\n  `treeexplorer examples` lists the examples"
    )


def load(
    file: str | None,
    expression: str | None,
    options: Mapping[str, Any],
    *,
    expects_unknowns: bool = False,
) -> Iterator[Loaded]:
    """Yield the trees of a file with their rules, as a command's options have them.

    Leaves that stay unknown are named on standard error, except with ``--json``: one may be a
    number misspelt.

    Args:
        file: FILE as given.
        expression: The tree of ``-e``.
        options: The values of :func:`rule_options`.
        expects_unknowns: Whether unknown leaves are nothing to speak of.

    Raises:
        Problem: The input, an option, or a combination of rules is wrong.
    """
    from treeexplorer.notation import notices

    context = click.get_current_context(silent=True)
    is_quiet = expects_unknowns or (context is not None and context.params.get("as_json"))
    argument, document = read_document(file, expression)
    only = options.get("only")
    if only is not None and not 1 <= only <= len(document):
        raise Problem(
            f"there is no tree {only}: {safe(argument)} holds "
            + ("one tree" if len(document) == 1 else f"{len(document)} trees")
        )
    for number, exercise in enumerate(document, 1):
        if only is None or number == only:
            loaded = with_rules(exercise, argument, number, len(document), options)
            for notice in [] if is_quiet else notices(loaded.exercise):
                click.echo(f"treeexplorer: {safe(argument)}: {notice}", err=True)
            yield loaded


def with_rules(
    exercise: Exercise, argument: str, number: int, count: int, options: Mapping[str, Any]
) -> Loaded:
    """Return an exercise under the rules that its file and a command's options give it.

    Raises:
        Problem: An option, or a combination of rules, is wrong.
    """
    from treeexplorer.rules import RulesError, resolve

    try:
        resolved = resolve(
            [
                ("course file", _course_rules(argument)),
                ("file", exercise.directives.rules),
                ("option", rule_settings(options)),
            ]
        )
    except RulesError as error:
        raise Problem(str(error)) from None
    tree = exercise.tree.with_levels(resolved.rules.levels)
    values = assignments(tree, options.get("settings") or ())
    tree = tree.with_values(values) if values else tree
    return Loaded(replace(exercise, tree=tree), argument, number, count, resolved)


def _course_rules(argument: str) -> dict[str, Any]:
    """Return the rules of the course file beside a tree file or above it.

    Standard input, ``-e`` and built-in examples have the working directory's.
    """
    from treeexplorer.rules import CourseFileError, course_of

    path = Path(argument)
    named = argument not in {STANDARD_INPUT, COMMAND_LINE_TREE} and path.exists()
    try:
        return dict(course_of(path if named else Path.cwd()).rules)
    except CourseFileError as error:
        raise Problem(str(error)) from None
    except OSError:
        return {}


def rule_settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that options give, by field name of ``Rules``; none that they do not.

    Raises:
        Problem: An option's value is none of its choices.
    """
    settings = {name: options[name] for name in _RULES if options.get(name) is not None}
    from treeexplorer.rules import RulesError, parse_rule

    try:
        return {
            name: parse_rule(name, value, f"--{name.replace('_', '-')}")
            for name, value in settings.items()
        }
    except RulesError as error:
        raise Problem(str(error)) from None


def number(text: str, option: str) -> Number:
    """Return the number that an option's text writes.

    Raises:
        Problem: It writes none.
    """
    try:
        return typed_number(text)
    except ValueError:
        raise Problem(f"{option}: “{safe(text.strip())}” is not a number") from None


def assignments(tree: GameTree, settings: tuple[str, ...]) -> dict[int, Number]:
    """Return the leaf values that ``--set x=3`` and ``--set 3.2=5`` give, by node.

    Raises:
        Problem: A setting is malformed or names neither an unknown nor a leaf.
    """
    from treeexplorer.tree import AddressError

    values: dict[int, Number] = {}
    for setting in settings:
        word, sign, text = setting.partition("=")
        word = word.strip()
        if not sign or not word:
            raise Problem(f"--set is written x=3 or 3.2=5, not “{safe(setting)}”")
        value = number(text, "--set")
        nodes = [node for node, unknown in tree.unknowns.items() if unknown and unknown == word]
        if not nodes:
            try:
                nodes = [tree.find(word)]
            except AddressError as error:
                raise Problem(
                    f"--set {safe(setting)}: no unknown “{safe(word)}”; {error}"
                ) from None
            if not tree.is_leaf(nodes[0]):
                raise Problem(f"--set {safe(setting)}: {safe(word)} is not a leaf")
        values.update(dict.fromkeys(nodes, value))
    return values
