"""Formats that are not read, told by their signs, so that a refusal can name them.

No game tree was found in a file of these; where one is typed in their manner, the message prints
the first line as it would be in the notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple

from treeexplorer.formats.outlines import (
    dotted_in_notation,
    drawing_in_notation,
    headings_in_notation,
    is_dotted_outline,
    is_numbered_outline,
    is_outline,
    is_outline_of_headings,
    latex_lists_in_notation,
    numbered_in_notation,
    outline_in_notation,
)
from treeexplorer.formats.words import is_known

READABLE: Final = (
    "what can be read: the notation ([[3 12] [2 4]]), JSON, Python literals, JavaScript, C and "
    "Java literals, LaTeX (forest, qtree, TikZ), S-expressions, Graphviz DOT, Mermaid, CSV and "
    "lines of pairs"
)
"""The formats that the door reads, in one sentence."""
_READ_OF_LATEX: Final = (
    "of LaTeX the trees of forest, qtree and tikz-qtree are read, and TikZ's child {node {…}}"
)


class Foreign(NamedTuple):
    """A format that is recognised but cannot be read.

    Attributes:
        name: What messages call it.
        is_it: Tells whether a text is in it.
        in_the_notation: Returns a text's first tree in the notation, nearly; ``None`` where that
            is not plain.
        hint: What can be read instead.
    """

    name: str
    is_it: Callable[[str], bool]
    in_the_notation: Callable[[str], str | None]
    hint: str = READABLE


def foreign_format(text: str) -> Foreign | None:
    """Return the known format of a text that cannot be read; ``None`` if there is none."""
    return next((each for each in _FOREIGN if each.is_it(text)), None)


def is_surely_foreign(text: str) -> bool:
    """Tell whether a text is in a format that is not read, though a syntax may take it."""
    is_known = is_newick_with_names(text) or is_numbered_outline(text)
    return is_known or _TOML.is_it(text) or _MATLAB.is_it(text)


def is_newick_with_names(text: str) -> bool:
    """Tell whether a text is Newick whose names a program would have for labels.

    ``(A,B,(C,D));`` has three children; as a tuple of Python that begins with its label it would be
    the node A. Of numbers alone both make one tree.
    """
    return _NEWICK.is_it(text) and _NAME_IN_NEWICK.search(text) is not None


def _found(pattern: str, flags: int = 0) -> Callable[[str], bool]:
    """Return a function that tells whether a pattern is found in a text."""
    compiled = re.compile(pattern, flags)
    return lambda text: compiled.search(text) is not None


def _unknown(_text: str) -> str | None:
    return None


def _of_matrix(text: str) -> str | None:
    """Return a matrix of MATLAB in the notation; ``None`` if it has more than numbers.

    >>> _of_matrix("T = [3, 5; 2 9];")
    '[[3 5] [2 9]]'
    """
    found = _MATRIX.fullmatch(text)
    if found is None:
        return None
    rows = [row.replace(",", " ").split() for row in found["rows"].split(";")]
    return f"[{' '.join(_bracketed(row) for row in rows if row)}]"


def _is_matrix(text: str) -> bool:
    """Tell whether a text is a matrix of numbers whose rows end with semicolons."""
    return _MATRIX.fullmatch(text) is not None


def _bracketed(cells: list[str]) -> str:
    return f"[{' '.join(cells)}]"


def _is_toml(text: str) -> bool:
    """Tell whether a text has headings such as ``[root]``, and lines ``key = value`` below them."""
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] not in "#;"]
    has_heading = any(map(_HEADING_OF_TOML.fullmatch, lines))
    return has_heading and all(map(_LINE_OF_TOML.fullmatch, lines)) and "=" in text


# -- trees of language terms -------------------------------------------------------------------


def _of_constructors(text: str) -> str:
    """Return a tree of Haskell, OCaml or SML roughly in the notation, to show how it would begin.

    >>> _of_constructors("tree = Node [Leaf 5, Node ([Leaf (3), Leaf 8])]")
    '[5 [3 8]]'

    Each comment shows what the step above it makes of this example, but for some blanks.

    Args:
        text: The text, with declarations of types or without.
    """
    # Lines such as `data Tree = …` go first, or their = would be taken for that of the tree.
    without_types = _DECLARATION_OF_TYPES.sub("", text).strip().rstrip(";")
    expression = re.sub(r"^.*?=\s*", "", without_types, count=1)
    # Node [Leaf 5, Node ([Leaf (3), Leaf 8])]
    without_names = re.sub(r"\b[A-Z]\w*\b", " ", expression)
    # [5, ([(3), 8])]
    brackets = without_names.translate(_TO_BRACKETS)
    # [5 [[[3] 8]]]
    with_bare_leaves = re.sub(r"\[\s*(-?[0-9.]+)\s*\]", r" \1 ", brackets)
    # [5 [[3 8]]]
    with_single_brackets = re.sub(r"\[\s*(\[[^\[\]]*\])\s*\]", r"\1", with_bare_leaves)
    # [5 [3 8]], with one blank between siblings
    line = _tidied(with_single_brackets)
    return line if _is_one_bracket(line) else f"[{line}]"


def _is_one_bracket(line: str) -> bool:
    """Tell whether a whole line is enclosed by one pair of brackets.

    >>> _is_one_bracket("[5 [8 2]]"), _is_one_bracket("[5] [8 2]")
    (True, False)
    """
    depth = 0
    for offset, character in enumerate(line):
        if character == "[":
            depth += 1
        elif character == "]":
            depth -= 1
        # The bracket with which the line begins is closed here. A line that begins with none is at
        # depth 0 with its first character, and ends here, too.
        is_closed = depth == 0
        if is_closed:
            return offset == len(line) - 1
    return False


def _of_terms(text: str) -> str:
    """Return a term of Prolog roughly in the notation.

    >>> _of_terms("max(min(leaf(d, 5), 8), 3).")
    'max[min[d:5 8] 3]'
    """
    term = text.strip().rstrip(".")
    named = re.sub(r"\b(?:leaf|l|terminal)\(\s*(\w+)\s*,\s*(-?[0-9.]+)\s*\)", r"\1:\2", term)
    with_bare_leaves = re.sub(r"\b(?:leaf|l|terminal)\(\s*(-?[0-9.]+)\s*\)", r"\1", named)
    without_lists = re.sub(r"\(\s*\[(.*)\]\s*\)", r"(\1)", with_bare_leaves)
    with_players_alone = re.sub(r"\b(?!max\b|min\b|chance\b)\w+\(", "(", without_lists)
    return _tidied(with_players_alone.replace("(", "[").replace(")", "]").replace(",", " "))


def _of_newick(text: str) -> str | None:
    """Return a tree of Newick in the notation; ``None`` where its brackets do not match.

    Newick is a format for family trees in biology. A name directly behind a closing bracket is that
    of the bracket's node: B and A here.

    >>> _of_newick("((5,8)B,(3,4),2)A;")
    'A:[B:[5 8] [3 4] 2]'

    Args:
        text: The text, in which only the first tree counts.
    """
    first_tree, _, _ = text.partition(";")
    # Brackets, commas, and names between them.
    pieces = re.findall(r"[(),]|[^(),\s]+", first_tree)
    # The children so far in each bracket that is open, the outermost first; in the very first list
    # stand those that are in no bracket.
    open_brackets: list[list[str]] = [[]]
    for previous, piece in pairwise(["", *pieces]):
        if piece == "(":
            open_brackets.append([])
        elif piece == ")":
            children = open_brackets.pop()
            # One closing bracket too many.
            if not open_brackets:
                return None
            open_brackets[-1].append(f"[{' '.join(children)}]")
        elif piece != ",":
            _add_newick_name(open_brackets[-1], piece, is_behind_bracket=previous == ")")
    has_one_tree = len(open_brackets) == 1 and len(open_brackets[0]) > 0
    return open_brackets[0][0] if has_one_tree else None


def _add_newick_name(siblings: list[str], piece: str, *, is_behind_bracket: bool) -> None:
    """Add a leaf to its siblings, or give its name to the node whose bracket has just been closed.

    Args:
        siblings: The children so far in the bracket that is open; the last of them is that node.
            They are changed in place.
        piece: The name, behind which a length may stand, ``B:0.5``. The length is left away.
        is_behind_bracket: Whether a closing bracket stands directly before the name.
    """
    name, _, _length = piece.partition(":")
    if not name:
        return
    if is_behind_bracket:
        siblings[-1] = f"{name}:{siblings[-1]}"
    else:
        siblings.append(name)


def _tidied(line: str) -> str:
    """Return a line of brackets with one blank between siblings."""
    line = re.sub(r"\s+", " ", line)
    line = re.sub(r"([\[:])\s+", r"\1", line)
    line = re.sub(r"\s*\]", "]", line)
    return line.replace("][", "] [").strip()


def _of_yaml(text: str) -> str | None:
    """Return the tree of an outline of names in YAML; ``None`` if it has lists or records."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not all(map(_NAME_OF_YAML.fullmatch, lines)):
        return None
    if any(is_known(line.partition(":")[0].strip()) for line in lines):
        return None
    return outline_in_notation(text)


