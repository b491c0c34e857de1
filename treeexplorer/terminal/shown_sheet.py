"""What a worksheet is opened with, and what is drawn of it: marked answers at their nodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from treeexplorer.explain.paper import NOTHING_WRITTEN, WrittenAnswer, marked_paper
from treeexplorer.judging.judge import Mark
from treeexplorer.marking.worksheet import Worksheet
from treeexplorer.notation import Claim, Exercise, claim_table
from treeexplorer.terminal.view import View
from treeexplorer.tree import GameTree

NO_ANSWER: Final = WrittenAnswer()
EMPTY_BOX: Final = None
"""What stands for a value or a window in a drawing, to have an empty box drawn."""


class ShownParts(NamedTuple):
    """What is shown of a worksheet beside the answers, or in their place.

    Attributes:
        reasons: Whether wrong answers on a marked sheet have short remarks.
        missing_slashes: Whether a marked sheet shows where slashes are missing.
        model: Whether the model answer is shown in place of the person's, without marks and
            remarks.
    """

    reasons: bool = False
    missing_slashes: bool = False
    model: bool = False


class ShownSheet(NamedTuple):
    """What is shown of a worksheet.

    Attributes:
        sheet: The sheet that is drawn: the person's, or one with the model answer.
        answers: What is drawn at each node where something is written or may be written, by node.
    """

    sheet: Worksheet
    answers: Mapping[int, WrittenAnswer]


def build_shown_sheet(persons_sheet: Worksheet, tree: GameTree, parts: ShownParts) -> ShownSheet:
    """Choose what is drawn of a person's worksheet: that itself, or the model answer in its place.

    Args:
        persons_sheet: The person's sheet, whatever is drawn.
        tree: The tree.
        parts: What is shown beside the answers.
    """
    drawn_sheet = _make_model_sheet(persons_sheet) if parts.model else persons_sheet
    has_boxes = persons_sheet.checked is None and not parts.model
    return ShownSheet(
        sheet=drawn_sheet,
        answers=_collect_drawn_answers(drawn_sheet, tree, parts, with_boxes=has_boxes),
    )


def _make_model_sheet(sheet: Worksheet) -> Worksheet:
    """Return a copy of a sheet with the model answer in place of the answers, and not marked."""
    return replace(sheet, entries=claim_table(sheet.model), marks={}, checked=None)


def _collect_drawn_answers(
    sheet: Worksheet, tree: GameTree, parts: ShownParts, *, with_boxes: bool
) -> dict[int, WrittenAnswer]:
    """Return what is drawn at each node where something is written, or may be written.

    Args:
        sheet: The sheet that is drawn.
        tree: The tree.
        parts: What is shown beside the answers.
        with_boxes: Whether an inner node without a value has an empty box, in place of a ``·``.
    """
    remarks: Mapping[int, tuple[str, ...]] = {}
    if parts.reasons and sheet.checked is not None:
        remarks = sheet.checked.notes

    answers_by_node: dict[int, WrittenAnswer] = {}
    written = _collect_marked_claims(sheet, with_missing=parts.missing_slashes)
    paper = marked_paper(tree, written)
    for node, answer in paper.items():
        if answer == NO_ANSWER:
            continue
        drawn_answer = answer._replace(note=remarks.get(node, ()))
        if with_boxes and answer.value == NOTHING_WRITTEN:
            drawn_answer = drawn_answer._replace(value=EMPTY_BOX)
        answers_by_node[node] = drawn_answer
    return answers_by_node


def _collect_marked_claims(
    sheet: Worksheet, *, with_missing: bool
) -> list[tuple[Claim, Mark | None]]:
    """Return the answers of a sheet with their marks, and if wanted the missing slashes.

    A slash is missing only on a marked sheet. The mark of an answer is ``None`` before a check.
    """
    claims = [(claim, sheet.mark(claim.node, claim.kind)) for claim in sheet.claims]
    if with_missing and sheet.checked is not None:
        claims += [(missing.claim, missing.mark) for missing in sheet.checked.missing_slashes]
    return claims


def find_first_node_to_look_at(sheet: Worksheet) -> int:
    """Return the first node with a mistake on a marked sheet, or with a blank on another.

    It is the root if there is none.
    """
    if sheet.checked is None:
        nodes = [blank.node for blank in sheet.blanks]
    else:
        nodes = list_nodes_by_mistake(sheet, with_missing=False)
    root = 0
    return nodes[0] if nodes else root


def find_node_of_changed_answer(old_sheet: Worksheet, new_sheet: Worksheet) -> int:
    """Return the node of the answer in which two sheets differ.

    A slash at a node also removes “nothing is cut off”, which is written at the root. Then it is
    the node of the slash: of the root, which is node 0, and node 5 it is node 5.
    """
    changed_entries = set(old_sheet.entries.items()) ^ set(new_sheet.entries.items())
    return max(node for (node, _kind), _text in changed_entries)


def list_nodes_by_mistake(sheet: Worksheet, *, with_missing: bool) -> list[int]:
    """List the node of each mistake in the order of the search; none before the sheet is marked.

    A node whose window and value are wrong comes twice.

    Args:
        sheet: The sheet.
        with_missing: Whether a missing slash counts as a mistake.
    """
    if sheet.checked is None:
        return []
    return [
        mistake.claim.node
        for mistake in sheet.checked.mistakes
        if mistake.is_written or with_missing
    ]


def open_sheet(view: View, *, is_marked: bool) -> Worksheet:
    """Open the worksheet of a view with the answers that are written so far, marked if asked for.

    Raises:
        ValueError: It is to be marked, and nothing is written.
    """
    exercise = _build_exercise_with_answers(view)
    if is_marked and not exercise.claims:
        raise ValueError(
            "Nothing is written about this tree that could be marked: W fills in a worksheet."
        )
    sheet = Worksheet.opened(exercise, view.rules)
    return sheet.check() if is_marked else sheet


def _build_exercise_with_answers(view: View) -> Exercise:
    """Return the exercise of a view with the answers that were saved, else those of the file.

    Its unknown leaves have the values that were given to them.
    """
    given = view.exercises[view.index]
    saved = view.bookmark.answered
    claims = given.claims if saved is None else saved.claims
    return replace(given, tree=view.tree, claims=claims)
