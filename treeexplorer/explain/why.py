"""Why a node had a cut-off, or had none, or was never visited; and what else there is to say."""

from __future__ import annotations

from collections.abc import Iterator

from treeexplorer.engine import Record, StepKind
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.record import Status
from treeexplorer.explain.facts import (
    Elsewhere,
    Fact,
    Proven,
    WouldCut,
    elsewhere,
    has_at,
    leaves_something,
    opponents_bound,
    proven,
    step_facts,
    test_at,
    window_facts,
    with_rules,
    would_cut,
)
from treeexplorer.explain.sentences import sentences, window_origin
from treeexplorer.explain.words import (
    bound_text,
    entry_text,
    having,
    label,
    number_text,
    signed_number,
)
from treeexplorer.numbers import counted, shown
from treeexplorer.rules import Rules, changed, convention
from treeexplorer.tree import (
    CHANCE_ROLE,
    FULL_WINDOW,
    INFINITY,
    MAX_ROLE,
    MIN_ROLE,
    GameTree,
    Number,
)


def why(record: Record, node: int, step: int | None = None) -> str:
    """Return why a node had a cut-off, or had none, or was never visited, as it stands at a step.

    Args:
        record: The record.
        node: Any node of its tree.
        step: The step from which to look back; the last one where ``None``.
    """
    return " ".join(why_sentences(record, node, step))


def why_sentences(record: Record, node: int, step: int | None = None) -> tuple[str, ...]:
    """Return the sentences of :func:`why`."""
    step = record.steps if step is None else step
    row = record.row_at(node, step)
    if row is None:
        return tuple(_not_visited(record, node, step))
    if _is_answered_at_once(record, row):
        return tuple(_leaf(record, row))
    last = record.last_arrival(row, step)
    if last is None:
        entered = f"{label(record, node)} was entered at step {record.entered(row)}."
        return entered, "No child has returned to it yet."
    arrival = record.left(last)
    if record.step(arrival).kind is StepKind.CUT:
        return f"{label(record, node)} had a cut-off at step {arrival}.", *sentences(
            record, arrival
        )
    return tuple(_no_cut_off(record, row, last, step))


def _is_answered_at_once(record: Record, row: int) -> bool:
    return record.is_leaf_call(row) or record.step(record.entered(row)).value is not None


def node_facts(record: Record, node: int, step: int | None = None) -> tuple[Fact, ...]:
    """Return the facts that :func:`why` rests on."""
    step = record.steps if step is None else step
    row = record.row_at(node, step)
    if row is None:
        arrival = _pruned_at(record, node, step)
        return () if arrival is None else step_facts(record, arrival)
    if _is_answered_at_once(record, row):
        before = record.sibling_before(row)
        return () if before is None else step_facts(record, record.left(before))
    last = record.last_arrival(row, step)
    if last is None:
        return ()
    facts: list[Fact] = []
    if record.step(record.left(last)).kind is StepKind.CUT:
        return step_facts(record, record.left(last))
    facts += window_facts(record, row)
    decisive = _decisive(record, row, last, step)
    if decisive is not None:
        facts += step_facts(record, record.left(decisive))
    low, high = proven(record, node, step)
    at_step = Proven(node, low, high)
    if (low, high) != FULL_WINDOW and at_step not in facts:
        facts.append(at_step)
    return tuple(facts)


def _not_visited(record: Record, node: int, step: int) -> list[str]:
    who = label(record, node)
    status = record.state(node, step).status
    if status is Status.BEYOND:
        plies = counted(record.rules.depth or 0, "ply", "plies")
        return [f"{who} lies below the depth limit of {plies} and is never visited."]
    arrival = _pruned_at(record, node, step)
    if status is Status.UNSEEN or arrival is None:
        return [f"{who} has not been reached by step {step}."]
    if record.step(arrival).kind is not StepKind.CUT:
        return [f"{who} was not needed: {label(record, record.step(arrival).node)} had its answer."]
    return [f"{who} was pruned at step {arrival}.", *sentences(record, arrival)]


def _pruned_at(record: Record, node: int, step: int) -> int | None:
    """Return the step of the arrival after which a node's branch was given up."""
    above = record.visited_ancestor(node, step)
    row = None if above is None else record.row_at(above, step)
    last = None if row is None else record.last_arrival(row, step)
    return None if last is None else record.left(last)


def _leaf(record: Record, row: int) -> list[str]:
    node = record.node(row)
    verb = "was read" if record.is_leaf_call(row) else "was answered from memory"
    told = [f"{label(record, node)} {verb} at step {record.entered(row)}."]
    parent_row, before = record.parent_row(row), record.sibling_before(row)
    if parent_row is None:
        return [*told, "It is the whole tree."]
    parent = label(record, record.node(parent_row))
    if not record.has_windows:
        return [*told, "This search visits every node."]
    if before is None:
        return [*told, f"No test at {parent} comes before it."]
    test = test_at(record, record.step(record.left(before)))
    if test is None:
        return [*told, _chance_goes_on(record, parent_row)]
    after = f"After {_child(record, before)} the test at {parent} was false"
    return [*told, f"{after}: {test}."]


