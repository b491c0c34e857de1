"""The side: what stands beside the drawing, as much as there is room for, or one card of it.

A card holds the lines of the listing that the step executes, or the trace, or the file's notes,
or how the screen is read; that stands there, too, before anything is visited.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
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
    colour_of,
    fitted,
    indented,
    length,
    line,
    sentence,
    spelt,
    wrapped,
)
from treeexplorer.terminal.panels.banner import first_keys
from treeexplorer.terminal.panels.choice import choice
from treeexplorer.terminal.panels.funnel import funnel, number_or_blank
from treeexplorer.terminal.panels.legend import legend
from treeexplorer.terminal.view import View
from treeexplorer.tree import GameTree

CARDS: Final = ("", "listing", "trace", "notes", "legend")
_MARGINS: Final = 3
"""The cells left free: two at the left of a line, one at its right."""
_LEAST_WITH_FREE_BOTTOM: Final = 25
"""The height from which on a line is left free at the bottom, as one is at the top."""
_MOST_FACTS: Final = 5
_GAP: Final = (BLANK, BLANK)
"""What stands between two parts of the side."""
_LEAST_TRACE: Final = 6
_LEAST_OF_FUNNEL: Final = 4
_MOST_OF_CHANGES: Final = 6
_LEAST_OF_CHANGES: Final = 2
_AROUND_RESULT: Final = 2
"""The blanks before and behind the result of a line of the listing."""
_NAMES: Final = {"v": "strong", "α": "max", "β": "min"}
"""The colours of the numbers that a step changes."""
_TEST: Final = "test"
"""The mark of a line of the listing that tests for a cut-off."""


def side(view: View, width: int, height: int, *, marks: bool = False) -> list[TextLine]:
    """Return the lines of the side, with free cells around them.

    With ``marks``, signs say in it what colours would.
    """
    lines_left_free = 1
    if height >= _LEAST_WITH_FREE_BOTTOM:
        lines_left_free = 2
    rows = max(0, height - lines_left_free)
    lines = _lines_of_card(view, max(1, width - _MARGINS), rows, marks=marks)
    return [BLANK, *map(indented, lines[:rows])][:height]


def _lines_of_card(view: View, width: int, height: int, *, marks: bool) -> list[TextLine]:
    """Return the lines of the card that the user chose; without one, all that has room.

    Args:
        view: What is looked at. Its ``card`` is one of :data:`CARDS`, where "" is no choice.
        width: The cells of a line.
        height: How many lines there is room for; the caller drops those beyond it.
        marks: Whether signs say what colours would.
    """
    is_before_search = view.step == 0
    match view.card:
        case "legend":
            return _legend_and_board(view, width, height, marks=marks)
        case "trace":
            return trace(view, width, height)
        case "notes":
            return _facts_and_notes(view, width, height)
        case "listing":
            return _listing_with_heading(view, width, height)
        # No card was chosen.
        case _ if is_before_search:
            return _legend_and_board(view, width, height, marks=marks)
        case _:
            return _all_that_fits(view, width, height)


def _facts_and_notes(view: View, width: int, height: int) -> list[TextLine]:
    """Return what is known of the node that is looked at, and what the file says of its tree."""
    top = [*facts(view, _MOST_FACTS), BLANK]
    return [*top, *notes(view, width, height - len(top))]


def _listing_with_heading(view: View, width: int, height: int) -> list[TextLine]:
    """Return the listing below its heading; before the first step the keys to begin with."""
    top: list[TextLine] = [line(("LISTING", "bold quiet")), BLANK]
    if not view.step:
        return [*top, *wrapped(first_keys(view), width)]
    return [*top, *code(view, width, height - len(top))]


def _all_that_fits(view: View, width: int, height: int) -> list[TextLine]:
    """Return what belongs to this step, from the top: the windows, the pseudocode, the last steps.

    What has no room below the windows is left out. At a cut-off a choice between two offers stands
    in place of the windows. The test of the step, such as ``8 ≥ 6 TRUE``, is shown once: in the
    pseudocode, or without that below the windows.

    Args:
        view: What is looked at.
        width: The cells of a line.
        height: How many lines there may be.
    """
    top_without_test = _top(view, width, height, with_test=False)
    room_for_listing = height - len(top_without_test) - len(_GAP)
    listing_height = _listing_height(view, room_for_listing)
    if listing_height > 0:
        lines = [*top_without_test, *_GAP, *code(view, width, listing_height)]
    else:
        lines = _top(view, width, height, with_test=True)
    room_for_trace = height - len(lines) - len(_GAP)
    if room_for_trace >= _LEAST_TRACE:
        lines += [*_GAP, *trace(view, width, room_for_trace)]
    return lines


def _listing_height(view: View, room: int) -> int:
    """Return how many lines of the pseudocode are shown in a room; 0 if it has no room.

    It is the first that has room, of these:

    1. the whole pseudocode, with the trace, the table of the last steps, below it
    2. the part for the player at whose node the search stands, with the trace below it
    3. the whole pseudocode alone
    4. the part alone

    Args:
        view: What is looked at.
        room: How many lines are left for the pseudocode and the trace.
    """
    # While the user is asked, the pseudocode would show what the search does next.
    if view.question is not None:
        return 0
    whole, part = lines_needed(view)
    room_above_trace = room - len(_GAP) - _LEAST_TRACE
    if whole <= room_above_trace:
        return whole
    if part <= room_above_trace:
        return part
    if whole <= room:
        return whole
    if part <= room:
        return part
    return 0


def _legend_and_board(view: View, width: int, height: int, *, marks: bool) -> list[TextLine]:
    """Return how the screen is read, and the board of a game where there is room for it."""
    lines = legend(view, width, height, marks=marks)
    board = position(view, height)
    if board and len(lines) + len(board) < height:
        lines += [BLANK, *board]
    return lines


def _top(view: View, width: int, height: int, *, with_test: bool) -> list[TextLine]:
    """Return the top of the side: the two offers of a cut-off, or else the windows and changes.

    Below it stands the board of a game, if the tree is a game's and the board has room as a whole.

    Args:
        view: What is looked at.
        width: The cells of a line.
        height: How many lines there may be.
        with_test: Whether the test of the step stands below the changes.
    """
    # Empty at any step that is no cut-off, and in a narrow room.
    lines = choice(view.snapshot, width, height)
    if not lines:
        lines = _funnel_and_changes(view, width, height, with_test=with_test)
    board = position(view, height)
    # The board with a blank line above it.
    if board and len(lines) + len(board) < height:
        lines += [BLANK, *board]
    return lines


def _funnel_and_changes(view: View, width: int, height: int, *, with_test: bool) -> list[TextLine]:
    """Return the funnel, the open nodes' windows as bars, and below it what this step changed.

    The changes come first in the sharing of the lines, with up to ``_MOST_OF_CHANGES``; the funnel
    gets what they leave. What the funnel does not need goes to the changes again.

    Args:
        view: What is looked at.
        width: The cells of a line.
        height: How many lines there should be. Each part gets a least number of lines, so that
            there are more in a very low room; the caller drops those.
        with_test: Whether the test of the step stands below the changes.
    """
    blank_line_between = 1
    wanted_changes = changes_and_test(view, width, _MOST_OF_CHANGES, with_test=with_test)
    if not wanted_changes:
        return funnel(view, width, max(_LEAST_OF_FUNNEL, height))

    room_for_funnel = height - len(wanted_changes) - blank_line_between
    funnel_lines = funnel(view, width, max(_LEAST_OF_FUNNEL, room_for_funnel))

    room_for_changes = max(_LEAST_OF_CHANGES, height - len(funnel_lines) - blank_line_between)
    change_lines = changes_and_test(view, width, room_for_changes, with_test=with_test)

    has_room_for_blank = len(funnel_lines) + len(change_lines) < height
    if has_room_for_blank:
        return [*funnel_lines, BLANK, *change_lines]
    return [*funnel_lines, *change_lines]


def changes_and_test(
    view: View, width: int, height: int, *, with_test: bool = True
) -> list[TextLine]:
    """Return what the step has changed, and below it the test for a cut-off.

    For example::

        v   −∞ → 8
        α   −∞ → 8
        β   6 from ▽a

        if α ≥ β: break           8 ≥ 6    TRUE

    Changes have a line each, or share lines where there are too few; the test has the last line.

    Args:
        view: What is looked at.
        width: The cells of a line.
        height: How many lines there may be; what has no room is left out, from the top.
        with_test: Whether the test is shown, if the step makes one.
    """
    parts = changes(view.snapshot)
    test = view.snapshot.test if with_test else None
    if test is None:
        return _last_lines(_on_few_lines(parts, width, height), height)
    gap_and_test_height = 2
    lines = _on_few_lines(parts, width, height - gap_and_test_height)
    has_gap = len(lines) + gap_and_test_height <= height
    if has_gap:
        lines = [*lines, BLANK]
    return _last_lines([*lines, _test_line(test, width)], height)


def _last_lines(lines: list[TextLine], most: int) -> list[TextLine]:
    """Return the last of some lines, up to a number; none if that is 0 or less."""
    kept = max(0, min(most, len(lines)))
    return lines[len(lines) - kept :]


def _test_line(test: CutTest, width: int) -> TextLine:
    """Return the test as the listing has it, and with its numbers; these alone in a narrow room."""
    condition = line("if ", ("α", "bold max"), f" {test.sign} ", ("β", "bold min"), ": break")
    outcome = _outcome(test)
    if length(condition) + length(outcome) >= width:
        return outcome
    return beside(condition, outcome, width)


def _outcome(test: CutTest) -> TextLine:
    """Return a test for a cut-off with its numbers and its outcome: ``8 ≥ 6    TRUE``.

    The outcome is on red if it cuts something off, else on a quiet colour: a test may hold where no
    children are left to skip.

    Args:
        test: The test, with α at its left and β at its right.
    """
    is_cut = test.holds and test.skips
    badge = "bold on_cut on cut_surface" if is_cut else "bold ground on quiet"
    return line(
        (shown(test.left), "bold max"),
        f" {test.sign} ",
        (shown(test.right), "bold min"),
        "   ",
        (f" {str(test.holds).upper()} ", badge),
    )


def _on_few_lines(parts: list[TextLine], width: int, height: int) -> list[TextLine]:
    """Return texts on a line each if there are enough lines, else share lines between them.

    A line is filled with as many texts as it holds, with four cells between two of them::

        v   −∞ → 8    α   −∞ → 8
        β   6 from ▽a

    Args:
        parts: The texts, in order.
        width: The cells of a line.
        height: How many lines there should be. Where the texts do not have room on them there are
            more.
    """
    if len(parts) <= height:
        return parts
    lines: list[TextLine] = []
    for part in parts:
        if lines and length(lines[-1]) + 4 + length(part) <= width:
            lines[-1] = (*lines[-1], ("    ", ""), *part)
        else:
            lines.append(part)
    return lines


def changes(snapshot: Snapshot) -> list[TextLine]:
    """Return a line for each of v, α and β that the step touched or tested against.

    Such as ``v   −∞ → 8``, ``α   3 stays`` and ``β   6 from ▽A``.

    Args:
        snapshot: The step of the search.

    Returns:
        The lines in the order v, α, β; none for a number that the step has nothing to do with.
    """
    lines = {change.name: _change_line(change) for change in snapshot.changes}
    # The bound that the current node's player cannot move: v is tested against it, so that it is
    # shown with v.
    bound = snapshot.other_bound
    if bound is not None and bound.name not in lines and "v" in lines:
        lines[bound.name] = _bound_line(snapshot.record.tree, bound)
    return [lines[name] for name in ("v", "α", "β") if name in lines]


def _change_line(change: NumberChange) -> TextLine:
    """Return a line with a number that a step touched, and what it was before.

    One of these three::

        v   −∞ → 8       it has changed
        v   8 stays      it is the same as before
        v   8            it was not there before

    Args:
        change: The name of the number, ``v``, ``α`` or ``β``, and its value before and after the
            step.
    """
    style = f"bold {_NAMES[change.name]}"
    name = (f"{change.name}   ", style)
    # "" if there was none.
    before = number_or_blank(change.before)
    after = shown(change.after)
    if before == after:
        return line(name, (after, style), (" stays", "quiet"))
    if not before:
        return line(name, (after, style))
    return line(name, (f"{before} → ", "quiet"), (after, style))


def _bound_line(tree: GameTree, bound: Bound) -> TextLine:
    """Return the bound that the step tests against, and which node has it."""
    number = (f"{bound.name}   {shown(bound.value)}", f"bold {_NAMES[bound.name]}")
    if bound.holder is None:
        return line(number)
    return line(number, (" from ", "quiet"), *sentence(Node(tree, bound.holder.node), "quiet"))


def facts(view: View, height: int) -> list[TextLine]:
    """Return what is known of the node that is looked at, at this step."""
    node = view.snapshot.view(view.cursor)
    lines = [_name_and_kind(node)]
    for name_of_fact, value in _windows_and_value(node).items():
        lines.append(line((f"{name_of_fact:<17}", "quiet"), *value))
    return lines[:height]


def _name_and_kind(node: NodeView) -> TextLine:
    """Return a node's label behind the sign of its player, and who moves there: ``▲ A   MAX``."""
    if node.player is None:
        return line((node.label, f"bold {colour_of(None)}"), ("   leaf", "quiet"))
    name = f"{node.player.sign} {node.label}"
    kind = node.player.value.upper()
    return line((name, f"bold {colour_of(node.player)}"), (f"   {kind}", "quiet"))


