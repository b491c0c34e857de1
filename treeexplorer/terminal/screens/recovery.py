"""The offer of work that was not saved when the program ended the last time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from treeexplorer.editing.recovery import Lost
from treeexplorer.numbers import counted
from treeexplorer.terminal.messages import OpenScreen, OpenText
from treeexplorer.terminal.screens.dialogs import Choose
from treeexplorer.terminal.sources import Source
from treeexplorer.text import safe


class RecoveryOffer(Choose):
    """Offers to open the latest work that was not saved, to throw it away, or to ask again.

    Args:
        lost: What was not saved, the latest first.
    """

    def __init__(self, lost: Sequence[Lost]) -> None:
        latest, *others = lost
        self._work = latest.work
        self._forget = latest.forget
        more = f" {len(others)} more will be offered next time." if others else ""
        super().__init__(
            f"Unsaved changes of {safe(self._work.name)} were found.\n"
            f"They were made {ago(time.time() - latest.saved_at)}.{more}",
            [
                ("Open them", self._open),
                ("Ask again next time", None),
                ("Discard them", latest.forget),
            ],
            at=1,
        )

    def _open(self) -> None:
        from treeexplorer.editing.text import EditedText
        from treeexplorer.notation import NotationError, parse_all
        from treeexplorer.terminal.screens.editor import Editor

        path, text = self._work.path, self._work.text
        source = Source.of_text("", safe(self._work.name)) if path is None else Source.of_file(path)
        file = EditedText(text, source.own_path, self._work.digest)
        file.mark_unsaved()
        try:
            parse_all(text)
        except NotationError:
            self.post_message(OpenScreen(partial(Editor, source, file=file)))
        else:
            self.post_message(OpenText(source, file))
        self._forget()


def ago(seconds: float) -> str:
    """Return how long ago something was, in words."""
    for size, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"{counted(int(seconds // size), name, f'{name}s')} ago"
    return "a moment ago"
