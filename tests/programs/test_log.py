"""What a program printed is compared with the search, row by row."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

import treeexplorer as te
from tests.commands.calling import invoked
from tests.engine.random_trees import cases
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.engine import Rules
from treeexplorer.engine.misconceptions import MISCONCEPTIONS
from treeexplorer.notation import parse
from treeexplorer.numbers import shown
from treeexplorer.programs.expected_rows import compute_expected_rows
from treeexplorer.programs.log import compare_log
from treeexplorer.programs.log_habits import ExpectedRow
from treeexplorer.programs.log_reading import LogError, as_number, read_log
from treeexplorer.tree import CHANCE_ROLE, GameTree, Player

TRAVERSED = """\
Node,Depth,Value,Alpha,Beta
root,0,-Infinity,-Infinity,Infinity
b,1,Infinity,-Infinity,Infinity
d,2,5,-Infinity,Infinity
b,1,5,-Infinity,5
e,2,8,-Infinity,5
b,1,5,-Infinity,5
root,0,5,5,Infinity
c,1,Infinity,5,Infinity
f,2,2,5,Infinity
c,1,2,5,Infinity
root,0,5,5,Infinity
"""
VISITED = """\
Visited: A, alpha:-inf beta:inf
Visited: B, alpha:-inf beta:inf
Visited: D, alpha:-inf beta:inf
Visited: E, alpha:-inf beta:5
Visited: C, alpha:5 beta:inf
Visited: F, alpha:5 beta:inf
pruned
5
"""
TREE = "A:[B:[D:5 E:8] C:[F:2 G:1]]"


@pytest.mark.parametrize(
    ("line", "node", "value"), [("value 12 node 1", "1", 12), ("value=3 alpha=1 node a", "a", 3)]
)
def test_a_name_takes_nothing_from_what_stands_before_it(line: str, node: str, value: int) -> None:
    (row,) = read_log(f"{line}\n").rows
    assert (row.node, row.value) == (node, value)


def table_of(tree: GameTree, rows: list[ExpectedRow]) -> str:
    lines = [
        f"{tree.labels.label(node)};{tree.ply[node]};{value};{alpha};{beta}"
        for node, _, value, (alpha, beta), _ in rows
    ]
    return "\n".join(["state;ply;score;alpha;beta", *lines])


def visits_of(tree: GameTree, rows: list[ExpectedRow]) -> str:
    return "\n".join(
        f"node: {tree.labels.label(node)} alpha={shown(alpha)} beta = {shown(beta)}"
        for node, enters, _, (alpha, beta), _ in rows
        if enters
    )


def can_be_printed(tree: GameTree) -> bool:
    return not tree.unknowns and not tree.is_leaf(0) and CHANCE_ROLE not in tree.roles


@examples(60)
@given(cases())
def test_what_the_search_itself_prints_agrees(case: tuple[GameTree, Rules]) -> None:
    tree, rules = case
    if not (can_be_printed(tree) and rules.has_conventions):
        return
    rows = compute_expected_rows(tree, rules)
    for log in (table_of(tree, rows), visits_of(tree, rows)):
        result = compare_log(log, tree, rules)
        assert result.right, result.text()
        assert result.headline.startswith(("All ", "The one "))


@pytest.mark.parametrize("name", ["alpha-not-handed-down", "nothing-handed-down", "never-raised"])
def test_a_misconception_that_explains_the_whole_log_is_named(name: str) -> None:
    tree = tree_of("[[3 12 8] [2 4 6] [14 5 2]]")
    row = MISCONCEPTIONS[name]
    log = table_of(tree, compute_expected_rows(tree, Rules(), row.hooks(Rules())))
    result = compare_log(log, tree)
    assert not result.right
    assert result.explanation == f"if {row.words}"


def test_a_table_without_a_tree_builds_it_and_says_where_it_differs() -> None:
    result = te.verify(log=TRAVERSED)
    assert te.write(result.exercise).strip() == "root:[b:[d:5 e:8] c:[f:2 ...]]"
    assert result.right
    assert result.text() == (
        "10 of 11 rows agree with alpha-beta, cut when α ≥ β.\n"
        "The first that does not is line 12:\n"
        "  the log  c  value 2  α 5  β +∞\n"
        "  ours     c  value 2  α 5  β 2\n"
        "The whole log agrees under alpha-beta, cut when α ≥ β, where a bound is moved only if "
        "the test fails."
    ).replace("line 12", "line 11")
    assert not te.verify(log=TRAVERSED, cutoff=">=").right


def test_printed_visits_are_compared_with_a_tree() -> None:
    result = te.verify(log=VISITED, trees=[te.parse(TREE)])
    assert result.right
    assert result.headline == "All 6 rows agree with alpha-beta, cut when α ≥ β."
    assert result.notes == (
        "The value 5 that it prints is right.",
        "1 line could not be read as a step.",
    )


def test_a_trace_of_ours_agrees(tmp_path: Path) -> None:
    steps = tmp_path / "steps.csv"
    invoked("trace", "--csv", "-e", TREE, "-o", str(steps))
    tree = tmp_path / "my.tree"
    tree.write_text(TREE)
    done = invoked("verify", "--log", str(steps), str(tree))
    assert done.exit_code == 0
    assert "All 11 rows agree" in done.stdout


CALLED = """\
f(A, -inf, inf)
f(B, -inf, inf)
f(D, -inf, inf) = 5
f(E, -inf, 5) = 8
f(C, 5, inf)
f(F, 5, inf) -> 2
"""
TOLD = """\
Visiting node A (alpha=-inf, beta=inf)
  Visiting node B (alpha=-inf, beta=inf)
    Leaf D = 5
    Leaf E = 8
  B returns 5
  Visiting node C (alpha=5, beta=inf)
    Leaf F = 2
  pruned at C
  C returns 2
