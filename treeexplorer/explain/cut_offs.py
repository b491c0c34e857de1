"""A cut-off in words: where it is, what it rests on, and what it prunes.

A cut-off is told in the order test, reasons, what is pruned. Where only equality kept a test from
succeeding, the other test is told of, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from treeexplorer.engine import CutOff, Record
from treeexplorer.engine.analysis import Witness, analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.record import ABOVE, Step
from treeexplorer.errors import present
from treeexplorer.explain.phrases import (
    branch_list,
    describe_allowed_numbers,
    describe_limit_of_range,
    format_player,
    having,
    node_list,
    or_less,
    or_more,
    question,
)
from treeexplorer.explain.sentence import (
    LONGEST,
    Argument,
    Aside,
    End,
    ItemList,
    Letter,
    Node,
    Phrase,
    Sentence,
)
from treeexplorer.judging import best_values, cutoff_tests, facts, facts_of_step
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, GameTree, Number


def describe_kind_of_cut_off(record: Record, cut: CutOff) -> Phrase:
    """Name a cut-off by its kind and its node: ``deep α cut-off at ▽Z``."""
    letter = Letter(cut.letter)
    node = Node(record.tree, cut.node)
    if cut.deep:
        return Phrase("deep {letter} {cut-off} at {node}", letter=letter, node=node)
    return Phrase("{letter} {cut-off} at {node}", letter=letter, node=node)


def describe_cut_off_for_bar(record: Record, cut: CutOff) -> Phrase:
    """Name a cut-off as the heading of a bar does: ``Deep α CUT-OFF at ▽Z``."""
    letter = Letter(cut.letter)
    node = Node(record.tree, cut.node)
    if cut.deep:
        return Phrase("Deep {letter} {CUT-OFF} at {node}", letter=letter, node=node)
    return Phrase("{letter} {CUT-OFF} at {node}", letter=letter, node=node)


def summarize_cut_off(record: Record, cut: CutOff) -> Phrase:
    """Describe a cut-off in one line: ``α cut-off at ▽B: 3 ≥ 2; pruned: 4, 6``."""
    return Phrase(
        "{cut}: {test}; {skips}",
        cut=describe_kind_of_cut_off(record, cut),
        test=cutoff_tests.test_at(record, record.step(cut.step)),
        skips=describe_what_is_skipped(record, cut, record.steps).phrase,
    )


def describe_test_of_cut_off(record: Record, cut: CutOff) -> Sentence:
    """Say where a cut-off is made and by which test: ``α cut-off at ▽B: 3 ≥ 2``.

    If both numbers are equal, it is added why that is enough: in a printed form of alpha-beta, by
    the rule that the user chose between ≥ and >, or at all.
    """
    heading = describe_kind_of_cut_off(record, cut)
    test = cutoff_tests.test_at(record, record.step(cut.step))
    if not _is_tied(record, cut):
        return Sentence("{cut}: {test}", cut=heading, test=test)
    if record.rules.fixes_its_own_rules:
        return Sentence("{cut}: {test}, and equal is enough in this form", cut=heading, test=test)
    if record.rules.has_conventions:
        return Sentence(
            "{cut}: {test}, and equal is enough under your rule", cut=heading, test=test
        )
    return Sentence("{cut}: {test}, and equal is enough", cut=heading, test=test)


def describe_what_is_skipped(record: Record, cut: CutOff, step: int) -> Aside:
    """Say what a cut-off prunes: ``pruned: 4, 6``; or skips, if another call comes to it."""
    node_with_undrawn_children = cut.node if cut.elided else None
    branches = branch_list(record, cut.skipped, node_with_undrawn_children)
    if analysis_of(record).is_pruned(cut, step):
        return Aside("{pruned}: {branches}", branches=branches)
    return Aside("skipped by this call: {branches}", branches=branches)


# -- what a cut-off rests on -------------------------------------------------------------------


class CutOffReasons(NamedTuple):
    """Why a cut-off is right, in sentences that are said in this order.

    Attributes:
        premises: What is known of the node and of its ancestors; where the conclusion needs no
            more than the test, there are none.
        conclusion: What follows: ``Nothing left in ▽B can help ▲root``.
        about_bound: The one of these sentences that says most of the bound, such as who has it:
            ``▲root has 3 through ▽A``.
    """

    premises: tuple[Sentence, ...]
    conclusion: Sentence
    about_bound: Sentence

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The premises, then the conclusion."""
        return (*self.premises, self.conclusion)


