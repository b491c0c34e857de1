"""Settings: where they live, what they hold, and that a broken file is never written over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from treeexplorer.settings import Settings, load_settings, settings_file


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    found = load_settings(tmp_path / "settings.toml")
    assert found.problem == ""
    assert (found.theme, found.ascii, found.keys, found.rules) == ("", False, {}, {})


def test_what_is_saved_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "settings.toml"
    saved = Settings(
        theme="nord",
        ascii=True,
        keys={"next": "n,ctrl+n", "find": 'quote"'},
        rules={"cutoff": ">", "depth": 3},
        path=path,
    )
    saved.state = path.parent / "recent.json"
    saved.remember_file(tmp_path / "a\\b\n.tree")
    saved.remember_file(tmp_path / os.fsdecode(b"caf\xe9.tree"))
    assert saved.save() == ""
    assert load_settings(path) == saved
    assert "recent" not in path.read_text()


def test_a_users_comments_and_order_stay(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(
        '# mine\nascii = true  # old terminal\ntheme = "nord"\n\n[keys]\n# as in vi\nnext = "l"\n'
        'find = "f"\n'
    )
    settings = load_settings(path)
    settings.theme = "dracula"
    settings.keys = {"next": "l", "previous": "h"}
    settings.rules = {"cutoff": ">"}
    assert settings.save() == ""
    assert path.read_text() == (
        '# mine\nascii = true  # old terminal\ntheme = "dracula"\n\n'
        '[keys]\n# as in vi\nnext = "l"\n'
        'previous = "h"\n\n[rules]\ncutoff = ">"\n'
    )
    assert load_settings(path) == settings
    settings.ascii, settings.rules = False, {}
    settings.save()
    assert "ascii" not in path.read_text()
    assert load_settings(path).rules == {}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("theme = ", "not TOML"),
        ("colour = 'red'", "no setting “colour”"),
        ("theme = 3", "“theme” has a value of the wrong kind"),
        ("ascii = 1", "“ascii” has a value of the wrong kind"),
        ("[keys]\nnext = 3", "keys of “next”"),
        ('[rules]\ncutoff = "<"', "cutoff takes >= or >, not “<”"),
        ("[rules]\ndepth = 0", "depth takes a whole number of plies"),
        ("[rules]\nwindow = [0, 1]", "“window” is not a rule"),
    ],
)
def test_a_broken_file_is_reported_and_never_written_over(
    tmp_path: Path, text: str, problem: str
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text)
    found = load_settings(path)
    assert problem in found.problem
    assert str(path) in found.problem
    assert found.save() == ""
    assert path.read_text() == text


def test_a_folder_that_cannot_be_written_is_said_and_not_fatal(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert "could not be saved" in Settings(path=blocked / "settings.toml").save()


def test_the_file_opened_last_comes_first_and_only_once(tmp_path: Path) -> None:
    settings = Settings()
    for name in ("a", "b", "a"):
        settings.remember_file(tmp_path / name)
    assert settings.recent == [str(tmp_path / "a"), str(tmp_path / "b")]


def test_the_file_is_where_the_platform_expects_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/somewhere")
    assert settings_file().parts[-2:] == ("treeexplorer", "settings.toml")


def test_settings_of_earlier_versions_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('speed = 4.0\nhidden = ["trace"]\nascii = true\n', encoding="utf-8")
    found = load_settings(file)
    assert found.ascii
    assert not found.problem
