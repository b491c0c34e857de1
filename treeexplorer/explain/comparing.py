"""Searches of the same tree side by side, and where two of them part."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, zip_longest
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.engine.algorithms import TABLE, explain_why_idle, search
from treeexplorer.engine.analysis import Moves, analysis_of
from treeexplorer.engine.ordered_tree import HorizonError
from treeexplorer.engine.record import Record, Step, StepKind
from treeexplorer.errors import present
from treeexplorer.explain.endings import waiting
from treeexplorer.explain.phrases import node_list
from treeexplorer.explain.rules_in_words import describe_rule
from treeexplorer.explain.sentence import Count, ItemList, Node, Phrase, Sentence, convert_to_phrase
from treeexplorer.explain.steps import sentences
from treeexplorer.judging.cutoff_tests import test_at
from treeexplorer.judging.facts import CutTest
from treeexplorer.numbers import convert_number_to_json, shown
from treeexplorer.rules import (
    ALGORITHMS,
    CLASSIC_ONLY,
    CONVENTIONS,
    AlgorithmName,
    Rules,
    RulesError,
    alternatives,
    changed,
    list_rule_values,
    parse_rule,
    title_of,
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
        return format_search_name(self.rules)

    @property
    def value(self) -> Number | None:
        """The root's value; ``None`` where the search did not end."""
        return None if self.record is None else self.record.root_value

    @property
    def moves(self) -> Moves:
        """Which of the root's moves are best; none where the search did not end."""
        if self.record is None or not self.record.complete:
            return Moves()
        return analysis_of(self.record).moves(0)

    def counts(self) -> dict[str, int | None]:
        """Count what the search cost in nodes, leaves, readings, calls and cut-offs, for JSON.

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
        if record is None or self.problem is not None:
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
            "value": convert_number_to_json(self.value),
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
        return self.record.tree.labels.full_address(best)


def format_search_name(rules: Rules) -> str:
    """Format the name of a search, with the conventions that matter for it, such as ``PVS``.

    Example:
        >>> format_search_name(Rules()), format_search_name(Rules(algorithm="pvs"))
        ('alpha-beta ≥', 'PVS')
        >>> format_search_name(Rules(form="bounds"))
        'alpha-beta, form bounds'
    """
    name = title_of("algorithm", rules.algorithm) + _format_conventions(rules)
    if rules.order == Rules.order:
        return name
    return f"{name} {title_of('order', rules.order)}"


def _format_conventions(rules: Rules) -> str:
    """Format the form, or the cut test and the return rule, as the end of a search's name.

    For example ``, form bounds`` or `` > fail-hard``; empty for a search without such conventions.
    """
    if rules.fixes_its_own_rules:
        return f", form {rules.form}"
    if not rules.has_conventions:
        return ""
    if rules.hard:
        return f" {rules.test_sign} fail-hard"
    return f" {rules.test_sign}"


def contenders(tree: GameTree, rules: Rules) -> Iterator[Rules]:
    """Yield the rules to compare on a tree: every search, and alpha-beta's conventions.

    Window, depth limit and levels stay as they are. The first is the reference: alpha-beta in its
    classic form, cut on equality, fail-soft, in the stated order.
    """
    reference = replace(rules, algorithm="alphabeta", form="classic", cutoff=">=", fail="soft")
    searches = _collect_searches_for(tree.with_levels(rules.levels))
    yield reference
    for candidate in alternatives(reference, algorithms=searches):
        if _is_single_change(candidate, reference):
            yield candidate


def _collect_searches_for(tree: GameTree) -> list[AlgorithmName]:
    """Collect the searches worth running on a tree: those for chance nodes only if it has some."""
    return [name for name in ALGORITHMS if tree.has_chance or not TABLE[name].for_chance]


def _is_single_change(candidate: Rules, reference: Rules) -> bool:
    """Tell whether rules differ from others in one rule, or only in conventions of alpha-beta.

    Alpha-beta's own conventions are its cut test and its return rule; they may change together.
    """
    changed_rules = set(changed(candidate, reference))
    return len(changed_rules) == 1 or changed_rules <= CLASSIC_ONLY


def contender(tree: GameTree, rules: Rules) -> Contender:
    """Search a tree, and return the search for a comparison, with the problem if it did not end."""
    try:
        record = search(tree, rules)
    except (HorizonError, RulesError) as error:
        return Contender(rules, record=None, problem=str(error))

    unknown_leaf_needed = waiting(record)
    if unknown_leaf_needed is not None:
        return Contender(rules, record, problem=str(unknown_leaf_needed.phrase))
    return Contender(rules, record)


def change_rules_by_words(spelling: str, rules: Rules) -> Rules:
    """Change rules by words such as ``>``, ``hard``, ``right-to-left`` or ``pvs,>``.

    A convention that alpha-beta alone has implies alpha-beta in its classic form.

    Raises:
        RulesError: A word is none of the choices.

    Example:
        >>> format_search_name(change_rules_by_words("hard,>", Rules()))
        'alpha-beta > fail-hard'
        >>> format_search_name(change_rules_by_words("pvs", Rules()))
        'PVS'
    """
    words = spelling.replace("+", ",").split(",")
    changes = dict(_parse_rule_word(word) for word in words)
    implies_classic_form = not {"algorithm", *CLASSIC_ONLY}.isdisjoint(changes)
    if implies_classic_form and "form" not in changes:
        changes = {"algorithm": "alphabeta", "form": "classic", **changes}
    return replace(rules, **changes)


def _parse_rule_word(word: str) -> tuple[str, Any]:
    """Parse a word into the first rule of which it is a value: ``hard`` is ``("fail", "hard")``.

    Raises:
        RulesError: It is a value of no rule.
    """
    rule_names = [convention.name for convention in CONVENTIONS if convention.values]
    for name in rule_names:
        with suppress(RulesError):  # not a value of this rule: the next is tried
            return name, parse_rule(name, word)
    choices = ", ".join(value for name in rule_names for value in list_rule_values(name))
    raise RulesError(f"{quoted(word.strip())} is no search or convention; there are {choices}")


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


_VALUES_TO_COMPARE: Final = {
    "form": ("classic", "classic"),
    "cutoff": (">=", ">"),
    "fail": ("soft", "hard"),
    "order": ("left-to-right", "right-to-left"),
    "algorithm": ("alphabeta", "minimax"),
}
"""The rules of which both values are worth seeing side by side, the usual one first."""


def collect_opposites(rules: Rules) -> list[Opposite]:
    """Collect the searches to compare a search with: each has the other value of one rule.

    The rules are the cut test, what is returned, the order, and alpha-beta against minimax. One
    that decides nothing here is left out. A printed form of alpha-beta, which decides some of
    these rules itself, is compared with the classic form.

    Example:
        >>> [opposite.words for opposite in collect_opposites(Rules())]
        ... # doctest: +NORMALIZE_WHITESPACE
        ['α ≥ β against α > β', 'fail-soft against fail-hard',
         'left to right against right to left', 'alpha-beta against minimax']
    """
    return [
        _build_opposite(rules, rule, _choose_other_value(rules, rule))
        for rule in _VALUES_TO_COMPARE
        if _has_opposite(rules, rule)
    ]


def _choose_other_value(rules: Rules, rule: str) -> str:
    """Choose the value to compare a rule with: the usual one, or the unusual one if it has that."""
    usual_value, unusual_value = _VALUES_TO_COMPARE[rule]
    if getattr(rules, rule) == usual_value:
        return unusual_value
    return usual_value


def _has_opposite(rules: Rules, rule: str) -> bool:
    """Tell whether a rule makes a difference to a search, and has another value to compare with.

    The form has none if it is the classic one.
    """
    is_idle = rule != "algorithm" and explain_why_idle(rules, rule) is not None
    if is_idle:
        return False
    value: str = getattr(rules, rule)
    return value != _choose_other_value(rules, rule)


def build_minimax_comparison(rules: Rules) -> Opposite:
    """Compare a search with minimax; minimax itself with alpha-beta.

    Example:
        >>> build_minimax_comparison(Rules(algorithm="pvs")).words
        'PVS against minimax'
    """
    alpha_beta, minimax = _VALUES_TO_COMPARE["algorithm"]
    other_algorithm = alpha_beta if rules.algorithm == minimax else minimax
    return _build_opposite(rules, "algorithm", other_algorithm)


def _build_opposite(rules: Rules, rule: str, other_value: str) -> Opposite:
    """Build the comparison of a search with itself under another value of one rule.

    For example the rule ``cutoff`` with the other value ``>``.
    """
    # A dict, since `replace` takes the name of the rule as a keyword.
    changes: dict[str, Any] = {rule: other_value}
    other_rules = replace(rules, **changes)
    words = f"{describe_rule(rule, rules)} against {describe_rule(rule, other_rules)}"
    if rules.has_range and not other_rules.takes("range"):
        changes["range"] = FULL_WINDOW
    return Opposite(rule=rule, changes=changes, words=words)


class Parting(NamedTuple):
    """A cut-off by which one search skips what the other visits, and what either does there."""

    node: int
    step: int
    sentence: Sentence


def partings(first: Record, second: Record) -> list[Parting]:
    """Collect the cut-offs that only one of two searches makes, in the order of their steps.

    Args:
        first: A finished search.
        second: Another finished search of the same nodes.

    Returns:
        The cut-offs of either search. The step is that of the search which cuts off.
    """
    found = [
        *_find_cut_offs_of_one_search(first, second),
        *_find_cut_offs_of_one_search(second, first),
    ]
    return sorted(found, key=lambda parting: parting.step)


class _SearchStep(NamedTuple):
    """A step together with the search that makes it."""

    record: Record
    step: Step

    @property
    def search_name(self) -> str:
        """The name of the search."""
        return format_search_name(self.record.rules)

    @property
    def test(self) -> CutTest | None:
        """The test for a cut-off that is made in the step, if one is."""
        return test_at(self.record, self.step)

    @property
    def has_failed_test(self) -> bool:
        """Whether a test fails in the step that could have skipped children."""
        test = self.test
        return test is not None and test.skips and not test.holds


def _find_cut_offs_of_one_search(cutting: Record, other: Record) -> Iterator[Parting]:
    """Yield the cut-offs by which one search skips children that the other search visits.

    For example at ``▽B[3 4]``: after the 3 the first search cuts off, while the other goes on to
    the 4. A cut-off is left out if the other search never comes to this point, if it cuts off here,
    too, or if it visits no child that the first one never visits.
    """
    # A cut-off is made in the step in which a child returns its value: here the 3.
    for returning_call in cutting.cuts:
        cut = _SearchStep(cutting, cutting.arrival(returning_call))

        same_return_in_other = _find_return_of_same_child(cut, other)
        if same_return_in_other is None or same_return_in_other.kind is StepKind.CUT:
            continue
        only_other_visits = _collect_children_only_visited_by(other, cut)
        if not only_other_visits:
            continue

        going_on = _SearchStep(other, same_return_in_other)
        sentence = _describe_parting(cut, going_on, only_other_visits)
        yield Parting(node=cut.step.node, step=cut.step.number, sentence=sentence)


def _find_return_of_same_child(cut: _SearchStep, other: Record) -> Step | None:
    """Find the step of another search at which the same child returns to the same node.

    ``None`` if there is none, or either search enters the node several times.
    """
    node = cut.step.node
    child_call = other.call_of(present(cut.step.child))
    is_entered_once_in_both = len(cut.record.calls_of(node)) == len(other.calls_of(node)) == 1
    if child_call is None or not is_entered_once_in_both:
        return None
    return other.arrival(child_call)


def _collect_children_only_visited_by(other: Record, cut: _SearchStep) -> list[int]:
    """Collect the children that a search with a cut-off never visits, and another search does."""
    return [
        child
        for child in cut.record.children(cut.step.node)
        if cut.record.call_of(child) is None and other.call_of(child) is not None
    ]


def _describe_parting(
    cut: _SearchStep, going_on: _SearchStep, visited_by_other: Sequence[int]
) -> Sentence:
    """Say that one search cuts off at a node where another goes on.

    For example ``At ▽B, after 3: alpha-beta ≥ cuts off, 3 ≥ 3; minimax visits 4``. If the other
    search goes on because its test fails, this test is told, too.
    """
    if going_on.has_failed_test:
        return _describe_parting_by_failed_test(cut, going_on, visited_by_other)
    return Sentence(
        "At {node}, after {child}: {first} cuts off, {test}; {second} visits {nodes}",
        node=Node(cut.record.tree, cut.step.node),
        child=Node(cut.record.tree, present(cut.step.child)),
        first=cut.search_name,
        test=cut.test,
        second=going_on.search_name,
        nodes=node_list(going_on.record, visited_by_other),
    )


def _describe_parting_by_failed_test(
    cut: _SearchStep, going_on: _SearchStep, visited_by_other: Sequence[int]
) -> Sentence:
    """Say that one search cuts off at a node where another goes on because its own test fails.

    ``At ▽B, after 3: alpha-beta ≥ cuts off, 3 ≥ 3; alpha-beta > goes on, 3 > 3 is false, and …``
    """
    return Sentence(
        "At {node}, after {child}: {first} cuts off, {test}; {second} goes on, {other}, and "
        "visits {nodes}",
        node=Node(cut.record.tree, cut.step.node),
        child=Node(cut.record.tree, present(cut.step.child)),
        first=cut.search_name,
        test=cut.test,
        second=going_on.search_name,
        other=going_on.test,
        nodes=node_list(going_on.record, visited_by_other),
    )


_MAX_COMPARED_CALLS: Final = 100_000  # calls of either search; more would take too long
_MAX_NAMED_NODES: Final = 4  # nodes that are named of each kind of difference


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
        """Describe how the second of two searches differs from the first.

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
            return self._describe(opening=f"{under},", on_screen=first)
        return self._describe(opening="now", on_screen=second)

    def _describe(self, opening: str, on_screen: Record) -> Sentence:
        """Describe what differs, after an opening such as ``now``.

        The nodes have the names that the tree of the search on the screen gives them.
        """
        differences = self._describe_all_differences(on_screen)
        if not differences:
            return self._describe_no_difference(opening)
        listed = ItemList(tuple(differences), last="; ", between="; ")
        return Sentence("{when} {parts}", when=opening, parts=listed)

    def _describe_no_difference(self, opening: str) -> Sentence:
        """Say that all is the same; of cut branches only if one of the searches has windows."""
        has_windows = any(record.has_windows for record in self.records)
        if has_windows:
            return Sentence(
                "{when} the same leaves are read, the same branches cut, the same value returned",
                when=opening,
            )
        return Sentence("{when} the same leaves are read, the same value returned", when=opening)

    def _describe_all_differences(self, on_screen: Record) -> list[Phrase]:
        """Describe what differs: leaves read, cut-offs, returned values, leaves read again.

        Nodes have the names of the search on the screen, but what only the second search reads or
        cuts off has the names of the second.
        """
        _, second = self.records
        return [
            *_describe_more_leaves(_list_nodes(second, self.more)),
            *_describe_fewer_leaves(_list_nodes(on_screen, self.fewer)),
            *_describe_lost_cut_offs(_list_nodes(on_screen, self.cuts_gone)),
            *_describe_new_cut_offs(_list_nodes(second, self.cuts_new)),
            *self._describe_other_values(on_screen),
            *self._describe_leaves_read_again(),
        ]

    def _describe_other_values(self, on_screen: Record) -> Iterator[Phrase]:
        """Say which nodes return something else, if any: ``▽B returns 2 instead of 3``."""
        values = self._choose_values_to_tell()
        if values:
            first_values = values[:_MAX_NAMED_NODES]
            phrases = tuple(_describe_other_value(on_screen, value) for value in first_values)
            yield convert_to_phrase(ItemList(phrases, more=len(values) - len(phrases)))

    def _describe_leaves_read_again(self) -> Iterator[Phrase]:
        """Say how often the second search reads a leaf that it has read before, if it does."""
        _, second = self.records
        repeated_readings = second.evaluations - second.evaluated
        if repeated_readings:
            count = Count(repeated_readings, "reading is", "readings are")
            yield Phrase("{count} of a leaf read before", count=count)

    def _choose_values_to_tell(self) -> tuple[OtherValue, ...]:
        """Choose which of the other returned values to tell: all, or the root's alone.

        Other leaves or cut-offs are told before; values within the tree only follow from these.
        """
        if any((self.more, self.fewer, self.cuts_gone, self.cuts_new)):
            return tuple(value for value in self.returned if value.node == 0)
        return self.returned


