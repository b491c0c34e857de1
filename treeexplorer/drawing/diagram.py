"""The diagram: cards from the top down, with what a step of the search makes of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, pairwise, product
from typing import Final

from treeexplorer.drawing.cards import Cards, Weight
from treeexplorer.drawing.layout import Focus, Items, Layout, arrange, more_text
from treeexplorer.drawing.runs import (
    CARD_ROLES,
    Line,
    LineWriter,
    Look,
    Part,
    Role,
    Size,
    parts_width,
)
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.record import Record, Status, StepKind
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.explain.snapshot import NodeView, Snapshot, snapshot
from treeexplorer.judging.judge import Mark
from treeexplorer.numbers import counted
from treeexplorer.text import width
from treeexplorer.tree import INFINITY, INNER, Number, Player

_ROLES: Final = (  # by weight
    Role.SPACE, Role.DASHED, Role.GHOST, Role.STRONG, Role.BETA, Role.ALPHA, Role.DECIDED,
)  # fmt: skip
PASSED: Final = (Status.SKIPPED, Status.BEYOND)
VISITED: Final = (Status.OPEN, Status.CLOSED)
_NOT_ASKED: Final = WrittenAnswer()
_ROLE_OF_MARK: Final = {
    Mark.RIGHT: Role.RIGHT,
    Mark.MISTAKE: Role.MISTAKE,
    Mark.CONSEQUENCE: Role.FOLLOWS,
}
_WORDS: Final = {Status.SKIPPED: "pruned", Status.BEYOND: "not searched", Status.UNSEEN: "to come"}


class Painter(Cards):
    """What a step makes of the items of a drawing: texts with their roles, edges, marks."""

    def __init__(self, items: Items, step: Snapshot, look: Look) -> None:
        super().__init__(items.tree, look)
        self.items = items
        self.snapshot = step
        arrives = step.node if step.kind is StepKind.LEAF else step.child
        self.news = arrives if look.current else None
        is_shown = look.spoilers and step.is_last and look.answers is None
        found = analysis_of(step.record) if is_shown else None
        self._best = frozenset(found.line if found else ()) - {0}
        self._ties = frozenset(found.moves(0).ties if found else ())

    # -- statuses ------------------------------------------------------------------------------

    def view(self, item: int) -> NodeView:
        """Return what the node of an item looks like."""
        return self.snapshot.view(self.items.node(item))

    def node_status(self, node: int) -> Status:
        """Return what a node is at the step; on a worksheet everything is there to be filled in."""
        return Status.OPEN if self.look.answers is not None else self.snapshot.status(node)

    def status(self, item: int) -> Status:
        """Return what an item is at the step."""
        if self.look.answers is None and self.items.is_elision(item):
            return self.view(item).elided or Status.UNSEEN
        return self.node_status(self.items.node(item))

    def is_pruned(self, item: int) -> bool:
        """Tell whether an item is pruned, or beyond the depth limit."""
        return self.status(item) in PASSED

    def player(self, node: int) -> Player:
        """Return whose move it is at a node with children."""
        return self.snapshot.record.tree.player(node) or Player.MAX

    def answer(self, item: int) -> WrittenAnswer | None:
        """Return what a person has written at an item; ``None`` where a search is shown."""
        if self.look.answers is None:
            node, crossed = self.items.node(item), self.look.crossed
            is_asked = -1 in crossed and node == self.look.question  # what is not drawn
            is_crossed = node in crossed if self.items.is_plain(item) else is_asked
            return WrittenAnswer(crossed=True) if is_crossed else None
        answer = self.look.answers.get(self.items.node(item), _NOT_ASKED)
        if self.items.is_elision(item) and answer.rest_crossed:
            return WrittenAnswer(crossed=True, cut_mark=answer.rest_mark)
        return answer if self.items.is_plain(item) else _NOT_ASKED

    # -- texts ---------------------------------------------------------------------------------

    def card_role(self, node: int) -> str:
        """Return the role of an empty place on a card; a node to come has no card."""
        status = self.node_status(node)
        if status is Status.UNSEEN:
            return Role.SPACE
        return Role.PRUNED if status in PASSED else CARD_ROLES[self.player(node)].label

    def label_parts(self, node: int, *, tight: bool = False) -> list[Part]:
        """Return the parts of the player's sign and the label."""
        sign, card = self.glyphs.signs[self.player(node)], self.card_role(node)
        text = f"{sign}{self.glyphs.joint if tight else ' '}{self.label(node, tight=tight)}"
        return [(text, Role.GHOST if card == Role.SPACE else card)]

    def value_parts(self, node: int, *, spaced: bool = False, tight: bool = False) -> list[Part]:
        """Return the parts of the value on a card; none where there is none."""
        roles = CARD_ROLES[self.player(node)]
        if self.look.answers is not None:
            answer = self.look.answers.get(node, _NOT_ASKED)
            if answer.value == "":
                return []
            if answer.here == "value":
                return [(f" {answer.value or '?'}▏ ", Role.NEWS)]
            if answer.value is None:
                return [("  ?  ", Role.HERE)]
            role_of_mark = {
                Mark.RIGHT: roles.right,
                Mark.MISTAKE: roles.mistake,
                Mark.CONSEQUENCE: roles.follows,
            }
            text = self.glyphs.clipped(answer.value, self.value_width() - 2)
            return [(text, roles.value), *self._mark_parts(answer.value_mark, role_of_mark, " ")]
        view, role = self.snapshot.view(node), roles.decided
        if self.look.follows is not None and self.look.follows[0] == node:
            view = view._replace(sign=self.look.follows[1], number=self.look.follows[2])
            role = Role.NEWS
        elif node == self.news:
            role = Role.NEWS
        elif view.is_current and view.is_new:
            role = roles.news
        elif view.is_current or view.sign in {"v", "mean"}:
            role = roles.value
        if view.number is None or view.status not in VISITED or (tight and view.sign == "mean"):
            return []
        text = self.value_text(view, spaced=spaced or (view.sign == "v" and not tight))
        return [(f"{text}*" if self.look.marks and node == self.news else text, role)]

    def _mark_parts(
        self, mark: Mark | None, roles: Mapping[Mark, str], space: str = ""
    ) -> list[Part]:
        """Return the mark beside what a person has written; nothing where there is none."""
        if mark is None:
            return []
        return [(f"{space}{self.glyphs.verdicts[mark]}", roles[mark])]

    def is_crossed_out(self, node: int) -> bool:
        """Tell whether a person has crossed out a node, or one above it."""
        nodes, ends = self._crossed_out
        before = bisect_right(nodes, node)
        return before > 0 and node < ends[before - 1]

    @cached_property
    def _crossed_out(self) -> tuple[list[int], list[int]]:
        """The nodes that a person has crossed out, and where what these begin with ends."""
        answers = self.look.answers or {}
        written = {node for node, answer in answers.items() if answer.crossed}
        nodes = sorted(written | self.look.crossed - {-1})
        return nodes, list(accumulate((self.tree.end[node] for node in nodes), max))

    def value_text(self, view: NodeView, *, spaced: bool) -> str:
        """Return the number on a card with its sign: ``v −∞``, ``= 6``, ``≥8``, ``4?``, ``~3``."""
        if view.number is None:
            return ""
        number = self.glyphs.number(view.number)
        if view.sign == "?":
            return f"{number}?"
        is_apart = view.sign == "mean" or (spaced and view.sign != "~")
        return f"{self.glyphs.written(view.sign)}{' ' if is_apart else ''}{number}"

    def leaf_part(self, node: int) -> Part:
        """Return a leaf's text and role."""
        status, role, before, after = self.node_status(node), Role.STRONG, "", ""
        if self.look.answers is not None:
            role = Role.PRUNED if self.is_crossed_out(node) else role
        elif self.look.follows is not None and node == self.look.cursor:
            role = Role.NEWS
        elif status in PASSED or self.is_crossed_out(node):
            role, before, after = Role.PRUNED, self.glyphs.hatch, self.glyphs.hatch
        elif status is Status.UNSEEN:
            role, before = Role.GHOST, self.glyphs.unread
        elif node == self.news:
            role, after = Role.NEWS, "*"
        text = self.leaf(node)
        return (f"{before}{text}{after}" if self.look.marks else text), role

    def window_ends(self, node: int) -> tuple[Part, Part] | None:
        """Return α and β with which a visited node was entered; infinite ones are quiet."""
        view = self.snapshot.view(node)
        if not self.look.windows or view.is_leaf or view.entry is None:
            return None
        if self.node_status(node) not in VISITED:
            return None

        def end(bound: Number, rail: Collection[int | None], bold: Role, usual: Role) -> Part:
            role = bold if node in rail else usual
            return self.glyphs.number(bound), Role.QUIET if abs(bound) == INFINITY else role

        (alpha, beta), (rail_of_alpha, rail_of_beta) = view.entry, self.rails
        return (
            end(alpha, rail_of_alpha, Role.ALPHA, Role.ALPHA_END),
            end(beta, rail_of_beta, Role.BETA, Role.BETA_END),
        )

    @cached_property
    def rails(self) -> tuple[frozenset[int | None], frozenset[int | None]]:
        """The nodes above which α runs, and those above which β runs.

        A bound runs from the child that gave it over the node that has it down to the node at
        which the search stands, or which is looked at.
        """
        step, tree = self.snapshot, self.tree
        at = step.looked_at
        if at is None or step.is_last or self.look.answers is not None or not self.look.current:
            return frozenset(), frozenset()
        path = (at, *tree.ancestors(at))
        alpha, beta = (
            frozenset() if has is None else frozenset([*path[: path.index(has.node)], has.through])
            for has in step.rails
        )
        return alpha, beta

    # -- edges and marks -----------------------------------------------------------------------

    def weight(self, item: int) -> Weight:
        """Return how the edge above an item is drawn."""
        node, (alpha, beta) = self.items.node(item), self.rails
        if (answer := self.answer(item)) is not None:
            return Weight.DOTTED if answer.crossed else Weight.LIGHT
        if self.is_pruned(item):
            return Weight.DOTTED
        if not self.items.is_plain(item):
            return Weight.LIGHT
        if node in self._best:
            return Weight.DOUBLE
        if node in alpha or node in beta:
            return Weight.ALPHA if node in alpha else Weight.BETA
        is_heavy = self.is_on_path(node) and not self.look.marks  # where heavy lines are rails
        return Weight.HEAVY if is_heavy else Weight.LIGHT

    def has_both(self, item: int) -> bool:
        """Tell whether both rails run above an item: β's is dotted beside α's."""
        node = self.items.node(item)
        return self.items.is_plain(item) and all(node in rail for rail in self.rails)

    def upright(self, weight: Weight) -> Part:
        """Return a cell of a line down."""
        return self.glyphs.uprights[weight], _ROLES[weight]

    def is_on_path(self, node: int) -> bool:
        """Tell whether the search stands at or below a node, or a node's value arrives."""
        current = self.snapshot.current
        if self.snapshot.is_last or current is None:
            return False
        return node == self.snapshot.child or self.tree.is_within(current, node)

    def end_weight(self, item: int) -> Weight:
        """Return how the end of the edge above an item is drawn; a tie's is double."""
        is_tie = self.items.is_plain(item) and self.items.node(item) in self._ties
        return Weight.DOUBLE if is_tie else self.weight(item)

    def _holds(self, item: int, wanted: int | None) -> bool:
        """Tell whether an item is the node that is wanted, or hides it."""
        if wanted is None or self.items.is_elision(item):
            return False
        node = self.items.node(item)
        if node == wanted and self.items.is_plain(item):
            return True
        return self.items.is_end(item) and node <= wanted < self.items.stop(item)

    def marked(self, item: int, column: int, parts: list[Part]) -> tuple[int, list[Part]]:
        """Return parts between the marks of the current node, or of the node looked at.

        The column is the one at which they begin, without and with a mark.
        """
        (before, after), role = self.glyphs.cursor, Role.HERE
        if not self._holds(item, self.look.cursor):
            is_marked = self.look.current and self.look.answers is None
            if not is_marked or not self._holds(item, self.snapshot.current):
                return column, parts
            (before, after), role = self.glyphs.marks, Role.STRONG
        return column - 1, [(before, role), *parts, (after, role)]


