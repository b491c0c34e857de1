"""The facts that hold at a step of a search, and those about a node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from treeexplorer.engine import Record, StepKind, search
from treeexplorer.engine.analysis import CutOff, analysis_of
from treeexplorer.engine.record import Status, Step
from treeexplorer.judging.best_values import best_after, player_between
from treeexplorer.judging.bounds_that_cut import would_cut
from treeexplorer.judging.cutoff_tests import (
    latest_cut,
    test_at,
    under_equality,
)
from treeexplorer.judging.facts import (
    BestSoFar,
    Elsewhere,
    Fact,
    OnlyIf,
    Outcome,
    Proven,
    Pruned,
    proven,
)
from treeexplorer.rules import Rules, alternatives, changed
from treeexplorer.tree import CHANCE_ROLE, GameTree


def step_facts(record: Record, number: int) -> tuple[Fact, ...]:
    """Return the facts of a step at which a child returns; none for the entry of a node.

    Apart from the intervals, which are computed once for a record, the time does not depend on the
    size of the tree.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> for fact in step_facts(record, 12):
        ...     print(repr(fact))
        CutTest(left=3, op='>=', right=2, node=5, skips=True)
        BestSoFar(node=5, value=2, through=6)
        Proven(node=5, low=-inf, high=2)
        BestSoFar(node=0, value=3, through=1)
        Proven(node=0, low=3, high=3)
        Pruned(nodes=(7, 8), elided=None)
    """
    step = record.step(number)
    if step.child_call is None:
        return ()
    if step.kind is StepKind.CUT:
        return tuple(_collect_facts_of_cut(record, step, step.child_call))
    return tuple(_collect_facts_of_return(record, step, step.child_call))


def _collect_facts_of_return(record: Record, step: Step, child_call: int) -> list[Fact]:
    """Return what is told when a child has returned its value without a cut-off, in that order.

    In ``[[3 12] B:[3 4]]`` under the test ``>``, the first 3 of B has returned to B, a MIN node,
    where α is 3 already:

    1. its best value: B has 3;
    2. its test: 3 > 3 is false;
    3. if the test fails, what would have cut off: an α of more than 3;
    4. what it is proven to be worth: 3 or less;
    5. if the test fails only on equality, what ``≥`` would have pruned: the 4.

    What there is not is left out.
    """
    test = test_at(record, step)
    # A test may hold without a cut-off: after the last child nothing is left to skip.
    has_failed = test is not None and not test.holds
    facts: list[Fact | None] = [
        best_after(record, child_call),
        test,
        would_cut(record, child_call) if has_failed else None,
        *proven_facts(record, step.node, step.number),
        under_equality(record, step),
    ]
    return [fact for fact in facts if fact is not None]


def _collect_facts_of_cut(record: Record, step: Step, child_call: int) -> list[Fact]:
    """Return what is told of a cut-off after a child, in that order.

    In ``[[3 12 8] B:[2 4 6]]`` B, a MIN node, is cut off after the 2, since the root has 3:

    1. Of B: the test 3 ≥ 2 holds; B has 2; it is worth 2 or less.
    2. Of the root, whose 3 is the reason: it has 3; it is worth 3.
    3. What is skipped: the 4 and the 6 are pruned.
    """
    cut = analysis_of(record).cut_off(child_call)
    parent_of_undrawn = step.node if cut.elided else None
    return [
        *_collect_facts_of_node_that_stops(record, step, child_call),
        *_collect_facts_of_bound(record, cut),
        Pruned(cut.skipped, parent_of_undrawn),
    ]


def _collect_facts_of_node_that_stops(record: Record, step: Step, child_call: int) -> list[Fact]:
    """Return what is told of a node that is cut off: its test, its best value, what it is worth.

    A chance node has no best value. Its children prove what its mean is, so they are told instead.
    """
    facts: list[Fact | None] = [test_at(record, step), best_after(record, child_call)]
    facts += proven_facts(record, step.node, step.number)
    facts += _find_facts_of_children(record, step)
    return [fact for fact in facts if fact is not None]


def _collect_facts_of_bound(record: Record, cut: CutOff) -> list[Fact]:
    """Return what is told of the ancestors from which the bound of a cut-off comes.

    Mostly that is one ancestor, the witness, whose best value the bound is. Told as well are the
    chance nodes that computed the bound on the way down, before the witness; and, after it, the
    player between the two if the witness is not the nearest opponent.
    """
    facts: list[Fact | None] = [*needs_of_chance_nodes(record, cut)]
    facts += _find_facts_of_witness(record, cut)
    if cut.deep:
        between = player_between(record, cut)
        facts += [between.best, between.needs]
    return [fact for fact in facts if fact is not None]


def _find_facts_of_children(record: Record, step: Step) -> Iterator[Proven]:
    """Yield what is proven of each child of a chance node; nothing for another node."""
    if record.tree.roles[step.node] != CHANCE_ROLE:
        return
    for child in record.children(step.node):
        yield from proven_facts(record, child, step.number)


def _find_facts_of_witness(record: Record, cut: CutOff) -> Iterator[Fact]:
    """Yield what the witness of a cut-off has and is proven to be worth, if there is a witness."""
    if cut.witness is not None:
        node, child = cut.witness
        yield BestSoFar(node, cut.origin.traced_bound, through=child)
        yield from proven_facts(record, node, cut.step)


def needs_of_chance_nodes(record: Record, cut: CutOff) -> Iterator[OnlyIf]:
    """Yield, for the chance nodes above a cut-off, what a child must be worth so that they matter.

    A chance node matters to the search if its mean lies inside its window (α, β). From that window
    it computes the one of each child (Star1): if the child is worth no more than its own α, the
    mean is no more than α, however good the children are that are not read yet. So a fact here
    says: the chance node is worth more than its α, 4, only if the child is worth more than its own
    α, 6. For β it is less.

    Args:
        record: The search.
        cut: The cut-off. Nothing is yielded unless its bound was computed by chance nodes. Of
            several the lowest comes first; the child is the one on the way to the cut-off.

    Example:
        All values lie from 0 to 10. The chance node is entered with α = 4, and its first child is
        2. If the second child is worth 6, the mean of 2 and 6 is 4: so this child is entered with
        α = 6, and cut off after the 5.

        >>> from treeexplorer.notation import parse
        >>> record = search(parse("[4 chance[2 min[5 9]]]").tree, Rules(range=(0, 10)))
        >>> (cut,) = analysis_of(record).cut_offs
        >>> list(needs_of_chance_nodes(record, cut))
        [OnlyIf(node=2, op='>', value=4, child=4, needed=6)]
    """
    for chance_call in cut.origin.chance_calls:
        chance_node = record.node(chance_call)
        child = _find_child_towards(record.tree, chance_node, cut.node)
        child_call = record.columns.call_of_node[child]  # its only one: Star1 enters a node once

        node_alpha, node_beta = record.entry_window(chance_call)
        child_alpha, child_beta = record.entry_window(child_call)
        if cut.kind == "alpha":
            yield OnlyIf(chance_node, ">", value=node_alpha, child=child, needed=child_alpha)
        else:
            yield OnlyIf(chance_node, "<", value=node_beta, child=child, needed=child_beta)


def _find_child_towards(tree: GameTree, ancestor: int, node: int) -> int:
    """Return the child of an ancestor on the way to a node."""
    return tree.ancestor_at(node, tree.ply[ancestor] + 1)


def proven_facts(record: Record, node: int, step: int) -> Iterator[Proven]:
    """Yield what is proven of a node at a step; nothing if that is the known range alone."""
    interval = proven(record, node, step)
    if interval != record.rules.known_range:
        yield Proven(node, *interval)


def outcome(record: Record, node: int) -> Outcome:
    """Return what became of a node in a finished search."""
    if record.call_of(node) is None:
        return "pruned"
    return "visited" if latest_cut(record, node, record.steps) is None else "cut-off"


def outcomes_under_other_rules(tree: GameTree, record: Record, node: int) -> Iterator[Elsewhere]:
    """Yield the rules under which a node would have another outcome than in a search.

    The rules of the search are changed one at a time, and the tree is searched anew with each. The
    outcome is whether the node is visited, cut off or pruned.

    Args:
        tree: The tree as the file has it.
        record: A finished search of the tree.
        node: The node.

    Example:
        The last leaf is pruned if equality cuts off, and visited otherwise.

        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], [3, 4]])
        >>> for fact in outcomes_under_other_rules(tree, search(tree), 6):
        ...     print(fact.rules, fact.outcome)
        (('cutoff', '>'),) visited
        (('form', 'bounds'),) visited
    """
    # Nothing below the depth limit is searched.
    if record.status(node, record.steps) is Status.BEYOND:
        return
    outcome_here = outcome(record, node)
    for other_rules in alternatives(record.rules):
        if not _is_comparable(other_rules, record.rules):
            continue
        other_record = search(tree, other_rules)
        other_outcome = outcome(other_record, node)
        # A search stops early at a leaf whose value is unknown.
        if other_record.complete and other_outcome != outcome_here:
            yield Elsewhere(node, _find_changed_rules(other_rules, record.rules), other_outcome)


def _find_changed_rules(other: Rules, rules: Rules) -> tuple[tuple[str, Any], ...]:
    """Return the rules that differ, each with its name and its value in ``other``."""
    return tuple((name, getattr(other, name)) for name in changed(other, rules))


def _is_comparable(other: Rules, rules: Rules) -> bool:
    """Tell whether two searches differ in one rule only, and take the nodes in the same order.

    Only then the other outcome of a node is due to that rule.

    Two forms change more than their name says. One that searches without the known range knows
    less, and one that swaps the players searches another tree.
    """
    names = changed(other, rules)
    if len(names) > 1 or "order" in names:
        return False
    knows_as_much = other.has_range == rules.has_range
    swaps_players = other.printed.swaps_players and not rules.printed.swaps_players
    return knows_as_much and not swaps_players
