"""The side: what stands beside the drawing, as much as there is room for, or one card of it.

A card holds the lines of the listing that the step executes, or the trace, or the file's notes,
or how the screen is read; that stands there, too, before anything is visited.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

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
_LEAST_TRACE: Final = 6
_LEAST_OF_FUNNEL: Final = 4
_MOST_OF_MOMENT: Final = 6
_NAMES: Final = {"v": "strong", "α": "max", "β": "min"}


def side(view: View, width: int, height: int, *, marks: bool = False) -> list[TextLine]:
    """Return the side: a line left free at the top, a margin of two cells on either side.

    With ``marks``, signs say in it what colours would.
    """
    room = max(1, width - 3)
    margins = 2 if height > 24 else 1
    rows = max(0, height - margins)
    match view.card:
        case "" if view.step:
            lines = _all_that_fits(view, room, rows)
        case "" | "legend":
            lines = _below_legend(view, room, rows, marks=marks)
        case "trace":
            lines = trace(view, room, rows)
        case "notes":
            top = [*facts(view, 5), BLANK]
            lines = [*top, *notes(view, room, rows - len(top))]
        case _:
            below = code(view, room, rows - 2) if view.step else wrapped(first_keys(view), room)
            lines = [line(("LISTING", "bold quiet")), BLANK, *below]
    return [BLANK, *map(indented, lines[:rows])][:height]


def _all_that_fits(view: View, width: int, height: int) -> list[TextLine]:
    """Return the side's parts; the test stands here only where the listing does not show it."""
    lines = _top(view, width, height, with_test=False)
    listing_height = _listing_height(view, height - len(lines) - 2)
    if listing_height:
        lines += [BLANK, BLANK, *code(view, width, listing_height)]
    else:
        lines = _top(view, width, height, with_test=True)
    room = height - len(lines) - 2
    if room >= _LEAST_TRACE:
        lines += [BLANK, BLANK, *trace(view, width, room)]
    return lines


def _listing_height(view: View, room: int) -> int:
    """Return how many lines of the listing are shown in a room; 0 where it has none.

    The part of one player takes its place where only that leaves room for the trace. While one is
    asked there is none: it would show what the search does next.
    """
    heights = [needed for needed in lines_needed(view) if needed <= room]
    if not heights or view.question is not None:
        return 0
    beside_trace = [needed for needed in heights if needed + 2 + _LEAST_TRACE <= room]
    return beside_trace[0] if beside_trace else heights[0]


def _below_legend(view: View, width: int, height: int, *, marks: bool) -> list[TextLine]:
    """Return how the screen is read, and the board of a game where there is room for it."""
    lines = legend(view, width, height, marks=marks)
    board = position(view, height)
    if board and len(lines) + len(board) < height:
        lines += [BLANK, *board]
    return lines


def _top(view: View, width: int, height: int, *, with_test: bool) -> list[TextLine]:
    """Return the funnel or a cut-off's choice, and what has changed."""
    lines = choice(view.snapshot, width, height)
    if not lines:
        lines = _funnel_and_moment(view, width, height, with_test=with_test)
    board = position(view, height)
    if board and len(lines) + len(board) < height:
        lines += [BLANK, *board]
    return lines


def _funnel_and_moment(view: View, width: int, height: int, *, with_test: bool) -> list[TextLine]:
    """Return the funnel, and below it what has changed at this step.

    What has changed has room first; the funnel has what is left, but never less than its least.
    """
    wanted = moment(view, width, _MOST_OF_MOMENT, with_test=with_test)
    if not wanted:
        return funnel(view, width, max(_LEAST_OF_FUNNEL, height))
    lines = funnel(view, width, max(_LEAST_OF_FUNNEL, height - len(wanted) - 1))
    below = moment(view, width, max(2, height - len(lines) - 1), with_test=with_test)
    if len(lines) + len(below) < height:
        lines.append(BLANK)
    return [*lines, *below]


def moment(view: View, width: int, height: int, *, with_test: bool = True) -> list[TextLine]:
    """Return what has changed, whose bound the other end is, and the test.

    One line each where there is room, else on one line.
    """
    if height <= 0:
        return []
    parts = changes(view.snapshot)
    test = view.snapshot.test if with_test else None
    if test is None:
        return _on_few_lines(parts, width, height)[-height:]
    lines = _on_few_lines(parts, width, height - 2)
    if len(lines) + 2 <= height:
        lines = [*lines, BLANK]
    return [*lines, _test_line(test, width)][-height:]


