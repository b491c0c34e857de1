"""The verdict on a paper, in words: what is right, what is wrong, and what explains it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from treeexplorer.engine import Record
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.misconceptions import MISCONCEPTIONS, Misconception
from treeexplorer.explain.phrases import (
    equals,
    format_player,
)
from treeexplorer.explain.rules_in_words import describe_rule
from treeexplorer.explain.sentence import (
    Argument,
    Count,
    ItemList,
    Node,
    Phrase,
    Sentence,
    convert_to_phrase,
)
from treeexplorer.judging.diagnoses import ExchangedEnd, ExtremeLeaf, exchanged_end, extreme_leaf
from treeexplorer.judging.refutation import Refutation
from treeexplorer.notation import Claim
from treeexplorer.rules import Rules, changed
from treeexplorer.tree import GameTree, Number

MOST_MISTAKES: Final = 3
"""How many mistakes a verdict names."""
_MAX_LISTED: Final = 12


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

        If all that is written is right and only slashes are missing, the slashes are counted:
        ``all 5 written are right`` and ``1 slash is missing``.
        """
        is_only_missing_slashes = self.missing > 0 and self.right == self.written
        if not is_only_missing_slashes:
            right = Phrase("{right} of {written} right", right=self.right, written=self.written)
            mistakes = convert_to_phrase(Count(self.mistakes, "mistake", "mistakes"))
            return right, mistakes

        missing = Phrase(
            "{slashes} missing", slashes=Count(self.missing, "slash is", "slashes are")
        )
        if self.written == 1:
            return Phrase("what is written is right"), missing
        return Phrase("all {written} written are right", written=self.written), missing


def describe_paper_without_mistakes(
    tally: Tally, *, answered: int, asked: int, is_silent: bool
) -> Sentence:
    """Give the verdict on a paper on which nothing is wrong: ``All 6 answers are right``.

    If not all nodes are answered: ``Only 3 of 8 nodes are answered; the 3 are right``.

    Args:
        tally: What is counted of the paper.
        answered: How many nodes are answered.
        asked: How many are asked about.
        is_silent: Whether nothing is said about pruning, though something is pruned.
    """
    # `None` prints nothing.
    silent = Phrase("; nothing is said about pruning") if is_silent else None
    if answered < asked:
        return Sentence(
            "Only {answered} of {nodes} answered; {rest} right{silent}",
            answered=answered,
            nodes=_count_nodes_asked_about(asked, answered),
            rest=_describe_answers_given(tally.written, answered),
            silent=silent,
        )
    if tally.written == 1:
        return Sentence("The answer is right{silent}", silent=silent)
    return Sentence("All {number} answers are right{silent}", number=tally.written, silent=silent)


def _count_nodes_asked_about(asked: int, answered: int) -> Count:
    """Count the nodes of ``2 of 8 nodes are answered``: ``8 nodes are``, or ``is`` after 1."""
    verb = "is" if answered == 1 else "are"
    return Count(asked, "node is", f"nodes {verb}")


def _describe_answers_given(written: int, answered: int) -> Phrase:
    """Describe the answers that are right, with their verb: ``the 3 are``, ``the 4 answers are``.

    The word ``answers`` is left out if there is one for each node that is answered.
    """
    if written == 1:
        return Phrase("it is")
    if written == answered:
        return Phrase("the {count}", count=Count(written, "is", "are"))
    return Phrase("the {count}", count=Count(written, "answer is", "answers are"))


def with_mistakes(tally: Tally, mistakes: Sequence[Phrase]) -> Sentence:
    """Give the verdict on a paper with mistakes: the score, the first mistakes, the consequences.

    Args:
        tally: What is counted of the paper.
        mistakes: The first mistakes on it, as clauses; of the others only the number is said.
    """
    listed: Argument = ItemList(tuple(mistakes), between="; ", last="; ")
    unlisted_count = tally.mistakes - len(mistakes)
    if unlisted_count > 0:
        listed = Phrase("{mistakes}; and {more} more", mistakes=listed, more=unlisted_count)
    consequences = _describe_consequences(tally)
    return _prepend_score(tally, Phrase("{mistakes}{follow}", mistakes=listed, follow=consequences))


def explained(tally: Tally, diagnosis: Phrase) -> Sentence:
    """Give the verdict on a paper of which one thing explains all that is wrong."""
    return _prepend_score(tally, diagnosis)


def _prepend_score(tally: Tally, mistakes: Phrase) -> Sentence:
    """Put the score before the mistakes: ``5 of 6 right, 1 mistake: …``."""
    right, wrong = tally.parts
    return Sentence("{right}, {wrong}: {mistakes}", right=right, wrong=wrong, mistakes=mistakes)


