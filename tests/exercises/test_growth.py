"""How many leaves are read on uniform trees: the theory holds, and a table can be made again."""

from __future__ import annotations

import csv
import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from treeexplorer.engine import search
from treeexplorer.exercises.generate import OrderError, refuse_too_many_leaves, uniform_tree
from treeexplorer.exercises.growth import (
    SEARCHES,
    Growth,
    available_cores,
    csv_table,
    growth,
    minimal_leaves,
    pearl_rate,
    table,
)

SIZES = st.tuples(st.integers(1, 4), st.integers(1, 5))


@examples(20)
@given(SIZES)
def test_the_best_order_reads_the_minimal_tree_and_the_worst_everything(
    size: tuple[int, int],
) -> None:
    branching, depth = size
    best = search(uniform_tree(branching, depth, "best"))
    worst = search(uniform_tree(branching, depth, "worst"))
    assert best.evaluations == minimal_leaves(branching, depth)
    assert worst.evaluations == branching**depth
    assert best.root_value == worst.root_value


@examples(20)
@given(SIZES, st.integers(0, 100))
def test_a_uniform_tree_is_uniform_and_its_leaves_differ(size: tuple[int, int], seed: int) -> None:
    branching, depth = size
    tree = uniform_tree(branching, depth, seed=seed)
    leaves = [node for node in range(len(tree)) if tree.is_leaf(node)]
    assert {tree.ply[leaf] for leaf in leaves} == {depth}
    assert len({tree.leaf_value(leaf) for leaf in leaves}) == branching**depth
    assert all(
        len(list(tree.children(node))) == branching
        for node in range(len(tree))
        if not tree.is_leaf(node)
    )
    assert minimal_leaves(branching, depth) <= search(tree).evaluations <= branching**depth


def test_pearls_rate_for_two_moves_is_the_golden_ratio() -> None:
    assert pearl_rate(2) == pytest.approx((1 + math.sqrt(5)) / 2)
    assert pearl_rate(1) == pytest.approx(1)


def test_the_mean_on_two_plies_is_the_one_that_can_be_worked_out() -> None:
    # The last of four leaves is skipped if the third is the smallest of the first three.
    (row,) = growth(2, [2], trials=600, processes=1)
    sample = row.random["alphabeta"]
    assert abs(sample.mean - (4 - 1 / 3)) < 4 * sample.error
    assert 0 < sample.error < 0.05


def test_any_number_of_processes_finds_the_same() -> None:
    alone = growth(2, [3, 5], trials=25, processes=1)
    together = growth(2, [3, 5], trials=25, processes=2)
    assert growth(2, [3, 5], trials=25) == alone
    assert alone == together


def test_a_seed_decides_the_trees() -> None:
    def means(seed: int) -> list[float]:
        rows = growth(3, [4], trials=5, seed=seed, processes=1)
        return [row.random["alphabeta"].mean for row in rows]

    assert means(1) == means(1)
    assert means(1) != means(2)


def test_progress_is_told_of_every_trial() -> None:
    told: list[int] = []
    growth(2, [1, 2], trials=25, processes=1, progress=told.append)
    assert sum(told) == 50


@pytest.mark.parametrize("size", [(10, 7), (2, 1000), (1, 2_000_000)])
def test_too_large_trees_are_refused_before_anything_is_built(size: tuple[int, int]) -> None:
    with pytest.raises(OrderError, match="leaves are too many"):
        uniform_tree(*size)
    refuse_too_many_leaves(10, 6)
    if size[0] > 1:
        with pytest.raises(OrderError, match="leaves are too many"):
            growth(size[0], [1, size[1]], trials=1)


@pytest.fixture(scope="module")
def rows() -> list[Growth]:
    return growth(3, range(1, 5), trials=10, processes=1)


def test_the_table_sets_the_means_beside_the_theory(rows: list[Growth]) -> None:
    lines = table(rows).splitlines()
    assert lines[2].split()[:4] == ["d", "minimax", "worst", "alpha-beta"]
    assert lines[6].split()[:3] == ["4", "81", "81"]
    assert lines[6].split()[-4:-1] == ["17", "17", "21.3"]
    assert "R = 2.148" in lines[-2]


def test_the_csv_has_a_row_a_depth(rows: list[Growth]) -> None:
    found = list(csv.DictReader(io.StringIO(csv_table(rows))))
    assert [(line["depth"], line["minimax"], line["minimal"]) for line in found] == [
        ("1", "3", "3"), ("2", "9", "5"), ("3", "27", "11"), ("4", "81", "17"),
    ]  # fmt: skip
    assert float(found[0]["alphabeta_mean"]) == 3


def test_the_bars_set_best_order_random_order_and_minimax_beside_each_other(
    rows: list[Growth],
) -> None:
    drawn = table(rows)
    assert "█ alpha-beta, best order · ▓ alpha-beta, random order · ░ minimax" in drawn
    bars = [line.split()[-1] for line in drawn.splitlines()[3 : 3 + len(rows)]]
    for bar in bars:
        assert bar == "█" * bar.count("█") + "▓" * bar.count("▓") + "░" * bar.count("░")
    assert max(map(len, bars)) == len(bars[-1]) == 30


def test_every_search_is_set_beside_alpha_beta_on_the_same_trees() -> None:
    every = growth(2, [4], trials=10, algorithms=SEARCHES, processes=1)
    (row,) = every
    assert list(row.random) == ["alphabeta", "pvs", "negascout", "scout", "mtdf", "sss"]
    assert all(row.minimal <= sample.mean for sample in row.random.values())
    # SSS* never reads a leaf that alpha-beta skips (Stockman 1979).
    assert row.random["sss"].mean <= row.random["alphabeta"].mean
    assert row.random["alphabeta"] == growth(2, [4], trials=10, processes=1)[0].random["alphabeta"]
    drawn = table(every)
    assert "Other searches on the same trees" in drawn
    heads = [line.split() for line in drawn.splitlines() if line.startswith((" d", "d"))]
    assert [len(head) for head in heads] == [8, 6]
    assert max(map(len, table(every).splitlines())) <= 110


def test_all_cores_are_used_where_the_system_does_not_tell_which_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("os.sched_getaffinity", raising=False)
    for told, cores in ((7, 7), (None, 1)):
        monkeypatch.setattr("os.cpu_count", lambda told=told: told)
        assert available_cores() == cores


def test_of_a_single_tree_the_mean_has_no_error() -> None:
    (row,) = growth(2, [2], trials=1, processes=1)
    assert row.random["alphabeta"].error == 0
