"""The gallery: what was opened last, a folder of one's own, the examples; a preview that plays."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import ClassVar, Final, NamedTuple, TypeAlias

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from treeexplorer import gallery
from treeexplorer.editing.recovery import Lost
from treeexplorer.gallery import Example
from treeexplorer.notation import parse_all
from treeexplorer.numbers import grouped
from treeexplorer.terminal import messages, moves
from treeexplorer.terminal.keys import LOOK, key, more
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
from treeexplorer.terminal.view import NewView, View
from treeexplorer.terminal.widgets.line_view import LineView, Words
from treeexplorer.text import safe

_MAX_RECENT_FILES: Final = 3
_LIST_WIDTH: Final = 35
_MIN_WIDTH_WITH_PREVIEW: Final = 70
_LABEL_MARGINS: Final = 2
"""The cells of a line of the list beside its label: the margin before it, a blank behind it."""
_STEP_INTERVAL_SECONDS: Final = 0.5
_MAX_TITLES_SEARCHED: Final = 1000
_RECENT_FOLDER: Final = "Opened last"
_UNSAVED_FOLDER: Final = "Not saved"
_TEMPORARY_FOLDERS: Final = frozenset({_RECENT_FOLDER, _UNSAVED_FOLDER})
"""The folders whose entries come and go: they are open at first."""
_PASTE_HINT: Final = "or paste a tree such as [[3 12 8] [2 4 6] [14 5 2]]"
_EMPTY_FOLDER_HINT: Final = "No file in this folder holds a tree: n writes one."
_HINT_WHILE_PLAYING: Final = "It plays: space stops it, ↵ opens it."
_HINT_WHILE_STOPPED: Final = "Stopped: space goes on, ↵ opens it."
_HINT_AT_THE_END: Final = "Played: space plays it again, ↵ opens it."

Entry: TypeAlias = Example | Source | Lost
"""What is listed: a file whose title is read when it is seen, a source, or unsaved work."""
Folder: TypeAlias = tuple[str, Sequence[Entry]]
"""A heading, and what is listed below it."""


ShelfNode: TypeAlias = TreeNode["Entry | None"]
"""A line of the list: a folder, or an entry below it."""


def title_on_shelf(entry: Entry) -> str:
    """Return what an entry is called on the shelf; unsaved work with the time of its keeping."""
    if isinstance(entry, Lost):
        return f"{safe(entry.work.name)}, {_format_time_of_keeping(entry)}"
    if isinstance(entry, Source):
        return entry.name
    return entry.title


def _format_time_of_keeping(lost: Lost) -> str:
    return time.strftime("%d %b %H:%M", time.localtime(lost.saved_at))


class Shelf(Tree["Entry | None"]):
    """The folders with what is in them; a title is read when its line is drawn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "select_cursor", "open", "Open what is selected, or close a folder",
            "gallery_open"),
        more(LOOK, "down", "cursor_down", "Go to the next line", "line_next"),
        more(LOOK, "up", "cursor_up", "Go to the line before", "line_before"),
        more(LOOK, "space", "screen.play",
             "Stop the preview, or let it play; open or close a folder", "gallery_play"),
    ]  # fmt: skip
    ICON_NODE = "▸ "
    ICON_NODE_EXPANDED = "▾ "
    DEFAULT_CSS = """
    Shelf { background: $panel; padding: 1 0 0 1; overflow-x: hidden; scrollbar-size: 1 1; }
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

    def get_label_width(self, node: ShelfNode) -> int:  # noqa: ARG002 - Textual's signature
        return 1  # each fills its line: none need be read for the width of the widest

    def stand_at(self, node: ShelfNode) -> None:
        """Select a node, whose folder is opened, wherever that is scrolled to."""
        if node.parent is not None:
            node.parent.expand()
        if self.last_line >= 0:  # asking for it counts the lines: a node knows its own only then
            self.cursor_line = node.line

    def go_to(self, node: ShelfNode) -> None:
        """Move the cursor to a node, whose folder is opened."""
        self.stand_at(node)
        self.scroll_to_cursor()

    def scroll_to_cursor(self) -> None:
        """Scroll to where the cursor is by then."""
        self.scroll_to_line(self.cursor_line, animate=False)

    def render_label(self, node: ShelfNode, base_style: Style, style: Style) -> Text:
        """Return the title of a folder or an entry, padded to the width of the list.

        A folder is bold, with its number of entries at the right. Unsaved work has the time of its
        keeping there, which tells it from earlier work of the same name.
        """
        entry = node.data
        if entry is None:  # a folder
            label = super().render_label(node, base_style, style)  # with the folder's sign
            label.stylize("bold")
            at_right = f" {len(node.children)}"
            indent_below_folder = 0
        elif isinstance(entry, Lost):
            label = self.process_label(safe(entry.work.name))
            at_right = f" {_format_time_of_keeping(entry)}"
            indent_below_folder = self.guide_depth
        else:
            label = self.process_label(title_on_shelf(entry))
            at_right = ""
            indent_below_folder = self.guide_depth

        width = self.size.width - _LABEL_MARGINS - indent_below_folder
        room_for_title = width - len(at_right)
        label.truncate(max(1, room_for_title), overflow="ellipsis", pad=True)
        label.append(f"{at_right} ")
        label.stylize(style)
        return label


class _Preview(NamedTuple):
    """What is shown of an entry beside the list: a view of its trees, or why there is none."""

    view: View | None = None
    problem: str = ""


class Gallery(BaseScreen[None]):
    """Lists what can be opened, and plays the first steps of what is selected."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("slash", "find", "find", "Find a tree by its title", "gallery_find"),
        key("n", "new", "write a new one", "Write a new tree", "gallery_new"),
        key("ctrl+o", "open_file", "file", "Open a file"),
        key("delete", "discard", "discard", "Discard this unsaved work", "gallery_discard"),
        key("q", "app.quit", "quit", "Quit", "gallery_quit"),
    ]
    AUTO_FOCUS = "Shelf"
    focus_is_on_list = True

    def __init__(
        self, new_view: NewView, folders: Sequence[Folder], shown: Path | None = None
    ) -> None:
        """Make the list of what can be opened.

        Args:
            new_view: Makes the view that is played.
            folders: What is listed, as :func:`folders_of` has it.
            shown: The file that was shown last, at which the list stands then.
        """
        super().__init__()
        self._new_view = new_view
        self.folders = folders
        self._shown = shown
        self._problem = ""
        self._is_playing = True
        self.shelf = Shelf("")  # keys ask what is selected before anything is laid out

    def heading(self, width: int) -> TextLine:
        what = line(("explore game trees ", "quiet"))
        return beside(line((" treeexplorer", "bold strong")), what, width)

    def parts(self) -> ComposeResult:
        with Horizontal():
            yield self.shelf
            yield LineView(self._render_preview, id="gallery-preview")
        yield Words(self._render_words)

    def on_mount(self) -> None:
        """List the folders, select a tree, and start to play its search.

        The file that was shown last is selected, or else the first tree of the first permanent
        folder (not of recent files or unsaved work), or that folder itself if it is empty.
        """
        permanent_folders: list[ShelfNode] = []
        temporary_folders: list[ShelfNode] = []
        for title, entries in self.folders:
            folder = self._add_folder(title, entries)
            if title in _TEMPORARY_FOLDERS:
                temporary_folders.append(folder)
            else:
                permanent_folders.append(folder)

        first_folder = permanent_folders[0]  # there are the built-in examples at least
        first_folder.expand()
        selected = self._find_line_shown_last([*permanent_folders, *temporary_folders])
        if selected is None:
            selected = next(iter(first_folder.children), first_folder)
        self.shelf.stand_at(selected)  # at once: a key may come before the list is laid out
        # Only a list that has been laid out has a height to scroll in.
        self.call_after_refresh(self.shelf.scroll_to_cursor)
        self.set_interval(_STEP_INTERVAL_SECONDS, self._advance_preview, name="preview")

    def _render_words(self) -> list[TextLine]:
        """Return a remark on the last key, else that a folder is empty, else what can be pasted."""
        if self.message:
            return [line((self.message, "quiet"))]
        node = self.shelf.cursor_node
        is_empty_folder = node is not None and node.data is None and not node.children
        hint = _EMPTY_FOLDER_HINT if is_empty_folder else _PASTE_HINT
        return [line((hint, "quiet"))]

    def _add_folder(self, title: str, entries: Sequence[Entry]) -> ShelfNode:
        """Add a folder with its entries to the list, and return its node."""
        shelf = self.shelf.root.add(title, expand=title in _TEMPORARY_FOLDERS)
        for entry in entries:
            shelf.add_leaf("", entry)
        return shelf

    def _find_line_shown_last(self, shelves: Sequence[ShelfNode]) -> ShelfNode | None:
        """Return the first entry for the file that was shown last, if a folder has it."""
        if self._shown is None:
            return None
        shown = self._shown.absolute()
        leaves = (leaf for shelf in shelves for leaf in shelf.children)
        return next((leaf for leaf in leaves if _find_file_path(leaf.data) == shown), None)

    def give_room(self, width: int, height: int) -> None:
        narrow = width < _MIN_WIDTH_WITH_PREVIEW
        self.query_one(Words).fit(width, 1, max(1, height // 4))
        self.query_one("#gallery-preview").display = not narrow
        self.shelf.styles.width = "1fr" if narrow else _LIST_WIDTH

    @property
    def selected(self) -> Entry | None:
        """What is selected; ``None`` at a folder."""
        node = self.shelf.cursor_node
        return None if node is None else node.data

    def _render_preview(self, width: int, height: int) -> list[TextLine]:
        """Return the drawing of the search that plays, or why the selected entry is not played."""
        if self.view is not None:
            return preview(self.view, width, height, hint=self._choose_hint(self.view))
        name = "" if self.selected is None else title_on_shelf(self.selected)
        lines = [line((name, "bold strong")), BLANK, *map(sentence, self._problem.split("\n"))]
        return [BLANK, *indent(paragraph(lines, width - 4, height - 1), 2)]

    def _choose_hint(self, view: View) -> str:
        """Return what the space bar does to a preview, and what opens it."""
        if is_played(view):
            return _HINT_AT_THE_END
        return _HINT_WHILE_PLAYING if self._is_playing else _HINT_WHILE_STOPPED

    def on_tree_node_highlighted(self) -> None:
        """Play the search of what is selected beside the list, or say why it is not played."""
        self.message = ""
        loaded = self._load_preview(self.selected)
        self.view = loaded.view
        self._problem = loaded.problem
        self._is_playing = True
        self.show()

    def _load_preview(self, entry: Entry | None) -> _Preview:
        """Return what is shown of an entry beside the list: nothing of a folder.

        A large file is not read before it is opened.
        """
        if entry is None:
            return _Preview()
        why_too_large = _explain_why_too_large(entry)
        if why_too_large:
            return _Preview(problem=why_too_large)
        try:
            return _Preview(self._load_view(entry))
        except ValueError as error:
            return _Preview(problem=f"{error}\n\n↵ shows its text.")

    def _load_view(self, entry: Entry) -> View:
        """Read an entry and return a view of its trees.

        Raises:
            ValueError: It is no tree, or the rules do not go with it.
        """
        if isinstance(entry, Lost):
            opened = _reopen_unsaved_work(entry)
            return self._new_view(opened.source, parse_all(opened.file.text))
        source = _to_source(entry)
        return self._new_view(source, source.read().exercises)

    def on_tree_node_selected(self, event: Tree.NodeSelected[Entry | None]) -> None:
        entry = event.node.data
        if isinstance(entry, Lost):
            self.post_message(_reopen_unsaved_work(entry))
            entry.forget()
        elif entry is not None:
            self.post_message(messages.OpenSource(_to_source(entry)))

    def _advance_preview(self) -> None:
        """Go on by one node in the preview, up to the first cut-off; a timer calls this."""
        view = self.view
        is_in_front = self.app.screen is self
        if view is None or not is_in_front or not self._is_playing or is_played(view):
            return
        view.move(moves.next_node)
        self.query_one("#gallery-preview", LineView).redraw()

    def on_screen_suspend(self) -> None:
        """Take back the remark on the last key when a key shows another screen."""
        self.message = ""

    def action_play(self) -> None:
        """Stop the preview or let it go on, from its start once it is played; turn a folder."""
        self.message = ""
        if self.selected is None:
            self.shelf.action_toggle_node()
            self.show()
            return
        if not self.query_one("#gallery-preview").display:
            self.say("A wider screen shows a preview here; ↵ opens the tree.")
            return
        view = self.view
        if view is None:
            self.say("Nothing plays here; ↵ opens it.")
            return

        if is_played(view):
            view.go_to(0)
            self._is_playing = True
        else:
            self._is_playing = not self._is_playing
        self.show()

    def action_find(self) -> None:
        """Ask for a part of a title, and select the first tree that has it."""
        entries_with_nodes = [
            (node.data, node)
            for folder in self.shelf.root.children
            for node in folder.children
            if node.data is not None  # it is no folder
        ]
        entries = [entry for entry, _ in entries_with_nodes]

        # Called for each text that is typed: the prompt shows the error as a remark.
        def parse_answer(text: str) -> messages.LineAction:
            entry, node = entries_with_nodes[_find_index_by_title(text, entries)]
            description = f"↵ goes to {title_on_shelf(entry)}"
            return messages.LineAction(description, partial(self.shelf.go_to, node))

        self.post_message(messages.AskForLine("Find", "a part of a title", parse_answer))

    def action_new(self) -> None:
        self.post_message(messages.OpenEditor(Source.of_text("", "new tree")))

    def has_key(self, action: str) -> bool:
        """Tell whether an action has its key: only unsaved work can be discarded."""
        return action != "discard" or isinstance(self.selected, Lost)

    def action_discard(self) -> None:
        """Ask whether to discard the unsaved work that is selected."""
        leaf = self.shelf.cursor_node
        if leaf is None or not isinstance(leaf.data, Lost):
            return
        question = f"Discard the unsaved work on {safe(leaf.data.work.name)}?"
        discard = partial(self._discard_unsaved_work, leaf, leaf.data)
        self.post_message(messages.Offer(question, [("Keep it", None), ("Discard it", discard)]))

    def _discard_unsaved_work(self, leaf: ShelfNode, lost: Lost) -> None:
        shelf = leaf.parent
        lost.forget()
        leaf.remove()
        if shelf is not None and not shelf.children:
            shelf.remove()


def is_played(view: View) -> bool:
    """Tell whether a preview has come to the first cut-off, or to the end where there is none."""
    first_cutoff = moves.next_cut(view.record, 0)  # None if there is none, or none yet
    if first_cutoff is not None:
        return view.step >= first_cutoff
    return not view.searching and view.step >= view.record.steps


def _reopen_unsaved_work(lost: Lost) -> messages.OpenText:
    from treeexplorer.terminal.editing import reopened  # when there is unsaved work

    return reopened(lost)


def _to_source(entry: Example | Source) -> Source:
    return entry if isinstance(entry, Source) else Source.of_example(entry)


def _explain_why_too_large(entry: Entry) -> str:
    """Return why an entry is not played beside the list; empty if it is not too large for that.

    For example ``12.5 MB; ↵ opens it``.
    """
    if isinstance(entry, Lost):  # unsaved work is in memory already
        return ""
    source = _to_source(entry)
    return f"{source.size / 1e6:.1f} MB; ↵ opens it" if source.is_large else ""


def _find_file_path(entry: Entry | None) -> Path | None:
    """Return the path of the file of an entry; ``None`` if it is not saved in a file."""
    if entry is None or isinstance(entry, Lost) or entry.path is None:
        return None
    return entry.path.absolute()


def _find_index_by_title(text: str, entries: Sequence[Entry]) -> int:
    """Return the index of the first entry whose title, or else file name, contains a text.

    Upper and lower case are the same. Of very many entries only the first titles are read, as
    reading all would take too long for a key press.

    Raises:
        ValueError: No entry contains the text.
    """
    titles = map(title_on_shelf, entries[:_MAX_TITLES_SEARCHED])
    index = _find_first_containing(text, titles)
    if index is None:
        index = _find_first_containing(text, map(_find_file_name, entries))
    if index is not None:
        return index

    if len(entries) > _MAX_TITLES_SEARCHED:
        most = grouped(_MAX_TITLES_SEARCHED)
        raise ValueError(f"No file's name has this, and none of the first {most} titles.")
    raise ValueError("No title has this.")


def _find_first_containing(part: str, texts: Iterable[str]) -> int | None:
    """Return the index of the first text that contains a part, ignoring case."""
    wanted = part.strip().casefold()
    return next((index for index, text in enumerate(texts) if wanted in text.casefold()), None)


def _find_file_name(entry: Entry) -> str:
    """Return the name of the file of an entry."""
    return entry.work.name if isinstance(entry, Lost) else entry.name


def folders_of(
    lost: Sequence[Lost], folder: Path | None, recent: Sequence[str]
) -> Iterator[Folder]:
    """Yield what a gallery lists: unsaved work, an own folder, what was opened last, the examples.

    Args:
        lost: Unsaved work of programs that are gone.
        folder: A folder of trees.
        recent: The files that were opened last, the latest first.
    """
    if lost:
        yield _UNSAVED_FOLDER, lost
    if folder is not None:
        # Imported here: it knows the endings of all syntaxes, and so imports every reader.
        from treeexplorer.formats.folders import holds_tree

        name = safe(folder.resolve().name)
        title = name if name else "/"
        yield title, gallery.find_trees_in_folder(folder, holds_tree())
    opened_last = list(_find_recent_entries(recent))
    if opened_last:
        yield _RECENT_FOLDER, opened_last
    for heading, examples in groupby(gallery.examples(), key=lambda example: example.heading):
        yield heading, list(examples)


def _find_recent_entries(recent: Sequence[str]) -> Iterator[Entry]:
    """Yield the first few recent files that still exist; built-in examples have their titles."""
    examples = {example.path: example for example in gallery.examples()}
    paths = (Path(name) for name in recent)
    there = (path for path in paths if path.is_file())
    for path in islice(there, _MAX_RECENT_FILES):
        yield examples[path] if path in examples else Source.of_file(path)
