"""Steps in words for searches that ask for a node more than once: tests, memory."""

from __future__ import annotations

from treeexplorer.engine.analysis import CutOff
from treeexplorer.engine.cut_words import asked, window_text
from treeexplorer.engine.labels import child_label, label, player_word, starting
from treeexplorer.engine.record import Record, Step
from treeexplorer.numbers import shown
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, Number


def _number(value: Number | None) -> str:
    return "?" if value is None else shown(value)


def visit(record: Record, at: Step) -> str:
    """Return the entering of a node with children, or of one whose value is remembered."""
    name = starting(label(record, at.node))
    earlier = [row for row in record.rows(at.node) if row < at.call]
    again = "entered again" if earlier else "entered"
    if at.call in record.remembered:
        what = "value" if record.is_leaf_call(at.call) else "bound"
        return (
            f"{name} is asked for with {asked(record, at.call)}; the {what} kept from before "
            f"answers that: {_number(at.value)}."
        )
    if record.tree.roles[at.node] == CHANCE_ROLE:
        return f"{name}, a chance node, is {again} with {asked(record, at.call)}."
    word = player_word(record.player(at.node))
    window = asked(record, at.call)
    return f"{name} ({word}) is {again} with {window}, and v starts at {_number(at.v)}."


def arrival(record: Record, at: Step) -> str:
    """Return what the arrival of a value changes, and what comes next."""
    name, child, row = label(record, at.node), at.child or 0, at.child_call or 0
    text = f"{_number(at.value)} arrives at {name} from {child_label(record, child)}"
    following = record.following_call(at)
    if record.tree.roles[at.node] == CHANCE_ROLE:
        return f"{text}{_at_chance(record, row)}{_then(record, at, following)}"
    v_before = record.v_before(row)
    if following is not None and record.node(following) == child:
        return (
            f"{text}: the test says that it is better than {_number(v_before)}, but not how much "
            f"better. It is searched again with {window_text(record.entry(following))}."
        )
    if at.v == v_before:
        better = "larger" if record.tree.roles[at.node] == MAX_ROLE else "smaller"
        text += f": not {better} than the {_number(v_before)} that v is already, nothing changes."
    else:
        text += f": v goes from {_number(v_before)} to {_number(at.v)}."
    return text + _then(record, at, following)


def _at_chance(record: Record, row: int) -> str:
    weight = record.tree.probability(record.node(row)) or 0
    return f", with weight {shown(weight)}."


def _then(record: Record, at: Step, following: int | None) -> str:
    name = label(record, at.node)
    if following is None:
        at_chance = record.tree.roles[at.node] == CHANCE_ROLE
        if not at_chance and record.test_holds(at):
            return f" {starting(name)} returns {_number(record.value(at.call))}."
        return f" That was the last call {name} makes: it returns {_number(record.value(at.call))}."
    return f" Next: {label(record, record.node(following))} with {asked(record, following)}."


def chance_cut(record: Record, at: Step, cut: CutOff) -> str:
    """Return the cut-off at a chance node: what its mean can still be, and the bound it misses."""
    name = starting(label(record, cut.node))
    if cut.kind == "alpha":
        most, letter, sign = "most", "α", "≤"
    else:
        most, letter, sign = "least", "β", "≥"
    return (
        f"{letter} cut-off at {label(record, cut.node)}: {shown(cut.v)} {sign} {shown(cut.bound)}. "
        f"{name} takes the mean of its children. With the {most} that those not searched to the "
        f"end can be worth it is {shown(cut.v)}, and its window is "
        f"{window_text(record.entry(at.call))}."
    )
