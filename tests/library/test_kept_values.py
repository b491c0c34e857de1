"""Leaves are kept exactly or refused, and a record is the sequence of its steps."""

from __future__ import annotations

import math
import pickle
import random
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

import pytest

import treeexplorer as te
from tests.engine.random_records import random_tree
from treeexplorer import notation

KEPT: dict[str, tuple[Any, Any]] = {
    "an integer": (3, 3),
    "a large integer": (10**299, 10**299),
    "an integer no double holds": (2**53 + 1, 2**53 + 1),
    "a decimal number": (0.1, 0.1),
    "a negative zero": (-0.0, 0.0),
    "infinity": (math.inf, math.inf),
    "a whole Fraction": (Fraction(6, 2), 3),
    "a Fraction that is a short decimal": (Fraction(1, 4), 0.25),
    "a short Decimal": (Decimal("2.5"), 2.5),
    "a whole Decimal": (Decimal(7), 7),
}
REFUSED: dict[str, Any] = {
    "a truth value": True,
    "NaN": math.nan,
    "NaN as a Decimal": Decimal("nan"),
    "a third": Fraction(1, 3),
    "a Decimal with more digits than a double": Decimal("0.12345678901234567890123"),
    "too many digits": 10**300,
    "a complex number": 1j,
    "bytes": b"3",
}


@pytest.mark.parametrize("what", KEPT)
def test_what_can_be_kept_exactly_is_kept(what: str) -> None:
    given, kept = KEPT[what]
    (value,) = te.from_nested([given]).values[1:]
    assert value == kept
    assert type(value) is type(kept)
    assert te.search(te.parse("[x]"), values={"x": given}).value == kept


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_is_refused_and_never_changed(what: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        te.from_nested([REFUSED[what], 1])
    with pytest.raises(te.TreeexplorerError):
        te.search(te.parse("[x 1]"), values={"x": REFUSED[what]})


def test_no_value_is_an_unknown_leaf_and_no_value_for_one() -> None:
    assert te.from_nested([[3, None], 1]) == te.parse("[[3 ?] 1]")
    with pytest.raises(te.TreeexplorerError):
        te.search(te.parse("[x 1]"), values={"x": cast("int", None)})


def test_numbers_and_arrays_of_numpy_are_numbers_and_lists() -> None:
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    row = numpy.array([3, 12, 8])
    assert te.from_nested([numpy.int64(3), numpy.float64(0.5)]).values[1:] == (3, 0.5)
    assert te.search(te.parse("[x]"), values={"x": numpy.int32(7)}).value == 7
    assert te.search(te.from_nested([row.tolist(), [2, 4, 6]]))[numpy.int64(3)].value == 3


@pytest.mark.parametrize("levels", [["min", "max"], ("MIN", "MAX"), [te.Player.MIN, te.Player.MAX]])
def test_levels_are_a_list_as_well(levels: Any) -> None:
    exercise = te.from_nested([[3, 12], [2, 4]], levels=levels)
    assert exercise.levels == (te.Player.MIN, te.Player.MAX)
    assert te.search(exercise).value == 4


@pytest.mark.parametrize("seed", range(30))
def test_to_nested_goes_back(seed: int) -> None:
    tree = random_tree(random.Random(seed))
    exercise = te.parse(notation.write(notation.Exercise(tree)))
    if exercise.unknowns or exercise.elided:
        return
    again = te.from_nested(exercise.to_nested(), exercise.levels)
    assert again.values == exercise.values
    assert again.nodes == exercise.nodes
    assert again.parents == exercise.parents


def test_a_record_is_a_sequence_from_one() -> None:
    record = te.search(te.parse("[[3 12 8] [2 4 6]]"))
    steps = list(record)
    assert [step.number for step in steps] == list(range(1, len(record) + 1))
    assert record[3].number == 3
    assert record[-1] == steps[-1]
    assert record[3:6] == tuple(steps[2:5])
    assert record[:3] == tuple(steps[:2])
    assert record[-2:] == tuple(steps[-2:])
    assert record[::-1] == tuple(reversed(steps))
    for number in (0, len(record) + 1, -len(record) - 1):
        with pytest.raises(IndexError, match="numbered from 1 to"):
            record[number]


def test_exercises_records_and_their_parts_are_pickled() -> None:
    exercise = te.parse("3[3[3 12 8] 4[2 /4 6]]")
    record = te.search(exercise)
    for each in (exercise, record, record[12], record.cutoffs, te.check(exercise).claims):
        again = pickle.loads(pickle.dumps(each))  # noqa: S301 - written just now
        assert again == each
        assert hash(again) == hash(each)


def test_an_exercise_cannot_be_changed() -> None:
    exercise: Any = te.parse("[1 2]")
    with pytest.raises(AttributeError):
        exercise.title = "another"
    assert {exercise: 1}[te.parse("[1  2]")] == 1


def test_no_depth_is_a_rule_like_any_other() -> None:
    exercise = te.parse("@depth 1\n[~3[5 6] ~2[9 9]]")
    assert te.search(exercise).value == 3
    assert te.search(exercise, depth=None).value == 9
    assert te.search(exercise, depth=None).origins["depth"] == "option"


def test_a_long_chain_is_as_good_as_any_tree() -> None:
    exercise = te.parse("[" * 20_000 + "7" + "]" * 20_000)
    assert te.search(exercise).value == 7
    nested, depth = exercise.to_nested(), 0
    while isinstance(nested, list):
        (nested,) = nested
        depth += 1
    assert (nested, depth) == (7, 20_000)