def describe_unanswered_nodes(nodes: int) -> Sentence:
    """Say how many nodes are not answered: ``3 nodes are not answered``."""
    return Sentence("{count} not answered", count=Count(nodes, "node is", "nodes are"))


def _describe_consequences(tally: Tally) -> Phrase | None:
    """Say how many wrong answers follow correctly from a mistake; ``None`` if there are none.

    For example ``; the other 2 follow correctly from it``, as the end of a sentence that has named
    the mistakes.
    """
    if tally.follow_on == 0:
        return None
    mistakes = Phrase("it") if tally.mistakes == 1 else Phrase("them")
    if tally.follow_on == 1:
        return Phrase("; the other wrong one follows correctly from {source}", source=mistakes)
    return Phrase(
        "; the other {number} follow correctly from {source}",
        number=tally.follow_on,
        source=mistakes,
    )


def overlooked(
    record: Record,
    slashes: Sequence[Argument],
    proof: Refutation | None,
    before: Number | None,
) -> Sentence:
    """Say what wrong slashes overlook: leaf values with which the root is worth something else.

    A slash on a paper crosses out a branch as pruned. A wrong one is at a node that the search
    visits, so that its leaves may change the root's value.

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
    named_slashes = tuple(slashes[:_MAX_LISTED])
    listed_slashes = ItemList(named_slashes, more=len(slashes) - len(named_slashes))
    if proof is None:
        return _describe_harmless_slashes(record, listed_slashes, root_value=before)

    changed_leaves = _list_changed_leaves(record.tree, proof)
    if len(slashes) == 1:
        return _describe_oversight_of_one_slash(
            listed_slashes, changed_leaves, root_value=before, changed_value=proof.value
        )
    return _describe_oversight_of_several_slashes(
        listed_slashes, changed_leaves, root_value=before, changed_value=proof.value
    )


def _describe_oversight_of_one_slash(
    slash: ItemList, changed_leaves: ItemList, root_value: Number | None, changed_value: Number
) -> Sentence:
    """Say that a branch wrongly crossed out hides leaves that could change the root's value.

    With the changed leaves ``d2 = 4``, the root value 3 and the changed value 4: ``…: with d2 = 4
    the root would be worth 4, not 3, and nobody would have looked``.
    """
    return Sentence(
        "{slashes}: with {changes} the root would be worth {value}, not {before}, and nobody "
        "would have looked",
        slashes=slash,
        changes=changed_leaves,
        value=changed_value,
        before=root_value,
    )


def _describe_oversight_of_several_slashes(
    slashes: ItemList, changed_leaves: ItemList, root_value: Number | None, changed_value: Number
) -> Sentence:
    """Say that branches wrongly crossed out could change the root's value, but only all together.

    With the changed leaves ``d2 = 4 and d3 = 7``, the root value 3 and the changed value 4: ``…:
    alone, no values there would change the root; together they would: with d2 = 4 and d3 = 7 it
    would be worth 4, not 3``.
    """
    return Sentence(
        "{slashes}: alone, no values there would change the root; together they would: with "
        "{changes} it would be worth {value}, not {before}",
        slashes=slashes,
        changes=changed_leaves,
        value=changed_value,
        before=root_value,
    )


def _list_changed_leaves(tree: GameTree, proof: Refutation) -> ItemList:
    """List the leaves that have other values in a refutation: ``d2 = 4 and d3 = 7``."""
    leaves = [_describe_changed_leaf(tree, leaf, value) for leaf, value in proof.changes.items()]
    listed = tuple(leaves[:_MAX_LISTED])
    return ItemList(listed, more=len(leaves) - len(listed), last=" and ", between=" and ")


def _describe_changed_leaf(tree: GameTree, leaf: int, value: Number) -> Phrase:
    """Describe a leaf of the search with another value: ``d2 = 4``, ``▽B estimated at 4``."""
    if tree.is_leaf(leaf):
        return equals(tree.labels.label(leaf), value)
    return Phrase("{node} estimated at {number}", node=Node(tree, leaf), number=value)


def _describe_harmless_slashes(
    record: Record, slashes: ItemList, root_value: Number | None
) -> Sentence:
    """Say that no leaf values are known by which branches wrongly crossed out change the root.

    ``root_value`` is ``None`` if the tree does not settle it.
    """
    if root_value is None:
        return Sentence(
            "{slashes}: what is drawn does not settle the root's value, so nobody can say what it "
            "changes",
            slashes=slashes,
        )
    if record.rules.has_range:
        return _describe_slashes_harmless_in_range(slashes, record.rules.known_range)
    return Sentence(
        "{slashes}: no values there would change the root's value, whatever they are; but a search "
        "under these rules cannot know that when it gets there",
        slashes=slashes,
    )


def _describe_slashes_harmless_in_range(slashes: ItemList, value_range: Interval) -> Sentence:
    """Say that no leaf values from a range, in branches wrongly crossed out, change the root."""
    low, high = value_range
    return Sentence(
        "{slashes}: no values from {low} to {high} there would change the root's value; but a "
        "search under these rules cannot know that when it gets there",
        slashes=slashes,
        low=low,
        high=high,
    )


# -- what explains a paper ----------------------------------------------------------------------


def describe_paper_right_under_rules(tally: Tally, candidate: Rules, stated: Rules) -> Sentence:
    """Say that a paper is right under other rules: ``All 6 would be right under fail-hard, …``.

    Args:
        tally: What is counted of the paper.
        candidate: The other rules.
        stated: The rules by which the paper was to be filled in; at least one of them differs.
    """
    would_be_right = _describe_score_under_other_reading(tally)
    changed_names = changed(candidate, stated)
    other_rules = _list_rules(changed_names, candidate, between=" and ")
    rules_here = _list_rules(changed_names, stated, last=", ")
    if len(changed_names) == 1:
        return Sentence(
            "{would_be} under {there}, which is not the rule here ({here})",
            would_be=would_be_right,
            there=other_rules,
            here=rules_here,
        )
    return Sentence(
        "{would_be} under {there}, which are not the rules here ({here})",
        would_be=would_be_right,
        there=other_rules,
        here=rules_here,
    )


def _list_rules(
    names: Iterable[str], rules: Rules, *, between: str = ", ", last: str = " and "
) -> ItemList:
    """List some rules of a search in words: ``fail-hard and right to left``."""
    words = tuple(describe_rule(name, rules) for name in names)
    return ItemList(words, between=between, last=last)


def describe_paper_right_with_ends_exchanged(tally: Tally) -> Sentence:
    """Say that all would be right if α and β were exchanged in every window."""
    return Sentence(
        "{would_be} with α and β exchanged in every window",
        would_be=_describe_score_under_other_reading(tally),
    )


def describe_paper_right_with_signs_exchanged(tally: Tally) -> Sentence:
    """Say that all would be right if ≤ and ≥ were exchanged in every bound."""
    return Sentence(
        "{would_be} with ≤ and ≥ exchanged in every bound",
        would_be=_describe_score_under_other_reading(tally),
    )


def describe_slip_in_all_trees(
    meant: Phrase, *, read_so: int, as_written: int, written: int, trees: int
) -> Sentence:
    """Say which one slip explains a whole hand-in, and how many answers are right if read so.

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


