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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from treeexplorer.engine.heuristic_orders import in_search_order
from treeexplorer.engine.procedure import run_procedure
from treeexplorer.explain.phrases import listed
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.numbers import convert_number_to_json, counted, shown
from treeexplorer.programs.answers import same
from treeexplorer.programs.expected_rows import compute_expected_rows
from treeexplorer.programs.log_agreement import ComparedRow, compare_rows
from treeexplorer.programs.log_explanations import (
    find_matching_conventions,
    find_matching_misconceptions,
    find_matching_mistakes_of_negamax,
    find_misconception_that_names_all,
)
from treeexplorer.programs.log_habits import ExpectedRow
from treeexplorer.programs.log_infinity import describe_infinity_numbers, find_infinity_numbers
from treeexplorer.programs.log_lists import replace_lists_by_addresses
from treeexplorer.programs.log_nodes import BareDepths, LogWithNodes, match_rows_to_nodes
from treeexplorer.programs.log_null_windows import (
    check_leaves_are_of_open_windows,
    check_nodes_are_not_of_null_windows,
    check_rules_have_open_windows,
    check_steps_are_not_of_null_windows,
    check_windows_are_open,
)
from treeexplorer.programs.log_numbers import replace_numbers_by_addresses
from treeexplorer.programs.log_omissions import (
    find_missing_nodes,
    find_nodes_passed_over,
    find_unnamed_nodes,
)
from treeexplorer.programs.log_paths import replace_edges_by_children, replace_paths_by_addresses
from treeexplorer.programs.log_prefixes import remove_prefixes
from treeexplorer.programs.log_reading import (
    Log,
    LogError,
    LogRow,
    read_log,
    row_in_words,
)
from treeexplorer.programs.log_returns import reword_returns
from treeexplorer.programs.log_trees import build_tree_of_log
from treeexplorer.rules import Rules
from treeexplorer.tree import (
    GameTree,
    Number,
)

