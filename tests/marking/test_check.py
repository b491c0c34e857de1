"""Claims are judged as an examiner judges them."""

from __future__ import annotations

import gc
import random
from dataclasses import replace
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_records import any_search
from tests.judging.claimed import answered
from tests.judging.filled import random_paper
from tests.laws import examples
from tests.pace import seconds
from treeexplorer.course.answers import AnswerSheet
from treeexplorer.engine import Rules, search
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.follow_through import FollowThrough
from treeexplorer.judging.judge import Mark, judge
from treeexplorer.judging.waiting import UnknownReachedError
from treeexplorer.marking.check import Check, check
from treeexplorer.notation import BoundSign, Claims, Exercise, claim_table, parse, sort_claims
from treeexplorer.rules import resolve
from treeexplorer.tree import FULL_WINDOW, Number


def checked(text: str, **rules: object) -> Check:
    exercise = parse(text)
    resolved = resolve([("file", exercise.directives.rules), ("option", rules)])
    tree = exercise.tree.with_levels(resolved.rules.levels)
    return check(replace(exercise, tree=tree), resolved.rules)


@pytest.mark.parametrize("seed", range(8))
def test_any_paper_is_judged_where_chance_moves_first(seed: int) -> None:
    exercise = parse("@levels chance max min\n[[[0.5 -4] -4] [[2 0 -1] 3]]")
    paper = random_paper(random.Random(seed), exercise.tree, 0.5)
    rules = Rules("expectimax", levels=exercise.tree.levels)
    judged = check(replace(exercise, claims=paper), rules)
    assert judged.claims
    assert judged.headline
    assert all(claim.why for claim in judged.claims)


@pytest.mark.parametrize(
    ("algorithm", "reason"),
    [
        (
            "negamax",
            "▽A returns 3, MIN of 3, 12. −3 is what MIN sees at ▽A; write what MAX sees, 3.",
        ),
        ("minimax", "▽A returns 3, MIN of 3, 12; −3 is wrong."),
    ],
)
def test_under_negamax_the_sign_that_is_expected_is_told(algorithm: str, reason: str) -> None:
    (claim,) = checked(f"@algorithm {algorithm}\n[-3[3 12] [2 4]]").claims
    assert claim.mark is Mark.MISTAKE
    assert claim.why == reason


def test_no_sign_is_told_where_max_sees_the_value() -> None:
    (claim,) = checked("@algorithm negamax\n-3[[3 12] [2 4]]").claims
    assert claim.why == "▲root returns 3, MAX of 3, 2; −3 is wrong."


# -- who judges --------------------------------------------------------------------------------


def test_what_is_right_only_with_a_wrong_slash_is_wrong_for_judge() -> None:
    exercise = parse("[5[8 /5] [3 2]]")
    (value,) = (claim for claim in exercise.claims if claim.kind == "value")
    record = search(exercise.tree)
    crossed = frozenset({3})
    assert judge(value, Findings(record, crossed)) == "returned"
    assert judge(value, Findings(record, crossed, wrong_slashes=crossed)) is None
    (judged,) = (each for each in check(exercise).claims if each.claim == value)
    assert judged.mark is Mark.CONSEQUENCE
    assert judged.relies_on_wrong_slash


def test_a_check_holds_right_just_what_judge_does() -> None:
    needing = 0
    for seed in range(300):
        record = search(*any_search(seed))
        if not record.complete or len(record.tree) < 2:
            continue
        paper = random_paper(random.Random(seed), record.tree, 0.4)
        checked_paper = Check(record, paper)
        for each in checked_paper.claims:
            is_right = judge(each.claim, checked_paper.findings) is not None
            assert each.right is is_right, (seed, each)
            needing += each.relies_on_wrong_slash
    assert needing > 20


# -- one claim ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[B:<=4[3 12] [2 4]]", "=3"),
        ("[[3 12] C:<=5[2 4]]", "<=2"),
        ("@levels min max\n[[3 1] C:>=4[5 2]]", ">=5"),
        ("@fail hard\n@window 0 2\n[C:<=1[[3 5] 4] 6]", "3..4"),
    ],
)
def test_the_json_of_a_wrong_bound_says_between_which_numbers_the_value_is(
    text: str, found: str
) -> None:
    assert [one.saying.json for one in checked(text).wrong] == [found]


