"""Variants of a tree: the same drawing with other leaf values, as difficult, with other answers.

From random values a walk goes on by changing single leaves that are read, towards the difficulty
that is wanted and then about it; after a while it begins anew. Of the trees that it comes to, that
one is taken in which the answers to the others earn least. Where all trees of the drawing that are
as difficult prune the same branches, the drawing is changed by as little as does: each row keeps
its nodes, and one of them has a child more, and another one less. The same seed gives the same
variant. Where none is found, that is an error: students who sit side by side would have sheets of
which one answers the other.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from typing import Final

from treeexplorer.course.generate import within_known_range
from treeexplorer.course.key import KeyTree
from treeexplorer.course.other_drawings import Place, can_be_redrawn, redraw_at_random
from treeexplorer.course.scheme import Marking
from treeexplorer.engine import Record, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.errors import TreeexplorerError
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.model_answer import collect_model_claims
from treeexplorer.marking.check import Check
from treeexplorer.notation import Claims, Condition, Exercise
from treeexplorer.numbers import counted, format_ordinal
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree, Number

_FEWEST_STEPS: Final = 100
_STEPS_A_NODE: Final = 2
_MOST_WALKS: Final = 20
_MOST_NODES_SEARCHED: Final = 100_000
_DRAWINGS_A_WALK: Final = 6  # as many walks lead about other drawings, for each about the same
_MOST_OF_A_WALK: Final = 5
_MOST_CHANGES: Final = 3
_CHANCE_OF_TWO_CHANGES: Final = 0.25
_ABOUT_AS_DIFFICULT: Final = 1
_LEAST_SPREAD: Final = 9
_ENOUGH_COMPARED: Final = 20  # where the best of them earns less than half of the points
_MOST_COMPARED: Final = 100
_FEW_POINTS: Final = Fraction(1, 4)  # a variant in which others earn so little is taken at once
_HALF_OF_THE_POINTS: Final = Fraction(1, 2)
_MOST_POINTS: Final = Fraction(2, 3)  # that may be shared with another variant, or earned in it


class VariantError(TreeexplorerError):
    """No further variant of a tree was found; the message says why in a sentence."""


@dataclass(frozen=True)
class _Solved:
    """A tree with its answers, by which variants are compared.

    Attributes:
        tree: The tree.
        rules: The rules under which it is searched.
        asks_when: Whether what is asked is for which values of an unknown leaf each leaf is pruned.
    """

    tree: GameTree
    rules: Rules
    asks_when: bool

    @cached_property
    def record(self) -> Record:
        return search(self.tree, self.rules)

    @cached_property
    def read(self) -> frozenset[int]:
        """The leaves that are read, and the nodes whose estimates are read."""
        record = self.record
        visited = frozenset(map(record.node_at, record.nodes))
        return visited.difference(map(record.node, record.inner_calls))

    @cached_property
    def conditions(self) -> dict[int, tuple[Condition, ...]]:
        """For each leaf that may be pruned: the values of the unknown leaf for which it is."""
        findings = self.record.derive(Findings)
        pruned_for = ((leaf, findings.pruned_for(leaf)) for leaf in self.tree.leaves(0))
        return {leaf: conditions for leaf, conditions in pruned_for if conditions}

    @cached_property
    def ties(self) -> int:
        """The number of cut-offs whose test holds by equality."""
        return sum(cut.is_tie for cut in analysis_of(self.record).cut_offs)

    @cached_property
    def nodes_of_equal_leaves(self) -> int:
        """The number of nodes that have several children, all of them leaves of one value."""
        return sum(1 for node in self.tree.inner_nodes() if self._has_equal_leaves(node))

    def _has_equal_leaves(self, node: int) -> bool:
        """Tell whether a node has several children, all of them leaves of one value."""
        values = [self.tree.leaf_value(child) for child in self.tree.children(node)]
        is_one_value = len(set(values)) == 1 and values[0] is not None
        return is_one_value and len(values) > 1

    @cached_property
    def places(self) -> dict[int, Place]:
        """Where each node is drawn."""
        return {
            node: (ply, number)
            for ply, row in enumerate(self.tree.plies)
            for number, node in enumerate(row)
        }

    @cached_property
    def pruned(self) -> frozenset[object]:
        """The pruned branches by their places.

        Or, if conditions are asked, each leaf with its conditions.
        """
        if self.asks_when:
            return frozenset(self.conditions.items())
        pruned = analysis_of(self.record).pruned
        return frozenset((self.places[node], is_elided) for node, is_elided in pruned)

    @cached_property
    def claims(self) -> Claims:
        """The model answer without windows; empty if conditions are asked."""
        if self.asks_when:
            return ()
        return tuple(claim for claim in collect_model_claims(self.record) if claim.window is None)

    @cached_property
    def values(self) -> dict[Place, Number]:
        """The value or bound of the model answer at each place."""
        return {
            self.places[claim.node]: claim.number
            for claim in self.claims
            if claim.number is not None
        }

    @cached_property
    def range_of_values(self) -> tuple[int, int]:
        """The least and the largest whole number that a leaf of a variant of this tree may have.

        They are those of the tree, at least 9 apart: of leaves from 3 to 5, it is 3 to 12. Where
        the rules know a range of all values, it is narrowed to that: of leaves from 3 to 5 within 0
        to 6, it is 3 to 6. Within a range without a whole number, the least is above the largest.
        """
        finite = [
            number for number in _collect_numbers(self.tree).values() if math.isfinite(number)
        ]
        low = int(min(finite, default=0))  # towards 0 where it has decimals
        high = max(int(max(finite, default=0)), low + _LEAST_SPREAD)
        return within_known_range(low, high, self.rules)

    def distance(self, wanted: _Solved) -> int:
        """Return how much the difficulty differs from that of the wanted tree; 0 if it is equal.

        The first row that holds says how:

        ========================================  ==============================================
        where                                     it is
        ========================================  ==============================================
        conditions are asked                      how many there are more or fewer
        the search waits for an unknown leaf      as far as can be: the number of nodes
        cut-offs or leaves read are others        how many there are more or fewer
        nothing of all that                       how many ties there are more or fewer
        ========================================  ==============================================
        """
        if wanted.asks_when:
            return self._compute_distance_of_conditions(wanted)
        if not self.record.complete:
            return len(self.tree)
        distance_of_search = self._compute_distance_of_search(wanted)
        if distance_of_search > 0:
            return distance_of_search
        return self._compute_distance_of_ties(wanted)

    def _compute_distance_of_conditions(self, wanted: _Solved) -> int:
        """Return how many conditions there are more or fewer, and how many in several parts."""
        number = abs(len(self.conditions) - len(wanted.conditions))
        several = self._conditions_of_several_intervals - wanted._conditions_of_several_intervals
        return number + abs(several)

    def _compute_distance_of_search(self, wanted: _Solved) -> int:
        """Return how many cut-offs, and how many leaves that are read, there are more or fewer."""
        cut_offs = abs(len(self.record.cuts) - len(wanted.record.cuts))
        leaves_read = abs(len(self.read) - len(wanted.read))
        return cut_offs + leaves_read

    def _compute_distance_of_ties(self, wanted: _Solved) -> int:
        """Return how many ties there are more or fewer, and nodes with equal leaves more."""
        ties = abs(self.ties - wanted.ties)
        more_equal = max(0, self.nodes_of_equal_leaves - wanted.nodes_of_equal_leaves)
        return ties + more_equal

    @property
    def _conditions_of_several_intervals(self) -> int:
        return sum(len(each) > 1 for each in self.conditions.values())

    def differs_from(self, other: _Solved) -> bool:
        """Tell whether a tree is another exercise than a tree of the same difficulty.

        Trees are the same exercise if:

        - the same branches are pruned in both, or, where conditions are asked, for the same values;
        - or more than two thirds of the values of one tree stand in the same places in the other;
        - or all leaves of one are those of the other plus one number, as in ``[1 2]`` and ``[5
        6]``.
        """
        prunes_the_same = self.pruned == other.pruned
        if self.asks_when:  # nothing is asked but when branches are pruned
            return not prunes_the_same
        # If nothing is pruned in both, they may still differ: the values are asked.
        if self.pruned and prunes_the_same:
            return False
        # Both ways, as one tree may have more values than the other.
        if self._shares_most_values_with(other) or other._shares_most_values_with(self):
            return False
        return not self._is_shifted(other)

    def _shares_most_values_with(self, other: _Solved) -> bool:
        """Tell whether more than two thirds of the values stand in the same places in another."""
        shared = self.values.items() & other.values.items()
        return len(shared) > _MOST_POINTS * len(self.values)

    def _is_shifted(self, other: _Solved) -> bool:
        """Tell whether two trees have one shape, and all their leaves differ by the same number."""
        if self.tree.parent != other.tree.parent:
            return False
        differences: set[Number] = set()
        leaf_pairs = zip(self.tree.leaf_values, other.tree.leaf_values, strict=True)
        for own_value, other_value in leaf_pairs:
            if own_value is not None and other_value is not None:
                differences.add(own_value - other_value)
        # There is no difference if no leaf is known in both.
        return len(differences) <= 1

    def share_earned_in(self, other: _Solved) -> Fraction:
        """Return the share of points that this tree's answers earn if handed in for another tree.

        It is 0 if the other tree has another drawing or no claims.
        """
        total = len(other.claims)
        if not total or self.tree.parent != other.tree.parent:
            return Fraction(0)
        key = KeyTree("", Exercise(other.tree, other.claims), other.record)
        lost = Marking(key, Check(other.record, self.claims)).lost
        return Fraction(max(0, total - lost), total)


class _NextVariant:
    """Finds the next variant among candidates: trees as difficult as the variants there are.

    Attributes:
        variants: The variants that there are already.
        candidates_seen: How many candidates were looked at.
        has_seen_other_cuts: Whether one of them prunes other branches than each variant.
    """

    def __init__(self, variants: Sequence[_Solved]) -> None:
        self.variants = variants
        self.candidates_seen = 0
        self.has_seen_other_cuts = False

    def choose_among(self, candidates: Iterable[_Solved]) -> _Solved | None:
        """Choose the candidate that shares the fewest right answers with any variant.

        The *share* of a candidate says how many of its points somebody earns who hands in the
        answers to another variant, or the other way round. The candidates may be endless, so the
        search ends as soon as the best one is good enough. ``None`` if each has a share of more
        than two thirds.
        """
        best: _Solved | None = None
        share_of_best = _MOST_POINTS  # no candidate may have more, not even the first
        other_exercises = islice(self._iterate_other_exercises(candidates), _MOST_COMPARED)
        for number_compared, candidate in enumerate(other_exercises, start=1):
            share = self._compute_largest_share(candidate)
            if share <= share_of_best:  # of equal candidates the last is taken
                best = candidate
                share_of_best = share
            if _is_good_enough(share_of_best, number_compared):
                break
        return best

    def _iterate_other_exercises(self, candidates: Iterable[_Solved]) -> Iterator[_Solved]:
        """Yield the candidates that are other exercises than each variant.

        All candidates are counted on the way, so that a refusal can say how many there were.
        """
        for candidate in candidates:
            self.candidates_seen += 1
            if all(candidate.pruned != variant.pruned for variant in self.variants):
                self.has_seen_other_cuts = True
            if all(candidate.differs_from(variant) for variant in self.variants):
                yield candidate

    def _compute_largest_share(self, candidate: _Solved) -> Fraction:
        """Return the largest share of points that one tree's answers earn in another.

        The candidate is compared with each variant, in both directions.
        """
        in_variants = (candidate.share_earned_in(variant) for variant in self.variants)
        in_candidate = (variant.share_earned_in(candidate) for variant in self.variants)
        return max(chain(in_variants, in_candidate), default=Fraction(0))


def variant(
    tree: GameTree,
    rules: Rules,
    seed: int,
    others: Iterable[GameTree] = (),
    *,
    asks_when: bool = False,
) -> GameTree:
    """Return a tree of the same drawing with other leaf values that is as difficult.

    - As difficult: as many cut-offs, as many of them on equality, as many leaves that are read, and
      no more nodes whose leaves are all equal.
    - Another exercise than each of the other trees: it prunes other branches, if any, and has few
      of their values.
    - The answers to one of the other trees earn at most two thirds of its points, and the other way
      round.

    Unknown leaves stay unknown. If there are other trees, and no such tree of the same drawing is
    found, some nodes get other children, but each row keeps its number of nodes.

    Args:
        tree: The tree, the first variant.
        rules: The rules under which it is searched.
        seed: Of the random values.
        others: All trees that it is to differ from.
        asks_when: Whether the sheet asks for conditions: for which values of an unknown leaf each
            leaf is pruned. If the search needs that leaf, nothing else can be asked.

    Raises:
        VariantError: None was found.
    """
    chooser = random.Random(seed)  # noqa: S311 - exercises are no secrets
    # A search that waits for an unknown leaf has no answer but conditions.
    is_waiting = search(tree, rules).waits_for is not None
    asks_when = asks_when or is_waiting
    first = _Solved(tree, rules, asks_when)
    next_variant = _NextVariant([_Solved(other, rules, asks_when) for other in others])
    found = _find_variant(next_variant, first, chooser)
    if found is None:
        raise VariantError(_explain_refusal(next_variant))
    return found.tree


def _find_variant(
    next_variant: _NextVariant, first: _Solved, chooser: random.Random
) -> _Solved | None:
    """Find the next variant of the first tree; ``None`` if there is none.

    The values are changed in the drawing as it is, and where that gives none, in other drawings:

    ===================================================  ===========  ==============
    the first tree                                       its drawing  other drawings
    ===================================================  ===========  ==============
    has a known range of one value, such as 3 to 3       not tried    not tried
    has no variant yet                                   tried        not tried
    asks for conditions, such as “pruned if x > 3”       tried        not tried
    has probabilities, or players of its nodes           tried        not tried
    else                                                 tried        tried
    ===================================================  ===========  ==============

    Args:
        next_variant: Chooses among trees, and counts them for the refusal if none is found.
        first: The tree that is varied.
        chooser: Chooses the random values and drawings.
    """
    low, high = first.range_of_values
    can_change_values = low < high
    if not can_change_values:
        return None

    found = next_variant.choose_among(_walk_same_drawing(first, chooser))
    if found is not None:
        return found

    has_variants = len(next_variant.variants) > 0
    may_change_drawing = has_variants and not first.asks_when and can_be_redrawn(first.tree)
    if not may_change_drawing:
        return None
    return next_variant.choose_among(_walk_other_drawings(first, chooser))


_ORDINALS: Final = {1: "other", 2: "second", 3: "third"}


def _is_good_enough(share_of_best: Fraction, number_compared: int) -> bool:
    """Tell whether the best of some candidates is taken without looking at more.

    It is at once if it shares at most a quarter of the points with a variant, and after 20
    candidates if it shares less than half.
    """
    if share_of_best <= _FEW_POINTS:
        return True
    return share_of_best < _HALF_OF_THE_POINTS and number_compared >= _ENOUGH_COMPARED


def _explain_refusal(next_variant: _NextVariant) -> str:
    """Explain why a further variant was not found, such as ``no second variant: …``."""
    number = len(next_variant.variants) + 1
    which = _ORDINALS.get(number, format_ordinal(number))  # "other", "second", …, "4th"
    candidates = next_variant.candidates_seen
    if candidates == 0:
        return f"no {which} variant: no other tree was found that is as difficult"

    if next_variant.has_seen_other_cuts:
        reason = "the answers to another variant would earn too much in each"
    else:
        reason = "each prunes what is pruned in the first or in another variant"
    found = counted(candidates, "other tree was", "other trees were")
    return (
        f"no {which} variant: {found} found with as many nodes in each row, cut-offs and leaves "
        f"read, and {reason}"
    )


# -- walks -----------------------------------------------------------------------------------------


def _walk_same_drawing(first: _Solved, chooser: random.Random) -> Iterator[_Solved]:
    """Yield trees of the same drawing, with other values, that are as difficult.

    Only a few are taken of each walk from random values, since the trees of one walk are alike. The
    last walk begins at the tree's own values, and goes half its way before it yields anything: in a
    large tree no other walk comes so far.
    """
    for _ in range(_count_walks(first.tree)):
        begin = _make_tree_with_random_values(first, first.tree, chooser)
        yield from islice(_walk_as_difficult(first, begin, chooser), _MOST_OF_A_WALK)
    half_way = _count_steps(first.tree) // 2
    yield from _walk_as_difficult(first, first, chooser, steps_before_first=half_way)


def _walk_other_drawings(first: _Solved, chooser: random.Random) -> Iterator[_Solved]:
    """Yield a few trees of each slightly changed drawing that are as difficult."""
    for number in range(_count_walks(first.tree) * _DRAWINGS_A_WALK):
        changes = 1 + number % _MOST_CHANGES
        drawing = redraw_at_random(first.tree, changes, chooser)
        if drawing.parent != first.tree.parent:
            begin = _make_tree_with_random_values(first, drawing, chooser)
            yield from islice(_walk_as_difficult(first, begin, chooser), _MOST_OF_A_WALK)


def _count_steps(tree: GameTree) -> int:
    """Return the number of steps of a walk."""
    steps = max(_FEWEST_STEPS, _STEPS_A_NODE * len(tree))
    return max(1, min(steps, _MOST_NODES_SEARCHED // len(tree)))


def _count_walks(tree: GameTree) -> int:
    """Return the number of walks from random values."""
    walks = _MOST_NODES_SEARCHED // (_count_steps(tree) * len(tree))
    return max(1, min(walks, _MOST_WALKS))


def _walk_as_difficult(
    first: _Solved, begin: _Solved, chooser: random.Random, steps_before_first: int = 0
) -> Iterator[_Solved]:
    """Yield the trees on a random walk from ``begin`` that are as difficult as the first tree.

    The *distance* of a tree says how far it is from that: 0 if it has, for instance, as many
    cut-offs. Each step changes one or two numbers of the current tree, and goes to the tree with
    these changes if that is no farther away, or still near. So from distance 4 a step leads to 4 or
    less, and from distance 0 to 0 or 1. No tree is yielded in the first ``steps_before_first``
    steps.
    """
    current = begin
    distance_of_current = begin.distance(first)
    for step in range(_count_steps(first.tree)):
        candidate = _make_random_changes(first, current, chooser)
        distance = candidate.distance(first)

        is_as_difficult = distance == 0 and candidate.tree != first.tree
        if is_as_difficult and step >= steps_before_first:
            yield candidate

        # A step that leads away is taken, too, if it stays near: otherwise a walk that has come to
        # distance 0 would hardly ever find a next step.
        farthest_allowed = max(distance_of_current, _ABOUT_AS_DIFFICULT)
        if distance <= farthest_allowed:
            current = candidate
            distance_of_current = distance


def _make_random_changes(first: _Solved, current: _Solved, chooser: random.Random) -> _Solved:
    """Change the number at a random node that is read, and at times at one other node."""
    low, high = first.range_of_values
    nodes = sorted(_collect_numbers(current.tree))
    read_node = chooser.choice(_select_read_nodes(current, nodes))
    changes = {read_node: chooser.randint(low, high)}
    if chooser.random() < _CHANCE_OF_TWO_CHANGES:
        # The value is drawn first: the same seed is to give the same variants as ever.
        value = chooser.randint(low, high)
        any_node = chooser.choice(nodes)
        changes[any_node] = value
    return replace(first, tree=_replace_numbers(current.tree, changes))  # the same questions


def _make_tree_with_random_values(
    first: _Solved, drawing: GameTree, chooser: random.Random
) -> _Solved:
    """Return a drawing with random values from the range that a variant may have."""
    low, high = first.range_of_values
    numbers = {node: chooser.randint(low, high) for node in sorted(_collect_numbers(drawing))}
    return replace(first, tree=_replace_numbers(drawing, numbers))


def _collect_numbers(tree: GameTree) -> dict[int, Number]:
    """Return the values of the leaves, and the estimates, by node."""
    leaves = {node: number for node, number in enumerate(tree.leaf_values) if number is not None}
    return {**leaves, **tree.estimates}


def _select_read_nodes(solved: _Solved, nodes: Sequence[int]) -> Sequence[int]:
    """Return those of the nodes whose number is read; all nodes if none is."""
    read = [node for node in nodes if node in solved.read]
    if not read:
        return nodes
    return read


def _replace_numbers(tree: GameTree, numbers: Mapping[int, int]) -> GameTree:
    """Replace numbers of a tree, given by node: its estimate if it has one, else its leaf value."""
    leaf_values: dict[int, Number] = {
        node: number for node, number in numbers.items() if node not in tree.estimates
    }
    changed_tree = tree.with_values(leaf_values)
    if not tree.estimates:
        return changed_tree
    estimates = {node: numbers.get(node, estimate) for node, estimate in tree.estimates.items()}
    return replace(changed_tree, estimates=estimates)
