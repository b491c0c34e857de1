"""Formats that are not read, told by their signs, so that a refusal can name them.

No game tree was found in a file of these; where one is typed in their manner, the message prints
the first line as it would be in the notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from treeexplorer.formats.newick import convert_newick as newick_in_notation
from treeexplorer.formats.newick import is_newick, is_surely_newick
from treeexplorer.formats.outlines import (
    convert_dotted_outline,
    convert_drawing,
    convert_headings,
    convert_latex_lists,
    convert_numbered_outline,
    convert_outline,
    is_dotted_outline,
    is_numbered_outline,
    is_outline,
    is_outline_of_headings,
)
from treeexplorer.formats.terms import convert_term
from treeexplorer.formats.unknown_tables import is_table_of_leaves, is_table_of_unknown_heading
from treeexplorer.formats.words import is_known
from treeexplorer.formats.xml_trees import convert_xml
from treeexplorer.formats.yaml_trees import convert_yaml

READABLE: Final = (
    "what can be read: the notation ([[3 12] [2 4]]), JSON, Python literals, JavaScript, C and "
    "Java literals, LaTeX (forest, qtree, TikZ), S-expressions, Graphviz DOT, Mermaid, CSV, lines "
    "of pairs and of paths, pages of Markdown, notebooks of Jupyter"
)
"""The formats that the door reads, in one sentence."""
_READ_OF_LATEX: Final = (
    "of LaTeX the trees of forest, qtree and tikz-qtree are read, and TikZ's child {node {…}}"
)


DRAWING: Final = "a drawing of a tree"


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
    """Return the known format of a text that cannot be read; ``None`` if there is none.

    A line of a program in a language that is read may look like a term or like an outline.
    """
    if _LINE_OF_PROGRAM.search(text) is not None:
        return None
    return next((each for each in _FOREIGN if each.is_it(text)), None)


def is_surely_foreign(text: str) -> bool:
    """Tell whether a text is in a format that is not read, though a syntax may take it."""
    is_known = is_surely_newick(text) or is_numbered_outline(text) or is_table_of_leaves(text)
    of_sure_signs = (_NUMBERED_TREES, _TOML, _MATLAB, _D2, _YAML_WITH_ANCHORS)
    return is_known or any(each.is_it(text) for each in of_sure_signs)


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


def _of_numbered_tree(text: str) -> str | None:
    """Return the first tree of a list without its number; ``None`` if it goes on below its line.

    >>> _of_numbered_tree("(a) [[3, 5], 2]")
    '[[3, 5], 2]'
    """
    found = _NUMBER_BEFORE_TREE.match(text)
    return None if found is None else found["tree"]


def _of_session(text: str) -> str | None:
    """Return the first tree behind a prompt of IPython; ``None`` if it goes on below its line."""
    found = _PROMPT_BEFORE_TREE.search(text)
    return None if found is None else found["tree"]


def _is_matrix(text: str) -> bool:
    """Tell whether a text is a matrix of numbers whose rows end with semicolons."""
    return _MATRIX.fullmatch(text) is not None


def _bracketed(cells: list[str]) -> str:
    return f"[{' '.join(cells)}]"


def _are_words_on_lines(text: str) -> bool:
    r"""Tell whether all lines are words and numbers alone, several a line, and three in one.

    >>> _are_words_on_lines("A B\nA C\nB D 3"), _are_words_on_lines("A B\nB 5")
    (True, False)
    """
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] != "#"]
    if len(lines) < 2 or not all(map(_WORDS_ON_LINE.fullmatch, lines)):
        return False
    counts = [len(line.split()) for line in lines]
    # Below a line of three words, any number of words may stand on a line.
    return counts[0] > 2 or (max(counts) > 2 and min(counts) > 1)


def _is_toml(text: str) -> bool:
    """Tell whether a text has headings such as ``[root]``, and lines ``key = value`` below them."""
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] not in "#;"]
    has_heading = any(map(_HEADING_OF_TOML.fullmatch, lines))
    return has_heading and all(map(_LINE_OF_TOML.fullmatch, lines)) and "=" in text


def _is_d2(text: str) -> bool:
    """Tell whether a text is a diagram of D2, with a label on an edge, a shape or a direction."""
    lines = [line for line in text.splitlines() if line.strip()]
    has_block = any(map(_BLOCK_OF_D2.fullmatch, lines)) and any(map(_ARROW_OF_D2.fullmatch, lines))
    has_sign = has_block or any(map(_SIGN_OF_D2.fullmatch, lines))
    return has_sign and all(map(_LINE_OF_D2.fullmatch, lines))


def _are_steps_of_search(text: str) -> bool:
    r"""Tell whether a text is what a search prints of its steps, with windows on several lines.

    >>> _are_steps_of_search("Visit A alpha=-inf beta=inf\nVisit B alpha=3 beta=inf")
    True
    """
    is_drawn = any(sign in text for sign in "├└│")
    return not is_drawn and len(_LINE_WITH_WINDOW.findall(text)) > 1


def _is_yaml(text: str) -> bool:
    r"""Tell whether a text has keys with keys or lists below them, and no lines of prose.

    >>> _is_yaml("A:\n  - 3\n  - 5"), _is_yaml("MAX: A\n  MIN: B\nA has the child B.")
    (True, False)
    """
    if _SIGN_OF_YAML.search(text) is None:
        return False
    return all(_LINE_OF_YAML.fullmatch(line) is not None for line in text.splitlines())


def _is_yaml_with_anchors(text: str) -> bool:
    """Tell whether a text names a part of itself, ``a: &x [3, 5]``, and has it again, ``*x``."""
    # Searched as plain text first, which is fast in a file of millions of characters.
    has_signs = "&" in text and "*" in text
    return has_signs and _ANCHOR.search(text) is not None and _ALIAS.search(text) is not None


def _of_yaml(text: str) -> str | None:
    """Return the first tree of YAML in the notation; ``None`` if it is not plain."""
    outline = _of_names_in_yaml(text)
    return convert_yaml(text) if outline is None else outline


def _of_names_in_yaml(text: str) -> str | None:
    """Return the tree of an outline of names in YAML; ``None`` if it has lists or records."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not all(map(_NAME_OF_YAML.fullmatch, lines)):
        return None
    if any(is_known(line.partition(":")[0].strip()) for line in lines):
        return None
    return convert_outline(text)