def test_a_slash_claims_its_whole_subtree_and_the_rest_as_visited() -> None:
    (claim,) = checked("[[3 12] /C:[[2 4] 6]]").claims
    assert (claim.claim.kind, claim.mark) == ("cut", Mark.MISTAKE)


def test_without_any_slash_nothing_is_claimed_visited() -> None:
    assert not checked("[[3 12] [2 4]]").claims
    missing = checked("@cuts none\n[[3 12] [2 4 1]]")
    assert [one.label for one in missing.claims if one.claim.kind == "visited"] == ["4", "1"]
    assert missing.tally == (1, 0, 1, 1, 2)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("[chance=4.33[3 4 6] 1]", True),
        ("[chance=4.3[3 4 6] 1]", True),
        ("[chance=4.34[3 4 6] 1]", False),
        ("[chance=4[3 4 6] 1]", False),
        ("[chance=1.6[0.6*0 0.4*4] 1]", True),
        ("[chance=0.25[0 0.5] 1]", True),
        ("[chance=0.3[0 0.5] 1]", False),
        ("[chance=0.2[0 0.5] 1]", False),
    ],
)
def test_only_a_mean_without_a_finite_decimal_may_be_rounded(text: str, right: bool) -> None:
    assert checked(text).claims[0].right is right


@pytest.mark.parametrize(
    "text",
    [
        "@pruned 2.2 if x <= 0.1\n[0.1 [x chance[0.3 0.2]]]",
        "@window 0 0.1\n(0,0.1)[(0,0.1)0.1 /chance[0.3 0.2]]",
    ],
)
def test_beside_a_chance_node_a_decimal_is_the_number_that_is_written(text: str) -> None:
    assert checked(text).headline == checked(text.replace("0.", "")).headline
    assert not checked(text).wrong


def test_a_search_that_meets_an_unknown_leaf_cannot_be_checked() -> None:
    with pytest.raises(UnknownReachedError, match="unknown leaf"):
        checked("[[3 x] [2 4]]")
    assert not checked("3[[3 12] [2 /x]]").wrong


# -- mistakes and consequences -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("@algorithm minimax\n7[a:7[b:4[4 3] c:7[7 9]] d:5[5 6]]", "↳✗✓✗✓"),
        ("@algorithm minimax\n@levels max min max\n5[a:5[b:5[4 3] c:7[7 2]] d:3[3 6]]", "↳↳✗✓✓"),
        # windows are followed down from a wrong one
        (
            "[B:[3 12 8] C:(-inf,3)[(-inf,3)[1 2] (-inf,2)[(-inf,2)0 (0,2)4]] F:(3,inf)[14 5]]",
            "✗↳↳↳↳✓",
        ),
        # slashes, a best move and a count follow, too
        ("[B:6[3 12 8] C:[5 /4 /6]]", "✗↳↳"),
        ("@best B\n@read 4\n9[3[3 12] 9[2 4]]", "↳✓✗↳✗"),
        # a contradiction to one's own entries is a second mistake
        ("[B:6[3 12 8] C:(5,inf)[7 9]]", "✗✗"),
        # what is right at or below a wrong slash needs what is crossed out
        ("[[3 12] /C:5[7 5] D:[1 /4]]", "✗↳✓"),
        ("[[3 12] /C:(3,inf)[7 5] D:[1 /4]]", "✗↳✓"),
        ("[[3 12] /C:[(3,inf)7 5] D:[1 /4]]", "✗↳✓"),
        # what is right behind it does not
        ("[[3 12] /C:[7 5] D:(5,inf)[6 9]]", "✗✓"),
    ],
)
def test_what_follows_from_a_mistake_is_no_second_one(text: str, signs: str) -> None:
    assert "".join(one.mark.sign for one in checked(text).claims) == signs


@pytest.mark.parametrize("text", ["[A:1[3 12] [2 x]]", "@algorithm pvs\n[A:1[3 12] [2 4]]"])
def test_no_count_of_leaves_follows_from_entries_that_lead_to_no_end(text: str) -> None:
    check_ = checked(text)
    assert FollowThrough(check_.findings, check_.written).leaves_read() is None


