"""The explorer's state, without a terminal."""

from __future__ import annotations

import pytest

from treeexplorer.engine import RulesError, queries
from treeexplorer.engine.conditions import condition, next_beginning
from treeexplorer.notation import parse, parse_all
from treeexplorer.terminal import stepping
from treeexplorer.terminal.session import Session

DRAWN = "6[a:6[6[1 5 6] b:8[8 ...]] ...]"


def session_of(text: str) -> Session:
    return Session(parse_all(text), "tree")


def test_leaves_and_cut_offs_are_counted_up_to_the_step() -> None:
    session = session_of(DRAWN)
    assert session.counts() == (0, 0)
    session.move(queries.next_cut)
    assert session.step == 13
    assert session.counts() == (4, 1)


def test_the_cursor_goes_along_with_the_search_until_one_looks_around() -> None:
    session = session_of(DRAWN)
    session.go_to(13)
    assert session.cursor == session.tree.find("b")
    session.look_at(session.tree.find("a"))
    session.go_to(5)
    assert session.cursor == session.tree.find("a")
    session.stop_looking()
    assert session.cursor == session.current


def test_each_tree_of_a_file_keeps_its_place() -> None:
    session = session_of("[1 2]\n[3 [4 5]]\n")
    session.go_to(2)
    session.show_tree(1)
    assert (session.index, session.step) == (1, 0)
    session.go_to(4)
    session.show_tree(0)
    assert (session.index, session.step) == (0, 2)
    session.show_tree(1)
    assert session.step == 4


def test_other_rules_keep_the_event_that_is_looked_at() -> None:
    session = session_of("[a:[[3 2] [3 9]] b:[3 9]]")
    session.go_to(session.record.entered(session.record.rows(session.tree.find("b"))[0]))
    before = session.step
    session.change_rules(cutoff=">")
    assert session.rules.strict
    assert session.step != before
    assert session.current == session.tree.find("b")
    assert session.record.step(session.step).child is None


def test_rules_that_do_not_go_together_change_nothing() -> None:
    session = session_of("@cutoff >\n[3 4]")
    with pytest.raises(RulesError, match="fixes its own cut test"):
        session.change_rules(form="bounds")
    assert session.rules.form == "classic"
    assert session.record.complete


def test_a_directive_wins_over_settings_and_an_option_over_both() -> None:
    tree = parse("@order right-to-left\n[3 4]")
    settings = {"settings": {"order": "left-to-right", "fail": "hard"}}
    assert Session([tree], layers=settings).rules.order == "right-to-left"
    assert Session([tree], layers=settings).rules.fail == "hard"
    options = {**settings, "option": {"order": "left-to-right"}}
    assert Session([tree], layers=options).rules.order == "left-to-right"


def test_an_unknown_leaf_waits_for_its_value_and_its_namesakes_get_it_too() -> None:
    session = session_of("[[3 x] [x 2]]")
    while session.move(stepping.next_node):
        pass
    assert session.waits_here
    assert session.record.waits_for == session.tree.find("1.2")
    step = session.step
    session.give_value(session.tree.find("1.2"), 5)
    assert session.step == step
    assert session.record.complete
    assert session.record.root_value == 3
    assert session.tree.leaf_value(session.tree.find("2.1")) == 5


def test_values_and_breakpoints_that_no_longer_fit_are_dropped_when_the_trees_change() -> None:
    session = session_of("[[3 x] [1 2]]")
    session.give_value(session.tree.find("1.2"), 5)
    session.go_to(session.record.steps)
    session.look_at(session.tree.find("2"))
    session.toggle_breakpoint()
    session.replace_trees([parse("[3]")])
    assert session.place.values == {}
    assert session.place.breakpoints == set()
    assert session.step <= session.record.steps


def test_what_was_noted_of_a_node_goes_with_it_when_the_trees_change() -> None:
    session = session_of("[a:[3 x] b:[1 2] c:[4 5]]")
    session.give_value(session.tree.find("1.2"), 5)
    session.look_at(session.tree.find("c"))
    session.toggle_breakpoint()
    session.place.folded = frozenset({session.tree.find("b")})
    session.place.conditions = [condition("node == c", session.record)]
    session.replace_trees([parse("[a:[3 8 x] 9 b:[1 2] c:[4 5]]")])
    found = session.tree.find
    assert session.place.cursor == found("c")
    assert session.place.breakpoints == {found("c")}
    assert session.place.folded == {found("b")}
    assert session.place.values == {found("1.3"): 5}
    when = next_beginning(session.record, 0, session.place.conditions)
    assert when is not None
    assert session.record.step(when).node == found("c")
    session.replace_trees([parse("[a:[3 8 x]]")])
    assert session.place.breakpoints == set()
    assert session.place.conditions == []
    assert session.place.cursor == 0


def test_the_step_stays_at_its_node_when_a_subtree_comes_before_it() -> None:
    session = session_of("[[3 4] b:[1 2]]")
    row = session.record.row(session.tree.find("b"))
    assert row is not None
    session.go_to(session.record.entered(row))
    session.replace_trees([parse("[[9 9] [3 4] b:[1 2]]")])
    assert session.current == session.tree.find("b")


def test_a_large_search_goes_on_when_one_steps_beyond_what_is_recorded() -> None:
    session = session_of("[" + " ".join(["[1 2 3]"] * 40_000) + "]")
    assert session.searching
    recorded = session.record.steps
    session.go_to(recorded)
    assert session.move(stepping.next_node)
    assert session.step > recorded