def explain_cut_off(record: Record, cut: CutOff) -> CutOffReasons:
    """Explain a cut-off: what the node is worth, who has the bound, what follows.

    The *owner* of the bound is the ancestor that has it already, through one of its children: a MAX
    node has α, a MIN node has β. The first row that fits decides:

    ================================================  ==============================================
    the bound                                         what is said
    ================================================  ==============================================
    has no owner: it is an end of the first window    where the bound comes from
    or of the range, or a null window asks about it
    is what the node is proven to equal at best       that the node can only be as good: a tie
    has an owner above another ancestor of the same   what that nearer ancestor has, and why the
    player: the cut-off is deep                       search does not come to the node all the same
    is any other                                      what the owner has, as in the example
    ================================================  ==============================================

    Args:
        record: The search.
        cut: The cut-off.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> reasons = explain_cut_off(record, analysis_of(record).cut_offs[0])
        >>> for sentence in reasons.premises:
        ...     print(sentence)
        ▽B is MIN and already has 2, so it is worth 2 or less.
        ▲root has 3 through ▽A.
        >>> print(reasons.conclusion)
        Nothing left in ▽B can help ▲root.
    """
    owner = cut.witness
    if owner is None:
        return _explain_without_owner(record, cut)

    # A bound that chance nodes have computed is another number than the owner has. So v cannot
    # equal what the owner has; and chance, which is between them, chooses nothing.
    is_computed_by_chance_nodes = cut.source == "chance"
    if is_computed_by_chance_nodes:
        return _explain_with_owner(record, cut, owner)
    if _is_tied(record, cut):
        return _explain_tie(record, cut, owner)
    if cut.deep and not _is_at_chance_node(record, cut):
        return _explain_deep_cut_off(record, cut, owner)
    return _explain_with_owner(record, cut, owner)


def _explain_without_owner(record: Record, cut: CutOff) -> CutOffReasons:
    """Say what the node is worth, and where a bound comes from that no ancestor has."""
    needs = tuple(describe_needs_of_chance_nodes(record, cut))
    source_of_bound = _explain_bound_without_owner(record, cut)
    return CutOffReasons(
        premises=(_describe_worth(record, cut), *needs),
        conclusion=source_of_bound,
        about_bound=needs[0] if needs else source_of_bound,
    )


def _explain_tie(record: Record, cut: CutOff, owner: Witness) -> CutOffReasons:
    """Say that a node is at best as good as what the owner of the bound has.

    Of a chance node it is also said what its mean can still be, which makes the tie.
    """
    tie = _describe_tie(record, cut, Node(record.tree, owner.node))
    if not _is_at_chance_node(record, cut):
        return CutOffReasons(premises=(), conclusion=tie, about_bound=tie)
    return CutOffReasons(
        premises=(describe_possible_mean(record, cut),), conclusion=tie, about_bound=tie
    )


def _explain_with_owner(record: Record, cut: CutOff, owner: Witness) -> CutOffReasons:
    """Say what the node is worth, what the owner of the bound has, and what follows.

    Between the two it is said what the chance nodes need that computed the bound from the owner's
    number, if there are any.
    """
    needs = tuple(describe_needs_of_chance_nodes(record, cut))
    value_of_owner = _describe_value_of_owner(record, cut, owner)
    return CutOffReasons(
        premises=(_describe_worth(record, cut), *needs, value_of_owner),
        conclusion=_describe_conclusion(
            cut, node=Node(record.tree, cut.node), owner=Node(record.tree, owner.node)
        ),
        about_bound=needs[0] if needs else value_of_owner,
    )


def _is_at_chance_node(record: Record, cut: CutOff) -> bool:
    """Tell whether a cut-off is at a chance node, whose mean is tested in place of v."""
    return record.tree.roles[cut.node] == CHANCE_ROLE


