"""Claims and blanks that stand in directives: read, written, checked against their tree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treeexplorer.notation import (
    ALWAYS,
    NEVER,
    Claim,
    Condition,
    NotationError,
    format_document,
    parse,
    write,
)
from treeexplorer.notation.directives import filled_in
from treeexplorer.rules import RulesError

TREE = '[left:[3 12 8] [x 4 6] "a b":[14 5 2]]\n'


def pruned(node: int, condition: Condition) -> Claim:
    return Claim(node, "pruned-if", condition=condition)


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("@best left", Claim(0, "best", nodes=(1,))),
        ("@best A", Claim(0, "best", nodes=(5,))),
        ('@best 3  "a b"  # the last', Claim(0, "best", nodes=(9, 9))),
        ("@read 7", Claim(0, "read", 7)),
        ("@cuts none", Claim(0, "cuts-none")),
        ("@pruned A.2 if x >= 5", pruned(7, Condition("x", 5))),
        ("@pruned 2.2 if x ≥ 5", pruned(7, Condition("x", 5))),
        ("@pruned A.2 if 5 <= x", pruned(7, Condition("x", 5))),
        ("@pruned A.2 if x < 5", pruned(7, Condition("x", high=5, includes_high=False))),
        ("@pruned A.2 if 2<x<=5", pruned(7, Condition("x", 2, 5, includes_low=False))),
        ("@pruned A.2 if x = 5", pruned(7, Condition("x", 5, 5))),
        ('@pruned "a b".2 if never', pruned(11, NEVER)),
        ("@pruned 3.2 if always", pruned(11, ALWAYS)),
    ],
)  # fmt: skip
def test_what_is_claimed_above_a_tree(line: str, claim: Claim) -> None:
    exercise = parse(f"@title T\n{line}\n{TREE}")
    assert exercise.claims == (claim,)
    assert exercise.positions is not None
    assert exercise.positions.of_claim(exercise.claims[0]) == (2, 1)
    assert exercise.blanks == ()
    written = write(exercise)
    assert parse(written) == exercise
    assert write(parse(written)) == written
    formatted = format_document(f"{line}\n{TREE}")
    assert format_document(formatted) == formatted
    assert parse(formatted).claims == (claim,)


def test_letters_are_never_written_to_a_file() -> None:
    exercise = parse("@best A\n@pruned A.2 if x > 5\n" + TREE)
    assert write(exercise).startswith("@best 2\n@pruned 2.2 if x > 5\n")
    assert write(parse('@best "a b"\n' + TREE)).startswith('@best "a b"\n')
    assert write(parse("@best 2\n[X:[1] X:[2]]")) == "@best 2\n[X:[1] X:[2]]\n"


def test_several_nodes_may_be_claimed_pruned_and_all_of_it_is_written_in_one_order() -> None:
    text = (
        "@read 7\n@pruned 2.3 if x > 5\n@cuts none\n@pruned 2.2 if x > 5\n@best 2\n@windows exit\n"
    )
    exercise = parse(text + "(3,2)[[1 2] (-inf,inf)[x 1 2]]")
    assert [claim.kind for claim in exercise.claims] == [
        "cuts-none", "best", "read", "pruned-if", "pruned-if", "window", "window",
    ]  # fmt: skip
    assert write(exercise) == (
        "@windows exit\n@cuts none\n@best 2\n@read 7\n@pruned 2.2 if x > 5\n@pruned 2.3 if x > 5\n"
        "(3,2)[[1 2] (-inf,inf)[x 1 2]]\n"
    )
    assert parse(write(exercise)) == exercise
    assert format_document(text + "[[1] [x 1 2]]") == text + "[[1] [x 1 2]]\n"
    loose = "@pruned  2.2 if 3<=x   # so\n@best  ?\n@pruned 2.2 if  ?\n[1 [2 x]]"
    assert format_document(loose) == (
        "@pruned 2.2 if 3<=x  # so\n@best ?\n@pruned 2.2 if ?\n[1 [2 x]]\n"
    )


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("@best", 1, "@best says nothing"),
        ("@best E", 7, "“E”"),
        ("@best 2 Q", 9, "“Q”"),
        ("@best 2 2.1", 9, "@best names a move at the root, and “2.1” is no child of it"),
        ("@best root", 7, "no child of it"),
        ("@read many", 7, "@read takes the number of leaves that are evaluated, or ?"),
        ("@read 7 8", 7, "@read takes the number of leaves"),
        ("@read -1", 7, "@read takes the number of leaves"),
        ("@cuts some", 7, "@cuts takes none, not “some”"),
        ("@pruned A.2", 9, "@pruned takes a node, if, and a condition"),
        ("@pruned A.2 if x", 16, "“x” is not one interval of an unknown"),
        ("@pruned A.2 if x > y", 16, "is not one interval"),
        ("@pruned A.2  if  y > 5", 9, "“y” is no unknown of this tree: there are x"),
        ("@pruned Q if x > 5", 9, "“Q”"),
        ("@windows in", 10, "entry"),
        ("@prunde A", 1, "unknown directive @prunde"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_claim_has_its_place(line: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(f"{line}\n{TREE}")
    (problem,) = caught.value.problems
    assert message in problem.message
    assert (problem.line, problem.column) == (1, column)


ENDS = st.integers(-4, 4)


@given(ENDS, ENDS, st.booleans(), st.booleans(), ENDS)
def test_a_condition_reads_back_as_the_same_values(
    low: int, high: int, includes_low: bool, includes_high: bool, number: int
) -> None:
    condition = Condition("x", low, high, includes_low, includes_high)
    if low > high or (low == high and not (includes_low and includes_high)):
        return
    (claim,) = parse(f"@pruned 2 if {condition!s}\n[1 x]").claims
    assert claim.condition == condition
    assert (number in condition) is (
        low < number < high
        or (number == low and includes_low)
        or (number == high and includes_high)
    )
    assert number in ALWAYS
    assert number not in NEVER


@pytest.mark.parametrize(
    ("condition", "same"),
    [
        ("3 <= x > 3", "x > 3"),
        ("3 < x >= 3", "x > 3"),
        ("3 >= x < 3", "x < 3"),
        ("2 < x = 5", "x = 5"),
        ("9 < x = 5", "never"),
        ("3 < x < 3", "never"),
        ("3 < x <= 3", "never"),
        ("x < -inf", "never"),
        ("-inf < x <= 3", "x <= 3"),
        ("x > -inf", "always"),
    ],
)
def test_of_two_comparisons_both_hold(condition: str, same: str) -> None:
    (claim,) = parse(f"@pruned A.2 if {condition}\n{TREE}").claims
    assert str(claim.condition) == same


@pytest.mark.parametrize("text", ["", "  ", "# none"])
def test_a_blank_is_not_filled_in_by_a_text_that_says_nothing(text: str) -> None:
    exercise = parse(f"@best ?\n@pruned A if ?\n{TREE}")
    for blank in exercise.blanks:
        with pytest.raises(RulesError, match="says nothing"):
            filled_in(blank, text, exercise.tree)


def test_a_blank_is_filled_in_by_the_text_in_its_place() -> None:
    exercise = parse(f"@best ?\n{TREE}")
    (blank,) = exercise.blanks
    assert filled_in(blank, "left # the first", exercise.tree).nodes == (1,)
    assert filled_in(blank, "none", exercise.tree).nodes == ()
