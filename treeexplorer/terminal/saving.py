"""Saving edited trees, asking before anything is lost, and offering what was lost before."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from treeexplorer.text import as_sentence, safe

if TYPE_CHECKING:
    from treeexplorer.editing.recovery import Recovered
    from treeexplorer.terminal.app import ExplorerApp
    from treeexplorer.terminal.screens.explorer import Explorer
    from treeexplorer.terminal.sources import Source

Then = Callable[[], None]


def save(explorer: Explorer, then: Then | None = None) -> None:
    """Save the trees to their file; ask for a name where they have none.

    Args:
        explorer: Whose trees to save.
        then: What to do once they are saved.
    """
    editor = explorer.editor
    if editor.document.path is None:
        save_as(explorer, then)
    elif not editor.has_unsaved_work:
        explorer.say(f"nothing has changed since {safe(editor.document.path.name)} was saved")
    else:
        _save_to(explorer, None, then)


def save_as(explorer: Explorer, then: Then | None = None) -> None:
    """Ask for a file and save the trees there."""
    from treeexplorer.terminal.screens.asking import Ask

    suggested = str(explorer.editor.document.path or _new_path(explorer.source))

    def answered(answer: str | None) -> None:
        if answer is not None:
            _save_to(explorer, Path(answer.strip()).expanduser(), then)

    words = "The file to write; a .tree file can be read again"
    ask = Ask("Save as", words, _problem, suggested, is_selected=False)
    explorer.app.push_screen(ask, answered)


def _new_path(source: Source | None) -> Path:
    """Return a path for trees that have no file of their own: beside the one they are from."""
    if source is None or source.path is None:
        return Path("tree.tree")
    return (Path(source.path.name) if source.is_example else source.path).with_suffix(".tree")


def _problem(text: str) -> str:
    from treeexplorer.terminal.sources import is_foreign

    path = Path(text.strip()).expanduser()
    if path.is_dir():
        return "That is a folder; add a name."
    if is_foreign(path):
        return f"End the name in .tree: {path.suffix} is for another format."
    return "" if path.absolute().parent.is_dir() else "There is no such folder."


def _save_to(
    explorer: Explorer, path: Path | None, then: Then | None, *, overwrite: bool = False
) -> None:
    """Save the trees, and say how it went."""
    if explorer.editor.is_large:
        explorer.say("saving …")
    explorer.run_worker(
        _saving(explorer, path, then, overwrite=overwrite), name="save", exclusive=True
    )


async def _saving(
    explorer: Explorer, path: Path | None, then: Then | None, *, overwrite: bool
) -> None:
    from treeexplorer.editing.document import ChangedOnDiskError, SaveError

    try:
        said = await explorer.editor.save(path, overwrite=overwrite)
    except ChangedOnDiskError as error:
        _ask_to_overwrite(explorer, path, then, str(error))
    except SaveError as error:
        explorer.say(f"not saved: {error}")
    else:
        explorer.say(said)
        if then is not None:
            then()


def _ask_to_overwrite(
    explorer: Explorer, path: Path | None, then: Then | None, problem: str
) -> None:
    from treeexplorer.terminal.screens.question import Question

    def answered(answer: str | None) -> None:
        if answer == "o":
            _save_to(explorer, path, then, overwrite=True)
        elif answer == "a":
            save_as(explorer, then)

    explorer.app.push_screen(
        Question(
            as_sentence(problem),
            "Nothing has been written yet.",
            [("o", "overwrite it with the trees as they are here"), ("a", "save as another file")],
        ),
        answered,
    )


def unless_lost(app: ExplorerApp, then: Then) -> None:
    """Do something that closes the explorer; ask first where that would lose unsaved work."""
    from treeexplorer.terminal.screens.explorer import Explorer

    found = [
        screen
        for screen in app.screen_stack
        if isinstance(screen, Explorer) and screen.has_unsaved_work
    ]
    if not found:
        then()
        return
    explorer = found[-1]
    from treeexplorer.terminal.screens.question import Question

    if isinstance(app.screen, Question):
        return  # it is being asked already

    def answered(answer: str | None) -> None:
        if answer == "s":
            save(explorer, then)
        elif answer == "d":
            explorer.editor.forget()
            then()

    app.push_screen(
        Question(
            f"{explorer.session.name or 'This tree'} has changes that are not saved.",
            "They are lost unless you save them.",
            [("s", "save them"), ("d", "discard them")],
        ),
        answered,
    )


def offer_lost_work(app: ExplorerApp, folder: Path) -> None:
    """Offer the work that a program which no longer runs has left unsaved."""
    from treeexplorer.editing.recovery import lost_work

    found = lost_work(folder)
    if found:
        _offer(app, found[0], len(found) - 1)


def _offer(app: ExplorerApp, work: Recovered, more: int) -> None:
    from treeexplorer.terminal.screens.question import Question

    def answered(answer: str | None) -> None:
        if answer == "enter":
            _open(app, work)
        elif answer == "d":
            work.forget()

    others = f" {more} more will be offered next time." if more else ""
    app.push_screen(
        Question(
            f"Unsaved changes of {safe(work.name)} were found.",
            f"They were made {_ago(time.time() - work.saved_at)}; the program ended without "
            f"saving them.{others}",
            [("enter", "open them"), ("d", "throw them away")],
            "ask again next time",
        ),
        answered,
    )


def _ago(seconds: float) -> str:
    for size, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {name}{'' if count == 1 else 's'} ago"
    return "a moment ago"


def _open(app: ExplorerApp, work: Recovered) -> None:
    """Open work that was not saved, to be edited further."""
    from treeexplorer.editing.document import Document
    from treeexplorer.notation import NotationError, parse_all
    from treeexplorer.terminal.sources import Source

    try:
        trees = parse_all(work.text, file=work.name)
    except NotationError:
        from treeexplorer.terminal.actions.writing import write_on

        work.forget()
        write_on(app, safe(work.name), work.text, work.path, work.digest)
        return
    document = Document(trees, work.text, work.path, work.digest)
    document.history.mark_unsaved()
    source = Source.of_text(work.text, safe(work.name))
    if work.path is not None:
        source = Source.of_file(work.path)
    name = app.keys_of("worksheet")[0]
    answers = any(tree.claims for tree in trees)
    remarks = f"{name} goes on with the worksheet; the tree holds your answers." if answers else ""
    app.show_trees(source, trees, document, remarks)
    work.forget()
