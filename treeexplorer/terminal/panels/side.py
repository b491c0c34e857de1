"""The side: what stands beside the drawing, as much as there is room for, or one card of it.

A card holds the lines of the listing that the step executes, or the trace, or the file's notes,
or how the screen is read; that stands there, too, before anything is visited.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from treeexplorer.engine import Step, StepKind
from treeexplorer.engine.algorithms import listing
from treeexplorer.engine.listings import Listing, executed
from treeexplorer.explain.sentence import Node
from treeexplorer.explain.snapshot import Bound, NodeView, NumberChange, Snapshot
from treeexplorer.judging.facts import CutTest
from treeexplorer.numbers import shown
from treeexplorer.rules import BUILT_IN, title_of
from treeexplorer.terminal.lines import (
    BLANK,
    StyledText,
    TextLine,
    beside,
    fitted,
    indented,
    length,
    line,
    player_colour,
    sentence,
    spelt,
    wrapped,
)
from treeexplorer.terminal.panels.banner import render_first_keys
from treeexplorer.terminal.panels.choice import choice
from treeexplorer.terminal.panels.funnel import format_number_or_blank, funnel
from treeexplorer.terminal.panels.legend import legend
from treeexplorer.terminal.view import View
from treeexplorer.tree import GameTree

CARDS: Final = ("", "listing", "trace", "notes", "legend")
_MARGIN_WIDTH: Final = 3
"""The cells left free: two at the left of a line, one at its right."""
_MIN_HEIGHT_FOR_BOTTOM_MARGIN: Final = 25
"""The height from which on a line is left free at the bottom, as one is at the top."""
_MAX_FACTS: Final = 5
_TWO_BLANK_LINES: Final = (BLANK, BLANK)
"""What stands between two parts of the side."""
_MIN_TRACE_HEIGHT: Final = 6
_MIN_FUNNEL_HEIGHT: Final = 4
_MAX_CHANGES_HEIGHT: Final = 6
_MIN_CHANGES_HEIGHT: Final = 2
_BLANKS_AROUND_RESULT: Final = 2
"""The blanks before and behind the result of a line of the listing."""
_COLOUR_BY_NAME: Final = {"v": "strong", "α": "max", "β": "min"}
"""The colours of the numbers that a step changes."""
_TEST_MARK: Final = "test"
"""The mark of a line of the listing that tests for a cut-off."""


def side(view: View, width: int, height: int, *, marks: bool = False) -> list[TextLine]:
    """Return the lines of the side, with free cells around them.

    With ``marks``, signs say in it what colours would.
    """
    lines_left_free = 1
    if height >= _MIN_HEIGHT_FOR_BOTTOM_MARGIN:
        lines_left_free = 2
    rows = max(0, height - lines_left_free)
    lines = _render_card(view, max(1, width - _MARGIN_WIDTH), rows, marks=marks)
    return [BLANK, *map(indented, lines[:rows])][:height]


def _render_card(view: View, width: int, height: int, *, marks: bool) -> list[TextLine]:
    """Render the card that the user chose; without one, as much about this step as has room.

    Before the first step, when there is nothing to tell yet, the legend stands in its place. There
    may be more than ``height`` lines; the caller drops those.
    """
    if view.card == "legend":
        return _render_legend_and_board(view, width, height, marks=marks)
    if view.card == "trace":
        return render_trace(view, width, height)
    if view.card == "notes":
        return _render_facts_and_notes(view, width, height)
    if view.card == "listing":
        return _render_listing_card(view, width, height)

    has_begun = view.step > 0
    if has_begun:
        return _render_step_details(view, width, height)
    return _render_legend_and_board(view, width, height, marks=marks)


def _render_facts_and_notes(view: View, width: int, height: int) -> list[TextLine]:
    """Return what is known of the node that is looked at, and what the file says of its tree."""
    top = [*render_facts(view, _MAX_FACTS), BLANK]
    return [*top, *render_notes(view, width, height - len(top))]


def _render_listing_card(view: View, width: int, height: int) -> list[TextLine]:
    """Return the listing below its heading; before the first step the keys to begin with."""
    top: list[TextLine] = [line(("LISTING", "bold quiet")), BLANK]
    if not view.step:
        return [*top, *wrapped(render_first_keys(view), width)]
    return [*top, *render_pseudocode(view, width, height - len(top))]


def _render_step_details(view: View, width: int, height: int) -> list[TextLine]:
    """Render what belongs to this step: the windows, the pseudocode, and a table of the last steps.

    What has no room below the windows is left out. The step's test, such as ``8 ≥ 6 TRUE``, is
    shown once: in the pseudocode, or below the windows if there is no pseudocode.
    """
    windows = _render_top(view, width, height, with_test=False)
    room_for_listing = height - len(windows) - len(_TWO_BLANK_LINES)
    listing_height = _choose_listing_height(view, room_for_listing)
    if listing_height > 0:
        listing_lines = render_pseudocode(view, width, listing_height)
        lines = [*windows, *_TWO_BLANK_LINES, *listing_lines]
    else:
        lines = _render_top(view, width, height, with_test=True)

    room_for_trace = height - len(lines) - len(_TWO_BLANK_LINES)
    if room_for_trace >= _MIN_TRACE_HEIGHT:
        lines += [*_TWO_BLANK_LINES, *render_trace(view, width, room_for_trace)]
    return lines


def _choose_listing_height(view: View, available_height: int) -> int:
    """Choose how many lines of the pseudocode to show; 0 if it has no room.

    The table of the last steps below it comes before the whole pseudocode: if only one of them
    fits, the pseudocode shrinks to the part for the player who is to move.
    """
    # While the user is asked, the pseudocode would give away what the search does next.
    if view.question is not None:
        return 0

    heights = _count_listing_lines(view)
    height_above_table = available_height - len(_TWO_BLANK_LINES) - _MIN_TRACE_HEIGHT
    height_without_table = available_height
    for room in (height_above_table, height_without_table):
        if heights.whole <= room:
            return heights.whole
        if heights.of_player <= room:
            return heights.of_player
    return 0


def _render_legend_and_board(view: View, width: int, height: int, *, marks: bool) -> list[TextLine]:
    """Render how the screen is read; below it the board of a game, if it has room as a whole."""
    legend_lines = legend(view, width, height, marks=marks)
    board = render_board(view, height)
    if board and len(legend_lines) + len(board) < height:
        return [*legend_lines, BLANK, *board]
    return legend_lines


def _render_top(view: View, width: int, height: int, *, with_test: bool) -> list[TextLine]:
    """Render the two offers of a cut-off, or at any other step the windows and what changed.

    Below that stands the board of a game, if it has room as a whole. ``with_test`` adds the step's
    test, such as ``8 ≥ 6 TRUE``, below the changes.
    """
    # Empty if the step is no cut-off, or the side too narrow for the two offers.
    lines = choice(view.snapshot, width, height)
    if not lines:
        lines = _render_funnel_and_changes(view, width, height, with_test=with_test)

    board = render_board(view, height)
    if board and len(lines) + len(board) < height:
        return [*lines, BLANK, *board]
    return lines


def _render_funnel_and_changes(
    view: View, width: int, height: int, *, with_test: bool
) -> list[TextLine]:
    """Render the open nodes' windows as bars, and below them how this step changed v, α and β.

    The bars have what the changes leave them, but four lines at least; then the changes share
    lines in the rest. One line between them is blank. For example, of changes that need 5 lines::

        room    bars                            changes
        12      at most 12 - 1 - 5 = 6 lines    5 lines
         8      at most 4 lines                 at most 8 - 1 - 4 = 3 lines

    In a very low room the blank line and the last changes are left out.
    """
    whole_changes = render_changes_and_test(view, width, _MAX_CHANGES_HEIGHT, with_test=with_test)
    if not whole_changes:
        return funnel(view, width, max(_MIN_FUNNEL_HEIGHT, height))[: max(0, height)]

    height_for_both = height - 1  # without the blank line between them
    bars_height = max(_MIN_FUNNEL_HEIGHT, height_for_both - len(whole_changes))
    bars = funnel(view, width, bars_height)
    changes_height = max(_MIN_CHANGES_HEIGHT, height_for_both - len(bars))
    changes = render_changes_and_test(view, width, changes_height, with_test=with_test)

    has_room_for_blank_line = len(bars) + len(changes) < height
    gap = [BLANK] if has_room_for_blank_line else []
    return [*bars, *gap, *changes][: max(0, height)]


def render_changes_and_test(
    view: View, width: int, height: int, *, with_test: bool = True
) -> list[TextLine]:
    """Render how the step changed v, α and β, and below that the test for a cut-off.

    For example::

        v   −∞ → 8
        α   −∞ → 8
        β   6 from ▽a

        if α ≥ β: break           8 ≥ 6    TRUE

    Args:
        view: The search and the step that is shown.
        width: The width of a line.
        height: The most lines; changes share lines where they must, and the first ones are dropped
            if that is not enough.
        with_test: Whether the test is shown, if the step makes one.
    """
    changes = render_changes(view.snapshot)
    test = view.snapshot.test
    if test is None or not with_test:
        return _take_last_lines(_pack_into_lines(changes, width, height), height)

    # Two lines are kept for the test and the blank line above it.
    lines = _pack_into_lines(changes, width, height - 2)
    if len(lines) + 2 <= height:
        lines = [*lines, BLANK]
    return _take_last_lines([*lines, _render_test(test, width)], height)


def _take_last_lines(lines: list[TextLine], count: int) -> list[TextLine]:
    """Return the last ``count`` lines, or fewer if there are not so many; none if it is below 1."""
    if count < 1:
        return []
    return lines[-count:]


def _render_test(test: CutTest, width: int) -> TextLine:
    """Render a cut-off test: ``if α ≥ β: break   8 ≥ 6   TRUE``; if narrow, ``8 ≥ 6   TRUE``."""
    condition = line("if ", ("α", "bold max"), f" {test.sign} ", ("β", "bold min"), ": break")
    result = _format_test_result(test)
    if length(condition) + length(result) >= width:
        return result
    return beside(condition, result, width)


def _format_test_result(test: CutTest) -> TextLine:
    """Format a test for a cut-off with its numbers and its outcome: ``8 ≥ 6    TRUE``.

    The outcome is red if the test cuts something off. A test may also hold where no children are
    left to skip; then its colour is quiet.
    """
    cuts_something_off = test.holds and test.skips
    outcome_style = "bold on_cut on cut_surface" if cuts_something_off else "bold ground on quiet"
    return line(
        (shown(test.left), "bold max"),
        f" {test.sign} ",
        (shown(test.right), "bold min"),
        "   ",
        (f" {str(test.holds).upper()} ", outcome_style),
    )


def _pack_into_lines(texts: list[TextLine], width: int, height: int) -> list[TextLine]:
    """Put each text on a line of its own or, if there are too few lines, several on each.

    Texts that share a line stand four cells apart::

        v   −∞ → 8    α   −∞ → 8
        β   6 from ▽a

    If they do not fit into ``height`` lines even so, there are more lines.
    """
    if len(texts) <= height:
        return texts

    lines: list[TextLine] = []
    for text in texts:
        if lines and length(lines[-1]) + 4 + length(text) <= width:
            lines[-1] = (*lines[-1], ("    ", ""), *text)
        else:
            lines.append(text)
    return lines


def render_changes(snapshot: Snapshot) -> list[TextLine]:
    """Render a line for each of v, α and β that a step changes or tests against.

    For example ``v   −∞ → 8``, ``α   3 stays`` and ``β   6 from ▽A``, in this order.
    """
    line_by_name = {change.name: _format_change(change) for change in snapshot.changes}

    # v is tested against the bound that the player at this node cannot change, so both are shown.
    bound = snapshot.opponents_bound
    if bound is not None and bound.name not in line_by_name and "v" in line_by_name:
        line_by_name[bound.name] = _format_bound(snapshot.record.tree, bound)

    return [line_by_name[name] for name in ("v", "α", "β") if name in line_by_name]


def _format_change(change: NumberChange) -> TextLine:
    """Format a number (v, α or β) that a step may have changed, with its earlier value.

    One of these::

        v   −∞ → 8       it has changed
        v   8 stays      it is the same as before
        v   8            it had no value before
    """
    style = f"bold {_COLOUR_BY_NAME[change.name]}"
    name = (f"{change.name}   ", style)
    new_value = shown(change.after)
    if change.before is None:
        return line(name, (new_value, style))

    old_value = shown(change.before)
    if old_value == new_value:
        return line(name, (new_value, style), (" stays", "quiet"))
    return line(name, (f"{old_value} → ", "quiet"), (new_value, style))


def _format_bound(tree: GameTree, bound: Bound) -> TextLine:
    """Format a bound (α or β) and the node that it comes from: ``β   6 from ▽A``."""
    number = (f"{bound.name}   {shown(bound.value)}", f"bold {_COLOUR_BY_NAME[bound.name]}")
    if bound.holder is None:
        return line(number)
    return line(number, (" from ", "quiet"), *sentence(Node(tree, bound.holder.node), "quiet"))


def render_facts(view: View, height: int) -> list[TextLine]:
    """Render the player, the windows and the value of the node at the cursor, one on each line."""
    node = view.snapshot.view(view.cursor)
    lines = [_format_name_and_player(node)]
    for fact_name, value in _collect_windows_and_value(node).items():
        lines.append(line((f"{fact_name:<17}", "quiet"), *value))
    return lines[:height]


def _format_name_and_player(node: NodeView) -> TextLine:
    """Format a node's name and the player who moves there: ``▲ A   MAX``, or ``A   leaf``."""
    style = f"bold {player_colour(node.player)}"
    if node.player is None:
        return line((node.label, style), ("   leaf", "quiet"))
    player_name = node.player.value.upper()
    return line((f"{node.player.sign} {node.label}", style), (f"   {player_name}", "quiet"))


