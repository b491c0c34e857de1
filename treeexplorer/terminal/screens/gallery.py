"""The gallery: what was opened last, a folder of one's own, the examples; a preview that plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from treeexplorer import gallery
from treeexplorer.terminal import moves
from treeexplorer.terminal.keys import EXERCISES, FILES, STEP, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    indent,
    line,
    paragraph,
    sentence,
)
from treeexplorer.terminal.messages import OpenScreen, OpenSource, Read, ask
from treeexplorer.terminal.panels.preview import preview
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.line_view import LineView, Words
from treeexplorer.text import safe, shorten
from treeexplorer.text import width as cells

_LARGEST_DRAWN: Final = 300_000
_RECENT: Final = 3
_LIST_WIDTH: Final = 34
_LEAST_PREVIEW: Final = 70
_TICK_SECONDS: Final = 0.5
_LAST: Final = "Opened last"
_PASTE: Final = "or paste a tree such as [[3 12 8] [2 4 6] [14 5 2]]"
_PLAYS: Final = "It plays by itself; space stops it."
_STOPPED: Final = "space plays it on."
_AT_CUT: Final = "The first cut-off; ↵ opens the tree."


class Folder(NamedTuple):
    """A heading of the list with what is below it.

    Attributes:
        title: The heading.
        sources: What is below it.
        is_open: Whether that is listed at first.
    """

    title: str
    sources: list[Source]
    is_open: bool


class GalleryTree(Tree[Source], inherit_bindings=False):
    """The folders and their trees, in which the arrows and ``j`` and ``k`` move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        more(STEP, "down,j", "cursor_down", "Go to the next line", "gallery_down"),
        more(STEP, "up,k", "cursor_up", "Go to the line before", "gallery_up"),
        more(STEP, "pagedown", "page_down", "Go down by a screen", "gallery_page_down"),
        more(STEP, "pageup", "page_up", "Go up by a screen", "gallery_page_up"),
        more(STEP, "home", "scroll_home", "Go to the first line", "gallery_first"),
        more(STEP, "end", "scroll_end", "Go to the last line", "gallery_last"),
    ]

    def __init__(self, folders: Sequence[Folder]) -> None:
        super().__init__("")
        self.show_root = self.show_guides = False
        self.guide_depth = 3
        is_ascii = self.app.has_class("-ascii")
        self.ICON_NODE, self.ICON_NODE_EXPANDED = ("> ", "v ") if is_ascii else ("▸ ", "▾ ")
        for folder in folders:
            count = str(len(folder.sources))
            room = _LIST_WIDTH - 5 - len(count)
            title = shorten(folder.title, room - 1)
            gap = " " * (room - cells(title))
            label = Text.assemble((title, "bold"), gap, (count, "dim"))
            branch = self.root.add(label, expand=folder.is_open)
            for source in folder.sources:
                name = shorten(source.name, _LIST_WIDTH - 7)
                branch.add_leaf(Text(name + " " * (_LIST_WIDTH - 4 - cells(name))), source)

    def sources(self) -> Iterator[TreeNode[Source]]:
        """Yield the lines of trees, those in closed folders, too."""
        for branch in self.root.children:
            yield from branch.children


