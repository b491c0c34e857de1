"""A cut-off in words: where it is, what it rests on, and what it prunes.

A cut-off is told in the order test, reasons, what is pruned. Where only equality kept a test from
succeeding, the other test is told of, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from treeexplorer.engine import CutOff, Record
from treeexplorer.engine.analysis import Witness, analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.record import ABOVE, Step
from treeexplorer.errors import present
from treeexplorer.explain.phrases import (
    branch_list,
    having,
    next_child,
    node_list,
    nothing_beyond,
    numbers_that_are,
    or_less,
    or_more,
    player_word,
    question,
)
from treeexplorer.explain.returns import returned_after_last_child
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
from treeexplorer.judging import facts
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, GameTree, Number


def cut_heading(record: Record, cut: CutOff) -> Phrase:
    """Return a cut-off's kind and node: ``deep α cut-off at ▽Z``."""
    letter = Letter(cut.letter)
    node = Node(record.tree, cut.node)
    if cut.deep:
        return Phrase("deep {letter} {cut-off} at {node}", letter=letter, node=node)
    return Phrase("{letter} {cut-off} at {node}", letter=letter, node=node)


def bar_heading(record: Record, cut: CutOff) -> Phrase:
    """Return the same as a bar has it: ``Deep α CUT-OFF at ▽Z``."""
    letter = Letter(cut.letter)
    node = Node(record.tree, cut.node)
    if cut.deep:
        return Phrase("Deep {letter} {CUT-OFF} at {node}", letter=letter, node=node)
    return Phrase("{letter} {CUT-OFF} at {node}", letter=letter, node=node)


def cut_summary(record: Record, cut: CutOff) -> Phrase:
    """Return a cut-off in one line: its test, and what is pruned."""
    return Phrase(
        "{cut}: {test}; {skips}",
        cut=cut_heading(record, cut),
        test=facts.test_at(record, record.step(cut.step)),
        skips=what_is_skipped(record, cut, record.steps).phrase,
    )


def sentences_of_cut_off(record: Record, step: Step) -> Iterator[Sentence]:
    """Yield the sentences that tell the step of a cut-off."""
    cut = analysis_of(record).cut_off(present(step.child_call))
    yield _what_happened(record, cut, step)
    yield from cut_reasons(record, cut)
    yield what_is_skipped(record, cut, step.number)


def _what_happened(record: Record, cut: CutOff, step: Step) -> Sentence:
    """Say where a cut-off is made and by which test: ``α cut-off at ▽B: 3 ≥ 2``.

    Args:
        record: The search.
        cut: The cut-off.
        step: The step of the search at which it is made.

    Returns:
        The sentence. If both numbers of the test are equal, it adds why that is enough: by the
        rules that the user chose, in a printed form of the algorithm, or at all.
    """
    heading = cut_heading(record, cut)
    test = facts.test_at(record, step)
    if not _is_tied(record, cut):
        return Sentence("{cut}: {test}", cut=heading, test=test)
    # A printed form of alpha-beta states the test itself.
    if record.rules.fixes_its_own_rules:
        return Sentence("{cut}: {test}, and equal is enough in this form", cut=heading, test=test)
    # The user has chosen between ≥ and >.
    if record.rules.has_conventions:
        return Sentence(
            "{cut}: {test}, and equal is enough under your rule", cut=heading, test=test
        )
    return Sentence("{cut}: {test}, and equal is enough", cut=heading, test=test)


def what_is_skipped(record: Record, cut: CutOff, step: int) -> Aside:
    """Say what a cut-off prunes, or skips only in this call where another call comes to it."""
    elided = cut.node if cut.elided else None
    branches = branch_list(record, cut.skipped, elided)
    if analysis_of(record).is_pruned(cut, step):
        return Aside("{pruned}: {branches}", branches=branches)
    return Aside("skipped by this call: {branches}", branches=branches)


# -- what a cut-off rests on -------------------------------------------------------------------


