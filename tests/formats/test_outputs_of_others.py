"""Stored outputs of nltk, networkx, anytree and treelib have the tree that was put into them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.formats.opened import opened

OUTPUTS = Path(__file__).parents[1] / "data" / "others"
NAMED = "A:[B:[D:5 E:8] C:[F:2 G:6]]"
PLAIN = "A:[B:[5 8] C:[2 6]]"


@pytest.mark.parametrize(
    ("file", "syntax", "tree"),
    [
        ("anytree_dict.txt", "Python", NAMED),
        ("anytree_json.json", "JSON", NAMED),
        ("anytree_dot.dot", "Graphviz DOT", NAMED),
        ("anytree_unique.dot", "Graphviz DOT", NAMED),
        ("anytree_mermaid.md", "Markdown", NAMED),
        ("networkx_edgelist.txt", "pairs", "A:[B:[D:? E:?] C:[F:? G:?]]"),
        ("networkx_node_link_data.json", "JSON", NAMED),
        ("networkx_pydot.dot", "Graphviz DOT", NAMED),
        ("networkx_tree_data.json", "JSON", NAMED),
        ("nltk_numbers.txt", "lists in parentheses", "max[min[3 12] min[2 4]]"),
        ("nltk_pformat.txt", "lists in parentheses", NAMED),
        ("nltk_qtree.tex", "LaTeX", NAMED),
        ("treelib.dot", "Graphviz DOT", PLAIN),
        ("treelib_dict.txt", "Python", PLAIN),
        ("treelib_json.json", "JSON", NAMED),
    ],
)
def test_reads(file: str, syntax: str, tree: str) -> None:
    assert opened((OUTPUTS / file).read_text(encoding="utf-8"), file) == (syntax, tree)
