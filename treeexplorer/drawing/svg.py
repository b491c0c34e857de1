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
from string import Template
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import UNICODE, Weight
from treeexplorer.drawing.choice_panel import CHOICE_STYLES, PANEL_WIDTH, ChoicePanel, choice_panel
from treeexplorer.drawing.colours import DARK, LIGHT
from treeexplorer.drawing.figure_layout import BESIDE, CARD_HEIGHT, FigureLayout, lay_out_figure
from treeexplorer.drawing.figures import (
    UNTITLED,
    FigureOptions,
    FigurePainter,
    ItemState,
    Theme,
    label_text,
    leaf_name,
    leaf_text,
)
from treeexplorer.drawing.lettering import (
    LARGE,
    SMALL,
    SMALLEST_TEXT,
    fitted_text,
    text_width,
    wrapped_text,
)
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.record import Record
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.judging.judge import Mark
from treeexplorer.numbers import shown, written
from treeexplorer.tree import INFINITY, Number, Window

SCOPE: Final = "game-tree"
FONTS: Final = (
    "'DejaVu Sans', 'Noto Sans', 'Liberation Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif"
)

_MARGIN: Final = 26.0
_LEAST_WIDTH: Final = 360.0
_CAPTION_LINE: Final = 18.0
_ABOVE_CAPTION: Final = 20.0
_BESIDE_CHOICE: Final = 34.0
_CLASS_OF_MARK: Final = {
    Mark.RIGHT: "right",
    Mark.MISTAKE: "mistake",
    Mark.CONSEQUENCE: "follows",
}
_CROSS: Final = 17  # a slab without a test
_AROUND_TEST: Final = 22.0  # the test of a slab
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
"""The edge below a node to come, which has no card: it begins at the label."""
_INTO: Final = 6
"""How far an edge runs below the top of its group: to the label of what has no card."""
TEXTS: Final = frozenset(BASELINES) - {"leaf", "dots", "slab"}
"""Those which have a class of their own; the others go by the class of their group."""

_BARE: Final = re.compile(r"[\w.,()-]+")  # an attribute's value that needs no quotes
_IN_STYLE_SHEET: Final = {"text": {"y"}, "rect": {"x", "y", "height", "rx"}}


class Slab(NamedTuple):
    """The red slab of a cut-off."""

    x: int  # its left end, from the middle of the node's card
    width: int  # its width
    test: str  # what stands on it behind the cross; empty once the step is past


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
    return figure.document(len(figure.caption()), figure.choice().height)


def svg_frames(
    record: Record, steps: Sequence[int], options: FigureOptions | None = None
) -> Iterator[tuple[int, str]]:
    """Yield steps of a search with their figures, all of one size.

    Raises:
        IndexError: There is no such step.
    """
    if options is None:
        options = FigureOptions()
    layout = lay_out_figure(record, options)
    figures = [FigureWriter(record, step, options, layout) for step in steps]
    most_lines = max((len(figure.caption()) for figure in figures), default=0)
    highest_choice = max((figure.choice().height for figure in figures), default=0.0)
    for step, figure in zip(steps, figures, strict=True):
        yield step, figure.document(most_lines, highest_choice)


def frames_wanted(record: Record, wanted: str) -> list[int]:
    """Return the steps that a text such as ``all``, ``cut-offs`` or ``3,7,12`` stands for.

    Raises:
        ValueError: It is none of these, or names a step that is not there.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> frames_wanted(record, "0, 3"), frames_wanted(record, "cut-offs")
        ([0, 3], [12])
    """
    if wanted == "all":
        return list(range(record.steps + 1))
    if wanted == "cut-offs":
        return [record.returned_at(call) for call in record.cuts]
    words = [word.strip() for word in wanted.split(",")]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise ValueError("steps are all, cut-offs, or numbers such as 3,7,12")
    steps = [int(word) for word in words]
    for step in steps:
        if step > record.steps:
            raise ValueError(f"there is no step {step}; the search has {record.steps} steps")
    return steps


