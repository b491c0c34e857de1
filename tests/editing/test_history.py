"""Undoing and making again, beside a model that copies everything."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from treeexplorer.editing.history import History


@given(st.lists(st.sampled_from(["change", "undo", "redo"]), max_size=30))
def test_a_history_goes_back_and_forth_through_what_was_changed(steps: list[str]) -> None:
    history = History(0)
    line = [0]
    at = 0
    for number, step in enumerate(steps, 1):
        if step == "change":
            history.change(number)
            line = [*line[: at + 1], number]
            at += 1
        elif step == "undo":
            assert history.undo() == (at > 0)
            at = max(0, at - 1)
        else:
            assert history.redo() == (at + 1 < len(line))
            at = min(at + 1, len(line) - 1)
        assert history.now == line[at]


def test_what_is_set_in_place_is_no_change() -> None:
    history = History("a")
    history.change("b")
    history.now = "B"
    assert history.undo()
    assert history.now == "a"
    assert history.redo()
    assert history.now == "B"
    assert not history.redo()