_TO_BRACKETS: Final = str.maketrans("();,", "[]  ")
_NAME_OF_YAML: Final = re.compile(r"\s*\w+:(?:\s+-?[0-9.]+)?\s*")
_DECLARATION_OF_TYPES: Final = re.compile(
    r"^(?:data|type|newtype|datatype|module|import)\b.*$|^\w+\s*::.*$", re.MULTILINE
)
_FACTS: Final = r"\A\s*(?:[a-z]\w*\([^()\n]*\)\.\s*)+\Z"
_INDENT: Final = r"[^\S\n]*+"  # not of the lines before, or blank lines take time in their square
_TERM: Final = (
    rf"^{_INDENT}(?:[a-z]\w*\s*[(=:][^\n]*)?\b(?:max|min|leaf|node|tree|t|l)\([^\n]*\)\s*"
)
_DRAWN_EDGE: Final = r"[├└┣┗╠╚╰][─━═]|^[ |]*[|`+\\]-{2,}(?: |(?=[^\s|+\-]))"
_DRAWN_LINES: Final = r"[─━═][┬┴┼┐┘╮╯]|[┌┬┴╭][─━═]|^[ \t]*\+-+\w+-+\+"
_DRAWN_STROKES: Final = r"^[ \t|_]*/[ \t/\\|_]*\\[ \t/\\|_]*$"  # a line of / and \ alone
_YAML: Final = (
    rf"^{_INDENT}(?:- )?\w+:[ \t]*\n\s+- "
    rf"|^{_INDENT}(?:- )?\w+:[ \t]*(?:[^\s\[{{][^\n]*)?\n\s+\w+:"
    r"|\A\s*- - "
)
_CONSTRUCTORS: Final = (
    r"(?<!\\)(?<!new )\b(?:Node|Leaf|Branch|Fork|Tip|Max|Min|Tree)[ \t]+"
    r"(?:[\[({\"'0-9~-]|[A-Z]\w*\b)"
)

