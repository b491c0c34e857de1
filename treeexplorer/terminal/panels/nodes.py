"""What a node is called and in which colour: the same on every panel."""

from __future__ import annotations

from typing import Final

from treeexplorer.explain.snapshot import OpenNode
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import TextLine, line
from treeexplorer.tree import Number, Player, Window

_COLOURS: Final = {Player.MAX: "max", Player.MIN: "min", Player.CHANCE: "text"}


def colour_of(player: Player | None) -> str:
    """Return the colour of a player."""
    return "text" if player is None else _COLOURS[player]


def name_of(node: OpenNode) -> str:
    """Return the label of a node behind its player's sign."""
    return f"{node.player.sign} {node.label}" if node.player else node.label


def number(value: Number | None) -> str:
    """Return a number for people; nothing where there is none."""
    return "" if value is None else shown(value)


def window_line(window: Window | None) -> TextLine:
    """Return a window with its finite ends in the colours of α and β."""
    if window is None:
        return line(("–", "quiet"))
    alpha, beta = window
    return line(
        ("(", "quiet"),
        (shown(alpha), "quiet" if alpha == float("-inf") else "bold max"),
        (", ", "quiet"),
        (shown(beta), "quiet" if beta == float("inf") else "bold min"),
        (")", "quiet"),
    )
