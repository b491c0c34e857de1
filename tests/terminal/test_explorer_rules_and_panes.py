"""The explorer's rules, cards, files and first minute, driven by keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.driving import DRAWN, FIRST, running
from treeexplorer.gallery import examples
from treeexplorer.settings import Settings, load_settings
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.problem import ProblemScreen
from treeexplorer.terminal.sources import Source


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
        await driver.press("r", *["down"] * 5, "enter")
        await driver.sees("The root's window")
        await driver.press("5", ",", "1")
        await driver.sees("α smaller than β")
        await driver.press("backspace", "0", "enter")
        await driver.sees("Not that: two numbers")
        await driver.press("backspace", "9", "enter")
        await driver.sees("(5, 9)")


async def test_an_idle_rule_says_why_and_cannot_be_changed() -> None:
    async with running("[a:[3 4] b:[3 9]]") as driver:
        await driver.press("r", "right", "down")
        await driver.sees("Idle: only alpha-beta has printed forms")
        await driver.press("right")
        await driver.sees("Nothing changed: only alpha-beta has printed forms; this is minimax.")
        assert driver.explorer.session.rules.form == "classic"


async def test_the_range_of_the_leaves_is_asked_for_where_it_matters() -> None:
    async with running(
        "@algorithm star1\n[chance[min[6 9] min[7 8]] chance[min[1 9] min[2 3]]]"
    ) as driver:
        await driver.press("r", "up")
        await driver.sees("leaves      as in the tree")
        await driver.press("enter", *"4,9")
        await driver.press("enter")
        await driver.sees("Not possible: The leaf range 4 to 9 does not hold every leaf")
        await driver.press("enter", *"0,9")
        await driver.press("enter")
        await driver.sees("0 to 9")
        assert driver.explorer.session.rules.leaf_range == (0, 9)
        await driver.press("enter", *"tree")
        await driver.press("enter")
        await driver.sees("as in the tree")
        await driver.press("escape", "end")
        await driver.sees("6.5, since every leaf lies between 1 and 9. You read")


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


async def test_the_number_of_a_card_behind_others_brings_it_to_the_front() -> None:
    settings = Settings()
    async with running(FIRST, settings=settings) as driver:
        await driver.press("3")
        await driver.sees("TRACE")
        assert settings.hidden == set()


async def test_the_kinds_of_cut_offs_fit_their_card() -> None:
    async with running(FIRST) as driver:
        await driver.press("end", "4")
        await driver.sees("COUNTS")
        await driver.sees("1 α, 1 β; 0 deep")


async def test_a_hidden_pane_stays_hidden_and_is_remembered() -> None:
    settings = Settings()
    async with running(FIRST, settings=settings) as driver:
        await driver.press("tab", "tab", "3")
        await driver.until(lambda: "TRACE" not in driver.text, "the trace to go")
        assert settings.hidden == {"trace"}
        await driver.sees("hidden: trace; 3 shows it again")
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
    from treeexplorer.engine import explain

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
                words |= set(text.lower().split())
            banner = (
                driver.lines[-8:-4] if driver.lines[-3].startswith("─") else driver.lines[-7:-3]
            )
            shown = [w for line in banner[1:] for w in line.lower().split()]
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


async def test_the_notes_say_what_is_peculiar_about_a_printed_form() -> None:
    async with running("@form exchanged\n[1 2]", size=(200, 60)) as driver:
        await driver.sees("exchanged")
        await driver.sees("swapped: [1 2] gives 1")


async def test_the_heading_of_a_sentence_is_not_said_again_in_it() -> None:
    async with running(DRAWN) as driver:
        await driver.sees("before the search")
        await driver.sees("Nothing has been visited yet.")
        assert "before the search: nothing" not in driver.text.lower()


async def test_long_notes_are_read_to_their_end_before_the_next_card_comes() -> None:
    note = " ".join(f"word{number}" for number in range(90))
    async with running(f"@note {note}\n{FIRST}") as driver:
        seen = ""
        for _ in range(20):
            await driver.press("tab")
            seen += driver.text
            if "word89" in seen:
                break
            if "word0" in driver.text:
                assert "… tab reads on" in driver.text
        assert all(f"word{number}" in seen for number in range(90))
        await driver.press("tab")
        await driver.sees("PATH")


async def test_where_bounds_meet_at_the_right_the_words_stand_before_them() -> None:
    async with running("[1 [1 5] 30 [30 2]]") as driver:
        await driver.press("c", "c")
        await driver.sees("30 ≥ 30")
        await driver.sees("met: nothing between ┘")
        assert "Equal is enough under your rule" in " ".join(driver.text.split())
        assert driver.text.count("α cut-off at") == 1


async def test_the_slider_keeps_its_place_among_many_cut_offs() -> None:
    tree = "[" + "[5 6] " + "[1 2] " * 300 + "]"
    async with running(tree) as driver:
        await driver.press("c", "n")
        await driver.sees("step 11/")
        assert "╳" in driver.lines[-2]
        assert "●" in driver.lines[-2]
