"""The explorer, driven by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from tests.terminal.driving import DRAWN, FIRST, running
from treeexplorer.library import examples
from treeexplorer.settings import Settings, load_settings
from treeexplorer.terminal.guide import Guide
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.gallery import Gallery
from treeexplorer.terminal.screens.problem import ProblemScreen
from treeexplorer.terminal.sources import Source


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


async def test_other_rules_say_what_they_changed() -> None:
    async with running("[a:[3 4] b:[3 9]]") as driver:
        await driver.press("end", "r")
        await driver.sees("Rules of the search")
        await driver.press("down", "down", "right")
        await driver.sees("Now 1 more leaf is read, 1 cut-off fewer.")
        await driver.press("escape")
        await driver.sees("cut when α > β")
        await driver.sees("Now 1 more leaf is read")
        await driver.press("r", "u")
        await driver.sees("Now 1 fewer leaf is read")


async def test_rules_that_do_not_go_together_are_explained_and_not_taken() -> None:
    async with running("@cutoff >\n[a:[3 4] b:[3 9]]") as driver:
        await driver.press("r", "down", "right", "right")
        await driver.sees("Not possible")
        await driver.press("escape")
        assert driver.explorer.session.rules.form != "bounds"


async def test_a_window_is_typed() -> None:
    async with running("[a:[3 4] b:[3 9]]") as driver:
        await driver.press("r", *["down"] * 6, "enter")
        await driver.sees("The root's window")
        await driver.press("5", ",", "1")
        await driver.sees("α smaller than β")
        await driver.press("backspace", "0", "enter")
        await driver.sees("That is no window")
        await driver.press("backspace", "9", "enter")
        await driver.sees("(5, 9)")


async def test_cards_turn_and_a_row_of_the_trace_is_clickable() -> None:
    async with running(FIRST) as driver:
        await driver.press("c", "tab")
        await driver.sees("CODE")
        await driver.sees("▶      if α ≥ β: break")
        await driver.press("tab")
        await driver.sees("TRACE")
        await driver.sees("╳ 8 to ▲b")
        row = next(i for i, line in enumerate(driver.lines) if "read 5" in line)
        await driver.pilot.click("#deck", offset=(10, row - 2))
        await driver.at_step(6)
        await driver.press("tab")
        await driver.sees("COUNTS")
        await driver.press("tab")
        await driver.sees("WINDOW OF THE ROOT")
        await driver.press("tab")
        await driver.sees("NODE AND NOTES")
        await driver.sees("came in with  (1, +∞)")
        await driver.press("tab")
        await driver.sees("PATH")


async def test_cards_stand_side_by_side_where_there_is_room() -> None:
    async with running(FIRST, size=(200, 60)) as driver:
        await driver.press("c")
        for heading in ("PATH", "TRACE", "COUNTS", "WINDOW OF THE ROOT", "NODE AND NOTES"):
            await driver.sees(heading)


async def test_a_hidden_pane_stays_hidden_and_is_remembered() -> None:
    settings = Settings()
    async with running(FIRST, settings=settings) as driver:
        await driver.press("tab", "tab", "3")
        await driver.until(lambda: "TRACE" not in driver.text, "the trace to go")
        assert settings.hidden == {"trace"}
        await driver.press("3")
        await driver.sees("TRACE")
        assert settings.hidden == set()


async def test_a_drag_on_the_timeline_scrubs() -> None:
    async with running(DRAWN) as driver:
        await driver.pilot.click("#timeline", offset=(12, 0))
        await driver.at_step(0)
        await driver.pilot.click("#timeline", offset=(47, 0))
        await driver.at_step(15)


async def test_the_sentence_is_copied() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c", "Y")
        await driver.sees("the sentence")
        assert "So ▽a has no use for ▲b" in driver.app.clipboard


async def test_what_is_saved_overwrites_nothing(tmp_path: Path) -> None:
    async with running(DRAWN) as driver:
        await driver.press("c")
        await driver.explorer.action_run("save_trace_as_csv")
        await driver.sees("Save the trace as CSV")
        field = driver.app.screen.query_one("#answer")
        existing = tmp_path / "there.csv"
        existing.write_text("mine")
        field.value = str(existing)  # type: ignore[attr-defined]  # an Input
        await driver.sees("choose another name")
        await driver.press("enter")
        field.value = str(tmp_path / "new.csv")  # type: ignore[attr-defined]  # an Input
        await driver.press("enter")
        await driver.sees("saved")
        assert existing.read_text() == "mine"
        assert (tmp_path / "new.csv").read_text().startswith("step,node")


async def test_a_changed_file_is_read_again_and_a_wrong_one_keeps_the_last_good_tree(
    tmp_path: Path,
) -> None:
    file = tmp_path / "live.tree"
    file.write_text("[a:[3 4] b:[2 9]]\n")
    async with running(file) as driver:
        await driver.press("c")
        await driver.at_step(10)
        file.write_text("[a:[3 4] b:[2 9 5]]\n")
        await driver.sees("was read again")
        assert driver.explorer.session.step == 10
        assert len(driver.explorer.session.tree) == 8
        file.write_text("[a:[3 4] b:[2 9 5]\n")
        await driver.sees("the last good tree is shown")
        await driver.sees("never closed")
        assert len(driver.explorer.session.tree) == 8
        file.write_text("[a:[3 4] b:[2 9 5 6]]\n")
        await driver.until(lambda: len(driver.explorer.session.tree) == 9, "the mended tree")


async def test_the_first_minute_asks_before_each_cut_off_and_then_gives_the_reason() -> None:
    first = examples()[0].path
    async with running(first) as driver:
        driver.explorer.guide = Guide()
        for _ in range(9):
            await driver.press("space")
        await driver.sees("Is there any point in looking at 7 and 3?")
        assert driver.explorer.session.step == 12
        assert "cut-off at" not in driver.text
        await driver.press("space")
        await driver.sees("β cut-off at ▲b: 8 ≥ 6")
        await driver.press("space", "space", "space", "space")
        await driver.sees("Is there any point in looking at 9?")
        await driver.press("space")
        await driver.sees("α cut-off at ▽c: 6 ≥ 4")
        await driver.press("space")
        await driver.sees("6. You read 5 of 8 leaves.")
        await driver.sees("] next tree")
        await driver.sees("or paste a tree of your own")
        await driver.press("]")
        await driver.sees("6/8/1-5-6")


async def test_the_first_tree_of_the_gallery_is_the_one_that_asks() -> None:
    async with running(None) as driver:
        await driver.sees("8 leaves")
        await driver.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, Explorer), "the explorer")
        assert driver.explorer.guide is not None


async def test_a_result_that_is_only_bounded_is_not_called_exact() -> None:
    async with running(DRAWN) as driver:
        await driver.press("end")
        await driver.sees("6, and proven is 6 … +∞. You read 4 of 4 leaves.")


async def test_nothing_beside_the_slider_moves_while_one_steps() -> None:
    async with running(FIRST) as driver:
        starts = set()
        for step in range(1, 20):
            await driver.press("n")
            await driver.at_step(step)
            await driver.sees(f"step {step}/19")
            starts.add(driver.lines[-2].index("leave") if "leaves" in driver.lines[-2] else -1)
        assert len(starts - {-1}) == 1


LONG = "[" + " ".join(f"node{i}:[{i} {i + 1} {i + 2}]" for i in range(30)) + "]"


@pytest.mark.parametrize("tree", [DRAWN, FIRST, LONG])
async def test_no_sentence_is_clipped_inside_a_word_at_80_by_24(tree: str) -> None:
    from treeexplorer.search import explain

    async with running(tree) as driver:
        record = driver.explorer.session.record
        for step in range(min(record.steps, 40) + 1):
            driver.explorer.go_to(step)
            await driver.sees(f"step {step}/")
            words = set()
            for text in (
                explain.reason(record, step),
                explain.sentence(record, step),
                explain.line(record, step),
            ):
                words |= set(text.split())
            banner = (
                driver.lines[-8:-4] if driver.lines[-3].startswith("─") else driver.lines[-7:-3]
            )
            shown = [w for line in banner[1:] for w in line.split()]
            if step < record.steps:
                assert set(shown) - {"…", "─" * 80} <= words


async def test_the_same_key_press_shows_what_it_did_before_the_next_one() -> None:
    async with running(DRAWN) as driver:
        await driver.press("space", "space", "space", "space")
        await driver.at_step(5)
        await driver.sees("1 arrived: v = 1, α = 1")


@pytest.mark.parametrize("key", ["f1", "r", "slash", "colon", "ctrl+o"])
async def test_every_screen_can_be_drawn_in_ascii(key: str) -> None:
    async with running(DRAWN, ascii_only=True) as driver:
        before = driver.app.screen
        await driver.press(key)
        await driver.until(lambda: driver.app.screen is not before, "the screen")
        await driver.pilot.pause(0.2)
        assert driver.text.isascii()
    async with running(None, ascii_only=True) as driver:
        await driver.sees("8 leaves")
        assert driver.text.isascii()


async def test_rules_are_kept_for_other_trees_and_a_file_still_wins(tmp_path: Path) -> None:
    settings = Settings(path=tmp_path / "settings.toml")
    async with running("[a:[3 4] b:[3 9]]", settings=settings) as driver:
        await driver.press("r", "down", "down", "right", "s")
        await driver.sees("Kept for other trees: cutoff.")
        await driver.press("escape")
    kept = load_settings(settings.path)
    assert kept.rules == {"cutoff": ">"}
    async with running("[5 6]", settings=kept) as driver:
        await driver.sees("cut when α > β")
    async with running("@cutoff >=\n[5 6]", settings=kept) as driver:
        await driver.sees("cut when α ≥ β")


async def test_a_course_file_beside_the_tree_gives_the_rules(tmp_path: Path) -> None:
    (tmp_path / "treeexplorer.toml").write_text('cutoff = ">"\n')
    file = tmp_path / "a.tree"
    file.write_text("[3 4]\n")
    async with running(file) as driver:
        await driver.sees("cut when α > β")
        assert driver.explorer.session.resolved.origins["cutoff"] == "course file"


async def test_a_wrong_course_file_is_explained(tmp_path: Path) -> None:
    (tmp_path / "treeexplorer.toml").write_text("cutof = 3\n")
    file = tmp_path / "a.tree"
    file.write_text("[3 4]\n")
    async with running(None) as driver:
        driver.app.open(Source.of_file(file))
        await driver.until(lambda: isinstance(driver.app.screen, ProblemScreen), "the problem")
        await driver.sees("cutof")


@pytest.mark.parametrize(
    "algorithm", ["minimax", "negamax", "pvs", "negascout", "scout", "mtdf", "sss", "alphabeta"]
)
async def test_every_search_can_be_stepped_and_every_card_shown(algorithm: str) -> None:
    async with running(f"@algorithm {algorithm}\n{FIRST}", size=(200, 60)) as driver:
        for card in ("CODE", "TRACE", "COUNTS", "WINDOW OF THE ROOT", "NODE AND NOTES"):
            await driver.sees(card)
        await driver.press("space", "space", "space", "n", "c", "v", "o", "w", "end")
        session = driver.explorer.session
        await driver.sees(f"step {session.record.steps}/{session.record.steps}")
        assert session.record.root_value == 6


@pytest.mark.parametrize("size", [(40, 12), (56, 16), (60, 20), (80, 24)])
async def test_the_header_and_the_gallery_are_never_clipped_inside_a_word(
    size: tuple[int, int],
) -> None:
    async with running(FIRST, size=size) as driver:
        assert "…" not in driver.lines[0]
    async with running(None, size=size) as driver:
        await driver.sees("The first two cut-offs")
        assert not any(line.endswith("…") for line in driver.lines[-3:])
