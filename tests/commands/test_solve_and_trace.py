"""What ``solve`` and ``trace`` print, for people and for machines."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.calling import rows, run
from tests.typesetting import typeset
from treeexplorer.cli import main
from treeexplorer.numbers import grouped

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"
TITLED = f"@title AIMA Figure 5.2\n{AIMA}\n"


SOLVED = """
{"file": "-", "tree": 1, "title": "AIMA Figure 5.2", "algorithm": "alphabeta", "form": "classic",
 "cutoff": ">=", "fail": "soft", "order": "left-to-right", "levels": ["max", "min"],
 "window": ["-inf", "inf"], "range": null, "depth": null, "value": 3, "bound": "exact",
 "interval": [3, 3],
 "best": "1", "ties": [], "may_tie": [], "may_be_better": [], "line": ["root", "1", "1.1"],
 "nodes": 13, "visited": 11, "calls": 11, "leaves": 9, "evaluated": 7, "evaluations": 7,
 "steps": 21, "pruned": [{"node": "2.2", "leaves": [4]}, {"node": "2.3", "leaves": [6]}],
 "read": [3, 12, 8, 2, 14, 5, 2],
 "cutoffs": [{"step": 12, "node": "2", "kind": "alpha", "deep": false, "after": "2.1", "v": 2,
              "bound": 3, "skipped": ["2.2", "2.3"], "witness": {"node": "root", "child": "1"},
              "source": "witness"}]}