def _of_mindmap(text: str) -> str | None:
    r"""Return a mindmap of Mermaid in the notation, without the boxes around its texts.

    >>> _of_mindmap("mindmap\n  r((MAX))\n    [3]\n    5")
    'max[3 5]'
    """
    outline: list[str] = []
    for line in text.splitlines():
        content = line.strip()
        if not content or _LOOK_OF_MINDMAP.fullmatch(content):
            continue
        indent = line[: len(line) - len(line.lstrip())]
        outline.append(f"{indent}{_remove_box_of_mindmap(content)}")
    return convert_outline("\n".join(outline))


def _remove_box_of_mindmap(content: str) -> str:
    """Return the text in the box of a node, ``MAX`` of ``r((MAX))``; without a box all of it."""
    box = _BOX_OF_MINDMAP.fullmatch(content)
    if box is None:
        return content
    # The pattern has a group for each shape of box, of which one has matched.
    return next(text for text in box.groups() if text is not None)


def _of_plantuml(text: str) -> str | None:
    """Return a mindmap of PlantUML in the notation; ``None`` for any other figure."""
    if _MINDMAP_OF_PLANTUML.match(text) is None:
        return None
    lines = [line for line in text.splitlines() if not line.startswith("@")]
    return convert_outline("\n".join(lines))


