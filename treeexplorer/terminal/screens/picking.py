"""Choosing a file: go through the folders, type letters of its name, or type its path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.folders import Entry, entries, fitting, located, size_shown
from treeexplorer.terminal.sources import Source
from treeexplorer.text import safe

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp

_MOST_SHOWN: Final = 500
_KEYS: Final = "↵ open   ↑ ↓ choose   ⌫ folder above   esc give up"
_FEWER_KEYS: Final = "↵ open   ⌫ folder above   esc"


class Entries(OptionList, can_focus=False, inherit_bindings=False):
    """The folders and files; the keys come from the line above it."""


class Picker(ModalScreen[Path | None]):
    """Lets one choose a file.

    Args:
        folder: Where to begin.
    """

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c", "give_up", show=False, priority=True),
        Binding("up", "go('up')", show=False, priority=True),
        Binding("down", "go('down')", show=False, priority=True),
        Binding("pageup", "go('page_up')", show=False, priority=True),
        Binding("pagedown", "go('page_down')", show=False, priority=True),
        Binding("backspace", "shorten", show=False, priority=True),
        Binding("tab", "complete", show=False, priority=True),
    ]
    AUTO_FOCUS = "#path"

    app: ExplorerApp

    def __init__(self, folder: Path) -> None:
        super().__init__(classes="dialog")
        self._folder = folder
        self._listed: Path | None = None
        self._found: list[Entry] = []
        self._shown: list[Entry] = []
        self._problem = ""

    def compose(self) -> ComposeResult:
        """Build the line for a path and the folders below it."""
        with Vertical(classes="box tall"):
            yield Static(id="folder")
            yield Input(placeholder="type a part of the name, or a path", id="path", compact=True)
            yield Static(id="rule")
            yield Entries(id="files", markup=False)
            yield Static(id="problem")

    def on_mount(self) -> None:
        """List the folder."""
        self._look()

    def on_resize(self) -> None:
        """Set the sizes at the right edge."""
        self.call_after_refresh(self._show)

    # -- what is listed ------------------------------------------------------------------------

    @property
    def _typed(self) -> str:
        return self.query_one("#path", Input).value

    def on_input_changed(self) -> None:
        """List what fits what is typed."""
        self._look()

    def _look(self) -> None:
        """Find what fits the line."""
        folder, letters = located(self._folder, self._typed)
        self._problem = ""
        if folder != self._listed:
            self._listed = folder
            try:
                self._found = entries(folder)
            except OSError as error:
                self._listed, self._found = None, []
                reason = (error.strerror or str(error)).lower()
                self._problem = f"{safe(folder.name or str(folder))}: {safe(reason)}"
        self._shown = fitting(self._found, letters)
        if not self._shown and not self._problem:
            self._problem = f"nothing here has “{safe(letters)}” in its name"
        self._show()

    def _show(self) -> None:
        """Show the list, with the first name that is not the folder above chosen."""
        ink = self.app.ink
        files = self.query_one("#files", Entries)
        width = files.size.width
        if not width:
            return
        chosen = files.highlighted
        before = [option.id for option in files.options]
        names = [str(entry.path) for entry in self._shown[:_MOST_SHOWN]]
        scrolls = len(names) > files.size.height and not ink.ascii_only
        files.clear_options()
        files.add_options(
            Option(self._line(entry, width - 2 - scrolls), id=name)
            for name, entry in zip(names, self._shown, strict=False)
        )
        if names == before:
            files.highlighted = chosen
        elif names:
            first = 1 if self._shown[0].name == ".." and len(names) > 1 else 0
            files.highlighted = first
        self._say(files.size.width)

    def _line(self, entry: Entry, width: int) -> Content:
        ink = self.app.ink
        if entry.name == "..":
            return ink.content(("../", styles.STRONG), ("  the folder above", styles.QUIET))
        if entry.is_folder:
            return ink.fitted(ink.line((f"{safe(entry.name)}/", styles.STRONG)), width).content
        size = ink.line((size_shown(entry.size), styles.QUIET))
        return ink.beside(ink.line(safe(entry.name)), size, width).content

    def _say(self, width: int) -> None:
        ink = self.app.ink
        heading = ink.line(("Open a tree", styles.STRONG), "  ")
        folder = safe(str(self._listed or self._folder))
        room = width - heading.cell_length - 1
        if len(folder) > room:
            folder = ink.ellipsis + folder[len(folder) - room + len(ink.ellipsis) :]
        self.query_one("#folder", Static).update(
            (heading + ink.line((folder, styles.QUIET))).content
        )
        self.query_one("#rule", Static).update(ink.content(("─" * width, styles.QUIET)))
        more = len(self._shown) - _MOST_SHOWN
        if self._problem:
            said = ink.line((self._problem, styles.CUT))
        elif more > 0:
            said = ink.line((f"and {more:,} more: type a part of the name", styles.QUIET))
        else:
            said = ink.line(((_KEYS if width > len(_KEYS) else _FEWER_KEYS), styles.QUIET))
        self.query_one("#problem", Static).update(ink.fitted(said, width).content)

    # -- choosing ------------------------------------------------------------------------------

    @property
    def _chosen(self) -> Entry | None:
        index = self.query_one("#files", Entries).highlighted
        return None if index is None or index >= len(self._shown) else self._shown[index]

    def _take(self, entry: Entry) -> None:
        if entry.is_folder:
            self._enter(entry.path)
        else:
            self.dismiss(entry.path)

    def _enter(self, folder: Path) -> None:
        """Go into a folder, with nothing typed yet."""
        came_from = self._listed
        self._folder = folder
        line = self.query_one("#path", Input)
        with self.prevent(Input.Changed):
            line.value = ""
        self._look()
        for index, entry in enumerate(self._shown[:_MOST_SHOWN]):
            if entry.path == came_from and entry.name != "..":
                self.query_one("#files", Entries).highlighted = index

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the path that was typed, or what is chosen."""
        event.stop()
        folder, letters = located(self._folder, self._typed)
        path = folder / letters
        if letters and path.is_file():
            self.dismiss(path)
        elif letters and path.is_dir():
            self._enter(path)
        elif self._chosen is not None:
            self._take(self._chosen)
        else:
            self.app.bell()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take what was clicked."""
        event.stop()
        if event.option_index < len(self._shown):
            self._take(self._shown[event.option_index])

    def action_go(self, where: str) -> None:
        """Move the choice."""
        files = self.query_one("#files", Entries)
        getattr(files, f"action_{where}" if "page" in where else f"action_cursor_{where}")()

    def action_shorten(self) -> None:
        """Delete a letter; where there is none, go to the folder above."""
        line = self.query_one("#path", Input)
        if line.value:
            line.action_delete_left()
        elif self._folder.parent != self._folder:
            self._enter(self._folder.parent)

    def action_complete(self) -> None:
        """Go into the folder that is chosen, or write the name of the file that is."""
        chosen = self._chosen
        if chosen is None:
            self.app.bell()
        elif chosen.is_folder:
            self._enter(chosen.path)
        else:
            line = self.query_one("#path", Input)
            line.value = self._typed.rpartition("/")[0] + "/" * ("/" in self._typed) + chosen.name
            line.cursor_position = len(line.value)

    def action_give_up(self) -> None:
        """Close without a file."""
        self.dismiss(None)


def pick_file(app: ExplorerApp) -> None:
    """Ask for a file and open it."""

    def open_it(path: Path | None) -> None:
        if path is not None:
            app.open(Source.of_file(path))

    folder = Path.cwd()
    source = app.source
    if source is not None and source.path is not None and not source.is_example:
        folder = source.path.absolute().parent
    app.push_screen(Picker(folder), open_it)
