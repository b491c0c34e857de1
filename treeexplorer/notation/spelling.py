"""How names are spelled: read and written."""

from __future__ import annotations

import re
from typing import Final

from treeexplorer.text import safe

# Combining marks (Unicode categories Mn and Mc) of the basic plane, which \w does not include. The
# gaps between two neighbouring ranges hold letters and unassigned numbers only.
_MARKS: Final = (
    "\u0300-\u034e\u0350-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7"
    "\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711-\u07f3\u07fd"
    "\u0816-\u082d\u0859-\u085b\u0898-\u08e1\u08e3-\u0963\u0981-\u09e3\u09fe-\u0a75\u0a81-\u0ae3"
    "\u0afa-\u0b63\u0b82-\u0bd7\u0c00-\u0c63\u0c81-\u0c83\u0cbc-\u0d4d\u0d57-\u0d63\u0d81-\u0df3"
    "\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ecd\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f84"
    "\u0f86-\u0fbc\u0fc6\u102b-\u103e\u1056-\u109d\u135d-\u135f\u1712-\u1734\u1752-\u1773"
    "\u17b6-\u17d3\u17dd\u1885-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1ab0-\u1abd\u1abf-\u1b44"
    "\u1b6b-\u1b73\u1b80-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1dff\u20d0-\u20dc\u20e1"
    "\u20e5-\u20f0\u2cef-\u2cf1\u2d7f-\u2dff\u302a-\u302f\u3099-\u309a\ua66f\ua674-\ua67d"
    "\ua69e-\ua6f1\ua802-\ua827\ua82c\ua880-\ua8c5\ua8e0-\ua8f1\ua8ff-\ua92d\ua947-\ua953"
    "\ua980-\ua9c0\ua9e5-\uaa4d\uaa7b-\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed"
)
IN_WORD: Final = rf"[\w'{_MARKS}]"
PLAIN_WORD: Final = rf"(?:[^\W\d]|'){IN_WORD}*+"
"""A plain word is letters of any script with their marks, digits, _ and ', not a digit first."""
QUOTED: Final = r'"(?:[^"\\\n]|\\["\\])++"'
_RESERVED: Final = (
    "max", "min", "chance", "inf", "infinity", "nan", "none", "null", "true", "false"
)  # fmt: skip
RESERVED_WORD: Final = rf"(?i:{'|'.join(_RESERVED)})"

_PLAIN: Final = re.compile(PLAIN_WORD)
_ESCAPED: Final = re.compile(r"\\(.)")


def is_plain_word(word: str) -> bool:
    """Tell whether a word can be a name without quotes, or stand for an unknown."""
    return _PLAIN.fullmatch(word) is not None and word.lower() not in _RESERVED


def unquoted(written: str) -> str:
    """Return the name that a quoted one stands for."""
    return safe(_ESCAPED.sub(r"\1", written[1:-1]))


def write_name(name: str) -> str:
    """Return a name as it stands before its colon, quoted unless it is a plain word."""
    name = safe(name)
    if is_plain_word(name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
