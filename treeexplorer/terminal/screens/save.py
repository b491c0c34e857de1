"""Saving and exporting: the trees, the drawing, the trace, the answers, each under a name."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from treeexplorer.files import ChangedError, write_atomically
from treeexplorer.terminal import edits
from treeexplorer.terminal.copying import What, text_of
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
        offered += [(name, f"Export {words}") for name, (words, _) in EXPORTS.items()]
        super().__init__("Save or export", offered)

    def choose(self, name: str) -> None:
        """Save at once, or ask for a name."""
        if name == "save":
            self._save(None)
            return
        asked = ask_for_file(
            "Save the trees as",
            "a name that ends in .tree",
            str(new_path(self.view)),
            self._save,
            for_trees=True,
        )
        for what, (words, file_name) in EXPORTS.items():
            if what == name:
                export = partial(self._export, what)
                asked = ask_for_file(f"Save {words} as", "a file name", file_name, export)
        self.post_message(asked)

    def _save(self, path: Path | None, *, overwrite: bool = False) -> None:
        try:
            self.view.say(edits.save(self.view, path, overwrite=overwrite))
        except ChangedError as error:
            self.post_message(ask_to_overwrite(error, lambda: self._save(path, overwrite=True)))
            return
        except (OSError, ValueError) as error:
            self.view.say(f"Not saved: {error}.")
        self.dismiss("saved")

    def _export(self, what: What, path: Path) -> None:
        try:
            write_atomically(path, text_of(self.view, what))
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


EXPORTS: Final[dict[What, tuple[str, str]]] = {
    "svg": ("the drawing as SVG", "drawing.svg"),
    "latex": ("the drawing as LaTeX", "drawing.tex"),
    "drawing": ("the drawing as text", "drawing.txt"),
    "trace": ("the trace as Markdown", "trace.md"),
    "csv": ("the trace as CSV", "trace.csv"),
    "answers": ("the answer sheet", "answers.txt"),
    "tree": ("this tree alone", "tree.tree"),
}
"""What can be exported: the words, and a file name."""
