"""Edits of a view's trees: what an edit did, undoing, and saving."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from treeexplorer.editing.text import EditedText, EditError, replaced
from treeexplorer.explain.comparing import effect
from treeexplorer.notation import Exercise, NotationError, parse_all, read_text, write_all
from treeexplorer.notation.reader import with_plain_line_ends
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View, have_same_shape


def file_of(view: View) -> EditedText:
    """Return the text as which a view's trees are edited; made when first asked for.

    A built-in example is no file to save to: its trees are saved under another name.
    """
    if view.file is None:
        positions, source = view.exercises[0].positions, view.source
        if source is None or positions is None:
            view.file = EditedText(write_all(view.exercises))
        else:
            text = positions.source.text
            if source.path is not None:
                with suppress(ValueError):  # its own line ends, where it is what was read
                    on_disk = read_text(source.path)
                    text = on_disk if with_plain_line_ends(on_disk) == text else text
            view.file = EditedText(text, source.own_path)
    return view.file


def exercise_of(view: View) -> Exercise:
    """Return the tree that is shown as it stands in the text that is edited."""
    exercise, text = view.exercises[view.index], file_of(view).text
    if exercise.positions is not None and exercise.positions.source.text == text:
        return exercise
    return parse_all(text)[view.index]


def change(view: View, node: int, written: str) -> None:
    """Write another name and value at a node, and say what that did.

    Raises:
        EditError: It cannot be written there, or read or searched then; nothing is changed.
    """
    before = view.tree.labels.signed(node)
    show_text(view, replaced(exercise_of(view), node, written))
    view.look_at(node)
    view.say(f"{before} is now {written.strip() or 'without a name'}.")


def undo(view: View) -> None:
    """Undo the last edit, and say so."""
    file = file_of(view)
    undone = file.raw
    if not file.undo():
        view.say("There is nothing to undo.")
        return
    try:
        _show(view, file.text)
        view.say("Undone.")
    except ValueError:  # as it was before it was mended in the editor
        file.write(with_plain_line_ends(undone))
        view.say("What was written before is no tree; e edits the text.")


def show_text(view: View, text: str) -> None:
    """Take another text for the view's trees.

    Raises:
        EditError: It cannot be read, or not be searched; nothing is changed.
    """
    file = file_of(view)
    try:
        _show(view, text)
    except NotationError as error:
        problem = error.problems[0]
        hint = f" ({problem.hint})" if problem.hint else ""
        raise EditError(problem.message + hint) from None
    except ValueError as error:
        raise EditError(f"this cannot be searched: {error}") from None
    file.write(text)


def _show(view: View, text: str) -> None:
    """Show the trees of a text, and what became of the search."""
    path, before = view.exercises[0].path, view.record
    view.replace_exercises([replace(each, path=path) for each in parse_all(text)])
    view.clear()
    view.search_on(1.0)
    if have_same_shape(before.tree, view.tree):
        view.explanation = (effect(before, view.record),)


def belong_to(view: View, path: Path) -> None:
    """Take a file as that of a view's trees from now on."""
    source = Source.of_file(path)
    picture = None if view.source is None else view.source.picture
    view.name, view.source = source.name, source._replace(picture=picture)
