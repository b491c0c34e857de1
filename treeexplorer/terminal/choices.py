"""The conventions of a search as choices, each with one line that says what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from treeexplorer.numerals import shown
from treeexplorer.search import Record, Rules
from treeexplorer.search.rules import ALGORITHMS, FORMS
from treeexplorer.terminal.conventions import ALGORITHM_NAMES
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.widgets.timeline import counted
from treeexplorer.tree import Player


@dataclass(frozen=True)
class Choice:
    """One convention that can be chosen.

    Attributes:
        rule: The field of :class:`~treeexplorer.search.Rules`.
        title: What it is called.
        values: What can be chosen, in order; empty where a value is typed.
    """

    rule: str
    title: str
    values: tuple[Any, ...] = ()


MAX, MIN = Player.MAX, Player.MIN

CHOICES: Final = (
    Choice("algorithm", "search", ALGORITHMS),
    Choice("form", "form", FORMS),
    Choice("cutoff", "cut test", (">=", ">")),
    Choice("fail", "returns", ("soft", "hard")),
    Choice("order", "order", ("left-to-right", "right-to-left")),
    Choice("levels", "players", ((MAX, MIN), (MIN, MAX), (MAX, MIN, MIN), (MAX,), (MIN,))),
    Choice("window", "window"),
    Choice("depth", "depth"),
)

_MEANINGS: Final[dict[tuple[str, Any], str]] = {
    ("algorithm", "alphabeta"): "Leaves out what cannot matter for the root.",
    ("algorithm", "minimax"): "Visits every node; nothing is ever cut.",
    ("algorithm", "negamax"): "Minimax, with values seen from the side to move.",
    ("algorithm", "pvs"): "First child with the full window, the others tested with an empty one.",
    ("algorithm", "negascout"): "Reinefeld's version of principal variation search.",
    ("algorithm", "scout"): "Pearl's test-and-evaluate: is this child better at all?",
    ("algorithm", "mtdf"): "Null-window searches with memory until both bounds meet.",
    ("algorithm", "sss"): "Best first, with a list of open nodes (Stockman).",
    ("algorithm", "expectimax"): "Minimax with weighted means at chance nodes.",
    ("algorithm", "star1"): "Cuts at chance nodes, where the leaves' range is known.",
    ("algorithm", "star2"): "Star1 that probes one child of each chance child first.",
    ("form", "classic"): "One function; v from −∞ or +∞; break when β ≤ α; fail-soft.",
    ("form", "exchanged"): "Labels exchanged: computes the tree with the players swapped.",
    ("form", "bounds"): "minimax(n, d, min, max): strict test, and v starts at the bound.",
    ("form", "two-functions"): "One function per player; the first child is always accepted.",
    ("cutoff", ">="): "Cut when α ≥ β: equal is enough.",
    ("cutoff", ">"): "Cut only when α > β: a tie is looked into.",
    ("fail", "soft"): "A node returns its v, even outside its window.",
    ("fail", "hard"): "A node returns its v clamped into its window.",
    ("order", "left-to-right"): "Children are taken as they are drawn.",
    ("order", "right-to-left"): "Children are taken from the last drawn to the first.",
    ("levels", (MAX, MIN)): "MAX moves at the root, then they take turns.",
    ("levels", (MIN, MAX)): "MIN moves at the root, then they take turns.",
    ("levels", (MAX, MIN, MIN)): "MAX, then two opponents one after the other.",
    ("levels", (MAX,)): "MAX moves everywhere.",
    ("levels", (MIN,)): "MIN moves everywhere.",
}


def meaning(rule: str, rules: Rules) -> str:
    """Return one line about what is chosen for a rule."""
    if rule == "window":
        return "The root's α and β; a narrow one makes the value a bound. ↵ types it."
    if rule == "depth":
        return "Search so many plies, then use the estimates (~). ↵ types it."
    if rule in {"cutoff", "fail"} and rules.fixes_its_own_rules:
        return f"The form “{rules.form}” decides this itself."
    if rule == "form" and rules.algorithm != "alphabeta":
        return "Only alpha-beta is printed in several forms."
    return _MEANINGS.get((rule, getattr(rules, rule)), "As the file has it.")


def value_shown(rule: str, rules: Rules) -> str:
    """Return what is chosen for a rule, in a few words."""
    value = getattr(rules, rule)
    if rule == "algorithm":
        return ALGORITHM_NAMES.get(value, str(value))
    if rule == "cutoff":
        return f"α {rules.test_sign} β"
    if rule == "fail":
        return "fail-hard" if rules.hard else "fail-soft"
    if rule == "window":
        return f"({shown(value[0])}, {shown(value[1])})"
    if rule == "depth":
        return "unlimited" if value is None else f"{value} plies"
    if rule == "levels":
        return " ".join(level.value.upper() for level in value) + " …"
    return str(value)


def neighbour(choice: Choice, rules: Rules, by: int) -> Any:
    """Return the value beside the one that is chosen, going round at the ends."""
    value = getattr(rules, choice.rule)
    values = choice.values if value in choice.values else (value, *choice.values)
    return values[(values.index(value) + by) % len(values)]


def difference(before: Record, after: Session) -> str:
    """Return what other rules changed, in a sentence."""
    record = after.record
    if not (before.complete and record.complete):
        return "The search is not at its end, so what changed cannot be counted yet."
    parts = []
    more = record.evaluated - before.evaluated
    if more:
        word = "more" if more > 0 else "fewer"
        leaves = counted(abs(more), f"{word} leaf is", f"{word} leaves are")
        parts.append(f"now {leaves} read")
    cuts = len(record.cuts) - len(before.cuts)
    if cuts:
        word = "more" if cuts > 0 else "fewer"
        parts.append(counted(abs(cuts), f"cut-off {word}", f"cut-offs {word}"))
    old, new = before.root_value, record.root_value
    if old != new and old is not None and new is not None:
        parts.append(f"the root returns {shown(new)} instead of {shown(old)}")
    if not parts:
        same = [record.node(row) for row in range(len(record.nodes))] == [
            before.node(row) for row in range(len(before.nodes))
        ]
        return (
            "Nothing changed: the same nodes, the same value."
            if same
            else ("The same counts, but other nodes are visited.")
        )
    text = ", ".join(parts)
    return text[0].upper() + text[1:] + "."
