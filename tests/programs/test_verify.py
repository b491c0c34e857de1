"""A person's own alpha-beta is tried on many trees, and the smallest mistake is shown."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treeexplorer
from tests.engine.random_trees import cases
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Rules, search
from treeexplorer.explain.steps import describe_step
from treeexplorer.library.programs import Verification, VerificationError, verify
from treeexplorer.numbers import shown
from treeexplorer.programs.answers import (
    ProgramAnswer,
    Tried,
    answer_of_function,
    replace_huge_value_by_infinity,
    shortcomings,
)
from treeexplorer.programs.differences import difference
from treeexplorer.programs.mistakes import MISTAKES, program
from treeexplorer.programs.trials import (
    leaves_of,
    nested_trees,
    random_trees,
    size_of,
    smaller,
    smallest,
    to_nested,
)
from treeexplorer.programs.verify import verify_program
from treeexplorer.tree import DEFAULT_LEVELS, GameTree, Player, from_nested

INF = float("inf")
TRIALS = 10


def alphabeta(name: str = "", **rules: Any) -> Callable[[Any], tuple[Any, list[Any]]]:
    """Return a textbook alpha-beta that tells its leaves, with one mistake or none."""
    wrong = [each for each in MISTAKES if name and name in {each.name, each.words}]
    return program(wrong[0] if wrong else "the form with one loop", Rules(**rules))


def mistaken(function: Any, **arguments: Any) -> Verification:
    with pytest.raises(VerificationError) as caught:
        verify(function, **{"trials": TRIALS, **arguments})
    return caught.value.verification


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({}, "leaf by leaf: alpha-beta, cut when α ≥ β."),
        ({"cutoff": ">"}, "cut when α > β."),
        ({"order": "right-to-left"}, ", right to left."),
    ],
)
def test_a_right_program_is_told_which_convention_it_follows(
    rules: dict[str, Any], words: str
) -> None:
    result = verify(alphabeta(**rules), trials=TRIALS)
    assert result.right
    assert words in result.text()
    assert len(result.tried) > TRIALS


def test_a_program_that_never_prunes_is_minimax_and_not_right_as_alpha_beta() -> None:
    result = mistaken(alphabeta("minimax"))
    assert result.layer == "plain minimax"
    assert "it is plain minimax: it never prunes" in result.text()
    assert "minimax" in [mistake.name for mistake in result.mistakes]
    assert result.wrong is not None
    assert len(result.wrong.tree) == 5
    assert verify(alphabeta("minimax"), algorithm="minimax", trials=TRIALS).right


def test_numbers_of_another_library_are_numbers() -> None:
    def answer(tree: Any) -> tuple[Fraction, list[Fraction]]:
        value, leaves = alphabeta()(tree)
        return Fraction(value), list(map(Fraction, leaves))

    assert verify(answer, trials=TRIALS).right


def test_a_program_that_tells_no_leaves_is_measured_by_its_value() -> None:
    result = treeexplorer.verify(lambda tree: alphabeta()(tree)[0], trials=TRIALS)
    assert "as far as the root's value goes" in result.text()


def test_a_claimed_convention_is_the_measure() -> None:
    result = mistaken(alphabeta(cutoff=">"), cutoff=">=")
    assert result.wrong is not None
    assert len(result.wrong.tree) == 5
    assert result.mistakes == ()
    assert (
        "another convention: alpha-beta, cut when α > β; it claims: alpha-beta, cut when α ≥ β."
        in (result.headline)
    )
    assert "α cut-off" in result.text()
    assert verify(alphabeta(), cutoff=">=", trials=TRIALS).layer == "right"


def test_huge_numbers_at_the_root_are_taken_as_infinity_and_that_is_said() -> None:
    def limited(tree: Any) -> Any:
        return 10**9 if tree == [2, [[1], 3]] else alphabeta()(tree)[0]

    result = mistaken(limited)
    assert "It says +∞" in result.text()
    assert "100,000,000 and more were taken as infinity" in result.text()
    assert "infinity" not in verify(alphabeta(), trials=TRIALS).text()


def test_another_search_can_be_claimed() -> None:
    result = mistaken(alphabeta(), algorithm="pvs")
    assert "under another convention: alpha-beta" in result.text()
    assert "it claims: PVS" in result.text()


def test_swapped_players_are_guessed() -> None:
    assert "when MAX and MIN are exchanged" in mistaken(alphabeta("players-exchanged")).text()
    min_first = (Player.MIN, Player.MAX)
    assert mistaken(alphabeta(), levels=min_first).layer == "wrong values"
    assert verify(alphabeta("players-exchanged"), levels=min_first, trials=TRIALS).right


def test_a_leaf_that_is_read_beyond_a_cut_off_leads_to_that_cut_off() -> None:
    tree = from_nested([[3, 5], [3, 1]])
    looked_on = difference(Tried(tree, ProgramAnswer(3, (3, 5, 3, 1))), Rules())
    assert "After 3 leaves it evaluated 1 next." in looked_on
    assert search(tree).step(int(looked_on.split("Step ")[1].split()[0])).kind == "cut"


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        (None, "it returned None, which is not a number"),
        (True, "which is not a number"),
        ("x" * 200, f"it returned '{'x' * 79}, which is not a number"),
        ((3, ["a"]), "it returned 'a', which is not a number"),
    ],
)
def test_an_answer_that_is_none_is_told(returned: object, words: str) -> None:
    assert words in mistaken(lambda _: returned).text()


def test_a_function_that_raises_is_told_on_the_smallest_tree() -> None:
    def fails_on_three_children(tree: Any) -> Any:
        if len(tree) > 2:
            raise IndexError("list index out of range")
        return alphabeta()(tree)

    with pytest.raises(VerificationError, match="it raised IndexError: list index out") as caught:
        verify(fails_on_three_children, trials=60)
    cause, result = caught.value.__cause__, caught.value.verification
    assert isinstance(cause, IndexError)
    assert cause.__traceback__ is not None
    assert result.wrong is not None
    assert sorted(result.wrong.tree.to_nested()) == [0, 1, 2]


def test_further_trees_are_tried_as_well_each_once() -> None:
    def wrong_for_a_thousand(tree: Any) -> Any:
        return 0 if "1000" in str(tree) else alphabeta()(tree)

    assert verify(wrong_for_a_thousand, trials=TRIALS).right
    result = mistaken(wrong_for_a_thousand, trees=[treeexplorer.parse("[[3 1000] [4 5]]")] * 2)
    assert result.wrong is not None
    assert 1000 in result.wrong.tree.to_nested()
    assert len(result.tried) == len({tree for tree, _ in result.tried})


NESTED = st.lists(
    st.recursive(
        st.integers(-9, 9), lambda deeper: st.lists(deeper, min_size=1, max_size=3), max_leaves=12
    ),
    min_size=1,
    max_size=3,
)


@examples(50)
@given(NESTED)
def test_nested_lists_become_a_tree_and_lists_again(nested: list[Any]) -> None:
    assert to_nested(from_nested(nested)) == nested


@examples(50)
@given(NESTED)
def test_smaller_trees_are_smaller_and_leave_the_first_alone(nested: list[Any]) -> None:
    before = repr(nested)

    for candidate in smaller(nested):
        assert isinstance(candidate, list)
        assert size_of(candidate) < size_of(nested)
    assert repr(nested) == before


@pytest.mark.parametrize(
    ("value", "taken"),
    [(10**8, INF), (-(10**8), -INF), (10**8 - 1, 10**8 - 1), (-(10**8) + 1, -(10**8) + 1)],
)
def test_a_root_value_stands_for_infinity_from_a_hundred_million_on(
    value: int, taken: float
) -> None:
    small, large = from_nested([1, 2]), from_nested([1, value])
    assert replace_huge_value_by_infinity(ProgramAnswer(value), small).value == taken
    assert replace_huge_value_by_infinity(ProgramAnswer(value), large).value == value


@examples(60)
@given(cases(), st.data())
def test_it_is_told_after_which_leaf_a_program_leaves_the_reference(
    case: tuple[GameTree, Rules], data: st.DataObject
) -> None:
    tree, rules = case
    record = search(tree, rules)
    read = list(record.readings())
    common = data.draw(st.integers(0, len(read)))
    other = [50 + one for one in data.draw(st.lists(st.integers(0, 9), max_size=3))]
    leaves = (*(number for _, _, number in read[:common]), *other)
    told = difference(Tried(tree, ProgramAnswer(record.root_value, leaves)), rules)
    if common == len(read) and not other:
        assert told == ""
        return
    evaluated, wanted, parted = told.splitlines()
    assert evaluated.endswith(" ".join(shown(leaf) for leaf in leaves))
    assert wanted.split()[3:] == [shown(number) for _, _, number in read]
    leaf = "leaf" if common == 1 else "leaves"
    if other and other[0] not in tree.leaf_values:
        assert evaluated.startswith("It tells ")
        assert parted.startswith(f"No leaf is worth {other[0]}. Step ")
    else:
        what = f"evaluated {other[0]} next" if other else "evaluated no more"
        assert parted.startswith(f"After {common} {leaf} it {what}. Step ")
    step = int(parted.split("Step ")[1].split()[0])
    reached = [number for number, _, _ in read]
    before = reached[common - 1] if common else 0
    after = reached[common] if common < len(reached) else record.steps
    assert before < step <= after or (step == 1 and tree.is_leaf(0)) or (step == 1 and not common)
    assert parted.endswith(f"Step {step} of the reference: {describe_step(record, step)}")


@pytest.mark.parametrize(
    ("value", "leaves", "found"),
    [
        (3, (3, 12, 2), []),
        (3, None, []),
        (2, None, ["a wrong root value"]),
        (3, (3, 12, 2, 4), ["too many leaves"]),
        (3, (3, 12), ["too few leaves"]),
        (4, (3, 12, 12), ["a wrong root value", "as many leaves with other values"]),
        (3, (12, 3, 2), ["leaves in another order"]),
    ],
)
def test_an_answer_is_short_of_the_right_one_in_one_way_or_several(
    value: int, leaves: tuple[int, ...] | None, found: list[str]
) -> None:
    right = ProgramAnswer(3, (3, 12, 2))
    assert shortcomings(ProgramAnswer(value, leaves), right) == found
    assert shortcomings(ProgramAnswer(failure="it ended"), right) == ["no answer"]


def test_the_smallest_tree_is_made_smaller_and_its_leaves_differ_if_they_may() -> None:
    def goes_wrong(nested: list[Any]) -> bool:
        return len(nested) > 2 or {-8, -9} <= set(leaves_of(nested))

    assert smallest([[1, 2, 3, [4, 5, 6, 7, 8]], [1, 2, 3, 3]], goes_wrong) == [0, 1, 2]
    assert smallest([[[-8, -9]]], goes_wrong) == [-8, -9]


def test_every_layer_says_what_is_right_before_what_is_wrong() -> None:
    def rarely_answers(tree: Any) -> Any:
        return alphabeta()(tree) if isinstance(tree[0], list) else None

    first = mistaken(rarely_answers).text().splitlines()[0]
    assert first.startswith("It answers ")
    assert "with the right value" in first
    assert mistaken(lambda _: 7).headline.endswith("wrong.")
    reads_more = mistaken(alphabeta("beta-not-handed-down")).headline
    assert reads_more.startswith("All values are right on ")
    assert "nor of another search known here: too many leaves on" in reads_more
    result = verify(alphabeta())
    assert "(up to 6 children, 7 plies)" in result.headline
    wrong = mistaken(lambda _: 7)
    right_values = sum(treeexplorer.search(tree).value == 7 for tree, _ in wrong.tried)
    assert f"; {right_values} values are right" in wrong.headline


def test_a_value_that_is_printed_last_is_read_and_named() -> None:
    def last(tree: Any) -> tuple[Any, list[Any]]:
        value, leaves = alphabeta()(tree)
        return leaves[0], [*leaves[1:], value]

    result = verify(last, trials=TRIALS)
    assert result.right
    assert result.notes == (
        "The root's value is the last number that it prints; it belongs first.",
    )


def test_a_program_that_evaluates_no_value_twice_reads_fewer_leaves() -> None:
    def from_a_table(tree: Any) -> tuple[Any, list[Any]]:
        value, leaves = alphabeta()(tree)
        return value, list(dict.fromkeys(leaves))

    result = verify(from_a_table, trials=TRIALS)
    assert (result.layer, result.rules) == ("fewer leaves", Rules())


def test_a_tree_that_lists_cannot_say_is_refused() -> None:
    assert [*map(to_nested, nested_trees([tree_of("[1 [2 3]]")], DEFAULT_LEVELS))] == [[1, [2, 3]]]
    for text in ("[x 1]", "[1 inf]", "[1 ...]", "[1 max[2 3]]", "[" * 300 + "1" + "]" * 300):
        with pytest.raises(treeexplorer.TreeexplorerError, match="tree 1 cannot be given"):
            list(nested_trees([tree_of(text)], DEFAULT_LEVELS))


def test_leaves_that_are_read_again_need_a_search_that_asks_again() -> None:
    def twice(tree: Any) -> tuple[Any, list[Any]]:
        value, leaves = alphabeta()(tree)
        return value, [leaf for leaf in leaves for _ in range(2)]

    result = mistaken(twice)
    assert result.layer == "other leaves"
    assert "but some of them again, which no search explains" in result.text()


def test_fewer_leaves_are_counted_and_a_table_is_named() -> None:
    result = verify(program("negamax with a table of positions"), trials=60)
    assert result.layer == "fewer leaves"
    assert "it reads fewer leaves on" in result.headline
    assert "and none more, as a table of positions explains" in result.headline


def test_cutting_at_equality_in_places_is_no_convention() -> None:
    result = mistaken(alphabeta("only MIN cuts at equality"), trials=60)
    assert result.layer == "other leaves"


def plays(choose: Callable[[list[Any]], int]) -> Callable[[Any], tuple[Any, list[Any], int]]:
    """Return a right alpha-beta that plays the move which is chosen by the children's worths."""

    def answer(tree: Any) -> tuple[Any, list[Any], int]:
        value, leaves = alphabeta()(tree)
        worths = [treeexplorer.search(treeexplorer.from_nested([child])).value for child in tree]
        return value, leaves, choose(worths)

    return answer


