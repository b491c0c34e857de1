"""``treeexplorer generate``: trees to order."""

from __future__ import annotations

import re
import secrets
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands import call_options, loading, printing, problems
from treeexplorer.course_file import find_course
from treeexplorer.text import safe

if TYPE_CHECKING:
    from treeexplorer.course.generate import Order, Range
    from treeexplorer.notation import Exercise
    from treeexplorer.rules import ResolvedRules

_RANGE: Final = re.compile(r"(?P<lowest>-?\d{1,9})(?:[-, ](?P<highest>-?\d{1,9}))?")
_OF_THE_ORDER: Final = (
    "level", "plies", "branching", "irregular", "values", "cut_offs", "deep", "tie", "same",
    "leaves_read",
)  # fmt: skip
"""The options that say what is wanted of the trees."""
_OPPOSITE: Final = {"deep": "--no-deep", "tie": "--no-tie", "same": "--differs"}
"""What is written instead of an option where it is switched off."""


@click.command("generate")
@click.option("--level", type=click.IntRange(1, 5), help="How difficult, from 1 to 5.")
@click.option("--plies", type=int, metavar="N", help="How many plies deep.")
@click.option("--branching", metavar="N-M", help="How many children a node has, as 3 or 2-4.")
@click.option("--irregular", is_flag=True, default=None, help="Some branches end early.")
@click.option("--values", metavar="A,B", help="The range of the leaf values.")
@click.option("--cut-offs", metavar="N-M", help="How many cut-offs, as 2 or 2-4.")
@click.option("--deep/--no-deep", default=None, help="At least one deep cut-off, or none.")
@click.option("--tie/--no-tie", default=None, help="At least one cut-off on equality, or none.")
@click.option(
    "--same/--differs", default=None, help="The same answer under all conventions, or not."
)
@click.option("--leaves-read", metavar="N-M", help="How many leaves the search reads.")
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same trees.")
@click.option("--count", type=click.IntRange(1, 200), default=1, help="How many trees.")
@call_options.convention_options
@click.option("--title", help="The title of the trees, which have none otherwise.")
@call_options.output_option
@call_options.json_option
def generate(**options: Any) -> None:
    """Generate trees to order, from a seed.

    The rules of a course file in this folder or above it hold unless an option says otherwise.
    They stand above each tree, so that it is searched under them wherever it is read. The first
    line is the command that makes the same trees again. `treeexplorer sheet` makes exercise sheets
    of them.
    """
    from treeexplorer.engine.algorithms import rules_of
    from treeexplorer.notation import write_all

    # A seed is chosen here, so that the command in the first line can name it.
    seed = secrets.randbelow(10**6) if options["seed"] is None else options["seed"]
    title = safe(options["title"]) if options["title"] else None
    options = {**options, "seed": seed, "title": title}

    no_exercise = None  # the trees are still to be made
    resolved = rules_of(no_exercise, find_course(), loading.collect_stated_rules(options))
    exercises = _generate_exercises(options, resolved)

    comment = f"# {_format_command(options, resolved)}\n"
    if options["as_json"]:
        printing.print_json_rows(_make_rows(exercises, comment), options["output"])
    else:
        printing.print_or_write(comment + write_all(exercises), options["output"])


def _make_rows(exercises: Sequence[Exercise], comment: str) -> list[dict[str, Any]]:
    """Return the trees as rows of JSON, with the comment above the text of the first one."""
    from treeexplorer.notation import convert_exercise_to_json

    first, *others = map(convert_exercise_to_json, exercises)
    return [{**first, "text": comment + first["text"]}, *others]


def _list_stated_rules(resolved: ResolvedRules) -> list[str]:
    """Return the rules of a course file or an option, which are written above each tree."""
    from treeexplorer.rules import BUILT_IN

    return [name for name, origin in resolved.origins.items() if origin != BUILT_IN]


