"""The explorer: the drawing of the tree, what explains it, and the keys that step through it.

The screen holds a session and shows it. What keys do stands in
:mod:`treeexplorer.terminal.actions`; each changes the session and calls :meth:`Explorer.update`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen

from treeexplorer.terminal import stepping
from treeexplorer.terminal.autoplay import Autoplay
from treeexplorer.terminal.conventions import conventions
from treeexplorer.terminal.guide import Guide
from treeexplorer.terminal.keys import actions, bindings
from treeexplorer.terminal.panes.banner import banner
from treeexplorer.terminal.panes.cards import cards
from treeexplorer.terminal.panes.gauge import Scale, scale_of
from treeexplorer.terminal.proportions import banner_height, deck_width
from treeexplorer.terminal.reloading import Reloading
from treeexplorer.terminal.screens.footed import Footed
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.canvas import TreeCanvas
from treeexplorer.terminal.widgets.deck import Deck
from treeexplorer.terminal.widgets.immediate import paint_now
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, TooSmall, heading
from treeexplorer.terminal.widgets.placing import Placer
from treeexplorer.terminal.widgets.timeline import Timeline

if TYPE_CHECKING:
    from pathlib import Path

    from textual.binding import BindingType

    from treeexplorer.exercises.check import Check
    from treeexplorer.exercises.claims import Claim
    from treeexplorer.terminal.app import ExplorerApp
    from treeexplorer.terminal.editor import Editor
    from treeexplorer.terminal.preparing import Prepared
    from treeexplorer.tree import GameTree

_SEARCH_SECONDS: Final = 0.008
_SEARCH_INTERVAL: Final = 0.016
_SLICES_A_LOOK: Final = 8
FOOTER: Final = ("next", "back", "next_cut", "look", "practise", "help")
LOOK_FOOTER: Final = ("visit", "return", "why", "fold", "find", "help")


class Canvas(TreeCanvas, inherit_bindings=False):
    """The drawing, with keys of its own while one looks around."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("look")
    can_focus = False


