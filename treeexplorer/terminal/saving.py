"""What becomes of trees: saved, exported, copied; and what was lost, offered again."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Literal, TypeAlias

from textual.message_pump import MessagePump

from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.latex import latex
from treeexplorer.drawing.runs import Look, uncoloured
from treeexplorer.drawing.svg import svg
from treeexplorer.editing.recovery import Lost
from treeexplorer.editing.text import EditedText
from treeexplorer.explain.sentences import sentence
from treeexplorer.files import ChangedError, write_atomically
from treeexplorer.formats.tables import trace_csv, trace_markdown
from treeexplorer.notation import NotationError, parse_all, write
from treeexplorer.terminal import edits, messages
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View
from treeexplorer.text import safe


@dataclass(frozen=True)
class Saving:
    """Saves and exports what a view holds, and has the view say so.

    Attributes:
        asker: The screen or the app that posts what is to be asked.
        view: Whose trees they are.
        after: Is called when the trees were saved, or could not be.
    """

    asker: MessagePump
    view: View
    after: Callable[[], None]

    def offer(self) -> None:
        """Offer what can be saved."""
        file = edits.file_of(self.view)
        offered: list[messages.Choice] = [("Save the trees under another name", self._ask)]
        if file.path is not None:
            what = "changes" if file.has_unsaved_work else "(nothing has changed)"
            offered.insert(0, (f"Save {safe(file.path.name)}   {what}", self.save))
        for what, (title, name, _) in TEXTS.items():
            export = partial(self._export, what)
            question = messages.ask_for_file(f"Save {title} as", "a file name", name, export)
            if name:
                offered.append((f"Export {title}", partial(self.asker.post_message, question)))
        self.asker.post_message(messages.Offer("Save or export", offered))

    def save(self) -> None:
        """Save the trees to their file; ask for a name where they have none."""
        path = edits.file_of(self.view).path
        if path is None:
            self._ask()
        else:
            self._write(path)

    def _ask(self) -> None:
        path, source = edits.file_of(self.view).path, self.view.source
        if path is None and source is not None and source.path is not None:
            path = (source.own_path or Path(source.path.name)).with_suffix(".tree")
        title, expected, name = "Save the trees as", "a name that ends in .tree", "tree.tree"
        self.asker.post_message(
            messages.ask_for_file(title, expected, str(path or name), self._write, for_trees=True)
        )

    def _write(self, path: Path, *, overwrite: bool = False) -> None:
        """Save the trees; ask first where somebody else has changed the file."""
        try:
            self.view.say(edits.save(self.view, path, overwrite=overwrite))
        except ChangedError as error:
            over = partial(self._write, path, overwrite=True)
            self.asker.post_message(messages.ask_to_overwrite(error, over))
            return
        except (OSError, ValueError) as error:
            self.view.say(f"Not saved: {error}.")
        self.after()

    def _export(self, what: What, path: Path) -> None:
        try:
            write_atomically(path, export_text(self.view, what))
        except (OSError, ValueError) as error:
            self.view.say(f"Not saved: {error}.")
        else:
            self.view.say(f"Saved {safe(str(path))}.")


def offer_lost(asker: MessagePump, lost: Sequence[Lost]) -> messages.Offer:
    """Return the offer to open the latest work that was lost, to throw it away, or to wait."""
    (work, _, _), *others = lost

    def reopen() -> None:
        path, text = work.path, work.text
        source = Source.of_text("", safe(work.name)) if path is None else Source.of_file(path)
        file = EditedText(text, source.own_path, work.digest or "")
        try:
            parse_all(text)
        except NotationError:
            asker.post_message(messages.OpenEditor(source, file))
        else:
            asker.post_message(messages.OpenText(source, file))
        lost[0].forget()

    more = f" {len(others)} more will be offered next time." if others else ""
    question = f"Unsaved changes of {safe(work.name)} were found.{more}"
    forget = lost[0].forget
    choices = [("Open them", reopen), ("Ask again next time", None), ("Discard them", forget)]
    return messages.Offer(question, choices, at=1)


What: TypeAlias = Literal["sentence", "tree", "drawing", "trace", "csv", "svg", "latex"]

TEXTS: Final[dict[What, tuple[str, str, Callable[[View], str]]]] = {
    "svg": ("the drawing as SVG", "drawing.svg", lambda view: svg(view.record, view.step)),
    "latex": ("the drawing as LaTeX", "drawing.tex", lambda view: latex(view.record, view.step)),
    "drawing": (
        "the drawing as text",
        "drawing.txt",
        lambda view: uncoloured(draw(view.record, view.step, Look(marks=True))),
    ),
    "trace": ("the trace as Markdown", "trace.md", lambda view: trace_markdown(view.record)),
    "csv": ("the trace as CSV", "trace.csv", lambda view: trace_csv(view.record)),
    "tree": ("this tree alone", "tree.tree", lambda view: write(view.exercises[view.index])),
    "sentence": ("the sentence", "", lambda view: sentence(view.record, view.step)),
}
"""What a view is as a text: its words, the name of a file for it (if any), and how it is made."""

_CLIPBOARDS: Final = (("wl-copy",), ("xclip", "-selection", "clipboard"), ("pbcopy",), ("clip",))
_PATIENCE: Final = 2


def export_text(view: View, what: What) -> str:
    """Return a view, or a part of what is seen of it, as a text."""
    _, _, made = TEXTS[what]
    return made(view).rstrip("\n") + "\n"


def copy_with_system(text: str) -> bool:
    """Hand a text to the system's own clipboard program; tell whether one took it."""
    for command in _CLIPBOARDS:
        program = shutil.which(command[0])
        if program is None:
            continue
        try:
            done = subprocess.run(  # noqa: S603 - a fixed program, and the text only as its input
                [program, *command[1:]],
                input=text.encode("utf-8"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_PATIENCE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return True
    return False