def _generate_exercises(options: Mapping[str, Any], resolved: ResolvedRules) -> list[Exercise]:
    """Generate the ordered trees, each with its title and the rules of its search.

    Rules of an option or a course file are stated by the exercise: they are written above the tree.
    """
    from treeexplorer.course.generate import several
    from treeexplorer.notation import Directives, Exercise

    order = replace(_make_order(options), rules=resolved.rules)
    trees = several(order, options["seed"], options["count"])
    stated_rules = _list_stated_rules(resolved)
    exercises: list[Exercise] = []
    for number, tree in enumerate(trees, 1):
        title = _make_title(options["title"], number, len(trees))
        exercise = Exercise(tree, directives=Directives(title=title))
        exercises.append(exercise.stating(resolved.rules, stated_rules))
    return exercises


def _format_command(options: Mapping[str, Any], resolved: ResolvedRules) -> str:
    """Return the command line that generates the same trees again, quoted for a shell.

    For example ``treeexplorer generate --level 3 --cutoff '>' --seed 7``. The rules of a course
    file are written as options, too. ``options["seed"]`` must be chosen already.
    """
    words = ["treeexplorer", "generate"]
    for name in _OF_THE_ORDER:
        words += _format_option(name, options[name])
    words += _format_rules(resolved)
    words += ["--seed", str(options["seed"])]
    if options["count"] > 1:  # 1 is the default
        words += ["--count", str(options["count"])]
    if options["title"] is not None:
        words += ["--title", options["title"]]
    return shlex.join(words)


def _format_rules(resolved: ResolvedRules) -> Iterator[str]:
    """Yield the stated rules as they are typed: ``--cutoff``, ``>``, …."""
    from treeexplorer.notation.directives import format_rule_value

    for name in _list_stated_rules(resolved):
        yield f"--{name}"
        yield format_rule_value(name, getattr(resolved.rules, name)).replace(" ", ",")


def _format_option(name: str, value: Any) -> list[str]:
    """Return the words of a command line that give an option its value; none for ``None``.

    The name is that of the option in Python; the value of a flag is a bool.

    >>> _format_option("cut_offs", "2-4"), _format_option("deep", False)
    (['--cut-offs', '2-4'], ['--no-deep'])
    """
    flag = f"--{_format_option_name(name)}"
    if value is None:
        return []
    # By identity, as the number 1 equals True.
    if value is True:
        return [flag]
    if value is False:
        return [_OPPOSITE[name]]
    return [flag, str(value)]


def _format_option_name(name: str) -> str:
    """Return the name of an option as it is typed: ``cut-offs`` for ``cut_offs``."""
    return name.replace("_", "-")


def _make_title(title: str | None, number: int, count: int) -> str | None:
    """Return the title of one of several trees: ``Week 3: Tree 1``; ``None`` if none is given.

    A course's title is that of its sheets, which number trees without a title.
    """
    if title is None or count == 1:
        return title
    return f"{title}: Tree {number}"


def _make_order(options: Mapping[str, Any]) -> Order:
    """Return what is ordered of the trees: what a level of difficulty asks for, changed by options.

    An option that is ``None`` was not given, and changes nothing. A CallError is raised if an
    option that takes a range, such as ``--values -9,20``, has another text.
    """
    from treeexplorer.course.generate import order_of_level

    changes: dict[str, Any] = {}
    for name in ("plies", "irregular", "deep", "tie", "same"):
        if options[name] is not None:
            changes[name] = options[name]
    for name in ("branching", "values", "cut_offs", "leaves_read"):
        if options[name] is not None:
            changes[name] = _parse_range(name, options[name])
    return replace(order_of_level(options["level"]), **changes)


def _parse_range(name: str, text: str) -> Range:
    """Return the range that the text of an option stands for: ``2-4``, or ``3`` for 3 alone.

    A CallError, which names the option, is raised if the text is no number and no range.

    >>> _parse_range("values", "-9,20"), _parse_range("plies", "3")
    (Range(low=-9, high=20), Range(low=3, high=3))
    """
    from treeexplorer.course.generate import Range

    match = _RANGE.fullmatch(text)
    if match is None:
        raise problems.CallError(
            f"--{_format_option_name(name)} is a number or a range of integers, as 3 or 2-4 or "
            "-9,20"
        )
    lowest = int(match["lowest"])
    is_single_number = match["highest"] is None
    highest = lowest if is_single_number else int(match["highest"])
    return Range(lowest, highest)
