"""The first line of a screen and the last: title and rules, the step and its place, the counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from treeexplorer.engine import Record, Status
from treeexplorer.explain.rules_in_words import conventions
from treeexplorer.explain.sentence import Phrase
from treeexplorer.numbers import counted, grouped, shown
from treeexplorer.rules import Rules
from treeexplorer.terminal.lines import (
    BLANK,
    StyledText,
    TextLine,
    beside,
    fitted,
    length,
    line,
    merged,
    sentence,
)
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten
from treeexplorer.text import width as text_width

_SHORTEST_TITLE: Final = 8
_AROUND_TITLE: Final = 2
"""The blanks before a title and behind it."""
_BEHIND_RULE: Final = 2
"""The blanks behind each rule."""
_MORE_BEFORE_RULES: Final = 2
"""More blanks before the rules, for which usual ones are left out."""


def heading(view: View, width: int, mode: str = "") -> TextLine:
    """Return the first line of a screen: title, mode as a badge, and at the right the rules.

    For example ``tree   PRACTISE                alpha-beta  cut when α ≥ β``.

    Args:
        view: What is looked at.
        width: The cells of the line. Usual rules give way to the title, which is then shortened if
            it is still too long.
        mode: What the screen is for; empty for no badge.
    """
    title = _title(view)
    room_beside_badge = width - _AROUND_TITLE - length(_badge(mode))

    room_for_rules = room_beside_badge - text_width(title) - _MORE_BEFORE_RULES
    rules: list[StyledText] = []
    for convention in _conventions_with_room(view, room_for_rules):
        rules += [*sentence(convention, "quiet"), (" " * _BEHIND_RULE, "")]

    # Unusual rules stay even without room, so that the title may have to be shortened.
    room_for_title = room_beside_badge - length(rules)
    shortened_title = shorten(title, max(_SHORTEST_TITLE, room_for_title))
    return badged(shortened_title, mode, rules, width)


def _title(view: View) -> str:
    """Return a view's title with the number of the tree, and whether the text has changed."""
    title = view.title
    if len(view.exercises) > 1:
        title = f"{title}  {view.index + 1}/{len(view.exercises)}"
    if view.is_outdated:
        return f"{title} (changed on the disk)"
    return f"{title} (edited)" if view.has_edits else title


def _conventions_with_room(view: View, width: int) -> list[Phrase]:
    """Return the rules of a search that are shown, without usual ones that have no room.

    The first of the usual ones gives way first. Unusual ones stay, and one rule at least.

    Args:
        view: What is looked at.
        width: The cells for all of them, with two blanks behind each.
    """
    shown = conventions(view.rules)
    # Those that a search has if nobody chooses anything, such as fail-soft. This list is its own,
    # since `shown` gets shorter in the loop.
    usual = [convention for convention in shown if convention in conventions(Rules())]
    for convention in usual:
        has_room = sum(len(str(each)) + _BEHIND_RULE for each in shown) <= width
        if has_room or len(shown) == 1:
            break
        shown.remove(convention)
    return shown


def badged(title: str, mode: str, right: TextLine, width: int) -> TextLine:
    """Return a line with a title and a badge at the left, and something at the right.

    For example ``tree   PRACTISE                alpha-beta  cut when α ≥ β``.

    Args:
        title: The title, which is not shortened here.
        mode: What the badge says; empty for no badge.
        right: What stands at the right. It is left out whole if it does not fit beside the rest.
        width: The cells of the line.
    """
    left = (*line((f" {title}", "bold strong")), *_badge(mode))
    if length(left) + length(right) >= width:
        right = BLANK
    return beside(left, right, width)


def _badge(mode: str) -> TextLine:
    """Return a mode as a badge with a gap before it; nothing without a mode."""
    if not mode:
        return BLANK
    return line("  ", (f" {mode} ", "bold ground on min"))


def counter(view: View) -> TextLine:
    """Return the number of the step and of all steps: `` step 13/15``.

    The forms that it has::

         step 13/15          the search has ended
         step 13/15+         it goes on
         step 13             cut-offs are asked about: the number of all steps would tell too much
         step 13/15 (look)   the user looks at a node, at a step where the search does not stand

    Args:
        view: What is looked at.
    """
    of_steps = f"/{view.steps}" if view.record.complete else f"/{view.steps}+"
    if view.asks:
        of_steps = ""
    look = " (look)" if view.is_look else ""
    return line(
        (" step ", "quiet"),
        (str(view.step), "bold strong"),
        (of_steps, "quiet"),
        (look, "bold news_text"),
    )


_LEAST_HEIGHT: Final = 18
_MOST_LEAVES: Final = 24

_STYLES: Final = {"read": "bold decided", "pruned": "bold pruned", "to come": "quiet"}


