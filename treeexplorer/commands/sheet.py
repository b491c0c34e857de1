"""``treeexplorer sheet``: exercise sheets, their keys, and the files to fill in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands import shared
from treeexplorer.commands.generate import (
    count_option,
    course_rules,
    level_option,
    seed_of,
    seed_option,
)
from treeexplorer.files import write_atomically
from treeexplorer.text import quoted, safe

if TYPE_CHECKING:
    from treeexplorer.exercises.pages import Block
    from treeexplorer.exercises.sheet import Ask, Sheet, SheetTree
    from treeexplorer.exercises.wording import Wording
    from treeexplorer.notation import Exercise
    from treeexplorer.rules import Rules

_FORMATS: Final = ("markdown", "latex", "html", "moodle")
_SUFFIXES: Final = {".md": "markdown", ".tex": "latex", ".html": "html", ".xml": "moodle"}
_MADE_HERE: Final = "# Made by treeexplorer sheet: "
BLANK_HEADING: Final = f"{_MADE_HERE}the file to fill in\n"
"""The first line of a file to fill in."""
_HOW_TO_FILL_IN: Final = """\
# A slash stands before what is pruned, as /4; where nothing is pruned, write a line @cuts none.
# The best move is a name, or which child from the left: @best 2; where none is proven, @best none.
"""


@click.command("sheet")
@click.argument("files", nargs=-1, metavar="FILE...", type=shared.FileParameter(), is_eager=True)
@shared.expression_option
@click.option("--as", "format_name", type=click.Choice(_FORMATS), help="What to write.")
@shared.output_option
@click.option("--key", "key_file", metavar="FILE", help="Write the key; as .tree it can be graded.")
@click.option("--blank", "blank_file", metavar="FILE.tree", help="Write the file to fill in.")
@click.option("--ask", "asks", metavar="LIST", help="What to ask for: values,cuts,windows,best,…")
@click.option("--title", help="The heading of the sheet.")
@click.option("--name-field", is_flag=True, help="A line for the name.")
@click.option("--points", metavar="N", help="The points that a tree is worth.")
@click.option("--text", "text_file", metavar="FILE", help="The sheet's own words.")
@click.option("--variants", type=click.IntRange(1, 26), default=1, help="A, B, C, …: other leaves.")
@level_option
@seed_option
@count_option
@shared.rule_options
def sheet(files: tuple[str, ...], expression: str | None, **options: Any) -> None:
    """Make an exercise sheet of your own trees, or of generated ones.

    FILE may be a folder: its .tree files are taken in the order of their names, but for those that
    this command has written. Without FILE, --seed, --level and --count make the trees; `generate`
    makes trees to order. The handout tells nothing of the answer: --key writes the key, --blank
    the file to fill in. With --variants, each variant is a file of its own. --text is a file of
    lines such as name = "Nom"; `treeexplorer help course` lists what can be said.
    """
    from treeexplorer.exercises.sheet import variants
    from treeexplorer.notation import write_all

    format_name = _format(options)
    sources = [file for argument in files for file in _sources(argument)]
    first = _sheet(sources, expression, options)
    count = options["variants"]
    sheets = variants(first, count, options["seed"] or 0) if count > 1 else [first]
    files_read = [file for file in sources if Path(file).exists()]
    outputs: dict[Path, str] = {}

    def write(file: str, sheet: Sheet, text: str) -> None:
        """Keep a text for a file, which has the letter of its variant before its ending."""
        path = Path(file)
        if sheet.letter:
            path = path.with_name(f"{path.stem}-{sheet.letter}{path.suffix}")
        if path.exists() and any(map(path.samefile, files_read)):
            raise shared.CallError(f"{safe(str(path))} is read, and would be written over")
        if path in outputs:
            raise shared.CallError(f"{safe(str(path))} would be written twice")
        outputs[path] = text

    for each in sheets:
        if options["output"] is not None:
            write(options["output"], each, _handouts([each], format_name))
        if options["key_file"]:
            write(options["key_file"], each, _key(each, options["key_file"], format_name))
        if options["blank_file"]:
            blank = write_all(tree.blank for tree in each.trees)
            write(options["blank_file"], each, f"{BLANK_HEADING}{_HOW_TO_FILL_IN}{blank}")
    for path, text in outputs.items():
        write_atomically(path, text)
    if options["output"] is None:
        click.echo(_handouts(sheets, format_name), nl=False)


def _format(options: Mapping[str, Any]) -> str:
    output, name, key = options["output"], options["format_name"], options["key_file"]
    if name is None:
        name = _SUFFIXES.get(Path(output).suffix, "markdown") if output else "markdown"
    if options["blank_file"] and Path(options["blank_file"]).suffix != ".tree":
        raise shared.CallError("--blank writes a .tree file; give it a name that ends so")
    if name == "moodle" and key and Path(key).suffix != ".tree":
        raise shared.CallError(
            "a course page carries its own key; --key writes a .tree file beside it"
        )
    if name == "moodle" and (options["points"] is not None or options["name_field"]):
        raise shared.CallError(
            "a course page has names and points of its own: --points and --name-field "
            "say nothing about it"
        )
    return str(name)


def _sources(argument: str) -> list[str]:
    """Return the files that an argument means; of a folder, those that were not made here."""
    files = list(shared.tree_files((argument,)))
    if argument == shared.STANDARD_INPUT or not Path(argument).is_dir():
        return files
    own = []
    for file in files:
        with suppress(OSError), Path(file).open(encoding="utf-8-sig", errors="replace") as lines:
            if lines.read(len(_MADE_HERE)) == _MADE_HERE:
                continue
        own.append(file)
    if not own:
        raise shared.CallError(f"{safe(argument)}: its .tree files are keys and files to fill in")
    return own


# -- the sheet ---------------------------------------------------------------------------------


def _sheet(sources: list[str], expression: str | None, options: Mapping[str, Any]) -> Sheet:
    from treeexplorer.exercises.sheet import Sheet, SheetTree, leaf_label

    asks = _asks(options["asks"])
    course = shared.course_of_argument(sources[0] if sources else shared.STANDARD_INPUT)
    wording = _wording(options["text_file"])
    if sources or expression is not None:
        given = [
            (loaded.exercise, loaded.resolved.rules)
            for file in (sources or (None,))
            for loaded in shared.load(file, expression, options, expects_unknowns=True)
        ]
    else:
        given = _generated(options)
    trees: list[SheetTree] = []
    seen: Counter[str] = Counter()
    for place, (exercise, rules) in enumerate(given, 1):
        heading = exercise.directives.title or wording.say("tree", number=str(place))
        seen[heading] += 1  # a tree is told by its heading when it is graded
        if seen[heading] > 1:
            heading = f"{heading} ({seen[heading]})"
        tree = SheetTree(heading, exercise, rules, asks, wording)
        if not tree.claims:
            raise shared.CallError(
                f"{heading}: nothing of what is asked for has an answer here; an unknown leaf "
                "takes --ask pruned-if, or a value with --set; of several, all but one a value"
            )
        if tree.unanswered:
            leaf = leaf_label(tree.tree, tree.unanswered[0])
            raise shared.CallError(
                f"{heading}: {leaf} is pruned for values of the unknown that are not one interval, "
                "as an answer is; change a leaf, or give the unknown a value with --set"
            )
        trees.append(tree)
    title = options["title"] or wording.own.get("title") or course.title or wording.say("title")
    return Sheet(
        title=safe(title),
        trees=tuple(trees),
        instructions=wording.own.get("instructions") or safe(course.instructions or ""),
        has_name_field=options["name_field"],
        points=points_of(options["points"]),
    )


def _wording(file: str | None) -> Wording:
    """Return the words that ``--text`` gives."""
    from treeexplorer.exercises.wording import ENGLISH, read_wording

    try:
        return ENGLISH if file is None else read_wording(file)
    except ValueError as error:
        raise shared.CallError(f"{safe(file or '')}: {error}") from None


def points_of(text: str | None) -> Fraction | None:
    """Return the points that ``--points`` gives a tree."""
    if text is None:
        return None
    try:
        points = Fraction(text) if len(text) < 20 and "e" not in text.lower() else None
    except (ValueError, ZeroDivisionError):
        points = None
    if points is None or points <= 0:
        raise shared.CallError(f"--points: {quoted(text)} is no number of points")
    return points


def _generated(options: Mapping[str, Any]) -> list[tuple[Exercise, Rules]]:
    from treeexplorer.exercises.generate import order_of_level, several
    from treeexplorer.notation import Exercise

    if options["seed"] is None and options["level"] is None and options["count"] == 1:
        raise shared.CallError(
            "which trees? Name a FILE or a folder, or give --seed N to generate them"
        )
    rules = course_rules(options).rules
    order = replace(order_of_level(options["level"]), rules=rules)
    return [(Exercise(tree), rules) for tree in several(order, seed_of(options), options["count"])]


def _asks(text: str | None) -> tuple[Ask, ...]:
    from treeexplorer.exercises.sheet import ASKS, DEFAULT_ASKS

    if text is None:
        return DEFAULT_ASKS
    names = text.replace(",", " ").lower().split()
    for word in names:
        if word not in ASKS:
            raise shared.CallError(f"--ask is a list of {', '.join(ASKS)}, not {quoted(word)}")
    if {"windows", "exit-windows"} <= set(names):
        raise shared.CallError(
            "--ask takes windows or exit-windows, not both: one is written at a node"
        )
    if not names:
        raise shared.CallError(f"--ask asks for nothing; choose of {', '.join(ASKS)}")
    return tuple(ask for ask in ASKS if ask in names)


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
        return f"{_MADE_HERE}the key\n{write_all(tree.key for tree in sheet.trees)}"
    return WRITERS[format_name](list(sheet.key()))
