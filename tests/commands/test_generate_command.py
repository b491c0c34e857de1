"""What ``generate`` writes: the same trees as files, worksheets and course questions."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.typesetting import typeset
from treeexplorer.cli import command_line
from treeexplorer.engine import search
from treeexplorer.notation import parse_all

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command_line, ["generate", *arguments])


def text(*arguments: str) -> str:
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_a_tree_file_can_be_made_again_from_its_own_note() -> None:
    first = text("--level", "3", "--cutoff", ">", "--count", "2", "--seed", "7")
    assert first == text("--level", "3", "--cutoff", ">", "--count", "2", "--seed", "7")
    trees = parse_all(first)
    assert [tree.directives.cutoff for tree in trees] == [">", ">"]
    assert trees[0].directives.notes == (
        "made with: treeexplorer generate --level 3 --count 2 --cutoff '>' --seed 7",
    )
    assert trees[0].directives.title == "Game trees: Tree 1"


def test_orders_come_from_options() -> None:
    (exercise,) = parse_all(
        text("--plies", "3", "--branching", "2", "--values", "-5,5", "--cut-offs", "1-2")
    )
    tree = exercise.tree
    assert tree.leaf_count == 8
    assert 1 <= len(search(tree).cuts) <= 2
    assert all(-5 <= value <= 5 for value in tree.value)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--plies", "1", "--cut-offs", "1"), "nothing to cut off"),
        (("--branching", "many"), "--branching is a number or a range"),
        (("--values", "3"), "--values is the least and the greatest value"),
        (("--cut-offs", "4-2"), "a range goes upwards"),
        (("--cutoff", "~"), "--cutoff takes >= or >"),
        (("--form", "bounds", "--cutoff", ">"), "fixes its own cut test"),
        (("-o", "/no/such/folder/file"), "No such file"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_message(arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_markdown_has_blank_drawings_first_and_the_key_at_the_end() -> None:
    exercises, key = text("--level", "2", "--seed", "3", "--as", "markdown").split("\n---\n")
    assert "▲ A" in exercises
    assert "=11" not in exercises
    assert "| ▽C | (11, +∞) | ≤ 0 |" in key
    assert "- α cut-off at ▽C: 11 ≥ 0; skipped: 15" in key


def test_a_minimax_sheet_asks_for_values_alone() -> None:
    sheet = text("--seed", "3", "--algorithm", "minimax", "--as", "markdown")
    assert "| node | value |" in sheet
    assert "cut-off" not in sheet


def test_titles_cannot_break_out_of_any_format() -> None:
    title = "A <b> & 100% {x} #1 _y_ \\z"
    html = text("--seed", "1", "--as", "html", "--title", title)
    assert "<title>A &lt;b&gt; &amp; 100% {x}" in html
    latex = text("--seed", "1", "--as", "latex", "--title", title)
    assert r"A \textless{}b\textgreater{} \& 100\% \{x\} \#1 \_y\_ \textbackslash{}z" in latex
    assert r"\<b\> & 100% \{x\} \#1 \_y\_ \\z" in text(
        "--seed", "1", "--as", "markdown", "--title", title
    )
    quiz = ET.fromstring(text("--seed", "1", "--as", "moodle", "--title", title))  # noqa: S314 - our own text
    assert quiz.findtext("question/category/text") == f"$course$/top/{title}"


# -- Moodle ------------------------------------------------------------------------------------

_FIELD = re.compile(r"\{1:(SHORTANSWER|NUMERICAL|MULTICHOICE):([^}]*)\}")


def test_moodle_questions_carry_their_figure_and_a_right_answer_in_every_field() -> None:
    quiz = ET.fromstring(text("--level", "1", "--seed", "3", "--count", "3", "--as", "moodle"))  # noqa: S314 - our own text
    questions = quiz.findall("question[@type='cloze']")
    assert len(questions) == 3
    for question in questions:
        body = question.findtext("questiontext/text") or ""
        assert "data:image/svg+xml;base64," in body
        fields = _FIELD.findall(body)
        assert all("=" in alternatives for _, alternatives in fields)
        assert {kind for kind, _ in fields} == {"SHORTANSWER", "NUMERICAL", "MULTICHOICE"}
        assert "{" not in _FIELD.sub("", body)
    body = questions[0].findtext("questiontext/text") or ""
    assert "<td>▽C</td><td>{1:NUMERICAL:=4.0:0.001}</td>" in body
    assert "{1:SHORTANSWER:=&lt;=2~=&lt;= 2~=≤2~=≤ 2~=2}" in body
    assert "{1:SHORTANSWER:=B~=1}" in body


# -- with the real tools -----------------------------------------------------------------------


def test_the_latex_sheet_compiles(tmp_path: Path) -> None:
    source = tmp_path / "sheet.tex"
    assert run("--level", "4", "--seed", "2", "--as", "latex", "-o", str(source)).exit_code == 0
    assert typeset(source).stat().st_size > 0


def test_the_latex_sheet_is_balanced_and_draws_each_tree_twice() -> None:
    latex = text("--level", "5", "--seed", "2", "--count", "2", "--as", "latex")
    plain = re.sub(r"\\[{}\\]", "", re.sub(r"(?<!\\)%.*", "", latex))
    assert plain.count("{") == plain.count("}")
    assert latex.count(r"\begin{forest}") == latex.count(r"\end{forest}") == 4
    assert len(re.findall(r"\\begin\{", latex)) == len(re.findall(r"\\end\{", latex))


@pytest.mark.skipif(BROWSER is None, reason="no Chromium or Chrome here")
def test_the_html_sheet_opens_in_a_browser_and_fetches_nothing(tmp_path: Path) -> None:
    assert BROWSER is not None
    page = tmp_path / "sheet.html"
    assert run("--level", "3", "--seed", "2", "--as", "html", "-o", str(page)).exit_code == 0
    source = page.read_text("utf-8")
    assert not re.search(r"(src|href)=|url\(|<script|@import", source)
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000"]
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    try:
        done = subprocess.run(
            [*command, profile, "--dump-dom", page.as_uri()],
            capture_output=True,
            check=False,
            timeout=90,
        )
    except subprocess.TimeoutExpired:
        pytest.skip("the browser does not start here")
    shown = done.stdout.decode()
    if "<svg" not in shown:
        pytest.skip(f"the browser does not run here: {done.stderr[-300:]!r}")
    assert shown.count("<svg") == 2
    assert shown.count("<details") == 1
    assert "The root is worth" in shown


def test_means_without_a_finite_decimal_may_be_rounded_on_the_course_page() -> None:
    order = ("--levels", "max,chance,min", "--plies", "3", "--branching", "2-3", "--seed", "4")
    assert "(by ply: MAX, CHANCE, MIN)" in text(*order, "--as", "markdown")
    assert "<td>{1:NUMERICAL:=8.666666666666666:0.01}</td>" in (
        ET.fromstring(text(*order, "--as", "moodle")).findtext("question/questiontext/text") or ""  # noqa: S314 - our own text
    )
