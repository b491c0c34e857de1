"""The sentence below the drawing: what has just happened, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from treeexplorer.search import StepKind, explain
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.explorer import Explorer


def banner(explorer: Explorer, ink: Ink, width: int, height: int) -> list[Content]:
    """Return the sentence: about the step, or about the node that is looked at."""
    session = explorer.session
    record, step = session.record, session.step
    if explorer.explanation:
        return _explained(explorer, ink, width, height)
    if session.looking:
        return _looking(explorer, ink, width, height)
    kind = record.step(step).kind
    text = explain.line(record, step)
    first = ink.line((text, styles.CUT if kind is StepKind.CUT else styles.STRONG))
    if explorer.notice:
        first = ink.line((explorer.notice, styles.KEY))
    body = _without(text, explain.reason(record, step))
    lines = ink.paragraph([first, ink.line(body)], width, 1000)
    if len(lines) > height:
        body = _without(text, explain.sentence(record, step))
        lines = ink.paragraph([first, ink.line(body)], width, height)
    if session.waits_here and record.waits_for is not None:
        ask = f"The next leaf, {explain.label(record, record.waits_for)}, has no value: space asks."
        lines = [*lines[: height - 1], ink.line((ask, styles.KEY))]
    return lines


def _without(heading: str, text: str) -> str:
    """Return a text without its first sentence where that stands above it already."""
    first = f"{heading.lstrip('╳ ')}. "
    return text.removeprefix(first)


def _explained(explorer: Explorer, ink: Ink, width: int, height: int) -> list[Content]:
    node = explorer.explained_node
    heading = explorer.notice or explorer.label(node)
    first = ink.line((heading, styles.KEY if explorer.notice else styles.STRONG))
    body = [ink.line(line) for line in explorer.explanation.split("\n")]
    return ink.paragraph([first, *body], width, height)


def _looking(explorer: Explorer, ink: Ink, width: int, height: int) -> list[Content]:
    session = explorer.session
    here = explain.label(session.record, session.current)
    node = session.cursor
    first = explorer.notice or f"Looking at {explain.label(session.record, node)}"
    waits = f"The search waits at {here}, step {session.step}. "
    keys = "Arrows move, ↵ goes to where this node is entered, esc returns."
    return ink.paragraph(
        [
            ink.line((first, styles.KEY if explorer.notice else styles.STRONG)),
            ink.line(explain.why(session.record, node, session.step)),
            ink.line((waits + keys, styles.QUIET)),
        ],
        width,
        height,
    )
