"""The log of somebody's program, compared with what the search would print.

A row of a log (:mod:`treeexplorer.programs.log_reading`) is what one of its lines says of a node.
A number that is not there is not compared.

A program prints when it enters a node, and often again when a child has returned. An *expected row*
is what the search would print at one of these moments. It comes from a run of the procedure with
hooks (:mod:`treeexplorer.engine.procedure`), so that other conventions and misconceptions are tried
in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    for node, enters in _generate_visits(root):
        if not node.children:
            builder.leaf(node.leaf_value, node.name)
        elif enters:
            builder.open(node.name)
        else:
            number = builder.close()
            if node.is_cut_off(players):
                builder.elided.add(number)
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
    wrapped hook and returns what that returns. Besides, it adds the row that a program would print
    there; the test for a cut-off may correct the last row.

    Attributes:
        rows: The rows so far.
    """

    def __init__(self, tree: OrderedTree, wrapped: Hooks, *, keeps_window_at_cut: bool) -> None:
        """Begin with nothing printed."""
        self.rows: list[ExpectedRow] = []
        self._tree = tree
        self._wrapped = wrapped
        self._keeps_window_at_cut = keeps_window_at_cut
        self._window_before: Window = FULL_WINDOW

    def hooks(self) -> Hooks:
        """Return the wrapped functions, four of which also add the row that is printed there.

        A search calls ``start`` when it enters a node, ``handed_down`` before it enters a child,
        ``moved`` when a child has returned, and ``cuts`` to test for a cut-off. They are for one
        run: the rows of a second run would be added to the same list.
        """
        return replace(
            self._wrapped,
            start=self._record_entry,
            handed_down=self._record_leaf_on_entry,
            moved=self._record_return,
            cuts=self._record_cut_off_test,
        )

    def _record_entry(self, call: OpenCall) -> Number:
        """Record that a node with children is entered; return its first v."""
        v = self._wrapped.start(call)
        self.rows.append(ExpectedRow(call.node, enters=True, value=v, window=call.entry))
        return v

    def _record_leaf_on_entry(self, call: OpenCall) -> Window:
        """Record the next child if it is a leaf; return the window with which it is entered.

        A search opens no call for a leaf, so that it is recorded when its window is computed.

        Args:
            call: The call of the node; its ``child`` is the child that comes next.
        """
        window = self._wrapped.handed_down(call)
        value = self._tree.values[call.child]
        is_leaf = self._tree.roles[call.child] == LEAF_ROLE
        if is_leaf and value is not None:
            # The search numbers nodes in its own order; a row has the number in the tree.
            leaf = self._tree.node_at(call.child)
            self.rows.append(ExpectedRow(leaf, enters=True, value=value, window=window))
        return window

    def _record_return(self, call: OpenCall, value: Number) -> Window:
        """Record that a child has returned; return the window after its value moved a bound."""
        # `call` still has the window before: the search puts the new one into it after this hook.
        self._window_before = (call.alpha, call.beta)
        window = self._wrapped.moved(call, value)
        child = self._tree.node_at(call.child)
        arrival = Arrival(child, value, self._window_before)
        self.rows.append(ExpectedRow(call.node, False, call.v, window, arrival))
        return window

    def _record_cut_off_test(self, call: OpenCall) -> bool:
        """Tell whether the search cuts off, and correct the window in the last row if need be.

        A program that moves a bound only after the test has failed prints the window before.
        """
        is_cut = self._wrapped.cuts(call)
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
    """

    row: LogRow
    node: int | None
    expected: ExpectedRow | None
    agrees: bool


@dataclass(frozen=True)
class LogComparison:
    """The comparison of a whole log with the search.

    Attributes:
        tree: The tree.
        rules: The rules of the search.
        rows: The rows of the log, each beside what the search would print.
        explanation: The convention or misconception under which the whole log agrees, in words;
            empty where it agrees as it is, or where none is known.
        claimed: Whether the convention of the rules is claimed; else any will do.
        is_convention: Whether the explanation is a convention.
        notes: What else there is to know, in sentences.
    """

    tree: GameTree
    rules: Rules
    rows: tuple[ComparedRow, ...]
    explanation: str = ""
    claimed: bool = False
    is_convention: bool = False
    notes: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """Whether every row agrees: under the claimed rules, or under any if none are claimed."""
        return self._agrees or (self.is_convention and not self.claimed)

    @property
    def _agrees(self) -> bool:
        """Whether every row agrees under the rules as they are."""
        return all(row.agrees for row in self.rows)

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
        if len(self.rows) == 1:
            agrees = "agrees" if self._agrees else "does not agree"
            return f"The one row {agrees} with {conventions}."
        if not self._agrees:
            agreeing_rows = sum(1 for row in self.rows if row.agrees)
            return f"{agreeing_rows} of {all_rows} agree with {conventions}."
        return f"All {all_rows} agree with {conventions}."

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
        return "\n".join([*lines, *self.notes])

    def _describe_first_wrong_row(self, wrong: ComparedRow) -> list[str]:
        """Describe the first wrong row in four lines.

        For example::

            The first that does not is line 3:
              the log  B  value 5
              ours     B  value 3
            The whole log agrees under alpha-beta, cut when α > β.

        The explanation is a convention or a mistake under which the whole log would agree, if one
        is known.
        """
        if self.explanation:
            explanation = f"The whole log agrees {self.explanation}."
        else:
            explanation = "No convention or misconception known here makes the whole log agree."
        return [
            f"The first that does not is line {wrong.row.line}:",
            f"  the log  {wrong.row.in_words}",
            f"  ours     {self._format_expected_row(wrong)}",
            explanation,
        ]

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
        return row_in_words(
            self.tree.labels.text(expected.node),
            value=None if wrong.row.value is None else expected.value,
            alpha=None if wrong.row.alpha is None else alpha,
            beta=None if wrong.row.beta is None else beta,
        )

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
            "agree": sum(row.agrees for row in self.rows),
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
    if tree is None:
        log_text = text
        printed = read_log(text)
    else:
        log_text = replace_paths_by_addresses(text, tree)
        without_edges = replace_edges_by_children(log_text, tree)
        printed = read_log(without_edges, names=frozenset(tree.names.values()))
    meant = _read_infinity_as_meant(printed, tree, stated_rules)

    searched = meant.log.tree
    searched_rules = replace(stated_rules, levels=searched.levels)
    expected = compute_expected_rows(searched, searched_rules)
    log = meant.log.under_search(expected)
    if not log.rows:
        raise LogError(_ONLY_PRUNED)
    compared = _compare_rows(log, expected)
    notes = list(_describe_reading(meant, log, searched_rules))
    if log_text != text:
        notes.append(_PATHS_AS_ADDRESSES)
    if all(row.agrees for row in compared):
        notes = [*_describe_omitted_nodes(log, expected), *notes]
    comparison = LogComparison(
        searched, searched_rules, compared, claimed=claimed, notes=tuple(notes)
    )
    if comparison.first_wrong is None:
        return comparison
    # Last, since many searches are tried for it.
    return _add_explanation(comparison, meant.log)


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
    the rows of the search, which have ∞ there.

    A tree that is built from the log may then be another one: with 9999 as its first value the root
    is taken for a MAX node, with +∞ for a MIN node. So it is built twice: as printed, to find these
    numbers, and as meant. Nodes and names are the same in both trees.

    Args:
        printed: The log as it is printed.
        tree: The tree that was searched; ``None`` to build it from the log.
        rules: The rules of the search; who moves is told by the tree.

    Raises:
        LogError: The log names no node of the tree, or no tree can be built.
    """
    tree_as_printed = _choose_tree(printed, tree)
    log_as_printed = _match_rows_to_nodes(printed, tree_as_printed)
    rules_as_printed = replace(rules, levels=tree_as_printed.levels)
    infinity_of = _find_infinity_numbers(log_as_printed, rules_as_printed)

    with_infinity = printed.with_infinity(infinity_of)
    log = log_as_printed._replace(
        rows_with_infinity=with_infinity.rows, tree=_choose_tree(with_infinity, tree)
    )
    log = log.without_start_values_of_leaves()
    without_depths = log.without_bare_depths()
    has_bare_depths = without_depths is not log
    return _MeantLog(with_infinity, without_depths, infinity_of, has_bare_depths)


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
    return replace(comparison, explanation=next(misconceptions, ""))


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
    """

    rows: Sequence[LogRow]
    rows_with_infinity: Sequence[LogRow]
    nodes: Sequence[int | None]
    children: Sequence[int | None]
    first_namesake: Mapping[int, int]
    tree: GameTree

    def under_search(self, expected: Sequence[ExpectedRow]) -> _LogWithNodes:
        """Return the log without what it says of pruned nodes to which a search does not come.

        ``prune G (alpha=5, beta=2)`` is no step of a search that prunes G, and is of one that does
        not.

        Args:
            expected: All rows of the search.
        """
        visited = {self.get_first_namesake(row.node) for row in expected}
        kept = [
            index
            for index, row in enumerate(self.rows)
            if not row.is_about_pruning or self.nodes[index] in visited
        ]
        return self.keep_rows(kept)

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
        rows = list(self.rows_with_infinity)
        starts_are_printed = False
        for index, node in enumerate(self.nodes):
            value = rows[index].value
            if node is None or value is None or abs(value) != INFINITY:
                continue
            if self.is_leaf(node):
                rows[index] = rows[index]._replace(value=None)
            else:
                starts_are_printed = True
        return self._replace(rows_with_infinity=rows) if starts_are_printed else self

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
        with any of its node.

        Args:
            index: The index of the row.
            expected: The row of the search.
        """
        if self.nodes[index] != self.get_first_namesake(expected.node):
            return False
        child = self.children[index]
        arrival = expected.arrival
        is_of_other_child = arrival is None or child != self.get_first_namesake(arrival.child)
        if child is not None and is_of_other_child:
            return False
        pairs = _pair_numbers(self.rows_with_infinity[index], expected)
        return all(same(logged, right) for logged, right in pairs)

    def rows_to_expect(self, expected: Sequence[ExpectedRow]) -> Sequence[ExpectedRow]:
        """Return the rows of a search that the program prints, which may print each node once only.

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
            expected: All rows of the search, in order.
        """
        known = [node for node in self.nodes if node is not None]
        has_a_node_twice = len(set(known)) < len(known)
        if has_a_node_twice:
            return expected
        if self._is_printed_on_leaving(known):
            return _keep_last_row_of_each_node(expected)
        return [row for row in expected if row.enters]

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
    nodes = [finder.find_node(row) for row in log.rows]
    if all(node is None for node in nodes):
        names = ", ".join(quoted(shorten(row.node, 20)) for row in log.rows[:3])
        raise LogError(f"the log tells of {names}, and the tree has no nodes of such names")
    children = [
        finder.find_child(row.child, node) for row, node in zip(log.rows, nodes, strict=True)
    ]
    return _LogWithNodes(log.rows, log.rows, nodes, children, finder.first_namesake, tree)


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

    def find_node(self, row: LogRow) -> int | None:
        """Find the node that a row of a log is about; ``None`` if the tree has no such node.

        ``row.node`` is the text by which the row calls the node. What fits first counts:

        1. ``B``: the first node of that name, in any case of its letters.
        2. ``a.1``: the node with that label or address.
        3. ``12``: the first leaf of that value that no earlier row has taken. It is taken now, so
           that the same row once more is about the next such leaf.

        A line such as “leaf 12” is about a leaf without a name, and only the third is tried.

        Because of the third this must be called once for each row, in the order of the rows.
        """
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


