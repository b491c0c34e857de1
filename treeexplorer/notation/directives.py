"""The lines that start with ``@``: what each may say, and what is said when it says it wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from treeexplorer.notation.numbers import NumberError, read_number, write_number
from treeexplorer.notation.problems import Slip
from treeexplorer.text import safe
from treeexplorer.tree import Directives, Levels, Player, Window

ALGORITHMS: Final = (
    "minimax", "negamax", "alphabeta", "pvs", "negascout", "scout", "mtdf", "sss",
    "expectimax", "star1", "star2",
)  # fmt: skip
FORMS: Final = ("classic", "exchanged", "bounds", "two-functions")
CUTOFFS: Final = (">=", ">")
FAILS: Final = ("soft", "hard")
ORDERS: Final = ("left-to-right", "right-to-left")

_LINE: Final = re.compile(r"@([^\s#]*)[^\S\n]*(.*)")
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#(?=\s|$).*")
_COMMENT_AFTER_WORDS: Final = re.compile(r"(?:^|(?<=\s))#.*")
_NUMBER: Final = re.compile(
    r"[+\-−]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|∞|inf(?:inity)?)", re.IGNORECASE
)


class _WrongError(ValueError):
    """What is wrong with a directive's words, with a hint."""

    def __init__(self, message: str, hint: str | None = None, word: str = "") -> None:
        super().__init__(message)
        self.message, self.hint, self.word = message, hint, word


def nearest(word: str, words: tuple[str, ...]) -> str | None:
    """Return the word that somebody probably meant, if one is near."""
    from difflib import get_close_matches

    found = get_close_matches(word.lower(), words, n=1, cutoff=0.6)
    return found[0] if found else None


def _one_of(words: tuple[str, ...]) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text.lower() in words:
            return text.lower()
        meant = nearest(text, words)
        listed = ", ".join(words[:-1]) + f" or {words[-1]}"
        raise _WrongError(
            f"@{name} takes {listed}, not “{safe(text)}”",
            f"did you mean {meant}?" if meant else None,
        )

    return read


def _levels(name: str, text: str) -> Levels:
    players = []
    for word in text.replace(",", " ").split():
        try:
            players.append(Player(word.lower()))
        except ValueError:
            meant = nearest(word, tuple(Player))
            raise _WrongError(
                f"@{name} takes the players max, min and chance, not “{safe(word)}”",
                f"did you mean {meant}?" if meant else _EXAMPLES["levels"],
                word,
            ) from None
    return tuple(players)


def _window(name: str, text: str) -> Window:
    words = text.strip("()").replace(",", " ").split()
    if len(words) != 2 or not all(map(_NUMBER.fullmatch, words)):
        raise _WrongError(f"@{name} takes two numbers", "for example: @window -inf 10")
    try:
        alpha, beta = read_number(words[0]), read_number(words[1])
    except NumberError as error:
        raise _WrongError(str(error)) from error
    if not alpha < beta:
        raise _WrongError(
            "the first number of a window must be smaller than the second",
            f"@window {words[1]} {words[0]}" if beta < alpha else None,
        )
    return alpha, beta


