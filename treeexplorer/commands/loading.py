"""Reads the trees that a command is called with: from files, examples, ``-e`` or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from treeexplorer import gallery
from treeexplorer.commands.problems import CallError, is_printing_json, print_notice
from treeexplorer.course_file import find_course
from treeexplorer.files import read_all, read_bytes
from treeexplorer.numbers import parse_typed_number
from treeexplorer.rules import RULE_OPTIONS
from treeexplorer.text import nearest, quoted, safe

if TYPE_CHECKING:
    from treeexplorer.course_file import Course
    from treeexplorer.notation import Exercise
    from treeexplorer.rules import ResolvedRules, Rules
    from treeexplorer.tree import GameTree, Levels, Number

STANDARD_INPUT: Final = "-"
COMMAND_LINE_TREE: Final = "-e"
UNNAMED: Final = "tree"  # what a tree without a title is called where no file names it


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


class _StatedOptions(NamedTuple):
    """What options state of a tree and its search.

    ``--cutoff '>' --set x=3 --tree 2`` is ``rules={"cutoff": ">"}, settings=("x=3",), only=2``.

    Attributes:
        rules: The rules that are stated, by field name of ``Rules``.
        settings: What was typed behind each ``--set``.
        only: Which tree of the file is wanted, from 1; ``None`` for all.
    """

    rules: Mapping[str, Any]
    settings: tuple[str, ...]
    only: int | None


def _collect_stated_options(options: Mapping[str, Any]) -> _StatedOptions:
    """Collect what options state of a tree and its search; missing ones count as not given."""
    return _StatedOptions(
        rules=collect_stated_rules(options),
        settings=options.get("settings", ()),
        only=options.get("only"),
    )


def load_each_tree(
    file: str | None,
    expression: str | None,
    options: Mapping[str, Any],
    *,
    expects_unknowns: bool = False,
    tries_searches: bool = False,
    takes_notation_only: bool = False,
    takes_answers_in_words: bool = False,
) -> Iterator[Loaded]:
    """Yield the trees of a file, each with the rules under which it is to be searched.

    Nothing is read before the first tree is asked for. Then the whole file is read, and a notice
    printed on standard error if it is in another syntax. Before each tree that has unknown leaves
    (with a letter in place of a number) these are named there, since one may be a misspelt number.
    With ``--json`` no notice is printed.

    Args:
        file: FILE, as it was typed; ``None`` where there is none.
        expression: The tree that ``-e`` gives; ``None`` where it gives none.
        options: The options of :func:`rule_options` by their names. Missing ones count as not
            given, and others do not matter.
        expects_unknowns: Whether unknown leaves are normal for this command: it prints no notice of
            them.
        tries_searches: Whether other searches are tried, too, so that every rule decides something.
        takes_notation_only: Whether a text in another format, such as JSON, is refused.
        takes_answers_in_words: Whether lines such as ``A = 3`` beside a tree are claims about it.

    Raises:
        TreeexplorerError: The text cannot be read, or there is no tree of the number that
            ``--tree`` gives.
    """
    from treeexplorer.engine.algorithms import rules_of
    from treeexplorer.notation import notices

    stated = _collect_stated_options(options)
    source = read_source(file, expression)
    course = find_course_of_argument(source.argument)
    levels = _choose_levels(source.text, course, stated.rules)
    exercises = _read_paper(source) if takes_answers_in_words else None
    if exercises is None:
        exercises = _read_exercises(source, levels=levels, takes_notation_only=takes_notation_only)

    count = len(exercises)
    for number in _choose_tree_numbers(stated.only, source.argument, count):
        as_written = exercises[number - 1]
        resolved = rules_of(as_written, course, stated.rules, tries_searches=tries_searches)
        exercise = _apply_settings(as_written, resolved.rules, stated.settings)
        if not expects_unknowns:
            _print_remarks(notices(exercise), source.argument)
        yield Loaded(exercise, source.argument, number, count, resolved)


def _read_paper(source: InputText) -> Sequence[Exercise] | None:
    """Read the trees of a text with answers on lines of words, and print how they were read.

    ``None`` if the text has no such answers.
    """
    from treeexplorer.course.paper import read_paper

    paper = read_paper(source.text)
    if paper is None:
        return None
    _print_remarks([remark.rstrip(".") for remark in paper.remarks], source.argument)
    return paper.exercises


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
    if is_printing_json():
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


def collect_stated_rules(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that options state, by field name of ``Rules``; others are left out.

    For example ``{"cutoff": ">"}`` if ``--cutoff >`` is the only one.
    """
    return {name: options[name] for name in RULE_OPTIONS if options.get(name) is not None}


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
