"""The table of searches: the one place that knows them, and all it takes to add one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given

from tests.engine.random_trees import trees
from tests.engine.referee import minimax_value
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Rules, RulesError, analysis_of, begin, search
from treeexplorer.engine.algorithms import (
    TABLE,
    Algorithm,
    check_rules_have_effect,
    explain_why_idle,
    listing,
)
from treeexplorer.engine.listings import executed
from treeexplorer.engine.null_windows import CallRequest, CallRequests, Frame, search_once
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.rules import (
    ALGORITHMS,
    CUTOFFS,
    DRAWN_ORDERS,
    FAILS,
    FORMS,
    AlgorithmName,
)
from treeexplorer.tree import INFINITY, GameTree, Number, Window


def test_every_name_has_its_row() -> None:
    assert tuple(TABLE) == ALGORITHMS
    assert all(row.title and row.name == name for name, row in TABLE.items())


# -- what a search can do, and which conventions matter to it --------------------------------------

SHOWING = [
    "[3 [2 4] [3 1] [9 8]]",
    "[[[3 5] [2 9 4]] [[3 1] [7 3]] [[9 8] [0 7]]]",
    "[2 [[1] 3]]",
    "[3 [4 [1 [2 5]]]]",
    "max[a:chance[min[3 9] min[5 6]] b:chance[min[-10 4] min[1 10]] c:chance[7 min[2 4]]]",
]
OTHER_VALUES: dict[str, tuple[Any, ...]] = {
    "form": FORMS,
    "cutoff": CUTOFFS,
    "fail": FAILS,
    "order": DRAWN_ORDERS,
    "window": ((-INFINITY, INFINITY), (2, 4), (-3, 3)),
}


def all_searches(rules: Rules) -> list[tuple[list[int], list[Number | None], Number | None]]:
    """Return what a search does with each tree that it can search."""
    found = []
    for text in SHOWING:
        with suppress(RulesError):
            record = search(tree_of(text), rules)
            found.append((list(record.nodes), record.parent_v_after, record.root_value))
    return found


CHOICES = [(Rules(algorithm), name) for algorithm in ALGORITHMS for name in OTHER_VALUES]
CHOICES += [(Rules(form=form), name) for form in FORMS[1:] for name in ("cutoff", "fail")]


@pytest.mark.parametrize(("rules", "name"), CHOICES)
def test_a_convention_is_idle_exactly_where_no_value_of_it_changes_the_search(
    rules: Rules, name: str
) -> None:
    variants = [all_searches(replace(rules, **{name: value})) for value in OTHER_VALUES[name]]
    assert (explain_why_idle(rules, name) is not None) == all(
        each == variants[0] for each in variants
    )


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", OTHER_VALUES)
def test_a_stated_rule_is_refused_where_it_decides_nothing(
    algorithm: AlgorithmName, name: str
) -> None:
    usual = Rules(algorithm)
    check_rules_have_effect(usual, [name])  # as it is anyway
    for value in OTHER_VALUES[name]:
        rules = replace(usual, **{name: value})
        if rules == usual:
            continue
        check_rules_have_effect(rules, [])
        if explain_why_idle(rules, name) is None:
            check_rules_have_effect(rules, [name])
        else:
            with pytest.raises(RulesError, match="decides nothing here"):
                check_rules_have_effect(rules, [name])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_only_sss_refuses_chance_nodes(algorithm: AlgorithmName) -> None:
    rules = Rules(algorithm)
    messages = []
    for text in ("[3 [2 4]]", "[3 chance[2 4]]"):
        try:
            search(tree_of(text), rules)
        except RulesError as error:
            messages.append(str(error))
    refusal = "SSS* has no rule for chance nodes; search this tree with alphabeta"
    assert messages == [refusal] * (algorithm == "sss")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_row_of_a_search_says_what_its_windows_are(algorithm: AlgorithmName) -> None:
    row, scopes, windows = TABLE[algorithm], False, set[Window]()
    for text in SHOWING:
        with suppress(RulesError):
            record = search(tree_of(text), Rules(algorithm))
            scopes |= bool(record.call_windows)
            windows.update(map(record.entry_window, range(len(record.nodes))))
    assert (row.reenters, row.has_windows) == (scopes, len(windows) > 1)
    assert row.negates == (algorithm == "negamax")
    assert row.for_chance == (algorithm == "expectimax")


# -- a new search: one function … ------------------------------------------------------------------


def twice(frame: Frame) -> CallRequests:
    """Search every child twice with the full window, and believe the second answer."""
    for child in frame.children:
        yield CallRequest(child, frame.window)
        value = yield CallRequest(child, frame.window)
        frame.update_v(value)


# … and one row.
ROW = Algorithm(
    "twice",
    partial(search_once, twice),
    "MAX MIN visit next again last|  ask twice\nleaf|  a leaf",
    has_windows=False,
    reenters=True,
)


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Rules:
    monkeypatch.setitem(TABLE, ROW.name, ROW)
    found = Rules()
    object.__setattr__(found, "algorithm", ROW.name)  # a name of the rule, as if it had it
    return found


def test_a_new_search_is_one_function_and_one_row(rules: Rules) -> None:
    game = tree_of("[a:[3 12] b:[2 4]]")
    record = search(game, rules)
    assert (record.root_value, record.evaluated, record.evaluations) == (3, 4, 16)
    assert [len(record.calls_of(node)) for node in (0, 1, 2)] == [1, 2, 4]
    result = analysis_of(record)
    assert (result.bound, result.moves(0).best, result.line) == ("exact", 1, (0, 1, 2))
    shown = listing(rules)
    for step in range(record.steps + 1):
        moment = snapshot(record, step)
        assert moment.sentence
        assert not moment.changes or all(change.name == "v" for change in moment.changes)
        assert bool(executed(record, step, shown)) == (step > 0)
        assert all(record.status(node, step) for node in range(len(game)))
    assert explain_why_idle(rules, "window") == "twice takes no window"
    whole, progress = begin(game, rules)
    for _ in progress:
        assert whole.steps <= record.steps
    assert whole == record


@examples(60)
@given(trees())
def test_the_new_search_is_right(game: GameTree) -> None:
    plain = Rules(levels=game.levels)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(TABLE, ROW.name, ROW)
        rules = Rules(levels=game.levels)
        object.__setattr__(rules, "algorithm", ROW.name)
        record = search(game, rules)
        assert record.root_value == minimax_value(game, plain)
        interval = analysis_of(record).intervals.at(0, record.steps)
        assert interval == (record.root_value, record.root_value)
