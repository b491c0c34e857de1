"""What becomes of a node under other rules, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from treeexplorer.engine import Record
from treeexplorer.explain.rules_in_words import describe_changed_rules
from treeexplorer.explain.sentence import Node, Sentence
from treeexplorer.judging import facts, facts_of_step
from treeexplorer.tree import GameTree


def describe_outcomes_under_other_rules(
    tree: GameTree, record: Record, node: int
) -> Iterator[Sentence]:
    """Say what would become of a node under each other convention that changes it.

    For example ``Under the test >, 4 would be read.``

    Args:
        tree: The tree, with its players as they are written.
        record: The search of it.
        node: The node.
    """
    for fact in facts_of_step.outcomes_under_other_rules(tree, record, node):
        other_rules = replace(record.rules, **dict(fact.rules))
        rules_in_words = describe_changed_rules(record.rules, other_rules)
        yield _describe_outcome_under_rules(
            Node(record.tree, node), rules_in_words, fact.outcome, is_leaf=record.tree.is_leaf(node)
        )


def _describe_outcome_under_rules(
    node: Node, rules_in_words: str, outcome: facts.Outcome, *, is_leaf: bool
) -> Sentence:
    """Say what would become of a node under other rules: ``under the test >, 4 would be read``."""
    if outcome == "cut-off":
        return Sentence("{rules}, {node} would have a {cut-off}", rules=rules_in_words, node=node)
    if outcome == "pruned":
        return Sentence("{rules}, {node} would be pruned", rules=rules_in_words, node=node)
    if is_leaf:
        return Sentence("{rules}, {node} would be read", rules=rules_in_words, node=node)
    return Sentence(
        "{rules}, {node} would be visited, without a {cut-off}", rules=rules_in_words, node=node
    )
