"""Recognises the slips that people make within one node, and says what to write instead."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final, Literal

from treeexplorer.notation.directives import NAMES
from treeexplorer.notation.problems import Slip
from treeexplorer.notation.spelling import PLAIN_WORD, RESERVED_WORD
from treeexplorer.numbers import DECIMAL
from treeexplorer.text import nearest, safe, shorten

Meant = Literal["leaf", "open", "nothing"]

_LONGEST_EXPLAINED: Final = 200  # nobody types a longer slip, and the table need not be fast

_N: Final = rf"[+\-−]?{DECIMAL}"
_NAME: Final = rf"(?:{PLAIN_WORD}|\"[^\"\n]++\")"
_WORD: Final = r"(?i:max|min|chance)"
_PLAYER: Final = rf"(?:{_WORD}|[▲△▼▽○])"

_PIECE: Final = re.compile(
    r"(?:\"[^\"\n]*+\"|\([^()\[\]\n]*+\)|[^\s,\[\](){}#\"]|(?<=[^\s,\[\](){}])\")++|\"[^\n\[\],]*+|.",
    re.DOTALL,
)
_BEFORE: Final = re.compile(
    rf"(?:(?:[0-9]++/[0-9]++|{_N})\*)?+(?:/(?=[^/]))?+"
    rf"(?:(?!{RESERVED_WORD}:){_NAME}:(?=.))?+(?:{_PLAYER}(?=[(~=<>≤≥\[]))?+"
    rf"(?:\({_N},{_N}\)(?=.))?+"
)

# What a slip looks like (the bracket that follows it included), what is said, and the way out;
# \0 is the whole piece, \1 and \2 are its groups, \player a player whose word is near.
_TABLE: Final = rf"""
[+\-−]?((?i:nan|none|null|true|false))
    \1 is not a value
    → a value is a number, inf or -inf; a leaf that is not known is a word or ?
({RESERVED_WORD}):.*
    \1 is a reserved word; as a name it needs quotes → write "\1":
({_WORD})
    \1 says whose node it is, and its children must follow → write \1[…]
