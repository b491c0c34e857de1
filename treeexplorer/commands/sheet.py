"""``treeexplorer sheet``: an exercise sheet, its key apart from it, and the file to fill in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands.generate import generated, order_options
from treeexplorer.commands.shared import (
    STANDARD_INPUT,
    Problem,
    course_of_argument,
    expression_option,
    load,
    number,
    output_option,
    rule_option,
    write,
)
from treeexplorer.text import quoted, safe

if TYPE_CHECKING:
    from treeexplorer.exercises.pages import Blocks
    from treeexplorer.exercises.sheet import Ask, Sheet, SheetTree

_FORMATS: Final = ("markdown", "latex", "html", "moodle")
_SUFFIXES: Final = {".md": "markdown", ".tex": "latex", ".html": "html", ".xml": "moodle"}
_TITLE: Final = "Game trees"
_GENERATES: Final = ("seed", "level", "plies", "branching", "irregular", "cut_offs", "leaves_read")


@click.command("sheet")
@click.argument("files", nargs=-1, metavar="FILE...")
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
@click.option("--set", "settings", multiple=True, metavar="X=3", help="Give an unknown a value.")
@click.option("--tree", "only", type=int, metavar="N", help="Only the Nth tree of the file.")
@order_options
def command(files: tuple[str, ...], expression: str | None, **options: Any) -> None:
    """Make an exercise sheet of your own trees, or of generated ones.

    FILE may be a folder: its .tree files are taken in the order of their names. Without FILE,
    --seed N and the options of `generate` make the trees. The handout tells nothing of the answer:
    --key writes the key, --blank the file to fill in. With --variants, each variant is a file of
    its own.
    """
    from treeexplorer.engine import HorizonError, RulesError
    from treeexplorer.exercises.sheet import variants

    format_name = _format(options)
    try:
        sheet, seed = _sheet(files, expression, options)
        count = options["variants"]
        sheets = variants(sheet, count, seed) if count > 1 else [sheet]
        if options["output"] is None:
            click.echo(_handouts(sheets, format_name), nl=False)
        for one in sheets:
            if options["output"] is not None:
                _write(options["output"], one, _handouts([one], format_name))
            if options["key_file"]:
                _write(options["key_file"], one, _key(one, options["key_file"], format_name))
            if options["blank_file"]:
                _write(options["blank_file"], one, _trees(one, lambda tree: tree.blank))
    except (HorizonError, RulesError) as error:
        raise Problem(str(error)) from None


def _format(options: dict[str, Any]) -> str:
    output, name = options["output"], options["format_name"]
    if name is None:
        name = _SUFFIXES.get(Path(output).suffix, "markdown") if output else "markdown"
    blank = options["blank_file"]
    if blank and Path(blank).suffix != ".tree":
        raise Problem("--blank writes a .tree file; give it a name that ends so")
    key = options["key_file"]
    if name == "moodle" and key and Path(key).suffix != ".tree":
        raise Problem("a course page carries its own key; --key writes a .tree file beside it")
    return str(name)


# -- the sheet ---------------------------------------------------------------------------------


def _sheet(
    files: tuple[str, ...], expression: str | None, options: dict[str, Any]
) -> tuple[Sheet, int]:
    from treeexplorer.exercises.sheet import Sheet

    asks = _asks(options["asks"])
    seed = 0
    if files or expression is not None:
        trees = list(_own_trees(files, expression, asks, options))
    elif any(options[name] is not None for name in _GENERATES) or options["count"] > 1:
        seed, trees = _generated_trees(asks, options)
    else:
        raise Problem("which trees? Name a FILE or a folder, or give --seed N to generate them")
    if options["format_name"] == "moodle" and any("leaves" in tree.asked for tree in trees):
        raise Problem("an order of the leaves cannot be asked for on a course page")
    for tree in trees:
        if not tree.claims:
            raise Problem(
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
            raise Problem(f"--ask is a list of {', '.join(ASKS)}, not {quoted(word)}")
    if {"windows", "exit-windows"} <= set(words):
        raise Problem("--ask takes windows or exit-windows, not both: one is written at a node")
    if not words:
        raise Problem(f"--ask asks for nothing; choose of {', '.join(ASKS)}")
    return tuple(one for one in ASKS if one in words)


def _own_trees(
    files: tuple[str, ...],
    expression: str | None,
    asks: tuple[Ask, ...],
    options: dict[str, Any],
) -> Iterator[SheetTree]:
    from treeexplorer.exercises.sheet import SheetTree

    place = 0
    for file in tree_files(files) if files else [None]:
        for loaded in load(file, expression, options, expects_unknowns=True):
            place += 1
            heading = loaded.exercise.directives.title or f"Tree {place}"
            yield SheetTree(heading, loaded.exercise, loaded.resolved.rules, asks)


def _generated_trees(asks: tuple[Ask, ...], options: dict[str, Any]) -> tuple[int, list[SheetTree]]:
    from treeexplorer.exercises.sheet import SheetTree
    from treeexplorer.notation import Exercise

    seed, order, trees = generated(options)
    found = [SheetTree(title, Exercise(tree), order.rules, asks) for title, tree in trees]
    return seed, found


def tree_files(arguments: tuple[str, ...]) -> Iterator[str]:
    """Yield files, and for each folder its ``.tree`` files in the order of their names.

    Raises:
        Problem: A folder has none.
    """
    for argument in arguments:
        path = Path(argument)
        if argument == STANDARD_INPUT or not path.is_dir():
            yield argument
            continue
        inside = sorted(path.glob("*.tree"))
        if not inside:
            raise Problem(f"{safe(argument)}: there are no .tree files in this folder")
        yield from map(str, inside)


def _told_apart(trees: list[SheetTree]) -> Iterator[SheetTree]:
    """Yield the trees with different headings, by which they are told when they are graded."""
    seen: dict[str, int] = {}
    for tree in trees:
        seen[tree.heading] = seen.get(tree.heading, 0) + 1
        again = seen[tree.heading]
        yield replace(tree, heading=f"{tree.heading} ({again})") if again > 1 else tree


# -- writing -----------------------------------------------------------------------------------


def _handouts(sheets: list[Sheet], format_name: str) -> str:
    from treeexplorer.exercises.pages import NewPage

    if format_name == "moodle":
        from treeexplorer.exercises.moodle import moodle

        return "".join(map(moodle, sheets))
    blocks: list[Any] = []
    for sheet in sheets:
        blocks += [NewPage()] * bool(blocks)
        blocks += sheet.handout()
    return _written(blocks, format_name)


def _written(blocks: Blocks, format_name: str) -> str:
    from treeexplorer.exercises.pages import html, latex, markdown

    writers: dict[str, Callable[[Blocks], str]] = {"latex": latex, "html": html}
    return writers.get(format_name, markdown)(blocks)


def _key(sheet: Sheet, file: str, format_name: str) -> str:
    if Path(file).suffix == ".tree":
        return _trees(sheet, lambda tree: tree.key)
    return _written(list(sheet.key()), format_name)


def _trees(sheet: Sheet, exercise: Callable[[SheetTree], Any]) -> str:
    from treeexplorer.notation import write_all

    return write_all([exercise(tree) for tree in sheet.trees])


def _write(file: str, sheet: Sheet, text: str) -> None:
    """Write a file; where there are variants, with the variant's letter before its ending."""
    path = Path(file)
    if sheet.letter:
        path = path.with_name(f"{path.stem}-{sheet.letter}{path.suffix}")
    write(str(path), text)
