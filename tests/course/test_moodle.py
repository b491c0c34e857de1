"""The questions of a course page: what may be typed and ticked, and how Moodle marks it."""

from __future__ import annotations

import html
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from typing import Any, Final, get_args

import pytest

from tests.course.sheets import NoSearch, numbers_without_search, sheets_of_all_kinds
from tests.judging.test_one_judge import searched_tree
from tests.laws import batches, sampled, some
from treeexplorer.course.grade import grade
from treeexplorer.course.key import KeyTree
from treeexplorer.course.moodle import CourseField, CourseQuestion, moodle
from treeexplorer.course.sheet import Ask, Sheet, SheetTree
from treeexplorer.gallery import examples
from treeexplorer.notation import Claim, Exercise, load_all, parse, sort_claims
from treeexplorer.numbers import written
from treeexplorer.rules import Rules

AIMA: Final = parse("A:[B:[3 12 8] C:[2 4 6] D:[14 5 2]]")
FIELD: Final = re.compile(r"\{(\d+):(SHORTANSWER|MULTIRESPONSE):((?:\\.|[^}])*)\}")
NOTHING: Final = "nothing is pruned"


def asked(*asks: Ask, exercise: Exercise = AIMA, **rules: Any) -> SheetTree:
    return SheetTree("Figure 1", exercise, Rules(**rules), asks)


# -- Moodle, as its documentation says it marks ----------------------------------------------------


@dataclass(frozen=True)
class ReadField:
    """A field of a Cloze question, as Moodle reads it."""

    weight: int
    takes_ticks: bool
    fractions: Mapping[str, Fraction]

    def fraction(self, response: Sequence[str]) -> Fraction:
        """Return the share of the field's points; several ticks are held between 0 and 1."""
        if self.takes_ticks:
            total = sum(self.fractions[each] for each in response)
            return Fraction(min(max(total, 0), 1))
        (typed,) = response or ("",)
        return self.fractions.get(typed.strip(), Fraction(0))


def fields_of(quiz: str) -> list[tuple[Decimal, list[tuple[str, ReadField]]]]:
    """Return the fields of every question with what stands before them, and its default grade."""
    questions: list[tuple[Decimal, list[tuple[str, ReadField]]]] = []
    for question in ET.fromstring(quiz).findall("question[@type='cloze']"):  # noqa: S314 - our own text
        body = question.findtext("questiontext/text") or ""
        grade_ = Decimal(question.findtext("defaultgrade") or "0")
        found = [
            (html.unescape(re.sub("<[^>]*>", " ", body[: match.start()]))[-60:], _field(match))
            for match in FIELD.finditer(body)
        ]
        questions.append((grade_, found))
    return questions


def _field(match: re.Match[str]) -> ReadField:
    fractions: dict[str, Fraction] = {}
    for answer in re.split(r"(?<!\\)~", match[3]):
        percent = re.match(r"=|%(-?[\d.]+)%", answer)
        assert percent is not None
        share = Fraction(1) if percent[1] is None else Fraction(percent[1]) / 100
        text = html.unescape(re.sub(r"\\(.)", r"\1", answer[percent.end() :]))
        assert text not in fractions, "Moodle takes the first of two answers with one text"
        fractions[text] = share
    return ReadField(int(match[1]), match[2] == "MULTIRESPONSE", fractions)


@dataclass(frozen=True)
class Typed:
    """What a student gives in the fields of one question."""

    value: Callable[[int], str] = lambda _: ""
    window: Callable[[int], str] = lambda _: ""
    ticked: Callable[[Sequence[str]], Sequence[str]] = lambda _: ()
    answer: Callable[[str], str] = lambda _: ""


def chosen(ticks: Sequence[str], _: Sequence[str]) -> Sequence[str]:
    """Tick what is named, whatever the list has."""
    return ticks


