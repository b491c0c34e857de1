"""What is written in a format reads back as the same tree, and any nesting is fine."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from tests.formats.trees import essence, game_trees
from treeexplorer.formats.catalogue import READERS, WRITERS, read, recognise
from treeexplorer.formats.foreign import CannotWriteError, FormatError, Source, has_numbers
from treeexplorer.notation import parse, write
from treeexplorer.tree import GameTree

LISTS = ["json", "python"]


def round_trip(tree: GameTree, name: str) -> GameTree:
    (read_back,) = READERS[name](Source(WRITERS[name]([tree]).text)).trees
    return read_back


@pytest.mark.parametrize("name", LISTS)
@settings(max_examples=80, deadline=None)
@given(tree=game_trees())
def test_nested_lists_keep_the_whole_tree(name: str, tree: GameTree) -> None:
    assert essence(round_trip(tree, name)) == essence(tree)


@pytest.mark.parametrize("name", ["newick", "dot"])
@settings(max_examples=80, deadline=None)
@given(tree=game_trees())
def test_newick_and_dot_keep_the_whole_tree(name: str, tree: GameTree) -> None:
    assume(has_numbers(tree))
    assert essence(round_trip(tree, name)) == essence(tree)


@settings(max_examples=80, deadline=None)
@given(tree=game_trees(unknowns=False, infinities=False, claims=False, more=False))
def test_gambit_keeps_a_finite_game(tree: GameTree) -> None:
    back = round_trip(tree, "efg")
    assert back.parent == tree.parent
    assert essence(back)[2:6] == essence(tree)[2:6]  # 3.0 comes back as 3


@pytest.mark.parametrize("name", sorted(WRITERS))
@settings(max_examples=30, deadline=None)
@given(tree=game_trees(unknowns=False, infinities=False, claims=False, more=False))
def test_what_is_read_can_be_written_in_the_notation(name: str, tree: GameTree) -> None:
    back = round_trip(tree, name)
    assert essence(parse(write(back))) == essence(back)


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_a_deep_chain_goes_through(name: str) -> None:
    depth = 100_000 if name in {"json", "python", "newick"} else 15_000
    tree = parse("[" * depth + "3" + "]" * depth)
    assert essence(round_trip(tree, name)) == essence(tree)


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_a_flat_node_goes_through(name: str) -> None:
    tree = parse("[" + " ".join(map(str, range(10_000))) + "]")
    assert essence(round_trip(tree, name)) == essence(tree)


@pytest.mark.parametrize("name", sorted(set(WRITERS) - {"efg"}))
def test_several_trees_stay_several(name: str) -> None:
    trees = [parse("[1 2]"), parse("[[3] 4]")]
    assert list(READERS[name](Source(WRITERS[name](trees).text)).trees) == trees


@pytest.mark.parametrize("name", sorted(set(WRITERS) - {"python"}))
def test_what_is_written_is_recognised(name: str) -> None:
    text = WRITERS[name]([parse("[A:[3 4] [5 6]]")]).text
    recognised = recognise(text)
    assert recognised is not None
    assert recognised.name == name


def test_levels_other_than_max_and_min_are_kept() -> None:
    tree = parse("@levels min max max\n[[[1 2]] [3 [4]]]")
    for name in WRITERS:
        assert round_trip(tree, name).roles == tree.roles


def test_what_a_format_cannot_hold_is_said() -> None:
    tree = parse("@note look here\n[A:>=3[3 /4] ~2[5]]")
    notices = {name: " ".join(WRITERS[name]([tree]).notices) for name in WRITERS}
    assert notices["json"] == (
        "JSON has no place for claimed bounds, windows and cuts, @ lines: left out"
    )
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
        ("2 3\n3 12 8 2 4 6 14 5 2", "leaves"),
        ("((3,12,8)A,(2,4,6)B)R;", "newick"),
        ('EFG 2 R "t" { "a" "b" }\nt "" 0', "efg"),
        ("// a drawing\nstrict digraph G { a -> 3 }", "dot"),
    ],
)
def test_a_text_betrays_its_format(text: str, name: str) -> None:
    recognised = recognise(text)
    assert recognised is not None
    assert recognised.name == name


@pytest.mark.parametrize("text", ["[[3 12] [2 4]]", "3", "[a:3, 4]", "2 3 4", "hello"])
def test_what_is_not_unmistakable_is_not_guessed(text: str) -> None:
    assert recognise(text) is None
    with pytest.raises(FormatError, match="name it with --from: json, python"):
        read(text)


def test_the_ending_of_a_file_tells_where_the_text_does_not() -> None:
    assert read("3", file="one.json").trees == (parse("3"),)
