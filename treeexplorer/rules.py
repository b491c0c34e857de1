"""The rules of a search: every convention, its values, their spellings, and the alternatives.

Sources disagree on conventions, so that one tree has several right answers; none is hidden here.
Where the rivals differ, and how each is called::

    +--------+----------------------------+--------------------------------------------------+
    | Rule   | Convention                 | In one source, and in another                    |
    +========+============================+==================================================+
    | cutoff | when α and β cut           | α ≥ β: equal is enough (Knuth & Moore; Russell & |
    |        |                            | Norvig) / α > β: a tie is looked into            |
    | fail   | what a node returns from   | soft: its v (Fishburn) / hard: its v clamped     |
    |        | outside its window         | into the window (Knuth & Moore)                  |
    | form   | how it is printed          | one function for both players / with the labels  |
    |        |                            | exchanged / with bounds for α, β / two functions |
    | order  | which child comes first    | as drawn, or from the right / by estimates, or   |
    |        |                            | the killer move of the ply                       |
    | levels | whose move the root is     | MAX (most) / MIN; chance between them            |
    | range  | what is known of values    | nothing (most) / all lie from A to B, so that    |
    |        |                            | chance nodes are cut off, too (Ballard; Star1)   |
    +--------+----------------------------+--------------------------------------------------+

A form may decide the cut test and the return rule itself (:class:`PrintedForm`); a search without
windows has neither. ``takes`` says which rules go together.

:data:`CONVENTIONS` is the table of them: their values with the words for each, and the other
spellings that are understood. Directives, course files, options and screens read values through
:func:`parse_rule`; :func:`resolve` merges them and remembers where each came from;
:func:`alternatives` enumerates the other conventions that a course may use, and nothing else does.

What is particular to an algorithm (whether it has a window, takes chance nodes, …) stands in the
engine's table of algorithms; here are only the names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, product
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypedDict, get_args

from treeexplorer.errors import TreeexplorerError
from treeexplorer.numbers import (
    MOST_DIGITS,
    convert_window_to_json,
    counted,
    parse_typed_number,
    shown,
    written,
)
from treeexplorer.text import described, nearest, quoted, safe
from treeexplorer.tree import (
    DEFAULT_LEVELS,
    FULL_WINDOW,
    PLAYER_SPELLINGS,
    Levels,
    Number,
    Player,
    Window,
)

AlgorithmName: TypeAlias = Literal[
    "alphabeta", "minimax", "negamax", "pvs", "negascout", "scout", "mtdf", "sss", "expectimax"
]
FormName: TypeAlias = Literal["classic", "exchanged", "bounds", "two-functions"]
Cutoff: TypeAlias = Literal[">=", ">"]
Fail: TypeAlias = Literal["soft", "hard"]
OrderName: TypeAlias = Literal["left-to-right", "right-to-left", "estimates", "killer"]
Windows: TypeAlias = Literal["entry", "exit"]

ALGORITHMS: Final[tuple[AlgorithmName, ...]] = get_args(AlgorithmName)
FORMS: Final[tuple[FormName, ...]] = get_args(FormName)
CUTOFFS: Final[tuple[Cutoff, ...]] = get_args(Cutoff)
FAILS: Final[tuple[Fail, ...]] = get_args(Fail)
WINDOWS: Final[tuple[Windows, ...]] = get_args(Windows)
# The orders that a reader can follow on the drawing alone; every search goes with both.
DRAWN_ORDERS: Final[tuple[OrderName, ...]] = ("left-to-right", "right-to-left")


class RulesError(TreeexplorerError):
    """Rules that make no sense, said in a sentence.

    Attributes:
        message: What is wrong.
        hint: What to write instead, if that can be told.
        word: The word that is wrong, where only one of several is.
    """

    def __init__(self, message: str, hint: str | None = None, word: str = "") -> None:
        super().__init__(f"{message}; {hint}" if hint else message)
        self.message = message
        self.hint = hint
        self.word = word


# -- the table of conventions ------------------------------------------------------------------


class RuleValue(NamedTuple):
    """One value of a convention.

    Attributes:
        value: How files write it.
        title: What it is called.
        explanation: What it does, in a sentence.
        aliases: Its other spellings.
        takes: The rules that may be stated with it, and not with every value of its convention.
    """

    value: str
    title: str
    explanation: str
    aliases: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()


class Convention(NamedTuple):
    """One rule that sources differ on.

    Attributes:
        name: The field of :class:`Rules`.
        title: What it is called.
        help: What it says, for the help of its option.
        example: A value as it is written.
        values: Its values; none where numbers or players are written.
    """

    name: str
    title: str
    help: str
    example: str
    values: tuple[RuleValue, ...] = ()


# Each rule has its name, its title, what it says and an example. Below it each value has its title
# and its other spellings, what it does, and the rules that may be stated with this value, but not
# with every value.
_TABLE: Final = """\
algorithm | search | The search | alphabeta
    alphabeta | alpha-beta, αβ | Prunes what cannot matter for the root. | form, cutoff, fail, range
    minimax | minimax | Visits every node; prunes nothing.
    negamax | negamax | Minimax, with values seen from the side to move.
    pvs | PVS, principal variation search
        | First child with the full window, the others with an empty one.
    negascout | NegaScout | Like PVS, and trusts a test near the leaves.
    scout | SCOUT | Tests for better, then evaluates again without bounds.
    mtdf | MTD(f) | Null-window searches with memory until both bounds meet.
    sss | SSS* | MTD(f) that begins at +∞: the best first.
    expectimax | expectimax | Minimax with weighted means at chance nodes.