def _windows_and_value(node: NodeView) -> dict[str, TextLine]:
    """Return a node's windows and its value as lines, by what each is called."""
    value = (node.value, "bold strong") if node.value else ("nothing yet", "quiet")
    return {**_windows(node), _name_of_value(node): line(value)}


def _windows(node: NodeView) -> dict[str, TextLine]:
    """Return a node's window on entry and its window now, by these names, as far as it has them."""
    if node.entry is None:
        return {}
    windows = {"window on entry": sentence(node.entry)}
    if not node.is_leaf:
        window_now = "–" if node.window is None else node.window
        windows["window now"] = sentence(window_now)
    return windows


def _name_of_value(node: NodeView) -> str:
    """Return what a node's value is: that of a leaf, what a node has so far, or has returned."""
    may_still_change = node.sign in {"v", "mean"}
    if may_still_change:
        return "so far"
    return "value" if node.is_leaf else "returned"


def notes(view: View, width: int, height: int) -> list[TextLine]:
    """Return what the file says of its tree: where it is from, its notes, its unknowns."""
    lines: list[TextLine] = []
    for text in _texts_of_file(view):
        if lines:
            lines.append(BLANK)
        lines += wrapped(sentence(text), width)
    return lines[:height]


def _texts_of_file(view: View) -> Iterator[str]:
    """Yield what a file says of its tree: its source, its notes, its unknown leaves, and its rules.

    Of the rules those are named that somebody chose, in the file or elsewhere, for instance
    ``fail = fail-hard (from file)``. The first window and the levels are never named.

    Args:
        view: What is looked at; ``view.exercises[view.index]`` is the tree with what its file says.
    """
    exercise = view.exercises[view.index]
    if exercise.directives.source:
        yield exercise.directives.source
    yield from exercise.directives.notes
    unknowns = sorted({word for word in exercise.tree.unknowns.values() if word})
    if unknowns:
        yield f"Unknown leaves: {', '.join(unknowns)}."
    for name, origin in view.resolved.origins.items():
        if origin != BUILT_IN and name not in {"window", "levels"}:
            yield f"{name} = {title_of(name, getattr(view.rules, name))} (from {origin})"


