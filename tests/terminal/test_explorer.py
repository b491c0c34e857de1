"""The explorer, driven by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input

from tests.terminal.driving import DRAWN, FIRST, answer, running
from treeexplorer.gallery import examples, examples_folder
from treeexplorer.settings import Settings
from treeexplorer.terminal.panels.side import CARDS
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.gallery import Gallery
from treeexplorer.terminal.screens.help import Actions
from treeexplorer.terminal.widgets.canvas import Canvas
from treeexplorer.terminal.widgets.slider import Slider

SIZES = [(60, 20), (80, 24), (100, 30), (160, 50), (200, 60)]


async def test_the_cut_off_is_seen_in_four_places_with_its_window_and_its_reason() -> None:
    async with running(DRAWN, (100, 30)) as driver:
        await driver.press("c")
        await driver.sees("step 13/15")
        await driver.sees("╳ 8 ≥ 6")
        await driver.sees("β CUT-OFF at ▲b")
        await driver.sees("▽a CHOOSES")
        await driver.sees("α 8 ≥ β 6")
        await driver.sees("−∞ ┃ 6")
        await driver.sees("4 leaves read · 1 cut-off")


async def test_keys_lead_to_steps() -> None:
    async with running(DRAWN) as driver:
        for keys, step in (
            ("space", 1),
            ("right right pagedown space", 5),
            ("end", 15),
            ("end left backspace pageup", 11),
            ("n n n n", 4),
            ("end p", 14),
            ("c", 13),
            ("down", 13),
            ("end up", 13),
            ("end C", 13),
            ("end home", 0),
        ):
            await driver.press("home", *keys.split())
            await driver.at_step(step)
            await driver.sees(f"step {step}/15")


@pytest.mark.parametrize("typed", ["²", "9" * 5000, "12", "-1", "one"])
async def test_what_is_no_number_of_a_step_is_told_which_numbers_there_are(typed: str) -> None:
    async with running("[[3 12] [2 4]]") as driver:
        await driver.press("g")
        await driver.until(lambda: bool(driver.app.screen.query(Input)), "the question")
        driver.app.screen.query_one(Input).value = typed
        await driver.sees("A number from 0 to 11.")
        assert "accept" not in driver.text


async def test_a_step_is_gone_to_by_its_number() -> None:
    async with running(DRAWN) as driver:
        await driver.press("g")
        await driver.sees("Go to step")
        await driver.press("1", "4", "enter")
        await driver.sees("step 14/15")


async def test_going_on_and_back_shows_the_same_screen() -> None:
    async with running(FIRST, (100, 30)) as driver:
        await driver.press("space", "space", "space")
        await driver.at_step(3)
        await driver.sees("step 3/")
        await driver.sees("? keys")
        before = driver.text
        await driver.press("space", "space", "left", "left")
        await driver.until(lambda: driver.text == before, "the same screen")


async def test_one_key_is_one_render(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = 0
    original = Explorer.show

    def counting(self: Explorer) -> None:
        nonlocal shown
        shown += 1
        original(self)

    monkeypatch.setattr(Explorer, "show", counting)
    async with running(DRAWN) as driver:
        for key in ("space", "c", "C", "i", "left", "up", "escape", "t", "t", "t", "tab", "y"):
            await driver.pilot.pause()
            before = shown
            await driver.press(key)
            await driver.pilot.pause()
            assert shown == before + 1, key


async def test_a_look_shows_the_step_of_its_node_and_the_search_waits() -> None:
    async with running(DRAWN, (100, 30)) as driver:
        await driver.press("c", "i")
        await driver.sees("esc goes back to step 13, ↵ stays")
        await driver.sees("β CUT-OFF at ▲b")
        await driver.press("up")
        await driver.sees("step 10/15 (look)")
        await driver.sees("6 arrives from ▲C at ▽a")
        assert driver.app.focused is None
        await driver.press("escape")
        await driver.sees("β CUT-OFF at ▲b")
        assert (driver.view.step, driver.view.is_look) == (13, False)


async def test_a_look_is_the_very_screen_of_its_step() -> None:
    async with running(DRAWN, (100, 30)) as driver:
        await driver.press("c", "i", "up", "enter")
        await driver.at_step(10)
        await driver.press("space", "backspace")
        await driver.at_step(10)
        await driver.sees("? keys")  # the footer is composed anew when a key begins to do something
        stepped = driver.text
        await driver.press("c", "i", "up")
        await driver.sees("(look)")
        await driver.sees("? keys")
        looked = driver.text.replace(" (look)", "")
        drawn = [text.translate({ord("›"): "▌", ord("‹"): "▐"}) for text in looked.split("\n")]
        other = [(a, b) for a, b in zip(stepped.split("\n"), drawn, strict=True) if a != b]
        assert [a[:12] for a, _ in other if "keys" not in a] == [" step 10/15 "]  # a shorter track


async def test_enter_stays_at_the_step_of_the_node_looked_at_and_esc_goes_back() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c", "i", "up", "enter")
        await driver.at_step(10)
        await driver.sees("esc goes back to step 13")
        await driver.press("escape")
        await driver.at_step(13)
        await driver.press("i", "up", "enter", "enter", "space")  # at last nobody looks around
        await driver.at_step(11)
        explorer = driver.explorer
        await driver.press("escape")  # one has gone on: that leads to the gallery, as always
        await driver.until(lambda: driver.app.screen is not explorer, "the gallery")


async def test_where_the_search_has_not_come_the_screen_stays() -> None:
    async with running(FIRST, (100, 30)) as driver:
        await driver.press("c")
        before = driver.view.step
        driver.explorer.look_at(driver.view.tree.find("c"))
        await driver.sees(f"▽c has not been reached by step {before}.")
        assert (driver.view.step, driver.view.is_look) == (before, False)


async def test_staying_is_offered_only_at_nodes_that_have_a_step() -> None:
    async with running(FIRST, (100, 30)) as driver:
        await driver.press("c", "i")
        await driver.until(lambda: "↵ stay" in driver.lines[-1], "the key at a node with a step")
        driver.explorer.look_at(driver.view.tree.find("c"))
        await driver.sees("▽c has not been reached")
        await driver.until(lambda: "↵ stay" not in driver.lines[-1], "the keys without it")
        assert not driver.app.screen.active_bindings["enter"].enabled  # help lists what is


async def test_a_pruned_node_is_looked_at_in_its_cut_off() -> None:
    async with running(FIRST, (100, 30)) as driver:
        await driver.press("end")
        driver.explorer.look_at(driver.view.tree.find("1.2.2"))
        await driver.sees("β CUT-OFF at ▲b")
        await driver.press("enter")
        await driver.at_step(driver.view.record.returned_at(driver.view.record.cuts[0]))
        driver.explorer.look_at(driver.view.tree.find("c"))
        await driver.sees("▽c has not been reached")
        await driver.press("escape", "end")
        driver.explorer.look_at(driver.view.tree.find("c"))
        await driver.sees("6 ≥ 4")
        await driver.sees("Nothing left in ▽c can help ▲root.")


async def test_brackets_lead_from_tree_to_tree() -> None:
    async with running("@title One\n[1 2]\n@title Two\n[3 [4 5]]\n") as driver:
        await driver.sees("One  1/2")
        await driver.press("]")
        await driver.sees("Two  2/2")
        await driver.press("]")
        await driver.sees("There is no tree after this one.")
        await driver.press("[")
        await driver.sees("One  1/2")
        await driver.press("[")
        await driver.sees("There is no tree before this one.")


async def test_brackets_lead_through_the_files_of_a_folder_unread_ones_too(tmp_path: Path) -> None:
    (tmp_path / "1.tree").write_text("@title One\n[1 2]\n@title Two\n[3 4]\n")
    (tmp_path / "2.tree").write_text("[5 6\n")
    (tmp_path / "3.txt").write_text("no tree, but a note\n")
    (tmp_path / "10.json").write_text("[[5, 6], 7]\n")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "a.tree").write_text("[8 9]\n")
    async with running(tmp_path / "1.tree") as driver:
        await driver.press("]", "]")
        await driver.sees("NOT READ")
        await driver.press("]")
        await driver.sees("10.json")
        await driver.press("]")
        await driver.sees("There is no tree after this one.")
        await driver.press("[")
        await driver.sees("NOT READ")
        await driver.press("[")
        await driver.sees("Two  2/2")


async def test_brackets_lead_through_a_folder_as_the_gallery_lists_it(tmp_path: Path) -> None:
    (tmp_path / "1.tree").write_text("@title One\n[1 2]\n")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "a.tree").write_text("@title Below\n[8 9]\n")
    async with running(None, folder=tmp_path) as driver:
        await driver.press("enter")
        await driver.sees("step 0/")
        await driver.press("]")
        await driver.sees("Below")
        await driver.press("[")
        await driver.sees("One")


async def test_brackets_lead_through_the_examples() -> None:
    first, second, *_ = examples()
    async with running(first.path) as driver:
        await driver.press("[")
        await driver.sees("There is no tree before this one.")
        await driver.press("]")
        await driver.until(lambda: driver.view.title == second.title, second.title)
        await driver.press("[")
        await driver.until(lambda: driver.view.title == first.title, first.title)


async def test_a_file_with_edits_is_not_left_by_a_bracket_unasked(tmp_path: Path) -> None:
    (tmp_path / "1.tree").write_text("[1 2]\n")
    (tmp_path / "2.tree").write_text("[3 4]\n")
    async with running(tmp_path / "1.tree") as driver:
        await driver.press("i", "down", "equals_sign")
        await answer(driver, "7")
        await driver.until(lambda: driver.view.has_edits, "the edit")
        await driver.press("]")
        await driver.sees("1.tree has changes that are not saved.")
        await driver.press("escape")
        await driver.until(lambda: driver.app.screen is driver.explorer, "the explorer")
        assert driver.view.has_edits


async def test_an_unknown_leaf_is_asked_for_when_the_search_reaches_it() -> None:
    async with running("[[3 x] [1 2]]") as driver:
        await driver.press("c")
        await driver.sees("no cut-off after this step yet. Step 5 reads the unknown leaf A.2 (x)")
        await driver.press("home", "space", "space", "space", "space")
        await driver.sees("The leaf x is 0")
        await driver.press("5", "enter")
        await driver.until(lambda: driver.view.record.complete, "the search")
        await driver.press("end")
        await driver.sees("3 leaves read")


async def test_a_node_is_found_by_label_and_by_value() -> None:
    async with running(FIRST) as driver:
        await driver.press("slash", "c", "enter")
        await driver.sees("▽c has not been reached")
        assert driver.view.cursor == driver.view.tree.find("c")
        await driver.press("escape", "slash", "backspace", "5", "enter")
        node = driver.view.tree.find("1.1.2")
        await driver.until(lambda: driver.view.cursor == node, "the leaf 5")


async def test_what_is_sought_again_is_found_further_on() -> None:
    async with running("[[3 7] [7 2]]") as driver:
        for address in ("1.2", "2.1", "1.2"):
            await driver.press("slash", "7", "enter")
            node = driver.view.tree.find(address)
            await driver.until(lambda n=node: driver.view.cursor == n, address)  # type: ignore[misc]


async def test_names_are_never_read_as_markup() -> None:
    async with running('"[@click=app.quit]x[/]":["[bold]b[/bold]":[1 2] 3]') as driver:
        await driver.press("c", "end", "home", "space", "space")
        await driver.sees("[bold]b[/bold")


async def test_help_shows_the_keys_as_they_are_bound() -> None:
    async with running(DRAWN, settings=Settings(keys={"next_cut": "j,ctrl+g"})) as driver:
        await driver.press("j")
        await driver.at_step(13)
        await driver.sees("j cut-off")
        await driver.press("f1")
        await driver.sees("KEYS")
        assert any(line.split()[:2] == ["j", "ctrl+g"] for line in driver.lines)
        await driver.press("escape")
        await driver.sees("step 13/15")


async def test_a_cut_off_is_seen_with_its_window_and_its_test_at_every_size() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c")
        for width, height in (*SIZES, (40, 12), (300, 100)):
            await driver.pilot.resize_terminal(width, height)

            def is_drawn(width: int = width) -> bool:
                lines = driver.lines
                has_card = any("▌" in text and "▐" in text for text in lines)
                return has_card and all(len(text) <= width for text in lines)

            await driver.until(is_drawn, f"the card of the current node in {width} columns")
            await driver.sees("step 13/15")
            await driver.sees("β CUT-OFF at ▲b")
            if width > 40:
                await driver.sees("−∞ ┃ 6")
                await driver.sees("╳ 8 ≥ 6")


async def test_the_drawing_covers_most_of_its_pane() -> None:
    async with running(DRAWN, (100, 30)) as driver:
        await driver.press("c")
        await driver.sees("╳ 8 ≥ 6")
        pane = [line[:60].ljust(60) for line in driver.lines[1:21]]
        rows = [row for row in pane if row.strip()]
        left = min(len(row) - len(row.lstrip()) for row in rows)
        right = max(len(row.rstrip()) for row in rows)
        assert len(rows) >= 0.6 * len(pane)
        assert right - left >= 0.6 * 60


async def test_ascii_drawing_uses_ascii_only() -> None:
    async with running(DRAWN, (100, 30), ascii_only=True) as driver:
        await driver.press("c")
        await driver.sees("step 13/15")
        assert driver.text.isascii(), [c for c in driver.text if not c.isascii()]
        await driver.sees("8 >= 6")
        await driver.press("f1")
        await driver.sees("KEYS")
        assert driver.text.isascii()


async def test_in_ascii_sentences_are_wrapped_as_they_are_spelt() -> None:
    async with running("[[3 12 8] [2 4 6] [14 5 2]]", (80, 24), ascii_only=True) as driver:
        await driver.press("c")
        await driver.sees("^root has 3 through V:A.")
        await driver.sees("Nothing left in V:B can help ^root.")
        await driver.press("r")
        await driver.sees("enter types it.")
        assert driver.text.isascii(), [c for c in driver.text if not c.isascii()]
    async with running("[[3 12 8] [2 4 6] [14 5 2]]", (60, 20), ascii_only=True) as driver:
        await driver.press("c")
        await driver.sees("X alpha CUT-OFF at V:B")
        await driver.sees("alpha 3 >= beta 2")


async def test_cards_turn_in_a_circle() -> None:
    async with running(FIRST, (100, 30)) as driver:
        seen = []
        for _ in CARDS:
            seen.append(driver.view.card)
            await driver.press("tab")
        assert seen == list(CARDS)
        assert driver.view.card == CARDS[0]


@pytest.mark.parametrize(
    ("size", "cuts", "told"),
    [
        ((80, 24), 1, ["Nothing left in ▽H can help ▲C.", "1 leaf pruned: 12"]),
        ((60, 20), 1, ["has 3 through ▽G. Nothing left in ▽H can help ▲C."]),
        ((80, 24), 3, ["▽K is MIN and already has 2, so it is worth 2 or less.", "through ▽A."]),
        ((60, 20), 3, ["▽K is MIN and already has 2, so it is worth 2 or less.", "▽A."]),
    ],
)
async def test_why_adds_to_the_banner_and_gives_in_full_what_had_no_room(
    size: tuple[int, int], cuts: int, told: list[str]
) -> None:
    async with running(examples_folder() / "3-courses" / "ucla-cs161.tree", size) as driver:
        await driver.press(*"c" * cuts)
        await driver.sees("CUT-OFF at")
        before = driver.lines
        await driver.press("y")
        await driver.sees("Whatever the pruned leaves hold, ▲root is worth the same.")
        for text in told:
            await driver.sees(text)
        assert driver.text.count("can help ▲C") <= 1
        if size == (80, 24) and cuts == 1:  # the tree and the test stay where they are
            assert driver.lines[:18] == before[:18]


async def test_why_says_where_the_banner_says_all() -> None:
    async with running(DRAWN) as driver:
        await driver.press("y")
        await driver.sees("There is no more to say here.")
        assert driver.text.count("Which leaves need not be read?") == 1


async def test_escape_takes_an_explanation_away_before_it_leads_to_the_gallery() -> None:
    async with running(DRAWN) as driver:
        await driver.press("c", "y")
        await driver.until(lambda: bool(driver.view.explanation), "the explanation")
        await driver.press("escape")
        await driver.until(lambda: not driver.view.explanation, "the end of it")
        assert driver.app.screen is driver.explorer
        await driver.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, Gallery), "the gallery")


async def test_a_key_without_meaning_is_answered_until_the_next_key() -> None:
    async with running(DRAWN) as driver:
        await driver.press("b")
        await driver.sees("There is no key b here; ? shows all.")
        await driver.press("space")
        await driver.until(lambda: "There is no key" not in driver.text, "the next key")


async def test_the_outline_has_a_line_for_each_node_and_follows_the_search() -> None:
    wide = "[" + " ".join(["[1 2 3]"] * 40) + "]"
    async with running(wide) as driver:
        await driver.press("t")
        await driver.until(lambda: driver.view.kind == "outline", "the outline")
        await driver.press("end")
        await driver.until(lambda: driver.lines[2].split()[1] == "root", "the root at the top")
        driver.explorer.look_at(driver.view.tree.find("40.1"))
        await driver.until(lambda: driver.lines[2].split()[0] == "AK.1", "the last subtree")


async def test_a_click_below_a_small_tree_finds_no_node_of_the_large_one_before_it() -> None:
    large = "[" + "[[0 1 3] [1 0 3] [2 0 3]] " * 12 + "]"
    async with running(f"{large}\n[[3 12] [2 4]]", size=(100, 40)) as driver:
        await driver.sees("ply 3")  # the whole tree, below the drawing of a part of it
        await driver.press("right_square_bracket")
        await driver.sees("tree 2  2/2")
        canvas = driver.explorer.query_one(Canvas)
        width, height = canvas.size
        pointed_at = {canvas.node_at(x, y) for x in range(width) for y in range(height)}
        assert pointed_at == {None, *range(len(driver.view.tree))}


async def test_a_click_looks_at_a_node_two_go_to_its_step_and_the_timeline_is_clicked() -> None:
    async with running(DRAWN, (100, 30)) as driver:
        await driver.press("end")
        await driver.sees("▽ a")
        row = next(y for y, line in enumerate(driver.lines) if "▽ a" in line[:60])
        column = driver.lines[row].index("▽ a")
        await driver.pilot.click(offset=(column, row))
        await driver.sees("(look)")
        step = driver.view.step
        await driver.pilot.click(offset=(column, row), times=2)
        await driver.until(lambda: driver.view.bookmark.step == step, "the search at that step")
        await driver.pilot.click(Slider, offset=(60, 0))
        await driver.until(lambda: driver.view.step > 5, "the step on the timeline")


async def test_minimax_says_nothing_of_windows() -> None:
    async with running("@algorithm minimax\n" + DRAWN, (160, 50)) as driver:
        for _ in range(4):
            await driver.press("space", "space", "space")
            assert not {"α", "β"} & set(driver.text)
        await driver.sees("VALUES")


async def test_a_tree_that_is_pasted_is_opened_in_place_of_the_one_shown() -> None:
    async with running("[[3 12] [2 4]]") as driver:
        driver.app.screen.post_message(events.Paste("[pasted:[3 12] [2 4]]"))
        await driver.sees("pasted")
        await driver.until(lambda: driver.view.tree.names[1] == "pasted", "the tree")


WITHOUT_CUT_OFFS = ["minimax", "negamax", "expectimax"]


@pytest.mark.parametrize("algorithm", WITHOUT_CUT_OFFS)
async def test_a_search_without_cut_offs_offers_no_key_for_them(algorithm: str) -> None:
    async with running(f"@algorithm {algorithm}\n{DRAWN}", (160, 30)) as driver:
        assert "cut-off" not in driver.lines[-1]
        assert "A ask" not in driver.lines[-1]
        offered = [str(hit.text) async for hit in Actions(driver.explorer).discover()]
        bindings = driver.explorer.active_bindings.values()
        named = {each.binding.tooltip for each in bindings if not each.enabled}
        assert not [row for row in offered if row.partition("  (")[0] in named]
        await driver.press("question_mark")
        await driver.sees("KEYS")
        assert "next cut-off" not in driver.text
        assert "possible cut-off" not in driver.text


@pytest.mark.parametrize("key", ["c", "C", "A", "down", "up"])
async def test_a_key_for_cut_offs_says_that_there_are_none(key: str) -> None:
    async with running(f"@algorithm minimax\n{DRAWN}") as driver:
        await driver.press("space", key)
        await driver.sees("Minimax cuts nothing off; r chooses another search.")
        assert driver.view.step == 1
        assert not driver.view.asks


async def test_the_arrows_look_around_in_a_search_without_cut_offs() -> None:
    async with running(f"@algorithm minimax\n{DRAWN}") as driver:
        await driver.press("space", "i", "down")
        await driver.until(lambda: driver.view.cursor == 1, "the first child")


async def test_asking_rests_while_nothing_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "two.tree"
    path.write_text(f"{DRAWN}\n\n@algorithm minimax\n{DRAWN}\n")
    async with running(path) as driver:
        await driver.press("A")
        await driver.sees("ASKING")
        await driver.press("right_square_bracket")
        await driver.until(lambda: "ASKING" not in driver.text, "a search without cut-offs")
        await driver.press("left_square_bracket")
        await driver.sees("ASKING")


@pytest.mark.parametrize(
    ("keys", "written", "said"),
    [
        (("i",), "9", "“9” is written at ▲root now."),
        (("i", "down"), "q:", "“q:” is written at ▽a now."),
        (("i", "down"), "", "Nothing is written at ▽a now."),
        (("i", "down", "down"), "7", "6 is now 7."),
        (("i", "down", "down"), "6", "6 is as it was."),
        (("i", "down"), "a:", "▽a is as it was."),
    ],
    ids=["a claimed value", "a name", "nothing", "a leaf", "the same leaf", "the same name"],
)
async def test_what_is_written_at_a_node_is_told_as_what_it_is(
    keys: tuple[str, ...], written: str, said: str
) -> None:
    async with running("[a:[6 8] [7 5]]", (100, 30)) as driver:
        await driver.press(*keys, "equals_sign")
        await answer(driver, written)
        await driver.sees(said)