({_WORD})({_N})\[
    \1 and the value \2 must be told apart → write \1=\2[
(X)([\[(].*)
    a name needs a colon: `\1:\2` → or, where X marks a branch that is cut off, a slash: /[
({_NAME})([\[(].*)
    a name needs a colon: `\1:\2` → or did you mean \player[?
(\"[^\"\n]++\")
    a name needs a colon and a node behind it → write \1:7 or \1:[…]
""(?::.*)?\[?
    a name has at least one character
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
(=|>=|<=|≥|≤|>|<|~)
    a number must follow the sign \1 directly → write \18[…]
:.*
    a colon stands directly behind a name → write A:[3 4] or A:3
({PLAIN_WORD})=(.*?)\[?
    a colon stands behind a name, not an equals sign → write \1:\2
({_N})/({_N})
    \0 is not a value: values are whole numbers or decimals
    → write two siblings with a space, or a decimal; a fraction can be a probability: \0*…
([+\-−]?[0-9]+(?:_[0-9]+)+)\[?
    \1 is not a number → leave out the underscores
([+\-−]?0[xXoObB][0-9a-fA-F]+)\[?
    \1 is not a number → write it as a decimal number
({_N})([+\-−]{_N}|[+\-−]∞)\[?
    siblings are separated: found \1\2 → put a space between them: \1 \2
\.\.|\.{{4,}}
    children that are not drawn are three dots → write ...
(.+?)/?(\.\.\.+|…)\[?
    `...` stands alone, with a space before it → write \1 ...
\*.*
    a probability stands before the star → write 0.5*3 or 0.5*[…]
(?:=|>=|<=|≥|≤)({_N}|∞|[+\-−]∞)
    the claim \0 stands before no children
    → a claim touches its node's bracket: \0[…]; a leaf's value is just \1
(?:(>)=?|(<)=?|=>|=<|==)({_N}|∞)\[?
    \0 is no claim → a bound is written >=8[…] or <=8[…], a value =8[…]
(?:=|>=|<=|≥|≤|~)([^\W\d].*?)\[?
    a number must follow the sign; found \1 → write =8[…]
~({_N})
    the estimate \0 stands before no children
    → an estimate touches its node's bracket: \0[…]; a leaf's value is just \1
({_N})%.*\[?
    a probability is a decimal or a fraction, not a percentage → write 0.5*3 or 1/2*3
([\-−].*)\*.*\[?
    a probability cannot be negative
(.*\*)
    a node must follow the probability \1 directly → write \13 or \1[…]
/+
    the node that is cut off must follow the slash directly → write /4 or /[…]
//.*\[?
    one slash is enough
[–—]({_N}|inf|∞)\[?
    a minus is needed here, not a dash → write -\1
.*?(?P<here>[;|&]).*
    `\1` is not part of the notation → separate children by spaces
\((.*)\)(.*)\[?
    a window is two numbers with a comma, directly before the node: (3,inf)[…]
"""
_NOTHING: Final = re.compile(r"\.\.+|…|[;|&]")
_SPACE_BEFORE_COLON: Final = re.compile(r"(\"[^\"\n]++\")[^\S\n]++:[^\S\n]*+")
_NAME_BEHIND_PLAYER: Final = re.compile(rf"({_PLAYER})[^\S\n]++((?!{RESERVED_WORD}:){_NAME}:)")
_DIRECTIVE_LIKE: Final = re.compile(
    rf"(?i:({'|'.join(NAMES)}))\b(?:[^\S\n]*[:=]|[^\S\n]+\w)[^\n]*+"
)


@cache
def _table() -> list[tuple[re.Pattern[str], str, str]]:
    """Return the rows of the table; compiling them takes 20 ms."""
    rows = []
    for entry in re.split(r"\n(?! {4})", _TABLE.strip()):
        pattern, _, sentences = entry.partition("\n    ")
        message, _, hint = sentences.replace("\n   ", "").partition(" → ")
        rows.append((re.compile(pattern), message, hint))
    return rows


def directive_without_sign(text: str, offset: int) -> str | None:
    """Return the directive that a line seems to be, were it not for the ``@``."""
    match = _DIRECTIVE_LIKE.match(text, offset)
    return match[1].lower() if match is not None else None


def recognise(text: str, offset: int) -> tuple[Slip, int, Meant]:
    """Return what is wrong with the piece at an offset, its length, and what to take it for."""
    if text[offset] == "@":
        stop = text.find("\n", offset)
        message = "a directive stands above its tree, not inside of brackets"
        slip = Slip(offset, message, "is a ] missing in the lines before?")
        return slip, (len(text) if stop < 0 else stop) - offset, "nothing"
    match = _PIECE.match(text, offset)
    piece = match[0] if match is not None else text[offset]
    bracket = "[" if text.startswith("[", offset + len(piece)) else ""
    length = len(piece + bracket)
    if (name := _SPACE_BEFORE_COLON.match(text, offset)) is not None:
        message, hint = "a colon stands directly behind a name", f"write {_shown(name[1])}:"
        return Slip(offset, message, hint), len(name[0]), "nothing"
    if (name := _NAME_BEHIND_PLAYER.match(text, offset)) is not None:
        hint = f"write {_shown(name[2])}{name[1]}[…]"
        return Slip(offset, "a node's name stands before its player", hint), length, "nothing"
    meant: Meant = "open" if bracket else "nothing" if _NOTHING.fullmatch(piece) else "leaf"
    explained = _explained(piece + bracket, offset) if length <= _LONGEST_EXPLAINED else None
    if explained is not None:
        return explained, length, meant
    in_ascii = unicodedata.normalize("NFKC", piece)
    if in_ascii != piece and in_ascii.isascii() and in_ascii.isprintable():
        message, hint = f"`{_shown(piece)}` is not part of the notation", f"write {in_ascii}"
        return Slip(offset, message, hint), length, meant
    expected = "a node's parts before its [" if bracket else "a value, a name or a bracket"
    hint = "the parts of a node, in order, all optional: 0.5*/C:min(3,inf)~4<=2[…]"
    return Slip(offset, f"found `{_shown(piece)}`, expected {expected}", hint), length, meant


def _explained(whole: str, offset: int) -> Slip | None:
    """Return what the table says of a piece, or of it without what is right at its beginning."""
    right = _BEFORE.match(whole)  # probability, slash, name
    for shift in sorted({0, right.end() if right is not None else 0}):
        for pattern, message, hint in _table():
            match = pattern.fullmatch(whole, shift)
            if match is None:
                continue
            groups = [_shown(each or "") for each in (match[0].removesuffix("["), *match.groups())]
            if r"\player" in hint:
                player = nearest(match[1], ("max", "min", "chance"))
                hint = hint.replace(r"\player", player) if player else ""  # noqa: PLW2901 - filled
            caret = match.start("here") if "here" in pattern.groupindex else shift
            return Slip(offset + caret, _filled(message, groups), _filled(hint, groups) or None)
    return None


def _filled(sentence: str, groups: list[str]) -> str:
    return re.sub(r"\\(\d)", lambda number: groups[int(number[1])], sentence)


def _shown(piece: str) -> str:
    return shorten(safe(piece), 32)


_OUTLINE_ROW: Final = re.compile(
    r"(?P<indent>[ \t│├└─╰┬`|]*+)(?:[-*+•][ \t]+)?[^\s#@\[\](){},;:][^\[\](){},;:\n]*"
)
_LONGEST_OUTLINE: Final = 100_000


def outline(text: str) -> Slip | None:
    """Return what to say of a text that is an indented outline, ``None`` where it is none.

    Its lines would otherwise be read as trees of one leaf each.
    """
    if "[" in text or "\n" not in text or len(text) > _LONGEST_OUTLINE:
        return None
    indents: list[tuple[int, int]] = []  # of each line, and where its text begins
    offset = 0
    for line in text.split("\n"):
        if line.strip() and not line.lstrip().startswith(("#", "@")):
            row = _OUTLINE_ROW.fullmatch(line.rstrip())
            if row is None:
                return None
            indents.append((len(row["indent"]), offset + len(row["indent"])))
        offset += len(line) + 1
    if len(indents) < 2 or indents[1][0] <= indents[0][0] or min(indents)[0] < indents[0][0]:
        return None
    message = "this is an indented outline; children stand in brackets"
    return Slip(indents[1][1], message, "such as A:[B:[3 12] C:[2 4]]")
