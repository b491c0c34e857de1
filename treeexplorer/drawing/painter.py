"""What a node looks like at a step, whatever draws it: texts, their roles, the weight of lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple

from treeexplorer.drawing.cards import Cards, Weight
from treeexplorer.drawing.items import Item, Items
from treeexplorer.drawing.styled_text import (
    CARD_ROLES,
    Look,
    Part,
    Role,
    parts_width,
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

ROLE_OF_WEIGHT: Final = (
    Role.SPACE, Role.DASHED, Role.GHOST, Role.STRONG, Role.BETA, Role.ALPHA, Role.DECIDED,
)  # fmt: skip
PASSED: Final = (Status.SKIPPED, Status.BEYOND)
VISITED: Final = (Status.OPEN, Status.CLOSED)
_EMPTY_ANSWER: Final = WrittenAnswer()
_UNDRAWN_CHILDREN: Final = -1  # in `Look.crossed`, the ``…`` below the node `Look.question`
_ROOT: Final = 0
ROLE_OF_MARK: Final = {
    Mark.RIGHT: Role.RIGHT,
    Mark.MISTAKE: Role.MISTAKE,
    Mark.CONSEQUENCE: Role.FOLLOWS,
}


class MarksAround(NamedTuple):
    """What stands before and after the text of a node that is to be seen: ``▌3▐``."""

    before: str
    after: str
    role: Role


class PlacedParts(NamedTuple):
    """Parts that follow each other, and the column in which the first of them begins."""

    column: int
    parts: list[Part]


class Painter(Cards):
    """What a step makes of the items of a drawing: texts with their roles, edges, marks."""

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
            self.news = step.node if step.kind is StepKind.LEAF else step.child
        # A cache: the weight of the edge above each item that was asked for.
        self._weights: dict[int, Weight] = {}

    # -- the result ----------------------------------------------------------------------------

    @property
    def _shows_result(self) -> bool:
        """Whether the drawing shows the result, of which it knows nothing before the last step."""
        is_search = self.look.answers is None
        return is_search and self.look.spoilers and self.snapshot.is_last

    @cached_property
    def _best(self) -> frozenset[int]:
        """The nodes below the root on the principal variation; none before the result is shown."""
        if not self._shows_result:
            return frozenset()
        line = analysis_of(self.snapshot.record).line
        return frozenset(line) - {_ROOT}  # the root has no edge to be drawn double

    @cached_property
    def _ties(self) -> frozenset[int]:
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
            return self._answer_on_paper(item, self.look.answers)
        if self._is_crossed_at_a_question(item):
            return WrittenAnswer(crossed=True)
        return None

    def _answer_on_paper(
        self, item: Item, answers: Mapping[int, WrittenAnswer]
    ) -> WrittenAnswer | None:
        """Return what a person has written at a node of a paper; an empty answer if nothing.

        A paper is a tree that a person fills in by hand.

        Args:
            item: A node, the ``…`` of undrawn children, or ``7 more`` for siblings without room.
            answers: What is written, by node.
        """
        answer = answers.get(self.items.node(item), _EMPTY_ANSWER)
        if self.items.is_plain(item):
            return answer
        # The slash across a ``…`` is noted at the node above it. Nothing else is written there.
        if self.items.is_elision(item) and answer.rest_crossed:
            return WrittenAnswer(crossed=True, cut_mark=answer.rest_mark)
        return _EMPTY_ANSWER

    def _is_crossed_at_a_question(self, item: Item) -> bool:
        """Tell whether a person has crossed a child out when asked which children are pruned.

        The answer, `Look.crossed`, holds the nodes that are crossed out, and −1 for the ``…`` that
        stands for undrawn children of the node in question.

        Args:
            item: What is drawn of the child: a node, a ``…``, or ``7 more`` for siblings.
        """
        crossed = self.look.crossed
        if not crossed:  # nothing is asked, or nothing crossed out yet
            return False
        node = self.items.node(item)
        if self.items.is_plain(item):
            return node in crossed
        # The node of a ``…`` is the one above it.
        is_below_question = node == self.look.question
        return is_below_question and _UNDRAWN_CHILDREN in crossed

    # -- texts ---------------------------------------------------------------------------------

    def card_role(self, node: int) -> str:
        """Return the role of an empty place on a card; an unvisited node has no card."""
        status = self.node_status(node)
        if status is Status.UNSEEN:
            return Role.SPACE
        return Role.PRUNED if status in PASSED else CARD_ROLES[self.player(node)].label

    def label_parts(self, node: int, *, tight: bool = False) -> list[Part]:
        """Return the label of a node with its player's sign, as coloured text: ``▲ A``.

        Args:
            node: The node of the card.
            tight: Whether the card has no spaces: ``▲A``.
        """
        player = self.player(node)
        behind_sign = self.glyphs.joint if tight else " "
        label = self._label_beside_value(node, tight=tight)
        role = self.card_role(node)
        has_no_card = role == Role.SPACE  # a node that has not been visited
        if has_no_card:
            role = CARD_ROLES[player].to_come
        return [(f"{self.glyphs.signs[player]}{behind_sign}{label}", role)]

    def _label_beside_value(self, node: int, *, tight: bool) -> str:
        """Return a node's label, without its estimate where that stands as the node's value."""
        # Asked first: without estimates no view is made of nodes that are not visited.
        is_value_an_estimate = self.look.estimates and self.snapshot.view(node).sign == "~"
        if is_value_an_estimate:
            return self.bare_label(node, tight=tight)
        return self.label(node, tight=tight)

    def value_parts(self, node: int, *, spaced: bool = False, tight: bool = False) -> list[Part]:
        """Return the value of a node with children as coloured text, such as ``v 3``.

        On a paper it is what a person has written; else it is what the search knows at this step.
        It is empty at a node that the search has not visited, or without a value so far.

        Args:
            node: The node, whose box (its card) shows the value.
            spaced: Whether there is a space behind every sign.
            tight: Whether the card has no spaces: then a mean, which is longer, is left out.
        """
        if self.look.answers is not None:
            return self._written_value(node, self.look.answers.get(node, _EMPTY_ANSWER))
        if self.snapshot.status(node) not in VISITED:
            return []
        view = self._view_with_tried_leaf(node)
        if view.number is None:
            return []
        has_room_for_means = not tight
        if view.sign == "mean" and not has_room_for_means:
            return []
        if view.sign == "v" and not tight:  # without a space, ``v3`` could be a name
            spaced = True
        return self._coloured_value(view, self.value_text(view, spaced=spaced))

    def _coloured_value(self, view: NodeView, text: str) -> list[Part]:
        """Split the text of a node's value into parts, each with its colour (its role).

        The whole value has one colour, but at a cut-off: there the number that is compared stands
        out, the ``3`` in ``≤ 3``.

        Args:
            view: What the search knows of the node, which has a value.
            text: The value as it is written, such as ``≤ 3``.
        """
        is_new = view.node == self.news
        if is_new and self.look.marks:  # no colour shows that it is new
            text += "*"
        if self._follows_a_leaf(view.node):  # what a person tries goes before what the search did
            return [(text, Role.NEWS)]
        role = self._role_of_value(view)
        role_of_number = self.numbers_of_test.get(view.node)
        if role_of_number is None:  # it is not compared
            return [(text, role)]
        number = self.glyphs.number(present(view.number))
        return _highlighted(text, role, number, role_of_number)

    def _follows_a_leaf(self, node: int) -> bool:
        """Tell whether a node shows the value that it has with another value tried for a leaf."""
        return self.look.trial is not None and self.look.trial.node == node

    def _view_with_tried_leaf(self, node: int) -> NodeView:
        """Return a node's view, with the value that follows from a value tried for a leaf."""
        view = self.snapshot.view(node)
        trial = self.look.trial
        if trial is None or trial.node != node:
            return view
        return view._replace(sign=trial.sign, number=trial.number)

    def _role_of_value(self, view: NodeView) -> str:
        """Return the name of the style (the role) of the value on a visited node's card.

        A value that has just arrived at the parent has a ground of its own. All other styles are
        those of the player who moves at the node: of what has just changed, of what may still
        change, and of what is decided.

        Args:
            view: What the search knows of the node. Its ``sign`` is ``v`` if the value is the best
                one so far, and ``mean`` if it is the mean so far.
        """
        roles = CARD_ROLES[self.player(view.node)]
        arrives_above = view.node == self.news
        if arrives_above:
            return Role.NEWS
        has_just_changed = view.is_current and view.is_new
        if has_just_changed:
            return roles.news
        may_change = view.is_current or view.sign in {"v", "mean"}
        return roles.value if may_change else roles.decided

    def _written_value(self, node: int, answer: WrittenAnswer) -> list[Part]:
        """Return the value that a person wrote at a node as coloured text, or a box to write it in.

        Args:
            node: The node.
            answer: What the person wrote there. Its value is "" if none is asked for, and ``None``
                if one is asked for and not written yet.
        """
        is_asked = answer.value != ""
        if not is_asked:
            return []
        is_written = answer.value is not None
        is_cursor_here = answer.here == "value"
        if is_cursor_here:  # behind what is written so far
            written_so_far = answer.value if is_written else "?"
            return [(f" {written_so_far}▏ ", Role.NEWS)]
        if answer.value is None:
            return [("  ?  ", Role.HERE)]
        return self._marked_value(node, answer.value, answer.value_mark)

    def _marked_value(self, node: int, value: str, mark: Mark | None) -> list[Part]:
        """Return the value that a person wrote at a node as coloured text, with its mark: ``3 ✓``.

        Without a mark it is the value alone. A value that is too long is clipped, so that the mark
        has room.
        """
        roles = CARD_ROLES[self.player(node)]
        role_of_mark = {
            Mark.RIGHT: roles.right,
            Mark.MISTAKE: roles.mistake,
            Mark.CONSEQUENCE: roles.follows,
        }
        room = self.value_width() - len(" ✓")  # the width of a value includes that of a mark here
        text = self.glyphs.clipped(value, room)
        return [(text, roles.value), *self._mark_parts(mark, role_of_mark, " ")]

    @cached_property
    def numbers_of_test(self) -> dict[int, Role]:
        """The nodes whose number is compared in the test of a cut-off, each with its colour.

        The test ``3 ≥ 2`` compares a bound with the value v of the node that is cut off. Each
        number is highlighted at the node that has it, and at the child that gave it. At a step
        without a cut-off the dictionary is empty.
        """
        choice = self.snapshot.choice  # there is one at the step of a cut-off
        if choice is None or not self._shows_current:
            return {}
        # A bound of MAX is α, and then v is MIN's: it has the colour of β. With MIN it is mirrored.
        role_of_bound = Role.ALPHA_NUMBER
        role_of_v = Role.BETA_NUMBER
        if choice.wants is not Player.MAX:
            role_of_bound, role_of_v = role_of_v, role_of_bound
        return {
            **dict.fromkeys(self._nodes_that_show(choice.bound), role_of_bound),
            **dict.fromkeys(self._nodes_that_show(choice.v), role_of_v),
        }

    def _nodes_that_show(self, number: NumberSource) -> list[int]:
        """Return the nodes that show a number of a cut-off's test: its holder, and who gave it.

        The holder is the node that has the number as its best so far; a child of it gave it. The
        result has two nodes at most.
        """
        if number.holder is None:  # the number is an end of the window that the root began with
            return []
        # A node is left out if it shows another number at this step.
        nodes = (number.holder.node, number.holder.through)
        return [
            node
            for node in nodes
            if node is not None and self.snapshot.view(node).number == number.value
        ]

    def _mark_parts(
        self, mark: Mark | None, roles: Mapping[Mark, str], space: str = ""
    ) -> list[Part]:
        """Return the mark beside an answer as parts; none if the answer was not marked."""
        if mark is None:
            return []
        return [(f"{space}{self.glyphs.verdicts[mark]}", roles[mark])]

    def is_crossed_out(self, node: int) -> bool:
        """Tell whether a person has crossed out a node, or one above it."""
        nodes, ends = self._crossed_out
        # How many crossed-out nodes come before the node in preorder, or are the node. It is below
        # one of them (or is it) if it lies before the greatest of their ends.
        before = bisect_right(nodes, node)
        return before > 0 and node < ends[before - 1]

    @cached_property
    def _crossed_out(self) -> tuple[list[int], list[int]]:
        """The nodes that a person has crossed out, in order, and how far they reach.

        The first list has the nodes. The second one has at each index the greatest end of the nodes
        up to there; the end of a node is one past its last descendant. So a node lies below a
        crossed one if it lies before the greatest end of all crossed nodes up to it: the crossed
        nodes 3 and 4, of which 3 ends at 9 and 4 at 6, give [3, 4] and [9, 9].
        """
        crossed = set(self.look.crossed) - {_UNDRAWN_CHILDREN}
        if self.look.answers is not None:
            crossed |= {node for node, answer in self.look.answers.items() if answer.crossed}
        nodes = sorted(crossed)
        ends = [self.tree.end[node] for node in nodes]
        return nodes, list(accumulate(ends, max))

    def value_text(self, view: NodeView, *, spaced: bool) -> str:
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
        if view.sign == "mean" or (spaced and view.sign != "~"):
            return f"{sign} {number}"
        return f"{sign}{number}"

    def leaf_part(self, node: int) -> Part:
        """Return a leaf's text and role, with a sign beside it where no colour shows the role."""
        role = self._role_of_leaf(node)
        text = self.leaf(node)
        is_paper = self.look.answers is not None  # there a leaf is struck by what a person wrote
        if self.look.marks and not is_paper:
            text = self._with_sign(node, text, role)
        return text, role

    def _with_sign(self, leaf: int, text: str, role: Role) -> str:
        """Return a leaf's text with a sign for its role.

        A leaf with the value 3 reads ``╱3╱`` if it is pruned, ``·3`` if it is not read yet and
        ``3*`` if it has just been read.
        """
        if role == Role.PRUNED:
            return f"{self.glyphs.hatch}{text}{self.glyphs.hatch}"
        if role == Role.GHOST:
            return f"{self.glyphs.unread}{text}"
        is_just_read = role == Role.NEWS and not self._is_tried(leaf)
        return f"{text}*" if is_just_read else text

    def _role_of_leaf(self, node: int) -> Role:
        """Return the role in which a leaf is written: on a paper, or at a step of the search."""
        is_on_paper = self.look.answers is not None
        if is_on_paper:
            return Role.PRUNED if self.is_crossed_out(node) else Role.STRONG
        return self._role_of_leaf_at_step(node)

    def _role_of_leaf_at_step(self, node: int) -> Role:
        """Return the colour (the role) of a leaf's value: new, pruned, not read yet, or read.

        The first case that holds counts. What a person does with a leaf, trying another value or
        crossing it out, goes before what the search did with it.
        """
        if self._is_tried(node):  # a person tries another value for it
            return Role.NEWS
        status = self.node_status(node)
        if status in PASSED or self.is_crossed_out(node):
            return Role.PRUNED
        if status is Status.UNSEEN:  # not read yet
            return Role.GHOST
        if node == self.news:  # just read
            return Role.NEWS
        return self.numbers_of_test.get(node, Role.STRONG)

    def _is_tried(self, node: int) -> bool:
        """Tell whether a leaf is one that a person has given another value."""
        return self.look.trial is not None and node == self.look.cursor

    def window_ends(self, node: int) -> tuple[Part, Part] | None:
        """Return the bounds α and β with which the search entered a node, each with its colour.

        They are ``None`` if they are not shown: at leaves, at nodes that the search has not
        visited, if windows are turned off, and if the search has none.
        """
        is_shown = self.look.windows and self.tree.kind[node] == INNER
        if not is_shown or self.node_status(node) not in VISITED:
            return None
        entry = self.snapshot.view(node).entry
        if entry is None:
            return None
        alpha, beta = entry
        # A rail is the edges along which a bound came. The bound is bold where it runs above.
        rail_of_alpha, rail_of_beta = self.rails
        alpha_role = Role.ALPHA if node in rail_of_alpha else Role.ALPHA_END
        beta_role = Role.BETA if node in rail_of_beta else Role.BETA_END
        return self._end_part(alpha, alpha_role), self._end_part(beta, beta_role)

    def _end_part(self, bound: Number, role: Role) -> Part:
        """Return an end of a window; an infinite one is quiet."""
        if abs(bound) == INFINITY:
            role = Role.QUIET
        return self.glyphs.number(bound), role

    @cached_property
    def rails(self) -> tuple[frozenset[int | None], frozenset[int | None]]:
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
        at = self.snapshot.current
        if at is None or not self._shows_current or self.snapshot.is_last:
            return frozenset(), frozenset()
        path = (at, *self.tree.ancestors(at))
        alpha_has, beta_has = self.snapshot.rails
        return _rail(path, alpha_has), _rail(path, beta_has)

    # -- edges and marks -----------------------------------------------------------------------

    def weight(self, item: Item) -> Weight:
        """Return how the edge above an item is drawn."""
        if item not in self._weights:
            self._weights[item] = self._weight_of_edge(item)
        return self._weights[item]

    def _weight_of_edge(self, item: Item) -> Weight:
        """Return how the edge above an item is drawn.

        An edge is dotted if it is pruned, or crossed out by a person. The edge to a ``…`` or to
        ``7 more`` siblings is light, and so is any edge of a paper. Of the others it tells what the
        search has to do with them.
        """
        answer = self.answer(item)
        if answer is not None:  # a person's answer stands there, not what the search did
            return Weight.DOTTED if answer.crossed else Weight.LIGHT
        if self.is_pruned(item):
            return Weight.DOTTED
        is_node = self.items.is_plain(item)
        if not is_node:
            return Weight.LIGHT
        return self._weight_of_searched_edge(self.items.node(item))

    def _weight_of_searched_edge(self, node: int) -> Weight:
        """Return how the edge above a node that is not pruned is drawn, such as double or heavy.

        An edge may be several things at once: on the best line, on the way by which α or β came
        (its rail), on the path to the current node. The first case that holds counts.
        """
        alpha, beta = self.rails  # the nodes below the edges of each rail
        if node in self._best:
            return Weight.DOUBLE
        if node in alpha:
            return Weight.ALPHA
        if node in beta:
            return Weight.BETA
        if self.is_on_path(node) and not self.look.marks:  # with marks, heavy lines are rails
            return Weight.HEAVY
        return Weight.LIGHT

    def has_both(self, item: Item) -> bool:
        """Tell whether both rails run above an item: β's is dotted beside α's."""
        alpha, beta = self.rails
        node = self.items.node(item)
        return node in alpha and node in beta and self.items.is_plain(item)

    def upright(self, weight: Weight) -> Part:
        """Return a cell of a line down."""
        return self.glyphs.uprights[weight], ROLE_OF_WEIGHT[weight]

    def is_on_path(self, node: int) -> bool:
        """Tell whether the search stands at or below a node, or a node's value arrives."""
        current = self.snapshot.current
        if self.snapshot.is_last or current is None:
            return False
        return node == self.snapshot.child or self.tree.is_within(current, node)

    def end_weight(self, item: Item) -> Weight:
        """Return how the end of the edge above an item is drawn; a tie's is double."""
        is_tie = self.items.is_plain(item) and self.items.node(item) in self._ties
        return Weight.DOUBLE if is_tie else self.weight(item)

    def _holds(self, item: Item, wanted: int | None) -> bool:
        """Tell whether a node is drawn as an item, or hidden by it.

        An item without anything drawn below it hides all nodes below its own; ``7 more`` hides
        siblings and what is below them.

        Args:
            item: What is drawn in one place: a node, ``7 more``, or a ``…``, which hides no node:
                it stands for children that the tree does not have.
            wanted: The node; for ``None`` the answer is no.
        """
        if wanted is None or self.items.is_elision(item):
            return False
        node = self.items.node(item)
        if node == wanted and self.items.is_plain(item):
            return True
        # Nodes are numbered in preorder, so those that an item can hide are a range.
        is_in_its_range = node <= wanted < self.items.stop(item)
        is_nothing_drawn_below = self.items.is_end(item)
        return is_in_its_range and is_nothing_drawn_below

    def marks_around(self, item: Item) -> MarksAround | None:
        """Return the marks around the text of the node under the cursor, or of the current node.

        There are none, ``None``, around any other node.
        """
        if self._holds(item, self.look.cursor):
            return MarksAround(*self.glyphs.cursor, Role.HERE)
        if self._shows_current and self._holds(item, self.snapshot.current):
            return MarksAround(*self.glyphs.marks, Role.STRONG)
        return None

    def marked(self, item: Item, column: int, parts: list[Part]) -> PlacedParts:
        """Return the text of an item with the marks around it, if it has any: ``▌3▐``.

        Args:
            item: What is drawn of a node.
            column: The column at which its text begins without marks.
            parts: Its coloured text.
        """
        marks = self.marks_around(item)
        if marks is None:
            return PlacedParts(column, parts)
        with_marks = [(marks.before, marks.role), *parts, (marks.after, marks.role)]
        return PlacedParts(column - width(marks.before), with_marks)

    @property
    def _shows_current(self) -> bool:
        """Whether the drawing tells at which node the search stands."""
        return self.look.current and self.look.answers is None


