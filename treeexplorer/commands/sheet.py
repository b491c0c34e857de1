"""``treeexplorer sheet``: exercise sheets, their keys, and the files to fill in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands import shared
from treeexplorer.files import write_atomically
from treeexplorer.text import quoted, safe

if TYPE_CHECKING:
    from treeexplorer.course.sheet import Ask, Sheet, SheetTree
    from treeexplorer.course.wording import Wording
    from treeexplorer.course_file import Course
    from treeexplorer.notation import Exercise
    from treeexplorer.rules import Rules

_FORMATS: Final = ("markdown", "latex", "html", "moodle")
_SUFFIXES: Final = {".tex": "latex", ".html": "html", ".xml": "moodle"}
_MADE_HERE: Final = "# Made by treeexplorer sheet: "
BLANK_HEADING: Final = f"{_MADE_HERE}the file to fill in\n"
"""The first line of a file to fill in."""


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
@shared.course_rule_options
def sheet(
    files: tuple[str, ...],
    expression: str | None,
    output: str | None,
    key: str | None,
    blank: str | None,
    **options: Any,
) -> None:
    """Make an exercise sheet of trees, your own or what `generate` made.

    FILE may be a folder: its .tree files are taken in the order of their names, but for those that
    this command has written. The handout tells nothing of the answer: --key writes the key, --blank
    the file to fill in. With --variants, each variant is a file of its own. --text is a file of
    lines such as name = "Nom"; `treeexplorer help course` lists what can be said.
    """
    from treeexplorer.course.sheet import variants

    format_name = _format_name(options["format_name"], output)
    _refuse_contradictions(format_name, options["variants"], output=output, key=key, blank=blank)
    sources = [file for argument in files for file in _sources(argument)]
    # The first is the sheet itself, or variant A; each other one has other leaf values.
    made = variants(_sheet(sources, expression, options), options["variants"])
    wanted = [
        each_file
        for each in made
        for each_file in _files_of(each, format_name, output=output, key=key, blank=blank)
    ]
    # All texts are made, and all paths are checked, before the first file is written.
    _refuse_to_overwrite([file for file, _ in wanted], sources)
    for file, text in wanted:
        write_atomically(file, text)
    for note in _notes_on_other_shapes(made):
        click.echo(f"Note: {note}", err=True)
    if output is None:
        click.echo(_handout(made[0], format_name), nl=False)


def _files_of(
    sheet: Sheet, format_name: str, *, output: str | None, key: str | None, blank: str | None
) -> Iterator[tuple[Path, str]]:
    """Yield the files to write for one variant of a sheet, each with its text.

    With a single variant, whose letter is "", files have the names that were typed. With several,
    the letter is added: ``key.tree`` becomes ``key-B.tree``.

    Args:
        sheet: The variant.
        format_name: The format of the handout, such as ``html``, and of a key that is no ``.tree``.
        output: The path for the handout; ``None`` to write none.
        key: The path for the key; ``None`` to write none.
        blank: The path for the file to fill in; ``None`` to write none.
    """
    if output:
        yield _of_variant(Path(output), sheet.letter), _handout(sheet, format_name)
    if key:
        yield _of_variant(Path(key), sheet.letter), _key(sheet, format_name, key)
    if blank:
        yield _of_variant(Path(blank), sheet.letter), _file_to_fill_in(sheet)


def _notes_on_other_shapes(made: Sequence[Sheet]) -> Iterator[str]:
    """Yield a note for each tree that has another shape in some variants than in variant A.

    Variants have other leaf values. Where none will do with a tree's own shape, a variant has a
    tree of another shape.

    Args:
        made: The variants, from A on; A has the trees as they were given.
    """
    variant_a, *others = made
    for place, tree in enumerate(variant_a.trees):
        shape = tree.tree.parent  # the parent of each node
        # All variants have as many trees, in the same order.
        letters = [each.letter for each in others if each.trees[place].tree.parent != shape]
        if letters:
            yield safe(
                f"{tree.heading} is drawn otherwise in {', '.join(letters)}: of the same drawing "
                "no tree was found that is as difficult and has other answers."
            )


def _format_name(chosen: str | None, output: str | None) -> str:
    """Return the chosen format, or else that of the file's ending, or else Markdown."""
    if chosen is not None:
        return chosen
    suffix = "" if output is None else Path(output).suffix
    return _SUFFIXES.get(suffix, "markdown")


def _is_tree_file(file: str) -> bool:
    """Tell whether a file is one in the notation, by its name."""
    return Path(file).suffix == ".tree"


