r"""Pages made of headings, paragraphs, lists, tables and figures, in four formats.

An answer sheet, a handout, its key and the feedback on a hand-in are the same few blocks. Each is
made once, as a list of blocks, and written by :func:`plain_text`, :func:`markdown`, :func:`latex`
or :func:`html`. Texts in blocks are plain; each writer escapes them for its format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from math import ceil
from typing import Final, TypeAlias

from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.figure_layout import lay_out_figure
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.latex import PREAMBLE, LatexError, forest
from treeexplorer.drawing.styled_text import Look, convert_to_plain_text
from treeexplorer.drawing.svg import compute_figure_width, svg
from treeexplorer.engine import Record
from treeexplorer.text import LATEX_OF, aligned, escape_for_latex
from treeexplorer.text import in_markdown as escaped_in_markdown


@dataclass(frozen=True)
class Heading:
    """A heading: of the document (level 1), or of a part of it (2).

    Attributes:
        language: The code of the document's language, ``en``; empty where it is not known.
    """

    text: str
    level: int = 2
    language: str = "en"


@dataclass(frozen=True)
class Paragraph:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class BulletList:
    """A list, one line each."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class ProgramLines:
    """The lines of a program, whose indentation counts."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table; if it is to be filled in, its empty cells are written into by hand."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    to_fill_in: bool = False


@dataclass(frozen=True)
class Gap:
    """A label with a line behind it to be filled in by hand."""

    label: str


@dataclass(frozen=True)
class Figure:
    """A drawing of a tree, before the search if it is blank, else after it.

    ``words`` describes the drawing for readers who cannot see it.
    """

    record: Record
    words: str
    options: FigureOptions


_ROWS_BESIDE_A_TREE: Final = 18
_ROWS_TO_FILL_IN: Final = 12  # of 8 mm, so that a tree and its table stand on one page turned
_ROWS_TO_READ: Final = 36


def in_columns(table: Table) -> list[Table]:
    """Return a table split into columns of about equal length, each with the table's head.

    There is at least one column.

    >>> rows = tuple((str(number),) for number in range(40))
    >>> [len(column.rows) for column in in_columns(Table(("node",), rows, to_fill_in=True))]
    [10, 10, 10, 10]
    """
    number = len(table.rows)
    columns = max(1, ceil(number / _most_rows(table)))
    size = max(1, ceil(number / columns))
    starts = range(0, max(1, number), size)
    return [replace(table, rows=table.rows[start : start + size]) for start in starts]


def _most_rows(table: Table) -> int:
    """Return the most rows that a column of a table has on paper.

    A short table to fill in stays one column, which stands beside its tree.
    """
    if not table.to_fill_in:
        return _ROWS_TO_READ
    if len(table.rows) <= _ROWS_BESIDE_A_TREE:
        return _ROWS_BESIDE_A_TREE
    return _ROWS_TO_FILL_IN


Block: TypeAlias = Heading | Paragraph | BulletList | ProgramLines | Table | Gap | Figure
Blocks: TypeAlias = Sequence[Block]


# -- plain text and Markdown -------------------------------------------------------------------


def plain_text(blocks: Blocks, *, in_markdown: bool = False) -> str:
    """Return blocks as plain text, or as Markdown in which trees are text drawings."""
    parts = (_render_as_text(block, in_markdown=in_markdown) for block in blocks)
    return "\n\n".join(parts) + "\n"


markdown: Final = partial(plain_text, in_markdown=True)


def _render_as_text(block: Block, *, in_markdown: bool) -> str:
    """Render one block of a page (a heading, table, drawing, …) as plain text or Markdown.

    In Markdown, signs that it would take for its own are escaped, and drawings and programs are
    code blocks.
    """
    escape_text = escaped_in_markdown if in_markdown else str
    match block:
        case Heading(text=text, level=level):
            return f"{'#' * level} {escape_text(text)}" if in_markdown else text
        case Paragraph(text):
            return escape_text(text)
        case BulletList(lines):
            return "\n".join(f"- {escape_text(line)}" for line in lines)
        case ProgramLines(lines):
            return _preformat("\n".join(lines), in_markdown=in_markdown)
        case Table():
            return _render_markdown_table(block) if in_markdown else _render_text_table(block)
        case Gap(label):
            return f"{escape_text(label)}: {escape_text('_' * 8)}"
        case Figure():
            return _preformat(_render_text_drawing(block), in_markdown=in_markdown)


def _preformat(text: str, *, in_markdown: bool) -> str:
    """Return the text unchanged, or in a code block if it is for Markdown."""
    if not in_markdown:
        return text
    return f"```text\n{text}\n```"


def _render_text_table(table: Table) -> str:
    """Return a table with columns of spaces."""
    return "\n".join(aligned([table.head, *table.rows]))


def _render_markdown_table(table: Table) -> str:
    """Return a Markdown table, with ``| --- | --- |`` below its head."""
    rule = ("---",) * len(table.head)
    rows = [tuple(map(escaped_in_markdown, row)) for row in (table.head, *table.rows)]
    rows.insert(1, rule)
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _render_text_drawing(figure: Figure) -> str:
    """Render the text drawing of a tree after the search, or before it if the figure is blank.

    A blank drawing shows nothing that the search finds. Blanks at the ends of lines are cut off.
    """
    options = figure.options
    if options.blank:
        step = 0
        look = Look(spoilers=False, current=False, windows=options.windows, answers={})
    else:
        step = figure.record.steps
        look = Look(spoilers=True, current=False, windows=options.windows, answers=options.paper)
    drawing = convert_to_plain_text(draw(figure.record, step, look))
    return "\n".join(line.rstrip() for line in drawing.splitlines())


# -- HTML --------------------------------------------------------------------------------------

_STYLE: Final = """
:root { color-scheme: light; }
body { font: 16px/1.45 system-ui, sans-serif; color: #1a1a1a; background: #fff;
       max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2rem; }