def position(view: View, height: int) -> list[TextLine]:
    """Return the board of the game at the node that is looked at, a line for each row of the board.

    Args:
        view: What is looked at.
        height: How many lines there may be; rows beyond it are dropped.

    Returns:
        The rows from the top. Empty if the tree is no game's. One sentence in place of the board if
        the tree was changed, so that the node is no position of the game.
    """
    source = view.source
    if source is None or source.picture is None:
        return []
    try:
        drawn = source.picture(view.tree, view.cursor)
    except ValueError:
        return [line(("No position of the game: the tree was changed.", "quiet"))]
    return [line((row, "text")) for row in drawn][:height]


def lines_needed(view: View) -> tuple[int, int]:
    """Return how many lines the listing takes, and without the other players' parts."""
    printed, executed_lines = _listing(view)
    return len(printed.lines), len(printed.part_of(executed_lines))


def code(view: View, width: int, height: int) -> list[TextLine]:
    """Return the pseudocode of the search, with the lines that this step executes highlighted.

    Args:
        view: What is looked at.
        width: The cells of a line.
        height: How many lines there may be. If the pseudocode is longer, it is the part for the
            player at whose node the search stands, or some lines of that.
    """
    if height < 1:
        return []
    printed, executed_lines = _listing(view)
    is_cut = view.snapshot.cut is not None
    lines: list[TextLine] = []
    # The number of a line in the pseudocode, from 0.
    for number in _lines_with_room(printed, executed_lines, height, is_cut=is_cut):
        if number in executed_lines:
            lines.append(_executed_line(view.snapshot, printed, number, width))
        else:
            lines.append(_quiet_line(printed.lines[number], width))
    return lines


