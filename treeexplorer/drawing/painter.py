"""What a node looks like at a step, whatever draws it: texts, their styles, the weight of lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Cards, Weight
from treeexplorer.drawing.items import Item, Items
from treeexplorer.drawing.styled_text import (
    CARD_STYLES,
    Look,
    StyledPart,
    TextStyle,
    count_cells_of_parts,
)
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.record import Status, StepKind
from treeexplorer.errors import present
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.explain.snapshot import NodeView, Snapshot
from treeexplorer.judging.choices import NumberSource
from treeexplorer.judging.facts import BestSoFar
from treeexplorer.judging.judge import Mark
from treeexplorer.text import width
from treeexplorer.tree import INFINITY, INNER, Number, Player

STYLE_OF_WEIGHT: Final = (
    TextStyle.SPACE, TextStyle.DASHED, TextStyle.GHOST, TextStyle.STRONG,
    TextStyle.BETA, TextStyle.ALPHA, TextStyle.DECIDED,
)  # fmt: skip
PASSED: Final = (Status.SKIPPED, Status.BEYOND)
VISITED: Final = (Status.OPEN, Status.CLOSED)
_EMPTY_ANSWER: Final = WrittenAnswer()
_UNDRAWN_CHILDREN: Final = -1  # in `Look.crossed`, the ``…`` below the node `Look.question`
_ROOT: Final = 0
STYLE_OF_MARK: Final = {
    Mark.RIGHT: TextStyle.RIGHT,
    Mark.MISTAKE: TextStyle.MISTAKE,
    Mark.CONSEQUENCE: TextStyle.FOLLOWS,
}


class MarksAround(NamedTuple):
    """What stands before and after the text of a node that is to be seen: ``▌3▐``."""

    before: str
    after: str
    style: TextStyle


class _DisjointSubtrees(NamedTuple):
    """Some subtrees of a tree, none of which lies in another: each is a range of node numbers."""

    roots: list[int]  # in ascending order
    ends: list[int]  # one past the last node of each

    def contain(self, node: int) -> bool:
        """Tell whether a node is in one of the subtrees.

        That can only be the last that begins at the node or before it.
        """
        index = bisect_right(self.roots, node) - 1
        return index >= 0 and node < self.ends[index]


def _collect_disjoint_subtrees(roots: Iterable[int], end: Sequence[int]) -> _DisjointSubtrees:
    """Collect the subtrees of some nodes, without those that lie in another one.

    Args:
        roots: The nodes, in any order.
        end: By node: one past the last node of its subtree.

    Example:
        >>> _collect_disjoint_subtrees([4, 1, 2], end=[6, 4, 4, 4, 6, 6])  # 2 lies in 1
        _DisjointSubtrees(roots=[1, 4], ends=[4, 6])
    """
    subtrees = _DisjointSubtrees(roots=[], ends=[])
    for root in sorted(roots):
        if not subtrees.contain(root):
            subtrees.roots.append(root)
            subtrees.ends.append(end[root])
    return subtrees


class Rails(NamedTuple):
    """The coloured edges along which the two bounds of the current node came, by the node below."""

    alpha: frozenset[int | None]
    beta: frozenset[int | None]


_NO_RAILS: Final = Rails(frozenset(), frozenset())


class PlacedParts(NamedTuple):
    """Parts that follow each other, and the column in which the first of them begins."""

    column: int
    parts: list[StyledPart]


class Painter(Cards):
    """What a step makes of the items of a drawing: texts with their styles, edges, marks."""

    def __init__(self, items: Items, step: Snapshot, look: Look) -> None:
        """Prepare to paint some nodes of a tree at one step of a search.

        Args:
            items: What is drawn: the nodes, and each ``…`` or ``7 more`` for nodes that are not.
            step: What the search knows at the step.
            look: How it is drawn: with or without colours, the current node, a cursor.
        """
        super().__init__(items.tree, look)
        self.items = items
        self.snapshot = step

        # The node whose value is new: a leaf that is just read, or a child that has just returned.
        self.news: int | None = None
        if look.current:
            if step.kind is StepKind.LEAF:
                self.news = step.node
            else:
                self.news = step.child

        # A cache: the weight of the edge above each item that was asked for.
        self._edge_weights: dict[int, Weight] = {}

    # -- the result ----------------------------------------------------------------------------

    @property
    def _shows_result(self) -> bool:
        """Whether the drawing shows the result, of which it knows nothing before the last step."""
        is_search = self.look.answers is None
        return is_search and self.look.spoilers and self.snapshot.is_last

    @cached_property
    def _principal_variation(self) -> frozenset[int]:
        """The nodes below the root on the principal variation; none before the result is shown."""
        if not self._shows_result:
            return frozenset()
        line = analysis_of(self.snapshot.record).line
        return frozenset(line) - {_ROOT}  # the root has no edge to be drawn double

    @cached_property
    def _tied_moves(self) -> frozenset[int]:
        """The other children of the root that are as good; none before the result is shown."""
        if not self._shows_result:
            return frozenset()
        return frozenset(analysis_of(self.snapshot.record).moves(_ROOT).ties)

    # -- statuses ------------------------------------------------------------------------------

    def view(self, item: Item) -> NodeView:
        """Return what the node of an item looks like."""
        return self.snapshot.view(self.items.node(item))

    def node_status(self, node: int) -> Status:
        """Return a node's status at the step; on a worksheet every node is open."""
        if self.look.answers is not None:
            return Status.OPEN
        if self.look.trial is not None and node in self.look.trial.read:
            return Status.CLOSED
        return self.snapshot.status(node)

    def status(self, item: Item) -> Status:
        """Return what an item is at the step."""
        if self.look.answers is None and self.items.is_elision(item):
            status = self.view(item).elided
            return Status.UNSEEN if status is None else status
        return self.node_status(self.items.node(item))

    def is_pruned(self, item: Item) -> bool:
        """Tell whether an item is pruned, or beyond the depth limit."""
        return self.status(item) in PASSED

    def player(self, node: int) -> Player:
        """Return whose move it is at a node with children."""
        player = self.snapshot.record.tree.player(node)
        return Player.MAX if player is None else player

    def answer(self, item: Item) -> WrittenAnswer | None:
        """Return a person's answer at an item; ``None`` if there is none, as in a plain search."""
        if self.look.answers is not None:
            return self._answer_written_on_paper(item, self.look.answers)
        if self._is_crossed_out_as_pruned(item):
            return WrittenAnswer(crossed=True)
        return None

    def _answer_written_on_paper(
        self, item: Item, answers: Mapping[int, WrittenAnswer]
    ) -> WrittenAnswer | None:
        """Return what a person wrote at an item of a paper; an empty answer if nothing.

        An item is a node, the ``…`` for undrawn children, or ``7 more`` for undrawn siblings.
        """
        answer = answers.get(self.items.node(item), _EMPTY_ANSWER)
        is_node = self.items.is_plain(item)
        if is_node:
            return answer

        # A ``…`` can only be crossed out. The answer of the node above it says whether its
        # undrawn children, "the rest", are.
        if self.items.is_elision(item) and answer.rest_crossed:
            return WrittenAnswer(crossed=True, cut_mark=answer.rest_mark)
        return _EMPTY_ANSWER

    def _is_crossed_out_as_pruned(self, item: Item) -> bool:
        """Tell whether a person who was asked which children are pruned has crossed an item out.

        ==========================================  ==============================================
        the item                                    it is crossed out
        ==========================================  ==============================================
        a node                                      if the node is among what is crossed out
        the ``…`` below the node that is asked of   if the undrawn children are among it
        any other ``…``, and ``7 more``             never: they cannot be crossed out
        ==========================================  ==============================================
        """
        crossed_out = self.look.crossed
        if not crossed_out:
            return False

        node = self.items.node(item)
        if self.items.is_plain(item):
            return node in crossed_out

        # A ``…`` belongs to the node above it.
        is_below_asked_node = self.items.is_elision(item) and node == self.look.question
        return is_below_asked_node and _UNDRAWN_CHILDREN in crossed_out

    # -- texts ---------------------------------------------------------------------------------

    def card_style(self, node: int) -> str:
        """Return the style of an empty cell on a node's card; an unvisited node has no card."""
        status = self.node_status(node)
        if status is Status.UNSEEN:
            return TextStyle.SPACE
        if status in PASSED:
            return TextStyle.PRUNED
        return CARD_STYLES[self.player(node)].label

    def render_label(self, node: int, *, tight: bool = False) -> list[StyledPart]:
        """Return the styled label of a node, its player's sign before it: ``▲ A``.

        Args:
            node: The node of the card.
            tight: Whether the card has no spaces: ``▲A``.
        """
        player = self.player(node)
        sign = self.glyphs.signs[player]
        label = self._format_label_beside_value(node, tight=tight)

        separator = " "
        if tight:
            separator = self.glyphs.joint

        style = self.card_style(node)
        has_card = style != TextStyle.SPACE  # a node that has not been visited has none
        if not has_card:
            style = CARD_STYLES[player].to_come
        return [(f"{sign}{separator}{label}", style)]

    def _format_label_beside_value(self, node: int, *, tight: bool) -> str:
        """Return a node's label, without its estimate if that is shown as the node's value."""
        # Asked first: without estimates no view is made of nodes that are not visited.
        is_value_an_estimate = self.look.estimates and self.snapshot.view(node).sign == "~"
        if is_value_an_estimate:
            return self.bare_label(node, tight=tight)
        return self.label(node, tight=tight)

    def render_value(
        self, node: int, *, spaced: bool = False, tight: bool = False
    ) -> list[StyledPart]:
        """Return the value of an inner node as styled text, such as ``v 3``; empty if it has none.

        On a paper it is what a person wrote, otherwise what the search knows at this step.

        Args:
            node: The node, whose box (its card) shows the value.
            spaced: Whether there is a space behind every sign.
            tight: Whether the card has no spaces: then a mean, which is longer, is left out.
        """
        if self.look.answers is not None:
            answer = self.look.answers.get(node, _EMPTY_ANSWER)
            return self._render_written_value(node, answer)
        # Asked first: no view is made of nodes that are not visited.
        if self.snapshot.status(node) not in VISITED:
            return []
        return self._render_known_value(self._apply_trial_to_view(node), spaced=spaced, tight=tight)

    def _render_known_value(self, view: NodeView, *, spaced: bool, tight: bool) -> list[StyledPart]:
        """Return what the search knows of a visited node's value as styled text, such as ``≤ 3``.

        A ``v`` has a space behind it even if other signs have none: ``v3`` could be a name.
        """
        if view.number is None:
            return []
        if view.sign == "mean" and tight:  # it is too long for a card without spaces
            return []
        is_spaced_v = view.sign == "v" and not tight
        text = self.format_value(view, spaced=spaced or is_spaced_v)
        is_new_without_colour = view.node == self.news and self.look.marks
        if is_new_without_colour:
            text += "*"
        return self._style_value(view, text)

    def _style_value(self, view: NodeView, text: str) -> list[StyledPart]:
        """Give the text of a node's value its style; return it as one or more styled texts.

        If the step compares the value in the test of a cut-off, its number gets a style of its own:
        the ``3`` in ``≤ 3``.

        Args:
            view: What the search knows of the node, which has a value.
            text: The value as it is written, such as ``≤ 3``.
        """
        if self._has_value_of_trial(view.node):
            return [(text, TextStyle.NEWS)]

        style = self._choose_value_style(view)
        style_of_compared_number = self.styles_of_compared_numbers.get(view.node)
        if style_of_compared_number is None:  # the value is not compared in this step
            return [(text, style)]
        number = self.glyphs.number(present(view.number))
        return _highlight_last_number(text, style, number, style_of_compared_number)

    def _has_value_of_trial(self, node: int) -> bool:
        """Tell whether a node shows the value it would have if a leaf had another value."""
        return self.look.trial is not None and self.look.trial.node == node

    def _apply_trial_to_view(self, node: int) -> NodeView:
        """Return a node's view; if another leaf value is tried, with the value that follows."""
        view = self.snapshot.view(node)
        trial = self.look.trial
        if trial is None or trial.node != node:
            return view
        return view._replace(sign=trial.sign, number=trial.number)

    def _choose_value_style(self, view: NodeView) -> str:
        """Choose the style of a visited node's value: new, changed, still open or decided.

        Args:
            view: What the search knows of the node. Its ``sign`` is ``v`` if the value is the best
                one so far, and ``mean`` if it is the mean so far.
        """
        card_styles = CARD_STYLES[self.player(view.node)]

        is_returned_to_parent_now = view.node == self.news
        if is_returned_to_parent_now:
            return TextStyle.NEWS

        has_just_changed = view.is_current and view.is_new
        if has_just_changed:
            return card_styles.news

        may_still_change = view.is_current or view.sign in {"v", "mean"}
        if may_still_change:
            return card_styles.value
        return card_styles.decided

    def _render_written_value(self, node: int, answer: WrittenAnswer) -> list[StyledPart]:
        """Return the value that a person wrote at a node, as styled text, or a box for it.

        ``answer.value`` is "" if no value is asked for, and None if it is not written yet.
        """
        if answer.value == "":
            return []

        is_cursor_here = answer.here == "value"
        if is_cursor_here:
            return [(self._format_typed_value(node, answer.value), TextStyle.NEWS)]

        if answer.value is None:
            return [("  ?  ", TextStyle.HERE)]
        return self._render_value_with_mark(node, answer.value, answer.value_mark)

    def _format_typed_value(self, node: int, typed: str | None) -> str:
        """Format what a person is typing in a card, with a caret behind it, as far as it has room.

        In a card with 5 cells for the value::

            typed      shown
            nothing    " ?▏ "
            2          " 2▏ "
            -12        "-12▏"     there is no room for spaces
            3,inf      "…inf▏"    its end is shown, where the person types
        """
        if typed is None:
            return " ?▏ "

        text = f"{self.glyphs.written(typed)}▏"
        room = self.value_width(self.tree.roles[node])
        text_with_spaces = f" {text} "
        if width(text_with_spaces) <= room:
            return text_with_spaces
        if width(text) <= room:
            return text
        kept_cells = room - len("…")
        end_of_text = text[-kept_cells:]  # numbers, signs and the caret take one cell each
        return f"…{end_of_text}"

    def _render_value_with_mark(self, node: int, value: str, mark: Mark | None) -> list[StyledPart]:
        """Return a person's value for a node and the mark that it got, as styled text: ``3 ✓``.

        A value that is too long is shortened, so that the mark has room.
        """
        card_styles = CARD_STYLES[self.player(node)]
        mark_styles = {
            Mark.RIGHT: card_styles.right,
            Mark.MISTAKE: card_styles.mistake,
            Mark.CONSEQUENCE: card_styles.follows,
        }
        room_for_value = self.value_width() - width(" ✓")  # on a paper it includes the mark
        text = self.glyphs.clipped(value, room_for_value)
        return [(text, card_styles.value), *self.render_mark(mark, mark_styles, " ")]

    @cached_property
    def styles_of_compared_numbers(self) -> dict[int, TextStyle]:
        """The nodes whose number is compared in the test of a cut-off, each with its style.

        Each number is highlighted at the node that has it, and at the child that gave it. In ``[A:3
        B:[2 4]]`` the MIN node B is cut off after the 2, by the test 3 ≥ 2::

            the bound 3, MAX's α   at the root and at A   ALPHA_NUMBER
            v = 2 of B, MIN's β    at B and at the 2      BETA_NUMBER

        At a MAX node that is cut off the styles are exchanged. At a step without a cut-off the
        dictionary is empty.
        """
        choice = self.snapshot.choice  # there is one at the step of a cut-off
        if choice is None or not self._shows_current:
            return {}

        if choice.wants is Player.MAX:  # its bound is α, and v belongs to MIN
            bound_style = TextStyle.ALPHA_NUMBER
            v_style = TextStyle.BETA_NUMBER
        else:
            bound_style = TextStyle.BETA_NUMBER
            v_style = TextStyle.ALPHA_NUMBER

        styles = dict.fromkeys(self._collect_nodes_showing(choice.bound), bound_style)
        styles.update(dict.fromkeys(self._collect_nodes_showing(choice.v), v_style))
        return styles

    def _collect_nodes_showing(self, number: NumberSource) -> list[int]:
        """Return the nodes that show a number of a cut-off's test: its holder, and who gave it.

        The holder is the node that has the number as its best value so far; one of its children
        gave it. Either is left out if it shows another number at this step.
        """
        if number.holder is None:  # the number is an end of the window that the root began with
            return []
        candidates = (number.holder.node, number.holder.through)
        return [
            node
            for node in candidates
            if node is not None and self.snapshot.view(node).number == number.value
        ]

    def render_mark(
        self, mark: Mark | None, styles: Mapping[Mark, str], space: str = ""
    ) -> list[StyledPart]:
        """Return the mark beside an answer as styled text; nothing for an unmarked answer."""
        if mark is None:
            return []
        return [(f"{space}{self.glyphs.verdicts[mark]}", styles[mark])]

    def is_crossed_out(self, node: int) -> bool:
        """Tell whether a person has crossed out a node, or one above it."""
        return self._crossed_out_subtrees.contain(node)

    @cached_property
    def _crossed_out_subtrees(self) -> _DisjointSubtrees:
        """The subtrees that a person has crossed out, in answer to a question or on a paper."""
        crossed_out = set(self.look.crossed) - {_UNDRAWN_CHILDREN}
        if self.look.answers is not None:
            crossed_out |= {node for node, answer in self.look.answers.items() if answer.crossed}
        return _collect_disjoint_subtrees(crossed_out, self.tree.end)

    def format_value(self, view: NodeView, *, spaced: bool) -> str:
        """Return a node's value with its sign: ``v −∞``, ``= 6``, ``≥8``, ``4?`` or ``~3``.

        Without a value it is empty.

        Args:
            view: What the search knows of the node.
            spaced: Whether a space stands between sign and number. Behind ``mean`` it always does,
                behind ``~`` and before ``?`` it never does.
        """
        if view.number is None:
            return ""
        number = self.glyphs.number(view.number)
        if view.sign == "?":
            return f"{number}?"

        sign = self.glyphs.written(view.sign)
        has_space = view.sign == "mean" or (spaced and view.sign != "~")
        if has_space:
            return f"{sign} {number}"
        return f"{sign}{number}"

    def render_leaf(self, node: int) -> StyledPart:
        """Return a leaf's value as styled text, with a sign where no colour shows its state."""
        style = self._choose_leaf_style(node)
        text = self.leaf(node)
        is_paper = self.look.answers is not None  # there a leaf is struck by what a person wrote
        if self.look.marks and not is_paper:
            text = self._add_sign_to_leaf(node, text, style)
        return text, style

    def _add_sign_to_leaf(self, leaf: int, text: str, style: TextStyle) -> str:
        """Add to a leaf's text the sign of its state, for drawings without colours.

        A leaf with the value 3 reads ``╱3╱`` if it is pruned, ``·3`` if it is not read yet and
        ``3*`` if it has just been read.
        """
        if style == TextStyle.PRUNED:
            return f"{self.glyphs.hatch}{text}{self.glyphs.hatch}"
        if style == TextStyle.GHOST:
            return f"{self.glyphs.unread}{text}"
        is_just_read = style == TextStyle.NEWS and not self._has_tried_value(leaf)
        if is_just_read:
            return f"{text}*"
        return text

    def _choose_leaf_style(self, node: int) -> TextStyle:
        """Choose the style of a leaf's value, on a paper or at a step of the search."""
        is_paper = self.look.answers is not None
        if not is_paper:
            return self._choose_leaf_style_at_step(node)
        if self.is_crossed_out(node):
            return TextStyle.PRUNED
        return TextStyle.STRONG

    def _choose_leaf_style_at_step(self, node: int) -> TextStyle:
        """Choose the style of a leaf's value at a step: new, pruned, not read yet, or read.

        What a person does with a leaf, trying another value or crossing it out, goes before what
        the search did with it.
        """
        if self._has_tried_value(node):
            return TextStyle.NEWS
        status = self.node_status(node)
        if status in PASSED or self.is_crossed_out(node):
            return TextStyle.PRUNED
        if status is Status.UNSEEN:
            return TextStyle.GHOST
        is_just_read = node == self.news
        if is_just_read:
            return TextStyle.NEWS
        return self.styles_of_compared_numbers.get(node, TextStyle.STRONG)

    def _has_tried_value(self, node: int) -> bool:
        """Tell whether a leaf is one that a person has given another value."""
        return self.look.trial is not None and node == self.look.cursor

    def render_entry_window(self, node: int) -> tuple[StyledPart, StyledPart] | None:
        """Return α and β with which the search entered a node, as styled texts.

        They are ``None`` if they are not shown: at leaves, at nodes that the search has not
        visited, if windows are turned off, and if the search has none.
        """
        is_inner_node = self.tree.kind[node] == INNER
        if not self.look.windows or not is_inner_node:
            return None
        if self.node_status(node) not in VISITED:
            return None
        entry_window = self.snapshot.view(node).entry
        if entry_window is None:
            return None

        # A rail is the edges along which a bound came. The bound is bold where its rail runs.
        alpha_style = TextStyle.ALPHA if node in self.rails.alpha else TextStyle.ALPHA_END
        beta_style = TextStyle.BETA if node in self.rails.beta else TextStyle.BETA_END

        alpha, beta = entry_window
        return self._render_bound(alpha, alpha_style), self._render_bound(beta, beta_style)

    def _render_bound(self, bound: Number, style: TextStyle) -> StyledPart:
        """Return α or β as styled text; an infinite one is quiet."""
        if abs(bound) == INFINITY:
            style = TextStyle.QUIET
        return self.glyphs.number(bound), style

    @cached_property
    def rails(self) -> Rails:
        """The nodes above which α's rail runs, and those above which β's runs.

        A rail is the coloured edges along which a bound came: from the child that gave it, over the
        node that has it, down to the node at which the search stands. Here the root has α, which ▽A
        gave it, and the search stands at ▲C. So α's rail runs above ▽A, ▽B and ▲C::

                ▲root
            ┏━━━━━┻━━━━━┓
            ▽A          ▽B
                        ┃
                        ▲C
        """
        current = self.snapshot.current
        if current is None or not self._shows_current or self.snapshot.is_last:
            return _NO_RAILS
        path_to_root = (current, *self.tree.ancestors(current))
        alpha_holder, beta_holder = self.snapshot.rails
        return Rails(
            alpha=_collect_rail(path_to_root, alpha_holder),
            beta=_collect_rail(path_to_root, beta_holder),
        )

    # -- edges and marks -----------------------------------------------------------------------

    def weight(self, item: Item) -> Weight:
        """Return how the edge above an item is drawn."""
        if item not in self._edge_weights:
            self._edge_weights[item] = self._choose_edge_weight(item)
        return self._edge_weights[item]

    def _choose_edge_weight(self, item: Item) -> Weight:
        """Choose how the edge above an item is drawn.

        An edge is dotted if it is pruned, or crossed out by a person. The edge to a ``…`` or to
        ``7 more`` siblings is light, and so is any edge of a paper.
        """
        answer = self.answer(item)
        if answer is not None:  # a person's answer stands there, not what the search did
            if answer.crossed:
                return Weight.DOTTED
            return Weight.LIGHT

        if self.is_pruned(item):
            return Weight.DOTTED
        is_node = self.items.is_plain(item)
        if not is_node:
            return Weight.LIGHT
        return self._choose_weight_of_searched_edge(self.items.node(item))

    def _choose_weight_of_searched_edge(self, node: int) -> Weight:
        """Choose how the edge above a node that is not pruned is drawn, such as double or heavy.

        An edge may be several things at once: on the principal variation, on the way by which α or
        β came (its rail), on the path to the current node. The first case that holds counts.
        """
        if node in self._principal_variation:
            return Weight.DOUBLE
        if node in self.rails.alpha:
            return Weight.ALPHA
        if node in self.rails.beta:
            return Weight.BETA
        if self.is_on_path(node) and not self.look.marks:  # with marks, heavy lines are rails
            return Weight.HEAVY
        return Weight.LIGHT

    def has_both_rails(self, item: Item) -> bool:
        """Tell whether both rails run above an item: β's is dotted beside α's."""
        if not self.items.is_plain(item):
            return False
        node = self.items.node(item)
        return node in self.rails.alpha and node in self.rails.beta

    def render_vertical_line(self, weight: Weight) -> StyledPart:
        """Return one cell of a vertical line as styled text."""
        return self.glyphs.uprights[weight], STYLE_OF_WEIGHT[weight]

    def is_on_path(self, node: int) -> bool:
        """Tell whether the search stands at or below a node, or its value has just returned."""
        current = self.snapshot.current
        if self.snapshot.is_last or current is None:
            return False
        return node == self.snapshot.child or self.tree.is_within(current, node)

    def weight_of_lower_end(self, item: Item) -> Weight:
        """Return how the lower end of the edge above an item is drawn; a tied move's is double."""
        is_tied = self.items.is_plain(item) and self.items.node(item) in self._tied_moves
        if is_tied:
            return Weight.DOUBLE
        return self.weight(item)

    def stands_for(self, item: Item, node: int | None) -> bool:
        """Tell whether an item of the drawing stands for a node: for ``None`` none does.

        An item is one of these:

        =====================================  ===================================================
        a node with what is below it           stands for itself
        a node below which nothing is drawn    stands for itself and for all nodes below it
        ``7 more``                             stands for seven siblings and all nodes below them
        a ``…``                                stands for no node: the tree does not have them
        =====================================  ===================================================
        """
        if node is None:
            return False
        stands_for_no_node = self.items.is_elision(item)  # a ``…``
        if stands_for_no_node:
            return False

        first_node = self.items.node(item)
        is_shown = node == first_node and self.items.is_plain(item)
        if is_shown:
            return True

        hides_nodes = self.items.is_end(item)  # nothing is drawn below it
        # Nodes are numbered in preorder, so those that it hides are a range.
        return hides_nodes and first_node <= node < self.items.stop(item)

    def find_marks_around(self, item: Item) -> MarksAround | None:
        """Return the marks around the text of the node under the cursor, or of the current node.

        Around the current node they are ``▌3▐``; around any other node there are none, ``None``.
        If the node itself is not drawn, the item that stands for it has the marks: if nothing is
        drawn below A, and the cursor is at a child of A, they are around A.
        """
        if self.stands_for(item, self.look.cursor):
            before, after = self.glyphs.cursor
            return MarksAround(before, after, TextStyle.HERE)
        if self._shows_current and self.stands_for(item, self.snapshot.current):
            before, after = self.glyphs.marks
            return MarksAround(before, after, TextStyle.STRONG)
        return None

    def add_marks_around(self, item: Item, column: int, parts: list[StyledPart]) -> PlacedParts:
        """Put marks around an item's text if it is current or under the cursor: ``▌3▐``.

        Args:
            item: What is drawn of a node.
            column: The column at which its text begins without marks.
            parts: Its styled text.
        """
        marks = self.find_marks_around(item)
        if marks is None:
            return PlacedParts(column, parts)
        with_marks = [(marks.before, marks.style), *parts, (marks.after, marks.style)]
        return PlacedParts(column - width(marks.before), with_marks)

    @property
    def _shows_current(self) -> bool:
        """Whether the drawing tells at which node the search stands."""
        return self.look.current and self.look.answers is None