def cut_reasons(record: Record, cut: CutOff) -> Iterator[Sentence]:
    """Yield the reasons of a cut-off: what the node is worth, who has the bound, what follows.

    The owner of the bound is the ancestor that has it already, through one of its children: MAX has
    α, MIN has β. The reasons are those of the first case that holds:

    1. The bound has no owner. It is an end of the first window (α, β) or of the range of all
       values, or the number that a null window asks about.
    2. v, the node's best value so far, only equals the bound.
    3. The cut-off is deep: between the owner and the node is another ancestor of the owner's
       player. What that one has is told, too.
    4. Any other cut-off, as in the example.

    Args:
        record: The search.
        cut: The cut-off.

    Yields:
        The sentences in order, at least one; the last of them is the conclusion.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> for sentence in cut_reasons(record, analysis_of(record).cut_offs[0]):
        ...     print(sentence)
        ▽B is MIN and already has 2, so it is worth 2 or less.
        ▲root has 3 through ▽A.
        Nothing left in ▽B can help ▲root.
    """
    owner = cut.witness
    if owner is None:
        return _reasons_without_owner(record, cut)
    # A chance node above may have made the bound of the owner's number: then v equals another one.
    is_owners_number = cut.source == "witness"
    if is_owners_number and _is_tied(record, cut):
        return _reasons_of_tie(record, cut, owner)
    # What lies between is what players might choose there, and a chance node chooses nothing.
    has_chance_node = _is_at_chance_node(record, cut) or cut.source == "chance"
    if cut.deep and not has_chance_node:
        return _reasons_of_deep(record, cut, owner)
    return _reasons_with_owner(record, cut, owner)


def _reasons_without_owner(record: Record, cut: CutOff) -> Iterator[Sentence]:
    """Say what the node is worth, and where a bound comes from that no ancestor has."""
    yield _what_it_is_worth(record, cut)
    yield from needs_of_children(record, cut)
    yield _who_set_the_bound(record, cut)


def _reasons_of_tie(record: Record, cut: CutOff, witness: Witness) -> Iterator[Sentence]:
    """Say that the node is at best as good as what the owner of the bound has."""
    if _is_at_chance_node(record, cut):
        yield mean_can_be(record, cut)
    yield _cannot_be_better(record, cut, Node(record.tree, witness.node))


def _reasons_with_owner(record: Record, cut: CutOff, witness: Witness) -> Iterator[Sentence]:
    """Say what the node is worth, what the owner of the bound has, and what follows."""
    owner = Node(record.tree, witness.node)
    yield _what_it_is_worth(record, cut)
    yield from needs_of_children(record, cut)  # of chance nodes above, if they made the bound
    yield _what_the_owner_has(record, cut, witness)
    yield _what_follows(cut, Node(record.tree, cut.node), owner)


def _is_at_chance_node(record: Record, cut: CutOff) -> bool:
    """Tell whether a cut-off is at a chance node, of which a mean is compared, and not v."""
    return record.tree.roles[cut.node] == CHANCE_ROLE


def _proven_end(record: Record, cut: CutOff) -> Number:
    """Return what a node with a cut-off is proven to be worth: at least (β), or at most (α)."""
    interval = analysis_of(record).intervals.after_call(cut.call)
    if facts.may_enter_again(record):  # then other calls of the node have proven something, too
        interval = facts.proven(record, cut.node, cut.step)
    low, high = interval
    return low if cut.kind == "beta" else high


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
    return _proven_end(record, cut) == cut.bound


