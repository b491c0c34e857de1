"""The gallery: what was opened last, a folder of one's own, the examples; a preview that plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer import gallery
from treeexplorer.terminal import messages, moves
from treeexplorer.terminal.keys import EXERCISES, STEP, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    fitted,
    indent,
    line,
    paragraph,
    sentence,
)
from treeexplorer.terminal.panels.preview import preview
from treeexplorer.terminal.screens.base import ListScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import NewView
from treeexplorer.terminal.widgets.line_view import LineView, OnDemand, Words
from treeexplorer.text import safe, shorten

_LARGEST_DRAWN: Final = 300_000
_RECENT: Final = 3
_LIST_WIDTH: Final = 35
_LEAST_PREVIEW: Final = 70
_TICK_SECONDS: Final = 0.5
_LAST: Final = "Opened last"
_PASTE: Final = "or paste a tree such as [[3 12 8] [2 4 6] [14 5 2]]"


@dataclass(eq=False)
class Folder:
    """A heading of the list with the sources below it, which are listed where it is open."""

    title: str
    sources: list[Source]
    is_open: bool


class Gallery(ListScreen[None]):
    """Lists what can be opened, a folder first, and plays the first steps of what is selected.

    Args:
        new_view: Makes the view that is played.
        folder: A folder of trees that is listed first.
        recent: The files that were opened last.
    """

    TAKES_OFFERS = True
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "open", "open", "Open what is selected", "gallery_open"),
        key("P", "work('practise')", "practise", "Practise on what is selected"),
        key("W", "work('worksheet')", "worksheet", "Fill in the worksheet of what is selected"),
        key("slash", "find", "find", "Find a tree by its title", "gallery_find"),
        key("n", "new", "write a new one", "Write a new tree", "gallery_new"),
        key("ctrl+o", "file", "file", "Choose a file"),
        key("q", "app.quit", "quit", "Quit", "gallery_quit"),
        more(STEP, "space", "play", "Stop the preview, or play it on"),
        more(STEP, "right", "fold(True)", "List what is in a folder", "gallery_unfold"),
        more(STEP, "left", "fold(False)", "Close a folder", "gallery_fold"),
        more(EXERCISES, "t", "tour", "Take the tour"),
    ]

    def __init__(self, new_view: NewView, folder: Path | None, recent: Sequence[str]) -> None:
        super().__init__()
        self._new_view = new_view
        self.folders = folders_of(folder, recent)
        wanted = next(each for each in self.folders if each.is_open and each.title != _LAST)
        self._list()
        self.at = self._rows.index((wanted, None)) + bool(wanted.sources)
        self.page = LineView(
            lambda width, _: OnDemand(len(self._rows) + 1, lambda row: self._row(row, width)),
            surface="panel",
        )
        self.is_playing = True
        self._problem = ""
        self._shown: Source | None = None

    def heading(self, width: int) -> TextLine:
        what = line(("explore game trees ", "quiet"))
        return beside(line((" treeexplorer", "bold strong")), what, width)

    def parts(self) -> ComposeResult:
        with Horizontal():
            yield self.page
            yield LineView(self._preview, id="gallery-preview")
        yield Words(lambda: [line((self.message or _PASTE, "quiet"))])

    def on_mount(self) -> None:
        self.select(self.at)
        self.set_interval(_TICK_SECONDS, self._tick, name="preview")

    def give_room(self, width: int, height: int) -> None:
        narrow = width < _LEAST_PREVIEW
        self.query_one(Words).fit(width, 1, max(1, height // 4))
        self.query_one("#gallery-preview").display = not narrow
        self.page.styles.width = "1fr" if narrow else _LIST_WIDTH

    def _list(self) -> None:
        """Find what stands in each row: a folder alone, or a source in it."""
        self._rows: list[tuple[Folder, Source | None]] = []
        for folder in self.folders:
            self._rows.append((folder, None))
            if folder.is_open:
                self._rows += [(folder, source) for source in folder.sources]

    @property
    def selected(self) -> Source | None:
        """The source that is selected; ``None`` at a folder."""
        return self._rows[self.at][1]

    def _row(self, number: int, width: int) -> TextLine:
        if not number:
            return BLANK  # above the first folder
        folder, source = self._rows[number - 1]
        is_here = number - 1 == self.at
        mark = ("▌", "strong on current") if is_here else (" ", "")
        if source is None:
            sign = "▾" if folder.is_open else "▸"
            count = line((f"{len(folder.sources)} ", "quiet"))
            title = line((shorten(folder.title, width - 9), "bold strong"))
            text = beside((mark, (f"{sign} ", ""), *title), count, width - 1)
        else:
            name = shorten(source.name, width - 7)
            text = (mark, (f"   {name}", "bold strong" if is_here else "quiet"))
        return fitted(text, width - 1, "current") if is_here else text

    def _preview(self, width: int, height: int) -> list[TextLine]:
        if self.view is not None:
            hint = (
                "It plays by itself; space stops it." if self.is_playing else "space plays it on."
            )
            if self._is_at_first_cut:
                hint = "The first cut-off; ↵ opens the tree."
            return preview(self.view, width, height, hint=hint)
        source, folder = self._shown, self._rows[self.at][0]
        title, texts = folder.title, [each.name for each in folder.sources[:height]]
        if source is not None:
            title, texts = source.name, self._problem.split("\n")
        lines = [line((title, "bold strong")), BLANK, *map(sentence, texts)]
        return [BLANK, *indent(paragraph(lines, width - 4, height - 1), 2)]

    def select(self, at: int) -> None:
        """Go to a line, and preview what stands there once the list itself has been painted."""
        self._list()
        self.at = max(0, min(at, len(self._rows) - 1))
        self.page.redraw()
        self.page.reveal(self.at + 1)
        self.call_after_refresh(self._show_selected)

    async def _show_selected(self) -> None:
        source = self.selected
        if source is self._shown and (source is None or self.view is not None):
            self.show()
            return
        self._shown, self.view, self._problem, self.message = source, None, "", ""
        if source is not None:
            stamp = source.stamp()
            if stamp is not None and stamp[0] > _LARGEST_DRAWN:
                self._problem = f"{stamp[0] / 1e6:.1f} MB; ↵ opens it"
            else:
                try:
                    trees = await source.read_behind()
                    if source is self.selected:
                        self.view = self._new_view(source, trees)
                except ValueError as error:
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
        if self.view is None:
            return
        self.is_playing = self._is_at_first_cut or not self.is_playing
        if self._is_at_first_cut:
            self.view.go_to(0)
        self.show()

    def action_go(self, rows: int) -> None:
        self.select(self.at + rows)

    def on_click(self, event: events.Click) -> None:
        region = self.page.region
        row = event.screen_y - region.y + self.page.scroll_offset.y - 1
        if region.contains_point(event.screen_offset) and 0 <= row < len(self._rows):
            self.select(row)
            self.action_open()

    def action_open(self) -> None:
        folder, source = self._rows[self.at]
        if source is None:
            self.action_fold(not folder.is_open)
        else:
            self.post_message(messages.OpenSource(source))

    def action_fold(self, is_open: bool) -> None:
        folder, source = self._rows[self.at]
        folder.is_open = is_open
        self.select(self.at if is_open and source else self._rows.index((folder, None)))

    def action_work(self, screen: messages.ScreenOfView) -> None:
        if self.view is None:
            self.say("Select a tree first.")
            return
        self.view.search_on(1.0)
        other = self.view.twin()
        other.go_to(0)
        self.post_message(messages.OpenScreen(screen, other))

    def action_find(self) -> None:

        def reading(text: str) -> messages.Read:
            wanted = text.strip().casefold()
            titled, named = list[tuple[Folder, int]](), list[tuple[Folder, int]]()
            for folder in self.folders:
                for at, source in enumerate(folder.sources):
                    if wanted in source.name.casefold():
                        titled.append((folder, at))
                    elif source.path is not None and wanted in source.path.stem.casefold():
                        named.append((folder, at))
            examples = titled + named
            if not examples:
                raise ValueError("No title and no file name has this.")
            others = f" and {len(examples) - 1} more" if len(examples) > 1 else ""
            folder, at = examples[0]
            return f"↵ goes to {folder.sources[at].name}{others}", partial(go_to, folder, at)

        def go_to(folder: Folder, at: int) -> None:
            folder.is_open = True
            self.select(self._rows.index((folder, None)) + 1 + at)

        self.post_message(messages.Ask("Find", "a part of a title or of a file's name", reading))

    def action_new(self) -> None:
        self.post_message(messages.OpenEditor(Source.of_text("", "new tree")))

    def action_file(self) -> None:

        def open_file(path: Path | None) -> None:
            if path is not None:
                self.post_message(messages.OpenSource(Source.of_file(path)))

        self.post_message(messages.OpenPicker(open_file))

    def action_tour(self) -> None:
        self.post_message(messages.OpenTour())

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if event.text.strip():
            self.post_message(messages.OpenSource(Source.of_text(event.text)))
        else:
            self.say("There is nothing to paste.")


def folders_of(folder: Path | None, recent: Sequence[str]) -> list[Folder]:
    """Return what a gallery lists: an own folder, what was opened last, the examples."""
    folders: list[Folder] = []
    if folder is not None:
        trees = [*map(Source.of_example, gallery.trees_in(folder))]
        folders.append(Folder(safe(folder.resolve().name) or "/", trees, is_open=True))
    known = {example.path: Source.of_example(example) for example in gallery.examples()}
    there = islice((path for path in map(Path, recent) if path.is_file()), _RECENT)
    last = [known.get(path) or Source.of_file(path) for path in there]
    if last:
        folders.append(Folder(_LAST, last, is_open=folder is None))
    is_first = folder is None
    for heading, examples in groupby(gallery.examples(), key=lambda example: example.heading):
        folders.append(Folder(heading, [*map(Source.of_example, examples)], is_open=is_first))
        is_first = False
    return folders
