"""Shapes: many ways in which people keep one tree, each with the tree that is meant.

The expectations are written by hand in the notation.
"""

from __future__ import annotations

from array import array
from typing import Any

import pytest

import treeexplorer as te
from tests.formats.reading import notation, opened, problem

WORDS_FOR_VALUES = (
    *("value", "val", "score", "utility", "payoff", "eval", "heuristic", "data", "size"),
    *("Value", "SCORE", "Payoff"),
)
WORDS_FOR_CHILDREN = (
    *("children", "child", "kids", "nodes", "successors", "succs", "moves", "branches"),
    *("Children", "KIDS", "child_ren"),
)
WORDS_FOR_NAMES = ("name", "label", "id", "key", "title", "state", "move", "Name")


def tree_of(objects: Any) -> str:
    """Return the tree of plain objects, in the notation on one line."""
    return " ".join(te.from_nested(objects).export("tree").split())


@pytest.mark.parametrize("word", WORDS_FOR_VALUES)
def test_words_for_values(word: str) -> None:
    assert tree_of({"children": [{word: 3}, {word: "-inf"}, {word: 0.5}]}) == "[3 -inf 0.5]"


@pytest.mark.parametrize("word", WORDS_FOR_CHILDREN)
def test_words_for_children(word: str) -> None:
    assert tree_of({word: [{word: [3, 4]}, {"value": 5, word: []}]}) == "[[3 4] 5]"


@pytest.mark.parametrize("word", WORDS_FOR_NAMES)
def test_words_for_names(word: str) -> None:
    assert tree_of({word: "A", "children": [{word: "B", "value": 3}, 5]}) == "A:[B:3 5]"


@pytest.mark.parametrize(
    ("key", "of_max", "of_min"),
    [
        ("player", "max", "min"),
        ("type", "MAX", "MIN"),
        ("role", "Max node", "min_node"),
        ("turn", "maximizer", "minimizer"),
        ("isMax", True, False),
        ("is_max", True, False),
        ("maximizing", True, False),
        ("maximizingPlayer", True, False),
        ("isMin", False, True),
        ("player", "▲", "▽"),
    ],
)
def test_words_for_players(key: str, of_max: Any, of_min: Any) -> None:
    leaf = {"value": 3}
    usual = {key: of_max, "children": [{key: of_min, "children": [leaf]}, leaf]}
    turned = {key: of_min, "children": [{key: of_max, "children": [leaf]}, leaf]}
    twice = {key: of_max, "children": [{key: of_max, "children": [leaf]}, leaf]}
    assert tree_of(usual) == "[[3] 3]"
    assert tree_of(turned) == "min[max[3] 3]"
    assert tree_of(twice) == "[max[3] 3]"


