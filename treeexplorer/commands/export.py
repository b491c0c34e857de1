"""``treeexplorer export``: a tree of the notation in another format, or drawn as a figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from treeexplorer.commands.searching import searched_to
from treeexplorer.commands.shared import Loaded, Problem, file_argument, load, rule_options
from treeexplorer.text import safe

_TREES = ("json", "python", "dot", "efg")
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
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of printing.")
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

    json and python are nested lists, dot is Graphviz's language, efg is Gambit's extensive form.
    svg, latex (the package forest) and text draw the tree as it looks at a step of its search.
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
    else:
        text = _figure(loaded, format_name, options)
    if options["output"] is None:
        click.echo(text, nl=False)
    else:
        _write(options["output"], text)


def _write(path: str, text: str) -> None:
    from treeexplorer.files import write_atomically

    try:
        write_atomically(path, text)
    except OSError as error:
        raise Problem(f"{safe(path)} cannot be written: {error.strerror or error}") from None


def _trees(loaded: Sequence[Loaded], format_name: str) -> str:
    from treeexplorer.formats import catalogue
    from treeexplorer.formats.foreign import CannotWriteError

    try:
        exported = catalogue.WRITERS[format_name]([each.exercise for each in loaded])
    except CannotWriteError as error:
        raise Problem(str(error)) from None
    for notice in exported.notices:
        click.echo(f"treeexplorer: {notice}", err=True)
    return exported.text


def _figure(loaded: Sequence[Loaded], format_name: str, options: dict[str, Any]) -> str:
    from treeexplorer.drawing.latex import latex
    from treeexplorer.drawing.svg import FigureOptions, svg

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
        claims=each.exercise.claims if options["claims"] else (),
        blank=options["blank"],
        theme=options["theme"] or "auto",
    )
    record = searched_to(each, step)
    return latex(record, step, figure) if format_name == "latex" else svg(record, step, figure)


def _drawings(loaded: Sequence[Loaded], options: dict[str, Any]) -> str:
    from treeexplorer.drawing.cards import notes_of
    from treeexplorer.drawing.diagram import draw
    from treeexplorer.drawing.runs import Look, plain

    parts = []
    for position, each in enumerate(loaded):
        record = searched_to(each, options["step"])
        title = f"{chr(10) * bool(position)}{each.title}\n" if len(loaded) > 1 else ""
        notes = notes_of(each.exercise.claims) if options["claims"] else {}
        look = Look(marks=True, notes=notes, shows_notes=bool(notes))
        drawing = plain(draw(record, options["step"], look)).rstrip("\n")
        parts.append(f"{title}{drawing}\n")
    return "".join(parts)