def test_a_move_is_right_or_right_without_proof_or_wrong() -> None:
    def first_best(worths: list[Any]) -> int:
        return worths.index(max(worths)) + 1

    def last_best(worths: list[Any]) -> int:
        return len(worths) - worths[::-1].index(max(worths))

    assert verify(plays(first_best), trials=TRIALS).notes == ()
    (note,) = verify(plays(last_best), trials=TRIALS).notes
    assert "its move is right but not proven by such a search" in note
    wrong = mistaken(plays(len), trials=TRIALS)
    assert wrong.layer == "wrong moves"
    assert "It plays the last move, whatever that is worth." in wrong.findings
    counted_from_0 = mistaken(plays(lambda worths: first_best(worths) - 1), trials=TRIALS)
    assert "counts moves from 0" in counted_from_0.text()


def test_a_wrong_move_is_shown_with_its_bound() -> None:
    tree = from_nested([[1, 1], [5, 3], [4, 3, 2]])
    told = difference(Tried(tree, ProgramAnswer(3, move=3)), Rules())
    assert told == (
        "It plays the third move, worth 2: its 3 is only a bound. The second is best, worth 3."
    )


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        ((Player.MAX, Player.MIN, Player.MIN), "the players MAX MIN MAX MIN … by ply"),
        ((Player.MIN, Player.MAX), "the players exchanged: MAX moves at the root"),
    ],
)
def test_values_are_those_of_other_players_whatever_the_listing(
    levels: tuple[Player, ...], words: str
) -> None:
    result = mistaken(alphabeta(), levels=levels, trials=60)
    assert f"All its values are those of {words}." in result.findings
    assert any("Its leaves are those of that tree, too" in each for each in result.findings)