def _collect_windows_and_value(node: NodeView) -> dict[str, TextLine]:
    """Return a node's windows and its value as lines, by the name that stands before each."""
    facts = _collect_windows(node)
    if node.value:
        facts[_choose_value_label(node)] = line((node.value, "bold strong"))
    else:
        facts[_choose_value_label(node)] = line(("nothing yet", "quiet"))
    return facts


def _collect_windows(node: NodeView) -> dict[str, TextLine]:
    """Return a node's "window on entry" and "window now"; a leaf has only the first.

    Before the node is entered it has neither. Once it has returned, "window now" is a dash.
    """
    if node.entry is None:
        return {}
    windows = {"window on entry": sentence(node.entry)}
    if node.is_leaf:
        return windows

    if node.window is None:
        windows["window now"] = sentence("–")
    else:
        windows["window now"] = sentence(node.window)
    return windows


def _choose_value_label(node: NodeView) -> str:
    """Choose what to call a node's value: "so far" while it may change, "value" for a leaf."""
    may_still_change = node.sign in {"v", "mean"}
    if may_still_change:
        return "so far"
    if node.is_leaf:
        return "value"
    return "returned"


def render_notes(view: View, width: int, height: int) -> list[TextLine]:
    """Render what the file says about its tree, with a blank line between two texts."""
    lines: list[TextLine] = []
    for text in _collect_file_texts(view):
        if lines:
            lines.append(BLANK)
        lines += wrapped(sentence(text), width)
    return lines[:height]


