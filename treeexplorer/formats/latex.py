r"""LaTeX: the figures of exam sheets and slides, with the text around them or without.

The trees of the packages forest, qtree and tikz-qtree are read, and those of TikZ's ``child``; a
tree of forest also without its environment, as it stands in an editor.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from treeexplorer.formats import forest, qtree, tikz
from treeexplorer.formats.model import Reading, UnreadableError, reading
from treeexplorer.formats.tex import find_bracket_span, without_comments

_ReadFigure = Callable[[str, int, int], tuple[Any, list[str]]]


class _Figure(NamedTuple):
    """The range of a figure in a text, and the function that reads it."""

    start: int
    end: int
    read: _ReadFigure


_NAME_OF_NOTATION: Final = re.compile(r"[^\s\[\]:]:[-+.\d\[(<>=~/?]")
_SEVERAL_NUMBERS: Final = re.compile(r"\[\s*+-?[\d.]++(?:[ \t]+-?[\d.]++)+\s*\]")
_BARE_BRACKETS: Final = re.compile(
    r"\s*(?:for tree\s*=\s*\{.*?\}\s*,?\s*)?\[[^\[\],]*[^\[\],\s]", re.DOTALL
)

_LABEL_BEHIND: Final = re.compile(r"\.\S+")
_NOT_BLANK: Final = re.compile(r"\S")
_LABEL_OF_QTREE: Final = re.compile(r"\[\s*\.[^\s\[\]]|\]\.[^\s\[\]]")


def looks_like(text: str) -> bool:
    """Tell whether a text has a figure in it."""
    return "\\" in text and bool(_find_figures(without_comments(text)))


def looks_like_brackets(text: str) -> bool:
    """Tell whether a text may be a tree of forest or qtree alone: ``[$A$ [5] [8]]``.

    Names with a colon that touches what is behind it, ``A-1:[3 5]``, are meant as the notation. So
    are several numbers in one pair of brackets, ``[B<=2[2 9]]``, and a pair alone, ``[A=3 4]``: in
    forest every leaf stands in brackets of its own.
    """
    if _BARE_BRACKETS.match(text) is None or _NAME_OF_NOTATION.search(text) is not None:
        return False
    if _LABEL_OF_QTREE.search(text) is not None:
        return True
    return text.count("[") > 1 and _SEVERAL_NUMBERS.search(text) is None


def read(text: str) -> Reading:
    """Return the trees of all figures of a text, in order.

    Raises:
        UnreadableError: There is none, or one cannot be read.
    """
    text_without_comments = without_comments(text)
    figures = _find_figures(text_without_comments)
    if not figures:
        hint = "forest, qtree, tikz-qtree and TikZ's child are read"
        raise UnreadableError("there is no tree in this LaTeX", 0, hint)
    return _read_figures(text_without_comments, figures)


def read_brackets(text: str) -> Reading:
    """Return the trees of a text that consists of trees of forest or of qtree and nothing else.

    So it stands in an editor, without the LaTeX around it::

        for tree={draw} [A [5] [8]]   a tree of forest, with its options before it
        [.A 5 8 ] [ 2 6 ].B           two trees of qtree, with the label before or behind

    Raises:
        UnreadableError: Its brackets do not match, or something stands behind one of the trees.
    """
    source = without_comments(text)
    # One label with a full stop, as qtree has it, decides for all trees.
    is_qtree = _LABEL_OF_QTREE.search(source) is not None
    read_figure = qtree.read_figure if is_qtree else forest.read_figure

    figures: list[_Figure] = []
    start = 0
    while _NOT_BLANK.search(source, start) is not None:
        brackets = find_bracket_span(source, start, len(source))
        has_options = _NOT_BLANK.search(source, start, brackets.start) is not None
        is_first_tree = len(figures) == 0
        if has_options and not is_first_tree:
            raise UnreadableError("something stands behind the tree", start)

        label_behind = _LABEL_BEHIND.match(source, brackets.end)
        end = brackets.end if label_behind is None else label_behind.end()
        # From the options to the label behind: the next tree begins where this one ends.
        figures.append(_Figure(start, end, read_figure))
        start = end
    return _read_figures(source, figures)


def _read_figures(text: str, figures: list[_Figure]) -> Reading:
    """Return the trees of all figures in order, and what is left out of them, each thing once.

    The text must be without comments.
    """
    trees: list[Any] = []
    left_out: dict[str, None] = {}  # a set that keeps its order
    for figure in figures:
        tree, left_out_of_figure = figure.read(text, figure.start, figure.end)
        trees.append(tree)
        left_out.update(dict.fromkeys(left_out_of_figure))
    return reading(*trees, left_out=tuple(left_out))


def _find_figures(text: str) -> list[_Figure]:
    """Return the figures of a text in order."""
    figures = [_Figure(*span, forest.read_figure) for span in forest.figures(text)]
    figures += [_Figure(*span, qtree.read_figure) for span in qtree.figures(text)]
    figures += [_Figure(*span, tikz.read_figure) for span in tikz.figures(text)]
    return sorted(figures, key=lambda figure: figure.start)
