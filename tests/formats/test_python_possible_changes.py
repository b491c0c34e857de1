"""Of many trees those that a program may change are found without a look at each."""

from __future__ import annotations

from typing import Any

import pytest

from treeexplorer.formats import python_possible_changes, read_trees
from treeexplorer.formats.python_flow import ValueFlow

TREES = [f"t{number} = [[3, {number}], [2, 9]]" for number in range(64)]
NOTES_A_LEAF = ["def note(leaf):", "    leaf.notes.append(3)", "note(5)"]


@pytest.fixture
def flows(monkeypatch: pytest.MonkeyPatch) -> list[ValueFlow]:
    """Return a list that gets each analysis of the program."""
    made: list[ValueFlow] = []

    def make(*arguments: Any) -> ValueFlow:
        made.append(ValueFlow(*arguments))
        return made[-1]

    monkeypatch.setattr(python_possible_changes, "ValueFlow", make)
    return made


def test_trees_that_are_not_changed_are_looked_at_together(flows: list[ValueFlow]) -> None:
    assert len(read_trees("\n".join([*TREES, *NOTES_A_LEAF])).exercises) == len(TREES)
    assert len(flows) == 1


def test_one_that_is_changed_is_found_by_halves(flows: list[ValueFlow]) -> None:
    changes = ["def turn(tree):", "    tree.reverse()", "turn(t40)", "minimax(t0, True)"]
    read = read_trees("\n".join([*TREES, *changes]))
    assert len(read.exercises) == len(TREES) - 1
    second_leaves = [[*exercise.tree.leaves(0)][1] for exercise in read.exercises]
    numbers = [
        exercise.tree.leaf_value(leaf)
        for exercise, leaf in zip(read.exercises, second_leaves, strict=True)
    ]
    assert numbers == [number for number in range(64) if number != 40]
    assert len(flows) == 1 + 2 * 6