class Diagram(Painter):
    """Paints a layout at a step, in time linear in what is drawn."""

    def __init__(self, layout: Layout, step: Snapshot, look: Look | None = None) -> None:
        super().__init__(layout.items, step, look or Look())
        self.layout = layout
        self._pieces: list[list[tuple[int, Sequence[Part]]]] = []
        self._overlays: dict[int, list[tuple[int, Part]]] = defaultdict(list)  # the slabs
        self._crossed: set[int] = set()  # branches whose cut has no room on the bus

    def lines(self, rows: int | None = None, *, trimmed: bool = False) -> list[Line]:
        """Return the lines of the drawing, or as many as are asked for, the last ones empty.

        ``trimmed`` leaves out the empty columns before the drawing.
        """
        layout = self.layout
        self._pieces = [[] for _ in range(layout.height)]
        self._overlays = defaultdict(list)
        for row, members in enumerate(self.items.plies):
            if row:
                for parent in self.items.plies[row - 1]:
                    if not self.items.is_end(parent):
                        self._paint_bus(parent, layout.buses[row])
                self._paint_drops(row)
            for item in members:
                if not self.items.is_plain(item):
                    self._paint_rest(item, layout.heads[row])
                elif self.items.is_card(item):
                    self._paint_card(item, layout.heads[row])
                else:
                    self._paint_leaf(item, layout.heads[row])
        if layout.above:
            arrow = "^" if self.glyphs.ascii else "↑"
            text = f"{arrow} {counted(layout.above, 'ply', 'plies')} above"
            written = self._pieces[layout.heads[0]]
            column = 2 + max(layout.right_of(0) + 2, *(at + parts_width(it) for at, it in written))
            if column + width(text) <= layout.width:
                self._put(layout.heads[0], column, [(text, Role.QUIET)])
        first = min(column for pieces in self._pieces for column, _ in pieces) if trimmed else 0
        lines = [self._line(line, first) for line in range(len(self._pieces))]
        return lines if rows is None else [*lines, *([] for _ in range(rows))][:rows]

    def _put(self, line: int, column: int, parts: Sequence[Part]) -> None:
        if line < len(self._pieces):
            self._pieces[line].append((column, parts))

    def _line(self, line: int, first: int) -> Line:
        """Return a line from a column on: what stands in it, and the slabs over that."""
        writer, slabs = LineWriter(first, self.layout.width), deque(sorted(self._overlays[line]))
        for at, parts in sorted(self._pieces[line], key=lambda piece: piece[0]):
            column = at
            for text, role in parts:
                while slabs and slabs[0][0] < column + width(text):
                    start, slab = slabs.popleft()
                    writer.put(column, text, role, start)
                    writer.put(start, *slab)
                writer.put(column, text, role)
                column += width(text)
        for start, slab in slabs:
            writer.put(start, *slab)
        return writer.parts

    # -- the bus -------------------------------------------------------------------------------

    def _paint_bus(self, parent: int, line: int) -> None:
        children = self.items.children(parent)
        columns, middle = self.layout.columns, self.layout.columns[parent]
        points = {middle: parent} | {columns[child]: child for child in children}
        places = sorted(points)
        weights = [
            self.weight(item) if (item := points[place]) != parent else Weight.NONE
            for place in places
        ]
        below_card = self.layout.heads[self.items.ply[parent]] + self.layout.form.lines
        for above in range(below_card, line):
            self._put(above, middle, [self.upright(max(weights))])
        # A stretch of the bus is drawn as the strongest of the edges that lead over it.
        from_left = list(accumulate(weights, max))
        from_right = list(accumulate(reversed(weights), max))[::-1]
        stretches = [
            from_left[index] if places[index + 1] <= middle else from_right[index + 1]
            for index in range(len(places) - 1)
        ]
        runs = self.glyphs.runs
        for (start, stop), weight in zip(pairwise(places), stretches, strict=True):
            self._put(line, start + 1, [(runs[weight] * (stop - start - 1), _ROLES[weight])])
        arms = pairwise([Weight.NONE, *stretches, Weight.NONE])
        for place, own, (left, right) in zip(places, weights, arms, strict=True):
            is_child = points[place] != parent
            down = self.end_weight(points[place]) if is_child else Weight.NONE
            up = max(left, right, down) if place == middle else Weight.NONE
            cell = self.upright(max(up, down))
            if left or right:
                sign = self.glyphs.junction(up, right, down, left)
                cell = sign, _ROLES[max(up, right, left, own)]
            self._put(line, place, [cell])
        if self.look.answers is None:
            self._paint_slab(parent, children, line)

    def _paint_slab(self, parent: int, children: Sequence[int], line: int) -> None:
        """Write what stands on a bus before the first branch that is, or may be, pruned.

        It stands where the bus leads to these branches alone; else over their ends; else beside
        the line above the bus; else below the bus, over the branches; and where nothing else is
        left, over what is beside.
        """
        view = self.view(parent)
        if self.look.question != view.node and not view.missed_on_equality and not view.is_cut:
            return
        texts, role = self._slab_texts(view)
        waiting = PASSED if view.is_cut else (Status.UNSEEN,)
        pending = [child for child in children if self.status(child) in waiting]
        columns, from_right = self.layout.columns, self.snapshot.record.rules.right_to_left
        live = [columns[item] for item in (parent, *children) if item not in pending]
        ends = [columns[item] for item in pending] or live
        before, after = min(ends) < min(live) - 1, max(ends) > max(live) + 1
        is_left = from_right if before is after else before
        # Where the slab stands on the left, all columns are counted from right to left.
        flip = -1 if is_left else 1
        near = [flip * columns[item] for item in pending]
        edge, end = max(flip * column for column in live) + 1, 1 if is_left else self.layout.width
        run = min((column for column in near if column > edge), default=None)
        if not texts:
            if run is not None:
                self._overlays[line].append((flip * edge, (self.glyphs.cut, role)))
            elif pending:
                self._crossed.add(pending[-1 if from_right else 0])
            return
        beside = self.items.beside(parent, flip)
        limit = above = end
        if beside is not None:
            places = [flip * columns[item] for item in (beside, *self.items.children(beside))]
            limit, above = min(places), places[0]
        ways = []  # lines, with the first column and one past the last that are free
        if run is not None:  # a branch right beside the middle keeps its end
            ways.append((line, edge + (edge in near), run))
        ways.append((line, edge, limit - 1))
        if self.layout.form.stub:
            ways.append((line - 1, flip * columns[parent] + 1, above - 2))
        anywhere = [(line, edge, end), (line, end - self.layout.width, end)]
        if self.layout.heads[self.items.ply[parent] + 1] - line > 1:
            last = max(
                (flip * columns[item] for item in children if item not in pending), default=0
            )
            anywhere.insert(0, (line + 1, last + 1, limit - 1))
        for some, rooms in ((texts[:2], ways), (texts, [*ways, *anywhere])):
            for at, start, stop in rooms:
                room = min(stop, end) - start  # a branch may lie beyond the drawing
                text = next((text for text in some if width(text) <= room), None)
                if text is not None:
                    column = 1 - start - width(text) if is_left else start
                    self._overlays[at].append((column, (text, role)))
                    return

    def _slab_texts(self, view: NodeView) -> tuple[tuple[str, ...], Role]:
        """Return what a slab says, the longest first, and its role; no text for a cross alone."""
        cross, now = self.glyphs.cut, self.snapshot
        if self.look.question == view.node:
            return (f" {cross} ? ", f"{cross} ?", "?"), Role.NEWS
        if missed := view.missed_on_equality:
            test, close = map(self.glyphs.written, (missed.bare, missed.close))
            return (f" {test} ", test, close), Role.MISSED
        if now.kind is StepKind.CUT and view.node == now.node:
            test = f"{cross} {self.glyphs.written(str(now.test))}"
            return (f" {test} ", test, f" {cross} CUT ", f"{cross} CUT"), Role.SLAB
        return (), Role.SLAB

    # -- drops and stubs -----------------------------------------------------------------------

    def _paint_drops(self, row: int) -> None:
        """Write the ends of edges, and in the last of their lines what stands beside them."""
        bus, head, members = self.layout.buses[row], self.layout.heads[row], self.items.plies[row]
        if head - bus > 1:
            self._paint_beside(members, head - 1)  # before the edges, which give way to it
        for item in members:
            drop = [self.upright(self.end_weight(item))]
            if item in self._crossed:
                drop = [(self.glyphs.cut, Role.SLAB)]
            if self.has_both(item):
                drop.append((self.glyphs.dots, Role.BETA))
            for line in range(bus + 1, head - 1):
                self._put(line, self.layout.columns[item], drop)
            answer = self.answer(item)
            if answer is not None and answer.crossed:
                role = Role.SLAB if answer.cut_mark is None else _ROLE_OF_MARK[answer.cut_mark]
                drop = [(self.glyphs.hatch, role)]
            if head - bus > 1:
                self._put(head - 1, self.layout.columns[item], drop)

    def _paint_beside(self, members: Sequence[int], line: int) -> None:
        """Write what stands beside the edges of a row: α on the left, β and more on the right.

        What is on the path stands there in any case; what is not gives way where it would touch
        another edge, or what belongs to that edge; of a mistake the mark remains.
        """
        columns = [self.layout.columns[item] for item in members]
        ranks = list(map(self._rank, members))
        taken: dict[int, tuple[int, int]] = {}
        for index in sorted(range(len(members)), key=ranks.__getitem__):
            high = columns[index + 1] - 1 if index + 1 < len(columns) else self.layout.width
            high = min(high, taken.get(index + 1, (high + 2, 0))[0] - 2)
            beside = columns[index - 1] if index else -2
            beside = max(beside, taken.get(index - 1, (0, -2))[1])
            for is_whole, space in product((True, False)[: 1 + (ranks[index] == 1)], (1, 0)):
                left, right = self._beside(members[index], is_whole=is_whole)
                before, after = parts_width(left), parts_width(right)
                if not before + after:
                    break
                low = beside + (2 if before else 1)
                start = columns[index] - before - (space if before else 0)
                stop = columns[index] + 1 + after + (space if after else 0)
                stop += self.has_both(members[index])
                if (start >= low and stop <= high) or (not ranks[index] and not space):
                    taken[index] = start + (not before), stop
                    self._put(line, max(0, start), self._cut(left, before + min(0, start)))
                    behind = stop - after
                    self._put(line, behind, self._cut(right, self.layout.width - behind))
                    break

    def _cut(self, parts: list[Part], cells: int) -> list[Part]:
        """Return as many parts as a line has cells for, a number that it cuts with dots."""
        kept: list[Part] = []
        for text, role in parts:
            room = cells - parts_width(kept)
            if width(text) <= room:
                kept.append((text, role))
            elif room > 2:
                kept.append((self.glyphs.clipped(text, room), role))
        return kept

    def _rank(self, item: int) -> int:
        """Return 0 where what stands above an item is on the path or looked at, 1 if marked."""
        answer = self.answer(item)
        if self._holds(item, self.look.cursor) or (answer is not None and answer.window is None):
            return 0
        if answer is not None:
            is_wrong = answer.window_mark not in {None, Mark.RIGHT}
            return 1 if answer.cut_mark is not None or is_wrong else 2
        return 2 * (not self.is_on_path(self.items.node(item)))

    def _beside(self, item: int, *, is_whole: bool = True) -> tuple[list[Part], list[Part]]:
        """Return what stands to the left and right of the edge above an item, or marks alone."""
        node, answer = self.items.node(item), self.answer(item)
        left: list[Part] = []
        right: list[list[Part]] = []
        ends: tuple[Part, Part] | None = None
        if answer is None:
            ends = self.window_ends(node) if node and self.items.is_plain(item) else None
        else:
            right.append(self._mark_parts(answer.cut_mark, _ROLE_OF_MARK))
            texts = (" ? ", " ? ") if answer.window is None else answer.window
            roles = Role.ALPHA_END, Role.BETA_END
            if answer.here == "window" or answer.window is None:
                roles = (Role.NEWS if answer.here == "window" else Role.HERE,) * 2
            if texts:
                alpha, beta = map(self.glyphs.written, texts)
                ends = (alpha, roles[0]), (beta, roles[1])
        mark = None if answer is None else answer.window_mark
        if ends is not None and is_whole:
            left = [ends[0]]
            right.append([ends[1], *self._mark_parts(mark, _ROLE_OF_MARK, " ")])
        elif ends is not None:
            right.append(self._mark_parts(mark, _ROLE_OF_MARK))
        is_shown = self.items.is_plain(item) and is_whole
        probability = self.probability(node) if is_shown else ""
        right.append([(probability, Role.QUIET)] if probability else [])
        return left, joined(right, " " if is_whole else "")

    # -- cards ---------------------------------------------------------------------------------

    def _paint_card(self, item: int, head: int) -> None:
        layout, form, node = self.layout, self.layout.form, self.items.node(item)
        tight, cells = layout.is_tight(item), layout.cells[item]
        blank, hatch = self.card_role(node), self.glyphs.hatch
        label = self.label_parts(node, tight=tight)
        value = self.value_parts(node, spaced=form.lines > 1, tight=tight)
        count: list[Part] = []
        if hidden := self.items.hidden(item):
            shade = Role.PRUNED if self.is_pruned(item) else Role.QUIET
            count = [(self.count(hidden, cells), shade)]
        if form.stub or self.items.ply[item] + 1 == len(layout.heads):  # there is a line below
            self._put_below(item, head + form.lines, count)
            count = []
        lines = [label]
        fill = " "
        if form.lines > 1:
            lines += [value, self._moving_window(node)][: form.lines - 1]
            if blank == Role.PRUNED:
                lines[1:] = [[(hatch * cells, Role.HATCHED)]] * (form.lines - 1)
        elif not value and count and parts_width([*label, *count]) < cells:
            role = Role.QUIET if blank == Role.SPACE else blank
            lines, count = [[*label, (" ", blank), (count[0][0], role)]], []
        elif not value:
            fill = hatch if blank == Role.PRUNED and self.look.marks else " "
        elif tight:
            lines = [[*label, *value]]
        else:  # the label stands still while the value changes
            parts = [*label, (" ", blank), *value]
            spare = cells - parts_width(parts)
            most = self.value_width(self.tree.roles[node])
            start = max(0, min(spare, (cells - parts_width(label) - most) // 2))
            lines = [[(" " * start, blank), *parts, (" " * (spare - start), blank)]]
        for line, parts in enumerate(lines):
            padded = _padded(parts, cells, blank, fill)
            self._put(head + line, *self.marked(item, layout.left_of(item), padded))
        self._put(head + len(lines) - 1, layout.right_of(item) + 2, self._behind(item, count))

    def _moving_window(self, node: int) -> list[Part]:
        """Return α│β as they are now at a node on the path; nothing elsewhere."""
        is_shown = self.look.windows and self.look.answers is None
        if not is_shown or self.node_status(node) is not Status.OPEN:
            return []
        window = self.snapshot.view(node).window
        if window is None:
            return []
        alpha, beta = map(self.glyphs.number, window)
        between = self.glyphs.uprights[Weight.LIGHT]
        return [(f"{alpha}{between}{beta}", CARD_ROLES[self.player(node)].label)]

    def _behind(self, item: int, parts: list[Part]) -> list[Part]:
        """Return what stands behind a card because it has no line: counts, the path's windows.

        Behind the root's stands what a person has written about the whole tree, as far as it fits.
        """
        if not parts and not self.layout.form.drop and self.is_on_path(self.items.node(item)):
            left, right = self._beside(item)
            parts = [*left, self.upright(self.weight(item)), *right] if left or right else []
        following = self.items.beside(item, 1)
        end = self.layout.width if following is None else self.layout.left_of(following) - 1
        room = end - self.layout.right_of(item) - 2
        if parts_width(parts) > room:
            return []
        answer = None if item else self.answer(item)
        for text, mark in () if answer is None else answer.aside:
            more = [
                (self.glyphs.written(text), Role.QUIET),
                *self._mark_parts(mark, _ROLE_OF_MARK, " "),
            ]
            longer = joined([parts, more], "  ")
            if parts_width(longer) > room:
                break
            parts = longer
        return parts

    def _put_below(self, item: int, line: int, parts: list[Part]) -> None:
        self._put(line, self.layout.columns[item] - (parts_width(parts) - 1) // 2, parts)

    def _paint_leaf(self, item: int, head: int) -> None:
        node, (text, role) = self.items.node(item), self.leaf_part(self.items.node(item))
        left = self.layout.columns[item] - (width(text) - 1) // 2
        column, parts = self.marked(item, left, [(text, role)])
        if column == left and role in {Role.NEWS, Role.PRUNED} and self.layout.form.gap >= 3:
            column, parts = left - 1, [(f" {text} ", role)]
        self._put(head, column, parts)
        if self.layout.form.names and (name := self.leaf_name(node)):
            is_kept = role in {Role.GHOST, Role.PRUNED}
            self._put_below(item, head + 1, [(name, role if is_kept else Role.QUIET)])

    def _paint_rest(self, item: int, head: int) -> None:
        """Write a ``…`` or what stands for siblings without room."""
        passed, text = self.is_pruned(item), self.glyphs.elided
        role = Role.PRUNED if passed else Role.GHOST
        spare = self.layout.cells[item] - width(text)
        if cluster := self.items.clusters.get(item):
            role = Role.PRUNED if passed else Role.QUIET
            text, word = more_text(cluster[0]), "" if self.look.answers is not None else "done"
            if self.layout.form.lines > 1:
                self._put_below(item, head + 1, [(_WORDS.get(self.status(item), word), role)])
        elif passed and spare > 1:
            stroke = self.glyphs.hatch * (spare // 2)
            text, role = f"{stroke}{text}{stroke}", Role.HATCHED
        column = self.layout.columns[item] - (width(text) - 1) // 2
        self._put(head, *self.marked(item, column, [(text, role)]))


def joined(groups: list[list[Part]], space: str) -> list[Part]:
    """Return groups of parts with a space between those that are not empty."""
    parts: list[Part] = []
    for group in groups:
        if group:
            parts += [*([(space, Role.SPACE)] if parts else []), *group]
    return parts


def _padded(parts: list[Part], cells: int, role: str, fill: str = " ") -> list[Part]:
    """Return parts in the middle of some cells."""
    spare = max(0, cells - parts_width(parts))
    before = (spare + 1) // 2 if fill != " " else spare // 2
    return [(fill * before, role), *parts, (fill * (spare - before), role)]


# -- the focus -------------------------------------------------------------------------------------


def focus_of(step: Snapshot, cursor: int | None = None) -> Focus:
    """Return the way around which a tree without room is drawn at a step.

    It leads to the node that is looked at, or at which the search stands, and on to a leaf: over
    the child from which the search came back last, else over the one it enters next.
    """
    record, tree = step.record, step.record.tree
    target = cursor if cursor is not None else step.current or 0
    nodes = [target, *tree.ancestors(target)]
    nodes.reverse()
    current = len(nodes) - 1
    while tree.kind[nodes[-1]] == INNER:
        if step.child is not None and step.node == nodes[-1]:
            nodes.append(step.child)
            continue
        children = list(record.children(nodes[-1]))
        visited = bisect_left(
            range(len(children)),
            True,
            key=lambda index: record.row_at(children[index], step.step) is None,
        )
        nodes.append(children[max(0, visited - 1)])
    return Focus(tuple(nodes), current)


def draw(
    record: Record, step: int | None = None, look: Look | None = None, room: Size | None = None
) -> list[Line]:
    """Return the drawing of a search at a step, without the empty columns before it.

    Without a step it is the last one. Without a room (a height of 0 is any height) the whole tree
    is drawn, as far as a million cells can hold it.
    """
    look = look or Look()
    shown = snapshot(record, record.steps if step is None else step)
    layout = arrange(record.tree, look, room, focus_of(shown, look.cursor))
    return Diagram(layout, shown, look).lines(trimmed=True)
