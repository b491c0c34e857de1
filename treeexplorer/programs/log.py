"""The steps that somebody's program printed, compared with those of the search.

A log is one more source of what a program answered: records with columns that may be missing. Two
kinds are read, a table with a header (``Node,Depth,Value,Alpha,Beta``) and lines in which a node's
name stands with up to three numbers (``node: B alpha=3 beta=inf``). What is there is compared, what
is not there is not asked.

A program prints when it enters a node, and often again when a child has returned. What it prints
then is told by a run of the procedure with hooks (:mod:`treeexplorer.engine.procedure`), so that
conventions and misconceptions are tried alike.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import repeat
from typing import Any, Final, NamedTuple

from treeexplorer.engine.heuristic_orders import in_search_order
from treeexplorer.engine.misconceptions import MISCONCEPTIONS
from treeexplorer.engine.ordered_tree import OrderedTree
from treeexplorer.engine.procedure import Hooks, OpenCall, hooks_of, run_procedure
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.rules_in_words import conventions_in_words
from treeexplorer.numbers import counted, for_json, shown
from treeexplorer.programs.answers import same
from treeexplorer.rules import Rules, alternatives
from treeexplorer.text import quoted, safe, shorten
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

_MOST_ROWS: Final = 20_000
_SIGNS: Final = "".join(player.sign for player in Player)


class LogError(TreeexplorerError):
    """A log that cannot be read, or from which no tree can be built."""


class LogRow(NamedTuple):
    """A row of a log; a column that is not there is ``None``.

    Attributes:
        line: The number of its line.
        node: The node's name.
        depth: Its ply.
        value: What is printed of its value.
        alpha: The lower end of its window.
        beta: The upper end.
    """

    line: int
    node: str
    depth: int | None = None
    value: Number | None = None
    alpha: Number | None = None
    beta: Number | None = None

    @property
    def in_words(self) -> str:
        """The row as a report prints it."""
        return _told(safe(shorten(self.node, 40)), self.value, self.alpha, self.beta)


class Log(NamedTuple):
    """What a program printed.

    Attributes:
        rows: The rows that tell of a node.
        value: The root's value, where a line has a number alone.
        unread: How many other lines there are.
    """

    rows: tuple[LogRow, ...]
    value: Number | None = None
    unread: int = 0


# -- reading a log -------------------------------------------------------------------------------

_COLUMNS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("node", "name", "state", "label"), "node"),
    **dict.fromkeys(("depth", "ply", "level"), "depth"),
    **dict.fromkeys(("value", "v", "val", "score", "best"), "value"),
    **dict.fromkeys(("alpha", "α", "a"), "alpha"),
    **dict.fromkeys(("beta", "β", "b"), "beta"),
}
_SEPARATORS: Final = (",", ";", "\t")
_SPELLED: Final = r"[-+−]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?|inf(?:inity)?\b|∞)"
_LABELLED: Final = re.compile(
    r"(\b(?:alpha|beta|value|val|score|best|depth|ply|level|[abv])\b|α|β)"
    rf"\s*[:=]?\s*({_SPELLED})",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(rf"(?<![\w.])({_SPELLED})(?![\w.])", re.IGNORECASE)
_NAMED: Final = re.compile(
    r"\b(?:node|name|state|visit(?:ed|ing)?|enter(?:ed|ing)?|at)\b\s*[:=]?\s*([\w.']+)",
    re.IGNORECASE,
)
_LONE: Final = re.compile(
    rf"\s*(?:(?:root|value|result|answer|score|best)\b\D{{0,20}})?({_SPELLED})\s*", re.IGNORECASE
)


def read_log(text: str, names: frozenset[str] = frozenset()) -> Log:
    """Return the rows of a log.

    Args:
        text: A table with a header, or lines.
        names: The names of the tree's nodes, where there is a tree.

    Raises:
        LogError: It holds no row that can be read.

    Example:
        >>> log = read_log("node: B alpha=3 beta=inf")
        >>> log.rows[0].node, log.rows[0].alpha, log.rows[0].beta
        ('B', 3, inf)
    """
    lines = text.splitlines()
    if len(lines) > _MOST_ROWS:
        raise LogError(f"the log has more than {_MOST_ROWS:,} lines")
    header = next((at for at, line in enumerate(lines) if line.strip()), 0)
    separator = _separator(lines[header]) if lines else None
    log = _visits(lines, names) if separator is None else _table(lines, header, separator)
    if not log.rows:
        raise LogError(
            "no line of the log tells of a node: a table needs a header such as "
            "Node,Depth,Value,Alpha,Beta, and a line a node's name with its numbers, such as "
            "node: B alpha=3 beta=inf"
        )
    return log


def _separator(line: str) -> str | None:
    """Return what stands between the columns of a header; ``None`` where a line is none."""
    for separator in _SEPARATORS:
        if "node" in _header(line, separator):
            return separator
    return None


def _header(line: str, separator: str) -> list[str]:
    """Return what each column of a table is; a word that is none of ours as it is."""
    words = [word.strip().strip('"').lower() for word in line.split(separator)]
    return [_COLUMNS.get(word, word) for word in words]


def _table(lines: Sequence[str], header: int, separator: str) -> Log:
    """Return the rows of a table below its header, those that name a node."""
    columns = _header(lines[header], separator)
    rows: list[LogRow] = []
    unread = 0
    reader = csv.reader(io.StringIO("\n".join(lines[header + 1 :])), delimiter=separator)
    for cells in reader:
        row = dict(zip(columns, cells, strict=False))
        node = row.get("node", "").strip()
        if node:
            line = header + 1 + reader.line_num
            rows.append(_row(line, node, {name: _number(cell) for name, cell in row.items()}))
        elif any(cell.strip() for cell in cells):
            unread += 1
    return Log(tuple(rows), unread=unread)


def _row(line: int, node: str, told: Mapping[str, Number | None]) -> LogRow:
    """Return the row of a node with what is told of it, by the names of the columns."""
    return LogRow(
        line,
        node,
        depth=_ply(told.get("depth")),
        value=told.get("value"),
        alpha=told.get("alpha"),
        beta=told.get("beta"),
    )


def _visits(lines: Sequence[str], names: frozenset[str]) -> Log:
    """Return the rows of lines that each tell of a node, in any dress; a lone number is a value."""
    rows: list[LogRow] = []
    value = None
    unread = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        lone = _LONE.fullmatch(line)
        if lone is not None:
            value = _number(lone[1])
            continue
        row = _visit(number, line, names)
        if row is None:
            unread += 1
        else:
            rows.append(row)
    return Log(tuple(rows), value, unread)


def _visit(number: int, line: str, names: frozenset[str]) -> LogRow | None:
    """Return what a line tells of a node; ``None`` where it names none.

    Numbers without labels are a value, a window, or both, by how many there are.
    """
    node = _node_named(line, names)
    if node is None:
        return None
    rest = line.replace(node, " ", 1)
    told: dict[str, Number | None] = {}
    for label, spelling in _LABELLED.findall(rest):
        told[_COLUMNS[label.lower()]] = _number(spelling)
    if told:
        return _row(number, node, told)
    numbers = [_number(spelling) for spelling in _NUMBER.findall(rest)]
    columns = _UNLABELLED.get(len(numbers), ())
    return _row(number, node, dict(zip(columns, numbers, strict=False)))


_UNLABELLED: Final[Mapping[int, tuple[str, ...]]] = {
    1: ("value",),
    2: ("alpha", "beta"),
    3: ("value", "alpha", "beta"),
}
"""What numbers without labels are, by how many there are."""


def _node_named(line: str, names: frozenset[str]) -> str | None:
    """Return the node that a line names: behind a word such as ``node``, or as one of ours."""
    named = _NAMED.search(line)
    if named is not None:
        return named[1]
    words: list[str] = re.findall(r"[\w.']+", line)
    return next((word for word in words if word in names), None)


def _ply(depth: Number | None) -> int | None:
    """Return a depth that is a whole number; ``None`` for another, which tells of no ply."""
    if depth is None or abs(depth) == INFINITY or depth != int(depth):
        return None
    return int(depth)


def _number(spelling: str | None) -> Number | None:
    """Return the number that is spelt in any of the usual ways; ``None`` for another text."""
    if spelling is None:
        return None
    text = spelling.strip().lower().replace("−", "-").replace("∞", "inf")
    text = text.lstrip("=≥≤<>~ ")
    if not re.fullmatch(
        r"[-+]?(?:\d{1,300}(?:\.\d*)?|\.\d+|inf(?:inity)?)(?:e[-+]?\d{1,3})?", text
    ):
        return None
    return int(text) if text.lstrip("+-").isdigit() else float(text)


# -- a tree out of a log -------------------------------------------------------------------------


@dataclass
class _LoggedNode:
    """A node of the tree that a log tells of, with the rows that tell of it."""

    name: str
    rows: list[LogRow]
    children: list[_LoggedNode]

    @property
    def leaf_value(self) -> Number:
        """Its value, of a leaf.

        Raises:
            LogError: The log tells none.
        """
        last = self.rows[-1]
        if last.value is None:
            raise LogError(f"line {last.line}: {quoted(self.name)} has no value")
        return last.value


def tree_of_log(log: Log) -> GameTree:
    """Return the tree whose search a log tells of, from its depths and values.

    After the last child of a node whose test holds stands ``...``: what it left out is not known.
    Where the root begins with +∞, MIN moves first.

    Raises:
        LogError: The depths or the values of leaves are missing, or fit no tree.

    Example:
        >>> log = read_log(chr(10).join(["node,depth,value", "A,0,3", "B,1,3", "C,1,2"]))
        >>> list(tree_of_log(log).leaf_values)
        [None, 3, 2]
    """
    root = _logged_root(log.rows)
    levels: Levels = DEFAULT_LEVELS
    if root.rows[0].value == INFINITY:
        levels = DEFAULT_LEVELS[::-1]
    builder = TreeBuilder()
    builder.levels = levels
    # What is to be done, the next thing last: a node is to be entered, or to be left.
    waiting: list[tuple[_LoggedNode, bool]] = [(root, True)]
    ply = 0
    while waiting:
        node, enters = waiting.pop()
        if not enters:
            number = builder.close()
            ply -= 1
            if _test_holds(node.rows[-1], levels[ply % len(levels)]):
                builder.elided.add(number)
        elif node.children:
            builder.open(node.name)
            ply += 1
            waiting.append((node, False))
            waiting += [(child, True) for child in reversed(node.children)]
        else:
            builder.leaf(node.leaf_value, node.name)
    return builder.tree()


def _logged_root(rows: Sequence[LogRow]) -> _LoggedNode:
    """Return the root of the nodes of a log, each below the last one that is a ply higher.

    Raises:
        LogError: A row tells no depth, or one below which nothing was told.
    """
    path: list[_LoggedNode] = []
    for row in rows:
        depth = row.depth
        if depth is None:
            raise LogError(
                f"line {row.line} tells no depth, and without FILE the tree is built from depth "
                "and value: give the tree, as in `verify --log LOG FILE`"
            )
        is_told_before = 0 <= depth < len(path) and path[depth].name == row.node
        if is_told_before:
            path[depth].rows.append(row)
            continue
        is_second_root = depth == 0 and len(path) > 0
        if not 0 <= depth <= len(path) or is_second_root:
            raise LogError(f"line {row.line}: {quoted(row.node)} hangs below no node of this log")
        node = _LoggedNode(row.node, [row], [])
        if depth > 0:
            path[depth - 1].children.append(node)
        path[depth:] = [node]
    return path[0]


def _test_holds(row: LogRow, player: Player) -> bool:
    """Tell whether the last row of a node says that it was cut off."""
    if row.alpha is not None and row.beta is not None and row.alpha >= row.beta:
        return True
    if row.value is None:
        return False
    if player is Player.MAX:
        return row.beta is not None and row.value >= row.beta
    return row.alpha is not None and row.value <= row.alpha


# -- what a program would print ------------------------------------------------------------------


class PrintedMoment(NamedTuple):
    """What a program prints of a node at some moment.

    Attributes:
        node: The node's number.
        enters: Whether the node is entered; else a child has returned.
        value: Its v, or a leaf's value.
        window: Its window.
    """

    node: int
    enters: bool
    value: Number
    window: Window


def moments_of(
    tree: GameTree, rules: Rules, hooks: Hooks | None = None, *, keeps_window_at_cut: bool = False
) -> list[PrintedMoment]:
    """Return what is printed in a run of the procedure: nodes entered, and children returned.

    Args:
        tree: The tree.
        rules: Its rules.
        hooks: What is done differently; nothing where ``None``.
        keeps_window_at_cut: Whether a bound is moved only after the test has failed, so that what
            is printed at a cut-off is the window before.
    """
    ordered = in_search_order(tree, rules)
    right = hooks_of(rules) if hooks is None else hooks
    printing = _Printing(ordered, right, keeps_window_at_cut=keeps_window_at_cut)
    run_procedure(ordered, rules, printing.hooks)
    return printing.moments


class _Printing:
    """Hooks that do what others do, and note what a program prints there.

    Attributes:
        moments: What has been printed so far.
    """

    def __init__(self, tree: OrderedTree, right: Hooks, *, keeps_window_at_cut: bool) -> None:
        """Begin with nothing printed."""
        self.moments: list[PrintedMoment] = []
        self._tree = tree
        self._right = right
        self._keeps_window_at_cut = keeps_window_at_cut
        self._window_before: Window = FULL_WINDOW

    @property
    def hooks(self) -> Hooks:
        """The hooks, for a run of the procedure."""
        return replace(
            self._right,
            start=self._start,
            handed_down=self._handed_down,
            moved=self._moved,
            cuts=self._cuts,
        )

    def _start(self, call: OpenCall) -> Number:
        """Print that a node with children is entered."""
        v = self._right.start(call)
        self.moments.append(PrintedMoment(call.node, enters=True, value=v, window=call.entry))
        return v

    def _handed_down(self, call: OpenCall) -> Window:
        """Print that a leaf is entered, where the next child is one."""
        window = self._right.handed_down(call)
        value = self._tree.values[call.child]
        if value is not None and self._tree.roles[call.child] == LEAF_ROLE:
            leaf = self._tree.node_at(call.child)
            self.moments.append(PrintedMoment(leaf, enters=True, value=value, window=window))
        return window

    def _moved(self, call: OpenCall, value: Number) -> Window:
        """Print that a child has returned, with the window as that has moved it."""
        self._window_before = (call.alpha, call.beta)
        window = self._right.moved(call, value)
        self.moments.append(PrintedMoment(call.node, enters=False, value=call.v, window=window))
        return window

    def _cuts(self, call: OpenCall) -> bool:
        """Print the window before instead, where it is kept at a cut-off."""
        is_cut = self._right.cuts(call)
        if is_cut and self._keeps_window_at_cut:
            self.moments[-1] = self.moments[-1]._replace(window=self._window_before)
        return is_cut


# -- comparing -----------------------------------------------------------------------------------


class Compared(NamedTuple):
    """A row of a log with the moment that it should tell of.

    Attributes:
        row: The row.
        node: The node that it tells of, ``None`` where that is not known.
        moment: Ours at that place; ``None`` where the search has nothing there.
        agrees: Whether all that the row tells is right.
    """

    row: LogRow
    node: int | None
    moment: PrintedMoment | None
    agrees: bool


@dataclass(frozen=True)
class LogComparison:
    """How a log agrees with the search.

    Attributes:
        tree: The tree.
        rules: The rules of the search.
        rows: The rows of the log with what they should be.
        explanation: The convention or misconception under which the whole log agrees, in words;
            empty where it agrees as it is, or where none is known.
        claimed: Whether the convention of the rules is claimed; else any will do.
        is_convention: Whether the explanation is a convention.
        notes: What else there is to know, in sentences.
    """

    tree: GameTree
    rules: Rules
    rows: tuple[Compared, ...]
    explanation: str = ""
    claimed: bool = False
    is_convention: bool = False
    notes: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """Whether every row agrees, under the convention that is claimed or under any."""
        return self._agrees or (self.is_convention and not self.claimed)

    @property
    def _agrees(self) -> bool:
        """Whether every row agrees under the rules as they are."""
        return all(row.agrees for row in self.rows)

    @property
    def first_wrong(self) -> Compared | None:
        """The first row that does not agree."""
        return next((row for row in self.rows if not row.agrees), None)

    @property
    def headline(self) -> str:
        """How many rows agree."""
        rows = counted(len(self.rows), "row", "rows")
        agreeing = sum(row.agrees for row in self.rows)
        if self._agrees and len(self.rows) == 1:
            return f"The one row agrees with {conventions_in_words(self.rules)}."
        if self._agrees:
            return f"All {rows} agree with {conventions_in_words(self.rules)}."
        return f"{agreeing} of {rows} agree with {conventions_in_words(self.rules)}."

    def __repr__(self) -> str:
        return f"<LogComparison: {self.headline}>"

    def text(self) -> str:
        """Return the result in sentences: how much agrees, the first row that does not, why."""
        lines = [self.headline]
        wrong = self.first_wrong
        if wrong is not None:
            lines += [
                f"The first that does not is line {wrong.row.line}:",
                f"  the log  {wrong.row.in_words}",
                f"  ours     {self._ours(wrong)}",
            ]
            if self.explanation:
                lines.append(f"The whole log agrees {self.explanation}.")
            else:
                lines.append("No convention or misconception known here makes the whole log agree.")
        return "\n".join([*lines, *self.notes])

    def _ours(self, wrong: Compared) -> str:
        """Return what the search has in the place of a wrong row, in the columns that it has."""
        if wrong.node is None:
            return "nothing: it is not known which node of the tree that is"
        moment = wrong.moment
        if moment is None:
            return "nothing: the search does not come there, or not then"
        row = wrong.row
        alpha, beta = moment.window
        return _told(
            self.tree.labels.text(moment.node),
            value=None if row.value is None else moment.value,
            alpha=None if row.alpha is None else alpha,
            beta=None if row.beta is None else beta,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the result as ``verify --log --json`` prints it."""
        wrong = self.first_wrong
        first = None
        if wrong is not None:
            moment = wrong.moment
            labels = self.tree.labels
            first = {
                "line": wrong.row.line,
                "node": wrong.row.node,
                "value": for_json(wrong.row.value),
                "alpha": for_json(wrong.row.alpha),
                "beta": for_json(wrong.row.beta),
                "right_node": None if moment is None else labels.bounded_address(moment.node),
                "right_value": None if moment is None else for_json(moment.value),
                "right_alpha": None if moment is None else for_json(moment.window[0]),
                "right_beta": None if moment is None else for_json(moment.window[1]),
            }
        return {
            "right": self.right,
            "headline": self.headline,
            "rows": len(self.rows),
            "agree": sum(row.agrees for row in self.rows),
            "first_wrong": first,
            "explanation": self.explanation if self.explanation else None,
            "notes": list(self.notes),
        }


