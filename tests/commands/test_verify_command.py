"""What ``verify`` prints, and its exit status."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.commands.calling import invoked

RIGHT = """
import json, sys
leaves = []
def search(tree, alpha, beta, maximizing):
    if not isinstance(tree, list):
        leaves.append(tree)
        return tree
    best = -10**9 if maximizing else 10**9
    for child in tree:
        value = search(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
print(search(json.load(sys.stdin), -10**9, 10**9, True), *leaves)
"""


run = partial(invoked, "verify")


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    file = tmp_path / "my_alphabeta.py"
    file.write_text(RIGHT)
    monkeypatch.chdir(tmp_path)
    return [sys.executable, "-I", "-S", str(file)]


@pytest.mark.usefixtures("few_trees")
def test_the_status_says_whether_a_program_is_right_and_no_files_are_left(
    program: list[str], tmp_path: Path
) -> None:
    result = run("--trials", "5", "--", *program)
    assert result.exit_code == 0
    assert "leaf by leaf: alpha-beta, cut when α ≥ β." in result.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["my_alphabeta.py"]
    Path(program[-1]).write_text("print(3)")
    result = run("--trials", "1", "--", *program)
    assert result.exit_code == 1
    assert "It says 3; the root is worth 0." in result.stdout
    assert "  [0]\n" in result.stdout


def test_a_classic_mistake_is_named_with_its_line(program: list[str]) -> None:
    file = Path(program[-1])
    text = file.read_text()
    assert "alpha, beta, not maximizing" in text
    file.write_text(text.replace("alpha, beta, not maximizing", "-10**9, beta, not maximizing"))
    result = run("--trials", "10", "--csv", "verdict.csv", "--", *program)
    assert result.exit_code == 1
    (row,) = csv.DictReader(Path("verdict.csv").read_text("utf-8").splitlines())
    assert row["mistakes"] == "α is not handed down to the children (they are called with −∞)"
    assert "what the form with one loop does when α is not handed down" in result.stdout
    assert ">         value = alphabeta(child, alpha, beta, not is_max)" in result.stdout


@pytest.mark.usefixtures("few_trees")
def test_several_programs_are_tried_at_once(
    program: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each answer that does not come is waited for.
    monkeypatch.setattr("treeexplorer.programs.collected_answers._MOST_FAILURES", 1)
    monkeypatch.setattr("treeexplorer.programs.smallest_wrong._SHRINKING_SECONDS", 0.0)
    *start, _ = program
    Path("wrong.py").write_text("print(3)")
    Path("late.py").write_text("import time; time.sleep(60)")
    done = run(
        *("--trials", "2", "--timeout", "3", "--each", "*.py", "--csv", "verdicts.csv"),
        *("--json", "--", *start, "{}"),
    )
    assert done.exit_code == 1
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["layer"] for row in rows] == ["no answer", "right", "wrong values"]
    assert rows[1]["program"].endswith("my_alphabeta.py")
    assert rows[2]["smallest"]["right_value"] != 3
    table = list(csv.DictReader(Path("verdicts.csv").read_text().splitlines()))
    assert [row["right"] for row in table] == ["False", "True", "False"]


@pytest.mark.usefixtures("few_trees")
def test_the_trees_of_a_file_are_tried_as_well(program: list[str], tmp_path: Path) -> None:
    Path("own.tree").write_text("[[3 1000] [4 5]]\n[7 8]\n")
    file = Path(program[-1])
    file.write_text(file.read_text() + "\nassert 1000 not in leaves\n")
    done = run("--trials", "1", "--trees", "own.tree", "--", *program)
    assert done.exit_code == 1
    assert "AssertionError" in done.stdout
    Path("own.tree").write_text("[x 8]\n")
    done = run("--trials", "1", "--trees", "own.tree", "--", *program)
    assert (done.exit_code, "tree 1 cannot be given to a program" in done.stderr) == (2, True)


def test_answers_that_are_not_flushed_are_told(
    program: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("treeexplorer.programs.smallest_wrong._SHRINKING_SECONDS", 0.2)
    lines = "import sys\nfor line in sys.stdin: sys.stdout.write('3 3\\n')"
    done = run("--batch", "--trials", "1", "--timeout", "0.5", "--", *program[:-1], "-c", lines)
    assert "read one line at a time, and flush your output" in " ".join(done.stdout.split())


def test_one_process_for_all_trees(program: list[str]) -> None:
    file = Path(program[-1])
    begin, _, end = file.read_text().partition("print(")
    assert end
    file.write_text(
        begin + "for line in sys.stdin:\n    leaves.clear()\n"
        "    print(search(json.loads(line), -10**9, 10**9, True), *leaves, flush=True)\n"
    )
    result = run("--batch", "--trials", "20", "--", *program)
    assert result.exit_code == 0, result.stdout
    assert "leaf by leaf" in result.stdout


@pytest.mark.parametrize("request_to_end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_leaves_no_program_running(
    tmp_path: Path, request_to_end: signal.Signals
) -> None:
    note = tmp_path / "running"
    slow = (
        f"import os, time; open({str(note)!r}, 'a').write(f'{{os.getpid()}}\\n'); time.sleep(600)"
    )
    program = [sys.executable, "-I", "-c", slow]
    # In the background of a shell the tests ignore SIGINT, and what they start would, too.
    before = signal.signal(request_to_end, signal.default_int_handler)
    verifying = subprocess.Popen(
        [sys.executable, "-m", "treeexplorer", "verify", "--timeout", "60", "--", *program],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).resolve().parents[2],
    )
    signal.signal(request_to_end, before)
    try:
        wait_until(lambda: note.exists() and note.read_text().endswith("\n"))
        verifying.send_signal(request_to_end)
        assert verifying.wait(180) in {128 + request_to_end, 1}
    finally:
        verifying.kill()
    programs = list(map(int, note.read_text().split()))
    assert programs
    wait_until(lambda: not any(Path(f"/proc/{program}").exists() for program in programs))


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 180
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)
