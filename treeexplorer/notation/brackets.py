"""The brackets that are open at a place of a document, kept small: there may be millions."""

from __future__ import annotations

from array import array


class OpenBrackets:
    """A stack of open brackets: where each stands, and what it holds so far."""

    def __init__(self) -> None:
        self._offsets = array("q")
        self._has_children = bytearray()
        self._elided: dict[int, int] = {}
        self._round: set[int] = set()

    def __len__(self) -> int:
        """Return how many brackets are open."""
        return len(self._offsets)

    def push(self, offset: int, *, is_square: bool = True) -> None:
        """Open a bracket, of the right kind or of a wrong one."""
        if not is_square:
            self._round.add(len(self._offsets))
        self._offsets.append(offset)
        self._has_children.append(0)

    def pop(self) -> None:
        """Close the bracket opened last."""
        self._offsets.pop()
        self._has_children.pop()
        self._elided.pop(len(self._offsets), None)
        self._round.discard(len(self._offsets))

    # What is asked of the bracket opened last.

    @property
    def offset(self) -> int:
        """Where it stands."""
        return self._offsets[-1]

    @property
    def is_square(self) -> bool:
        """Whether it is of the right kind."""
        return len(self._offsets) - 1 not in self._round

    @property
    def has_children(self) -> bool:
        """Whether it holds a child."""
        return bool(self._has_children[-1])

    def add_child(self) -> None:
        """Note that it holds a child."""
        self._has_children[-1] = 1

    @property
    def elided(self) -> int | None:
        """Where its ``...`` stands, if it has one."""
        return self._elided.get(len(self._offsets) - 1)

    @elided.setter
    def elided(self, offset: int | None) -> None:
        if offset is None:
            self._elided.pop(len(self._offsets) - 1, None)
        else:
            self._elided[len(self._offsets) - 1] = offset
