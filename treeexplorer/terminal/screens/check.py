"""The check: what is right, what is wrong and why; the headline first, a row for each claim."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from treeexplorer.exercises.check import Check, Mark
from treeexplorer.numbers import counted
from treeexplorer.terminal.keys import EXERCISES, LOOK, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    around,
    columns,
    line,
    selected,
    sentence,
)
from treeexplorer.terminal.messages import OpenScreen
from treeexplorer.terminal.panels.banner import score
from treeexplorer.terminal.screens.base import UpperScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words
from treeexplorer.text import shorten

_KINDS = {"value": "value", "bound": "value", "window": "window", "cut": "cut", "visited": "cut",
          "cuts-none": "cut", "best": "best move", "read": "leaves read",
          "pruned-if": "pruned"}  # fmt: skip
_STYLES = {Mark.RIGHT: "decided", Mark.MISTAKE: "cut", Mark.CONSEQUENCE: "min"}
_COLUMNS = (3, 5, 22, 34, 48)


class CheckScreen(UpperScreen):
    """Judges the claims about a tree; ``enter`` goes to the step that shows one.

    Args:
        view: What is looked at; its check is kept in it.

    Raises:
        ValueError: Nothing is claimed about the tree, or the search comes to an unknown leaf.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "go_there", "go to its step", "Show the step that decides", "check_go_there"),
        key("down,j,tab", "step(1)", "next", "Go to the next claim", "claim_next"),
        key("x", "next_wrong", "next ✗", "Go to the next wrong claim", "next_wrong"),
        key("W", "worksheet", "worksheet", "Go on with it as a worksheet", "check_worksheet"),
        key("escape,K,q", "leave", "back", "Go back to the tree", "check_leave"),
        more(LOOK, "up,k,shift+tab", "step(-1)", "Go to the claim before", "claim_before"),
        more(LOOK, "home", "select(0)", "Go to the first claim", "claim_first"),
        more(LOOK, "end", "select(-1)", "Go to the last claim", "claim_last"),
        more(EXERCISES, "h", "hide", "Hide the marks in the tree", "check_hide"),
    ]
    MODE = "CHECK"

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view: View = view
        exercise = view.exercises[view.index]
        claims = exercise.claims
        if not claims:
            raise ValueError(
                "Nothing is claimed about this tree, so there is nothing to check: "
                "W fills in a worksheet."
            )
        self.check = Check(view.record, claims, exercise.blanks)
        view.check = self.check
        listed = [one for one in self.check.claims if one.claim.kind != "visited" or not one.right]
        self.rows = sorted(listed, key=lambda one: (one.claim.node, one.claim.kind))
        first = self.check.first_wrong
        self.at = self.rows.index(first) if first is not None else 0

    def parts(self) -> ComposeResult:
        """Yield the headline, the claims, and why the selected one is right or wrong."""
        yield OneLine(self._bar)
        yield Words(self._verdict)
        yield LineView(self._list)
        yield Words(self._why, surface="panel")

    def give_room(self, width: int, height: int) -> None:
        """Give the verdict the lines that it takes."""
        self.query(Words).first().fit(width, 2, height // 4)
        self.query(Words).last().styles.height = 5 if height >= 24 else 3

    def _bar(self, width: int) -> TextLine:
        count, mistakes = self.check.tally.written, self.check.tally.mistakes
        said = counted(mistakes, "mistake", "mistakes") if self.check.wrong else ""
        return score(count - len(self.check.wrong), count, said, width)

    def _verdict(self) -> list[TextLine]:
        said = [sentence(text) for text in (self.check.headline,) if text]
        return [*said, BLANK]

    def _list(self, width: int, height: int) -> list[TextLine]:
        words = ("", "node", "what", "written", "found")
        head = columns([line((word, "quiet")) for word in words], _COLUMNS)
        rows = range(len(self.rows))
        return [head, *(self._row(i, width) for i in around(rows, self.at, max(1, height - 1)))]

    def _row(self, index: int, width: int) -> TextLine:
        checked = self.rows[index]
        claim, style = checked.claim, _STYLES[checked.mark]
        cells = [
            line((checked.mark.sign, f"bold {style}")),
            sentence(shorten(self.view.snapshot.signed(claim.node), 16), "strong"),
            line((_KINDS[claim.kind], "quiet")),
            line((checked.text, style)),
            line(("" if checked.right else checked.words.found, "text")),
        ]
        text = columns(cells, _COLUMNS)
        return selected(text, width) if index == self.at else text

    def _why(self) -> list[TextLine]:
        why = sentence(self.message or self.rows[self.at].words.why)
        return [*([BLANK] * (self.app.size.height >= 24)), why]

    # -- doing things --------------------------------------------------------------------------

    def action_select(self, row: int) -> None:
        """Go to a claim by its row."""
        self.at = row % len(self.rows)
        self.say("")

    def action_step(self, by: int) -> None:
        """Go to the next claim, or to the one before."""
        self.action_select(self.at + by)

    def action_next_wrong(self) -> None:
        """Go to the next wrong claim."""
        order = [*range(self.at + 1, len(self.rows)), *range(self.at + 1)]
        self.action_select(next((row for row in order if not self.rows[row].right), self.at))

    def action_go_there(self) -> None:
        """Show the step that decides about the claim."""
        checked = self.rows[self.at]
        self.view.go_to(min(checked.step, self.view.steps))
        self.dismiss()

    def action_worksheet(self) -> None:
        """Go on with the claims as a worksheet."""
        self.dismiss()
        from treeexplorer.terminal.screens.worksheet import WorksheetScreen

        self.post_message(OpenScreen(partial(WorksheetScreen, self.view)))

    def action_hide(self) -> None:
        """Hide the marks in the tree, and go back to it."""
        self.view.check = None
        self.dismiss()
