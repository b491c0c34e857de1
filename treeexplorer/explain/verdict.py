"""The verdict on a paper, in words: what is right, what is wrong, and what explains it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.engine.intervals import Interval
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
from treeexplorer.judging.diagnoses import ExchangedEnd, ExtremeLeaf, exchanged_end, extreme_leaf
from treeexplorer.judging.refutation import Refutation
from treeexplorer.notation import Claim
from treeexplorer.rules import Rules, changed
from treeexplorer.tree import GameTree, Number

MOST_MISTAKES: Final = 3
"""How many mistakes a verdict names."""
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
        """What is right on a paper and what is not: ``5 of 6 right`` and ``1 mistake``.

        Where all that is written is right, and only slashes are missing, which would cross out a
        pruned branch, these are counted instead: ``all 5 written are right`` and ``1 slash is
        missing``.
        """
        only_slashes_are_missing = self.missing > 0 and self.right == self.written
        if not only_slashes_are_missing:
            right = Phrase("{right} of {written} right", right=self.right, written=self.written)
            return right, as_phrase(Count(self.mistakes, "mistake", "mistakes"))
        missing = Phrase(
            "{slashes} missing", slashes=Count(self.missing, "slash is", "slashes are")
        )
        if self.written == 1:
            return Phrase("what is written is right"), missing
        return Phrase("all {written} written are right", written=self.written), missing


def all_right(tally: Tally, *, answered: int, asked: int, is_silent: bool) -> Sentence:
    """Return the verdict on a paper on which nothing is wrong: ``All 6 answers are right``.

    If not all nodes are answered: ``Only 3 of 8 nodes are answered; the 3 are right``.

    Args:
        tally: What is counted of the paper.
        answered: How many nodes are answered.
        asked: How many are asked about.
        is_silent: Whether nothing is said about pruning, though something is pruned.
    """
    # What a text has in braces for `None` is left out.
    silent = Phrase("; nothing is said about pruning") if is_silent else None
    if answered < asked:
        return Sentence(
            "Only {answered} of {nodes} answered; {rest} right{silent}",
            answered=answered,
            nodes=_nodes_asked_about(asked, answered),
            rest=_the_answers_are(tally.written, answered),
            silent=silent,
        )
    if tally.written == 1:
        return Sentence("The answer is right{silent}", silent=silent)
    return Sentence("All {number} answers are right{silent}", number=tally.written, silent=silent)


def _nodes_asked_about(asked: int, answered: int) -> Count:
    """Return how many nodes are asked about, with the verb of those answered: ``8 nodes is``."""
    verb = "is" if answered == 1 else "are"
    return Count(asked, "node is", f"nodes {verb}")


def _the_answers_are(written: int, answered: int) -> Phrase:
    """Return the answers that are given, with their verb, for “… right”."""
    if written == 1:
        return Phrase("it is")
    if written == answered:
        return Phrase("the {count}", count=Count(written, "is", "are"))
    return Phrase("the {count}", count=Count(written, "answer is", "answers are"))


def with_mistakes(tally: Tally, mistakes: Sequence[Phrase]) -> Sentence:
    """Return the verdict where something is wrong, with the first mistakes."""
    listed: Argument = ItemList(tuple(mistakes), between="; ", last="; ")
    rest = tally.mistakes - len(mistakes)
    if rest > 0:
        listed = Phrase("{mistakes}; and {more} more", mistakes=listed, more=rest)
    return _score_and(
        tally, Phrase("{mistakes}{follow}", mistakes=listed, follow=_how_many_follow(tally))
    )


def explained(tally: Tally, diagnosis: Phrase) -> Sentence:
    """Return the verdict where one thing explains all that is wrong."""
    return _score_and(tally, diagnosis)


def _score_and(tally: Tally, mistakes: Phrase) -> Sentence:
    """Return the score, then the mistakes."""
    right, wrong = tally.parts
    return Sentence("{right}, {wrong}: {mistakes}", right=right, wrong=wrong, mistakes=mistakes)


def not_answered(nodes: int) -> Sentence:
    """Say how many nodes are not answered."""
    return Sentence("{count} not answered", count=Count(nodes, "node is", "nodes are"))


def _how_many_follow(tally: Tally) -> Phrase | None:
    """Say how many wrong things follow correctly from a mistake, as the end of a sentence.

    ``; the other 2 follow correctly from it``; ``None`` if there are none.

    Args:
        tally: What is counted of a paper.
    """
    if not tally.follow_on:
        return None
    # The mistakes have been named just before.
    source = Phrase("it") if tally.mistakes == 1 else Phrase("them")
    if tally.follow_on == 1:
        return Phrase("; the other wrong one follows correctly from {source}", source=source)
    return Phrase(
        "; the other {number} follow correctly from {source}",
        number=tally.follow_on,
        source=source,
    )


def overlooked(
    record: Record,
    slashes: Sequence[Argument],
    proof: Refutation | None,
    before: Number | None,
) -> Sentence:
    """Say what wrong slashes overlook: leaf values with which the root is worth something else.

    A slash on a paper crosses out a branch as pruned; the search visits these branches.

    - One slash: ``…: with d2 = 4 the root would be worth 4, not 3, and nobody would have looked``.
    - Several, which only together hide such values: ``…: alone, no values there would change the
      root; together they would: …``.
    - No such values are known: that none would change the root.

    Args:
        record: The search.
        slashes: The slashes at visited nodes, in words, at least one.
        proof: Values of leaves below them that change the root's value; ``None`` where none do.
        before: What the root is worth; ``None`` where the tree does not settle it.
    """
    first_slashes = tuple(slashes[:_LONGEST_LIST])
    listed = ItemList(first_slashes, more=len(slashes) - len(first_slashes))
    if proof is None:
        return _nothing_overlooked(record, listed, before)
    changes = _changed_leaves(record.tree, proof)
    is_one_slash = len(slashes) == 1
    if is_one_slash:
        return _overlooked_by_one(listed, changes, proof.value, before)
    return _overlooked_together(listed, changes, proof.value, before)


def _overlooked_by_one(
    slash: ItemList, changes: ItemList, value: Number, before: Number | None
) -> Sentence:
    """Say that one wrong slash hides what would change the root.

    Args:
        slash: The slash, in words.
        changes: The leaves with other values, in words: ``d2 = 4 and …``.
        value: What the root would be worth with these.
        before: What it is worth; ``None`` where the tree does not settle it.
    """
    return Sentence(
        "{slashes}: with {changes} the root would be worth {value}, not {before}, and nobody "
        "would have looked",
        slashes=slash,
        changes=changes,
        value=value,
        before=before,
    )


def _overlooked_together(
    slashes: ItemList, changes: ItemList, value: Number, before: Number | None
) -> Sentence:
    """Say that only several slashes together hide what would change the root.

    A slash on a paper crosses out a branch as pruned; these are wrong.

    Args:
        slashes: The slashes, in words.
        changes: The leaves with other values, in words: ``d2 = 4 and …``.
        value: What the root would be worth with these.
        before: What it is worth; ``None`` where the tree does not settle it.
    """
    return Sentence(
        "{slashes}: alone, no values there would change the root; together they would: with "
        "{changes} it would be worth {value}, not {before}",
        slashes=slashes,
        changes=changes,
        value=value,
        before=before,
    )


def _changed_leaves(tree: GameTree, proof: Refutation) -> ItemList:
    """Return the leaves that have other values in a refutation, with these: ``d2 = 4 and …``."""
    leaves = [_changed_leaf(tree, leaf, number) for leaf, number in proof.changes.items()]
    number_left_out = max(0, len(leaves) - _LONGEST_LIST)
    return ItemList(tuple(leaves[:_LONGEST_LIST]), number_left_out, " and ", " and ")


def _changed_leaf(tree: GameTree, leaf: int, number: Number) -> Phrase:
    """Return a leaf of the search with another value: ``d2 = 4``, ``▽B estimated at 4``."""
    if tree.is_leaf(leaf):
        return equals(tree.labels.label(leaf), number)
    return Phrase("{node} estimated at {number}", node=Node(tree, leaf), number=number)


def _nothing_overlooked(record: Record, slashes: ItemList, worth: Number | None) -> Sentence:
    """Say that no leaf values are known with which wrong slashes would change the root's value.

    A slash on a paper crosses out a branch as pruned; the search visits these branches.

    Args:
        record: The search.
        slashes: The slashes, in words.
        worth: What the root is worth; ``None`` where the tree does not settle it.
    """
    if worth is None:
        return Sentence(
            "{slashes}: what is drawn does not settle the root's value, so nobody can say what it "
            "changes",
            slashes=slashes,
        )
    # All values are known to lie in a range: it is named.
    if record.rules.has_range:
        return _nothing_in_range_overlooked(slashes, record.rules.known_range)
    return Sentence(
        "{slashes}: no values there would change the root's value, whatever they are; but a search "
        "under these rules cannot know that when it gets there",
        slashes=slashes,
    )


def _nothing_in_range_overlooked(slashes: ItemList, known_range: Interval) -> Sentence:
    """Say that no leaf values in a known range would change the root's value.

    Args:
        slashes: Wrong slashes on a paper, in words; each crosses out a branch that the search
            visits.
        known_range: The lowest and the highest value that a leaf may have.
    """
    low, high = known_range
    return Sentence(
        "{slashes}: no values from {low} to {high} there would change the root's value; but a "
        "search under these rules cannot know that when it gets there",
        slashes=slashes,
        low=low,
        high=high,
    )


# -- what explains a paper ----------------------------------------------------------------------


def right_under(tally: Tally, candidate: Rules, stated: Rules) -> Sentence:
    """Say that a paper is right under other rules: ``All 6 would be right under fail-hard, …``.

    Args:
        tally: What is counted of the paper.
        candidate: The other rules.
        stated: The rules by which the paper was to be filled in; at least one of them differs.
    """
    names = changed(candidate, stated)
    would_be = _would_be_right(tally)
    # The rules that differ, in words: as the paper has them, and as they are stated.
    there = _rules_listed(names, candidate, between=" and ")
    here = _rules_listed(names, stated, last=", ")
    if len(names) == 1:
        return Sentence(
            "{would_be} under {there}, which is not the rule here ({here})",
            would_be=would_be,
            there=there,
            here=here,
        )
    return Sentence(
        "{would_be} under {there}, which are not the rules here ({here})",
        would_be=would_be,
        there=there,
        here=here,
    )


def _rules_listed(
    names: Iterable[str], rules: Rules, *, between: str = ", ", last: str = " and "
) -> ItemList:
    """Return some of the rules of a search in words, one after the other."""
    words = tuple(rule_words(name, rules) for name in names)
    return ItemList(words, between=between, last=last)


def right_with_ends_exchanged(tally: Tally) -> Sentence:
    """Say that all is right but that α and β are exchanged in every window."""
    return Sentence(
        "{would_be} with α and β exchanged in every window", would_be=_would_be_right(tally)
    )


def right_with_signs_exchanged(tally: Tally) -> Sentence:
    """Say that all is right but that ≤ and ≥ are exchanged in every bound."""
    return Sentence(
        "{would_be} with ≤ and ≥ exchanged in every bound", would_be=_would_be_right(tally)
    )


def whole_slip(
    meant: Phrase, *, read_so: int, as_written: int, written: int, trees: int
) -> Sentence:
    """Say what was done differently in a whole hand-in, and how many answers are right read so.

    ``One slip in 3 trees: α and β exchanged in every window. Read so, 20 of 22 answers are right;
    as they stand, 8.``

    Args:
        meant: What was done differently.
        read_so: How many answers are right if they are read as they were meant.
        as_written: How many are right as they stand.
        written: How many answers there are, in the trees in which it was done.
        trees: How many trees those are.
    """
    return Sentence(
        "One slip in {trees}: {meant}. Read so, {read_so} of {written} answers are right; as they "
        "stand, {as_written}",
        trees=Count(trees, "tree", "trees"),
        meant=meant,
        read_so=read_so,
        written=written,
        as_written=as_written,
    )


def other_rules_meant(candidate: Rules, stated: Rules) -> Phrase:
    """Say which other rules a paper follows: ``right to left, not left to right``."""
    names = changed(candidate, stated)
    there = _rules_listed(names, candidate)
    here = _rules_listed(names, stated)
    return Phrase("{there}, not {here}", there=there, here=here)


def ends_exchanged_meant() -> Phrase:
    """Say that α and β are exchanged in every window."""
    return Phrase("α and β exchanged in every window")


def signs_exchanged_meant() -> Phrase:
    """Say that ≤ and ≥ are exchanged in every bound."""
    return Phrase("≤ and ≥ exchanged in every bound")


def _would_be_right(tally: Tally) -> Phrase:
    """Say that a paper would be right, as a sentence begins: ``all 6 would be right``."""
    if tally.right == tally.written:
        return Phrase("no slash would be missing")
    if tally.written == 1:
        return Phrase("it would be right")
    return Phrase("all {written} would be right", written=tally.written)


def slip(
    record: Record, misconception: Misconception, claim: Claim, only_at: int | None, *, uncut: bool
) -> Phrase:
    """Say which mistake in the search, made at every node or at one, explains a whole paper.

    - If something is proven of the first mistake on the paper, that is said: ``12 is the largest of
      ▽A's leaves; ▽A is MIN``.
    - If the mistake was made at one node alone: ``it all fits if, at ▽B alone, MIN keeps the
      largest value …``.
    - If it was made at every node: ``it all fits if MIN keeps the largest value …``.

    Args:
        record: The search.
        misconception: The mistake in the search that explains the whole paper.
        claim: The first mistake on the paper: what is written there.
        only_at: The only node at which the mistake in the search was made; ``None`` for every node.
        uncut: Whether it was made in a search of the whole tree, without cut-offs.
    """
    proven = _proven_of_first_mistake(record, misconception, claim, only_at)
    if proven is not None:
        return proven
    nothing_is_cut_off = None  # prints nothing
    if uncut and not misconception.cuts_nothing:  # else its words say so themselves
        nothing_is_cut_off = Phrase(" nothing is cut off and")
    if only_at is None:
        return Phrase(
            "it all fits if{whole} {words}", whole=nothing_is_cut_off, words=misconception.words
        )
    return Phrase(
        "it all fits if{whole}, at {node} alone, {words}",
        whole=nothing_is_cut_off,
        node=Node(record.tree, only_at),
        words=misconception.words,
    )


def _proven_of_first_mistake(
    record: Record, misconception: Misconception, claim: Claim, only_at: int | None
) -> Phrase | None:
    """Say what is proven of the first mistake on a paper; ``None`` if nothing is.

    A number can show that MIN took the largest leaf, or MAX the smallest: ``12 is the largest of
    ▽A's leaves; ▽A is MIN``. A window can show that the wrong end was moved.

    Args:
        record: The search.
        misconception: The mistake in the search that explains the paper.
        claim: The first mistake on the paper.
        only_at: The only node at which the mistake in the search was made; ``None`` for any node.
    """
    is_made_at_claim = only_at in {None, claim.node}
    # The names of the three kinds of mistakes that can show in one number or window.
    match misconception.name:
        case "min-takes-largest" if is_made_at_claim:
            return _takes_other_extreme(record, extreme_leaf(record, claim, is_largest=True))
        case "max-takes-smallest" if is_made_at_claim:
            return _takes_other_extreme(record, extreme_leaf(record, claim, is_largest=False))
        case "wrong-end-moved":
            return _writes_as_other_end(record, exchanged_end(record, claim))
        case _:
            return None


def _takes_other_extreme(record: Record, fact: ExtremeLeaf | None) -> Phrase | None:
    """Say that a written value is the largest or smallest leaf, which the player does not take.

    ``12 is the largest of ▽A's leaves; ▽A is MIN.``

    Args:
        record: The search.
        fact: The value and its node; ``None`` if it is no such value.
    """
    if fact is None:
        return None
    node = Node(record.tree, fact.node)
    player = player_word(record, fact.node)
    if fact.is_largest:
        return Phrase(
            "{value} is the largest of {node}'s leaves; {node} is {player}",
            value=fact.value,
            node=node,
            player=player,
        )
    return Phrase(
        "{value} is the smallest of {node}'s leaves; {node} is {player}",
        value=fact.value,
        node=node,
        player=player,
    )


def _writes_as_other_end(record: Record, fact: ExchangedEnd | None) -> Phrase | None:
    """Say that an end of the parent's window (α, β) is written as the other end of the child's.

    ``3 is ▲root's α; at ▽B it is written as β.``

    Args:
        record: The search.
        fact: The number with both nodes; ``None`` if there is no such number.
    """
    if fact is None:
        return None
    node = Node(record.tree, fact.node)
    above = Node(record.tree, fact.parent)
    value = fact.value
    if fact.end == "alpha":
        return Phrase(
            "{value} is {above}'s α; at {node} it is written as β",
            value=value,
            above=above,
            node=node,
        )
    return Phrase(
        "{value} is {above}'s β; at {node} it is written as α", value=value, above=above, node=node
    )


def one_edge_higher(tree: GameTree, nodes: Sequence[int]) -> Sentence:
    """Say that a branch whose leaves are all crossed out stands for one slash above them."""
    named = tuple(Node(tree, node) for node in nodes[:MOST_MISTAKES])
    return Sentence(
        "All that is below {nodes} is crossed out: that is the slash one edge higher",
        nodes=ItemList(named, len(nodes) - len(named), last=" and "),
    )
