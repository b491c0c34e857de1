"""The words of an exercise sheet, of its key and of the file to fill in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from treeexplorer.explain.rules_in_words import RULE_SENTENCES
from treeexplorer.files import read_toml
from treeexplorer.text import nearest, quoted, safe

WORDS: Final[Mapping[str, str]] = {
    "and": " and ",
    "column-node": "node",
    "column-window": "window",
    "column-value": "value",
    "not-visited": "not visited",
    "entry-window": "the window (α, β) with which a node is entered",
    "exit-window": "the window (α, β) with which a node is left",
    "value": "the value that it returns",
    "value-or-bound": "the value or bound that it returns",
}
"""What is put into the sentences and tables of a sheet; a course gives all of it in one line."""
PHRASES: Final[Mapping[str, str]] = {
    "language": "en",
    "title": "Game trees",
    "instructions": "",
    "key": "{title}: key",
    "name": "Name",
    "tree": "Tree {number}",
    "point": "1 point",
    "points": "{points} points",
    "beside": "Beside each node write {what}.",
    "in-table": "Write into the table {what}.",
    "type": "For each node with children type {what}.",
    "slash": "Draw a slash across every branch that is pruned.",
    "tick": "Tick every branch that is pruned, once where it is cut off.",
    "pruned": "Pruned",
    "undrawn": "what is not drawn below {node}",
    "nothing-pruned": "nothing is pruned",
    "type-as": "Type - where nothing is visited, a window as (3, inf), a bound as >=8 or <=2.",
    "copied": "A wrong value that is copied from a leaf can take points off.",
    "best": "Best move",
    "read": "Number of leaves read",
    "pruned-if": "For which {unknown} is {leaf} pruned",
    "type-condition": "as x >= 5, always or never",
    "blank-name": "Your name stands behind @name.",
    "blank-value": "A value stands in the place of a ?, as 3.",
    "blank-value-or-bound": "A value stands in the place of a ?, as 3, or a bound, as >=3 or <=3.",
    "blank-window": "A window stands in the place of (?,?), as (3,inf).",
    "blank-cuts": "A slash stands before what is pruned, as /4.",
    "blank-no-cuts": "Where nothing is pruned, write a line @cuts none.",
    "blank-best": "Behind @best stands a name, or which child from the left, as 2; or none.",
    "blank-read": "Behind @read stands a number.",
    "blank-pruned-if": "Behind if stands a condition, as x >= 5, always or never.",
    "drawn": "{node} is {player}, with {children}.",
    "drawn-estimated": "{node} is {player}, estimated at {estimate}, with {children}.",
    "drawn-probability": "{child} (probability {probability})",
    "drawn-others": "others that are not drawn",
    "rules": "{rules}",
    **RULE_SENTENCES,
}
"""What a sheet, its key and the file to fill in say; a course may say it in its own language."""
_PLACE: Final = re.compile(r"\{(\w+)\}")
_CODE_OF_A_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


@dataclass(frozen=True)
class Wording:
    """The words of a sheet: a course's own, and the English ones for the rest.

    >>> Wording({"key": "Lösung zu {title}"}).say("key", title="Woche 3")
    'Lösung zu Woche 3'
    """

    own: Mapping[str, str]

    @property
    def language(self) -> str:
        """The code of the language; empty where a course has words of its own and names none."""
        if not self.own:
            return PHRASES["language"]
        return self.own.get("language", "")

    def say(self, phrase: str, **values: str) -> str:
        """Return a phrase with the values filled into its places in braces."""
        text = self.own.get(phrase)
        if text is None:
            text = _get_english_phrase(phrase)
        return _PLACE.sub(lambda place: values.get(place[1], place[0]), text)


ENGLISH: Final = Wording({})


def _get_english_phrase(phrase: str) -> str:
    return WORDS[phrase] if phrase in WORDS else PHRASES[phrase]


def read_wording(file: str) -> Wording:
    """Return the words in a TOML file of lines such as ``name = "Nom"``, safe to show.

    Raises:
        ValueError: It cannot be read, is no such file, names a phrase that there is not, puts
            something into a phrase that does not stand there, or has no code as its language.
    """
    own: dict[str, str] = {}
    for name, given in read_toml(file).items():
        own |= _read_own_phrases(name, given)
    for name, phrase in own.items():
        _refuse_unknown_places(name, phrase)
    # Any language is taken, but not any text: browsers read the code.
    language = own.get("language")
    if language is not None and not _CODE_OF_A_LANGUAGE.fullmatch(language):
        raise ValueError(f"language is a code such as de or pt-BR, not {quoted(language)}")
    return Wording({name: safe(phrase) for name, phrase in own.items()})


def _read_own_phrases(name: str, given: Any) -> Mapping[str, str]:
    """Return the phrases that one entry of a file gives, by their names.

    An entry such as ``name = "Nom"`` gives one phrase. The entry ``words``, a list, gives all
    single words at once.

    Raises:
        ValueError: A sheet has no such phrase, or what is given is no text.
    """
    if name == "words":
        return dict(zip(WORDS, _check_words(given), strict=True))
    if name not in PHRASES:
        raise ValueError(f"a sheet says nothing called {quoted(name)}{_suggest_phrase(name)}")
    if isinstance(given, str):
        return {name: given}
    raise ValueError(f"{name} is to be a text in quotation marks")


def _suggest_phrase(name: str) -> str:
    """Return a hint with the phrase that may be meant, or where all of them are listed."""
    near = nearest(name, ["words", *PHRASES])
    if near:
        return f"; did you mean {quoted(near)}?"
    return "; `treeexplorer help course` lists what it says"


def _check_words(given: Any) -> Sequence[str]:
    """Return the course's words, in the order of :data:`WORDS`.

    Raises:
        ValueError: They are no texts, or not as many.
    """
    is_list_of_texts = isinstance(given, list) and all(isinstance(word, str) for word in given)
    if not is_list_of_texts or len(given) != len(WORDS):
        english = ", ".join(f'"{word}"' for word in WORDS.values())
        raise ValueError(f"words is to be a list of {len(WORDS)} texts, in English [{english}]")
    return list(given)


def _refuse_unknown_places(name: str, phrase: str) -> None:
    """Raise an error if a phrase has a place in braces that its English text does not have.

    Raises:
        ValueError: It has another, such as ``{titel}`` for ``{title}``.
    """
    known = _PLACE.findall(_get_english_phrase(name))
    for place in _PLACE.findall(phrase):
        if place not in known:
            places = " or ".join(f"{{{each}}}" for each in known)
            hint = f"it may have {places}" if known else "nothing is put there"
            raise ValueError(f"{name} has {{{place}}}, for which nothing stands; {hint}")
