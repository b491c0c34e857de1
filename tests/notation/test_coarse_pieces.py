"""Undecorated brackets are read several at a time, and nobody can tell."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.laws import examples
from tests.notation.strategies import RUBBISH, UNDECORATED, documents, mutated_documents
from treeexplorer.notation import Document, NotationError, parse_all
from treeexplorer.notation.columns import parse_plain_numbers


def outcome(text: str, *, coarsely: bool) -> tuple[Document, list[object]] | str:
    """Return the trees with their positions, or the message."""
    try:
        with patch("treeexplorer.notation.lexer._SHORT", 0 if coarsely else len(text)):
            exercises = parse_all(text.replace("\r", ""), file="a.tree")
    except NotationError as error:
        return str(error)
    return exercises, [
        each.positions and (each.positions.nodes, each.tree.kind) for each in exercises
    ]


@examples(200)
@given(st.one_of(UNDECORATED, documents(), mutated_documents(), RUBBISH))
@example("[[1 2, 3][4,5,][[6]] 7 # eight\n 8,\t.5 -5. +1 007 1234567890123456 1e3 [9 ...]]")
@example("[" * 20 + "1 2" + "]" * 20)
@example("[1 2 ,3]")
@example("[[2, 4,], 3, ]")
@example("[[1 2] , [3],[4 ,5]]")
@example("[[1 2]3]")
@example("[1 2\u00a03]")
@example("[[[1 , , 2]]]")
def test_both_ways_give_the_same_trees_and_the_same_messages(text: str) -> None:
    assert outcome(text, coarsely=True) == outcome(text, coarsely=False)


@examples(50)
@given(UNDECORATED, st.integers(1, 40), st.integers(1, 40))
def test_both_ways_agree_on_long_runs_and_deep_brackets(tree: str, width: int, depth: int) -> None:
    text = "[" * depth + ", ".join([tree] * width) + "]" * depth
    assert outcome(text, coarsely=True) == outcome(text, coarsely=False)


def test_a_run_longer_than_what_is_taken_apart_at_once_is_the_same_tree() -> None:
    text = "[" + "[[1 2] [3 [4 5.5]]] " * 5000 + "7 " * 20_000 + "]"
    assert outcome(text, coarsely=True) == outcome(text, coarsely=False)


@pytest.mark.parametrize("numbers", [["1", "-99"], ["1000", "-7.5"], ["+1", "5.", ".5", "007"]])
def test_values_are_the_same_whichever_way_they_are_found(numbers: list[str]) -> None:
    assert parse_plain_numbers(",".join(numbers)) == [float(number) for number in numbers]
