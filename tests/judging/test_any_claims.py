"""Whatever is claimed, it is marked in sentences and without a stumble."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import cases
from tests.laws import examples
from treeexplorer.commands.check import make_check_rows, report
from treeexplorer.commands.loading import Loaded
from treeexplorer.engine import Rules
from treeexplorer.judging.judge import Mark
from treeexplorer.marking.check import check
from treeexplorer.notation import BoundSign, Claim, Exercise, sort_claims
from treeexplorer.rules import RULE_NAMES, ResolvedRules

SIGNS: tuple[BoundSign, ...] = (">=", "<=")
NUMBERS = st.integers(-5, 5) | st.sampled_from([0.5, float("inf"), float("-inf"), 1.33])


@st.composite
def claimed(draw: st.DrawFn) -> tuple[Exercise, Rules]:
    tree, rules = draw(cases())
    nodes = st.integers(0, len(tree) - 1)
    inner = [node for node in range(len(tree)) if not tree.is_leaf(node)]
    claims: list[Claim] = []
    if inner:
        values = draw(st.dictionaries(st.sampled_from(inner), NUMBERS, max_size=4))
        claims += [Claim(node, "value", value) for node, value in values.items()]
        for node in draw(st.lists(st.sampled_from(inner), max_size=2, unique=True)):
            claims.append(Claim(node, "bound", draw(NUMBERS), draw(st.sampled_from(SIGNS))))
    windows = draw(st.dictionaries(nodes, st.tuples(NUMBERS, NUMBERS), max_size=3))
    claims += [Claim(node, "window", window=window) for node, window in windows.items()]
    claims += [Claim(node, "cut") for node in draw(st.frozensets(nodes, max_size=3))]
    claims += [Claim(0, "cuts-none")] * draw(st.booleans())
    return Exercise(tree, sort_claims(claims)), rules


@examples(150)
@given(claimed())
def test_any_claims_are_marked(case: tuple[Exercise, Rules]) -> None:
    exercise, rules = case
    checked = check(exercise, rules)
    wrong = [one for one in checked.claims if not one.right]
    assert bool(checked.mistakes) is bool(wrong)
    assert all((one.mark is Mark.RIGHT) is one.right for one in checked.claims)
    loaded = loaded_as(exercise, rules)
    for line in report(loaded, checked):
        assert "None" not in str(line)
    *rows, last = make_check_rows(loaded, checked)
    written = [row for row in rows if row["claim"] != "visited"]
    assert (last["claims"], last["mistakes"]) == (len(written), len(checked.mistakes))
    assert last["wrong"] == sum(not row["right"] for row in written)
    for row in rows:
        assert row["why"].endswith((".", "!", "?"))
        json.dumps(row, allow_nan=False)
    assert (rules in checked.fits) is (not wrong and bool(exercise.claims))


def loaded_as(exercise: Exercise, rules: Rules) -> Loaded:
    origins = dict.fromkeys(RULE_NAMES, "built in")
    return Loaded(exercise, "-e", 1, 1, ResolvedRules(rules, origins))
