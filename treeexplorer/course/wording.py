"""The words of an exercise sheet and of its key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from treeexplorer.files import read_toml
from treeexplorer.text import quoted, safe

PHRASES: Final[Mapping[str, str]] = {
    "title": "Game trees",
    "instructions": "",
    "key": "{title}: key",
    "name": "Name",
    "tree": "Tree {number}",
    "point": "1 point",
    "points": "{points} points",
    "rules": "{rules}",
    "beside": "Beside each node write {what}.",
    "in-table": "Write into the table {what}.",
    "type": "For each node with children type {what}.",
    "and": " and ",
    "entry-window": "the window (α, β) with which a node is entered",
    "exit-window": "the window (α, β) with which a node is left",
    "value": "the value that it returns",
    "value-or-bound": "the value or bound that it returns",
    "slash": "Draw a slash across every branch that is pruned.",
    "type-leaf": "For each leaf that is read type its value.",
    "type-as": "Type - where nothing is visited, a window as (3, inf), a bound as >=8 or <=2.",
    "best": "Best move",
    "read": "Number of leaves read",
    "pruned-if": "For which {unknown} is {leaf} pruned",
    "type-condition": "as x >= 5, always or never",
    "not-visited": "not visited",
    "column-node": "node",
    "column-window": "window",
    "column-value": "value",
}
"""What a sheet and its key say; a course may say it in its own words and language."""


@dataclass(frozen=True)
class Wording:
    """The words of a sheet: a course's own, and :data:`PHRASES` for the rest.

    >>> Wording({"key": "Lösung zu {title}"}).say("key", title="Woche 3")
    'Lösung zu Woche 3'
    """

    own: Mapping[str, str]

    def say(self, phrase: str, **values: str) -> str:
        """Return a phrase with values in the places that it leaves."""
        text = self.own.get(phrase, PHRASES[phrase])
        return re.sub(r"\{([a-z]+)\}", lambda place: values.get(place[1], place[0]), text)


ENGLISH: Final = Wording({})


def read_wording(file: str) -> Wording:
    """Return the words that a file of lines such as ``name = "Nom"`` gives, safe to show.

    Raises:
        ValueError: It cannot be read, is no such file, or names a phrase that there is not.
    """
    phrases = read_toml(file)
    for name, phrase in phrases.items():
        if name not in PHRASES:
            known = ", ".join(PHRASES)
            raise ValueError(f"a sheet says nothing called {quoted(name)}; there are {known}")
        if not isinstance(phrase, str):
            raise ValueError(f"{name} is to be a text in quotation marks")  # noqa: TRY004
    return Wording({name: safe(phrase) for name, phrase in phrases.items()})
