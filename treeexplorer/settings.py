"""Where a user's settings live, and what they are.

The file is TOML in the folder that the platform expects. A file that is broken is reported and
left alone: the program then starts with its defaults and writes nothing over it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from treeexplorer.files import read_bytes, read_toml, write_atomically
from treeexplorer.text import safe

KEPT_RULES: Final = ("algorithm", "form", "cutoff", "fail", "order", "depth")
"""The rules that a user can have as defaults of their own."""

_RECENT_FILES: Final = 10


@dataclass
class Settings:
    """What a user can choose once and for all.

    Attributes:
        theme: The name of the colours; empty for the terminal's usual ones.
        ascii: Whether only ASCII signs are drawn.
        asking: Whether the explorer stops before each possible cut-off and asks.
        keys: Other keys for actions, by the action's id, separated by commas.
        rules: Rules that hold where neither file nor options say otherwise.
        path: The file; ``None`` where settings are not kept.
        problem: What is wrong with the file, as a sentence; empty where nothing is.
        recent: The files opened last, the latest first.
        state: Where those are kept, for they are no settings and their names need not be text;
            ``None`` where they are not.
    """

    theme: str = ""
    ascii: bool = False
    asking: bool = False
    keys: dict[str, str] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    path: Path | None = None
    problem: str = ""
    recent: list[str] = field(default_factory=list)
    state: Path | None = None

    def remember_file(self, path: Path) -> None:
        """Put a file at the head of the recent ones; nothing is said where it cannot be kept."""
        name = str(path.absolute())
        self.recent = [name, *(other for other in self.recent if other != name)][:_RECENT_FILES]
        if self.state is not None:
            with suppress(OSError):
                self.state.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(self.state, json.dumps(self.recent, indent=1))

    def save(self) -> str:
        """Write the settings; return what went wrong as a sentence, empty where nothing did.

        Comments and the order of the lines stay as they are. A file that could not be read is
        never written over.
        """
        if self.path is None or self.problem:
            return ""
        import tomlkit  # 50 ms, for those who change a setting

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            written = read_bytes(self.path).decode("utf-8-sig") if self.path.exists() else ""
            document = tomlkit.parse(written)
            usual = Settings()
            for name in _KINDS:  # a default need not stand in the file
                value = getattr(self, name)
                _set(document, name, None if value == getattr(usual, name) else value)
            write_atomically(self.path, tomlkit.dumps(document))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            return f"the settings could not be saved: {safe(reason)}"
        return ""


def settings_file() -> Path:
    """Return the path of the settings file on this platform."""
    from platformdirs import user_config_path

    return user_config_path("treeexplorer", appauthor=False) / "settings.toml"


def unsaved_folder() -> Path:
    """Return the folder in which unsaved work is kept on this platform."""
    from platformdirs import user_state_path

    return user_state_path("treeexplorer", appauthor=False) / "unsaved"


def load_settings(path: Path | None = None) -> Settings:
    """Return the user's settings; the defaults, with the problem noted, if the file is broken."""
    folder = unsaved_folder().parent if path is None else path.parent
    path, state = path or settings_file(), folder / "recent.json"
    settings = Settings(path=path, state=state)
    if path.exists():
        try:
            for name, value in read_toml(path).items():
                if name not in _RETIRED:
                    setattr(settings, name, _checked(name, value))
        except ValueError as error:
            problem = f"the settings in {safe(str(path))} are ignored: {safe(str(error))}"
            settings = Settings(path=path, state=state, problem=problem)
    with suppress(ValueError):
        recent = json.loads(read_bytes(state))
        names = recent if isinstance(recent, list) else []
        settings.recent = [name for name in names if isinstance(name, str)][:_RECENT_FILES]
    return settings


_RETIRED: Final = ("speed", "hidden", "recent")
"""Settings that files of earlier versions have; they do nothing any more."""

_KINDS: Final[Mapping[str, type[Any]]] = {
    "theme": str, "ascii": bool, "asking": bool, "keys": dict, "rules": dict
}  # fmt: skip


def _checked(name: str, value: Any) -> Any:
    """Return a setting as :class:`Settings` has it.

    Raises:
        ValueError: There is no such setting, or it has no such value.
    """
    kind = _KINDS.get(name)
    if kind is None:
        raise ValueError(f"there is no setting “{name}”; there are {', '.join(_KINDS)}")
    if not isinstance(value, kind):
        raise ValueError(f"“{name}” has a value of the wrong kind")  # noqa: TRY004 - a sentence
    if name == "keys":
        for action, bound in value.items():
            if not isinstance(bound, str) or not bound:
                raise ValueError(f'the keys of “{action}” are not a text such as "n,ctrl+n"')
    if name != "rules":
        return value
    from treeexplorer.rules import parse_rule  # for those who have rules of their own

    for rule in value:
        if rule not in KEPT_RULES:
            raise ValueError(f"“{rule}” is not a rule that can be set; {', '.join(KEPT_RULES)} are")
    return {rule: parse_rule(rule, stated) for rule, stated in value.items()}


def _set(document: MutableMapping[str, Any], name: str, value: Any) -> None:
    """Change one entry of a TOML document, and none that has the value already."""
    if value is None:
        document.pop(name, None)
    elif isinstance(value, dict) and isinstance(table := document.get(name), MutableMapping):
        for key in [key for key in table if key not in value]:
            del table[key]
        for key, entry in value.items():
            _set(table, key, entry)
    elif document.get(name) != value:
        document[name] = value
