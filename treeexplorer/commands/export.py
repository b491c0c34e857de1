"""``treeexplorer export``: a tree of the notation in another format, or drawn as a figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from treeexplorer.commands.searching import searched_to
from treeexplorer.commands.shared import Loaded, Problem, file_argument, load, rule_options

_TREES = ("json", "python", "newick", "dot", "efg")
_FIGURES = ("svg", "latex", "text")
_WHERE = {  # the options that say something about some formats only
    "step": _FIGURES,
    "windows": _FIGURES,
    "claims": _FIGURES,
    "blank": ("svg", "latex"),
    "no_caption": ("svg",),
    "theme": ("svg",),
}


@click.command("export")
@file_argument
@click.option(
    "--to",
    "format_name",
    type=click.Choice((*_TREES, *_FIGURES)),
    required=True,
    help="The format.",
)
@rule_options
@click.option(
    "--step", type=int, metavar="N", help="svg, latex, text: the step; the last by default."
)
@click.option("--windows", is_flag=True, help="svg, latex, text: write the windows on entry.")
@click.option("--claims", is_flag=True, help="svg, latex, text: show what is written, too.")
@click.option("--blank", is_flag=True, help="svg, latex: nothing found, with room to write.")
@click.option("--no-caption", is_flag=True, help="svg: leave out title and explanation.")
@click.option(
    "--theme",
    type=click.Choice(("auto", "light", "dark")),
    help="svg: the colours; auto follows the reader's system.",
)
def command(file: str | None, expression: str | None, format_name: str, **options: Any) -> None:
    """Print a tree in another format, or its search as a figure.

    json and python are nested lists, newick has the values as names, dot is Graphviz's language,
    efg is Gambit's extensive form. svg, latex (the package forest) and text draw the tree as it
    looks at a step of its search.
    """
    for name, formats in _WHERE.items():
        if options[name] not in {None, False} and format_name not in formats:
            option = f"--{name.replace('_', '-')}"
            raise Problem(f"{option} says nothing about --to {format_name}: leave it out")
    if options["blank"] and options["step"] is not None:
        raise Problem("--blank shows no step of the search: leave out --step")
    loaded = list(load(file, expression, options))
    if format_name in _TREES:
        _print_trees(loaded, format_name)
    elif format_name == "text":
        _print_text(loaded, options)
    else:
        _print_figure(loaded, format_name, options)


def _print_trees(loaded: Sequence[Loaded], format_name: str) -> None:
    from treeexplorer.formats import catalogue
    from treeexplorer.formats.foreign import CannotWriteError

    try:
        exported = catalogue.WRITERS[format_name]([each.tree for each in loaded])
    except CannotWriteError as error:
        raise Problem(str(error)) from None
    for notice in exported.notices:
        click.echo(f"treeexplorer: {notice}", err=True)
    click.echo(exported.text, nl=False)


def _print_figure(loaded: Sequence[Loaded], format_name: str, options: dict[str, Any]) -> None:
    from treeexplorer.formats.latex import latex
    from treeexplorer.formats.svg import FigureOptions, svg_lines

    if len(loaded) != 1:
        raise Problem(
            f"a figure holds one drawing, and there are {len(loaded)} trees; choose one of them "
            "with --tree"
        )
    (each,) = loaded
    step = 0 if options["blank"] else options["step"]
    captioned = not options["no_caption"]
    figure = FigureOptions(
        title=each.title if captioned else None,
        caption=captioned,
        windows=options["windows"],
        claims=options["claims"],
        blank=options["blank"],
        theme=options["theme"] or "auto",
    )
    record = searched_to(each, step)
    if format_name == "latex":
        click.echo(latex(record, step, figure), nl=False)
        return
    for line in svg_lines(record, step, figure):
        click.echo(line)


def _print_text(loaded: Sequence[Loaded], options: dict[str, Any]) -> None:
    from treeexplorer.drawing.diagram import draw
    from treeexplorer.drawing.runs import Detail, Look, plain

    detail = Detail.WINDOW if options["windows"] else Detail.NAMED
    look = Look(claims=options["claims"], marks_unread=True)
    for position, each in enumerate(loaded):
        record = searched_to(each, options["step"])
        if position:
            click.echo()
        if len(loaded) > 1:
            click.echo(each.title)
        click.echo(plain(draw(record, options["step"], look, None, detail)))
