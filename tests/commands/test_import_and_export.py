"""``treeexplorer import`` and ``treeexplorer export`` from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.calling import invoked as run

NOTATION = "this is the notation already"
READ_AS_JSON = "read as JSON: a tree with {} leaves; MAX first, since nothing says who moves"


@pytest.mark.parametrize(
    ("arguments", "typed", "printed", "notice"),
    [
        (("-e", "[[3, 12, 8], [2, 4, 6]]"), None, "[[3 12 8] [2 4 6]]", NOTATION),
        (("-",), '{"a": [3, 4], "b": 5}', "[a:[3 4] b:5]", READ_AS_JSON.format(3)),
        (("one.json",), None, "[3 4]", NOTATION),
        (("-e", "[A:[3 4]   5]"), None, "[A:[3 4] 5]", NOTATION),
        (("-e", '{"children": [3, 4], "colour": 1}'), None, "[3 4]", 'left out: "colour"'),
    ],
)
def test_import_prints_the_notation_and_says_what_it_leaves_out(
    arguments: tuple[str, ...],
    typed: str | None,
    printed: str,
    notice: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.json").write_text("[3, 4]", encoding="utf-8")
    result = run("import", *arguments, text=typed)
    assert (result.exit_code, result.stdout) == (0, f"{printed}\n")
    assert notice in result.stderr
    assert bool(result.stderr) is bool(notice)


def test_export_prints_the_format_with_the_values_that_are_set() -> None:
    text = run("export", "--to", "json", "--set", "x=7", "-e", "[a:[3 x] 5]").stdout
    assert text == '{"children": [{"name": "a", "children": [3, 7]}, 5]}\n'
    assert run("import", "-", text=text).stdout == "[a:[3 7] 5]\n"


def test_export_draws_a_step() -> None:
    result = run("export", "--to", "svg", "--step", "13", "--caption", "6-8-1-5-6")
    assert result.stdout.startswith("<svg ")
    assert "step 13/15" in result.stdout
    assert result.stdout.endswith("</svg>\n")
    plain = run("export", "--to", "svg", "--step", "13", "6-8-1-5-6")
    assert "step 13/15</text>" not in plain.stdout


def test_a_blank_figure_needs_no_search() -> None:
    result = run("export", "--to", "svg", "--blank", "-e", "[x [1 y]]")
    assert result.exit_code == 0
    assert result.stdout.startswith("<svg ")


def test_export_writes_a_file(tmp_path: Path) -> None:
    target = tmp_path / "tree.svg"
    assert run("export", "--to", "svg", "--tree", "2", "-e", "[1 2]\n3").exit_code == 0
    result = run("export", "--to", "svg", "-o", str(target), "-e", "[1 2]")
    assert (result.exit_code, result.output) == (0, "")
    assert target.read_text(encoding="utf-8").endswith("</svg>\n")
    nowhere = run("export", "--to", "json", "-o", str(tmp_path / "no" / "tree"), "-e", "[1 2]")
    assert nowhere.exit_code == 2
    assert "cannot be written: its folder does not exist" in nowhere.stderr


def test_trace_prints_the_tables_that_are_handed_in() -> None:
    markdown = run("trace", "--markdown", "-e", "@title A*\n[3 5]\n4").stdout
    assert markdown.startswith("## A\\*\n\n| step | node | what happens | v | α | β | note |\n")
    assert "\n\n## tree 2\n\n| step |" in markdown
    assert len(run("trace", "--markdown", "-e", "[3 5]").stdout.splitlines()) == 2 + 5
    table = run("trace", "--csv", "-e", "[3 5]").stdout.splitlines()
    assert table[0] == "step,node,what happens,v,α,β,note"
    assert len(table) == 1 + 5


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
