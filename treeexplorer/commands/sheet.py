"""``treeexplorer generate`` and ``sheet``: trees to order; exercise sheets, and their keys."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from treeexplorer.commands.shared import (
    CallError,
    FileParameter,
    course_of_argument,
    expression_option,
    load,
    number,
    output_option,
    print_or_write,
    rule_option,
    rule_settings,
    set_option,
    tree_files,
    tree_option,
)
from treeexplorer.files import write_atomically
from treeexplorer.text import quoted, safe

if TYPE_CHECKING:
    from treeexplorer.exercises.generate import Order, Range
    from treeexplorer.exercises.pages import Block
    from treeexplorer.exercises.sheet import Ask, Sheet, SheetTree
    from treeexplorer.rules import ResolvedRules
    from treeexplorer.tree import GameTree

F = TypeVar("F", bound=Callable[..., Any])

_FORMATS: Final = ("markdown", "latex", "html", "moodle")
_SUFFIXES: Final = {".md": "markdown", ".tex": "latex", ".html": "html", ".xml": "moodle"}
_TITLE: Final = "Game trees"
_GENERATES: Final = ("seed", "level", "plies", "branching", "irregular", "cut_offs", "leaves_read")


_RANGE: Final = re.compile(r"\s*(\d{1,9})\s*(?:(?:-|to|\.\.)\s*(\d{1,9})\s*)?", re.IGNORECASE)
_MOST_TREES: Final = 200
_RULES: Final = ("algorithm", "form", "cutoff", "fail", "order", "levels")
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


def _order_options(command: F) -> F:
    """Add the options that order trees: how difficult, of which shape, under which rules."""
    for option in reversed(_ORDER_OPTIONS):
        command = option(command)
    return command


@click.command("generate")
@_order_options
@click.option("--title", help="The title of the trees.")
@output_option
def generate(**options: Any) -> None:
    """Generate trees to order, from a seed.

    The rules of a course file in this folder or above it hold unless an option says otherwise.
    They stand above each tree, so that it is searched under them wherever it is read.
    `treeexplorer sheet` makes exercise sheets of generated trees.
    """
    from treeexplorer.exercises.generate import titled
    from treeexplorer.notation import write

    title = safe(options["title"] or course_of_argument().title or _TITLE)
    rules = _rules(options)
    seed, trees = _generated(options, rules)
    texts: list[str] = []
    for heading, tree in trees:
        whole = title if len(trees) == 1 else f"{title}: {heading}"
        note = None if texts else f"made with: {_recipe(seed, options, rules)}"
        texts.append(write(titled(tree, whole, rules, note)))
    print_or_write("\n".join(texts), options["output"])


def _rules(options: dict[str, Any]) -> ResolvedRules:
    """Return the rules under which trees are ordered: the course's, and those of options."""
    from treeexplorer.rules import COURSE_FILE, OPTION, resolve

    return resolve([(COURSE_FILE, course_of_argument().rules), (OPTION, rule_settings(options))])


def _generated(
    options: dict[str, Any], rules: ResolvedRules
) -> tuple[int, list[tuple[str, GameTree]]]:
    """Return the seed, and the trees with their titles that options ask for.

    Raises:
        CallError: The order makes no sense, or no tree was found that meets it.
    """
    from treeexplorer.exercises.generate import OrderError, generate, named

    seed = options["seed"] if options["seed"] is not None else secrets.randbelow(10**6)
    count = options["count"]
    try:
        order = replace(_order(options), rules=rules.rules)
        trees = [named(generate(order, seed + place)) for place in range(count)]
    except OrderError as error:
        raise CallError(f"{error} (seed {seed})") from None
    if count == 1:
        return seed, [("The tree", trees[0])]
    return seed, [(f"Tree {place}", tree) for place, tree in enumerate(trees, 1)]


def _order(options: dict[str, Any]) -> Order:
    """Return the order for trees that the values of :func:`_order_options` make."""
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
    return replace(order, **changes)


def _range(text: str, option: str) -> Range:
    from treeexplorer.exercises.generate import Range

    found = _RANGE.fullmatch(text)
    if found is None:
        raise CallError(f"{option} is a number or a range, as 3 or 2-4")
    low = int(found[1])
    return Range(low, int(found[2]) if found[2] else low)


