"""Searches of the same tree side by side, and where two of them part."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.engine.algorithms import TABLE, search
from treeexplorer.engine.analysis import Moves, analysis_of
from treeexplorer.engine.ordered import HorizonError
from treeexplorer.engine.record import Record, Step, StepKind
from treeexplorer.explain.sentences import test_words
from treeexplorer.explain.words import label, leaf_words, listed, nodes_text
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
from treeexplorer.text import as_sentence, quoted
from treeexplorer.tree import GameTree, Number


@dataclass(frozen=True)
class Contender:
    """One search among those compared.

    Attributes:
        rules: Its rules.
        record: Its record; ``None`` where it cannot be run on this tree.
        problem: Why it cannot, or why it did not end.
    """

    rules: Rules
    record: Record | None
    problem: str | None = None

    @property
    def name(self) -> str:
        """What distinguishes it."""
        return name_of(self.rules)

    @property
    def value(self) -> Number | None:
        """The root's value; ``None`` where the search did not end."""
        return None if self.record is None else self.record.root_value

    @property
    def moves(self) -> Moves:
        """Which of the root's moves are best; none where the search did not end."""
        if self.record is None or not self.record.complete:
            return Moves()
        return analysis_of(self.record).result.moves


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


def run(tree: GameTree, rules: Rules) -> Contender:
    """Return one search of a tree as a contender."""
    try:
        record = search(tree, rules)
    except (HorizonError, RulesError) as error:
        return Contender(rules, None, str(error))
    if record.waits_for is None:
        return Contender(rules, record)
    word = record.tree.unknowns.get(record.waits_for) or "?"
    at = record.tree.address(record.waits_for)
    return Contender(rules, record, f"reaches the unknown leaf {word} (at {at})")


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


class Parting(NamedTuple):
    """A node at which one search skips what the other goes on with.

    Attributes:
        node: The node.
        step: The cut-off's step.
        text: What happens, in words.
    """

    node: int
    step: int
    text: str


def partings(first: Record, second: Record) -> list[Parting]:
    """Return the cut-offs of either search that the other, visiting the node, does not make."""
    names = name_of(first.rules), name_of(second.rules)
    alone = _cuts_alone(first, second, names), _cuts_alone(second, first, names[::-1])
    return sorted(chain(*alone), key=lambda parting: parting.step)


def _cuts_alone(cutting: Record, other: Record, names: tuple[str, str]) -> Iterator[Parting]:
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
            at.number,
            f"At {label(cutting, at.node)}, after {nodes_text(cutting, [at.child or 0])}: "
            f"{names[0]} cuts off, {test_words(cutting, at)}; {names[1]} goes on, "
            f"{test_words(other, answer)} is false, and visits {nodes_text(other, skipped)}.",
        )


Counterpart: TypeAlias = Callable[[int], "int | None"]

_LARGEST_COMPARED: Final = 100_000
_LISTED_LEAVES: Final = 4
_LISTED_CUTS: Final = 2
_LISTED_RETURNS: Final = 3


@dataclass(frozen=True)
class Differences:
    """What a second search does that a first one does not, and the other way round.

    Attributes:
        fewer: The leaves that only the first reads, by its tree's numbers, ascending.
        more: The leaves that only the second reads, by its tree's numbers, ascending.
        cuts_gone: The nodes at which only the first makes a cut-off.
        cuts_new: The nodes at which only the second makes one.
        leaves: How many leaves each reads.
        values: What the root returns in each.
        returned: The nodes that both visit and that return something else in the second, by the
            first tree's numbers, each with what it returns in either.
    """

    fewer: tuple[int, ...]
    more: tuple[int, ...]
    cuts_gone: tuple[int, ...]
    cuts_new: tuple[int, ...]
    leaves: tuple[int, int]
    values: tuple[Number | None, Number | None]
    returned: tuple[tuple[int, Number, Number], ...] = ()

    def __bool__(self) -> bool:
        """Whether anything is different."""
        return bool(
            self.fewer
            or self.more
            or self.cuts_gone
            or self.cuts_new
            or self.values[0] != self.values[1]
            or self.returned
        )


def differences(
    first: Record, second: Record, counterpart: Counterpart | None = None
) -> Differences:
    """Compare two finished searches, in time linear in what they visit.

    Args:
        first: One search.
        second: The other, of the same tree or of an edited one.
        counterpart: Returns the number in the second tree of a node of the first, ``None`` where
            it is gone; ``None`` where both search the same tree.
    """
    same: Counterpart = counterpart or (lambda node: node)
    read, read_too = _read(first), dict.fromkeys(_read(second))
    kept = {node: same(node) for node in read}
    cuts = dict.fromkeys(cut.node for cut in analysis_of(first).cut_offs)
    cuts_too = dict.fromkeys(cut.node for cut in analysis_of(second).cut_offs)
    kept_cuts = {node: same(node) for node in cuts}
    known, known_cuts = set(kept.values()), set(kept_cuts.values())
    return Differences(
        tuple(node for node, there in kept.items() if there not in read_too),
        tuple(node for node in read_too if node not in known),
        tuple(node for node, there in kept_cuts.items() if there not in cuts_too),
        tuple(node for node in cuts_too if node not in known_cuts),
        (len(read), len(read_too)),
        (first.root_value, second.root_value),
        tuple(_returned_otherwise(first, second, same)),
    )


