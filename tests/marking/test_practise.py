"""Predict mode asks what one would write on paper, and tells kinds of mistakes apart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import cases, trees
from tests.judging.test_every_search import searches
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.course.variants import VariantError, variant
from treeexplorer.engine import Record, Rules, StepKind, search
from treeexplorer.explain.hints import WrongEntry, hint, shown_answer
from treeexplorer.judging.model_answer import claims_in_order
from treeexplorer.judging.questions import Field, Task, accepted, task_at
from treeexplorer.judging.waiting import UnknownReachedError
from treeexplorer.marking.entries import EntryError
from treeexplorer.marking.practise import Ending, Quiz, begin_quiz
from treeexplorer.notation import parse
from treeexplorer.numbers import shown
from treeexplorer.rules import AlgorithmName, resolve
from treeexplorer.tree import GameTree

AIMA = tree_of("A:[B:[3 12 8] C:[2 4 6] D:[14 5 2]]")


def words_of(record: Record, task: Task) -> str:
    """Return what happens at the step of a task, in words."""
    step, name = task.at, record.tree.labels.signed(task.at.node)
    if step.child is None or step.value is None:
        return f"{name} is {'read' if step.kind is StepKind.LEAF else 'entered'}"
    return f"{shown(step.value)} arrives at {name}"


def tasks_of(quiz: Quiz) -> list[Task]:
    return [task_at(quiz.record, step) for step in quiz.questions]


def quiz_of(tree: GameTree, **rules: object) -> Quiz:
    return begin_quiz(search(tree, Rules(levels=tree.levels, **rules)))  # type: ignore[arg-type]  # the tests name them


def at(quiz: Quiz, words: str) -> Quiz:
    """Go to the first question that begins with some words."""
    while quiz.question is not None and not words_of(quiz.record, quiz.question).startswith(words):
        quiz = quiz.next()
    assert quiz.question is not None
    return quiz


# -- what is asked -----------------------------------------------------------------------------


def test_by_default_windows_and_arrivals_with_children_left_are_asked() -> None:
    quiz = quiz_of(AIMA)
    texts = [words_of(quiz.record, task) for task in tasks_of(quiz)]
    assert texts == [
        "▲A is entered",
        "▽B is entered",
        "3 arrives at ▽B",
        "12 arrives at ▽B",
        "3 arrives at ▲A",
        "▽C is entered",
        "2 arrives at ▽C",
        "2 arrives at ▲A",
        "▽D is entered",
        "14 arrives at ▽D",
        "5 arrives at ▽D",
    ]


def every_step(record: Record) -> Quiz:
    """Return a quiz that asks at every step at which something can be filled in."""
    steps = range(1, record.steps + 1)
    return Quiz(record, [step for step in steps if task_at(record, step).answers])


def test_minimax_asks_for_v_alone_and_undrawn_children_are_children_that_are_left() -> None:
    assert tasks_of(quiz_of(AIMA, algorithm="minimax"))[0].answers.keys() == {"v"}
    question = at(quiz_of(tree_of("[a:[[1 5 6] b:[8 ...]] ...]")), "8 arrives at ▲b").question
    assert question is not None
    assert tuple(question.answers)[3:] == ("cut", "because_left", "because_right")


def test_what_is_asked_about_is_not_on_the_screen_yet() -> None:
    quiz = at(quiz_of(AIMA), "2 arrives at ▽C")
    assert quiz.record.step(quiz.shown_step).kind is StepKind.LEAF
    assert quiz.solution == {}
    revealed = quiz.reveal()
    assert revealed.record.step(revealed.shown_step).kind is StepKind.CUT
    assert revealed.solution["cut"] == "y"


# -- answering ---------------------------------------------------------------------------------


def test_a_second_try_is_given_and_counted_apart() -> None:
    quiz = at(quiz_of(AIMA), "▽C").answer({"alpha": "-inf", "beta": "3"})
    assert quiz.open
    assert not any(box.right for box in quiz.feedback)
    quiz = quiz.answer({"alpha": "3", "beta": "∞"})
    assert not quiz.open
    assert quiz.outcome is Ending.SECOND_TRY
    quiz = at(quiz.next(), "▽D").answer({"alpha": "3", "beta": "+inf"})
    assert quiz.outcome is Ending.FIRST_TRY
    assert quiz.score[Ending.SECOND_TRY] == quiz.score[Ending.FIRST_TRY] == 1


def test_under_negamax_the_value_that_min_sees_is_told_apart() -> None:
    quiz = at(quiz_of(AIMA, algorithm="negamax"), "3 arrives at ▽B").answer({"v": "-3"})
    (box,) = quiz.feedback
    assert box.misconception is WrongEntry.OTHER_SIGN
    assert str(box.text) == "−3 is what MIN sees at ▽B; write what MAX sees, 3."


@pytest.mark.parametrize("point", ["", "0."])
def test_beside_a_chance_node_a_mistake_with_decimals_is_told_as_one_with_integers(
    point: str,
) -> None:
    tree = tree_of("[[3 5] [2 4] chance[1 2]]".translate({ord(d): point + d for d in "12345"}))
    three, two = f"{point}3", f"{point}2"
    quiz = at(quiz_of(tree), "▽B").answer({"alpha": "-inf", "beta": three})
    mistaken = {one.field: one.misconception for one in quiz.feedback}
    assert mistaken["beta"] is WrongEntry.ENDS_SWAPPED
    quiz = at(quiz_of(tree), f"{two} arrives at ▲root")
    right = {"alpha": three, "beta": "inf", "cut": "n", "because_left": three}
    quiz = quiz.answer({**right, "because_right": "inf", "v": two})  # type: ignore[dict-item]  # these are its boxes
    assert [one.misconception for one in quiz.feedback if not one.right] == [WrongEntry.OTHER_VALUE]


@pytest.mark.parametrize(
    ("hints", "outcome"), [(2, Ending.FIRST_TRY), (3, Ending.SHOWN), (4, Ending.SHOWN)]
)
def test_an_answer_that_the_third_hint_has_given_is_not_ones_own(
    hints: int, outcome: Ending
) -> None:
    quiz = at(quiz_of(AIMA), "▽C")
    for _ in range(hints):
        quiz = quiz.ask_hint()
    assert quiz.answer({"alpha": "3", "beta": "inf"}).outcome is outcome


def test_after_two_wrong_tries_the_answer_is_shown_and_a_sentence_is_said_once() -> None:
    quiz = at(quiz_of(AIMA), "▽C")
    for _ in range(2):
        quiz = quiz.answer({"alpha": "0", "beta": "1"})
        first, second = quiz.feedback
        assert str(first.text) == (
            "A child gets its parent's window. Look at ▲A: what are its α and β at this moment?"
        )
        assert second.text is None
    assert quiz.outcome is Ending.WRONG
    assert quiz.solution == {"alpha": "3", "beta": "+∞"}
    assert quiz.answer({"alpha": "3", "beta": "inf"}) is quiz


def test_a_question_before_is_shown_as_it_ended_or_still_open() -> None:
    later = at(quiz_of(AIMA), "▽C")
    quiz = begin_quiz(later.record).at(later.position)
    assert quiz.before().open
    assert quiz.before().next().outcomes == {quiz.position - 1: Ending.SHOWN}
    first_try = quiz.answer({"alpha": "3", "beta": "inf"})
    back = first_try.next().before()
    assert (back.position, back.outcome) == (quiz.position, Ending.FIRST_TRY)
    assert back.solution == {"alpha": "3", "beta": "+∞"}
    assert back.next().open
    assert quiz.at(0).before() == quiz.at(0)


def test_an_empty_or_unreadable_box_is_no_try() -> None:
    quiz = at(quiz_of(AIMA), "▽C")
    with pytest.raises(EntryError, match="“β” is still empty"):
        quiz.answer({"alpha": "3"})
    with pytest.raises(EntryError, match="not a number"):
        quiz.answer({"alpha": "3", "beta": "much"})
    arrival, right = at(quiz, "2 arrives at ▽C"), {"v": "2", "alpha": "3", "beta": "2"}
    because = {"because_left": "3", "because_right": "2"}
    with pytest.raises(EntryError, match="neither y nor n"):
        arrival.answer({**right, **because, "cut": "maybe"})  # type: ignore[dict-item]  # its boxes
    answered = arrival.answer({**right, **because, "cut": "Y"})  # type: ignore[dict-item]  # its boxes
    assert answered.outcome is Ending.FIRST_TRY


# A tree; what is answered at a step of it, the first box that is wrong and the kind of mistake.
REMARKS = """
[3 A:[9 B:[1 2]] 4]
  ▲root is entered | 3 inf | alpha OTHER_WINDOW
  ▽A is entered | inf 3 | alpha ENDS_SWAPPED
  ▲B is entered | 9 inf | alpha ENDS_SWAPPED
  ▲B is entered | 3 inf | beta OLD_WINDOW
  ▲B is entered | -inf inf | alpha STARTED_ANEW
  ▲B is entered | 4 9 | alpha OTHER_WINDOW
  9 arrives at ▽A | inf 3 inf n 3 inf | v OTHER_VALUE
  9 arrives at ▽A | 9 3 5 n 3 9 | beta OTHER_END
  3 arrives at ▲root | 3 3 3 n 3 inf | beta MOVED_WRONG_END
  9 arrives at ▽A | 9 3 9 y 3 9 | cut CUT_TOO_SOON
  9 arrives at ▽A | 9 3 9 n 4 9 | because_left OTHER_REASON
