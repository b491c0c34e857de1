"""Every step in words: the test with its numbers, who has what, what is pruned.

A step is told in a few short sentences, each made from facts (:mod:`treeexplorer.judging.facts`)
and the step's own numbers. They are computed for one step when asked for, in time that hardly
depends on the size of the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from treeexplorer.engine import CutOff, Record, StepKind
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.record import ABOVE, Step
from treeexplorer.explain import words
from treeexplorer.explain.sentence import (
    Argument,
    Aside,
    Count,
    End,
    Letter,
    Node,
    Phrase,
    Sentence,
    joined,
)
from treeexplorer.judging import facts
from treeexplorer.judging.waiting import waits_for
from treeexplorer.rules import meaning_of
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, MIN_ROLE, Number

LONGEST: Final = 160  # characters of a sentence, which can be read at a glance


def sentence(record: Record, step: int) -> str:
    """Return a step in words, as a trace prints it."""
    return joined(sentences(record, step))


def sentences(record: Record, step: int) -> tuple[Sentence, ...]:
    """Return the sentences that tell a step: what happened, who has what, what is pruned."""
    at = record.step(step)
    phrases = list(_TELLING[at.kind](record, at))
    if record.complete and step == record.steps:
        phrases += ending(record)
    return tuple(phrases)


def waiting(record: Record) -> Sentence | None:
    """Return which value a search waits for, ``None`` where it does not wait."""
    needed = waits_for(record)
    if needed is None:
        return None
    return Sentence("waits", step=needed.step, leaf=needed.leaf, word=needed.word)


def depth_limit(record: Record) -> Count:
    """Return the depth limit of a search in plies."""
    return Count(record.rules.depth or 0, "ply", "plies")


# -- visits ------------------------------------------------------------------------------------


def _start(record: Record, at: Step) -> Iterator[Sentence]:
    yield Sentence("start")
    if not record.has_windows:
        yield Sentence("begins", node=Node(record.tree, 0))
        return
    yield Sentence("begins_with", node=Node(record.tree, 0), window=at.window)
    if not record.rules.has_conventions:
        meaning = meaning_of("algorithm", record.rules.algorithm)
        yield Sentence("about", title=meaning.title, explanation=meaning.explanation)


def _visit(record: Record, at: Step) -> Iterator[Sentence]:
    node = Node(record.tree, at.node)
    asked = words.question(record, at.call) if record.null(at.call) else None
    if at.value is not None:
        yield Sentence("asked_again", node=node, question=asked or Phrase("exact_worth"))
        yield Sentence("remembered", value=at.value)
        return
    if record.tree.roles[at.node] == CHANCE_ROLE:
        yield Sentence("chance", node=node)
        if record.has_windows:
            yield Sentence("full_windows")
        return
    player = words.player_word(record, at.node)
    again = Phrase("again") if at.call in record.columns.earlier else None
    common: dict[str, Argument] = {"node": node, "player": player}
    if record.rules.printed.swaps_players:
        label = "minimizing" if player == "MAX" else "maximizing"
        common["player"] = Phrase("labelled", player=player, label=label)
    if not record.has_windows:
        yield Sentence("entered", **common)
    elif asked is not None:
        yield Sentence("asked", **common, again=again, question=asked)
    else:
        yield Sentence("entered_with", **common, again=again, window=at.window, v=at.v)
    if record.rules.right_to_left and at.node in record.tree.elided:
        yield Sentence("undrawn_first", undrawn=words.undrawn(record.tree, at.node))


def _leaf(record: Record, at: Step) -> Iterator[Sentence]:
    node = Node(record.tree, at.node)
    if record.tree.is_leaf(at.node):
        yield Sentence("read", node=node)
        yield from _seen_by_min(record, record.tree.parent[at.node], at.value)
    else:
        yield Sentence("depth_limit", node=node, plies=depth_limit(record))
        yield Sentence("estimate", value=at.value)


def _seen_by_min(record: Record, node: int, value: Number | None) -> Iterator[Sentence]:
    """Yield, where values are seen from the side to move, what one is to MIN: its opposite."""
    negates = algorithm_of(record.rules).negates
    if negates and node >= 0 and value is not None and record.tree.roles[node] == MIN_ROLE:
        yield Sentence("to_min", node=Node(record.tree, node), value=-value)


# -- arrivals ----------------------------------------------------------------------------------


def _arrival(record: Record, at: Step) -> Iterator[Sentence]:
    row, place, tree = at.child_call or 0, at.child or 0, record.tree
    if facts.missed_on_equality(record, at) is not None:
        yield from _missed(record, at)
        return
    following = record.following_call(at) if record.scopes else None
    node, child = Node(tree, at.node), Node(tree, place)
    arriving = Phrase("arrives", value=at.value, child=child)
    if tree.is_leaf(place):
        arriving = Phrase("leaf_arrives", child=child)
    if following is not None and record.node(following) == place:
        yield Sentence(
            "more_as_asked",
            arriving=arriving,
            node=node,
            more="more" if tree.roles[at.node] == MAX_ROLE else "less",
            value=record.entry(row)[0],
        )
        yield Sentence("next_again", node=child, entry=words.entry_words(record, following))
        return
    yield _what_arrives(record, at, {"arriving": arriving, "node": node})
    yield from _seen_by_min(record, at.node, at.v)
    test = facts.test_at(record, at)
    if following is not None or not (record.scopes or record.is_last_child(place)):
        if test is not None:
            yield Sentence("plain", text=test)
        yield _next(record, place, following)
        return
    if test is not None and test.holds:
        yield Sentence("nothing_to_prune", test=test)
    if at.node in tree.elided and not record.rules.right_to_left:
        yield Sentence("unread", undrawn=words.undrawn(record.tree, at.node))
    yield from _returns(record, at)


def _what_arrives(record: Record, at: Step, common: dict[str, Argument]) -> Sentence:
    row, role = at.child_call or 0, record.tree.roles[at.node]
    if role == CHANCE_ROLE:
        weight = record.tree.probability(at.child or 0) or 0
        share = weight * (at.value or 0) if weight else 0
        return Sentence("contributes", **common, weight=weight, share=share)
    common["v"], before = at.v, record.v_before(row)
    if record.replaces_first and record.sibling_before(row) is None:
        return Sentence("taken", **common)
    if at.v == before:
        has = facts.has_after(record, row)
        if has is not None and has.through is None:
            return Sentence("keeps_bound", **common)
        return Sentence("keeps", **common, player=words.player_word(record, at.node))
    common["before"] = before
    if record.null(at.call) or at.window is None or at.before is None or at.before == at.window:
        return Sentence("v_moves", **common)
    end = 0 if role == MAX_ROLE else 1
    letter, old, bound = (Letter.ALPHA, Letter.BETA)[end], at.before[end], at.window[end]
    return Sentence("both_move", **common, letter=letter, old=old, bound=bound)


def _next(record: Record, child: int, following: int | None) -> Sentence:
    """Return which child comes after one, and how it is entered where its row is known."""
    if following is None:
        behind = record.rank_of_node[child] + record.tree.end[child] - child
        return Sentence("next", node=Node(record.tree, record.node_at(behind)))
    node = Node(record.tree, record.node(following))
    if record.null(following):
        return Sentence("next_asked", node=node, question=words.question(record, following))
    return Sentence("next_with", node=node, window=record.entry(following))


def _returns(record: Record, at: Step) -> Iterator[Sentence]:
    """Yield what a node returns after its last child; the end says it of the root."""
    clamped = clamped_return(record, at)
    if clamped is not None:
        yield clamped
    elif not (record.complete and at.number == record.steps):
        yield Sentence("returns", node=Node(record.tree, at.node), value=record.value(at.call))


def clamped_return(record: Record, at: Step) -> Sentence | None:
    """Return, where fail-hard returns another number than v, which and why."""
    value = record.value(at.call)
    if at.v is None or value is None or value == at.v:
        return None
    return Sentence("clamped", v=at.v, window=record.entry(at.call), value=value)


def _missed(record: Record, at: Step) -> Iterator[Sentence]:
    """Yield why equality did not cut, and what the other test would have pruned."""
    yield Sentence("no_cut_off", node=Node(record.tree, at.node), test=facts.test_at(record, at))
    fixed = record.rules.fixes_its_own_rules
    low, high = facts.proven(record, at.node, at.number)
    v = at.v or 0
    passes = low > v if record.tree.roles[at.node] == MAX_ROLE else high < v
    rule = Phrase("this_form" if fixed else "your_rule")
    yield Sentence("sees_no_more" if passes else "looks_on", rule=rule)
    if facts.under_equality(record, at) is not None:
        left = record.children_after(at.node, at.child or 0)
        nodes = words.node_list(record, left, last=" and ")
        where = Phrase("in_the_classic_form" if fixed else "under_the_other_test")
        yield Aside("under_equality", where=where, nodes=nodes)
        yield Sentence("next", node=Node(record.tree, left[0]))
    elif at.node in record.tree.elided:
        yield from _returns(record, at)


# -- cut-offs ----------------------------------------------------------------------------------


def cut_heading(record: Record, cut: CutOff, key: str = "cut_off_at") -> Phrase:
    """Return a cut-off's kind and node: ``deep α cut-off at ▽Z``."""
    deep, node = Phrase("deep" if key == "cut_off_at" else "Deep"), Node(record.tree, cut.node)
    return Phrase(key, deep=deep if cut.deep else None, letter=Letter(cut.letter), node=node)


