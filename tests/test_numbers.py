"""How numbers are written, and read from what a person types."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from treeexplorer.numbers import (
    NumberError,
    convert_number_to_json,
    convert_numbers_to_json,
    counted,
    exact,
    grouped,
    parse_leaf_value,
    parse_typed_number,
    shown,
    written,
)


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("3", 3),
        (" −0.5 ", -0.5),
        ("+2", 2),
        ("9" * 300, 10**300 - 1),
        ("-0.0", 0.0),
        ("5/3", Fraction(5, 3)),
        ("6/3", 2),
        ("0.10", 0.1),
        ("1.00000000000000001", 1 + Fraction(1, 10**17)),
        ("1e3", 1000.0),
        ("∞", math.inf),
        ("-inf", -math.inf),
        ("-oo", -math.inf),
        ("Infinity", math.inf),
    ],
)
def test_a_number_is_read_as_a_person_types_it(typed: str, number: float) -> None:
    value = parse_typed_number(typed)
    assert (value, type(value)) == (number, type(number))


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("9" * 301, "a number has at most 300 digits"),
        ("9" * 5_000, "a number has at most 300 digits"),
        ("1/" + "9" * 4_001, "each part of a fraction has at most 4000 digits"),
        ("1e400", "1e400 is too large"),
        ("1e-400", "1e-400 is too small"),
        ("3/0", "3/0 divides by 0"),
        *((typed, "is not a number") for typed in ("", "x", "1_000", "nan", "3,5", "1 2")),
    ],
)
def test_what_cannot_be_kept_is_refused_with_the_reason(typed: str, message: str) -> None:
    with pytest.raises(NumberError, match=message):
        parse_typed_number(typed)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=25) | st.fractions())
def test_what_is_written_is_read_exactly(number: Decimal | Fraction) -> None:
    fraction = Fraction(number)
    assume(abs(fraction) < 10**60)
    assert exact(parse_typed_number(str(number))) == fraction
    assert exact(parse_typed_number(written(fraction))) == fraction


@given(st.decimals(-1000, 1000, places=17))
def test_a_leaf_is_what_is_written_or_refused(number: Decimal) -> None:
    if Decimal(repr(float(number))) == number:
        assert Decimal(repr(parse_leaf_value(str(number)))) == number
    else:
        with pytest.raises(NumberError, match="a leaf keeps 15 to 17 of a decimal") as refused:
            parse_leaf_value(str(number))
        spelling, _, digits = str(refused.value).partition(" has ")
        assert Decimal(spelling) == number
        assert digits.startswith(f"{len(number.normalize().as_tuple().digits)} digits,")


def test_a_long_mean_is_rounded_for_people_and_exact_in_files() -> None:
    mean = (2 * Fraction(10) ** 308 + 3) / 3
    assert shown(mean) == "≈6.666667e+307"
    assert written(mean) == f"{2 * 10**308 + 3}/3"
    assert written(Fraction(10) ** 308) == "1e+308"
    assert written(Fraction(10) ** 308 + 1) == f"{10**308 + 1}/1"


@given(st.one_of(st.integers(), st.floats(allow_nan=False)))
def test_what_is_shown_can_be_typed_again(number: float) -> None:
    assert parse_typed_number(shown(number)) == number
    assert parse_typed_number(written(number)) == number


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
    assert repr(convert_number_to_json(number)) == repr(json)


def test_many_numbers_and_words_are_written_in_json_as_each_alone() -> None:
    fractions = Fraction(1, 3), Fraction(4, 2)
    mixed: list[float | Fraction | str] = [3, 0.5, math.inf, -math.inf, *fractions, "x"]
    expected = [3, 0.5, "inf", "-inf", "1/3", 2, "x"]
    assert convert_numbers_to_json(mixed) == list(map(convert_number_to_json, mixed)) == expected
    assert convert_numbers_to_json([3, -1]) == [3, -1]


def test_a_count_goes_with_its_noun_and_its_digits_stand_in_groups_of_three() -> None:
    assert counted(1, "leaf", "leaves") == "1 leaf"
    assert counted(0, "leaf", "leaves") == "0 leaves"
    assert counted(1_234_567, "leaf", "leaves").split() == ["1", "234", "567", "leaves"]
    assert grouped(999) == "999"
