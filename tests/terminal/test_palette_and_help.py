"""Everything that can be done is found in the palette and documented in help."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.segment import Segment
from textual import events
from textual.command import CommandList, CommandPalette
from textual.containers import Horizontal
from textual.screen import Screen
from textual.scrollbar import ScrollBar
from textual.widgets import Input

from tests.terminal.driving import DRAWN, FIRST, Driver, loop_is_quiet, opened, running, strips_of
from treeexplorer.drawing.colours import DARK, LIGHT, Colours
from treeexplorer.notation import parse
from treeexplorer.numbers import grouped
from treeexplorer.settings import Settings
from treeexplorer.terminal.keys import HEADINGS
from treeexplorer.terminal.palette_rows import STUDENT_QUESTIONS
from treeexplorer.terminal.screens.base import ListScreen
from treeexplorer.terminal.screens.dialogs import Dialog, Picker
from treeexplorer.terminal.screens.help import Actions
from treeexplorer.terminal.screens.worksheet import WorksheetScreen
from treeexplorer.terminal.theme import DARK_THEME, LIGHT_THEME

MOST_KEYS = 43
"""Each key more is one more to read past."""


@pytest.mark.parametrize("tree", [DRAWN, None])
async def test_the_palette_offers_every_action_of_the_screen(tree: str | None) -> None:
    async with running(tree) as driver:
        screen = driver.app.screen
        offered = [str(hit.text) async for hit in Actions(screen).discover() if hit.text]
        active = [each for each in screen.active_bindings.values() if each.enabled]
        actions = {each.binding.action: each.binding for each in reversed(active)}
        wanted = [binding.tooltip for binding in actions.values()]
        assert [t for t in wanted if t and not any(o.startswith(t) for o in offered)] == []


async def found(screen: Screen[Any], sought: str) -> list[str]:
    """Return what the palette finds best: the first row, and others that fit as well."""
    hits = [hit async for hit in Actions(screen).search(sought)]
    best = max((hit.score for hit in hits), default=0)
    return [str(hit.text) for hit in hits if hit.score == best]


async def test_a_student_s_questions_are_found_by_their_synonyms() -> None:
    async with running(DRAWN) as driver:
        screen = driver.explorer
        assert len(STUDENT_QUESTIONS) == 12
        for text, action, synonyms in STUDENT_QUESTIONS:
            assert hasattr(screen, f"action_{action.partition('(')[0]}")
            for sought in (text, *synonyms):
                rows = await found(screen, sought)
                assert any(row.startswith(text) for row in rows), (sought, rows)


@pytest.mark.parametrize(
    ("sought", "row"),
    [
        ("why was this cut", "Why was this cut off, or why not?  (y)"),
        ("for which x", "For which x is it pruned?"),
        ("reverse", "What if the children came in reverse order?  (d)"),
        ("minimax", "What would minimax do?  (d)"),
        ("the pruned leaves", "Which leaves are pruned, and what is the tree worth?  (S)"),
        ("exam sheet", "Where is an exam sheet to fill in?  (W)"),
        ("copy", "Copy the drawing as text"),
        ("light", "Choose the colours"),
    ],
)
async def test_the_palette_knows_the_words_of_students(sought: str, row: str) -> None:
    async with running(DRAWN) as driver:
        assert row in await found(driver.explorer, sought)


async def test_a_question_of_a_student_leads_to_its_screen() -> None:
    async with running(DRAWN) as driver:
        await driver.press("colon")
        await driver.until(lambda: isinstance(driver.app.screen, CommandPalette), "the palette")
        await driver.press(*"exam", "space", *"sheet")
        options = driver.app.screen.query_one(CommandList)
        await driver.until(
            lambda: "exam sheet" in "".join(str(one.prompt) for one in options.options[:1]), "it"
        )
        await driver.press("enter", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, WorksheetScreen), "the sheet")


async def answered(driver: Driver, question: str) -> None:
    """Do what the palette does for a question of a student."""
    [action] = [action for text, action, _ in STUDENT_QUESTIONS if text == question]
    await driver.explorer.run_action(action)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What would minimax do?", "With minimax, 2 more leaves are read: 4, 6"),
        ("What if the children came in reverse order?", "From the right, "),
        ("Does equality cut off?", "Both searches do the same at every step."),
    ],
)
async def test_a_question_of_other_rules_is_answered_side_by_side(question: str, told: str) -> None:
    async with running("[[3 12 8] [2 4 6] [14 5 2]]", size=(100, 30)) as driver:
        await driver.press("c")
        await answered(driver, question)
        await driver.sees("COMPARE")
        await driver.sees(told)


MINIMAX = "What would minimax do?"


@pytest.mark.parametrize(
    ("tree", "told"),
    [
        ("@algorithm mtdf\n[[3 12 8] [2 4 6] [14 5 2]]", "MTD(f) against minimax"),
        ("@range 1 6\n[5 chance[1 2 3 4 5 6]]", "4 more leaves are read: 3, 4, 5, 6"),
        ("@form bounds\n[[3 12 8] [2 4 6] [14 5 2]]", "With minimax, 2 more leaves are read: 4, 6"),
        ("@algorithm minimax\n[[3 12 8] [2 4 6] [14 5 2]]", "With alpha-beta, 2 leaves are not"),
    ],
    ids=["null windows", "a range", "a printed form", "minimax itself"],
)
async def test_minimax_is_laid_beside_every_search(tree: str, told: str) -> None:
    async with running(tree, size=(140, 45)) as driver:
        await answered(driver, MINIMAX)
        await driver.sees("COMPARE")
        await driver.sees(told)


@pytest.mark.parametrize(
    "question", [MINIMAX, "What if the children came in reverse order?", "Does equality cut off?"]
)
async def test_an_unknown_leaf_is_named_where_searches_cannot_be_compared(question: str) -> None:
    async with running("[[3 12 8] [x 4 6] [x 5 2]]", size=(100, 30)) as driver:
        await answered(driver, question)
        await driver.sees("reads the unknown leaf")
        await driver.sees("w tries its values.")


async def test_without_cut_offs_no_answer_speaks_of_one() -> None:
    async with running("@algorithm minimax\n[[3 12 8] [2 4 6]]", size=(100, 30)) as driver:
        await answered(driver, "What if the pruned leaf were another number?")
        await driver.sees("There is no leaf to turn here: look at a leaf with i.")
        await answered(driver, "What if the children came in reverse order?")
        await driver.sees("From the right, the same leaves are read, the same value returned.")


async def test_for_which_x_is_answered_at_the_unknown_leaf_and_of_a_pruned_one() -> None:
    async with running("[[3 12 8] [2 4 6] [x 5 2]]", size=(100, 30)) as driver:
        await driver.press("c")
        await answered(driver, "For which x is it pruned?")
        await driver.sees("FOR WHICH VALUES")
        await driver.sees("PRUNED FOR")
    async with running("[[3 12 8] [2 4 6] [14 5 2]]", size=(100, 30)) as driver:
        await driver.press("c")
        await answered(driver, "For which x is it pruned?")
        await driver.sees("It is never read: whatever it is, it is pruned.")


async def test_what_does_nothing_at_the_moment_is_not_offered() -> None:
    async with running(DRAWN) as driver:
        await driver.press("A", "c")
        await driver.until(lambda: driver.view.question is not None, "the question")
        offered = [str(hit.text) async for hit in Actions(driver.explorer).discover()]
        assert not any(text.startswith("Why was this") for text in offered)


async def test_the_tree_its_drawing_and_what_is_said_are_copied() -> None:
    async with running(DRAWN, size=(100, 30)) as driver:
        await driver.press("c")
        await driver.explorer.run_action("copy('tree')")
        assert parse(driver.app.clipboard) == parse(DRAWN)
        await driver.explorer.run_action("copy('drawing')")
        assert "┻╳ CUT" in driver.app.clipboard
        await driver.sees("Copied: ")
        await driver.explorer.run_action("copy('words')")
        copied = driver.app.clipboard
        assert copied.startswith("β CUT-OFF at ▲b: α 8 ≥ β 6.")
        for sentence in driver.view.snapshot.banner.reasons:
            assert str(sentence) in copied
        await driver.press("y")
        await driver.explorer.run_action("copy('words')")
        assert driver.app.clipboard.startswith(copied)
        assert len(driver.app.clipboard) > len(copied)


async def test_a_tree_that_is_too_large_for_the_clipboard_is_not_copied() -> None:
    async with running(f"[{'1 ' * 3000}]") as driver:
        await driver.explorer.run_action("copy('tree')")
        await driver.sees(f"A tree of {grouped(3001)} nodes is not copied: s saves it.")
        assert not driver.app.clipboard


async def test_a_file_is_opened_from_where_one_is(tmp_path: Path) -> None:
    (tmp_path / "here.tree").write_text("[here:[1 2] 3]\n")
    (tmp_path / "other.tree").write_text("[other:[1 2] 3]\n")
    async with running(tmp_path / "here.tree") as driver:
        for keys in ((), ("P",)):
            await driver.press(*keys, "ctrl+o")
            await driver.sees("Open a file")
            await driver.sees("other.tree")
            await driver.press("escape")
            await driver.until(lambda: not isinstance(driver.app.screen, Picker), "it to close")
        await driver.press("escape")
        await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")
        await opened(driver, Picker, "ctrl+o")
        await driver.sees("other.tree")
        await driver.press("end", "enter")
        await driver.sees("▽ other")


async def test_an_action_is_found_by_its_name_and_done() -> None:
    async with running(DRAWN) as driver:
        await driver.press("colon")
        await driver.until(lambda: isinstance(driver.app.screen, CommandPalette), "the palette")
        await driver.press(*("space" if sign == " " else sign for sign in "next cut"))
        found = driver.app.screen.query_one(CommandList)
        await driver.until(
            lambda: "next cut-off" in "".join(str(one.prompt) for one in found.options[:1]), "it"
        )
        await driver.press("enter", "enter")
        await driver.at_step(13)


async def test_a_pasted_megabyte_does_not_keep_the_palette_busy() -> None:
    async with running(DRAWN) as driver:
        await driver.press("colon")
        await driver.until(lambda: isinstance(driver.app.screen, CommandPalette), "the palette")
        sought = driver.app.screen.query_one(Input)
        sought.post_message(events.Paste("−∞," * 333_333))
        await driver.press("x")
        await driver.until(lambda: sought.value.endswith("x"), "the key")
        assert len(sought.value) < 1000


async def test_the_explorer_has_few_keys_each_with_an_action_and_a_sentence() -> None:
    async with running(DRAWN) as driver:
        screen = driver.app.screen
        active = {
            key: active.binding
            for key, active in screen.active_bindings.items()
            if active.node is screen and active.binding.id and active.enabled
        }
        assert len(active) <= MOST_KEYS, sorted(active)
        for binding in active.values():
            method = binding.action.partition("(")[0]
            owner = driver.app if method.startswith("app.") else screen
            assert hasattr(owner, f"action_{method.removeprefix('app.')}"), binding
            assert binding.tooltip, binding


async def test_the_first_day_s_keys_stand_on_one_screen_of_80_by_24() -> None:
    async with running(DRAWN) as driver:
        shown = [
            active.binding.tooltip
            for active in driver.app.screen.active_bindings.values()
            if active.binding.show and active.enabled
        ]
        await driver.press("question_mark")
        await driver.sees("KEYS")
        assert [words for words in shown if words not in driver.text] == []


async def test_help_has_headings_and_each_key_of_the_footer_stands_under_one() -> None:
    async with running(DRAWN) as driver:
        shown = [
            active.binding.id
            for active in driver.app.screen.active_bindings.values()
            if active.binding.show and active.enabled
        ]
        assert [identifier for identifier in shown if identifier not in HEADINGS] == []
        await driver.press("question_mark")
        await driver.sees("KEYS")
        words = [text[1:10].strip() for text in driver.lines]
        assert [*filter(None, words)] == [
            "KEYS",
            "Step",
            "Look",
            "Exercises",
            "Change",
            "Files",
            "Program",
        ]


@pytest.mark.parametrize("opening", ["", "W", "P", "S", "r", "d", "s"])
async def test_help_on_a_screen_of_few_keys_begins_with_them_and_has_no_heading_there(
    opening: str,
) -> None:
    async with running(FIRST if opening else None) as driver:
        below = driver.app.screen
        await driver.press(*opening)
        await driver.until(lambda: not opening or driver.app.screen is not below, "the screen")
        await driver.press("f1")
        await driver.sees("KEYS")
        first_keys = driver.lines[1 : driver.lines.index("")]
        assert all(line.startswith("  ") for line in first_keys), first_keys


async def test_help_says_how_to_go_further_down_where_there_is_more() -> None:
    for tree, has_more in ((FIRST, True), (None, False)):
        async with running(tree) as driver:
            await driver.press("f1")
            await driver.sees("KEYS")
            assert ("space further down" in driver.lines[0]) == has_more


@pytest.mark.parametrize("key", ["equals_sign", "slash", "g", "s"])
async def test_help_on_a_question_names_both_keys_that_end_it(key: str) -> None:
    async with running(DRAWN) as driver:
        await driver.press(key)
        await driver.until(lambda: isinstance(driver.app.screen, Dialog), "the question")
        await driver.press("f1")
        await driver.sees("Give up")
        assert " ↵ " in driver.text


async def test_help_on_a_list_names_what_is_listed() -> None:
    async with running(FIRST, size=(80, 40)) as driver:
        await driver.press("r")
        await driver.sees("RULES")
        await driver.press("f1")
        await driver.sees("Go to the first rule")
        assert "Go to the next line" not in driver.text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 30)])
async def test_help_cuts_no_sentence(size: tuple[int, int]) -> None:
    async with running(DRAWN, size=size) as driver:
        await driver.press("f1")
        await driver.sees("KEYS")
        seen = ""
        for _ in range(8):
            await driver.pilot.pause(0.05)
            seen += driver.text
            await driver.press("space")
        assert "…" not in seen
        assert "Undo the last edit" in seen


async def test_the_same_keys_lead_through_every_list() -> None:
    for keys in (("question_mark",), ("S",), ("r",)):
        async with running(FIRST, size=(60, 20)) as driver:
            await driver.press(*keys)
            await driver.until(lambda: isinstance(driver.app.screen, ListScreen), "the list")

            def seen(driver: Driver = driver) -> list[str]:
                return [text[:56] for text in driver.lines]  # but for the scroll bar

            await driver.press("end", "home")  # all of it has been drawn then
            looks = [seen()]
            while len(looks) < 8 or looks[-8:] != 8 * looks[-1:]:  # it is drawn in several strokes
                await driver.pilot.pause(0.1)
                looks.append(seen())
            first = looks[-1]
            for there, back in (("end", "home"), ("pagedown", "pageup"), ("down", "up")):
                await driver.press(there)
                await driver.until(lambda: seen() != first, there)  # noqa: B023
                await driver.press(back)
                await driver.until(lambda: seen() == first, back)  # noqa: B023


@pytest.mark.parametrize(
    ("theme", "colours"), [(DARK_THEME, DARK), (LIGHT_THEME, LIGHT)], ids=["dark", "light"]
)
async def test_the_palette_is_in_the_colours_of_the_theme_and_shows_what_enter_does(
    theme: str, colours: Colours
) -> None:
    async with running(DRAWN, settings=Settings(theme=theme)) as driver:
        await driver.press("colon", *"next")
        await driver.until(lambda: isinstance(driver.app.screen, CommandPalette), "the palette")
        found = driver.app.screen.query_one(CommandList)
        await driver.until(lambda: found.highlighted == 0, "what is found")

        def signs() -> list[Segment]:
            rows = strips_of(driver.app)[found.region.y : found.region.bottom]
            cropped = [row.crop(found.region.x, found.region.right) for row in rows]
            return [each for row in cropped for each in row if each.text.strip() and each.style]

        def grounds() -> list[str]:
            return [str(each.style.bgcolor.name).upper() for each in signs()]  # type: ignore[union-attr]

        # The rows are drawn a moment after they have been found.
        await driver.until(lambda: colours.current in grounds()[:1], "the row of enter")
        await driver.until(lambda: colours.panel in grounds()[-1:], "the last row")
        written = {str(each.style.color.name).upper() for each in signs()}  # type: ignore[union-attr]
        assert written <= set(colours)


async def test_what_was_found_for_other_words_is_not_done() -> None:
    async with running(DRAWN) as driver:
        await driver.press("colon")
        await driver.until(lambda: isinstance(driver.app.screen, CommandPalette), "the palette")
        palette = driver.app.screen
        await driver.press(*"next")
        await driver.until(lambda: palette.query_one(CommandList).highlighted == 0, "what is found")
        assert palette.query_one(CommandList).option_count > 1
        asked = palette.query_one(Input)
        asked.value = "nextqqq"
        asked.post_message(Input.Submitted(asked, asked.value))  # enter, before it has been sought
        await driver.until(lambda: not palette.query_one(CommandList).option_count, "nothing found")
        assert driver.app.screen is palette


async def test_a_palette_without_room_takes_every_key() -> None:
    async with running(DRAWN) as driver:
        await driver.press("ctrl+p")
        await driver.until(lambda: len(driver.app.screen.query("OptionList")) > 0, "the palette")
        for size in ((1, 1), (5, 2), (80, 3), (80, 24)):
            await driver.pilot.resize_terminal(*size)
            for key in ("pagedown", "pageup", "down", "up", "home", "end"):
                await driver.press("e", key, "backspace", key)
        assert driver.app.is_running


async def test_the_palette_is_closed_and_opened_as_fast_as_one_can_type() -> None:
    async with running(DRAWN) as driver:
        await driver.press("colon")
        await driver.sees("What do you want to do")
        driver.app.pop_screen()
        driver.app.action_command_palette()
        await driver.until(lambda: isinstance(driver.app.screen, CommandPalette), "the palette")


async def test_a_palette_that_is_asked_for_while_the_program_ends_starts_no_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[ScrollBar] = []
    start = ScrollBar.__init__

    def noted_start(bar: ScrollBar, *arguments: Any, **options: Any) -> None:
        start(bar, *arguments, **options)
        started.append(bar)

    async with running(FIRST) as driver:
        monkeypatch.setattr(ScrollBar, "__init__", noted_start)
        driver.app.action_command_palette()
        driver.app.exit(0)
        await loop_is_quiet()
    assert started == []


async def test_what_still_works_for_a_palette_that_is_closed_does_no_harm() -> None:
    async with running(DRAWN) as driver:
        await driver.press("colon")
        await driver.until(lambda: isinstance(driver.app.screen, CommandPalette), "the palette")
        palette = driver.app.screen
        await driver.until(lambda: bool(palette.query(CommandList)), "its list")
        await driver.app.pop_screen()
        assert not palette.query(CommandList)
        palette.query_one(CommandList).set_class(True, "--visible")
        palette.query_one("#--input", Horizontal).set_class(True, "--list-visible")
        await driver.press("space")
        await driver.at_step(1)
