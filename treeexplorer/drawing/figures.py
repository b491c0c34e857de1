"""What all figures share: what they show, where everything stands, and how wide a text is.

A card has room for whatever the search can find there, so that the figures of one search can be
laid over each other.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.drawing.cards import Weight, estimate_text, number_texts
from treeexplorer.drawing.items import Items, items_of
from treeexplorer.drawing.painter import Painter
from treeexplorer.drawing.styled_text import Look, Role
from treeexplorer.drawing.tidy import tidy
from treeexplorer.engine.record import Record, Status, StepKind
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.numbers import written
from treeexplorer.text import width
from treeexplorer.tree import CHANCE_ROLE, INNER, GameTree, Player, Window

Theme: TypeAlias = Literal["auto", "light", "dark"]

MEDIUM: Final = 14.0
LARGE: Final = 16.0
SMALL: Final = 12.5
SMALLEST_TEXT: Final = 11.5
LEAF_HEIGHT: Final = 26.0
CARD_HEIGHT: Final = 46.0
BESIDE: Final = 6.0
"""How far a window stands from its edge."""

_LONGEST_TEXT: Final = 150.0
_PADDING: Final = 20.0
_NARROWEST_CARD: Final = 56.0
_NARROWEST_LEAF: Final = 28.0
_BETWEEN: Final = 14
_DROP: Final = 62.0
_LEAF_DROP: Final = 40.0
_LEAST_CUT: Final = 2  # children that a node with a slab has
_AROUND_TEST: Final = 26.0  # the cross of a slab, and what is around cross and test
_STATUSES: Final = {
    Status.UNSEEN: "unseen",
    Status.OPEN: "open",
    Status.CLOSED: "done",
    Status.SKIPPED: "pruned",
    Status.BEYOND: "pruned",
}
_EDGES: Final = {
    Weight.HEAVY: "path",
    Weight.BETA: "beta",
    Weight.ALPHA: "alpha",
    Weight.DOUBLE: "best",
}

_NUMBERS: Final = {Role.ALPHA_NUMBER: "gives-alpha", Role.BETA_NUMBER: "gives-beta"}


@dataclass(frozen=True)
class FigureOptions:
    """What a figure shows besides the tree and what was found."""

    title: str | None = None  # the heading; ``None`` for none
    caption: bool | None = (
        None  # whether the step's sentence stands below; ``None`` if one is shown
    )
    windows: bool = True  # whether the windows on entry stand on the edges
    paper: Mapping[int, WrittenAnswer] | None = None  # instead of what a search found
    blank: bool = False  # whether the tree is drawn to be worked by hand
    values: bool = True  # whether each node of a blank tree has a line for its value
    choice: bool = False  # whether the choice that a step's cut-off is stands beside the tree
    described: bool = True  # whether it says what it is to those who do not see it
    theme: Theme = "auto"  # the colours: light, dark, or whichever the reader's system prefers


@dataclass(frozen=True)
class FigureLayout:
    """The places of a figure's items, in pixels from the drawing's upper left corner."""

    items: Items
    x: array[int]  # the middle of each item
    box: array[int]  # the width of each item's card
    tops: tuple[float, ...]  # the top of each ply
    width: float
    height: float

    def top(self, item: int) -> float:
        """Return the top of an item's card."""
        return self.tops[self.items.ply[item]]

    def height_of(self, item: int) -> float:
        """Return the height of an item's card; leaves hang where the cards of their ply begin."""
        return CARD_HEIGHT if self.items.is_card(item) else LEAF_HEIGHT


class ItemState(NamedTuple):
    """What a node looks like at a step."""

    kind: str  # whose card it is, or ``leaf``, or ``dots``
    status: str  # ``unseen``, ``open``, ``done`` or ``pruned``
    marks: tuple[str, ...]  # what else: ``path``, ``alpha``, ``beta``, ``best``, ``now``, ``news``
    value: str = ""  # the number on its card
    window: Window | None = None  # the window on its edge

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes of its group: ``max open path now``."""
        return self.kind, self.status, *self.marks


def leaf_text(tree: GameTree, node: int) -> str:
    """Return a leaf's number, or the word of an unknown."""
    return fitted_text(tree.labels.value_text(node), LARGE, _LONGEST_TEXT)


def leaf_name(tree: GameTree, node: int) -> str:
    """Return a leaf's name; nothing where it has none."""
    return fitted_text(tree.names.get(node, ""), SMALLEST_TEXT, _LONGEST_TEXT)


def label_text(tree: GameTree, node: int, *, on_paper: bool) -> str:
    """Return the player's sign and the label on a card; on paper, with the estimate."""
    player = tree.player(node)
    if player is None:
        player = Player.MAX
    label = f"{player.sign} {fitted_text(tree.labels.label(node), MEDIUM, _LONGEST_TEXT)}"
    if not on_paper:
        return label
    return label + fitted_text(estimate_text(tree, node), MEDIUM, _LONGEST_TEXT)


