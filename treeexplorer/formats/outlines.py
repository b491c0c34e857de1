"""Outlines and drawings of a tree with a node a line, which are not read: how each would begin.

A refusal prints what the tree would be in the notation, where every line of it is understood:
names, values, players, windows and bounds as on the labels of other drawings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from treeexplorer.formats.labels import ELLIPSES, LabelParts, parse_node_label, spells_number
from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.words import player_named
from treeexplorer.notation.spelling import format_node_name, is_plain_word

_LONGEST_LABEL: Final = 200
BULLET: Final = re.compile(r"\s*(?:[-*+•◦▪▫●■□‣⁃–—➤➢►·∙]+|>+|[0-9]+[.)])\s+")
"""What stands before the items of a list; not ○ and the triangles, which say who moves."""
_HEADING: Final = re.compile(r"^(#{1,6})[ \t]+(?=\S)")
_TASK: Final = re.compile(r"^\[[ xX]\]\s+")
_EMPHASIS: Final = re.compile(r"(\*\*|__|\*|`)(?=\S)(.+?)(?<=\S)\1")
_BRANCH: Final = re.compile(
    r"(?:[\s│┃║]|\|(?!-|__))*"
    r"(?P<sign>[├└┣┗╠╚╰][─━═╴╶]*[>►]?\s*|[|`+\\](?:-++|__++)\s*)?"
)
_CURRENT_FOLDER: Final = re.compile(r"\A\.(?=\s|\Z)")
_COUNT_OF_FILES: Final = re.compile(r"\d+ director(?:y|ies)(?:, \d+ files?)?\s*")
_NUMBERED: Final = re.compile(r"\s*(\d+(?:\.\d+)*)\.?\s+(\S.*)")
_DOTTED: Final = re.compile(r"(\.*)[ \t]*([^\s.].*|\.\d.*)")
_NAME_AND_NUMBER: Final = re.compile(r"(?P<name>\w+)\s+(?P<number>\S+)")
_NODE_OF_ANYTREE: Final = re.compile(
    r"\w*Node\(['\"](?:[^'\"]*/)?(?P<name>[^'\"/]*)['\"](?:,\s*value=(?P<value>[^,()]+))?\)"
)
_PLAYER_BEFORE_COLON: Final = re.compile(r"(\w+)\s*:\s*\??")
_SIGNS_OF_CODE: Final = re.compile(r"[\[{;]|\w\(|->|--|==|=\s*$", re.MULTILINE)
_SIGN_OF_LABEL_OR_CODE: Final = re.compile(r"[=(]")
_NAME_OR_VALUE: Final = re.compile(r"\w+(?:[ ]?=[ ]?[+\-−]?[\d.]+)?")
_NO_VALUE_BEHIND_NAME: Final = re.compile(r"(?<=\w)\s+None\Z")
_BEFORE_COMMENT: Final = re.compile(r"\s+#\s*")
_ITEM: Final = re.compile(
    r"\\(?P<change>begin|end)\s*\{(?:itemize|enumerate)\}(?:\[[^\]]*\])?|\\item\b\s*(?P<label>[^\\]*)"
)


class OutlineLine(NamedTuple):
    """A line of an outline: its indent and its label."""

    indent: int
    label: str


_ROOT_THAT_IS_NOT_DRAWN: Final = OutlineLine(indent=-1, label="")
"""Stands for the root of a drawing whose first line is a branch: further left than all lines."""


# -- which text is one -------------------------------------------------------------------------


def is_outline(text: str) -> bool:
    """Tell whether a text is an outline: some lines are indented more than the first.

    Besides, nothing in the text looks like a program. Every line may as well have a bullet.
    """
    lines = parse_outline_lines(text)
    has_bullets = all(map(BULLET.match, _collect_lines_without_headings(text)))
    if len(lines) > 1 and has_bullets:
        return True
    has_children = any(line.indent > lines[0].indent for line in lines)
    return len(lines) > 2 and has_children and _looks_like_no_program(text, lines)


def _looks_like_no_program(text: str, lines: Sequence[OutlineLine]) -> bool:
    """Tell whether the lines of an outline may be those of a tree, and are not those of a program.

    1. ``tree = [3]`` has a sign that stands in programs alone.
    2. A line with nothing but a number or a player, ``5`` or ``MAX``, is one of a tree, and so are
       lines that all are names or values.
    3. ``A (3)`` and ``A = B`` have signs that may stand in either: they are taken for a program.
    """
    # 1.
    if _SIGNS_OF_CODE.search(text) is not None:
        return False
    # 2.
    labels = [line.label for line in lines]
    has_number_or_player = any(
        spells_number(label) or player_named(label) is not None for label in labels
    )
    are_names_or_values = all(_NAME_OR_VALUE.fullmatch(label) is not None for label in labels)
    if has_number_or_player or are_names_or_values:
        return True
    # 3.
    return _SIGN_OF_LABEL_OR_CODE.search(text) is None


def is_outline_of_headings(text: str) -> bool:
    """Tell whether every line of a text is a heading of Markdown, some deeper than the first."""
    lines = _collect_lines(text)
    headings = filter(None, map(_HEADING.match, lines))
    depths = [len(heading[1]) for heading in headings]
    return len(lines) > 2 and len(depths) == len(lines) and max(depths) > depths[0]


def is_numbered_outline(text: str) -> bool:
    """Tell whether each line begins with its number: ``1 A``, ``1.1 B``, ``1.1.1 5``."""
    numbered_lines = [_NUMBERED.fullmatch(line) for line in _collect_lines(text)]
    if len(numbered_lines) < 3 or not all(numbered_lines):
        return False
    depths = [line[1].count(".") for line in numbered_lines if line is not None]
    return depths[0] < max(depths) and max(depths) > 1


def is_dotted_outline(text: str) -> bool:
    """Tell whether dots stand before all lines but the first, more of them the deeper it is."""
    dot_counts = [len(line) - len(line.lstrip(".")) for line in _collect_lines(text)]
    if len(dot_counts) < 3:
        return False
    first_count, second_count, *_ = dot_counts
    return first_count == 0 and min(dot_counts[1:]) > 0 and max(dot_counts) > second_count


def _collect_lines(text: str) -> list[str]:
    """Return the lines of a text that are not blank."""
    lines = text.expandtabs(4).replace("\u00a0", " ").splitlines()
    return [line for line in lines if line.strip()]


def _collect_lines_without_headings(text: str) -> list[str]:
    """Return the lines of a text but for headings of Markdown."""
    return [line for line in _collect_lines(text) if _HEADING.match(line) is None]


# -- the tree of one ---------------------------------------------------------------------------


def convert_outline(text: str) -> str | None:
    r"""Return the tree of an outline in the notation; ``None`` if a line is not understood.

    >>> convert_outline("- **A** (MAX)\n  - [x] B: 5\n  - -3")
    'A:max[B:5 -3]'
    """
    lines = parse_outline_lines(text)
    has_children = any(line.indent > lines[0].indent for line in lines)
    return _format_trees(lines) if has_children else None


def convert_headings(text: str) -> str | None:
    """Return the tree of headings of Markdown in the notation."""
    lines = []
    for line in _collect_lines(text):
        heading = _HEADING.match(line)
        if heading is not None:
            lines.append(OutlineLine(len(heading[1]), line[heading.end() :].strip()))
    return _format_trees(lines)


def convert_numbered_outline(text: str) -> str | None:
    """Return the tree of lines that begin with their numbers: ``1.1 B``."""
    numbered_lines = filter(None, map(_NUMBERED.fullmatch, _collect_lines(text)))
    return _format_trees(
        [OutlineLine(line[1].count("."), line[2].strip()) for line in numbered_lines]
    )


def convert_dotted_outline(text: str) -> str | None:
    """Return the tree of lines with dots before them."""
    dotted_lines = filter(None, map(_DOTTED.fullmatch, _collect_lines(text)))
    return _format_trees([OutlineLine(len(line[1]), line[2].strip()) for line in dotted_lines])


def convert_drawing(text: str) -> str | None:
    r"""Return a tree drawn with ``├──`` in the notation; ``None`` if a line is not understood.

    >>> convert_drawing("A\n├── B\n│   └── -5\n└── 8")
    'A:[B:[-5] 8]'

    How far a label is indented says which line it hangs below.
    """
    lines: list[OutlineLine] = []
    for line in _collect_lines(text):
        branch = _BRANCH.match(line)
        indent = 0 if branch is None else branch.end()
        label = line[indent:].strip()

        is_drawn_branch = branch is not None and branch["sign"] is not None
        is_root_missing = is_drawn_branch and not lines
        if is_root_missing:
            lines.append(_ROOT_THAT_IS_NOT_DRAWN)

        # `3 directories, 2 files`, as the program `tree` ends.
        is_summary = _COUNT_OF_FILES.fullmatch(label) is not None
        if not is_summary:
            # `tree` has a dot for the folder itself.
            lines.append(OutlineLine(indent, _CURRENT_FOLDER.sub("", label)))
    return _format_trees(lines)


def convert_latex_lists(text: str) -> str | None:
    r"""Return the tree of nested lists of LaTeX, ``itemize`` and ``enumerate``, in the notation.

    Each ``\item`` is a node, and a list within it holds its children. ``None`` if an item is not
    understood.
    """
    # How many lists are open: it takes the place of an indent.
    depth = 0
    lines: list[OutlineLine] = []
    for found in _ITEM.finditer(text):
        if found["change"] == "begin":
            depth += 1
        elif found["change"] == "end":
            depth -= 1
        else:
            lines.append(OutlineLine(depth, found["label"].strip()))
    return _format_trees(lines)


def parse_outline_lines(text: str) -> list[OutlineLine]:
    r"""Return the lines of an outline, each with its label and how far it is indented.

    Blanks indent, and so do the stars of a bullet: ``**`` is deeper than ``*``.

    >>> [line.indent for line in parse_outline_lines("- A\n  - B\n** C")]
    [1, 3, 2]
    >>> [line.label for line in parse_outline_lines("- A - 1")]
    ['A - 1']
    """
    lines: list[OutlineLine] = []
    for line in _collect_lines_without_headings(text):
        blank_count = len(line) - len(line.lstrip(" "))
        bullet = BULLET.match(line)
        label = line.strip() if bullet is None else line[bullet.end() :].strip()
        if label:
            indent = blank_count + _compute_bullet_width(line)
            lines.append(OutlineLine(indent, label))
    return lines


def _compute_bullet_width(line: str) -> int:
    """Return the indent that a line's bullet adds: 1 for each star, 1 for a number, else 0."""
    bullet = BULLET.match(line)
    if bullet is None:
        return 0
    sign = bullet[0].strip()
    return 1 if sign[0].isdigit() else len(sign)