def _compare_rows(log: _LogWithNodes, expected: Sequence[ExpectedRow]) -> tuple[ComparedRow, ...]:
    """Pair each row of a log with the row of the search that fits it best.

    If the whole log agrees, each row is paired with the row that it agrees with. Otherwise the
    nodes of both are aligned, as ``diff`` aligns lines, and each row is paired with one of the same
    node, or with ``None``.
    """
    rows_of_search = log.rows_to_expect(expected)
    partners: Sequence[ExpectedRow | None] | None = _match_all_rows(log, rows_of_search)
    if partners is None:
        partners = _align_rows(log, rows_of_search)

    compared_rows: list[ComparedRow] = []
    for index, partner in enumerate(partners):
        agrees = partner is not None and log.agrees(index, partner)
        compared_rows.append(ComparedRow(log.rows[index], log.nodes[index], partner, agrees))
    return tuple(compared_rows)


def _align_rows(log: _LogWithNodes, expected: Sequence[ExpectedRow]) -> list[ExpectedRow | None]:
    """Pair each row of a log with a row of the search about the same node, or with ``None``.

    It is the row with which it is aligned. But if these two do not agree, the program may print a
    node once more without a change: then it is the row that it prints again.

    Example:
        A log has the rows B 3, C 5, B 3 and D 4, the search B 3, C 7 and D 4. The first B and D
        agree with their rows, C is beside C 7, and the second B is beside B 3.

    Args:
        log: The rows of the log, with their nodes; some of them are wrong.
        expected: The rows that this kind of log would have.
    """
    if len(log.rows) * len(expected) <= _MOST_PAIRS:
        aligned_index_of = _align_agreeing_rows(log, expected)
    else:
        aligned_index_of = _align_nodes(
            log.nodes, [log.get_first_namesake(row.node) for row in expected]
        )
    partners: list[ExpectedRow | None] = []
    rows_passed = 0  # how many rows of the search there are up to the last one that agreed
    passed_rows = _PassedRows(log)
    for index in range(len(log.rows)):
        aligned_index = aligned_index_of.get(index)

        # 1. The aligned row, if it agrees. The search has passed all rows up to it.
        if aligned_index is not None and log.agrees(index, expected[aligned_index]):
            for row in expected[rows_passed : aligned_index + 1]:
                passed_rows.add(row)
            rows_passed = aligned_index + 1
            partners.append(expected[aligned_index])
            continue

        # 2. The row that is printed again; or else the aligned one, or the last one of the node,
        # which do not agree.
        partner = passed_rows.find_repeated(index)
        if partner is None and aligned_index is not None:
            partner = expected[aligned_index]
        if partner is None and log.continues(index):
            partner = passed_rows.find_last(index)
        partners.append(partner)
    return partners


