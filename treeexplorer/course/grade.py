"""Marks hand-ins against a key, with the judgement of ``check``.

What the key claims is what a hand-in must claim: each value, window and slash, the best move and so
on is one claim. A hand-in is searched under the key's rules, whatever its own directives say. Each
mistake counts once, what follows correctly from it not at all; what is missing is a blank.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import compress
from math import floor
from typing import Any, Final, NamedTuple

from treeexplorer.course.pages import Block, BulletList, Figure, Heading, Paragraph, html
from treeexplorer.course.without_search import are_copied, subjects_without_search
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.engine import HorizonError, Record, search
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.judged import CheckedClaim, claim_json
from treeexplorer.judging.claims import SLASHES, SUBJECT_OF, marks_cuts
from treeexplorer.judging.judge import Mark
from treeexplorer.judging.waiting import UnknownReachedError
from treeexplorer.marking.check import Check
from treeexplorer.notation import ABOUT_THE_TREE, NEVER, Claim, Exercise, sorted_claims
from treeexplorer.numbers import counted
from treeexplorer.rules import Rules, RulesError, title_of
from treeexplorer.text import safe
from treeexplorer.tree import GameTree

_TITLES: Final = {
    "values": "values",
    "cuts": "slashes",
    "windows": "windows",
    "best": "best move",
    "read": "leaves read",
    "pruned-if": "conditions",
}
_QUESTIONS: Final = {
    "values": "value of {}",
    "windows": "window of {}",
    "cuts": "slash at {}",
    "best": "best move",
    "read": "leaves read",
    "pruned-if": "when {} is pruned",
}
SCHEME: Final = (
    "Points: one a value, window, bound or other claim of the key, one a pruned branch. "
    "A wrong slash takes one off, once for each node whose test fails, never below 0 for a tree. "
    "A slash is excused where the numbers on that paper make the test hold: what lies below it is "
    "earned; below a wrong one it is lost, and so is a value that needs what is crossed out beside "
    "it. What follows correctly from a mistake costs nothing, unless the numbers are copied from "
    "leaves. A tree without cuts has one point for that. A whole tree that is right under another "
    "convention that prunes loses one point; players other than those drawn are no convention. "
    "One window everywhere, and copied leaves that do not fit each other, earn nothing. A right "
    "“never” earns its point where another condition of that tree is right, too; a wrong condition "
    "takes one off."
)
"""How points are given."""
MARKS: Final = ("points", "maximum", "mistakes", "follow-on", "blanks")
"""What :class:`Marks` are called in JSON and CSV."""


class WrongKeyError(TreeexplorerError):
    """A key that cannot be graded against; said in a sentence."""


@dataclass(frozen=True)
class KeyTree:
    """One tree of a key, told by its title: its right claims and the search it is graded by."""

    title: str
    exercise: Exercise
    record: Record


class Marks(NamedTuple):
    """What a tree of a hand-in is worth, or all of its trees together.

    Attributes:
        points: The points, those of each tree rounded to 0.01.
        maximum: The most there are.
        mistakes: How many mistakes were made.
        follow_on: How many wrong claims follow correctly from them.
        blanks: How many of the key's claims are missing.
    """

    points: Decimal
    maximum: Decimal
    mistakes: int
    follow_on: int
    blanks: int

    def to_dict(self) -> dict[str, float]:
        """Return them as in ``grade --json``."""
        numbers = (float(self.points), float(self.maximum), *self[2:])
        return dict(zip(MARKS, numbers, strict=True))


class TreeGrade:
    """The grade of one tree of a hand-in: a point for each of the key's claims that it has right.

    Attributes:
        check: The claims that count, judged; ``None`` where the tree is missing.
        sum: For each subject its name, how many points are earned and how many there are.
        deductions: What is taken off, each with its points.
        earned: Of each claim of the key whether it is earned; ``None`` where it is not answered.
    """

    def __init__(
        self, key: KeyTree, claims: Iterable[Claim] | None, scale: Fraction | None
    ) -> None:
        """Mark what is claimed about a tree of a key; the points are scaled to a maximum."""
        check = self._check = Check(key.record, tuple(claims or ()))
        self.title = key.title
        self.check = None if claims is None else check
        self._key = key
        self._tree = check.record.tree
        self._slashes = {each.claim.node for each in check.claims if each.claim.kind == "cut"} - {0}
        self._outermost: dict[int, int] = {}  # slash of each node that has one on it or above it
        for slash in sorted(self._slashes):
            if slash not in self._outermost:
                self._outermost |= dict.fromkeys(range(slash, self._tree.end[slash]), slash)
        self._given: defaultdict[tuple[int, str], list[CheckedClaim]] = defaultdict(list)
        for each in check.claims:
            self._given[each.claim.node, SUBJECT_OF.get(each.claim.kind, "missing")].append(each)
        kinds = {claim.kind for claim in check.written}
        self._contradicts = "cuts-none" in kinds and bool(kinds & SLASHES)
        self._is_copied = are_copied(self._tree, check.written)
        self._without_search = subjects_without_search(
            self._tree, check.written, key.exercise.claims
        )
        subjects = [SUBJECT_OF[claim.kind] for claim in key.exercise.claims]
        self.earned = tuple(map(self._is_earned, key.exercise.claims, subjects))
        most = Counter(subjects)
        earned = Counter(compress(subjects, self.earned))
        wrong_slashes = self._wrong_slashes()
        total = len(subjects)
        blanks = self.earned.count(None)
        wrong = [("wrong slashes", wrong_slashes), ("wrong conditions", self._wrong_conditions())]
        self.deductions = [(reason, number) for reason, number in wrong if number]
        points = max(0, earned.total() - sum(number for _, number in self.deductions))
        # The players are drawn on the sheet: others are a mistake, not another convention.
        has_players = check.excuse is not None and check.excuse.levels == key.record.rules.levels
        if has_players and not blanks and points < total - 1:
            earned = most
            self.deductions = [("another convention", 1)]
            points = total - 1
        self.sum = [(_TITLES[subject], earned[subject], most[subject]) for subject in most]
        maximum = Fraction(total) if scale is None else scale
        tally = check.tally
        scaled = rounded(Fraction(points, total) * maximum)
        self.marks = Marks(scaled, rounded(maximum), tally.mistakes, tally.follow_on, blanks)

    def to_dict(self) -> dict[str, Any]:
        """Return it as in ``grade --json``."""
        claims = [
            {
                "node": claim.node,
                "claim": claim.kind,
                "written": claim_json(self._tree, claim.claim),
                "right": claim.right,
                "follows": claim.mark is Mark.CONSEQUENCE,
            }
            for claim in (() if self.check is None else self.check.claims)
        ]
        return {"title": self.title, **self.marks.to_dict(), "claims": claims}

    @property
    def sum_text(self) -> str:
        """The sum: ``slashes 3 of 4, values 10 of 11, wrong slashes −1``."""
        parts = [f"{subject} {earned} of {most}" for subject, earned, most in self.sum]
        parts += [f"{reason} −{points}" for reason, points in self.deductions]
        return ", ".join(parts)

    def _counts(self, claims: Iterable[CheckedClaim]) -> bool:
        """Tell whether claims are right, or excused; copied leaves follow from nothing."""
        return not any(
            each.mark is Mark.MISTAKE
            or each.needs_crossed
            or (each.mark is Mark.CONSEQUENCE and self._is_copied and each.claim.kind == "value")
            for each in claims
        )

    def _is_earned(self, claim: Claim, subject: str) -> bool | None:
        """Tell whether a claim of the key is earned; ``None`` where it is not answered."""
        node = claim.node
        here = self._given[claim.node, subject]
        check = self._check
        slash = None if claim.kind in ABOUT_THE_TREE else self._outermost.get(node)
        if slash is not None and (slash < node or subject != "cuts"):
            holds = slash not in check.bad_slashes and not self._contradicts
            return holds and (subject == "cuts" or self._counts(here))
        if here and (subject in self._without_search or self._is_idle_never(claim)):
            return False
        if subject != "cuts":
            return self._counts(here) if here else None
        if not marks_cuts(check.written):
            return None
        if self._contradicts:
            return False
        if claim.kind == "cuts-none":
            is_wrong = any(mistake.claim.kind in SLASHES for mistake in check.mistakes)
            return not is_wrong and self._counts(here)
        if here:
            return self._counts(here) and node not in check.bad_slashes
        if claim.kind == "cut-rest":
            return None
        beside = self._tree.children(self._tree.parent[node])
        missing = [mistake for child in beside for mistake in self._given[child, "missing"]]
        return not any(mistake.mark is Mark.MISTAKE for mistake in missing)

    def _is_idle_never(self, claim: Claim) -> bool:
        """Tell whether a claim is ``never``, and no other condition of the tree is given right.

        Who writes ``never`` everywhere is often right. A key without another condition counts it.
        """
        if claim.condition != NEVER:
            return False
        others = [
            each.node
            for each in self._key.exercise.claims
            if each.condition is not None and each.condition != NEVER
        ]
        given = [self._given[node, "pruned-if"] for node in others]
        return bool(others) and not any(here and self._counts(here) for here in given)

    def _wrong_conditions(self) -> int:
        """Return how many conditions are wrong: each takes one off, as a wrong slash does."""
        return sum(mistake.claim.condition is not None for mistake in self._check.mistakes)

    def _wrong_slashes(self) -> int:
        """Return at how many nodes a slash is wrong that lies below no other.

        Where nothing is to be cut off, the first of them costs the point that there is for that.
        """
        nodes = set()
        for mistake in self._check.mistakes:
            node = mistake.claim.node
            if mistake.claim.kind == "cut" and self._outermost.get(node, node) == node:
                nodes.add(self._tree.parent[node])
            elif mistake.claim.kind == "cut-rest" and node not in self._outermost:
                nodes.add(node)
        has_none = any(claim.kind == "cuts-none" for claim in self._key.exercise.claims)
        return len(nodes) - (has_none and bool(nodes))


@dataclass(frozen=True)
class Grade:
    """The grade of a hand-in.

    Attributes:
        name: What the hand-in is called.
        trees: The grades of the key's trees, in the key's order; none where it was not graded.
        remarks: What else is to be said, such as rules of its own.
        problem: Why it was not graded; ``None`` where it was.
        student: Who handed it in, where it says so by ``@name``.
        variant: What the key is called, where there are several.
    """

    name: str
    trees: tuple[TreeGrade, ...] = ()
    remarks: tuple[str, ...] = ()
    problem: str | None = None
    student: str = ""
    variant: str = ""

    def __repr__(self) -> str:
        points = f"{float(self.marks.points):g} of {float(self.marks.maximum):g} points"
        return f"<Grade of {self.name}: {points if self.problem is None else self.problem}>"

    @property
    def marks(self) -> Marks:
        """The marks of all trees together."""
        nothing = Marks(Decimal(0), Decimal(0), 0, 0, 0)
        marks = [nothing, *(tree.marks for tree in self.trees)]
        totals: list[Any] = [sum(column) for column in zip(*marks, strict=True)]
        return Marks(*totals)

    @property
    def is_whole(self) -> bool:
        """Whether all of its trees were graded."""
        return self.problem is None and all(tree.check is not None for tree in self.trees)

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``grade --json`` prints; its points are null if it was not graded."""
        marks = self.marks.to_dict() if self.problem is None else dict.fromkeys(MARKS)
        return {
            "hand-in": self.name,
            "name": self.student,
            "variant": self.variant,
            **marks,
            "problem": self.problem,
            "remarks": list(self.remarks),
            "trees": [tree.to_dict() for tree in self.trees],
        }


