"""What can be copied or saved of a session: each thing as a text."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from typing import Final

from treeexplorer.terminal.session import Session

_CLIPBOARDS: Final = (("wl-copy",), ("xclip", "-selection", "clipboard"), ("pbcopy",), ("clip",))
_PATIENCE: Final = 2


def tree_text(session: Session) -> str:
    """Return the tree in the bracket notation."""
    from treeexplorer.notation import write

    return write(session.trees[session.index]).rstrip("\n") + "\n"


def drawing_text(session: Session) -> str:
    """Return the drawing at the step that is shown."""
    from treeexplorer.drawing.diagram import draw
    from treeexplorer.drawing.runs import Detail, Look, plain

    look = Look(marks_unread=True)
    return plain(draw(session.record, session.step, look, None, Detail.NAMED)).rstrip("\n") + "\n"


def sentence_text(session: Session) -> str:
    """Return everything there is to say about the step that is shown."""
    from treeexplorer.engine import explain

    return explain.reason(session.record, session.step) + "\n"


def trace_markdown(session: Session) -> str:
    """Return the trace as a Markdown table."""
    from treeexplorer.formats import tables

    return "\n".join(tables.trace_markdown(session.record)) + "\n"


def trace_csv(session: Session) -> str:
    """Return the trace as a CSV table."""
    from treeexplorer.formats import tables

    return "\n".join(tables.trace_csv(session.record)) + "\n"


def figure_svg(session: Session) -> str:
    """Return the drawing at the step that is shown as an SVG figure."""
    from treeexplorer.formats.svg import svg

    return svg(session.record, session.step)


COPIED: Final[Mapping[str, Callable[[Session], str]]] = {
    "sentence": sentence_text,
    "tree": tree_text,
    "drawing": drawing_text,
    "trace": trace_markdown,
}

SAVED: Final[Mapping[str, tuple[str, Callable[[Session], str]]]] = {
    "drawing as text": ("drawing.txt", drawing_text),
    "drawing as SVG": ("drawing.svg", figure_svg),
    "trace as Markdown": ("trace.md", trace_markdown),
    "trace as CSV": ("trace.csv", trace_csv),
    "tree": ("tree.tree", tree_text),
}


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
