r"""Trees of LaTeX: forest, qtree and tikz-qtree, TikZ's ``child``."""

from __future__ import annotations

import pytest

from tests.formats.opened import left_out, opened, refused
from treeexplorer.formats.door import read_trees


def forest(body: str) -> str:
    return rf"\begin{{forest}}{body}\end{{forest}}"


SHEET = r"""\documentclass{article}  % [no tree] in a comment
\usepackage{forest}
\begin{document}
Exercise [1]: prune this tree.
\begin{forest}
  for tree={circle, draw, edge path={\noexpand\path[\forestoption{edge}] (a) -- (b);}},
  [$A$, max
    [$B$, min [5] [8]]  % the first move
    [$C$, min [2] [6]]]
  \node at (0,0) {[5]};
\end{forest}
And this one:
\Tree [.max [.min 3 12 ] [.min 2 4 ] ]
\begin{tikzpicture}[level/.style={sibling distance=40mm/#1}]
  \node {7} child {node {7}} child {node {9}};
\end{tikzpicture}
\end{document}
"""


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        (forest("[A [B [5] [8]] [C [2] [6]]]"), "A:[B:[5 8] C:[2 6]]"),
        (forest("[5, max [5, min [5] [8]] [2, min [2] [6]]]"), "5[5[5 8] 2[2 6]]"),
        (forest("[5, min [5, max [5] [8]] [2, max [2] [6]]]"), "min=5[max=5[5 8] max=2[2 6]]"),
        (forest("[MAX [MIN [5] [8]] [MIN [2] [6]]]"), "max[min[5 8] min[2 6]]"),
        (forest(r"[$\triangle$ [$\nabla$ [$-\infty$] [$+3$]]]"), "max[min[-inf 3]]"),
        (forest(r"[\textbf{A} [{B, b} [$-1$] [\textcolor{red}{.5}]]]"), 'A:["B, b":[-1 0.5]]'),
        (forest("[[3][4][,phantom][5, draw, fill=red!20]]"), "[3 4 5]"),
        (forest(r"[A\\max [B\\min [D\\5] [8]] [3]]"), "A:max[B:min[D:5 8] 3]"),
        (
            forest("[A, chance [3, edge label={node[left]{0.25}}] [4, edge label={node{$.75$}}]]"),
            "A:chance[0.25*3 0.75*4]",
        ),
        (
            forest(r"[○ [3, edge label={node{$\frac{1}{3}$}}] [4, edge label={node{$\frac23$}}]]"),
            "chance[1/3*3 2/3*4]",
        ),
        (r"\Forest{[X [Y [1] [2]] [3]]}", "X:[Y:[1 2] 3]"),
        ("for tree={draw},\n[$A$ [5] [8]]", "A:[5 8]"),
        (r"\Tree [.A [.B 5 8 ] [.C 2 6 ] ]", "A:[B:[5 8] C:[2 6]]"),
        (r"\Tree[.{root node} [.$\min$ 5 8 ] [.C -2 .5 ]]", '"root node":[min[5 8] C:[-2 0.5]]'),
        (r"\Tree [ [ 3 4 ].B 5 ].A", "A:[B:[3 4] 5]"),
        (
            r"\Tree [.A \edge node[auto]{left}; [.B 5 \edge[roof]; {8} ] [.\node[draw]{C}; 2 6 ] ]",
            "A:[B:[5 8] C:[2 6]]",
        ),
        (
            r"\Tree [.chance \edge node{0.5}; [.B 5 8 ] \edge node{0.5}; 3 ]",
            "chance[0.5*B:[5 8] 0.5*3]",
        ),
        (
            r"\Tree [.chance \edge node{0.5}; $-\infty$ \edge node{0.5}; 3 ]",
            "chance[0.5*-inf 0.5*3]",
        ),
        (r"\node {A} child {child {node {5}} child {node {8}}} child {node {3}};", "A:[[5 8] 3]"),
        (
            r"\node {A} child {coordinate child {node {5}}} child {coordinate} child {node {3}};",
            "A:[[5] 3]",
        ),
        (
            r"\node {MAX} child {node {MIN} child {node {5}} child {node {8}}} child {node {3}};",
            "max[min[5 8] 3]",
        ),
        (
            (
                r"\node[max] (r) at (0,0) {} [grow=right] child[red] {node[min] (b) {B}"
                r" child {node {$-2$} edge from parent[->] node[left] {a}} child[missing]"
                r" child {node {4}}} child {node {3} edge from parent[draw=none]};"
            ),
            "[B:[-2 4] 3]",
        ),
        (
            (
                r"\node {chance} child {node {3} edge from parent node[left] {$0.5$}}"
                r" child {node {4} edge from parent node[right] {$50\%$}};"
            ),
            "chance[0.5*3 0.5*4]",
        ),
        (SHEET, "A:[B:[5 8] C:[2 6]]; max[min[3 12] min[2 4]]; 7[7 9]"),
    ],
)
def test_reads(text: str, tree: str) -> None:
    assert opened(text) == ("LaTeX", tree)


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        (forest("for tree={draw}, [A, fill=red, draw [5, blue] [8]]"),
         "the options before the tree, blue, fill, draw"),
        (forest("[A [5, edge label={node{0.5}}] [8]]"), "what stands on edges"),
        (r"\Tree [.A \edge[roof]; {5} 8 ]", r"\edge"),
        (r"\node[circle] {A} child {node {5}};", "circle"),
    ],
)  # fmt: skip
def test_what_is_left_out_is_listed(text: str, listed: str) -> None:
    assert left_out(text) == listed


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (forest("[A [B [3] [4]"), (1, 18), "the “[” here is never closed"),
        (forest(" nothing "), (1, 24), "the text ends too early"),
        (r"\Tree [.A [.B 3 4 ]", (1, 7), "the “[” here is never closed"),
        (r"\node {A} child foreach \x in {1,2} {node {\x}};", (1, 17), "a loop"),
        (r"\node {A} child {node {3}} child {node 4};", (1, 40), "“4” cannot stand here"),
    ],
)
def test_says_what_is_wrong_and_where(text: str, place: tuple[int, int], message: str) -> None:
    problem = refused(text, "given.tex")
    assert message in problem.message
    assert (problem.line, problem.column) == place


def test_a_control_character_is_made_visible() -> None:
    assert opened(forest("[A\x1b[5] [8]]")) == ("LaTeX", '"A␛":[5 8]')


def test_depth_has_no_limit() -> None:
    deep = read_trees(forest("[a " * 10_000 + "[3] [4]" + "]" * 10_000))
    (exercise,) = deep.exercises
    assert exercise.tree.depth == 10_000