def _test_line(test: CutTest, width: int) -> TextLine:
    """Return the test as the listing has it, and with its numbers; these alone in a narrow room."""
    condition = line("if ", ("α", "bold max"), f" {test.sign} ", ("β", "bold min"), ": break")
    is_cut = test.holds and test.skips
    badge = "bold on_cut on cut_surface" if is_cut else "bold ground on quiet"
    outcome = line(
        (shown(test.left), "bold max"),
        f" {test.sign} ",
        (shown(test.right), "bold min"),
        "   ",
        (f" {str(test.holds).upper()} ", badge),
    )
    if length(condition) + length(outcome) >= width:
        return outcome
    return beside(condition, outcome, width)


def _on_few_lines(parts: list[TextLine], width: int, height: int) -> list[TextLine]:
    """Return parts on a line each where there are enough, else as many on a line as it holds."""
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
    """
    lines = {change.name: _change_line(change) for change in snapshot.changes}
    bound = snapshot.other_bound
    if bound is not None and bound.name not in lines and "v" in lines:
        lines[bound.name] = _bound_line(snapshot.record.tree, bound)
    return [lines[name] for name in ("v", "α", "β") if name in lines]


def _change_line(change: NumberChange) -> TextLine:
    """Return a number with what it was before, or that it stays."""
    style = f"bold {_NAMES[change.name]}"
    name = (f"{change.name}   ", style)
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
    if bound.has is None:
        return line(number)
    return line(number, (" from ", "quiet"), *sentence(Node(tree, bound.has.node), "quiet"))


def facts(view: View, height: int) -> list[TextLine]:
    """Return what is known of the node that is looked at, at this step."""
    node = view.snapshot.view(view.cursor)
    name = node.label
    kind = "leaf"
    if node.player is not None:
        name = f"{node.player.sign} {node.label}"
        kind = node.player.value.upper()
    lines = [line((name, f"bold {colour_of(node.player)}"), (f"   {kind}", "quiet"))]
    for fact, value in _known(node).items():
        lines.append(line((f"{fact:<17}", "quiet"), *value))
    return lines[:height]


def _known(node: NodeView) -> dict[str, TextLine]:
    """Return a node's windows, and what it has or has returned, by what each is called."""
    known: dict[str, TextLine] = {}
    if node.entry is not None:
        known["window on entry"] = sentence(node.entry)
        if not node.is_leaf:
            known["window now"] = sentence("–" if node.window is None else node.window)
    value = line((node.value, "bold strong") if node.value else ("nothing yet", "quiet"))
    if node.sign in {"v", "mean"}:
        known["so far"] = value
    elif node.is_leaf:
        known["value"] = value
    else:
        known["returned"] = value
    return known


def notes(view: View, width: int, height: int) -> list[TextLine]:
    """Return what the file says of its tree: where it is from, its notes, its unknowns."""
    lines: list[TextLine] = []
    for text in _texts_of_file(view):
        if lines:
            lines.append(BLANK)
        lines += wrapped(sentence(text), width)
    return lines[:height]


def _texts_of_file(view: View) -> Iterator[str]:
    """Yield a tree's source, its notes, its unknown leaves, and the rules that somebody chose."""
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
    """Return the board at the node that is looked at, where the tree is a game's."""
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
    printed, marked = _listing(view)
    return len(printed.lines), len(printed.part_of(marked))


def code(view: View, width: int, height: int) -> list[TextLine]:
    """Return the listing; in less room its part for the player at hand, or what is executed."""
    if height < 1:
        return []
    snapshot = view.snapshot
    printed, marked = _listing(view)
    lines: list[TextLine] = []
    for number in _lines_seen(printed, marked, height, is_cut=snapshot.cut is not None):
        if number in marked:
            lines.append(_executed_line(snapshot, printed, number, width))
        else:
            text = _fitting(printed.lines[number], width)
            lines.append(fitted(line((text, "quiet")), width))
    return lines


