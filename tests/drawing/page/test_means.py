"""The page of a search under a known range: the numbers of means have their places, too."""

from __future__ import annotations

from tests.engine.random_ranges import random_ranged_record
from treeexplorer.drawing.page import page


def test_every_step_under_a_range_has_a_page() -> None:
    small = (random_ranged_record(seed)[1] for seed in range(60))
    for record in small:
        if record.complete and len(record.tree) < 30:
            assert "<svg" in page(record, "All values lie in a range", "rules", "")