# -- wrong slashes -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("[/A:[3 12] [2 4]]", "▽A is visited, not pruned"),
        ("[[3 12] /B:[5 7]]", "3 ≥ +∞ is false, so ▽B is visited"),
        ("@cuts none\n[[3 12] [2 4]]", "3 ≥ 2, so 4 is pruned"),
    ],
)
def test_what_is_wrong_with_a_slash_is_its_test_where_one_was_made(text: str, mistake: str) -> None:
    assert str(checked(text).mistakes[0].saying.mistake) == mistake


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "[[3 12 8] [14 5 /2]]",
            "2: with B.3 = 4 the root would be worth 4, not 3, and nobody would have looked.",
        ),
        ("[[3 12] /[[1 1] [1 2]]]", "▽B: with C.1 = 4 and D.1 = 4 the root would be worth 4, not"),
        (
            "A:[B:[3 12 8] D:[/14 /5 2]]",
            "14, 5: no values there would change the root's value, whatever they are; but a search",
        ),
        (
            "[C:[/1 /2] 9]",
            "1, 2: alone, no values there would change the root; together they would: with C.1 =",
        ),
        ("[[3 ...] /[2 ...]]", "▽B: what is drawn does not settle the root's value, so nobody can"),
    ],
)
def test_what_a_wrong_slash_overlooks_is_named(text: str, words: str) -> None:
    (overlooked,) = checked(text).overlooked
    assert str(overlooked.words).startswith(words)


# -- laws --------------------------------------------------------------------------------------


@examples(120)
@given(answered())
def test_claims_written_from_a_recorded_search_are_all_right(case: tuple[Exercise, Rules]) -> None:
    exercise, rules = case
    check_ = check(exercise, rules)
    assert check_.claims
    assert not check_.wrong
    assert rules in check_.fits


@examples(120)
@given(answered())
def test_right_entries_lead_to_what_the_search_finds(case: tuple[Exercise, Rules]) -> None:
    (exercise, rules), tree = case, case[0].tree
    findings = Findings(search(tree, rules))
    followed = FollowThrough(findings, exercise.claims)
    assert followed.leaves_read() is not None
    for node in range(len(tree)):
        assert followed.calls(node) == findings.calls(node)
        assert followed.visited(node) is findings.visited(node)
    assert followed.leaves_read() == findings.leaves_read()


@examples(120)
@given(answered())
def test_without_entries_the_search_itself_is_followed(case: tuple[Exercise, Rules]) -> None:
    tree, rules = case[0].tree, case[1]
    findings = Findings(search(tree, rules))
    followed = FollowThrough(findings, ())
    for node in range(len(tree)):
        assert followed.calls(node) == findings.calls(node)
        assert followed.minimax(node) == findings.minimax(node)
    assert followed.leaves_read() == findings.leaves_read()
    if rules.form == "classic" and rules.window == FULL_WINDOW:
        assert followed.proven_moves == findings.proven_moves


@examples(150)
@given(answered(), st.data())
def test_one_altered_claim_is_found_and_only_it(
    case: tuple[Exercise, Rules], data: st.DataObject
) -> None:
    exercise, rules = case
    record = search(exercise.tree, rules)
    altered, node, kind = _alter(exercise.claims, data)
    claim = next(
        one.claim
        for one in check(replace(exercise, claims=altered), rules).claims
        if (one.claim.node, one.claim.kind) == (node, kind)
    )
    if judge(claim, Findings(record)):  # another true value, as the minimax value beside
        return
    check_ = check(replace(exercise, claims=altered), rules)
    assert [(one.claim.node, one.claim.kind) for one in check_.wrong] == [(node, kind)]
    assert check_.wrong[0].mark is Mark.MISTAKE
    assert check_.first_wrong is check_.wrong[0]


def _alter(claims: Claims, data: st.DataObject) -> tuple[Claims, int, str]:
    """Change one value, bound or window to another one."""
    table = claim_table(claims)
    choices = [key for key in table if key[1] in {"value", "bound", "window"}]
    node, kind = data.draw(st.sampled_from(choices))
    other: Number = data.draw(st.integers(-6, 6))
    claim = table[node, kind]
    if claim.window is not None:
        alpha, beta = claim.window
        window = data.draw(st.sampled_from([(other, beta), (alpha, other), (other, other + 1)]))
        table[node, kind] = claim._replace(window=window)
    else:
        signs: list[BoundSign] = [">=", "<="]
        sign = None if claim.sign is None else data.draw(st.sampled_from(signs))
        table[node, kind] = claim._replace(number=other, sign=sign)
    return sort_claims(table.values()), node, kind


