"""What is written at a node at a moment, in parts that each have a role."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeAlias

from treeexplorer.drawing.labels import Labels
from treeexplorer.drawing.moment import Finding, Moment
from treeexplorer.drawing.runs import Detail, Line, LineWriter, Role
from treeexplorer.engine.record import Status, StepKind
from treeexplorer.text import width
from treeexplorer.tree import INNER, UNKNOWN

Part: TypeAlias = tuple[str, Role]

_ANY_ROOM: Final = 1_000


def write_parts(writer: LineWriter, column: int, parts: list[Part]) -> None:
    """Write parts one after the other."""
    for text, role in parts:
        writer.put(column, text, role)
        column += width(text)


class NodeTexts:
    """The texts of a tree's nodes at a moment."""

    def __init__(self, labels: Labels, moment: Moment, folded: Collection[int]) -> None:
        self.labels = labels
        self.moment = moment
        self.folded = folded

    # -- first lines ---------------------------------------------------------------------------

    def write_head(self, writer: LineWriter, node: int, column: int, room: int) -> None:
        """Write a node's sign and name, or a leaf's number, between marks where it has some.

        Args:
            writer: The line.
            node: The node.
            column: The column of the sign, or of the middle of the number.
            room: How many cells there are from there to the next text.
        """
        if self.moment.tree.kind[node] == INNER:
            write_parts(writer, *self.marked(node, column, self._head(node, room)))
            return
        text = self.labels.leaf(node)
        before = max(0, width(text) - 1) // 2
        text = self.labels.glyphs.clipped(text, room + before)
        parts = [(text, self._leaf_role(node))]
        write_parts(writer, *self.marked(node, column - before, parts))

    def head(self, node: int) -> list[Part]:
        """Return the parts of a node's sign and name, or of a leaf's number."""
        if self.moment.tree.kind[node] == INNER:
            return self._head(node, _ANY_ROOM)
        return [(self.labels.leaf(node), self._leaf_role(node))]

    def _leaf_role(self, node: int) -> Role:
        status = self.moment.status(node)
        if status in {Status.SKIPPED, Status.BEYOND}:
            return Role.SKIPPED
        if status is Status.UNSEEN:
            return Role.UNREAD
        return Role.UNKNOWN if self.moment.tree.kind[node] == UNKNOWN else Role.LEAF

    def _head(self, node: int, room: int) -> list[Part]:
        status = self.moment.status(node)
        faint = {
            Status.UNSEEN: Role.UNSEEN,
            Status.SKIPPED: Role.SKIPPED,
            Status.BEYOND: Role.SKIPPED,
        }.get(status)
        parts = [(self.labels.sign(node), faint or self.labels.role(node))]
        if self.labels.detail == Detail.VALUE:
            parts += self.finding(node, room - width(parts[0][0]))
        elif name := self.labels.name(node):
            parts.append((self.labels.glyphs.clipped(f" {name}", room - 1), faint or Role.NAME))
        if node in self.folded:
            space = " " if self.labels.detail > Detail.VALUE else ""
            parts.append((f"{space}{self.labels.folded(node)}", Role.FOLDED))
        return parts

    def marked(self, node: int, column: int, parts: list[Part]) -> tuple[int, list[Part]]:
        """Return where a first line begins and its parts, with what marks it from outside."""
        glyphs, look = self.labels.glyphs, self.labels.look
        is_current = self._holds(node, self.moment.current)
        is_cursor = self._holds(node, look.cursor)
        stops = any(self._holds(node, stop) for stop in look.breakpoints)
        if is_current or is_cursor:
            before, after = glyphs.marks if is_current else glyphs.cursor
            role = Role.CURRENT if is_current else Role.CURSOR
            parts = [(before, role), *parts, (glyphs.breakpoint if stops else after, role)]
            if is_cursor:
                parts = [(text, Role.CURSOR) for text, _ in parts]
            return column - width(before), parts
        if stops:
            return column - 1, [(glyphs.breakpoint, Role.BREAKPOINT), *parts, (" ", Role.SPACE)]
        if look.marks_unread and parts[0][1] is Role.UNREAD:
            return column - 1, [(glyphs.unread, Role.UNREAD), *parts]
        return column, parts

    def _holds(self, node: int, wanted: int | None) -> bool:
        """Tell whether a node is the one that is wanted, or hides it where it is folded."""
        if wanted is None or node == wanted:
            return node == wanted
        return node in self.folded and self.moment.tree.is_within(wanted, node)

    # -- findings ------------------------------------------------------------------------------

    def finding(self, node: int, room: int) -> list[Part]:
        """Return what is known about a node, and what is claimed if that is asked for."""
        parts: list[Part] = []
        finding = self.moment.finding(node)
        if finding is not None:
            text = self.labels.finding(finding, room)
            parts.append((text, self._finding_role(node, finding)))
            room -= width(text) + 1
        if self.labels.look.claims:
            claim = self.labels.claim(node)
            if claim and width(claim) <= room:
                parts.append((f" {claim}" if parts else claim, Role.CLAIM))
        return parts

    def _finding_role(self, node: int, finding: Finding) -> Role:
        news = self.moment.news
        if node == news.node and news.kind in {StepKind.RETURN, StepKind.CUT}:
            return Role.NEWS
        if finding.kind == "v":
            return Role.OPEN
        return Role.VALUE if finding.kind == "=" else Role.BOUND

    # -- paths ---------------------------------------------------------------------------------

    def trail(self, node: int, cells: int) -> Line:
        """Return the way to a node from the root, as much of its end as fits into cells."""
        tree, glyphs = self.moment.tree, self.labels.glyphs
        steps: list[list[Part]] = []
        at: int = node
        room = cells - 1
        while at >= 0:
            step = self._step(at)
            room -= sum(width(text) for text, _ in step)
            if room < (0 if at == 0 else width(glyphs.elided)):
                steps.append([(glyphs.elided, Role.ELIDED)])
                break
            steps.append(step)
            at = tree.parent[at]
        writer = LineWriter(0, cells)
        column = 1
        for step in reversed(steps):
            write_parts(writer, column, step)
            column += sum(width(text) for text, _ in step)
        return writer.runs

    def _step(self, node: int) -> list[Part]:
        parts = self.head(node)[:2] if self.moment.tree.kind[node] == INNER else self.head(node)
        trail = [(self.labels.glyphs.trail, Role.ELIDED)] if node else []
        return [*trail, *parts]
