"""Grades: the points of a tree and of a hand-in, with the judgement of ``check``.

What the key claims is what a hand-in must claim: each value, window and slash, the best move and so
on is one claim. A hand-in is searched under the key's rules, whatever its own directives say. Each
mistake counts once, what follows correctly from it not at all; what is missing is a blank. A paper
that is read as another convention, or with one slip in all of its trees, is marked as it is meant,
less one point a tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Any, Final, NamedTuple

from treeexplorer.course.key import KeyTree
from treeexplorer.course.scheme import AnswerOutcome, Marking
from treeexplorer.explain.claim_texts import convert_claim_to_json
from treeexplorer.explain.judged import CheckedClaim
from treeexplorer.explain.paper import WrittenAnswer, marked_paper
from treeexplorer.explain.phrases import listed
from treeexplorer.explain.sentence import Phrase
from treeexplorer.explain.verdict import (
    Tally,
    describe_exchanged_ends,
    describe_exchanged_signs,
    describe_other_rules,
    describe_slip_in_all_trees,
)
from treeexplorer.judging.claims import SLASHES, SUBJECT_OF, marks_cuts
from treeexplorer.judging.judge import Mark
from treeexplorer.marking.check import Check
from treeexplorer.marking.readings import CourseReading, Exchange, OtherRules, shared_reading
from treeexplorer.notation import Claim, Exercise, sort_claims
from treeexplorer.numbers import counted
from treeexplorer.rules import title_of
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
_COST_OF_A_READING: Final = 1  # points that a tree loses when it is marked as it is meant
_MOST_LISTED: Final = 12
_NEVER_BELOW_NOTHING: Final = "never below 0 for a tree"
MARKS: Final = ("points", "maximum", "mistakes", "follow-on", "blanks")
"""What :class:`Marks` are called in JSON and CSV."""


class Marks(NamedTuple):
    """The points of one tree of a hand-in, or of all its trees together.

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
        """Return the marks for ``grade --json``: ``{"points": 7.5, "maximum": 10.0, …}``."""
        numbers = (float(self.points), float(self.maximum), *self[2:])
        return dict(zip(MARKS, numbers, strict=True))


class Cost(NamedTuple):
    """A reason for which points are lost, before scaling; ``points`` below 0 are given back."""

    points: int
    words: str


class _MarkedPaper(NamedTuple):
    """A paper together with one way of marking it.

    Attributes:
        marking: What is earned.
        reading: How the paper is meant; ``None`` where it is marked as it stands.
        lost: How many points are lost, those that the reading costs included.
    """

    marking: Marking
    reading: CourseReading | None
    lost: int

    def counts_before(self, other: _MarkedPaper) -> bool:
        """Tell whether it loses fewer points, or as many for one reason instead of many."""
        is_one_reason_for_many = self.lost == other.lost and other.reading is None
        return self.lost < other.lost or is_one_reason_for_many


