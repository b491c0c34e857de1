"""Who moves, where it is said beside a tree: what is used, what is left out, and what is said."""

from __future__ import annotations

import pytest

from tests.formats.opened import left_out
from tests.formats.reading import opened


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('player = "MIN"\ntree = [[3, 5], [2, 9]]', 'MIN first, as "player" says'),
        ("tree = [[3, 5], [2, 9]]\nmaximizing = True", 'MAX first, as "maximizing" says'),
        ('{"turn": "X", "children": [3, 5]}', 'MAX first, though "turn" may say otherwise'),
        (
            "player = 'MIN'\ntree = [[3, 5], [2, 9]]\nplayer = 'MAX'",
            'MAX first, though "player" may say otherwise',
        ),
        (
            "def minimax(n, is_max): return n\ntree = [[3, 5], [2]]\nminimax(tree, False)",
            'MIN first, as "is_max" says',
        ),
        (
            "tree = [[3, 5], [2]]\nminimax(tree, is_max=True)\nminimax(tree, is_max=False)",
            'MAX first, though "is_max" may say otherwise; left out: "is_max"',
        ),
        (
            "def f():\n    tree = [[3, 5], [2]]\ndef g():\n    turn = 'MIN'",
            'MAX first, though "turn" may say otherwise',
        ),
        ("tree = [[3, 5], [2, 9]]", "MAX first, since nothing says who moves"),
    ],
)
def test_what_is_said_of_who_moves_first(text: str, said: str) -> None:
    assert said in opened(text).read_as


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("max_nodes = ['A', 'D']\ntree = {'A': {'B': [3, 5]}}", '"D" in "max_nodes"'),
        ("max_nodes = ['A', 'D']\ntree = {'A': ['B'], 'B': [3, 5]}", '"D"'),
        ("names = ['Anna', 'Ben']\ntree = [[3, 5], [2, 9]]", '"names"'),
        ("max = [3, 5]\ntree = {'A': ['B'], 'B': [3, 5]}", '"max"'),
        ("player = 'MIN'\ntree = [[3, 5], [2, 9]]", ""),
    ],
)
def test_what_is_left_out(text: str, listed: str) -> None:
    assert left_out(text) == listed
