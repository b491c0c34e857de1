"""Where two searches of the same tree part: the cut-offs that only one of them makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from treeexplorer.engine.record import Record, Step, StepKind
from treeexplorer.errors import present
from treeexplorer.explain.contenders import format_search_name
from treeexplorer.explain.phrases import node_list
from treeexplorer.explain.sentence import Node, Sentence
from treeexplorer.judging.cutoff_tests import test_at
from treeexplorer.judging.facts import CutTest


class Parting(NamedTuple):
    """A cut-off by which one search skips what the other visits, and what either does there."""

    node: int
    step: int
    sentence: Sentence


def find_partings(first: Record, second: Record) -> list[Parting]:
    """Collect the cut-offs that only one of two searches makes, in the order of their steps.

    Args:
        first: A finished search.
        second: Another finished search of the same nodes.

    Returns:
        The cut-offs of either search. The step is that of the search which cuts off.
    """
    found = [
        *_find_cut_offs_of_one_search(first, second),
        *_find_cut_offs_of_one_search(second, first),
    ]
    return sorted(found, key=lambda parting: parting.step)


class _SearchStep(NamedTuple):
    """A step together with the search that makes it."""

    record: Record
    step: Step

    @property
    def search_name(self) -> str:
        """The name of the search."""
        return format_search_name(self.record.rules)

    @property
    def test(self) -> CutTest | None:
        """The test for a cut-off that is made in the step, if one is."""
        return test_at(self.record, self.step)

    @property
    def has_failed_test(self) -> bool:
        """Whether a test fails in the step that could have skipped children."""
        test = self.test
        return test is not None and test.skips and not test.holds


def _find_cut_offs_of_one_search(cutting: Record, other: Record) -> Iterator[Parting]:
    """Yield the cut-offs by which one search skips children that the other search visits.

    For example at ``▽B[3 4]``: after the 3 the first search cuts off, while the other goes on to
    the 4. A cut-off is left out if the other search never comes to this point, if it cuts off here,
    too, or if it visits no child that the first one never visits.
    """
    # A cut-off is made in the step in which a child returns its value: here the 3.
    for returning_call in cutting.cuts:
        cut = _SearchStep(cutting, cutting.arrival(returning_call))

        same_return_in_other = _find_return_of_same_child(cut, other)
        if same_return_in_other is None or same_return_in_other.kind is StepKind.CUT:
            continue
        only_other_visits = _collect_children_only_visited_by(other, cut)
        if not only_other_visits:
            continue

        going_on = _SearchStep(other, same_return_in_other)
        sentence = _describe_parting(cut, going_on, only_other_visits)
        yield Parting(node=cut.step.node, step=cut.step.number, sentence=sentence)


def _find_return_of_same_child(cut: _SearchStep, other: Record) -> Step | None:
    """Find the step of another search at which the same child returns to the same node.

    ``None`` if there is none, or either search enters the node several times.
    """
    node = cut.step.node
    child_call = other.call_of(present(cut.step.child))
    is_entered_once_in_both = len(cut.record.calls_of(node)) == len(other.calls_of(node)) == 1
    if child_call is None or not is_entered_once_in_both:
        return None
    return other.arrival(child_call)


def _collect_children_only_visited_by(other: Record, cut: _SearchStep) -> list[int]:
    """Collect the children that a search with a cut-off never visits, and another search does."""
    return [
        child
        for child in cut.record.children(cut.step.node)
        if cut.record.call_of(child) is None and other.call_of(child) is not None
    ]


def _describe_parting(
    cut: _SearchStep, going_on: _SearchStep, visited_by_other: Sequence[int]
) -> Sentence:
    """Say that one search cuts off at a node where another goes on.

    For example ``At ▽B, after 3: alpha-beta ≥ cuts off, 3 ≥ 3; minimax visits 4``. If the other
    search goes on because its test fails, this test is told, too.
    """
    if going_on.has_failed_test:
        return _describe_parting_by_failed_test(cut, going_on, visited_by_other)
    return Sentence(
        "At {node}, after {child}: {first} cuts off, {test}; {second} visits {nodes}",
        node=Node(cut.record.tree, cut.step.node),
        child=Node(cut.record.tree, present(cut.step.child)),
        first=cut.search_name,
        test=cut.test,
        second=going_on.search_name,
        nodes=node_list(going_on.record, visited_by_other),
    )


def _describe_parting_by_failed_test(
    cut: _SearchStep, going_on: _SearchStep, visited_by_other: Sequence[int]
) -> Sentence:
    """Say that one search cuts off at a node where another goes on because its own test fails.

    ``At ▽B, after 3: alpha-beta ≥ cuts off, 3 ≥ 3; alpha-beta > goes on, 3 > 3 is false, and …``
    """
    return Sentence(
        "At {node}, after {child}: {first} cuts off, {test}; {second} goes on, {other}, and "
        "visits {nodes}",
        node=Node(cut.record.tree, cut.step.node),
        child=Node(cut.record.tree, present(cut.step.child)),
        first=cut.search_name,
        test=cut.test,
        second=going_on.search_name,
        other=going_on.test,
        nodes=node_list(going_on.record, visited_by_other),
    )
