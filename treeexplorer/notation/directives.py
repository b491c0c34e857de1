"""The lines that start with ``@``: what each may say, and what is said when it says it wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from treeexplorer.notation.document import Directives
from treeexplorer.notation.numbers import write_number
from treeexplorer.notation.problems import Slip
from treeexplorer.rules import RulesError, parse_rule
from treeexplorer.text import nearest, quoted, safe, shorten

_LINE: Final = re.compile(r"@([^\s#]*)[^\S\n]*(.*)")
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#(?=\s|$).*")
_COMMENT_AFTER_WORDS: Final = re.compile(r"(?:^|(?<=\s))#.*")


def _rule(name: str, text: str) -> Any:
    return parse_rule(name, text, f"@{name}")


def _cuts(name: str, text: str) -> bool:
    if text.lower() != "none":
        raise RulesError(
            f"@{name} takes none, not {quoted(text)}", "mark single cuts by a slash: /4"
        )
    return True


def _text(_name: str, text: str) -> str:
    return safe(text)


# What reads a directive's words, by its name.
_READERS: Final[Mapping[str, Callable[[str, str], Any]]] = {
    "title": _text,
    "source": _text,
    "note": _text,
    "levels": _rule,
    "algorithm": _rule,
    "form": _rule,
    "cutoff": _rule,
    "fail": _rule,
    "order": _rule,
    "window": _rule,
    "depth": _rule,
    "cuts": _cuts,
    "windows": _rule,
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
        except RulesError as wrong:
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
    "windows": "for example: @windows exit",
}


def _unknown(name: str, rest: str, offset: int) -> Slip:
    if not name:
        first = rest.split(maxsplit=1)[0] if rest.split() else ""
        hint = f"write @{first}" if first in NAMES else f"there are @{', @'.join(NAMES)}"
        return Slip(offset, "a directive's name follows its @ directly", hint)
    meant = nearest(name.rstrip(":="), NAMES)
    hint = f"did you mean `@{meant}`?" if meant else f"there are @{', @'.join(NAMES)}"
    return Slip(offset, f"unknown directive @{shorten(safe(name), 60)}", hint)


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
