"""A person's own alpha-beta is tried on many trees, and the smallest mistake is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treeexplorer
from tests.engine.random_trees import cases
from tests.laws import examples, ordinarily
from tests.trees import tree_of
from treeexplorer.engine import Rules, search
from treeexplorer.engine.algorithms import listing
from treeexplorer.exercises.trials import (
    MISTAKES,
    Mistake,
    answer_with,
    has_distinct_leaves,
    instructive_trees,
    leaves_of,
    plain_trees,
    random_trees,
    smaller,
    smallest,
    to_nested,
)
from treeexplorer.exercises.verify import (
    ProgramAnswer,
    Tried,
    Verification,
    VerificationError,
    agrees,
    difference,
    same,
    shortcomings,
    verification_of,
    verify,
    with_infinity,
)
from treeexplorer.explain.sentences import sentence
from treeexplorer.numbers import shown
from treeexplorer.rules import CUTOFFS, DRAWN_ORDERS, FAILS, Form
from treeexplorer.tree import DEFAULT_LEVELS, GameTree, Player, from_nested

INF = float("inf")
TRIALS = 10


RIGHT_RULES = [
    Rules(cutoff=cutoff, fail=fail, order=order)
    for cutoff in CUTOFFS
    for fail in FAILS
    for order in DRAWN_ORDERS
]


class AlphaBeta:
    """A textbook alpha-beta with one mistake or none, that notes the leaves it evaluates."""

    def __init__(self, mistake: str = "") -> None:
        self.mistake = mistake
        self.leaves: list[Any] = []

    def __call__(self, tree: Any) -> tuple[Any, list[Any]]:
        self.leaves = []
        return self.search(tree, -INF, INF, self.mistake != "players swapped"), self.leaves

    def search(self, tree: Any, alpha: float, beta: float, maximizing: bool) -> Any:
        if not isinstance(tree, list):
            self.leaves.append(tree)
            return tree
        best = -INF if maximizing else INF
        if self.mistake == "starts at zero":
            best = 0
        children = tree[::-1] if self.mistake == "from the right" else tree
        for child in children:
            lost = self.mistake == "forgets one bound"
            inner = (
                -INF if lost and not maximizing else alpha,
                INF if lost and maximizing else beta,
            )
            value = self.search(child, *inner, not maximizing)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            margin = {"too eager": 1, "strict": -0.5}.get(self.mistake, 0)
            if alpha >= beta - margin and self.mistake != "never cuts":
                break
        return best


def mistaken(function: Any, **arguments: Any) -> Verification:
    with pytest.raises(VerificationError) as caught:
        verify(function, **{"trials": TRIALS, **arguments})
    return caught.value.verification


@pytest.mark.parametrize(
    ("mistake", "words"),
    [
        ("", "cut when α ≥ β (the convention that fits)"),
        ("strict", "cut when α > β (the convention that fits)"),
        ("from the right", "from right to left (the convention that fits)"),
    ],
)
def test_a_right_program_is_told_which_convention_it_follows(mistake: str, words: str) -> None:
    result = verify(AlphaBeta(mistake), trials=TRIALS)
    assert result.right
    assert words in result.text()
    assert result.tried > TRIALS


def test_a_program_that_never_prunes_is_minimax_and_not_right_as_alpha_beta() -> None:
    result = mistaken(AlphaBeta("never cuts"))
    assert result.never_prunes
    assert result.wrong is None
    assert f"it is plain minimax: it never pruned in {result.tried} trees" in result.text()
    assert any("its break is missing" in mistake.words for mistake in result.mistakes)
    assert verify(AlphaBeta("never cuts"), rules=Rules("minimax"), trials=TRIALS).right


def test_numbers_of_another_library_are_numbers() -> None:
    def answer(tree: Any) -> tuple[Fraction, list[Fraction]]:
        value, leaves = AlphaBeta()(tree)
        return Fraction(value), list(map(Fraction, leaves))

    assert verify(answer, trials=TRIALS).right


def test_a_tree_that_is_drawn_twice_counts_once() -> None:
    trees = [from_nested([1, 2])] * 2
    result = verification_of(lambda _: ProgramAnswer(8), trees=trees)
    assert (result.counts["a wrong root value"], result.tried) == (8, 8)


def test_a_program_that_tells_no_leaves_is_measured_by_its_value() -> None:
    result = treeexplorer.verify(lambda tree: AlphaBeta()(tree)[0], trials=TRIALS)
    assert "as far as the root's value goes" in result.text()


def test_a_claimed_convention_is_the_measure() -> None:
    result = mistaken(AlphaBeta("strict"), rules=Rules(cutoff=">="))
    assert result.wrong is not None
    assert len(result.wrong.tree) == 5
    assert "the convention it claims: alpha-beta, cut when α ≥ β" in result.text()
    assert "α cut-off" in result.text()


def test_what_a_function_raised_is_the_cause_with_its_traceback() -> None:
    def fails(tree: Any) -> Any:
        return tree["value"]

    with pytest.raises(VerificationError) as caught:
        verify(fails, trials=TRIALS)
    cause = caught.value.__cause__
    assert isinstance(cause, TypeError)
    assert cause.__traceback__ is not None


def test_huge_numbers_at_the_root_are_taken_as_infinity_and_that_is_said() -> None:
    def limited(tree: Any) -> Any:
        return 10**9 if tree == [2, [[1], 3]] else AlphaBeta()(tree)[0]

    result = mistaken(limited)
    assert "It says +∞" in result.text()
    assert "100,000,000 and more were taken as infinity" in result.text()
    assert "infinity" not in verify(AlphaBeta(), trials=TRIALS).text()


@pytest.mark.parametrize("strict", ordinarily(1, [False, True]))
@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.words[:40] for mistake in MISTAKES])
def test_each_classic_mistake_is_named_as_one_of_at_most_three(
    mistake: Mistake, strict: bool
) -> None:
    if strict and "α + 1 ≥ β" in mistake.words:
        pytest.skip("among integers that is the test α ≥ β")
    rules = Rules(cutoff=">" if strict else ">=")
    result = mistaken(lambda tree: answer_with(mistake, tree, rules), trials=60)
    assert mistake in result.mistakes
    assert len(result.mistakes) <= 3
    assert mistake.words in result.text()
    assert mistake.line in result.text()


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.words[:40] for mistake in MISTAKES])
def test_the_smallest_tree_has_distinct_leaves_where_the_mistake_allows_it(
    mistake: Mistake,
) -> None:
    result = mistaken(lambda tree: answer_with(mistake, tree), rules=Rules(), trials=60)
    assert result.wrong is not None
    needs_ties = "already when" in mistake.words
    assert has_distinct_leaves(to_nested(result.wrong.tree)) is not needs_ties
    for less in one_taken_away(to_nested(result.wrong.tree)):
        assert answer_with(mistake, less) == answer_with(Mistake(), less)


def one_taken_away(nested: list[Any]) -> Iterator[list[Any]]:
    """Yield a tree with a child less, or with a child in its parent's place."""
    for place, child in enumerate(nested):
        before, after = nested[:place], nested[place + 1 :]
        if before or after:
            yield before + after
        if isinstance(child, list):
            yield child
            yield from ([*before, leaf, *after] for leaf in child if not isinstance(leaf, list))
            yield from ([*before, less, *after] for less in one_taken_away(child))


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.words[:40] for mistake in MISTAKES])
def test_each_mistake_concerns_a_line_of_the_listing(mistake: Mistake) -> None:
    lines = [line.strip() for line in listing(Rules()).lines]
    assert mistake.line in lines or any(line.startswith(mistake.line) for line in lines)


