"""What ``grade`` says of a class: the right ones, each typical mistake, and what cannot be read."""

from __future__ import annotations

import csv
import io
import json
import os
import threading
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest

from tests.commands.calling import invoked
from treeexplorer.course.scheme import SCHEME

ONE = "@title One\n3[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]]\n"
TWO = "@title Two\n@cuts none\n5[3[3 9] 5[5 6]]\n"
KEY = f"{ONE}\n{TWO}"
BLANK = "@title One\n?[A:?[3 12 8] B:?[2 4 6] C:?[14 5 2]]\n\n@title Two\n?[?[3 9] ?[5 6]]\n"


@dataclass(frozen=True)
class Case:
    """A hand-in, and what it is worth; no points where it is not to be graded."""

    name: str
    text: str | bytes
    points: str = ""
    mistakes: int = 0
    follow_on: int = 0
    blanks: int = 0


def one(tree: str) -> str:
    """Return a hand-in whose second tree is right."""
    return f"@title One\n{tree}\n\n{TWO}"


RIGHT = (
    Case("right", KEY, "10"),
    Case("other-order", f"{TWO}\n{ONE}", "10"),
    Case("no-titles", KEY.replace("@title One\n", "").replace("@title Two\n", ""), "10"),
    Case("windows-lines", "\ufeff" + KEY.replace("\n", "\r\n"), "10"),
    Case("comments", KEY.replace("\n", "  # mine\n", 2), "10"),
    Case("two-lacks-its-last-bracket", KEY.replace("5 6]]", "5 6]"), "10"),
    Case("none-not-said", KEY.replace("@cuts none\n", ""), "10"),
    Case("plain-number-for-bound", KEY.replace("<=2[", "2["), "10"),
    Case("other-names", KEY.replace("A:", "X:").replace("C:", "Y:"), "10"),
    Case("a-tree-more", f"{KEY}\n@title Three\n[1 2]\n", "10"),
    Case("strict-but-the-same", f"@cutoff >\n{KEY}", "10"),
    Case("a-changed-leaf", KEY.replace("14", "15"), "10"),
    Case("latin-1", KEY.replace("One", "Übung").encode("latin-1"), "10"),
    Case("utf-16", KEY.encode("utf-16"), "10"),
    Case("a-name", f"@name Anna Β.\n{KEY}", "10"),
    Case("an-unknown-directive", f"@semester 3\n{KEY}", "10"),
    Case("a-drawn-slash", KEY.replace("/", "╳"), "10"),
    Case("decimal-commas", KEY.replace("3[A:3[", "3,0[A:3,0["), "10"),
    Case("a-typo-in-a-leaf-never-read", KEY.replace("/6", "/6o"), "10"),
)
WRONG = (
    Case("other-direction", one("3[A:3[3 12 8] B:>=2[2 /4 /6] C:2[14 5 2]]"), "9", 1),
    Case("weaker-bound", one("3[A:3[3 12 8] B:<=3[2 /4 /6] C:2[14 5 2]]"), "9", 1),
    Case("wrong-root", one("4[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]]"), "9", 1),
    Case("follows", one("4[A:4[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]]"), "9", 1, 1),
    Case("two-values-swapped", one("3[A:2[3 12 8] B:<=2[2 /4 /6] C:3[14 5 2]]"), "8", 2),
    Case("largest-at-min", one("14[A:12[3 12 8] B:6[2 4 6] C:14[14 5 2]]"), "5", 3, 1, 2),
    Case("one-slash-missing", one("3[A:3[3 12 8] B:<=2[2 /4 6] C:2[14 5 2]]"), "9", 1),
    Case("slashes-missing", one("3[A:3[3 12 8] B:<=2[2 4 6] C:2[14 5 2]]"), "8", 0, 0, 2),
    Case("a-slash-too-many", one("3[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 /2]]"), "8", 1, 1),
    Case("four-slashes-too-many", one("3[A:3[3 /12 /8] B:<=2[2 /4 /6] C:2[14 /5 /2]]"), "7", 2, 3),
    Case("slash-at-the-wrong-node", one("3[A:3[3 12 8] /B:[2 4 6] C:2[14 5 2]]"), "6", 1),
    Case("nothing-cut", one("@cuts none\n3[A:3[3 12 8] B:<=2[2 4 6] C:2[14 5 2]]"), "8", 1, 1),
    Case("a-slash-in-two", KEY.replace("@cuts none\n", "").replace("5[5 6]", "5[5 /6]"), "9", 1),
    Case("no-slash-at-all", KEY.replace("/", "").replace("@cuts none\n", ""), "7", 0, 0, 3),
    Case(
        "right-to-left-with-its-answers",
        "@title One\n@order right-to-left\n@cuts none\n"
        f"3[A:3[3 12 8] B:2[2 4 6] C:2[14 5 2]]\n\n{TWO}",
        "8",
        1,
        1,
    ),
    Case(
        "minimax-with-its-answers",
        "@title One\n@algorithm minimax\n3[A:3[3 12 8] B:2[2 4 6] C:2[14 5 2]]\n\n"
        "@title Two\n@algorithm minimax\n5[3[3 9] 5[5 6]]\n",
        "7",
        0,
        0,
        3,
    ),
    Case("only-the-roots", BLANK.replace("\n?", "\n3", 1).replace("\n?", "\n5", 1), "2", 0, 0, 8),
    Case("untouched", BLANK, "0", 0, 0, 10),
    Case("two-missing", ONE, "6", 0, 0, 4),
    Case("one-twice", f"{ONE}\n{ONE}", "6", 0, 0, 4),
    Case("two-never-closed", KEY.replace("5 6]]", "5"), "6", 0, 0, 4),
    Case("cannot-be-read", one("3[A:3o[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]]"), "9", 0, 0, 1),
)
REFUSED = (
    Case("another-tree", "@title One\n[[1 2] [3 4]]\n"),
    Case("never-closed", "@title One\n3[A:3[3 12 8"),
    Case("a-letter", "Dear Sir or Madam,\nplease find attached my answers.\n"),
    Case("a-table", "| node | value |\n| --- | --- |\n| A | 3 |\n| B | 2 |\n"),
    Case("empty", ""),
    Case("binary", b"\x89PNG\r\n\x00\x00"),
    Case("photo", b"\xff\xd8\xff\xe1\x00\x07Exif[3 4]\n\x1b\x0f[[\xe9\x93 3]\x05"),
)
CLASS = (*RIGHT, *WRONG, *REFUSED)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key.tree").write_text(KEY, "utf-8")
    inside = tmp_path / "class"
    (inside / "late").mkdir(parents=True)
    for case in CLASS:
        data = case.text if isinstance(case.text, bytes) else case.text.encode()
        (inside / f"{case.name}.tree").write_bytes(data)
    (inside / "late" / "right.txt").write_text(KEY, "utf-8")
    (inside / ".hidden").write_text("[", "utf-8")
    return tmp_path


