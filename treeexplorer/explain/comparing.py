"""Searches of the same tree side by side, and where two of them part."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, pairwise, zip_longest
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.engine.algorithms import TABLE, idle_because, search
from treeexplorer.engine.analysis import Moves, analysis_of
from treeexplorer.engine.ordered_tree import HorizonError
from treeexplorer.engine.record import Record, Step, StepKind
from treeexplorer.errors import present
from treeexplorer.explain.endings import waiting
from treeexplorer.explain.phrases import node_list
from treeexplorer.explain.rules_in_words import rule_words
from treeexplorer.explain.sentence import Count, ItemList, Node, Phrase, Sentence, as_phrase
from treeexplorer.explain.steps import sentences
from treeexplorer.judging.facts import test_at
from treeexplorer.numbers import for_json, shown
from treeexplorer.rules import (
    ALGORITHMS,
    CLASSIC_ONLY,
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
from treeexplorer.tree import FULL_WINDOW, GameTree, Number


@dataclass(frozen=True)
class Contender:
    """One search among those compared.

    Attributes:
        record: Its record; ``None`` where it cannot be run on this tree.
        problem: Why it cannot, or why it did not end.
    """

    rules: Rules
    record: Record | None
    problem: str | None = None

    def __repr__(self) -> str:
        if self.problem is not None:
            return f"<Contender {self.name}: {self.problem}>"
        if self.value is None:
            return f"<Contender {self.name}: no value>"
        return f"<Contender {self.name}: value {shown(self.value)}>"

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
        record = self.record
        return analysis_of(record).moves(0) if record and record.complete else Moves()

    def counts(self) -> dict[str, int | None]:
        """Return what the search cost; ``None`` where it did not end."""
        record = self.record
        if record is None or self.problem:
            return dict.fromkeys(("visited", "evaluated", "evaluations", "calls", "cutoffs"))
        return {
            "visited": record.visited,
            "evaluated": record.evaluated,
            "evaluations": record.evaluations,
            "calls": len(record.nodes),
            "cutoffs": len(record.cuts),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``compare --json`` prints, without the difference to another."""
        best = self.moves.best
        labels = None if self.record is None else self.record.tree.labels
        return {
            "name": self.name,
            **self.rules.to_dict(),
            "value": for_json(self.value),
            "best": None if labels is None or best is None else labels.bounded_address(best),
            **self.counts(),
            "problem": self.problem,
        }


def name_of(rules: Rules) -> str:
    """Return a search's name with the conventions that matter for it, such as ``PVS``.

    Example:
        >>> name_of(Rules()), name_of(Rules(algorithm="pvs")), name_of(Rules(form="bounds"))
        ('alpha-beta ≥', 'PVS', 'alpha-beta, form bounds')
    """
    name = title_of("algorithm", rules.algorithm)
    if rules.fixes_its_own_rules:
        name += f", form {rules.form}"
    elif rules.has_conventions:
        name += f" {rules.test_sign}"
        if rules.hard:
            name += " fail-hard"
    return name if rules.order == Rules.order else f"{name} {title_of('order', rules.order)}"


def contenders(tree: GameTree, rules: Rules) -> Iterator[Rules]:
    """Yield the rules to compare on a tree: every search, and alpha-beta's conventions.

    Window, depth limit and levels stay as they are. The first is the reference: alpha-beta in its
    classic form, cut on equality, fail-soft, in the stated order.
    """
    reference = replace(rules, algorithm="alphabeta", form="classic", cutoff=">=", fail="soft")
    tree_has_chance = tree.with_levels(rules.levels).has_chance
    # A search that is made for chance nodes does nothing new on a tree without them.
    searches = [name for name in ALGORITHMS if tree_has_chance or not TABLE[name].for_chance]
    yield reference
    for candidate in alternatives(reference, algorithms=searches):
        differing = set(changed(candidate, reference))
        # Cut test and return rule are both alpha-beta's own, so they are changed together, too.
        are_conventions_of_one_search = differing <= CLASSIC_ONLY
        if len(differing) == 1 or are_conventions_of_one_search:
            yield candidate