def _values(text: str) -> Range:
    from treeexplorer.exercises.generate import Range

    parts = text.replace(",", " ").split()
    if len(parts) != 2:
        raise CallError("--values is the least and the greatest value, as -9,20")
    ends = [number(part, "--values") for part in parts]
    if not all(isinstance(end, int) for end in ends):
        raise CallError("--values is a range of integers, as -9,20")
    return Range(int(ends[0]), int(ends[1]))


def _recipe(seed: int, options: dict[str, Any], rules: ResolvedRules) -> str:
    """Return the command that makes the same trees again, wherever it is called."""
    from treeexplorer.rules import BUILT_IN

    words = ["treeexplorer generate"]
    for option in click.get_current_context().command.params:
        name, flag = str(option.name), option.opts[0]
        value = options[name]
        if name in _RULES and rules.origins[name] != BUILT_IN:
            value = getattr(rules.rules, name)
        if value in {None, option.default} or name in {"seed", "title", "output"}:
            continue
        if isinstance(value, bool):
            words.append(flag if value else option.secondary_opts[0])
        elif name == "levels":
            words.append(f"{flag} {','.join(value)}")
        else:
            words.append(f"{flag} '{value}'" if value in {">", ">="} else f"{flag} {value}")
    return " ".join([*words, f"--seed {seed}"])


# -- sheets ------------------------------------------------------------------------------------


@click.command("sheet")
@click.argument("files", nargs=-1, metavar="FILE...", type=FileParameter(), is_eager=True)
@expression_option
@click.option("--as", "format_name", type=click.Choice(_FORMATS), help="What to write.")
@output_option
@click.option("--key", "key_file", metavar="FILE", help="Write the key; as .tree it can be graded.")
@click.option("--blank", "blank_file", metavar="FILE.tree", help="Write the file to fill in.")
@click.option("--ask", "asks", metavar="LIST", help="What to ask for: values,cuts,windows,best,…")
@click.option("--title", help="The heading of the sheet.")
@click.option("--instructions", metavar="TEXT", help="What stands above the exercises.")
@click.option("--name-field", is_flag=True, help="A line for the name.")
@click.option("--points", metavar="N", help="The points that a tree is worth.")
@click.option("--variants", type=click.IntRange(1, 26), default=1, help="A, B, C, …: other leaves.")
@rule_option("window")
@rule_option("depth")
@set_option
@tree_option
@_order_options
def sheet(files: tuple[str, ...], expression: str | None, **options: Any) -> None:
    """Make an exercise sheet of your own trees, or of generated ones.

    FILE may be a folder: its .tree files are taken in the order of their names. Without FILE,
    --seed N and the options of `generate` make the trees. The handout tells nothing of the answer:
    --key writes the key, --blank the file to fill in. With --variants, each variant is a file of
    its own.
    """
    from treeexplorer.exercises.sheet import variants
    from treeexplorer.notation import write_all

    format_name = options["format_name"] = _format(options)
    first, seed = _sheet(files, expression, options)
    count = options["variants"]
    sheets = variants(first, count, seed) if count > 1 else [first]
    if options["output"] is None:
        click.echo(_handouts(sheets, format_name), nl=False)
    for one in sheets:
        if options["output"] is not None:
            _write(options["output"], one, _handouts([one], format_name))
        if options["key_file"]:
            _write(options["key_file"], one, _key(one, options["key_file"], format_name))
        if options["blank_file"]:
            _write(options["blank_file"], one, write_all(tree.blank for tree in one.trees))


def _format(options: dict[str, Any]) -> str:
    output, name = options["output"], options["format_name"]
    if name is None:
        name = _SUFFIXES.get(Path(output).suffix, "markdown") if output else "markdown"
    blank = options["blank_file"]
    if blank and Path(blank).suffix != ".tree":
        raise CallError("--blank writes a .tree file; give it a name that ends so")
    key = options["key_file"]
    if name == "moodle" and key and Path(key).suffix != ".tree":
        raise CallError("a course page carries its own key; --key writes a .tree file beside it")
    if name == "moodle" and (options["points"] is not None or options["name_field"]):
        raise CallError(
            "a course page has names and points of its own: --points and --name-field "
            "say nothing about it"
        )
    return str(name)


