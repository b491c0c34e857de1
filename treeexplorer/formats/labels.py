r"""Takes apart what is written in a node of a drawing: ``A``, ``5``, ``▲ A\n= 6``, ``D: 5``.

Graphviz, LaTeX and Mermaid have one text a node, and people put into it whatever they draw there.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.words import MEASURES, VALUE, meaning, plain_word, player_named
from treeexplorer.notation.document import BoundSign
from treeexplorer.numbers import NUMBER, NUMBER_OR_FRACTION
from treeexplorer.text import quoted
from treeexplorer.tree import Player

_NUMBER: Final = re.compile(NUMBER)
_CLAIM: Final = re.compile(rf"=\s*+({NUMBER_OR_FRACTION})")
_ESTIMATE: Final = re.compile(rf"~\s*+({NUMBER})")
_NAMED_NUMBER: Final = re.compile(rf"(?P<name>[^:=()]*[^:=()\s<>≤≥])\s*(?:[:=]\s*|\((?=.*\)$))"
                                  rf"(?P<number>{NUMBER})\)?")  # fmt: skip
_NUMBER_IN_PARENTHESES: Final = re.compile(rf"(?P<rest>.*?)\(\s*(?P<number>{NUMBER})\s*\)")
_NUMBER_BEHIND_PARENTHESIS: Final = re.compile(rf"(?P<rest>.*\))\s*[:=]\s*(?P<number>{NUMBER})")
_BOUND: Final = re.compile(
    rf"(?P<rest>[^<>=≤≥]*)(?P<sign>≤|≥|<=|>=)\s*+(?P<number>{NUMBER_OR_FRACTION})"
)
_SIGN_OF_BOUND: Final[dict[str, BoundSign]] = {"≤": "<=", "<=": "<=", "≥": ">=", ">=": ">="}
_SIGNS_OF_BOUND: Final = frozenset("≤≥<>")
_WINDOW: Final = re.compile(
    r"(?P<rest>[^()\[\]]*?)(?P<names>\(?(?i:α|alpha)\s*[,;/]\s*(?i:β|beta)\)?\s*[:=]?\s*)?"
    rf"[(\[]\s*(?P<low>{NUMBER_OR_FRACTION})\s*[,;]"
    rf"\s*(?P<high>{NUMBER_OR_FRACTION})\s*[)\]]"
)
_END_OF_WINDOW: Final = re.compile(
    rf"(?:(?<![\s,;|(\[])[\s,;|(\[]++)?(?<!\w)(?i:(?P<alpha>α|alpha)|β|beta)\s*[=:]\s*"
    rf"(?P<number>{NUMBER_OR_FRACTION})(?![\w.])[)\]]?"
)
_NAME_OF_BOUND: Final = re.compile(r"(?:.*[^\w])?(?:α|β|alpha|beta)", re.IGNORECASE)
_BETWEEN_FIELDS: Final = re.compile(r"[;|]|,\s+")
_SEPARATE_NUMBER: Final = re.compile(r"(?<![\w.\-−])[+\-−]?(?:\d+\.?\d*|\.\d+|∞)(?![\w])")
_NUMBER_OTHERWISE: Final = re.compile(
    r"[+\-−]?[\d\u00bc-\u00be\u2150-\u215e][\d_.,'\u00bc-\u00be\u2150-\u215e]*%?"
)
_LONGEST_LINE: Final = 500
"""A longer line is prose; some expressions take time in the square of its length."""
_FRACTION: Final = re.compile(r"[+\-−]?\d+/\d+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_PLAYER_FIRST: Final = re.compile(r"(?P<player>[▲△▼▽○]|(?i:max|min|chance)\b)[\s:]*(?P<rest>.*)")
_PLAYER_LAST: Final = re.compile(r"(?P<rest>.*?)\s*[(:]\s*(?P<player>\w+|[▲△▼▽○])\)?")
ELLIPSES: Final = frozenset({"...", "…", "⋯"})
"""What stands for children that are not drawn."""


class WindowOfLabel(NamedTuple):
    """The ends of a window as they are written, and whether α and β say that it is one."""

    low: str
    high: str
    is_named: bool


class BoundOfLabel(NamedTuple):
    """A bound as it is written: ``≤ 2``."""

    sign: BoundSign
    number: str


class LabelParts(NamedTuple):
    """The parts of a label.

    A part that it does not have is ``None``, and a missing name is empty.
    """

    name: str = ""
    number: str | None = None
    player: Player | None = None
    claim: str | None = None  # written with `=`, which no placeholder is
    estimate: str | None = None
    bound: BoundOfLabel | None = None
    window: WindowOfLabel | None = None
    # Beside `number`: nothing says which of them is the value. Of numbers alone, `5 3`, the line.
    second_number: str | None = None


class PlayerAndRest(NamedTuple):
    """The player that a text names, ``None`` if it names none, and the rest of the text."""

    player: Player | None
    rest: str


class _WindowAndRest(NamedTuple):
    """The window that a label has, ``None`` if it has none, and the label without it."""

    window: WindowOfLabel | None
    rest: str


def spells_number(text: str) -> bool:
    """Tell whether a text is a number as the notation has it."""
    return _NUMBER.fullmatch(text) is not None


def parse_label(label: str) -> LabelParts:
    r"""Return the parts of a label, which is read line by line.

    >>> parse_label("▲ A\n= 6")[:4]
    ('A', None, <Player.MAX: 'max'>, '6')
    >>> parse_label("D: 5")[:2], parse_label("C ≤ 2").bound
    (('D', '5'), BoundOfLabel(sign='<=', number='2'))
    >>> parse_label("α=3\nβ=∞").window
    WindowOfLabel(low='3', high='∞', is_named=True)
    >>> parse_label("5 (3)").second_number
    '5'
    """
    window, label_without_window = _split_named_window(label)
    parts = LabelParts(window=window)
    for line in label_without_window.split("\n"):
        parts = _parse_line(parts, line.strip())
    return parts


def make_misplaced_ellipsis_error(place: int | None) -> UnreadableError:
    """Return the error for an ellipsis that is not the last of several children."""
    hint = "children that are not drawn come behind one that is drawn, as the last"
    return UnreadableError("an ellipsis cannot stand here", place, hint)


def parse_node_label(label: str, place: int | None, *, is_leaf: bool) -> LabelParts:
    """Return the parts of a node's label, and refuse a label whose value is not plain.

    Args:
        label: The label, such as ``D: 5``.
        place: The offset of the label in the text that is read; ``None`` if it is not known.
        is_leaf: Whether the node is a leaf, which has one value and no bound.

    Raises:
        UnreadableError: It has several numbers, or a leaf has one that is not plainly its value.
    """
    parts = parse_label(label)
    has_only_numbers = parts.second_number == label.strip()  # 5 3, or 1/2
    if is_leaf and has_only_numbers:
        raise _make_lone_number_error(label, place)

    # A number, a claim (= 5) and a bound (≤ 5) each say what the node is worth.
    values = [parts.number, parts.claim, parts.bound]
    has_several_values = sum(value is not None for value in values) > 1
    if parts.second_number is not None or has_several_values:
        message = f"{_quote_on_one_line(label)} has two numbers: which of them is the value?"
        raise UnreadableError(message, place, "leave one number in the label")

    if is_leaf:
        _check_leaf_has_value(label, parts, place)
    return parts


def _check_leaf_has_value(label: str, parts: LabelParts, place: int | None) -> None:
    """Raise an error if a leaf has a bound, or no value although a number stands in its label."""
    if parts.bound is not None:
        message = f"{_quote_on_one_line(label)} is a bound, and a leaf has a value"
        raise UnreadableError(message, place, "give the node its children, or the leaf its value")
    if parts.number is not None or parts.claim is not None:
        return
    end_of_window = _END_OF_WINDOW.search(label)
    if end_of_window is not None:
        message = f"{_quote_on_one_line(end_of_window[0])} is one end of a window, and no value"
        raise UnreadableError(message, place, "give the leaf its value")
    check_no_number_in_text(label, place)


def check_no_number_in_text(text: str, place: int | None) -> None:
    """Raise an error if a number stands in the text of a leaf that is no number as a whole.

    Such a text is no plain name, and no plain value. A word such as ``x1`` goes through, and so
    does a text without digits.

    Args:
        text: The text.
        place: Its offset in the text that is read; ``None`` if it is not known.

    Raises:
        UnreadableError: A number stands in it: ``C 7``, ``3 / 7``, ``(0, 0)``; or it is a number
            that is written otherwise than here: ``1_000``, ``½``.
    """
    has_lone_number = _SEPARATE_NUMBER.search(text) is not None  # apart from letters
    if has_lone_number:
        raise _make_lone_number_error(text, place)
    is_number_otherwise = _NUMBER_OTHERWISE.fullmatch(text) is not None
    if is_number_otherwise:
        message = f"{_quote_on_one_line(text)} is not a number as it is written here"
        raise UnreadableError(message, place, "numbers are written as 1000 and 3.5")


def _make_lone_number_error(text: str, place: int | None) -> UnreadableError:
    """Return the error that a number stands by itself in the text of a leaf.

    Its words depend on whether that is a fraction ``1/2``, several numbers ``(0, 0)``, or a number
    beside a word, ``C 7``.
    """
    shown_text = _quote_on_one_line(text)
    if _FRACTION.fullmatch(text.strip()) is not None:
        hint = "the value of a leaf is an integer or a decimal, such as 0.5"
        return UnreadableError(f"{shown_text} is a fraction", place, hint)
    has_word = _LETTER.search(text) is not None
    if not has_word:
        hint = "the value of a leaf is one number, such as 3 or 0.5"
        return UnreadableError(f"{shown_text} is not one number", place, hint)
    hint = "a name and a value are written as D: 5, a name without a value has no lone number"
    return UnreadableError(f"{shown_text} may be a name, or a name and a value", place, hint)


def _quote_on_one_line(label: str) -> str:
    """Return a label in quotation marks, with its lines joined by blanks."""
    return quoted(" ".join(label.split()))


def _split_named_window(label: str) -> _WindowAndRest:
    r"""Split a label into the window that α and β name in it, and the rest.

    Both ends of the window must be there, and each once; else the label has none.

    >>> _split_named_window("A\nα=3, β=∞")
    _WindowAndRest(window=WindowOfLabel(low='3', high='∞', is_named=True), rest='A\n')
    """
    ends = list(_END_OF_WINDOW.finditer(label))
    lows = [end["number"] for end in ends if end["alpha"] is not None]
    highs = [end["number"] for end in ends if end["alpha"] is None]
    if len(lows) != 1 or len(highs) != 1:
        return _WindowAndRest(None, label)
    window = WindowOfLabel(lows[0], highs[0], is_named=True)
    # The ends of lines stay, so that what stands above and below the window is not joined.
    return _WindowAndRest(window, _END_OF_WINDOW.sub(_keep_line_ends, label))


def _keep_line_ends(found: re.Match[str]) -> str:
    """Return the ends of lines in what was found, so that the lines around it stay apart."""
    return "\n" * found[0].count("\n")


def _parse_line(parts: LabelParts, line: str) -> LabelParts:
    """Read one more line of a label, and return the parts with what it says added.

    >>> _parse_line(LabelParts(player=Player.MIN), "D: 5")[:3]
    ('D', '5', <Player.MIN: 'min'>)

    The first of these that fits, from the plainest line to the one with the most in it::

        5                        a number
        A                        one word that is no player, or a very long line: a name
        = 5                      a claim: what somebody says that the node is worth
        ~ 5                      the estimate of a heuristic
        A ≤ 5                    a bound; the rest, A, is read as a line of its own
        A [3, 5]                 a window; the rest, A, is read as a line of its own
        A (MAX), v = 5           several words, see _parse_words

    Since a rest is shorter than its line, this ends. The line must not have blanks at its ends.
    """
    if not line:
        return parts
    if _NUMBER.fullmatch(line):
        return _add_number(parts, line)

    # A word of letters and digits that is no player is a name. Most labels are such a word or a
    # number: this spares them all the tests below.
    is_plain_word = line.isalnum() and player_named(line) is None
    if is_plain_word or len(line) > _LONGEST_LINE:
        return _add_name(parts, line)

    claim = _CLAIM.fullmatch(line)
    if claim is not None:
        return parts._replace(claim=claim[1])
    estimate = _ESTIMATE.fullmatch(line)
    if estimate is not None:
        return parts._replace(estimate=estimate[1])

    parts_with_bound = _parse_bound(parts, line)
    if parts_with_bound is not None:
        return parts_with_bound
    parts_with_window = _parse_window(parts, line)
    if parts_with_window is not None:
        return parts_with_window
    return _parse_words(parts, line)


def parse_bound_alone(text: str) -> BoundOfLabel | None:
    """Parse a bound with nothing before it, such as the value of a record; ``None`` for others.

    >>> parse_bound_alone("<= 2"), parse_bound_alone("2")
    (BoundOfLabel(sign='<=', number='2'), None)
    """
    begins_with_sign = text[:1] in _SIGNS_OF_BOUND
    found = _BOUND.fullmatch(text) if begins_with_sign else None
    return None if found is None else BoundOfLabel(_SIGN_OF_BOUND[found["sign"]], found["number"])


def _parse_bound(parts: LabelParts, line: str) -> LabelParts | None:
    """Add a line that ends with a bound to a label's parts: ``≤ 5``, ``A ≤ 5`` or ``v ≤ 5``.

    What stands before the sign is read as a line of its own, as the name A is here. ``None`` if the
    line has no bound, or the label has one already.
    """
    found = _BOUND.fullmatch(line)
    if found is None or parts.bound is not None:
        return None
    before_sign = found["rest"].strip()
    if _is_alpha_or_beta(before_sign):  # α ≤ 5 is about the window, and no bound of the node
        return None
    bound = BoundOfLabel(_SIGN_OF_BOUND[found["sign"]], found["number"])
    name = _remove_word_for_value(before_sign)  # empty for v
    return _parse_line(parts._replace(bound=bound), name)


def _parse_window(parts: LabelParts, line: str) -> LabelParts | None:
    """Add a line that ends with a window to a label's parts: ``A [3, 5]``, ``(α, β) = (3, 5)``.

    ``None`` if the line has no window, or the label has one already.
    """
    found = _WINDOW.fullmatch(line)
    if found is None or parts.window is not None:
        return None
    # Without α and β the pair may be anything, such as the state of a game.
    is_named = found["names"] is not None
    window = WindowOfLabel(found["low"], found["high"], is_named)
    return _parse_line(parts._replace(window=window), found["rest"].strip())


def _add_number(parts: LabelParts, number: str) -> LabelParts:
    """Return the parts of a label after one more number that may be the node's value."""
    if parts.number is None:
        return parts._replace(number=number)
    return parts._replace(second_number=number)