def contender(tree: GameTree, rules: Rules) -> Contender:
    """Return one search of a tree as a contender."""
    try:
        record = search(tree, rules)
    except (HorizonError, RulesError) as error:
        return Contender(rules, None, str(error))
    waits = waiting(record)
    return Contender(rules, record, str(waits.phrase) if waits else None)


def rules_by_words(spelling: str, rules: Rules) -> Rules:
    """Return rules changed by words such as ``>``, ``hard``, ``right-to-left`` or ``pvs,>``.

    A convention that alpha-beta alone has asks for alpha-beta in its classic form.

    Raises:
        RulesError: A word is none of the choices.

    Example:
        >>> name_of(rules_by_words("hard,>", Rules())), name_of(rules_by_words("pvs", Rules()))
        ('alpha-beta > fail-hard', 'PVS')
    """
    changes = dict(map(_rule_of_word, spelling.replace("+", ",").split(",")))
    asks_for_classic = not {"algorithm", *CLASSIC_ONLY}.isdisjoint(changes)
    if asks_for_classic and "form" not in changes:
        changes = {"algorithm": "alphabeta", "form": "classic", **changes}
    return replace(rules, **changes)


def _rule_of_word(word: str) -> tuple[str, Any]:
    """Return the rule that a word is a value of, and that value: ``hard`` → ``fail``, ``hard``.

    A word that is a value of several rules is taken as the first one's.

    Raises:
        RulesError: It is none of the choices.
    """
    for convention in CONVENTIONS:
        if convention.values:
            with suppress(RulesError):  # not a value of this one: the next is tried
                return convention.name, parse_rule(convention.name, word)
    known = [value for convention in CONVENTIONS for value in values_of(convention.name)]
    raise RulesError(
        f"{quoted(word.strip())} is no search or convention; there are {', '.join(known)}"
    )


class Opposite(NamedTuple):
    """What a search can be compared with: itself under the other value of one rule.

    Attributes:
        rule: The rule.
        changes: What is changed: its value, and a range where the other search knows none.
        words: Both values: ``fail-soft against fail-hard``.
    """

    rule: str
    changes: Mapping[str, Any]
    words: str


_BOTH_VALUES: Final = {
    "form": ("classic", "classic"),
    "cutoff": (">=", ">"),
    "fail": ("soft", "hard"),
    "order": ("left-to-right", "right-to-left"),
    "algorithm": ("alphabeta", "minimax"),
}
"""The rules of which both values are worth seeing side by side, the usual one first."""


def opposites(rules: Rules) -> list[Opposite]:
    """Return the searches to compare a search with: each has the other value of one rule.

    The rules are the cut test, what is returned, the order, and alpha-beta against minimax. One
    that decides nothing here is left out. A printed form of alpha-beta, which decides some of
    these rules itself, is compared with the classic form.

    Example:
        >>> [each.words for each in opposites(Rules())]
        ... # doctest: +NORMALIZE_WHITESPACE
        ['α ≥ β against α > β', 'fail-soft against fail-hard',
         'left to right against right to left', 'alpha-beta against minimax']
    """
    found: list[Opposite] = []
    for rule, (usual, unusual) in _BOTH_VALUES.items():
        value = getattr(rules, rule)
        other_value = unusual if value == usual else usual
        decides_nothing = rule != "algorithm" and idle_because(rules, rule) is not None
        if decides_nothing or value == other_value:  # equal: the form, where it is the classic one
            continue
        found.append(_opposite(rules, rule, other_value))
    return found


def minimax_beside(rules: Rules) -> Opposite:
    """Return minimax as what to compare a search with; for minimax itself, alpha-beta.

    Example:
        >>> minimax_beside(Rules(algorithm="pvs")).words
        'PVS against minimax'
    """
    usual, minimax = _BOTH_VALUES["algorithm"]
    other = minimax
    if rules.algorithm == minimax:
        other = usual
    return _opposite(rules, "algorithm", other)


