"""A user's settings, which are only read, and what the program keeps by itself.

The settings are a file of TOML in the folder that the platform expects. One that is broken is
reported, and the program starts with its defaults. The colours chosen on the screen and the recent
files stand in a file of the program's own, which yields to the settings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from treeexplorer.files import read_bytes, read_toml, write_atomically
from treeexplorer.text import safe

_RECENT_FILES: Final = 10
_KINDS: Final[dict[str, type[Any]]] = {"theme": str, "ascii": bool, "keys": dict}


@dataclass
class Settings:
    """What a user can choose once and for all.

    Attributes:
        theme: The name of the colours; empty for the terminal's usual ones.
        ascii: Whether only ASCII signs are drawn.
        keys: Other keys for actions, by the action's id, separated by commas.
        recent: The files opened last, the latest first; their names need not be text.
        problem: What is wrong with the file of settings, as a sentence; empty where nothing is.
        state: Where the program keeps theme and recent files; ``None`` to keep nothing.
    """

    theme: str = ""
    ascii: bool = False
    keys: dict[str, str] = field(default_factory=dict)
    recent: list[str] = field(default_factory=list)
    problem: str = ""
    state: Path | None = None

    def remember_file(self, path: Path) -> None:
        """Put a file at the head of the list of recent files."""
        name = str(path.absolute())
        others = [other for other in self.recent if other != name]
        self.recent = [name, *others][:_RECENT_FILES]
        self.keep()

    def keep(self) -> None:
        """Write the theme and the recent files to the disk, if that is possible."""
        if self.state is None:
            return
        state = {"theme": self.theme, "recent": self.recent}
        with suppress(OSError):
            self.state.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.state, json.dumps(state, indent=1))


def state_folder() -> Path:
    """Return the folder for what the program keeps by itself on this platform."""
    from platformdirs import user_state_path

    return user_state_path("treeexplorer", appauthor=False)


def load_settings(folder: Path | None = None) -> Settings:
    """Return the user's settings, from a folder or from the platform's usual place."""
    if folder is None:
        settings = _load_state(state_folder() / "state.json")
        return _apply_users_file(settings, _find_config_folder() / "settings.toml")
    settings = _load_state(folder / "state.json")
    return _apply_users_file(settings, folder / "settings.toml")


def _find_config_folder() -> Path:
    """Return the folder in which users write settings on this platform."""
    from platformdirs import user_config_path

    return user_config_path("treeexplorer", appauthor=False)


def _apply_users_file(settings: Settings, file: Path) -> Settings:
    """Return settings with what a user's file states; a file with a mistake is ignored.

    Then ``problem`` says what is wrong, and the settings are otherwise unchanged. So they are if
    there is no such file.
    """
    if not file.exists():
        return settings
    try:
        value_by_name = read_toml(file)
        # All are checked before any is taken.
        for name, value in value_by_name.items():
            _check_setting(name, value)
    except ValueError as error:
        problem = f"the settings in {safe(str(file))} are ignored: {safe(str(error))}"
        return replace(settings, problem=problem)
    return replace(settings, **value_by_name)


def _load_state(file: Path) -> Settings:
    """Return settings with the theme and the recent files that the program has stored in a file.

    Only the program writes this file: if it is missing, or something is wrong with it, the defaults
    are returned, and nothing is said.
    """
    settings = Settings(state=file)
    with suppress(OSError, ValueError, KeyError, TypeError):
        state = json.loads(read_bytes(file))
        # Both are read before either is stored, so that a broken file changes nothing.
        recent_files = [str(name) for name in state["recent"]]
        theme = str(state["theme"])
        settings.recent = recent_files[:_RECENT_FILES]
        settings.theme = theme
    return settings


def _check_setting(name: str, value: Any) -> None:
    """Raise a ValueError if there is no setting of this name, or its value is of another type."""
    expected_type = _KINDS.get(name)
    if expected_type is None:
        raise ValueError(f"there is no setting “{name}”; there are {', '.join(_KINDS)}")
    if not isinstance(value, expected_type):
        raise ValueError(f"“{name}” has a value of the wrong kind")  # noqa: TRY004 - a sentence
    if name == "keys":
        _check_keys(value)


def _check_keys(keys_by_action: Mapping[str, Any]) -> None:
    """Raise a ValueError if an action's keys are not a text such as ``n,ctrl+n``."""
    for action, keys in keys_by_action.items():
        if not isinstance(keys, str) or not keys:
            raise ValueError(f'the keys of “{action}” are not a text such as "n,ctrl+n"')
