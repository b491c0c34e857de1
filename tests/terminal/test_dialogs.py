"""Questions above a screen, and screens that are opened and left faster than they are built."""

from __future__ import annotations

import pytest
from textual import events
from textual.widgets import Input

from tests.terminal.driving import DRAWN, running
from treeexplorer.terminal.messages import AskForLine, LineAction, Offer
from treeexplorer.terminal.screens.dialogs import Choices
from treeexplorer.terminal.screens.rules import RulesScreen

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"
CLAIMED = "3[=3[3 12 8] <=2[2 /4 /6] b:=5[14 5 2]]"


async def test_a_key_that_comes_before_the_choices_do_does_nothing() -> None:
    async with running(AIMA) as driver:
        choices = Choices("this", "that")
        for move in ("page_down", "page_up"):
            await choices.run_action(move)
        driver.app.post_message(Offer("Which?", [("this", None), ("that", None)]))
        for key in ("pagedown", "pageup"):
            driver.app.simulate_key(key)
        await driver.sees("Which?")
        await driver.pilot.pause()
        assert driver.app.is_running


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_choice_says_which_key_takes_it_and_which_gives_it_up(
    size: tuple[int, int],
) -> None:
    async with running(AIMA, size=size) as driver:
        await driver.press("s")
        await driver.sees("Save or export")
        await driver.sees("↵ does it   esc gives up")


@pytest.mark.parametrize("columns", [1, 4, 7])
@pytest.mark.parametrize("is_palette", [False, True])
async def test_choices_are_laid_out_in_a_terminal_of_any_width(
    columns: int, is_palette: bool
) -> None:
    async with running(AIMA) as driver:
        await driver.pilot.resize_terminal(columns, 40)
        if is_palette:
            driver.app.action_command_palette()
        else:
            driver.app.post_message(Offer("Which?", [("this", None), ("that", None)]))
        await driver.until(lambda: driver.app.screen is not driver.explorer, "the choices")
        await driver.pilot.pause()
        assert driver.app.is_running


@pytest.mark.parametrize(
    "name",
    ["open('marks')", "help", "open('rules')", "open('practise')", "prompt", "palette"],
)
async def test_a_screen_that_is_left_twice_leaves_the_one_below_alone(name: str) -> None:
    async with running(CLAIMED) as driver:
        if name == "palette":
            driver.app.action_command_palette()
        elif name == "prompt":
            driver.app.post_message(AskForLine("Which?", "", lambda _: LineAction("", list)))
        else:
            await driver.explorer.run_action(name)
        await driver.until(lambda: driver.app.screen is not driver.explorer, name)
        await driver.pilot.pause()
        screen = driver.app.screen
        screen.dismiss()
        screen.dismiss()
        await driver.pilot.pause()
        assert driver.app.screen is driver.explorer


@pytest.mark.parametrize("kind", ["choice", "line"])
async def test_an_answer_that_is_given_twice_at_once_is_taken_once(kind: str) -> None:
    async with running(AIMA) as driver:
        done: list[str] = []

        def do() -> None:
            done.append(kind)

        if kind == "choice":
            driver.app.post_message(Offer("Which?", [("this", do)]))
        else:
            driver.app.post_message(
                AskForLine("Which?", "", lambda _: LineAction("so", do), "this")
            )
        await driver.sees("Which?")
        driver.app.simulate_key("enter")
        driver.app.simulate_key("enter")
        await driver.pilot.pause()
        assert done == [kind]
        assert driver.app.screen is driver.explorer


async def test_a_screen_that_is_asked_for_twice_at_once_is_shown_once() -> None:
    async with running(AIMA) as driver:
        driver.app.simulate_key("r")
        driver.app.simulate_key("r")
        await driver.until(lambda: isinstance(driver.app.screen, RulesScreen), "the rules")
        await driver.press("escape")
        assert driver.app.screen is driver.explorer


async def test_a_long_mistake_has_room_above_the_keys_of_its_question() -> None:
    def read(answer: str) -> LineAction:
        if answer == "wrong":
            raise ValueError("a long sentence about what is wrong " * 3 + "and a way out")
        return LineAction("do it", list)

    async with running(AIMA, (60, 20)) as driver:
        driver.app.post_message(AskForLine("Which?", "", read))
        await driver.sees("Which?")
        for answer, rows, keys in (("wrong", 3, "esc give up"), ("right", 1, "↵ accept   esc")):
            driver.app.screen.query_one(Input).value = answer
            await driver.sees("way out." if answer == "wrong" else "do it")
            assert keys in driver.text
            assert driver.app.screen.query_one("#box").size.height == rows + 3


async def test_a_question_covers_the_keys_that_wait_and_says_what_is_wrong() -> None:
    async with running(DRAWN) as driver:
        await driver.press("i", "down", "down", "down", "equals_sign")
        await driver.sees("↵ accept   esc give up")
        assert "? keys" not in driver.text
        await driver.sees("↵ writes it")
        driver.app.screen.query_one(Input).value = "1 2"
        await driver.sees("side by side is no tree")
        await driver.sees("esc give up")
        await driver.press("escape")


async def test_a_megabyte_pasted_into_a_line_is_refused() -> None:
    async with running(CLAIMED) as driver:
        await driver.press("slash")
        await driver.until(lambda: len(driver.app.screen.query(Input)) == 1, "a line")
        line = driver.app.screen.query_one(Input)
        line.post_message(events.Paste("[" * 1_000_000))
        await driver.press("b")
        await driver.until(lambda: line.value == "b", "the key alone")


async def test_what_an_answer_looks_like_is_told_on_a_narrow_screen_too() -> None:
    async with running(DRAWN, (60, 20)) as driver:
        await driver.press("r", "down", "down", "down", "enter")
        await driver.sees("What a node returns outside its window")
        await driver.sees("such as fail-soft,\n fail-hard")
        await driver.sees("esc give up")
