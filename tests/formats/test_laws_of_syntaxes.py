"""Random trees, written in each syntax by a small writer of its own, are read back equal."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.opened import opened
from tests.formats.trees import essence
from tests.laws import examples
from treeexplorer.formats.door import read_trees
from treeexplorer.notation import parse


@dataclass
class Node:
    """A node as people draw it: a name, a player or a value, and children."""

    name: str
    player: str = ""
    value: int = 0
    weight: str = ""
    children: list[Node] = field(default_factory=list)

    def nodes(self) -> list[Node]:
        """Return the node and all nodes below it, in preorder."""
        return [self, *(node for child in self.children for node in child.nodes())]


def drawn(seed: int) -> Node:
    """Return a random tree whose nodes have names, and whose inner nodes have players."""
    source = random.Random(seed)
    names = iter(f"n{number}" for number in source.sample(range(1000), 400))

    def grown(depth: int) -> Node:
        if depth == 0 or (depth < 3 and source.random() < 0.3):
            return Node(next(names), value=source.randint(-20, 20))
        node = Node(next(names), source.choice(["max", "min", "max", "min", "chance"]))
        node.children = [grown(depth - 1) for _ in range(source.randint(1, 3))]
        if node.player == "chance":
            for child in node.children:
                child.weight = f"1/{len(node.children)}"
        return node

    return grown(3)


def in_the_notation(node: Node) -> str:
    before = f"{node.weight}*" if node.weight else ""
    if not node.children:
        return f"{before}{node.name}:{node.value}"
    children = " ".join(map(in_the_notation, node.children))
    return f"{before}{node.name}:{node.player}[{children}]"


def in_forest(node: Node) -> str:
    weight = rf", edge label={{node[midway]{{${node.weight}$}}}}" if node.weight else ""
    if not node.children:
        return rf"[{node.name}\\{node.value}{weight}]"
    children = " ".join(map(in_forest, node.children))
    return f"[{node.name}, {node.player}{weight} {children}]"


def in_qtree(node: Node) -> str:
    edge = rf"\edge node{{{node.weight}}}; " if node.weight else ""
    if not node.children:
        return rf"{edge}{{{node.name}\\{node.value}}}"
    children = " ".join(map(in_qtree, node.children))
    return rf"{edge}[.{{{node.player.upper()}\\{node.name}}} {children} ]"


def in_tikz(node: Node) -> str:
    children = " ".join(f"child {{{in_tikz(child)}}}" for child in node.children)
    edge = f" edge from parent node[left] {{{node.weight}}}" if node.weight else ""
    if not children:
        return rf"node {{{node.name}: {node.value}}}{edge}"
    return f"node[{node.player}] {{{node.name}}} {children}{edge}"


def in_dot(node: Node) -> str:
    lines: list[str] = []
    for each in node.nodes():
        stated = f'player="{each.player}"' if each.children else f"value={each.value}"
        lines.append(f"  {each.name} [{stated}];")
        for child in each.children:
            label = f' [label="{child.weight}"]' if child.weight else ""
            lines.append(f"  {each.name} -> {child.name}{label};")
    return "\n".join(["digraph {", *lines, "}"])


def in_mermaid(node: Node) -> str:
    lines = ["graph TD"]
    for each in node.nodes():
        label = f"{each.name}<br/>{each.player.upper() if each.children else each.value}"
        lines.append(f'  {each.name}["{label}"]')
        for child in each.children:
            arrow = f"-->|{child.weight}|" if child.weight else "-->"
            lines.append(f"  {each.name} {arrow} {child.name}")
    return "\n".join(lines)


def in_a_table(node: Node) -> str:
    lines = ["child,probability,parent,player,value", f"{node.name},,,{node.player},"]
    for each in node.nodes():
        for child in each.children:
            value = "" if child.children else str(child.value)
            lines.append(f"{child.name},{child.weight},{each.name},{child.player},{value}")
    return "\n".join(lines)


def in_javascript(node: Node) -> str:
    return f"const tree = {_record(node)};\nconsole.log(tree);"


def _record(node: Node) -> str:
    weight = f", probability: '{node.weight}'" if node.weight else ""
    if not node.children:
        return f"{{name: '{node.name}', value: {node.value}{weight}}}"
    children = ", ".join(map(_record, node.children))
    return f"{{name: '{node.name}', player: \"{node.player}\"{weight}, children: [{children},]}}"


WRITERS: Final[dict[str, tuple[str, Callable[[Node], str]]]] = {
    "forest": ("LaTeX", lambda node: rf"\begin{{forest}}{in_forest(node)}\end{{forest}}"),
    "qtree": ("LaTeX", lambda node: rf"\Tree {in_qtree(node)}"),
    "TikZ": ("LaTeX", lambda node: rf"\{in_tikz(node)};"),
    "DOT": ("Graphviz DOT", in_dot),
    "Mermaid": ("Mermaid", in_mermaid),
    "CSV": ("a table of edges", in_a_table),
    "JavaScript": ("a JavaScript, C or Java literal", in_javascript),
}


@pytest.mark.parametrize("syntax", WRITERS)
@examples(40)
@given(seed=st.integers(0, 2**32))
def test_a_tree_is_read_back_equal(syntax: str, seed: int) -> None:
    tree = drawn(seed)
    name, write = WRITERS[syntax]
    text = write(tree)
    assert opened(text)[0] == name
    (exercise,) = read_trees(text).exercises
    assert essence(exercise) == essence(parse(in_the_notation(tree)))


# -- names and values alone ------------------------------------------------------------------------


def nested(seed: int) -> list[object]:
    """Return a random nested list of numbers, two of which are sisters."""
    source = random.Random(seed)

    def grown(depth: int) -> object:
        if depth == 0 or source.random() < 0.3:
            return source.randint(-20, 20)
        return [grown(depth - 1) for _ in range(source.randint(1, 4))]

    return [[source.randint(-20, 20), source.randint(-20, 20)], grown(3), grown(2)]


@examples(100)
@given(seed=st.integers(0, 2**32))
def test_nested_lists_are_the_same_in_all_brackets(seed: int) -> None:
    text = repr(nested(seed))
    expected = parse(text)
    braces = text.replace("[", "{").replace("]", "}")
    parentheses = text.replace("[", "(").replace("]", ")").replace(",", "")
    for written in (f"int t = {braces};", f"const t = {text};", parentheses):
        (exercise,) = read_trees(written).exercises
        assert exercise.tree == expected.tree


@examples(40)
@given(seed=st.integers(0, 2**32))
def test_edges_are_the_same_in_lines_and_in_sets(seed: int) -> None:
    tree = drawn(seed)
    for node in tree.nodes():
        node.player = "max"
    edges = [(node.name, child.name) for node in tree.nodes() for child in node.children]
    values = [(node.name, node.value) for node in tree.nodes() if not node.children]
    pairs = "\n".join(f"{first} {second}" for first, second in [*edges, *values])
    inner = [node for node in tree.nodes() if node.children]
    below = [f"{node.name}: [{', '.join(child.name for child in node.children)}]" for node in inner]
    successors = "\n".join([*below, *(f"{name}={value}" for name, value in values)])
    of_edges = ",".join(f"({first},{second})" for first, second in edges)
    of_values = ",".join(f"({first},{second})" for first, second in values)
    sets = f"{{{of_edges}}} {{{of_values}}}"
    assert opened(pairs)[1] == opened(successors)[1] == opened(sets)[1]


# -- programs that build their trees ---------------------------------------------------------------

_CLASS_OF_JAVA: Final = """
class Node {
  Node(String n, int depth, boolean m, Node... kids) { this.name = n; this.isMax = m; }
  Node(String n, int depth, int v) { this.name = n; this.value = v; }
}
"""
_CLASS_OF_PYTHON: Final = """
class Node:
    def __init__(self, name, is_max=None, value=None):
        self.name = name
        self.is_max = is_max
        self.value = value
        self.children = []
