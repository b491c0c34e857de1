"""The growth of alpha-beta as a table with bars, and as CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence

from treeexplorer.exercises.growth import SEARCHES, Growth, pearl_rate
from treeexplorer.rules import Algorithm, title_of

_LONGEST_BAR = 30


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
    table = [f"{line}  {bar}".rstrip() for line, bar in zip(_aligned(theory), bars, strict=True)]
    lines = [title, "", *table, "", meaning, _legend((main or others)[0])]
    if others:
        searches = [
            ["d", *map(_name, others)],
            *([f"{row.depth}", *_shown(row, others)] for row in rows),
        ]
        lines += ["", "Other searches on the same trees; a leaf evaluated twice counts twice", ""]
        lines += _aligned(searches)
    return "\n".join(lines)


def _aligned(cells: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in cells
    ]


def csv_text(rows: Sequence[Growth]) -> str:
    """Return the rows as CSV with a header."""
    algorithms = list(rows[0].random)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ["branching", "depth", "trials", "minimax", "worst", "best", "minimal", "pearl"]
        + [f"{algorithm}_{part}" for algorithm in algorithms for part in ("mean", "error")]
    )
    for row in rows:
        samples = [row.random[algorithm] for algorithm in algorithms]
        writer.writerow(
            [row.branching, row.depth, row.trials, row.minimax, row.worst, row.best, row.minimal]
            + [f"{row.pearl:.6g}"]
            + [f"{number:.6g}" for sample in samples for number in (sample.mean, sample.error)]
        )
    return text.getvalue()


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
