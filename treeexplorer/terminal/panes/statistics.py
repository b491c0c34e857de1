"""The statistics card: how much was read, how much was saved, and how much could be."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from textual.content import Content

from treeexplorer.search.cutoffs import cut_off
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.widgets.timeline import counted, grouped
from treeexplorer.tree import MAX_ROLE, GameTree

_MOST_CUTS_LOOKED_AT: Final = 3000


def statistics(session: Session, ink: Ink, width: int, height: int) -> list[Content]:  # noqa: ARG001 - the signature of a card
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
    lines.append(Content(""))
    bar = max(4, width - 18)
    lines.extend(_bars(session, ink, bar, leaves, total))
    lines.append(Content(""))
    if finished:
        saved = total - leaves
        lines.append(ink.line(f" {counted(saved, 'leaf was', 'leaves were')} never read."))
    else:
        lines.append(ink.line((" so far", styles.QUIET)))
    return lines


def _bars(session: Session, ink: Ink, room: int, leaves: int, total: int) -> list[Content]:
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


def _kinds(session: Session, cuts: int) -> list[tuple[str, str]]:
    """Return the row that tells the kinds of cut-offs apart, none where counting takes long."""
    record = session.record
    if not 0 < cuts <= _MOST_CUTS_LOOKED_AT:
        return []
    rows = record.cuts[:cuts]
    roles = record.tree.roles
    beta = sum(roles[record.tree.parent[record.node(row)]] == MAX_ROLE for row in rows)
    deep = sum(cut_off(record, row).deep for row in rows)
    return [("", f"{cuts - beta} α, {beta} β; {deep} deep")]


@lru_cache(maxsize=16)
def minimal_tree(tree: GameTree) -> int | None:
    """Return the fewest leaves that any search needs; ``None`` where the tree is not uniform.

    With b children everywhere and d plies it is b^⌈d/2⌉ + b^⌊d/2⌋ − 1 (Knuth & Moore 1975).
    Time linear in the size of the tree.
    """
    if tree.has_chance or tree.elided or len(set(tree.levels[:2])) != 2 or tree.players:
        return None
    depth = tree.depth
    branching = 0
    for node in range(len(tree)):
        if tree.is_leaf(node):
            if tree.ply[node] != depth:
                return None
            continue
        count = sum(1 for _ in tree.children(node))
        if branching and count != branching:
            return None
        branching = count
    up, down = (depth + 1) // 2, depth // 2
    return branching**up + branching**down - 1 if branching else 1