class _NamedNodes(NamedTuple):
    """Some nodes as a sentence lists them.

    Attributes:
        number: How many nodes there are.
        listed: The first of them by name, and how many more there are.
    """

    number: int
    listed: ItemList


def _list_nodes(record: Record, nodes: Sequence[int]) -> _NamedNodes:
    """List the first few nodes by the names that a search's tree gives them, and count the rest."""
    named = tuple(Node(record.tree, node) for node in nodes[:_MAX_NAMED_NODES])
    unnamed_count = len(nodes) - len(named)
    return _NamedNodes(number=len(nodes), listed=ItemList(named, more=unnamed_count))


def _describe_more_leaves(leaves: _NamedNodes) -> Iterator[Phrase]:
    """Say which leaves only the second search reads, if any: ``1 more leaf is read: 9``."""
    if leaves.number:
        count = Count(leaves.number, "more leaf is", "more leaves are")
        yield Phrase("{count} read: {nodes}", count=count, nodes=leaves.listed)


def _describe_fewer_leaves(leaves: _NamedNodes) -> Iterator[Phrase]:
    """Say which leaves only the first search reads, if any: ``2 leaves are not read: 4, 6``."""
    if leaves.number:
        count = Count(leaves.number, "leaf is", "leaves are")
        yield Phrase("{count} not read: {nodes}", count=count, nodes=leaves.listed)