@pytest.mark.parametrize(
    ("objects", "meant"),
    [
        # Nested lists, as the notation has them.
        ([[3, 12, 8], [2, 4]], "[[3 12 8] [2 4]]"),
        (((3, 12), (2, 4)), "[[3 12] [2 4]]"),
        ([[3, "x"], [2, None]], "[[3 x] [2 ?]]"),
        ([[3, "12"], ["-∞", 4]], "[[3 12] [-inf 4]]"),
        (array("i", [3, 4, 5]), "[3 4 5]"),
        # A record a node.
        ({"value": 0, "children": [{"value": 3}, {"value": 0, "children": [4]}]}, "[3 [4]]"),
        ({"value": 7, "children": [{"value": 3}, {"value": 0, "children": [4]}]}, "7[3 0[4]]"),
        ({"value": None, "children": [3, 4]}, "[3 4]"),
        ({"value": float("-inf"), "children": [3, 4]}, "[3 4]"),
        ({"left": {"left": 3, "right": 4}, "right": 5}, "[[3 4] 5]"),
        ({"val": 1, "left": {"val": 3}, "right": None}, "1[3]"),
        ({"name": "MAX", "children": [{"name": "MIN", "children": [3]}, 4]}, "max[min[3] 4]"),
        ({"name": "A", "children": [{"name": "x"}]}, "A:[x:?]"),
        ({"name": "7", "children": [{"name": "3"}, {"name": "7"}]}, "7[3 7]"),
        (
            {"type": "chance", "children": [{"p": 0.5, "value": 3}, {"p": "1/2", "value": 5}]},
            "chance[0.5*3 0.5*5]",
        ),
        ({"children": [{"weight": 1, "value": 3}, {"weight": 1, "value": 5}]}, "[3 5]"),
        # Children by name.
        ({"A": {"B": {"D": 5, "E": 8}, "C": {"F": 2, "G": 6}}}, "A:[B:[D:5 E:8] C:[F:2 G:6]]"),
        ({"B": {"D": 5, "E": 8}, "C": 2}, "[B:[D:5 E:8] C:2]"),
        ({"A": {"B": [5, 8], "C": [2, 6]}}, "A:[B:[5 8] C:[2 6]]"),
        ({"A": {"children": [{"B": {"data": 5}}, "7"]}}, "A:[B:5 7]"),
        # Successors by name.
        ({"A": ["B", "C"], "B": [5, 8], "C": [2, 6]}, "A:[B:[5 8] C:[2 6]]"),
        ({"A": ["B", "C"], "B": 5, "C": 8}, "A:[B:5 C:8]"),
        ({"A": ["B", "C"], "B": [5], "C": [8, 9]}, "A:[B:5 C:[8 9]]"),
        ({"A": ("B", 7), "B": ("C", 7), "C": 1}, "A:[B:[C:1 7] 7]"),
        ({1: [2, 3], 2: 5, 3: 8}, '"1":["2":5 "3":8]'),
        ({"graph": {0: [1, 2], 1: [3]}, "v": {2: 9, 3: 5}}, '"0":["1":["3":5] "2":9]'),
        ({"graph": {"A": ["B", "C"]}, "values": {"B": 5, "C": 8}}, "A:[B:5 C:8]"),
        ({"root": "A", "tree": {"A": ["B"], "B": [1, 2]}}, "A:[B:[1 2]]"),
        ({"A": {"children": ["B", "C"]}, "B": {"value": 5}, "C": {"value": 8}}, "A:[B:5 C:8]"),
        ({"A": {"a1": "B", "a2": "C"}, "B": 5, "C": 8}, "A:[B:5 C:8]"),
        ({"B": [5, 8], "A": ["B", "C"], "C": 2}, "A:[B:[5 8] C:2]"),
        # Nodes and edges.
        (
            {"nodes": [{"id": 1, "label": "A"}, {"id": 2, "label": "5"}, {"id": 3, "label": "8"}],
             "edges": [{"from": 1, "to": 2}, {"from": 1, "to": 3}]},
            "A:[5 8]",
        ),
        (
            {"nodes": [{"name": "A"}, {"name": "B", "value": 5}, {"name": "C", "value": 8}],
             "links": [{"source": 0, "target": 1}, {"source": 0, "target": 2}]},
            "A:[B:5 C:8]",
        ),
        (
            {"elements": {"nodes": [{"data": {"id": "a"}}, {"data": {"id": "b", "score": 5}}],
                          "edges": [{"data": {"source": "a", "target": "b"}}]}, "data": []},
            "a:[b:5]",
        ),
        (
            [{"id": "A", "parent": None}, {"id": "B", "parent": "A", "value": 5},
             {"id": "C", "parentId": "A", "value": 8}],
            "A:[B:5 C:8]",
        ),
        ([("A", "B"), ("A", "C"), ("B", 5), ("B", 8), ("C", 2)], "A:[B:[5 8] C:[2]]"),
        # Ids that number the nodes are no values; other numbers without a value are.
        ({"id": 1, "children": [{"id": 2}, {"id": 3}]}, '"1":["2":? "3":?]'),
        ({"nodes": [{"id": 0}, {"id": 2}, {"id": 1}],
          "edges": [{"from": 0, "to": 1}, {"from": 0, "to": 2}]}, '"0":["1":? "2":?]'),
        ({"id": "A", "children": [{"id": 5}, {"id": 8}]}, "A:[5 8]"),
        ({"type": "chance", "children": [{"p": "25%", "value": 3}, {"p": "75 %", "value": 5}]},
         "chance[0.25*3 0.75*5]"),
        # A label first.
        (["A", ["B", 5, 8], ["C", 2, 6]], "A:[B:[5 8] C:[2 6]]"),
        (["A", ["B", ("D", 5), ("E", 8)], ["C", ("F", 2)]], "A:[B:[D:5 E:8] C:[F:2]]"),
        (["max", ["min", 5, 8], ["min", 2, 6]], "max[min[5 8] min[2 6]]"),
        (("max", [("min", [5, 8]), ("min", [2, 6])]), "max[min[5 8] min[2 6]]"),
        (["A", [["B", [5, 8]], ["C", [2, 6]]]], "A:[B:[5 8] C:[2 6]]"),
        ([0, [[0, [[5, []], [8, []]]], [0, [[2, []], [6, []]]]]], "[[5 8] [2 6]]"),
        ([3, [[3, [[5, None], [3, None]]], [2, None]]], "3[3[5 3] 2]"),
        ([5, [5, [5], [8]], [2, [2], [6]]], "5[5[5 8] 2[2 6]]"),
        # A wrapper.
        ({"title": "small", "tree": [[3, 4], 5]}, "@title small [[3 4] 5]"),
        ({"version": 2, "data": {"children": [3, 4]}}, "[3 4]"),
    ],
)  # fmt: skip
def test_a_shape_is_recognised(objects: Any, meant: str) -> None:
    assert tree_of(objects) == meant


