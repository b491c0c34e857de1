"""Two searches of the same tree, to be looked at side by side."""

from __future__ import annotations

from typing import Any, Final

from treeexplorer.explain.comparing import Alignment, Pair, differences, partings, told
from treeexplorer.explain.words import rules_told
from treeexplorer.terminal.view import View
from treeexplorer.text import as_sentence

MOST_STEPS: Final = 100_000
_PATIENCE_SECONDS: Final = 2.0


class Comparison:
    """The search of a view, and the same tree searched under other rules.

    Args:
        view: The view whose search is compared; it stays where it is.

    Attributes:
        left: A twin of the view.
        right: A view of the same tree, with rules of its own.
        moment: Which moment of both is shown.
        alignment: Which steps of the two searches belong together.
        first_difference: Where they begin to differ, and what comes of it, in words.

    Raises:
        ValueError: The searches have too many steps, or one is not at its end.
    """

    def __init__(self, view: View) -> None:
        self.left = view.twin()
        self.right = _counterpart(view)
        self.moment = 0
        self.alignment: Alignment
        self.first_difference = ""
        self._partings: dict[int, str] = {}
        self.align()
        self.go_to(self.alignment.moment_of(view.step))

    @property
    def pair(self) -> Pair:
        """What both show at this moment."""
        return self.alignment[self.moment]

    def align(self) -> None:
        """Compare the searches as they are now.

        Raises:
            ValueError: They have too many steps, or one is not at its end.
        """
        self.right.search_on(_PATIENCE_SECONDS)
        first, second = self.left.record, self.right.record
        if not (first.complete and second.complete):
            raise ValueError("One of the searches is not at its end, so nothing is compared.")
        if first.steps + second.steps > MOST_STEPS:
            raise ValueError(
                f"These searches have {first.steps + second.steps:,} steps, too many to be laid "
                "side by side; `treeexplorer compare` counts them."
            )
        self.alignment = Alignment(first, second)
        self._partings = {parting.node: parting.text for parting in partings(first, second)}
        self.first_difference = "Both searches do the same at every step."
        if self.alignment.differences:
            step = self.alignment.differences[0]  # both have moved at every moment before
            before = "" if step == 1 else f"; the same up to step {step - 1}"
            found = differences(first, second)
            words = told(first, second, found, rules_told(first.rules, second.rules))
            self.first_difference = f"step {step}{before}. {as_sentence(words)}"

    def go_to(self, moment: int) -> None:
        """Show a moment."""
        self.moment = max(0, min(moment, len(self.alignment) - 1))
        self.left.go_to(self.pair.first)
        self.right.go_to(self.pair.second)

    @property
    def parting(self) -> str:
        """Why the searches part here, where they do."""
        if not self.moment or not self.alignment.differs(self.moment):
            return ""
        nodes = (view.record.step(view.step).node for view in (self.left, self.right))
        return next((self._partings[node] for node in nodes if node in self._partings), "")


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
