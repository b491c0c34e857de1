"""What the library hands out: no number of a node, and no type that is not public."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import treeexplorer as te
from tests.library.results import MAKERS, result, walked
from treeexplorer.errors import TreeexplorerError

COUNTED = frozenset({
    "step", "number", "steps", "evaluated", "visited", "calls", "evaluations", "leaf_count",
    "depth", "plies", "line", "column", "difference", "caret", "longest", "blanks", "follow_on",
    "missing", "right", "written", "games", "positions", "minimax", "worst", "best", "random",
    "root", "mistakes", "sum", "points", "counts", "[step]", "[steps]", "[evaluated]", "[visited]",
    "[calls]", "[evaluations]", "[nodes]", "[leaves]", "[plies]", "[ply]", "[line]", "[column]",
    "[cutoffs]", "[difference]", "[blank]", "[blanks]", "[claims]", "[wrong]", "[mistakes]",
    "[follow-on]", "[points]", "[maximum]", "[a-wrong-root-value]", "[move]", "[right_moves]",
})  # fmt: skip
"""What counts something, or is the number of a step, a ply, a line, a move: attributes, and [keys].

A new attribute that holds a number is added here if it counts something.
"""
NUMBERS_OF_THE_GAME = frozenset({
    "value", "values", "v", "bound", "window", "before", "returned", "interval", "read",
    "leaves", "number", "low", "high", "estimates", "probabilities", "[value]", "[v]",
    "[bound]", "[window]", "[before]", "[interval]", "[read]", "[leaves]", "[left]", "[right]",
    "[low]", "[high]", "[from]", "[to]", "[cut_for]", "[found]", "[written]", "[right_leaves]",
    "[right_value]", "[tree]", "range", "[range]", "known_range", "root_window",
})  # fmt: skip
"""What is the value of a leaf or a node, an end of a window, or claimed to be one."""


def _called(path: str) -> str:
    """Return by what name somebody comes to a value, without places in lists.

    >>> _called("search 0.to_dict().['pruned'].[0].['leaves'].[2]"), _called("at(5) 0.['1'].v")
    ('[leaves]', 'v')
    """
    names = [part for part in path.split(".") if not re.fullmatch(r"\[\d+\]", part)]
    return names[-1].replace("'", "").replace(" ", "-")


@pytest.mark.parametrize("name", MAKERS)
def test_nodes_are_told_by_addresses_and_never_by_numbers(name: str) -> None:
    known = COUNTED | NUMBERS_OF_THE_GAME
    for path, value in walked(name, result(name)):
        is_number = isinstance(value, int | Fraction | float) and not isinstance(value, bool)
        assert not is_number or _called(path) in known, path


@pytest.mark.parametrize("name", MAKERS)
def test_every_type_of_a_result_is_public(name: str) -> None:
    for path, value in walked(name, result(name)):
        kind = type(value)
        if not kind.__module__.startswith("treeexplorer") or kind.__module__.endswith(".nim"):
            continue
        assert getattr(te, kind.__name__, None) is kind, (path, kind)
        assert kind.__doc__, kind


def test_the_walk_comes_to_what_would_be_the_number_of_a_node() -> None:
    leaking = te.NodeAtStep(None, None, None, None, None), {"node": [3]}
    paths = [path for path, value in walked("x", leaking) if isinstance(value, int)]
    assert paths == ["x.[1].['node'].[0]"]
    assert _called(paths[0]) == "[node]"
    for name in ("node", "child", "best_node", "parents", "nodes", "claim", "[node]", "[best]"):
        assert name not in COUNTED | NUMBERS_OF_THE_GAME


def _subclasses(error: type[Exception]) -> set[type[Exception]]:
    found = set(error.__subclasses__())
    return found | {below for each in found for below in _subclasses(each)}


def test_every_error_that_a_person_may_meet_is_public() -> None:
    inner = {
        "CallError": "a wrong call of a command",
        "ChangedError": "saving in the editor",
        "EditError": "editing",
        "EntryError": "what is typed into a worksheet",
        "NumberError": "becomes the error of what the number stands in",
        "ProgramError": "a command under verify",
        "SiteError": "the folder of a site",
        "TooLargeError": "becomes a NotationError",
        "UnknownLeafError": "becomes an UnknownReachedError",
    }
    names = {
        each.__name__
        for each in _subclasses(TreeexplorerError)
        if each.__module__.startswith("treeexplorer.")
    }
    assert names - set(inner) <= set(te.__all__)
    for name in te.__all__:
        if name.endswith("Error"):
            assert issubclass(getattr(te, name), te.TreeexplorerError)
