"""The explorer with a guide: the tour, in which the person presses the keys."""

from __future__ import annotations

from textual import events

from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.tour import TREE, Progress
from treeexplorer.terminal.widgets.lines import Lines


class Tour(Explorer):
    """The explorer on a small tree, with a strip that says what to press next."""

    def __init__(self) -> None:
        from treeexplorer.notation import parse_all

        super().__init__(Session(parse_all(TREE, file="tour"), "tour"))
        self.progress = Progress()

    def on_mount(self) -> None:
        """Show the first lesson above the sentence."""
        super().on_mount()
        self.mount(Lines(self._lesson, id="tour"), before="#sentence")
        self.call_after_refresh(self._make_room)

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout for the room there is; the lesson is seen whole."""
        super().on_resize(event)
        self._make_room()

    def _make_room(self) -> None:
        """Give the lesson the lines it needs; where there are few, the sentence has one."""
        for strip in self.query("#tour"):
            strip.styles.height = max(2, len(self._lines(self.size.width)))
        if self.size.height < 16:
            self.query_one("#sentence").styles.height = 1

    def _lines(self, width: int) -> list[Styled]:
        text = self.progress.text(lambda name: self.app.keys_of(name)[0])
        return list(self.app.ink.line((text, styles.KEY)).wrap(max(1, width - 2)))

    def _lesson(self, width: int, height: int) -> list[Styled]:
        lines = [Styled(" ") + line for line in self._lines(width)]
        return self.app.ink.block(lines, width, height)

    async def action_run(self, identifier: str) -> None:
        """Do what an action does, and go on with the tour if it was the one waited for."""
        await super().action_run(identifier)
        if self.progress.note(identifier):
            self._make_room()
            self.query_one("#tour").refresh()
