"""Grading a class costs what its hand-ins are, beside grading one of them: whole processes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from tests.benchmarks.in_turn import processor_seconds, shortest

HAND_INS = 1000
MOST = 20
"""Times one hand-in, start-up included."""

_INNER = "[9[1 5 9] 8[7 2 8] 4 6]"
_LATER = "<=4[9[1 5 9] 8[7 2 8] 4 /6]"
_KEY = f"@title T\n@best 1\n@read 29\n4[4{_INNER} {_LATER} {_LATER} {_LATER}]\n"
_SLIPS = (_KEY, _KEY.replace("/6", "6", 1), _KEY.replace("9[1 5 9]", "5[1 5 9]", 2))


def test_a_thousand_hand_ins_take_at_most_twenty_times_as_long_as_one(
    tmp_path: Path, benchmark: Any
) -> None:
    """Of a tree of 40 nodes, two thirds of them with slips."""
    key = tmp_path / "key.tree"
    key.write_text(_KEY, "utf-8")
    many = tmp_path / "many"
    many.mkdir()
    for number in range(HAND_INS):
        (many / f"{number:04}.tree").write_text(_SLIPS[number % 3], "utf-8")
    grade = "from treeexplorer.cli import main; main()"
    graded = partial(processor_seconds, tmp_path / "compiled", grade, "grade", str(key))
    of_many, of_one = shortest(
        4, partial(graded, str(many)), partial(graded, str(many / "0001.tree"))
    )
    benchmark.extra_info.update(of_one=of_many / of_one)
    benchmark.pedantic(lambda: None, rounds=1)
    assert of_many <= MOST * of_one