def _opposite(rules: Rules, rule: str, other_value: str) -> Opposite:
    """Return what a search is compared with, if one of its rules has another value."""
    changes: dict[str, Any] = {rule: other_value}
    other_rules = replace(rules, **changes)
    loses_range = rules.has_range and not other_rules.takes("range")
    if loses_range:  # the other search knows none: values may lie anywhere
        changes["range"] = FULL_WINDOW
    words = f"{rule_words(rule, rules)} against {rule_words(rule, other_rules)}"
    return Opposite(rule=rule, changes=changes, words=words)


class Parting(NamedTuple):
    """A cut-off by which one search skips what the other visits, and what either does there."""

    node: int
    step: int
    sentence: Sentence


def partings(first: Record, second: Record) -> list[Parting]:
    """Return the cut-offs of either search that the other, visiting the node, does not make."""
    alone = chain(_cuts_alone(first, second), _cuts_alone(second, first))
    return sorted(alone, key=lambda parting: parting.step)


def _cuts_alone(cutting: Record, other: Record) -> Iterator[Parting]:
    """Yield the cut-offs that one search makes and another does not make after the same child.

    A cut-off is left out where either search enters the node several times, and where the other
    visits nothing of what is skipped.
    """
    for child_call in cutting.cuts:
        cut_step = cutting.arrival(child_call)
        node = cut_step.node
        calls_of_cutting = len(cutting.calls_of(node))
        calls_of_other = len(other.calls_of(node))
        is_entered_once = calls_of_cutting == 1 and calls_of_other == 1
        child_call_of_other = other.call_of(present(cut_step.child))
        if child_call_of_other is None or not is_entered_once:
            continue
        # What the other search does when the value of the same child arrives at the node.
        other_step = other.arrival(child_call_of_other)
        skipped = [
            child
            for child in cutting.children(node)
            if cutting.call_of(child) is None and other.call_of(child) is not None
        ]
        if skipped and other_step.kind is not StepKind.CUT:
            sentence = _parting_sentence(cutting, cut_step, other, other_step, skipped)
            yield Parting(node, cut_step.number, sentence)


def _parting_sentence(
    cutting: Record, cut_step: Step, other: Record, other_step: Step, skipped: Sequence[int]
) -> Sentence:
    """Say that one search cuts off where the other goes on, with the test of each.

    ``At ▽B, after 3: alpha-beta ≥ cuts off, 3 ≥ 3; alpha-beta > goes on, 3 > 3 is false, and …``

    Args:
        cutting: The search with the cut-off.
        cut_step: The step at which it cuts off.
        other: The search without.
        other_step: Its step at which the same child returns to the same node.
        skipped: The children that only the other search visits.
    """
    node = Node(cutting.tree, cut_step.node)
    child = Node(cutting.tree, present(cut_step.child))
    name_of_cutting = name_of(cutting.rules)
    name_of_other = name_of(other.rules)
    test = test_at(cutting, cut_step)
    other_test = test_at(other, other_step)
    nodes = node_list(other, skipped)
    other_test_failed = other_test is not None and other_test.skips and not other_test.holds
    if other_test_failed:
        return Sentence(
            "At {node}, after {child}: {first} cuts off, {test}; {second} goes on, {other}, and "
            "visits {nodes}",
            node=node,
            child=child,
            first=name_of_cutting,
            test=test,
            second=name_of_other,
            other=other_test,
            nodes=nodes,
        )
    return Sentence(
        "At {node}, after {child}: {first} cuts off, {test}; {second} visits {nodes}",
        node=node,
        child=child,
        first=name_of_cutting,
        test=test,
        second=name_of_other,
        nodes=nodes,
    )


_LARGEST_COMPARED: Final = 100_000  # calls of either search; more would take too long
_LISTED: Final = 4  # nodes that are named of each kind of difference


class OtherValue(NamedTuple):
    """A node that returns something else in the second of two searches."""

    node: int
    before: Number
    after: Number


