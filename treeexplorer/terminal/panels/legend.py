"""How to read the screen, in its own parts: the side before anything has been visited."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product, zip_longest
from typing import Final, NamedTuple

from treeexplorer.drawing.styled_text import CARD_STYLES, TextStyle
from treeexplorer.terminal.lines import BLANK, TextLine, join_at_columns, line, wrapped
from treeexplorer.terminal.view import View
from treeexplorer.tree import Player

_SAMPLE_WIDTH: Final = 8  # cells of the column of samples
_MIN_WIDTH_FOR_GAP: Final = 28  # cells, in less of which the meaning stands close to the sample
_MEANING_BY_PLAYER: Final = {
    Player.MAX: ("takes the largest", "of its children"),
    Player.MIN: ("takes the smallest", "of its children"),
    Player.CHANCE: ("takes the mean", "of its children"),
}


class _Entry(NamedTuple):
    """A part of the screen, and what it means; of both the first line is shown in any case."""

    sample: tuple[TextLine, ...]
    meaning: tuple[TextLine, ...]


def legend(view: View, width: int, height: int, *, marks: bool = False) -> list[TextLine]:
    """Explain how the screen is read: a sample of each part, and beside it what it means.

    For example::

        HOW TO READ IT

         ▲ MAX    takes the largest
          v 6     of its children

    Args:
        view: The search; one without windows has neither windows nor cut-offs to explain.
        width: The width of a line.
        height: The most lines. If it is low, the blank lines between the parts are left out first,
            then the details, then the last lines.
        marks: Whether signs say what is pruned and what is new, as in the drawing.
    """
    entries = _collect_entries(view, marks=marks)
    lines: list[TextLine] = []
    # (True, True), (True, False), (False, True), (False, False): from the longest to the shortest.
    for with_details, with_gaps in product((True, False), (True, False)):
        lines = _render_entries(entries, width, with_details=with_details, with_gaps=with_gaps)
        if len(lines) <= height:
            return lines
    return lines[:height]


def _render_entries(
    entries: Sequence[_Entry], width: int, *, with_details: bool, with_gaps: bool
) -> list[TextLine]:
    """Render the heading and all entries below each other.

    With gaps, a blank line stands between two entries. Without details, each has one line only.
    """
    lines: list[TextLine] = [line(("HOW TO READ IT", "bold quiet")), BLANK]
    for index, entry in enumerate(entries):
        if with_gaps and index > 0:
            lines.append(BLANK)
        lines += _render_entry(entry, width, with_details=with_details)
    return lines


def _render_entry(entry: _Entry, width: int, *, with_details: bool) -> list[TextLine]:
    """Render the sample of an entry, with its meaning beside it.

    For example these two lines; without details only the first one::

         ▲ MAX    takes the largest
          v 6     of its children
    """
    line_count = None if with_details else 1
    sample_lines = entry.sample[:line_count]
    meaning_lines = entry.meaning[:line_count]

    gap = 2 if width >= _MIN_WIDTH_FOR_GAP else 1
    meaning_start = _SAMPLE_WIDTH + gap
    meaning_width = max(1, width - meaning_start)
    wrapped_meaning: list[TextLine] = []
    for text in meaning_lines:
        wrapped_meaning += wrapped(text, meaning_width)

    rows = zip_longest(sample_lines, wrapped_meaning, fillvalue=BLANK)
    return [join_at_columns(row, [0, meaning_start]) for row in rows]


def _collect_entries(view: View, *, marks: bool) -> list[_Entry]:
    """Collect the entries that this search needs, in the order of the legend.

    First a node of each player, with chance only if the tree has it; then, in a search with
    windows, a window, a test and a pruned leaf; last the sign of what is new.
    """
    players = [Player.MAX, Player.MIN]
    if view.tree.has_chance:
        players.append(Player.CHANCE)
    entries = [
        _Entry(_render_card(player), _render_meaning(_MEANING_BY_PLAYER[player]))
        for player in players
    ]
    if view.has_windows:
        entries += [
            _make_window_entry(),
            _make_test_entry(view.rules.test_sign),
            _make_pruned_leaf_entry(marks=marks),
        ]
    new_sign = line((" new *" if marks else " new ", TextStyle.NEWS))
    entries.append(_Entry((new_sign,), _render_meaning(("what has changed",))))
    return entries


def _make_window_entry() -> _Entry:
    """Make the entry that explains a window, which stands on an edge of the drawing.

    It looks like this::

         3 ┃ 8    α MAX has already
           │      β MIN has already
                  between: possible
    """
    window = line((" 3", TextStyle.ALPHA), (" ┃ ", TextStyle.STRONG), ("8", TextStyle.BETA))
    edge_below_window = line(("   │", TextStyle.GHOST))
    meaning = (
        line(("α", TextStyle.ALPHA), (" MAX has already", "text")),
        line(("β", TextStyle.BETA), (" MIN has already", "text")),
        line(("between: possible", "quiet")),
    )
    return _Entry((window, edge_below_window), meaning)


def _make_test_entry(sign: str) -> _Entry:
    """Make the entry that explains a cut-off test; its sign is ``≥`` or ``>``: ``╳ 8 ≥ 6``."""
    test = line((f" ╳ 8 {sign} 6", TextStyle.SLAB))
    return _Entry((test,), _render_meaning(("they have met:", "the rest is pruned")))


def _make_pruned_leaf_entry(*, marks: bool) -> _Entry:
    """Make the entry that explains a pruned leaf: hatched, or ``╱4╱`` without colours."""
    leaf = ("╱4╱", TextStyle.PRUNED) if marks else ("╱╱╱╱╱╱╱╱", TextStyle.HATCHED)
    return _Entry((line(leaf),), _render_meaning(("pruned, never read",)))


def _render_card(player: Player) -> tuple[TextLine, ...]:
    """Render a node's card as it stands in the drawing: its player, and below it ``v 6``."""
    roles = CARD_STYLES[player]
    label = f"{player.sign} {player.value.upper()}"
    return (
        line((label.center(_SAMPLE_WIDTH), roles.label)),
        line(("v 6".center(_SAMPLE_WIDTH), roles.value)),
    )


def _render_meaning(texts: Sequence[str]) -> tuple[TextLine, ...]:
    """Render what an entry means, the first line of it clearer than the others."""
    first_text, *details = texts
    return (line((first_text, "text")), *(line((text, "quiet")) for text in details))
