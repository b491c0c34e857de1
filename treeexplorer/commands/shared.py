"""What the commands share: options, reading trees, searching them, printing, problems."""

from __future__ import annotations

import gc
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import wraps
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

import click
from click.shell_completion import CompletionItem

from treeexplorer import gallery
from treeexplorer.course_file import find_course
from treeexplorer.errors import TreeexplorerError
from treeexplorer.files import read_all, read_bytes, write_atomically
from treeexplorer.numbers import parse_typed_number
from treeexplorer.rules import ALGORITHMS, RULE_OPTIONS, convention, list_rule_values, parse_rule
from treeexplorer.text import nearest, quoted, safe

if TYPE_CHECKING:
    from treeexplorer.course_file import Course
    from treeexplorer.engine import Record
    from treeexplorer.explain.sentence import Phrase
    from treeexplorer.library.records import SearchRecord
    from treeexplorer.notation import Exercise
    from treeexplorer.rules import ResolvedRules, Rules
    from treeexplorer.tree import GameTree, Levels, Number

    Parameter = click.ParamType[Any]
else:  # older versions of click have no type arguments at run time
    Parameter = click.ParamType

PrintedLine: TypeAlias = "str | Phrase | list[str | Phrase]"
F = TypeVar("F", bound=Callable[..., Any])

STANDARD_INPUT: Final = "-"
COMMAND_LINE_TREE: Final = "-e"
UNNAMED: Final = "tree"
"""What a tree without a title is called where no file gives it a name."""
SCHEMA: Final = 2
"""The version of the JSON that commands print."""


class CallError(TreeexplorerError):
    """A wrong call of a command: one message on standard error, and exit status 2."""


def print_notice(message: str) -> None:
    """Print a problem or a notice on standard error, in the style of all messages."""
    with suppress(OSError):  # where nobody can be told, the exit status tells
        click.echo(f"treeexplorer: {message}", err=True)


# -- printing ----------------------------------------------------------------------------------

_ROLES: Final = {
    "max": "max", "alpha": "max", "min": "min", "beta": "min", "cut": "cut", "right": "decided",
    "wrong": "cut", "heading": "strong",
}  # fmt: skip
_LINES_AT_ONCE: Final = 500
_OBJECTS_BETWEEN_COLLECTIONS: Final = 1_000_000


def has_colour() -> bool:
    """Tell whether to print in colour.

    NO_COLOR counts first, then FORCE_COLOR; without them a terminal has colour, unless it is dumb.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return is_terminal and os.environ.get("TERM") != "dumb"


def print_lines(lines: Iterable[PrintedLine], *, style: str | None = None) -> None:
    """Print lines, in colour if colour is wanted.

    Args:
        lines: Each a text, which has no colours of its own; a sentence, whose parts have; or a list
            of both, which are printed with blanks between.
        style: The colour of whole lines: ``right``, ``wrong`` or ``heading``.
    """
    if has_colour():
        _print_in_batches(_colour_line(line, style) for line in lines)
    else:
        _print_in_batches(map(_format_plain, lines))


def _format_plain(line: PrintedLine) -> str:
    """Return a line without colours; the parts of a list are joined by blanks."""
    if isinstance(line, list):
        return " ".join(map(str, line))
    return str(line)


def _colour_line(line: PrintedLine, style: str | None) -> str:
    """Return a line with the escape codes that colour it on a terminal.

    With a style, such as ``wrong``, all of the line has the colour of that style. Without one each
    part of a phrase, such as ``("3", "alpha")``, has the colour of its role, and a text has none.
    """
    if isinstance(line, list):  # of texts and phrases, never of lists
        return " ".join(_colour_line(part, style) for part in line)
    if isinstance(line, str):
        if style is None:
            return line
        return _colour_by_role(line, style)
    if style is None:
        return "".join(_colour_by_role(text, role) for text, role in line.parts())
    return "".join(_colour_by_role(text, style) for text, _ in line.parts())


def _colour_by_role(text: str, role: str) -> str:
    """Return a part of a sentence in the colour of its role, such as ``alpha``."""
    return colour_text(text, _ROLES.get(role, ""))


def colour_text(text: str, role: str) -> str:
    """Return a text in one of the terminal's sixteen colours, chosen by its role in a drawing."""
    from rich.color import ColorSystem
    from rich.style import Style

    from treeexplorer.drawing.colours import convert_to_few_colours

    return Style.parse(convert_to_few_colours(role)).render(text, color_system=ColorSystem.STANDARD)