@dataclass(frozen=True)
class Differences:
    """What a second search does that a first one does not, and the other way round.

    Attributes:
        records: The two searches, finished.
        fewer: The leaves that only the first reads, ascending; ``more`` those of the second.
        cuts_gone: The nodes at which only the first makes a cut-off; ``cuts_new`` the second.
        returned: The nodes that both visit and that return something else in the second.
    """

    records: tuple[Record, Record]
    fewer: tuple[int, ...]
    more: tuple[int, ...]
    cuts_gone: tuple[int, ...]
    cuts_new: tuple[int, ...]
    returned: tuple[OtherValue, ...]

    def __bool__(self) -> bool:
        """Whether anything is different."""
        return any((self.fewer, self.more, self.cuts_gone, self.cuts_new, self.returned))

    def sentence(self, under: str = "") -> Sentence:
        """Return the differences: ``Under the test >, 2 more leaves are read: 4, 6; …``.

        Args:
            under: The rules of the second search in words. Without them the sentence begins with
                ``Now``: the second search is the one that is shown, perhaps of an edited tree.
        """
        first, second = self.records
        named_as = second
        if under:
            named_as = first
        parts = self._parts(named_as)
        when = f"{under}," if under else "now"
        if not parts and not any(record.has_windows for record in self.records):
            return Sentence("{when} the same leaves are read, the same value returned", when=when)
        if not parts:
            return Sentence(
                "{when} the same leaves are read, the same branches cut, the same value returned",
                when=when,
            )
        return Sentence(
            "{when} {parts}", when=when, parts=ItemList(tuple(parts), last="; ", between="; ")
        )

    def _parts(self, named_as: Record) -> list[Phrase]:
        """Return what is different: leaves, cut-offs, returned values, leaves that are read again.

        Args:
            named_as: The search by whose tree nodes are named that both searches have, or only the
                first: its labels are those that are seen. What only the second has, its own tree
                names.
        """
        parts = [*self._leaves_that_differ(named_as), *self._cut_offs_that_differ(named_as)]
        returned = self._worth_saying
        if returned:
            items = tuple(_returned_instead(named_as, other) for other in returned[:_LISTED])
            parts.append(as_phrase(ItemList(items, len(returned) - len(items))))
        _, second = self.records
        read_again = second.evaluations - second.evaluated
        if read_again:
            count = Count(read_again, "reading is", "readings are")
            parts.append(Phrase("{count} of a leaf read before", count=count))
        return parts

    def _leaves_that_differ(self, named_as: Record) -> Iterator[Phrase]:
        """Say which leaves only one of the searches reads: ``1 more leaf is read: 9``.

        Those of the second search are named by its own tree, those of the first by ``named_as``.
        """
        _, second = self.records
        if self.more:
            count = Count(len(self.more), "more leaf is", "more leaves are")
            yield Phrase("{count} read: {nodes}", count=count, nodes=_named(second, self.more))
        if self.fewer:
            count = Count(len(self.fewer), "leaf is", "leaves are")
            nodes = _named(named_as, self.fewer)
            yield Phrase("{count} not read: {nodes}", count=count, nodes=nodes)

    def _cut_offs_that_differ(self, named_as: Record) -> Iterator[Phrase]:
        """Say which cut-offs only one of the searches makes: ``1 cut-off is gone: ▽B``.

        Those of the second search are named by its own tree, those of the first by ``named_as``.
        """
        _, second = self.records
        if self.cuts_gone:
            count = Count(len(self.cuts_gone), "cut-off is", "cut-offs are")
            nodes = _named(named_as, self.cuts_gone)
            yield Phrase("{count} gone: {nodes}", count=count, nodes=nodes)
        if self.cuts_new:
            count = Count(len(self.cuts_new), "cut-off is", "cut-offs are")
            yield Phrase("{count} new: {nodes}", count=count, nodes=_named(second, self.cuts_new))

    @property
    def _worth_saying(self) -> tuple[OtherValue, ...]:
        """What is returned instead; of the root alone where the search itself is another one."""
        if any((self.more, self.fewer, self.cuts_gone, self.cuts_new)):
            return tuple(other for other in self.returned if other.node == 0)
        return self.returned