# -- the sheet ---------------------------------------------------------------------------------


def _sheet(
    files: tuple[str, ...], expression: str | None, options: dict[str, Any]
) -> tuple[Sheet, int]:
    from treeexplorer.exercises.sheet import Sheet, SheetTree
    from treeexplorer.notation import Exercise

    asks = _asks(options["asks"])
    seed = 0
    if files or expression is not None:
        each = (
            loaded
            for file in (tree_files(files) if files else [None])
            for loaded in load(file, expression, options, expects_unknowns=True)
        )
        trees = [
            SheetTree(
                heading=loaded.exercise.directives.title or f"Tree {place}",
                exercise=loaded.exercise,
                rules=loaded.resolved.rules,
                asks=asks,
            )
            for place, loaded in enumerate(each, 1)
        ]
    elif any(options[name] is not None for name in _GENERATES) or options["count"] > 1:
        rules = _rules(options)
        seed, generated = _generated(options, rules)
        trees = [SheetTree(title, Exercise(tree), rules.rules, asks) for title, tree in generated]
    else:
        raise CallError("which trees? Name a FILE or a folder, or give --seed N to generate them")
    for tree in trees:
        if not tree.claims:
            raise CallError(
                f"{tree.heading}: nothing of what is asked for has an answer here; an unknown leaf "
                "takes --ask pruned-if, or a value with --set"
            )
    course = course_of_argument(files[0] if files else None)
    points = options["points"]
    sheet = Sheet(
        title=safe(options["title"] or course.title or _TITLE),
        trees=tuple(_told_apart(trees)),
        instructions=safe(options["instructions"] or course.instructions or ""),
        has_name_field=options["name_field"],
        points=None if points is None else number(points, "--points"),
    )
    return sheet, seed


def _asks(text: str | None) -> tuple[Ask, ...]:
    from treeexplorer.exercises.sheet import ASKS, DEFAULT_ASKS

    if text is None:
        return DEFAULT_ASKS
    words = text.replace(",", " ").lower().split()
    for word in words:
        if word not in ASKS:
            raise CallError(f"--ask is a list of {', '.join(ASKS)}, not {quoted(word)}")
    if {"windows", "exit-windows"} <= set(words):
        raise CallError("--ask takes windows or exit-windows, not both: one is written at a node")
    if not words:
        raise CallError(f"--ask asks for nothing; choose of {', '.join(ASKS)}")
    return tuple(one for one in ASKS if one in words)


def _told_apart(trees: list[SheetTree]) -> Iterator[SheetTree]:
    """Yield the trees with different headings, by which they are told when they are graded."""
    seen: Counter[str] = Counter()
    for tree in trees:
        seen[tree.heading] += 1
        again = seen[tree.heading]
        yield replace(tree, heading=f"{tree.heading} ({again})") if again > 1 else tree


# -- writing -----------------------------------------------------------------------------------


def _handouts(sheets: list[Sheet], format_name: str) -> str:
    from treeexplorer.exercises.pages import WRITERS, NewPage

    if format_name == "moodle":
        from treeexplorer.exercises.moodle import moodle

        return moodle(*sheets)
    blocks: list[Block] = []
    for sheet in sheets:
        blocks += [NewPage()] * bool(blocks)
        blocks += sheet.handout()
    return WRITERS[format_name](blocks)


def _key(sheet: Sheet, file: str, format_name: str) -> str:
    from treeexplorer.exercises.pages import WRITERS
    from treeexplorer.notation import write_all

    if Path(file).suffix == ".tree":
        return write_all(tree.key for tree in sheet.trees)
    return WRITERS[format_name](list(sheet.key()))


def _write(file: str, sheet: Sheet, text: str) -> None:
    """Write a file; where there are variants, with the variant's letter before its ending."""
    path = Path(file)
    if sheet.letter:
        path = path.with_name(f"{path.stem}-{sheet.letter}{path.suffix}")
    write_atomically(path, text)
