"""The unknown leaf: a slider for x, and the tree, its value and its cut-offs following it.

The pieces of the answer are worked out exactly in :mod:`treeexplorer.exercises.unknowns`; the
screen shows them on the number line and in a list. Where there are several unknowns, one is moved
and the others are fixed; two also have a map.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from treeexplorer.engine import Record, Rules, explain, search
from treeexplorer.exercises.unknown_map import Region, solve_for_two
from treeexplorer.exercises.unknowns import (
    Linear,
    Piece,
    UnknownAnswer,
    UnknownsError,
    solve_for,
    unknowns_of,
)
from treeexplorer.numbers import shown
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.conventions import conventions
from treeexplorer.terminal.keys import bindings
from treeexplorer.terminal.panes.moment import name_in_path
from treeexplorer.terminal.panes.regions import region_lines
from treeexplorer.terminal.screens.mode import Mode
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.canvas import TreeCanvas
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, TooSmall, heading
from treeexplorer.terminal.widgets.numberline import NumberLine, plain
from treeexplorer.text import capitalised
from treeexplorer.tree import GameTree, Number

if TYPE_CHECKING:
    from textual.binding import BindingType

    from treeexplorer.drawing.items import Direction


_FOOTER = (
    "unknown_more",
    "unknown_next_piece",
    "unknown_type",
    "unknown_other",
    "unknown_map",
    "unknown_leave",
    "unknown_help",
)


class Unknowns(Mode):
    """Shows what a tree is worth for every value of an unknown leaf.

    Args:
        tree: A tree with unknown leaves.
        rules: The conventions.
        title: What the tree is called.
        values: Values that unknowns have already, by leaf.

    Raises:
        UnknownsError: The tree has no unknown leaf.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("unknowns")
    scopes = ("unknowns",)

    def __init__(
        self, tree: GameTree, rules: Rules, title: str, values: dict[int, Number] | None = None
    ) -> None:
        super().__init__()
        self.game_tree, self.rules, self.title_text = tree, rules, title
        self.leaves = unknowns_of(tree)
        if not self.leaves:
            raise UnknownsError("this tree has no unknown leaf; write x for a number to have one")
        given = values or {}
        self.values: dict[str, Number] = {
            word: given.get(nodes[0], 0) for word, nodes in self.leaves.items()
        }
        self.word = next(iter(self.leaves))
        self.problem = ""
        self.shows_map = False
        self.answer: UnknownAnswer | None = None
        self.record: Record
        self._map: list[Region] | None = None
        self._solve()

    # -- the answer ----------------------------------------------------------------------------

    @property
    def x(self) -> Number:
        """The value of the unknown that is moved."""
        return self.values[self.word]

    @property
    def others(self) -> list[str]:
        """The unknowns that are fixed."""
        return [word for word in self.leaves if word != self.word]

    def _solve(self) -> None:
        """Find the answer for every value of the unknown that is moved."""
        fixed = {node: self.values[word] for word in self.others for node in self.leaves[word]}
        self.answer = solve_for(self.game_tree.with_values(fixed), self.rules, self.word)
        self._search()

    def _search(self) -> None:
        if self.answer is not None:
            self.record = search(self.answer.tree_at(self.x), self.rules)

    @property
    def piece(self) -> Piece:
        """The piece of the answer that holds for the number shown."""
        answer = self.answer
        if answer is None:
            raise LookupError("there is no answer yet")
        outermost = answer.pieces[-1 if self.x > 0 else 0]
        return next((piece for piece in answer.pieces if self.x in piece.stretch), outermost)

    def move_to(self, x: Number) -> None:
        """Give the unknown another value."""
        self.values[self.word] = x
        self._search()
        self.problem = ""
        self.update()

    def move_by(self, paces: int) -> None:
        """Move the slider by some paces."""
        line = self.query_one("#number-line", NumberLine)
        start = self.x if isinstance(self.x, int) or abs(self.x) != float("inf") else 0
        exact = Fraction(repr(start)) if isinstance(start, float) else Fraction(start)
        self.move_to(plain(exact + paces * line.pace))

    def turn_pieces(self, by: int) -> None:
        """Go to the next or previous piece of the answer."""
        answer = self.answer
        if answer is None:
            return
        pieces = list(answer.pieces)
        at = pieces.index(self.piece) + by
        if 0 <= at < len(pieces):
            self.move_to(inside(pieces[at]))
        else:
            self.problem = "there is no further piece on that side"
            self.update()

    def turn_unknowns(self) -> None:
        """Move another unknown from now on; the one before stays where it is."""
        words = list(self.leaves)
        if len(words) == 1:
            self.problem = f"{self.word} is the only unknown"
        else:
            self.word = words[(words.index(self.word) + 1) % len(words)]
            self._solve()
        self.update()

    def toggle_map(self) -> None:
        """Show the map of two unknowns, or hide it."""
        if len(self.leaves) != 2:
            self.problem = "a map needs exactly two unknowns"
        else:
            try:
                if self._map is None:
                    first, second = self.leaves
                    self._map = solve_for_two(self.game_tree, self.rules, (first, second))
                self.shows_map = not self.shows_map
            except UnknownsError as error:
                self.problem = str(error)
        self.update()

    # -- what is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build the screen from top to bottom."""
        ink = self.app.ink
        yield Lines(self._heading, id="heading")
        yield Divider(ink, "┬", self.divide)
        with Horizontal(id="body"):
            yield self.drawing()
            yield Lines(self._pane, id="beside")
        yield Divider(ink, "┴", self.divide)
        yield Lines(self._sentence, id="sentence")
        yield NumberLine(ink, id="number-line")
        yield Divider(ink)
        yield Hints(ink, self.footer, id="footer")
        yield TooSmall(ink)

    def on_mount(self) -> None:
        """Show the tree with the unknown's first value."""
        self.update()
        self.canvas.cursor = self.leaves[self.word][0]
        self.update()

    def update(self) -> None:
        """Show the answer for the number that the unknown has now."""
        canvas, cursor = self.canvas, self.canvas.cursor
        canvas.show(self.record, self.record.steps)
        canvas.cursor = cursor
        marks = sorted(
            {piece.stretch.low for piece in self.answer.pieces} if self.answer else set()
        )
        self.query_one("#number-line", NumberLine).show(self.x, marks)
        super().update()

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout for the room there is."""
        self.query_one("#sentence").styles.height = 2 if event.size.height < 16 else 4
        super().on_resize(event)

    def beside_width(self, width: int) -> int:
        """Return how wide the list of pieces is."""
        return max(26, min(64, width * 45 // 100))

    def _heading(self, width: int, height: int) -> list[Styled]:  # noqa: ARG002 - one line at any height
        fixed = "".join(f", {word} = {shown(self.values[word])}" for word in self.others)
        title = f"{self.title_text} · {self.word} = {shown(self.x)}{fixed}"
        return heading(self.app.ink, title, conventions(self.rules), width)

    def _pane(self, width: int, height: int) -> list[Styled]:
        ink = self.app.ink
        edge = ink.line(("│", styles.QUIET))
        if self.shows_map and self._map is not None:
            first, second = self.leaves
            here = (self.values[first], self.values[second])
            lines = region_lines(
                ink, self._map, (first, second), here, self.record, (width - 2, height)
            )
        else:
            lines = self._pieces(width - 2, height)
        return ink.block(
            [edge + Styled(" ") + line for line in lines] + [edge] * height, width, height
        )

    def _pieces(self, width: int, height: int) -> list[Styled]:
        ink, answer = self.app.ink, self.answer
        if answer is None:
            return []
        title = f"WHAT THE TREE IS WORTH FOR EVERY {self.word}"
        if len(title) > width:
            title = f"WORTH FOR EVERY {self.word}"
        lines = [ink.line((title, styles.HEADING))]
        here = answer.pieces.index(self.piece)
        room = max(1, (height - 6) // 2)
        first = max(0, min(here - room // 2, len(answer.pieces) - room))
        if first:
            lines.append(ink.line((f"⋮ {first} more", styles.QUIET)))
        for piece in answer.pieces[first : first + room]:
            lines += self._piece_lines(piece, width)
        rest = len(answer.pieces) - first - room
        if rest > 0:
            lines.append(ink.line((f"⋮ {rest} more", styles.QUIET)))
        lines.append(Styled(""))
        lines += self._cut_for().wrap(width)
        return lines

    def _piece_lines(self, piece: Piece, width: int) -> list[Styled]:
        ink = self.app.ink
        is_here = piece is self.piece or piece == self.piece
        mark, style = ("▶ ", styles.CURRENT) if is_here else ("  ", "")
        outcome = piece.outcome
        address = self.game_tree.address
        cut = ", ".join(address(node) for node in outcome.cut[:4]) or "nothing"
        if len(outcome.cut) > 4:
            cut += f" and {len(outcome.cut) - 4} more"
        best = "" if outcome.best is None else f"best {name_in_path(self.record, outcome.best)}; "
        head = ink.line(
            (mark, styles.CURRENT),
            (piece.stretch.words(self.word), style or styles.STRONG),
            (f": worth {value_words(outcome.value, self.word)}", style),
        )
        below = ink.line((f"    {best}cut {cut}", styles.QUIET))
        return [*ink.paragraph([head], width, 1), *ink.paragraph([below], width, 1)]

    def _cut_for(self) -> Styled:
        """Return for which values the node that is looked at is not visited."""
        ink, answer, node = self.app.ink, self.answer, self.canvas.cursor or 0
        name = capitalised(explain.label(self.record, node))
        stretches = answer.not_visited_for(node) if answer is not None else ()
        if not stretches:
            return ink.line((name, styles.STRONG), f" is visited for every {self.word}.")
        words = " or ".join(stretch.words(self.word) for stretch in stretches)
        return ink.line((name, styles.STRONG), f" is cut off for {words}.")

    def _sentence(self, width: int, height: int) -> list[Styled]:
        ink, outcome = self.app.ink, self.piece.outcome
        count = "1 leaf" if outcome.evaluated == 1 else f"{outcome.evaluated} leaves"
        remark = self.key_remark or self.problem
        lines = [
            ink.line(
                (f"{self.word} = {shown(self.x)}: ", styles.STRONG),
                f"the root is worth {shown(outcome.value_at(self.x))}, {count} read.",
            ),
            ink.line((remark, styles.KEY)),
        ]
        if not remark and height < 3:
            del lines[1]
        elif not remark:
            lines[1] = ink.line(
                (
                    "Arrows move the slider, n and p go from piece to piece, hjkl look around.",
                    styles.QUIET,
                )
            )
        block = ink.paragraph(lines, width - 2, height)
        return ink.block([Styled(" ") + line for line in block], width, height)

    def footer(self) -> list[tuple[str, str, str]]:
        """Return what the footer says now: id, key and word of each hint."""
        hidden = set()
        if len(self.leaves) < 2:
            hidden.add("unknown_other")
        if len(self.leaves) != 2:
            hidden.add("unknown_map")
        return self.hints(name for name in _FOOTER if name not in hidden)

    def look(self, direction: Direction) -> None:
        """Look at a neighbour; say where there is none."""
        is_there = self.canvas.neighbour(direction) not in {None, self.canvas.cursor}
        self.problem = "" if is_there else "There is no node that way."
        if is_there:
            self.canvas.move_cursor(direction)
        self.update()

    # -- what the widgets report ---------------------------------------------------------------

    def on_number_line_moved(self, event: NumberLine.Moved) -> None:
        """Follow the slider."""
        self.move_to(event.number)

    def on_tree_canvas_node_highlighted(self, event: TreeCanvas.NodeHighlighted) -> None:
        """Look at the node that was clicked."""
        self.canvas.cursor = event.node
        self.update()


def value_words(value: Number | Linear, word: str) -> str:
    """Return a root's value as people write it: ``3``, ``x``, ``1/2·x + 3``."""
    if not isinstance(value, Linear):
        return shown(value)
    if value.is_x:
        return word
    slope = "" if value.slope == 1 else "−" if value.slope == -1 else f"{shown(value.slope)}·"
    if value.constant == 0:
        return f"{slope}{word}"
    sign = "+" if value.constant > 0 else "−"
    rest = value.constant if value.constant > 0 else -value.constant
    return f"{slope}{word} {sign} {shown(rest)}"


def inside(piece: Piece) -> Number:
    """Return a plain number in a piece: an end that belongs to it, else one between its ends."""
    stretch = piece.stretch
    low, high = stretch.low, stretch.high
    if low == -float("inf"):
        if high == float("inf"):
            return 0
        return high if stretch.closed_high else plain(_exact(high) - 1)
    if high == float("inf"):
        return plain(_exact(low) + 1)
    middle = (_exact(low) + _exact(high)) / 2
    whole = Fraction(round(middle))
    return plain(whole) if plain(whole) in stretch else plain(middle)


def _exact(number: Number) -> Fraction:
    return Fraction(repr(number)) if isinstance(number, float) else Fraction(number)
