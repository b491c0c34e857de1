"""How numbers are written, and read from what a person types."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treeexplorer.numbers import counted, for_json, grouped, shown, typed_number, written


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("3", 3),
        (" −0.5 ", -0.5),
        ("+2", 2),
        ("9" * 400, 10**400 - 1),
        ("1e3", 1000.0),
        ("∞", math.inf),
        ("-inf", -math.inf),
        ("Infinity", math.inf),
    ],
)
def test_a_number_is_read_as_a_person_types_it(typed: str, number: float) -> None:
    value = typed_number(typed)
    assert (value, type(value)) == (number, type(number))


@pytest.mark.parametrize("typed", ["", "x", "1_000", "nan", "1e400", "3,5", "1 2", "9" * 5_000])
def test_what_is_no_number_or_cannot_be_kept_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="is no number"):
        typed_number(typed)


@given(st.one_of(st.integers(), st.floats(allow_nan=False)))
def test_what_is_shown_can_be_typed_again(number: float) -> None:
    assert typed_number(shown(number)) == number
    assert typed_number(written(number)) == number


@pytest.mark.parametrize(
    ("number", "text", "json"),
    [
        (Fraction(21, 5), "4.2", 4.2),
        (Fraction(13, 3), "13/3", "13/3"),
        (Fraction(-1, 8), "−0.125", -0.125),
        (Fraction(6, 2), "3", 3),
        (-7, "−7", -7),
        (math.inf, "+∞", "inf"),
        (-math.inf, "−∞", "-inf"),
    ],
)
def test_a_number_is_shown_exactly_and_in_json_too(
    number: Fraction | float, text: str, json: object
) -> None:
    assert shown(number) == text
    assert for_json(number) == json


def test_a_count_goes_with_its_noun_and_its_digits_stand_in_groups_of_three() -> None:
    assert counted(1, "leaf", "leaves") == "1 leaf"
    assert counted(0, "leaf", "leaves") == "0 leaves"
    assert counted(1_234_567, "leaf", "leaves").split() == ["1", "234", "567", "leaves"]
    assert grouped(999) == "999"