def drawn_width(layout: FigureLayout) -> float:
    """Return how many pixels wide a figure is, its margins included."""
    return max(_LEAST_WIDTH, layout.width + 2 * _MARGIN)


def png(document: str, width: int) -> bytes:
    """Return an SVG document as PNG of a width in pixels; its theme must not be ``auto``.

    Raises:
        TreeexplorerError: The extra ``figures`` is not installed.
    """
    try:
        import resvg_py  # a renderer that only this needs
    except ModuleNotFoundError:
        raise TreeexplorerError(
            "png needs a renderer: pip install 'treeexplorer[figures]', or export svg"
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=document, width=width))


class FigureWriter(FigurePainter):
    """Paints one figure; where everything stands may be known already.

    A live figure is the end of a search in a page that steps. It is told above which items both
    rails run at some step, has a slab for every node that was ever cut off, and each group that is
    out of order has the id of its node. It has to stay small: attributes have no quotes, and what
    is the same in all groups of a kind is in the style sheet.
    """

    def __init__(
        self,
        record: Record,
        step: int | None,
        options: FigureOptions,
        layout: FigureLayout | None = None,
        live: Collection[int] | None = None,
    ) -> None:
        self.layout = lay_out_figure(record, options) if layout is None else layout
        self.live = live
        super().__init__(record, step, options, self.layout.items)

    # -- the document --------------------------------------------------------------------------

    def caption(self) -> list[str]:
        """Return the lines of the sentence below the drawing."""
        has_sentence = self.has_caption and not self.options.blank
        sentence = self.snapshot.sentence if has_sentence else ""
        return wrapped_text(sentence, SMALL, drawn_width(self.layout) - 2 * _MARGIN)

    def choice(self) -> ChoicePanel:
        """Return the panel of the step's choice; an empty panel if the figure shows no choices."""
        if not self.options.choice:
            return ChoicePanel("", 0.0)
        return choice_panel(self.snapshot)

    def document(self, caption_lines: int, choice_height: float) -> str:
        """Return the figure as a whole SVG document.

        Args:
            caption_lines: For how many lines of text there is room below the drawing.
            choice_height: How high the choice beside the drawing may be; 0 where none is shown.
        """
        tree_width = drawn_width(self.layout)
        width = tree_width
        if choice_height:
            width += _BESIDE_CHOICE + PANEL_WIDTH
        heading = self._heading(width)
        tree_top = _MARGIN + heading.height
        below = _CAPTION_LINE * caption_lines
        if caption_lines:
            below += _ABOVE_CAPTION
        height = tree_top + max(self.layout.height, choice_height) + below + _MARGIN
        caption_top = height - _MARGIN - below + 12 + _ABOVE_CAPTION
        size = f'width="{_n(width)}" height="{_n(height)}"'
        box = f'viewBox="0 0 {_n(width)} {_n(height)}" {size}'
        styles = style_sheet(self.options.theme, with_choice=choice_height > 0)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {box} class="{SCOPE}" role="img">',
                *self._for_those_who_do_not_see_it(),
                f"<style>\n{styles}\n</style>",
                f'<rect class="paper" {size} rx="10"/>',
                *heading.elements,
                *self._tree_and_choice(tree_width, tree_top),
                *self._caption_from(caption_top),
                "</svg>\n",
            ]
        )

    def _heading(self, width: float) -> _Heading:
        """Return the title and the counter of steps, below each other where a line has no room.

        Args:
            width: The width of the figure, its margins included.
        """
        title = self.options.title
        if not title:
            return _Heading([], 4)
        inner = width - 2 * _MARGIN
        first_line = _MARGIN + 10
        counter = self._counter()
        shown_title = self._text("title", _MARGIN, first_line, fitted_text(title, LARGE, inner))
        if text_width(title, LARGE) + text_width(counter, SMALL) + 20 > inner:
            second_line = _MARGIN + 31
            return _Heading(
                [shown_title, self._text("small soft", _MARGIN, second_line, counter)], height=56
            )
        at_the_end = self._text("small soft end", width - _MARGIN, first_line, counter)
        return _Heading([shown_title, at_the_end], height=34)

    def _caption_from(self, top: float) -> Iterator[str]:
        """Yield the lines of the sentence below the drawing, the first of them at ``top``."""
        for number, line in enumerate(self.caption()):
            yield self._text("small", _MARGIN, top + number * _CAPTION_LINE, line)

    def _for_those_who_do_not_see_it(self) -> Iterator[str]:
        """Yield the title and the description, unless what stands around the figure has them."""
        if self.options.described:
            title = self.options.title if self.options.title else UNTITLED
            yield f"<title>{escape(title)}</title>"
            yield f"<desc>{escape(self._description())}</desc>"

    def _description(self) -> str:
        """Return what is read out instead of the figure."""
        step = self.snapshot
        if self.options.blank:
            return "A game tree to be worked by hand."
        return f"Step {step.step} of {step.record.steps}. {step.sentence}"

    def _tree_and_choice(self, width: float, top: float) -> Iterator[str]:
        """Yield the drawing of the tree, and beside it the choice, if there is one.

        Args:
            width: The width in the middle of which the tree stands.
            top: How far down both begin.
        """
        place = f"{_n((width - self.layout.width) / 2)},{_n(top)}"
        yield f'<g transform="translate({place})">'
        yield from self.drawing()
        yield "</g>"
        panel = self.choice()
        if panel.markup:
            place = f"{_n(width - _MARGIN + _BESIDE_CHOICE)},{_n(top)}"
            yield f'<g transform="translate({place})">{panel.markup}</g>'

    def _counter(self) -> str:
        """Return the rule of the search, and the step: ``cut when α ≥ β · step 7/20``."""
        rules = self.record.rules
        rule = algorithm_of(rules).title
        if rules.has_conventions:
            rule = f"cut when α {rules.test_sign} β"
        shows_a_step = self.is_marked or self.has_caption
        if self.options.blank or not shows_a_step:
            return rule
        return f"{rule} · step {self.snapshot.step}/{self.snapshot.record.steps}"

    # -- what changes --------------------------------------------------------------------------

    def state(self, item: int) -> ItemState:
        """Return the state of an item, with its value clipped to the width of its card."""
        state = super().state(item)
        room = self.layout.box[item] - BESIDE
        return state._replace(value=fitted_text(state.value, LARGE, room))

    def slab(self, item: int) -> Slab | None:
        """Return the slab on a node's bus, if the rest of its children is pruned.

        A slab is a red label with a cross. It stands beside what was read, on the side of the
        pruned children.
        """
        is_searched = self.look.answers is None and not self.items.is_elision(item)
        if not is_searched or not self.view(item).is_cut:
            return None
        pruned = self.pruned_children(item)
        if not pruned:
            return None
        x = self.layout.x
        children = self.items.children(item)
        read = [x[each] for each in (item, *children) if each not in pruned]
        test = self.test_at(item)
        width = _CROSS
        if test:
            width = round(_AROUND_TEST + text_width(test, SMALL))
        start = max(read) + 3
        is_left_of_what_was_read = max(x[each] for each in pruned) < max(read)
        if is_left_of_what_was_read:
            start = min(read) - 3 - width
        return Slab(start - x[item], width, test)

    # -- the drawing ---------------------------------------------------------------------------

    def drawing(self) -> Iterator[str]:
        """Yield a group for each item, then the slabs.

        Items with heavier edges come later, so that these edges lie on top.
        """
        items = self.items
        states = [self.state(item) for item in range(len(items))]
        weights = [Weight.NONE, *map(self.end_weight, range(1, len(items)))]
        for item in self._painting_order(weights):
            is_out_of_order = items.is_elision(item) or weights[item] > Weight.LIGHT
            yield self._group(item, states[item], has_id=is_out_of_order)
        ever_cut = self._nodes_ever_cut()
        for item in range(len(items)):
            slab = self.slab(item)
            if slab is not None or item in ever_cut:
                yield self._slab_group(item, slab)

    def _painting_order(self, weights: Sequence[Weight]) -> list[int]:
        """Return the items in the order in which they are painted: light edges below heavy ones.

        In a live figure the program of the page moves dashed edges below the rest.
        """
        items = range(len(self.items))
        if self.live is None:
            return sorted(items, key=weights.__getitem__)
        return sorted(items, key=lambda item: weights[item] > Weight.LIGHT)

    def _nodes_ever_cut(self) -> set[int]:
        """Return the items whose node is cut off at some step; only a live figure needs them."""
        if self.live is None:
            return set()
        cut = {self.record.node(call) for call in self.record.cuts}
        return {self.items.parent[self.items.item(child)] for child in cut}

    def _group(self, item: int, state: ItemState, *, has_id: bool) -> str:
        """Return the SVG group of an item.

        In a live figure a group that is not in the order of the items has an id.
        """
        items = self.items
        group_id = ""
        if has_id and self.live is not None:
            letter = "d" if items.is_elision(item) else "n"
            group_id = f"{letter}{items.node(item)}"
        attributes = {
            "id": group_id,
            "class": " ".join(state.classes),
            "transform": f"translate({self.layout.x[item]},{_n(self.layout.top(item))})",
        }
        return self._element("g", attributes, "".join(self._parts(item, state)))

    def _parts(self, item: int, state: ItemState) -> Iterator[str]:
        """Yield the contents of a group: the edge, the texts beside it, the box and its texts.

        The root has no edge. A ``…`` has only an edge and its dots.
        """
        is_below_root = item > 0
        if is_below_root:
            yield from self._edge(item, state)
        if self.items.is_elision(item):
            yield self._text("", 0, BASELINES["dots"], UNICODE.elided)
            return
        if is_below_root:
            yield from self._beside(item, state.window)
        yield self._box(item)
        if self.items.is_card(item):
            yield from self._texts_of_card(item, state)
        else:
            yield from self._texts_of_leaf(self.items.node(item))

    def _box(self, item: int) -> str:
        """Return the card of an item; on a page the usual width stands in the style."""
        width = self.layout.box[item]
        usual = USUAL_CARD if self.items.is_card(item) else USUAL_LEAF
        attributes = {
            "x": _n(-width / 2),
            "width": str(width),
            "height": _n(self.layout.height_of(item)),
            "rx": "4",
        }
        if self.live is not None and width == usual:
            del attributes["width"]
        return self._element("rect", attributes)

    def _texts_of_leaf(self, node: int) -> Iterator[str]:
        """Yield a leaf's value, and below the value the leaf's name if there is one."""
        yield self._text("", 0, BASELINES["leaf"], leaf_text(self.tree, node))
        name = leaf_name(self.tree, node)
        if name:
            yield self._text("below", 0, BASELINES["below"], name)

    def _texts_of_card(self, item: int, state: ItemState) -> Iterator[str]:
        """Yield the label, and the value: the search's, a person's, or a line to write it on."""
        on_paper = self.look.answers is not None
        label = label_text(self.tree, self.items.node(item), on_paper=on_paper)
        yield self._text("name", 0, BASELINES["name"], label)
        if state.status == "unseen" and self.live is None:
            yield self._path("", _STEM)
        answer = self.answer(item)
        if answer is not None:
            yield from self._answer_on_card(item, answer)
        elif state.value:
            yield self._text("value", 0, BASELINES["value"], state.value)

    def _answer_on_card(self, item: int, answer: WrittenAnswer) -> Iterator[str]:
        """Yield the value that a person wrote on a card, or a line to write it on.

        The root is followed by the person's answers about the whole tree.
        """
        width = self.layout.box[item]
        if answer.value:
            yield from self._value_and_mark(answer.value, answer.value_mark)
        elif self.options.values:
            yield self._path("write", f"M{_n(-width * 0.3)},39.5h{_n(width * 0.6)}")
        if item == 0:
            yield from self._about_the_tree(answer, width / 2 + BESIDE)

    def _value_and_mark(self, value: str, mark: Mark | None) -> Iterator[str]:
        """Yield the value that a person has written, and its mark, together in the middle."""
        y = BASELINES["value"]
        room_for_mark = text_width(" ↳", LARGE) if mark else 0.0
        yield self._text("value", -room_for_mark / 2, y, value)
        yield from self._mark(text_width(f"{value} ", LARGE) / 2, y, mark)

    def _about_the_tree(self, answer: WrittenAnswer, left: float) -> Iterator[str]:
        """Yield what a person has written about the whole tree, with its marks, line by line."""
        for line, (text, mark) in enumerate(answer.aside):
            start = left
            y = 12 + 15 * line
            yield from self._mark(start, y, mark)
            if mark is not None:
                start += text_width("↳ ", SMALL)
            yield self._text("aside", start, y, text)

    def _edge(self, item: int, state: ItemState) -> Iterator[str]:
        """Yield the edge above an item, the lines beside and within it, and a person's slash.

        The edge leads down from the parent, across on the bus, and down to the item.
        """
        layout = self.layout
        parent = self.items.parent[item]
        top = layout.top(item)
        parent_top = layout.top(parent)
        start = parent_top + layout.height_of(parent) - top
        bus = parent_top + CARD_HEIGHT + 16 - top
        across = layout.x[parent] - layout.x[item]
        edge = f"M{across},{_n(start)}"
        if across:
            edge += f"V{_n(bus)}H0"
        edge += f"V{_INTO}"
        yield self._path("", edge)
        if "best" in state.marks:
            yield self._path("inside", edge)
        has_both_rails = "alpha" in state.marks and "beta" in state.marks
        ever_has_both = self.live is not None and item in self.live
        if has_both_rails or ever_has_both:
            yield self._path("beside", f"M4,{_n(bus + 3)}V{_INTO}")
        answer = self.answer(item)
        if answer is None:
            return
        if answer.crossed:
            colour = "" if answer.cut_mark is None else _CLASS_OF_MARK[answer.cut_mark]
            yield self._path(f"slash {colour}", f"M-6,{_n(bus + 18)}l12-12")
        yield from self._mark(8, bus + 17, answer.cut_mark)

    def _beside(self, item: int, window: Window | None) -> Iterator[str]:
        """Yield what stands beside an edge: a probability, and a window or the lines for one."""
        right = BESIDE
        probability = self.tree.probability(self.items.node(item))
        if probability is not None:
            text = written(probability)
            yield self._text("weight", right, BASELINES["weight"], text)
            right += text_width(text, SMALLEST_TEXT) + BESIDE
        answer = self.answer(item)
        if answer is not None and answer.window:
            yield from self._written_window(answer.window, answer.window_mark, right)
            return
        if not self.options.windows or not self.items.is_card(item):
            return
        if self.options.blank and self.record.has_windows:
            for start in (-BESIDE - 20, right):
                yield self._path("write", f"M{_n(start)},-7h20")
        elif window is not None:
            alpha, beta = window
            yield self._end("low", -BESIDE, alpha)
            yield self._end("high", right, beta)

    def _written_window(
        self, window: tuple[str, str], mark: Mark | None, right: float
    ) -> Iterator[str]:
        """Yield a window that a person has written, with its mark.

        Args:
            window: Its ends as they are written.
            mark: How it was marked; ``None`` where it was not.
            right: Where its upper end begins.
        """
        alpha, beta = window
        yield self._text("low", -BESIDE, BASELINES["low"], alpha)
        yield self._text("high", right, BASELINES["high"], beta)
        yield from self._mark(right + text_width(f"{beta} ", SMALL), BASELINES["high"], mark)

    def _end(self, name: str, x: float, end: Number) -> str:
        """Return the text element of one end of a window; an infinite end has no colour."""
        style = f"{name} free" if abs(end) == INFINITY else name
        return self._text(style, x, BASELINES[name], shown(end))

    def _slab_group(self, item: int, slab: Slab | None) -> str:
        """Return a red slab with a cross, and the test of the cut-off behind it.

        Without a slab it is hidden, as narrow as a cross: a page shows it at another step.
        """
        classes = "slab"
        if slab is None:
            classes = "slab hidden"
            slab = Slab(0, _CROSS, "")
        y = self.layout.top(item) + CARD_HEIGHT + 16
        attributes = {
            "id": "" if self.live is None else f"x{self.items.node(item)}",
            "class": classes,
            "transform": f"translate({self.layout.x[item] + slab.x},{_n(y)})",
        }
        box = self._element("rect", {"y": "-9", "width": str(slab.width), "height": "18"})
        text = self._text("", 3, BASELINES["slab"], f"╳ {slab.test}".rstrip())
        return self._element("g", attributes, box + text)

    # -- elements ------------------------------------------------------------------------------

    def _element(self, name: str, attributes: dict[str, str], content: str | None = None) -> str:
        """Return an SVG element; attributes without a value are left out.

        In a live figure, which has to be small, attributes that the style sheet has are left out,
        and values that need no quotes have none: ``<path class=write d="M0,1h2"/>``.
        """
        start = f"<{name}"
        gap = ""
        for attribute, value in attributes.items():
            is_in_style_sheet = attribute in _IN_STYLE_SHEET.get(name, ())
            if not value or (self.live is not None and is_in_style_sheet):
                continue
            is_bare = _BARE.fullmatch(value) is not None
            if is_bare and self.live is not None:
                start += f" {attribute}={value}"
                gap = " "  # or a slash behind it would be read as a part of the value
            else:
                start += f' {attribute}="{value}"'
                gap = ""
        if content is None:
            return f"{start}{gap}/>"
        return f"{start}>{content}</{name}>"

    def _path(self, classes: str, path: str) -> str:
        """Return a path, given in the language of SVG's attribute ``d``."""
        return self._element("path", {"class": classes, "d": path})

    def _text(self, classes: str, x: float, y: float, text: str) -> str:
        """Return a text element; an ``x`` of 0 is left out, since 0 is the default."""
        attributes = {"class": classes, "x": _n(x) if x else "", "y": _n(y)}
        return self._element("text", attributes, escape(text))

    def _mark(self, x: float, y: float, mark: Mark | None) -> Iterator[str]:
        """Yield the mark beside an answer; nothing if the answer was not marked."""
        if mark is not None:
            yield self._text(f"mark {_CLASS_OF_MARK[mark]}", x, y, mark.sign)