@pytest.mark.parametrize("rules", RIGHT_RULES, ids=str)
def test_the_reference_without_a_mistake_is_never_blamed(rules: Rules) -> None:
    def answer(tree: Any) -> Any:
        return answer_with(Mistake(), tree, rules)

    assert verify(answer, trials=60).right
    assert verify(answer, rules=rules, trials=60).right


def test_verdicts_are_told_apart() -> None:
    many = mistaken(lambda tree: answer_with(MISTAKES[0], tree), rules=Rules())
    assert many.counts.keys() == {"too many leaves"}
    assert "too many leaves on" in many.text()
    few = mistaken(lambda tree: answer_with(MISTAKES[4], tree), rules=Rules())
    assert few.counts.keys() >= {"a wrong root value", "too few leaves"}
    assert "a wrong root value on" in few.text()


def test_leaves_in_another_order_are_said_to_be_that() -> None:
    def reversed_leaves(tree: Any) -> tuple[Any, list[Any]]:
        value, leaves = AlphaBeta()(tree)
        return value, leaves[::-1]

    result = mistaken(reversed_leaves, rules=Rules())
    number = result.counts["leaves in another order"]
    assert result.text().splitlines()[0] == (
        f"It goes wrong, of {result.tried} trees: leaves in another order on {number}."
    )