def _quiet_line(text: str, width: int) -> TextLine:
    """Return a line of the listing that is not executed."""
    return fitted(line((_fitting(text, width), "quiet")), width)


def _lines_with_room(
    printed: Listing, executed_lines: Collection[int], height: int, *, is_cut: bool
) -> Sequence[int]:
    """Choose the lines of the pseudocode that are shown in a limited height.

    These are all lines if they have room, else those of the current player's part. If that has no
    room either, it is a section of the part that ends with the last executed line, or that begins
    with the line which must be in sight, if that stands higher.

    Args:
        printed: The pseudocode.
        executed_lines: The numbers of the lines that the step executes.
        height: How many lines there may be.
        is_cut: Whether the step is a cut-off.

    Returns:
        The numbers of the shown lines, from 0, ascending.
    """
    all_lines = range(len(printed.lines))
    if len(all_lines) <= height:
        return all_lines
    lines_of_player = printed.part_of(executed_lines)
    executed_of_player = [number for number in lines_of_player if number in executed_lines]
    if not executed_of_player:
        return lines_of_player[:height]
    must_be_seen = _line_in_sight(printed, executed_of_player, is_cut=is_cut)
    return _section(lines_of_player, height, must_be_seen, last=executed_of_player[-1])


def _line_in_sight(printed: Listing, executed_lines: Sequence[int], *, is_cut: bool) -> int:
    """Return the number of the line that must be in sight where there is little room.

    It is the first executed line; at a cut-off the first one that makes a test, if any.

    Args:
        printed: The pseudocode.
        executed_lines: The numbers of the executed lines, ascending, at least one.
        is_cut: Whether the step is a cut-off.
    """
    if is_cut:
        for number in executed_lines:
            if _TEST in printed.marks[number]:
                return number
    return executed_lines[0]


