r"""A search at a step as a LaTeX figure, drawn by the package forest, for worksheets and slides.

It says what the other drawings say: triangles, heavy path, crosses and dots for what is cut off,
double lines for the principal variation. The styles stand once in the preamble, under names that
begin with ``game``, so that they are easily changed; the tree itself is one ``forest`` environment
that can be copied into any document. Names beyond Latin letters need LuaLaTeX or XeLaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from treeexplorer.drawing.glyphs import Weight
from treeexplorer.drawing.items import finished, items_of
from treeexplorer.drawing.labels import Detail, Labels
from treeexplorer.drawing.moment import Finding, Moment
from treeexplorer.drawing.runs import Look
from treeexplorer.drawing.svg import FigureOptions
from treeexplorer.drawing.weights import EdgeWeights
from treeexplorer.engine.record import Record, Status
from treeexplorer.numbers import shown
from treeexplorer.tree import UNKNOWN, Number, Player, Window

PREAMBLE: Final = r"""
\usepackage{amsmath, amssymb}
\usepackage{forest}
\forestset{
  game tree/.style={for tree={align=center, font=\sffamily\small, inner sep=3pt, s sep=4mm,
    l sep=8mm, edge={draw=black!55, line width=.5pt}}},
  game node/.style={draw=black!70, rounded corners=2.5pt, minimum width=9mm},
  game leaf/.style={fill=black!6, rounded corners=2pt, minimum width=6mm},
  game unread/.style={draw=black!35, text=black!50, rounded corners=2pt, minimum width=6mm},
  game skipped/.style={game unread, densely dotted, edge={densely dotted, draw=black!45}},
  game dots/.style={text=black!60},
  game skipped dots/.style={text=black!45, edge={densely dotted, draw=black!45}},
  game cut/.style={edge label={node[midway, fill=white, inner sep=0pt]{$\boldsymbol{\times}$}}},
  game path/.style={edge={draw=black, line width=1.6pt}},
  game best/.style={edge={draw=black, double, double distance=1.3pt, line width=.6pt}},
  game current/.style={draw=black, line width=1.5pt},
}
""".strip()

_SIGNS: Final = {
    Player.MAX: r"$\blacktriangle$",
    Player.MIN: r"$\triangledown$",
    Player.CHANCE: r"$\bigcirc$",
}
_RELATIONS: Final = {"=": "=", ">=": r"\geq ", "<=": r"\leq ", "~": r"\sim "}
_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    **{character: f"\\{character}" for character in "{}$&#_%"},
}
_SPECIALS: Final = re.compile("|".join(map(re.escape, _SPECIAL)))
_WRITING_LINE: Final = r"\rule[-1.5mm]{7mm}{.4pt}"
_WRITING_WINDOW: Final = r"{\footnotesize$(\quad\;,\;\quad)$}"
_DEEPEST_INDENT: Final = 20


def latex(record: Record, step: int | None = None, options: FigureOptions | None = None) -> str:
    """Return a search at a step as a complete LaTeX document of the class standalone.

    Args:
        record: The record.
        step: The step; the last one where ``None``.
        options: What to show; title, caption and theme mean nothing here.

    Raises:
        IndexError: There is no such step.
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


def forest(
    record: Record, step: int | None = None, options: FigureOptions | None = None
) -> Iterator[str]:
    """Return the lines of one ``forest`` environment; it needs :data:`PREAMBLE`."""
    options = options or FigureOptions()
    number = record.steps if step is None else record.step(step).number
    return _Forest(Moment(record, 0 if options.blank else number), options).lines()


