"""``treeexplorer sheet``: exercise sheets, their keys, and the files to fill in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
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
    from treeexplorer.course.sheet import Ask, Sheet, SheetTree

_FORMATS: Final = ("markdown", "latex", "html", "moodle")
_SUFFIXES: Final = {".tex": "latex", ".html": "html", ".xml": "moodle"}
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
@click.option("--key", metavar="FILE", help="Write the key; as .tree it can be graded.")
@click.option("--blank", metavar="FILE.tree", help="Write the file to fill in.")
@click.option("--ask", "asks", metavar="LIST", help="What to ask for: values,cuts,windows,best,…")
@click.option("--title", help="The heading of the sheet.")
@click.option("--name-field", is_flag=True, help="A line for the name.")
@click.option("--points", metavar="N", type=shared.points, help="The points that a tree is worth.")
@click.option("--text", "text_file", metavar="FILE", help="The sheet's own words.")
@click.option("--variants", type=click.IntRange(1, 26), default=1, help="A, B, C, …: other leaves.")
@level_option
@seed_option
@count_option
@shared.rule_options
def sheet(
    files: tuple[str, ...],
    expression: str | None,
    output: str | None,
    key: str | None,
    blank: str | None,
    **options: Any,
) -> None:
    """Make an exercise sheet of your own trees, or of generated ones.

    FILE may be a folder: its .tree files are taken in the order of their names, but for those that
    this command has written. Without FILE, --seed, --level and --count make the trees; `generate`
    makes trees to order. The handout tells nothing of the answer: --key writes the key, --blank
    the file to fill in. With --variants, each variant is a file of its own. --text is a file of
    lines such as name = "Nom"; `treeexplorer help course` lists what can be said.
    """
    from treeexplorer.course.moodle import moodle
    from treeexplorer.course.pages import WRITERS
    from treeexplorer.course.sheet import variants
    from treeexplorer.notation import write_all

    format_name = options["format_name"] or _SUFFIXES.get(Path(output or "").suffix, "markdown")
    is_tree = key is not None and Path(key).suffix == ".tree"
    if blank and Path(blank).suffix != ".tree":
        raise shared.CallError("--blank writes a .tree file; give it a name that ends so")
    if format_name == "moodle" and key and not is_tree:
        raise shared.CallError(
            "a course page carries its own key; --key writes a .tree file beside it"
        )
    if options["variants"] > 1 and output is None:
        raise shared.CallError("-o FILE says where the variants are written")
    sources = [file for argument in files for file in _sources(argument)]
    first = _sheet(sources, expression, options)
    files_read = [file for file in sources if Path(file).exists()]
    texts: dict[Path, str] = {}
    for each in variants(first, options["variants"], options["seed"] or 0):
        if format_name == "moodle":
            handout = moodle(each)
        else:
            handout = WRITERS[format_name](list(each.handout()))
        answers = f"{_MADE_HERE}the key\n{write_all(tree.key for tree in each.trees)}"
        if key and not is_tree:
            answers = WRITERS[format_name](list(each.key()))
        to_fill_in = write_all(tree.blank for tree in each.trees)
        for file, text in (
            (output, handout),
            (key, answers),
            (blank, f"{BLANK_HEADING}{_HOW_TO_FILL_IN}{to_fill_in}"),
        ):
            if not file:
                continue
            path = Path(file)
            if each.letter:
                path = path.with_name(f"{path.stem}-{each.letter}{path.suffix}")
            if path.exists() and any(map(path.samefile, files_read)):
                raise shared.CallError(f"{safe(str(path))} is read, and would be written over")
            if path in texts:
                raise shared.CallError(f"{safe(str(path))} would be written twice")
            texts[path] = text
    for path, text in texts.items():
        write_atomically(path, text)
    if output is None:
        click.echo(handout, nl=False)


def _sources(argument: str) -> list[str]:
    """Return the files that an argument means; of a folder, those that were not made here."""
    files = list(shared.tree_files((argument,)))
    if argument == shared.STANDARD_INPUT or not Path(argument).is_dir():
        return files
    made = _MADE_HERE.encode()
    own = [file for file in files if not Path(file).read_bytes().startswith(made)]
    if not own:
        raise shared.CallError(f"{safe(argument)}: its .tree files are keys and files to fill in")
    return own


def _sheet(sources: Sequence[str], expression: str | None, options: Mapping[str, Any]) -> Sheet:
    from treeexplorer.course.generate import order_of_level, several
    from treeexplorer.course.sheet import Sheet, SheetTree
    from treeexplorer.course.wording import ENGLISH, read_wording
    from treeexplorer.notation import Exercise

    asks, wording, file = _asks(options["asks"]), ENGLISH, options["text_file"]
    if file is not None:
        try:
            wording = read_wording(file)
        except ValueError as error:
            raise shared.CallError(f"{safe(file)}: {error}") from None
    if sources or expression is not None:
        given = [
            (loaded.exercise, loaded.resolved.rules)
            for file in (sources or (None,))
            for loaded in shared.load(file, expression, options, expects_unknowns=True)
        ]
    elif options["seed"] is None and options["level"] is None and options["count"] == 1:
        raise shared.CallError(
            "which trees? Name a FILE or a folder, or give --seed N to generate them"
        )
    else:
        rules = course_rules(options).rules
        order = replace(order_of_level(options["level"]), rules=rules)
        made = several(order, seed_of(options), options["count"])
        given = [(Exercise(tree), rules) for tree in made]
    trees: list[SheetTree] = []
    seen: Counter[str] = Counter()
    for place, (exercise, rules) in enumerate(given, 1):
        heading = exercise.directives.title or wording.say("tree", number=str(place))
        seen[heading] += 1  # a tree is told by its heading when it is graded
        if seen[heading] > 1:
            heading = f"{heading} ({seen[heading]})"
        trees.append(SheetTree(heading, exercise, rules, asks, wording))
        _refuse_without_answer(trees[-1])
    course = shared.course_of_argument(sources[0] if sources else shared.STANDARD_INPUT)
    title = options["title"] or wording.own.get("title") or course.title or wording.say("title")
    return Sheet(
        title=safe(title),
        trees=tuple(trees),
        instructions=wording.own.get("instructions") or safe(course.instructions or ""),
        has_name_field=options["name_field"],
        points=options["points"],
    )


def _refuse_without_answer(tree: SheetTree) -> None:
    from treeexplorer.course.sheet import leaf_label

    if not tree.claims:
        raise shared.CallError(
            f"{tree.heading}: nothing of what is asked for has an answer here; an unknown leaf "
            "takes --ask pruned-if, or a value with --set; of several, all but one a value"
        )
    answered = {claim.node for claim in tree.claims}
    for blank in tree.blank.blanks:
        if blank.kind == "pruned-if" and blank.node not in answered:
            leaf = leaf_label(tree.tree, blank.node)
            raise shared.CallError(
                f"{tree.heading}: {leaf} is pruned for values of the unknown that are not one "
                "interval, as an answer is; change a leaf, or give the unknown a value with --set"
            )


def _asks(text: str | None) -> tuple[Ask, ...]:
    from treeexplorer.course.sheet import ASKS, DEFAULT_ASKS

    if text is None:
        return DEFAULT_ASKS
    names = text.replace(",", " ").lower().split()
    for word in names or [text]:
        if word not in ASKS:
            raise shared.CallError(f"--ask is a list of {', '.join(ASKS)}, not {quoted(word)}")
    if {"windows", "exit-windows"} <= set(names):
        raise shared.CallError(
            "--ask takes windows or exit-windows, not both: one is written at a node"
        )
    return tuple(ask for ask in ASKS if ask in names)
