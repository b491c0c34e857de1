"""``treeexplorer sheet``: exercise sheets, their keys, and the files to fill in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from treeexplorer.commands import call_options, loading, problems
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
@click.argument(
    "files", nargs=-1, metavar="FILE...", type=call_options.FileParameter(), is_eager=True
)
@call_options.expression_option
@click.option("--as", "format_name", type=click.Choice(_FORMATS), help="What to write.")
@call_options.output_option
@click.option("--key", metavar="FILE", help="Write the key; as .tree it can be graded.")
@click.option("--blank", metavar="FILE.tree", help="Write the file to fill in.")
@click.option("--ask", "asks", metavar="LIST", help="What to ask for: values,cuts,windows,best,…")
@click.option("--title", help="The heading of the sheet.")
@click.option("--name-field", is_flag=True, help="A line for the name.")
@click.option(
    "--points", metavar="N", type=call_options.parse_points, help="The points that a tree is worth."
)
@click.option("--text", "text_file", metavar="FILE", help="The sheet's own words.")
@click.option("--variants", type=click.IntRange(1, 26), default=1, help="A, B, C, …: other leaves.")
@call_options.course_rule_options
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

    variant_count: int = options["variants"]
    format_name = _choose_format(options["format_name"], output)
    paths = _OutputPaths(handout=output, key=key, blank=blank)
    _check_paths(paths, format_name, variant_count)

    source_files = [file for argument in files for file in _find_source_files(argument)]
    # The first is the sheet itself, or variant A; each other one has other leaf values.
    sheets = variants(_build_sheet(source_files, expression, options), variant_count)

    _write_files(sheets, format_name, paths, source_files)
    for note in _describe_changed_shapes(sheets):
        click.echo(f"Note: {note}", err=True)
    if output is None:
        click.echo(_render_handout(sheets[0], format_name), nl=False)


class _OutputPaths(NamedTuple):
    """The files that the command writes; ``None`` for one that is not written.

    Attributes:
        handout: The file of the handout; without it the handout is printed.
        key: The file of the key.
        blank: The file to fill in.
    """

    handout: str | None
    key: str | None
    blank: str | None


def _write_files(
    sheets: Sequence[Sheet],
    format_name: str,
    paths: _OutputPaths,
    source_files: Sequence[str],
) -> None:
    """Write the files of all variants of a sheet; none of them if one cannot be written.

    A CallError is raised if a file to write is one of the source files, or is written twice.
    """
    # All texts are made, and all paths are checked, before the first file is written.
    outputs: list[tuple[Path, str]] = []
    for variant in sheets:
        outputs += _render_files(variant, format_name, paths)
    _check_not_overwriting([file for file, _ in outputs], source_files)
    for file, text in outputs:
        write_atomically(file, text)


def _render_files(
    sheet: Sheet, format_name: str, paths: _OutputPaths
) -> Iterator[tuple[Path, str]]:
    """Yield the files to write for one variant of a sheet, each with its text.

    With several variants the variant's letter is added to each name: ``key.tree`` becomes
    ``key-B.tree``.
    """
    if paths.handout:
        file = _add_letter_to_name(Path(paths.handout), sheet.letter)
        yield file, _render_handout(sheet, format_name)
    if paths.key:
        file = _add_letter_to_name(Path(paths.key), sheet.letter)
        yield file, _render_key(sheet, format_name, paths.key)
    if paths.blank:
        file = _add_letter_to_name(Path(paths.blank), sheet.letter)
        yield file, _render_blank(sheet)


def _describe_changed_shapes(variants: Sequence[Sheet]) -> Iterator[str]:
    """Yield a note for each tree that has another shape in some variants than in variant A.

    Variants have other leaf values. Where no values will do with a tree's own shape, a variant has
    a tree of another shape.
    """
    variant_a, *other_variants = variants
    # All variants have as many trees, in the same order.
    for position, tree in enumerate(variant_a.trees):
        parent_by_node = tree.tree.parent
        letters = [
            variant.letter
            for variant in other_variants
            if variant.trees[position].tree.parent != parent_by_node
        ]
        if letters:
            yield safe(
                f"{tree.heading} is drawn otherwise in {', '.join(letters)}: of the same drawing "
                "no tree was found that is as difficult and has other answers."
            )


def _choose_format(chosen: str | None, output: str | None) -> str:
    """Return the chosen format, or else that of the file's ending, or else Markdown."""
    if chosen is not None:
        return chosen
    if output is None:
        return "markdown"
    return _SUFFIXES.get(Path(output).suffix, "markdown")


def _is_tree_file(file: str) -> bool:
    """Tell whether a file is one in the notation, by its name."""
    return Path(file).suffix == ".tree"


