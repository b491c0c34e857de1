"""Readings: ways in which a paper may be meant, under which all of it is right.

Terms. A *reading* says by which search a paper was worked, and how what is written is meant. There
are three kinds, and each is judged by the one judge:

- a *convention*: the rules of another course, such as fail-hard or right to left;
- an *exchange* in what is written: α and β in every window, or ≤ and ≥ in every bound;
- a *mistaken search*: a row of the table of misconceptions, made everywhere or at one node alone.

Any single wrong answer is right under some rules, so a reading is only said where it has
*evidence*: it makes everything right, and more claims that are wrong as the paper stands become
right than it changes things. Other players change two things. A claim that nobody wrote, as where a
slash is missing, counts as the wrong claim that it is.

The first reading with evidence is the one that is said. Conventions come first, those that change
least before the others, then exchanges, then mistakes, the simplest and most frequent first.

A *slip* is a reading of all trees of a hand-in: one other rule, or one exchange. It need not make
everything right, but each claim that is wrong even so takes one more that becomes right.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine import HorizonError, Record, search
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.misconceptions import AT_ONE_NODE, MISCONCEPTIONS, Misconception
from treeexplorer.engine.ordered_tree import OrderedTree
from treeexplorer.engine.procedure import run_procedure
from treeexplorer.judging.claims import branches_crossed, claims_of
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.judge import judge
from treeexplorer.judging.run_findings import RunFindings
from treeexplorer.notation import BoundSign, Claim, Claims
from treeexplorer.rules import (
    Rules,
    RulesError,
    alternatives,
    changed,
    list_confusable_levels,
)
from treeexplorer.tree import GameTree

MOST_NODES_SEARCHED: Final = 250_000
"""How many nodes may be searched to explain a paper: each reading is a search of the whole tree.

