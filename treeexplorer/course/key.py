"""A key: its trees with their right claims, checked, and the searches that papers are graded by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from treeexplorer.engine import HorizonError, Record, search
from treeexplorer.errors import TreeexplorerError
from treeexplorer.judging.claims import SUBJECT_OF
from treeexplorer.judging.model_answer import collect_model_claims, fill_in_directive
from treeexplorer.judging.waiting import UnknownReachedError
from treeexplorer.marking.check import Check
from treeexplorer.notation import ABOUT_THE_TREE, Claim, Exercise, sort_claims
from treeexplorer.rules import Rules, RulesError
from treeexplorer.tree import GameTree


class WrongKeyError(TreeexplorerError):
    """The key cannot be used for grading; the message says why in a sentence."""


@dataclass(frozen=True)
class KeyTree:
    """A tree of a key: its title, its right claims and the search that papers are graded by."""

    title: str
    exercise: Exercise
    record: Record

    @property
    def tree(self) -> GameTree:
        """The tree."""
        return self.exercise.tree

    def under(self, record: Record) -> KeyTree:
        """Return the key as it would be for another search of the same tree, such as backwards.

        It asks the same questions and has the right answers of that search: cut-offs at every node;
        values and windows at the nodes where this key asks for them, and at those that only the
        other search visits; and what this key asks about the whole tree.
        """
        right_claims = collect_model_claims(record)  # all that is right in the other search
        claims_at_nodes = [claim for claim in right_claims if self._would_ask(claim)]
        claims_about_tree = self._answer_questions_about_tree(record)
        claims = sort_claims([*claims_at_nodes, *claims_about_tree])
        return replace(self, exercise=replace(self.exercise, claims=claims), record=record)

    def _answer_questions_about_tree(self, record: Record) -> list[Claim]:
        """Return what another search answers to what the key asks about the whole tree.

        For example its best move. A question that has no answer in that search is left out.
        """
        answers: list[Claim] = []
        for question in self.exercise.claims:
            if question.kind not in ABOUT_THE_TREE:
                continue
            # “Nothing is pruned” is about the tree, too, but goes with the slashes at the nodes.
            if SUBJECT_OF[question.kind] == "cuts":
                continue
            answer = fill_in_directive(record, question)
            if answer is not None:
                answers.append(answer)
        return answers

    @cached_property
    def _questions(self) -> frozenset[tuple[int, str]]:
        """The node and the subject of each claim."""
        return frozenset((claim.node, SUBJECT_OF[claim.kind]) for claim in self.exercise.claims)

    @cached_property
    def _subjects(self) -> frozenset[str]:
        """The subjects that the key asks about: ``values``, ``cuts`` and so on."""
        return frozenset(SUBJECT_OF[claim.kind] for claim in self.exercise.claims)

    def _would_ask(self, claim: Claim) -> bool:
        """Tell whether the key would ask for a claim that is right in another search of its tree.

        If the key asks about cuts, it asks for them at every node. Another subject is asked for at
        the nodes where the key has it, and at the nodes that the key's search does not visit.
        """
        subject = SUBJECT_OF[claim.kind]
        if subject not in self._subjects:
            return False
        is_asked_here = subject == "cuts" or (claim.node, subject) in self._questions
        is_visited = self.record.call_of(claim.node) is not None
        return is_asked_here or not is_visited


def check_key(trees: Iterable[tuple[str, Exercise, Rules]]) -> tuple[KeyTree, ...]:
    """Return a key after checking each of its trees.

    Raises:
        WrongKeyError: A tree claims nothing, or something that is wrong; or two have one title.
    """
    key: list[KeyTree] = []
    for title, exercise, rules in trees:
        if any(tree.title == title for tree in key):
            raise WrongKeyError(f"two trees of the key have the title “{title}”")
        key.append(_check_key_tree(title, exercise, rules))
    return tuple(key)


def _check_key_tree(title: str, exercise: Exercise, rules: Rules) -> KeyTree:
    """Search a tree of a key and check its claims: a key must be right under its own rules.

    Raises:
        WrongKeyError: The tree claims nothing, or something wrong, or cannot be searched.
    """
    if not exercise.claims:
        raise WrongKeyError(f"the key claims nothing about “{title}”, so nothing can be graded")
    try:
        tree = KeyTree(title, exercise, search(exercise.tree, rules))
        check = Check(tree.record, exercise.claims)
    except (UnknownReachedError, HorizonError, RulesError) as error:
        raise WrongKeyError(f"the key, “{title}”: {error}") from None
    if check.wrong:
        raise WrongKeyError(f"the key is wrong at “{title}”: {check.headline}")
    return tree
