"""Whose move it is: the players, their signs, and the levels of a tree."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeAlias

# Whose node it is (GameTree.roles).
LEAF_ROLE: Final = 0
MAX_ROLE: Final = 1
MIN_ROLE: Final = 2
CHANCE_ROLE: Final = 3


class Player(StrEnum):
    """Whose move it is at a node."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"

    @property
    def role(self) -> int:
        """The player's number in :attr:`GameTree.roles`."""
        return _ROLE_OF_PLAYER[self]

    @property
    def sign(self) -> str:
        """The triangle or circle that stands for the player in drawings and sentences."""
        return _SIGN_OF_PLAYER[self]

    @property
    def opponent(self) -> Player:
        """The other player; chance is its own."""
        return _OPPONENT[self]


_ROLE_OF_PLAYER: Final = {Player.MAX: MAX_ROLE, Player.MIN: MIN_ROLE, Player.CHANCE: CHANCE_ROLE}
_SIGN_OF_PLAYER: Final = {Player.MAX: "▲", Player.MIN: "▽", Player.CHANCE: "○"}
PLAYER_SPELLINGS: Final[Mapping[str, Player]] = {
    "max": Player.MAX, "▲": Player.MAX, "△": Player.MAX,
    "min": Player.MIN, "▼": Player.MIN, "▽": Player.MIN,
    "chance": Player.CHANCE, "○": Player.CHANCE,
}  # fmt: skip
"""The players by what may be written for them, in lower case."""
_OPPONENT: Final = {
    Player.MAX: Player.MIN,
    Player.MIN: Player.MAX,
    Player.CHANCE: Player.CHANCE,
}
PLAYER_OF_ROLE: Final = (None, Player.MAX, Player.MIN, Player.CHANCE)

Levels: TypeAlias = tuple[Player, ...]
DEFAULT_LEVELS: Final[Levels] = (Player.MAX, Player.MIN)
