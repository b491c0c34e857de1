"""How names are spelled: read and written."""

from __future__ import annotations

import re
from typing import Final

from treeexplorer.text import safe

# Ranges of the basic plane with all of its combining marks, which \w does not include; what else is
# in them are letters and the punctuation of their scripts.
_MARKS: Final = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u06ed\u0711-\u0963\u0981-\u109d"
    "\u135d-\u1cff\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\uabed"
)
IN_WORD: Final = rf"[\w'{_MARKS}]"
PLAIN_WORD: Final = rf"(?:[^\W\d]|'){IN_WORD}*+"
"""A plain word is letters of any script with their marks, digits, _ and ', not a digit first."""
QUOTED: Final = r'"(?>(?:[^"\\\n]|\\["\\])+)"'
_RESERVED: Final = (
    "max", "min", "chance", "inf", "infinity", "nan", "none", "null", "true", "false"
)  # fmt: skip
RESERVED_WORD: Final = rf"(?i:{'|'.join(_RESERVED)})"

_PLAIN: Final = re.compile(PLAIN_WORD)
_ESCAPED: Final = re.compile(r"\\(.)")


def is_plain_word(word: str) -> bool:
    """Tell whether a word can be a name without quotes, or the word of an unknown."""
    return _PLAIN.fullmatch(word) is not None and word.lower() not in _RESERVED


def parse_node_name(written: str) -> str:
    r"""Return the name that is written before a colon, quoted or not.

    Example:
        >>> print(parse_node_name(r'"the \"left\" child"'))
        the "left" child
    """
    if not written.startswith('"'):
        return safe(written)
    between_quotes = written[1:-1]
    return safe(_ESCAPED.sub(r"\1", between_quotes))


def format_node_name(name: str) -> str:
    """Return a name as it is written before its colon, in quotes unless it is a plain word."""
    name = safe(name)
    if is_plain_word(name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