A returns 5
"""


@pytest.mark.parametrize("log", [CALLED, TOLD], ids=["calls", "sentences"])
def test_lines_are_read_as_people_print_them(log: str) -> None:
    result = te.verify(log=log, trees=[te.parse(TREE)])
    assert result.right, result.text()


def test_columns_that_are_missing_are_not_asked() -> None:
    tree = tree_of(TREE)
    assert compare_log("A\nname B\nnode D\nnode E", tree).right
    assert compare_log("node,alpha\nA,-inf\nB,-inf\nC,5", tree).right
    assert compare_log("A\nC 5 inf\nF 2 5 inf", tree).right
    wrong = compare_log("node,alpha\nA,-inf\nB,3\nC,5", tree)
    assert wrong.headline.startswith("2 of 3 rows agree")


def test_a_row_of_no_known_node_is_not_said_to_be_outside_the_search() -> None:
    unknown = compare_log("node: A alpha=-inf\nnode: Z alpha=3", tree_of(TREE)).text()
    assert "ours     nothing: it is not known which node of the tree that is" in unknown
    pruned = compare_log("node: A alpha=-inf\nnode: G alpha=3", tree_of(TREE)).text()
    assert "ours     nothing: the search does not come there, or not then" in pruned


def test_leaves_without_a_name_are_told_by_their_values() -> None:
    assert compare_log("node,alpha,beta\n3,-inf,inf\n12,-inf,3", tree_of("[[3 12] [2 4]]")).right


@pytest.mark.parametrize("depth", ["inf", "-inf", "1e999", "2.5"])
def test_a_depth_that_is_no_ply_is_none(depth: str) -> None:
    table = read_log(f"node,depth,value\nA,{depth},3", frozenset("A"))
    visit = read_log(f"node: A depth={depth} value=3", frozenset("A"))
    for log in (table, visit):
        assert log.rows[0].depth is None
        assert log.rows[0].value == 3


@pytest.mark.parametrize(
    ("log", "tree", "message"),
    [
        ("", None, "no line of the log tells of a node"),
        ("one\ntwo", None, "no line of the log tells of a node"),
        (VISITED, None, "line 1 tells no depth, and without FILE"),
        ("node,depth,value\nA,0,1\nB,2,3", None, "line 3: “B” hangs below no node"),
        ("node: X alpha=3", TREE, "the tree has no nodes of such names"),
        ("node: X alpha=3", "A:[B:[3 12] C:[2 y]]", "the tree has no nodes of such names"),
        ("x\n" * 30_000, None, "more than 20,000 lines"),
        ("node: A alpha=-inf", "A:chance[1 3]", "the tree has chance nodes, and what a program"),
        ("A: 5", "A:5", "the tree is a leaf alone, through which no search goes"),
        ("A: 5", "A:?", "the tree is a leaf alone, through which no search goes"),
    ],
)
def test_a_log_that_cannot_be_compared_is_told_why(
    log: str, tree: str | None, message: str
) -> None:
    with pytest.raises(LogError, match=message):
        compare_log(log, None if tree is None else tree_of(tree))


def test_numbers_are_read_in_any_spelling() -> None:
    (row,) = read_log("Visiting B: alpha = −∞, beta = Infinity, value: 3.5").rows
    assert (row.node, row.value, row.alpha, row.beta) == ("B", 3.5, -float("inf"), float("inf"))
    (row,) = read_log("Visiting B: value=1e-05, alpha=-1e+16").rows
    assert (row.value, row.alpha) == (1e-05, -1e16)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [((), 0), (("--cutoff", ">="), 1), (("one", "two"), 2)],
)
def test_the_status_says_whether_a_log_agrees(
    tmp_path: Path, arguments: tuple[str, ...], status: int
) -> None:
    log = tmp_path / "log.csv"
    log.write_text(TRAVERSED)
    assert invoked("verify", "--log", str(log), *arguments).exit_code == status


WITHOUT_INFINITY = """\
node,value,alpha,beta
A,{low},{low},{high}
B,{high},{low},{high}
D,5,{low},{high}
B,5,{low},5
E,8,{low},5
B,5,{low},5
A,5,5,{high}
C,{high},5,{high}
F,2,5,{high}
C,2,5,2
A,5,5,{high}
"""


def read(spelling: str) -> str:
    """Return a number as it is shown."""
    number = as_number(spelling)
    assert number is not None
    return shown(number)


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("-1000", "1000"),
        ("-99", "999"),
        ("-1e9", "1e9"),
        ("-2147483648", "2147483647"),
        ("-1.7976931348623157E308", "1.7976931348623157E308"),
    ],
)
def test_large_numbers_that_stand_where_infinity_does_are_read_as_it(low: str, high: str) -> None:
    result = compare_log(WITHOUT_INFINITY.format(low=low, high=high), tree_of(TREE))
    assert result.right, result.text()
    assert result.headline == "All 11 rows agree with alpha-beta, cut when α ≥ β."
    (note,) = result.notes
    assert note.startswith(f"It prints {read(low)} for −∞ and {read(high)} for +∞, and is read so")
    assert note.endswith(": no leaf reaches them.")


@pytest.mark.parametrize("infinity", ["oo", "+inf", "INT_MAX", "Integer.MAX_VALUE", "∞"])
def test_names_of_the_largest_number_are_infinity(infinity: str) -> None:
    low = f"-{infinity}".replace("-+", "-")
    result = compare_log(WITHOUT_INFINITY.format(low=low, high=infinity), tree_of(TREE))
    assert result.right, result.text()
    assert result.notes == ()


def test_without_a_tree_a_large_number_at_the_root_tells_that_min_begins() -> None:
    table = "node,depth,value,alpha,beta\nA,0,999,-999,999\nB,1,-999,-999,999\nC,2,5,-999,999\n"
    result = compare_log(f"{table}B,1,5,5,999\nA,0,5,-999,5\n")
    assert result.tree.levels[0] is Player.MIN
    assert result.right, result.text()


@pytest.mark.parametrize(
    ("low", "high", "tree"),
    [
        ("0", "1000", TREE),  # v begins with 0 by mistake
        ("-1", "1000", TREE),
        ("-1000", "1000", "A:[B:[D:5 E:8] C:[F:2 G:1000]]"),
        ("-1000", "1000", "A:[B:[D:5 E:8] C:[F:-2000 G:1]]"),
    ],
)
def test_a_number_that_a_leaf_reaches_or_that_is_small_is_no_infinity(
    low: str, high: str, tree: str
) -> None:
    result = compare_log(WITHOUT_INFINITY.format(low=low, high=high), tree_of(tree))
    assert not result.right
    assert f"{read(low)} for −∞ and {high} for +∞" not in result.text()


def test_a_window_that_was_asked_for_is_no_infinity() -> None:
    log = "node: A alpha=-100 beta=100\nnode: B alpha=-100 beta=100\nnode: D alpha=-100 beta=100"
    asked = compare_log(log, tree_of(TREE), Rules(window=(-100, 100)))
    assert asked.right
    assert asked.notes == ()
    assert compare_log(log, tree_of(TREE)).notes
    assert not compare_log(log, tree_of(TREE), Rules(window=(-50, 50))).right


def test_a_wrong_number_later_in_the_log_is_no_infinity() -> None:
    wrong = WITHOUT_INFINITY.format(low="-inf", high="inf").replace("C,2,5,2", "C,2,5,7000")
    result = compare_log(wrong, tree_of(TREE))
    assert not result.right
    assert "β 7000" in result.text()
    assert result.notes == ()


PRINTED_AGAIN = """\
Node A (MAX)
alpha=-inf, beta=inf
Node B (MIN)
alpha=-inf, beta=inf
Node D: value 5
Node E: value 8
B: alpha=-inf, beta=5
Node B returns 5
Node C (MIN)
alpha=5, beta=inf
Node F: value 2
Pruning at C: alpha=5 >= beta=2
Node C returns 2
Node A returns 5
"""


def test_a_node_may_be_printed_again_as_it_was_left() -> None:
    result = compare_log(PRINTED_AGAIN, tree_of(TREE))
    assert result.headline == "All 11 rows agree with alpha-beta, cut when α ≥ β."
    wrong = compare_log(PRINTED_AGAIN.replace("C returns 2", "C returns 6"), tree_of(TREE))
    assert wrong.headline.startswith("10 of 11 rows agree")
    assert "the log  C  value 6" in wrong.text()


def test_a_leaf_that_is_printed_twice_was_read_twice() -> None:
    log = "A\nB\nD 5\nD 5\nE 8\nC\nF 2"
    assert not compare_log(log, tree_of(TREE)).right
    told_apart = "A\nB\nnode D alpha=-inf beta=inf\nD returns 5\nE 8\nC\nF 2"
    assert compare_log(told_apart, tree_of(TREE)).right


@pytest.mark.parametrize("table", ["|{}|", "{}"])
def test_a_table_may_have_bars_or_columns_with_spaces(table: str) -> None:
    rows = [("node", "alpha", "beta"), ("A", "-inf", "inf"), ("B", "-inf", "inf")]
    separator = " | " if "|" in table else "   "
    lines = [table.format(separator.join(row)) for row in rows]
    if "|" in table:
        lines.insert(1, "|------|-------|------|")
    result = compare_log("\n".join(lines), tree_of(TREE))
    assert result.headline == "All 2 rows agree with alpha-beta, cut when α ≥ β."
    assert result.notes == ()


def test_nodes_that_a_log_leaves_out_beside_others_are_named_and_explain_nothing() -> None:
    without_a_leaf = "A\nB\nD 5\nB 5\nC 5 inf\nF 2"
    result = compare_log(without_a_leaf, tree_of(TREE))
    assert result.notes == ("It does not name E (8), where the search goes, too.",)
    cut_off = "A -inf inf\nB -inf inf\nD -inf inf\nE -inf 5\nC 5 inf\nF 5 9"
    result = compare_log(cut_off, tree_of(TREE))
    assert result.explanation == ""
    no_leaves = compare_log("A -inf inf\nB -inf inf\nC 5 inf", tree_of(TREE))
    assert (no_leaves.right, no_leaves.notes) == (True, ())


def test_a_log_with_a_cut_off_is_not_explained_by_minimax() -> None:
    tree = tree_of("A:[B:[D:5 E:8] C:[F:5 G:1 H:2]]")
    strict = Rules(cutoff=">")
    log = visits_of(tree, compute_expected_rows(tree, strict))
    assert compare_log(log, tree).explanation == "under alpha-beta, cut when α > β"
    assert MISCONCEPTIONS["minimax"].words not in compare_log(log, tree).text()


@pytest.mark.parametrize(
    ("log", "headline"),
    [
        ("node: A alpha=-inf", "The one row agrees with alpha-beta, cut when α ≥ β."),
        ("node: A alpha=3", "The one row does not agree with alpha-beta, cut when α ≥ β."),
    ],
)
def test_the_headline_on_a_single_row_is_a_sentence(log: str, headline: str) -> None:
    assert compare_log(log, tree_of(TREE)).headline == headline


def test_a_log_may_print_a_node_only_as_it_is_left() -> None:
    tree = tree_of("A:[B:[D:3 E:12] C:[F:2 G:4]]")
    right = "Node B value 3\nPruned node: G value 4\nNode C value 2\nNode A value 3"
    result = compare_log(right, tree)
    assert result.headline == "All 3 rows agree with alpha-beta, cut when α ≥ β."
    wrong = compare_log(right.replace("C value 2", "C value 4"), tree)
    assert wrong.headline.startswith("2 of 3 rows agree")


def test_a_leaf_told_by_its_value_is_not_the_node_with_that_address() -> None:
    tree = tree_of("A:[B:[3 12] C:[2 4] D:[14 5]]")
    leaves = "".join(f"Evaluating leaf node with value: {leaf}\n" for leaf in (3, 12, 2, 14, 5))
    assert compare_log(leaves, tree).headline.startswith("All 5 rows agree")


LEAVES_WITH_START_VALUES = """\
Enter A v=-inf alpha=-inf beta=inf
Enter B v=inf alpha=-inf beta=inf
Enter D v={start} alpha=-inf beta=inf
Exit D v=5 alpha=-inf beta=inf
Enter E v={start} alpha=-inf beta=5
Exit E v=8 alpha=-inf beta=5
Exit B v=5 alpha=-inf beta=5
Enter C v=inf alpha=5 beta=inf
Enter F v={start} alpha=5 beta=inf
Exit F v=2 alpha=5 beta=inf
Exit C v=2 alpha=5 beta=2
Exit A v=5 alpha=5 beta=inf
"""


@pytest.mark.parametrize("start", ["-inf", "inf", "None"])
def test_a_leaf_may_be_entered_with_the_v_of_any_node(start: str) -> None:
    log = LEAVES_WITH_START_VALUES.format(start=start)
    result = compare_log(log, tree_of(TREE))
    assert result.headline == "All 12 rows agree with alpha-beta, cut when α ≥ β."
    wrong = compare_log(log.replace("Exit E v=8", "Exit E v=7"), tree_of(TREE))
    assert wrong.headline.startswith("11 of 12 rows agree")


def test_a_leaf_that_is_left_with_infinity_is_wrong() -> None:
    result = compare_log("Exit D v=inf\nExit E v=8\nExit B v=8", tree_of(TREE))
    assert not result.right


@pytest.mark.parametrize(
    "pruned",
    [
        "prune G (alpha=5, beta=2)",
        "node G: pruned, alpha=5, beta=2",
        '{"event": "prune", "node": "G", "alpha": 5, "beta": 2}',
    ],
)
def test_a_line_about_a_pruned_node_is_no_step(pruned: str) -> None:
    result = compare_log(VISITED.replace("pruned", pruned), tree_of(TREE))
    assert result.headline == "All 6 rows agree with alpha-beta, cut when α ≥ β."
    assert "1 line is about a node that is pruned, and is no step." in result.notes
    wrong = compare_log(VISITED.replace("pruned", pruned.replace("G", "E")), tree_of(TREE))
    assert not wrong.right


@pytest.mark.parametrize(
    "pruned", ["node G: not visited", "G is never evaluated (value 1)", "G n'est pas visité"]
)
def test_a_line_that_says_a_node_is_not_visited_is_not_compared(pruned: str) -> None:
    result = compare_log(VISITED.replace("pruned", pruned), tree_of(TREE))
    assert result.right, result.text()
    assert "1 line could not be read as a step." in result.notes


def test_a_table_may_have_a_column_of_what_is_pruned() -> None:
    table = "node,alpha,beta,value,pruned\nD,-inf,inf,5,no\nE,-inf,5,8,no\nB,-inf,5,5,no\n"
    rest = "F,5,inf,2,no\nG,5,2,,yes\nC,5,2,2,no\nA,5,inf,5,no"
    result = compare_log(table + rest, tree_of(TREE))
    assert result.headline == "All 6 rows agree with alpha-beta, cut when α ≥ β."
    assert not compare_log((table + rest).replace("yes", "no"), tree_of(TREE)).right


def test_a_log_of_pruned_nodes_alone_has_no_steps() -> None:
    with pytest.raises(LogError, match="tells only of nodes that are pruned"):
        compare_log("prune G (alpha=5, beta=2)", tree_of(TREE))


THREE = "A:[B:[D:3 E:12 F:8] C:[G:2 H:4 I:6]]"
RETURNED = """\
B: child D returned 3, v=3, alpha=-inf, beta=3
B: child E returned 12, v=3, alpha=-inf, beta=3
B: child F returned 8, v=3, alpha=-inf, beta=3
A: child B returned 3, v=3, alpha=3, beta=inf
C: child G returned 2, v=2, alpha=3, beta=2
A: child C returned 2, v=3, alpha=3, beta=inf
"""
NEVER_CUT = RETURNED.replace(
    "A: child C", "C: child H returned 4, v=2, alpha=3, beta=2\nA: child C"
)


def test_a_child_that_returns_to_a_node_that_is_cut_is_no_repetition() -> None:
    assert compare_log(RETURNED, tree_of(THREE)).right
    result = compare_log(NEVER_CUT, tree_of(THREE))
    assert not result.right
    assert "the first that does not is line 6" in result.text().lower()


def test_a_node_is_printed_again_without_a_change_only_once() -> None:
    without_children = "B v=3\nB v=3\nB v=3\nA v=3\nC v=2\n{}A v=3"
    assert compare_log(without_children.format(""), tree_of(THREE)).right
    assert compare_log(without_children.format("C v=2\n"), tree_of(THREE)).right
    assert not compare_log(without_children.format("C v=2\n" * 2), tree_of(THREE)).right


def test_a_cut_off_may_have_a_line_of_its_own_between_two_that_are_alike() -> None:
    table = "event,node,alpha,beta,value\nupdate,C,5,2,2\ncutoff,C,5,2,2\nexit,C,5,2,2"
    assert compare_log(table, tree_of(TREE)).right
    assert not compare_log(table.replace("cutoff", "update"), tree_of(TREE)).right


def test_what_the_log_has_not_printed_yet_is_not_printed_once_more() -> None:
    tree = tree_of("A:[B:[D:[3 5] E:[6 9]] C:[F:[1 2] G:[0 -1]]]")
    never_cut = "A\nB\nD\nD 5\nE\nE 9\nB 5\nC\nF\nF 2\nG\nG 0\nC 0\nA 5"
    result = compare_log(never_cut, tree)
    assert not result.right
    assert result.explanation == f"if {MISCONCEPTIONS['minimax'].words}"


def test_a_node_is_not_printed_once_more_after_a_child_that_has_not_returned() -> None:
    tree = tree_of("A:[B:[D:3 E:0] C:3]")
    right = "A alpha=-inf beta=inf\nB alpha=-inf beta=inf\nD = 3\nE = 0\nB -> 0\nC = 3\nA -> 3"
    assert compare_log(right, tree).right
    result = compare_log(right.replace("B -> 0", "B -> 3"), tree, Rules(cutoff=">"), claimed=True)
    assert not result.right
    assert "  the log  B  value 3\n  ours     B  value 0" in result.text()


@pytest.mark.parametrize("words", ["Result: {}", "The optimal value is : {}", "{}"])
def test_the_value_at_the_end_must_be_right(words: str) -> None:
    log = VISITED.removesuffix("5\n")
    assert compare_log(log + words.format(5), tree_of(TREE)).right
    result = compare_log(log + words.format(2), tree_of(TREE))
    assert not result.right
    assert result.headline == (
        "All 6 rows agree with alpha-beta, cut when α ≥ β, but not the value."
    )
    assert "It says 2; the root is worth 5." in result.notes


def test_a_move_and_the_value_of_a_leaf_are_no_value_of_the_root() -> None:
    log = "--- Node A ---\n   alpha: -inf\n   beta: inf\n--- Leaf D ---\n   value: 5\nBest move: 1"
    result = compare_log(log, tree_of(TREE))
    assert result.right
    assert result.notes == ("1 line could not be read as a step.",)
    assert not compare_log(log.replace("value: 5", "value: 6"), tree_of(TREE)).right


@pytest.mark.parametrize(
    ("pruned", "right"),
    [
        ("alpha=5, beta=2", "C  α 5  β 2"),
        ("beta=2", "C  β 2"),
        ("alpha=5", "C  α 5"),
    ],
)
def test_the_window_in_a_line_about_a_pruned_node_must_be_right(pruned: str, right: str) -> None:
    tree = tree_of(TREE)
    line = f"prune G ({pruned})"
    assert compare_log(VISITED.replace("pruned", line), tree).right
    result = compare_log(VISITED.replace("pruned", line.replace("=", "=1")), tree)
    assert not result.right
    assert f"  ours     {right}, where it is pruned" in result.text()


def test_a_log_of_changes_alone_is_no_log_of_nodes_entered() -> None:
    tree = tree_of("A:[B:7 C:[D:5]]")
    changes = "Node A: alpha updated to 7\nNode C: beta updated to 5\nValue: 7"
    assert compare_log(changes, tree).right
    assert not compare_log(changes.replace("to 5", "to 6"), tree).right
    improved = "A: new best 7 (from B), alpha=7\nC: new best 5 (from D), alpha=7, beta=5"
    assert compare_log(improved, tree).right


@pytest.mark.parametrize(
    "log",
    [
        "B alpha=-inf beta=5\nC alpha=5 beta=2",
        "B alpha=-inf beta=5 value=5\nC alpha=5 beta=2 value=2\nResult: 5",
        "A alpha=5 beta=inf\nThe value is 5",
        "B alpha=-inf beta=inf\nC alpha=5 beta=inf",
    ],
)
def test_nodes_of_one_ply_may_be_printed_as_they_are_left_or_entered(log: str) -> None:
    assert compare_log(log, tree_of(TREE)).right
    assert not compare_log(log.replace("5", "6"), tree_of(TREE)).right


def test_a_log_without_its_end_may_have_a_node_that_would_come_again() -> None:
    tree = tree_of("A:[B:[D:11] C:[E:14 F:10]]")
    log = "D: 11\nB: beta=11 value=11\nA: alpha=11 value=11\nE: 14"
    assert compare_log(log, tree).right
    assert not compare_log(log.replace("A: alpha=11", "A: alpha=10"), tree).right


NULL_WINDOWS = """\
A alpha=-inf beta=inf
B leaf value=7
C alpha=7 beta=8
D leaf value=5
C value=5
A value=7
"""


def test_a_log_with_null_windows_is_refused_and_not_called_wrong() -> None:
    tree = tree_of("A:[B:7 C:[D:5]]")
    with pytest.raises(LogError, match=r"line 3 has a null window, C  α 7  β 8, as PVS"):
        compare_log(NULL_WINDOWS, tree)
    assert not compare_log(NULL_WINDOWS.replace("beta=8", "beta=9"), tree).right
    of_alpha_beta = NULL_WINDOWS.replace("alpha=7 beta=8", "alpha=7 beta=inf")
    assert compare_log(of_alpha_beta, tree).right


def test_a_window_with_the_number_for_infinity_is_no_sign_of_alpha_beta() -> None:
    tree = tree_of("A:[B:[D:8 E:5] C:[F:9]]")
    log = """\