def _collect_file_texts(view: View) -> list[str]:
    """Collect what the file says about the shown tree: source, notes, unknown leaves, and rules.

    Rules that have their default are left out, and so are the first window and the levels, which
    stand elsewhere. A rule looks like ``fail = fail-hard (from file)``.
    """
    texts: list[str] = []
    exercise = view.exercises[view.index]
    if exercise.directives.source:
        texts.append(exercise.directives.source)
    texts += exercise.directives.notes

    named_unknowns = sorted({name for name in exercise.tree.unknowns.values() if name})
    if named_unknowns:
        texts.append(f"Unknown leaves: {', '.join(named_unknowns)}.")

    for rule, origin in view.resolved.origins.items():
        if origin != BUILT_IN and rule not in {"window", "levels"}:
            value = title_of(rule, getattr(view.rules, rule))
            texts.append(f"{rule} = {value} (from {origin})")
    return texts


def render_board(view: View, height: int) -> list[TextLine]:
    """Render the board of the game at the node under the cursor, one line for each row.

    Returns:
        The rows from the top, ``height`` at most. Empty if the tree is not a game's. One sentence
        if the tree was edited, so that the node is no position of the game any more.
    """
    source = view.source
    if source is None or source.picture is None:
        return []
    try:
        rows = source.picture(view.tree, view.cursor)
    except ValueError:
        return [line(("No position of the game: the tree was changed.", "quiet"))]
    return [line((row, "text")) for row in rows][:height]


