"""Try it: a leaf is turned, and what follows and what stands still is seen over its values.

At a cut-off these are the leaves that it pruned: the cut node follows them, whoever has the bound
does not. On any other leaf, and on unknown ones, the line is the root's value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from math import ceil, floor, inf, isinf
from typing import ClassVar, Final, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.runs import Look
from treeexplorer.engine import CutOff
from treeexplorer.engine.analysis import Sign
from treeexplorer.engine.intervals import Interval, minimax_intervals
from treeexplorer.explain.phrases import beyond_range, bound_words, nothing_beyond, undrawn
from treeexplorer.explain.sentence import Count, ItemList, Node, Phrase, Sentence
from treeexplorer.judging.unknowns import Piece, UnknownAnswer, in_words, solve_for
from treeexplorer.judging.what_if import leaves_pruned_for_good
from treeexplorer.numbers import shown, typed_number
from treeexplorer.terminal.keys import STEP, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    Cells,
    TextLine,
    at_columns,
    beside,
    indent,
    line,
    sentence,
)
from treeexplorer.terminal.panels.chart import joints
from treeexplorer.terminal.screens.base import UpperScreen, refuse_larger
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.canvas import Canvas
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words
from treeexplorer.text import as_sentence
from treeexplorer.tree import UNKNOWN, Number, Player

_PATIENCE_SECONDS: Final = 1.0
_TYPED: Final = frozenset("0123456789.-")
_MOST_TRIED: Final = 6
_LEAST_CHART: Final = 4
_HIGHEST_CHART: Final = 16
_MOST_PIECES: Final = 8


class TryIt(UpperScreen):
    """Lets one turn the pruned leaves of a cut-off; else the leaf looked at, or the unknown ones.

    Raises:
        ValueError: There is nothing to try, or the tree is too large.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("right", "move(1)", "larger", "Turn the leaf to a larger value", "try_larger"),
        key("left", "move(-1)", "smaller", "Turn the leaf to a smaller value", "try_smaller"),
        key("tab", "other", "other leaf", "Turn the next leaf", "try_other"),
        key("space", "read", "read it", "Read the pruned leaf instead", "try_read"),
        key("enter", "use", "use it", "Give the unknown leaf this value", "try_use"),
        key("escape,q,w", "leave", "back", "Go back to the tree", "try_leave"),
        more(STEP, "backspace", "rub_out", "Take back what was typed last", "try_rub_out"),
    ]
    MODE = "TRY IT"
    typed: str
    """What has been typed of a value."""

    def __init__(self, view: View) -> None:
        super().__init__()
        refuse_larger(view, "try it")
        self.explored = view
        self.view: View = view.twin()
        self.given = tree = view.tree
        self.cut = view.snapshot.cut
        looks_at_leaf = view.has_cursor and tree.is_leaf(view.cursor)
        if self.cut is not None and not looks_at_leaf:
            pruned = leaves_pruned_for_good(view.record, self.cut)
            self.leaves = [leaf for leaf in pruned if tree.is_leaf(leaf)]
        else:
            self.cut = None
            self.given = view.exercises[view.index].tree
            turned = sorted(self.given.unknowns)
            if looks_at_leaf:
                turned.insert(0, view.cursor)
            self.leaves = list(dict.fromkeys(min(view.namesakes(leaf)) for leaf in turned))
        if not self.leaves:
            raise ValueError(
                "There is no leaf to turn here: go to a cut-off that prunes one, or look at a "
                "leaf with i."
            )
        self.leaf = self.leaves[0]
        self.followed = 0 if self.cut is None else self.cut.node  # drawn over the leaf's value
        self.values: dict[int, Number] = {}
        for leaf in self.leaves:
            value = tree.leaf_value(leaf)
            if value is None and self.cut is None:
                value = self._within_range(0)  # one that is not turned has a value, too
            if value is not None:
                self.values |= dict.fromkeys(view.namesakes(leaf), value)
        self.view.bookmark.values |= self.values
        self.tried: list[Number] = []
        self.typed = ""
        self.is_read = False
        self.answer: UnknownAnswer | None = None
        self._begin()

    @property
    def x(self) -> Number:
        """The value of the leaf that is turned."""
        return self.values.get(self.leaf, self._within_range(0))

    def _within_range(self, x: Number) -> Number:
        """Return a number, or the end of the known range beyond which it lies."""
        lowest, highest = self.view.rules.known_range
        return max(lowest, min(x, highest))

    @property
    def piece(self) -> Piece | None:
        """The stretch of the answer in which the value is."""
        return None if self.answer is None else self.answer.at(self.x)

    def _begin(self) -> None:
        """Begin to turn a leaf: find the answer for every value of it, the others standing."""
        if self.cut is None:
            tree = self.given
            same = self.explored.namesakes(self.leaf)
            kind = bytearray(tree.kind)
            for node in same:
                kind[node] = UNKNOWN
            unknowns = {**tree.unknowns, **dict.fromkeys(same, "x")}
            tree = replace(tree, kind=bytes(kind), unknowns=unknowns)
            others = {node: value for node, value in self.values.items() if node not in same}
            self.answer = solve_for(tree.with_values(others), self.view.rules, "x")
        self.typed = ""
        self.tried = []
        self._turn_to(self.x)

    def _turn_to(self, x: Number) -> None:
        self.values |= dict.fromkeys(self.explored.namesakes(self.leaf), x)
        self.view.give_value(self.leaf, x)
        self.view.search_on(_PATIENCE_SECONDS)
        self.view.go_to(self.explored.step if self.cut is not None else self.view.steps)
        self.view.point_at(self.leaf)

    def worth_at(self, x: Number) -> Interval:
        """Return what is proven of the followed node's value where the leaf has some value."""
        here = dict.fromkeys(self.explored.namesakes(self.leaf), x)
        tree = self.given.with_values(self.values | here)
        rules = self.view.rules
        return minimax_intervals(tree, rules.depth, known=rules.known_range)[self.followed]

    def parts(self) -> ComposeResult:
        with Horizontal():
            yield Canvas(self.view)
            yield LineView(self._side, surface="panel", classes="-beside")
        yield OneLine(self._bar)
        yield Words(self._consequences)

    def give_room(self, width: int, height: int) -> None:
        super().give_room(width, height)
        self.query_one(Words).styles.height = 3 if height < 24 else 5

    def show(self) -> None:
        if self.cut is not None:
            self.view.look = Look(follows=(self.cut.node, *_with_sign(self.worth_at(self.x))))
        super().show()

    def _side(self, width: int, height: int) -> list[TextLine]:
        lines = [BLANK]
        if self.answer is not None:
            lines += [*self._answer_lines(self.answer, width), BLANK]
        followed = sentence(Node(self.given, self.followed), "bold quiet")
        lines.append(line(*followed, (" OVER THE LEAF'S VALUE", "bold quiet")))
        lines += self._chart(width - 4, min(_HIGHEST_CHART, height - len(lines) - 1))
        return indent(lines[:height], 2)

    def _answer_lines(self, answer: UnknownAnswer, width: int) -> list[TextLine]:
        """Return for which values the root is worth what, and for which a branch is pruned."""
        name = self.given.unknowns.get(self.leaf)
        if not name:
            name = "leaf" if self.given.unknowns else "x"
        lines: list[TextLine] = [line(("FOR WHICH VALUES", "bold quiet"))]
        for piece in answer.pieces[:_MOST_PIECES]:
            style = "bold strong" if piece is self.piece else "text"
            values = line((in_words(piece.stretch, name), style))
            worth = line((piece.value_in_words(name), "decided"))
            lines.append(at_columns([values, worth], [0, width // 2 - 2]))
        cuts = [cut for cut in answer.cuts if not cut.is_elided]
        heading = line(("PRUNED FOR", "bold quiet"))
        if not cuts:
            heading = sentence(Sentence("Nothing is ever pruned"), "quiet")
        lines += [BLANK, heading]
        for node, _, stretches in cuts[:_MOST_PIECES]:
            intervals = " or ".join(in_words(stretch, name) for stretch in stretches)
            pruned = [sentence(Node(self.given, node)), line((intervals, "text"))]
            lines.append(at_columns(pruned, [0, 10]))
        return lines

    def _chart(self, width: int, height: int) -> list[TextLine]:
        """Return the followed value over the leaf's as a line; what stands still is a flat one."""
        room = width - 6
        if height < _LEAST_CHART or room < 8:
            return []
        places = self._places(room)
        follows = [_with_sign(self.worth_at(place))[1] for place in places]
        held = inf if self.cut is None else self.cut.bound
        finite = [value for value in (*follows, held) if not isinf(value)]
        if not finite:
            return []
        axes = _Axes(places, min(finite), max(finite), height - 3)
        below = Cells(room)
        labels = ((self.x, "bold strong"), (places[0], "quiet"), (places[-1], "quiet"))
        for value, style in labels:
            text = shown(value)
            below.put(axes.column_of(value) - len(text) // 2, text, style)
        return [*self._rows(axes, follows, held), line(" " * 6, *below.pieces())]

    def _places(self, room: int) -> list[int]:
        """Return the leaf's value at each column: a little beyond all that is known of it."""
        changes = [] if self.answer is None else [it.stretch.low for it in self.answer.pieces]
        finite = [end for end in (*self.view.span, *changes, self.x) if not isinf(end)]
        low = ceil(self._within_range(int(min(finite)) - 3))
        high = floor(self._within_range(int(max(finite)) + 3))
        return [low + round(Fraction(high - low, room - 1) * i) for i in range(room)]

    def _rows(self, axes: _Axes, follows: Sequence[Number], held: Number) -> list[TextLine]:
        """Return the rows of the chart: dots where the leaf stands, and both lines."""
        own = "min"
        other = "max"
        if self.given.player(self.followed) is Player.MAX:
            own = "max"
            other = "min"
        rows = [Cells(len(axes.places)) for _ in range(axes.last + 1)]
        names = {0: (shown(axes.top), "quiet"), axes.last: (shown(axes.bottom), "quiet")}
        here = axes.column_of(self.x)
        for value, style, dot in ((follows[here], own, "strong"), (held, other, other)):
            row = axes.row_of(value)
            if row is not None:
                names[row] = shown(value), f"bold {style}"
                rows[row].put(here, "●", f"bold {dot}", gap=0)
        still = axes.row_of(held)
        if still is not None:
            for column in range(len(axes.places)):
                rows[still].put(column, "━", other, gap=0)
        for column, row, sign in joints(list(map(axes.row_of, follows))):
            rows[row].put(column, sign, own, gap=0)
        lines: list[TextLine] = []
        for number, cells in enumerate(rows):
            name, style = names.get(number, ("", ""))
            lines.append(line((name.rjust(4), style), (" ┤", "quiet"), *cells.pieces()))
        return lines

    def _bar(self, width: int) -> TextLine:
        word = self.given.unknowns.get(self.leaf)
        piece = self.piece
        leaf = Phrase("The leaf {word}is {value}", word=f"{word} " if word else None, value=self.x)
        if self.cut is not None:
            given = self.given.leaf_value(self.leaf)
            before = None if given in {None, self.x} else Phrase("; it was {value}", value=given)
            leaf = Phrase("The pruned leaf is {value}{before}", value=self.x, before=before)
        left = ((" ", ""), *sentence(leaf, "bold strong"))
        right = BLANK
        if piece is not None:
            read = Phrase("{count} read", count=Count(piece.evaluated, "leaf", "leaves"))
            right = line(*sentence(read), " ")
        return beside(left, right, width, "question")

    def _consequences(self) -> list[TextLine]:
        if self.message:
            return [line((self.message, "bold news_text"))]
        if self.cut is not None:
            return self._after_cut(self.cut)
        if self.piece is not None:
            return [self._of_piece(self.piece)]
        return []

    def _of_piece(self, piece: Piece) -> TextLine:
        """Return what the root returns where the leaf has its value, and what is pruned."""
        value = piece.value_at(self.x)
        root = Sentence("{node} returns {value}", node=Node(self.given, 0), value=value)
        branches: list[Node | Phrase | str] = []
        for node, is_elided in piece.pruned:
            branches.append(undrawn(self.given, node) if is_elided else Node(self.given, node))
        if not branches:
            branches.append("nothing")
        pruned = Sentence("{pruned}: {branches}", branches=ItemList(tuple(branches)))
        return line(*sentence(root, "strong"), " ", *sentence(pruned))

    def _after_cut(self, cut: CutOff) -> list[TextLine]:
        """Return what follows of the pruned leaf's value, what stands still, what was tried."""
        remarks = [*self._of_cut_node(cut), *self._of_bound(cut)]
        lines = [line(*chain.from_iterable((*sentence(text), (" ", "")) for text in remarks))]
        if self.is_read:
            read = Sentence("One more leaf is read, and nothing is gained")
            lines.append(sentence(read, "bold strong"))
        if self.tried:
            numbers = " ".join(map(shown, self.tried))
            kept = " ".join([shown(cut.bound)] * len(self.tried))
            lines.append(line(("tried: ", "quiet"), numbers, ("    the bound: ", "quiet"), kept))
        return lines

    def _of_cut_node(self, cut: CutOff) -> list[Sentence]:
        """Return what the node of the cut-off is worth where the leaf has its value."""
        worth = bound_words(*beyond_range(self.view.record, self.worth_at(self.x)))
        return [] if worth is None else [self._what_is_turned(Node(self.given, cut.node), worth)]

    def _of_bound(self, cut: CutOff) -> list[Sentence]:
        """Return who has the bound, and does not mind what the leaf is."""
        if cut.witness is None:
            return [
                Sentence(
                    "The search asked only whether it passes {bound}; nothing else changes",
                    bound=cut.bound,
                )
            ]
        witness = Node(self.given, cut.witness.node)
        remarks = [
            Sentence(
                "{witness} has {bound} and stands still", witness=witness, bound=cut.origin.has
            )
        ]
        if cut.witness.node != self.given.parent[cut.node]:
            remarks.append(
                Sentence(
                    "What lies between may move; that does not matter to {witness}",
                    witness=witness,
                )
            )
        return remarks

    def _what_is_turned(self, node: Node, worth: Phrase) -> Sentence:
        if self.is_read:
            return Sentence(
                "The leaf is read after all: {node} is worth {worth}", node=node, worth=worth
            )
        return Sentence(
            "A leaf that was never read is turned: {node} is worth {worth}",
            node=node,
            worth=worth,
        )

    def _move_to(self, x: Number) -> None:
        self.is_read = False
        within = self._within_range(x)
        self.tried = [*(each for each in self.tried if each != within), within][-_MOST_TRIED:]
        self._turn_to(within)
        self.say("")
        if within != x:
            limit = nothing_beyond(within, is_most=within < x)
            self.say(as_sentence(str(limit)))

    def action_move(self, by: int) -> None:
        self.typed = ""
        moved = (0 if isinf(self.x) else Fraction(self.x)) + by
        self._move_to(int(moved) if moved.denominator == 1 else float(moved))

    def on_key(self, event: events.Key) -> None:
        if event.character is None or event.character not in _TYPED:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self._type(self.typed + event.character)

    def action_rub_out(self) -> None:
        self._type(self.typed[:-1])

    def _type(self, text: str) -> None:
        self.typed = text[:15]
        try:
            self._move_to(typed_number(self.typed))
        except ValueError:
            self.say(f"{self.typed} …" if self.typed else "")

    def action_other(self) -> None:
        at = self.leaves.index(self.leaf) + 1
        self.leaf = self.leaves[at % len(self.leaves)]
        self._begin()
        self.say("This is the only leaf to turn." if len(self.leaves) == 1 else "")

    def action_read(self) -> None:
        self.is_read = self.cut is not None
        self.say("" if self.is_read else "Nothing is pruned here that could be read instead.")

    def action_use(self) -> None:
        if self.cut is not None or self.leaf not in self.given.unknowns:
            self.say("= in the tree changes a leaf that has a value.")
            return
        for leaf in set(self.leaves).intersection(self.given.unknowns):
            self.explored.give_value(leaf, self.values[leaf])
        self.dismiss()


class _Axes(NamedTuple):
    """Where numbers stand in a chart: the leaf's value along it, the followed one up it.

    Attributes:
        places: The leaf's value at each column.
        bottom: The followed value at the lowest row.
        top: The followed value at the first row.
        lowest: The lowest row that there is room for.
    """

    places: Sequence[int]
    bottom: Number
    top: Number
    lowest: int

    @property
    def last(self) -> int:
        """The lowest row; the first one where all values are equal."""
        return self.lowest if self.top > self.bottom else 0

    def row_of(self, value: Number) -> int | None:
        """Return the row of a followed value; an infinite one has none."""
        if isinf(value):
            return None
        if self.last == 0:
            return 0
        share = Fraction(value - self.bottom) / Fraction(self.top - self.bottom)
        return self.last - round(share * self.last)

    def column_of(self, number: Number) -> int:
        """Return the column whose value is nearest to one of the leaf's."""
        return min(range(len(self.places)), key=lambda i: abs(self.places[i] - number))


def _with_sign(worth: Interval) -> tuple[Sign, Number]:
    """Return what is proven of a value as one number with its sign."""
    low, high = worth
    if isinf(low):
        return "≤", high
    return ("=", low) if low == high else ("≥", low)
