"""``treeexplorer grade``: hand-ins marked against a key."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import click

from treeexplorer import gallery
from treeexplorer.commands import shared
from treeexplorer.course_file import COURSE_FILE_NAME
from treeexplorer.files import FileError, read_bytes, reason_of, write_atomically
from treeexplorer.text import csv_text, safe, shorten

if TYPE_CHECKING:
    from treeexplorer.course.grade import Grade
    from treeexplorer.course.key import KeyTree

_Keys: TypeAlias = "Mapping[str, Sequence[KeyTree]]"
"""The trees of each key by the name of its file; there are several keys if there are variants."""
_FEW: Final = 20
_LONGEST_PROBLEM: Final = 200


@click.command("grade")
@click.argument("key_file", metavar="KEY", type=shared.FileParameter(examples=False))
@click.argument("handins", nargs=-1, required=True, metavar="HANDIN...")
@click.option("--points", metavar="N", type=shared.points, help="Scale each tree to N points.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write a table, a row for every hand-in.")
@click.option("--statistics", metavar="FILE", help="Write a table, a row for every question.")
@click.option("--feedback", metavar="FOLDER", help="Write an HTML page for every hand-in.")
@shared.json_option
def grade(
    key_file: str,
    handins: tuple[str, ...],
    points: Fraction | None,
    as_json: bool,
    **outputs: str | None,
) -> None:
    """Mark hand-ins against a key.

    What KEY claims is what each HANDIN (a file, or a folder of them) must claim, under the key's
    rules. KEY may be a folder of keys: each hand-in is marked by the one whose leaves it has. What
    cannot be read costs its line or its tree, and is named. A mistake counts once; what follows
    correctly from it does not count. The exit status is 1 where a hand-in could not be graded, or
    only in part. `treeexplorer help course` says how points are given.
    """
    from treeexplorer.course.grade import grade_line

    key_files = _key_files(key_file)
    # No two files share a name: there is one file, or the .tree files of one folder.
    keys = {safe(Path(file).stem): _key(file) for file in key_files}
    key_paths = [Path(file) for file in key_files if Path(file).exists()]
    entries = list(_entries(handins, key_paths))  # a key in a folder of hand-ins is none of them
    # A hand-in that cannot be read has a grade, too, which says why.
    papers = _graded_each(entries, keys, points)
    _write_files(papers, keys, **outputs)
    if as_json:
        shared.say_json(paper.to_dict() for paper in papers)
    else:
        shared.say(safe(grade_line(paper)) for paper in papers)
    all_are_graded_in_full = all(paper.is_whole for paper in papers)
    if not all_are_graded_in_full:
        raise SystemExit(1)


def _write_files(
    papers: Sequence[Grade],
    keys: _Keys,
    *,
    csv_file: str | None,
    statistics: str | None,
    feedback: str | None,
) -> None:
    """Write the outputs that are wanted, each only if a path is given for it.

    Args:
        papers: The grades, one of each hand-in.
        keys: The trees of each key by its name.
        csv_file: The file for the table of points.
        statistics: The file for the table of questions.
        feedback: The folder for a page of HTML for each hand-in.
    """
    if csv_file:
        write_atomically(csv_file, _table(papers, keys))
    if statistics:
        write_atomically(statistics, _statistics(papers, keys))
    if feedback:
        _write_feedback(Path(feedback), papers)


def _graded_each(
    entries: Sequence[tuple[str, Path]], keys: _Keys, points: Fraction | None
) -> list[Grade]:
    """Return the grades of hand-ins, given by name and path; show a progress bar meanwhile."""
    is_hidden = len(entries) < _FEW or not sys.stderr.isatty()
    with click.progressbar(entries, label="grading", file=sys.stderr, hidden=is_hidden) as waiting:
        return [_graded(name, path, keys, points) for name, path in waiting]


# -- the call ----------------------------------------------------------------------------------


def _key_files(argument: str) -> list[str]:
    """Return the files that hold keys: the file that is named, or those of a folder.

    In a folder, a file to fill in (which students are given) is no key, and is left out. A file
    that is named itself is taken in any case.
    """
    from treeexplorer.commands.sheet import BLANK_HEADING

    # Bytes, since the files are not decoded yet.
    blank = BLANK_HEADING.encode()
    files: list[str] = []
    for file in shared.files_of_arguments((argument,)):
        is_named = file == argument
        if is_named or not Path(file).read_bytes().startswith(blank):
            files.append(file)
    return files


def _key(file: str) -> tuple[KeyTree, ...]:
    """Return the trees of a key, with the claims that a hand-in must make.

    Raises:
        CallError: A claim of the key itself is wrong under the key's rules. The message begins with
            the file.
    """
    from treeexplorer.course.key import WrongKeyError, key_of

    trees = [
        (loaded.title, loaded.exercise, loaded.resolved.rules)
        for loaded in shared.load(file, None, {}, expects_unknowns=True, takes_notation_only=True)
    ]
    try:
        return key_of(trees)
    except WrongKeyError as error:
        raise shared.CallError(f"{safe(file)}: {error}") from None


def _entries(handins: tuple[str, ...], keys: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Yield the hand-ins to grade, each with its name in the results and its path.

    A file is named as it was typed. A folder stands for the files at any depth in it, named by
    their paths within the folder. A folder without hand-ins is yielded itself, so that an error is
    reported of it.

    Args:
        handins: The files and folders, as they were typed.
        keys: The files of keys, which are left out if they lie in a folder of hand-ins.
    """
    for handin in handins:
        top = Path(handin)
        inside = _handed_in(top, keys) if top.is_dir() else []
        for path in inside:
            yield str(path.relative_to(top)), path
        if not inside:
            yield handin, top


