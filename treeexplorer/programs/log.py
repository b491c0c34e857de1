"""The log of somebody's program, compared with what the search would print.

A row of a log (:mod:`treeexplorer.programs.log_reading`) is what one of its lines says of a node.
A number that is not there is not compared.

A program prints when it enters a node, and often again when a child has returned. An *expected row*
is what the search would print at one of these moments. It comes from a run of the procedure with
hooks (:mod:`treeexplorer.engine.procedure`), so that other conventions and misconceptions are tried
in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final, NamedTuple

from treeexplorer.engine.heuristic_orders import in_search_order
from treeexplorer.engine.misconceptions import MISCONCEPTIONS
from treeexplorer.engine.procedure import Hooks, find_own_bound, run_procedure
from treeexplorer.explain.phrases import listed
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.numbers import convert_number_to_json, counted, shown
from treeexplorer.programs.answers import expected, same
from treeexplorer.programs.expected_rows import compute_expected_rows
from treeexplorer.programs.log_alignment import align_rows, match_all_rows
from treeexplorer.programs.log_habits import HABITS, ExpectedRow
from treeexplorer.programs.log_infinity import describe_infinity_numbers, find_infinity_numbers
from treeexplorer.programs.log_lists import replace_lists_by_addresses
from treeexplorer.programs.log_mistakes import IN_LOGS
from treeexplorer.programs.log_mtdf import generate_mtdf_rows
from treeexplorer.programs.log_negamax import NEGAMAX_MISTAKES, generate_negamax_rows
from treeexplorer.programs.log_nodes import LogWithNodes, match_rows_to_nodes
from treeexplorer.programs.log_numbers import replace_numbers_by_addresses
from treeexplorer.programs.log_omissions import (
    find_missing_nodes,
    find_nodes_passed_over,
    find_unnamed_nodes,
)
from treeexplorer.programs.log_paths import replace_edges_by_children, replace_paths_by_addresses
from treeexplorer.programs.log_prefixes import remove_prefixes
from treeexplorer.programs.log_pvs import generate_pvs_rows
from treeexplorer.programs.log_reading import (
    Log,
    LogError,
    LogRow,
    as_number,
    read_log,
    row_in_words,
)
from treeexplorer.programs.log_returns import reword_returns
from treeexplorer.programs.log_trees import build_tree_of_log
from treeexplorer.rules import AlgorithmName, Rules, alternatives, title_of
from treeexplorer.tree import (
    INFINITY,
    GameTree,
    Number,
)

# -- comparing -----------------------------------------------------------------------------------


class ComparedRow(NamedTuple):
    """A row of a log beside the row that the search would print in its place.

    Attributes:
        row: The row of the log.
        node: The node that it is about; ``None`` where that is not known.
        expected: What the search would print; ``None`` where it has nothing in that place.
        agrees: Whether all numbers of the row are right.
        is_about_pruned_node: Whether the row tells of a node that is pruned at ``node``.
        has_other_player: Whether the row says that the other player moves.
    """

    row: LogRow
    node: int | None
    expected: ExpectedRow | None
    agrees: bool
    is_about_pruned_node: bool = False
    has_other_player: bool = False


@dataclass(frozen=True)
class LogComparison:
    """The comparison of a whole log with the search.

    Attributes:
        tree: The tree.
        rules: The rules of the search.
        rows: The rows of the log, each beside what the search would print.
        is_result_right: Whether the root's value at the end of the log is right, if it is there.
        is_node_missing: Whether the program does not come to a node of the search.
        claimed: Whether the convention of the rules is claimed; else any will do.
        notes: What else there is to know, in sentences.
        explanation: The convention or misconception under which the whole log agrees, in words;
            empty where it agrees as it is, or where none is known.
        is_convention: Whether the explanation is a convention.
    """

    tree: GameTree
    rules: Rules
    rows: tuple[ComparedRow, ...]
    is_result_right: bool = True
    is_node_missing: bool = False
    claimed: bool = False
    notes: tuple[str, ...] = ()
    explanation: str = ""
    is_convention: bool = False

    @property
    def right(self) -> bool:
        """Whether every row agrees: under the claimed rules, or under any if none are claimed."""
        return self._agrees or (self.is_convention and not self.claimed)

    @property
    def _agrees(self) -> bool:
        """Whether every row, and the value at the end, agree under the rules as they are."""
        return self._do_all_rows_agree and self.is_result_right and not self.is_node_missing

    @property
    def _do_all_rows_agree(self) -> bool:
        """Whether every row agrees, whatever value stands at the end."""
        return self.first_wrong is None

    def _count_agreeing_rows(self) -> int:
        """Count the rows that agree under the rules as they are."""
        return sum(1 for row in self.rows if row.agrees)

    @property
    def first_wrong(self) -> ComparedRow | None:
        """The first row that does not agree; ``None`` if all agree."""
        return next((row for row in self.rows if not row.agrees), None)

    @property
    def headline(self) -> str:
        """A sentence on how many rows agree: ``11 of 12 rows agree with …``.

        It names the rules with which the rows are compared.
        """
        all_rows = counted(len(self.rows), "row", "rows")
        conventions = format_conventions(self.rules)
        but = ""
        if not self.is_result_right:
            but = ", but not the value"
        elif self.is_node_missing:
            but = ", but nodes are missing"
        if len(self.rows) == 1:
            agrees = "agrees" if self._do_all_rows_agree else "does not agree"
            return f"The one row {agrees} with {conventions}{but}."
        if not self._do_all_rows_agree:
            return f"{self._count_agreeing_rows()} of {all_rows} agree with {conventions}."
        return f"All {all_rows} agree with {conventions}{but}."

    def __repr__(self) -> str:
        return f"<LogComparison: {self.headline}>"

    def text(self) -> str:
        """Return the result in sentences.

        They say how many rows agree, which row is the first wrong one, and what explains the whole
        log.
        """
        lines = [self.headline]
        if self.first_wrong is not None:
            lines += self._describe_first_wrong_row(self.first_wrong)
        if not self._agrees:
            lines.append(self._describe_explanation())
        return "\n".join([*lines, *self.notes])

    def _describe_first_wrong_row(self, wrong: ComparedRow) -> list[str]:
        """Describe the first wrong row in three lines.

        For example::

            The first that does not is line 3:
              the log  B  value 5
              ours     B  value 3
        """
        logged = wrong.row.in_words
        right = self._format_expected_row(wrong)
        player = wrong.row.player
        if player is not None and wrong.has_other_player:
            logged = f"{player.value.upper()} at {logged}"
            right = f"{player.opponent.value.upper()} at {right}"
        return [
            f"The first that does not is line {wrong.row.line}:",
            f"  the log  {logged}",
            f"  ours     {right}",
        ]

    def _describe_explanation(self) -> str:
        """Describe the convention or mistake under which the whole log agrees, if one is known.

        For example ``The whole log agrees under alpha-beta, cut when α > β.``
        """
        if self.explanation:
            return f"The whole log agrees {self.explanation}."
        return "No convention or misconception known here makes the whole log agree."

    def _format_expected_row(self, wrong: ComparedRow) -> str:
        """Format the row that the search would print instead of a wrong one, or why there is none.

        Only the numbers that the wrong row gives are shown, so that both can be compared: ``B
        value 3`` for a row with a value alone.
        """
        # No node of the tree has the name in the row.
        if wrong.node is None:
            return "nothing: it is not known which node of the tree that is"
        expected = wrong.expected
        if expected is None:
            return "nothing: the search does not come there, or not then"
        alpha, beta = expected.window
        # What a row about a pruned node is compared with is about the node that is cut off.
        is_about_pruned_node = wrong.is_about_pruned_node
        has_value = wrong.row.value is not None and not is_about_pruned_node
        in_words = row_in_words(
            self.tree.labels.text(expected.node),
            value=expected.value if has_value else None,
            alpha=None if wrong.row.alpha is None else alpha,
            beta=None if wrong.row.beta is None else beta,
        )
        if expected.arrival is not None and wrong.row.child_value is not None:
            child = self.tree.labels.text(expected.arrival.child)
            in_words += f"  {child} returned {shown(expected.arrival.value)}"
        return f"{in_words}, where it is pruned" if is_about_pruned_node else in_words

    def to_dict(self) -> dict[str, Any]:
        """Return the result as the JSON object that ``verify --log --json`` prints.

        ``rows`` and ``agree`` are numbers of rows. ``first_wrong`` is ``None`` if all rows agree,
        and ``explanation`` if there is none.
        """
        wrong = self.first_wrong
        return {
            "right": self.right,
            "headline": self.headline,
            "rows": len(self.rows),
            "agree": self._count_agreeing_rows(),
            "first_wrong": None if wrong is None else self._row_to_dict(wrong),
            "explanation": self.explanation if self.explanation else None,
            "notes": list(self.notes),
        }

    def _row_to_dict(self, compared: ComparedRow) -> dict[str, Any]:
        """Convert a row of the log to JSON: ``{"line": 3, "node": "B", "value": 5, …}``.

        What is right is in the same object, under keys such as ``right_value``.
        """
        row = compared.row
        return {
            "line": row.line,
            "node": row.node,
            "value": convert_number_to_json(row.value),
            "alpha": convert_number_to_json(row.alpha),
            "beta": convert_number_to_json(row.beta),
            **self._expected_to_dict(compared.expected),
        }

    def _expected_to_dict(self, expected: ExpectedRow | None) -> dict[str, Any]:
        """Convert what the search would print to JSON: ``{"right_value": 3, …}``.

        If it prints nothing in that place, all values are ``None``.
        """
        if expected is None:
            return dict.fromkeys(("right_node", "right_value", "right_alpha", "right_beta"))
        alpha, beta = expected.window
        return {
            "right_node": self.tree.labels.full_address(expected.node),
            "right_value": convert_number_to_json(expected.value),
            "right_alpha": convert_number_to_json(alpha),
            "right_beta": convert_number_to_json(beta),
        }


_READING_AGAIN: Final[tuple[AlgorithmName, ...]] = ("pvs", "negascout", "scout")
"""The searches that read a child with a null window, and again if it turns out to be better."""
_WITH_NULL_WINDOWS: Final = frozenset({*_READING_AGAIN, "mtdf", "sss"})
_NULL_WINDOWS: Final = (
    "a log is compared with alpha-beta or minimax: what {title} prints at its steps is not known "
    "here; `verify -- PROGRAM` judges such a program by its values and its leaves"
)
_NULL_WINDOW_IN_LOG: Final = (
    "line {line} has a null window, {row}, as PVS, NegaScout and MTD(f) have; a log is compared "
    "with alpha-beta or minimax, and what these print at their steps is not known here; "
    "`verify -- PROGRAM` judges such a program by its values and its leaves"
)
_LEAVES_OF_NULL_WINDOWS: Final = (
    "the leaves of the log are those that {title} reads, and not those of alpha-beta; a log is "
    "compared with alpha-beta or minimax, and what {title} prints at its steps is not known here; "
    "`verify -- PROGRAM` judges such a program by its values and its leaves"
)
_STEPS_OF_NULL_WINDOWS: Final = (
    "the steps of the log are those of {title}, and not those of alpha-beta; a log is compared "
    "with alpha-beta or minimax; `verify -- PROGRAM` judges such a program by its values and its "
    "leaves"
)
_MOST_ROWS_OF_MTDF: Final = 60_000  # of all programs with MTD(f) with which a log is compared
_WITHOUT_BEGINNING: Final = (
    "Its beginning is missing: what the search does before the first row is not compared."
)
_ONLY_PRUNED: Final = (
    "the log tells only of nodes that are pruned; it needs the steps of the search, such as "
    "node: B alpha=3 beta=inf"
)
_CHANCE: Final = (
    "the tree has chance nodes, and what a program prints of those is not known here; a log is "
    "compared with the search of a tree of MAX and MIN"
)


def compare_log(
    text: str, tree: GameTree | None = None, rules: Rules | None = None, *, claimed: bool = False
) -> LogComparison:
    """Compare the steps that a program printed with those of the search.

    Args:
        text: What the program printed.
        tree: The tree that it searched; if ``None``, the tree is built from the log.
        rules: The rules of the search; the ordinary ones if ``None``. Who moves is told by the
            tree.
        claimed: Whether the program is said to follow these rules; else any convention will do.

    Raises:
        LogError: The log cannot be read, names no node of the tree, or no tree can be built; or
            the tree has chance nodes, or the rules a search with null windows.
    """
    stated_rules = Rules() if rules is None else rules
    if stated_rules.algorithm in _WITH_NULL_WINDOWS:
        title = title_of("algorithm", stated_rules.algorithm)
        raise LogError(_NULL_WINDOWS.format(title=title))

    meant_log = _read_log_as_meant(text, tree, stated_rules)
    comparison = _compare_with_search(meant_log, stated_rules, claimed=claimed)
    if comparison.right:
        return _add_mistake_that_names_all(comparison, meant_log.log)
    return _add_explanation(comparison, meant_log, claimed=claimed)


def _compare_with_search(meant_log: _MeantLog, rules: Rules, *, claimed: bool) -> LogComparison:
    """Compare the rows of a log with those of one search, and note what else there is to know.

    Args:
        meant_log: The log, with the nodes that its rows are about.
        rules: The rules of the search; who moves is told by the tree.
        claimed: Whether the program is said to follow these rules.

    Raises:
        LogError: The log tells of nothing but nodes that the search prunes.
    """
    log = meant_log.log
    searched_rules = replace(rules, levels=log.tree.levels)
    search_rows = compute_expected_rows(log.tree, searched_rules)

    # What a log says of pruned nodes is no step of the search.
    log_of_steps = log.under_search(search_rows)
    if not log_of_steps.rows:
        raise LogError(_ONLY_PRUNED)
    compared_rows = _compare_rows(log_of_steps, search_rows)

    # Nodes that are left out are told only where all else is right.
    notes: list[str] = []
    is_node_missing = False
    if all(row.agrees for row in compared_rows):
        is_node_missing = len(find_missing_nodes(log_of_steps, search_rows)) > 0
        unnamed = find_unnamed_nodes(log_of_steps, search_rows)
        notes += _describe_omitted_nodes(log_of_steps, unnamed)
    notes += _describe_reading(meant_log, log_of_steps, searched_rules)

    return LogComparison(
        log.tree,
        searched_rules,
        compared_rows,
        is_result_right=log.has_right_result(search_rows),
        is_node_missing=is_node_missing,
        claimed=claimed,
        notes=tuple(notes),
    )


def _replace_nodes_by_addresses(text: str, tree: GameTree | None) -> tuple[str, str]:
    """Replace nodes that a log prints as lists, as paths or as numbers by their addresses.

    Returns:
        The log, and what is to be said of how it was read; empty if nothing is.
    """
    if tree is None:
        return text, ""
    without_lists = replace_lists_by_addresses(text, tree)
    if without_lists != text:
        return without_lists, ""
    without_paths = replace_paths_by_addresses(text, tree)
    if without_paths != text:
        return without_paths, _PATHS_AS_ADDRESSES
    numbered = replace_numbers_by_addresses(text, tree)
    if not numbered.words:
        return text, ""
    return numbered.text, _NUMBERED.format(words=numbered.words)


def _read_log_with_names(text: str, tree: GameTree | None) -> Log:
    """Read a log; if its tree is known, nodes are recognised by names, and by edges: ``B -> D``."""
    if tree is None:
        return read_log(text)
    with_returns = reword_returns(text, tree)
    without_edges = replace_edges_by_children(with_returns, tree)
    return read_log(without_edges, names=_find_names_in_log(without_edges, tree))


def _find_names_in_log(text: str, tree: GameTree) -> frozenset[str]:
    """Find how a log spells the names of a tree: in small letters, say, if it has none as it is.

    >>> from treeexplorer.notation.reader import parse
    >>> tree = parse("A:[B:3 C:2]").tree
    >>> sorted(_find_names_in_log("b = 3", tree)), sorted(_find_names_in_log("B = 3", tree))
    (['a', 'b', 'c'], ['A', 'B', 'C'])
    """
    names = set(tree.names.values())
    words = set(re.findall(r"[\w.']+", text))
    if not names.isdisjoint(words):
        return frozenset(names)
    for change_letters in (str.lower, str.upper, str.capitalize):
        changed_names = set(map(change_letters, names))
        if not changed_names.isdisjoint(words):
            return frozenset(changed_names)
    return frozenset(names)


def _describe_reading(meant: _MeantLog, compared: LogWithNodes, rules: Rules) -> Iterator[str]:
    """Describe how a log was read, the root's value in it, and which lines are not compared."""
    yield from describe_infinity_numbers(meant.infinity_of, meant.log.tree)
    yield from _describe_value_and_unread_lines(meant.printed, meant.log.tree, rules)
    yield from _describe_pruned_nodes(meant.log, compared)
    if meant.rows_with_depth:
        first = meant.log.rows[meant.rows_with_depth[0]].printed
        yield _FIRST_IS_DEPTH if "alpha" in first.columns else _LONE_IS_DEPTH
    if meant.how_nodes_are_read:
        yield meant.how_nodes_are_read


