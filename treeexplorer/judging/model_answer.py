"""The model answer: what a person who makes no mistake writes beside the nodes of a tree."""

from __future__ import annotations

from treeexplorer.engine import Record, analysis_of, bound_of
from treeexplorer.judging.claims import SLASHES, step_of
from treeexplorer.judging.findings import BOUND_SIGNS, Findings
from treeexplorer.notation import NEVER, Claim, ClaimKind, Claims, sorted_claims
from treeexplorer.tree import MAX_ROLE, MIN_ROLE


def claims_in_order(record: Record) -> tuple[tuple[int, Claim], ...]:
    """Return what is written beside the nodes, each with the step at which it is known.

    Leaves get a slash or nothing. Of a node that is entered several times, the last call
    counts. A value comes before the cut-off that it makes, the root comes last in its last step.
    """
    claims: list[tuple[int, Claim]] = []
    for claim in model_claims(record):
        known = step_of(record, claim)
        if claim.kind == "window" and record.rules.windows == "entry":
            known = record.entered(record.rows(claim.node)[-1])
        if claim.kind != "cuts-none":
            claims.append((known, claim))
    claims.sort(key=lambda at: (at[0], at[1].node == 0, at[1].kind in SLASHES, at[1].node))
    return tuple(claims)


def model_claims(record: Record) -> Claims:
    """Return the model answer: everything that a person would write beside the nodes.

    Of every visited node with children, its window and the value or bound it returned; a slash at
    every branch that is pruned, be it undrawn, or that nothing is cut off. Nothing of a search that
    waits for the value of an unknown leaf.
    """
    if record.waits_for is not None:
        return ()
    findings = record.derive(Findings)
    pruned = analysis_of(record).pruned
    claims: list[Claim] = []
    for node, is_elided in pruned:
        slash: ClaimKind = "cut-rest" if is_elided else "cut"
        claims.append(Claim(node, slash))
    for node in {record.node(row) for row in record.inner}:
        call = findings.calls(node)[-1]
        if record.has_windows:
            claims.append(Claim(node, "window", window=call.window))
        if call.value is not None:
            sign = BOUND_SIGNS.get(bound_of(call.value, call.interval))
            kind: ClaimKind = "value" if sign is None else "bound"
            claims.append(Claim(node, kind, call.value, sign))
    if record.has_windows and not pruned:
        claims.append(Claim(0, "cuts-none"))
    return sorted_claims(claims)


def directive_answer(record: Record, blank: Claim) -> Claim | None:
    """Return a blank ``@best ?``, ``@read ?`` or ``@pruned … if ?`` with its model answer.

    ``None`` where it has none, or none that one interval says.
    """
    findings = record.derive(Findings)
    if blank.kind == "pruned-if":
        conditions = findings.pruned_for(blank.node)
        if conditions is None or len(conditions) > 1:
            return None
        return blank._replace(condition=[*conditions, NEVER][0])
    if record.waits_for is not None:
        return None
    if blank.kind == "read":
        return blank._replace(number=record.evaluated)
    if record.tree.roles[0] not in {MAX_ROLE, MIN_ROLE}:
        return None
    return blank._replace(nodes=tuple(sorted(findings.proven_moves)))
