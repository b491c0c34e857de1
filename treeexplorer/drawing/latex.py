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

from treeexplorer.drawing.cards import format_estimate
from treeexplorer.drawing.colours import LIGHT
from treeexplorer.drawing.figure_layout import FigureLayout, lay_out_figure
from treeexplorer.drawing.figures import FigureOptions, FigurePainter, ItemState
from treeexplorer.drawing.items import Item
from treeexplorer.engine.record import Record
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.judging.judge import Mark
from treeexplorer.numbers import counted, shown
from treeexplorer.text import escape_for_latex
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
# Every style that `_ForestWriter` writes at a node is defined here.
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
_SHORT_WRITING_LINE: Final = r"\rule[-.5mm]{5mm}{.3pt}"
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
    """Render a search at a step as a complete LaTeX document that shows its tree alone.

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
    r"""Render the tree of a search as LaTeX for ``\input``, with its preamble in a comment.

    A tree that is wider than the lines of the document shrinks to their width.

    Raises:
        LatexError: The tree is too large for TeX.
    """
    lines = [
        "% Put these lines before \\begin{document}, without the percent signs:",
        *(f"% {line}" for line in PREAMBLE.splitlines()),
        r"\begin{lrbox}{\gametree}",
        *forest(record, step, options),
        r"\end{lrbox}\fitgametree",
    ]
    return "\n".join(lines) + "\n"


def forest(
    record: Record,
    step: int | None = None,
    options: FigureOptions | None = None,
    close_style: str = "",
) -> Iterator[str]:
    """Render the tree of a search as one LaTeX environment ``forest``, line by line.

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
    # Checked before any line is rendered.
    points = _estimate_points_in_tex(layout, is_set_close=bool(close_style))
    if points > _MOST_MEASURED_BY_TEX:
        raise LatexError(_explain_tree_is_too_large(record.tree))
    return _ForestWriter(record, step, options).render_lines(close_style)


def _estimate_points_in_tex(layout: FigureLayout, *, is_set_close: bool) -> float:
    """Estimate how many points TeX makes of a tree's width or height, whichever is greater."""
    points_per_pixel = _WIDTH_OF_A_PIXEL_SET_CLOSE if is_set_close else _WIDTH_OF_A_PIXEL
    return max(layout.width * points_per_pixel, layout.height * _HEIGHT_OF_A_PIXEL)


def _explain_tree_is_too_large(tree: GameTree) -> str:
    """Return the message that a tree is too large for LaTeX, with the other ways to draw it."""
    leaves = counted(sum(map(tree.is_leaf, range(len(tree)))), "leaf", "leaves")
    plies = counted(len(list(tree.plies)) - 1, "ply", "plies")
    return (
        f"a tree of {leaves} in {plies} is too large for LaTeX, which sets nothing beyond 5.75 m; "
        "SVG and HTML take it, and LaTeX each of its branches as a tree of its own"
    )


