"""What ``sheet`` writes: a handout that tells nothing, a key, and the file to fill in."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from functools import partial
from pathlib import Path

import pytest

from tests.commands.calling import invoked
from tests.typesetting import typeset
from treeexplorer.course.pages import latex
from treeexplorer.course.sheet import Ask, Sheet, SheetTree
from treeexplorer.engine import search
from treeexplorer.marking.check import check
from treeexplorer.notation import load_all, parse
from treeexplorer.rules import Rules, resolve

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
TREE = "@title Figure 1\n@note the answer is 3\n3[[3 12 8] [2 /4 /6] [14 5 2]]\n"


run = partial(invoked, "sheet")


def text(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def generated(folder: Path, *order: str) -> str:
    """Return a file of generated trees."""
    file = folder / "generated.tree"
    assert invoked("generate", *order, "--seed", "2", "-o", str(file)).exit_code == 0
    return str(file)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.tree").write_text(TREE, "utf-8")
    return tmp_path


# -- handout, key, blank -----------------------------------------------------------------------


def test_the_handout_tells_nothing_of_the_answer(folder: Path) -> None:
    handout = text("a.tree", "--ask", "values,cuts,best,read")
    assert "Figure 1" in handout
    assert "Best move:" in handout
    assert "Number of leaves read:" in handout
    for told in ("the answer is 3", "=3", "≤", "╳", "Value", "key", "seed"):
        assert told not in handout
    invoked("generate", "--seed", "711", "-o", "made.tree")
    assert "711" not in text("made.tree", "--as", "latex")


def test_the_key_is_right_and_the_blank_has_a_box_at_every_node(folder: Path) -> None:
    text("a.tree", "--ask", "values,cuts,windows,best,read", "--key", "k.tree", "--blank", "b.tree")
    (key,) = load_all(folder / "k.tree")
    (blank,) = load_all(folder / "b.tree")
    checked = check(key, resolve([("file", key.directives.rules)]).rules)
    assert checked.headline == f"All {len(checked.claims)} answers are right."
    kinds = {claim.kind for claim in key.claims}
    assert kinds == {"value", "bound", "cut", "window", "best", "read"}
    assert not blank.claims
    inner = {node for node in range(len(blank.tree)) if not blank.tree.is_leaf(node)}
    assert {one.node for one in blank.blanks if one.kind == "value"} == inner
    assert {one.node for one in blank.blanks if one.kind == "window"} == inner
    assert {one.kind for one in blank.blanks} == {"value", "window", "best", "read"}
    assert key.directives.title == blank.directives.title == "Figure 1"
    assert (key.directives.notes, key.tree) == ((), blank.tree)


@pytest.mark.parametrize(
    ("tree", "leaf"), [("[x [8 [x] [5 x]]]", "C.2 (x)"), ("[[x [x 5 [5 9]]]]", "C.2 (9)")]
)
def test_a_condition_that_no_single_interval_says_is_not_asked_for(tree: str, leaf: str) -> None:
    asked = ("-e", f"@cutoff >\n{tree}", "--ask", "pruned-if,values")
    told = run(*asked)
    assert told.exit_code == 2
    assert f"{leaf} is pruned for values of the unknown that are not one interval" in told.stderr
    assert "(x)" not in text(*asked, "--set", "x=3")


def test_the_rules_stand_on_the_sheet_and_in_both_files(folder: Path) -> None:
    (folder / "treeexplorer.toml").write_text(
        'title = "Week 3"\ninstructions = "Use a pencil."\ncutoff = ">"\nfail = "hard"\n', "utf-8"
    )
    handout = text("a.tree", "--key", "k.tree", "--blank", "b.tree")
    assert handout.startswith("# Week 3\n\nUse a pencil.\n")
    assert r"Cut only when α \> β" in handout
    assert "(fail-hard)" in handout
    for name in ("k.tree", "b.tree"):
        (exercise,) = load_all(folder / name)
        assert exercise.directives.rules == {"cutoff": ">", "fail": "hard"}
    assert text("a.tree", "--title", "Mine").startswith("# Mine\n")


def test_title_name_points_and_folders(folder: Path) -> None:
    (folder / "b.tree").write_text(TREE, "utf-8")
    handout = text(".", "--name-field", "--points", "2.5")
    assert r"Name: \_\_" in handout
    assert "## Figure 1 (2.5 points)" in handout
    assert "## Figure 1 (2) (2.5 points)" in handout


def test_variants_are_as_difficult_and_files_of_their_own(folder: Path) -> None:
    text("a.tree", "--variants", "2", "-o", "h.md", "--key", "k.tree", "--blank", "b.tree")
    trees = [load_all(folder / f"k-{letter}.tree")[0] for letter in "AB"]
    assert trees[0].tree == parse(TREE).tree
    found = [search(tree.tree) for tree in trees]
    assert {(len(one.cuts), one.evaluated) for one in found} == {(1, 7)}
    assert "# Game trees (B)" in (folder / "h-B.md").read_text("utf-8")
    assert (folder / "b-B.tree").exists()


def test_a_tree_without_so_many_variants_is_refused(folder: Path) -> None:
    """Of two moves with two replies there is one branch that may be pruned."""
    result = run("two-moves", "--variants", "4", "-o", "h.md")
    assert result.exit_code == 2
    assert re.search("Two moves, two replies: no second variant: ", result.stderr)
    assert "treeexplorer generate --count N" in result.stderr
    assert not (folder / "h-A.md").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "which trees?"),
        (("a.tree", "--ask", "value"), "--ask is a list of values, cuts"),
        (("a.tree", "--ask", "windows,exit-windows"), "not both"),
        (("a.tree", "--blank", "b.md"), "--blank writes a .tree file"),
        (("a.tree", "--as", "moodle", "--key", "k.html"), "carries its own key"),
        (("a.tree", "--variants", "2"), "-o FILE says where"),
        *((("a.tree", f"--points={text}"), "--points") for text in ("-3", "0", "nan")),
        (("a.tree", "--key", "a.tree"), "a.tree is read, and would be written over"),
        (("a.tree", "--blank", "./a.tree"), "a.tree is read, and would be written over"),
        (("a.tree", "--key", "k.tree", "--blank", "k.tree"), "k.tree would be written twice"),
        (("a.tree", "--text", "none.toml"), "none.toml: it cannot be read"),
        (("nothing",), "there are no .tree files"),
        (("missing.tree",), "no file"),
    ],
)
def test_what_cannot_be_done_is_said(folder: Path, arguments: tuple[str, ...], words: str) -> None:
    (folder / "nothing").mkdir()
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_folder_leaves_out_what_was_made_of_it(folder: Path) -> None:
    first = text(".", "--key", "key.tree", "--blank", "blank.tree", "-o", "sheet.md")
    handout = (folder / "sheet.md").read_text("utf-8")
    again = text(".", "--key", "key.tree", "--blank", "blank.tree", "-o", "sheet.md")
    assert (folder / "sheet.md").read_text("utf-8") == handout
    assert first == again == ""
    assert handout.count("## Figure 1") == 1
    (folder / "key.tree").write_text(TREE, "utf-8")
    assert run(".", "--key", "key.tree").exit_code == 2
    assert (folder / "key.tree").read_text("utf-8") == TREE
    for source in ("a.tree", "key.tree"):
        (folder / source).unlink()
    assert "its .tree files are keys and files to fill in" in run(".").stderr


def test_a_course_has_its_own_words(folder: Path) -> None:
    words = folder / "deutsch.toml"
    words.write_text(
        'title = "Blatt 3"\ninstructions = "Bis Freitag."\nname = "Vorname"\n', "utf-8"
    )
    handout = text("a.tree", "--text", "deutsch.toml", "--name-field")
    assert handout.startswith("# Blatt 3\n\nVorname: \\_")
    assert "Bis Freitag." in handout
    words.write_text('key = "Lösung zu {title}"\nrules = "Regeln: {rules}"\n', "utf-8")
    assert run("a.tree", "--text", "deutsch.toml", "--key", "key.md").exit_code == 0
    key = (folder / "key.md").read_text("utf-8")
    assert key.startswith("# Lösung zu ")
    assert "Regeln: Search the tree" in key
    solved = invoked("solve", "a.tree", "--as", "markdown").stdout
    lines = [line for line in solved.splitlines() if line[:2] == "- " and "Rules" not in line]
    assert "\n".join(lines) in key
    for line, problem in (
        ('nmae = "Vorname"', "a sheet says nothing called “nmae”; did you mean “name”?"),
        ('zzzz = "Vorname"', "called “zzzz”; `treeexplorer help course` lists what it says"),
        ("name = 3", "name is to be a text in quotation marks"),
        ('language = "Deutsch!"', "language is a code such as de or pt-BR, not “Deutsch!”"),
        ('tree = "Blatt {nummer}"', "tree has {nummer}, for which nothing stands; it may have {n"),
        ('title = "Blatt {number}"', "title has {number}, for which nothing stands; nothing is"),
        ('words = ["und"]', 'words is to be a list of 9 texts, in English [" and ", "node"'),
        ("words = 9", "words is to be a list of 9 texts"),
        ('words = ["","","","","","","","","{x}"]', "value-or-bound has {x}, for which nothing"),
        ("name =", "it is not TOML"),
    ):
        words.write_text(line, "utf-8")
        assert problem in run("a.tree", "--text", "deutsch.toml").stderr


def test_a_title_that_is_left_empty_is_ours(folder: Path) -> None:
    (folder / "words.toml").write_text('title = ""\n', "utf-8")
    assert text("a.tree", "--text", "words.toml").startswith("# Game trees\n")


def test_the_file_to_fill_in_explains_only_what_it_asks(folder: Path) -> None:
    def blank(*arguments: str) -> tuple[list[str], list[str]]:
        """Return the comments and the directives of the file to fill in."""
        assert run("a.tree", "--blank", "b.tree", *arguments).exit_code == 0
        lines = (folder / "b.tree").read_text("utf-8").splitlines()
        comments = [line for line in lines[1:] if line[0] == "#"]
        return comments, [line for line in lines if line[0] == "@" and "title" not in line]

    value = "# A value stands in the place of a ?, as 3, or a bound, as >=3 or <=3."
    slash = "# A slash stands before what is pruned, as /4. "
    assert blank() == ([value, f"{slash}Where nothing is pruned, write a line @cuts none."], [])
    assert blank("--ask", "values,best", "--name-field") == (
        [
            "# Your name stands behind @name.",
            value,
            "# Behind @best stands a name, or which child from the left, as 2; or none.",
        ],
        ["@name ?", "@best ?"],
    )
    minimax = ("--algorithm", "minimax", "--ask", "values,cuts,windows,read")
    assert blank(*minimax)[0] == [
        "# A value stands in the place of a ?, as 3.",
        "# Behind @read stands a number.",
    ]
    window = "# A window stands in the place of (?,?), as (3,inf)."
    assert blank("--ask", "exit-windows")[0] == [window]


def test_a_name_that_is_left_blank_is_none(folder: Path) -> None:
    text("a.tree", "--key", "k.tree", "--blank", "b.tree", "--name-field")
    blank = (folder / "b.tree").read_text("utf-8")
    (folder / "in").mkdir()
    (folder / "in" / "1.tree").write_text(blank.replace("@name ?", "@name Anna"), "utf-8")
    (folder / "in" / "2.tree").write_text(blank, "utf-8")
    assert invoked("grade", "k.tree", "in", "--csv", "points.csv").exit_code == 0
    rows = (folder / "points.csv").read_text("utf-8").splitlines()[1:]
    assert [row.split(",")[:2] for row in rows] == [["1.tree", "Anna"], ["2.tree", ""]]


# -- formats -----------------------------------------------------------------------------------


def test_titles_cannot_break_out_of_any_format(folder: Path) -> None:
    title = "A <b> & 100% {x} #1 _y_ \\z"
    html = text("a.tree", "--as", "html", "--title", title)
    assert "<title>A &lt;b&gt; &amp; 100% {x}" in html
    latex = text("a.tree", "--as", "latex", "--title", title)
    assert r"A \textless{}b\textgreater{} \& 100\% \{x\} \#1 \_y\_ \textbackslash{}z" in latex
    assert r"\<b\> \& 100% \{x\} \#1 \_y\_ \\z" in text("a.tree", "--title", title)
    quiz = ET.fromstring(text("a.tree", "--as", "moodle", "--title", title))  # noqa: S314 - our own text
    assert quiz.findtext("question/category/text") == f"$course$/top/{title}"


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_handout_and_key_compile(tmp_path: Path, engine: str) -> None:
    source, key = tmp_path / "sheet.tex", tmp_path / "key.tex"
    asks = ("--ask", "values,cuts,windows,best,read")
    arguments = (generated(tmp_path, "--level", "4", "--count", "2"), "--name-field", *asks)
    text(*arguments, "-o", str(source), "--key", str(key), "--title", "Übung & Ärger – 100 %")
    assert source.read_text("utf-8").startswith("% !TeX program = pdflatex\n")
    for file in (source, key):
        log = typeset(file, engine).with_suffix(".log").read_text("utf-8", "replace")
        assert "Rerun" not in log
        assert "Overfull" not in log


@pytest.mark.slow
def test_names_in_any_script_are_set_by_lualatex(folder: Path) -> None:
    (folder / "n.tree").write_text(
        '"Дерево":["木":[3 12] "δέντρο":[2 4] "עץ":[7 "वृक्ष":8]]\n', "utf-8"
    )
    text("n.tree", "--title", "Дерево 木 δέντρο עץ वृक्ष", "-o", "n.tex")
    assert (folder / "n.tex").read_text("utf-8").startswith("% !TeX program = lualatex\n")
    assert typeset(folder / "n.tex", "lualatex").stat().st_size > 0


_MEASURED = r"""
\let\startasbefore\starttask
\newlength{\naturalwidth}
\renewcommand{\starttask}{\setlength{\naturalwidth}{\wd\gametree}\startasbefore
  \typeout{game tree: \the\naturalwidth, drawn \the\wd\gametree}}
