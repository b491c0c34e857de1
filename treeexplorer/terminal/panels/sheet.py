"""What stands beside the tree of a worksheet: a node's fields, the list of answers, one mistake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from treeexplorer.explain.judged import CheckedClaim, Known, claim_text, known_at
from treeexplorer.explain.sentence import Node
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

_FIELDS: Final = (0, 7, 18)
_LIST: Final = (0, 3, 20, 32, 46)
_NARROW_LIST: Final = (0, 2, 12, 19, 28)
_WIDE: Final = 56
_WHAT_CELL: Final = 2
_FOUND_CELL: Final = 4
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


def fields(view: View, sheet: Worksheet, width: int) -> list[TextLine]:
    """Return the boxes of the node that is looked at, with what is written there and marks."""
    node = view.cursor
    player = sheet.record.tree.player(node)
    name = sentence(Node(view.tree, node), "bold")
    kind = "leaf" if player is None else player.value.upper()
    lines: list[TextLine] = [at_columns([name, line((kind, "strong"))], [0, 10])]
    written = {_field(claim): claim for claim in sheet.entries_at(node)}
    for field, hint in _hints(view, sheet).items():
        claim = written.get(field)
        mark = None
        if claim is not None and field != "cut":
            mark = sheet.mark(node, claim.kind)
        box = _box(_text_in_box(view, field, claim), mark)
        # Behind a mark, a sign would be read as the one that is right.
        misleads = mark is not None and field == "value"
        has_room = _FIELDS[-1] + len(hint) <= width
        beside_box = line((hint, "quiet")) if has_room and not misleads else BLANK
        word, _, _ = field.partition("-")
        lines += [BLANK, at_columns([line((word, "quiet")), box, beside_box], _FIELDS)]
    return lines


def _box(text: str, mark: Mark | None) -> TextLine:
    """Return a box with what is written in it, and its mark behind it."""
    box = (f" {text}".ljust(10), "bold strong on current")
    if mark is None:
        return line(box)
    return line(box, (f" {mark.sign}", _STYLE_OF_MARK[mark]))


def _hints(view: View, sheet: Worksheet) -> dict[ClaimKind, str]:
    """Return what can be written at the node that is looked at, each with how it is written."""
    node = view.cursor
    has_children = not view.tree.is_leaf(node)  # a leaf's number is given
    hints: dict[ClaimKind, str] = {}
    if view.has_windows:
        hints["window"] = f"on {view.rules.windows}"
    if has_children:
        # No number stands here as an example: it might be the one that is asked for.
        hints["value"] = "=, >=, <=" if view.has_windows else "a number"
    if view.has_windows and node:  # nobody can cut off the root
        hints["cut"] = "x cross"
    about_the_tree = (kind for kind in sheet.texts_at(node) if kind in DIRECTIVES)
    return hints | dict.fromkeys(about_the_tree, "")


def _text_in_box(view: View, field: ClaimKind, claim: Claim | None) -> str:
    """Return what a person has written in a box; a slash is there or not."""
    if field == "cut":
        return "no" if claim is None else "yes"
    return "?" if claim is None else claim_text(view.tree, claim)


def _field(claim: Claim) -> ClaimKind:
    """Return the field in which a claim stands: a bound in that of the value."""
    return "value" if claim.kind == "bound" else claim.kind


def answers(view: View, sheet: Worksheet, room: tuple[int, int], *, tells: bool) -> list[TextLine]:
    """Return the answers as a list around the node that is looked at, with their marks.

    Where it ``tells``, what was found stands beside what is wrong.
    """
    width, height = room
    claims = sheet.claims
    starts = _LIST if width >= _WIDE else _NARROW_LIST
    longest_name = starts[2] - starts[1] - 1
    heads = ["", "node", "what", "written"]
    if tells:
        heads.append("found")
    lines = [at_columns([line((word, "quiet")) for word in heads], starts)]
    nodes = [claim.node for claim in claims]
    middle = nodes.index(view.cursor) if view.cursor in nodes else 0
    for claim in around(claims, middle, max(1, height - 1)):
        checked = sheet.marks.get(Box(claim.node, claim.kind))
        cells = _cells(view, claim, checked, longest_name, tells=tells)
        surface = "current" if claim.node == view.cursor else ""
        lines.append(fitted(_row_with_room(cells, starts, width), width, surface))
    return lines[:height]


def _cells(
    view: View, claim: Claim, checked: CheckedClaim | None, longest_name: int, *, tells: bool
) -> list[TextLine]:
    """Return an answer's mark, its node, what it is, what is written, and what was found."""
    mark: TextLine = BLANK
    if checked is not None:
        mark = line((checked.mark.sign, _STYLE_OF_MARK[checked.mark]))
    cells = [
        mark,
        sentence(shorten(view.snapshot.signed(claim.node), longest_name), "strong"),
        line((CLAIM_NAMES.get(claim.kind, claim.kind), "quiet")),
        line((claim_text(view.tree, claim), "text")),
    ]
    if tells and checked is not None and not checked.right:
        cells.append(line((str(checked.saying.found), "text")))
    return cells


def written_counts(sheet: Worksheet) -> TextLine:
    """Return how many boxes are filled in; once it is marked, how much is written and what is not.

    A slash has no box, so what is marked is more than what was filled in.
    """
    blank = len(sheet.blanks)
    wanted = len(sheet.boxes)
    done = f"{wanted - blank} of {wanted} filled in"
    open_ends = [f"{blank} blank"]
    if sheet.checked is not None:
        tally = sheet.checked.tally
        done = f"{tally.written} written"
        open_ends = [f"{blank} blank"] if blank else []
        if tally.missing:
            slashes = counted(tally.missing, "slash is", "slashes are")
            open_ends.append(f"{slashes} missing")
    return line((done, "bold decided"), *[(f"  {text}", "bold strong") for text in open_ends])


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
    """Return what the search knew at the moment of a mistake, and what would make it right.

    What has no room as a whole is left out. Empty for a claim that no moment decides.
    """
    known = known_at(check.record, wrong.claim)
    if known is None:
        return []
    parts = _parts_of_mistake(view, known, width)
    parts.append(wrapped(sentence(wrong.advice), width))
    if check.diagnosis is not None:
        parts.append(wrapped(sentence(check.diagnosis.sentence), width))
    has_gaps = sum(len(part) + 1 for part in parts) <= height
    gap = [BLANK] if has_gaps else []
    lines: list[TextLine] = []
    for part in parts:
        if len(lines) + len(gap) + len(part) <= height:
            lines += [*gap, *part]
    return lines


def _parts_of_mistake(view: View, known: Known, width: int) -> list[list[TextLine]]:
    """Return the moment of a mistake: its heading, the funnel then, who has what, and the test."""
    then = view.twin()
    then.go_to(known.step)
    parts = [wrapped(sentence(known.heading, "bold quiet"), width), funnel(then, width, 6)]
    parts.append([row for end in known.ends for row in wrapped(sentence(end), width)])
    if known.test is not None:
        badge = line((f" {str(known.test.holds).upper()} ", "bold ground on quiet"))
        parts.append([beside(line((known.test.bare, "bold strong")), badge, width)])
    return parts
