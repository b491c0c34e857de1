"""Saving and exporting: the trees, the drawing, the trace, the answers, each under a name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from treeexplorer.files import ChangedError, write_atomically
from treeexplorer.terminal import edits
from treeexplorer.terminal.messages import OpenScreen
from treeexplorer.terminal.screens.choose import Choose
from treeexplorer.terminal.sources import is_foreign
from treeexplorer.terminal.view import View
from treeexplorer.text import as_sentence, safe


class Save(Choose):
    """Offers what can be saved of a view; dismissed with whether something was.

    Args:
        view: What is looked at.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        file = edits.file_of(view)
        offered = []
        if file.path is not None:
            what = "changes" if file.has_unsaved_work else "(nothing has changed)"
            offered.append(("save", f"Save {safe(file.path.name)}   {what}"))
        offered.append(("save as", "Save the trees under another name"))
        offered += [(name, f"Export {words}") for name, (words, _, _) in EXPORTS.items()]
        super().__init__("Save or export", offered)

    def choose(self, name: str) -> None:
        """Save at once, or ask for a name."""
        if name == "save":
            self._save(None)
        elif name == "save as":
            self._ask("Save the trees as", "a name that ends in .tree", str(new_path(self.view)),
                      _attempt_tree, self._save_as)  # fmt: skip
        else:
            words, file_name, _ = EXPORTS[name]
            self._ask(f"Save {words} as", "a file name", file_name, _attempt_file,
                      lambda answer: self._export(name, answer))  # fmt: skip

    def _ask(
        self,
        title: str,
        explanation: str,
        answer: str,
        attempt: Callable[[str], tuple[bool, str]],
        then: Callable[[str | None], None],
    ) -> None:
        self.post_message(
            OpenScreen(
                "prompt",
                then=then,
                title=title,
                explanation=explanation,
                attempt=attempt,
                answer=answer,
            )
        )

    def _save_as(self, answer: str | None) -> None:
        if answer:
            self._save(Path(answer.strip()).expanduser())

    def _save(self, path: Path | None, *, overwrite: bool = False) -> None:
        try:
            self.view.say(edits.save(self.view, path, overwrite=overwrite))
        except ChangedError as error:
            self._ask_to_overwrite(path, str(error.strerror))
            return
        except (OSError, ValueError) as error:
            self.view.say(f"Not saved: {error}.")
        self.dismiss("saved")

    def _ask_to_overwrite(self, path: Path | None, problem: str) -> None:
        def then(answer: str | None) -> None:
            if answer == "overwrite":
                self._save(path, overwrite=True)

        self.post_message(
            OpenScreen(
                "choose",
                then=then,
                question=as_sentence(problem),
                choices=[("stay", "Leave it as it is"), ("overwrite", "Write over it")],
            )
        )

    def _export(self, name: str, answer: str | None) -> None:
        if not answer:
            return
        path = Path(answer.strip()).expanduser()
        try:
            write_atomically(path, EXPORTS[name][2](self.view))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.view.say(f"Not saved: {safe(reason)}.")
        else:
            self.view.say(f"Saved {safe(str(path))}.")
        self.dismiss("exported")


class Unsaved(Choose):
    """Asks before unsaved work would be lost; dismissed with whether to go on.

    Args:
        view: What has changes.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        super().__init__(
            f"{view.name or 'This tree'} has changes that are not saved.",
            [
                ("stay", "Go back to it"),
                ("save", "Save them"),
                ("discard", "Discard them"),
            ],
        )

    def choose(self, name: str) -> None:
        """Save, discard, or go back."""
        if name == "discard":
            edits.forget(self.view)
            self.view.has_edits = False
            self.dismiss("go")
        elif name == "save":
            self.post_message(OpenScreen("save", self.view, then=self._saved))
        else:
            self.dismiss(None)

    def _saved(self, answer: str | None) -> None:
        self.dismiss("go" if answer and not self.view.has_edits else None)


def new_path(view: View) -> Path:
    """Return a path for trees that have no file of their own: beside the one they are from."""
    path = edits.file_of(view).path
    if path is not None:
        return path
    source = view.source
    if source is None or source.path is None:
        return Path("tree.tree")
    return (Path(source.path.name) if source.is_example else source.path).with_suffix(".tree")


def _attempt_file(text: str) -> tuple[bool, str]:
    path = Path(text.strip()).expanduser()
    try:
        if not text.strip() or path.is_dir():
            return False, "That is a folder; add a name."
        if not path.absolute().parent.is_dir():
            return False, "There is no such folder."
        there = " (there is such a file; it is replaced)" if path.exists() else ""
    except (OSError, ValueError) as error:
        return False, as_sentence(safe(getattr(error, "strerror", None) or str(error)))
    return True, f"↵ saves it{there}"


def _attempt_tree(text: str) -> tuple[bool, str]:
    path = Path(text.strip()).expanduser()
    if is_foreign(path):
        return False, f"End the name in .tree: {path.suffix} is for another format."
    return _attempt_file(text)


def _drawing_text(view: View) -> str:
    from treeexplorer.drawing.diagram import draw
    from treeexplorer.drawing.runs import Look, plain

    return plain(draw(view.record, view.step, Look(marks=True))).rstrip("\n") + "\n"


def _svg(view: View) -> str:
    from treeexplorer.drawing.svg import svg

    return svg(view.record, view.step)


def _latex(view: View) -> str:
    from treeexplorer.drawing.latex import latex

    return latex(view.record, view.step)


def _trace_markdown(view: View) -> str:
    from treeexplorer.formats import tables

    return "\n".join(tables.trace_markdown(view.record)) + "\n"


def _trace_csv(view: View) -> str:
    from treeexplorer.formats import tables

    return "\n".join(tables.trace_csv(view.record)) + "\n"


def _tree(view: View) -> str:
    from treeexplorer.notation import write

    return write(view.exercises[view.index]).rstrip("\n") + "\n"


def _answers(view: View) -> str:
    from treeexplorer.exercises.answers import answer_sheet
    from treeexplorer.exercises.pages import plain_text

    return plain_text(tuple(answer_sheet(view.record, view.title).blocks()))


EXPORTS: Final[dict[str, tuple[str, str, Callable[[View], str]]]] = {
    "svg": ("the drawing as SVG", "drawing.svg", _svg),
    "latex": ("the drawing as LaTeX", "drawing.tex", _latex),
    "text": ("the drawing as text", "drawing.txt", _drawing_text),
    "markdown": ("the trace as Markdown", "trace.md", _trace_markdown),
    "csv": ("the trace as CSV", "trace.csv", _trace_csv),
    "answers": ("the answer sheet", "answers.txt", _answers),
    "tree": ("this tree alone", "tree.tree", _tree),
}
"""What can be exported: the words, a file name, and what makes the text."""
