"""``treeexplorer draw`` and ``export``: a tree as a drawing, a figure, a page, in other formats."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands import shared
from treeexplorer.files import write_atomically

if TYPE_CHECKING:  # drawing is imported only where something is drawn: start-up stays fast
    from treeexplorer.drawing.runs import WrittenAnswer

_NARROWEST = 10
_FIGURE = ("step", "claims", "blank")
_PICTURE = (*_FIGURE, "steps", "caption", "theme")
_FORMATS: dict[str, tuple[str, ...]] = {  # each with the options that say something about it
    "json": (),
    "dot": (),
    "svg": _PICTURE,
    "png": (*_PICTURE, "width"),
    "latex": (*_FIGURE, "fragment"),
    "html": ("practise",),
}
_WIDTH = 1200
_WIDEST = 20_000


@click.command("draw")
@shared.takes_trees()
@click.option("--step", type=int, metavar="N", help="The step to draw; the last one by default.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use ASCII characters alone.")
@click.option("--claims", is_flag=True, help="Show what is written in the tree beside the results.")
@click.option(
    "--width",
    type=int,
    metavar="CELLS",
    help="Fit the drawing into so many columns; the terminal's by default, 0 for any width.",
)
def draw(
    trees: Iterator[shared.Loaded],
    step: int | None,
    ascii_only: bool,
    claims: bool,
    width: int | None,
) -> None:
    """Draw each tree as it looks at a step of its search."""
    if width and width < _NARROWEST:
        raise shared.CallError(f"--width is at least {_NARROWEST} columns, or 0 for any width")
    from treeexplorer.drawing import diagram
    from treeexplorer.drawing.layout import fits
    from treeexplorer.drawing.runs import Look, Size, uncoloured

    cells = width or None
    if width is None and sys.stdout.isatty():
        cells = shutil.get_terminal_size().columns
    room = None if cells is None else Size(cells, 0)
    in_colour = shared.has_colour()

    def show(loaded: shared.Loaded) -> None:
        if loaded.count > 1:
            title = loaded.title
            click.echo(title.encode("ascii", "replace").decode() if ascii_only else title)
        record = shared.searched(loaded, step)
        paper = _paper(loaded) if claims else None
        look = Look(ascii=ascii_only, marks=not in_colour, answers=paper)
        lines = diagram.draw(record, step, look, room)
        if room is None and fits(record.tree, look.at_rest, None) is None:
            shared.complain(
                "the whole drawing takes more than a million cells: it is drawn around the path, "
                f"and {'[+' if look.ascii else '⊞'} counts the nodes that are left out"
            )
        if in_colour:
            lines = [[(shared.painted(*part), "") for part in line] for line in lines]
        click.echo(uncoloured(lines), color=True)

    shared.print_each(trees, show)


def _paper(loaded: shared.Loaded) -> dict[int, WrittenAnswer]:
    """Return what is claimed of a tree, each claim with its mark."""
    from treeexplorer.exercises.check import Check

    return Check(shared.searched(loaded), loaded.exercise.claims).paper


# -- exporting ---------------------------------------------------------------------------------


@click.command("export")
@click.option(
    "--to",
    "format_name",
    type=click.Choice(tuple(_FORMATS)),
    required=True,
    help="The format.",
)
@shared.output_option
@shared.takes_trees(expects_unknowns=True)
@click.option("--step", type=int, metavar="N", help="figures: the step; the end by default.")
@click.option(
    "--steps",
    metavar="STEPS",
    help="svg, png: a figure for each step, all of one size: all, cut-offs, or 3,7,12.",
)
@click.option("--claims", is_flag=True, help="figures: show what is written, too.")
@click.option("--blank", is_flag=True, help="figures: nothing found, with room to write.")
@click.option(
    "--caption/--no-caption",
    default=None,
    help="svg, png: the step's sentence; without it the title is left out, too.",
)
@click.option("--width", type=click.IntRange(16, _WIDEST), metavar="PIXELS", help="png: the width.")
@click.option("--fragment", is_flag=True, help="latex: the tree alone, to be read with \\input.")
@click.option(
    "--theme",
    type=click.Choice(("auto", "light", "dark")),
    help="svg: the colours; auto follows the reader's system.",
)
@click.option("--practise", is_flag=True, help="html: ask for v and window at each test first.")
def export(trees: Iterator[shared.Loaded], format_name: str, **options: Any) -> None:
    """Print a tree in another format, or its search as a figure or a page.

    json is nested lists, with objects for what carries more; dot is Graphviz's language. svg,
    png and latex (the package forest) draw the tree as it looks at a step of its search; without
    --step as the search has left it, unmarked. html is a page for the browser that steps through
    it: one file, without a network. `treeexplorer draw` prints the drawing as text.
    """
    from treeexplorer.formats import WRITERS, left_out

    known = _FORMATS[format_name]
    for name in dict.fromkeys(chain.from_iterable(_FORMATS.values())):
        given = options[name] is not None and options[name] is not False
        if given and name not in known:
            option = f"--{name.replace('_', '-')}"
            raise shared.CallError(f"{option} says nothing about --to {format_name}: leave it out")
    if options["blank"] and (options["step"] is not None or options["steps"]):
        raise shared.CallError("--blank shows no step of the search: leave out --step")
    if options["steps"] and options["step"] is not None:
        raise shared.CallError("--steps and --step say different things: leave one of them out")
    if (format_name == "png" or options["steps"]) and options["output"] is None:
        raise shared.CallError(f"-o FILE says where a {format_name} is written")
    loaded = list(trees)
    if format_name in WRITERS:
        exercises = [each.exercise for each in loaded]
        text = WRITERS[format_name].write(exercises)
        if notice := left_out(exercises, format_name):
            shared.complain(notice)
    elif len(loaded) != 1:
        what = "a figure" if "step" in known else "a page"
        raise shared.CallError(
            f"{what} holds one tree, and there are {len(loaded)} trees; choose one of them "
            "with --tree"
        )
    elif "step" not in known:
        from treeexplorer.drawing.page import page

        (each,) = loaded
        about = each.title, each.resolved.line, each.exercise.directives.source or ""
        text = page(shared.searched(each), *about, practise=options["practise"])
    else:
        figures = _figures(loaded[0], format_name, options)
        if options["steps"] or format_name == "png":
            for path, document in figures:
                content = _png(document, options["width"]) if format_name == "png" else document
                write_atomically(path, content)
            return
        ((_, text),) = figures
    shared.print_or_write(text, options["output"])
    if options["output"] is None and sys.stdout.isatty():
        ending = "tex" if format_name == "latex" else format_name
        shared.complain(f"`-o tree.{ending}` writes this to a file")


def _figures(
    loaded: shared.Loaded, format_name: str, options: dict[str, Any]
) -> Iterator[tuple[Path, str]]:
    """Yield the figure of a tree, or those of several steps, each with the file it goes to."""
    from treeexplorer.drawing.figures import FigureOptions

    theme = options["theme"]
    if theme is None or (theme == "auto" and format_name == "png"):
        theme = "light" if format_name == "png" else "auto"
    figure = FigureOptions(
        title=None if options["caption"] is False else loaded.title,
        caption=options["caption"],
        paper=_paper(loaded) if options["claims"] else None,
        blank=options["blank"],
        theme=theme,
    )
    path, step = Path(options["output"] or ""), 0 if figure.blank else options["step"]
    if format_name == "latex":
        from treeexplorer.drawing.latex import latex, latex_fragment

        write = latex_fragment if options["fragment"] else latex
        yield path, write(shared.searched(loaded, step), step, figure)
        return
    from treeexplorer.drawing.svg import frames_wanted, svg, svg_frames

    if not options["steps"]:
        yield path, svg(shared.searched(loaded, step), step, figure)
        return
    record = shared.searched(loaded)
    try:
        steps = frames_wanted(record, options["steps"])
    except ValueError as error:
        raise shared.CallError(f"--steps: {error}") from None
    if not steps:
        raise shared.CallError("--steps cut-offs: nothing is cut off in this search")
    digits = len(str(record.steps))
    for number, document in svg_frames(record, steps, figure):
        ending = path.suffix or f".{format_name}"
        yield path.with_name(f"{path.stem}-{number:0{digits}}{ending}"), document


def _png(document: str, width: int | None) -> bytes:
    from treeexplorer.drawing.svg import png

    try:
        return png(document, width or _WIDTH)
    except ModuleNotFoundError:
        raise shared.CallError(
            "png needs a renderer: pip install 'treeexplorer[figures]', or export svg"
        ) from None