def _with_blanks_for_semicolons(text: str) -> str | None:
    """Return lists of OCaml in the notation.

    >>> _with_blanks_for_semicolons("let t = [[3; 5]; [2; -9]]")
    '[[3  5]  [2  -9]]'
    """
    return text[text.index("[") :].replace(";", " ")


def _of_cells(text: str) -> str | None:
    """Return cells of MATLAB in the notation.

    >>> _of_cells("T = {[3 5], {2 9}; 4};")
    '[[3 5]  [2 9]  4]'
    """
    cells = text[text.index("{") :].strip().removesuffix(";")
    return cells.translate(_CELLS_TO_BRACKETS)


def _of_erlang(text: str) -> str | None:
    """Return a term of Erlang in the notation: ``T = {max, [{leaf, 3}, 5]}.``."""
    _, _, term = text.partition("=")
    term = term.strip().removesuffix(".")
    if "{" not in term:
        return term
    return convert_term(_TUPLE_OF_ERLANG.sub(r"\1(", term).replace("}", ")"))


_EDGE_OF_D2: Final = r"[ \t]*+[\w.]++[ \t]*+-+>[ \t]*+[\w.]++[ \t]*+"
_ARROW_OF_D2: Final = re.compile(_EDGE_OF_D2)
_BLOCK_OF_D2: Final = re.compile(r"[ \t]*+[\w.]++:[^\n{]*\{[ \t]*")  # A: MAX {
_SIGN_OF_D2: Final = re.compile(
    rf"{_EDGE_OF_D2}:[ \t]*\S.*|[ \t]*+direction:[ \t]*(?:up|down|left|right)[ \t]*"
    r"|[ \t]*+[\w.]++:[^\n{]*\{[ \t]*shape:.*"
)
_LINE_OF_D2: Final = re.compile(
    rf"{_EDGE_OF_D2}(?::.*)?|[ \t]*+[\w.]++(?:[ \t]*:.*)?|[ \t]*+\}}[ \t]*|[ \t]*+#.*"
)
_ANCHOR: Final = re.compile(r"^[ \t-]*+\w++:[ \t]*&\w", re.MULTILINE)
_ALIAS: Final = re.compile(r"[\s\[,]\*\w")
_NAME_OF_YAML: Final = re.compile(r"\s*\w+:(?:\s+-?[0-9.]+)?\s*")
_LINE_OF_PROGRAM: Final = re.compile(
    r"^[ \t]*+(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\([^\n]*|class[ \t]+\w+(?:\([^\n]*)?):"
    r"|^[ \t]*+(?:export|interface|function|public|private|static|#include|const|var|struct|enum"
    r"|using|namespace|template|typedef|indirect|impl|fn|func|package)\b"
    r"[^\n]*[;{(,>]|^from[ \t]+[\w.]+[ \t]+import\b",
    re.MULTILINE,
)
_MERMAID: Final = r"\A(?>(?:\s|%%[^\n]*\n)*)"  # behind blanks and comments
_DIAGRAMS: Final = (
    r"(?:stateDiagram(?:-v2)?|classDiagram|sequenceDiagram|erDiagram|gitGraph|journey|timeline"
    r"|block-beta|requirementDiagram|treemap(?:-beta)?)"
)
_OF_MERMAID: Final = "of Mermaid flowcharts are read: a first line graph TD, then A --> B"
_BOX_OF_MINDMAP: Final = re.compile(
    r"\w*(?:\(\((.*)\)\)|\)\)(.*)\(\(|\{\{(.*)\}\}|\[(.*)\]|\((.*)\)|\)(.*)\()"
)
_MINDMAP_OF_PLANTUML: Final = re.compile(r"\s*@start(?:mindmap|wbs)\b")
_LOOK_OF_MINDMAP: Final = re.compile(r"\s*(?:::|%%|mindmap\b).*")
_FACTS: Final = r"\A\s*(?:[a-z]\w*\([^()\n]*\)\.\s*)+\Z"
_INDENT: Final = r"[^\S\n]*+"  # not of the lines before, or blank lines take time in their square
_TERM: Final = (
    rf"^{_INDENT}(?:[a-z]\w*\s*[(=:][^\n]*)?\b(?:max|min|leaf|node|tree|t|l)\([^\n]*\)\s*"
)
_DRAWN_EDGE: Final = r"[├└┣┗╠╚╰][─━═╴╶]|^[ |]*[|`+\\](?:-{2,}|_{2,})(?: |(?=[^\s|+\-]))"
_DRAWN_LINES: Final = r"\w[┤┐┘]\s*$|[─━═][┬┴┼┐┘╮╯]|[┌┬┴╭][─━═]|^[ \t]*\+-+\w+-+\+"
_DRAWN_STROKES: Final = r"^[ \t|_]*/[ \t/\\|_]*\\[ \t/\\|_]*$"  # a line of / and \ alone
_YAML: Final = (
    rf"^{_INDENT}(?:- )?\w+:[ \t]*\n\s*- "
    rf"|^{_INDENT}(?:- )?\w+:[ \t]*(?:[^\s\[{{][^\n]*)?\n(?:[ \t]*\n)*[ \t]+\w+:"
    r"|\A\s*- - |\A---[ \t]*\n"
)
_LINE_WITH_WINDOW: Final = re.compile(
    r"(?i:alpha|α)[ \t]*[=:][ \t]*[^\s,;]{1,30}[^\n\w]{1,3}(?i:beta|β)[ \t]*[=:][ \t]*[^\s,;]"
)
_CHECK_LOG: Final = (
    "treeexplorer verify --log LOG FILE compares it with the search of the tree in FILE; "
    "to look at the tree, write it: [[3 12] [2 4]]"
)
_SIGN_OF_YAML: Final = re.compile(_YAML, re.MULTILINE)
_LINE_OF_YAML: Final = re.compile(
    r"\s*(?:-(?:\s.*)?|[^\s:][^:]{0,80}:(?:\s.*)?|[\[\]{}\"'&*|>\d].*|\#.*|---.*|\.{3})?"
)
_CONSTRUCTORS: Final = (
    r"(?<!\\)(?<!new )\b(?:Node|Leaf|Branch|Fork|Tip|Max|Min|Tree)[ \t]+(?!\d+:(?:\s|$))"
    r"(?:[\[{\"'0-9~-]|\((?=[A-Z\d\"~-])|[A-Z]\w*[ \t]*[\[(]|(?:Leaf|Tip|Nil|Empty|Max|Min)\b)"
)

