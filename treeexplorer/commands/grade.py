"""``treeexplorer grade``: hand-ins marked against a key."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from treeexplorer import gallery
from treeexplorer.commands import shared
from treeexplorer.files import FileError, read_bytes, write_atomically
from treeexplorer.rules import COURSE_FILE_NAME
from treeexplorer.text import csv_text, safe

if TYPE_CHECKING:
    from treeexplorer.exercises.grade import Grade, KeyTree

_Keys: TypeAlias = "Mapping[str, Sequence[KeyTree]]"  # several where there are variants
_FEW: Final = 20


@click.command("grade")
@click.argument("key_file", metavar="KEY", type=shared.FileParameter(examples=False))
@click.argument("handins", nargs=-1, required=True, metavar="HANDIN...")
@click.option("--points", metavar="N", help="Scale each tree to N points.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write a table, a row for every hand-in.")
@click.option("--statistics", metavar="FILE", help="Write a table, a row for every question.")
@click.option("--feedback", metavar="FOLDER", help="Write an HTML page for every hand-in.")
@shared.json_option
def grade(key_file: str, handins: tuple[str, ...], **options: Any) -> None:
    """Mark hand-ins against a key.

    What KEY claims is what each HANDIN (a file, or a folder of them) must claim, under the key's
    rules. KEY may be a folder of keys: each hand-in is marked by the one whose leaves it has. What
    cannot be read costs its line or its tree, and is named. A mistake counts once; what follows
    correctly from it does not count. The exit status is 1 where a hand-in could not be graded, or
    only in part. `treeexplorer help course` says how points are given.
    """
    from treeexplorer.commands.sheet import BLANK_HEADING, points_of
    from treeexplorer.exercises.grade import line

    scale = points_of(options["points"])
    blank = BLANK_HEADING.encode()  # of a folder, the files to fill in are no keys
    files = [
        file
        for file in shared.tree_files((key_file,))
        if file == key_file or not Path(file).read_bytes().startswith(blank)
    ]
    stems = [safe(Path(file).stem) for file in files]
    keys = {
        stem if stems.count(stem) == 1 else safe(file): _key(file)
        for file, stem in zip(files, stems, strict=True)
    }
    entries = list(_entries(handins, [Path(file) for file in files if Path(file).exists()]))
    hidden = len(entries) < _FEW or not sys.stderr.isatty()
    with click.progressbar(entries, label="grading", file=sys.stderr, hidden=hidden) as waiting:
        papers = [_graded(name, path, keys, scale) for name, path in waiting]
    if options["csv_file"]:
        write_atomically(options["csv_file"], _table(papers, keys))
    if options["statistics"]:
        write_atomically(options["statistics"], _statistics(papers, keys))
    if options["feedback"]:
        _write_feedback(Path(options["feedback"]), papers)
    if options["as_json"]:
        shared.say_json(paper.to_dict() for paper in papers)
    else:
        shared.say(safe(line(paper)) for paper in papers)
    if not all(paper.is_whole for paper in papers):
        raise SystemExit(1)


# -- the call ----------------------------------------------------------------------------------


def _key(file: str) -> tuple[KeyTree, ...]:
    from treeexplorer.exercises.grade import WrongKeyError, key_of

    trees = [
        (loaded.title, loaded.exercise, loaded.resolved.rules)
        for loaded in shared.load(file, None, {}, expects_unknowns=True)
    ]
    try:
        return key_of(trees)
    except WrongKeyError as error:
        raise shared.CallError(f"{safe(file)}: {error}") from None


def _entries(handins: tuple[str, ...], own: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Yield the name and the path of every hand-in; of a folder, of whatever is in it but keys."""
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
        inside = [path for path in inside if path.name != COURSE_FILE_NAME]
        inside = [path for path in inside if not (path.exists() and any(map(path.samefile, own)))]
        inside += [Path(error.filename) for error in unreadable]
        yield from (
            (str(path.relative_to(top)), path) for path in sorted(inside, key=gallery.by_name)
        )
        if not inside:
            yield handin, top


def _graded(name: str, path: Path, keys: _Keys, points: Fraction | None) -> Grade:
    """Return the grade of a hand-in, whatever is wrong with it."""
    from treeexplorer.exercises.grade import Grade
    from treeexplorer.exercises.handin import grade_text

    is_of_folder = name != str(path)
    if path.is_dir() and not is_of_folder:
        return Grade(name, problem="there are no files in this folder")
    if is_of_folder and path.exists() and not path.is_file():  # nobody waits for a pipe
        return Grade(name, problem="it is no file, but a folder, a pipe, a socket or a device")
    try:
        return grade_text(name, read_bytes(path), keys, points)
    except FileError as error:
        return Grade(name, problem=str(error.strerror or error))


# -- what is written ---------------------------------------------------------------------------


def _table(papers: Sequence[Grade], keys: _Keys) -> str:
    from treeexplorer.exercises.grade import MARKS, plain_decimal

    titles = list(dict.fromkeys(tree.title for key in keys.values() for tree in key))
    head = ["hand-in", "name", "variant", *MARKS, "problem", *map(safe, titles)]
    rows: list[list[object]] = [[*head]]
    for paper in papers:
        marks = [""] * len(MARKS)
        if paper.problem is None:
            marks = [plain_decimal(number) for number in paper.marks]
        problem = paper.problem or ""
        if paper.remarks:
            problem = " ".join([f"{problem}."] * bool(problem) + [*paper.remarks])
        points = {tree.title: plain_decimal(tree.marks.points) for tree in paper.trees}
        cells = [safe(paper.name), paper.student, paper.variant, *marks, safe(problem)]
        rows.append([*cells, *(points.get(title, "") for title in titles)])
    return csv_text(rows)


def _statistics(papers: Sequence[Grade], keys: _Keys) -> str:
    from treeexplorer.exercises.grade import questions

    head = ["variant", "tree", "question", "right", "wrong", "blank"]
    rows: list[list[object]] = [[*head, "commonest wrong answer", "commonest misconception"]]
    for variant, key in keys.items():
        own = [paper for paper in papers if paper.variant == variant]
        rows += (
            [variant, safe(question.tree), safe(question.text), *question[2:]]
            for question in questions(key, own)
        )
    return csv_text(rows)


def _write_feedback(folder: Path, papers: Sequence[Grade]) -> None:
    from treeexplorer.exercises.grade import feedback

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise shared.CallError(f"{safe(str(folder))}: {error.strerror or error}") from None
    taken: set[str] = set()
    for paper in papers:
        name = safe(paper.name).removesuffix(".tree").replace("\\", "/").strip("./")
        parts = [part for part in name.split("/") if part not in {"", ".", ".."}]
        file = "-".join(parts) or "hand-in"
        names = chain([file], (f"{file}-{number}" for number in count(2)))
        free = next(name for name in names if name not in taken)
        taken.add(free)
        write_atomically(folder / f"{free}.html", feedback(paper))