class TreeGrade:
    """The grade of one tree of a hand-in: one point for each claim of the key that is earned.

    Terms: the *paper* is what was handed in about the tree. A *reading* is a way in which it may be
    meant, as with α and β exchanged in every window. The paper is marked as it stands and under
    each reading, and the marking that loses the fewest points counts.

    Attributes:
        title: The tree's title.
        check: The claims that count, judged; ``None`` where the tree is missing.
    """

    def __init__(
        self,
        key: KeyTree,
        check: Check | None,
        maximum: Fraction | None = None,
        reading_of_handin: CourseReading | None = None,
    ) -> None:
        """Mark what a hand-in claims about one tree of a key.

        Args:
            key: The tree, with its right claims.
            check: What the hand-in claims about it, judged; ``None`` where the tree is missing.
            maximum: How many points the tree is worth; ``None`` for one for each claim of the key.
            reading_of_handin: How the whole hand-in is meant, and so this tree, if it is not meant
                as it stands: for example with α and β exchanged in every window.
        """
        self.title = key.title
        self.check = check
        self._key = key
        self._maximum = maximum
        self._reading_of_handin = reading_of_handin

    @cached_property
    def _as_written(self) -> Check:
        """What the hand-in claims about the tree; a missing tree is one without any claim."""
        return Check(self._key.record, ()) if self.check is None else self.check

    @cached_property
    def _as_it_stands(self) -> Marking:
        """The paper, marked as it stands, under no reading."""
        return Marking(self._key, self._as_written)

    @cached_property
    def _best_marking(self) -> _MarkedPaper:
        """The marking that loses the fewest points: as the paper stands, or under a reading.

        Of two that lose as much the first counts: as it stands, with the slip of the whole hand-in,
        with the excuse found for this tree.
        """
        best = _MarkedPaper(self._as_it_stands, None, self._as_it_stands.lost)
        for reading in (self._reading_of_handin, self._as_written.excuse):
            if reading is None:
                continue
            marked_paper = self._mark_under(reading)
            if marked_paper.counts_before(best):
                best = marked_paper
        return best

    @cached_property
    def earned(self) -> tuple[bool | None, ...]:
        """Of each claim of the key whether it is earned as it stands; ``None`` for a blank."""
        return tuple(answer.is_earned for answer in self._as_it_stands.answers)

    @property
    def reading(self) -> CourseReading | None:
        """The reading under which the paper is marked; ``None`` where it is marked as it stands."""
        return self._best_marking.reading

    @property
    def _marking(self) -> Marking:
        return self._best_marking.marking

    @cached_property
    def marks(self) -> Marks:
        """The marks of the tree: points, the most points, mistakes, consequences, blanks.

        Points are scaled to what the tree is worth on the sheet, and rounded: with 3 of 4 claims
        right on a tree that is worth 10 they are 7.5 of 10. Mistakes, consequences and blanks are
        those of the paper as it stands, even if it is marked as it is meant.
        """
        maximum = Fraction(self._most) if self._maximum is None else self._maximum
        share_earned = Fraction(self._points, self._most)
        tally = self._as_written.tally
        return Marks(
            points=rounded(share_earned * maximum),
            maximum=rounded(maximum),
            mistakes=tally.mistakes,
            follow_on=tally.follow_on,
            blanks=self.earned.count(None),
        )

    @property
    def _most(self) -> int:
        """The most points, before scaling: one for each claim of the key."""
        return len(self._key.exercise.claims)

    @property
    def _points(self) -> int:
        """The points, before scaling, of which no tree has less than 0."""
        return max(0, self._most - self._best_marking.lost)

    @property
    def _given_back(self) -> int:
        """The points lost beyond those there are: of 4 points 5 are lost, and 1 is given back."""
        return max(0, self._best_marking.lost - self._most)

    def _mark_under(self, reading: CourseReading) -> _MarkedPaper:
        """Mark the paper under a reading, which costs a point of its own."""
        key = self._key
        if isinstance(reading, OtherRules):
            key = key.under(reading.findings.record)
        marking = Marking(key, self._as_written.under(reading))
        return _MarkedPaper(marking, reading, marking.lost + _COST_OF_A_READING)

    def to_dict(self) -> dict[str, Any]:
        """Return the tree's grade as ``grade --json`` writes it: title, marks and judged claims.

        A tree that was not handed in has no claims.
        """
        checked_claims = () if self.check is None else self.check.claims
        claims = [self._claim_to_dict(claim) for claim in checked_claims]
        return {"title": self.title, **self.marks.to_dict(), "claims": claims}

    def _claim_to_dict(self, checked: CheckedClaim) -> dict[str, Any]:
        """Return a judged claim of the hand-in as ``grade --json`` writes it.

        ``right`` tells whether it is right as it stands, ``follows`` whether it follows correctly
        from a mistake.
        """
        return {
            "node": checked.node,
            "claim": checked.kind,
            "written": convert_claim_to_json(self._key.tree, checked.claim),
            "right": checked.right,
            "follows": checked.mark is Mark.CONSEQUENCE,
        }

    # -- the sum -------------------------------------------------------------------------------

    @cached_property
    def points_by_subject(self) -> list[tuple[str, int, int]]:
        """For each subject: its name, the points earned, and the points there are.

        For example ``("slashes", 3, 4), ("values", 10, 11)``. They are the points under the reading
        by which the paper is marked, if there is one.
        """
        claim_counts = Counter(SUBJECT_OF[claim.kind] for claim in self._key.exercise.claims)
        # A blank counts as lost, too.
        lost_counts = Counter(
            answer.subject for answer in self._marking.answers if not answer.is_earned
        )
        points: list[tuple[str, int, int]] = []
        for subject, maximum in claim_counts.items():
            # Under other rules more may be pruned, and asked for, than the key has claims of.
            earned = max(0, maximum - lost_counts[subject])
            points.append((_TITLES[subject], earned, maximum))
        return points

    @cached_property
    def deductions(self) -> list[tuple[str, int]]:
        """The reasons for which points are taken off, each with its points, if it costs any.

        The points of the tree are those earned by subject, minus the deductions. Points given back,
        so that no tree has less than 0, are a negative deduction: with 1 point earned and 3 wrong
        slashes there are ``("wrong slashes", 3)`` and ``("never below 0 for a tree", -2)``.
        """
        deductions = [
            ("wrong slashes", len(self._marking.wrong_slashes)),
            ("wrong conditions", len(self._marking.wrong_conditions)),
        ]
        if self.reading is not None:
            deductions.append((short_name(self.reading), _COST_OF_A_READING))

        earned = sum(points for _, points, _ in self.points_by_subject)
        points_left = earned - sum(points for _, points in deductions)
        deductions.append((_NEVER_BELOW_NOTHING, points_left - self._points))
        return [(reason, points) for reason, points in deductions if points]

    @property
    def sum_text(self) -> str:
        """The sum: ``slashes 3 of 4, values 10 of 11, wrong slashes −1``."""
        parts = [
            f"{subject} {earned} of {most}" for subject, earned, most in self.points_by_subject
        ]
        parts += [f"{reason} {_format_signed(-points)}" for reason, points in self.deductions]
        return ", ".join(parts)

    # -- why ---------------------------------------------------------------------------------------

    @cached_property
    def costs(self) -> list[Cost]:
        """All reasons for which points are lost; together they cost what the tree has lost.

        In this order:

        1. the reading under which the paper is marked, if any, for all answers that it explains;
        2. the answers that are wrong under it, in drawing order, some of which may cost nothing;
        3. reasons that several lost answers share, such as that they are blank;
        4. the points that are given back, as a negative cost.
        """
        costs: list[Cost] = []
        if self.reading is not None:
            costs.append(self._compute_cost_of_reading(self.reading))
        costs += self._collect_costs_of_wrong_answers()
        costs += self._collect_shared_costs()
        if self._given_back:
            costs.append(Cost(-self._given_back, "Never below 0 for a tree."))
        return costs

    def _collect_costs_of_wrong_answers(self) -> list[Cost]:
        """Collect a cost for each wrong answer, in drawing order: its points and why it is wrong.

        If a mistake costs nothing by itself, a further sentence says why.
        """
        costs: list[Cost] = []
        points_by_answer = self._marking.costs()
        for answer in self._marking.check.wrong:
            points = points_by_answer[answer]  # a Counter: 0 for an answer that costs nothing
            words = f"{answer.mark.sign} {answer.topic} – {answer.why}"
            if answer.mark is Mark.MISTAKE and points == 0:
                words = f"{words} {self._explain_free_mistake(answer)}"
            costs.append(Cost(points, words))
        return costs

    def _compute_cost_of_reading(self, reading: CourseReading) -> Cost:
        """Compute the cost of a reading; its words say how many mistakes the reading explains."""
        explained = len(self._as_written.wrong) - len(self._marking.check.wrong)
        answers = counted(explained, "answer", "answers")
        return Cost(_COST_OF_A_READING, f"{describe_reading(reading)}: {answers}.")

    def _explain_free_mistake(self, mistake: CheckedClaim) -> str:
        """Explain in a sentence why a mistake costs nothing by itself.

        What it is about, such as the value of B, may be lost already, or not be asked by the key.
        """
        if mistake.claim.kind in SLASHES:
            return "It costs nothing more: slashes count once for each node."

        # A missing slash is written by nobody, so it has no subject: it is about cuts.
        subject = SUBJECT_OF.get(mistake.claim.kind, "cuts")
        asked_questions = {(answer.claim.node, answer.subject) for answer in self._marking.answers}
        if (mistake.claim.node, subject) in asked_questions:
            return "It costs nothing more: what is asked here is lost already."
        return "It costs nothing: the key asks nothing here."

    def _collect_shared_costs(self) -> list[Cost]:
        """Collect one cost for each reason that several lost answers share, such as being blank.

        Its words name the reason and the questions: ``…: value of ▽B, slash at 4.``
        """
        questions_by_outcome: dict[AnswerOutcome, list[str]] = {}
        for answer in self._marking.answers:
            if answer.outcome.is_shared:
                question = format_question(self._key.tree, answer.claim)
                questions_by_outcome.setdefault(answer.outcome, []).append(question)
        return [
            Cost(len(questions), f"{outcome.words}: {_format_questions(questions)}.")
            for outcome, questions in questions_by_outcome.items()
        ]

    @property
    def paper(self) -> dict[int, WrittenAnswer]:
        """The answers written at each node, each with its mark."""
        if self.reading is None:
            return self._as_written.paper
        return marked_paper(self._key.tree, self._mark_as_meant(self.reading))

    def _mark_as_meant(self, reading: CourseReading) -> Iterator[tuple[Claim, Mark]]:
        """Yield each claim as it is written, with its mark under a reading.

        A *reading* is a way in which the answers may be meant. With α and β exchanged in every
        window, and (3, 9) the right one, they are marked so:

        =========  =========  ===========================================
        written    as meant   mark
        =========  =========  ===========================================
        ``(9,3)``  ``(3,9)``  a consequence (``↳``): right only as meant
        ``(3,9)``  ``(9,3)``  a mistake
        ``=3``     ``=3``     right, if it is; nothing is exchanged in it
        =========  =========  ===========================================
        """
        wrong_as_written = {
            (wrong.claim.node, wrong.claim.kind) for wrong in self._as_written.wrong
        }
        for as_meant in self._marking.check.claims:
            claim = as_meant.claim
            is_right_as_meant = as_meant.mark is Mark.RIGHT
            is_wrong_as_written = (claim.node, claim.kind) in wrong_as_written
            is_right_only_as_meant = is_right_as_meant and is_wrong_as_written
            mark = Mark.CONSEQUENCE if is_right_only_as_meant else as_meant.mark
            yield _undo_reading(claim, reading), mark

    @property
    def overlooked(self) -> list[str]:
        """What the wrong slashes overlook, in one sentence each."""
        return [str(overlooked.words) for overlooked in self._marking.check.overlooked]

    @property
    def as_it_stands(self) -> Tally:
        """The tally of right and wrong answers as they are written, under no reading."""
        return self._as_written.tally

    @property
    def as_meant(self) -> Tally:
        """The tally of right and wrong answers under the reading by which the paper is marked."""
        return self._marking.check.tally


