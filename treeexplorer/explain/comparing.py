"""Searches of the same tree side by side, and where two of them part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from treeexplorer.engine.algorithms import TABLE, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.ordered import HorizonError
from treeexplorer.engine.record import Record, StepKind
from treeexplorer.explain.sentences import test_words
from treeexplorer.explain.words import label, nodes_text
from treeexplorer.numbers import shown
from treeexplorer.rules import (
    ALGORITHMS,
    CONVENTIONS,
    Rules,
    RulesError,
    alternatives,
    changed,
    parse_rule,
    title_of,
    values_of,
)
from treeexplorer.text import quoted
from treeexplorer.tree import GameTree, Number


@dataclass(frozen=True)
class Contender:
    """One search among those compared.

    Attributes:
        rules: Its rules.
        name: What distinguishes it.
        record: Its record; ``None`` where it cannot be run on this tree.
        problem: Why it cannot, or why it did not end.
        value: The root's value.
        best: The best move, where one is proven.
    """

    rules: Rules
    name: str
    record: Record | None
    problem: str | None = None
    value: Number | None = None
    best: int | None = None


def name_of(rules: Rules) -> str:
    """Return a search's name with the conventions that matter for it, such as ``PVS``."""
    name = title_of("algorithm", rules.algorithm)
    if rules.has_conventions:
        if rules.form != "classic":
            name += f", form {rules.form}"
        else:
            name += f" {'>' if rules.strict else '≥'}"
            name += " fail-hard" if rules.hard else ""
    order = title_of("order", rules.order)
    return name if rules.order == Rules.order else f"{name} {order}"


def contenders(tree: GameTree, rules: Rules) -> Iterator[Rules]:
    """Yield the rules to compare on a tree: every search, and alpha-beta's conventions.

    Window, depth limit and levels stay as they are. The first is the reference: alpha-beta in its
    classic form, cut on equality, fail-soft, in the stated order.
    """
    plain = replace(rules, algorithm="alphabeta", form="classic", cutoff=">=", fail="soft")
    chance = tree.with_levels(rules.levels).has_chance
    searches = [each for each in ALGORITHMS if chance or not TABLE[each].for_chance]
    yield plain
    for candidate in alternatives(plain, algorithms=searches):
        names = set(changed(candidate, plain))
        if len(names) == 1 or names == {"cutoff", "fail"}:
            yield candidate


def compare(tree: GameTree, rules: Rules) -> Iterator[Contender]:
    """Yield every contender with its search, one after the other."""
    for candidate in contenders(tree, rules):
        yield run(tree, candidate)


def run(tree: GameTree, rules: Rules) -> Contender:
    """Return one search of a tree as a contender."""
    name = name_of(rules)
    try:
        record = search(tree, rules)
    except (HorizonError, RulesError) as error:
        return Contender(rules, name, None, str(error))
    if record.waits_for is not None:
        word = record.tree.unknowns.get(record.waits_for) or "?"
        at = record.tree.address(record.waits_for)
        return Contender(rules, name, record, f"reaches the unknown leaf {word} (at {at})")
    result = analysis_of(record).result
    return Contender(rules, name, record, None, result.value, result.best)


def rules_by_words(words: str, rules: Rules) -> Rules:
    """Return rules changed by words such as ``>``, ``hard``, ``right-to-left`` or ``pvs,>``.

    Raises:
        RulesError: A word is none of the choices.
    """
    changes: dict[str, Any] = {}
    for word in words.replace("+", ",").split(","):
        name, value = _rule_of(word)
        changes[name] = value
    if "form" in changes or not {"algorithm", "cutoff", "fail"} & changes.keys():
        return replace(rules, **changes)
    if "algorithm" not in changes:
        changes["algorithm"] = "alphabeta"
    return replace(rules, **{"form": "classic", **changes})


def _rule_of(word: str) -> tuple[str, Any]:
    """Return the convention that a word is a value of, and the value."""
    for convention in CONVENTIONS:
        if convention.values:
            try:
                return convention.name, parse_rule(convention.name, word)
            except RulesError:
                continue
    known = ", ".join(value for each in CONVENTIONS for value in values_of(each.name))
    raise RulesError(f"{quoted(word.strip())} is no search or convention; there are {known}")


@dataclass(frozen=True)
class Parting:
    """A node at which one search skips what the other goes on with.

    Attributes:
        node: The node.
        first_cuts: Whether it is the first of the two searches that cuts off here.
        step: The cut-off's step.
        text: What happens, in words.
    """

    node: int
    first_cuts: bool
    step: int
    text: str


def partings(first: Record, second: Record) -> list[Parting]:
    """Return the cut-offs of either search that the other, visiting the node, does not make."""
    names = name_of(first.rules), name_of(second.rules)
    found = [
        *_cuts_alone(first, second, names, first_cuts=True),
        *_cuts_alone(second, first, names[::-1], first_cuts=False),
    ]
    return sorted(found, key=lambda parting: parting.step)


def _cuts_alone(
    cutting: Record, other: Record, names: tuple[str, str], *, first_cuts: bool
) -> Iterator[Parting]:
    seen: set[int] = set()
    for row in cutting.cuts:
        at = cutting.step(cutting.left(row))
        if at.node in seen or len(cutting.rows(at.node)) != 1 or len(other.rows(at.node)) != 1:
            continue
        seen.add(at.node)
        child_row = other.row(at.child or 0)
        if child_row is None:
            continue
        answer = other.step(other.left(child_row))
        if answer.kind is StepKind.CUT:
            continue
        skipped = [
            child
            for child in cutting.children(at.node)
            if cutting.row(child) is None and other.row(child) is not None
        ]
        if not skipped:
            continue
        yield Parting(
            at.node,
            first_cuts,
            at.number,
            f"At {label(cutting, at.node)}, after {nodes_text(cutting, [at.child or 0])}: "
            f"{names[0]} cuts off, {test_words(cutting, at)}; {names[1]} goes on, "
            f"{test_words(other, answer)} is false, and visits {nodes_text(other, skipped)}.",
        )


def leaves_of(record: Record) -> list[int]:
    """Return the leaves that a search read, each once, in order."""
    return list(dict.fromkeys(node for _, node, _ in record.readings()))


def value_text(contender: Contender) -> str:
    """Return a contender's value for a table."""
    return "–" if contender.value is None else shown(contender.value)
