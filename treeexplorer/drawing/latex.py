r"""A search at a step as a LaTeX figure, drawn by the package forest, for worksheets and slides.

It says what the other drawings say: cards tinted by player, windows on the edges, the path heavy,
crosses and dashes for what is cut off, double lines for the principal variation. Styles and
colours stand once in the preamble, under names that begin with ``game``, so that they are easily
changed; the tree itself is one ``forest`` environment that can be copied, or read with ``\input``,
into any document. Names beyond Latin letters need LuaLaTeX or XeLaTeX.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from treeexplorer.drawing.cards import estimate_text
from treeexplorer.drawing.colours import LIGHT
from treeexplorer.drawing.figure_layout import FigureLayout, lay_out_figure
from treeexplorer.drawing.figures import FigureOptions, FigurePainter, ItemState
from treeexplorer.drawing.items import Item
from treeexplorer.engine.record import Record
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.judging.judge import Mark
from treeexplorer.numbers import counted, shown
from treeexplorer.text import in_latex
from treeexplorer.tree import INFINITY, GameTree, Number

_COLOURS: Final = {
    "gamemax": LIGHT.max,
    "gamemaxcard": LIGHT.max_card,
    "gamemin": LIGHT.min,
    "gamemincard": LIGHT.min_card,
    "gamechancecard": LIGHT.current,
    "gamedecided": LIGHT.decided,
    "gameghost": LIGHT.ghost,
    "gamequiet": LIGHT.quiet,
    "gamecut": LIGHT.cut_surface,
    "gamepruned": LIGHT.pruned,
    "gameprunedcard": LIGHT.pruned_surface,
    "gamenews": LIGHT.news,
}
# Every style that `_Forest` writes at a node is defined here.
_STYLES: Final = r"""
\forestset{
  game tree/.style={for tree={align=center, font=\sffamily\small, inner sep=3pt, s sep=9mm,
    l sep=10mm, parent anchor=south, child anchor=north, tier/.wrap pgfmath arg={ply ##1}{level()},
    edge={draw=gameghost, line width=.5pt}, edge path'={(!u.parent anchor) -- +(0,-5mm) -|
    (.child anchor)}}},
  game max/.style={fill=gamemaxcard, rounded corners=2pt, minimum width=10mm},
  game min/.style={fill=gamemincard, rounded corners=2pt, minimum width=10mm},
  game chance/.style={fill=gamechancecard, rounded corners=2pt, minimum width=10mm},
  game letter/.style={},
  game leaf/.style={rounded corners=2pt, minimum width=6mm, font=\sffamily\small\bfseries},
  game unread/.style={text=gameghost, minimum width=6mm},
  game skipped/.style={fill=gameprunedcard, text=gamepruned, rounded corners=2pt,
    minimum width=6mm, edge={dashed, draw=gamepruned}},
  game dots/.style={text=gamequiet},
  game skipped dots/.style={text=gamepruned, edge={dashed, draw=gamepruned}},
  game cut/.style={edge label={node[midway, fill=gamecut, text=white, inner sep=1.2pt,
    font=\scriptsize]{$\boldsymbol{\times}$#1}}},
  game cut/.default={},
  game window/.style 2 args={edge label={
    node[pos=.82, left=1pt, inner sep=1pt, text=gamequiet, font=\scriptsize]{$#1$}
    node[pos=.82, right=1pt, inner sep=1pt, text=gamequiet, font=\scriptsize]{$#2$}}},
  game slash/.style 2 args={edge label={node[midway, inner sep=1pt, font=\small,
    text=#1]{$/$\rlap{#2}}}},
  game missing/.style={edge label={node[midway, right=2pt, inner sep=1pt, font=\small]{#1}}},
  game path/.style={edge={draw=black, line width=1.6pt}},
  game alpha/.style={edge={draw=gamemax, line width=1.6pt}},
  game beta/.style={edge={draw=gamemin, line width=1.6pt}},
  game best/.style={edge={draw=gamedecided, double, double distance=1.3pt, line width=.6pt}},
  game news/.style={fill=gamenews},
  game now/.style={draw=black, line width=1.5pt},
}
"""
PREAMBLE: Final = "\n".join(
    [
        r"\usepackage{amsmath, amssymb}",
        r"\usepackage{forest}",
        *(
            rf"\definecolor{{{name}}}{{HTML}}{{{colour[1:].upper()}}}"
            for name, colour in _COLOURS.items()
        ),
        _STYLES.strip(),
        r"\newsavebox{\gametree}",
        r"\newcommand{\fitgametree}{\ifdim\wd\gametree>\linewidth",
        r"  \resizebox{\linewidth}{!}{\usebox{\gametree}}\else\usebox{\gametree}\fi}",
    ]
)
"""What a document needs before ``\\begin{document}`` to hold the trees of :func:`forest`."""

_MARKS: Final = {"path", "alpha", "beta", "best", "now", "news"}
_COLOUR_OF_MARK: Final = {
    Mark.RIGHT: "gamedecided",
    Mark.MISTAKE: "gamecut",
    Mark.CONSEQUENCE: "gamemin",
}
_SIGN_OF_MARK: Final = {
    Mark.RIGHT: r"\checkmark",
    Mark.MISTAKE: r"\times",
    Mark.CONSEQUENCE: r"\hookrightarrow",
}
_WRITING_LINE: Final = r"\rule[-1.5mm]{7mm}{.4pt}"
_WRITING_END: Final = r"\rule[-.5mm]{5mm}{.3pt}"
_DEEPEST_INDENT: Final = 20
_MOST_MEASURED_BY_TEX: Final = 16_383  # points, which are 5.75 m
# How many points TeX makes at most of a pixel of our layout, as measured.
_WIDTH_OF_A_PIXEL: Final = 1.02
_WIDTH_OF_A_PIXEL_SET_CLOSE: Final = 0.55
_HEIGHT_OF_A_PIXEL: Final = 0.67


class LatexError(TreeexplorerError):
    """A tree that is too large for TeX; said in a sentence."""


def latex_document(
    record: Record, step: int | None = None, options: FigureOptions | None = None
) -> str:
    """Write a search at a step as a complete LaTeX document that shows its tree alone.

    Args:
        record: The search.
        step: The step; without it the end of the search, at which no node is marked as current.
        options: What the figure shows. Title, caption and theme mean nothing here.

    Raises:
        IndexError: There is no such step.
        LatexError: The tree is too large for TeX.
    """
    lines = [
        "% !TeX program = lualatex",
        r"\documentclass[border=8pt]{standalone}",
        PREAMBLE,
        r"\begin{document}",
        *forest(record, step, options),
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def latex_fragment(
    record: Record, step: int | None = None, options: FigureOptions | None = None
) -> str:
    r"""Return the tree alone, to be read with ``\input``; what it needs stands in a comment.

    A tree that is wider than the lines of the document shrinks to their width.

    Raises:
        LatexError: The tree is too large for TeX.
    """
    needs = [f"% {line}" for line in PREAMBLE.splitlines()]
    heading = "% Put these lines before \\begin{document}, without the percent signs:"
    tree = [r"\begin{lrbox}{\gametree}", *forest(record, step, options), r"\end{lrbox}\fitgametree"]
    return "\n".join([heading, *needs, *tree]) + "\n"


def forest(
    record: Record,
    step: int | None = None,
    options: FigureOptions | None = None,
    close_style: str = "",
) -> Iterator[str]:
    """Write the tree of a search as one LaTeX environment ``forest``, line by line.

    A document that has these lines needs :data:`PREAMBLE`.

    Args:
        record: The search.
        step: The step; without it the end of the search.
        options: What the figure shows.
        close_style: The name of a style of the document that sets nodes closer; "" for none.

    Raises:
        LatexError: TeX has no numbers for a tree as wide, or as high.
    """
    if options is None:
        options = FigureOptions()
    layout = lay_out_figure(record, options)
    # Measured before anything is written: TeX has no numbers for greater sizes.
    if _size_in_tex(layout, is_close=bool(close_style)) > _MOST_MEASURED_BY_TEX:
        raise LatexError(_too_large(record.tree))
    return _Forest(record, step, options).lines(close_style)


def _size_in_tex(layout: FigureLayout, *, is_close: bool) -> float:
    """Return the width or the height of a tree, whichever is greater, in points."""
    width_of_a_pixel = _WIDTH_OF_A_PIXEL_SET_CLOSE if is_close else _WIDTH_OF_A_PIXEL
    return max(layout.width * width_of_a_pixel, layout.height * _HEIGHT_OF_A_PIXEL)


def _too_large(tree: GameTree) -> str:
    """Return the message that a tree is too large for LaTeX, with the other ways to draw it."""
    leaves = counted(sum(map(tree.is_leaf, range(len(tree)))), "leaf", "leaves")
    plies = counted(len(list(tree.plies)) - 1, "ply", "plies")
    return (
        f"a tree of {leaves} in {plies} is too large for LaTeX, which sets nothing beyond 5.75 m; "
        "SVG and HTML take it, and LaTeX each of its branches as a tree of its own"
    )


class _Forest(FigurePainter):
    def lines(self, close_style: str) -> Iterator[str]:
        r"""Yield the LaTeX of the tree: a line for each node, and one for each closing bracket.

        A node without children closes its bracket on its own line::

            \begin{forest} game tree
            [{$\blacktriangle$ A}, game max
              [{$3$}, game leaf]
              [{$\triangledown$ B}, game min
                [{$2$}, game leaf]
              ]
            ]
            \end{forest}
        """
        styles = ", ".join(filter(None, ["game tree", close_style]))
        yield rf"\begin{{forest}} {styles}"
        open_brackets = 0  # one for each node that is open, from the root down
        for item, ply in enumerate(self.items.ply):  # in preorder: parents before children
            # A node of this ply stands in as many brackets as the ply says: deeper ones are closed.
            yield from _closing_brackets(open_brackets, ply)
            yield f"{_indent(ply)}{self._node(item)}"
            open_brackets = ply if self.items.is_end(item) else ply + 1
        yield from _closing_brackets(open_brackets, 0)
        yield r"\end{forest}"

    def _node(self, item: Item) -> str:
        """Return a node in its opening bracket, which is closed if the node has no children."""
        keys = ", ".join(self._styles(item))
        closed = "]" if self.items.is_end(item) else ""
        return f"[{{{self._content(item)}}}, {keys}{closed}"

    def _styles(self, item: Item) -> Iterator[str]:
        """Yield the names of the styles with which LaTeX draws a node, such as ``game max``.

        They are those of the node itself, of the texts at its edge, of a cut-off, and of its marks.
        The preamble of the document defines them. The order counts: of two styles for the same
        thing the LaTeX package forest takes the later.

        Args:
            item: The node, or a ``…`` for undrawn children.
        """
        state = self.state(item)
        yield self._style_of_node(state)
        if self._has_letter_for_name(item, state):
            yield "game letter"
        yield from self._styles_of_texts(item, state)
        if self._is_cut_off(item, state):
            yield self._cut_style(item)
        weakest_first = reversed(state.marks)  # α comes before β among the marks, and is seen
        for mark in weakest_first:
            if mark in _MARKS:
                yield f"game {mark}"

    def _styles_of_texts(self, item: Item, state: ItemState) -> Iterator[str]:
        """Yield the styles of the texts at the edge above a node.

        They are that of the window, its α and β, ``game window={3}{5}``, if it is shown, and those
        of what a person wrote there.
        """
        window = self._window(item, state)
        if window is not None:
            alpha, beta = window
            yield f"game window={{{alpha}}}{{{beta}}}"
        answer = self.answer(item)
        if answer is not None:
            yield from self._written_styles(answer)

    def _has_letter_for_name(self, item: Item, state: ItemState) -> bool:
        """Tell whether the label of an unvisited node is a letter, since it has no name.

        The style has no look. It tells whoever reads the figure again that the label is no name:
        behind it alone, a letter could be the name of an unvisited node.
        """
        is_named = self.items.node(item) in self.tree.names
        return self.items.is_card(item) and state.status == "unseen" and not is_named

    def _is_cut_off(self, item: Item, state: ItemState) -> bool:
        """Tell whether the edge above an item is that of a pruned branch, not one within it."""
        is_root = item == 0
        if is_root or state.status != "pruned":
            return False
        return not self.is_pruned(self.items.parent[item])

    def _style_of_node(self, state: ItemState) -> str:
        """Return the name of the LaTeX style of a node or a ``…``: ``game max``, ``game unread``.

        What is pruned or not read yet looks alike whoever moves there, so that comes first.
        """
        is_pruned = state.status == "pruned"
        if state.kind == "dots":
            return "game skipped dots" if is_pruned else "game dots"
        if is_pruned:
            return "game skipped"
        if state.status == "unseen":
            return "game unread"
        return f"game {state.kind}"  # max, min, chance or leaf

    def _window(self, item: Item, state: ItemState) -> tuple[str, str] | None:
        """Return the LaTeX of α and that of β beside the edge above a node; ``None`` without them.

        They are what a person wrote, else lines to write on if the tree is blank, else those of the
        search.
        """
        answer = self.answer(item)
        if answer is not None and answer.window:
            return _written_window(answer.window, answer.window_mark)
        if self.options.blank:
            return self._lines_for_window(item)
        if state.window is None:
            return None
        alpha, beta = state.window
        return _coloured_end(alpha, "gamemax"), _coloured_end(beta, "gamemin")

    def _lines_for_window(self, item: Item) -> tuple[str, str] | None:
        """Return two empty lines for a window to be written by hand; ``None`` if none is asked."""
        is_asked_for = self.options.windows and self.record.has_windows
        is_root = item == 0
        if is_asked_for and not is_root and self.items.is_card(item):
            return _WRITING_END, _WRITING_END
        return None

    def _written_styles(self, answer: WrittenAnswer) -> Iterator[str]:
        """Yield the LaTeX styles of what a person wrote beside a node and on the edge above it.

        Beside the root stand the answers about the whole tree. On an edge stands the slash with
        which the person crossed it out, or the mark of a slash that is missing.
        """
        if answer.aside:
            lines = r"\\".join(_marked(text, mark) for text, mark in answer.aside)
            text = f"{{{lines}}}"
            yield rf"label={{[align=left,font=\footnotesize]right:{text}}}"
        is_slash_missing = not answer.crossed and answer.cut_mark is not None
        if answer.crossed:
            yield _slash_style(answer.cut_mark)
        elif is_slash_missing:
            yield f"game missing={{{_mark(answer.cut_mark)}}}"

    def _cut_style(self, item: Item) -> str:
        """Return the style of the edge above what is cut off; beside the cut-off with its test."""
        parent = self.items.parent[item]
        test = self.test_at(parent)
        if not test or self.pruned_children(parent)[0] != item:
            return "game cut"
        return f"game cut={{~{in_latex(test)}}}"

    def _content(self, item: Item) -> str:
        """Return the lines in a node: its probability, and what it is and has."""
        if self.items.is_elision(item):
            return r"$\cdots$"
        is_card = self.items.is_card(item)
        own_lines = self._lines_of_card(item) if is_card else self._lines_of_leaf(item)
        return r"\\".join([*self._probability_line(item), *own_lines])

    def _probability_line(self, item: Item) -> Iterator[str]:
        """Yield the probability of a chance node's child; nothing elsewhere."""
        probability = self.tree.probability(self.items.node(item))
        if probability is not None:
            yield rf"{{\footnotesize ${in_math(probability)}$}}"

    def _lines_of_card(self, item: Item) -> Iterator[str]:
        """Yield the LaTeX of the lines in a node with children: its label, and below it its value.

        The value is a person's, or a line to write it on; else it is the search's, if it has one.
        """
        node = self.items.node(item)
        label = f"{self.player(node).sign} {self.tree.labels.label(node)}"
        if self.look.answers is not None:  # on paper the estimate is given, as leaves are
            label += estimate_text(self.tree, node)
        yield in_latex(label)
        # On a paper there is an answer at every node, if only an empty one.
        answer = self.answer(item)
        value = self.state(item).value
        if answer is not None:
            yield _marked(answer.value, answer.value_mark) if answer.value else _WRITING_LINE
        elif value:
            yield in_latex(value)

    def _lines_of_leaf(self, item: Item) -> Iterator[str]:
        """Yield the LaTeX of the lines in a leaf: its number or word, and its name if it has one.

        The word stands for a value that is unknown.
        """
        leaf = self.items.node(item)
        value = self.tree.value_or_word(leaf)
        if isinstance(value, str):  # the word for an unknown value, in italics
            yield rf"\textit{{{in_latex(value)}}}"
        else:
            yield f"${in_math(value)}$"
        name = self.tree.names.get(leaf, "")
        if name:
            yield rf"{{\footnotesize {in_latex(name)}}}"


def _written_window(window: tuple[str, str], mark: Mark | None) -> tuple[str, str]:
    """Return the LaTeX of both ends of a window that a person wrote, the mark behind the second.

    Boxes take the text out of the formula.
    """
    alpha, beta = window
    return rf"\mbox{{{in_latex(alpha)}}}", rf"\mbox{{{_marked(beta, mark)}}}"


def _slash_style(mark: Mark | None) -> str:
    r"""Return the style of a slash with its mark: ``game slash={black}{\checkmark}``."""
    colour = "black" if mark is None else _COLOUR_OF_MARK[mark]
    return f"game slash={{{colour}}}{{{_mark(mark)}}}"


def _mark(mark: Mark | None) -> str:
    """Return the LaTeX of the mark beside an answer; empty if the answer was not marked."""
    if mark is None:
        return ""
    return rf"\textcolor{{{_COLOUR_OF_MARK[mark]}}}{{${_SIGN_OF_MARK[mark]}$}}"


def _marked(text: str, mark: Mark | None) -> str:
    """Return what a person has written, with its mark behind it."""
    return f"{in_latex(text)}~{_mark(mark)}" if mark else in_latex(text)


def _coloured_end(end: Number, colour: str) -> str:
    """Return an end of a window in its colour; an infinite one has none."""
    if abs(end) == INFINITY:
        return in_math(end)
    return rf"\color{{{colour}}}{in_math(end)}"


def _indent(ply: int) -> str:
    """Return the spaces before a node; from a depth on there are no more of them."""
    return "  " * min(ply, _DEEPEST_INDENT)


def _closing_brackets(open_brackets: int, ply: int) -> Iterator[str]:
    """Yield a line with ``]`` for each open bracket of this ply or a deeper one."""
    for depth in range(open_brackets - 1, ply - 1, -1):
        yield f"{_indent(depth)}]"


def in_math(number: Number) -> str:
    """Return a number as it stands in a formula."""
    return shown(number).replace("−", "-").replace("∞", r"\infty")