def _child(record: Record, row: int) -> str:
    return label(record, record.node(row))


def _chance_goes_on(record: Record, row: int) -> str:
    """Return why the children of a chance node that were visited had to be."""
    who = label(record, record.node(row))
    if not algorithm_of(record.rules).knows_range:
        return f"Every child of {who} counts in its mean, so none is ever pruned."
    if record.entry(row) == FULL_WINDOW:
        return f"{who} was entered with the full window, in which any mean lies."
    return f"The mean of {who} could still lie in its window {entry_text(record, row)}."


def _decisive(record: Record, row: int, last: int, step: int) -> int | None:
    """Return the arrival with the last chance of a cut-off; ``None`` where there was none."""
    at_end = record.complete and step >= record.steps
    is_open = record.left(row) > step and not at_end
    test = record.step(record.left(last))
    if is_open and not record.is_last_child(test.child or 0):
        return last
    if record.node(row) in record.tree.elided and not record.rules.right_to_left:
        return last
    return record.sibling_before(last)


def _no_cut_off(record: Record, row: int, last: int, step: int) -> list[str]:
    node = record.node(row)
    who = label(record, node)
    if not record.has_windows:
        return [f"{who} had no cut-off: this search visits every node."]
    if record.tree.roles[node] == CHANCE_ROLE:
        return [f"{who} had no cut-off.", _chance_goes_on(record, row)]
    decisive = _decisive(record, row, last, step)
    if decisive is None:
        return [f"{who} had no cut-off: it has a single child, so nothing could be pruned."]
    at = record.step(record.left(decisive))
    test = test_at(record, at)
    if test is None or test.holds:
        return [f"{who} had no cut-off."]
    had = "has no cut-off yet" if _is_open(record, row, step) else "had no cut-off"
    told = [f"{who} {had}: {_who_wants_it(record, row, decisive)}"]
    told.append(f"After {_child(record, decisive)}, {test} is false.")
    cut = would_cut(record, decisive)
    if cut is not None:
        told.append(f"{would_cut_text(cut)} would have cut.")
    return told


def _who_wants_it(record: Record, row: int, decisive: int) -> str:
    """Return what the opponent has, against which a node's v was too little for a cut-off."""
    node = record.node(row)
    who, at_max = label(record, node), record.tree.roles[node] == MAX_ROLE
    bound, letter = record.entry(row)[1 if at_max else 0], "β" if at_max else "α"
    v = number_text(record.after[decisive])
    if record.null(row):
        return f"the question is not settled by {v}."
    has = opponents_bound(record, row)
    if has is not None:
        owner = f"{label(record, has.node)} has {having(record, bound, has.through)}"
        return f"{owner}, and {who} {'only' if at_max else 'still has'} {v}."
    if abs(bound) == INFINITY:
        much = "much" if at_max else "little"
        return f"{_opponent_with_nothing(record, row)}, so nothing {who} offers is too {much}."
    if bound in record.rules.window:
        return f"the search was started with {letter} = {shown(bound)}, and {who} has only {v}."
    return f"its {letter} is {shown(bound)}, and {who} has only {v}."


def _opponent_with_nothing(record: Record, row: int) -> str:
    """Return who has nothing yet: the nearest opponent, or nobody above."""
    role = record.tree.roles[record.node(row)]
    wanted = MIN_ROLE if role == MAX_ROLE else MAX_ROLE
    nothing = "+∞" if wanted == MIN_ROLE else "−∞"
    for ancestor in record.tree.ancestors(record.node(row)):
        if record.tree.roles[ancestor] == wanted:
            return f"{label(record, ancestor)} has nothing yet ({nothing})"
        if record.tree.roles[ancestor] == CHANCE_ROLE:
            break
    return f"no {'MIN' if wanted == MIN_ROLE else 'MAX'} lies above it ({nothing})"


def would_cut_text(cut: WouldCut) -> str:
    """Return which bounds would have cut: ``Any β ≤ 5``."""
    letter = "β" if cut.end == "beta" else "α"
    sign = cut.op.replace("<=", "≤").replace(">=", "≥")
    return f"Any {letter} {sign} {shown(cut.value)}"


# -- more than the sentence says ---------------------------------------------------------------


