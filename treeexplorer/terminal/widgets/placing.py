"""Finding the places of a tree's nodes a little at a time, so that no key waits for long."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from time import perf_counter
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from treeexplorer.drawing.folding import begin_whole
from treeexplorer.drawing.layout import TIDY_UP_TO, Layout, begin_layout
from treeexplorer.drawing.outline import Outline, begin_outline
from treeexplorer.drawing.runs import Detail, Line, Look, Role, Run
from treeexplorer.tree import GameTree

View: TypeAlias = Literal["diagram", "outline", "whole"]
Places: TypeAlias = Layout | Outline

_REMEMBERED: Final = 3

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


class Placer:
    """Finds the places of one tree's nodes, and remembers the last ones it found."""

    def __init__(self) -> None:
        self._tree: GameTree | None = None
        self._found: dict[Hashable, Places] = {}

    def begin(
        self,
        tree: GameTree,
        view: View,
        look: Look,
        detail: Detail | None,
        folded: frozenset[int],
        room: tuple[int, int],
    ) -> Work[Places]:
        """Return the work of finding the places of a tree's nodes in a view of it."""
        if tree is not self._tree:
            self._tree = tree
            self._found.clear()
        fits_room = view == "whole" or (view == "diagram" and len(tree) <= TIDY_UP_TO)
        key = view, look.ascii, look.claims, detail, folded, room if fits_room else None
        slices: Generator[None, None, Places]
        if view == "outline":
            slices = begin_outline(tree, look, folded)
        elif view == "whole":
            slices = begin_whole(tree, look, *room)
        else:
            slices = begin_layout(tree, look, detail, folded, room)
        return Work(self._remembering(key, slices))

    def _remembering(
        self, key: Hashable, slices: Generator[None, None, Places]
    ) -> Generator[None, None, Places]:
        places = self._found.pop(key, None)
        if places is None:
            places = yield from slices
        self._found[key] = places
        while len(self._found) > _REMEMBERED:
            del self._found[next(iter(self._found))]
        return places


def waiting_line(tree: GameTree, look: Look, cells: int) -> Line:
    """Return what stands in the middle of the screen while that work goes on."""
    text = f"placing {len(tree):,} nodes {'...' if look.ascii else '…'}"
    return [Run(" " * max(0, (cells - len(text)) // 2), Role.SPACE), Run(text, Role.UNSEEN)]
