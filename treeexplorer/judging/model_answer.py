"""The model answer: what a person who makes no mistake writes beside the nodes of a tree."""

from __future__ import annotations

from collections.abc import Iterator

from treeexplorer.engine import Record, analysis_of, bound_of
from treeexplorer.judging.claims import SLASHES, step_of
from treeexplorer.judging.findings import BOUND_SIGNS, Findings
from treeexplorer.notation import NEVER, Claim, ClaimKind, Claims, sorted_claims
from treeexplorer.tree import MAX_ROLE, MIN_ROLE


def claims_in_order(record: Record) -> tuple[tuple[int, Claim], ...]:
    """Return the model answer's claims, each with the step at which it is known.

    Leaves get a slash or nothing. Of a node that is entered several times, the last call
    counts. A value comes before the cut-off that it makes, the root comes last in its last step.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> [(step, claim.node, claim.kind) for step, claim in claims_in_order(record)][-4:]
        [(12, 7, 'cut'), (12, 8, 'cut'), (13, 5, 'bound'), (13, 0, 'value')]
    """
    claims: list[tuple[int, Claim]] = []
    for claim in model_claims(record):
        if claim.kind == "cuts-none":
            continue
        is_entry_window = claim.kind == "window" and not record.rules.writes_exit_windows
        if is_entry_window:
            last_call = record.calls_of(claim.node)[-1]
            known_at = record.entered_at(last_call)
        else:
            known_at = step_of(record, claim)
        claims.append((known_at, claim))
    return tuple(sorted(claims, key=_turn))


def _turn(known: tuple[int, Claim]) -> tuple[int, bool, bool, int]:
    """Return the key by which claims are sorted, given the step at which each is known."""
    step, claim = known
    is_root = claim.node == 0
    return step, is_root, claim.kind in SLASHES, claim.node


def model_claims(record: Record) -> Claims:
    """Return the model answer: everything that a person would write beside the nodes.

    Of every visited node with children, its window and the value or bound it returned; a slash at
    every branch that is pruned, be it undrawn, or that nothing is cut off. Nothing of a search that
    waits for the value of an unknown leaf.
    """
    if record.waits_for is not None:
        return ()
    claims: list[Claim] = []
    pruned = analysis_of(record).pruned
    for node, is_elided in pruned:
        slash: ClaimKind = "cut-rest" if is_elided else "cut"
        claims.append(Claim(node, slash))
    if record.has_windows and not pruned:
        claims.append(Claim(0, "cuts-none"))
    for node in {record.node(call) for call in record.inner_calls}:
        claims += _claims_at(record, node)
    return sorted_claims(claims)


def _claims_at(record: Record, node: int) -> Iterator[Claim]:
    """Yield what is written beside a visited node: its window, and the value or bound returned."""
    call = record.derive(Findings).calls(node)[-1]
    if record.has_windows:
        yield Claim(node, "window", window=call.window)
    if call.value is None:
        return
    sign = BOUND_SIGNS.get(bound_of(call.value, call.interval))
    if sign is None:
        yield Claim(node, "value", call.value)
    else:
        yield Claim(node, "bound", call.value, sign)


def directive_answer(record: Record, blank: Claim) -> Claim | None:
    """Return a blank ``@best ?``, ``@read ?`` or ``@pruned … if ?`` with its model answer.

    ``None`` where it has none, or none that one interval says.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> directive_answer(record, Claim(0, "read")).number
        4
        >>> directive_answer(record, Claim(0, "best")).nodes
        (1,)
    """
    findings = record.derive(Findings)
    if blank.kind == "pruned-if":
        conditions = findings.pruned_for(blank.node)
        if conditions is None or len(conditions) > 1:
            return None
        condition = conditions[0] if conditions else NEVER
        return blank._replace(condition=condition)
    if record.waits_for is not None:
        return None
    if blank.kind == "read":
        return blank._replace(number=record.evaluated)
    someone_chooses = record.tree.roles[0] in {MAX_ROLE, MIN_ROLE}
    if not someone_chooses:
        return None
    return blank._replace(nodes=tuple(sorted(findings.proven_moves)))
