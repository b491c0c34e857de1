"""A worksheet takes entries, gives hints, marks, and can be put away and taken up again."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given

from tests.engine.random_trees import cases
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Rules, search
from treeexplorer.explain.claim_texts import format_claim
from treeexplorer.judging.judge import Mark
from treeexplorer.judging.model_answer import collect_model_claims
from treeexplorer.judging.waiting import UnknownReachedError
from treeexplorer.marking.entries import EntryError, entered_number, read_entry
from treeexplorer.marking.worksheet import Box, Worksheet
from treeexplorer.notation import Claim, Exercise, parse, write
from treeexplorer.rules import resolve
from treeexplorer.tree import FULL_WINDOW, GameTree

AIMA = parse("A:[B:[3 12 8] C:[2 4 6] D:[14 5 2]]")
B, C, C2, C3 = 1, 5, 7, 8


def blank(text: str = "", **rules: object) -> Worksheet:
    exercise = parse(text) if text else AIMA
    return Worksheet.opened(exercise, resolve([("option", rules)]).rules)


def text(claim: Claim) -> str:
    return format_claim(AIMA.tree, claim)


def typed(claim: Claim) -> str:
    return {"cut": "/", "cut-rest": "/..."}.get(claim.kind) or text(claim)


# -- typing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("3", 3),
        ("−2", -2),
        ("0,5", 0.5),
        ("∞", float("inf")),
        ("oo", float("inf")),
        ("-inf", float("-inf")),
        ("13/3", 0),
    ],
)
def test_numbers_are_read_as_people_type_them(typed: str, number: float) -> None:
    assert entered_number(typed) == (number or Fraction(13, 3))
    assert entered_number("9" * 40) == int("9" * 40)


@pytest.mark.parametrize("typed", ["", "x3", "nan", "1e999", "1_0", "1/0", "9" * 41])
def test_what_is_no_number_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(EntryError, match="is not a number"):
        entered_number(typed)


@pytest.mark.parametrize("typed", ["[3, inf]", "(3;ooo)", "(–∞, 3)", "(3, 4, 5)"])
def test_a_window_that_cannot_be_read_is_called_a_window(typed: str) -> None:
    with pytest.raises(EntryError, match="is not a window; write it as \\(3, inf\\)"):
        read_entry(0, typed)


def test_what_is_typed_beside_a_node_says_itself_what_it_is() -> None:
    assert read_entry(1, " 6 ").kind == read_entry(1, "=6").kind == "value"
    assert (read_entry(1, "≥8").sign, read_entry(1, "<= 2").sign) == (">=", "<=")
    assert read_entry(1, "(3, inf)").window == (3, float("inf"))
    assert read_entry(1, "3;8").window == (3, 8)
    assert read_entry(1, "x").kind == "cut"
    for typed in ("(3)", "(1,2,3)", "≥"):
        with pytest.raises(EntryError):
            read_entry(1, typed)


# -- filling in --------------------------------------------------------------------------------


def test_events_leave_the_earlier_sheet_as_it_was() -> None:
    empty = blank()
    filled = empty.enter(B, "3").enter(C, "(3, inf)").slash(C2)
    assert [text(claim) for claim in filled.entries_at(C)] == ["(3, +∞)"]
    assert not empty.entries
    assert filled.slash(C2).entries_at(C2) == []
    assert text(filled.enter(B, ">=3").entries_at(B)[0]) == "≥ 3"
    assert filled.enter(B, "").entries_at(B) == []
    assert filled.erase(C).entries_at(C) == []


def test_what_does_not_belong_there_is_refused() -> None:
    with pytest.raises(EntryError, match="is a leaf"):
        blank().enter(C2, "4")
    with pytest.raises(EntryError, match="root"):
        blank().slash(0)
    with pytest.raises(EntryError, match="no windows"):
        blank(algorithm="minimax").enter(B, "(3, 4)")
    with pytest.raises(UnknownReachedError):
        blank("[x 3]")


def test_a_check_marks_what_was_entered_and_a_change_rubs_out_its_mark_alone() -> None:
    sheet = blank().enter(B, "3").enter(C, "(-inf, 3)").enter(C, "<=2").slash(C2).check()
    assert sheet.mark(B, "value") is sheet.mark(C2, "cut") is Mark.RIGHT
    assert sheet.mark(C, "window") is Mark.MISTAKE
    assert sheet.mark(C3, "visited") is Mark.CONSEQUENCE
    assert sheet.checked is not None
    assert sheet.checked.first_wrong is not None
    assert "C is entered with (3, +∞)" in sheet.checked.first_wrong.why
    corrected = sheet.enter(C, "(3, inf)")
    assert corrected.mark(C, "window") is None
    assert corrected.mark(C, "bound") is sheet.mark(C, "bound") is not None
    assert corrected.mark(B, "value") is Mark.RIGHT


def test_a_sheet_is_also_marked_for_missing_slashes() -> None:
    sheet = blank().slash(C2).check()
    assert sheet.mark(C3, "visited") is Mark.MISTAKE
    assert blank().say_nothing_is_cut().check().mark(C2, "visited") is Mark.MISTAKE


def test_that_nothing_is_cut_takes_the_slashes_away_and_a_slash_takes_it_back() -> None:
    sheet = blank().enter(B, "3").slash(C2)
    none = sheet.say_nothing_is_cut()
    assert none.claims == parse("@cuts none\nA:[B:3[3 12 8] C:[2 4 6] D:[14 5 2]]").claims
    assert none.slash(C2).claims == sheet.claims
    assert none.say_nothing_is_cut().claims == sheet.slash(C2).claims
    rest = Worksheet.opened(parse("[[3 12] [2 ...]]"), Rules())
    assert rest.say_nothing_is_cut().enter(4, "/...").claims == rest.enter(4, "/...").claims


def test_hints_come_in_three_degrees_and_then_move_on() -> None:
    asked = "A:(?,?)=?[B:(?,?)=?[3 12 8] C:(?,?)=?[2 4 6] D:(?,?)=?[14 5 2]]"
    sheet = blank(asked).enter(0, "(-inf, inf)").enter(B, "(-inf,inf)").enter(B, "3")
    texts = []
    for _ in range(3):
        sheet = sheet.ask_hint()
        assert sheet.hint is not None
        texts.append(str(sheet.hint.text))
    assert texts[0] == "Look at ▲A: what are its α and β at this moment?"
    assert texts[1].startswith("▲A was entered with (−∞, +∞), and by now its v is 3.")
    assert texts[2].startswith("▽C is entered with (3, +∞).")
    sheet = sheet.enter(C, "(3, inf)").ask_hint().ask_hint()
    assert sheet.hint is not None
    assert sheet.hint.degree == 2
    assert str(sheet.hint.text) == "At ▽C, v = 2, α = 3, β = 2. Is 3 ≥ 2?"


@pytest.mark.parametrize(
    ("windows", "tasks"),
    [
        ("entry", "root (−∞, +∞) | 1 (−∞, +∞) | 1 3 | 2 (3, +∞) | 2.2 cut off | 2 ≤ 2 | root 3"),
        ("exit", "1 (−∞, 3) | 1 3 | 2.2 cut off | 2 (3, 2) | 2 ≤ 2 | root (3, +∞) | root 3"),
    ],
)
def test_tasks_come_in_the_order_of_the_search(windows: str, tasks: str) -> None:
    sheet = blank("[[3 12] [2 4]]", windows=windows)
    address = sheet.record.tree.address
    named = [f"{address(claim.node)} {text(claim)}" for _, claim in sheet.tasks]
    assert " | ".join(named) == tasks


def test_blanks_say_where_values_are_asked_for() -> None:
    sheet = blank("?[[3 12] ?[2 4]]", algorithm="minimax")
    assert [claim.node for _, claim in sheet.tasks] == [4, 0]
    assert sheet.boxes == ((4, "value"), (0, "value"))
    assert [blank.node for blank in sheet.blanks] == [4, 0]
    filled = sheet.enter(4, "2").enter(0, "7")
    assert (filled.blanks, filled.next_task is None) == ((), False)
    assert filled.enter(0, "3").next_task is None


def test_boxes_stand_at_every_node_and_a_slash_takes_them_away() -> None:
    sheet = blank("[[3 12] [2 [4 6]]]")
    assert sheet.boxes == ((1, "value"), (6, "value"), (4, "value"), (0, "value"))
    assert sheet.texts_at(0) == {"value": ""}
    assert len(sheet.slash(6).blanks) == 3
    assert len(sheet.enter(1, ">=3").blanks) == 3
    assert len(sheet.enter(1, "(3, inf)").blanks) == 4


def test_what_a_file_asks_for_in_directives_is_answered_marked_and_saved() -> None:
    text_ = "@best ?\n@read ?\n@pruned C.2 if ?\nA:[B:[3 12 8] C:[2 4 6] D:[14 5 2]]\n"
    sheet = blank(text_)
    assert sheet.texts_at(0) == {"value": "", "best": "", "read": ""}
    assert sheet.texts_at(7) == {"pruned-if": ""}
    filled = sheet.slash(7).enter(0, "C", "best").enter(0, "7", "read").enter(0, ">=3")
    assert (7, "pruned-if") in filled.boxes, "a slash asks on when it is drawn"
    filled = filled.enter(7, "always", "pruned-if")
    assert filled.blanks == ()
    assert filled.texts_at(0) == {"value": "≥ 3", "best": "C", "read": "7"}
    marks = {kind: checked.mark for (_, kind), checked in filled.check().marks.items()}
    assert (marks["best"], marks["read"]) == (Mark.MISTAKE, Mark.RIGHT)
    assert marks["pruned-if"] is Mark.RIGHT
    written = write(filled.answered)
    assert "@best C\n@read 7\n@pruned 2.2 if always" in written
    assert "?" not in written
    assert "@best ?" in write(filled.enter(0, " ", "best").answered)
    model = [text(claim) for claim in sheet.model if claim.kind in {"best", "read", "pruned-if"}]
    assert model == ["B", "7", "always"]
    with pytest.raises(EntryError, match="Z"):
        sheet.enter(0, "Z", "best")
    with pytest.raises(EntryError, match="number of leaves"):
        sheet.enter(0, "x", "read")
    with pytest.raises(EntryError, match="not one interval"):
        sheet.enter(7, "5", "pruned-if")


def test_a_best_move_that_is_a_leaf_can_be_read_again_as_it_stands_in_its_box() -> None:
    sheet = blank("@best ?\n[3 b:1 2]\n")
    for move in ("3", "b"):
        assert sheet.enter(0, move, "best").texts_at(0)["best"] == move


def test_when_a_branch_is_pruned_is_answered_where_the_search_waits_for_a_value() -> None:
    sheet = blank("@pruned C.2 if ?\nA:[B:[3 12 8] C:[x 4 6]]")
    assert not sheet.tasks
    assert [text(claim) for claim in sheet.model] == ["x ≤ 3"]
    assert sheet.enter(7, "x<=3", "pruned-if").check().mark(7, "pruned-if") is Mark.RIGHT
    with pytest.raises(EntryError, match="needs a number"):
        sheet.enter(0, "3")
    with pytest.raises(UnknownReachedError):
        blank("@best ?\n@pruned C.2 if ?\nA:[B:[3 12 8] C:[x 4 6]]")


def test_the_best_move_and_the_number_of_leaves_are_taken_from_the_file() -> None:
    sheet = blank("@best B\n@read 6\nA:[B:[3 12 8] C:[2 4 6] D:[14 5 2]]").check()
    assert sheet.mark(0, "best") is Mark.RIGHT
    assert sheet.mark(0, "read") is Mark.MISTAKE
    assert Claim(0, "value") in sheet.blanks


# -- laws --------------------------------------------------------------------------------------


@examples(60)
@given(cases())
def test_a_box_comes_after_those_that_a_search_without_cut_offs_fills_before(
    case: tuple[GameTree, Rules],
) -> None:
    tree, rules = case
    sheet = Worksheet.opened(Exercise(tree), rules)
    plain = replace(rules, algorithm="minimax", form="classic", window=FULL_WINDOW, range=None)
    record = search(tree, plain)
    left = [record.returned_at(record.calls_of(node)[-1]) for node, _ in sheet.boxes]
    assert left == sorted(left)
    assert sheet.boxes[-1:] in {((0, "value"),), ()}
    for before, blank_ in pairwise(sheet.blanks):
        assert sheet.blank_beside(Box(before.node, before.kind)) == blank_
        assert sheet.blank_beside(Box(blank_.node, blank_.kind), -1) == before
    if len(sheet.blanks) > 1:
        assert sheet.blank_beside(Box(0, "value")) == sheet.blanks[0]
    else:
        assert sheet.blank_beside(Box(0, "value")) is None


@examples(40)
@given(cases())
def test_a_sheet_put_away_is_the_same_when_taken_up_again(case: tuple[GameTree, Rules]) -> None:
    tree, rules = case
    sheet = Worksheet.opened(Exercise(tree), rules)
    for _, claim in sheet.tasks[::2]:
        sheet = sheet.enter(claim.node, typed(claim))
    again = parse(write(sheet.answered))
    reread = resolve([("file", again.directives.rules)]).rules
    again = replace(again, tree=again.tree.with_levels(reread.levels))
    opened = Worksheet.opened(again, reread)
    assert tree.has_chance or opened.entries == sheet.entries  # means may have been rounded
    assert (opened.claims, reread.form) == (again.claims, rules.form)
    assert opened.blanks == sheet.blanks


@pytest.mark.parametrize(("text", "is_claimed"), [("[[3 12] [2 4]]", False), ("[3 12]", True)])
def test_that_nothing_is_cut_is_claimed_where_nothing_is(text: str, is_claimed: bool) -> None:
    kinds = [claim.kind for claim in collect_model_claims(search(tree_of(text)))]
    assert ("cut" in kinds) is not is_claimed
    assert ("cuts-none" in kinds) is is_claimed


def test_a_hint_uses_only_what_is_written_already() -> None:
    sheet = blank().ask_hint().ask_hint()
    assert sheet.hint is not None
    assert (sheet.hint.claim.node, sheet.hint.degree) == (B, 2)
    assert str(sheet.hint.text) == "What has returned to ▽B (MIN): 3, 12, 8."
    further = sheet.enter(B, "3").ask_hint().ask_hint()
    assert further.hint is not None
    assert further.hint.claim == Claim(C2, "cut")
    assert str(further.hint.text) == "At ▽C, v = 2, α = 3, β = 2. Is 3 ≥ 2?"
    pruned = further.slash(C2).slash(C3).ask_hint().ask_hint()
    assert pruned.hint is not None
    assert str(pruned.hint.text) == "What has returned to ▽C (MIN): 2."


def test_a_hint_leads_through_what_no_box_asks_for_while_a_box_is_empty() -> None:
    sheet = blank("?[[3 12] [2 4]]").ask_hint()
    assert sheet.hint is not None
    assert sheet.hint.claim.node == 1
    assert sheet.enter(0, "3").ask_hint().hint is not None, "the slash is missing"
    assert sheet.enter(0, "3").slash(6).ask_hint().hint is None


def test_what_is_pruned_at_the_depth_limit_has_its_slash_and_what_lies_below_has_none() -> None:
    tree = tree_of("[[~3[3 12] ~5[1 2]] [~2[4 4] ~9[7 8]]]")
    model = collect_model_claims(search(tree, Rules(depth=2)))
    assert {claim.node for claim in model if claim.kind == "cut"} == {tree.find("2.2")}
