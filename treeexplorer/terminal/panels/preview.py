"""The preview of a tree: what it is, its drawing at a step, and what happens there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.styled_text import Look, Size
from treeexplorer.explain.rules_in_words import conventions
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.numbers import counted, grouped
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    fitted,
    in_ascii,
    indent,
    length,
    line,
    paragraph,
    sentence,
    wrapped,
)
from treeexplorer.terminal.panels.banner import bar
from treeexplorer.terminal.panels.closing_window import closing_window, rows_for_window
from treeexplorer.terminal.panels.status import Track, counter, track_line
from treeexplorer.terminal.view import View

_MOST_NOTES: Final = 3
_BETWEEN_SENTENCES: Final = re.compile(r"(?<=[.?!]) ")
_LEAST_WIDTH: Final = 4
_LEAST_WITH_MARGIN: Final = 14
_LEAST_WITH_SOURCE: Final = 16
_LEAST_WITH_HINT: Final = 18
_LEAST_WITH_NOTES: Final = 20
_FREE_BELOW_WINDOW: Final = 1
_MARGIN: Final = 2
_MARGINS: Final = 2 * _MARGIN
"""The cells left free at either side of what is said about a tree, and at both."""


def preview(view: View, width: int, height: int, *, hint: str = "") -> list[TextLine]:
    """Return a pane that shows a tree before it is opened, a line for each row of it.

    From the top: title, source and note, the drawing, a bar with what happens at the step, a line
    of all steps on which this one is marked, and a hint. Where it is low, the note gives way first,
    then the hint and the source.

    Args:
        view: The tree with its search, at the step that is shown.
        width: The cells of a line.
        height: How many lines there are.
        hint: What can be done here; empty for nothing.
    """
    above = _about(view, width, height)
    below = _step_and_place(view, width, height)
    if height >= _LEAST_WITH_HINT:
        below += [BLANK, fitted(line(("  " + hint, "quiet")), width)]

    drawing_height = max(0, height - len(above) - len(below))
    drawing: list[TextLine] = []
    if drawing_height > 0:
        # Without what only the finished search knows, such as its principal variation.
        look = Look(spoilers=False, ascii=in_ascii.get())
        drawing = _drawing_and_window(view, width, drawing_height, look)[:drawing_height]
    blank_lines = [BLANK] * (drawing_height - len(drawing))
    return [*above, *drawing, *blank_lines, *below][:height]


def _step_and_place(view: View, width: int, height: int) -> list[TextLine]:
    """Return a bar with what happens at the step, and a timeline on which the step is marked."""
    event = bar(view.snapshot.banner, max(1, width - 2))
    _, style_of_last_piece = event[-1]
    margin = (" ", style_of_last_piece)  # of the bar's own colour, one at either side
    gap = [BLANK] if height >= _LEAST_WITH_MARGIN else []
    return [(margin, *event, margin), *gap, track_line(_timeline(view, width), width)]


def _timeline(view: View, width: int) -> Track:
    """Return the line of all steps, between the number of the step and the count of leaves.

    For example `` step 13/20   ━━━━━━●───   5 of 9 read``, where the
    count says how many leaves were read.

    Args:
        view: What is looked at.
        width: The cells of the line.
    """
    snapshot = view.snapshot
    leaves = f"{snapshot.read} of {grouped(snapshot.record.ends)} read"
    return Track(
        at=view.step,
        low=0,
        # At least 1, so that a search without steps has a line, too.
        high=max(1, view.steps),
        marks=view.marks(width),
        before=line(" ", *counter(view), "   "),
        after=line((f"   {leaves}  ", "quiet")),
    )


def _drawing_and_window(view: View, width: int, height: int, look: Look) -> list[TextLine]:
    """Return the drawing, and below it the closing window if the drawing leaves it enough rows.

    The closing window shows what is left of a node's window, child by child, in the columns in
    which the drawing has the children.

    Args:
        view: What is looked at.
        width: The cells of a line.
        height: How many rows there are for both.
        look: How the tree is drawn.
    """
    snapshot = view.snapshot
    free_rows_above = _above(height)
    rows_for_both = height - len(free_rows_above) - _FREE_BELOW_WINDOW
    window_rows = _rows_for_window(view, Size(width, rows_for_both), look)
    if window_rows == 0:
        return tree(snapshot, width, height, look)  # which has free rows above it, too
    drawing_rows = rows_for_both - window_rows
    # The same layout for both, so that the children stand in the same columns.
    layout = arrange(view.tree, look, Size(width, drawing_rows), focus_of(snapshot))
    drawing = Diagram(layout, snapshot, look).lines(drawing_rows)
    window = closing_window(snapshot, layout, width, window_rows)
    return [*free_rows_above, *drawing, *window]


def _rows_for_window(view: View, room: Size, look: Look) -> int:
    """Return how many rows a drawing leaves to the closing window; 0 where it is not drawn."""
    if not view.has_windows or room.width < _LEAST_WIDTH:
        return 0
    return rows_for_window(view.tree, look, room, focus_of(view.snapshot))


def _about(view: View, width: int, height: int) -> list[TextLine]:
    """Return a tree's title, source, first note and size; a low pane has no source or note.

    Args:
        view: What is looked at.
        width: The cells of a line.
        height: The lines of the whole pane.
    """
    directives = view.exercises[view.index].directives
    lines: list[TextLine] = [BLANK, *indent([line((view.title, "bold strong"))], _MARGIN)]
    if directives.source and height >= _LEAST_WITH_SOURCE:
        source = line((directives.source, "quiet"))
        lines += indent(paragraph([source], width - _MARGINS, 1), _MARGIN)
    if directives.notes and height >= _LEAST_WITH_NOTES:
        note = _first_sentences(directives.notes[0], width - _MARGINS, _MOST_NOTES)
        lines += [BLANK, *indent(note, _MARGIN)]
    if height >= _LEAST_WITH_NOTES:
        lines.append(BLANK)
    return [*lines, _size_and_rule(view, width)]


def _size_and_rule(view: View, width: int) -> TextLine:
    """Return how large a tree is, and at the right the last of its search's conventions.

    For example ``8 nodes · 4 leaves · 3 plies         cut when α ≥ β``. The last facts are left out
    where they have no room.
    """
    last_convention = conventions(view.rules)[-1]
    rule = (*sentence(last_convention, "quiet"), ("  ", ""))
    facts = _facts(view)
    while len(facts) > 1 and length(_on_one_line(facts)) + length(rule) >= width:
        facts.pop()
    return beside(_on_one_line(facts), rule, width)


def _facts(view: View) -> list[str]:
    """Return how large a tree is, in words: ``["13 nodes", "9 leaves", "2 plies"]``.

    A ply is one level of moves. If the file has several trees, their count is the last fact.
    """
    facts = [
        f"{grouped(len(view.tree))} nodes",
        counted(view.tree.leaf_count, "leaf", "leaves"),
        counted(view.tree.depth, "ply", "plies"),
    ]
    if len(view.exercises) > 1:
        facts.append(f"{len(view.exercises)} trees")
    return facts


def _on_one_line(facts: Sequence[str]) -> TextLine:
    """Return facts about a tree on one line: ``13 nodes · 9 leaves · 2 plies``."""
    return line(("  " + " · ".join(facts), "quiet"))


def _first_sentences(note: str, width: int, height: int) -> list[TextLine]:
    """Return as many whole sentences of a note as have room; of a first one without room, a part.

    Args:
        note: The note: sentences that end in a full stop, a question mark or an exclamation mark.
        width: The cells of a line.
        height: How many lines there may be.
    """
    rows: list[TextLine] = []
    kept = ""
    for each in _BETWEEN_SENTENCES.split(note):
        # Wrapped anew with each sentence, as a sentence begins on the line of the one before.
        kept = f"{kept} {each}".strip()
        following = wrapped(sentence(kept), width)
        if len(following) > height:
            break
        rows = following
    return rows if rows else paragraph([sentence(note)], width, height)


def tree(snapshot: Snapshot, width: int, height: int, look: Look | None = None) -> list[TextLine]:
    """Return the drawing of a tree at a step, in the middle of the room.

    Args:
        snapshot: The step of the search.
        width: The cells of a line.
        height: How many lines there may be.
        look: How the tree is drawn; ``None`` for the usual look.

    Returns:
        The lines; empty in a room that is too small for any drawing.
    """
    if width < _LEAST_WIDTH or height < 1:
        return []
    if look is None:
        look = Look()
    above = _above(height)
    room = Size(width, height - len(above))
    layout = arrange(snapshot.record.tree, look, room, focus_of(snapshot, look.cursor))
    return [*above, *Diagram(layout, snapshot, look).lines(room.height)]


def _above(height: int) -> list[TextLine]:
    """Return the line that is left free above a drawing, where it is high enough for one."""
    return [BLANK] if height >= _LEAST_WITH_MARGIN else []
