"""How much alpha-beta saves: leaves read on uniform trees, depth by depth.

Trees in random order are drawn from seeds, so that a table can be made again, with any number of
processes: every trial has a seed of its own, and only whole numbers are added up.
"""

from __future__ import annotations

import math
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from statistics import mean, stdev
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.exercises.generate import LeafOrder, refuse_too_many_leaves, uniform_tree
from treeexplorer.rules import Algorithm, title_of
from treeexplorer.text import columns, csv_text

SEARCHES: Final[tuple[Algorithm, ...]] = ("alphabeta", "pvs", "negascout", "scout", "mtdf", "sss")
"""The searches that can be compared, alpha-beta first."""

_TRIALS_A_TASK: Final = 10

Progress: TypeAlias = Callable[[int], None]


class Sample(NamedTuple):
    """The leaves that a search evaluated on trees in random order.

    Attributes:
        mean: The mean over all trials; a leaf evaluated twice counts twice.
        error: The standard error of the mean; 0 for a single trial.
    """

    mean: float
    error: float


class Growth(NamedTuple):
    """The leaves evaluated on uniform trees of one size.

    Attributes:
        branching: The children of every inner node, b.
        depth: The plies, d.
        trials: How many trees in random order were searched.
        minimax: All leaves, b^d.
        worst: What alpha-beta evaluates in the worst order.
        best: What alpha-beta evaluates in the best order.
        minimal: b^⌈d/2⌉ + b^⌊d/2⌋ − 1, the fewest that any search can do with.
        pearl: R^d, with Pearl's growth rate R of alpha-beta on random leaves.
        random: What each search evaluates on trees in random order.
    """

    branching: int
    depth: int
    trials: int
    minimax: int
    worst: int
    best: int
    minimal: int
    pearl: float
    random: Mapping[Algorithm, Sample]


def growth(
    branching: int,
    depths: Sequence[int],
    *,
    trials: int = 200,
    seed: int = 0,
    algorithms: Sequence[Algorithm] = ("alphabeta",),
    processes: int | None = None,
    progress: Progress | None = None,
) -> list[Growth]:
    """Return what the searches evaluate on uniform trees of several depths.

    Args:
        branching: The children of every inner node.
        depths: The depths, in plies.
        trials: How many trees in random order to draw for each depth.
        seed: Decides the trees.
        algorithms: The searches to try on them.
        processes: How many processes to use; all cores where ``None``.
        progress: Told how many trials have just been finished; there are ``trials`` × depths.

    Raises:
        OrderError: A tree would have more leaves than
            :data:`~treeexplorer.exercises.generate.LARGEST`.
    """
    for depth in depths:
        refuse_too_many_leaves(branching, depth)
    tasks = [
        (depth, range(first, min(first + _TRIALS_A_TASK, trials)))
        for depth in sorted(depths, reverse=True)  # the longest first, so that all end together
        for first in range(0, trials, _TRIALS_A_TASK)
    ]
    counted = partial(_counted, branching, tuple(algorithms), seed)
    counts: defaultdict[tuple[int, Algorithm], list[int]] = defaultdict(list)
    results = _results(counted, tasks, processes or available_cores())
    for (depth, some), found in zip(tasks, results, strict=True):
        for algorithm, evaluations in found.items():
            counts[depth, algorithm] += evaluations
        if progress is not None:
            progress(len(some))
    return [
        Growth(
            branching=branching,
            depth=depth,
            trials=trials,
            minimax=branching**depth,
            worst=_evaluations(branching, depth, "worst"),
            best=_evaluations(branching, depth, "best"),
            minimal=minimal_leaves(branching, depth),
            pearl=pearl_rate(branching) ** depth,
            random={name: _sample(counts[depth, name]) for name in algorithms},
        )
        for depth in depths
    ]


def minimal_leaves(branching: int, depth: int) -> int:
    """Return b^⌈d/2⌉ + b^⌊d/2⌋ − 1, the leaves of the minimal tree.

    Source: Knuth & Moore 1975, after Slagle & Dixon 1969.
    """
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


def pearl_rate(branching: int) -> float:
    """Return the factor by which alpha-beta's leaves grow a ply on random leaves.

    It is ξ / (1 − ξ), with ξ the positive root of x^b + x − 1.

    Source: Pearl, "The solution for the branching factor of the alpha-beta pruning algorithm and
    its optimality", 1982.
    """
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if middle**branching + middle < 1:
            low = middle
        else:
            high = middle
    return low / (1 - low)


def available_cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


_Task: TypeAlias = tuple[int, range]  # the depth, and the numbers of the trials
_Counts: TypeAlias = dict[Algorithm, list[int]]


