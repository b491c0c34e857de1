"""The gallery: what it lists, what it previews, how a tree is found and opened."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual import events

from tests.terminal.driving import Driver, opened, running
from treeexplorer.notation import parse
from treeexplorer.numbers import grouped
from treeexplorer.terminal.screens.dialogs import Picker
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.gallery import Gallery, is_played
from treeexplorer.terminal.view import View


def step_of_preview(driver: Driver) -> int:
    gallery = driver.app.screen
    assert isinstance(gallery, Gallery)
    assert gallery.view is not None
    return gallery.view.step


async def check_preview_stands_still(driver: Driver) -> None:
    before = step_of_preview(driver)
    await driver.pilot.pause(0.2)
    assert step_of_preview(driver) == before


async def test_the_preview_plays_to_the_first_cut_off_and_stays_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("treeexplorer.terminal.screens.gallery._STEP_INTERVAL_SECONDS", 0.05)
    async with running(None, size=(100, 30)) as driver:
        await driver.sees("CUT-OFF at")
        await check_preview_stands_still(driver)


async def test_space_stops_the_preview_and_starts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("treeexplorer.terminal.screens.gallery._STEP_INTERVAL_SECONDS", 0.05)
    async with running(None, size=(80, 24)) as driver:
        await driver.sees("It plays: space stops it, ↵ opens it.")
        await driver.press("space")
        await driver.sees("Stopped: space goes on, ↵ opens it.")
        stopped_at = step_of_preview(driver)
        await check_preview_stands_still(driver)
        await driver.press("space")
        await driver.sees("CUT-OFF at")
        await driver.sees("Played: space plays it again, ↵ opens it.")
        played_to = step_of_preview(driver)
        await driver.press("space")
        assert step_of_preview(driver) < min(played_to, stopped_at + 2)
        await driver.sees("CUT-OFF at")
        await driver.press("space", "space", "down")
        await driver.sees("It plays: space stops it")


def test_a_search_that_goes_on_without_a_cut_off_is_not_played_yet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("treeexplorer.terminal.view._FIRST_SLICE_SECONDS", -1.0)
    groups = " ".join(["[1 2 3 4 5 6 7 8 9]"] * 20_000)
    view = View([parse(f"@algorithm minimax\n[{groups}]")])
    assert view.searching
    view.go_to(view.record.steps)
    assert not is_played(view)


async def test_space_opens_and_closes_a_folder_and_is_answered_without_a_preview() -> None:
    async with running(None, size=(60, 20)) as driver:
        await driver.press("space")
        await driver.sees("A wider screen shows a preview here; ↵ opens the tree.")
        await driver.press("up")
        await driver.press("space")
        await driver.sees("▸ First steps")
        await driver.press("space")
        await driver.sees("▾ First steps")


async def test_a_tree_is_selected_before_the_first_key_can_come() -> None:
    async with running(None, size=(100, 30)) as driver:
        shown = driver.app.screen
        assert isinstance(shown, Gallery)
        again = Gallery(shown._new_view, shown.folders)
        mounted = driver.app.push_screen(again)
        while not again.shelf.root.children:
            await asyncio.sleep(0)
        assert again.selected is not None
        await mounted


async def test_a_folder_of_ones_own_comes_first_in_the_order_of_file_names(tmp_path: Path) -> None:
    for name, title in (("10-last", "Tenth"), ("2-second", "Second"), ("1-first", "First")):
        (tmp_path / f"{name}.tree").write_text(f"@title {title}\n[3 12]\n")
    (tmp_path / "3-broken.tree").write_bytes(b"\xff\xfe[3")
    async with running(None, size=(100, 30), folder=tmp_path) as driver:
        await driver.sees("First")
        places = [driver.text.index(word) for word in ("First", "Second", "3-broken", "Tenth")]
        assert places == sorted(places)
        await driver.press("enter")
        await driver.sees("step 0/")
        assert driver.view.title == "First"


async def test_an_empty_folder_is_selected_and_says_that_it_is(tmp_path: Path) -> None:
    for size in ((60, 20), (100, 30)):
        async with running(None, size=size, folder=tmp_path) as driver:
            await driver.sees("No file in this folder holds a tree: n writes one.")
            await driver.press("down")
            await driver.sees("or paste a tree")


async def test_from_a_tree_one_comes_back_to_its_place(tmp_path: Path) -> None:
    for name in ("1-first", "2-second", "3-third"):
        (tmp_path / f"{name}.tree").write_text(f"@title {name}\n[3 12]\n")
    async with running(None, size=(100, 30), folder=tmp_path) as driver:
        await driver.press("down", "enter")
        await driver.sees("step 0/")
        assert driver.view.title == "2-second"
        await driver.press("]")
        await driver.until(lambda: driver.view.title == "3-third", "the next one")
        await driver.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, Gallery), "the gallery")
        gallery = driver.app.screen
        assert isinstance(gallery, Gallery)
        await driver.until(
            lambda: gallery.view is not None and gallery.view.title == "3-third", "its preview"
        )
        await driver.press("slash", *"cs161", "enter", "enter")
        await driver.sees("UCLA CS161")
        await driver.press("escape")
        await driver.sees("▾ Courses")


async def test_a_click_opens_a_folder_and_a_tree() -> None:
    async with running(None) as driver:
        await driver.sees("▸ Textbooks")
        row = next(y for y, text in enumerate(driver.lines) if "Textbooks" in text)
        await driver.pilot.click(offset=(5, row))
        await driver.sees("▾ Textbooks")
        await driver.pilot.click(offset=(5, row + 1))
        await driver.sees("step 0/")


async def test_a_tree_is_found_by_a_part_of_its_title_and_its_folder_opened() -> None:
    async with running(None, size=(100, 30)) as driver:
        await driver.sees("▸ Courses")
        await driver.press("slash", *"cs161")
        await driver.sees("↵ goes to UCLA CS161")
        await driver.press("enter")
        await driver.sees("▾ Courses")
        await driver.sees("12 leaves")


async def test_the_last_line_of_a_low_gallery_is_scrolled_to() -> None:
    async with running(None, size=(60, 10)) as driver:
        await driver.press("end")
        await driver.sees("▸ Games and large")
        await driver.press("home")
        await driver.sees("▾ First steps")


async def test_a_key_that_does_nothing_is_answered_until_the_next_one() -> None:
    async with running(None, size=(80, 24)) as driver:
        await driver.press("W")
        await driver.sees("There is no key W here; ? shows all.")
        await driver.press("down")
        await driver.until(lambda: "There is no key" not in driver.text, "the next key")


async def test_a_key_that_plays_or_shows_another_screen_takes_a_remark_back() -> None:
    async with running(None, (100, 30)) as driver:
        for keys in (("space",), ("slash", "escape"), ("ctrl+o", "escape")):
            await driver.press("W")
            await driver.sees("There is no key W here")
            await driver.press(*keys)
            await driver.sees("or paste a tree")


async def test_a_pasted_tree_is_opened() -> None:
    async with running(None) as driver:
        driver.app.screen.post_message(events.Paste("[[3 12 8] [2 4 6] [14 5 2]]"))
        await driver.sees("pasted tree")
        assert len(driver.view.tree) == 13


async def test_a_file_is_chosen_also_in_the_folder_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "mine.tree").write_text("[3 12]")
    monkeypatch.chdir(tmp_path / "below")
    async with running(None) as driver:
        await opened(driver, Picker, "ctrl+o")
        await driver.press("backspace")
        await driver.sees("mine.tree")
        await opened(driver, Explorer, "end", "enter")
        assert driver.view.name == "mine.tree"


async def test_what_comes_too_late_for_a_screen_is_not_shown() -> None:
    async with running(None) as driver:
        gallery = driver.app.screen
        assert isinstance(gallery, Gallery)
        await driver.press("enter")
        await driver.sees("step 0/")
        await driver.until(lambda: not gallery.query("*"), "the end of the gallery")
        gallery.say("too late")
        await driver.press("space")
        await driver.at_step(1)


async def test_of_very_many_files_those_in_sight_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3000):
        (tmp_path / f"tree-{number}.tree").write_text(f"@title Exercise {number}\n[3 12]\n")
    read: list[Path] = []
    open_file = Path.open

    def noting(path: Path, *arguments: Any, **options: Any) -> Any:
        read.append(path)
        return open_file(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", noting)
    async with running(None, size=(100, 30), folder=tmp_path) as driver:
        await driver.sees("Exercise 20")
        assert "3000" in driver.text
        assert len([path for path in read if path.parent == tmp_path]) < 100
        await driver.press("slash", *"2999")
        await driver.sees("goes to Exercise 2999")
        await driver.press("enter")
        await driver.sees("Exercise 2998")


async def test_a_title_that_is_sought_among_very_many_files_is_given_up_in_a_sentence(
    tmp_path: Path,
) -> None:
    for number in range(1200):
        (tmp_path / f"tree-{number}.tree").write_text(f"@title Exercise {number}\n[3 12]\n")
    async with running(None, size=(100, 30), folder=tmp_path) as driver:
        await driver.press("slash", *"exercise 1100")
        await driver.sees(f"No file's name has this, and none of the first {grouped(1000)}")


async def test_keys_are_offered_before_the_list_is_laid_out() -> None:
    async with running(None, size=(100, 30)) as driver:
        assert isinstance(driver.app.screen, Gallery)
        fresh = Gallery(driver.app.screen._new_view, driver.app.screen.folders)
        assert fresh.selected is None
        assert not fresh.check_action("discard", ())
