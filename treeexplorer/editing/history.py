"""What something was before each change: undone, and made again."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class History(Generic[T]):
    """A value with all its earlier states, and the states that were undone.

    Attributes:
        now: The value as it stands; set in place, it is no change that anybody undoes.

    Example:
        >>> history = History("[3 12]")
        >>> history.change("[5 12]")
        >>> history.undo(), history.now, history.redo(), history.now
        (True, '[3 12]', True, '[5 12]')
    """

    def __init__(self, now: T) -> None:
        self.now = now
        self._before: list[T] = []  # the last one is undone to first
        self._undone: list[T] = []  # the last one is made again first

    def change(self, new: T) -> None:
        """Replace the value; changes that were undone can no longer be redone."""
        self._before.append(self.now)
        self._undone.clear()
        self.now = new

    def undo(self) -> bool:
        """Undo the last change; tell whether there was one."""
        if not self._before:
            return False
        self._undone.append(self.now)
        self.now = self._before.pop()
        return True

    def redo(self) -> bool:
        """Redo the change that was undone last; tell whether there was one."""
        if not self._undone:
            return False
        self._before.append(self.now)
        self.now = self._undone.pop()
        return True