def marked(is_ticked: Sequence[bool], labels: Sequence[str]) -> Sequence[str]:
    """Tick what has its mark in the list."""
    return [text for text, ticks in zip(labels, is_ticked, strict=True) if ticks]


class Asked:
    """A tree of a sheet with its question, which is written and read once.

    Attributes:
        tree: The tree of the sheet.
        question: What its question asks.
        fields: The fields of the question, as Moodle reads them.
    """

    def __init__(self, tree: SheetTree) -> None:
        self.tree = tree
        self.question = CourseQuestion(tree)
        ((_, self.fields),) = fields_of(moodle(Sheet("S", (tree,))))


def share(one: Asked, typed: Typed) -> tuple[Fraction, Fraction]:
    """Return what a student earns of the points that the fields of a question have together."""
    question = one.question
    fields = one.fields
    places: list[Sequence[str]] = []
    ticks = next((list(field.fractions) for _, field in fields if field.takes_ticks), [])
    for node in one.tree.inner:
        places += [[typed.window(node)]] if question.windows else []
        places += [[typed.value(node)]] if question.values else []
    places += [list(typed.ticked(ticks))] if question.branches else []
    places += [[typed.answer(label)] for label, _ in question.answers]
    both = zip(fields, places, strict=True)
    earned = sum((field.weight * field.fraction(here) for (_, field), here in both), Fraction(0))
    return earned, Fraction(sum(field.weight for _, field in fields))


# -- what may be typed -----------------------------------------------------------------------------


def test_a_course_page_takes_a_mean_rounded_and_with_any_minus() -> None:
    exercise = parse("[chance[3 4 6] chance[-3 -4 -6] chance[0.5*-1 0.5*-2]]")
    fields = CourseQuestion(asked("values", exercise=exercise)).values
    assert {"13/3", "4.3", "= 4.33", "4.333333"} <= set(fields[1].forms)
    assert not {"4", "4.4", "4.34", "4.3333333"} & set(fields[1].forms)
    assert {"-13/3", "−13/3", "-4.3", "=−4.33"} <= set(fields[5].forms)
    assert set(fields[9].forms) == {"-1.5", "=-1.5", "= -1.5", "−1.5", "=−1.5", "= −1.5"}


@pytest.mark.parametrize(
    ("asks", "head"),
    [
        (("windows", "values"), ["node", "window", "value"]),
        (("values",), ["node", "value"]),
        (("cuts",), []),
    ],
)
def test_a_course_page_has_a_table_with_a_column_for_each_thing_typed(
    asks: tuple[Ask, ...], head: list[str]
) -> None:
    quiz = ET.fromstring(moodle(Sheet("Week 3", (asked(*asks),))))  # noqa: S314 - our own text
    body = quiz.findtext("question[@type='cloze']/questiontext/text") or ""
    assert re.findall("<th>(.*?)</th>", body) == head
    rows = [re.findall("<td>(.*?)</td>", row) for row in re.findall("<tr>.*?</tr>", body)[1:]]
    assert [row[0] for row in rows] == (["▲A", "▽B", "▽C", "▽D"] if head else [])
    assert all(":SHORTANSWER:=" in cell for row in rows for cell in row[1:])
    assert ("Pruned: {2:MULTIRESPONSE:" in body) is ("cuts" in asks)


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("[A:[3 12] [2 4]]", ["A", "1", "▽A"]),
        # The first move is drawn as 4. “1” would be its address, but is drawn for the last one.
        ("[4 [3 9] [4 7] 1]", ["4", "B", "▽B", "3", "4 B", "4, B", "B 4", "B, 4"]),
        ("[-5 [-7 1]]", ["-5", "−5", "1"]),
        ("[a:5 b:1]", ["a (5)", "a", "5"]),
        ("chance[[1 3] [5 9]]", ["-", "–", "not visited"]),
        ("7", ["-", "–", "not visited"]),
    ],
)
def test_a_course_page_takes_each_best_move_or_all_and_a_dash_where_there_is_none(
    text: str, accepted: list[str]
) -> None:
    exercise = parse(text)
    one = asked("best", exercise=exercise, levels=exercise.tree.levels)
    ((label, field),) = CourseQuestion(one).answers
    assert label == "Best move"
    assert sorted(set(field.forms)) == sorted(accepted)


