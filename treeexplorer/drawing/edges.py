"""The edges from a card to its children: a stem, a bus, and a vertical edge down to each child.

For example, with the dotted edge of a child that is pruned::

                │               the stem of a card
        ┌───────┼───────╌┐      the bus
        │       │        ┊      the vertical edges
        5      ▽ B       7
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from treeexplorer.drawing.cards import Weight
from treeexplorer.drawing.drawer import Drawer
from treeexplorer.drawing.items import Item
from treeexplorer.drawing.painter import STYLE_OF_MARK, STYLE_OF_WEIGHT
from treeexplorer.drawing.styled_text import StyledPart, TextStyle
from treeexplorer.engine.record import Status


class _Joint(NamedTuple):
    """A place at which the stem from a card or the edge to a child meets the bus, or both do."""

    column: int
    child_weight: Weight  # that of the edge to the child below it; ``NONE`` where there is no child
    lower_end_weight: Weight  # the same, but the edge to a tied move ends in a double line


class _Bus(NamedTuple):
    """The line that the edges from a card to its children share.

    The stem comes down from the card to it, and an edge leads down from it to each child.
    """

    parent: Item  # the item of the card
    line: int
    joints: list[_Joint]  # from left to right
    segment_weights: list[Weight]  # how the bus is drawn from each joint to the next
    stem_weight: Weight


class Edges(Drawer):
    """Draws the edges between a row of cards and their children."""

    def draw_bus(self, parent: Item, bus_line: int) -> None:
        """Draw the lines that join a node to all its children: a stem down, then a bus across.

        Here the bus, the horizontal line, has the stem above it and leads to three children::

                │
            ┌───┼───┐
        """
        bus = self._build_bus(parent, bus_line)
        self._draw_stem(bus)
        self._draw_bus_segments(bus)
        self._draw_joints(bus)

    def _build_bus(self, parent: Item, bus_line: int) -> _Bus:
        """Build the horizontal line, the bus, that joins a node's children: ``┌──┼──┐``.

        Its joints are the columns at which it meets the stem, the line that comes down from the
        node, or the edge to a child.
        """
        columns = self._layout.columns
        child_at_column = {columns[child]: child for child in self._layout.items.children(parent)}
        stem_column = columns[parent]

        joint_columns = sorted({stem_column, *child_at_column})
        joints = [self._make_joint(column, child_at_column.get(column)) for column in joint_columns]
        weights = [joint.child_weight for joint in joints]
        return _Bus(
            parent=parent,
            line=bus_line,
            joints=joints,
            segment_weights=_compute_segment_weights(weights, joint_columns.index(stem_column)),
            stem_weight=max(weights),
        )

    def _make_joint(self, column: int, child: Item | None) -> _Joint:
        """Make the joint of a bus in a column, with the child below it if there is one."""
        if child is None:
            return _Joint(column, Weight.NONE, Weight.NONE)
        return _Joint(column, self._painter.weight(child), self._painter.weight_of_lower_end(child))

    def _draw_bus_segments(self, bus: _Bus) -> None:
        """Draw the horizontal line of a bus between its joints."""
        segments = zip(pairwise(bus.joints), bus.segment_weights, strict=True)
        for (joint, next_joint), weight in segments:
            start = joint.column + 1
            cells = next_joint.column - start
            text = self._painter.glyphs.runs[weight] * cells
            self._canvas.write(bus.line, start, [(text, STYLE_OF_WEIGHT[weight])])

    def _draw_joints(self, bus: _Bus) -> None:
        """Draw the cells of a bus, a horizontal line, at which vertical lines meet it.

        These are the edges down to the children, and the stem, which comes down from the parent.
        """
        stem_column = self._layout.columns[bus.parent]
        # By joint: the weight of the bus on its left and on its right. With three joints a, b, c
        # the segments are those from a to b and from b to c.
        weights_on_left = [Weight.NONE, *bus.segment_weights]  # the bus begins at the first joint
        weights_on_right = [*bus.segment_weights, Weight.NONE]  # and ends at the last one
        for joint, left, right in zip(bus.joints, weights_on_left, weights_on_right, strict=True):
            is_below_stem = joint.column == stem_column
            junction = self._render_junction(joint, left, right, is_below_stem=is_below_stem)
            self._canvas.write(bus.line, joint.column, [junction])

    def _draw_stem(self, bus: _Bus) -> None:
        """Draw the vertical line from a card down to its bus."""
        stem = [self._painter.render_vertical_line(bus.stem_weight)]
        column = self._layout.columns[bus.parent]
        for line in range(self._line_below_card(bus.parent), bus.line):
            self._canvas.write(line, column, stem)

    def _render_junction(
        self, joint: _Joint, left: Weight, right: Weight, *, is_below_stem: bool
    ) -> StyledPart:
        """Return the character of a cell of a bus, with its style: ``┬``, ``┴``, ``┼``, ``┐``.

        A bus is the horizontal line that joins a node's children. Up to four lines meet in a cell,
        each of a weight, of which ``NONE`` is no line. In ``┌─┼─┐`` the middle one has lines to the
        left and right, down to a child, and up to the parent: its stem.

        For example, the edge to a child below the right end of a bus, ``┐``, is light, but that of
        a tied move has a double end::

            edge    its lower end    the character    in the style of
            light   light            ┐                a light line
            light   double           ╖                a light line

        Args:
            joint: The cell, with the weights of the edge down to a child.
            left: The weight of the bus to the left of the cell.
            right: The weight of the bus to the right of it.
            is_below_stem: Whether the stem ends in the cell.
        """
        down = joint.lower_end_weight
        is_single_child_below_parent = left == Weight.NONE and right == Weight.NONE
        if is_single_child_below_parent:
            return self._painter.render_vertical_line(down)

        if is_below_stem:
            up = max(left, right, down)  # it leads to all children, so the heaviest line counts
            style_weight = up
        else:
            up = Weight.NONE
            style_weight = max(left, right, joint.child_weight)
        character = self._painter.glyphs.junction(up=up, right=right, down=down, left=left)
        return character, STYLE_OF_WEIGHT[style_weight]

    def _line_below_card(self, item: Item) -> int:
        """Return the line below a card, or below the label of a node that has no card yet."""
        first_line = self._layout.heads[self._layout.items.ply[item]]
        has_card = self._painter.node_status(self._layout.items.node(item)) is not Status.UNSEEN
        if has_card:
            return first_line + self._layout.form.lines
        return first_line + 1

    def draw_vertical_edge(self, item: Item, lines: range, *, has_cross: bool) -> None:
        """Draw the vertical edge above a node; a person's slash replaces it in its last line.

        Args:
            item: What is drawn of the node.
            lines: The lines of the edge, the last of which is right above the node.
            has_cross: Whether the cross of a cut-off stands in them instead.
        """
        column = self._layout.columns[item]
        edge = self._render_vertical_edge(item, has_cross=has_cross)
        for line in lines[:-1]:
            self._canvas.write(line, column, edge)

        line_above_node = lines[-1]
        slash = self._render_slash(item)
        if slash is None:
            self._canvas.write(line_above_node, column, edge)
        else:
            self._canvas.write(line_above_node, column, [slash])

    def _render_vertical_edge(self, item: Item, *, has_cross: bool) -> list[StyledPart]:
        """Return what stands in one line of the vertical edge above an item: an edge or a cross.

        A dotted line follows beside the edge if α and β both came down along it.
        """
        if has_cross:
            parts: list[StyledPart] = [(self._painter.glyphs.cut, TextStyle.SLAB)]
        else:
            parts = [self._painter.render_vertical_line(self._painter.weight_of_lower_end(item))]
        if self._painter.has_both_rails(item):
            parts.append((self._painter.glyphs.dots, TextStyle.BETA))
        return parts

    def _render_slash(self, item: Item) -> StyledPart | None:
        """Return the slash with which a person crossed an item out, in the style of its mark."""
        answer = self._painter.answer(item)
        if answer is None or not answer.crossed:
            return None
        if answer.cut_mark is None:
            return self._painter.glyphs.hatch, TextStyle.SLAB
        return self._painter.glyphs.hatch, STYLE_OF_MARK[answer.cut_mark]


def _compute_segment_weights(weights: Sequence[Weight], stem_index: int) -> list[Weight]:
    """Return the weight of each segment of a bus, from one joint to the next.

    A segment leads from the parent's stem to all children beyond it. It is drawn like the heaviest
    edge among these children.

    Args:
        weights: The weight of the edge at each joint, from left to right; of the joint with the
            stem alone it is ``NONE``.
        stem_index: The index of the joint with the stem.

    Example:
        Two children stand to the left of the stem, and one to the right.

        >>> weights = [Weight.LIGHT, Weight.HEAVY, Weight.NONE, Weight.DOTTED]
        >>> [weight.name for weight in _compute_segment_weights(weights, 2)]
        ['LIGHT', 'HEAVY', 'DOTTED']
    """
    heaviest_up_to = list(accumulate(weights, max))
    heaviest_from = list(accumulate(reversed(weights), max))[::-1]
    return [*heaviest_up_to[:stem_index], *heaviest_from[stem_index + 1 :]]
