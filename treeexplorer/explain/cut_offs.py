"""A cut-off in words: where it is, what it rests on, and what it prunes.

A cut-off is told in the order test, reasons, what is pruned. Where only equality kept a test from
succeeding, the other test is told of, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from treeexplorer.engine import CutOff, Record
from treeexplorer.engine.analysis import analysis_of
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
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, Number


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


def sentences_of_cut_off(record: Record, at: Step) -> Iterator[Sentence]:
    """Yield the sentences that tell the step of a cut-off."""
    cut = analysis_of(record).cut_off(present(at.child_call))
    yield _what_happened(record, cut, at)
    yield from cut_reasons(record, cut)
    yield what_is_skipped(record, cut, at.number)


def _what_happened(record: Record, cut: CutOff, at: Step) -> Sentence:
    """Say where the cut-off is and its test; on equality, why equal is enough."""
    heading = cut_heading(record, cut)
    test = facts.test_at(record, at)
    if not _is_tied(record, cut):
        return Sentence("{cut}: {test}", cut=heading, test=test)
    if record.rules.fixes_its_own_rules:
        return Sentence("{cut}: {test}, and equal is enough in this form", cut=heading, test=test)
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
    """Say what a cut-off rests on: what the node is worth, who has the bound, what follows.

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
    if cut.witness is None:
        yield _what_it_is_worth(record, cut)
        yield from needs_of_children(record, cut)
        yield _who_set_the_bound(record, cut)
        return
    node = Node(record.tree, cut.node)
    owner = Node(record.tree, cut.witness.node)
    child = cut.witness.child
    is_mean = record.tree.roles[cut.node] == CHANCE_ROLE
    is_tie = cut.source == "witness" and _is_tied(record, cut)
    if is_mean or not is_tie:
        yield _what_it_is_worth(record, cut)
    if is_tie:
        yield _tie(record, cut, node, owner)
        return
    goes_through_chance = is_mean or cut.source == "chance"
    if cut.deep and not goes_through_chance:
        yield from _reasons_of_deep(record, cut, owner, child)
        return
    if goes_through_chance:
        yield from needs_of_children(record, cut)
    yield _what_the_owner_has(record, cut, owner, child)
    yield _what_follows(cut, node, owner)


def _proven_end(record: Record, cut: CutOff) -> Number:
    """Return what a cut node is proven to be worth at least (at MAX) or at most."""
    interval = analysis_of(record).intervals.after_call(cut.call)
    if record.call_windows:
        interval = facts.proven(record, cut.node, cut.step)
    low, high = interval
    return low if cut.kind == "beta" else high


def _is_tied(record: Record, cut: CutOff) -> bool:
    """Tell whether a cut node is only proven to be as good as a witness's bound."""
    if not cut.is_tie or record.has_null_window(cut.call):
        return False
    return _proven_end(record, cut) == cut.bound


def _tie(record: Record, cut: CutOff, node: Node, owner: Node) -> Sentence:
    """Say that a node can at most be equal to what the witness has."""
    low, high = analysis_of(record).intervals.after_call(cut.call)
    if low == high:
        return Sentence(
            "{node} equals {owner}'s {value}, whatever is left in it",
            node=node,
            owner=owner,
            value=cut.bound,
        )
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
    """Say what a node has at its cut-off, and what that proves: ``so it is worth 2 or less``."""
    if record.tree.roles[cut.node] == CHANCE_ROLE:
        return mean_can_be(record, cut)
    node = Node(record.tree, cut.node)
    player = player_word(record, cut.node)
    if cut.source == "range":
        return Sentence("{node} is {player} and already has {v}", node=node, player=player, v=cut.v)
    end = _proven_end(record, cut)
    is_end_of_range = end in record.rules.known_range
    if is_end_of_range and end != cut.v:
        return Sentence(
            "{node} is {player} and already has {v}, as far as the tree is drawn",
            node=node,
            player=player,
            v=cut.v,
        )
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


def _what_the_owner_has(record: Record, cut: CutOff, owner: Node, child: int) -> Sentence:
    """Say who has the bound of a shallow cut-off; MIN is told to be MIN."""
    tree = record.tree
    value = having(record, cut.origin.has, child)
    is_drawn_whole = not any(child <= node < tree.end[child] for node in tree.elided)
    if cut.kind == "beta" and is_drawn_whole:
        return Sentence("{node} is MIN and has {value}", node=owner, value=value)
    if cut.kind == "beta":
        return Sentence(
            "{node} is MIN and has {value}, as far as the tree is drawn", node=owner, value=value
        )
    if is_drawn_whole:
        return Sentence("{node} has {value}", node=owner, value=value)
    return Sentence("{node} has {value}, as far as the tree is drawn", node=owner, value=value)