run = partial(invoked, "grade")


def table(folder: Path, *arguments: str) -> dict[str, dict[str, str]]:
    run("key.tree", "class", "--csv", "out.csv", *arguments)
    rows = csv.DictReader(io.StringIO((folder / "out.csv").read_text("utf-8")))
    return {row["hand-in"].removesuffix(".tree"): row for row in rows}


# -- a class -----------------------------------------------------------------------------------


def test_a_class_is_graded_as_worked_out_by_hand(folder: Path) -> None:
    assert len(CLASS) >= 30
    found = table(folder)
    assert len(found) == len(CLASS) + 1
    for case in CLASS:
        row = found[case.name]
        numbers = [row["mistakes"], row["follow-on"], row["blanks"]]
        graded = [str(case.mistakes), str(case.follow_on), str(case.blanks)]
        expected = [case.points, *(graded if case.points else ["", "", ""])]
        assert [row["points"], *numbers] == expected, case.name
        if case.points:
            assert Decimal(row["One"]) + Decimal(row["Two"]) == Decimal(row["points"])
    full = {name for name, row in found.items() if row["points"] == "10"}
    assert full == {case.name for case in RIGHT} | {"late/right.txt"}
    assert {row["maximum"] for row in found.values()} == {"10", ""}


def test_what_is_not_graded_is_named_with_its_reason(folder: Path) -> None:
    result = run("key.tree", "class")
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    lines = dict(line.split(": ", 1) for line in result.stdout.splitlines())
    named = {
        "a-changed-leaf": "“One”: the leaf C.1 is 15, not 14; the key’s is taken.",
        "another-tree": "“One” is not the key's tree: it has another shape.",
        "one-twice": "“One” is there twice; the first one counts.",
        "a-letter": "there is no tree in it; answers are read where they stand in the tree",
        "a-table": "there is no tree in it; answers are read where they stand in the tree",
        "never-closed": "“One” cannot be read: line 2: the bracket opened at 2:6 is never",
        "two-never-closed": "“Two” cannot be read: line 6: the bracket opened at 6:11 is never",
        "two-lacks-its-last-bracket": "line 6: the closing bracket of ▲root is missing.",
        "utf-16": "It is UTF-16, not UTF-8.",
        "latin-1": "It is not UTF-8; it is read as Latin-1.",
        "an-unknown-directive": "line 1: “@semester 3” is left out: unknown directive @semester.",
        "a-drawn-slash": "line 2: “╳” is read as a slash; 1 other place in the same way.",
        "decimal-commas": "line 2: “3,0” is read as 3.0 at ▲root; 1 other place in the same way.",
        "a-typo-in-a-leaf-never-read": "line 2: “6o” is left out: it is no value.",
        "cannot-be-read": "line 2: “3o” is left out: it is no value, bound or window.",
    }
    for name, remark in named.items():
        assert remark in lines[f"{name}.tree"], name
    assert "empty" in lines["empty.tree"]
    for name in ("binary", "photo"):
        assert lines[f"{name}.tree"].startswith("not graded: this is a picture, not a text;")
    assert (
        "@order is left to right here, not right to left."
        in (lines["right-to-left-with-its-answers.tree"])
    )
    assert "“Three” is no tree of the key." in lines["a-tree-more.tree"]
    assert "“Two” is missing." in lines["two-missing.tree"]
    for name in ("never-closed", "two-never-closed", "another-tree"):
        assert "is missing" not in lines[f"{name}.tree"], name


