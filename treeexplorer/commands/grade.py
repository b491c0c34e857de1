"""``treeexplorer grade``: hand-ins marked against a key."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import click

from treeexplorer import gallery
from treeexplorer.commands import call_options, loading, printing, problems
from treeexplorer.course_file import COURSE_FILE_NAME
from treeexplorer.files import FileError, read_bytes, reason_of, write_atomically
from treeexplorer.text import render_csv, safe, shorten

if TYPE_CHECKING:
    from treeexplorer.course.grade import Grade
    from treeexplorer.course.key import KeyTree

_Keys: TypeAlias = "Mapping[str, Sequence[KeyTree]]"
"""The trees of each key by the name of its file; there are several keys if there are variants."""
_FEW: Final = 20
_LONGEST_PROBLEM: Final = 200


class _HandIn(NamedTuple):
    """A file to grade.

    Attributes:
        name: What it is called in the results: the path as it was typed, or the path within the
            folder that was typed.
        path: The path to read.
        is_in_folder: Whether it was found in a folder that was typed.
    """

    name: str
    path: Path
    is_in_folder: bool


@click.command("grade")
@click.argument("key_file", metavar="KEY", type=call_options.FileParameter(examples=False))
@click.argument("handins", nargs=-1, required=True, metavar="HANDIN...")
@click.option(
    "--points", metavar="N", type=call_options.parse_points, help="Scale each tree to N points."
)
@click.option("--csv", "csv_file", metavar="FILE", help="Write a table, a row for every hand-in.")
@click.option("--statistics", metavar="FILE", help="Write a table, a row for every question.")
@click.option("--feedback", metavar="FOLDER", help="Write an HTML page for every hand-in.")
@call_options.json_option
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

    key_files = _find_key_files(key_file)
    # No two files share a name: there is one file, or the .tree files of one folder.
    keys = {safe(Path(file).stem): _load_key(file) for file in key_files}
    key_paths = [Path(file) for file in key_files if Path(file).exists()]

    # A key in a folder of hand-ins is none of them.
    grades = _grade_each(list(_collect_handins(handins, key_paths)), keys, points)
    _write_files(grades, keys, **outputs)
    if as_json:
        printing.print_json_rows(grade.to_dict() for grade in grades)
    else:
        printing.print_lines(safe(grade_line(grade)) for grade in grades)

    all_are_graded_in_full = all(grade.is_whole for grade in grades)
    if not all_are_graded_in_full:
        raise SystemExit(1)


def _write_files(
    grades: Sequence[Grade],
    keys: _Keys,
    *,
    csv_file: str | None,
    statistics: str | None,
    feedback: str | None,
) -> None:
    """Write the outputs that are wanted, each only if a path is given for it.

    ``csv_file`` is the path of the table of points, ``statistics`` that of the table of questions,
    and ``feedback`` the folder for a page of HTML for each hand-in.
    """
    if csv_file:
        write_atomically(csv_file, _render_points(grades, keys))
    if statistics:
        write_atomically(statistics, _render_statistics(grades, keys))
    if feedback:
        _write_feedback(Path(feedback), grades)


def _grade_each(handins: Sequence[_HandIn], keys: _Keys, points: Fraction | None) -> list[Grade]:
    """Return the grades of hand-ins; if they are many, show a progress bar meanwhile."""
    is_hidden = len(handins) < _FEW or not sys.stderr.isatty()
    progress_bar = click.progressbar(handins, label="grading", file=sys.stderr, hidden=is_hidden)
    with progress_bar as waiting_handins:
        return [_grade(handin, keys, points) for handin in waiting_handins]


# -- the call ----------------------------------------------------------------------------------


def _find_key_files(argument: str) -> list[str]:
    """Return the files that hold keys: the file that is named, or those of a folder.

    In a folder, a file to fill in (which students are given) is no key, and is left out. A file
    that is named itself is taken in any case.
    """
    from treeexplorer.commands.sheet import BLANK_HEADING

    heading = BLANK_HEADING.encode()  # bytes, since the files are not decoded yet
    key_files: list[str] = []
    for file in loading.expand_folders((argument,)):
        is_named = file == argument
        if is_named or not Path(file).read_bytes().startswith(heading):
            key_files.append(file)
    return key_files


def _load_key(file: str) -> tuple[KeyTree, ...]:
    """Load the trees of a key, with the claims that a hand-in must make.

    A CallError, which begins with the file, is raised if a claim of the key itself is wrong under
    the key's rules.
    """
    from treeexplorer.course.key import WrongKeyError, check_key

    loaded_trees = loading.load_each_tree(
        file, None, {}, expects_unknowns=True, takes_notation_only=True
    )
    trees = [(loaded.title, loaded.exercise, loaded.resolved.rules) for loaded in loaded_trees]
    try:
        return check_key(trees)
    except WrongKeyError as error:
        raise problems.CallError(f"{safe(file)}: {error}") from None


def _collect_handins(arguments: tuple[str, ...], key_paths: Sequence[Path]) -> Iterator[_HandIn]:
    """Yield the hand-ins to grade: files that are typed, and files in folders that are typed.

    A folder stands for the files at any depth in it, but for keys. A folder without hand-ins is
    yielded itself, so that an error is reported of it.
    """
    for argument in arguments:
        path = Path(argument)
        files_in_folder = _find_handins(path, key_paths) if path.is_dir() else []
        for file in files_in_folder:
            yield _HandIn(str(file.relative_to(path)), file, is_in_folder=True)
        if not files_in_folder:
            yield _HandIn(argument, path, is_in_folder=False)


def _find_handins(folder: Path, key_paths: Sequence[Path]) -> list[Path]:
    """Return the files at any depth below a folder that may be hand-ins, ordered by name.

    Left out are keys, course files, and whatever has a name that begins with a dot, or lies in such
    a folder.
    """
    handins: list[Path] = []
    for path in folder.rglob("*"):
        # A link to a folder is no folder here: it is returned, and reported as no file.
        is_folder = path.is_dir() and not path.is_symlink()
        # Of the path within the folder: the folder itself may lie in a hidden one.
        is_hidden = any(name.startswith(".") for name in path.relative_to(folder).parts)
        if is_folder or is_hidden or path.name == COURSE_FILE_NAME:
            continue

        # One file may have several paths: samefile() compares what they lead to. It fails for a
        # broken link.
        is_key = path.exists() and any(map(path.samefile, key_paths))
        if not is_key:
            handins.append(path)
    return sorted(handins, key=gallery.make_file_sort_key)


def _grade(handin: _HandIn, keys: _Keys, points: Fraction | None) -> Grade:
    """Grade a hand-in; if it cannot be read, return a grade that says why.

    ``points`` are those of each tree; ``None`` for one point a claim.
    """
    from treeexplorer.course.grade import Grade
    from treeexplorer.course.handin import grade_text

    name = safe(handin.name)
    # A pipe that is named is meant to be read; one in a folder could be waited for without end.
    if handin.is_in_folder and handin.path.exists() and not handin.path.is_file():
        return Grade(name, problem="it is no file, but a folder, a pipe, a socket or a device")
    try:
        return grade_text(name, read_bytes(handin.path), keys, points)
    except FileError as error:
        return Grade(name, problem=reason_of(error))


# -- what is written ---------------------------------------------------------------------------


def _render_points(grades: Sequence[Grade], keys: _Keys) -> str:
    """Return the points as CSV: a row for every hand-in, a column for every tree of any key."""
    from treeexplorer.course.grade import MARKS

    titles = list(dict.fromkeys(tree.title for key in keys.values() for tree in key))
    head = ["hand-in", "name", "variant", *MARKS, "problem", *map(safe, titles)]
    return render_csv([head, *(_make_points_row(grade, titles) for grade in grades)])


def _make_points_row(grade: Grade, titles: Sequence[str]) -> list[str]:
    """Return the row of a hand-in for the table of points, in the order of its columns.

    The last cells are the points of each tree, by title; "" for a tree that the hand-in's key has
    not. A hand-in that was not graded has empty cells in place of marks, too.
    """
    from treeexplorer.course.grade import MARKS, format_decimal

    if grade.problem is None:
        marks = [format_decimal(number) for number in grade.marks]
    else:
        marks = [""] * len(MARKS)
    points_by_title = {tree.title: format_decimal(tree.marks.points) for tree in grade.trees}
    points = [points_by_title.get(title, "") for title in titles]
    return [
        grade.name,
        grade.student,
        grade.variant,
        *marks,
        _describe_problem(grade),
        *points,
    ]


def _describe_problem(grade: Grade) -> str:
    """Return in one text why a hand-in was not graded, and the remarks on it."""
    sentences = list(grade.remarks)
    if grade.problem:
        problem = f"{grade.problem}." if grade.remarks else grade.problem
        sentences.insert(0, problem)
    return shorten(safe(" ".join(sentences)), _LONGEST_PROBLEM)


def _render_statistics(grades: Sequence[Grade], keys: _Keys) -> str:
    """Return a table as CSV that says how often each question was answered right.

    There is a row for each question of each key. A key's name is that of its variant, and its
    questions are counted in the hand-ins of that variant alone.
    """
    from treeexplorer.course.class_statistics import STATISTICS_COLUMNS, questions, with_counts

    rows: list[list[object]] = [["variant", *STATISTICS_COLUMNS]]
    for variant, key in keys.items():
        grades_of_variant = [grade for grade in grades if grade.variant == variant]
        rows += [
            [
                variant,
                question.tree,
                question.question,
                question.right,
                question.wrong,
                question.blank,
                with_counts(question.wrong_answers),
                with_counts(question.slip),
            ]
            for question in questions(key, grades_of_variant)
        ]
    return render_csv(rows)


def _write_feedback(folder: Path, grades: Sequence[Grade]) -> None:
    """Write a page of HTML for each hand-in into a folder, which is made if need be.

    A page is named after its hand-in. Two hand-ins may have one name for a page, as ``a/b.tree``
    and ``a-b.tree`` have: then ``-2`` is added to the later one, and again while the name is taken.
    """
    from treeexplorer.course.feedback import feedback

    folder.mkdir(parents=True, exist_ok=True)
    used_names: set[str] = set()
    for grade in grades:
        name = _make_page_name(grade.name)
        while name in used_names:
            name += "-2"
        used_names.add(name)
        write_atomically(folder / f"{name}.html", feedback(grade))


def _make_page_name(handin: str) -> str:
    """Return a file name, without an ending, for the page of a hand-in that may lie in folders.

    >>> _make_page_name("group1/anna.tree"), _make_page_name("../..")
    ('group1-anna', 'hand-in')
    """
    path_parts = re.split(r"[/\\]", handin.removesuffix(".tree"))
    names = [part for part in path_parts if part.strip(".")]
    if not names:
        return "hand-in"
    return "-".join(names)