def print_json_rows(rows: Iterable[Mapping[str, Any]], output: str | None = None) -> None:
    """Print rows as JSON Lines, or write them under the path that ``-o`` gives.

    Each begins with the version of the schema: ``{"schema": 2, "file": "my.tree", …}``.
    """
    lines = (json.dumps({"schema": SCHEMA, **row}, ensure_ascii=False) for row in rows)
    if output is None:
        _print_in_batches(lines)
    else:
        print_or_write("".join(f"{line}\n" for line in lines), output)


def _print_in_batches(lines: Iterator[str]) -> None:
    """Print lines, many with each call.

    Single calls would take most of the time of a long trace.
    """
    while True:
        batch = list(islice(lines, _LINES_AT_ONCE))
        if not batch:
            return
        click.echo("\n".join(batch), color=True)


def print_or_write(text: str, output: str | None) -> None:
    """Print a text, or write it under the path that ``-o`` gives."""
    if output is None or output == STANDARD_INPUT:
        click.echo(text, nl=False)
    else:
        write_atomically(output, text)


# -- arguments and options ---------------------------------------------------------------------


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
"""The rules of a search of a whole tree."""


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


def takes_trees(**load_options: bool) -> Callable[[Callable[..., None]], F]:
    """Return a decorator for a command that works on the trees of one FILE.

    It adds FILE, ``-e TREE`` and the options of the rules to the command. The function below the
    decorator is called with the trees as its first argument, then with its own options, and never
    sees FILE or a rule::

        @takes_trees()
        @click.option("--step")
        def draw(trees: Iterator[Loaded], step: int | None) -> None: ...

    Args:
        **load_options: Keyword arguments of :func:`load_each_tree`, such as ``expects_unknowns``.
    """

    def add_options(command: Callable[..., None]) -> Any:
        """Return a function that loads the trees of FILE, and calls ``command`` with them.

        click calls the new function, so FILE, ``-e`` and the options of the rules are added to
        that one. It has the options of ``command``, too, and hands these on.
        """

        # wraps() copies the name, the help, and the list in which click keeps a function's options.
        @wraps(command)
        def load_and_call(file: str | None, expression: str | None, **options: Any) -> None:
            """Load the trees, and call the command with them and its own options."""
            split = _split_options(options)
            trees = load_each_tree(file, expression, split.of_rules, **load_options)
            command(trees, **split.of_command)

        with_rule_options = rule_options(load_and_call)
        return file_argument(with_rule_options)

    return add_options


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


def report_unread_file(file: str, error: Exception) -> None:
    """Print why one of several files cannot be read; with ``--json`` as a row."""
    if _is_printing_json():
        print_json_rows([{"file": file, "error": convert_error_to_json(error)}])
    else:
        print_notice(str(error))


def _is_printing_json() -> bool:
    """Tell whether the running command was given ``--json``."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.params.get("as_json"))


def convert_error_to_json(error: Exception) -> dict[str, Any]:
    """Return an error as a row of JSON; ``None`` stands for a line and column that are not known.

    For example ``{"line": 1, "column": 7, "message": …, "hint": …}``.
    """
    from treeexplorer.notation import NotationError

    names = ("line", "column", "message", "hint")
    if isinstance(error, NotationError):
        return {name: getattr(error.problems[0], name) for name in names}
    return {**dict.fromkeys(names), "message": str(error)}


def collect_stated_rules(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that options state, by field name of ``Rules``; others are left out.

    For example ``{"cutoff": ">"}`` if ``--cutoff >`` is the only one.
    """
    return {name: options[name] for name in RULE_OPTIONS if options.get(name) is not None}


