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
from treeexplorer.notation import ABOUT_THE_TREE, BoundSign, Claim, Claims
from treeexplorer.rules import Rules
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
        entry = run.entries[node]
        window = run.exits[node] if self.rules.windows == "exit" else entry
        return [FoundCall(entry, window, run.returned.get(node), FULL_WINDOW)]

    def visited(self, node: int) -> bool:
        return node in self._run.entries and node not in self._run.skipped

    def numbers(self, node: int) -> dict[Number, Right]:
        value = self._run.returned.get(node)
        return {} if value is None else {value: "returned"}

    def bounds(self, node: int) -> set[Bound]:
        if node not in self._run.stopped:
            return set()
        sign: BoundSign = ">=" if self.record.tree.roles[node] == MAX_ROLE else "<="
        return {(sign, number) for number in self.numbers(node)}

    def cuts_rest(self, node: int) -> bool:
        is_cut = node in self._run.stopped and not self.rules.right_to_left
        return is_cut or not self.visited(node)

    @property
    def prunes(self) -> bool:
        return bool(self._run.stopped or self._run.skipped)

    def best_moves(self) -> BestMoves:
        returned, moves = self._run.returned, self.record.tree.children(0)
        return BestMoves(frozenset(move for move in moves if returned.get(move) == self._run.value))

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
    ordered, claims = (
        OrderedTree(record.tree_as_drawn, rules),
        list(claims_of(tree, written, rules.depth)),
    )
    # Who crosses nothing out has searched everything, perhaps with the same slip.
    whole = replace(rules, algorithm="minimax", form="classic")
    searches = (rules,) if branches_crossed(written) else (rules, whole)

    def explains(
        row: Misconception, some: Sequence[Claim], only_at: int | None = None
    ) -> Rules | None:
        """Return the search with which a row explains some claims."""
        for each in searches:
            run = run_procedure(ordered, each, row.hooks(each), only_at=only_at)
            findings = _FoundByRow(record, run)
            if run.value is not None and all(judge(claim, findings) for claim in some):
                return each
        return None

    def node_of(claim: Claim) -> int:
        """Return the node at which something was done wrong that shows in a claim."""
        is_own = claim.number is not None or claim.kind == "cut-rest"
        return claim.node if is_own else max(tree.parent[claim.node], 0)

    rows = [row for row in MISCONCEPTIONS.values() if len(wrong) > 1 or row.name in _TOLD_BY_ONE]
    places: list[int | None] = [None]
    if not any(claim.kind in ABOUT_THE_TREE for claim in mistakes):
        places += dict.fromkeys(map(node_of, mistakes[:most]))
    for only_at in places:
        for row in rows:
            may_be = only_at is None or row in AT_ONE_NODE
            if may_be and (by := explains(row, claims, only_at)):
                return Slips(slip(record, row, mistakes[0], only_at, uncut=by is whole), {})
    slips: dict[Claim, Phrase] = {}
    for claim in mistakes[:most] if len(places) > 1 else ():
        if claim.kind not in {"value", "window"}:
            continue
        node, is_window = node_of(claim), claim.window is not None
        here = [claim] if is_window else [each for each in written if node_of(each) == node]
        for row in AT_ONE_NODE:
            may_be = (row.name == "wrong-end-moved") is is_window
            if may_be and (by := explains(row, here, node)):
                slips[claim] = slip(record, row, claim, node, uncut=by is whole, is_all=False)
                break
    return Slips(None, slips)
