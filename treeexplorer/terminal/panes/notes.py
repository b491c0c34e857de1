"""The notes card: the node that is looked at, and what the file says about its tree."""

from __future__ import annotations

from treeexplorer.engine.forms import peculiarity
from treeexplorer.engine.labels import short_address
from treeexplorer.engine.record import Status
from treeexplorer.numbers import shown
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.panes.moment import colour_of, number, sign_of
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.styled import Styled
from treeexplorer.tree import GameTree, Window

_STATUS = {
    Status.UNSEEN: "not visited yet",
    Status.OPEN: "open",
    Status.CLOSED: "finished",
    Status.SKIPPED: "cut off, never visited",
    Status.BEYOND: "beyond the depth limit",
}
_UNUSUAL = {"file": "the file", "option": "an option", "course file": "the course file"}


def notes(session: Session, ink: Ink, width: int, height: int) -> list[Styled]:
    """Return what is known of the node looked at, then the file's own words."""
    record, node = session.record, session.cursor
    state = record.state(node, session.step)
    tree = session.tree
    lines = [
        ink.line(
            (f" {sign_of(record, node)}", colour_of(record.player(node))),
            (f" {tree.names.get(node, '')} ".replace("  ", " "), styles.STRONG),
            (short_address(tree, node), styles.QUIET),
        ),
        _fact(ink, "is", _STATUS[state.status]),
    ]
    if node in session.place.breakpoints:
        lines.append(_fact(ink, "runs", "stop here"))
    if state.entry is not None:
        lines.append(_fact(ink, "came in with", _window(state.entry)))
    if state.window is not None:
        lines.append(_fact(ink, "window now", _window(state.window)))
    if state.v is not None:
        lines.append(_fact(ink, "v", number(state.v)))
    if state.value is not None and state.status is Status.CLOSED:
        lines.append(_fact(ink, "returned", number(state.value)))
    if state.status in {Status.OPEN, Status.CLOSED} and _is_cheap(tree, node):
        low, high = session.intervals.at(node, session.step)
        proven = shown(low) if low == high else f"{shown(low)} … {shown(high)}"
        lines.append(_fact(ink, "proven", proven))
    lines.append(Styled(""))
    lines.extend(_words(session, ink, width))
    return lines[:height]


def _is_cheap(tree: GameTree, node: int) -> bool:
    """Tell whether what is proven about a node is found at once, also along a path."""
    return tree.end[node] - node <= 100_000 and tree.ply[node] <= 1_000


def _fact(ink: Ink, name: str, value: str) -> Styled:
    return ink.line((f" {name}".ljust(15), styles.QUIET), value)


def _window(window: Window) -> str:
    return f"({shown(window[0])}, {shown(window[1])})"


def _words(session: Session, ink: Ink, width: int) -> list[Styled]:
    directives = session.trees[session.index].directives
    texts = [*([directives.source] if directives.source else []), *directives.notes]
    form = peculiarity(session.rules)
    if form is not None:
        texts.insert(0, form.explanation)
    words = sorted({word for word in session.trees[session.index].unknowns.values() if word})
    if words:
        texts.append(f"Unknown leaves: {', '.join(words)}.")
    origins = [
        f"{name} = {getattr(session.rules, name)} (from {_UNUSUAL.get(origin, origin)})"
        for name, origin in session.resolved.origins.items()
        if origin not in {"built in", "default"} and name not in {"window", "levels"}
    ]
    lines = [
        Styled(" ") + part for text in texts for part in ink.line(text).wrap(max(8, width - 2))
    ]
    quiet = [
        Styled(" ") + part
        for text in origins
        for part in ink.line((text, styles.QUIET)).wrap(max(8, width - 2))
    ]
    return lines + ([Styled(""), *quiet] if quiet else [])
