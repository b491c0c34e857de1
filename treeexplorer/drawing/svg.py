"""A search at a step as a picture: self-contained SVG for slides, worksheets and pages.

It is the drawing of the terminal: cards tinted by player, entry windows on the edges, the path
heavy, α and β running down it, a red slab where a cut-off happens, dashed and struck what it
prunes, yellow what has just arrived, the principal variation and its ties as double lines once
the search has ended. Every distinction is one of form, too, so a figure printed in black and white
says the same. No fonts or scripts are fetched, and names are only ever text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from treeexplorer.drawing.choice_panel import PANEL_WIDTH, ChoicePanel, choice_panel
from treeexplorer.drawing.figure_layout import FigureLayout, lay_out_figure
from treeexplorer.drawing.figures import UNTITLED, FigureOptions
from treeexplorer.drawing.lettering import LARGE, SMALL, cut_text_to_width, text_width, wrap_text
from treeexplorer.drawing.svg_elements import SvgElements, format_coordinate, format_translation
from treeexplorer.drawing.svg_figure import FigureWriter
from treeexplorer.drawing.svg_style import SCOPE, render_style_sheet
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.record import Record
from treeexplorer.errors import TreeexplorerError

_MARGIN: Final = 26.0
_LEAST_WIDTH: Final = 360.0
_GAP_BESIDE_CHOICE: Final = 34.0  # between the tree and the panel of a choice

# The heading, below the upper margin: the baselines of its two lines, and where the tree begins.
_FIRST_BASELINE: Final = 10
_SECOND_BASELINE: Final = 31
_HEIGHT_WITHOUT_HEADING: Final = 4
_HEIGHT_OF_ONE_LINE: Final = 34
_HEIGHT_OF_TWO_LINES: Final = 56
_LEAST_GAP_BESIDE_TITLE: Final = (
    20  # at least so far from the title to the counter on the same line
)

# The caption, below the tree.
_GAP_ABOVE_CAPTION: Final = 20.0  # the gap between the tree and the caption
_CAPTION_BASELINE: Final = 12  # from the top of the caption to its first baseline
_CAPTION_LINE_HEIGHT: Final = 18.0  # from one baseline to the next


class _Heading(NamedTuple):
    """What stands above the drawing of a figure."""

    elements: list[str]
    height: float  # how far the drawing begins below the upper margin


def svg(record: Record, step: int | None = None, options: FigureOptions | None = None) -> str:
    """Return a search at a step as a complete SVG document.

    Without a step it is the end of the search, without mark and sentence.

    Raises:
        IndexError: There is no such step.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> svg(search(from_nested([[3, 5], [2, 9]]))).startswith("<svg")
        True
    """
    if options is None:
        options = FigureOptions()
    document = _Document(FigureWriter(record, step, options))
    return document.render(len(document.wrap_caption()), document.render_choice().height)


def svg_frames(
    record: Record, steps: Sequence[int], options: FigureOptions | None = None
) -> Iterator[tuple[int, str]]:
    """Yield an SVG document for each of some steps of a search, all of the same size.

    Args:
        record: The search.
        steps: The steps that are wanted.
        options: What the figures show.

    Yields:
        Each step with its document, in the order of ``steps``.

    Raises:
        IndexError: There is no such step.
    """
    if options is None:
        options = FigureOptions()
    layout = lay_out_figure(record, options)  # nodes stand at the same places in all figures
    documents = [_Document(FigureWriter(record, step, options, layout)) for step in steps]

    # Every figure has room for the longest caption and the highest panel of all.
    caption_lines = max((len(document.wrap_caption()) for document in documents), default=0)
    choice_height = max((document.render_choice().height for document in documents), default=0.0)
    for step, document in zip(steps, documents, strict=True):
        yield step, document.render(caption_lines, choice_height)


def compute_figure_width(layout: FigureLayout) -> float:
    """Return how many pixels wide a figure is, its margins included."""
    return max(_LEAST_WIDTH, layout.width + 2 * _MARGIN)


def png(document: str, width: int) -> bytes:
    """Render an SVG document as a PNG image, and return its bytes.

    Args:
        document: The SVG document, with a dark or a light theme; not ``auto``.
        width: How many pixels wide the image is.

    Raises:
        TreeexplorerError: The extra ``figures`` is not installed.
    """
    try:
        # Not at the top of the file: few users need this renderer, and it may be missing.
        import resvg_py
    except ModuleNotFoundError:
        raise TreeexplorerError(
            "png needs a renderer: pip install 'treeexplorer[figures]', or export svg"
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=document, width=width))


class _Document:
    """A whole SVG document: a figure with its heading, its caption and the choice beside it."""

    def __init__(self, figure: FigureWriter) -> None:
        """Prepare to write the document of a figure."""
        self._figure = figure
        self._svg = SvgElements(is_on_page=False)

    def wrap_caption(self) -> list[str]:
        """Return the lines of the sentence below the drawing; none if the figure shows none."""
        sentence = ""
        if self._figure.has_caption and not self._figure.options.blank:
            sentence = self._figure.snapshot.sentence
        available_width = compute_figure_width(self._figure.layout) - 2 * _MARGIN
        return wrap_text(sentence, SMALL, available_width)

    def render_choice(self) -> ChoicePanel:
        """Return the panel of the step's choice; an empty panel if the figure shows no choices."""
        if not self._figure.options.choice:
            return ChoicePanel("", 0.0)
        return choice_panel(self._figure.snapshot)

    def render(self, caption_lines: int, choice_height: float) -> str:
        """Return the text of the whole SVG document.

        From the top down it has the heading, the tree with the choice to its right, and the
        caption, with a margin around all of it.

        Args:
            caption_lines: For how many lines of text there is room below the drawing.
            choice_height: How high the choice beside the drawing may be; 0 where none is shown.
        """
        has_choice = choice_height > 0
        tree_width = compute_figure_width(self._figure.layout)
        width = tree_width
        if has_choice:
            width += _GAP_BESIDE_CHOICE + PANEL_WIDTH

        heading = self._render_heading(width)
        tree_top = _MARGIN + heading.height
        tree_bottom = tree_top + max(self._figure.layout.height, choice_height)
        height = tree_bottom + _compute_caption_height(caption_lines) + _MARGIN

        elements = [
            *self._render_opening(width, height, with_choice=has_choice),
            *heading.elements,
            *self._render_tree_and_choice(tree_width, tree_top),
            *self._render_caption(tree_bottom),
            "</svg>\n",
        ]
        return "\n".join(elements)

    def _render_opening(self, width: float, height: float, *, with_choice: bool) -> Iterator[str]:
        """Yield what comes first in an SVG document: size, description, style sheet, background."""
        size = f'width="{format_coordinate(width)}" height="{format_coordinate(height)}"'
        view_box = f'viewBox="0 0 {format_coordinate(width)} {format_coordinate(height)}"'
        styles = render_style_sheet(self._figure.options.theme, with_choice=with_choice)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" {view_box} {size} class="{SCOPE}" role="img">'
        )
        yield from self._render_accessible_description()
        yield f"<style>\n{styles}\n</style>"
        yield f'<rect class="paper" {size} rx="10"/>'  # SVG draws it first, below all the rest

    def _render_heading(self, width: float) -> _Heading:
        """Return what stands above the tree: the title, and to its right the counter of steps.

        Without a title there is neither. A title that is wider than its room is shortened.

        Args:
            width: How many pixels wide the figure is, its margins included.
        """
        title = self._figure.options.title
        if not title:
            return _Heading([], _HEIGHT_WITHOUT_HEADING)

        room = width - 2 * _MARGIN
        first_baseline = _MARGIN + _FIRST_BASELINE
        title_element = self._svg.render_text(
            cut_text_to_width(title, LARGE, room), classes="title", x=_MARGIN, y=first_baseline
        )

        counter = self._describe_rule_and_step()
        if _fit_on_one_line(title, counter, room):
            right_end = width - _MARGIN
            counter_element = self._svg.render_text(
                counter, classes="small soft end", x=right_end, y=first_baseline
            )
            return _Heading([title_element, counter_element], _HEIGHT_OF_ONE_LINE)

        # The counter has no room behind the title: it stands on a second line, at the left.
        second_baseline = _MARGIN + _SECOND_BASELINE
        counter_element = self._svg.render_text(
            counter, classes="small soft", x=_MARGIN, y=second_baseline
        )
        return _Heading([title_element, counter_element], _HEIGHT_OF_TWO_LINES)

    def _render_caption(self, tree_bottom: float) -> Iterator[str]:
        """Yield the SVG elements of the sentence below the tree, one for each line."""
        baseline = tree_bottom + _GAP_ABOVE_CAPTION + _CAPTION_BASELINE
        for line in self.wrap_caption():
            yield self._svg.render_text(line, classes="small", x=_MARGIN, y=baseline)
            baseline += _CAPTION_LINE_HEIGHT

    def _render_accessible_description(self) -> Iterator[str]:
        """Yield the title and the description that are read out to people who do not see it.

        There are none if what stands around the figure has them.
        """
        if not self._figure.options.described:
            return
        title = self._figure.options.title
        if not title:
            title = UNTITLED
        yield f"<title>{escape(title)}</title>"
        yield f"<desc>{escape(self._describe_figure())}</desc>"

    def _describe_figure(self) -> str:
        """Return what is read out instead of the figure."""
        if self._figure.options.blank:
            return "A game tree to be worked by hand."
        step = self._figure.snapshot
        return f"Step {step.step} of {step.record.steps}. {step.sentence}"

    def _render_tree_and_choice(self, width: float, top: float) -> Iterator[str]:
        """Yield the SVG groups of the tree and, to its right, of the panel that explains a choice.

        The choice is the one that a player has at a cut-off. The panel is left out if it is empty.

        Args:
            width: The width of a figure without a choice, its two margins included. The tree
                stands in the middle of it.
            top: The y at which both begin.
        """
        tree_left = (width - self._figure.layout.width) / 2
        yield f'<g transform="{format_translation(tree_left, top)}">'
        yield from self._figure.render_drawing()
        yield "</g>"

        panel = self.render_choice()
        if panel.markup:
            panel_left = width - _MARGIN + _GAP_BESIDE_CHOICE
            yield f'<g transform="{format_translation(panel_left, top)}">{panel.markup}</g>'

    def _describe_rule_and_step(self) -> str:
        """Return the rule of the search, and the step: ``cut when α ≥ β · step 7/20``.

        An algorithm without such a rule is named instead. The step is left out in a blank figure,
        and in one that shows nothing of a step.
        """
        rules = self._figure.record.rules
        has_cutoff_test = rules.has_conventions
        rule = algorithm_of(rules).title
        if has_cutoff_test:
            rule = f"cut when α {rules.test_sign} β"

        shows_step = not self._figure.options.blank and (
            self._figure.is_marked or self._figure.has_caption
        )
        if not shows_step:
            return rule
        return f"{rule} · step {self._figure.snapshot.step}/{self._figure.snapshot.record.steps}"


def _compute_caption_height(line_count: int) -> float:
    """Return how high a caption of some lines is, with the gap above it; 0 without any line."""
    if line_count == 0:
        return 0.0
    return _GAP_ABOVE_CAPTION + _CAPTION_LINE_HEIGHT * line_count


def _fit_on_one_line(title: str, counter: str, room: float) -> bool:
    """Tell whether a title and the counter of steps have room beside each other."""
    return text_width(title, LARGE) + _LEAST_GAP_BESIDE_TITLE + text_width(counter, SMALL) <= room
