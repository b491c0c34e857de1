"""The explorer with a guide: the tour, in which the person presses the keys."""

from __future__ import annotations

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

    def _lesson(self, width: int, height: int) -> list[Styled]:
        ink = self.app.ink
        text = self.progress.text(lambda name: self.app.keys_of(name)[0])
        block = ink.paragraph([ink.line((text, styles.KEY))], width - 2, height)
        return ink.block([Styled(" ") + line for line in block], width, height)

    async def action_run(self, identifier: str) -> None:
        """Do what an action does, and go on with the tour if it was the one waited for."""
        await super().action_run(identifier)
        if self.progress.note(identifier):
            self.query_one("#tour").refresh()
