"""The conventions as a table to show and to choose from, and which of them go together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from treeexplorer.engine.rules import ALGORITHMS, CUTOFFS, FAILS, FORMS, ORDERS, Rules

_WITHOUT_WINDOWS: Final = ("minimax", "negamax", "expectimax")


@dataclass(frozen=True)
class Choice:
    """One value of a convention.

    Attributes:
        value: The value as it is written in files and options.
        title: What it is called in a sentence.
        explanation: What it does, in one short sentence.
    """

    value: str
    title: str
    explanation: str


@dataclass(frozen=True)
class Convention:
    """One rule that sources differ on.

    Attributes:
        name: The field of :class:`~treeexplorer.engine.rules.Rules`.
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
            Choice("alphabeta", "alpha-beta", "Leaves out what cannot matter for the root."),
            Choice("minimax", "minimax", "Visits every node; nothing is ever cut."),
            Choice("negamax", "negamax", "Minimax, with values seen from the side to move."),
            Choice("pvs", "PVS", "First child with the full window, the others with an empty one."),
            Choice("negascout", "NegaScout", "Like PVS, and trusts a test near the leaves."),
            Choice("scout", "SCOUT", "Tests for better, then evaluates again without bounds."),
            Choice("mtdf", "MTD(f)", "Null-window searches with memory until both bounds meet."),
            Choice("sss", "SSS*", "Best first, from a list of open nodes with their merits."),
            Choice("expectimax", "expectimax", "Minimax with weighted means at chance nodes."),
            Choice("star1", "Star1", "Cuts at chance nodes, knowing how far leaves can reach."),
            Choice("star2", "Star2", "Star1 after a look at one move below each child."),
        ),
    ),
    Convention(
        "form",
        "form",
        "As which text prints alpha-beta?",
        (
            Choice("classic", "classic", "One function for both players; v starts at −∞ or +∞."),
            Choice(
                "exchanged",
                "exchanged",
                "Labels exchanged: computes the tree with the players swapped.",
            ),
            Choice(
                "bounds",
                "bounds",
                "minimax(n, d, min, max): strict test, and v starts at the bound.",
            ),
            Choice(
                "two-functions",
                "two functions",
                "One function per player; the first child is always accepted.",
            ),
        ),
    ),
    Convention(
        "cutoff",
        "cut test",
        "Does equality cut?",
        (
            Choice(">=", "cut when α ≥ β", "Cut when α ≥ β: equal is enough."),
            Choice(">", "cut only when α > β", "Cut only when α > β: a tie is looked into."),
        ),
    ),
    Convention(
        "fail",
        "returns",
        "What does a node return that falls outside its window?",
        (
            Choice("soft", "fail-soft", "A node returns its v, even outside its window."),
            Choice("hard", "fail-hard", "A node returns its v clamped into its window."),
        ),
    ),
    Convention(
        "order",
        "order",
        "In which order are children taken?",
        (
            Choice("left-to-right", "left to right", "Children are taken as they are drawn."),
            Choice(
                "right-to-left",
                "right to left",
                "Children are taken from the last drawn to the first.",
            ),
        ),
    ),
    Convention("window", "window", "With which α and β is the root entered?"),
    Convention("depth", "depth", "After how many plies are estimates used?"),
    Convention("levels", "players", "Whose move is it on each ply?"),
    Convention("first_guess", "guess", "Where does MTD(f) begin?"),
    Convention("leaf_range", "leaves", "How small and how large can a leaf be?"),
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


def choice_of(name: str, value: Any) -> Choice | None:
    """Return the choice that a value of a convention is; ``None`` where any may be written."""
    return next((choice for choice in _BY_NAME[name].choices if choice.value == value), None)


def title_of(name: str, value: Any) -> str:
    """Return what a value of a convention is called."""
    found = choice_of(name, value)
    return found.title if found else str(value)


def idle_because(rules: Rules, name: str) -> str | None:
    """Return why a convention decides nothing under these rules, ``None`` where it does."""
    algorithm = title_of("algorithm", rules.algorithm)
    if name == "form" and rules.algorithm != "alphabeta":
        return f"only alpha-beta has printed forms; this is {algorithm}"
    if name in {"cutoff", "fail"} and rules.algorithm in _WITHOUT_WINDOWS:
        return f"{algorithm} cuts nothing off"
    if name in {"cutoff", "fail"}:
        if rules.algorithm != "alphabeta":
            return f"{algorithm} has its own cut test and return values"
        if rules.fixes_its_own_rules:
            return f"the form “{rules.form}” decides this itself"
    if name == "window" and rules.algorithm in {*_WITHOUT_WINDOWS, "scout"}:
        return f"{algorithm} has no window"
    if name == "first_guess" and rules.algorithm != "mtdf":
        return "only MTD(f) begins with a guess"
    if name == "leaf_range" and rules.algorithm not in {"star1", "star2"}:
        return "only Star1 and Star2 use the range of the leaves"
    return None


def choices_of(name: str) -> tuple[str, ...]:
    """Return the values that a convention with a fixed list of values can have."""
    return _LISTS.get(name, ())