def _named(record: Record, nodes: Sequence[int]) -> ItemList:
    """Return the first of some nodes by name, and how many more there are."""
    named = tuple(Node(record.tree, node) for node in nodes[:_LISTED])
    return ItemList(named, len(nodes) - len(named))


def _returned_instead(record: Record, other: OtherValue) -> Phrase:
    """Say that a node returns something else than before."""
    return Phrase(
        "{node} returns {after} instead of {before}",
        node=Node(record.tree, other.node),
        after=other.after,
        before=other.before,
    )


def differences(first: Record, second: Record) -> Differences:
    """Compare two finished searches of the same nodes, in time linear in what they visit.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], [2, 9]])
        >>> found = differences(search(tree), search(tree, Rules(algorithm="minimax")))
        >>> found.more, found.fewer, found.cuts_gone, found.returned
        ((6,), (), (4,), ())
    """
    read_first = _leaves_read(first)
    read_second = _leaves_read(second)
    cuts_first = _nodes_cut(first)
    cuts_second = _nodes_cut(second)
    return Differences(
        records=(first, second),
        fewer=tuple(sorted(read_first - read_second)),
        more=tuple(sorted(read_second - read_first)),
        cuts_gone=tuple(node for node in cuts_first if node not in cuts_second),
        cuts_new=tuple(node for node in cuts_second if node not in cuts_first),
        returned=tuple(_returned_otherwise(first, second)),
    )


def _leaves_read(record: Record) -> set[int]:
    """Return the leaves that a search has read."""
    return {node for _, node, _ in record.readings()}


def _nodes_cut(record: Record) -> dict[int, None]:
    """Return the nodes with a cut-off, each once, in the order of the cut-offs."""
    return dict.fromkeys(cut.node for cut in analysis_of(record).cut_offs)


def _returned_otherwise(first: Record, second: Record) -> Iterator[OtherValue]:
    """Yield the nodes that return something else in the second search, in preorder.

    They are nodes with children that the first search has searched on. The root is looked at in
    any case: a tree can be one leaf.
    """
    searched_on = {first.node(call) for call in first.inner_calls}
    for node in sorted({0, *searched_on}):
        first_call = first.call_of(node)
        second_call = second.call_of(node)
        if first_call is None or second_call is None:
            continue
        before = first.value(first_call)
        after = second.value(second_call)
        if before is not None and after is not None and before != after:
            yield OtherValue(node, before, after)


def effect(before: Record, after: Record) -> Sentence:
    """Say what other rules, or an edit, did to a search, as a sentence.

    A search that does not end, or that is too large to be compared at once, is told by its counts.

    Args:
        before: The search as it was.
        after: The search as it is now; where it waits for an unknown leaf, only that is said.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], [2, 9]])
        >>> str(effect(search(tree), search(tree, Rules(algorithm="minimax"))))
        'Now 1 more leaf is read: 9; 1 cut-off is gone: ▽B.'
    """
    needed = waiting(after)
    if needed is not None:
        return needed
    most_calls = max(len(before.nodes), len(after.nodes))
    if before.complete and after.complete and most_calls <= _LARGEST_COMPARED:
        return differences(before, after).sentence()
    leaves = Count(after.evaluated, "leaf is", "leaves are")
    cuts = Count(len(after.cuts), "cut-off", "cut-offs")
    return Sentence("{leaves} read, {cuts}", leaves=leaves, cuts=cuts)


class Pair(NamedTuple):
    """The steps that two searches show at the same moment.

    Attributes:
        node: The node at which they stand, or at which the one stands that goes on.
        does: Which of them goes on by a step: both, or one, while the other waits.
    """

    node: int
    first: int
    second: int
    does: tuple[bool, bool]