def test_another_search_can_be_claimed() -> None:
    result = mistaken(AlphaBeta(), rules=Rules("pvs"))
    assert "the convention it claims: the search pvs" in result.text()


@pytest.mark.parametrize(
    ("mistake", "most_nodes"),
    [("too eager", 6), ("starts at zero", 3), ("players swapped", 4), ("forgets one bound", 9)],
)
def test_a_mistake_is_shown_on_a_small_tree(mistake: str, most_nodes: int) -> None:
    result = mistaken(AlphaBeta(mistake), rules=Rules())
    assert result.wrong is not None
    assert len(result.wrong.tree) <= most_nodes
    assert not agrees(result.wrong, Rules())


def test_swapped_players_are_guessed() -> None:
    assert "right if MIN moves first" in mistaken(AlphaBeta("players swapped")).text()
    assert not mistaken(AlphaBeta("starts at zero")).swapped


def test_the_parting_from_the_reference_is_explained_step_by_step() -> None:
    tree = from_nested([[3, 5], [3, 1]])
    looked_on = difference(Tried(tree, ProgramAnswer(3, (3, 5, 3, 1))), Rules())
    step = int(looked_on.split("Step ")[1].split()[0])
    assert search(tree).step(step).kind == "cut"
    assert "After 3 leaves it evaluated 1 next." in looked_on
    assert "It says" not in looked_on
    stopped = difference(Tried(tree, ProgramAnswer(3, (3,))), Rules())
    assert "After 1 leaf it evaluated no more." in stopped
    assert "it should have   3 5 3" in stopped
    assert difference(Tried(tree, ProgramAnswer(3, (3, 5, 3))), Rules()) == ""


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        (None, "it returned None, which is not a value"),
        (True, "which is not a value"),
        ("x" * 200, f"it returned '{'x' * 79}, which is not a value"),
        ((3, ["a"]), "lists 'a' as a leaf"),
    ],
)
def test_an_answer_that_is_none_is_told(returned: object, words: str) -> None:
    assert words in mistaken(lambda _: returned).text()


def test_a_function_that_raises_is_told_on_the_smallest_tree() -> None:
    def fails_on_three_children(tree: Any) -> Any:
        if len(tree) > 2:
            raise IndexError("list index out of range")
        return AlphaBeta()(tree)

    result = mistaken(fails_on_three_children, trials=60)
    assert "it raised IndexError: list index out of range" in result.text()
    assert result.wrong is not None
    assert sorted(to_nested(result.wrong.tree)) == [0, 1, 2]


@dataclass
class Node:
    """A node of somebody's own."""

    value: float = 0
    children: list[Node] = field(default_factory=list)


def node_of(nested: Any) -> Node:
    if isinstance(nested, list):
        return Node(children=[node_of(child) for child in nested])
    return Node(nested)


def test_an_adapter_makes_trees_of_ones_own_nodes() -> None:
    def minimax(node: Node, maximizing: bool = True) -> float:
        if not node.children:
            return node.value
        values = [minimax(child, not maximizing) for child in node.children]
        return max(values) if maximizing else min(values)

    assert verify(minimax, adapter=node_of, trials=TRIALS).right


def test_min_may_move_first() -> None:
    rules = Rules(levels=(Player.MIN, Player.MAX))
    assert verify(AlphaBeta("players swapped"), rules=rules, trials=TRIALS).right


def test_further_trees_are_tried_as_well() -> None:
    def wrong_for_a_thousand(tree: Any) -> Any:
        return 0 if "1000" in str(tree) else AlphaBeta()(tree)

    assert verify(wrong_for_a_thousand, trials=TRIALS).right
    result = mistaken(wrong_for_a_thousand, trees=[tree_of("[[3 1000] [4 5]]")])
    assert result.wrong is not None
    assert 1000 in to_nested(result.wrong.tree)


