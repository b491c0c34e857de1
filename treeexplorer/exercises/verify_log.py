"""Compares a log of visits, as a program prints them, with the reference, line by line.

A line is a visit: the node's name or address, or a leaf's number, and after it α and β if they
are logged, in any dress: ``b 3 inf``, ``visit 2.1 (α=-inf, β=6)``, ``8 [-inf, 6]``. A log that
names inner nodes lists every visit; one that names leaves alone lists the leaves.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from treeexplorer.engine import Record, Rules, StepKind, search
from treeexplorer.engine.cutoffs import cut_off
from treeexplorer.engine.explain import label, sentence
from treeexplorer.exercises.verify_answers import same
from treeexplorer.numbers import shown, typed_number
from treeexplorer.rules import alternatives, other_levels
from treeexplorer.text import safe, shorten
from treeexplorer.tree import AddressError, GameTree, Number, Window

_NUMBER: Final = re.compile(
    r"[-+−]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|∞|inf(?:inity)?)", re.IGNORECASE
)
_BULLET: Final = re.compile(r"^(?:->|=>|[→•·*|>\s])+")
_FILLER: Final = re.compile(
    r"^(?:visit(?:ing|ed|s)?|enter(?:ing|ed|s)?|node|leaf|eval(?:uate[ds]?)?)(?:\s*:\s*|\s+)(?=\S)",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(r"\"([^\"]*)\"|'([^']*)'|([^\s,;:(\[=]+)")


class LogError(ValueError):
    """A log that cannot be read; says at which line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a log.

    Attributes:
        line: The line, from 1.
        text: The line as it stands, safe to show.
        name: What it calls the node.
        window: The α and β it gives, if any.
    """

    line: int
    text: str
    name: str
    window: Window | None


@dataclass(frozen=True)
class LogResult:
    """How a log compares with the reference.

    Attributes:
        entries: The log.
        record: The reference search under the convention that fits best.
        agreed: How many entries agree from the start.
        step: The step of the reference at the first divergence; ``None`` if there is none.
        words: The divergence in sentences; empty if there is none.
    """

    entries: tuple[Entry, ...]
    record: Record
    agreed: int
    step: int | None
    words: str

    @property
    def right(self) -> bool:
        """Whether the whole log agrees."""
        return self.step is None


def read_log(text: str) -> tuple[Entry, ...]:
    """Return the entries of a log; empty lines and lines that begin with ``#`` are left out.

    Raises:
        LogError: A line names no node, or has one number beside it where α and β are two.
    """
    entries = []
    for line, written in enumerate(text.splitlines(), 1):
        bare = written.strip()
        if bare and not bare.startswith("#"):
            entries.append(_entry(line, bare))
    if not entries:
        raise LogError("the log is empty")
    return tuple(entries)


def _entry(line: int, bare: str) -> Entry:
    text = shorten(safe(bare), 80)
    rest = _FILLER.sub("", _BULLET.sub("", bare))
    found = _LABEL.match(rest)
    if not found:
        raise LogError(f"line {line} names no node: “{text}”")
    name = next(group for group in found.groups() if group is not None)
    numbers = [_value(number) for number in _NUMBER.findall(rest[found.end() :])]
    if len(numbers) == 1:
        raise LogError(f"line {line} has one number beside its node, and α and β are two: “{text}”")
    return Entry(line, text, safe(name), (numbers[0], numbers[1]) if numbers else None)


def compare_log(
    tree: GameTree, entries: Sequence[Entry], rules: Rules, *, claimed: bool = False
) -> LogResult:
    """Return where a log first parts from the reference.

    Args:
        tree: The tree that was searched.
        entries: The log.
        rules: The convention the log claims, or the nearest to it.
        claimed: Whether it is claimed; else the convention with the longest agreement is taken.
    """
    leaves_only = not any(_can_only_be_inner(tree, entry.name) for entry in entries)
    levels = other_levels(rules.levels, chance=False)
    others = [] if claimed else alternatives(rules, algorithms=["minimax"], levels=levels)
    candidates = [rules, *others]
    best: tuple[int, Record] | None = None
    for candidate in candidates:
        record = search(tree, candidate)
        visits = _visits(record, leaves_only=leaves_only)
        agreed = _agreement(record, visits, entries)
        if agreed == len(entries) == len(visits):
            return LogResult(tuple(entries), record, agreed, None, "")
        # Half a log of plain minimax, or of exchanged players, would fit almost any mistake:
        # they count only where they fit the whole of it.
        exchanged = candidate.levels != rules.levels or (
            candidate.form == "exchanged" and rules.form != "exchanged"
        )
        plausible = candidate.algorithm == rules.algorithm and not exchanged
        if best is None or (plausible and agreed > best[0]):
            best = agreed, record
    assert best is not None  # noqa: S101 - there is always the stated convention
    agreed, record = best
    visits = _visits(record, leaves_only=leaves_only)
    step, words = _divergence(record, visits, entries, agreed)
    return LogResult(tuple(entries), record, agreed, step, words)


def _can_only_be_inner(tree: GameTree, name: str) -> bool:
    """Tell whether a log's word is an inner node's name or address, and no leaf's number."""
    named = [node for node, known in tree.names.items() if known == name]
    if not named:
        try:
            named = [tree.find(name)]
        except AddressError:
            return False
    if all(map(tree.is_leaf, named)):
        return False
    leaves = (node for node in range(len(tree)) if tree.is_leaf(node))
    return not any(_names(tree, leaf, name) for leaf in leaves)