def parse_points(text: str) -> Fraction:
    """Return the points that an option gives a tree: ``10``, ``7.5``.

    Raises:
        ValueError: It is no number above 0 with at most six digits before and after its point.
    """
    is_number = re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text) is not None
    if not is_number or float(text) == 0:
        raise ValueError
    return Fraction(text)


# -- reading -----------------------------------------------------------------------------------


class InputText(NamedTuple):
    """A text with the FILE as it was given, and the name of the text in messages."""

    argument: str
    name: str
    text: str


def read_source(file: str | None, expression: str | None, *, examples: bool = True) -> InputText:
    """Return the text that FILE or ``-e TREE`` of a command stands for.

    Args:
        file: FILE as it was typed: a path, the name of a built-in example, or ``-`` for standard
            input; ``None`` if it was left out.
        expression: The tree that was typed behind ``-e``; ``None`` without ``-e``.
        examples: Whether FILE may name a built-in example. A file of the same name comes first.

    Raises:
        CallError: Both are given, or neither; there is no such file; or standard input cannot be
            read.
    """
    from treeexplorer.notation import decode

    if expression is not None and file is not None:
        raise CallError("give either a FILE or -e TREE, not both")
    if expression is not None:
        return InputText(COMMAND_LINE_TREE, COMMAND_LINE_TREE, expression)
    if file is None:
        raise CallError("which tree? Name a FILE, - for standard input, or use -e TREE")
    if file == STANDARD_INPUT:
        return _read_standard_input()
    name = str(find_file(file, examples=examples))
    return InputText(file, name, decode(read_bytes(name), file=name))


def _read_standard_input() -> InputText:
    """Return the text that is piped into the command, or typed until end of file.

    Raises:
        CallError: Standard input is closed, cannot be read, or holds too much.
    """
    from treeexplorer.notation import decode

    name = "standard input"
    # Python sets it to None if the program was started with a closed standard input.
    if sys.stdin is None:
        raise CallError(f"{name} is closed: there is no tree to read")
    try:
        # The bytes, since their encoding is found out by decode(). ValueError: more than 256 MB.
        data = read_all(sys.stdin.buffer.read)
    except (OSError, ValueError) as error:
        raise CallError(f"{name} cannot be read: {error}") from None
    return InputText(STANDARD_INPUT, name, decode(data, file=name))


def find_file(file: str, *, examples: bool = True) -> Path:
    """Return the path of the file that FILE names, or else of the built-in example of that name.

    Args:
        file: A path, or the name of an example with or without ``.tree``.
        examples: Whether examples are looked for.

    Raises:
        CallError: There is neither. The message guesses at an example with a similar name.
    """
    path = gallery.find(file, among_examples=examples)
    if path is not None:
        return path
    if not examples:
        raise CallError(f"there is no file called {quoted(file)}")

    example_names = [example.name for example in gallery.examples()]
    similar_name = nearest(file.removesuffix(".tree"), example_names)
    if "[" in file:
        hint = "a tree that is typed stands behind -e, as in -e '[[3 12] [2 4]]'"
    elif similar_name:
        hint = f"did you mean the example {similar_name}?"
    else:
        hint = "`treeexplorer examples` lists them"
    raise CallError(f"there is no file and no built-in example called {quoted(file)}; {hint}")