def _section(lines: Sequence[int], height: int, must_be_seen: int, last: int) -> Sequence[int]:
    """Return neighbouring lines that end with a last one, or begin with one that must be seen.

    Of the lines 0 … 6 in a height of 3 the section that ends with 5 is 3 … 5. If line 1 must be
    seen it is 1 … 3 instead::

        _section(range(7), 3, must_be_seen=4, last=5)    3, 4, 5
        _section(range(7), 3, must_be_seen=1, last=5)    1, 2, 3

    Args:
        lines: The numbers of all lines, in order.
        height: How many lines are returned at most, 1 or more.
        must_be_seen: The number of a line that is in the section in any case; not behind ``last``.
        last: The number of the line that the section should end with.
    """
    # Positions in `lines`, not line numbers.
    start_for_last = max(0, lines.index(last) + 1 - height)
    start = min(start_for_last, lines.index(must_be_seen))
    return lines[start : start + height]


class _Result(NamedTuple):
    """What an executed line of the listing came to.

    Attributes:
        whole: A test with its numbers and its outcome, ``8 ≥ 6 TRUE``, or the new number, ``8``.
        short: The outcome of a test alone, ``TRUE``, or the new number.
    """

    whole: TextLine
    short: TextLine


def _executed_line(snapshot: Snapshot, printed: Listing, number: int, width: int) -> TextLine:
    """Return a line of the pseudocode that is executed, highlighted, with its result at the right.

    Two lines, each with what it comes to in this step::

        α = max(α, v)                             8
        if α ≥ β: break                  8 ≥ 6 TRUE

    The test of a cut-off is red. Where the line and its whole result have no room, the result is
    short, ``TRUE``; if that is not enough, the last words of the line are left out.

    Args:
        snapshot: The step that executes the line.
        printed: The pseudocode.
        number: The number of the line, from 0.
        width: The cells of the line.
    """
    # What the line does, such as "test" or "α".
    marks = printed.marks[number]
    text = printed.lines[number]
    result_of_line = _result(snapshot, marks)
    result = result_of_line.whole
    has_room = len(text) + length(result) + _AROUND_RESULT <= width
    if not has_room:
        result = result_of_line.short
    is_test_that_cuts = _TEST in marks and snapshot.cut is not None
    if is_test_that_cuts:
        # On red the numbers lose their own colours.
        result_on_red = line(*((part, "bold on_cut") for part, _ in result))
        return _text_and_result((text, "bold on_cut"), result_on_red, width, "cut_surface")
    return _text_and_result((text, "bold strong"), result, width, "current")


