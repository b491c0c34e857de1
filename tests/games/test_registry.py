"""Games are found by name, and a user's own in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from treeexplorer.engine import search
from treeexplorer.gallery import examples_folder
from treeexplorer.games.growing import grow
from treeexplorer.games.nim import Nim
from treeexplorer.games.protocol import GameError
from treeexplorer.games.registry import load_game


def test_an_unknown_game_is_answered_with_the_likeliest() -> None:
    with pytest.raises(GameError, match="did you mean othello6"):
        load_game("othelo6")


def test_the_template_works_as_a_users_file(tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    file.write_text((examples_folder() / "my_game.py").read_text(encoding="utf-8"))
    game = load_game(f"{file}:TwentyOne")
    exercise = grow(game)
    tree = exercise.tree
    assert exercise.directives.title == "Twenty-one, with seven stones"
    # Seven is three more than a multiple of four: the first player takes three and keeps it so.
    assert search(tree).root_value == 1
    assert grow(game, depth=2).tree.estimates
    assert game.read(game.write(game.start())) == game.start()


def test_a_game_may_say_its_players_by_words() -> None:
    class Said(Nim):
        def player(self, position: Any) -> Any:
            return str(super().player(position).value.upper())

    assert grow(Said()) == grow(Nim())


@pytest.mark.parametrize(
    ("code", "spec", "message"),
    [
        ("x = 1", "{file}:Game", "has no class Game"),
        ("x = 1", "{file}", "which class"),
        ("raise RuntimeError('no')", "{file}:Game", "RuntimeError: no"),
        ("class Game: pass", "{file}:Game", "subclass of treeexplorer.Game"),
        (
            "import treeexplorer as g\nclass Mine(g.Game):\n    def start(self): return 1",
            "{file}:Mine",
            "lacks draw, moves, play, player, value",
        ),
        ("def Game(): return 1/0", "{file}:Game", "ZeroDivisionError"),
        ("x = 1", "{file}x.py:Game", "there is no file"),
    ],
)
def test_a_file_that_is_no_game_is_told_what_it_lacks(
    tmp_path: Path, code: str, spec: str, message: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(code)
    with pytest.raises(GameError, match=message):
        load_game(spec.format(file=file))


def test_the_only_game_of_a_file_needs_no_name_and_imports_from_its_folder(tmp_path: Path) -> None:
    (tmp_path / "rules_of_mine.py").write_text("from treeexplorer.games.nim import Nim\n")
    file = tmp_path / "mine.py"
    file.write_text("from rules_of_mine import Nim\nclass Mine(Nim):\n    title = 'Mine'\n")
    assert load_game(str(file)).title == "Mine"
    file.write_text(file.read_text() + "class Other(Nim): pass\n")
    with pytest.raises(GameError, match=r"which class\? Write .*mine.py:Game; .*: Mine, Other"):
        load_game(str(file))