@pytest.mark.parametrize(
    ("objects", "readings"),
    [
        ([["x", 3], [4, 5]], ("[[x 3] [4 5]]", "[x:[3] [4 5]]")),
        (["A", ["B", 5], ["C", 2, 6]], ("A:[B:[5] C:[2 6]]", "A:[B:5 C:[2 6]]")),
    ],
)
def test_two_readings_are_refused_with_both(objects: Any, readings: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="two readings") as found:
        te.from_nested(objects)
    for reading in readings:
        assert f"`{reading}`" in str(found.value)


@pytest.mark.parametrize(
    ("objects", "message"),
    [
        ({"A": ["B", "C"], "B": ["D"], "C": ["D"], "D": 5}, "“D” has two parents, “B” and “C”"),
        ({1: [2, 3], 2: [5, 8], 3: [6, 9]}, "5 may be a name or a value"),
        ({"A": ["B"], "B": ["A"]}, "stands below itself"),
        ({"C": ["A", "B"], "B": ["C"], "A": 5}, "“C” stands below itself"),
        ({"A": ["B"], "B": 1, "X": ["Y"], "Y": 2}, "two roots, “A” and “X”"),
        ({"A": ["B", "Z"], "B": 1}, "“A” has a child “Z”, which stands nowhere"),
        ({"A": ["B"], "B": 1, "C": ["D"], "D": ["C"]}, "stands below itself, and not below “A”"),
        (
            {"R": ["P"], "P": 1, "A": 5, "C": ["A", "B"], "B": ["C"]},
            "“C” stands below itself, and not below “R”",
        ),
        (
            {"root": "R", "Y": 3, "X": ["Y"], "R": ["P", "Q"], "P": 1, "Q": 2},
            "“X” does not hang below the root “R”",
        ),
        ([{"id": "A"}, {"id": "B", "parent": "Q"}], "a parent “Q”, which stands nowhere"),
        (
            [{"id": "A", "children": ["B"]}, {"id": "B", "value": 5}, {"id": "B", "value": 7}],
            "there are two nodes “B”",
        ),
        (
            [{"id": "A"}, {"id": "A", "value": 3}, {"id": "B", "parent": "A", "value": 5}],
            "there are two nodes “A”",
        ),
        ({"children": [3, {"value": True}]}, "true is not a value"),
        ({"children": [3, {"value": float("nan")}]}, "nan is not a value"),
        ({"colour": "red"}, "no tree"),
        ({"children": [{"probability": "often", "value": 3}]}, "“often” is not a probability"),
        (
            {
                "player": "chance",
                "children": [{"weight": 0.5, "value": 3}, {"weight": 1, "value": 5}],
            },
            "probabilities add up to 1.5, not to 1",
        ),
        ([1, [2, []]], "at least one child"),
        ([["A", 5, 6], []], "at least one child"),
        (object(), "is no node"),
    ],
)
def test_what_is_no_tree_is_named(objects: Any, message: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as found:
        te.from_nested(objects)
    assert message in str(found.value)


def test_a_list_within_itself_is_refused() -> None:
    circle: list[Any] = [1]
    circle.append([circle])
    with pytest.raises(ValueError, match="below itself"):
        te.from_nested(circle)


def test_a_graph_that_is_no_tree_is_shown_where_it_is_wrong() -> None:
    found = problem("tree = {\n  'A': ['B', 'C'],\n  'B': ['C'],\n  'C': 5,\n}")
    assert (found.line, found.column) == (3, 9)
    assert "two parents" in found.message


def test_arrays_and_levels_as_lists_are_taken() -> None:
    class Matrix:
        def tolist(self) -> list[list[int]]:
            return [[3, 4], [5, 6]]

    exercise = te.from_nested(Matrix(), levels=["min", "max"])
    assert exercise.leaf_count == 4
    assert exercise.players[0] is te.Player.MIN


def test_lists_that_an_array_makes_when_asked_are_no_nodes_above() -> None:
    """A list that nobody keeps is freed, and the next one may be made at its address."""

    class Array:
        def __init__(self, *elements: Any) -> None:
            self.elements = elements

        def tolist(self) -> list[Any]:
            return [*self.elements]

    assert tree_of([Array(Array(1.5, 2), Array(2.5, 3)), 6]) == "[[[1.5 2] [2.5 3]] 6]"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("tree = [[5, 8], [2, 6],]  # mine", "[[5 8] [2 6]]"),
        ("import math\n\ntree = [[5, math.inf], [-math.inf, -6]]\n", "[[5 inf] [-inf -6]]"),
        ("tree: list = [[5, float('inf')], [float('-inf'), 2.50]]", "[[5 inf] [-inf 2.5]]"),
        ("def f(x):\n    return x\n\nt = [[5, 8], [2]]\nprint(f(t))", "[[5 8] [2]]"),
        ("def main():\n    tree = [[5, 8], [2]]\n    return tree", "[[5 8] [2]]"),
        ("left = [5, 8]\nright = [2, 6]\ntree = [left, right]", "[[5 8] [2 6]]"),
        ("depth = 3\ntree = [[5, 8], [2]]", "[[5 8] [2]]"),
        ("one = [[5, 8], [2]]\ntwo = [[1, 2], [3, 4]]", "[[5 8] [2]]; [[1 2] [3 4]]"),
        ("Node('A', [Node('B', [Leaf(5), Leaf(8)]), Leaf(2)])", "A:[B:[5 8] 2]"),
        ("Node(name='A', children=[Node(name='B', value=5, children=[])])", "A:[B:5]"),
        ("Max(Min(5, 8), Min(2, 6))", "[[5 8] [2 6]]"),
        ("dict(A=['B', 'C'], B=[5, 8], C=[2, 6])", "A:[B:[5 8] C:[2 6]]"),
        ("t = {'A': {'B': 5, 'C': 8}}", "A:[B:5 C:8]"),
        ("np.array([[5, 8], [2, 6]])", "[[5 8] [2 6]]"),
        ("players = {'A': 'min'}\ntree = {'A': ['B', 'C'], 'B': 5, 'C': 8}", "A:min[B:5 C:8]"),
        ("ｔ = [[5, 8], [2, 6]]", "[[5 8] [2 6]]"),
        ("tree = [[x for x in range(3)], 5]", "[[0 1 2] 5]"),
    ],
)
def test_python_is_read_and_never_run(text: str, meant: str) -> None:
    assert notation(text) == meant


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tree = [[3 + 4, 5], [2, 6]]", "arithmetic"),
        ("tree = [f(3), 5]", "is a function"),
        ("tree = [[x for x in range(n)], 5]", "is no literal"),
        ("tree = {'A': 1, 'A': 2}", "stands twice"),
        ("tree = [[3, 1e999], 5]", "too large"),
        ("a = [1, 2]\nb = [a, a]", "stands twice in one tree"),
        ("x = 3", "no tree"),
        ("tree = [[3, True], 4]", "true is not a value"),
    ],
)
def test_python_that_would_have_to_be_run_is_refused(text: str, message: str) -> None:
    assert message in problem(text).message


