"""The gallery: what was opened last, a folder of one's own, the examples; a preview that plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import ClassVar, Final, TypeAlias

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from treeexplorer import gallery
from treeexplorer.formats.folders import holds_tree
from treeexplorer.gallery import Example
from treeexplorer.numbers import grouped
from treeexplorer.terminal import messages, moves
from treeexplorer.terminal.keys import key
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    ascii_text,
    beside,
    indent,
    line,
    paragraph,
    sentence,
)
from treeexplorer.terminal.panels.preview import preview
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import NewView
from treeexplorer.terminal.widgets.line_view import LineView, Words
from treeexplorer.text import safe

_RECENT: Final = 3
_LIST_WIDTH: Final = 35
_LEAST_PREVIEW: Final = 70
_TICK_SECONDS: Final = 0.5
_MOST_TITLES: Final = 1000
_LAST: Final = "Opened last"
_PASTE: Final = "or paste a tree such as [[3 12 8] [2 4 6] [14 5 2]]"
_HINT: Final = "It plays to the first cut-off; ↵ opens the tree."

Entry: TypeAlias = Example | Source
"""What is listed: a file whose title is read when it is seen, or what is known already."""
Folder: TypeAlias = tuple[str, Sequence[Entry]]
"""A heading, and what is listed below it."""


def title_of(entry: Entry) -> str:
    """Return what an entry is called on the shelf."""
    return entry.name if isinstance(entry, Source) else entry.title


class Shelf(Tree["Entry | None"]):
    """The folders with what is in them; a title is read when its line is drawn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "select_cursor", "open", "Open what is selected, or close a folder",
            "gallery_open")
    ]  # fmt: skip
    ICON_NODE = "▸ "
    ICON_NODE_EXPANDED = "▾ "
    DEFAULT_CSS = """
    Shelf { background: $panel; padding: 1 0 0 1; overflow-x: hidden; scrollbar-size: 1 1; }
    Shelf:focus { background-tint: $foreground 0%; }
    """

    def on_mount(self) -> None:
        self.show_root = self.show_guides = False
        self.guide_depth = 2
        if self.app.has_class("-ascii"):
            self.ICON_NODE = "> "
            self.ICON_NODE_EXPANDED = "v "

    def process_label(self, label: str | Text) -> Text:
        text = str(label)
        return Text(ascii_text(text) if self.app.has_class("-ascii") else text)

    def get_label_width(self, node: TreeNode[Entry | None]) -> int:  # noqa: ARG002 - Textual's signature
        return 1  # each fills its line: none need be read for the width of the widest

    def render_label(self, node: TreeNode[Entry | None], base_style: Style, style: Style) -> Text:
        """Return a title that fills its line; a folder's is bold, and says how much is in it."""
        if node.data is None:
            text = super().render_label(node, base_style, style)
            room = self.size.width - 2
            count = f" {len(node.children)}"
            text.stylize("bold")
        else:
            text = self.process_label(title_of(node.data))
            room = self.size.width - 2 - self.guide_depth
            count = ""
        text.truncate(max(1, room - len(count)), overflow="ellipsis", pad=True)
        text.append(f"{count} ")
        text.stylize(style)
        return text


