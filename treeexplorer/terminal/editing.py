"""Editing on the screen: what an edit does to the trees that are shown, undoing it, saving it.

The text itself, its undo and its file are those of :mod:`treeexplorer.editing`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from textual.message_pump import MessagePump

from treeexplorer.editing.recovery import Lost
from treeexplorer.editing.text import EditedText, EditError, replaced
from treeexplorer.files import ChangedError
from treeexplorer.notation import Exercise, NotationError, parse_all
from treeexplorer.terminal import messages
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View, have_same_shape
from treeexplorer.text import as_sentence, safe

_SEARCH_SECONDS = 1.0  # for the search of changed trees, before the screen goes on with it


def file_of(view: View) -> EditedText:
    """Return the text as which a view's trees are edited; made when first asked for.

    A built-in example is no file to save to: its trees are saved under another name.
    """
    if view.file is None:
        source = Source.of_text("") if view.source is None else view.source
        view.file = EditedText.of_trees(view.exercises, source.path, source.own_path)
    return view.file


def exercise_of(view: View) -> Exercise:
    """Return the tree that is shown as it stands in the text that is edited."""
    exercise = view.exercises[view.index]
    text = file_of(view).text
    if exercise.positions is not None and exercise.positions.source.text == text:
        return exercise
    return parse_all(text)[view.index]


def change(view: View, node: int, written: str) -> None:
    """Write another name and value at a node, and say what that did.

    Raises:
        EditError: It cannot be written there, or read or searched then; nothing is changed.
    """
    label_before = view.tree.labels.signed(node)
    changed_text = replaced(exercise_of(view), node, written)
    if changed_text == file_of(view).text:
        view.say(f"{label_before} is as it was.")
        return

    show_text(view, changed_text)  # from here on the view has another tree
    view.look_at(node)
    is_leaf = view.tree.is_leaf(node)  # as before: what is written at a node adds no children
    view.say(_describe_change(label_before, written.strip(), is_leaf=is_leaf))


def _describe_change(label_before: str, written: str, *, is_leaf: bool) -> str:
    """Say what is written at a node now that was called by some label."""
    if is_leaf:
        return f"{label_before} is now {written}."
    if written:
        return f"“{written}” is written at {label_before} now."
    return f"Nothing is written at {label_before} now."


def undo(view: View) -> None:
    """Undo the last edit, and say so."""
    file = file_of(view)
    if not file.undo():
        view.say("There is nothing to undo.")
    else:
        _show_or_revert(view, "Undone; ctrl+y makes the change again.", file.redo)


def redo(view: View) -> None:
    """Make the edit again that was undone last, and say so."""
    file = file_of(view)
    if not file.redo():
        view.say("There is nothing to make again.")
    else:
        _show_or_revert(view, "Made again; ctrl+z undoes it.", file.undo)


def _show_or_revert(view: View, done: str, take_back: Callable[[], object]) -> None:
    """Show the trees of a text that was undone or redone; if they cannot be shown, take it back.

    An earlier text may have had mistakes that were mended in the editor, or may not go with the
    rules of today.

    Args:
        view: The view that shows the trees.
        done: Says what was done, where the trees can be shown.
        take_back: Undoes what was done to the text: a redo for an undo, an undo for a redo.
    """
    try:
        _show(view, file_of(view).text)
        view.say(done)
    except NotationError:  # before ValueError, of which it is a kind
        take_back()
        view.say("What was written before is no tree; e edits the text.")
    except ValueError as error:
        take_back()
        view.say(f"What was written there cannot be searched: {as_sentence(str(error))}")


def show_text(view: View, text: str) -> None:
    """Take another text for the view's trees.

    Args:
        view: The view that shows the trees.
        text: The whole text, with all trees.

    Raises:
        EditError: It cannot be read, or not be searched; nothing is changed.
    """
    file = file_of(view)
    try:
        _show(view, text)
    # Before ValueError, of which it is a kind.
    except NotationError as error:
        problem = error.problems[0]
        hint = f" ({problem.hint})" if problem.hint else ""
        raise EditError(problem.message + hint) from None
    except ValueError as error:
        raise EditError(f"this cannot be searched: {error}") from None
    # Last, so that only a text that can be shown is one that undo comes back to.
    file.write(text)


def read_again(view: View) -> None:
    """Read the file of a view's trees again, and show them; undo brings back those before.

    All that can be refused is refused by the first two steps, before anything is changed.

    Raises:
        ValueError: It cannot be read, or not be searched; nothing is changed.
    """
    source = view.source
    if source is None:
        raise ValueError("these trees are in no file")
    # Made from the old trees where the view has none yet, so that undo can come back to them.
    file = file_of(view)

    # 1. Read the file: an error changes nothing.
    read = source.read(levels=view.options.get("levels"))
    # 2. Show the trees: if they cannot be searched, the view stays as it is.
    _show_trees(view, read.exercises)

    # 3. Let the editable text follow: it becomes the one that was read, and undo the one before.
    text = EditedText.of_trees(read.exercises, source.path, source.own_path).raw
    digest_of_file = None if file.path is None else read.digest
    file.read_again(text, digest_of_file)
    # 4. From now on the view belongs to this version of the file.
    view.digest = read.digest
    view.is_outdated = False


def read_again_and_say(view: View) -> None:
    """Read the file of a view's trees again, and say so, or why not."""
    try:
        read_again(view)
    except ValueError as error:
        view.say(f"Not read again: {as_sentence(str(error))}")
    else:
        view.say("Read again; ctrl+z brings back what was here.")


