"""A search at a step as a picture: self-contained SVG for slides, worksheets and pages.

It is the drawing of the terminal: cards tinted by player, entry windows on the edges, the path
heavy, α and β running down it, a red slab where a cut-off happens, dashed and struck what it
prunes, yellow what has just arrived, the principal variation and its ties as double lines once
the search has ended. Every distinction is one of form, too, so a figure printed in black and white
says the same. No fonts or scripts are fetched, and names are only ever text.

Each node is one group, its edge, window and card in the group's own coordinates. What changes
there from step to step are the classes of the group, from which the style sheet makes its looks,
and a few texts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import UNICODE, Weight
from treeexplorer.drawing.choice_panel import PANEL_WIDTH, ChoicePanel, choice_panel
from treeexplorer.drawing.figure_layout import BESIDE, CARD_HEIGHT, FigureLayout, lay_out_figure
from treeexplorer.drawing.figures import (
    UNTITLED,
    FigureOptions,
    FigurePainter,
    ItemState,
    format_leaf_value,
    format_node_label,
    leaf_name,
)
from treeexplorer.drawing.items import Item
from treeexplorer.drawing.lettering import (
    LARGE,
    SMALL,
    SMALLEST_TEXT,
    cut_text_to_width,
    text_width,
    wrap_text,
)
from treeexplorer.drawing.svg_style import SCOPE, render_style_sheet
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.record import Record
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.judging.judge import Mark
from treeexplorer.numbers import shown, written
from treeexplorer.tree import INFINITY, Number, Window

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

_CSS_CLASS_OF_MARK: Final = {
    Mark.RIGHT: "right",
    Mark.MISTAKE: "mistake",
    Mark.CONSEQUENCE: "follows",
}
# The slab, the red label of a cut-off.
SLAB_HEIGHT: Final = 18  # half of it above the bus, half below
_WIDTH_OF_CROSS: Final = 17  # how wide a slab without a test is: it holds a cross alone
_SPACE_AROUND_TEST: Final = 22.0  # the cross before a slab's test, and the blank around both
_GAP_BESIDE_LABEL: Final = 3  # from the edge of the child that was read last to the slab
_PADDING_IN_LABEL: Final = 3  # from the left end of a slab to its cross
BASELINES: Final = {
    "name": 19.0,
    "value": 38.5,
    "below": 39.0,
    "low": -7.0,
    "high": -7.0,
    "weight": -7.0,
    "leaf": 18.5,
    "dots": 15.0,
    "slab": 4.5,
}
"""How far below the top of its group each text stands."""
USUAL_CARD: Final = 66
USUAL_LEAF: Final = 32
"""How wide a card is, and a leaf, where nothing else is said: those of numbers of two digits."""
STEM_TOP: Final = 24
_STEM: Final = f"M0,{STEM_TOP}V{CARD_HEIGHT:.0f}"
"""The line from the label of a node to come, whose card is not seen, to the card's bottom."""

# The edge above an item, in coordinates whose origin is the top of its card, in the middle.
_BUS_DROP: Final = 16  # from the bottom of a card to the bus, from which its children hang
_EDGE_END_Y: Final = 6  # an edge ends so far below the top, at the label of what has no card
_BETA_X: Final = 4  # β's dashed line stands so far to the right of α's
_BETA_TOP_BELOW_BUS: Final = 3  # and begins so far below the bus
_SLASH_SIZE: Final = 12  # the width and the height of a person's slash, in the middle of the edge
_SLASH_BOTTOM_BELOW_BUS: Final = 18  # from the bus to the slash's lower end
_SLASH_MARK_OFFSET: Final = (
    8,
    17,
)  # the mark of a slash: to the right of the edge, and below the bus

# What a person writes, or is to write.
_BOUND_LINE_LENGTH: Final = 20  # the length of a line to write an end of a window on
_VALUE_LINE_SHARE: Final = 0.6  # the length of a line to write a value on, as a part of the card
_VALUE_LINE_Y: Final = 39.5
_ASIDE_BASELINE: Final = 12  # the first line of the answers about the whole tree
_ASIDE_LINE_HEIGHT: Final = 15  # from one of these lines to the next
TEXTS: Final = frozenset(BASELINES) - {"leaf", "dots", "slab"}
"""Those which have a class of their own; the others go by the class of their group."""