def cut_summary(record: Record, cut: CutOff) -> Phrase:
    """Return a cut-off in one line: its test, and what is pruned."""
    test = facts.test_at(record, record.step(cut.step))
    skips = _skips(record, cut, record.steps).phrase
    return Phrase("cut_summary", cut=cut_heading(record, cut), test=test, skips=skips)


def _skips(record: Record, cut: CutOff, step: int) -> Aside:
    """Return what a cut-off prunes; of what another call comes to, that this one skips it."""
    key = "pruned" if analysis_of(record).is_pruned(cut, step) else "skipped_by_call"
    elided = cut.node if cut.elided else None
    return Aside(key, branches=words.branch_list(record, cut.skipped, elided))


def _cut(record: Record, at: Step) -> Iterator[Sentence]:
    cut = analysis_of(record).cut_off(at.child_call or 0)
    whose = Phrase("under_your_rule") if record.rules.has_conventions else None
    if record.rules.fixes_its_own_rules:
        whose = Phrase("in_this_form")
    heading, test = cut_heading(record, cut), facts.test_at(record, at)
    if _is_tied(record, cut):
        yield Sentence("cut_off_on_equality", cut=heading, test=test, whose=whose)
    else:
        yield Sentence("cut_off", cut=heading, test=test)
    yield from cut_reasons(record, cut)
    yield _skips(record, cut, at.number)
    clamped = clamped_return(record, at)
    if clamped is not None:
        yield clamped