def rounded(number: Fraction) -> Decimal:
    """Return points to 0.01, halves up."""
    return Decimal(floor(number * 100 + Fraction(1, 2))) / 100


def plain_decimal(number: Decimal | int) -> str:
    """Return a number without exponent or needless zeros: ``10``, ``7.5``."""
    return f"{Decimal(number).normalize():f}"


def key_of(trees: Iterable[tuple[str, Exercise, Rules]]) -> tuple[KeyTree, ...]:
    """Return a key, checked.

    Raises:
        WrongKeyError: A tree claims nothing, or something that is wrong; or two have one title.
    """
    key: list[KeyTree] = []
    for title, exercise, rules in trees:
        if any(tree.title == title for tree in key):
            raise WrongKeyError(f"two trees of the key have the title “{title}”")
        if not exercise.claims:
            raise WrongKeyError(f"the key claims nothing about “{title}”, so nothing can be graded")
        try:
            tree = KeyTree(title, exercise, search(exercise.tree, rules))
            check = Check(tree.record, exercise.claims)
        except (UnknownReachedError, HorizonError, RulesError) as error:
            raise WrongKeyError(f"the key, “{title}”: {error}") from None
        if check.wrong:
            raise WrongKeyError(f"the key is wrong at “{title}”: {check.headline}")
        key.append(tree)
    return tuple(key)