def test_decimals_keep_their_digits() -> None:
    assert "17 of a decimal" in problem('{"a": 0.12345678901234567890, "b": [1]}').message
    assert notation('{"a": 0.1, "b": [1e2]}') == "[a:0.1 b:[100.0]]"


def test_what_is_left_out_is_listed_and_what_was_used_is_not() -> None:
    line = opened(
        '{"id": "A", "colour": "red", "children": [{"id": "B", "value": 1, "x": 0}]}'
    ).read_as
    assert line.endswith('left out: "colour", "x"')


def test_what_stands_beside_nodes_and_edges_is_listed() -> None:
    line = opened(
        "nodes = ['A', 'B', 'C']\nedges = [('A', 'B'), ('A', 'C')]\nvalues = {'B': 3, 'C': 5}\n"
        "colours = [['red', 'blue'], ['blue']]"
    ).read_as
    assert line.endswith('left out: "colours"')


def test_keys_beside_nodes_and_edges_are_listed_in_one_record_too() -> None:
    line = opened(
        '{"title": "Quiz", "author": "me", "multigraph": false, "graph": {}, "edges": [["A", "B"], '
        '["A", "C"]], "nodes": [{"id": "A", "colour": "red"}, {"id": "B", "value": 3}, "C"], '
        '"values": {"C": 5}}'
    ).read_as
    assert line.endswith('left out: "author", "colour"')