class FigurePainter(Painter):
    """What a figure shows of a search; a worksheet is one on which nothing has been written.

    Without a step it is the end of the search, without mark and sentence.

    Raises:
        IndexError: There is no such step.
    """

    def __init__(
        self,
        record: Record,
        step: int | None,
        options: FigureOptions,
        items: Items | None = None,
    ) -> None:
        number = record.steps if step is None else record.step(step).number
        look = Look(answers={} if options.blank else options.paper)
        shown_step = snapshot(record, 0 if look.answers is not None else number)
        if items is None:
            items = items_of(record.tree)
        super().__init__(items, shown_step, look)
        self.record = record
        self.options = options
        is_step = step is not None and look.answers is None
        self.has_caption = is_step if options.caption is None else options.caption
        self.is_marked = is_step and number > 0

    def state(self, item: int) -> ItemState:
        """Return what an item looks like."""
        node = self.items.node(item)
        is_card = self.items.is_card(item)
        status = _STATUSES[self.status(item)]
        marks = []
        if item and (edge := _EDGES.get(self.end_weight(item))):
            marks.append(edge)
        if self.has_both(item):
            marks.append("beta")
        answer = self.answer(item)
        if answer is not None and answer.crossed:
            marks.append("crossed")
        if self.items.is_elision(item):
            return ItemState("dots", status, tuple(marks))
        if self.is_crossed_out(node):
            marks.append("struck")
        if self.is_marked and node == self.snapshot.current:
            marks.append("now")
        if self.is_marked and node == self.news:
            marks.append("news")
        if self.is_marked and node in self.numbers_of_test:
            marks.append(_NUMBERS[self.numbers_of_test[node]])
        kind = self.player(node).value if is_card else "leaf"
        if not is_card or answer is not None or status not in {"open", "done"}:
            return ItemState(kind, status, tuple(marks))
        window = self.view(item).entry if item and self.options.windows else None
        value = self.view(item).value
        return ItemState(kind, status, tuple(marks), value, window)

    def pruned_children(self, item: int) -> list[int]:
        """Return the children of an item that are pruned, the one beside the cut-off first."""
        children = self.items.children(item)
        pruned = [child for child in children if self.is_pruned(child)]
        if pruned and pruned[-1] < max(children):  # the children were taken from the right
            pruned.reverse()
        return pruned

    def test_at(self, item: int) -> str:
        """Return the test of the cut-off that this step makes at an item; empty elsewhere."""
        is_cut = self.snapshot.kind is StepKind.CUT and self.look.answers is None
        if not is_cut or self.items.node(item) != self.snapshot.node:
            return ""
        return str(self.snapshot.test)