def grade(
    name: str,
    handin: Mapping[str, Exercise],
    key: Sequence[KeyTree],
    points: Fraction | None = None,
    lost: Container[str] = (),
) -> Grade:
    """Return the grade of a hand-in, given its exercises by the titles of the key.

    Of the titles that were lost it is said already why their trees are not there.
    """
    marks_slashes = any(claim.kind in SLASHES for tree in handin.values() for claim in tree.claims)
    trees = []
    remarks = list[str]()
    for wanted in key:
        exercise = handin.get(wanted.title)
        claims = None
        if exercise is None and wanted.title not in lost:
            remarks.append(f"“{wanted.title}” is missing.")
        if exercise is not None:
            for rule, value in exercise.directives.rules.items():
                stated = getattr(wanted.record.rules, rule)
                if value != stated:
                    own = title_of(rule, value)
                    here = title_of(rule, stated)
                    remarks.append(f"“{wanted.title}”: @{rule} is {here} here, not {own}.")
            graded = {SUBJECT_OF[claim.kind] for claim in wanted.exercise.claims}
            claims = [claim for claim in exercise.claims if SUBJECT_OF[claim.kind] in graded]
            if marks_slashes and "cuts" in graded and not marks_cuts(claims):
                # Who draws slashes elsewhere and none here claims that nothing is cut off.
                claims.append(Claim(0, "cuts-none"))
        trees.append(TreeGrade(wanted, claims and sorted_claims(claims), points))
    return Grade(name, tuple(trees), tuple(remarks))