def _told(node: str, value: Number | None, alpha: Number | None, beta: Number | None) -> str:
    """Return a node with those of its numbers that are there, as a report prints it."""
    parts = [node]
    columns = (("value", value), ("α", alpha), ("β", beta))
    parts += [f"{name} {shown(number)}" for name, number in columns if number is not None]
    return "  ".join(parts)


def compare_log(
    text: str, tree: GameTree | None = None, rules: Rules | None = None, *, claimed: bool = False
) -> LogComparison:
    """Compare the steps that a program printed with those of the search.

    Args:
        text: What it printed.
        tree: The tree that it searched; where ``None`` it is built from the log.
        rules: The rules of the search; the ordinary ones where ``None``.
        claimed: Whether these are claimed; else any convention will do.

    Raises:
        LogError: The log cannot be read, tells of no node of the tree, or no tree can be built; or
            the tree has chance nodes.
    """
    names = frozenset() if tree is None else frozenset(tree.names.values())
    log = read_log(text, names)
    if tree is None:
        tree = tree_of_log(log)
    if tree.has_chance:
        raise LogError(
            "the tree has chance nodes, and what a program prints of those is not known here; a "
            "log is compared with the search of a tree of MAX and MIN"
        )
    if rules is None:
        rules = Rules()
    rules = replace(rules, levels=tree.levels)
    told = _nodes_told(log, tree)
    comparison = LogComparison(
        tree,
        rules,
        _compared(log, told, moments_of(tree, rules)),
        claimed=claimed,
        notes=tuple(_notes(log, tree, rules)),
    )
    if comparison.first_wrong is None:
        return comparison
    convention = next(_fitting_conventions(log, told, tree, rules), None)
    if convention is not None:
        return replace(comparison, explanation=convention, is_convention=True)
    misconception = next(_fitting_misconceptions(log, told, tree, rules), "")
    return replace(comparison, explanation=misconception)


