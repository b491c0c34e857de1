"""What becomes of trees: saved, exported; and what was lost, offered again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from textual.message_pump import MessagePump

from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.latex import latex
from treeexplorer.drawing.runs import Look, uncoloured
from treeexplorer.drawing.svg import svg
from treeexplorer.editing.recovery import Lost
from treeexplorer.editing.text import EditedText
from treeexplorer.files import ChangedError, write_atomically
from treeexplorer.formats.tables import trace_csv, trace_markdown
from treeexplorer.notation import write
from treeexplorer.terminal import edits, messages
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View
from treeexplorer.text import safe


@dataclass(frozen=True)
class Saving:
    """Saves a text of trees to its file, or to one whose name is asked for.

    Attributes:
        asker: The screen or the app that posts what is to be asked.
        file: The text.
        name: The name that is offered where it has no file.
        done: Takes what is to be said, and the file if it was saved.
    """

    asker: MessagePump
    file: EditedText
    name: str
    done: Callable[[str, Path | None], None]

    @classmethod
    def of_view(cls, asker: MessagePump, view: View, after: Callable[[], None]) -> Saving:
        """Return the saving of a view's trees; the view says what came of it, then ``after``."""

        def done(message: str, path: Path | None) -> None:
            if path is not None:
                edits.belong_to(view, path)
            view.say(message)
            after()

        source = view.source
        name = "tree.tree" if source is None or source.path is None else source.path.name
        return cls(asker, edits.file_of(view), str(Path(name).with_suffix(".tree")), done)

    def save(self) -> None:
        """Save the text; ask for a name where it has none."""
        if self.file.path is None:
            self.ask()
        else:
            self._write(self.file.path)

    def ask(self) -> None:
        """Ask for a name, and save the text under it."""
        title, expected = "Save the trees as", "a name that ends in .tree"
        name = str(self.file.path or self.name)
        self.asker.post_message(
            messages.ask_for_file(title, expected, name, self._write, for_trees=True)
        )

    def _write(self, path: Path, *, overwrite: bool = False) -> None:
        try:
            self.file.save(path, overwrite=overwrite)
        except ChangedError as error:
            over = partial(self._write, path, overwrite=True)
            self.asker.post_message(messages.ask_to_overwrite(error, over))
        except (OSError, ValueError) as error:
            self.done(f"Not saved: {error}.", None)
        else:
            self.done(f"Saved as {safe(path.name)}.", path)


def offer(asker: MessagePump, view: View, after: Callable[[], None]) -> messages.Offer:
    """Return the offer of what can be saved of a view, and exported; ``after`` is called then."""
    saving = Saving.of_view(asker, view, after)
    offered: list[messages.Choice] = [("Save the trees under another name", saving.ask)]
    if saving.file.path is not None:
        what = "changes" if saving.file.has_unsaved_work else "(nothing has changed)"
        offered.insert(0, (f"Save {safe(saving.file.path.name)}   {what}", saving.save))

    def export(made: Callable[[View], str], path: Path) -> None:
        try:
            write_atomically(path, made(view).rstrip("\n") + "\n")
        except (OSError, ValueError) as error:
            view.say(f"Not saved: {error}.")
        else:
            view.say(f"Saved as {safe(path.name)}.")

    for title, name, made in EXPORTS:
        write_it = partial(export, made)
        question = messages.ask_for_file(f"Save {title} as", "a file name", name, write_it)
        offered.append((f"Export {title}", partial(asker.post_message, question)))
    return messages.Offer("Save or export", offered)


def offer_lost(asker: MessagePump, lost: Sequence[Lost]) -> messages.Offer:
    """Return the offer to open the latest work that was lost, to throw it away, or to wait."""
    (work, _, _), *others = lost

    def reopen() -> None:
        path = work.path
        source = Source.of_text("", safe(work.name)) if path is None else Source.of_file(path)
        file = EditedText(work.text, source.own_path, work.digest or "")
        asker.post_message(messages.OpenText(source, file))
        lost[0].forget()

    more = f" {len(others)} more will be offered next time." if others else ""
    question = f"Unsaved changes of {safe(work.name)} were found.{more}"
    choices = [("Ask again next time", None), ("Open them", reopen)]
    return messages.Offer(question, [*choices, ("Discard them", lost[0].forget)])


EXPORTS: Final[tuple[tuple[str, str, Callable[[View], str]], ...]] = (
    ("the drawing as SVG", "drawing.svg", lambda view: svg(view.record, view.step)),
    ("the drawing as LaTeX", "drawing.tex", lambda view: latex(view.record, view.step)),
    (
        "the drawing as text",
        "drawing.txt",
        lambda view: uncoloured(draw(view.record, view.step, Look(marks=True))),
    ),
    ("the trace as Markdown", "trace.md", lambda view: trace_markdown(view.record)),
    ("the trace as CSV", "trace.csv", lambda view: trace_csv(view.record)),
    ("this tree alone", "tree.tree", lambda view: write(view.exercises[view.index])),
)
"""What can be exported, the name of a file for it, and how it is made of a view."""
