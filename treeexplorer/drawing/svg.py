"""A search at a step as a picture: self-contained SVG for slides, worksheets and pages.

It is the drawing of the terminal: cards tinted by player, entry windows on the edges, the path
heavy, a red slab where a cut-off happens, dashed and struck what it prunes, yellow what has just
arrived, the principal variation and its ties as double lines once the search has ended. Every
distinction is one of form, too, so a figure printed in black and white says the same. No fonts or
scripts are fetched, and names are only ever text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from string import Template
from typing import Final

from treeexplorer.drawing.cards import UNICODE, Weight
from treeexplorer.drawing.colours import DARK, LIGHT, Colours
from treeexplorer.drawing.figures import (
    BESIDE,
    CARD_HEIGHT,
    LARGE,
    LEAF_HEIGHT,
    MEDIUM,
    SIGN_GAP,
    SIGN_WIDTH,
    SMALL,
    SMALLEST,
    FigureLayout,
    FigureOptions,
    FigurePainter,
    Theme,
    fitted,
    label_text,
    label_width,
    lay_out_figure,
    leaf_name,
    leaf_text,
    text_width,
    wrapped,
)
from treeexplorer.drawing.runs import Role
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.record import Record, StepKind
from treeexplorer.explain.snapshot import NodeView
from treeexplorer.numbers import shown, written
from treeexplorer.tree import Player

SCOPE: Final = "game-tree"
FONTS: Final = (
    "'DejaVu Sans', 'Noto Sans', 'Liberation Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif"
)

_MARGIN: Final = 26.0
_LEAST_WIDTH: Final = 360.0
_CAPTION_LINE: Final = 18.0
_ABOVE_CAPTION: Final = 20.0
_VERDICTS: Final = {"✓": "right", "✗": "mistake", "↳": "follows"}
_CROSS: Final = 17.0  # a slab without a test
_AROUND: Final = 22.0  # the test of a slab
_END_CLASSES: Final[dict[str, str]] = {
    Role.QUIET: "soft",
    Role.ALPHA: "max-text carried",
    Role.ALPHA_END: "max-text",
    Role.BETA: "min-text carried",
    Role.BETA_END: "min-text",
}
_EDGES: Final = {
    Weight.DOTTED: "dotted",
    Weight.LIGHT: "edge",
    Weight.HEAVY: "path",
    Weight.BETA: "beta",
    Weight.ALPHA: "alpha",
    Weight.DOUBLE: "best",
}


def svg(record: Record, step: int | None = None, options: FigureOptions | None = None) -> str:
    """Return a search at a step as a complete SVG document.

    Args:
        record: The record.
        step: The step; the end of the search where ``None``, without mark and sentence.
        options: What to show.

    Raises:
        IndexError: There is no such step.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> svg(search(from_nested([[3, 5], [2, 9]]))).startswith("<svg")
        True
    """
    return _Figure(record, step, options or FigureOptions()).document()


def svg_frames(
    record: Record, steps: Sequence[int], options: FigureOptions | None = None
) -> Iterator[tuple[int, str]]:
    """Yield steps of a search with their figures, all of one size.

    Args:
        record: The record.
        steps: The steps.
        options: What to show.

    Raises:
        IndexError: There is no such step.
    """
    figures = [_Figure(record, step, options or FigureOptions()) for step in steps]
    lines = max((len(figure.caption) for figure in figures), default=0)
    for step, figure in zip(steps, figures, strict=True):
        figure.caption_lines = lines
        yield step, figure.document()


def frames_wanted(record: Record, words: str) -> list[int]:
    """Return the steps that ``all``, ``cut-offs`` or numbers such as ``3,7,12`` stand for.

    Raises:
        ValueError: The words are none of these, or name a step that is not there.
    """
    if words == "all":
        return list(range(record.steps + 1))
    if words == "cut-offs":
        return [record.left(row) for row in record.cuts]
    parts = [part.strip() for part in words.split(",")]
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise ValueError("steps are all, cut-offs, or numbers such as 3,7,12")
    steps = [int(part) for part in parts]
    beyond = next((step for step in steps if step > record.steps), None)
    if beyond is not None:
        raise ValueError(f"there is no step {beyond}; the search has {record.steps} steps")
    return steps


def drawn_width(layout: FigureLayout) -> float:
    """Return how many pixels wide a figure is, its margins included."""
    return max(_LEAST_WIDTH, layout.width + 2 * _MARGIN)


def png(document: str, width: int) -> bytes:
    """Return an SVG document as PNG.

    Args:
        document: The document; of a theme that is chosen, not ``auto``.
        width: The width in pixels.

    Raises:
        ModuleNotFoundError: The extra ``figures`` is not installed.
    """
    import resvg_py  # a renderer that only this needs

    return bytes(resvg_py.svg_to_bytes(svg_string=document, width=width))


class _Figure(FigurePainter):
    """Paints one figure: edges first, then the cards over them."""

    def __init__(self, record: Record, step: int | None, options: FigureOptions) -> None:
        super().__init__(record, step, options)
        self.layout = lay_out_figure(
            record, windows=options.windows, paper=options.paper, blank=options.blank
        )
        self.width = drawn_width(self.layout)
        self.left = (self.width - self.layout.width) / 2
        title = text_width(options.title or "", LARGE)
        counter = text_width(self._counter(), SMALL)
        self.is_tall_heading = title + counter + 20 > self.width - 2 * _MARGIN
        heading = 4 if not options.title else 56 if self.is_tall_heading else 34
        self.above = _MARGIN + heading
        has_sentence = self.has_caption and not options.blank
        sentence = self.snapshot.sentence if has_sentence else ""
        self.caption = wrapped(sentence, SMALL, self.width - 2 * _MARGIN)
        self.caption_lines = len(self.caption)

    # -- the document --------------------------------------------------------------------------

    def document(self) -> str:
        """Return the whole document."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        caption = _CAPTION_LINE * self.caption_lines + (_ABOVE_CAPTION if self.caption_lines else 0)
        height = self.above + self.layout.height + caption + _MARGIN
        size = f'width="{_n(self.width)}" height="{_n(height)}"'
        title = self.options.title or "Game tree"
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(self.width)} {_n(height)}" '
            f'{size} class="{SCOPE}" role="img">'
        )
        yield f"<title>{escape(title)}</title>"
        step, description = self.snapshot, "A game tree to be worked by hand."
        if not self.options.blank:
            description = f"Step {step.step} of {step.steps}. {step.sentence}"
        yield f"<desc>{escape(description)}</desc>"
        yield f"<style>\n{style_sheet(self.options.theme)}\n</style>"
        yield f'<rect class="paper" {size} rx="10"/>'
        if self.options.title:
            yield from self._heading(self.options.title)
        yield f'<g transform="translate({_n(self.left)} {_n(self.above)})">'
        yield from self._edges()
        for item in range(len(self.items)):
            yield from self._item(item)
        yield "</g>"
        top = height - _MARGIN - caption + 12 + _ABOVE_CAPTION
        for number, line in enumerate(self.caption):
            yield _text(_MARGIN, top + number * _CAPTION_LINE, line, "ink small")
        yield "</svg>"

    def _heading(self, title: str) -> Iterator[str]:
        room = self.width - 2 * _MARGIN
        yield _text(_MARGIN, _MARGIN + 10, fitted(title, LARGE, room), "ink title")
        if self.is_tall_heading:
            yield _text(_MARGIN, _MARGIN + 31, self._counter(), "soft small")
        else:
            yield _text(self.width - _MARGIN, _MARGIN + 10, self._counter(), "soft small end")

    def _counter(self) -> str:
        """Return the rule, and the step where one is shown."""
        rules = self.record.rules
        rule = algorithm_of(rules).title
        if rules.has_conventions:
            rule = f"cut when α {rules.test_sign} β"
        if self.options.blank or not (self.is_marked or self.has_caption):
            return rule
        return f"{rule} · step {self.snapshot.step}/{self.snapshot.steps}"

    # -- edges ---------------------------------------------------------------------------------

    def _edges(self) -> Iterator[str]:
        """Yield the edges, the heavier ones last, what stands beside them, and the slabs."""
        layers: dict[str, list[str]] = {name: [] for name in (*_EDGES.values(), "beside")}
        for item in range(1, len(self.items)):
            layers[_EDGES[self.end_weight(item)]].append(self._edge(item))
            if self.has_both(item):
                start = f"M{self.layout.x[item] + 4} {_n(self._bus(item) + 3)}"
                layers["beside"].append(f"{start}V{_n(self.layout.top(item))}")
        for name, paths in layers.items():
            for path in paths:
                yield f'<path class="{name}" d="{path}"/>'
                if name == "best":
                    yield f'<path class="best-inside" d="{path}"/>'
        for item in range(1, len(self.items)):
            yield from self._slash(item)
            if not self.items.is_elision(item):
                yield from self._beside(item, self.items.node(item))
        yield from self._aside()
        for item in range(len(self.items)):
            if self.items.is_card(item) and not self.items.is_end(item):
                yield from self._slab(item)

    def _bus(self, item: int) -> float:
        """Return the height of the bus above an item."""
        return self.layout.top(self.items.parent[item]) + CARD_HEIGHT + 16

    def _edge(self, item: int) -> str:
        parent, x = self.items.parent[item], self.layout.x
        bottom = self.layout.top(parent) + self.layout.height_of(parent)
        end = self.layout.top(item) - (14 if self._name(item) else 0)
        return f"M{x[parent]} {_n(bottom)}V{_n(self._bus(item))}H{x[item]}V{_n(end)}"

    def _name(self, item: int) -> str:
        """Return the name above a leaf; nothing elsewhere."""
        if self.items.is_elision(item) or self.items.is_card(item):
            return ""
        return leaf_name(self.tree, self.items.node(item))

    def _beside(self, item: int, node: int) -> Iterator[str]:
        """Yield a probability and a window, to the right of the edge above an item."""
        x = self.layout.x[item] + BESIDE
        y = self.layout.top(item) - (21 if self._name(item) else 7)
        probability = self.tree.probability(node)
        if probability is not None:
            text = written(probability)
            yield _text(x, y, text, "weight")
            x += text_width(text, SMALLEST) + BESIDE
        ends, answer = self.window_ends(node), self.answer(item)
        if answer is not None and answer.window:
            alpha, beta = answer.window
            yield _text(self.layout.x[item] - BESIDE, y, alpha, "window end max-text")
            yield _text(x, y, beta, "window min-text")
            yield from _mark(x + text_width(f"{beta} ", SMALL), y, answer.window_mark)
        elif not self.options.windows or not self.items.is_card(item):
            return
        elif self.options.blank and self.record.has_windows:
            reach = self.layout.x[item] - BESIDE - 20, x
            yield from (f'<path class="write" d="M{_n(start)} {_n(y)}h20"/>' for start in reach)
        elif ends is not None:
            (alpha, low), (beta, high) = ends
            yield _text(self.layout.x[item] - BESIDE, y, alpha, f"window end {_END_CLASSES[low]}")
            yield _text(x, y, beta, f"window {_END_CLASSES[high]}")

    def _aside(self) -> Iterator[str]:
        """Yield what a person has written about the whole tree, beside the root."""
        answer, x = self.answer(0), self.layout.x[0] + self.layout.box[0] / 2 + BESIDE
        for line, (text, mark) in enumerate(() if answer is None else answer.aside):
            y = 12 + 15 * line
            yield from _mark(x, y, mark)
            yield _text(x + text_width("↳ ", SMALL) * bool(mark), y, text, "soft small")

    def _slash(self, item: int) -> Iterator[str]:
        """Yield the slash on a person's paper, or the quiet one that is missing, and its mark."""
        answer = self.answer(item)
        if answer is None or not (answer.crossed or answer.cut_mark):
            return
        x, y = self.layout.x[item], self._bus(item) + 12
        shade = _VERDICTS.get(answer.cut_mark, "") if answer.crossed else "missing"
        yield f'<path class="slash {shade}" d="M{_n(x - 6)} {_n(y + 6)}l12 -12"/>'
        yield from _mark(x + 8, y + 5, answer.cut_mark)

    def _slab(self, item: int) -> Iterator[str]:
        """Yield the slab on a node's bus where a cut-off has pruned the rest."""
        view = self.view(item)
        low, high = self.items.children(item)
        children = list(self.items.plies[self.items.ply[item] + 1][low:high])
        pruned = [child for child in children if self.is_pruned(child)]
        if not view.is_cut or not pruned:
            return
        x, y = self.layout.x, self._bus(children[0])
        live = [x[each] for each in (item, *children) if each not in pruned]
        is_left = max(x[each] for each in pruned) < max(live)
        is_now = self.snapshot.kind is StepKind.CUT and view.node == self.snapshot.node
        text = str(self.snapshot.test) if is_now else ""
        width = _AROUND + text_width(text, SMALL) if text else _CROSS
        yield from _cut_mark(min(live) - 3 - width if is_left else max(live) + 3, y, width, text)

    # -- nodes ---------------------------------------------------------------------------------

    def _item(self, item: int) -> Iterator[str]:
        node = self.items.node(item)
        if self.items.is_elision(item):
            y = self.layout.top(item) + LEAF_HEIGHT / 2 + 2
            shade = "skip" if self.is_pruned(item) else "soft"
            yield _text(self.layout.x[item], y, UNICODE.elided, f"{shade} leaf middle")
            return
        yield "<g>"
        if not self.options.blank:  # the label of a leaf tells whether another has its number
            yield f"<title>{escape(self._tooltip(node))}</title>"
        if self.items.is_card(item):
            yield from self._card(item, node)
        else:
            yield from self._leaf(item, node)
        if self.is_marked and node == self.snapshot.current:
            yield self._bars(item)
        yield "</g>"

    def _tooltip(self, node: int) -> str:
        entry = self.snapshot.view(node).entry
        text = f"{self.tree.labels.signed(node)} ({self.tree.labels.short_address(node)})"
        if entry is None:
            return text
        return f"{text}, entered with ({shown(entry[0])}, {shown(entry[1])})"

    def _leaf(self, item: int, node: int) -> Iterator[str]:
        x, top, width = self.layout.x[item], self.layout.top(item), self.layout.box[item]
        shade = self.shade(item)
        is_read = shade == "leaf"
        is_new = is_read and self.is_marked and node == self.news
        box = f"{shade}-card new" if is_new else f"{shade}-card"
        yield _box(x - width / 2, top, width, LEAF_HEIGHT, box)
        style = "news" if is_new else shade
        if shade == "skip" or self.is_crossed_out(node):
            style = "skip struck"
        size = "value" if is_read else "leaf"
        yield _text(x, top + 18.5, leaf_text(self.tree, node), f"{size} middle {style}")
        name = leaf_name(self.tree, node)
        if name:
            yield _text(x, top - 4.5, name, f"leaf-name middle {'soft' if is_read else shade}")

    def _card(self, item: int, node: int) -> Iterator[str]:
        x, top, width = self.layout.x[item], self.layout.top(item), self.layout.box[item]
        height, shade = CARD_HEIGHT, self.shade(item)
        yield _box(x - width / 2, top, width, height, f"card {shade}-card")
        if shade == "skip":
            yield self._hatch(x - width / 2, top + height / 2, width, height / 2)
        yield from self._label(item, node, self.player(node), shade)
        y = top + 38.5
        answer = self.answer(item)
        if answer is not None and answer.value:
            room = text_width(" ↳", LARGE) if answer.value_mark else 0.0
            left = x - (text_width(answer.value, LARGE) + room) / 2
            yield _text(left, y, answer.value, "value on-card")
            yield from _mark(left + text_width(f"{answer.value} ", LARGE), y, answer.value_mark)
        elif answer is not None:
            yield f'<path class="write" d="M{_n(x - width * 0.3)} {_n(y + 1)}h{_n(width * 0.6)}"/>'
        elif shade not in {"skip", "faint"}:
            yield from self._value(self.snapshot.view(node), x, y)

    def _value(self, view: NodeView, x: float, y: float) -> Iterator[str]:
        text = view.value
        if not text:
            return
        shade = "on-card" if view.sign == "v" else "done"
        if self.is_marked and view.node == self.news:
            width = text_width(text, LARGE) + 8
            box = f"M{_n(x - width / 2)} {_n(y - 15)}h{_n(width)}v20h{_n(-width)}z"
            yield f'<path class="new" d="{box}"/>'
            shade = "news"
        yield _text(x, y, text, f"value middle {shade}")

    def _label(self, item: int, node: int, player: Player, shade: str) -> Iterator[str]:
        text = label_text(self.tree, node)
        x, top = self.layout.x[item] - label_width(text) / 2, self.layout.top(item)
        yield _sign(player, x, top + 8, shade)
        x += SIGN_WIDTH + SIGN_GAP
        yield _text(x, top + 19, text, f"name {shade}-text")
        if shade == "skip":
            start, end = x - SIGN_WIDTH - SIGN_GAP, x + text_width(text, MEDIUM)
            yield f'<path class="strike" d="M{_n(start)} {_n(top + 14.5)}H{_n(end)}"/>'

    def _hatch(self, left: float, top: float, width: float, height: float) -> str:
        """Return strokes over the lower half of a pruned card."""
        low, rise = _n(top + height - 4), _n(8 - height)
        starts = range(2, int(width - 8), 8)
        strokes = "".join(f"M{_n(left + start)} {low}l8 {rise}" for start in starts)
        return f'<path class="strike" d="{strokes}"/>'

    def _bars(self, item: int) -> str:
        """Return the two bars between which the current node stands."""
        x, top, reach = self.layout.x[item], self.layout.top(item), self.layout.box[item] / 2
        height = self.layout.height_of(item)
        ends = (x - reach - 6, x + reach + 6)
        bars = "".join(f"M{_n(end)} {_n(top + 2)}v{_n(height - 4)}" for end in ends)
        return f'<path class="current-mark" d="{bars}"/>'


