"""The answer sheet: what one would hand in for a tree, found by a search of it.

:func:`answer_sheet` makes it from a finished search; :meth:`AnswerSheet.blocks` and
:meth:`AnswerSheet.csv` write it.

    >>> from treeexplorer.engine import search
    >>> from treeexplorer.tree import from_nested
    >>> sheet = answer_sheet(search(from_nested([[3, 12, 8], [2, 4, 6]])))
    >>> sheet.best, sheet.line, sheet.read, sheet.cut_offs
    ('▽A', 'root → A → 3', ('3', '12', '8', '2'), ('α cut-off at ▽B: 3 ≥ 2',))
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from treeexplorer.engine import CutOff, Record, Result
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.exercises.pages import Block, Heading, Items, Table, markdown
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.numbers import counted, shown
from treeexplorer.tree import MAX_ROLE, GameTree, Number, Window

_BOUNDS: Final = {"exact": "exactly", "lower": "at least", "upper": "at most"}
_LONGEST_LINE: Final = 16
_FORMULA_START: Final = ("=", "+", "-", "@")


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One visited node.

    Attributes:
        label: What it is called.
        player: ``MAX``, ``MIN`` or ``CHANCE``; empty at a leaf.
        window: The window it was entered with; empty where the search has none.
        value: What it returned, with its sign: ``= 3``, ``≤ 2``; a leaf's number.
        cut: Whether it had a cut-off.
    """

    label: str
    player: str
    window: str
    value: str
    cut: bool


@dataclass(frozen=True)
class AnswerSheet:
    """What one would hand in for a tree.

    Attributes:
        title: The tree's title.
        rules: The rules in words.
        value: The root's value in words: ``3, exactly``.
        best: The best move's label with its player's sign, or that none is proven.
        ties: Which other moves are as good, and which may be.
        line: The best line: ``root → A → C → 5``.
        read: The leaves in the order in which they are first read.
        pruned: The pruned branches, each with its leaves.
        cut_offs: Each cut-off with its test.
        counts: Leaves and nodes, steps, cut-offs.
        rows: The visited nodes, in drawing order.
        has_windows: Whether the search has windows and cut-offs at all.
    """

    title: str
    rules: str
    value: str
    best: str
    ties: tuple[str, ...]
    line: str
    read: tuple[str, ...]
    pruned: tuple[str, ...]
    cut_offs: tuple[str, ...]
    counts: str
    rows: tuple[AnswerRow, ...]
    has_windows: bool

    def table(self) -> Table:
        """Return the visited nodes as a table, without windows where the search has none."""
        head = ("node", "player", "window on entry", "returned", "cut-off")
        rows = [
            (row.label, row.player, row.window, row.value, "yes" if row.cut else "")
            for row in self.rows
        ]
        kept = range(5) if self.has_windows else (0, 1, 3)
        return Table(
            tuple(head[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in rows)
        )

    def blocks(self, *, table: bool = True, level: int = 2) -> Iterator[Block]:
        """Yield the sheet as blocks of a page.

        Args:
            table: Whether the table of the visited nodes is part of it.
            level: The level of the heading.
        """
        yield Heading(self.title, level)
        best = "; ".join((self.best, *self.ties))
        lines = [f"Value: {self.value}", f"Best move: {best}", f"Best line: {self.line}"]
        lines.append(f"Leaves in the order in which they are read: {', '.join(self.read)}")
        if self.has_windows:
            lines.append(f"Pruned: {'; '.join(self.pruned) or 'nothing'}")
            lines += self.cut_offs
        lines += [self.counts, f"Rules: {self.rules}"]
        yield Items(tuple(lines))
        if table:
            yield self.table()

    def _repr_markdown_(self) -> str:
        return markdown(tuple(self.blocks()))

    def csv(self) -> str:
        """Return the table as CSV; a text that a spreadsheet would take for a formula is quoted."""
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        table = self.table()
        writer.writerow(table.head)
        writer.writerows([_cell(cell) for cell in row] for row in table.rows)
        return buffer.getvalue()


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA_START) else text


