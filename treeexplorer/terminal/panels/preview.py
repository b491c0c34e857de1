"""The preview of a tree: what it is, its drawing at a step, and what happens there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from treeexplorer.drawing.diagram import draw_layout
from treeexplorer.drawing.focus_path import choose_focus
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
from treeexplorer.terminal.panels.closing_window import closing_window, compute_window_rows
from treeexplorer.terminal.panels.status import Track, counter, render_track
from treeexplorer.terminal.view import View

_MAX_NOTE_HEIGHT: Final = 3
_SENTENCE_GAP: Final = re.compile(r"(?<=[.?!]) ")
_MIN_WIDTH: Final = 4
_MIN_HEIGHT_FOR_MARGIN: Final = 14
_MIN_HEIGHT_FOR_SOURCE: Final = 16
_MIN_HEIGHT_FOR_HINT: Final = 18
_MIN_HEIGHT_FOR_NOTES: Final = 20
_GAP_BELOW_WINDOW: Final = 1
_MARGIN: Final = 2
_MARGINS: Final = 2 * _MARGIN
"""The cells left free at either side of what is said about a tree, and at both."""


def preview(view: View, width: int, height: int, *, hint: str = "") -> list[TextLine]:
    """Render a pane that shows a tree before it is opened.

    From the top: title, source and note, the drawing, a bar with what happens at the step, a
    timeline on which the step is marked, and a hint. Where it is low, the note is left out first,
    then the hint and the source.

    Args:
        view: The tree with its search, at the step that is shown.
        width: The width of a line.
        height: How many lines there are.
        hint: What can be done here; empty for nothing.
    """
    top_lines = _render_description(view, width, height)
    bottom_lines = _render_step_and_timeline(view, width, height)
    if height >= _MIN_HEIGHT_FOR_HINT:
        bottom_lines += [BLANK, fitted(line(("  " + hint, "quiet")), width)]

    drawing_height = max(0, height - len(top_lines) - len(bottom_lines))
    drawing: list[TextLine] = []
    if drawing_height > 0:
        # Without what only the finished search knows, such as its principal variation.
        look = Look(spoilers=False, ascii=in_ascii.get())
        drawing = _draw_tree_and_window(view, width, drawing_height, look)[:drawing_height]
    blank_lines = [BLANK] * (drawing_height - len(drawing))
    return [*top_lines, *drawing, *blank_lines, *bottom_lines][:height]


def _render_step_and_timeline(view: View, width: int, height: int) -> list[TextLine]:
    """Render a bar with what happens at the step, and a timeline on which the step is marked."""
    bar_without_margins = bar(view.snapshot.banner, max(1, width - 2))
    _, last_style = bar_without_margins[-1]
    margin = (" ", last_style)  # in the bar's own colour
    step_bar = (margin, *bar_without_margins, margin)
    timeline = render_track(_make_timeline(view, width), width)
    if height >= _MIN_HEIGHT_FOR_MARGIN:
        return [step_bar, BLANK, timeline]
    return [step_bar, timeline]


def _make_timeline(view: View, width: int) -> Track:
    """Make the line of all steps, with the number of the step and the count of leaves beside it.

    For example `` step 13/20   ━━━━━━●───   5 of 9 read``.
    """
    snapshot = view.snapshot
    leaf_count = f"{snapshot.read} of {grouped(snapshot.record.ends)} read"
    return Track(
        at=view.step,
        low=0,
        # At least 1, so that a search without steps has a line, too.
        high=max(1, view.steps),
        marks=view.marks(width),
        before=line(" ", *counter(view), "   "),
        after=line((f"   {leaf_count}  ", "quiet")),
    )


def _draw_tree_and_window(view: View, width: int, height: int, look: Look) -> list[TextLine]:
    """Draw the tree, and below it the closing window if the tree leaves enough rows for it.

    The closing window shows what is left of a node's window, child by child. Both have the same
    layout, so that the children stand in the same columns. From top to bottom there are::

        a blank line          where the room is high enough for it
        the tree              in all the rest without a closing window
        the closing window    if it has enough rows; then also
        a blank line          which is left to the caller
    """
    if width < _MIN_WIDTH:
        return []
    snapshot = view.snapshot
    gap_above = _render_gap_above(height)
    height_for_both = height - len(gap_above)
    height_above_last_line = height_for_both - _GAP_BELOW_WINDOW
    window_height = _compute_window_height(view, Size(width, height_above_last_line), look)
    tree_height = height_for_both
    if window_height > 0:
        tree_height = height_above_last_line - window_height

    layout = arrange(view.tree, look, Size(width, tree_height), choose_focus(snapshot))
    drawing = draw_layout(layout, snapshot, look, rows=tree_height)
    window = closing_window(snapshot, layout, width, window_height)  # none in 0 lines
    return [*gap_above, *drawing, *window]


def _compute_window_height(view: View, room: Size, look: Look) -> int:
    """Return how many rows a drawing leaves to the closing window; 0 where it is not drawn."""
    if not view.has_windows or room.width < _MIN_WIDTH:
        return 0
    return compute_window_rows(view.tree, look, room, choose_focus(view.snapshot))


def _render_description(view: View, width: int, height: int) -> list[TextLine]:
    """Render a tree's title, source, first note and size.

    ``height`` is that of the whole pane; if it is low, source and note are left out.
    """
    directives = view.exercises[view.index].directives
    text_width = width - _MARGINS
    lines: list[TextLine] = [BLANK, *indent([line((view.title, "bold strong"))], _MARGIN)]
    if directives.source and height >= _MIN_HEIGHT_FOR_SOURCE:
        source = paragraph([line((directives.source, "quiet"))], text_width, 1)
        lines += indent(source, _MARGIN)
    if directives.notes and height >= _MIN_HEIGHT_FOR_NOTES:
        note = _take_first_sentences(directives.notes[0], text_width, _MAX_NOTE_HEIGHT)
        lines += [BLANK, *indent(note, _MARGIN)]
    if height >= _MIN_HEIGHT_FOR_NOTES:
        lines.append(BLANK)
    return [*lines, _render_size_and_rule(view, width)]


def _render_size_and_rule(view: View, width: int) -> TextLine:
    """Render how large a tree is, and at the right the last of its search's conventions.

    For example ``8 nodes · 4 leaves · 3 plies         cut when α ≥ β``. The last facts are left out
    where they have no room.
    """
    last_convention = conventions(view.rules)[-1]
    rule = (*sentence(last_convention, "quiet"), ("  ", ""))
    facts = _collect_size_facts(view)
    while len(facts) > 1 and length(_join_facts(facts)) + length(rule) >= width:
        facts.pop()
    return beside(_join_facts(facts), rule, width)


def _collect_size_facts(view: View) -> list[str]:
    """Collect how large a tree is: ``["13 nodes", "9 leaves", "2 plies"]``.

    If the file has several trees, their count is the last fact.
    """
    facts = [
        f"{grouped(len(view.tree))} nodes",
        counted(view.tree.leaf_count, "leaf", "leaves"),
        counted(view.tree.depth, "ply", "plies"),
    ]
    if len(view.exercises) > 1:
        facts.append(f"{len(view.exercises)} trees")
    return facts


def _join_facts(facts: Sequence[str]) -> TextLine:
    """Join facts about a tree into one line: ``13 nodes · 9 leaves · 2 plies``."""
    return line(("  " + " · ".join(facts), "quiet"))


def _take_first_sentences(note: str, width: int, height: int) -> list[TextLine]:
    """Return as many whole sentences of a note as fit, wrapped to lines.

    If not even the first sentence fits, it is cut.
    """
    fitting_lines: list[TextLine] = []
    text = ""
    for next_sentence in _SENTENCE_GAP.split(note):
        # All is wrapped anew, as a sentence begins on the last line of the one before.
        text = f"{text} {next_sentence}".strip()
        lines = wrapped(sentence(text), width)
        if len(lines) > height:
            break
        fitting_lines = lines
    if not fitting_lines:
        return paragraph([sentence(note)], width, height)
    return fitting_lines


def tree(snapshot: Snapshot, width: int, height: int, look: Look | None = None) -> list[TextLine]:
    """Draw a tree at a step, in the middle of the available width.

    Args:
        snapshot: The step of the search.
        width: The width of a line.
        height: The most lines.
        look: How the tree is drawn; ``None`` for the usual look.

    Returns:
        The lines; empty if there is too little room for any drawing.
    """
    if width < _MIN_WIDTH or height < 1:
        return []
    if look is None:
        look = Look()
    gap_above = _render_gap_above(height)
    room = Size(width, height - len(gap_above))
    layout = arrange(snapshot.record.tree, look, room, choose_focus(snapshot, look.cursor))
    return [*gap_above, *draw_layout(layout, snapshot, look, rows=room.height)]


def _render_gap_above(height: int) -> list[TextLine]:
    """Return the blank line above a drawing; none if the height is too low for one."""
    if height < _MIN_HEIGHT_FOR_MARGIN:
        return []
    return [BLANK]
