"""How keys are bound, and how people are told of them.

A screen lists its keys in ``BINDINGS`` as Textual means it. Two helpers make the rows short:
:func:`key` for the few that the footer offers and the first part of help explains, :func:`more`
for all others, which help lists under headings.
"""

from __future__ import annotations

from typing import Any, Final

from textual.binding import ActiveBinding, Binding
from textual.keys import format_key
from textual.screen import Screen

_CLEARER_NAMES: Final = {
    "⏎": "↵",
    "pgdn": "PgDn",
    "pgup": "PgUp",
    "del": "delete",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}
"""Names of keys that are clearer than Textual's."""

STEP: Final = Binding.Group("Step")
LOOK: Final = Binding.Group("Look")
EXERCISES: Final = Binding.Group("Exercises")
CHANGE: Final = Binding.Group("Change")
FILES: Final = Binding.Group("Files")
PROGRAM: Final = Binding.Group("Program")

_UNDER_HEADINGS: Final = (
    (STEP, "next back next_cut previous_cut start end cross answer"),
    (LOOK, "look go_there turn_view card find why try_it"),
    (EXERCISES, "practise ask worksheet check answers"),
    (CHANGE, "rules edit change"),
    (FILES, "save read_again"),
    (PROGRAM, "leave_program help"),
)
HEADINGS: Final = {
    identifier: group
    for group, identifiers in _UNDER_HEADINGS
    for identifier in identifiers.split()
}
"""The headings of the explorer's keys that the footer offers, by identifier, in order.

Textual's footer would run together the hints of keys that have a group of their own.
"""


def key(keys: str, action: str, word: str, sentence: str, identifier: str = "") -> Binding:
    """Return a binding that the footer offers where there is room, the first ones first.

    The footer says one or two words, help a sentence. A user's keymap calls it by the identifier;
    by the action's name, or its word in quotation marks, where that is empty.
    """
    if not identifier:
        identifier = _extract_action_name(action)
    return Binding(keys, action, word, tooltip=sentence, id=identifier)


def more(
    group: Binding.Group, keys: str, action: str, sentence: str, identifier: str = ""
) -> Binding:
    """Return a binding that only help and the palette tell of, under a heading."""
    if not identifier:
        identifier = _extract_action_name(action)
    return Binding(keys, action, sentence, show=False, tooltip=sentence, id=identifier, group=group)


def _extract_action_name(action: str) -> str:
    """Return what a keymap calls an action: ``rules`` for ``open('rules')``."""
    _, quote, argument = action.partition("'")
    if not quote:
        return action
    return argument.partition("'")[0]


def in_order(screen: Screen[Any]) -> list[Binding]:
    """Return the keys that do something on a screen now, in the order in which they are shown.

    First those of the widget that has the focus, then those of the screen itself in their order
    there, then all others.
    """
    screen_actions = [binding.action for binding in screen.BINDINGS if isinstance(binding, Binding)]

    # The sort is stable: keys with the same sort key stay in the order in which Textual has them.
    def sort_key(active: ActiveBinding) -> int:
        if active.node is screen.focused:
            return -1
        if active.binding.action in screen_actions:
            return screen_actions.index(active.binding.action)
        return len(screen_actions)

    enabled = [active for active in screen.active_bindings.values() if active.enabled]
    return [active.binding for active in sorted(enabled, key=sort_key)]


def format_key_name(name: str) -> str:
    """Return the name of a key for people: ``→``, ``PgDn``, ``ctrl+s``, ``c``."""
    text = format_key(name)
    return _CLEARER_NAMES.get(text, text.replace("^", "ctrl+"))
