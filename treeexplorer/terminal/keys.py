"""The registry of actions: one place that feeds keys, footer, help and command palette.

A function that does something on a screen is registered with :func:`action`. Nothing else needs to
know of it: its keys work, it can be found in the palette, help documents it, and a user's settings
can give it other keys by its id.
"""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from textual.binding import BindingType

Scope: TypeAlias = Literal[
    "explorer",
    "look",
    "gallery",
    "practise",
    "worksheet",
    "play",
    "unknowns",
    "compare",
    "growth",
    "writing",
    "rules",
    "problem",
]
Run: TypeAlias = Callable[[Any], None] | Callable[[Any], Awaitable[None]]

GROUPS: Final = ("Step", "Look", "Show", "Ask", "Exercises", "Change", "Files", "This program")

# Modules whose import registers actions; a new family of actions adds its name here. They import
# what they need inside their functions: all of them are loaded before the first key.
_MODULES: Final = (
    "stepping",
    "running",
    "looking",
    "views",
    "asking",
    "practising",
    "checking",
    "worksheet",
    "playing",
    "solving",
    "comparing",
    "growing",
    "rules",
    "files",
    "keeping",
    "editing",
    "writing",
    "program",
    "choosing",
)

# Those of them that have keys for the gallery: it is painted before the others are loaded.
_GALLERY_MODULES: Final = ("choosing", "writing")

_SHOWN: Final = {
    "space": "space",
    "right": "→",
    "left": "←",
    "up": "↑",
    "down": "↓",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "backspace": "⌫",
    "enter": "↵",
    "escape": "esc",
    "home": "home",
    "end": "end",
    "tab": "tab",
    "f1": "F1",
    "plus": "+",
    "minus": "-",
    "slash": "/",
    "colon": ":",
    "question_mark": "?",
    "exclamation_mark": "!",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "comma": ",",
}


@dataclass(frozen=True)
class Action:
    """Something that can be done on a screen.

    Attributes:
        id: What a keymap calls it, such as ``next``.
        keys: Its keys, as Textual names them.
        title: What it is called in the palette and in help, a few words.
        description: One sentence for the palette and tooltips.
        group: Under which heading help lists it.
        run: What it does, given the screen.
        scope: Where its keys work.
        footer: Its word in the footer; empty where it is not shown there.
        shares_line_with: The id of the action on whose line help lists this one's keys, too.
        help_line: What help says where several actions share a line; the title elsewhere.
    """

    id: str
    keys: tuple[str, ...]
    title: str
    description: str
    group: str
    run: Run
    scope: Scope = "explorer"
    footer: str = ""
    shares_line_with: str = ""
    help_line: str = ""


_registered: dict[str, Action] = {}


def action(  # noqa: PLR0913 - each is a column of the registry, given by name
    identifier: str,
    keys: str,
    title: str,
    *,
    group: str,
    description: str = "",
    scope: Scope = "explorer",
    footer: str = "",
    shares_line_with: str = "",
    help_line: str = "",
) -> Callable[[Run], Run]:
    """Register a function as an action.

    Args:
        identifier: Its id; unique.
        keys: Its keys, separated by spaces; single characters or Textual's names.
        title: What it is called.
        group: One of :data:`GROUPS`.
        description: One sentence; the title where there is none.
        scope: Where its keys work.
        footer: Its word in the footer.
        shares_line_with: The id of another action, for pairs such as next and previous.
        help_line: What help says of the pair.

    Raises:
        ValueError: The id is taken, or the group is none of ours.
    """

    def register(run: Run) -> Run:
        if identifier in _registered:
            raise ValueError(f"there are two actions called {identifier}")
        if group not in GROUPS:
            raise ValueError(f"{group} is no group of actions")
        _registered[identifier] = Action(
            identifier,
            tuple(keys.split()),
            title,
            description or title,
            group,
            run,
            scope,
            footer,
            shares_line_with,
            help_line,
        )
        return run

    return register


def _load(modules: Iterable[str]) -> None:
    for module in modules:
        importlib.import_module(f"treeexplorer.terminal.actions.{module}")


@cache
def actions() -> Mapping[str, Action]:
    """Return all actions by id, in the order in which help lists them."""
    _load(_MODULES)
    ordered = sorted(_registered.values(), key=lambda found: GROUPS.index(found.group))
    return {found.id: found for found in ordered}


def found(identifier: str) -> Action:
    """Return an action by its id, loading no more modules than the gallery's where that is enough.

    Raises:
        KeyError: There is none.
    """
    if identifier not in _registered:
        _load(_GALLERY_MODULES)
    known = _registered.get(identifier)
    return actions()[identifier] if known is None else known


def bindings(scope: Scope) -> list[BindingType]:
    """Return the key bindings of a scope, each with its id, for a class's ``BINDINGS``."""
    from textual.binding import Binding

    if scope == "gallery":
        _load(_GALLERY_MODULES)
    known = _registered if scope == "gallery" else actions()
    return [
        Binding(
            _comma_separated(one.keys),
            f"screen.run('{one.id}')",
            one.title,
            id=one.id,
            tooltip=one.description,
            show=False,
        )
        for one in list(known.values())  # more may be loading behind the screen
        if one.scope == scope and one.keys
    ]


def _comma_separated(keys: Iterable[str]) -> str:
    return ",".join("comma" if key == "," else key for key in keys)


def keys_shown(found: Action, keymap: Mapping[str, str] | None = None) -> list[str]:
    """Return an action's keys for people, as they are bound under a user's keymap."""
    bound = (keymap or {}).get(found.id)
    keys = bound.split(",") if bound else found.keys
    return [shown(key.strip()) for key in keys]


def shown(key: str) -> str:
    """Return the name of a key for people: ``→``, ``PgDn``, ``ctrl+s``, ``c``."""
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    if last[0] == "f" and last[1:].isdigit():
        last = last.upper()
    return "+".join([*modifiers, _SHOWN.get(last, last)])
