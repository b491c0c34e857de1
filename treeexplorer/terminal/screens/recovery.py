"""The offer of work that was not saved when the program ended the last time."""

from __future__ import annotations

import time
from pathlib import Path

from treeexplorer.editing.recovery import Recovered, lost_work
from treeexplorer.terminal.messages import OpenScreen, OpenText
from treeexplorer.terminal.screens.dialogs import Choose
from treeexplorer.terminal.sources import Source
from treeexplorer.text import safe


class RecoveryOffer(Choose):
    """Offers to open what was not saved, to throw it away, or to ask again.

    Args:
        work: What was not saved.
        others: How much more there is.
        unsaved_folder: Where work is kept.
    """

    def __init__(self, work: Recovered, others: int, unsaved_folder: Path) -> None:
        self._work = work
        self._folder = unsaved_folder
        more = f" {others} more will be offered next time." if others else ""
        super().__init__(
            f"Unsaved changes of {safe(work.name)} were found.\n"
            f"They were made {ago(time.time() - work.saved_at)}.{more}",
            [("open", "Open them"), ("later", "Ask again next time"), ("discard", "Discard them")],
            "later",
        )

    def choose(self, name: str) -> None:
        """Open it, throw it away, or leave it."""
        self.dismiss(name)
        if name == "open":
            self._open()
        elif name == "discard":
            self._work.forget()

    def _open(self) -> None:
        from treeexplorer.notation import NotationError, parse_all

        work = self._work
        source = (
            Source.of_text("", safe(work.name)) if work.path is None else Source.of_file(work.path)
        )
        try:
            parse_all(work.text)
        except NotationError:
            self.post_message(
                OpenScreen("editor", source=source, text=work.text, unsaved_folder=self._folder)
            )
        else:
            self.post_message(OpenText(source, work.text, is_changed=True, digest=work.digest))
        work.forget()


def recovery_offer(unsaved_folder: Path) -> RecoveryOffer | None:
    """Return the offer of the latest unsaved work; ``None`` where there is none."""
    found = lost_work(unsaved_folder)
    return RecoveryOffer(found[0], len(found) - 1, unsaved_folder) if found else None


def ago(seconds: float) -> str:
    """Return how long ago something was, in words."""
    for size, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {name}{'' if count == 1 else 's'} ago"
    return "a moment ago"
