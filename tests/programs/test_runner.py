"""A program is run within limits, and nothing of it is left running."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

from tests.laws import ordinarily
from tests.pace import takes_less_than
from treeexplorer.programs.runner import ProgramError, ProgramRunner
from treeexplorer.programs.trials import random_trees
from treeexplorer.programs.verify import verify_program
from treeexplorer.tree import DEFAULT_LEVELS, from_nested

TREE = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def runner(code: str, **limits: float) -> ProgramRunner:
    return ProgramRunner([sys.executable, "-I", "-c", code], **limits)  # type: ignore[arg-type]  # all limits are numbers


INFINITY = float("inf")


@pytest.mark.parametrize(
    ("code", "value", "leaves"),
    [
        ("import json, sys; print(len(json.load(sys.stdin)))", 3, None),
        ("print('3\\n3 12 8 2')", 3, (3, 12, 8, 2)),
        ("print('value: 3 leaves: [3, 12, 8, 2]')", 3, (3, 12, 8, 2)),
        ("print('3, 3, 12., 8e0, +2')", 3, (3, 12, 8, 2)),
        ("print('alpha-beta2 says -7', 'x3', -0.5, '-inf')", -7, (-0.5, -INFINITY)),
        ("print('Infinity 3 12')", INFINITY, (3, 12)),
        ("print('3\\n3 12\\nTime: 0.0312')", 3, (3, 12)),
        ("print('Value: 3 (in 12 ms)\\nLeaves: 3 12')", 3, (3, 12)),
        ("print('3\\n3 12\\nelapsed 1.5e-05 s')", 3, (3, 12)),
        ("print('3\\n3 12\\nPruned: 4, 6')", 3, (3, 12)),
        ("print('cut-offs: 1\\n3\\n3 12')", 3, (3, 12)),
        ("print(dict(value=3, pruned=[4, 6], leaves=[3, 12]))", 3, (3, 12)),
        ("print('null window: 7', '−∞')", 7, (-INFINITY,)),
        ("print(3, end=' ' * 999_998 + '\\n')", 3, None),
    ],
)
def test_value_and_leaves_may_be_printed_in_any_dress(
    code: str, value: float, leaves: tuple[float, ...] | None
) -> None:
    answer = runner(code)(TREE)
    assert (answer.value, answer.leaves, answer.failure) == (value, leaves, None)


@pytest.mark.parametrize(
    ("printed", "leaves", "move"),
    [
        ("3\\n3 12 8 2\\nmove 2", (3, 12, 8, 2), 2),
        ("3 3 12 move 1", (3, 12), 1),
        ("3\\nBest move: 3", None, 3),
        ("3\\nmove 2 is best\\n", (2,), None),
        ("3\\nmove None", None, None),
    ],
)
def test_a_line_tells_the_move(
    printed: str, leaves: tuple[float, ...] | None, move: int | None
) -> None:
    answer = runner(f"print('{printed}')")(TREE)
    assert (answer.value, answer.leaves, answer.move) == (3, leaves, move)


@pytest.mark.parametrize(
    ("code", "failure"),
    [
        ("print('none')", "only “none”, and no number"),
        ("print(None, [3, 12])", "it printed None where the root's value belongs"),
        ("print(float('nan'), 3, 12)", "it printed nan where the root's value belongs"),
        ("pass", "it printed nothing, and no number"),
        ("raise SystemExit(3)", "it ended with status 3"),
        ("[][0]", "IndexError: list index out of range"),
        ("import os; os.kill(os.getpid(), 9)", "ended by signal 9"),
        ("import sys; sys.stderr.write('\\x1b[2J'); sys.exit(1)", "saying:\n    ␛[2J"),
        ("while True: print('3' * 1000)", "it printed more than 1,000,000 bytes"),
        ("print(3, end=' ' * 999_999 + '\\n')", "it printed more than 1,000,000 bytes"),
        ("def f(): [][0]\nf()", "it ended with status 1, saying:"),
        ("def f(): [][0]\nf()", "in f\n"),
    ],
)
def test_a_program_that_fails_is_told_as_it_failed(code: str, failure: str) -> None:
    answer = runner(code)(TREE)
    assert answer.value is None
    assert answer.failure is not None
    assert failure in answer.failure


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("ends_itself", [True, False])
def test_nothing_is_left_running(tmp_path: Path, ends_itself: bool) -> None:
    note = tmp_path / "children"
    code = (
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'],"
        " stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        f"open({str(note)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        f"print(3, flush=True)\n" + ("" if ends_itself else "time.sleep(600)\n")
    )
    for timeout in [60.0] if ends_itself else [1.5, 6.0, 24.0]:
        answer = runner(code, timeout=timeout)(TREE)
        if note.exists():  # a busy machine may have given it no time to begin
            break
    assert (answer.value == 3) is ends_itself
    if not ends_itself:
        assert answer.failure == f"it did not finish within {timeout:g} seconds"
    processes = list(map(int, note.read_text().split()))
    deadline = time.monotonic() + 120
    while any(map(is_running, processes)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(is_running, processes))


def test_a_program_that_hangs_is_given_up_after_a_few_trees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("treeexplorer.programs.smallest_wrong._SHRINKING_SECONDS", 1)
    slow = runner("import time; time.sleep(60)", timeout=0.05)
    result = verify_program(slow, trees=random_trees(200, 0, DEFAULT_LEVELS))
    assert not result.right
    assert "it did not finish within 0.05 seconds" in result.text()
    assert len(result.tried) < 100


def test_a_program_that_cannot_be_started_is_an_error_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="cannot be run: No such file"):
        ProgramRunner(["/no/such/program"])(TREE)
    file = tmp_path / "mine.py"
    file.write_text("print(3)")
    with pytest.raises(ProgramError, match=r"Permission denied; try: python .*mine\.py"):
        ProgramRunner([str(file)])(TREE)


ORPHAN = """
import os, sys
if not os.fork():
    os.setsid()
    if not os.fork():
        for number in range(3):
            os.close(number)
        note = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(note, f"{os.getpid()}\\n".encode())
        os.execve("/bin/sleep", ["sleep", "600"], {})
    os._exit(0)
