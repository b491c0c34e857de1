"""A search that waits for the value of an unknown leaf."""

from __future__ import annotations

from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.errors import TreeexplorerError

WAITS: Final = "Step {step} reads the unknown leaf {leaf} ({word}) and needs a number for it"
"""What is said of it, with the fields of :class:`Waiting`."""


class Waiting(NamedTuple):
    """The step that a search cannot make, and the leaf whose value it needs.

    Attributes:
        step: The step's number.
        leaf: The leaf's label.
        word: Its word in the tree, ``?`` where it has none.
        key: By what it is given a value: its word, else its label.
    """

    step: int
    leaf: str
    word: str
    key: str


class UnknownReachedError(TreeexplorerError):
    """A search that comes to an unknown leaf without a value.

    Attributes:
        message: What is wrong.
        word: By what the leaf is given a value: its word, else its label.
    """

    def __init__(self, message: str, word: str) -> None:
        super().__init__(message, word)
        self.message = message
        self.word = word

    def __str__(self) -> str:
        return self.message


def waits_for(record: Record) -> Waiting | None:
    """Return the step and the leaf at which a search had to stop; ``None`` if it did not.

    A search stops before a leaf whose value is unknown, and waits until somebody gives it one. The
    step is the one after the last that was made. A leaf with a word, such as ``x``, is given a
    value by this word, a leaf ``?`` by its label.

    Args:
        record: The search.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.notation import parse
        >>> waits_for(search(parse("[[3 5] [x 4]]").tree))
        Waiting(step=9, leaf='B.1', word='x', key='x')
    """
    node = record.waits_for
    if node is None:
        return None
    step = record.steps + 1
    label = record.tree.labels.label(node)
    word = record.tree.unknowns.get(node)
    # The empty word stands for an unknown that is written ``?``.
    if not word:
        return Waiting(step, leaf=label, word="?", key=label)
    return Waiting(step, leaf=label, word=word, key=word)


def check_has_no_unknown(record: Record) -> None:
    """Refuse to go on with a search that waits for an unknown leaf.

    Raises:
        UnknownReachedError: It does.
    """
    needed = waits_for(record)
    if needed is not None:
        raise UnknownReachedError(WAITS.format_map(needed._asdict()), needed.key)