def expand_folders(arguments: tuple[str, ...]) -> Iterator[str]:
    """Yield the files that arguments name; a folder stands for the ``.tree`` files directly in it.

    Files are yielded as they were typed, whether they exist or not. Those of a folder come in the
    order of their names, with numbers by size: ``2-b.tree`` before ``10-a.tree``.

    Raises:
        CallError: A folder holds no ``.tree`` file. It is raised when the iteration comes to the
            folder.
    """
    for argument in arguments:
        path = Path(argument)
        if argument == STANDARD_INPUT or not path.is_dir():
            yield argument
            continue
        files_in_folder = sorted(path.glob("*.tree"), key=gallery.make_file_sort_key)
        if not files_in_folder:
            raise CallError(f"{safe(argument)}: there are no .tree files in this folder")
        yield from map(str, files_in_folder)


@dataclass(frozen=True)
class Loaded:
    """A tree that a command works on, with its rules.

    Attributes:
        exercise: The tree, under its rules' levels and with the values that ``--set`` gives, and
            what is written beside it.
        file: FILE, as it was given.
        number: Which tree of the file it is, from 1.
        count: How many trees the file has.
        resolved: Its rules, and where each comes from.
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
        """The tree's own title, or else a name that is made from that of the file.

        Examples: ``Exam 3`` (from ``@title Exam 3``), ``my.tree``, ``my.tree 2`` for the second of
        several trees, ``tree`` for one that was typed or piped in.
        """
        own_title = self.exercise.directives.title
        if own_title:
            return own_title

        if self.file in {STANDARD_INPUT, COMMAND_LINE_TREE}:
            name = UNNAMED
        else:
            name = safe(Path(self.file).name)
        if self.count > 1:
            return f"{name} {self.number}"
        return name

    @property
    def json(self) -> dict[str, Any]:
        """The fields with which each line of JSON begins: the file, the tree, how it was read."""
        row: dict[str, Any] = {"file": self.file, "tree": self.number}
        if self.exercise.read_as:
            row["read_as"] = self.exercise.read_as
        return row


def load_each_tree(
    file: str | None,
    expression: str | None,
    options: Mapping[str, Any],
    *,
    expects_unknowns: bool = False,
    tries_searches: bool = False,
    takes_notation_only: bool = False,
) -> Iterator[Loaded]:
    """Yield the trees of a file, each with the rules under which it is to be searched.

    Notices are printed on standard error: how a text in another syntax was read; and which leaves
    are unknown (have a letter in place of a number), since such a leaf may be a misspelt number.
    With ``--json`` no notice is printed.

    Args:
        file: FILE, as it was typed; ``None`` where there is none.
        expression: The tree that ``-e`` gives; ``None`` where it gives none.
        options: The options of :func:`rule_options` by their names. Missing ones count as not
            given.
        expects_unknowns: Whether unknown leaves are normal for this command: it prints no notice of
            them.
        tries_searches: Whether other searches are tried, too, so that every rule decides something.
        takes_notation_only: Whether a text in another format, such as JSON, is refused.

    Raises:
        TreeexplorerError: The text cannot be read, or there is no tree of the number that
            ``--tree`` gives. This is a generator: nothing is read, nor raised, before the first
            tree is asked for.
    """
    from treeexplorer.engine.algorithms import rules_of
    from treeexplorer.notation import notices

    stated_rules = collect_stated_rules(options)
    chosen_number: int | None = options.get("only")
    settings: tuple[str, ...] = options.get("settings", ())

    source = read_source(file, expression)
    course = find_course_of_argument(source.argument)
    exercises = _read_exercises(
        source,
        levels=_choose_levels(source.text, course, stated_rules),
        takes_notation_only=takes_notation_only,
    )

    count = len(exercises)
    for number in _choose_tree_numbers(chosen_number, source.argument, count):
        exercise = exercises[number - 1]
        resolved = rules_of(exercise, course, stated_rules, tries_searches=tries_searches)
        exercise = _apply_settings(exercise, resolved.rules, settings)
        if not expects_unknowns:
            _print_remarks(notices(exercise), source.argument)
        yield Loaded(exercise, source.argument, number, count, resolved)


def _read_exercises(
    source: InputText, *, levels: Levels | None, takes_notation_only: bool
) -> Sequence[Exercise]:
    """Read all trees of a text, and print how it was read if that is not plain.

    ``levels`` are the players by ply, if the text does not say who moves.
    """
    from treeexplorer.formats import read_notation, read_trees

    read_text = read_notation if takes_notation_only else read_trees
    opened = read_text(source.text, file=source.name, levels=levels)
    _print_remarks(opened.remarks, source.argument)
    return opened.exercises


def _print_remarks(remarks: Iterable[str], argument: str) -> None:
    """Print remarks on a file, each behind the file's name; nothing with ``--json``."""
    if _is_printing_json():
        return
    for remark in remarks:
        print_notice(f"{safe(argument)}: {remark}")


