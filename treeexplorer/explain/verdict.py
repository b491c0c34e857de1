"""The verdict on a paper, in words: what is right, what is wrong, and what explains it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.engine.misconceptions import Misconception
from treeexplorer.explain.phrases import (
    equals,
    player_word,
)
from treeexplorer.explain.rules_in_words import rule_words
from treeexplorer.explain.sentence import (
    Argument,
    Count,
    ItemList,
    Node,
    Phrase,
    Sentence,
    as_phrase,
)
from treeexplorer.notation import Claim
from treeexplorer.rules import Rules, changed
from treeexplorer.tree import MAX_ROLE, GameTree, Number, Window

_MOST_MISTAKES: Final = 3
_LONGEST_LIST: Final = 12


class Tally(NamedTuple):
    """What is counted of a paper.

    Attributes:
        mistakes: How many mistakes there are; a slash that is missing is one, although nobody
            wrote anything there.
    """

    written: int  # how many things are written
    right: int
    mistakes: int
    follow_on: int  # how many wrong things follow correctly from a mistake
    missing: int  # how many slashes are missing

    @property
    def parts(self) -> tuple[Phrase, Phrase]:
        """What is right and what is not: ``5 of 6 right`` and ``1 mistake``.

        Where nothing but slashes is missing: ``all 5 written are right``, ``1 slash is missing``.
        """
        if self.missing and self.right == self.written:
            missing = Phrase(
                "{slashes} missing", slashes=Count(self.missing, "slash is", "slashes are")
            )
            if self.written == 1:
                return Phrase("what is written is right"), missing
            return Phrase("all {written} written are right", written=self.written), missing
        right = Phrase("{right} of {written} right", right=self.right, written=self.written)
        return right, as_phrase(Count(self.mistakes, "mistake", "mistakes"))


def all_right(tally: Tally, nodes: tuple[int, int], *, is_silent: bool) -> Sentence:
    """Return the verdict where nothing is wrong, of so many nodes answered, and asked."""
    answered, asked = nodes
    silent = None
    if is_silent:
        silent = Phrase("; nothing is said about pruning")
    if answered < asked:
        return Sentence(
            "Only {answered} of {nodes} answered; {rest} right{silent}",
            answered=answered,
            nodes=Count(asked, "node is", "nodes is" if answered == 1 else "nodes are"),
            rest=_the_answers_are(tally.written, answered),
            silent=silent,
        )
    if tally.written == 1:
        return Sentence("The answer is right{silent}", silent=silent)
    return Sentence("All {number} answers are right{silent}", number=tally.written, silent=silent)


def _the_answers_are(written: int, answered: int) -> Phrase:
    if written == 1:
        return Phrase("it is")
    if written == answered:
        return Phrase("the {count}", count=Count(written, "is", "are"))
    return Phrase("the {count}", count=Count(written, "answer is", "answers are"))


def with_mistakes(
    tally: Tally, mistakes: Sequence[Phrase], slip: Phrase | None = None, *, missing: int
) -> tuple[Sentence, ...]:
    """Return the verdict where something is wrong; a slip explains all of it."""
    follow = _what_follows(tally)
    if slip is not None:
        mistakes = [slip]
        follow = None
    rest = len(mistakes) - _MOST_MISTAKES
    listed: Argument = ItemList(tuple(mistakes[:_MOST_MISTAKES]), between="; ", last="; ")
    if rest > 0:
        listed = Phrase("{mistakes}; and {more} more", mistakes=listed, more=rest)
    right, wrong = tally.parts
    head = Sentence(
        "{right}, {wrong}: {mistakes}{follow}",
        right=right,
        wrong=wrong,
        mistakes=listed,
        follow=follow,
    )
    if not missing:
        return (head,)
    return head, Sentence("{count} not answered", count=Count(missing, "node is", "nodes are"))


def _what_follows(tally: Tally) -> Phrase | None:
    """Return how many wrong things follow from a mistake."""
    if not tally.follow_on:
        return None
    source = Phrase("it") if tally.mistakes == 1 else Phrase("them")
    if tally.follow_on == 1:
        return Phrase("; the other wrong one follows correctly from {source}", source=source)
    return Phrase(
        "; the other {number} follow correctly from {source}",
        number=tally.follow_on,
        source=source,
    )


def overlooked(
    tree: GameTree,
    slashes: Sequence[Argument],
    changed_to: tuple[Mapping[int, Number], Number] | None,
    before: Number | None,
) -> Sentence:
    """Return what slashes at visited nodes overlook; of several, none alone changes anything.

    That is with which values of leaves below them the root would be worth something else, and
    what; ``before`` is what it is worth, ``None`` where the tree does not settle it.
    """
    listed = ItemList(tuple(slashes[:_LONGEST_LIST]), max(0, len(slashes) - _LONGEST_LIST))
    if changed_to is None and before is None:
        return Sentence(
            "{slashes}: what is drawn does not settle the root's value, so nobody can say what it "
            "changes",
            slashes=listed,
        )
    if changed_to is None:
        return Sentence(
            "{slashes}: no values there would change the root's value, whatever they are; but a "
            "search under these rules cannot know that when it gets there",
            slashes=listed,
        )
    changes, value = changed_to
    leaves = [equals(tree.labels.label(leaf), number) for leaf, number in changes.items()]
    more = max(0, len(leaves) - _LONGEST_LIST)
    changes_listed = ItemList(tuple(leaves[:_LONGEST_LIST]), more, " and ", " and ")
    if len(slashes) == 1:
        return Sentence(
            "{slashes}: with {changes} the root would be worth {value}, not {before}, and nobody "
            "would have looked",
            slashes=listed,
            changes=changes_listed,
            value=value,
            before=before,
        )
    return Sentence(
        "{slashes}: alone, no values there would change the root; together they would: with "
        "{changes} it would be worth {value}, not {before}",
        slashes=listed,
        changes=changes_listed,
        value=value,
        before=before,
    )


# -- what explains mistakes ----------------------------------------------------------------------


def right_under(candidate: Rules, stated: Rules) -> Sentence:
    """Return that all is right under other rules: ``fail-hard, which is not the rule here (…)``."""
    names = changed(candidate, stated)
    there = ItemList(
        tuple(rule_words(name, candidate) for name in names), between=" and ", last=" and "
    )
    here = ItemList(tuple(rule_words(name, stated) for name in names))
    if len(names) == 1:
        return Sentence(
            "Right under {there}, which is not the rule here ({here})", there=there, here=here
        )
    return Sentence(
        "Right under {there}, which are not the rules here ({here})", there=there, here=here
    )


def slip(
    record: Record,
    row: Misconception,
    claim: Claim,
    node: int | None,
    *,
    uncut: bool,
    is_all: bool = True,
) -> Phrase:
    """Return what was likely done differently: at one node, or (``None``) everywhere.

    ``claim`` is the first mistake that it explains; ``uncut`` whether it was done in a search of
    the whole tree, ``is_all`` whether it explains all that is written, not only what is there.
    """
    if row.name in {"min-takes-largest", "max-takes-smallest"} and claim.kind == "value":
        return _keeps_other(record, claim, keeps_largest=row.name == "min-takes-largest")
    parent = record.tree.parent[claim.node]
    if row.name == "wrong-end-moved" and claim.window is not None and parent >= 0:
        return _other_end(record, claim, claim.window, parent)
    whole = None
    if uncut and not row.cuts_nothing:
        whole = Phrase(" nothing is cut off and")
    if node is None:
        return Phrase("it all fits if{whole} {words}", whole=whole, words=row.words)
    if is_all:
        return Phrase(
            "it all fits if{whole}, at {node}, {words}",
            whole=whole,
            node=Node(record.tree, node),
            words=row.words,
        )
    return Phrase(
        "what is written at {node} fits if{whole}, there, {words}",
        node=Node(record.tree, node),
        whole=whole,
        words=row.words,
    )


def _keeps_other(record: Record, claim: Claim, *, keeps_largest: bool) -> Phrase:
    """Return that a node was given the largest of its children that takes the smallest, or so."""
    tree = record.tree
    node = Node(record.tree, claim.node)
    noun = Phrase("values")
    if all(map(tree.is_leaf, tree.children(claim.node))):
        noun = Phrase("leaves")
    player = player_word(record, claim.node)
    if keeps_largest:
        return Phrase(
            "{value} is the largest of {node}'s {noun}; {node} is {player}",
            value=claim.number,
            node=node,
            noun=noun,
            player=player,
        )
    return Phrase(
        "{value} is the smallest of {node}'s {noun}; {node} is {player}",
        value=claim.number,
        node=node,
        noun=noun,
        player=player,
    )


def _other_end(record: Record, claim: Claim, window: Window, parent: int) -> Phrase:
    """Return that the end was moved that the parent's player does not have."""
    node = Node(record.tree, claim.node)
    above = Node(record.tree, parent)
    alpha, beta = window
    if record.tree.roles[parent] == MAX_ROLE:
        return Phrase(
            "{value} is {above}'s α; at {node} it is written as β",
            value=beta,
            above=above,
            node=node,
        )
    return Phrase(
        "{value} is {above}'s β; at {node} it is written as α",
        value=alpha,
        above=above,
        node=node,
    )
