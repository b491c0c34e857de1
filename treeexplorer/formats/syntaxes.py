"""The syntaxes that trees are read from: a row each.

A new one is a module with a function that reads a text into the plain model (:mod:`model`), and a
row here. The recogniser of shapes does the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from treeexplorer.formats import (
    dot,
    edge_table,
    json_syntax,
    latex,
    level_table,
    literals,
    mermaid,
    pairs,
    parentheses,
    path_lines,
    python_syntax,
    successors,
)
from treeexplorer.formats.literal_programs import blank_out_texts
from treeexplorer.formats.model import Reading


class Syntax(NamedTuple):
    """One way to write a tree.

    Attributes:
        name: What messages call it: ``read as JSON: …``.
        endings: The endings of its files, in lower case with the full stop; only a hint.
        looks_like: Tells from a look at a text whether to try ``read``. It is cheap (one regular
            expression), and rather says yes than no: where ``read`` then refuses, the next row is
            asked. The text has no byte-order mark and its lines end with newlines.
        read: Reads a whole text into the plain model, or raises :class:`UnreadableError`.
        is_certain: Whether nothing else looks like it, so that what ``read`` refuses is refused.
        blank_out_comments: Puts blanks in the place of comments in a program, whose search may say
            how it counts its leaves; ``None`` for a syntax that has no programs.
    """

    name: str
    endings: frozenset[str]
    looks_like: Callable[[str], bool]
    read: Callable[[str], Reading]
    is_certain: bool = False
    blank_out_comments: Callable[[str], str] | None = None


_NONE: Final[frozenset[str]] = frozenset()
_OF_TABLES: Final = frozenset({".csv", ".tsv"})
_OF_LISP: Final = frozenset({".lisp", ".lsp", ".scm", ".rkt", ".clj", ".el"})
_OF_C: Final = frozenset({".js", ".mjs", ".ts", ".java", ".c", ".h", ".cpp", ".cs", ".rs", ".kt"})

SYNTAXES: Final = (
    Syntax("LaTeX", frozenset({".tex"}), latex.looks_like, latex.read, is_certain=True),
    Syntax("Graphviz DOT", frozenset({".dot", ".gv"}), dot.looks_like, dot.read, is_certain=True),
    Syntax("Mermaid", frozenset({".mmd"}), mermaid.looks_like, mermaid.read, is_certain=True),
    Syntax("paths", _NONE, path_lines.looks_like, path_lines.read),
    Syntax("a table of plies", _NONE, level_table.looks_like, level_table.read, is_certain=True),
    Syntax("a table of edges", _OF_TABLES, edge_table.looks_like, edge_table.read, is_certain=True),
    Syntax("pairs", _NONE, pairs.looks_like, pairs.read, is_certain=True),
    Syntax("lines of successors", _NONE, successors.looks_like, successors.read, is_certain=True),
    Syntax("JSON", frozenset({".json", ".jsonl"}), json_syntax.looks_like, json_syntax.read),
    Syntax(
        "Python",
        frozenset({".py"}),
        python_syntax.looks_like,
        python_syntax.read,
        blank_out_comments=python_syntax.blank_out_comments,
    ),
    Syntax(
        "a JavaScript, C or Java literal",
        _OF_C,
        literals.looks_like,
        literals.read,
        blank_out_comments=blank_out_texts,
    ),
    Syntax("lists in parentheses", _OF_LISP, parentheses.looks_like, parentheses.read),
    Syntax(
        "lists with the player first", _NONE, parentheses.looks_like_players_first, parentheses.read
    ),
    Syntax("LaTeX", _NONE, latex.looks_like_brackets, latex.read_brackets),
)
"""All syntaxes, the most particular first: the first whose text fits a shape is the one."""
