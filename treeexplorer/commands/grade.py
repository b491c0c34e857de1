"""``treeexplorer grade``: hand-ins marked against a key."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
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
    tree_files,
)
from treeexplorer.files import write_atomically
from treeexplorer.text import csv_text, quoted, safe

if TYPE_CHECKING:
    from treeexplorer.exercises.grade import Grade, KeyTree, Marks, Scheme, TreeGrade

_FEW: Final = 20
_MARKS: Final = ("points", "maximum", "mistakes", "follow-on", "blanks")
_COURSE_FILE: Final = "treeexplorer.toml"


@click.command("grade")
@click.argument("key_file", metavar="KEY.tree", type=FileParameter(examples=False))
@click.argument("handins", nargs=-1, required=True, metavar="HANDIN...")
@click.option("--points", metavar="N", help="Scale each tree to N points.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write a table, a row for every hand-in.")
@click.option("--feedback", metavar="FOLDER", help="Write a Markdown file for every hand-in.")
@json_option
def grade(key_file: str, handins: tuple[str, ...], **options: Any) -> None:
    """Mark hand-ins against a key.

    What KEY claims is what each HANDIN (a file, or a folder of them) must claim, under the key's
    rules. A mistake counts once; what follows correctly from it does not count. Each pruned branch
    is a claim, and each wrong slash takes one off. The exit status is 1 where a hand-in could not
    be graded.
    """
    from treeexplorer.exercises.grade import Scheme, line

    key = _key(key_file)
    points = options["points"]
    scheme = Scheme(points=None if points is None else _points(points))
    found = list(_files(handins, Path(key_file)))
    hidden = len(found) < _FEW or not sys.stderr.isatty()
    with click.progressbar(found, label="grading", file=sys.stderr, hidden=hidden) as waiting:
        results = [_graded(name, path, key, scheme) for name, path in waiting]
    if options["csv_file"]:
        write_atomically(options["csv_file"], _table(results, key))
    if options["feedback"]:
        _write_feedback(Path(options["feedback"]), results)
    if options["as_json"]:
        say_json(_row(result) for result in results)
    else:
        say_all(safe(line(result)) for result in results)
    if any(result.problem is not None for result in results):
        raise SystemExit(1)


# -- the call ----------------------------------------------------------------------------------


def _key(file: str) -> tuple[KeyTree, ...]:
    from treeexplorer.exercises.grade import WrongKeyError, key_of

    trees = [
        (loaded.title, loaded.exercise, loaded.resolved.rules)
        for one in tree_files((file,))
        for loaded in load(one, None, {}, expects_unknowns=True)
    ]
    try:
        return key_of(trees)
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


def _files(handins: tuple[str, ...], key: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name and the path of every hand-in; of a folder, of all files in it."""
    for handin in handins:
        path = Path(handin)
        if not path.is_dir():
            yield handin, path
            continue
        inside = [
            each
            for each in sorted(path.rglob("*"))
            if each.is_file()
            and not any(part.startswith(".") for part in each.relative_to(path).parts)
            and each.name != _COURSE_FILE
            and not (key.exists() and each.samefile(key))
        ]
        if not inside:
            yield handin, path
        yield from ((str(each.relative_to(path)), each) for each in inside)


def _graded(name: str, path: Path, key: tuple[KeyTree, ...], scheme: Scheme) -> Grade:
    """Return the grade of a hand-in, whatever is wrong with it."""
    from treeexplorer.exercises.grade import Grade
    from treeexplorer.exercises.grade import grade as graded
    from treeexplorer.files import FileError
    from treeexplorer.notation import NotationError, load_all

    if path.is_dir():
        return Grade(name, problem="there are no files in this folder")
    try:
        document = load_all(path)
    except NotationError as error:
        first = error.problems[0]
        place = "" if first.line is None else f"line {first.line}, column {first.column}: "
        return Grade(name, problem=f"{place}{first.message}")
    except FileError as error:
        return Grade(name, problem=str(error.strerror or error))
    try:
        return graded(name, [(one.directives.title, one) for one in document], key, scheme)
    except ValueError as error:
        return Grade(name, problem=str(error))


# -- what is written ---------------------------------------------------------------------------


def _table(results: list[Grade], key: tuple[KeyTree, ...]) -> str:
    from treeexplorer.exercises.grade import plain_decimal

    rows: list[list[object]] = [["hand-in", *_MARKS, *(safe(one.title) for one in key)]]
    for result in results:
        cells = [plain_decimal(number) for number in result.marks]
        cells += [plain_decimal(tree.marks.points) for tree in result.trees]
        if result.problem is not None:
            cells = [""] * (len(_MARKS) + len(key))
        rows.append([safe(result.name), *cells])
    return csv_text(rows)


def _write_feedback(folder: Path, results: Iterable[Grade]) -> None:
    from treeexplorer.exercises.grade import feedback

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CallError(f"{safe(str(folder))}: {error.strerror or error}") from None
    taken: set[str] = set()
    for result in results:
        name = _file_name(result.name)
        free = next(
            each
            for number in range(1, len(taken) + 2)
            if (each := name if number == 1 else f"{name}-{number}") not in taken
        )
        taken.add(free)
        write_atomically(folder / f"{free}.md", feedback(result))


def _file_name(name: str) -> str:
    """Return a hand-in's name as the name of one file, without its ending."""
    plain = safe(name).removesuffix(".tree").replace("\\", "/").strip("./")
    return "-".join(part for part in plain.split("/") if part not in {"", ".", ".."}) or "hand-in"


def _row(result: Grade) -> dict[str, Any]:
    marks = None if result.problem is not None else result.marks
    return {
        "hand-in": result.name,
        **_marks_json(marks),
        "problem": result.problem,
        "remarks": list(result.remarks),
        "trees": [_tree_row(tree) for tree in result.trees],
    }


def _marks_json(marks: Marks | None) -> dict[str, float | None]:
    if marks is None:
        return dict.fromkeys(_MARKS)
    numbers = (float(marks.points), float(marks.maximum), *marks[2:])
    return dict(zip(_MARKS, numbers, strict=True))


def _tree_row(tree: TreeGrade) -> dict[str, Any]:
    from treeexplorer.exercises.check import Mark
    from treeexplorer.exercises.judge import claim_json

    check = tree.check
    claims = () if check is None else check.claims
    game = None if check is None else check.record.tree
    return {
        "title": tree.title,
        **_marks_json(tree.marks),
        "claims": [
            {
                "node": game.labels.bounded_address(one.claim.node),
                "claim": one.kind,
                "written": claim_json(game, one.claim),
                "right": one.right,
                "follows": one.mark is Mark.CONSEQUENCE,
            }
            for one in claims
            if game is not None
        ],
    }
