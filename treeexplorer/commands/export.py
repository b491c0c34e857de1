"""``treeexplorer export``: a tree of the notation in another format, or drawn as a figure."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

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
)

_TREES = ("json", "python", "dot", "efg")
_FIGURES = ("svg", "latex", "text", "html")
_WHERE = {  # the options that say something about some formats only
    "step": ("svg", "latex", "text"),
    "windows": ("svg", "latex"),
    "claims": ("svg", "latex", "text"),
    "blank": ("svg", "latex"),
    "no_caption": ("svg",),
    "theme": ("svg",),
    "practise": ("html",),
}
_ENDINGS = {"python": "py", "latex": "tex", "text": "txt"}


@click.command("export")
@file_argument
@click.option(
    "--to",
    "format_name",
    type=click.Choice((*_TREES, *_FIGURES)),
    required=True,
    help="The format.",
)
@output_option
@rule_options
@click.option(
    "--step", type=int, metavar="N", help="svg, latex, text: the step; the last by default."
)
@click.option("--windows", is_flag=True, help="svg, latex: write the windows on entry.")
@click.option("--claims", is_flag=True, help="svg, latex, text: show what is written, too.")
@click.option("--blank", is_flag=True, help="svg, latex: nothing found, with room to write.")
@click.option("--no-caption", is_flag=True, help="svg: leave out title and explanation.")
@click.option(
    "--theme",
    type=click.Choice(("auto", "light", "dark")),
    help="svg: the colours; auto follows the reader's system.",
)
@click.option("--practise", is_flag=True, help="html: ask for v and window at each test first.")
def command(file: str | None, expression: str | None, format_name: str, **options: Any) -> None:
    """Print a tree in another format, or its search as a figure or a page.

    json and python are nested lists, dot is Graphviz's language, efg is Gambit's extensive form.
    svg, latex (the package forest) and text draw the tree as it looks at a step of its search.
    html is a page for the browser that steps through it: one file, without a network.
    """
    for name, formats in _WHERE.items():
        given = options[name] is not None and options[name] is not False
        if given and format_name not in formats:
            option = f"--{name.replace('_', '-')}"
            raise Problem(f"{option} says nothing about --to {format_name}: leave it out")
    if options["blank"] and options["step"] is not None:
        raise Problem("--blank shows no step of the search: leave out --step")
    loaded = list(load(file, expression, options, expects_unknowns=True))
    if format_name in _TREES:
        text = _trees(loaded, format_name)
    elif format_name == "text":
        text = _drawings(loaded, options)
    elif format_name == "html":
        text = _page(loaded, practise=options["practise"])
    else:
        text = _figure(loaded, format_name, options)
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


def _figure(loaded: Sequence[Loaded], format_name: str, options: dict[str, Any]) -> str:
    from treeexplorer.drawing.latex import latex
    from treeexplorer.drawing.svg import FigureOptions, svg

    each = _only(loaded, "a figure")
    step = 0 if options["blank"] else options["step"]
    captioned = not options["no_caption"]
    figure = FigureOptions(
        title=each.title if captioned else None,
        caption=captioned,
        windows=options["windows"],
        claims=each.exercise.claims if options["claims"] else (),
        blank=options["blank"],
        theme=options["theme"] or "auto",
    )
    record = searched_to(each, step)
    return latex(record, step, figure) if format_name == "latex" else svg(record, step, figure)


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
