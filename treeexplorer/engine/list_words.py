"""The operations of SSS* in words."""

from __future__ import annotations

from treeexplorer.engine.labels import child_label, label, player_word, starting
from treeexplorer.engine.record import Status, Step, StepKind
from treeexplorer.engine.sss import OpenListRecord
from treeexplorer.numbers import shown
from treeexplorer.tree import MAX_ROLE, Number


def _number(value: Number | None) -> str:
    return "?" if value is None else shown(value)


def operation_line(record: OpenListRecord, at: Step) -> str:
    """Return an operation in a few words."""
    name = label(record, at.node)
    if at.kind is StepKind.START:
        return "before the search"
    if at.kind is StepKind.EXPAND:
        return f"{name} is expanded, merit {_number(at.v)}"
    if at.kind is StepKind.PURGE:
        return f"{name} is solved: {_number(at.v)}; the rest below it is purged"
    if at.v is None:
        return f"{label(record, at.child or 0)} is solved; the next child of {name} follows"
    return f"{name} is solved: {_number(at.v)}"


def operation(record: OpenListRecord, at: Step) -> str:
    """Return an operation in one or two sentences: what left the list, and what follows."""
    name = label(record, at.node)
    if at.kind is StepKind.START:
        return (
            f"Before the search: the list of open nodes holds {name} alone, with merit "
            f"{_number(record.rules.window[1])}."
        )
    if at.kind is StepKind.EXPAND:
        text = _expanded(record, at)
    elif at.child is None:
        text = _leaf(record, at)
    else:
        text = _handed_up(record, at)
    if record.complete and at.number == record.steps:
        text += f" The search ends: {name} is worth {_number(at.v)}."
    return text


def _expanded(record: OpenListRecord, at: Step) -> str:
    name = starting(label(record, at.node))
    word = player_word(record.player(at.node))
    text = f"{name} ({word}) has the highest merit, {_number(at.v)}, and is expanded: "
    if record.tree.roles[at.node] != MAX_ROLE:
        first = record.child_column(at.node)[0]
        return f"{text}{child_label(record, first)} joins the list with the same merit."
    count = record.tree.child_count(at.node)
    what = "its child joins" if count == 1 else f"all its {count} children join"
    return f"{text}{what} the list with the same merit."


def _leaf(record: OpenListRecord, at: Step) -> str:
    name = starting(label(record, at.node))
    merit = record.merit(at.node, at.number - 1)
    return (
        f"{name} has the highest merit, {_number(merit)}, and is read: {_number(at.value)}. It is "
        f"solved with the smaller of the two, {_number(at.v)}."
    )


def _handed_up(record: OpenListRecord, at: Step) -> str:
    name, child = label(record, at.node), label(record, at.child or 0)
    text = f"{starting(child)}, solved with {_number(at.value)}, has the highest merit"
    if at.v is None:
        following = next(
            child
            for child in record.children(at.node)
            if record.order_of(child) == record.order_of(at.child or 0) + 1
        )
        return (
            f"{text}. {starting(name)} is MIN and may still find less: its next child, "
            f"{label(record, following)}, joins the list with {_number(at.value)}."
        )
    if at.kind is StepKind.SOLVE:
        return f"{text}. It was the last child of {name}, which is solved with {_number(at.v)}."
    purged = sum(1 for e in record.entries if e.until == at.number) - 1
    rest = {0: "nothing else was open below it", 1: "one other entry below it is purged"}.get(
        purged, f"{purged} other entries below it are purged"
    )
    return (
        f"{text}, so nothing below {name} can give more. {starting(name)} is MAX and is solved "
        f"with {_number(at.v)}; {rest}."
    )


def why_in_list(record: OpenListRecord, node: int, step: int) -> str:
    """Return why a node was solved, passed over, or not reached, as it stands at a step."""
    name = starting(label(record, node))
    state = record.state(node, step)
    if state.status is Status.BEYOND:
        return f"{name} was never on the list: it lies below the depth limit."
    if state.status is Status.CLOSED and state.call is not None:
        left = record.left(state.call)
        return f"{name} was solved at step {left}. {operation(record, record.step(left))}"
    if state.status is Status.SKIPPED:
        above = next(
            a for a in record.tree.ancestors(node) if record.state(a, step).status is Status.CLOSED
        )
        return (
            f"{name} was never solved: {label(record, above)} was solved without it at step "
            f"{record.left(record.known_row(above))}, and what is below it was of no more use."
        )
    if state.status is Status.OPEN:
        return f"{name} is not solved yet at step {step}; its merit is {_number(state.v)}."
    return f"{name} has not been taken off the list of open nodes by step {step}."