def _parse_words(parts: LabelParts, line: str) -> LabelParts:
    """Read a line of a label that is more than a number, and return the parts with it added.

    The line is split at the first of these places, and each piece of it is read by
    :func:`_parse_line` in its turn. A piece is shorter than the line, so that this ends::

        A, MAX, v = 3    between its fields
        A (MAX): 5       at the player, which leaves "A: 5"
        D: 5   D (5)     between a name and its number

    A line that is not split is ``5 3`` or ``3 / 7``, numbers of which none is plainly the value, or
    else a part of the name.
    """
    parts_with_fields = _parse_fields(parts, line)
    if parts_with_fields is not None:
        return parts_with_fields

    parts_with_player = _parse_player(parts, line)
    if parts_with_player is not None:
        return parts_with_player

    parts_with_number = _parse_number_at_end(parts, line)
    if parts_with_number is not None:
        return parts_with_number

    if _has_only_several_numbers(line):
        return parts._replace(second_number=line)
    return _add_name(parts, line)


def _parse_player(parts: LabelParts, line: str) -> LabelParts | None:
    """Add a line that names a player to a label's parts: ``MAX``, ``A (MAX)``, ``A (MAX): 5``.

    What else is in the line, ``A`` or ``A: 5``, is read as a line of its own. ``None`` if the line
    names no player, or the label has one already.
    """
    player, rest_of_line = _split_player(line)
    if player is None or parts.player is not None:
        return None
    return _parse_line(parts._replace(player=player), rest_of_line.strip(" ,;:"))


