"""The window that decides about a claim: where a search shows whether it is right."""

from __future__ import annotations

from typing import NamedTuple

from treeexplorer.engine import Record
from treeexplorer.explain.phrases import explain_window_end, window_ends
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.judging.cutoff_tests import last_test, skipping_cut
from treeexplorer.judging.facts import Inequality
from treeexplorer.notation import ABOUT_THE_TREE, Claim


class DecidingWindow(NamedTuple):
    """What the search knew of a node's window at the moment that decides a claim.

    Attributes:
        heading: What is shown: ``WHAT ▽D KNEW BEFORE d1``.
        node: The node whose window counts.
        step: The step after which it counts.
        ends: Where α and β come from.
        test: The test that was made; ``None`` where the claim is about none.
    """

    heading: Phrase
    node: int
    step: int
    ends: tuple[Phrase, Phrase]
    test: Inequality | None


def find_deciding_window(record: Record, claim: Claim) -> DecidingWindow | None:
    """Find the window that a node had at the moment that decides a claim on a paper.

    - A slash (“cut off”), or a missing one: the parent's, before the node was entered or skipped.
    - A window (α, β): the node's as it was entered; in courses that write the window with which a
      node is left, at its end.
    - Anything else at a node, such as a value: the node's at its end.

    Args:
        record: The search.
        claim: The claim.

    Returns:
        The window with a heading; ``None`` for a claim about the whole tree, in a search without
        windows, and if the search has not come to the node.
    """
    if not record.has_windows or claim.kind in ABOUT_THE_TREE:
        return None

    is_slash_or_missing_slash = claim.kind in {"cut", "visited"}
    if is_slash_or_missing_slash:
        return _find_window_before_child(record, claim.node)
    if claim.kind == "window" and not record.rules.writes_exit_windows:
        return _find_window_at_entry(record, claim.node)
    return _find_window_at_end(record, claim.node)


def _find_window_at_entry(record: Record, node: int) -> DecidingWindow | None:
    """Find the window with which a node was entered last; ``None`` if it was not visited."""
    last_call = record.call_of(node)
    if last_call is None:
        return None
    return _describe_window_at_step(
        record,
        heading=Phrase("WHAT {node} WAS GIVEN", node=Node(record.tree, node)),
        node=node,
        step=record.entered_at(last_call),
        test=None,
    )


def _find_window_at_end(record: Record, node: int) -> DecidingWindow | None:
    """Find a node's window at the end of its last visit, before its value arrived above.

    ``None`` if it was not visited.
    """
    last_call = record.call_of(node)
    if last_call is None:
        return None
    return _describe_window_at_step(
        record,
        heading=Phrase("WHAT {node} KNEW AT ITS END", node=Node(record.tree, node)),
        node=node,
        step=record.returned_at(last_call) - 1,
        test=None,
    )


def _find_window_before_child(record: Record, child: int) -> DecidingWindow | None:
    """Find the parent's window just before the search entered or skipped a child.

    ``None`` for the root, and for a child that was neither entered nor skipped itself: it was
    skipped together with its parent, or has not been reached yet.
    """
    parent = record.tree.parent_of(child)
    if parent is None:
        return None
    step = _find_step_before_child(record, child, parent)
    if step is None:
        return None

    heading = Phrase(
        "WHAT {node} KNEW BEFORE {child}",
        node=Node(record.tree, parent),
        child=Node(record.tree, child),
    )
    test = last_test(record, child)
    return _describe_window_at_step(record, heading=heading, node=parent, step=step, test=test)


def _find_step_before_child(record: Record, child: int, parent: int) -> int | None:
    """Return the step after which a parent entered a child, or skipped it; ``None`` if neither.

    If the child is entered in step 9, it is step 8. If it is skipped by the cut-off of its parent
    in step 9, it is step 9 itself: the cut-off is made after that step has changed the window.
    """
    last_call = record.call_of(child)
    if last_call is not None:
        return record.entered_at(last_call) - 1
    cut_step = skipping_cut(record, child)
    if cut_step is None or cut_step.node != parent:
        return None
    return cut_step.number


def _describe_window_at_step(
    record: Record, *, heading: Phrase, node: int, step: int, test: Inequality | None
) -> DecidingWindow | None:
    """Describe a node's window (α, β) at a step in words, with a heading and the test made there.

    ``None`` if the search enters the node only after the step.
    """
    call = record.call_at(node, step)
    if call is None:
        return None
    alpha_end, beta_end = window_ends(record, call, step)
    return DecidingWindow(
        heading=heading,
        node=node,
        step=step,
        ends=(explain_window_end(record, alpha_end), explain_window_end(record, beta_end)),
        test=test,
    )