class Alignment:
    """The steps of two finished searches, paired so that neither ever goes back.

    Where both come to the nodes in the same order, a step of one is paired with that of the other
    which does the same to the same node; what only one does it does alone, and the other waits.
    Else both go on step by step. Time and room are linear in the number of steps.

    Attributes:
        is_by_node: Whether the steps are paired by their nodes.
        differences: The moments at which the searches begin to do different things, ascending.
    """

    def __init__(self, first: Record, second: Record) -> None:
        """Pair the steps of two finished searches."""
        # The steps of each search by their numbers; step 0 is the state before the search.
        self._first_steps = [first.step(number) for number in range(first.steps + 1)]
        self._second_steps = [second.step(number) for number in range(second.steps + 1)]

        # Which steps are made at each moment. By node only if the partners ascend: then neither
        # search would ever have to go back.
        partners = _partners(self._first_steps, self._second_steps)
        self.is_by_node = all(before < after for before, after in pairwise(partners.values()))
        if self.is_by_node:
            self._pairs = _by_node(self._first_steps, self._second_steps, partners)
        else:
            self._pairs = _step_by_step(first.steps, second.steps)

        # Derived from the pairs: the step that each search shows at each moment, then the moment
        # at which each search makes each step.
        made_by_first = [pair.first for pair in self._pairs]
        made_by_second = [pair.second for pair in self._pairs]
        self._shown_of_first = _last_steps(made_by_first)
        self._shown_of_second = _last_steps(made_by_second)
        self._moments = (_moment_by_step(made_by_first), _moment_by_step(made_by_second))

        # Last, as it asks for the pairs and the steps.
        self.differences = self._beginnings_of_differences()

    def _beginnings_of_differences(self) -> list[int]:
        """Return the moments that differ while the moment before does not."""
        moments: list[int] = []
        differed = self.differs(0)
        for moment in range(1, len(self)):
            differs = self.differs(moment)
            if differs and not differed:
                moments.append(moment)
            differed = differs
        return moments

    def __len__(self) -> int:
        """Return the number of moments, the one before the searches included."""
        return len(self._pairs)

    def __getitem__(self, moment: int) -> Pair:
        """Return what both searches show at a moment; one that waits shows the last step it made.

        The node is that of the step that is made; where both make one, it is the first search's.
        """
        made_by_first, made_by_second = self._pairs[moment]
        if made_by_first is not None:
            step = self._first_steps[made_by_first]
        else:  # a moment at which the first waits: the second makes a step
            step = self._second_steps[present(made_by_second)]
        return Pair(
            node=step.node,
            first=self._shown_of_first[moment],
            second=self._shown_of_second[moment],
            does=(made_by_first is not None, made_by_second is not None),
        )

    def differs(self, moment: int) -> bool:
        """Tell whether the searches do something different at a moment: other nodes or values."""
        first, second = self._pairs[moment]
        if first is None or second is None:
            return True
        return _outcome(self._first_steps[first]) != _outcome(self._second_steps[second])

    def difference_at(self, moment: int) -> int | None:
        """Return which difference begins at a moment, from 1; ``None`` where none does."""
        place = bisect_left(self.differences, moment)
        begins_here = place < len(self.differences) and self.differences[place] == moment
        return place + 1 if begins_here else None

    def moment_of(self, step: int, search: int = 0) -> int:
        """Return the moment at which a search makes a step, or its last step if it has fewer.

        Args:
            step: The number of the step.
            search: Which search: 0 for the first, 1 for the second.
        """
        steps = self._first_steps if search == 0 else self._second_steps
        last = len(steps) - 1
        return self._moments[search].get(min(step, last), 0)


class _StepPair(NamedTuple):
    """The steps that two searches make at the same moment; ``None`` for one that waits."""

    first: int | None
    second: int | None


_Event: TypeAlias = "tuple[int, int | None]"


def _event(step: Step) -> _Event:
    """Return where a step happens: its node, and the child whose value arrives there."""
    return step.node, step.child


def _outcome(step: Step) -> tuple[_Event, Number | None, bool]:
    """Return what a step does: where, with which value, and whether it cuts off."""
    return _event(step), step.value, step.kind is StepKind.CUT