def _parse_number_at_end(parts: LabelParts, line: str) -> LabelParts | None:
    """Add a line that ends with a number to a label's parts; ``None`` if it is no such line.

    The first of these that fits::

        D: 5   D (5)      a name and its number
        A (x): 5          a number behind a parenthesis, unless the label has one already
        A (x) (5)         a number in parentheses

    What stands before the number is read as a line of its own.
    """
    named_number = _match_named_number(line)
    if named_number is not None:
        return _parse_named_number(parts, named_number)

    behind_parenthesis = _NUMBER_BEHIND_PARENTHESIS.fullmatch(line)
    if behind_parenthesis is not None and parts.number is None:
        parts_with_number = _add_number(parts, behind_parenthesis["number"])
        return _parse_line(parts_with_number, behind_parenthesis["rest"])

    in_parentheses = _NUMBER_IN_PARENTHESES.fullmatch(line)
    if in_parentheses is not None:
        return _parse_number_in_parentheses(parts, in_parentheses)
    return None


def _add_name(parts: LabelParts, words: str) -> LabelParts:
    """Return the parts of a label with some words added behind its name so far."""
    return parts._replace(name=f"{parts.name} {words}".strip())


def _parse_number_in_parentheses(parts: LabelParts, found: re.Match[str]) -> LabelParts:
    """Add a line that ends with a number in parentheses to the parts: ``(5)``, ``A (MAX) (5)``.

    If there is another number, in the lines above or before the parenthesis, ``v = 3 (5)``, none is
    plainly the value. The caller refuses such a label, whatever else is in the line.
    """
    number = found["number"]
    rest_of_line = found["rest"].strip()
    has_other_number = parts.number is not None or _match_named_number(rest_of_line) is not None
    if has_other_number:
        return parts._replace(second_number=number)
    return _parse_line(parts._replace(number=number), rest_of_line)