def test_a_seed_decides_the_random_trees() -> None:
    def drawn(seed: int) -> list[Any]:
        return [to_nested(tree) for tree in random_trees(10, seed, DEFAULT_LEVELS)]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_only_trees_that_lists_can_say_are_given_to_programs() -> None:
    texts = [
        "[1 [2 3]]",
        "[7]",
        "[x 1]",
        "[1 inf]",
        "[1 ...]",
        "[1 chance[2 3]]",
        "[1 max[2 3]]",
        "5",
    ]
    kept = plain_trees((tree_of(text) for text in texts), DEFAULT_LEVELS)
    assert [to_nested(tree) for tree in kept] == [[1, [2, 3]], [7]]


def plies_of(nested: Any) -> int:
    return 1 + max(map(plies_of, nested)) if isinstance(nested, list) else 0


def nodes_with_children(nested: Any) -> list[list[Any]]:
    if not isinstance(nested, list):
        return []
    return [nested, *(node for child in nested for node in nodes_with_children(child))]


def test_random_trees_grow_from_two_plies_to_five_and_every_other_one_has_ties() -> None:
    trees = [to_nested(tree) for tree in random_trees(80, 1, DEFAULT_LEVELS)]
    quarters = [trees[first : first + 20] for first in range(0, 80, 20)]
    for plies, quarter in enumerate(quarters, 2):
        assert max(map(plies_of, quarter)) == plies
        counts = [len(node) for tree in quarter for node in nodes_with_children(tree)]
        assert (min(counts), max(counts)) == (1, 3 if plies < 5 else 2)
    assert all(map(has_distinct_leaves, trees[::2]))
    assert not all(map(has_distinct_leaves, trees[1::2]))
    for number, tree in enumerate(trees):
        least, most = (0, 9) if number % 2 else (0, 99)
        if number % 4 > 1:
            least, most = (-5, 9) if number % 2 else (-50, 49)
        assert least <= min(leaves_of(tree))
        assert max(leaves_of(tree)) <= most
    lows = [min(min(leaves_of(tree)) for tree in trees[n::4]) for n in range(4)]
    assert [low < 0 for low in lows] == [False, False, True, True]


def test_the_instructive_trees_tell_every_mistake_from_every_right_program() -> None:
    lists = [to_nested(tree) for tree in instructive_trees(DEFAULT_LEVELS)]

    def answers(mistake: Mistake, rules: Rules) -> list[object]:
        return [answer_with(mistake, nested, rules) for nested in lists]

    right = [answers(Mistake(), rules) for rules in RIGHT_RULES]
    forms: tuple[Form, ...] = ("bounds", "two-functions")
    for form, order in product(forms, DRAWN_ORDERS):
        records = [search(from_nested(nested), Rules(form=form, order=order)) for nested in lists]
        right.append(
            [(one.root_value, tuple(read for *_, read in one.readings())) for one in records]
        )
    wrong = [
        answers(mistake, rules)
        for mistake, rules in product(MISTAKES, RIGHT_RULES)
        if not (rules.strict and "α + 1 ≥ β" in mistake.words)  # among integers that is α ≥ β
    ]

    def told(places: list[int]) -> bool:
        programs = {tuple(program[place] for place in places) for program in right}
        return len(programs) == 8 and programs.isdisjoint(
            tuple(program[place] for place in places) for program in wrong
        )

    all_places = list(range(len(lists)))
    assert told(all_places)
    for place in all_places:
        assert not told([other for other in all_places if other != place]), "it can be spared"


