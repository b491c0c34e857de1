"""The README is true: its commands run, its Python prints what it says, its pictures are ours."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from treeexplorer.cli import command_line
from treeexplorer.formats import read_trees
from treeexplorer.notation import parse_all

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

OPEN = (
    'python3 -m venv .venv && .venv/bin/pip install . && export PATH="$PWD/.venv/bin:$PATH" && '
    "treeexplorer"
)
TEST = "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/python -m pytest"


def blocks(language: str) -> list[str]:
    """Return the README's blocks of code in a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines()]
PRINTING = [line for line in COMMANDS if line.startswith("treeexplorer ")]
FEW_TRIALS = ("--trials", "20")
"""Of a hundred random trees, each of which starts the program anew, so few show the mistake."""
OWN_FILE = "echo '[[3 12 8] [2 4 6] [14 5 2]]' > my.tree && treeexplorer my.tree"


def test_the_two_commands_stand_first_and_the_ones_for_windows_do_the_same() -> None:
    assert README.split("```sh\n")[1].split("```")[0].splitlines() == [OPEN, TEST]
    first, second = (line.split(" && ") for line in blocks("bat")[0].splitlines())
    scripts = ".venv\\Scripts\\"
    install = [f"{scripts}pip install .", f"{scripts}pip install -e .[test]"]
    assert first == ["py -m venv .venv", install[0], f"{scripts}treeexplorer"]
    assert second == ["py -m venv .venv", install[1], f"{scripts}python -m pytest"]


FRONT_DOOR = ROOT / ".ci" / "front_door.py"


@pytest.mark.parametrize(
    ("line", "status", "printed"),
    [
        (f"{sys.executable} -m treeexplorer", 0, "opened a tree, and `q` left it"),
        (f"{sys.executable} -m treeexplorer aima", 1, "no tree was opened"),
        ("sleep 60", 1, "no tree was opened"),
        (f"{sys.executable} -m treeexplorer solve aima", 1, "ended with status 0"),
        ("echo 'explore game trees ▲ ▽ step 0/'; exit 3", 1, "ended with status 3"),
    ],
    ids=["the gallery", "no gallery", "no tree", "no explorer", "an error"],
)
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals take a package on Windows")
def test_the_first_line_has_to_open_a_tree(
    tmp_path: Path, line: str, status: int, printed: str
) -> None:
    program = tmp_path / ".ci" / FRONT_DOOR.name
    program.parent.mkdir()
    most = "SECONDS = 3" if printed == "no tree was opened" else "SECONDS = 60"
    text = FRONT_DOOR.read_text("utf-8").replace("SECONDS = 900", most)
    program.write_text(text, "utf-8")
    (tmp_path / "README.md").write_text(f"```sh\n{line}\nexit 7\n```\n", "utf-8")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    opened = subprocess.run(
        [sys.executable, str(program), "open"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert (opened.returncode, printed in opened.stdout + opened.stderr) == (status, True), opened
    tested = subprocess.run([sys.executable, str(program), "test"], check=False)
    assert tested.returncode == 7


@pytest.mark.parametrize("line", PRINTING)
def test_a_command_of_the_readme_prints_its_answer(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for command in line.split(" && "):
        words, _, file = command.partition(" > ")
        arguments = [sys.executable if each == "python" else each for each in shlex.split(words)]
        if "verify" in words:
            arguments[2:2] = FEW_TRIALS
        done = CliRunner().invoke(command_line, arguments[1:])
        assert done.exit_code == (1 if "verify" in words else 0), done.output
        assert done.stdout.strip()
        if "verify" in words:
            assert "the form with one loop does when β is not handed down" in done.stdout
        if file:
            Path(file).write_text(done.stdout)


def test_the_commands_that_are_not_run_here_install_or_open() -> None:
    assert [line for line in COMMANDS if line not in PRINTING] == [OPEN, TEST, OWN_FILE]


def test_the_trees_of_the_readme_can_be_pasted_into_a_file() -> None:
    (block,) = blocks("text")
    assert len(parse_all(block)) == 4


READ = {
    "JSON": '{"A": {"B": 3, "C": 5}}',
    "Python": "tree = ('A', [('B', 3), ('C', 5)])",
    "JavaScript": "const tree = {value: null, children: [{value: 3}, {value: 5}]};",
    "C or Java": "int[][] tree = {{3, 5}};",
    "LaTeX": r"\begin{forest} [A [B [3]] [C [5]]] \end{forest}",
    "S-expressions": "(A (B 3) (C 5))",
    "DOT": "digraph { A -> B; A -> C; B [label=3]; C [label=5] }",
    "Mermaid": "graph TD\nA --> B\nA --> C\nB[3]\nC[5]",
    "CSV": "parent,child,value\nA,B,3\nA,C,5",
    "lines of pairs": "A B\nA C\nB 3\nC 5",
}


@pytest.mark.parametrize(("name", "text"), READ.items(), ids=READ)
def test_what_the_readme_says_is_read_is_read(name: str, text: str) -> None:
    assert name in " ".join(README.split())
    opened = read_trees(text)
    (exercise,) = opened.exercises
    assert not opened.is_notation
    assert [value for value in exercise.tree.value if value is not None][-2:] == [3, 5]


def test_the_python_of_the_readme_prints_what_its_comment_says() -> None:
    (code,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == code.strip().rsplit("# ", 1)[1]


def test_the_files_that_the_readme_links_to_are_there_and_its_pictures_are_small() -> None:
    linked = [ROOT / target for target in re.findall(r"\]\(([^)]+)\)", README)]
    assert [path for path in linked if not path.is_file()] == []
    pictures = {path: path.stat().st_size for path in (ROOT / ".pictures").iterdir()}
    assert set(pictures) <= set(linked)
    assert pictures[ROOT / ".pictures" / "explorer.gif"] < 400_000
    assert sum(pictures.values()) < 1_500_000


def test_the_page_of_the_readme_is_what_the_program_writes() -> None:
    done = CliRunner().invoke(command_line, ["export", "--to", "html", "6-8-1-5-6"])
    page = ROOT / ".pictures" / "6-8-1-5-6.html"
    assert done.stdout == page.read_text(encoding="utf-8")


def test_the_short_help_of_every_command_fits_on_its_line() -> None:
    done = CliRunner().invoke(command_line, ["--help"], terminal_width=80)
    assert "..." not in done.stdout