def _n(number: float) -> str:
    """Return a number as it is written in a figure, with one decimal where it needs one.

    Example:
        >>> _n(12.0), _n(12.34)
        ('12', '12.3')
    """
    return f"{number:.1f}".removesuffix(".0")


# -- looks -----------------------------------------------------------------------------------------

_AROUND: Final = """
.paper { fill: $ground; }
.small { font-size: 12.5px; }
.title { font-weight: 600; }
.soft { fill: $quiet; }
.end { text-anchor: end; }
""".strip()
"""What stands around the drawing."""
_STYLES: Final = """
text { fill: $strong; font-family: $fonts; font-size: 16px; }
.hidden { visibility: hidden; }
g text { text-anchor: middle; }
g path { fill: none; stroke: $ghost; stroke-width: 1.3; }
g rect { fill: none; }
.name { font-size: 14px; font-weight: 600; fill: $text; }
.value { font-weight: 600; }
.weight, .below { font-size: 11.5px; fill: $quiet; }
.aside { font-size: 12.5px; fill: $quiet; }
.aside, .weight, .high, .mark { text-anchor: start; }
.low { font-size: 12.5px; text-anchor: end; fill: $max; }
.high { font-size: 12.5px; fill: $min; }
.max .name { fill: $max; }
.min .name { fill: $min; }
.max rect { fill: $max_card; }
.min rect { fill: $min_card; }
.chance rect { fill: $current; }
.done .value { fill: $decided; }
.leaf text { font-weight: 600; }
.leaf .below { font-weight: 400; }
.dots text { fill: $quiet; }
.unseen .name { font-weight: 400; }
.unseen text { font-weight: 400; fill: $ghost; }
.unseen rect { fill: none; }
.path path { stroke: $strong; stroke-width: 3.4; }
.beta path { stroke: $min; stroke-width: 3.4; }
.alpha path { stroke: $max; stroke-width: 3.4; }
.alpha .low, .beta .high { font-weight: 700; }
.low.free, .high.free { font-weight: 400; fill: $quiet; }
.best path { stroke: $decided; stroke-width: 5.4; }
g .inside, g .beside { stroke: none; }
.best .inside { stroke: $ground; stroke-width: 2; }
.alpha.beta .beside { stroke: $min; stroke-width: 2; stroke-dasharray: 2 3; }
.now rect { stroke: $strong; stroke-width: 3.4; }
.gives-alpha .value { fill: $ground; stroke: $max; }
.gives-beta .value { fill: $ground; stroke: $min; }
.gives-alpha .value, .gives-beta .value { stroke-width: 11; paint-order: stroke; }
.gives-alpha .value, .gives-beta .value { stroke-linejoin: round; }
.leaf.gives-alpha rect { fill: $max; }
.leaf.gives-beta rect { fill: $min; }
.leaf.gives-alpha text, .leaf.gives-beta text { fill: $ground; }
.news .value { fill: $on_news; stroke: $news; stroke-width: 7; paint-order: stroke; }
.leaf.news text { fill: $on_news; }
.leaf.news rect { fill: $news; }
.pruned path, .crossed path { stroke: $pruned; stroke-dasharray: 4 4; }
.pruned rect { fill: $pruned_surface; stroke: $pruned; stroke-dasharray: 3 4; }
.pruned .name, .pruned text, .struck text { fill: $pruned; text-decoration: line-through; }
.slab rect { fill: $cut_surface; }
.slab text { font-size: 12.5px; font-weight: 600; text-anchor: start; fill: $on_cut; }
.mark { font-size: 14px; font-weight: 700; }
.mark.right { fill: $decided; text-decoration: none; }
.mark.mistake { fill: $cut; text-decoration: none; }
.mark.follows { fill: $min; text-decoration: none; }
g .slash { stroke: $strong; stroke-width: 2.6; stroke-dasharray: none; }
.slash.right { stroke: $decided; }
.slash.mistake { stroke: $cut; }
.slash.follows { stroke: $min; }
g .write { stroke: $strong; stroke-width: 1.2; stroke-dasharray: 0.1 4.6; stroke-linecap: round; }
""".strip()


def style_sheet(theme: Theme, *, with_choice: bool = False) -> str:
    """Return the style sheet of a figure; ``auto`` is dark where the reader's system prefers it."""
    styles = f"{_STYLES}\n{_AROUND}"
    if with_choice:
        styles += f"\n{CHOICE_STYLES}"
    sheet = looks((DARK if theme == "dark" else LIGHT)._asdict(), styles=styles)
    if theme == "auto":
        dark = looks(DARK._asdict(), styles=styles)
        sheet += f"\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}"
    return sheet


def looks(colours: dict[str, str], scope: str = f".{SCOPE}", styles: str = _STYLES) -> str:
    """Return style rules for figures alone, with colours in the place of their names.

    Example:
        >>> looks({"max": "#00F"}, ".tree", ".low, .high { fill: $max; }")
        '.tree .low, .tree .high { fill: #00F; }'
    """
    scoped = []
    for rule in Template(styles).substitute(colours, fonts=FONTS).splitlines():
        selectors, brace, body = rule.partition(" {")
        names = ", ".join(f"{scope} {name.strip()}" for name in selectors.split(","))
        scoped.append(f"{names}{brace}{body}")
    return "\n".join(scoped)
