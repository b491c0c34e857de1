"""How much alpha-beta saves: leaves read on uniform trees, depth by depth.

Trees in random order are drawn from seeds, so that a table can be made again, with any number of
processes: every trial has a seed of its own, and only whole numbers are added up.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Final, TypeAlias

from treeexplorer.engine import Rules, search
from treeexplorer.exercises.generate import LARGEST, TooManyLeavesError, uniform_tree
from treeexplorer.rules import Algorithm, title_of
from treeexplorer.text import columns, csv_text

SEARCHES: Final[tuple[Algorithm, ...]] = ("alphabeta", "pvs", "negascout", "scout", "mtdf", "sss")
"""The searches that can be compared, alpha-beta first."""

_TRIALS_A_TASK: Final = 10

Progress: TypeAlias = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Sample:
    """The leaves that a search evaluated on trees in random order.

    Attributes:
        mean: The mean over all trials; a leaf evaluated twice counts twice.
        error: The standard error of the mean; 0 for a single trial.
    """

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Growth:
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
        TooManyLeavesError: A tree would have more leaves than
            :data:`~treeexplorer.exercises.generate.LARGEST`.
    """
    for depth in depths:
        if depth * math.log2(max(branching, 1)) > math.log2(LARGEST):
            raise TooManyLeavesError(
                f"{branching}^{depth} leaves are too many; there can be {LARGEST:,}"
            )
    tasks = [
        _Task(branching, depth, tuple(algorithms), seed, first, min(first + _TRIALS_A_TASK, trials))
        for depth in sorted(depths, reverse=True)  # the longest first, so that all end together
        for first in range(0, trials, _TRIALS_A_TASK)
    ]
    sums: dict[tuple[int, Algorithm], tuple[int, int]] = {}
    for task, done in _results(tasks, processes or available_cores()):
        for algorithm, (total, squares) in done.items():
            before = sums.get((task.depth, algorithm), (0, 0))
            sums[task.depth, algorithm] = before[0] + total, before[1] + squares
        if progress is not None:
            progress(task.stop - task.start)
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
            random={a: _sample(trials, *sums[depth, a]) for a in algorithms},
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


@dataclass(frozen=True, slots=True)
class _Task:
    branching: int
    depth: int
    algorithms: tuple[Algorithm, ...]
    seed: int
    start: int
    stop: int


_Done: TypeAlias = dict[Algorithm, tuple[int, int]]


def _results(tasks: Sequence[_Task], processes: int) -> Iterator[tuple[_Task, _Done]]:
    if processes == 1 or len(tasks) == 1:
        for task in tasks:
            yield task, _run(task)
        return
    with ProcessPoolExecutor(min(processes, len(tasks))) as pool:
        running = {pool.submit(_run, task): task for task in tasks}
        try:
            for finished in as_completed(running):
                yield running[finished], finished.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _run(task: _Task) -> _Done:
    """Return the sum and the sum of squares of the leaves each search evaluates."""
    done: _Done = dict.fromkeys(task.algorithms, (0, 0))
    for trial in range(task.start, task.stop):
        seed = f"{task.seed}/{task.branching}/{task.depth}/{trial}"
        tree = uniform_tree(task.branching, task.depth, seed=seed)
        for algorithm in task.algorithms:
            count = search(tree, Rules(algorithm)).evaluations
            total, squares = done[algorithm]
            done[algorithm] = total + count, squares + count * count
    return done


def _evaluations(branching: int, depth: int, order: str) -> int:
    tree = uniform_tree(branching, depth, "worst" if order == "worst" else "best")
    return search(tree).evaluations


def _sample(trials: int, total: int, squares: int) -> Sample:
    mean = total / trials
    if trials == 1:
        return Sample(mean, 0.0)
    variance = (squares - total * total / trials) / (trials - 1)
    return Sample(mean, math.sqrt(max(variance, 0.0) / trials))


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
    head = ["branching", "depth", "trials", "minimax", "worst", "best", "minimal", "pearl"]
    head += [f"{name}_{part}" for name in rows[0].random for part in ("mean", "error")]
    table: list[list[object]] = [[*head]]
    for row in rows:
        counts = (row.branching, row.depth, row.trials, row.minimax, row.worst, row.best)
        numbers = [row.pearl]
        for sample in row.random.values():
            numbers += [sample.mean, sample.error]
        table.append([*counts, row.minimal, *(f"{number:.6g}" for number in numbers)])
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