class _MeantLog(NamedTuple):
    """A log in which numbers such as 9999 are read as ∞, where they stand for it.

    Attributes:
        printed: The log, with ∞ for these numbers.
        log: Its rows, with the nodes that they are about, and the tree.
        infinity_of: A number that was printed -> the infinity for which it stands.
        rows_with_depth: The rows in which a number without a label is read as a depth.
        how_nodes_are_read: A sentence on nodes that are printed as paths, ``[0, 1]``, or as
            numbers, and read as addresses, 1.2; empty if none are.
    """

    printed: Log
    log: LogWithNodes
    infinity_of: Mapping[Number, Number]
    rows_with_depth: Sequence[int]
    how_nodes_are_read: str


def _read_log_as_meant(text: str, tree: GameTree | None, rules: Rules) -> _MeantLog:
    """Read a log, and find the nodes that its rows are about, and what its numbers mean.

    =========================  =======================================================
    the log prints             it means
    =========================  =======================================================
    ``A alpha=-9999 beta=7``   α = −∞, if the search has −∞ there
    ``A value=9999``           v = +∞, likewise
    ``enter D value=-9999``    nothing of the leaf D: v begins with −∞
    ``('B', 1, 3, 8)``         α = 3 and β = 8, if 1 is the depth of B
    =========================  =======================================================

    A tree that is built from the log is built twice: if the root begins with 9999 as printed, MAX
    moves there, and if it begins with +∞ as meant, MIN does. Nodes and names are the same in both.

    Args:
        text: What the program printed.
        tree: The tree that was searched; ``None`` to build it from the log.
        rules: The rules of the search; who moves is told by the tree.

    Raises:
        LogError: The log cannot be read, names no node of the tree, or no tree can be built; or
            the tree has chance nodes.
    """
    # 1. Read it as printed, since only beside the search is it seen which numbers stand for ∞.
    names = () if tree is None else tree.names.values()
    text_without_prefixes = remove_prefixes(text, names)
    text_with_addresses, how_nodes_are_read = _replace_nodes_by_addresses(
        text_without_prefixes, tree
    )
    printed = _read_log_with_names(text_with_addresses, tree)
    log_as_printed = match_rows_to_nodes(printed, _choose_tree(printed, tree))
    infinity_of = find_infinity_numbers(log_as_printed, rules)

    # 2. Read it with these numbers as ∞.
    printed_with_infinity = printed.with_infinity(infinity_of)
    log_with_infinity = log_as_printed.as_meant(printed_with_infinity.rows)._replace(
        tree=_choose_tree(printed_with_infinity, tree)
    )

    # 3. Remove what stands in the place of a value, and is none.
    rows_with_depth = log_with_infinity.find_rows_with_bare_depth()
    log_of_values = log_with_infinity.without_start_values_of_leaves()
    return _MeantLog(
        printed=printed_with_infinity,
        log=log_of_values.without_values(rows_with_depth),
        infinity_of=infinity_of,
        rows_with_depth=rows_with_depth,
        how_nodes_are_read=how_nodes_are_read,
    )


