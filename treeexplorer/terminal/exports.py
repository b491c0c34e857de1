"""What can be saved and exported of the trees that are shown, each under a name of one's choice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from textual.message_pump import MessagePump

from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.latex import latex
from treeexplorer.drawing.runs import Look, uncoloured
from treeexplorer.drawing.svg import svg
from treeexplorer.files import write_atomically
from treeexplorer.formats.tables import trace_csv, trace_markdown
from treeexplorer.notation import write
from treeexplorer.terminal import messages
from treeexplorer.terminal.editing import Saving
from treeexplorer.terminal.view import View
from treeexplorer.text import safe


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
