"""Settings: where they live, what they hold, and what the program keeps beside them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from treeexplorer.settings import Settings, load_settings


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings(state=tmp_path / "state.json")


def test_what_is_kept_is_read_back_and_yields_to_the_settings(tmp_path: Path) -> None:
    kept = Settings("treeexplorer-light", state=tmp_path / "folder" / "state.json")
    kept.remember_file(tmp_path / "a\\b\n.tree")
    kept.remember_file(tmp_path / os.fsdecode(b"caf\xe9.tree"))
    assert load_settings(tmp_path / "folder") == kept
    settings = tmp_path / "folder" / "settings.toml"
    settings.write_text('theme = "treeexplorer-dark"\nascii = true\n[keys]\nnext = "n,ctrl+n"\n')
    found = load_settings(tmp_path / "folder")
    assert (found.theme, found.ascii) == ("treeexplorer-dark", True)
    assert found.keys == {"next": "n,ctrl+n"}
    assert found.recent == kept.recent


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("theme = ", "not TOML"),
        ("colour = 'red'", "no setting “colour”"),
        ("theme = 3", "“theme” has a value of the wrong kind"),
        ("ascii = 1", "“ascii” has a value of the wrong kind"),
        ("[keys]\nnext = 3", "keys of “next”"),
    ],
)
def test_broken_settings_are_reported_and_ignored(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "settings.toml"
    right = 'theme = "treeexplorer-light"' if text.startswith("ascii") else "ascii = true"
    path.write_text(f"{right}\n{text}")
    found = load_settings(tmp_path)
    assert problem in found.problem
    assert str(path) in found.problem
    assert (found.theme, found.ascii) == ("", False)


@pytest.mark.parametrize("text", ["", "[]", '{"theme": 3}', '{"recent": 3}'])
def test_a_broken_state_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "state.json").write_text(text)
    assert load_settings(tmp_path) == Settings(state=tmp_path / "state.json")


def test_a_folder_that_cannot_be_written_costs_what_is_kept_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = Settings(state=tmp_path / "file" / "state.json")
    for name in ("a", "b", "a"):
        settings.remember_file(tmp_path / name)
    assert settings.recent == [str(tmp_path / "a"), str(tmp_path / "b")]


def test_the_files_are_where_the_platform_expects_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", "/nonexistent")
    (tmp_path / "treeexplorer").mkdir()
    (tmp_path / "treeexplorer" / "settings.toml").write_text("ascii = true")
    found = load_settings()
    assert found.ascii
    assert found.state == Path("/nonexistent/treeexplorer/state.json")