class _PassedRows:
    """The rows of a search up to a row of a log, which the log may print once more."""

    def __init__(self, log: _LogWithNodes) -> None:
        """Begin before the first row of a search.

        Args:
            log: The log.
        """
        self._log = log
        self._last_row_of: dict[int, ExpectedRow] = {}  # by node
        # By node: the columns with which its last row has been printed once more.
        self._repeated_columns_of: dict[int, set[frozenset[str]]] = {}

    def add(self, row: ExpectedRow) -> None:
        """Pass the next row of the search."""
        node = self._log.get_first_namesake(row.node)
        self._last_row_of[node] = row
        self._repeated_columns_of[node] = set()

    def find_last(self, index: int) -> ExpectedRow | None:
        """Find the last row of the search about the node of a row of the log."""
        node = self._log.nodes[index]
        return None if node is None else self._last_row_of.get(node)

    def find_repeated(self, index: int) -> ExpectedRow | None:
        """Find the row of the search that a row of the log prints once more; ``None`` if it is new.

        Programs print a node again without a change, such as ``B returns 5``. Such a row agrees
        with the last row of its node. A row with the same columns comes again once: a third one is
        of another child that has returned.

        Args:
            index: The index of the row of the log. It is asked for once, in the order of the log.
        """
        node = self._log.nodes[index]
        last_row = self.find_last(index)
        if node is None or last_row is None:
            return None
        # A leaf counts as printed once more only in two lines with different numbers, "leaf 3" and
        # "alpha=3 beta=8". Otherwise the search may visit the leaf a second time.
        if self._log.is_leaf(node) and not self._log.continues(index):
            return None
        columns = self._log.rows[index].columns
        repeated_columns = self._repeated_columns_of[node]
        if columns in repeated_columns or not self._log.agrees(index, last_row):
            return None
        repeated_columns.add(columns)
        return last_row


