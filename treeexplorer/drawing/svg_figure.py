"""The drawing of a figure in SVG: a group for each node, with its edge, its card and its texts.

What changes there from step to step are the classes of the group, from which the style sheet makes
its looks, and a few texts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import UNICODE, Weight
from treeexplorer.drawing.figure_layout import BESIDE, CARD_HEIGHT, FigureLayout, lay_out_figure
from treeexplorer.drawing.figures import (
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
)
from treeexplorer.drawing.svg_elements import (
    CSS_CLASS_OF_MARK,
    SvgElements,
    format_coordinate,
    format_translation,
)
from treeexplorer.engine.record import Record
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.judging.judge import Mark
from treeexplorer.numbers import shown, written
from treeexplorer.tree import INFINITY, Number, Window

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
# The mark of a slash: so far to the right of the edge, and below the bus.
_SLASH_MARK_OFFSET: Final = (8, 17)

# What a person writes, or is to write.
_BOUND_LINE_LENGTH: Final = 20  # the length of a line to write an end of a window on
_VALUE_LINE_SHARE: Final = 0.6  # the length of a line to write a value on, as a part of the card
_VALUE_LINE_Y: Final = 39.5
_HIGHLIGHT_SHARE: Final = 0.86  # the width of that box, as a part of the card
_ASIDE_BASELINE: Final = 12  # the first line of the answers about the whole tree
_ASIDE_LINE_HEIGHT: Final = 15  # from one of these lines to the next
HIGHLIGHT_Y: Final = 23
HIGHLIGHT_HEIGHT: Final = 19
"""The box behind the value of a card: its top, from the top of the card, and its height."""
_MARKS_OF_VALUE: Final = frozenset({"news", "gives-alpha", "gives-beta"})
TEXTS: Final = frozenset(BASELINES) - {"leaf", "dots", "slab"}
"""Those which have a class of their own; the others go by the class of their group."""


class Slab(NamedTuple):
    """The red slab of a cut-off."""

    x: int  # its left end, from the middle of the node's card
    width: int  # its width
    test: str  # what stands on it behind the cross; empty once the step is past


_NO_ID: Final = ""  # an attribute without a value is left out
_HIDDEN_LABEL: Final = Slab(0, _WIDTH_OF_CROSS, "")


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
        self._svg = SvgElements(is_on_page=is_on_page)
        self._with_both_rails = frozenset(with_both_rails)

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
        """Return the x at which the label of a cut-off begins: beside all edges that were read.

        It stands on the line from which the children hang, over the edges that are pruned. These
        are on the right if children are taken from left to right, else on the left::

            from left to right               from right to left
                  item                                 item
            ┌──────┴─[╳ 3 ≥ 2]               [╳ 3 ≥ 2]──┴──────┐
            2        ╎       ╎               ╎       ╎         2
                     4       6               6       4
        """
        x = self.layout.x
        x_of_pruned = [x[child] for child in pruned_children]
        x_of_read = [
            x[child] for child in self.items.children(item) if child not in pruned_children
        ]
        # What the label must not cover: the edge down from the item, and those to read children.
        x_to_keep_clear = [x[item], *x_of_read]

        is_pruned_on_the_left = max(x_of_pruned) < max(x_to_keep_clear)
        if is_pruned_on_the_left:
            end_of_label = min(x_to_keep_clear) - _GAP_BESIDE_LABEL
            return end_of_label - width
        return max(x_to_keep_clear) + _GAP_BESIDE_LABEL

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
        the heavy edges of the path are to cover the light ones: so their items come last. On a page
        ``page.js`` counts the groups without an id, and skips the numbers that are ids. Here the
        edge above node 1 is heavy::

            painted     0    2    3    1
            its id                     n1
            counted     n0   n2   n3
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
        group_id = self._make_id(item) if has_id and self._is_on_page else _NO_ID
        place = format_translation(self.layout.x[item], self.layout.top(item))
        attributes = {"id": group_id, "class": " ".join(state.classes), "transform": place}
        return self._svg.render_element(
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
            yield self._svg.render_text(UNICODE.elided, y=BASELINES["dots"])
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
            "x": format_coordinate(-width / 2),
            "width": str(width),
            "height": format_coordinate(self.layout.height_of(item)),
            "rx": "4",
        }
        if self._is_on_page and width == usual_width:
            del attributes["width"]
        return self._svg.render_element("rect", attributes)

    def _render_leaf_texts(self, item: Item) -> Iterator[str]:
        """Yield a leaf's value, and below the value the leaf's name if there is one."""
        leaf = self.items.node(item)
        yield self._svg.render_text(format_leaf_value(self.tree, leaf), y=BASELINES["leaf"])
        name = leaf_name(self.tree, leaf)
        if name:
            yield self._svg.render_text(name, classes="below", y=BASELINES["below"])

    def _render_card_texts(self, item: Item, state: ItemState) -> Iterator[str]:
        """Yield the texts on the box of a node with children: its label, and below it its value.

        The value is what a person wrote, or a line to write it on; else it is the search's.
        """
        is_paper = self.look.answers is not None
        label = format_node_label(self.tree, self.items.node(item), on_paper=is_paper)
        yield self._svg.render_text(label, classes="name", y=BASELINES["name"])

        # Where no box is visible, a line leads from the label to the children. On a page the style
        # sheet draws it.
        has_visible_box = state.status != "unseen"
        if not has_visible_box and not self._is_on_page:
            yield self._svg.render_path(_STEM)

        answer = self.answer(item)
        if answer is not None:
            yield from self._render_answer_on_card(item, answer)
            return

        if not state.value:
            return
        is_highlighted = not _MARKS_OF_VALUE.isdisjoint(state.marks)
        if is_highlighted and not self._is_on_page:  # a page's script draws it
            yield self._render_highlight(item)
        yield self._svg.render_text(state.value, classes="value", y=BASELINES["value"])

    def _render_highlight(self, item: Item) -> str:
        """Return the box behind the value of a card that is new, or compared by a test.

        The style sheet gives it its colour by the marks of the group.
        """
        width = self.layout.box[item] * _HIGHLIGHT_SHARE
        return self._svg.render_element(
            "rect",
            {
                "x": format_coordinate(-width / 2),
                "y": str(HIGHLIGHT_Y),
                "width": format_coordinate(width),
                "height": str(HIGHLIGHT_HEIGHT),
                "rx": "4",
            },
        )

    def _render_answer_on_card(self, item: Item, answer: WrittenAnswer) -> Iterator[str]:
        """Yield the value that a person wrote at a node with its mark, or a line to write it on.

        At the root, the person's answers about the whole tree follow.
        """
        width = self.layout.box[item]
        if answer.value:
            yield from self._render_value_and_mark(answer.value, answer.value_mark)
        elif self.options.values:
            length = width * _VALUE_LINE_SHARE
            yield self._svg.render_path(
                f"M{format_coordinate(-length / 2)},{_VALUE_LINE_Y}h{format_coordinate(length)}",
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
        yield self._svg.render_text(value, classes="value", x=-room_for_mark / 2, y=y)
        yield from self._svg.render_mark(mark, x=text_width(f"{value} ", LARGE) / 2, y=y)

    def _render_answers_on_tree(self, answer: WrittenAnswer, left: float) -> Iterator[str]:
        """Yield what a person wrote about the whole tree, line by line, such as ``✓ best B``.

        Each line begins at the x ``left``: with its mark, if it was marked.
        """
        for line, (text, mark) in enumerate(answer.aside):
            y = _ASIDE_BASELINE + _ASIDE_LINE_HEIGHT * line
            yield from self._svg.render_mark(mark, x=left, y=y)
            text_left = left
            if mark is not None:
                text_left += text_width("↳ ", SMALL)  # every mark is as wide as this one
            yield self._svg.render_text(text, classes="aside", x=text_left, y=y)

    def _render_edge(self, item: Item, state: ItemState) -> Iterator[str]:
        """Yield the SVG paths of the edge above a node or ``…``; a later one is painted on top.

        The point (0, 0) is the middle of the top of the node's box, and y goes downwards. So the
        edge begins at a negative y.
        """
        edge = self._compute_edge_path(item)
        yield self._svg.render_path(edge)

        is_on_principal_variation = "best" in state.marks
        if is_on_principal_variation:  # a thin line in the colour of the background makes it double
            yield self._svg.render_path(edge, classes="inside")

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
        top = format_coordinate(upper_end_y + _BETA_TOP_BELOW_BUS)
        return self._svg.render_path(f"M{_BETA_X},{top}V{_EDGE_END_Y}", classes="beside")

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

        start = f"M{parent_x},{format_coordinate(parent_bottom)}"
        is_right_below_parent = parent_x == 0
        if is_right_below_parent:
            return f"{start}V{_EDGE_END_Y}"
        return f"{start}V{format_coordinate(bus_y)}H0V{_EDGE_END_Y}"

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
                classes += CSS_CLASS_OF_MARK[answer.cut_mark]
            lower_end = f"{-_SLASH_SIZE // 2},{format_coordinate(bus_y + _SLASH_BOTTOM_BELOW_BUS)}"
            yield self._svg.render_path(
                f"M{lower_end}l{_SLASH_SIZE}-{_SLASH_SIZE}", classes=classes
            )

        mark_x, mark_below_bus = _SLASH_MARK_OFFSET
        yield from self._svg.render_mark(answer.cut_mark, x=mark_x, y=bus_y + mark_below_bus)

    def _render_texts_beside_edge(self, item: Item, window: Window | None) -> Iterator[str]:
        """Yield the texts beside the edge above a node: a probability, and the window α, β.

        α stands to the left of the edge, β to the right, behind a probability: ``3 │ 0.5 +∞``. A
        window that a person wrote takes the place of that of the search.
        """
        beta_x = BESIDE
        probability = self.tree.probability(self.items.node(item))
        if probability is not None:
            text = written(probability)
            yield self._svg.render_text(text, classes="weight", x=BESIDE, y=BASELINES["weight"])
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
        return self._svg.render_path(
            f"M{format_coordinate(left)},{format_coordinate(BASELINES['low'])}h{_BOUND_LINE_LENGTH}",
            classes="write",
        )

    def _render_written_window(
        self, window: tuple[str, str], mark: Mark | None, beta_x: float
    ) -> Iterator[str]:
        """Yield α and β as a person wrote them, and the mark that they got, if they were marked."""
        alpha, beta = window
        yield self._svg.render_text(alpha, classes="low", x=-BESIDE, y=BASELINES["low"])
        yield self._svg.render_text(beta, classes="high", x=beta_x, y=BASELINES["high"])
        mark_x = beta_x + text_width(f"{beta} ", SMALL)
        yield from self._svg.render_mark(mark, x=mark_x, y=BASELINES["high"])

    def _render_window_end(self, css_class: str, x: float, bound: Number) -> str:
        """Return the text element of α (class ``low``) or β (``high``); infinity has no colour."""
        classes = css_class
        if abs(bound) == INFINITY:
            classes += " free"
        return self._svg.render_text(shown(bound), classes=classes, x=x, y=BASELINES[css_class])

    def _render_cutoff_label(self, item: Item, label: Slab | None) -> str:
        """Return the SVG group of the red label of a cut-off: ``╳ 3 ≥ 2``, or the cross alone.

        Args:
            item: The node with the cut-off.
            label: The label; ``None`` for a hidden one, which a page's script fills in and shows at
                another step.
        """
        # ``showCard`` of ``page.js`` finds the label of node 3 by the id x3, and shows and hides it
        # by giving it the class "slab" or "slab hidden".
        group_id = f"x{self.items.node(item)}" if self._is_on_page else _NO_ID
        classes = "slab"
        if label is None:
            label = _HIDDEN_LABEL
            classes = "slab hidden"

        left = self.layout.x[item] + label.x
        place = format_translation(left, self._compute_bus_y(item))
        attributes = {"id": group_id, "class": classes, "transform": place}
        return self._svg.render_element("g", attributes, self._render_box_and_test(label))

    def _render_box_and_test(self, label: Slab) -> str:
        """Return the red box of a cut-off's label and the text on it."""
        box = {"y": f"{-SLAB_HEIGHT // 2}", "width": str(label.width), "height": f"{SLAB_HEIGHT}"}
        text = f"╳ {label.test}".rstrip()
        return self._svg.render_element("rect", box) + self._svg.render_text(
            text, x=_PADDING_IN_LABEL, y=BASELINES["slab"]
        )


def _is_painted_late(edge: Weight) -> bool:
    """Tell whether an item is painted after others on a page: its edge covers light ones."""
    return edge > Weight.LIGHT
