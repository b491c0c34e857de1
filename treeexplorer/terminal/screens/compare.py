"""Two searches of the same tree side by side, stepped together, the differences a key away."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical

from treeexplorer.drawing.runs import Look
from treeexplorer.exercises.answers import answer_sheet
from treeexplorer.explain.comparing import name_of
from treeexplorer.numbers import grouped
from treeexplorer.terminal.comparison import Comparison, TooLargeError
from treeexplorer.terminal.keys import LOOK, STEP, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    columns,
    fitted,
    length,
    line,
    paragraph,
    plain,
    sentence,
)
from treeexplorer.terminal.messages import OpenScreen
from treeexplorer.terminal.panels.banner import bar
from treeexplorer.terminal.panels.funnel import funnel
from treeexplorer.terminal.panels.heading import conventions
from treeexplorer.terminal.panels.side import indented
from treeexplorer.terminal.panels.track import Track
from treeexplorer.terminal.panels.tree import tree
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.footer import Hints
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.terminal.widgets.slider import Slider

Side = Literal["left", "right"]

_LEAST_BOTH: Final = 100
_HEAD: Final = ("value", "best", "may tie", "leaves read", "visited", "cut-offs", "steps")
_LABEL: Final = re.compile(r"[▲▽○][^\s,:]+")


class Compare(BaseScreen[None]):
    """Shows the explorer's search at the left and the same tree under other rules at the right.

    Args:
        view: The view whose search is compared.

    Raises:
        TooLargeError: The searches have too many steps, or one is not at its end.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("space,right,pagedown,n", "go(1)", "next", "Go on by one step of both", "compare_next"),
        key("backspace,left,pageup,p", "go(-1)", "back", "Go back by one step", "compare_back"),
        key("d,down", "difference(1)", "next difference", "Go to the next difference",
            "compare_difference"),
        key("c", "cut(1)", "cut-off", "Go to the next cut-off of either", "compare_cut"),
        key("r", "rules", "rules", "Choose the rules of the right search", "compare_rules"),
        key("tab", "turn", "other side", "Show the other side, where one alone has room",
            "compare_turn"),
        key("y", "why", "why", "Say why they part here", "compare_why"),
        key("enter", "go_there", "go to this step", "Go back to the tree at this step",
            "compare_go"),
        key("escape,q", "leave", "one search", "Go back to the tree", "compare_leave"),
        more(STEP, "D,up", "difference(-1)", "Go to the difference before", "compare_before"),
        more(STEP, "C", "cut(-1)", "Go to the cut-off before", "compare_cut_before"),
        more(STEP, "home", "end(0)", "Go to the start of both", "compare_start"),
        more(STEP, "end", "end(1)", "Go to the end of both", "compare_end"),
        more(LOOK, "ctrl+c", "leave", "Go back to the tree", "compare_away"),
    ]  # fmt: skip
    DEFAULT_CSS = """
    Compare #compare-heading { height: 1; }
    Compare #compare-sides { height: 1fr; }
    Compare .side { width: 1fr; height: 1fr; }
    Compare #compare-middle { width: 1; height: 1fr; }
    Compare .compare-rules, Compare .compare-bar { height: 1; }
    Compare .compare-tree { height: 1fr; }
    Compare .compare-funnel { height: 7; }
    Compare .compare-words { height: 3; }
    Compare #compare-table { height: 4; }
    Compare #compare-moments { height: 2; }
    """

    def __init__(self, view: View) -> None:
        super().__init__()
        self.explored = view
        self.comparison = Comparison(view)
        self.side: Side = "left"
        self.message = ""

    def compose(self) -> ComposeResult:
        """Build both sides, and what is said about them."""
        yield LineView(self._heading, surface="panel", id="compare-heading")
        with Horizontal(id="compare-sides"):
            yield from self._side("left")
            yield LineView(lambda _width, height: [BLANK] * height, surface="panel",
                           id="compare-middle")  # fmt: skip
            yield from self._side("right")
        yield LineView(self._table, surface="panel", id="compare-table")
        yield Slider(self._tracks, id="compare-moments")
        yield Hints()

    def _side(self, side: Side) -> ComposeResult:
        with Vertical(id=f"side-{side}", classes="side"):
            yield LineView(
                lambda width, _: [self._rules(side, width)],
                surface="current",
                classes="compare-rules",
            )
            yield LineView(
                lambda width, height: tree(
                    self._view(side).snapshot, width, height, Look(spoilers=False)
                ),
                classes="compare-tree",
            )
            yield LineView(
                lambda width, height: self._funnel(side, width, height),
                surface="panel",
                classes="compare-funnel",
            )
            yield LineView(lambda width, _: [self._bar(side, width)], classes="compare-bar")
            yield LineView(
                lambda width, height: self._words(side, width, height), classes="compare-words"
            )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer the other side only where one alone has room."""
        return action != "turn" or self.app.size.width < _LEAST_BOTH

    def _view(self, side: Side) -> View:
        return self.comparison.left if side == "left" else self.comparison.right

    def on_resize(self, event: events.Resize) -> None:
        """Divide the room anew; where there is too little, one side is shown at a time."""
        self._give_room(event.size.width, event.size.height)

    def _give_room(self, width: int, height: int) -> None:
        both = width >= _LEAST_BOTH
        for side in ("left", "right"):
            self.query_one(f"#side-{side}").display = both or side == self.side
        self.query_one("#compare-middle").display = both
        for part in self.query(".compare-funnel"):
            part.display = height >= 28
            part.styles.height = 5 if height < 40 else 8
        for part in self.query(".compare-words"):
            part.styles.height = 2 if height < 28 else 3 if height < 40 else 6
            part.styles.margin = (1 if height >= 40 else 0, 0)
        table = self.query_one("#compare-table")
        table.styles.height = 1 if height < 22 else 4 if height < 40 else 5

    def show(self) -> None:
        """Show the moment."""
        self._give_room(self.app.size.width, self.app.size.height)
        for panel in self.query(LineView):
            panel.redraw()

    # -- what is on the screen -----------------------------------------------------------------

    def _heading(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        left = line(
            (f" {self.explored.title}", "bold strong"), "  ", (" COMPARE ", "bold ground on min")
        )
        one, other = self._short_names()
        right = sentence(f"{one} against {other} ", "quiet")
        return [beside(left, right if length(right) + 12 < width else BLANK, width)]

    def _short_names(self) -> tuple[str, str]:
        """Return what tells the searches apart, in a word or two each."""
        left, right = self.comparison.left.rules, self.comparison.right.rules
        if left.algorithm == right.algorithm and left.strict != right.strict:
            return left.test_sign, right.test_sign
        return name_of(left), name_of(right)

    def _names(self) -> tuple[str, str]:
        """Return the two searches as rows of the table call them."""
        left, right = self.comparison.left.rules, self.comparison.right.rules
        if left.algorithm == right.algorithm and left.strict != right.strict:
            return f"cut when α {left.test_sign} β", f"cut when α {right.test_sign} β"
        return name_of(left), name_of(right)

    def _rules(self, side: Side, width: int) -> TextLine:
        view = self._view(side)
        parts = conventions(view.rules)
        one, other = self._names()
        name = one if side == "left" else other
        text = "  ".join(parts) if len("  ".join(parts)) < width - 18 else name
        step = line(
            ("step ", "quiet"), (str(view.step), "bold strong"), (f"/{view.steps} ", "quiet")
        )
        return beside(sentence(f" {text}", "quiet"), step, width, "current")

    def _funnel(self, side: Side, width: int, height: int) -> list[TextLine]:
        rows = funnel(self._view(side), width - 4, height - 1)
        return [BLANK, *map(indented, rows)]

    def _waits(self, side: Side) -> bool:
        moved = self.comparison.pair.moved
        return self.comparison.moment > 0 and not moved[0 if side == "left" else 1]

    def _bar(self, side: Side, width: int) -> TextLine:
        if self._waits(side):
            return fitted(line((" waits for the other search", "quiet")), width, "panel")
        return bar(self._view(side).snapshot.banner, width)

    def _words(self, side: Side, width: int, height: int) -> list[TextLine]:
        if self._waits(side):
            return []
        said = self._view(side).snapshot.banner.lines
        texts = [sentence(text, "quiet" if text.startswith("Pruned") else "") for text in said]
        return [((" ", ""), *text) for text in paragraph(texts, width - 2, height)]

    def _table(self, width: int, height: int) -> list[TextLine]:
        words, title = self.message, ""
        if not words:
            words, title = self.comparison.first_difference, "FIRST DIFFERENCE"
            if self.comparison.parting and not self.comparison.is_at_first_difference:
                words, title = self.comparison.parting, "HERE"
        first = line(" ", (title, "bold news_text"), ("   " if title else ""), *sentence(words))
        if height < 2:
            return [fitted(first, width)]
        said = paragraph([first], width - 1, max(1, height - 3))
        return [*said, *_rows(self._names(), self._results(), width)]

    def _results(self) -> tuple[list[str], list[str]]:
        one, other = self.comparison.left, self.comparison.right
        return _result_cells(one), _result_cells(other)

    def _tracks(self) -> Sequence[Track]:
        marks = ("≥", ">") if self._short_names()[0] in {"≥", ">"} else ("1", "2")
        if self._short_names() == (">", "≥"):
            marks = (">", "≥")
        tracks = []
        longest = max(self.comparison.left.steps, self.comparison.right.steps)
        room = max(10, self.app.size.width - 24)
        for sign, view in zip(marks, (self.comparison.left, self.comparison.right), strict=True):
            record = view.record
            before = line(
                (f" {sign}  ", "bold strong"),
                ("step ", "quiet"),
                (str(view.step), "bold strong"),
                (f"/{view.steps}".ljust(max(6, 12 - len(str(view.step)))), "quiet"),
            )
            most = max(2, round(room * view.steps / longest)) if longest else room
            cuts = [record.left(row) for row in record.cuts]
            tracks.append(
                Track(at=view.step, low=0, high=view.steps, marks=cuts, before=before, most=most)
            )
        return tracks

    # -- moving --------------------------------------------------------------------------------

    def _go_to(self, moment: int | None, otherwise: str = "") -> None:
        self.message = ""
        if moment is None:
            self.message = otherwise
        else:
            self.comparison.go_to(moment)
        self.show()

    def action_go(self, by: int) -> None:
        """Go on or back by one step of both."""
        self._go_to(self.comparison.moment + by)

    def action_difference(self, by: int) -> None:
        """Go to the next moment at which the searches part, or to the one before."""
        alignment, moment = self.comparison.alignment, self.comparison.moment
        if by > 0:
            self._go_to(alignment.next_difference(moment), "They do not part after this step.")
        else:
            self._go_to(alignment.previous_difference(moment), "They did not part before this.")

    def action_cut(self, by: int) -> None:
        """Go to the next cut-off of either search, or to the one before."""
        comparison = self.comparison
        count = len(comparison.alignment)
        places = (
            range(comparison.moment + 1, count) if by > 0 else range(comparison.moment - 1, 0, -1)
        )
        self._go_to(next(filter(self._is_cut, places), None), "There is no cut-off that way.")

    def _is_cut(self, moment: int) -> bool:
        pair = self.comparison.alignment[moment]
        records = self.comparison.records
        steps = (pair.first, pair.second)
        return any(
            moved and record.step(step).kind.name == "CUT"
            for record, step, moved in zip(records, steps, pair.moved, strict=True)
        )

    def action_end(self, end: int) -> None:
        """Go to the start or the end of both."""
        self._go_to(len(self.comparison.alignment) - 1 if end else 0)

    def on_slider_moved(self, event: Slider.Moved) -> None:
        """Show the moment that was clicked."""
        event.stop()
        alignment = self.comparison.alignment
        step = round(event.place)
        if event.track == 0:
            self._go_to(alignment.moment_of(step))
        else:
            found = (m for m in range(len(alignment)) if alignment[m].second >= step)
            self._go_to(next(found, len(alignment) - 1))

    # -- doing things --------------------------------------------------------------------------

    def action_turn(self) -> None:
        """Show the other side."""
        self.side = "right" if self.side == "left" else "left"
        self.show()

    def action_why(self) -> None:
        """Say why the searches part here."""
        self.message = self.comparison.parting or "They do the same here."
        self.show()

    def action_rules(self) -> None:
        """Choose the rules of the right search."""
        self.post_message(OpenScreen("rules", self.comparison.right, then=self._compare_again))

    def _compare_again(self, _: object) -> None:
        step = self.comparison.pair.first
        try:
            self.comparison.align()
        except TooLargeError as error:
            self.notify(str(error), severity="warning", markup=False)
            self.dismiss()
            return
        self._go_to(self.comparison.alignment.moment_of(step))

    def action_go_there(self) -> None:
        """Go back to the tree at this step."""
        self.explored.go_to(self.comparison.pair.first)
        self.dismiss()

    def action_leave(self) -> None:
        """Go back to the tree."""
        self.dismiss()


def _result_cells(view: View) -> list[str]:
    record = view.record
    sheet = answer_sheet(record)
    ties = [label for words in sheet.ties for label in _LABEL.findall(words)]
    return [
        sheet.value.partition(",")[0],
        sheet.best if _LABEL.match(sheet.best) else "none",
        " ".join(ties[:3]) or "none",
        f"{grouped(record.evaluated)} of {grouped(record.tree.leaf_count)}",
        grouped(record.visited),
        grouped(len(record.cuts)),
        grouped(record.steps),
    ]


def _rows(names: tuple[str, str], cells: tuple[list[str], list[str]], width: int) -> list[TextLine]:
    """Return the table of both searches; what differs stands out in the second row."""
    gap = 3 if width >= _LEAST_BOTH else 2
    name_cells = max(len(name) + 1 + gap for name in names)
    widths = [max(len(head), *(len(row[i]) for row in cells)) + gap for i, head in enumerate(_HEAD)]
    starts = [1, *(name_cells + sum(widths[:i]) for i in range(len(widths)))]
    lines = [columns([BLANK, *(line((head, "quiet")) for head in _HEAD)], starts)]
    for name, row, other in zip(names, cells, (cells[0], cells[0]), strict=True):
        shown_row = [
            sentence(text, "text" if text == base else "bold news_text")
            for text, base in zip(row, other, strict=True)
        ]
        lines.append(columns([sentence(name, "quiet"), *shown_row], starts))
    return [text if len(plain(text)) <= width else fitted(text, width) for text in lines]
