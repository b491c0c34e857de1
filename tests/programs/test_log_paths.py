"""Paths of child numbers in a log are read as the addresses of their nodes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from treeexplorer.notation import parse
from treeexplorer.programs.log import compare_log
from treeexplorer.programs.log_paths import replace_edges_by_children, replace_paths_by_addresses
from treeexplorer.tree import from_nested

INF = float("inf")
NESTED = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
Path = tuple[int, ...]


def logged(line: Callable[[Path, str], str], first: int = 0) -> str:
    """Return what alpha-beta prints of each node: its path, and its window or its value."""
    lines: list[str] = []

    def search(node: Any, path: Path, alpha: float, beta: float, is_max: bool) -> Any:
        if not isinstance(node, list):
            lines.append(line(path, f"value={node}"))
            return node
        lines.append(line(path, f"alpha={alpha} beta={beta}"))
        v = -INF if is_max else INF
        for number, child in enumerate(node, first):
            value = search(child, (*path, number), alpha, beta, not is_max)
            if is_max:
                v = max(v, value)
                alpha = max(alpha, v)
            else:
                v = min(v, value)
                beta = min(beta, v)
            if alpha >= beta:
                break
        return v

    search(NESTED, (), -INF, INF, True)
    return "\n".join(lines)


def joined(path: Path, joint: str) -> str:
    return joint.join(map(str, path)) or "root"


SPELLINGS: dict[str, Callable[[Path, str], str]] = {
    "list": lambda path, rest: f"Node {[*path]}: {rest}",
    "tuple": lambda path, rest: f"path {path} {rest}",
    "tuple of a leaf": lambda path, rest: f"visit {path}, {rest}",
    "points": lambda path, rest: f"{joined(path, '.')} {rest}",
    "arrows": lambda path, rest: f"{'->'.join(['root', *map(str, path)])}: {rest}",
    "slashes": lambda path, rest: f"/{'/'.join(map(str, path))}: {rest}",
    "hyphens": lambda path, rest: f"node {joined(path, '-')} {rest}",
    "record": lambda path, rest: "{" + f'"path": {json.dumps(path)}, {rest}' + "}",
}


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_paths_are_read_as_addresses(spelling: str, first: int) -> None:
    comparison = compare_log(logged(SPELLINGS[spelling], first), from_nested(NESTED))
    assert comparison.headline == "All 11 rows agree with alpha-beta, cut when α ≥ β."
    assert "Its paths are read as addresses, which count children from 1." in comparison.notes


def test_a_table_may_have_a_column_of_paths() -> None:
    def cells(path: Path, rest: str) -> str:
        numbers = [part.partition("=")[2] for part in rest.split()]
        columns = [*numbers, ""] if len(numbers) == 2 else ["", "", *numbers]
        return ",".join([f'"{[*path]}"', *columns])

    table = f"path,alpha,beta,value\n{logged(cells)}"
    assert compare_log(table, from_nested(NESTED)).right


@pytest.mark.parametrize("bars", [("| ", " | ", " |"), ("", ",", "")])
def test_a_cell_of_a_table_may_be_an_address(bars: tuple[str, str, str]) -> None:
    begin, between, end = bars
    rows = [("node", "alpha", "beta", "value"), ("root", "-inf", "inf", "")]
    rows += [("1", "-inf", "inf", ""), ("1.1", "-inf", "inf", "4"), ("1.2", "-inf", "4", "5")]
    rows += [("1", "-inf", "4", "4"), ("2", "4", "inf", "3"), ("root", "4", "inf", "4")]
    table = "\n".join(f"{begin}{between.join(cells)}{end}" for cells in rows)
    assert compare_log(table, from_nested([[4, 5], 3])).right


@pytest.mark.parametrize(
    "log",
    [
        "node A [3, 8] value 3",
        "leaf 1.2\nleaf 3",
        "leaf 1.2\nleaf 2",
        "node 7.9: value=3",
        "node 1: value=3",
    ],
)
def test_other_numbers_are_no_paths(log: str) -> None:
    assert replace_paths_by_addresses(log, from_nested([[3, 1.2], [2, 4]])) == log


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("1. B -> D: value 5", "1. node D: value 5"),
        ("A -> B -> D: 5", "node D: 5"),
        ("B -> Z: value 5", "B -> Z: value 5"),
        ("B -> C: value 5", "B -> C: value 5"),
        ("A -> B -> C: value 5", "A -> B -> C: value 5"),
        ("A -> D -> B: value 5", "A -> D -> B: value 5"),
    ],
)
def test_an_edge_is_its_lower_node_where_it_leads_down(line: str, read: str) -> None:
    assert replace_edges_by_children(line, parse("A:[B:[D:5 E:8] C:2]").tree) == read