form | form | The printed form of alpha-beta | classic
    classic | classic | One function for both players; v starts at −∞ or +∞. | cutoff, fail, range
    exchanged | exchanged | Labels exchanged: computes the tree with the players swapped.
    bounds | bounds | minimax(n, d, min, max): strict test, and v starts at the bound.
    two-functions | two functions | One function per player; the first child is always accepted.
cutoff | cut test | When α and β cut | >=
    >= | cut when α ≥ β, ≥, ⩾, =>, ge, α ≥ β, alpha >= beta, β ≤ α, beta <= alpha
        | Cut when α ≥ β: equal is enough.
    > | cut only when α > β, gt, α > β, cut when α > β, alpha > beta, β < α, beta < alpha
        | Cut only when α > β: a tie is looked into.
fail | returns | What a node returns outside its window | soft
    soft | fail-soft | A node returns its v, even outside its window.
    hard | fail-hard | A node returns its v clamped into its window.
order | order | The order of the children | left-to-right
    left-to-right | left to right, ltr, → | Children are taken as they are drawn.
    right-to-left | right to left, rtl, ← | Children are taken from the last drawn to the first.
    estimates | by estimates, estimate
        | The most promising child first, by estimates and leaf values.
    killer | killer moves first, killers, killer moves, killer heuristic
        | A move that caused the last cut-off on its ply is tried first.
window | window | The root's window, α before β | -inf 10
range | range | From where to where all values are known to lie | 0 10
depth | depth | Search so many plies, then use estimates | 3
levels | players | The players by ply | max min
windows | windows | Which windows are written beside nodes | exit
    entry | on entry, entry windows | The window with which the node is entered.
    exit | on exit, exit windows | The window that the node has when it is left.