def _find_proven_bound(record: Record, cut: CutOff) -> Number:
    """Return the bound on a node's value that its leaves prove at a cut-off.

    ``[[3 12] [2 4]]``: the second MIN node is cut off after its 2, and is worth 2 or less: 2. At a
    β cut-off it is what the node is worth at least.
    """
    low, high = _find_proven_interval(record, cut)
    return low if cut.kind == "beta" else high


def _find_proven_interval(record: Record, cut: CutOff) -> Interval:
    """Return the lowest and the highest value that a node can have after its cut-off."""
    # In a search such as PVS earlier calls of the node have proven something of it, too.
    may_have_earlier_calls = cutoff_tests.may_enter_again(record)
    if may_have_earlier_calls:
        return facts.proven(record, cut.node, cut.step)
    return analysis_of(record).intervals.after_call(cut.call)


def _is_tied(record: Record, cut: CutOff) -> bool:
    """Tell whether a cut-off is to be told as a tie: what is proven ends just at the bound.

    In ``[3 [3 9]]`` the cut-off at the second child is a tie: it is worth 3 or less, and the root
    has 3.
    """
    if not cut.is_tie:
        return False
    if record.has_null_window(cut.call):  # it asks a question, and compares with nobody's number
        return False
    # v can equal the bound while the leaves prove more, as where fail-hard has clamped a value.
    return _find_proven_bound(record, cut) == cut.bound


def _describe_tie(record: Record, cut: CutOff, owner: Node) -> Sentence:
    """Say that a node can at best equal the number that an ancestor has.

    For example ``▽B might equal ▲root's 3 but cannot beat it``, or, if the value of ▽B is already
    known, ``▽B equals ▲root's 3, whatever is left in it``.
    """
    node = Node(record.tree, cut.node)
    low, high = analysis_of(record).intervals.after_call(cut.call)
    is_value_known = low == high
    if is_value_known:
        return Sentence(
            "{node} equals {owner}'s {value}, whatever is left in it",
            node=node,
            owner=owner,
            value=cut.bound,
        )
    return _describe_possible_tie(cut, node, owner)


def _describe_possible_tie(cut: CutOff, node: Node, owner: Node) -> Sentence:
    """Say that a node might become as good as the owner's bound, but no better.

    At a β cut-off the owner is MIN, which wants less; at an α cut-off it is MAX.
    """
    if cut.kind == "beta":
        return Sentence(
            "{node} might equal {owner}'s {value} but cannot fall below it; "
            "whether it does stays unknown",
            node=node,
            owner=owner,
            value=cut.bound,
        )
    return Sentence(
        "{node} might equal {owner}'s {value} but cannot beat it; whether it does stays unknown",
        node=node,
        owner=owner,
        value=cut.bound,
    )


def _describe_worth(record: Record, cut: CutOff) -> Sentence:
    """Say what a node has at its cut-off, and what that proves of it.

    ==========================================  ====================================================
    the node                                    what is said
    ==========================================  ====================================================
    is a chance node, which has a mean, no v    ``With 2 and at most 10, ○B is worth at most 6``
    has the best of all possible values         ``▽B is MIN and already has 0``
    has undrawn children that hide what it has  ``… already has 2, as far as the tree is drawn``
    is any other                                ``… already has 2, so it is worth 2 or less``
    ==========================================  ====================================================
    """
    if _is_at_chance_node(record, cut):
        return describe_possible_mean(record, cut)

    v_is_best_possible = cut.source == "range"
    if v_is_best_possible:
        return _describe_v(record, cut)

    # Undrawn children could hold anything, so with them v may prove nothing.
    proven_bound = _find_proven_bound(record, cut)
    if _is_known_without_leaves(record, cut, proven_bound):
        return _describe_v_of_partly_drawn_node(record, cut)
    return _describe_v_and_proven_bound(record, cut, proven_bound)


def _is_known_without_leaves(record: Record, cut: CutOff, proven_bound: Number) -> bool:
    """Tell whether what is proven of a node is only what the range of all values says of any node.

    If all values lie from 0 to 10, that is "10 or less". With v = 2 nothing is proven by this; but
    with v = 10 it is just what v proves.
    """
    lowest, highest = record.rules.known_range
    is_end_of_range = proven_bound in {lowest, highest}
    return is_end_of_range and proven_bound != cut.v


