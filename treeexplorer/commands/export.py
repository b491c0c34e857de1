"""``treeexplorer draw`` and ``export``: a tree as a drawing, a figure, a page, in other formats."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands import shared
from treeexplorer.files import write_atomically

if TYPE_CHECKING:  # drawing is imported only where something is drawn: start-up stays fast
    from treeexplorer.drawing.figures import FigureOptions, Theme
    from treeexplorer.drawing.styled_text import Look
    from treeexplorer.engine import Record
    from treeexplorer.explain.paper import WrittenAnswer

_FORMATS = ("json", "dot", "svg", "png", "latex", "html")
_WIDTH = 1200
_WIDEST = 20_000
_NARROWEST = 24
"""Columns, in which a drawing still has its path."""


@click.command("draw")
@shared.takes_trees()
@click.option("--step", type=int, metavar="N", help="The step to draw; the last one by default.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use ASCII characters alone.")
@click.option("--claims", is_flag=True, help="Show what is written in the tree beside the results.")
@click.option(
    "--width", "columns", type=click.IntRange(_NARROWEST), metavar="N",
    help="The columns that it fits into, also in a pipe.",
)  # fmt: skip
def draw(
    trees: Iterator[shared.Loaded],
    step: int | None,
    ascii_only: bool,
    claims: bool,
    columns: int | None,
) -> None:
    """Draw each tree as it looks at a step of its search.

    The drawing fits into the terminal; in a file or pipe it is as wide as it needs to be, unless
    --width says otherwise.
    """
    from treeexplorer.drawing.styled_text import Look

    # On a terminal its width; in a pipe without --width None: as wide as it needs to be.
    if columns is None and sys.stdout.isatty():
        columns = shutil.get_terminal_size().columns
    look = Look(ascii=ascii_only, marks=not shared.has_colour())

    def show(loaded: shared.Loaded) -> None:
        """Print the drawing of one tree, below its title if there are several."""
        if loaded.count > 1:
            click.echo(loaded.title)
        paper = _paper(loaded) if claims else None
        # With a step this may be a search that stops later, at an unknown leaf.
        record = shared.searched(loaded, step)
        click.echo(_drawing(record, step, replace(look, answers=paper), columns), color=True)

    shared.print_each(trees, show)


def _drawing(record: Record, step: int | None, look: Look, columns: int | None) -> str:
    """Return the drawing of a search at a step, with colour codes unless ``look`` marks by signs.

    A notice is printed if the drawing is too large to show every node at any width.

    Args:
        record: The search.
        step: The step, 0 for its start; ``None`` for the end of the search.
        look: How it is drawn. ``look.marks`` means that signs take the place of colours.
        columns: The widest that it may be, in terminal cells; ``None`` for any width.
    """
    from treeexplorer.drawing import diagram
    from treeexplorer.drawing.placement import layout_if_whole
    from treeexplorer.drawing.styled_text import Size, uncoloured

    room = None if columns is None else Size(columns, 0)
    lines = diagram.draw(record, step, look, room)
    if room is None and layout_if_whole(record.tree, look.at_rest, None) is None:
        _complain_of_size(look)
    if look.marks:
        return uncoloured(lines)
    return uncoloured([[(shared.painted(*part), "") for part in line] for line in lines])


def _complain_of_size(look: Look) -> None:
    """Print a notice that not all nodes are drawn, as the drawing would be too large."""
    count_sign = "[+" if look.ascii else "⊞"
    shared.complain(
        "the whole drawing takes more than a million cells: it is drawn around the path, "
        f"and {count_sign} counts the nodes that are left out"
    )


def _paper(loaded: shared.Loaded) -> dict[int, WrittenAnswer]:
    """Return the claims about a tree by node, each with its mark."""
    from treeexplorer.marking.check import Check

    return Check(shared.searched(loaded), loaded.exercise.claims).paper


# -- exporting ---------------------------------------------------------------------------------


@click.command("export")
@click.option("--to", "format_name", type=click.Choice(_FORMATS), required=True, help="The format.")
@shared.output_option
@shared.takes_trees(expects_unknowns=True)
@click.option("--step", type=int, metavar="N", help="figures: the step; the end by default.")
@click.option("--steps", metavar="STEPS", help="svg, png: a file a step: all, cut-offs, or 3,7,12.")
@click.option("--claims", is_flag=True, help="figures: show what is written, too.")
@click.option("--blank", is_flag=True, help="figures: nothing found, with room to write.")
@click.option("--caption", is_flag=True, help="svg, png: the title, and the step's sentence.")
@click.option("--choice", is_flag=True, help="svg, png: a cut-off as the choice that it is.")
@click.option("--width", type=click.IntRange(16, _WIDEST), default=_WIDTH, help="png: the pixels.")
@click.option("--fragment", is_flag=True, help="latex: the tree alone, to be read with \\input.")
@click.option("--practise", is_flag=True, help="html: ask for v and window at each test first.")
def export(
    trees: Iterator[shared.Loaded], format_name: str, output: str | None, **options: Any
) -> None:
    """Print a tree in another format, or its search as a figure or a page.

    json is nested lists, with objects for what carries more; dot is Graphviz's language. svg,
    png and latex (the package forest) draw the tree as it looks at a step of its search; without
    --step as the search has left it, unmarked. html is a page for the browser that steps through
    it: one file, without a network. `treeexplorer draw` prints the drawing as text.
    """
    # Of `options`, these are read here: steps (str | None: each of these steps goes to a file of
    # its own), choice (draw a cut-off as a choice between two moves), claims (show what is written
    # in the tree) and practise (the page asks questions). The figures read the others.
    from treeexplorer.formats.writing import WRITERS

    # Wrong combinations of options are refused first: list(trees) reads the input. `files` is None
    # where one text is printed; a path where figures go to files, as a png does, and figures of
    # several steps.
    files = _files_of_figures(format_name, output, has_steps=bool(options["steps"]))
    if options["choice"]:
        _refuse_choice_elsewhere(format_name, has_claims=options["claims"])
    loaded = list(trees)
    # json, dot: the trees themselves, as many as there are.
    if format_name in WRITERS:
        _print(_in_format(loaded, format_name), format_name, output)
        return
    # All other formats show a search of one tree: several trees are an error.
    only = _only_one(loaded)
    if format_name == "html":
        _print(_page(only, is_practice=options["practise"]), format_name, output)
    elif files is not None:
        _write_figures(only, format_name, files, options)
    else:
        _print(_figure(only, format_name, options), format_name, output)


def _refuse_choice_elsewhere(format_name: str, *, has_claims: bool) -> None:
    """Raise an error if no figure of that kind shows a cut-off as a choice.

    Raises:
        CallError: None does.
    """
    if format_name not in {"svg", "png"} or has_claims:
        raise shared.CallError("--choice draws a step of a search, as svg or png, without --claims")


def _files_of_figures(format_name: str, output: str | None, *, has_steps: bool) -> Path | None:
    """Return the file to which figures are written; ``None`` if the figure is printed.

    A png is no text. With several steps each has a file of its own, named after this one.

    Raises:
        CallError: No file is named.
    """
    is_printed = format_name != "png" and not has_steps
    if is_printed:
        return None
    if output is None:
        raise shared.CallError(f"-o FILE says where a {format_name} is written")
    return Path(output)


def _only_one(loaded: Sequence[shared.Loaded]) -> shared.Loaded:
    """Return the only tree, which is to be drawn.

    Raises:
        CallError: There are several, or none.
    """
    if len(loaded) != 1:
        raise shared.CallError(
            f"a figure or page holds one tree, and there are {len(loaded)} trees; choose one of "
            "them with --tree"
        )
    return loaded[0]


def _print(text: str, format_name: str, output: str | None) -> None:
    """Print a text or write it to its file; on a terminal, hint at ``-o``."""
    shared.print_or_write(text, output)
    if output is None and sys.stdout.isatty():
        ending = "tex" if format_name == "latex" else format_name
        shared.complain(f"`-o tree.{ending}` writes this to a file")


def _in_format(loaded: Sequence[shared.Loaded], format_name: str) -> str:
    """Return trees in a format that has no search in it: ``json`` or ``dot``.

    A notice is printed if the format has no place for something that is in the trees.
    """
    from treeexplorer.formats.writing import WRITERS, left_out

    exercises = [each.exercise for each in loaded]
    notice = left_out(exercises, format_name)
    if notice:
        shared.complain(notice)
    return WRITERS[format_name].write(exercises)


def _page(loaded: shared.Loaded, *, is_practice: bool) -> str:
    """Return a page of HTML that steps through a tree's search in a browser.

    Args:
        loaded: The tree with its rules.
        is_practice: Whether the page asks for v and the window at each test before it shows them.
    """
    from treeexplorer.drawing.page import page

    source = loaded.exercise.directives.source
    # The tree's @source: the book or paper that it is taken from.
    if source is None:
        source = ""
    record = shared.searched(loaded)
    return page(record, loaded.title, loaded.resolved.line, source, practise=is_practice)


def _figure_options(
    loaded: shared.Loaded, format_name: str, options: Mapping[str, Any]
) -> FigureOptions:
    """Return the options of a figure, from those of the command ``export``.

    Args:
        loaded: The tree. Its title is above a figure with a caption.
        format_name: ``svg``, ``png`` or ``latex``.
        options: The options of the command by name, of which ``caption``, ``claims``, ``blank`` and
            ``choice`` are read.
    """
    from treeexplorer.drawing.figures import FigureOptions

    title = loaded.title if options["caption"] else None
    paper = _paper(loaded) if options["claims"] else None
    # A picture of pixels cannot follow the reader's theme.
    theme: Theme = "light" if format_name == "png" else "auto"
    # These have the same name and the same meaning in both.
    stated = {name: options[name] for name in ("caption", "blank", "choice")}
    return FigureOptions(title=title, paper=paper, theme=theme, **stated)


def _figure(loaded: shared.Loaded, format_name: str, options: Mapping[str, Any]) -> str:
    """Return the figure of a tree at the chosen step, as the text of a file.

    Args:
        loaded: The tree with its rules.
        format_name: ``latex``, or ``svg`` or ``png``, for both of which SVG is returned.
        options: The options of the command by name. ``step`` is the step, ``None`` for the end; a
            blank figure, on which nothing is found yet, shows step 0 whatever ``step`` is.

    Raises:
        CallError: There is no such step, or a search stops at an unknown leaf.
    """
    from treeexplorer.drawing.choice_panel import require_choice
    from treeexplorer.drawing.latex import latex_document, latex_fragment
    from treeexplorer.drawing.svg import svg

    figure = _figure_options(loaded, format_name, options)
    step: int | None = 0 if figure.blank else options["step"]
    record = shared.searched(loaded, step)
    # Raises an error if there is no cut-off at the step, or no step: the message names steps that
    # have one.
    if figure.choice:
        steps = [] if step is None else [step]
        require_choice(record, steps)
    if format_name != "latex":
        return svg(record, step, figure)
    write = latex_fragment if options["fragment"] else latex_document
    return write(record, step, figure)


def _figures(
    loaded: shared.Loaded, format_name: str, path: Path, options: Mapping[str, Any]
) -> Iterator[tuple[Path, str]]:
    """Yield the figures of several steps as SVG, each with the file that it goes to.

    Example: step 7 of ``tree.svg`` goes to ``tree-07.svg``, if the search has 10 to 99 steps. With
    as many digits in each name the files sort by their steps.

    Args:
        loaded: The tree with its rules.
        format_name: ``svg`` or ``png``: the ending of the files, if ``path`` has none.
        path: The file of ``-o``, from which the names are made; it is not written itself.
        options: The options of the command by name. ``steps`` says which steps are drawn.

    Raises:
        CallError: ``steps`` names no step of the search.
    """
    from treeexplorer.drawing.choice_panel import require_choice
    from treeexplorer.drawing.svg import svg_frames

    figure = _figure_options(loaded, format_name, options)
    record = shared.searched(loaded)
    steps = _steps_wanted(record, options["steps"])
    if figure.choice:
        require_choice(record, steps)
    digits = len(str(record.steps))
    ending = path.suffix if path.suffix else f".{format_name}"
    for number, document in svg_frames(record, steps, figure):
        yield path.with_name(f"{path.stem}-{number:0{digits}}{ending}"), document


def _steps_wanted(record: Record, text: str) -> Sequence[int]:
    """Return the steps that ``--steps`` names.

    Raises:
        CallError: It names none.
    """
    from treeexplorer.drawing.svg import frames_wanted

    try:
        return frames_wanted(record, text)
    except ValueError as error:
        raise shared.CallError(f"--steps: {error}") from None


def _write_figures(
    loaded: shared.Loaded, format_name: str, path: Path, options: Mapping[str, Any]
) -> None:
    """Write figures to files: one file, or with ``--steps`` a file for each step.

    Args:
        loaded: The tree with its rules.
        format_name: The format of the figures.
        path: The file of ``-o``. With ``--steps`` the number of the step is added to its name.
        options: The options of the command by name.
    """
    from treeexplorer.drawing.svg import png

    if options["steps"]:
        figures = _figures(loaded, format_name, path, options)
    else:
        figures = iter([(path, _figure(loaded, format_name, options))])
    for file, document in figures:
        # A png is made from the SVG, which is what all figures are up to here.
        content = png(document, options["width"]) if format_name == "png" else document
        write_atomically(file, content)
