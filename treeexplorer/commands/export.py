"""``treeexplorer export``: a tree of the notation in another format, or drawn as a figure."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands.draw import drawing
from treeexplorer.commands.shared import (
    Loaded,
    Problem,
    complain,
    file_argument,
    load,
    output_option,
    print_or_write,
    rule_options,
    searched,
    searched_to,
    write,
)

if TYPE_CHECKING:  # drawing is imported only where something is drawn: start-up stays fast
    from treeexplorer.drawing.figures import FigureOptions

_TREES = ("json", "python", "dot", "efg")
_FIGURES = ("svg", "png", "latex", "text")
_PAGE = "html"
_PICTURES = ("svg", "png")
_WHERE = {  # the options that say something about some formats only
    "step": _FIGURES,
    "steps": _PICTURES,
    "windows": ("svg", "png", "latex"),
    "claims": _FIGURES,
    "blank": ("svg", "png", "latex"),
    "caption": _PICTURES,
    "theme": _PICTURES,
    "width": ("png",),
    "fragment": ("latex",),
    "practise": (_PAGE,),
}
_WIDTH = 1200
_WIDEST = 20_000
_ENDINGS = {"python": "py", "latex": "tex", "text": "txt"}


@click.command("export")
@file_argument
@click.option(
    "--to",
    "format_name",
    type=click.Choice((*_TREES, *_FIGURES, _PAGE)),
    required=True,
    help="The format.",
)
@output_option
@rule_options
@click.option("--step", type=int, metavar="N", help="figures, text: the step; the end by default.")
@click.option(
    "--steps",
    metavar="STEPS",
    help="svg, png: a figure for each step, all of one size: all, cut-offs, or 3,7,12.",
)
@click.option("--windows/--no-windows", default=None, help="figures: the windows on the edges.")
@click.option("--claims", is_flag=True, help="figures, text: show what is written, too.")
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
def command(file: str | None, expression: str | None, format_name: str, **options: Any) -> None:
    """Print a tree in another format, or its search as a figure or a page.

    json and python are nested lists, dot is Graphviz's language, efg is Gambit's extensive form.
    svg, png, latex (the package forest) and text draw the tree as it looks at a step of its
    search; without --step as the search has left it, unmarked. html is a page for the browser
    that steps through it: one file, without a network.
    """
    for name, formats in _WHERE.items():
        given = options[name] is not None and options[name] is not False
        if given and format_name not in formats:
            option = f"--{name.replace('_', '-')}"
            raise Problem(f"{option} says nothing about --to {format_name}: leave it out")
    if options["blank"] and (options["step"] is not None or options["steps"]):
        raise Problem("--blank shows no step of the search: leave out --step")
    if options["steps"] and options["step"] is not None:
        raise Problem("--steps and --step say different things: leave one of them out")
    if (format_name == "png" or options["steps"]) and options["output"] is None:
        raise Problem(f"-o FILE says where a {format_name} is written")
    loaded = list(load(file, expression, options, expects_unknowns=True))
    if format_name in _TREES:
        text = _trees(loaded, format_name)
    elif format_name == "text":
        text = _drawings(loaded, options)
    elif format_name == "html":
        text = _page(loaded, practise=options["practise"])
    elif format_name == "latex":
        text = _latex(_only(loaded, "a figure"), options)
    elif format_name == "png" or options["steps"]:
        _write_pictures(_only(loaded, "a figure"), format_name, options)
        return
    else:
        text = _svg(_only(loaded, "a figure"), options)
    print_or_write(text, options["output"])
    if options["output"] is None and format_name != "text" and sys.stdout.isatty():
        ending = _ENDINGS.get(format_name, format_name)
        complain(f"`-o tree.{ending}` writes this to a file")


def _trees(loaded: Sequence[Loaded], format_name: str) -> str:
    from treeexplorer import formats
    from treeexplorer.formats.foreign import CannotWriteError

    try:
        exported = formats.WRITERS[format_name]([each.exercise for each in loaded])
    except CannotWriteError as error:
        raise Problem(str(error)) from None
    for notice in exported.notices:
        complain(notice)
    return exported.text


def _figure_options(each: Loaded, options: dict[str, Any]) -> FigureOptions:
    from treeexplorer.drawing.figures import FigureOptions

    is_titled = options["caption"] is not False
    return FigureOptions(
        title=each.title if is_titled else None,
        caption=options["caption"],
        windows=options["windows"] is not False,
        claims=each.exercise.claims if options["claims"] else (),
        blank=options["blank"],
        theme=options["theme"] or "auto",
    )


def _svg(each: Loaded, options: dict[str, Any]) -> str:
    from treeexplorer.drawing.svg import svg

    step = 0 if options["blank"] else options["step"]
    return svg(searched_to(each, step), step, _figure_options(each, options))


def _latex(each: Loaded, options: dict[str, Any]) -> str:
    from treeexplorer.drawing.latex import latex, latex_fragment

    step = 0 if options["blank"] else options["step"]
    write_latex = latex_fragment if options["fragment"] else latex
    return write_latex(searched_to(each, step), step, _figure_options(each, options))


def _write_pictures(each: Loaded, format_name: str, options: dict[str, Any]) -> None:
    """Write one figure, or one for each of several steps, as SVG or PNG."""
    from dataclasses import replace

    from treeexplorer.drawing.svg import frames_wanted, svg_frames

    figure = _figure_options(each, options)
    if format_name == "png" and figure.theme == "auto":
        figure = replace(figure, theme="light")
    path = Path(options["output"])
    if not options["steps"]:
        _write_picture(path, _svg(each, {**options, "theme": figure.theme}), options["width"])
        return
    record = searched_to(each, None)
    try:
        steps = frames_wanted(record, options["steps"])
    except ValueError as error:
        raise Problem(f"--steps: {error}") from None
    if not steps:
        raise Problem("--steps cut-offs: nothing is cut off in this search")
    digits = len(str(record.steps))
    for step, document in svg_frames(record, steps, figure):
        frame = path.with_name(f"{path.stem}-{step:0{digits}}{path.suffix or f'.{format_name}'}")
        if format_name == "png":
            _write_picture(frame, document, options["width"])
        else:
            write(str(frame), document)


def _write_picture(path: Path, document: str, width: int | None) -> None:
    """Write an SVG document as PNG."""
    from treeexplorer.drawing.svg import png
    from treeexplorer.files import FileError, write_atomically

    try:
        picture = png(document, width or _WIDTH)
    except ModuleNotFoundError:
        raise Problem(
            "png needs a renderer: pip install 'treeexplorer[figures]', or export svg"
        ) from None
    try:
        write_atomically(path, picture)
    except FileError as error:
        raise Problem(str(error)) from None


def _only(loaded: Sequence[Loaded], what: str) -> Loaded:
    if len(loaded) != 1:
        raise Problem(
            f"{what} holds one tree, and there are {len(loaded)} trees; choose one of them "
            "with --tree"
        )
    return loaded[0]


def _page(loaded: Sequence[Loaded], *, practise: bool) -> str:
    from treeexplorer.drawing.page import PageError, PageOptions, page

    each = _only(loaded, "a page")
    directives = each.exercise.directives
    options = PageOptions(each.title, each.resolved.line, directives.source or "", practise)
    try:
        return page(searched(each), options)
    except PageError as error:
        raise Problem(str(error)) from None


def _drawings(loaded: Sequence[Loaded], options: dict[str, Any]) -> str:
    parts = []
    for each in loaded:
        title = f"{each.title}\n" if len(loaded) > 1 else ""
        lines = drawing(each, options, None, in_colour=False).rstrip("\n")
        parts.append(f"{title}{lines}\n")
    return "\n".join(parts)