def _show(view: View, text: str) -> None:
    """Show the trees of a text, and what became of the search."""
    _show_trees(view, parse_all(text))


def _show_trees(view: View, exercises: Sequence[Exercise]) -> None:
    """Show other trees in place of a view's, and explain what the change did to the search.

    Args:
        view: The view that shows the trees; it is changed.
        exercises: The new trees, at least one.

    Raises:
        ValueError: The rules do not go with the trees; nothing is changed.
    """
    # The new trees are in the same file as those before.
    path = view.exercises[0].path
    before = view.record
    view.replace_exercises([replace(each, path=path) for each in exercises])
    view.clear()
    view.search_on(_SEARCH_SECONDS)
    # Searches of trees with other nodes have nothing to be compared by.
    if have_same_shape(before.tree, view.tree):
        from treeexplorer.explain.differences import effect

        view.explanation = (effect(before, view.record),)


def belong_to(view: View, path: Path) -> None:
    """Take a file as that of a view's trees from now on."""
    source = Source.of_file(path)
    picture = None if view.source is None else view.source.picture
    view.name = source.name
    view.source = source._replace(picture=picture)


# -- saving ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Saving:
    """Saves a text of trees to its file, or to one whose name is asked for.

    Attributes:
        asker: The screen or the app that posts what is to be asked.
        file: The text.
        name: The name that is offered where it has no file.
        done: Takes what is to be said, and the file if it was saved.
        read_again: Reads the file of the text again, where it is not what was read.
    """

    asker: MessagePump
    file: EditedText
    name: str
    done: Callable[[str, Path | None], None]
    read_again: Callable[[], None]

    @classmethod
    def of_view(
        cls,
        asker: MessagePump,
        view: View,
        show: Callable[[], None],
        on_saved: Callable[[], None] | None = None,
    ) -> Saving:
        """Return what saves a view's trees.

        The view itself says what came of it; if the trees were saved, the file is the view's from
        then on.

        Args:
            asker: The screen or the app that posts what is to be asked.
            view: The view.
            show: Shows what the view says, each time that it says something.
            on_saved: Is called at last, if the trees have been saved.
        """

        def handle_done(message: str, saved_to: Path | None) -> None:
            """Say what came of saving, with the file, or ``None`` if nothing was saved."""
            if saved_to is not None:
                belong_to(view, saved_to)
            view.say(message)
            show()
            if saved_to is not None and on_saved is not None:
                on_saved()

        def read_file_again() -> None:
            """Read the trees of the file instead of saving."""
            read_again_and_say(view)
            show()

        return cls(
            asker,
            file=file_of(view),
            name=suggest_file_name(view),
            done=handle_done,
            read_again=read_file_again,
        )

    def save(self) -> None:
        """Save the text; ask for a name where it has none."""
        if self.file.path is None:
            self.ask()
        else:
            self._write_to(self.file.path)

    def ask(self) -> None:
        """Ask for a name, and save the text under it."""
        title = "Save the trees as"
        expected = "a name that ends in .tree"
        name = self.name if self.file.path is None else str(self.file.path)
        self.asker.post_message(
            messages.ask_for_file(title, expected, name, self._write_to, for_trees=True)
        )

    def _write_to(self, path: Path, *, overwrite: bool = False) -> None:
        """Write the text to a file; ask first where that holds something that was not read.

        Args:
            path: The file.
            overwrite: Whether it is written over without asking, as the user has said so.
        """
        try:
            self.file.save(path, overwrite=overwrite)
        except ChangedError as error:
            self._ask_to_overwrite(path, error)
        except (OSError, ValueError) as error:
            saved_to = None
            self.done(f"Not saved: {error}.", saved_to)
        else:
            self.done(f"Saved as {safe(path.name)}.", path)

    def _ask_to_overwrite(self, path: Path, error: ChangedError) -> None:
        """Ask whether a file is written over, or, if it is the text's own, read again instead."""
        overwrite_it = partial(self._write_to, path, overwrite=True)
        is_own_file = path == self.file.path and path.exists()
        read_again = self.read_again if is_own_file else None
        self.asker.post_message(messages.ask_to_overwrite(error, overwrite_it, read_again))


def suggest_file_name(view: View) -> str:
    """Return the name under which a view's trees may be saved: that of their file, in .tree."""
    source = view.source
    if source is None or source.path is None:
        return "tree.tree"
    return str(Path(source.path.name).with_suffix(".tree"))


def reopened(lost: Lost) -> messages.OpenText:
    """Return what shows the work that was lost, its file still unsaved."""
    work = lost.work
    source = Source.of_text("", safe(work.name))
    if work.path is not None:
        source = Source.of_file(work.path)
    known = "" if work.digest is None else work.digest
    return messages.OpenText(source, EditedText(work.text, source.own_path, known))
