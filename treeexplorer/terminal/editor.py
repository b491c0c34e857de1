"""Edits the trees of an explorer: undo, what an edit did to the search, saving, recovery."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from treeexplorer.editing.change import Change, EditError, applied
from treeexplorer.editing.document import Document
from treeexplorer.editing.history import Done, Edit, Rewritten
from treeexplorer.editing.matching import matching
from treeexplorer.engine import Record, search
from treeexplorer.engine.differences import Counterpart, differences, told
from treeexplorer.text import as_sentence, safe

if TYPE_CHECKING:
    from textual.timer import Timer

    from treeexplorer.editing.recovery import Recovery
    from treeexplorer.terminal.screens.explorer import Explorer
    from treeexplorer.terminal.session import Counterparts
    from treeexplorer.terminal.sources import Source
    from treeexplorer.tree import GameTree

_LARGEST_COMPARED: Final = 100_000
_LARGEST_TRIED: Final = 3_000
_LARGEST_AT_ONCE: Final = 5_000
_KEEPS_AFTER: Final = 2.0
_KEEPS_AFTER_PER_NODE: Final = 1e-5


class Editor:
    """The trees of an explorer as a document that is edited.

    Args:
        explorer: Whose trees they are.
        document: The document; made of the explorer's trees and their source where ``None``.
    """

    def __init__(self, explorer: Explorer, document: Document | None = None) -> None:
        self._explorer = explorer
        self.document = document or document_of(explorer.session.trees, explorer.source)
        self._recovery: Recovery | None = None
        self._timer: Timer | None = None

    @property
    def has_unsaved_work(self) -> bool:
        """Whether something would be lost."""
        return self.document.has_unsaved_work

    # -- edits ---------------------------------------------------------------------------------

    def edit(self, edit: Edit) -> bool:
        """Make an edit of the tree that is shown; say why not where it cannot be made."""
        session = self._explorer.session
        try:
            done = self.document.history.edit(session.index, edit)
        except EditError as error:
            self._explorer.say(str(error))
            return False
        if not self._show(done):
            self.document.history.take_back()
            return False
        return True

    def undo(self) -> None:
        """Take back the last edit."""
        done = self.document.history.undo()
        if done is None:
            self._explorer.say("there is nothing to undo")
        elif not self._show(done, "undone: "):
            self.document.history.redo()

    def redo(self) -> None:
        """Do again what was undone."""
        done = self.document.history.redo()
        if done is None:
            self._explorer.say("there is nothing to do again")
        elif not self._show(done, "done again: "):
            self.document.history.undo()

    def rewrite(self, trees: Sequence[GameTree], text: str) -> bool:
        """Put trees that were written as text in the place of all; say why not where impossible."""
        if not self._show(self.document.history.rewrite(trees, text, "written anew as text")):
            self.document.history.take_back()
            return False
        return True

    def read_again(self, trees: list[GameTree]) -> None:
        """Take the trees that are in the file now; what was there before comes back by undoing.

        Raises:
            ValueError: They cannot be searched; nothing has changed.
        """
        fresh = document_of(trees, self._explorer.source)
        history = self.document.history
        history.rewrite(trees, fresh.history.base.text, "the file was read again")
        try:
            self._explorer.session.replace_trees(trees)
        except ValueError:
            history.take_back()
            raise
        self.document.digest = fresh.digest
        history.mark_saved()

    def _show(self, done: Done | Rewritten, before_words: str = "") -> bool:
        """Show the trees after an edit, and what the edit did to the search."""
        explorer, session = self._explorer, self._explorer.session
        if isinstance(done, Done) and session.index != done.index:
            explorer.show_tree(done.index)
        before, index = session.record, session.index
        same = _counterparts(done)
        try:
            session.replace_trees(self.document.history.trees, same)
        except ValueError as error:
            explorer.say(f"this cannot be searched: {error}")
            return False
        session.has_edits = self.has_unsaved_work
        explorer.checked = None
        if isinstance(done, Done):
            explorer.look_at(done.cursor)
        elif session.looking:
            explorer.look_at(session.cursor)
        else:
            explorer.quieten()
        explorer.notice = before_words + done.words
        if session.index == index:
            explorer.explanation = effect(before, session.record, same(index))
        explorer.update()
        self.keep_soon()
        return True

    def tried(self, edit: Edit) -> str:
        """Return what an edit would do to the search; empty where the tree is large.

        Raises:
            EditError: It cannot be made.
        """
        session = self._explorer.session
        draft = self.document.history.drafts[session.index]
        change = edit(draft)
        after = applied(draft, change)
        small = max(len(after.tree), len(draft.tree)) <= _LARGEST_TRIED
        if not small or not session.record.complete or session.place.values:
            return ""
        try:
            record = search(after.tree, session.rules)
        except ValueError as error:
            raise EditError(f"this cannot be searched: {error}") from None
        return effect(session.record, record, _counterpart(change, len(after.tree), draft.tree))

    # -- keeping unsaved work ------------------------------------------------------------------

    def keep_soon(self) -> None:
        """Keep unsaved work for recovery: at once, or in a moment where the trees are large."""
        folder = self._explorer.app.unsaved_folder
        if folder is None:
            return
        if not self.has_unsaved_work:
            self.forget()
            return
        if self._recovery is None:
            from treeexplorer.editing.recovery import Recovery

            self._recovery = Recovery(
                self._explorer.session.name, self.document.path, folder, self.document.digest
            )
        if self.is_large:
            self._keep_later()
        else:
            self._keep()

    def _keep(self) -> None:
        if self._recovery is None or not self.has_unsaved_work:
            return
        try:
            self._recovery.keep(self.document.text().text)
        except OSError as error:
            self._explorer.notice += f" (unsaved work cannot be kept: {error.strerror or error})"

    def _keep_later(self) -> None:
        """Keep the work a moment after the last of several edits, while the screen goes on."""
        if self._timer is not None:
            self._timer.stop()
        nodes = sum(map(len, self.document.history.trees))
        pause = _KEEPS_AFTER + nodes * _KEEPS_AFTER_PER_NODE
        self._timer = self._explorer.set_timer(pause, self._keep_behind)

    async def _keep_behind(self) -> None:
        await asyncio.to_thread(self._keep)

    def keep_now(self) -> None:
        """Keep unsaved work at once, however large the trees: the program ends."""
        if self._timer is not None:
            self._timer.stop()
        self._keep()

    def forget(self) -> None:
        """Keep no unsaved work: it is saved, or given up."""
        if self._recovery is not None:
            self._recovery.forget()
            self._recovery = None

    # -- saving --------------------------------------------------------------------------------

    @property
    def is_large(self) -> bool:
        """Whether the text of the trees takes so long that the screen must not wait for it."""
        return sum(map(len, self.document.history.trees)) > _LARGEST_AT_ONCE

    async def save(self, path: Path | None = None, *, overwrite: bool = False) -> str:
        """Save the trees, behind the screen where they are large; return what to say about it.

        Raises:
            ChangedOnDiskError: Somebody else changed the file, or there is another one.
            SaveError: It cannot be written.
        """
        if self._timer is not None:
            self._timer.stop()
        if self.is_large:
            saved = await asyncio.to_thread(self.document.save, path, overwrite=overwrite)
        else:
            saved = self.document.save(path, overwrite=overwrite)
        self.keep_soon()  # which forgets what was kept, unless somebody went on editing
        self._explorer.note_saved(saved.path)
        words = f"saved {safe(saved.path.name)}"
        if saved.lost:
            lost = ", ".join(safe(comment) for comment in saved.lost[:2])
            more = f" and {len(saved.lost) - 2} more" if len(saved.lost) > 2 else ""
            words += f"; comments of nodes that are gone: {lost}{more}"
        return words


def _counterparts(done: Done | Rewritten) -> Counterparts:
    """Return which node of each tree is which after an edit; found once where it takes time."""
    if isinstance(done, Done):
        return lambda index: done.counterpart if index == done.index else _itself

    @cache
    def matched(index: int) -> Counterpart:
        return matching(done.before[index], done.after[index])

    return matched


def _itself(node: int) -> int:
    return node


def _counterpart(change: Change, size: int, before: GameTree) -> Counterpart:
    """Return which node of an edited tree is which of the tree before it."""
    moved = {origin: node for node, origin in enumerate(change.piece.origin, change.start)}
    shift = size - len(before)

    def counterpart(node: int) -> int | None:
        if node < change.start:
            return node
        if node >= change.stop:
            return node + shift
        return moved.get(node)

    return counterpart


def effect(before: Record, after: Record, counterpart: Counterpart) -> str:
    """Return what an edit did to the search, as a sentence."""
    if not after.complete:
        waits = after.waits_for is not None
        return "The search waits for an unknown leaf." if waits else "The search begins anew."
    if not before.complete or max(len(before.nodes), len(after.nodes)) > _LARGEST_COMPARED:
        return f"{after.evaluated:,} leaves are read, {len(after.cuts):,} cut-offs."
    found = differences(before, after, counterpart)
    if not found:
        return "The search does the same as before."
    return as_sentence(told(before, after, found))


def document_of(trees: list[GameTree], source: Source | None) -> Document:
    """Return the document that trees from a source are.

    A built-in example is no file to save to: its trees are saved under another name.
    """
    from treeexplorer.notation import NotationError, read_text
    from treeexplorer.notation.positions import TextPositions
    from treeexplorer.notation.reader import plain_text

    positions = trees[0].positions
    if source is None or not isinstance(positions, TextPositions):
        return Document(trees)
    text, path = positions.text, source.path
    if path is None or source.is_example:
        return Document(trees, text)
    try:
        on_disk = read_text(path)
    except NotationError:
        return Document(trees, text, path)
    return Document(trees, on_disk if plain_text(on_disk) == text else text, path)
