"""What the step has just changed: v, α and β with what they were, and the test with its numbers."""

from __future__ import annotations

from treeexplorer.explain.sentence import Node
from treeexplorer.explain.snapshot import Bound, NumberChange, Snapshot
from treeexplorer.numbers import shown
from treeexplorer.rules import title_of
from treeexplorer.terminal.lines import BLANK, TextLine, beside, length, line, sentence, wrapped
from treeexplorer.terminal.view import View
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
