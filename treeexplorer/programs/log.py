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
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import repeat
from typing import Any, Final, NamedTuple

from treeexplorer.engine.heuristic_orders import in_search_order
from treeexplorer.engine.misconceptions import MISCONCEPTIONS
from treeexplorer.engine.procedure import Hooks, OpenCall, hooks_of, run_procedure
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.rules_in_words import conventions_in_words
from treeexplorer.numbers import counted, for_json, shown
from treeexplorer.programs.answers import same
from treeexplorer.rules import Rules, alternatives
from treeexplorer.text import quoted, safe, shorten
from treeexplorer.tree import (
    DEFAULT_LEVELS,
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
    """
    lines = text.splitlines()
    if len(lines) > _MOST_ROWS:
        raise LogError(f"the log has more than {_MOST_ROWS:,} lines")
    header = next((at for at, line in enumerate(lines) if line.strip()), 0)
    log = None
    for separator in _SEPARATORS:
        if lines and "node" in _header(lines[header], separator):
            log = _table(lines, header, separator)
            break
    if log is None:
        log = _visits(lines, names)
    if not log.rows:
        raise LogError(
            "no line of the log tells of a node: a table needs a header such as "
            "Node,Depth,Value,Alpha,Beta, and a line a node's name with its numbers, such as "
            "node: B alpha=3 beta=inf"
        )
    return log


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
        if not row.get("node", "").strip():
            if any(cell.strip() for cell in cells):
                unread += 1
            continue
        rows.append(
            LogRow(
                header + 1 + reader.line_num,
                row["node"].strip(),
                depth=_ply(_number(row.get("depth"))),
                value=_number(row.get("value")),
                alpha=_number(row.get("alpha")),
                beta=_number(row.get("beta")),
            )
        )
    return Log(tuple(rows), unread=unread)


def _visits(lines: Sequence[str], names: frozenset[str]) -> Log:
    """Return the rows of lines that each tell of a node, in any dress."""
    rows: list[LogRow] = []
    value = None
    unread = 0
    for at, line in enumerate(lines, 1):
        if not line.strip():
            continue
        lone = _LONE.fullmatch(line)
        row = None if lone else _visit(at, line, names)
        if lone:
            value = _number(lone[1])
        elif row is None:
            unread += 1
        else:
            rows.append(row)
    return Log(tuple(rows), value, unread)


def _visit(at: int, line: str, names: frozenset[str]) -> LogRow | None:
    """Return what a line tells of a node; ``None`` where it names none."""
    named = _NAMED.search(line)
    words = re.findall(r"[\w.']+", line)
    node = named[1] if named else next((word for word in words if word in names), None)
    if node is None:
        return None
    told: dict[str, Number | None] = {}
    rest = line.replace(node, " ", 1)
    for found in _LABELLED.finditer(rest):
        label = found[1].lower()
        told[_COLUMNS[label]] = _number(found[2])
    if not told:
        numbers = [_number(found) for found in _NUMBER.findall(rest)]
        columns = {1: ("value",), 2: ("alpha", "beta"), 3: ("value", "alpha", "beta")}
        told = dict(zip(columns.get(len(numbers), ()), numbers, strict=False))
    return LogRow(
        at,
        node,
        depth=_ply(told.get("depth")),
        value=told.get("value"),
        alpha=told.get("alpha"),
        beta=told.get("beta"),
    )


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


def tree_of_log(log: Log) -> GameTree:
    """Return the tree whose search a log tells of, from its depths and values.

    After the last child of a node whose test holds stands ``...``: what it left out is not known.

    Raises:
        LogError: The depths or the values of leaves are missing, or fit no tree.
    """
    root = _logged_root(log.rows)
    first = root.rows[0].value
    levels: Levels = DEFAULT_LEVELS
    if first == INFINITY:
        levels = DEFAULT_LEVELS[::-1]
    builder = TreeBuilder()
    builder.levels = levels
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
            value = node.rows[-1].value
            if value is None:
                raise LogError(f"line {node.rows[-1].line}: {quoted(node.name)} has no value")
            builder.leaf(value, node.name)
    return builder.tree()


def _logged_root(rows: Sequence[LogRow]) -> _LoggedNode:
    """Return the root of the nodes of a log, each below the last one that is a ply higher."""
    path: list[_LoggedNode] = []
    for row in rows:
        if row.depth is None:
            raise LogError(
                f"line {row.line} tells no depth, and without FILE the tree is built from depth "
                "and value: give the tree, as in `verify --log LOG FILE`"
            )
        if not 0 <= row.depth <= len(path) or (
            row.depth == 0 and path and row.node != path[0].name
        ):
            raise LogError(f"line {row.line}: {quoted(row.node)} hangs below no node of this log")
        if row.depth < len(path) and path[row.depth].name == row.node:
            path[row.depth].rows.append(row)
        else:
            node = _LoggedNode(row.node, [row], [])
            if row.depth:
                path[row.depth - 1].children.append(node)
            path[row.depth :] = [node]
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
    right = hooks_of(rules) if hooks is None else hooks
    ordered = in_search_order(tree, rules)
    moments: list[PrintedMoment] = []
    before: list[Window] = []

    def start(call: OpenCall) -> Number:
        v = right.start(call)
        moments.append(PrintedMoment(call.node, enters=True, value=v, window=call.entry))
        return v

    def handed_down(call: OpenCall) -> Window:
        window = right.handed_down(call)
        value = ordered.values[call.child]
        if value is not None and ordered.roles[call.child] == LEAF_ROLE:
            node = ordered.node_at(call.child)
            moments.append(PrintedMoment(node, enters=True, value=value, window=window))
        return window

    def moved(call: OpenCall, value: Number) -> Window:
        before[:] = [(call.alpha, call.beta)]
        window = right.moved(call, value)
        moments.append(PrintedMoment(call.node, enters=False, value=call.v, window=window))
        return window

    def cuts(call: OpenCall) -> bool:
        is_cut = right.cuts(call)
        if is_cut and keeps_window_at_cut:
            moments[-1] = moments[-1]._replace(window=before[0])
        return is_cut

    run_procedure(
        ordered,
        rules,
        replace(right, start=start, handed_down=handed_down, moved=moved, cuts=cuts),
    )
    return moments


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
        return _told(
            self.tree.labels.text(moment.node),
            None if row.value is None else moment.value,
            None if row.alpha is None else moment.window[0],
            None if row.beta is None else moment.window[1],
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
    rows = _compared(log, told, moments_of(tree, rules))
    explanation = ""
    is_convention = False
    if not all(row.agrees for row in rows):
        explanation = next(_fitting_conventions(log, told, tree, rules), "")
        is_convention = bool(explanation)
        if not is_convention:
            explanation = next(_fitting_misconceptions(log, told, tree, rules), "")
    return LogComparison(
        tree,
        rules,
        rows,
        explanation,
        claimed=claimed,
        is_convention=is_convention,
        notes=tuple(_notes(log, tree, rules)),
    )


class _Told(NamedTuple):
    """The node that each row tells of, and for each node the first one of the same name."""

    nodes: list[int | None]
    first_of_name: Mapping[int, int]


def _nodes_told(log: Log, tree: GameTree) -> _Told:
    """Return the node that each row tells of: by name, by label, or leaf by leaf by its value.

    Raises:
        LogError: No row tells of a node of the tree.
    """
    by_name: dict[str, int] = {}
    first_of_name: dict[int, int] = {}
    for named, name in sorted(tree.names.items()):
        first_of_name[named] = by_name.setdefault(name.lower(), named)
    leaves = list(tree.leaves(0))
    nodes: list[int | None] = []
    for row in log.rows:
        node = by_name.get(row.node.lower())
        if node is None:
            with suppress(AddressError):
                node = tree.find(row.node.lstrip(_SIGNS))
                node = first_of_name.get(node, node)
        if node is None:
            number = _number(row.node)
            node = next((leaf for leaf in leaves if same(tree.leaf_value(leaf), number)), None)
            if node is not None:
                leaves.remove(node)
        nodes.append(node)
    if all(node is None for node in nodes):
        told = ", ".join(quoted(shorten(row.node, 20)) for row in log.rows[:3])
        raise LogError(f"the log tells of {told}, and the tree has no nodes of such names")
    return _Told(nodes, first_of_name)


def _compared(log: Log, told: _Told, moments: Sequence[PrintedMoment]) -> tuple[Compared, ...]:
    """Return the rows with the moments they tell of, in the order that fits best.

    Where not all agree, a long log's nodes that come again and again are found beside others: each
    with each, they would take hours.
    """
    nodes = told.nodes
    moments = _moments_told(nodes, moments)
    agreeing = _agreeing(log, told, moments)
    if agreeing is not None:
        return tuple(map(Compared, log.rows, nodes, agreeing, repeat(True)))
    ours = [told.first_of_name.get(moment.node, moment.node) for moment in moments]
    matched: dict[int, PrintedMoment] = {}
    if ours == nodes:
        matched = dict(enumerate(moments))
    else:
        for at, other, size in SequenceMatcher(None, nodes, ours).get_matching_blocks():
            for step in range(size):
                matched[at + step] = moments[other + step]
    compared: list[Compared] = []
    for at, (row, node) in enumerate(zip(log.rows, nodes, strict=True)):
        moment = matched.get(at)
        agrees = moment is not None and _agrees(row, moment)
        compared.append(Compared(row, node, moment, agrees))
    return tuple(compared)


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
    waiting = iter(moments)
    agreeing: list[PrintedMoment] = []
    for row, node in zip(log.rows, told.nodes, strict=True):
        moment = next(
            (
                each
                for each in waiting
                if told.first_of_name.get(each.node, each.node) == node and _agrees(row, each)
            ),
            None,
        )
        if moment is None:
            return None
        agreeing.append(moment)
    return agreeing


def _agrees(row: LogRow, moment: PrintedMoment) -> bool:
    """Tell whether every number of a row is that of a moment; what is not there is not asked."""
    pairs = (
        (row.value, moment.value),
        (row.alpha, moment.window[0]),
        (row.beta, moment.window[1]),
    )
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
    for keeps in (False, True):
        kept = ", where a bound is moved only if the test fails" if keeps else ""
        for each in candidates:
            if _fits(log, told, moments_of(tree, each, keeps_window_at_cut=keeps)):
                yield f"under {conventions_in_words(each)}{kept}"


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
