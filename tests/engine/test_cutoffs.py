"""Where the cut-offs are, what they skip, and which earlier move each rests on."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.random_records import any_search, state_at
from tests.engine.referee import proven
from tests.laws import batches
from tests.trees import tree_of
from treeexplorer.engine import CutOff, Record, StepKind, Witness, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.tree import GameTree, Number, Player

BATCH = 400


@pytest.mark.parametrize("batch", batches(1, range(10)))
def test_every_cut_off_is_what_its_definition_says(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        game, rules = any_search(seed)
        record = search(game, rules)
        if record.complete:
            check_cut_offs(game, record)


@pytest.mark.parametrize("batch", batches(1, range(10)))
def test_every_cut_off_is_what_its_definition_says_where_most_leaves_tie(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        game, rules = any_search(seed)
        random = Random(seed)
        game = game.with_values({leaf: random.choice((0, 0, 1)) for leaf in game.leaves(0)})
        check_cut_offs(game, search(game, rules))


def test_of_several_ancestors_that_have_the_bound_the_nearest_is_the_witness() -> None:
    record = search(tree_of("[0 [[[0 2] 0 [0 5]]]]"))
    first, second = analysis_of(record).cut_offs
    tree = record.tree
    assert (first.witness, first.deep) == (Witness(0, 1), True)
    assert (second.witness, second.deep) == (Witness(tree.find("2.1"), tree.find("2.1.2")), False)


def check_cut_offs(game: GameTree, record: Record) -> None:
    found = iter(analysis_of(record).cut_offs)
    for number in range(1, record.steps + 1):
        at = record.step(number)
        if at.kind is not StepKind.CUT:
            continue
        cut = next(found)
        children = list(record.children(at.node))
        assert (cut.step, cut.node, cut.call, cut.after) == (number, at.node, at.call, at.child)
        assert list(cut.skipped) == children[children.index(cut.after) + 1 :]
        assert cut.elided == (cut.node in game.elided and not record.rules.right_to_left)
        player = record.tree.player(at.node)
        v = record.value(at.call) if player is Player.CHANCE else at.v
        entry = record.entry_window(at.call)
        is_beta = v >= entry[1] if player is Player.CHANCE and v is not None else player == "max"
        assert (cut.v, cut.bound) == (v, entry[1 if is_beta else 0])
        assert cut.kind == ("beta" if is_beta else "alpha")
        assert cut.is_tie == (cut.v == cut.bound)
        null = bool(record.null_question(at.call))
        found_witness = None if null else witness_by_definition(game, record, cut)
        assert (cut.witness, cut.deep) == (found_witness or (None, False))
        source = "null-window" if null else "witness" if found_witness else "window"
        assert cut.source == source
    assert next(found, None) is None


def witness_by_definition(
    game: GameTree, record: Record, cut: CutOff
) -> tuple[Witness, bool] | None:
    """Return the nearest opposing ancestor a child of which gave the bound, and if it is deep.

    A child gave it that came back with it, and by that either moved the ancestor's own bound there
    or is proven to be worth it. Of several the first one is meant.
    """
    tree = record.tree
    end = 0 if cut.kind == "alpha" else 1
    wanted = Player.MIN if end else Player.MAX
    visited: dict[int, Number] = {}
    given: dict[int, Witness] = {}
    for number in range(1, cut.step):
        at = record.step(number)
        if at.kind is StepKind.LEAF:
            visited[at.node] = at.value or 0
        elif at.kind is StepKind.VISIT:
            given.pop(at.node, None)
        elif tree.player(at.node) is wanted and at.value == cut.bound:
            child = at.child or 0
            low, high = proven(game, record.rules, visited, child)
            reaches = high <= cut.bound if end else low >= cut.bound
            has_moved = False
            if at.before is not None and at.window is not None:
                has_moved = at.before[end] != at.window[end] == cut.bound
            if has_moved or reaches:
                given.setdefault(at.node, Witness(at.node, child))
    is_deep = False
    for node in tree.ancestors(cut.node):
        if tree.player(node) is Player.CHANCE:
            return None
        if tree.player(node) is wanted:
            window = state_at(record, node, cut.step)[3]
            if node in given and window is not None and window[end] == cut.bound:
                return given[node], is_deep
            is_deep = True
    return None