def _proven_end(record: Record, cut: CutOff) -> Number:
    """Return what a cut node is proven to be worth at least (at MAX) or at most."""
    interval = analysis_of(record).intervals.after_call(cut.call)
    if record.scopes:
        interval = facts.proven(record, cut.node, cut.step)
    return interval[0 if cut.kind == "beta" else 1]


def _is_tied(record: Record, cut: CutOff) -> bool:
    """Tell whether a cut node is only proven to be as good as a witness's bound."""
    return cut.is_tie and not record.null(cut.call) and _proven_end(record, cut) == cut.bound


def cut_reasons(record: Record, cut: CutOff) -> Iterator[Sentence]:
    """Yield what a cut-off rests on: what the node is worth, who has the bound, what follows."""
    tree, node = record.tree, Node(record.tree, cut.node)
    is_beta = cut.kind == "beta"
    if cut.witness is None:
        yield _is_worth(record, cut)
        yield _reason_of_window(record, cut)
        return
    owner, child = Node(tree, cut.witness.node), cut.witness.child
    if _is_tied(record, cut):
        beat = "fall below" if is_beta else "beat"
        yield Sentence("tie", node=node, owner=owner, value=cut.bound, beat=beat)
        return
    yield _is_worth(record, cut)
    if cut.deep:
        yield from _reasons_deep(record, cut, owner, child)
        return
    keys = ("min_has", "min_has_as_drawn") if is_beta else ("has", "has_as_drawn")
    key = keys[any(child <= each < tree.end[child] for each in tree.elided)]
    yield Sentence(key, node=owner, value=words.having(record, cut.bound, child))
    yield Sentence("cannot_lower" if is_beta else "cannot_help", node=node, owner=owner)


