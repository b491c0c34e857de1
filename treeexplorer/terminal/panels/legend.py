"""How to read the screen, in its own parts: the side before anything has been visited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product, zip_longest
from typing import Final, NamedTuple

from treeexplorer.drawing.styled_text import CARD_ROLES, Role
from treeexplorer.terminal.lines import BLANK, TextLine, at_columns, line, wrapped
from treeexplorer.terminal.view import View
from treeexplorer.tree import Player

_SAMPLE: Final = 8  # cells of the column of samples
_NARROW: Final = 28  # cells, in less of which the meaning stands close to the sample
_TAKES: Final = {
    Player.MAX: ("takes the largest", "of its children"),
    Player.MIN: ("takes the smallest", "of its children"),
    Player.CHANCE: ("takes the mean", "of its children"),
}


class _Entry(NamedTuple):
    """A part of the screen, and what it means; of both the first line is shown in any case."""

    sample: tuple[TextLine, ...]
    meaning: tuple[TextLine, ...]


def legend(view: View, width: int, height: int, *, marks: bool = False) -> list[TextLine]:
    """Explain how the screen is read: for each part a sample, and beside it what it means.

    For example::

        HOW TO READ IT

         ▲ MAX    takes the largest
          v 6     of its children

    Args:
        view: What is looked at. A search without windows has neither windows nor cut-offs.
        width: The cells of a line.
        height: How many lines there may be. In little room the blank lines between the parts go
            first, then what is not needed at once, then the last lines.
        marks: Whether signs say what is pruned and what is new, as in the drawing.
    """
    entries = list(_entries(view, marks=marks))
    lines: list[TextLine] = []
    # From the roomiest to the tightest; in the order (True, True), (True, False), (False, True),
    # (False, False).
    for has_details, has_gaps in product((True, False), (True, False)):
        lines = _laid_out(entries, width, has_details=has_details, has_gaps=has_gaps)
        # If not even the tightest one fits, it is cut below.
        if len(lines) <= height:
            break
    return lines[:height]


def _laid_out(
    entries: Sequence[_Entry], width: int, *, has_details: bool, has_gaps: bool
) -> list[TextLine]:
    """Return the heading and all parts of the screen below each other.

    Args:
        entries: The parts of the screen, each with a sample and its meaning.
        width: The cells of a line.
        has_details: Whether each part has all its lines; else it has the first one alone.
        has_gaps: Whether a blank line stands between two parts.
    """
    lines: list[TextLine] = [line(("HOW TO READ IT", "bold quiet")), BLANK]
    for index, entry in enumerate(entries):
        if index and has_gaps:
            lines.append(BLANK)
        lines += _explained(entry, width, has_details=has_details)
    return lines


def _explained(entry: _Entry, width: int, *, has_details: bool) -> list[TextLine]:
    """Return a sample of a part of the screen, with what it means beside it.

    For example these two lines, of which the first one stands alone without details::

         ▲ MAX    takes the largest
          v 6     of its children
    """
    sample = entry.sample
    meaning = entry.meaning
    if not has_details:
        sample = sample[:1]
        meaning = meaning[:1]
    gap = 2 if width >= _NARROW else 1
    meaning_start = _SAMPLE + gap
    room = max(1, width - meaning_start)
    meaning_rows = [row for text in meaning for row in wrapped(text, room)]
    rows = zip_longest(sample, meaning_rows, fillvalue=BLANK)
    return [at_columns(row, [0, meaning_start]) for row in rows]


def _entries(view: View, *, marks: bool) -> Iterator[_Entry]:
    """Yield the parts of the screen that are there in this search, in the order of the legend.

    First a node of each player, with chance only where the tree has it. Then what comes with
    windows: a window, a test and a pruned leaf. At the end the sign of what is new.

    Args:
        view: What is looked at: the tree, and the rules of its search.
        marks: Whether what is pruned and new has signs, and not only colours.
    """
    players = [Player.MAX, Player.MIN]
    if view.tree.has_chance:
        players.append(Player.CHANCE)
    for player in players:
        yield _Entry(_card(player), _said(_TAKES[player]))
    if view.has_windows:
        yield _window()
        yield _test(view.rules.test_sign)
        yield _pruned_leaf(marks=marks)
    news = line((" new *" if marks else " new ", Role.NEWS))
    yield _Entry((news,), _said(("what has changed",)))


def _window() -> _Entry:
    """Return the sample of a window, as it stands on an edge of the drawing, and what its ends are.

    It looks like this::

         3 ┃ 8    α MAX has already
           │      β MIN has already
                  between: possible
    """
    window = line((" 3", Role.ALPHA), (" ┃ ", Role.STRONG), ("8", Role.BETA))
    edge_below_it = line(("   │", Role.GHOST))
    meaning = (
        line(("α", Role.ALPHA), (" MAX has already", "text")),
        line(("β", Role.BETA), (" MIN has already", "text")),
        line(("between: possible", "quiet")),
    )
    return _Entry((window, edge_below_it), meaning)


def _test(sign: str) -> _Entry:
    """Return the test of a cut-off, with ``≥`` or ``>`` between its numbers."""
    test = line(" ", (f"╳ 8 {sign} 6", Role.SLAB))
    return _Entry((test,), _said(("they have met:", "the rest is pruned")))


def _pruned_leaf(*, marks: bool) -> _Entry:
    """Return a pruned leaf as drawings have it, with signs around it where there are no colours."""
    leaf = ("╱4╱", Role.PRUNED) if marks else ("╱╱╱╱╱╱╱╱", Role.HATCHED)
    return _Entry((line(leaf),), _said(("pruned, never read",)))


def _card(player: Player) -> tuple[TextLine, ...]:
    """Return a card as it stands in the drawing."""
    roles = CARD_ROLES[player]
    label = f"{player.sign} {player.value.upper()}"
    return (
        line((label.center(_SAMPLE), roles.label)),
        line(("v 6".center(_SAMPLE), roles.value)),
    )


def _said(texts: Sequence[str]) -> tuple[TextLine, ...]:
    """Return what a part means, the first line of it clearer than the others."""
    first, *others = texts
    return (line((first, "text")), *(line((text, "quiet")) for text in others))
