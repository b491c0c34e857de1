"""What was likely done differently on a paper that no convention makes right.

Each row of the table of misconceptions is run on the tree, everywhere or at the node of a mistake
alone, and the paper is judged by what that run finds. The first row that explains all of it is
named, or else the first that explains all that is written at one node.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.misconceptions import (
    AT_CHANCE_NODES,
    AT_ONE_NODE,
    MISCONCEPTIONS,
    Misconception,
)
from treeexplorer.engine.ordered_tree import OrderedTree
from treeexplorer.engine.procedure import ProcedureRun, run_procedure
from treeexplorer.explain.sentence import Phrase
from treeexplorer.explain.verdict import slip
from treeexplorer.judging.claims import branches_crossed, claims_of
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.judge import agrees, judge
from treeexplorer.notation import ABOUT_THE_TREE, Claim, Claims
from treeexplorer.tree import MAX_ROLE

# Each row is a search of the whole tree, and a paper may have a mistake at every node.
_MOST_NODES_SEARCHED: Final = 400_000
# One wrong answer tells nothing of how windows are handled; of these it does.
_TOLD_BY_ONE: Final = frozenset(
    {"bound-as-exact", "min-takes-largest", "max-takes-smallest", "cuts-after-the-last"}
    | {"wrong-side-of-equality", *(row.name for row in AT_CHANCE_NODES)}
)


def _is_written(claim: Claim, record: Record, run: ProcedureRun) -> bool:
    """Tell whether who makes a row's mistake writes a claim, given what the row's run did."""
    node, number, rules, value = (
        claim.node,
        claim.number,
        record.rules,
        run.returned.get(claim.node),
    )
    is_visited, is_stopped = node in run.entries and node not in run.skipped, node in run.stopped
    match claim.kind:
        case "value" | "bound":
            sign = ">=" if record.tree.roles[node] == MAX_ROLE else "<="
            if claim.sign is not None and not (is_stopped and claim.sign == sign):
                return False
            return number is not None and value is not None and agrees(number, value)
        case "window":
            window = (run.exits if rules.windows == "exit" else run.entries).get(node)
            return bool(claim.window and window and all(map(agrees, claim.window, window)))
        case "cut" | "visited":
            return is_visited is (claim.kind == "visited")
        case "cut-rest":
            return not is_visited or (is_stopped and not rules.right_to_left)
        case "cuts-none":
            return not (run.stopped or run.skipped)
        case "best":
            moves, nodes = record.tree.children(0), frozenset(claim.nodes)
            best = {move for move in moves if run.returned.get(move) == run.value}
            return nodes == best or (len(nodes) == 1 and nodes <= best)
        case "read":
            return number == len(set(run.leaves))
    return judge(claim, Findings(record)) is not None


class Slips(NamedTuple):
    """What was likely done differently."""

    everywhere: Phrase | None  # what explains all that is written
    at: Mapping[
        Claim, Phrase
    ]  # what explains all that is written at one node, by the mistake there


def likely_slips(
    record: Record, written: Claims, wrong: Sequence[Claim], mistakes: Sequence[Claim]
) -> Slips:
    """Return what was likely done differently: one thing that explains all, or one at a node.

    In a large tree only the first mistakes are looked at, in a very large one none.
    """
    tree, rules = record.tree, record.rules
    most = _MOST_NODES_SEARCHED // (2 * len(MISCONCEPTIONS) * len(tree))
    if algorithm_of(rules).reenters or not mistakes or not most:
        return Slips(None, {})
    ordered = OrderedTree(record.tree_as_drawn, rules)
    claims = list(claims_of(tree, written, rules.depth))
    # Who crosses nothing out has searched everything, perhaps with the same slip.
    whole = replace(rules, algorithm="minimax", form="classic")
    searches = (rules,) if branches_crossed(written) else (rules, whole)

    def explained(
        rows: Iterable[Misconception], some: Sequence[Claim], mistake: Claim, only_at: int | None
    ) -> Phrase | None:
        """Return the first row that explains some claims, in words."""
        for row, each in product(rows, searches):
            run = run_procedure(ordered, each, row.hooks(each), only_at=only_at)
            if run.value is not None and all(_is_written(claim, record, run) for claim in some):
                uncut, is_all = each is whole, some is claims
                return slip(record, row, mistake, only_at, uncut=uncut, is_all=is_all)
        return None

    def node_of(claim: Claim) -> int:
        """Return the node at which something was done wrong that shows in a claim."""
        is_own = claim.number is not None or claim.kind == "cut-rest"
        return claim.node if is_own else max(tree.parent[claim.node], 0)

    rows = [row for row in MISCONCEPTIONS.values() if len(wrong) > 1 or row.name in _TOLD_BY_ONE]
    if everywhere := explained(rows, claims, mistakes[0], None):
        return Slips(everywhere, {})
    if any(claim.kind in ABOUT_THE_TREE for claim in mistakes):
        return Slips(None, {})
    for node in dict.fromkeys(map(node_of, mistakes[:most])):
        here = [row for row in rows if row in AT_ONE_NODE]
        if everywhere := explained(here, claims, mistakes[0], node):
            return Slips(everywhere, {})
    slips: dict[Claim, Phrase] = {}
    for claim in mistakes[:most]:
        if claim.kind in {"value", "window"}:
            node, is_window = node_of(claim), claim.window is not None
            some = [claim] if is_window else [each for each in written if node_of(each) == node]
            here = [row for row in AT_ONE_NODE if (row.name == "wrong-end-moved") is is_window]
            if here_alone := explained(here, some, claim, node):
                slips[claim] = here_alone
    return Slips(None, slips)
