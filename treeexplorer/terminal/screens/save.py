"""Saving, exporting and copying: the trees, the drawing, the trace, the answers."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, Literal, TypeAlias

from textual.screen import Screen

from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.latex import latex
from treeexplorer.drawing.runs import Look, uncoloured
from treeexplorer.drawing.svg import svg
from treeexplorer.exercises.answers import answer_sheet
from treeexplorer.exercises.pages import plain_text
from treeexplorer.explain.sentences import sentence
from treeexplorer.files import ChangedError, write_atomically
from treeexplorer.formats.tables import trace_csv, trace_markdown
from treeexplorer.notation import write
from treeexplorer.terminal import edits
from treeexplorer.terminal.messages import Choice, ask_for_file, ask_to_overwrite
from treeexplorer.terminal.screens.dialogs import Choose
from treeexplorer.terminal.view import View
from treeexplorer.text import safe


class Save(Choose):
    """Offers what can be saved of a view; ``after`` is called when its trees were, or could not."""

    def __init__(self, view: View, after: Callable[[], None] = lambda: None) -> None:
        self.view: View = view
        file = edits.file_of(view)
        offered: list[Choice] = []
        if file.path is not None:
            what = "changes" if file.has_unsaved_work else "(nothing has changed)"
            save = partial(save_trees, self, view, after, file.path)
            offered.append((f"Save {safe(file.path.name)}   {what}", save))
        ask = partial(ask_where_to_save, self, view, after)
        offered.append(("Save the trees under another name", ask))
        offered += [
            (f"Export {title}", partial(self._ask, name))
            for name, (title, file_name, _) in TEXTS.items()
            if file_name
        ]
        super().__init__("Save or export", offered)

    def _ask(self, what: What) -> None:
        heading, name, _ = TEXTS[what]
        title, export = f"Save {heading} as", partial(self._export, what)
        self.post_message(ask_for_file(title, "a file name", name, export))

    def _export(self, what: What, path: Path) -> None:
        try:
            write_atomically(path, export_text(self.view, what))
        except (OSError, ValueError) as error:
            self.view.say(f"Not saved: {error}.")
        else:
            self.view.say(f"Saved {safe(str(path))}.")


def ask_where_to_save(screen: Screen[None], view: View, after: Callable[[], None]) -> None:
    """Ask for a name under which the trees are saved."""
    save = partial(save_trees, screen, view, after)
    name, explanation = str(new_path(view)), "a name that ends in .tree"
    screen.post_message(ask_for_file("Save the trees as", explanation, name, save, for_trees=True))


def save_trees(
    screen: Screen[None],
    view: View,
    after: Callable[[], None],
    path: Path,
    *,
    overwrite: bool = False,
) -> None:
    """Save the trees, and say so; ask first where somebody else has changed the file.

    Args:
        screen: Who asks for it, who may be gone by now.
        view: Whose trees they are.
        after: Is called when they were saved, or could not be.
        path: Where to.
        overwrite: Whether to write over what somebody else wrote.
    """
    try:
        view.say(edits.save(view, path, overwrite=overwrite))
    except ChangedError as error:
        overwrite_it = partial(save_trees, screen, view, after, path, overwrite=True)
        screen.app.post_message(ask_to_overwrite(error, overwrite_it))
        return
    except (OSError, ValueError) as error:
        view.say(f"Not saved: {error}.")
    after()


def new_path(view: View) -> Path:
    """Return a path for trees that have no file of their own: beside the one they are from."""
    path = edits.file_of(view).path
    if path is not None:
        return path
    source = view.source
    if source is None or source.path is None:
        return Path("tree.tree")
    return (source.own_path or Path(source.path.name)).with_suffix(".tree")


What: TypeAlias = Literal["sentence", "tree", "drawing", "trace", "csv", "svg", "latex", "answers"]

TEXTS: Final[dict[What, tuple[str, str, Callable[[View], str]]]] = {
    "svg": ("the drawing as SVG", "drawing.svg", lambda view: svg(view.record, view.step)),
    "latex": ("the drawing as LaTeX", "drawing.tex", lambda view: latex(view.record, view.step)),
    "drawing": (
        "the drawing as text",
        "drawing.txt",
        lambda view: uncoloured(draw(view.record, view.step, Look(marks=True))),
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


def export_text(view: View, what: What) -> str:
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
