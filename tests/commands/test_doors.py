"""All doors say the same first line of a paper: the score, and what explains what is wrong."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Final, NamedTuple

import pytest

import treeexplorer as te
from tests.commands.calling import invoked, rows, run
from tests.laws import sampled
from tests.terminal.driving import opened, running
from treeexplorer.terminal.screens.worksheet import WorksheetScreen


class Paper(NamedTuple):
    """A paper, and the first line that every door says of it."""

    text: str
    first_line: str


PAPERS: Final = {
    "one slash, which two other rules explain": Paper(
        "[[9 2 6] [9 5 14] [9 13 /5]]",
        "0 of 1 right, 1 mistake: 5 ≥ 9 is false, so 5 is visited.",
    ),
    "a perfect sheet under fail-hard": Paper(
        "3[3[3 12 8] 3[2 /4 /6] 3[14 5 2]]",
        "4 of 6 right, 2 mistakes: ▽B is ≤ 2, not 3; ▽C is 2, not 3. "
        "All 6 would be right under fail-hard, which is not the rule here (fail-soft).",
    ),
    "a perfect sheet with MIN first": Paper(
        "6[12[3 12 8] 6[2 4 6] >=14[14 /5 /2]]",
        "0 of 6 right, 6 mistakes: ▽A is 3, not 12; 3 ≥ 2, so 4 is pruned; ▽B is ≤ 2, not 6; "
        "and 3 more; the other wrong one follows correctly from them. All 6 would be right under "
        "the players MIN MAX, which is not the rule here (the players MAX MIN).",
    ),
    "a window with the wrong end": Paper(
        "4[3[3 5] 4[(-inf,3)4[4] /9]]",
        "4 of 6 right, 2 mistakes: it all fits if α and β are exchanged: MAX moves β, and MIN "
        "moves α.",
    ),
    "a value that is not the largest leaf": Paper(
        "[[4 1] 2[2 0 4] 3[3 1]]",
        "0 of 2 right, 2 mistakes: it all fits if MIN keeps the largest value instead of the "
        "smallest.",
    ),
    "a value that is not the smallest leaf": Paper(
        "@levels min max\n[0[4 0] 1[2 1 4] 1[3 1]]",
        "0 of 3 right, 3 mistakes: ▲A is 4, not 0; ▲B is 4, not 1; ▲C is 3, not 1. All 3 would be "
        "right under the players MAX MIN, which is not the rule here (the players MIN MAX).",
    ),
    "a move that is as good, and not proven": Paper(
        "@best B\n[A:[4 9] B:[4 6] C:[7 4]]", "The answer is right."
    ),
    "slashes from both sides": Paper(
        "A:3[B:[b1:3 b2:12 b3:8] C:[c1:2 /c2:4 /c3:6] D:[/d1:14 /d2:5 d3:2]]",
        "3 of 5 right, 1 mistake: it all fits if, at ▽D alone, the children are taken from the "
        "right.",
    ),
    "every leaf below a cut": Paper(
        "[L:[P:[6 2] Q:[8 d:[/1 /4]]] 3]",
        "All 2 answers are right. All that is below ▽d is crossed out: that is the slash one edge "
        "higher.",
    ),
    "a value that is allowed, and not proven": Paper(
        "5[5[5 8] 3[4 9]]", "2 of 3 right, 1 mistake: ▽B is ≤ 4, not 3."
    ),
    "all right": Paper("3[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]]", "All 6 answers are right."),
    "no slash": Paper(
        "3[A:3[3 12 8] B:<=2[2 4 6] C:2[14 5 2]]",
        "All 4 answers are right; nothing is said about pruning.",
    ),
    "a wrong root": Paper(
        "4[3[3 12 8] <=2[2 /4 /6] 2[14 5 2]]", "5 of 6 right, 1 mistake: ▲root is 3, not 4."
    ),
    "minimax": Paper(
        "@cuts none\n3[3[3 12 8] 2[2 4 6] 2[14 5 2]]",
        "4 of 5 right, 1 mistake: 3 ≥ 2, so 4 is pruned; the other wrong one follows correctly "
        "from it. All 5 would be right under minimax, which is not the rule here (alpha-beta).",
    ),
    "a cut on equality under the test >": Paper(
        "@cutoff >\n3[3[3 12 8] <=3[3 /4 /6] 2[14 5 2]]",
        "3 of 6 right, 1 mistake: 3 > 3 is false, so 4 is visited; the other 2 follow correctly "
        "from it. All 6 would be right under α ≥ β, which is not the rule here (α > β).",
    ),
    "half a paper": Paper(
        "@read 7\n@best A\n3[A:3[3 12 8] B:[2 /4 /6] C:[14 5 2]]",
        "Only 2 of 4 nodes are answered; the 6 answers are right.",
    ),
    "a sign that is exchanged": Paper(
        "3[3[3 12 8] >=2[2 /4 /6] 2[14 5 2]]",
        "5 of 6 right, 1 mistake: ▽B is ≤ 2, not ≥ 2.",
    ),
    "windows back to front": Paper(
        "3[(-inf,inf)3[3 12 8] (inf,3)<=2[2 /4 /6] (inf,3)2[14 5 2]]",
        "7 of 9 right, 2 mistakes: ▽B is entered with (3, +∞), not (+∞, 3); ▽C is entered with "
        "(3, +∞), not (+∞, 3).",
    ),
    "a known range": Paper(
        "@range 0 10\n[[8 9] /[2 10]]",
        "0 of 1 right, 1 mistake: 8 ≥ 10 is false, so ▽B is visited.",
    ),
    "a slash that is missing": Paper(
        "3[3[3 12 8] 3[3 /4 6] 2[14 5 2]]",
        "All 5 written are right, 1 slash is missing: 3 ≥ 3, so 6 is pruned.",
    ),
}
"""Papers about which some doors once said something else, or something false."""
ROOM: Final = (220, 50)


@pytest.fixture(params=list(PAPERS.values()), ids=list(PAPERS))
def paper(request: pytest.FixtureRequest) -> Paper:
    found: Paper = request.param
    return found


@pytest.fixture
def file(paper: Paper, tmp_path: Path) -> Path:
    path = tmp_path / "paper.tree"
    path.write_text(f"{paper.text}\n", encoding="utf-8")
    return path


def test_there_are_twenty_papers() -> None:
    assert len(PAPERS) == 20


def test_the_command_says_it_of_one_file_and_of_several(paper: Paper, file: Path) -> None:
    _, output, _ = run("check", str(file))
    assert output.splitlines()[0] == paper.first_line
    _, output, _ = run("check", str(file), str(file))
    sign = "✓" if te.check(te.load(file)).tally.mistakes == 0 else "✗"
    assert output.splitlines() == [f"{sign} {file}: {paper.first_line}"] * 2


def test_the_json_says_it(paper: Paper, file: Path) -> None:
    assert rows("check", str(file))[-1]["headline"] == paper.first_line


def test_the_library_says_it(paper: Paper) -> None:
    checked = te.check(te.parse(paper.text))
    assert checked.headline == paper.first_line
    assert paper.first_line in unescape(checked._repr_html_())


@pytest.mark.parametrize("paper", sampled(1, PAPERS.values()), ids=PAPERS, indirect=True)
async def test_the_screen_says_it(paper: Paper, file: Path) -> None:
    async with running(file, size=ROOM) as driver:
        screen = await opened(driver, WorksheetScreen, "K")
        assert screen.sheet.checked is not None
        assert screen.sheet.checked.headline == paper.first_line
        await driver.until(
            lambda: paper.first_line in re.sub(r"\s+", " ", driver.text), paper.first_line
        )


def test_the_feedback_says_it(paper: Paper, file: Path, tmp_path: Path) -> None:
    key = tmp_path / "key.tree"
    assert run("solve", str(file), "--as", "tree", "-o", str(key))[0] == 0
    folder = tmp_path / "feedback"
    result = invoked("grade", str(key), str(file), "--feedback", str(folder))
    assert result.exit_code == 0, result.output
    (page,) = folder.iterdir()
    assert f"<p>{paper.first_line}</p>" in unescape(page.read_text(encoding="utf-8"))