def _has_only_several_numbers(line: str) -> bool:
    """Tell whether a line has several numbers and no word: ``5 3``, ``3 / 7``.

    Numbers with commas between them are no such line: ``3,2,1`` is the state of a game.
    """
    has_word_or_comma = _LETTER.search(line) is not None or "," in line
    return not has_word_or_comma and len(_SEPARATE_NUMBER.findall(line)) > 1


def _is_only_name(field: str) -> bool:
    """Tell whether a field, read as if it were the whole label, is a name and nothing else."""
    parts = _parse_line(LabelParts(), field)
    return parts == LabelParts(name=parts.name)


def _parse_fields(parts: LabelParts, line: str) -> LabelParts | None:
    """Add a line of several fields to a label's parts, each field as a line of its own.

    The fields of ``A, MAX, v = 3`` are separated by commas, semicolons or bars. ``None`` if these
    are no such fields: one alone, the state of a game, ``3, 2, 1`` or ``(3, 2, 1)``, or a name with
    commas, ``Smith, John``.
    """
    fields = [field.strip() for field in _BETWEEN_FIELDS.split(line)]
    if len(fields) == 1:
        return None
    is_state_of_game = all(map(spells_number, fields)) or _begins_with_bracket(line)
    if is_state_of_game or all(map(_is_only_name, fields)):
        return None
    for field in fields:
        parts = _parse_line(parts, field)
    return parts


