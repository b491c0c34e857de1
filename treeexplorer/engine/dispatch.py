"""One door to all searches: the record of a tree searched as its rules say."""

from __future__ import annotations

from collections.abc import Iterator

from treeexplorer.engine import alphabeta
from treeexplorer.engine.calls import run
from treeexplorer.engine.chance import range_of_leaves, star_search
from treeexplorer.engine.mtdf import mtdf
from treeexplorer.engine.ordered import OrderedTree
from treeexplorer.engine.record import Record
from treeexplorer.engine.reentrant import ReentrantRecord
from treeexplorer.engine.scouting import negascout, pvs, scout
from treeexplorer.engine.sss import OpenListRecord, sss
from treeexplorer.rules import DRAWN_ORDERS, Rules, RulesError, title_of
from treeexplorer.tree import GameTree

_WITHOUT_WINDOWS = ("minimax", "negamax", "expectimax")
_PROCEDURES = {"pvs": pvs, "negascout": negascout, "scout": scout}


def search(tree: GameTree, rules: Rules | None = None) -> Record:
    """Search a tree to the end and return the record of it.

    Args:
        tree: Any tree.
        rules: The conventions; the tree's own levels and the reference form where ``None``.

    Raises:
        HorizonError: A node at the depth limit has children and no estimate.
        RulesError: The rules do not go with the tree.
    """
    record, progress = begin(tree, rules)
    for _ in progress:
        pass
    return record


def begin(tree: GameTree, rules: Rules | None = None) -> tuple[Record, Iterator[None]]:
    """Return an empty record and an iterator that fills it, a slice of the search at a time.

    Between two slices the record is whole as far as it goes: it can be shown and stepped.
    """
    if rules is None:
        rules = Rules(levels=tree.levels)
    ordered = OrderedTree(tree, rules)
    check_tree(ordered.tree, rules)
    return begin_ordered(ordered, rules)


def begin_ordered(ordered: OrderedTree, rules: Rules) -> tuple[Record, Iterator[None]]:
    """Return an empty record and an iterator that fills it, for a tree already put in order."""
    if rules.algorithm in {"alphabeta", "minimax", "negamax", "expectimax"}:
        record = Record(ordered.tree, rules, ordered.node_of_rank)
        return record, alphabeta.progress(ordered, record)
    if rules.algorithm == "sss":
        listing = OpenListRecord(ordered.tree, rules, ordered.node_of_rank)
        return listing, sss(ordered, listing)
    calls = ReentrantRecord(ordered.tree, rules, ordered.node_of_rank)
    if rules.algorithm == "mtdf":
        return calls, mtdf(ordered, calls)
    if rules.algorithm == "star1":
        calls.leaf_range = range_of_leaves(ordered, rules.leaf_range)
        procedure = star_search(calls.leaf_range, probes=False)
        return calls, run(ordered, calls, procedure)
    return calls, run(ordered, calls, _PROCEDURES[rules.algorithm])


def idle_because(rules: Rules, name: str) -> str | None:
    """Return why a convention decides nothing under these rules, ``None`` where it does."""
    algorithm = title_of("algorithm", rules.algorithm)
    if name == "form" and not rules.has_conventions:
        return f"only alpha-beta has printed forms; this is {algorithm}"
    if name in {"cutoff", "fail"} and rules.algorithm in _WITHOUT_WINDOWS:
        return f"{algorithm} cuts nothing off"
    if name in {"cutoff", "fail"}:
        if not rules.has_conventions:
            return f"{algorithm} has its own cut test and return values"
        if rules.fixes_its_own_rules:
            return f"the form “{rules.form}” decides this itself"
    if name == "window" and rules.algorithm in {*_WITHOUT_WINDOWS, "scout"}:
        return f"{algorithm} has no window"
    if name == "first_guess" and rules.algorithm != "mtdf":
        return "only MTD(f) begins with a guess"
    if name == "leaf_range" and rules.algorithm != "star1":
        return "only Star1 uses the range of the leaves"
    return None


def check_tree(tree: GameTree, rules: Rules) -> None:
    """Check that rules make sense for a tree.

    Raises:
        RulesError: They do not; the message says why, and what to do instead.
    """
    if rules.order not in DRAWN_ORDERS and (not rules.has_conventions or rules.fixes_its_own_rules):
        raise RulesError(
            f"the order “{rules.order}” goes with alpha-beta in its form “classic” only; "
            "use left-to-right or right-to-left"
        )
    if rules.order not in DRAWN_ORDERS:
        raise RulesError(f"no search takes the order “{rules.order}” here")
    if rules.algorithm == "sss" and tree.has_chance:
        raise RulesError(
            "SSS* has no rule for chance nodes; search this tree with alphabeta or star1"
        )
    if rules.algorithm == "star1" and not tree.has_chance:
        raise RulesError(
            f"{rules.algorithm} is for chance nodes, and this tree has none; use alphabeta"
        )
