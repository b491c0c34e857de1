"""How JavaScript, C, Java and their like spell numbers, texts, truth, nothing and infinity.

Whoever reads such a program reads them by this one module: what looks for the values in a program
(:mod:`literals`), and what follows its statements (:mod:`script_programs`).
"""

from __future__ import annotations

import re
from typing import Final

from treeexplorer.formats.model import UnreadableError
from treeexplorer.text import quoted

QUOTED_TEXT: Final = r"""(?:"(?>(?:[^"\\\n]|\\.)*)"|'(?>(?:[^'\\\n]|\\.)*)')"""
"""The pattern of a text in quotes, with the quotes."""
NOTHING: Final = frozenset({"null", "undefined", "NULL", "nullptr", "nil", "Nil", "None"})
"""What the languages call no value at all."""
TRUTH_OF_WORD: Final = {"true": True, "false": False}
"""How other languages than Python write what is true."""
INFINITY_OF_WORD: Final = {
    **dict.fromkeys(("Infinity", "INFINITY", "POSITIVE_INFINITY"), "inf"),
    **dict.fromkeys(("NEGATIVE_INFINITY", "NEG_INFINITY"), "-inf"),
}
"""What the languages call an infinity, behind the dot of ``Number.POSITIVE_INFINITY``."""
_ESCAPE: Final = re.compile(
    r"\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{0*(?:[\da-fA-F]{1,5}|10[\da-fA-F]{4})\}"
    r"|(?P<character>.))",
    re.DOTALL,
)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_OCTAL: Final = re.compile(r"[+\-]?0+[1-7][0-7]+")
_SUFFIX: Final = re.compile(r"(?<=[\d.])[fFdDlLuUn]+\Z")


def spell_number(written: str, place: int | None) -> str:
    """Spell a number as the notation does, of what C, Java or JavaScript have for it.

    >>> [spell_number(each, 0) for each in ("0x1F", "1_000", "5L", "−.5f", "1e3")]
    ['31', '1000', '5', '-.5', '1e3']

    Args:
        written: The number as it is written.
        place: Where it stands in the text.

    Raises:
        UnreadableError: It is ``010``, which is 8 in some languages and 10 in others.
    """
    plain = written.replace("_", "").replace("−", "-")
    if _OCTAL.fullmatch(plain) is not None:
        message = f"{quoted(plain)} is {int(plain, 8)} in C and Java, where it has base 8"
        hint = f"write {int(plain, 8)}, or {int(plain)} without the 0 in front"
        raise UnreadableError(message, place, hint)
    if "x" in plain.lower():
        return str(int(plain.rstrip("uUlLn"), 16))
    return _SUFFIX.sub("", plain)


def unescape_text(written: str) -> str:
    r"""Replace each escape in a text by the character that it stands for.

    >>> unescape_text(r"\x41\u0042\u{43} \"D\"\n")
    'ABC "D"\n'

    Args:
        written: What stands between the quotes.
    """
    text = _ESCAPE.sub(_unescape_character, written)
    if _SURROGATE.search(text) is None:
        return text
    # Two numbers of four digits may be one character: \ud83d\ude00 is U+1F600.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _unescape_character(escape: re.Match[str]) -> str:
    r"""Return the character that an escape stands for: of ``\n`` a new line, of ``\x41`` A."""
    character = escape["character"]
    if character is not None:
        return _ESCAPED.get(character, character)
    digits = escape[0].strip(r"\xu{}")
    return chr(int(digits, 16))
