"""What the readers take, and what they say to what they cannot take."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from treeexplorer.formats import READERS, Imported, recognise
from treeexplorer.notation import Exercise, NotationError, parse, write


def imported(name: str, text: str) -> Imported:
    return READERS[name](text, "given")


def notation(name: str, text: str) -> str:
    """Return what a text reads as, in the notation on one line a tree."""
    return "; ".join(write(each).strip() for each in imported(name, text).exercises)


PIECES = (
    *("[", "]", "(", ")", "{", "}", ",", ":", ";", "=", "->", "--", '"', "'", " ", "\n", "#", "/*"),
    *("3", "-2", "0.5", "1/3", "1e400", "inf", "x", "A", "null", "true", "max", "\\", "\x1b", "…"),
    *('"children":', '"name":', '"value":', '"player":', '"probability":', '"chance"'),
    '"more":true',
)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("json", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "[[3 12 8] [2 4 6] [14 5 2]]"),
        ("json", '[[3, 0.5], "x", null, "-inf", 1e3]', "[[3 0.5] x ? -inf 1000.0]"),
        ("json", '{"a": [1, 2], "b": {"c": 3, "d": [4]}}', "[a:[1 2] b:[c:3 d:[4]]]"),
        ("json", '{"name": "R", "value": 6, "children": [6, 7]}', "R:6[6 7]"),
        ("json", '{"name": "left", "children": [], "value": 3}', "left:3"),
        ("json", '[{"estimate": 2, "player": "MAX", "children": [1]}, 4]', "[max~2[1] 4]"),
        ("json", '[{"children": [3], "more": true}, 4]', "[[3 ...] 4]"),
        ("json", '{"\\u0041\\ud83d\\ude00": 3}', '["A😀":3]'),
        ("json", "[1]\n[2, 3]", "[1]; [2 3]"),
        ("json", '{"a": 1, "a": 2}', "[a:1 a:2]"),
        ("json", '{"name": "a\\u001b[31m\\u202eb", "children": [3]}', '"a␛[31m�b":[3]'),
        ("parentheses", "(((3)(6)(-2))((6)(4)(10)))", "[[3 6 -2] [6 4 10]]"),
        ("parentheses", "((3 6 -2) (6, 4, 10))", "[[3 6 -2] [6 4 10]]"),
        ("parentheses", "((3 (4) 5) ((6)))", "[[3 4 5] [6]]"),
        ("parentheses", "((3, 12), (2,), [(4)], ((5, 6)))", "[[3 12] [2] [4] [[5 6]]]"),
        ("parentheses", "(A:(3 4) x)", "[A:[3 4] x]"),
        ("parentheses", "(3)", "3"),
        ("parentheses", "(3)\n((4)(5))", "3; [4 5]"),
    ],
)
def test_reads(name: str, text: str, expected: str) -> None:
    assert notation(name, text).startswith(expected)


@pytest.mark.parametrize(
    ("name", "text", "place", "message"),
    [
        ("json", "[[3, 12]", (1, 9), "this is not JSON: expecting ',' delimiter"),
        ("json", "[3,,\n 8]", (1, 4), "this is not JSON: expecting value"),
        ("json", "{3: 4}", (1, 2), "this is not JSON: expecting property name"),
        ("json", "", None, "there is no tree here"),
        ("json", "[3, []]", None, "at 2: a node needs at least one child"),
        ("json", "[3, true]", None, "at 2: true is not a value"),
        ("json", "[3, [4, NaN]]", None, "at 2.2: nan is not a value"),
        ("json", "[3, 1e400]", None, "at 2: 1e400 is too large"),
        ("json", '[2, {"children": true}]', None, "at 2: “children” is a list"),
        ("json", '[{"player": "\\u001b", "children": [3]}]', None, "at 1: “␛” is no player"),
        (
            *("json", '{"player": "chance", "children": [{"probability": 2, "value": 3}]}', None),
            "at root: probabilities add up to 2",
        ),
        (
            *("json", '{"player": "chance", "children": [3, 4], "more": true}', None),
            "at root: the children of a chance node must all be drawn",
        ),
        ("json", "[" * 100_000 + "3" + "]" * 100_000, None, "JSON cannot nest so deep"),
        ("json", '{"a":' * 100_000, None, "JSON cannot nest so deep"),
        ("parentheses", "((3)", (1, 1), "the bracket opened at 1:1 is never closed"),
        ("parentheses", "((3)())", (1, 5), "a node needs at least one child"),
        ("parentheses", "3 (4)", (1, 4), "a second tree on the line of the first"),
    ],
)
def test_says_what_is_wrong_and_where(
    name: str, text: str, place: tuple[int, int] | None, message: str
) -> None:
    with pytest.raises(NotationError) as found:
        imported(name, text)
    (problem,) = found.value.problems
    assert message in problem.message
    assert (problem.line, problem.column) == (place or (None, None))
    assert problem.file == "given"


def test_what_json_cannot_nest_is_read_as_the_notation() -> None:
    text = "[" * 100_000 + "3, 4" + "]" * 100_000  # later Pythons nest JSON 10,000 deep
    assert recognise(text) is None
    assert parse(text).tree.depth == 100_000


def test_what_is_left_out_is_said() -> None:
    assert imported("json", '{"children": [3], "color": 1, "size": 2}').notice == (
        "keys that say nothing about a game tree were left out: “color”, “size”"
    )


def test_windows_line_ends_and_a_byte_order_mark_are_fine() -> None:
    assert imported("json", "\ufeff[3,\r\n4]").exercises == (parse("[3 4]"),)


@pytest.mark.parametrize("name", sorted(READERS))
@examples(150)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=14))
def test_no_text_leads_to_anything_but_trees_or_a_sentence(name: str, pieces: list[str]) -> None:
    exercises: tuple[Exercise, ...] = ()
    with contextlib.suppress(NotationError):
        exercises = imported(name, "".join(pieces)).exercises
    for exercise in exercises:
        assert len(parse(write(exercise)).tree) == len(exercise.tree)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("json", "a=" * 200_000),
        ("json", "[" + '{"a":' * 100_000),
        ("json", '"' + "\\" * 300_000),
        ("parentheses", "(" * 300_000),
        ("parentheses", "( " * 300_000 + "3" + ")" * 5),
    ],
)
def test_what_is_meant_to_take_long_does_not(name: str, text: str) -> None:
    recognise(text)
    with pytest.raises(NotationError):
        imported(name, text)