"""
TRACED = """
{"step": 1, "kind": "visit", "node": "root", "name": "A", "label": "A", "ply": 0, "player": "max", "window": ["-inf", "inf"]}
{"step": 3, "kind": "leaf", "node": "1.1", "name": null, "label": "B.1", "ply": 2, "player": null, "window": ["-inf", "inf"], "value": 3}
{"step": 4, "kind": "return", "node": "1", "name": null, "label": "B", "ply": 1, "child": "1.1", "value": 3, "v": 3, "before": ["-inf", "inf"], "window": ["-inf", 3]}
{"step": 12, "kind": "cut", "node": "2", "name": null, "label": "C", "ply": 1, "child": "2.1", "value": 2, "v": 2, "before": [3, "inf"], "window": [3, 2], "cut": "alpha", "skipped": ["2.2", "2.3"]}
"""  # noqa: E501 - as the manual has them


def test_solve_json_is_the_documented_line() -> None:
    assert rows("solve", "-", text=TITLED) == [json.loads(SOLVED)]
    for name in ("aima", "aima.tree"):
        (example,) = rows("solve", name)
        assert example == json.loads(SOLVED) | {"file": name}


def test_trace_json_has_the_documented_rows() -> None:
    steps = rows("trace", "-e", f"A:{AIMA}")
    assert [row["step"] for row in steps] == list(range(1, 22))
    assert all(row.pop("text") for row in steps)
    facts = [row.pop("facts") for row in steps]
    assert {"fact": "has", "node": "2", "value": 2, "through": "2.1"} in facts[11]
    assert {"fact": "pruned", "nodes": ["2.2", "2.3"], "leaves": [4, 6]} in facts[11]
    for line in map(json.loads, TRACED.strip().splitlines()):
        assert steps[line["step"] - 1] == {"file": "-e", "tree": 1, **line}


def test_elided_children_are_skipped_as_dots_and_noted_where_they_are_passed() -> None:
    steps = rows("trace", "-e", "6[a:6[6[1 5 6] b:8[8 ...]] ...]")
    (cut,) = [row for row in steps if row["kind"] == "cut"]
    assert (cut["step"], cut["node"], cut["cut"], cut["skipped"]) == (13, "1.2", "beta", ["..."])
    assert [row["step"] for row in steps if row.get("elided")] == [13, 15]
    steps = rows("trace", "-e", "[[3 ...] 2]", "--order", "right-to-left")
    assert [(row["kind"], row["node"]) for row in steps if row.get("elided")] == [("visit", "1")]


@pytest.mark.parametrize("style", ["text", "tree", "csv", "markdown", "html"])
def test_answers_are_written_in_no_format_while_a_number_is_missing(style: str) -> None:
    status, output, errors = run("solve", "-e", "[[x 3] [y 2]]", "--as", style)
    assert (status, output) == (2, "")
    assert "Step 3 reads the unknown leaf A.1 (x) and needs a number for it" in errors


def test_an_unknown_can_be_set_by_word_and_by_address() -> None:
    assert rows("solve", "-e", "[1 x]", "--set", "x=5")[0]["value"] == 5
    assert rows("solve", "-e", "[1 [? 7]]", "--set", "2.1=-2.5")[0]["value"] == 1


def test_a_summary_names_the_conventions_and_where_they_come_from() -> None:
    status, output, _ = run("solve", "-", "--fail", "hard", text=f"@cutoff >\n{AIMA}\n")
    assert status == 0
    assert "cut when α > β (file) · fail-hard (option) · left to right" in output


def test_main_exits_with_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["solve", "-e", "[1 2]", "--tree", "0"])
    assert stopped.value.code == 2
    assert "there is no tree 0" in capsys.readouterr().err


@pytest.mark.slow
def test_a_chain_100000_deep_is_solved_and_its_line_is_shortened() -> None:
    chain = "[" * 100_000 + "5" + "]" * 100_000
    status, output, _ = run("solve", "-", text=chain)
    assert status == 0
    assert "value        5, exactly" in output
    assert f"({grouped(100_001)} nodes)" in output
    assert f"{grouped(100_001)} of {grouped(100_001)} nodes visited" in output
    (line,) = rows("solve", "-", text=chain)
    assert (len(line["line"]), line["line_length"], line["value"]) == (1_000, 100_001, 5)


def test_a_flat_node_with_100000_leaves_is_solved() -> None:
    (line,) = rows("solve", "-", text=f"[{' '.join(map(str, range(100_000)))}]")
    assert (line["value"], line["best"], line["evaluated"]) == (99_999, "100000", 100_000)


def test_a_broken_pipe_ends_quietly_and_is_no_no() -> None:
    program = [sys.executable, "-m", "treeexplorer", "trace", "winston"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("form", "note"),
    [
        ("exchanged", "[1 2] gives 1 instead of 2"),
        ("bounds", "[2 [[1] 3]] reads 3 leaves where the classic form reads 2"),
        ("two-functions", "[3 [4 [1 [2 5]]]] reads 5 leaves"),
    ],
)
def test_an_answer_under_a_printed_form_says_what_is_peculiar(form: str, note: str) -> None:
    _, output, _ = run("solve", "-e", "[1 2]", "--form", form)
    assert note in output
    _, plain, _ = run("solve", "-e", "[1 2]")
    assert "the form" not in plain


@pytest.mark.parametrize(
    ("format_name", "line"),
    [
        ("text", "- Best line: root → A → 3"),
        ("markdown", "| B | MIN | (3, +∞) | ≤ 2 | yes |"),
        ("html", "<td>B</td><td>MIN</td><td>(3, +∞)</td><td>≤ 2</td><td>yes</td>"),
        ("latex", r"B & MIN & (3, +$\infty$) & $\leq$ 2 & yes \\"),
        ("csv", 'B,MIN,"(3, +∞)",≤ 2,yes'),
        ("tree", "(-inf,inf)=3[(-inf,inf)=3[3 12 8] (3,inf)<=2[2 /4 /6] (3,inf)=2[14 5 2]]"),
    ],
)
def test_the_answer_sheet_is_written_in_every_format(format_name: str, line: str) -> None:
    _, output, _ = run("solve", "-e", AIMA, "--as", format_name)
    assert line in output


def test_the_tree_with_all_answers_is_right() -> None:
    for tree in (AIMA, "[[3 12] [3 4]]", "[[5 [9 2]] [chance[1 2] 3]]", "[7 ...]"):
        for rules in ((), ("--fail", "hard"), ("--cutoff", ">"), ("--algorithm", "minimax")):
            _, answers, _ = run("solve", "-e", tree, "--as", "tree", *rules)
            status, checked, _ = run("check", "-", text=answers)
            assert (status, checked.split()[0]) == (0, "All"), answers


def test_the_table_of_the_visited_nodes_can_be_asked_for() -> None:
    _, plain, _ = run("solve", "-e", AIMA)
    assert "window on entry" not in plain
    _, output, _ = run("solve", "-e", AIMA, "--table")
    assert output.startswith(plain)
    assert "  B     MIN     (3, +∞)          ≤ 2       yes\n" in output
    _, minimax, _ = run("solve", "-e", AIMA, "--table", "--algorithm", "minimax")
    for word in ("window on", "cut-off", "pruned"):
        assert word not in minimax


def test_the_answer_sheet_of_forty_nodes_is_one_page(tmp_path: Path) -> None:
    tree = f"[{'[[4 7 2] [9 1 5] [3 8 6]] ' * 3}]"
    source = tmp_path / "answers.tex"
    run("solve", "-e", tree, "--algorithm", "minimax", "--as", "latex", "-o", str(source))
    log = typeset(source).with_suffix(".log").read_text("latin-1")
    assert "(1 page" in log


@pytest.mark.parametrize(
    "arguments",
    [("solve", "--as", "markdown"), ("solve", "--as", "html"), ("export", "--to", "html")],
)
def test_what_others_read_names_the_course_file_without_its_folder(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "treeexplorer.toml").write_text('cutoff = ">"\n', encoding="utf-8")
    tree = tmp_path / "a.tree"
    tree.write_text("[[3 5] [2 4]]\n", encoding="utf-8")
    status, printed, _ = run(*arguments, str(tree))
    assert status == 0
    assert "treeexplorer.toml" in printed
    assert str(tmp_path) not in printed
