"""Searches of the same tree side by side, and where two of them part."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
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
from treeexplorer.judging.facts import CutTest, test_at
from treeexplorer.numbers import for_json, shown
from treeexplorer.rules import (
    ALGORITHMS,
    CLASSIC_ONLY,
    CONVENTIONS,
    AlgorithmName,
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
        """Return what a search cost in nodes, leaves, readings, calls and cut-offs, for JSON.

        Returns:
            By the name of each count, in a fixed order:

            - ``visited``: different nodes that were visited.
            - ``evaluated``: different leaves that were read.
            - ``evaluations``: how often a leaf was read, repetitions included.
            - ``calls``: calls of the search function.
            - ``cutoffs``: cut-offs.

            Each of them is ``None`` if the search did not end.
        """
        record = self.record
        # A problem is that the search cannot run on this tree, or waits for an unknown leaf.
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
        """Return the row of this search that ``compare --json`` prints.

        It has the name, the rules, the root's value, the address of the best move, the counts, and
        why the search did not end (``None`` if it did). What differs from another search is no part
        of it.
        """
        return {
            "name": self.name,
            **self.rules.to_dict(),
            "value": for_json(self.value),
            "best": self._best_move,
            **self.counts(),
            "problem": self.problem,
        }

    @property
    def _best_move(self) -> str | None:
        """The address of the best move; ``None`` where none is known."""
        best = self.moves.best
        if self.record is None or best is None:
            return None
        return self.record.tree.labels.bounded_address(best)


def name_of(rules: Rules) -> str:
    """Return a search's name with the conventions that matter for it, such as ``PVS``.

    Example:
        >>> name_of(Rules()), name_of(Rules(algorithm="pvs")), name_of(Rules(form="bounds"))
        ('alpha-beta ≥', 'PVS', 'alpha-beta, form bounds')
    """
    name = title_of("algorithm", rules.algorithm) + _conventions_that_matter(rules)
    return name if rules.order == Rules.order else f"{name} {title_of('order', rules.order)}"


def _conventions_that_matter(rules: Rules) -> str:
    """Return the form, or the test and the return rule, as a name goes on; empty without them."""
    if rules.fixes_its_own_rules:
        return f", form {rules.form}"
    if not rules.has_conventions:
        return ""
    return f" {rules.test_sign} fail-hard" if rules.hard else f" {rules.test_sign}"


def contenders(tree: GameTree, rules: Rules) -> Iterator[Rules]:
    """Yield the rules to compare on a tree: every search, and alpha-beta's conventions.

    Window, depth limit and levels stay as they are. The first is the reference: alpha-beta in its
    classic form, cut on equality, fail-soft, in the stated order.
    """
    reference = replace(rules, algorithm="alphabeta", form="classic", cutoff=">=", fail="soft")
    searches = _searches_for(tree.with_levels(rules.levels))
    yield reference
    for candidate in alternatives(reference, algorithms=searches):
        if _is_one_change(candidate, reference):
            yield candidate


def _searches_for(tree: GameTree) -> list[AlgorithmName]:
    """Return the searches that do something new on a tree: those for chance nodes need some."""
    return [name for name in ALGORITHMS if tree.has_chance or not TABLE[name].for_chance]


def _is_one_change(candidate: Rules, reference: Rules) -> bool:
    """Tell whether rules differ in one thing from others, or in conventions of alpha-beta alone.

    Cut test and return rule are both alpha-beta's own, so they are changed together, too.
    """
    differing = set(changed(candidate, reference))
    return len(differing) == 1 or differing <= CLASSIC_ONLY


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
    names = [convention.name for convention in CONVENTIONS if convention.values]
    for name in names:
        with suppress(RulesError):  # not a value of this one: the next is tried
            return name, parse_rule(name, word)
    known = ", ".join(value for name in names for value in values_of(name))
    raise RulesError(f"{quoted(word.strip())} is no search or convention; there are {known}")


class Opposite(NamedTuple):
    """A comparison of a search with itself under another value of one rule.

    Attributes:
        rule: The rule.
        changes: The rules of the other search that differ: this one, and perhaps the range.
        words: Both values of the rule: ``fail-soft against fail-hard``.
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
    return [
        _opposite(rules, rule, _other_value(rules, rule))
        for rule in _BOTH_VALUES
        if _has_opposite(rules, rule)
    ]