_LISTS_OF_OCAML: Final = (  # several in one list; else it is a matrix of MATLAB
    # A blank alone separates nothing in a list of OCaml: that is the notation with a slip.
    r"\A(?![\s\S]*[\d.\]][^\S\n]+[\d.\[\-])"
    r"\s*(?:let\s+\w+\s*(?::[^=]*)?=\s*)?"
    r"\[\s*\[[\s\d.\-\[\]]*;[\s\d.;\-\[\]]*\]\s*(?:;;)?\s*\Z"
)
_CELLS: Final = (  # {[3 5], {2 9}}, with a semicolon behind a bracket alone
    r"\A\s*(?:\w+\s*=\s*)?\{(?=[^{}\[\]]*[{\[])"
    r"(?:[\s\d.,\-{}\[\]]|(?<=[}\]]);|(?<=[}\]] );)+\}\s*;?\s*(?:%[^\n]*)?\Z"
)
_CELLS_TO_BRACKETS: Final = str.maketrans({"{": "[", "}": "]", ",": " ", ";": " "})
_ERLANG: Final = r"\A\s*[A-Z]\w*\s*=\s*[\[{](?s:.*)[\]}]\.\s*\Z"
_TUPLE_OF_ERLANG: Final = re.compile(r"\{\s*([a-z]\w*)\s*,")
_MATRIX: Final = re.compile(
    r"\s*(?:\w+\s*=\s*)?[\[{](?P<rows>[\s\d.,+\-eE]*+;[\s\d.,;+\-eE]*+)[\]}]\s*;?\s*(?:%.*)?"
)
_HEADING_OF_TOML: Final = re.compile(r"\s*\[{1,2}[^\W\d][\w.\-]*\]{1,2}\s*(?:#.*)?")
_LINE_OF_TOML: Final = re.compile(rf"(?:{_HEADING_OF_TOML.pattern}|\s*[\w.\-\"]+\s*=.*)")
_TOML: Final = Foreign("TOML or INI", _is_toml, _unknown)
_MATLAB: Final = Foreign("a matrix of MATLAB", _is_matrix, _of_matrix)
_D2: Final = Foreign(
    "D2",
    _is_d2,
    _unknown,
    "of edges, lines without labels are read, A -> B, and values in lines of their own, B: 3",
)
_AS_JSON: Final = (
    'JSON is read: {"name": "A", "children": [{"name": "B", "value": 3}, {"value": 5}]}'
)
_YAML_WITH_ANCHORS: Final = Foreign("YAML", _is_yaml_with_anchors, _unknown, _AS_JSON)
_NUMBER_BEFORE_TREE: Final = re.compile(  # (a) [[3 5] 2]   2. [3 5]   Tree 1: [3 5]
    r"\A(?>(?:\s|#[^\n]*\n)*)"
    r"(?:\(\w{1,2}\)|\w{1,2}[.)]|(?!(?i:max|min|chance|node)\b)[^\W\d_]+[ \t]+\w{1,2}[ \t]*[:.)])"
    r"\s+(?P<tree>\[[\s\[]*[-−\d][^\n]*)"
)
_PROMPT_BEFORE_TREE: Final = re.compile(
    r"^(?:In |Out ?)\[\d+\]:[ \t]*(?:\w+[ \t]*=[ \t]*)?(?P<tree>\[[^\n]*)?", re.MULTILINE
)
_NUMBERED_TREES: Final = Foreign(
    "a tree behind its number in a list",
    _found(_NUMBER_BEFORE_TREE.pattern),
    _of_numbered_tree,
    "put the number on a line of its own, behind a #",
)
_GML: Final = r"\A(?>(?:\s|\#[^\n]*\n|Creator[^\n]*\n)*)graph\s*\["
_PAJEK: Final = r"\A\s*\*(?:Vertices|Network)\b"
_READ_OF_GRAPHS: Final = "of graphs, Graphviz DOT and JSON with nodes and edges are read"
_WORDS_ON_LINE: Final = re.compile(r"[ \t]*-?\w[\w.\-]*(?:[ \t]+-?\w[\w.\-]*)*[ \t]*")
_JOIN_WORDS: Final = (
    "write what is below each node behind a colon, A: B C, and values behind equals signs, B = 3"
)
_HEADINGS: Final = (
    "a table begins with a line such as parent,child,value or level0,level1,level2,value, with the "
    "root's name in the first column, or path,value with paths such as A/B"
)
_NEWICK: Final = Foreign("Newick", is_newick, newick_in_notation)