A alpha=-999 beta=999
B alpha=-999 beta=999
D = 8
E alpha=7 beta=8
E alpha=-999 beta=8
E = 5
C alpha=5 beta=6"""
    with pytest.raises(LogError, match="null window"):
        compare_log(log, tree)


@pytest.mark.parametrize(
    "log",
    [
        "visit D\nvisit E\nvisit F\nvisit G\nvisit F",
        "D = 3\nE = 12\nF = 5\nG = 6\nF = 5",
        "Leaf: 3\nLeaf: 12\nLeaf: 5\nLeaf: 6\nLeaf: 5\nResult: 5",
    ],
)
def test_a_log_with_leaves_that_pvs_reads_again_is_refused_and_not_called_wrong(log: str) -> None:
    tree = tree_of("A:[B:[D:3 E:12] C:[F:5 G:6]]")
    with pytest.raises(LogError, match="the leaves of the log are those that PVS reads, and not"):
        compare_log(log, tree)
    assert not compare_log(f"{log}\n{log}", tree).right


def test_two_runs_in_a_log_are_told_from_one_of_pvs_and_not_called_wrong() -> None:
    tree = tree_of("A:[B:[D:3 E:12] C:[F:5 G:6]]")
    one = "A\nB\nD = 3\nE = 12\nC\nF = 5\nG = 6\nA = 5"
    of_pvs = "A\nB\nD = 3\nE = 12\nC\nF = 5\nG = 6\nC\nF = 5\nA = 5"
    assert compare_log(one, tree).right
    with pytest.raises(LogError, match="the leaves of the log are those that PVS reads, and not"):
        compare_log(of_pvs, tree)
    for log, line in ((one, 9), (of_pvs, 11)):
        with pytest.raises(
            LogError, match=f"a second run of the program may begin in line {line};"
        ):
            compare_log(f"{log}\n{log}", tree)


def test_a_leaf_with_a_wrong_value_is_none_that_pvs_reads() -> None:
    tree = tree_of("A:[B:[D:3 E:12] C:[F:5 G:6]]")
    assert not compare_log("D = 3\nE = 11\nF = 5\nG = 6\nF = 5", tree).right


def test_a_leaf_told_by_its_value_is_the_one_that_the_search_reads() -> None:
    tree = tree_of("A:[B:[3 5] C:[2 7] D:[7 8]]")  # the first 7 is pruned
    leaves = "Leaf: 3\nLeaf: 5\nLeaf: 2\nLeaf: 7\nLeaf: 8\nResult: 7"
    assert compare_log(leaves, tree).headline.startswith("All 5 rows agree")
    result = compare_log(leaves.replace("Leaf: 7", "Leaf: 7\nLeaf: 7"), tree)
    assert not result.right
    assert result.explanation == f"if {MISCONCEPTIONS['minimax'].words}"


PLAYERS = """\
[MAX] node A alpha=-inf beta=inf
[MIN] node B alpha=-inf beta=inf
leaf D value=5
leaf E value=8
{}
[MIN] node C alpha=5 beta=inf
leaf F value=2
"""


@pytest.mark.parametrize(
    "line",
    ["[{}] node B value=5", "{} node B: 5", "B ({}): 5", "{}_value('B') = 5", "{}imizer B: 5"],
)
def test_who_moves_beside_a_name_must_be_right(line: str) -> None:
    tree = tree_of(TREE)
    assert compare_log(PLAYERS.format(line.format("min")), tree).right
    result = compare_log(PLAYERS.format(line.format("max")), tree)
    assert not result.right
    assert "  the log  MAX at B  value 5\n  ours     MIN at B  value 5" in result.text()


def test_who_moves_is_told_from_words_about_the_choice_and_not_asked_at_leaves() -> None:
    tree = tree_of(TREE)
    assert compare_log(PLAYERS.format("MAX -> B: 5").replace("leaf", "[MIN] leaf"), tree).right
    assert compare_log(PLAYERS.format("B: max = 5").replace("leaf", "[MAX] leaf"), tree).right


def test_another_player_first_is_no_explanation_where_the_log_says_who_moves() -> None:
    tree = tree_of("A:[B:[D:3 E:0] C:3]")
    log = "D: 3\nE: 0\n{}B: 3\nC: 3\n{}A: 3"
    assert "MIN MAX" in compare_log(log.format("", ""), tree).explanation
    assert compare_log(log.format("MAX ", "MIN "), tree).right
    assert not compare_log(log.format("MIN ", "MAX "), tree).right


def test_a_table_may_say_who_moves() -> None:
    table = "node,player,alpha,beta\nA,MAX,-inf,inf\nB,MIN,-inf,inf\nD,MAX,-inf,inf\nE,MIN,-inf,5"
    assert compare_log(table, tree_of(TREE)).right
    assert not compare_log(table.replace("B,MIN", "B,MAX"), tree_of(TREE)).right


WHOLE = """\
A alpha=-inf beta=inf
B alpha=-inf beta=inf
D = 5
E = 8
B returns 5
C alpha=5 beta=inf
F = 2
C returns 2
A returns 5
"""


@pytest.mark.parametrize("missing", ["D = 5\n", "F = 2\n"])
def test_a_node_that_a_whole_log_does_not_name_is_missing(missing: str) -> None:
    tree = tree_of(TREE)
    assert compare_log(WHOLE, tree).right
    result = compare_log(WHOLE.replace(missing, ""), tree)
    assert not result.right
    name = missing[0]
    assert f"It does not name {name} " in result.text()


def test_a_child_too_few_is_named_where_a_log_ends_with_the_value() -> None:
    tree = tree_of("A:[B:[D:5 E:8] C:[F:4 G:6]]")
    log = "A alpha=-inf beta=inf\nB alpha=-inf beta=inf\nD = 5\nResult: 5"
    result = compare_log(log, tree)
    assert not result.right
    assert result.headline.endswith("cut when α ≥ β, but nodes are missing.")
    assert result.explanation == "if every node returns after its first child"
    assert compare_log(log.removesuffix("\nResult: 5"), tree).right  # it may only end too soon
    assert compare_log(log.replace("Result", "...\nResult"), tree).right


def test_names_may_be_printed_in_small_letters() -> None:
    tree = tree_of(TREE)
    log = "a a=-inf b=inf\nb a=-inf b=inf\nd = 5\ne = 8\nb = 5\nc a=5 b=inf\nf = 2\nc = 2\na = 5"
    assert compare_log(log, tree).right
    assert not compare_log(log.replace("a=5", "a=8"), tree).right


def test_a_node_that_changes_nothing_is_not_left_out_of_a_log_of_changes() -> None:
    tree = tree_of("A:[B:[D:[H:7]] C:[E:[I:2] F:[J:3]]]")  # E and F are not better than α
    log = (
        "leaf H = 7\nD: alpha updated from -inf to 7\nB: beta updated from inf to 7\n"
        "A: alpha updated from -inf to 7\nleaf I = 2\nC: beta updated from inf to 7\n"
        "C: pruned because alpha=7 >= beta=7"
    )
    result = compare_log(log, tree)
    assert result.explanation == "under alpha-beta, cut when α ≥ β, fail-hard"


@pytest.mark.parametrize(
    "log",
    [
        "move B: value 5\nmove C: value 2\nResult: 5",
        "start at A: alpha=-inf, beta=inf\ncutoff at C: alpha=5, beta=2\nResult: 5",
        "D is the new best: 5\nB is the new best: 5\nF is the new best: 2\nResult: 5",
        "Node B: beta updated to 5\nNode A: alpha updated to 5\nResult: 5",
        "MIN node B: alpha=-inf beta=inf\nMIN node C: alpha=5 beta=inf\nResult: 5",
        "A alpha=-inf beta=inf\nB alpha=-inf beta=inf\nC alpha=5 beta=inf\nResult: 5",
        "B returns 5\nC cut off, returns 2\nA returns 5",
    ],
)
def test_a_log_of_some_steps_alone_is_right(log: str) -> None:
    result = compare_log(log, tree_of(TREE))
    assert result.right, result.text()
    assert not compare_log(log.replace("5", "6"), tree_of(TREE)).right


def test_leaves_without_names_are_told_by_their_place_where_their_signs_are_the_mover_s() -> None:
    tree = tree_of("A:[B:[3 8 6] -3]")  # 3 is a leaf, and what negamax prints for the leaf -3
    log = "leaf 3\nleaf 8\nleaf 6\nB = -3\nleaf 3\nA = 3"
    result = compare_log(log, tree)
    assert result.right, result.text()
    assert not compare_log(log.replace("leaf 6", "leaf 5"), tree).right


def test_a_table_may_call_leaves_by_their_values() -> None:
    log = """\
