"""No sentence is false: every number in it is in the record."""

from __future__ import annotations

import re
from fractions import Fraction

from hypothesis import given

from tests.engine.random_trees import cases
from tests.engine.referee import INF
from tests.explain.phrases import number
from tests.laws import examples
from treeexplorer.engine import Record, Rules, analysis_of, search
from treeexplorer.explain.steps import sentences
from treeexplorer.numbers import shown
from treeexplorer.tree import GameTree, Number

NUMBER = r"[+−]?(?:∞|\d+(?:/\d+|\.\d+)?)"


def known_numbers(record: Record, step: int) -> set[Number]:
    """Return the numbers that a text about a step may speak of."""
    at = record.step(step)
    known: set[Number] = {INF, -INF, step}
    for window in (at.before, at.window, record.entry_window(at.call), record.rules.window):
        known.update(window or ())
    known.update(
        x for x in (at.value, at.v, record.value(at.call), record.root_value) if x is not None
    )
    if at.child_call is not None:
        before = record.parent_v_before(at.child_call)
        known.update(() if before is None else (before,))
        weight = record.tree.probability(at.child or 0)
        if weight is not None and at.value is not None:
            known.update((weight, weight * at.value if weight else 0))
    for ancestor in (at.node, *record.tree.ancestors(at.node)):
        call = record.calls_of(ancestor)[-1]
        inside = record.v_at(call, step) if not record.is_leaf_call(call) else None
        known.update(() if inside is None else (inside,))
    known.update(
        x for child in record.children(at.node) if (x := record.leaf_value(child)) is not None
    )
    known.update(analysis_of(record).intervals.after_call(0))
    known.update(analysis_of(record).intervals.at(at.node, step))
    leaves = map(record.leaf_value, record.tree.leaves(at.node))
    known.update(value for value in leaves if value is not None)
    known.update(range(len(record.tree)))  # how many leaves are pruned, and at which step
    if record.rules.depth is not None:
        known.add(record.rules.depth)
    return known


def numbers_in(text: str) -> set[Number]:
    places = r"([\w.]+ )?\((?:[−+∞\d./]+|[a-z?]+)\)"  # of names and leaves that occur twice
    text = re.sub(places, "", text)
    return {number(found) for found in re.findall(rf"(?<![\w.′']){NUMBER}(?![\w.]*\w)", text)}


@examples(200)
@given(cases())
def test_every_number_in_a_text_is_in_the_record(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    record = search(game, rules)
    for step in range(record.steps + 1):
        known = known_numbers(record, step) if step else {*rules.window, record.root_value}
        for text in map(str, sentences(record, step)):
            assert text
            assert numbers_in(text) <= known, text


def test_a_number_is_told_from_an_address() -> None:
    found = numbers_in("▽ at 1.2.3 has −1/2, 3 and (−∞, 4.5).")
    assert found == {Fraction(-1, 2), 3, -INF, Fraction(9, 2)}
    assert shown(Fraction(-1, 3)) == "−1/3"
