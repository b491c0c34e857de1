"""Formats that are not read, told by their signs, so that a refusal can name them.

No game tree was found in a file of these; where one is typed in their manner, the message prints
the first line as it would be in the notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from treeexplorer.formats.words import is_known

READABLE: Final = (
    "what can be read: the notation ([[3 12] [2 4]]), JSON, Python literals, JavaScript, C and "
    "Java literals, LaTeX (forest, qtree, TikZ), S-expressions, Graphviz DOT, Mermaid, CSV and "
    "lines of pairs"
)
"""The formats that the door reads, in one sentence."""


class Foreign(NamedTuple):
    """A format that is not read.

    Attributes:
        name: What messages call it.
        is_it: Tells whether a text is in it.
        in_the_notation: Returns a text's first tree in the notation, nearly; ``None`` where that
            is not plain.
    """

    name: str
    is_it: Callable[[str], bool]
    in_the_notation: Callable[[str], str | None]


def foreign_format(text: str) -> Foreign | None:
    """Return the format that is not read and that a text is in; ``None`` for none."""
    return next((each for each in _FOREIGN if each.is_it(text)), None)


def _found(pattern: str, flags: int = 0) -> Callable[[str], bool]:
    compiled = re.compile(pattern, flags)
    return lambda text: compiled.search(text) is not None


def _unknown(_text: str) -> str | None:
    return None


# -- trees of language terms -------------------------------------------------------------------


def _of_constructors(text: str) -> str:
    """Return ``Node [Leaf 5, Leaf 8]`` as ``[5 8]``: Haskell, OCaml and SML alike."""
    line = _DECLARATION_OF_TYPES.sub("", text).strip().rstrip(";")
    line = re.sub(r"^.*?=\s*", "", line, count=1)
    line = re.sub(r"\b[A-Z]\w*\b", " ", line)
    line = line.replace("(", "[").replace(")", "]").replace(";", " ").replace(",", " ")
    line = re.sub(r"\[\s*(-?[0-9.]+)\s*\]", r" \1 ", line)
    line = _tidied(re.sub(r"\[\s*(\[[^\[\]]*\])\s*\]", r"\1", line))
    return line if _is_one_bracket(line) else f"[{line}]"


def _is_one_bracket(line: str) -> bool:
    """Tell whether the bracket that opens first closes last."""
    depth = 0
    for place, sign in enumerate(line):
        if sign == "[":
            depth += 1
        elif sign == "]":
            depth -= 1
        if depth == 0:
            return place == len(line) - 1
    return False


def _of_terms(text: str) -> str:
    """Return ``max(min(leaf(d, 5), 8), 3)`` as ``max[min[d:5 8] 3]``."""
    line = text.strip().rstrip(".")
    line = re.sub(r"\b(?:leaf|l|terminal)\(\s*(\w+)\s*,\s*(-?[0-9.]+)\s*\)", r"\1:\2", line)
    line = re.sub(r"\b(?:leaf|l|terminal)\(\s*(-?[0-9.]+)\s*\)", r"\1", line)
    line = re.sub(r"\(\s*\[(.*)\]\s*\)", r"(\1)", line)
    line = re.sub(r"\b(?!max\b|min\b|chance\b)\w+\(", "(", line)
    return _tidied(line.replace("(", "[").replace(")", "]").replace(",", " "))


def _of_newick(text: str) -> str | None:
    """Return ``((5,8)B,2)A;`` as ``A:[B:[5 8] 2]``: what stands behind a bracket goes before it."""
    pieces: list[list[str]] = [[]]
    for piece in re.findall(r"[(),;]|[^(),;\s]+", text.partition(";")[0]):
        if piece == "(":
            pieces.append([])
        elif piece == ")":
            if len(pieces) < 2:
                return None
            children = pieces.pop()
            pieces[-1].append(f"[{' '.join(children)}]")
        elif piece != ",":
            name = piece.partition(":")[0]
            is_behind = bool(pieces[-1]) and pieces[-1][-1].startswith("[") and name
            if is_behind:
                pieces[-1][-1] = f"{name}:{pieces[-1][-1]}"
            elif name:
                pieces[-1].append(name)
    return pieces[0][0] if len(pieces) == 1 and pieces[0] else None


def _of_drawing(text: str) -> str | None:
    """Return a tree drawn with ``├──`` in the notation, by how far its lines are indented."""
    lines: list[tuple[int, str]] = []
    for line in text.splitlines():
        label = line.lstrip(" │├└─|`+-\t")
        if label.strip():
            lines.append((len(line) - len(label), label.strip()))
    return _of_indents(lines)


def _of_indents(lines: list[tuple[int, str]]) -> str | None:
    """Return the tree of lines, each below the last one that is indented less."""
    written = ""
    opened: list[int] = []
    for position, (indent, label) in enumerate(lines):
        while opened and opened[-1] >= indent:
            opened.pop()
            written += "]"
        has_children = position + 1 < len(lines) and lines[position + 1][0] > indent
        written += " " + _node_of_line(label, has_children=has_children)
        if has_children:
            opened.append(indent)
    return _tidied(written + "]" * len(opened)) if lines else None


def _node_of_line(label: str, *, has_children: bool) -> str:
    """Return the beginning of a node from its line: ``A (MAX)`` is ``A:max[``."""
    label = re.sub(r"\((max|min|chance)\)", r"\1", label.rstrip(":"), flags=re.IGNORECASE)
    number = re.fullmatch(r"(?:(\w+)(?:\s*[:=(]\s*|\s+))?(-?[0-9.]+)\)?", label)
    if number is not None and not has_children:
        return f"{number[1]}:{number[2]}" if number[1] else number[2]
    words = label.split()
    player = next((word.lower() for word in words if word.lower() in {"max", "min", "chance"}), "")
    name = next((word for word in words if word.lower() != player), "")
    name = f"{name}:" if name else ""
    return f"{name}{player}[" if has_children else f"{name}?"


def _tidied(line: str) -> str:
    """Return a line of brackets with one blank between siblings."""
    line = re.sub(r"\s+", " ", line)
    return re.sub(r"\s*\]", "]", re.sub(r"([\[:])\s+", r"\1", line)).replace("][", "] [").strip()


def _is_outline(text: str) -> bool:
    """Tell whether some lines of a text are indented below a first that is not.

    All have a bullet, or there is no bracket in the text.
    """
    lines = _lines_of_outline(text)
    is_indented = any(indent > lines[0][0] for indent, _ in lines)
    has_bullets = all(_BULLET.match(line) for line in text.splitlines() if line.strip())
    has_signs = re.search(r"[\[({=;]|->|--", text) is not None
    return len(lines) > 2 and is_indented and (has_bullets or not has_signs)


def _lines_of_outline(text: str) -> list[tuple[int, str]]:
    r"""Return how far each line is indented, by blanks or by the stars of its bullet, and its text.

    >>> _lines_of_outline("- A\n  - B\n** C")
    [(1, 'A'), (3, 'B'), (2, 'C')]
    """
    lines: list[tuple[int, str]] = []
    for line in text.expandtabs(4).splitlines():
        indent = len(line) - len(line.lstrip(" "))
        bullet = _BULLET.match(line)
        if bullet is not None:
            stars = bullet[0].strip()
            indent += 1 if stars[0].isdigit() else len(stars)
        label = _BULLET.sub("", line, count=1).strip()
        if label:
            lines.append((indent, label))
    return lines


def _of_outline(text: str) -> str | None:
    return _of_indents(_lines_of_outline(text))


def _of_yaml(text: str) -> str | None:
    """Return the tree of names alone; lists and records are not plain."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not all(map(_NAME_OF_YAML.fullmatch, lines)):
        return None
    if any(is_known(line.partition(":")[0].strip()) for line in lines):
        return None
    return _of_outline(text)


_BULLET: Final = re.compile(r"^\s*(?:[-*+•]+|[0-9]+[.)])\s+")
_NAME_OF_YAML: Final = re.compile(r"\s*\w+:(?:\s+-?[0-9.]+)?\s*")
_DECLARATION_OF_TYPES: Final = re.compile(
    r"^(?:data|type|newtype|datatype|module|import)\b.*$|^\w+\s*::.*$", re.MULTILINE
)
_FACTS: Final = r"\A\s*(?:[a-z]\w*\([^()\n]*\)\.\s*)+\Z"
_TERM: Final = (
    r"^\s*(?:[a-z]\w*\s*[(=:][^\n]*)?\b(?:max|min|leaf|node|tree|t|l)\([^\n]*\)\s*\.?\s*$"
)
_DRAWN_EDGE: Final = r"[├└]──|^[ |]*[|`+\\]-{2,} "
_YAML: Final = r"^\s*(?:- )?\w+:\s*(?:[^\s\[{][^\n]*)?\n\s+(?:- |\w+:)|\A\s*- - "
_CONSTRUCTORS: Final = (
    r"(?<!\\)\b(?:Node|Leaf|Branch|Fork|Tip|Max|Min|Tree)\s+(?:[\[({\"'0-9~-]|[A-Z]\w*\b)"
)

_FOREIGN: Final = (
    Foreign("Gambit", _found(r"\A\s*(?:EFG|NFG)\s+[12]\s+[RD]\b"), _unknown),
    Foreign("XML", _found(r"\A\s*<[?!A-Za-z]"), _unknown),
    Foreign("a drawing of a tree", _found(_DRAWN_EDGE, re.MULTILINE), _of_drawing),
    Foreign("Newick", _found(r"\A\s*\([^;\[\]{}]*\)[^;()\[\]{}]*;\s*\Z"), _of_newick),
    Foreign(
        "Haskell or OCaml",
        _found(rf"{_CONSTRUCTORS}|^\s*data\s+\w+\s*=|^\s*let\s+\w+\s*=\s*[A-Z]", re.MULTILINE),
        _of_constructors,
    ),
    Foreign("Prolog", _found(rf"{_FACTS}|{_TERM}|^[^\n\"]*:-\s", re.MULTILINE), _of_terms),
    Foreign("YAML", _found(_YAML, re.MULTILINE), _of_yaml),
    Foreign("an outline", _is_outline, _of_outline),
)  # fmt: skip