def describe_other_rules(candidate: Rules, stated: Rules) -> Phrase:
    """Say which other rules a paper follows: ``right to left, not left to right``."""
    changed_names = changed(candidate, stated)
    return Phrase(
        "{there}, not {here}",
        there=_list_rules(changed_names, candidate),
        here=_list_rules(changed_names, stated),
    )


def describe_exchanged_ends() -> Phrase:
    """Say that α and β are exchanged in every window."""
    return Phrase("α and β exchanged in every window")


def describe_exchanged_signs() -> Phrase:
    """Say that ≤ and ≥ are exchanged in every bound."""
    return Phrase("≤ and ≥ exchanged in every bound")


def _describe_score_under_other_reading(tally: Tally) -> Phrase:
    """Say that all of a paper would be right, as a sentence begins: ``all 6 would be right``.

    If all that is written is right already, only slashes are missing: ``no slash would be
    missing``.
    """
    if tally.right == tally.written:
        return Phrase("no slash would be missing")
    if tally.written == 1:
        return Phrase("it would be right")
    return Phrase("all {written} would be right", written=tally.written)


def slip(
    record: Record, mistake: Misconception, claim: Claim, only_at: int | None, *, uncut: bool
) -> Phrase:
    """Say which mistake in the search, made at every node or at one, explains a whole paper.

    - If something is proven of the first mistake on the paper, that is said: ``12 is the largest of
      ▽A's leaves; ▽A is MIN``.
    - If the mistake was made at one node alone: ``it all fits if, at ▽B alone, MIN keeps the
      largest value …``.
    - If it was made at every node: ``it all fits if MIN keeps the largest value …``.

    Args:
        record: The search.
        mistake: The mistake in the search that explains the whole paper.
        claim: The first mistake on the paper: what is written there.
        only_at: The only node at which the mistake in the search was made; ``None`` for every node.
        uncut: Whether it was made in a search of the whole tree, without cut-offs.
    """
    proof = _describe_proof_of_misconception(record, mistake, claim, only_at)
    if proof is not None:
        return proof

    # The words of a misconception that cuts nothing off say so themselves. `None` prints nothing.
    says_nothing_is_cut = uncut and not mistake.cuts_nothing
    nothing_is_cut = Phrase(" nothing is cut off and") if says_nothing_is_cut else None
    if only_at is None:
        return Phrase("it all fits if{whole} {words}", whole=nothing_is_cut, words=mistake.words)
    return Phrase(
        "it all fits if{whole}, at {node} alone, {words}",
        whole=nothing_is_cut,
        node=Node(record.tree, only_at),
        words=mistake.words,
    )