def _align_agreeing_rows(log: _LogWithNodes, expected: Sequence[ExpectedRow]) -> dict[int, int]:
    """Align the rows of a log with those of a search so that as many as can be agree.

    Of the alignments with as many it is one that pairs the most rows of the same nodes, so that a
    wrong row stands beside the right one.

    Returns:
        An index in the log -> the index of its partner in ``expected``. Both ascend. An index
        without a partner is not there.
    """
    height = len(log.rows)
    width = len(expected)
    weights = [[_weigh_pair(log, index, row) for row in expected] for index in range(height)]
    # best[i][j]: the largest weight of an alignment of the rows from i with those from j.
    best = [[0] * (width + 1) for _ in range(height + 1)]
    for i in reversed(range(height)):
        for j in reversed(range(width)):
            paired = weights[i][j] + best[i + 1][j + 1]
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])

    aligned: dict[int, int] = {}
    i = 0
    j = 0
    while i < height and j < width:
        is_paired = weights[i][j] > 0 and best[i][j] == weights[i][j] + best[i + 1][j + 1]
        if is_paired:
            aligned[i] = j
        # A pair leaves both sides behind, else the side goes on that loses nothing.
        passes_expected = is_paired or best[i][j] == best[i][j + 1]
        passes_logged = is_paired or not passes_expected
        i += passes_logged
        j += passes_expected
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
    log: _LogWithNodes, expected: Sequence[ExpectedRow]
) -> list[ExpectedRow] | None:
    """Find for each row of a log the row of the search that it agrees with; ``None`` if one fails.

    Two rows agree if they are about one node and the numbers of the log are those of the search.
    The log may leave out rows of the search, and it may print a node once more without a change.

    Example:
        The search has the rows A B C D. A log with A, A, C agrees: its first row is A, the second
        prints A once more, and the third is the next C, so that B is left out.

    Args:
        log: The rows of the log, with their nodes.
        expected: The rows that this kind of log would have.
    """
    partners: list[ExpectedRow] = []
    rows_to_come = iter(expected)  # each row that is taken from here is passed: B as well as C
    passed_rows = _PassedRows(log)
    for index in range(len(log.rows)):
        repeated_row = passed_rows.find_repeated(index)
        if repeated_row is not None:
            partners.append(repeated_row)
            continue

        # The next row that agrees is as good as a later one, and leaves the most rows to come.
        for row in rows_to_come:
            passed_rows.add(row)
            if log.agrees(index, row):
                partners.append(row)
                break
        else:  # none of the rows agrees
            return None
    return partners