def _cannot_be_better(record: Record, cut: CutOff, owner: Node) -> Sentence:
    """Say that a node cannot beat the number that an ancestor has, but can equal it at best.

    ``▽B might equal ▲root's 3 but cannot beat it``, or, if the value of ▽B is already known:
    ``▽B equals ▲root's 3, whatever is left in it``.

    Args:
        record: The search.
        cut: A cut-off at which v, the node's best value so far, equals the bound.
        owner: The ancestor that has the bound: MAX has α, MIN has β.
    """
    node = Node(record.tree, cut.node)
    # The lowest and the highest value that the leaves read so far leave possible for the node.
    low, high = analysis_of(record).intervals.after_call(cut.call)
    is_settled = low == high
    if is_settled:
        return Sentence(
            "{node} equals {owner}'s {value}, whatever is left in it",
            node=node,
            owner=owner,
            value=cut.bound,
        )
    return _might_equal(cut, node, owner)


def _might_equal(cut: CutOff, node: Node, owner: Node) -> Sentence:
    """Say that a node might become as good as a bound, but no better: ``cannot beat it``.

    Args:
        cut: A cut-off at which the node's best value so far equals the bound.
        node: The node that is cut off.
        owner: The ancestor that has the bound. At a β cut-off it is MIN, which wants less, so that
            better is below; at an α cut-off it is MAX, which wants more.
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


def _what_it_is_worth(record: Record, cut: CutOff) -> Sentence:
    """Say what a node has at its cut-off, and what that proves of it.

    ======================================  =======================================================
    the node                                what is said
    ======================================  =======================================================
    is a chance node                        what its mean can be
    has an end of the range of all values   ``▽B is MIN and already has 0``
    has children that are not drawn, which  ``▽B is MIN and already has 2, as far as the tree is
    could hold anything                     drawn``
    any other                               ``▽B is MIN and already has 2, so it is worth 2 or
                                            less``
    ======================================  =======================================================

    Args:
        record: The search.
        cut: The cut-off of the node.
    """
    if _is_at_chance_node(record, cut):
        return mean_can_be(record, cut)
    if cut.source == "range":
        return _v_alone(record, cut)
    # What the node is worth at least (at a β cut-off) or at most (at an α cut-off).
    proven = _proven_end(record, cut)
    lowest, highest = record.rules.known_range
    is_no_more_than_the_range = proven in {lowest, highest} and proven != cut.v
    if is_no_more_than_the_range:
        return _v_as_drawn(record, cut)
    return _v_and_proof(record, cut, proven)


def _v_alone(record: Record, cut: CutOff) -> Sentence:
    """Say what v is, where it has reached an end of the range: there is no more to say."""
    return Sentence(
        "{node} is {player} and already has {v}",
        node=Node(record.tree, cut.node),
        player=player_word(record, cut.node),
        v=cut.v,
    )


def _v_as_drawn(record: Record, cut: CutOff) -> Sentence:
    """Say what v is, where children that are not drawn keep it from proving anything."""
    return Sentence(
        "{node} is {player} and already has {v}, as far as the tree is drawn",
        node=Node(record.tree, cut.node),
        player=player_word(record, cut.node),
        v=cut.v,
    )


def _v_and_proof(record: Record, cut: CutOff, end: Number) -> Sentence:
    """Say what a node has at its cut-off, and which bound on its value is proven.

    ``▽B is MIN and already has 2, so it is worth 2 or less``; if another number is proven:
    ``▽B is MIN and already has 3; its leaves prove 2 or less``.

    Args:
        record: The search.
        cut: The cut-off. Its v is the best value that the node has had from its children.
        end: What the node is proven to be worth: at least this at a β cut-off, at most this at an α
            cut-off. It is another number than v where, for one, v was clamped to the window (α, β).
    """
    node = Node(record.tree, cut.node)
    player = player_word(record, cut.node)
    bound = or_more(end) if cut.kind == "beta" else or_less(end)
    if end == cut.v:
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


def _what_the_owner_has(record: Record, cut: CutOff, witness: Witness) -> Sentence:
    """Say which number the owner of a cut-off's bound has: ``▲root has 3 through ▽A``.

    The owner is the ancestor that has the bound already. If it is a MIN node, it is said so:
    ``▽A is MIN and has 6``. If not all of the tree below the child is drawn, ``as far as the tree
    is drawn`` is added.

    Args:
        record: The search.
        cut: The cut-off. If a chance node computed the bound from another number, it is told who
            has that other number.
        witness: The owner, and the child that gave the number to it.
    """
    owner = Node(record.tree, witness.node)
    value = having(record, cut.origin.traced_bound, witness.child)
    is_drawn_whole = _is_drawn_whole(record.tree, witness.child)
    # MIN has β, MAX has α.
    owner_is_min = cut.kind == "beta"
    if owner_is_min and is_drawn_whole:
        return Sentence("{node} is MIN and has {value}", node=owner, value=value)
    if owner_is_min:
        return Sentence(
            "{node} is MIN and has {value}, as far as the tree is drawn", node=owner, value=value
        )
    if is_drawn_whole:
        return Sentence("{node} has {value}", node=owner, value=value)
    return Sentence("{node} has {value}, as far as the tree is drawn", node=owner, value=value)


def _is_drawn_whole(tree: GameTree, subtree: int) -> bool:
    """Tell whether all children are drawn of a node and of the nodes below it."""
    return not any(tree.is_within(node, subtree) for node in tree.elided)


def _what_follows(cut: CutOff, node: Node, owner: Node) -> Sentence:
    """Say what follows: ``nothing left in ▽B can help ▲root``."""
    if cut.kind == "beta":
        return Sentence("nothing left in {node} can make {owner} smaller", node=node, owner=owner)
    return Sentence("nothing left in {node} can help {owner}", node=node, owner=owner)


def _who_set_the_bound(record: Record, cut: CutOff) -> Sentence:
    """Say where the bound of a cut-off comes from, if no ancestor of the node has found it.

    Args:
        record: The search.
        cut: The cut-off, whose bound α or β is no node's best value so far.

    Returns:
        A sentence for the first of these cases that holds:

        1. The call only asks how the node compares with the bound (a null window).
        2. The bound is an end of the range in which all values lie.
        3. It is infinite.
        4. The search was started with it, or a chance node computed it from such a number.
        5. The tree has chance nodes: one of them set it.
        6. The call set it.
    """
    # First, since the number that a question asks about may happen to equal any number below.
    if record.has_null_window(cut.call):
        return _answer_to_question(record, cut)
    if cut.source == "range":
        return nothing_beyond(cut.bound, is_most=cut.kind == "beta").sentence
    # Before the window of the start, whose ends are infinite in most searches.
    if abs(cut.bound) == INFINITY:
        return _nothing_beyond_infinity(cut)
    # A chance node gives its children other bounds than its own. The bound from which it computed
    # them is the one to look for in the window of the start; without chance nodes it is `bound`.
    bound = End(cut.letter, cut.bound)
    bound_of_topmost_chance_node = End(cut.letter, cut.origin.traced_bound)
    first_alpha, first_beta = record.rules.window
    if bound_of_topmost_chance_node.value in {first_alpha, first_beta}:
        return _set_by_start(bound_of_topmost_chance_node)
    if record.tree.has_chance:
        return _set_by_chance_node(bound)
    return _set_by_call(bound)


def _set_by_start(bound: End) -> Sentence:
    """Say that the search was started with a bound: ``… with α = 3: a bound is enough``."""
    return Sentence(
        "the search was started with {letter} = {bound}: a bound is enough",
        letter=Letter(bound.letter),
        bound=bound,
    )


def _set_by_chance_node(bound: End) -> Sentence:
    """Say that a chance node has set a bound for its children."""
    return Sentence(
        "{letter} = {bound} was set by a chance node above: a bound is enough",
        letter=Letter(bound.letter),
        bound=bound,
    )


def _set_by_call(bound: End) -> Sentence:
    """Say that a bound was given to the call."""
    return Sentence(
        "{letter} = {bound} was set by the call: a bound is enough",
        letter=Letter(bound.letter),
        bound=bound,
    )


def _nothing_beyond_infinity(cut: CutOff) -> Sentence:
    """Say that no number is larger than +∞, or smaller than −∞."""
    if cut.kind == "beta":
        return Sentence("no number is larger than {bound}", bound=cut.bound)
    return Sentence("no number is smaller than {bound}", bound=cut.bound)


def _answer_to_question(record: Record, cut: CutOff) -> Sentence:
    """Say what a call with a null window was asked, and its answer.

    ``It was asked only: is it worth more than 3? The answer is yes``. A β cut-off proves that the
    node's value is large enough, an α cut-off that it is small enough. So the answer is yes if the
    question was for more and the cut-off is a β one, or for less and it is an α one.
    """
    asked = question(record, cut.call)
    is_asked_for_more = record.null_question(cut.call) == ABOVE
    if is_asked_for_more == (cut.kind == "beta"):
        return Sentence("it was asked only: {question} The answer is yes", question=asked)
    return Sentence("it was asked only: {question} The answer is no", question=asked)


def _reasons_of_deep(record: Record, cut: CutOff, witness: Witness) -> Iterator[Sentence]:
    """Say why a deep cut-off cuts, although a nearer ancestor might want what is left.

    A cut-off is deep if its bound belongs to an ancestor further up, and not to the nearest one of
    the same player. ``Its parent ▲B has only 3 and might still want it, but to reach ▽C, ▲root
    would have to give up the 5 it has.``

    Args:
        record: The search.
        cut: The cut-off, a deep one without a chance node between.
        witness: The owner of the bound, and the child through which it has it.

    Yields:
        What the node is worth; then what the nearer ancestor wants and what the owner would lose,
        in one sentence or, if that is too long, in two.
    """
    yield _what_it_is_worth(record, cut)
    nearer_best, nearer_needs = facts.player_between(record, cut)
    nearer_wants = _what_the_nearer_ancestor_wants(record, cut, nearer_best, nearer_needs)
    owner_loses = _what_the_owner_would_lose(record, cut, witness)
    # “but”: the nearer ancestor wants the node, and the owner does not let the play come there.
    both = Sentence("{stand}, but {price}", stand=nearer_wants.phrase, price=owner_loses)
    second_half = Sentence("but {price}", price=owner_loses)
    nobody_wants_it = not nearer_needs.value
    if nobody_wants_it:
        both = Sentence("{stand}, and {price}", stand=nearer_wants.phrase, price=owner_loses)
        second_half = Sentence("and {price}", price=owner_loses)
    yield from _whole_or_apart(both, nearer_wants, second_half)


def _whole_or_apart(whole: Sentence, *parts: Sentence) -> Iterator[Sentence]:
    """Yield a sentence if it is short enough, else its parts one by one."""
    if len(str(whole)) <= LONGEST:
        yield whole
    else:
        yield from parts


def _what_the_nearer_ancestor_wants(
    record: Record, cut: CutOff, best_so_far: facts.BestSoFar | None, needs: facts.Needs
) -> Sentence:
    """Say whether the nearer one of two ancestors wants the node that is cut off.

    The bound of a deep cut-off belongs to an ancestor further up; the nearer ancestor is of the
    same player. ``Its parent ▲B has only 3 and might still want it`` is said if the node has 4.

    Args:
        record: The search.
        cut: The cut-off, a deep one.
        best_so_far: What the nearer ancestor has, and the child that gave it; ``None`` where no
            child has returned to it.
        needs: Which node it is, and whether the branch with the cut-off could still be its best.
    """
    ancestor = _ancestor_in_words(record, cut, needs.node)
    might_want_it = needs.value
    if not might_want_it:
        return Sentence("{node} does not need it", node=ancestor)
    if best_so_far is None or best_so_far.through is None:  # no child has given it anything
        return Sentence("{node} has nothing yet and might still want it", node=ancestor)
    cut_node_offers_more = _is_worse_than_v(record, best_so_far, cut.v)
    if cut_node_offers_more:
        return Sentence(
            "{node} has only {value} and might still want it",
            node=ancestor,
            value=best_so_far.value,
        )
    return Sentence(
        "{node} has {value} and might still want it", node=ancestor, value=best_so_far.value
    )


def _ancestor_in_words(record: Record, cut: CutOff, ancestor: int) -> Argument:
    """Return an ancestor of the node with the cut-off; of its parent, that it is that."""
    node = Node(record.tree, ancestor)
    if ancestor == record.tree.parent[cut.node]:
        return Phrase("its parent {node}", node=node)
    return node


def _is_worse_than_v(record: Record, best_so_far: facts.BestSoFar, v: Number) -> bool:
    """Tell whether what a node has is worse for its player than another node's v."""
    at_max = record.tree.roles[best_so_far.node] == MAX_ROLE
    return best_so_far.value < v if at_max else best_so_far.value > v