print(3)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted on Linux alone")
def test_an_orphan_with_a_session_of_its_own_and_no_environment_is_ended(tmp_path: Path) -> None:
    note = tmp_path / "orphans"
    note.touch()
    with ProgramRunner([sys.executable, "-I", "-c", ORPHAN, str(note)]) as program:
        assert program(TREE).value == 3
        deadline = time.monotonic() + 120
        while not note.read_text().endswith("\n") and time.monotonic() < deadline:
            time.sleep(0.01)
        orphans = list(map(int, note.read_text().split()))
        assert len(orphans) == 1
        assert all(map(is_running, orphans))
    assert not any(map(is_running, orphans))


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux alone")
def test_a_program_that_takes_much_memory_or_disk_is_stopped(tmp_path: Path) -> None:
    # The limits hold before a program is given its tree, which it reads first here.
    hungry = runner("input(); big = bytearray(600 << 20); print(3)", memory=0.2)(TREE)
    assert "MemoryError" in (hungry.failure or "")
    file = tmp_path / "large"
    wordy = f"input(); f = open({str(file)!r}, 'wb')\nfor _ in range(120): f.write(bytes(1 << 20))"
    assert "File too large" in (runner(wordy, memory=0.1)(TREE).failure or "")
    assert file.stat().st_size <= 0.1 * 2**30


@pytest.mark.parametrize("text", ["7" * 900_000, "7" * 900_000 + "x", "1.5" * 300_000])
def test_long_output_is_looked_through_in_linear_time(text: str) -> None:
    def looked_through() -> None:
        answer = runner(f"print({text[:3]!r} * {len(text) // 3} + {text[-1:]!r})")(TREE)
        assert answer.failure is not None or answer.value == 1.51

    assert takes_less_than(5, looked_through)


def test_a_program_need_not_read_a_tree_that_no_pipe_holds() -> None:
    wide = from_nested([[number] for number in range(100_000)])
    assert runner("print(99_999)")(wide).value == 99_999
    slow = runner("import time; time.sleep(60)", timeout=0.3)(wide)
    assert slow.failure == "it did not finish within 0.3 seconds"


LINES = """
import json, sys
for line in sys.stdin:
    tree = json.loads(line)
    print(len(tree), *range(len(tree)), flush=True)
"""


def test_one_process_answers_all_trees_line_by_line(tmp_path: Path) -> None:
    note = tmp_path / "starts"
    code = f"open({str(note)!r}, 'a').write('.')\n{LINES}"
    with runner(code, batch=True) as program:
        for nested in ([1], [1, 2], [[1], 2, 3]):
            answer = program(from_nested(nested))
            assert (answer.value, answer.leaves) == (len(nested), tuple(range(len(nested))))
    assert note.read_text() == "."


def test_a_second_line_for_one_tree_is_not_taken_for_the_next_answer() -> None:
    with runner(LINES.replace("len(tree), ", "len(tree), '\\n', "), batch=True) as program:
        for _ in range(2):
            assert program(TREE).failure == "it printed more than one line"


@pytest.mark.parametrize(
    ("code", "failure"),
    [
        ("pass", "it ended before it had answered"),
        ("raise SystemExit(4)", "it ended with status 4"),
        ("import sys; sys.stdin.readline(); sys.exit('no memory')", "saying:\n    no memory"),
        ("import time; time.sleep(60)", "it did not finish within 0.2 seconds"),
    ],
)
def test_one_process_that_fails_is_told_and_started_again(code: str, failure: str) -> None:
    with runner(code, batch=True, timeout=0.2 if "sleep" in code else 60.0) as program:
        for _ in range(2):
            assert failure in (program(TREE).failure or "")


HOSTILE = {
    "many leaves": "print(3, *[7] * {size})",
    "long numbers": "print(*['9' * 290] * ({size} // 290 + 2))",
    "words": "print('word ' * {size})",
    "long errors": "import sys; sys.exit('x' * {size})",
    "many errors": "import sys; sys.exit('x\\n' * {size})",
    "controls": "print('\\x1b[31m' * {size}, 3)",
}


@pytest.mark.parametrize("size", ordinarily(2, [100, 150_000, 3_000]))
@pytest.mark.parametrize("kind", HOSTILE)
def test_the_report_is_short_whatever_a_program_prints(kind: str, size: int) -> None:
    """What it prints is read once: it prints the same whatever the tree."""
    with runner(HOSTILE[kind].replace("{size}", str(size))) as program:
        answer = program(TREE)
    result = verify_program(lambda _: answer, trees=[TREE])
    assert len(result.text()) < 12_000
    assert len(json.dumps(result.to_dict())) < 500_000
    assert "\x1b" not in result.text()


def test_many_times_more_leaves_than_there_are_is_no_answer() -> None:
    with runner("print(3, *[7] * 5000)") as program:
        result = verify_program(program, trees=[TREE])
    assert result.layer == "no answer"
    assert result.wrong is not None
    assert "it told 5 000 leaves" in result.text().replace("\u202f", " ").replace("\xa0", " ")
