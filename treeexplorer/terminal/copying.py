"""What a view is as a text, to be copied and exported, and how it reaches the clipboard."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.latex import latex
from treeexplorer.drawing.runs import Look, plain
from treeexplorer.drawing.svg import svg
from treeexplorer.exercises.answers import answer_sheet
from treeexplorer.exercises.pages import plain_text
from treeexplorer.explain.sentences import sentence
from treeexplorer.formats.tables import trace_csv, trace_markdown
from treeexplorer.notation import write
from treeexplorer.terminal.view import View

What: TypeAlias = Literal["sentence", "tree", "drawing", "trace", "csv", "svg", "latex", "answers"]

TEXTS: Final[dict[What, tuple[str, str, Callable[[View], str]]]] = {
    "svg": ("the drawing as SVG", "drawing.svg", lambda view: svg(view.record, view.step)),
    "latex": ("the drawing as LaTeX", "drawing.tex", lambda view: latex(view.record, view.step)),
    "drawing": (
        "the drawing as text",
        "drawing.txt",
        lambda view: plain(draw(view.record, view.step, Look(marks=True))),
    ),
    "trace": ("the trace as Markdown", "trace.md", lambda view: trace_markdown(view.record)),
    "csv": ("the trace as CSV", "trace.csv", lambda view: trace_csv(view.record)),
    "answers": (
        "the answer sheet",
        "answers.txt",
        lambda view: plain_text(tuple(answer_sheet(view.record, view.title).blocks())),
    ),
    "tree": ("this tree alone", "tree.tree", lambda view: write(view.exercises[view.index])),
    "sentence": ("the sentence", "", lambda view: sentence(view.record, view.step)),
}
"""What a view is as a text: its words, the name of a file for it (if any), and how it is made."""

_CLIPBOARDS: Final = (("wl-copy",), ("xclip", "-selection", "clipboard"), ("pbcopy",), ("clip",))
_PATIENCE: Final = 2


def text_of(view: View, what: What) -> str:
    """Return a view, or a part of what is seen of it, as a text."""
    _, _, made = TEXTS[what]
    return made(view).rstrip("\n") + "\n"


def copy_with_system(text: str) -> bool:
    """Hand a text to the system's own clipboard program; tell whether one took it."""
    for command in _CLIPBOARDS:
        program = shutil.which(command[0])
        if program is None:
            continue
        try:
            done = subprocess.run(  # noqa: S603 - a fixed program, and the text only as its input
                [program, *command[1:]],
                input=text.encode("utf-8"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_PATIENCE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return True
    return False