# -- comparing -----------------------------------------------------------------------------------


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

        For example ``B  value 3``, where the log has ``B value=5``.
        """
        if wrong.node is None:
            return "nothing: it is not known which node of the tree that is"
        if wrong.expected is None:
            return "nothing: the search does not come there, or not then"
        if wrong.is_about_pruned_node:
            # It is compared with the cut-off above the pruned node, of which it has the window.
            window_alone = wrong.row._replace(value=None)
            in_words = self._format_right_numbers(window_alone, wrong.expected)
            return f"{in_words}, where it is pruned"
        return self._format_right_numbers(wrong.row, wrong.expected)

    def _format_right_numbers(self, logged: LogRow, right: ExpectedRow) -> str:
        """Format the numbers of a search where a row of the log has numbers, to compare both.

        ``B value=5`` gives ``B  value 3``, without the window that the search has there, too; and
        ``B: child D returned 5`` gives ``B  D returned 3``.
        """
        alpha, beta = right.window
        in_words = row_in_words(
            self.tree.labels.text(right.node),
            value=None if logged.value is None else right.value,
            alpha=None if logged.alpha is None else alpha,
            beta=None if logged.beta is None else beta,
        )
        if right.arrival is None or logged.child_value is None:
            return in_words
        child = self.tree.labels.text(right.arrival.child)
        return f"{in_words}  {child} returned {shown(right.arrival.value)}"

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


_WITHOUT_BEGINNING: Final = (
    "Its beginning is missing: what the search does before the first row is not compared."
)
_ONLY_PRUNED: Final = (
    "the log tells only of nodes that are pruned; it needs the steps of the search, such as "
    "node: B alpha=3 beta=inf"
)
_TWO_RUNS: Final = (
    "a second run of the program may begin in line {line}; a log is compared with one search, so "
    "keep the lines of one run in it"
)
_CHANCE: Final = (
    "the tree has chance nodes, and what a program prints of those is not known here; a log is "
    "compared with the search of a tree of MAX and MIN"
)
_LEAF_ALONE: Final = (
    "the tree is a leaf alone, through which no search goes; a log is compared with the search of "
    "a tree that has leaves below its root"
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
            the tree has chance nodes, or is a leaf alone, or the rules are those of a search with
            null windows.
    """
    stated_rules = Rules() if rules is None else rules
    check_rules_have_open_windows(stated_rules)
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
    compared_rows = compare_rows(log_of_steps, search_rows)

    # Behind a wrong row the search may go elsewhere, so that it is not known what is left out.
    missing: Sequence[int] = []
    unnamed: Sequence[int] = []
    if all(row.agrees for row in compared_rows):
        missing = find_missing_nodes(log_of_steps, search_rows)
        unnamed = find_unnamed_nodes(log_of_steps, search_rows, missing)
    notes = (
        *_describe_omitted_nodes(log_of_steps, unnamed),
        *_describe_reading(meant_log, log_of_steps, searched_rules),
    )
    return LogComparison(
        log.tree,
        searched_rules,
        compared_rows,
        is_result_right=log.has_right_result(search_rows),
        is_node_missing=len(missing) > 0,
        claimed=claimed,
        notes=notes,
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
    if meant.depths.rows:
        yield _FIRST_IS_DEPTH if meant.depths.are_before_windows else _LONE_IS_DEPTH
    if meant.how_nodes_are_read:
        yield meant.how_nodes_are_read


class _MeantLog(NamedTuple):
    """A log in which numbers such as 9999 are read as ∞, where they stand for it.

    Attributes:
        printed: The log, with ∞ for these numbers.
        log: Its rows, with the nodes that they are about, and the tree.
        infinity_of: A number that was printed -> the infinity for which it stands.
        depths: The rows in which a number without a label is read as a depth.
        how_nodes_are_read: A sentence on nodes that are printed as paths, ``[0, 1]``, or as
            numbers, and read as addresses, 1.2; empty if none are.
    """

    printed: Log
    log: LogWithNodes
    infinity_of: Mapping[Number, Number]
    depths: BareDepths
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
            the tree has chance nodes, or is a leaf alone.
    """
    log, how_nodes_are_read = _read_log_of_addresses(text, tree)
    with_nodes = match_rows_to_nodes(log, _choose_tree(log, tree))

    # Only beside the search of the tree it is seen which numbers stand for ∞.
    infinity_of = find_infinity_numbers(with_nodes, rules)
    log_with_infinity = log.with_infinity(infinity_of)
    meant_tree = _choose_tree(log_with_infinity, tree)
    with_infinity = with_nodes.as_meant(log_with_infinity.rows)._replace(tree=meant_tree)

    # What stands in the place of a value, and is none.
    depths = with_infinity.find_bare_depths()
    without_start_values = with_infinity.without_start_values_of_leaves()
    return _MeantLog(
        printed=log_with_infinity,
        log=without_start_values.without_values(depths.rows),
        infinity_of=infinity_of,
        depths=depths,
        how_nodes_are_read=how_nodes_are_read,
    )


def _read_log_of_addresses(text: str, tree: GameTree | None) -> tuple[Log, str]:
    """Read a log without what stands before its lines, and with addresses for paths of nodes.

    For example ``DEBUG: enter [0, 1]`` is read as ``enter 1.2``.

    Args:
        text: What the program printed.
        tree: The tree that was searched; ``None`` if it is not known.

    Returns:
        The log, and what is to be said of how its nodes are read; empty if nothing is.
    """
    names = () if tree is None else tree.names.values()
    without_prefixes = remove_prefixes(text, names)
    with_addresses, how_nodes_are_read = _replace_nodes_by_addresses(without_prefixes, tree)
    return _read_log_with_names(with_addresses, tree), how_nodes_are_read


def _choose_tree(log: Log, tree: GameTree | None) -> GameTree:
    """Return the tree if one is given; otherwise build it from the log.

    Raises:
        LogError: No tree can be built, or the tree has chance nodes, or is a leaf alone.
    """
    chosen = build_tree_of_log(log) if tree is None else tree
    if chosen.has_chance:
        raise LogError(_CHANCE)
    if chosen.is_leaf(0):
        raise LogError(_LEAF_ALONE)
    return chosen


def _add_mistake_that_names_all(comparison: LogComparison, log: LogWithNodes) -> LogComparison:
    """Add the mistake of a program that comes to the nodes of a log, and to no others.

    All rows of the log are right, but it may leave out nodes. In these examples it ends with the
    value 5 of A, where MAX moves:

    ===================  ==============  =========================  =========================
    the tree             it tells of     who comes to just these    what is returned
    ===================  ==============  =========================  =========================
    ``A:[B:3 C:5 D:2]``  A, B, C and D   the search                 the comparison as it is
    ``A:[B:3 D:2 C:5]``  A, B and C      nobody known here: it may  the comparison as it is
                                         print changes alone
    ``A:[B:3 C:5 D:2]``  A, B and C      a search that leaves out   the comparison with this
                                         the last child             mistake
    ===================  ==============  =========================  =========================

    Where PVS or MTD(f) comes to just these nodes as well, an error is raised.

    Args:
        comparison: That of a log which agrees.
        log: The rows of the log, with their nodes.

    Raises:
        LogError: The nodes are those of a search with null windows, which may be right.
    """
    rules = comparison.rules
    search_rows = compute_expected_rows(comparison.tree, rules)
    nodes_left_out = find_nodes_passed_over(log.under_search(search_rows), search_rows)
    if not nodes_left_out:
        return comparison
    mistake = find_misconception_that_names_all(log, comparison.tree, rules)
    if mistake is None:
        return comparison
    check_nodes_are_not_of_null_windows(log)
    return replace(comparison, is_node_missing=True, explanation=mistake)


def _add_explanation(
    comparison: LogComparison, meant_log: _MeantLog, *, claimed: bool
) -> LogComparison:
    """Add what explains a log that does not agree with the search: the first of these that does.

    1. A convention, which is another way to search that is right, too, such as to cut at α > β.
    2. A misconception, which is a mistake that people make. If no row is wrong, it is told by the
       nodes that are left out alone, and PVS or MTD(f) must not leave out the same.
    3. The beginning of the log is missing, and the rest is right.
    4. The log is one of PVS or MTD(f), and then an error is raised. It comes before the mistakes of
       negamax, since such a search may be right.
    5. A mistake of negamax.

    If none does, the explanation is empty, or an error says that there may be two runs.

    Raises:
        LogError: The log is one of a search with null windows, which is not compared, or may hold
            two runs.
    """
    log = meant_log.log
    by_convention = _add_convention(comparison, log)
    if by_convention is not None:
        return by_convention

    misconceptions = find_matching_misconceptions(log, comparison.tree, comparison.rules)
    misconception = next(misconceptions, None)
    if misconception is not None:
        if comparison.first_wrong is None:
            check_nodes_are_not_of_null_windows(log)
        return replace(comparison, explanation=misconception)

    without_beginning = _compare_without_beginning(comparison, meant_log, claimed=claimed)
    if without_beginning is not None:
        return without_beginning

    _check_is_not_of_null_windows(comparison, meant_log)
    mistakes_of_negamax = find_matching_mistakes_of_negamax(log, comparison.tree)
    explanation = next(mistakes_of_negamax, "")
    if not explanation:
        _check_is_of_one_run(log)
    return replace(comparison, explanation=explanation)


def _check_is_of_one_run(log: LogWithNodes) -> None:
    """Raise an error if a log that nothing explains may hold two runs of a program.

    It begins with the root A and its child B, and both come once more, one behind the other.

    Raises:
        LogError: It may; the message gives the line with which the second run would begin.
    """
    nodes = [row.node for row in log.rows]
    is_begun_at_root = nodes[0] == 0 and nodes[1:2] != [0]
    if not is_begun_at_root:
        return
    for index in range(2, len(nodes) - 1):
        if nodes[index : index + 2] == nodes[:2]:
            raise LogError(_TWO_RUNS.format(line=log.rows[index].printed.line))


def _add_convention(comparison: LogComparison, log: LogWithNodes) -> LogComparison | None:
    """Add the convention under which a whole log agrees; ``None`` if there is none."""
    conventions = find_matching_conventions(log, comparison.tree, comparison.rules)
    convention = next(conventions, None)
    if convention is None:
        return None
    return replace(comparison, explanation=convention, is_convention=True)


def _check_is_not_of_null_windows(comparison: LogComparison, meant_log: _MeantLog) -> None:
    """Raise an error if a log that nothing explains is one of PVS, MTD(f) or the like.

    Its null windows tell; in a log without windows the leaves that it reads again; or else all its
    steps.

    Raises:
        LogError: It is.
    """
    check_windows_are_open(comparison.rows, comparison.tree)
    check_leaves_are_of_open_windows(meant_log.log, comparison.rules)
    check_steps_are_not_of_null_windows(meant_log.log, meant_log.infinity_of)


def _compare_without_beginning(
    comparison: LogComparison, meant_log: _MeantLog, *, claimed: bool
) -> LogComparison | None:
    """Compare a log whose beginning is missing; ``None`` if it is not right from its first row on.

    A terminal keeps only the last lines of a long log:

    ======================================  ====================================================
    the log                                 what is returned
    ======================================  ====================================================
    begins as the root is entered           ``None``: it has its beginning
    has the last rows of the search         a comparison that is right
    has the last rows of it if one cuts at  a comparison with this convention as the explanation
    α > β
    has other rows                          ``None``
    ======================================  ====================================================

    Args:
        comparison: That of the log as a whole log.
        meant_log: The log, with the nodes that its rows are about.
        claimed: Whether the program is said to follow the rules.
    """
    search_rows = compute_expected_rows(comparison.tree, comparison.rules)
    has_beginning = len(search_rows) > 0 and meant_log.log.agrees(0, search_rows[0])
    if has_beginning:
        return None
    shortened = meant_log._replace(log=meant_log.log.without_beginning())
    of_rest = _compare_with_search(shortened, comparison.rules, claimed=claimed)
    of_rest = replace(of_rest, notes=(*of_rest.notes, _WITHOUT_BEGINNING))
    return of_rest if of_rest.right else _add_convention(of_rest, shortened.log)


def _describe_omitted_nodes(log: LogWithNodes, nodes: Sequence[int]) -> list[str]:
    """Describe the nodes that a log leaves out in one sentence; none if it leaves out none."""
    if not nodes:
        return []
    labels = [log.tree.labels.text(node) for node in nodes[:_MOST_LEFT_OUT]]
    named = listed(labels, len(nodes) - len(labels), last=" and ")
    return [f"It does not name {named}, where the search goes, too."]


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