def _describe_v(record: Record, cut: CutOff) -> Sentence:
    """Say what v a node has at its cut-off, and nothing of what it proves."""
    return Sentence(
        "{node} is {player} and already has {v}",
        node=Node(record.tree, cut.node),
        player=format_player(record, cut.node),
        v=cut.v,
    )


def _describe_v_of_partly_drawn_node(record: Record, cut: CutOff) -> Sentence:
    """Say what v a node has whose undrawn children keep it from proving anything."""
    return Sentence(
        "{node} is {player} and already has {v}, as far as the tree is drawn",
        node=Node(record.tree, cut.node),
        player=format_player(record, cut.node),
        v=cut.v,
    )


def _describe_v_and_proven_bound(record: Record, cut: CutOff, proven_bound: Number) -> Sentence:
    """Say what v a node has at its cut-off, and which bound on its value is proven.

    For example ``▽B is MIN and already has 2, so it is worth 2 or less``. If v was clamped to the
    window, the leaves prove another number: ``▽B is MIN and already has 3; its leaves prove 2 or
    less``.
    """
    node = Node(record.tree, cut.node)
    player = format_player(record, cut.node)
    bound = or_more(proven_bound) if cut.kind == "beta" else or_less(proven_bound)
    if proven_bound == cut.v:
        return Sentence(
            "{node} is {player} and already has {v}, so it is worth {bound}",
            node=node,
            player=player,
            v=cut.v,
            bound=bound,
        )
    return Sentence(
        "{node} is {player} and already has {v}; its leaves prove {bound}",
        node=node,
        player=player,
        v=cut.v,
        bound=bound,
    )


def _describe_value_of_owner(record: Record, cut: CutOff, owner: Witness) -> Sentence:
    """Say which number the owner of a cut-off's bound has: ``▲root has 3 through ▽A``.

    Of a MIN node it is said that it is one; if not all of the tree below the child is drawn, ``as
    far as the tree is drawn`` is added. If a chance node computed the bound from another number,
    the owner is the node that has that number.
    """
    node = Node(record.tree, owner.node)
    value = having(record, cut.origin.traced_bound, owner.child)
    is_fully_drawn = _is_subtree_fully_drawn(record.tree, owner.child)
    is_min = cut.kind == "beta"  # MIN has β, MAX has α
    if is_min and is_fully_drawn:
        return Sentence("{node} is MIN and has {value}", node=node, value=value)
    if is_min:
        return Sentence(
            "{node} is MIN and has {value}, as far as the tree is drawn", node=node, value=value
        )
    if is_fully_drawn:
        return Sentence("{node} has {value}", node=node, value=value)
    return Sentence("{node} has {value}, as far as the tree is drawn", node=node, value=value)


def _is_subtree_fully_drawn(tree: GameTree, subtree_root: int) -> bool:
    """Tell whether no node of a subtree has undrawn children."""
    return not any(tree.is_within(node, subtree_root) for node in tree.elided)


def _describe_conclusion(cut: CutOff, node: Node, owner: Node) -> Sentence:
    """Say what follows from a cut-off: ``nothing left in ▽B can help ▲root``."""
    if cut.kind == "beta":
        return Sentence("nothing left in {node} can make {owner} smaller", node=node, owner=owner)
    return Sentence("nothing left in {node} can help {owner}", node=node, owner=owner)