class Gallery(BaseScreen[None]):
    """Lists what can be opened and plays the first steps of the one that is selected.

    Args:
        folder: A folder of trees that is listed first.
        recent: The files opened last.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "open", "open", "Open what is selected", "gallery_open"),
        key("P", "exercise('practise')", "practise", "Practise on what is selected"),
        key("W", "exercise('worksheet')", "worksheet", "Fill in the worksheet of what is selected"),
        key("slash", "find", "find", "Find a tree by its title", "gallery_find"),
        key("n", "new", "write a new one", "Write a new tree", "gallery_new"),
        key("ctrl+o", "file", "file", "Choose a file"),
        key("q", "app.quit", "quit", "Quit", "gallery_quit"),
        more(STEP, "space", "play", "Stop the preview, or play it on"),
        more(STEP, "right", "fold(True)", "List what is in a folder", "gallery_unfold"),
        more(STEP, "left", "fold(False)", "Close a folder", "gallery_fold"),
        more(EXERCISES, "t", "screen('tour')", "Take the tour"),
        more(EXERCISES, "g", "screen('games')", "Play a game against the search", "gallery_play"),
        more(FILES, "ctrl+v", "paste", "Open the tree in the clipboard", "gallery_paste"),
    ]
    AUTO_FOCUS = "GalleryTree"
    DEFAULT_CSS = """
    Gallery Tree, Gallery Tree:focus {
        width: 35; height: 1fr; padding: 1 0 0 1; background: $panel; background-tint: $panel 0%;
        scrollbar-size: 1 1; scrollbar-gutter: stable; overflow-x: hidden;
    }
    """

    def __init__(self, folder: Path | None = None, recent: Sequence[str] = ()) -> None:
        super().__init__()
        self.folders = folders_of(folder, recent)
        self.is_playing = True
        self._problem = ""
        self._shown: Source | None = None

    # -- what is on the screen -----------------------------------------------------------------

    def heading(self, width: int) -> TextLine:
        """Return what this program is."""
        what = line(("explore game trees ", "quiet"))
        return beside(line((" treeexplorer", "bold strong")), what, width)

    def parts(self) -> ComposeResult:
        """Yield the list and the preview."""
        with Horizontal():
            yield GalleryTree(self.folders)
            yield LineView(self._preview, id="gallery-preview")
        yield Words(lambda: [line((self.message or _PASTE, "quiet"))])

    def on_mount(self) -> None:
        """Select the first tree of an own folder, else the first example."""
        folders = zip(self._list.root.children, self.folders, strict=True)
        wanted = [branch for branch, folder in folders if folder.is_open and folder.title != _LAST]
        first = [node for branch in wanted for node in branch.children] or wanted
        self._select(*first[:1])
        self.set_interval(_TICK_SECONDS, self._tick, name="preview")

    def give_room(self, width: int, height: int) -> None:
        """Leave the preview out where there is room for the list alone."""
        narrow = width < _LEAST_PREVIEW
        self.query_one(Words).fit(width, 1, max(1, height // 4))
        self.query_one("#gallery-preview").display = not narrow
        self._list.styles.width = "1fr" if narrow else _LIST_WIDTH + 1

    @property
    def _list(self) -> GalleryTree:
        return self.query_one(GalleryTree)

    def _select(self, node: TreeNode[Source] | None = None) -> None:
        """Go to a line, whose folder is opened."""
        if node is not None and node.parent is not None:
            node.parent.expand()
            self._list.get_node_at_line(0)  # which gives all lines their numbers
            self._list.move_cursor(node)

    @property
    def selected(self) -> Source | None:
        """The source that is selected; ``None`` at a folder."""
        node = self._list.cursor_node
        return None if node is None else node.data

    def _preview(self, width: int, height: int) -> list[TextLine]:
        if self.view is not None:
            hint = _PLAYS if self.is_playing else _STOPPED
            if self._is_at_first_cut:
                hint = _AT_CUT
            return preview(self.view, width, height, hint=hint)
        node, source = self._list.cursor_node, self._shown
        if source is not None:
            title, texts = source.name, self._problem.split("\n")
        elif node is not None and node.children:
            title = self.folders[self._list.root.children.index(node)].title
            texts = [each.data.name for each in node.children if each.data is not None]
        else:
            return []
        lines = [line((title, "bold strong")), BLANK, *map(sentence, texts)]
        return [BLANK, *indent(paragraph(lines, width - 4, height - 1), 2)]

    # -- the preview ---------------------------------------------------------------------------

    def on_tree_node_highlighted(self, event: Tree.NodeHighlighted[Source]) -> None:
        """Preview what is selected, once the list itself has been painted."""
        event.stop()
        self.call_after_refresh(self._show_selected)

    async def _show_selected(self) -> None:
        from treeexplorer.notation import NotationError

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

    def on_tree_node_selected(self, event: Tree.NodeSelected[Source]) -> None:
        """Open the tree that was clicked; a folder has opened by itself."""
        event.stop()
        if event.node.data is not None:
            self.post_message(OpenSource(event.node.data))

    def action_open(self) -> None:
        """Open what is selected; a folder is listed, or closed."""
        self._list.action_select_cursor()

    def action_fold(self, is_open: bool) -> None:
        """List what is in a folder, or close it."""
        node = self._list.cursor_node
        branch = node.parent if node is not None and node.data is not None else node
        if branch is None:
            return
        if is_open:
            branch.expand()
        else:
            branch.collapse()
            self._list.move_cursor(branch)

    def action_exercise(self, name: str) -> None:
        """Practise on what is selected, or fill in its worksheet."""
        if self.view is None:
            self.say("Select a tree first.")
            return
        self.view.search_on(1.0)
        other = self.view.twin()
        other.go_to(0)
        self.post_message(OpenScreen(name, other))

    def action_find(self) -> None:
        """Ask for a part of a title and go to the first tree that has it."""

        def reading(text: str) -> Read:
            found = self._matches(text)
            if not found or found[0].data is None:
                raise ValueError("No title has this.")
            others = f" and {len(found) - 1} more" if len(found) > 1 else ""
            return f"↵ goes to {found[0].data.name}{others}", partial(self._select, found[0])

        self.post_message(ask("Find", "a part of a title", reading))

    def _matches(self, text: str) -> list[TreeNode[Source]]:
        wanted = text.strip().casefold()
        nodes = self._list.sources()
        return [node for node in nodes if node.data and wanted in node.data.name.casefold()]

    def action_new(self) -> None:
        """Write a new tree."""
        self.post_message(OpenScreen("editor", source=Source.of_text("", "new tree")))

    def action_file(self) -> None:
        """Choose a file."""
        self.post_message(OpenScreen("picker", then=self._open_file))

    def _open_file(self, path: Path | None) -> None:
        if path is not None:
            self.post_message(OpenSource(Source.of_file(path)))

    def action_screen(self, name: str) -> None:
        """Show another screen."""
        self.post_message(OpenScreen(name))

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
            self.say("There is nothing to paste.")


def folders_of(folder: Path | None, recent: Sequence[str]) -> list[Folder]:
    """Return what a gallery lists: an own folder, what was opened last, the examples."""
    found: list[Folder] = []
    if folder is not None:
        trees = [Source.of_example(example) for example in gallery.trees_in(folder)]
        found.append(Folder(safe(folder.resolve().name) or "/", trees, is_open=True))
    last = _recent(recent)
    if last:
        found.append(Folder(_LAST, last, is_open=folder is None))
    is_first = folder is None
    for heading, examples in groupby(gallery.examples(), key=lambda example: example.heading):
        found.append(Folder(heading, [*map(Source.of_example, examples)], is_open=is_first))
        is_first = False
    return found


def _recent(files: Sequence[str]) -> list[Source]:
    """Return the last files that are still there, built-in examples under their titles."""
    paths = (Path(name) for name in files)
    there = islice((path for path in paths if path.is_file()), _RECENT)
    known = {example.path: example for example in gallery.examples()}
    return [
        Source.of_example(known[path]) if path in known else Source.of_file(path) for path in there
    ]
