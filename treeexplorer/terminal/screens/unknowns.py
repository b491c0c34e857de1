"""Unknown leaves: for which values of one of them what is cut, on a number line; the others set."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.runs import Look
from treeexplorer.engine import Record, search
from treeexplorer.exercises.unknowns import (
    Piece,
    UnknownAnswer,
    solve_for,
    spoken,
    unknowns_of,
)
from treeexplorer.explain import snapshot
from treeexplorer.numbers import shown, typed_number
from treeexplorer.terminal.keys import ASK, STEP, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    columns,
    fitted,
    line,
    paragraph,
    sentence,
)
from treeexplorer.terminal.messages import OpenScreen
from treeexplorer.terminal.panels.heading import heading
from treeexplorer.terminal.panels.track import Track
from treeexplorer.terminal.panels.tree import tree
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.footer import Hints
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.terminal.widgets.slider import Slider
from treeexplorer.tree import Number

_LEAST_SIDE = 76
_INFINITY = float("inf")


class Unknowns(BaseScreen[None]):
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
        more(ASK, "ctrl+c", "leave", "Go back to the tree", "unknown_away"),
    ]  # fmt: skip
    DEFAULT_CSS = """
    Unknowns #unknowns-heading, Unknowns #unknowns-bar { height: 1; }
    Unknowns #unknowns-body { height: 1fr; }
    Unknowns #unknowns-tree { width: 1fr; height: 1fr; }
    Unknowns #unknowns-side { width: 38%; max-width: 60; height: 1fr; }
    Unknowns #unknowns-words { height: 2; }
    Unknowns #unknowns-line { height: 2; }
    """

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view
        self.unsolved = view.exercises[view.index].tree
        self.leaves = unknowns_of(self.unsolved)
        if not self.leaves:
            raise ValueError("This tree has no unknown leaf; write x for a number to have one.")
        given = view.bookmark.values
        self.values: dict[str, Number] = {
            word: given.get(nodes[0], 0) for word, nodes in self.leaves.items()
        }
        self.word = next(iter(self.leaves))
        self.message = ""
        self.answer: UnknownAnswer
        self.record: Record
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
        pieces = self.answer.pieces
        return next(
            (one for one in pieces if self.x in one.stretch), pieces[-1 if self.x > 0 else 0]
        )

    @property
    def marks(self) -> list[Number]:
        """The places at which the answer changes, ascending."""
        ends = {one.stretch.low for one in self.answer.pieces}
        return sorted(end for end in ends if abs(end) != _INFINITY)

    @property
    def span(self) -> tuple[Fraction, Fraction]:
        """The ends of the number line, with all marks and the value between them."""
        finite = [Fraction(mark) for mark in self.marks]
        if abs(self.x) != _INFINITY:
            finite.append(Fraction(self.x))
        low, high = min(finite, default=Fraction(0)), max(finite, default=Fraction(0))
        margin = max(Fraction(2), (high - low) / 8)
        return low - margin, high + margin

    # -- what is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build the screen from top to bottom."""
        yield LineView(self._heading, surface="panel", id="unknowns-heading")
        with Horizontal(id="unknowns-body"):
            yield LineView(self._tree, id="unknowns-tree")
            yield LineView(self._side, surface="panel", id="unknowns-side")
        yield LineView(self._bar, id="unknowns-bar")
        yield LineView(self._words, id="unknowns-words")
        yield Slider(self._tracks, id="unknowns-line")
        yield Hints()

    def on_resize(self, event: events.Resize) -> None:
        """Leave the table out where there is no room for it."""
        self.query_one("#unknowns-side").display = event.size.width >= _LEAST_SIDE

    def show(self) -> None:
        """Show the answer for the value as it is now."""
        for panel in self.query(LineView):
            panel.redraw()

    def _heading(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        return [heading(self.view, width, "UNKNOWNS")]

    def _tree(self, width: int, height: int) -> list[TextLine]:
        return tree(snapshot(self.record, self.record.steps), width, height, Look())

    def _side(self, width: int, height: int) -> list[TextLine]:
        word, room = self._called(self.word), width - 4
        lines: list[TextLine] = [BLANK]
        for other in self.leaves:
            style = "bold strong" if other == self.word else "text"
            mark = "moved" if other == self.word else "set"
            value = f"= {shown(self.values[other])}"
            cells = [(self._called(other), style), (value, style), (mark, "quiet")]
            row = columns([line(cell) for cell in cells], [0, 8, 18])
            lines.append(fitted(row, room, "current") if other == self.word else row)
        lines += [BLANK, line(("FOR WHICH VALUES", "bold quiet"))]
        for piece in self.answer.pieces:
            lines.append(self._piece_row(piece, word, room))
        lines += [BLANK, line(("CUT OFF FOR", "bold quiet"))]
        for node in self.answer.ever_cut:
            words = " or ".join(one.words(word) for one in self.answer.cut_for(node))
            name = sentence(self._signed(node))
            lines.append(columns([name, line((words, "text"))], [0, 10]))
        if not self.answer.ever_cut:
            lines.append(line(("nothing is ever cut off", "quiet")))
        return [((("  ", ""), *text) if text else BLANK) for text in lines[:height]]

    def _piece_row(self, piece: Piece, word: str, room: int) -> TextLine:
        value = piece.outcome.value
        worth = shown(value) if not hasattr(value, "is_x") else word if value.is_x else "depends"
        best = "" if piece.outcome.best is None else self._signed(piece.outcome.best)
        row = columns(
            [line((piece.stretch.words(word), "text")), line((worth, "decided")), sentence(best)],
            [0, 16, 24],
        )
        return fitted(row, room, "current") if piece is self.piece else row

    def _called(self, word: str) -> str:
        return spoken(self.unsolved, word)

    def _signed(self, node: int) -> str:
        return snapshot(self.record, 0).signed(node)

    def _bar(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        word, piece = self._called(self.word), self.piece
        left = line((f" {word} = {shown(self.x)}", "bold strong"))
        stretch = piece.stretch.words(word)
        value = shown(piece.outcome.value_at(self.x))
        words = f"root returns {value} · {piece.outcome.evaluated} leaves read "
        right = line((f"the same for {stretch}   ", "quiet"), (words, "bold strong"))
        return [beside(left, right, width, "min_card")]

    def _words(self, width: int, height: int) -> list[TextLine]:
        cut = [self._signed(node) for node in self.piece.outcome.cut]
        said = f"Cut off here: {', '.join(cut)}." if cut else "Nothing is cut off here."
        texts = [sentence(self.message, "bold news_text")] if self.message else []
        return [
            ((" ", ""), *text) for text in paragraph([*texts, sentence(said)], width - 2, height)
        ]

    def _tracks(self) -> list[Track]:
        low, high = self.span
        return [
            Track(at=self.x, low=low, high=high, marks=self.marks, numbers=True,
                  before=line((" −∞  ", "quiet")), after=line(("  +∞ ", "quiet")))
        ]  # fmt: skip

    # -- doing things --------------------------------------------------------------------------

    def move_to(self, x: Number) -> None:
        """Give the unknown another value."""
        self.values[self.word] = x
        self.message = ""
        self._search()
        self.show()

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
            self.message = "There is no further stretch on that side."
            self.show()

    def action_end(self, end: int) -> None:
        """Go to the first stretch, or to the last one."""
        self.move_to(inside(self.answer.pieces[-1 if end else 0]))

    def action_other(self) -> None:
        """Move another unknown; the one before stays where it is."""
        words = list(self.leaves)
        if len(words) == 1:
            self.message = f"{self._called(self.word)} is the only unknown."
        else:
            self.word = words[(words.index(self.word) + 1) % len(words)]
            self._solve()
        self.show()

    def action_type(self) -> None:
        """Ask for a value."""

        def attempt(text: str) -> tuple[bool, str]:
            try:
                return True, f"↵ sets {self._called(self.word)} to {shown(typed_number(text))}"
            except ValueError as error:
                return False, str(error)

        def then(text: str | None) -> None:
            if text is not None:
                self.move_to(typed_number(text))

        self.post_message(
            OpenScreen(
                "prompt",
                then=then,
                title=f"The value of {self._called(self.word)}",
                explanation="a number: 3, -0.5, inf",
                attempt=attempt,
            )
        )

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

    def action_leave(self) -> None:
        """Go back to the tree."""
        self.dismiss()


def plain(number: Fraction) -> Number:
    """Return a fraction as an integer or a decimal, as somebody would type it."""
    return int(number) if number.denominator == 1 else float(number)


def inside(piece: Piece) -> Number:
    """Return a value in the middle of a stretch, a whole one if there is one."""
    low, high = piece.stretch.low, piece.stretch.high
    if low == high:
        return low
    if low == -_INFINITY and high == _INFINITY:
        return 0
    if low == -_INFINITY:
        return plain(Fraction(high) - 1)
    if high == _INFINITY:
        return plain(Fraction(low) + 1)
    middle = (Fraction(low) + Fraction(high)) / 2
    whole = Fraction(round(middle))
    return plain(whole if plain(whole) in piece.stretch else middle)