@pytest.mark.parametrize("order", [("A", "B", "C"), ("B", "C", "A"), ("B", "A", "C")])
def test_nodes_keep_their_probabilities_in_whatever_order_they_stand(
    order: tuple[str, ...],
) -> None:
    nodes = {
        "A": '{"id": "A", "player": "chance"}',
        "B": '{"id": "B", "value": 3, "probability": 0.25}',
        "C": '{"id": "C", "value": 5, "probability": 0.75}',
    }
    listed = ", ".join(nodes[name] for name in order)
    text = f'{{"nodes": [{listed}], "edges": [["A", "B"], ["A", "C"]]}}'
    assert notation(text) == "A:chance[0.25*B:3 0.75*C:5]"


def test_what_is_used_of_a_node_is_not_listed() -> None:
    line = opened('{"A": {"left": "B", "right": "C", "x": 1}, "B": 3, "C": 9}').read_as
    assert line.endswith('left out: "x"')


def test_players_beside_a_tree_that_says_its_own_are_left_out() -> None:
    line = opened('{"player": "min", "tree": {"type": "max", "children": [3, 5]}}').read_as
    assert line.endswith('left out: "player"')


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('[[{"v": 3}, {"v": 5}], [{"v": 2}, {"v": 9}]]', "v"),
        ('{"c": [{"c": [{"v": 3}, {"v": 5}]}, {"c": [{"v": 2}, {"v": 9}]}]}', "c"),
        ('{"v": null, "c": [{"v": 3}, {"v": 5}]}', "v"),
    ],
    ids=["value", "children", "both"],
)
def test_the_only_key_of_several_siblings_names_none_of_them(text: str, key: str) -> None:
    found = problem(text)
    assert f"“{key}” is the only key of several records" in found.message
    assert found.hint == 'values stand under "value", children under "children"'


def test_the_only_keys_of_siblings_are_names_where_they_differ() -> None:
    assert notation('[{"A": [3, 5]}, {"B": 2}]') == "[A:[3 5] B:2]"
    assert notation('{"MAX": [{"MIN": [3, 5]}, {"MIN": [2, 9]}]}') == "max[min[3 5] min[2 9]]"


@pytest.mark.parametrize(
    "definition",
    [
        "class Node:\n def __init__(self, value=7, children=()): self.value = value",
        "class Node:\n def __init__(self, v=7, *, children=()): self.value = v",
        "@dataclass\nclass Node:\n value: int = 7\n children: list = None",
    ],
    ids=["parameter", "field", "dataclass"],
)
def test_a_leaf_without_a_value_has_the_default_of_its_class(definition: str) -> None:
    tree = "root = Node(children=[Node(children=[Node(3), Node()]), Node(2)])"
    assert notation(f"{definition}\n{tree}") == "[[3 7] 2]"


def test_a_leaf_whose_class_has_no_number_for_it_is_unknown() -> None:
    definition = "class Node:\n def __init__(self, value=None, children=()): self.value = value"
    assert notation(f"{definition}\nroot = Node(children=[Node(3), Node()])") == "[3 ?]"
    default = "class Node:\n def __init__(self, value=7, children=()): self.value = value"
    assert notation(f"{default}\nroot = Node(children=[Node(3), Node(value=None)])") == "[3 ?]"


def test_a_heap_whose_place_0_is_empty_may_be_a_tree() -> None:
    found = problem("heap = [None, None, None, None, 3, 5, 2, 9]")
    assert "`[? ? ? ? 3 5 2 9]` and `[[3 5] [2 9]]`" in found.message


def test_what_a_program_prints_is_not_shown_as_its_child() -> None:
    assert "begin" not in str(problem("print(max(min(3, 5), min(2, 9)))").hint)


@pytest.mark.parametrize("rows", ["ABC", "BCA", "BAC"])
def test_a_table_of_nodes_among_children_is_seen_wherever_its_root_stands(rows: str) -> None:
    record = {
        "A": '{"key": "A"}',
        "B": '{"key": "B", "parent": "A", "value": 3}',
        "C": '{"key": "C", "parent": "A", "value": 5}',
    }
    table = ", ".join(record[name] for name in rows)
    found = problem(f"tree = Model([{table}])")
    assert found.message.endswith("“A” stands beside a node whose parent it is")