# -- what it is worth ------------------------------------------------------------------------------


def right_answers(one: Asked) -> Typed:
    """Return what a student gives who makes no mistake."""
    question = one.question
    answers = {label: field.forms[0] for label, field in question.answers}
    pruned = [branch.share > 0 for branch in question.branches]
    return Typed(
        value=lambda node: question.values[node].forms[0],
        window=lambda node: question.windows[node].forms[0],
        ticked=partial(marked, pruned),
        answer=lambda label: answers[label],
    )


@cache
def cases(batch: int) -> tuple[Asked, ...]:
    """Return trees with rules of all kinds, each of which asks for all there is to ask."""
    return tuple(_cases(batch))


def _cases(batch: int) -> Iterator[Asked]:
    for seed in range(batch * 40, (batch + 1) * 40):
        tree, rules = searched_tree(random.Random(seed))
        windows: Ask = "exit-windows" if rules.writes_exit_windows else "windows"
        asks: tuple[Ask, ...] = ("values", "cuts", windows, "best", "read")
        one = SheetTree("a tree", Exercise(tree), rules, asks)
        if not tree.is_leaf(0):
            yield Asked(one)


@pytest.mark.parametrize("batch", batches(2, range(12)))
def test_who_makes_no_mistake_has_all_points(batch: int) -> None:
    for one in cases(batch):
        earned, most = share(one, right_answers(one))
        assert most == one.question.points
        assert abs(earned - most) < Fraction(1, 1000)


def fields_typed(question: CourseQuestion) -> list[CourseField]:
    answers = [field for _, field in question.answers]
    return [*question.values.values(), *question.windows.values(), *answers]


def assert_each_point_can_be_earned(one: Asked) -> None:
    typed = fields_typed(one.question)
    assert all(any(field.forms) for field in typed if field.points or field.costs), one.tree
    points = sum(field.points for field in typed) + one.question.ticked_points
    assert one.question.points == points == sum(field.weight for _, field in one.fields)
    earned, _ = share(one, right_answers(one))
    assert abs(earned - points) < Fraction(1, 100), one.tree


ALL_ASKED: Final[tuple[tuple[Ask, ...], ...]] = (
    ("values", "cuts", "windows", "best", "read"),
    ("values", "exit-windows"),
    ("pruned-if",),
)


@pytest.mark.law
@pytest.mark.parametrize("asks", ALL_ASKED)
def test_in_every_example_the_points_of_a_question_are_those_of_its_fields(
    asks: tuple[Ask, ...],
) -> None:
    for example in some(examples()):
        for exercise in load_all(example.path):
            if len(exercise.tree) < 100 and not exercise.tree.is_leaf(0):
                rules = Rules(**exercise.directives.rules)
                one = SheetTree("T", exercise, rules, asks)
                assert_each_point_can_be_earned(Asked(one))


@pytest.mark.parametrize("seed", batches(4, range(60)))
def test_with_an_unknown_leaf_the_points_of_a_question_are_those_of_its_fields(seed: int) -> None:
    chooser = random.Random(seed)
    leaves = ["x", *(str(chooser.randint(0, 9)) for _ in range(7))]
    chooser.shuffle(leaves)
    cut = chooser.randint(1, 6)
    tree = f"[[{' '.join(leaves[:cut])}] [[{' '.join(leaves[cut:7])}] {leaves[7]}]]"
    for asks in ALL_ASKED:
        assert_each_point_can_be_earned(Asked(asked(*asks, exercise=parse(tree))))


