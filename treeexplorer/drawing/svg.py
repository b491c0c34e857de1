"""A search at a step as a picture: self-contained SVG for slides, worksheets and pages.

It says what the drawing in the terminal says, with the same signs: the current node between two
pointers, the current path heavy, cut branches crossed out and dotted from there on, ``=``, ``≥``
and ``≤`` for what is proven, the principal variation and its ties as double lines once the search
has ended. No fonts or scripts are fetched, and names are only ever text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from treeexplorer.drawing.glyphs import UNICODE, Weight
from treeexplorer.drawing.labels import Detail, Labels
from treeexplorer.drawing.lettering import fitted, text_width, wrapped
from treeexplorer.drawing.moment import Moment
from treeexplorer.drawing.runs import Look
from treeexplorer.drawing.svg_layout import (
    LEAF_HEIGHT,
    SIGN_GAP,
    SIGN_WIDTH,
    VALUE_SIZE,
    FigureLayout,
    lay_out_figure,
    leaf_text,
    name_text,
    name_width,
    value_width,
)
from treeexplorer.drawing.svg_style import SCOPE, Theme, style_sheet
from treeexplorer.drawing.weights import EdgeWeights
from treeexplorer.engine.record import Record, Status
from treeexplorer.explain.sentences import sentence
from treeexplorer.notation import Claims
from treeexplorer.numbers import shown, written
from treeexplorer.tree import CHANCE_ROLE, Player

_MARGIN: Final = 26.0
_LEAST_WIDTH: Final = 360.0
_CAPTION_LINE: Final = 18.0
_CAPTION_SIZE: Final = 12.5
_TITLE_BOLD_SIZE: Final = 17.0
_UNTOUCHED: Final = frozenset({Status.SKIPPED, Status.BEYOND})
_EDGES: Final = {
    Weight.DOTTED: "dotted",
    Weight.LIGHT: "edge",
    Weight.HEAVY: "path",
    Weight.DOUBLE: "best",
}
_WORDS: Final = {Player.MAX: "max", Player.MIN: "min", Player.CHANCE: "chance"}


@dataclass(frozen=True)
class FigureOptions:
    """What a figure shows besides the tree and what was found.

    Attributes:
        title: The heading; ``None`` for none.
        caption: Whether the step's sentence stands below.
        windows: Whether nodes show the windows they were entered with.
        claims: What somebody wrote beside the nodes, to be shown.
        spoilers: Whether the principal variation is marked once the search has ended.
        blank: Whether the tree is drawn to be worked by hand: everything is there to be read,
            nothing is found, and each node has a line to write on.
        theme: The colours: light, dark, or whichever the reader's system prefers.
    """

    title: str | None = None
    caption: bool = True
    windows: bool = False
    claims: Claims = ()
    spoilers: bool = True
    blank: bool = False
    theme: Theme = "auto"


def svg(record: Record, step: int | None = None, options: FigureOptions | None = None) -> str:
    """Return a search at a step as a complete SVG document.

    Args:
        record: The record.
        step: The step; the last one where ``None``.
        options: What to show.

    Raises:
        IndexError: There is no such step.
    """
    return "\n".join(svg_lines(record, step, options)) + "\n"


def svg_lines(
    record: Record, step: int | None = None, options: FigureOptions | None = None
) -> Iterator[str]:
    """Yield the lines of :func:`svg`, so that a large figure need not be held in memory."""
    options = options or FigureOptions()
    number = record.steps if step is None else record.step(step).number
    moment = Moment(record, 0 if options.blank else number)
    return _Figure(moment, options).lines()


class _Figure:
    """Paints one figure: edges first, then the nodes over them."""

    def __init__(self, moment: Moment, options: FigureOptions) -> None:
        self.moment = moment
        self.tree = moment.tree
        self.options = options
        self.labels = Labels(self.tree, Look(claims=options.claims), Detail.WINDOW)
        claims = self._claims()
        self.claims = claims
        self.layout: FigureLayout = lay_out_figure(
            moment.record, windows=options.windows, claims=claims
        )
        self.items = self.layout.items
        self.weights = EdgeWeights(self.items, moment, Look(spoilers=options.spoilers))
        self.width = max(_LEAST_WIDTH, self.layout.width + 2 * _MARGIN)
        self.caption = self._caption_lines()
        self.left = (self.width - self.layout.width) / 2
        title = text_width(options.title or "", _TITLE_BOLD_SIZE)
        counter = text_width(self._counter(), _CAPTION_SIZE)
        self.is_tall_heading = title + counter + 20 > self.width - 2 * _MARGIN
        heading = 4 if not options.title else 56 if self.is_tall_heading else 34
        self.above = _MARGIN + heading

    def _claims(self) -> dict[int, str]:
        nodes = dict.fromkeys(claim.node for claim in self.options.claims)
        texts = ((node, self.labels.claim(node)) for node in nodes)
        return {node: text for node, text in texts if text and not self.tree.is_leaf(node)}

    def _caption_lines(self) -> list[str]:
        if not self.options.caption or self.options.blank:
            return []
        moment = self.moment
        text = sentence(moment.record, moment.step)
        return wrapped(text, _CAPTION_SIZE, self.width - 2 * _MARGIN)

    # -- the document --------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """Yield the document line by line."""
        caption = _CAPTION_LINE * len(self.caption) + (8 if self.caption else 0)
        height = self.above + self.layout.height + caption + _MARGIN
        size = f'width="{_n(self.width)}" height="{_n(height)}"'
        title = self.options.title or "Game tree"
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(self.width)} {_n(height)}" '
            f'{size} class="{SCOPE}" role="img">'
        )
        yield f"<title>{escape(title)}</title>"
        yield f"<desc>{escape(self._description())}</desc>"
        yield f"<style>\n{style_sheet(self.options.theme)}\n</style>"
        yield f'<rect class="paper" {size} rx="10"/>'
        if self.options.title:
            yield from self._heading(self.options.title)
        yield f'<g transform="translate({_n(self.left)} {_n(self.above)})">'
        yield from self._edges()
        for item in range(len(self.items)):
            yield from self._item(item)
        yield "</g>"
        yield from self._caption(height - _MARGIN - caption + 18)
        yield "</svg>"

    def _description(self) -> str:
        moment = self.moment
        if self.options.blank:
            return "A game tree to be worked by hand."
        return f"Step {moment.step} of {moment.record.steps}. " + sentence(
            moment.record, moment.step
        )

    def _heading(self, title: str) -> Iterator[str]:
        room = self.width - 2 * _MARGIN
        y = _MARGIN + 10
        yield _text(_MARGIN, y, fitted(title, _TITLE_BOLD_SIZE, room), "ink title")
        if self.is_tall_heading:
            yield _text(_MARGIN, y + 21, self._counter(), "soft small")
        else:
            yield _text(self.width - _MARGIN, y, self._counter(), "soft small end")

    def _counter(self) -> str:
        moment = self.moment
        rules = moment.record.rules
        is_alpha_beta = rules.algorithm == "alphabeta"
        rule = f"cut when α {rules.test_sign} β" if is_alpha_beta else rules.algorithm
        if self.options.blank:
            return rule
        return f"{rule} · step {moment.step}/{moment.record.steps}"

    def _caption(self, top: float) -> Iterator[str]:
        for number, line in enumerate(self.caption):
            yield _text(_MARGIN, top + number * _CAPTION_LINE, line, "ink small")

    # -- edges ---------------------------------------------------------------------------------

    def _edges(self) -> Iterator[str]:
        """Yield the edges, the heavier ones last, and the crosses over them."""
        later: list[str] = []
        for item in range(1, len(self.items)):
            style = self._edge_style(item)
            shape = self._edge_shape(item)
            if style == "best":
                later.append(f'<line class="best" {shape}/>')
                later.append(f'<line class="best-inside" {shape}/>')
            elif style == "path":
                later.append(f'<line class="path" {shape}/>')
            else:
                yield f'<line class="{style}" {shape}/>'
        yield from later
        for item in range(1, len(self.items)):
            if self.weights.is_cut_off(item):
                yield from self._cross(item)
            if not self.items.is_elision(item):
                yield from self._weight(item)

    def _status(self, item: int) -> Status:
        """Return what an item is; on a worksheet everything is simply there."""
        if self.options.blank:
            return Status.CLOSED
        return self.weights.status(item)

    def _edge_style(self, item: int) -> str:
        return "edge" if self.options.blank else _EDGES[self.weights.drop(item)]

    def _ends(self, item: int) -> tuple[float, float, float, float]:
        parent = self.items.parent[item]
        bottom = self.layout.top(parent) + self.layout.height_of(parent)
        return self.layout.x[parent], bottom, self.layout.x[item], self._head(item)

    def _head(self, item: int) -> float:
        """Return the height at which the edge above an item ends."""
        return self.layout.top(item) - (14 if self._has_leaf_name(item) else 0)

    def _has_leaf_name(self, item: int) -> bool:
        node = self.items.node(item)
        return (
            not self.items.is_elision(item) and self.tree.is_leaf(node) and node in self.tree.names
        )

    def _edge_shape(self, item: int) -> str:
        return _from_to(*self._ends(item))

    def _cross(self, item: int) -> Iterator[str]:
        x1, y1, x2, y2 = self._ends(item)
        weighted = self.tree.roles[self.items.node(self.items.parent[item])] == CHANCE_ROLE
        share = 0.38 if weighted else 2 / 3  # a probability stands at two thirds
        x, y, reach = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, 6.0
        path = (
            f"M{_n(x - reach)} {_n(y - reach)}L{_n(x + reach)} {_n(y + reach)}"
            f"M{_n(x - reach)} {_n(y + reach)}L{_n(x + reach)} {_n(y - reach)}"
        )
        yield f'<path class="halo" d="{path}"/>'
        yield f'<path class="cross" d="{path}"/>'

    def _weight(self, item: int) -> Iterator[str]:
        probability = self.tree.probability(self.items.node(item))
        if probability is None:
            return
        x1, y1, x2, y2 = self._ends(item)
        x, y = (x1 + 2 * x2) / 3, (y1 + 2 * y2) / 3
        yield _text(x, y + 4, written(probability), "weight middle")

    # -- nodes ---------------------------------------------------------------------------------

    def _item(self, item: int) -> Iterator[str]:
        node = self.items.node(item)
        if self.items.is_elision(item):
            y = self.layout.top(item) + LEAF_HEIGHT / 2 + 2
            faint = "faint" if self._status(item) in _UNTOUCHED else "soft"
            yield _text(self.layout.x[item], y, UNICODE.elided, f"{faint} leaf middle")
            return
        yield "<g>"
        yield f"<title>{escape(self._tooltip(node))}</title>"
        if self.tree.is_leaf(node):
            yield from self._leaf(item, node)
        else:
            yield from self._inner(item, node)
        if node == self.moment.current:
            yield self._pointers(item)
        yield "</g>"

    def _tooltip(self, node: int) -> str:
        entry = self.moment.entry(node)
        text = f"{self.tree.labels.signed(node)} ({self.tree.address(node)})"
        if entry is None:
            return text
        return f"{text}, entered with ({shown(entry[0])}, {shown(entry[1])})"

    def _leaf(self, item: int, node: int) -> Iterator[str]:
        x, top, width = self.layout.x[item], self.layout.top(item), self.layout.box[item]
        status = self._status(item)
        read = status not in _UNTOUCHED and status is not Status.UNSEEN
        box = "read" if read else "pale skipped" if status in _UNTOUCHED else "pale"
        if node == self.moment.current:
            box += " current"
        yield _box(x - width / 2, top, width, LEAF_HEIGHT, box, 7)
        colour = "leaf" if read else "faint"
        weight = "value" if read else "leaf"
        yield _text(x, top + 19.5, leaf_text(self.tree, node), f"{weight} middle {colour}")
        name = name_text(self.tree, node)
        if name:
            shade = "soft" if read else "faint"
            yield _text(x, top - 4.5, name, f"leaf-name middle {shade}")

    def _inner(self, item: int, node: int) -> Iterator[str]:
        x, top, width = self.layout.x[item], self.layout.top(item), self.layout.box[item]
        height = self.layout.box_height
        status = self._status(item)
        player = _WORDS[Player(self.tree.player(node) or Player.MAX)]
        visited = status not in _UNTOUCHED and status is not Status.UNSEEN
        box = f"box {player}-box"
        if not visited:
            box = "pale skipped" if status in _UNTOUCHED else "pale"
        if node == self.moment.current:
            box += " current"
        yield _box(x - width / 2, top, width, height, box, 9)
        yield from self._head_line(node, x, top, player if visited else None)
        y = top + 41
        finding = self.moment.finding(node)
        if self.options.blank:
            reach = width * 0.3
            yield f'<line class="dotted" {_from_to(x - reach, y + 1, x + reach, y + 1)}/>'
        if finding is not None:
            text = self.labels.finding(finding, 99)
            news = node == self.moment.news.node and self.moment.news.child is not None
            classes = f"value middle{' news' if news else ''}"
            yield _value(x, y, text, classes, width - 8)
        if self.options.windows:
            y += 18
            window = self.labels.window(self.moment, node)
            blank = "(\u2003\u2002,\u2002\u2003)" if self.options.blank else ""
            yield _text(x, y, window or blank, "window middle")
        if node in self.claims:
            yield _text(x, y + 19, self.claims[node], "claim middle")

    def _head_line(self, node: int, x: float, top: float, player: str | None) -> Iterator[str]:
        name = name_text(self.tree, node)
        taken = SIGN_WIDTH + (SIGN_GAP + name_width(name) if name else 0)
        start = x - taken / 2
        filled = self.tree.player(node) is Player.MAX
        pale = "faint" if filled else "pale"
        yield _sign(self.tree.player(node), start, top + 9, f"{player}-sign" if player else pale)
        if name:
            shade = "" if player else " faint"
            yield _text(start + SIGN_WIDTH + SIGN_GAP, top + 20.5, name, f"name{shade}")

    def _pointers(self, item: int) -> str:
        """Return the two pointers between which the current node stands."""
        x, top = self.layout.x[item], self.layout.top(item)
        half = self.layout.box[item] / 2 + 4.5
        y = top + self.layout.height_of(item) / 2
        path = "".join(
            f"M{_n(x + side * half)} {_n(y)}l{_n(side * 8)} -5.5v11z" for side in (-1, 1)
        )
        return f'<path class="current-mark" d="{path}"/>'


def _n(number: float) -> str:
    """Return a coordinate, as short as it can be."""
    return f"{number:.1f}".removesuffix(".0")


def _from_to(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"'


def _text(x: float, y: float, text: str, classes: str) -> str:
    return f'<text class="{classes}" x="{_n(x)}" y="{_n(y)}">{escape(text, quote=False)}</text>'


def _value(x: float, y: float, text: str, classes: str, room: float) -> str:
    """Return a value, in smaller type where it is wider than the room."""
    taken = value_width(text)
    if taken <= room:
        return _text(x, y, text, classes)
    smaller = f'style="font-size: {VALUE_SIZE * room / taken:.1f}px"'
    return _text(x, y, text, classes).replace("<text ", f"<text {smaller} ", 1)


def _box(x: float, y: float, width: float, height: float, classes: str, radius: float) -> str:
    return (
        f'<rect class="{classes}" x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" '
        f'height="{_n(height)}" rx="{_n(radius)}"/>'
    )


def _sign(player: Player | None, x: float, y: float, classes: str) -> str:
    """Return a player's sign: a triangle on its base, one on its tip, or a circle."""
    if player is Player.CHANCE:
        return f'<circle class="sign {classes}" cx="{_n(x + 6.5)}" cy="{_n(y + 6)}" r="5"/>'
    up = f"M{_n(x)} {_n(y + 11.5)}h13l-6.5 -11.5z"
    down = f"M{_n(x + 1)} {_n(y + 1.2)}h11l-5.5 9.8z"
    return f'<path class="sign {classes}" d="{down if player is Player.MIN else up}"/>'
