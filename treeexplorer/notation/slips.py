"""Recognises the slips that people make within one node, and says what to write instead.

A slip is what somebody wrote wrongly: ``X[3 4]`` for ``X:[3 4]``. What people write is recognised
by a table of regular expressions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, NamedTuple

from treeexplorer.notation.lexer import find_match_end
from treeexplorer.notation.problems import Slip
from treeexplorer.notation.spelling import PLAIN_WORD, RESERVED_WORD
from treeexplorer.numbers import DECIMAL_PATTERN
from treeexplorer.text import safe, shorten

Meant = Literal["leaf", "open", "nothing"]

_LONGEST_EXPLAINED: Final = 200  # nobody types a longer slip, and the table need not be fast

_N: Final = rf"[+\-−]?{DECIMAL_PATTERN}"
_NAME: Final = rf"(?:{PLAIN_WORD}|\"[^\"\n]++\")"
_WORD: Final = r"(?i:max|min|chance)"
_PLAYER: Final = rf"(?:{_WORD}|[▲△▼▽○])"

_PIECE: Final = re.compile(
    r"\"[^\"\n]++\"[^\S\n]++:[^\S\n]*+"
    r"|(?>(?:\"[^\"\n]*+\"|\([^()\[\]\n]*+\)|[^\s,\[\](){}#\"]|(?<=[^\s,\[\](){}])\")+)|\"[^\n\[\],]*+|.",
    re.DOTALL,
)
_BEFORE: Final = re.compile(
    rf"(?>(?:(?:[0-9]++/[0-9]++|{_N})\*)?)(?>(?:/(?=[^/]))?)"
    rf"(?>(?:(?!{RESERVED_WORD}:){_NAME}:(?=.))?)(?>(?:{_PLAYER}(?=[(~=<>≤≥\[]))?)"
    rf"(?>(?:\({_N},{_N}\)(?=.))?)"
)

# What a slip looks like (the bracket that follows it included), what is said, and the way out;
# \0 is the whole piece, \1 and \2 are its groups.
_TABLE: Final = rf"""
[+\-−]?((?i:nan|none|null|true|false))
    \1 is not a value
    → a value is a number, inf or -inf; a leaf that is not known is a word or ?