def _what_follows(cut: CutOff, node: Node, owner: Node) -> Sentence:
    """Say what follows: ``nothing left in ▽B can help ▲root``."""
    if cut.kind == "beta":
        return Sentence("nothing left in {node} can make {owner} smaller", node=node, owner=owner)
    return Sentence("nothing left in {node} can help {owner}", node=node, owner=owner)


def _who_set_the_bound(record: Record, cut: CutOff) -> Sentence:
    """Say where a bound comes from that no node on the path has."""
    if record.has_null_window(cut.call):
        return _answer(record, cut)
    if cut.source == "range":
        return nothing_beyond(cut.bound, is_most=cut.kind == "beta").sentence
    if abs(cut.bound) == INFINITY:
        return _nothing_beyond_infinity(cut)
    letter = Letter(cut.letter)
    if cut.origin.has in record.rules.window:
        return Sentence(
            "the search was started with {letter} = {bound}: a bound is enough",
            letter=letter,
            bound=End(cut.letter, cut.origin.has),
        )
    bound = End(cut.letter, cut.bound)
    if record.tree.has_chance:
        return Sentence(
            "{letter} = {bound} was set by a chance node above: a bound is enough",
            letter=letter,
            bound=bound,
        )
    return Sentence(
        "{letter} = {bound} was set by the call: a bound is enough", letter=letter, bound=bound
    )


def _nothing_beyond_infinity(cut: CutOff) -> Sentence:
    """Say that no number is larger than +∞, or smaller than −∞."""
    if cut.kind == "beta":
        return Sentence("no number is larger than {bound}", bound=cut.bound)
    return Sentence("no number is smaller than {bound}", bound=cut.bound)


def _answer(record: Record, cut: CutOff) -> Sentence:
    """Say what a call with a null window was asked, and its answer."""
    asked = question(record, cut.call)
    is_asked_for_more = record.null_question(cut.call) == ABOVE
    if is_asked_for_more == (cut.kind == "beta"):
        return Sentence("it was asked only: {question} The answer is yes", question=asked)
    return Sentence("it was asked only: {question} The answer is no", question=asked)


def _reasons_of_deep(record: Record, cut: CutOff, owner: Node, child: int) -> Iterator[Sentence]:
    """Say who lies between a deep cut-off and its witness, and what the witness would give up."""
    has, needs = facts.between(record, cut)
    stand = _who_lies_between(record, cut, has, needs)
    price = _price(record, cut, owner, child)
    if needs.value:
        both = Sentence("{stand}, but {price}", stand=stand.phrase, price=price)
        rest = Sentence("but {price}", price=price)
    else:
        both = Sentence("{stand}, and {price}", stand=stand.phrase, price=price)
        rest = Sentence("and {price}", price=price)
    if len(str(both)) <= LONGEST:
        yield both
    else:
        yield stand
        yield rest


def _who_lies_between(
    record: Record, cut: CutOff, has: facts.Has | None, needs: facts.Needs
) -> Sentence:
    """Say what the nearest opponent between a cut-off and its witness has and might want.

    Args:
        record: The search.
        cut: The cut-off, a deep one.
        has: What that node has.
        needs: Whether it can still want what the search was about to find.
    """
    holder: Argument = Node(record.tree, needs.node)
    if needs.node == record.tree.parent[cut.node]:
        holder = Phrase("its parent {node}", node=holder)
    if not needs.value:
        return Sentence("{node} does not need it", node=holder)
    if has is None or has.through is None:
        return Sentence("{node} has nothing yet and might still want it", node=holder)
    at_max = record.tree.roles[needs.node] == MAX_ROLE
    has_less = has.value < cut.v if at_max else has.value > cut.v
    if has_less:
        return Sentence(
            "{node} has only {value} and might still want it", node=holder, value=has.value
        )
    return Sentence("{node} has {value} and might still want it", node=holder, value=has.value)


def _price(record: Record, cut: CutOff, owner: Node, child: int) -> Phrase:
    """Say what the witness would have to give up to reach the node that was cut off."""
    node = Node(record.tree, cut.node)
    if record.tree.labels.is_bare(child):
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
        child=Node(record.tree, child),
    )