def _results(
    counted: Callable[[_Task], _Counts], tasks: Sequence[_Task], processes: int
) -> Iterator[_Counts]:
    if processes == 1 or len(tasks) == 1:
        yield from map(counted, tasks)
        return
    with ProcessPoolExecutor(min(processes, len(tasks))) as pool:
        try:
            yield from pool.map(counted, tasks)
        finally:
            pool.shutdown(cancel_futures=True)


def _counted(branching: int, algorithms: Sequence[Algorithm], seed: int, task: _Task) -> _Counts:
    """Return the leaves that each search evaluates, trial by trial."""
    depth, trials = task
    counts: _Counts = {algorithm: [] for algorithm in algorithms}
    for trial in trials:
        tree = uniform_tree(branching, depth, seed=f"{seed}/{branching}/{depth}/{trial}")
        for algorithm in algorithms:
            counts[algorithm].append(search(tree, Rules(algorithm)).evaluations)
    return counts


def _evaluations(branching: int, depth: int, order: LeafOrder) -> int:
    return search(uniform_tree(branching, depth, order)).evaluations


def _sample(counts: Sequence[int]) -> Sample:
    error = stdev(counts) / math.sqrt(len(counts)) if len(counts) > 1 else 0.0
    return Sample(float(mean(counts)), error)


# -- tables ------------------------------------------------------------------------------------


_LONGEST_BAR: Final = 30


def table(rows: Sequence[Growth]) -> str:
    """Return aligned tables: alpha-beta beside the theory, then the other searches."""
    first = rows[0]
    main = [algorithm for algorithm in first.random if algorithm in SEARCHES[:1]]
    others = [algorithm for algorithm in first.random if algorithm not in main]
    head = [f"{_name(algorithm)} (random)" for algorithm in main]
    theory = [["d", "minimax", "worst", *head, "best", "minimal", "R^d"]]
    for row in rows:
        measured = [str(row.depth), str(row.minimax), str(row.worst), *_shown(row, main)]
        theory.append([*measured, str(row.best), str(row.minimal), f"{row.pearl:.1f}"])
    title = (
        f"Leaves evaluated on uniform trees, {first.branching} moves a node, d plies; random "
        f"order: mean ± standard error of {first.trials} tree{'s' * (first.trials != 1)}"
    )
    meaning = (
        "minimax b^d · minimal b^⌈d/2⌉ + b^⌊d/2⌋ − 1 · "
        f"R = {pearl_rate(first.branching):.3f}, Pearl's growth rate"
    )
    bars = ["", *_bars(rows, (main or others)[0])]
    table = [
        f"{line}  {bar}".rstrip()
        for line, bar in zip(columns(theory, numbers_from=0), bars, strict=True)
    ]
    lines = [title, "", *table, "", meaning, _legend((main or others)[0])]
    if others:
        searches = [
            ["d", *map(_name, others)],
            *([f"{row.depth}", *_shown(row, others)] for row in rows),
        ]
        lines += ["", "Other searches on the same trees; a leaf evaluated twice counts twice", ""]
        lines += columns(searches, numbers_from=0)
    return "\n".join(lines)


def csv_table(rows: Sequence[Growth]) -> str:
    """Return the rows as CSV with a header."""
    samples = [f"{name}_{part}" for name in rows[0].random for part in Sample._fields]
    table: list[list[object]] = [[*Growth._fields[:-1], *samples]]
    for row in rows:
        cells = [*row[:-1], *chain.from_iterable(row.random.values())]
        table.append([f"{one:.6g}" if isinstance(one, float) else one for one in cells])
    return csv_text(table)


def _bars(rows: Sequence[Growth], algorithm: Algorithm) -> list[str]:
    """Return a bar a row: what the best order, random order and minimax read, logarithmic."""
    longest = math.log(max(row.minimax for row in rows) + 1)

    def cells(leaves: float) -> int:
        return round(_LONGEST_BAR * math.log(leaves + 1) / longest)

    bars = []
    for row in rows:
        best, random, most = map(cells, (row.best, row.random[algorithm].mean, row.minimax))
        bars.append("█" * best + "▓" * (random - best) + "░" * (most - max(random, best)))
    return bars


def _legend(algorithm: Algorithm) -> str:
    return f"█ alpha-beta, best order · ▓ {_name(algorithm)}, random order · ░ minimax; logarithmic"


def _name(algorithm: Algorithm) -> str:
    return title_of("algorithm", algorithm)


def _shown(row: Growth, algorithms: Sequence[Algorithm]) -> list[str]:
    samples = [row.random[algorithm] for algorithm in algorithms]
    if row.trials == 1:
        return [f"{sample.mean:.0f}" for sample in samples]
    return [f"{sample.mean:.1f} ± {sample.error:.1f}" for sample in samples]