def _explain_bound_without_owner(record: Record, cut: CutOff) -> Sentence:
    """Say where the bound of a cut-off comes from, if no ancestor of the node has found it.

    Several rows may fit, as an end of the first window can be infinite. The first one is said:

    ===========================================  ===================================================
    the bound                                    what is said
    ===========================================  ===================================================
    is what a null window asks about             ``it was asked only: is it worth more than 3? …``
    is an end of the range of all values         ``nothing is worth more than 10``
    is infinite                                  ``no number is larger than +∞``
    is of the window that the search began with  ``the search was started with α = 3: …``
    was set by a chance node above               ``α = 3 was set by a chance node above: …``
    was set by the call                          ``α = 3 was set by the call: …``
    ===========================================  ===================================================
    """
    if record.has_null_window(cut.call):
        return _describe_answer_of_null_window(record, cut)
    if cut.source == "range":
        return describe_limit_of_range(cut.bound, is_most=cut.kind == "beta").sentence
    if abs(cut.bound) == INFINITY:
        return _describe_infinite_bound(cut)

    # Chance nodes may have computed the bound from one further up; else both are the same number.
    bound_further_up = cut.origin.traced_bound
    is_bound_of_start = bound_further_up in record.rules.window
    if is_bound_of_start:
        return _describe_bound_of_start(End(cut.letter, bound_further_up))
    if record.tree.has_chance:
        return _describe_bound_of_chance_node(End(cut.letter, cut.bound))
    return _describe_bound_of_call(End(cut.letter, cut.bound))


def _describe_bound_of_start(bound: End) -> Sentence:
    """Say that the search was started with a bound: ``… with α = 3: a bound is enough``."""
    return Sentence(
        "the search was started with {letter} = {bound}: a bound is enough",
        letter=Letter(bound.letter),
        bound=bound,
    )


def _describe_bound_of_chance_node(bound: End) -> Sentence:
    """Say that a chance node has set a bound: ``α = 3 was set by a chance node above: …``."""
    return Sentence(
        "{letter} = {bound} was set by a chance node above: a bound is enough",
        letter=Letter(bound.letter),
        bound=bound,
    )


def _describe_bound_of_call(bound: End) -> Sentence:
    """Say that a bound was given to the call: ``α = 3 was set by the call: …``."""
    return Sentence(
        "{letter} = {bound} was set by the call: a bound is enough",
        letter=Letter(bound.letter),
        bound=bound,
    )


def _describe_infinite_bound(cut: CutOff) -> Sentence:
    """Say that no number is larger than +∞, or smaller than −∞."""
    if cut.kind == "beta":
        return Sentence("no number is larger than {bound}", bound=cut.bound)
    return Sentence("no number is smaller than {bound}", bound=cut.bound)


def _describe_answer_of_null_window(record: Record, cut: CutOff) -> Sentence:
    """Say what a call with a null window was asked, and its answer.

    For example ``It was asked only: is it worth more than 3? The answer is yes``. A β cut-off
    answers that the node is worth more than the number, an α cut-off that it is worth less.
    """
    asks_for_more = record.null_question(cut.call) == ABOVE
    is_worth_more = cut.kind == "beta"
    asked_question = question(record, cut.call)
    if asks_for_more == is_worth_more:
        return Sentence("it was asked only: {question} The answer is yes", question=asked_question)
    return Sentence("it was asked only: {question} The answer is no", question=asked_question)


def _explain_deep_cut_off(record: Record, cut: CutOff, owner: Witness) -> CutOffReasons:
    """Explain why a deep cut-off cuts, although a nearer ancestor might want what is left.

    Here ▽C is cut off by the 5 of ▲root, and ▲B between them is MAX, too::

        ▲root ≥ 5 ── … ── ▲B ≥ 3 ── ▽C ≤ 4

    First it is said what ▽C is worth. Then ``Its parent ▲B has only 3 and might still want it, but
    to reach ▽C, ▲root would have to give up the 5 it has.``, which becomes two sentences if it is
    too long.
    """
    worth = _describe_worth(record, cut)
    between = best_values.player_between(record, cut)
    ancestor = _name_ancestor(record, cut, between.needs.node)
    loss_of_owner = _describe_loss_of_owner(record, cut, owner)
    might_want_it = between.needs.value
    if might_want_it:
        stand = _describe_wish_of_ancestor(record, cut, ancestor, between.best)
        price = Sentence("but {price}", price=loss_of_owner)
    else:
        stand = Sentence("{node} does not need it", node=ancestor)
        price = Sentence("and {price}", price=loss_of_owner)

    stand_and_price = Sentence("{stand}, {price}", stand=stand.phrase, price=price.phrase)
    is_readable_as_one = len(str(stand_and_price)) <= LONGEST
    if is_readable_as_one:
        return CutOffReasons(
            premises=(worth,), conclusion=stand_and_price, about_bound=stand_and_price
        )
    return CutOffReasons(premises=(worth, stand), conclusion=price, about_bound=stand)


