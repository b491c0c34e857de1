"""Unknown leaves: for which values of one of them what is cut, on a number line; the others set."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.engine import search
from treeexplorer.exercises.unknowns import (
    Linear,
    Piece,
    solve_for,
    spoken,
    unknowns_of,
)
from treeexplorer.explain.judged import in_words
from treeexplorer.explain.snapshot import Snapshot, snapshot
from treeexplorer.numbers import shown
from treeexplorer.terminal.keys import STEP, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    columns,
    fitted,
    indent,
    line,
    sentence,
)
from treeexplorer.terminal.messages import ask_for_value
from treeexplorer.terminal.panels.preview import tree
from treeexplorer.terminal.panels.track import Track
from treeexplorer.terminal.screens.base import UpperScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words
from treeexplorer.terminal.widgets.slider import Slider
from treeexplorer.tree import Number

_INFINITY = float("inf")


class Unknowns(UpperScreen):
    """Moves an unknown along the number line and shows what the search does for each value.

    Args:
        view: What is looked at.

    Raises:
        ValueError: The tree has no unknown leaf, or there is no answer.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("right", "move(1)", "larger", "Give the unknown a larger value", "unknown_larger"),
        key("left", "move(-1)", "smaller", "Give the unknown a smaller value", "unknown_smaller"),
        key("c,down,space", "turn(1)", "next change", "Go to the next stretch", "unknown_next"),
        key("C,up,backspace", "turn(-1)", "change before", "Go to the stretch before",
            "unknown_before"),
        key("x", "type", "type a value", "Type a value", "unknown_type"),
        key("tab", "other", "other unknown", "Move another unknown", "unknown_other"),
        key("enter", "use", "use it", "Go back to the tree with this value", "unknown_use"),
        key("escape,q", "leave", "back", "Go back to the tree", "unknown_leave"),
        more(STEP, "home", "end(0)", "Go to the first stretch", "unknown_first"),
        more(STEP, "end", "end(1)", "Go to the last stretch", "unknown_last"),
    ]  # fmt: skip
    MODE = "UNKNOWNS"
    DEFAULT_CSS = "Unknowns Slider { height: 2; }"

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view: View = view
        self.unsolved = view.exercises[view.index].tree
        self.leaves = unknowns_of(self.unsolved)
        if not self.leaves:
            raise ValueError("This tree has no unknown leaf; write x for a number to have one.")
        given = view.bookmark.values
        self.values: dict[str, Number] = {
            word: given.get(nodes[0], 0) for word, nodes in self.leaves.items()
        }
        self.word = next(iter(self.leaves))
        self._solve()

    # -- the answer ----------------------------------------------------------------------------

    @property
    def x(self) -> Number:
        """The value of the unknown that is moved."""
        return self.values[self.word]

    def _solve(self) -> None:
        """Find the answer for every value of the unknown that is moved, the others set."""
        fixed = {
            node: self.values[word]
            for word, nodes in self.leaves.items()
            if word != self.word
            for node in nodes
        }
        self.answer = solve_for(self.unsolved.with_values(fixed), self.view.rules, self.word)
        self._search()

    def _search(self) -> None:
        self.record = search(self.answer.tree_at(self.x), self.view.rules)

    @property
    def piece(self) -> Piece:
        """The stretch of the answer in which the value is."""
        return self.answer.at(self.x)

    @property
    def marks(self) -> list[Number]:
        """The places at which the answer changes, ascending."""
        ends = {one.stretch.low for one in self.answer.pieces}
        return sorted(end for end in ends if abs(end) != _INFINITY)

    @property
    def span(self) -> tuple[Fraction, Fraction]:
        """The ends of the number line; a value beyond them moves them, no other does."""
        marks = [Fraction(mark) for mark in self.marks] or [Fraction(0)]
        margin = max(Fraction(5), (marks[-1] - marks[0]) / 8)
        ends = [marks[0] - margin, marks[-1] + margin]
        if abs(self.x) != _INFINITY:
            ends.append(Fraction(self.x))
        return min(ends), max(ends)

    # -- what is on the screen -----------------------------------------------------------------

    def parts(self) -> ComposeResult:
        """Yield the drawing, the answer beside it, and the number line."""
        with Horizontal():
            yield LineView(lambda width, height: tree(self._end, width, height))
            yield LineView(self._side, surface="panel", classes="-beside")
        yield OneLine(self._bar)
        yield Words(self._words)
        yield Slider(self._tracks)

    @property
    def _end(self) -> Snapshot:
        return snapshot(self.record, self.record.steps)

    def _side(self, width: int, height: int) -> list[TextLine]:
        word, room = self._called(self.word), width - 4
        lines: list[TextLine] = [BLANK]
        for other, value in self.values.items():
            is_moved = other == self.word
            cells = (
                line((self._called(other), "bold strong" if is_moved else "text")),
                line((f"= {shown(value)}", "bold strong" if is_moved else "text")),
                line(("moved" if is_moved else "set", "quiet")),
            )
            lines.append(_row(cells, (0, 8, 18), room, is_here=is_moved))
        lines += [BLANK, line(("FOR WHICH VALUES", "bold quiet"))]
        for piece in self.answer.pieces:
            root, best = piece.value, piece.best
            worth = "depends"
            if not isinstance(root, Linear):
                worth = shown(root)
            elif root.is_x:
                worth = word
            cells = (
                line((in_words(piece.stretch, word), "text")),
                line((worth, "decided")),
                BLANK if best is None else sentence(self._signed(best)),
            )
            lines.append(_row(cells, (0, 16, 24), room, is_here=piece is self.piece))
        lines += [BLANK, line(("CUT OFF FOR", "bold quiet"))]
        for node in self.answer.ever_cut:
            words = " or ".join(in_words(one, word) for one in self.answer.cut_for(node))
            lines.append(columns([sentence(self._signed(node)), line((words, "text"))], [0, 10]))
        if not self.answer.ever_cut:
            lines.append(line(("nothing is ever cut off", "quiet")))
        return indent(lines[:height], 2)

    def _called(self, word: str) -> str:
        return spoken(self.unsolved, word)

    def _signed(self, node: int) -> str:
        tree = self.answer.tree  # where the unknown has its word, whatever its value is now
        return tree.labels.text(node) if tree.is_leaf(node) else self._end.signed(node)

    def _bar(self, width: int) -> TextLine:
        word, piece = self._called(self.word), self.piece
        left = line((f" {word} = {shown(self.x)}", "bold strong"))
        value = shown(piece.value_at(self.x))
        words = f"root returns {value} · {piece.evaluated} leaves read "
        stretch = f"the same for {in_words(piece.stretch, word)}   "
        return beside(left, line((stretch, "quiet"), (words, "bold strong")), width, "question")

    def _words(self) -> list[TextLine]:
        cut = ", ".join(map(self._signed, self.piece.cut))
        said = f"Cut off here: {cut}." if cut else "Nothing is cut off here."
        texts = [sentence(self.message, "bold news_text")] if self.message else []
        return [*texts, sentence(said)]

    def _tracks(self) -> list[Track]:
        return [
            Track(self.x, *self.span, self.marks, numbers=True,
                  before=line((" −∞  ", "quiet")), after=line(("  +∞ ", "quiet")))
        ]  # fmt: skip

    # -- doing things --------------------------------------------------------------------------

    def move_to(self, x: Number) -> None:
        """Give the unknown another value."""
        self.values[self.word] = x
        self._search()
        self.say("")

    def action_move(self, by: int) -> None:
        """Give the unknown a larger or a smaller value."""
        low, high = self.span
        pace = Fraction(1) if high - low <= 80 else Fraction(round((high - low) / 60))
        start = Fraction(0) if abs(self.x) == _INFINITY else Fraction(self.x)
        self.move_to(plain(start + by * pace))

    def action_turn(self, by: int) -> None:
        """Go to the next stretch, or to the one before."""
        pieces = list(self.answer.pieces)
        at = pieces.index(self.piece) + by
        if 0 <= at < len(pieces):
            self.move_to(inside(pieces[at]))
        else:
            self.say("There is no further stretch on that side.")

    def action_end(self, end: int) -> None:
        """Go to the first stretch, or to the last one."""
        self.move_to(inside(self.answer.pieces[-1 if end else 0]))

    def action_other(self) -> None:
        """Move another unknown; the one before stays where it is."""
        words = list(self.leaves)
        self.word = words[(words.index(self.word) + 1) % len(words)]
        self._solve()
        self.say(f"{self._called(self.word)} is the only unknown." if len(words) == 1 else "")

    def action_type(self) -> None:
        """Ask for a value."""
        self.post_message(ask_for_value(self._called(self.word), self.move_to))

    def on_slider_moved(self, event: Slider.Moved) -> None:
        """Give the unknown the value that was clicked."""
        event.stop()
        low, high = self.span
        halves = high - low < self.size.width // 2
        place = Fraction(round(event.place * 2), 2) if halves else Fraction(round(event.place))
        self.move_to(plain(place))

    def action_use(self) -> None:
        """Go back to the tree with these values."""
        for word, nodes in self.leaves.items():
            self.view.give_value(nodes[0], self.values[word])
        self.dismiss()


def _row(
    cells: Sequence[TextLine], starts: Sequence[int], width: int, *, is_here: bool
) -> TextLine:
    text = columns(cells, starts)
    return fitted(text, width, "current") if is_here else text


def plain(number: Fraction) -> Number:
    """Return a fraction as an integer or a decimal, as somebody would type it."""
    return int(number) if number.denominator == 1 else float(number)


def inside(piece: Piece) -> Number:
    """Return a value in the middle of a stretch, a whole one if there is one."""
    low, high = piece.stretch.low, piece.stretch.high
    if abs(low) == abs(high) == _INFINITY:
        return 0
    low = high - 2 if low == -_INFINITY else low
    high = low + 2 if high == _INFINITY else high
    middle = (Fraction(low) + Fraction(high)) / 2
    whole = plain(Fraction(round(middle)))
    return whole if whole in piece.stretch else plain(middle)
