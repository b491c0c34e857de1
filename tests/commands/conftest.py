"""What the tests of commands share: few trees for programs that are tried."""

from __future__ import annotations

import pytest

from treeexplorer.programs.trials import instructive_trees


@pytest.fixture
def few_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a program be tried on few trees, where what is tested is not what they tell apart."""
    monkeypatch.setattr(
        "treeexplorer.programs.verify.instructive_trees",
        lambda levels: instructive_trees(levels)[:9],
    )
