"""``treeexplorer draw`` and ``export``: a tree as a drawing, a figure, a page, in other formats."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands import answering, call_options, loading, printing, problems
from treeexplorer.files import write_atomically

if TYPE_CHECKING:  # drawing is imported only where something is drawn: start-up stays fast
    from treeexplorer.drawing.figures import FigureOptions, Theme
    from treeexplorer.drawing.styled_text import Line, Look
    from treeexplorer.engine import Record
    from treeexplorer.explain.paper import WrittenAnswer
    from treeexplorer.tree import GameTree

_FORMATS = ("json", "dot", "svg", "png", "latex", "html")
_WIDTH = 1200
_WIDEST = 20_000
_NARROWEST = 24
"""Columns, in which a drawing still has its path."""


@click.command("draw")
@call_options.takes_trees()
@click.option("--step", type=int, metavar="N", help="The step to draw; the last one by default.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use ASCII characters alone.")
@click.option("--claims", is_flag=True, help="Show what is written in the tree beside the results.")
@click.option(
    "--width", "columns", type=click.IntRange(_NARROWEST), metavar="N",
    help="The columns that it fits into, also in a pipe.",
)  # fmt: skip
def draw(
    trees: Iterator[loading.Loaded],
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

    # In a pipe without --width None stays: the drawing is as wide as it needs to be.
    if columns is None and sys.stdout.isatty():
        columns = shutil.get_terminal_size().columns
    look = Look(ascii=ascii_only, marks=not printing.has_colour())

    print_drawing = partial(
        _print_drawing, step=step, look=look, columns=columns, shows_claims=claims
    )
    answering.print_answers(trees, print_drawing)


def _print_drawing(
    loaded: loading.Loaded, *, step: int | None, look: Look, columns: int | None, shows_claims: bool
) -> None:
    """Print the drawing of one tree at a step, below its title if there are several.

    ``columns`` is the widest that it may be; ``None`` for any width. If it ``shows_claims``, what
    is written in the tree stands in it, with its marks.
    """
    if loaded.count > 1:
        click.echo(loaded.title)
    judged_claims = _judge_claims(loaded) if shows_claims else None
    # With a step this may be a search that stops later, at an unknown leaf.
    record = answering.run_search(loaded, step)
    look_of_tree = replace(look, answers=judged_claims)
    click.echo(_render_drawing(record, step, look_of_tree, columns), color=True)


def _render_drawing(record: Record, step: int | None, look: Look, columns: int | None) -> str:
    """Return the drawing of a search at a step, as text to print.

    ``columns`` is the widest that it may be, at any height; ``None`` for any size. Where it is too
    large even for that, it is drawn around the path, and a notice says so.
    """
    from treeexplorer.drawing import diagram
    from treeexplorer.drawing.styled_text import Size

    room = None if columns is None else Size(columns, height=0)  # 0 stands for any height
    lines = diagram.draw(record, step, look, room)
    if room is None:
        _print_notice_if_too_large(record.tree, look)
    return _format_lines(lines, look)


def _format_lines(lines: Sequence[Line], look: Look) -> str:
    """Return the lines of a drawing as text, with colour codes unless signs stand for colours."""
    from treeexplorer.drawing.styled_text import convert_to_plain_text

    has_signs_for_colours = look.marks
    if has_signs_for_colours:
        return convert_to_plain_text(lines)
    coloured_lines = [[(printing.colour_text(*part), "") for part in line] for line in lines]
    return convert_to_plain_text(coloured_lines)


def _print_notice_if_too_large(tree: GameTree, look: Look) -> None:
    """Print a notice if a whole tree takes more cells than a drawing may have."""
    from treeexplorer.drawing.placement import lay_out_if_it_fits

    # Only what is the same at every step decides the size: that is the look at rest.
    if lay_out_if_it_fits(tree, look.at_rest, room=None) is None:
        _print_notice_of_size(look)


def _print_notice_of_size(look: Look) -> None:
    """Print a notice that not all nodes are drawn, as the drawing would be too large."""
    count_sign = "[+" if look.ascii else "⊞"
    problems.print_notice(
        "the whole drawing takes more than a million cells: it is drawn around the path, "
        f"and {count_sign} counts the nodes that are left out"
    )


def _judge_claims(loaded: loading.Loaded) -> dict[int, WrittenAnswer]:
    """Return the claims that are written in a tree by node, each with its mark: right or wrong."""
    from treeexplorer.marking.check import Check

    return Check(answering.run_search(loaded), loaded.exercise.claims).paper


# -- exporting ---------------------------------------------------------------------------------


@click.command("export")
@click.option("--to", "format_name", type=click.Choice(_FORMATS), required=True, help="The format.")
@call_options.output_option
@call_options.takes_trees(expects_unknowns=True)
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
    trees: Iterator[loading.Loaded], format_name: str, output: str | None, **options: Any
) -> None:
    """Print a tree in another format, or its search as a figure or a page.

    json is nested lists, with objects for what carries more; dot is Graphviz's language. svg,
    png and latex (the package forest) draw the tree as it looks at a step of its search; without
    --step as the search has left it, unmarked. html is a page for the browser that steps through
    it: one file, without a network. `treeexplorer draw` prints the drawing as text.
    """
    from treeexplorer.formats.writing import WRITERS

    # Wrong combinations of options are refused before the input is read.
    figure_path = _choose_figure_path(format_name, output, has_steps=bool(options["steps"]))
    if options["choice"]:
        _check_choice_can_be_drawn(format_name, has_claims=options["claims"])
    loaded_trees = list(trees)  # reads the input

    # json, dot: the trees themselves, as many as there are.
    if format_name in WRITERS:
        _print_or_write(_convert_trees(loaded_trees, format_name), format_name, output)
        return

    # All other formats show a search of one tree: several trees are an error.
    tree = _require_one_tree(loaded_trees)
    if format_name == "html":
        page = _render_page(tree, is_practice=options["practise"])
        _print_or_write(page, format_name, output)
    elif figure_path is not None:
        _write_figures(tree, format_name, figure_path, options)
    else:
        _print_or_write(_render_figure(tree, format_name, options), format_name, output)


def _check_choice_can_be_drawn(format_name: str, *, has_claims: bool) -> None:
    """Raise a CallError if no figure of that kind shows a cut-off as a choice."""
    if format_name not in {"svg", "png"} or has_claims:
        raise problems.CallError(
            "--choice draws a step of a search, as svg or png, without --claims"
        )


def _choose_figure_path(format_name: str, output: str | None, *, has_steps: bool) -> Path | None:
    """Return the file to which figures are written; ``None`` if the figure is printed as text.

    A png is no text, and with several steps each has a file of its own, named after this one: for
    both a CallError is raised if no file is named.
    """
    is_printed = format_name != "png" and not has_steps
    if is_printed:
        return None
    if output is None:
        raise problems.CallError(f"-o FILE says where a {format_name} is written")
    return Path(output)


def _require_one_tree(trees: Sequence[loading.Loaded]) -> loading.Loaded:
    """Return the only tree, which is to be drawn; raise a CallError unless there is just one."""
    if len(trees) != 1:
        raise problems.CallError(
            f"a figure or page holds one tree, and there are {len(trees)} trees; choose one of "
            "them with --tree"
        )
    return trees[0]


def _print_or_write(text: str, format_name: str, output: str | None) -> None:
    """Print a text or write it to its file; on a terminal, hint at ``-o``."""
    printing.print_or_write(text, output)
    if output is None and sys.stdout.isatty():
        suffix = "tex" if format_name == "latex" else format_name
        problems.print_notice(f"`-o tree.{suffix}` writes this to a file")


def _convert_trees(trees: Sequence[loading.Loaded], format_name: str) -> str:
    """Return trees in a format that has no search in it: ``json`` or ``dot``.

    A notice is printed if the format has no place for something that is in the trees.
    """
    from treeexplorer.formats.writing import WRITERS, left_out

    exercises = [tree.exercise for tree in trees]
    notice = left_out(exercises, format_name)
    if notice:
        problems.print_notice(notice)
    return WRITERS[format_name].write(exercises)


def _render_page(loaded: loading.Loaded, *, is_practice: bool) -> str:
    """Return a page of HTML that steps through a tree's search in a browser.

    A page for practice asks for v and the window at each test before it shows them.
    """
    from treeexplorer.drawing.page import page

    record = answering.run_search(loaded)
    book_or_paper = loaded.exercise.directives.source
    if book_or_paper is None:
        book_or_paper = ""
    return page(record, loaded.title, loaded.resolved.line, book_or_paper, practise=is_practice)


def _make_figure_options(
    loaded: loading.Loaded, format_name: str, options: Mapping[str, Any]
) -> FigureOptions:
    """Make the options of a figure from those of the command ``export``.

    Of the command's options, ``caption``, ``claims``, ``blank`` and ``choice`` are read.
    """
    from treeexplorer.drawing.figures import FigureOptions

    # A picture of pixels cannot follow the reader's theme.
    theme: Theme = "light" if format_name == "png" else "auto"
    return FigureOptions(
        title=loaded.title if options["caption"] else None,
        paper=_judge_claims(loaded) if options["claims"] else None,
        theme=theme,
        caption=options["caption"],
        blank=options["blank"],
        choice=options["choice"],
    )


def _render_figure(loaded: loading.Loaded, format_name: str, options: Mapping[str, Any]) -> str:
    """Return the figure of a tree at the chosen step: LaTeX, or SVG for ``svg`` and ``png``.

    A blank figure, on which nothing is found yet, shows step 0 whatever step is chosen. A CallError
    is raised if there is no such step, or the search stops at an unknown leaf.
    """
    from treeexplorer.drawing.choice_panel import check_steps_have_choice
    from treeexplorer.drawing.latex import latex_document, latex_fragment
    from treeexplorer.drawing.svg import svg

    figure = _make_figure_options(loaded, format_name, options)
    step: int | None = 0 if figure.blank else options["step"]
    record = answering.run_search(loaded, step)
    if figure.choice:
        # Raises an error that names steps with a cut-off, if this one has none.
        check_steps_have_choice(record, [] if step is None else [step])

    if format_name != "latex":
        return svg(record, step, figure)
    if options["fragment"]:
        return latex_fragment(record, step, figure)
    return latex_document(record, step, figure)


def _render_figures_of_steps(
    loaded: loading.Loaded, format_name: str, path: Path, options: Mapping[str, Any]
) -> Iterator[tuple[Path, str]]:
    """Yield the figures of several steps as SVG, each with the file that it goes to.

    Step 7 of ``tree.svg`` goes to ``tree-07.svg``, if the search has 10 to 99 steps. With as many
    digits in each name the files sort by their steps. The format, ``svg`` or ``png``, is the ending
    if the path has none.
    """
    from treeexplorer.drawing.choice_panel import check_steps_have_choice
    from treeexplorer.drawing.svg import svg_frames

    figure = _make_figure_options(loaded, format_name, options)
    record = answering.run_search(loaded)
    steps = _parse_steps(record, options["steps"])
    if figure.choice:
        check_steps_have_choice(record, steps)

    digits = len(str(record.steps))
    suffix = path.suffix if path.suffix else f".{format_name}"
    for step, document in svg_frames(record, steps, figure):
        yield path.with_name(f"{path.stem}-{step:0{digits}}{suffix}"), document


def _parse_steps(record: Record, text: str) -> Sequence[int]:
    """Return the steps that the text of ``--steps`` names: ``all``, ``cut-offs``, or ``3,7,12``.

    A CallError is raised if it names none.
    """
    from treeexplorer.drawing.step_selection import parse_step_selection

    try:
        return parse_step_selection(record, text)
    except ValueError as error:
        raise problems.CallError(f"--steps: {error}") from None


def _write_figures(
    loaded: loading.Loaded, format_name: str, path: Path, options: Mapping[str, Any]
) -> None:
    """Write one figure to a file, or with ``--steps`` a file for each step: ``tree-07.svg``."""
    from treeexplorer.drawing.svg import png

    if options["steps"]:
        figures = _render_figures_of_steps(loaded, format_name, path, options)
    else:
        figures = iter([(path, _render_figure(loaded, format_name, options))])

    for file, document in figures:
        if format_name == "png":
            write_atomically(file, png(document, options["width"]))  # made from the SVG
        else:
            write_atomically(file, document)