def answer_sheet(record: Record, title: str = "The tree", rules: str = "") -> AnswerSheet:
    """Return the answer sheet of a finished search.

    Args:
        record: The search.
        title: The heading.
        rules: The rules in words.

    Raises:
        ValueError: The search has not ended (it waits for an unknown leaf's value).
    """
    result = analysis_of(record).result
    labels, tree = record.tree.labels, record.tree
    read = list(dict.fromkeys(node for _, node, _ in record.readings()))
    proven = _BOUNDS.get(result.bound)
    value = shown(result.value)
    return AnswerSheet(
        title=title,
        rules=rules,
        value=f"{value}, {proven}" if proven else f"{value}; nothing more is proven",
        best=_signed(record, result.best) if result.best is not None else "no move is proven",
        ties=tuple(_tie_words(record, result)),
        line=_line(tree, result.line),
        read=tuple(labels.text(node) for node in read),
        pruned=tuple(_pruned(record, result)),
        cut_offs=tuple(_cut_off_words(record, cut) for cut in result.cut_offs),
        counts=_counts(record, result),
        rows=tuple(_rows(record)),
        has_windows=record.has_windows,
    )


def _signed(record: Record, node: int) -> str:
    return record.tree.labels.signed(node)


def _line(tree: GameTree, line: tuple[int, ...]) -> str:
    names = [tree.labels.text(node) for node in line[:_LONGEST_LINE]]
    if len(line) > _LONGEST_LINE:
        names.append(f"… ({len(line)} nodes)")
    return " → ".join(names)


def _tie_words(record: Record, result: Result) -> Iterator[str]:
    """Yield which moves are as good as the best one, and which may be."""
    if result.ties:
        yield f"as good: {', '.join(_signed(record, node) for node in result.ties)}"
    intervals = analysis_of(record).intervals
    role = record.tree.roles[0]
    for child in record.tree.children(0):
        if child == result.best or child in result.ties or not record.rows(child):
            continue
        low, high = intervals.at(child, record.steps)
        open_end, sign = (high, "≤") if role == MAX_ROLE else (low, "≥")
        reaches = open_end >= result.value if role == MAX_ROLE else open_end <= result.value
        if low != high and reaches:
            yield f"{_signed(record, child)} may be as good: {sign} {shown(open_end)}"


def _pruned(record: Record, result: Result) -> Iterator[str]:
    tree = record.tree
    for cut in result.cut_offs:
        for node in cut.skipped:
            if tree.is_leaf(node):
                yield tree.labels.text(node)
                continue
            leaves = [leaf for leaf in range(node, tree.end[node]) if tree.is_leaf(leaf)]
            yield f"{_signed(record, node)} ({', '.join(map(tree.labels.text, leaves))})"
        if cut.elided:
            yield f"what else {_signed(record, cut.node)} has (…)"


def _cut_off_words(record: Record, cut: CutOff) -> str:
    smaller, larger = (cut.v, cut.bound) if cut.kind == "alpha" else (cut.bound, cut.v)
    letter = "α" if cut.kind == "alpha" else "β"
    return (
        f"{'deep ' * cut.deep}{letter} cut-off at {_signed(record, cut.node)}: "
        f"{shown(larger)} {record.rules.test_sign} {shown(smaller)}"
    )


def _counts(record: Record, result: Result) -> str:
    tree = record.tree
    repeated = f" ({record.evaluations} times)" if record.evaluations > record.evaluated else ""
    words = (
        f"{record.evaluated} of {counted(tree.leaf_count, 'leaf', 'leaves')} read{repeated}, "
        f"{record.visited} of {counted(len(tree), 'node', 'nodes')} visited, "
        f"{counted(record.steps, 'step', 'steps')}"
    )
    if not record.has_windows:
        return words
    return f"{words}, {counted(len(result.cut_offs), 'cut-off', 'cut-offs')}"


def _rows(record: Record) -> Iterator[AnswerRow]:
    end = snapshot(record, record.steps)
    for node in range(len(record.tree)):
        if not record.rows(node):
            continue
        view = end.view(node)
        yield AnswerRow(
            label=view.label,
            player=view.player.value.upper() if view.player else "",
            window=shown_window(view.entry) if view.entry else "",
            value=_value(view.sign, view.number),
            cut=view.is_cut,
        )


def _value(sign: str, number: Number | None) -> str:
    if number is None:
        return ""
    if sign == "?":
        return f"{shown(number)}?"
    return f"{sign} {shown(number)}".lstrip()


def shown_window(window: Window) -> str:
    """Return a window as people read it: ``(3, +∞)``."""
    return f"({shown(window[0])}, {shown(window[1])})"
