"""Trees in YAML and XML, which are not read: the refusal says how each would begin."""

from __future__ import annotations

import pytest

from tests.formats.reading import problem
from treeexplorer.formats.xml_trees import convert_xml
from treeexplorer.formats.yaml_trees import convert_yaml

RECORDS = "name: A\nchildren:\n  - name: B\n    value: 3\n  - name: C\n    value: 5\n"


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (RECORDS, "A:[B:3 C:5]"),
        (f"---\n{RECORDS}---\n{RECORDS}", "A:[B:3 C:5]"),
        ("name: A  # the root\nchildren:\n- value: 3\n- value: -5", "A:[3 -5]"),
        ("tree:\n  - - 3\n    - 5\n  - - 2\n    - 9", "[[3 5] [2 9]]"),
        ("A:\n  - B\n  - C\nB: 3\nC: 5", "A:[B:3 C:5]"),
        ("max:\n  - min: [3, 5]\n  - min: [2, 9]", "max[min[3 5] min[2 9]]"),
        ("type: max\nchildren:\n  - type: min\n    children: [3, 5]", "[[3 5]]"),
    ],
)
def test_the_refusal_of_yaml_prints_the_tree(text: str, notation: str) -> None:
    found = problem(text)
    assert found.message == "this is YAML, which is not read"
    assert found.hint == f"in the notation it would begin `{notation}`"


@pytest.mark.parametrize(
    "text",
    [
        "name: A\nname: B\nchildren:\n  - value: 3",
        "name: A\nchildren:\n  - {value: 3}\n  - value: 5",
        "name: A\nchildren:\n  - value: |\n      3\n",
    ],
)
def test_of_other_yaml_nothing_is_said(text: str) -> None:
    assert convert_yaml(text) is None
    assert '"children"' in str(problem(text).hint)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ('<node name="A"><node name="B" value="3"/><node value="5"/></node>', "A:[B:3 5]"),
        ('<?xml version="1.0"?>\n<tree><max><min>5</min><min>8</min></max></tree>', "[5 8]"),
        ('<map version="1"><node TEXT="A"><node TEXT="3"/></node></map>', "A:[3]"),
        (
            "<Node><Name>A</Name><Children><Node><Value>3</Value></Node></Children></Node>",
            "A:[3]",
        ),
    ],
)
def test_the_refusal_of_xml_prints_the_tree(text: str, notation: str) -> None:
    found = problem(text)
    assert found.message == "this is XML, which is not read"
    assert found.hint == f"in the notation it would begin `{notation}`"


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaa">]><node><node value="&a;"/></node>',
        "<ul><li>3</li></ul>",
        "<node><node>",
    ],
)
def test_of_other_xml_nothing_is_said(text: str) -> None:
    assert convert_xml(text) is None
    assert '"children"' in str(problem(text).hint)
