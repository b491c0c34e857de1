"""What is opened: files in other formats are imports, examples have titles, names are one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.driving import running
from treeexplorer import gallery
from treeexplorer.formats.catalogue import ENDINGS, READERS, TITLES, WRITERS
from treeexplorer.notation import NotationError, parse, write
from treeexplorer.settings import Settings
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.sources import Source

ENDING_OF = {name: ending for ending, name in ENDINGS.items()}
TREE = parse("[a:[3 12] b:[2 4]]")


@pytest.mark.parametrize(
    ("name", "text", "format_name"),
    [
        *((f"tree{ENDING_OF[name]}", WRITERS[name]([TREE]).text, name) for name in WRITERS),
        ("leaves.txt", "(((3)(6))((4)(10)))", "parentheses"),
        ("no-ending", "((3,12)A,(2,4)B);", "newick"),
    ],
)  # fmt: skip
def test_a_file_in_another_format_is_imported_and_said_to_be(
    tmp_path: Path, name: str, text: str, format_name: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    trees, remarks = Source.of_file(path).read_with_remarks()
    assert trees[0].leaf_count >= 2
    assert remarks.startswith(f"Imported from {TITLES[format_name]}\n")
    assert f"{name} stays as it is" in remarks


def test_every_format_has_a_title() -> None:
    assert TITLES.keys() == READERS.keys()


@pytest.mark.parametrize("name", ["sheet.tree", "sheet.txt", "sheet"])
def test_the_notation_is_no_import_whatever_the_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("[[3, 12], [2, 4]]")
    trees, remarks = Source.of_file(path).read_with_remarks()
    assert write(trees[0]) == "[[3 12] [2 4]]\n"
    assert remarks == ""


def test_a_slip_in_a_tree_file_is_no_other_format(tmp_path: Path) -> None:
    path = tmp_path / "sheet.tree"
    path.write_text("(3 (4 5))")
    with pytest.raises(NotationError, match="wrong kind of bracket"):
        Source.of_file(path).read()


def test_a_slip_in_another_format_is_explained_in_its_terms(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"a": [1, 2}')
    with pytest.raises(NotationError) as raised:
        Source.of_file(path).read()
    assert "wrong kind of bracket" not in str(raised.value)


async def test_an_import_is_saved_under_another_name_and_its_file_stays_as_it_is(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.json"
    path.write_text("[[3, 12], [2, 4]]")
    async with running(path) as driver:
        await driver.sees("Imported from JSON")
        await driver.sees("game.json stays as it is")
        await driver.press("i", "j", "M")
        await driver.sees("(edited)")
        await driver.press("ctrl+s")
        await driver.sees("Save as")
        await driver.sees("game.tree")
        await driver.press(*["backspace"] * 4, *"json")
        await driver.sees("is for another format")
        await driver.press("enter")
        await driver.press(*["backspace"] * 4, *"tree", "enter")
        await driver.sees("saved game.tree")
        await driver.until(lambda: driver.lines[0].startswith(" game.tree"), "its new name")
    assert path.read_text() == "[[3, 12], [2, 4]]"
    assert (tmp_path / "game.tree").read_text() == "[[12 3] [2 4]]\n"


async def test_a_pasted_text_in_another_format_is_imported() -> None:
    async with running("(((3)(6))((4)(10)))") as driver:
        await driver.sees("Imported from nested parentheses")
        assert "stays as it is" not in driver.text


async def test_opened_last_lists_what_is_there_under_the_titles_of_examples(
    tmp_path: Path,
) -> None:
    example = gallery.examples()[1]
    mine, gone = tmp_path / "mine.tree", tmp_path / "gone.tree"
    mine.write_text("[1 2]")
    settings = Settings(recent=[str(example.path), str(gone), str(mine)])
    async with running(None, settings=settings) as driver:
        await driver.sees("Opened last")
        listed = [line[:33].strip() for line in driver.lines]
        start = listed.index("Opened last")
        assert listed[start + 1 : start + 3] == [example.title, "mine.tree"]
        assert "gone.tree" not in driver.text
        await driver.press("home", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
        assert driver.explorer.source is not None
        assert driver.explorer.source.is_example


async def test_trees_without_a_title_are_counted_in_the_heading() -> None:
    async with running("[1 2]\n[3 4]") as driver:
        await driver.sees("tree  1/2")
        assert driver.explorer.session.title == "tree 1"