class _Forest:
    """Writes the items in their order, with a stack of the brackets that are open."""

    def __init__(self, moment: Moment, options: FigureOptions) -> None:
        self.moment = moment
        self.tree = moment.tree
        self.options = options
        look = Look(spoilers=options.spoilers, claims=options.claims)
        self.items = finished(items_of(self.tree))
        self.weights = EdgeWeights(self.items, moment, look)
        self.labels = Labels(self.tree, look, Detail.WINDOW)

    def lines(self) -> Iterator[str]:
        """Yield the environment line by line."""
        yield r"\begin{forest} game tree"
        open_ends: list[int] = []
        for item in range(len(self.items)):
            while open_ends and open_ends[-1] <= item:
                open_ends.pop()
                yield f"{'  ' * min(len(open_ends), _DEEPEST_INDENT)}]"
            indent = "  " * min(len(open_ends), _DEEPEST_INDENT)
            styles = ", ".join(self._styles(item))
            head = f"{indent}[{{{self._content(item)}}}, {styles}"
            if self.items.is_leaf(item):
                yield f"{head}]"
            else:
                yield head
                open_ends.append(self.items.end[item])
        for depth in range(len(open_ends) - 1, -1, -1):
            yield f"{'  ' * min(depth, _DEEPEST_INDENT)}]"
        yield r"\end{forest}"

    def _status(self, item: int) -> Status:
        return Status.CLOSED if self.options.blank else self.weights.status(item)

    def _styles(self, item: int) -> Iterator[str]:
        status = self._status(item)
        untouched = status in {Status.SKIPPED, Status.BEYOND}
        if self.items.is_elision(item):
            yield "game skipped dots" if untouched else "game dots"
        elif untouched:
            yield "game skipped"
        elif status is Status.UNSEEN:
            yield "game unread"
        else:
            yield "game leaf" if self.tree.is_leaf(self.items.node(item)) else "game node"
        if self.options.blank:
            return
        if item and self.weights.is_cut_off(item):
            yield "game cut"
        if item and not untouched:
            weight = self.weights.drop(item)
            if weight is Weight.HEAVY:
                yield "game path"
            elif weight is Weight.DOUBLE:
                yield "game best"
        if not self.items.is_elision(item) and self.items.node(item) == self.moment.current:
            yield "game current"

    def _content(self, item: int) -> str:
        node = self.items.node(item)
        if self.items.is_elision(item):
            return r"$\cdots$"
        name = escaped(self.tree.names.get(node, ""))
        lines = self._way(node)
        if self.tree.is_leaf(node):
            if name:
                lines.append(rf"{{\footnotesize {name}}}")
            lines.append(self._leaf(node))
        else:
            sign = _SIGNS[Player(self.tree.player(node) or Player.MAX)]
            lines.append(f"{sign} {name}" if name else sign)
            lines.extend(self._found(node))
        return r"\\".join(lines)

    def _way(self, node: int) -> list[str]:
        """Return the probability with which a node is reached, as its first line."""
        probability = self.tree.probability(node)
        return [] if probability is None else [rf"{{\footnotesize ${in_math(probability)}$}}"]

    def _leaf(self, node: int) -> str:
        if self.tree.kind[node] == UNKNOWN:
            return rf"\textit{{{escaped(self.tree.unknowns.get(node) or '?')}}}"
        value = self.tree.leaf_value(node)
        return "" if value is None else f"${in_math(value)}$"

    def _found(self, node: int) -> Iterator[str]:
        finding = self.moment.finding(node)
        if self.options.blank:
            yield _WRITING_LINE
        elif finding is not None:
            yield f"${_finding(finding)}$"
        if self.options.windows:
            entry = self.moment.entry(node)
            if entry is not None:
                yield rf"{{\footnotesize ${_window(entry)}$}}"
            elif self.options.blank:
                yield _WRITING_WINDOW
        claim = self.labels.claim(node)
        if claim:
            yield rf"{{\footnotesize\itshape {escaped(claim)}}}"


def in_math(number: Number) -> str:
    """Return a number as it stands in a formula."""
    return shown(number).replace("−", "-").replace("∞", r"\infty")


def _window(window: Window) -> str:
    return f"({in_math(window[0])},\\,{in_math(window[1])})"


def _finding(finding: Finding) -> str:
    number = in_math(finding.number)
    if finding.kind == "v":
        return rf"v\;{{{number}}}"
    if finding.kind == "?":
        return f"{number}?"
    if finding.kind == ".." and finding.high is not None:
        return rf"{number}\ldots {in_math(finding.high)}"
    return f"{_RELATIONS[finding.kind]}{number}"


def escaped(text: str) -> str:
    """Return a text that LaTeX prints as it stands."""
    plain = _SPECIALS.sub(lambda match: _SPECIAL[match[0]], text)
    for character, formula in (("≥", r"\geq"), ("≤", r"\leq"), ("∞", r"\infty"), ("−", "-")):
        plain = plain.replace(character, f"${formula}$")
    return plain
