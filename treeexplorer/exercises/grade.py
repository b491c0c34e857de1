"""Marks hand-ins against a key, with the judgement of ``check``.

What the key claims is what a hand-in must claim: each value, window and slash, the best move and so
on is one claim. A hand-in is searched under the key's rules, whatever its own directives say. Each
mistake counts once, what follows correctly from it not at all; what is missing is a blank.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from treeexplorer.engine import HorizonError, Record, search
from treeexplorer.exercises.check import Check, CheckedClaim, Mark, UnknownReachedError
from treeexplorer.exercises.judge import SUBJECT_OF, marks_cuts
from treeexplorer.exercises.pages import Block, BulletList, Heading, Paragraph, html
from treeexplorer.notation import ClaimKind, Exercise
from treeexplorer.numbers import counted, written
from treeexplorer.rules import RULE_NAMES, Rules, RulesError, title_of

WEIGHTS: Final = tuple(dict.fromkeys(SUBJECT_OF.values()))
"""What a weight is given for."""
_CENT: Final = Decimal("0.01")


class WrongKeyError(ValueError):
    """A key that cannot be graded against; said in a sentence."""


@dataclass(frozen=True)
class Scheme:
    """How claims become points.

    Attributes:
        weights: The points of a claim, by what it is about; 1 where nothing is said.
        points: What each tree is scaled to; ``None`` for the sum of its claims' points.
        follow_through: Whether what follows correctly from an earlier mistake counts as right.
    """

    weights: Mapping[str, Fraction] = field(default_factory=dict)
    points: Fraction | None = None
    follow_through: bool = True

    def weight(self, kind: ClaimKind) -> Fraction:
        """Return the points of one claim."""
        return self.weights.get(SUBJECT_OF[kind], Fraction(1))


@dataclass(frozen=True)
class KeyTree:
    """One tree of a key.

    Attributes:
        title: What it is told by.
        exercise: The tree with the right claims.
        record: Its search, under the rules it is graded under.
    """

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


@dataclass(frozen=True)
class TreeGrade:
    """The grade of one tree of a hand-in.

    Attributes:
        title: The key's title.
        marks: What it is worth.
        check: The claims that count, judged; ``None`` where the tree is missing.
    """

    title: str
    marks: Marks
    check: Check | None


@dataclass(frozen=True)
class Grade:
    """The grade of a hand-in.

    Attributes:
        name: What the hand-in is called.
        trees: The grades of the key's trees, in the key's order; none where it was not graded.
        remarks: What else is to be said, such as rules of its own.
        problem: Why it was not graded; ``None`` where it was.
    """

    name: str
    trees: tuple[TreeGrade, ...] = ()
    remarks: tuple[str, ...] = ()
    problem: str | None = None

    @property
    def marks(self) -> Marks:
        """The marks of all trees together."""
        marks = [tree.marks for tree in self.trees]
        return Marks(
            points=sum((one.points for one in marks), Decimal(0)),
            maximum=sum((one.maximum for one in marks), Decimal(0)),
            mistakes=sum(one.mistakes for one in marks),
            follow_on=sum(one.follow_on for one in marks),
            blanks=sum(one.blanks for one in marks),
        )


def rounded(number: Fraction) -> Decimal:
    """Return points to 0.01, halves up."""
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return exact.quantize(_CENT, rounding=ROUND_HALF_UP)


def plain_decimal(number: Decimal | int) -> str:
    """Return a number without exponent or needless zeros: ``10``, ``7.5``."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


# -- the key -----------------------------------------------------------------------------------


def key_of(trees: Iterable[tuple[str, Exercise, Rules]]) -> tuple[KeyTree, ...]:
    """Return a key, checked.

    Args:
        trees: The key's exercises, each with its title and its rules.

    Raises:
        WrongKeyError: A tree claims nothing, or something that is wrong; or two have one title.
    """
    key: list[KeyTree] = []
    for title, exercise, rules in trees:
        if any(one.title == title for one in key):
            raise WrongKeyError(f"two trees of the key have the title “{title}”")
        if not exercise.claims:
            raise WrongKeyError(f"the key claims nothing about “{title}”, so nothing can be graded")
        try:
            one = KeyTree(title, exercise, search(exercise.tree, rules))
            check = Check(one.record, exercise.claims)
        except (UnknownReachedError, HorizonError, RulesError) as error:
            raise WrongKeyError(f"the key, “{title}”: {error}") from None
        if check.wrong:
            raise WrongKeyError(f"the key is wrong at “{title}”: {check.headline}")
        key.append(one)
    return tuple(key)


# -- a hand-in ---------------------------------------------------------------------------------


def grade(
    name: str,
    handin: Mapping[str, Exercise],
    key: Sequence[KeyTree],
    scheme: Scheme | None = None,
) -> Grade:
    """Return the grade of a hand-in.

    Args:
        name: What it is called.
        handin: Its exercises by the key's titles, each with the key's tree.
        key: The key.
        scheme: How claims become points.
    """
    scheme = scheme or Scheme()
    trees, remarks = [], []
    for wanted in key:
        exercise = handin.get(wanted.title)
        if exercise is None:
            remarks.append(f"“{wanted.title}” is missing.")
        else:
            remarks.extend(_own_rules(wanted, exercise))
        trees.append(_tree_grade(wanted, exercise, scheme))
    return Grade(name, tuple(trees), tuple(remarks))