\begin{document}"""
_SCALE = (
    r"\\typeout{scale: \\shrunk, \\the\\fullwidth, \\the\\drawnwidth}"
    r"\\renewcommand{\\scalebelow}"
)
_BOX_MM = 12  # as wide as a blank box is drawn, or wider


@pytest.fixture
def wide() -> Sheet:
    """Return a sheet with 33 leaves a tree, which stand on a page turned sideways."""
    tree = parse(f"[{'[11 2 13] ' * 11}]")
    both: tuple[tuple[Ask, ...], ...] = (("values",), ("values", "windows"))
    return Sheet("Wide", tuple(SheetTree("Wide", tree, Rules(), asks) for asks in both))


@pytest.mark.slow
def test_the_boxes_of_a_wide_tree_can_be_written_in_as_latex_sets_it(
    folder: Path, wide: Sheet
) -> None:
    source = latex(list(wide.handout()))
    assert f"minimum width={_BOX_MM}mm" in source
    measured = source.replace(r"\begin{document}", _MEASURED.strip())
    (folder / "w.tex").write_text(measured, "utf-8")
    log = typeset(folder / "w.tex", "pdflatex").with_suffix(".log").read_text("latin-1")
    widths = re.findall(r"game tree: ([\d.]+)pt, drawn ([\d.]+)pt", log)
    assert len(widths) == 2
    assert all(_BOX_MM * float(drawn) / float(natural) >= 8 for natural, drawn in widths)


@pytest.mark.slow
@pytest.mark.parametrize(("leaves", "is_shrunk"), [(3, False), (33, False), (120, True)])
def test_a_tree_that_does_not_fit_the_page_says_its_scale(
    folder: Path, leaves: int, is_shrunk: bool
) -> None:
    tree = SheetTree("Wide", parse(f"[{'[1 2 3] ' * (leaves // 3)}]"), Rules(), ("values",))
    source = latex(list(Sheet("Wide", (tree,)).handout()))
    source = re.sub(r"\\renewcommand\{\\scalebelow\}(?=\{\\par)", _SCALE, source)
    (folder / "w.tex").write_text(source, "utf-8")
    log = typeset(folder / "w.tex", "pdflatex").with_suffix(".log").read_text("latin-1")
    assert "Overfull" not in log
    scales = re.findall(r"scale: ([\d.]+), ([\d.]+)pt, ([\d.]+)pt", log)
    assert len(scales) == is_shrunk
    for scale, full, drawn in scales:
        assert float(scale) == pytest.approx(float(full) / float(drawn), abs=0.05)


@pytest.mark.skipif(BROWSER is None, reason="no Chromium or Chrome here")
def test_the_html_sheet_opens_in_a_browser_and_fetches_nothing(tmp_path: Path) -> None:
    assert BROWSER is not None
    page = tmp_path / "sheet.html"
    text(generated(tmp_path, "--level", "3"), "-o", str(page))
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
    assert shown.count("<svg") == 1
    assert 'role="img" aria-label="A is MAX' in shown


def test_a_tree_that_is_drawn_otherwise_in_a_variant_is_named(folder: Path) -> None:
    result = run("aima", "--variants", "3", "-o", "week.md")
    assert result.exit_code == 0
    assert result.stderr.startswith("Note: AIMA Figure 5.2 is drawn otherwise in C: ")
    assert "drawn otherwise" not in (folder / "week-C.md").read_text("utf-8")


# -- Moodle ------------------------------------------------------------------------------------

_FIELD = re.compile(r"\{\d+:(?:SHORTANSWER|MULTIRESPONSE):((?:\\.|[^}])*)\}")


def test_moodle_questions_carry_their_figure_in_words_and_pixels(tmp_path: Path) -> None:
    asked = (generated(tmp_path, "--level", "1", "--count", "3"), "--as", "moodle")
    quiz = ET.fromstring(text(*asked))  # noqa: S314 - our own text
    (name,) = quiz.findall("question[@type='category']/category/text")
    assert name.text == "$course$/top/Game trees"
    questions = quiz.findall("question[@type='cloze']")
    assert len(questions) == 3
    for question in questions:
        body = question.findtext("questiontext/text") or ""
        assert 'alt="A is MAX, with B' in body
        assert "data:image/svg+xml;base64," in body
        assert "slash" not in body
        assert "{" not in _FIELD.sub("", body)


def test_a_tree_that_is_too_large_for_latex_is_named_and_html_takes_it(folder: Path) -> None:
    (folder / "large.tree").write_text(f"@title Large\n[{'[12 34] ' * 400}]\n", "utf-8")
    result = run("large.tree", "-o", "sheet.tex")
    assert result.exit_code != 0
    assert "Large: a tree of 800 leaves in 2 plies is too large for LaTeX" in result.stderr
    assert not (folder / "sheet.tex").exists()
    assert run("large.tree", "-o", "sheet.html").exit_code == 0