_VALUE_WITHOUT_QUOTES: Final = re.compile(
    r"[\w.,()-]+"
)  # an attribute's value that needs no quotes
_IN_STYLE_SHEET: Final = {"text": {"y"}, "rect": {"x", "y", "height", "rx"}}


class Slab(NamedTuple):
    """The red slab of a cut-off."""

    x: int  # its left end, from the middle of the node's card
    width: int  # its width
    test: str  # what stands on it behind the cross; empty once the step is past


_HIDDEN_LABEL: Final = Slab(0, _WIDTH_OF_CROSS, "")


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
    figure = FigureWriter(record, step, options)
    return figure.render_document(len(figure.wrap_caption()), figure.render_choice().height)


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
    figures = [FigureWriter(record, step, options, layout) for step in steps]

    # Every figure has room for the longest caption and the highest panel of all.
    caption_lines = max((len(figure.wrap_caption()) for figure in figures), default=0)
    choice_height = max((figure.render_choice().height for figure in figures), default=0.0)
    for step, figure in zip(steps, figures, strict=True):
        yield step, figure.render_document(caption_lines, choice_height)


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


class FigureWriter(FigurePainter):
    """Writes one figure as SVG.

    An item is a drawn node, or the ``…`` for children that are not drawn. Each item has a group
    with coordinates of its own: their origin is the top of its card, in the middle.

    The figure of a page is the end of a search, and the page's script makes every step of it. So it
    has all that any step shows: a slab for every node that was ever cut off, β's line wherever both
    rails (the coloured edges along which α and β came) run at some step. And it is small:
    attributes have no quotes, and what all groups of a kind share is in the style sheet.
    """

    def __init__(
        self,
        record: Record,
        step: int | None,
        options: FigureOptions,
        layout: FigureLayout | None = None,
        *,
        is_on_page: bool = False,
        with_both_rails: Collection[int] = (),
    ) -> None:
        """Prepare to write the figure of a search at a step; nothing is written yet.

        Args:
            record: The search.
            step: The step; ``None`` for the end of the search.
            options: What the figure shows.
            layout: The places of its nodes, if they are known already: figures of one search
                share them.
            is_on_page: Whether it is the figure of a web page, whose script shows all steps in it.
            with_both_rails: For such a figure, the items whose edge shows at some step both the way
                by which α came and that by which β came.
        """
        if layout is None:
            layout = lay_out_figure(record, options)
        super().__init__(record, step, options, layout.items)
        self.layout = layout
        self._is_on_page = is_on_page
        self._with_both_rails = frozenset(with_both_rails)

    # -- the document --------------------------------------------------------------------------

    def wrap_caption(self) -> list[str]:
        """Return the lines of the sentence below the drawing; none if the figure shows none."""
        sentence = ""
        if self.has_caption and not self.options.blank:
            sentence = self.snapshot.sentence
        available_width = compute_figure_width(self.layout) - 2 * _MARGIN
        return wrap_text(sentence, SMALL, available_width)

    def render_choice(self) -> ChoicePanel:
        """Return the panel of the step's choice; an empty panel if the figure shows no choices."""
        if not self.options.choice:
            return ChoicePanel("", 0.0)
        return choice_panel(self.snapshot)

    def render_document(self, caption_lines: int, choice_height: float) -> str:
        """Return the text of the whole SVG document.

        From the top down it has the heading, the tree with the choice to its right, and the
        caption, with a margin around all of it.

        Args:
            caption_lines: For how many lines of text there is room below the drawing.
            choice_height: How high the choice beside the drawing may be; 0 where none is shown.
        """
        has_choice = choice_height > 0
        tree_width = compute_figure_width(self.layout)
        width = tree_width
        if has_choice:
            width += _GAP_BESIDE_CHOICE + PANEL_WIDTH

        heading = self._render_heading(width)
        tree_top = _MARGIN + heading.height
        tree_bottom = tree_top + max(self.layout.height, choice_height)
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
        size = f'width="{_format_coordinate(width)}" height="{_format_coordinate(height)}"'
        view_box = f'viewBox="0 0 {_format_coordinate(width)} {_format_coordinate(height)}"'
        styles = render_style_sheet(self.options.theme, with_choice=with_choice)
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
        title = self.options.title
        if not title:
            return _Heading([], _HEIGHT_WITHOUT_HEADING)

        room = width - 2 * _MARGIN
        first_baseline = _MARGIN + _FIRST_BASELINE
        title_element = self._render_text(
            cut_text_to_width(title, LARGE, room), classes="title", x=_MARGIN, y=first_baseline
        )

        counter = self._describe_rule_and_step()
        if _fit_on_one_line(title, counter, room):
            right_end = width - _MARGIN
            counter_element = self._render_text(
                counter, classes="small soft end", x=right_end, y=first_baseline
            )
            return _Heading([title_element, counter_element], _HEIGHT_OF_ONE_LINE)

        # The counter has no room behind the title: it stands on a second line, at the left.
        second_baseline = _MARGIN + _SECOND_BASELINE
        counter_element = self._render_text(
            counter, classes="small soft", x=_MARGIN, y=second_baseline
        )
        return _Heading([title_element, counter_element], _HEIGHT_OF_TWO_LINES)

    def _render_caption(self, tree_bottom: float) -> Iterator[str]:
        """Yield the SVG elements of the sentence below the tree, one for each line."""
        baseline = tree_bottom + _GAP_ABOVE_CAPTION + _CAPTION_BASELINE
        for line in self.wrap_caption():
            yield self._render_text(line, classes="small", x=_MARGIN, y=baseline)
            baseline += _CAPTION_LINE_HEIGHT

    def _render_accessible_description(self) -> Iterator[str]:
        """Yield the title and the description that are read out to people who do not see it.

        There are none if what stands around the figure has them.
        """
        if not self.options.described:
            return
        title = self.options.title
        if not title:
            title = UNTITLED
        yield f"<title>{escape(title)}</title>"
        yield f"<desc>{escape(self._describe_figure())}</desc>"

    def _describe_figure(self) -> str:
        """Return what is read out instead of the figure."""
        if self.options.blank:
            return "A game tree to be worked by hand."
        step = self.snapshot
        return f"Step {step.step} of {step.record.steps}. {step.sentence}"

    def _render_tree_and_choice(self, width: float, top: float) -> Iterator[str]:
        """Yield the SVG groups of the tree and, to its right, of the panel that explains a choice.

        The choice is the one that a player has at a cut-off. The panel is left out if it is empty.

        Args:
            width: The width of a figure without a choice, its two margins included. The tree
                stands in the middle of it.
            top: The y at which both begin.
        """
        tree_left = (width - self.layout.width) / 2
        yield f'<g transform="{_format_translation(tree_left, top)}">'
        yield from self.render_drawing()
        yield "</g>"

        panel = self.render_choice()
        if panel.markup:
            panel_left = width - _MARGIN + _GAP_BESIDE_CHOICE
            yield f'<g transform="{_format_translation(panel_left, top)}">{panel.markup}</g>'

    def _describe_rule_and_step(self) -> str:
        """Return the rule of the search, and the step: ``cut when α ≥ β · step 7/20``.

        An algorithm without such a rule is named instead. The step is left out in a blank figure,
        and in one that shows nothing of a step.
        """
        rules = self.record.rules
        has_cutoff_test = rules.has_conventions
        rule = algorithm_of(rules).title
        if has_cutoff_test:
            rule = f"cut when α {rules.test_sign} β"

        shows_step = not self.options.blank and (self.is_marked or self.has_caption)
        if not shows_step:
            return rule
        return f"{rule} · step {self.snapshot.step}/{self.snapshot.record.steps}"

    # -- what changes --------------------------------------------------------------------------

    def state(self, item: Item) -> ItemState:
        """Return the state of an item, with its value shortened to the width of its card."""
        state = super().state(item)
        room = self.layout.box[item] - BESIDE
        return state._replace(value=cut_text_to_width(state.value, LARGE, room))

    def place_cutoff_label(self, item: Item) -> Slab | None:
        """Return the place and the text of the red label of a cut-off at a node: ``╳ 3 ≥ 2``.

        At later steps the label has the cross alone, without a test. It is ``None`` if nothing is
        cut off at the node, or no drawn child is pruned, or a person's paper is shown.
        """
        is_paper = self.look.answers is not None
        if is_paper or self.items.is_elision(item) or not self.view(item).is_cut:
            return None
        pruned_children = self.pruned_children(item)
        if not pruned_children:
            return None

        test = self.test_at(item)
        width = _WIDTH_OF_CROSS
        if test:
            width = round(_SPACE_AROUND_TEST + text_width(test, SMALL))
        left = self._compute_left_of_cutoff_label(item, pruned_children, width)
        middle_of_node = self.layout.x[item]
        return Slab(left - middle_of_node, width, test)

    def _compute_left_of_cutoff_label(
        self, item: Item, pruned_children: Sequence[Item], width: int
    ) -> int:
        """Return the x at which the label of a cut-off begins, right beside what was read.

        It stands on the line from which the children hang, between those that were read and those
        that were pruned::

                  item
            ┌──────┴─[╳ 3 ≥ 2]
            2        ╎       ╎
                     4       6
        """
        x = self.layout.x
        read_children = [
            child for child in self.items.children(item) if child not in pruned_children
        ]
        # The label covers neither the edges to these children nor the line down from the node.
        uncovered = [x[item], *(x[child] for child in read_children)]
        rightmost_pruned = max(x[child] for child in pruned_children)

        is_pruned_on_the_left = rightmost_pruned < max(uncovered)
        if is_pruned_on_the_left:
            right_end = min(uncovered) - _GAP_BESIDE_LABEL
            return right_end - width
        return max(uncovered) + _GAP_BESIDE_LABEL

    # -- the drawing ---------------------------------------------------------------------------

    def render_drawing(self) -> Iterator[str]:
        """Yield the SVG group of each item, then the red labels of cut-offs.

        SVG paints later groups over earlier ones: so items with heavier edges come later, and the
        labels last.
        """
        yield from self._render_items()
        nodes_cut_at_some_step = self._collect_nodes_ever_cut()
        for item in range(len(self.items)):
            label = self.place_cutoff_label(item)
            if label is not None or item in nodes_cut_at_some_step:
                yield self._render_cutoff_label(item, label)

    def _render_items(self) -> Iterator[str]:
        """Yield the SVG group of each item, a node or a ``…``, in the order of painting.

        What comes later is painted over what came before. A group has the edge above its item, and
        the heavy edges of the path are to cover the light ones: so their items come last. A page's
        script finds the groups that are in the order of their numbers by counting; the others get
        an id.
        """
        items = range(len(self.items))
        states = [self.state(item) for item in items]
        no_edge_above_root = Weight.NONE
        edge_weights = [no_edge_above_root, *map(self.weight_of_lower_end, items[1:])]

        for item in self._sort_by_edge_weight(edge_weights):
            needs_id = self._needs_id(item, edge_weights[item])
            yield self._render_item(item, states[item], has_id=needs_id)

    def _needs_id(self, item: Item, weight: Weight) -> bool:
        """Tell whether the SVG group of an item needs an id; most groups need none.

        A page's script counts through the groups without an id, and takes them for the nodes in the
        order of their numbers. That would go wrong at a ``…``, and at a node that is painted out of
        order, since the edge above it, of the given weight, covers others.
        """
        return self.items.is_elision(item) or _is_painted_late(weight)

    def _sort_by_edge_weight(self, weights: Sequence[Weight]) -> list[Item]:
        """Return the items in the order in which they are painted: heavy edges over light ones.

        Items whose edges have the same weight stay in the order of their numbers.

        Args:
            weights: How the edge above each item is drawn, by the number of the item.
        """
        items = range(len(self.items))
        # On a page the light, dotted and missing edges stay in one order: its script moves the
        # dashed ones below the rest.
        if self._is_on_page:
            return sorted(items, key=lambda item: _is_painted_late(weights[item]))
        return sorted(items, key=lambda item: weights[item])

    def _collect_nodes_ever_cut(self) -> set[int]:
        """Return the nodes at which the search cuts off at some step.

        Only the figure of a page shows all steps: for any other figure the set is empty.
        """
        if not self._is_on_page:
            return set()
        # `cuts` holds the calls after which a node read no more children: those of its last ones.
        last_children = {self.record.node(call) for call in self.record.cuts}
        return {self.items.parent[self.items.item(child)] for child in last_children}

    def _render_item(self, item: Item, state: ItemState, *, has_id: bool) -> str:
        """Return the SVG group of a node or a ``…``: its edge, its box and its texts.

        Args:
            item: The node or the ``…``.
            state: How it looks at this step.
            has_id: Whether the group gets an id if it is on a page.
        """
        attributes = {}
        if has_id and self._is_on_page:
            attributes["id"] = self._make_id(item)
        attributes["class"] = " ".join(state.classes)
        x = self.layout.x[item]
        y = self.layout.top(item)
        attributes["transform"] = _format_translation(x, y)
        return self._render_element(
            "g", attributes, "".join(self._render_parts_of_item(item, state))
        )

    def _make_id(self, item: Item) -> str:
        """Return the id by which a page finds a group: ``n3`` of node 3, ``d3`` of its dots."""
        node = self.items.node(item)
        if self.items.is_elision(item):
            return f"d{node}"
        return f"n{node}"

    def _render_parts_of_item(self, item: Item, state: ItemState) -> Iterator[str]:
        """Yield the SVG elements of a node: the edge, the texts beside it, the box and its texts.

        The root has no edge. A ``…``, for children that are not drawn, has only an edge and dots.
        The order matters: SVG paints later elements over earlier ones.
        """
        is_below_root = item > 0
        if is_below_root:
            yield from self._render_edge(item, state)

        if self.items.is_elision(item):
            yield self._render_text(UNICODE.elided, y=BASELINES["dots"])
            return

        if is_below_root:
            yield from self._render_texts_beside_edge(item, state.window)
        yield self._render_box(item)
        if self.items.is_card(item):
            yield from self._render_card_texts(item, state)
        else:
            yield from self._render_leaf_texts(item)

    def _render_box(self, item: Item) -> str:
        """Return the SVG rectangle around the texts of a node, with its middle at x = 0.

        On a page the style sheet has the usual width, so that most boxes need not state theirs.
        """
        width = self.layout.box[item]
        usual_width = USUAL_LEAF
        if self.items.is_card(item):
            usual_width = USUAL_CARD

        attributes = {
            "x": _format_coordinate(-width / 2),
            "width": str(width),
            "height": _format_coordinate(self.layout.height_of(item)),
            "rx": "4",
        }
        if self._is_on_page and width == usual_width:
            del attributes["width"]
        return self._render_element("rect", attributes)

    def _render_leaf_texts(self, item: Item) -> Iterator[str]:
        """Yield a leaf's value, and below the value the leaf's name if there is one."""
        leaf = self.items.node(item)
        yield self._render_text(format_leaf_value(self.tree, leaf), y=BASELINES["leaf"])
        name = leaf_name(self.tree, leaf)
        if name:
            yield self._render_text(name, classes="below", y=BASELINES["below"])

    def _render_card_texts(self, item: Item, state: ItemState) -> Iterator[str]:
        """Yield the texts on the box of a node with children: its label, and below it its value.

        The value is what a person wrote, or a line to write it on; else it is the search's.
        """
        is_paper = self.look.answers is not None
        label = format_node_label(self.tree, self.items.node(item), on_paper=is_paper)
        yield self._render_text(label, classes="name", y=BASELINES["name"])

        # Where no box is visible, a line leads from the label to the children. On a page the style
        # sheet draws it.
        has_visible_box = state.status != "unseen"
        if not has_visible_box and not self._is_on_page:
            yield self._render_path(_STEM)

        answer = self.answer(item)
        if answer is not None:
            yield from self._render_answer_on_card(item, answer)
        elif state.value:
            yield self._render_text(state.value, classes="value", y=BASELINES["value"])

    def _render_answer_on_card(self, item: Item, answer: WrittenAnswer) -> Iterator[str]:
        """Yield the value that a person wrote at a node with its mark, or a line to write it on.

        At the root, the person's answers about the whole tree follow.
        """
        width = self.layout.box[item]
        if answer.value:
            yield from self._render_value_and_mark(answer.value, answer.value_mark)
        elif self.options.values:
            length = width * _VALUE_LINE_SHARE
            yield self._render_path(
                f"M{_format_coordinate(-length / 2)},{_VALUE_LINE_Y}h{_format_coordinate(length)}",
                classes="write",
            )

        is_root = item == 0
        if is_root:
            right_of_card = width / 2 + BESIDE
            yield from self._render_answers_on_tree(answer, right_of_card)

    def _render_value_and_mark(self, value: str, mark: Mark | None) -> Iterator[str]:
        """Yield the value that a person wrote and its mark, both together in the middle."""
        y = BASELINES["value"]
        room_for_mark = text_width(" ↳", LARGE) if mark else 0.0
        yield self._render_text(value, classes="value", x=-room_for_mark / 2, y=y)
        yield from self._render_mark_beside_answer(mark, x=text_width(f"{value} ", LARGE) / 2, y=y)

    def _render_answers_on_tree(self, answer: WrittenAnswer, left: float) -> Iterator[str]:
        """Yield what a person wrote about the whole tree, line by line, such as ``✓ best B``.

        Each line begins at the x ``left``: with its mark, if it was marked.
        """
        for line, (text, mark) in enumerate(answer.aside):
            y = _ASIDE_BASELINE + _ASIDE_LINE_HEIGHT * line
            yield from self._render_mark_beside_answer(mark, x=left, y=y)
            text_left = left
            if mark is not None:
                text_left += text_width("↳ ", SMALL)  # every mark is as wide as this one
            yield self._render_text(text, classes="aside", x=text_left, y=y)

    def _render_edge(self, item: Item, state: ItemState) -> Iterator[str]:
        """Yield the SVG paths of the edge above a node or ``…``; a later one is painted on top.

        The point (0, 0) is the middle of the top of the node's box, and y goes downwards. So the
        edge begins at a negative y.
        """
        edge = self._compute_edge_path(item)
        yield self._render_path(edge)

        is_on_principal_variation = "best" in state.marks
        if is_on_principal_variation:  # a thin line in the colour of the background makes it double
            yield self._render_path(edge, classes="inside")

        # The upper end of the vertical edge, where it hangs from the line that siblings share.
        upper_end_y = self._compute_bus_y(self.items.parent[item]) - self.layout.top(item)
        if self._has_beta_line(item, state):
            yield self._render_beta_line(upper_end_y)

        answer = self.answer(item)
        if answer is not None:  # a person may have crossed the edge out
            yield from self._render_slash(answer, upper_end_y)

    def _render_beta_line(self, upper_end_y: float) -> str:
        """Return the SVG path of β's vertical line beside an edge that shows α.

        ``upper_end_y`` is where the vertical edge begins; the line begins a little below that.
        """
        top = _format_coordinate(upper_end_y + _BETA_TOP_BELOW_BUS)
        return self._render_path(f"M{_BETA_X},{top}V{_EDGE_END_Y}", classes="beside")

    def _has_beta_line(self, item: Item, state: ItemState) -> bool:
        """Tell whether β's line stands beside an edge, as both α and β came along it.

        On a page it is also there if they did at any other step: then the page's script hides it.
        """
        has_both_rails = "alpha" in state.marks and "beta" in state.marks
        return has_both_rails or item in self._with_both_rails

    def _compute_edge_path(self, item: Item) -> str:
        """Return the SVG path of the edge above a node: ``M-40,-62V-46H0V6``.

        It leads from the bottom of the parent's box down to the line that siblings share (the bus),
        along it, and down to the node::

              parent
                │       the bottom of the parent's box, y = -62
            ┌───┴───┐   the bus, y = -46
            │       │
            item    …   the top of the item's box, y = 0; the edge ends a little below it
        """
        layout = self.layout
        parent = self.items.parent[item]
        item_top = layout.top(item)
        parent_x = layout.x[parent] - layout.x[item]
        parent_bottom = layout.top(parent) + layout.height_of(parent) - item_top
        bus_y = self._compute_bus_y(parent) - item_top

        start = f"M{parent_x},{_format_coordinate(parent_bottom)}"
        is_right_below_parent = parent_x == 0
        if is_right_below_parent:
            return f"{start}V{_EDGE_END_Y}"
        return f"{start}V{_format_coordinate(bus_y)}H0V{_EDGE_END_Y}"

    def _compute_bus_y(self, item: Item) -> float:
        """Return the y of a node's bus: the horizontal line from which its children hang."""
        return self.layout.top(item) + CARD_HEIGHT + _BUS_DROP

    def _render_slash(self, answer: WrittenAnswer, bus_y: float) -> Iterator[str]:
        """Yield the slash with which a person has crossed an edge out, and the slash's mark.

        A slash that is missing has a mark alone. ``bus_y`` is the y of the upper end of the edge.
        """
        if answer.crossed:
            classes = "slash "
            if answer.cut_mark is not None:
                classes += _CSS_CLASS_OF_MARK[answer.cut_mark]
            lower_end = f"{-_SLASH_SIZE // 2},{_format_coordinate(bus_y + _SLASH_BOTTOM_BELOW_BUS)}"
            yield self._render_path(f"M{lower_end}l{_SLASH_SIZE}-{_SLASH_SIZE}", classes=classes)

        mark_x, mark_below_bus = _SLASH_MARK_OFFSET
        yield from self._render_mark_beside_answer(
            answer.cut_mark, x=mark_x, y=bus_y + mark_below_bus
        )

    def _render_texts_beside_edge(self, item: Item, window: Window | None) -> Iterator[str]:
        """Yield the texts beside the edge above a node: a probability, and the window α, β.

        α stands to the left of the edge, β to the right, behind a probability: ``3 │ 0.5 +∞``. A
        window that a person wrote takes the place of that of the search.
        """
        beta_x = BESIDE
        probability = self.tree.probability(self.items.node(item))
        if probability is not None:
            text = written(probability)
            yield self._render_text(text, classes="weight", x=BESIDE, y=BASELINES["weight"])
            beta_x += text_width(text, SMALLEST_TEXT) + BESIDE

        answer = self.answer(item)
        if answer is not None and answer.window:  # it is shown whatever the options are
            yield from self._render_written_window(answer.window, answer.window_mark, beta_x)
        elif self.options.windows and self.items.is_card(item):
            yield from self._render_window(window, beta_x)

    def _render_window(self, window: Window | None, beta_x: float) -> Iterator[str]:
        """Yield α and β beside an edge, or on a blank tree two lines to write them on.

        The edge is at x = 0; α ends to the left of it, and β begins at ``beta_x``.
        """
        is_to_be_written = self.options.blank and self.record.has_windows
        if is_to_be_written:
            yield self._render_line_for_bound(-BESIDE - _BOUND_LINE_LENGTH)
            yield self._render_line_for_bound(beta_x)
        elif window is not None:
            alpha, beta = window
            yield self._render_window_end("low", -BESIDE, alpha)
            yield self._render_window_end("high", beta_x, beta)

    def _render_line_for_bound(self, left: float) -> str:
        """Return a line on which a person is to write α or β."""
        return self._render_path(
            f"M{_format_coordinate(left)},{_format_coordinate(BASELINES['low'])}h{_BOUND_LINE_LENGTH}",
            classes="write",
        )

    def _render_written_window(
        self, window: tuple[str, str], mark: Mark | None, beta_x: float
    ) -> Iterator[str]:
        """Yield α and β as a person wrote them, and the mark that they got, if they were marked."""
        alpha, beta = window
        yield self._render_text(alpha, classes="low", x=-BESIDE, y=BASELINES["low"])
        yield self._render_text(beta, classes="high", x=beta_x, y=BASELINES["high"])
        mark_x = beta_x + text_width(f"{beta} ", SMALL)
        yield from self._render_mark_beside_answer(mark, x=mark_x, y=BASELINES["high"])

    def _render_window_end(self, css_class: str, x: float, bound: Number) -> str:
        """Return the text element of α (class ``low``) or β (``high``); infinity has no colour."""
        classes = css_class
        if abs(bound) == INFINITY:
            classes += " free"
        return self._render_text(shown(bound), classes=classes, x=x, y=BASELINES[css_class])

    def _render_cutoff_label(self, item: Item, label: Slab | None) -> str:
        """Return the SVG group of the red label of a cut-off: ``╳ 3 ≥ 2``, or the cross alone.

        Args:
            item: The node with the cut-off.
            label: The label; ``None`` for a hidden one, which a page's script fills in and shows at
                another step.
        """
        classes = "slab"
        if label is None:
            label = _HIDDEN_LABEL
            classes = "slab hidden"

        attributes = {}
        # ``page.js`` finds the label of node 3 by the id x3, and shows and hides it by giving it
        # the class "slab" or "slab hidden".
        if self._is_on_page:
            attributes["id"] = f"x{self.items.node(item)}"
        attributes["class"] = classes
        left = self.layout.x[item] + label.x
        attributes["transform"] = _format_translation(left, self._compute_bus_y(item))
        return self._render_element("g", attributes, self._render_box_and_test(label))

    def _render_box_and_test(self, label: Slab) -> str:
        """Return the red box of a cut-off's label and the text on it."""
        box = {"y": f"{-SLAB_HEIGHT // 2}", "width": str(label.width), "height": f"{SLAB_HEIGHT}"}
        text = f"╳ {label.test}".rstrip()
        return self._render_element("rect", box) + self._render_text(
            text, x=_PADDING_IN_LABEL, y=BASELINES["slab"]
        )

    # -- elements ------------------------------------------------------------------------------

    def _render_element(
        self, name: str, attributes: dict[str, str], content: str | None = None
    ) -> str:
        """Return an SVG element; attributes with an empty value are left out.

        Args:
            name: The name of the element.
            attributes: Values that need no escaping: all are made here, of numbers and classes.
            content: The markup within it, escaped already; ``None`` for an element without any.
        """
        attribute_text = self._render_attributes(name, attributes)
        if content is not None:
            return f"<{name}{attribute_text}>{content}</{name}>"

        ends_without_quote = attribute_text != "" and not attribute_text.endswith('"')
        if ends_without_quote:  # without a space the slash would be read as a part of the value
            return f"<{name}{attribute_text} />"
        return f"<{name}{attribute_text}/>"

    def _render_attributes(self, element_name: str, attributes: dict[str, str]) -> str:
        """Return the attributes of an SVG element as text: `` class="write" d="M0,1h2"``.

        The text begins with a space, unless it is empty. Attributes with an empty value are left
        out.
        """
        if not self._is_on_page:
            return "".join(f' {key}="{value}"' for key, value in attributes.items() if value)

        # A page has to be small: what its style sheet says is left out, and quotes stand only where
        # HTML needs them.
        in_style_sheet = _IN_STYLE_SHEET.get(element_name, ())
        return "".join(
            f" {key}={_quote_if_needed(value)}"
            for key, value in attributes.items()
            if value and key not in in_style_sheet
        )

    def _render_path(self, path: str, *, classes: str = "") -> str:
        """Return a path, given in the language of SVG's attribute ``d``."""
        return self._render_element("path", {"class": classes, "d": path})

    def _render_text(self, text: str, *, classes: str = "", x: float = 0, y: float) -> str:
        """Return a text element; an ``x`` of 0 is left out, since 0 is the default."""
        x_text = _format_coordinate(x) if x else ""
        return self._render_element(
            "text", {"class": classes, "x": x_text, "y": _format_coordinate(y)}, escape(text)
        )

    def _render_mark_beside_answer(self, mark: Mark | None, *, x: float, y: float) -> Iterator[str]:
        """Yield the mark beside an answer; nothing if the answer was not marked."""
        if mark is not None:
            yield self._render_text(mark.sign, classes=f"mark {_CSS_CLASS_OF_MARK[mark]}", x=x, y=y)


