"""What the readers take, and what they say to what they cannot take."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from treeexplorer.formats import READERS, recognise
from treeexplorer.formats.nested import FormatError, Imported, NestedText
from treeexplorer.notation import Exercise, parse, write


def imported(name: str, text: str) -> Imported:
    return READERS[name](NestedText(text, "given"))


def notation(name: str, text: str) -> str:
    """Return what a text reads as, in the notation on one line a tree."""
    return "; ".join(write(each).strip() for each in imported(name, text).exercises)


PIECES = (
    *("[", "]", "(", ")", "{", "}", ",", ":", ";", "=", "->", "--", '"', "'", " ", "\n", "#", "/*"),
    *("3", "-2", "0.5", "1/3", "1e400", "inf", "x", "A", "null", "true", "max", "\\", "\x1b", "…"),
    *(
        '"children":',
        '"name":',
        '"value":',
        '"player":',
        '"probability":',
        '"chance"',
        '"more":true',
    ),
    *("digraph {", "subgraph", "node", "edge", "[label=3]", "[player=chance]", "a -> b", "{a b}"),
    *("EFG 2 R", '"t" {"a" "b"}', 'p "" 1 1 "" {"L" "R"} 0', 't "" 1 "" {3 -3}', 't "" 0'),
    *('c "" 1 "" {"a" 1/2 "b" 1/2} 0', "[&player=chance]", "2 3", "1 1", "float('inf')"),
)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("json", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "[[3 12 8] [2 4 6] [14 5 2]]"),
        ("json", '[[3, 0.5], "x", null, "-inf", 1e3,]', "[[3 0.5] x ? -inf 1000.0]"),
        ("json", '{"a": [1, 2], "b": {"c": 3, "d": [4]}}', "[a:[1 2] b:[c:3 d:[4]]]"),
        ("json", '{"name": "R", "value": 6, "children": [6, 7]}', "R:6[6 7]"),
        ("json", '{"name": "left", "children": [], "value": 3}', "left:3"),
        ("json", '[{"estimate": 2, "player": "MAX", "children": [1]}, 4]', "[max~2[1] 4]"),
        ("json", '[{"children": [3], "more": true}, 4]', "[[3 ...] 4]"),
        ("json", '{"\\u0041\\ud83d\\ude00": 3}', '["A😀":3]'),
        ("json", "[1]\n[2, 3]", "[1]; [2 3]"),
        ("python", "tree = ((3, 12), (2,), [(4)], ((5, 6)))  # mine", "[[3 12] [2] [4] [5 6]]"),
        ("python", "[float('inf'), -math.inf, inf]", "[inf -inf inf]"),
        ("python", "{'a': 1, 'b': None}", "[a:1 b:?]"),
        ("parentheses", "(((3)(6)(-2))((6)(4)(10)))", "[[3 6 -2] [6 4 10]]"),
        ("parentheses", "((3 6 -2) (6, 4, 10))", "[[3 6 -2] [6 4 10]]"),
        ("parentheses", "((3 (4) 5) ((6)))", "[[3 4 5] [6]]"),
        ("parentheses", "(3)", "3"),
    ],
)
def test_reads(name: str, text: str, expected: str) -> None:
    assert notation(name, text).startswith(expected)


@pytest.mark.parametrize(
    ("name", "text", "place", "message"),
    [
        ("json", "", (1, 1), "there is no tree here"),
        ("json", "[[3, 12]", (1, 1), "the [ opened here is never closed"),
        ("json", "[3, 12]]", (1, 8), "this ] closes nothing"),
        ("json", "[3,, 8]", (1, 4), "a value is missing before this comma"),
        ("json", "[3 12]", (1, 4), "a comma is missing before 12"),
        ("json", "[3,\n []]", (2, 2), "a node needs at least one child"),
        ("json", "[3, true]", (1, 5), "true is not a value"),
        ("json", "[3, 1e400]", (1, 5), "1e400 is too large"),
        ("json", '["a]', (1, 2), "this quotation mark is never closed"),
        ("json", '{"a" 3}', (1, 6), "a colon is missing after “a”"),
        ("json", "{3: 4}", (1, 2), "a key stands in quotes"),
        ("json", '{"a":}', (1, 6), "the key “a” has no value"),
        ("json", '{"children": 3}', (1, 14), "“children” is a list"),
        ("json", '{"player": "red", "children": [3]}', (1, 12), "“red” is no player"),
        (
            "json",
            '{"player": "chance", "children": [3, 4], "more": true}',
            (1, 1),
            "the children of a chance node must all be drawn",
        ),
        ("python", "(3]", (1, 3), "this ] closes the ( of line 1"),
        ("python", "f(3)", (1, 1), "f is not a value"),
        ("parentheses", "((3)", (1, 1), "the ( opened here is never closed"),
        ("parentheses", "(3))", (1, 4), "this ) closes nothing"),
        ("parentheses", "((3)())", (1, 5), "a node needs at least one child"),
        ("parentheses", "((x))", (1, 3), "x is not a value"),
        ("parentheses", "3 (4)", (1, 1), "this number stands outside all parentheses"),
    ],
)
def test_says_what_is_wrong_and_where(
    name: str, text: str, place: tuple[int, int], message: str
) -> None:
    with pytest.raises(FormatError) as found:
        imported(name, text)
    (problem,) = found.value.problems
    assert message in problem.message
    assert (problem.line, problem.column) == place
    assert problem.file == "given"


def test_control_characters_in_names_are_made_visible() -> None:
    (exercise,) = imported("json", '{"name": "a\\u001b[31m\\u202eb", "children": [3]}').exercises
    assert exercise.tree.names == {0: "a␛[31m�b"}


def test_errors_quote_the_text_made_safe() -> None:
    with pytest.raises(FormatError) as found:
        imported("json", "[3, \x1b]")
    assert "\x1b" not in str(found.value)
    assert "␛ does not belong into a nested list" in str(found.value)


def test_what_is_left_out_is_said() -> None:
    assert imported("json", '{"children": [3], "color": 1, "size": 2}').notices == (
        "keys that say nothing about a game tree were left out: “color”, “size”",
    )


def test_windows_line_ends_and_a_byte_order_mark_are_fine() -> None:
    assert imported("json", "\ufeff[3,\r\n4]").exercises == (parse("[3 4]"),)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("json", "[" * 100_000),
        ("json", '{"a":' * 100_000),
        ("parentheses", "(" * 100_000),
    ],
)
def test_deep_nesting_that_is_never_closed_is_refused_in_a_sentence(name: str, text: str) -> None:
    with pytest.raises(FormatError):
        imported(name, text)


@pytest.mark.parametrize("name", sorted(READERS))
@examples(150)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=14))
def test_no_text_leads_to_anything_but_trees_or_a_sentence(name: str, pieces: list[str]) -> None:
    exercises: tuple[Exercise, ...] = ()
    with contextlib.suppress(FormatError):
        exercises = imported(name, "".join(pieces)).exercises
    for exercise in exercises:
        assert len(parse(write(exercise)).tree) == len(exercise.tree)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("json", "a=" * 200_000),
        ("json", "[" + '{"a":' * 100_000),
        ("json", '"' + "\\" * 300_000),
    ],
)
def test_what_is_meant_to_take_long_does_not(name: str, text: str) -> None:
    recognise(text)
    with pytest.raises(FormatError):
        imported(name, text)