def _choose_levels(text: str, course: Course, stated_rules: Mapping[str, Any]) -> Levels | None:
    """Return the players by ply with which a text is read: those of an option, or of the course.

    ``None`` if there are none, or if the text has an ``@levels`` of its own, which beats the
    course.
    """
    levels: Levels | None = stated_rules.get("levels")
    if levels is None and "@levels" not in text:
        levels = course.rules.get("levels")
    return levels


def _apply_settings(exercise: Exercise, rules: Rules, settings: tuple[str, ...]) -> Exercise:
    """Return an exercise with the players of its rules and the values that ``--set`` gives.

    ``settings`` are the texts behind each ``--set``, such as ``x=3``.
    """
    tree = exercise.tree.with_levels(rules.levels)
    value_by_leaf = parse_assignments(tree, settings)
    if value_by_leaf:
        tree = tree.with_values(value_by_leaf)
    return replace(exercise, tree=tree)


def _choose_tree_numbers(only: int | None, argument: str, count: int) -> Sequence[int]:
    """Return the numbers, from 1, of the trees to work on: all of a file, or the one of ``--tree``.

    Args:
        only: The number behind ``--tree``; ``None`` for all trees.
        argument: FILE as it was typed, for the message.
        count: How many trees the file has.

    Raises:
        CallError: ``--tree`` gives a number that is 0, negative or too large.
    """
    numbers = range(1, count + 1)
    if only is None:
        return numbers
    if only in numbers:
        return [only]
    trees = "one tree" if count == 1 else f"{count} trees"
    raise CallError(f"there is no tree {only}: {safe(argument)} holds {trees}")


def find_course_of_argument(argument: str) -> Course:
    """Return the course of a FILE, or of the working folder for standard input and ``-e``."""
    is_file = argument not in {STANDARD_INPUT, COMMAND_LINE_TREE}
    return find_course(find_file(argument) if is_file else None)


def parse_assignments(tree: GameTree, settings: tuple[str, ...]) -> dict[int, Number]:
    """Return the leaf values that ``--set x=3`` and ``--set 3.2=5`` give, by leaf (node number).

    A leaf is named by its unknown (``x``) or its address (``3.2``: the second child of the third
    child of the root). Of two values for one name the later holds.

    Args:
        tree: The tree with the leaves.
        settings: What was typed behind each ``--set``, in order.

    Raises:
        CallError: A text is not of this form, its number is none, or it names no leaf that can be
            set.
    """
    text_by_leaf_name: dict[str, str] = {}
    for setting in settings:
        leaf_name, sign, text = setting.partition("=")
        if not sign or not leaf_name.strip():
            raise CallError(f"--set is written x=3 or 3.2=5, not {quoted(setting)}")
        text_by_leaf_name[leaf_name.strip()] = text
    try:
        # Raises ValueError, too: for "x=abc", or for a name without a leaf.
        return tree.resolve_leaf_values(
            {leaf_name: parse_typed_number(text) for leaf_name, text in text_by_leaf_name.items()}
        )
    except ValueError as error:
        raise CallError(f"--set: {error}") from None