def _describe_wish_of_ancestor(
    record: Record, cut: CutOff, ancestor: Argument, best_so_far: facts.BestSoFar | None
) -> Sentence:
    """Say that the nearer ancestor of a deep cut-off might want the node, and what it has so far.

    For a MAX ancestor ▲B, the parent of a node that has 4:

    =============================  ==========================================================
    from its children ▲B has       what is said
    =============================  ==========================================================
    nothing                        ``its parent ▲B has nothing yet and might still want it``
    3, which is worse than 4       ``its parent ▲B has only 3 and might still want it``
    5, and its child may give 6    ``its parent ▲B has 5 and might still want it``
    =============================  ==========================================================
    """
    if best_so_far is None or best_so_far.is_own_bound:
        return Sentence("{node} has nothing yet and might still want it", node=ancestor)

    value = best_so_far.value
    role_of_ancestor = record.tree.roles[best_so_far.node]
    if _is_better_for(role_of_ancestor, cut.v, value):
        return Sentence(
            "{node} has only {value} and might still want it", node=ancestor, value=value
        )
    return Sentence("{node} has {value} and might still want it", node=ancestor, value=value)


def _is_better_for(role: int, value: Number, other_value: Number) -> bool:
    """Tell whether a player prefers a value to another: MAX if it is larger, MIN if smaller."""
    return value > other_value if role == MAX_ROLE else value < other_value


def _name_ancestor(record: Record, cut: CutOff, ancestor: int) -> Argument:
    """Name an ancestor of a node with a cut-off, the parent as such: ``its parent ▲B``."""
    node = Node(record.tree, ancestor)
    if ancestor == record.tree.parent[cut.node]:
        return Phrase("its parent {node}", node=node)
    return node


def _describe_loss_of_owner(record: Record, cut: CutOff, owner: Witness) -> Phrase:
    """Say what the owner of the bound would give up if it played to the node that is cut off.

    For example ``to reach ▽C, ▲root would have to give up the 5 it has through ▽A``. The child is
    left out if it is a leaf without a name: that would say its value twice.
    """
    node = Node(record.tree, cut.node)
    owner_node = Node(record.tree, owner.node)
    is_unnamed_leaf = record.tree.labels.is_shown_by_value_alone(owner.child)
    if is_unnamed_leaf:
        return Phrase(
            "to reach {node}, {owner} would have to give up the {value} it has",
            node=node,
            owner=owner_node,
            value=cut.bound,
        )
    return Phrase(
        "to reach {node}, {owner} would have to give up the {value} it has through {child}",
        node=node,
        owner=owner_node,
        value=cut.bound,
        child=Node(record.tree, owner.child),
    )


# -- chance nodes under a range ------------------------------------------------------------------


def describe_possible_mean(record: Record, cut: CutOff) -> Sentence:
    """Say how much a chance node can still be worth after its cut-off.

    For example ``With 2 and at most 10, ○B is worth at most 6``: the range of all leaf values
    limits the children that are not read, and with them the weighted mean.

    Args:
        record: The search.
        cut: The cut-off of the chance node. At an α cut-off its mean is too small for α, and is
            given from above; at a β cut-off it is too large for β, and is given from below.
    """
    node = Node(record.tree, cut.node)
    parts = ItemList(tuple(_describe_parts_of_mean(record, cut)), last=" and ")
    if cut.kind == "alpha":
        return Sentence(
            "with {parts}, {node} is worth at most {v}", parts=parts, node=node, v=cut.v
        )
    return Sentence("with {parts}, {node} is worth at least {v}", parts=parts, node=node, v=cut.v)


