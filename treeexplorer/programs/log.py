"""The log of somebody's program, compared with what the search would print.

A row of a log (:mod:`treeexplorer.programs.log_reading`) is what one of its lines says of a node.
A number that is not there is not compared.

A program prints when it enters a node, and often again when a child has returned. An *expected row*
is what the search would print at one of these moments. It comes from a run of the procedure with
hooks (:mod:`treeexplorer.engine.procedure`), so that other conventions and misconceptions are tried
in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any, Final, NamedTuple

from treeexplorer.engine.heuristic_orders import in_search_order
from treeexplorer.engine.misconceptions import MISCONCEPTIONS
from treeexplorer.engine.ordered_tree import OrderedTree
from treeexplorer.engine.procedure import Hooks, OpenCall, find_hooks, run_procedure
from treeexplorer.explain.phrases import listed
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.numbers import convert_number_to_json, counted, shown
from treeexplorer.programs.answers import same
from treeexplorer.programs.log_habits import HABITS, Arrival, ExpectedRow
from treeexplorer.programs.log_mistakes import IN_LOGS
from treeexplorer.programs.log_paths import replace_edges_by_children, replace_paths_by_addresses
from treeexplorer.programs.log_reading import (
    Log,
    LogError,
    LogRow,
    as_number,
    read_log,
    row_in_words,
)
from treeexplorer.rules import Rules, alternatives, title_of
from treeexplorer.text import quoted, shorten
from treeexplorer.tree import (
    DEFAULT_LEVELS,
    FULL_WINDOW,
    INFINITY,
    LEAF_ROLE,
    AddressError,
    GameTree,
    Levels,
    Number,
    Player,
    TreeBuilder,
    Window,
)

_SIGNS: Final = "".join(player.sign for player in Player)


# -- a tree out of a log -------------------------------------------------------------------------


@dataclass
class _LoggedNode:
    """A node of the tree that a program searched, with its rows in the log and its children."""

    name: str
    ply: int
    rows: list[LogRow]
    children: list[_LoggedNode]

    @property
    def leaf_value(self) -> Number:
        """The value in the node's last row, taken as the value of a leaf.

        Raises:
            LogError: The row has none.
        """
        last = self.rows[-1]
        if last.value is None:
            raise LogError(f"line {last.line}: {quoted(self.name)} has no value")
        return last.value

    @property
    def begins_as_min(self) -> bool:
        """Whether its first value is +∞, with which v begins at a MIN node."""
        return self.rows[0].value == INFINITY

    def is_cut_off(self, players: Levels) -> bool:
        """Tell whether its last row shows a cut-off, given the players by ply.

        A program that prints a node as it leaves it shows this.
        """
        player = players[self.ply % len(players)]
        return _shows_cut_off(self.rows[-1], player)


class _Visit(NamedTuple):
    """A task while the tree is built: enter a node, or leave it.

    Attributes:
        node: The node.
        enters: Whether it is to be entered; else all below it is built, and it is to be left.
    """

    node: _LoggedNode
    enters: bool


def build_tree_of_log(log: Log) -> GameTree:
    """Build the tree that a program searched from the depths and values in its log.

    A node that was cut off ends in ``...``, since its other children are unknown. If the root
    begins with +∞, MIN moves first.

    Raises:
        LogError: The depths or the values of leaves are missing, or fit no tree.

    Example:
        >>> log = read_log(chr(10).join(["node,depth,value", "A,0,3", "B,1,3", "C,1,2"]))
        >>> list(build_tree_of_log(log).leaf_values)
        [None, 3, 2]
    """
    root = _build_node_tree(log.rows)
    players = DEFAULT_LEVELS[::-1] if root.begins_as_min else DEFAULT_LEVELS
    builder = TreeBuilder()
    builder.levels = players
    for visit in _generate_visits(root):
        node = visit.node
        is_leaf = not node.children
        if is_leaf:
            builder.leaf(node.leaf_value, node.name)
        elif visit.enters:
            builder.open(node.name)
        else:  # all children have been added
            node_number = builder.close()
            if node.is_cut_off(players):
                builder.elided.add(node_number)  # drawn with "..." behind its children
    return builder.tree()


def _generate_visits(root: _LoggedNode) -> Iterator[_Visit]:
    """Walk a tree from left to right: enter each node, visit all below it, and leave it.

    A leaf is only entered. With a root A and the leaves B and C: enter A, B and C, then leave A.
    """
    to_come = [_Visit(root, enters=True)]  # a stack: the last one comes next
    while to_come:
        visit = to_come.pop()
        yield visit
        node = visit.node
        if visit.enters and node.children:
            # What comes first is put on the stack last: so the node is left after all below it.
            to_come.append(_Visit(node, enters=False))
            to_come += [_Visit(child, enters=True) for child in reversed(node.children)]


def _build_node_tree(rows: Sequence[LogRow]) -> _LoggedNode:
    """Build a tree of nodes from the depths in the rows of a log, and return its root.

    A node becomes a child of the last node one ply higher. A row with the name and depth of a node
    on the path to the row before is about that node again, and adds no node.

    Raises:
        LogError: A row has no depth, or one that fits below no node before it.

    Example:
        >>> rows = [LogRow(1, "A", 0), LogRow(2, "B", 1), LogRow(3, "A", 0), LogRow(4, "C", 1)]
        >>> root = _build_node_tree(rows)
        >>> root.name, len(root.rows), [child.name for child in root.children]
        ('A', 2, ['B', 'C'])
    """
    path: list[_LoggedNode] = []  # from the root to the node of the row before, by depth
    for row in rows:
        depth = _require_depth(row)
        is_on_path = 0 <= depth < len(path) and path[depth].name == row.node
        if is_on_path:
            path[depth].rows.append(row)
        else:
            # The nodes from this depth on have ended: the new one takes their place.
            path[depth:] = [_append_node(path, depth, row)]
    return path[0]


def _require_depth(row: LogRow) -> int:
    """Return the depth of a row, or raise :class:`LogError` if it has none."""
    if row.depth is None:
        raise LogError(
            f"line {row.line} tells no depth, and without FILE the tree is built from depth and "
            "value: give the tree, as in `verify --log LOG FILE`"
        )
    return row.depth


def _append_node(path: Sequence[_LoggedNode], depth: int, row: LogRow) -> _LoggedNode:
    """Add a new node for a row as the last child of its parent, and return it.

    Args:
        path: The nodes from the root to that of the row before, by depth.
        depth: The depth of the row; its parent is the node of the path one ply higher.
        row: The row.

    Raises:
        LogError: There is no such parent, or the row is about a second root.
    """
    has_parent = 0 < depth <= len(path)
    is_first_node = depth == 0 and not path
    if not has_parent and not is_first_node:
        raise LogError(f"line {row.line}: {quoted(row.node)} hangs below no node of this log")
    node = _LoggedNode(row.node, depth, rows=[row], children=[])
    if has_parent:
        path[depth - 1].children.append(node)
    return node


def _shows_cut_off(row: LogRow, player: Player) -> bool:
    """Tell whether the last row of a node shows a cut-off.

    Either its window is empty, α ≥ β, or its value reaches the opponent's end of the window: β at
    MAX, α at MIN. A number that is not printed shows nothing.
    """
    alpha = row.alpha
    beta = row.beta
    if alpha is not None and beta is not None and alpha >= beta:
        return True
    if row.value is None:
        return False
    if player is Player.MAX:
        return beta is not None and row.value >= beta
    return alpha is not None and row.value <= alpha


# -- what the search would print -----------------------------------------------------------------


def compute_expected_rows(
    tree: GameTree, rules: Rules, hooks: Hooks | None = None, *, keeps_window_at_cut: bool = False
) -> list[ExpectedRow]:
    """Return the rows that a search would print: one per node entered, one per child returned.

    Args:
        tree: The tree.
        rules: The rules of the search.
        hooks: The functions that the search calls at its steps; those of the rules if ``None``.
        keeps_window_at_cut: Whether the program moves a bound only where it is not cut off. Then a
            row at a cut-off has the window as it was before the child returned.

    Returns:
        The rows, in the order in which they would be printed.
    """
    ordered = in_search_order(tree, rules)
    if hooks is None:
        hooks = find_hooks(rules)
    recorder = _RowRecorder(ordered, hooks, keeps_window_at_cut=keeps_window_at_cut)
    run_procedure(ordered, rules, recorder.hooks())
    return recorder.rows


class _RowRecorder:
    """Wraps the hooks of a search so that they record the rows that a program would print.

    Hooks are the functions that a search calls at its steps: when it enters a node, hands its
    window down to a child, moves a bound, tests whether to cut off. Each method here calls the
    search's own hook and returns what that returns. Besides, it adds the row that a program would
    print there; the test for a cut-off may correct the last row.

    Attributes:
        rows: The rows so far.
    """

    def __init__(
        self, tree: OrderedTree, search_hooks: Hooks, *, keeps_window_at_cut: bool
    ) -> None:
        """Begin with nothing printed."""
        self.rows: list[ExpectedRow] = []
        self._tree = tree
        self._search_hooks = search_hooks
        self._keeps_window_at_cut = keeps_window_at_cut
        self._window_before: Window = FULL_WINDOW

    def hooks(self) -> Hooks:
        """Return the search's hooks, four of which also add the row that is printed there.

        A search calls ``start`` when it enters a node, ``handed_down`` before it enters a child,
        ``moved`` when a child has returned, and ``cuts`` to test for a cut-off. They are for one
        run: the rows of a second run would be added to the same list.
        """
        return replace(
            self._search_hooks,
            start=self._record_entry,
            handed_down=self._record_leaf_on_entry,
            moved=self._record_return,
            cuts=self._record_cut_off_test,
        )

    def _record_entry(self, call: OpenCall) -> Number:
        """Record that a node with children is entered; return its first v."""
        v = self._search_hooks.start(call)
        self.rows.append(ExpectedRow(call.node, enters=True, value=v, window=call.entry))
        return v

    def _record_leaf_on_entry(self, call: OpenCall) -> Window:
        """Compute the window with which the next child is entered; if it is a leaf, record it.

        This is the one moment at which a leaf can be recorded: a search opens no call for it. For
        example, if the leaf 12 is entered with the window (3, ∞), the row has the value 12, α 3 and
        β ∞.

        Args:
            call: The call of the node; its ``child`` is the child that comes next.
        """
        window = self._search_hooks.handed_down(call)
        child = call.child  # its number in the order in which the search visits nodes
        value = self._tree.values[child]
        is_leaf = self._tree.roles[child] == LEAF_ROLE
        if is_leaf and value is not None:
            number_in_tree = self._tree.node_at(child)
            leaf_row = ExpectedRow(number_in_tree, enters=True, value=value, window=window)
            self.rows.append(leaf_row)
        return window

    def _record_return(self, call: OpenCall, value: Number) -> Window:
        """Record that a child has returned; return the window after its value moved a bound."""
        # `call` still has the window before: the search puts the new one into it after this hook.
        self._window_before = (call.alpha, call.beta)
        window = self._search_hooks.moved(call, value)
        child = self._tree.node_at(call.child)
        arrival = Arrival(child, value, self._window_before)
        self.rows.append(ExpectedRow(call.node, False, call.v, window, arrival))
        return window

    def _record_cut_off_test(self, call: OpenCall) -> bool:
        """Tell whether the search cuts off, and correct the window in the last row if need be.

        A program that moves a bound only after the test has failed prints the window before.
        """
        is_cut = self._search_hooks.cuts(call)
        # The search calls this hook right after `moved`, so that the last row is the one that
        # `moved` has printed for this node.
        if is_cut and self._keeps_window_at_cut:
            self.rows[-1] = self.rows[-1]._replace(window=self._window_before)
        return is_cut


# -- comparing -----------------------------------------------------------------------------------


class ComparedRow(NamedTuple):
    """A row of a log beside the row that the search would print in its place.

    Attributes:
        row: The row of the log.
        node: The node that it is about; ``None`` where that is not known.
        expected: What the search would print; ``None`` where it has nothing in that place.
        agrees: Whether all numbers of the row are right.
        is_about_pruned_node: Whether the row tells of a node that is pruned at ``node``.
    """

    row: LogRow
    node: int | None
    expected: ExpectedRow | None
    agrees: bool
    is_about_pruned_node: bool = False


@dataclass(frozen=True)
class LogComparison:
    """The comparison of a whole log with the search.

    Attributes:
        tree: The tree.
        rules: The rules of the search.
        rows: The rows of the log, each beside what the search would print.
        is_result_right: Whether the root's value at the end of the log is right, if it is there.
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
        return self._do_all_rows_agree and self.is_result_right

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
        but = "" if self.is_result_right else ", but not the value"
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
        return [
            f"The first that does not is line {wrong.row.line}:",
            f"  the log  {wrong.row.in_words}",
            f"  ours     {self._format_expected_row(wrong)}",
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


_WITH_NULL_WINDOWS: Final = frozenset({"pvs", "negascout", "scout", "mtdf", "sss"})
_NULL_WINDOWS: Final = (
    "a log is compared with alpha-beta or minimax: what {title} prints at its steps is not known "
    "here; `verify -- PROGRAM` judges such a program by its values and its leaves"
)
_NULL_WINDOW_IN_LOG: Final = (
    "line {line} has a null window, {row}, as PVS, NegaScout and MTD(f) have; a log is compared "
    "with alpha-beta or minimax, and what these print at their steps is not known here; "
    "`verify -- PROGRAM` judges such a program by its values and its leaves"
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

    # 1. Read the log: its rows, their nodes, and the numbers that stand for ∞.
    log_text = text if tree is None else replace_paths_by_addresses(text, tree)
    printed = _read_log_with_names(log_text, tree)
    meant = _read_infinity_as_meant(printed, tree, stated_rules)

    # 2. Compare its steps with those of the search. What it says of pruned nodes is no step.
    searched_tree = meant.log.tree
    searched_rules = replace(stated_rules, levels=searched_tree.levels)
    search_rows = compute_expected_rows(searched_tree, searched_rules)
    log_of_steps = meant.log.under_search(search_rows)
    if not log_of_steps.rows:
        raise LogError(_ONLY_PRUNED)
    compared_rows = _compare_rows(log_of_steps, search_rows)

    # 3. Describe what else there is to know.
    notes = list(_describe_reading(meant, log_of_steps, searched_rules))
    if log_text != text:
        notes.append(_PATHS_AS_ADDRESSES)
    if all(row.agrees for row in compared_rows):
        notes = [*_describe_omitted_nodes(log_of_steps, search_rows), *notes]

    # 4. Explain wrong rows. Last, since many searches are tried for it.
    is_result_right = meant.log.has_right_result(search_rows)
    comparison = LogComparison(
        searched_tree, searched_rules, compared_rows, is_result_right, claimed, tuple(notes)
    )
    if comparison.right:
        return comparison
    return _add_explanation(comparison, meant.log)


def _read_log_with_names(text: str, tree: GameTree | None) -> Log:
    """Read a log; if its tree is known, nodes are recognised by names, and by edges: ``B -> D``."""
    if tree is None:
        return read_log(text)
    without_edges = replace_edges_by_children(text, tree)
    return read_log(without_edges, names=frozenset(tree.names.values()))


def _describe_reading(meant: _MeantLog, compared: _LogWithNodes, rules: Rules) -> Iterator[str]:
    """Describe how a log was read, the root's value in it, and which lines are not compared."""
    yield from _describe_infinity_numbers(meant.infinity_of, meant.log.tree)
    yield from _describe_value_and_unread_lines(meant.printed, meant.log.tree, rules)
    yield from _describe_pruned_nodes(meant.log, compared)
    if meant.has_bare_depths:
        yield _FIRST_IS_DEPTH


class _MeantLog(NamedTuple):
    """A log in which numbers such as 9999 are read as ∞, where they stand for it.

    Attributes:
        printed: The log, with ∞ for these numbers.
        log: Its rows, with the nodes that they are about, and the tree.
        infinity_of: A number that was printed -> the infinity for which it stands.
        has_bare_depths: Whether a number without a label is read as a depth.
    """

    printed: Log
    log: _LogWithNodes
    infinity_of: Mapping[Number, Number]
    has_bare_depths: bool


def _read_infinity_as_meant(printed: Log, tree: GameTree | None, rules: Rules) -> _MeantLog:
    """Replace the numbers of a log that stand for ∞, and find the nodes that its rows are about.

    Programs write 9999 and the like where books write ∞. Which numbers do so is seen only beside
    the rows of the search, which have ∞ there. So there are two steps: the log is read as it is
    printed, to find these numbers, and then as it is meant.

    A tree that is built from the log may change between them: if the root begins with 9999 as
    printed, MAX moves there, and if it begins with +∞ as meant, MIN does. Nodes and names are the
    same in both.

    Args:
        printed: The log as it is printed.
        tree: The tree that was searched; ``None`` to build it from the log.
        rules: The rules of the search; who moves is told by the tree.

    Raises:
        LogError: The log names no node of the tree, or no tree can be built.
    """
    # 1. As printed.
    log_as_printed = _match_rows_to_nodes(printed, _choose_tree(printed, tree))
    infinity_of = _find_infinity_numbers(log_as_printed, rules)

    # 2. As meant.
    meant = printed.with_infinity(infinity_of)
    log_as_meant = log_as_printed._replace(
        rows_with_infinity=meant.rows, tree=_choose_tree(meant, tree)
    )
    log_as_meant = log_as_meant.without_start_values_of_leaves()
    log_without_depths = log_as_meant.without_bare_depths()
    has_bare_depths = log_without_depths is not log_as_meant
    return _MeantLog(meant, log_without_depths, infinity_of, has_bare_depths)


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


def _add_explanation(comparison: LogComparison, log: _LogWithNodes) -> LogComparison:
    """Add the convention, or else the misconception, under which the whole log agrees.

    A convention is another way to search that is right, too, such as to cut at α > β. A
    misconception is a mistake that people make. If neither explains every row, the explanation is
    empty.
    """
    convention = next(_find_matching_conventions(log, comparison.tree, comparison.rules), None)
    if convention is not None:
        return replace(comparison, explanation=convention, is_convention=True)
    misconceptions = _find_matching_misconceptions(log, comparison.tree, comparison.rules)
    misconception = next(misconceptions, None)
    if misconception is None:
        _check_windows_are_open(comparison)
        return comparison
    return replace(comparison, explanation=misconception)


def _check_windows_are_open(comparison: LogComparison) -> None:
    """Raise an error if the windows of a log are those of a search with null windows.

    Such a search enters the root or each child but the first with a window in which no whole number
    lies, such as (7, 8). A first child has the window of its parent.

    Raises:
        LogError: They are, and the log agrees with nothing that is known here.
    """
    tree = comparison.tree
    nodes_before: set[int] = set()
    first_rows: list[ComparedRow] = []
    for row in comparison.rows:
        if row.node is None or row.node in nodes_before:
            continue
        nodes_before.add(row.node)
        is_first_child = (
            row.node > 0 and next(iter(tree.children(tree.parent[row.node]))) == row.node
        )
        if not is_first_child and _has_finite_window(row.row):
            first_rows.append(row)
    wrong = [row for row in comparison.rows if not row.agrees and _has_null_window(row.row)]
    if not wrong or not all(_has_null_window(row.row) for row in first_rows):
        return
    line = wrong[0].row
    raise LogError(_NULL_WINDOW_IN_LOG.format(line=line.line, row=line.in_words))


def _has_finite_window(row: LogRow) -> bool:
    """Tell whether a row has α and β, and neither is infinite."""
    return all(bound is not None and abs(bound) != INFINITY for bound in (row.alpha, row.beta))


def _has_null_window(row: LogRow) -> bool:
    """Tell whether no whole number lies within the window of a row, and the window is not empty."""
    if row.alpha is None or row.beta is None:
        return False
    return 0 < row.beta - row.alpha <= 1


class _LogWithNodes(NamedTuple):
    """The rows of a log, each with the node of the tree that it is about.

    A log has only names. If several nodes have one name, the first of them stands for all.

    Attributes:
        rows: The rows, as they are printed.
        rows_with_infinity: The rows with ±∞ for the numbers that stand for it, such as 9999.
        nodes: The node of each row, or the first of its name; ``None`` where it is not known.
        children: The child that each row says has returned; ``None`` where it says nothing of one.
        first_namesake: For each node that has a name, the first node of that name.
        tree: The tree.
        result: The root's value, where the last line gives it; ``None`` where none does.
        lines_of_pruned_nodes: The lines about pruned nodes that stand for the nodes above them.
    """

    rows: Sequence[LogRow]
    rows_with_infinity: Sequence[LogRow]
    nodes: Sequence[int | None]
    children: Sequence[int | None]
    first_namesake: Mapping[int, int]
    tree: GameTree
    result: Number | None = None
    lines_of_pruned_nodes: frozenset[int] = frozenset()

    def under_search(self, expected: Sequence[ExpectedRow]) -> _LogWithNodes:
        """Return the log without what it says of pruned nodes to which a search does not come.

        ``prune G (alpha=5, beta=2)`` is no step of a search that prunes G, and is of one that does
        not. With another window than that in which G is pruned it is a row that does not agree, and
        stays, about the node that is cut off.

        Args:
            expected: All rows of the search.
        """
        # Of equal keys in a dictionary the last counts.
        last_row_of_node = {self.get_first_namesake(row.node): row for row in expected}
        name_counts = Counter(self.first_namesake.values())
        kept: list[int] = []
        pruned_lines: set[int] = set()
        nodes = list(self.nodes)
        for index, row in enumerate(self.rows):
            node = nodes[index]
            if not row.is_about_pruning or node in last_row_of_node:
                kept.append(index)
                continue
            # A node whose name others have, too, may be any of them.
            if node is None or name_counts[node] > 1:
                continue
            cut_off = self._find_ancestor(node, last_row_of_node)
            if cut_off is None or self._has_window_of(index, last_row_of_node[cut_off]):
                continue
            nodes[index] = cut_off
            pruned_lines.add(row.line)
            kept.append(index)
        log = self._replace(nodes=nodes, lines_of_pruned_nodes=frozenset(pruned_lines))
        return log.keep_rows(kept)

    def _find_ancestor(self, node: int, visited: Container[int]) -> int | None:
        """Find the nearest node above one to which a search comes; ``None`` if it comes to none."""
        for ancestor in map(self.get_first_namesake, self.tree.ancestors(node)):
            if ancestor in visited:
                return ancestor
        return None

    def _has_window_of(self, index: int, expected: ExpectedRow) -> bool:
        """Tell whether a row has the window of a row of the search, as far as it gives one."""
        window_alone = self.rows_with_infinity[index]._replace(value=None)
        pairs = _pair_numbers(window_alone, expected)
        return all(same(logged, right) for logged, right in pairs)

    def keep_rows(self, indices: Sequence[int]) -> _LogWithNodes:
        """Return the log with some of its rows alone."""
        return self._replace(
            rows=[self.rows[index] for index in indices],
            rows_with_infinity=[self.rows_with_infinity[index] for index in indices],
            nodes=[self.nodes[index] for index in indices],
            children=[self.children[index] for index in indices],
        )

    def without_start_values_of_leaves(self) -> _LogWithNodes:
        """Return the log without the ±∞ that a program prints for v as it enters a leaf.

        ``Enter D v=-inf`` says nothing of the leaf D. It is so only if the program prints v as it
        enters other nodes, too: ``Enter A v=-inf``.
        """
        leaf_rows: list[int] = []
        prints_v_on_entry = False
        for index, node in enumerate(self.nodes):
            value = self.rows_with_infinity[index].value
            if node is None or value is None or abs(value) != INFINITY:
                continue
            if self.is_leaf(node):
                leaf_rows.append(index)
            else:
                prints_v_on_entry = True
        if not prints_v_on_entry:
            return self

        rows = list(self.rows_with_infinity)
        for index in leaf_rows:
            rows[index] = rows[index]._replace(value=None)
        return self._replace(rows_with_infinity=rows)

    def without_bare_depths(self) -> _LogWithNodes:
        """Return the log without the depths that stand before α and β as a value would.

        ``('B', 1, 3, 8)`` has three numbers without labels, and the first may be v. It is a depth
        if it grows or falls by one with each ply, in all such rows.
        """
        bare = [
            (index, node)
            for index, node in enumerate(self.nodes)
            if node is not None and self.rows[index].has_three_bare_numbers
        ]
        plies = [self.tree.ply[node] for _, node in bare]
        values = [value for index, _ in bare if (value := self.rows[index].value) is not None]
        sums = {value + ply for value, ply in zip(values, plies, strict=True)}
        differences = {value - ply for value, ply in zip(values, plies, strict=True)}
        are_depths = len(sums) == 1 or len(differences) == 1
        has_inner_node = any(not self.is_leaf(node) for _, node in bare)
        if len(set(plies)) < 2 or not has_inner_node or not are_depths:
            return self

        rows = list(self.rows)
        rows_with_infinity = list(self.rows_with_infinity)
        for index, _ in bare:
            rows[index] = rows[index]._replace(value=None)
            rows_with_infinity[index] = rows_with_infinity[index]._replace(value=None)
        return self._replace(rows=rows, rows_with_infinity=rows_with_infinity)

    def is_leaf(self, node: int) -> bool:
        """Tell whether a node is a leaf of the tree."""
        return self.tree.is_leaf(node)

    def get_first_namesake(self, node: int) -> int:
        """Return the first node with the name of a node; the node itself if it has no name."""
        return self.first_namesake.get(node, node)

    def continues(self, index: int) -> bool:
        """Tell whether a row goes on about the node that the row before it is about.

        It has other numbers of it, or a value where the row before has none: ``enter D alpha=3``,
        ``leave D alpha=3 value=5``.
        """
        is_of_same_node = index > 0 and self.nodes[index] == self.nodes[index - 1]
        if not is_of_same_node:
            return False
        columns = self.rows_with_infinity[index].columns
        columns_before = self.rows_with_infinity[index - 1].columns
        has_first_value = "value" in columns and "value" not in columns_before
        return has_first_value or columns.isdisjoint(columns_before)

    def agrees(self, index: int, expected: ExpectedRow) -> bool:
        """Tell whether a row is about the node of a row of the search, and has its numbers.

        Numbers that the row does not give are not compared, so that a row without numbers agrees
        with any of its node. If it says which child has returned, that is compared, too.

        Args:
            index: The index of the row.
            expected: The row of the search.
        """
        if self.nodes[index] != self.get_first_namesake(expected.node):
            return False

        returned_child = self.children[index]
        arrival = expected.arrival
        if returned_child is None:
            if arrival is not None and arrival.must_be_named:
                return False
        elif arrival is None or returned_child != self.get_first_namesake(arrival.child):
            return False

        pairs = _pair_numbers(self.rows_with_infinity[index], expected)
        return all(same(logged, right) for logged, right in pairs)

    def has_right_result(self, search_rows: Sequence[ExpectedRow]) -> bool:
        """Tell whether the value at the end of the log, if there is one, is that of a search."""
        if self.result is None:
            return True
        root_value = next(row.value for row in reversed(search_rows) if row.node == 0)
        alpha, beta = search_rows[0].window
        returned_values = (root_value, max(alpha, min(root_value, beta)))  # fail-soft, fail-hard
        return any(same(self.result, value) for value in returned_values)

    def select_printed_rows(self, search_rows: Sequence[ExpectedRow]) -> Sequence[ExpectedRow]:
        """Select the rows of a search that the program prints, which may print each node once only.

        A search has a row of a node when it enters the node, and one whenever a child has returned.
        The log tells when the program prints (A is the root):

        ===========  ==============================  ======================
        the log      the program prints a node       the rows
        ===========  ==============================  ======================
        ``A B A C``  at both                         all
        ``B C A``    as it leaves the node           the last of each node
        ``A B C``    as it enters the node           the first of each node
        ===========  ==============================  ======================

        Args:
            search_rows: All rows of the search, in order.
        """
        known = [node for node in self.nodes if node is not None]
        has_a_node_twice = len(set(known)) < len(known)
        tells_of_children = any(child is not None for child in self.children)
        tells_of_changes = any(row.is_about_change for row in self.rows)
        if has_a_node_twice or tells_of_children or tells_of_changes:
            return search_rows
        if self._is_printed_on_leaving(known):
            return _keep_last_row_of_each_node(search_rows)
        return [row for row in search_rows if row.enters]

    def _is_printed_on_leaving(self, known: Sequence[int]) -> bool:
        """Tell whether some node with children stands behind one of its descendants.

        Args:
            known: The nodes that the log names, in its order, each once.
        """
        # A node that is among these has had a descendant before it.
        ancestors_of_nodes_before: set[int] = set()
        for node in known:
            if node in ancestors_of_nodes_before:
                return True
            ancestors_of_nodes_before.update(self.tree.ancestors(node))
        return False


def _keep_last_row_of_each_node(expected: Sequence[ExpectedRow]) -> list[ExpectedRow]:
    """Return the last row of each node, in order: what a program prints as it leaves the node."""
    # Of equal keys in a dictionary the last counts.
    last_of_node = {row.node: index for index, row in enumerate(expected)}
    return [expected[index] for index in sorted(last_of_node.values())]


def _match_rows_to_nodes(log: Log, tree: GameTree) -> _LogWithNodes:
    """Find for each row of a log the node of the tree that it is about.

    What a row calls its node is a name (``B``), in any case of its letters; or a label (``a.1``);
    or the value of a leaf (``12``), and then the row is about the first leaf of that value that no
    earlier row took.

    Raises:
        LogError: No row names a node of the tree.
    """
    finder = _NodeFinder(tree)
    # In the order of the rows, since the finder remembers which leaves are taken.
    nodes = [finder.find_node_of_next_row(row) for row in log.rows]
    if all(node is None for node in nodes):
        names = ", ".join(quoted(shorten(row.node, 20)) for row in log.rows[:3])
        raise LogError(f"the log tells of {names}, and the tree has no nodes of such names")
    children = [
        finder.find_child(row.child, node) for row, node in zip(log.rows, nodes, strict=True)
    ]
    result = log.value if log.ends_with_value else None
    return _LogWithNodes(log.rows, log.rows, nodes, children, finder.first_namesake, tree, result)


class _NodeFinder:
    """Finds the nodes that the rows of a log are about, row by row.

    Attributes:
        first_namesake: For each node that has a name, the first node of that name.
    """

    def __init__(self, tree: GameTree) -> None:
        """Gather the names of a tree; no leaf is taken yet.

        Args:
            tree: The tree; several of its nodes may have one name.
        """
        self._tree = tree
        # From left to right. A leaf that a row calls by its value is taken out, once for each row.
        self._leaves_not_taken = list(tree.leaves(0))
        # By name, in small letters: the first node of the name.
        self._first_of_name: dict[str, int] = {}
        self.first_namesake: dict[int, int] = {}
        for node, name in sorted(tree.names.items()):
            small_letters = name.lower()
            if small_letters not in self._first_of_name:
                self._first_of_name[small_letters] = node
            self.first_namesake[node] = self._first_of_name[small_letters]

    def find_node_of_next_row(self, row: LogRow) -> int | None:
        """Find the node that the next row of a log is about; ``None`` if the tree has no such node.

        ``row.node`` is what the row calls its node. What fits first counts:

        1. ``B``: the first node of that name, in any case of its letters.
        2. ``a.1``: the node with that label or address.
        3. ``12``: the first leaf of that value that no row before has taken. This row takes it.

        For example, a tree has two leaves of 12, without names. The first row that says 12 is about
        the left one, the second row about the right one, and a third row about none. So this is
        called once for each row, in the order of the rows.
        """
        # "leaf 12" is never a name or a label.
        if row.is_unnamed_leaf:
            return self._take_leaf(row.node)

        node_with_name = self._first_of_name.get(row.node.lower())
        if node_with_name is not None:
            return node_with_name

        node_with_label = _find_node_by_label(self._tree, row.node)
        if node_with_label is not None:
            # If several nodes have one name, the first of them stands for all.
            return self.first_namesake.get(node_with_label, node_with_label)

        # Last, since it takes a leaf: a node that is named or labelled 12 is no leaf of value 12.
        return self._take_leaf(row.node)

    def find_child(self, name: str | None, node: int | None) -> int | None:
        """Find the child of a node by its name; ``None`` if that is no name of a child of it."""
        if name is None or node is None:
            return None
        names = self._tree.names
        return next(
            (child for child in self._tree.children(node) if names.get(child) == name), None
        )

    def _take_leaf(self, spelled_value: str) -> int | None:
        """Take the first leaf of a value that no earlier row took; ``None`` if there is none left.

        The next row of this value gets the next leaf that has it.
        """
        leaf = _find_leaf_by_value(self._tree, self._leaves_not_taken, as_number(spelled_value))
        if leaf is not None:
            self._leaves_not_taken.remove(leaf)
        return leaf


def _find_node_by_label(tree: GameTree, label: str) -> int | None:
    """Find the node with a label, which may begin with a player's sign; ``None`` if none has it."""
    try:
        return tree.find(label.lstrip(_SIGNS))
    except AddressError:
        return None


def _find_leaf_by_value(tree: GameTree, leaves: Sequence[int], value: Number | None) -> int | None:
    """Find the first of some leaves that has a value; ``None`` if none has.

    The value is ``None`` for a name that is no number; no leaf has that, not even an unknown one.
    """
    if value is None:
        return None
    return next((leaf for leaf in leaves if same(tree.leaf_value(leaf), value)), None)


class _SearchCursor:
    """A place in the rows of a search, which moves on while a log is compared with them.

    It remembers the last row of each node that it has passed. For example, a search has the rows A
    0, B 5 and A 5. Behind B 5 the last rows are A 0 and B 5; at the end they are A 5 and B 5. A
    program may print such a row once more.
    """

    def __init__(self, log: _LogWithNodes, search_rows: Sequence[ExpectedRow]) -> None:
        """Begin before the first row of the search."""
        self._log = log
        self._search_rows = search_rows
        self._rows_passed = 0
        self._last_row_of_node: dict[int, ExpectedRow] = {}
        # The columns with which the last row of a node has been printed once more.
        self._repeated_columns_of_node: dict[int, set[frozenset[str]]] = {}
        # By node: the first row of the log about it. Of equal keys in a dictionary the last counts.
        indices = reversed(range(len(log.nodes)))
        self._first_row_of_node = {log.nodes[index]: index for index in indices}

    def move_behind(self, search_index: int) -> None:
        """Pass the rows up to the one with an index, this one, too."""
        end = search_index + 1
        for row in self._search_rows[self._rows_passed : end]:
            if row.enters:
                self._forget_nodes_above(row.node)
            node = self._log.get_first_namesake(row.node)
            self._last_row_of_node[node] = row
            self._repeated_columns_of_node[node] = set()
        self._rows_passed = end

    def _forget_nodes_above(self, node: int) -> None:
        """Forget the last rows of the nodes above one that is entered.

        Until it returns, nothing is printed of them: ``B 3``, ``E 0``, ``B 3`` leaves out that E
        has returned to B, and is no line of B that comes once more.
        """
        for ancestor in self._log.tree.ancestors(node):
            self._last_row_of_node.pop(self._log.get_first_namesake(ancestor), None)

    def move_behind_next_match(self, log_index: int) -> ExpectedRow | None:
        """Move behind the next row with which a row of the log agrees, and return it.

        If there is none, return ``None`` and do not move.
        """
        for search_index in range(self._rows_passed, len(self._search_rows)):
            search_row = self._search_rows[search_index]
            if self._log.agrees(log_index, search_row):
                self.move_behind(search_index)
                return search_row
        return None

    def find_last_row(self, log_index: int) -> ExpectedRow | None:
        """Find the last row that was passed about the node of a row of the log."""
        node = self._log.nodes[log_index]
        return None if node is None else self._last_row_of_node.get(node)

    def take_repeated_row(self, log_index: int) -> ExpectedRow | None:
        """Find the row of the search that a row of the log prints once more; ``None`` if none.

        Programs print a node again without a change, such as ``B returns 5``. Such a row agrees
        with the last row of its node. With the same columns it comes again once: a third row is
        that of another child which has returned. So this is called once for each row of the log.
        """
        node = self._log.nodes[log_index]
        last_row = self.find_last_row(log_index)
        if node is None or last_row is None or self._first_row_of_node[node] == log_index:
            return None
        # A leaf counts as printed once more only in two lines with different numbers, "leaf 3" and
        # "alpha=3 beta=8". Otherwise the search may visit the leaf a second time.
        if self._log.is_leaf(node) and not self._log.continues(log_index):
            return None

        if not self._log.agrees(log_index, last_row):
            return None

        row = self._log.rows[log_index]
        if row.is_about_pruning:  # a line of its own: "cut-off at C, alpha=3 beta=2"
            return last_row
        repeated_columns = self._repeated_columns_of_node[node]
        if row.columns in repeated_columns:
            return None
        repeated_columns.add(row.columns)
        return last_row


def _compare_rows(
    log: _LogWithNodes, search_rows: Sequence[ExpectedRow]
) -> tuple[ComparedRow, ...]:
    """Pair each row of a log with the row of the search that fits it best.

    If the whole log agrees, each row is paired with the row that it agrees with. Otherwise the
    rows of both are aligned, and each row is paired with one of the same node, or with ``None``.
    """
    printed_rows = log.select_printed_rows(search_rows)
    partners: Sequence[ExpectedRow | None] | None = _match_all_rows(log, printed_rows)
    if partners is None:
        partners = _align_rows(log, printed_rows)

    compared_rows: list[ComparedRow] = []
    for index, partner in enumerate(partners):
        agrees = partner is not None and log.agrees(index, partner)
        row = log.rows[index]
        is_about_pruned_node = row.line in log.lines_of_pruned_nodes
        compared_rows.append(
            ComparedRow(row, log.nodes[index], partner, agrees, is_about_pruned_node)
        )
    return tuple(compared_rows)


def _align_rows(log: _LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[ExpectedRow | None]:
    """Pair each row of a log with a row of the search about the same node, or with ``None``.

    The rows of both are aligned. Two aligned rows are a pair if their numbers agree. If not, the
    program may have printed a node once more; else they are a pair nevertheless.

    Example:
        =======  ==========  ===============================================
        log      the search  the row of the log is paired with
        =======  ==========  ===============================================
        ``B 3``  ``B 3``     ``B 3``
        ``C 5``  ``C 7``     ``C 7``, which does not agree
        ``B 3``              the first ``B 3``, which it prints once more
        ``D 4``  ``D 4``     ``D 4``
        =======  ==========  ===============================================

    Args:
        log: The rows of the log, with their nodes; some of them are wrong.
        search_rows: The rows that this kind of log would have.
    """
    aligned_index_of = _align_log(log, search_rows)
    cursor = _SearchCursor(log, search_rows)
    partners: list[ExpectedRow | None] = []
    for log_index in range(len(log.rows)):
        aligned_index = aligned_index_of.get(log_index)
        aligned_row = None if aligned_index is None else search_rows[aligned_index]

        # 1. The aligned row, if it agrees.
        if aligned_index is not None and log.agrees(log_index, search_rows[aligned_index]):
            cursor.move_behind(aligned_index)
            partners.append(aligned_row)
            continue

        # 2. The row that is printed once more; or else a row that does not agree: the aligned one,
        # or the last one of the node, if this row only adds a number to the one before it.
        partner = cursor.take_repeated_row(log_index)
        if partner is None:
            partner = aligned_row
        if partner is None and log.continues(log_index):
            partner = cursor.find_last_row(log_index)
        partners.append(partner)
    return partners


def _align_log(log: _LogWithNodes, search_rows: Sequence[ExpectedRow]) -> dict[int, int]:
    """Align the rows of a log with those of a search: by what agrees, or if many, by nodes alone.

    Returns:
        An index in the log -> the index of its partner in the search. Both ascend. An index without
        a partner is not there.
    """
    if len(log.rows) * len(search_rows) <= _MOST_PAIRS:
        return _align_agreeing_rows(log, search_rows)
    return _align_nodes(log.nodes, [log.get_first_namesake(row.node) for row in search_rows])


def _align_agreeing_rows(log: _LogWithNodes, search_rows: Sequence[ExpectedRow]) -> dict[int, int]:
    """Align the rows of a log with those of a search so that as many as can be agree.

    Of the alignments with as many it is one that pairs the most rows of the same nodes, so that a
    wrong row stands beside the right one.

    Returns:
        An index in the log -> the index of its partner in the search. Both ascend. An index without
        a partner is not there.
    """
    weights = [
        [_weigh_pair(log, log_index, search_row) for search_row in search_rows]
        for log_index in range(len(log.rows))
    ]
    return _find_heaviest_alignment(weights)


def _find_heaviest_alignment(weights: Sequence[Sequence[int]]) -> dict[int, int]:
    """Pair the rows of a matrix with its columns so that the weights of all pairs add up to most.

    Both ascend: a later row has a later column. What weighs 0 is no pair.

    Example:
        Rows 0 and 2 are paired, with 5 + 2; row 1 could only be paired instead of row 0.

        >>> _find_heaviest_alignment([[0, 5, 0], [1, 0, 0], [0, 0, 2]])
        {0: 1, 2: 2}
    """
    height = len(weights)
    width = len(weights[0]) if weights else 0
    # most[row][column]: how much the pairs of the rows and columns from there on may weigh.
    most = [[0] * (width + 1) for _ in range(height + 1)]
    for row in reversed(range(height)):
        for column in reversed(range(width)):
            with_pair = weights[row][column] + most[row + 1][column + 1]
            without_row = most[row + 1][column]
            without_column = most[row][column + 1]
            most[row][column] = max(with_pair, without_row, without_column)

    # From the top left, each step takes a pair, or leaves out what is not needed for the most.
    aligned: dict[int, int] = {}
    row = 0
    column = 0
    while row < height and column < width:
        weight = weights[row][column]
        if weight > 0 and most[row][column] == weight + most[row + 1][column + 1]:
            aligned[row] = column
            row += 1
            column += 1
        elif most[row][column] == most[row][column + 1]:
            column += 1
        else:
            row += 1
    return aligned


def _weigh_pair(log: _LogWithNodes, index: int, expected: ExpectedRow) -> int:
    """Weigh a row of the log beside one of the search: they may agree, or be about one node."""
    if log.nodes[index] != log.get_first_namesake(expected.node):
        return 0
    return _WEIGHT_OF_AGREEMENT if log.agrees(index, expected) else 1


def _align_nodes(nodes: Sequence[int | None], expected: Sequence[int]) -> dict[int, int]:
    """Align two sequences of nodes, as ``diff`` aligns the lines of two files.

    The matcher leaves out what it calls popular in sequences of 200 and more: nodes that come again
    and again find a partner only beside others. Each compared with each, they would take hours.

    Returns:
        An index in ``nodes`` -> the index of its partner in ``expected``. Both ascend. An index
        without a partner is not there.

    Example:
        >>> _align_nodes([0, 1, 5], [0, 4, 1])
        {0: 0, 1: 2}
    """
    if list(nodes) == list(expected):
        return {index: index for index in range(len(nodes))}
    aligned: dict[int, int] = {}
    # A block says that so many nodes from a on are those from b on.
    for block in SequenceMatcher(None, nodes, expected).get_matching_blocks():
        for distance in range(block.size):
            aligned[block.a + distance] = block.b + distance
    return aligned


def _match_all_rows(
    log: _LogWithNodes, search_rows: Sequence[ExpectedRow]
) -> list[ExpectedRow] | None:
    """Find for each row of a log the row of the search that it agrees with; ``None`` if one fails.

    Two rows agree if they are about one node and the numbers of the log are those of the search.
    The log may leave out rows of the search, and it may print a node once more without a change.

    Example:
        The search has the rows A B C D. A log with A, A, C agrees: its first row is A, the second
        prints A once more, and the third is the next C, so that B is left out.

    Args:
        log: The rows of the log, with their nodes.
        search_rows: The rows that this kind of log would have.
    """
    cursor = _SearchCursor(log, search_rows)
    partners: list[ExpectedRow] = []
    for log_index in range(len(log.rows)):
        partner = cursor.take_repeated_row(log_index)
        if partner is None:
            # The next row that agrees is as good as a later one, and leaves the most rows to come.
            partner = cursor.move_behind_next_match(log_index)
        if partner is None:
            return None
        partners.append(partner)
    return partners


def _pair_numbers(row: LogRow, expected: ExpectedRow) -> list[tuple[Number, Number]]:
    """Pair each number that a row gives (value, α, β) with the expected one."""
    alpha, beta = expected.window
    columns = ((row.value, expected.value), (row.alpha, alpha), (row.beta, beta))
    return [(logged, right) for logged, right in columns if logged is not None]


def _is_log_of_search(log: _LogWithNodes, search_rows: Sequence[ExpectedRow]) -> bool:
    """Tell whether a whole log agrees with a search, and names all nodes that it should name.

    The rows alone do not tell: minimax prints all rows of a search that cuts off, and more, so that
    a log of alpha-beta would fit minimax as well. But it does not name all nodes that minimax
    enters.
    """
    if not log.has_right_result(search_rows):
        return False
    log = log.under_search(search_rows)
    if _match_all_rows(log, log.select_printed_rows(search_rows)) is None:
        return False
    return not _collect_omitted_nodes(log, search_rows)


def _collect_omitted_nodes(log: _LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[int]:
    """Collect the nodes that a search enters and the log does not name, though it should.

    Some programs print no leaves, or leaves alone, or only the first part of the tree. So a node
    counts as left out only if

    - the search enters it before the last node that the log names;
    - the log names a sibling of the same kind: a leaf beside a leaf, or a node with children beside
      one with children.

    For example, a search enters the root A and its leaves B, C and D. If the log names A, B and D,
    then C is left out. If it names A, B and C, nothing is: it only ends before D.

    Returns:
        The nodes in the order in which they are entered; a node that is entered twice is there
        twice.
    """
    logged_nodes = {node for node in log.nodes if node is not None}
    logged_kinds = {_get_parent_and_kind(log.tree, node) for node in logged_nodes}

    def is_logged(node: int) -> bool:
        """Tell whether the log has the name of a node."""
        return log.get_first_namesake(node) in logged_nodes

    entered_nodes = [row.node for row in search_rows if row.enters]
    last_logged = max(
        (index for index, node in enumerate(entered_nodes) if is_logged(node)), default=0
    )
    return [
        node
        for node in entered_nodes[:last_logged]
        if not is_logged(node) and _get_parent_and_kind(log.tree, node) in logged_kinds
    ]


def _get_parent_and_kind(tree: GameTree, node: int) -> tuple[int, bool]:
    """Return a node's parent and whether the node is a leaf: what siblings of one kind share."""
    return tree.parent[node], tree.is_leaf(node)


def _describe_omitted_nodes(log: _LogWithNodes, search_rows: Sequence[ExpectedRow]) -> list[str]:
    """Describe the nodes that a log leaves out in one sentence; none if it leaves out none."""
    # Each node once, in the order in which they are entered.
    nodes = list(dict.fromkeys(_collect_omitted_nodes(log, search_rows)))
    if not nodes:
        return []
    labels = [log.tree.labels.text(node) for node in nodes[:_MOST_LEFT_OUT]]
    named = listed(labels, len(nodes) - len(labels), last=" and ")
    return [f"It does not name {named}, where the search goes, too."]


def _find_matching_conventions(log: _LogWithNodes, tree: GameTree, rules: Rules) -> Iterator[str]:
    """Find the conventions under which the whole log agrees, in words, the likeliest first.

    First come rules of the search, such as another test; then the same rules with a habit of some
    programs: they move a bound only after the test for a cut-off has failed, or print other rows of
    the same search.
    """
    candidates = _list_conventions_to_try(rules)
    # All candidates as they are, before any with the habit, which is rarer.
    for candidate in candidates:
        if _is_log_of_search(log, compute_expected_rows(tree, candidate)):
            yield f"under {format_conventions(candidate)}"
    for candidate in candidates:
        if _is_log_of_search(log, compute_expected_rows(tree, candidate, keeps_window_at_cut=True)):
            words = format_conventions(candidate)
            yield f"under {words}, where a bound is moved only if the test fails"
    for candidate in candidates:
        ordered = in_search_order(tree, candidate)
        rows = compute_expected_rows(tree, candidate)
        for habit in HABITS:
            if _is_log_of_search(log, habit.convert(rows, ordered.tree)):
                yield f"under {format_conventions(candidate)}, where {habit.words}"


def _list_conventions_to_try(rules: Rules) -> list[Rules]:
    """List rules and their alternatives, also with the other player moving first."""
    with_other_player_first = rules.levels[::-1]
    others = alternatives(rules, levels=[with_other_player_first])
    # A printed form that swaps the players prints numbers of another tree.
    return [candidate for candidate in (rules, *others) if not candidate.printed.swaps_players]


def _find_matching_misconceptions(
    log: _LogWithNodes, tree: GameTree, rules: Rules
) -> Iterator[str]:
    """Find the misconceptions, then the mistakes of programs, that explain a whole log."""
    for misconception in (*MISCONCEPTIONS.values(), *IN_LOGS):
        if _is_log_of_search(log, compute_expected_rows(tree, rules, misconception.hooks(rules))):
            yield f"if {misconception.words}"


_PATHS_AS_ADDRESSES: Final = "Its paths are read as addresses, which count children from 1."
_MOST_PAIRS: Final = 250_000  # of a row of the log and one of the search, which are compared
_WEIGHT_OF_AGREEMENT: Final = 1000  # more than all rows of a log that have only the node in common
_FIRST_IS_DEPTH: Final = "The first of three numbers without labels is read as a depth."
_MOST_LEFT_OUT: Final = 5  # nodes that a sentence names
_LEAST_FOR_INFINITY: Final = 10
"""The least size of a number that may stand for ∞: v may begin with 0, 1 or −1 by mistake."""


def _find_infinity_numbers(log: _LogWithNodes, rules: Rules) -> Mapping[Number, Number]:
    """Find the numbers that stand for infinity in a log, with −∞ or +∞ for each.

    Programs write 1000 or the largest number of their language where books write ∞. A number stands
    for ∞ if

    - it lies beyond all leaves;
    - in the first row that has it, the search has ∞ in its place. A program that is asked for the
      window (−1000, 1000) prints these numbers, too, but so does the search.

    Returns:
        A number of the log -> ``-inf`` or ``inf``, such as {1000: inf}; empty if there is none.
    """
    tree = log.tree
    search_rows = compute_expected_rows(tree, replace(rules, levels=tree.levels))
    printed_rows = log.select_printed_rows(search_rows)
    printed_nodes = [log.get_first_namesake(row.node) for row in printed_rows]
    search_index_of = _align_nodes(log.nodes, printed_nodes)

    infinity_of: dict[Number, Number] = {}
    numbers_of_earlier_rows: set[Number] = set()
    # In the order of the log; rows without a partner in the search tell nothing.
    for log_index, search_index in sorted(search_index_of.items()):
        # The numbers of the row, each with the one that the search has in its place.
        pairs = _pair_numbers(log.rows[log_index], printed_rows[search_index])
        for number, right_number in pairs:
            if number in numbers_of_earlier_rows:
                continue
            is_right_infinite = abs(right_number) == INFINITY
            if is_right_infinite and _can_stand_for_infinity(number, tree, rules):
                infinity_of[number] = INFINITY if number > 0 else -INFINITY
        # Only behind the row: it may have one number in two places.
        numbers_of_earlier_rows.update(number for number, _ in pairs)
    return infinity_of


def _can_stand_for_infinity(number: Number, tree: GameTree, rules: Rules) -> bool:
    """Tell whether a number may stand for ∞: it is beyond every value, finite, and not small.

    In a tree with the leaves 3 and 12, 99 and −99 may, 11 and ∞ itself may not. Numbers from −9 to
    9 are too small, since v may begin with such a number by mistake.
    """
    is_small = -_LEAST_FOR_INFINITY < number < _LEAST_FOR_INFINITY
    if is_small or number in {INFINITY, -INFINITY}:
        return False
    # Unknown leaves have no value.
    values: list[Number] = [value for value in tree.leaf_values if value is not None]
    if rules.has_range:
        values += rules.known_range
    if number > 0:
        return not any(value >= number for value in values)
    return not any(value <= number for value in values)


def _describe_infinity_numbers(infinity_of: Mapping[Number, Number], tree: GameTree) -> list[str]:
    """Describe the numbers that are read as infinity in a list of one sentence, or of none.

    For example {99: +∞} becomes ``It prints 99 for +∞, and is read so: no leaf reaches it.``

    Args:
        infinity_of: A number of the log -> the infinity for which it stands.
        tree: The tree, of which not all leaves may be known.
    """
    if not infinity_of:
        return []
    numbers: list[Number] = sorted(infinity_of)
    meanings = [f"{shown(number)} for {shown(infinity_of[number])}" for number in numbers]
    leaf = "known leaf" if tree.elided or tree.unknowns else "leaf"
    reaches = "reaches it" if len(numbers) == 1 else "reaches them"
    return [f"It prints {listed(meanings, last=' and ')}, and is read so: no {leaf} {reaches}."]


def _describe_value_and_unread_lines(log: Log, tree: GameTree, rules: Rules) -> Iterator[str]:
    """Describe the root's value in the log, and how many lines could not be read."""
    if log.value is not None:
        value = run_procedure(in_search_order(tree, rules), rules).value
        if value is not None:
            yield _describe_root_value(log.value, value)
    if log.unread:
        yield f"{counted(log.unread, 'line', 'lines')} could not be read as a step."


def _describe_pruned_nodes(log: _LogWithNodes, compared: _LogWithNodes) -> Iterator[str]:
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