def _collect_rail(path_to_root: Sequence[int], holder: BestSoFar | None) -> frozenset[int | None]:
    """Return the nodes above which the rail of a bound runs, from who gave it to the current node.

    Let the root, node 0, have its bound from its child 1, and let the search stand at node 5, below
    node 4. Then the rail runs above the nodes 1, 4 and 5.

    Args:
        path_to_root: The node at which the search stands, and those above it, up to the root: here
            5, 4, 0.
        holder: The node of the path that has the bound, and the child that gave it; ``None`` if no
            node has it, so that there is no rail.
    """
    if holder is None:
        return frozenset()
    below_holder = path_to_root[: path_to_root.index(holder.node)]
    return frozenset([*below_holder, holder.through])


def join_groups(groups: list[list[StyledPart]], space: str) -> list[StyledPart]:
    """Join groups of styled texts, with a space between two groups that are not empty.

    Example:
        >>> join_groups([[("v 3", "bold")], [], [("0.5", "quiet")]], " ")
        [('v 3', 'bold'), (' ', <TextStyle.SPACE: ''>), ('0.5', 'quiet')]
    """
    joined: list[StyledPart] = []
    for group in groups:
        if joined and group:
            joined.append((space, TextStyle.SPACE))
        joined += group
    return joined


def join_groups_that_fit(
    groups: Iterable[list[StyledPart]], space: str, cells: int
) -> list[StyledPart]:
    """Join groups of styled texts with spaces between them, as many groups as have room.

    The first group that has no room ends the result, even if a later one would fit.

    Example:
        >>> join_groups_that_fit([[("v 3", "bold")], [("0.5", "quiet")]], " ", cells=5)
        [('v 3', 'bold')]
    """
    fitting: list[StyledPart] = []
    for group in groups:
        with_group = join_groups([fitting, group], space)
        if count_cells_of_parts(with_group) > cells:
            break
        fitting = with_group
    return fitting


def _highlight_last_number(
    text: str, style: str, number: str, number_style: str
) -> list[StyledPart]:
    """Split a text into styled texts, the last occurrence of a number in a style of its own.

    Example:
        >>> _highlight_last_number("≤ 3*", "bold", "3", "red")
        [('≤ ', 'bold'), ('3', 'red'), ('*', 'bold')]
    """
    before, _, after = text.rpartition(number)
    pieces = [(before, style), (number, number_style), (after, style)]
    return [piece for piece in pieces if piece[0]]
