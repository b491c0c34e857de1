"""What can be copied of a view, and how it reaches the clipboard."""

from __future__ import annotations

import shutil
import subprocess
from typing import Final, Literal, TypeAlias

from treeexplorer.terminal.view import View

What: TypeAlias = Literal["sentence", "tree", "drawing", "trace"]

_CLIPBOARDS: Final = (("wl-copy",), ("xclip", "-selection", "clipboard"), ("pbcopy",), ("clip",))
_PATIENCE: Final = 2


def copied(view: View, what: What) -> str:
    """Return a part of what is seen as a text."""
    if what == "sentence":
        return f"{view.snapshot.reason}\n"
    if what == "tree":
        from treeexplorer.notation import write

        return write(view.exercises[view.index]).rstrip("\n") + "\n"
    if what == "trace":
        from treeexplorer.formats import tables

        return "\n".join(tables.trace_markdown(view.record)) + "\n"
    from treeexplorer.drawing.diagram import draw
    from treeexplorer.drawing.runs import plain

    return plain(draw(view.record, view.step)).rstrip("\n") + "\n"


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
