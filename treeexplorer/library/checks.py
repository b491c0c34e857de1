"""What is claimed about a tree, judged against its search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, Unpack

from treeexplorer import notation
from treeexplorer.engine import search as engine_search
from treeexplorer.explain.judged import CheckedClaim as EngineClaim
from treeexplorer.judging.judge import Mark
from treeexplorer.judging.waiting import check_has_no_unknown
from treeexplorer.library import guards
from treeexplorer.library.exercises import Claim, Exercise, claim_of, inner_of, rules_for
from treeexplorer.library.records import SearchRecord, with_values
from treeexplorer.marking.check import Check as EngineCheck
from treeexplorer.rules import ResolvedRules, RuleChanges, Rules
from treeexplorer.tree import Number


class CheckedClaim:
    """A claim with its judgement.

    Attributes:
        claim: What was written.
        mark: ``right``, ``mistake``, or ``consequence`` where it follows correctly from an earlier
            mistake.
        step: The step of the search that shows it.

    Example:
        >>> (wrong,) = check(parse("3[3[3 12] 4[2 4]]")).mistakes
        >>> wrong.node, wrong.text, wrong.found, str(wrong.mark)
        ('2', '4', '≤ 2', 'mistake')
    """

    def __init__(self, exercise: notation.Exercise, judged: EngineClaim) -> None:
        self._judged = judged
        self.claim: Final[Claim] = claim_of(exercise, judged.claim)
        self.mark: Final[Mark] = judged.mark
        self.step: Final[int] = judged.step

    @property
    def node(self) -> str:
        """The address of its node."""
        return self.claim.node

    @property
    def label(self) -> str:
        """What its node is called, with its player's sign."""
        return self._judged.label

    @property
    def kind(self) -> str:
        """What kind of claim it is, as the JSON names it."""
        return self._judged.kind

    @property
    def text(self) -> str:
        """The claim as a person reads it: ``6``, ``≥ 8``, ``(3, +∞)``, ``cut off``."""
        return self._judged.text

    @property
    def right(self) -> bool:
        """Whether it is right."""
        return self._judged.right

    @property
    def right_as(self) -> str | None:
        """As what it is right: ``found``, ``returned`` or ``minimax``; ``None`` if it is wrong."""
        return self._judged.as_

    @property
    def is_written(self) -> bool:
        """Whether somebody wrote it; else it stands for a slash that is missing."""
        return self._judged.is_written

    @property
    def found(self) -> str:
        """What the search found in its place."""
        return str(self._judged.saying.found)

    @property
    def mistake(self) -> str:
        """What is wrong with it, as a clause: ``▲g is 9, not 7``; empty if it is right."""
        if self.right:
            return ""
        return str(self._judged.saying.mistake)

    @property
    def why(self) -> str:
        """Why it is right or wrong, in a sentence or a few."""
        return self._judged.why

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``check --json`` prints of it.

        Example:
            >>> row = check(parse("[3[3 12] 4]")).claims[0].to_dict()
            >>> row["line"], row["column"], row["node"], row["written"], row["right"]
            (1, 2, '1', 3, True)
        """
        place = {"line": self.claim.line, "column": self.claim.column}
        return {**place, **self._judged.to_dict()}

    def __repr__(self) -> str:
        return f"<CheckedClaim {self.mark.sign} {self._judged.topic}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CheckedClaim):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.claim, self.mark))


class Tally(NamedTuple):
    """What is counted of a paper.

    Attributes:
        written: How many things are written.
        right: How many of them are right.
        mistakes: How many mistakes there are; a slash that is missing is one, although nobody
            wrote anything there.
        follow_on: How many wrong things follow correctly from a mistake.
        missing: How many slashes are missing.
    """

    written: int
    right: int
    mistakes: int
    follow_on: int
    missing: int


class Check:
    """The claims about a tree, judged against its search, as :func:`check` returns it.

    It shows the marked paper in a notebook.

    Attributes:
        record: The search; ``None`` if it waits for an unknown leaf, as it may where nothing but
            conditions is claimed.
        claims: What is written, each with its judgement, and every slash that is missing, in
            drawing order.
        blanks: What is left to be filled in.

    Example:
        >>> checked = check(parse("3[3[3 12 8] 4[2 4 6]]"))
        >>> checked.tally.right, checked.tally.written, [each.node for each in checked.wrong]
        (2, 3, ['2'])
    """

    def __init__(
        self, exercise: Exercise, record: SearchRecord | None, engine_check: EngineCheck
    ) -> None:
        """Turn a check of the engine into one of the library; :func:`check` makes one.

        The engine knows nodes by their numbers. Here each claim gets the address of its node, such
        as ``2.1``, for which the tree of the exercise is needed.

        Args:
            exercise: The tree with what is written beside it.
            record: The search; ``None`` if it waits for an unknown leaf.
            engine_check: What is written, judged against the search.
        """
        self._engine_check = engine_check
        self.record: Final = record
        tree = inner_of(exercise, "check")
        self.claims: Final = tuple(CheckedClaim(tree, claim) for claim in engine_check.claims)
        self.blanks: Final = tuple(claim_of(tree, claim) for claim in engine_check.blanks)

    @property
    def headline(self) -> str:
        """The verdict in a sentence or two.

        Example:
            >>> check(parse("3[3[3 12 8] <=2[2 /4 /6]]")).headline
            'All 5 answers are right.'
        """
        return self._engine_check.headline

    @cached_property
    def wrong(self) -> tuple[CheckedClaim, ...]:
        """The wrong claims, in drawing order."""
        return tuple(each for each in self.claims if not each.right)

    @cached_property
    def mistakes(self) -> tuple[CheckedClaim, ...]:
        """The wrong claims that do not follow from earlier ones, in the order of the search."""
        mistakes = (each for each in self.wrong if each.mark is Mark.MISTAKE)
        return tuple(sorted(mistakes, key=lambda each: each.step))

    @property
    def tally(self) -> Tally:
        """What is counted."""
        return Tally(*self._engine_check.tally)

    @property
    def fits(self) -> tuple[Rules, ...]:
        """The conventions under which every claim is right, the likeliest first."""
        return tuple(self._engine_check.fits)

    @property
    def reasons(self) -> tuple[str, ...]:
        """What is wrong and why, claim by claim."""
        return tuple(self._engine_check.reasons)

    @property
    def overlooked(self) -> tuple[str, ...]:
        """What slashes at visited nodes overlook: leaf values that would change the root."""
        return tuple(str(each.words) for each in self._engine_check.overlooked)

    def to_dict(self) -> dict[str, Any]:
        """Return the last row that ``check --json`` prints of a tree.

        Example:
            >>> row = check(parse("3[3[3 12 8] 4[2 4 6]]")).to_dict()
            >>> row["claims"], row["wrong"], row["mistakes"]
            (3, 1, 1)
        """
        return self._engine_check.to_dict()

    def __repr__(self) -> str:
        return f"<Check: {self.headline}>"

    def _repr_html_(self) -> str:
        return self._engine_check._repr_html_()


def check(
    exercise: Exercise,
    *,
    values: Mapping[str, Number] | None = None,
    **changes: Unpack[RuleChanges],
) -> Check:
    """Check what is claimed about a tree against its search.

    A claim is one thing that is written in the tree: a value, a slash, a window (α, β).

    Args:
        exercise: The tree with the claims.
        values: The numbers of unknown leaves, as for a search.
        **changes: Rules that are to be others, as for a search.

    Raises:
        TypeError: It is no exercise, or the values are no mapping of texts.
        RulesError: See :func:`search`.
        UnknownReachedError: The search comes to an unknown leaf that has no value.

    Example:
        >>> check(parse("3[3[3 12 8] <=2[2 /4 /6]]")).headline
        'All 5 answers are right.'
    """
    inner = inner_of(exercise, "check")
    resolved = rules_for(exercise, changes)
    record = engine_search(with_values(inner, values), resolved.rules)
    # A search that comes to an unknown leaf waits for its value. Where claims are written, their
    # check refuses it if it must: a condition on that value, `@pruned A if x<=3`, can be judged all
    # the same. Where none are, there is nothing but the search, and it has no end.
    is_nothing_claimed = not inner.claims
    if is_nothing_claimed:
        check_has_no_unknown(record)
    judged = EngineCheck(record, inner.claims, inner.blanks)
    return check_of(exercise, judged, resolved)


def check_of(exercise: Exercise, judged: EngineCheck, resolved: ResolvedRules) -> Check:
    """Return a check as the library hands it out."""
    record: SearchRecord | None = None
    if judged.record.complete:
        record = SearchRecord(exercise, judged.record, resolved)
    return Check(exercise, record, judged)


def exercises_of(given: object, wanted: str) -> Sequence[Exercise]:
    """Return one exercise, or a sequence of them, as a sequence; refuse anything else.

    Args:
        given: What a caller passed.
        wanted: What should have been passed, for the error: ``te.sheet takes an Exercise, or …``.

    Raises:
        TypeError: It is neither, or an empty sequence.
    """
    if isinstance(given, Exercise):
        return (given,)
    # A text is a sequence, too: of its letters.
    if not isinstance(given, Sequence) or isinstance(given, str | bytes) or not given:
        raise guards.refused(wanted, given)
    for each in given:
        guards.require(each, Exercise, wanted)
    return given