class _ListingHeights(NamedTuple):
    """How many lines the listing takes as a whole, and the part for the player who is to move."""

    whole: int
    of_player: int


def _count_listing_lines(view: View) -> _ListingHeights:
    """Count the lines of the listing, and of the part for the player who is to move."""
    read = _read_listing(view)
    lines_of_player = read.listing.find_lines_of_same_player(read.executed_numbers)
    return _ListingHeights(whole=len(read.listing.lines), of_player=len(lines_of_player))


def render_pseudocode(view: View, width: int, height: int) -> list[TextLine]:
    """Render the pseudocode of the search, with the lines highlighted that this step executes.

    If it is longer than ``height``, the part for the player who is to move is shown, or as much of
    that as fits.
    """
    if height < 1:
        return []
    read = _read_listing(view)
    is_cut = view.snapshot.cut is not None
    visible_numbers = _choose_visible_lines(
        read.listing, read.executed_numbers, height, is_cut=is_cut
    )
    lines: list[TextLine] = []
    for line_number in visible_numbers:
        if line_number in read.executed_numbers:
            lines.append(_render_executed_line(view.snapshot, read.listing, line_number, width))
        else:
            lines.append(_render_idle_line(read.listing.lines[line_number], width))
    return lines


def _render_idle_line(text: str, width: int) -> TextLine:
    """Render a line of pseudocode that this step does not execute: quiet, cut after a word."""
    return fitted(line((_cut_after_word(text, width), "quiet")), width)