"""
_CLASS_OF_JAVASCRIPT: Final = """
class Node {
  constructor(name, isMax, value) { this.name = name; this.isMax = isMax; this.value = value; }
}
"""


def played(seed: int) -> Node:
    """Return a random tree of MAX and MIN with at least one move at its root."""
    tree = drawn(seed)
    if not tree.children:
        tree = Node("root", "max", children=[tree])
    for node in tree.nodes():
        node.weight = ""
        node.player = "min" if node.player == "chance" else node.player
    return tree


def _made_in_java(node: Node, depth: int = 0) -> str:
    if not node.children:
        return f'new Node("{node.name}", {depth}, {node.value})'
    children = ", ".join(_made_in_java(child, depth + 1) for child in node.children)
    truth = "true" if node.player == "max" else "false"
    return f'new Node("{node.name}", {depth}, {truth}, {children})'


def in_constructors_of_java(tree: Node) -> str:
    return f"{_CLASS_OF_JAVA}Node root = {_made_in_java(tree)};"


def in_statements_of_java(tree: Node) -> str:
    lines: list[str] = []
    for depth, node in _with_depths(tree):
        truth = "true" if node.player == "max" else "false"
        last = truth if node.children else str(node.value)
        lines.append(f'Node {node.name} = new Node("{node.name}", {depth}, {last});')
    links = [(node, child) for node in tree.nodes() for child in node.children]
    lines += [f"{node.name}.children.add({child.name});" for node, child in links]
    return _CLASS_OF_JAVA + "\n".join(lines)


def in_positions_of_javascript(tree: Node) -> str:
    lines = [f"const {tree.name} = {_made_in_javascript(tree)};"]
    waiting = [(tree, tree.name)]
    while waiting:
        node, path = waiting.pop()
        for position, child in enumerate(node.children):
            lines.append(f"{path}.children.push({_made_in_javascript(child)});")
            waiting.append((child, f"{path}.children[{position}]"))
    return _CLASS_OF_JAVASCRIPT + "\n".join(lines)


def in_records_of_javascript(tree: Node) -> str:
    lines: list[str] = []
    for node in tree.nodes():
        truth = "true" if node.player == "max" else "false"
        facts = f"isMax: {truth}, children: []" if node.children else f"value: {node.value}"
        lines.append(f'const {node.name} = {{name: "{node.name}", {facts}}};')
    links = [(node, child) for node in tree.nodes() for child in node.children]
    lines += [f"{node.name}.children.push({child.name});" for node, child in links]
    return "\n".join(lines)


def in_a_function_of_javascript(tree: Node) -> str:
    statements = in_positions_of_javascript(tree).removeprefix(_CLASS_OF_JAVASCRIPT)
    body = f"function build() {{\n{statements}\nreturn {tree.name};\n}}"
    return f"{_CLASS_OF_JAVASCRIPT}{body}\nconst tree = build();\nminimax(tree, 3);"


def in_functions_of_python(tree: Node) -> str:
    functions = [_function_of_python(node) for node in tree.nodes() if node.children]
    return f"{_CLASS_OF_PYTHON}{''.join(functions)}\nprint(minimax({tree.name}(), 3))"


def in_loops_of_python(tree: Node) -> str:
    lines = [f'{tree.name} = Node("{tree.name}", {tree.player == "max"})']
    for node in tree.nodes():
        inner = [child for child in node.children if child.children]
        leaves = [(child.name, child.value) for child in node.children if not child.children]
        lines += [
            f'{child.name} = Node("{child.name}", {child.player == "max"})' for child in inner
        ]
        if not inner:
            lines.append(f"for name, v in {leaves}:")
            lines.append(f"    {node.name}.children.append(Node(name, value=v))")
            continue
        for child in node.children:
            leaf = f'Node("{child.name}", value={child.value})'
            made = child.name if child.children else leaf
            lines.append(f"{node.name}.children.append({made})")
    return _CLASS_OF_PYTHON + "\n".join(lines)


def in_an_object_of_python(tree: Node) -> str:
    """Return a program whose object holds the root, and adds the nodes in three methods."""
    inner = [node for node in tree.nodes() if node.children]
    made = [f"{node.name} = {_made_in_python(node)}" for node in tree.nodes()]
    joined = [f"{node.name}.children.append({kid.name})" for node in inner for kid in node.children]
    body = "\n        ".join([*made, *joined, f"self.root = {tree.name}"])
    return f"""{_CLASS_OF_PYTHON}