class Gallery(BaseScreen[None]):
    """Lists what can be opened, a folder first, and plays the first steps of what is selected.

    Args:
        new_view: Makes the view that is played.
        folder: A folder of trees that is listed first.
        recent: The files that were opened last.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("slash", "find", "find", "Find a tree by its title", "gallery_find"),
        key("n", "new", "write a new one", "Write a new tree", "gallery_new"),
        key("ctrl+o", "file", "file", "Choose a file"),
        key("q", "app.quit", "quit", "Quit", "gallery_quit"),
    ]
    AUTO_FOCUS = "Shelf"

    def __init__(self, new_view: NewView, folder: Path | None, recent: Sequence[str]) -> None:
        super().__init__()
        self._new_view = new_view
        self.folders = list(folders_of(folder, recent))
        self._problem = ""

    def heading(self, width: int) -> TextLine:
        what = line(("explore game trees ", "quiet"))
        return beside(line((" treeexplorer", "bold strong")), what, width)

    def parts(self) -> ComposeResult:
        with Horizontal():
            self.shelf = Shelf("")
            yield self.shelf
            yield LineView(self._preview, id="gallery-preview")
        yield Words(lambda: [line((self.message or _PASTE, "quiet"))])

    def on_mount(self) -> None:
        own = next(title for title, _ in self.folders if title != _LAST)
        first: TreeNode[Entry | None] | None = None
        for title, entries in self.folders:
            shelf = self.shelf.root.add(title, expand=title in {_LAST, own})
            for entry in entries:
                leaf = shelf.add_leaf("", entry)
                first = first or (leaf if title == own else None)
        self.call_after_refresh(self.shelf.move_cursor, first)
        self.set_interval(_TICK_SECONDS, self._tick, name="preview")

    def give_room(self, width: int, height: int) -> None:
        narrow = width < _LEAST_PREVIEW
        self.query_one(Words).fit(width, 1, max(1, height // 4))
        self.query_one("#gallery-preview").display = not narrow
        self.shelf.styles.width = "1fr" if narrow else _LIST_WIDTH

    @property
    def selected(self) -> Source | None:
        """The source that is selected; ``None`` at a folder."""
        node = self.shelf.cursor_node
        return None if node is None or node.data is None else _source_of(node.data)

    def _preview(self, width: int, height: int) -> list[TextLine]:
        if self.view is not None:
            return preview(self.view, width, height, hint=_HINT)
        name = "" if self.selected is None else self.selected.name
        lines = [line((name, "bold strong")), BLANK, *map(sentence, self._problem.split("\n"))]
        return [BLANK, *indent(paragraph(lines, width - 4, height - 1), 2)]

    def on_tree_node_highlighted(self) -> None:
        source = self.selected
        self.view = None
        self._problem = ""
        self.message = ""
        if source is not None and source.is_large:
            self._problem = f"{source.size / 1e6:.1f} MB; ↵ opens it"
        elif source is not None:
            try:
                self.view = self._new_view(source, source.read()[0])
            except ValueError as error:
                self._problem = f"{error}\n\n↵ shows its text."
        self.show()

    def on_tree_node_selected(self, event: Tree.NodeSelected[Entry | None]) -> None:
        if event.node.data is not None:
            self.post_message(messages.OpenSource(_source_of(event.node.data)))

    def _tick(self) -> None:
        """Go on by one node, up to the first cut-off."""
        view = self.view
        if view is None or self.app.screen is not self:
            return
        cuts = view.record.cuts
        if not cuts or view.step < view.record.left(cuts[0]):
            view.move(moves.next_node)
            self.query_one("#gallery-preview", LineView).redraw()

    def action_find(self) -> None:
        """Ask for a part of a title and go to the first tree that has it."""
        shelves = self.shelf.root.children
        leaves = [leaf for shelf in shelves for leaf in shelf.children]
        entries = [leaf.data for leaf in leaves if leaf.data is not None]

        def go_to(leaf: TreeNode[Entry | None]) -> None:
            if leaf.parent is not None:
                leaf.parent.expand()
            self.call_after_refresh(self.shelf.move_cursor, leaf)

        def reading(text: str) -> messages.Read:
            found = _index_of(text, entries)
            return f"↵ goes to {title_of(entries[found])}", partial(go_to, leaves[found])

        self.post_message(messages.AskForLine("Find", "a part of a title", reading))

    def action_new(self) -> None:
        self.post_message(messages.OpenEditor(Source.of_text("", "new tree")))

    def action_file(self) -> None:
        self.post_message(messages.OpenPicker())


def _source_of(entry: Entry) -> Source:
    return entry if isinstance(entry, Source) else Source.of_example(entry)


def _index_of(text: str, entries: Sequence[Entry]) -> int:
    """Return the first entry that has a text in its title, or in the name of its file.

    Of very many files the titles are not read: that would take longer than one waits for a key.

    Raises:
        ValueError: There is none.
    """
    wanted = text.strip().casefold()
    for index, entry in enumerate(entries[:_MOST_TITLES]):
        if wanted in title_of(entry).casefold():
            return index
    for index, entry in enumerate(entries):
        if wanted in entry.name.casefold():
            return index
    if len(entries) > _MOST_TITLES:
        most = grouped(_MOST_TITLES)
        raise ValueError(f"No file's name has this, and none of the first {most} titles.")
    raise ValueError("No title has this.")


def folders_of(folder: Path | None, recent: Sequence[str]) -> Iterator[Folder]:
    """Yield what a gallery lists: an own folder, what was opened last, the examples."""
    if folder is not None:
        trees = gallery.trees_in(folder, holds_tree())
        yield safe(folder.resolve().name) or "/", trees
    known = {example.path: example for example in gallery.examples()}
    there = islice((path for path in map(Path, recent) if path.is_file()), _RECENT)
    last: list[Entry] = [known.get(path) or Source.of_file(path) for path in there]
    if last:
        yield _LAST, last
    for heading, examples in groupby(gallery.examples(), key=lambda example: example.heading):
        yield heading, [*examples]
