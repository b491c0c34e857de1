"""What stands beside the tree of a worksheet: a node's fields, the list of answers, one mistake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from treeexplorer.drawing.styled_text import Size
from treeexplorer.explain.judged import CheckedClaim, Known, claim_text, known_at
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
    at_columns,
    beside,
    fitted,
    length,
    line,
    sentence,
    wrapped,
)
from treeexplorer.terminal.panels.funnel import funnel
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten

_NODE_AND_KIND: Final = (0, 10)
_NAME_BOX_HINT: Final = (0, 7, 18)
"""The cells at which the columns of the fields begin."""
_LIST: Final = (0, 3, 20, 32, 46)
_NARROW_LIST: Final = (0, 2, 12, 19, 28)
"""The cells at which the columns of the list begin: mark, node, what, written, found."""
_WIDE: Final = 56
_NODE_CELL: Final = 1
_WHAT_CELL: Final = 2
_FOUND_CELL: Final = 4
_FUNNEL_HEIGHT: Final = 6
_STYLE_OF_MARK: Final = {
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


def fields(view: View, sheet: Worksheet, width: int) -> list[TextLine]:
    """Return the boxes to fill in at the node that is looked at, a line for each.

    Behind the name of a box stand what is written in it, its mark once it is checked, and how it is
    filled in::

        ▽B        MIN

        window  (3, +∞)     on entry

        value   2         ✗

        cut     no          x cross
    """
    lines = [_name_and_kind(view, sheet)]
    for field, hint in _hints(view, sheet).items():
        has_room = _NAME_BOX_HINT[-1] + len(hint) <= width
        shown_hint = hint if has_room else ""
        lines += [BLANK, _field_line(view, sheet, field, shown_hint)]
    return lines


def _name_and_kind(view: View, sheet: Worksheet) -> TextLine:
    """Return the node that is looked at, and who moves there: ``▽B        MIN``."""
    player = sheet.record.tree.player(view.cursor)
    name = sentence(Node(view.tree, view.cursor), "bold")
    kind = "leaf" if player is None else player.value.upper()
    return at_columns([name, line((kind, "strong"))], _NODE_AND_KIND)


def _field_line(view: View, sheet: Worksheet, field: ClaimKind, hint: str) -> TextLine:
    """Return the line of one box to fill in: its name, the box, its mark, and a hint.

    For example, a value that is wrong, and a cut-off that is still to be answered::

        value   2         ✗
        cut     no          x cross

    Behind a value that is marked there is no hint: ``=, >=, <=`` would look like the right answer.

    Args:
        view: What is looked at: the tree, and in it a node.
        sheet: The worksheet, with what was written and how it was marked.
        field: Which box of the node it is. What is written as a bound, such as ``>= 3``, stands in
            the box of the value.
        hint: How the box is filled in; empty for no hint.
    """
    answer = _claim_in_box(sheet, view.cursor, field)
    mark = None if answer is None else _mark_in_box(sheet, answer)
    name = line((_BOX_NAMES.get(field, field), "quiet"))
    box = _box(_text_in_box(view, field, answer), mark)
    is_marked_value = field == "value" and mark is not None
    shown_hint = BLANK if is_marked_value else line((hint, "quiet"))
    return at_columns([name, box, shown_hint], _NAME_BOX_HINT)


def _claim_in_box(sheet: Worksheet, node: int, field: ClaimKind) -> Claim | None:
    """Return what is written in a box of a node; ``None`` for an empty box."""
    kinds = ("value", "bound") if field == "value" else (field,)
    claims = [claim for claim in sheet.entries_at(node) if claim.kind in kinds]
    return claims[0] if claims else None


def _mark_in_box(sheet: Worksheet, claim: Claim) -> Mark | None:
    """Return the mark behind a box; a slash has none, as its mark is in the list of answers."""
    if claim.kind == "cut":
        return None
    return sheet.mark(claim.node, claim.kind)


def _box(text: str, mark: Mark | None) -> TextLine:
    """Return a box with what is written in it, and its mark behind it."""
    box = (f" {text}".ljust(10), "bold strong on current")
    if mark is None:
        return line(box)
    return line(box, (f" {mark.sign}", _STYLE_OF_MARK[mark]))


def _hints(view: View, sheet: Worksheet) -> dict[ClaimKind, str]:
    """Return which boxes the current node has to fill in, each with a hint on how to fill it in.

    For example, for an inner node below the root in a search with windows: ``{"window": "on entry",
    "value": "=, >=, <=", "cut": "x cross"}``.

    Args:
        view: What is looked at: the tree, its rules, and in it the current node.
        sheet: The worksheet, which may ask for more at this node, such as the best move.

    Returns:
        The hints by the kind of the box, in the order in which the boxes stand below each other. A
        hint may be empty.
    """
    is_root = view.tree.is_root(view.cursor)
    is_leaf = view.tree.is_leaf(view.cursor)
    hints: dict[ClaimKind, str] = {}
    if view.has_windows:  # leaves have windows, too
        hints["window"] = f"on {view.rules.windows}"
    if not is_leaf:  # a leaf's number is given
        # No number stands here as an example: it might be the one that is asked for.
        hints["value"] = "=, >=, <=" if view.has_windows else "a number"
    if view.has_windows and not is_root:  # nobody can cut off the root
        hints["cut"] = "x cross"
    # What the file asks for by a directive, such as "best" at the root.
    for kind in sheet.texts_at(view.cursor):
        if kind in DIRECTIVES:
            hints[kind] = ""
    return hints


def _text_in_box(view: View, field: ClaimKind, claim: Claim | None) -> str:
    """Return what a person has written in a box; a slash is there or not."""
    if field == "cut":
        return "no" if claim is None else "yes"
    return "?" if claim is None else claim_text(view.tree, claim)


def answers(view: View, sheet: Worksheet, room: Size, *, tells: bool) -> list[TextLine]:
    """Return what a person wrote on a worksheet as a list, scrolled to the current node.

    One line for each answer, with its mark once it is checked::

           node  what   written  found
        ✓  ▽A    value  3
        ✗  ▽B    value  3        2

    Args:
        view: What is looked at; the rows of its current node are highlighted, and the first of them
            stands in the middle if it can. If nothing is written at it, the list begins at the top.
        sheet: The worksheet.
        room: The cells of a line, and how many lines there may be, with that of the headings.
        tells: Whether the solution may be given away: whether ``found`` is shown beside what is
            wrong.
    """
    starts_of_columns = _LIST if room.width >= _WIDE else _NARROW_LIST
    heads = _heads_of_answers(starts_of_columns, tells=tells)

    nodes = [answer.node for answer in sheet.claims]
    answer_in_middle = 0
    if view.cursor in nodes:
        answer_in_middle = nodes.index(view.cursor)
    height_below_heads = max(1, room.height - 1)
    rows: list[TextLine] = []
    for answer in around(sheet.claims, answer_in_middle, height_below_heads):
        judged = sheet.marks.get(Box(answer.node, answer.kind))  # None before it is checked
        cells = _cells_of_answer(view, answer, judged, starts_of_columns, tells=tells)
        row = _row_with_room(cells, starts_of_columns, room.width)
        is_at_cursor = answer.node == view.cursor
        surface = "current" if is_at_cursor else ""
        rows.append(fitted(row, room.width, surface))
    if not rows:
        rows.append(sentence("Nothing is written yet.", "quiet"))
    return [heads, *rows][: room.height]


def _heads_of_answers(starts: Sequence[int], *, tells: bool) -> TextLine:
    """Return what the columns of the list of answers are called; that of the marks has no name."""
    heads = ["", "node", "what", "written"]
    if tells:
        heads.append("found")
    return at_columns([line((head, "quiet")) for head in heads], starts)


def _cells_of_answer(
    view: View, claim: Claim, checked: CheckedClaim | None, starts: Sequence[int], *, tells: bool
) -> list[TextLine]:
    """Return the cells of one row in the list of a person's answers, from left to right.

    The row of a wrong answer::

        mark  node  what     written  found
        ✗     ▽B    value    3        2

    Args:
        view: The tree that is shown.
        claim: The answer.
        checked: The answer with its judgement; ``None`` before it is judged, and then the mark is
            blank.
        starts: Where each column of the list begins, as an offset on the screen line; in the order
            of the cells above.
        tells: Whether the solution may be given away. The cell ``found`` is there only if it may,
            and the answer was judged wrong.
    """
    # The name is shortened to the width of its column, less a blank before the next column.
    longest_name = starts[_NODE_CELL + 1] - starts[_NODE_CELL] - 1  # a blank is behind it
    # The order is that of the columns in `starts`.
    cells = [
        _mark_of(checked),
        sentence(shorten(view.snapshot.signed(claim.node), longest_name), "strong"),
        line((CLAIM_NAMES.get(claim.kind, claim.kind), "quiet")),
        line((claim_text(view.tree, claim), "text")),
    ]
    # Last, so that the other cells keep their columns where it is left out.
    if tells and checked is not None and not checked.right:
        cells.append(line((str(checked.saying.found), "text")))
    return cells


def _mark_of(checked: CheckedClaim | None) -> TextLine:
    """Return the mark of an answer; blank before it is checked."""
    if checked is None:
        return BLANK
    return line((checked.mark.sign, _STYLE_OF_MARK[checked.mark]))


def written_counts(sheet: Worksheet) -> TextLine:
    """Return a line with how much of a worksheet is done, and what is still open.

    Before it is checked::

        3 of 4 filled in  1 blank

    Afterwards, where a slash is what a person writes at a node to say that it was cut off::

        5 written  1 slash is missing

    The counts of both lines differ: slashes count as written, but there is no box for them.
    """
    # Boxes in which nothing is written.
    blank = len(sheet.blanks)
    if sheet.checked is None:
        boxes = len(sheet.boxes)
        return _done_and_open(f"{boxes - blank} of {boxes} filled in", [f"{blank} blank"])
    tally = sheet.checked.tally
    still_open: list[str] = []
    # Here, once it is checked, a count of 0 is left out.
    if blank:
        still_open.append(f"{blank} blank")
    if tally.missing:
        slashes = counted(tally.missing, "slash is", "slashes are")
        still_open.append(f"{slashes} missing")
    return _done_and_open(f"{tally.written} written", still_open)


def _done_and_open(done: str, still_open: Sequence[str]) -> TextLine:
    """Return what is done, and behind it each thing that is still open."""
    return line((done, "bold decided"), *[(f"  {text}", "bold strong") for text in still_open])


def _row_with_room(cells: list[TextLine], starts: Sequence[int], width: int) -> TextLine:
    """Return a row of a list; what was found gives way whole, and then what it is of."""
    kept = list(cells)
    for spare in (_FOUND_CELL, _WHAT_CELL):
        if length(at_columns(kept, starts)) > width:
            del kept[spare : spare + 1]
    return at_columns(kept, starts)


def mistake(
    view: View, check: Check, wrong: CheckedClaim, width: int, height: int
) -> list[TextLine]:
    """Explain a wrong answer: what the search knew at its moment, and what would be right.

    Below each other: a heading, the windows of the open nodes then, where α and β came from, the
    test that was made, an advice, and what may have been misunderstood. What has no room as a whole
    is left out.

    Args:
        view: The tree that is shown; it stays at its step.
        check: All answers as they were checked, with what they have in common if that was found
            out.
        wrong: The wrong answer.
        width: The cells of a line.
        height: How many lines there may be.

    Returns:
        The lines from the top. Empty for an answer that no moment of the search decides.
    """
    known = known_at(check.record, wrong.claim)
    if known is None:
        return []
    parts = _parts_of_mistake(view, known, width)
    parts.append(wrapped(sentence(wrong.advice), width))
    if check.diagnosis is not None:
        parts.append(wrapped(sentence(check.diagnosis.sentence), width))
    return _parts_with_room(parts, height)


def _parts_with_room(parts: Sequence[list[TextLine]], height: int) -> list[TextLine]:
    """Return the lines of those parts that have room as a whole, in the given order.

    A part that is too high is left out, and a later, lower one may still be shown.

    Args:
        parts: The parts, each as its lines.
        height: How many lines there may be.
    """
    # Each part has a blank line above it, the first one too, or none has: 1 is that line.
    has_gaps = sum(len(part) + 1 for part in parts) <= height
    gap = [BLANK] if has_gaps else []
    lines: list[TextLine] = []
    for part in parts:
        if len(lines) + len(gap) + len(part) <= height:
            lines += [*gap, *part]
    return lines


def _parts_of_mistake(view: View, known: Known, width: int) -> list[list[TextLine]]:
    """Return what the search knew at the moment that decides a wrong answer, in parts.

    Args:
        view: The tree that is shown; it is not changed.
        known: The moment: its step, who had α and β then, and the test that was made, if any.
        width: The cells of a line.

    Returns:
        Three or four parts, each as its lines: the heading, the windows of the open nodes, where α
        and β came from, and the test.
    """
    # A copy is moved to that step, so that the view itself stays at its own.
    view_then = view.twin()
    view_then.go_to(known.step)
    ends = [row for end in known.ends for row in wrapped(sentence(end), width)]
    heading = wrapped(sentence(known.heading, "bold quiet"), width)
    parts = [heading, funnel(view_then, width, _FUNNEL_HEIGHT), ends]
    if known.test is not None:
        parts.append([_test_line(known.test, width)])
    return parts


def _test_line(test: Inequality, width: int) -> TextLine:
    """Return a test with its numbers, and at the right whether it holds."""
    badge = line((f" {str(test.holds).upper()} ", "bold ground on quiet"))
    return beside(line((test.bare, "bold strong")), badge, width)
