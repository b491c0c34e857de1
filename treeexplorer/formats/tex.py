r"""What TeX prints: commands, groups and formulas as the text that a reader of the paper sees."""

from __future__ import annotations

import re
from typing import Final

from treeexplorer.text import LATEX_OF

_COMMENT: Final = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_PIECE: Final = re.compile(
    r"\\\\(?:\s*\[[^\]\n]{0,40}\])?"  # the end of a line
    r"|\\(?:textcolor|color|rule|hspace|vspace|raisebox|fcolorbox|phantom)\*?(?:\s*\{[^{}]*\})"
    r"|\\[dt]?frac\s*(?:\{(?P<above>[^{}]*)\}\s*\{(?P<below>[^{}]*)\}|(?P<digits>\d\s*\d))"
    r"|\\(?P<command>[a-zA-Z]+)\*?(?:\{\}|[ \t]*)"
    r"|\\(?P<character>.)"
    r"|[{}$]|~|``|''|--",
    re.DOTALL,
)
_COMMAND: Final = re.compile(r"\$?\\([a-zA-Z]+)(?:\{\}|\$)")
_SIGNS: Final = {
    **{
        command[1]: character
        for character, written in LATEX_OF.items()
        if (command := _COMMAND.fullmatch(written)) is not None
    },
    **dict.fromkeys(("leq", "le", "leqslant"), "≤"),
    **dict.fromkeys(("geq", "ge", "geqslant"), "≥"),
    **dict.fromkeys(("triangle", "vartriangle", "bigtriangleup"), "△"),
    **dict.fromkeys(("triangledown", "bigtriangledown", "nabla"), "▽"),
    "blacktriangledown": "▼",
    "circ": "○",
    **dict.fromkeys(("dots", "ldots", "cdots", "vdots", "ddots"), "…"),
    "max": "max",
    "min": "min",
    "newline": "\n",
    "quad": " ",
}
"""What the commands print that print a sign; the others change how things look."""
_CHARACTERS: Final = {",": " ", ";": " ", ":": " ", "!": "", " ": " ", "(": "", ")": ""}
_BRACKET: Final = re.compile(r"\\.|[{}\[\]]", re.DOTALL)
_PLAIN: Final = {"~": " ", "``": "“", "''": "”", "--": "–"}


def without_comments(text: str) -> str:
    """Return a text of TeX in which blanks stand for its comments, so that all places stay."""
    return _COMMENT.sub(lambda found: found[1] + " " * (len(found[0]) - len(found[1])), text)


def printed(text: str) -> str:
    r"""Return what a piece of TeX prints.

    >>> printed(r"\textbf{MAX}\\$-\infty$"), printed(r"$x_{12}$"), printed(r"\frac{1}{2}")
    ('MAX\n-∞', 'x_12', '1/2')
    """
    if text.isalnum():
        return text
    lines = _PIECE.sub(_piece, text).split("\n")
    return "\n".join(" ".join(line.split()) for line in lines).strip()


def _piece(found: re.Match[str]) -> str:
    """Return what a command, a character behind a backslash, or a sign of TeX prints."""
    if found["digits"] is not None:  # \frac12
        return "/".join(found["digits"].replace(" ", ""))
    if found["above"] is not None:
        return f"{found['above']}/{found['below']}"
    if found["command"] is not None:
        return _SIGNS.get(found["command"], "")
    if found["character"] is not None:
        return _CHARACTERS.get(found["character"], found["character"])
    if found[0].startswith("\\\\"):
        return "\n"
    return _PLAIN.get(found[0], "")


def end_of_brackets(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the first bracket opens, and where it is closed again; braces hide brackets.

    Where it is never closed, or there is none, the part ends where it is said to.
    """
    braces = 0
    depth = 0
    opened = end
    for found in _BRACKET.finditer(text, start, end):
        if found[0] == "{":
            braces += 1
        elif found[0] == "}":
            braces -= 1
        elif found[0] == "[" and braces == 0:
            depth += 1
            opened = min(opened, found.start())
        elif found[0] == "]" and braces == 0 and depth:
            depth -= 1
            if depth == 0:
                return opened, found.end()
    return opened, end