def _other_value(rules: Rules, rule: str) -> str:
    """Return the usual value of a rule, or the unusual one where the rules have the usual."""
    usual, unusual = _BOTH_VALUES[rule]
    return unusual if getattr(rules, rule) == usual else usual


def _has_opposite(rules: Rules, rule: str) -> bool:
    """Tell whether a rule decides something, and has another value worth seeing.

    The form has none where it is the classic one.
    """
    decides_nothing = rule != "algorithm" and idle_because(rules, rule) is not None
    return not decides_nothing and getattr(rules, rule) != _other_value(rules, rule)


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
    """Return a comparison of a search with itself under another value of one rule.

    Args:
        rules: The rules of the search.
        rule: The name of the rule that is changed, such as ``cutoff``.
        other_value: Its value in the other search, such as ``>``.

    Returns:
        The comparison: its changes turn the rules of the search into those of the other one.
    """
    # A dict, since `replace` takes the name of the rule as a keyword.
    changed_rule: dict[str, Any] = {rule: other_value}
    other_rules = replace(rules, **changed_rule)
    words = f"{rule_words(rule, rules)} against {rule_words(rule, other_rules)}"
    loses_range = rules.has_range and not other_rules.takes("range")
    if loses_range:  # the other search takes no range, so that values may lie anywhere
        return Opposite(rule=rule, changes={**changed_rule, "range": FULL_WINDOW}, words=words)
    return Opposite(rule=rule, changes=changed_rule, words=words)


class Parting(NamedTuple):
    """A cut-off by which one search skips what the other visits, and what either does there."""

    node: int
    step: int
    sentence: Sentence


def partings(first: Record, second: Record) -> list[Parting]:
    """Return the cut-offs that only one of two searches makes, in the order of their steps.

    Args:
        first: A finished search.
        second: Another finished search of the same nodes.

    Returns:
        The cut-offs of either search. The step is that of the search which cuts off.
    """
    alone = chain(_cuts_alone(first, second), _cuts_alone(second, first))
    return sorted(alone, key=lambda parting: parting.step)


class _SearchStep(NamedTuple):
    """A step of a search."""

    record: Record
    step: Step

    @property
    def search(self) -> str:
        """The name of the search."""
        return name_of(self.record.rules)

    @property
    def test(self) -> CutTest | None:
        """The test for a cut-off that is made in the step, if one is."""
        return test_at(self.record, self.step)

    @property
    def goes_on_by_test(self) -> bool:
        """Whether a test fails in the step, so that children are visited that it could skip."""
        test = self.test
        if test is None:
            return False
        could_skip_children = test.skips
        return could_skip_children and not test.holds


def _cuts_alone(cutting: Record, other: Record) -> Iterator[Parting]:
    """Yield the cut-offs by which one search skips children that another search visits.

    Args:
        cutting: The search whose cut-offs are gone through.
        other: The other search of the same nodes.
    """
    # A cut-off is recorded by the call of the child whose return led to it.
    for child_call in cutting.cuts:
        cut = _SearchStep(cutting, cutting.arrival(child_call))
        step_of_other = _same_arrival(cut, other)
        if step_of_other is None:  # the other search has no step to compare it with
            continue
        both_cut_off = step_of_other.kind is StepKind.CUT
        visited_by_other = _skipped_but_visited(cut, other)
        if both_cut_off or not visited_by_other:
            continue
        goes_on = _SearchStep(other, step_of_other)
        sentence = _parting_sentence(cut, goes_on, visited_by_other)
        yield Parting(cut.step.node, cut.step.number, sentence)