def _undo_reading(claim_as_meant: Claim, reading: CourseReading) -> Claim:
    """Return a claim as it stands on the paper: (3, 9) as meant is (9, 3) as written.

    A reading exchanges something, such as α and β. To exchange it a second time undoes that.
    """
    return reading.meant(claim_as_meant)


def _format_signed(points: int) -> str:
    """Format points with their sign: ``+2``, ``−1``."""
    return f"−{-points}" if points < 0 else f"+{points}"


def short_name(reading: CourseReading) -> str:
    """Return the short name of a reading, for a sum of points: ``α and β exchanged``."""
    match reading:
        case Exchange(exchanged="windows"):
            return "α and β exchanged"
        case Exchange():
            return "≤ and ≥ exchanged"
    return "another convention"


def describe_reading(reading: CourseReading) -> Phrase:
    """Say how a hand-in may be meant, such as with α and β exchanged, or with other rules."""
    match reading:
        case OtherRules():
            return describe_other_rules(reading.rules, reading.stated)
        case Exchange(exchanged="windows"):
            return describe_exchanged_ends()
        case Exchange():
            return describe_exchanged_signs()


def _format_questions(questions: Sequence[str]) -> str:
    """Format the first questions as a list, with the number of the others."""
    more = max(0, len(questions) - _MOST_LISTED)
    return listed(questions[:_MOST_LISTED], more)


