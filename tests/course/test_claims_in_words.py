"""Lines of words count together: their order is free, and what they contradict is not counted."""

from __future__ import annotations

import pytest

from treeexplorer.course.claims_in_words import add_claims_from_words
from treeexplorer.course.lines_of_trees import LineOfWords
from treeexplorer.notation import Exercise, parse

DRAWN = parse("[C:[D:[5 4] E:[6 9]] F:[G:[3 2] H:[1 7]]]")


def read(*lines: str, below: Exercise = DRAWN) -> tuple[list[str], list[str]]:
    """Return what a tree and the lines below it claim, and the remarks on them."""
    words = [LineOfWords(number, line) for number, line in enumerate(lines, 2)]
    exercise, remarks = add_claims_from_words(below, words, below.tree)
    labels = below.tree.labels
    claims = [f"{labels.label(claim.node)} {claim.kind}" for claim in exercise.claims]
    return claims, remarks


@pytest.mark.parametrize("lines", [("E: >=6", "E is pruned"), ("E is pruned", "E: >=6")])
def test_a_node_with_a_value_on_a_line_is_not_pruned_by_another(lines: tuple[str, str]) -> None:
    claims, remarks = read(*lines)
    assert claims == ["E bound"]
    pruned = remarks[lines.index("E is pruned")]
    assert "“E is pruned” is left out: another line has an answer for what is visited" in pruned


def test_of_lines_that_contradict_each_other_none_counts() -> None:
    claims, remarks = read("D: 5, E: 6", "D: 4", "G = 3")
    assert claims == ["E value", "G value"]
    reason = "is not what another line says of D, so that neither counts there."
    assert remarks[0] == f"line 2: “D: 5, E: 6” {reason}"
    assert remarks[1] == f"line 3: “D: 4” {reason}"


def test_what_is_said_twice_counts_once() -> None:
    claims, _ = read("D: 5", "D = 5, E: 6")
    assert claims == ["D value", "E value"]


@pytest.mark.parametrize(
    "lines",
    [
        ("Pruned:", "- E.2", "- H"),
        ("Pruned nodes", "9", "H"),
        ("The pruned branches are:", "1. E.2 (9)", "2. H"),
        ("Never visited:", "9,", "H."),
    ],
)
def test_what_is_pruned_may_stand_as_a_list(lines: tuple[str, ...]) -> None:
    claims, remarks = read(*lines)
    assert claims == ["E.2 cut", "H cut"]
    assert len(remarks) == 1
    assert remarks[0].endswith("is read as a slash at E.2, H.")


@pytest.mark.parametrize(
    "lines", [("Pruned:", "E = 6"), ("Pruned:", "", ""), ("I pruned", "a lot")]
)
def test_what_stands_below_may_be_no_list(lines: tuple[str, ...]) -> None:
    claims, _ = read(*lines)
    assert not any(claim.endswith("cut") for claim in claims)


def test_a_line_that_is_left_out_is_told_a_way_out() -> None:
    _, remarks = read("D => 5", "prune something", "Best regards")
    assert remarks[0].endswith("is left out: => may be an arrow or ≥; write A = 3 or A ≥ 3.")
    assert remarks[1].endswith("which nodes are meant; a slash before each says so.")
    assert remarks[2].endswith("is left out: it is no answer such as “A: 3” or “Pruned: 4”.")


def test_lines_without_an_answer_are_told_of_together() -> None:
    _, remarks = read("Hello,", "D: 5", "Is 6 right?", "Best regards", "Anna")
    assert remarks == [
        "line 3: “D: 5” is read as if it stood in the tree.",
        "line 4: “Is 6 right?” is left out: it is no answer such as “A: 3” or “Pruned: 4”.",
        "lines 2, 5, 6 are left out: they hold no answer such as “A: 3” or “Pruned: 4”.",
    ]


def test_what_is_not_sure_in_a_line_costs_itself() -> None:
    claims, remarks = read("C: 5; D: (-inf, 5]; E >= 6", "G: [5, 5] 3. F: perhaps 3")
    assert claims == ["C value", "E bound", "G window", "G value"]
    assert [remark.partition(" is left out")[0] for remark in remarks if "left out" in remark] == [
        "line 2: “D: (-inf, 5]”",
        "line 3: “F: perhaps 3”",
    ]


@pytest.mark.parametrize(
    ("branch", "claims"),
    [
        pytest.param("E:[9 /1]", ["E.2 cut"], id="only the rest of E may be meant"),
        pytest.param("/E:[9 1]", ["E cut"], id="it says the same"),
        pytest.param("E:<=9[9 1]", ["E bound"], id="a bound shows E visited"),
        pytest.param("E:[F:9[9] 1]", ["F value"], id="a value below E shows it visited"),
        pytest.param("E:[9 1]", ["E cut"], id="nothing is claimed of E"),
    ],
)
def test_a_line_crosses_out_nothing_that_the_tree_shows_visited(
    branch: str, claims: list[str]
) -> None:
    below = parse(f"[C:[D:[5 4] {branch}] G:[3 2]]")
    assert read("E is pruned", below=below)[0] == claims


def test_a_value_elsewhere_shows_no_branch_visited() -> None:
    below = parse("[C:[D:5[5 4] E:[9 1]] G:[3 2]]")
    assert read("E is pruned", below=below)[0] == ["D value", "E cut"]