# -- the headline ------------------------------------------------------------------------------

AIMA = "=3[=3[3 12 8] <=2[2 4 6] =2[14 5 2]]"
EXIT = "(3,inf)[(-inf,3)[3 12 8] (3,2)[2 /4 /6] (3,2)[14 5 2]]"


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        ("[[3 12] [2 4]]", "Nothing is claimed in this tree."),
        ("?[?[3 12] ?[2 4]]", "Nothing is answered yet (3 blanks)."),
        ("7[2 7]", "The answer is right."),
        (f"{AIMA.replace(' 4 6', ' /4 /6')}", "All 6 answers are right."),
        (AIMA, "All 4 answers are right; nothing is said about pruning."),
        ("3[3[3 12] ?[2 /4]]", "Only 2 of 3 nodes are answered; the 3 answers are right."),
        (
            "@algorithm minimax\n3[3[3 12] ?[2 4]]",
            "Only 2 of 3 nodes are answered; the 2 are right.",
        ),
        ("[[3 12] 3[2 /4]]", "1 of 2 right, 1 mistake: ▽B is ≤ 2, not 3."),
        (
            "3[3[3 12 8] 3[2 /4 /6] 3[14 5 2]]",
            "4 of 6 right, 2 mistakes: ▽B is ≤ 2, not 3; ▽C is 2, not 3. All 6 would be right",
        ),
        (
            "@cuts none\n3[3[3 12] 3[3 4]]",
            "3 of 4 right, 1 mistake: 3 ≥ 3, so 4 is pruned; the other wrong one follows",
        ),
        (
            EXIT,
            "2 of 6 right, 4 mistakes: ▲root is entered with (−∞, +∞), not (3, +∞); ▽A is",
        ),
        (
            "4[12[3 12] 4[2 4]]",
            "0 of 3 right, 3 mistakes: ▽A is 3, not 12; ▲root is 3, not 4; ▽B is ≤ 2, not 4. All",
        ),
        ("@algorithm minimax\n7[3[4 3] c:6[7 9]]", "2 of 3 right, 1 mistake: ▽c is 7, not 6."),
        ("[[3 12] [2 /4]]", "The answer is right."),
        # plain minimax wins where nothing is crossed out
        (
            "@cuts none\n[[3 12] [3 4]]",
            "0 of 1 right, 1 mistake: 3 ≥ 3, so 4 is pruned; the other wrong one follows",
        ),
        # the form “bounds” reads the 3, too
        ("2[2 [[1] 3] [5 1 /9]]", "All 2 written are right, 1 slash is missing: 2 ≥ 1, so 3 is"),
        ("3[3[3 12] [3 4 /...]]", "All 3 written are right, 1 slash is missing: 3 ≥ 3, so 4"),
        ("@cutoff >\n[[3 12] [3 /4]]", "0 of 1 right, 1 mistake: 3 > 3 is false, so 4 is visited."),
        ("[[/2 4] [/4 5]]", "0 of 2 right"),
        ("[[/9 2] [3 5]]", "0 of 1 right, 1 mistake: 9 is visited, not pruned."),
        (
            "[[9 2 6] [9 5 14] [9 13 /5]]",
            "0 of 1 right, 1 mistake: 5 ≥ 9 is false, so 5 is visited.",
        ),
        # a level of chance that was forgotten: the stated ones have MAX move there
        (
            "4[chance=4[3[3 9] 5[5 6]] chance=2.5[1[1 3] 4]]",
            "0 of 6 right, 3 mistakes: ▲C is 9, not 3; ▲D is 6, not 5; ▲E is 3, not 1; the other 3",
        ),
        (
            "[A:[3 12 8] B:[2 /4 /6] C:[14 5 /2]]",
            "2 of 3 right, 1 mistake: 3 ≥ 5 is false, so 2 is visited.",
        ),
        (
            "14[A:12[3 12 8] B:6[2 4 6] 14[14 5 2]]",
            "0 of 4 right, 3 mistakes: 12 is the largest of ▽A's leaves; ▽A is MIN.",
        ),
        (
            "3[3[3 12 8] 2[2 4 6] (-inf,3)[14 5 2]]",
            "3 of 4 right, 1 mistake: ▽C is entered with (3, +∞), not (−∞, 3).",
        ),
        (
            "[[3 12] (-inf,3)[2 5] (-inf,3)[14 5]]",
            "0 of 2 right, 2 mistakes: 3 is ▲root's α; at ▽B it is written as β.",
        ),
        (
            "@best A B\n[A:5[5 9] B:5[5 /2 /7]]",
            "4 of 5 right, 1 mistake: the best move is ▽A, not A B.",
        ),
        (
            "@algorithm minimax\n[8[4 3] 8[7 9] 8[1 2] 8[5 6]]",
            "0 of 4 right, 4 mistakes: ▽A is 3, not 8; ▽B is 7, not 8; ▽C is 1, not 8; and 1 mo",
        ),
        (
            "@algorithm minimax\n@levels max min max\n5[a:5[b:5[4 3] c:7[7 2]] d:3[3 6]]",
            "2 of 5 right, 1 mistake: ▲b is 4, not 5; the other 2 follow correctly from it.",
        ),
        (
            "[B:[3 12 8] C:(-inf,3)[(-inf,3)[1 2] (-inf,2)[(-inf,2)0 (0,2)4]] F:(3,inf)[14 5]]",
            "1 of 6 right, 1 mistake: ▽C is entered with (3, +∞), not (−∞, 3); the other 4 follow",
        ),
        (
            "@algorithm minimax\n7[3[3 12] ?[2 4]]",
            "1 of 2 right, 1 mistake: ▲root is 3, not 7. 1 node is not answered.",
        ),
    ],
)
def test_the_headline_is_the_verdict_that_a_person_needs(text: str, headline: str) -> None:
    said = checked(text).headline
    assert said == headline if headline.endswith(".") else said.startswith(headline)


