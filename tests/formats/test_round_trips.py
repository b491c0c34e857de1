"""What is written in a format reads back as the same tree."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from tests.formats.trees import essence, exercises
from tests.laws import examples
from treeexplorer.drawing.latex import latex_document
from treeexplorer.engine import Rules, search
from treeexplorer.formats import read_trees
from treeexplorer.formats.writing import WRITERS, left_out
from treeexplorer.notation import Exercise, parse, write


def round_trip(exercise: Exercise) -> Exercise:
    (read_back,) = read_trees(WRITERS["json"].write([exercise])).exercises
    return read_back


@examples(200)
@given(exercise=exercises())
def test_json_keeps_the_whole_tree_and_so_does_the_notation(exercise: Exercise) -> None:
    back = round_trip(exercise)
    assert essence(parse(write(back))) == essence(back) == essence(exercise)


def with_plain_names(exercise: Exercise) -> Exercise:
    """Return an exercise whose names are words that nobody takes for a value or a player."""
    names = {node: f"name {node}" for node in exercise.tree.names}
    return replace(exercise, tree=replace(exercise.tree, names=names))


@examples(200)
@given(exercise=exercises(unknowns=False).map(with_plain_names))
def test_dot_is_read_back_as_the_same_tree(exercise: Exercise) -> None:
    (back,) = read_trees(WRITERS["dot"].write([exercise])).exercises
    assert essence(back) == essence(exercise)


def test_several_trees_and_their_titles_go_through_dot() -> None:
    trees = [parse("@title one & two\n[1 2]"), parse("A:[[3] 4]")]
    back = read_trees(WRITERS["dot"].write(trees)).exercises
    assert [each.tree for each in back] == [each.tree for each in trees]
    assert back[0].directives.title == "one & two"


def test_a_flat_node_goes_through() -> None:
    exercise = parse("[" + " ".join(map(str, range(10_000))) + "]")
    assert essence(round_trip(exercise)) == essence(exercise)


def test_several_trees_stay_several() -> None:
    trees = [parse("[1 2]"), parse("A:[[3] 4]")]
    assert list(read_trees(WRITERS["json"].write(trees)).exercises) == trees


def test_levels_other_than_max_and_min_are_kept() -> None:
    exercise = parse("@levels min max max\n[[[1 2]] [3 [4]]]")
    assert round_trip(exercise).tree.roles == exercise.tree.roles


def test_what_a_format_cannot_hold_is_said() -> None:
    exercise = parse("@note look here\n[A:>=3[3 /4] ~2[5]]")
    notices = {name: left_out([exercise], name) for name in WRITERS}
    assert notices["json"] == "JSON holds a tree and claimed values: the rest is left out"
    assert notices["dot"] == "DOT holds a tree, its title and claimed values: the rest is left out"
    assert left_out([parse("@title A\n3[3 4]")], "dot") == ""


def as_it_is_drawn(exercise: Exercise) -> Exercise:
    """Return an exercise with what a figure without a search holds: no claims, no estimates."""
    return Exercise(replace(exercise.tree, estimates={}))


@examples(60)
@given(exercise=exercises(unknowns=False).map(with_plain_names).map(as_it_is_drawn))
def test_latex_without_a_search_is_read_back_as_the_same_tree(exercise: Exercise) -> None:
    record = search(exercise.tree, Rules())
    (back,) = read_trees(latex_document(record, 0)).exercises
    (parent, _, *others), (parent_back, _, *others_back) = essence(exercise), essence(back)
    assert (parent_back, others_back) == (parent, others)  # a figure has no sign of 2.0 for 2
