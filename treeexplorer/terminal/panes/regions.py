"""The map of two unknowns: a letter for every answer, drawn over the plane."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isfinite

from treeexplorer.engine import Record
from treeexplorer.exercises.unknown_map import Region
from treeexplorer.numbers import shown
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.panes.moment import name_in_path
from treeexplorer.terminal.styled import Styled
from treeexplorer.tree import Number

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def region_lines(
    ink: Ink,
    regions: Sequence[Region],
    words: tuple[str, str],
    here: tuple[Number, Number],
    record: Record,
    room: tuple[int, int],
) -> list[Styled]:
    """Return the map and its legend.

    Args:
        ink: How lines are drawn.
        regions: The regions of the plane.
        words: The unknown across and the unknown upwards.
        here: Their values now, marked on the map.
        record: A search of the tree, for the names of moves.
        room: How many cells there are, across and down.
    """
    width, height = room
    letters = _lettered(regions)
    legend = _legend(ink, regions, letters, record)
    rows = max(4, height - 2 - min(2 * len(legend), height // 2))
    across = _samples([end for region in regions for end in _ends(region, 0)], here[0], width - 8)
    up = _samples([end for region in regions for end in _ends(region, 1)], here[1], rows)
    lines = [ink.line((f"{words[1]} ↑   {words[0]} →   @ is here", styles.HEADING))]
    for y in reversed(up):
        parts: list[styles.Part] = [(f"{shown(y):>6} ", styles.QUIET)]
        for x in across:
            is_here = (x, y) == here
            letter = "@" if is_here else letters.get(id(_region_at(regions, x, y)), "?")
            parts.append((letter, styles.CURRENT if is_here else ""))
        lines.append(ink.line(*parts))
    if len(lines) + 1 + 2 * len(legend) > height:
        told = [answer + Styled("; ") + cut for answer, cut in legend]
    else:
        told = [line for answer, cut in legend for line in (answer, Styled("   ") + cut)]
    return [*lines, Styled(""), *(ink.paragraph([line], width, 1)[0] for line in told)]


def _lettered(regions: Sequence[Region]) -> dict[int, str]:
    """Return a letter for each region; regions with the same answer share one."""
    answers: dict[object, str] = {}
    letters = {}
    for region in regions:
        answer = (region.value, region.best, region.cut)
        if answer not in answers:
            answers[answer] = _LETTERS[len(answers) % len(_LETTERS)]
        letters[id(region)] = answers[answer]
    return letters


def _legend(
    ink: Ink, regions: Sequence[Region], letters: dict[int, str], record: Record
) -> list[tuple[Styled, Styled]]:
    """Return for each letter what the tree is worth, and what is cut."""
    told: dict[str, tuple[Styled, Styled]] = {}
    for region in regions:
        letter = letters[id(region)]
        if letter in told:
            continue
        value = region.value if isinstance(region.value, str) else shown(region.value)
        best = "" if region.best is None else f", best {name_in_path(record, region.best)}"
        cut = ", ".join(record.tree.address(node) for node in region.cut[:4]) or "nothing"
        answer = ink.line((letter, styles.STRONG), f"  worth {value}{best}")
        told[letter] = answer, ink.line(f"cut {cut}")
    return list(told.values())


def _ends(region: Region, axis: int) -> list[Number]:
    stretch = (region.across, region.up)[axis]
    return [end for end in (stretch.low, stretch.high) if isfinite(end)]


def _samples(ends: Sequence[Number], here: Number, count: int) -> list[Number]:
    """Return evenly spaced numbers that hold all ends and, among them, the place one is at."""
    exact = sorted(
        {Fraction(end) for end in ends} | ({Fraction(here)} if isfinite(here) else set())
    )
    if not exact:
        exact = [Fraction(0)]
    low, high = exact[0] - 2, exact[-1] + 2
    pace = max(
        Fraction(1, 2), Fraction(round((high - low) * 2 / max(1, count - 1) + Fraction(1, 2)), 2)
    )
    start = Fraction(here) if isfinite(here) else low
    while start - pace >= low:
        start -= pace
    numbers: list[Number] = []
    while len(numbers) < count and start <= high:
        numbers.append(int(start) if start.denominator == 1 else float(start))
        start += pace
    return numbers


def _region_at(regions: Sequence[Region], x: Number, y: Number) -> Region | None:
    for region in regions:
        if x in region.across and y in region.up:
            relation = region.relation
            order = "<" if x < y else ">" if x > y else "="
            if relation is None or relation == order:
                return region
    return None