def _is_worth(record: Record, cut: CutOff) -> Sentence:
    """Return what a cut node has, and what it is worth as far as that is proven."""
    end, player = _proven_end(record, cut), words.player_word(record, cut.node)
    common: dict[str, Argument] = {"node": Node(record.tree, cut.node), "player": player}
    if abs(end) == INFINITY and end != cut.v:
        return Sentence("worth_as_drawn", **common, v=cut.v)
    bound = Phrase("or_more" if cut.kind == "beta" else "or_less", value=end)
    return Sentence("worth" if end == cut.v else "leaves_prove", **common, v=cut.v, bound=bound)


def _reason_of_window(record: Record, cut: CutOff) -> Sentence:
    null, is_beta = record.null(cut.call), cut.kind == "beta"
    if null:
        answer = "yes" if is_beta == (null == ABOVE) else "no"
        return Sentence("asked_only", question=words.question(record, cut.call), answer=answer)
    if abs(cut.bound) == INFINITY:
        beyond = "larger" if is_beta else "smaller"
        return Sentence("nothing_beyond", beyond=beyond, bound=cut.bound)
    letter = Letter(cut.letter)
    bound = End(letter.value, cut.bound)
    if cut.bound in record.rules.window:
        return Sentence("started_with", letter=letter, bound=bound)
    whose = Phrase("chance_node_above" if record.tree.has_chance else "the_call")
    return Sentence("set_by", letter=letter, bound=bound, whose=whose)


def _reasons_deep(record: Record, cut: CutOff, owner: Node, child: int) -> Iterator[Sentence]:
    has, needs = facts.between(record, cut)
    holder: Argument = Node(record.tree, needs.node)
    if needs.node == record.tree.parent[cut.node]:
        holder = Phrase("its_parent", node=holder)
    joint = "but" if needs.value else "and"
    if not needs.value:
        stand = Sentence("does_not_need", node=holder)
    elif has is None or has.through is None:
        stand = Sentence("nothing_yet", node=holder)
    else:
        at_max = record.tree.roles[needs.node] == MAX_ROLE
        is_less = has.value < cut.v if at_max else has.value > cut.v
        only = "only " if is_less else None
        stand = Sentence("might_want", node=holder, only=only, value=has.value)
    is_bare, node = record.tree.labels.is_bare(child), Node(record.tree, cut.node)
    through = None if is_bare else Phrase("through_child", child=Node(record.tree, child))
    given = Phrase("give_up", node=node, owner=owner, value=cut.bound, through=through)
    both = Sentence("deep_reason", one=stand.phrase, joint=joint, two=given)
    if len(str(both)) <= LONGEST:
        yield both
    else:
        yield stand
        yield Sentence("deep_rest", joint=joint, two=given)


# -- the end -----------------------------------------------------------------------------------


def ending(record: Record) -> Iterator[Sentence]:
    """Yield the closing words of a whole search."""
    low, high = facts.proven(record, 0, record.steps)
    value = record.root_value or 0
    common: dict[str, Argument] = {"node": Node(record.tree, 0), "value": value}
    if low == high == value:
        if record.has_horizon:
            yield Sentence("is_worth_cut", **common, plies=depth_limit(record))
        else:
            yield Sentence("is_worth", **common)
        return
    yield Sentence("ends", **common)
    bound = words.bound_words(low, high)
    if bound is None:
        yield Sentence("nothing_proven", node=common["node"])
    else:
        yield Sentence("drawn_proven" if record.tree.elided else "only_is_proven", bound=bound)


def best_moves(record: Record) -> Iterator[Sentence]:
    """Yield the best line of a finished search, and which other moves are or may be as good."""
    line = analysis_of(record).line
    if len(line) > 1:
        yield Sentence("best_line", line=words.line_text(record.tree, line))
    yield from which_moves(record)


def which_moves(record: Record) -> Iterator[Sentence]:
    """Yield whether the best move is the only one, and which others are or may be as good."""
    best, only = analysis_of(record).moves(0).best, words.only_move(record)
    if best is not None and only is not None:
        yield Sentence("is_best", node=Node(record.tree, best, is_move=True), only=only)
    yield from words.other_moves(record)


_TELLING: Final[dict[StepKind, Callable[[Record, Step], Iterator[Sentence]]]] = {
    StepKind.START: _start,
    StepKind.VISIT: _visit,
    StepKind.LEAF: _leaf,
    StepKind.RETURN: _arrival,
    StepKind.CUT: _cut,
}
