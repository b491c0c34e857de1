"""The sentence below the drawing: what has just happened, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from treeexplorer.engine import StepKind, explain
from treeexplorer.engine.cut_words import range_caveat
from treeexplorer.numbers import counted, grouped, shown
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.keys import actions
from treeexplorer.terminal.styled import Styled
from treeexplorer.text import capitalised
from treeexplorer.tree import FULL_WINDOW

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.explorer import Explorer

_THINK = "Say it to yourself, then press space for the answer."


def banner(explorer: Explorer, ink: Ink, width: int, height: int) -> list[Styled]:
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
    if explorer.question:
        return ink.paragraph(
            [ink.line((explorer.question, styles.KEY)), ink.line(_THINK)], width, height
        )
    if record.complete and step == record.steps:
        first = ink.line((_found(explorer), styles.GOOD))
    if explorer.notice:
        first = ink.line((explorer.notice, styles.KEY))
    last = _last_line(explorer, ink, width)
    room = height - len(last)
    lines: list[Styled] = []
    for words in (explain.reason(record, step), *_shorter(explain.sentence(record, step))):
        lines = ink.paragraph([first, ink.line(_without(text, words))], width, room + 1)
        if len(lines) <= room:
            return lines + last
    return ink.paragraph(lines, width, room) + last


def _shorter(text: str) -> Iterator[str]:
    """Yield a text, then the text without its last sentence, and so on to the first alone."""
    sentences = text.split(". ")
    for count in range(len(sentences), 0, -1):
        shorter = ". ".join(sentences[:count])
        yield shorter if shorter.endswith(".") else f"{shorter}."


def _last_line(explorer: Explorer, ink: Ink, width: int) -> list[Styled]:
    """Return what can be done where the search ends or waits; nothing elsewhere."""
    session = explorer.session
    record = session.record
    if session.waits_here and record.waits_for is not None:
        word = record.tree.unknowns.get(record.waits_for, "?")
        ask = f"The next leaf, {word}, has no value: space asks for one."
        return [ink.line((ask, styles.KEY))]
    if record.complete and session.step == record.steps:
        return [_choices(explorer, ink, width)]
    return []


def _found(explorer: Explorer) -> str:
    """Return what the search found and what it took."""
    record = explorer.session.record
    value = "" if record.root_value is None else shown(record.root_value)
    total = counted(record.tree.leaf_count, "leaf", "leaves")
    if record.tree.elided or record.rules.window != FULL_WINDOW:  # else the value is proven
        low, high = explorer.session.intervals.closed(0)
        if low != high:
            value += f", and proven is {shown(low)} … {shown(high)}"
    value += range_caveat(record, quickly=True)
    return f"{value}. You read {grouped(record.evaluated)} of {total}."


def _choices(explorer: Explorer, ink: Ink, width: int) -> Styled:
    """Return what can be done when a search is at its end."""
    known = actions()
    parts: list[styles.Part] = []
    for name, word in (("next_tree", "next tree"), ("practise", "practise"), ("rules", "rules")):
        if name in known:
            parts += [(explorer.app.keys_of(name)[0], styles.KEY), f" {word}   "]
    line = ink.line(*parts, "or paste a tree of your own")
    return line if line.cell_length <= width else ink.line(*parts, "or paste a tree")


def _without(heading: str, text: str) -> str:
    """Return a text without its first sentence, or clause, where that stands above it already."""
    stands = heading.lstrip("╳ ")
    for end in (". ", ": ", ", and "):
        first = f"{stands}{end}"
        if text.lower().startswith(first.lower()):
            return capitalised(text[len(first) :])
    return text


def _explained(explorer: Explorer, ink: Ink, width: int, height: int) -> list[Styled]:
    node = explorer.explained_node
    heading = explorer.notice or explorer.label(node)
    first = ink.line((heading, styles.KEY if explorer.notice else styles.STRONG))
    body = [ink.line(line) for line in explorer.explanation.split("\n")]
    return ink.paragraph([first, *body], width, height)


def _looking(explorer: Explorer, ink: Ink, width: int, height: int) -> list[Styled]:
    session = explorer.session
    here = explain.label(session.record, session.current)
    node = session.cursor
    looking = ink.line(
        (f"Looking at {explain.label(session.record, node)}", styles.STRONG),
        (f"   the search waits at {here}, step {session.step}", styles.QUIET),
    )
    notice = [ink.line((explorer.notice, styles.KEY))] if explorer.notice else []
    reason = ink.line(explain.why(session.record, node, session.step))
    return ink.paragraph([looking, *notice, reason], width, height)
