"""The searches of a tree that are worth comparing, and the opposite of a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from treeexplorer.engine.algorithms import TABLE, explain_why_idle, search
from treeexplorer.engine.analysis import Moves, analysis_of
from treeexplorer.engine.ordered_tree import HorizonError
from treeexplorer.engine.record import Record
from treeexplorer.explain.endings import waiting
from treeexplorer.explain.rules_in_words import describe_rule
from treeexplorer.numbers import convert_number_to_json, shown
from treeexplorer.rules import (
    ALGORITHMS,
    CLASSIC_ONLY,
    CONVENTIONS,
    AlgorithmName,
    Rules,
    RulesError,
    alternatives,
    changed,
    list_rule_values,
    parse_rule,
    title_of,
)
from treeexplorer.text import quoted
from treeexplorer.tree import FULL_WINDOW, GameTree, Number


@dataclass(frozen=True)
class Contender:
    """One search among those compared.

    Attributes:
        record: Its record; ``None`` where it cannot be run on this tree.
        problem: Why it cannot, or why it did not end.
    """

    rules: Rules
    record: Record | None
    problem: str | None = None

    def __repr__(self) -> str:
        if self.problem is not None:
            return f"<Contender {self.name}: {self.problem}>"
        if self.value is None:
            return f"<Contender {self.name}: no value>"
        return f"<Contender {self.name}: value {shown(self.value)}>"

    @property
    def name(self) -> str:
        """What distinguishes it."""
        return format_search_name(self.rules)

    @property
    def value(self) -> Number | None:
        """The root's value; ``None`` where the search did not end."""
        return None if self.record is None else self.record.root_value

    @property
    def moves(self) -> Moves:
        """Which of the root's moves are best; none where the search did not end."""
        if self.record is None or not self.record.complete:
            return Moves()
        return analysis_of(self.record).moves(0)

    def counts(self) -> dict[str, int | None]:
        """Count what the search cost in nodes, leaves, readings, calls and cut-offs, for JSON.

        Returns:
            By the name of each count, in a fixed order:

            - ``visited``: different nodes that were visited.
            - ``evaluated``: different leaves that were read.
            - ``evaluations``: how often a leaf was read, repetitions included.
            - ``calls``: calls of the search function.
            - ``cutoffs``: cut-offs.

            Each of them is ``None`` if the search did not end.
        """
        record = self.record
        if record is None or self.problem is not None:
            return dict.fromkeys(("visited", "evaluated", "evaluations", "calls", "cutoffs"))
        return {
            "visited": record.visited,
            "evaluated": record.evaluated,
            "evaluations": record.evaluations,
            "calls": len(record.nodes),
            "cutoffs": len(record.cuts),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the row of this search that ``compare --json`` prints.

        It has the name, the rules, the root's value, the address of the best move, the counts, and
        why the search did not end (``None`` if it did). What differs from another search is no part
        of it.
        """
        return {
            "name": self.name,
            **self.rules.to_dict(),
            "value": convert_number_to_json(self.value),
            "best": self._best_move,
            **self.counts(),
            "problem": self.problem,
        }

    @property
    def _best_move(self) -> str | None:
        """The address of the best move; ``None`` where none is known."""
        best = self.moves.best
        if self.record is None or best is None:
            return None
        return self.record.tree.labels.full_address(best)


def format_search_name(rules: Rules) -> str:
    """Format the name of a search, with the conventions that matter for it, such as ``PVS``.

    Example:
        >>> format_search_name(Rules()), format_search_name(Rules(algorithm="pvs"))
        ('alpha-beta ≥', 'PVS')
        >>> format_search_name(Rules(form="bounds"))
        'alpha-beta, form bounds'
    """
    name = title_of("algorithm", rules.algorithm) + _format_conventions(rules)
    if rules.order == Rules.order:
        return name
    return f"{name} {title_of('order', rules.order)}"


def _format_conventions(rules: Rules) -> str:
    """Format the form, or the cut test and the return rule, as the end of a search's name.

    For example ``, form bounds`` or `` > fail-hard``; empty for a search without such conventions.
    """
    if rules.fixes_its_own_rules:
        return f", form {rules.form}"
    if not rules.has_conventions:
        return ""
    if rules.hard:
        return f" {rules.test_sign} fail-hard"
    return f" {rules.test_sign}"


def contenders(tree: GameTree, rules: Rules) -> Iterator[Rules]:
    """Yield the rules to compare on a tree: every search, and alpha-beta's conventions.

    Window, depth limit and levels stay as they are. The first is the reference: alpha-beta in its
    classic form, cut on equality, fail-soft, in the stated order.
    """
    reference = replace(rules, algorithm="alphabeta", form="classic", cutoff=">=", fail="soft")
    searches = _collect_searches_for(tree.with_levels(rules.levels))
    yield reference
    for candidate in alternatives(reference, algorithms=searches):
        if _is_single_change(candidate, reference):
            yield candidate


def _collect_searches_for(tree: GameTree) -> list[AlgorithmName]:
    """Collect the searches worth running on a tree: those for chance nodes only if it has some."""
    return [name for name in ALGORITHMS if tree.has_chance or not TABLE[name].for_chance]


def _is_single_change(candidate: Rules, reference: Rules) -> bool:
    """Tell whether rules differ from others in one rule, or only in conventions of alpha-beta.

    Alpha-beta's own conventions are its cut test and its return rule; they may change together.
    """
    changed_rules = set(changed(candidate, reference))
    return len(changed_rules) == 1 or changed_rules <= CLASSIC_ONLY


def contender(tree: GameTree, rules: Rules) -> Contender:
    """Search a tree, and return the search for a comparison, with the problem if it did not end."""
    try:
        record = search(tree, rules)
    except (HorizonError, RulesError) as error:
        return Contender(rules, record=None, problem=str(error))

    unknown_leaf_needed = waiting(record)
    if unknown_leaf_needed is not None:
        return Contender(rules, record, problem=str(unknown_leaf_needed.phrase))
    return Contender(rules, record)


def change_rules_by_words(spelling: str, rules: Rules) -> Rules:
    """Change rules by words such as ``>``, ``hard``, ``right-to-left`` or ``pvs,>``.

    A convention that alpha-beta alone has implies alpha-beta in its classic form.

    Raises:
        RulesError: A word is none of the choices.

    Example:
        >>> format_search_name(change_rules_by_words("hard,>", Rules()))
        'alpha-beta > fail-hard'
        >>> format_search_name(change_rules_by_words("pvs", Rules()))
        'PVS'
    """
    words = spelling.replace("+", ",").split(",")
    changes = dict(_parse_rule_word(word) for word in words)
    implies_classic_form = not {"algorithm", *CLASSIC_ONLY}.isdisjoint(changes)
    if implies_classic_form and "form" not in changes:
        changes = {"algorithm": "alphabeta", "form": "classic", **changes}
    return replace(rules, **changes)


def _parse_rule_word(word: str) -> tuple[str, Any]:
    """Parse a word into the first rule of which it is a value: ``hard`` is ``("fail", "hard")``.

    Raises:
        RulesError: It is a value of no rule.
    """
    rule_names = [convention.name for convention in CONVENTIONS if convention.values]
    for name in rule_names:
        with suppress(RulesError):  # not a value of this rule: the next is tried
            return name, parse_rule(name, word)
    choices = ", ".join(value for name in rule_names for value in list_rule_values(name))
    raise RulesError(f"{quoted(word.strip())} is no search or convention; there are {choices}")


class Opposite(NamedTuple):
    """A comparison of a search with itself under another value of one rule.

    Attributes:
        rule: The rule.
        changes: The rules of the other search that differ: this one, and perhaps the range.
        words: Both values of the rule: ``fail-soft against fail-hard``.
    """

    rule: str
    changes: Mapping[str, Any]
    words: str


_VALUES_TO_COMPARE: Final = {
    "form": ("classic", "classic"),
    "cutoff": (">=", ">"),
    "fail": ("soft", "hard"),
    "order": ("left-to-right", "right-to-left"),
    "algorithm": ("alphabeta", "minimax"),
}
"""The rules of which both values are worth seeing side by side, the usual one first."""


def collect_opposites(rules: Rules) -> list[Opposite]:
    """Collect the searches to compare a search with: each has the other value of one rule.

    The rules are the cut test, what is returned, the order, and alpha-beta against minimax. One
    that decides nothing here is left out. A printed form of alpha-beta, which decides some of
    these rules itself, is compared with the classic form.

    Example:
        >>> [opposite.words for opposite in collect_opposites(Rules())]
        ... # doctest: +NORMALIZE_WHITESPACE
        ['α ≥ β against α > β', 'fail-soft against fail-hard',
         'left to right against right to left', 'alpha-beta against minimax']
    """
    return [
        _build_opposite(rules, rule, _choose_other_value(rules, rule))
        for rule in _VALUES_TO_COMPARE
        if _has_opposite(rules, rule)
    ]


def _choose_other_value(rules: Rules, rule: str) -> str:
    """Choose the value to compare a rule with: the usual one, or the unusual one if it has that."""
    usual_value, unusual_value = _VALUES_TO_COMPARE[rule]
    if getattr(rules, rule) == usual_value:
        return unusual_value
    return usual_value


def _has_opposite(rules: Rules, rule: str) -> bool:
    """Tell whether a rule makes a difference to a search, and has another value to compare with.

    The form has none if it is the classic one.
    """
    is_idle = rule != "algorithm" and explain_why_idle(rules, rule) is not None
    if is_idle:
        return False
    value: str = getattr(rules, rule)
    return value != _choose_other_value(rules, rule)


def build_minimax_comparison(rules: Rules) -> Opposite:
    """Compare a search with minimax; minimax itself with alpha-beta.

    Example:
        >>> build_minimax_comparison(Rules(algorithm="pvs")).words
        'PVS against minimax'
    """
    alpha_beta, minimax = _VALUES_TO_COMPARE["algorithm"]
    other_algorithm = alpha_beta if rules.algorithm == minimax else minimax
    return _build_opposite(rules, "algorithm", other_algorithm)


def _build_opposite(rules: Rules, rule: str, other_value: str) -> Opposite:
    """Build the comparison of a search with itself under another value of one rule.

    With the rule ``cutoff`` and the other value ``>``: ``α ≥ β against α > β``. If the other search
    knows no range of all values, as minimax, it is made without one.
    """
    # A dict, since `replace` takes the name of the rule as a keyword.
    changes: dict[str, Any] = {rule: other_value}
    can_use_range = replace(rules, **changes).takes("range")
    if rules.has_range and not can_use_range:
        changes["range"] = FULL_WINDOW  # from −∞ to +∞: no range is known

    other_rules = replace(rules, **changes)
    words = f"{describe_rule(rule, rules)} against {describe_rule(rule, other_rules)}"
    return Opposite(rule=rule, changes=changes, words=words)