_MATRIX: Final = re.compile(
    r"\s*(?:\w+\s*=\s*)?[\[{](?P<rows>[\s\d.,+\-eE]*+;[\s\d.,;+\-eE]*+)[\]}]\s*;?\s*(?:%.*)?"
)
_HEADING_OF_TOML: Final = re.compile(r"\s*\[{1,2}[^\W\d][\w.\-]*\]{1,2}\s*(?:#.*)?")
_LINE_OF_TOML: Final = re.compile(rf"(?:{_HEADING_OF_TOML.pattern}|\s*[\w.\-\"]+\s*=.*)")
_TOML: Final = Foreign("TOML or INI", _is_toml, _unknown)
_MATLAB: Final = Foreign("a matrix of MATLAB", _is_matrix, _of_matrix)
_NEWICK: Final = Foreign("Newick", _found(r"\A\s*\([^;\[\]{}]*\)[^;()\[\]{}]*;\s*\Z"), _of_newick)
_NAME_IN_NEWICK: Final = re.compile(r"[(,]\s*[^\W\d]\w*\s*[,):]")

_FOREIGN: Final = (
    Foreign("Gambit", _found(r"\A\s*(?:EFG|NFG)\s+[12]\s+[RD]\b"), _unknown),
    Foreign("XML", _found(r"\A\s*<(?:[?!]|[A-Za-z][^<>]*/?>)"), _unknown),
    Foreign("a mindmap of Mermaid", _found(r"\A\s*mindmap\b"), _unknown),
    Foreign("a tree of LaTeX's istgame", _found(r"\\istroot\b"), _unknown, _READ_OF_LATEX),
    Foreign("a tree of LaTeX's dirtree", _found(r"\\dirtree\b"), _unknown, _READ_OF_LATEX),
    Foreign("a tree of LaTeX's synttree", _found(r"\\synttree\b"), _unknown, _READ_OF_LATEX),
    Foreign("a tree of LaTeX's pst-tree", _found(r"\\ps[tT]ree\b"), _unknown, _READ_OF_LATEX),
    Foreign("a list of LaTeX", _found(r"\\item\b"), latex_lists_in_notation, _READ_OF_LATEX),
    Foreign(
        "a figure of TikZ in another form",
        _found(r"\\begin\{tikzpicture\}|\\(?:draw|node|graph)\b"),
        _unknown,
        _READ_OF_LATEX,
    ),
    Foreign("a drawing of a tree", _found(_DRAWN_LINES, re.MULTILINE), _unknown),
    Foreign("a drawing of a tree", _found(_DRAWN_EDGE, re.MULTILINE), drawing_in_notation),
    Foreign("a drawing of a tree", _found(_DRAWN_STROKES, re.MULTILINE), _unknown),
    _NEWICK,
    _TOML,
    _MATLAB,
    Foreign(
        "Haskell or OCaml",
        _found(
            rf"{_CONSTRUCTORS}|^{_INDENT}(?:data\s+\w+\s*=|let\s+\w+\s*=\s*[A-Z])", re.MULTILINE
        ),
        _of_constructors,
    ),
    Foreign(
        "Prolog", _found(rf"{_FACTS}|{_TERM}\.\s*$|^[^\n\"]*:-\s", re.MULTILINE), _of_terms
    ),
    Foreign("a term as Prolog has it", _found(rf"{_TERM}$", re.MULTILINE), _of_terms),
    Foreign("YAML", _found(_YAML, re.MULTILINE), _of_yaml),
    Foreign("an outline", is_outline_of_headings, headings_in_notation),
    Foreign("an outline", is_numbered_outline, numbered_in_notation),
    Foreign("an outline", is_dotted_outline, dotted_in_notation),
    Foreign("an outline", is_outline, outline_in_notation),
)  # fmt: skip
