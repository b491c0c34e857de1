"""The gallery: what was opened last, a folder of one's own, the examples; a preview that plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from treeexplorer import gallery
from treeexplorer.terminal import moves
from treeexplorer.terminal.keys import EXERCISES, FILES, STEP, key, more
from treeexplorer.terminal.lines import BLANK, TextLine, beside, line, paragraph, sentence
from treeexplorer.terminal.messages import OpenScreen, OpenSource
from treeexplorer.terminal.panels.preview import preview
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.footer import Hints
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.text import safe, shorten
from treeexplorer.text import width as cells

_LARGEST_DRAWN: Final = 300_000
_RECENT: Final = 3
_LIST_WIDTH: Final = 34
_LEAST_PREVIEW: Final = 70
_TICK_SECONDS: Final = 0.5
_PASTE: Final = "or paste a tree such as [[3 12 8] [2 4 6] [14 5 2]]"
_PLAYS: Final = "It plays by itself; space stops it."
_STOPPED: Final = "space plays it on."
_AT_CUT: Final = "The first cut-off; ↵ opens the tree."


@dataclass
class Folder:
    """A heading of the list with what is below it.

    Attributes:
        title: The heading.
        sources: What is below it.
        is_open: Whether that is listed.
    """

    title: str
    sources: list[Source]
    is_open: bool = False


class GalleryList(OptionList):
    """The list of what can be opened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "open", id="gallery_open", tooltip="Open what is selected")
    ]


