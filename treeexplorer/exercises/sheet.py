"""An exercise sheet and its answer key: what to print, whatever it is printed as.

The writers (:mod:`.sheet_markdown`, :mod:`.sheet_latex`, :mod:`.sheet_html`, :mod:`.sheet_moodle`)
take a :class:`Sheet` and return a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from treeexplorer.engine import Record, Result, cut_offs, result_of, search
from treeexplorer.engine.cut_words import skipped_text
from treeexplorer.engine.explain import label
from treeexplorer.exercises.claims import asks_windows, claim_text
from treeexplorer.exercises.model_answer import model_answer
from treeexplorer.notation import claim_table
from treeexplorer.numbers import shown
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree

# Draws a search at a step, or the blank tree where the step is ``None``.
DrawFigure: TypeAlias = Callable[[Record, int | None], str]


@dataclass(frozen=True, slots=True)
class KeyRow:
    """What the key says about one node that has children.

    Attributes:
        node: The node.
        name: What it is called, with its player's sign.
        address: Its address.
        window: The window on entry; empty where there is none.
        value: What is to stand beside it; empty where it is not visited.
    """

    node: int
    name: str
    address: str
    window: str
    value: str


@dataclass(frozen=True)
class Exercise:
    """One tree to be worked by hand.

    Attributes:
        title: Its heading.
        record: The search that is asked for.
    """

    title: str
    record: Record

    @property
    def tree(self) -> GameTree:
        """The tree."""
        return self.record.tree

    @cached_property
    def result(self) -> Result:
        """What the search comes to."""
        return result_of(self.record)

    @property
    def asks_windows(self) -> bool:
        """Whether there are windows and cuts to ask for."""
        return asks_windows(self.record.rules)

    @cached_property
    def key(self) -> tuple[KeyRow, ...]:
        """The answer, node by node, in drawing order."""
        return tuple(self._rows())

    def _rows(self) -> Iterator[KeyRow]:
        tree, answer = self.tree, claim_table(model_answer(self.record))
        for node in range(len(tree)):
            if tree.is_leaf(node):
                continue
            window = answer.get((node, "window"))
            value = ""
            if (node, "value") in answer:
                value = f"= {claim_text(answer[node, 'value'])}"
            elif (node, "bound") in answer:
                value = claim_text(answer[node, "bound"])
            name = label(self.record, node)
            yield KeyRow(
                node,
                name,
                tree.address(node),
                claim_text(window) if window is not None else "",
                value or "not visited",
            )

    @cached_property
    def cuts(self) -> tuple[str, ...]:
        """What is cut off, a line for each cut-off: where, after what, and the test."""
        return tuple(self._cut_lines())

    def _cut_lines(self) -> Iterator[str]:
        record = self.record
        for cut in cut_offs(record):
            smaller, larger = (cut.v, cut.bound) if cut.kind == "alpha" else (cut.bound, cut.v)
            letter = "α" if cut.kind == "alpha" else "β"
            yield (
                f"{'deep ' * cut.deep}{letter} cut-off at {label(record, cut.node)}: "
                f"{shown(larger)} {record.rules.test_sign} {shown(smaller)}; "
                f"skipped: {skipped_text(record, cut)}"
            )

    @cached_property
    def root_words(self) -> str:
        """The root's value and the best move in a sentence."""
        best = self.result.best
        move = "no move is proven best" if best is None else f"best move {label(self.record, best)}"
        leaves = self.tree.leaf_count
        read = self.record.evaluated
        return (
            f"The root is worth {shown(self.result.value)}; {move}; {read} of {leaves} leaves read."
        )


@dataclass(frozen=True)
class Sheet:
    """Exercises that go onto one sheet.

    Attributes:
        title: The sheet's heading.
        exercises: The exercises.
        rules: The conventions, the same for all.
        recipe: How the sheet was made, so that it can be made again; empty where nobody needs it.
    """

    title: str
    exercises: tuple[Exercise, ...]
    rules: Rules
    recipe: str = ""

    @property
    def task(self) -> str:
        """What is to be done, and under which conventions."""
        names = [player.value.upper() for player in self.rules.levels]
        players = f"by ply: {', '.join(names)}"
        if len(names) == len(set(names)) == 2:
            players = f"{' and '.join(names)} take turns"
        order = self.rules.order.replace("-", " ")
        if self.rules.algorithm != "alphabeta":
            return f"Work out the value of every node ({players})."
        returned = (
            " A node returns nothing outside its window (fail-hard)." if self.rules.hard else ""
        )
        form = "" if self.rules.form == "classic" else f", in the form “{self.rules.form}”"
        return (
            f"Search each tree with alpha-beta{form}, from {order}, cutting when "
            f"α {self.rules.test_sign} β ({players}).{returned} Beside each node write "
            "the window (α, β) with which it is entered and the value or bound that it returns; "
            "draw a slash across every branch that is cut off. Which move is best?"
        )


def sheet_of(title: str, trees: list[tuple[str, GameTree]], rules: Rules, recipe: str) -> Sheet:
    """Return a sheet of trees, each with its heading."""
    exercises = tuple(Exercise(heading, search(tree, rules)) for heading, tree in trees)
    return Sheet(title, exercises, rules, recipe)