def _same_arrival(cut: _SearchStep, other: Record) -> Step | None:
    """Return the step of another search at which the same child returns to the same node.

    ``None`` where it does not, and where either search enters the node several times.
    """
    child_call = other.call_of(present(cut.step.child))
    calls_of_node = [len(record.calls_of(cut.step.node)) for record in (cut.record, other)]
    if child_call is None or calls_of_node != [1, 1]:
        return None
    return other.arrival(child_call)


def _skipped_but_visited(cut: _SearchStep, other: Record) -> list[int]:
    """Return the children that a cut-off skips and another search visits."""
    return [
        child
        for child in cut.record.children(cut.step.node)
        if cut.record.call_of(child) is None and other.call_of(child) is not None
    ]


def _parting_sentence(cut: _SearchStep, other: _SearchStep, skipped: Sequence[int]) -> Sentence:
    """Say that one search cuts off at a node where another goes on, each with its test.

    ``At ▽B, after 3: alpha-beta ≥ cuts off, 3 ≥ 3; alpha-beta > goes on, 3 > 3 is false, and visits
    4``. The second test is said only if it is why the other search goes on.

    Args:
        cut: The step of the search with the cut-off.
        other: The step of the other search, at which the same child returns to the same node.
        skipped: The children that only the other search visits.
    """
    if other.goes_on_by_test:
        return _goes_on_by_test(cut, other, skipped)
    return Sentence(
        "At {node}, after {child}: {first} cuts off, {test}; {second} visits {nodes}",
        node=Node(cut.record.tree, cut.step.node),
        child=Node(cut.record.tree, present(cut.step.child)),
        first=cut.search,
        test=cut.test,
        second=other.search,
        nodes=node_list(other.record, skipped),
    )