def _choose_visible_lines(
    pseudocode: Listing, executed_numbers: Collection[int], height: int, *, is_cut: bool
) -> Sequence[int]:
    """Choose which lines of the pseudocode to show in a limited height.

    All lines if they fit, else those for the current player, else as many of these as fit around
    the executed lines. For example, of 20 lines the player to move has the lines 8 to 15, and the
    step executes 12 and 13: then 20 rows show 0 to 19, 8 rows show 8 to 15, and 4 rows 10 to 13.

    Args:
        pseudocode: All lines, with the part of each player.
        executed_numbers: The numbers of the lines that the step executes.
        height: The most lines.
        is_cut: Whether the step is a cut-off; then the line with its test is shown in any case.

    Returns:
        Line numbers from 0, ascending.
    """
    all_numbers = range(len(pseudocode.lines))
    if len(all_numbers) <= height:
        return all_numbers

    numbers_of_player = pseudocode.find_lines_of_same_player(executed_numbers)
    executed_of_player = [number for number in numbers_of_player if number in executed_numbers]
    if len(numbers_of_player) <= height or not executed_of_player:
        return numbers_of_player[:height]

    # A section of neighbouring lines: the indispensable one is in it, and, if that leaves room for
    # it, the last executed line is at its end.
    return _choose_section(
        numbers_of_player,
        height,
        required=_choose_indispensable_line(pseudocode, executed_of_player, is_cut=is_cut),
        preferred_end=executed_of_player[-1],
    )