def _refuse_contradictions(
    format_name: str, variants: int, *, output: str | None, key: str | None, blank: str | None
) -> None:
    """Raise an error if the options for the written files contradict each other.

    Args:
        format_name: The format of the handout.
        variants: How many variants are made.
        output: The path for the handout; ``None`` where it is printed.
        key: The path for the key; ``None`` for no key.
        blank: The path for the file to fill in; ``None`` for none.

    Raises:
        CallError: They do. The message says what to change.
    """
    if blank and not _is_tree_file(blank):
        raise shared.CallError("--blank writes a .tree file; give it a name that ends so")
    if format_name == "moodle" and key and not _is_tree_file(key):
        raise shared.CallError(
            "a course page carries its own key; --key writes a .tree file beside it"
        )
    if variants > 1 and output is None:
        raise shared.CallError("-o FILE says where the variants are written")


def _handout(sheet: Sheet, format_name: str) -> str:
    """Return the text of the handout."""
    from treeexplorer.course.moodle import moodle
    from treeexplorer.course.pages import PAGE_WRITERS

    if format_name == "moodle":
        return moodle(sheet)
    return PAGE_WRITERS[format_name](list(sheet.handout()))


def _key(sheet: Sheet, format_name: str, file: str) -> str:
    """Return the text of the key: in the format of the handout, or as a tree file for `grade`."""
    from treeexplorer.course.pages import PAGE_WRITERS
    from treeexplorer.notation import write_all

    if _is_tree_file(file):
        return f"{_MADE_HERE}the key\n{write_all(tree.key for tree in sheet.trees)}"
    return PAGE_WRITERS[format_name](list(sheet.key()))


def _file_to_fill_in(sheet: Sheet) -> str:
    """Return the trees with a ? for each answer, below comments on how to fill them in."""
    from treeexplorer.notation import write_all

    comments = "".join(f"# {line}\n" for line in sheet.how_to_fill_in())
    return f"{BLANK_HEADING}{comments}{write_all(sheet.blanks)}"


def _of_variant(path: Path, letter: str) -> Path:
    """Return the file of a variant: for B, ``week3.html`` becomes ``week3-B.html``."""
    if not letter:
        return path
    return path.with_name(f"{path.stem}-{letter}{path.suffix}")


def _refuse_to_overwrite(files: Sequence[Path], sources: Sequence[str]) -> None:
    """Raise an error if a file to write is also read, or is written twice.

    Raises:
        CallError: It is so.
    """
    files_read = [source for source in sources if Path(source).exists()]
    for position, file in enumerate(files):
        if file.exists() and any(map(file.samefile, files_read)):
            raise shared.CallError(f"{safe(str(file))} is read, and would be written over")
        if file in files[:position]:
            raise shared.CallError(f"{safe(str(file))} would be written twice")


def _sources(argument: str) -> list[str]:
    """Return the files of trees that one argument stands for.

    A file stands for itself. A folder stands for its ``.tree`` files, without the keys and files to
    fill in that this command has written: these begin with a comment that says so.

    Raises:
        CallError: There is no other ``.tree`` file in the folder.
    """
    files = list(shared.files_of_arguments((argument,)))
    if argument == shared.STANDARD_INPUT or not Path(argument).is_dir():
        return files
    # Bytes, since the files are not decoded yet.
    made = _MADE_HERE.encode()
    own = [file for file in files if not Path(file).read_bytes().startswith(made)]
    if not own:
        raise shared.CallError(f"{safe(argument)}: its .tree files are keys and files to fill in")
    return own


def _sheet(sources: Sequence[str], expression: str | None, options: Mapping[str, Any]) -> Sheet:
    """Return the sheet, of which handouts, keys and files to fill in are written.

    Args:
        sources: The files of trees; empty with ``-e``.
        expression: The tree of ``-e``; ``None`` without.
        options: The options of the command by name.

    Raises:
        CallError: No tree is given, or of what is asked for nothing has an answer in some tree.
    """
    from treeexplorer.course.sheet import Sheet

    asks = _asks(options["asks"])
    wording = _wording(options["text_file"])
    exercises = _exercises(sources, expression, options)
    trees = tuple(_sheet_trees(exercises, asks, wording))
    # The course is that of the first file; of ``-e``, that of the working folder.
    course = shared.course_of_argument(sources[0] if sources else shared.STANDARD_INPUT)
    return Sheet(
        title=_title(options["title"], wording, course),
        trees=trees,
        instructions=_instructions(wording, course),
        has_name_field=options["name_field"],
        points=options["points"],
    )


def _title(chosen: str | None, wording: Wording, course: Course) -> str:
    """Return the title of a sheet: the chosen one, or that of its words, the course, or ours."""
    from treeexplorer.course.wording import ENGLISH

    for title in (chosen, wording.own.get("title"), course.title):
        if title:
            return safe(title)
    return ENGLISH.say("title")


def _instructions(wording: Wording, course: Course) -> str:
    """Return the text at the top of a sheet: from its own words, or the course; else empty."""
    own = wording.own.get("instructions")
    if own:
        return own
    if course.instructions is None:
        return ""
    return safe(course.instructions)


