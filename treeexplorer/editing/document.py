"""A file of trees that is edited: its text, its saving, and whether somebody else changed it."""

from __future__ import annotations

import errno
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from treeexplorer.editing.history import History
from treeexplorer.editing.pieces import Draft
from treeexplorer.editing.wording import SourceTokens, Worded, worded
from treeexplorer.files import ANYTHING, FileError, digest, read_bytes, write_atomically
from treeexplorer.notation import Exercise, NotationError, parse_all, write_all
from treeexplorer.notation.reader import plain_text

_BYTE_ORDER_MARK: Final = "\ufeff"


@dataclass(frozen=True)
class Saved:
    """What saving did.

    Attributes:
        path: The file.
        lost: The comments that stood beside nodes that are gone.
    """

    path: Path
    lost: tuple[str, ...]


class EditedFile:
    """Trees that are edited together because they stand in one file.

    Saving changes the edited trees within the file's text and nothing else: directives, comments,
    blank lines, line ends and the other trees stay byte for byte.

    Attributes:
        history: The trees as they are now, and the edits made to them.
        path: The file.
        digest: The digest of what was read from the file, or written to it last.

    Args:
        exercises: The trees, as they were read.
        text: The text they were read from; ``None`` where they come from elsewhere (a game,
            another format), and the whole file is then written canonically.
        path: The file; ``None`` where there is none yet.
        known: The digest of what is in the file, where that is not the text.
    """

    def __init__(
        self,
        exercises: Sequence[Exercise],
        text: str | None = None,
        path: Path | None = None,
        known: str | None = None,
    ) -> None:
        self.history = History(exercises, text)
        self.path = path
        self.digest = known
        if known is None and text is not None and path is not None:
            self.digest = digest(text.encode("utf-8"))

    @classmethod
    def read(cls, path: Path) -> EditedFile:
        """Return the document in a file.

        Raises:
            NotationError: It cannot be read, or is not in the notation.
        """
        from treeexplorer.notation import read_text

        text = read_text(path)
        return cls(parse_all(text, file=str(path)).exercises, text, path)

    @classmethod
    def of_text(cls, text: str) -> EditedFile:
        """Return the document that a text is.

        Raises:
            NotationError: It is not in the notation.
        """
        return cls(parse_all(text).exercises, text)

    @property
    def has_unsaved_work(self) -> bool:
        """Whether something would be lost."""
        return not self.history.is_saved

    def text(self) -> Worded:
        """Return the text as it would be saved, and the comments that have no place in it.

        What comes back is the trees as they are, read again to make sure of it; were a tree to
        come out differently, it is set canonically instead.
        """
        drafts, base = self.history.drafts, self.history.base
        if base.text is None:
            return Worded(write_all(self.history.exercises), ())
        changed = [
            (read, draft) for read, draft in zip(base.exercises, drafts, strict=True)
            if draft.exercise is not read and draft.exercise != read
        ]  # fmt: skip
        if not changed:
            return Worded(base.text, ())
        plain = plain_text(base.text)
        sources = [SourceTokens(read, plain) for read, _ in changed]
        texts = [worded(source, draft) for source, (_, draft) in zip(sources, changed, strict=True)]
        result = _with(base.text, sources, [text.text for text in texts])
        lost = tuple(comment for text in texts for comment in text.lost)
        if not self._reads_back(result):
            result = _with(base.text, sources, [_set_anew(draft) for _, draft in changed])
            lost = tuple(comment for source in sources for *_, comment in source.comments())
        return Worded(result, lost)

    def _reads_back(self, text: str) -> bool:
        try:
            return parse_all(text).exercises == self.history.exercises
        except NotationError:
            return False

    def changed_on_disk(self) -> bool:
        """Tell whether the file is not what it was when it was read or saved last."""
        if self.path is None:
            return False
        try:
            return digest(read_bytes(self.path)) != self.digest
        except FileError as error:
            return error.errno != errno.ENOENT or self.digest is not None

    def save(self, path: Path | None = None, *, overwrite: bool = False) -> Saved:
        """Write the trees to their file, or to another one, which is then theirs.

        Args:
            path: Where to; the document's own file where ``None``.
            overwrite: Write even where that replaces something that was not read from there.

        Raises:
            ValueError: There is no file to write to.
            ChangedError: The file is not what was read, or is another one that exists.
            FileError: It cannot be written; the old file is still whole.
        """
        target = path or self.path
        if target is None:
            raise ValueError("these trees have no file yet: save them under a name")
        own = self.path is not None and target.absolute() == self.path.absolute()
        changes = self.history.changes
        saved = self.text()
        expected = ANYTHING if overwrite else self.digest if own else None
        write_atomically(target, saved.text, expected=expected)
        self.path = target
        self.digest = digest(saved.text.encode("utf-8", "surrogateescape"))
        if self.history.changes == changes:
            self.history.mark_saved()
        else:  # somebody went on editing meanwhile
            self.history.mark_unsaved()
        return Saved(target, saved.lost)


def _with(raw: str, sources: Sequence[SourceTokens], texts: Sequence[str]) -> str:
    """Return the file's text with other texts in the places of some of its trees."""
    mark = len(raw) - len(raw.removeprefix(_BYTE_ORDER_MARK))
    returns = [at.start() - i for i, at in enumerate(re.finditer("\r\n", raw[mark:]))]
    newline = "\r\n" if 2 * len(returns) > raw.count("\n") else "\n"
    parts, done = [], 0
    for source, text in zip(sources, texts, strict=True):
        start = source.start + bisect_left(returns, source.start) + mark
        parts += [raw[done:start], text.replace("\n", newline)]
        done = source.stop + bisect_left(returns, source.stop) + mark
    return "".join([*parts, raw[done:]])


def _set_anew(draft: Draft) -> str:
    """Return a tree in canonical form, without the lines above it."""
    from treeexplorer.notation.layout import Layout

    return Layout(draft.exercise, {}).text()
