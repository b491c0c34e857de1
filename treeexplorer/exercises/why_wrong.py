"""Why a claim is right or wrong, and what was found instead: sentences and JSON."""

from __future__ import annotations

from treeexplorer.engine.cut_words import window_below_chance
from treeexplorer.engine.cutoffs import cut_off
from treeexplorer.engine.explain import label, reason
from treeexplorer.exercises.claims import SHOWN_SIGN, claim_json, claim_text, shown_window
from treeexplorer.exercises.findings import Call, Findings, Verdict
from treeexplorer.exercises.marking import Mark, reading
from treeexplorer.notation import Claim
from treeexplorer.numbers import for_json, shown
from treeexplorer.tree import INFINITY

_FOLLOWS = " It follows correctly from your own earlier entries."


def found_text(claim: Claim, verdict: Verdict, findings: Findings) -> str:
    """Return what the search found where a claim stands, as people read it."""
    calls = findings.calls(claim.node)
    if claim.kind in {"cut", "visited"}:
        return "visited" if calls else "not visited"
    if claim.kind == "value" and (verdict.as_ == "minimax" or not calls):
        minimax = findings.minimax(claim.node)
        return "not visited" if minimax is None else f"minimax value {shown(minimax)}"
    if not calls:
        return "not visited"
    call = calls[-1]
    if claim.window is not None:
        return shown_window(call.entry)
    if claim.kind == "bound":
        return claim_text(claim) if verdict.right else reading(call.interval)
    return shown(call.value) if call.value is not None else "nothing"


def found_json(claim: Claim, verdict: Verdict, findings: Findings) -> object:
    """Return what the search found where a claim stands, for JSON.

    The form is that of the claim: a number, ``">=8"`` (or ``"=8"``, or ``"2..5"``), a window as a
    pair, ``"cut"`` or ``"visited"``; ``None`` where the node was not visited.
    """
    calls = findings.calls(claim.node)
    if claim.kind in {"cut", "visited"}:
        return "visited" if calls else "cut"
    if claim.kind == "value":
        if calls and verdict.as_ != "minimax":
            return for_json(calls[-1].value)
        return for_json(findings.minimax(claim.node))
    if not calls:
        return None
    if claim.window is not None:
        return [for_json(end) for end in calls[-1].entry]
    if verdict.right:
        return claim_json(claim)
    low, high = calls[-1].interval
    if low == high:
        return f"={for_json(low)}"
    if high == INFINITY:
        return f">={for_json(low)}"
    return f"<={for_json(high)}" if low == -INFINITY else f"{for_json(low)}..{for_json(high)}"


def why(claim: Claim, verdict: Verdict, mark: Mark, findings: Findings) -> str:
    """Return why a claim is right or wrong, in a sentence or a few."""
    if claim.kind == "cut":
        text = _why_cut(claim, verdict, findings)
    elif claim.kind == "visited":
        text = "It is visited." if verdict.right else _never_visited(claim.node, findings)
    elif claim.window is not None:
        text = _why_window(claim, verdict, findings)
    elif claim.sign is not None:
        text = _why_bound(claim, verdict, findings)
    else:
        text = _why_value(claim, verdict, findings)
    return text + _FOLLOWS * (mark is Mark.CONSEQUENCE)


def _never_visited(node: int, findings: Findings) -> str:
    """Return that a node is never visited, with the cut-off that skipped it."""
    record = findings.record
    above = node
    rows: list[int] = []
    while not rows:
        above = record.tree.parent[above]
        rows = record.rows(above)
    name = label(record, node)
    parent = record.tree.parent[node]
    if parent != above:
        over = label(record, parent)
        return f"{name} is never visited: it lies below {over}, which is not visited either."
    if record.is_leaf_call(rows[-1]):
        return (
            f"{name} is never visited: the depth limit ends the search at {label(record, above)}."
        )
    step = min(record.left(rows[-1]) - 1, record.steps)
    return f"{name} is never visited. {reason(record, step)}"


def _why_cut(claim: Claim, verdict: Verdict, findings: Findings) -> str:
    if verdict.right:
        return _never_visited(claim.node, findings)
    record, node = findings.record, claim.node
    call = findings.calls(node)[0]
    text = f"{label(record, node)} is visited: it is entered with {shown_window(call.entry)}"
    alpha, beta = call.entry
    if alpha < beta:
        text += f", and {shown(alpha)} {record.rules.test_sign} {shown(beta)} is false."
    else:
        text += "."
    cut_below = next(
        (row for row in record.cuts if record.tree.parent[record.node(row)] == node), None
    )
    if cut_below is not None:
        skipped = [label(record, child) for child in cut_off(record, cut_below).skipped]
        if skipped:
            text += f" Only inside it something is skipped: {', '.join(skipped[:6])}."
    return text


