"""The course file and the table of conventions."""

from __future__ import annotations

from pathlib import Path

import pytest

from treeexplorer.engine import Rules, RulesError, resolve
from treeexplorer.engine.choices import CONVENTIONS, idle_because, title_of
from treeexplorer.engine.course import CourseFileError, find_course_file, read_course_file
from treeexplorer.engine.rules import ALGORITHMS, CUTOFFS, FAILS, FORMS, ORDERS, Algorithm
from treeexplorer.tree import Player


def write(folder: Path, text: str) -> Path:
    file = folder / "treeexplorer.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_nearest_file_above_is_found(tmp_path: Path) -> None:
    inner = tmp_path / "week-3" / "trees"
    inner.mkdir(parents=True)
    above = write(tmp_path, "")
    (inner / "a.tree").write_text("[1 2]", encoding="utf-8")
    assert find_course_file(inner / "a.tree") == above.resolve()
    nearer = write(tmp_path / "week-3", "")
    assert find_course_file(inner) == nearer.resolve()


def test_every_rule_can_be_stated(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        """
algorithm = "mtdf"
form = "bounds"
cutoff = ">"
fail = "hard"
order = "right-to-left"
window = [-10, "inf"]
depth = 4
levels = "min max"
first_guess = 2.5
leaf_range = [0, 1]
""",
    )
    rules = resolve([("course file", read_course_file(file))]).rules
    assert rules == Rules(
        algorithm="mtdf",
        form="bounds",
        cutoff=">",
        fail="hard",
        order="right-to-left",
        window=(-10, float("inf")),
        depth=4,
        levels=(Player.MIN, Player.MAX),
        first_guess=2.5,
        leaf_range=(0, 1),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('cutof = ">"', "did you mean “cutoff”?"),
        ('colour = "red"', "the rules are algorithm, form"),
        ('cutoff = "≥"', "cutoff is one of >=, >, not “≥”"),
        ("depth = true", "depth is a number of plies"),
        ("window = [3, 3]", "its first number smaller than its second"),
        ("window = [3]", "window is two numbers"),
        ("levels = 3", "levels is a list of max, min and chance"),
        ('first_guess = "much"', "first_guess is written with numbers"),
        ("first_guess = nan", "first_guess is written with numbers"),
        ("cutoff = ", "treeexplorer.toml"),
        ("\x1b = 1", "treeexplorer.toml"),
    ],
)
def test_what_is_wrong_is_said_with_the_file(tmp_path: Path, text: str, said: str) -> None:
    file = write(tmp_path, text)
    with pytest.raises(CourseFileError, match=r"treeexplorer\.toml") as error:
        read_course_file(file)
    assert said in str(error.value)
    assert "\x1b" not in str(error.value)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "treeexplorer.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CourseFileError, match="not UTF-8"):
        read_course_file(file)


def test_stronger_layers_win_and_are_named() -> None:
    resolved = resolve(
        [
            ("course file", {"cutoff": ">", "fail": "hard"}),
            ("file", {"cutoff": ">="}),
            ("option", {"order": "right-to-left"}),
        ]
    )
    assert (resolved.rules.cutoff, resolved.rules.fail) == (">=", "hard")
    assert resolved.origins["cutoff"] == "file"
    assert resolved.origins["fail"] == "course file"
    assert resolved.origins["order"] == "option"
    assert resolved.origins["window"] == "built in"


def test_a_course_files_cut_test_gives_way_to_a_printed_form() -> None:
    layers = [("course file", {"cutoff": ">"}), ("option", {"form": "bounds"})]
    assert resolve(layers).rules.strict
    with pytest.raises(RulesError, match="fixes its own cut test"):
        resolve([("option", {"form": "bounds", "cutoff": ">"})])


def test_the_table_holds_every_choice() -> None:
    listed = {c.name: tuple(choice.value for choice in c.choices) for c in CONVENTIONS}
    assert listed["algorithm"] == ALGORITHMS
    assert listed["form"] == FORMS
    assert listed["cutoff"] == CUTOFFS
    assert listed["fail"] == FAILS
    assert listed["order"] == ORDERS
    assert set(listed) == set(Rules.__dataclass_fields__)
    assert title_of("cutoff", ">") == "cut only when α > β"


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_rules_that_decide_nothing_say_why(algorithm: Algorithm) -> None:
    rules = Rules(algorithm=algorithm)
    assert (idle_because(rules, "form") is None) == (algorithm == "alphabeta")
    assert (idle_because(rules, "first_guess") is None) == (algorithm == "mtdf")
    assert idle_because(rules, "order") is None
    assert idle_because(Rules(form="bounds"), "cutoff") is not None