def test_a_notebook_shows_the_marked_tree_and_the_reasons() -> None:
    check_ = checked("3[[3 12 8] C:1[2 4 /6]]")
    page = unquote(check_._repr_html_() or "")
    assert check_.headline in page
    assert page.count("<svg") == 1
    drawing, reasons = page.split("</svg>")
    assert all(sign in drawing for sign in "✓✗")
    assert reasons.count("<li>") == len(check_.wrong) == 2


def test_exit_windows_are_judged_where_the_file_says_so() -> None:
    check_ = checked(f"@windows exit\n{EXIT}")
    assert not check_.wrong
    assert {one.kind for one in check_.claims} == {"exit-window", "cut"}
    wrong = checked("@windows exit\n[(-inf,7)[3 12] [2 4]]")
    assert wrong.headline == "0 of 1 right, 1 mistake: ▽A is left with (−∞, 3), not (−∞, 7)."


@pytest.mark.parametrize(
    ("condition", "right"),
    [
        ("if x >= 3", True),
        ("if x > 3", False),
        ("if x >= 4", False),
        ("if always", False),
        ("if never", False),
    ],
)
def test_when_a_node_is_pruned_is_claimed_exactly(condition: str, right: bool) -> None:
    check_ = checked(f"@pruned 2.2 {condition}\n[[x 9] [3 b:4]]")
    assert [one.right for one in check_.claims] == [right]
    also = "" if right else f", not {check_.claims[0].text}"
    assert check_.claims[0].why == f"b (4) is pruned for x ≥ 3{also}."
    assert not checked("@pruned A.1 if never\n[[x 9] [3 4]]").wrong
    assert not checked("@pruned B.2 if always\n[[3 9] [2 y] 7]").wrong
    # Without an unknown, or with several that are never read, a node is pruned always or never.
    for tree in ("[[3 9] [2 4]]", "[[3 9] [2 4 x y]]"):
        for node, is_so, is_not in (("B.2", "always", "never"), ("A.2", "never", "always")):
            assert not checked(f"@pruned {node} if {is_so}\n{tree}").wrong
            (claim,) = checked(f"@pruned {node} if {is_not}\n{tree}").wrong
            assert claim.why == f"{claim.label} is {is_so} pruned, not {is_not}."