def _sheet_trees(
    exercises: Sequence[tuple[Exercise, Rules]], asks: tuple[Ask, ...], wording: Wording
) -> Iterator[SheetTree]:
    """Yield the trees of a sheet; each has a heading of its own, by which it is graded.

    Args:
        exercises: Each tree with its rules, in the order of the sheet.
        asks: What is asked for of each tree, such as values.
        wording: The words of the sheet.

    Raises:
        CallError: A tree has no answer to what is asked for.
    """
    from treeexplorer.course.sheet import SheetTree

    headings = _headings([exercise.directives.title for exercise, _ in exercises], wording)
    for heading, (exercise, rules) in zip(headings, exercises, strict=True):
        tree = SheetTree(heading, exercise, rules, asks, wording)
        _refuse_without_answer(tree)
        yield tree


def _headings(titles: Sequence[str | None], wording: Wording) -> Iterator[str]:
    """Yield the title of each tree, or else its number; one that is there already is counted."""
    seen: Counter[str] = Counter()
    for place, title in enumerate(titles, 1):
        heading = title if title else wording.say("tree", number=str(place))
        seen[heading] += 1
        yield heading if seen[heading] == 1 else f"{heading} ({seen[heading]})"


def _wording(file: str | None) -> Wording:
    """Return the words of a sheet, such as its headings: those of a file, or the English ones.

    Args:
        file: The path of ``--text``; ``None`` without it.

    Raises:
        CallError: The file cannot be understood.
    """
    from treeexplorer.course.wording import ENGLISH, read_wording

    if file is None:
        return ENGLISH
    try:
        return read_wording(file)
    except ValueError as error:
        raise shared.CallError(f"{safe(file)}: {error}") from None


def _exercises(
    sources: Sequence[str], expression: str | None, options: Mapping[str, Any]
) -> list[tuple[Exercise, Rules]]:
    """Return the trees of a sheet, each with its rules, in the order of the files.

    Args:
        sources: The files, as they were typed.
        expression: The tree of ``-e``; ``None`` without.
        options: The options of the command by name, with those of the rules.

    Raises:
        CallError: There is neither a file nor an expression.
    """
    if not sources and expression is None:
        raise shared.CallError(
            "which trees? Name a FILE or a folder; `treeexplorer generate` makes trees to order"
        )
    # load() takes None for a missing FILE: then the tree is that of ``-e``.
    files = sources if sources else (None,)
    return [
        (loaded.exercise, loaded.resolved.rules)
        for file in files
        for loaded in shared.load(file, expression, options, expects_unknowns=True)
    ]


def _refuse_without_answer(tree: SheetTree) -> None:
    """Raise an error if a question of a tree cannot be answered.

    Raises:
        CallError: Nothing of what is asked for has an answer, or a leaf is pruned for values of the
            unknown that are not one interval. The message says what to change.
    """
    if not tree.claims:
        raise shared.CallError(
            f"{tree.heading}: nothing of what is asked for has an answer here; an unknown leaf "
            "takes --ask pruned-if, or a value with --set; of several, all but one a value"
        )
    _refuse_several_intervals(tree)


def _refuse_several_intervals(tree: SheetTree) -> None:
    """Raise an error if no single interval says for which values of an unknown a leaf is pruned.

    The question "pruned if" is answered by one interval, such as ``x ≥ 5``. A leaf that is asked
    about and is pruned for, say, x ≤ 2 and x ≥ 7 has no such answer, and so no claim.

    Raises:
        CallError: There is such a leaf. The message names it, and says what to change.
    """
    from treeexplorer.course.sheet import leaf_label

    answered = {claim.node for claim in tree.claims}
    for blank in tree.blank.blanks:
        if blank.kind == "pruned-if" and blank.node not in answered:
            leaf = leaf_label(tree.tree, blank.node)
            raise shared.CallError(
                f"{tree.heading}: {leaf} is pruned for values of the unknown that are not one "
                "interval, as an answer is; change a leaf, or give the unknown a value with --set"
            )


def _asks(text: str | None) -> tuple[Ask, ...]:
    """Return what a sheet asks for, in a fixed order that does not depend on the order typed.

    Args:
        text: What was typed behind ``--ask``, such as ``cuts,values``; ``None`` for the default.

    Raises:
        CallError: A word is none of :data:`ASKS`, there is no word, or two of them exclude each
            other.
    """
    from treeexplorer.course.sheet import ASKS, DEFAULT_ASKS

    if text is None:
        return DEFAULT_ASKS
    # Commas or blanks: "values, cuts".
    names = text.replace(",", " ").lower().split()
    wrong = text if not names else next((name for name in names if name not in ASKS), None)
    if wrong is not None:
        raise shared.CallError(f"--ask is a list of {', '.join(ASKS)}, not {quoted(wrong)}")
    if "windows" in names and "exit-windows" in names:
        raise shared.CallError(
            "--ask takes windows or exit-windows, not both: one is written at a node"
        )
    return tuple(ask for ask in ASKS if ask in names)