"""


def _parse_table() -> Iterator[Convention]:
    """Parse the table of rules above, and yield a convention for each entry.

    The first line of an entry is ``name | title | meaning | example``; each line below it that is
    indented by four spaces is one of the rule's values.
    """
    at_next_rule = r"\n(?! )"  # a line that is not indented
    at_next_value = r"\n    (?! )"  # a line indented by four spaces; by more, it goes on
    for entry in re.split(at_next_rule, _TABLE.strip()):
        heading, *rows = re.split(at_next_value, entry)
        name, title, meaning, example = heading.split(" | ")
        values = tuple(map(_parse_row, rows))
        yield Convention(name, title, meaning, example, values)


def _parse_row(row: str) -> RuleValue:
    """Return the value that a row of the table describes.

    >>> row = "hard | fail-hard, clamped | A node returns its v clamped."
    >>> _parse_row(row).title, _parse_row(row).aliases
    ('fail-hard', ('clamped',))
    """
    value, spellings, meaning, *takes = re.split(r"\s+\| ", row)
    title, *aliases = spellings.split(", ")
    rule_names = takes[0].split(", ") if takes else []
    return RuleValue(value, title, meaning, tuple(aliases), tuple(rule_names))


CONVENTIONS: Final = tuple(_parse_table())
_BY_NAME: Final = {convention.name: convention for convention in CONVENTIONS}
# For each rule that not every value of another takes, those other rules with the values that do.
_TAKEN_BY: Final = {
    name: {
        other.name: {known.value for known in other.values if name in known.takes}
        for other in CONVENTIONS
        if any(name in known.takes for known in other.values)
    }
    for name in _BY_NAME
}
CLASSIC_ONLY: Final = frozenset(name for name, others in _TAKEN_BY.items() if "form" in others)
"""The rules that printed forms decide, all but the classic one."""


class PrintedForm(NamedTuple):
    """The rules that a printed form of alpha-beta decides; its program text is kept elsewhere.

    Attributes:
        strict: Whether it cuts only on α > β; ``None`` if that is to be chosen.
        hard: Whether it clamps what a node returns; ``None`` if that is to be chosen.
        replaces_first: Whether the first child's value is taken though it is worse than the bound.
        swaps_players: Whether it computes the tree with the players swapped.
    """

    strict: bool | None = None
    hard: bool | None = None
    replaces_first: bool = False
    swaps_players: bool = False


_PRINTED: Final[dict[FormName, PrintedForm]] = {
    "classic": PrintedForm(),
    "exchanged": PrintedForm(strict=False, hard=True, swaps_players=True),
    "bounds": PrintedForm(strict=True, hard=True),
    "two-functions": PrintedForm(strict=False, hard=False, replaces_first=True),
}
RULE_OPTIONS: Final = tuple(name for name in _BY_NAME if name != "windows")
"""The rules that a search may take; how windows are written is said in a file alone."""
RULE_NAMES: Final = tuple(_BY_NAME)
"""The rules that directives state."""


_LONGEST_SPELLING: Final = 60


def _normalise_spelling(text: str) -> str:
    """Return a spelling without case, spaces, hyphens and other signs that people vary.

    >>> _normalise_spelling("Fail-Hard") == _normalise_spelling("fail hard")
    True
    """
    return re.sub(r"[\s_\-–()*]+", "", text.casefold())


_SPELLINGS: Final[Mapping[str, Mapping[str, str]]] = {
    convention.name: {
        _normalise_spelling(spelling): known.value
        for known in convention.values
        for spelling in (known.value, known.title, *known.aliases)
    }
    for convention in CONVENTIONS
}


def convention(name: str) -> Convention:
    """Return a convention by its name."""
    return _BY_NAME[name]


def list_rule_values(name: str) -> tuple[str, ...]:
    """Return the values of a convention as files write them; empty if it takes numbers or players.

    Example:
        >>> list_rule_values("fail"), list_rule_values("depth")
        (('soft', 'hard'), ())
    """
    return tuple(known.value for known in _BY_NAME[name].values)


def find_rule_value(name: str, value: object) -> RuleValue:
    """Return a value of a convention with its title and explanation.

    A value that is not in the table, such as a number, has itself as its title.
    """
    for known in _BY_NAME[name].values:
        if known.value == value:
            return known
    return RuleValue(str(value), title=str(value), explanation="")


def title_of(name: str, value: Any) -> str:
    """Return what the value of a rule is called in a text, such as ``fail-hard`` or ``3 plies``.

    Numbers and players are written as people write them.

    Args:
        name: The name of the rule.
        value: The value, as :class:`Rules` stores it.

    Example:
        >>> title_of("fail", "hard"), title_of("window", FULL_WINDOW), title_of("depth", 3)
        ('fail-hard', '(−∞, +∞)', '3 plies')
        >>> title_of("range", (0, 10))
        'from 0 to 10'
    """
    if name == "window":
        alpha, beta = value
        return f"({shown(alpha)}, {shown(beta)})"
    if name == "range":
        return _format_range(value)
    if name == "depth":
        return "unlimited" if value is None else counted(value, "ply", "plies")
    if name == "levels":
        players = [player.value.upper() for player in value]
        return " ".join(players) + " …"
    # The values of the other rules are words of the table.
    return find_rule_value(name, value).title


def _format_range(known_range: Window | None) -> str:
    """Return a known range as people read it: ``from 0 to 10``; ``not known`` without one."""
    if known_range is None:
        return "not known"
    lowest, highest = known_range
    return f"from {shown(lowest)} to {shown(highest)}"


# -- reading values ----------------------------------------------------------------------------


_WRITTEN_AS: Final = (str, int, float, Fraction, Decimal, Sequence)


def parse_rule(name: str, value: object, label: str | None = None) -> Any:
    """Return a rule's value as :class:`Rules` stores it, from any accepted spelling.

    Args:
        name: The field of :class:`Rules`.
        value: A text, such as ``"≥"`` or ``"-inf 10"``, or a value of TOML or Python.
        label: What messages call the rule: ``@cutoff``, ``--cutoff``; its name by default.

    Raises:
        RulesError: There is no such rule, or the value is none of its; the valid ones are named.

    Example:
        >>> parse_rule("cutoff", "α ≥ β"), parse_rule("window", "-inf, 10")
        ('>=', (-inf, 10))
    """
    _check_rule_exists(name)
    if label is None:
        label = name
    spelling = _describe_if_unwritable(name, value)
    # Rules whose values are numbers or players; those of the others are words of the table.
    if name in _PARSERS:
        return _PARSERS[name](spelling, label)
    return _parse_word(name, spelling, label)


def _check_rule_exists(name: str) -> None:
    """Raise a RulesError, which says which rules there are, if no rule has this name."""
    if name in _BY_NAME:
        return
    similar_name = nearest(name, tuple(_BY_NAME))
    if similar_name:
        hint = f"did you mean “{similar_name}”?"
    else:
        hint = f"the rules are {', '.join(_BY_NAME)}"
    raise RulesError(f"there is no rule {quoted(name)}", hint)


def _describe_if_unwritable(name: str, value: object) -> object:
    """Return a value of a type in which rules are written; any other value as its description.

    A description, such as that of a set, spells no value, so that it is refused like a wrong word.
    """
    if value is None or isinstance(value, _WRITTEN_AS):
        return value
    description = described(value)
    if name == "levels":
        return [description]  # in a list, since a text would be split into players at its spaces
    return description


def _parse_word(name: str, value: object, label: str) -> str:
    """Return the value of a rule that takes one of several words, from any spelling of the word.

    For example ``fail-hard`` and ``hard`` are ``hard``, a value of the rule ``fail``. A RulesError,
    which calls the rule by the label (``--fail``), lists the words if it is none of them.
    """
    if isinstance(value, str):
        # A huge text is cut before it is compared.
        spelling = _normalise_spelling(value[:_LONGEST_SPELLING])
        if spelling in _SPELLINGS[name]:
            return _SPELLINGS[name][spelling]

    words = list_rule_values(name)
    *other_words, last_word = words
    similar_word = nearest(str(value), words)
    raise RulesError(
        f"{label} takes {', '.join(other_words)} or {last_word}, not {quoted(str(value))}",
        f"did you mean {similar_word}?" if similar_word else None,
    )


def _parse_levels(value: object, label: str) -> Levels:
    """Return the players by ply, from a text such as ``max, min`` or a sequence of words."""
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, Sequence) or not words:
        words = [value]  # no player, which is refused
    return tuple(_parse_player(str(word), label) for word in words)


def _parse_player(word: str, label: str) -> Player:
    """Return the player that a word or sign stands for, such as ``MAX`` or ``▲``.

    A RulesError, which calls the rule by the label (``@levels``), is raised if it stands for none.
    """
    player = PLAYER_SPELLINGS.get(word.strip().lower())
    if player is not None:
        return player
    similar_player = nearest(word, tuple(Player))
    example = f"for example: {label} max min"
    hint = f"did you mean {similar_player}?" if similar_player else example
    raise RulesError(
        f"{label} takes the players max, min and chance, not {quoted(word)}", hint, word
    )


def _parse_depth(value: object, label: str) -> int | None:
    """Return a number of plies from a text or a number; ``None`` for no limit.

    A RulesError, which calls the rule by the label (``--depth``), is raised unless it is 1 or more
    and of at most nine digits.
    """
    if value is None:
        return None
    text = str(value).strip()
    # True is 1 for Python, but no number of plies.
    is_whole = text.isascii() and text.isdigit() and not isinstance(value, bool)
    is_short = len(text) < 10
    if is_whole and is_short and int(text) >= 1:
        return int(text)
    raise RulesError(f"{label} takes a whole number of plies, 1 or more, not {quoted(text)}")


def _parse_number(value: object, label: str) -> Number:
    """Return the number that a text, or a number of Python or TOML, stands for.

    Decimals and fractions have the limits of numbers that somebody types. A RulesError, which calls
    the rule by the label, is raised for no number, or none that can be kept.
    """
    _check_is_number(value, label)
    if type(value) is int:
        return value
    if type(value) is float and math.isinf(value):
        return value
    if isinstance(value, Fraction):
        _parse_typed_number(written(value), label)  # raises an error if nobody could type it
        return value
    return _parse_typed_number(str(value), label)


def _parse_typed_number(spelling: str, label: str) -> Number:
    """Return the number that a text spells, within the limits of numbers that somebody types.

    A RulesError is raised for no number, or none that can be kept.
    """
    try:
        return parse_typed_number(spelling)
    except ValueError as error:
        raise RulesError(f"{label}: {error}") from None


def _check_is_number(value: object, label: str) -> None:
    """Raise a RulesError unless a value is a number or a text, and has not too many digits."""
    is_number = isinstance(value, int | float | Fraction | Decimal) and not isinstance(value, bool)
    if not is_number and not isinstance(value, str):
        raise RulesError(f"{label}: {quoted(str(value))} is not a number")
    is_too_long = isinstance(value, int) and abs(value) >= 10**MOST_DIGITS
    if is_too_long:  # Python itself refuses to spell integers of more than 4,300 digits
        raise RulesError(f"{label}: a number has at most {MOST_DIGITS} digits")


def _parse_range(value: object, label: str) -> Window | None:
    """Return the ends of a known range; ``None`` if no range is known."""
    return None if value is None else _parse_two_ends("range", value, label)


def _parse_window(value: object, label: str) -> Window:
    """Return the ends of a window."""
    return _parse_two_ends("window", value, label)


def _parse_two_ends(name: str, value: object, label: str) -> Window:
    """Return the two ends of a window or range: ``(-inf, 10)``, ``-inf 10``, ``[-inf, 10]``.

    A RulesError, which calls the rule ``name`` by the label (``--window``), is raised unless they
    are two numbers, the first smaller than the second.
    """
    ends: object = value
    if isinstance(value, str):
        ends = value.strip().strip("()[]").replace(",", " ").split()
    if not isinstance(ends, Sequence) or len(ends) != 2:
        example = f"for example: {label} {_BY_NAME[name].example}"
        raise RulesError(f"{label} takes two numbers, not {quoted(str(value))}", example)

    low = _parse_number(ends[0], label)
    high = _parse_number(ends[1], label)
    if low < high:
        return low, high
    # Exchanged they would do; two equal numbers would not.
    hint = f"{label} {ends[1]} {ends[0]}" if high < low else None
    raise RulesError(f"{label}: the first number must be smaller than the second", hint)


_PARSERS: Final[Mapping[str, Callable[[object, str], Any]]] = {
    "levels": _parse_levels,
    "window": _parse_window,
    "range": _parse_range,
    "depth": _parse_depth,
}
"""What reads the rules whose values are not words of the table."""


# -- the rules ---------------------------------------------------------------------------------


class RuleChanges(TypedDict, total=False):
    """The rules that a function of the library takes as keywords; those left out stay."""

    algorithm: AlgorithmName
    form: FormName
    cutoff: Cutoff
    fail: Fail
    order: OrderName
    window: Window
    range: Window | None
    depth: int | None
    levels: Levels
    windows: Windows


def _is_stored_form(name: str, value: object) -> bool:
    """Tell whether a value is as :class:`Rules` stores it, as most are: then it is not parsed."""
    if value is getattr(Rules, name):
        return True
    if name == "levels":
        return type(value) is tuple and set(map(type, value)) == {Player}
    return type(value) is str and name not in _PARSERS and value in _WORDS[name]


_WORDS: Final = {each.name: frozenset(list_rule_values(each.name)) for each in CONVENTIONS}


@dataclass(frozen=True)
class Rules:
    """How a tree is searched.

    Values may be given in any spelling that :func:`parse_rule` understands.

    Attributes:
        algorithm: The search.
        form: The printed form of alpha-beta; the others have none that matters.
        cutoff: Cut when α ≥ β, or only when α > β.
        fail: What a node returns that falls outside its window.
        order: The order in which children are taken.
        window: The (α, β) with which the root is entered; α < β.
        range: From where to where every leaf, estimate and value of an unknown is known to lie;
            ``None`` if that is not known.
        depth: Search this many plies, then use estimates; ``None`` for no limit.
        levels: The players by ply, repeated cyclically.
        windows: Whether the windows written beside nodes, which are claims, are those with which
            nodes are entered or left. The search does not depend on it.

    Raises:
        RulesError: A value is none of its rule's.

    Example:
        >>> Rules(cutoff="≥", fail="Fail-Hard") == Rules(cutoff=">=", fail="hard")
        True
    """

    algorithm: AlgorithmName = "alphabeta"
    form: FormName = "classic"
    cutoff: Cutoff = ">="
    fail: Fail = "soft"
    order: OrderName = "left-to-right"
    window: Window = FULL_WINDOW
    range: Window | None = None
    depth: int | None = None
    levels: Levels = DEFAULT_LEVELS
    windows: Windows = "entry"

    def __post_init__(self) -> None:
        """Replace each field by its one spelling, such as ``≥`` by ``>=``, and check the window.

        Raises:
            RulesError: A value is none of its rule's, or the window lies outside of the range.
        """
        for name in _BY_NAME:
            value = getattr(self, name)
            if not _is_stored_form(name, value):
                object.__setattr__(self, name, parse_rule(name, value))  # the class is frozen

        # Only now, since it is computed from window and range.
        alpha, beta = self.root_window
        if alpha >= beta:
            raise RulesError(
                f"the window {title_of('window', self.window)} holds no value "
                f"{title_of('range', self.range)}"
            )

    def to_dict(self) -> dict[str, Any]:
        """Return the rules for JSON; a rule that has no effect on the search is ``None``.

        Some printed forms of alpha-beta decide the cut test and the return rule themselves; other
        searches have no form; most have no range.
        """
        cutoff = None if self.fixes_its_own_rules else self.cutoff
        fail = None if self.fixes_its_own_rules else self.fail
        return {
            "algorithm": self.algorithm,
            "form": self.form if self.has_conventions else None,
            "cutoff": cutoff,
            "fail": fail,
            "order": self.order,
            "levels": [player.value for player in self.levels],
            "window": convert_window_to_json(self.window),
            "range": convert_window_to_json(self.range) if self.has_range else None,
            "depth": self.depth,
        }

    def get_effective_value(self, name: str) -> Any:
        """Return the value of a rule that the search really uses, whatever is stated.

        Some printed forms of alpha-beta decide the cut test and the return rule. Other searches
        have no form, and most take no range. Every other rule is used as it is stated.

        Args:
            name: The name of the rule.

        Example:
            >>> Rules(form="bounds", cutoff=">=").get_effective_value("cutoff")
            '>'
        """
        match name:
            case "form":
                return self.form if self.has_conventions else "classic"
            case "cutoff":
                return ">" if self.strict else ">="
            case "fail":
                return "hard" if self.hard else "soft"
            case "range":
                return self.range if self.has_range else None
            case _:
                return getattr(self, name)

    def words(self, name: str) -> str:
        """Return a rule's value in words that also say which rule it is: ``fail-hard``.

        Args:
            name: The name of the rule.
        """
        # The titles of these rules, such as “classic” or “(2, 9)”, do not say which rule it is.
        if name == "form":
            return f"form “{self.form}”"
        if name == "cutoff":
            return f"cut when α {self.test_sign} β"
        title = title_of(name, self.get_effective_value(name))
        if name == "window":
            return f"window {title}"
        if name == "range":
            return f"all values {title}"
        return title

    def takes(self, name: str) -> bool:
        """Tell whether a rule may be stated, since neither the search nor its form decides it.

        >>> Rules(algorithm="minimax").takes("cutoff"), Rules().takes("cutoff")
        (False, True)
        """
        for other, values in _TAKEN_BY[name].items():  # noqa: SIM110 - `all` takes twice the time
            if getattr(self, other) not in values:
                return False
        return True

    @cached_property
    def has_conventions(self) -> bool:
        """Whether the search has printed forms, a cut test and a return rule to choose from."""
        return self.takes("form")

    @cached_property
    def printed(self) -> PrintedForm:
        """The rules that the printed form decides; none if the search has no printed forms."""
        return _PRINTED[self.form] if self.has_conventions else PrintedForm()

    @property
    def fixes_its_own_rules(self) -> bool:
        """Whether the printed form decides the cut test and the return rule itself."""
        return self.has_conventions and not self.takes("cutoff")

    @property
    def is_classic_alphabeta(self) -> bool:
        """Whether the search is alpha-beta in its form “classic”, which takes every convention."""
        return self.has_conventions and not self.fixes_its_own_rules

    @property
    def has_range(self) -> bool:
        """Whether the search knows a range in which all values lie."""
        return self.range is not None and self.takes("range")

    @cached_property
    def known_range(self) -> Window:
        """The range in which every value is known to lie before it is read; (−∞, +∞) by default.

        Example:
            >>> Rules(range=(0, 10)).known_range, Rules().known_range
            ((0, 10), (-inf, inf))
        """
        if self.range is None or not self.takes("range"):
            return FULL_WINDOW
        return self.range

    @cached_property
    def root_window(self) -> Window:
        """The window with which the root is entered: that of the rules, within the range.

        Example:
            >>> Rules(window=(3, 20), range=(0, 10)).root_window
            (3, 10)
        """
        lowest, highest = self.known_range
        alpha, beta = self.window
        return max(alpha, lowest), min(beta, highest)

    @property
    def writes_exit_windows(self) -> bool:
        """Whether the windows written beside nodes are those on exit, and not on entry."""
        return self.windows == "exit"

    @property
    def right_to_left(self) -> bool:
        """Whether children are searched from the last drawn to the first."""
        return self.order == "right-to-left"

    @property
    def left_to_right(self) -> bool:
        """Whether children are searched from the first drawn to the last."""
        return self.order == "left-to-right"

    @cached_property
    def strict(self) -> bool:
        """Whether equality is not enough to cut; the form decides this, or else the cut test."""
        decided = self.printed.strict
        if decided is not None:
            return decided
        return self.takes("cutoff") and self.cutoff == ">"

    @cached_property
    def hard(self) -> bool:
        """Whether values outside the window are clamped.

        The form decides this, or the return rule.
        """
        decided = self.printed.hard
        if decided is not None:
            return decided
        return self.takes("fail") and self.fail == "hard"

    def cuts(self, alpha: Number, beta: Number) -> bool:
        """Tell whether the test for a cut-off holds.

        The loop of ``engine/alphabeta.py`` has the same test written out, since a call at each
        child would make it slower.
        """
        return alpha > beta or (alpha == beta and not self.strict)

    @property
    def test_sign(self) -> str:
        """The sign of the cut test as it is written everywhere: ``≥`` or ``>``."""
        return ">" if self.strict else "≥"


# -- where rules come from ---------------------------------------------------------------------

BUILT_IN: Final = "built in"
COURSE_FILE: Final = "course file"
FILE: Final = "file"
OPTION: Final = "option"
CHOSEN: Final = "chosen here"


class ResolvedRules(NamedTuple):
    """Rules with the source of each one in words, such as ``file``, and the course file."""

    rules: Rules
    origins: Mapping[str, str]
    course_file: Path | None = None

    @property
    def line(self) -> str:
        """The rules in one line, each with its source unless it is built in.

        A course file is given by its name alone: readers of a page or sheet have other folders.
        """
        if self.course_file is None:
            return self._format_line(None)
        return self._format_line(self.course_file.name)

    @property
    def line_with_full_path(self) -> str:
        """The rules in one line, like :attr:`line`, but with the whole path of the course file."""
        if self.course_file is None:
            return self._format_line(None)
        return self._format_line(str(self.course_file))

    def _format_line(self, course_file: str | None) -> str:
        """Return the rules in one line: ``alpha-beta · cut when α ≥ β · fail-hard (option) · …``.

        In brackets stands where a rule comes from, unless it is built in. The course file, if there
        is one, comes last, as it is passed.
        """
        items: list[str] = []
        for name in self._list_rules_in_line():
            words = self.rules.words(name)
            if name == "levels":
                words = " ".join(self.rules.levels)  # as they are written in files: max min
            origin = self.origins[name]
            is_built_in = origin == BUILT_IN
            items.append(words if is_built_in else f"{words} ({origin})")
        if course_file is not None:
            items.append(f"course file {safe(course_file)}")
        return " · ".join(items)

    def _list_rules_in_line(self) -> list[str]:
        """Return the names of the rules that are told in the one line, in the order of the table.

        ``windows``, the windows that papers have, says nothing about the search. It is never told.
        """
        rules = self.rules
        names = {"algorithm", "order", "levels"}
        if rules.has_conventions:  # courses differ on these
            names |= {"cutoff", "window"}
        # One printed form takes the first child's value whatever it is: it is neither fail-soft nor
        # fail-hard.
        if rules.has_conventions and not rules.printed.replaces_first:
            names.add("fail")
        for name in ("form", "window", "range", "depth"):
            if rules.get_effective_value(name) != _get_default(name):
                names.add(name)
        return [name for name in _BY_NAME if name in names]


def _get_default(name: str) -> object:
    """Return the value of a rule that nobody states."""
    return getattr(Rules, name)  # a dataclass has the default of a field as its own attribute


def resolve(layers: Iterable[tuple[str, Mapping[str, Any]]]) -> ResolvedRules:
    """Merge settings from several sources into rules, and remember where each rule comes from.

    Args:
        layers: Pairs of a source's name and its settings, from the weakest to the strongest.
            Settings are by field name of :class:`Rules`; one that is ``None`` counts as not stated.

    Raises:
        RulesError: A setting is not a rule, or its value is none of the rule's.

    Example:
        >>> resolved = resolve([("file", {"cutoff": ">"}), ("option", {"cutoff": ">="})])
        >>> resolved.rules.cutoff, resolved.origins["cutoff"], resolved.origins["fail"]
        ('>=', 'option', 'built in')
    """
    stated_values: dict[str, Any] = {}
    origins = dict.fromkeys(_BY_NAME, BUILT_IN)
    for origin, settings in layers:
        for name, value in settings.items():
            if value is not None:
                # A stronger source comes later, and replaces what a weaker one has stated.
                stated_values[name] = parse_rule(name, value)
                origins[name] = origin
    return ResolvedRules(Rules(**stated_values), origins)


# -- other conventions -------------------------------------------------------------------------


def alternatives(
    rules: Rules,
    *,
    algorithms: Iterable[AlgorithmName] = (),
    levels: Iterable[Levels] = (),
    windows: bool = False,
) -> list[Rules]:
    """Return other conventions that a course may use, those that differ least first.

    They are classic alpha-beta with every cut test, return rule and drawn order, the other printed
    forms in every drawn order, and what the arguments add. The root window and the depth limit stay
    as they are. So does the range, except for forms and searches that take none.
    :func:`changed` tells in which rules one of them differs.

    Args:
        rules: The stated rules, which are not among them.
        algorithms: Other searches to include, each in the stated order.
        levels: Other players by ply to include, such as :func:`list_confusable_levels`.
        windows: Whether to read written windows the other way, too.
    """
    values_of_windows = WINDOWS if windows else (rules.windows,)
    others = _compute_alternatives(rules, tuple(algorithms), tuple(levels), values_of_windows)
    return list(others)


@lru_cache(maxsize=64)
def _compute_alternatives(
    rules: Rules,
    algorithms: tuple[AlgorithmName, ...],
    levels: tuple[Levels, ...],
    values_of_windows: tuple[Windows, ...],
) -> tuple[Rules, ...]:
    """Return the other conventions of :func:`alternatives`, computed once for the same arguments.

    Those that differ least from the stated rules come first. Of those that differ equally the
    conventions of the classic form come before other printed forms. All papers of a course are
    judged under the same rules, and so ask for the same conventions.
    """
    # 1. Every combination, also the stated rules; some may come up twice.
    all_levels = dict.fromkeys((rules.levels, *levels))  # each once, the stated ones first
    candidates: list[Rules] = []
    for players, windows in product(all_levels, values_of_windows):
        base = replace(rules, levels=players, windows=windows, form="classic")
        candidates += _generate_candidates(base, algorithms)

    # 2. In how many rules each differs from the stated ones. Equal candidates have one entry.
    difference_count = {candidate: len(changed(candidate, rules)) for candidate in candidates}

    # 3. The others, sorted. The sort is stable: what is equal stays in the order of step 1.
    others = [candidate for candidate, count in difference_count.items() if count > 0]
    others.sort(key=lambda other: (difference_count[other], other.fixes_its_own_rules))
    return tuple(others)


def _generate_candidates(base: Rules, algorithms: Iterable[AlgorithmName]) -> Iterator[Rules]:
    """Yield classic alpha-beta under all conventions, then its other forms, then other searches."""
    yield from _generate_classic_forms(base)
    yield from _generate_other_forms(base)
    yield from _generate_other_searches(base, algorithms)


def _generate_classic_forms(base: Rules) -> Iterator[Rules]:
    """Yield classic alpha-beta under all its conventions, the stated ones first."""
    orders = dict.fromkeys((base.order, *DRAWN_ORDERS))
    fails = dict.fromkeys((base.fail, *FAILS))
    cutoffs = dict.fromkeys((base.cutoff, *CUTOFFS))
    for order, fail, cutoff in product(orders, fails, cutoffs):
        yield replace(base, algorithm="alphabeta", cutoff=cutoff, fail=fail, order=order)


def _generate_other_forms(base: Rules) -> Iterator[Rules]:
    """Yield the other printed forms of alpha-beta in both drawn orders, the stated one first."""
    orders = [order for order in (base.order, *DRAWN_ORDERS) if order in DRAWN_ORDERS]
    for order, form in product(dict.fromkeys(orders), FORMS[1:]):
        yield replace(base, algorithm="alphabeta", form=form, order=order, range=None)


def _generate_other_searches(base: Rules, algorithms: Iterable[AlgorithmName]) -> Iterator[Rules]:
    """Yield other searches, which know no range, in the stated order if it is a drawn one."""
    order = base.order if base.order in DRAWN_ORDERS else DRAWN_ORDERS[0]
    for algorithm in algorithms:
        yield replace(base, algorithm=algorithm, order=order, range=None)


def list_confusable_levels(levels: Levels, *, has_chance_nodes: bool) -> tuple[Levels, ...]:
    """Return players by ply with which somebody may have confused the right ones.

    - MAX and MIN exchanged.
    - If chance has plies: the players without them.
    - If chance has no plies, but the tree has chance nodes: a ply of chance below each player's.
    - The last two also with MAX and MIN exchanged.

    Args:
        levels: The right players by ply.
        has_chance_nodes: Whether the tree has chance nodes.

    Example:
        >>> confusable = list_confusable_levels(DEFAULT_LEVELS, has_chance_nodes=True)
        >>> [" ".join(levels) for levels in confusable]
        ['max chance min chance', 'min max', 'min chance max chance']
    """
    candidates = [levels]
    if Player.CHANCE in levels:
        candidates.append(tuple(player for player in levels if player is not Player.CHANCE))
    elif has_chance_nodes:
        players_with_chance = [(player, Player.CHANCE) for player in levels]
        candidates.append(tuple(chain.from_iterable(players_with_chance)))

    # MAX and MIN exchanged; chance is its own opponent.
    exchanged = [tuple(player.opponent for player in candidate) for candidate in candidates]
    distinct_candidates = dict.fromkeys([*candidates, *exchanged])  # each once, in this order
    return tuple(candidate for candidate in distinct_candidates if candidate not in {(), levels})


def changed(candidate: Rules, stated: Rules) -> tuple[str, ...]:
    """Return the names of the rules in which a candidate differs and that matter to it.

    Example:
        >>> changed(Rules(cutoff=">", fail="hard"), Rules())
        ('cutoff', 'fail')
        >>> changed(Rules(algorithm="minimax", fail="hard"), Rules())  # minimax has no return rule
        ('algorithm',)
    """
    compared_names = [name for name in _BY_NAME if name not in {"window", "range", "depth"}]
    return tuple(
        name
        for name in compared_names
        if candidate.takes(name) and getattr(candidate, name) != getattr(stated, name)
    )