def _moment_by_step(numbers: Sequence[int | None]) -> dict[int, int]:
    """Return the moment of each step, given a search's step at each moment.

    Example:
        >>> _moment_by_step([0, None, 1])
        {0: 0, 1: 2}
    """
    return {number: moment for moment, number in enumerate(numbers) if number is not None}


def _last_steps(numbers: Sequence[int | None]) -> list[int]:
    """Return the last step that a search has made at each moment: who waits stands where it was.

    Example:
        >>> _last_steps([0, None, 1])
        [0, 0, 1]
    """
    stands: list[int] = []
    last = 0
    for number in numbers:
        if number is not None:
            last = number
        stands.append(last)
    return stands


def _partners(first: Sequence[Step], second: Sequence[Step]) -> dict[int, int]:
    """Return for steps of the first search the step of the second that does the same to a node.

    That is the step that enters the same node, or at which the same child returns to it. If both do
    so several times, the first times are paired, then the second ones.

    Args:
        first: The steps of the first search, the state before it included.
        second: Those of the second.
    """
    unpaired = defaultdict[_Event, deque[int]](deque)
    for step in second[1:]:
        unpaired[_event(step)].append(step.number)
    partners: dict[int, int] = {}
    for step in first[1:]:
        candidates = unpaired[_event(step)]
        if candidates:
            partners[step.number] = candidates.popleft()
    return partners


def _by_node(
    first: Sequence[Step], second: Sequence[Step], partners: Mapping[int, int]
) -> list[_StepPair]:
    """Return the steps of two searches in pairs, by what they do to the nodes.

    What only the second search does comes right after the last step before it that both do, ahead
    of what only the first does. With partners 1–1 and 3–3: 0–0, 1–1, –2, 2–, 3–3.

    Args:
        first: The steps of the first search, the state before it included.
        second: Those of the second.
        partners: The second's steps that do the same, by the first's; see :func:`_partners`. The
            states before the searches are no steps and not among them.
    """
    first_by_partner = {partner: number for number, partner in partners.items()}
    # What only the second does, by the step of the first after which it comes; 0 for the start.
    alone_after = defaultdict[int, list[int]](list)
    last_shared = 0
    for step in second[1:]:
        if step.number in first_by_partner:
            last_shared = first_by_partner[step.number]
        else:
            alone_after[last_shared].append(step.number)
    partner_or_start = {0: 0, **partners}
    pairs: list[_StepPair] = []
    for number in range(len(first)):
        pairs.append(_StepPair(number, partner_or_start.get(number)))
        pairs += [_StepPair(None, alone) for alone in alone_after[number]]
    return pairs


def _step_by_step(first: int, second: int) -> list[_StepPair]:
    """Return the steps of two searches in pairs, given how many each has.

    Example:
        >>> _step_by_step(0, 1)
        [_StepPair(first=0, second=0), _StepPair(first=None, second=1)]
    """
    pairs = zip_longest(range(first + 1), range(second + 1))
    return [_StepPair(*pair) for pair in pairs]


def first_difference(moment: int) -> Sentence:
    """Say where two searches begin to differ: how many steps are the same before it.

    >>> print(first_difference(32))
    Step 32; the same 31 steps before it.
    """
    if moment == 1:
        return Sentence("From step 1 on they differ")
    same = Count(moment - 1, "step", "steps")
    return Sentence("Step {step}; the same {same} before it", step=moment, same=same)


def step_difference(first: Record, second: Record, pair: Pair) -> Sentence:
    """Say what each search does at a moment where they differ."""
    one = sentences(first, pair.first)[0].phrase
    two = sentences(second, pair.second)[0].phrase
    first_name = name_of(first.rules)
    second_name = name_of(second.rules)
    first_goes_on, second_goes_on = pair.does
    if first_goes_on and second_goes_on:
        return Sentence(
            "{first}: {one}; {second}: {two}",
            first=first_name,
            one=one,
            second=second_name,
            two=two,
        )
    if first_goes_on:
        return Sentence("Only {search} has this step: {step}", search=first_name, step=one)
    return Sentence("Only {search} has this step: {step}", search=second_name, step=two)