def _read(record: Record) -> list[int]:
    """Return the leaves that a search read, ascending."""
    return sorted({node for _, node, _ in record.readings()})


def _returned_otherwise(
    first: Record, second: Record, same: Counterpart
) -> Iterator[tuple[int, Number, Number]]:
    for node in sorted({first.node(row) for row in first.inner}):
        row, there = first.row(node), same(node)
        other_row = None if there is None else second.row(there)
        if row is None or other_row is None or first.is_leaf_call(row):
            continue
        one, two = first.value(row), second.value(other_row)
        if one is not None and two is not None and one != two:
            yield node, one, two


def told(first: Record, second: Record, found: Differences, when: str = "now") -> str:
    """Return the differences as one sentence: ``now 2 more leaves are read: 4, 6 below ▽C; …``.

    Args:
        first: The first search.
        second: The second search.
        found: What :func:`differences` says of them.
        when: What makes the second search another one: ``now``, ``under >``.
    """
    parts = [_leaves_told(first, second, found), _repeats_told(second)]
    if found.cuts_gone:
        are = "are" if len(found.cuts_gone) > 1 else "is"
        parts.append(f"{_cuts_told(first, found.cuts_gone)} {are} gone")
    if found.cuts_new:
        count, names = len(found.cuts_new), _cuts_told(second, found.cuts_new)
        there = f"there {'are new' if count > 1 else 'is a new'} {names.removeprefix('the ')}"
        parts.append(there if count <= _LISTED_CUTS else f"{names} are new")
    before, after = found.values
    if before != after and before is not None and after is not None:
        parts.append(f"the root returns {shown(after)} instead of {shown(before)}")
    if not (found.fewer or found.more or found.cuts_gone or found.cuts_new):
        parts.append(_returned_told(first, found))
    said = [part for part in parts if part]
    if not said:
        return f"{when} the same leaves are read, the same branches cut, the same value returned"
    return f"{when} {'; '.join(said)}"


def effect(before: Record, after: Record, counterpart: Counterpart | None = None) -> str:
    """Return what other rules, or an edit, did to a search, as a sentence.

    Args:
        before: The search before.
        after: The search now.
        counterpart: For an edited tree, as for :func:`differences`.
    """
    if after.waits_for is not None:
        return "The search waits for an unknown leaf."
    if not after.complete:
        return "The search is not at its end, so what changed cannot be counted yet."
    if not before.complete or max(len(before.nodes), len(after.nodes)) > _LARGEST_COMPARED:
        return f"{after.evaluated:,} leaves are read, {len(after.cuts):,} cut-offs."
    found = differences(before, after, counterpart)
    if found:
        return as_sentence(told(before, after, found))
    nodes, others = ([one.node(row) for row in range(len(one.nodes))] for one in (before, after))
    if counterpart is None and nodes != others:
        return "The same counts, but other nodes are visited."
    return "The search does the same as before."


def _returned_told(record: Record, found: Differences) -> str:
    """Return which nodes below the root return something else: ``▽C returns 3 instead of 2``."""
    below = [each for each in found.returned if each[0]]
    texts = [
        f"{label(record, node)} returns {shown(after)} instead of {shown(before)}"
        for node, before, after in below[:_LISTED_RETURNS]
    ]
    return listed(texts, max(0, len(below) - _LISTED_RETURNS)) if texts else ""


def _leaves_told(first: Record, second: Record, found: Differences) -> str:
    before, after = found.leaves
    if not (found.more or found.fewer):
        return ""
    if before == after:
        return f"as many leaves are read, but {_named(second, found.more)} instead of " + _named(
            first, found.fewer
        )
    count = abs(after - before)
    word = "more" if after > before else "fewer"
    record, nodes = (second, found.more) if after > before else (first, found.fewer)
    leaves = f"{count:,} {word} {'leaf is' if count == 1 else 'leaves are'} read"
    return f"{leaves}: {_named(record, nodes)}" if len(nodes) == count else leaves


def _repeats_told(record: Record) -> str:
    """Return how often the second search reads a leaf once more, if ever."""
    again = record.evaluations - record.evaluated
    if not again:
        return ""
    return f"{again:,} {'reading is' if again == 1 else 'readings are'} of a leaf read before"


def _named(record: Record, nodes: Iterable[int]) -> str:
    """Return leaves by their values, grouped by their parents: ``4, 6 below ▽C``."""
    nodes = list(nodes)
    tree = record.tree
    groups: dict[int, list[str]] = {}
    for node in nodes[:_LISTED_LEAVES]:
        text = tree.names.get(node) or leaf_words(tree, [node])[0]
        groups.setdefault(tree.parent[node], []).append(text)
    texts = [
        ", ".join(leaves) + (f" below {label(record, parent)}" if parent >= 0 else "")
        for parent, leaves in groups.items()
    ]
    return listed(texts, max(0, len(nodes) - _LISTED_LEAVES))


