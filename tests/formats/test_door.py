"""The door: which syntax a text is in, what is said of it, and what is refused by which words."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.reading import notation, opened, problem
from tests.laws import examples
from tests.pace import takes_in_proportion
from treeexplorer.formats import read_trees
from treeexplorer.formats.labels import LabelParts, parse_label
from treeexplorer.notation import Exercise, NotationError, parse, parse_all, write
from treeexplorer.tree import Player

PIECES = (
    *("[", "]", "(", ")", "{", "}", ",", ":", ";", "=", "->", "--", '"', "'", " ", "\n", "#", "/*"),
    *("3", "-2", "0.5", "1/3", "1e400", "inf", "x", "A", "null", "true", "max", "\\", "\x1b", "…"),
    *('"children":', '"name":', '"value":', '"player":', '"probability":', '"chance"'),
    *('"more":true', "tree = ", "Node(", "children=", "'A'", "digraph ", "\\Tree ", "\t", "."),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "[[3 12 8] [2 4 6] [14 5 2]]"),
        ("<=3[3 4]", "<=3[3 4]"),  # a bound at the root, and no tag of XML
        ('[[3, 0.5], "x", null, "-inf", 1e3]', "[[3 0.5] x ? -inf 1000.0]"),
        ('{"a": [1, 2], "b": {"c": 3, "d": [4]}}', "[a:[1 2] b:[c:3 d:[4]]]"),
        ('{"name": "R", "value": 6, "children": [6, 7]}', "R:6[6 7]"),
        ('{"children": [{"name": "left", "children": [], "value": 3}, 4]}', "[left:3 4]"),
        ('[{"estimate": 2, "player": "MIN", "children": [1]}, 4]', "[~2[1] 4]"),
        ('[{"children": [3], "more": true}, 4]', "[[3 ...] 4]"),
        ('{"children": [{"\\u0041\\ud83d\\ude00": 3}, 4]}', '["A😀":3 4]'),
        ('{"name": "a\\u001b[31m\\u202eb", "children": [3]}', '"a␛[31m�b":[3]'),
        ('{"a": {"children": [1]}}\n{"b": {"children": [2, 3]}}', "a:[1]; b:[2 3]"),
    ],
)
def test_reads(text: str, expected: str) -> None:
    assert notation(text) == expected


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('{"a": [3, 12}', (1, 13), "this is not JSON: expecting ',' delimiter"),
        ('{"a": [3,,\n 8]}', (1, 10), "this is not JSON: expecting value"),
        ('{"children": [3, []]}', None, "at 2: a node needs at least one child"),
        ('{"children": [3, true]}', None, "at 2: true is not a value"),
        ('{"children": [3, {"b": [4, NaN]}]}', None, "at 2.2: nan is not a value"),
        ('{"children": [3, 1e400]}', None, "at 2: 1e400 is too large"),
        (f'{{"children": [3, {"9" * 5_000}]}}', None, "at 2: a number has at most 300 digits"),
        ('{"a": 1, "a": 2}', (1, 10), "the key “a” stands twice in one record"),
        (
            '{"player": "chance", "children": [{"probability": 2, "value": 3}]}',
            None,
            "at root: probabilities add up to 2",
        ),
        (
            '{"player": "chance", "children": [3, 4], "more": true}',
            None,
            "at root: the children of a chance node must all be drawn",
        ),
    ],
)
def test_says_what_is_wrong_and_where(
    text: str, place: tuple[int, int] | None, message: str
) -> None:
    found = problem(text)
    assert message in found.message
    assert (found.line, found.column) == (place or (None, None))
    assert found.file == "given"


def test_what_nests_deep_is_read() -> None:
    deep = 15_000  # later Pythons nest JSON 10,000 deep
    chain = parse("[" * deep + "3" + "]" * deep).tree
    assert opened('{"children":[' * deep + "3" + "]}" * deep).exercises[0].tree == chain
    assert opened("tree = " + "[" * deep + "3" + "]" * deep).exercises[0].tree == chain


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "tree = [[3, 12], [2, 4]]",
            "read as Python: a tree with 4 leaves; MAX first, since nothing says who moves",
        ),
        (
            '{"A": {"type": "min", "children": [3], "color": 1}}',
            'read as JSON: A with 1 leaf; left out: "color"',
        ),
        (
            '[{"children": [3]}, {"children": [4]}]',
            "read as JSON: 2 trees; MAX first, since nothing says who moves",
        ),
    ],
)
def test_what_was_understood_is_said(text: str, line: str) -> None:
    assert opened(text).read_as == line
    assert {exercise.read_as for exercise in opened(text).exercises} == {line}


def test_of_the_notation_nothing_is_said() -> None:
    assert opened("[[3 12] [2 4]]").remarks == ()


def test_windows_line_ends_and_a_byte_order_mark_are_fine() -> None:
    assert opened('\ufeff{"children": [3,\r\n4]}').exercises == (parse("[3 4]"),)


def test_an_assignment_is_no_second_tree() -> None:
    for text in ("tree = [[3, 12], [2, 4]", "x = 3 + 4", "int t[2] = {3, 4"):
        assert "second tree" not in str(problem(text))


def test_probabilities_are_judged_by_the_players_of_an_option() -> None:
    levels = (Player.MAX, Player.CHANCE)
    for text in ("[[0.5*4 0.5*8] 5]", '{"a": [{"p": 0.5, "value": 4}, {"p": 0.5, "value": 8}]}'):
        with pytest.raises(NotationError, match="probability stands only"):
            read_trees(text)
    (exercise,) = read_trees("[[0.5*4 0.5*8] 5]", levels=levels).exercises
    assert list(exercise.tree.probabilities) == [2, 3]


# -- other readings of the notation ------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("[5 [5 [5] [8]] [2 [2] [6]]]", "`5[5[5 8] 2[2 6]]`"),
        ("[A [B [5] [8]] [C [2] [6]]]", "`A:[B:[5 8] C:[2 6]]`"),
        ("[.5 [.5 5 8 ] [.2 2 6 ] ]", "`5[5[5 8] 2[2 6]]`"),
        ("[3 5 6 9]", "`[[3 5] [6 9]]`"),
        ("[3 5 6 9 1 2 0 -1]", "`[[[3 5] [6 9]] [[1 2] [0 -1]]]`"),
    ],
)
def test_a_look_alike_is_printed_beside_what_the_notation_says(text: str, reading: str) -> None:
    found = opened(text)
    assert found.exercises == parse_all(text)
    assert reading in " ".join(found.notices)


@pytest.mark.parametrize(
    "text", ["[[3 12] [2 4]]", "[3 5 6]", "[3 5]", "[3 [4 5]]", "[[5] [6]]", "3"]
)
def test_other_trees_look_like_nothing_else(text: str) -> None:
    assert opened(text).notices == ()


def test_trees_whose_leaves_name_the_others_are_not_joined_and_it_is_said() -> None:
    found = opened("a: [b, c]\nb: [3, 5]\nc: [2, 9]")
    assert len(found.exercises) == 3
    assert "not joined" in found.notices[0]


@pytest.mark.parametrize(
    "text",
    [
        "[[0,1,0],[2,1,0],[0,0,2]]",
        "x = [[0, 1, 0], [-1, 1, 0], [0, 0, -1]]",
        "[[1 2 3] [4 0 5] [6 7 8]]",
    ],
)
def test_a_notice_says_that_a_tree_may_be_the_board_of_a_game(text: str) -> None:
    assert opened(text).notices == (
        "three rows of three numbers may be the board of a game; they are read as a tree",
    )


@pytest.mark.parametrize(
    "text",
    [
        "[[3,12,8],[2,4,6],[14,5,2]]",
        "[[1,0,1],[0,1,1],[-1,0,1]]",  # MAX wins five games and MIN one
        "min[[0,1,0],[2,1,0],[0,0,2]]",
        "[A:[0,1,0],[2,1,0],[0,0,2]]",
        "[[0,1,0],[2,1,0],[0,2]]",
    ],
)
def test_no_notice_says_so_of_other_trees(text: str) -> None:
    assert opened(text).notices == ()


# -- formats that are not read -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "hint"),
    [
        ("((5,8)B,(2,6)C)A;", "Newick", "A:[B:[5 8] C:[2 6]]"),
        ("((5,8)B,(2,6),4)A;", "Newick", "A:[B:[5 8] [2 6] 4]"),
        ("Node [Node [Leaf 5,Leaf 8],Node [Leaf 2,Leaf 6]]", "Haskell", "[[5 8] [2 6]]"),
        ("let t = Node (Node (Leaf 5, Leaf 8), Leaf 2)", "OCaml", "[[5 8] 2]"),
        ("let t = [[3; 5]; [2; -9]];;", "a list of OCaml", "[[3 5] [2 -9]]"),
        ("[[3; 5]\n [2; 9]]", "a list of OCaml or F#", "[[3 5] [2 9]]"),
        ("max(min(leaf(d,5),leaf(e,8)),min(3,4)).", "Prolog", "max[min[d:5 e:8] min[3 4]]"),
        ("A (MAX)\n├── B (MIN)\n│   ├── 5\n│   └── 8\n└── 2", "drawing", "A:max[B:min[5 8] 2]"),
        ("A\n  B\n    5\n    8\n  C\n    2", "outline", "A:[B:[5 8] C:[2]]"),
        ('<node><leaf value="3"/></node>', "XML", "[3]"),
        ('EFG 2 R "x" { "1" "2" }', "Gambit", "JSON"),
        ("A:\n  children:\n    - 5\n    - 8\n", "YAML", "A:[5 8]"),
    ],
)
def test_a_refusal_names_the_format(text: str, name: str, hint: str) -> None:
    found = problem(text)
    assert name in found.message
    assert hint in str(found.hint)


@pytest.mark.parametrize(
    "text", ["digraph G {}", "graph TD", "edges = []", '{"nodes": [], "edges": []}']
)
def test_a_graph_without_nodes_is_refused(text: str) -> None:
    assert "this graph has no node" in problem(text).message


def test_slips_of_the_notation_are_said_of_the_notation_alone() -> None:
    assert "never closed" in problem("[[3 12] [2 4]").message
    assert "wrong kind of bracket" in problem("[3 12 8}").message
    assert "not JSON" in problem('{"children": [3, 4}').message
    assert "never closed" in problem("[[3 12 8; [2 4]]").message
    for text in ("[[3 12; 8] [2 4]]", "[[3 12]; [2 4]]", "[[3; 5] [2 ...]]"):
        assert "`;` is not part of the notation" in problem(text).message, text


# -- hostile texts -----------------------------------------------------------------------------


@examples(300)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=14))
def test_no_text_leads_to_anything_but_trees_or_a_sentence(pieces: list[str]) -> None:
    exercises: tuple[Exercise, ...] = ()
    with contextlib.suppress(NotationError):
        exercises = opened("".join(pieces)).exercises
    for exercise in exercises:
        assert len(parse(write(exercise)).tree) == len(exercise.tree)


@pytest.mark.parametrize(
    ("beginning", "unit"),
    [
        ("", "a"),
        ("", "minimax("),
        ("", "minimax(a,"),
        ("x = [1, 2];", "a."),
        ("x = [1, 2];", "a->"),
        ("x = [1, 2];", "/*"),
        ("x = [1, 2];", '\\"'),
        ("x = [1, 2];", "\n"),
        ('{"a":', "\r\n"),
        ("(A ", ","),
        ("[", ";"),
        ("", "f(a){b=[1];} c=[1];\n"),
    ],
)
def test_what_goes_on_and_on_takes_time_in_proportion(beginning: str, unit: str) -> None:
    def reading(length: int) -> Callable[[], None]:
        text = beginning + unit * (length // len(unit))

        def read() -> None:
            with contextlib.suppress(NotationError):
                opened(text)

        return read

    assert takes_in_proportion(6, reading(10_000), reading(30_000))


@pytest.mark.parametrize(
    "call", ["minimax(tree)", "ai.alpha_beta(tree, -inf, inf)", "best_move(tree, depth=2)"]
)
def test_a_tree_that_a_program_searches_is_the_tree(call: str) -> None:
    assert notation(f"tree = [[3, 12], [2, 4]]\nresult = {call}") == "[[3 12] [2 4]]"


def test_a_searched_list_with_two_readings_is_not_passed_over_for_another_list() -> None:
    program = "other = [[3, 5], [2, 9]]\nmine = [['A', 3], 8]"
    assert notation(program) == "[[3 5] [2 9]]"
    assert "two readings" in str(problem(f"{program}\nprint(minimax(mine))"))


@pytest.mark.parametrize(
    "made", ["b = [2, 4]\ntree = joined(a, b)", "tree = mirrored(a)", "tree = Tree.of(a)"]
)
def test_a_tree_of_which_a_program_makes_another_is_not_the_tree(made: str) -> None:
    assert "nothing of a file is run" in str(problem(f"a = [3, 12]\n{made}"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = [1, 2]\na += a", "none is the whole tree"),
        ("a = [1, 2]\na += [a]", "none is the whole tree"),
        ("r = Node('r')\nr.left = r", "none is the whole tree"),
        ("a = Node('a')\nb = Node('b')\na.add_child(b)\nb.add_child(a)", "none is the whole tree"),
        ("t = {'A': [3, 4]}\nt[['B']] = [5]", "“t” may be changed here"),
        ("t = {'A': [3, 4]}\nt[Node(1)] = [5]", "“t” may be changed here"),
        ("g = nx.DiGraph()\ng.add_edges_from(3)", "a tree may be changed here"),
        ("g = nx.DiGraph()\ng.add_nodes_from(3)", "a tree may be changed here"),
        ("g = nx.DiGraph(5)", "is a function"),
        ("x = dict([3])", "nothing of a file is run"),
        ("x = dict([[[1], 2]])", "nothing of a file is run"),
        ("x = dict(5)", "nothing of a file is run"),
    ],
)
def test_a_program_that_python_would_not_run_or_that_goes_round_is_refused(
    text: str, told: str
) -> None:
    assert told in str(problem(text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"nodes": -5, "edges": [[1, 2]]}', "nodes stand in a list, or under their names"),
        ('{"nodes": ["A", "B"], "edges": [["A", -1]]}', "there are two roots"),
        ('[{"from": -5, "to": "3"}]', "numbers are names here"),
    ],
)
def test_a_negative_number_is_no_position_and_no_list_of_nodes(text: str, told: str) -> None:
    assert told in str(problem(text))


@pytest.mark.parametrize(
    ("children", "expected"),
    [("(a, b)", "r:[3 12 5]"), ("[a, b]", "r:[3 12 5]"), ("a", "r:[3 5]")],
)
def test_a_node_that_names_its_parent_comes_behind_the_children_written_there(
    children: str, expected: str
) -> None:
    first = f"a = Node(3)\nb = Node(12)\nr = Node('r', children={children})"
    if "b" not in children:
        first = first.replace("b = Node(12)\n", "")
    assert notation(f"{first}\nc = Node(5)\nc.parent = r") == expected


def test_all_signs_before_a_number_of_python_count() -> None:
    assert notation("x = [--2.5, -+3, -(-4), +5]") == "[2.5 -3 4 5]"


@pytest.mark.parametrize(
    "text",
    [
        "a=" * 60_000,
        "[" + '{"a":' * 10_000,
        '"' + "\\" * 90_000,
        "(" * 30_000,
        "( " * 30_000 + "3" + ")" * 5,
        "x = " + "-" * 30_000 + "1",
        "x = " + "1+" * 30_000 + "1",
        "x = " + "a." * 30_000 + "b",
        "x = " + "a." * 2_500 + "b",
        "x = " + "-" * 2_500 + "a",
        "x = [" + "9" * 5_000 + "]",
        "x = " + "f(" * 150 + ")" * 150,
        "\\Tree " + "[.A " * 10_000,
        "x = 'a\\" * 50_000,
        "vector<int> " * 20_000,
    ],
    ids=range(15),
)
def test_what_is_meant_to_take_long_does_not(text: str) -> None:
    with pytest.raises(NotationError):
        read_trees(text)


@pytest.mark.parametrize("filling", [" ", "a, ", "(1)", "A (MAX): "])
def test_a_long_line_of_a_label_is_a_name(filling: str) -> None:
    line = f"A{filling * 2_000}B"
    assert parse_label(line) == LabelParts(line)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("tree = {‘A’: [3, 5]}", "straight quotes"),
        ("{“a”: 3, “b”: 5}", "straight quotes"),
        ("digraph { A -> B; B [label=“5”] }", "straight quotes"),
        ("[[3,\u200b5],[2,9]]", "type it anew"),
        ("tree = [[3,\u200b5], [2, 9]]", "type the line anew"),
        ("def f():\n\u00a0\u00a0return 1\ntree = [[3, 5], 2]", "plain spaces"),
    ],
)
def test_signs_of_word_processors_are_named(text: str, hint: str) -> None:
    assert hint in str(problem(text).hint)


@pytest.mark.parametrize("answer", ["A: 3", "A: [3, inf]", "root: 3"])
def test_an_answer_beside_the_tree_is_told_where_it_stands(answer: str) -> None:
    (notice,) = opened(f"[[3 12] [2 4]]\n{answer}").notices
    name = answer.partition(":")[0]
    assert "has the name of a node of tree 1; what is answered stands in that tree," in notice
    assert notice.endswith(f"before the node's bracket, as {name}:3[…]")


@pytest.mark.parametrize("text", ["[[3 12] [2 4]]\nA:[3 12 8]", "A: 3\n[[3 12] [2 4]]"])
def test_a_tree_with_the_name_of_a_node_may_be_a_tree(text: str) -> None:
    assert not any("has the name of a node" in notice for notice in opened(text).notices)


def test_a_leaf_beside_trees_is_named() -> None:
    notices = opened("[[3, 5], [2, 9]]\nValue: 3").notices
    assert "tree 2 of 2 is one leaf, `Value:3`; a line that is no tree begins with #" in notices
    assert not opened("[3 5]\n[2 9]").notices