def _choose_indispensable_line(
    pseudocode: Listing, executed_numbers: Sequence[int], *, is_cut: bool
) -> int:
    """Choose the executed line that must stay visible: at a cut-off its test, else the first."""
    if is_cut:
        for line_number in executed_numbers:
            if _TEST_MARK in pseudocode.marks[line_number]:
                return line_number
    return executed_numbers[0]


def _choose_section(
    lines: Sequence[int], height: int, required: int, preferred_end: int
) -> Sequence[int]:
    """Choose neighbouring lines that contain a required line and, if they can, end with another.

    If both is impossible, they begin with the required line, which is not behind the other::

        _choose_section(range(7), 3, required=4, preferred_end=5)    3, 4, 5
        _choose_section(range(7), 3, required=1, preferred_end=5)    1, 2, 3
    """
    start_for_end = max(0, lines.index(preferred_end) + 1 - height)
    start = min(start_for_end, lines.index(required))
    return lines[start : start + height]


class _LineResult(NamedTuple):
    """The result of an executed line of pseudocode, in two lengths.

    Attributes:
        full: A test with its numbers and its outcome, ``8 ≥ 6 TRUE``, or the new number, ``8``.
        short: The outcome of a test alone, ``TRUE``, or the new number.
    """

    full: TextLine
    short: TextLine


def _render_executed_line(
    snapshot: Snapshot, pseudocode: Listing, line_number: int, width: int
) -> TextLine:
    """Render a line of pseudocode that is executed: highlighted, with its result at the right.

    For example::

        α = max(α, v)                             8
        if α ≥ β: break                  8 ≥ 6 TRUE

    A test that cuts off is red. If there is too little room, the result is ``TRUE`` only; if that
    is not enough, the last words of the line are left out.
    """
    text = pseudocode.lines[line_number]
    marks = pseudocode.marks[line_number]
    line_result = _format_result(snapshot, marks)
    if len(text) + length(line_result.full) + _BLANKS_AROUND_RESULT <= width:
        result = line_result.full
    else:
        result = line_result.short

    is_test_that_cuts = _TEST_MARK in marks and snapshot.cut is not None
    if is_test_that_cuts:
        # On red the numbers lose their own colours.
        result_on_red = line(*((part, "bold on_cut") for part, _ in result))
        return _render_text_and_result((text, "bold on_cut"), result_on_red, width, "cut_surface")
    return _render_text_and_result((text, "bold strong"), result, width, "current")


def _render_text_and_result(
    styled_text: StyledText, result: TextLine, width: int, surface: str
) -> TextLine:
    """Render a highlighted line of pseudocode with its result at the right end.

    At least one cell stays free between them, and one behind the result; a text that is too long
    is cut after a word. ``surface`` is the colour of the background.
    """
    text, style = styled_text
    visible_text = _cut_after_word(text, width - length(result) - _BLANKS_AROUND_RESULT)
    gap_width = max(1, width - len(visible_text) - length(result) - 1)
    return fitted(line((visible_text, style), " " * gap_width, *result), width, surface)


class _ListingAtStep(NamedTuple):
    """The listing of a search, and the numbers of the lines that a step executes, from 0."""

    listing: Listing
    executed_numbers: frozenset[int]


def _read_listing(view: View) -> _ListingAtStep:
    """Return the listing of the search at the step that is shown."""
    pseudocode = listing(view.rules, chance=view.tree.has_chance)
    return _ListingAtStep(pseudocode, frozenset(executed(view.record, view.step, pseudocode)))