def _handed_in(folder: Path, keys: Sequence[Path]) -> list[Path]:
    """Return the files at any depth below a folder that may be hand-ins, ordered by name.

    Left out are keys, course files, and whatever has a name that begins with a dot, or lies in such
    a folder.
    """
    files: list[Path] = []
    for path in folder.rglob("*"):
        # A link to a folder is no folder here: it is returned, and reported as no file.
        is_folder = path.is_dir() and not path.is_symlink()
        # Of the path within the folder: the folder itself may lie in a hidden one.
        is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if is_folder or is_hidden or path.name == COURSE_FILE_NAME:
            continue
        # By what the paths lead to, as one file may have several names. samefile() fails for a
        # broken link.
        is_key = path.exists() and any(map(path.samefile, keys))
        if not is_key:
            files.append(path)
    return sorted(files, key=gallery.by_name)


def _graded(name: str, path: Path, keys: _Keys, points: Fraction | None) -> Grade:
    """Return the grade of a hand-in; if it cannot be read, a grade that says why.

    Args:
        name: The path as it was given on the command line, or the path within a given folder.
        path: The path to read.
        keys: The trees of each key by its name.
        points: The points of each tree; ``None`` for one point a claim.
    """
    from treeexplorer.course.grade import Grade
    from treeexplorer.course.handin import grade_text

    shown = safe(name)
    was_found_in_folder = name != str(path)
    # A pipe that is named is meant to be read; one in a folder could be waited for without end.
    if was_found_in_folder and path.exists() and not path.is_file():
        return Grade(shown, problem="it is no file, but a folder, a pipe, a socket or a device")
    try:
        return grade_text(shown, read_bytes(path), keys, points)
    except FileError as error:
        return Grade(shown, problem=reason_of(error))


# -- what is written ---------------------------------------------------------------------------


def _table(papers: Sequence[Grade], keys: _Keys) -> str:
    """Return the points as CSV: a row for every hand-in, a column for every tree of any key."""
    from treeexplorer.course.grade import MARKS

    titles = list(dict.fromkeys(tree.title for key in keys.values() for tree in key))
    head = ["hand-in", "name", "variant", *MARKS, "problem", *map(safe, titles)]
    return csv_text([head, *(_row(paper, titles) for paper in papers)])


def _row(paper: Grade, titles: Sequence[str]) -> list[str]:
    """Return the row of a hand-in for the table of points, in the order of its columns.

    Args:
        paper: The grade. A hand-in that was not graded has empty cells in place of marks.
        titles: The titles of the trees of all keys. A tree that this hand-in's key has not gets "".
    """
    from treeexplorer.course.grade import MARKS, plain_decimal

    marks = [""] * len(MARKS)
    if paper.problem is None:
        marks = [plain_decimal(number) for number in paper.marks]
    points_of = {tree.title: plain_decimal(tree.marks.points) for tree in paper.trees}
    points = [points_of.get(title, "") for title in titles]
    return [paper.name, paper.student, paper.variant, *marks, _problem_text(paper), *points]


def _problem_text(paper: Grade) -> str:
    """Return in one text why a hand-in was not graded, and the remarks on it."""
    sentences = list(paper.remarks)
    if paper.problem:
        problem = f"{paper.problem}." if paper.remarks else paper.problem
        sentences.insert(0, problem)
    return shorten(safe(" ".join(sentences)), _LONGEST_PROBLEM)


def _statistics(papers: Sequence[Grade], keys: _Keys) -> str:
    """Return a table as CSV that says how often each question was answered right.

    There is a row for each question of each key. A question of a variant is counted in the hand-ins
    of that variant alone.

    Args:
        papers: The grades, one of each hand-in.
        keys: The trees of each key by its name, which is the name of the variant.
    """
    from treeexplorer.course.class_statistics import STATISTICS_COLUMNS, questions, with_counts

    rows: list[list[object]] = [["variant", *STATISTICS_COLUMNS]]
    for variant, key in keys.items():
        own = [paper for paper in papers if paper.variant == variant]
        for each in questions(key, own):
            # Each wrong answer with how often it was given.
            answers = [with_counts(each.wrong_answers), with_counts(each.slip)]
            counts = [each.right, each.wrong, each.blank]
            rows.append([variant, each.tree, each.question, *counts, *answers])
    return csv_text(rows)


def _write_feedback(folder: Path, papers: Sequence[Grade]) -> None:
    """Write a page of HTML for each hand-in into a folder, which is made if need be.

    A page is named after its hand-in. Two hand-ins may have one name for a page, as ``a/b.tree``
    and ``a-b.tree`` have: then ``-2`` is added to the later one, and again while the name is taken.
    """
    from treeexplorer.course.feedback import feedback

    folder.mkdir(parents=True, exist_ok=True)
    taken: set[str] = set()
    for paper in papers:
        file = _file_name(paper.name)
        while file in taken:
            file += "-2"
        taken.add(file)
        write_atomically(folder / f"{file}.html", feedback(paper))


def _file_name(handin: str) -> str:
    """Return a file name, without an ending, for the page of a hand-in that may lie in folders.

    >>> _file_name("group1/anna.tree"), _file_name("../..")
    ('group1-anna', 'hand-in')
    """
    parts = re.split(r"[/\\]", handin.removesuffix(".tree"))
    words = [part for part in parts if part.strip(".")]
    if not words:
        return "hand-in"
    return "-".join(words)