# -- chance nodes under a range ------------------------------------------------------------------


def mean_can_be(record: Record, cut: CutOff) -> Sentence:
    """Say what a chance node can still be worth.

    ``With 2 and at most 10, ○B is worth at most 6.``
    """
    node = Node(record.tree, cut.node)
    parts = ItemList(tuple(_parts_of_mean(record, cut)), last=" and ")
    if cut.kind == "alpha":
        return Sentence(
            "with {parts}, {node} is worth at most {v}", parts=parts, node=node, v=cut.v
        )
    return Sentence("with {parts}, {node} is worth at least {v}", parts=parts, node=node, v=cut.v)


def _parts_of_mean(record: Record, cut: CutOff) -> Iterator[Argument]:
    """Yield what a chance node's children can be: those read one by one, then the unread.

    Of children that weigh nothing nothing is said.

    Example:
        ``2`` and ``at most 10`` where one of two is read, and all values lie from 0 to 10.
    """
    tree = record.tree
    is_most = cut.kind == "alpha"
    weighing = [child for child in record.children(cut.node) if tree.probability(child)]
    read = [child for child in weighing if record.call_at(child, cut.step) is not None]
    for child in read:
        low, high = facts.proven(record, child, cut.step)
        if low == high:
            yield low
        else:
            yield _end_that_counts((low, high), is_most=is_most)
    unread = len(weighing) - len(read)
    limit = _end_that_counts(record.rules.known_range, is_most=is_most)
    if unread == 1:
        yield limit
    elif unread:
        yield Phrase("{limit} each", limit=limit)


def _end_that_counts(interval: Interval, *, is_most: bool) -> Phrase:
    """Return one end of an interval in words: ``at most 10``, or ``at least 0``."""
    low, high = interval
    if is_most:
        return Phrase("at most {value}", value=high)
    return Phrase("at least {value}", value=low)


def needs_of_children(record: Record, cut: CutOff) -> Iterator[Sentence]:
    """Say what the chance nodes that handed a bound down need of their children, from below.

    ``○B is worth more than 8 only if ▽E is worth more than 6.``
    """
    for fact in facts.needed_of_children(record, cut):
        yield Sentence(
            "{node} is worth {more} only if {child} is worth {needed}",
            node=Node(record.tree, fact.node),
            more=numbers_that_are(fact.op, fact.value),
            child=Node(record.tree, fact.child),
            needed=numbers_that_are(fact.op, fact.needed),
        )


# -- equality that does not cut ----------------------------------------------------------------


def missed_cut_off(record: Record, at: Step) -> Iterator[Sentence]:
    """Say why equality did not cut, and what the other test would have pruned."""
    node = Node(record.tree, at.node)
    test = facts.test_at(record, at)
    yield Sentence("No {cut-off} at {node}: {test}", node=node, test=test)
    yield _why_it_looks_on(record, at)
    left = record.children_after(at.node, present(at.child))
    if facts.under_equality(record, at) is not None:
        yield _pruned_under_equality(record, left)
    if left:
        yield next_child(record.tree, left[0])
    elif at.node in record.tree.elided:
        yield from returned_after_last_child(record, at)


def _why_it_looks_on(record: Record, at: Step) -> Sentence:
    """Say why equality did not cut: a tie is possible, or more cannot be seen by the rules."""
    rule = Phrase("this form") if record.rules.fixes_its_own_rules else Phrase("your rule")
    if _is_better_than_v(record, at):
        return Sentence(
            "What arrives is clamped to the window, so {rule} cannot see more", rule=rule
        )
    return Sentence("A tie is still possible, and {rule} looks on", rule=rule)


def _is_better_than_v(record: Record, at: Step) -> bool:
    """Tell whether a node is proven to be worth more to its player than its v.

    A mean has no v: it is compared by what is proven of it.
    """
    role = record.tree.roles[at.node]
    if role == CHANCE_ROLE:
        return False
    v: Number = present(at.v)
    low, high = facts.proven(record, at.node, at.number)
    return low > v if role == MAX_ROLE else high < v


def _pruned_under_equality(record: Record, left: list[int]) -> Aside:
    """Say what would be pruned here if equality were enough."""
    nodes = node_list(record, left, last=" and ")
    if record.rules.fixes_its_own_rules:
        return Aside("in the classic form, {nodes} would be pruned here", nodes=nodes)
    return Aside("under ≥, {nodes} would be pruned here", nodes=nodes)
