"""Programs after public reports are refused, and what is wrong with them is said."""

from __future__ import annotations

from inspect import getsource

import pytest

from tests.programs.reported_programs import REPORTED, Reported
from treeexplorer.programs.answers import answer_of_function
from treeexplorer.programs.trials import random_trees, to_nested
from treeexplorer.programs.verify import verify_program
from treeexplorer.tree import DEFAULT_LEVELS


@pytest.mark.parametrize("reported", REPORTED, ids=lambda each: each.answer.__name__)
def test_a_reported_program_is_refused_and_named(reported: Reported) -> None:
    result = verify_program(
        lambda tree: answer_of_function(reported.answer, to_nested(tree)),
        trees=random_trees(60, 0, DEFAULT_LEVELS),
        text=getsource(reported.answer),
    )
    assert result.layer == reported.layer
    assert reported.words in result.text()
    assert result.wrong is not None
    assert len(result.mistakes) <= 3