@cutoff > ⏎ [A:[3 12] B:[2 4]]
  2 arrives at ▽B | 2 3 2 n 3 2 | cut MISSED_CUT
@form two-functions ⏎ [3 A:[9 B:[1 2]] 4]
  1 arrives at ▲B | 3 1 9 n 1 9 | v OTHER_VALUE
@algorithm pvs ⏎ [A:[5 3] B:[7 9 8]]
  ▽B is entered | 3 inf | beta OTHER_WINDOW
  ▽B is entered again | 3 inf | alpha OTHER_WINDOW
  7 arrives at ▽B | 7 3 3 n 3 3 | because_right OTHER_REASON
[[3 5] B:chance[C:[4 6] D:[1 2]]]
  ▲D is entered | 7 inf | alpha OTHER_WINDOW
@cutoff > ⏎ [A:[3 12] B:[3 4]]
  3 arrives at ▽B | 3 3 3 y 3 3 | cut EQUALITY
"""


def remarks() -> Iterator[tuple[str, str, str, str]]:
    """Yield a tree, a step, what is typed there, and the box with its mistake."""
    text = ""
    for row in REMARKS.strip().splitlines():
        if row.startswith("  "):
            step, typed, slip = row.strip().split(" | ")
            yield text, step, typed, slip
        else:
            text = row.replace(" ⏎ ", "\n")


@pytest.mark.parametrize(("text", "step", "typed", "slip"), list(remarks()))
def test_a_first_try_is_told_what_kind_of_mistake_it_is(
    text: str, step: str, typed: str, slip: str
) -> None:
    exercise = parse(text)
    quiz = begin_quiz(search(exercise.tree, resolve([("file", exercise.directives.rules)]).rules))
    quiz = at(quiz, step.removesuffix(" again"))
    if step.endswith(" again"):
        quiz = at(quiz.next(), step.removesuffix(" again"))
    assert quiz.question is not None
    quiz = quiz.answer(dict(zip(quiz.question.answers, typed.split(), strict=True)))
    wrong = next(box for box in quiz.feedback if not box.right)
    assert wrong.misconception is not None
    assert wrong.text is not None
    assert f"{wrong.field} {wrong.misconception.name}" == slip
    assert wrong.misconception in dict(quiz.misconceptions)


def hints_on(quiz: Quiz) -> list[str]:
    hints = []
    for _ in range(3):
        quiz = quiz.ask_hint()
        hints.append(str(quiz.hint))
    return hints


def test_hints_lead_from_the_place_to_the_answer() -> None:
    where, compare, answer = hints_on(at(quiz_of(AIMA), "2 arrives at ▽C"))
    assert where == (
        "▽C is MIN: it keeps the smaller one of what it had and what arrives, "
        "and β is the end it may move."
    )
    test = "Test with the numbers as they are now: is α ≥ β?"
    assert compare == f"Compare what ▽C had, +∞, with 2. {test}"
    assert answer == "v = 2, α = 3, β = 2; cut off."


def test_below_a_chance_node_no_hint_leads_to_its_window() -> None:
    assert hints_on(at(quiz_of(tree_of("[[3 5] B:chance[C:[4 6] D:[1 2]]]")), "▲C")) == [
        "Look at ▲C: with which window does the search come to it?",
        "Below the chance node ○B the search starts anew.",
        "▲C is entered with (−∞, +∞).",
    ]


def test_under_a_range_a_hint_leads_to_what_a_chance_node_needs() -> None:
    quiz = quiz_of(tree_of("[4 chance[2 min[5 9]]]"), range=(0, 10))
    assert hints_on(quiz)[1] == "The search begins at ▲root, with the range of all values."
    assert hints_on(at(quiz, "▽B")) == [
        "Look at ▽B: with which window does the search come to it?",
        "○A was entered with (4, 10): with which values of ▽B can its mean still lie in that?",
        "▽B is entered with (6, 10).",
    ]


def test_a_hint_names_what_the_search_begins_with() -> None:
    tree = tree_of("[4 [2 5]]")
    both = hints_on(quiz_of(tree, range=(0, 10), window=(3, 20)))
    assert both[1] == (
        "The search begins at ▲root, with what the given window and the range of all values have "
        "in common."
    )
    assert both[2] == "▲root is entered with (3, 10)."
    given = hints_on(quiz_of(tree, range=(0, 10), window=(3, 9)))
    assert given[1] == "The search begins at ▲root, with the given window."


def test_a_slash_below_a_chance_node_is_decided_by_what_its_mean_can_be() -> None:
    record = search(tree_of("[8 chance[2 3 5]]"), Rules(range=(0, 10)))
    step, slash = next(task for task in claims_in_order(record) if task[1].kind == "cut")
    compare = hint(record, task_at(record, step), 2, slash)
    assert str(compare) == "○A is worth 2/3 to 22/3. Is 8 ≥ 22/3?"


def test_a_search_that_waits_cannot_be_asked_about() -> None:
    with pytest.raises(UnknownReachedError):
        begin_quiz(search(tree_of("[x 3]")))


# -- laws --------------------------------------------------------------------------------------


@examples(120)
@given(cases() | searches())
def test_the_solutions_typed_in_are_all_right(case: tuple[GameTree, Rules]) -> None:
    quiz = every_step(search(*case))
    while quiz.question is not None:
        answers = quiz.question.answers
        for degree in (1, 2, 3):
            assert hint(quiz.record, quiz.question, degree)
        quiz = quiz.answer({name: shown_answer(answer) for name, answer in answers.items()})
        assert not quiz.open
        quiz = quiz.next()
    assert set(quiz.outcomes.values()) <= {Ending.FIRST_TRY}


@examples(60)
@given(cases(), st.integers(-5, 5))
def test_any_wrong_number_has_a_kind_and_a_sentence(
    case: tuple[GameTree, Rules], number: int
) -> None:
    quiz = every_step(search(*case))
    while quiz.question is not None:
        typed: dict[Field, str] = {
            name: "y" if name == "cut" else str(number) for name in quiz.question.answers
        }
        for one in quiz.answer(typed).feedback:
            assert one.right or one.misconception is not None
        quiz = quiz.next()


@examples(60)
@given(cases(), st.integers(0, 99))
def test_a_variant_is_as_difficult(case: tuple[GameTree, Rules], seed: int) -> None:
    tree, rules = case
    try:
        other = variant(tree, rules, seed)
    except VariantError:
        return
    assert (other.parent, other.roles, other.elided) == (tree.parent, tree.roles, tree.elided)
    was, now = search(tree, rules), search(other, rules)
    assert (len(was.cuts), was.evaluated) == (len(now.cuts), now.evaluated)


def test_a_quiz_on_a_deep_chain_begins_at_once() -> None:
    quiz = quiz_of(tree_of("[1 " * 20_000 + "1" + "]" * 20_000), cutoff=">")
    assert len(quiz.questions) > 20_000
    assert quiz.question is not None
    assert quiz.question.at.number == quiz.questions[0]


@examples(60)
@given(trees(), st.sampled_from(["pvs", "negascout", "scout", "mtdf", "sss"]))
def test_the_two_numbers_that_decide_make_the_test_come_out_as_it_does(
    tree: GameTree, algorithm: AlgorithmName
) -> None:
    record = search(tree, Rules(algorithm, levels=tree.levels))
    for number in every_step(record).questions:
        task = task_at(record, number)
        answers = task.answers
        if "cut" in answers:
            assert task.test is not None
            left, right = answers["because_left"], answers["because_right"]
            assert (left >= right if task.test.op == ">=" else left > right) is answers["cut"]


def test_the_numbers_that_decide_may_be_said_with_v_or_with_the_end_that_it_moves() -> None:
    exercise = parse("@algorithm pvs\n@window 4 9\n[A:[3 1] B:[7 9 8]]")
    rules = resolve([("file", exercise.directives.rules)]).rules
    quiz = begin_quiz(search(exercise.tree, rules))
    task = at(quiz, "3 arrives at ▲root").question  # v = 3, α = 4: neither reaches β = 9
    assert task is not None
    right = [number for number in range(10) if accepted(quiz.record, task, "because_left", number)]
    assert right == [3, 4]
    task = at(quiz, "7 arrives at ▽B").question  # asked only whether it is worth more than 4
    assert task is not None
    right = [number for number in range(10) if accepted(quiz.record, task, "because_right", number)]
    assert right == [7]


def test_a_number_is_no_answer_to_whether_the_rest_is_cut_off() -> None:
    quiz = at(quiz_of(tree_of("[[3 12] [1 2]]")), "1 arrives at ▽B")
    assert quiz.question is not None
    assert accepted(quiz.record, quiz.question, "cut", given=True)
    assert not accepted(quiz.record, quiz.question, "cut", 1)
    assert not accepted(quiz.record, quiz.question, "v", given=True)


def test_a_hint_on_a_value_speaks_of_its_window_where_that_may_hold_it_back() -> None:
    record = search(tree_of("[[3 5] [2 4]]"), Rules(fail="hard"))
    compares = [
        str(hint(record, task_at(record, step), 2, claim))
        for step, claim in claims_in_order(record)
        if claim.number is not None
    ]
    assert ["outside its window" in each for each in compares] == [False, True, False]
