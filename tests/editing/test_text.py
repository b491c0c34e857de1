"""An edit changes what was edited, and nothing else in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from tests.notation.strategies import documents
from treeexplorer.editing.text import EditedText, EditError, read_name_and_value, replaced
from treeexplorer.files import ChangedError, FileError, write_atomically
from treeexplorer.notation import NotationError, parse, parse_all

SHEET = """\
# Exercise sheet 3
@title First   # to be handed in
6[ # the root
   a:6[ 6[1  5 6]   # first
        b:8[8 ...] ]  # second
   # about c
   c:chance[1/2*3, 0.25*4, .25*5]
   ]  # after

# and now the second
@title  Second
[[3, 12, 8],
 [2, 4, 6]]
# the end
"""


def changed(edited: EditedText, index: int, node: int, written: str) -> None:
    edited.write(replaced(parse_all(edited.text)[index], node, written))


def test_a_changed_leaf_changes_its_number_in_the_text_and_nothing_else() -> None:
    edited = EditedText(SHEET)
    changed(edited, 0, 3, "99")
    assert edited.raw == SHEET.replace("6[1  5 6]", "6[99  5 6]")
    changed(edited, 1, 7, "-4")
    assert edited.raw == SHEET.replace("6[1  5 6]", "6[99  5 6]").replace("4, 6", "-4, 6")
    assert edited.undo()
    assert edited.undo()
    assert not edited.undo()
    assert edited.raw == SHEET
    assert not edited.has_unsaved_work
    assert edited.redo()
    assert edited.raw == SHEET.replace("6[1  5 6]", "6[99  5 6]")
    assert edited.has_unsaved_work
    edited.write(SHEET)
    assert not edited.redo(), "what is undone is forgotten once something else is written"


@pytest.mark.parametrize(
    ("text", "node", "before", "written", "after"),
    [
        ("[1 2]", 1, "1", "b:1", "[b:1 2]"),
        ("[b:1 2]", 1, "b:1", "2", "[2 2]"),
        ("[b:1 2]", 1, "b:1", "x", "[x 2]"),
        ("[/b: 1 2]", 1, "b:1", "c:1", "[/c:1 2]"),
        ("chance[1/2*3 1/2*4]", 1, "3", "5", "chance[1/2*5 1/2*4]"),
        ("[[1 2] 3]", 1, "", "b", "[b:[1 2] 3]"),
        ("[[1 2] 3]", 1, "", "b:>=2", "[b:>=2[1 2] 3]"),
        ("[b:max(1,5)=2[1 2] 3]", 1, "b:=2", "=3", "[max(1,5)=3[1 2] 3]"),
        ("[b:[1 2] 3]", 1, "b:", "", "[[1 2] 3]"),
        ('["a b":1 2]', 1, '"a b":1', "a b c:1", '["a b c":1 2]'),
        ("[b:max=5[4 6]]", 1, "b:=5", "d:6", "[d:max=6[4 6]]"),
        ("[b:~3=5[4 6]]", 1, "b:=5", "-2", "[~3=-2[4 6]]"),
        ("[b:max[4 6]]", 1, "b:", "b:>=4", "[b:max>=4[4 6]]"),
        ("[b:(3,9)5[4 6]]", 1, "b:5", "6", "[(3,9)6[4 6]]"),
        ("5 # alone", 0, "5", "6", "6 # alone"),
    ],
)
def test_a_name_and_a_value_are_replaced_where_they_stand(
    text: str, node: int, before: str, written: str, after: str
) -> None:
    exercise = parse(text)
    assert read_name_and_value(exercise, node) == before
    assert replaced(exercise, node, written) == after


@pytest.mark.parametrize("written", ["", "b:", "[1 2]", "1 2", "1] [2", "1/2*3", "/3", "3 #"])
def test_what_is_no_value_of_a_leaf_is_refused(written: str) -> None:
    with pytest.raises(EditError):
        replaced(parse("[1 2]"), 1, written)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_stay(mark: str) -> None:
    text = mark + SHEET.replace("\n", "\r\n", 8)  # the last lines end otherwise
    edited = EditedText(text)
    changed(edited, 1, 2, "44")
    assert edited.raw == text.replace("[[3,", "[[44,")
    edited.write(edited.text.replace("6]]\n", "6],\n [14, 5]]\n"))
    assert "6],\n [14, 5]]\n# the end\n" in edited.raw.replace("\r\n", "\n")
    assert edited.raw.startswith(text[:100])


@examples(80)
@given(documents(), st.data())
def test_an_edit_changes_one_node_of_one_tree(text: str, data: st.DataObject) -> None:
    try:
        before = parse_all(text)
    except NotationError:
        return
    edited = EditedText(text)
    index = data.draw(st.integers(0, len(before) - 1))
    tree = before[index].tree
    leaves = [node for node in range(len(tree)) if tree.is_leaf(node)]
    node = data.draw(st.sampled_from(leaves))
    if edited.text != before[0].positions.source.text:  # type: ignore[union-attr]
        return
    changed(edited, index, node, "77")
    after = parse_all(edited.text)
    assert after[index].tree.leaf_value(node) == 77
    assert node not in after[index].tree.names
    assert [a.tree for i, a in enumerate(after) if i != index] == [
        b.tree for i, b in enumerate(before) if i != index
    ]
    in_its_name = tree.names.get(node, "").count("#")
    assert edited.raw.count("#") == text.count("#") - in_its_name  # the comments stay
    edited.undo()
    assert edited.raw == text


def test_saving_and_saving_as(tmp_path: Path) -> None:
    path = tmp_path / "sheet.tree"
    path.write_bytes(SHEET.encode())
    edited = EditedText(SHEET, path)
    changed(edited, 1, 2, "44")
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
    edited = EditedText(SHEET, path)
    changed(edited, 1, 2, "44")
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
    edited = EditedText(SHEET, path)
    changed(edited, 1, 2, "44")

    def write_when_overtaken(target: Path, text: str, *, expected: str) -> None:
        path.write_text("[1 2]\n")
        write_atomically(target, text, expected=expected)

    monkeypatch.setattr("treeexplorer.editing.text.write_atomically", write_when_overtaken)
    with pytest.raises(ChangedError):
        edited.save()
    assert path.read_text() == "[1 2]\n"
    assert edited.has_unsaved_work


def test_an_edit_made_while_the_file_is_written_stays_unsaved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited = EditedText("[1 2]")
    edited.write("[44 2]")

    def write_slowly(path: Path, text: str, **_: object) -> None:
        edited.write("[44 55]")
        path.write_text(text)

    monkeypatch.setattr("treeexplorer.editing.text.write_atomically", write_slowly)
    edited.save(tmp_path / "a.tree")
    assert (tmp_path / "a.tree").read_text() == "[44 2]"
    assert edited.has_unsaved_work


def test_a_folder_that_cannot_be_written_to_is_said_and_the_work_stays_unsaved(
    tmp_path: Path,
) -> None:
    edited = EditedText("[1 2]")
    edited.write("[44 2]")
    with pytest.raises(ValueError, match="have no file yet"):
        edited.save()
    with pytest.raises(FileError, match="cannot be written: its folder does not exist"):
        edited.save(tmp_path / "missing" / "a.tree")
    assert edited.has_unsaved_work
