"""A step in full: what it changed, its test, the lines of the listing it executes, the trace."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from treeexplorer.engine import Record, StepKind
from treeexplorer.engine.algorithms import listing
from treeexplorer.engine.listings import executed
from treeexplorer.engine.record import Step
from treeexplorer.explain.sentence import Node
from treeexplorer.explain.snapshot import Bound, NumberChange, Snapshot
from treeexplorer.numbers import shown
from treeexplorer.rules import title_of
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    fitted,
    length,
    line,
    sentence,
    wrapped,
)
from treeexplorer.terminal.view import View
from treeexplorer.text import shorten
from treeexplorer.text import width as cells
from treeexplorer.tree import GameTree, Player

_COLOURS = {Player.MAX: "max", Player.MIN: "min", Player.CHANCE: "text"}
_CUT = "on_cut on cut_surface"
_NO_CUT = "ground on quiet"
_NAMES = {"v": "strong", "α": "max", "β": "min"}


def moment(view: View, width: int, height: int, *, with_test: bool = True) -> list[TextLine]:
    """Return what has changed, whose bound the other end is, and the test.

    One line each where there is room, else on one line.
    """
    snapshot = view.snapshot
    parts = changes(snapshot)
    test = _test(snapshot, width) if with_test else []
    needed = len(parts) + (1 + len(test) if test else 0)
    if parts and needed > height:
        parts = _together(parts, width)
    if not test:
        return parts[:height]
    if len(parts) + 1 + len(test) <= height:
        return [*parts, BLANK, *test]
    return [*parts, *test][-height:] if height > 0 else []


def changes(snapshot: Snapshot) -> list[TextLine]:
    """Return a line for each of v, α and β that the step touched or tested against."""
    lines = {change.name: _change(change) for change in snapshot.changes}
    other = snapshot.other_bound
    if other is not None and other.name not in lines and "v" in lines:
        lines[other.name] = _bound(other, snapshot.record.tree)
    return [lines[name] for name in ("v", "α", "β") if name in lines]


def _change(change: NumberChange) -> TextLine:
    style = f"bold {_NAMES[change.name]}"
    before = "" if change.before is None else shown(change.before)
    after = shown(change.after)
    came = f"{before} → " if before not in {"", after} else ""
    stays = " stays" if before == after else ""
    return line((f"{change.name}   ", style), (came, "quiet"), (after, style), (stays, "quiet"))


def _bound(bound: Bound, tree: GameTree) -> TextLine:
    colour = _NAMES[bound.name]
    owner: TextLine = ()
    if bound.has is not None:
        owner = ((" from ", "quiet"), *sentence(Node(tree, bound.has.node), "quiet"))
    return line(
        (f"{bound.name}   ", f"bold {colour}"), (shown(bound.value), f"bold {colour}"), *owner
    )


def _together(parts: list[TextLine], width: int) -> list[TextLine]:
    lines: list[TextLine] = []
    for part in parts:
        if lines and length(lines[-1]) + 4 + length(part) <= width:
            lines[-1] = (*lines[-1], ("    ", ""), *part)
        else:
            lines.append(part)
    return lines


def _test(snapshot: Snapshot, width: int) -> list[TextLine]:
    test = snapshot.test
    if test is None:
        return []
    words = line("if ", ("α", "bold max"), f" {test.sign} ", ("β", "bold min"), ": break")
    is_cut = test.holds and test.skips
    outcome = line(
        (shown(test.left), "bold max"),
        f" {test.sign} ",
        (shown(test.right), "bold min"),
        "   ",
        (f" {str(test.holds).upper()} ", f"bold {_CUT if is_cut else _NO_CUT}"),
    )
    fits = length(words) + length(outcome) < width
    return [beside(words, outcome, width) if fits else outcome]


def facts(view: View, height: int) -> list[TextLine]:
    """Return what is known of the node that is looked at, at this step."""
    snapshot = view.snapshot
    node = snapshot.view(view.cursor)
    player = node.player
    sign = f"{player.sign} " if player else ""
    lines = [
        line(
            (sign + node.label, f"bold {colour_of(player)}"),
            (f"   {player.value.upper()}" if player else "   leaf", "quiet"),
        )
    ]
    if node.entry is not None:
        lines.append(_fact("window on entry", sentence(node.entry)))
        if not node.is_leaf:
            lines.append(_fact("window now", sentence(node.window or "–")))
    name = "so far" if node.sign == "v" else "value" if node.is_leaf else "returned"
    known = (node.value, "bold strong") if node.value else ("nothing yet", "quiet")
    lines.append(_fact(name, line(known)))
    return lines[:height]


def notes(view: View, width: int, height: int) -> list[TextLine]:
    """Return what the file says of its tree: where it is from, its notes, its unknowns."""
    exercise = view.exercises[view.index]
    texts = [*([exercise.directives.source] if exercise.directives.source else [])]
    texts += exercise.directives.notes
    words = sorted({word for word in exercise.tree.unknowns.values() if word})
    if words:
        texts.append(f"Unknown leaves: {', '.join(words)}.")
    for name, origin in view.resolved.origins.items():
        if origin != "built in" and name not in {"window", "levels"}:
            texts.append(f"{name} = {title_of(name, getattr(view.rules, name))} (from {origin})")
    lines: list[TextLine] = []
    for text in texts:
        lines += [*([BLANK] if lines else []), *wrapped(sentence(text), width)]
    return lines[:height]


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


def _fact(name: str, value: TextLine) -> TextLine:
    return line((f"{name:<17}", "quiet"), *value)


def colour_of(player: Player | None) -> str:
    """Return the colour of a player."""
    return "text" if player is None else _COLOURS[player]


_SHORTER: Final = (
    (re.compile(r"child, [^()]*"), "child, …"),
    (re.compile("node is a leaf or"), "leaf or"),
    (re.compile(r"\(node, .*\):"), "(node, …):"),
    (re.compile("return its value"), "its value"),
    (re.compile(r"\w+\(child, …\)"), "…"),
)
"""What gives way in a line without room, in turn."""
_ASSIGNED: Final = re.compile(r"(v|α|β) = ")
_PART: Final = "  if player is"
_ASSIGNED_STYLES: Final = {"v": "bold strong", "α": "bold max", "β": "bold min"}


def lines_needed(view: View) -> tuple[int, int]:
    """Return how many lines the listing takes, and without the other players' parts."""
    texts, marked = _texts(view)
    return len(texts), len(_own_part(texts, marked))