class _ForestWriter(FigurePainter):
    """Renders a figure of a search as LaTeX for the package forest."""

    def render_lines(self, close_style: str) -> Iterator[str]:
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
        styles = "game tree"
        if close_style:
            styles = f"game tree, {close_style}"
        yield rf"\begin{{forest}} {styles}"

        open_brackets = 0  # one for each open node, from the root down
        for item, ply in enumerate(self.items.ply):  # in preorder: parents before children
            # A node on ply 2 stands in two brackets, so all deeper ones are closed before it.
            yield from _close_brackets(open_brackets, ply)
            yield f"{_indent(ply)}{self._render_node(item)}"
            open_brackets = ply if self.items.is_end(item) else ply + 1
        yield from _close_brackets(open_brackets, 0)

        yield r"\end{forest}"

    def _render_node(self, item: Item) -> str:
        """Render a node as an opening bracket, which is closed if the node has no children."""
        content = self._render_content(item)
        styles = ", ".join(self._collect_styles(item))
        closing_bracket = "]" if self.items.is_end(item) else ""
        return f"[{{{content}}}, {styles}{closing_bracket}"

    def _collect_styles(self, item: Item) -> Iterator[str]:
        """Yield the names of the styles with which LaTeX draws a node, such as ``game max``.

        The preamble of the document defines them. Of two that set the same thing the later counts,
        so their order is a part of the drawing::

            in this order                              set
            game max, min, leaf, unread, skipped, …    the fill, and for skipped the edge
            game window, then slash, missing or cut    the label of the edge
            game now, news                             the frame, the fill
            game best, beta, alpha, path               the edge
        """
        state = self.state(item)
        yield self._style_of_node(state)
        if self._has_letter_as_label(item, state):
            yield "game letter"

        window = self._render_window(item, state)
        if window is not None:
            alpha, beta = window
            yield f"game window={{{alpha}}}{{{beta}}}"
        answer = self.answer(item)
        if answer is not None:
            yield from self._collect_styles_of_answer(answer)
        if self._is_first_of_pruned_branch(item, state):
            yield self._style_of_cut_edge(item)

        # The first mark of an edge is its strongest line: it comes last here, to be the one seen.
        weakest_first = reversed(state.marks)
        yield from (f"game {mark}" for mark in weakest_first if mark in _MARKS)

    def _has_letter_as_label(self, item: Item, state: ItemState) -> bool:
        """Tell whether an unvisited node has no name, so that its label is only a letter.

        The style for it looks like none. It tells whoever reads the LaTeX back in that the letter
        is not the node's name.
        """
        is_named = self.items.node(item) in self.tree.names
        return self.items.is_card(item) and state.status == "unseen" and not is_named

    def _is_first_of_pruned_branch(self, item: Item, state: ItemState) -> bool:
        """Tell whether a node is pruned and its parent is not, so that its edge is cut."""
        is_root = item == 0
        if is_root or state.status != "pruned":
            return False
        return not self.is_pruned(self.items.parent[item])

    def _style_of_node(self, state: ItemState) -> str:
        """Return the LaTeX style of a node or a ``…``: ``game max``, ``game unread``.

        Nodes that are pruned or not read yet look alike whoever moves there.
        """
        is_pruned = state.status == "pruned"
        if state.kind == "dots":
            return "game skipped dots" if is_pruned else "game dots"
        if is_pruned:
            return "game skipped"
        if state.status == "unseen":
            return "game unread"
        return f"game {state.kind}"  # max, min, chance or leaf

    def _render_window(self, item: Item, state: ItemState) -> tuple[str, str] | None:
        """Render the α and the β beside the edge above a node; ``None`` if none stand there.

        They are those that a person wrote, or lines to write on if the tree is blank, or those of
        the search.
        """
        answer = self.answer(item)
        if answer is not None and answer.window:
            return _render_written_window(answer.window, answer.window_mark)
        if self.options.blank:
            return self._render_lines_for_window(item)
        if state.window is None:
            return None
        alpha, beta = state.window
        return _render_bound(alpha, colour="gamemax"), _render_bound(beta, colour="gamemin")

    def _render_lines_for_window(self, item: Item) -> tuple[str, str] | None:
        """Render two lines on which α and β are written by hand; ``None`` if none are asked for."""
        is_asked_for = self.options.windows and self.record.has_windows
        is_root = item == 0
        if is_asked_for and not is_root and self.items.is_card(item):
            return _SHORT_WRITING_LINE, _SHORT_WRITING_LINE
        return None

    def _collect_styles_of_answer(self, answer: WrittenAnswer) -> Iterator[str]:
        """Yield the LaTeX styles of what a person wrote beside a node and on the edge above it.

        Beside the root stand the answers about the whole tree. On an edge stands the slash with
        which the person crossed it out, or the mark of a slash that is missing.
        """
        if answer.aside:
            lines = r"\\".join(_render_with_mark(text, mark) for text, mark in answer.aside)
            text = f"{{{lines}}}"
            yield rf"label={{[align=left,font=\footnotesize]right:{text}}}"

        if answer.crossed:
            yield _style_of_slash(answer.cut_mark)
        elif answer.cut_mark is not None:
            yield f"game missing={{{_render_mark(answer.cut_mark)}}}"

    def _style_of_cut_edge(self, item: Item) -> str:
        """Return the style of the edge above a pruned branch: ``game cut``.

        The branch beside the cut-off of this step has the test as well: ``game cut={~3 ≥ 2}``.
        """
        parent = self.items.parent[item]
        test = self.test_at(parent)
        if not test or self.pruned_children(parent)[0] != item:
            return "game cut"
        return f"game cut={{~{escape_for_latex(test)}}}"

    def _render_content(self, item: Item) -> str:
        """Render the lines in a node: its probability if it has one, its label and value."""
        if self.items.is_elision(item):
            return r"$\cdots$"

        lines: list[str] = []
        probability = self.tree.probability(self.items.node(item))
        if probability is not None:  # the node is a chance node's child
            lines.append(rf"{{\footnotesize ${in_math(probability)}$}}")
        if self.items.is_card(item):
            lines += self._render_lines_of_card(item)
        else:
            lines += self._render_lines_of_leaf(item)
        return r"\\".join(lines)

    def _render_lines_of_card(self, item: Item) -> Iterator[str]:
        """Yield the lines in a node with children: its label, and below it its value.

        The value is a person's, or a line to write it on; else it is the search's, if it has one.
        """
        node = self.items.node(item)
        label = f"{self.player(node).sign} {self.tree.labels.label(node)}"
        is_paper = self.look.answers is not None
        if is_paper:  # the estimate is given to the reader, as leaves are
            label += format_estimate(self.tree, node)
        yield escape_for_latex(label)

        answer = self.answer(item)
        if answer is None:
            value = self.state(item).value
            if value:
                yield escape_for_latex(value)
        elif answer.value:
            yield _render_with_mark(answer.value, answer.value_mark)
        else:  # a paper has an answer at every node, if only an empty one
            yield _WRITING_LINE

    def _render_lines_of_leaf(self, item: Item) -> Iterator[str]:
        """Yield the lines in a leaf: its value, and its name if it has one.

        A value is a number, or the word of an unknown, which stands in italics.
        """
        leaf = self.items.node(item)
        value = self.tree.value_or_word(leaf)
        if isinstance(value, str):
            yield rf"\textit{{{escape_for_latex(value)}}}"
        else:
            yield f"${in_math(value)}$"

        name = self.tree.names.get(leaf, "")
        if name:
            yield rf"{{\footnotesize {escape_for_latex(name)}}}"