def lay_out_figure(record: Record, options: FigureOptions | None = None) -> FigureLayout:
    """Return the layout of a figure, in time linear in the tree.

    One thought: every width is known before anything is placed, and each needs the one before it.
    """
    if options is None:
        options = FigureOptions()
    tree = record.tree
    items = items_of(record.tree)
    number = max((text_width(text, 1) for text in number_texts(tree)), default=0.0)
    paper = options.paper
    widths = (_width(items, item, number, options) for item in range(len(items)))
    box = array("i", [2 * round(each / 2) for each in widths])
    left = array("i", [each // 2 for each in box])
    reach = array("i", [each // 2 - 1 for each in box])
    window = 0.0
    if paper is not None:
        windows = (answer.window for answer in paper.values() if answer.window)
        ends = [end for window in windows for end in window]
        widest = max((text_width(end, 1) for end in ends), default=0.0)
        window = BESIDE + SMALL * (widest + text_width(" ↳", 1))
    elif options.windows and record.has_windows:
        window = BESIDE + SMALL * max(number, text_width("+∞", 1))
    for item in range(1, len(items)):
        answer = None if paper is None else paper.get(items.node(item))
        has_window = items.is_card(item) or (answer is not None and bool(answer.window))
        before = after = window if has_window else 0.0
        weight = None if items.is_elision(item) else tree.probability(items.node(item))
        if weight is not None:
            after += BESIDE + text_width(written(weight), SMALLEST_TEXT)
        left[item] = round(max(left[item], before))
        reach[item] = round(max(reach[item], after))
    about_the_tree = paper[0].aside if paper is not None and 0 in paper else ()
    aside = max((text_width(f"{text} ↳", SMALL) for text, _ in about_the_tree), default=0)
    reach[0] = round(reach[0] + aside + 2 * BESIDE)
    x = tidy(items.parent, left, [each + _BETWEEN for each in reach])
    before, after = _around_slabs(record, x, items, number, options)
    leftmost = min(before, *(at - each for at, each in zip(x, left, strict=True)))
    rightmost = max(after, *(at + each + 1 for at, each in zip(x, reach, strict=True)))
    x = array("i", [at - leftmost for at in x])
    tops = [0.0]
    height = 0.0
    for row, members in enumerate(items.plies):
        has_cards = any(map(items.is_card, members))
        if row:
            weights = map(tree.probability, map(items.node, members))
            has_weights = any(weight is not None for weight in weights)
            drop = _DROP if has_weights or has_cards else _LEAF_DROP
            tops.append(tops[-1] + CARD_HEIGHT + drop)
        # the name of a leaf stands below it
        is_tall = has_cards or any(items.codes[each] in tree.names for each in members)
        height = max(height, tops[row] + (CARD_HEIGHT if is_tall else LEAF_HEIGHT))
    return FigureLayout(items, x, box, tuple(tops), rightmost - leftmost, height)


def _around_slabs(
    record: Record, x: Sequence[int], items: Items, number: float, options: FigureOptions
) -> tuple[int, int]:
    """Return from where to where slabs may reach, whatever the search cuts.

    A slab stands behind what was read last, or behind the parent's middle. It may cover the edges
    of what is pruned and of what comes after that, so only the drawing needs room for it.
    """
    if not record.has_windows or options.blank:
        return 0, 0
    slab = round(_AROUND_TEST + SMALL * (2 * number + text_width(" ≥ ", 1)))
    before = 0
    after = 0
    for item in range(len(items)):
        children = items.children(item)
        if len(children) < _LEAST_CUT:
            continue
        if record.rules.right_to_left:
            before = min(before, min(x[item], x[children[1]]) - slab)
        else:
            after = max(after, max(x[item], x[children[-2]]) + slab)
    return before, after


def _width(items: Items, item: int, number: float, options: FigureOptions) -> float:
    tree = items.tree
    node = items.node(item)
    if items.is_elision(item):
        return _NARROWEST_LEAF
    if tree.kind[node] != INNER:
        name = text_width(leaf_name(tree, node), SMALLEST_TEXT)
        text = text_width(leaf_text(tree, node), LARGE)
        return max(_NARROWEST_LEAF, text + 10, name + 4)
    sign = "mean " if tree.roles[node] == CHANCE_ROLE else "≥ "
    widest = LARGE * max(text_width("v −∞", 1), number + text_width(sign, 1))
    paper = options.paper
    if paper is not None and node in paper:
        widest = max(widest, text_width(f"{paper[node].value} ↳", LARGE))
    label = label_text(tree, node, on_paper=options.blank or paper is not None)
    return max(_NARROWEST_CARD, _PADDING + max(text_width(label, MEDIUM), widest))


# -- lettering -------------------------------------------------------------------------------------

# Upper bounds of the widths in DejaVu Sans, Liberation Sans (as wide as Helvetica and Arial) and
# Noto Sans, in bold type or not, in thousandths of the type size, so that nothing is clipped
# whichever font a reader has.
_LETTERS: Final = {
    400: " ,.Iijl'’‘·:;",
    560: '-!()[]`"*/J\\_frt|',
    700: "$0123456789?EFLTaceéksovxyzα“”╳",
    780: "ABCKPRSVXYZbdghnpqu{}β▽",
    880: "#&+<=>DGHNOQU^~−≥≤∞×⊞✓✗↳○",
    1120: "%@MWmw…▲",
}
_WIDTHS: Final = {letter: width for width, letters in _LETTERS.items() for letter in letters}
_OTHERS: Final = 0, 760, 1000  # by the cells that they take in a terminal


def text_width(text: str, size: float) -> float:
    """Return how wide a text is at most, in the units of its type size."""
    return sum(map(_letter_width, text)) * size / 1000


def _letter_width(letter: str) -> int:
    """Return how wide a letter is at most, in thousandths of its type size."""
    if letter in _WIDTHS:
        return _WIDTHS[letter]
    return _OTHERS[width(letter)]


def fitted_text(text: str, size: float, room: float) -> str:
    """Return a text cut to a width, ending in ``…`` where something is lost."""
    if text_width(text, size) <= room:
        return text
    widths = (text_width(letter, size) for letter in text)
    ends = accumulate(widths, initial=text_width("…", size))
    return text[: max(0, sum(end <= room for end in ends) - 1)] + "…"


def wrapped_text(text: str, size: float, room: float) -> list[str]:
    """Return a text broken into lines of a width; a word that is wider than a line is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > room:
            lines.append(line)
            longer = word
        line = fitted_text(longer, size, room)
    return [*lines, line] if line else lines
