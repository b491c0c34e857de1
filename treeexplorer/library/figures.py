"""Searches as figures and pages, with the options of ``treeexplorer export``."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from treeexplorer.drawing.figures import UNTITLED
from treeexplorer.drawing.styled_text import LARGEST_FIGURE
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.library import guards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from treeexplorer.drawing.figures import FigureOptions, Theme
    from treeexplorer.engine import Record
    from treeexplorer.notation import Directives

FigureFormat: TypeAlias = Literal["svg", "png", "latex", "html"]
FIGURE_FORMATS: Final[tuple[str, ...]] = ("svg", "png", "latex", "html")
_OPTIONS_OF: Final[dict[str, tuple[str, ...]]] = {
    "svg": ("step", "claims", "blank", "caption", "choice"),
    "png": ("step", "claims", "blank", "caption", "choice", "width"),
    "latex": ("step", "claims", "blank", "fragment"),
    "html": ("practise",),
}
_FLAGS: Final = ("claims", "blank", "caption", "choice", "fragment", "practise")
_PIXELS: Final = 1200
_MOST_PIXELS: Final = 20_000


@dataclass(frozen=True)
class Drawn:
    """A search to be drawn, with what stands around the drawing."""

    record: Record
    title: str
    rules: str
    source: str


def title_of(directives: Directives) -> str:
    """Return what stands above a drawing: an exercise's title, or words that fit any."""
    return directives.title if directives.title else UNTITLED


def drawn_with(record: Record, directives: Directives, rules: str) -> Drawn:
    """Return a search to be drawn with what its exercise says, and its rules in a line."""
    source = directives.source if directives.source else ""
    return Drawn(record, title_of(directives), rules, source)


def require_options(format_name: str, options: Mapping[str, Any]) -> None:
    """Refuse options that a format ignores, and options that contradict each other.

    Args:
        format_name: The format.
        options: The options by name. One that is ``None`` or ``False`` counts as not given.

    Raises:
        TypeError: An option has a value of another type than it takes.
        TreeexplorerError: The format ignores an option, or two options contradict each other.
    """
    # First the types, because below a flag that is not given is told by its value.
    for name in _FLAGS:
        if name in options:
            guards.require_flag(options[name], name)
    given = [name for name, value in options.items() if value is not None and value is not False]
    known = _OPTIONS_OF[format_name]
    for name in given:
        if name not in known:
            raise TreeexplorerError(
                f"{name} decides nothing in {format_name}, which takes {', '.join(known)}"
            )
    _refuse_contradictions(given)


def _refuse_contradictions(given: Collection[str]) -> None:
    """Refuse two options of which one shows what the other leaves out.

    Raises:
        TreeexplorerError: Two such options are given.
    """
    is_blank = "blank" in given
    shows_claims = "claims" in given
    if is_blank and (shows_claims or "step" in given):
        raise TreeexplorerError("a blank drawing shows no step and no claims; leave blank out")
    if "choice" in given and (is_blank or shows_claims):
        raise TreeexplorerError("a choice is one of the search; leave claims and blank out")


def figure(
    drawn: Drawn,
    format_name: str,
    paper: Mapping[int, WrittenAnswer] | None,
    options: Mapping[str, Any],
) -> str | bytes:
    """Return a search as a figure or a page; PNG as bytes.

    Args:
        drawn: What is drawn.
        format_name: One of :data:`FIGURE_FORMATS`.
        paper: What is written at the nodes, where that is shown.
        options: Those of ``export``, as :func:`require_options` lets them through.

    Raises:
        IndexError: There is no such step.
        ChoiceError: A choice is asked for, and what is drawn is no step with a cut-off.
        LatexError: LaTeX is asked for of a tree that is too large for TeX.
        PageError: A page is asked for of a tree that is too large for one.
        TreeexplorerError: PNG is asked for, and its renderer is not installed.
    """
    if format_name == "html":
        return _page(drawn, practise=bool(options.get("practise")))
    chosen = _figure_options(drawn, format_name, paper, options)
    step = _step_to_draw(drawn.record, options)
    if chosen.choice:
        _require_choice(drawn.record, step)
    if format_name == "latex":
        is_fragment = bool(options.get("fragment"))
        return _latex(drawn.record, step, chosen, is_fragment=is_fragment)
    document = _svg(drawn.record, step, chosen)
    return _in_format(document, format_name, options)