def _pair_numbers(row: LogRow, expected: ExpectedRow) -> list[tuple[Number, Number]]:
    """Pair each number that a row gives (value, α, β) with the expected one."""
    alpha, beta = expected.window
    columns = ((row.value, expected.value), (row.alpha, alpha), (row.beta, beta))
    return [(logged, right) for logged, right in columns if logged is not None]


def _is_log_of_search(log: _LogWithNodes, expected: Sequence[ExpectedRow]) -> bool:
    """Tell whether a whole log agrees with a search, and names all nodes that it should name.

    The rows alone do not tell: minimax prints all rows of a search that cuts off, and more, so that
    a log of alpha-beta would fit minimax as well. But it does not name all nodes that minimax
    enters.
    """
    log = log.under_search(expected)
    if _match_all_rows(log, log.rows_to_expect(expected)) is None:
        return False
    return not _collect_omitted_nodes(log, expected)


def _collect_omitted_nodes(log: _LogWithNodes, expected: Sequence[ExpectedRow]) -> list[int]:
    """Collect the nodes that a search enters and the log does not name, though it should.

    Some programs print no leaves, or leaves alone, or a part of the tree. So a node counts as left
    out only if

    - the log names a sibling of the same kind: a leaf beside a leaf, or a node with children beside
      one with children;
    - the log names some node that the search enters later.

    Returns:
        The nodes in the order in which they are entered; a node that is entered twice is there
        twice.
    """
    logged_nodes = {node for node in log.nodes if node is not None}
    logged_kinds = {_get_parent_and_kind(log.tree, node) for node in logged_nodes}
    omitted_nodes: list[int] = []
    unlogged_so_far: list[int] = []  # since the last node that the log names
    for row in expected:
        if not row.enters:
            continue
        if log.get_first_namesake(row.node) in logged_nodes:
            omitted_nodes += unlogged_so_far
            unlogged_so_far = []
        elif _get_parent_and_kind(log.tree, row.node) in logged_kinds:
            unlogged_so_far.append(row.node)
    return omitted_nodes


def _get_parent_and_kind(tree: GameTree, node: int) -> tuple[int, bool]:
    """Return a node's parent and whether the node is a leaf: what siblings of one kind share."""
    return tree.parent[node], tree.is_leaf(node)


def _describe_omitted_nodes(log: _LogWithNodes, expected: Sequence[ExpectedRow]) -> list[str]:
    """Describe the nodes that a log leaves out in one sentence; none if it leaves out none."""
    # Each node once, in the order in which they are entered.
    nodes = list(dict.fromkeys(_collect_omitted_nodes(log, expected)))
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
    expected = log.rows_to_expect(compute_expected_rows(log.tree, rules))
    index_of_partner = _align_nodes(
        log.nodes, [log.get_first_namesake(row.node) for row in expected]
    )
    infinity_of: dict[Number, Number] = {}
    numbers_of_earlier_rows: set[Number] = set()
    # In the order of the log; rows without a partner in the search tell nothing.
    for index, index_of_expected in sorted(index_of_partner.items()):
        # The numbers of the row, each with the one that the search has in its place.
        pairs = _pair_numbers(log.rows[index], expected[index_of_expected])
        for number, right_number in pairs:
            is_first_row_with_it = number not in numbers_of_earlier_rows
            is_right_infinite = abs(right_number) == INFINITY
            if not is_first_row_with_it or not is_right_infinite:
                continue
            if _can_stand_for_infinity(number, log.tree, rules):
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
