"""Undo and redo without limit, and which node is which after an edit."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.editing.model import SMALL
from tests.laws import examples
from treeexplorer.editing import changes
from treeexplorer.editing.changes import Change, EditError
from treeexplorer.editing.history import Done, Edit, History, Rewritten
from treeexplorer.editing.pieces import Draft
from treeexplorer.notation import Exercise, parse, write
from treeexplorer.tree import GameTree, from_nested


def nested(lists: Any) -> Exercise:
    return Exercise(from_nested(lists))


def random_edit(data: st.DataObject, tree: GameTree) -> Edit:
    node = data.draw(st.integers(0, len(tree) - 1))
    other = data.draw(st.integers(0, len(tree) - 1))
    kind = data.draw(st.sampled_from(["value", "name", "add", "delete", "move", "mirror", "sort"]))

    def edit(draft: Draft) -> Change:
        match kind:
            case "value":
                return changes.set_value(draft, node, other)
            case "name":
                return changes.set_name(draft, node, f"n{other}")
            case "add":
                return changes.add(draft, node, other, nested([1, [2, 3]]))
            case "delete":
                return changes.delete(draft, node)
            case "move":
                return changes.move(draft, node, other, 1)
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
    history = History([exercise])
    states = [history.drafts[0]]
    for _ in range(data.draw(st.integers(1, 8))):
        try:
            done = history.edit(0, random_edit(data, history.exercises[0].tree))
        except EditError:
            assert history.drafts[0] == states[-1]
            continue
        states.append(history.drafts[0])
        assert done.before == states[-2]
        for node in range(len(done.before.tree)):
            after = done.counterpart(node)
            if after is not None:
                assert done.after.origin[after] == done.before.origin[node]
    for state in reversed(states[:-1]):
        assert history.undo() is not None
        assert history.drafts[0] == state
    assert history.undo() is None
    assert history.is_saved
    for state in states[1:]:
        assert history.redo() is not None
        assert history.drafts[0] == state
    assert history.redo() is None


def test_no_two_nodes_are_known_by_the_same_origin() -> None:
    history = History([parse("[1 2]")])
    for _ in range(3):
        history.edit(0, lambda draft: changes.add(draft, 0, 1, nested([3, 4])))
    origin = history.drafts[0].origin
    assert len(set(origin)) == len(origin)
    assert list(origin[-2:]) == [1, 2]


def test_an_edit_after_undoing_forgets_what_was_undone() -> None:
    history = History([parse("[1 2]")])
    history.edit(0, lambda draft: changes.set_value(draft, 1, 5))
    history.undo()
    history.edit(0, lambda draft: changes.set_value(draft, 2, 7))
    assert history.redo() is None
    assert write(history.exercises[0]) == "[1 7]\n"


def test_saved_is_where_it_was_saved() -> None:
    history = History([parse("[1 2]")])
    assert history.is_saved
    history.edit(0, lambda draft: changes.set_value(draft, 1, 5))
    assert not history.is_saved
    history.mark_saved()
    assert history.is_saved
    history.undo()
    assert not history.is_saved
    history.redo()
    assert history.is_saved
    history.undo()
    history.edit(0, lambda draft: changes.set_value(draft, 1, 6))
    assert not history.is_saved
    history.undo()
    assert not history.is_saved


def test_the_history_of_a_large_tree_holds_only_what_was_changed() -> None:
    history = History([nested([list(range(1000)) for _ in range(100)])])
    for leaf in range(2, 102):
        history.edit(0, lambda draft, leaf=leaf: changes.set_value(draft, leaf, -1))  # type: ignore[misc]  # a default pins the leaf
    kept = sum(len(entry[1].piece) for entry in history._undo if isinstance(entry, tuple))
    assert kept == 100


def test_edits_of_several_trees_are_undone_in_the_order_they_were_made() -> None:
    history = History([parse("[1 2]"), parse("[3 4]")])
    history.edit(1, lambda draft: changes.set_value(draft, 1, 9))
    history.edit(0, lambda draft: changes.set_value(draft, 1, 8))
    first, second = history.undo(), history.undo()
    assert isinstance(first, Done)
    assert isinstance(second, Done)
    assert (first.index, second.index) == (0, 1)
    assert list(map(write, history.exercises)) == ["[1 2]\n", "[3 4]\n"]


def test_an_edit_that_is_taken_back_cannot_be_done_again() -> None:
    history = History([parse("[1 2]")])
    history.edit(0, lambda draft: changes.set_value(draft, 1, 5))
    history.take_back()
    assert write(history.exercises[0]) == "[1 2]\n"
    assert history.is_saved
    assert history.redo() is None


def test_trees_that_are_written_anew_are_undone_and_done_again_like_an_edit() -> None:
    history = History([parse("[1 2]")], "[1 2]")
    history.edit(0, lambda draft: changes.set_value(draft, 1, 5))
    anew = [parse("[7 8 9]"), parse("[3]")]
    history.rewrite(anew, "[7 8 9]\n[3]", "written anew")
    history.edit(1, lambda draft: changes.set_value(draft, 1, 4))
    assert list(map(write, history.exercises)) == ["[7 8 9]\n", "[4]\n"]
    history.undo()
    undone = history.undo()
    assert isinstance(undone, Rewritten)
    assert undone.words == "written anew"
    assert list(undone.before) == anew
    assert list(map(write, history.exercises)) == ["[5 2]\n"]
    assert history.base.text == "[1 2]"
    history.undo()
    assert history.is_saved
    for _ in range(3):
        history.redo()
    assert history.redo() is None
    assert list(map(write, history.exercises)) == ["[7 8 9]\n", "[4]\n"]
    assert history.base.text == "[7 8 9]\n[3]"