def _what_the_owner_would_lose(record: Record, cut: CutOff, witness: Witness) -> Phrase:
    """Say what an ancestor would have to give up to reach the node that was cut off.

    The ancestor is the owner of the bound: it has that number already, through another child. ``To
    reach ▽C, ▲root would have to give up the 5 it has through ▽A``; a leaf without a name is not
    named.

    Args:
        record: The search.
        cut: The cut-off.
        witness: The owner of the bound, and the child through which it has it.
    """
    node = Node(record.tree, cut.node)
    owner = Node(record.tree, witness.node)
    # Such a leaf is called by its value: “the 5 it has through 5” would say it twice.
    if record.tree.labels.is_bare(witness.child):
        return Phrase(
            "to reach {node}, {owner} would have to give up the {value} it has",
            node=node,
            owner=owner,
            value=cut.bound,
        )
    return Phrase(
        "to reach {node}, {owner} would have to give up the {value} it has through {child}",
        node=node,
        owner=owner,
        value=cut.bound,
        child=Node(record.tree, witness.child),
    )


# -- chance nodes under a range ------------------------------------------------------------------


def mean_can_be(record: Record, cut: CutOff) -> Sentence:
    """Say how much a chance node can still be worth after its cut-off.

    ``With 2 and at most 10, ○B is worth at most 6.``

    The value of a chance node is the weighted mean of its children. The range of all leaf values is
    known, so children that are not read limit the mean, too.

    Args:
        record: The search.
        cut: The cut-off of the chance node. At an α cut-off its mean is too small for α, and is
            given from above; at a β cut-off it is too large for β, and is given from below.
    """
    node = Node(record.tree, cut.node)
    parts = ItemList(tuple(_parts_of_mean(record, cut)), last=" and ")
    if cut.kind == "alpha":
        return Sentence(
            "with {parts}, {node} is worth at most {v}", parts=parts, node=node, v=cut.v
        )
    return Sentence("with {parts}, {node} is worth at least {v}", parts=parts, node=node, v=cut.v)


