"""Recognises the slips that people make within one node, and says what to write instead."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, Literal

from treeexplorer.notation.directives import NAMES
from treeexplorer.notation.problems import Slip
from treeexplorer.notation.spelling import PLAIN_WORD, RESERVED_WORD, write_name
from treeexplorer.numbers import DECIMAL
from treeexplorer.text import nearest, safe, shorten

Meant = Literal["leaf", "open", "nothing"]


_LONGEST_EXPLAINED: Final = 200  # nobody types a longer slip, and the table need not be fast

_N: Final = rf"[+\-−]?{DECIMAL}"
_W: Final = PLAIN_WORD
_RESERVED: Final = RESERVED_WORD
_PLAYER: Final = r"(?:(?i:max|min|chance)|[▲△▼▽○])"

_PIECE: Final = re.compile(
    r"(?:\"[^\"\n]*+\"|\([^()\[\]\n]*+\)|[^\s,\[\](){}#\"]|(?<=[^\s,\[\](){}])\")++|\"[^\n\[\],]*+|.",
    re.DOTALL,
)
_BEFORE: Final = re.compile(
    rf"(?:(?:[0-9]++/[0-9]++|{_N})\*)?+(?:/(?=[^/]))?+"
    rf"(?:(?:(?!{_RESERVED}:){_W}|\"[^\"\n]++\"):(?=.))?+(?:{_PLAYER}(?=[(~=<>≤≥\[]))?+"
    rf"(?:\({_N},{_N}\)(?=.))?+"
)

# What a slip looks like (the bracket that follows it included), what is said, and the way out;
# {0} is the whole piece, {1} and {2} its groups.
_TABLE: Final = tuple(
    (re.compile(pattern), message, hint)
    for pattern, message, hint in (
        (
            r"[+\-−]?((?i:nan|none|null|true|false))",
            "{1} is not a value",
            "a value is a number, inf or -inf; a leaf that is not known is a word or ?",
        ),
        (rf"({_RESERVED}):.*", "{1} is a reserved word; as a name it needs quotes", 'write "{1}":'),
        (
            r"((?i:max|min|chance))",
            "{1} says whose node it is, and its children must follow",
            "write {1}[…]",
        ),
        (
            rf"((?i:max|min|chance))({_N})\[",
            "{1} and the value {2} must be told apart",
            "write {1}={2}[",
        ),
        (rf"({_W}|\"[^\"\n]++\")([\[(].*)", "a name needs a colon: `{1}:{2}`", "{player}"),
        (r"(\"[^\"\n]++\")", "a name needs a colon and a node behind it", "write {1}:7 or {1}:[…]"),
        (r'""(?::.*)?\[?', "a name has at least one character", None),
        (
            r'(.*[^\s:"*/)])("[^"]+".*?)\[?',
            "siblings are separated: found {1}{2}",
            "put a space between them: {1} {2}",
        ),
        (r'[^"]+".*', "a quoted name begins and ends with a quote", 'write "left child":7'),
        (r'"[^"]*', "the quote that begins here is not closed on its line", 'add the missing "'),
        (r"“.*|”.*|«.*", "a name is quoted with straight quotes", 'write "left child":7'),
        (rf"({_W}|\"[^\"\n]++\"):", "a node must follow the name {1}", "write {1}:7 or {1}:[…]"),
        (
            r"([0-9][\w']*):.*\[?",
            "a name cannot begin with a digit unless it is quoted",
            'write "{1}":',
        ),
        (r"(=|>=|<=|≥|≤|>|<|~)", "a number must follow the sign {1} directly", "write {1}8[…]"),
        (r":.*", "a colon stands directly behind a name", "write A:[3 4] or A:3"),
        (rf"({_W})=(.*?)\[?", "a colon stands behind a name, not an equals sign", "write {1}:{2}"),
        (
            rf"({_N})/({_N})",
            "{0} is not a value: values are whole numbers or decimals",
            "write two siblings with a space, or a decimal; a fraction can be a probability: {0}*…",
        ),
        (r"([+\-−]?[0-9]+(?:_[0-9]+)+)\[?", "{1} is not a number", "leave out the underscores"),
        (
            r"([+\-−]?0[xXoObB][0-9a-fA-F]+)\[?",
            "{1} is not a number",
            "write it as a decimal number",
        ),
        (
            rf"({_N})([+\-−]{_N}|[+\-−]∞)\[?",
            "siblings are separated: found {1}{2}",
            "put a space between them: {1} {2}",
        ),
        (r"\.\.|\.{4,}", "children that are not drawn are three dots", "write ..."),
        (r"(.+?)/?(\.\.\.+|…)\[?", "`...` stands alone, with a space before it", "write {1} ..."),
        (r"\*.*", "a probability stands before the star", "write 0.5*3 or 0.5*[…]"),
        (
            rf"(?:=|>=|<=|≥|≤)({_N}|∞|[+\-−]∞)",
            "the claim {0} stands before no children",
            "a claim touches its node's bracket: {0}[…]; a leaf's value is just {1}",
        ),
        (
            rf"(?:(>)=?|(<)=?|=>|=<|==)({_N}|∞)\[?",
            "{0} is no claim",
            "a bound is written >=8[…] or <=8[…], a value =8[…]",
        ),
        (
            r"(?:=|>=|<=|≥|≤|~)([^\W\d].*?)\[?",
            "a number must follow the sign; found {1}",
            "write =8[…]",
        ),
        (
            rf"~({_N})",
            "the estimate {0} stands before no children",
            "an estimate touches its node's bracket: {0}[…]; a leaf's value is just {1}",
        ),
        (
            rf"({_N})%.*\[?",
            "a probability is a decimal or a fraction, not a percentage",
            "write 0.5*3 or 1/2*3",
        ),
        (r"([\-−].*)\*.*\[?", "a probability cannot be negative", None),
        (r"(.*\*)", "a node must follow the probability {1} directly", "write {1}3 or {1}[…]"),
        (r"/+", "the node that is cut off must follow the slash directly", "write /4 or /[…]"),
        (r"//.*\[?", "one slash is enough", None),
        (rf"[–—]({_N}|inf|∞)\[?", "a minus is needed here, not a dash", "write -{1}"),
        (
            r".*?(?P<here>[;|&]).*",
            "`{1}` is not part of the notation",
            "separate children by spaces",
        ),
        (
            r"\((.*)\)(.*)\[?",
            "a window is two numbers with a comma, directly before the node: (3,inf)[…]",
            None,
        ),
    )
)
_NOTHING: Final = re.compile(r"\.\.+|…|[;|&]")
_SPACE_BEFORE_COLON: Final = re.compile(r"(\"[^\"\n]++\")[^\S\n]++:[^\S\n]*+")
_NAME_BEHIND_PLAYER: Final = re.compile(
    rf"({_PLAYER})[^\S\n]++((?!{_RESERVED}:)(?:{_W}|\"[^\"\n]++\"):)"
)
_DIRECTIVE_LIKE: Final = re.compile(
    rf"(?i:({'|'.join(NAMES)}))\b(?:[^\S\n]*[:=]|[^\S\n]+\w)[^\n]*+"
)
_ORDER: Final = re.compile(
    rf"(?P<probability>(?:[0-9]++/[0-9]++|{_N})\*)|(?P<cut>/)|(?P<name>(?:{_W}|\"[^\"\n]++\"):)"
    rf"|(?P<player>{_PLAYER})|(?P<window>\([^()]*+\))|(?P<estimate>~{_N})"
    rf"|(?P<claim>(?:[<>]=|[=≤≥])?+{_N}|\?)"
)


def directive_without_sign(text: str, offset: int) -> str | None:
    """Return the name of the directive that a line seems to be, were it not for the ``@``."""
    found = _DIRECTIVE_LIKE.match(text, offset)
    return found[1].lower() if found is not None else None


def recognise(text: str, offset: int) -> tuple[Slip, int, Meant]:
    """Return what is wrong with the piece that begins at an offset.

    Returns:
        What to say, how many characters the piece takes, and what to take it for.
    """
    if text[offset] == "@":
        stop = text.find("\n", offset)
        slip = Slip(
            offset,
            "a directive stands above its tree, not inside of brackets",
            "is a ] missing in the lines before?",
        )
        return slip, (len(text) if stop < 0 else stop) - offset, "nothing"
    found = _PIECE.match(text, offset)
    piece = found[0] if found is not None else text[offset]
    opens = text[offset + len(piece) : offset + len(piece) + 1] == "["
    length = len(piece) + opens
    if (name := _SPACE_BEFORE_COLON.match(text, offset)) is not None:
        hint = f"write {_shown(name[1])}:"
        return Slip(offset, "a colon stands directly behind a name", hint), len(name[0]), "nothing"
    if (name := _NAME_BEHIND_PLAYER.match(text, offset)) is not None:
        hint = f"write {_shown(name[2])}{name[1]}[…]"
        return Slip(offset, "a node's name stands before its player", hint), length, "nothing"
    meant: Meant = "open" if opens else "nothing" if _NOTHING.fullmatch(piece) else "leaf"
    explained = _explained(piece + "[" * opens, offset) if length <= _LONGEST_EXPLAINED else None
    return explained or _other(piece, offset, opens=opens), length, meant


def _explained(whole: str, offset: int) -> Slip | None:
    """Return what the table says of a piece, or of it without what is right at its beginning."""
    right = _BEFORE.match(whole)  # probability, slash, name
    for shift in sorted({0, right.end() if right is not None else 0}):
        for pattern, message, hint in _TABLE:
            if (slip := pattern.fullmatch(whole, shift)) is not None:
                shown = [
                    _shown(group or "") for group in (slip[0].removesuffix("["), *slip.groups())
                ]
                caret = slip.start("here") if "here" in pattern.groupindex else shift
                way_out = (
                    _name_meant(slip[1]) if hint == "{player}" else hint and hint.format(*shown)
                )
                return Slip(offset + caret, message.format(*shown), way_out)
    return None


def _name_meant(word: str) -> str | None:
    """Return what else than a name was perhaps meant: the cross of a cut branch, or a player."""
    if word == "X":
        return "or, where X marks a branch that is cut off, a slash: /["
    meant = nearest(word, ("max", "min", "chance"))
    return f"or did you mean {meant}[?" if meant else None


def _other(piece: str, offset: int, *, opens: bool) -> Slip:
    ascii_piece = unicodedata.normalize("NFKC", piece)
    if ascii_piece != piece and ascii_piece.isascii() and ascii_piece.isprintable():
        message = f"`{_shown(piece)}` is not part of the notation"
        return Slip(offset, message, f"write {ascii_piece}")
    if _are_parts(piece):
        return Slip(
            offset,
            f"the parts of `{_shown(piece)}{'[' * opens}` are not in order",
            "probability, slash, name, player, window, estimate, claim: 0.5*/C:min(3,inf)~4<=2[…]",
        )
    expected = "a node's parts before its [" if opens else "a value, a name or a bracket"
    return Slip(offset, f"found `{_shown(piece)}`, expected {expected}")


def _are_parts(piece: str) -> bool:
    """Tell whether a piece is a node's parts, each once, in a wrong order."""
    kinds: list[int] = []
    offset = 0
    while offset < len(piece):
        found = _ORDER.match(piece, offset)
        if found is None:
            return False
        kinds.append(found.lastindex or 0)
        offset = found.end()
    return len(set(kinds)) == len(kinds) and kinds != sorted(kinds)