def _cut_after_word(text: str, width: int) -> str:
    """Shorten a text after a word if it is too wide: ``for each …`` for ``for each child:``."""
    if len(text) <= width:
        return text
    last_blank = text.rfind(" ", 0, width - 1)
    if last_blank < 0:
        return text
    return f"{text[:last_blank].rstrip()} …"


def _format_result(snapshot: Snapshot, marks: Collection[str]) -> _LineResult:
    """Format the result of an executed line of pseudocode: a test's outcome, or the number it sets.

    The marks say what the line does, and the snapshot with which numbers this step does it. For
    example the test compares 8 with 6, and ``v`` becomes 8::

        line of pseudocode    marks           full          short
        if α ≥ β: break       {"test"}        8 ≥ 6 TRUE    TRUE
        v = max(v, …)         {"v"}           8             8
        for each child:       (none)          (blank)       (blank)
    """
    test = snapshot.test
    if test is not None and _TEST_MARK in marks:
        outcome = str(test.holds).upper()  # TRUE or FALSE
        return _LineResult(full=line(f"{test.bare} {outcome}"), short=line(outcome))

    # A line may set several numbers, but has room for one: the first that the step changes.
    for change in snapshot.changes:
        if change.name in marks:
            new_value = line((shown(change.after), f"bold {_COLOUR_BY_NAME[change.name]}"))
            return _LineResult(full=new_value, short=new_value)
    return _LineResult(full=BLANK, short=BLANK)


_MIN_EVENT_WIDTH: Final = 8
"""The cells of the trace in which what happens is read."""
_CUT_SIGN: Final = " ╳ "
_TRACE_MARGIN: Final = 1  # at the end of a line
_WIDE_NUMBER_WIDTH: Final = 7
_MIN_WIDTH_FOR_WIDE_NUMBERS: Final = 36  # cells; in less the numbers stand closer together


class _TraceColumns(NamedTuple):
    """The columns of the trace.

    Attributes:
        event_width: The cells of what happens.
        number: The cells of a number, with the gap before it.
        letters: What stands above the numbers: v, α and β, or v, or nothing.
    """

    event_width: int
    number: int
    letters: Sequence[StyledText]


def render_trace(view: View, width: int, height: int) -> list[TextLine]:
    """Render a table of the last steps: what happened, and v, α and β after each.

    For example::

        TRACE                   v      α      β
        11   enter b           −∞     −∞      6
        12   read 8                   −∞      6
        13 ╳ 8 → b              8      8      6

    The step that is shown comes last. Where numbers are too long, α and β are left out, or all.
    """
    columns = _compute_trace_columns(view, width)
    # Step 0, the state before the search, has no row. The 1 is for the heading.
    row_count = height - 1
    first_step = max(1, view.step - row_count + 1)

    steps = [view.record.step(number) for number in range(first_step, view.step + 1)]
    rows = [_render_trace_row(view, step, columns, width) for step in steps]
    return [_render_trace_heading(columns, width), *rows][:height]


def _render_trace_heading(columns: _TraceColumns, width: int) -> TextLine:
    """Render the heading of the trace: ``TRACE                   v      α      β``."""
    title_width = width - columns.number * len(columns.letters) - _TRACE_MARGIN
    letters = [(letter.rjust(columns.number), style) for letter, style in columns.letters]
    return line(("TRACE".ljust(title_width), "bold quiet"), *letters)


def _compute_trace_columns(view: View, width: int) -> _TraceColumns:
    """Compute the widths of the columns of the trace, and which numbers it shows.

    A row has the number of the step, a sign, the event, and then v, α and β::

        13 ╳ 8 → b              8      8      6

    It shows v, α and β, or v alone, or none of them: as many as leave ``_MIN_EVENT_WIDTH`` cells
    for the event.
    """
    step_number_width = len(str(view.record.steps))
    available_width = width - step_number_width - len(_CUT_SIGN) - _TRACE_MARGIN
    number_width = _compute_number_width(view, width)

    # In a style, "max" and "min" are the colours of the players.
    v_alone = [("v", "quiet")]
    v_and_window = [("v", "quiet"), ("α", "bold max"), ("β", "bold min")]
    possible_letters = [v_and_window, v_alone] if view.has_windows else [v_alone]
    for letters in possible_letters:
        event_width = available_width - number_width * len(letters)
        if event_width >= _MIN_EVENT_WIDTH:
            return _TraceColumns(event_width, number_width, letters)
    return _TraceColumns(max(0, available_width), number_width, letters=())


