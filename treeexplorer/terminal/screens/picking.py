"""Choosing a file: type its path, or go through the folders."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import DirectoryTree, Input, Static

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.sources import Source
from treeexplorer.text import safe

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp

_ENDINGS = {".tree", ".txt", ".json"}


class TreeFiles(DirectoryTree):
    """Folders, and the files in them that may hold trees."""

    ICON_NODE = "+ "
    ICON_NODE_EXPANDED = "- "
    ICON_FILE = "  "

    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        """Leave out hidden files and those that hold something else."""
        return [
            path
            for path in paths
            if not path.name.startswith(".") and (path.is_dir() or path.suffix in _ENDINGS)
        ]


class Picker(ModalScreen[Path | None]):
    """Lets one choose a file.

    Args:
        folder: Where to begin.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c", "give_up", show=False, priority=True)
    ]

    app: ExplorerApp

    def __init__(self, folder: Path) -> None:
        super().__init__(classes="dialog")
        self._folder = folder

    def compose(self) -> ComposeResult:
        """Build the line for a path and the folders below it."""
        ink = self.app.ink
        with Vertical(classes="box tall"):
            yield Static(ink.content(("Open a tree file", styles.STRONG)))
            yield Input(placeholder="a path, or choose below", id="path")
            files = TreeFiles(self._folder, id="files")
            files.show_guides = False
            yield files
            yield Static(
                ink.content(("↵ open   tab path or folders   esc give up", styles.QUIET)),
                id="problem",
            )

    def on_mount(self) -> None:
        """Begin in the folders."""
        self.query_one("#files").focus()

    def on_directory_tree_file_selected(self, event: DirectoryTree.FileSelected) -> None:
        """Take the file that was chosen."""
        event.stop()
        self.dismiss(event.path)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the path that was typed, if there is such a file."""
        event.stop()
        path = Path(event.value).expanduser()
        if path.is_file():
            self.dismiss(path)
        elif path.is_dir():
            self.query_one("#files", TreeFiles).path = path
            self.query_one("#files").focus()
        else:
            ink = self.app.ink
            self.query_one("#problem", Static).update(
                ink.content((f"there is no file {safe(str(path))}", styles.CUT))
            )

    def action_give_up(self) -> None:
        """Close without a file."""
        self.dismiss(None)


def pick_file(app: ExplorerApp) -> None:
    """Ask for a file and open it."""

    def open_it(path: Path | None) -> None:
        if path is not None:
            app.open(Source.of_file(path))

    folder = Path.cwd()
    if app.source is not None and app.source.path is not None:
        folder = app.source.path.absolute().parent
    app.push_screen(Picker(folder), open_it)