def _parts_of_mean(record: Record, cut: CutOff) -> Iterator[Argument]:
    """Yield what each child of a chance node can be: first those visited, then the others.

    ``2`` and ``at most 10`` where one of two children is read, and all values lie from 0 to 10. If
    several are not visited, they are told as one: ``at most 10 each``.

    Args:
        record: The search, under a range in which all values lie.
        cut: The cut-off of the chance node; its step is the one up to which children count as
            visited.
    """
    tree = record.tree
    # A child of weight 0 adds nothing to the mean, whatever it is worth.
    weighing = [child for child in record.children(cut.node) if tree.probability(child)]
    visited = [child for child in weighing if record.call_at(child, cut.step) is not None]
    for child in visited:
        yield _worth_or_limit(facts.proven(record, child, cut.step), cut)
    limit = _limit(record.rules.known_range, cut)
    number_unvisited = len(weighing) - len(visited)
    if number_unvisited == 1:
        yield limit
    elif number_unvisited:
        yield Phrase("{limit} each", limit=limit)


def _worth_or_limit(interval: Interval, cut: CutOff) -> Argument:
    """Return the only number of an interval, or how far that lets a cut-off mean reach."""
    low, high = interval
    return low if low == high else _limit(interval, cut)


def _limit(interval: Interval, cut: CutOff) -> Phrase:
    """Return how far an interval lets a cut-off mean reach: ``at most 10``, or ``at least 0``.

    At an α cut-off the mean is too small for α, however large its parts are.
    """
    low, high = interval
    if cut.kind == "alpha":
        return Phrase("at most {value}", value=high)
    return Phrase("at least {value}", value=low)


