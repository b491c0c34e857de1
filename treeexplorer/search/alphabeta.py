"""Alpha-beta with a stack of its own, for every convention, and the plain minimax beside it.

The loop writes into a :class:`~treeexplorer.search.record.Record` as it goes: the nodes in the
order of their calls, and the parent's v after each call has returned. Everything else about the
search follows from these two columns.

Source: Knuth & Moore 1975, section 4; Fishburn 1983 for fail-soft.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from treeexplorer.search.ordered import OrderedTree, normalised
from treeexplorer.search.record import Record
from treeexplorer.search.rules import Rules
from treeexplorer.tree import CHANCE_ROLE, INFINITY, LEAF_ROLE, MAX_ROLE, Number

_SLICE: Final = 20_000


def progress(ordered: OrderedTree, record: Record) -> Iterator[None]:
    """Return an iterator that fills a record, a slice of the search at a time."""
    if record.rules.algorithm == "alphabeta":
        return _alphabeta(ordered, record, record.rules)
    return _minimax(ordered, record)


def _clamped(v: Number, alpha: Number, beta: Number) -> Number:
    return max(alpha, min(v, beta))


def _weighted(weight: Number, value: Number) -> Number:
    """Return weight × value, where a weight of 0 contributes 0 even to an infinite value."""
    return weight * value if weight else 0


def _alphabeta(ordered: OrderedTree, record: Record, rules: Rules) -> Iterator[None]:  # noqa: C901, PLR0912, PLR0915 - the loop is the algorithm, and calls would double its time
    end, values, roles, elided = ordered.end, ordered.values, ordered.roles, ordered.elided
    weights = ordered.weights() if ordered.tree.has_chance else {}
    strict, hard = rules.strict, rules.hard
    replaces_first = record.replaces_first
    starts_at_bound = hard or replaces_first
    after, inner, returned = record.after, record.inner, record.returned
    call, parent_v_after = record.nodes.append, after.append
    alphas, betas = record.alpha, record.beta
    stack: list[tuple[int, int, int, int, Number, Number, Number, int]] = []

    # The root is taken as the only child of a frame that belongs to no node.
    alpha, beta = rules.window
    node, stop, child, role, index = -1, 1, 0, LEAF_ROLE, -1
    v: Number = 0
    while True:
        for _ in range(_SLICE):
            x = values[child]
            if x is None:
                if not roles[child]:
                    record.open_calls = len(stack)
                    record.stop_at_unknown(child)
                    return
                stack.append((node, stop, child, role, v, alpha, beta, index))
                index = len(returned)
                inner.append(len(after))
                alphas.append(alpha)
                betas.append(beta)
                returned.append(None)
                call(child)
                parent_v_after(None)
                node, stop, role = child, end[child], roles[child]
                child += 1
                if role == MAX_ROLE:
                    v = alpha if starts_at_bound else -INFINITY
                elif role == CHANCE_ROLE:
                    v, alpha, beta = 0, -INFINITY, INFINITY
                else:
                    v = beta if starts_at_bound else INFINITY
                continue
            call(child)
            parent_v_after(None)
            row = len(after) - 1
            while stack:
                if role == MAX_ROLE:
                    if x > v or (replaces_first and child == node + 1):
                        v = x
                        if v > alpha or replaces_first:
                            alpha = v
                    after[row] = v
                elif role != CHANCE_ROLE:
                    if x < v or (replaces_first and child == node + 1):
                        v = x
                        if v < beta or replaces_first:
                            beta = v
                    after[row] = v
                else:
                    v += _weighted(weights[child], x)
                child = end[child]
                if alpha < beta or (strict and alpha == beta):
                    if child < stop:
                        break
                elif child < stop or node in elided:
                    record.cuts.append(row)
                x = normalised(v) if role == CHANCE_ROLE else v
                if hard:
                    x = _clamped(x, alphas[index], betas[index])
                returned[index] = x
                row = inner[index]
                node, stop, child, role, v, alpha, beta, index = stack.pop()
            else:
                record.complete = True
                return
        record.open_calls = len(stack)
        yield


def _minimax(ordered: OrderedTree, record: Record) -> Iterator[None]:
    """Visit every node; the window stays full, and nothing is ever cut."""
    end, values, roles = ordered.end, ordered.values, ordered.roles
    weights = ordered.weights() if ordered.tree.has_chance else {}
    after, inner, returned = record.after, record.inner, record.returned
    call, parent_v_after = record.nodes.append, after.append
    stack: list[tuple[int, int, int, Number, int]] = []
    child, stop, role, index = 0, 1, MAX_ROLE, -1
    v: Number = -INFINITY
    while True:
        for _ in range(_SLICE):
            x = values[child]
            row = len(after)
            if x is None:
                if not roles[child]:
                    record.open_calls = len(stack)
                    record.stop_at_unknown(child)
                    return
                stack.append((child, stop, role, v, index))
                index = len(returned)
                inner.append(row)
                record.alpha.append(-INFINITY)
                record.beta.append(INFINITY)
                returned.append(None)
                call(child)
                parent_v_after(None)
                stop, role = end[child], roles[child]
                child += 1
                v = -INFINITY if role == MAX_ROLE else 0 if role == CHANCE_ROLE else INFINITY
                continue
            call(child)
            parent_v_after(None)
            while stack:
                if role == CHANCE_ROLE:
                    v += _weighted(weights[child], x)
                else:
                    if (x > v) if role == MAX_ROLE else (x < v):
                        v = x
                    after[row] = v
                child = end[child]
                if child < stop:
                    break
                x = returned[index] = normalised(v) if role == CHANCE_ROLE else v
                row = inner[index]
                child, stop, role, v, index = stack.pop()
            else:
                record.complete = True
                return
        record.open_calls = len(stack)
        yield