@pytest.mark.parametrize("batch", batches(2, range(12)))
def test_all_branches_ticked_and_dashes_everywhere_earn_nothing(batch: int) -> None:
    for one in cases(batch):
        everything = Typed(ticked=lambda labels: [each for each in labels if each != NOTHING])
        assert share(one, everything)[0] < Fraction(1, 1000), one
        assert share(one, Typed(ticked=lambda labels: labels))[0] < Fraction(1, 1000), one
        dashes = Typed(value=lambda _: "-", window=lambda _: "-")
        if one.tree.record.call_of(0) is not None:
            assert share(one, dashes)[0] == 0


def test_a_wrong_tick_takes_one_off_once_for_each_node_whose_test_fails() -> None:
    one = Asked(asked("cuts"))
    for ticks, points in (
        (["C.2 (4)", "C.3 (6)"], 2),
        (["C.2 (4)"], 1),
        (["C.2 (4)", "C.3 (6)", "D.2 (5)", "D.3 (2)"], 1),
        (["C.2 (4)", "C.3 (6)", "D.2 (5)", "D.3 (2)", "B.3 (8)"], 0),
        (["C.2 (4)", "C.3 (6)", NOTHING], 0),
        ([NOTHING], 0),
        ([], 0),
    ):
        assert share(one, Typed(ticked=partial(chosen, ticks)))[0] == points, ticks


def test_a_tree_without_cuts_has_one_point_for_that() -> None:
    one = Asked(asked("cuts", exercise=parse("[[3 9] [5 6]]")))
    assert share(one, Typed(ticked=lambda _: [NOTHING]))[0] == 1
    assert share(one, Typed(ticked=lambda labels: labels))[0] == 0
    assert share(one, Typed())[0] == 0


@pytest.mark.parametrize(("points", "weights"), [(None, 6), (12, 12), (6, 6), (10, 6)])
def test_a_question_says_what_it_is_worth(points: int | None, weights: int) -> None:
    quiz = moodle(Sheet("S", (asked("values", "cuts"),), points=points))
    ((stated, fields),) = fields_of(quiz)
    assert stated == (6 if points is None else points)
    assert sum(field.weight for _, field in fields) == weights
    assert (points is not None) is (f"({points} points)" in quiz)


# -- one scheme ------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", batches(2, range(12)))
def test_values_and_ticks_without_a_mistake_that_follows_earn_what_grade_gives(batch: int) -> None:
    """Of values that are right or missing, and of branches that are pruned, each is a point."""
    compared = 0
    for number, one in enumerate(cases(batch)):
        chooser = random.Random(number)
        plain = SheetTree("T", one.tree.exercise, one.tree.rules, ("values", "cuts"))
        claims = plain.claims
        kept = [each for each in claims if chooser.random() < 0.6]
        numbers = {each.node: each for each in kept if each.number is not None}
        slashes = {(each.node, each.kind) for each in kept if each.number is None}
        if not any(each.number is None for each in claims) or not slashes:
            continue
        page = Asked(plain)
        branches = page.question.branches

        def typed(node: int, numbers: Mapping[int, Claim] = numbers) -> str:
            claim = numbers.get(node)
            if claim is None or claim.number is None:
                return ""
            return f"{claim.sign or ''}{written(claim.number)}"

        kinds = ["cut-rest" if branch.is_elided else "cut" for branch in branches]
        kinds[-1] = "cuts-none"
        both = zip(branches, kinds, strict=True)
        is_ticked = [(branch.node, kind) in slashes for branch, kind in both]
        earned, most = share(page, Typed(value=typed, ticked=partial(marked, is_ticked)))
        key = KeyTree("T", plain.key, plain.record)
        paper = Exercise(plain.tree, sort_claims(kept))
        marks = grade("paper", {"T": paper}, [key]).marks
        assert most == marks.maximum
        compared += 1
        assert abs(earned - Fraction(marks.points)) < Fraction(1, 100), (plain, kept)
    assert compared > 5


# -- what is earned without knowledge --------------------------------------------------------------


