"""What the readers take, and what they say to what they cannot take."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from treeexplorer.formats.catalogue import READERS, recognise
from treeexplorer.formats.foreign import FormatError, Imported, Source
from treeexplorer.notation import parse, write
from treeexplorer.tree import GameTree, Player


def imported(name: str, text: str) -> Imported:
    return READERS[name](Source(text, "given"))


def notation(name: str, text: str) -> str:
    """Return what a text reads as, in the notation on one line a tree."""
    return "; ".join(write(tree).strip() for tree in imported(name, text).trees)


GAME = 'EFG 2 R "T" { "A" "B" }\n""\n'


PIECES = (
    *("[", "]", "(", ")", "{", "}", ",", ":", ";", "=", "->", "--", '"', "'", " ", "\n", "#", "/*"),
    *("3", "-2", "0.5", "1/3", "1e400", "inf", "x", "A", "null", "true", "max", "\\", "\x1b", "…"),
    *(
        '"children":',
        '"name":',
        '"value":',
        '"player":',
        '"probability":',
        '"chance"',
        '"more":true',
    ),
    *("digraph {", "subgraph", "node", "edge", "[label=3]", "[player=chance]", "a -> b", "{a b}"),
    *("EFG 2 R", '"t" {"a" "b"}', 'p "" 1 1 "" {"L" "R"} 0', 't "" 1 "" {3 -3}', 't "" 0'),
    *('c "" 1 "" {"a" 1/2 "b" 1/2} 0', "[&player=chance]", "2 3", "1 1", "float('inf')"),
)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("json", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "[[3 12 8] [2 4 6] [14 5 2]]"),
        ("json", '[[3, 0.5], "x", null, "-inf", 1e3,]', "[[3 0.5] x ? -inf 1000.0]"),
        ("json", '{"a": [1, 2], "b": {"c": 3, "d": [4]}}', "[a:[1 2] b:[c:3 d:[4]]]"),
        ("json", '{"name": "R", "value": 6, "children": [6, 7]}', "R:6[6 7]"),
        ("json", '{"name": "left", "children": [], "value": 3}', "left:3"),
        ("json", '[{"estimate": 2, "player": "MAX", "children": [1]}, 4]', "[max~2[1] 4]"),
        ("json", '[{"children": [3], "more": true}, 4]', "[[3 ...] 4]"),
        ("json", '{"\\u0041\\ud83d\\ude00": 3}', '["A😀":3]'),
        ("json", "[1]\n[2, 3]", "[1]; [2 3]"),
        ("python", "tree = ((3, 12), (2,), [(4)], ((5, 6)))  # mine", "[[3 12] [2] [4] [5 6]]"),
        ("python", "[float('inf'), -math.inf, inf]", "[inf -inf inf]"),
        ("python", "{'a': 1, 'b': None}", "[a:1 b:?]"),
        ("parentheses", "(((3)(6)(-2))((6)(4)(10)))", "[[3 6 -2] [6 4 10]]"),
        ("parentheses", "((3 6 -2) (6, 4, 10))", "[[3 6 -2] [6 4 10]]"),
        ("parentheses", "((3 (4) 5) ((6)))", "[[3 4 5] [6]]"),
        ("parentheses", "(3)", "3"),
        ("leaves", "2 3\n3 12 8 2 4 6 14 5 2", "[[3 12 8] [2 4 6] [14 5 2]]"),
        ("leaves", "20 1 7", "[" * 20 + "7" + "]" * 20),
        ("newick", "((3,12,8)A,(2,4,6)B)R;", "R:[A:[3 12 8] B:[2 4 6]]"),
        ("newick", "[a comment]('it''s=3',(L1=4,x)6);", "[it's:3 6[L1:4 x]]"),
        ("newick", "(3:0.25,4:3/4)A[&player=chance];", "@levels chance\nA:[0.25*3 0.75*4]"),
        ("newick", "('6==3',(4)'7=')'8=';", '"8":["6=":3 "7":[4]]'),
        (
            "efg",
            GAME + 'p "" 1 1 "" { "L" "2" } 0\nt "" 1 "" { 3, -3 }\nt "z" 2 "" { -.5 1/2 }',
            "@title T\n[L:3 z:-0.5]",
        ),
        ("efg", GAME + 'p "" 2 1 "" { "1" "2" } 0 t "" 1 "" {4 -4} t "" 1', "@title T"),
        (
            "efg",
            GAME + 'c "" 1 "" { "1" 1/3 "2" 2/3 } 0 t "" 0 t "" 1 "" {1 -1}',
            "@title T\n@levels chance\n[1/3*0 2/3*1]",
        ),
        (
            "dot",
            (
                'digraph { A -> B; A -> C; B -> b1; B -> b2; b1 [label=3]; b2 [label="L2\\n-4"]; '
                'C [label="C = 7"] }'
            ),
            "A:[B:[3 L2:-4] C:7]",
        ),
        (
            "dot",
            'graph { node [shape=triangle]; r -- {a b}; a -- {3 "4"}; b [label="…"] }',
            "@levels max\nr:[a:[3 4] ...]",
        ),
        (
            "dot",
            (
                'digraph { c [player=chance]; c -> d [label=0.25]; c -> e [label="3/4"]; '
                "d [label=1] "
                "e [label=2] }"
            ),
            "@levels chance\nc:[0.25*1 0.75*2]",
        ),
        (
            "dot",
            (
                "digraph { A -> B [label=left]; A -> C; A -> D [style=invis]; D [label=9]; A -> D;"
                ' A [label="MIN\\n6"]; B [label=3]; C [label=<<b>4</b>>] }'
            ),
            "@levels min max\n6[left:3 4 9]",
        ),
    ],
)
def test_reads(name: str, text: str, expected: str) -> None:
    assert notation(name, text).startswith(expected)


@pytest.mark.parametrize(
    ("name", "text", "place", "message"),
    [
        ("json", "", (1, 1), "there is no tree here"),
        ("json", "[[3, 12]", (1, 1), "the [ opened here is never closed"),
        ("json", "[3, 12]]", (1, 8), "this ] closes nothing"),
        ("json", "[3,, 8]", (1, 4), "a value is missing before this comma"),
        ("json", "[3 12]", (1, 4), "a comma is missing before 12"),
        ("json", "[3,\n []]", (2, 2), "a node needs at least one child"),
        ("json", "[3, true]", (1, 5), "true is not a value"),
        ("json", "[3, 1e400]", (1, 5), "1e400 is too large"),
        ("json", '["a]', (1, 2), "this quotation mark is never closed"),
        ("json", '{"a" 3}', (1, 6), "a colon is missing after “a”"),
        ("json", "{3: 4}", (1, 2), "a key stands in quotes"),
        ("json", '{"a":}', (1, 6), "the key “a” has no value"),
        ("json", '{"children": 3}', (1, 14), "“children” is a list"),
        ("json", '{"player": "red", "children": [3]}', (1, 12), "“red” is no player"),
        (
            "json",
            '{"player": "chance", "children": [3, 4], "more": true}',
            (1, 1),
            "the children of a chance node must all be drawn",
        ),
        ("python", "(3]", (1, 3), "this ] closes the ( of line 1"),
        ("python", "f(3)", (1, 1), "f is not a value"),
        ("parentheses", "((3)", (1, 1), "the ( opened here is never closed"),
        ("parentheses", "(3))", (1, 4), "this ) closes nothing"),
        ("parentheses", "((3)())", (1, 5), "this pair of parentheses is empty"),
        ("parentheses", "((x))", (1, 3), "x is not a number"),
        ("parentheses", "3 (4)", (1, 1), "this number stands outside all parentheses"),
        ("leaves", "2 3\n1 2", (2, 3), "makes 9 leaves, but 2 follow"),
        ("leaves", "2 2 1 2 x 3", (1, 9), "x is not a number"),
        ("leaves", "0 2 1", (1, 1), "0 is neither a depth nor a branching factor"),
        ("leaves", "99999 99999 3", (1, 13), "makes more than 50,000,000 leaves"),
        ("newick", "((1,2);", (1, 1), "the ( opened here is never closed"),
        ("newick", "(1,2))a;", (1, 6), "this ) stands outside all parentheses"),
        ("newick", "(1,,2);", (1, 4), "a leaf is missing before this ,"),
        ("newick", "(1 2);", (1, 2), "a comma is missing between these numbers"),
        ("newick", "(1,2)", (1, 6), "the tree is not ended by ;"),
        ("newick", "(a,b);", (1, 1), "no leaf of this tree has a number as its label"),
        ("newick", "(3:,4);", (1, 4), "a branch length is missing after the colon"),
        ("newick", "((1,2)(3,4));", (1, 7), "a comma is missing before this ("),
        ("newick", "('a,2);", (1, 2), "this quotation mark is never closed"),
        ("efg", "NFG 1 R", (1, 1), "an .efg file begins with EFG 2 R"),
        ("efg", 'EFG 2 R "x" { "a" } t "" 0', (1, 13), "this game has 1 player;"),
        ("efg", GAME + 't "" 1 "" {1 1}', (3, 12), "the payoffs 1 and 1 do not add up to 0"),
        ("efg", GAME + 't "" 1 "" {1/3 -1/3}', (3, 12), "the payoff 1/3 is not a decimal number"),
        ("efg", GAME + 'p "" 1 1 "" {"L"} 1 "" {1 -1} t "" 0', (3, 25), "pays on the way"),
        (
            "efg",
            GAME + 'p "" 1 1 "" {"L" "R"} 0\np "" 2 1 "" {"a"} 0 t "" 0\np "" 2 1 "" {"a"} 0',
            (5, 8),
            "player 2 cannot tell this node from the one in line 4",
        ),
        ("efg", GAME + 'p "" 1 1 "" {"L" "R"} 0 t "" 0', (3, 31), "not the end of the file"),
        ("efg", GAME + 'c "" 1 "" {"a" 0.5 "b" 0.6} 0 t "" 0 t "" 0', (3, 1), "add up to 1.1"),
        ("dot", "digraph { a -> b; c -> b }", (1, 21), "the node “b” has two parents, “a” and “c”"),
        ("dot", "digraph { a -> b b -> a }", (1, 11), "this graph has no root"),
        ("dot", "digraph { a -> 1 b -> 2 }", (1, 18), "a tree has one root, but no edge leads to"),
        ("dot", "digraph { a -> 1 b -> c c -> b }", (1, 18), "go round in a circle"),
        ("dot", "digraph { 1 -> 2; 1 -> 3 }", (1, 16), "the leaf “2” has no label"),
        ("dot", "digraph { a -> b", (1, 17), "the end of the file does not belong here"),
        ("dot", 'digraph { a [label="x }', (1, 20), 'what this " opens is never closed'),
        ("dot", "digraph { a -> b }", (1, 11), "no leaf of this tree has a number as its label"),
    ],
)
def test_says_what_is_wrong_and_where(
    name: str, text: str, place: tuple[int, int], message: str
) -> None:
    with pytest.raises(FormatError) as found:
        imported(name, text)
    (problem,) = found.value.problems
    assert message in problem.message
    assert (problem.line, problem.column) == place
    assert problem.file == "given"


def test_the_first_player_of_gambit_is_max() -> None:
    text = GAME + 'p "" 2 1 "" { "1" "2" } 0 t "" 1 "" {4 -4} t "" 1'
    (tree,) = imported("efg", text).trees
    assert tree.player(0) is Player.MIN
    assert tree.leaf_values() == [None, 4, 4]


@pytest.mark.parametrize("name", ["json", "newick", "dot"])
def test_control_characters_in_names_are_made_visible(name: str) -> None:
    evil = "a\x1b[31m\u202eb"
    texts = {
        "json": '{"name": "a\\u001b[31m\\u202eb", "children": [3]}',
        "newick": f"(3)'{evil}';",
        "dot": f'digraph {{ r [label="{evil}"]; r -> 3 }}',
    }
    (tree,) = imported(name, texts[name]).trees
    assert tree.names == {0: "a␛[31m�b"}


def test_errors_quote_the_text_made_safe() -> None:
    with pytest.raises(FormatError) as found:
        imported("json", "[3, \x1b]")
    assert "\x1b" not in str(found.value)
    assert "␛ does not belong into a nested list" in str(found.value)


def test_what_is_left_out_is_said() -> None:
    assert imported("newick", "(3:1,4:2)A:0;").notices == (
        "branch lengths (3) mean nothing in a game tree: left out",
    )
    assert imported("json", '{"children": [3], "color": 1, "size": 2}').notices == (
        "keys that say nothing about a game tree were left out: “color”, “size”",
    )


def test_windows_line_ends_and_a_byte_order_mark_are_fine() -> None:
    assert imported("json", "\ufeff[3,\r\n4]").trees == (parse("[3 4]"),)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("json", "[" * 100_000),
        ("json", '{"a":' * 100_000),
        ("parentheses", "(" * 100_000),
        ("newick", "(" * 100_000),
        ("dot", "digraph {" + "{" * 50_000),
    ],
)
def test_deep_nesting_that_is_never_closed_is_refused_in_a_sentence(name: str, text: str) -> None:
    with pytest.raises(FormatError):
        imported(name, text)


def test_a_payoff_too_long_for_a_decimal_is_refused() -> None:
    text = GAME + f't "" 1 "" {{{"9" * 400}.5 -{"9" * 400}.5}}'
    with pytest.raises(FormatError, match="is not a decimal number"):
        imported("efg", text)


@pytest.mark.parametrize("name", sorted(READERS))
@settings(max_examples=150, deadline=None)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=14))
def test_no_text_leads_to_anything_but_trees_or_a_sentence(name: str, pieces: list[str]) -> None:
    trees: tuple[GameTree, ...] = ()
    with contextlib.suppress(FormatError):
        trees = imported(name, "".join(pieces)).trees
    for tree in trees:
        assert len(parse(write(tree))) == len(tree)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("json", "a=" * 200_000),
        ("json", "[" + '{"a":' * 100_000),
        ("json", '"' + "\\" * 300_000),
        ("newick", "(" * 100_000 + ",=" * 50_000),
        ("newick", "'" * 100_001),
        ("dot", "digraph {" + "a {" * 20_000),
        ("dot", 'digraph { a [label="b' + " " * 300_000 + 'c"]; a -> d }'),
        ("dot", "digraph { a [label=" + "<" * 100_000 + "]}"),
        ("leaves", "1 1 " + "1" * 300_000),
        ("efg", GAME + 't "" 1 "" {' + "1 " * 100_000),
    ],
)
def test_what_is_meant_to_take_long_does_not(name: str, text: str) -> None:
    recognise(text)
    with pytest.raises(FormatError):
        imported(name, text)
