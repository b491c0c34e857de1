"""The canvas: what it shows, what it follows, what it tells."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Offset

from tests.benchmarks.uniform_trees import bare
from treeexplorer.drawing.runs import Look, Role
from treeexplorer.engine import search
from treeexplorer.notation import parse
from treeexplorer.terminal.widgets.canvas import TreeCanvas
from treeexplorer.terminal.widgets.kept import Sight
from treeexplorer.tree import GameTree, from_nested

EXAMPLE = "6[a:6[6[1 5 6] b:8[8 ...]] ...]"


class CanvasApp(App[None]):
    """Shows nothing but a canvas."""

    CSS = "TreeCanvas { height: 1fr; }"

    def __init__(self, tree: GameTree) -> None:
        super().__init__()
        self.record = search(tree)
        self.told: list[tuple[str, int]] = []

    def compose(self) -> ComposeResult:
        yield TreeCanvas()

    def on_mount(self) -> None:
        self.canvas.show(self.record, 0)

    @property
    def canvas(self) -> TreeCanvas:
        return self.query_one(TreeCanvas)

    @property
    def text(self) -> str:
        lines = (self.canvas.render_line(y).text for y in range(self.canvas.sight.height))
        return "\n".join(line.rstrip() for line in lines)

    def on_tree_canvas_node_highlighted(self, event: TreeCanvas.NodeHighlighted) -> None:
        self.told.append(("highlighted", event.node))

    def on_tree_canvas_node_chosen(self, event: TreeCanvas.NodeChosen) -> None:
        self.told.append(("chosen", event.node))


async def test_a_step_is_shown_and_another_and_the_first_again() -> None:
    app = CanvasApp(parse(EXAMPLE))
    async with app.run_test(size=(60, 20)):
        first = app.text
        app.canvas.show(app.record, 13)
        assert "▶▲ b◀" in app.text
        assert "╳" in app.text
        app.canvas.show(app.record, 0)
        assert app.text == first


async def test_a_small_drawing_stands_in_the_middle() -> None:
    app = CanvasApp(parse(EXAMPLE))
    async with app.run_test(size=(61, 20)):
        lines = [line for line in app.text.split("\n") if line]
        left = min(len(line) - len(line.lstrip()) for line in lines)
        right = 61 - max(map(len, lines))
        assert abs(left - right) <= 3


async def test_every_line_is_as_wide_as_the_canvas() -> None:
    app = CanvasApp(from_nested([[[value] * 9] * 9 for value in range(9)]))
    async with app.run_test(size=(70, 12)):
        for step in (0, 100, app.record.steps):
            app.canvas.show(app.record, step)
            for row in range(app.canvas.sight.height):
                strip = app.canvas.render_line(row)
                assert strip.cell_length == app.canvas.sight.width
                assert sum(len(segment.text) for segment in strip) == app.canvas.sight.width


async def test_the_canvas_follows_the_search_where_it_goes() -> None:
    app = CanvasApp(from_nested([[[value] * 9] * 9 for value in range(9)]))
    async with app.run_test(size=(50, 10)):
        for step in range(0, app.record.steps, 7):
            app.canvas.show(app.record, step)
            if step:
                assert "▶" in app.text
                assert "◀" in app.text


async def test_the_canvas_stays_where_it_is_when_it_does_not_follow() -> None:
    app = CanvasApp(from_nested([[[value] * 9] * 9 for value in range(9)]))
    async with app.run_test(size=(50, 10)):
        app.canvas.show(app.record, 1)
        before = app.canvas.scroll_offset
        app.canvas.follow = False
        app.canvas.show(app.record, 100)
        assert app.canvas.scroll_offset == before


async def test_a_click_looks_at_a_node_and_a_double_click_chooses_it() -> None:
    app = CanvasApp(parse(EXAMPLE))
    async with app.run_test(size=(60, 20)) as pilot:
        rows = app.text.split("\n")
        row = next(index for index, line in enumerate(rows) if "▽ a" in line)
        at = (rows[row].index("▽"), row)
        assert app.canvas.node_at(Offset(*at)) == 1
        await pilot.click(TreeCanvas, offset=at)
        assert app.canvas.cursor == 1
        assert "›▽ a‹" in app.text
        await pilot.click(TreeCanvas, offset=at, times=2)
        assert app.told[0] == ("highlighted", 1)
        assert ("chosen", 1) in app.told


async def test_a_click_beside_the_nodes_does_nothing() -> None:
    app = CanvasApp(parse(EXAMPLE))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.click(TreeCanvas, offset=(0, 0))
        assert app.told == []


async def test_the_cursor_moves_to_parents_children_and_neighbours() -> None:
    app = CanvasApp(parse(EXAMPLE))
    async with app.run_test(size=(60, 20)):
        canvas = app.canvas
        canvas.cursor = 0
        seen = []
        for direction in ("down", "down", "right", "left", "down", "up", "up", "up", "up"):
            canvas.move_cursor(direction)
            seen.append(canvas.cursor)
        assert seen == [1, 2, 6, 2, 3, 2, 1, 0, 0]


async def test_folding_hides_a_subtree_and_unfolding_shows_it_again() -> None:
    app = CanvasApp(parse(EXAMPLE))
    async with app.run_test(size=(60, 20)):
        app.canvas.show(app.record, 15)
        before = app.text
        app.canvas.fold(2)
        assert "⊞3" in app.text
        app.canvas.toggle_fold(2)
        assert app.text == before


async def test_the_ascii_look_is_ascii() -> None:
    app = CanvasApp(parse(EXAMPLE))
    async with app.run_test(size=(60, 20)):
        app.canvas.show(app.record, 13)
        app.canvas.set_look(replace(app.canvas.look, ascii=True))
        assert app.text.isascii()
        assert ">^ b<" in app.text
        app.canvas.set_look(Look())
        assert "▶▲ b◀" in app.text


async def test_another_size_keeps_the_current_node_in_sight() -> None:
    app = CanvasApp(from_nested([[[value] * 9] * 9 for value in range(9)]))
    async with app.run_test(size=(120, 30)) as pilot:
        app.canvas.show(app.record, 150)
        for size in ((40, 12), (200, 50), (61, 13)):
            await pilot.resize_terminal(*size)
            assert "▶" in app.text


async def test_a_new_tree_starts_unfolded() -> None:
    app = CanvasApp(parse(EXAMPLE))
    async with app.run_test(size=(60, 20)):
        app.canvas.fold(1)
        app.canvas.show(search(parse("[[3 12] [8 2]]")), 1)
        assert app.canvas.folded == frozenset()
        assert "⊞" not in app.text


async def test_the_bar_below_a_wide_diagram_is_its_overview() -> None:
    app = CanvasApp(from_nested([[[value] * 9] * 9 for value in range(9)]))
    async with app.run_test(size=(50, 12)) as pilot:
        app.canvas.show(app.record, app.record.steps // 2)
        await pilot.pause()
        assert app.canvas.show_horizontal_scrollbar
        bar = app.canvas.horizontal_scrollbar
        text = bar.render_line(0).text
        assert len(text) == 50
        assert "·" in text
        assert "▼" in text or "[" in text


async def test_a_press_on_the_overview_goes_there() -> None:
    app = CanvasApp(from_nested([[[value] * 9] * 9 for value in range(9)]))
    async with app.run_test(size=(50, 12)) as pilot:
        app.canvas.follow = False
        await pilot.pause()
        await pilot.mouse_down(app.canvas.horizontal_scrollbar, offset=(45, 0))
        await pilot.pause()
        assert app.canvas.scroll_offset.x > app.canvas.virtual_size.width * 3 // 4


async def test_the_outline_shows_the_same_step_and_cursor() -> None:
    app = CanvasApp(parse(EXAMPLE))
    async with app.run_test(size=(60, 20)):
        app.canvas.show(app.record, 13)
        app.canvas.cursor = 2
        app.canvas.view = "outline"
        assert "▶▲ b◀ ≥8  (−∞, 6)" in app.text
        assert "›▲‹ =6" in app.text
        app.canvas.view = "diagram"
        assert "▶▲ b◀" in app.text


async def test_a_large_tree_is_placed_a_little_at_a_time() -> None:
    app = CanvasApp(from_nested([[[value] * 40] * 50 for value in range(100)]))
    async with app.run_test(size=(60, 20)) as pilot:
        for _ in range(500):
            if app.canvas.places is not None:
                break
            await pilot.pause(0.01)
        app.canvas.show(app.record, 5)
        assert "◀" in app.text


async def test_the_whole_tree_is_folded_to_what_fits() -> None:
    app = CanvasApp(from_nested([[[value] * 9] * 9 for value in range(9)]))
    async with app.run_test(size=(60, 12)):
        app.canvas.view = "whole"
        for step in (0, 100, app.record.steps):
            app.canvas.show(app.record, step)
            assert "⊞" in app.text
            assert app.canvas.virtual_size.width <= 60
            assert app.canvas.virtual_size.height <= 12
            assert ("▶" in app.text) == (step > 0)


async def test_places_once_found_are_there_at_once_when_one_comes_back() -> None:
    app = CanvasApp(from_nested([[[value] * 40] * 50 for value in range(100)]))
    async with app.run_test(size=(60, 20)) as pilot:
        for _ in range(500):
            if app.canvas.places is not None:
                break
            await pilot.pause(0.01)
        before = app.canvas.places
        app.canvas.view = "whole"
        app.canvas.view = "diagram"
        assert app.canvas.places is before


async def test_what_takes_long_to_prove_is_shown_when_it_is_proven() -> None:
    app = CanvasApp(from_nested([[1, 2, 3]] * 5_000))
    async with app.run_test(size=(60, 20)) as pilot:
        app.canvas.show(app.record, app.record.steps)
        for _ in range(500):
            if "=1" in app.text:
                break
            await pilot.pause(0.01)
        assert "═" in app.text


async def test_every_role_is_told_from_plain_text_in_every_theme() -> None:
    app = CanvasApp(parse(EXAMPLE))
    async with app.run_test(size=(60, 20)) as pilot:
        plain = {Role.SPACE, Role.NAME, Role.OPEN}
        for theme in app.available_themes:
            app.theme = theme
            await pilot.pause()
            base = app.canvas.role_style(Role.SPACE)
            for role in set(Role) - plain:
                assert app.canvas.role_style(role) != base, (theme, role)


async def test_a_dot_stands_before_unread_leaves_where_there_is_no_colour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = CanvasApp(parse(EXAMPLE))
    async with app.run_test(size=(60, 20)):
        assert "·8" in app.text


async def test_the_next_step_comes_back_to_where_the_search_stands() -> None:
    app = CanvasApp(from_nested([[[value] * 9] * 9 for value in range(9)]))
    async with app.run_test(size=(50, 10)):
        app.canvas.show(app.record, 40)
        before = app.text
        app.canvas.scroll_to(1500, 0, animate=False, force=True)
        assert app.text != before
        app.canvas.show(app.record, 41)
        app.canvas.show(app.record, 40)
        assert "▶" in app.text


async def test_folding_where_the_search_stands_marks_the_folded_node() -> None:
    app = CanvasApp(parse(EXAMPLE))
    async with app.run_test(size=(60, 20)):
        app.canvas.show(app.record, 5)
        app.canvas.fold(2)
        assert "▶▲ ⊞3◀" in app.text
        app.canvas.unfold(3)
        assert "⊞" not in app.text


async def test_the_view_stays_at_the_cursor_until_it_is_taken_away() -> None:
    app = CanvasApp(from_nested([[[value] * 9] * 9 for value in range(9)]))
    async with app.run_test(size=(50, 10)):
        canvas = app.canvas
        canvas.show(app.record, 40)
        followed = canvas.scroll_offset
        canvas.cursor = 800
        looked = canvas.scroll_offset
        assert looked != followed
        canvas.show(app.record, 40)
        assert canvas.scroll_offset == looked
        canvas.cursor = None
        assert "▶" in app.text
        assert canvas.scroll_offset != looked


async def test_lines_that_are_kept_are_the_lines_that_would_be_painted() -> None:
    app = CanvasApp(parse(bare(4, 256)))
    chance = random.Random(7)
    async with app.run_test(size=(60, 24)) as pilot:
        for _ in range(150):
            app.canvas.show(app.record, chance.randrange(app.record.steps + 1))
            if chance.random() < 0.3:
                app.canvas.cursor = chance.choice([None, chance.randrange(len(app.record.tree))])
            if chance.random() < 0.2:
                app.canvas.scroll_to(chance.randrange(300), chance.randrange(9), animate=False)
            if chance.random() < 0.1:
                app.canvas.view = chance.choice(["diagram", "outline", "whole"])
            await pilot.pause(0)
            canvas = app.canvas
            sight = Sight(canvas.scroll_offset, canvas.sight)
            for row in range(sight.size.height):
                line = canvas.draw_line(canvas.number_of(row, sight), sight)
                shown = canvas.render_line(row).crop(0, sight.size.width)
                assert shown == canvas.strip_of(line, sight.size.width)