# -- the scheme --------------------------------------------------------------------------------


def test_points_are_scaled(folder: Path) -> None:
    found = table(folder, "--points", "5")
    assert found["right"]["points"] == found["right"]["maximum"] == "10"
    assert (found["weaker-bound"]["One"], found["weaker-bound"]["points"]) == ("4.17", "9.17")


EVERY_KIND = (
    "@title E\n@windows exit\n@best A\n@read 7\n(3,inf)3[A:(-inf,3)[3 12 8] [2 4 6] [14 5 2]]\n"
)
CONDITIONS = "@title U\n@pruned 2.2 if x <= 3\n@pruned 2.3 if x <= 3\n[[3 5] [x 4 9]]\n"
ONE_LEAF = "@title One\n3[A:1[1 2] 3]\n"


@pytest.mark.parametrize(
    ("key", "text", "points", "blanks"),
    [
        # with 1 at A nothing is cut off in B, and a slash there would be a second mistake
        (KEY, one("@cuts none\n2[A:1[3 12 8] B:2[2 4 6] C:2[14 5 2]]"), 9, 0),
        (EVERY_KIND, EVERY_KIND, 5, 0),
        (EVERY_KIND, EVERY_KIND.replace("@best A", "@best C"), 4, 0),
        (EVERY_KIND, EVERY_KIND.replace("@read 7", "@read 9"), 4, 0),
        (EVERY_KIND, EVERY_KIND.replace("@read 7", "@read ?"), 4, 1),
        (EVERY_KIND, EVERY_KIND.replace("(-inf,3)", "(-inf,inf)"), 4, 0),
        (CONDITIONS, CONDITIONS, 2, 0),
        (CONDITIONS, CONDITIONS.replace("<= 3", "< 3", 1), 0, 0),
        (CONDITIONS, "@title U\n?[?[3 5] ?[x 4 9]]\n", 0, 2),
    ],
)
def test_every_kind_of_claim_is_graded(
    folder: Path, key: str, text: str, points: int, blanks: int
) -> None:
    (folder / "key.tree").write_text(key, "utf-8")
    (folder / "hand.tree").write_text(text, "utf-8")
    row = json.loads(run("key.tree", "hand.tree", "--json").stdout)
    assert (row["points"], row["blanks"]) == (points, blanks)


