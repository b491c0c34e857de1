"""The gallery: the built-in examples and recent files, the drawing of the selected one beside."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from treeexplorer import gallery
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.keys import bindings
from treeexplorer.terminal.screens.footed import Footed
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.immediate import after_first_frame
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, TooSmall, heading
from treeexplorer.text import safe

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp
    from treeexplorer.terminal.widgets.canvas import TreeCanvas
    from treeexplorer.tree import GameTree

FOOTER: Final = (
    "gallery_open",
    "gallery_file",
    "gallery_new",
    "gallery_palette",
    "gallery_tour",
    "gallery_help",
    "gallery_quit",
)
_LARGEST_DRAWN = 300_000
_RECENT = 3
_WIDE = 110
_PASTE = "or paste a tree such as [[3 12 8] [2 4 6] [14 5 2]] to open it"
_PASTE_SHORT = "or paste a tree to open it"


class GalleryList(OptionList):
    """The list of what can be opened."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("j", "cursor_down"), Binding("k", "cursor_up")]


class Gallery(Footed, Screen[None]):
    """Lists the examples and draws the selected one."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("gallery")
    AUTO_FOCUS = "#examples"
    ALLOW_SELECT = False
    scopes = ("gallery",)

    app: ExplorerApp

    def __init__(self) -> None:
        super().__init__()
        self._sources: dict[str, Source] = {}
        self._about: list[str] = []
        self._painted = False
        self._remark = ""

    def compose(self) -> ComposeResult:
        """Build the list, the drawing and what is said about it."""
        ink = self.app.ink
        yield Lines(
            lambda width, _: heading(ink, "treeexplorer", "explore game trees", width), id="heading"
        )
        yield Divider(ink)
        with Horizontal(id="body"):
            yield GalleryList(id="examples", markup=False)
            with Vertical(id="preview"):
                yield Lines(self._describe, id="about")
        yield Divider(ink)
        yield Lines(self._how_to_paste, id="hint")
        yield Hints(ink, self.footer, id="footer")
        yield TooSmall(ink)

    def _how_to_paste(self, width: int, height: int) -> list[Styled]:
        ink = self.app.ink
        text = self._remark or (_PASTE if len(_PASTE) < width else _PASTE_SHORT)
        lines = ink.paragraph([ink.line((text, styles.QUIET))], width - 2, height)
        return ink.block([Styled(" ") + line for line in lines], width, height)

    def on_resize(self, event: events.Resize) -> None:
        """Leave the drawing out where there is room for the list alone."""
        self.set_class(event.size.width < 56, "-tiny")
        self.set_class(event.size.width >= _WIDE, "-wide")

    def _options(self) -> list[Option]:
        ink = self.app.ink
        options: list[Option] = []
        recent = _recent(self.app.settings.recent)
        if recent:
            options.append(Option(ink.content(" Opened last"), disabled=True))
        names = [source.name for source in recent]
        for number, source in enumerate(recent):
            identifier = f"recent-{number}"
            self._sources[identifier] = source
            folder = ""
            if names.count(source.name) > 1 and source.path is not None:
                folder = f"  {safe(source.path.parent.name)}/"
            options.append(
                Option(ink.content(f" {source.name}", (folder, styles.QUIET)), id=identifier)
            )
        folder = ""
        for number, example in enumerate(gallery.examples()):
            if example.folder != folder:
                folder = example.folder
                options.append(Option(ink.content(f" {example.heading}"), disabled=True))
            identifier = f"example-{number}"
            self._sources[identifier] = Source.of_example(example)
            options.append(Option(ink.content(f" {example.title}"), id=identifier))
        return options

    def on_mount(self) -> None:
        """Fill the list as soon as the frame around it has been painted."""
        after_first_frame(self, self._fill)

    def _fill(self) -> None:
        """List what there is and select the first example; it is drawn when that is seen."""
        listing = self.query_one("#examples", GalleryList)
        listing.add_options(self._options())
        listing.highlighted = listing.get_option_index("example-0")
        after_first_frame(self, self._begin_to_draw)

    def _begin_to_draw(self) -> Awaitable[None]:
        self._painted = True
        return self._draw()

    def footer(self) -> list[tuple[str, str, str]]:
        """Return what the footer says now: id, key and word of each hint."""
        return self.hints(FOOTER)

    def _describe(self, width: int, height: int) -> list[Styled]:
        """Return what is said of the selected tree."""
        ink = self.app.ink
        lines = [ink.line((text, "" if i else styles.STRONG)) for i, text in enumerate(self._about)]
        return ink.block(
            [Styled(" ") + line for line in ink.paragraph(lines, width - 2, height)], width, height
        )

    @property
    def selected(self) -> Source | None:
        """The source that is selected in the list."""
        listing = self.query_one("#examples", GalleryList)
        if listing.highlighted is None:
            return None
        return self._sources.get(listing.get_option_at_index(listing.highlighted).id or "")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Draw what was selected, once the list itself is on the screen."""
        event.stop()
        if self._painted:
            self.call_later(self._draw)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open what was chosen."""
        event.stop()
        self.open_selected()

    def on_key(self, event: events.Key) -> None:
        """Say of a key that does nothing which keys there are, until the next key."""
        from treeexplorer.terminal.unbound import remark_on

        remark = remark_on(event, self, self.footer())
        if remark != self._remark:
            self._remark = remark
            self.query_one("#hint").refresh()

    async def _canvas(self) -> TreeCanvas:
        """Return the canvas; it comes only after the first frame, because it is not light."""
        from treeexplorer.terminal.widgets.canvas import TreeCanvas

        canvases = self.query(TreeCanvas)
        if canvases:
            return canvases.first()
        canvas = TreeCanvas(ascii_only=self.app.ink.ascii_only, id="canvas")
        canvas.view = "whole"
        canvas.can_focus = False
        await self.query_one("#preview").mount(canvas, after="#about")
        return canvas

    async def _draw(self) -> None:
        source = self.selected
        if source is None or not self.is_mounted:
            return
        from treeexplorer.engine import HorizonError, RulesError
        from treeexplorer.notation import NotationError
        from treeexplorer.terminal.session import Session

        canvas = await self._canvas()
        stamp = source.stamp()
        try:
            if stamp is not None and stamp[0] > _LARGEST_DRAWN:
                self._about = [source.name, f"{stamp[0] / 1e6:.1f} MB"]
                canvas.display = False
            else:
                trees = await source.read_behind()
                if source != self.selected:
                    return
                session = Session(trees, source.name)
                canvas.display = True
                canvas.show(session.record, 0)
                self._about = _about(source, trees)
        except (NotationError, HorizonError, RulesError) as error:
            canvas.display = False
            self._about = [source.name, *str(error).split("\n")]
        self.query_one("#about").refresh()

    def open_selected(self) -> None:
        """Open what is selected."""
        source = self.selected
        if source is not None:
            self.app.open(source)

    def on_paste(self, event: events.Paste) -> None:
        """Open a tree that is pasted."""
        event.stop()
        self.app.open_text(event.text)


def _recent(files: Sequence[str]) -> list[Source]:
    """Return the last files that are still there, built-in examples under their titles."""
    paths = (Path(name) for name in files)
    there = islice((path for path in paths if path.is_file()), _RECENT)
    known = {example.path: example for example in gallery.examples()}
    return [
        Source.of_example(known[path]) if path in known else Source.of_file(path) for path in there
    ]


def _about(source: Source, trees: list[GameTree]) -> list[str]:
    tree = trees[0]
    size = f"{len(tree):,} nodes, {tree.leaf_count:,} leaves, {tree.depth} plies"
    several = f" · {len(trees)} trees" if len(trees) > 1 else ""
    about = [tree.directives.title or source.name]
    if tree.directives.source:
        about.append(tree.directives.source)
    about.append(size + several)
    about.extend(tree.directives.notes[:1])
    return about