def _compute_number_width(view: View, width: int) -> int:
    """Compute the width of a column of numbers in the trace, with the gap before it.

    It has room for the longest number that may stand in it; in a wide trace it is a little wider.
    """
    possible_numbers = (-math.inf, *view.span)
    longest = max(length(spelt(line(shown(number)))) for number in possible_numbers)
    if width < _MIN_WIDTH_FOR_WIDE_NUMBERS:
        return longest + 1
    return max(longest + 1, _WIDE_NUMBER_WIDTH)


def _render_trace_row(view: View, step: Step, columns: _TraceColumns, width: int) -> TextLine:
    """Render one step as a row of the trace; the step that is shown is highlighted.

    For example ``13 ╳ 8 → b              8      8      6``, where ╳ is the sign of a cut-off.
    """
    is_current = step.number == view.step
    text_style = "bold strong" if is_current else "text"
    step_style = "bold strong" if is_current else "quiet"
    # As wide as the last step's number, so that the columns stand below each other.
    step_number = str(step.number).rjust(len(str(view.record.steps)))
    sign = _CUT_SIGN if step.kind is StepKind.CUT else " " * len(_CUT_SIGN)

    event = line((_describe_event(view.tree, step), text_style))
    numbers = _format_step_numbers(step, columns)
    row = line(
        (step_number, step_style),
        (sign, text_style),
        *_join_event_and_numbers(event, columns.event_width, numbers, text_style),
    )
    if is_current:
        return fitted(row, width, "current")
    return row


def _join_event_and_numbers(
    event: TextLine, event_width: int, numbers: Sequence[str], style: str
) -> TextLine:
    """Join an event and the numbers behind it, each of which has the width of its column.

    A long event takes the blank cells before the first number, all but one. Here both columns of
    numbers are 4 cells wide, and the first is blank::

        8 → position       6        an event of 12 cells in 12
        8 → a position     6        one of 14, with 2 of the 7 blank cells
    """
    blank_cells = _count_blank_cells_before(numbers)
    borrowed_cells = max(0, blank_cells - 1)
    remaining_numbers = "".join(numbers)[borrowed_cells:]
    return line(*fitted(event, event_width + borrowed_cells), (remaining_numbers, style))


def _format_step_numbers(step: Step, columns: _TraceColumns) -> list[str]:
    """Format v, α and β after a step, as many as have a column; blank where one has no value."""
    window = (None, None) if step.window is None else step.window
    numbers = [step.v, *window][: len(columns.letters)]
    return [format_number_or_blank(number).rjust(columns.number) for number in numbers]


def _count_blank_cells_before(numbers: Sequence[str]) -> int:
    """Count the blank cells before the first of some numbers, each at the right of its column.

    Example:
        >>> _count_blank_cells_before(["    ", "  −∞", "   6"])
        6
    """
    blank_cells = 0
    for number in numbers:
        blank_cells += len(number) - length(spelt(line(number.strip())))
        if number.strip():
            break
    return blank_cells


def _describe_event(tree: GameTree, step: Step) -> str:
    """Describe what happens at a step in two words: ``enter b``, ``read 8``, or ``8 → b``.

    The arrow says that a child's value arrives at its parent. At any other step only the name of
    the node is given.
    """
    name = tree.labels.text(step.node)
    if step.kind is StepKind.VISIT:
        return f"enter {name}"
    if step.kind is StepKind.LEAF:
        return f"read {name}"
    if step.child is not None:
        return f"{tree.labels.text(step.child)} → {name}"
    return name
