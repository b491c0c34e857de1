"""Two searches of the same tree, to be looked at side by side."""

from __future__ import annotations

from typing import Any, Final

from treeexplorer.engine import Record
from treeexplorer.explain.comparing import Alignment, Pair, differences, partings, rules_told, told
from treeexplorer.terminal.view import View
from treeexplorer.text import as_sentence

MOST_STEPS: Final = 100_000
_PATIENCE_SECONDS: Final = 2.0


class TooLargeError(ValueError):
    """Searches that cannot be laid side by side, with the reason as a sentence."""


class Comparison:
    """The search of a view, and the same tree searched under other rules.

    Args:
        view: The view whose search is compared; it stays where it is.

    Attributes:
        left: A twin of the view.
        right: A view of the same tree, with rules of its own.
        moment: Which moment of both is shown.
        alignment: Which steps of the two searches belong together.
        told: What the right search does differently, in a sentence.
        partings: What happens where only one of the searches cuts off, by node.

    Raises:
        TooLargeError: The searches have too many steps, or one is not at its end.
    """

    def __init__(self, view: View) -> None:
        self.left = view.twin()
        self.right = _counterpart(view)
        self.moment = 0
        self.alignment: Alignment
        self.told = ""
        self.partings: dict[int, str] = {}
        self.align()
        self.go_to(self.alignment.moment_of(view.step))

    @property
    def records(self) -> tuple[Record, Record]:
        """The records of both searches."""
        return self.left.record, self.right.record

    @property
    def pair(self) -> Pair:
        """What both show at this moment."""
        return self.alignment[self.moment]

    def align(self) -> None:
        """Compare the searches as they are now.

        Raises:
            TooLargeError: They have too many steps, or one is not at its end.
        """
        self.right.search_on(_PATIENCE_SECONDS)
        first, second = self.records
        if not (first.complete and second.complete):
            raise TooLargeError("One of the searches is not at its end, so nothing is compared.")
        if first.steps + second.steps > MOST_STEPS:
            raise TooLargeError(
                f"These searches have {first.steps + second.steps:,} steps, too many to be laid "
                "side by side; `treeexplorer compare` counts them."
            )
        self.alignment = Alignment(first, second)
        found = differences(first, second)
        self.told = told(first, second, found, rules_told(first.rules, second.rules))
        self.partings = {parting.node: parting.text for parting in partings(first, second)}

    def go_to(self, moment: int) -> bool:
        """Show a moment; tell whether it is another one than before."""
        target = max(0, min(moment, len(self.alignment) - 1))
        has_moved = target != self.moment
        self.moment = target
        self.left.go_to(self.pair.first)
        self.right.go_to(self.pair.second)
        return has_moved

    @property
    def differs(self) -> bool:
        """Whether the searches do something different at this moment."""
        return self.moment > 0 and self.alignment.differs(self.moment)

    @property
    def is_at_first_difference(self) -> bool:
        """Whether this is the first moment at which the searches differ."""
        found = self.alignment.differences
        return bool(found) and self.moment == found[0]

    @property
    def parting(self) -> str:
        """Why the searches part here, where they do."""
        if not self.differs:
            return ""
        first, second = self.records
        nodes = (first.step(self.pair.first).node, second.step(self.pair.second).node)
        return next((self.partings[node] for node in nodes if node in self.partings), "")

    @property
    def first_difference(self) -> str:
        """Where the searches begin to differ, and what comes of it, in words."""
        found = self.alignment.differences
        if not found:
            return "Both searches do the same at every step."
        step = found[0]  # up to there both searches have moved at every moment
        before = "" if step == 1 else f"; the same up to step {step - 1}"
        return f"step {step}{before}. {as_sentence(self.told)}"


def _counterpart(view: View) -> View:
    """Return a view of the same tree under rules that are likely to make a difference."""
    rules = view.rules
    offers: list[dict[str, Any]] = [{"algorithm": "alphabeta"}]
    if rules.has_conventions:
        other_order = "left-to-right" if rules.right_to_left else "right-to-left"
        offers = [
            {"cutoff": ">=" if rules.strict else ">"},
            {"order": other_order},
            {"algorithm": "minimax"},
        ]
        if rules.form != "classic":
            offers = [{"form": "classic"}, {"algorithm": "minimax"}]
    right = view.twin()
    for offer in offers:
        tried = view.twin()
        try:
            tried.change_rules(**offer)
        except ValueError:
            continue
        right = tried
        right.search_on(_PATIENCE_SECONDS)
        ours, theirs = view.record, right.record
        if not (ours.complete and theirs.complete) or ours.steps > MOST_STEPS:
            break
        if differences(ours, theirs):
            break
    return right
