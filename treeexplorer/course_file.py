"""The course file: the rules, the title and the instructions that hold for a folder of trees."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from treeexplorer.errors import TreeexplorerError
from treeexplorer.files import read_toml
from treeexplorer.gallery import is_example
from treeexplorer.rules import RulesError, parse_rule
from treeexplorer.text import safe

COURSE_FILE_NAME: Final = "treeexplorer.toml"


class CourseFileError(TreeexplorerError):
    """A course file cannot be used; the message names it and says what is wrong."""


@dataclass(frozen=True)
class Course:
    """What a lecturer hands out beside the trees: a file ``treeexplorer.toml`` such as this one.

    ::

        title = "Artificial intelligence, week 3"
        instructions = "Write windows as (α, β)."
        cutoff = ">"
        fail = "hard"
        window = [-10, 10]
        levels = ["max", "min"]

    Attributes:
        rules: The rules it states, by field name of :class:`Rules`.
        title: The heading of what is made under it, such as a sheet.
        instructions: What stands above the exercises of a sheet.
        path: The file; ``None`` where there is none.
    """

    rules: Mapping[str, Any] = field(default_factory=dict)
    title: str | None = None
    instructions: str | None = None
    path: Path | None = None


def find_course(start: Path | None = None) -> Course:
    """Return the rules and texts of the nearest course file in a folder or above it.

    The search ends at the home folder or the root of the file system. A course file is skipped if
    it belongs neither to the user, nor to the owner of the trees, nor to the system. A built-in
    example belongs to no course: it gets the course of the working folder.

    Args:
        start: A folder, or a file, whose folder is meant; the working folder where ``None``.

    Returns:
        The course; an empty one if there is no such file.

    Raises:
        CourseFileError: There is one, and it cannot be used.
    """
    try:
        if start is None or is_example(start):
            start = Path.cwd()
        file = _find_nearest_course_file(start.resolve())
    except OSError:  # no folder, or one that may not be looked into, has no course
        return Course()
    return Course() if file is None else _read_course_file(file)


def _find_nearest_course_file(start: Path) -> Path | None:
    """Return the nearest course file in a folder or above it; ``None`` if there is none.

    A stranger's file is skipped: its owner must be the user, the owner of the start, or root.
    Folders above the user's home or the top of a disk are not looked at. The start may also be a
    file; an OSError is raised if a folder cannot be looked into.
    """
    trusted_owners = _find_trusted_owners(start)
    home = _find_home()
    # If the start is a file, it has no file below it, and the search goes on with its folder.
    for folder in (start, *start.parents):
        file = folder / COURSE_FILE_NAME
        if file.is_file() and (trusted_owners is None or file.stat().st_uid in trusted_owners):
            return file
        is_last_folder = folder == home or os.path.ismount(folder)  # is_mount fails on Windows
        if is_last_folder:
            return None
    return None


def _find_trusted_owners(path: Path) -> set[int] | None:
    """Return root, the user and the owner of a path; ``None`` where files have no owners."""
    if not hasattr(os, "getuid"):
        return None
    root = 0
    return {root, os.getuid(), path.stat().st_uid}


def _find_home() -> Path | None:
    """Return the user's home folder; ``None`` if nobody knows where it is."""
    with suppress(RuntimeError):
        return Path.home().resolve()
    return None


def _read_course_file(file: Path) -> Course:
    """Read a course file and return what it states.

    A CourseFileError, which names the file, is raised if it cannot be read, is no TOML, or states
    something that is no rule.
    """
    name = safe(str(file))
    try:
        value_by_key = read_toml(file)
    except ValueError as error:
        raise CourseFileError(f"{name}: {safe(str(error))}") from None
    try:
        return _parse_course(value_by_key, file)
    except (CourseFileError, RulesError) as error:
        raise CourseFileError(f"{name}: {error}") from None


def _parse_course(value_by_key: Mapping[str, Any], file: Path) -> Course:
    """Sort what a course file states into texts and rules, and check each of them.

    A CourseFileError is raised for a title or instructions that are no text; a RulesError for any
    other key that is no rule, or has no value of that rule.
    """
    texts: dict[str, str] = {}
    rules: dict[str, Any] = {}
    for key, value in value_by_key.items():
        if key in {"title", "instructions"}:
            texts[key] = _parse_text(key, value)
        else:
            rules[key] = parse_rule(key, value)
    return Course(
        rules=rules,
        title=texts.get("title"),
        instructions=texts.get("instructions"),
        path=file,
    )


def _parse_text(key: str, value: object) -> str:
    """Return the title or instructions, safe to show; only instructions keep their line breaks.

    A CourseFileError is raised if it is no text.
    """
    if not isinstance(value, str):
        raise CourseFileError(f"{key} is a text in quotes")
    return safe(value, keep_newlines=key == "instructions")
