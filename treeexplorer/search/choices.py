"""The conventions as a table to show and to choose from, and which of them go together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from treeexplorer.search.rules import ALGORITHMS, CUTOFFS, FAILS, FORMS, ORDERS, Rules

# Searches that test a child before they search it, or keep a list: they fix their own cut test.
_WITH_WINDOWS: Final = ("alphabeta", "pvs", "negascout", "mtdf", "star1", "star2")


@dataclass(frozen=True)
class Choice:
    """One value of a convention.

    Attributes:
        value: The value as it is written in files and options.
        title: What it is called in a sentence.
        explanation: What it does, in one line.
    """

    value: str
    title: str
    explanation: str


@dataclass(frozen=True)
class Convention:
    """One rule that sources differ on.

    Attributes:
        name: The field of :class:`~treeexplorer.search.rules.Rules`.
        title: What it is called.
        question: What it decides, as a question.
        choices: Its values; empty where any number or list may be written.
    """

    name: str
    title: str
    question: str
    choices: tuple[Choice, ...] = ()


CONVENTIONS: Final[tuple[Convention, ...]] = (
    Convention(
        "algorithm",
        "search",
        "Which search is it?",
        (
            Choice("alphabeta", "alpha-beta", "skips what cannot change the root's value"),
            Choice("minimax", "minimax", "visits every node"),
            Choice("negamax", "negamax", "minimax with every value seen by the side to move"),
            Choice("pvs", "PVS", "tests whether a later child is better before searching it"),
            Choice("negascout", "NegaScout", "like PVS, and trusts a test near the leaves"),
            Choice("scout", "SCOUT", "tests for better, then evaluates again without bounds"),
            Choice("mtdf", "MTD(f)", "asks “is it at least this?” until the bounds meet"),
            Choice("sss", "SSS*", "best first, from a list of open nodes with their merits"),
            Choice("expectimax", "expectimax", "minimax with weighted means at chance nodes"),
            Choice("star1", "Star1", "cuts at chance nodes, knowing how far leaves can reach"),
            Choice("star2", "Star2", "Star1 after a look at one move below each child"),
        ),
    ),
    Convention(
        "form",
        "printed form",
        "As which text prints alpha-beta?",
        (
            Choice("classic", "classic", "one function with a flag for the player; fail-soft"),
            Choice("exchanged", "exchanged", "its two branches carry each other's label"),
            Choice("bounds", "bounds", "v starts at the bound, and only v > max cuts"),
            Choice("two-functions", "two functions", "takes the first child's value as it is"),
        ),
    ),
    Convention(
        "cutoff",
        "cut test",
        "Does equality cut?",
        (
            Choice(">=", "cut when α ≥ β", "a child that can only tie is skipped"),
            Choice(">", "cut only when α > β", "ties are looked at"),
        ),
    ),
    Convention(
        "fail",
        "return value",
        "What does a node return that falls outside its window?",
        (
            Choice("soft", "fail-soft", "the best value it found"),
            Choice("hard", "fail-hard", "the end of the window that it passed"),
        ),
    ),
    Convention(
        "order",
        "order",
        "In which order are children taken?",
        (
            Choice("left-to-right", "left to right", "as they are drawn"),
            Choice("right-to-left", "right to left", "the last one drawn comes first"),
        ),
    ),
    Convention("window", "window", "With which α and β is the root entered?"),
    Convention("depth", "depth limit", "After how many plies are estimates used?"),
    Convention("levels", "levels", "Whose move is it on each ply?"),
    Convention("first_guess", "first guess", "Where does MTD(f) begin?"),
    Convention("leaf_range", "leaf range", "How small and how large can a leaf be?"),
)

_BY_NAME: Final = {convention.name: convention for convention in CONVENTIONS}
_LISTS: Final = {
    "algorithm": ALGORITHMS,
    "form": FORMS,
    "cutoff": CUTOFFS,
    "fail": FAILS,
    "order": ORDERS,
}


def convention(name: str) -> Convention:
    """Return a convention by its name."""
    return _BY_NAME[name]


def title_of(name: str, value: Any) -> str:
    """Return what a value of a convention is called."""
    found = next((c for c in _BY_NAME[name].choices if c.value == value), None)
    return found.title if found else str(value)


def idle_because(rules: Rules, name: str) -> str | None:
    """Return why a convention decides nothing under these rules, ``None`` where it does."""
    algorithm = title_of("algorithm", rules.algorithm)
    if name == "form" and rules.algorithm != "alphabeta":
        return f"only alpha-beta has printed forms; this is {algorithm}"
    if name in {"cutoff", "fail"}:
        if rules.algorithm != "alphabeta":
            return f"{algorithm} has its own cut test and return values"
        if rules.fixes_its_own_rules:
            return f"the form “{rules.form}” fixes its own cut test and return rule"
    if name == "window" and rules.algorithm not in {*_WITH_WINDOWS, "sss"}:
        return f"{algorithm} has no window"
    if name == "first_guess" and rules.algorithm != "mtdf":
        return "only MTD(f) begins with a guess"
    if name == "leaf_range" and rules.algorithm not in {"star1", "star2"}:
        return "only Star1 and Star2 use the range of the leaves"
    return None


def choices_of(name: str) -> tuple[str, ...]:
    """Return the values that a convention with a fixed list of values can have."""
    return _LISTS.get(name, ())