def _choose_tree(log: Log, tree: GameTree | None) -> GameTree:
    """Return the tree if one is given; otherwise build it from the log.

    Raises:
        LogError: No tree can be built, or the tree has chance nodes.
    """
    if tree is None:
        return build_tree_of_log(log)
    if tree.has_chance:
        raise LogError(_CHANCE)
    return tree


def _add_mistake_that_names_all(comparison: LogComparison, log: LogWithNodes) -> LogComparison:
    """Add the mistake of a program that comes to the nodes of a log, and to no others.

    All rows of the log are right, but it may leave out nodes. That may be a way to print; but it is
    a mistake if the log has just the nodes to which a search with that mistake comes.

    Args:
        comparison: That of a log which agrees.
        log: The rows of the log, with their nodes.

    Raises:
        LogError: The nodes are those of a search with null windows, which may be right.
    """
    rules = comparison.rules
    search_rows = compute_expected_rows(comparison.tree, rules)
    if not find_nodes_passed_over(log.under_search(search_rows), search_rows):
        return comparison
    for candidate in _list_conventions_to_try(rules):
        rows = compute_expected_rows(comparison.tree, candidate)
        if _has_all_nodes_of(log, rows):
            return comparison
    for misconception in (*MISCONCEPTIONS.values(), *IN_LOGS):
        rows = compute_expected_rows(comparison.tree, rules, misconception.hooks(rules))
        if _has_all_nodes_of(log, rows):
            _check_nodes_are_not_of_null_windows(log)
            return replace(
                comparison, is_node_missing=True, explanation=f"if {misconception.words}"
            )
    return comparison


