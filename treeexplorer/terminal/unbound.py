"""What is said of a key that does nothing: which keys there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from treeexplorer.terminal.keys import shown

if TYPE_CHECKING:
    from textual import events
    from textual.screen import Screen

_MOST: Final = 2


def remark_on(event: events.Key, screen: Screen[Any], hints: Iterable[tuple[str, str, str]]) -> str:
    """Return what to say of a key that does nothing on a screen.

    Only a key that writes a sign can be one that somebody meant; what else a terminal sends, such
    as a sequence that nobody knows, is passed over.

    Args:
        event: The key.
        screen: Where it was pressed.
        hints: The screen's footer: id, key and word of what can be done; the last is for help.

    Returns:
        One short line; empty where the key does something, or writes no sign.
    """
    if not event.is_printable or event.character is None or event.key in screen.active_bindings:
        return ""
    key = shown(event.key) if event.character == " " else event.character
    *first, last = [f"{name} {word}" for _, name, word in hints if name]
    return "   ".join([f"There is no key {key} here.", *first[:_MOST], last])
