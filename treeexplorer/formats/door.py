"""The one door: every text in which somebody has a tree comes in here.

First the notation, where the text is in it; then the syntaxes, by what the text looks like, the
ending of its file only a hint. Of a page of Markdown the blocks between fences are read so, each
one for itself. What was understood is said in one line; what is not understood is
refused, and the refusal says what can be read.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from treeexplorer.formats.lookalikes import lookalike_notices
from treeexplorer.formats.meant import NOTATION_ENDING, begins_otherwise
from treeexplorer.notation import Document, NotationError, parse_all
from treeexplorer.notation import read_text as text_of_file
from treeexplorer.notation.lexer import unheard
from treeexplorer.notation.reader import MOST_CHARACTERS, normalise_line_ends
from treeexplorer.tree import Levels


class ReadTrees(NamedTuple):
    """The trees of a text, with remarks on how it was read.

    Attributes:
        exercises: The trees, with what stands beside them.
        read_as: What was understood, in one line; empty where the text is in the notation.
        notices: Other readings of a text in the notation, each a sentence without a full stop.
        assumes_max_first: Whether MAX moves first because nothing that is read says who moves.
    """

    exercises: Document
    read_as: str = ""
    notices: tuple[str, ...] = ()
    assumes_max_first: bool = False

    @property
    def is_notation(self) -> bool:
        """Whether the text is in the notation, so that it can be edited and saved as it is."""
        return not self.read_as

    @property
    def remarks(self) -> tuple[str, ...]:
        """All remarks: how the text was understood, and other readings of it."""
        return (self.read_as, *self.notices) if self.read_as else self.notices


def read_trees(
    text: str,
    *,
    file: str = "<text>",
    levels: Levels | None = None,
    report: Callable[[int], None] = unheard,
) -> ReadTrees:
    """Read the trees of a text in whatever syntax it is written.

    The program's own notation is tried first, unless the text cannot begin one. If that fails, the
    other syntaxes are tried.

    Args:
        text: The text.
        file: What messages call it; its ending is a hint.
        levels: The players by ply that an option gives; ``None`` if none does. The caller gives
            them to a tree in another syntax, whose chance nodes are judged only then.
        report: Is called now and then with how many characters have been read.

    Raises:
        NotationError: It cannot be read; the problem says where, and what can be read.

    Example:
        >>> read_trees('{"A": [5, 8]}').read_as
        'read as JSON: A with 2 leaves; MAX first, since nothing says who moves'
    """
    text = normalise_line_ends(text)
    # An empty text or one that is too long: this raises the error, in words that hold for all
    # syntaxes.
    if _is_empty_or_too_long(text):
        return ReadTrees(parse_all(text, file=file, levels=levels, report=report))

    trees_of_notebook = _read_notebook(text, file, levels)
    if trees_of_notebook is not None:
        return trees_of_notebook
    if _has_fence(text):
        trees_of_page = _read_page(text, file, levels)
        if trees_of_page is not None:
            return trees_of_page
    trees_of_tables = _read_tables_of_page(text, file, levels)
    if trees_of_tables is not None:
        return trees_of_tables
    try:
        return read_whole_text(text, file, levels, report)
    except NotationError:
        trees_in_prose = _read_prose(text, file, levels)
        if trees_in_prose is None:
            raise
        return trees_in_prose


def read_whole_text(
    text: str, file: str, levels: Levels | None, report: Callable[[int], None] = unheard
) -> ReadTrees:
    """Read the trees of a text that is in one syntax from its beginning to its end.

    Raises:
        NotationError: It is not.
    """
    if begins_otherwise(text):
        return _read_in_other_syntax(text, file, levels, None)
    try:
        exercises = parse_all(text, file=file, levels=levels, report=report)
    except NotationError as notation_error:
        # If no other syntax takes the text, this error may be the most helpful one.
        return _read_in_other_syntax(text, file, levels, notation_error)
    return ReadTrees(exercises, notices=tuple(lookalike_notices(text, exercises)))


def _read_notebook(text: str, file: str, levels: Levels | None) -> ReadTrees | None:
    """Read the trees in the cells of a notebook of Jupyter; ``None`` if the text is none.

    Raises:
        NotationError: There is no tree in the notebook.
    """
    # A quick test, as most texts are none.
    if '"nbformat"' not in text:
        return None
    from treeexplorer.formats.notebook import find_notebook, read_notebook

    notebook = find_notebook(text)
    return None if notebook is None else read_notebook(notebook, file, levels)


def _has_fence(text: str) -> bool:
    """Tell whether a text may have the fences of Markdown; a quick test, as most have none."""
    return any(sign in text for sign in ("```", "~~~", ":::"))


def _read_page(text: str, file: str, levels: Levels | None) -> ReadTrees | None:
    """Read the trees in the blocks of a page of Markdown; ``None`` if the text has no block.

    If no block holds a tree, it may stand beside them.

    Raises:
        NotationError: There is no tree in the page; the error is that of its first block.
    """
    # Imported here because most texts have no fences.
    from treeexplorer.formats.fences import find_blocks, remove_blocks
    from treeexplorer.formats.markdown import read_blocks

    blocks = find_blocks(text)
    if not blocks:
        return None
    try:
        return read_blocks(blocks, file, levels)
    except NotationError as error_in_block:
        text_beside_blocks = remove_blocks(text, blocks)
        try:
            return read_whole_text(text_beside_blocks, file, levels)
        except NotationError:
            raise error_in_block from None


def _read_tables_of_page(text: str, file: str, levels: Levels | None) -> ReadTrees | None:
    """Read the trees in the tables of a page of Markdown; ``None`` if there are none.

    A table alone is no page. If no table of a page holds a tree, it may stand beside them.
    """
    # A quick test, as most texts have no table.
    if "--|" not in text and "-:|" not in text and "- |" not in text:
        return None
    from treeexplorer.formats.fences import find_tables
    from treeexplorer.formats.markdown import read_blocks

    tables = find_tables(text)
    if not tables:
        return None
    try:
        return read_blocks(tables, file, levels)
    except NotationError:
        return None


def _read_prose(text: str, file: str, levels: Levels | None) -> ReadTrees | None:
    """Read the trees in the quoted lines of a mail, or within sentences; ``None`` for other texts.

    A file of the notation is to be mended as such.

    Raises:
        NotationError: Such a tree cannot be read, or it is not plain who moves.
    """
    if file.lower().endswith(NOTATION_ENDING):
        return None
    # Imported here because most texts can be read without it.
    from treeexplorer.formats.prose import read_quotes, read_tree_in_sentence

    if text.startswith(">") or "\n>" in text:
        trees_of_quotes = read_quotes(text, file, levels)
        if trees_of_quotes is not None:
            return trees_of_quotes
    return read_tree_in_sentence(text, file, levels)


def _read_in_other_syntax(
    text: str, file: str, levels: Levels | None, notation_error: NotationError | None
) -> ReadTrees:
    """Read the trees of a text that is not in the notation; raise an error if they cannot be read.

    ``notation_error`` says what is wrong with it in the notation; ``None`` if it cannot begin one.
    """
    # Imported here because a text in the notation needs none of the other syntaxes.
    from treeexplorer.formats.other_syntaxes import read_in_other_syntax

    with _pause_garbage_collector():
        return read_in_other_syntax(text, file, levels, notation_error)


def _is_empty_or_too_long(text: str) -> bool:
    """Tell whether no syntax takes a text, since it is empty or too long."""
    is_empty = not text or text.isspace()
    return is_empty or len(text) > MOST_CHARACTERS


@contextmanager
def _pause_garbage_collector() -> Iterator[None]:
    """Switch the garbage collector off in a ``with`` block that makes millions of objects.

    The collector would look through all of them again and again, and find nothing to free.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        # Also after an error; but a caller who had switched it off wants it to stay so.
        if was_enabled:
            gc.enable()


def read_notation(text: str, *, file: str = "<text>", levels: Levels | None = None) -> ReadTrees:
    """Return the trees of a text that must be in the notation, as a key must.

    Raises:
        NotationError: It is not.
    """
    return ReadTrees(parse_all(text, file=file, levels=levels))


def load_trees(path: str | Path, *, levels: Levels | None = None) -> ReadTrees:
    """Return the trees of a file.

    Raises:
        FileError: The file cannot be read.
        NotationError: It holds no tree that can be read.
    """
    trees = read_trees(text_of_file(path), file=str(path), levels=levels)
    exercises = (replace(exercise, path=Path(path)) for exercise in trees.exercises)
    return trees._replace(exercises=tuple(exercises))
