"""Saving changes what was edited, and nothing else in the file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.editing.model import file_of
from tests.editing.test_history import nested, random_edit
from tests.laws import examples
from tests.notation.strategies import documents
from treeexplorer.editing import changes
from treeexplorer.editing.changes import EditError
from treeexplorer.editing.file import EditedFile
from treeexplorer.files import ChangedError, FileError, write_atomically
from treeexplorer.notation import NotationError, parse_all

SHEET = """\
# Exercise sheet 3
@title First   # to be handed in
6[ # the root
   a:6[ 6[1  5 6]   # first
        b:8[8 ...] ]  # second
   # about c
   c:chance[1/2*3, 0.25*4, .25*5]
   # the end
   ]  # after

# and now the second
@title  Second
[[3, 12, 8],
 [2, 4, 6]]
# the end
"""


def document(text: str = SHEET) -> EditedFile:
    return file_of(text)


def test_a_changed_leaf_changes_its_number_in_the_text_and_nothing_else() -> None:
    edited = document()
    edited.edit(0, lambda draft: changes.rewrite(draft, 3, "99"))
    assert edited.text == SHEET.replace("6[1  5 6]", "6[99  5 6]")
    edited.edit(1, lambda draft: changes.rewrite(draft, 7, "-4"))
    assert edited.text == SHEET.replace("6[1  5 6]", "6[99  5 6]").replace("4, 6", "-4, 6")


def test_without_an_edit_and_after_undoing_all_the_text_is_the_same() -> None:
    edited = document()
    assert edited.text == SHEET
    edited.edit(0, lambda draft: changes.mirror(draft, 0))
    assert edited.text != SHEET
    edited.undo()
    assert edited.text == SHEET


def test_comments_go_with_their_nodes() -> None:
    edited = document()
    tree = edited.exercises[0].tree
    edited.edit(0, lambda draft: changes.shift(draft, tree.find("c"), 1))
    moved = edited.text
    assert moved.index("# about c") < moved.index("c:chance") < moved.index("a:6[")
    edited.edit(0, lambda draft: changes.delete(draft, draft.tree.find("c")))
    gone = edited.text
    assert "# about c" not in gone
    assert "# first" in gone
    assert "@title  Second\n[[3, 12, 8],\n [2, 4, 6]]\n# the end\n" in gone


def test_new_nodes_are_written_as_their_siblings_are() -> None:
    edited = document()
    edited.edit(1, lambda draft: changes.add(draft, 0, "[14, 5, 2]"))
    edited.edit(1, lambda draft: changes.add(draft, 1, "7"))
    assert edited.text.endswith("[[3, 12, 8, 7],\n [2, 4, 6],\n [14, 5, 2]]\n# the end\n")


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_stay(mark: str) -> None:
    text = mark + SHEET.replace("\n", "\r\n")
    edited = document(text)
    edited.edit(1, lambda draft: changes.rewrite(draft, 2, "44"))
    assert edited.text == text.replace("[[3,", "[[44,")
    edited.edit(1, lambda draft: changes.add(draft, 0, "[14, 5]"))
    assert " [2, 4, 6],\r\n [14, 5]]\r\n# the end\r\n" in edited.text


@examples(80)
@given(documents(), st.data())
def test_what_is_saved_reads_back_as_the_edited_trees(text: str, data: st.DataObject) -> None:
    try:
        edited = document(text)
    except NotationError:
        return
    for _ in range(3):
        index = data.draw(st.integers(0, len(edited.exercises) - 1))
        try:
            edited.edit(index, random_edit(data, edited.exercises[index].tree))
        except EditError:
            continue
    assert parse_all(edited.text) == edited.exercises


@examples(60)
@given(documents(), st.data())
def test_comments_stay_where_nodes_only_change_places(text: str, data: st.DataObject) -> None:
    try:
        edited = document(text)
    except NotationError:
        return
    for _ in range(3):
        index = data.draw(st.integers(0, len(edited.exercises) - 1))
        with suppress(EditError):
            edited.edit(index, random_edit(data, edited.exercises[index].tree, ()))
    assert edited.text.count("# note") == text.count("# note")


def test_saving_and_saving_as(tmp_path: Path) -> None:
    path = tmp_path / "sheet.tree"
    path.write_bytes(SHEET.encode())
    edited = file_of(SHEET, path)
    assert not edited.has_unsaved_work
    edited.edit(1, lambda draft: changes.rewrite(draft, 2, "44"))
    assert edited.has_unsaved_work
    assert edited.save() == path
    assert not edited.has_unsaved_work
    assert path.read_bytes() == SHEET.replace("[[3,", "[[44,").encode()
    edited.undo()
    edited.save()
    assert path.read_bytes() == SHEET.encode()
    other = tmp_path / "other.tree"
    edited.save(other)
    assert other.read_bytes() == SHEET.encode()
    assert edited.path == other


def test_somebody_elses_change_is_not_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "sheet.tree"
    path.write_text(SHEET)
    edited = file_of(SHEET, path)
    edited.edit(1, lambda draft: changes.rewrite(draft, 2, "44"))
    path.write_text("[1 2]\n")
    with pytest.raises(
        ChangedError, match=r"sheet.tree cannot be written: the file was changed by somebody else"
    ):
        edited.save()
    assert path.read_text() == "[1 2]\n"
    assert edited.has_unsaved_work
    edited.save(overwrite=True)
    assert "[[44, 12, 8]" in path.read_text()
    path.unlink()
    with pytest.raises(ChangedError, match="is gone from the disk"):
        edited.save()
    other = tmp_path / "other.tree"
    other.write_text("[1 2]\n")
    with pytest.raises(
        ChangedError, match=r"other.tree cannot be written: there is a file of that name already"
    ):
        edited.save(other)


def test_a_change_made_while_a_large_tree_is_written_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sheet.tree"
    path.write_text(SHEET)
    edited = file_of(SHEET, path)
    edited.edit(1, lambda draft: changes.rewrite(draft, 2, "44"))

    def write_when_overtaken(target: Path, text: str, *, expected: str) -> None:
        path.write_text("[1 2]\n")
        write_atomically(target, text, expected=expected)

    monkeypatch.setattr("treeexplorer.editing.file.write_atomically", write_when_overtaken)
    with pytest.raises(ChangedError):
        edited.save()
    assert path.read_text() == "[1 2]\n"
    assert edited.has_unsaved_work


def test_an_edit_made_while_the_file_is_written_stays_unsaved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited = document("[1 2]")
    edited.edit(0, lambda draft: changes.rewrite(draft, 1, "44"))

    def write_slowly(path: Path, text: str, **_: object) -> None:
        edited.edit(0, lambda draft: changes.rewrite(draft, 2, "55"))
        path.write_text(text)

    monkeypatch.setattr("treeexplorer.editing.file.write_atomically", write_slowly)
    edited.save(tmp_path / "a.tree")
    assert (tmp_path / "a.tree").read_text() == "[44 2]"
    assert edited.has_unsaved_work


def test_a_folder_that_cannot_be_written_to_is_said_and_the_work_stays_unsaved(
    tmp_path: Path,
) -> None:
    edited = document("[1 2]")
    edited.edit(0, lambda draft: changes.rewrite(draft, 1, "44"))
    with pytest.raises(ValueError, match="have no file yet"):
        edited.save()
    with pytest.raises(FileError, match="cannot be written: its folder does not exist"):
        edited.save(tmp_path / "missing" / "a.tree")
    assert edited.has_unsaved_work


def test_trees_that_come_from_no_text_are_written_canonically(tmp_path: Path) -> None:
    made = EditedFile([nested([1, 2]), nested([3, [4, 5]])])
    made.save(tmp_path / "new.tree")
    assert (tmp_path / "new.tree").read_text() == "[1 2]\n\n[3 [4 5]]\n"