@pytest.mark.parametrize(
    ("key", "text", "remark"),
    [
        (
            "@title One\n@pruned B.2 if x >= 3\n[[x 9] [3 4]]\n",
            "@title One\n[[y 9] [3 4]]\n",
            "“One”: the leaf A.1 is y, not x; the key’s is taken.",
        ),
        (ONE_LEAF, "@title One\n3[A:1[1] 2 3]\n", "“One” is not the key's tree: it has another"),
        (ONE_LEAF, f"[7 8]\n\n{ONE_LEAF}", "(tree 1 is no tree of the key.)"),
        (
            "@title One\n@window -inf 0.6\n@best B\n[[0.1 0.5] chance[0.3 0.5]]\n",
            "@title One\n@window 0 0.2\n@best B\n[[0.1 0.5] chance[0.3 0.5]]\n",
            " 1/1, 0 mistakes (“One”: @window is (−∞, 0.6) here, not (0, 0.2).)",
        ),
    ],
)
def test_what_differs_from_the_key_is_named(folder: Path, key: str, text: str, remark: str) -> None:
    (folder / "key.tree").write_text(key, "utf-8")
    (folder / "one.tree").write_text(text, "utf-8")
    assert remark in run("key.tree", "one.tree").stdout


# -- the key and the call ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (KEY.replace("C:2", "C:7"), "the key is wrong at “One”: "),
        ("@title One\n[1 2]\n", "claims nothing"),
        (f"{ONE}\n{ONE}", "two trees of the key have the title “One”"),
        ("3[x 4]", "unknown leaf"),
        ("[3", "never closed"),
    ],
)
def test_a_wrong_key_is_refused(folder: Path, text: str, words: str) -> None:
    (folder / "key.tree").write_text(text, "utf-8")
    result = run("key.tree", "class", "--csv", "out.csv")
    assert result.exit_code == 2
    assert words in result.stderr
    assert not (folder / "out.csv").exists()


@pytest.mark.parametrize("points", ["many", "-1"])
def test_a_wrong_call_is_refused(folder: Path, points: str) -> None:
    result = run("key.tree", "class", "--points", points)
    assert result.exit_code == 2
    assert "invalid value for '--points'" in result.stderr


# -- what is written ---------------------------------------------------------------------------


def test_every_hand_in_gets_feedback_in_the_words_of_check(folder: Path) -> None:
    run("key.tree", "class", "class/right.tree", "--feedback", "out")
    written = {path.stem: path.read_text("utf-8") for path in (folder / "out").iterdir()}
    assert len(written) == len(CLASS) + 2
    assert "late-right.txt" in written
    assert "<h1>right.tree</h1>\n<p>10 of 10 points.</p>" in written["right"]
    follows = written["follows"]
    assert "1 mistake: ▽A is 3, not 4; the other wrong one follows correctly from it." in follows
    assert "✗ ▽A: 4 – ▽A returns 3, MIN of 3, 12, 8; 4 is wrong. (−1)</li>" in follows
    assert "↳ ▲root: 4 –" in follows
    assert "Not graded: none of its trees is one of the key&#x27;s" in written["another-tree"]
    assert "<li>Not answered: slash at 4, slash at 6. (−2)</li>" in written["slashes-missing"]
    assert all(f"<p>{SCHEME}</p>" in page for page in written.values())
    assert follows.count("<svg") == 2  # a marked tree each
    assert follows.count("↳") > 1