_MIN_TAKES_LARGEST: Final = MISCONCEPTIONS["min-takes-largest"]
_MAX_TAKES_SMALLEST: Final = MISCONCEPTIONS["max-takes-smallest"]
_WRONG_END_MOVED: Final = MISCONCEPTIONS["wrong-end-moved"]


def _describe_proof_of_misconception(
    record: Record, mistake: Misconception, claim: Claim, only_at: int | None
) -> Phrase | None:
    """Say how the first mistake on a paper proves what explains all of it.

    Three mistakes can show in one claim; ``None`` for any other, and where they do not show:

    ======================  ==================================  ====================================
    the mistake             the claim                           what is said
    ======================  ==================================  ====================================
    MIN takes the largest   ▽A is 12, of the leaves 3, 12, 8    ``12 is the largest of ▽A's …``
    MAX takes the smallest  ▲A is 3, of the same leaves         ``3 is the smallest of ▲A's …``
    the wrong end is moved  ▽B has (−∞, 3), where ▲root has α   ``3 is ▲root's α; at ▽B it is
                            = 3                                 written as β``
    ======================  ==================================  ====================================

    ``only_at`` is the only node at which the mistake was made, ``None`` for every node.
    """
    # A window is handed down: an end that one node has exchanged shows at all nodes below it.
    if mistake == _WRONG_END_MOVED:
        return _describe_exchanged_end(record, exchanged_end(record, claim))

    # A value shows what was taken at its own node alone.
    is_made_at_claim = only_at is None or only_at == claim.node
    if not is_made_at_claim:
        return None
    if mistake == _MIN_TAKES_LARGEST:
        return _describe_wrong_extreme(record, extreme_leaf(record, claim, is_largest=True))
    if mistake == _MAX_TAKES_SMALLEST:
        return _describe_wrong_extreme(record, extreme_leaf(record, claim, is_largest=False))
    return None


def _describe_wrong_extreme(record: Record, fact: ExtremeLeaf | None) -> Phrase | None:
    """Say that a written value is the extreme leaf that the player does not take.

    For example ``12 is the largest of ▽A's leaves; ▽A is MIN``; ``None`` without such a value.
    """
    if fact is None:
        return None
    node = Node(record.tree, fact.node)
    player = format_player(record, fact.node)
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


def _describe_exchanged_end(record: Record, fact: ExchangedEnd | None) -> Phrase | None:
    """Say that an end of the parent's window is written as the other end of the child's.

    For example ``3 is ▲root's α; at ▽B it is written as β``; ``None`` without such a number.
    """
    if fact is None:
        return None
    node = Node(record.tree, fact.node)
    parent = Node(record.tree, fact.parent)
    if fact.end == "alpha":
        return Phrase(
            "{value} is {above}'s α; at {node} it is written as β",
            value=fact.value,
            above=parent,
            node=node,
        )
    return Phrase(
        "{value} is {above}'s β; at {node} it is written as α",
        value=fact.value,
        above=parent,
        node=node,
    )


def describe_slash_one_edge_higher(tree: GameTree, nodes: Sequence[int]) -> Sentence:
    """Say that a branch whose leaves are all crossed out stands for one slash above them.

    Args:
        tree: The tree.
        nodes: The uppermost nodes of such branches, at least one; the first few are named.
    """
    named = tuple(Node(tree, node) for node in nodes[:MOST_MISTAKES])
    return Sentence(
        "All that is below {nodes} is crossed out: that is the slash one edge higher",
        nodes=ItemList(named, more=len(nodes) - len(named), last=" and "),
    )