def _text_and_result(piece: StyledText, result: TextLine, width: int, surface: str) -> TextLine:
    """Return a highlighted line of the pseudocode with a result at its right, as wide as the room.

    Between them, and behind the result, a cell is left free. A text that has no room is cut after a
    word.

    Args:
        piece: The text of the line, and its style.
        result: What the line comes to; blank for nothing.
        width: The cells of the line.
        surface: The colour behind the line.
    """
    text, style = piece
    fitting = _fitting(text, width - length(result) - _AROUND_RESULT)
    gap_width = width - len(fitting) - length(result) - 1
    return fitted(line((fitting, style), " " * max(1, gap_width), *result), width, surface)


def _listing(view: View) -> tuple[Listing, frozenset[int]]:
    """Return the listing of the search, and the numbers of the lines that the step executes."""
    printed = listing(view.rules, chance=view.tree.has_chance)
    return printed, frozenset(executed(view.record, view.step, printed))


def _fitting(text: str, width: int) -> str:
    """Return a line of the listing, cut after a word where it has no room."""
    last_blank = text.rfind(" ", 0, width - 1)
    if len(text) <= width or last_blank < 0:
        return text
    return f"{text[:last_blank].rstrip()} …"


def _result(snapshot: Snapshot, marks: Collection[str]) -> _Result:
    """Return what to show behind a line of pseudocode that was executed in this step.

    It is the outcome of the step's test, or the number that the line sets::

        line of pseudocode    marks           whole         short
        if α ≥ β: break       {"test"}        8 ≥ 6 TRUE    TRUE
        v = max(v, …)         {"v"}           8             8
        for each child:       (none)          (blank)       (blank)

    Args:
        snapshot: The step of the search.
        marks: What the line does: ``"test"`` if it tests for a cut-off; ``"v"``, ``"α"`` or ``"β"``
            if it sets this number. Other marks do not count here.
    """
    test = snapshot.test
    makes_test = _TEST in marks and test is not None
    if test is not None and makes_test:
        outcome = str(test.holds).upper()  # TRUE or FALSE
        test_without_names = str(test.bare)
        return _Result(whole=line(f"{test_without_names} {outcome}"), short=line(outcome))
    # There is room for one number: the first that the step changes.
    for change in snapshot.changes:
        if change.name in marks:
            style = f"bold {_NAMES[change.name]}"
            number = line((shown(change.after), style))
            return _Result(whole=number, short=number)
    return _Result(whole=BLANK, short=BLANK)


_LEAST_EVENT: Final = 8
"""The cells of the trace in which what happens is read."""
_SIGN_OF_CUT: Final = " ╳ "
_MARGIN_OF_TRACE: Final = 1  # at the end of a line
_WIDE_COLUMN: Final = 7
_ROOM_FOR_NUMBERS: Final = 36  # cells; in less the numbers stand closer together


class _TraceColumns(NamedTuple):
    """The columns of the trace.

    Attributes:
        event: The cells of what happens.
        number: The cells of a number, with the gap before it.
        letters: What stands above the numbers: v, α and β, or v, or nothing.
    """

    event: int
    number: int
    letters: Sequence[StyledText]


def trace(view: View, width: int, height: int) -> list[TextLine]:
    """Return a table of the last steps up to now: what happens, and v, α and β afterwards.

    For example::

        TRACE                   v      α      β
        11   enter b           −∞     −∞      6
        12   read 8                   −∞      6
        13 ╳ 8 → b              8      8      6

    Where long numbers leave no room for α and β, v stands there alone, or nothing.

    Args:
        view: What is looked at; the row of its step is the last one.
        width: The cells of a line.
        height: How many lines there may be, with the heading.
    """
    columns = _columns_of_trace(view, width)
    steps_with_room = height - 1
    # Step 0, the state before the search, has no row.
    first_step = max(1, view.step - steps_with_room + 1)
    steps = map(view.record.step, range(first_step, view.step + 1))
    rows = [_trace_row(view, step, columns, width) for step in steps]
    return [_heading_of_trace(columns, width), *rows][:height]


def _heading_of_trace(columns: _TraceColumns, width: int) -> TextLine:
    """Return the name of the table, and the letters above the columns of numbers."""
    room = width - columns.number * len(columns.letters) - _MARGIN_OF_TRACE
    letters = [(letter.rjust(columns.number), style) for letter, style in columns.letters]
    return line(("TRACE".ljust(room), "bold quiet"), *letters)


