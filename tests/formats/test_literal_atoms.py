"""What numbers, texts and words are in programs, whether they are found there or followed."""

from __future__ import annotations

import pytest

from tests.formats.reading import notation, problem

FOUND = "const tree = {{ children: [{written}, {{ value: 5 }}] }};"
FOLLOWED = (
    "const tree = {{ children: [] }};\n"
    "for (const child of [{written}, {{ value: 5 }}]) tree.children.push(child);"
)
PROGRAMS = pytest.mark.parametrize("program", [FOUND, FOLLOWED], ids=["found", "followed"])


@PROGRAMS
@pytest.mark.parametrize(
    ("written", "leaf"),
    [
        ("{ value: 0x1F }", "31"),
        ("{ value: 1_000 }", "1000"),
        ("{ value: .5 }", "0.5"),
        ("{ value: -Infinity }", "-inf"),
        ("{ value: Number.POSITIVE_INFINITY }", "inf"),
        ("{ value: Number.NEGATIVE_INFINITY }", "-inf"),
        (r"{ name: '\x41\u0042\u{43}', value: 3 }", "ABC:3"),
        (r"{ name: '\ud83c\udf33', value: 3 }", '"🌳":3'),
        (r"{ name: 'A \"B\"', value: 3 }", r'"A \"B\"":3'),
    ],
)
def test_is_read_as_what_it_stands_for(program: str, written: str, leaf: str) -> None:
    assert notation(program.format(written=written)) == f"[{leaf} 5]"


@PROGRAMS
@pytest.mark.parametrize("written", ["{ value: 010 }", "{ name: 'A', name: 'B', value: 3 }"])
def test_is_refused_where_it_is_another_thing_than_it_seems(program: str, written: str) -> None:
    assert problem(program.format(written=written)).message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("const t = [[3, 010], [2, 9]];", "“010” is 8 in C and Java, where it has base 8"),
        ("const t = new Map([['A', 3], ['A', 5]]);", "the key “A” stands twice in one record"),
        ('Map<String, Integer> t = Map.of("A", 3, "A", 5);', "the key “A” stands twice"),
    ],
)
def test_a_refusal_says_what_is_wrong(text: str, message: str) -> None:
    assert message in problem(text).message


def test_a_number_may_have_the_sign_for_minus() -> None:
    assert notation("int tree[] = {3, −0x1F};") == "[3 -31]"