def _names(tree: GameTree, node: int, name: str) -> bool:
    """Tell whether a log may call a node by a name: its own, its address, its leaf's number."""
    if tree.names.get(node) == name or tree.address(node) == name:
        return True
    value = tree.leaf_value(node)
    return value is not None and bool(_NUMBER.fullmatch(name)) and same(_value(name), value)


def _visits(record: Record, *, leaves_only: bool) -> list[int]:
    """Return the steps of the visits that a log lists."""
    kinds = {StepKind.LEAF} if leaves_only else {StepKind.LEAF, StepKind.VISIT}
    return [step for step in range(1, record.steps + 1) if record.step(step).kind in kinds]


def _agreement(record: Record, visits: Sequence[int], entries: Sequence[Entry]) -> int:
    for index, (visit, entry) in enumerate(zip(visits, entries, strict=False)):
        step = record.step(visit)
        if not _names(record.tree, step.node, entry.name):
            return index
        if entry.window is not None and not _same_window(entry.window, step.window):
            return index
    return min(len(visits), len(entries))


def _same_window(one: Window, other: Window | None) -> bool:
    return other is not None and all(map(same, one, other))


def _divergence(
    record: Record, visits: Sequence[int], entries: Sequence[Entry], agreed: int
) -> tuple[int, str]:
    if agreed == len(entries):
        step = visits[agreed]
        return step, (
            f"The log ends after {_counted(agreed)}, and the search goes on. "
            f"Step {step}: {sentence(record, step)}"
        )
    entry = entries[agreed]
    said = f"Line {entry.line} of the log, “{entry.text}”, is the first that differs."
    before = visits[agreed - 1] if agreed else 0
    upto = visits[agreed] if agreed < len(visits) else record.steps + 1
    cut = _cut_between(record, before, upto, entry.name)
    if cut is not None:
        return cut, f"{said} Step {cut}: {sentence(record, cut)}"
    if agreed == len(visits):
        return record.steps, (
            f"{said} The search is over by then, after {_counted(agreed)}. "
            f"Its last step, {record.steps}: {sentence(record, record.steps)}"
        )
    step = visits[agreed]
    at = record.step(step)
    if _names(record.tree, at.node, entry.name) and entry.window is not None:
        alpha, beta = at.window or (-math.inf, math.inf)
        name = label(record, at.node)
        return step, (
            f"{said} It enters {name} with ({shown(entry.window[0])}, {shown(entry.window[1])}); "
            f"the window is ({shown(alpha)}, {shown(beta)}). Step {step}: {sentence(record, step)}"
        )
    decisive = step - 1 if step > 1 and record.step(step - 1).child is not None else step
    return decisive, (
        f"{said} The search visits {label(record, at.node)} next. "
        f"Step {decisive}: {sentence(record, decisive)}"
    )


def _cut_between(record: Record, before: int, upto: int, name: str) -> int | None:
    """Return the step between two visits that cut off the node which a log goes on to."""
    tree = record.tree
    for number in range(before + 1, upto):
        step = record.step(number)
        if step.kind is StepKind.CUT and step.child_call is not None:
            skipped = cut_off(record, step.child_call).skipped
            below = (node for first in skipped for node in range(first, tree.end[first]))
            if any(_names(tree, node, name) for node in below):
                return number
    return None


def _counted(visits: int) -> str:
    return f"{visits} visit{'s' * (visits != 1)}"


def _value(text: str) -> Number:
    return typed_number(text)
