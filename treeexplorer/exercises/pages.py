r"""Pages made of headings, paragraphs, lists, tables and figures, in four formats.

An answer sheet, a handout, its key and the feedback on a hand-in are the same few blocks. Each is
made once, as a list of blocks, and written by :func:`plain_text`, :func:`markdown`, :func:`latex`
or :func:`html`. Texts in blocks are plain; each writer escapes them for its format.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil
from typing import Final, TypeAlias

from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.latex import PREAMBLE, SPECIAL, forest
from treeexplorer.drawing.runs import Look, plain
from treeexplorer.drawing.svg import svg
from treeexplorer.engine import Record
from treeexplorer.text import columns, in_markdown


@dataclass(frozen=True)
class Heading:
    """A heading: of the document (level 1), or of a part of it (2 or 3)."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class BulletList:
    """A list, one line each."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes:
        head: The headings of the columns.
        rows: The cells, as many a row as there are headings.
        to_fill_in: Whether empty cells are to be written into by hand.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    to_fill_in: bool = False


@dataclass(frozen=True)
class Gap:
    """A line to be filled in by hand, after what is asked for."""

    label: str


@dataclass(frozen=True)
class Figure:
    """A drawing of a tree.

    Attributes:
        record: The search.
        words: What the drawing tells, for those who do not see it.
        blank: Whether nothing is filled in yet; otherwise it is drawn as the search ended.
        windows: Whether windows stand beside the nodes, or room for them.
    """

    record: Record
    words: str
    blank: bool
    windows: bool

    @property
    def options(self) -> FigureOptions:
        """What a figure shows."""
        return FigureOptions(caption=False, blank=self.blank, windows=self.windows, theme="light")


@dataclass(frozen=True)
class NewPage:
    """The end of a page."""


Block: TypeAlias = Heading | Paragraph | BulletList | Table | Gap | Figure | NewPage
Blocks: TypeAlias = Sequence[Block]


# -- plain text --------------------------------------------------------------------------------


def plain_text(blocks: Blocks) -> str:
    """Return blocks as plain text, tables in columns."""
    return _spaced(map(_as_text, blocks))


def _spaced(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def _as_text(block: Block) -> str:
    match block:
        case Heading(text):
            return text
        case Paragraph(text):
            return text
        case BulletList(lines):
            return "\n".join(f"- {line}" for line in lines)
        case Table(head, rows):
            return "\n".join(columns([head, *rows]))
        case Gap(label):
            return f"{label}: ________"
        case Figure():
            return _drawing(block)
        case NewPage():
            return ""


def _drawing(figure: Figure) -> str:
    step = 0 if figure.blank else figure.record.steps
    look = Look(spoilers=not figure.blank, current=False, windows=figure.windows)
    drawn = plain(draw(figure.record, step, look))
    return "\n".join(line.rstrip() for line in drawn.splitlines())


# -- Markdown ----------------------------------------------------------------------------------


def markdown(blocks: Blocks) -> str:
    """Return blocks as Markdown; trees are text drawings with a description in words."""
    return _spaced(map(_as_markdown, blocks))


def _as_markdown(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {in_markdown(text)}"
        case Paragraph(text):
            return in_markdown(text)
        case BulletList(lines):
            return "\n".join(f"- {in_markdown(line)}" for line in lines)
        case Table(head, rows):
            cells = [" | ".join(map(in_markdown, row)) for row in (head, *rows)]
            cells.insert(1, " | ".join(["---"] * len(head)))
            return "\n".join(f"| {row} |" for row in cells)
        case Gap(label):
            return rf"{in_markdown(label)}: \_\_\_\_\_\_\_\_"
        case Figure(words=words):
            return f"```text\n{_drawing(block)}\n```\n\n{in_markdown(words)}"
        case NewPage():
            return "---"


# -- HTML --------------------------------------------------------------------------------------

_STYLE: Final = """
:root { color-scheme: light; }
body { font: 16px/1.45 system-ui, sans-serif; color: #1a1a1a; background: #fff;
       max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2rem; } h3 { font-size: 1.05rem; }