def _require_choice(record: Record, step: int | None) -> None:
    """Make sure that a step is a cut-off, of which a choice can be drawn.

    Raises:
        ChoiceError: It is none.
    """
    from treeexplorer.drawing.choice_panel import check_steps_have_choice

    steps = [] if step is None else [step]
    check_steps_have_choice(record, steps)


def _svg(record: Record, step: int | None, chosen: FigureOptions) -> str:
    """Return a step of a search as an SVG document."""
    from treeexplorer.drawing.svg import svg

    return svg(record, step, chosen)


def _step_to_draw(record: Record, options: Mapping[str, Any]) -> int | None:
    """Return the step that is drawn; ``None`` for the end of the search, unmarked.

    Raises:
        TypeError: It is no whole number.
        IndexError: There is no such step.
    """
    if options.get("blank"):
        return 0
    step = options.get("step")
    return None if step is None else guards.step_number(step, record.steps)


def _latex(record: Record, step: int | None, chosen: FigureOptions, *, is_fragment: bool) -> str:
    """Return a search as a LaTeX document, or as the tree alone."""
    from treeexplorer.drawing.latex import latex_document, latex_fragment

    if is_fragment:
        return latex_fragment(record, step, chosen)
    return latex_document(record, step, chosen)


def _page(drawn: Drawn, *, practise: bool) -> str:
    """Return the page that steps through a search."""
    from treeexplorer.drawing.page import page

    return page(drawn.record, drawn.title, drawn.rules, drawn.source, practise=practise)


def figures(
    drawn: Drawn,
    format_name: str,
    steps: Sequence[int],
    paper: Mapping[int, WrittenAnswer] | None,
    options: Mapping[str, Any],
) -> Iterator[tuple[int, str | bytes]]:
    """Yield steps of a search, each with its figure; all figures have the same size.

    Args:
        drawn: What is drawn.
        format_name: ``svg`` or ``png``.
        steps: The numbers of the steps.
        paper: What is written at the nodes, by node, where that is shown.
        options: Those of ``export``, as :func:`require_options` lets them through.

    Raises:
        ChoiceError: A choice is asked for, and none of the steps has a cut-off.
    """
    # Imported here, so that ``import treeexplorer`` stays fast.
    from treeexplorer.drawing.choice_panel import check_steps_have_choice
    from treeexplorer.drawing.svg import svg_frames

    chosen = _figure_options(drawn, format_name, paper, options)
    if chosen.choice:
        check_steps_have_choice(drawn.record, steps)
    for step, document in svg_frames(drawn.record, steps, chosen):
        yield step, _in_format(document, format_name, options)


def in_notebook(record: Record, step: int | None, title: str | None, caption: bool) -> str | None:
    """Return a search as the SVG that a notebook shows; ``None`` if the tree is too large."""
    if len(record.tree) > LARGEST_FIGURE:
        return None
    from treeexplorer.drawing.figures import FigureOptions

    return _svg(record, step, FigureOptions(title=title, caption=caption))


def _figure_options(
    drawn: Drawn,
    format_name: str,
    paper: Mapping[int, WrittenAnswer] | None,
    options: Mapping[str, Any],
) -> FigureOptions:
    """Turn the options of ``export`` into those of a figure.

    PNG is always in light colours: unlike SVG, it cannot follow the theme of its reader.

    Args:
        drawn: What is drawn, for the title.
        format_name: ``svg``, ``png`` or ``latex``.
        paper: What is written at the nodes, by node, where that is shown.
        options: The options by name; one that is missing counts as not given.
    """
    from treeexplorer.drawing.figures import FigureOptions

    caption = bool(options.get("caption"))
    title = drawn.title if caption else None
    theme: Theme = "light" if format_name == "png" else "auto"
    return FigureOptions(
        title=title,
        caption=caption,
        paper=paper,
        blank=bool(options.get("blank")),
        choice=bool(options.get("choice")),
        theme=theme,
    )


def _in_format(document: str, format_name: str, options: Mapping[str, Any]) -> str | bytes:
    """Return an SVG document as it is, or as PNG."""
    return document if format_name == "svg" else _png(document, options.get("width"))


def _png(document: str, width: object) -> bytes:
    """Return an SVG document as PNG, so many pixels wide; as wide as is usual where ``None``."""
    from treeexplorer.drawing.svg import png

    wanted = f"width is a number of pixels from 16 to {_MOST_PIXELS:,}"
    pixels = _PIXELS if width is None else guards.whole_number(width, wanted, 16, _MOST_PIXELS)
    return png(document, pixels)