h1, h2, p { break-after: avoid; } section > :last-child { break-after: auto; }
section, figure, table, tr { break-inside: avoid; }
figure { margin: 1rem 0; overflow-x: auto; }
figure svg { max-width: 100%; height: auto; }
section:has(> .to-fill-in) { display: flex; flex-wrap: wrap; column-gap: 1rem;
  align-items: flex-start; padding-right: 2px; }
section > :not(figure, .to-fill-in, .gap) { flex-basis: 100%; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border: 1px solid #999; padding: .2rem .7rem; text-align: left; }
.to-fill-in td { height: 8mm; padding: 0 .2rem; } .to-fill-in td:empty { min-width: 11mm; }
.columns { display: flex; flex-wrap: wrap; column-gap: 5mm; align-items: flex-start; }
.gap { display: inline-block; margin: .5rem 2rem .5rem 0; }
.gap span { display: inline-block; min-width: 10rem; border-bottom: 1px solid #333; }
@page { size: A4; margin: 15mm; @top-right { content: $head " " counter(page); font-size: 9px; } }
@page :first { @top-right { content: none; } }
@page landscape { size: A4 landscape; margin: 15mm; }
.landscape { page: landscape; }
@media print {
  body { font-size: 11px; margin: 0; padding: 0; max-width: none; }
  th, td { padding: .02rem .6rem; } table { margin: .5rem 0; }
}
"""


def html(blocks: Blocks) -> str:
    """Return blocks as one HTML page without scripts or other files; figures are SVG.

    It prints on A4. Each part is kept together if it fits on a page, and a wide tree stands on a
    page turned sideways.
    """
    headings = (block for block in blocks if isinstance(block, Heading))
    title = next(headings, Heading("Game trees"))
    language = f' lang="{escape(title.language)}"' if title.language else ""
    style = _STYLE.replace("$head", _quote_for_css(title.text))  # above each page but the first
    body = "\n".join(map(_render_html_section, _split_into_sections(blocks)))
    return (
        f'<!doctype html>\n<html{language}><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title.text)}</title><style>{style}</style></head><body>\n"
        f"{body}\n</body></html>\n"
    )


def _render_html_section(section: Blocks) -> str:
    """Render a section as HTML; one with a wide tree is printed on a page turned sideways."""
    widths = [_compute_least_width(block) for block in section if isinstance(block, Figure)]
    is_wide = max(widths, default=0) > _PORTRAIT_PX
    css_class = ' class="landscape"' if is_wide else ""
    return "\n".join([f"<section{css_class}>", *map(_render_html_block, section), "</section>"])


def _quote_for_css(text: str) -> str:
    r"""Quote a text as a CSS string, with a code for each sign but ASCII letters and digits.

    >>> print(_quote_for_css("Week 3"))
    "Week\20 3"
    """
    escaped = re.sub(r"[^A-Za-z0-9]", lambda sign: f"\\{ord(sign[0]):x} ", text)
    return f'"{escaped}"'


def _render_html_block(block: Block) -> str:
    """Return one block of a page (a heading, table, drawing, …) as HTML, with texts escaped."""
    match block:
        case Heading(text=text, level=level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{escape(text)}</p>"
        case BulletList(lines):
            return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
        case ProgramLines(lines):
            return program_in_html(lines)
        case Table():
            return _render_html_columns(in_columns(block))
        case Gap(label):
            return f'<span class="gap">{escape(label)}: <span>&nbsp;</span></span>'
        case Figure():
            return _render_html_figure(block)


def _render_html_figure(figure: Figure) -> str:
    """Render a drawing of a tree as HTML, so wide that its boxes can be written in.

    Words describe the drawing for those who cannot see it.
    """
    # At most the width of a page turned sideways.
    min_width = min(_compute_least_width(figure), _LANDSCAPE_PX)
    options = replace(figure.options, theme="light", described=False)
    return (
        f'<figure style="flex: 1 1 {min_width}px"><div role="img" '
        f'aria-label="{escape(figure.words)}" style="min-width: {min_width}px">'
        f"{svg(figure.record, options=options)}</div></figure>"
    )


def program_in_html(lines: Sequence[str]) -> str:
    """Return the lines of a program as they stand."""
    return f"<pre>{escape(chr(10).join(lines))}</pre>"


def _render_html_columns(columns: Sequence[Table]) -> str:
    """Return the columns of a table, side by side if there are several."""
    tables = "".join(map(_render_html_table, columns))
    if len(columns) == 1:
        return tables
    return f'<div class="columns">{tables}</div>'


def _render_html_table(table: Table) -> str:
    """Render one table as HTML; one to fill in has a style that makes its cells high enough.

    The head is an HTML ``thead``, which browsers repeat on each printed page.
    """
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.head)
    body = ""
    for row in table.rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in row)
        body += f"<tr>{cells}</tr>"
    css_class = ' class="to-fill-in"' if table.to_fill_in else ""
    return f"<table{css_class}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def has_room_for_boxes(figure: Figure) -> bool:
    """Tell whether the boxes of a figure are 8 mm wide on A4 turned sideways."""
    return _compute_least_width(figure) <= _LANDSCAPE_PX


# A card on a blank figure is at least 56 px wide, so that 8 mm of it are left at 0.55.
_LEAST_SCALE: Final = 0.55
_PORTRAIT_PX: Final = 640
_LANDSCAPE_PX: Final = 970


def _split_into_sections(blocks: Blocks) -> Iterator[list[Block]]:
    """Split blocks into sections, each of which begins with a heading of level 2 or more.

    Blocks before the first such heading, such as the title, belong to the first section.
    """
    section: list[Block] = []
    has_heading = False
    for block in blocks:
        is_heading = isinstance(block, Heading) and block.level > 1
        if is_heading and has_heading:
            yield section
            section = []
        section.append(block)
        has_heading = has_heading or is_heading
    yield section


def _compute_least_width(figure: Figure) -> int:
    """Return the least width in pixels at which the boxes of a figure can be written in."""
    layout = lay_out_figure(figure.record, figure.options)
    return ceil(compute_figure_width(layout) * _LEAST_SCALE)


# -- LaTeX -------------------------------------------------------------------------------------

_MOST_LATIN: Final = "\u017f"  # what lies beyond takes LuaLaTeX and whatever fonts there are
_FONTS: Final = (
    "Noto Serif", "Noto Sans CJK SC", "Noto Sans Arabic", "Noto Sans Hebrew",
    "Noto Sans Devanagari", "Noto Sans Thai", "DejaVu Sans", "WenQuanYi Zen Hei", "Unifont",
)  # fmt: skip
_ENGINES: Final = (
    r"\usepackage{iftex}",
    r"\ifPDFTeX\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\usepackage{lmodern}\else",
    r"\usepackage{fontspec}",
    r"\directlua{anyscript = {}}",
    r"\newcommand{\orfont}[1]{\IfFontExistsTF{#1}{\directlua{table.insert(anyscript, '#1:')}}{}}",
    *(rf"\orfont{{{name}}}" for name in _FONTS),
    r"\directlua{luaotfload.add_fallback('anyscript', anyscript)}",
    r"\setmainfont{Latin Modern Roman}[RawFeature={fallback=anyscript}]",
    r"\setsansfont{Latin Modern Sans}[RawFeature={fallback=anyscript}]\fi",
)
_STRUT_OF_8_MM: Final = r"\rule[-3mm]{0pt}{8mm}"
# A tree that would have to shrink to less than seven tenths stands on a page turned sideways, and
# a box of 12 mm keeps the 8 mm that it takes to write in. Where it shrinks further even so, its
# scale stands below it. A box is never broken over two pages.
_LATEX_SETUP: Final = r"""
\setlength{\parindent}{0pt}
\setlength{\parskip}{1.2ex}
\newsavebox{\answertable}
\newif\ifturned
\newif\ifbeside
\newlength{\room}
\newlength{\fullwidth}
\newlength{\drawnwidth}
\newcommand{\scalebelow}{}
\newcommand{\starttask}{\par\bigskip\turnedfalse\setlength{\fullwidth}{\wd\gametree}%
  \ifdim\wd\gametree>1.42\linewidth\turnedtrue\landscape\fi
  \ifdim\wd\gametree>\linewidth\sbox{\gametree}{\resizebox{\linewidth}{!}{\usebox{\gametree}}}\fi
  \setlength{\room}{.7\textheight}%
  \ifdim\ht\gametree>\room\sbox{\gametree}{\resizebox{!}{\room}{\usebox{\gametree}}}\fi
  \setlength{\drawnwidth}{\wd\gametree}\renewcommand{\scalebelow}{}%
  \ifdim\drawnwidth<.69\fullwidth\pgfmathsetmacro{\shrunk}{\fullwidth/\drawnwidth}%
    \renewcommand{\scalebelow}{\par\hspace*{\fill}{\footnotesize
      1\,:\,\pgfmathprintnumber[fixed, precision=1]{\shrunk}}}\fi
  \setlength{\room}{\linewidth}\addtolength{\room}{-\wd\answertable}%
  \besidefalse\ifdim\wd\gametree<\room\besidetrue\fi
  \minipage{\linewidth}\setlength{\parskip}{1.2ex}}
\newcommand{\drawntree}{\hspace*{\fill}\raisebox{-\height}{\usebox{\gametree}}\hspace*{\fill}%
  \ifbeside\usebox{\answertable}\fi\scalebelow}
\newcommand{\finishtask}{\endminipage\par\ifbeside\else\usebox{\answertable}\par\fi
  \sbox{\answertable}{}\nopagebreak[3]}
\newcommand{\turnback}{\ifturned\endlandscape\fi}
\forestset{blank boxes/.style={for tree={s sep=2mm, l sep=10mm},
  before typesetting nodes={for tree={if n children=0{}{minimum width=12mm}}}}}
\pagestyle{myheadings}
""".strip()


def latex(blocks: Blocks) -> str:
    """Return blocks as a LaTeX document; its first line says which engine it is for.

    pdfLaTeX and LuaLaTeX both set it, texts in other scripts LuaLaTeX alone.

    Raises:
        LatexError: A tree is too large for TeX.
    """
    body_lines: list[str] = []
    for section in _split_into_sections(blocks):
        body_lines += _render_latex_section(section)
    body = "\n".join(body_lines)
    # The first heading stands above each page.
    headings = (escape_for_latex(block.text) for block in blocks if isinstance(block, Heading))
    page_head = next(headings, "")
    lines = [
        f"% !TeX program = {_choose_latex_engine(body)}",
        *_LATEX_PREAMBLE,
        r"\begin{document}",
        rf"\markright{{{page_head}}}\thispagestyle{{plain}}",
        body,
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


_LATEX_PREAMBLE: Final = (
    r"\documentclass[11pt]{article}",
    "% The preamble, to be pasted whole; its packages: geometry, iftex, inputenc, fontenc,",
    "% lmodern, fontspec, graphicx, pdflscape, amsmath, amssymb, forest.",
    r"\usepackage[a4paper, margin=2cm]{geometry}",
    *_ENGINES,
    r"\usepackage{graphicx, pdflscape}",
    PREAMBLE,
    _LATEX_SETUP,
    "% The end of the preamble.",
)


def _choose_latex_engine(body: str) -> str:
    """Return the engine that sets a text: LuaLaTeX alone sets other scripts than Latin.

    >>> _choose_latex_engine("Weißer Zug"), _choose_latex_engine("Ход белых")
    ('pdflatex', 'lualatex')
    """
    is_latin = all(letter <= _MOST_LATIN or letter in LATEX_OF for letter in set(body))
    return "pdflatex" if is_latin else "lualatex"


def _render_latex_section(section: Blocks) -> Iterator[str]:
    """Render a section (headings with the blocks below them) as lines of LaTeX.

    If it has a tree, it is set as a task: the tree with what stands above and below it.
    """
    for index, block in enumerate(section):
        if isinstance(block, Figure):
            blocks_above = section[:index]
            blocks_below = section[index + 1 :]
            yield from _render_latex_task(blocks_above, block, blocks_below)
            return
    for block in section:
        yield from _render_latex_block(block)


def _render_latex_task(blocks_above: Blocks, figure: Figure, blocks_below: Blocks) -> Iterator[str]:
    r"""Render a section with a tree as lines of LaTeX.

    The tree is kept on one page with what stands above it, and with a short table to fill in, which
    stands beside it where there is room. Whether there is, LaTeX decides by the widths of both. So
    they are first typeset into boxes, which print nothing yet. The macros are those of the
    preamble::

        \sbox{\answertable}{% … }    the table, into its box, if there is a short one
        \begin{lrbox}{\gametree}
        …                            the tree, into its box
        \end{lrbox}\starttask        turns the page for a wide tree, and places the table
        …
        \drawntree                   what stands above, and the tree: from here on by its box
        \finishtask                  the table, if it does not stand beside; here a page may end
        …                            the other blocks below
        \turnback                    turns the page back
    """
    table = _find_short_table(blocks_below)
    blocks_below_table = blocks_below if table is None else blocks_below[1:]

    if table is not None:
        yield from (r"\sbox{\answertable}{%", *_render_latex_column(table), "}")
    yield r"\begin{lrbox}{\gametree}"
    yield from _render_forest(figure, blocks_above)
    yield r"\end{lrbox}\starttask"

    for block in (*blocks_above, figure):
        yield from _render_latex_block(block)
    yield r"\finishtask"

    for block in blocks_below_table:
        yield from _render_latex_block(block)
    yield r"\turnback"


def _find_short_table(blocks_below: Blocks) -> Table | None:
    """Find the table to fill in directly below a tree; ``None`` if it takes several columns."""
    if not blocks_below:
        return None
    block = blocks_below[0]
    if isinstance(block, Table) and block.to_fill_in and len(in_columns(block)) == 1:
        return block
    return None


def _render_forest(figure: Figure, blocks_above: Blocks) -> Iterator[str]:
    """Return the lines of a tree for the ``forest`` package.

    Raises:
        LatexError: It is too large; the message begins with the last heading above it.
    """
    style = "blank boxes" if figure.options.blank else ""
    try:
        # The lines come one by one, but the size is checked by this call, before the first of them.
        return forest(figure.record, options=figure.options, close_style=style)
    except LatexError as error:
        headings = [block.text for block in blocks_above if isinstance(block, Heading)]
        if not headings:
            raise
        title_of_tree = headings[-1]
        message = f"{title_of_tree}: {error}"
        raise LatexError(message) from None


def _render_latex_block(block: Block) -> Iterator[str]:
    """Yield the lines of a block.

    A drawing has been typeset before, into a box; here only the box is used.
    """
    match block:
        case Heading(text=text, level=level):
            kind = "section" if level == 1 else "subsection"
            yield rf"\{kind}*{{{escape_for_latex(text)}}}"
        case Paragraph(text):
            yield f"{escape_for_latex(text)}\n"
        case BulletList(lines):
            yield from _render_latex_bullets(lines)
        case ProgramLines(lines):
            yield from _render_latex_program(lines)
        case Table():
            yield from _render_latex_columns(in_columns(block))
        case Gap(label):
            yield rf"{escape_for_latex(label)}: \rule[-1mm]{{5cm}}{{.4pt}}\par\nopagebreak[3]"
        case Figure():
            # A macro of the preamble, which prints the box.
            yield r"\drawntree"


def _render_latex_bullets(lines: Sequence[str]) -> Iterator[str]:
    """Yield a list, one line each."""
    yield r"\begin{itemize}\setlength{\itemsep}{0pt}\setlength{\parskip}{0pt}"
    for line in lines:
        yield rf"\item {escape_for_latex(line)}"
    yield r"\end{itemize}"


def _render_latex_columns(columns: Sequence[Table]) -> Iterator[str]:
    """Yield the columns of a table, side by side as far as there is room."""
    yield r"{\raggedright\setlength{\lineskip}{4mm}"
    for column in columns:
        yield from _render_latex_column(column)
        yield r"\quad"
    yield r"\par}"


def _render_latex_program(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a program; each leading space is an indent of half an em."""
    yield r"\vspace{1ex}{\footnotesize\ttfamily\raggedright\setlength{\parskip}{0pt}"
    for line in lines:
        code = line.lstrip()
        indent_in_em = (len(line) - len(code)) / 2
        yield rf"\hspace*{{{indent_in_em:g}em}}{escape_for_latex(code)}\par"
    yield r"}"


def _render_latex_column(table: Table) -> Iterator[str]:
    """Yield one column of a table as a box, which is never broken over two pages."""
    yield r"{\footnotesize\setlength{\tabcolsep}{1mm}%"
    if table.to_fill_in:
        yield from _render_latex_grid(table)
    else:
        yield from _render_latex_list(table)


def _render_latex_list(table: Table) -> Iterator[str]:
    """Yield a table to be read, with a rule above, below and under its head, and end its box."""
    columns = "l" * len(table.head)
    yield rf"\begin{{tabular}}[t]{{{columns}}}\hline"
    yield rf"{_render_latex_row(table.head)} \\ \hline"
    for row in table.rows:
        yield rf"{_render_latex_row(row)} \\"
    yield r"\hline\end{tabular}}%"


def _render_latex_grid(table: Table) -> Iterator[str]:
    """Yield a table to be filled in, with rules around every cell, and end its box.

    Its rows are 8 mm high.
    """
    widths = "".join(f"{_choose_latex_width(first_cell)}|" for first_cell in table.rows[0])
    yield rf"\begin{{tabular}}[t]{{|{widths}}}\hline"
    yield rf"{_render_latex_row(table.head)} \\ \hline"
    for row in table.rows:
        yield rf"{_STRUT_OF_8_MM}{_render_latex_row(row)} \\ \hline"
    yield r"\end{tabular}}%"


def _choose_latex_width(first_cell: str) -> str:
    """Return the width of a column to fill in: 11 mm, as a number takes, unless it is filled."""
    return "l" if first_cell else "p{11mm}"


def _render_latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(escape_for_latex, cells))


PAGE_WRITERS: Final[Mapping[str, Callable[[Blocks], str]]] = {
    "text": plain_text,
    "markdown": markdown,
    "latex": latex,
    "html": html,
}
"""By format, what writes blocks in it."""