def _render_written_window(window: tuple[str, str], mark: Mark | None) -> tuple[str, str]:
    """Render the α and the β that a person wrote, with the mark of both behind β.

    Boxes take the text out of the formula.
    """
    alpha, beta = window
    return rf"\mbox{{{escape_for_latex(alpha)}}}", rf"\mbox{{{_render_with_mark(beta, mark)}}}"


def _style_of_slash(mark: Mark | None) -> str:
    r"""Return the style of a slash with its mark: ``game slash={black}{\checkmark}``."""
    colour = "black" if mark is None else _COLOUR_OF_MARK[mark]
    return f"game slash={{{colour}}}{{{_render_mark(mark)}}}"


def _render_mark(mark: Mark | None) -> str:
    """Render the mark beside an answer, ``✓`` or ``✗`` or ``↳``; "" if it was not marked."""
    if mark is None:
        return ""
    return rf"\textcolor{{{_COLOUR_OF_MARK[mark]}}}{{${_SIGN_OF_MARK[mark]}$}}"


def _render_with_mark(text: str, mark: Mark | None) -> str:
    """Render what a person has written, with its mark behind it if it was marked."""
    if mark is None:
        return escape_for_latex(text)
    return f"{escape_for_latex(text)}~{_render_mark(mark)}"


def _render_bound(bound: Number, *, colour: str) -> str:
    """Render α or β as a formula in its colour; an infinite one has no colour."""
    if abs(bound) == INFINITY:
        return in_math(bound)
    return rf"\color{{{colour}}}{in_math(bound)}"


def _indent(ply: int) -> str:
    """Return the spaces before a node: two for each ply, up to a depth of twenty."""
    return "  " * min(ply, _DEEPEST_INDENT)


def _close_brackets(open_brackets: int, ply: int) -> Iterator[str]:
    """Yield a line with ``]`` for each open bracket on this ply or deeper, the deepest first."""
    for depth in range(open_brackets - 1, ply - 1, -1):
        yield f"{_indent(depth)}]"


def in_math(number: Number) -> str:
    r"""Convert a number to LaTeX for a formula: −∞ becomes ``-\infty``."""
    return shown(number).replace("−", "-").replace("∞", r"\infty")
