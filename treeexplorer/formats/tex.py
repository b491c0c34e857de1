r"""What TeX prints: commands, groups and formulas as the text that a reader of the paper sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

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
    """Return a text of TeX with blanks in place of its comments, so that offsets stay valid."""
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
    r"""Return what a piece of TeX prints: a command, a sign, or a character behind a backslash.

    Args:
        found: A match of ``_PIECE``. Of its groups ``digits``, ``above`` (with ``below``),
            ``command`` and ``character`` one matches, or none.
    """
    two_digits = found["digits"]
    if two_digits is not None:  # \frac12 prints 1/2
        return f"{two_digits[0]}/{two_digits[-1]}"
    if found["above"] is not None:  # \frac{1}{20} prints 1/20
        return f"{found['above']}/{found['below']}"
    if found["command"] is not None:  # \infty prints ∞, \textbf nothing of its own
        return _SIGNS.get(found["command"], "")
    if found["character"] is not None:  # \% prints %
        return _CHARACTERS.get(found["character"], found["character"])
    if found[0].startswith("\\\\"):  # \\[2pt] ends a line
        return "\n"
    return _PLAIN.get(found[0], "")  # ~ prints a blank; braces and dollars print nothing


class Span(NamedTuple):
    """A part of a text: the offset of its first character, and that behind its last."""

    start: int
    end: int


def span_of_brackets(text: str, start: int, end: int) -> Span:
    r"""Return the range of a text from its first bracket to the one that closes it.

    Brackets within braces do not count. If the bracket is never closed, the range goes to the end;
    if there is no bracket, it is empty.

    >>> text = r"\Tree [.A {[} 5 ] % [.B ]"
    >>> span = span_of_brackets(text, 0, len(text))
    >>> text[span.start : span.end]
    '[.A {[} 5 ]'
    """
    depth = 0
    first_bracket = end
    for bracket in _brackets_outside_braces(text, start, end):
        if bracket[0] == "[":
            first_bracket = min(first_bracket, bracket.start())
            depth += 1
        elif depth > 0:
            depth -= 1
            if depth == 0:
                return Span(first_bracket, bracket.end())
    return Span(first_bracket, end)


def _brackets_outside_braces(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the square brackets of a range, without those in braces or behind a backslash."""
    open_braces = 0
    for sign in _BRACKET.finditer(text, start, end):
        if sign[0] == "{":
            open_braces += 1
        elif sign[0] == "}":
            open_braces -= 1
        elif sign[0] in {"[", "]"} and open_braces == 0:
            yield sign
