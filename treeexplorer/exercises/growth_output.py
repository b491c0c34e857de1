"""The growth of alpha-beta as a table, as CSV, and as a plot in the terminal."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Sequence

from treeexplorer.exercises.growth import Growth, pearl_rate
from treeexplorer.rules import Algorithm


def table(rows: Sequence[Growth]) -> str:
    """Return aligned tables: alpha-beta beside the theory, then the other searches."""
    first = rows[0]
    main = [algorithm for algorithm in first.random if algorithm == "alphabeta"]
    others = [algorithm for algorithm in first.random if algorithm != "alphabeta"]
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
    lines = [title, "", *_aligned(theory), "", meaning]
    if others:
        searches = [["d", *others], *([f"{row.depth}", *_shown(row, others)] for row in rows)]
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


def plot(
    rows: Sequence[Growth],
    algorithms: Sequence[Algorithm] = ("alphabeta",),
    *,
    width: int = 78,
    height: int = 22,
    colour: bool = False,
) -> str:
    """Return a plot of the leaves by depth on a logarithmic scale.

    Every curve has a sign of its own, so that nothing is told by colour alone.

    Args:
        rows: The rows, by depth.
        algorithms: Whose curves to draw, of those that were tried; more than a few hide another.
        width: The plot's width in terminal cells.
        height: Its height in lines.
        colour: Whether to use ANSI colours.
    """
    import plotext

    depths = [row.depth for row in rows]
    curves: list[tuple[str, str, list[float]]] = [
        ("minimax", "M", [row.minimax for row in rows]),
        ("best order", "+", [row.best for row in rows]),
    ]
    signs = iter("axnsgo")
    for algorithm in algorithms:
        means = [row.random[algorithm].mean for row in rows]
        curves.append((_name(algorithm), next(signs), means))
    rate = f"{pearl_rate(rows[0].branching):.3f}^plies, Pearl's rate"
    curves.append((rate, "R", [row.pearl for row in rows]))
    figure = plotext.figure
    figure.clear()
    figure.theme("default" if colour else "colorless")
    figure.plot_size(width, height - 1)
    figure.title(f"Leaves evaluated, {rows[0].branching} moves a node in random order")
    figure.label("plies")
    figure.ruler("y").scale("log")
    figure.ruler("x").ticks(depths, [str(depth) for depth in depths])
    for _, sign, numbers in curves:
        figure.draw(figure.signal(depths, numbers, marker=sign))
    drawn: str = figure.build().string()
    plain: str = drawn if colour else plotext.uncolorize(drawn)
    # The library's own legend would lie over the curves.
    legend = textwrap.fill(" · ".join(f"{sign} {label}" for label, sign, _ in curves), width)
    return f"{plain.rstrip(chr(10))}\n{legend}"


def _name(algorithm: Algorithm) -> str:
    return "alpha-beta" if algorithm == "alphabeta" else algorithm


def _shown(row: Growth, algorithms: Sequence[Algorithm]) -> list[str]:
    samples = [row.random[algorithm] for algorithm in algorithms]
    if row.trials == 1:
        return [f"{sample.mean:.0f}" for sample in samples]
    return [f"{sample.mean:.1f} ± {sample.error:.1f}" for sample in samples]