def _check_nodes_are_not_of_null_windows(log: LogWithNodes) -> None:
    """Raise an error if a log has just the nodes to which PVS comes, or the passes of MTD(f).

    Raises:
        LogError: It has.
    """
    if any(_has_all_nodes_of(log, search_rows) for search_rows in generate_pvs_rows(log.tree)):
        raise LogError(_STEPS_OF_NULL_WINDOWS.format(title="PVS"))
    if _is_log_of_mtdf(log):
        raise LogError(_STEPS_OF_NULL_WINDOWS.format(title="MTD(f)"))


def _has_all_nodes_of(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> bool:
    """Tell whether a whole log agrees with a search, and names each node to which that comes.

    A log that names leaves alone, or no leaf, may go without the others.
    """
    named = {node for node in log.under_search(search_rows).known_nodes if node != 0}
    entered = {log.get_first_namesake(row.node) for row in search_rows if row.enters}
    kinds = set(map(log.is_leaf, named))
    of_kinds = {node for node in entered if node != 0 and log.is_leaf(node) in kinds}
    return of_kinds <= named and _is_log_of_search(log, search_rows)


def _add_explanation(
    comparison: LogComparison, meant_log: _MeantLog, *, claimed: bool
) -> LogComparison:
    """Add the convention, or else the misconception, under which the whole log agrees.

    A convention is another way to search that is right, too, such as to cut at α > β. A
    misconception is a mistake that people make. If neither explains every row, the beginning of the
    log may be missing. If not, the explanation is empty.
    """
    log = meant_log.log
    convention = next(_find_matching_conventions(log, comparison.tree, comparison.rules), None)
    if convention is not None:
        return replace(comparison, explanation=convention, is_convention=True)
    misconceptions = _find_matching_misconceptions(log, comparison.tree, comparison.rules)
    misconception = next(misconceptions, None)
    if misconception is not None:
        if comparison.first_wrong is None:  # it is the nodes alone that are wrong
            _check_nodes_are_not_of_null_windows(log)
        return replace(comparison, explanation=misconception)
    without_beginning = _compare_without_beginning(comparison, meant_log, claimed=claimed)
    if without_beginning is not None:
        return without_beginning
    _check_windows_are_open(comparison)
    _check_leaves_are_of_open_windows(log, comparison.rules)
    _check_steps_are_not_of_null_windows(log, meant_log.infinity_of)
    mistakes_of_negamax = _find_matching_mistakes_of_negamax(log, comparison.tree)
    return replace(comparison, explanation=next(mistakes_of_negamax, ""))


def _compare_without_beginning(
    comparison: LogComparison, meant_log: _MeantLog, *, claimed: bool
) -> LogComparison | None:
    """Compare a log whose beginning is missing; ``None`` if it is not right from its first row on.

    A terminal keeps only the last lines of a long log. A log that begins as the root is entered has
    its beginning.

    Args:
        comparison: That of the log as a whole log.
        meant_log: The log, with the nodes that its rows are about.
        claimed: Whether the program is said to follow the rules.
    """
    rows_on_entry = compute_expected_rows(comparison.tree, comparison.rules)[:1]
    begins_with_root = any(meant_log.log.agrees(0, row) for row in rows_on_entry)
    if begins_with_root:
        return None
    shortened = meant_log._replace(log=meant_log.log.without_beginning())
    late = _compare_with_search(shortened, comparison.rules, claimed=claimed)
    late = replace(late, notes=(*late.notes, _WITHOUT_BEGINNING))
    if late.right:
        return late
    conventions = _find_matching_conventions(shortened.log, comparison.tree, comparison.rules)
    convention = next(conventions, None)
    if convention is None:
        return None
    return replace(late, explanation=convention, is_convention=True)


def _check_steps_are_not_of_null_windows(
    log: LogWithNodes, infinity_of: Mapping[Number, Number]
) -> None:
    """Raise an error if all rows of a log are those of PVS or MTD(f), which print other numbers.

    Args:
        log: The log.
        infinity_of: The numbers of the log that are read as ∞.

    Raises:
        LogError: They are.
    """
    if log.tree.unknowns or log.tree.elided:
        return
    # A row about pruning has the numbers of a node that may be searched again later.
    steps = [row for row in log.rows if not row.printed.is_about_pruning]
    logs = [log, log._replace(rows=steps)] if steps else [log]
    # 56, one more than the largest leaf, may be the end of a null window, and no infinity.
    certain = {number: sign for number, sign in infinity_of.items() if _is_far(number, log.tree)}
    if certain != infinity_of:
        logs += [each.with_infinity(certain) for each in logs]
    if any(
        _is_log_of_search(each, rows) for rows, each in product(generate_pvs_rows(log.tree), logs)
    ):
        raise LogError(_STEPS_OF_NULL_WINDOWS.format(title="PVS"))
    if _is_log_of_mtdf(log):
        raise LogError(_STEPS_OF_NULL_WINDOWS.format(title="MTD(f)"))


def _is_log_of_mtdf(log: LogWithNodes) -> bool:
    """Tell whether a whole log is one of MTD(f), and has no windows to tell that.

    MTD(f) goes through a tree again and again, so that it has a row for almost any row of a wrong
    log. So the log must have all leaves that it reads, or where it names none, the root as often as
    it makes a pass, which is at least twice.
    """
    has_windows = any({"alpha", "beta"} <= row.printed.columns for row in log.rows)
    has_one_pass = log.nodes.count(0) == 1 and not _reads_leaf_again(log)
    if has_windows or has_one_pass:
        return False
    return any(
        _has_all_passes(log.under_search(search_rows), search_rows)
        and _is_log_of_search(log, search_rows)
        for search_rows in generate_mtdf_rows(log.tree, _MOST_ROWS_OF_MTDF)
    )


def _has_all_passes(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> bool:
    """Tell whether a log has all leaves that a search reads, and the root as often as it enters it.

    A log that never names the root must have leaves, and one without leaves the root.

    Args:
        log: The log, with the leaves that the search visits.
        search_rows: All rows of the search.
    """
    entered = [log.get_first_namesake(row.node) for row in search_rows if row.enters]
    leaves = [log.rows[index].node for index in _find_rows_of_leaves(log)]
    has_all_leaves = leaves == [node for node in entered if log.is_leaf(node)]
    has_all_passes = log.nodes.count(0) >= entered.count(0)
    if not leaves:
        return has_all_passes
    # A single line of the root may be the result: "Minimax value of A: 97".
    has_result_alone = log.nodes.count(0) == 1 and _reads_leaf_again(log)
    return has_all_leaves and (has_all_passes or has_result_alone or 0 not in log.nodes)


def _reads_leaf_again(log: LogWithNodes) -> bool:
    """Tell whether a log reads some leaf more than once."""
    leaves = [log.rows[index].node for index in _find_rows_of_leaves(log)]
    return len(set(leaves)) < len(leaves)


def _is_far(number: Number, tree: GameTree) -> bool:
    """Tell whether no leaf is as near to a number as the ends of null windows are to leaves."""
    values: list[Number] = [value for value in tree.leaf_values if value is not None]
    distances = [abs(number - sign * value) for value in values for sign in (1, -1)]
    return all(distance > 1 for distance in distances)


def _check_windows_are_open(comparison: LogComparison) -> None:
    """Raise an error if the windows of a log are those of a search with null windows.

    In a null window, such as (7, 8), lies no whole number. A search with null windows enters the
    root with one, or each child but the first; the first has the window of its parent. So the first
    row of each node tells, if its α and β are finite. For example C is the second child of A:

    ====================  ====================  ====================================
    the first row of C    a row that is wrong   what is raised
    ====================  ====================  ====================================
    ``C (7, 8)``          ``C (7, 8)``          an error that names the wrong row
    ``C (7, 8)``          ``C (3, 9)``          none: the mistake is another one
    ``C (3, 9)``          ``C (7, 8)``          none: C was entered with an open window
    ``C``                 ``B (7, 8)``          an error: no window on entry speaks against it
    ====================  ====================  ====================================

    Args:
        comparison: That of a log which agrees with nothing that is known here.

    Raises:
        LogError: The windows are those of such a search.
    """
    entries = _find_entries(comparison)
    infinite = _find_ends_of_root(comparison)
    windows_on_entry = [row for row in entries if _has_finite_window(row, infinite)]
    if any(not _has_null_window(row) for row in windows_on_entry):
        return

    wrong_rows = [compared.row for compared in comparison.rows if not compared.agrees]
    wrong_null_window = next((row for row in wrong_rows if _has_null_window(row)), None)
    if wrong_null_window is not None:
        line = wrong_null_window.line
        raise LogError(_NULL_WINDOW_IN_LOG.format(line=line, row=wrong_null_window.in_words))


def _find_entries(comparison: LogComparison) -> list[LogRow]:
    """Find the first row of each node that is no first child: the root and all later children."""
    entry_of_node: dict[int, LogRow] = {}
    for compared in comparison.rows:
        node = compared.node
        if node is None or _is_first_child(comparison.tree, node):
            continue
        if node not in entry_of_node:
            entry_of_node[node] = compared.row
    return list(entry_of_node.values())


def _find_ends_of_root(comparison: LogComparison) -> frozenset[Number]:
    """Find the numbers with which the root is entered, and which no window reaches from within.

    For ``A alpha=-9999 beta=9999`` they are −9999 and 9999, and always −∞ and +∞. A null window of
    the root, as MTD(f) has, is none such.
    """
    ends: set[Number] = {INFINITY, -INFINITY}
    of_root = [compared.row for compared in comparison.rows if compared.node == 0]
    with_window = [row for row in of_root if row.alpha is not None and row.beta is not None]
    if with_window and not _has_null_window(with_window[0]):
        bounds = (with_window[0].alpha, with_window[0].beta)
        ends.update(bound for bound in bounds if bound is not None)
    return frozenset(ends)


def _check_leaves_are_of_open_windows(log: LogWithNodes, rules: Rules) -> None:
    """Raise an error if a log without windows has the leaves of a search that reads some again.

    For example, PVS visits a child with a null window, and again with an open one if it is better.

    Raises:
        LogError: It has, in order, and no alpha-beta reads these leaves.
    """
    if _has_windows(log) or log.tree.unknowns or log.tree.elided:
        return
    leaves = _list_leaves_read(log)
    if any(leaves == expected(log.tree, each).leaves for each in _list_conventions_to_try(rules)):
        return

    for each in alternatives(rules, algorithms=_READING_AGAIN):
        if each.algorithm in _READING_AGAIN and leaves == expected(log.tree, each).leaves:
            title = title_of("algorithm", each.algorithm)
            raise LogError(_LEAVES_OF_NULL_WINDOWS.format(title=title))


def _has_windows(log: LogWithNodes) -> bool:
    """Tell whether any row of a log has α or β."""
    printed_rows = [row.printed for row in log.rows]
    return any(row.alpha is not None or row.beta is not None for row in printed_rows)


def _list_leaves_read(log: LogWithNodes) -> tuple[Number | None, ...]:
    """List the values that a log has of leaves, in order."""
    leaves: list[Number | None] = []
    for index in _find_rows_of_leaves(log):
        row = log.rows[index].printed
        node = log.rows[index].node
        if row.is_unnamed_leaf:
            leaves.append(as_number(row.node))
        elif row.value is None and node is not None:
            leaves.append(log.tree.leaf_value(node))
        else:
            leaves.append(row.value)
    return tuple(leaves)


def _find_rows_of_leaves(log: LogWithNodes) -> list[int]:
    """Find the rows of a log that read a leaf.

    A line with numbers that goes on about the leaf of the line before is no other reading of it.
    """
    found: list[int] = []
    for index, row in enumerate(log.rows):
        is_named_leaf = row.node is not None and log.is_leaf(row.node)
        goes_on = len(row.printed.columns) > 0 and log.continues(index)
        if row.printed.is_unnamed_leaf or (is_named_leaf and not goes_on):
            found.append(index)
    return found


def _is_first_child(tree: GameTree, node: int) -> bool:
    """Tell whether a node is the first child of its parent: in preorder it comes right behind."""
    return tree.parent[node] == node - 1 and not tree.is_root(node)


def _has_finite_window(row: LogRow, infinite: Collection[Number]) -> bool:
    """Tell whether a row has α and β, and neither is one of the numbers that count as infinite."""
    return all(bound is not None and bound not in infinite for bound in (row.alpha, row.beta))


def _has_null_window(row: LogRow) -> bool:
    """Tell whether no whole number lies within the window of a row, and the window is not empty."""
    if row.alpha is None or row.beta is None:
        return False
    return 0 < row.beta - row.alpha <= 1


def _compare_rows(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> tuple[ComparedRow, ...]:
    """Pair each row of a log with the row of the search that fits it best.

    If the whole log agrees, each row is paired with the row that it agrees with. Otherwise the
    rows of both are aligned, and each row is paired with one of the same node, or with ``None``.
    """
    printed_rows = log.select_printed_rows(search_rows)
    partners: Sequence[ExpectedRow | None] | None = match_all_rows(log, printed_rows)
    if partners is None:
        partners = align_rows(log, printed_rows)

    compared_rows: list[ComparedRow] = []
    for index, partner in enumerate(partners):
        agrees = partner is not None and log.agrees(index, partner)
        row = log.rows[index].printed
        compared_row = ComparedRow(
            row,
            log.rows[index].node,
            partner,
            agrees,
            is_about_pruned_node=row.line in log.lines_of_pruned_nodes,
            has_other_player=partner is not None and log.has_other_player(index),
        )
        compared_rows.append(compared_row)
    return tuple(compared_rows)


def _is_log_of_search(log: LogWithNodes, search_rows: Sequence[ExpectedRow]) -> bool:
    """Tell whether a whole log agrees with a search, and names all nodes that it should name.

    The rows alone do not tell: minimax prints all rows of a search that cuts off, and more, so that
    a log of alpha-beta would fit minimax as well. But it does not name all nodes that minimax
    enters.
    """
    if not log.has_right_result(search_rows):
        return False
    log = log.under_search(search_rows)
    if match_all_rows(log, log.select_printed_rows(search_rows)) is None:
        return False
    return not find_unnamed_nodes(log, search_rows)


def _describe_omitted_nodes(log: LogWithNodes, nodes: Sequence[int]) -> list[str]:
    """Describe the nodes that a log leaves out in one sentence; none if it leaves out none."""
    if not nodes:
        return []
    labels = [log.tree.labels.text(node) for node in nodes[:_MOST_LEFT_OUT]]
    named = listed(labels, len(nodes) - len(labels), last=" and ")
    return [f"It does not name {named}, where the search goes, too."]


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


def _find_matching_conventions(log: LogWithNodes, tree: GameTree, rules: Rules) -> Iterator[str]:
    """Find the conventions under which the whole log agrees, in words, the likeliest first."""
    for convention in _generate_conventions(tree, rules):
        if _is_log_of_search(log._replace(tree=convention.tree), convention.rows):
            yield convention.words


_MOVES_BOUND_LATE: Final = "where a bound is moved only if the test fails"
_RETURNS_OWN_BOUND: Final = "where MAX returns α and MIN β, even beyond the other"


def _generate_conventions(tree: GameTree, rules: Rules) -> Iterator[_Convention]:
    """Yield the conventions that are tried on a log, the likeliest first.

    First come rules of the search, such as another test; then the same rules with a habit of some
    programs: they move a bound only after the test for a cut-off has failed, return a bound that
    lies beyond the other, or print other rows of the same search.
    """
    candidates = _list_conventions_to_try(rules)
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


def _list_conventions_to_try(rules: Rules) -> list[Rules]:
    """List rules and their alternatives, also with the other player moving first."""
    with_other_player_first = rules.levels[::-1]
    others = alternatives(rules, levels=[with_other_player_first])
    # A printed form that swaps the players prints numbers of another tree.
    return [candidate for candidate in (rules, *others) if not candidate.printed.swaps_players]


def _find_matching_misconceptions(log: LogWithNodes, tree: GameTree, rules: Rules) -> Iterator[str]:
    """Find the misconceptions, then the mistakes of programs, that explain a whole log."""
    # Who moves may be what is wrong, and is printed as the program has it.
    log = log.without_players()
    for misconception in (*MISCONCEPTIONS.values(), *IN_LOGS):
        if _is_log_of_search(log, compute_expected_rows(tree, rules, misconception.hooks(rules))):
            yield f"if {misconception.words}"


def _find_matching_mistakes_of_negamax(log: LogWithNodes, tree: GameTree) -> Iterator[str]:
    """Find the mistakes of negamax that explain a whole log."""
    if tree.unknowns or tree.elided:
        return
    log = log.without_players()
    for mistake in NEGAMAX_MISTAKES:
        for search_rows in generate_negamax_rows(tree, mistake):
            if _is_log_of_search(log, search_rows):
                yield f"under negamax, if {mistake.words}"


_PATHS_AS_ADDRESSES: Final = "Its paths are read as addresses, which count children from 1."
_NUMBERED: Final = "Its nodes are counted {words}."
_FIRST_IS_DEPTH: Final = "The first of three numbers without labels is read as a depth."
_LONE_IS_DEPTH: Final = "A number without a label beside a node with children is read as its depth."
_MOST_LEFT_OUT: Final = 5  # nodes that a sentence names


def _describe_value_and_unread_lines(log: Log, tree: GameTree, rules: Rules) -> Iterator[str]:
    """Describe the root's value in the log, and how many lines could not be read."""
    if log.value is not None:
        value = run_procedure(in_search_order(tree, rules), rules).value
        if value is not None:
            yield _describe_root_value(log.value, value)
    if log.unread:
        yield f"{counted(log.unread, 'line', 'lines')} could not be read as a step."


def _describe_pruned_nodes(log: LogWithNodes, compared: LogWithNodes) -> Iterator[str]:
    """Describe how many lines of a log are about pruned nodes, and not compared."""
    count = len(log.rows) - len(compared.rows)
    if count == 1:
        yield "1 line is about a node that is pruned, and is no step."
    elif count > 1:
        yield f"{count} lines are about nodes that are pruned, and are no steps."


def _describe_root_value(logged: Number, value: Number) -> str:
    """Describe in a sentence whether the root's value in a log is right."""
    if same(value, logged):
        return f"The value {shown(logged)} that it prints is right."
    return f"It says {shown(logged)}; the root is worth {shown(value)}."
