"""Literals of JavaScript, C, Java and their like."""

from __future__ import annotations

import pytest

from tests.formats.opened import opened, refused
from treeexplorer.formats.door import read_trees

BUILDING = 'function f() { const a = new Node("A"); a.left = new Node(3); return a; }'


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("const tree = [[5, 8], [2, 6]];", "[[5 8] [2 6]]"),
        ("int tree[2][2] = {{5, 8}, {2, 6}};", "[[5 8] [2 6]]"),
        ("int[][] t = {{3, 5}, {2, 9}};", "[[3 5] [2 9]]"),
        ("int[][] t = new int[][] {{3, 5}, {2, 9}};", "[[3 5] [2 9]]"),
        ("static final double[][] T = {{.5, 1e3f}, {-2L, 0x1F}};", "[[0.5 1000.0] [-2 31]]"),
        ("std::vector<std::vector<int>> t = {{3, 5}, {2, 9}};", "[[3 5] [2 9]]"),
        ("let t = vec![vec![3, 5], vec![2, 9]];", "[[3 5] [2 9]]"),
        ("List<List<Integer>> t = List.of(List.of(3, 5), Arrays.asList(2, 9));", "[[3 5] [2 9]]"),
        ("let t: number[][] = [\n  [3, 5], // left\n  [2, 9], /* right */\n];", "[[3 5] [2 9]]"),
        ("const a = [[-Infinity, 5], [Number.POSITIVE_INFINITY]];", "[[-inf 5] [inf]]"),
        ("double[][] a = {{java.lang.Double.POSITIVE_INFINITY, 5}, {2}};", "[[inf 5] [2]]"),
        ("export default [[3, 5], [2, 9]];", "[[3 5] [2 9]]"),
        (
            "const t = {name: 'A', children: [{name: \"B\", value: 5,}, {name: 'C'}]};",
            "A:[B:5 C:?]",
        ),
        ("var t = { A: ['B', 'C'], B: [3, 12], C: [2, 9] };", "A:[B:[3 12] C:[2 9]]"),
        (
            'Node root = new Node("A", new Node("B", 5), new Node("C", 8));',
            "A:[B:5 C:8]",
        ),
        ("const t = new Node(0, [new Node(5), new Node(8)]);", "[5 8]"),
        (
            ("function f(x) { let y = x + 1; return y; }\n"
            "const MAX = 1000;\nconst tree = [[3, 5], [2, 9]];\nconsole.log(f(tree));\n"),
            "[[3 5] [2 9]]",
        ),
        ("const a = [[3, 5], [2, 9]];\nconst b = [[1, 2], [3, 4]];",
         "[[3 5] [2 9]]; [[1 2] [3 4]]"),
    ],
)  # fmt: skip
def test_reads(text: str, tree: str) -> None:
    assert opened(text) == ("a JavaScript, C or Java literal", tree)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("const t = [[3, 5], [2, 9];", (1, 26), "“;” cannot stand here"),
        ("const t = [[a, 5], [2, 9]];", (1, 13), "“a” is a variable, and nothing of a file is run"),
        ("const t = [f(3), [2, 9]];", (1, 12), "“f” is a function, and nothing of a file is run"),
        ("const t = {a: 1, a: 2};", (1, 18), "the key “a” stands twice in one record"),
        ("int t[] = {3, , 5};", (1, 15), "“,” cannot stand here"),
    ],
)
def test_says_what_is_wrong_and_where(text: str, place: tuple[int, int], message: str) -> None:
    problem = refused(text)
    assert message in problem.message
    assert (problem.line, problem.column) == place


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        (
            "function getTree() {\n  return {a: [3, 5], b: [2, 9]};\n}\nconst tree = getTree();",
            "[a:[3 5] b:[2 9]]",
        ),
        ("function getTree() { return [[3, 5], [2, 9]]; }\nsolve(getTree());", "[[3 5] [2 9]]"),
        (
            "const a = {name: 'A', children: []};\nconst b = {value: 5};\na.children.push(b);",
            "A:[5]",
        ),
        (f"{BUILDING}\nconst tree = f();\ntree.right = new Node(5);", "A:[3 5]"),
        (f"{BUILDING}\nfunction main() {{ const a = f(); minimax(a, true); }}", "A:[3]"),
        (f"{BUILDING}\nfunction main() {{ const a = f(); a.right = new Node(5); }}", "A:[3 5]"),
        (f"const tree = f();\ntree.right = new Node(5);\n{BUILDING}", "A:[3 5]"),
        ("function f(n) { log(n); return [[3, 5], [2, 9]]; }\nt = f(2);", "[[3 5] [2 9]]"),
        ("const getTree = () => [[3, 5], [2, 9]];\nconst tree = getTree();", "[[3 5] [2 9]]"),
        (
            "static Node tree() { return new Node(List.of(new Node(3), new Node(5))); }",
            "[3 5]",
        ),
        (
            'func tree() *Node { return &Node{Name: "A", Kids: []*Node{{Value: 3}, {Value: 5}}} }',
            "A:[3 5]",
        ),
        (
            f"{BUILDING}\nconst tree = f();\nminimax(tree, true);",
            "A:[3]",
        ),
        (
            "const l = [[3], [5]];\nconst r = [[2], [9]];\nconsole.log(minimax([l, r]));",
            "[[[3] [5]] [[2] [9]]]",
        ),
        ("const b = new Node(3);\nminimax(new Node([b, new Node(5)]), true);", "[3 5]"),
    ],
)
def test_what_a_function_returns_is_the_tree_of_its_call(text: str, tree: str) -> None:
    assert opened(text) == ("a JavaScript, C or Java literal", tree)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "const x = [[3, 5], [2, 9]];\nfunction f(x) { return x; }\nconst tree = f(2);",
            "“f” is a function, and nothing of a file is run",
        ),
        (
            "function f(n) { return [[3, 5], [n, 9]]; }\nconst tree = f(2);",
            "“f” is a function, and nothing of a file is run",
        ),
        (
            "function f() { if (x) return [[1]]; return [[3, 5], [2, 9]]; }\nconst tree = f();",
            "“f” is a function, and nothing of a file is run",
        ),
        ("function board() { return [[1, 2], [3, 4]]; }", "no tree is recognised"),
    ],
)
def test_what_a_function_may_return_is_no_tree(text: str, message: str) -> None:
    assert message in refused(text).message


@pytest.mark.parametrize("text", ["{{3, 5}, {2, 9}}", "tree = [[3, 5], [2, 9]];"])
def test_what_is_python_too_is_the_same_tree(text: str) -> None:
    assert opened(text) == ("Python", "[[3 5] [2 9]]")


def test_depth_has_no_limit() -> None:
    deep = read_trees("int t = " + "{" * 10_000 + "3, 4" + "}" * 10_000 + ";")
    (exercise,) = deep.exercises
    assert exercise.tree.depth == 10_000


def test_a_variable_beside_a_written_out_tree_is_listed_in_quotes() -> None:
    text = "minimax([[3, 5], [2, 9]], true);\nconst player = 'me';\n"
    assert 'left out: "player"' in read_trees(text).read_as