def format_question(tree: GameTree, claim: Claim) -> str:
    """Return the question that a claim of a key answers: ``value of ▽B``, ``slash at 4``."""
    if claim.kind == "cuts-none":
        return "nothing is pruned"

    label = tree.labels.text(claim.node) if tree.is_leaf(claim.node) else ""
    if not label:
        label = tree.labels.signed(claim.node)
    return _QUESTIONS[SUBJECT_OF[claim.kind]].format(label)


# -- a hand-in -------------------------------------------------------------------------------------


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
        slip: What was done differently in the whole of it, in a sentence; empty where nothing was.
    """

    name: str
    trees: tuple[TreeGrade, ...] = ()
    remarks: tuple[str, ...] = ()
    problem: str | None = None
    student: str = ""
    variant: str = ""
    slip: str = ""

    def __repr__(self) -> str:
        if self.problem is not None:
            return f"<Grade of {safe(self.name)}: {self.problem}>"
        return f"<Grade of {safe(self.name)}: {format_points(self.marks)}>"

    @property
    def marks(self) -> Marks:
        """The sums of the marks of all trees; all are 0 if the hand-in was not graded."""
        marks_of_trees = [tree.marks for tree in self.trees]
        return Marks(
            points=sum((marks.points for marks in marks_of_trees), Decimal(0)),
            maximum=sum((marks.maximum for marks in marks_of_trees), Decimal(0)),
            mistakes=sum(marks.mistakes for marks in marks_of_trees),
            follow_on=sum(marks.follow_on for marks in marks_of_trees),
            blanks=sum(marks.blanks for marks in marks_of_trees),
        )

    @property
    def is_whole(self) -> bool:
        """Whether all of its trees were graded."""
        return self.problem is None and all(tree.check is not None for tree in self.trees)

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``grade --json`` prints; its points are null if it was not graded."""
        marks: Mapping[str, float | None] = dict.fromkeys(MARKS)  # null for each
        if self.problem is None:
            marks = self.marks.to_dict()
        return {
            "hand-in": self.name,
            "name": self.student,
            "variant": self.variant,
            **marks,
            "problem": self.problem,
            "slip": self.slip,
            "remarks": list(self.remarks),
            "trees": [tree.to_dict() for tree in self.trees],
        }


