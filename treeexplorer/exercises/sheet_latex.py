"""An exercise sheet as a LaTeX document, with the key on pages of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from treeexplorer.exercises.sheet import DrawFigure, Exercise, Sheet

_HEAD: Final = r"""\documentclass[a4paper,11pt]{article}
\usepackage[margin=2cm]{geometry}
\usepackage{iftex}
\ifPDFTeX\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\else\usepackage{fontspec}\fi
\usepackage{adjustbox}
\setlength{\parindent}{0pt}
\setlength{\parskip}{1.2ex}"""

_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "−": "$-$",
    "∞": r"$\infty$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "▲": r"$\blacktriangle$",
    "▽": r"$\triangledown$",
    "○": r"$\bigcirc$",
    "…": r"\dots{}",
    "“": "``",
    "”": "''",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


def latex(sheet: Sheet, preamble: str, figure: DrawFigure) -> str:
    """Return a sheet and its answer key as a LaTeX document.

    Args:
        sheet: The sheet.
        preamble: What the figures need in the preamble.
        figure: Draws the figures.
    """
    return "\n".join(_lines(sheet, preamble, figure)) + "\n"


def _lines(sheet: Sheet, preamble: str, figure: DrawFigure) -> Iterator[str]:
    yield "% !TeX program = lualatex"
    if sheet.recipe:
        yield f"% {' '.join(sheet.recipe.split())}"
    yield from (_HEAD, preamble, r"\begin{document}")
    yield rf"\section*{{{escaped(sheet.title)}}}"
    yield escaped(sheet.task)
    for exercise in sheet.exercises:
        yield rf"\subsection*{{{escaped(exercise.title)}}}"
        yield from _figure(figure(exercise.record, None))
    yield from (r"\clearpage", r"\section*{Answers}")
    for exercise in sheet.exercises:
        yield rf"\subsection*{{{escaped(exercise.title)}}}"
        yield f"{escaped(exercise.root_words)}\n"
        yield from _figure(figure(exercise.record, exercise.record.steps))
        yield from _cuts(exercise)
    yield r"\end{document}"


def _figure(drawn: str) -> Iterator[str]:
    yield from (r"\begin{adjustbox}{max width=\linewidth}", drawn, r"\end{adjustbox}", "")


def _cuts(exercise: Exercise) -> Iterator[str]:
    if exercise.cuts and exercise.asks_windows:
        yield r"\begin{itemize}"
        yield from (rf"\item {escaped(line)}" for line in exercise.cuts)
        yield r"\end{itemize}"


def escaped(text: str) -> str:
    """Return a text whose special characters LaTeX leaves alone."""
    return "".join(_SPECIAL.get(character, character) for character in text)
