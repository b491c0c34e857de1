"""What is written in a format reads back as the same tree, and any nesting is fine."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.formats.trees import essence, exercises
from tests.laws import examples
from treeexplorer.formats import READERS, WRITERS, read, recognise
from treeexplorer.formats.nested import FormatError, NestedText
from treeexplorer.formats.writing import CannotWriteError
from treeexplorer.notation import Exercise, parse, write

LISTS = ["json", "python"]


def round_trip(exercise: Exercise, name: str) -> Exercise:
    (read_back,) = READERS[name](NestedText(WRITERS[name]([exercise]).text)).exercises
    return read_back


@pytest.mark.parametrize("name", LISTS)
@examples(80)
@given(exercise=exercises())
def test_nested_lists_keep_the_whole_tree(name: str, exercise: Exercise) -> None:
    assert essence(round_trip(exercise, name)) == essence(exercise)


@pytest.mark.parametrize("name", LISTS)
@examples(30)
@given(exercise=exercises(unknowns=False, infinities=False, claims=False, more=False))
def test_what_is_read_can_be_written_in_the_notation(name: str, exercise: Exercise) -> None:
    back = round_trip(exercise, name)
    assert essence(parse(write(back))) == essence(back)


@pytest.mark.slow
@pytest.mark.parametrize("name", LISTS)
def test_a_deep_chain_goes_through(name: str) -> None:
    exercise = parse("[" * 100_000 + "3" + "]" * 100_000)
    assert essence(round_trip(exercise, name)) == essence(exercise)


@pytest.mark.parametrize("name", LISTS)
def test_a_flat_node_goes_through(name: str) -> None:
    exercise = parse("[" + " ".join(map(str, range(10_000))) + "]")
    assert essence(round_trip(exercise, name)) == essence(exercise)


@pytest.mark.parametrize("name", LISTS)
def test_several_trees_stay_several(name: str) -> None:
    trees = [parse("[1 2]"), parse("[[3] 4]")]
    assert list(READERS[name](NestedText(WRITERS[name](trees).text)).exercises) == trees


def test_what_is_written_is_recognised() -> None:
    assert recognise(WRITERS["json"]([parse("[A:[3 4] [5 6]]")]).text) == "json"


def test_levels_other_than_max_and_min_are_kept() -> None:
    exercise = parse("@levels min max max\n[[[1 2]] [3 [4]]]")
    for name in LISTS:
        assert round_trip(exercise, name).tree.roles == exercise.tree.roles


def test_what_a_format_cannot_hold_is_said() -> None:
    exercise = parse("@note look here\n[A:>=3[3 /4] ~2[5]]")
    notices = {name: " ".join(WRITERS[name]([exercise]).notices) for name in WRITERS}
    assert notices["json"] == ("JSON has no place for claims other than values, @ lines: left out")
    assert notices["efg"] == (
        "Gambit's format has no place for claims, estimates, @ lines other than the title: left out"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[3 x]", "the leaf 2 has no known value, and a game needs its payoffs; give it one"),
        ("[3 ...]", "the node root has children that are not drawn (...), and a game needs all"),
        ("[3 inf]", "the leaf 2 is infinite, and a payoff is a finite number"),
    ],
)
def test_gambit_refuses_what_is_no_finite_game(text: str, message: str) -> None:
    with pytest.raises(CannotWriteError) as refused:
        WRITERS["efg"]([parse(text)])
    assert message in str(refused.value)


def test_gambit_holds_one_game_only() -> None:
    with pytest.raises(CannotWriteError, match="one game, and there are 2 trees"):
        WRITERS["efg"]([parse("3"), parse("4")])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[[3, 12, 8], [2, 4, 6]]", "json"),
        ('{"children": [3, 4]}', "json"),
        ("tree = [[3, 12], [2]]", "python"),
        ("((3, 12), (2, 4))", "python"),
        ("(((3)(6)(-2))((6)(4)(10)))", "parentheses"),
    ],
)
def test_a_text_betrays_its_format(text: str, name: str) -> None:
    assert recognise(text) == name


@pytest.mark.parametrize("text", ["[[3 12] [2 4]]", "3", "[a:3, 4]", "2 3 4", "hello"])
def test_what_is_not_unmistakable_is_not_guessed(text: str) -> None:
    assert recognise(text) is None
    with pytest.raises(FormatError, match="name it with --from: json, python"):
        read(text)


def test_the_ending_of_a_file_tells_where_the_text_does_not() -> None:
    assert read("3", file="one.json").exercises == (parse("3"),)
