"""A function of somebody's own, tried on many trees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from inspect import getmodule, getsource
from typing import Any, Final, NamedTuple, Unpack, overload

from treeexplorer import notation
from treeexplorer.course_file import Course
from treeexplorer.engine.algorithms import rules_of
from treeexplorer.errors import TreeexplorerError
from treeexplorer.library import guards
from treeexplorer.library.exercises import Exercise, inner_of
from treeexplorer.programs.answers import ProgramAnswer, answer_of_function
from treeexplorer.programs.answers import Tried as EngineTried
from treeexplorer.programs.log import LogComparison as EngineLogComparison
from treeexplorer.programs.log import compare_log
from treeexplorer.programs.mistakes import Mistake
from treeexplorer.programs.trials import nested_trees, random_trees, to_nested
from treeexplorer.programs.verification import Verification as EngineVerification
from treeexplorer.programs.verify import verify_program
from treeexplorer.rules import RuleChanges, Rules
from treeexplorer.text import described
from treeexplorer.tree import GameTree

_TRIALS: Final = 100
_MOST_TRIALS: Final = 10_000


class Tried(NamedTuple):
    """A tree with what the program said of it.

    Attributes:
        tree: The tree.
        answer: The program's answer.
    """

    tree: Exercise
    answer: ProgramAnswer


class Verification:
    """What trying a program has shown, as :func:`verify` returns it.

    Attributes:
        layer: How far it is right: ``right``, ``no leaves``, ``fewer leaves``, ``leaves again``,
            ``leaves not judged`` and ``own order`` are right;
            ``another convention``, ``plain minimax``, ``leaves told otherwise``, ``other leaves``,
            ``wrong moves``, ``wrong values`` and ``no answer`` are not.
        rules: The search and convention that its leaves follow, as far as they follow one.
        claimed: The convention it claims, if it claims one.
        counts: On how many trees its answers have each shortcoming.
        mistakes: At most three classic mistakes with which alpha-beta answers every tree just as it
            does, the likeliest first.
        findings: What its values, moves and leaves are where they are not right, in sentences.
        notes: What else there is to know, in sentences.

    Example:
        >>> found = verify(lambda nested: search(from_nested(nested)).value, trials=5)
        >>> found.right, found.layer
        (True, 'no leaves')
    """

    def __init__(self, found: EngineVerification) -> None:
        """Keep what trying a program has shown; :func:`verify` makes one.

        Args:
            found: The result of the package, whose fields are handed out.
        """
        self._found = found
        self.layer: Final[str] = found.layer
        self.rules: Final[Rules] = found.rules
        self.claimed: Final[Rules | None] = found.claimed
        # A copy, so that nobody changes the original.
        self.counts: Final[Mapping[str, int]] = dict(found.counts)
        self.mistakes: Final[tuple[Mistake, ...]] = found.mistakes
        self.findings: Final = found.findings
        self.notes: Final = found.notes

    @property
    def right(self) -> bool:
        """Whether nothing is wrong."""
        return self._found.right

    @property
    def headline(self) -> str:
        """What is right, then what is not, in a line."""
        return self._found.headline

    @property
    def tried(self) -> tuple[Tried, ...]:
        """The trees on which it was run, with its answers."""
        return tuple(map(_tried, self._found.tried))

    @property
    def wrong(self) -> Tried | None:
        """The smallest tree found on which it goes wrong; ``None`` if there is none."""
        return None if self._found.wrong is None else _tried(self._found.wrong)

    def text(self) -> str:
        """Return the result in sentences: what is right, what is wrong, the mistake."""
        return self._found.text()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as ``verify --json`` prints it."""
        return self._found.to_dict()

    def __repr__(self) -> str:
        return f"<Verification: {self.headline}>"


def _tried(tried: EngineTried) -> Tried:
    """Return a tree on which a program was tried as the library hands it out."""
    return Tried(Exercise(notation.Exercise(tried.tree)), tried.answer)


