"""The answer sheet: what one would hand in for a tree, found by a search of it.

>>> from treeexplorer.engine import search
>>> from treeexplorer.tree import from_nested
>>> sheet = answer_sheet(search(from_nested([[3, 12, 8], [2, 4, 6]])))
>>> str(sheet.best), sheet.line, sheet.read
('▽A, the only best move', 'root → A → 3', ('3', '12', '8', '2'))
>>> str(sheet.cut_offs[0])
'α cut-off at ▽B: 3 ≥ 2; ▲root has 3 through ▽A; pruned: 4, 6'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final

from treeexplorer.engine import Record
from treeexplorer.engine.analysis import PrunedBranch, analysis_of
from treeexplorer.explain.sentence import ItemList, Node, Phrase
from treeexplorer.explain.sentences import cut_summary
from treeexplorer.explain.words import line_text, only_move, other_moves, read_of
from treeexplorer.numbers import counted, grouped, is_rounded, shown
from treeexplorer.text import capitalised, csv_text
from treeexplorer.tree import CHANCE_ROLE, LEAF_ROLE

# What draws and explains is imported by the methods that need it: a printed answer does not.
if TYPE_CHECKING:
    from treeexplorer.drawing.outline import AnswerRow
    from treeexplorer.exercises.pages import Block, Table

_BOUNDS: Final = {"exact": "exactly", "lower": "at least", "upper": "at most"}


class AnswerSheet:
    """What one would hand in for a tree; see :func:`answer_sheet`."""

    def __init__(self, record: Record, title: str, rules: str) -> None:
        self.record = record
        self.found = analysis_of(record)
        self.title = title
        self.rules = rules
        self.has_windows = record.has_windows

    @property
    def value(self) -> str:
        """The root's value in words: ``3, exactly``."""
        value, (low, high) = shown(self.found.value), self.found.interval
        if self.found.bound == "open":
            return f"{value}; what is drawn proves only {shown(low)} … {shown(high)}"
        if self.found.bound == "exact" and is_rounded(self.found.value):
            return f"{value}, no bound"
        return f"{value}, {_BOUNDS[self.found.bound]}"

    @property
    def best(self) -> Phrase:
        """The best move with its sign, ``▽A, the only best move``; or why there is none."""
        role = self.record.tree.roles[0]
        if role in {CHANCE_ROLE, LEAF_ROLE}:
            return Phrase("root_is_leaf" if role == LEAF_ROLE else "root_is_chance")
        best = self.found.moves(0).best
        if best is None:
            return Phrase("no_move_proven")
        only = only_move(self.record)
        move = Node(self.record.tree, best, is_move=True)
        return (
            Phrase("plain", text=move) if only is None else Phrase("the_best", move=move, only=only)
        )

    @property
    def other_moves(self) -> tuple[Phrase, ...]:
        """Which other moves are or may be as good, or may be better where none is proven."""
        return tuple(sentence.phrase for sentence in other_moves(self.record))

    @property
    def moves(self) -> Phrase:
        """The best move and the other moves, in one line."""
        items = (self.best, *self.other_moves)
        return Phrase("plain", text=ItemList(items, last="; ", between="; "))

    @property
    def line(self) -> str:
        """The best line: ``root → A → C → 5``."""
        return line_text(self.record.tree, self.found.line)

    @property
    def read(self) -> tuple[str, ...]:
        """The leaves in the order in which they are first read."""
        return tuple(self._read(None))

    def _read(self, most: int | None) -> list[str]:
        nodes: Iterable[int] = (node for _, node, _ in self.record.readings())
        if self.record.evaluations > self.record.evaluated:
            nodes = dict.fromkeys(nodes)
        return list(map(self.record.tree.labels.text, islice(nodes, most)))

    @property
    def pruned(self) -> tuple[str, ...]:
        """The pruned branches, each with its leaves."""
        return tuple(map(self._branch_text, self.found.pruned))

    def _branch_text(self, branch: PrunedBranch) -> str:
        tree, labels = self.record.tree, self.record.tree.labels
        if branch.is_elided:
            return f"what else {labels.signed(branch.node)} has (…)"
        if tree.is_leaf(branch.node):
            return labels.text(branch.node)
        leaves = ", ".join(map(labels.text, tree.leaves(branch.node)))
        return f"{labels.signed(branch.node)} ({leaves})"

    @property
    def cut_offs(self) -> tuple[Phrase, ...]:
        """Each cut-off with its test, who has the bound, and what is pruned."""
        return tuple(cut_summary(self.record, cut) for cut in self.found.cut_offs)

    @property
    def counts(self) -> str:
        """How many leaves and nodes, steps and cut-offs."""
        record, tree, cuts = self.record, self.record.tree, self.found.cut_offs
        times = f" ({grouped(record.evaluations)} times)"
        repeated = times if record.evaluations > record.evaluated else ""
        nouns = (
            f"{read_of(record)}{repeated}, "
            f"{grouped(record.visited)} of {counted(len(tree), 'node', 'nodes')} visited, "
            f"{counted(record.steps, 'step', 'steps')}"
        )
        if not self.has_windows:
            return nouns
        alphas, deep = sum(cut.kind == "alpha" for cut in cuts), sum(cut.deep for cut in cuts)
        kinds = f" ({alphas} α, {len(cuts) - alphas} β; {deep} deep)" if cuts else ""
        return f"{nouns}, {counted(len(cuts), 'cut-off', 'cut-offs')}{kinds}"

    @cached_property
    def rows(self) -> tuple[AnswerRow, ...]:
        """The visited nodes, in drawing order."""
        from treeexplorer.drawing.outline import answer_row
        from treeexplorer.explain.snapshot import snapshot

        record = self.record
        end = snapshot(record, record.steps)
        visited = (node for node in range(len(record.tree)) if record.row(node) is not None)
        return tuple(answer_row(end.view(node)) for node in visited)

    # -- writing -------------------------------------------------------------------------------

    def pairs(self, most: int | None = None) -> Iterator[tuple[str, str | Phrase]]:
        """Yield the answers line by line, each with what it is; further cut-offs without.

        At most so many leaves, branches and cut-offs are named.
        """
        yield "value", self.value
        yield "best move", self.moves
        yield "best line", self.line
        yield "leaves read", _listed(self._read(most), self.record.evaluated, ", ")
        if self.has_windows:
            cuts = self.found.cut_offs
            branches = self.found.pruned
            pruned = list(map(self._branch_text, branches[:most]))
            yield "pruned", _listed(pruned, len(branches), "; ") or "nothing"
            for index, cut in enumerate(cuts[:most]):
                yield "" if index else "cut-offs", cut_summary(self.record, cut)
            if most is not None and len(cuts) > most:
                yield "", f"… and {len(cuts) - most} more"
        yield "counts", self.counts
        if self.rules:
            yield "rules", self.rules

    @property
    def lines(self) -> tuple[str, ...]:
        """The answers line by line, each behind what it is."""
        lines = (f"{name}: {text}" if name else str(text) for name, text in self.pairs())
        return tuple(map(capitalised, lines))

    def table(self) -> Table:
        """Return the visited nodes as a table, without windows where the search has none."""
        from treeexplorer.drawing.outline import HEAD
        from treeexplorer.exercises.pages import Table

        cells = [HEAD, *((*row[:4], "yes" if row.cut else "") for row in self.rows)]
        kept = range(5) if self.has_windows else (0, 1, 3)
        table = [tuple(row[i] for i in kept) for row in cells]
        return Table(table[0], tuple(table[1:]))

    def blocks(self, *, level: int = 2) -> Iterator[Block]:
        """Yield the sheet as blocks of a page, under a heading of a level."""
        from treeexplorer.exercises.pages import BulletList, Heading

        yield Heading(self.title, level)
        yield BulletList(self.lines)
        yield self.table()

    def _repr_markdown_(self) -> str:
        from treeexplorer.exercises.pages import markdown

        return markdown(tuple(self.blocks()))

    def csv(self) -> str:
        """Return the table as CSV; a text that a spreadsheet would take for a formula is quoted."""
        table = self.table()
        return csv_text([table.head, *table.rows])


def answer_sheet(record: Record, title: str = "The tree", rules: str = "") -> AnswerSheet:
    """Return the answer sheet of a finished search, given the heading and the rules in words.

    Raises:
        ValueError: The search has not ended (it waits for an unknown leaf's value).
    """
    if not record.complete:
        raise ValueError("the search has not ended")
    return AnswerSheet(record, title, rules)


def _listed(texts: list[str], number: int, joint: str) -> str:
    more = [f"… and {number - len(texts)} more"] if number > len(texts) else []
    return joint.join([*texts, *more])
