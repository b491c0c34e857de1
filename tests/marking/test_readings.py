"""Readings of a paper: what is said to explain it, and how much evidence that takes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from tests.engine.random_records import random_tree
from tests.engine.referee import Referee
from tests.explain.phrases import text
from tests.judging.claimed import true_claims
from tests.laws import batches, costly, sampled
from tests.marking.test_check import EXIT, checked
from treeexplorer.course.grade import grade
from treeexplorer.course.key import check_key
from treeexplorer.engine import Record, search
from treeexplorer.engine.misconceptions import AT_ONE_NODE, MISCONCEPTIONS, Misconception
from treeexplorer.engine.ordered_tree import OrderedTree
from treeexplorer.engine.procedure import ProcedureRun, run_procedure
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.judging.claims import claims_of
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.judge import judge
from treeexplorer.judging.run_findings import RunFindings
from treeexplorer.marking.check import Check
from treeexplorer.marking.readings import MOST_NODES_SEARCHED, Exchange, OtherRules
from treeexplorer.notation import Claim, Claims, parse, sort_claims
from treeexplorer.rules import Rules, changed
from treeexplorer.tree import MAX_ROLE, MIN_ROLE

BATCHES = 30
BATCH = 30
LARGEST = text("{value} is the largest of {node}'s leaves; {node} is {player}")
SMALLEST = text("{value} is the smallest of {node}'s leaves; {node} is {player}")
IS_ALPHA = text("{value} is {above}'s α; at {node} it is written as β")
IS_BETA = text("{value} is {above}'s β; at {node} it is written as α")
FITS = text("it all fits if{whole} {words}")
FITS_AT = text("it all fits if{whole}, at {node} alone, {words}")


# -- examples ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paper", "sentence"),
    [
        (
            "3[3[3 12 8] 3[2 /4 /6] 3[14 5 2]]",
            "All 6 would be right under fail-hard, which is not the rule here (fail-soft).",
        ),
        (
            "@cuts none\n3[3[3 12] 3[3 4]]",
            "All 4 would be right under minimax, which is not the rule here (alpha-beta).",
        ),
        (
            "@cutoff >\n[[3 12] [3 /4] [3 /5]]",
            "All 2 would be right under α ≥ β, which is not the rule here (α > β).",
        ),
        (
            "[[3 12] [3 4] [3 5] [1 /9]]",
            "No slash would be missing under α > β, which is not the rule here (α ≥ β).",
        ),
        (
            "[[/9 2] [/8 1] [3 5]]",
            "All 2 would be right under right to left, which is not the rule here (left to right).",
        ),
        (
            EXIT,
            "would be right under windows on exit, which is not the rule here (windows on entry).",
        ),
        (
            "4[12[3 12] 4[2 4]]",
            "under the players MIN MAX, which is not the rule here (the players MAX MIN).",
        ),
        (
            "(inf,-inf)[(inf,-inf)[3 12] (inf,3)[2 /4] (inf,3)[14 5]]",
            "All 5 would be right with α and β exchanged in every window.",
        ),
        (
            "4[3[3 12] >=2[2 /4] 4[4[4 1] <=5[5 /9]]]",
            "All 8 would be right with ≤ and ≥ exchanged in every bound.",
        ),
    ],
)
def test_other_rules_are_a_second_sentence_where_they_have_the_evidence(
    paper: str, sentence: str
) -> None:
    headline = checked(paper).headline
    assert headline.endswith(sentence)
    assert headline.partition(",")[0].endswith("right")


@pytest.mark.parametrize(
    ("paper", "fits"),
    [
        ("[[9 2 6] [9 5 14] [9 13 /5]]", True),  # α > β with MIN first
        ("[[3 12] 3[2 /4]]", True),  # fail-hard
        ("[[/9 2] [3 5]]", True),  # right to left
        ("12[3[3 12] 2[2 /4]]", False),
    ],
)
def test_one_wrong_answer_tells_nothing(paper: str, fits: bool) -> None:
    check = checked(paper)
    assert check.reading is None
    assert bool(check.fits) is fits


def test_other_players_are_told_by_three_wrong_answers_and_not_by_two() -> None:
    two = checked("[/A:[3 12] /B:[2 4] C:[5 6]]")
    assert two.reading is None
    assert isinstance(checked("4[12[3 12] 4[2 4]]").reading, OtherRules)


def test_whoever_writes_one_sign_everywhere_has_exchanged_nothing() -> None:
    assert checked("[[3 12] >=2[2 4] >=1[1 9]]").reading is None


@pytest.mark.parametrize(
    ("paper", "words"),
    [
        ("14[A:12[3 12 8] B:6[2 4 6] 14[14 5 2]]", "12 is the largest of ▽A's leaves; ▽A is MIN"),
        ("[[3 12] (-inf,3)[2 5] (-inf,3)[14 5]]", "3 is ▲root's α; at ▽B it is written as β"),
        # what would be said there is not so
        (
            "4[3[3 5] 4[(-inf,3)4[4] /9]]",
            "it all fits if α and β are exchanged: MAX moves β, and MIN moves α",
        ),
        (
            "[[4 1] 2[2 0 4] 3[3 1]]",
            "it all fits if MIN keeps the largest value instead of the smallest",
        ),
        (
            "[[3 12 8] [2 /4 /6] D:[/14 /5 2]]",
            "it all fits if, at ▽D alone, the children are taken from the right",
        ),
    ],
)
def test_a_mistake_in_the_search_is_told_by_what_is_proven_of_it(paper: str, words: str) -> None:
    check = checked(paper)
    assert str(check.diagnosis) == words
    assert check.headline.endswith(f": {words}.")


@pytest.mark.parametrize(
    ("paper", "fail"),
    [
        ("3[3[3 12 8] 3[2 /4 /6] 3[14 5 2]]", "hard"),
        ("3[3[3 12 8] 3[2 /4 /6] 2[14 5 2]]", None),  # one slip
        ("@cuts none\n3[3[3 12] 3[3 4]]", None),  # crosses nothing
        ("[/A:[3 12] /B:[2 4] [/5 /1 6]]", None),  # crosses everything
    ],
)
def test_a_course_excuses_what_has_the_evidence_and_prunes(paper: str, fail: str | None) -> None:
    excuse = checked(paper).excuse
    assert (None if excuse is None else excuse.rules.fail) == fail


def test_one_slash_that_would_be_right_elsewhere_is_graded_as_a_wrong_one() -> None:
    key = parse("@cutoff >\n@cuts none\n3[3[3 12] B:3[3 D:4[1 4]]]")
    paper = parse("3[3[3 12] B:3[3 /D:4[1 4]]]")
    keys = check_key([("T", key, Rules(cutoff=">"))])
    (tree,) = grade("paper", {"T": paper}, keys).trees
    assert tree.check is not None
    assert [rules.cutoff for rules in tree.check.fits]
    assert "another convention" not in tree.sum_text


def test_how_much_is_tried_has_a_number_of_its_own() -> None:
    alternatives = 59
    children = MOST_NODES_SEARCHED // alternatives // 3
    small, large = ("[{}]".format(" ".join(["[3 12]"] * n)) for n in (children // 9, children + 1))
    assert checked(f"@cuts none\n{small}").fits
    assert not checked(f"@cuts none\n{large}").fits


# -- laws ------------------------------------------------------------------------------------------


def random_rules(chooser: random.Random) -> Rules:
    return Rules(
        cutoff=chooser.choice((">=", ">")),
        fail=chooser.choice(("soft", "hard")),
        order=chooser.choice(("left-to-right", "right-to-left")),
    )


def cases(batch: int) -> Iterator[tuple[random.Random, Record]]:
    """Yield finished searches of random trees with ties, and what chooses on."""
    for seed in range(61_000 + batch * BATCH, 61_000 + (batch + 1) * BATCH):
        chooser = random.Random(seed)
        tree = random_tree(chooser)
        record = search(tree, replace(random_rules(chooser), levels=tree.levels))
        if record.complete and len(tree) > 4:
            yield chooser, record


@pytest.mark.parametrize("batch", batches(2, range(BATCHES)))
def test_a_paper_that_is_right_under_other_rules_is_explained_where_enough_is_wrong(
    batch: int,
) -> None:
    explained = 0
    for chooser, record in cases(batch):
        levels = chooser.choice(
            (record.rules.levels, tuple(player.opponent for player in record.rules.levels))
        )
        other = replace(random_rules(chooser), levels=levels)
        elsewhere = search(record.tree_as_drawn, other)
        if not elsewhere.complete:
            continue
        paper = true_claims(elsewhere)
        check = Check(record, paper)
        names = changed(other, record.rules)
        if not names:
            assert not check.wrong
            continue
        assert other in check.fits
        wrong = [
            claim
            for claim in claims_of(record.tree, paper)
            if judge(claim, Findings(record, check.findings.crossed)) is None
        ]
        if len(wrong) >= len(names) + ("levels" in names) + 1:
            explained += 1
            assert isinstance(check.reading, OtherRules)
            assert len(changed(check.reading.rules, record.rules)) <= len(names)
        if len(wrong) < 2:
            assert check.reading is None
    assert explained > 2


@pytest.mark.parametrize("batch", batches(2, range(BATCHES)))
def test_rules_that_are_said_make_everything_right_and_are_not_told_by_one_answer(
    batch: int,
) -> None:
    said = 0
    for chooser, record in cases(batch):
        rules = replace(random_rules(chooser), levels=record.rules.levels)
        elsewhere = search(record.tree_as_drawn, rules)
        if not elsewhere.complete:
            continue
        paper = [claim for claim in true_claims(elsewhere) if chooser.random() < 0.8]
        check = Check(record, sort_claims(paper))
        if isinstance(check.reading, OtherRules):
            said += 1
            under = Check(search(record.tree_as_drawn, check.reading.rules), check.written)
            assert not under.wrong
            assert len(check.wrong) > len(changed(check.reading.rules, record.rules))
            assert check.headline.startswith(f"{check.tally.right} of {check.tally.written} right")
    assert said


@pytest.mark.parametrize("exchanged", sampled(1, ["windows", "signs"]))
def test_what_is_exchanged_everywhere_is_explained(exchanged: str) -> None:
    said = 0
    for batch in range(4):
        for _, record in cases(batch):
            paper = sort_claims(map(partial(_exchanged, exchanged), true_claims(record)))
            check = Check(record, paper)
            if len(check.wrong) < 2:
                assert check.reading is None
            elif isinstance(check.reading, Exchange):
                said += 1
                assert check.reading.exchanged == exchanged
                assert all(map(check.reading.allows, paper))
    assert said > 5


def _exchanged(what: str, claim: Claim) -> Claim:
    if what == "windows" and claim.window is not None:
        alpha, beta = claim.window
        return claim._replace(window=(beta, alpha))
    if what == "signs" and claim.sign is not None:
        return claim._replace(sign="<=" if claim.sign == ">=" else ">=")
    return claim


@pytest.mark.parametrize("batch", batches(2, range(BATCHES)))
def test_one_wrong_slash_has_no_diagnosis(batch: int) -> None:
    tried = 0
    for chooser, record in cases(batch):
        tree = record.tree
        visited = [node for node in range(1, len(tree)) if record.call_of(node) is not None]
        leaves = [node for node in visited if tree.is_leaf(node)]
        if not leaves:
            continue
        paper = [claim for claim in true_claims(record) if claim.kind == "cut"]
        check = Check(record, sort_claims([*paper, Claim(chooser.choice(leaves), "cut")]))
        tried += 1
        assert len(check.wrong) == 1
        assert check.reading is None
        assert "would" not in check.headline
        assert "fits" not in check.headline
    assert tried > 10


@pytest.mark.parametrize("batch", batches(2, range(BATCHES)))
def test_a_run_without_a_mistake_is_judged_as_the_search_is(batch: int) -> None:
    for _, record in cases(batch):
        ordered = OrderedTree(record.tree_as_drawn, record.rules)
        found = RunFindings(record, run_procedure(ordered, record.rules))
        findings = Findings(record)
        for node in range(len(record.tree)):
            assert found.visited(node) is findings.visited(node)
            if node in record.tree.elided:
                assert found.cuts_rest(node) is findings.cuts_rest(node)
            assert found.window(node) == findings.window(node)
            assert found.numbers(node).keys() <= findings.numbers(node).keys()
        assert found.prunes is findings.prunes
        assert found.leaves_read() == findings.leaves_read()


# -- what a diagnosis says is so -------------------------------------------------------------------


def mistaken_papers(batch: int) -> Iterator[tuple[Record, Claims]]:
    """Yield papers that are worked out with a mistake, everywhere or at one node."""
    for chooser, record in cases(batch):
        ordered = OrderedTree(record.tree_as_drawn, record.rules)
        for row in chooser.sample(list(MISCONCEPTIONS.values()), 6):
            only_at = None
            if row in AT_ONE_NODE and chooser.random() < 0.5:
                only_at = chooser.choice([*map(record.node, record.inner_calls)])
            hooks = row.hooks(record.rules)
            run = run_procedure(ordered, record.rules, hooks, only_at=only_at)
            if run.value is not None:
                yield record, sort_claims(written_by(run, record, chooser))


def written_by(run: ProcedureRun, record: Record, chooser: random.Random) -> Iterator[Claim]:
    """Yield what somebody writes who searches like a run: values, windows and slashes, or some."""
    kinds = chooser.choice((("value",), ("value", "cut"), ("window", "cut"), ("window",)))
    for node in range(len(record.tree)):
        if node in run.skipped and "cut" in kinds:
            yield Claim(node, "cut")
        elif node in run.entries and not record.tree.is_leaf(node):
            if "value" in kinds:
                yield Claim(node, "value", run.returned[node])
            if "window" in kinds:
                yield Claim(node, "window", window=run.entries[node])


@pytest.mark.parametrize("batch", batches(2, range(BATCHES)))
def test_each_half_of_a_diagnosis_is_so(batch: int) -> None:
    said = set[str]()
    for record, paper in mistaken_papers(batch):
        check = Check(record, paper)
        if check.reading is None or isinstance(check.reading, OtherRules):
            continue
        diagnosis = check.diagnosis
        assert diagnosis is not None
        said.add(diagnosis.text)
        if diagnosis.text in {LARGEST, SMALLEST}:
            assert_extreme(record, diagnosis, paper)
        elif diagnosis.text in {IS_ALPHA, IS_BETA}:
            assert_exchanged(record, diagnosis, paper)
        elif diagnosis.text in {FITS, FITS_AT}:
            assert_reproduced(record, diagnosis, paper)
    assert FITS in said


@costly()
def test_every_kind_of_diagnosis_is_tried() -> None:
    """Each but the commonest is told of two papers in a hundred or fewer; a batch may hold none."""
    said = set[str]()
    for batch in range(8):
        for record, paper in mistaken_papers(batch):
            diagnosis = Check(record, paper).diagnosis
            if diagnosis is not None:
                said.add(diagnosis.text)
    assert said >= {LARGEST, SMALLEST, IS_ALPHA, IS_BETA, FITS, FITS_AT}


def node_in(phrase: Phrase, name: str) -> int:
    node = phrase.arguments[name]
    assert isinstance(node, Node)
    return node.node


def assert_extreme(record: Record, diagnosis: Phrase, paper: Claims) -> None:
    """Look at the leaves of the node that is named, and at whose it is."""
    tree = record.tree
    node = node_in(diagnosis, "node")
    value = diagnosis.arguments["value"]
    leaves = [tree.leaf_values[child] for child in tree.children(node)]
    assert None not in leaves
    known = [leaf for leaf in leaves if leaf is not None]
    is_largest = diagnosis.text == LARGEST
    assert value == (max(known) if is_largest else min(known))
    assert tree.roles[node] == (MIN_ROLE if is_largest else MAX_ROLE)
    assert str(diagnosis.arguments["player"]) == ("MIN" if is_largest else "MAX")
    assert Claim(node, "value", value) in paper  # type: ignore[arg-type] # a number


def assert_exchanged(record: Record, diagnosis: Phrase, paper: Claims) -> None:
    """Look at the windows of the referee, which shares no code with the search."""
    referee = Referee(record.tree, record.rules)
    referee.run()
    node = node_in(diagnosis, "node")
    above = node_in(diagnosis, "above")
    value = diagnosis.arguments["value"]
    visits = {("visit", node), ("leaf", node)}
    (entered,) = [event[2] for event in referee.events if event[:2] in visits]
    (written,) = [claim.window for claim in paper if (claim.node, claim.kind) == (node, "window")]
    assert written is not None
    assert above == record.tree.parent[node]
    is_alpha = diagnosis.text == IS_ALPHA
    assert entered[0 if is_alpha else 1] == value == written[1 if is_alpha else 0]
    assert entered != written


def assert_reproduced(record: Record, diagnosis: Phrase, paper: Claims) -> None:
    """Make the mistake that is named, and compare number by number."""
    (row,) = [row for row in MISCONCEPTIONS.values() if row.words == diagnosis.arguments["words"]]
    only_at = node_in(diagnosis, "node") if diagnosis.text == FITS_AT else None
    rules = record.rules
    if diagnosis.arguments["whole"] is not None:
        rules = replace(rules, algorithm="minimax", form="classic")
    assert _fits(paper, record, row, rules, only_at)
    if only_at is not None:
        assert not _fits(paper, record, row, rules, None)


def _fits(
    paper: Claims, record: Record, row: Misconception, rules: Rules, only_at: int | None
) -> bool:
    ordered = OrderedTree(record.tree_as_drawn, record.rules)
    run = run_procedure(ordered, rules, row.hooks(rules), only_at=only_at)
    for claim in paper:
        node = claim.node
        if claim.kind == "value" and run.returned.get(node) != claim.number:
            return False
        if claim.kind == "window" and run.entries.get(node) != claim.window:
            return False
        if claim.kind == "cut" and node in run.entries and node not in run.skipped:
            return False
    return True


# -- equivalent papers -----------------------------------------------------------------------------


def test_every_leaf_below_a_cut_crossed_out_is_the_slash_one_edge_higher() -> None:
    check = checked("[L:[P:[6 2] Q:[8 d:[/1 /4]]] 3]")
    assert not check.wrong
    assert check.headline == (
        "All 2 answers are right. "
        "All that is below ▽d is crossed out: that is the slash one edge higher."
    )
    assert check.claims[0].why.endswith("One slash across ▽d says the same.")
    some = checked("[L:[P:[6 2] Q:[8 d:[/1 4]]] 3]")
    assert some.headline.startswith("What is written is right, 1 slash is missing")


@pytest.mark.parametrize("batch", batches(2, range(BATCHES)))
def test_a_slash_moved_down_to_all_children_is_judged_as_it_was(batch: int) -> None:
    moved = 0
    for _, record in cases(batch):
        tree = record.tree
        paper = true_claims(record)
        inner = [
            claim
            for claim in paper
            if claim.kind == "cut"
            and not tree.is_leaf(claim.node)
            and claim.node not in tree.elided
        ]
        for slash in inner:
            leaves = [Claim(child, "cut") for child in tree.children(slash.node)]
            lower = sort_claims([*(claim for claim in paper if claim != slash), *leaves])
            check = Check(record, lower)
            moved += 1
            assert not check.wrong
            assert all(
                each.branch_crossed_out_leaf_by_leaf is not None
                for each in check.claims
                if each.claim in leaves
            )
    assert moved


def test_crossing_out_the_leaves_of_a_node_that_is_visited_stays_wrong() -> None:
    assert [each.mark.sign for each in checked("[[3 12] B:[/5 /7]]").claims] == ["✗", "↳"]


def test_a_deep_chain_of_leaves_crossed_out_takes_no_long() -> None:
    depth = 3000
    text = "[3 " + "[/1 " * depth + "/1" + "]" * depth + "]"
    exercise = parse(text)
    assert len(list(claims_of(exercise.tree, exercise.claims))) == depth + 3