NESTED = st.lists(
    st.recursive(
        st.integers(-9, 9),
        lambda deeper: st.lists(deeper, min_size=1, max_size=3),
        max_leaves=12,
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

    def size(nested: list[Any]) -> tuple[int, int]:
        return len(repr(nested)), sum(map(abs, leaves_of(nested)))

    for candidate in smaller(nested):
        assert isinstance(candidate, list)
        assert size(candidate) < size(nested)
    assert repr(nested) == before


def test_numbers_are_compared_up_to_rounding_and_infinity_is_itself() -> None:
    assert same(0.1 + 0.2, 0.3)
    assert not same(3, INF)
    assert same(-INF, -INF)
    assert not same(None, 3)


def test_a_mistake_is_named_for_the_same_leaves_only() -> None:
    def reversed_leaves(tree: Any) -> tuple[Any, list[Any]]:
        value, leaves = answer_with(MISTAKES[0], tree)
        return value, list(leaves)[::-1]

    def all_leaves_twice(tree: Any) -> tuple[Any, list[Any]]:
        value, leaves = answer_with(MISTAKES[0], tree)
        return value, [*leaves, *leaves]

    assert mistaken(lambda tree: answer_with(MISTAKES[0], tree)).mistakes
    assert mistaken(reversed_leaves).mistakes == ()
    assert mistaken(all_leaves_twice).mistakes == ()


@pytest.mark.parametrize(
    ("value", "taken"),
    [(10**8, INF), (-(10**8), -INF), (10**8 - 1, 10**8 - 1), (-(10**8) + 1, -(10**8) + 1)],
)
def test_a_root_value_stands_for_infinity_from_a_hundred_million_on(
    value: int, taken: float
) -> None:
    small, large = from_nested([1, 2]), from_nested([1, value])
    assert with_infinity(ProgramAnswer(value), small).value == taken
    assert with_infinity(ProgramAnswer(value), large).value == value


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
    assert evaluated.split()[2:] == [shown(leaf) for leaf in leaves] or not leaves
    assert wanted.split()[3:] == [shown(number) for _, _, number in read]
    what = f"evaluated {other[0]} next" if other else "evaluated no more"
    leaf = "leaf" if common == 1 else "leaves"
    assert parted.startswith(f"After {common} {leaf} it {what}. Step ")
    step = int(parted.split("Step ")[1].split()[0])
    reached = [number for number, _, _ in read]
    before = reached[common - 1] if common else 0
    after = reached[common] if common < len(reached) else record.steps
    assert before < step <= after or (step == 1 and tree.is_leaf(0)) or (step == 1 and not common)
    assert parted.endswith(f"Step {step} of the reference: {sentence(record, step)}")


@pytest.mark.parametrize(
    ("value", "leaves", "found"),
    [
        (3, (3, 12, 2), []),
        (3, None, []),
        (2, None, ["a wrong root value"]),
        (3, (3, 12, 2, 4), ["too many leaves"]),
        (3, (3, 12), ["too few leaves"]),
        (4, (3, 12, 12), ["a wrong root value", "too many leaves", "too few leaves"]),
        (3, (12, 3, 2), ["leaves in another order"]),
    ],
)
def test_an_answer_is_short_of_the_right_one_in_one_way_or_several(
    value: int, leaves: tuple[int, ...] | None, found: list[str]
) -> None:
    right = ProgramAnswer(3, (3, 12, 2))
    assert shortcomings(ProgramAnswer(value, leaves), right) == found
    assert shortcomings(ProgramAnswer(failure="it ended"), right) == ["no answer"]


def test_of_the_smaller_trees_that_three_are_led_to_the_smallest_is_shown() -> None:
    def goes_wrong(nested: list[Any]) -> bool:
        leaves = set(leaves_of(nested))
        return len(nested) > 2 or 7 in leaves or {-8, -9} <= leaves

    found: list[list[Any]] = [[1, 2, 3, [4, 5, 6, 7, 8]], [-8, -9, 0], [[[7]], 1]]
    for start in range(3):
        assert smallest(found[start:] + found[:start], goes_wrong) == [7]
    assert smallest([[-8, -9]], goes_wrong) == [-8, -9]
    assert smallest([], goes_wrong) is None


def test_a_hundred_random_trees_are_tried_where_nothing_else_is_said() -> None:
    seen: list[str] = []

    def program(nested: Any) -> tuple[Any, list[Any]]:
        seen.append(str(nested))
        return AlphaBeta()(nested)

    verify(program)
    trees = [*instructive_trees(DEFAULT_LEVELS), *random_trees(100, 0, DEFAULT_LEVELS)]
    assert set(seen) == {str(to_nested(tree)) for tree in trees}


def test_progress_is_told_tree_by_tree() -> None:
    told: list[int] = []
    trees = list(random_trees(5, 1, DEFAULT_LEVELS))

    def program(tree: GameTree) -> ProgramAnswer:
        return ProgramAnswer(*answer_with(Mistake(), to_nested(tree)))

    result = verification_of(program, trees=trees, progress=told.append)
    assert told == list(range(1, result.tried + 1))


WRONG = Tried(from_nested([[3, 5], [3, 1]]), ProgramAnswer(3, (3, 5, 3, 1)))
SHOWN_WRONG = """
The smallest tree found:

  [[3 5] [3 1]]

It evaluated     3 5 3 1
it should have   3 5 3
After 3 leaves it evaluated 1 next. Step 10 of the reference: α cut-off at ▽B: 3 ≥ 3, and equal is \
enough under your rule. ▽B might equal ▲root's 3 but cannot beat it; whether it does stays \
unknown. Pruned: 1.
"""


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (
            Verification(9, Rules(), claimed=True, tells_leaves=True),
            "Right on all 9 trees, leaf by leaf: alpha-beta, cut when α ≥ β (as it claims).",
        ),
        (
            Verification(
                9, Rules(fail="hard", order="right-to-left"), claimed=False, tells_leaves=True
            ),
            (
                "Right on all 9 trees, leaf by leaf: alpha-beta, cut when α ≥ β, fail-hard, "
                "from right to left (the convention that fits)."
            ),
        ),
        (
            Verification(9, Rules("minimax"), claimed=True, tells_leaves=True),
            (
                "Right on all 9 trees, leaf by leaf: plain minimax, which cuts nothing off "
                "(as it claims)."
            ),
        ),
        (
            Verification(9, Rules(), claimed=False, tells_leaves=False),
            (
                "Right on all 9 trees, as far as the root's value goes.\n"
                "It told no leaves, so what it prunes was not looked at."
            ),
        ),
        (
            Verification(9, Rules(), claimed=False, tells_leaves=True, never_prunes=True),
            (
                "Right values, but it is plain minimax: it never pruned in 9 trees.\n"
                "If it is meant to be minimax, claim that: --algorithm minimax."
            ),
        ),
        (
            Verification(
                9,
                Rules(form="bounds"),
                claimed=False,
                tells_leaves=False,
                counts={"too many leaves": 2, "no answer": 1},
                wrong=Tried(WRONG.tree, ProgramAnswer(failure="it ended")),
                swapped=True,
                mistakes=MISTAKES[:1],
                meant_infinite=True,
            ),
            (
                "It goes wrong, of 9 trees: no answer on 1, too many leaves on 2.\n"
                "\nThe smallest tree found:\n\n  [[3 5] [3 1]]\n\nOn this tree it ended.\n"
                "All its values are right if MIN moves first: are the players swapped?\n"
                f"\nYour program does exactly what alpha-beta does when {MISTAKES[0].words}.\n"
                f"The line it concerns: {MISTAKES[0].line}\n"
                "Root values of 100,000,000 and more were taken as infinity."
            ),
        ),
        (
            Verification(
                9,
                Rules(),
                claimed=True,
                tells_leaves=True,
                wrong=WRONG,
                counts={"too many leaves": 1},
                mistakes=MISTAKES[:2],
            ),
            (
                "It goes wrong, of 9 trees: too many leaves on 1.\n"
                f"{SHOWN_WRONG}"
                "Measured by the convention it claims: alpha-beta, cut when α ≥ β.\n"
                "\nYour program does exactly what alpha-beta does in each of these cases:\n"
                f"- {MISTAKES[0].words}\n  ({MISTAKES[0].line})\n"
                f"- {MISTAKES[1].words}\n  ({MISTAKES[1].line})"
            ),
        ),
    ],
)
def test_the_verdict_comes_first_and_then_what_explains_it(result: Verification, text: str) -> None:
    assert result.text() == text


def test_more_leaves_than_a_line_holds_are_not_all_listed() -> None:
    tree = from_nested(list(range(70)))
    for count, is_shortened in ((60, False), (61, True)):
        told = difference(Tried(tree, ProgramAnswer(69, tuple(range(count)))), Rules())
        evaluated = told.splitlines()[0].split()[2:]
        assert evaluated == [*map(str, range(60)), *(["…"] if is_shortened else [])]


def test_a_program_that_tells_its_leaves_now_and_then_is_measured_by_them() -> None:
    def now_and_then(tree: Any) -> Any:
        value, leaves = AlphaBeta("strict")(tree)
        return (value, leaves) if len(leaves) > 3 else value

    result = verify(now_and_then, trials=TRIALS)
    assert result.rules == Rules(cutoff=">")
