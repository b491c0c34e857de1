"""What was likely done differently on a paper that no convention makes right.

Each row of the table of misconceptions is run on the tree, everywhere or at the node of a mistake
alone, and the paper is judged by what that run finds. The first row that explains all of it is
named, or else the first that explains all that is written at one node.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.misconceptions import (
    AT_CHANCE_NODES,
    AT_ONE_NODE,
    MISCONCEPTIONS,
    Misconception,
)
from treeexplorer.engine.ordered import OrderedTree
from treeexplorer.engine.procedure import Run, run_procedure
from treeexplorer.exercises.judge import (
    BestMoves,
    Bound,
    Findings,
    FoundCall,
    branches_crossed,
    claims_of,
    judge,
)
from treeexplorer.explain.judged import Right, slip
from treeexplorer.explain.sentence import Phrase
from treeexplorer.notation import ABOUT_THE_TREE, Claim, Claims
from treeexplorer.tree import FULL_WINDOW, MAX_ROLE, Number

# Each row is a search of the whole tree, and a paper may have a mistake at every node.
_MOST_NODES_SEARCHED: Final = 400_000
# One wrong answer tells nothing of how windows are handled; of these it does.
_TOLD_BY_ONE: Final = frozenset(
    {"bound-as-exact", "min-takes-largest", "max-takes-smallest", "cuts-after-the-last"}
    | {"wrong-side-of-equality", *(row.name for row in AT_CHANCE_NODES)}
)


class _FoundByRow(Findings):
    """What a run of a misconception's row finds, as a person who makes it writes it down."""

    def __init__(self, record: Record, run: Run) -> None:
        super().__init__(record)
        self._run = run

    def calls(self, node: int) -> list[FoundCall]:
        run = self._run
        if node not in run.entries:
            return []
        entry, value = run.entries[node], run.returned.get(node)
        window = run.exits[node] if self.rules.windows == "exit" else entry
        return [FoundCall(entry, window, value, FULL_WINDOW)]

    def visited(self, node: int) -> bool:
        return node in self._run.entries and node not in self._run.skipped

    def numbers(self, node: int) -> dict[Number, Right]:
        value = self._run.returned.get(node)
        return {} if value is None else {value: "returned"}

    def bounds(self, node: int) -> set[Bound]:
        value = self._run.returned.get(node)
        if value is None or node not in self._run.stopped:
            return set()
        return {(">=" if self.record.tree.roles[node] == MAX_ROLE else "<=", value)}

    def cuts_rest(self, node: int) -> bool:
        is_cut = node in self._run.stopped and not self.rules.right_to_left
        return is_cut or not self.visited(node)

    @property
    def prunes(self) -> bool:
        return bool(self._run.stopped or self._run.skipped)

    def best_moves(self) -> BestMoves:
        returned, tree = self._run.returned, self.record.tree
        best = {move for move in tree.children(0) if returned.get(move) == returned.get(0)}
        return BestMoves(frozenset(best))

    def leaves_read(self) -> int | None:
        return len(set(self._run.leaves))


class Slips(NamedTuple):
    """What was likely done differently.

    Attributes:
        everywhere: What explains everything that is written; ``None`` where nothing does.
        at: What explains all that is written at one node, by the mistake there.
    """

    everywhere: Phrase | None
    at: Mapping[Claim, Phrase]


_NO_SLIPS: Final = Slips(None, {})


def likely_slips(
    record: Record, written: Claims, wrong: Sequence[Claim], mistakes: Sequence[Claim]
) -> Slips:
    """Return what was likely done differently: one thing that explains all, or one at a node.

    In a large tree only the first mistakes are looked at, in a very large one none.
    """
    tree, rules = record.tree, record.rules
    most = _MOST_NODES_SEARCHED // (2 * len(MISCONCEPTIONS) * len(tree))
    if algorithm_of(rules).reenters or not mistakes or not most:
        return _NO_SLIPS
    ordered = OrderedTree(record.tree_as_drawn, rules)
    claims = list(claims_of(tree, written, rules.depth))
    # Who crosses nothing out has searched everything, perhaps with the same slip.
    whole = replace(rules, algorithm="minimax", form="classic")
    searches = (rules,) if branches_crossed(written) else (rules, whole)

    def explains(row: Misconception, some: Sequence[Claim], only_at: int | None = None) -> bool:
        for each in searches:
            run = run_procedure(ordered, each, row.hooks(each), only_at=only_at)
            found = _FoundByRow(record, run)
            if run.value is not None and all(judge(claim, found) for claim in some):
                return True
        return False

    is_told = len(wrong) > 1
    rows = [row for row in MISCONCEPTIONS.values() if is_told or row.name in _TOLD_BY_ONE]
    for row in rows:
        if explains(row, claims):
            return Slips(slip(record, row.name, row.words, mistakes[0], None), {})
    if any(claim.kind in ABOUT_THE_TREE for claim in mistakes):
        return _NO_SLIPS
    nodes = dict.fromkeys(_node_of_slip(record, claim) for claim in mistakes[:most])
    for only_at in nodes:
        for row in filter(AT_ONE_NODE.__contains__, rows):
            if explains(row, claims, only_at):
                return Slips(slip(record, row.name, row.words, mistakes[0], only_at), {})
    slips: dict[Claim, Phrase] = {}
    for claim in mistakes[:most]:
        node = _node_of_slip(record, claim)
        is_window = claim.window is not None
        some = [row for row in AT_ONE_NODE if (row.name == "wrong-end-moved") is is_window]
        here = [claim]
        if not is_window:
            here = [one for one in written if _node_of_slip(record, one) == node]
        fitting = (row for row in some if explains(row, here, node))
        if claim.kind in {"value", "window"} and (first := next(fitting, None)) is not None:
            slips[claim] = slip(record, first.name, first.words, claim, node)
    return Slips(None, slips)


def _node_of_slip(record: Record, claim: Claim) -> int:
    """Return the node at which something was done wrong that shows in a claim."""
    is_own = claim.number is not None or claim.kind == "cut-rest"
    return claim.node if is_own else max(record.tree.parent[claim.node], 0)
