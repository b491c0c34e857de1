"""The first line of a screen and the last: title and rules, the step and its place, the counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    plain,
    sentence,
)
from treeexplorer.terminal.view import View
from treeexplorer.text import width as text_width

_MIN_TITLE_WIDTH: Final = 8
_BLANKS_AROUND_TITLE: Final = 2
"""The blanks before a title and behind it."""
_GAP_BEHIND_RULE: Final = 2
"""The blanks behind each rule."""
_GAP_BEFORE_RULES: Final = 2
"""More blanks before the rules, for which usual ones are left out."""


def heading(view: View, width: int, mode: str = "") -> TextLine:
    """Render the first line of a screen: title, mode as a badge, and at the right the rules.

    For example ``tree   PRACTISE                alpha-beta  cut when α ≥ β``.

    Args:
        view: The search that is shown.
        width: The width of the line. Usual rules give way to the title, which is then shortened if
            it is still too long; its number and its state, such as ``(edited)``, stay.
        mode: What the screen is for; empty for no badge.
    """
    state = _format_state(view)
    title = view.title + state
    width_beside_badge = width - _BLANKS_AROUND_TITLE - length(_render_badge(mode))

    # First the rules give way to the title: usual ones are left out.
    width_for_rules = width_beside_badge - text_width(title) - _GAP_BEFORE_RULES
    rules = render_conventions(_choose_visible_conventions(view, width_for_rules))

    # Then the title gives way to the rules that are left: unusual ones stay even without room.
    width_for_title = width_beside_badge - length(rules) - text_width(state)
    if text_width(view.title) > width_for_title:
        short_title = fitted(line(view.title), max(_MIN_TITLE_WIDTH, width_for_title))
        title = plain(short_title).rstrip() + state
    return render_title_with_badge(title, mode, rules, width)


def render_conventions(rules: Iterable[Phrase]) -> TextLine:
    """Render rules of a search with a gap behind each: ``alpha-beta  cut when α ≥ β  ``.

    α and β have their colours.
    """
    pieces: list[StyledText] = []
    for rule in rules:
        pieces += [*sentence(rule, "quiet"), (" " * _GAP_BEHIND_RULE, "")]
    return tuple(pieces)


def _format_state(view: View) -> str:
    """Format what stands behind a title, the number of the tree and its state: ``  2/5 (edited)``.

    It is empty for the only tree of a file that is as it was opened.
    """
    number = ""
    if len(view.exercises) > 1:
        number = f"  {view.index + 1}/{len(view.exercises)}"
    if view.is_outdated:
        return f"{number} (changed on the disk)"
    if view.has_edits:
        return f"{number} (edited)"
    return number


def _choose_visible_conventions(view: View, width: int) -> list[Phrase]:
    """Choose which rules of a search are shown: unusual ones, and usual ones as long as they fit.

    Usual rules are those that a search has if nobody chooses any, such as fail-soft; the first of
    them is dropped first. One rule stays in any case.
    """
    visible = conventions(view.rules)
    # A list of its own, since `visible` gets shorter in the loop.
    usual = [convention for convention in visible if convention in conventions(Rules())]
    for convention in usual:
        visible_width = sum(len(str(rule)) + _GAP_BEHIND_RULE for rule in visible)
        if visible_width <= width or len(visible) == 1:
            break
        visible.remove(convention)
    return visible


def render_title_with_badge(title: str, mode: str, right: TextLine, width: int) -> TextLine:
    """Render a line with a title and a badge at the left, and something at the right.

    For example ``tree   PRACTISE                alpha-beta  cut when α ≥ β``.

    Args:
        title: The title, which is not shortened here.
        mode: What the badge says; empty for no badge.
        right: What stands at the right. It is left out whole if it does not fit beside the rest.
        width: The width of the line.
    """
    left = (*line((f" {title}", "bold strong")), *_render_badge(mode))
    if length(left) + length(right) >= width:
        return beside(left, BLANK, width)
    return beside(left, right, width)


def _render_badge(mode: str) -> TextLine:
    """Render a mode, such as PRACTISE, as a badge with a gap before it; blank without a mode."""
    if not mode:
        return BLANK
    return line("  ", (f" {mode} ", "bold ground on min"))


def counter(view: View) -> TextLine:
    """Render the number of the step and of all steps: `` step 13/15``.

    One of these::

         step 13/15          the search has ended
         step 13/15+         it goes on
         step 13             cut-offs are asked about: the number of all steps would tell too much
         step 13/15 (look)   the user looks at a node, at a step where the search does not stand
    """
    if view.asks:
        all_steps = ""
    elif view.record.complete:
        all_steps = f"/{view.steps}"
    else:
        all_steps = f"/{view.steps}+"
    look = " (look)" if view.is_look else ""
    return line(
        (" step ", "quiet"),
        (str(view.step), "bold strong"),
        (all_steps, "quiet"),
        (look, "bold news_text"),
    )


_MIN_HEIGHT_FOR_VALUES: Final = 18
_MAX_LEAVES_FOR_VALUES: Final = 24

_STYLE_BY_COUNT: Final = {"read": "bold decided", "pruned": "bold pruned", "to come": "quiet"}


def counts(view: View, width: int) -> TextLine:
    """Render how many leaves are read and cut-offs made: ``4 leaves read · 1 cut-off``.

    The text is as wide as its longest form, so that it does not move from step to step. Without
    room for that it is ``4 read``, or blank.
    """
    for count in (_format_leaves_and_cut_offs(view), _format_leaves_alone(view)):
        steady_width = len(count.longest_text)
        if steady_width <= width:
            return line((count.text.rjust(steady_width), "quiet"))
    return BLANK


class _FormattedCount(NamedTuple):
    """A text with a count at a step, and the longest text that it becomes at any step."""

    text: str
    longest_text: str


def _format_leaves_and_cut_offs(view: View) -> _FormattedCount:
    """Format ``4 leaves read · 1 cut-off``.

    A search without windows has no cut-offs: ``4 leaves read``. One with a depth limit reads
    estimates, too, which are not called leaves: ``4 read``.
    """
    read_count = view.snapshot.read
    if view.record.has_horizon:
        leaves = grouped(read_count)
    else:
        leaves = counted(read_count, "leaf", "leaves")
    text = f"{leaves} read "
    longest_count = _format_longest_count(view)
    longest_text = f"{longest_count} leaves read "
    if not view.has_windows:
        return _FormattedCount(text, longest_text)

    cut_offs = counted(view.snapshot.cutoffs, "cut-off", "cut-offs")
    return _FormattedCount(
        text=f"{text}· {cut_offs} ",
        longest_text=f"{longest_text}· {longest_count} cut-offs ",
    )


def _format_leaves_alone(view: View) -> _FormattedCount:
    """Format ``4 read``."""
    return _FormattedCount(
        text=f"{grouped(view.snapshot.read)} read ",
        longest_text=f"{_format_longest_count(view)} read ",
    )


def _format_longest_count(view: View) -> str:
    """Format the number of all leaves: no count of some of them has more digits."""
    return grouped(view.record.ends)


def counts_width(view: View) -> int:
    """Return the cells that the counts beside the whole tree take at any step."""
    return len(f" {grouped(view.record.ends)} to come")


def render_leaf_counts(view: View, rows: int) -> list[TextLine]:
    """Render the counts of leaves that stand beside the small drawing of the whole tree.

    For example, where the second line is left out in a search without windows::

         4 read
         2 pruned
         3 to come

    Args:
        view: The search and the step that is shown.
        rows: How many lines the drawing has.

    Returns:
        Exactly ``rows`` lines: the last ones are blank, or the last counts are left out.
    """
    snapshot = view.snapshot
    count_by_name = {"read": snapshot.read}
    if view.has_windows:
        count_by_name["pruned"] = snapshot.pruned
    count_by_name["to come"] = snapshot.to_come

    digits = len(_format_longest_count(view))
    lines: list[TextLine] = [
        line(" ", (grouped(count).rjust(digits), _STYLE_BY_COUNT[name]), (f" {name}", "quiet"))
        for name, count in count_by_name.items()
    ]
    blank_lines = [BLANK] * rows
    return [*lines, *blank_lines][:rows]


def _format_value_read(record: Record, node: int) -> str:
    """Format what is read at a leaf, ``8``, or at an estimate, ``~8``, as its card shows it."""
    value = record.leaf_value(node)
    if value is None:
        return record.tree.labels.text(node)
    if record.tree.is_leaf(node):
        return shown(value)
    return f"~{shown(value)}"


def render_leaf_values(view: View, width: int, height: int) -> TextLine:
    """Render a line with the values of the leaves that were read, in order, and that are pruned.

    For example `` READ 3 12 8 2   PRUNED 4 6``. Before the first step these are the leaves that are
    to be read.

    Args:
        view: The search and the step that is shown.
        width: The width of the line.
        height: The lines of the whole screen. The line is blank on a low screen, or if the tree has
            too many leaves.
    """
    if height < _MIN_HEIGHT_FOR_VALUES or view.record.ends > _MAX_LEAVES_FOR_VALUES:
        return BLANK
    if view.step == 0:
        return fitted(_render_leaves_to_read(view.record), width)

    read_values = _collect_read_values(view)
    if read_values:
        parts = [(" READ ", "bold quiet"), (" ".join(read_values), "decided")]
    else:
        parts = [(" READ ", "bold quiet"), ("nothing yet", "ghost")]
    pruned_values = _collect_pruned_values(view)
    if pruned_values:
        parts += [("   PRUNED ", "bold quiet"), (" ".join(pruned_values), "pruned")]
    return fitted(line(*parts), width)


def _collect_read_values(view: View) -> list[str]:
    """Collect the values of the leaves that the search has read, and then of those by the user."""
    by_search = [node for step, node, _ in view.record.readings() if step <= view.step]
    by_user = [leaf for leaf in _collect_skipped_leaves(view) if _is_read_by_user(view, leaf)]
    return [_format_value_read(view.record, leaf) for leaf in (*by_search, *by_user)]


def _collect_pruned_values(view: View) -> list[str]:
    """Collect the values of the pruned leaves, and ``…`` for each pruned branch not drawn."""
    skipped_leaves = _collect_skipped_leaves(view)
    pruned_leaves = [leaf for leaf in skipped_leaves if not _is_read_by_user(view, leaf)]
    values = [_format_value_read(view.record, leaf) for leaf in pruned_leaves]
    undrawn_statuses = [view.snapshot.view(node).elided for node in view.tree.elided]
    return values + ["…"] * undrawn_statuses.count(Status.SKIPPED)


def _collect_skipped_leaves(view: View) -> list[int]:
    """Collect the leaves, and the estimates, that are pruned at the step that is shown."""
    leaves = filter(view.record.is_evaluated, range(len(view.tree)))
    return [leaf for leaf in leaves if view.snapshot.status(leaf) is Status.SKIPPED]


def _is_read_by_user(view: View, leaf: int) -> bool:
    """Return whether a pruned leaf is read because the user gives a leaf another value."""
    return view.look.trial is not None and leaf in view.look.trial.read


def _render_leaves_to_read(record: Record) -> TextLine:
    """Render how many leaves there are, and their values in the order of a full search.

    For example `` 4 LEAVES TO READ  1 5 6 8``. With a depth limit some values are estimates, not
    leaves, so that the line counts ``VALUES``.
    """
    if record.has_horizon:
        noun = "VALUES"
    elif record.ends == 1:
        noun = "LEAF"
    else:
        noun = "LEAVES"
    leaves = filter(record.is_evaluated, range(len(record.tree)))
    leaves_in_search_order = sorted(leaves, key=record.rank_of_node.__getitem__)
    values = [_format_value_read(record, leaf) for leaf in leaves_in_search_order]
    return line(
        (f" {record.ends} {noun} TO READ  ", "bold quiet"),
        (" ".join(values), "text"),
    )


class TrackRoom(NamedTuple):
    """Where the line of a track stands: the column at which it begins, and its cells."""

    start: int
    width: int


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

    def room(self, width: int) -> TrackRoom:
        """Return where the line stands in a row of a given width, between what is beside it."""
        start = length(self.before)
        room = max(0, width - start - length(self.after))
        if self.most:
            room = min(room, self.most)
        return TrackRoom(start, room)

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


def render_track(track: Track, width: int) -> TextLine:
    """Render a track as one line: ● at its present place, ╳ at its marks, red where both meet.

    For example `` step 13/15   ━━━━━━━━━━━━━━━━╳─────   4 of 4 read``.

    Args:
        track: The line of steps, with the present step, the marked ones, and the texts beside it.
        width: The width of the whole line.
    """
    room = track.room(width)
    if room.width < 1:  # there is only room for the texts beside it
        return fitted((*track.before, *track.after), width)

    present_column = track.column(track.at, room.width)
    marked_columns = {track.column(mark, room.width) for mark in track.marks}
    signs = []
    for column in range(room.width):
        is_marked = column in marked_columns
        signs.append(_choose_sign(column, present_column, is_marked=is_marked))

    # A track of limited width leaves a gap before the text behind it.
    gap_width = max(0, width - room.start - room.width - length(track.after))
    return line(*track.before, *merged(signs), " " * gap_width, *track.after)


def _choose_sign(column: int, present_column: int, *, is_marked: bool) -> StyledText:
    """Choose the sign of a track at a column: before the present one, at it, or behind it."""
    if column == present_column:
        return ("╳", "bold on_cut on cut_surface") if is_marked else ("●", "bold strong")
    if column < present_column:
        return ("╳", "cut") if is_marked else ("━", "quiet")
    return ("╳", "quiet") if is_marked else ("─", "ghost")
