"""An exercise sheet as one self-contained HTML page: figures inline, no scripts, nothing fetched.

The key is folded away; unfolded, it is printed on pages of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from treeexplorer.exercises.sheet import DrawFigure, Exercise, Sheet

_STYLE: Final = """
:root { color-scheme: light; }
body { font: 16px/1.45 system-ui, sans-serif; color: #1a1a1a; background: #fff;
       max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
figure { margin: 1rem 0; overflow-x: auto; } figure svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border: 1px solid #999; padding: .2rem .7rem; text-align: left; }
summary { cursor: pointer; font-weight: 600; }
section.exercise { break-inside: avoid; }
@media print { .key { break-before: page; } summary { list-style: none; } }
"""


def html(sheet: Sheet, figure: DrawFigure) -> str:
    """Return a sheet and its answer key as an HTML page.

    Args:
        sheet: The sheet.
        figure: Draws the figures, as SVG elements.
    """
    return "\n".join(_lines(sheet, figure)) + "\n"


def _lines(sheet: Sheet, figure: DrawFigure) -> Iterator[str]:
    title = escape(sheet.title)
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title><style>{_STYLE}</style></head><body>"
    yield f"<h1>{title}</h1><p>{escape(sheet.task)}</p>"
    for exercise in sheet.exercises:
        yield f'<section class="exercise"><h2>{escape(exercise.title)}</h2>'
        yield f"<figure>{figure(exercise.record, None)}</figure></section>"
    yield '<details class="key"><summary>Answers</summary>'
    for exercise in sheet.exercises:
        yield from _key(exercise, figure)
    yield "</details>"
    if sheet.recipe:
        yield f"<footer><small>{escape(sheet.recipe)}</small></footer>"
    yield "</body></html>"


def _key(exercise: Exercise, figure: DrawFigure) -> Iterator[str]:
    yield f'<section class="exercise"><h2>{escape(exercise.title)}</h2>'
    yield f"<p>{escape(exercise.root_words)}</p>"
    yield f"<figure>{figure(exercise.record, exercise.record.steps)}</figure>"
    windows = exercise.asks_windows
    head = "<th>node</th>" + "<th>window</th>" * windows + "<th>value</th>"
    yield f"<table><tr>{head}</tr>"
    for row in exercise.key:
        window = f"<td>{escape(row.window)}</td>" if windows else ""
        yield f"<tr><td>{escape(row.name)}</td>{window}<td>{escape(row.value)}</td></tr>"
    yield "</table>"
    if windows:
        cuts = exercise.cuts or ("nothing is cut off",)
        yield f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in cuts)}</ul>"
    yield "</section>"
