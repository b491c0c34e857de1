"""Nim: heaps of stones, and whoever takes the last stone wins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Final, TypeAlias

from treeexplorer.games.protocol import Game, PositionError
from treeexplorer.text import safe
from treeexplorer.tree import Number, Player

Heaps: TypeAlias = tuple[bool, tuple[int, ...]]
"""Whether MAX is to move, and the sizes of the heaps; empty heaps keep their place."""

Taking: TypeAlias = tuple[int, int]
"""The heap, from 0, and how many stones are taken from it."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_POSITION: Final = re.compile(
    r"\s*(?P<heaps>\d+(?:\s*[,\s]\s*\d+)*)\s*(?P<player>first|second)?\s*"
)
_MOST_STONES: Final = 999
_MOST_SEEN_AT_A_GLANCE: Final = 5  # strokes; more have to be counted


class Nim(Game[Heaps, Taking]):
    """Nim: take any number of stones from one heap; whoever takes the last stone wins.

    The heaps are ordered: positions that differ only in the order of their heaps count separately.
    """

    title = "Nim"

    def __init__(self, heaps: Sequence[int] = (1, 2, 3)) -> None:
        self._start = tuple(heaps)

    def start(self) -> Heaps:
        """Return the heaps at the start, MAX to move."""
        return True, self._start

    def player(self, position: Heaps) -> Player:
        """Return the player to move."""
        max_to_move, _ = position
        return Player.MAX if max_to_move else Player.MIN

    def moves(self, position: Heaps) -> Sequence[Taking]:
        """Return all takings of stones, heap by heap, the smallest first."""
        _, heaps = position
        return [(heap, count) for heap, size in enumerate(heaps) for count in range(1, size + 1)]

    def play(self, position: Heaps, move: Taking) -> Heaps:
        """Return the heaps with the stones taken away."""
        max_to_move, heaps = position
        heap, count = move
        return not max_to_move, (*heaps[:heap], heaps[heap] - count, *heaps[heap + 1 :])

    def value(self, position: Heaps) -> Number | None:
        """Return 1 if MAX took the last stone, −1 if MIN did; ``None`` while stones are left."""
        max_to_move, heaps = position
        if any(heaps):
            return None
        return -1 if max_to_move else 1

    def estimate(self, position: Heaps) -> Number:
        """Return the value by theory: the player to move loses if the heaps' XOR is 0.

        Source: C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901.
        """
        max_to_move, heaps = position
        wins = reduce(xor, heaps, 0) != 0
        return 1 if wins == max_to_move else -1

    def move_name(self, position: Heaps, move: Taking) -> str:  # noqa: ARG002 - a heap is a heap
        """Return the heap's letter and the number of stones, such as ``b2``."""
        heap, count = move
        return f"{_LETTERS[heap]}{count}"

    def draw(self, position: Heaps) -> str:
        """Draw the heaps, one a line: its letter, a stroke for each stone, and the number of many.

        ``a | | |`` is a heap of three stones; behind more than five their number stands, too.
        """
        _, heaps = position
        lines = []
        # There are at most as many heaps as letters.
        for letter, size in zip(_LETTERS, heaps, strict=False):
            line = f"{letter} {'| ' * size}".rstrip()
            if size > _MOST_SEEN_AT_A_GLANCE:
                line += f"  {size}"
            lines.append(line)
        return "\n".join(lines)

    def read(self, text: str) -> Heaps:
        """Read a position: the heaps as ``3,4,5``, and ``second`` behind them if MIN is to move.

        Args:
            text: The position.

        Raises:
            PositionError: It is no such text, or has too many heaps or stones.
        """
        match = _POSITION.fullmatch(text)
        if match is None:
            raise PositionError(
                "a position of Nim is its heaps, such as 3,4,5 (or 3,4,5 second, where the second "
                f"player is to move), not “{safe(text)}”"
            )
        heaps = tuple(map(int, re.findall(r"\d+", match["heaps"])))
        _check_size(heaps)
        # `first`, or nothing behind the heaps, means MAX.
        max_to_move = match["player"] != "second"
        return max_to_move, heaps

    def write(self, position: Heaps) -> str:
        """Return the heaps as ``3,4,5``, followed by ``second`` if MIN is to move."""
        max_to_move, heaps = position
        text = ",".join(map(str, heaps))
        return text if max_to_move else f"{text} second"


def _check_size(heaps: tuple[int, ...]) -> None:
    """Refuse more heaps than there are letters, and heaps of too many stones.

    Raises:
        PositionError: There are.
    """
    if len(heaps) > len(_LETTERS) or max(heaps) > _MOST_STONES:
        raise PositionError(
            f"Nim here has at most {len(_LETTERS)} heaps of at most {_MOST_STONES} stones"
        )