def _format_trees(lines: Sequence[OutlineLine]) -> str | None:
    """Return the trees of indented lines in the notation, each on a line of its own.

    The parent of a line is the last line before it that is indented less. ``None`` if there is no
    line, or a label is not understood.

    >>> _format_trees([OutlineLine(0, "A"), OutlineLine(2, "B"), OutlineLine(4, "5")])
    'A:[B:[5]]'
    """
    if not lines:
        return None
    notation = ""
    # The indents of the nodes whose brackets are open, the outermost first.
    open_indents: list[int] = []
    # A line behind the last, so that each line has a next one. It is not indented, and hangs below
    # none.
    end_line = OutlineLine(0, "")
    for line, next_line in pairwise([*lines, end_line]):
        # A node ends before the next line that is not indented more than its own.
        while open_indents and open_indents[-1] >= line.indent:
            open_indents.pop()
            notation += "]"

        # A node with children ends with its open bracket, behind which they follow.
        has_children = next_line.indent > line.indent
        node = _format_node(line.label, has_children=has_children)
        if node is None:
            return None
        notation += f"{_choose_separator(notation, open_indents)}{node}"
        if has_children:
            open_indents.append(line.indent)
    return notation + "]" * len(open_indents)


def _choose_separator(notation: str, open_indents: Sequence[int]) -> str:
    """Return what stands before the next node: nothing behind a bracket, a line before a root."""
    if not notation or notation.endswith("["):
        return ""
    return " " if open_indents else "\n"


