"""Finding the places of a tree's nodes a little at a time, so that no key waits for long."""

from __future__ import annotations

from collections.abc import Collection, Generator
from time import perf_counter
from typing import Generic, Literal, TypeAlias, TypeVar

from treeexplorer.drawing.folding import begin_whole
from treeexplorer.drawing.layout import Layout, begin_layout
from treeexplorer.drawing.outline import Outline, begin_outline
from treeexplorer.drawing.runs import Detail, Line, Look, Role, Run
from treeexplorer.tree import GameTree

View: TypeAlias = Literal["diagram", "outline", "whole"]
Places: TypeAlias = Layout | Outline

T = TypeVar("T")


class Work(Generic[T]):
    """A generator of short slices that returns a result at its end."""

    def __init__(self, slices: Generator[None, None, T]) -> None:
        self._slices = slices

    def go_on(self, seconds: float) -> T | None:
        """Work for some time; return the result if that was enough."""
        until = perf_counter() + seconds
        while perf_counter() < until:
            try:
                next(self._slices)
            except StopIteration as done:
                result: T = done.value
                return result
        return None


def begin_placing(
    view: View,
    tree: GameTree,
    look: Look,
    detail: Detail | None,
    folded: Collection[int],
    room: tuple[int, int],
) -> Work[Places]:
    """Return the work of finding the places of a tree's nodes in a view of it."""
    if view == "outline":
        return Work(begin_outline(tree, look, folded))
    if view == "whole":
        return Work(begin_whole(tree, look, *room))
    return Work(begin_layout(tree, look, detail, folded, room))


def waiting_line(tree: GameTree, look: Look, cells: int) -> Line:
    """Return what stands in the middle of the screen while that work goes on."""
    text = f"placing {len(tree):,} nodes {'...' if look.ascii else '…'}"
    return [Run(" " * max(0, (cells - len(text)) // 2), Role.SPACE), Run(text, Role.UNSEEN)]