def _begins_with_bracket(line: str) -> bool:
    """Tell whether a line begins with a bracket, as a state of a game does: ``(3, 2, 1)``."""
    return line[:1] in {"(", "[", "{", "<"}


def _is_alpha_or_beta(word: str) -> bool:
    """Tell whether a word names an end of a window: ``alpha``, ``β``."""
    return _NAME_OF_BOUND.fullmatch(word) is not None


def _parse_named_number(parts: LabelParts, named_number: re.Match[str]) -> LabelParts:
    """Add a name with a number to a label's parts.

    The first of these that fits:

    1. ``1: 5``: the number 1 is a name, as in a list, and 5 its value. ``5 (3)`` is no such line.
    2. ``d = 2`` in a label that has the value 7 already: it is a part of the name, as it stands.
    3. Any other. The number is the value, and what stands before it is a line of its own:

       ===========  ==================  ====================================================
       ``D: 5``     ``D``               a name
       ``v = 3``    nothing             v is a word for the value
       ``MAX: 5``   ``MAX``             a player
       ``5 (3)``    ``5``               a second number, so that none is plainly the value
       ===========  ==================  ====================================================
    """
    before_number = _remove_word_for_value(named_number["name"].strip())
    number = named_number["number"]
    # 1.
    is_in_parentheses = named_number[0].endswith(")")
    is_number_a_name = spells_number(before_number) and not is_in_parentheses
    if is_number_a_name:
        return _add_number(_add_name(parts, before_number), number)
    # 2.
    is_value_known = parts.number is not None
    if is_value_known and before_number != "":
        return _add_name(parts, named_number[0])
    # 3.
    return _parse_line(_add_number(parts, number), before_number)