def grade(
    name: str,
    handin: Mapping[str, Exercise],
    key: Sequence[KeyTree],
    points: Fraction | None = None,
    lost: Container[str] = (),
) -> Grade:
    """Grade a hand-in: mark each tree by its key, and make remarks on the whole.

    A slip that explains all trees together, as with α and β exchanged everywhere, is found first:
    each tree is then marked as it stands and as it is meant with that slip.

    Args:
        name: What the hand-in is called.
        handin: Its trees, by the titles of the key.
        key: The trees of the key.
        points: How many points each tree has; ``None`` for one a claim of the key.
        lost: The titles of trees that cannot be read, of which no remark says that they are
            missing.
    """
    checks = _check_trees(handin, key)
    slips = _find_shared_slip(checks)
    trees: list[TreeGrade] = []
    for key_tree in key:
        check = checks.get(key_tree.title)  # None: the tree is missing
        slip_of_tree = slips.get(key_tree.title)
        trees.append(TreeGrade(key_tree, check, maximum=points, reading_of_handin=slip_of_tree))

    remarks = tuple(_describe_missing_trees_and_other_rules(handin, key, lost))
    slip = _describe_shared_slip(trees, frozenset(slips.values()))
    return Grade(name, tuple(trees), remarks, slip=slip)


def _find_shared_slip(checks: Mapping[str, Check]) -> dict[str, CourseReading]:
    """Find how each tree is meant, by its title, if one slip was made in the whole hand-in."""
    shared = shared_reading([check.handed_in for check in checks.values()])
    if shared is None:
        return {}
    return {
        title: shared.readings[check.handed_in]
        for title, check in checks.items()
        if check.handed_in in shared.readings
    }


def _describe_missing_trees_and_other_rules(
    handin: Mapping[str, Exercise], key: Sequence[KeyTree], unreadable: Container[str]
) -> Iterator[str]:
    """Yield a remark on each tree of the key that is missing, and on each rule stated otherwise.

    Trees that cannot be read (``unreadable`` has their titles) are not called missing: they have a
    remark already.
    """
    for key_tree in key:
        exercise = handin.get(key_tree.title)
        if exercise is not None:
            yield from _describe_other_rules(key_tree, exercise)
        elif key_tree.title not in unreadable:
            yield f"“{key_tree.title}” is missing."


def _describe_other_rules(key_tree: KeyTree, exercise: Exercise) -> Iterator[str]:
    """Yield a remark on each rule that the hand-in's directives state differently from the key."""
    for rule, own_choice in exercise.directives.rules.items():
        keys_choice = getattr(key_tree.record.rules, rule)
        if own_choice != keys_choice:
            keys_title = title_of(rule, keys_choice)
            own_title = title_of(rule, own_choice)
            yield f"“{key_tree.title}”: @{rule} is {keys_title} here, not {own_title}."


