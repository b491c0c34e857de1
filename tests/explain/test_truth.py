"""No sentence is false: every number in it is in the record, every claim in it is proven."""

from __future__ import annotations

import re
from fractions import Fraction

from hypothesis import given

from tests.engine.random_trees import cases
from tests.engine.referee import INF, Referee
from tests.laws import examples
from treeexplorer.engine import CutOff, Record, Rules, analysis_of, search
from treeexplorer.explain.sentences import sentence
from treeexplorer.explain.sentences import sentences as sentences_of
from treeexplorer.numbers import shown
from treeexplorer.tree import GameTree, Number

NUMBER = r"[+−]?(?:∞|\d+(?:/\d+|\.\d+)?)"


def number(text: str) -> Number:
    text = text.replace("−", "-").replace("+", "")
    if "∞" in text:
        return -INF if text[0] == "-" else INF
    return Fraction(text)


def known_numbers(record: Record, step: int) -> set[Number]:
    """Return the numbers that a text about a step may speak of."""
    at = record.step(step)
    known: set[Number] = {INF, -INF, step}
    for window in (at.before, at.window, record.entry(at.call), record.rules.window):
        known.update(window or ())
    known.update(
        x for x in (at.value, at.v, record.value(at.call), record.root_value) if x is not None
    )
    if at.child_call is not None:
        before = record.v_before(at.child_call)
        known.update(() if before is None else (before,))
        weight = record.tree.probability(at.child or 0)
        if weight is not None and at.value is not None:
            known.update((weight, weight * at.value if weight else 0))
    for ancestor in (at.node, *record.tree.ancestors(at.node)):
        row = record.known_row(ancestor)
        inside = record.v_at(row, step) if not record.is_leaf_call(row) else None
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
        for text in map(str, sentences_of(record, step)):
            assert text
            assert numbers_in(text) <= known, text


def minimax_of(record: Record, node: int) -> Number:
    """Return a node's true value in the tree as the record's players play it."""
    rules = record.rules
    plain = Rules(algorithm="minimax", levels=record.tree.levels, depth=rules.depth)
    return Referee(record.tree, plain).minimax(node)


def check_claim_of_worth(record: Record, text: str, node: int) -> None:
    for value, more in re.findall(rf"worth ({NUMBER}) or (more|less)", text):
        truth = minimax_of(record, node)
        assert truth >= number(value) if more == "more" else truth <= number(value), text


@examples(200)
@given(cases())
def test_what_a_cut_off_claims_is_true(case: tuple[GameTree, Rules]) -> None:
    game, rules = case
    if game.elided:
        return
    record = search(game, rules)
    for cut in analysis_of(record).cut_offs:
        text = sentence(record, cut.step)
        check_claim_of_worth(record, str(sentences_of(record, cut.step)[1]), cut.node)
        sign = " > " if rules.strict else " ≥ "
        assert sign in text.split(". ")[0]
        check_skipping_changes_nothing(record, cut)


def check_skipping_changes_nothing(record: Record, cut: CutOff) -> None:
    """Check that the witness has what it is said to have, or that the window says it.

    In the form “two-functions” a node takes what its first child returns even if it lies outside
    the window, and then that is no more than a bound.
    """
    if cut.witness is None:
        assert cut.bound in record.rules.window or abs(cut.bound) == INF
        return
    if record.replaces_first:
        return
    at = analysis_of(record).intervals.at(cut.witness.node, cut.step)
    assert cut.bound <= at[0] if cut.kind == "alpha" else cut.bound >= at[1]


def test_a_number_is_told_from_an_address() -> None:
    assert numbers_in("▽ at 1.2.3 has −1/2, 3 and (−∞, 4.5).") == {
        Fraction(-1, 2),
        3,
        -INF,
        Fraction(9, 2),
    }
    assert shown(Fraction(-1, 3)) == "−1/3"
