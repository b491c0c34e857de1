"""Somebody who makes one mistake and goes on without another has made one mistake."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import cases
from tests.judging.claimed import true_claims
from tests.laws import examples
from treeexplorer.engine import Record, Rules, search
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.judge import Mark
from treeexplorer.marking.check import Check, check
from treeexplorer.notation import (
    Claim,
    Claims,
    ClaimTable,
    Exercise,
    claim_table,
    parse,
    sort_claims,
)
from treeexplorer.rules import ALGORITHMS, AlgorithmName
from treeexplorer.tree import GameTree, TreeBuilder


def with_leaf(tree: GameTree, node: int, value: int) -> GameTree:
    """Return a tree in which a leaf stands in the place of a node's subtree."""
    builder = TreeBuilder()
    builder.levels = tree.levels
    ends: list[int] = []
    now = 0
    while now < len(tree):
        while ends and ends[-1] == now:
            builder.close()
            ends.pop()
        known = tree.leaf_value(now)
        if now == node or known is not None:
            new = builder.leaf(value if now == node or known is None else known)
            step = tree.end[now]
        else:
            new = builder.open(player=tree.players.get(now))
            ends.append(tree.end[now])
            step = now + 1
        if now in tree.elided and now != node:
            builder.elided.add(new)
        if now in tree.estimates:
            builder.estimates[new] = tree.estimates[now]
        now = step
    for _ in ends:
        builder.close()
    return builder.tree()


def written(record: Record) -> Claims:
    """Return everything a person writes who only ever writes returned values."""
    return tuple(
        Claim(claim.node, "value", Findings(record).calls(claim.node)[0].value)
        if claim.sign
        else claim
        for claim in true_claims(record)
        if claim.kind not in {"cut-rest", "cuts-none"}
    )


def spliced(inside: Claims, outside: Claims, tree: GameTree, node: int) -> ClaimTable:
    """Return the claims of the true search below a node and of another one elsewhere."""
    end = tree.end[node]
    shift = end - node - 1
    moved = (
        claim._replace(node=claim.node if claim.node <= node else claim.node + shift)
        for claim in outside
    )
    below = (claim for claim in inside if node < claim.node < end)
    claims = [*moved, *below]
    return claim_table(claims)


@examples(200)
@given(cases(), st.data(), st.integers(-6, 6))
def test_all_that_follows_from_one_wrong_value_is_a_consequence(
    case: tuple[GameTree, Rules], data: st.DataObject, wrong: int
) -> None:
    tree, rules = case
    record = search(tree, rules)
    if tree.has_chance or rules.form == "exchanged":
        return
    findings = Findings(record)
    exact = [
        node
        for node in range(len(tree))
        if not tree.is_leaf(node)
        and (calls := findings.calls(node))
        and calls[0].interval == (calls[0].value, calls[0].value)
        and calls[0].value != wrong
        and (rules.depth is None or tree.ply[node] < rules.depth)
    ]
    if not exact:
        return
    node = data.draw(st.sampled_from(exact))
    student = search(with_leaf(tree, node, wrong), rules)
    claims = spliced(written(record), written(student), tree, node)
    entries = {**claims, (node, "value"): Claim(node, "value", wrong)}
    marked = check(Exercise(tree, sort_claims(entries.values())), rules)
    assert [(one.claim.node, one.claim.kind) for one in marked.mistakes] == [(node, "value")]
    assert all(one.mark is Mark.CONSEQUENCE for one in marked.wrong[1:] if one.claim.node != node)


def marks(check_: Check) -> dict[str, str]:
    address = check_.record.tree.address
    return {f"{address(one.claim.node)} {one.claim.kind}": one.mark.sign for one in check_.wrong}


@pytest.mark.parametrize(
    ("copied", "follows"), [("9", ">=9"), (">=9", ">=9"), ("7", ">=7"), (">=7", ">=7")]
)
def test_a_wrong_bound_that_is_handed_on_as_a_bound_is_one_mistake(
    copied: str, follows: str
) -> None:
    text = f"@levels min max\n[3 R:[P:{follows}[C:{copied}[8 /1]] /4]]"
    kind = "bound" if copied.startswith(">") else "value"
    assert marks(check(parse(text))) == {"2.1 bound": "↳", f"2.1.1 {kind}": "✗"}


def test_a_second_mistake_is_told_from_what_follows_from_the_first() -> None:
    exercise = parse(
        "A:3[B:3[3 12 8] C:(-inf,3)2[c1:(-inf,3)2 c2:(-inf,2)4 c3:(-inf,2)6] /D:[14 5]]"
    )
    assert marks(check(exercise, Rules())) == {
        "root value": "↳",
        "2 window": "✗",
        "2.1 window": "↳",
        "2.2 visited": "↳",
        "2.2 window": "↳",
        "2.3 visited": "↳",
        "2.3 window": "↳",
        "3 cut": "✗",
    }


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_slash_on_a_branch_that_is_visited_follows_from_nothing(algorithm: AlgorithmName) -> None:
    check_ = check(parse(f"@algorithm {algorithm}\n[[3 12] /[4 6] [5 6]]"), Rules(algorithm))
    assert marks(check_)["2 cut"] == "✗"


def test_a_cut_missed_once_is_one_mistake_with_everything_below_it() -> None:
    check_ = check(parse("@cuts none\n[[3 12] [2 [4 6] [7 8]]]"), Rules())
    assert marks(check_) == {"root cuts-none": "↳", "2.2 visited": "✗", "2.3 visited": "↳"}


def test_windows_beyond_a_cut_that_was_missed_are_one_mistake_without_any_slash() -> None:
    """At C 2 is enough; whoever goes on to 4 finds the same empty window at 6."""
    check_ = check(parse("[[3 12 8] C:[(3,inf)2 (3,2)4 (3,2)6 (2,3)7]]"), Rules())
    assert marks(check_) == {"2.2 window": "✗", "2.3 window": "↳", "2.4 window": "✗"}


def test_of_several_moves_that_ones_own_entries_make_best_any_is_right() -> None:
    follows, marks = Mark.CONSEQUENCE, {}
    for moves in ("A", "B", "C", "B C", "A B"):
        text = f"@algorithm minimax\n@best {moves}\n[A:3[3 12] B:9[2 4] C:9[1 5]]"
        (best,) = [
            one for one in check(parse(text), Rules("minimax")).claims if one.claim.kind == "best"
        ]
        marks[moves] = best.mark
    assert marks == {
        "A": Mark.RIGHT,
        "B": follows,
        "C": follows,
        "B C": follows,
        "A B": Mark.MISTAKE,
    }


def test_a_move_that_was_cut_off_at_the_same_value_follows_from_no_right_entry() -> None:
    for moves in ("A B", "B"):
        text = f"@best {moves}\n[A:5[5 9] B:5[5 /2 /7]]"
        check_ = check(parse(text), Rules())
        assert marks(check_) == {"root best": "✗"}, moves
        assert check_.headline.startswith("4 of 5 right, 1 mistake: ")


def test_a_move_that_no_leaf_read_proves_follows_from_no_right_entry() -> None:
    both = parse("@best A B\n[A:max>=0[0 ...] B:0 ...]")
    assert marks(check(both, Rules())) == {"root best": "✗"}
    assert not check(parse("@best A\n[A:<=0[0 ...] ...]"), Rules()).wrong
