"""The diagram: cards from the top down, with what a step of the search makes of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
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
    WrittenAnswer,
    beginning,
    parts_width,
)
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.record import Record, Status, StepKind
from treeexplorer.explain.snapshot import NodeView, Snapshot, snapshot
from treeexplorer.numbers import counted
from treeexplorer.text import width
from treeexplorer.tree import INFINITY, INNER, Player

ROLE_OF_WEIGHT: Final = {
    Weight.NONE: Role.SPACE,
    Weight.DOTTED: Role.DASHED,
    Weight.LIGHT: Role.GHOST,
    Weight.HEAVY: Role.STRONG,
    Weight.BETA: Role.BETA,
    Weight.ALPHA: Role.ALPHA,
    Weight.DOUBLE: Role.DECIDED,
}
PASSED: Final = (Status.SKIPPED, Status.BEYOND)
VISITED: Final = (Status.OPEN, Status.CLOSED)
_NOT_ASKED: Final = WrittenAnswer()
_VERDICTS: Final = {"✓": Role.RIGHT, "✗": Role.MISTAKE, "↳": Role.FOLLOWS}
_WORDS: Final = {Status.SKIPPED: "pruned", Status.BEYOND: "not searched", Status.UNSEEN: "to come"}


class Painter(Cards):
    """What a step makes of the items of a drawing: texts with their roles, edges, marks.

    Args:
        items: What is drawn.
        step: What the step shows.
        look: How to draw.
    """

    def __init__(self, items: Items, step: Snapshot, look: Look) -> None:
        super().__init__(items.tree, look)
        self.items = items
        self.snapshot = step
        self.news = step.child
        if step.child is None and step.kind is StepKind.LEAF:
            self.news = step.node
        if not look.current:
            self.news = None
        self._weights: dict[int, Weight] = {}
        self._shows_result = look.spoilers and step.is_last and look.answers is None

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
        if self.items.is_plain(item):
            return answer
        if answer.rest is None or not self.items.is_elision(item):
            return _NOT_ASKED
        return WrittenAnswer(crossed=True, cut_mark=answer.rest)

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
            marked = {"✓": roles.right, "✗": roles.mistake, "↳": roles.follows}
            text = self.glyphs.clipped(answer.value, self.value_width() - 2)
            return [(text, roles.value), *self._verdict(answer.value_mark, marked, " ")]
        if self.node_status(node) not in VISITED:
            return []
        view, follows = self.snapshot.view(node), self.look.follows
        is_following = follows is not None and follows[0] == node
        if follows is not None and is_following:
            view = view._replace(sign=follows[1], number=follows[2])
        if tight and view.sign == "mean":
            return []
        text = self.value_text(view, spaced=spaced or (view.sign == "v" and not tight))
        role: str = roles.decided
        if node == self.news or is_following:
            role = Role.NEWS
        elif view.is_current and view.is_new:
            role = roles.news
        elif view.is_current or view.sign in {"v", "mean"}:
            role = roles.value
        return [(text, role)] if text else []

    def _verdict(self, mark: str, roles: Mapping[str, str], space: str = "") -> list[Part]:
        """Return the mark beside what a person has written; nothing where there is none."""
        return [(f"{space}{self.glyphs.verdicts[mark]}", roles[mark])] if mark else []

    def is_crossed_out(self, node: int) -> bool:
        """Tell whether a person has crossed out a node, or one above it."""
        last = bisect_right(self._crossed_out, node) - 1
        return last >= 0 and node < self.tree.end[self._crossed_out[last]]

    @cached_property
    def _crossed_out(self) -> list[int]:
        """The nodes that a person has crossed out, none of them below another."""
        answers = self.look.answers or {}
        crossed = {node for node, answer in answers.items() if answer.crossed}
        outermost: list[int] = []
        for node in sorted(crossed.union(self.look.crossed)):
            is_below = outermost and node < self.tree.end[outermost[-1]]
            if node >= 0 and not is_below:
                outermost.append(node)
        return outermost

    def value_text(self, view: NodeView, *, spaced: bool) -> str:
        """Return the number on a card with its sign: ``v −∞``, ``= 6``, ``≥8``, ``4?``, ``~3``."""
        if view.number is None:
            return ""
        number = self.glyphs.number(view.number)
        if view.sign == "?":
            text = f"{number}?"
        else:
            is_apart = view.sign == "mean" or (spaced and view.sign != "~")
            space = " " if is_apart else ""
            text = f"{self.glyphs.written(view.sign)}{space}{number}"
        return f"{text}*" if self.look.marks and view.node == self.news else text

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
        is_shown = self.look.windows and self.node_status(node) in VISITED
        if self.tree.kind[node] != INNER or not is_shown:
            return None
        entry = self.snapshot.view(node).entry
        if entry is None:
            return None
        texts = map(self.glyphs.number, entry)
        roles = (
            Role.QUIET if abs(bound) == INFINITY else bold if node in rail else usual
            for bound, rail, bold, usual in zip(
                entry,
                self.rails,
                (Role.ALPHA, Role.BETA),
                (Role.ALPHA_END, Role.BETA_END),
                strict=True,
            )
        )
        alpha, beta = zip(texts, roles, strict=True)
        return alpha, beta

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
        if item not in self._weights:
            self._weights[item] = self._find_weight(item)
        return self._weights[item]

    def _find_weight(self, item: int) -> Weight:
        node, is_plain = self.items.node(item), self.items.is_plain(item)
        if (answer := self.answer(item)) is not None:
            return Weight.DOTTED if answer.crossed else Weight.LIGHT
        if self.is_pruned(item):
            return Weight.DOTTED
        if is_plain and self._shows_result and self._best.get(self.tree.parent[node]) == node:
            return Weight.DOUBLE
        if is_plain and (node in self.rails[0] or node in self.rails[1]):
            return Weight.ALPHA if node in self.rails[0] else Weight.BETA
        if self.look.marks:  # heavy lines are rails
            return Weight.LIGHT
        return Weight.HEAVY if is_plain and self.is_on_path(node) else Weight.LIGHT

    def has_both(self, item: int) -> bool:
        """Tell whether both rails run above an item: β's is dotted beside α's."""
        node = self.items.node(item)
        return self.items.is_plain(item) and all(node in rail for rail in self.rails)

    def run(self, weight: Weight) -> Part:
        """Return a cell of a line across."""
        is_told = weight is Weight.BETA and self.look.marks
        return self.glyphs.beta[0] if is_told else self.glyphs.runs[weight], ROLE_OF_WEIGHT[weight]

    def upright(self, weight: Weight) -> Part:
        """Return a cell of a line down."""
        is_told = weight is Weight.BETA and self.look.marks
        text = self.glyphs.beta[1] if is_told else self.glyphs.uprights[weight]
        return text, ROLE_OF_WEIGHT[weight]

    def is_on_path(self, node: int) -> bool:
        """Tell whether the search stands at or below a node, or a node's value arrives."""
        step = self.snapshot
        current = step.current
        if step.is_last:
            return False
        return node == step.child or (current is not None and node <= current < self.tree.end[node])

    @cached_property
    def _best(self) -> dict[int, int]:
        """The best child of each node of the principal variation."""
        line = analysis_of(self.snapshot.record).result.line
        return {self.tree.parent[node]: node for node in line if node}

    @cached_property
    def _ties(self) -> frozenset[int]:
        """The root's ties, where they are shown."""
        is_shown = self._shows_result
        return frozenset(analysis_of(self.snapshot.record).result.moves.ties if is_shown else ())

    def end_weight(self, item: int) -> Weight:
        """Return how the end of the edge above an item is drawn; a tie's is double."""
        is_tie = self.items.is_plain(item) and self.items.node(item) in self._ties
        return Weight.DOUBLE if is_tie else self.weight(item)

    def _holds(self, item: int, wanted: int | None) -> bool:
        """Tell whether an item is the node that is wanted, or hides it."""
        if wanted is None or self.items.is_elision(item):
            return False
        node = self.items.node(item)
        if node == wanted and item not in self.items.clusters:
            return True
        return self.items.is_end(item) and node <= wanted < self.items.stop(item)

    def marked(self, item: int, column: int, parts: list[Part]) -> tuple[int, list[Part]]:
        """Return parts between the marks of the current node, or of the node looked at.

        The column is the one at which they begin, without and with a mark.
        """
        mark = self._marks.get(item)
        if mark is None:
            return column, parts
        (before, after), role = mark
        return column - 1, [(before, role), *parts, (after, role)]

    @cached_property
    def _marks(self) -> dict[int, tuple[tuple[str, str], str]]:
        is_marked = self.look.current and self.look.answers is None
        current = self.snapshot.current if is_marked else None
        marks = (
            (current, self.glyphs.marks, Role.STRONG),
            (self.look.cursor, self.glyphs.cursor, Role.HERE),
        )
        return {
            item: (signs, role)
            for node, signs, role in marks
            if node is not None and self._holds(item := self.items.item(node), node)
        }