# -- what is said of it ------------------------------------------------------------------------


def feedback(result: Grade) -> str:
    """Return what is said to the person who handed something in, as an HTML page."""
    name = f"{result.student} ({result.name})" if result.student else result.name
    points, maximum = map(plain_decimal, result.marks[:2])
    summary = f"{points} of {maximum} points."
    if result.problem is not None:
        summary = f"Not graded: {result.problem}"
    blocks: list[Block] = [Heading(safe(name), 1), Paragraph(summary)]
    if result.remarks:
        blocks.append(BulletList(result.remarks))
    for tree in result.trees:
        points, maximum = map(plain_decimal, tree.marks[:2])
        blocks.append(Heading(f"{tree.title}: {points} of {maximum}"))
        if tree.check is None:
            blocks.append(Paragraph("This tree is missing."))
            continue
        windows = any(claim.window is not None for claim in tree.check.written)
        options = FigureOptions(windows=windows, paper=tree.check.paper)
        words = "The tree with the answers that were handed in, each with its mark."
        blocks += [
            Paragraph(tree.check.headline),
            Figure(tree.check.record, words, options),
            Paragraph(f"Points: {tree.sum_text}."),
        ]
        overlooked = (str(overlooked.words) for overlooked in tree.check.overlooked)
        if lines := (*tree.check.reasons, *overlooked):
            blocks.append(BulletList(lines))
        if tree.marks.blanks:
            blocks.append(Paragraph(f"Answers that are missing: {tree.marks.blanks}."))
    return html([*blocks, Paragraph(SCHEME)])


def line(result: Grade) -> str:
    """Return a hand-in's grade on one line."""
    remarks = f" ({' '.join(result.remarks)})" if result.remarks else ""
    if result.problem is not None:
        return f"{result.name}: not graded: {result.problem}{remarks}"
    marks = result.marks
    parts = [
        "/".join(map(plain_decimal, marks[:2])),
        counted(marks.mistakes, "mistake", "mistakes"),
    ]
    parts += [f"{marks.follow_on} that follow"] * bool(marks.follow_on)
    parts += [counted(marks.blanks, "blank", "blanks")] * bool(marks.blanks)
    return f"{result.name}: {', '.join(parts)}{remarks}"


# -- how a class did ------------------------------------------------------------------------------


def questions(key: Sequence[KeyTree], grades: Iterable[Grade]) -> Iterator[tuple[str | int, ...]]:
    """Yield a row for each question of a key, in its order, as the papers answer it.

    A row is the tree's title, what is asked, how many papers have it right, wrong and not at all,
    each wrong answer with its count, and what explains most papers on which it is wrong.
    """
    papers = [grade for grade in grades if grade.problem is None]
    for place, key_tree in enumerate(key):
        marked = [paper.trees[place] for paper in papers]
        title = key_tree.title
        tree = key_tree.exercise.tree
        claims = key_tree.exercise.claims
        for number, claim in enumerate(claims):
            earned = [each.earned[number] for each in marked]
            wrong = [each.check for each in marked if each.check and each.earned[number] is False]
            answers = Counter[str]()
            slips = Counter[str]()
            for check in wrong:
                mistake = _mistake_at(check, claim)
                if mistake is not None:
                    answers[mistake.text] += 1
                    if check.diagnosis is not None:
                        slips[str(check.diagnosis)] += 1
            counts = earned.count(True), earned.count(False), earned.count(None)
            yield title, _text(tree, claim), *counts, _with_counts(answers), _with_counts(slips, 1)


def _mistake_at(check: Check, claim: Claim) -> CheckedClaim | None:
    """Return what a paper has wrong in the place of a claim."""
    subject = SUBJECT_OF[claim.kind]
    for wrong in check.mistakes:
        if wrong.claim.node == claim.node and SUBJECT_OF.get(wrong.claim.kind, "cuts") == subject:
            return wrong
    return None


def _with_counts(texts: Counter[str], most: int | None = None) -> str:
    """Return texts with how often each is there, the commonest first: ``12 (3×), 14 (1×)``."""
    return ", ".join(f"{text} ({count}×)" for text, count in texts.most_common(most))


def _text(tree: GameTree, claim: Claim) -> str:
    if claim.kind == "cuts-none":
        return "nothing is pruned"
    text = tree.labels.text(claim.node) if tree.is_leaf(claim.node) else ""
    return _QUESTIONS[SUBJECT_OF[claim.kind]].format(text or tree.labels.signed(claim.node))
