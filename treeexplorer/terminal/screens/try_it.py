"""Try it: give a leaf other values, and see which values above it change, and which do not.

To *turn* a leaf is to give it another value. A chart shows how the value of one node, the *charted*
one, changes with the leaf's. At a cut-off the pruned leaves are turned, and the node with the
cut-off is charted; the node that has the bound, called the *witness*, stands still (its value does
not change). On any other leaf, and on unknown ones, the root is charted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import ceil, floor, isinf
from typing import ClassVar, Final, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.styled_text import LeafTrial, Look
from treeexplorer.engine.analysis import CutOff, Sign
from treeexplorer.engine.intervals import Interval
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
    run_together,
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
from treeexplorer.tree import UNKNOWN, GameTree, Number, Window

_PATIENCE_SECONDS: Final = 1.0
_TYPED: Final = frozenset("0123456789.-")
_LONGEST_TYPED: Final = 15
_MOST_TRIED: Final = 6
_MOST_PIECES: Final = 8
_TALLEST_CHART: Final = 18
_INDENT: Final = 2  # columns of ground before the lines beside the tree
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
    leaves: list[int]
    """The leaves that can be turned."""
    leaf: int
    """The leaf that is turned."""
    values: dict[int, Number]
    """The values of the leaves that can be turned, and of their namesakes."""
    cut: CutOff | None
    """The cut-off whose pruned leaves are turned."""
    charted_node: int
    """The node whose value is drawn over the leaf's: the one with the cut-off, else the root."""
    given_tree: GameTree
    """The tree before a leaf was turned."""
    read_leaves: set[int]
    """The pruned leaves that are read instead."""
    tried: list[Number]
    """The values that were tried, the latest last."""
    typed: str
    """What has been typed of a value."""
    answer: UnknownAnswer | None = None
    """What the tree is worth for every value of the leaf; ``None`` at a cut-off."""

    def __init__(self, view: View) -> None:
        """Open the screen on which a user turns a leaf, that is, gives it other values.

        At a cut-off the leaves that it prunes can be turned. Otherwise, or if the user looks at a
        leaf, it is that leaf and those whose values are unknown.

        Args:
            view: The tree, the step and the cursor that the user comes from. Values are tried in a
                copy.

        Raises:
            ValueError: The tree is too large for this screen, or has no leaf to turn here.
        """
        super().__init__()
        refuse_larger(view, "try it")
        cut = _cutoff_to_try(view)
        turnable = _leaves_to_turn(cut, view)
        self.original_view = view
        self.cut = cut
        self.leaves = turnable.leaves
        self.charted_node = turnable.charted_node
        self.given_tree = turnable.tree
        self.values = _values_before_turning(turnable.leaves, cut, view)
        self.view: View = _copy_with_values(view, self.values)
        self.read_leaves = set()
        self._begin_to_turn(turnable.leaves[0])

    @property
    def leaf_value(self) -> Number:
        """The value of the leaf that is turned; an unknown one without a value counts as 0."""
        return self.values.get(self.leaf, _within_known_range(0, self.view))

    @property
    def value_before(self) -> Number | None:
        """The value that the leaf has in the tree; ``None`` for an unknown one."""
        return self.given_tree.leaf_value(self.leaf)

    @property
    def replaced_value(self) -> Number | None:
        """The value that the leaf has in the tree, where another one is tried instead."""
        return None if self.value_before == self.leaf_value else self.value_before

    @property
    def piece(self) -> Piece | None:
        """The part of the answer that holds for the leaf's value."""
        return None if self.answer is None else self.answer.at(self.leaf_value)

    def _begin_to_turn(self, leaf: int) -> None:
        """Turn a leaf from now on, and show first what comes of the value that it has.

        The values that were typed and tried at another leaf are forgotten.
        """
        self.leaf = leaf
        self.typed = ""
        self.tried = []
        if self.cut is None:
            self.answer = solve_for(self._tree_with_unknown("x"), self.view.rules, "x")
        self._search_with(self.leaf_value)

    def _tree_with_unknown(self, word: str) -> GameTree:
        """Return a copy of the tree in which only the leaf that is turned is unknown.

        Example:
            If the first leaf of ``[3 y]`` is turned, and y has been given 7: ``[x 7]``.

        Args:
            word: The unknown leaf's name in the copy, such as ``x``.
        """
        tree = self.given_tree
        # More than one leaf if the turned leaf is unknown, and others have the same word.
        turned_leaves = self.original_view.namesakes(self.leaf)
        kind = bytearray(tree.kind)
        for leaf in turned_leaves:
            kind[leaf] = UNKNOWN
        unknowns = {**tree.unknowns, **dict.fromkeys(turned_leaves, word)}
        tree_with_unknown = replace(tree, kind=bytes(kind), unknowns=unknowns)

        values_of_others = {
            leaf: value for leaf, value in self.values.items() if leaf not in turned_leaves
        }
        return tree_with_unknown.with_values(values_of_others)

    def _search_with(self, value: Number) -> None:
        """Give the leaf a value, search the tree anew, and show what comes of the value.

        Args:
            value: The new value, within the known range.
        """
        # An unknown leaf, such as ``x``, has one value with all leaves of the same word.
        self.values |= dict.fromkeys(self.original_view.namesakes(self.leaf), value)
        self.view.give_value(self.leaf, value)
        self.view.search_on(_PATIENCE_SECONDS)
        if self.cut is None:
            last_step = self.view.steps  # at which the root has its value
            self.view.go_to(last_step)
        else:
            # The cut-off has the same number in the new search: the leaf is not read before it.
            step_of_cutoff = self.original_view.step
            self.view.go_to(step_of_cutoff)
        # After the step has been set, which would mark the node that the step is about.
        self.view.point_at(self.leaf)

    def worth_at(self, value: Number) -> Interval:
        """Return what is proven of the charted node's value where the leaf has some value."""
        namesakes = self.original_view.namesakes(self.leaf)
        return what_if(self.view.record, self.charted_node, namesakes, value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        if action == "read":
            return self.cut is not None
        if action == "use":
            return self.cut is None and self.leaf in self.given_tree.unknowns
        return True

    def parts(self) -> ComposeResult:
        with Horizontal():
            yield Canvas(self.view)
            yield LineView(self._side, surface="panel", classes="-beside")
        yield OneLine(self._bar)
        yield Words(self._consequences)

    def give_room(self, width: int, height: int) -> None:
        super().give_room(width, height)
        self.query_one(Words).styles.height = 4 if height < 24 else 5

    def show(self) -> None:
        if self.cut is not None:
            self.view.look = Look(trial=self._trial(self.cut))
        super().show()

    def _trial(self, cut: CutOff) -> LeafTrial:
        """Return what the drawing marks while a pruned leaf has another value.

        - The node with the cut-off shows what is proven of its value, such as ``≤ 2``, and what
          its value was before.
        - The *witness* is the ancestor whose best value so far is the bound at which the node was
          cut off. It is marked as standing still: the leaf's value does not change it.
        - The leaf shows the value that it had before, and what is read instead of being pruned is
          marked.

        Args:
            cut: The cut-off that prunes the leaf.
        """
        sign, number = _with_sign(self.worth_at(self.leaf_value))
        # No ancestor gave the bound if it is an end of the window with which the search began.
        witness = None if cut.witness is None else cut.witness.node
        return LeafTrial(
            node=cut.node,
            sign=sign,
            number=number,
            before=self._number_before_turning(),
            bound_holder=witness,
            leaf_before=self.replaced_value,
            read=frozenset(self._nodes_read(cut)),
        )

    def _number_before_turning(self) -> Number | None:
        """Return the value of the charted node before the leaf was turned.

        Returns:
            The old value, to be shown beside the new one. ``None`` if the leaf still has its old
            value, if the node's old value was not known as a single number, or if the node has
            the same value now.
        """
        if self.replaced_value is None:
            return None
        before = self.worth_at(self.replaced_value)
        now = self.worth_at(self.leaf_value)
        low, high = before
        was_single_number = low == high
        if not was_single_number or now == before:
            return None
        return low

    def _nodes_read(self, cut: CutOff) -> Iterator[int]:
        """Yield the leaves that are read after all, and the nodes on the way down to them.

        The way begins below the node with the cut-off, which is not yielded itself. A node may be
        yielded more than once.

        Args:
            cut: The cut-off that prunes the leaves.
        """
        for leaf in self.read_leaves:
            # ancestors goes on up to the root, so that nodes above the cut-off are left out.
            for node in (leaf, *self.given_tree.ancestors(leaf)):
                if node != cut.node and self.given_tree.is_within(node, cut.node):
                    yield node

    def _side(self, width: int, height: int) -> list[TextLine]:
        """Return the lines beside the tree.

        From above: for which values the root is worth what (not at a cut-off), the chart of the
        charted node's value over the leaf's, and, where there is room, the cut-off as a choice.

        Args:
            width: The cells of a line, with a margin at either side.
            height: How many lines there may be.
        """
        right_margin = 1
        width_inside = width - _INDENT - right_margin
        lines = [BLANK]
        if self.answer is not None:
            lines += [*self._answer_lines(self.answer, width), BLANK]

        charted_node = sentence(Node(self.given_tree, self.charted_node), "bold quiet")
        lines.append(line(*charted_node, (" OVER THE LEAF'S VALUE", "bold quiet")))
        blank_line = 1
        room_for_chart = height - len(lines) - blank_line
        lines += self._chart(width_inside, min(_TALLEST_CHART, room_for_chart))

        lines += [BLANK, BLANK]
        room_for_choice = height - len(lines)
        if room_for_choice >= _LEAST_CHOICE:
            # Empty if the step is no cut-off.
            lines += choice(self.original_view.snapshot, width_inside, room_for_choice)
        return indent(lines[:height], _INDENT)

    def _answer_lines(self, answer: UnknownAnswer, width: int) -> list[TextLine]:
        """Return for which values the root is worth what, and for which a branch is pruned."""
        name = self.given_tree.unknowns.get(self.leaf)
        if not name:
            name = "leaf" if self.given_tree.unknowns else "x"
        return [*self._root_values(answer, name, width), BLANK, *self._cut_values(answer, name)]

    def _root_values(self, answer: UnknownAnswer, name: str, width: int) -> list[TextLine]:
        """Return lines that say for which values of the leaf the root is worth what.

        For example, where the line that holds for the present value is bold::

            FOR WHICH VALUES
            x ≤ 3            3

        Args:
            answer: What the root is worth for every value of the leaf, in pieces: ranges in which
                it follows one rule.
            name: What the leaf is called.
            width: The cells of a line.
        """
        second_column = width // 2 - 2
        lines: list[TextLine] = [line(("FOR WHICH VALUES", "bold quiet"))]
        for piece in answer.pieces[:_MOST_PIECES]:
            holds_now = piece == self.piece
            style = "bold strong" if holds_now else "text"
            values = line((in_words(piece.stretch, name), style))
            worth = line((piece.value_in_words(name), "decided"))
            lines.append(at_columns([values, worth], [0, second_column]))
        return lines

    def _cut_values(self, answer: UnknownAnswer, name: str) -> list[TextLine]:
        """Return lines that say for which values of the leaf a branch is pruned.

        For example::

            PRUNED FOR
            ▲D        x ≤ 3

        Args:
            answer: What comes of every value of the leaf.
            name: What the leaf is called.
        """
        # Branches that are drawn.
        cuts = [cut for cut in answer.cuts if not cut.is_elided]
        if not cuts:
            return [sentence(Sentence("Nothing is ever pruned"), "quiet")]
        lines: list[TextLine] = [line(("PRUNED FOR", "bold quiet"))]
        for node, _, stretches in cuts[:_MOST_PIECES]:
            values = " or ".join(in_words(stretch, name) for stretch in stretches)
            branch = sentence(Node(self.given_tree, node))
            lines.append(at_columns([branch, line((values, "text"))], [0, 10]))
        return lines

    def _chart(self, width: int, height: int) -> list[TextLine]:
        """Return a chart of what nodes are worth over the value of the leaf.

        The line of the charted node rises with the leaf. At a cut-off there is the level line of
        the witness as well.
        """
        lines = [self._line_of_charted_node()]
        if self.cut is not None and self.cut.witness is not None:
            lines.append(self._line_of_witness(self.cut.witness.node, self.cut.origin.traced_bound))
        leaf = TurnedLeaf(self.leaf_value, self.value_before, self._charted_values())
        return value_lines(lines, leaf, width, height)

    def _line_of_charted_node(self) -> ValueLine:
        """Return the line of the node whose value changes with the leaf's."""
        value_at = cache(self._charted_value)  # asked for twice in each column
        return ValueLine(self._name_of(self.charted_node), self._colour, value_at)

    def _line_of_witness(self, witness: int, value: Number) -> ValueLine:
        """Return the line of the witness, which has the same value whatever the leaf is worth."""

        def value_at(_leaf_value: Number) -> Number:
            return value

        return ValueLine(self._name_of(witness), self._other_colour, value_at)

    def _charted_values(self) -> Window:
        """Return the least and the greatest value of the leaf that the chart shows, as integers.

        They lie a little beyond all finite values of the tree, the leaf's present value, and each
        value at which the answer changes; but not beyond the known range of values.

        Example:
            With leaves from 2 to 9, an answer that changes at 5, and no known range: -1 and 12.
        """
        # Where each piece of the answer begins, that is, where another rule begins to hold.
        changes = [] if self.answer is None else [it.stretch.low for it in self.answer.pieces]
        values = [*self.view.span, *changes, self.leaf_value]
        finite = [int(value) for value in values if not isinf(value)]
        low = ceil(_within_known_range(min(finite) - _BEYOND, self.view))
        high = floor(_within_known_range(max(finite) + _BEYOND, self.view))
        return low, high

    def _name_of(self, node: int) -> TextLine:
        return sentence(Node(self.given_tree, node))

    @property
    def _colour(self) -> str:
        """The colour of the player at the charted node."""
        return colour_of(self.given_tree.player(self.charted_node))

    @property
    def _other_colour(self) -> str:
        return "min" if self._colour == "max" else "max"

    def _charted_value(self, value: Number) -> Number:
        """Return the charted node's value, or its known bound, where the leaf has some value.

        It is infinite where nothing is known.
        """
        _, number = _with_sign(self.worth_at(value))
        return number

    def _bar(self, width: int) -> TextLine:
        """Return the line below the tree.

        At a cut-off it is the red bar with the test, such as ``β CUT-OFF at ▲b   α 8 ≥ β 6``. Where
        the user lets the pruned leaf be read, and where there is no cut-off, it is the leaf's
        value, such as ``The leaf x is 3``. Without a cut-off it says as well how many leaves the
        search reads.

        Args:
            width: The cells of the line.
        """
        is_pruned = self.cut is not None and self.leaf not in self.read_leaves
        if is_pruned:
            return bar(self.original_view.snapshot.banner, width)
        left = line(" ", *sentence(self._leaf_now, "bold strong"))
        right = BLANK
        if self.piece is not None:
            count = Count(self.piece.evaluated, "leaf", "leaves")
            right = line(*sentence(Phrase("{count} read", count=count)), " ")
        return beside(left, right, width, "question")

    @property
    def _leaf_now(self) -> Phrase:
        """Which value the leaf has now.

        - Without a cut-off: ``The leaf x is 3``.
        - At a cut-off: ``The pruned leaf is 17``, or where the user lets it be read, ``The leaf 17
          is read instead``; behind either ``; it was 4`` if it had another value.
        """
        if self.cut is None:
            return self._chosen_value
        value = self.leaf_value
        value_before = None
        if self.replaced_value is not None:
            value_before = Phrase("; it was {value}", value=self.replaced_value)
        if self.leaf in self.read_leaves:
            return Phrase(
                "The leaf {value} is read instead{before}", value=value, before=value_before
            )
        return Phrase("The pruned leaf is {value}{before}", value=value, before=value_before)

    @property
    def _chosen_value(self) -> Phrase:
        """Which value the leaf has, behind its word if it is unknown: ``The leaf x is 3``."""
        word = self.given_tree.unknowns.get(self.leaf)
        named = f"{word} " if word else None
        return Phrase("The leaf {word}is {value}", word=named, value=self.leaf_value)

    def _consequences(self) -> list[TextLine]:
        """Return what comes of the value, and what was tried."""
        if self.message:
            return [line((self.message, "bold news_text"))]
        if self.cut is not None:
            return self._consequences_at(self.cut)
        return [] if self.piece is None else [self._consequence_of(self.piece)]

    def _consequence_of(self, piece: Piece) -> TextLine:
        """Return what the root returns with the present value of the leaf, and what is pruned then.

        For example ``▲root returns 3. Pruned: ▲D.``

        Args:
            piece: What is known for a range of values of the leaf; the present value is in it.
        """
        tree = self.given_tree
        root_value = piece.value_at(self.leaf_value)
        result = Sentence("{node} returns {value}", node=Node(tree, 0), value=root_value)
        pruned_branches: list[Argument] = []
        for node, is_undrawn in piece.pruned:
            if is_undrawn:
                pruned_branches.append(undrawn(tree, node))
            else:
                pruned_branches.append(Node(tree, node))
        if not pruned_branches:
            pruned_branches.append("nothing")
        # {pruned} is the word itself, in its colour.
        pruned = Sentence("{pruned}: {branches}", branches=ItemList(tuple(pruned_branches)))
        return line(*sentence(result, "strong"), " ", *sentence(pruned))

    def _consequences_at(self, cut: CutOff) -> list[TextLine]:
        """Return what comes of the leaf's value at a cut-off.

        Before a value is tried::

            The pruned leaf is 4: ▽b is worth 2 or less. ▲root has 3 and stands still.
            Does any number change ▲root? Type one, or turn with ← →.
            It is never read: whatever it is, it is pruned.

        After some have been tried::

            The pruned leaf is 17; it was 4: ▽b is worth 2 or less. ▲root has 3 and stands still.
            tried: 9 17    ▲root: 3 3

        Where the user lets the leaf be read instead, ``One more leaf is read, and nothing is
        gained.`` is the second line, and the line that it is never read is left out.
        """
        remarks = (*self._what_follows(cut), *self._what_stands_still(cut))
        lines = [run_together(map(sentence, remarks), " ")]

        is_read = self.leaf in self.read_leaves
        if is_read:
            nothing_gained = Sentence("One more leaf is read, and nothing is gained")
            lines.append(sentence(nothing_gained, "bold strong"))

        if self.tried:
            lines.append(self._what_was_tried(cut))
            return lines
        lines.append(line(*self._what_is_asked(cut), ("Type one, or turn with ← →.", "quiet")))
        if not is_read:
            never_read = Sentence("It is never read: whatever it is, it is pruned")
            lines.append(sentence(never_read, "quiet"))
        return lines

    def _what_was_tried(self, cut: CutOff) -> TextLine:
        """Return the values that were tried, and the bound at each: ``tried: 17 9    ▽a: 6 6``.

        The bound is the same at each, which is what the line shows: no value of a pruned leaf
        changes it.

        Args:
            cut: The cut-off that prunes the leaf.
        """
        owner_of_bound = line(("the bound", "quiet"))
        if cut.witness is not None:
            owner_of_bound = self._name_of(cut.witness.node)
        leaf_values = " ".join(map(shown, self.tried))
        bounds = " ".join([shown(cut.origin.traced_bound)] * len(self.tried))
        tried = line(("tried: ", "quiet"), leaf_values, "    ")
        return line(*tried, *owner_of_bound, (": ", "quiet"), bounds)

    def _what_is_asked(self, cut: CutOff) -> TextLine:
        """Ask whether any number changes the witness; without one, the node with the cut-off."""
        node = self.charted_node
        if cut.witness is not None:
            node = cut.witness.node
        asked = Phrase("Does any number change {node}? ", node=Node(self.given_tree, node))
        return sentence(asked, "strong")

    def _what_stands_still(self, cut: CutOff) -> Iterator[Sentence]:
        """Yield sentences on the witness, the node whose value gave the bound of the cut-off.

        The leaf does not change it: ``▲root has 3 and stands still.`` If the witness is not the
        parent of the node with the cut-off, a second sentence speaks of the nodes between.

        Args:
            cut: The cut-off that prunes the leaf.
        """
        if cut.witness is None:  # the bound is that of the root's window, or of a null window
            yield Sentence(
                "The search asked only whether it passes {bound}; nothing else changes",
                bound=cut.bound,
            )
            return
        witness = Node(self.given_tree, cut.witness.node)
        yield Sentence(
            "{witness} has {bound} and stands still", witness=witness, bound=cut.origin.traced_bound
        )
        is_deep = cut.witness.node != self.given_tree.parent[cut.node]
        if is_deep:
            yield Sentence(
                "What lies between may move; that does not matter to {witness}", witness=witness
            )

    def _what_follows(self, cut: CutOff) -> Iterator[Sentence]:
        """Yield the sentence on the node with the cut-off, whose value changes with the leaf's.

        ``The pruned leaf is 17: ▽b is worth 2 or less.`` There is none where nothing is proven.

        Args:
            cut: The cut-off that prunes the leaf.
        """
        node = Node(self.given_tree, cut.node)
        low, high = beyond_range(self.view.record, self.worth_at(self.leaf_value))
        worth = bound_words(low, high)
        if worth is None:
            return
        if self.leaf in self.read_leaves:
            yield Sentence(
                "The leaf is read after all: {node} is worth {worth}", node=node, worth=worth
            )
            return
        yield Sentence(
            "{leaf}: {node} is worth {worth}", leaf=self._leaf_now, node=node, worth=worth
        )

    def _move_to(self, value: Number) -> None:
        """Give the leaf another value, search again, and note that the value was tried.

        Args:
            value: The new value. If it lies beyond the known range, the leaf gets the end of the
                range, and a remark says so.
        """
        value_in_range = _within_known_range(value, self.view)
        # A value that is tried again moves to the end; only the latest values are kept.
        other_values = [tried for tried in self.tried if tried != value_in_range]
        self.tried = [*other_values, value_in_range][-_MOST_TRIED:]
        # A leaf that the user let be read counts as a pruned one again.
        self.read_leaves.discard(self.leaf)
        self._search_with(value_in_range)

        remark = ""
        if value > value_in_range:
            remark = as_sentence(str(nothing_beyond(value_in_range, is_most=True)))
        elif value < value_in_range:
            remark = as_sentence(str(nothing_beyond(value_in_range, is_most=False)))
        self.say(remark)

    def action_move(self, by: int) -> None:
        """Turn the leaf to a larger or a smaller value.

        Args:
            by: What is added to the value: 1 or -1. An infinite value counts as 0.
        """
        self.typed = ""  # what was typed of a value is given up
        # The value may be an int, a float or a fraction: it is computed as a fraction, and tried as
        # an int if it is whole, else as a float. _move_to keeps it within the known range.
        start = Fraction(0) if isinf(self.leaf_value) else Fraction(self.leaf_value)
        moved = start + by
        value = int(moved) if moved.denominator == 1 else float(moved)
        self._move_to(value)

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
        """Try the number that has been typed so far, and show an unfinished one, such as ``- …``.

        Each key makes another number: typing 1, then 2 tries 1, then 12. Only 12 stays among the
        values that were tried.

        Args:
            text: All that has been typed, with the new key.
        """
        text_before_key = self.typed
        was_number_before_key = _number_in(text_before_key) is not None
        if was_number_before_key:
            self.tried = self.tried[:-1]  # 1, where 12 is typed

        self.typed = text[:_LONGEST_TYPED]
        value = _number_in(self.typed)
        if value is not None:
            self._move_to(value)
        elif self.typed:
            self.say(f"{self.typed} …")
        else:
            self.say("")

    def action_other(self) -> None:
        next_index = self.leaves.index(self.leaf) + 1
        self._begin_to_turn(self.leaves[next_index % len(self.leaves)])
        self.say("This is the only leaf to turn." if len(self.leaves) == 1 else "")

    def action_read(self) -> None:
        self.read_leaves.add(self.leaf)
        self.say("")

    def action_use(self) -> None:
        for leaf in set(self.leaves).intersection(self.given_tree.unknowns):
            self.original_view.give_value(leaf, self.values[leaf])
        self.dismiss()


class _LeavesToTurn(NamedTuple):
    """The leaves that can be turned, and what is shown of them.

    Attributes:
        leaves: The leaves, at least one; the first one is turned at first.
        charted_node: The node whose value is drawn over the leaf's.
        tree: The tree before a leaf is turned.
    """

    leaves: list[int]
    charted_node: int
    tree: GameTree


def _cutoff_to_try(view: View) -> CutOff | None:
    """Return the cut-off whose pruned leaves are turned.

    ``None`` if the step is no cut-off, or if the user looks at a leaf, which is turned then.
    """
    looks_at_leaf = view.has_cursor and view.tree.is_leaf(view.cursor)
    return None if looks_at_leaf else view.snapshot.cut


def _leaves_to_turn(cut: CutOff | None, view: View) -> _LeavesToTurn:
    """Return the leaves that can be turned, at a cut-off or where there is none.

    Raises:
        ValueError: There is no such leaf, or the user looks at a leaf below the depth limit.
    """
    if cut is None:
        turnable = _leaf_looked_at_and_unknown_ones(view)
    else:
        turnable = _leaves_pruned_by(cut, view)
    if not turnable.leaves:
        raise ValueError(f"There is no leaf to turn here: {_way_to_a_leaf(view)}.")
    return turnable


def _within_known_range(value: Number, view: View) -> Number:
    """Return a number, or the end of the known range beyond which it lies."""
    lowest, highest = view.rules.known_range
    return max(lowest, min(value, highest))


def _values_before_turning(
    leaves: Iterable[int], cut: CutOff | None, view: View
) -> dict[int, Number]:
    """Return the values that the leaves have before one is turned, by leaf.

    A known leaf has its value in the tree. Without a cut-off an unknown leaf has 0, or the number
    nearest to 0 in the known range. At a cut-off an unknown leaf has no value until one is tried.

    Args:
        leaves: The leaves that can be turned.
        cut: The cut-off that prunes them, if any.
        view: What is looked at.
    """
    values: dict[int, Number] = {}
    for leaf in leaves:
        value = view.tree.leaf_value(leaf)
        if value is None and cut is None:
            value = _within_known_range(0, view)
        if value is not None:
            # All unknown leaves of the same word have the same value.
            values |= dict.fromkeys(view.namesakes(leaf), value)
    return values


def _copy_with_values(view: View, values: Mapping[int, Number]) -> View:
    """Return a copy of a view, in which the next search has some values of leaves."""
    copy = view.twin()
    copy.bookmark.values |= values
    return copy


def _leaves_pruned_by(cut: CutOff, view: View) -> _LeavesToTurn:
    """Return the leaves that a cut-off prunes; the chart shows the node with the cut-off."""
    # At a depth limit estimates are pruned, too: a node with an estimate is no leaf to turn.
    pruned = leaves_pruned_for_good(view.record, cut)
    leaves = [node for node in pruned if view.tree.is_leaf(node)]
    return _LeavesToTurn(leaves, cut.node, view.tree)


def _leaf_looked_at_and_unknown_ones(view: View) -> _LeavesToTurn:
    """Return the leaves that can be given other values where there is no cut-off.

    These are the leaf that the user looks at, if any, and then the unknown leaves that the search
    can reach. Unknown leaves of the same word, such as ``x``, have the same value: the first one
    stands for all of them. The chart shows the root's value.

    Example:
        In ``[x 3 y x]`` with the cursor at the 3, these are the 3, the first x, and the y.

    Args:
        view: What is looked at.

    Raises:
        ValueError: The leaf that is looked at lies below the depth limit.
    """
    # In view.tree the unknown leaves may have been given values already. Both trees have the same
    # nodes with the same numbers.
    tree_of_file = view.exercises[view.index].tree
    leaves_in_reach = set(leaves_of_search(view.record))

    leaves: list[int] = []
    looks_at_leaf = view.has_cursor and view.tree.is_leaf(view.cursor)
    if looks_at_leaf:
        if view.cursor not in leaves_in_reach:
            raise ValueError("This leaf lies below the depth limit: the search never reads it.")
        leaves.append(view.cursor)
    leaves += sorted(leaves_in_reach.intersection(tree_of_file.unknowns))

    # A known leaf has no other namesake than itself.
    first_of_word = [min(view.namesakes(leaf)) for leaf in leaves]
    without_repeats = list(dict.fromkeys(first_of_word))
    root = 0
    return _LeavesToTurn(without_repeats, root, tree_of_file)


def _number_in(text: str) -> Number | None:
    """Return the number that was typed; ``None`` where it is none yet, such as ``-``."""
    with suppress(ValueError):
        return typed_number(text)
    return None


def _with_sign(worth: Interval) -> tuple[Sign, Number]:
    """Return an interval of values as a sign and a number: ``(3, +∞)`` as ≥ and 3.

    One that is open below is told by its upper end, any other by its lower one.
    """
    low, high = worth
    if isinf(low):
        return "≤", high
    return ("=", low) if low == high else ("≥", low)


def _way_to_a_leaf(view: View) -> str:
    """Return what to do so that there is a leaf to turn."""
    way = "look at a leaf with i"
    if view.has_windows:
        return f"go to a cut-off that prunes one, or {way}"
    return way
