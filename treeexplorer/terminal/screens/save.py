"""Saving and exporting: the trees, the drawing, the trace, the answers, each under a name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual.screen import Screen

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
            (f"Export {words}", partial(self._ask, name))
            for name, (words, file_name, _) in TEXTS.items()
            if file_name
        ]
        super().__init__("Save or export", offered)

    def _ask(self, what: What) -> None:
        words, name, _ = TEXTS[what]
        title, export = f"Save {words} as", partial(self._export, what)
        self.post_message(ask_for_file(title, "a file name", name, export))

    def _export(self, what: What, path: Path) -> None:
        try:
            write_atomically(path, text_of(self.view, what))
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
