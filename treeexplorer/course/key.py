"""A key: its trees with their right claims, checked, and the searches that papers are graded by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from treeexplorer.engine import HorizonError, Record, search
from treeexplorer.errors import TreeexplorerError
from treeexplorer.judging.claims import SUBJECT_OF
from treeexplorer.judging.model_answer import directive_answer, model_claims
from treeexplorer.judging.waiting import UnknownReachedError
from treeexplorer.marking.check import Check
from treeexplorer.notation import ABOUT_THE_TREE, Claim, Exercise, sorted_claims
from treeexplorer.rules import Rules, RulesError
from treeexplorer.tree import GameTree


class WrongKeyError(TreeexplorerError):
    """A key that cannot be graded against; said in a sentence."""


@dataclass(frozen=True)
class KeyTree:
    """One tree of a key, told by its title: its right claims and the search it is graded by."""

    title: str
    exercise: Exercise
    record: Record

    @property
    def tree(self) -> GameTree:
        """The tree."""
        return self.exercise.tree

    def under(self, record: Record) -> KeyTree:
        """Return what the key would claim of another search of its tree.

        It asks for the same: for values and windows at the nodes where it has some, and at those
        that its own search does not visit.
        """
        claims = self.exercise.claims
        subjects = {SUBJECT_OF[claim.kind] for claim in claims}
        asked = {(claim.node, SUBJECT_OF[claim.kind]) for claim in claims}

        def is_asked(claim: Claim) -> bool:
            subject = SUBJECT_OF[claim.kind]
            is_new = self.record.call_of(claim.node) is None
            return subject in subjects and (
                subject == "cuts" or is_new or (claim.node, subject) in asked
            )

        other = [claim for claim in model_claims(record) if is_asked(claim)]
        about_the_tree = [
            directive_answer(record, claim)
            for claim in claims
            if claim.kind in ABOUT_THE_TREE and SUBJECT_OF[claim.kind] != "cuts"
        ]
        other += [claim for claim in about_the_tree if claim is not None]
        return replace(
            self, exercise=replace(self.exercise, claims=sorted_claims(other)), record=record
        )


def key_of(trees: Iterable[tuple[str, Exercise, Rules]]) -> tuple[KeyTree, ...]:
    """Return a key, checked.

    Raises:
        WrongKeyError: A tree claims nothing, or something that is wrong; or two have one title.
    """
    key: list[KeyTree] = []
    for title, exercise, rules in trees:
        if any(tree.title == title for tree in key):
            raise WrongKeyError(f"two trees of the key have the title “{title}”")
        if not exercise.claims:
            raise WrongKeyError(f"the key claims nothing about “{title}”, so nothing can be graded")
        try:
            tree = KeyTree(title, exercise, search(exercise.tree, rules))
            check = Check(tree.record, exercise.claims)
        except (UnknownReachedError, HorizonError, RulesError) as error:
            raise WrongKeyError(f"the key, “{title}”: {error}") from None
        if check.wrong:
            raise WrongKeyError(f"the key is wrong at “{title}”: {check.headline}")
        key.append(tree)
    return tuple(key)