def code(view: View, width: int, height: int) -> list[TextLine]:
    """Return the listing; in less room its part for the player at hand, or what is executed."""
    if height < 1:
        return []
    texts, marked = _texts(view)
    numbers = list(range(len(texts)))
    if len(texts) > height:
        numbers = _own_part(texts, marked)
    places = [place for place, number in enumerate(numbers) if number in marked]
    first = _first_seen(places, len(numbers), height)
    return [
        _line(view.snapshot, texts[number], width, is_marked=number in marked)
        for number in numbers[first : first + height]
    ]


def _texts(view: View) -> tuple[Sequence[str], frozenset[int]]:
    found = listing(view.rules, chance=view.tree.has_chance)
    return found.lines, frozenset(executed(view.record, view.step, found))


def _own_part(texts: Sequence[str], marked: frozenset[int]) -> list[int]:
    """Return the numbers of the lines outside the parts of players of which none is executed."""
    parts: list[list[int]] = [[]]
    for number, text in enumerate(texts):
        if text.startswith(_PART):
            parts.append([])
        parts[-1].append(number)
    first, *others = parts
    own = [part for part in others if marked.intersection(part)] or others[:1]
    return first + [number for part in own for number in part]


def _first_seen(marked: list[int], count: int, height: int) -> int:
    """Return from where a long listing is shown: it turns by half pages, else it stands still."""
    if count <= height or not marked:
        return 0
    half = max(1, height // 2)
    turned = max(0, -(-(marked[-1] + 1 - height) // half)) * half
    return (
        min(turned, marked[0], count - height)
        if marked[-1] - marked[0] < height
        else marked[-1] + 1 - height
    )


def _line(snapshot: Snapshot, text: str, width: int, *, is_marked: bool) -> TextLine:
    if not is_marked:
        return fitted(line((_fitting(text, width), "quiet")), width)
    result = _result(snapshot, text.strip())
    if len(text) + length(result) + 2 > width:
        result = result[-1:]  # of a test the outcome alone
    is_cut = snapshot.cut is not None and text.strip().startswith("if α")
    surface = "cut_surface" if is_cut else "current"
    style = "bold on_cut" if is_cut else "bold strong"
    if is_cut:
        result = tuple((part, style) for part, _ in result)
    words = _fitting(text, width - length(result) - 2)
    room = width - len(words) - length(result) - 1
    return fitted(line((words, style), " " * max(1, room), *result), width, surface)


def _fitting(text: str, width: int) -> str:
    """Return a line of the listing with … for what has no room, never within a word."""
    for long, short in _SHORTER:
        if len(text) > width:
            text = long.sub(short, text)
    end = text.rfind(" ", 0, width - 1)
    return text if len(text) <= width or end < 0 else f"{text[:end]} …"


def _result(snapshot: Snapshot, text: str) -> TextLine:
    """Return what an executed line came to in this step."""
    test = snapshot.test
    if test is not None and text.startswith("if α"):
        outcome = "TRUE" if test.holds else "FALSE"
        return line(f"{test} ", (outcome, ""))
    assigned = _ASSIGNED.match(text)
    for change in snapshot.changes:
        if assigned is not None and change.name == assigned[1]:
            return line((shown(change.after), _ASSIGNED_STYLES[change.name]))
    return ()


_NUMBER: Final = 7  # cells for v, α or β
_ACTION: Final = 10  # cells for what happens, before the numbers stand closer together


def trace(view: View, width: int, height: int) -> list[TextLine]:
    """Return the table up to the step that is shown: what happens, v, α and β afterwards."""
    record, here = view.record, view.step
    columns = [("v", "quiet"), ("α", "bold max"), ("β", "bold min")][: 3 if view.has_windows else 1]
    digits = len(str(record.steps))
    # The table stands still until it is full; then its first quarter goes.
    full = max(1, height - 1)
    quarter = max(1, full // 4)
    first = max(0, (here - full - 1) // quarter + 1) * quarter + 1
    number = _NUMBER
    if width - 4 - digits - number * len(columns) < _ACTION:  # as narrow as the numbers are
        ends = (end for at in range(first, here + 1) for end in _ends(record.step(at)))
        number = min(_NUMBER, 1 + max(map(cells, ends), default=0))
    room = width - 4 - digits - number * len(columns)
    lines: list[TextLine] = [
        line(
            ("TRACE".ljust(width - 1 - number * len(columns)), "bold quiet"),
            *((letter.rjust(number), style) for letter, style in columns),
        )
    ]
    for at in range(first, here + 1):
        step, is_here = record.step(at), at == here
        is_cut = step.kind is StepKind.CUT
        style = "bold strong" if is_here else "text"
        what = shorten(_what(record, step), max(4, room))
        text = line(
            (str(at).rjust(digits), style if is_here else "quiet"),
            (" ╳ " if is_cut else "   ", style),
            (what + " " * (room - cells(what)), style),
            *((end.rjust(number), style) for end in _ends(step)[: len(columns)]),
        )
        lines.append(fitted(text, width, "current") if is_here else text)
    return lines[:height]


def _ends(step: Step) -> tuple[str, ...]:
    alpha, beta = step.window or (None, None)
    return tuple("" if end is None else shown(end) for end in (step.v, alpha, beta))


def _what(record: Record, step: Step) -> str:
    labels = record.tree.labels
    if step.kind is StepKind.VISIT:
        return f"enter {labels.text(step.node)}"
    if step.kind is StepKind.LEAF:
        return f"read {labels.text(step.node)}"
    if step.child is None:
        return ""
    return f"{labels.text(step.child)} → {labels.text(step.node)}"