class Explorer(Footed, Screen[None]):
    """Shows a session and lets one step through it.

    Args:
        session: What is looked at.
        source: Where its trees came from, looked at for changes.
        prepared: What was made ready of the session, where it is large.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("explorer")
    AUTO_FOCUS = ""
    ALLOW_SELECT = False
    scopes = ("explorer", "look")
    returns: ClassVar[bool] = False
    """Whether leaving goes back to the screen below, not to the gallery or out of the program."""

    app: ExplorerApp

    def __init__(
        self, session: Session, source: Source | None = None, prepared: Prepared | None = None
    ) -> None:
        super().__init__()
        self.session = session
        self.source = source
        self._reloading = Reloading(self)
        self._placer = prepared.placer if prepared else Placer()
        self.scale: Scale = prepared.scale if prepared else scale_of(session.tree)
        self._scaled: object = session.tree.value
        self.notice = ""
        self.explanation = ""
        self.question = ""
        self.guide: Guide | None = None
        self.sought = ""
        self.checked: Check | None = None
        self.last_wrong: Claim | None = None
        self._editor: Editor | None = None
        self._explains_root = False
        self.autoplay = Autoplay(self)
        self._wants_end = False
        self._slices = 0

    # -- what is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build the screen from top to bottom."""
        ink = self.app.ink
        hidden = self.app.settings.hidden
        yield Lines(self._heading, id="heading")
        yield Divider(ink, "┬", self._divide, id="divider-top")
        with Horizontal(id="body"):
            yield Canvas(ascii_only=ink.ascii_only, id="canvas", placer=self._placer)
            deck = Deck(ink, cards(self), id="deck")
            deck.hidden = set(hidden)
            yield deck
        yield Divider(ink, "┴", self._divide, id="divider-middle")
        yield Lines(self._banner, id="sentence")
        yield Divider(ink, id="divider-bottom")
        yield Timeline(ink, id="timeline")
        yield Hints(ink, self.footer, lambda name: actions()[name].description, id="footer")
        yield TooSmall(ink)

    def on_mount(self) -> None:
        """Show the session, and let an unfinished search go on in idle moments."""
        if not self.children:
            return  # the program is left just now, and nothing was composed
        for pane in ("sentence", "timeline", "footer"):
            if pane in self.app.settings.hidden:
                self.query_one(f"#{pane}").display = False
        self._search_timer = self.set_interval(_SEARCH_INTERVAL, self._search_on, name="search")
        self.update()
        self._reloading.begin()

    @property
    def canvas(self) -> TreeCanvas:
        """The drawing."""
        return self.query_one("#canvas", Canvas)

    @property
    def deck(self) -> Deck:
        """The cards."""
        return self.query_one("#deck", Deck)

    def update(self) -> None:
        """Show the session as it is now."""
        session = self.session
        if self._scaled is not session.tree.value:
            self._scaled = session.tree.value
            self.scale = scale_of(session.tree)
        canvas = self.canvas
        canvas.follow = session.follow
        canvas.show(session.record, session.step, folded=session.place.folded)
        if canvas.look.breakpoints != session.place.breakpoints:
            breakpoints = frozenset(session.place.breakpoints)
            canvas.set_look(replace(canvas.look, breakpoints=breakpoints))
        canvas.cursor = session.cursor if session.looking else None
        self.query_one("#heading").refresh()
        self.deck.refresh()
        self.query_one("#sentence").refresh()
        self.query_one("#footer").refresh()
        self._show_timeline()
        if session.searching:
            self._search_timer.resume()

    def _show_timeline(self) -> None:
        session = self.session
        stops = stepping.entries(session.record, session.place.breakpoints)
        timeline = self.query_one("#timeline", Timeline)
        timeline.show(session.record, session.step, *session.counts(), stops)

    def _heading(self, width: int, height: int) -> list[Styled]:  # noqa: ARG002 - one line at any height
        session = self.session
        title = session.title
        if len(session.trees) > 1:
            own = session.trees[session.index].directives.title
            title = f"{own or session.name or 'tree'}  {session.index + 1}/{len(session.trees)}"
        title += " (edited)" if session.has_edits else ""
        return heading(self.app.ink, title, conventions(session.rules), width)

    def _banner(self, width: int, height: int) -> list[Styled]:
        lines = banner(self, self.app.ink, width - 2, height)
        return self.app.ink.block([Styled(" ") + line for line in lines], width, height)

    def _divide(self) -> int | None:
        deck = self.deck
        return deck.region.x if deck.display else None

    def footer(self) -> list[tuple[str, str, str]]:
        """Return what the footer says now: id, key and word of each hint."""
        return self.hints(LOOK_FOOTER if self.session.looking else FOOTER)

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout for the room there is."""
        width, height = event.size.width, event.size.height
        self.set_class(width < 56 or height < 16, "-tiny")
        deck = self.deck
        deck.styles.width = deck_width(width)
        self.query_one("#sentence").styles.height = banner_height(width, height)
        self.call_after_refresh(self._redivide)

    def _redivide(self) -> None:
        for divider in self.query(Divider):
            divider.refresh()

    # -- doing things --------------------------------------------------------------------------

    async def action_run(self, identifier: str) -> None:
        """Do what an action does."""
        if identifier not in {"play", "play_back", "faster", "slower"}:
            self.autoplay.stop()
        before = self.explanation
        await super().action_run(identifier)
        if not self.is_attached:
            return
        if self.explanation not in {"", before} and not self.query_one("#sentence").display:
            self.notify(self.explanation, markup=False)
        paint_now(self)

    def say(self, text: str) -> None:
        """Show a short remark in place of the status line, until the next key."""
        self.notice = text
        sentence = self.query_one("#sentence")
        if sentence.display:
            sentence.refresh()
        else:
            self.notify(text, markup=False)

    def quieten(self) -> None:
        """Take back remarks and explanations that belonged to the moment before."""
        self._wants_end = False
        self.notice = self.explanation = self.question = ""
        self._explains_root = False

    def explain_at_root(self, text: str) -> None:
        """Show an explanation that is about the whole tree."""
        self.explanation = text
        self._explains_root = True

    @property
    def explained_node(self) -> int:
        """The node that the explanation is about."""
        return 0 if self._explains_root else self.session.cursor

    def label(self, node: int) -> str:
        """Return what a node is called in a sentence."""
        from treeexplorer.engine import explain

        return explain.label(self.session.record, node)

    def move(self, move: stepping.Move) -> bool:
        """Go where a move leads; tell whether it led anywhere."""
        self.quieten()
        moved = self.session.move(move)
        if moved and self.session.looking:
            self.stop_looking()
        self.update()
        return moved

    def go_to(self, step: int) -> None:
        """Show a step."""
        self.quieten()
        self.session.go_to(step)
        if self.session.looking:
            self.stop_looking()
        self.update()

    def ask_first(self) -> bool:
        """Stop and ask, where the first minute has a question before the next node."""
        session = self.session
        asked = self.guide and self.guide.question(session.record, session.step)
        if not asked:
            return False
        self.go_to(asked[0])
        self.question = asked[1]
        return True

    def wait_for(self, otherwise: str) -> str:
        """Return why something is not there: the search goes on, waits, or there is none."""
        session = self.session
        if session.searching:
            return "the search has not come that far yet"
        if session.record.waits_for is not None:
            return f"the search waits for the value of {self.label(session.record.waits_for)}"
        return otherwise

    def go_to_end(self) -> None:
        """Show the last step, as soon as it is known."""
        self.move(stepping.end)
        if self.session.searching:
            self._wants_end = True
            self.say("the search goes on; its end is shown as soon as it is found")

    def _search_on(self) -> None:
        """Let the search go on for a moment."""
        session = self.session
        if not session.searching:
            self._search_timer.pause()
            return
        session.search_on(_SEARCH_SECONDS)
        self._slices += 1
        if session.searching and self._slices % _SLICES_A_LOOK:
            return
        if self._wants_end:
            session.go_to(session.record.steps)
            self.update()
        else:
            self._show_timeline()
        if not session.searching:
            if self._wants_end:
                self.quieten()
            self.update()

    # -- looking around ------------------------------------------------------------------------

    def look_at(self, node: int) -> None:
        """Look at a node; the search waits."""
        self.quieten()
        self.session.look_at(node)
        canvas = self.canvas
        if self.focused is not canvas:
            canvas.can_focus = True
            canvas.focus(scroll_visible=False)
        self.update()

    def stop_looking(self) -> None:
        """Look where the search stands."""
        self.quieten()
        self.session.stop_looking()
        self.set_focus(None)
        self.canvas.can_focus = False
        self.update()

    def go_to_entry_of(self, node: int) -> None:
        """Show the step at which a node is entered."""
        record = self.session.record
        rows = record.rows(node)
        if rows:
            self.go_to(record.entered(rows[-1]))
        else:
            self.say(self.wait_for(f"{self.label(node)} is never visited (y says why)"))

    def show_tree(self, index: int) -> None:
        """Show another tree of the file."""
        session = self.session
        if not 0 <= index < len(session.trees):
            example = self.source.neighbour(1 if index > 0 else -1) if self.source else None
            if example is not None:
                self.app.open(example)
                return
            only = "the only tree" if len(session.trees) == 1 else "no further tree"
            self.say(f"{only} in {session.name or 'this text'}")
            return
        try:
            session.show_tree(index)
        except ValueError as error:
            self.say(str(error))
            return
        self.quieten()
        self.stop_looking()

    # -- what the widgets report ---------------------------------------------------------------

    def on_tree_canvas_node_highlighted(self, event: TreeCanvas.NodeHighlighted) -> None:
        """Look at the node that was clicked."""
        self.autoplay.stop()
        self.look_at(event.node)

    def on_tree_canvas_node_chosen(self, event: TreeCanvas.NodeChosen) -> None:
        """Go to the step of the node that was double-clicked."""
        self.go_to_entry_of(event.node)

    def on_timeline_scrubbed(self, event: Timeline.Scrubbed) -> None:
        """Show the step that the slider is at."""
        self.autoplay.stop()
        self.go_to(event.step)

    def on_paste(self, event: events.Paste) -> None:
        """Open a tree that is pasted."""
        event.stop()
        self.app.open_text(event.text)

    def replace(self, trees: list[GameTree]) -> None:
        """Show other trees in place of these, at the same place where that makes sense."""
        if self._editor is None:
            self.session.replace_trees(trees)
        else:
            self._editor.read_again(trees)
        self.checked = None
        self.quieten()
        self.update()

    # -- editing -------------------------------------------------------------------------------

    @property
    def editor(self) -> Editor:
        """What edits the trees, from the first time it is asked for."""
        if self._editor is None:
            from treeexplorer.terminal.editor import Editor

            self._editor = Editor(self)
        return self._editor

    def edit_on(self, editor: Editor) -> None:
        """Go on editing trees that have been edited before."""
        self._editor = editor
        self.session.has_edits = editor.has_unsaved_work
        editor.keep_soon()

    @property
    def has_unsaved_work(self) -> bool:
        """Whether something would be lost without this screen."""
        return self._editor is not None and self._editor.has_unsaved_work

    def keep_now(self) -> None:
        """Keep what is not saved for recovery, because the program ends."""
        if self._editor is not None:
            self._editor.keep_now()

    def note_saved(self, path: Path) -> None:
        """Take a file that was just written as the one these trees are from."""
        self.source = Source.of_file(path)
        self._reloading.take_as_read()
        self._reloading.begin()
        self.session.name = self.source.name
        self.session.has_edits = self.has_unsaved_work
        self.app.settings.remember_file(path)
        self.query_one("#heading").refresh()