def typed_without_search(tree: SheetTree, way: NoSearch) -> Typed:
    """Return what a student gives who knows nothing but what stands on the sheet."""

    def ticked(labels: Sequence[str]) -> Sequence[str]:
        return [each for each in labels if each != NOTHING]

    match way:
        case "all slashes":
            return Typed(ticked=ticked)
        case "(−∞, +∞)":
            return Typed(window=lambda _: "(-inf, inf)")
        case "never":
            return Typed(answer=lambda label: "never" if "never" in label else "")
        case _:
            numbers = numbers_without_search(tree.tree, way)
            return Typed(value=lambda node: written(numbers[node]) if node in numbers else "")


@cache
def pages_of_many_kinds() -> tuple[tuple[str, tuple[Asked, ...]], ...]:
    """Return sheets of several kinds with their names, tree by tree."""
    return tuple((name, tuple(map(Asked, trees))) for name, trees in some(sheets_of_all_kinds()))


def earned_without_search(trees: Sequence[Asked], way: NoSearch) -> tuple[Fraction, Fraction]:
    """Return what a whole sheet earns, and the most there are."""
    earned = Fraction(0)
    most = Fraction(0)
    for tree in trees:
        points, of = share(tree, typed_without_search(tree.tree, way))
        earned += points
        most += of
    return earned, most


@pytest.mark.parametrize("way", sampled(1, get_args(NoSearch)))
def test_one_answer_everywhere_earns_a_quarter_at_most_on_a_course_page(way: NoSearch) -> None:
    """A window everywhere earns something in trees that have no other."""
    ceilings: dict[str, Fraction] = {}
    for name, trees in pages_of_many_kinds():
        earned, most = earned_without_search(trees, way)
        ceilings[name] = earned / most
    worst = max(ceilings, key=ceilings.__getitem__)
    assert ceilings[worst] <= Fraction(1, 4), (worst, ceilings)


@pytest.mark.parametrize("batch", batches(2, range(12)))
def test_one_leaf_everywhere_earns_nothing_unless_it_is_nearly_always_right(batch: int) -> None:
    ways: tuple[NoSearch, ...] = ("first", "last", "all-max", "all-min")
    for one in cases(batch):
        plain = SheetTree("T", one.tree.exercise, one.tree.rules, ("values",))
        page = Asked(plain)
        fields = page.question.values
        for way in ways:
            guessed = numbers_without_search(plain.drawn, way)
            costs = [fields[node].costs.get(number) for node, number in guessed.items()]
            taken_off = [cost for cost in costs if cost is not None]
            assert all(0 < cost <= 2 for cost in taken_off)
            earned, _ = share(page, typed_without_search(plain, way))
            assert earned < Fraction(1, 1000) or not taken_off or 2 in taken_off, (plain, way)


def test_a_leaf_that_is_wrong_takes_off_what_it_earns_elsewhere() -> None:
    """The first leaf is right at C alone, the last at B and D, the smallest at all three."""
    one = Asked(asked("values", exercise=parse("A:[B:[8 12 3] C:[2 4 6] D:[14 5 2]]")))
    right = {0: "3", 1: "3", 5: "<=2", 9: "2"}
    for node, typed, lost in (
        (0, "14", 1),
        (0, "2", 1 + 2),
        (1, "8", 1 + Fraction(1, 3)),
        (5, "6", 1 + 1),
        (5, "2", 0),
        (5, "7", 1),
        (9, "", 1),
    ):
        answers = {**right, node: typed}
        earned, _ = share(one, Typed(value=answers.__getitem__))
        assert abs(earned - (4 - lost)) < Fraction(1, 1000), (node, typed)


def test_leaves_have_no_field_to_copy_them_into() -> None:
    ((_, fields),) = fields_of(moodle(Sheet("S", (asked("values", "cuts"),))))
    assert len([field for _, field in fields if not field.takes_ticks]) == 4