def _own_rules(key: KeyTree, exercise: Exercise) -> Iterator[str]:
    """Yield what a hand-in's directives say that is not the rule."""
    for name, value in exercise.directives.rules.items():
        stated: Any = getattr(key.record.rules, name)
        own, here = _rule(name, value), _rule(name, stated)
        if name in RULE_NAMES and own != here:
            yield f"“{key.title}”: its own @{name} {own} is not the rule here ({here})."


def _rule(name: str, value: Any) -> str:
    if name == "levels":
        return " ".join(map(str, value))
    if name == "window":
        return f"{written(value[0])} {written(value[1])}"
    return title_of(name, value)


def _tree_grade(key: KeyTree, exercise: Exercise | None, scheme: Scheme) -> TreeGrade:
    claims = () if exercise is None else exercise.claims
    graded = {SUBJECT_OF[claim.kind] for claim in key.exercise.claims}
    counting = tuple(claim for claim in claims if SUBJECT_OF[claim.kind] in graded)
    check = Check(key.record, counting)
    points, blanks = _earned(key, check, scheme)
    total = sum((scheme.weight(claim.kind) for claim in key.exercise.claims), Fraction(0))
    maximum = total if scheme.points is None else scheme.points
    if total:
        points = points / total * maximum
    tally = check.tally
    marks = Marks(rounded(points), rounded(maximum), tally.mistakes, tally.follow_on, blanks)
    return TreeGrade(key.title, marks, None if exercise is None else check)


def _earned(key: KeyTree, check: Check, scheme: Scheme) -> tuple[Fraction, int]:
    """Return the points by the weights, and how many of the key's claims are missing."""

    def counts(checked: CheckedClaim) -> bool:
        is_consequence = checked.mark is Mark.CONSEQUENCE and scheme.follow_through
        return checked.right or is_consequence

    given: defaultdict[tuple[int, str], list[CheckedClaim]] = defaultdict(list)
    for checked in check.claims:
        given[checked.claim.node, SUBJECT_OF.get(checked.claim.kind, "visited")].append(checked)
    says_cuts = marks_cuts(check.written)
    points, cuts, blanks = Fraction(0), 0, 0
    for claim in key.exercise.claims:
        about = SUBJECT_OF[claim.kind]
        here = given[claim.node, about]
        if about == "cuts" and says_cuts:
            here = here or given[claim.node, "visited"]
            cuts += claim.kind == "cuts-none" or (bool(here) and all(map(counts, here)))
        elif here:
            points += scheme.weight(claim.kind) * all(map(counts, here))
        else:
            blanks += 1
    slashes = (one for one in check.claims if one.claim.kind == "cut" and one.claim.node)
    cuts -= sum(not counts(slash) for slash in slashes)
    return points + scheme.weight("cut") * max(cuts, 0), blanks


# -- what is said of it ------------------------------------------------------------------------


def feedback(result: Grade) -> str:
    """Return what is said to the person who handed something in, as an HTML page."""
    return html(list(_feedback_blocks(result)))


def _feedback_blocks(result: Grade) -> Iterator[Block]:
    yield Heading(result.name, 1)
    if result.problem is not None:
        yield Paragraph(f"Not graded: {result.problem}")
    else:
        yield Paragraph(f"{_points(result.marks, ' of ')} points.")
    if result.remarks:
        yield BulletList(result.remarks)
    for tree in result.trees:
        yield Heading(f"{tree.title}: {_points(tree.marks, ' of ')}")
        if tree.check is None:
            yield Paragraph("This tree is missing.")
            continue
        yield Paragraph(tree.check.headline)
        lines = [
            f"{checked.mark.sign} {checked.label}, {checked.text}: {checked.words.why}"
            for checked in tree.check.wrong
        ]
        if lines:
            yield BulletList(tuple(lines))
        if tree.marks.blanks:
            yield Paragraph(f"{counted(tree.marks.blanks, 'answer is', 'answers are')} missing.")


def _points(marks: Marks, joint: str) -> str:
    return f"{plain_decimal(marks.points)}{joint}{plain_decimal(marks.maximum)}"


def line(result: Grade) -> str:
    """Return a hand-in's grade on one line."""
    remarks = f" ({' '.join(result.remarks)})" if result.remarks else ""
    if result.problem is not None:
        return f"{result.name}: not graded: {result.problem}{remarks}"
    marks = result.marks
    parts = [_points(marks, "/"), counted(marks.mistakes, "mistake", "mistakes")]
    if marks.follow_on:
        parts.append(f"{marks.follow_on} that follow")
    if marks.blanks:
        parts.append(counted(marks.blanks, "blank", "blanks"))
    return f"{result.name}: {', '.join(parts)}{remarks}"