def _check_paths(paths: _OutputPaths, format_name: str, variant_count: int) -> None:
    """Raise a CallError if the files to write do not fit each other, or the format.

    For example several variants need a path for the handouts, as they cannot all be printed.
    """
    if paths.blank and not _is_tree_file(paths.blank):
        raise problems.CallError("--blank writes a .tree file; give it a name that ends so")
    if format_name == "moodle" and paths.key and not _is_tree_file(paths.key):
        raise problems.CallError(
            "a course page carries its own key; --key writes a .tree file beside it"
        )
    if variant_count > 1 and paths.handout is None:
        raise problems.CallError("-o FILE says where the variants are written")


def _render_handout(sheet: Sheet, format_name: str) -> str:
    """Return the text of the handout, which tells nothing of the answers."""
    from treeexplorer.course.moodle import moodle
    from treeexplorer.course.pages import PAGE_WRITERS

    if format_name == "moodle":
        return moodle(sheet)
    return PAGE_WRITERS[format_name](list(sheet.handout()))


def _render_key(sheet: Sheet, format_name: str, file: str) -> str:
    """Return the text of the key: in the format of the handout, or as a tree file for `grade`."""
    from treeexplorer.course.pages import PAGE_WRITERS
    from treeexplorer.notation import write_all

    if _is_tree_file(file):
        return f"{_MADE_HERE}the key\n{write_all(tree.key for tree in sheet.trees)}"
    return PAGE_WRITERS[format_name](list(sheet.key()))


def _render_blank(sheet: Sheet) -> str:
    """Return the trees with a ? for each answer, below comments on how to fill them in."""
    from treeexplorer.notation import write_all

    comments = "".join(f"# {line}\n" for line in sheet.how_to_fill_in())
    return f"{BLANK_HEADING}{comments}{write_all(sheet.blanks)}"


def _add_letter_to_name(path: Path, letter: str) -> Path:
    """Return the file of a variant: ``week3.html`` becomes ``week3-B.html`` for B.

    The letter of a single variant is "", and its file has the name as it is.
    """
    if not letter:
        return path
    return path.with_name(f"{path.stem}-{letter}{path.suffix}")


def _check_not_overwriting(output_files: Sequence[Path], source_files: Sequence[str]) -> None:
    """Raise a CallError if a file to write is also read, or is written twice."""
    existing_sources = [source for source in source_files if Path(source).exists()]
    for position, file in enumerate(output_files):
        if file.exists() and any(map(file.samefile, existing_sources)):
            raise problems.CallError(f"{safe(str(file))} is read, and would be written over")
        if file in output_files[:position]:
            raise problems.CallError(f"{safe(str(file))} would be written twice")


def _find_source_files(argument: str) -> list[str]:
    """Return the files of trees that one argument stands for.

    A file stands for itself. A folder stands for its ``.tree`` files, without the keys and files to
    fill in that this command has written: these begin with a comment that says so. If a folder has
    no other ``.tree`` files, a CallError is raised.
    """
    files = list(loading.expand_folders((argument,)))
    if argument == loading.STANDARD_INPUT or not Path(argument).is_dir():
        return files

    own_comment = _MADE_HERE.encode()  # bytes, since the files are not decoded yet
    files = [file for file in files if not Path(file).read_bytes().startswith(own_comment)]
    if not files:
        raise problems.CallError(f"{safe(argument)}: its .tree files are keys and files to fill in")
    return files


def _build_sheet(files: Sequence[str], expression: str | None, options: Mapping[str, Any]) -> Sheet:
    """Build the sheet, of which handouts, keys and files to fill in are written.

    Its trees are those of the files, or the one of ``-e``. A CallError is raised if there is no
    tree, or a tree has no answer to what is asked for.
    """
    from treeexplorer.course.sheet import Sheet

    asks = _parse_asks(options["asks"])
    wording = _load_wording(options["text_file"])
    exercises = _load_exercises(files, expression, options)
    trees = tuple(_build_sheet_trees(exercises, asks, wording))
    # The course is that of the first file; of ``-e``, that of the working folder.
    course = loading.find_course_of_argument(files[0] if files else loading.STANDARD_INPUT)
    return Sheet(
        title=_choose_title(options["title"], wording, course),
        trees=trees,
        instructions=_choose_instructions(wording, course),
        has_name_field=options["name_field"],
        points=options["points"],
    )


def _choose_title(chosen: str | None, wording: Wording, course: Course) -> str:
    """Return the title of a sheet: the chosen one, or that of its words, the course, or ours."""
    from treeexplorer.course.wording import ENGLISH

    for title in (chosen, wording.own.get("title"), course.title):
        if title:
            return safe(title)
    return ENGLISH.say("title")


def _choose_instructions(wording: Wording, course: Course) -> str:
    """Return the text at the top of a sheet: from its own words, or the course; else empty."""
    own_instructions = wording.own.get("instructions")
    if own_instructions:
        return own_instructions
    if course.instructions is None:
        return ""
    return safe(course.instructions)


