"""The pane of the moment: the path with its windows, what has just happened, the gauge."""

from __future__ import annotations

from itertools import islice
from typing import Final, Protocol

from treeexplorer.engine import StepKind
from treeexplorer.engine.cutoffs import CutOff, cut_off
from treeexplorer.engine.record import NodeState, Record, Step
from treeexplorer.numbers import shown
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.panes.gauge import Reading, Scale, gauge
from treeexplorer.terminal.styled import Styled
from treeexplorer.text import shorten
from treeexplorer.text import width as cells
from treeexplorer.tree import MAX_ROLE, Number, Player


class Shown(Protocol):
    """A record and the step of it that is shown."""

    @property
    def record(self) -> Record:
        """The record."""

    @property
    def step(self) -> int:
        """The step."""


_LONG_PATH: Final = 300
_SHORTEST_NAME: Final = 8
_ORDINALS = ("", "1st", "2nd", "3rd")


def name_in_path(record: Record, node: int) -> str:
    """Return what a node is called below its parent: its name, or which child it is."""
    name = record.tree.names.get(node)
    if name is not None:
        return name
    if node == 0:
        return "root"
    position = record.tree.position(node)
    return f"{_ORDINALS[position] if position < 4 else f'{position}th'} child"


def _short_name(record: Record, node: int, room: int) -> str:
    """Return what a node is called, in some cells: of "1st child" it is the number that tells."""
    name = name_in_path(record, node)
    if cells(name) > room and node not in record.tree.names:
        name = name.removesuffix(" child")
    return shorten(name, room)


def sign_of(record: Record, node: int) -> str:
    """Return the sign of a node's player; a dot for a leaf."""
    player = record.player(node)
    return player.sign if player else "·"


def colour_of(player: Player | None) -> str:
    """Return the style in which a player's sign is written."""
    if player is Player.MAX:
        return styles.MAX_COLOUR
    return styles.MIN_COLOUR if player is Player.MIN else styles.PLAIN


def number(value: Number | None) -> str:
    """Return a number for people, or a dash where there is none."""
    return "–" if value is None else shown(value)


def moment(session: Shown, ink: Ink, scale: Scale, width: int, height: int) -> list[Styled]:
    """Return the lines of the pane; where room is short, the path yields first."""
    record = session.record
    step = record.step(session.step)
    below = _happening(session, ink, step, width)
    reading = _reading(record, step)
    if reading is not None:
        lines = gauge(ink, scale, reading, width)
        if lines:
            below += [Styled(""), *lines]
    below += _facts(session, ink, step, width)
    code = _code(record, ink, step, width)
    if code is not None:
        below += [Styled(""), code]
    room = height - len(below) - 1
    if room < 4:
        below = [line for line in below if line.plain.strip()]
        room = height - len(below)
    path = path_lines(session, ink, width, max(3, room))
    longest = record.tree.depth + 2  # with its heading; what stands below it need not move then
    spare = height - len(path) - len(below)
    return path + [Styled()] * min(spare, 1 + max(0, longest - len(path))) + below


def path_lines(
    session: Shown, ink: Ink, width: int, height: int, *, asking: bool = False
) -> list[Styled]:
    """Return the path: every open node with its v, α and β, the current one marked.

    Args:
        session: What is shown.
        ink: How it is written.
        width: The room in cells.
        height: The room in lines.
        asking: Whether a question is open; the window of a search not begun is its answer then.
    """
    record, step = session.record, session.step
    path, hidden = _path(record, step, height)
    rows: list[tuple[int, NodeState]] = [(node, record.state(node, step)) for node in path]
    columns = [_windowed(state) for _, state in rows]
    at = record.step(step)
    if rows and at.node == rows[-1][0] and at.window is not None and at.v is not None:
        columns[-1] = (shown(at.v), shown(at.window[0]), shown(at.window[1]))
    widths = [
        max([5, cells(ink.text(letter)) + 1, *(cells(ink.text(row[i])) + 1 for row in columns)])
        for i, letter in enumerate("vαβ")
    ]
    room = max(4, width - sum(widths) - 4)
    lines = [
        ink.line(
            (" PATH".ljust(room + 3), styles.HEADING),
            ("v".rjust(widths[0]), styles.HEADING),
            (" " * (widths[1] - cells(ink.text("α"))) + "α", styles.ALPHA),
            (" " * (widths[2] - cells(ink.text("β"))) + "β", styles.BETA),
        )
    ]
    for position, ((node, _), cells_) in enumerate(zip(rows, columns, strict=True)):
        if hidden and position == 1:
            lines.append(ink.line((f" ⋮ {hidden} more between", styles.QUIET)))
        is_last = position == len(rows) - 1
        name = _short_name(record, node, room)
        style = styles.CURRENT if is_last else ""
        lines.append(
            ink.line(
                ("▶" if is_last else " ", styles.CURRENT),
                (sign_of(record, node), colour_of(record.player(node))),
                (" " + name + " " * (room - cells(ink.text(name)) + 1), style),
                *(
                    (" " * (w - cells(ink.text(text))) + text, style)
                    for w, text in zip(widths, cells_, strict=True)
                ),
            )
        )
    if not rows:
        alpha, beta = (shown(end) for end in record.rules.window)
        text = " not begun" if asking else f" not begun: window ({alpha}, {beta})"
        if cells(ink.text(text)) > width:
            text = f" window ({alpha}, {beta})"
        lines.append(ink.line((text, styles.QUIET)))
    return lines


