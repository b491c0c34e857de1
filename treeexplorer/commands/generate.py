"""``treeexplorer generate``: trees to order, from a seed."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from treeexplorer.commands.shared import (
    Problem,
    course_of_argument,
    number,
    output_option,
    print_or_write,
    rule_option,
    rule_settings,
)
from treeexplorer.text import safe

if TYPE_CHECKING:
    from treeexplorer.exercises.generate import Order, Range
    from treeexplorer.rules import ResolvedRules
    from treeexplorer.tree import GameTree

F = TypeVar("F", bound=Callable[..., Any])

_RANGE: Final = re.compile(r"\s*(\d{1,9})\s*(?:(?:-|to|\.\.)\s*(\d{1,9})\s*)?", re.IGNORECASE)
_MOST_TREES: Final = 200
_RULES: Final = ("algorithm", "form", "cutoff", "fail", "order", "levels")
_RECIPE: Final = (
    *("level", "plies", "branching", "irregular", "values", "cut_offs", "deep", "tie", "same"),
    *("leaves_read", "count", *_RULES),
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
    *map(rule_option, _RULES),
)


def order_options(command: F) -> F:
    """Add the options that order trees: how difficult, of which shape, under which rules."""
    for option in reversed(_ORDER_OPTIONS):
        command = option(command)
    return command


@click.command("generate")
@order_options
@click.option("--title", help="The title of the trees.")
@output_option
def command(**options: Any) -> None:
    """Generate trees to order, from a seed.

    The rules of a course file in this folder or above it hold unless an option says otherwise.
    They stand above each tree, so that it is searched under them wherever it is read.
    `treeexplorer sheet` makes exercise sheets of generated trees.
    """
    from treeexplorer.exercises.generate import titled
    from treeexplorer.notation import write

    title = safe(options["title"] or course_of_argument().title or "Game trees")
    resolved = rules_of(options)
    seed, _, trees = generated(options)
    texts: list[str] = []
    for heading, tree in trees:
        whole = title if len(trees) == 1 else f"{title}: {heading}"
        note = None if texts else f"made with: {recipe(seed, options)}"
        texts.append(write(titled(tree, whole, resolved, note)))
    print_or_write("\n".join(texts), options["output"])


def generated(options: dict[str, Any]) -> tuple[int, Order, list[tuple[str, GameTree]]]:
    """Return the seed, the order and the trees with their titles that options ask for.

    Raises:
        Problem: The order makes no sense, or no tree was found that meets it.
    """
    from treeexplorer.exercises.generate import OrderError, generate, named

    seed = options["seed"] if options["seed"] is not None else secrets.randbelow(10**6)
    count = options["count"]
    try:
        order = order_of(options)
        trees = [named(generate(order, seed + number)) for number in range(count)]
    except OrderError as error:
        raise Problem(f"{error} (seed {seed})") from None
    headings = [f"Tree {number}" if count > 1 else "The tree" for number in range(1, count + 1)]
    return seed, order, list(zip(headings, trees, strict=True))


def rules_of(options: dict[str, Any]) -> ResolvedRules:
    """Return the rules under which trees are ordered: the course's, and those of options.

    Raises:
        Problem: They do not go together.
    """
    from treeexplorer.rules import COURSE_FILE, OPTION, RulesError, resolve

    course = course_of_argument()
    try:
        return resolve([(COURSE_FILE, course.rules), (OPTION, rule_settings(options))])
    except RulesError as error:
        raise Problem(str(error)) from None


def order_of(options: dict[str, Any]) -> Order:
    """Return the order for trees that the values of :func:`order_options` make.

    Raises:
        Problem: A value is none of its option's.
    """
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
    return replace(order, rules=rules_of(options).rules, **changes)


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


def recipe(seed: int, options: dict[str, Any]) -> str:
    """Return the command that makes the same trees again, wherever it is called."""
    from treeexplorer.rules import BUILT_IN

    resolved = rules_of(options)
    words = ["treeexplorer generate"]
    for name in _RECIPE:
        option, value = f"--{name.replace('_', '-')}", options[name]
        if name in _RULES and resolved.origins[name] != BUILT_IN:
            value = getattr(resolved.rules, name)
        if value is None:
            continue
        if name == "same":
            words.append("--same" if value else "--differs")
        elif isinstance(value, bool):
            words.append(option if value else f"--no-{name}")
        elif name == "levels":
            words.append(f"{option} {','.join(value)}")
        elif (name, value) != ("count", 1):
            words.append(f"{option} '{value}'" if value in {">", ">="} else f"{option} {value}")
    return " ".join([*words, f"--seed {seed}"])