class _Told(NamedTuple):
    """The node that each row tells of, and for each node the first one of the same name."""

    nodes: list[int | None]
    first_of_name: Mapping[int, int]

    def same_name(self, node: int) -> int:
        """Return the first node of a node's name, which stands for all of them in a log."""
        return self.first_of_name.get(node, node)


def _nodes_told(log: Log, tree: GameTree) -> _Told:
    """Return the node that each row tells of: by name, by label, or leaf by leaf by its value.

    Raises:
        LogError: No row tells of a node of the tree.
    """
    by_name: dict[str, int] = {}
    first_of_name: dict[int, int] = {}
    for named, name in sorted(tree.names.items()):
        first_of_name[named] = by_name.setdefault(name.lower(), named)
    told = _Told([], first_of_name)
    unread = list(tree.leaves(0))
    for row in log.rows:
        node = by_name.get(row.node.lower())
        if node is None:
            node = _node_labelled(tree, row.node)
        if node is not None:
            told.nodes.append(told.same_name(node))
            continue
        leaf = _leaf_of_value(tree, unread, _number(row.node))
        if leaf is not None:
            unread.remove(leaf)
        told.nodes.append(leaf)
    if all(node is None for node in told.nodes):
        names = ", ".join(quoted(shorten(row.node, 20)) for row in log.rows[:3])
        raise LogError(f"the log tells of {names}, and the tree has no nodes of such names")
    return told


