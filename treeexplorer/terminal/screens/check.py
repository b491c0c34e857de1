"""The check: what is right, what is wrong and why; the headline first, a row for each claim."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from treeexplorer.exercises.check import Check, CheckedClaim, Mark
from treeexplorer.terminal.keys import EXERCISES, LOOK, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    columns,
    fitted,
    line,
    paragraph,
    sentence,
    wrapped,
)
from treeexplorer.terminal.panels.heading import heading
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.footer import Hints
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.text import shorten

_KINDS = {"value": "value", "bound": "value", "window": "window", "cut": "cut", "visited": "cut",
          "cuts-none": "cut", "best": "best move", "read": "leaves read", "leaves": "order",
          "pruned-if": "pruned"}  # fmt: skip
_COLUMNS = (3, 5, 22, 31, 47)


class NothingToCheckError(ValueError):
    """The file claims nothing about the tree."""


class CheckScreen(BaseScreen[None]):
    """Judges the claims about a tree; ``enter`` goes to the step that shows one.

    Args:
        view: What is looked at; its check is kept in it.

    Raises:
        NothingToCheckError: Nothing is claimed about the tree.
        UnknownReachedError: The search comes to an unknown leaf.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "go_there", "go to its step", "Show the step that decides", "check_go_there"),
        key("down,j,tab", "select(1)", "next", "Go to the next claim", "claim_next"),
        key("x", "next_wrong", "next ✗", "Go to the next wrong claim", "next_wrong"),
        key("W", "worksheet", "worksheet", "Go on with it as a worksheet", "check_worksheet"),
        key("escape,K,q", "leave", "back", "Go back to the tree", "check_leave"),
        more(LOOK, "up,k,shift+tab", "select(-1)", "Go to the claim before", "claim_before"),
        more(LOOK, "home", "select_end(0)", "Go to the first claim", "claim_first"),
        more(LOOK, "end", "select_end(1)", "Go to the last claim", "claim_last"),
        more(EXERCISES, "h", "hide", "Hide the marks in the tree", "check_hide"),
        more(EXERCISES, "ctrl+c", "leave", "Go back to the tree", "check_away"),
    ]
    DEFAULT_CSS = """
    CheckScreen #check-heading, CheckScreen #check-bar { height: 1; }
    CheckScreen #check-verdict { height: 3; }
    CheckScreen #check-list { height: 1fr; }
    CheckScreen #check-why { height: 4; }
    """

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view
        exercise = view.exercises[view.index]
        claims = exercise.claims
        if not claims:
            raise NothingToCheckError(
                "Nothing is claimed about this tree, so there is nothing to check: "
                "W fills in a worksheet."
            )
        self.check = Check(view.record, claims, exercise.blanks)
        view.check = self.check
        listed = [one for one in self.check.claims if one.claim.kind != "visited" or not one.right]
        self.rows = sorted(listed, key=lambda one: (one.claim.node, one.claim.kind))
        first = self.check.first_wrong
        self.at = self.rows.index(first) if first is not None else 0

    def compose(self) -> ComposeResult:
        """Build the headline, the claims, and why the selected one is right or wrong."""
        yield LineView(self._heading, surface="panel", id="check-heading")
        yield LineView(self._bar, id="check-bar")
        yield LineView(self._verdict, id="check-verdict")
        yield LineView(self._list, id="check-list")
        yield LineView(self._why, surface="panel", id="check-why")
        yield Hints()

    def on_resize(self, event: events.Resize) -> None:
        """Give the verdict the lines that it takes."""
        lines = len(self._verdict_lines(max(20, event.size.width - 2)))
        self.query_one("#check-verdict").styles.height = min(lines + 1, event.size.height // 4)
        self.query_one("#check-why").styles.height = 5 if event.size.height >= 24 else 3

    def show(self) -> None:
        """Show what has changed."""
        for panel in self.query(LineView):
            panel.redraw()

    def _heading(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        return [heading(self.view, width, "CHECK")]

    def _bar(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        count, wrong = len(self.check.claims), len(self.check.wrong)
        words = f"{count - wrong} of {count} right"
        if not wrong:
            return [
                fitted(line(("  ✓  ", "bold decided"), (words, "bold strong")), width, "current")
            ]
        mistakes = len(self.check.mistakes)
        right = f"{mistakes} {'mistake' if mistakes == 1 else 'mistakes'} "
        left = line(("  ✗  ", "bold min"), (words, "bold strong"))
        return [beside(left, line((right, "bold min")), width, "min_card")]

    def _verdict_lines(self, width: int) -> list[TextLine]:
        texts = [self.check.headline]
        if self.check.fitting_words:
            texts.append(self.check.fitting_words)
        return [part for text in texts for part in wrapped(sentence(text), width)]

    def _verdict(self, width: int, height: int) -> list[TextLine]:
        lines = paragraph(self._verdict_lines(width - 2), width - 2, height)
        return [((" ", ""), *text) for text in lines]

    def _list(self, width: int, height: int) -> list[TextLine]:
        head = columns(
            [line((word, "quiet")) for word in ("", "node", "what", "written", "found")], _COLUMNS
        )
        room = max(1, height - 1)
        top = max(0, min(self.at - room // 2, len(self.rows) - room))
        rows = [self._row(i, width) for i in range(top, min(len(self.rows), top + room))]
        return [head, *rows]

    def _row(self, index: int, width: int) -> TextLine:
        checked = self.rows[index]
        claim = checked.claim
        sign, style = _sign(checked)
        name = self.view.snapshot.signed(claim.node)
        cells = [
            line((sign, f"bold {style}")),
            sentence(shorten(name, 16), "strong"),
            line((_KINDS[claim.kind], "quiet")),
            line((self.check.text(checked), style)),
            line(("" if checked.right else self.check.found(checked), "text")),
        ]
        text = columns(cells, _COLUMNS)
        if index != self.at:
            return text
        marked = ((" ▌", "strong on current"), (text[0][0][2:], ""), *text[1:])
        return fitted(marked, width, "current")

    def _why(self, width: int, height: int) -> list[TextLine]:
        words = sentence(self.check.why(self.rows[self.at]))
        lines = paragraph([words], width - 2, max(1, height - 1))
        above = [BLANK] * (height > len(lines))
        return [*above, *(((" ", ""), *text) for text in lines)]

    # -- doing things --------------------------------------------------------------------------

    def action_select(self, by: int) -> None:
        """Go to another claim."""
        self.at = (self.at + by) % len(self.rows)
        self.show()

    def action_select_end(self, end: int) -> None:
        """Go to the first claim, or to the last one."""
        self.at = len(self.rows) - 1 if end else 0
        self.show()

    def action_next_wrong(self) -> None:
        """Go to the next wrong claim."""
        order = [*range(self.at + 1, len(self.rows)), *range(self.at + 1)]
        self.at = next((i for i in order if not self.rows[i].right), self.at)
        self.show()

    def action_go_there(self) -> None:
        """Show the step that decides about the claim."""
        checked = self.rows[self.at]
        self.view.go_to(min(checked.step, self.view.steps))
        self.dismiss()

    def action_worksheet(self) -> None:
        """Go on with the claims as a worksheet."""
        from treeexplorer.terminal.messages import OpenScreen

        self.dismiss()
        self.post_message(OpenScreen("worksheet", self.view))

    def action_hide(self) -> None:
        """Hide the marks in the tree, and go back to it."""
        self.view.check = None
        self.dismiss()

    def action_leave(self) -> None:
        """Go back to the tree."""
        self.dismiss()


def _sign(checked: CheckedClaim) -> tuple[str, str]:
    style = {Mark.RIGHT: "decided", Mark.MISTAKE: "cut", Mark.CONSEQUENCE: "min"}[checked.mark]
    return checked.mark.sign, style
