"""A full disk, and files that vanish or change their kind: said in words, and nothing is lost."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.terminal.driving import Driver, running
from tests.terminal.every_screen import open_screen
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.keys import actions
from treeexplorer.terminal.sources import Source

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk be full: nothing that is written gets onto it."""

    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}


async def told(driver: Driver, text: str) -> None:
    """Wait until something is said, on however many lines."""
    await driver.until(lambda: text in " ".join(driver.text.split()), repr(text))


async def edited(driver: Driver) -> None:
    await driver.press("i", "j", "l", "e")
    await driver.sees("Edit the root's second child")
    await driver.press("7", "7", "enter")
    await driver.sees("12 → 77")


@pytest.mark.usefixtures("full")
async def test_a_full_disk_keeps_the_tree_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "mine.tree"
    file.write_text("[3 12]\n")
    async with running(file) as driver:
        await edited(driver)
        await driver.press("ctrl+s")
        await told(driver, "not saved: ")
        await told(driver, "No space left on device")
        assert driver.explorer.has_unsaved_work
    assert contents(tmp_path) == {"mine.tree": "[3 12]\n"}


@pytest.mark.usefixtures("full")
async def test_work_that_cannot_be_kept_for_recovery_is_said(tmp_path: Path) -> None:
    app = ExplorerApp(
        Request(Source.of_text("[3 12]", "tree")), Settings(), unsaved_folder=tmp_path
    )
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(app, pilot)
        await driver.sees("step 0/5")
        await edited(driver)
        await told(driver, "unsaved work cannot be kept: No space left on device")
    assert contents(tmp_path) == {}


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("what", [name for name in actions() if name.startswith("save_")])
async def test_an_export_to_a_full_disk_leaves_nothing_behind(tmp_path: Path, what: str) -> None:
    async with running("[3 12]") as driver:
        await driver.explorer.action_run(what)
        await driver.sees("enter" if driver.app.ink.ascii_only else "accept")
        await driver.press("ctrl+u", "ctrl+k", *str(tmp_path / "out.txt"), "enter")
        await told(driver, "not saved: ")
        await told(driver, "No space left on device")
    assert contents(tmp_path) == {}


@pytest.mark.usefixtures("full")
async def test_a_worksheet_on_a_full_disk_stays_unsaved(tmp_path: Path) -> None:
    async with running("[3 12]") as driver:
        await driver.press("W", "7", "enter", "ctrl+s")
        await driver.sees("Save the worksheet as")
        await driver.press("ctrl+u", "ctrl+k", *str(tmp_path / "out.tree"), "enter")
        await driver.sees("It could not be saved: No space left on device")
        await driver.sees("not saved")
    assert contents(tmp_path) == {}


@pytest.mark.usefixtures("full")
async def test_settings_on_a_full_disk_stay_as_they_were_and_it_is_said(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('theme = "nord"\n')
    settings = Settings(path=file)
    async with running("[3 12]", settings=settings) as driver:
        await driver.press("r", "right", "s")
        await driver.sees("Not kept: the settings could not be saved: No space left on device")
    assert contents(tmp_path) == {"settings.toml": 'theme = "nord"\n'}


async def test_a_file_that_vanishes_can_be_saved_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.tree"
    file.write_text("[3 12]\n")
    async with running(file) as driver:
        await edited(driver)
        file.unlink()
        await driver.pilot.pause(0.6)
        await driver.press("ctrl+s")
        await driver.until(lambda: "mine.tree" in driver.text and "12 → 77" not in driver.text, "")
        if "overwrite" in driver.text:
            await driver.press("o")
        await driver.sees("saved mine.tree")
    assert contents(tmp_path) == {"mine.tree": "[3 77]\n"}


async def test_a_file_that_becomes_a_folder_keeps_the_last_good_tree(tmp_path: Path) -> None:
    file = tmp_path / "mine.tree"
    file.write_text("[3 12]\n")
    async with running(file) as driver:
        file.unlink()
        file.mkdir()
        await driver.sees("the last good tree is shown")
        await driver.press("space")
        await driver.at_step(1)
        await edited(driver)
        await driver.press("ctrl+s")
        await driver.until(
            lambda: "not saved" in driver.text or "overwrite" in driver.text, "what is wrong"
        )
        assert driver.explorer.has_unsaved_work


async def test_a_file_that_can_no_longer_be_read_keeps_the_last_good_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.tree"
    file.write_text("[3 12]\n")
    async with running(file) as driver:
        with monkeypatch.context() as locked:

            def refuse(*_: object, **__: object) -> bytes:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

            locked.setattr(Path, "read_bytes", refuse)
            locked.setattr(Path, "read_text", refuse)
            locked.setattr(Path, "open", refuse)
            os.utime(file, ns=(1, 1))
            await driver.sees("the last good tree is shown")
        file.write_text("[3 13]\n")
        await driver.sees("has changed and was read again")


async def test_a_file_that_is_gone_when_it_is_opened_is_explained(tmp_path: Path) -> None:
    async with running("[3 12]") as driver:
        driver.app.open(Source.of_file(tmp_path / "gone.tree"))
        await driver.sees("cannot be read")
        await driver.press("escape")
        await driver.sees("First steps")
        await open_screen(driver, "explorer")