def split_player_from_name(name: str) -> PlayerAndRest:
    """Split a name into the player that stands in it beside something else, and the rest.

    A word before the name counts in capitals alone, since Max is a name of people.

    >>> split_player_from_name("A (MIN)")
    PlayerAndRest(player=<Player.MIN: 'min'>, rest='A')
    >>> split_player_from_name("Max Frisch")
    PlayerAndRest(player=None, rest='Max Frisch')
    """
    found = _PLAYER_FIRST.fullmatch(name)
    is_name_of_person = found is not None and found["player"] != found["player"].upper()
    if is_name_of_person:
        return PlayerAndRest(None, name)
    return _split_player(name)


def _match_named_number(line: str) -> re.Match[str] | None:
    """Match a line that is a name and its number, ``D: 5``; ``None`` for any other line.

    An end of a window (``α = 3``) is no value, nor is a measure (``depth = 2``): such a line is a
    name.
    """
    found = _NAMED_NUMBER.fullmatch(line)
    if found is None:
        return None
    is_measure = plain_word(found["name"]) in MEASURES
    if is_measure or _is_alpha_or_beta(found["name"]):
        return None
    return found


def _remove_word_for_value(words: str) -> str:
    """Remove a last word that stands for the value: ``A`` is left of ``A v``, nothing of ``v``."""
    name, _, last_word = words.rpartition(" ")
    is_word_for_value = last_word == "v" or meaning(last_word) == VALUE
    return name.strip() if is_word_for_value else words


def _split_player(line: str) -> PlayerAndRest:
    """Split a line into the player that it names, ``None`` if it names none, and the rest.

    The line must not have blanks at its ends.

    >>> _split_player("A (MAX)")
    PlayerAndRest(player=<Player.MAX: 'max'>, rest='A')
    >>> _split_player("Anna")
    PlayerAndRest(player=None, rest='Anna')
    """
    player = player_named(line)
    if player is not None:
        return PlayerAndRest(player, rest="")
    # The patterns below take time in the square of its length, and so long a line is prose.
    if len(line) > _LONGEST_LINE:
        return PlayerAndRest(None, line)

    # MAX A or ▽ B first, then A (MAX) or A: MIN.
    for pattern in (_PLAYER_FIRST, _PLAYER_LAST):
        found = pattern.fullmatch(line)
        if found is None:
            continue
        # The second pattern takes any word in the place of the player: A: green names none.
        player = player_named(found["player"])
        if player is not None:
            return PlayerAndRest(player, found["rest"])
    return PlayerAndRest(None, line)
