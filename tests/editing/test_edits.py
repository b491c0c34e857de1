"""Every edit against a model of nested objects; and that undoing brings back what was."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.editing.model import SMALL, Node, check_columns, draft_of, model_of, path_of
from tests.laws import examples
from treeexplorer.editing import changes
from treeexplorer.editing.changes import Change, EditError
from treeexplorer.editing.draft import Draft
from treeexplorer.editing.file import EditedFile
from treeexplorer.editing.file import edited as made
from treeexplorer.editing.matching import matching
from treeexplorer.notation import Exercise, parse, write
from treeexplorer.tree import INNER, Player, from_nested

LAWS = examples(60)


def nested(lists: Any) -> Exercise:
    return parse(write(Exercise(from_nested(lists))))


def edited(exercise: Exercise, change: Change) -> Exercise:
    """Return the tree after a change, once it is known to be whole and to be undone."""
    draft = draft_of(exercise)
    after = made(draft, change).exercise
    check_columns(after.tree)
    file = EditedFile((exercise,), draft.text)
    assert file.edit(0, lambda _: change).after == (after,)
    if change.order is not None:
        keeps_its_nodes(exercise, after, change)
    assert file.undo() is not None
    assert file.exercises == (exercise,)
    assert file.text == draft.text
    return after


def keeps_its_nodes(before: Exercise, after: Exercise, change: Change) -> None:
    counterpart = matching(before.tree, after.tree, change.order)
    for node in range(len(before.tree)):
        new = counterpart(node)
        assert new is not None
        assert before.tree.names.get(node) == after.tree.names.get(new)
        assert before.tree.kind[node] == after.tree.kind[new]
        assert before.tree.value[node] == after.tree.value[new]


def without_weights(node: Node) -> Node:
    notes = {name: note for name, note in node.notes.items() if name != "probabilities"}
    return Node(node.value, notes, [without_weights(child) for child in node.children])


@LAWS
@given(SMALL, st.data())
def test_a_node_is_written_anew_and_nothing_else_changes(
    exercise: Exercise, data: st.DataObject
) -> None:
    tree = exercise.tree
    node = data.draw(st.integers(0, len(tree) - 1))
    text = data.draw(st.sampled_from(["7", "-0.5", str(10**30), "x", "?", "/L:2", "min[1 [2 3]]"]))
    after = edited(exercise, changes.rewrite(draft_of(exercise), node, text))
    expected = model_of(exercise)
    place, written = expected.at(path_of(tree, node)), model_of(parse(text))
    if node in tree.probabilities:
        written.notes["probabilities"] = tree.probabilities[node]
    place.value, place.notes, place.children = written.value, written.notes, written.children
    assert model_of(after) == expected


@LAWS
@given(SMALL, st.data())
def test_a_name_and_a_player_stand_at_their_node_alone(
    exercise: Exercise, data: st.DataObject
) -> None:
    tree = exercise.tree
    node = data.draw(st.integers(0, len(tree) - 1))
    name = data.draw(st.sampled_from(["", "b", "left child", "é"]))
    expected = model_of(exercise)
    expected.at(path_of(tree, node)).notes.pop("names", None)
    if name:
        expected.at(path_of(tree, node)).notes["names"] = name
    after = edited(exercise, changes.set_name(draft_of(exercise), node, name))
    assert model_of(after) == expected
    if not tree.is_leaf(node):
        player = data.draw(st.sampled_from([Player.MAX, Player.MIN]))
        after = edited(exercise, changes.set_player(draft_of(exercise), node, player))
        assert after.tree.player(node) is player
        others = [other for other in range(len(tree)) if other != node]
        assert [after.tree.roles[other] for other in others] == [
            tree.roles[other] for other in others
        ]


@LAWS
@given(SMALL, SMALL, st.data())
def test_a_subtree_is_added_behind_the_children(
    exercise: Exercise, subtree: Exercise, data: st.DataObject
) -> None:
    tree = exercise.tree
    parent = data.draw(st.integers(0, len(tree) - 1))
    assume(0 not in subtree.tree.probabilities)
    count = tree.child_count(parent)
    expected = model_of(exercise)
    place = expected.at(path_of(tree, parent))
    place.children.append(model_of(subtree))
    if not count:
        place.value = (INNER, 0.0)
        for name in ("exact", "unknowns"):
            place.notes.pop(name, None)
    try:
        after = edited(exercise, changes.add(draft_of(exercise), parent, write(subtree)))
    except EditError as error:
        assert "average" in str(error)  # noqa: PT017 - the only reason there is
        return
    assert without_weights(model_of(after)) == without_weights(expected)


@LAWS
@given(SMALL, st.data())
def test_a_deleted_node_is_gone_with_all_below_it(exercise: Exercise, data: st.DataObject) -> None:
    tree = exercise.tree
    node = data.draw(st.integers(0, len(tree) - 1))
    parent = tree.parent[node]
    if parent < 0 or tree.child_count(parent) == 1:
        with pytest.raises(EditError, match="cannot be deleted"):
            changes.delete(draft_of(exercise), node)
        return
    expected = model_of(exercise)
    *above, last = path_of(tree, node)
    del expected.at(tuple(above)).children[last]
    after = edited(exercise, changes.delete(draft_of(exercise), node))
    assert without_weights(model_of(after)) == without_weights(expected)


@LAWS
@given(SMALL, st.data())
def test_a_moved_node_takes_everything_with_it(exercise: Exercise, data: st.DataObject) -> None:
    tree = exercise.tree
    node = data.draw(st.integers(0, len(tree) - 1))
    parent = data.draw(st.integers(0, len(tree) - 1))
    draft = draft_of(exercise)
    try:
        change = changes.move(draft, node, parent)
    except EditError:
        old = tree.parent[node]
        is_only_child = old >= 0 and tree.child_count(old) == 1
        assert old < 0 or tree.is_within(parent, node) or tree.is_leaf(parent) or is_only_child
        return
    expected = model_of(exercise)
    target = expected.at(path_of(tree, parent))
    *above, last = path_of(tree, node)
    target.children.append(expected.at(tuple(above)).children.pop(last))
    try:
        after = edited(exercise, change)
    except EditError as error:
        assert "average" in str(error)  # noqa: PT017 - the only reason there is
        return
    assert without_weights(model_of(after)) == without_weights(expected)


@LAWS
@given(SMALL, st.data())
def test_a_node_is_put_at_another_place_among_its_siblings(
    exercise: Exercise, data: st.DataObject
) -> None:
    tree = exercise.tree
    node = data.draw(st.integers(0, len(tree) - 1))
    place = data.draw(st.integers(-1, 6))
    if tree.parent[node] < 0:
        with pytest.raises(EditError, match="the root cannot be moved"):
            changes.shift(draft_of(exercise), node, place)
        return
    expected = model_of(exercise)
    *above, last = path_of(tree, node)
    siblings = expected.at(tuple(above)).children
    siblings.insert(min(max(place - 1, 0), len(siblings) - 1), siblings.pop(last))
    assert model_of(edited(exercise, changes.shift(draft_of(exercise), node, place))) == expected


@LAWS
@given(SMALL, st.data())
def test_mirroring_reverses_the_children_of_every_node_below(
    exercise: Exercise, data: st.DataObject
) -> None:
    tree = exercise.tree
    node = data.draw(st.sampled_from([n for n in range(len(tree)) if not tree.is_leaf(n)] or [0]))
    assume(not tree.is_leaf(node))
    expected = model_of(exercise)
    place = expected.at(path_of(tree, node))
    place.children = place.mirrored().children
    assert model_of(edited(exercise, changes.mirror(draft_of(exercise), node))) == expected
    expected = model_of(exercise)
    expected.at(path_of(tree, node)).children.reverse()
    assert model_of(edited(exercise, changes.reverse(draft_of(exercise), node))) == expected


@LAWS
@given(SMALL, st.data())
def test_sorting_is_stable_and_keeps_children_without_a_key_last(
    exercise: Exercise, data: st.DataObject
) -> None:
    tree = exercise.tree
    node = data.draw(st.sampled_from([n for n in range(len(tree)) if not tree.is_leaf(n)] or [0]))
    assume(not tree.is_leaf(node))
    children = list(tree.children(node))
    keys: dict[int, Any] = data.draw(
        st.fixed_dictionaries({}, optional=dict.fromkeys(children, st.integers(0, 2)))
    )
    descending = data.draw(st.booleans())
    sign = -1 if descending else 1
    order = sorted(children, key=lambda child: (child not in keys, sign * keys.get(child, 0)))
    expected = model_of(exercise)
    place = expected.at(path_of(tree, node))
    place.children = [place.children[tree.position(child) - 1] for child in order]
    if order == children:
        with pytest.raises(EditError, match="in that order already"):
            changes.sort(draft_of(exercise), node, keys, descending=descending)
        return
    after = edited(exercise, changes.sort(draft_of(exercise), node, keys, descending=descending))
    assert model_of(after) == expected


@LAWS
@given(SMALL, st.data())
def test_a_node_that_is_shown_and_typed_back_is_the_same(
    exercise: Exercise, data: st.DataObject
) -> None:
    tree = exercise.tree
    node = data.draw(st.integers(0, len(tree) - 1))
    draft = draft_of(exercise)
    change = changes.rewrite(draft, node, changes.text_of(draft, node))
    assert edited(exercise, change) == exercise


def test_a_leaf_is_shown_whole_however_long_it_is() -> None:
    leaf = '"a name of more than fifty-six characters, as nobody would write":5'
    draft = draft_of(parse(f"[{leaf} 6]"))
    assert changes.text_of(draft, 1) == leaf


DRAWN = "6[a:6[6[1 5 6] b:8[8 ...]] c:chance[0.5*3 0.25*4 1/4*5] ...]"


@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        ("b", "b2:[8 9 10]", "6[a:6[6[1 5 6] b2:[8 9 10]] c:chance[0.5*3 0.25*4 0.25*5] ...]"),
        ("root", "r:min[…]", "r:min[a:6[6[1 5 6] b:8[8 ...]] c:chance[0.5*3 0.25*4 0.25*5] ...]"),
        ("a", "=5[...]", "6[=5[6[1 5 6] b:8[8 ...]] c:chance[0.5*3 0.25*4 0.25*5] ...]"),
        ("c.1", "0.75*L:9", "6[a:6[6[1 5 6] b:8[8 ...]] c:chance[0.75*L:9 .125*4 .125*5] ...]"),
        ("c.1", "[1 2]", "6[a:6[6[1 5 6] b:8[8 ...]] c:chance[0.5*[1 2] 0.25*4 0.25*5] ...]"),
        ("b", "x", "6[a:6[6[1 5 6] x] c:chance[0.5*3 0.25*4 0.25*5] ...]"),
    ],
)
def test_what_is_typed_takes_the_place_of_the_node(place: str, text: str, expected: str) -> None:
    exercise = parse(DRAWN)
    tree = exercise.tree
    node = tree.find("c") + 1 if place == "c.1" else tree.find(place)
    assert edited(exercise, changes.rewrite(draft_of(exercise), node, text)) == parse(expected)


@pytest.mark.parametrize(
    ("place", "text", "message"),
    [
        ("b", "[1 2", r"the bracket opened at character 1 is never closed( \(add.*)?$"),
        ("b", "0.5*3", "only at the children of a chance node"),
        ("b", "  ", "a node is a number, or children in brackets"),
        ("b", "3 4", "at character 3"),
        ("1.1.1", "[…]", "has no children that"),
        ("1.1.1", "[…", "wrong|closed|never|place|expected"),
    ],
)
def test_a_slip_in_what_is_typed_is_explained(place: str, text: str, message: str) -> None:
    exercise = parse(DRAWN)
    with pytest.raises(EditError, match=message):
        changes.rewrite(draft_of(exercise), exercise.tree.find(place), text)


def test_typed_children_belong_to_the_players_of_their_ply() -> None:
    exercise = parse("@levels max chance min\n[[1 2] 3]")
    after = edited(exercise, changes.rewrite(draft_of(exercise), 1, "[0.9*1 0.1*[5 6]]")).tree
    assert after.player(1) is Player.CHANCE
    assert after.player(3) is Player.MIN


def test_probabilities_add_up_to_one_after_every_edit() -> None:
    exercise = parse("chance[0.5*3 0.25*4 0.25*5]")
    draft = draft_of(exercise)
    made = [
        changes.set_probability(draft, 1, Fraction(3, 4)),
        changes.set_probability(draft, 1, Fraction(1)),
        changes.delete(draft, 1),
        changes.add(draft, 0, "9"),
        changes.add(draft, 0, "0.1*9"),
    ]
    written = [sorted(edited(exercise, change).tree.probabilities.values()) for change in made]
    assert written == [
        [Fraction(1, 8), Fraction(1, 8), Fraction(3, 4)],
        [0, 0, 1],
        [Fraction(1, 2), Fraction(1, 2)],
        [Fraction(3, 16), Fraction(3, 16), Fraction(1, 4), Fraction(3, 8)],
        [Fraction(1, 10), Fraction(9, 40), Fraction(9, 40), Fraction(9, 20)],
    ]
    with pytest.raises(EditError, match="between 0 and 1"):
        changes.set_probability(draft, 1, Fraction(3, 2))
    with pytest.raises(EditError, match="no child of a chance node"):
        changes.set_probability(draft, 0, Fraction(1, 2))


def test_an_edit_that_chance_nodes_forbid_changes_nothing() -> None:
    draft = draft_of(parse("[a:[inf 1] [2 3]]"))
    with pytest.raises(EditError, match=r"average \+∞ and −∞"):
        made(draft, changes.rewrite(draft, 1, "chance[inf -inf]"))


def test_a_leaf_that_gets_a_child_keeps_its_name_its_slash_and_its_window() -> None:
    exercise = parse("[/L:(1,2)5 6]")
    after = edited(exercise, changes.add(draft_of(exercise), 1, "[7 8]"))
    assert write(after) == "[/L:(1,2)[[7 8]] 6]\n"


def test_claims_about_the_whole_tree_follow_their_nodes() -> None:
    exercise = parse("@cuts none\n@best b\n@read 4\n@pruned b.2 if x > 3\n[a:[1 2] b:[x 4]]")
    mirrored = edited(exercise, changes.mirror(draft_of(exercise), 0))
    assert write(mirrored) == (
        "@cuts none\n@best b\n@read 4\n@pruned 1.1 if x > 3\n[b:[4 x] a:[2 1]]\n"
    )
    gone = edited(exercise, changes.delete(draft_of(exercise), exercise.tree.find("b")))
    assert write(gone) == "@cuts none\n@read 4\n[a:[1 2]]\n"


LARGE_EDITS: dict[str, Callable[[Draft, int, int], Change]] = {
    "value": lambda draft, node, _: changes.rewrite(draft, node, "9"),
    "add": lambda draft, _, parent: changes.add(draft, parent, "[3 4]"),
    "delete": lambda draft, node, _: changes.delete(draft, node),
    "move": lambda draft, node, _: changes.shift(draft, node, 2),
    "mirror": lambda draft, _, __: changes.mirror(draft, 0),
    "sort": lambda draft, node, parent: changes.sort(
        draft, parent, {node: 2, draft.tree.end[node]: 1}
    ),
}


@pytest.mark.parametrize("edit", LARGE_EDITS.values(), ids=LARGE_EDITS)
def test_deep_chains_and_wide_nodes_are_edited_without_recursion(
    edit: Callable[[Draft, int, int], Change],
) -> None:
    depth = 30_000
    chain = parse("[" * depth + "1 2" + "]" * depth)
    wide = nested([list(range(30_000)), 5])
    for exercise, node in ((chain, depth), (wide, 2)):
        draft = draft_of(exercise)
        change = edit(draft, node, exercise.tree.parent[node])
        edited(exercise, change)
