"""Try it: give a leaf other values, and see which values above it change, and which do not.

To *turn* a leaf is to give it another value. A chart shows how the value of one node, the *charted*
one, changes with the leaf's. At a cut-off the pruned leaves are turned, and the node with the
cut-off is charted; the node that has the bound, called the *witness*, stands still (its value does
not change). On any other leaf, and on unknown ones, the root is charted.
"""

from __future__ import annotations

from collections.abc import Iterator
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
from treeexplorer.explain.phrases import (
    describe_bounds,
    describe_limit_of_range,
    remove_ends_of_range,
    undrawn,
)
from treeexplorer.explain.sentence import Argument, Count, ItemList, Node, Phrase, Sentence
from treeexplorer.explain.snapshot import Banner
from treeexplorer.judging.unknowns import Piece, UnknownAnswer, in_words, solve_for_unknown
from treeexplorer.judging.what_if import what_if
from treeexplorer.numbers import parse_typed_number, shown
from treeexplorer.terminal.changeable_leaves import (
    choose_leaves,
    clamp_to_known_range,
    copy_view_with_values,
)
from treeexplorer.terminal.keys import STEP, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    indent,
    join_at_columns,
    join_lines,
    line,
    player_colour,
    sentence,
    wrapped,
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

_SEARCH_TIMEOUT_SECONDS: Final = 1.0
_NUMBER_CHARACTERS: Final = frozenset("0123456789.-")
_MAX_TYPED_LENGTH: Final = 15
_MAX_TRIED_VALUES: Final = 6
_MAX_LINES_OF_ANSWER: Final = 8
_MAX_CHART_HEIGHT: Final = 18
_INDENT: Final = 2  # columns of ground before the lines beside the tree
_RIGHT_MARGIN: Final = 1  # column of ground behind them
_MIN_CHOICE_HEIGHT: Final = 9
"""The rows below the chart that the choice of the cut-off is shown in."""
_CHART_MARGIN: Final = 3
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
    _tried_before_typing: list[Number]
    """The values that had been tried when its first character was typed."""
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

        # What stays as it is: the leaves that can be turned, and what one sees of that.
        self.original_view = view
        changeable = choose_leaves(view)
        self.cut = changeable.cut
        self.leaves = changeable.leaves
        self.charted_node = changeable.charted_node
        self.given_tree = changeable.tree

        # What changes: the values of the leaves, and the copy in which they are tried.
        self.values = dict(changeable.values)
        self.view: View = copy_view_with_values(view, self.values)
        self.read_leaves = set()
        self._select_leaf(self.leaves[0])  # searches that copy for the first time

    @property
    def leaf_value(self) -> Number:
        """The value of the leaf that is turned; an unknown one without a value counts as 0."""
        return self.values.get(self.leaf, clamp_to_known_range(0, self.view))

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

    def _select_leaf(self, leaf: int) -> None:
        """Make a leaf the one that is turned, and show the result of its current value."""
        self.leaf = leaf
        # What was typed and tried was for another leaf.
        self.typed = ""
        self.tried = []
        self._tried_before_typing = []
        # Without a cut-off the panel says for which values of the leaf the root has which value.
        if self.cut is None:
            self.answer = self._solve_for_leaf(leaf)
        self._search_with_value(leaf, self.leaf_value)

    def _solve_for_leaf(self, leaf: int) -> UnknownAnswer:
        """Find out what the root is worth for every value of a leaf, such as 3 for ``x ≤ 3``."""
        name = "x"
        tree_with_unknown = self._build_tree_with_unknown_leaf(leaf, name)
        return solve_for_unknown(tree_with_unknown, self.view.rules, name)

    def _build_tree_with_unknown_leaf(self, leaf: int, name: str) -> GameTree:
        """Return a copy of the tree in which a leaf is the only unknown one, under a new name.

        The other leaves have their current values. For example, in ``[3 y]`` with y set to 7, the
        copy for the first leaf and the name x is ``[x 7]``.
        """
        tree = self.given_tree
        # More than one leaf if the leaf is unknown, and others have the same word.
        turned_leaves = self.original_view.namesakes(leaf)
        kind = bytearray(tree.kind)
        for turned_leaf in turned_leaves:
            kind[turned_leaf] = UNKNOWN
        unknowns = {**tree.unknowns, **dict.fromkeys(turned_leaves, name)}
        tree_with_unknown = replace(tree, kind=bytes(kind), unknowns=unknowns)

        values_of_others = {
            other: value for other, value in self.values.items() if other not in turned_leaves
        }
        return tree_with_unknown.with_values(values_of_others)

    def _search_with_value(self, leaf: int, value: Number) -> None:
        """Give a leaf a value, search the tree again, and show the result with the cursor on it.

        The order of the steps matters: each changes the view, and needs those before.

        Args:
            leaf: The leaf, with all unknown leaves of the same name, such as ``x``.
            value: The new value, within the known range.
        """
        self.values |= dict.fromkeys(self.original_view.namesakes(leaf), value)
        self.view.give_value(leaf, value)
        self.view.search_on(_SEARCH_TIMEOUT_SECONDS)
        self._go_to_result()
        # Last, as going to a step moves the cursor to the node of the step.
        self.view.point_at(leaf)

    def _go_to_result(self) -> None:
        """Go to the step at which one sees what another value of the leaf changes.

        This is the cut-off that prunes the leaf, for a screen that was opened at one; else the last
        step, at which the root has its value.

        For example the cut-off is step 12. Then the search with the new value has the same steps 1
        to 12, since it does not read the pruned leaf before: its step 12 is the cut-off, too.
        """
        if self.cut is None:
            last_step = self.view.steps
            self.view.go_to(last_step)
        else:
            step_of_cutoff = self.original_view.step
            self.view.go_to(step_of_cutoff)

    def compute_range_of_charted_node(self, value: Number) -> Interval:
        """Return the range of the charted node's value if the leaf has a given value."""
        namesakes = self.original_view.namesakes(self.leaf)
        return what_if(self.view.record, self.charted_node, namesakes, value)

    def why_idle(self, action: str, parameters: tuple[object, ...]) -> str:  # noqa: ARG002
        """Return why an action does nothing now, as a sentence; empty if it does something."""
        is_leaf_pruned = self.cut is not None
        is_leaf_unknown = self.leaf in self.given_tree.unknowns
        match action:
            case "read" if not is_leaf_pruned:
                return "Only a leaf that is pruned can be read instead."
            case "use" if is_leaf_pruned:
                return "The search does not need this leaf: ↵ keeps no value; space reads it."
            case "use" if not is_leaf_unknown:
                return "Only an unknown leaf takes a value; = on the tree changes this one."
            case _:
                return ""

    def parts(self) -> ComposeResult:
        with Horizontal():
            yield Canvas(self.view)
            yield LineView(self._render_side_panel, surface="panel", classes="-beside")
        yield OneLine(self._render_bar)
        yield Words(self._render_consequences)

    def give_room(self, width: int, height: int) -> None:
        super().give_room(width, height)
        self.query_one(Words).styles.height = 4 if height < 24 else 5

    def show(self) -> None:
        if self.cut is not None:
            self.view.look = Look(trial=self._build_leaf_trial(self.cut))
        super().show()

    def _build_leaf_trial(self, cut: CutOff) -> LeafTrial:
        """Collect what the drawing marks while a pruned leaf has another value.

        - The node with the cut-off shows the bound that its value has now, such as ``≤ 2``, and its
          value as it was before.
        - The ancestor whose best value is the bound of the cut-off is marked as fixed.
        - The leaf shows its value as it was before, and pruned nodes that the user has read are
          marked.
        """
        range_now = self.compute_range_of_charted_node(self.leaf_value)
        bound_now = _convert_to_bound(range_now)
        # No ancestor gave the bound if it is an end of the window with which the search began.
        ancestor_with_bound = None if cut.witness is None else cut.witness.node
        nodes_read = frozenset(self._find_nodes_read_after_all(cut))
        return LeafTrial(
            node=cut.node,
            sign=bound_now.sign,
            number=bound_now.number,
            before=self._find_original_value_of_charted_node(),
            bound_holder=ancestor_with_bound,
            leaf_before=self.replaced_value,
            read=nodes_read,
        )

    def _find_original_value_of_charted_node(self) -> Number | None:
        """Return the value of the charted node before the leaf was changed, if it is worth showing.

        It is ``None`` if the leaf has its original value, if the node has the same value as
        before, or if its original value was only known as a range.
        """
        if self.replaced_value is None:
            return None
        range_before = self.compute_range_of_charted_node(self.replaced_value)
        range_now = self.compute_range_of_charted_node(self.leaf_value)
        if range_now == range_before:
            return None

        low, high = range_before
        return low if low == high else None

    def _find_nodes_read_after_all(self, cut: CutOff) -> Iterator[int]:
        """Yield the pruned leaves that the user has read instead, and all nodes above them.

        The nodes lie below the node with the cut-off. A node may be yielded more than once.
        """
        for leaf in self.read_leaves:
            path_to_root = (leaf, *self.given_tree.ancestors(leaf))
            for node in path_to_root:
                if node != cut.node and self.given_tree.is_within(node, cut.node):
                    yield node

    def _render_side_panel(self, width: int, height: int) -> list[TextLine]:
        """Return the lines of the panel beside the tree.

        From top to bottom: the possible values of the root (not at a cut-off), a chart of the
        charted node's value over the leaf's value, and the cut-off as a choice if there is room for
        it.
        """
        width_inside = width - _INDENT - _RIGHT_MARGIN
        lines = [BLANK]
        if self.answer is not None:
            lines += [*self._render_answer(self.answer, width), BLANK]

        lines.append(self._render_chart_title())
        height_for_chart = height - len(lines) - 1  # one line below it stays blank
        if height_for_chart > 0:
            lines += self._render_chart(width_inside, min(_MAX_CHART_HEIGHT, height_for_chart))

        lines += [BLANK, BLANK]
        height_for_choice = height - len(lines)
        if height_for_choice >= _MIN_CHOICE_HEIGHT:
            # Empty if the step is no cut-off.
            lines += choice(self.original_view.snapshot, width_inside, height_for_choice)
        return indent(lines[:height], _INDENT)

    def _render_chart_title(self) -> TextLine:
        """Render the title of the chart: ``▽B OVER THE LEAF'S VALUE``."""
        charted_node = sentence(Node(self.given_tree, self.charted_node), "bold quiet")
        return line(*charted_node, (" OVER THE LEAF'S VALUE", "bold quiet"))

    def _render_answer(self, answer: UnknownAnswer, width: int) -> list[TextLine]:
        """Return the value of the root, and the pruned branches, for each value of the leaf."""
        name = self.given_tree.unknowns.get(self.leaf)
        if not name:
            name = "leaf" if self.given_tree.unknowns else "x"
        root_values = self._render_root_values(answer, name, width)
        pruning_conditions = self._render_pruning_conditions(answer, name)
        return [*root_values, BLANK, *pruning_conditions]

    def _render_root_values(self, answer: UnknownAnswer, name: str, width: int) -> list[TextLine]:
        """Return a table of the root's value for each range of values of the leaf.

        For example, with the range that contains the current value in bold::

            FOR WHICH VALUES
            while y is 0
            x ≤ 3            3

        The second line is there only if other leaves are unknown.
        """
        width_inside = width - _INDENT - _RIGHT_MARGIN
        second_column = width // 2 - _INDENT
        lines: list[TextLine] = [line(("FOR WHICH VALUES", "bold quiet"))]
        if self._other_unknown_values is not None:
            lines += wrapped(sentence(self._other_unknown_values, "quiet"), width_inside)
        for piece in answer.pieces[:_MAX_LINES_OF_ANSWER]:
            holds_now = piece == self.piece
            style = "bold strong" if holds_now else "text"
            values = line((in_words(piece.stretch, name), style))
            worth = line((piece.value_in_words(name), "decided"))
            lines.append(join_at_columns([values, worth], [0, second_column]))
        return lines

    def _render_pruning_conditions(self, answer: UnknownAnswer, name: str) -> list[TextLine]:
        """Return a table of the pruned branches, with the values of the leaf that prune them.

        For example::

            PRUNED FOR
            ▲D        x ≤ 3
        """
        # Branches that are drawn.
        cuts = [cut for cut in answer.cuts if not cut.is_elided]
        if not cuts:
            return [sentence(Sentence("Nothing is ever pruned"), "quiet")]
        lines: list[TextLine] = [line(("PRUNED FOR", "bold quiet"))]
        for node, _, stretches in cuts[:_MAX_LINES_OF_ANSWER]:
            values = " or ".join(in_words(stretch, name) for stretch in stretches)
            branch = sentence(Node(self.given_tree, node))
            lines.append(join_at_columns([branch, line((values, "text"))], [0, 10]))
        return lines

    def _render_chart(self, width: int, height: int) -> list[TextLine]:
        """Return a chart of the charted node's value over the leaf's value.

        At a cut-off the ancestor that already has the bound gets a second line. That line is
        straight: whatever the leaf is, ``▲root`` has its 3.
        """
        lines = [self._build_charted_line()]
        ancestor_with_bound = None if self.cut is None else self.cut.witness
        if self.cut is not None and ancestor_with_bound is not None:
            number_of_ancestor = self.cut.origin.traced_bound
            lines.append(self._build_straight_line(ancestor_with_bound.node, number_of_ancestor))
        leaf = TurnedLeaf(self.leaf_value, self.value_before, self._compute_chart_range())
        return value_lines(lines, leaf, width, height)

    def _build_charted_line(self) -> ValueLine:
        """Return the chart's line for the node whose value depends on the leaf."""
        value_at = cache(self._compute_charted_value)  # asked for twice in each column
        return ValueLine(self._render_node_name(self.charted_node), self._charted_colour, value_at)

    def _build_straight_line(self, node: int, value: Number) -> ValueLine:
        """Return the chart's line for a node whose value does not depend on the leaf."""

        def value_at(_leaf_value: Number) -> Number:
            return value

        return ValueLine(self._render_node_name(node), self._other_colour, value_at)

    def _compute_chart_range(self) -> Window:
        """Return the smallest and the largest value of the leaf on the chart, as integers.

        The range covers all finite values of the tree, the current value of the leaf, and each
        value at which the answer changes, plus a margin; it stays within the known range. For
        example, leaves from 2 to 9 and an answer that changes at 5 give (-1, 12).
        """
        breakpoints: list[Number] = []
        if self.answer is not None:
            breakpoints = [piece.stretch.low for piece in self.answer.pieces]
        values = [*self.view.span, *breakpoints, self.leaf_value]
        finite_values = [int(value) for value in values if not isinf(value)]

        low = clamp_to_known_range(min(finite_values) - _CHART_MARGIN, self.view)
        high = clamp_to_known_range(max(finite_values) + _CHART_MARGIN, self.view)
        return ceil(low), floor(high)

    def _render_node_name(self, node: int) -> TextLine:
        return sentence(Node(self.given_tree, node))

    @property
    def _charted_colour(self) -> str:
        """The colour of the player at the charted node."""
        return player_colour(self.given_tree.player(self.charted_node))

    @property
    def _other_colour(self) -> str:
        return "min" if self._charted_colour == "max" else "max"

    def _compute_charted_value(self, value: Number) -> Number:
        """Return the value of the charted node, or its bound, if the leaf has a given value.

        It is infinite if nothing is known of the node.
        """
        return _convert_to_bound(self.compute_range_of_charted_node(value)).number

    def _render_bar(self, width: int) -> TextLine:
        """Return the line below the tree: the test of the cut-off, or the value of the leaf.

        At a cut-off: ``β CUT-OFF at ▲b   α 8 ≥ β 6``. If the pruned leaf is read instead: its
        value. Without a cut-off: ``The leaf x is 3``, with the values of other unknown leaves, and
        at the right the number of leaves that are read.
        """
        is_pruned = self.cut is not None and self.leaf not in self.read_leaves
        if is_pruned:
            return bar(self._build_banner_of_cutoff(), width)
        left = line(" ", *sentence(self._leaf_description, "bold strong"))
        right = BLANK
        if self.piece is not None:
            count = Count(self.piece.evaluated, "leaf", "leaves")
            right = line(*sentence(Phrase("{count} read", count=count)), " ")
        return beside(left, right, width, "question")

    def _build_banner_of_cutoff(self) -> Banner:
        """Return the banner of the cut-off, with the values that the pruned leaves have now.

        For example ``pruned: 7, 3`` becomes ``pruned: 17, 3`` when the 7 is turned to 17. What is
        pruned is left out as soon as one of these leaves is read instead.
        """
        banner = self.view.snapshot.banner
        if self.read_leaves:
            return banner._replace(right=None, right_in_full=None)
        return banner

    @property
    def _leaf_description(self) -> Phrase:
        """Which value the leaf has now.

        - Without a cut-off: ``The leaf x is 3``.
        - At a cut-off: ``The pruned leaf is 17``, or where the user lets it be read, ``The leaf 17
          is read instead``; behind either ``; it was 4`` if it had another value.
        """
        if self.cut is None:
            return self._unpruned_leaf_description
        if self.leaf in self.read_leaves:
            now = Phrase("The leaf {value} is read instead", value=self.leaf_value)
        else:
            now = Phrase("The pruned leaf is {value}", value=self.leaf_value)
        if self.replaced_value is None:
            return now
        return Phrase("{now}; it was {before}", now=now, before=self.replaced_value)

    @property
    def _unpruned_leaf_description(self) -> Phrase:
        """Which value the leaf has: ``The leaf is 3``, or ``The leaf x is 3`` if it is unknown.

        Behind it stand the values of other unknown leaves: ``The leaf x is 3 while y is 0``.
        """
        word = self.given_tree.unknowns.get(self.leaf)
        if word:
            now = Phrase("The leaf {word} is {value}", word=word, value=self.leaf_value)
        else:
            now = Phrase("The leaf is {value}", value=self.leaf_value)
        while_others_are = self._other_unknown_values
        if while_others_are is None:
            return now
        return Phrase("{now} {while_others_are}", now=now, while_others_are=while_others_are)

    @property
    def _other_unknown_values(self) -> Phrase | None:
        """Which values the other unknown leaves have meanwhile: ``while y is 0, z is 4``.

        All that is said of the turned leaf holds for these values alone. It is ``None`` if no other
        leaf is unknown.
        """
        tree = self.given_tree
        values: list[Argument] = []
        for leaf in self.leaves:
            if leaf in tree.unknowns and leaf != self.leaf:
                word = tree.unknowns[leaf]
                name: Argument = word if word else Node(tree, leaf)
                values.append(Phrase("{leaf} is {value}", leaf=name, value=self.values[leaf]))
        if not values:
            return None
        return Phrase("while {values}", values=ItemList(tuple(values)))

    def _render_consequences(self) -> list[TextLine]:
        """Return what follows from the current value of the leaf; a remark takes its place."""
        if self.message:
            return [line((self.message, "bold news_text"))]
        if self.cut is not None:
            return self._render_consequences_at_cutoff(self.cut)
        return [] if self.piece is None else [self._render_result(self.piece)]

    def _render_result(self, piece: Piece) -> TextLine:
        """Return the root's value and the pruned branches for the current value of the leaf.

        For example ``▲root returns 3. Pruned: ▲D.``

        Args:
            piece: The part of the answer that holds for the current value.
        """
        tree = self.given_tree
        result = Sentence(
            "{node} returns {value}", node=Node(tree, 0), value=piece.value_at(self.leaf_value)
        )

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

    def _render_consequences_at_cutoff(self, cut: CutOff) -> list[TextLine]:
        """Return what follows from the current value of a pruned leaf, and which values were tried.

        Before a value is tried::

            The pruned leaf is 4: ▽b is worth 2 or less. ▲root has 3 and stands still.
            Does any number change ▲root? Type one, or turn with ← →.
            It is never read: whatever it is, it is pruned.

        Afterwards::

            The pruned leaf is 17; it was 4: ▽b is worth 2 or less. ▲root has 3 and stands still.
            tried: 9 17    ▲root: 3 3

        Of a leaf that is read instead the line ``It is never read…`` is left out, and the second
        line is ``One more leaf is read, and nothing is gained.``
        """
        remarks = (*self._describe_cutoff_node(cut), *self._describe_witness(cut))
        nothing_gained = Sentence("One more leaf is read, and nothing is gained")
        never_read = Sentence("It is never read: whatever it is, it is pruned")
        has_tried = bool(self.tried)
        is_read = self.leaf in self.read_leaves

        lines = [join_lines(map(sentence, remarks), " ")]
        if is_read:
            lines.append(sentence(nothing_gained, "bold strong"))
        if has_tried:
            lines.append(self._render_tried_values(cut))
        else:
            lines.append(self._render_question(cut))
        if not has_tried and not is_read:
            lines.append(sentence(never_read, "quiet"))
        return lines

    def _render_tried_values(self, cut: CutOff) -> TextLine:
        """Return the values that were tried, and the bound at each: ``tried: 17 9    ▽a: 6 6``.

        The bound is always the same, as no value of a pruned leaf changes it.
        """
        if cut.witness is None:
            bound_owner = line(("the bound", "quiet"))
        else:
            bound_owner = self._render_node_name(cut.witness.node)
        tried_values = " ".join(map(shown, self.tried))
        bounds = " ".join([shown(cut.origin.traced_bound)] * len(self.tried))
        return line(
            ("tried: ", "quiet"), tried_values, "    ", *bound_owner, (": ", "quiet"), bounds
        )

    def _render_question(self, cut: CutOff) -> TextLine:
        """Return the question whether any value changes the witness (or the cut-off node)."""
        node = self.charted_node if cut.witness is None else cut.witness.node
        asked = Phrase("Does any number change {node}? ", node=Node(self.given_tree, node))
        return line(*sentence(asked, "strong"), ("Type one, or turn with ← →.", "quiet"))

    def _describe_witness(self, cut: CutOff) -> Iterator[Sentence]:
        """Yield sentences about the node that has the bound of a cut-off: its *witness*.

        Whatever value a pruned leaf has, the bound stays as it is. For example a MIN node below the
        root is cut off, since the root has 3 already: ``▲root has 3 and stands still``. If the
        witness is further up than the parent (a deep cut-off), a second sentence is about the nodes
        between.
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
        is_deep_cutoff = cut.witness.node != self.given_tree.parent[cut.node]
        if is_deep_cutoff:
            yield Sentence(
                "What lies between may move; that does not matter to {witness}", witness=witness
            )

    def _describe_cutoff_node(self, cut: CutOff) -> Iterator[Sentence]:
        """Yield a sentence on what is known of the value of the node with the cut-off, if anything.

        For example ``The pruned leaf is 17: ▽b is worth 2 or less.``
        """
        worth = self._describe_worth_of_charted_node()
        if worth is None:
            return
        node = Node(self.given_tree, cut.node)
        if self.leaf in self.read_leaves:
            yield Sentence(
                "The leaf is read after all: {node} is worth {worth}", node=node, worth=worth
            )
        else:
            yield Sentence(
                "{leaf}: {node} is worth {worth}",
                leaf=self._leaf_description,
                node=node,
                worth=worth,
            )

    def _describe_worth_of_charted_node(self) -> Phrase | None:
        """Describe the value of the charted node at the leaf's value: ``2 or less``, ``exactly 3``.

        If all values lie from 0 to 10 anyway, ``2 or less`` is said rather than ``between 0 and
        2``. The result is ``None`` if the node may have any value.
        """
        possible_values = self.compute_range_of_charted_node(self.leaf_value)
        low, high = remove_ends_of_range(self.view.record, possible_values)
        return describe_bounds(low, high)

    def _try_value(self, value: Number) -> None:
        """Set the value of the leaf, search again, and add the value to those that were tried.

        A value beyond the known range is replaced by the end of the range, and a remark says so.
        """
        value_in_range = clamp_to_known_range(value, self.view)
        # A value that is tried again moves to the end of the list.
        other_values = [tried for tried in self.tried if tried != value_in_range]
        self.tried = [*other_values, value_in_range][-_MAX_TRIED_VALUES:]
        # A leaf that the user had read instead is pruned again.
        self.read_leaves.discard(self.leaf)
        self._search_with_value(self.leaf, value_in_range)

        if value > value_in_range:
            self.say(as_sentence(str(describe_limit_of_range(value_in_range, is_most=True))))
        elif value < value_in_range:
            self.say(as_sentence(str(describe_limit_of_range(value_in_range, is_most=False))))
        else:
            self.say("")

    def action_move(self, by: int) -> None:
        """Increase or decrease the value of the leaf by one.

        Args:
            by: 1 or -1, which is added to the value. An infinite value counts as 0.
        """
        self.typed = ""
        # A fraction, so that adding to a float such as 0.1 is exact.
        old_value = Fraction(0) if isinf(self.leaf_value) else Fraction(self.leaf_value)
        new_value = old_value + by
        is_whole = new_value.denominator == 1
        self._try_value(int(new_value) if is_whole else float(new_value))

    def on_key(self, event: events.Key) -> None:
        if event.character is None or event.character not in _NUMBER_CHARACTERS:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self._handle_typed_text(self.typed + event.character)

    def action_rub_out(self) -> None:
        if self.typed:
            self._handle_typed_text(self.typed[:-1])
        else:
            self.say("Nothing is typed that could be taken back.")

    def _handle_typed_text(self, text: str) -> None:
        """Try the number that has been typed so far; show an unfinished one, such as ``- …``.

        Where 3 and 9 have been tried, these keys give::

            key          typed    tried
            1            1        3 9 1
            2            12       3 9 12
            backspace    1        3 9 1

        Args:
            text: All that has been typed, including the last key.
        """
        is_first_character = not self.typed
        if is_first_character:
            self._tried_before_typing = self.tried
        # What had been typed up to the last key is no value that anybody wanted.
        self.tried = self._tried_before_typing

        self.typed = text[:_MAX_TYPED_LENGTH]
        value = _parse_number(self.typed)
        if value is not None:
            self._try_value(value)
        elif self.typed:
            self.say(f"{self.typed} …")
        else:
            self.say("")

    def action_other(self) -> None:
        next_index = self.leaves.index(self.leaf) + 1
        self._select_leaf(self.leaves[next_index % len(self.leaves)])
        self.say("This is the only leaf to turn." if len(self.leaves) == 1 else "")

    def action_read(self) -> None:
        self.read_leaves.add(self.leaf)
        self.say("")

    def action_use(self) -> None:
        for leaf in set(self.leaves).intersection(self.given_tree.unknowns):
            self.original_view.give_value(leaf, self.values[leaf])
        self.dismiss()


def _parse_number(text: str) -> Number | None:
    """Parse a typed number; return ``None`` if it is not finished, such as ``-``."""
    with suppress(ValueError):
        return parse_typed_number(text)
    return None


class _BoundOfValue(NamedTuple):
    """What is known of a value: a sign and a number, as ``≥ 3``."""

    sign: Sign
    number: Number


def _convert_to_bound(worth: Interval) -> _BoundOfValue:
    """Convert a range of values to a sign and a number.

    For example (3, +∞) becomes ``≥ 3``, (−∞, 3) becomes ``≤ 3``, and (3, 3) becomes ``= 3``.
    """
    low, high = worth
    if isinf(low):
        return _BoundOfValue("≤", high)
    if low == high:
        return _BoundOfValue("=", low)
    return _BoundOfValue("≥", low)