class Game:
    def __init__(self):
        self.root = None
        self.build()
    def build(self):
        {body}
    def minimax(self, node, is_max):
        return max(self.minimax(child, not is_max) for child in node.children)
game = Game()
print(game.minimax(game.root, {tree.player == "max"}))
"""


def in_a_record_of_python(tree: Node) -> str:
    """Return a program with a record of all nodes, which loops fill and join."""
    inner = [node for node in tree.nodes() if node.children]
    players = [(node.name, node.player == "max") for node in inner]
    values = {node.name: node.value for node in tree.nodes() if not node.children}
    children = {node.name: [child.name for child in node.children] for node in inner}
    return f"""{_CLASS_OF_PYTHON}
nodes = {{}}
players = {players}
for number in range(len(players)):
    nodes[players[number][0]] = Node(players[number][0], players[number][1])
for name, value in {values}.items():
    nodes[name] = Node(name, value=value)
for parent, names in {children}.items():
    for name in names:
        nodes[parent].children.append(nodes[name])
print(minimax(nodes["{tree.name}"]))
"""


def in_blocks_of_a_page(tree: Node) -> str:
    """Return a page of Markdown with a block for the class, one for each node, and the search."""
    blocks = [_CLASS_OF_PYTHON]
    for node in reversed(tree.nodes()):
        joined = [f"{node.name}.children.append({child.name})" for child in node.children]
        blocks.append("\n".join([f"{node.name} = {_made_in_python(node)}", *joined]))
    blocks.append(f"print(minimax({tree.name}))")
    return "".join(f"Then:\n\n```python\n{block}\n```\n\n" for block in blocks)


def _made_in_python(node: Node) -> str:
    last = node.player == "max" if node.children else f"value={node.value}"
    return f'Node("{node.name}", {last})'


def _function_of_python(node: Node) -> str:
    """Return a function that makes a node, and calls that of each child that has children."""
    lines = [f'node = Node("{node.name}", {node.player == "max"})']
    for child in node.children:
        made = f"{child.name}()" if child.children else f'Node("{child.name}", value={child.value})'
        lines += [f"child = {made}", "node.children.append(child)"]
    body = "\n    ".join([*lines, "return node"])
    return f"def {node.name}():\n    {body}\n"


def _made_in_javascript(node: Node) -> str:
    truth = "true" if node.player == "max" else "false"
    arguments = f"{truth}, null" if node.children else f"false, {node.value}"
    return f'new Node("{node.name}", {arguments})'


def _with_depths(tree: Node) -> list[tuple[int, Node]]:
    """Return all nodes in preorder, each with how deep it is."""
    found: list[tuple[int, Node]] = []
    waiting = [(0, tree)]
    while waiting:
        depth, node = waiting.pop()
        found.append((depth, node))
        waiting += [(depth + 1, child) for child in reversed(node.children)]
    return found


@pytest.mark.parametrize(
    "write",
    [
        in_constructors_of_java,
        in_statements_of_java,
        in_positions_of_javascript,
        in_records_of_javascript,
        in_a_function_of_javascript,
        in_functions_of_python,
        in_loops_of_python,
        in_an_object_of_python,
        in_a_record_of_python,
        in_blocks_of_a_page,
    ],
)
@examples(40)
@given(seed=st.integers(0, 2**32))
def test_a_tree_that_a_program_builds_is_read_back_equal(
    write: Callable[[Node], str], seed: int
) -> None:
    tree = played(seed)
    (exercise,) = read_trees(write(tree)).exercises
    assert essence(exercise) == essence(parse(in_the_notation(tree)))
