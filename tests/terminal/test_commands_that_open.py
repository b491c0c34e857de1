"""The commands that open a screen of their own, in a real terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.real import Terminal


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["tour"], "1 of 13"),
        (["play", "nim", "--position", "3,4,5"], "b4"),
        (["game", "nim"], "step 0/"),
        (["."], "homework"),
    ],
)
def test_a_command_opens_its_screen(
    arguments: list[str], text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "homework.tree").write_text("[3 12]", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    folders = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")
    terminal = Terminal(arguments, dict.fromkeys(folders, str(tmp_path)))
    terminal.sees(text)
    terminal.child.close(force=True)