((?i:max|min|chance)):\[?
    a player stands before its children without a colon → write \1[…], or "\1": for a name
({RESERVED_WORD}):.*
    \1 is a reserved word; as a name it needs quotes → write "\1":
({_WORD})
    \1 says whose node it is, and its children must follow → write \1[…]
({_WORD})({_N})\[
    \1 and the value \2 must be told apart → write \1=\2[
(X)([\[(].*)
    a name needs a colon: `\1:\2` → or, where X marks a branch that is cut off, a slash: /[
({_NAME})([\[(].*)
    a name needs a colon: `\1:\2`
(\"[^\"\n]++\")
    a name needs a colon and a node behind it → write \1:7 or \1:[…]
(\"[^\"\n]++\")\s+:\s*
    a colon stands directly behind a name → write \1:
[^"]*[\u200b\u200c\u200d\u2060\ufeff\u00ad][^"]*
    an invisible character stands in this piece → type it anew
(.*[^\s:"*/)])("[^"]+".*?)\[?
    siblings are separated: found \1\2 → put a space between them: \1 \2
[^"]+".*
    a quoted name begins and ends with a quote → write "left child":7
"[^"]*
    the quote that begins here is not closed on its line → add the missing "
“.*|”.*|«.*
    a name is quoted with straight quotes → write "left child":7
({_NAME}):
    a node must follow the name \1 → write \1:7 or \1:[…]
([0-9][\w']*):.*\[?
    a name cannot begin with a digit unless it is quoted → write "\1":
(?!{PLAIN_WORD}:)([^\s:"()\[\],*/~=<>≤≥;|&][^\s:"()\[\],*~=<>≤≥;|&]*):.*\[?
    a name with other signs than letters, digits and _ needs quotes → write "\1":
(=|>=|<=|≥|≤|>|<|~)
    a number must follow the sign \1 directly → write \18[…]
:.*
    a colon stands directly behind a name → write A:[3 4] or A:3
({PLAIN_WORD})=([<>≤≥]?=?{_N}):?\[
    a colon stands behind a name, not an equals sign → write \1:\2[
({PLAIN_WORD})((?:>=|<=|≥|≤){_N})\[?
    a colon stands behind a name → write \1:\2[…]
({PLAIN_WORD})=(.*?)\[?
    a colon stands behind a name, not an equals sign → write \1:\2
({_N})/({_N})
    \0 is not a value: values are whole numbers or decimals
    → write two siblings with a space, or a decimal; a fraction can be a probability: \0*…
([+\-−]?[0-9]+(?:_[0-9]+)+)\[?
    \1 is not a number → leave out the underscores
({_N})([+\-−]{_N}|[+\-−]∞)\[?
    siblings are separated: found \1\2 → put a space between them: \1 \2
\.\.|\.{{4,}}
    children that are not drawn are three dots → write ...
(.+?)/?(\.\.\.+|…)\[?
    `...` stands alone, with a space before it → write \1 ...
\*.*
    a probability stands before the star → write 0.5*3 or 0.5*[…]
(?:=|>=|<=|≥|≤|~)({_N}|∞|[+\-−]∞)
    \0 stands before no children → it touches its node's bracket: \0[…]; a leaf is just \1
(?:(>)=?|(<)=?|=>|=<|==)({_N}|∞)\[?
    \0 is no claim → a bound is written >=8[…] or <=8[…], a value =8[…]
(?:=|>=|<=|≥|≤|~)([^\W\d].*?)\[?
    a number must follow the sign; found \1 → write =8[…]
(.*\*)
    a node must follow the probability \1 directly → write \13 or \1[…]
//.*
    `//` begins no comment here → a comment begins with #
%.*
    `%` begins no comment here → a comment begins with #
/
    the node that is cut off must follow the slash directly → write /4 or /[…]
[–—]({_N}|inf|∞)\[?
    a minus is needed here, not a dash → write -\1
.*?(?P<here>[;|&]).*
    `\1` is not part of the notation → separate children by spaces
\((.*)\)(.*)\[?
    a window is two numbers with a comma, directly before the node: (3,inf)[…]
"""
_NOTHING: Final = re.compile(r"\.\.+|…|[;|&]|\".*\s:\s*")


_TELLS_OF_PRUNING: Final = re.compile(
    r"\b(?:prun(?:ed|ing|es?)|cut(?:s|ting)?|crossed|skip(?:s|ped)?"
    r"|(?:not|never|\w+n['’]t)\s+(?:be(?:en)?\s+)?"
    r"(?:visit|examin|evaluat|explor|expand|search|look|read)\w*)\b",
    re.IGNORECASE,
)
"""A line of words that says what is pruned: ``4 and 6 are pruned``, ``not visited: c2``."""


def is_about_pruning(words: str) -> bool:
    """Tell whether words are about pruning.

    >>> is_about_pruning("4 is never read"), is_about_pruning("I hope this is right")
    (True, False)
    """
    return _TELLS_OF_PRUNING.search(words) is not None


_NAME_AND_SIGN: Final = re.compile(r"(?P<name>(?:[^\W\d][\w']*:?)?)(?P<sign>[<>]=|[=≥≤~])")
_NUMBER_BEHIND: Final = re.compile(r"[ \t]+(?P<number>[+\-−]?(?:\d+(?:\.\d+)?|∞|inf\b))(?![\w.])")
_NAME_BEFORE: Final = re.compile(r"(?:^|[\[\s,])(?P<name>[^\W\d][\w']*):?[ \t]+\Z")
_LONGEST_NAME_BEFORE: Final = 30  # characters


class _Row(NamedTuple):
    """A row of the table: the pattern of a slip, the message, and the hint if there is one."""

    pattern: re.Pattern[str]
    message: str
    hint: str


@cache
def _load_table() -> list[_Row]:
    r"""Compile the table and return its rows; that takes 20 ms.

    Each row begins with its pattern, on a line without indentation. On indented lines below stand
    the message and, behind an arrow, the hint::

        ({_N})/({_N})
            \0 is not a value: values are whole numbers or decimals
            → write two siblings with a space, or a decimal
    """
    rows: list[_Row] = []
    newline_before_row = r"\n(?=\S)"  # the next line is not indented
    for row_text in re.split(newline_before_row, _TABLE.strip()):
        pattern, *indented_lines = row_text.splitlines()
        sentences = " ".join(line.strip() for line in indented_lines)
        message, _, hint = sentences.partition(" → ")
        rows.append(_Row(re.compile(pattern), message, hint))
    return rows


class RecognisedSlip(NamedTuple):
    """A slip within a node, with the piece of text that it covers.

    Attributes:
        slip: What is said of it.
        length: How many characters of the text it takes.
        meant: What it is taken for: a leaf, the beginning of a node with children, or nothing.
    """

    slip: Slip
    length: int
    meant: Meant


def find_slip_in_node(text: str, offset: int) -> RecognisedSlip:
    """Return what is wrong in a piece of text that should be a node and is none, such as ``X[``.

    The piece is the text up to a blank, a comma or a bracket that does not stand in quotes or round
    brackets. If a ``[`` comes next, it belongs to the slip: with it the children begin.

    The slip is that of the first row of the table of known mistakes that fits, or else a general
    one.

    Args:
        text: The document.
        offset: The offset at which the piece begins.

    Returns:
        The slip; the length of the piece, with its ``[``; and what is meant: ``"open"`` (a node
        with children begins), ``"leaf"`` or ``"nothing"``.

    Example:
        >>> recognised = find_slip_in_node("[X[3 4]]", 1)  # the piece is "X", and "[" comes next
        >>> recognised.slip.message, recognised.length, recognised.meant
        ('a name needs a colon: `X:[`', 2, 'open')
    """
    piece = _find_piece(text, offset)
    has_bracket = text.startswith("[", offset + len(piece))
    piece_with_bracket = f"{piece}[" if has_bracket else piece

    slip = _find_slip_of_lone_sign(text, offset, piece)
    if slip is None:
        slip = _find_slip_in_table(piece_with_bracket, offset)
    if slip is None:
        slip = _make_general_slip(piece, offset, has_bracket=has_bracket)
    meant = _classify_meaning(piece, has_bracket=has_bracket)
    return RecognisedSlip(slip, length=len(piece_with_bracket), meant=meant)


def _find_piece(text: str, offset: int) -> str:
    """Return the text from an offset up to a blank, a comma or a bracket, at least one character.

    Blanks, commas and brackets in quotes or round brackets do not count.

    >>> _find_piece("[X(3, 4)[5 6]]", 1)
    'X(3, 4)'
    """
    match = _PIECE.match(text, offset)
    # At least one character, so that the reader always moves on.
    return text[offset] if match is None else match[0]


def _classify_meaning(piece: str, *, has_bracket: bool) -> Meant:
    """Tell what a wrong piece is meant to be: a node's beginning, a leaf, or nothing."""
    if has_bracket:
        return "open"
    if _NOTHING.fullmatch(piece):
        return "nothing"
    return "leaf"


def _make_general_slip(piece: str, offset: int, *, has_bracket: bool) -> Slip:
    """Make the general slip, for a piece that fits no row of the table."""
    expected = "a node's parts before its [" if has_bracket else "a value, a name or a bracket"
    hint = "the parts of a node, in order, all optional: 0.5*/C:min(3,inf)~4<=2[…]"
    return Slip(offset, f"found `{_shorten_for_message(piece)}`, expected {expected}", hint)


def _find_slip_of_lone_sign(text: str, offset: int, piece: str) -> Slip | None:
    """Find the slip of a sign apart from its number, or from its name: ``[C <= 2 [2 9]]``.

    ``None`` is returned for any other piece, and where no number stands behind the sign.

    >>> _find_slip_of_lone_sign("[C <= 2 [2 9]]", 3, "<=").hint
    'write C:<=2[…]'
    """
    parts = _NAME_AND_SIGN.fullmatch(piece)
    number = None if parts is None else _NUMBER_BEHIND.match(text, offset + len(piece))
    if parts is None or number is None:
        return None
    name = parts["name"]
    if name == "":
        # It is short, and stands on the same line.
        before = _NAME_BEFORE.search(text[max(0, offset - _LONGEST_NAME_BEFORE) : offset])
        name = "" if before is None else f"{before['name']}:"
    elif not name.endswith(":"):
        name = f"{name}:"
    sign = parts["sign"]
    hint = f"write {name}{sign}{number['number']}[…]"
    return Slip(
        offset + parts.start("sign"), f"a number must follow the sign {sign} directly", hint
    )


def _find_slip_in_table(piece: str, offset: int) -> Slip | None:
    """Find the first row of the table of known mistakes that fits a piece, and make its slip.

    ``None`` if no row fits.

    Args:
        piece: The piece, with the bracket that follows it.
        offset: Where it stands in the text.
    """
    # Nobody types so much in one node, and the patterns would take long.
    if len(piece) > _LONGEST_EXPLAINED:
        return None

    # The rows are tried on the whole piece first, then on its rest behind a correct beginning: of
    # "A:max(3,4)x=5[" the rest is "x=5[".
    starts = [0]
    behind_correct_beginning = find_match_end(_BEFORE, piece, 0)
    if behind_correct_beginning > 0:
        starts.append(behind_correct_beginning)
    for start in starts:
        for row in _load_table():
            match = row.pattern.fullmatch(piece, start)
            if match is not None:
                return _make_slip_of_row(row, match, offset)
    return None


def _make_slip_of_row(row: _Row, match: re.Match[str], offset: int) -> Slip:
    r"""Make the slip of a row of the table for the piece that its pattern has matched.

    The message and the hint of a row have gaps, ``\0``, ``\1``, ``\2`` and so on, for what the
    pattern has matched::

        pattern    (max|min)([0-9]+)\[
        message    \1 and the value \2 must be told apart
        piece      max5[
        slip       max and the value 5 must be told apart

    In ``\0`` stands the whole piece without its bracket, ``max5``; in the others the groups.

    Args:
        row: The row.
        match: The match of its pattern with the piece.
        offset: The offset of the piece in the text.
    """
    whole_piece = match[0].removesuffix("[")
    groups = [whole_piece, *match.groups(default="")]
    short_groups = [_shorten_for_message(group) for group in groups]
    message = _fill_in_groups(row.message, short_groups)
    hint = _fill_in_groups(row.hint, short_groups) if row.hint else None

    # The slip stands where a group named "here" matches, if the pattern has one.
    has_place = "here" in row.pattern.groupindex
    place_in_piece = match.start("here") if has_place else match.start()
    return Slip(offset + place_in_piece, message, hint)


def _fill_in_groups(sentence: str, groups: list[str]) -> str:
    r"""Return a sentence of the table with ``\0``, ``\1``, … replaced by the matched groups.

    >>> _fill_in_groups(r"\1 is not a value", ["nan", "nan"])
    'nan is not a value'
    """
    return re.sub(r"\\(\d)", lambda number: groups[int(number[1])], sentence)


def _shorten_for_message(piece: str) -> str:
    """Make a piece safe and short, as it is shown in a sentence."""
    return shorten(safe(piece), 32)


_OUTLINE_LINE: Final = re.compile(r"^(?P<indent>[ \t│├└─╰┬`|]*+)(?P<words>[^\s#@].*)", re.MULTILINE)
_OF_OTHER_SYNTAX: Final = re.compile(r"[\[\](){},;:]")


def find_outline_slip(text: str) -> Slip | None:
    """Find the slip of a text that is an indented outline; ``None`` if it is not one.

    Its second line is indented more than its first, and no line has brackets or other signs.
    Without this check each line would be read as a tree of one leaf.
    """
    lines = list(_OUTLINE_LINE.finditer(text))
    if len(lines) < 2 or not _is_outline(lines):
        return None
    message = "this is an indented outline; children stand in brackets"
    return Slip(lines[1].start("words"), message, "such as A:[B:[3 12] C:[2 4]]")


def _is_outline(lines: Sequence[re.Match[str]]) -> bool:
    """Tell whether the second of some lines is indented more than the first, and none has signs."""
    first_line = lines[0]
    second_line = lines[1]
    is_indented_more = len(second_line["indent"]) > len(first_line["indent"])
    has_signs = any(_OF_OTHER_SYNTAX.search(line["words"]) for line in lines)
    return is_indented_more and not has_signs