# -- a node ------------------------------------------------------------------------------------


def _format_node(label: str, *, has_children: bool) -> str | None:
    """Return the node of a line in the notation; ``None`` if its label is not understood.

    A leaf is whole; a node with children ends with its open bracket, behind which they follow. The
    label is the line without its indent and its bullet.

    >>> _format_node("A (MAX)", has_children=True), _format_node("B:", has_children=True)
    ('A:max[', 'B:[')
    >>> _format_node("D = 5", has_children=False), _format_node("x", has_children=False)
    ('D:5', 'x')
    >>> _format_node("6 (pruned)", has_children=False) is None
    True
    """
    is_prose = len(label) > _LONGEST_LABEL
    if is_prose:
        return None
    plain_label = _remove_markup(label)
    if not has_children:
        return _format_leaf(plain_label)
    try:
        parts = parse_node_label(plain_label, None, is_leaf=False)
    except UnreadableError:
        return None
    return f"{_format_name(parts)}{_format_facts(parts)}["


def _remove_markup(label: str) -> str:
    """Return a label without the marks of Markdown, a colon at its end, and a box to tick.

    ``[x] **A**:`` becomes ``A``, ``MAX: ?`` becomes ``MAX``. What anytree prints of a node,
    ``Node('/A/B', value=5)``, becomes ``B: 5``, and ``A None`` becomes ``A``.
    """
    anytree_node = _NODE_OF_ANYTREE.fullmatch(label)
    if anytree_node is not None:
        name = anytree_node["name"]
        value = anytree_node["value"]
        return name if value is None else f"{name}: {value}"
    if _NO_VALUE_BEHIND_NAME.search(label) is not None:
        return _NO_VALUE_BEHIND_NAME.sub("", label)

    label_on_lines = _BEFORE_COMMENT.sub("\n", label)  # root  # MAX
    without_marks = _EMPHASIS.sub(r"\2", _TASK.sub("", label_on_lines))
    player = _PLAYER_BEFORE_COLON.fullmatch(without_marks)  # MAX: ?
    if player is not None:
        return player[1]
    return without_marks.removesuffix(":").strip()