def _mark(x: float, y: float, mark: str) -> Iterator[str]:
    """Yield the mark beside what a person has written; nothing where there is none."""
    if mark:
        yield _text(x, y, mark, f"mark {_VERDICTS[mark]}")


def _cut_mark(x: float, y: float, width: float, text: str) -> Iterator[str]:
    """Yield a red slab with a cross, and the test of the cut-off behind it."""
    yield f'<path class="slab" d="M{_n(x)} {_n(y - 9)}h{_n(width)}v18h{_n(-width)}z"/>'
    left, top, reach = x + 4, y - 4.5, 9.0
    cross = f"M{_n(left)} {_n(top)}l{reach} {reach}M{_n(left + reach)} {_n(top)}l{-reach} {reach}"
    yield f'<path class="cross" d="{cross}"/>'
    if text:
        yield _text(x + 17, y + 4.5, text, "slab-text")


def _sign(player: Player, x: float, y: float, shade: str) -> str:
    """Return a player's triangle or circle."""
    if player is Player.MAX:
        return f'<path class="{shade}-fill" d="M{_n(x)} {_n(y + 12)}l6.5 -12l6.5 12z"/>'
    if player is Player.MIN:
        return f'<path class="{shade}-line" d="M{_n(x + 1)} {_n(y + 1)}h11l-5.5 10z"/>'
    return f'<circle class="{shade}-line" cx="{_n(x + 6.5)}" cy="{_n(y + 6)}" r="5.5"/>'