def _describe_lost_cut_offs(nodes: _NamedNodes) -> Iterator[Phrase]:
    """Say where only the first search makes a cut-off, if anywhere: ``1 cut-off is gone: ▽B``."""
    if nodes.number:
        count = Count(nodes.number, "cut-off is", "cut-offs are")
        yield Phrase("{count} gone: {nodes}", count=count, nodes=nodes.listed)


def _describe_new_cut_offs(nodes: _NamedNodes) -> Iterator[Phrase]:
    """Say where only the second search makes a cut-off: ``2 cut-offs are new: ▽A, ▽C``."""
    if nodes.number:
        count = Count(nodes.number, "cut-off is", "cut-offs are")
        yield Phrase("{count} new: {nodes}", count=count, nodes=nodes.listed)


def _describe_other_value(record: Record, other: OtherValue) -> Phrase:
    """Say that a node returns another value than before: ``▽B returns 2 instead of 3``."""
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
    read_by_first = _collect_leaves_read(first)
    read_by_second = _collect_leaves_read(second)
    cut_by_first = _collect_nodes_cut_off(first)
    cut_by_second = _collect_nodes_cut_off(second)
    return Differences(
        records=(first, second),
        fewer=tuple(sorted(read_by_first - read_by_second)),
        more=tuple(sorted(read_by_second - read_by_first)),
        cuts_gone=tuple(node for node in cut_by_first if node not in cut_by_second),
        cuts_new=tuple(node for node in cut_by_second if node not in cut_by_first),
        returned=tuple(_find_other_values(first, second)),
    )


