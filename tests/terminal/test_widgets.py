"""The widgets of our own: what they repaint, what they post, what stays in a box."""

from __future__ import annotations

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region

from tests.trees import tree_of
from treeexplorer.explain.sentence import Letter, Node, Phrase
from treeexplorer.terminal.lines import (
    Cells,
    TextLine,
    ascii_line,
    beside,
    fitted,
    join_at_columns,
    length,
    line,
    paragraph,
    plain,
    sentence,
    wrapped,
)
from treeexplorer.terminal.panels.status import Track, render_track
from treeexplorer.terminal.widgets.answer_form import AnswerForm, FormBox
from treeexplorer.terminal.widgets.line_view import LineView, Panel


def test_a_line_is_cut_or_padded_to_its_width() -> None:
    assert plain(fitted(line("abcdef"), 4)) == "abc…"
    assert plain(fitted(line("ab"), 4)) == "ab  "
    assert plain(beside(line("title"), line("right"), 14)) == "title    right"
    assert length(fitted(line("日本語の木"), 6)) == 6
    assert fitted((), -6) == ()  # beside what takes more than all there is


def test_texts_begin_at_their_columns() -> None:
    assert plain(join_at_columns([line("a"), line("b"), line("c")], [0, 4, 6])) == "a   b c"
    assert plain(join_at_columns([line("abcdef"), line("g")], [0, 4])) == "abcdef g"


def test_labels_and_bounds_in_a_sentence_have_their_players_colour() -> None:
    tree = tree_of("[b:[8 a:[1 2]]]")
    owner = Phrase("{node} has {value}", node=Node(tree, 0), value=8)
    pieces = dict(
        sentence(
            Phrase(
                "{player} moves {own} only: {other} stays {bound}",
                player="MIN",
                own=Letter.BETA,
                other=Letter.ALPHA,
                bound=owner,
            )
        )
    )
    assert pieces["▲root"] == "bold max"
    assert pieces["α"] == "bold max"
    assert pieces["β"] == "bold min"
    assert dict(sentence(Node(tree, 1)))["▽b"] == "bold min"
    assert sentence("α ▲b is text", "quiet") == (("α ▲b is text", "quiet"),)


def test_a_test_and_a_window_are_not_broken_at_the_end_of_a_line() -> None:
    text = line("it is so because 8 ≥ 6 holds in (−∞, 6) here")
    for width in range(12, 40):
        shown = [plain(part) for part in wrapped(text, width)]
        assert not any(part.endswith(("≥", ",")) for part in shown), shown
        assert " ".join(shown) == plain(text)


def test_no_row_begins_with_the_colon_behind_a_name_as_wide_as_the_row() -> None:
    shown = [plain(part) for part in wrapped(line("through ▽name_of_14_ab: 2 or less"), 14)]
    assert shown == ["through", "▽name_of_14_a", "b: 2 or less"]


def test_what_does_not_fit_ends_after_a_whole_word() -> None:
    shown = [plain(part) for part in paragraph([line("one two three four")], 8, 2)]
    assert shown == ["one two", "three …"]


def test_a_text_that_is_longer_than_its_line_is_not_written() -> None:
    row = Cells(4)
    assert not row.put(0, "12345", "strong")
    assert row.put(0, "1234", "strong")
    assert row.pieces() == [("1234", "strong")]


def test_in_ascii_columns_stay_where_there_is_a_gap() -> None:
    assert plain(ascii_line(line("▲ b ≥8    next"))) == "^ b >=8   next"
    assert plain(ascii_line(line("−∞", "     +∞"))).isascii()
    assert plain(ascii_line(line("    v = −∞"))) == "    v = -inf"
    assert plain(ascii_line(line("the cut at ▽A"))) == "the cut at V:A"
    assert plain(ascii_line(line("  ", "  α = max(α, v)", "   8"))) == "    alpha = max(alpha, v) 8"


