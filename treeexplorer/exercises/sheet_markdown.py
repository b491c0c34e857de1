"""An exercise sheet as Markdown: the trees as text drawings, the key as tables at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.runs import Look, plain
from treeexplorer.exercises.sheet import Exercise, Sheet

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def markdown(sheet: Sheet) -> str:
    """Return a sheet and its answer key as Markdown."""
    return "\n".join(_lines(sheet)) + "\n"


def _lines(sheet: Sheet) -> Iterator[str]:
    yield from (f"# {escaped(sheet.title)}", "", escaped(sheet.task), "")
    for exercise in sheet.exercises:
        yield from (f"## {escaped(exercise.title)}", "")
        yield from _drawing(exercise, 0)
    yield from ("---", "", "# Answers", "")
    for exercise in sheet.exercises:
        yield from (f"## {escaped(exercise.title)}", "", escaped(exercise.root_words), "")
        yield from _drawing(exercise, exercise.record.steps)
        yield from _table(exercise)
    if sheet.recipe:
        yield escaped(sheet.recipe)


def _drawing(exercise: Exercise, step: int) -> Iterator[str]:
    drawn = plain(draw(exercise.record, step, Look(spoilers=step > 0)))
    yield from ("```text", *(line.rstrip() for line in drawn.splitlines()), "```", "")


def _table(exercise: Exercise) -> Iterator[str]:
    windows = exercise.asks_windows
    yield "| node | window | value |" if windows else "| node | value |"
    yield "|---|---|---|" if windows else "|---|---|"
    for row in exercise.key:
        window = f" {row.window} |" if windows else ""
        yield f"| {escaped(row.name)} |{window} {row.value} |"
    yield ""
    if windows:
        cuts = exercise.cuts or ("nothing is cut off",)
        yield from (*(f"- {escaped(line)}" for line in cuts), "")


def escaped(text: str) -> str:
    """Return a text whose special characters Markdown leaves alone."""
    return _SPECIAL.sub(r"\\\1", text)
