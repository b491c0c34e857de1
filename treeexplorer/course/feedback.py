"""What is said to the person who handed something in: a page with the marked trees and the sums."""

from __future__ import annotations

from collections.abc import Iterator

from treeexplorer.course.grade import Cost, Grade, TreeGrade, format_decimal, format_points
from treeexplorer.course.pages import Block, BulletList, Figure, Heading, Paragraph, html
from treeexplorer.course.scheme import SCHEME
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.marking.check import Check
from treeexplorer.text import safe


def feedback(result: Grade) -> str:
    """Return the feedback on a hand-in as an HTML page: points, remarks, trees, how it is marked.

    A hand-in that was not graded has no trees; the page says why.
    """
    blocks: list[Block] = [
        Heading(safe(_format_name(result)), 1),
        Paragraph(_format_summary(result)),
    ]
    if result.slip:
        blocks.append(Paragraph(result.slip))
    if result.remarks:
        blocks.append(BulletList(result.remarks))
    for tree in result.trees:
        blocks += _build_blocks_of_tree(tree)
    return html([*blocks, Paragraph(SCHEME)])


def _format_name(result: Grade) -> str:
    """Return the student with the hand-in, or the hand-in alone: ``Anna (anna.tree)``."""
    if result.student:
        return f"{result.student} ({result.name})"
    return result.name


def _format_summary(result: Grade) -> str:
    """Return the points, or why there are none."""
    if result.problem is not None:
        return f"Not graded: {result.problem}"
    return f"{format_points(result.marks)}."


def _build_blocks_of_tree(tree: TreeGrade) -> Iterator[Block]:
    """Yield the blocks of the page about one tree: headline, marked drawing, points, and reasons.

    Of a tree that was not handed in, the page only says that it is missing.
    """
    points = format_decimal(tree.marks.points)
    yield Heading(f"{tree.title}: {points} of {format_decimal(tree.marks.maximum)}")
    if tree.check is None:
        yield Paragraph("This tree is missing.")
        return
    yield Paragraph(tree.check.headline)
    yield _build_figure(tree, tree.check)
    yield Paragraph(f"Points: {tree.sum_text}.")
    # The costs say what was lost and why; then what wrong slashes overlook.
    lines = (*map(_format_cost, tree.costs), *tree.overlooked)
    if lines:
        yield BulletList(lines)


def _build_figure(tree: TreeGrade, check: Check) -> Figure:
    windows = any(claim.window is not None for claim in check.written)
    options = FigureOptions(windows=windows, paper=tree.paper)
    words = "The tree with the answers that were handed in, each with its mark."
    return Figure(check.record, words, options)


def _format_cost(cost: Cost) -> str:
    """Return the reason of a cost, with the points that are lost (−) or given back (+) at its end.

    Example: a cost of 1 point → ``… (−1)``; a cost of 0 → the reason alone.
    """
    if not cost.points:
        return cost.words
    if cost.points < 0:
        return f"{cost.words} (+{-cost.points})"
    return f"{cost.words} (−{cost.points})"
