"""LaTeX figures: what they say, and that LaTeX takes them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from tests.formats.trees import exercises
from tests.laws import examples
from tests.trees import tree_of
from tests.typesetting import typeset
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.latex import (
    PREAMBLE,
    LatexError,
    forest,
    latex_document,
    latex_fragment,
)
from treeexplorer.engine import Rules, analysis_of, search
from treeexplorer.explain.paper import marked_paper
from treeexplorer.judging.judge import Mark
from treeexplorer.notation import Exercise
from treeexplorer.rules import OrderName
from treeexplorer.text import escape_for_latex

PICTURE = "[a:[[1 5 6] b:[8 ...]] ...]"


def lines(text: str, step: int | None = None, options: FigureOptions | None = None) -> list[str]:
    return list(forest(search(tree_of(text), Rules()), step, options))


def test_the_cut_in_the_measure_of_all_pictures() -> None:
    assert lines(PICTURE, 13) == [
        r"\begin{forest} game tree",
        r"[{$\blacktriangle$ root\\v $-$$\infty$}, game max",
        (
            r"  [{$\triangledown$ a\\v 6}, game min, "
            r"game window={-\infty}{+\infty}, game path"
        ),
        (
            r"    [{$\blacktriangle$ C\\= 6}, game max, game window={-\infty}{+\infty}, "
            "game beta"
        ),
        "      [{$1$}, game leaf]",
        "      [{$5$}, game leaf]",
        "      [{$6$}, game leaf]",
        "    ]",
        (
            r"    [{$\blacktriangle$ b\\$\geq$ 8}, game max, "
            r"game window={-\infty}{\color{gamemin}6}, game now, game beta"
        ),
        "      [{$8$}, game leaf, game news, game alpha]",
        r"      [{$\cdots$}, game skipped dots, game cut={~8 $\geq$ 6}]",
        "    ]",
        "  ]",
        r"  [{$\cdots$}, game dots]",
        "]",
        r"\end{forest}",
    ]


@pytest.mark.parametrize(
    ("text", "order", "beside"),
    [
        ("[[3 12] [2 4 9 7]]", "left-to-right", "$4$"),
        ("[[7 9 4 2] [3 12]]", "right-to-left", "$4$"),
    ],
)
def test_the_slab_beside_what_was_read_has_the_test_and_the_others_a_cross(
    text: str, order: OrderName, beside: str
) -> None:
    record = search(tree_of(text), Rules(order=order))
    (cut,) = analysis_of(record).cut_offs
    crossed = [line for line in forest(record, cut.step) if "game cut" in line]
    with_test = [line for line in crossed if "game cut={" in line]
    assert len(crossed) == 3
    assert [beside in line for line in with_test] == [True]
    assert all("game cut={" not in line for line in forest(record))


def test_windows_and_probabilities() -> None:
    text = "\n".join(lines("[A:[chance[0.5*3 1/2*4]] 2]"))
    assert r"game window={-\infty}{+\infty}" in text
    assert r"[{{\footnotesize $0.5$}\\$4$}, game leaf]" in text


def test_a_blank_figure_gives_nothing_away_and_has_room_to_write() -> None:
    text = "\n".join(lines("[a:[1 5] b:[8 x]]", None, FigureOptions(blank=True, windows=True)))
    assert text.count(r"\rule") == 3 + 2 * 2  # a value for each node, two ends for each edge
    for word in ("path", "cut", "best", "current", "unread", "skipped", r"\geq", "v"):
        assert f"game {word}" not in text
    assert r"\textit{x}" in text


def test_names_are_only_text() -> None:
    assert escape_for_latex(r"\input{x}%$&#_^~<>") == (
        r"\textbackslash{}input\{x\}\%\$\&\#\_\textasciicircum{}\textasciitilde{}"
        r"\textless{}\textgreater{}"
    )


@examples(60)
@given(exercise=exercises(unknowns=False))
def test_brackets_and_braces_match_in_any_tree(exercise: Exercise) -> None:
    paper = marked_paper(exercise.tree, ((claim, Mark.CONSEQUENCE) for claim in exercise.claims))
    options = FigureOptions(windows=True, paper=paper if exercise.claims else None)
    text = "\n".join(forest(search(exercise.tree, Rules()), None, options))
    depth = braces = 0
    previous = ""
    for character in text:
        if previous != "\\":
            braces += (character == "{") - (character == "}")
            if not braces:
                depth += (character == "[") - (character == "]")
        previous = "" if previous == character == "\\" else character
        assert braces >= 0
    assert (depth, braces) == (0, 0)


def test_latex_takes_it(tmp_path: Path) -> None:
    text = latex_document(search(tree_of('["a_b%":[3 [9 1] "x^2":4] chance[1 2]]'), Rules()))
    source = tmp_path / "tree.tex"
    source.write_text(text, encoding="utf-8")
    assert typeset(source).read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("text", [PICTURE, f"[{'[11 2 13] ' * 11}]"], ids=["small", "wide"])
def test_a_fragment_is_read_with_input_and_fits_the_page(tmp_path: Path, text: str) -> None:
    fragment = latex_fragment(search(tree_of(text), Rules()), 13)
    assert "\\end{document}" not in fragment
    (tmp_path / "tree.tex").write_text(fragment, encoding="utf-8")
    source = tmp_path / "sheet.tex"
    source.write_text(
        "\\documentclass{article}\n"
        f"{PREAMBLE}\n\\begin{{document}}\nLook:\n\n\\noindent\\input{{tree}}\n\\end{{document}}\n",
        encoding="utf-8",
    )
    made = typeset(source)
    assert made.read_bytes().startswith(b"%PDF")
    assert "Overfull" not in made.with_suffix(".log").read_text("latin-1")


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("[" + "[12 34] " * 400 + "]", "800 leaves in 2 plies"),
        ("[1 " * 400 + "1" + "]" * 400, "401 leaves in 400 plies"),
    ],
    ids=["wide", "high"],
)
def test_a_tree_that_tex_cannot_measure_is_refused_with_its_size(text: str, size: str) -> None:
    record = search(tree_of(text))
    with pytest.raises(LatexError, match=f"a tree of {size} is too large for LaTeX, .*; SVG and"):
        latex_document(record)
