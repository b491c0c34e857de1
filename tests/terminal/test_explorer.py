"""The explorer, driven by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from tests.terminal.driving import DRAWN, FIRST, running
from treeexplorer.settings import Settings
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.gallery import Gallery
from treeexplorer.terminal.screens.problem import ProblemScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.widgets.canvas import TreeCanvas


async def test_the_cut_off_is_shown_with_its_window_its_reason_and_its_counts() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c")
        await driver.sees("step 13/15")
        await driver.sees("β cut-off at ▲b: 8 ≥ 6")
        await driver.sees("b came in with (−∞, 6)")
        await driver.sees("8 arrived: v = 8, α = 8")
        await driver.sees("crossed")
        await driver.sees("a takes ≤ 6")
        await driver.sees("if α ≥ β: break   8 ≥ 6 yes")
        await driver.sees("So ▽a has no use for ▲b")
        await driver.sees("4 leaves read · 1 branch cut")


async def test_the_path_shows_v_alpha_and_beta_of_every_open_node() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c")
        await driver.sees("▶▲ b")
        rows = [line.split("│", 1)[1].split() for line in driver.lines[2:6]]
        assert rows == [
            ["PATH", "v", "α", "β"],
            ["▲", "root", "−∞", "−∞", "+∞"],
            ["▽", "a", "6", "−∞", "6"],
            ["▶▲", "b", "8", "8", "6"],
        ]


async def test_on_a_projector_no_window_and_no_last_line_is_cut_short() -> None:
    async with running(FIRST, (60, 20)) as driver:
        await driver.press("n", "n", "n")
        await driver.sees("▶▲ 1st ")
        await driver.sees("came in with (−∞, +∞)")
        await driver.press("c")
        await driver.sees("b came in with (−∞, 6)")
        await driver.press("end")
        await driver.sees("or paste a tree")
        assert "…" not in driver.text


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        (["space"], 1),
        (["right", "right", "pagedown", "space"], 5),
        (["end"], 15),
        (["end", "left", "backspace", "pageup"], 11),
        (["n", "n", "n", "n"], 4),
        (["end", "p"], 14),
        (["down"], 13),
        (["end", "up"], 13),
        (["end", "C"], 13),
        (["v", "v"], 7),
        (["v", "v", "V"], 5),
        (["v", "o"], 10),
        (["v", "o", "o"], 15),
        (["c", "O"], 11),
        (["end", "home"], 0),
        (["c", "w"], 11),
    ],
)
async def test_keys_lead_to_steps(keys: list[str], step: int) -> None:
    async with running(DRAWN) as driver:
        await driver.press(*keys)
        await driver.at_step(step)
        await driver.sees(f"step {step}/15")


async def test_going_on_and_back_shows_the_same_screen() -> None:
    async with running(FIRST) as driver:
        await driver.press("space", "space", "space")
        await driver.at_step(3)
        before = driver.text
        await driver.press("space", "space", "left", "left")
        await driver.at_step(3)
        await driver.until(lambda: driver.text == before, "the same screen")


async def test_looking_around_leaves_the_search_where_it_is() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c", "i")
        await driver.until(lambda: driver.app.focused is driver.explorer.canvas, "focus")
        await driver.press("up")
        await driver.sees("Looking at ▽a")
        await driver.sees("the search waits at ▲b, step 13")
        await driver.press("escape")
        await driver.sees("β cut-off at ▲b: 8 ≥ 6")
        assert driver.explorer.session.step == 13


async def test_enter_goes_to_the_step_at_which_the_node_looked_at_is_entered() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c", "k")
        await driver.sees("Looking at ▽a")
        await driver.until(lambda: driver.app.focused is driver.explorer.canvas, "focus")
        await driver.press("enter")
        await driver.at_step(2)


async def test_a_node_that_is_never_visited_is_not_gone_to() -> None:
    async with running(FIRST) as driver:
        await driver.press("end")
        session = driver.explorer.session
        driver.explorer.look_at(session.tree.find("1.2.2"))
        await driver.until(lambda: driver.app.focused is driver.explorer.canvas, "focus")
        await driver.press("enter")
        await driver.sees("never visited")
        assert session.step == session.record.steps


async def test_why_is_answered_for_the_node_looked_at() -> None:
    async with running(FIRST) as driver:
        await driver.press("end")
        driver.explorer.look_at(driver.explorer.session.tree.find("c"))
        await driver.press("y")
        await driver.sees("6 ≥ 4")


async def test_what_would_have_changed_it_is_answered_for_the_node_looked_at() -> None:
    async with running(FIRST) as driver:
        await driver.press("end")
        driver.explorer.look_at(driver.explorer.session.tree.find("c"))
        await driver.press("X")
        await driver.sees(
            "What if: to undo the cut-off, raise c's first child from 4 to more than 6"
        )


async def test_breakpoints_stop_a_run() -> None:
    async with running(DRAWN) as driver:
        driver.explorer.look_at(driver.explorer.session.tree.find("b"))
        await driver.press("b")
        await driver.sees("breakpoint at ▲b")
        await driver.press("B")
        await driver.at_step(11)
        await driver.press("B")
        await driver.sees("no breakpoint and no condition is met")


async def test_the_explorer_plays_by_itself_until_a_key_is_pressed() -> None:
    async with running(DRAWN, settings=Settings(speed=16.0)) as driver:
        await driver.press("a")
        await driver.until(lambda: driver.explorer.session.step > 2, "playing")
        await driver.press("a")
        assert not driver.explorer.autoplay.playing


async def test_brackets_lead_from_tree_to_tree() -> None:
    async with running("@title One\n[1 2]\n@title Two\n[3 [4 5]]\n") as driver:
        await driver.sees("One  1/2")
        await driver.press("]")
        await driver.sees("Two  2/2")
        await driver.press("]")
        await driver.sees("no further tree")
        await driver.press("[")
        await driver.sees("One  1/2")


async def test_an_unknown_leaf_is_asked_for_when_the_search_reaches_it() -> None:
    async with running("[[3 x] [1 2]]") as driver:
        await driver.press("space", "space", "space")
        await driver.sees("has no value")
        await driver.press("space")
        await driver.sees("The value of x?")
        await driver.press("f", "o", "o")
        await driver.sees("not a number")
        await driver.press("backspace", "backspace", "backspace", "5", "enter")
        await driver.until(lambda: driver.explorer.session.record.complete, "the search")
        await driver.press("end")
        await driver.sees("3. You read 3 of 4 leaves.")


async def test_a_node_is_found_by_name_and_by_value() -> None:
    async with running(FIRST) as driver:
        await driver.press("slash", "c", "enter")
        await driver.sees("Looking at ▽c")
        await driver.press("escape", "slash", "backspace", "5", "enter")
        tree = driver.explorer.session.tree
        await driver.until(
            lambda: driver.explorer.session.cursor == tree.find("1.1.2"), "the leaf 5"
        )


async def test_what_is_pasted_is_opened() -> None:
    async with running(DRAWN) as driver:
        driver.app.screen.post_message(events.Paste("[[3 12 8] [2 4 6] [14 5 2]]"))
        await driver.sees("pasted tree")
        await driver.sees("step 0/21")
        assert len(driver.explorer.session.tree) == 13


async def test_a_wrong_tree_is_explained_and_opens_when_its_file_is_mended(tmp_path: Path) -> None:
    file = tmp_path / "wrong.tree"
    file.write_text("[[3 12 8]\n")
    app_settings = Settings()
    async with running(None, settings=app_settings) as driver:
        driver.app.open(Source.of_file(file))
        await driver.until(lambda: isinstance(driver.app.screen, ProblemScreen), "the problem")
        await driver.sees("never closed")
        file.write_text("[[3 12 8] [2]]\n")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
        await driver.sees("wrong.tree")


async def test_names_are_never_read_as_markup() -> None:
    async with running('"[@click=app.quit]x[/]":["[bold]b[/bold]":[1 2] 3]') as driver:
        await driver.press("c", "end", "home", "space", "space")
        await driver.sees("[@click=app.qui")


async def test_the_gallery_draws_the_selected_tree_and_opens_it() -> None:
    async with running(None) as driver:
        await driver.sees("The first two cut-offs")
        await driver.sees("8 leaves")
        await driver.press("down")
        await driver.until(lambda: "6/8/1-5-6" in driver.text.split("nodes")[0], "its drawing")
        await driver.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
        await driver.sees("step 0/15")
        await driver.press("G")
        await driver.until(lambda: isinstance(driver.app.screen, Gallery), "the gallery")


async def test_the_gallery_answers_a_key_without_meaning_until_the_next_key() -> None:
    async with running(None) as driver:
        await driver.sees("or paste a tree")
        await driver.press("x")
        await driver.sees("There is no key x here.")
        await driver.press("down")
        await driver.sees("or paste a tree")
        await driver.press("f9", "ctrl+b")
        await driver.pilot.pause()
        await driver.sees("or paste a tree")


async def test_the_gallery_draws_the_selected_tree_when_it_is_come_back_to() -> None:
    async with running(DRAWN) as driver:
        await driver.at_step(0)
        await driver.press("G")
        await driver.sees("The first two cut-offs")
        await driver.sees("1     5     6     8     7     3")


async def test_help_shows_the_keys_as_they_are_bound() -> None:
    async with running(DRAWN, settings=Settings(keys={"next_cut": "g,ctrl+g"})) as driver:
        await driver.press("g")
        await driver.at_step(13)
        await driver.sees("g next cut-off")
        await driver.press("f1")
        await driver.sees("All keys")
        await driver.sees("g ctrl+g / C ↑")
        await driver.press("escape")
        await driver.sees("step 13/15")


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 50), (60, 20), (40, 12), (300, 100)])
async def test_the_drawing_the_sentence_and_the_step_are_there_at_every_size(
    size: tuple[int, int],
) -> None:
    async with running(DRAWN, size=size) as driver:
        await driver.press("c")
        await driver.sees("step 13/15")
        await driver.sees("β cut-off at ▲b")
        await driver.sees("▶▲ b◀")
        assert all(len(line) <= size[0] for line in driver.lines)


async def test_a_smaller_and_larger_window_keeps_the_step() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c")
        await driver.at_step(13)
        for width, height in ((40, 12), (160, 50), (20, 5), (80, 24)):
            await driver.pilot.resize_terminal(width, height)
            await driver.until(lambda w=width: driver.app.size.width == w, "the size")  # type: ignore[misc]
        await driver.sees("step 13/15")
        await driver.sees("crossed")


async def test_ascii_drawing_uses_ascii_only() -> None:
    async with running(DRAWN, ascii_only=True) as driver:
        await driver.press("c")
        await driver.sees("step 13/15")
        assert driver.text.isascii()
        await driver.sees("8 >= 6")
        await driver.press("f1")
        await driver.sees("All keys")
        assert driver.text.isascii()


async def test_a_sentence_too_long_for_its_room_gives_up_whole_sentences_at_its_end() -> None:
    async with running(FIRST) as driver:
        await driver.press("end")
        await driver.sees("You read 5 of 8 leaves")
        banner = driver.lines[-7:-3]
        assert not any(line.endswith(("…", "...")) for line in banner)
        assert "already has 6, so nothing changes" in " ".join(line.strip() for line in banner)


async def test_what_is_found_below_a_fold_is_unfolded() -> None:
    async with running(FIRST) as driver:
        explorer = driver.explorer
        explorer.look_at(explorer.session.tree.find("a"))
        await driver.press("z")
        await driver.sees("⊞8")
        await driver.press("slash")
        await driver.sees("Find a node")
        await driver.press("b", "enter")
        await driver.sees("›▲ b‹")
        assert explorer.session.place.folded == frozenset()


async def test_escape_takes_an_explanation_away_before_it_leads_to_the_gallery() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c", "y")
        await driver.sees("was cut off at step 13")
        await driver.press("escape")
        await driver.sees("╳ β cut-off at ▲b: 8 ≥ 6")
        assert driver.app.screen is driver.explorer
        await driver.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, Gallery), "the gallery")


async def test_a_leaf_is_not_folded_and_says_so() -> None:
    async with running("[3 5]") as driver:
        await driver.press("i", "j", "z")
        await driver.sees("a leaf has nothing below it to fold")
        assert driver.explorer.session.place.folded == frozenset()


@pytest.mark.parametrize("screen", ["explorer", "compare"])
async def test_the_overview_on_the_screen_goes_along_with_the_search(screen: str) -> None:
    async with running("[" + " ".join(["[[1 2 3] [4 5 6] [7 8 9]]"] * 12) + "]") as driver:
        if screen == "compare":
            await driver.press("d")
            await driver.sees("side by side")
        canvas = driver.app.screen.query(TreeCanvas).first()

        def is_right() -> bool:
            bar = canvas.horizontal_scrollbar
            where = bar.region
            shown = driver.app.screen._compositor.render_strips()[where.y].text
            return shown[where.x : where.right] == bar.render_line(0).text

        for key in ("c", "space", "c", "end", "home", "space"):
            await driver.press(key)
            await driver.until(is_right, f"the overview after {key}")
        assert canvas.show_horizontal_scrollbar
