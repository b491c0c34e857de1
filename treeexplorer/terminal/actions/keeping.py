"""Copying and saving what is seen."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from treeexplorer.numbers import counted
from treeexplorer.terminal.keeping import COPIED, SAVED, copy_with_system
from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.keys import Run
    from treeexplorer.terminal.screens.explorer import Explorer

_KEYS = {"sentence": "Y"}


def _copies(what: str) -> Run:
    async def copy(explorer: Explorer) -> None:
        text = COPIED[what](explorer.session)
        explorer.app.copy_to_clipboard(text)
        lines = counted(text.count("\n"), "line", "lines")
        if await asyncio.to_thread(copy_with_system, text):
            explorer.say(f"copied the {what}: {lines}")
        else:
            explorer.say(
                f"sent the {what} to the terminal's clipboard: {lines} "
                "(some terminals do not take it)"
            )

    copy.__doc__ = f"Copy the {what}."
    return copy


def _saves(what: str) -> Run:
    suggested, make = SAVED[what]

    def save(explorer: Explorer) -> None:
        from treeexplorer.files import write_atomically
        from treeexplorer.terminal.screens.asking import Ask
        from treeexplorer.text import safe

        def write(answer: str | None) -> None:
            if answer is None:
                return
            path = Path(answer.strip()).expanduser()
            try:
                write_atomically(path, make(explorer.session))
            except OSError as error:
                explorer.say(f"not saved: {safe(str(path))}: {error.strerror or error}")
            else:
                explorer.say(f"saved {safe(str(path))}")

        explorer.app.push_screen(
            Ask(f"Save the {what}", "The file to write", _problem_with_path, suggested), write
        )

    save.__doc__ = f"Save the {what}."
    return save


def _problem_with_path(text: str) -> str:
    path = Path(text.strip()).expanduser()
    if path.exists():
        return "There is such a file already; choose another name."
    return "" if path.parent.is_dir() else "There is no such folder."


for _what in COPIED:
    action(
        f"copy_{_what}",
        _KEYS.get(_what, ""),
        f"copy the {_what}",
        group="Files",
        description=f"Copy the {_what} to the clipboard",
    )(_copies(_what))

for _what in SAVED:
    action(
        f"save_{_what.replace(' ', '_').lower()}",
        "",
        f"save the {_what}",
        group="Files",
        description=f"Save the {_what} to a file",
    )(_saves(_what))