_FOREIGN: Final = (
    _NUMBERED_TREES,
    Foreign("what a search prints", _are_steps_of_search, _unknown, _CHECK_LOG),
    Foreign(
        "a session of IPython or Jupyter",
        _found(_PROMPT_BEFORE_TREE.pattern, re.MULTILINE),
        _of_session,
        "leave out the prompts, In [1]: and Out[1]:, and what is printed",
    ),
    _D2,
    _YAML_WITH_ANCHORS,
    Foreign("Gambit", _found(r"\A\s*(?:EFG|NFG)\s+[12]\s+[RD]\b"), _unknown),
    Foreign(
        "a test of Berkeley's Pacman projects",
        _found(r"^class:[ \t]*\"\w+Test\"", re.MULTILINE),
        _unknown,
        "write its successors as edges, A -> B, and its evaluation as values, B = 3",
    ),
    Foreign("XML", _found(r"\A\s*<(?:[?!]|[A-Za-z][^<>]*/?>)"), convert_xml, _AS_JSON),
    Foreign("a mindmap of Mermaid", _found(rf"{_MERMAID}mindmap\b"), _of_mindmap, _OF_MERMAID),
    Foreign("a diagram of Mermaid", _found(rf"{_MERMAID}{_DIAGRAMS}\b"), _unknown, _OF_MERMAID),
    Foreign("a tree of LaTeX's istgame", _found(r"\\istroot\b"), _unknown, _READ_OF_LATEX),
    Foreign("a tree of LaTeX's dirtree", _found(r"\\dirtree\b"), _unknown, _READ_OF_LATEX),
    Foreign("a tree of LaTeX's synttree", _found(r"\\synttree\b"), _unknown, _READ_OF_LATEX),
    Foreign("a tree of LaTeX's pst-tree", _found(r"\\ps[tT]ree\b"), _unknown, _READ_OF_LATEX),
    Foreign("a list of LaTeX", _found(r"\\item\b"), convert_latex_lists, _READ_OF_LATEX),
    Foreign(
        "a figure of TikZ in another form",
        _found(r"\\begin\{tikzpicture\}|\\(?:draw|node|graph)\b"),
        _unknown,
        _READ_OF_LATEX,
    ),
    Foreign("PlantUML", _found(r"\A\s*@start\w+"), _of_plantuml),
    Foreign("a cell array of MATLAB", _found(_CELLS), _of_cells),
    Foreign("a list of OCaml or F#", _found(_LISTS_OF_OCAML), _with_blanks_for_semicolons),
    Foreign("a term of Erlang", _found(_ERLANG), _of_erlang),
    Foreign(DRAWING, _found(_DRAWN_LINES, re.MULTILINE), _unknown),
    Foreign(DRAWING, _found(_DRAWN_EDGE, re.MULTILINE), convert_drawing),
    Foreign(DRAWING, _found(_DRAWN_STROKES, re.MULTILINE), _unknown),
    _NEWICK,
    _TOML,
    _MATLAB,
    Foreign(
        "Haskell or OCaml",
        _found(
            rf"{_CONSTRUCTORS}"
            rf"|^{_INDENT}(?:data\s+\w+\s*=|let\s+\w+\s*=\s*[A-Z]\w*(?![\w.:<!]))",
            re.MULTILINE,
        ),
        convert_term,
    ),
    Foreign(
        "Prolog", _found(rf"{_FACTS}|{_TERM}\.\s*$|^[^\n\"]*:-\s", re.MULTILINE), convert_term
    ),
    Foreign("a term as Prolog has it", _found(rf"{_TERM}$", re.MULTILINE), convert_term),
    Foreign("a graph of GML", _found(_GML), _unknown, _READ_OF_GRAPHS),
    Foreign("a graph of Pajek", _found(_PAJEK, re.IGNORECASE), _unknown, _READ_OF_GRAPHS),
    Foreign("a list of names and numbers on lines", _are_words_on_lines, _unknown, _JOIN_WORDS),
    Foreign("a table of leaves", is_table_of_leaves, _unknown, _HEADINGS),
    Foreign(
        "a table whose heading names no parent and no plies",
        is_table_of_unknown_heading,
        _unknown,
        _HEADINGS,
    ),
    Foreign("YAML", _is_yaml, _of_yaml, _AS_JSON),
    Foreign("an outline", is_outline_of_headings, convert_headings),
    Foreign("an outline", is_numbered_outline, convert_numbered_outline),
    Foreign("an outline", is_dotted_outline, convert_dotted_outline),
    Foreign("an outline", is_outline, convert_outline),
)  # fmt: skip
