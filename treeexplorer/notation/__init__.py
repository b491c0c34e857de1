"""The bracket notation: ``.tree`` text to :class:`~treeexplorer.tree.GameTree` and back.

:mod:`reader` is the door in: :mod:`lexer` cuts a text into the pieces of ``grammar.lark``, and
:mod:`columns` fills a tree with them as they come. What is wrong is found by :mod:`diagnosis`, in a
second, slower reading, and said by :mod:`problems`. :mod:`writer` is the door out, :mod:`layout`
its lines; :mod:`formatter` rewrites a whole document.
"""

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