class Diagram(Painter):
    """Paints a layout at a step, in time linear in what is drawn.

    Args:
        layout: Where everything stands.
        step: What the step shows.
        look: How to draw.
    """

    def __init__(self, layout: Layout, step: Snapshot, look: Look | None = None) -> None:
        super().__init__(layout.items, step, look or Look())
        self.layout = layout
        self._pieces: list[list[tuple[int, Sequence[Part]]]] = []
        self._overlays: dict[int, list[tuple[int, Part]]] = defaultdict(list)  # the slabs
        self._crossed: set[int] = set()  # branches whose cut has no room on the bus

    def lines(self, rows: int | None = None, *, trimmed: bool = False) -> list[Line]:
        """Return the lines of the drawing.

        Args:
            rows: How many lines, the last ones empty; as many as there are where ``None``.
            trimmed: Whether the empty columns before the drawing are left out.
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
            self._put(layout.heads[0], layout.right_of(0) + 4, [(text, Role.QUIET)])
        first = min(column for pieces in self._pieces for column, _ in pieces) if trimmed else 0
        lines = [self._line(line, first) for line in range(len(self._pieces))]
        return lines if rows is None else [*lines, *([] for _ in range(rows))][:rows]

    def _put(self, line: int, column: int, parts: Sequence[Part]) -> None:
        if line < len(self._pieces):
            self._pieces[line].append((column, parts))

    def _line(self, line: int, first: int) -> Line:
        """Return a line from a column on: what stands in it, and the slabs over that."""
        writer = LineWriter(first, self.layout.width)
        for start, text in sorted(self._pieces[line], key=lambda piece: piece[0]):
            writer.put_parts(start, text)
        if line not in self._overlays:
            return writer.parts
        below, column = writer.parts, first
        writer = LineWriter(first, self.layout.width)
        slabs = deque(sorted(self._overlays[line]))
        for part in below:
            end = column + width(part[0])
            while slabs and slabs[0][0] < end:
                start, slab = slabs.popleft()
                writer.put(column, beginning(part[0], start - column), part[1])
                writer.put(start, *slab)
            writer.put(column, *part)  # what is covered gives way
            column = end
        for start, slab in slabs:
            writer.put(start, *slab)
        return writer.parts

    # -- the bus -------------------------------------------------------------------------------

    def _paint_bus(self, parent: int, line: int) -> None:
        """Write the lines that lead from below a parent to above its children."""
        low, high = self.items.children(parent)
        children = self.items.plies[self.items.ply[parent] + 1][low:high]
        columns, middle = self.layout.columns, self.layout.columns[parent]
        points = {middle: parent} | {columns[child]: child for child in children}
        places = sorted(points)
        weights = [
            Weight.NONE if points[place] == parent else self.weight(points[place])
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
        for start, stop, weight in zip(places, places[1:], stretches, strict=False):
            text, role = self.run(weight)
            self._put(line, start + 1, [(text * (stop - start - 1), role)])
        arms = pairwise([Weight.NONE, *stretches, Weight.NONE])
        for place, own, (left, right) in zip(places, weights, arms, strict=True):
            is_child = points[place] != parent
            down = self.end_weight(points[place]) if is_child else Weight.NONE
            up = max(left, right, down) if place == middle else Weight.NONE
            _, role = self.run(max(up, right, left, own))
            sign = self.glyphs.junction(up, right, down, left)
            self._put(line, place, [(sign, role) if left or right else self.upright(max(up, down))])
        if self.look.answers is None:
            self._paint_slab(parent, children, line)

    def _paint_slab(self, parent: int, children: Sequence[int], line: int) -> None:
        """Write what stands on a bus before the first branch that is, or may be, pruned.

        It stands where the bus leads to these branches alone; else over their ends; else beside
        the line above the bus; and where nothing else is left, over what is beside.
        """
        view, cross, now = self.view(parent), self.glyphs.cut, self.snapshot
        texts: tuple[str, ...] = ()
        role = Role.SLAB
        if self.look.question == view.node:
            texts, role = (f" {cross} ? ", f"{cross} ?", "?"), Role.NEWS
        elif view.missed_on_equality:
            test = self.glyphs.written(view.missed_on_equality.bare)
            texts, role = (f" {test} ", test, test.replace(" ", "")), Role.MISSED
        elif not view.is_cut:
            return
        elif now.kind is StepKind.CUT and view.node == now.node:
            test = self.glyphs.written(str(now.test))
            texts = (f" {cross} {test} ", f"{cross} {test}", f" {cross} CUT ", f"{cross} CUT")
        waiting = PASSED if view.is_cut else (Status.UNSEEN,)
        pending = [child for child in children if self.status(child) in waiting]
        columns, from_right = self.layout.columns, now.record.rules.right_to_left
        live = [columns[item] for item in (parent, *children) if item not in pending]
        before = any(columns[item] < min(live) - 1 for item in pending)
        after = any(columns[item] > max(live) + 1 for item in pending)
        is_left = (before and not after) or (from_right and (before or not after))
        # Where the slab stands on the left, all columns are counted from right to left.
        flip = -1 if is_left else 1
        near = [flip * columns[item] for item in pending]
        edge, end = max(flip * column for column in live) + 1, 1 if is_left else self.layout.width
        run = min((column for column in near if column > edge), default=None)
        if not texts:
            if run is not None:
                self._overlays[line].append((flip * edge, (cross, role)))
            elif pending:
                self._crossed.add(pending[-1 if from_right else 0])
            return
        row = self.items.plies[self.items.ply[parent]]
        neighbour = bisect_left(row, parent) + flip
        limit = above = end
        if 0 <= neighbour < len(row):
            low, high = self.items.children(row[neighbour])
            below = self.items.plies[self.items.ply[parent] + 1][low:high] if high > low else ()
            above = flip * columns[row[neighbour]]
            limit = min([above, *(flip * columns[item] for item in below)])
        ways = []  # lines, with the first column and one past the last that are free
        if run is not None:  # a branch right beside the middle keeps its end
            ways.append((line, edge + (edge in near), run - (run - 1 in near)))
        ways.append((line, edge, limit - 1))
        if self.layout.form.stub:
            ways.append((line - 1, flip * columns[parent] + 1, above - 2))
        anywhere = [(line, edge, end), (line, end - self.layout.width, end)]
        for some, places in ((texts[:2], ways), (texts, [*ways, *anywhere])):
            for at, start, stop in places:
                text = next((text for text in some if width(text) <= stop - start), None)
                if text is not None:
                    column = 1 - start - width(text) if is_left else start
                    self._overlays[at].append((column, (text, role)))
                    return

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
                dots = self.glyphs.beta[1] if self.look.marks else self.glyphs.dots
                drop.append((dots, Role.BETA))
            slash = self._slash(item)
            for line in range(bus + 1, head):
                is_last = line == head - 1
                self._put(line, self.layout.columns[item], slash if slash and is_last else drop)

    def _slash(self, item: int) -> list[Part]:
        """Return the slash on a person's paper, or the quiet one that is missing there."""
        answer = self.answer(item) or _NOT_ASKED
        if answer.crossed:
            role = Role.STRONG if answer.cut_mark else Role.SLAB
            return [(self.glyphs.hatch, _VERDICTS.get(answer.cut_mark, role))]
        return [(self.glyphs.hatch, Role.QUIET)] if answer.cut_mark else []

    def _paint_beside(self, members: Sequence[int], line: int) -> None:
        """Write what stands beside the edges of a row: α on the left, β and more on the right.

        What is on the path stands there in any case; what is not gives way where it would touch
        another edge, or what belongs to that edge.
        """
        columns = [self.layout.columns[item] for item in members]
        texts = [self._beside(item) for item in members]
        first = {index for index, item in enumerate(members) if self._is_followed(item)}
        taken: dict[int, tuple[int, int]] = {}
        for index in sorted(range(len(members)), key=lambda index: index not in first):
            left, right = texts[index]
            before, after = parts_width(left), parts_width(right)
            if not before + after:
                continue
            low = columns[index - 1] + 2 if index else 0
            high = columns[index + 1] - 1 if index + 1 < len(columns) else self.layout.width
            low = max(low, taken.get(index - 1, (0, -2))[1] + 2)
            high = min(high, taken.get(index + 1, (high + 2, 0))[0] - 2)
            for space in (1, 0):
                start = columns[index] - before - (space if before else 0)
                stop = columns[index] + 1 + after + (space if after else 0)
                stop += self.has_both(members[index])
                if (start >= low and stop <= high) or (index in first and not space):
                    taken[index] = start, stop
                    self._put(line, start, left)
                    self._put(line, stop - after, right)
                    break

    def _is_followed(self, item: int) -> bool:
        """Tell whether what stands above an item is on the path, looked at, or marked."""
        if self._holds(item, self.look.cursor):
            return True
        if (answer := self.answer(item)) is not None:
            return not answer.window or answer.window_mark not in {"", "✓"}
        return self.is_on_path(self.items.node(item))

    def _beside(self, item: int) -> tuple[list[Part], list[Part]]:
        """Return what stands to the left and to the right of the edge above an item."""
        node, answer = self.items.node(item), self.answer(item)
        if not self.items.is_plain(item):
            return [], [] if answer is None else self._verdict(answer.cut_mark, _VERDICTS)
        left: list[Part] = []
        right: list[list[Part]] = []
        if answer is not None:
            right.append(self._verdict(answer.cut_mark, _VERDICTS))
            role = Role.NEWS if answer.here == "window" else Role.HERE
            if answer.window is None:
                left, right_end = [(" ? ", role)], [(" ? ", role)]
            elif answer.window:
                is_unmarked = answer.here != "window"
                left = [(answer.window[0], Role.ALPHA_END if is_unmarked else role)]
                right_end = [(answer.window[1], Role.BETA_END if is_unmarked else role)]
            else:
                right_end = []
            right.append([*right_end, *self._verdict(answer.window_mark, _VERDICTS, " ")])
        else:
            ends = self.window_ends(node) if node else None
            if ends is not None:
                left, right = [ends[0]], [[ends[1]]]
        probability = self.probability(node)
        right.append([(probability, Role.QUIET)] if probability else [])
        return left, joined(right, " ")

    # -- cards ---------------------------------------------------------------------------------

    def _paint_card(self, item: int, head: int) -> None:
        layout, row = self.layout, self.items.ply[item]
        first, last = layout.left_of(item), layout.right_of(item)
        count: Part | None = None
        if hidden := self.items.hidden(item):
            role = Role.PRUNED if self.is_pruned(item) else Role.QUIET
            count = self.count(hidden), role
            if layout.form.stub or row + 1 == len(layout.heads):  # there is a line below the card
                column = layout.columns[item] - (width(count[0]) - 1) // 2
                self._put(head + layout.form.lines, column, [count])
                count = None
        lines, count = self._card(item, last - first + 1, count)
        for line, parts in enumerate(lines):
            self._put(head + line, *self.marked(item, first, parts))
        self._put(head + len(lines) - 1, last + 2, self._behind(item, count))

    def _card(
        self, item: int, cells: int, count: Part | None
    ) -> tuple[list[list[Part]], Part | None]:
        """Return the lines of a card, and a count of hidden nodes that found no room there."""
        node, tight = self.items.node(item), bool(self.layout.tight[item])
        blank, hatch = self.card_role(node), self.glyphs.hatch
        label = self.label_parts(node, tight=tight)
        is_tall = self.layout.form.lines > 1
        value = self.value_parts(node, spaced=is_tall, tight=tight)
        if is_tall:
            below = [value, self._moving_window(node)][: self.layout.form.lines - 1]
            if blank == Role.PRUNED:
                hatched: list[Part] = [(hatch * cells, Role.HATCHED)]
                return [_padded(label, cells, blank), *[hatched] * len(below)], count
            return [_padded(parts, cells, blank) for parts in (label, *below)], count
        if not value and count is not None and parts_width(label) + 1 + width(count[0]) <= cells:
            role = Role.QUIET if blank == Role.SPACE else blank
            return [_padded([*label, (" ", blank), (count[0], role)], cells, blank)], None
        if not value:
            fill = hatch if blank == Role.PRUNED and self.look.marks else " "
            return [_padded(label, cells, blank, fill)], count
        if tight:
            return [_padded([*label, *value], cells, blank)], count
        parts = [*label, (" ", blank), *value]
        spare = cells - parts_width(parts)
        widest = self.value_width(
            self.tree.roles[node]
        )  # the label stands still while the value changes
        start = max(0, min(spare, (cells - parts_width(label) - widest) // 2))
        return [[(" " * start, blank), *parts, (" " * (spare - start), blank)]], count

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

    def _behind(self, item: int, count: Part | None) -> list[Part]:
        """Return what stands behind a card because it has no line: counts, the path's windows.

        Behind the root's stands what a person has written about the whole tree, as far as it fits.
        """
        parts = [] if count is None else [count]
        if not parts and not self.layout.form.drop and self.is_on_path(self.items.node(item)):
            left, right = self._beside(item)
            edge = self.upright(self.weight(item))
            parts = [*left, edge, *right] if left or right else []
        row = self.items.plies[self.items.ply[item]]
        following = bisect_left(row, item + 1)
        end = self.layout.width
        if following < len(row):
            end = self.layout.left_of(row[following]) - 1
        room = end - self.layout.right_of(item) - 2
        if parts_width(parts) > room:
            return []
        answer = None if item else self.answer(item)
        for text, mark in () if answer is None else answer.aside:
            more = (self.glyphs.written(text), Role.QUIET), *self._verdict(mark, _VERDICTS, " ")
            longer = [*parts, *([("  ", Role.SPACE)] if parts else []), *more]
            if parts_width(longer) > room:
                break
            parts = longer
        return parts

    def _paint_leaf(self, item: int, head: int) -> None:
        node = self.items.node(item)
        text, role = self.leaf_part(node)
        cells = width(text)
        left = self.layout.columns[item] - max(0, cells - 1) // 2
        column, parts = self.marked(item, left, [(text, role)])
        if column == left and role in {Role.NEWS, Role.PRUNED} and self.layout.form.gap >= 3:
            column, parts, cells = left - 1, [(f" {text} ", role)], cells + 1
        self._put(head, column, parts)
        if self.layout.form.names and (name := self.leaf_name(node)):
            shade = Role.GHOST if role == Role.GHOST else Role.QUIET
            start = self.layout.columns[item] - (width(name) - 1) // 2
            self._put(head + 1, start, [(name, role if role == Role.PRUNED else shade)])

    def _paint_rest(self, item: int, head: int) -> None:
        """Write a ``…`` or what stands for siblings without room."""
        passed, layout = self.is_pruned(item), self.layout
        cluster = self.items.clusters.get(item)
        if cluster:
            role = Role.PRUNED if passed else Role.QUIET
            word = _WORDS.get(self.status(item), "done" if self.look.answers is None else "")
            if layout.form.lines > 1:
                column = layout.columns[item] - (width(word) - 1) // 2
                self._put(head + 1, column, [(word, role)])
            text = more_text(cluster)
        else:
            text, role = self.glyphs.elided, Role.PRUNED if passed else Role.GHOST
            room = layout.right_of(item) - layout.left_of(item) + 1
            if passed and room > width(text) + 1:
                stroke = self.glyphs.hatch * ((room - width(text)) // 2)
                text, role = f"{stroke}{text}{stroke}", Role.HATCHED
        column = layout.columns[item] - (width(text) - 1) // 2
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
        children = record.child_column(nodes[-1])
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

    Args:
        record: The record.
        step: The step; the last one where ``None``.
        look: How to draw.
        room: What to fit (a height of 0 is any height). Where ``None`` the whole tree is drawn, as
            far as a million cells can hold it.
    """
    look = look or Look()
    shown = snapshot(record, record.steps if step is None else step)
    layout = arrange(record.tree, look, room, focus_of(shown, look.cursor))
    return Diagram(layout, shown, look).lines(trimmed=True)
