"""``treeexplorer grade``: hand-ins marked against a key."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands.shared import (
    CallError,
    FileParameter,
    json_option,
    load,
    say_all,
    say_json,
    text_option,
    tree_files,
    wording_of,
)
from treeexplorer.files import FileError, read_bytes, write_atomically
from treeexplorer.text import csv_text, quoted, safe

if TYPE_CHECKING:
    from treeexplorer.exercises.grade import Grade, KeyTree
    from treeexplorer.exercises.wording import Wording

_FEW: Final = 20
_COURSE_FILE: Final = "treeexplorer.toml"


@dataclass(frozen=True)
class _Key:
    """A key; there are several where there are variants."""

    file: str
    trees: tuple[KeyTree, ...]


@dataclass(frozen=True)
class _Paper:
    """What somebody handed in, and what it is worth."""

    key: _Key | None
    student: str
    grade: Grade

    @property
    def variant(self) -> str:
        return "" if self.key is None else safe(Path(self.key.file).stem)

    @property
    def is_whole(self) -> bool:
        """Whether all of its trees were graded."""
        trees = self.grade.trees
        return self.grade.problem is None and all(tree.check is not None for tree in trees)


@click.command("grade")
@click.argument("key_file", metavar="KEY", type=FileParameter(examples=False))
@click.argument("handins", nargs=-1, required=True, metavar="HANDIN...")
@click.option("--points", metavar="N", help="Scale each tree to N points.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write a table, a row for every hand-in.")
@click.option("--statistics", metavar="FILE", help="Write a table, a row for every question.")
@click.option("--feedback", metavar="FOLDER", help="Write an HTML page for every hand-in.")
@text_option
@json_option
def grade(key_file: str, handins: tuple[str, ...], **options: Any) -> None:
    """Mark hand-ins against a key.

    What KEY claims is what each HANDIN (a file, or a folder of them) must claim, under the key's
    rules. KEY may be a folder of keys: each hand-in is marked by the one whose leaves it has. What
    cannot be read costs its line or its tree, and is named. A mistake counts once; what follows
    correctly from it does not count. The exit status is 1 where a hand-in could not be graded, or
    only in part. `treeexplorer help course` says how points are given.
    """
    from treeexplorer.commands.sheet import BLANK_HEADING
    from treeexplorer.exercises.grade import line

    points = options["points"]
    scale = None if points is None else _points(points)
    blank = BLANK_HEADING.encode()  # of a folder, the files to fill in are no keys
    files = tree_files((key_file,))
    keys = [
        _key(file)
        for file in files
        if file == key_file or not Path(file).read_bytes().startswith(blank)
    ]
    entries = list(_entries(handins, keys))
    hidden = len(entries) < _FEW or not sys.stderr.isatty()
    with click.progressbar(entries, label="grading", file=sys.stderr, hidden=hidden) as waiting:
        papers = [_graded(name, path, keys, scale) for name, path in waiting]
    if options["csv_file"]:
        write_atomically(options["csv_file"], _table(papers, keys))
    if options["statistics"]:
        write_atomically(options["statistics"], _statistics(papers, keys))
    if options["feedback"]:
        _write_feedback(Path(options["feedback"]), papers, wording_of(options["text_file"]))
    if options["as_json"]:
        say_json(
            paper.grade.to_dict() | {"name": paper.student, "variant": paper.variant}
            for paper in papers
        )
    else:
        say_all(safe(line(paper.grade)) for paper in papers)
    if not all(paper.is_whole for paper in papers):
        raise SystemExit(1)


# -- the call ----------------------------------------------------------------------------------


def _key(file: str) -> _Key:
    from treeexplorer.exercises.grade import WrongKeyError, key_of

    trees = [
        (loaded.title, loaded.exercise, loaded.resolved.rules)
        for loaded in load(file, None, {}, expects_unknowns=True)
    ]
    try:
        return _Key(file, key_of(trees))
    except WrongKeyError as error:
        raise CallError(f"{safe(file)}: {error}") from None


def _points(text: str) -> Fraction:
    try:
        points = Fraction(text) if len(text) < 20 and "e" not in text.lower() else None
    except (ValueError, ZeroDivisionError):
        points = None
    if points is None or points < 0:
        raise CallError(f"--points: {quoted(text)} is no number of points")
    return points


def _entries(handins: tuple[str, ...], keys: Sequence[_Key]) -> Iterator[tuple[str, Path]]:
    """Yield the name and the path of every hand-in; of a folder, of whatever is in it."""
    own = [Path(key.file) for key in keys if Path(key.file).exists()]
    for handin in handins:
        top = Path(handin)
        if not top.is_dir():
            yield handin, top
            continue
        inside: list[Path] = []
        unreadable: list[OSError] = []
        for folder, folders, files in os.walk(top, onerror=unreadable.append):
            links = [name for name in folders if Path(folder, name).is_symlink()]
            inside += [Path(folder, name) for name in (*files, *links) if name[0] != "."]
            folders[:] = [name for name in folders if name[0] != "." and name not in links]
        inside = [path for path in inside if path.name != _COURSE_FILE]
        inside = [path for path in inside if not (path.exists() and any(map(path.samefile, own)))]
        inside += [Path(error.filename) for error in unreadable]
        yield from ((str(path.relative_to(top)), path) for path in sorted(inside))
        if not inside:
            yield handin, top


def _graded(name: str, path: Path, keys: Sequence[_Key], points: Fraction | None) -> _Paper:
    """Return a hand-in with its grade, whatever is wrong with it."""
    from treeexplorer.exercises.grade import Grade
    from treeexplorer.exercises.grade import grade as graded
    from treeexplorer.exercises.handin import read_handin

    problem = _problem_with(name, path)
    if problem is not None:
        return _Paper(None, "", Grade(name, problem=problem))
    try:
        handin = read_handin(read_bytes(path), [key.trees for key in keys])
    except FileError as error:
        return _Paper(None, "", Grade(name, problem=str(error.strerror or error)))
    if handin.problem is not None:
        result = Grade(name, remarks=handin.remarks, problem=handin.problem)
        return _Paper(None, handin.student, result)
    key = keys[handin.key]
    result = graded(name, dict(handin.trees), key.trees, points)
    remarks = (*handin.remarks, *result.remarks)
    return _Paper(key, handin.student, replace(result, remarks=remarks))


def _problem_with(name: str, path: Path) -> str | None:
    """Return why an entry is not to be read; one of a folder has to be a regular file."""
    if path.is_symlink() and not path.exists():
        return "it is a link to nothing"
    if path.is_dir():
        return "there are no files in this folder" if not path.is_symlink() else "it is a folder"
    if name != str(path) and path.exists() and not path.is_file():
        return "it is no file, but a pipe, a socket or a device"
    return None


# -- what is written ---------------------------------------------------------------------------


def _table(papers: Sequence[_Paper], keys: Sequence[_Key]) -> str:
    from treeexplorer.exercises.grade import MARKS, plain_decimal

    titles = list(dict.fromkeys(tree.title for key in keys for tree in key.trees))
    head = ["hand-in", "name", "variant", *MARKS, "problem", *map(safe, titles)]
    rows: list[list[object]] = [[*head]]
    for paper in papers:
        result = paper.grade
        cells: list[object] = [safe(result.name), paper.student, paper.variant]
        if result.problem is None:
            cells += [plain_decimal(number) for number in result.marks]
        else:
            cells += [""] * len(MARKS)
        cells.append(safe(" ".join(filter(None, (result.problem, *result.remarks)))))
        points = {tree.title: plain_decimal(tree.marks.points) for tree in result.trees}
        rows.append([*cells, *(points.get(title, "") for title in titles)])
    return csv_text(rows)


def _statistics(papers: Sequence[_Paper], keys: Sequence[_Key]) -> str:
    from treeexplorer.exercises.statistics import questions

    head = ["variant", "tree", "question", "right", "wrong", "blank"]
    rows: list[list[object]] = [[*head, "commonest wrong answer", "commonest misconception"]]
    for key in keys:
        grades = [paper.grade for paper in papers if paper.key is key]
        for question in questions(key.trees, grades):
            about = safe(Path(key.file).stem), safe(question.tree), safe(question.text)
            counts = question.right, question.wrong, question.blank
            rows.append([*about, *counts, *question.commonest])
    return csv_text(rows)


def _write_feedback(folder: Path, papers: Sequence[_Paper], wording: Wording) -> None:
    from treeexplorer.exercises.grade import feedback

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CallError(f"{safe(str(folder))}: {error.strerror or error}") from None
    taken: set[str] = set()
    for paper in papers:
        name = safe(paper.grade.name).removesuffix(".tree").replace("\\", "/").strip("./")
        parts = [part for part in name.split("/") if part not in {"", ".", ".."}]
        file = "-".join(parts) or "hand-in"
        free = next(
            each
            for number in range(1, len(taken) + 2)
            if (each := file if number == 1 else f"{file}-{number}") not in taken
        )
        taken.add(free)
        write_atomically(folder / f"{free}.html", feedback(paper.grade, wording))