def _build_sheet_trees(
    exercises: Sequence[tuple[Exercise, Rules]], asks: tuple[Ask, ...], wording: Wording
) -> Iterator[SheetTree]:
    """Yield the trees of a sheet; each has a heading of its own, by which it is graded.

    A CallError is raised if a tree has no answer to what is asked for.
    """
    from treeexplorer.course.sheet import SheetTree

    titles = [exercise.directives.title for exercise, _ in exercises]
    headings = _make_headings(titles, wording)
    for heading, (exercise, rules) in zip(headings, exercises, strict=True):
        tree = SheetTree(heading, exercise, rules, asks, wording)
        _check_has_answers(tree)
        yield tree


def _make_headings(titles: Sequence[str | None], wording: Wording) -> Iterator[str]:
    """Yield a heading for each tree: its title, or else its number.

    A title that was there already is counted: the titles A, A and none give ``A``, ``A (2)`` and
    ``Tree 3``.
    """
    count_by_heading: Counter[str] = Counter()
    for number, title in enumerate(titles, 1):
        heading = title if title else wording.say("tree", number=str(number))
        count_by_heading[heading] += 1
        if count_by_heading[heading] == 1:
            yield heading
        else:
            yield f"{heading} ({count_by_heading[heading]})"


def _load_wording(file: str | None) -> Wording:
    """Return the words of a sheet, such as its headings: those of a file, or the English ones.

    A CallError is raised if the file, that of ``--text``, cannot be understood.
    """
    from treeexplorer.course.wording import ENGLISH, read_wording

    if file is None:
        return ENGLISH
    try:
        return read_wording(file)
    except ValueError as error:
        raise problems.CallError(f"{safe(file)}: {error}") from None


def _load_exercises(
    files: Sequence[str], expression: str | None, options: Mapping[str, Any]
) -> list[tuple[Exercise, Rules]]:
    """Load the trees of a sheet, each with its rules, in the order of the files.

    Without files there is the tree of ``-e``. A CallError is raised if there is neither.
    """
    if not files and expression is None:
        raise problems.CallError(
            "which trees? Name a FILE or a folder; `treeexplorer generate` makes trees to order"
        )
    # load_each_tree() takes None for a missing FILE: then the tree is that of ``-e``.
    files_or_none = files if files else [None]
    return [
        (loaded.exercise, loaded.resolved.rules)
        for file in files_or_none
        for loaded in loading.load_each_tree(file, expression, options, expects_unknowns=True)
    ]


def _check_has_answers(tree: SheetTree) -> None:
    """Raise a CallError if a question of a tree cannot be answered.

    So it is if nothing of what is asked for has an answer, or if a leaf is pruned for values of the
    unknown that are not one interval.
    """
    if not tree.claims:
        raise problems.CallError(
            f"{tree.heading}: nothing of what is asked for has an answer here; an unknown leaf "
            "takes --ask pruned-if, or a value with --set; of several, all but one a value"
        )
    _check_pruned_if_answers(tree)


def _check_pruned_if_answers(tree: SheetTree) -> None:
    """Raise a CallError if a question "pruned if" is not answered by one interval, such as x ≥ 5.

    A leaf that is asked about and is pruned for, say, x ≤ 2 and x ≥ 7 has no such answer, and so
    no claim.
    """
    from treeexplorer.course.sheet import leaf_label

    answered_nodes = {claim.node for claim in tree.claims}
    for blank in tree.blank.blanks:
        if blank.kind == "pruned-if" and blank.node not in answered_nodes:
            leaf = leaf_label(tree.tree, blank.node)
            raise problems.CallError(
                f"{tree.heading}: {leaf} is pruned for values of the unknown that are not one "
                "interval, as an answer is; change a leaf, or give the unknown a value with --set"
            )


def _parse_asks(text: str | None) -> tuple[Ask, ...]:
    """Return what a sheet asks for, in the order of ``ASKS``: ``cuts,values`` is values and cuts.

    ``None`` stands for the default. A CallError is raised if a word is unknown, if there is no
    word, or if two of them exclude each other.
    """
    from treeexplorer.course.sheet import ASKS, DEFAULT_ASKS

    if text is None:
        return DEFAULT_ASKS

    names = text.replace(",", " ").lower().split()
    unknown_names = [name for name in names if name not in ASKS]
    if unknown_names or not names:
        wrong_text = unknown_names[0] if unknown_names else text
        raise problems.CallError(f"--ask is a list of {', '.join(ASKS)}, not {quoted(wrong_text)}")
    if "windows" in names and "exit-windows" in names:
        raise problems.CallError(
            "--ask takes windows or exit-windows, not both: one is written at a node"
        )
    return tuple(ask for ask in ASKS if ask in names)
