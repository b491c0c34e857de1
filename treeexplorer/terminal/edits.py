"""Edits of a view's trees: what an edit did, undoing, and saving."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from treeexplorer.editing.changes import EditError
from treeexplorer.editing.file import Done, Edit, EditedFile, edited
from treeexplorer.editing.matching import matching
from treeexplorer.engine import search
from treeexplorer.explain.comparing import effect
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View

_LARGEST_TRIED: Final = 3_000


def file_of(view: View) -> EditedFile:
    """Return the file that a view's trees are edited as; made of them when first asked for.

    A built-in example is no file to save to: its trees are saved under another name.
    """
    if view.file is None:
        positions = view.exercises[0].positions
        source = view.source
        if source is None or positions is None:
            view.file = EditedFile(view.exercises)
        else:
            text = _text_on_disk(source.path, positions.source.text)
            view.file = EditedFile(view.exercises, text, source.own_path)
    return view.file


def _text_on_disk(path: Path | None, read: str) -> str:
    """Return the text of a file with its own line ends, where it is still what was read."""
    from treeexplorer.notation import NotationError, read_text
    from treeexplorer.notation.reader import plain_text

    if path is None:
        return read
    try:
        on_disk = read_text(path)
    except NotationError:
        return read
    return on_disk if plain_text(on_disk) == read else read


def edit(view: View, change: Edit) -> None:
    """Make an edit of the tree that is shown, and say what it did.

    Raises:
        EditError: It cannot be made; nothing is changed.
    """
    file = file_of(view)
    done = file.edit(view.index, change)
    try:
        _show(view, done)
    except ValueError as error:
        file.take_back()
        raise EditError(f"this cannot be searched: {error}") from None


def undo(view: View) -> bool:
    """Take back the last edit; tell whether there was one."""
    done = file_of(view).undo()
    if done is not None:
        _show(view, done, "Undone: ")
    return done is not None


def redo(view: View) -> bool:
    """Make the edit again that was undone last; tell whether there was one."""
    done = file_of(view).redo()
    if done is not None:
        _show(view, done, "Made again: ")
    return done is not None


def _show(view: View, done: Done, before_words: str = "") -> None:
    """Show the trees after an edit, and what the edit did to the search."""
    view.show_tree(done.index)
    before = view.record
    same = cache(done.counterpart)
    view.replace_exercises(done.after, same)
    view.clear()
    view.look_at(done.cursor)
    view.say(before_words + done.words)
    view.search_on(1.0)
    view.explanation = effect(before, view.record, same(done.index))


def tried(view: View, change: Edit) -> str:
    """Return what an edit would do to the search; empty where the tree is large.

    Raises:
        EditError: It cannot be made.
    """
    draft = file_of(view).draft(view.index)
    made = change(draft)
    if len(draft.tree) > _LARGEST_TRIED or not view.record.complete or view.bookmark.values:
        return made.words
    after = edited(draft, made).tree
    try:
        record = search(after, view.rules)
    except ValueError as error:
        raise EditError(f"this cannot be searched: {error}") from None
    return effect(view.record, record, matching(draft.tree, after, made.order))


def save(view: View, path: Path | None = None, *, overwrite: bool = False) -> str:
    """Save the trees, which are those of that file from now on; return what to say about it.

    Raises:
        ChangedError: Somebody else changed the file, or there is another one.
        OSError: It cannot be written.
    """
    source = Source.of_file(file_of(view).save(path, overwrite=overwrite))
    picture = None if view.source is None else view.source.picture
    view.name, view.source = source.name, source._replace(picture=picture)
    return f"Saved {view.name}."
