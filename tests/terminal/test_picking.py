"""Choosing a file: folders, letters, paths, sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.driving import Driver, running
from treeexplorer.terminal.folders import entries, fitting, located, size_shown
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.picking import Picker


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    here = tmp_path / "sheets"
    (here / "week 2").mkdir(parents=True)
    (here / ".hidden").mkdir()
    (here / "first.tree").write_text("[1 2]")
    (here / "Second.tree").write_text("[3 4 5]" + " " * 2000)
    (here / "game.json").write_text("[1, [2, 3]]")
    (here / "photo.png").write_bytes(b"")
    (here / "week 2" / "third.tree").write_text("[6 7]")
    return here


async def picking(driver: Driver) -> Picker:
    await driver.press("ctrl+o")
    await driver.sees("Open a tree")
    screen = driver.app.screen
    assert isinstance(screen, Picker)
    return screen


async def opened(driver: Driver, title: str) -> None:
    await driver.until(
        lambda: isinstance(driver.app.screen, Explorer) and title in driver.lines[0], title
    )


def test_the_folder_above_comes_first_then_folders_then_files_that_may_hold_trees(
    folder: Path,
) -> None:
    shown = fitting(entries(folder), "")
    assert [entry.name for entry in shown] == [
        "..", "week 2", "first.tree", "game.json", "Second.tree",
    ]  # fmt: skip
    assert [entry.name for entry in fitting(entries(folder), ".")][:1] == [".hidden"]
    assert ".." not in [entry.name for entry in entries(Path(folder.anchor))]


def test_what_begins_with_the_letters_comes_before_what_has_them_within(folder: Path) -> None:
    assert [entry.name for entry in fitting(entries(folder), "E")] == [
        "week 2", "first.tree", "game.json", "Second.tree",
    ]  # fmt: skip
    assert [entry.name for entry in fitting(entries(folder), "s")] == [
        "Second.tree",
        "first.tree",
        "game.json",
    ]


def test_a_typed_path_leads_to_a_folder_and_letters(folder: Path) -> None:
    assert located(folder, "wee") == (folder, "wee")
    assert located(folder, "week 2/th") == (folder / "week 2", "th")
    assert located(folder, "../x") == (folder.parent, "x")
    assert located(folder, "/etc/p") == (Path("/etc"), "p")
    assert located(folder, "~/a") == (Path.home(), "a")
    assert located(folder, "~nobody-of-this-name/a") == (folder, "~nobody-of-this-name/a")


@pytest.mark.parametrize(
    ("size", "shown"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1449, "1.4 kB"), (9_949, "9.9 kB"),
     (9_950, "10 kB"), (999_499, "999 kB"), (999_999, "1.0 MB"), (26_000_000, "26 MB")],
)  # fmt: skip
def test_sizes_are_short(size: int, shown: str) -> None:
    assert size_shown(size) == shown


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_names_and_sizes_stand_in_the_picker_at_any_size(
    folder: Path, size: tuple[int, int]
) -> None:
    async with running(folder / "first.tree", size) as driver:
        await picking(driver)
        await driver.sees("first.tree")
        await driver.sees("5 B")
        await driver.sees("../")
        await driver.sees("week 2/")
        assert "photo" not in driver.text


async def test_one_goes_up_and_down_and_opens(folder: Path) -> None:
    async with running(folder / "first.tree") as driver:
        await picking(driver)
        await driver.sees("week 2/")
        await driver.press("backspace")
        await driver.sees("sheets/")
        await driver.press("enter", "enter")
        await driver.sees("third.tree")
        await driver.press("enter")
        await opened(driver, "third.tree")


async def test_letters_narrow_the_list_and_enter_opens_what_is_left(folder: Path) -> None:
    async with running(folder / "first.tree") as driver:
        await picking(driver)
        await driver.press(*"sec")
        await driver.until(lambda: "week 2" not in driver.text, "one name")
        await driver.sees("2.0 kB")
        await driver.press("enter")
        await opened(driver, "Second.tree")


async def test_a_path_is_followed_while_it_is_typed_and_completed(folder: Path) -> None:
    async with running(folder / "first.tree") as driver:
        await picking(driver)
        await driver.press(*"week 2/t")
        await driver.sees("third.tree")
        await driver.press("tab", "enter")
        await opened(driver, "third.tree")


async def test_what_is_not_there_is_said_and_cannot_be_opened(folder: Path) -> None:
    async with running(folder / "first.tree") as driver:
        screen = await picking(driver)
        await driver.press(*"zz")
        await driver.sees("nothing here has “zz” in its name")
        await driver.press("enter")
        assert driver.app.screen is screen
        await driver.press("backspace", "backspace", *"no/")
        await driver.sees("no such file or directory")
        await driver.press("escape")
        await opened(driver, "first.tree")