class OneView(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.texts = ["one", "two", "three"]
        self.asked: list[Region] = []

    def compose(self) -> ComposeResult:
        self.view = Counting(self.lines, self.asked)
        yield self.view

    def lines(self, width: int, height: int) -> list[TextLine]:
        return [fitted(line(text), width) for text in self.texts][:height]


class Counting(LineView):
    def __init__(self, panel: Panel, asked: list[Region]) -> None:
        super().__init__(panel)
        self.asked = asked

    def refresh(self, *regions: Region, **options: bool) -> Counting:
        if getattr(self, "asked", None) is not None:
            self.asked.extend(regions)
        super().refresh(*regions, **options)
        return self


async def test_only_the_lines_that_changed_are_painted() -> None:
    app = OneView()
    async with app.run_test(size=(20, 5)) as pilot:
        await pilot.pause()
        app.asked.clear()
        app.texts[1] = "TWO"
        app.view.redraw()
        assert app.asked == [Region(0, 1, 20, 1)]
        app.asked.clear()
        app.view.redraw()
        assert app.asked == []
        assert app.view.render_line(1).text.rstrip() == "TWO"


async def test_a_line_that_stays_as_it_is_keeps_its_strip() -> None:
    """Textual asks for all lines between the first that changed and the last."""
    app = OneView()
    async with app.run_test(size=(20, 5)) as pilot:
        await pilot.pause()
        everything = Region(0, 0, 20, 5)
        before = app.view.render_lines(everything)
        app.texts[1] = "TWO"
        app.view.redraw()
        after = app.view.render_lines(everything)
        is_kept = [old is new for old, new in zip(before, after, strict=True)]
        assert is_kept == [True, False, True, True, True]
        app.theme = "textual-light" if app.theme != "textual-light" else "textual-dark"
        await pilot.pause()
        assert app.view.render_lines(everything)[0] != after[0]
        app.add_class("-ascii")
        app.texts[0] = "α"
        app.view.redraw()
        assert app.view.render_line(0).text.isascii()
        app.remove_class("-ascii")
        assert app.view.render_line(0).text.startswith("α")


async def test_a_line_that_is_scrolled_to_is_not_the_one_that_stood_there() -> None:
    app = OneView()
    async with app.run_test(size=(20, 2)) as pilot:
        app.view.panel = lambda width, _: [fitted(line(text), width) for text in app.texts]
        app.view.redraw()
        await pilot.pause()
        assert app.view.render_line(0).text.startswith("one")
        app.view.scroll_to(y=1, animate=False)
        await pilot.pause()
        assert app.view.render_line(0).text.startswith("two")


def test_a_track_shows_where_one_is_among_its_marks() -> None:
    text = render_track(Track(at=3, low=0, high=10, marks=[7], before=line("step ")), 16)
    assert plain(text) == "step ━━━●───╳───"
    text = render_track(Track(at=7, low=0, high=10, marks=[7]), 11)
    assert plain(text) == "━━━━━━━╳───"
    assert ("╳", "bold on_cut on cut_surface") in text


@pytest.mark.parametrize("count", [1, 10, 1000, 100_000])
def test_marks_of_any_number_take_their_cells(count: int) -> None:
    marks = range(0, count, 1)
    text = render_track(Track(at=0, low=0, high=count * 2, marks=marks), 101)
    signs = plain(text)
    assert signs[1:].count("╳") == len({round(100 * m / (count * 2)) for m in marks} - {0})
    assert "╳" not in signs[52:]


class OneForm(App[None]):
    BINDINGS = [("enter", "hand_in", "hand in")]  # noqa: RUF012 - as Textual has it

    def __init__(self) -> None:
        super().__init__()
        self.got: list[dict[str, str]] = []

    def compose(self) -> ComposeResult:
        yield AnswerForm()

    def action_hand_in(self) -> None:
        self.got.append(self.query_one(AnswerForm).answers)


async def test_boxes_are_filled_in_marked_and_mended() -> None:
    app = OneForm()
    async with app.run_test(size=(60, 5)) as pilot:
        form = app.query_one(AnswerForm)
        form.focus()
        form.ask([FormBox("v", "v"), FormBox("alpha", "α"), FormBox("cut", "cut off?", "y n")])
        await pilot.press("8", "tab", "6", "tab", "y", "enter")
        await pilot.pause()
        assert app.got == [{"v": "8", "alpha": "6", "cut": "y"}]
        form.mark({"v": "✓", "alpha": "✗", "cut": "✓"})
        text = form.render_line(0).text
        assert "8" in text
        assert "✓" in text
        assert "✗" in text
        await pilot.press("1", "2")
        assert form.answers["alpha"] == "12"
        form.reject("alpha")
        await pilot.press("3")
        assert form.answers["alpha"] == "123"
        form.ask([FormBox("v", "v")])
        form.post_message(events.Paste("1" * 1_000_000))
        await pilot.pause()
        assert len(form.answers["v"]) == 24