def _columns_of_trace(view: View, width: int) -> _TraceColumns:
    """Return how wide the columns of the trace are, the table of the last steps.

    A row of it has the number of the step, a sign, what happens, and then v, α and β::

        13 ╳ 8 → b              8      8      6

    The numbers are shown as far as they leave ``_LEAST_EVENT`` cells for what happens: v, α and β;
    or v alone; or none.

    Args:
        view: What is looked at.
        width: The cells of a line.
    """
    width_of_step_number = len(str(view.record.steps))
    room = width - width_of_step_number - len(_SIGN_OF_CUT) - _MARGIN_OF_TRACE
    number_width = _column_of_numbers(view, width)
    # The letters above the columns, each with its style: "bold max" is bold in the colour of MAX.
    v_alone = [("v", "quiet")]
    if view.has_windows:
        all_letters = [*v_alone, ("α", "bold max"), ("β", "bold min")]
        room_beside_all = room - number_width * len(all_letters)
        if room_beside_all >= _LEAST_EVENT:
            return _TraceColumns(room_beside_all, number_width, all_letters)
    room_beside_v = room - number_width
    if room_beside_v >= _LEAST_EVENT:
        return _TraceColumns(room_beside_v, number_width, v_alone)
    no_letters = ()
    return _TraceColumns(max(0, room), number_width, no_letters)


def _column_of_numbers(view: View, width: int) -> int:
    """Return how wide a column of the trace is, the gap before it included."""
    least = 1 + max(length(spelt(line(shown(each)))) for each in (-math.inf, *view.span))
    if width < _ROOM_FOR_NUMBERS:
        return least
    return max(least, _WIDE_COLUMN)


def _trace_row(view: View, step: Step, columns: _TraceColumns, width: int) -> TextLine:
    """Return one row of the trace, the table of the last steps; the current step is highlighted.

    For example, where ╳ says that the step is a cut-off::

        13 ╳ 8 → b              8      8      6

    Args:
        view: What is looked at.
        step: The step.
        columns: The widths of the columns.
        width: The cells of a line.
    """
    is_shown = step.number == view.step
    style = "bold strong" if is_shown else "text"
    style_of_number = "bold strong" if is_shown else "quiet"
    sign = _SIGN_OF_CUT if step.kind is StepKind.CUT else " " * len(_SIGN_OF_CUT)
    numbers = _numbers_of_step(step, columns)
    # A long event goes on into the column of the first number, as far as that is blank.
    room_beyond_event = max(0, _blank_cells_before(numbers) - 1)
    row = line(
        # As wide as the largest number of a step, so that the columns are straight.
        (str(step.number).rjust(len(str(view.record.steps))), style_of_number),
        (sign, style),
        *fitted(line((_event(view.tree, step), style)), columns.event + room_beyond_event),
        ("".join(numbers)[room_beyond_event:], style),
    )
    return fitted(row, width, "current") if is_shown else row


def _numbers_of_step(step: Step, columns: _TraceColumns) -> list[str]:
    """Return v, α and β after a step, as many as have a column; blank where there is none."""
    window = (None, None) if step.window is None else step.window
    numbers = [step.v, *window][: len(columns.letters)]
    return [number_or_blank(number).rjust(columns.number) for number in numbers]


def _blank_cells_before(numbers: Sequence[str]) -> int:
    """Return how many cells are blank before the first of some numbers, as they are spelt.

    Args:
        numbers: Each at the right of its column; blank for none.

    Example:
        >>> _blank_cells_before(["    ", "  −∞", "   6"])
        6
    """
    blank_cells = 0
    for number in numbers:
        blank_cells += len(number) - length(spelt(line(number.strip())))
        if number.strip():
            break
    return blank_cells


def _event(tree: GameTree, step: Step) -> str:
    """Return what happens at a step in a word or two: ``enter b``, ``read 8``, or ``8 → b``.

    The arrow says that the value of the first node arrives at the second one. A step of any other
    kind is told by the name of its node alone.

    Args:
        tree: The tree that is searched.
        step: The step.
    """
    labels = tree.labels
    name = labels.text(step.node)
    match step.kind:
        case StepKind.VISIT:
            return f"enter {name}"
        case StepKind.LEAF:
            return f"read {name}"
        case _ if step.child is not None:
            return f"{labels.text(step.child)} → {name}"
        case _:
            return name