def _check_trees(handin: Mapping[str, Exercise], key: Sequence[KeyTree]) -> dict[str, Check]:
    """Judge each tree of a hand-in; return the judgements by title, without missing trees."""
    all_claims = [claim for exercise in handin.values() for claim in exercise.claims]
    # Over all trees: who draws slashes in one, and none in another, says that nothing is pruned.
    marks_slashes = any(claim.kind in SLASHES for claim in all_claims)
    checks: dict[str, Check] = {}
    for key_tree in key:
        exercise = handin.get(key_tree.title)
        if exercise is not None:
            checks[key_tree.title] = _check_tree(key_tree, exercise, marks_slashes=marks_slashes)
    return checks


def _check_tree(key_tree: KeyTree, exercise: Exercise, *, marks_slashes: bool) -> Check:
    """Judge the claims of a tree on the subjects (values, windows, cuts …) that the key asks about.

    If slashes are drawn somewhere in the hand-in (``marks_slashes``), but none in this tree, it
    claims that nothing is pruned.
    """
    subjects = {SUBJECT_OF[claim.kind] for claim in key_tree.exercise.claims}
    claims = [claim for claim in exercise.claims if SUBJECT_OF[claim.kind] in subjects]
    if marks_slashes and "cuts" in subjects and not marks_cuts(claims):
        claims.append(Claim(0, "cuts-none"))
    return Check(key_tree.record, sort_claims(claims))


def _describe_shared_slip(trees: Iterable[TreeGrade], slips: Container[CourseReading]) -> str:
    """Describe the slip that was made in the whole hand-in; empty without one.

    "One slip in 2 trees: α and β are exchanged. Read so, 9 of 10 answers are right; as they stand,
    2." Only the trees that are marked with the slip count: where a tree loses fewer points as it
    stands, it has no reading.

    Args:
        trees: The graded trees.
        slips: The slip, as the reading of each tree in which it was made. Whichever of them is
            asked, it says what the slip is.
    """
    slip: CourseReading | None = None
    trees_with_slip: list[TreeGrade] = []
    for tree in trees:
        if tree.reading is not None and tree.reading in slips:
            slip = tree.reading
            trees_with_slip.append(tree)
    if slip is None:
        return ""
    sentence = describe_slip_in_all_trees(
        describe_reading(slip),
        read_so=sum(tree.as_meant.right for tree in trees_with_slip),
        as_written=sum(tree.as_it_stands.right for tree in trees_with_slip),
        written=sum(tree.as_it_stands.written for tree in trees_with_slip),
        trees=len(trees_with_slip),
    )
    return str(sentence)


def rounded(number: Fraction) -> Decimal:
    """Return points rounded to 0.01; a half is rounded up."""
    return Decimal(floor(number * 100 + Fraction(1, 2))) / 100


def format_decimal(number: Decimal | int) -> str:
    """Return a number without exponent or needless zeros: ``10``, ``7.5``."""
    return f"{Decimal(number).normalize():f}"


def format_points(marks: Marks) -> str:
    """Return the points in words: ``9.5 of 10 points``."""
    return f"{format_decimal(marks.points)} of {format_decimal(marks.maximum)} points"


def grade_line(result: Grade) -> str:
    """Return a hand-in's grade on one line: ``anna: 9.5/10, 1 mistake, 2 blanks``."""
    notes = " ".join(filter(None, (*result.remarks, result.slip)))
    remarks = f" ({notes})" if notes else ""
    if result.problem is not None:
        return f"{result.name}: not graded: {result.problem}{remarks}"
    return f"{result.name}: {', '.join(_describe_marks(result.marks))}{remarks}"


def _describe_marks(marks: Marks) -> Iterator[str]:
    """Yield the points, the mistakes, and what else there is to count."""
    yield f"{format_decimal(marks.points)}/{format_decimal(marks.maximum)}"
    yield counted(marks.mistakes, "mistake", "mistakes")
    if marks.follow_on:
        yield f"{marks.follow_on} that follow"
    if marks.blanks:
        yield counted(marks.blanks, "blank", "blanks")