def _cuts_told(record: Record, nodes: tuple[int, ...]) -> str:
    if len(nodes) > _LISTED_CUTS:
        return f"{len(nodes):,} cut-offs"
    names = " and ".join(label(record, node) for node in nodes)
    return f"the cut-off{'s' * (len(nodes) > 1)} at {names}"


_Event: TypeAlias = "tuple[bool, int, int | None]"


class Pair(NamedTuple):
    """What both searches show at the same moment.

    Attributes:
        first: The step of the first search.
        second: The step of the second search.
        moved: Which of them has made a step since the moment before: both, or one.
    """

    first: int
    second: int
    moved: tuple[bool, bool]


class Alignment:
    """The steps of two finished searches, paired where both do the same to the same node.

    Where only one of them does something the other waits. Pairs are found going forward: of two
    steps that differ, the search goes on alone that meets the other's step again the sooner. Time
    and room are linear in the number of steps, up to a logarithm.

    Args:
        first: One search.
        second: The other, of a tree with the same nodes.

    Attributes:
        differences: The moments at which the searches begin to do different things, ascending.
    """

    def __init__(self, first: Record, second: Record) -> None:
        self._steps = (_steps(first), _steps(second))
        self._first, self._second = array("i", [0]), array("i", [0])
        self._pair()
        self.differences = array("i")
        differed = False
        for moment in range(1, len(self)):
            differs = self.differs(moment)
            if differs and not differed:
                self.differences.append(moment)
            differed = differs

    def __len__(self) -> int:
        """Return the number of moments, the one before the searches included."""
        return len(self._first)

    def __getitem__(self, moment: int) -> Pair:
        """Return what both searches show at a moment."""
        first, second = self._first[moment], self._second[moment]
        if not moment:
            return Pair(first, second, (False, False))
        before = moment - 1
        return Pair(first, second, (first != self._first[before], second != self._second[before]))

    def _pair(self) -> None:
        ours, theirs = (list(map(_event, steps)) for steps in self._steps)
        our_places, their_places = _places(ours), _places(theirs)
        i = j = 0
        while i < len(ours) or j < len(theirs):
            if i < len(ours) and j < len(theirs) and ours[i] == theirs[j]:
                i, j = i + 1, j + 1
            elif j == len(theirs) or (
                i < len(ours)
                and _next(our_places, theirs[j], i) - i <= _next(their_places, ours[i], j) - j
            ):
                i += 1
            else:
                j += 1
            self._first.append(i)
            self._second.append(j)

    def differs(self, moment: int) -> bool:
        """Tell whether the searches do something different at a moment: other nodes or values."""
        pair = self[moment]
        if not all(pair.moved):
            return any(pair.moved)
        return _differ(self._steps[0][pair.first - 1], self._steps[1][pair.second - 1])

    def moment_of(self, step: int, search: int = 0) -> int:
        """Return the first moment at which a search, 0 or 1, is at a step (or past it)."""
        return min(bisect_left((self._first, self._second)[search], step), len(self) - 1)

    def next_difference(self, moment: int) -> int | None:
        """Return the next moment at which the searches begin to differ."""
        index = bisect_right(self.differences, moment)
        return self.differences[index] if index < len(self.differences) else None

    def previous_difference(self, moment: int) -> int | None:
        """Return the moment before at which they began to differ."""
        index = bisect_left(self.differences, moment) - 1
        return self.differences[index] if index >= 0 else None


def first_difference(first: Record, second: Record) -> int | None:
    """Return the first step at which two searches do something different, if there is one.

    Up to there nothing has to be aligned, so this takes no longer than the way to it.
    """
    both = min(first.steps, second.steps)
    for number in range(1, both + 1):
        if _differ(first.step(number), second.step(number)):
            return number
    return None if first.steps == second.steps else both + 1


def _differ(one: Step, two: Step) -> bool:
    """Tell whether two steps are different ones: of other nodes or values, or cut or not."""
    is_cut, is_cut_too = one.kind is StepKind.CUT, two.kind is StepKind.CUT
    return _event(one) != _event(two) or is_cut != is_cut_too or one.value != two.value


def _steps(record: Record) -> list[Step]:
    return [record.step(number) for number in range(1, record.steps + 1)]


def _event(step: Step) -> _Event:
    return step.child is not None, step.node, step.child


def _places(events: list[_Event]) -> dict[_Event, array[int]]:
    places: dict[_Event, array[int]] = defaultdict(lambda: array("i"))
    for place, event in enumerate(events):
        places[event].append(place)
    return dict(places)


def _next(places: dict[_Event, array[int]], event: _Event, start: int) -> float:
    """Return the first place of an event from a start on; infinite where there is none."""
    found = places.get(event)
    if found is None:
        return float("inf")
    index = bisect_left(found, start)
    return found[index] if index < len(found) else float("inf")