def _goes_on_by_test(cut: _SearchStep, other: _SearchStep, skipped: Sequence[int]) -> Sentence:
    """Say that one search cuts off at a node where another goes on because its own test fails.

    ``At ▽B, after 3: alpha-beta ≥ cuts off, 3 ≥ 3; alpha-beta > goes on, 3 > 3 is false, and …``

    Args:
        cut: The step of the search with the cut-off.
        other: The step of the other search, at which the same child returns to the same node.
        skipped: The children that only the other search visits.
    """
    return Sentence(
        "At {node}, after {child}: {first} cuts off, {test}; {second} goes on, {other}, and "
        "visits {nodes}",
        node=Node(cut.record.tree, cut.step.node),
        child=Node(cut.record.tree, present(cut.step.child)),
        first=cut.search,
        test=cut.test,
        second=other.search,
        other=other.test,
        nodes=node_list(other.record, skipped),
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
        """Return a sentence on how the second of two searches differs from the first.

        - With ``under``, the first search is on the screen, and the second shows what other rules
          would change: ``Under the test >, 2 more leaves are read: 4, 6``.
        - Without it, the second search is on the screen, after a change: ``Now 2 more leaves are
          read: 4, 6``.

        Args:
            under: The rules of the second search in words, such as ``under the test >``; empty if
                the second search is the one on the screen.
        """
        first, second = self.records
        if under:
            return self._sentence(opening=f"{under},", on_screen=first)
        return self._sentence(opening="now", on_screen=second)

    def _sentence(self, opening: str, on_screen: Record) -> Sentence:
        """Return the sentence on what differs, after its first words.

        Args:
            opening: The first words, without a capital letter: ``now``.
            on_screen: The search on the screen, by whose tree nodes are named.
        """
        different = self._all_parts(on_screen)
        if not different:
            return self._nothing_differs(opening)
        listed = ItemList(tuple(different), last="; ", between="; ")
        return Sentence("{when} {parts}", when=opening, parts=listed)

    def _nothing_differs(self, opening: str) -> Sentence:
        """Say that all is the same; nothing of branches cut where neither search has windows."""
        if any(record.has_windows for record in self.records):
            return Sentence(
                "{when} the same leaves are read, the same branches cut, the same value returned",
                when=opening,
            )
        return Sentence("{when} the same leaves are read, the same value returned", when=opening)

    def _all_parts(self, on_screen: Record) -> list[Phrase]:
        """Return what is different: leaves, cut-offs, returned values, leaves that are read again.

        What the second search alone reads or cuts off is named by the second search's tree.

        Args:
            on_screen: The search on the screen, by whose tree everything else is named.
        """
        _, second = self.records
        return [
            *_more_leaves(_named(second, self.more)),
            *_fewer_leaves(_named(on_screen, self.fewer)),
            *_cut_offs_gone(_named(on_screen, self.cuts_gone)),
            *_cut_offs_new(_named(second, self.cuts_new)),
            *self._values_that_differ(on_screen),
            *self._leaves_read_again(),
        ]

    def _values_that_differ(self, on_screen: Record) -> Iterator[Phrase]:
        """Say which nodes return something else: ``▽B returns 2 instead of 3``."""
        returned = self._worth_saying
        if returned:
            items = tuple(_returned_instead(on_screen, other) for other in returned[:_LISTED])
            yield as_phrase(ItemList(items, len(returned) - len(items)))

    def _leaves_read_again(self) -> Iterator[Phrase]:
        """Say how often the second search reads a leaf that it has read before."""
        _, second = self.records
        read_again = second.evaluations - second.evaluated
        if read_again:
            count = Count(read_again, "reading is", "readings are")
            yield Phrase("{count} of a leaf read before", count=count)

    @property
    def _worth_saying(self) -> tuple[OtherValue, ...]:
        """The nodes that return something else and are told.

        If other leaves are read, or other cut-offs made, these are told, and other values within
        the tree come with them: only the root's is worth saying, too. Otherwise it is all nodes.
        """
        if any((self.more, self.fewer, self.cuts_gone, self.cuts_new)):
            return tuple(other for other in self.returned if other.node == 0)
        return self.returned


class _NamedNodes(NamedTuple):
    """Some nodes as a sentence lists them.

    Attributes:
        number: How many nodes there are.
        listed: The first of them by name, and how many more there are.
    """

    number: int
    listed: ItemList


def _named(record: Record, nodes: Sequence[int]) -> _NamedNodes:
    """Return nodes as a sentence lists them, with the names that a search's tree gives them."""
    first_nodes = nodes[:_LISTED]
    names = tuple(Node(record.tree, node) for node in first_nodes)
    not_named = len(nodes) - len(first_nodes)
    return _NamedNodes(number=len(nodes), listed=ItemList(names, more=not_named))


def _more_leaves(leaves: _NamedNodes) -> Iterator[Phrase]:
    """Say which leaves only the second search reads, if any: ``1 more leaf is read: 9``."""
    if leaves.number:
        count = Count(leaves.number, "more leaf is", "more leaves are")
        yield Phrase("{count} read: {nodes}", count=count, nodes=leaves.listed)


def _fewer_leaves(leaves: _NamedNodes) -> Iterator[Phrase]:
    """Say which leaves only the first search reads, if any: ``2 leaves are not read: 4, 6``."""
    if leaves.number:
        count = Count(leaves.number, "leaf is", "leaves are")
        yield Phrase("{count} not read: {nodes}", count=count, nodes=leaves.listed)


def _cut_offs_gone(nodes: _NamedNodes) -> Iterator[Phrase]:
    """Say where only the first search makes a cut-off, if anywhere: ``1 cut-off is gone: ▽B``."""
    if nodes.number:
        count = Count(nodes.number, "cut-off is", "cut-offs are")
        yield Phrase("{count} gone: {nodes}", count=count, nodes=nodes.listed)


def _cut_offs_new(nodes: _NamedNodes) -> Iterator[Phrase]:
    """Say where only the second search makes a cut-off: ``2 cut-offs are new: ▽A, ▽C``."""
    if nodes.number:
        count = Count(nodes.number, "cut-off is", "cut-offs are")
        yield Phrase("{count} new: {nodes}", count=count, nodes=nodes.listed)


def _returned_instead(record: Record, other: OtherValue) -> Phrase:
    """Say that a node returns something else than before."""
    return Phrase(
        "{node} returns {after} instead of {before}",
        node=Node(record.tree, other.node),
        after=other.after,
        before=other.before,
    )


def differences(first: Record, second: Record) -> Differences:
    """Compare two finished searches of the same nodes: leaves read, cut-offs, returned values.

    Takes time linear in what the searches visit, but for sorting.

    Args:
        first: A finished search.
        second: Another one. Its tree may have other values or labels, but has the same nodes.

    Example:
        Alpha-beta leaves out the 9, node 6, by a cut-off at node 4; minimax reads it.

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
        # Each as (node, value in the first search, value in the second), by node number.
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
        before = _value_at(first, node)
        after = _value_at(second, node)
        if before is not None and after is not None and before != after:
            yield OtherValue(node, before, after)


def _value_at(record: Record, node: int) -> Number | None:
    """Return what a node returned last; ``None`` where it was not visited, or is still open."""
    call = record.call_of(node)
    return None if call is None else record.value(call)


def effect(before: Record, after: Record) -> Sentence:
    """Say in a sentence what other rules, or an edit of the tree, did to a search.

    A search that does not end, or that is too large to be compared at once, is told by its counts:
    ``8 leaves are read, 2 cut-offs``.

    Args:
        before: The search as it was.
        after: The search as it is now. If it waits for a leaf whose value is unknown, only that is
            said.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], [2, 9]])
        >>> str(effect(search(tree), search(tree, Rules(algorithm="minimax"))))
        'Now 1 more leaf is read: 9; 1 cut-off is gone: ▽B.'
    """
    needed = waiting(after)
    if needed is not None:
        return needed
    if _can_be_compared(before) and _can_be_compared(after):
        return differences(before, after).sentence()
    leaves = Count(after.evaluated, "leaf is", "leaves are")
    cuts = Count(len(after.cuts), "cut-off", "cut-offs")
    return Sentence("{leaves} read, {cuts}", leaves=leaves, cuts=cuts)


def _can_be_compared(record: Record) -> bool:
    """Tell whether a search has ended, and is small enough to be compared at once."""
    return record.complete and len(record.nodes) <= _LARGEST_COMPARED


class Pair(NamedTuple):
    """The steps that two searches show at the same moment.

    Attributes:
        node: The node of the step that is made at this moment.
        first: The step that the first search shows. If it waits, that is the last one it made.
        second: The same of the second search.
        makes_step: Whether the first search makes a step at this moment, and whether the second
            does; a search that makes none waits.
    """

    node: int
    first: int
    second: int
    makes_step: tuple[bool, bool]


class Alignment:
    """The steps of two finished searches, paired so that neither ever goes back.

    Where both come to the nodes in the same order, a step of one is paired with that of the other
    which does the same to the same node; what only one does it does alone, and the other waits.
    Else both go on step by step. Time and room are linear in the number of steps.

    Attributes:
        is_by_node: Whether the steps are paired by their nodes.
    """

    def __init__(self, first: Record, second: Record) -> None:
        """Pair the steps of two finished searches, so that they can be shown side by side.

        Each pair is a *moment*: the steps that both make then, or one step while the other search
        waits. Moment 0 is the state before both searches.

        Args:
            first: A finished search.
            second: Another finished search of the same nodes.
        """
        self._first_steps = _all_steps(first)
        self._second_steps = _all_steps(second)

        # Partners are two steps, one of each search, that do the same to the same node. Where the
        # order of partners is another in the second search, it would have to go back to them.
        partners = _pair_steps(self._first_steps, self._second_steps)
        self.is_by_node = _ascend(partners.values())
        if self.is_by_node:
            steps_made = _merge_by_node(self._first_steps, self._second_steps, partners)
        else:
            steps_made = _merge_step_by_step(first.steps, second.steps)

        self._pairs = list(_pairs_shown(steps_made, self._first_steps, self._second_steps))
        self._moments_of_first = _moment_by_step([made.first for made in steps_made])
        self._moments_of_second = _moment_by_step([made.second for made in steps_made])

    @cached_property
    def differences(self) -> list[int]:
        """The moments at which the searches begin to do different things, ascending.

        Each of them differs while the moment before it does not.
        """
        differs = [self.differs(moment) for moment in range(len(self))]
        return [
            moment
            for moment, (before, now) in enumerate(pairwise(differs), 1)
            if now and not before
        ]

    def __len__(self) -> int:
        """Return the number of moments, the one before the searches included."""
        return len(self._pairs)

    def __getitem__(self, moment: int) -> Pair:
        """Return what both searches show at a moment, one of the pairs of steps.

        Args:
            moment: The number of the moment; 0 is the state before both searches.

        Returns:
            The pair. If both searches make a step, the node is that of the first search's step. For
            a search that waits, the step is the last one that it has made.
        """
        return self._pairs[moment]

    def differs(self, moment: int) -> bool:
        """Tell whether the searches do something different at a moment: other nodes or values."""
        pair = self._pairs[moment]
        does_one_wait = not all(pair.makes_step)
        if does_one_wait:
            return True
        step_of_first = self._first_steps[pair.first]
        step_of_second = self._second_steps[pair.second]
        return _outcome(step_of_first) != _outcome(step_of_second)

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
        moments = self._moments_of_first
        last_step = len(self._first_steps) - 1
        is_second_search = search == 1
        if is_second_search:
            moments = self._moments_of_second
            last_step = len(self._second_steps) - 1
        return moments.get(min(step, last_step), 0)


class _StepPair(NamedTuple):
    """The steps that two searches make at the same moment; ``None`` for one that waits."""

    first: int | None
    second: int | None


_Event: TypeAlias = "tuple[int, int | None]"


def _all_steps(record: Record) -> list[Step]:
    """Return the steps of a search by their numbers; step 0 is the state before it."""
    return [record.step(number) for number in range(record.steps + 1)]


def _ascend(partners: Iterable[int]) -> bool:
    """Tell whether steps ascend: only then does a search never have to go back to its partners."""
    return all(before < after for before, after in pairwise(partners))


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


def _pairs_shown(
    steps_made: Iterable[_StepPair], first_steps: Sequence[Step], second_steps: Sequence[Step]
) -> Iterator[Pair]:
    """Yield what both searches show at each moment.

    A search that waits shows the last step that it has made; before its first one, that is step 0,
    the state before the search.

    Args:
        steps_made: The steps that the searches make at each moment.
        first_steps: The steps of the first search, by their numbers.
        second_steps: Those of the second.
    """
    shown_of_first = 0
    shown_of_second = 0
    for made in steps_made:
        if made.second is not None:
            shown_of_second = made.second
            step_made = second_steps[made.second]
        if made.first is not None:  # also if both make a step: its node is the pair's node
            shown_of_first = made.first
            step_made = first_steps[made.first]
        yield Pair(
            node=step_made.node,
            first=shown_of_first,
            second=shown_of_second,
            makes_step=(made.first is not None, made.second is not None),
        )


def _pair_steps(first: Sequence[Step], second: Sequence[Step]) -> dict[int, int]:
    """Pair the steps of two searches that do the same to the same node.

    Two steps do the same if both enter the same node, or if the same child returns to it in both.
    If both searches do so several times, the first times are paired, then the second ones.

    Args:
        first: The steps of the first search; the state before the search, number 0, comes first.
        second: Those of the second.

    Returns:
        The number of a step of the first search -> the number of its partner in the second. Steps
        that have no partner, and the states before the searches, are left out.
    """
    # By what a step does: the numbers of the second search's steps, the earliest first.
    unpaired = defaultdict[_Event, deque[int]](deque)
    for step in second[1:]:
        unpaired[_event(step)].append(step.number)
    partners: dict[int, int] = {}
    for step in first[1:]:
        candidates = unpaired[_event(step)]
        if candidates:
            partners[step.number] = candidates.popleft()
    return partners


def _merge_by_node(
    first: Sequence[Step], second: Sequence[Step], partners: Mapping[int, int]
) -> list[_StepPair]:
    """Merge the steps of two searches into moments, partners at the same moment.

    What only the second search does comes right after the last step before it that both do, and
    before what only the first search does. With three steps each and the partners 1–1 and 3–3 the
    moments are::

        first     0   1   –   2   3      – is a search that waits
        second    0   1   2   –   3

    Args:
        first: The steps of the first search; the state before it, number 0, comes first.
        second: Those of the second.
        partners: Steps of the first search -> the steps of the second that do the same, both
            ascending. The states before the searches, numbered 0, are not among them.

    Returns:
        A pair of step numbers for each moment; ``None`` for a search that waits.
    """
    alone_after = _group_steps_of_second_alone(second, partners)
    partner_or_start = {0: 0, **partners}
    pairs: list[_StepPair] = []
    # The numbers of the steps are their places in `first`, since number 0 comes first.
    for number in range(len(first)):
        pairs.append(_StepPair(number, partner_or_start.get(number)))
        pairs += [_StepPair(None, alone) for alone in alone_after.get(number, ())]
    return pairs


def _group_steps_of_second_alone(
    second: Sequence[Step], partners: Mapping[int, int]
) -> Mapping[int, list[int]]:
    """Group the steps that only the second search makes by the shared step before them.

    Args:
        second: The steps of the second search; the state before it, number 0, comes first.
        partners: Steps of the first search -> the steps of the second that do the same.

    Returns:
        The number of a shared step in the first search -> the steps that only the second search
        makes after it, ascending. Under 0 stand those before all shared steps.
    """
    first_by_partner = {partner: number for number, partner in partners.items()}
    alone_after = defaultdict[int, list[int]](list)
    last_shared = 0
    for step in second[1:]:
        if step.number in first_by_partner:
            last_shared = first_by_partner[step.number]
        else:
            alone_after[last_shared].append(step.number)
    return alone_after


def _merge_step_by_step(first: int, second: int) -> list[_StepPair]:
    """Return the steps of two searches in pairs, given how many each has.

    Example:
        >>> _merge_step_by_step(0, 1)
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
    """Say what each of two searches does at a moment where they differ.

    ``alpha-beta ≥: 4 is read; minimax: 6 is read`` if both make a step; else ``only minimax has
    this step: 6 is read``.

    Args:
        first: A finished search.
        second: Another one.
        pair: The steps that both show at this moment. At least one of the searches makes its step.
    """
    first_goes_on, second_goes_on = pair.makes_step
    if first_goes_on and second_goes_on:
        return Sentence(
            "{first}: {one}; {second}: {two}",
            first=name_of(first.rules),
            one=_first_sentence(first, pair.first),
            second=name_of(second.rules),
            two=_first_sentence(second, pair.second),
        )
    if first_goes_on:
        return _only_one_has(first, pair.first)
    return _only_one_has(second, pair.second)


def _first_sentence(record: Record, step: int) -> Phrase:
    """Return the first sentence of a step, as part of another."""
    return sentences(record, step)[0].phrase


def _only_one_has(record: Record, step: int) -> Sentence:
    """Say that the other search does not make a step."""
    return Sentence(
        "Only {search} has this step: {step}",
        search=name_of(record.rules),
        step=_first_sentence(record, step),
    )