node,value,alpha,beta
A,,-inf,inf
B,,-inf,inf
1,1,-inf,inf
2,2,-inf,1
B,1,,
5,5,1,inf
A,5,,
"""
    tree = tree_of("A:[B:[1 2] 5]")
    assert compare_log(log, tree).right
    assert not compare_log(log.replace("2,2,", "7,7,"), tree).right
    addresses = log.replace("1,1,", "1.1,1,").replace("2,2,", "1.2,2,").replace("5,5,", "2,5,")
    assert compare_log(addresses, tree).right


IN_NEGAMAX = """\
D = 5
E = 8
B = -5
F = 2
C = -2
A = 5
"""


@pytest.mark.parametrize(
    "log",
    [
        IN_NEGAMAX.replace("E = 8\nB", "...\nB"),
        IN_NEGAMAX.replace("B = -5\nF = 2", "[...]"),
        IN_NEGAMAX.replace("E = 8\nB = -5\nF = 2\nC = -2", "…"),
        IN_NEGAMAX.replace("C = -2\nA = 5", "..."),
    ],
)
def test_lines_may_be_left_out_at_dots_in_a_log_of_negamax(log: str) -> None:
    result = compare_log(log, tree_of(TREE))
    assert result.right, result.text()
    assert not compare_log(log.replace("D = 5", "D = 6"), tree_of(TREE)).right


def test_nodes_between_dots_are_not_missing_and_others_are() -> None:
    log = (
        "enter A\nenter B\nleaf D = 5\n...\nenter C (5, inf)\nleaf F = 2\nleave C = 2\nleave A = 5"
    )
    assert compare_log(log, tree_of(TREE)).right
    result = compare_log(log.replace("leaf F = 2\n", ""), tree_of(TREE))
    assert result.notes == ("It does not name F (2), where the search goes, too.",)


def test_a_log_may_lack_its_beginning() -> None:
    log = "Back in B: v=5 alpha=-inf beta=5\nC alpha=5 beta=inf\nF = 2\nC returns 2\nA returns 5"
    for text in (log, log.split("\n", 1)[1]):
        result = compare_log(text, tree_of(TREE))
        assert result.right, result.text()
        assert result.notes[-1].startswith("Its beginning is missing")
        assert not compare_log(
            text.replace("alpha=5 beta=inf", "alpha=4 beta=inf"), tree_of(TREE)
        ).right
    beginning = "A alpha=-inf beta=inf\n"
    assert not compare_log(f"{beginning}F = 2\nC returns 2\nA returns 5", tree_of(TREE)).right


@pytest.mark.parametrize(
    "log",
    [
        "enter A\nenter B\nleaf D = 5\nleave B = 5\nleave A = 5",
        "A (-inf, inf)\nB (-inf, inf)\nD = 5\nA: v = 5\nexit A: v = 5",
    ],
)
def test_a_mistake_that_comes_to_just_the_nodes_of_a_log_explains_it(log: str) -> None:
    tree = tree_of("A:[B:[D:5 E:8] C:[F:2 G:1]]")
    result = compare_log(log.replace("leave A = 5", "leave A = 5\nResult: 5"), tree)
    assert not result.right
    assert "child" in result.explanation


def test_a_child_may_stand_before_its_parent_and_the_numbers_of_that() -> None:
    log = (
        "At D: value=5\nAfter child D of B: v=5, beta=5\nAfter child E of B: v=5\nafter B of A: v=5"
    )
    assert compare_log(log, tree_of(TREE)).right
    assert not compare_log(log.replace("E of B: v=5", "E of B: v=8"), tree_of(TREE)).right


def test_what_is_a_million_times_a_leaf_is_infinity_wherever_it_is() -> None:
    log = "E (-1e9, 5) = 8\nB = 5\nC (5, 1e9)\nF = 2\nC = 2\nA = 5"
    result = compare_log(log, tree_of(TREE))
    assert result.right, result.text()


def test_the_root_s_first_window_tells_infinity_whatever_is_wrong_behind_it() -> None:
    log = """\
