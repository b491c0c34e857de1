"""Saving and exporting: the trees, the drawing, the trace, the answers, each under a name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from treeexplorer.files import ChangedError, write_atomically
from treeexplorer.terminal import edits
from treeexplorer.terminal.copying import TEXTS, What, text_of
from treeexplorer.terminal.messages import Choice, ask_for_file, ask_to_overwrite
from treeexplorer.terminal.screens.dialogs import Choose
from treeexplorer.terminal.view import View
from treeexplorer.text import safe


class Save(Choose):
    """Offers what can be saved of a view.

    Args:
        view: What is looked at.
        after: Is called when the trees were saved, or could not be.
    """

    def __init__(self, view: View, after: Callable[[], None] | None = None) -> None:
        self.view: View = view
        self._after = after
        file = edits.file_of(view)
        offered: list[Choice] = []
        if file.path is not None:
            what = "changes" if file.has_unsaved_work else "(nothing has changed)"
            offered.append((f"Save {safe(file.path.name)}   {what}", self._save))
        offered.append(("Save the trees under another name", self._ask_for_trees))
        offered += [
            (f"Export {words}", partial(self._ask, name))
            for name, (words, file_name, _) in TEXTS.items()
            if file_name
        ]
        super().__init__("Save or export", offered)

    def _ask_for_trees(self) -> None:
        name, explanation = str(new_path(self.view)), "a name that ends in .tree"
        self.post_message(
            ask_for_file("Save the trees as", explanation, name, self._save, for_trees=True)
        )

    def _ask(self, what: What) -> None:
        words, name, _ = TEXTS[what]
        export = partial(self._export, what)
        self.post_message(ask_for_file(f"Save {words} as", "a file name", name, export))

    def _save(self, path: Path | None = None, *, overwrite: bool = False) -> None:
        try:
            self.view.say(edits.save(self.view, path, overwrite=overwrite))
        except ChangedError as error:
            overwrite_it = partial(self._save, path, overwrite=True)
            # This screen may be gone by now: the app takes the question.
            self.app.post_message(ask_to_overwrite(error, overwrite_it))
            return
        except (OSError, ValueError) as error:
            self.view.say(f"Not saved: {error}.")
        if self._after is not None:
            self._after()

    def _export(self, what: What, path: Path) -> None:
        try:
            write_atomically(path, text_of(self.view, what))
        except (OSError, ValueError) as error:
            self.view.say(f"Not saved: {error}.")
        else:
            self.view.say(f"Saved {safe(str(path))}.")


def new_path(view: View) -> Path:
    """Return a path for trees that have no file of their own: beside the one they are from."""
    path = edits.file_of(view).path
    if path is not None:
        return path
    source = view.source
    if source is None or source.path is None:
        return Path("tree.tree")
    return (source.own_path or Path(source.path.name)).with_suffix(".tree")