def _is_painted_late(edge: Weight) -> bool:
    """Tell whether an item is painted after others on a page: its edge covers light ones."""
    return edge > Weight.LIGHT


def _compute_caption_height(line_count: int) -> float:
    """Return how high a caption of some lines is, with the gap above it; 0 without any line."""
    if line_count == 0:
        return 0.0
    return _GAP_ABOVE_CAPTION + _CAPTION_LINE_HEIGHT * line_count


def _fit_on_one_line(title: str, counter: str, room: float) -> bool:
    """Tell whether a title and the counter of steps have room beside each other."""
    return text_width(title, LARGE) + _LEAST_GAP_BESIDE_TITLE + text_width(counter, SMALL) <= room


def _quote_if_needed(value: str) -> str:
    """Return the value of an attribute, in quotes if it needs them.

    Example:
        >>> _quote_if_needed("write"), _quote_if_needed("M0,1h2 3")
        ('write', '"M0,1h2 3"')
    """
    if _VALUE_WITHOUT_QUOTES.fullmatch(value):
        return value
    return f'"{value}"'


def _format_coordinate(number: float) -> str:
    """Format a coordinate of a figure, with one decimal where it needs one.

    Example:
        >>> _format_coordinate(12.0), _format_coordinate(12.34)
        ('12', '12.3')
    """
    return f"{number:.1f}".removesuffix(".0")


def _format_translation(x: float, y: float) -> str:
    """Format the value of the SVG attribute ``transform`` that moves a group.

    Example:
        >>> _format_translation(12.0, 7.5)
        'translate(12,7.5)'
    """
    return f"translate({_format_coordinate(x)},{_format_coordinate(y)})"