figure { margin: 1rem 0; overflow-x: auto; break-inside: avoid; }
figure svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border: 1px solid #999; padding: .2rem .7rem; text-align: left; }
.gap { display: inline-block; min-width: 14rem; border-bottom: 1px solid #333; }
.new-page { break-before: page; border: 0; }
@media print {
  body { font-size: 11px; margin: 0; max-width: none; }
  th, td { padding: .02rem .6rem; } table { margin: .5rem 0; }
}
"""


def html(blocks: Blocks) -> str:
    """Return blocks as one self-contained HTML page without scripts; figures are SVG."""
    title = next((block.text for block in blocks if isinstance(block, Heading)), "Game trees")
    parts: list[str] = []
    pages: dict[str, str] = {}
    for section in _sections(blocks):
        written = "\n".join(map(_as_html, section))
        wide = max(map(_least_width, _VIEW_BOX.findall(written)), default=0)
        if wide > _PORTRAIT_PX:
            name, size = "landscape", "A4 landscape"
            if wide > _LANDSCAPE_PX:
                name, size = f"wide{wide}", f"{ceil(wide / _PX_A_MM) + 30}mm 210mm"
            pages[name] = f"@page {name} {{ size: {size}; margin: 15mm; }}\n"
            written = f'<section style="page: {name}">\n{written}\n</section>'
        parts.append(written)
    body, style = "\n".join(parts), _STYLE + "".join(pages.values())
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title><style>{style}</style></head><body>\n"
        f"{body}\n</body></html>\n"
    )


def _as_html(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{escape(text)}</p>"
        case BulletList(lines):
            return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
        case Table(head, rows):
            cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
            body = "".join(
                f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
            )
            return f"<table><tr>{cells}</tr>{body}</table>"
        case Gap(label):
            return f'<p>{escape(label)}: <span class="gap">&nbsp;</span></p>'
        case Figure(record, words):
            drawn = svg(record, options=block.options)
            least = max(map(_least_width, _VIEW_BOX.findall(drawn)), default=0)
            return (
                f'<figure><div role="img" aria-label="{escape(words)}" '
                f'style="min-width: {min(least, _LANDSCAPE_PX)}px">{drawn}</div></figure>'
            )
        case NewPage():
            return '<hr class="new-page">'


# A card on a blank figure is at least 60 px wide, so that 8 mm of it are left at 0.55.
_LEAST_SCALE: Final = 0.55
_PORTRAIT_PX: Final = 640
_LANDSCAPE_PX: Final = 970
_PX_A_MM: Final = 96 / 25.4
_VIEW_BOX: Final = re.compile(r'viewBox="0 0 ([\d.]+)')


def _sections(blocks: Blocks) -> Iterator[list[Block]]:
    """Yield the blocks from each heading of a part to the next."""
    section: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level <= 2 and section:
            yield section
            section = []
        section.append(block)
    yield section


def _least_width(natural: str) -> int:
    """Return how many pixels wide a figure must be for its boxes to be written in."""
    return ceil(float(natural) * _LEAST_SCALE)


# -- LaTeX -------------------------------------------------------------------------------------

_LATEX_SPECIAL: Final = {
    **SPECIAL,
    "−": "$-$",
    "∞": r"$\infty$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "▲": r"$\blacktriangle$",
    "▽": r"$\triangledown$",
    "○": r"$\bigcirc$",
    "→": r"$\rightarrow$",
    "·": r"$\cdot$",
    "…": r"\dots{}",
    "“": "``",
    "”": "''",
    "’": "'",
    "–": "--",
}
# Accented letters whose parts the T1 encoding of pdfLaTeX has; all else takes LuaLaTeX.
_T1_ACCENTS: Final = frozenset("\u0300\u0301\u0302\u0303\u0308\u030a\u030c\u0327")
_T1_LETTERS: Final = frozenset("ßæøåÆØÅœŒłŁ¿¡«»§")
_FONTS: Final = (
    "Noto Serif", "Noto Sans", "DejaVu Sans", "FreeSerif", "Noto Sans CJK SC", "Noto Sans CJK JP",
    "Noto Sans CJK KR", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari",
    "Noto Sans Thai", "Noto Sans Georgian", "Noto Sans Armenian", "Noto Sans Symbols2",
    "WenQuanYi Zen Hei", "IPAexGothic", "Unifont",
)  # fmt: skip
_ANY_SCRIPT: Final = (
    r"\usepackage{fontspec}",
    r"\directlua{anyscript = {}}",
    r"\newcommand{\orfont}[1]{\IfFontExistsTF{#1}{\directlua{table.insert(anyscript, '#1:')}}{}}",
    *(rf"\orfont{{{name}}}" for name in _FONTS),
    r"\directlua{luaotfload.add_fallback('anyscript', anyscript)}",
    r"\setmainfont{Latin Modern Roman}[RawFeature={fallback=anyscript}]",
    r"\setsansfont{Latin Modern Sans}[RawFeature={fallback=anyscript}]",
)
_EITHER_ENGINE: Final = (
    r"\usepackage{iftex}",
    r"\ifPDFTeX\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\usepackage{lmodern}",
    r"\else\usepackage{fontspec}\fi",
)
_WIDEST_MM: Final = 360.0
# A tree that would have to shrink to less than seven tenths stands on a page turned sideways, and
# a box of 12 mm keeps the 8 mm that it takes to write in.
_LATEX_SETUP: Final = r"""
\setlength{\parindent}{0pt}
\setlength{\parskip}{1.2ex}
\newsavebox{\gametree}
\newlength{\wide}
\newcommand{\drawnhere}{%
  \ifdim\wd\gametree>\linewidth\resizebox{\linewidth}{!}{\usebox{\gametree}}%
  \else\usebox{\gametree}\fi}
\newcommand{\drawntree}{%
  \setlength{\wide}{1.42\linewidth}%
  \ifdim\wd\gametree>\wide
    \landscape\centering\drawnhere\endlandscape
  \else\begin{center}\drawnhere\end{center}\fi}
\forestset{blank boxes/.style={for tree={s sep=2mm, l sep=10mm},
  game node/.append style={minimum width=12mm}}}
""".strip()
_MM_A_LEAF: Final = 8.5


def latex(blocks: Blocks) -> str:
    """Return blocks as a LaTeX document; its first line says which engine it is for.

    pdfLaTeX and LuaLaTeX both set it, unless its texts take more than Latin letters: these are
    LuaLaTeX's, with whatever fonts are installed.
    """
    body = "\n".join(line for block in blocks for line in _as_latex(block))
    is_latin = all(map(_has_t1, set(body)))
    engine = "pdflatex (or lualatex)" if is_latin else "lualatex"
    lines = [
        f"% !TeX program = {'pdflatex' if is_latin else 'lualatex'}",
        f"% To be set with {engine}.",
        r"\documentclass[11pt]{article}",
        rf"\usepackage[{_paper(blocks)}, margin=2cm]{{geometry}}",
        *(_EITHER_ENGINE if is_latin else _ANY_SCRIPT),
        r"\usepackage{graphicx, longtable, pdflscape}",
        PREAMBLE,
        _LATEX_SETUP,
        r"\begin{document}",
        body,
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def in_latex(text: str) -> str:
    """Return a text that LaTeX prints as it stands."""
    return "".join(_LATEX_SPECIAL.get(character, character) for character in text)


def _has_t1(character: str) -> bool:
    if character.isascii() or character in _LATEX_SPECIAL or character in _T1_LETTERS:
        return True
    parts = unicodedata.normalize("NFD", character)
    return len(parts) == 2 and parts[0].isascii() and parts[1] in _T1_ACCENTS


def _paper(blocks: Blocks) -> str:
    """Return the paper; where a tree is too wide even for A4 turned sideways, it is wider."""
    leaves = [block.record.tree.leaf_count for block in blocks if isinstance(block, Figure)]
    wide = max(leaves, default=0) * _MM_A_LEAF
    if wide <= _WIDEST_MM:
        return "a4paper"
    return f"paperwidth=210mm, paperheight={ceil(wide * 0.7) + 40}mm"


def _as_latex(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            command = ("section", "subsection", "subsubsection")[level - 1]
            yield rf"\{command}*{{{in_latex(text)}}}"
        case Paragraph(text):
            yield f"{in_latex(text)}\n"
        case BulletList(lines):
            yield r"\begin{itemize}\setlength{\itemsep}{0pt}\setlength{\parskip}{0pt}"
            yield from (rf"\item {in_latex(line)}" for line in lines)
            yield r"\end{itemize}"
        case Table(head, rows):
            yield rf"{{\footnotesize\begin{{longtable}}{{{'l' * len(head)}}}\hline"
            yield rf"{' & '.join(map(in_latex, head))} \\ \hline\endhead"
            yield from (rf"{' & '.join(map(in_latex, row))} \\" for row in rows)
            yield r"\hline\end{longtable}}"
        case Gap(label):
            yield rf"{in_latex(label)}: \rule[-1mm]{{5cm}}{{.4pt}}" + "\n"
        case Figure():
            yield r"\begin{lrbox}{\gametree}"
            style = ", blank boxes" if block.blank else ""
            first, *others = forest(block.record, options=block.options)
            yield from (first + style, *others)
            yield from (r"\end{lrbox}", r"\drawntree", "")
        case NewPage():
            yield r"\clearpage"


WRITERS: Final[Mapping[str, Callable[[Blocks], str]]] = {
    "text": plain_text,
    "markdown": markdown,
    "latex": latex,
    "html": html,
}
"""By format, what writes blocks in it."""