def _shown(piece: str) -> str:
    return shorten(safe(piece), 32)


# -- an outline ------------------------------------------------------------------------------------

_OUTLINE_ROW: Final = re.compile(
    r"(?P<indent>[ \t│├└─╰┬`|]*+)(?:[-*+•][ \t]+)?(?P<word>[^\s#@\[\](){},;:][^\[\](){},;:\n]*)"
)
_MOST_ROWS: Final = 1000
_LONGEST_TRANSLATION: Final = 60


def outline(text: str) -> Slip | None:
    """Return what to say of a text that is an indented outline, ``None`` where it is none.

    Its lines would otherwise be read as trees of one leaf each.
    """
    if "[" in text or "\n" not in text or len(text) > 100 * _MOST_ROWS:
        return None
    rows: list[tuple[int, str, int]] = []
    offset = 0
    for line in text.split("\n"):
        if line.strip() and not line.lstrip().startswith(("#", "@")):
            found = _OUTLINE_ROW.fullmatch(line.rstrip())
            if found is None:
                return None
            rows.append((len(found["indent"]), found["word"].strip(), offset))
        offset += len(line) + 1
    if len(rows) < 2 or rows[1][0] <= rows[0][0] or min(row[0] for row in rows[1:]) < rows[0][0]:
        return None
    meant = _translation(rows)
    return Slip(
        rows[1][2] + rows[1][0],
        "this is an indented outline; children stand in brackets",
        f"write {meant}" if len(meant) <= _LONGEST_TRANSLATION else "such as A:[B:[3 12] C:[2 4]]",
    )


def _translation(rows: list[tuple[int, str, int]]) -> str:
    """Return an outline in brackets."""
    parts: list[str] = []
    opened: list[int] = []
    for (indent, word, _), after in zip(rows, [*rows[1:], None], strict=True):
        while opened and opened[-1] >= indent:
            parts.append("]")
            opened.pop()
        if parts and not parts[-1].endswith("["):
            parts.append(" ")
        if after is not None and after[0] > indent:
            parts.append(f"{write_name(word)}:[")
            opened.append(indent)
        else:
            parts.append(word)
    written = "".join(parts) + "]" * len(opened)
    has_one_root = sum(indent == rows[0][0] for indent, *_ in rows) == 1
    return written if has_one_root else f"[{written}]"
