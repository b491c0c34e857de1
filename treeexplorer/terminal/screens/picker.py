"""The file picker: a folder's trees, and a line for a path."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import DirectoryTree, Input

from treeexplorer.terminal.lines import TextLine, line
from treeexplorer.terminal.screens.dialogs import LONGEST_ANSWER, Dialog
from treeexplorer.terminal.sources import OWN, is_foreign
from treeexplorer.terminal.widgets.line_view import OneLine
from treeexplorer.text import safe


class Trees(DirectoryTree):
    """A folder with those of its files that can be opened."""

    ICON_NODE = "▸ "
    ICON_NODE_EXPANDED = "▾ "
    ICON_FILE = "  "

    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        """Leave out hidden files and those of other kinds."""
        return [path for path in paths if not path.name.startswith(".") and _is_offered(path)]


def _is_offered(path: Path) -> bool:
    try:
        return path.is_dir() or path.suffix.lower() in {OWN, ".txt"} or is_foreign(path)
    except OSError:
        return False


class Picker(Dialog["Path | None"]):
    """Asks for a file; dismissed with its path.

    Args:
        folder: Where to begin.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "turn", "list or line", tooltip="Go to the list or the line", priority=True)
    ]
    AUTO_FOCUS = "Input"
    DEFAULT_CSS = """
    Picker > Vertical {
        width: 80%; min-width: 40; height: 80%; background: $panel; padding: 1 2;
    }
    Picker Input { border: none; height: 1; padding: 0; margin: 1 0; }
    Picker DirectoryTree { height: 1fr; background: $panel; padding: 0; }
    """

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__()
        self._folder = folder or Path.cwd()

    def compose(self) -> ComposeResult:
        """Build the line for a path above the folder."""
        with Vertical():
            yield OneLine(
                lambda _: line(
                    ("Open a file  ", "bold strong"), (safe(str(self._folder)), "quiet")
                ),
                surface="panel",
            )
            yield Input(
                placeholder="a path, or tab to choose", compact=True, max_length=LONGEST_ANSWER
            )
            yield Trees(self._folder)
            yield OneLine(self._said, surface="panel")

    def _said(self, _width: int) -> TextLine:
        if self.message:
            return line(("✗ ", "bold cut"), (self.message, "strong"))
        return line(("↵ opens it   tab list or line   esc gives up", "quiet"))

    def on_directory_tree_file_selected(self, event: DirectoryTree.FileSelected) -> None:
        """Open the file that was chosen."""
        event.stop()
        self.dismiss(event.path)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take back what was wrong with the path before."""
        event.stop()
        self.say("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Open the file at the path, or list the folder there."""
        event.stop()
        text, trees = event.value.strip(), self.query_one(Trees)
        if not text:
            trees.focus()
            return
        try:
            path = (self._folder / Path(text).expanduser()).resolve()
            is_folder, is_there = path.is_dir(), path.exists()
        except (OSError, ValueError, RuntimeError) as error:
            self.say(safe(str(error)))
            return
        if is_folder:
            self._folder = trees.path = path
            event.input.value = ""
        elif is_there:
            self.dismiss(path)
        else:
            self.say("There is no such file.")

    def action_turn(self) -> None:
        """Go to the list, or back to the line."""
        trees, path = self.query_one(Trees), self.query_one(Input)
        (path if trees.has_focus else trees).focus()