def more(record: Record, node: int, step: int) -> tuple[str, ...]:
    """Return what the sentence about a node does not say.

    When it was entered, where its window came from, what is proven of it, which bounds would have
    cut, and what would cut next.
    """
    row = record.row_at(node, step)
    if row is None:
        return ()
    who = label(record, node)
    if _is_answered_at_once(record, row):
        return ()
    told = [f"{who} was entered at step {record.entered(row)}"]
    told[0] += f" with {entry_text(record, row)}." if _has_window(record, node) else "."
    told += window_origin(record, row)
    told += _result(record, node, row, step)
    if _is_open(record, row, step) and _has_window(record, node) and not record.null(row):
        told += _next_chance(record, node, row, step)
    return tuple(told)


def _has_window(record: Record, node: int) -> bool:
    return record.has_windows and record.tree.roles[node] != CHANCE_ROLE


def _is_open(record: Record, row: int, step: int) -> bool:
    return record.left(row) > step and not (record.complete and step == record.steps)


def _next_chance(record: Record, node: int, row: int, step: int) -> list[str]:
    """Return what the next child to return would have to return for a cut-off."""
    at_max = record.tree.roles[node] == MAX_ROLE
    bound = record.entry(row)[1 if at_max else 0]
    child = _child_to_return(record, node, row, step)
    if abs(bound) == INFINITY or child is None or not leaves_something(record, node, child):
        return []
    more = "more" if at_max else "less"
    much = f"{more} than {shown(bound)}" if record.rules.strict else f"{shown(bound)} or {more}"
    is_leaf = record.tree.is_leaf(child)
    gives = "the next leaf is" if is_leaf else f"{label(record, child)} returns"
    return [f"If {gives} {much}, the rest of {label(record, node)} is pruned."]


def _child_to_return(record: Record, node: int, row: int, step: int) -> int | None:
    """Return the child that is being searched, or the one that comes next."""
    current = record.current(step)
    if current is not None and current != node and record.tree.is_within(current, node):
        return record.tree.ancestor_at(current, record.tree.ply[node] + 1)
    last = record.last_arrival(row, step)
    if last is None:
        return next(iter(record.children(node)), None)
    return next(iter(record.children_after(node, record.node(last))), None)


def _result(record: Record, node: int, row: int, step: int) -> list[str]:
    """Return, of a finished node, what it returned and what its leaves prove beyond that."""
    value = record.value(row)
    if value is None or _is_open(record, row, step):
        has = has_at(record, row, step)
        if has is None or has.through is None:
            return []
        return [f"{label(record, node)} has {having(record, has.value, has.through)}."]
    low, high = proven(record, node, step)
    return [f"{returned_text(value, low, high)}."]


def returned_text(value: Number, low: Number, high: Number) -> str:
    """Return what a node returned, and what the leaves prove where that is more.

    Example:
        >>> returned_text(3, float("-inf"), 2)
        'It returned ≤ 3; the leaves prove 2 or less'
    """
    text = f"It returned {signed_number(value, low, high)}"
    if (low, high) in {(value, value), (value, INFINITY), (-INFINITY, value)}:
        return text
    bound = bound_text(low, high)
    return text if bound is None else f"{text}; the leaves prove {bound}"


def elsewhere_sentences(tree: GameTree, record: Record, node: int) -> Iterator[str]:
    """Yield, for each convention under which something else becomes of a node, a sentence.

    Args:
        tree: The tree as the file has it.
        record: A finished search of it.
        node: The node.
    """
    for fact in elsewhere(tree, record, node):
        yield elsewhere_text(record, fact)


def elsewhere_text(record: Record, fact: Elsewhere) -> str:
    """Return a fact about other rules as a sentence."""
    rules = with_rules(record.rules, fact)
    who, is_leaf = label(record, fact.node), record.tree.is_leaf(fact.node)
    said = {
        "cut-off": f"{who} would have a cut-off",
        "visited": f"{who} would be {'read' if is_leaf else 'visited, without a cut-off'}",
        "pruned": f"{who} would be pruned",
    }[fact.outcome]
    return f"{under(rules, record.rules)}, {said}."


def under(rules: Rules, stated: Rules) -> str:
    """Return in what rules differ from the stated ones: ``Under >``, ``With fail-hard``."""
    names = changed(rules, stated)
    parts = [_under(each, rules) for each in names]
    text = ", ".join(parts) or "under the same rules"
    return text[:1].upper() + text[1:]


def _under(rule: str, rules: Rules) -> str:
    value = str(getattr(rules, rule))
    values = convention(rule).values
    title = next((each.title for each in values if each.value == value), value)
    return {
        "cutoff": f"under {'≥' if value == '>=' else '>'}",
        "fail": f"with {title}",
        "order": f"taken {'from the right' if rules.right_to_left else title}",
        "form": f"in the form {value}",
        "algorithm": f"with {title}",
    }.get(rule, f"with other {rule}")
