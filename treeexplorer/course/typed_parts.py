"""What people type for the parts of a node in a hand-in, and what each part means.

A node of the notation has *parts*: a slash, a probability, a name, a player, a window, an estimate
and a *claim*, which is the value or bound that is written at the node. People type them in other
ways, too, which the notation refuses, though it is plain what they mean. Such a way is a *slip*.

>>> claim_as_meant("=< 2,5"), window_as_meant("]3, oo[")
('<=2.5', '(3,inf)')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

PartKind: TypeAlias = Literal[
    "slash", "probability", "name", "player", "window", "estimate", "claim"
]
"""The kinds of parts that may stand before a leaf's value or a node's bracket."""

PartSlip: TypeAlias = Literal[
    "space", "slash", "comma", "infinity", "sign", "window", "claim behind bracket", "brackets"
]
"""What is unusual about a part: the notation writes it otherwise, and it is read as meant."""

# -- numbers and signs -----------------------------------------------------------------------------

_INFINITY: Final = r"(?i:\\?inf(?:inity|ty)?|oo)|∞"
_UNSIGNED: Final = rf"(?:\d+(?:[.,/]\d+)?(?:[eE][-+]?\d+)?|\.\d+|{_INFINITY})"
_NUMBER: Final = rf"[-+−]?{_UNSIGNED}"
_SPACED_NUMBER: Final = rf"[-+−]?\s?{_UNSIGNED}"
NUMBER_OF_NOTATION: Final = r"[-+−]?(?:\d+(?:[./]\d+)?(?:[eE][-+]?\d+)?|\.\d+|(?i:inf)|∞)"
"""A number as the notation has it: with a decimal point, and no other word for infinity."""
_SIGN: Final = r"<=|>=|=<|=>|≤|≥|⩽|⩾|=|(?i:at\s+(?:least|most)\b)"
_STARTS_WITH_SIGN: Final = re.compile(_SIGN)
_OR_LESS: Final = r"\s+or\s+(?:less|fewer|lower|smaller|below)\b"
_OR_MORE: Final = r"\s+or\s+(?:more|greater|higher|larger|bigger|above)\b"
_SIGNS_BEHIND: Final = {
    "<=": re.compile(_OR_LESS, re.IGNORECASE),
    ">=": re.compile(_OR_MORE, re.IGNORECASE),
}
"""What stands behind a number for a sign before it: ``2 or less`` is ``<=2``."""
_V: Final = rf"(?i:value|val|v)\s*(?::|(?={_SIGN}))"
_STARTS_WITH_V: Final = re.compile(_V)
_SIGNS_AS_MEANT: Final = {  # any other sign means itself
    "at least": ">=",
    "at most": "<=",
    "=<": "<=",
    "⩽": "<=",
    "≤": "<=",
    "=>": ">=",
    "⩾": ">=",
    "≥": ">=",
}
_SHOWN_SIGNS: Final = {"<=": "≤ ", ">=": "≥ "}

# -- windows ---------------------------------------------------------------------------------------

_ALPHA: Final = r"(?:α\s*[=:]|(?:alpha|a)\s*=|\balpha(?=\s))"
_BETA: Final = r"(?:β\s*[=:]|(?:beta|b)\s*=|\bbeta(?=\s))"
_ALPHA_END: Final = rf"(?P<alpha>{_NUMBER})"
_BETA_END: Final = rf"(?P<beta>{_NUMBER})"
_NAMED_ENDS: Final = rf"{_ALPHA}\s*{_ALPHA_END}\s*[,;|]?\s*{_BETA}\s*{_BETA_END}"
_USUAL_ENDS: Final = (
    rf"\s*(?P<alpha>{NUMBER_OF_NOTATION}|\?)\s*,\s*(?P<beta>{NUMBER_OF_NOTATION}|\?)\s*"
)
_SPACED_ENDS: Final = rf"\s*(?P<alpha>{_SPACED_NUMBER})\s*[,;|]\s*(?P<beta>{_SPACED_NUMBER})\s*"
_ENDS_BEHIND_COLONS: Final = (
    rf"\s*(?:alpha|a)\s*:\s*{_ALPHA_END}\s*[,;|]?\s*(?:beta|b)\s*:\s*{_BETA_END}\s*"
)
_USUAL_WINDOW: Final = re.compile(rf"\({_USUAL_ENDS}\)")
_ENDS: Final = (
    re.compile(_USUAL_ENDS),  # 3, 7
    re.compile(rf"\s*{_ALPHA_END}\s*(?:[;|]|\.\.+|…)\s*{_BETA_END}\s*"),  # 3; 7 or 3..7
    re.compile(_SPACED_ENDS),  # - 3, 7
    re.compile(rf"\s*{_ALPHA_END}\s+to\s+{_BETA_END}\s*", re.IGNORECASE),  # 3 to 7
    re.compile(rf"\s*{_ALPHA_END}\s+{_BETA_END}\s*"),  # 3 7
    re.compile(rf"\s*{_NAMED_ENDS}\s*", re.IGNORECASE),  # α=3, β=7
    re.compile(_ENDS_BEHIND_COLONS, re.IGNORECASE),  # alpha: 3, beta: 7
)
"""The two ends of a window, ``alpha`` and ``beta``, as they are written within its parentheses."""
WINDOW_IN_PARENTHESES: Final = re.compile(r"\([^()\[\]\n]*\)|\([^()\[\]\n<>=≤≥]*")
"""What stands in parentheses; the closing one may be missing: ``(3, inf``."""
WINDOW_WITHOUT_BRACKETS: Final = re.compile(
    rf"(?:{_NAMED_ENDS}"  # α=3 β=7
    rf"|{_NUMBER}\s*(?:[;|]|\.\.+|…)\s*{_NUMBER}"  # 3; 7 or 3..7
    rf"|{_NUMBER}\s*[,\s]\s*[-+−]?(?:{_INFINITY})"  # 3, inf
    rf"|[-+−]?(?:{_INFINITY})\s*[,\s]\s*{_NUMBER})(?![\w.])",  # -inf, 7
    re.IGNORECASE,
)
"""A window without parentheses that is no value: ``3..7``, ``3, inf``, ``α=3 β=7``."""
_TO_INFINITY: Final = (
    rf"(?:{_NUMBER}\s*[,;|]\s*[-+−]?(?:{_INFINITY})"  # 3, inf
    rf"|[-+−]?(?:{_INFINITY})\s*[,;|]\s*{_NUMBER})"  # -inf, 7
)
_IN_OTHER_BRACKETS: Final = (
    rf"[({{<]\s*{_NUMBER}\s*[,;|]\s*{_NUMBER}\s*[)}}>\]]"  # <3, 7> or (3, 7]
    rf"|\]\s*{_TO_INFINITY}\s*[\[\]]"  # ]3, inf[
    rf"|\[\s*{_TO_INFINITY}\s*[\[)]"  # [3, inf[ or [3, inf)
)
WINDOW_IN_OTHER_BRACKETS: Final = re.compile(_IN_OTHER_BRACKETS)
"""A window in unusual or unequal brackets: ``<3, 7>``, ``(3, inf]``, ``]3, inf[``.

Where the brackets may be those of children, one end is infinite: ``[3, 7[`` are two children.
"""
FLAT_BRACKETS: Final = re.compile(
    rf"\[(?:[^()\[\]\n]|\([^()\[\]\n]*\))*\](?!\s*{_TO_INFINITY}\s*[\[\]])"
)
"""Square brackets without others in them: a window, or children that are all leaves."""
BRACKETS_OF_NODES: Final = re.compile(
    rf'"[^"\n]*"|#[^\n]*|{_IN_OTHER_BRACKETS}|(?P<opened>\[)|(?P<closed>\])'
)
"""An opened or closed bracket of a node, or what to pass over where these are counted."""
_HALF_IN_PARENTHESES: Final = re.compile(
    rf"\(\s*{_NUMBER}\s*[,;|]\s*{_NUMBER}\s*\]|\[\s*{_NUMBER}\s*[,;|]\s*{_NUMBER}\s*\)"
)
"""A window with one bracket and one parenthesis: ``(3, inf]``."""
_PROPER_INTERVAL: Final = re.compile(
    r"""
      [(\]] \s* [-−] [^\d\[\]()]* [,;|] [^\[\]()]* \d \s* \]   # from −∞ up to a number: (-inf, 2]
    | \[ [^\[\]()]* \d \s* [,;|] [^\d\[\]()]* [\[)]            # from a number up to ∞: [3, inf[
    """,
    re.VERBOSE,
)
"""A window that has the brackets of an interval of values: ``(-inf, 2]``, ``[3, inf[``."""

# -- all parts -------------------------------------------------------------------------------------

STRINGS_AND_COMMENTS: Final = re.compile(r'"[^"]*"|#.*')
"""Where brackets do not count."""
QUOTES: Final = '„“”«»"'
_BEHIND_CLAIM: Final = rf"(?=[\s\[\]()#,;!?{QUOTES}]|$)"
SPACED_NEGATIVE: Final = re.compile(rf"[-−]\s+{_UNSIGNED}{_BEHIND_CLAIM}")
"""A number with blanks behind its minus, as a claim; at the root the minus may be a bullet."""
PARTS: Final[dict[PartKind, re.Pattern[str]]] = {
    "slash": re.compile(r"[/\\]+"),
    "probability": re.compile(r"(?:\d+(?:[.,/]\d*)?|\.\d+)\s*\*"),
    "name": re.compile(rf"(?:[{QUOTES}][^{QUOTES}\n\[]*[{QUOTES}]|[^\W\d][\w\']*)\s*:"),
    "player": re.compile(r"(?i:max|min|chance)(?!\w)(?:\s*:)?|[▲△▼▽○]"),
    "window": WINDOW_IN_PARENTHESES,
    "estimate": re.compile(rf"~\s*(?:{_NUMBER})"),
    "claim": re.compile(
        rf"(?:{_V})?\s*(?:(?:{_SIGN})\s*{_SPACED_NUMBER}|{_NUMBER}(?i:{_OR_LESS}|{_OR_MORE})?"
        rf"|(?:{_SIGN})?\s*\?){_BEHIND_CLAIM}"
    ),
}
"""Each kind of part as it may be typed, in the order in which they are tried."""
_IN_ORDER: Final[tuple[PartKind, ...]] = (
    "probability",
    "slash",
    "name",
    "player",
    "window",
    "estimate",
)
"""The parts in the order of the notation; a value or bound comes last."""
_BLANKS_WITHIN_PART: Final = re.compile(r"\s+(?=\*)|(?<=~)\s+")
"""Blanks before the star of a probability, or behind the sign ``~``."""
_NEEDS_EQUALS: Final = re.compile(r".*(?:[)▲△▼▽○]|(?i:max|min|chance)|~[^~]+)", re.DOTALL)


def count_open_brackets(line: str) -> int:
    """Return how many more brackets are opened than closed on a line, those of windows apart.

    >>> count_open_brackets("[A:(3, 7][2 4] ["), count_open_brackets("6]]")
    (2, -2)
    """
    without_windows = _HALF_IN_PARENTHESES.sub("", line)
    return without_windows.count("[") - without_windows.count("]")


# -- as the notation writes it ---------------------------------------------------------------------


def join_parts(parts: Mapping[PartKind, str]) -> str:
    """Return the parts joined in the order of the notation, without the claim.

    >>> join_parts({"window": "(3,7)", "name": "A:", "claim": "<=2"})
    'A:(3,7)'
    """
    return "".join(parts.get(kind, "") for kind in _IN_ORDER)


def format_claim_behind(before: str, claim: str) -> str:
    """Return a claim as it is written behind the other parts of its node.

    Behind a player, a window or an estimate a number has ``=`` before it.

    >>> format_claim_behind("(2,7)", "3"), format_claim_behind("A:", "3")
    ('=3', '3')
    >>> format_claim_behind("(2,7)", "<=3")
    '<=3'
    """
    is_number = claim and not has_sign(claim)
    if is_number and _NEEDS_EQUALS.fullmatch(before):
        return f"={claim}"
    return claim


def name_as_meant(name: str) -> str:
    """Return a name as the notation writes it, with straight quotes and a colon behind it.

    >>> name_as_meant("A :"), name_as_meant("„left child“:"), name_as_meant("D")
    ('A:', '"left child":', 'D:')
    """
    with_straight_quotes = re.sub(f"[{QUOTES}]", '"', name)
    return f"{with_straight_quotes.rstrip(': ')}:"


def player_as_meant(player: str) -> str:
    """Return a player as the notation writes it: ``MAX :`` as ``MAX``."""
    return player.rstrip(": ")


def without_inner_blanks(part: str) -> str:
    """Return a probability or estimate without the blanks that people type within it.

    >>> without_inner_blanks("~ 3"), without_inner_blanks("0,5 *")
    ('~3', '0.5*')
    """
    return _BLANKS_WITHIN_PART.sub("", part).replace(",", ".")


def has_sign(claim: str) -> bool:
    """Tell whether a claim begins with a sign such as ``<=`` or ``=``."""
    return _STARTS_WITH_SIGN.match(claim) is not None


def remove_v(claim: str) -> str:
    """Return a claim without ``v`` before it: ``v<=2`` as ``<=2``, ``v: 2`` as ``2``."""
    return _STARTS_WITH_V.sub("", claim, count=1).strip()


def claim_as_meant(claim: str) -> str:
    """Return a claim with the notation's sign and number.

    >>> claim_as_meant("=< 2,5"), claim_as_meant("v ≥oo"), claim_as_meant("At most 2")
    ('<=2.5', '>=inf', '<=2')
    >>> claim_as_meant("2 or less"), claim_as_meant("= 3"), claim_as_meant("−3")
    ('<=2', '=3', '-3')
    """
    without_v = remove_v(claim)
    sign, number = _split_sign_behind(without_v)
    if not sign:
        typed_sign, number = _split_sign(without_v)
        usual_sign = " ".join(typed_sign.lower().split())
        sign = _SIGNS_AS_MEANT.get(usual_sign, typed_sign)
    return f"{sign}{_normalize_number(number.strip())}"


def _split_sign_behind(claim: str) -> tuple[str, str]:
    """Return the sign that words behind a number mean, which may be empty, and the number.

    >>> _split_sign_behind("2 or less"), _split_sign_behind("3")
    (('<=', '2'), ('', '3'))
    """
    for sign, words in _SIGNS_BEHIND.items():
        number, count = words.subn("", claim)
        if count > 0:
            return sign, number
    return "", claim


def _split_sign(claim: str) -> tuple[str, str]:
    """Return the sign of a claim, which may be empty, and what stands behind it.

    >>> _split_sign("<=2"), _split_sign("3")
    (('<=', '2'), ('', '3'))
    """
    match = _STARTS_WITH_SIGN.match(claim)
    if match is None:
        return "", claim
    return match[0], claim[match.end() :]


def _normalize_number(number: str) -> str:
    """Return a number as the notation writes it.

    >>> _normalize_number("−2,5"), _normalize_number("+oo"), _normalize_number("1/3")
    ('-2.5', 'inf', '1/3')
    """
    is_negative = number.startswith(("-", "−"))
    minus = "-" if is_negative else ""
    digits = number.lstrip("-+−").strip()
    if re.fullmatch(_INFINITY, digits):
        return f"{minus}inf"
    return f"{minus}{digits.replace(',', '.')}"


def window_as_meant(window: str) -> str | None:
    """Return a window as the notation writes it; ``None`` if its two ends cannot be told apart.

    >>> window_as_meant("[3, oo]"), window_as_meant("(2,5; 7)"), window_as_meant("(-inf 4")
    ('(3,inf)', '(2.5,7)', '(-inf,4)')
    >>> print(window_as_meant("(3;;4)"))
    None
    """
    inside = window.strip("()[]{}<>")
    for pattern in _ENDS:
        ends = pattern.fullmatch(inside)
        if ends is not None:
            alpha = _normalize_number(ends["alpha"])
            beta = _normalize_number(ends["beta"])
            return f"({alpha},{beta})"
    return None


def is_written_as_interval(typed: str, window: str) -> bool:
    """Tell whether a window has the brackets of an interval of values, or holds one value alone.

    >>> is_written_as_interval("(-inf, 2]", "(-inf,2)"), is_written_as_interval("[2, 2]", "(2,2)")
    (True, True)
    >>> is_written_as_interval("[3, inf]", "(3,inf)")
    False
    """
    alpha, _, beta = window.strip("()").partition(",")
    is_one_value = alpha == beta and typed.startswith("[")
    return is_one_value or _PROPER_INTERVAL.fullmatch(typed) is not None


# -- slips -----------------------------------------------------------------------------------------


def has_usual_form(window: str) -> bool:
    """Tell whether a window is typed as the notation writes it: ``(3, inf)``."""
    return _USUAL_WINDOW.fullmatch(window) is not None


def find_slip_in_claim(claim: str) -> PartSlip | None:
    """Return the kind of slip in a claim; ``None`` if it is written as usual.

    >>> [find_slip_in_claim(claim) for claim in ("2,5", "oo", "=< 2", "<=2")]
    ['comma', 'infinity', 'sign', None]
    """
    # One piece has one remark: of several slips the first of this list is named.
    if _STARTS_WITH_V.match(claim):
        return "sign"
    if "," in claim:
        return "comma"
    has_usual_number = re.search(NUMBER_OF_NOTATION, claim) is not None
    is_blank = "?" in claim
    if not has_usual_number and not is_blank:  # only infinity has other spellings, such as `oo`
        return "infinity"
    has_sign_in_words = any(sign.search(claim) for sign in _SIGNS_BEHIND.values())
    if has_sign_in_words or claim.lower().startswith(("=<", "=>", "at")):
        return "sign"
    return None


# -- as remarks show it ----------------------------------------------------------------------------


def format_part(kind: PartKind, part: str) -> str:
    """Return a part of the notation as remarks show it, with ``≤``, ``−`` and ``∞``.

    >>> format_part("claim", "<=-2"), format_part("window", "(-inf,3)"), format_part("slash", "/")
    ('≤ −2', '(−∞, 3)', 'a slash')
    """
    if kind == "slash":
        return "a slash"
    if kind == "claim":
        return _format_claim(part)
    if kind == "window":
        return _format_numbers(part.replace(",", ", "))
    return _format_numbers(part)


def _format_claim(claim: str) -> str:
    """Return a claim of the notation as a remark shows it; ``=`` is not shown.

    >>> _format_claim("=inf"), _format_claim(">=3")
    ('+∞', '≥ 3')
    """
    sign, number = _split_sign(claim)
    return f"{_SHOWN_SIGNS.get(sign, '')}{_format_numbers(number)}"


def _format_numbers(text: str) -> str:
    """Return a text of the notation with ``−`` and ``∞``."""
    # Minus infinity first: the other two replacements would take it apart.
    return text.replace("-inf", "−∞").replace("inf", "+∞").replace("-", "−")
