"""``treeexplorer draw`` and ``export``: a tree as a drawing, a figure, a page, in other formats."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands import shared
from treeexplorer.files import write_atomically

if TYPE_CHECKING:  # drawing is imported only where something is drawn: start-up stays fast
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
    from treeexplorer.drawing import diagram
    from treeexplorer.drawing.layout import fits
    from treeexplorer.drawing.styled_text import Look, Size, uncoloured

    if columns is None and sys.stdout.isatty():
        columns = shutil.get_terminal_size().columns
    room = None if columns is None else Size(columns, 0)
    in_colour = shared.has_colour()

    def show(loaded: shared.Loaded) -> None:
        if loaded.count > 1:
            click.echo(loaded.title)
        record = shared.searched(loaded, step)
        paper = _paper(loaded) if claims else None
        look = Look(ascii=ascii_only, marks=not in_colour, answers=paper)
        lines = diagram.draw(record, step, look, room)
        if room is None and fits(record.tree, look.at_rest, None) is None:
            count_sign = "[+" if look.ascii else "⊞"
            shared.complain(
                "the whole drawing takes more than a million cells: it is drawn around the path, "
                f"and {count_sign} counts the nodes that are left out"
            )
        if in_colour:
            lines = [[(shared.painted(*part), "") for part in line] for line in lines]
        click.echo(uncoloured(lines), color=True)

    shared.print_each(trees, show)


def _paper(loaded: shared.Loaded) -> dict[int, WrittenAnswer]:
    """Return what is claimed of a tree, each claim with its mark."""
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
    from treeexplorer.formats import WRITERS, left_out

    if (format_name == "png" or options["steps"]) and output is None:
        raise shared.CallError(f"-o FILE says where a {format_name} is written")
    if options["choice"] and (format_name not in {"svg", "png"} or options["claims"]):
        raise shared.CallError("--choice draws a step of a search, as svg or png, without --claims")
    loaded = list(trees)
    if format_name in WRITERS:
        exercises = [each.exercise for each in loaded]
        text = WRITERS[format_name].write(exercises)
        notice = left_out(exercises, format_name)
        if notice:
            shared.complain(notice)
    elif len(loaded) != 1:
        raise shared.CallError(
            f"a figure or page holds one tree, and there are {len(loaded)} trees; choose one of "
            "them with --tree"
        )
    elif format_name == "html":
        text = _page(loaded[0], is_practice=options["practise"])
    elif output is not None and (options["steps"] or format_name == "png"):
        from treeexplorer.drawing.svg import png

        for path, document in _figures(loaded[0], format_name, Path(output), options):
            if format_name == "png":
                write_atomically(path, png(document, options["width"]))
            else:
                write_atomically(path, document)
        return
    else:
        ((_, text),) = _figures(loaded[0], format_name, Path(), options)
    shared.print_or_write(text, output)
    if output is None and sys.stdout.isatty():
        ending = "tex" if format_name == "latex" else format_name
        shared.complain(f"`-o tree.{ending}` writes this to a file")


def _page(loaded: shared.Loaded, *, is_practice: bool) -> str:
    """Return the page of a tree's search."""
    from treeexplorer.drawing.page import page

    source = loaded.exercise.directives.source
    return page(
        shared.searched(loaded),
        loaded.title,
        loaded.resolved.line,
        "" if source is None else source,
        practise=is_practice,
    )


def _figures(
    loaded: shared.Loaded, format_name: str, path: Path, options: dict[str, Any]
) -> Iterator[tuple[Path, str]]:
    """Yield the figure of a tree, or those of several steps, each with the file it goes to."""
    from treeexplorer.drawing.choice_panel import require_choice
    from treeexplorer.drawing.figures import FigureOptions
    from treeexplorer.drawing.latex import latex_document, latex_fragment
    from treeexplorer.drawing.svg import frames_wanted, svg, svg_frames

    figure = FigureOptions(
        title=loaded.title if options["caption"] else None,
        caption=options["caption"],
        paper=_paper(loaded) if options["claims"] else None,
        blank=options["blank"],
        choice=options["choice"],
        theme="light" if format_name == "png" else "auto",
    )
    step = 0 if figure.blank else options["step"]
    if not options["steps"]:
        write = svg
        if format_name == "latex":
            write = latex_fragment if options["fragment"] else latex_document
        if figure.choice:
            require_choice(shared.searched(loaded, step), [] if step is None else [step])
        yield path, write(shared.searched(loaded, step), step, figure)
        return
    record = shared.searched(loaded)
    try:
        steps = frames_wanted(record, options["steps"])
    except ValueError as error:
        raise shared.CallError(f"--steps: {error}") from None
    if figure.choice:
        require_choice(record, steps)
    digits = len(str(record.steps))
    ending = path.suffix if path.suffix else f".{format_name}"
    for number, document in svg_frames(record, steps, figure):
        yield path.with_name(f"{path.stem}-{number:0{digits}}{ending}"), document
