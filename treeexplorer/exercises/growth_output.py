"""The growth of alpha-beta as a table, as CSV, and as a plot in the terminal."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from treeexplorer.exercises.growth import Growth, pearl_rate
from treeexplorer.search.rules import Algorithm


def table(rows: Sequence[Growth]) -> str:
    """Return an aligned table with a line of what its columns mean."""
    algorithms = list(rows[0].random)
    head = ["d", "minimax", "worst", *map(_heading, algorithms), "best", "minimal", "R^d"]
    body = [
        [
            str(row.depth),
            str(row.minimax),
            str(row.worst),
            *(_shown(row, algorithm) for algorithm in algorithms),
            str(row.best),
            str(row.minimal),
            f"{row.pearl:.1f}",
        ]
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(head, *body, strict=True)]
    lines = [
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in [head, *body]
    ]
    first = rows[0]
    title = (
        f"Leaves evaluated on uniform trees, {first.branching} moves a node, d plies; "
        f"random order: mean ± standard error of {first.trials} trees"
    )
    meaning = (
        "minimax b^d · minimal b^⌈d/2⌉ + b^⌊d/2⌋ − 1 · "
        f"R = {pearl_rate(first.branching):.3f}, Pearl's growth rate"
    )
    return "\n".join([title, "", *lines, "", meaning])


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


def plot(rows: Sequence[Growth], *, width: int = 78, height: int = 22, colour: bool = False) -> str:
    """Return a plot of the leaves by depth on a logarithmic scale.

    Every curve has a sign of its own, so that nothing is told by colour alone.

    Args:
        rows: The rows, by depth.
        width: The plot's width in terminal cells.
        height: Its height in lines.
        colour: Whether to use ANSI colours.
    """
    import plotext

    depths = [row.depth for row in rows]
    curves: list[tuple[str, str, list[float]]] = [
        ("minimax b^d", "M", [row.minimax for row in rows]),
        ("best order", "+", [row.best for row in rows]),
    ]
    signs = iter("axnsgo")
    for algorithm in rows[0].random:
        means = [row.random[algorithm].mean for row in rows]
        curves.append((f"{_name(algorithm)}, random order", next(signs), means))
    curves.append(("Pearl's R^d", "·", [row.pearl for row in rows]))
    figure = plotext.figure
    figure.clear()
    figure.theme("default" if colour else "colorless")
    figure.plot_size(width, height)
    figure.title(f"Leaves evaluated, {rows[0].branching} moves a node")
    figure.label("plies")
    figure.ruler("y").scale("log")
    figure.ruler("x").ticks(depths, [str(depth) for depth in depths])
    for label, sign, numbers in curves:
        figure.draw(figure.signal(depths, numbers, marker=sign).label(label))
    drawn: str = figure.build().string()
    plain: str = drawn if colour else plotext.uncolorize(drawn)
    return plain.rstrip("\n")


def _heading(algorithm: Algorithm) -> str:
    return f"{_name(algorithm)} (random)"


def _name(algorithm: Algorithm) -> str:
    return "alpha-beta" if algorithm == "alphabeta" else algorithm


def _shown(row: Growth, algorithm: Algorithm) -> str:
    sample = row.random[algorithm]
    return f"{sample.mean:.1f} ± {sample.error:.1f}"
