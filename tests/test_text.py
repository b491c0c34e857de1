"""Remarks become sentences; the names of bounds and of files stay as they are."""

from __future__ import annotations

import pytest

from treeexplorer.text import as_sentence


@pytest.mark.parametrize(
    ("remark", "sentence"),
    [
        ("there is no such file", "There is no such file."),
        ("it ends with a stop.", "It ends with a stop."),
        ("α of the root is 3", "α of the root is 3."),
        ("▽a has 6", "▽a has 6."),
        ("my.tree:1:7: no number", "my.tree:1:7: no number."),
        ("my own tree:2: no number", "my own tree:2: no number."),
        ("window: two numbers", "Window: two numbers."),
    ],
)
def test_a_remark_becomes_a_sentence_with_one_full_stop(remark: str, sentence: str) -> None:
    assert as_sentence(remark) == sentence
