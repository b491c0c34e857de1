"""Two searches of the same tree, to be looked at side by side."""

from __future__ import annotations

from typing import Any, Final

from treeexplorer.engine import Record
from treeexplorer.engine.alignment import Alignment
from treeexplorer.engine.comparing import partings
from treeexplorer.engine.differences import differences, rules_told, told
from treeexplorer.terminal.session import Session

MOST_STEPS: Final = 100_000
_PATIENCE: Final = 2.0


class TooLargeError(Exception):
    """Searches that are too long to be laid side by side, with the reason as a sentence."""


class Comparison:
    """The search of a session, and the same tree searched under other rules.

    Args:
        left: The session whose search is compared.

    Attributes:
        left: The session whose search is at the left.
        right: A session of the same tree, with rules of its own.
        alignment: Which steps of the two searches belong together.
        told: What the right search does differently, in a sentence.
        partings: What happens where only one of the searches cuts off, by node.

    Raises:
        TooLargeError: The searches have too many steps.
    """

    def __init__(self, left: Session) -> None:
        self.left = left
        self.right = _counterpart(left)
        self.alignment: Alignment
        self.told = ""
        self.partings: dict[int, str] = {}
        self.align()

    @property
    def records(self) -> tuple[Record, Record]:
        """The records of both searches."""
        return self.left.record, self.right.record

    def align(self) -> None:
        """Compare the searches as they are now.

        Raises:
            TooLargeError: They have too many steps, or one is not at its end.
        """
        self.right.search_on(_PATIENCE)
        first, second = self.records
        if not (first.complete and second.complete):
            raise TooLargeError("one of the searches is not at its end, so nothing is compared")
        if first.steps + second.steps > MOST_STEPS:
            raise TooLargeError(
                f"these searches have {first.steps + second.steps:,} steps, too many to be laid "
                "side by side; treeexplorer compare counts them"
            )
        self.alignment = Alignment(first, second)
        found = differences(first, second)
        self.told = told(first, second, found, rules_told(first.rules, second.rules))
        self.partings = {parting.node: parting.text for parting in partings(first, second)}


def _counterpart(session: Session) -> Session:
    """Return a session of the same tree under rules that are likely to make a difference."""
    values = [place.values for place in session.places]
    right = Session(session.trees, session.name, session.layers, session.index, values)
    right.place.changed_rules.update(session.place.changed_rules)
    rules = session.rules
    offers: list[dict[str, Any]] = [{"algorithm": "alphabeta"}]
    if rules.algorithm == "alphabeta":
        other_order = "left-to-right" if rules.right_to_left else "right-to-left"
        offers = [
            {"cutoff": ">=" if rules.strict else ">"},
            {"order": other_order},
            {"algorithm": "minimax"},
        ]
        if rules.form != "classic":
            offers = [{"form": "classic"}, {"algorithm": "minimax"}]
    for offer in offers:
        try:
            right.change_rules(**offer)
        except ValueError:
            continue
        right.search_on(_PATIENCE)
        ours, theirs = session.record, right.record
        if not (ours.complete and theirs.complete) or ours.steps > MOST_STEPS:
            break
        if differences(ours, theirs):
            break
        if offer is not offers[-1]:
            right.forget_rules()
            right.change_rules(**session.place.changed_rules)
    return right
