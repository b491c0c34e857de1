"""Mermaid flowcharts, alone or in the fences of Markdown."""

from __future__ import annotations

import pytest

from tests.formats.opened import opened, refused


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        (
            "graph TD\n A --> B\n A --> C\n B --> D[5]\n B --> E[8]\n C --> F[2]\n C --> G[6]",
            "A:[B:[D:5 E:8] C:[F:2 G:6]]",
        ),
        ("graph TD;A-->B & C;B-->5 & 8;C-->2;C-->-6;", "A:[B:[5 8] C:[2 -6]]"),
        ('flowchart LR\n r(("MAX")) --> a["MIN"] --> x("5")\n a --> y{8}\n r --> z{{3}}',
         "max[min[5 8] 3]"),
        ("graph TD\nA -->|0.5| B[3]\nA -- 0.5 --> C[4]\nA[chance]", "chance[0.5*3 0.5*4]"),
        ("graph TB\n%% a comment\nA:::min --> B[3]\nA -.-> C[4]\nA ==> D>5]\nclassDef min x:y",
         "A:min[B:3 C:4 D:5]"),
        ("graph TB\nA --> B[(3)]\nA --- C[/4/]\nclass A min", "A:min[B:3 C:4]"),
        ('graph TD\nA["A<br/>= 4"] --> B["#quot;b#quot;: 3"]\nA --> C["4"]\n',
         'A:4["\\"b\\"":3 4]'),
        (("---\ntitle: A tree\n---\ngraph TD\nsubgraph one\nA --> B[3]\nend\nA --> C[4]\n"
         "style A fill:#f9f,stroke:#333\nlinkStyle 0 stroke:red"),
         "@title A tree A:[B:3 C:4]"),
        ("graph TD\nA@{ shape: flip-tri, label: \"A\" } --> 3\nA --> 4", "A:min[3 4]"),
    ],
)  # fmt: skip
def test_reads(text: str, tree: str) -> None:
    assert opened(text) == ("Mermaid", tree)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("graph TD\nA -->\n", (2, 6), "the end of the line cannot stand here"),
        ("graph TD\nA[5 --> B", (2, 2), "“[” cannot stand here"),
        ("graph TD\nA --> B\nC --> D[5]", (3, 1), "there are two roots, “A” and “C”"),
    ],
)
def test_says_what_is_wrong_and_where(text: str, place: tuple[int, int], message: str) -> None:
    problem = refused(text)
    assert message in problem.message
    assert (problem.line, problem.column) == place
