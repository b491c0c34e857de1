"""The model answer: what a person who makes no mistake writes beside the nodes of a tree."""

from __future__ import annotations

from treeexplorer.engine import Record, analysis_of
from treeexplorer.engine.analysis import PrunedBranch
from treeexplorer.judging.claims import SLASHES, step_of
from treeexplorer.judging.findings import Findings
from treeexplorer.notation import NEVER, Claim, ClaimKind, Claims, sort_claims
from treeexplorer.tree import MAX_ROLE, MIN_ROLE


def claims_in_order(record: Record) -> tuple[tuple[int, Claim], ...]:
    """Return the model answer's claims with the steps at which they are known, in this order.

    Within a step the root's claims come last, and values come before slashes. The claim that
    nothing is cut off (``cuts-none``) is left out, since no step shows it at a node.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> [(step, claim.node, claim.kind) for step, claim in claims_in_order(record)][-4:]
        [(12, 7, 'cut'), (12, 8, 'cut'), (13, 5, 'bound'), (13, 0, 'value')]
    """
    claims_with_steps = [
        (_find_step_when_known(record, claim), claim)
        for claim in collect_model_claims(record)
        if claim.kind != "cuts-none"
    ]
    return tuple(sorted(claims_with_steps, key=_make_sort_key))


def _find_step_when_known(record: Record, claim: Claim) -> int:
    """Find the step at which a claim of the model answer is known.

    It differs from :func:`step_of` in one case. A person's entry window may be right at any visit
    of the node, so that the first counts there; the model answer has the window of the last visit.
    """
    is_entry_window = claim.kind == "window" and not record.rules.writes_exit_windows
    if is_entry_window:
        last_call = record.calls_of(claim.node)[-1]
        return record.entered_at(last_call)
    return step_of(record, claim)


def _make_sort_key(claim_with_step: tuple[int, Claim]) -> tuple[int, bool, bool, int]:
    """Make a sort key of a step and its claim: by step, the root last, slashes after values."""
    step, claim = claim_with_step
    is_root = claim.node == 0
    is_slash = claim.kind in SLASHES
    return step, is_root, is_slash, claim.node


def collect_model_claims(record: Record) -> Claims:
    """Return the model answer: everything that a person would write beside the nodes.

    - At each visited node with children, its window and the value or bound that it returned.
    - At each pruned branch a slash, and one for pruned children that are not drawn. If nothing is
      pruned, the claim ``cuts-none`` of the whole tree says so.

    A search that waits for the value of an unknown leaf has no model answer.
    """
    if record.waits_for is not None:
        return ()
    claims = _collect_claims_about_cuts(record)
    # A set, since a node may be visited several times.
    visited_nodes = {record.node(call) for call in record.inner_calls}
    for node in visited_nodes:
        claims += _collect_claims_at(record, node)
    return sort_claims(claims)


def _collect_claims_about_cuts(record: Record) -> list[Claim]:
    """Return a slash for each pruned branch, or the claim that nothing is pruned."""
    pruned = analysis_of(record).pruned
    if record.has_windows and not pruned:
        return [Claim(0, "cuts-none")]  # claims about the whole tree are kept at the root
    return [Claim(branch.node, _choose_kind_of_slash(branch)) for branch in pruned]


def _choose_kind_of_slash(branch: PrunedBranch) -> ClaimKind:
    return "cut-rest" if branch.is_elided else "cut"


def _collect_claims_at(record: Record, node: int) -> list[Claim]:
    """Collect what is written beside a visited node: its window, and the value that it returned.

    If the returned value is only a bound, it is written with its sign, such as ``≥ 3``.
    """
    # Of several visits of the node the last counts.
    last_call = record.derive(Findings).calls(node)[-1]
    claims: list[Claim] = []
    if record.has_windows:
        claims.append(Claim(node, "window", window=last_call.window))
    if last_call.value is None:
        return claims
    if last_call.sign is None:
        claims.append(Claim(node, "value", last_call.value))
    else:
        claims.append(Claim(node, "bound", last_call.value, last_call.sign))
    return claims


def fill_in_directive(record: Record, blank: Claim) -> Claim | None:
    """Return the blank ``@best ?``, ``@read ?`` or ``@pruned … if ?`` with its model answer.

    Args:
        record: The search.
        blank: The blank: a claim of the kind ``best``, ``read`` or ``pruned-if``, without an
            answer.

    Returns:
        The filled blank. ``None`` if it has no answer of one line:

        - ``@pruned``, if its node is pruned for several intervals of the unknown;
        - ``@best``, if the root is a chance node;
        - ``@best`` and ``@read``, if the search waits for the value of an unknown leaf.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> fill_in_directive(record, Claim(0, "read")).number
        4
        >>> fill_in_directive(record, Claim(0, "best")).nodes
        (1,)
    """
    if blank.kind == "pruned-if":  # also known while the search waits for the unknown
        return _fill_in_condition(record, blank)
    if record.waits_for is not None:
        return None
    if blank.kind == "read":
        return blank._replace(number=record.evaluated)
    # Only these three kinds have a blank in a line of their own, so this is ``@best ?``.
    return _fill_in_best_moves(record, blank)


def _fill_in_condition(record: Record, blank: Claim) -> Claim | None:
    """Fill in the interval for which the node of a blank is pruned; ``None`` if it has several."""
    intervals = record.derive(Findings).pruned_for(blank.node)
    if intervals is None or len(intervals) > 1:
        return None
    condition = intervals[0] if intervals else NEVER
    return blank._replace(condition=condition)


def _fill_in_best_moves(record: Record, blank: Claim) -> Claim | None:
    """Fill in the proven best moves in a blank; ``None`` if the root is a chance node."""
    root_is_chance = record.tree.roles[0] not in {MAX_ROLE, MIN_ROLE}
    if root_is_chance:
        return None
    moves = sorted(record.derive(Findings).proven_moves)
    return blank._replace(nodes=tuple(moves))