def test_causes_in_a_text_that_is_not_python_stand_as_equals() -> None:
    wrong = program(next(each for each in MISTAKES if each.name == "alpha-not-handed-down"))
    result = verify_program(
        lambda tree: answer_of_function(wrong, to_nested(tree)),
        trees=random_trees(20, 0, DEFAULT_LEVELS),
        text="int alphabeta(Node n, int alpha, int beta) { return max(alpha, beta); }",
    )
    assert "its text has to tell which" in result.text()
    assert "In that form" not in result.text()
    assert len(result.mistakes) == 3


@pytest.mark.parametrize("infinity", ["10**6", "1e6", "1_000_000", "9999"])
def test_a_number_for_infinity_is_read_from_the_text(infinity: str) -> None:
    text = f"""\
def search(tree, alpha=-{infinity}, beta={infinity}, side=1):
    if not isinstance(tree, list):
        return side * tree
    best = -{infinity}
    for child in tree:
        best = max(best, -search(child, -beta, -max(alpha, best), -side))
        if best >= beta:
            break
    return best
"""
    names: dict[str, Any] = {}
    exec(text, names)  # noqa: S102 - the program above
    result = verify_program(
        lambda tree: answer_of_function(names["search"], to_nested(tree)),
        trees=[from_nested([[3_000_000, 4_000_000], [2_500_000]])],
        text=text,
    )
    assert result.layer == "wrong values"
    assert result.mistakes[0].words.startswith("a number that leaves go beyond stands for ∞")
    assert infinity in result.mistakes[0].instead


def test_words_that_add_to_others_are_not_told_of_values_alone() -> None:
    rows = (mistake for mistake in MISTAKES if mistake.listing == "fail-hard PVS")
    small_infinity = program(next(row for row in rows if row.instead == "INF = 99"))

    def answer(tree: Any) -> tuple[Any, list[Any]]:
        value, *_ = small_infinity(tree)
        return value, []

    result = mistaken(answer, trials=60)
    assert "of this: a number that leaves go beyond stands for ∞." in result.text()