def counts(view: View, width: int) -> TextLine:
    """Return how many leaves are read and cut-offs made: ``4 leaves read · 1 cut-off``.

    The text has the same width at all steps, that of its longest form. Where this has no room it
    is ``4 read``, or nothing.
    """
    for text, longest in (_leaves_and_cut_offs(view), _read_alone(view)):
        if len(longest) <= width:
            return line((text.rjust(len(longest)), "quiet"))
    return BLANK


def _leaves_and_cut_offs(view: View) -> tuple[str, str]:
    """Return the text ``4 leaves read · 1 cut-off ``, and the longest text that it can become.

    The second one says how much room to keep, so that the text has the same width at all steps.
    Without windows there are no cut-offs, and the text ends behind ``read``.

    Args:
        view: What is looked at.
    """
    read = view.snapshot.read
    leaves = counted(read, "leaf", "leaves")
    # A search with a depth limit reads estimates of inner nodes, too, which are not called leaves.
    if view.record.has_horizon:  # an estimate is no leaf
        leaves = grouped(read)
    longest_count = _longest_count(view)
    text = f"{leaves} read "
    longest = f"{longest_count} leaves read "
    if not view.has_windows:
        return text, longest
    cut_offs = counted(view.snapshot.cutoffs, "cut-off", "cut-offs")
    return f"{text}· {cut_offs} ", f"{longest}· {longest_count} cut-offs "


def _read_alone(view: View) -> tuple[str, str]:
    """Return ``4 read ``, and the longest text that it can become."""
    return f"{grouped(view.snapshot.read)} read ", f"{_longest_count(view)} read "


def _longest_count(view: View) -> str:
    """Return the number of all leaves, which has as many digits as any count of them."""
    return grouped(view.record.ends)


def counts_width(view: View) -> int:
    """Return the cells that the counts beside the whole tree take at any step."""
    return len(f" {grouped(view.record.ends)} to come")


def beside_strip(view: View, rows: int) -> list[TextLine]:
    """Return the counts of leaves that stand beside the small drawing of the whole tree.

    For example, where the second line is left out in a search without windows::

         4 read
         2 pruned
         3 to come

    Args:
        view: What is looked at.
        rows: How many lines the drawing has.

    Returns:
        As many lines as rows, the last ones blank; in a low drawing the last counts are left out.
    """
    # All counts are as wide as the largest one possible.
    digits = len(grouped(view.record.ends))
    snapshot = view.snapshot
    leaves = {"read": snapshot.read, "pruned": snapshot.pruned, "to come": snapshot.to_come}
    lines: list[TextLine] = [
        line(" ", (grouped(count).rjust(digits), _STYLES[name]), (f" {name}", "quiet"))
        for name, count in leaves.items()
        if view.has_windows or name != "pruned"
    ]
    return [*lines, *[BLANK] * rows][:rows]


def _number(record: Record, node: int) -> str:
    """Return what is read at a leaf, or at an estimate, as its card shows it."""
    value = record.leaf_value(node)
    if value is None:
        return record.tree.labels.text(node)
    return shown(value) if record.tree.is_leaf(node) else f"~{shown(value)}"


def read_line(view: View, width: int, height: int) -> TextLine:
    """Return a line with the values of the leaves that were read, in order, and that are pruned.

    For example `` READ 3 12 8 2   PRUNED 4 6``. Before the first step these are the leaves that are
    to be read.

    Args:
        view: What is looked at.
        width: The cells of the line.
        height: The lines of the whole screen. The line is blank on a low screen, or if the tree has
            too many leaves.
    """
    record = view.record
    if height < _LEAST_HEIGHT or record.ends > _MOST_LEAVES:
        return BLANK
    if not view.step:
        return fitted(_to_read(record), width)
    read = _values_read(view)
    pruned = _values_pruned(view)
    values = (" ".join(read), "decided") if read else ("nothing yet", "ghost")
    read_part = line((" READ ", "bold quiet"), values)
    if not pruned:
        return fitted(read_part, width)
    pruned_part = line(("   PRUNED ", "bold quiet"), (" ".join(pruned), "pruned"))
    return fitted((*read_part, *pruned_part), width)


def _values_read(view: View) -> list[str]:
    """Return the values of the leaves that the search has read, and then of those by the user."""
    by_search = [node for step, node, _ in view.record.readings() if step <= view.step]
    by_user = [leaf for leaf in _skipped_leaves(view) if _is_read_by_user(view, leaf)]
    return [_number(view.record, leaf) for leaf in (*by_search, *by_user)]