MAX at A alpha=-999 beta=999
MIN at C alpha=-999 beta=999
D = 5
MIN at C v=5 alpha=-999 beta=5
MAX at A v=5 alpha=5 beta=999
E = 8
MAX at A v=8 alpha=8 beta=999"""
    result = compare_log(log, tree_of("A:[B:7 C:[D:5] E:8]"))
    assert result.first_wrong is not None
    assert result.first_wrong.row.line == 2


def test_a_lone_number_beside_nodes_that_are_entered_may_be_a_depth() -> None:
    tree = tree_of("A:[B:[D:5 E:8] C:[F:2 G:1]]")
    log = "A (MAX) {0}\nB (MIN) {1}\nD = 5\nE = 8\nC (MIN) {1}\nF = 2"
    for depths in ((0, 1), (2, 1)):
        result = compare_log(log.format(*depths), tree)
        assert result.right, result.text()
        assert any("is read as its depth" in note for note in result.notes)
    assert not compare_log(log.format(5, 1), tree).right


def test_values_below_their_nodes_may_stand_behind_bullets() -> None:
    log = "* Visiting D\n* value: 5\n* Visiting E\n* value: 8"
    assert compare_log(log, tree_of(TREE)).right
    assert not compare_log(log.replace("8", "9"), tree_of(TREE)).right


def test_a_wrong_log_is_compared_where_the_levels_have_chance_below_the_tree() -> None:
    tree = parse("@levels max chance\n[0.5 2.25]").tree
    comparison = compare_log("enter root: alpha=3\nreturn root: value=7", tree)
    assert not comparison.right


@pytest.mark.parametrize("left", ["return root: value=", "Leaving root: ", "exits from the root: "])
def test_a_root_that_is_left_without_a_name_of_its_own_has_its_value_compared(left: str) -> None:
    tree = parse("[B:[3 5] C:[2 9]]").tree
    log = "enter root: alpha=-inf\nB: value=3\nC: value=2\n"
    assert "The value 3 that it prints is right." in compare_log(f"{log}{left}3", tree).notes
    assert not compare_log(f"{log}{left}7", tree).right
