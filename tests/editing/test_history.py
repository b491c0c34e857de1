"""Undo and redo without limit, and which node is which after an edit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.editing.model import SMALL
from tests.laws import examples
from treeexplorer.editing import changes
from treeexplorer.editing.changes import Change, EditError
from treeexplorer.editing.draft import Draft
from treeexplorer.editing.file import Edit, EditedFile
from treeexplorer.notation import Exercise, parse, write
from treeexplorer.tree import GameTree, from_nested


def nested(lists: Any) -> Exercise:
    return Exercise(from_nested(lists))


KEEPING = ("name", "move", "shift", "mirror", "sort")


def random_edit(
    data: st.DataObject, tree: GameTree, kinds: tuple[str, ...] = ("value", "add", "delete")
) -> Edit:
    node = data.draw(st.integers(0, len(tree) - 1))
    other = data.draw(st.integers(0, len(tree) - 1))
    kind = data.draw(st.sampled_from((*KEEPING, *kinds)))

    def edit(draft: Draft) -> Change:
        match kind:
            case "value":
                return changes.rewrite(draft, node, str(other))
            case "name":
                return changes.set_name(draft, node, f"n{other}")
            case "add":
                return changes.add(draft, node, "[1 [2 3]]")
            case "delete":
                return changes.delete(draft, node)
            case "move":
                return changes.move(draft, node, other)
            case "shift":
                return changes.shift(draft, node, other)
            case "mirror":
                return changes.mirror(draft, node)
            case _:
                return changes.sort(draft, node, dict.fromkeys(range(0, len(tree), 2), 1))

    return edit


@examples(60)
@given(SMALL, st.data())
def test_undoing_everything_brings_back_the_tree_and_redoing_it_the_edits(
    exercise: Exercise, data: st.DataObject
) -> None:
    file = EditedFile((exercise,))
    states = [(file.exercises, file.text)]
    for _ in range(data.draw(st.integers(1, 8))):
        try:
            done = file.edit(0, random_edit(data, file.exercises[0].tree))
        except EditError:
            assert (file.exercises, file.text) == states[-1]
            continue
        states.append((file.exercises, file.text))
        assert done.before == states[-2][0]
        is_there = set(range(len(done.after[0].tree)))
        found = map(done.counterpart(0), range(len(done.before[0].tree)))
        for node in found:
            if node is not None:
                is_there.remove(node)  # no two nodes become the same one
    for state in reversed(states[:-1]):
        assert file.undo() is not None
        assert (file.exercises, file.text) == state
    assert file.undo() is None
    assert not file.has_unsaved_work
    for state in states[1:]:
        assert file.redo() is not None
        assert (file.exercises, file.text) == state
    assert file.redo() is None


def test_an_edit_after_undoing_forgets_what_was_undone() -> None:
    file = EditedFile((parse("[1 2]"),))
    file.edit(0, lambda draft: changes.rewrite(draft, 1, "5"))
    file.undo()
    file.edit(0, lambda draft: changes.rewrite(draft, 2, "7"))
    assert file.redo() is None
    assert write(file.exercises[0]) == "[1 7]\n"


def test_saved_is_where_it_was_saved(tmp_path: Path) -> None:
    file = EditedFile((parse("[1 2]"),))
    assert not file.has_unsaved_work
    file.edit(0, lambda draft: changes.rewrite(draft, 1, "5"))
    assert file.has_unsaved_work
    file.save(tmp_path / "a.tree")
    assert not file.has_unsaved_work
    file.undo()
    assert file.has_unsaved_work
    file.redo()
    assert not file.has_unsaved_work
    file.undo()
    file.edit(0, lambda draft: changes.rewrite(draft, 1, "6"))
    assert file.has_unsaved_work
    file.undo()
    assert file.has_unsaved_work


def test_the_history_of_a_large_tree_holds_only_what_was_changed() -> None:
    file = EditedFile((nested([list(range(100)) for _ in range(100)]),))
    for leaf in range(2, 102):
        file.edit(0, lambda draft, leaf=leaf: changes.rewrite(draft, leaf, "-1"))  # type: ignore[misc]  # a default pins the leaf
    assert sum(len(step.old) + len(step.new) for step in file._steps) <= 100 * len("10-1")


def test_edits_of_several_trees_are_undone_in_the_order_they_were_made() -> None:
    file = EditedFile(
        (
            parse("[1 2]"),
            parse("[3 4]"),
        )
    )
    file.edit(1, lambda draft: changes.rewrite(draft, 1, "9"))
    file.edit(0, lambda draft: changes.rewrite(draft, 1, "8"))
    first, second = file.undo(), file.undo()
    assert first is not None
    assert second is not None
    assert (first.index, second.index) == (0, 1)
    assert list(map(write, file.exercises)) == ["[1 2]\n", "[3 4]\n"]


def test_an_edit_that_is_taken_back_cannot_be_done_again() -> None:
    file = EditedFile((parse("[1 2]"),))
    file.edit(0, lambda draft: changes.rewrite(draft, 1, "5"))
    file.take_back()
    assert write(file.exercises[0]) == "[1 2]\n"
    assert not file.has_unsaved_work
    assert file.redo() is None
