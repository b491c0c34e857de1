"""Reads the file of an explorer's trees again when somebody has changed it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from textual.timer import Timer

    from treeexplorer.terminal.screens.explorer import Explorer

_LOOKS_EVERY: Final = 0.5


class Reloading:
    """Looks at the file that an explorer's trees are from.

    Args:
        explorer: Whose trees they are; its source is the file.
    """

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._timer: Timer | None = None
        self.take_as_read()

    def take_as_read(self) -> None:
        """Take the file as it is now for what is shown."""
        source = self._explorer.source
        self._stamp = source.stamp() if source else None

    def begin(self) -> None:
        """Look at the file from now on, where there is one."""
        source = self._explorer.source
        if self._timer is None and source is not None and source.path is not None:
            self._timer = self._explorer.set_interval(_LOOKS_EVERY, self.look, name="file")

    async def look(self) -> None:
        """Read the file again when it has changed; keep the last good tree when it is wrong."""
        explorer, source = self._explorer, self._explorer.source
        if source is None or explorer.session.has_edits:
            return
        stamp = source.stamp()
        if stamp is None or stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            trees = await source.read_behind()
            if explorer.session.has_edits:
                return
            explorer.replace(trees)
        except ValueError as error:
            explorer.explanation = str(error).replace(str(source.path), source.name)
            explorer.say(f"{source.name} is wrong now; the last good tree is shown")
        else:
            explorer.say(f"{source.name} has changed and was read again")