def _why_window(claim: Claim, verdict: Verdict, findings: Findings) -> str:
    record = findings.record
    calls = findings.calls(claim.node)
    if not calls:
        return _never_visited(claim.node, findings)
    name = label(record, claim.node)
    if verdict.right:
        return f"{name} is entered with {claim_text(claim)}."
    parent = record.tree.parent[claim.node]
    text = f"{name} is entered with {shown_window(calls[-1].entry)}"
    if parent < 0:
        return f"{text}: the window with which the search begins."
    above = label(record, parent)
    row = record.rows(claim.node)[-1]
    before = record.v_before(row)
    if calls[-1].entry == findings.calls(parent)[-1].entry:
        first = record.sibling_before(row) is None
        return text + (
            f", the window of {above}, whose first child it is."
            if first
            else f", still the window of {above}: what came before moved neither α nor β."
        )
    if before is None:
        return f"{text}: {window_below_chance(record, parent)}."
    entered = shown_window(findings.calls(parent)[-1].entry)
    return (
        f"{text}: {above} was entered with {entered}, and what came before {name} "
        f"made its v {shown(before)}."
    )


def _why_bound(claim: Claim, verdict: Verdict, findings: Findings) -> str:
    record, node = findings.record, claim.node
    calls = findings.calls(node)
    if not calls:
        return _never_visited(node, findings)
    name, call = label(record, node), calls[-1]
    found = reading(call.interval)
    if verdict.right:
        if call.interval[0] == call.interval[1]:
            return f"The search leaves {name} with {claim_text(claim)}; in fact it is {found}."
        return f"The search found {name} {found}."
    if claim.number is None or claim.sign is None:
        raise AssertionError("a bound has a sign and a number")
    low, high = call.interval
    true = claim.number <= low if claim.sign == ">=" else claim.number >= high
    if true and low == high:
        exactly = f"it is exactly {shown(low)}"
        return f"{name} {claim_text(claim)} is true, but the search found more: {exactly}."
    if true:
        return (
            f"{name} {claim_text(claim)} is true, but weaker than what the search found: {found}."
        )
    same_number = any(bound == claim.number for bound in call.interval)
    if same_number and low != high:
        return (
            f"The number is right, the direction is not: the search found {name} {found}, "
            f"not {SHOWN_SIGN[claim.sign]}."
        )
    return f"The search found {name} {found}, which does not prove {claim_text(claim)}."


def _why_value(claim: Claim, verdict: Verdict, findings: Findings) -> str:
    record, node = findings.record, claim.node
    name = label(record, node)
    calls = findings.calls(node)
    minimax = findings.minimax(node)
    if verdict.as_ == "returned":
        return _right_as_returned(name, calls[-1], minimax)
    if verdict.as_ == "minimax":
        if not calls:
            return (
                f"{claim_text(claim)} is the minimax value of {name}; the search never visits it."
            )
        returned = calls[-1].value
        back = "nothing" if returned is None else shown(returned)
        return f"{claim_text(claim)} is the minimax value of {name}; the search returns {back}."
    if not calls:
        text = _never_visited(node, findings)
        return text if minimax is None else f"{text} Its minimax value is {shown(minimax)}."
    call = calls[-1]
    if call.value is None:
        return f"{name} has not returned."
    text = f"{name} returns {shown(call.value)}{_children(node, findings)}"
    low, high = call.interval
    if low == high:
        return f"{text}; {claim_text(claim)} is wrong."
    text += f", and all that is proven is {reading(call.interval)}: a bound, no exact value"
    if claim.number is not None and low <= claim.number <= high:
        return f"{text}. {claim_text(claim)} would be possible, but nobody knows it."
    return f"{text}. {claim_text(claim)} is not even possible."


def _right_as_returned(name: str, call: Call, minimax: object) -> str:
    if call.value is None:
        return f"{name} has not returned."
    value = shown(call.value)
    if call.interval[0] == call.interval[1] == call.value:
        return f"{name} returns {value}, exactly."
    text = f"{name} returns {value}; that is only a bound, {reading(call.interval)}"
    return text + ("." if minimax != call.value else ", and it happens to be the minimax value.")


def _children(node: int, findings: Findings) -> str:
    """Return from which values a node took its own, where they fit a line."""
    record = findings.record
    values = [
        calls[-1].value for child in record.children(node) if (calls := findings.calls(child))
    ]
    player = record.player(node)
    if player is None or not values or len(values) > 8 or None in values:
        return ""
    return f", {player.value.upper()} of {', '.join(shown(v) for v in values if v is not None)}"