def _path(record: Record, step: int, height: int) -> tuple[list[int], int]:
    """Return the open nodes that there is room for, and how many are left out after the root."""
    current = record.current(step)
    if current is None:
        return [], 0
    keep = max(1, height - 3)
    if record.tree.ply[current] > _LONG_PATH and not record.reenters:
        last = [current, *islice(record.tree.ancestors(current), keep - 1)]
        return [0, *reversed(last)], record.tree.ply[current] - keep
    path = record.open_nodes(step)
    if len(path) <= max(3, height - 1):
        return path, 0
    return [path[0], *path[-keep:]], len(path) - 1 - keep


def _windowed(state: NodeState) -> tuple[str, str, str]:
    window = state.window or state.entry
    v = state.value if state.v is None else state.v
    if window is None:
        return number(v), "", ""
    return number(v), shown(window[0]), shown(window[1])


def _happening(session: Shown, ink: Ink, step: Step, width: int) -> list[Styled]:
    """Return what the current node came in with, and what has happened in this step."""
    record = session.record
    if step.kind is StepKind.START:
        return []
    alpha, beta = record.entry(step.call)
    entry = f" came in with ({shown(alpha)}, {shown(beta)})"
    room = width - 1 - cells(ink.text(entry))
    name = _short_name(record, step.node, max(1, room))
    if name.endswith("…") and room < _SHORTEST_NAME:  # the path names it, and the window counts
        lines = [ink.line(entry)]
    else:
        lines = [ink.line(f" {name}{entry}")]
    if step.kind is StepKind.VISIT:
        starts = "" if step.v is None else f": v = {shown(step.v)}"
        lines.append(ink.line(f" entered{starts}"))
    elif step.kind is StepKind.LEAF:
        lines.append(ink.line(" read: ", (number(step.value), styles.STRONG)))
    else:
        lines.append(ink.line((f" {number(step.value)} arrived", styles.STRONG), _effect(step)))
    return lines


def _effect(step: Step) -> str:
    """Return what the arrival of a value did to v and to the moving bound."""
    if step.v is None:
        return ""
    if step.before is None or step.window is None or step.before == step.window:
        kept = "v stays" if step.v != step.value else "v ="
        return f": {kept} {shown(step.v)}"
    moved_alpha = step.before[0] != step.window[0]
    letter, bound = ("α", step.window[0]) if moved_alpha else ("β", step.window[1])
    return f": v = {shown(step.v)}, {letter} = {shown(bound)}"


def _reading(record: Record, step: Step) -> Reading | None:
    if step.kind is StepKind.START:
        window = record.rules.window
        return Reading(window, window, None, at_max=True, cut=False)
    if step.window is None:
        return None
    entry = record.entry(step.call)
    at_max = record.tree.roles[step.node] == MAX_ROLE
    return Reading(entry, step.window, step.v, at_max, step.kind is StepKind.CUT)


def _facts(session: Shown, ink: Ink, step: Step, width: int) -> list[Styled]:
    """Return, at a cut-off, what the opponent already has beside what this node gives."""
    if step.kind is not StepKind.CUT or step.child_call is None:
        return []
    record = session.record
    found = cut_off(record, step.child_call)
    own, other = ("≥", "≤") if found.kind == "beta" else ("≤", "≥")
    left = f" {_opponent(record, found)} {other} {shown(found.bound)}"
    right = f"{name_in_path(record, found.node)} gives {own} {shown(found.v)}"
    if cells(ink.text(left + right)) + 3 > width:
        return [ink.line(left), ink.line(" " + right)]
    return [ink.line(left, " " * (width - cells(ink.text(left + right)) - 1), right)]


def _opponent(record: Record, found: CutOff) -> str:
    if found.witness is None:
        return "the window asks for"
    return f"{name_in_path(record, found.witness.node)} takes"


def _code(record: Record, ink: Ink, step: Step, width: int) -> Styled | None:
    """Return the line of the listing that has just been carried out, with its numbers."""
    heading = (" code  ", styles.HEADING)
    if record.rules.algorithm != "alphabeta":
        return None
    if step.kind in {StepKind.RETURN, StepKind.CUT}:
        if step.window is None:
            return None
        alpha, beta = step.window
        sign = record.rules.test_sign
        cut = alpha > beta or (alpha == beta and not record.rules.strict)
        test = f"if α {sign} β: break"
        numbers = f"{shown(alpha)} {sign} {shown(beta)} "
        answer = ("yes", styles.CUT) if cut else ("no", styles.QUIET)
        line = ink.line(heading, test, "   ", numbers, answer)
        return line if line.cell_length <= width else ink.line(f" α {sign} β?  ", numbers, answer)
    if step.kind is StepKind.VISIT and step.v is not None:
        return ink.line(heading, f"v = {shown(step.v)}")
    if step.kind is StepKind.LEAF:
        return ink.line(heading, "if leaf: return value")
    return None
