"""The question before a possible cut-off: cut here, and which branches?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from treeexplorer.engine import Record, Status, StepKind
from treeexplorer.explain.facts import test_at
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.numbers import shown

UNDRAWN: Final = -1
"""Stands for the children that are not drawn (``...``)."""


@dataclass(frozen=True)
class CutQuestion:
    """A possible cut-off that is asked about at the step before it.

    Attributes:
        step: The step that decides.
        node: The node whose remaining children may be pruned.
        arrives: What arrives there, as a sentence says it.
        branches: These children; ``UNDRAWN`` where none of them is drawn.
        crossed: Which of them are crossed out.
        is_cut: Whether they are pruned.
    """

    step: int
    node: int
    arrives: str
    branches: tuple[int, ...]
    is_cut: bool
    crossed: frozenset[int] = frozenset()

    @property
    def is_right(self) -> bool:
        """Whether what is crossed out is what is pruned: all of the branches, or none."""
        return self.crossed == (frozenset(self.branches) if self.is_cut else frozenset())


def question_between(record: Record, step: int, last: int) -> CutQuestion | None:
    """Return the question about the first possible cut-off after a step, up to another one.

    There is one wherever a test is made while children are left.
    """
    if not record.has_windows:
        return None
    for number in range(step + 1, min(last, record.steps) + 1):
        at = record.step(number)
        test = test_at(record, at)
        if test is not None and test.skips:
            before = snapshot(record, number - 1)
            left = [
                child
                for child in record.tree.children(at.node)
                if child != at.child and before.status(child) is Status.UNSEEN
            ]
            name = before.signed(at.node)
            arrives = f"{shown(at.value or 0)} arrives at {name}."
            is_cut = at.kind is StepKind.CUT
            return CutQuestion(number, at.node, arrives, tuple(left) or (UNDRAWN,), is_cut)
    return None
