"""``treeexplorer import`` and ``treeexplorer export`` from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from treeexplorer.cli import command_line


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(command_line, arguments, input=text)


def test_import_prints_the_notation() -> None:
    result = run("import", "-e", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
    assert result.stdout == "[[3 12 8] [2 4 6] [14 5 2]]\n"
    assert result.exit_code == 0


def test_import_reads_standard_input_and_files(tmp_path: Path) -> None:
    assert run("import", "-", text='{"a": [3, 4], "b": 5}').stdout == "[a:[3 4] b:5]\n"
    file = tmp_path / "one.json"
    file.write_text("[3, 4]", encoding="utf-8")
    assert run("import", str(file)).stdout == "[3 4]\n"


def test_import_takes_the_players_by_ply() -> None:
    result = run("import", "--levels", "min,max", "-e", "((3 4) 5)")
    assert result.stdout == "@levels min max\n[[3 4] 5]\n"


def test_import_of_the_notation_itself_says_so() -> None:
    result = run("import", "-e", "[A:[3 4]   5]")
    assert result.stdout == "[A:[3 4] 5]\n"
    assert result.stderr == "treeexplorer: this is the notation already\n"


def test_import_says_what_it_leaves_out() -> None:
    result = run("import", "-e", '{"children": [3, 4], "colour": 1}')
    assert result.stdout == "[3 4]\n"
    assert result.stderr == (
        "treeexplorer: keys that say nothing about a game tree were left out: “colour”\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("import", "-e", "[3, 4"), "-e:1:1: the bracket opened at 1:1 is never closed"),
        (("import", "-e", '{"a": 3'), "-e:1:8: this is not JSON"),
        (("import", "-e", "hello!"), "`hello!`"),
        (("import", "nowhere.json"), "there is no file called “nowhere.json”"),
        (("import",), "which tree?"),
        (("export", "--to", "yaml", "-e", "3"), "yaml"),
    ],
)
def test_what_is_wrong_is_said_with_exit_status_2(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_export_prints_the_format() -> None:
    text = run("export", "--to", "json", "-e", "[a:[3 4] 5]").stdout
    assert text == '[{"name": "a", "children": [3, 4]}, 5]\n'


def test_export_gives_unknowns_the_values_that_are_set() -> None:
    assert run("export", "--to", "json", "--set", "x=7", "-e", "[3 x]").stdout == "[3, 7]\n"


def test_what_is_exported_can_be_imported() -> None:
    text = run("export", "--to", "json", "-e", "[A:[3 4] [5 6]]").stdout
    assert run("import", "--from", "json", "-", text=text).stdout == "[A:[3 4] [5 6]]\n"


def test_export_draws_a_step() -> None:
    result = run("export", "--to", "svg", "--step", "13", "6-8-1-5-6")
    assert result.stdout.startswith("<svg ")
    assert "step 13/15" in result.stdout
    assert result.stdout.endswith("</svg>\n")
    plain = run("export", "--to", "svg", "--step", "13", "--no-caption", "6-8-1-5-6")
    assert "step 13/15</text>" not in plain.stdout


def test_a_blank_figure_needs_no_search() -> None:
    result = run("export", "--to", "svg", "--blank", "-e", "[x [1 y]]")
    assert result.exit_code == 0
    assert result.stdout.startswith("<svg ")


def test_export_draws_in_text() -> None:
    result = run("export", "--to", "text", "--step", "13", "6-8-1-5-6")
    assert "▌  ▲ b ≥8   ▐" in result.stdout
    assert "≥8" in result.stdout


def test_export_draws_the_finished_search_unmarked_and_without_windows_where_told() -> None:
    shown = run("export", "--to", "text", "6-8-1-5-6").stdout
    assert "−∞ │ 6" in shown
    assert "▌" not in shown
    assert "*" not in shown
    assert "∞" not in run("export", "--to", "text", "--no-windows", "6-8-1-5-6").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--to", "json", "--step", "3"), "--step says nothing about --to json: leave it out"),
        (("--to", "text", "--theme", "dark"), "--theme says nothing about --to text"),
        (("--to", "svg", "--blank", "--step", "1"), "--blank shows no step of the search"),
        (("--to", "svg", "--step", "99"), "there is no step 99; the search has 5 steps"),
    ],
)
def test_options_that_would_do_nothing_are_refused(
    arguments: tuple[str, ...], message: str
) -> None:
    result = run("export", *arguments, "-e", "[1 2]")
    assert result.exit_code == 2
    assert message in result.stderr


def test_one_figure_needs_one_tree() -> None:
    assert "there are 2 trees" in run("export", "--to", "svg", "-e", "[1 2]\n3").stderr
    assert run("export", "--to", "svg", "--tree", "2", "-e", "[1 2]\n3").exit_code == 0


def test_export_writes_a_file(tmp_path: Path) -> None:
    target = tmp_path / "tree.svg"
    result = run("export", "--to", "svg", "-o", str(target), "-e", "[1 2]")
    assert (result.exit_code, result.output) == (0, "")
    assert target.read_text(encoding="utf-8").endswith("</svg>\n")
    nowhere = run("export", "--to", "json", "-o", str(tmp_path / "no" / "tree"), "-e", "[1 2]")
    assert nowhere.exit_code == 2
    assert "cannot be written: its folder does not exist" in nowhere.stderr


def test_export_draws_every_tree_of_a_file_in_text() -> None:
    result = run("export", "--to", "text", "-e", "@title One\n[1 2]\n3")
    assert result.stdout.startswith("One\n")
    assert result.stdout.endswith("\n\ntree 2\n3\n")


def test_trace_prints_the_table_that_is_handed_in() -> None:
    markdown = run("trace", "--markdown", "-e", "[3 5]").stdout.splitlines()
    assert markdown[0] == "| step | node | what happens | v | α | β | note |"
    assert len(markdown) == 2 + 5
    table = run("trace", "--csv", "-e", "[3 5]").stdout.splitlines()
    assert table[0] == "step,node,what happens,v,α,β,note"
    assert len(table) == 1 + 5


def test_tables_of_several_trees() -> None:
    markdown = run("trace", "--markdown", "-e", "@title A*\n[3 5]\n4").stdout
    assert markdown.startswith("## A\\*\n\n| step |")
    assert "\n\n## tree 2\n\n| step |" in markdown
    assert "there are 2 trees" in run("trace", "--csv", "-e", "3\n4").stderr
    assert "choose one" in run("trace", "--csv", "--json", "-e", "3").stderr


def test_figures_of_several_steps_are_numbered_files(tmp_path: Path) -> None:
    target = tmp_path / "tree.svg"
    result = run("export", "--to", "svg", "--steps", "cut-offs", "-o", str(target), "6-8-1-5-6")
    assert result.exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["tree-13.svg"]
    run("export", "--to", "svg", "--steps", "3, 7", "-o", str(target), "6-8-1-5-6")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "tree-03.svg",
        "tree-07.svg",
        "tree-13.svg",
    ]


def test_png_has_the_width_that_is_asked_for(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="the extra figures is not installed")
    target = tmp_path / "tree.png"
    arguments = ("--step", "13", "--width", "500", "-o", str(target))
    assert run("export", "--to", "png", *arguments, "6-8-1-5-6").exit_code == 0
    picture = target.read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 500


def test_a_fragment_of_latex_is_the_tree_alone() -> None:
    text = run("export", "--to", "latex", "--fragment", "6-8-1-5-6").stdout
    assert r"\documentclass" not in text
    assert r"\begin{forest}" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--to", "png"), "-o FILE"),
        (("--to", "svg", "--steps", "all"), "-o FILE"),
        (("--to", "svg", "--steps", "99", "-o", "x.svg"), "there is no step 99"),
        (("--to", "svg", "--steps", "1", "--step", "1"), "say different things"),
        (("--to", "svg", "--fragment"), "--fragment says nothing about --to svg"),
    ],
)
def test_figures_that_cannot_be_written_say_why(arguments: tuple[str, ...], said: str) -> None:
    result = run("export", *arguments, "6-8-1-5-6")
    assert result.exit_code == 2
    assert said in result.stderr