def test_json_has_a_line_a_hand_in_with_every_claim(folder: Path) -> None:
    lines = run("key.tree", "class", "--json").stdout.splitlines()
    rows = {row["hand-in"].removesuffix(".tree"): row for row in map(json.loads, lines)}
    assert len(rows) == len(CLASS) + 1
    row = rows["weaker-bound"]
    assert (row["points"], row["maximum"], row["mistakes"], row["problem"]) == (9.0, 10.0, 1, None)
    wrong = [claim for claim in row["trees"][0]["claims"] if not claim["right"]]
    assert wrong == [
        {"node": "2", "claim": "bound", "written": "<=3", "right": False, "follows": False}
    ]
    assert rows["empty"]["points"] is None
    assert rows["empty"]["problem"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_folder_has_a_row_for_every_entry(folder: Path) -> None:
    inside = folder / "strange"
    inside.mkdir()
    (inside / "right.tree").write_text(KEY, "utf-8")
    (inside / "nowhere").symlink_to("missing")
    (inside / "device").symlink_to("/dev/zero")
    (inside / "elsewhere").symlink_to(folder / "class")
    os.mkfifo(inside / "pipe")
    run("key.tree", "strange", "--csv", "out.csv")
    rows = list(csv.DictReader(io.StringIO((folder / "out.csv").read_text("utf-8"))))
    assert {row["hand-in"]: (row["points"], row["problem"]) for row in rows} == {
        "right.tree": ("10", ""),
        "nowhere": ("", "no such file or directory"),
        "device": ("", "it is no file, but a folder, a pipe, a socket or a device"),
        "elsewhere": ("", "it is no file, but a folder, a pipe, a socket or a device"),
        "pipe": ("", "it is no file, but a folder, a pipe, a socket or a device"),
    }


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_that_is_named_is_read_however_its_path_is_typed(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    fill_pipe = partial((folder / "pipe").write_text, KEY, "utf-8")
    threading.Thread(target=fill_pipe, daemon=True).start()
    row = json.loads(run("key.tree", "./pipe", "--json").stdout)
    assert (row["points"], row["problem"]) == (10.0, None)


def test_a_paper_is_graded_by_the_key_whose_leaves_it_has(folder: Path) -> None:
    keys = folder / "keys"
    keys.mkdir()
    other = "@title One\n4[A:4[4 12 8] B:<=2[2 /5 /6] C:3[14 5 3]]\n"
    (keys / "key-A.tree").write_text(ONE, "utf-8")
    (keys / "key-B.tree").write_text(other, "utf-8")
    (folder / "anna.tree").write_text(f"@name Anna\n{ONE}", "utf-8")
    (folder / "ben.tree").write_text(other.replace("@title One\n", "@name Ben\n"), "utf-8")
    # A leaf that was typed wrong leads to no other variant.
    (folder / "cem.tree").write_text(other.replace("14", "15"), "utf-8")
    run("keys", "anna.tree", "ben.tree", "cem.tree", "--csv", "out.csv")
    rows = list(csv.DictReader(io.StringIO((folder / "out.csv").read_text("utf-8"))))
    assert [(row["name"], row["variant"], row["points"]) for row in rows] == [
        ("Anna", "key-A", "6"),
        ("Ben", "key-B", "6"),
        ("", "key-B", "6"),
    ]


def test_statistics_have_a_row_for_every_question(folder: Path) -> None:
    """Of three papers one is right, one has another value and needless slash, one says nothing."""
    wrong = ONE.replace("C:2[14 5 2]", "C:7[14 5 /2]").replace("/4 /6", "/4 6")
    papers = {"a": ONE, "b": wrong, "c": "@title One\n?[A:?[3 12 8] B:?[2 4 6] C:?[14 5 2]]\n"}
    for name, text in papers.items():
        (folder / f"{name}.tree").write_text(text, "utf-8")
    (folder / "key.tree").write_text(ONE, "utf-8")
    run("key.tree", *(f"{name}.tree" for name in papers), "--statistics", "out.csv")
    rows = list(csv.DictReader(io.StringIO((folder / "out.csv").read_text("utf-8"))))
    counts = {
        row["question"]: (row["right"], row["wrong"], row["blank"], row["wrong answers"])
        for row in rows
    }
    assert counts == {
        "value of ▲root": ("2", "0", "1", ""),
        "value of ▽A": ("2", "0", "1", ""),
        "value of ▽B": ("2", "0", "1", ""),
        "slash at 4": ("2", "0", "1", ""),
        "slash at 6": ("1", "1", "1", "no slash (1×)"),
        "value of ▽C": ("1", "1", "1", "7 (1×)"),
    }


def test_names_of_files_and_people_are_safe_and_a_problem_is_one_short_line(folder: Path) -> None:
    inside = folder / "odd"
    inside.mkdir()
    for name in (b"a\x1b[31m.tree", "b\u202e.tree".encode(), b"c\xff.tree"):
        path = os.path.join(os.fsencode(inside), name)  # noqa: PTH118 - no text names it
        with open(path, "wb") as file:  # noqa: PTH123
            file.write(b"@name x\x1b]0;y\n3 [3 o[\n" + b"@semester 3\n" * 40)
    printed = run("key.tree", "odd", "--csv", "out.csv", "--feedback", "out").stdout
    rows_printed = run("key.tree", "odd", "--json").stdout
    names = [json.loads(row)["hand-in"] for row in rows_printed.splitlines()]
    pages = [path.read_text("utf-8") for path in (folder / "out").iterdir()]
    assert len(pages) == 3
    for written in (printed, *names, *pages, (folder / "out.csv").read_text("utf-8")):
        assert not set(written) & {"\x1b", "\u202e", "\udcff"}
    rows = csv.DictReader(io.StringIO((folder / "out.csv").read_text("utf-8")))
    for row in rows:
        assert 0 < len(row["problem"]) <= 200
        assert "\n" not in row["problem"]