def _depth(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise _WrongError(f"@{name} takes a whole number of plies, 1 or more, not “{safe(text)}”")
    return int(text)


def _cuts(name: str, text: str) -> bool:
    if text.lower() != "none":
        raise _WrongError(
            f"@{name} takes none, not “{safe(text)}”", "mark single cuts by a slash: /4"
        )
    return True


def _text(_name: str, text: str) -> str:
    return safe(text)


# What reads a directive's words, by its name.
_READERS: Final[Mapping[str, Callable[[str, str], Any]]] = {
    "title": _text,
    "source": _text,
    "note": _text,
    "levels": _levels,
    "algorithm": _one_of(ALGORITHMS),
    "form": _one_of(FORMS),
    "cutoff": _one_of(CUTOFFS),
    "fail": _one_of(FAILS),
    "order": _one_of(ORDERS),
    "window": _window,
    "depth": _depth,
    "cuts": _cuts,
}
NAMES: Final = tuple(_READERS)
_TEXTS: Final = frozenset({"title", "source", "note"})


class DirectiveLines:
    """Collects the directives above one tree."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._notes: list[str] = []
        self._first: dict[str, int] = {}

    def read(self, line: str, offset: int) -> Slip | None:
        """Take in one line that starts with ``@``; return what is wrong with it, if anything."""
        match = _LINE.match(line)
        if match is None:  # pragma: no cover (the line starts with @)
            raise ValueError(line)
        name, rest = match.groups()
        read = _READERS.get(name)
        if read is None:
            return _unknown(name, rest, offset)
        if name in self._first and name != "note":
            return Slip(offset, f"@{name} is given twice for one tree", "keep one of the two lines")
        self._first.setdefault(name, offset)
        comment = _COMMENT if name in _TEXTS else _COMMENT_AFTER_WORDS
        text = comment.sub("", rest).strip()
        if name in _TEXTS:
            text = text.replace("\\#", "#")
        if not text:
            return Slip(offset, f"@{name} says nothing", _EXAMPLES[name])
        try:
            value = read(name, text)
        except _WrongError as wrong:
            place = line.find(wrong.word, match.start(2))
            return Slip(offset + place, wrong.message, wrong.hint)
        if name == "note":
            self._notes.append(value)
        else:
            self._values[name] = value
        return None

    @property
    def nothing_cut(self) -> int | None:
        """The offset of ``@cuts none``, if it was given."""
        return self._first.get("cuts") if self._values.get("cuts") else None

    def directives(self) -> Directives:
        """Return what the lines say."""
        values = {name: value for name, value in self._values.items() if name != "cuts"}
        return Directives(notes=tuple(self._notes), **values)


_EXAMPLES: Final = {
    "title": "for example: @title A deep cut-off",
    "source": "for example: @source exercise 3, question 2",
    "note": "for example: @note The second branch is the interesting one.",
    "levels": "for example: @levels max min",
    "algorithm": "for example: @algorithm alphabeta",
    "form": "for example: @form classic",
    "cutoff": "for example: @cutoff >=",
    "fail": "for example: @fail soft",
    "order": "for example: @order left-to-right",
    "window": "for example: @window -inf 10",
    "depth": "for example: @depth 3",
    "cuts": "it can only be: @cuts none",
}


def _unknown(name: str, rest: str, offset: int) -> Slip:
    if not name:
        first = rest.split(maxsplit=1)[0] if rest.split() else ""
        hint = f"write @{first}" if first in NAMES else f"there are @{', @'.join(NAMES)}"
        return Slip(offset, "a directive's name follows its @ directly", hint)
    meant = nearest(name.rstrip(":="), NAMES)
    hint = f"did you mean `@{meant}`?" if meant else f"there are @{', @'.join(NAMES)}"
    return Slip(offset, f"unknown directive @{safe(name)}", hint)


def write_directives(directives: Directives, *, nothing_cut: bool) -> list[str]:
    """Return the lines that say what the directives say, in the order of the manual."""
    lines = []
    for name in NAMES:
        if name == "note":
            lines += [f"@note {_write_text(note)}" for note in directives.notes if note.strip()]
        elif name == "cuts":
            lines += ["@cuts none"] if nothing_cut else []
        else:
            value = getattr(directives, name)
            if value is not None and value != "":
                lines.append(f"@{name} {_write_value(name, value)}")
    return lines


def tidy_line(line: str) -> str:
    """Return a right directive line with single spaces, its comment two spaces behind."""
    name, rest = _LINE.match(line).groups()  # type: ignore[union-attr]  # it has been read before
    pattern = _COMMENT if name in _TEXTS else _COMMENT_AFTER_WORDS
    comment = pattern.search(rest)
    read = DirectiveLines()
    read.read(line, 0)
    written = write_directives(read.directives(), nothing_cut=read.nothing_cut is not None)
    return "  ".join(written + ([safe(comment[0]).rstrip()] if comment else []))


def _write_value(name: str, value: Any) -> str:
    if name in _TEXTS:
        return _write_text(value)
    if name == "levels":
        return " ".join(value)
    if name == "window":
        return " ".join(map(write_number, value))
    return str(value)


def _write_text(text: str) -> str:
    """Return a text on one line, its ``#`` marked where they would begin a comment."""
    text = safe(text).strip()
    return text.replace("#", "\\#") if _COMMENT.search(text) or "\\#" in text else text
