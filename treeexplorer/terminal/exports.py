"""What can be saved, exported and copied of the trees that are shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from textual.message_pump import MessagePump

from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.latex import latex_document
from treeexplorer.drawing.page import page
from treeexplorer.drawing.styled_text import LARGEST_FIGURE, Look, convert_to_plain_text
from treeexplorer.drawing.svg import png, svg
from treeexplorer.files import write_atomically
from treeexplorer.formats.tables import trace_csv, trace_markdown
from treeexplorer.notation import write
from treeexplorer.numbers import grouped
from treeexplorer.terminal import messages
from treeexplorer.terminal.editing import Saving, suggest_file_name
from treeexplorer.terminal.panels.banner import banner_text
from treeexplorer.terminal.view import View
from treeexplorer.text import safe

_PIXELS: Final = 1200
Made: TypeAlias = Callable[[View], str | bytes]
"""Makes the contents of a file of a view; raises ``ValueError`` where that cannot be."""
Copied: TypeAlias = Literal["tree", "drawing", "words"]
"""What is copied of a view: the text of its tree, its drawing, or what is said."""


def offer(asker: MessagePump, view: View, after: Callable[[], None]) -> messages.Offer:
    """Return the offer of what can be saved of a view, and exported.

    For example ``Save minimax.tree   changes``, ``Save the trees under another name``, and then
    ``Export the drawing as PNG`` and the like, one for each of ``EXPORTS``.

    Args:
        asker: The screen that posts what is to be asked, such as for the name of a file.
        view: The view.
        after: Is called when the trees have been saved.
    """
    options = _list_saving_options(Saving.of_view(asker, view, after))
    for export in EXPORTS:
        suggested_name = _suggest_export_name(view, export.ending)
        write_export = partial(_write_export, view, export.make)
        question = messages.ask_for_file(
            f"Save {export.what} as", "a file name", suggested_name, write_export
        )
        options.append((f"Export {export.what}", partial(asker.post_message, question)))
    return messages.Offer("Save or export", options)


def _list_saving_options(saving: Saving) -> list[messages.Option]:
    """List how trees can be saved: in their file, if they have one, and under another name."""
    options: list[messages.Option] = []
    if saving.file.path is not None:
        state = "changes" if saving.file.has_unsaved_work else "(nothing has changed)"
        options.append((f"Save {safe(saving.file.path.name)}   {state}", saving.save))
    options.append(("Save the trees under another name", saving.ask))
    return options


def _suggest_export_name(view: View, ending: str) -> str:
    """Return the name of a file for an export of a tree: that of the tree's file, numbered.

    For example ``week-3.svg`` of the only tree in ``week-3.tree``, and ``week-3-2.svg`` of the
    second of several.
    """
    stem = Path(suggest_file_name(view)).stem
    if len(view.exercises) > 1:
        stem = f"{stem}-{view.index + 1}"
    return f"{stem}{ending}"


def _write_export(view: View, make_contents: Made, path: Path) -> None:
    """Write an export of a view to a file, and say so in the view, or why that cannot be.

    A text is written with one line break at its end, and bytes as they are.
    """
    try:
        contents = make_contents(view)
        if isinstance(contents, str):
            contents = contents.rstrip("\n") + "\n"
        write_atomically(path, contents)
    except (OSError, ValueError) as error:
        view.say(f"Not saved: {error}.")
    else:
        view.say(f"Saved as {safe(path.name)}.")


def text_to_copy(view: View, what: Copied) -> str:
    """Return something of a view as a text for the clipboard.

    Raises:
        ValueError: The tree is too large for that, as a sentence says.
    """
    if what == "words":
        return banner_text(view)
    if len(view.tree) > LARGEST_FIGURE:
        raise ValueError(f"a tree of {grouped(len(view.tree))} nodes is not copied: s saves it")
    return _write_notation(view) if what == "tree" else _draw_as_text(view)


def _write_notation(view: View) -> str:
    return write(view.exercises[view.index])


def _draw_as_text(view: View) -> str:
    return convert_to_plain_text(
        draw(view.record, view.step, Look(marks=True, spoilers=not view.asks))
    )


def _render_page(view: View) -> str:
    source = view.exercises[view.index].directives.source
    if source is None:
        source = ""
    return page(view.record, view.title, view.resolved.line, source)


def _render_png(view: View) -> bytes:
    return png(svg(view.record, view.step, FigureOptions(theme="light")), _PIXELS)


class Export(NamedTuple):
    """What can be exported, the ending of a file of it, and how it is made of a view."""

    what: str
    ending: str
    make: Made


EXPORTS: Final = (
    Export("a page that steps in a browser", ".html", _render_page),
    Export("the drawing as PNG", ".png", _render_png),
    Export("the drawing as SVG", ".svg", lambda view: svg(view.record, view.step)),
    Export("the drawing as LaTeX", ".tex", lambda view: latex_document(view.record, view.step)),
    Export("the drawing as text", ".txt", _draw_as_text),
    Export("the trace as Markdown", ".md", lambda view: trace_markdown(view.record)),
    Export("the trace as CSV", ".csv", lambda view: trace_csv(view.record)),
    Export("this tree alone", "-alone.tree", _write_notation),
)
"""What is offered to be exported, in this order."""
