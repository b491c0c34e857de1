"""The statistics card: how much was read, how much was saved, and how much could be."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from treeexplorer.engine import Record
from treeexplorer.engine.cutoffs import cut_off
from treeexplorer.numbers import counted, grouped
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.styled import Styled
from treeexplorer.tree import MAX_ROLE, GameTree

_MOST_CUTS_LOOKED_AT: Final = 3000


def statistics(session: Session, ink: Ink, width: int, height: int) -> list[Styled]:  # noqa: ARG001 - the signature of a card
    """Return the counts up to the step that is shown, beside what other searches need."""
    record, tree = session.record, session.tree
    leaves, cuts = session.counts()
    visited = record.last_row_by(session.step) + 1
    finished = record.complete and session.step == record.steps
    total = tree.leaf_count
    rows = [
        ("leaves read", f"{grouped(leaves)} of {grouped(total)}"),
        ("nodes visited", f"{grouped(visited)} of {grouped(len(tree))}"),
        ("cut-offs", grouped(cuts) if cuts else "none"),
        *_kinds(session, cuts),
    ]
    lines = [ink.line((f" {name}".ljust(16), styles.QUIET), value) for name, value in rows]
    lines.append(Styled(""))
    bar = max(4, width - 18)
    lines.extend(_bars(session, ink, bar, leaves, total))
    lines.append(Styled(""))
    if finished:
        saved = total - leaves
        lines.append(ink.line(f" {counted(saved, 'leaf was', 'leaves were')} never read."))
    else:
        lines.append(ink.line((" so far", styles.QUIET)))
    return lines


def _bars(session: Session, ink: Ink, room: int, leaves: int, total: int) -> list[Styled]:
    entries = [("here", leaves, styles.CURRENT), ("minimax", total, "")]
    minimal = minimal_tree(session.tree)
    if minimal is not None:
        entries.append(("at best", minimal, styles.GOOD))
    return [
        ink.line(
            (f" {name}".ljust(9), styles.QUIET),
            ("█" * max(1 if count else 0, round(count * room / max(total, 1))), style),
            f" {grouped(count)}",
        )
        for name, count, style in entries
    ]


class _Kinds:
    """How many of a record's first cut-offs were at MAX nodes, and how many of those were deep.

    Counted on as the cut-offs are reached and kept, so that a step costs nothing.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._beta = [0]
        self._deep = [0]

    def beta(self, cuts: int) -> int:
        """Return how many of the first cut-offs were β cut-offs."""
        record = self._record
        for row in record.cuts[len(self._beta) - 1 : cuts]:
            parent = record.tree.parent[record.node(row)]
            self._beta.append(self._beta[-1] + (record.tree.roles[parent] == MAX_ROLE))
        return self._beta[cuts]

    def deep(self, cuts: int) -> int:
        """Return how many of the first cut-offs were deep."""
        for row in self._record.cuts[len(self._deep) - 1 : cuts]:
            self._deep.append(self._deep[-1] + cut_off(self._record, row).deep)
        return self._deep[cuts]


@lru_cache(maxsize=4)
def _kinds_of(record: Record) -> _Kinds:
    return _Kinds(record)


def _kinds(session: Session, cuts: int) -> list[tuple[str, str]]:
    """Return the row that tells the kinds of cut-offs apart, none where counting takes long."""
    if not 0 < cuts <= _MOST_CUTS_LOOKED_AT:
        return []
    kinds = _kinds_of(session.record)
    beta = kinds.beta(cuts)
    return [("", f"{cuts - beta} α, {beta} β; {kinds.deep(cuts)} deep")]


@lru_cache(maxsize=16)
def minimal_tree(tree: GameTree) -> int | None:
    """Return the fewest leaves that any search needs; ``None`` where the tree is not uniform.

    With b children everywhere and d plies it is b^⌈d/2⌉ + b^⌊d/2⌋ − 1 (Knuth & Moore 1975). A
    tree is uniform when all its leaves are on one ply, and the subtrees of every other ply are
    equally large and b times as large as those below them. Time linear in its inner nodes.
    """
    if tree.has_chance or tree.elided or len(set(tree.levels[:2])) != 2 or tree.players:
        return None
    depth = tree.depth
    if not depth:
        return 1
    if tree.leaf_count != len(tree.plies[depth]):
        return None
    branching = 0
    below = 1
    for row in reversed(tree.plies[:depth]):
        size = tree.end[row[0]] - row[0]
        if branching and size != 1 + branching * below:
            return None
        if any(tree.end[node] - node != size for node in row):
            return None
        branching, below = branching or (size - 1) // below, size
    up, down = (depth + 1) // 2, depth // 2
    return int(branching**up + branching**down - 1)