def _node_labelled(tree: GameTree, label: str) -> int | None:
    """Return the node with a label, with or without a player's sign; ``None`` if there is none."""
    try:
        return tree.find(label.lstrip(_SIGNS))
    except AddressError:
        return None


def _leaf_of_value(tree: GameTree, leaves: Sequence[int], value: Number | None) -> int | None:
    """Return the first of some leaves that has a value; ``None`` if none has."""
    return next((leaf for leaf in leaves if same(tree.leaf_value(leaf), value)), None)


def _compared(log: Log, told: _Told, moments: Sequence[PrintedMoment]) -> tuple[Compared, ...]:
    """Return the rows with the moments they tell of, in the order that fits best.

    Where every row tells rightly of a moment behind the last one's, these are the moments.
    """
    nodes = told.nodes
    moments = _moments_told(nodes, moments)
    agreeing = _agreeing(log, told, moments)
    if agreeing is not None:
        return tuple(map(Compared, log.rows, nodes, agreeing, repeat(True)))
    matched = _matched(nodes, [told.same_name(moment.node) for moment in moments])
    compared: list[Compared] = []
    for place, (row, node) in enumerate(zip(log.rows, nodes, strict=True)):
        moment = moments[matched[place]] if place in matched else None
        agrees = moment is not None and _agrees(row, moment)
        compared.append(Compared(row, node, moment, agrees))
    return tuple(compared)


