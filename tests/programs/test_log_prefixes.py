"""What loggers and counters put before the lines of a log is no part of what is compared."""

from __future__ import annotations

import pytest

from tests.trees import tree_of
from treeexplorer.programs.log import compare_log
from treeexplorer.programs.log_prefixes import remove_prefixes

TREE = "A:[B:[D:5 E:8] C:[F:2 G:1]]"
LINES = (
    "enter A alpha=-inf beta=inf",
    "enter B alpha=-inf beta=inf",
    "return 5 from D",
    "return 8 from E",
    "return 5 from B",
    "enter C alpha=5 beta=inf",
    "return 2 from F",
    "return 2 from C",
    "return 5 from A",
)


@pytest.mark.parametrize(
    "prefix",
    [
        "2024-03-05 14:00:0{0},123 - DEBUG - ",
        "2024-03-05 14:00:0{0},123 - search - INFO - ",
        "2024-03-05 14:00:0{0}.123 | DEBUG    | __main__:search:1{0} - ",
        "[2024-03-05T14:00:0{0}Z DEBUG minimax] ",
        "[14:00:0{0}] ",
        "[0.00012{0}] ",
        "DEBUG:minimax:",
        "[main] ",
        "search.py:1{0}: ",
        "00{0}: ",
        "Step {0}: ",
        "({0}) ",
        "│   ├── ",
    ],
)
def test_a_log_is_read_without_what_stands_before_its_lines(prefix: str) -> None:
    log = "\n".join(prefix.format(number) + line for number, line in enumerate(LINES, 1))
    result = compare_log(log, tree_of(TREE))
    assert result.right, result.text()
    wrong = compare_log(log.replace("return 5 from B", "return 8 from B"), tree_of(TREE))
    assert wrong.first_wrong is not None
    assert wrong.first_wrong.row.line == 5


@pytest.mark.parametrize(
    "log",
    [
        "0 A\n1 B\n2 C\n1 D",  # depths
        "1: alpha=3\n2: alpha=5\n3: alpha=8",  # names of nodes
        "3\n12\n8",
        "B:12: beta=3",
        "| Node | Alpha |\n| B | 3 |",
    ],
)
def test_what_may_belong_to_a_node_stays(log: str) -> None:
    assert remove_prefixes(log, names=("1", "2", "3")) == log


def test_an_object_of_json_may_stand_behind_a_prefix() -> None:
    log = """\
DEBUG:root:{"event": "enter", "node": "A", "depth": 0, "alpha": -Infinity, "beta": Infinity}
DEBUG:root:{"event": "enter", "node": "B", "depth": 1, "alpha": -Infinity, "beta": Infinity}
DEBUG:root:{"event": "leaf", "node": "D", "depth": 2, "value": 5}
DEBUG:root:{"event": "leaf", "node": "E", "depth": 2, "value": 8}
DEBUG:root:{"event": "return", "node": "B", "depth": 1, "value": 5}"""
    for text in (log, log.replace("DEBUG:root:", "  * ")):
        result = compare_log(text, tree_of(TREE))
        assert result.right, result.text()