def _box(x: float, y: float, width: float, height: float, classes: str) -> str:
    place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
    return f'<rect class="{classes}" {place} rx="4"/>'


def _text(x: float, y: float, text: str, classes: str) -> str:
    return f'<text class="{classes}" x="{_n(x)}" y="{_n(y)}">{escape(text)}</text>'


def _n(number: float) -> str:
    """Return a coordinate with at most one decimal place."""
    return f"{number:.1f}".removesuffix(".0")


# -- colours ---------------------------------------------------------------------------------------

_COLOURS: Final = """
.paper { fill: $ground; }
.ink, .leaf, .on-card { fill: $strong; }
.soft, .weight { fill: $quiet; }
.faint, .faint-text, .faint-fill { fill: $ghost; }
.faint-line, .edge { stroke: $ghost; }
.skip, .skip-text, .skip-fill { fill: $pruned; }
.skip-line, .dotted, .strike { stroke: $pruned; }
.max-text, .max-fill { fill: $max; }
.max-line, .alpha { stroke: $max; }
.min-text, .min-fill { fill: $min; }
.min-line, .beta, .beside { stroke: $min; }
.chance-text, .chance-fill { fill: $text; }
.chance-line { stroke: $text; }
.max-card { fill: $max_card; }
.min-card { fill: $min_card; }
.chance-card { fill: $current; }
.skip-card { fill: $pruned_surface; }
.done { fill: $decided; }
.new { fill: $news; }
.news { fill: $on_news; }
.path, .current-mark, .write { stroke: $strong; }
.best { stroke: $decided; }
.best-inside { stroke: $ground; }
.slab { fill: $cut_surface; }
.cross { stroke: $on_cut; }
.slab-text { fill: $on_cut; }
.slash { stroke: $strong; }
.right { fill: $decided; }
.slash.right { stroke: $decided; }
.mistake { fill: $cut; }
.slash.mistake { stroke: $cut; }
.follows { fill: $min; }
.slash.follows { stroke: $min; }
.slash.missing { stroke: $ghost; }
""".strip()
_FIXED: Final = """
text { font-family: %s; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.title { font-size: 16px; font-weight: 600; }
.small { font-size: 12.5px; }
.name { font-size: 14px; font-weight: 600; }
.leaf { font-size: 16px; }
.value { font-size: 16px; font-weight: 600; }
.window { font-size: 12.5px; }
.weight, .leaf-name { font-size: 11.5px; }
.mark { font-size: 14px; font-weight: 700; }
.slash { stroke-width: 2.6; }
.slab-text { font-size: 12.5px; font-weight: 600; }
.struck { text-decoration: line-through; }
.edge, .path, .alpha, .beta, .beside, .dotted, .best, .best-inside { fill: none; }
.cross, .current-mark, .write, .strike { fill: none; }
.edge { stroke-width: 1.3; }
.path, .alpha, .beta { stroke-width: 3.4; }
.beside { stroke-width: 2; stroke-dasharray: 2 3; }
.carried { font-weight: 700; }
.dotted { stroke-width: 1.3; stroke-dasharray: 4 4; }
.best { stroke-width: 5.4; }
.best-inside { stroke-width: 2; }
.cross { stroke-width: 2.2; }
.current-mark { stroke-width: 4; }
.write { stroke-width: 1.2; stroke-dasharray: 0.1 4.6; stroke-linecap: round; }
.strike { stroke-width: 1.1; }
.min-line, .max-line, .chance-line, .faint-line, .skip-line { fill: none; stroke-width: 2; }
.leaf-card, .faint-card { fill: none; }
""".strip()


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of a figure.

    Args:
        theme: ``light`` or ``dark``; ``auto`` is light, and dark where the reader's browser or
            system prefers that.
    """
    sheet = f"{_scoped(_FIXED % FONTS)}\n{_coloured(DARK if theme == 'dark' else LIGHT)}"
    if theme == "auto":
        sheet += f"\n@media (prefers-color-scheme: dark) {{\n{_coloured(DARK)}\n}}"
    return sheet


def _coloured(palette: Colours) -> str:
    return _scoped(Template(_COLOURS).substitute(palette._asdict()))


def _scoped(rules: str) -> str:
    """Return rules that hold within figures only, so that one can stand in any page."""
    scoped = []
    for rule in rules.splitlines():
        selectors, brace, body = rule.partition(" {")
        names = ", ".join(f".{SCOPE} {name.strip()}" for name in selectors.split(","))
        scoped.append(f"{names}{brace}{body}")
    return "\n".join(scoped)