def _format_leaf(label: str) -> str | None:
    """Return a leaf in the notation, such as ``D:5``; ``None`` if its value is not plain.

    The label has no marks of Markdown, and may be empty::

        …                 ...       further children that are not shown
        D 5               D:5       a name and a value, which is refused in a drawing
        D: 5   D = 5      D:5       a label as in a drawing
        x                 x         an unknown value
        to be done        "to be done":?
        D 5 3             None
    """
    if label in ELLIPSES:
        return "..."

    name_and_number = _NAME_AND_NUMBER.fullmatch(label)
    if name_and_number is not None and spells_number(name_and_number["number"]):
        return f"{format_node_name(name_and_number['name'])}:{name_and_number['number']}"

    try:
        parts = parse_node_label(label, None, is_leaf=True)
    except UnreadableError:
        return None
    # A claim, `= 5`, is the value of a leaf.
    value = parts.claim if parts.number is None else parts.number
    if value is None:
        return _format_unknown_leaf(label, parts)
    window = _format_facts(LabelParts(window=parts.window))
    return f"{_format_name(parts)}{window}{value}"


def _format_unknown_leaf(label: str, parts: LabelParts) -> str | None:
    """Return a leaf without a value: ``x``, or ``"to do":?`` for a name of several words.

    A node with a player or a window is no leaf: its children are missing, and ``None`` is returned.
    ``label`` is the whole label, and may be empty; ``parts`` is what stands in it.
    """
    if parts.player is not None or parts.window is not None:
        return None
    if not label:
        return "?"
    return label if is_plain_word(label) else f"{format_node_name(label)}:?"


def _format_name(parts: LabelParts) -> str:
    """Return a name with its colon; empty for none."""
    return f"{format_node_name(parts.name)}:" if parts.name else ""


def _format_facts(parts: LabelParts) -> str:
    """Return what stands between a node's name and its bracket: player, window, estimate, claims.

    ``max(3,5)~4=6<=7`` has them all. The order is that of the notation.
    """
    facts = "" if parts.player is None else parts.player.value
    if parts.window is not None:
        facts += f"({parts.window.low},{parts.window.high})"
    if parts.estimate is not None:
        facts += f"~{parts.estimate}"
    # At a node with children a number is a claim, with `=` before it or not.
    value = parts.claim if parts.number is None else parts.number
    if value is not None:
        facts += f"={value}"
    if parts.bound is not None:
        facts += f"{parts.bound.sign}{parts.bound.number}"
    return facts