def test_ten_thousand_claims_on_a_line_take_no_longer_each_than_a_thousand() -> None:
    def seconds_a_claim(number: int) -> float:
        exercise = parse(f"@algorithm minimax\n[{'3[3 9] ' * number}]")
        gc.collect()  # what others left is not looked through meanwhile
        return seconds(lambda: check(exercise, Rules(algorithm="minimax")).headline) / number

    tries = ((seconds_a_claim(1_000), seconds_a_claim(10_000)) for _ in range(5))
    assert any(large <= 3 * small for small, large in tries)  # a slow moment may pass


@pytest.mark.parametrize(
    ("text", "right", "why"),
    [
        ("[B:3[3 12 8] [2 4 6]]", True, "▽B returns 3, MIN of 3, 12, 8."),
        ("[B:4[3 12 8] C:[2 4 6]]", False, "▽B returns 3, MIN of 3, 12, 8; 4 is wrong."),
        ("[[3 12 8] C:5[2 4 6]]", False, "and the leaves prove ≤ 2; 5 is wrong."),
        (
            "[[3 12 8] C:1[2 4 6]]",
            False,
            "prove ≤ 2. Write ≤ 2: 4 and 6 were never read, so MIN could still be smaller.",
        ),
        ("[[5 12] C:3[4 9]]", False, "Write ≤ 4: 9 was never read, so MIN could still be smaller."),
        ("@fail hard\n[[3 12] C:2[2 ...]]", False, "and the leaves prove ≤ 2. Write ≤ 3 at ▽C."),
        ("[[3 12 8] C:<=2[2 4 6]]", True, "The search found ▽C ≤ 2."),
        ("[[3 12] C:>=2[2 4]]", False, "▽C ≥ 2 is not proven: the leaves prove ≤ 2."),
        ("[[3 12] C:<=7[2 4]]", False, "▽C ≤ 7 is true, but the leaves prove more: ≤ 2."),
        (
            "@levels min max\n[[3 1] C:>=4[5 2]]",
            False,
            "≥ 4 is true, but the leaves prove more: ≥ 5",
        ),
        ("[B:<=4[3 12] [2 4]]", False, "≤ 4 is true, but the leaves prove more: = 3."),
        ("[[3 12] C:<=1[2 4]]", False, "▽C ≤ 1 is not proven: the leaves prove ≤ 2."),
        ("[[3 12] C:>=4[2 4]]", False, "▽C ≥ 4 is false: the leaves prove ≤ 2."),
        ("[B:(-inf,inf)[3 12 8] [2 4 6]]", True, "(−∞, +∞), still the window of ▲root."),
        ("[[3 12 8] [2 4 6] D:(2,inf)[14 5 2]]", False, "and what came before ▽D made its v 3."),
        (
            "[a:chance[min[3 9] min[5 6]] b:chance[min(-10,5)[-10 4] min[1 10]]]",
            False,
            "is entered with (−∞, +∞): below the chance node ○b the search starts anew.",
        ),
        (
            "@range 0 10\n[4 chance[2 min(1,3)[5 9]]]",
            False,
            "(6, 10): only with a value in it can the mean of ○A still lie in (4, 10).",
        ),
        ("[[3 12] [2 K:3[3 1]]]", True, " Its minimax value is 3."),
        ("[[3 12] [2 K:4[3 1]]]", False, " Its minimax value is 3."),
        ("[[3 12] [2 K:4[3 1]]]", False, "▲K was pruned at step 10: at ▽B, 3 ≥ 2. "),
        ("@best C\n[[3 12 8] [2 4 6] [14 5 2]]", False, "The best move is ▽A, not C."),
        ("@read 9\n[[3 12 8] [2 4 6] [14 5 2]]", False, "7 leaves are read, not 9."),
        ("@pruned B.2 if y > 7\n[[y 9] [3 4]]", False, "4 is pruned for y ≥ 3, not y > 7."),
    ],
)
def test_why_a_claim_is_right_or_wrong(text: str, right: bool, why: str) -> None:
    (claim,) = checked(text).claims
    assert claim.right is right
    assert why in claim.why