def _describe_parts_of_mean(record: Record, cut: CutOff) -> Iterator[Argument]:
    """Yield what each child of a cut-off chance node can be worth, the unvisited ones as one.

    For example ``2``, then ``at most 10``, if all values lie from 0 to 10; several unvisited
    children are ``at most 10 each``.
    """
    tree = record.tree
    # A child of weight 0 adds nothing to the mean, whatever it is worth.
    children = [child for child in record.children(cut.node) if tree.probability(child)]
    visited = [child for child in children if record.call_at(child, cut.step) is not None]
    for child in visited:
        yield _describe_worth_or_limit(facts.proven(record, child, cut.step), cut)

    unvisited_count = len(children) - len(visited)
    limit = _describe_limit(record.rules.known_range, cut)
    if unvisited_count == 1:
        yield limit
    elif unvisited_count > 1:
        yield Phrase("{limit} each", limit=limit)


def _describe_worth_or_limit(interval: Interval, cut: CutOff) -> Argument:
    """Describe a child's part in a mean: its value if that is known, else ``at most 10``."""
    low, high = interval
    is_value_known = low == high
    return low if is_value_known else _describe_limit(interval, cut)


def _describe_limit(interval: Interval, cut: CutOff) -> Phrase:
    """Describe the end of an interval that matters to a mean: ``at most 10``, ``at least 0``.

    At an α cut-off the mean is too small for α, however large its parts are: that is the upper end.
    """
    low, high = interval
    if cut.kind == "alpha":
        return Phrase("at most {value}", value=high)
    return Phrase("at least {value}", value=low)


def describe_needs_of_chance_nodes(record: Record, cut: CutOff) -> Iterator[Sentence]:
    """Say what each chance node above a cut-off needs of its child, from the lowest one up.

    For example ``○B is worth more than 8 only if ▽E is worth more than 6``, of the chance nodes
    that computed the cut-off's bound from their own; nothing if there are none.

    Args:
        record: The search.
        cut: The cut-off.
    """
    for fact in facts_of_step.needs_of_chance_nodes(record, cut):
        yield Sentence(
            "{node} is worth {more} only if {child} is worth {needed}",
            node=Node(record.tree, fact.node),
            more=describe_allowed_numbers(fact.op, fact.value),
            child=Node(record.tree, fact.child),
            needed=describe_allowed_numbers(fact.op, fact.needed),
        )


# -- equality that does not cut ----------------------------------------------------------------


def describe_missed_cut_off(record: Record, step: Step) -> Sentence:
    """Say which test failed on equality alone: ``No cut-off at ▽B: 3 > 3 is false``.

    Args:
        record: The search, under the strict test α > β.
        step: The step at which the test failed, with a child left to skip.
    """
    node = Node(record.tree, step.node)
    test = cutoff_tests.test_at(record, step)
    return Sentence("No {cut-off} at {node}: {test}", node=node, test=test)


def explain_why_equality_did_not_cut(record: Record, step: Step) -> Sentence:
    """Say why equality did not cut off: a tie is possible, or the rules cannot see more.

    ``A tie is still possible, and your rule looks on``

    Args:
        record: The search, under the strict test α > β.
        step: The step at which the test failed on equality alone.
    """
    rule = Phrase("this form") if record.rules.fixes_its_own_rules else Phrase("your rule")
    if _is_proven_better_than_v(record, step):
        return Sentence(
            "What arrives is clamped to the window, so {rule} cannot see more", rule=rule
        )
    return Sentence("A tie is still possible, and {rule} looks on", rule=rule)


def _is_proven_better_than_v(record: Record, step: Step) -> bool:
    """Tell whether a node is proven to be worth more to its player than its v.

    Never at a chance node, which has no v: its mean is compared by what is proven of it.
    """
    role = record.tree.roles[step.node]
    if role == CHANCE_ROLE:
        return False
    v: Number = present(step.v)
    low, high = facts.proven(record, step.node, step.number)
    return low > v if role == MAX_ROLE else high < v


def describe_pruning_under_equality(record: Record, children_left: Sequence[int]) -> Aside:
    """Say which children would be pruned if equality cut off: ``under ≥, 4 would be pruned``.

    Args:
        record: The search, under the strict test α > β.
        children_left: The children, at least one.
    """
    nodes = node_list(record, children_left, last=" and ")
    if record.rules.fixes_its_own_rules:
        return Aside("in the classic form, {nodes} would be pruned here", nodes=nodes)
    return Aside("under ≥, {nodes} would be pruned here", nodes=nodes)