def needs_of_children(record: Record, cut: CutOff) -> Iterator[Sentence]:
    """Say what each chance node above a cut-off needs of its child, from the lowest one up.

    ``○B is worth more than 8 only if ▽E is worth more than 6.`` The chance nodes are those that
    computed the bound of the cut-off from their own bounds; nothing is said where there are none.

    Args:
        record: The search.
        cut: The cut-off.
    """
    for fact in facts.needs_of_chance_nodes(record, cut):
        yield Sentence(
            "{node} is worth {more} only if {child} is worth {needed}",
            node=Node(record.tree, fact.node),
            more=numbers_that_are(fact.op, fact.value),
            child=Node(record.tree, fact.child),
            needed=numbers_that_are(fact.op, fact.needed),
        )


# -- equality that does not cut ----------------------------------------------------------------


def missed_cut_off(record: Record, step: Step) -> Iterator[Sentence]:
    """Say why two equal numbers did not make a cut-off, and what the other test would have pruned.

    ``No cut-off at ▽B: 3 > 3 is false. A tie is still possible, and your rule looks on. Under ≥, 4
    would be pruned here. Next: 4.``

    Args:
        record: The search, under the strict test α > β.
        step: The step at which the test failed on equality alone, with a child left to skip.
    """
    node = Node(record.tree, step.node)
    test = facts.test_at(record, step)
    yield Sentence("No {cut-off} at {node}: {test}", node=node, test=test)
    yield _why_it_looks_on(record, step)
    children_left = record.children_after(step.node, present(step.child))
    is_known_what_equality_prunes = facts.under_equality(record, step) is not None
    if is_known_what_equality_prunes:
        yield _pruned_under_equality(record, children_left)
    if children_left:
        yield next_child(record.tree, children_left[0])
        return
    only_undrawn_are_left = step.node in record.tree.elided
    if only_undrawn_are_left:  # they are not searched: the node returns
        yield from returned_after_last_child(record, step)


