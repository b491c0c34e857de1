"""What ``game`` and ``examples`` print."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.commands.calling import invoked as run
from tests.trees import tree_of
from treeexplorer.engine import search
from treeexplorer.gallery import examples, examples_folder
from treeexplorer.games.registry import GAMES, load_game
from treeexplorer.notation import parse


def test_the_tree_of_a_position_is_printed_in_the_notation() -> None:
    printed = run("game", "tictactoe", "--position", "XO./.X./..O", "--tree").stdout
    exercise = parse(printed)
    tree = exercise.tree
    assert exercise.directives.title == "Tic-tac-toe"
    assert [tree.names[child] for child in tree.children(0)] == ["c1", "a2", "c2", "a3", "b3"]
    assert search(tree).root_value == 1


def test_the_tree_reads_back_with_min_to_move_and_with_estimates() -> None:
    printed = run("game", "othello6", "--depth", "2", "--tree").stdout
    game = load_game("othello6")
    tree = tree_of(printed)
    assert tree.estimates[0] == game.estimate(game.start())
    printed = run("game", "nim", "--position", "1,2 second", "--tree").stdout
    assert tree_of(printed).levels[0] == "min"


def test_the_most_promising_move_can_be_put_first() -> None:
    begun = ("--position", "3,4,5", "--depth", "2", "--tree")
    ordered = tree_of(run("game", "nim", "--best-first", *begun).stdout)
    assert ordered.estimates[next(ordered.children(0))] == 1


def test_a_users_own_game_is_run_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    file.write_text("from treeexplorer.games.nim import Nim\nGame = lambda: Nim((1, 2))\n")
    assert len(tree_of(run("game", f"{file}:Game", "--tree").stdout)) == 12


def test_a_users_game_that_fails_is_told_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    file.write_text(
        "from treeexplorer.games.nim import Nim\n"
        "class Game(Nim):\n    def play(self, position, move): raise KeyError('heap')\n"
    )
    result = run("game", f"{file}:Game", "--tree")
    assert result.exit_code == 2
    assert "the rules of Nim fail: KeyError: 'heap'" in result.stderr


def test_a_wrong_course_file_is_not_the_fault_of_a_users_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("treeexplorer.toml").write_text('cutoff = "?"\n')
    Path("my_game.py").write_text(
        "from treeexplorer.games.nim import Nim\nclass Game(Nim):\n    pass\n"
    )
    result = run("game", "my_game.py:Game", "--tree")
    assert result.exit_code == 2
    assert "treeexplorer.toml" in result.stderr
    assert "the rules of" not in result.stderr


def test_the_games_are_listed_and_the_help_says_that_a_users_file_is_run() -> None:
    lines = run("game").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [*GAMES, "FILE.py"]
    words = " ".join(run("game", "--help").stdout.split())
    assert "is run as a program, so name only files you trust" in words


def test_examples_are_listed_a_line_each_in_gallery_order() -> None:
    lines = run("examples").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [example.name for example in examples()]
    assert "AIMA Figure 5.2" in lines[2]


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted on Linux alone")
def test_what_a_game_of_ones_own_starts_is_ended_with_it(tmp_path: Path) -> None:
    file, note = tmp_path / "mine.py", tmp_path / "orphan"
    starts = "import subprocess\nlost = subprocess.Popen(['sleep', '60'], start_new_session=True)\n"
    note_it = f"open({str(note)!r}, 'w').write(str(lost.pid))\n"
    file.write_text((examples_folder() / "my_game.py").read_text() + starts + note_it)
    assert "take1" in run("game", f"{file}:TwentyOne", "--tree").stdout
    assert not Path(f"/proc/{note.read_text()}").exists()