So a check answers within about two seconds, and trees of 2,000 nodes are tried under everything; of
a larger one nobody works out every node by hand.
"""
_OTHER_SIGN: Final[dict[BoundSign, BoundSign]] = {">=": "<=", "<=": ">="}
_COST_OF_PLAYERS: Final = 2
_FEWEST_WRONG: Final = 2
"""Any single wrong claim is right under something."""
_SLIPS: Final = frozenset({"order", "cutoff", "fail", "windows"})


@dataclass(frozen=True, eq=False)
class Paper:
    """What is written about a tree, and what of it is wrong under the rules as they stand.

    Attributes:
        record: The search that the paper was judged by.
        written: What is written.
        wrong: The wrong claims, mistakes first, in the order of the search; a slash that is
            missing is one of them.
    """

    record: Record
    written: Claims
    wrong: Sequence[Claim]

    @cached_property
    def claims(self) -> Sequence[Claim]:
        """Every claim about the tree, slashes that are missing included."""
        return list(claims_of(self.record.tree, self.written, self.record.rules.depth))

    def claims_about(self, tree: GameTree) -> Sequence[Claim]:
        """Return every claim about the tree with the players that a reading gives it.

        Whoever moves, they are the same, but for their numbers: beside chance nodes these are
        exact.
        """
        if tree.has_chance == self.record.tree.has_chance:
            return self.claims
        return list(claims_of(tree, self.written, self.record.rules.depth))

    @cached_property
    def crossed(self) -> frozenset[int]:
        """The branches that are crossed out."""
        return branches_crossed(self.written)

    @property
    def shows_a_search(self) -> bool:
        """Whether something is crossed out, and not everything: that takes no search."""
        return bool(self.crossed) and not self.crosses_everything

    @cached_property
    def crosses_everything(self) -> bool:
        """Whether so much is crossed out that at most one path down from the root is left.

        That takes no search, so that the paper is no evidence of how the tree was searched.
        """
        parents = [self.record.tree.parent[node] for node in self._iterate_uncrossed_nodes()]
        # On one path every node has one child.
        return len(set(parents)) == len(parents)

    def _iterate_uncrossed_nodes(self) -> Iterator[int]:
        """Yield the nodes below the root, in preorder, with no slash at them or above."""
        tree = self.record.tree
        node = 1
        while node < len(tree):
            if node in self.crossed:
                node = tree.end[node]  # the first node behind the branch
            else:
                yield node
                node += 1


class PaperReading(ABC):
    """A way in which a paper may be meant."""

    findings: Findings

    @property
    @abstractmethod
    def changes(self) -> int:
        """How many things it changes."""

    def meant(self, claim: Claim) -> Claim:
        """Return a claim as it is meant."""
        return claim

    def allows(self, claim: Claim) -> bool:
        """Tell whether a claim is right under it."""
        return judge(self.meant(claim), self.findings) is not None

    @property
    def tree(self) -> GameTree:
        """The tree, with the players that it is read with."""
        return self.findings.record.tree

    def explains(self, claims: Sequence[Claim]) -> bool:
        """Tell whether every claim is right under it."""
        return all(map(self.allows, claims))

    def refused(self, claims: Sequence[Claim]) -> list[Claim]:
        """Return the claims that are wrong under it."""
        return [claim for claim in claims if not self.allows(claim)]


@dataclass(frozen=True)
class OtherRules(PaperReading):
    """The paper was worked under other rules."""

    findings: Findings
    stated: Rules

    @property
    def rules(self) -> Rules:
        """The rules under which it was worked."""
        return self.findings.rules

    @property
    def changes(self) -> int:
        """How many rules differ; the players count twice."""
        names = changed(self.rules, self.stated)
        return len(names) + (_COST_OF_PLAYERS - 1) * names.count("levels")

    @property
    def prunes(self) -> bool:
        """Whether it is a search that can prune."""
        return algorithm_of(self.rules).has_windows

    @property
    def has_other_players(self) -> bool:
        """Whether other players take turns than are drawn."""
        is_swapped = self.rules.printed.swaps_players is not self.stated.printed.swaps_players
        return is_swapped or self.rules.levels != self.stated.levels

    @property
    def is_of_a_course(self) -> bool:
        """Whether a course may have it: it can prune, and has the players that are drawn."""
        return self.prunes and not self.has_other_players

    @property
    def is_plain_minimax(self) -> bool:
        """Whether it searches the whole tree, with the players that are drawn."""
        return not self.prunes and not self.has_other_players


Exchanged: TypeAlias = Literal["windows", "signs"]


@dataclass(frozen=True)
class Exchange(PaperReading):
    """α and β are exchanged in every window, or ≤ and ≥ in every bound."""

    findings: Findings
    exchanged: Exchanged

    @property
    def changes(self) -> int:
        """How many things it changes: one, however often it is made."""
        return 1

    def meant(self, claim: Claim) -> Claim:
        """Return a claim as it is meant."""
        if self.exchanged == "windows" and claim.window is not None:
            alpha, beta = claim.window
            return claim._replace(window=(beta, alpha))
        if self.exchanged == "signs" and claim.sign is not None:
            return claim._replace(sign=_OTHER_SIGN[claim.sign])
        return claim


CourseReading: TypeAlias = OtherRules | Exchange
"""What a course grades as one slip: a convention, or an exchange."""


class SharedSlip(NamedTuple):
    """One thing that is done differently in all papers of a hand-in.

    Attributes:
        what: The rule that is another one, or what is exchanged: ``fail``, ``windows``.
        value: The value of the rule, such as ``hard``; ``None`` for an exchange.
    """

    what: str
    value: object = None


@dataclass(frozen=True)
class MistakenSearch(PaperReading):
    """A mistake was made in the search.

    Attributes:
        only_at: The node at which it was made; at every one where ``None``.
        is_uncut: Whether it was made in a search of the whole tree, which cuts nothing off.
    """

    findings: Findings
    row: Misconception
    only_at: int | None
    is_uncut: bool

    @property
    def changes(self) -> int:
        """How many things it changes."""
        return _COST_OF_PLAYERS if self.row.name in _OF_PLAYERS else 1


_OF_PLAYERS: Final = {"players-exchanged", "player-never-changes"}


# -- which there are -----------------------------------------------------------------------------


def has_evidence(reading: PaperReading, paper: Paper) -> bool:
    """Tell whether enough claims that are wrong become right under a reading."""
    return _compute_evidence({paper: reading}) > 0


def _compute_evidence(readings: Mapping[Paper, PaperReading]) -> int:
    """Compute how well a reading explains papers: above 0 there is evidence for it.

    A *reading* is a way in which a paper (what somebody wrote in a tree) may be meant, such as with
    another rule; ``readings`` has the same one for each paper. The evidence is the number of wrong
    claims that become right under the reading, less the number of things that it changes, less the
    claims that are wrong under it.

    Three wrong claims become right by one change, and one other claim is wrong: 3 − 1 − 1 = 1.
    """
    become_right = 0
    still_wrong = 0
    for paper, reading in readings.items():
        become_right += sum(map(reading.allows, paper.wrong))
        still_wrong += len(reading.refused(paper.claims_about(reading.tree)))
    # Claims add up over the papers. What is changed is the same on each, and counts once.
    changes = max((reading.changes for reading in readings.values()), default=0)
    return become_right - changes - still_wrong


def find_reading(paper: Paper) -> PaperReading | None:
    """Return the way in which a paper is meant that explains all of it; ``None`` if there is none.

    A *reading* is such a way: the paper was worked under another convention, with two things
    exchanged, or with a mistake in the search. The first one under which every claim is right, and
    for which there is evidence, is returned: conventions are tried first, then the others.
    """
    is_enough_wrong = len(paper.wrong) >= _FEWEST_WRONG
    if not is_enough_wrong:  # it is no evidence of anything
        return None

    for convention in fitting_conventions(paper):
        if has_evidence(convention, paper):
            return convention
    for reading in other_readings(paper):
        if reading.explains(paper.claims) and has_evidence(reading, paper):
            return reading
    return None


def find_excuse(paper: Paper) -> OtherRules | None:
    """Return the convention that a course grades as one slip; ``None`` if there is none.

    A *convention* is a set of rules of the search, such as fail-hard in place of fail-soft. A
    *paper* is what somebody wrote in a tree. A convention excuses it if all that is written is
    right under it, and if enough that is wrong becomes right.

    Not excused are: plain minimax, which prunes nothing; players other than those drawn on the
    sheet; and any paper that crosses out nothing, or everything, since that takes no search.

    Returns:
        The convention that differs least from the stated rules; ``None`` if there is none.
    """
    if not paper.shows_a_search:
        return None
    # Under each of these all that is written is right; the likeliest comes first.
    for convention in fitting_conventions(paper):
        if convention.is_of_a_course and has_evidence(convention, paper):
            return convention
    return None


# -- of a whole hand-in --------------------------------------------------------------------------


@dataclass(frozen=True)
class SharedReading:
    """One thing that is done differently in a whole hand-in.

    Attributes:
        readings: How each paper that it touches is meant.
    """

    readings: Mapping[Paper, CourseReading]


def shared_reading(papers: Sequence[Paper]) -> SharedReading | None:
    """Return the one slip that explains the papers of a hand-in together, if one does.

    A *paper* is a tree with what somebody wrote in it, and a *slip* is one thing that the person
    does differently in all of them: one rule of the search is another one, such as fail-hard, or α
    and β are exchanged in every window, or ≤ and ≥ in every bound. A *reading* of a paper is how it
    is meant if the slip was made: what is written, judged by the other rule.

    The slip with the most evidence is taken, see :func:`_compute_evidence`.

    Args:
        papers: What one person handed in, a paper a tree.

    Returns:
        The reading of each paper on which the slip makes a wrong claim right; ``None`` where no
        slip has evidence. The other papers are taken as they stand.
    """
    # One wrong claim alone shows nothing: under some slip or other it is right.
    wrong_claims = sum(len(paper.wrong) for paper in papers)
    if wrong_claims < _FEWEST_WRONG:
        return None

    readings_by_slip = _collect_readings_by_slip(papers)
    slip = _choose_slip_with_most_evidence(readings_by_slip)
    if slip is None:
        return None
    helpful_readings = {
        paper: reading
        for paper, reading in readings_by_slip[slip].items()
        if _makes_wrong_claim_right(reading, paper)
    }
    return SharedReading(helpful_readings)


def _makes_wrong_claim_right(reading: CourseReading, paper: Paper) -> bool:
    """Tell whether at least one claim that is wrong on a paper is right under a reading."""
    return any(map(reading.allows, paper.wrong))


def _choose_slip_with_most_evidence(
    readings_by_slip: Mapping[SharedSlip, Mapping[Paper, CourseReading]],
) -> SharedSlip | None:
    """Choose the slip with the most evidence, the first of equals; ``None`` if none has any.

    ``readings_by_slip`` says how each paper is meant if the slip was made.
    """
    best_slip: SharedSlip | None = None
    most_evidence = 0
    for slip, readings in readings_by_slip.items():
        evidence = _compute_evidence(_select_readings_that_count(readings))
        if evidence > most_evidence:
            best_slip = slip
            most_evidence = evidence
    return best_slip


def _collect_readings_by_slip(
    papers: Sequence[Paper],
) -> dict[SharedSlip, dict[Paper, CourseReading]]:
    """Collect, for each slip that may have been made, how the papers are meant with it.

    For example ``{SharedSlip("fail", "hard"): {paper_1: OtherRules(…), paper_2: OtherRules(…)},
    SharedSlip("signs"): {paper_2: Exchange(…)}}``.
    """
    # Of all papers: one of them alone may have too few windows and bounds to show an exchange.
    all_claims = [claim for paper in papers for claim in paper.written]
    readings_by_slip: dict[SharedSlip, dict[Paper, CourseReading]] = {}
    for paper in papers:
        if not paper.written:  # nothing that could be right in another way
            continue
        for convention in _iterate_conventions(paper):
            slip = _find_slip(convention)
            if slip is not None:
                readings_by_slip.setdefault(slip, {})[paper] = convention
        for exchange in _iterate_exchanges(paper, all_claims):
            slip = SharedSlip(exchange.exchanged)
            readings_by_slip.setdefault(slip, {})[paper] = exchange
    return readings_by_slip


def _select_readings_that_count(
    readings: Mapping[Paper, CourseReading],
) -> dict[Paper, CourseReading]:
    """Return the readings of those papers that can show whether a slip was made.

    A paper on which nothing or everything is crossed out takes no search, and shows nothing of the
    rules of one. An exchange in what is written shows on every paper.
    """
    return {
        paper: reading
        for paper, reading in readings.items()
        if isinstance(reading, Exchange) or paper.shows_a_search
    }


def _find_slip(convention: OtherRules) -> SharedSlip | None:
    """Return the slip by which a convention differs from the stated rules.

    ``None`` if it differs in several rules, or in one that a course does not grade as a slip.
    """
    changed_rules = changed(convention.rules, convention.stated)
    if len(changed_rules) != 1 or not convention.is_of_a_course:
        return None
    rule = changed_rules[0]
    if rule not in _SLIPS:
        return None
    return SharedSlip(rule, convention.rules.get_effective_value(rule))


def _iterate_exchanges(paper: Paper, claims: Sequence[Claim]) -> Iterator[Exchange]:
    """Yield the readings of a paper with α and β exchanged in windows, or ≤ and ≥ in bounds.

    One window or one sign alone is no evidence of an exchange. So each reading is yielded only if
    two different windows, or both signs, are written.

    Args:
        paper: The paper.
        claims: Where the windows and signs are looked for: what is written on the paper or, if the
            same person may have made the exchange on several papers, on all of them.
    """
    # The right answers stay as they are: an exchange changes only what is compared with them.
    right_answers = Findings(paper.record, paper.crossed)
    different_windows = {claim.window for claim in claims if claim.window is not None}
    if len(different_windows) >= 2:
        yield Exchange(right_answers, "windows")
    signs = {claim.sign for claim in claims if claim.sign is not None}
    if len(signs) == 2:
        yield Exchange(right_answers, "signs")


# -- of one paper --------------------------------------------------------------------------------


def fitting_conventions(paper: Paper) -> list[OtherRules]:
    """Return the other conventions under which every claim is right, the likeliest first.

    A *convention* is a set of rules of the search, such as how a cut-off is tested. A paper is what
    somebody wrote in a tree; its claims are the values, windows and slashes there.

    Conventions that differ least from the stated rules come first. Where nothing is crossed out,
    plain minimax comes before them: that is what a paper looks like that searched the whole tree.
    """
    fitting = [
        convention
        for convention in _iterate_conventions(paper)
        if convention.explains(paper.claims_about(convention.tree))
    ]
    if paper.crossed:
        return fitting
    # A stable sort by False before True: plain minimax first, the others in their order.
    return sorted(fitting, key=lambda convention: not convention.is_plain_minimax)


def _iterate_conventions(paper: Paper) -> Iterator[OtherRules]:
    """Yield the rules by which a paper may be worked, other than the stated ones, as readings.

    Such a reading has the right answers under its rules; whether what is written is among them is
    not looked at. Rules that differ least from the stated ones come first. Each takes a search of
    the whole tree, so that none are yielded for a tree that is too large.
    """
    stated_rules = paper.record.rules
    if not paper.written or _is_too_large_for_other_rules(paper.record):
        return
    for other_search in _find_searches_under_other_rules(paper):
        right_answers = Findings(other_search, paper.crossed)
        yield OtherRules(right_answers, stated=stated_rules)


def _is_too_large_for_other_rules(record: Record) -> bool:
    """Tell whether searches of a tree under all other rules would take too long."""
    # Without pruning, at worst, every search looks at every node.
    nodes_searched = len(_collect_other_rules(record)) * len(record.tree)
    return nodes_searched > MOST_NODES_SEARCHED


def _find_searches_under_other_rules(paper: Paper) -> Iterable[Record]:
    """Return the searches of a paper's tree under other rules, which are made only once.

    ``record.derive(make)`` calls ``make(record)`` once, and keeps what it returns beside the
    record: a whole class of papers is judged by one record, and takes one round of searches.
    """
    # Only a paper with windows shows which of a node's windows it means, that on entry or on exit.
    has_windows = any(claim.window is not None for claim in paper.written)
    make = _search_with_both_kinds_of_windows if has_windows else _search_under_other_rules
    searches_by_rules = paper.record.derive(make)
    return searches_by_rules.values()


def other_readings(paper: Paper) -> Iterator[PaperReading]:
    """Yield the ways in which a paper may be meant without other rules, in the order of trying.

    First an exchange in what is written (α and β, or ≤ and ≥), then a search with a mistake made
    everywhere, then one with a mistake at one node alone. A mistake at one node is tried at the
    nodes of the first wrong claims; how many depends on how large the tree is.
    """
    yield from _iterate_exchanges(paper, paper.written)

    # The table of mistakes is for alpha-beta and minimax, which enter each node once.
    if algorithm_of(paper.record.rules).reenters:
        return
    tree = paper.record.tree
    most_nodes = _count_nodes_to_try(tree)
    if most_nodes == 0:
        return
    yield from _search_with_mistakes(paper, list(MISCONCEPTIONS.values()), only_at=None)

    # A dictionary keeps the order, and each node once.
    nodes_of_wrong_claims = dict.fromkeys(
        _find_node_of_mistake(claim, tree) for claim in paper.wrong
    )
    for node in islice(nodes_of_wrong_claims, most_nodes):
        yield from _search_with_mistakes(paper, AT_ONE_NODE, only_at=node)


def _count_nodes_to_try(tree: GameTree) -> int:
    """Return at how many nodes a mistake may be tried; 0 if the tree is too large for any."""
    searches_a_mistake = 2  # with pruning, and without
    nodes_searched_a_try = searches_a_mistake * len(MISCONCEPTIONS) * len(tree)
    return MOST_NODES_SEARCHED // nodes_searched_a_try


def _search_with_mistakes(
    paper: Paper, mistakes: Sequence[Misconception], only_at: int | None
) -> Iterator[MistakenSearch]:
    """Search a paper's tree with each of some mistakes, and yield the searches as readings.

    A search that stops at an unknown leaf, and so has no value, is left out.

    Args:
        paper: The paper.
        mistakes: The mistakes.
        only_at: The node at which the mistake is made; ``None`` for every node.
    """
    record = paper.record
    ordered = OrderedTree(record.tree_as_drawn, record.rules)
    searches = _choose_searches_to_try(paper)
    for mistake in mistakes:
        for rules, is_uncut in searches:
            # The hooks are functions that replace a step of the search by what is done wrong.
            run = run_procedure(ordered, rules, mistake.hooks(rules), only_at=only_at)
            if run.value is not None:
                yield MistakenSearch(RunFindings(record, run), mistake, only_at, is_uncut)


class _SearchToTry(NamedTuple):
    """A search in which somebody may have made a mistake.

    Attributes:
        rules: Its rules.
        is_uncut: Whether it searches the whole tree, though the stated rules may prune.
    """

    rules: Rules
    is_uncut: bool


def _choose_searches_to_try(paper: Paper) -> list[_SearchToTry]:
    """Return the searches in which a mistake may have been made on a paper.

    It is the one under the stated rules. If the paper crosses nothing out, the mistake may as well
    have been made in a search of the whole tree.
    """
    stated_rules = paper.record.rules
    as_stated = _SearchToTry(stated_rules, is_uncut=False)
    if paper.crossed:
        return [as_stated]
    minimax = replace(stated_rules, algorithm="minimax", form="classic")
    return [as_stated, _SearchToTry(minimax, is_uncut=True)]


def _find_node_of_mistake(claim: Claim, tree: GameTree) -> int:
    """Return the node at which something was done wrong that shows in a claim.

    A number, or a slash before undrawn children, shows what was done at its node; a slash or a
    window what was done at the parent.
    """
    if claim.number is not None or claim.kind == "cut-rest":
        return claim.node
    return max(tree.parent[claim.node], 0)


def _collect_other_rules(record: Record) -> list[Rules]:
    """Return the other conventions that the rules of a search may be taken for."""
    levels = list_confusable_levels(
        record.rules.levels, has_chance_nodes=record.tree_as_drawn.has_chance
    )
    return alternatives(record.rules, algorithms=["minimax"], levels=levels, windows=True)


def _search_under_other_rules(record: Record) -> dict[Rules, Record]:
    """Search a record's tree under other rules, and return the searches by these rules.

    Only rules that write the windows as the record's own do are among them. Left out are searches
    that cannot be made under some rules, and those that stop at an unknown leaf.
    """
    tree = record.tree_as_drawn
    searches: dict[Rules, Record] = {}
    for rules in _collect_other_rules(record):
        if rules.windows != record.rules.windows:
            continue
        # Some rules do not go with some trees, and a depth limit needs estimates.
        with suppress(HorizonError, RulesError):
            other_search = search(tree, rules)
            if other_search.complete:
                searches[rules] = other_search
    return searches


def _search_with_both_kinds_of_windows(record: Record) -> dict[Rules, Record]:
    """Search a record's tree under other rules, with windows on entry as well as on exit.

    Some courses write beside a node its window on entry, others that on exit (``Rules.windows``).
    The search is the same. So it is made once, with the windows of the record's own rules, and the
    windows are exchanged where others are asked for. If the record's own are those on entry::

        returned under                         is the search made under
        Rules(fail="hard")                     the same rules
        Rules(fail="hard", windows="exit")     Rules(fail="hard"), with its windows on exit
        Rules(windows="exit")                  the record's own rules, with its windows on exit

    The last one is there if the record's own search is complete.
    """
    searches_made = dict(record.derive(_search_under_other_rules))
    if record.complete:
        searches_made[record.rules] = record

    searches: dict[Rules, Record] = {}
    for rules in _collect_other_rules(record):
        rules_of_search = replace(rules, windows=record.rules.windows)
        same_search = searches_made.get(rules_of_search)
        if same_search is not None:
            searches[rules] = same_search.with_windows_on(rules.windows)
    return searches
