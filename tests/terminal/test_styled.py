"""Lines of styled text: put together, cut, padded and wrapped."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from treeexplorer.terminal.styled import Styled
from treeexplorer.text import width

TEXTS = st.text(st.sampled_from("ab ▽≥7界 \n"), max_size=40)
STYLES = st.sampled_from(["", "bold", "dim"])
LINES = st.lists(st.tuples(TEXTS, STYLES), max_size=5).map(Styled.of)


def characters(line: Styled) -> list[tuple[str, str]]:
    return [(sign, style) for text, style in line.runs for sign in text]


def test_a_line_is_its_runs_and_empty_ones_are_none() -> None:
    line = Styled("v = ") + Styled("8", "bold") + Styled("")
    assert line.runs == (("v = ", ""), ("8", "bold"))
    assert line.plain == "v = 8"
    assert line == Styled.of([("v = ", ""), ("", "dim"), ("8", "bold")])


def test_a_wide_character_takes_two_cells_and_is_never_halved() -> None:
    line = Styled("界界界")
    assert line.cell_length == 6
    assert line.truncate(3).plain == "界"


def test_words_stay_whole_where_they_fit() -> None:
    assert [part.plain for part in Styled("so it is worth 8").wrap(6)] == [
        "so it",
        "is",
        "worth",
        "8",
    ]


def test_a_word_that_is_wider_than_the_room_is_broken() -> None:
    assert [part.plain for part in Styled("see abcdefgh").wrap(4)] == ["see", "abcd", "efgh"]


def test_a_test_and_a_window_stay_on_one_line_where_they_fit() -> None:
    line = Styled("The window is now (5, +∞). 5 ≥ +∞ is false, so v = 5 stays.")
    assert [part.plain for part in line.wrap(31)] == [
        "The window is now (5, +∞).",
        "5 ≥ +∞ is false, so v = 5",
        "stays.",
    ]
    assert line.wrap(21)[0].plain == "The window is now"
    assert [part.plain for part in Styled("12 ≥ 345").wrap(6)] == ["12 ≥", "345"]


def test_each_line_of_a_text_is_wrapped_by_itself() -> None:
    assert [part.plain for part in Styled("one\n\ntwo three").wrap(5)] == [
        "one",
        "",
        "two",
        "three",
    ]


def test_the_style_of_a_word_goes_with_it_into_the_next_line() -> None:
    wrapped = (Styled("read ") + Styled("eight leaves", "bold")).wrap(7)
    assert [part.runs for part in wrapped] == [
        (("read", ""),),
        (("eight", "bold"),),
        (("leaves", "bold"),),
    ]


@given(LINES, st.integers(0, 50), st.integers(0, 50))
def test_a_part_is_the_same_part_of_its_characters(line: Styled, start: int, stop: int) -> None:
    assert characters(line.part(start, stop)) == characters(line)[start:stop]


@given(LINES, st.integers(1, 12))
def test_truncating_keeps_as_much_as_fits(line: Styled, room: int) -> None:
    cut = line.truncate(room)
    assert cut.cell_length <= room
    rest = line.plain[len(cut.plain) :]
    assert line.plain.startswith(cut.plain)
    assert not rest or cut.cell_length + width(rest[0]) > room


@given(LINES, st.integers(2, 12))
def test_wrapping_loses_nothing_but_blanks_and_fits(line: Styled, room: int) -> None:
    wrapped = line.wrap(room)
    assert all(part.cell_length <= room for part in wrapped)
    kept = [pair for part in wrapped for pair in characters(part) if pair[0] not in " \n"]
    assert kept == [pair for pair in characters(line) if pair[0] not in " \n"]


@given(LINES)
def test_textual_is_given_the_same_text_in_the_same_styles(line: Styled) -> None:
    content = line.content
    assert isinstance(content, Content)
    assert content.plain == line.plain
