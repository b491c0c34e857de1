"""What is said of handed-in sheets stays word for word; see ``tests/golden/sheets.py``."""

from __future__ import annotations

import pytest

from tests.golden import sheets

PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_sheets_are_checked_graded_and_solved_as_ever(part: int) -> None:
    for line in sheets.written()[part::PARTS]:
        assert sheets.said(*line["sheet"]) == line["said"]