# -- searching ---------------------------------------------------------------------------------


@contextmanager
def add_title_to_errors(loaded: Loaded) -> Iterator[None]:
    """Turn errors within a ``with`` block into a ``CallError`` that begins with the tree's title.

    If the search came to an unknown leaf, a hint is added: ``; give it one with --set x=…``. Other
    errors than those of the project pass through unchanged.
    """
    from treeexplorer.judging.waiting import UnknownReachedError

    try:
        yield
    except UnknownReachedError as error:
        hint = f"; give it one with --set {error.word}=…"
        raise CallError(f"{loaded.title}: {error}{hint}") from None
    except TreeexplorerError as error:
        raise CallError(f"{loaded.title}: {error}") from None


def build_search_record(loaded: Loaded) -> SearchRecord:
    """Search a tree; return the search as the library's record, for the rows of ``--json``."""
    from treeexplorer.library.exercises import Exercise as PublicExercise
    from treeexplorer.library.records import SearchRecord

    return SearchRecord(PublicExercise(loaded.exercise), run_search(loaded), loaded.resolved)


def run_search(loaded: Loaded, step: int | None = None) -> Record:
    """Search a tree, and return the record of the search: all its steps, numbered from 1.

    A search that comes to an unknown leaf stops there. Its incomplete record is returned if it has
    the wanted step already; otherwise the unknown leaf is an error.

    Args:
        loaded: The tree with its rules.
        step: The step that the caller is going to show, 0 for the start; ``None`` for the end of
            the search.

    Raises:
        CallError: There is no such step, or the search stops at an unknown leaf before it. The
            message begins with the tree's title.
    """
    from treeexplorer.engine import search
    from treeexplorer.judging.waiting import check_has_no_unknown

    with add_title_to_errors(loaded):
        record = search(loaded.tree, loaded.resolved.rules)
        # An unknown leaf may be why there are too few steps, and is named then. So this comes
        # before the check of the step; for a complete search it does nothing.
        if step is None or step > record.steps:
            check_has_no_unknown(record)
        if step is not None and not 0 <= step <= record.steps:
            raise CallError(f"there is no step {step}; the search has {record.steps} steps")
        return record


def print_title(loaded: Loaded) -> None:
    """Print the title of a tree above the answer about it; nothing if the tree has no name."""
    if loaded.title != UNNAMED:
        print_lines([loaded.title], style="heading")


@contextmanager
def _collect_garbage_rarely() -> Iterator[None]:
    """Run the garbage collector seldom within a ``with`` block.

    Most objects of a command live until it ends.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def print_answers(
    trees: Iterable[Loaded],
    print_text: Callable[[Loaded], None],
    make_rows: Callable[[Loaded], Iterable[Mapping[str, Any]]] | None = None,
    output: str | None = None,
) -> None:
    """Print the answer about each tree, as JSON Lines or as texts with an empty line between them.

    Args:
        trees: The trees, which may be loaded one by one while answers are printed.
        print_text: Prints the text about a tree. It is called only where ``make_rows`` is ``None``.
        make_rows: Returns the rows of JSON about a tree; ``None`` where text is asked for.
        output: The file of ``-o``, into which the JSON of all trees is written; ``None`` to print
            it. Texts are printed in any case.
    """
    with _collect_garbage_rarely():
        if make_rows is None:
            _print_texts(trees, print_text)
        elif output is not None:
            # One call, as it writes the whole file.
            print_json_rows(chain.from_iterable(map(make_rows, trees)), output)
        else:
            # Tree by tree, so that what is read before an error is printed.
            for loaded in trees:
                print_json_rows(make_rows(loaded))


def _print_texts(trees: Iterable[Loaded], print_text: Callable[[Loaded], None]) -> None:
    """Print the text about each tree, with an empty line before all but the first."""
    for position, loaded in enumerate(trees):
        if position > 0:
            click.echo()
        print_text(loaded)
