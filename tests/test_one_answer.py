"""The same file gives the same answer by command, library and explorer."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import treeexplorer as te
from tests.commands.calling import rows
from tests.laws import batches
from tests.terminal.driving import opened, running
from treeexplorer.course_file import find_course
from treeexplorer.engine.algorithms import rules_of
from treeexplorer.gallery import find
from treeexplorer.notation import load_all
from treeexplorer.numbers import convert_number_to_json
from treeexplorer.rules import parse_rule
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.screens.editor import Editor
from treeexplorer.terminal.screens.gallery import Gallery
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View

TREES = [
    "6[a:6[~4[1 5 6] b:8[8 7 ...]] ~5[2 9]]",
    "[~2[3 12 8] ~7[2 4 6] ~1[14 5 2]]",
    "[5 ~3[9 ~6[~1[2 -100] ~2[1 0]]]]",
    "[left:~3[chance[0.5*3 0.5*-1] 4] ~2[max[2 7] 2] right:~2[2 2 2]]",
    "[~3[3 3 4] ~3[3 1] ~5[x 4]]",
]
VALUES = {
    "algorithm": ["alphabeta", "minimax", "pvs", "negascout", "scout", "mtdf", "negamax"],
    "cutoff": [">=", ">"],
    "fail": ["soft", "hard"],
    "order": ["left-to-right", "right-to-left"],
    "levels": ["max min", "min max", "max min min", "max chance min"],
    "window": ["-inf inf", "-1 6", "2 3"],
    "depth": ["1", "3"],
    "form": ["classic", "bounds", "two-functions", "exchanged"],
}


def _stated(chance: random.Random) -> dict[str, str]:
    names = chance.sample(sorted(VALUES), chance.randint(0, 4))
    return {name: chance.choice(VALUES[name]) for name in names}


def _answers(file: Path, options: dict[str, str]) -> list[dict[str, Any] | None]:
    """Return what command, library and explorer say; ``None`` where one refuses."""
    arguments = [word for name, value in options.items() for word in (f"--{name}", value)]
    exercise = te.load(file)
    values = {"x": 3} if "x" in exercise.unknowns else None
    by_command: dict[str, Any] | None = None
    by_library: dict[str, Any] | None = None
    by_explorer: dict[str, Any] | None = None
    own = {"file": str(file), "tree": 1, "title": "a.tree"}
    with suppress(AssertionError):
        (by_command,) = rows("solve", str(file), *arguments, *(("--set", "x=3") if values else ()))
    with suppress(ValueError):
        record = te.search(exercise, values=values, **options)  # type: ignore[arg-type]  # rules by name
        by_library = json.loads(json.dumps(record.to_dict() | own))
    parsed = {name: parse_rule(name, value) for name, value in options.items()}
    (read,) = load_all(file)
    numbers = dict.fromkeys(read.tree.unknowns, 3)
    with suppress(ValueError):
        view = View([read], "file", parsed, values=[numbers], course=find_course(file))
        by_explorer = {
            "read": [convert_number_to_json(value) for _, _, value in view.record.readings()]
        }
    return [by_command, by_library, by_explorer]


@pytest.mark.parametrize("seed", batches(150, range(150)))
def test_command_library_and_explorer_agree(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    directives = _stated(chance)
    course = "".join(f'{name} = "{value}"\n' for name, value in _stated(chance).items())
    (tmp_path / "treeexplorer.toml").write_text(course, encoding="utf-8")
    lines = [f"@{name} {value}" for name, value in directives.items()]
    file = tmp_path / "a.tree"
    file.write_text("\n".join([*lines, chance.choice(TREES)]) + "\n", encoding="utf-8")
    by_command, by_library, by_explorer = _answers(file, _stated(chance))
    assert by_command == by_library
    if by_command is None:
        assert by_explorer is None
    else:
        assert by_explorer == {"read": by_command["read"]}


async def test_preview_explorer_and_editor_have_the_rules_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "treeexplorer.toml").write_text('cutoff = ">"\nlevels = ["min", "max"]\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "a.tree"
    file.write_text("@order right-to-left\n[[3 12 8] [2 4 6]]\n", encoding="utf-8")
    expected = rules_of(load_all(file)[0], find_course(file), {})
    assert (
        rows("solve", str(file))[0].items()
        >= json.loads(json.dumps(expected.rules.to_dict())).items()
    )
    async with running(None, size=(120, 30), folder=tmp_path) as driver:
        gallery = await opened(driver, Gallery)
        await driver.until(lambda: gallery.view is not None, "the preview")
        assert gallery.view is not None
        assert gallery.view.resolved == expected
        await driver.press("enter")
        await driver.sees("step 0/")
        assert driver.view.resolved == expected
        driver.view.choose_rules({"fail": "hard"})
        editor = await opened(driver, Editor, "e")
        assert editor.view is not None
        assert editor.view.resolved == driver.view.resolved
        driver.app.request = Request(options={"fail": "hard"})
        await opened(driver, Gallery, "escape", "escape")
        editor = await opened(driver, Editor, "n")
        await driver.press(*"[12]")
        await driver.until(lambda: editor.view is not None, "the drawing")
        assert editor.view is not None
        rules = editor.view.rules
        assert (rules.cutoff, rules.fail, rules.levels[0].value) == (">", "hard", "min")


def test_the_options_of_a_call_hold_for_what_is_chosen_in_its_gallery() -> None:
    app = ExplorerApp(Request(options={"cutoff": ">"}), Settings())
    chosen = Source.of_text("[1 2]")
    assert app.new_view(chosen, chosen.read()[0]).rules.cutoff == ">"


@pytest.mark.parametrize("by_path", [False, True])
def test_a_built_in_example_is_in_the_course_of_the_working_folder(
    by_path: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "treeexplorer.toml").write_text('cutoff = ">"\nfail = "hard"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    path = find("aima-two-ply")
    assert path is not None
    name = str(path) if by_path else "aima-two-ply"
    exercise, source = te.load(name), Source.of_file(path)
    view = View(source.read()[0], source.name, source=source, course=find_course(path))
    (row,) = rows("solve", name)
    assert (row["cutoff"], row["fail"]) == (">", "hard")
    assert json.loads(json.dumps(te.search(exercise).to_dict())).items() <= row.items()
    assert te.search(exercise).rules == view.rules
    assert te.search(exercise).origins == view.resolved.origins
    assert view.resolved.course_file == tmp_path.resolve() / "treeexplorer.toml"
    assert set(te.search(te.parse("[1 2]")).origins.values()) == {"built in"}
