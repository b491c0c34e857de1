"""Saving and exporting: the trees, the drawing, the trace, the answers, each under a name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from treeexplorer.files import ChangedError, write_atomically
from treeexplorer.terminal import edits
from treeexplorer.terminal.copying import copied
from treeexplorer.terminal.messages import ask_for_file, ask_to_overwrite
from treeexplorer.terminal.screens.dialogs import Choose
from treeexplorer.terminal.view import View
from treeexplorer.text import safe


class Save(Choose):
    """Offers what can be saved of a view; dismissed with whether something was.

    Args:
        view: What is looked at.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        file = edits.file_of(view)
        offered = []
        if file.path is not None:
            what = "changes" if file.has_unsaved_work else "(nothing has changed)"
            offered.append(("save", f"Save {safe(file.path.name)}   {what}"))
        offered.append(("save as", "Save the trees under another name"))
        offered += [(name, f"Export {words}") for name, (words, _, _) in EXPORTS.items()]
        super().__init__("Save or export", offered)

    def choose(self, name: str) -> None:
        """Save at once, or ask for a name."""
        if name == "save":
            self._save(None)
        elif name == "save as":
            asked = ask_for_file(
                "Save the trees as",
                "a name that ends in .tree",
                str(new_path(self.view)),
                self._save,
                for_trees=True,
            )
            self.post_message(asked)
        else:
            words, file_name, text_of = EXPORTS[name]

            def export(path: Path) -> None:
                self._write(path, text_of)

            self.post_message(ask_for_file(f"Save {words} as", "a file name", file_name, export))

    def _save(self, path: Path | None, *, overwrite: bool = False) -> None:
        try:
            self.view.say(edits.save(self.view, path, overwrite=overwrite))
        except ChangedError as error:
            self.post_message(ask_to_overwrite(error, lambda: self._save(path, overwrite=True)))
            return
        except (OSError, ValueError) as error:
            self.view.say(f"Not saved: {error}.")
        self.dismiss("saved")

    def _write(self, path: Path, text_of: Callable[[View], str]) -> None:
        try:
            write_atomically(path, text_of(self.view))
        except (OSError, ValueError) as error:
            self.view.say(f"Not saved: {error}.")
        else:
            self.view.say(f"Saved {safe(str(path))}.")
        self.dismiss("exported")


def new_path(view: View) -> Path:
    """Return a path for trees that have no file of their own: beside the one they are from."""
    path = edits.file_of(view).path
    if path is not None:
        return path
    source = view.source
    if source is None or source.path is None:
        return Path("tree.tree")
    return (Path(source.path.name) if source.is_example else source.path).with_suffix(".tree")


def _drawing_text(view: View) -> str:
    from treeexplorer.drawing.diagram import draw
    from treeexplorer.drawing.runs import Look, plain

    return plain(draw(view.record, view.step, Look(marks=True))).rstrip("\n") + "\n"


def _svg(view: View) -> str:
    from treeexplorer.drawing.svg import svg

    return svg(view.record, view.step)


def _latex(view: View) -> str:
    from treeexplorer.drawing.latex import latex

    return latex(view.record, view.step)


def _trace_csv(view: View) -> str:
    from treeexplorer.formats import tables

    return "\n".join(tables.trace_csv(view.record)) + "\n"


def _answers(view: View) -> str:
    from treeexplorer.exercises.answers import answer_sheet
    from treeexplorer.exercises.pages import plain_text

    return plain_text(tuple(answer_sheet(view.record, view.title).blocks()))


EXPORTS: Final[dict[str, tuple[str, str, Callable[[View], str]]]] = {
    "svg": ("the drawing as SVG", "drawing.svg", _svg),
    "latex": ("the drawing as LaTeX", "drawing.tex", _latex),
    "text": ("the drawing as text", "drawing.txt", _drawing_text),
    "markdown": ("the trace as Markdown", "trace.md", lambda view: copied(view, "trace")),
    "csv": ("the trace as CSV", "trace.csv", _trace_csv),
    "answers": ("the answer sheet", "answers.txt", _answers),
    "tree": ("this tree alone", "tree.tree", lambda view: copied(view, "tree")),
}
"""What can be exported: the words, a file name, and what makes the text."""
