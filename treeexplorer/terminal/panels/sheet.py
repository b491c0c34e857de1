"""What stands beside the tree of a worksheet: a node's fields, the list of answers, one mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from treeexplorer.drawing.styled_text import Size
from treeexplorer.explain.claim_texts import format_claim
from treeexplorer.explain.deciding_windows import DecidingWindow, find_deciding_window
from treeexplorer.explain.judged import CheckedClaim
from treeexplorer.explain.sentence import Node
from treeexplorer.judging.facts import Inequality
from treeexplorer.judging.judge import Mark
from treeexplorer.marking.check import Check
from treeexplorer.marking.worksheet import DIRECTIVES, Box, Worksheet
from treeexplorer.notation import Claim, ClaimKind
from treeexplorer.numbers import counted
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    around,
    beside,
    fitted,
    join_at_columns,
    length,
    line,
    sentence,
    wrapped,
)
from treeexplorer.terminal.panels.funnel import funnel
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten

_NODE_AND_PLAYER_STARTS: Final = (0, 10)
_NAME_BOX_HINT_STARTS: Final = (0, 7, 18)
"""The cells at which the columns of the fields begin."""
_LIST_STARTS: Final = (0, 3, 20, 32, 46)
_NARROW_LIST_STARTS: Final = (0, 2, 12, 19, 28)
"""The cells at which the columns of the list begin: mark, node, what, written, found."""
_MIN_WIDTH_FOR_WIDE_LIST: Final = 56
_NODE_COLUMN: Final = 1
_KIND_COLUMN: Final = 2
_FOUND_COLUMN: Final = 4
_BOX_WIDTH: Final = 10
_FUNNEL_HEIGHT: Final = 6
_STYLE_BY_MARK: Final = {
    Mark.RIGHT: "bold decided",
    Mark.MISTAKE: "bold cut",
    Mark.CONSEQUENCE: "bold min",
}
CLAIM_NAMES: Final = {
    "bound": "value",
    "cut": "slash",
    "cuts-none": "no slash",
    "best": "best move",
    "read": "leaves read",
    "pruned-if": "pruned",
}
_BOX_NAMES: Final[dict[ClaimKind, str]] = {"pruned-if": "pruned"}
"""The names of the boxes that are not called after the kind of their answer."""


def fields(
    view: View, sheet: Worksheet, width: int, typed: Mapping[str, str] | None = None
) -> list[TextLine]:
    """Render the boxes to fill in at the node under the cursor, a line for each.

    Beside the name of a box stand what is written in it, its mark once it is checked, and how it is
    filled in::

        ▽B        MIN

        window  (3, +∞)     on entry

        value   2         ✗

        cut     no          x cross

    Args:
        view: The tree, with the cursor at the node.
        sheet: The worksheet.
        width: The width of a line; a hint that has no room is left out.
        typed: What is being typed for boxes of the node, by the kind of their answers. It stands
            in these boxes in place of what is on the sheet.
    """
    typed_texts = {} if typed is None else typed
    lines = [_render_name_and_player(view, sheet)]
    hint_start = _NAME_BOX_HINT_STARTS[-1]
    for field, hint in _collect_hints(view, sheet).items():
        visible_hint = hint if hint_start + len(hint) <= width else ""
        typed_text = typed_texts.get(field)
        lines += [BLANK, _render_field(view, sheet, field, visible_hint, typed_text)]
    return lines


def _render_name_and_player(view: View, sheet: Worksheet) -> TextLine:
    """Render the node under the cursor, and who moves there: ``▽B        MIN``."""
    player = sheet.record.tree.player(view.cursor)
    name = sentence(Node(view.tree, view.cursor), "bold")
    player_name = "leaf" if player is None else player.value.upper()
    return join_at_columns([name, line((player_name, "strong"))], _NODE_AND_PLAYER_STARTS)


def _render_field(
    view: View, sheet: Worksheet, field: ClaimKind, hint: str, typed_text: str | None
) -> TextLine:
    """Render one box of the node under the cursor: its name, the box, its mark, and a hint.

    For example, a value that is wrong, and a cut-off that is still to be answered::

        value   2         ✗
        cut     no          x cross

    A value that is marked has no hint: ``=, >=, <=`` would look like the right answer. A bound such
    as ``>= 3`` stands in the box of the value. A text that is being typed has a caret: ``2▏``.
    """
    name = line((_BOX_NAMES.get(field, field), "quiet"))
    if typed_text is not None:
        typed_box = line((f" {typed_text}▏".ljust(_BOX_WIDTH), "bold on_news on news"))
        return join_at_columns([name, typed_box], _NAME_BOX_HINT_STARTS)

    claim = _find_claim_in_box(sheet, view.cursor, field)
    mark = None if claim is None else _find_mark_of_box(sheet, claim)
    box = _render_box(_format_text_in_box(view, field, claim), mark)
    is_marked_value = field == "value" and mark is not None
    visible_hint = BLANK if is_marked_value else line((hint, "quiet"))
    return join_at_columns([name, box, visible_hint], _NAME_BOX_HINT_STARTS)


def _find_claim_in_box(sheet: Worksheet, node: int, field: ClaimKind) -> Claim | None:
    """Return what is written in a box of a node; ``None`` for an empty box."""
    kinds = ("value", "bound") if field == "value" else (field,)
    for claim in sheet.entries_at(node):
        if claim.kind in kinds:
            return claim
    return None


def _find_mark_of_box(sheet: Worksheet, claim: Claim) -> Mark | None:
    """Return the mark behind a box; a slash has none, as its mark is in the list of answers."""
    if claim.kind == "cut":
        return None
    return sheet.mark(claim.node, claim.kind)


def _render_box(text: str, mark: Mark | None) -> TextLine:
    """Render a box with the text written in it, and its mark behind it."""
    box = (f" {text}".ljust(_BOX_WIDTH), "bold strong on current")
    if mark is None:
        return line(box)
    return line(box, (f" {mark.sign}", _STYLE_BY_MARK[mark]))


def _collect_hints(view: View, sheet: Worksheet) -> dict[ClaimKind, str]:
    """Return the boxes that the current node has to fill in, each with a hint how to do so.

    For example, for an inner node below the root in a search with windows: ``{"window": "on entry",
    "value": "=, >=, <=", "cut": "x cross"}``. A hint may be empty.
    """
    is_root = view.tree.is_root(view.cursor)
    is_leaf = view.tree.is_leaf(view.cursor)
    hint_by_kind: dict[ClaimKind, str] = {}
    if view.has_windows:  # leaves have windows, too
        hint_by_kind["window"] = f"on {view.rules.windows}"
    if not is_leaf:  # a leaf's number is given
        # No number stands here as an example: it might be the one that is asked for.
        hint_by_kind["value"] = "=, >=, <=" if view.has_windows else "a number"
    if view.has_windows and not is_root:  # nobody can cut off the root
        hint_by_kind["cut"] = "x cross"
    # What the file asks for by a directive, such as "best" at the root.
    for kind in sheet.texts_at(view.cursor):
        if kind in DIRECTIVES:
            hint_by_kind[kind] = ""
    return hint_by_kind


def _format_text_in_box(view: View, field: ClaimKind, claim: Claim | None) -> str:
    """Format what is written in a box: ``?`` if it is empty; for a slash ``yes`` or ``no``."""
    if field == "cut":
        return "no" if claim is None else "yes"
    if claim is None:
        return "?"
    return format_claim(view.tree, claim)


def answers(
    view: View, sheet: Worksheet, room: Size, *, tells: bool, is_model: bool = False
) -> list[TextLine]:
    """Render what stands on a worksheet as a list, scrolled to the current node.

    One line for each answer, with its mark once it is checked::

           node  what   written  found
        ✓  ▽A    value  3
        ✗  ▽B    value  3        2

    Args:
        view: The tree; the rows of its current node are highlighted, and the first of them stands
            in the middle if it can. If nothing is written at it, the list begins at the top.
        sheet: The worksheet.
        room: The width of a line, and the most lines, with that of the headings.
        tells: Whether the solution may be given away: whether ``found`` is shown beside what is
            wrong.
        is_model: Whether the sheet has the model answer: its column is not called ``written``.
    """
    column_starts = _LIST_STARTS if room.width >= _MIN_WIDTH_FOR_WIDE_LIST else _NARROW_LIST_STARTS
    headings = _render_list_headings(column_starts, tells=tells, is_model=is_model)
    # A blank stands between the name and the next column.
    max_name_width = column_starts[_KIND_COLUMN] - column_starts[_NODE_COLUMN] - 1

    rows: list[TextLine] = []
    for claim in _choose_visible_claims(view, sheet, max(1, room.height - 1)):
        checked = sheet.marks.get(Box(claim.node, claim.kind))  # None before it is checked
        cells = _render_answer_cells(view, claim, checked, max_name_width, tells=tells)
        row = _render_row_with_room(cells, column_starts, room.width)
        surface = "current" if claim.node == view.cursor else ""
        rows.append(fitted(row, room.width, surface))
    if not rows:
        rows.append(sentence("Nothing is written yet.", "quiet"))
    return [headings, *rows][: room.height]


def _choose_visible_claims(view: View, sheet: Worksheet, height: int) -> Sequence[Claim]:
    """Choose as many claims of a worksheet as have room: those around the current node's first.

    If nothing is written at the current node they are the first ones.
    """
    answered_nodes = [claim.node for claim in sheet.claims]
    has_answer = view.cursor in answered_nodes
    middle_index = answered_nodes.index(view.cursor) if has_answer else 0
    return around(sheet.claims, middle_index, height)


def _render_list_headings(starts: Sequence[int], *, tells: bool, is_model: bool) -> TextLine:
    """Render the headings of the list: node, what, written, and found if it may be told.

    Those of a model answer, beside which nothing else is found, are node, what and model.
    """
    headings = ["", "node", "what"]
    if is_model:
        headings.append("model")
    elif tells:
        headings += ["written", "found"]
    else:
        headings.append("written")
    return join_at_columns([line((heading, "quiet")) for heading in headings], starts)


def _render_answer_cells(
    view: View, claim: Claim, checked: CheckedClaim | None, max_name_width: int, *, tells: bool
) -> list[TextLine]:
    """Render the cells of one row in the list of a person's answers, from left to right.

    The row of a wrong answer::

        mark  node  what     written  found
        ✗     ▽B    value    3        2

    The mark is blank before the answer is judged. The last cell is there only if the answer was
    judged wrong, and the solution may be told. A name that is too long is shortened.
    """
    name = shorten(view.snapshot.signed(claim.node), max_name_width)
    kind_name = CLAIM_NAMES.get(claim.kind, claim.kind)
    cells = [
        _render_mark(checked),
        sentence(name, "strong"),
        line((kind_name, "quiet")),
        line((format_claim(view.tree, claim), "text")),
    ]
    if tells and checked is not None and not checked.right:
        cells.append(line((str(checked.saying.found), "text")))
    return cells


def _render_mark(checked: CheckedClaim | None) -> TextLine:
    """Render the mark of an answer, ``✓`` or ``✗``; blank before it is checked."""
    if checked is None:
        return BLANK
    return line((checked.mark.sign, _STYLE_BY_MARK[checked.mark]))


def render_written_counts(sheet: Worksheet) -> TextLine:
    """Render how much of a worksheet is done, and what is still open.

    Before it is checked, and afterwards::

        3 of 4 filled in  1 blank
        5 written  1 slash is missing

    The counts differ: a slash, which a person writes at a node that was cut off, counts as written,
    but there is no box for it.
    """
    blank_count = len(sheet.blanks)
    if sheet.checked is None:
        box_count = len(sheet.boxes)
        filled_in = f"{box_count - blank_count} of {box_count} filled in"
        return _render_done_and_open(filled_in, [f"{blank_count} blank"])

    tally = sheet.checked.tally
    still_open: list[str] = []
    if blank_count > 0:
        still_open.append(f"{blank_count} blank")
    if tally.missing:
        slashes = counted(tally.missing, "slash is", "slashes are")
        still_open.append(f"{slashes} missing")
    return _render_done_and_open(f"{tally.written} written", still_open)


def _render_done_and_open(done: str, still_open: Sequence[str]) -> TextLine:
    """Render what is done, and behind it each thing that is still open."""
    return line((done, "bold decided"), *[(f"  {text}", "bold strong") for text in still_open])


def _render_row_with_room(cells: Sequence[TextLine], starts: Sequence[int], width: int) -> TextLine:
    """Render a row of the list; where it is too long, ``found`` is dropped, and then ``what``."""
    row = join_at_columns(cells, starts)
    if length(row) > width:
        cells = cells[:_FOUND_COLUMN]  # it is the last one, where there is one
        row = join_at_columns(cells, starts)
    if length(row) > width:
        cells = [*cells[:_KIND_COLUMN], *cells[_KIND_COLUMN + 1 :]]
        row = join_at_columns(cells, starts)
    return row


def mistake(
    view: View, check: Check, wrong: CheckedClaim, width: int, height: int
) -> list[TextLine]:
    """Explain a wrong answer: what the search knew at its moment, and what would be right.

    Below each other: a heading, the windows of the open nodes then, where α and β came from, the
    test that was made, an advice, and what may have been misunderstood. What has no room as a whole
    is left out.

    Args:
        view: The tree that is shown; it stays at its step.
        check: All answers as they were checked, with what the mistakes have in common, if anything.
        wrong: The wrong answer.
        width: The width of a line.
        height: The most lines.

    Returns:
        The lines from the top. Empty for an answer that no moment of the search decides.
    """
    moment = find_deciding_window(check.record, wrong.claim)
    if moment is None:
        return []
    parts = _explain_moment_of_mistake(view, moment, width)
    parts.append(wrapped(sentence(wrong.advice), width))
    if check.diagnosis is not None:
        parts.append(wrapped(sentence(check.diagnosis.sentence), width))
    return _join_parts_with_room(parts, height)


def _join_parts_with_room(parts: Sequence[list[TextLine]], height: int) -> list[TextLine]:
    """Join the parts that fit as a whole, in the given order, with blank lines if all fit so.

    A part that is too high is left out, and a later, lower one may still be shown.
    """
    # Each part has a blank line above it, the first one too, or none has.
    height_with_gaps = sum(1 + len(part) for part in parts)
    gap = [BLANK] if height_with_gaps <= height else []
    lines: list[TextLine] = []
    for part in parts:
        if len(lines) + len(gap) + len(part) <= height:
            lines += [*gap, *part]
    return lines


def _explain_moment_of_mistake(
    view: View, moment: DecidingWindow, width: int
) -> list[list[TextLine]]:
    """Explain the moment of the search that decides a wrong answer, in parts of some lines each.

    They are the heading, the windows of the open nodes, where α and β came from, and the test if
    one was made.
    """
    # A copy is moved to that step, so that the view itself stays at its own.
    view_at_moment = view.twin()
    view_at_moment.go_to(moment.step)

    heading = wrapped(sentence(moment.heading, "bold quiet"), width)
    windows = funnel(view_at_moment, width, _FUNNEL_HEIGHT)
    bound_sources: list[TextLine] = []
    for text in moment.ends:
        bound_sources += wrapped(sentence(text), width)
    parts = [heading, windows, bound_sources]
    if moment.test is not None:
        parts.append([_render_test(moment.test, width)])
    return parts


def _render_test(test: Inequality, width: int) -> TextLine:
    """Render a test with its numbers, and at the right whether it holds: ``3 ≥ 2      TRUE``."""
    outcome = line((f" {str(test.holds).upper()} ", "bold ground on quiet"))
    return beside(line((test.bare, "bold strong")), outcome, width)
