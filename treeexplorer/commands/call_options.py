"""The arguments and options that commands have in common."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click
from click.shell_completion import CompletionItem

from treeexplorer import gallery
from treeexplorer.commands.loading import STANDARD_INPUT, Loaded, find_file, load_each_tree
from treeexplorer.commands.problems import report_unread_file
from treeexplorer.errors import TreeexplorerError
from treeexplorer.rules import ALGORITHMS, RULE_OPTIONS, convention, list_rule_values, parse_rule

if TYPE_CHECKING:
    Parameter = click.ParamType[Any]
else:  # older versions of click have no type arguments at run time
    Parameter = click.ParamType

F = TypeVar("F", bound=Callable[..., Any])


class FileParameter(Parameter):
    """The parameter FILE: a file, or the name of an example.

    If it ``is_checked``, a missing file ends the command.
    """

    name = "file"

    def __init__(self, *, examples: bool = True, is_checked: bool = True) -> None:
        self.examples = examples
        self.is_checked = is_checked

    def convert(self, value: Any, param: Any, ctx: click.Context | None) -> Any:  # noqa: ARG002, D102
        is_completing = ctx is not None and ctx.resilient_parsing
        if self.is_checked and value != STANDARD_INPUT and not is_completing:
            find_file(value, examples=self.examples)
        return value

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002, D102
        has_expression = bool(ctx.params.get("expression"))
        if has_expression:  # then no FILE is wanted
            return []
        return complete_file(incomplete, examples=self.examples)


def list_completions(incomplete: str, words: Iterable[str]) -> list[CompletionItem]:
    """Return the words that begin with the typed text."""
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def complete_file(incomplete: str, *, examples: bool = True) -> list[CompletionItem]:
    """Return the completions that a shell offers for FILE: examples, then files of this folder.

    If no example begins with the typed text, the shell is asked to complete file names itself: it
    knows other folders, too.

    Args:
        incomplete: What is typed so far, ``""`` if nothing.
        examples: Whether FILE may be the name of a built-in example.
    """
    example_names: list[str] = []
    if examples:
        example_names = [example.name for example in gallery.examples()]

    if not list_completions(incomplete, example_names):
        # click's sign for "complete file names yourself" is an item of the type "file".
        return [CompletionItem(incomplete, type="file")]

    # Once click offers words of its own, the shell adds no files: so they are among the words.
    paths = list(Path().iterdir())
    folders = [f"{path}/" for path in paths if path.is_dir()]  # with a slash, as shells write them
    files = [str(path) for path in paths if not path.is_dir()]
    return list_completions(incomplete, [*example_names, *sorted([*folders, *files])])


class RuleParameter(Parameter):
    """A parameter whose value is that of a rule, in any accepted spelling."""

    def __init__(self, rule: str) -> None:
        self.name = rule

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ARG002, D102
        return parse_rule(self.name, value, f"--{self.name}")

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002, D102
        return list_completions(incomplete, list_rule_values(self.name))


expression_option: Final = click.option(
    "-e",
    "expression",
    metavar="TREE",
    help="Take the tree from the command line instead of a file.",
)


json_option: Final = click.option("--json", "as_json", is_flag=True, help="Print JSON Lines.")


output_option: Final = click.option(
    "-o", "--output", metavar="FILE", type=click.Path(),
    help="Write to this file instead of printing.",
)  # fmt: skip


def file_argument(command: F) -> F:
    """Add FILE and ``-e TREE`` to a command."""
    argument = click.argument(
        "file", required=False, metavar="FILE", type=FileParameter(), is_eager=True
    )
    return argument(expression_option(command))


def files_argument(command: F) -> F:
    """Add FILE… and ``-e TREE`` to a click command that answers each file on its own.

    The command is then called with ``files``, a tuple of what was typed, empty if nothing was; and
    ``expression``, the tree of ``-e`` or ``None``.
    """
    # Eager: click looks at eager parameters first, so that a missing file is reported before a
    # wrong value of another option.
    argument = click.argument(
        "files",
        nargs=-1,
        metavar="FILE...",
        type=FileParameter(is_checked=False),  # the callback checks
        is_eager=True,
        callback=_check_only_file_exists,
    )
    return argument(expression_option(command))


def _check_only_file_exists(
    context: click.Context, _: click.Parameter, files: tuple[str, ...]
) -> tuple[str, ...]:
    """Raise a CallError if a command is given one FILE, and it does not exist; a click callback.

    Several files all pass: the command reports a missing one when it comes to it, and answers the
    others.
    """
    is_completing = context.resilient_parsing  # the shell asks for completions
    if len(files) == 1 and files[0] != STANDARD_INPUT and not is_completing:
        find_file(files[0])  # raises the error
    return files


memory_option: Final = click.option(
    "--memory",
    type=click.FloatRange(0.05, 1024),
    default=1.0,
    metavar="GB",
    help="The most memory, and of a file, that your program may use (1; on Linux).",
)


WHOLE_TREE_RULES: Final = ("algorithm", "form", "cutoff", "fail", "order", "range", "levels")


def convention_options(
    command: F,
    rule_names: Sequence[str] = WHOLE_TREE_RULES,
    algorithm_names: str = ", ".join(ALGORITHMS),
) -> F:
    """Add an option for each rule of a search, such as ``--cutoff``, to a click command.

    Args:
        command: What the options are added to.
        rule_names: The rules, in the order of ``--help``.
        algorithm_names: The values that the help of ``--algorithm`` lists.
    """
    options = [_make_rule_option(rule_name, algorithm_names) for rule_name in rule_names]
    return _add_options(command, options)


def _add_options(command: F, options: Sequence[Callable[[F], F]]) -> F:
    """Add options to a click command, which its ``--help`` lists in the given order.

    Args:
        command: What the options are added to.
        options: Decorators, each made by ``click.option``.
    """
    # The help begins with the option that was added last.
    for add_option in reversed(options):
        command = add_option(command)
    return command


def _make_rule_option(rule_name: str, algorithm_names: str) -> Callable[[F], F]:
    """Return a decorator that adds the option of one rule, such as ``--fail``, to a click command.

    The help of a rule with named values lists them: ``--fail VALUE  …: soft, hard.`` That of a rule
    with numbers shows an example: ``--window -inf,inf``. In place of all values ``--algorithm``
    lists the names that are passed.
    """
    rule = convention(rule_name)
    values = algorithm_names if rule_name == "algorithm" else ", ".join(list_rule_values(rule_name))
    if values:
        placeholder = "VALUE"
        help_text = f"{rule.help}: {values}."
    else:
        placeholder = rule.example.replace(" ", ",")
        help_text = f"{rule.help}."
    return click.option(
        f"--{rule_name}",
        rule_name,
        type=RuleParameter(rule_name),
        metavar=placeholder,
        help=help_text,
    )


def course_rule_options(command: F) -> F:
    """Add the options of :func:`rule_options`; their help names the searches of courses first."""
    return rule_options(command, algorithm_names="alphabeta, minimax, expectimax and others")


def rule_options(command: F, algorithm_names: str = ", ".join(ALGORITHMS)) -> F:
    """Add the options that choose a tree and the rules of its search to a click command.

    They are an option for each rule, such as ``--cutoff``, in the order of ``RULE_OPTIONS``; then
    ``--set``; then ``--tree``.

    Args:
        command: The function to decorate. It is then called with an argument for each rule under
            the rule's name, with ``settings`` (of ``--set``, a tuple) and with ``only`` (of
            ``--tree``).
        algorithm_names: The values that the help of ``--algorithm`` lists.
    """
    options = [
        *(_make_rule_option(rule_name, algorithm_names) for rule_name in RULE_OPTIONS),
        click.option(
            "--set", "settings", multiple=True, metavar="X=3", help="Give an unknown a value."
        ),
        click.option(
            "--tree", "only", type=int, metavar="N", help="Only the Nth tree of the file."
        ),
    ]
    return _add_options(command, options)


def takes_trees(
    *, expects_unknowns: bool = False, tries_searches: bool = False
) -> Callable[[Callable[..., None]], Any]:
    """Return a decorator for a command that works on the trees of one FILE.

    It adds FILE, ``-e TREE`` and the options of the rules to the command. The function below the
    decorator is called with the trees as its first argument, then with its own options, and never
    sees FILE or a rule::

        @takes_trees()
        @click.option("--step", type=int)
        def draw(trees: Iterator[Loaded], step: int | None) -> None: ...

        $ treeexplorer draw my.tree --cutoff '>' --step 3
        draw(load_each_tree("my.tree", None, {"cutoff": ">", …}), step=3)

    Args:
        expects_unknowns: Whether unknown leaves are normal for the command, so that it prints no
            notice of them.
        tries_searches: Whether the command tries other searches, too.
    """

    def decorate(command: Callable[..., None]) -> Any:
        """Return the command that click calls; it loads the trees for the one that is given."""

        # wraps() copies the name, the help, and the list in which click keeps a function's options.
        @wraps(command)
        def load_and_call(file: str | None, expression: str | None, **options: Any) -> None:
            """Load the trees, and call the command with them and its own options."""
            split = _split_options(options)
            trees = load_each_tree(
                file,
                expression,
                split.of_rules,
                expects_unknowns=expects_unknowns,
                tries_searches=tries_searches,
            )
            command(trees, **split.of_command)

        return file_argument(rule_options(load_and_call))

    return decorate


def takes_trees_of_files(command: Callable[..., None]) -> Any:
    """Decorate a command that works on the trees of any number of FILEs.

    It adds FILE…, ``-e TREE`` and the options of the rules to the command. The function itself is
    called once, with the trees of all files one after another, then with its own options.

    Of several files, those that cannot be read are reported, and the others are answered; the exit
    status is then 2. A single file that cannot be read is an error.
    """

    @wraps(command)
    def load_and_call(files: tuple[str, ...], expression: str | None, **options: Any) -> None:
        """Load the trees of all files, and call the command once with them and its own options."""
        split = _split_options(options)

        # One file, or -e, or nothing, which load_each_tree() refuses, as it refuses -e with a FILE.
        if len(files) <= 1 or expression is not None:
            file = files[0] if files else None
            command(load_each_tree(file, expression, split.of_rules), **split.of_command)
            return

        trees = _TreesOfFiles(files, split.of_rules)
        command(iter(trees), **split.of_command)
        if trees.has_unread_file:
            sys.exit(2)

    return files_argument(rule_options(load_and_call))


class _SplitOptions(NamedTuple):
    """The options that were given to a command, by their names.

    Attributes:
        of_rules: Those of :func:`rule_options`.
        of_command: The command's own.
    """

    of_rules: dict[str, Any]
    of_command: dict[str, Any]


def _split_options(options: Mapping[str, Any]) -> _SplitOptions:
    """Split the options of a command into those of :func:`rule_options` and its own."""
    names_of_rules = (*RULE_OPTIONS, "settings", "only")
    return _SplitOptions(
        of_rules={name: options[name] for name in names_of_rules},
        of_command={name: value for name, value in options.items() if name not in names_of_rules},
    )


class _TreesOfFiles:
    """The trees of several files, one after another.

    A file is read when its first tree is asked for. One that cannot be read is reported then, and
    the files after it are read all the same.

    Attributes:
        has_unread_file: Whether a file could not be read, of those that were asked for so far.
    """

    def __init__(self, files: Sequence[str], options: Mapping[str, Any]) -> None:
        """Store the files, and the options of :func:`rule_options`; nothing is read yet."""
        self._files = files
        self._options = options
        self.has_unread_file = False

    def __iter__(self) -> Iterator[Loaded]:
        """Yield the trees of each file that can be read."""
        for file in self._files:
            try:
                yield from load_each_tree(file, None, self._options)
            except (TreeexplorerError, OSError) as error:
                self.has_unread_file = True
                report_unread_file(file, error)


def parse_points(text: str) -> Fraction:
    """Return the points that an option gives a tree: ``10``, ``7.5``.

    Raises:
        ValueError: It is no number above 0 with at most six digits before and after its point.
    """
    is_number = re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text) is not None
    if not is_number or float(text) == 0:
        raise ValueError
    return Fraction(text)
