"""``treeexplorer generate``: trees to order, as a file; and the options that order them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from treeexplorer.commands.shared import Problem, number, rule_settings
from treeexplorer.text import safe

if TYPE_CHECKING:
    from treeexplorer.exercises.generate import Order, Range
    from treeexplorer.rules import Rules
    from treeexplorer.tree import GameTree

F = TypeVar("F", bound=Callable[..., Any])

_RANGE = re.compile(r"\s*(\d+)\s*(?:(?:-|to|\.\.)\s*(\d+)\s*)?", re.IGNORECASE)
_MOST_TREES = 200
_RECIPE = (
    *("level", "plies", "branching", "irregular", "values", "cut_offs", "deep", "tie", "same"),
    *("leaves_read", "count", "algorithm", "form", "cutoff", "fail", "order", "levels"),
)
_ORDER_OPTIONS: Final[tuple[Callable[[Any], Any], ...]] = (
    click.option("--level", type=click.IntRange(1, 5), help="How difficult, from 1 to 5."),
    click.option("--plies", type=int, metavar="N", help="How many plies deep."),
    click.option("--branching", metavar="N-M", help="How many children a node has, as 3 or 2-4."),
    click.option("--irregular", is_flag=True, default=None, help="Some branches end early."),
    click.option("--values", metavar="A,B", help="The range of the leaf values."),
    click.option("--cut-offs", metavar="N-M", help="How many cut-offs, as 2 or 2-4."),
    click.option("--deep/--no-deep", default=None, help="At least one deep cut-off, or none."),
    click.option("--tie/--no-tie", default=None, help="At least one cut-off on equality, or none."),
    click.option(
        "--same/--differs", default=None, help="The same answer under all conventions, or not."
    ),
    click.option("--leaves-read", metavar="N-M", help="How many leaves the search reads."),
    click.option("--seed", type=int, metavar="N", help="The same seed gives the same trees."),
    click.option("--count", type=click.IntRange(1, _MOST_TREES), default=1, help="How many trees."),
    click.option("--algorithm", metavar="NAME", help="The search that is asked for."),
    click.option("--form", metavar="NAME", help="The printed form of alpha-beta."),
    click.option("--cutoff", metavar="SIGN", help="Cut when α >= β, or only when α > β."),
    click.option("--fail", metavar="HOW", help="What falls outside the window: soft or hard."),
    click.option("--order", metavar="ORDER", help="left-to-right or right-to-left."),
    click.option("--levels", metavar="PLAYERS", help="The players by ply, such as max,min."),
)


def order_options(command: F) -> F:
    """Add the options that say what generated trees are to be like."""
    for option in reversed(_ORDER_OPTIONS):
        command = option(command)
    return command


@click.command("generate")
@order_options
@click.option("--title", default="Game trees", help="The title of the trees.")
@click.option("-o", "--output", metavar="FILE", help="Write to a file instead of printing.")
def command(**options: Any) -> None:
    """Generate trees to order, from a seed.

    `treeexplorer sheet` makes exercise sheets of them.
    """
    options["title"] = safe(options["title"])
    seed, order, trees = generated(options)
    text = _tree_file(order, trees, options["title"], f"made with: {recipe(seed, options)}")
    if options["output"]:
        write_output(Path(options["output"]), text)
    else:
        click.echo(text, nl=False)


def generated(options: dict[str, Any]) -> tuple[int, Order, list[tuple[str, GameTree]]]:
    """Return the seed, the order and the trees with their titles that options ask for.

    Raises:
        Problem: The order makes no sense, or no tree was found that meets it.
    """
    from treeexplorer.exercises.generate import OrderError

    seed = options["seed"] if options["seed"] is not None else secrets.randbelow(10**6)
    try:
        order = _order(options)
        return seed, order, _trees(order, seed, options["count"])
    except OrderError as error:
        raise Problem(f"{error} (seed {seed})") from None


# -- the order ---------------------------------------------------------------------------------


def _order(options: dict[str, Any]) -> Order:
    from treeexplorer.exercises.generate import LEVELS, Order

    order = Order() if options["level"] is None else LEVELS[options["level"] - 1]
    changes: dict[str, Any] = {
        name: options[name]
        for name in ("plies", "irregular", "deep", "tie", "same")
        if options[name] is not None
    }
    for name in ("branching", "cut_offs", "leaves_read"):
        if options[name] is not None:
            changes[name] = _range(options[name], f"--{name.replace('_', '-')}")
    if options["values"] is not None:
        changes["values"] = _values(options["values"])
    return replace(order, rules=_rules(options), **changes)


def _rules(options: dict[str, Any]) -> Rules:
    from treeexplorer.rules import (
        COURSE_FILE,
        OPTION,
        CourseFileError,
        RulesError,
        course_of,
        resolve,
    )

    try:
        stated = course_of(Path.cwd()).rules
        return resolve([(COURSE_FILE, stated), (OPTION, rule_settings(options))]).rules
    except (RulesError, CourseFileError) as error:
        raise Problem(str(error)) from None


def _range(text: str, option: str) -> Range:
    from treeexplorer.exercises.generate import Range

    found = _RANGE.fullmatch(text)
    if found is None:
        raise Problem(f"{option} is a number or a range, as 3 or 2-4")
    low = int(found[1])
    return Range(low, int(found[2]) if found[2] else low)


def _values(text: str) -> Range:
    from treeexplorer.exercises.generate import Range

    parts = text.replace(",", " ").split()
    if len(parts) != 2:
        raise Problem("--values is the least and the greatest value, as -9,20")
    ends = [number(part, "--values") for part in parts]
    if not all(isinstance(end, int) for end in ends):
        raise Problem("--values is a range of integers, as -9,20")
    return Range(int(ends[0]), int(ends[1]))


# -- the trees ---------------------------------------------------------------------------------


def _trees(order: Order, seed: int, count: int) -> list[tuple[str, GameTree]]:
    from treeexplorer.exercises.generate import generate, named

    return [
        (
            f"Tree {position}" if count > 1 else "The tree",
            named(generate(order, seed + position - 1)),
        )
        for position in range(1, count + 1)
    ]


def _tree_file(order: Order, trees: list[tuple[str, GameTree]], title: str, recipe: str) -> str:
    from treeexplorer.exercises.generate import titled
    from treeexplorer.notation import write

    texts: list[str] = []
    for heading, tree in trees:
        whole = title if len(trees) == 1 else f"{title}: {heading}"
        note = None if texts else recipe
        texts.append(write(titled(tree, whole, order, note)))
    return "\n".join(texts)


def recipe(seed: int, options: dict[str, Any]) -> str:
    """Return the command that makes the same trees again."""
    words = ["treeexplorer generate"]
    for name in _RECIPE:
        option, value = f"--{name.replace('_', '-')}", options[name]
        if value is None:
            continue
        if name == "same":
            words.append("--same" if value else "--differs")
        elif isinstance(value, bool):
            words.append(option if value else f"--no-{name}")
        elif (name, value) != ("count", 1):
            words.append(f"{option} '{value}'" if value in {">", ">="} else f"{option} {value}")
    return " ".join([*words, f"--seed {seed}"])


def write_output(path: Path, text: str) -> None:
    """Write a file, and say so on standard error.

    Raises:
        Problem: It cannot be written.
    """
    from treeexplorer.files import write_atomically

    try:
        write_atomically(path, text)
    except OSError as error:
        raise Problem(f"{safe(str(path))}: {error.strerror or error}") from None
    click.echo(f"wrote {safe(str(path))}", err=True)
