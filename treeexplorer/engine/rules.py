"""The rules of a search: every convention in one visible object, and where each comes from.

Sources disagree on conventions, so none is hidden: a :class:`Rules` names them all, and
:func:`resolve` says for each whether it is built in, from the course file, from the tree's own
directives, or asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, TypeAlias, get_args

from treeexplorer.tree import DEFAULT_LEVELS, FULL_WINDOW, Directives, Levels, Number, Window

Algorithm: TypeAlias = Literal[
    "alphabeta",
    "minimax",
    "negamax",
    "pvs",
    "negascout",
    "scout",
    "mtdf",
    "sss",
    "expectimax",
    "star1",
    "star2",
]
Form: TypeAlias = Literal["classic", "exchanged", "bounds", "two-functions"]
Cutoff: TypeAlias = Literal[">=", ">"]
Fail: TypeAlias = Literal["soft", "hard"]
Order: TypeAlias = Literal["left-to-right", "right-to-left"]

ALGORITHMS: Final[tuple[Algorithm, ...]] = get_args(Algorithm)
FORMS: Final[tuple[Form, ...]] = get_args(Form)
CUTOFFS: Final[tuple[Cutoff, ...]] = get_args(Cutoff)
FAILS: Final[tuple[Fail, ...]] = get_args(Fail)
ORDERS: Final[tuple[Order, ...]] = get_args(Order)


class RulesError(ValueError):
    """A combination of rules that makes no sense, said in a sentence."""


@dataclass(frozen=True)
class Rules:
    """How a tree is searched.

    Attributes:
        algorithm: The search.
        form: The printed form of alpha-beta; the others have none that matters.
        cutoff: Cut when α ≥ β, or only when α > β.
        fail: What a node returns that falls outside its window.
        order: The order in which children are taken.
        window: The (α, β) with which the root is entered; α < β.
        depth: Search this many plies, then use estimates; ``None`` for no limit.
        levels: The players by ply, repeated cyclically.
        first_guess: Where MTD(f) begins; +∞ makes it search like SSS*.
        leaf_range: The least and the largest value a leaf can have, for Star1 and Star2; what the
            tree's leaves span where ``None``.
    """

    algorithm: Algorithm = "alphabeta"
    form: Form = "classic"
    cutoff: Cutoff = ">="
    fail: Fail = "soft"
    order: Order = "left-to-right"
    window: Window = FULL_WINDOW
    depth: int | None = None
    levels: Levels = DEFAULT_LEVELS
    first_guess: Number = 0
    leaf_range: Window | None = None

    def __post_init__(self) -> None:
        if not self.window[0] < self.window[1]:
            raise RulesError("a window (α, β) needs α smaller than β")
        if self.depth is not None and self.depth < 1:
            raise RulesError("a depth limit is at least 1 ply")

    @property
    def fixes_its_own_rules(self) -> bool:
        """Whether the printed form decides the cut test and the return rule itself."""
        return self.algorithm == "alphabeta" and self.form != "classic"

    @property
    def right_to_left(self) -> bool:
        """Whether children are taken from the last drawn to the first."""
        return self.order == "right-to-left"

    @property
    def strict(self) -> bool:
        """Whether equality is not enough to cut, as the form or the cut test has it."""
        if self.algorithm != "alphabeta":
            return False
        return self.form == "bounds" if self.form != "classic" else self.cutoff == ">"

    @property
    def hard(self) -> bool:
        """Whether values outside the window are clamped, as the form or the rule has it."""
        if self.algorithm != "alphabeta":
            return False
        if self.form != "classic":
            return self.form in {"bounds", "exchanged"}
        return self.fail == "hard"

    @property
    def test_sign(self) -> str:
        """The sign of the cut test as it is written everywhere: ``≥`` or ``>``."""
        return ">" if self.strict else "≥"


@dataclass(frozen=True)
class ResolvedRules:
    """Rules together with where each of them comes from.

    Attributes:
        rules: The rules.
        origins: For each field of the rules, the words for its source, such as ``built in``,
            ``course file``, ``file`` or ``option``.
    """

    rules: Rules
    origins: Mapping[str, str]


# Rules that no directive states: they matter to single searches only.
EXTRA_NAMES: Final = ("first_guess", "leaf_range")
RULE_NAMES: Final = tuple(rule.name for rule in fields(Rules) if rule.name not in EXTRA_NAMES)


def directive_rules(directives: Directives) -> dict[str, Any]:
    """Return the rules that a tree's directives set, by field name of :class:`Rules`."""
    stated = {name: getattr(directives, name) for name in RULE_NAMES}
    return {name: value for name, value in stated.items() if value is not None}


def resolve(layers: Iterable[tuple[str, Mapping[str, Any]]]) -> ResolvedRules:
    """Merge layers of settings, later ones winning, into rules that know their origins.

    Args:
        layers: Pairs of a source's name and its settings by field name of :class:`Rules`, from
            the weakest authority to the strongest.

    Raises:
        RulesError: A setting is not a rule, or the rules do not go together.
    """
    chosen: dict[str, Any] = {}
    origins = dict.fromkeys((*RULE_NAMES, *EXTRA_NAMES), "built in")
    for origin, settings in layers:
        for name, value in settings.items():
            if name not in origins:
                raise RulesError(f"“{name}” is not a rule; the rules are {', '.join(origins)}")
            if value is not None:
                chosen[name] = value
                origins[name] = origin
    rules = replace(Rules(), **chosen)
    if rules.fixes_its_own_rules:
        for name in ("cutoff", "fail"):
            if origins[name] != "built in" and origins["form"] != "built in":
                _refuse_beside_form(rules, name, origins)
    return ResolvedRules(rules, origins)


def _refuse_beside_form(rules: Rules, name: str, origins: Mapping[str, str]) -> None:
    if origins[name] in {"option", "file"}:
        raise RulesError(
            f"the printed form “{rules.form}” fixes its own cut test and return rule, so "
            f"{name} = {getattr(rules, name)} ({origins[name]}) cannot go with it; "
            "leave it out, or use the form “classic”"
        )