def _values_pruned(view: View) -> list[str]:
    """Return the values of the pruned leaves, and ``…`` for each pruned branch not drawn."""
    skipped = _skipped_leaves(view)
    values = [_number(view.record, leaf) for leaf in skipped if not _is_read_by_user(view, leaf)]
    undrawn_children = [view.snapshot.view(node).elided for node in view.tree.elided]
    return values + ["…"] * undrawn_children.count(Status.SKIPPED)


def _skipped_leaves(view: View) -> list[int]:
    """Return the leaves, and the estimates, that are pruned at the step that is shown."""
    leaves = filter(view.record.is_evaluated, range(len(view.tree)))
    return [leaf for leaf in leaves if view.snapshot.status(leaf) is Status.SKIPPED]


def _is_read_by_user(view: View, leaf: int) -> bool:
    """Tell whether a pruned leaf is read because the user gives a leaf another value."""
    return view.look.trial is not None and leaf in view.look.trial.read


def _to_read(record: Record) -> TextLine:
    """Return how many leaves there are, and their values in the order of a full search.

    For example `` 4 LEAVES TO READ  1 5 6 8``. With a depth limit some values are estimates, not
    leaves, so that the line counts ``VALUES``.
    """
    leaves = filter(record.is_evaluated, range(len(record.tree)))
    # The place of each node in a search that prunes nothing.
    in_order = sorted(leaves, key=record.rank_of_node.__getitem__)
    noun = "VALUES"
    if not record.has_horizon:
        noun = "LEAF" if record.ends == 1 else "LEAVES"
    return line(
        (f" {record.ends} {noun} TO READ  ", "bold quiet"),
        (" ".join(_number(record, node) for node in in_order), "text"),
    )


class Track(NamedTuple):
    """One line of a slider: a place among others, with marks, and what stands beside the line.

    Attributes:
        at: The place that is marked as the present one.
        low: The place at the left end.
        high: The place at the right end.
        marks: Places with a mark, ascending.
        before: What stands at the left of the line.
        after: What stands at its right.
        most: The cells of the line at most; 0 for all that are left.
    """

    at: int
    low: int
    high: int
    marks: Sequence[int] = ()
    before: TextLine = BLANK
    after: TextLine = BLANK
    most: int = 0

    def room(self, width: int) -> tuple[int, int]:
        """Return the column at which the track begins, and its cells."""
        start = length(self.before)
        room = max(0, width - start - length(self.after))
        if self.most:
            room = min(room, self.most)
        return start, room

    def column(self, place: int, room: int) -> int:
        """Return the cell at which a place is, on a line of so many cells.

        Example:
            >>> track = Track(at=3, low=0, high=10)
            >>> track.column(0, 21), track.column(3, 21), track.column(10, 21)
            (0, 6, 20)
        """
        if room < 2 or self.high <= self.low or place <= self.low:
            return 0
        if place >= self.high:
            return room - 1
        span = self.high - self.low
        return (2 * (place - self.low) * (room - 1) + span) // (2 * span)  # rounded half up

    def place(self, column: int, room: int) -> int:
        """Return the place that is nearest to a cell, on a line of so many cells.

        Example:
            >>> Track(at=3, low=0, high=10).place(6, 21)
            3
        """
        column = max(0, min(column, room - 1))
        return self.low + round((self.high - self.low) * column / max(1, room - 1))


def track_line(track: Track, width: int) -> TextLine:
    """Return a track as one line: ●, or ╳ on red, at its place, and ╳ at the other marks.

    For example `` step 13/15   ━━━━━━━━━━━━━━━━╳─────   4 of 4 read``.

    Args:
        track: The line of steps, with the present step, the marked ones, and the texts beside it.
        width: The cells of the whole line.
    """
    start_of_track, cells_of_track = track.room(width)
    is_room_for_texts_alone = cells_of_track < 1
    if is_room_for_texts_alone:
        return fitted((*track.before, *track.after), width)
    present = track.column(track.at, cells_of_track)
    marked = {track.column(mark, cells_of_track) for mark in track.marks}
    columns = range(cells_of_track)
    signs = [_sign(column, present, is_marked=column in marked) for column in columns]
    # A track that is limited, by track.most, leaves a gap before the text behind it.
    end_of_track = start_of_track + cells_of_track
    gap_width = max(0, width - end_of_track - length(track.after))
    return line(*track.before, *merged(signs), " " * gap_width, *track.after)


def _sign(column: int, present: int, *, is_marked: bool) -> StyledText:
    """Return the sign of a track at a column: before the present one, at it, or behind it."""
    if column == present:
        return ("╳", "bold on_cut on cut_surface") if is_marked else ("●", "bold strong")
    if column < present:
        return ("╳", "cut") if is_marked else ("━", "quiet")
    return ("╳", "quiet") if is_marked else ("─", "ghost")