def _collect_leaves_read(record: Record) -> set[int]:
    """Collect the leaves that a search has read."""
    return {node for _, node, _ in record.readings()}


def _collect_nodes_cut_off(record: Record) -> dict[int, None]:
    """Collect the nodes with a cut-off, each once, in the order of the cut-offs."""
    return dict.fromkeys(cut.node for cut in analysis_of(record).cut_offs)


def _find_other_values(first: Record, second: Record) -> Iterator[OtherValue]:
    """Yield the nodes that return another value in the second search, in preorder.

    Only the root and nodes with children are compared; the root may be a leaf.
    """
    inner_nodes = {first.node(call) for call in first.inner_calls}
    for node in sorted({0, *inner_nodes}):
        before = _last_value_of(first, node)
        after = _last_value_of(second, node)
        if before is not None and after is not None and before != after:
            yield OtherValue(node, before, after)


def _last_value_of(record: Record, node: int) -> Number | None:
    """Return what a node returned last; ``None`` if it was not visited, or is still open."""
    last_call = record.call_of(node)
    if last_call is None:
        return None
    return record.value(last_call)


def effect(before: Record, after: Record) -> Sentence:
    """Describe in a sentence what other rules, or an edit of the tree, did to a search.

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
    unknown_leaf_needed = waiting(after)
    if unknown_leaf_needed is not None:
        return unknown_leaf_needed
    if _can_be_compared(before) and _can_be_compared(after):
        return differences(before, after).sentence()
    return Sentence(
        "{leaves} read, {cuts}",
        leaves=Count(after.evaluated, "leaf is", "leaves are"),
        cuts=Count(len(after.cuts), "cut-off", "cut-offs"),
    )


def _can_be_compared(record: Record) -> bool:
    """Tell whether a search has ended, and is small enough to be compared at once."""
    return record.complete and len(record.nodes) <= _MAX_COMPARED_CALLS


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
        waits. Moment 0 is the state before both searches. For example, where the first search alone
        makes its step 2::

            moment    0   1   2   3
            first     0   1   2   3
            second    0   1   –   2      – is a search that waits

        Args:
            first: A finished search.
            second: Another finished search of the same nodes.
        """
        self._first_steps = _collect_steps(first)
        self._second_steps = _collect_steps(second)

        # 1. Partners are steps that do the same to the same node: in the example {1: 1, 3: 2}, by
        #    the numbers of the first search. If the numbers of the second do not ascend, as in
        #    {1: 2, 2: 1}, it would have to go back: then the nodes do not pair the steps.
        partners = _find_partners(self._first_steps, self._second_steps)
        self.is_by_node = _is_ascending(partners.values())

        # 2. The step that each search makes at each moment; `None` if it waits.
        if self.is_by_node:
            steps_made = _merge_by_node(self._first_steps, self._second_steps, partners)
        else:
            steps_made = _merge_step_by_step(first.steps, second.steps)

        # 3. The step that each search shows at each moment (if it waits, its last one), and the
        #    moment of each step.
        self._pairs = list(_build_shown_pairs(steps_made, self._first_steps, self._second_steps))
        self._moments_of_first = _build_moment_by_step([made.first for made in steps_made])
        self._moments_of_second = _build_moment_by_step([made.second for made in steps_made])

    @cached_property
    def differences(self) -> list[int]:
        """The moments at which the searches begin to do different things, ascending.

        Each of them differs while the moment before it does not.
        """
        differs_at = [self.differs(moment) for moment in range(len(self))]
        return [
            moment
            for moment in range(1, len(self))
            if differs_at[moment] and not differs_at[moment - 1]
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
        is_one_waiting = not all(pair.makes_step)
        if is_one_waiting:
            return True
        step_of_first = self._first_steps[pair.first]
        step_of_second = self._second_steps[pair.second]
        return _outcome_of(step_of_first) != _outcome_of(step_of_second)

    def difference_at(self, moment: int) -> int | None:
        """Return which difference begins at a moment, from 1; ``None`` where none does."""
        index = bisect_left(self.differences, moment)
        if index < len(self.differences) and self.differences[index] == moment:
            return index + 1
        return None

    def moment_of(self, step: int, search: int = 0) -> int:
        """Return the moment at which a search makes a step, or its last step if it has fewer.

        Args:
            step: The number of the step.
            search: Which search: 0 for the first, 1 for the second.
        """
        if search == 0:
            moments = self._moments_of_first
            last_step = len(self._first_steps) - 1
        else:
            moments = self._moments_of_second
            last_step = len(self._second_steps) - 1
        return moments.get(min(step, last_step), 0)


class _StepPair(NamedTuple):
    """The steps that two searches make at the same moment; ``None`` for one that waits."""

    first: int | None
    second: int | None


_Event: TypeAlias = "tuple[int, int | None]"


def _collect_steps(record: Record) -> list[Step]:
    """Collect the steps of a search by their numbers; step 0 is the state before it."""
    return [record.step(number) for number in range(record.steps + 1)]


def _is_ascending(numbers: Iterable[int]) -> bool:
    """Tell whether each number is larger than the one before it."""
    return all(before < after for before, after in pairwise(numbers))


def _event_of(step: Step) -> _Event:
    """Return where a step happens: its node, and the child whose value arrives there."""
    return step.node, step.child


def _outcome_of(step: Step) -> tuple[_Event, Number | None, bool]:
    """Return what a step does: where, with which value, and whether it cuts off."""
    return _event_of(step), step.value, step.kind is StepKind.CUT


def _build_moment_by_step(step_at_moment: Sequence[int | None]) -> dict[int, int]:
    """Build a lookup from a search's steps to moments; ``None`` is a moment at which it waits.

    Example:
        >>> _build_moment_by_step([0, None, 1])
        {0: 0, 1: 2}
    """
    return {step: moment for moment, step in enumerate(step_at_moment) if step is not None}


def _build_shown_pairs(
    steps_made: Iterable[_StepPair], first_steps: Sequence[Step], second_steps: Sequence[Step]
) -> Iterator[Pair]:
    """Yield what two searches show at each moment, given the steps that they make there.

    A search that waits shows the last step that it has made; before its first one, that is step 0,
    the state before the search.
    """
    shown_of_first = 0
    shown_of_second = 0
    for made in steps_made:
        if made.first is not None:
            shown_of_first = made.first
        if made.second is not None:
            shown_of_second = made.second

        # If both make a step, the pair has the node of the first search's step.
        if made.first is not None:
            node = first_steps[shown_of_first].node
        else:
            node = second_steps[shown_of_second].node
        yield Pair(
            node=node,
            first=shown_of_first,
            second=shown_of_second,
            makes_step=(made.first is not None, made.second is not None),
        )


def _find_partners(first_steps: Sequence[Step], second_steps: Sequence[Step]) -> dict[int, int]:
    """Find for each step of one search the step of another that does the same to the same node.

    Returns the numbers of the second search's steps by those of the first search's. Two steps do
    the same if both enter the node, or the same child returns to it. If that happens several times
    in both, the first times are partners, then the second times.
    """
    unpaired = defaultdict[_Event, deque[int]](deque)
    for step in second_steps[1:]:  # step 0 is the state before the search
        unpaired[_event_of(step)].append(step.number)

    partners: dict[int, int] = {}
    for step in first_steps[1:]:
        candidates = unpaired[_event_of(step)]
        if candidates:
            partners[step.number] = candidates.popleft()
    return partners


def _merge_by_node(
    first_steps: Sequence[Step], second_steps: Sequence[Step], partners: Mapping[int, int]
) -> list[_StepPair]:
    """Merge the steps of two searches into moments, with partners at the same moment.

    What only the second search does comes right after the last step before it that both do, and
    before what only the first search does. With three steps each and the partners {1: 1, 3: 3}::

        first     0   1   –   2   3      – is a search that waits
        second    0   1   2   –   3

    ``partners`` has the numbers of the second search's steps by those of the first search's, both
    ascending.
    """
    second_by_first = {0: 0, **partners}  # both begin with step 0, the state before the search
    alone_after = _group_steps_only_in_second(second_steps, partners)
    pairs: list[_StepPair] = []
    for first_number in range(len(first_steps)):
        second_number = second_by_first.get(first_number)  # None: the second search waits
        pairs.append(_StepPair(first_number, second_number))
        numbers_alone = alone_after.get(first_number, ())
        pairs.extend(_StepPair(first=None, second=number) for number in numbers_alone)
    return pairs


def _group_steps_only_in_second(
    second_steps: Sequence[Step], partners: Mapping[int, int]
) -> Mapping[int, list[int]]:
    """Group the steps that only the second search makes by the shared step before them.

    The shared step is given by its number in the first search, 0 before all shared steps.
    """
    first_by_second = {second: first for first, second in partners.items()}
    steps_after = defaultdict[int, list[int]](list)
    last_shared = 0
    for step in second_steps[1:]:  # step 0 is the state before the search
        if step.number in first_by_second:
            last_shared = first_by_second[step.number]
        else:
            steps_after[last_shared].append(step.number)
    return steps_after


def _merge_step_by_step(first_count: int, second_count: int) -> list[_StepPair]:
    """Pair the steps of two searches by their numbers, given how many steps each has.

    >>> _merge_step_by_step(0, 1)
    [_StepPair(first=0, second=0), _StepPair(first=None, second=1)]
    """
    pairs = zip_longest(range(first_count + 1), range(second_count + 1))
    return [_StepPair(first, second) for first, second in pairs]


def describe_first_difference(moment: int) -> Sentence:
    """Say at which step two searches begin to differ: how many steps are the same before it.

    >>> print(describe_first_difference(32))
    Step 32; the same 31 steps before it.
    """
    if moment == 1:
        return Sentence("From step 1 on they differ")
    same_steps = Count(moment - 1, "step", "steps")
    return Sentence("Step {step}; the same {same} before it", step=moment, same=same_steps)


def describe_step_difference(first: Record, second: Record, pair: Pair) -> Sentence:
    """Say what each of two searches does at a moment where they differ.

    ``alpha-beta ≥: 4 is read; minimax: 6 is read`` if both make a step; else ``only minimax has
    this step: 6 is read``.

    Args:
        first: A finished search.
        second: Another one.
        pair: The steps that both show at this moment. At least one of the searches makes its step.
    """
    first_makes_step, second_makes_step = pair.makes_step
    if not second_makes_step:
        return _describe_step_of_one_search(first, pair.first)
    if not first_makes_step:
        return _describe_step_of_one_search(second, pair.second)
    return Sentence(
        "{first}: {one}; {second}: {two}",
        first=format_search_name(first.rules),
        one=_first_sentence_of(first, pair.first),
        second=format_search_name(second.rules),
        two=_first_sentence_of(second, pair.second),
    )


def _first_sentence_of(record: Record, step: int) -> Phrase:
    """Return the first sentence about a step, as part of another sentence."""
    return sentences(record, step)[0].phrase


def _describe_step_of_one_search(record: Record, step: int) -> Sentence:
    """Say that only one search makes a step: ``Only minimax has this step: 6 is read``."""
    return Sentence(
        "Only {search} has this step: {step}",
        search=format_search_name(record.rules),
        step=_first_sentence_of(record, step),
    )
