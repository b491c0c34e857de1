"""Try it: a leaf is turned, and what follows and what stands still is seen over its values.

At a cut-off these are the leaves that it pruned: the cut node follows them, whoever has the bound
does not. On any other leaf, and on unknown ones, the line is the root's value.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import chain
from math import ceil, floor, isinf
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.styled_text import Look, TurnedValues
from treeexplorer.engine.analysis import CutOff, Sign
from treeexplorer.engine.intervals import Interval
from treeexplorer.errors import present
from treeexplorer.explain.phrases import beyond_range, bound_words, nothing_beyond, undrawn
from treeexplorer.explain.sentence import Argument, Count, ItemList, Node, Phrase, Sentence
from treeexplorer.judging.unknowns import Piece, UnknownAnswer, in_words, solve_for
from treeexplorer.judging.what_if import leaves_of_search, leaves_pruned_for_good, what_if
from treeexplorer.numbers import shown, typed_number
from treeexplorer.terminal.keys import STEP, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    at_columns,
    beside,
    colour_of,
    indent,
    line,
    sentence,
)
from treeexplorer.terminal.panels.banner import bar
from treeexplorer.terminal.panels.choice import choice
from treeexplorer.terminal.panels.value_lines import TurnedLeaf, ValueLine, value_lines
from treeexplorer.terminal.screens.base import UpperScreen, refuse_larger
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.canvas import Canvas
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words
from treeexplorer.text import as_sentence
from treeexplorer.tree import UNKNOWN, Number

_PATIENCE_SECONDS: Final = 1.0
_TYPED: Final = frozenset("0123456789.-")
_MOST_TRIED: Final = 6
_MOST_PIECES: Final = 8
_TALLEST_CHART: Final = 18
_LEAST_CHOICE: Final = 9
"""The rows below the chart that the choice of the cut-off is shown in."""
_BEYOND: Final = 3
"""How far the values that are shown go beyond those in the tree."""


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
        self.cut: CutOff | None = None
        self.given = view.exercises[view.index].tree
        self.followed = 0  # whose value is drawn over the leaf's
        if view.snapshot.cut is None or (view.has_cursor and view.tree.is_leaf(view.cursor)):
            self.leaves = self._leaves_at_hand()
        else:
            self.cut = view.snapshot.cut
            self.given = view.tree
            self.followed = self.cut.node
            pruned = leaves_pruned_for_good(view.record, self.cut)
            self.leaves = [leaf for leaf in pruned if view.tree.is_leaf(leaf)]
        if not self.leaves:
            raise ValueError(
                "There is no leaf to turn here: go to a cut-off that prunes one, or look at a "
                "leaf with i."
            )
        self.leaf = self.leaves[0]
        self.values = self._values_at_first()
        self.view.bookmark.values |= self.values
        self.tried: list[Number] = []
        self.typed = ""
        self.read: set[int] = set()
        self.answer: UnknownAnswer | None = None
        self._begin()

    def _leaves_at_hand(self) -> list[int]:
        """Return the leaf that is looked at and the unknown ones, of each word the first.

        Raises:
            ValueError: The leaf that is looked at lies below the depth limit.
        """
        view = self.explored
        readable = set(leaves_of_search(view.record))
        turned = sorted(readable.intersection(self.given.unknowns))
        if view.has_cursor and view.tree.is_leaf(view.cursor):
            if view.cursor not in readable:
                raise ValueError("This leaf lies below the depth limit: the search never reads it.")
            turned.insert(0, view.cursor)
        return list(dict.fromkeys(min(view.namesakes(leaf)) for leaf in turned))

    def _values_at_first(self) -> dict[int, Number]:
        """Return the values of the leaves that can be turned, before one is.

        Beside a cut-off's leaves an unknown one has none; elsewhere one that is not turned has one,
        too.
        """
        values: dict[int, Number] = {}
        for leaf in self.leaves:
            value = self.explored.tree.leaf_value(leaf)
            if value is None and self.cut is None:
                value = self._within_range(0)
            if value is not None:
                values |= dict.fromkeys(self.explored.namesakes(leaf), value)
        return values

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
        return what_if(self.view.record, self.followed, self.explored.namesakes(self.leaf), x)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        if action == "read":
            return self.cut is not None
        if action == "use":
            return self.cut is None and self.leaf in self.given.unknowns
        return True

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
            self.view.look = Look(turned=self._turned(self.cut))
        super().show()

    def _turned(self, cut: CutOff) -> TurnedValues:
        """Return what is drawn: what follows the leaf, what stands still, what is read."""
        low, _ = self.worth_at(self.x)
        sign, number = _with_sign(self.worth_at(self.x))
        before = None
        if self.before not in {None, self.x}:
            least, most = self.worth_at(present(self.before))
            before = least if least == most != low else None
        tree = self.given
        on_the_way = {
            node
            for leaf in self.read
            for node in (leaf, *tree.ancestors(leaf))
            if node != cut.node and tree.is_within(node, cut.node)
        }
        return TurnedValues(
            cut.node,
            sign,
            number,
            before,
            None if cut.witness is None else cut.witness.node,
            None if self.before == self.x else self.before,
            frozenset(on_the_way),
        )

    def _side(self, width: int, height: int) -> list[TextLine]:
        lines = [BLANK]
        if self.answer is not None:
            lines += [*self._answer_lines(self.answer, width), BLANK]
        followed = sentence(Node(self.given, self.followed), "bold quiet")
        lines.append(line(*followed, (" OVER THE LEAF'S VALUE", "bold quiet")))
        lines += self._chart(width - 3, min(_TALLEST_CHART, height - len(lines) - 1))
        lines += [BLANK, BLANK]
        room = height - len(lines)
        if room >= _LEAST_CHOICE:
            lines += choice(self.explored.snapshot, width - 3, room)
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
        """Return what follows the leaf over its values, and at a cut-off what stands still."""
        changes = [] if self.answer is None else [it.stretch.low for it in self.answer.pieces]
        ends = [*self.view.span, *changes, self.x]
        finite = [int(end) for end in ends if not isinf(end)]
        low = ceil(self._within_range(min(finite) - _BEYOND))
        high = floor(self._within_range(max(finite) + _BEYOND))
        follows = cache(self._followed_value)  # asked for twice in each column
        lines = [ValueLine(self._name_of(self.followed), self._colour, follows)]
        cut = self.cut
        if cut is not None and cut.witness is not None:
            name = self._name_of(cut.witness.node)
            lines.append(ValueLine(name, self._other_colour, lambda _: cut.origin.has))
        leaf = TurnedLeaf(self.x, self.before, (low, high))
        return value_lines(lines, leaf, width, height)

    def _name_of(self, node: int) -> TextLine:
        return sentence(Node(self.given, node))

    @property
    def _colour(self) -> str:
        """The colour of the player at the node that follows."""
        return colour_of(self.given.player(self.followed))

    @property
    def _other_colour(self) -> str:
        return "min" if self._colour == "max" else "max"

    def _followed_value(self, x: Number) -> Number:
        """Return the end that is known of the followed node's value; an infinite one if none is."""
        return _with_sign(self.worth_at(x))[1]

    @property
    def before(self) -> Number | None:
        """The value that the leaf has in the tree; ``None`` for an unknown one."""
        return self.given.leaf_value(self.leaf)

    def _bar(self, width: int) -> TextLine:
        """Return the cut-off whose leaves are turned; elsewhere the leaf, and what is read."""
        if self.cut is not None and self.leaf not in self.read:
            return bar(self.explored.snapshot.banner, width)
        left = line(" ", *sentence(self._leaf_now, "bold strong"))
        piece = self.piece
        right = BLANK
        if piece is not None:
            read = Phrase("{count} read", count=Count(piece.evaluated, "leaf", "leaves"))
            right = line(*sentence(read), " ")
        return beside(left, right, width, "question")

    @property
    def _leaf_now(self) -> Phrase:
        """Which value the leaf has, and at a cut-off which it had."""
        if self.cut is None:
            word = self.given.unknowns.get(self.leaf)
            named = f"{word} " if word else None
            return Phrase("The leaf {word}is {value}", word=named, value=self.x)
        before = None
        if self.before not in {None, self.x}:
            before = Phrase("; it was {value}", value=present(self.before))
        if self.leaf in self.read:
            return Phrase("The leaf {value} is read instead{before}", value=self.x, before=before)
        return Phrase("The pruned leaf is {value}{before}", value=self.x, before=before)

    def _consequences(self) -> list[TextLine]:
        """Return what comes of the value, and what was tried."""
        if self.message:
            return [line((self.message, "bold news_text"))]
        if self.cut is not None:
            return self._consequences_at(self.cut)
        return [] if self.piece is None else [self._consequence_of(self.piece)]

    def _consequence_of(self, piece: Piece) -> TextLine:
        """Return what the root returns with the value, and what is pruned then."""
        tree = self.given
        root = Sentence("{node} returns {value}", node=Node(tree, 0), value=piece.value_at(self.x))
        branches: list[Argument] = []
        for node, is_elided in piece.pruned:
            branches.append(undrawn(tree, node) if is_elided else Node(tree, node))
        if not branches:
            branches.append("nothing")
        pruned = Sentence("{pruned}: {branches}", branches=ItemList(tuple(branches)))
        return line(*sentence(root, "strong"), " ", *sentence(pruned))

    def _consequences_at(self, cut: CutOff) -> list[TextLine]:
        """Return what follows the leaf at a cut-off, what stands still, and what was tried."""
        remarks = [*self._what_follows(cut), *self._what_stands_still(cut)]
        lines = [line(*chain.from_iterable((*sentence(text), (" ", "")) for text in remarks))]
        if self.leaf in self.read:
            gained = Sentence("One more leaf is read, and nothing is gained")
            lines.append(sentence(gained, "bold strong"))
        if not self.tried:
            lines.append(line(*self._what_is_asked(cut), ("Type one, or turn with ← →.", "quiet")))
            if self.leaf not in self.read:
                always = Sentence("It is never read: whatever it is, it is pruned")
                lines.append(sentence(always, "quiet"))
            return lines
        keeper = line(("the bound", "quiet"))
        if cut.witness is not None:
            keeper = self._name_of(cut.witness.node)
        numbers = " ".join(map(shown, self.tried))
        kept = " ".join([shown(cut.origin.has)] * len(self.tried))
        tried = line(("tried: ", "quiet"), numbers, "    ")
        lines.append(line(*tried, *keeper, (": ", "quiet"), kept))
        return lines

    def _what_is_asked(self, cut: CutOff) -> TextLine:
        """Return whether a number can be found that changes who stands still."""
        keeper = self.followed
        if cut.witness is not None:
            keeper = cut.witness.node
        asked = Phrase("Is there any number that changes {node}? ", node=Node(self.given, keeper))
        return sentence(asked, "strong")

    def _what_stands_still(self, cut: CutOff) -> Iterator[Sentence]:
        """Yield who does not mind what the leaf is."""
        if cut.witness is None:
            yield Sentence(
                "The search asked only whether it passes {bound}; nothing else changes",
                bound=cut.bound,
            )
            return
        witness = Node(self.given, cut.witness.node)
        yield Sentence(
            "{witness} has {bound} and stands still", witness=witness, bound=cut.origin.has
        )
        if cut.witness.node != self.given.parent[cut.node]:
            yield Sentence(
                "What lies between may move; that does not matter to {witness}", witness=witness
            )

    def _what_follows(self, cut: CutOff) -> Iterator[Sentence]:
        """Yield what the node with the cut-off is worth with the leaf's value."""
        node = Node(self.given, cut.node)
        worth = bound_words(*beyond_range(self.view.record, self.worth_at(self.x)))
        if worth is None:
            return
        if self.leaf in self.read:
            yield Sentence(
                "The leaf is read after all: {node} is worth {worth}", node=node, worth=worth
            )
            return
        yield Sentence(
            "{leaf}: {node} is worth {worth}", leaf=self._leaf_now, node=node, worth=worth
        )

    def _move_to(self, x: Number) -> None:
        self.read.discard(self.leaf)
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
        """Try what has been typed so far, in place of what had been typed before that."""
        with suppress(ValueError):
            typed_number(self.typed)
            del self.tried[-1:]
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
        self.read.add(self.leaf)
        self.say("")

    def action_use(self) -> None:
        for leaf in set(self.leaves).intersection(self.given.unknowns):
            self.explored.give_value(leaf, self.values[leaf])
        self.dismiss()


def _with_sign(worth: Interval) -> tuple[Sign, Number]:
    """Return what is proven of a value as one number with its sign."""
    low, high = worth
    if isinf(low):
        return "≤", high
    return ("=", low) if low == high else ("≥", low)