def _why_it_looks_on(record: Record, step: Step) -> Sentence:
    """Say why equality did not cut: a tie is possible, or more cannot be seen by the rules."""
    rule = Phrase("this form") if record.rules.fixes_its_own_rules else Phrase("your rule")
    if _is_better_than_v(record, step):
        return Sentence(
            "What arrives is clamped to the window, so {rule} cannot see more", rule=rule
        )
    return Sentence("A tie is still possible, and {rule} looks on", rule=rule)


def _is_better_than_v(record: Record, step: Step) -> bool:
    """Tell whether a node is proven to be worth more to its player than its v.

    A mean has no v: it is compared by what is proven of it.
    """
    role = record.tree.roles[step.node]
    if role == CHANCE_ROLE:
        return False
    v: Number = present(step.v)
    low, high = facts.proven(record, step.node, step.number)
    return low > v if role == MAX_ROLE else high < v


def _pruned_under_equality(record: Record, children_left: list[int]) -> Aside:
    """Say that the children left would be pruned here if equality were enough."""
    nodes = node_list(record, children_left, last=" and ")
    if record.rules.fixes_its_own_rules:
        return Aside("in the classic form, {nodes} would be pruned here", nodes=nodes)
    return Aside("under ≥, {nodes} would be pruned here", nodes=nodes)