class LogComparison:
    """How the steps that a program printed agree with the search, as :func:`verify` returns it.

    Attributes:
        exercise: The tree, which is built from the log where none was given.
        rules: The rules of the search.
        explanation: The convention or misconception under which the whole log agrees, in words;
            empty where it agrees as it is, or where none is known.
        notes: What else there is to know, in sentences.

    Example:
        >>> found = verify(log="node: A alpha=-inf beta=inf", trees=[parse("A:[3 4]")])
        >>> found.right, found.headline
        (True, 'The one row agrees with alpha-beta, cut when α ≥ β.')
    """

    def __init__(self, found: EngineLogComparison) -> None:
        self._found = found
        self.exercise: Final = Exercise(notation.Exercise(found.tree))
        self.rules: Final[Rules] = found.rules
        self.explanation: Final = found.explanation
        self.notes: Final = found.notes

    @property
    def right(self) -> bool:
        """Whether every row agrees, under the convention that is claimed or under any."""
        return self._found.right

    @property
    def headline(self) -> str:
        """How many rows agree."""
        return self._found.headline

    def text(self) -> str:
        """Return the result in sentences: how much agrees, the first row that does not, why."""
        return self._found.text()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as ``verify --log --json`` prints it."""
        return self._found.to_dict()

    def __repr__(self) -> str:
        return f"<LogComparison: {self.headline}>"


class VerificationError(TreeexplorerError, AssertionError):
    """A program that goes wrong, with the smallest tree that shows it.

    Where a function raised an exception, that is the cause of this one, with its traceback.

    Attributes:
        verification: What trying the program has shown.
    """

    def __init__(self, verification: Verification) -> None:
        super().__init__(verification.text())
        self.verification = verification


@overload
def verify(
    function: Callable[[Any], Any],
    *,
    trees: Iterable[Exercise] = ...,
    trials: int = ...,
    seed: int = ...,
    **claims: Unpack[RuleChanges],
) -> Verification: ...


@overload
def verify(
    *, log: str, trees: Iterable[Exercise] = ..., **claims: Unpack[RuleChanges]
) -> LogComparison: ...


def verify(
    function: Callable[[Any], Any] | None = None,
    *,
    log: str | None = None,
    trees: Iterable[Exercise] = (),
    trials: int = _TRIALS,
    seed: int = 0,
    **claims: Unpack[RuleChanges],
) -> Verification | LogComparison:
    """Try a function of one's own on many trees, in a test of one's own; or compare a log.

    ::

        def test_my_alphabeta():
            te.verify(lambda nested: alphabeta(my_node(nested), -inf, inf, True), cutoff=">")

    A program that is a command of its own is tried by ``treeexplorer verify``.

    Args:
        function: Takes nested lists with MAX at the root, such as ``[[3, 12], [2, 4]]``, and
            returns the root's value, or a tuple of it, the leaves it evaluated in order and, if
            it likes, the number of the move it plays, from 1.
        log: In place of a function, the text of the steps that a program printed: a table with a
            header such as ``Node,Depth,Value,Alpha,Beta``, or lines such as ``node: B alpha=3``.
            Its comparison with the search is returned, whatever comes of it.
        trees: Further trees to try; with a log the one that the program searched, which is built
            from depths and values where it is not given.
        trials: How many random trees to try, up to 10,000.
        seed: Decides the random trees.
        **claims: The convention that the function claims, such as ``cutoff=">"``; without them
            any will do.

    Raises:
        TypeError: It is no function, or the trees are no exercises.
        VerificationError: The function goes wrong; says where, on the smallest tree found, and
            which classic mistake it is. What the function raised is its cause.
        RulesError: There is no such convention.
        TreeexplorerError: A tree says what nested lists of numbers cannot.

    Example:
        >>> verify(lambda nested: search(from_nested(nested)).value, trials=5).headline
        "Right on all ... trees (...), as far as the root's value goes: it told no leaves."
    """
    if log is None:
        return _verify_function(function, trees, trials, seed, claims)
    if function is not None:
        raise TypeError("te.verify takes a function or a log, not both")
    return _compare_log(log, trees, claims)


def _verify_function(
    given: object,
    trees: Iterable[Exercise],
    trials: int,
    seed: int,
    claims: RuleChanges,
) -> Verification:
    """Try a function of nested lists on given and random trees, and return what that has shown.

    Raises:
        TypeError: It is no function, or the trees are no exercises.
        VerificationError: The function goes wrong.
    """
    # 1. Check all arguments first, since trying the function may take long.
    function = _function_of(given)
    given_trees = _trees_of(trees)
    trial_count = guards.whole_number(
        trials, f"trials is a number from 0 to {_MOST_TRIALS:,}", 0, _MOST_TRIALS
    )
    guards.whole_number(seed, "seed is a whole number")
    rules = rules_of(None, Course(), claims).rules

    # 2. Try it.
    verification = verify_program(
        lambda tree: answer_of_function(function, to_nested(tree)),
        rules=rules,
        claimed=_is_convention_claimed(claims),
        trees=[
            *nested_trees(given_trees, rules.levels),
            *random_trees(trial_count, seed, rules.levels),
        ],
        text=_source_around(function),
    )
    return _raise_unless_right(verification)


def _function_of(given: object) -> Callable[[Any], Any]:
    """Return the function that is tried.

    Raises:
        TypeError: It is none; says how a command is tried.
    """
    if callable(given):
        return given
    wanted = "te.verify tries a function of nested lists"
    hint = "`treeexplorer verify -- python my_program.py` tries a command"
    raise TypeError(f"{wanted}, not {described(given)}; {hint}")


def _trees_of(exercises: Iterable[Exercise]) -> list[GameTree]:
    """Return the trees of exercises.

    Raises:
        TypeError: They are no exercises.
    """
    guards.require(exercises, Iterable, "trees are a list of exercises, as te.load_all returns it")
    return [inner_of(each, "verify").tree for each in exercises]


def _raise_unless_right(found: EngineVerification) -> Verification:
    """Return what trying a program has shown, if nothing is wrong.

    Raises:
        VerificationError: Something is; what the program raised is its cause.
    """
    verification = Verification(found)
    if not verification.right:
        raised_by_program = None if found.wrong is None else found.wrong.answer.error
        raise VerificationError(verification) from raised_by_program
    return verification


def _is_convention_claimed(claims: RuleChanges) -> bool:
    """Tell whether a convention is claimed; who moves at which ply is none."""
    return bool(claims.keys() - {"levels"})


def _source_around(function: Callable[..., Any]) -> str:
    """Return the text of the module a function stands in, or its own; empty without a file."""
    with suppress(OSError, TypeError):  # a built-in function, or one that was typed in
        module = getmodule(function)
        return getsource(function) if module is None else getsource(module)
    return ""


def _compare_log(log: object, trees: Iterable[Exercise], claims: RuleChanges) -> LogComparison:
    """Compare a log, the steps that a program printed, with the search of its tree.

    Args:
        log: The text of the log.
        trees: At most one exercise: the tree that the program searched. Without it the tree is
            built from the log.
        claims: The rules that the program claims to follow, by name. The others are those of the
            exercise.

    Raises:
        TypeError: The log is no text, or there are several trees.
    """
    if not isinstance(log, str):
        raise TypeError(f"a log is a text, not {described(log)}")
    inner = _exercise_of_log(trees)
    rules = rules_of(inner, Course(), claims).rules
    tree = None if inner is None else inner.tree.with_levels(rules.levels)
    return LogComparison(compare_log(log, tree, rules, claimed=_is_convention_claimed(claims)))


def _exercise_of_log(trees: Iterable[Exercise]) -> notation.Exercise | None:
    """Return the tree that a log tells of, if it is given.

    Raises:
        TypeError: There are several.
    """
    exercises = list(trees)
    if len(exercises) > 1:
        raise TypeError(f"a log tells of one tree, not of {len(exercises)}")
    return inner_of(exercises[0], "verify") if exercises else None