def test_a_rounded_number_is_never_called_exact() -> None:
    text = "@levels chance max\n{}[[1e308 3] [1e308 2] [0 1]]"
    (right,) = checked(text.format(str(2 * 10**308 + 1) + "/3")).claims
    assert right.why == "○root returns ≈6.666667e+307, weighted mean of 1e+308, 1e+308, 1."
    assert str(AnswerSheet(right.findings.record).value) == "≈6.666667e+307, no bound"


def test_the_best_move_is_the_one_that_is_proven_and_not_what_may_equal_it() -> None:
    (wrong,) = checked("@best C\n[[3 12] [3 4] [1 2]]").wrong
    assert wrong.why == "The best move is ▽A, not C."
    (right,) = checked("@best B\n[A:[4 9] B:[4 6] C:[7 4]]").claims
    assert (right.as_, right.mark) == ("minimax", Mark.RIGHT)
    as_good = "▽B is as good in truth and not proven by the search."
    assert right.why == f"The best move is ▽A or ▽C. {as_good}"


def test_a_slash_within_a_known_range_is_told_by_the_values_of_that_range() -> None:
    exercise = parse("@range 0,10\n@cutoff >\n[10 /5]")
    (found,) = check(exercise, Rules(cutoff=">", range=(0, 10))).overlooked
    assert str(found.words).startswith("5: no values from 0 to 10 there would change")


# -- papers that contradict themselves -------------------------------------------------------------


def test_slashes_beside_nothing_is_cut_off_contradict_it() -> None:
    checked = check(parse("@cuts none\n3[A:3[3 12 8] B:<=2[2 /4 /6]]"))
    assert checked.headline == (
        "5 of 6 right, 1 mistake: the slashes at 4 and 6 contradict “nothing is cut off”."
    )
    assert str(checked.advice) == "Leave out “nothing is cut off”: your slashes say what is."


def test_nothing_is_cut_off_follows_from_no_slash() -> None:
    checked = check(parse("@cuts none\n3[A:3[3 12 8] B:<=2[2 /4 6]]"))
    assert [(each.claim.kind, str(each.saying.mistake)) for each in checked.mistakes] == [
        ("visited", "3 ≥ 2, so 6 is pruned"),
        ("cuts-none", "the slash at 4 contradicts “nothing is cut off”"),
    ]
    assert [str(each.advice) for each in checked.mistakes] == [
        "Cross out 6, too: 3 ≥ 2.",
        "Leave out “nothing is cut off”, and cross out 6.",
    ]


def test_without_slashes_nothing_is_cut_off_follows_from_those_that_are_missing() -> None:
    checked = check(parse("@cuts none\n3[A:3[3 12 8] B:<=2[2 4 6]]"))
    marks = {each.claim.kind: each.mark for each in checked.claims}
    assert marks["cuts-none"] is Mark.CONSEQUENCE


@pytest.mark.parametrize(
    ("paper", "test"),
    [
        ("[A:1[3 12 8] B:2[2 /4 /6]]", "1 ≥ 2 is false"),
        ("3[A:3[3 12 8] B:(-inf,inf)=2[2 /4 /6]]", "−∞ ≥ 2 is false"),
        ("[A:3[3 12 8] B:9[2 /4 /6]]", None),
        ("3[A:3[3 12 8] B:2[2 /4 /6]]", None),
        ("[A:4[3 12 8] B:2[2 /4 /6]]", None),
    ],
)
def test_a_right_slash_says_where_the_own_numbers_do_not_lead_to_it(
    paper: str, test: str | None
) -> None:
    first_slash, second_slash = (
        each for each in check(parse(paper)).claims if each.claim.kind == "cut"
    )
    assert first_slash.right
    assert second_slash.right
    own = f"By your own numbers {test}, so 4 would be visited."
    assert (own in first_slash.why) == (test is not None)
    assert "own numbers" not in second_slash.why


def test_advice_names_the_slashes_that_are_missing_and_not_those_that_are_there() -> None:
    paper = "3[3[3 12 8] <=2[2 D:[/4 /5] 6 /7]]"
    assert str(check(parse(paper)).advice) == "Cross out 6, too: 3 ≥ 2."
