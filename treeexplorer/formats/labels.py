r"""Takes apart what is written in a node of a drawing: ``A``, ``5``, ``▲ A\n= 6``, ``D: 5``.

Graphviz, LaTeX and Mermaid have one text a node, and people put into it whatever they draw there.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from treeexplorer.formats.words import VALUE, meaning, player_named
from treeexplorer.numbers import NUMBER, NUMBER_OR_FRACTION
from treeexplorer.tree import Player

_NUMBER: Final = re.compile(NUMBER)
_CLAIM: Final = re.compile(rf"=\s*+({NUMBER_OR_FRACTION})")
_ESTIMATE: Final = re.compile(rf"~\s*+({NUMBER})")
_NAMED_NUMBER: Final = re.compile(rf"(?P<name>[^:=()]*[^:=()\s<>≤≥])\s*(?:[:=]\s*|\((?=.*\)$))"
                                  rf"(?P<number>{NUMBER})\)?")  # fmt: skip
_NUMBER_IN_PARENTHESES: Final = re.compile(rf"\(\s*({NUMBER})\s*\)")
_NAME_OF_BOUND: Final = re.compile(r"(?:.*[^\w])?(?:α|β|alpha|beta)", re.IGNORECASE)
_PLAYER_FIRST: Final = re.compile(r"(?P<player>[▲△▼▽○]|(?i:max|min|chance)\b)[\s:]*(?P<rest>.*)")
_PLAYER_LAST: Final = re.compile(r"(?P<rest>.*?)\s*[(:]\s*(?P<player>\w+|[▲△▼▽○])\)?")
ELLIPSES: Final = frozenset({"...", "…", "⋯"})
"""What stands for children that are not drawn."""


class LabelParts(NamedTuple):
    """The parts of a label.

    A part that it does not have is ``None``, and a missing name is empty.
    """

    name: str = ""
    number: str | None = None
    player: Player | None = None
    claim: str | None = None  # written with `=`, which no placeholder is
    estimate: str | None = None


def spells_number(text: str) -> bool:
    """Tell whether a text is a number as the notation has it."""
    return _NUMBER.fullmatch(text) is not None


def label_parts(label: str) -> LabelParts:
    r"""Return the parts of a label, which is read line by line.

    >>> label_parts("▲ A\n= 6")
    LabelParts(name='A', number=None, player=<Player.MAX: 'max'>, claim='6', estimate=None)
    >>> label_parts("D: 5")
    LabelParts(name='D', number='5', player=None, claim=None, estimate=None)
    """
    parts = LabelParts()
    for line in label.split("\n"):
        parts = _with_line(parts, line.strip())
    return parts


def _with_line(parts: LabelParts, line: str) -> LabelParts:
    """Return the parts of a label after one more of its lines.

    >>> _with_line(LabelParts(player=Player.MIN), "D: 5")
    LabelParts(name='D', number='5', player=<Player.MIN: 'min'>, claim=None, estimate=None)
    """
    if not line:
        return parts
    if _NUMBER.fullmatch(line) and parts.number is None:
        return parts._replace(number=line)
    claim = _CLAIM.fullmatch(line)
    if claim is not None:
        return parts._replace(claim=claim[1])
    estimate = _ESTIMATE.fullmatch(line)
    if estimate is not None:
        return parts._replace(estimate=estimate[1])
    return _with_words(parts, line)


def _with_words(parts: LabelParts, line: str) -> LabelParts:
    """Return the parts of a label after a line that is more than a number.

    A line that names a player (``A (MAX)``) or has a number behind a name (``D: 5``) is taken
    apart, and the rest of it is read as a line of its own. Anything else belongs to the name, as
    does a second number.
    """
    player, rest_of_line = _split_player(line)
    if player is not None and parts.player is None:
        return _with_line(parts._replace(player=player), rest_of_line)
    in_parentheses = _NUMBER_IN_PARENTHESES.fullmatch(line)
    if in_parentheses is not None and parts.number is None:
        return parts._replace(number=in_parentheses[1])
    named_number = _named_number(line)
    if named_number is not None and parts.number is None:
        name = _name_of_number(named_number["name"])
        return _with_line(parts._replace(number=named_number["number"]), name)
    return parts._replace(name=f"{parts.name} {line}".strip())


def player_in_name(name: str) -> tuple[Player | None, str]:
    """Return the player that stands in a name beside something else, and the rest of the name.

    A word before the name counts in capitals alone, since Max is a name of people.

    >>> player_in_name("A (MIN)"), player_in_name("MAX A"), player_in_name("Max Frisch")
    ((<Player.MIN: 'min'>, 'A'), (<Player.MAX: 'max'>, 'A'), (None, 'Max Frisch'))
    """
    first = _PLAYER_FIRST.fullmatch(name)
    is_word_of_prose = first is not None and first["player"] != first["player"].upper()
    if is_word_of_prose:
        return None, name
    return _split_player(name)


def _named_number(line: str) -> re.Match[str] | None:
    """Return the name and the number of a line that has both and nothing else.

    A bound (``A ≥ 3``) and the ends of a window (``α = 3``) are no values: such a line is a name.
    """
    found = _NAMED_NUMBER.fullmatch(line)
    is_of_window = found is not None and _NAME_OF_BOUND.fullmatch(found["name"]) is not None
    return None if is_of_window else found


def _name_of_number(word: str) -> str:
    """Return the word before a number if it is a name; empty if it only means a value (``v``)."""
    is_word_for_value = word == "v" or meaning(word) == VALUE
    return "" if is_word_for_value else word


def _split_player(line: str) -> tuple[Player | None, str]:
    """Return the player that a line names, or ``None``, and the rest of the line.

    >>> _split_player("A (MAX)"), _split_player("▽ B"), _split_player("Anna")
    ((<Player.MAX: 'max'>, 'A'), (<Player.MIN: 'min'>, 'B'), (None, 'Anna'))
    """
    player = player_named(line)
    if player is not None:
        return player, ""
    for pattern in (_PLAYER_FIRST, _PLAYER_LAST):
        match = pattern.fullmatch(line)
        player = None if match is None else player_named(match["player"])
        if match is not None and player is not None:
            return player, match["rest"]
    return None, line