def _rail(path: Sequence[int], holder: BestSoFar | None) -> frozenset[int | None]:
    """Return the nodes above which the rail of a bound runs.

    Args:
        path: The node at which the search stands, and those above it, up to the root.
        holder: The node of the path that has the bound, and the child that gave it; ``None`` if no
            node has it, so that there is no rail.
    """
    if holder is None:
        return frozenset()
    below_holder = path[: path.index(holder.node)]
    return frozenset([*below_holder, holder.through])


def spaced(groups: list[list[Part]], space: str) -> list[Part]:
    """Return the parts of all groups in one list, with a space between groups that have parts.

    Example:
        >>> spaced([[("v 3", "bold")], [], [("0.5", "quiet")]], " ")
        [('v 3', 'bold'), (' ', <Role.SPACE: ''>), ('0.5', 'quiet')]
    """
    parts: list[Part] = []
    for group in filter(None, groups):
        if parts:
            parts.append((space, Role.SPACE))
        parts += group
    return parts


def spaced_in(groups: Iterable[list[Part]], space: str, cells: int) -> list[Part]:
    """Join groups of coloured texts with spaces between them, as many groups as have room.

    The first group that has no room ends the result, even if a later one would fit.

    Example:
        >>> spaced_in([[("v 3", "bold")], [("0.5", "quiet")]], " ", cells=5)
        [('v 3', 'bold')]
    """
    fitting: list[Part] = []
    for group in groups:
        longer = spaced([fitting, group], space)
        if parts_width(longer) > cells:
            break
        fitting = longer
    return fitting


def _highlighted(text: str, role: str, number: str, number_role: str) -> list[Part]:
    """Return a text as parts, with the last number in it in a role of its own.

    Example:
        >>> _highlighted("≤ 3*", "bold", "3", "red")
        [('≤ ', 'bold'), ('3', 'red'), ('*', 'bold')]
    """
    before, _, after = text.rpartition(number)
    parts = [(before, role), (number, number_role), (after, role)]
    return [(part, its_role) for part, its_role in parts if part]