def _matched(nodes: Sequence[int | None], ours: Sequence[int]) -> dict[int, int]:
    """Return the place of our node that stands for a row's, by the row, where one does.

    Both go forward together. In a long log a node that comes again and again is found beside
    others: each with each, they would take hours.
    """
    if list(nodes) == list(ours):
        return {at: at for at in range(len(nodes))}
    matched: dict[int, int] = {}
    for row, our_place, size in SequenceMatcher(None, nodes, ours).get_matching_blocks():
        for distance in range(size):
            matched[row + distance] = our_place + distance
    return matched


def _moments_told(
    nodes: Sequence[int | None], moments: Sequence[PrintedMoment]
) -> Sequence[PrintedMoment]:
    """Return the moments that a log may tell of: one with each node once tells of entering it."""
    known = [node for node in nodes if node is not None]
    if len(set(known)) < len(known):
        return moments
    return [moment for moment in moments if moment.enters]


def _agreeing(
    log: Log, told: _Told, moments: Sequence[PrintedMoment]
) -> list[PrintedMoment] | None:
    """Return for each row the next moment that it tells of rightly; ``None`` if one has none.

    The next one is always a right choice: it leaves the most to the rows behind.
    """
    agreeing: list[PrintedMoment] = []
    waiting = iter(moments)
    for row, node in zip(log.rows, told.nodes, strict=True):
        moment = _next_told(waiting, row, node, told)
        if moment is None:
            return None
        agreeing.append(moment)
    return agreeing


