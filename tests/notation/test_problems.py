"""How a problem is shown: the place, the line made safe, the caret, several problems together."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from treeexplorer.files import FileError
from treeexplorer.notation import NotationError, load_all, parse_all
from treeexplorer.text import width


def message(text: str, file: str = "sheet.tree") -> str:
    with pytest.raises(NotationError) as caught:
        parse_all(text, file=file)
    return str(caught.value)


def test_a_problem_shows_place_line_caret_and_hint() -> None:
    assert message("# exercise 1\n[[3 12 8]\n [2,,4]]\n") == (
        "sheet.tree:3:5: a value is missing between two commas\n"
        "   [2,,4]]\n"
        "      ^\n"
        "  hint: remove one comma"
    )


def test_independent_problems_are_reported_together_in_their_order() -> None:
    assert message("@levles max\n[3 nan]\n[1_000 2\n").splitlines() == [
        "sheet.tree:1:1: unknown directive @levles",
        "  @levles max",
        "  ^",
        "  hint: did you mean `@levels`?",
        "",
        "sheet.tree:2:4: nan is not a value",
        "  [3 nan]",
        "     ^",
        "  hint: a value is a number, inf or -inf; a leaf that is not known is a word or ?",
        "",
        "sheet.tree:3:1: the bracket opened at 3:1 is never closed",
        "  [1_000 2",
        "  ^",
        "  hint: add the missing ]",
        "",
        "sheet.tree:3:2: 1_000 is not a number",
        "  [1_000 2",
        "   ^",
        "  hint: leave out the underscores",
    ]


def test_a_slip_hides_no_later_one_and_causes_no_other() -> None:
    with pytest.raises(NotationError) as caught:
        parse_all("chance[0.5*3 0.5 *4 0.3*nan]\n(3 [4 5) 1/2)\n[6]\n[[]]")
    assert [(problem.line, problem.message) for problem in caught.value.problems] == [
        (1, "a probability stands before the star"),
        (1, "nan is not a value"),
        (2, "wrong kind of bracket: `(` instead of `[`"),
        (2, "1/2 is not a value: values are whole numbers or decimals"),
        (4, "a node needs at least one child (a leaf is a bare number)"),
    ]


def test_at_most_twenty_problems_are_reported() -> None:
    with pytest.raises(NotationError) as caught:
        parse_all("[" + "nan " * 25 + "1]")
    assert len(caught.value.problems) == 20
    assert str(caught.value).endswith("\n\nand more: these are the first 20 problems")


@pytest.mark.parametrize("before", ["\t", "漢字:", "é:", "e\u0301:", '"🌳":', "\u00a0 "])
def test_the_caret_stands_under_the_place_whatever_is_before_it(before: str) -> None:
    quoted, caret = message(f"[{before}1 1/2]").splitlines()[1:3]
    assert width(caret) == width(quoted[: quoted.index("1/2")]) + 1


def test_a_long_line_is_shortened_around_the_place() -> None:
    numbers = "1 " * 5000
    quoted, caret = message(f"[{numbers} oops/2 {numbers}]").splitlines()[1:3]
    assert len(quoted) <= 80
    assert quoted[2] == quoted[-1] == "…"
    assert quoted[len(caret) - 1 :].startswith("oops/2")


@pytest.mark.parametrize(
    ("hostile", "visible"),
    [("\x1b[31m", "␛[31m"), ("\x07", "␇"), ("\0", "␀"),
     ("\x9b", "�"), ("\u202e", "�"), ("\u200b", "�")],
)  # fmt: skip
def test_what_a_terminal_would_obey_is_only_shown(hostile: str, visible: str) -> None:
    text = f'["a{hostile}b":1/2]'
    shown = message(text, file=f"x{hostile}.tree")
    assert hostile not in shown
    assert f"x{visible}.tree" in shown
    assert f'"a{visible}b"' in shown


def test_what_is_wrong_with_a_file_is_said_in_a_sentence_of_its_own(tmp_path: Path) -> None:
    def message_of(path: Path) -> str:
        with pytest.raises(NotationError) as caught:
            load_all(path)
        (problem,) = caught.value.problems
        assert problem.line is None
        return problem.message

    empty, blank = tmp_path / "empty", tmp_path / "blank"
    binary, latin, wide = tmp_path / "binary", tmp_path / "latin", tmp_path / "wide"
    empty.write_bytes(b"")
    blank.write_bytes(b" \n\n")
    binary.write_bytes(b"\x7fELF\0\1")
    pdf = tmp_path / "pdf"
    pdf.write_bytes(b"%PDF-1.4\n%\xe2\xe3\n")
    latin.write_bytes("[1]\n# schön".encode("latin-1"))
    wide.write_bytes("[1]".encode("utf-16"))
    assert message_of(empty) == "the file is empty"
    assert message_of(blank) == "there is nothing in it"
    assert message_of(binary) == "this is a binary file, not a text"
    assert message_of(pdf) == "this is a PDF, not a text"
    assert (
        message_of(latin) == "this file is not UTF-8: the byte 0xf6 in line 2 begins no character"
    )
    assert message_of(wide) == "this file is UTF-16, not UTF-8"
    for path, reason in {
        tmp_path / "missing": "no such file or directory",
        tmp_path: "is a directory",
        Path("a\0b"): ".*embedded null",  # each Python words it anew
    }.items():
        with pytest.raises(FileError, match=f"cannot be read: {reason}"):
            load_all(path)


def test_a_file_that_may_not_be_read_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path, _flags: int) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(FileError, match="permission denied"):
        load_all("secret.tree")