class Gallery(BaseScreen[None]):
    """Lists what can be opened and plays the first steps of the one that is selected.

    Args:
        folder: A folder of trees that is listed first.
        recent: The files opened last.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("P", "practise", "practise", "Practise on what is selected"),
        key("W", "worksheet", "worksheet", "Fill in the worksheet of what is selected"),
        key("slash", "find", "find", "Find a tree by its title", "gallery_find"),
        key("n", "new", "write a new one", "Write a new tree", "gallery_new"),
        key("ctrl+o", "file", "file", "Choose a file"),
        key("q", "leave_program", "quit", "Quit", "gallery_quit"),
        more(STEP, "space", "play", "Stop the preview, or play it on"),
        more(STEP, "j", "cursor(1)", "Go to the next line", "gallery_down"),
        more(STEP, "k", "cursor(-1)", "Go to the line before", "gallery_up"),
        more(STEP, "right", "fold(True)", "List what is in a folder", "gallery_unfold"),
        more(STEP, "left", "fold(False)", "Close a folder", "gallery_fold"),
        more(EXERCISES, "t", "tour", "Take the tour"),
        more(EXERCISES, "g", "play_game", "Play a game against the search", "gallery_play"),
        more(FILES, "ctrl+v", "paste", "Open the tree in the clipboard", "gallery_paste"),
    ]
    AUTO_FOCUS = "#gallery-list"
    DEFAULT_CSS = """
    Gallery #gallery-heading, Gallery #gallery-said { height: 1; }
    Gallery #gallery-body { height: 1fr; }
    Gallery OptionList, Gallery OptionList:focus {
        width: 35; height: 1fr; border: none; padding: 1 0 0 0; background: $panel;
        scrollbar-size: 1 1; scrollbar-gutter: stable;
    }
    Gallery OptionList > .option-list--option-highlighted,
    Gallery OptionList:focus > .option-list--option-highlighted { text-style: bold; }
    Gallery #gallery-preview { width: 1fr; height: 1fr; }
    """

    def __init__(self, folder: Path | None = None, recent: Sequence[str] = ()) -> None:
        super().__init__()
        self.folders = folders_of(folder, recent)
        self.view: View | None = None
        self.is_playing = True
        self._problem = ""
        self._message = ""
        self._shown: Source | None = None
        self._rows: list[tuple[int, int]] = []

    # -- what is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build the list, the preview and the footer."""
        yield LineView(self._heading, surface="panel", id="gallery-heading")
        with Horizontal(id="gallery-body"):
            yield GalleryList(id="gallery-list", markup=False)
            yield LineView(self._preview, id="gallery-preview")
        yield LineView(self._said, id="gallery-said")
        yield Hints()

    def on_mount(self) -> None:
        """List what there is and select the first tree."""
        self._fill()
        first = next((row for row, (_, at) in enumerate(self._rows) if at >= 0), 0)
        preferred = self._row_of_first_example()
        self._list.highlighted = first if preferred is None else preferred
        self.set_interval(_TICK_SECONDS, self._tick, name="preview")

    def on_resize(self, event: events.Resize) -> None:
        """Leave the preview out where there is room for the list alone."""
        narrow = event.size.width < _LEAST_PREVIEW
        self.query_one("#gallery-preview").display = not narrow
        self._list.styles.width = "1fr" if narrow else _LIST_WIDTH + 1

    def _row_of_first_example(self) -> int | None:
        """Return the row of the first example, unless an own folder comes first."""
        if self.folders and self.folders[0].title != "Opened last":
            return None
        for row, (folder, at) in enumerate(self._rows):
            if at == 0 and self.folders[folder].title != "Opened last":
                return row
        return None

    @property
    def _list(self) -> OptionList:
        return self.query_one("#gallery-list", OptionList)

    def _fill(self) -> None:
        """List the folders, and the trees of those that are open."""
        highlighted = self._list.highlighted
        options: list[Option] = []
        self._rows = []
        for number, folder in enumerate(self.folders):
            sign = "▾" if folder.is_open else "▸"
            options.append(Option(self._row(f" {sign} {folder.title}", str(len(folder.sources)))))
            self._rows.append((number, -1))
            if folder.is_open:
                for at, source in enumerate(folder.sources):
                    options.append(Option(self._row(f"     {source.name}", "")))
                    self._rows.append((number, at))
        self._list.clear_options()
        self._list.add_options(options)
        if highlighted is not None:
            self._list.highlighted = min(highlighted, len(options) - 1)

    def _row(self, text: str, count: str) -> Content:
        room = _LIST_WIDTH - 1
        text = shorten(text, room - len(count) - 1)
        gap = " " * max(0, room - cells(text) - len(count))
        if not count:
            return Content(text + gap)
        return Content.assemble((text, "bold"), gap, (count, "dim"))

    @property
    def selected(self) -> Source | None:
        """The source that is selected; ``None`` at a folder."""
        row = self._list.highlighted
        if row is None or row >= len(self._rows):
            return None
        folder, at = self._rows[row]
        return self.folders[folder].sources[at] if at >= 0 else None

    def show(self) -> None:
        """Show what has changed."""
        for view in self.query(LineView):
            view.redraw()

    def _heading(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        left = line((" treeexplorer", "bold strong"))
        return [beside(left, line(("explore game trees ", "quiet")), width)]

    def _preview(self, width: int, height: int) -> list[TextLine]:
        if self.view is not None:
            hint = _PLAYS if self.is_playing else _STOPPED
            if self._is_at_first_cut:
                hint = _AT_CUT
            return preview(self.view, width, height, hint=hint)
        source = self._shown
        if source is None:
            return self._folder_words(width, height)
        lines: list[TextLine] = [line((source.name, "bold strong")), BLANK]
        lines += [sentence(text) for text in self._problem.split("\n")]
        shown = paragraph(lines, width - 4, height - 1)
        return [BLANK, *((("  ", ""), *text) for text in shown)]

    def _folder_words(self, width: int, height: int) -> list[TextLine]:
        row = self._list.highlighted
        if row is None or row >= len(self._rows):
            return []
        folder = self.folders[self._rows[row][0]]
        lines: list[TextLine] = [line((f"  {folder.title}", "bold strong")), BLANK]
        lines += [line(f"  {shorten(source.name, width - 4)}") for source in folder.sources]
        return [BLANK, *lines][:height]

    def _said(self, width: int, height: int) -> list[TextLine]:
        words = self._message or _PASTE
        return paragraph([line((f" {words}", "quiet"))], width, height)

    # -- the preview ---------------------------------------------------------------------------

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Preview what is selected, once the list itself has been painted."""
        event.stop()
        self.call_after_refresh(self._show_selected)

    async def _show_selected(self) -> None:
        from treeexplorer.notation import NotationError

        source = self.selected
        if source is self._shown and (source is None or self.view is not None):
            self.show()
            return
        self._shown, self.view, self._problem, self._message = source, None, "", ""
        if source is not None:
            stamp = source.stamp()
            if stamp is not None and stamp[0] > _LARGEST_DRAWN:
                self._problem = f"{stamp[0] / 1e6:.1f} MB; ↵ opens it"
            else:
                try:
                    trees = await source.read_behind()
                    if source is self.selected:
                        self.view = View(trees, source.name, source=source)
                except (NotationError, ValueError) as error:
                    self._problem = f"{error}\n\n↵ opens it in the editor, at the problem."
        self.is_playing = True
        self.show()

    @property
    def _is_at_first_cut(self) -> bool:
        view = self.view
        if view is None or not view.record.cuts:
            return False
        return view.step == view.record.left(view.record.cuts[0])

    def _tick(self) -> None:
        """Go on by one node, up to the first cut-off."""
        view = self.view
        if view is None or not self.is_playing or self.app.screen is not self:
            return
        if self._is_at_first_cut or not view.move(moves.next_node):
            return
        self.query_one("#gallery-preview", LineView).redraw()

    def action_play(self) -> None:
        """Stop the preview, or play it on; from the first cut-off it begins again."""
        if self.view is None:
            return
        if self._is_at_first_cut:
            self.view.go_to(0)
            self.is_playing = True
        else:
            self.is_playing = not self.is_playing
        self.show()

    # -- doing things --------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open what was chosen."""
        event.stop()
        self.action_open()

    def action_open(self) -> None:
        """Open what is selected; a folder is listed, or closed."""
        source = self.selected
        if source is not None:
            self.post_message(OpenSource(source))
        else:
            self._toggle()

    def _toggle(self) -> None:
        row = self._list.highlighted
        if row is not None:
            folder = self.folders[self._rows[row][0]]
            folder.is_open = not folder.is_open
            self._fill()

    def action_fold(self, is_open: bool) -> None:
        """List what is in a folder, or close it."""
        row = self._list.highlighted
        if row is None:
            return
        number, at = self._rows[row]
        if self.folders[number].is_open is not is_open:
            if at >= 0:
                self._list.highlighted = row - at - 1
            self._toggle()

    def action_cursor(self, by: int) -> None:
        """Go to another line."""
        if by > 0:
            self._list.action_cursor_down()
        else:
            self._list.action_cursor_up()

    def action_practise(self) -> None:
        """Practise on what is selected."""
        self._open_screen("practise")

    def action_worksheet(self) -> None:
        """Fill in the worksheet of what is selected."""
        self._open_screen("worksheet")

    def _open_screen(self, name: str) -> None:
        view = self.view
        if view is None:
            self._say("Select a tree first.")
        else:
            view.search_on(1.0)
            other = view.twin()
            other.go_to(0)
            self.post_message(OpenScreen(name, other))

    def action_find(self) -> None:
        """Ask for a part of a title and go to the first tree that has it."""
        self.post_message(
            OpenScreen(
                "prompt",
                then=self._go_to_title,
                title="Find",
                explanation="a part of a title",
                attempt=self._attempt,
            )
        )

    def _matches(self, text: str) -> list[tuple[int, int]]:
        wanted = text.strip().casefold()
        return [
            (number, at)
            for number, folder in enumerate(self.folders)
            for at, source in enumerate(folder.sources)
            if wanted and wanted in source.name.casefold()
        ]

    def _attempt(self, text: str) -> tuple[bool, str]:
        found = self._matches(text)
        if not found:
            return False, "No title has this."
        number, at = found[0]
        name = self.folders[number].sources[at].name
        others = f" and {len(found) - 1} more" if len(found) > 1 else ""
        return True, f"↵ goes to {name}{others}"

    def _go_to_title(self, text: str | None) -> None:
        found = self._matches(text or "")
        if not found:
            return
        self.folders[found[0][0]].is_open = True
        self._fill()
        self._list.highlighted = self._rows.index(found[0])

    def action_new(self) -> None:
        """Write a new tree."""
        self.post_message(OpenScreen("editor", source=Source.of_text("", "new tree")))

    def action_file(self) -> None:
        """Choose a file."""
        self.post_message(OpenScreen("picker", then=self._open_file))

    def _open_file(self, path: Path | None) -> None:
        if path is not None:
            self.post_message(OpenSource(Source.of_file(path)))

    def action_tour(self) -> None:
        """Take the tour."""
        self.post_message(OpenScreen("tour"))

    def action_play_game(self) -> None:
        """Play a game against the search."""
        self.post_message(OpenScreen("games"))

    def action_paste(self) -> None:
        """Open the tree in the clipboard."""
        self._open_text(self.app.clipboard)

    def on_paste(self, event: events.Paste) -> None:
        """Open a tree that is pasted."""
        event.stop()
        self._open_text(event.text)

    def _open_text(self, text: str) -> None:
        if text.strip():
            self.post_message(OpenSource(Source.of_text(text)))
        else:
            self._say("There is nothing to paste.")

    def _say(self, text: str) -> None:
        self._message = text
        self.show()


def folders_of(folder: Path | None, recent: Sequence[str]) -> list[Folder]:
    """Return what a gallery lists: an own folder, what was opened last, the examples."""
    found: list[Folder] = []
    if folder is not None:
        trees = [Source.of_example(example) for example in gallery.trees_in(folder)]
        found.append(Folder(safe(folder.resolve().name) or "/", trees, is_open=True))
    last = _recent(recent)
    if last:
        found.append(Folder("Opened last", last, is_open=folder is None))
    headings: dict[str, Folder] = {}
    for example in gallery.examples():
        heading = headings.setdefault(example.heading, Folder(example.heading, []))
        heading.sources.append(Source.of_example(example))
    found.extend(headings.values())
    if folder is None and headings:
        next(iter(headings.values())).is_open = True
    return found


def _recent(files: Sequence[str]) -> list[Source]:
    """Return the last files that are still there, built-in examples under their titles."""
    paths = (Path(name) for name in files)
    there = islice((path for path in paths if path.is_file()), _RECENT)
    known = {example.path: example for example in gallery.examples()}
    return [
        Source.of_example(known[path]) if path in known else Source.of_file(path) for path in there
    ]
