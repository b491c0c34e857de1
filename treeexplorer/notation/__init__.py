"""The bracket notation: ``.tree`` text to :class:`~treeexplorer.tree.GameTree` and back."""

from treeexplorer.notation.formatter import format_document
from treeexplorer.notation.problems import NotationError, Problem
from treeexplorer.notation.reader import decode, load_all, notices, parse, parse_all, read_text
from treeexplorer.notation.writer import write

__all__ = [
    "NotationError",
    "Problem",
    "decode",
    "format_document",
    "load_all",
    "notices",
    "parse",
    "parse_all",
    "read_text",
    "write",
]