def _next_told(
    waiting: Iterator[PrintedMoment], row: LogRow, node: int | None, told: _Told
) -> PrintedMoment | None:
    """Return the next moment that a row tells of rightly, with which the iterator goes on."""
    for moment in waiting:
        if told.same_name(moment.node) == node and _agrees(row, moment):
            return moment
    return None


def _agrees(row: LogRow, moment: PrintedMoment) -> bool:
    """Tell whether every number of a row is that of a moment; what is not there is not asked."""
    alpha, beta = moment.window
    pairs = ((row.value, moment.value), (row.alpha, alpha), (row.beta, beta))
    return all(own is None or same(own, right) for own, right in pairs)


def _fits(log: Log, told: _Told, moments: Sequence[PrintedMoment]) -> bool:
    """Tell whether the whole log agrees with what would be printed."""
    return _agreeing(log, told, _moments_told(told.nodes, moments)) is not None


def _fitting_conventions(log: Log, told: _Told, tree: GameTree, rules: Rules) -> Iterator[str]:
    """Yield in words the conventions under which the whole log agrees.

    One of them is no rule of the search: some programs move a bound only if the test fails.
    """
    others = alternatives(rules, levels=[rules.levels[::-1]])
    candidates = [each for each in (rules, *others) if not each.printed.swaps_players]
    for each in candidates:
        if _fits(log, told, moments_of(tree, each)):
            yield f"under {conventions_in_words(each)}"
    for each in candidates:
        if _fits(log, told, moments_of(tree, each, keeps_window_at_cut=True)):
            words = conventions_in_words(each)
            yield f"under {words}, where a bound is moved only if the test fails"


def _fitting_misconceptions(log: Log, told: _Told, tree: GameTree, rules: Rules) -> Iterator[str]:
    """Yield in words the misconceptions under which the whole log agrees."""
    for row in MISCONCEPTIONS.values():
        if _fits(log, told, moments_of(tree, rules, row.hooks(rules))):
            yield f"if {row.words}"


def _notes(log: Log, tree: GameTree, rules: Rules) -> Iterator[str]:
    """Yield what there is to say of the root's value, and of lines that tell of no node."""
    if log.value is not None:
        value = run_procedure(in_search_order(tree, rules), rules).value
        if value is not None and not same(value, log.value):
            yield f"It says {shown(log.value)}; the root is worth {shown(value)}."
        elif value is not None:
            yield f"The value {shown(log.value)} that it prints is right."
    if log.unread:
        yield f"{counted(log.unread, 'line tells', 'lines tell')} of no node."