def _lines_seen(
    printed: Listing, marked: Collection[int], height: int, *, is_cut: bool
) -> Sequence[int]:
    """Return the numbers of the lines that are seen: all, or those of the player at hand.

    Where even these have no room, they begin so that the last one that is executed is seen, unless
    the first one would then be out of sight; at a cut-off that is the test.
    """
    numbers = list(range(len(printed.lines)))
    if len(numbers) > height:
        numbers = printed.part_of(marked)
    places = [place for place, number in enumerate(numbers) if number in marked]
    if not places or len(numbers) <= height:
        return numbers[:height]
    first_seen = places[0]
    tests = [place for place in places if "test" in printed.marks[numbers[place]]]
    if is_cut and tests:
        first_seen = tests[0]
    first = min(max(0, places[-1] + 1 - height), first_seen)
    return numbers[first : first + height]


def _executed_line(snapshot: Snapshot, printed: Listing, number: int, width: int) -> TextLine:
    """Return a line that the step executes, with what it came to: red where the test cuts."""
    marks = printed.marks[number]
    text = printed.lines[number]
    result = _result(snapshot, marks)
    if len(text) + length(result) + 2 > width:
        result = result[-1:]  # of a test the outcome alone
    surface = "current"
    style = "bold strong"
    if "test" in marks and snapshot.cut is not None:
        surface = "cut_surface"
        style = "bold on_cut"
        result = tuple((part, style) for part, _ in result)
    text = _fitting(text, width - length(result) - 2)
    gap = " " * max(1, width - len(text) - length(result) - 1)
    return fitted(line((text, style), gap, *result), width, surface)


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


def _result(snapshot: Snapshot, marks: Collection[str]) -> TextLine:
    """Return what an executed line came to in this step."""
    if snapshot.test is not None and "test" in marks:
        return line(f"{snapshot.test.bare} ", (str(snapshot.test.holds).upper(), ""))
    for change in snapshot.changes:
        if change.name in marks:
            return line((shown(change.after), f"bold {_NAMES[change.name]}"))
    return ()


_LEAST_EVENT: Final = 8
"""The cells of the trace in which what happens is read."""
_WIDE_COLUMN: Final = 7
_ROOM_FOR_NUMBERS: Final = 36  # cells; in less the numbers stand closer together


def trace(view: View, width: int, height: int) -> list[TextLine]:
    """Return the table up to the step that is shown: what happens, v, α and β afterwards.

    Where long numbers leave no room for α and β, v stands there alone, or nothing.
    """
    record = view.record
    number_width = _column_of_numbers(view, width)
    room = width - 4 - len(str(record.steps))
    columns = [("v", "quiet")]
    if view.has_windows:
        columns += [("α", "bold max"), ("β", "bold min")]
    while columns and room - number_width * len(columns) < _LEAST_EVENT:
        columns = columns[: len(columns) // 2]  # v, α and β, then v alone, then none
    numbers_width = number_width * len(columns)
    event_width = max(0, room - numbers_width)
    heading = line(
        ("TRACE".ljust(width - 1 - numbers_width), "bold quiet"),
        *((letter.rjust(number_width), style) for letter, style in columns),
    )
    lines: list[TextLine] = [heading]
    first_step = max(1, view.step + 2 - height)
    for step in map(record.step, range(first_step, view.step + 1)):
        ends = [step.v, None, None] if step.window is None else [step.v, *step.window]
        numbers = [number_or_blank(end).rjust(number_width) for end in ends]
        text = _trace_row(view, step, event_width, numbers[: len(columns)])
        is_shown = step.number == view.step
        lines.append(fitted(text, width, "current") if is_shown else text)
    return lines[:height]


def _column_of_numbers(view: View, width: int) -> int:
    """Return how wide a column of the trace is, the gap before it included."""
    least = 1 + max(length(spelt(line(shown(each)))) for each in (-math.inf, *view.span))
    if width < _ROOM_FOR_NUMBERS:
        return least
    return max(least, _WIDE_COLUMN)


def _trace_row(view: View, step: Step, room: int, numbers: Iterable[str]) -> TextLine:
    """Return a step's number, whether it is a cut-off, what happens, and its numbers."""
    is_shown = step.number == view.step
    style = "bold strong" if is_shown else "text"
    style_of_number = "bold strong" if is_shown else "quiet"
    sign = " ╳ " if step.kind is StepKind.CUT else "   "
    return line(
        (str(step.number).rjust(len(str(view.record.steps))), style_of_number),
        (sign, style),
        *fitted(line((_event(view.tree, step), style)), room),
        *((number, style) for number in numbers),
    )


def _event(tree: GameTree, step: Step) -> str:
    """Return what happens at a step, in one or two labels."""
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
