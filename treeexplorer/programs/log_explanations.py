"""The conventions under which a whole log agrees, and the mistakes that explain it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from treeexplorer.engine.heuristic_orders import in_search_order
from treeexplorer.engine.misconceptions import MISCONCEPTIONS
from treeexplorer.engine.procedure import Hooks, find_own_bound
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.programs.expected_rows import compute_expected_rows
from treeexplorer.programs.log_agreement import has_all_nodes_of, is_log_of_search
from treeexplorer.programs.log_habits import HABITS, ExpectedRow
from treeexplorer.programs.log_mistakes import IN_LOGS
from treeexplorer.programs.log_negamax import NEGAMAX_MISTAKES, generate_negamax_rows
from treeexplorer.programs.log_nodes import LogWithNodes
from treeexplorer.rules import Rules, alternatives
from treeexplorer.tree import GameTree


class _Convention(NamedTuple):
    """A convention under which a program may search and print.

    Attributes:
        words: What it is, as it stands behind “the whole log agrees”.
        tree: The tree with the players that move in it.
        rows: The rows that the program would print.
    """

    words: str
    tree: GameTree
    rows: Sequence[ExpectedRow]


def find_matching_conventions(log: LogWithNodes, tree: GameTree, rules: Rules) -> Iterator[str]:
    """Find the conventions under which the whole log agrees, in words, the likeliest first."""
    for convention in _generate_conventions(tree, rules):
        if is_log_of_search(log._replace(tree=convention.tree), convention.rows):
            yield convention.words


_MOVES_BOUND_LATE: Final = "where a bound is moved only if the test fails"
_RETURNS_OWN_BOUND: Final = "where MAX returns α and MIN β, even beyond the other"


def _generate_conventions(tree: GameTree, rules: Rules) -> Iterator[_Convention]:
    """Yield the conventions that are tried on a log, the likeliest first.

    ==================================================  ===============================
    the convention                                      under which rules it is tried
    ==================================================  ===============================
    other rules of the search, such as another test     all
    a bound is moved only after the test has failed     all
    a bound is returned that lies beyond the other      those that are fail-hard
    other rows are printed of the same search           all
    ==================================================  ===============================

    Each is tried under all its rules before the next one is. The last three are habits of some
    programs, and are added to the words for the rules.
    """
    candidates = list_conventions_to_try(rules)
    for candidate in candidates:
        rows = compute_expected_rows(tree, candidate)
        yield _build_convention(tree, candidate, rows)
    for candidate in candidates:
        rows = compute_expected_rows(tree, candidate, keeps_window_at_cut=True)
        yield _build_convention(tree, candidate, rows, habit=_MOVES_BOUND_LATE)
    for candidate in candidates:
        if candidate.hard:
            rows = compute_expected_rows(tree, candidate, Hooks(start=find_own_bound))
            yield _build_convention(tree, candidate, rows, habit=_RETURNS_OWN_BOUND)
    for candidate in candidates:
        rows = compute_expected_rows(tree, candidate)
        searched_tree = in_search_order(tree, candidate).tree
        for habit in HABITS:
            printed_rows = habit.convert(rows, searched_tree)
            yield _build_convention(tree, candidate, printed_rows, habit=f"where {habit.words}")


def _build_convention(
    tree: GameTree, rules: Rules, rows: Sequence[ExpectedRow], habit: str = ""
) -> _Convention:
    """Build the convention of some rules under which a program prints rows, with a habit if any.

    Its words are, for example, ``under alpha-beta, cut when α > β, where a bound is moved only if
    the test fails``; the habit is what begins with ``where``.
    """
    words = f"under {format_conventions(rules)}"
    if habit:
        words = f"{words}, {habit}"
    return _Convention(words, in_search_order(tree, rules).tree, rows)


def list_conventions_to_try(rules: Rules) -> list[Rules]:
    """List rules and their alternatives, also with MAX and MIN exchanged at all levels."""
    exchanged_levels = tuple(player.opponent for player in rules.levels)
    others = alternatives(rules, levels=[exchanged_levels])
    # A printed form that swaps the players prints numbers of another tree.
    return [candidate for candidate in (rules, *others) if not candidate.printed.swaps_players]


def find_matching_misconceptions(log: LogWithNodes, tree: GameTree, rules: Rules) -> Iterator[str]:
    """Find the misconceptions, then the mistakes of programs, that explain a whole log."""
    # Who moves may be what is wrong, and is printed as the program has it.
    log = log.without_players()
    for words, rows in _generate_misconceptions(tree, rules):
        if is_log_of_search(log, rows):
            yield words


def find_misconception_that_names_all(
    log: LogWithNodes, tree: GameTree, rules: Rules
) -> str | None:
    """Find the misconception with which a search comes to the nodes of a log, and to no others.

    Returns:
        Its words; ``None`` if there is none, or if a convention explains the nodes as well.
    """
    for candidate in list_conventions_to_try(rules):
        if has_all_nodes_of(log, compute_expected_rows(tree, candidate)):
            return None
    misconceptions = _generate_misconceptions(tree, rules)
    return next((words for words, rows in misconceptions if has_all_nodes_of(log, rows)), None)


def _generate_misconceptions(
    tree: GameTree, rules: Rules
) -> Iterator[tuple[str, Sequence[ExpectedRow]]]:
    """Yield each misconception, then each mistake of programs, in words and with its rows."""
    for misconception in (*MISCONCEPTIONS.values(), *IN_LOGS):
        rows = compute_expected_rows(tree, rules, misconception.hooks(rules))
        yield f"if {misconception.words}", rows


def find_matching_mistakes_of_negamax(log: LogWithNodes, tree: GameTree) -> Iterator[str]:
    """Find the mistakes of negamax that explain a whole log."""
    if tree.unknowns or tree.elided:
        return
    log = log.without_players()
    for mistake in NEGAMAX_MISTAKES:
        for search_rows in generate_negamax_rows(tree, mistake):
            if is_log_of_search(log, search_rows):
                yield f"under negamax, if {mistake.words}"
