"""What stands on a handout, in its key and in the questions of a course page."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from treeexplorer.course.moodle import moodle
from treeexplorer.course.pages import (
    BulletList,
    Figure,
    Heading,
    Paragraph,
    ProgramLines,
    Table,
    html,
    in_columns,
    latex,
    plain_text,
)
from treeexplorer.course.sheet import ASKS, Ask, Sheet, SheetTree, variants
from treeexplorer.course.wording import PHRASES, WORDS, Wording
from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.styled_text import Look, convert_to_plain_text
from treeexplorer.drawing.svg import svg
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.explain.rules_in_words import moves_twice
from treeexplorer.notation import Exercise, parse, parse_all, write
from treeexplorer.rules import Rules
from treeexplorer.tree import Player

AIMA = parse("A:[B:[3 12 8] C:[2 4 6] D:[14 5 2]]")
MAX, MIN, CHANCE = Player.MAX, Player.MIN, Player.CHANCE


def asked(*asks: Ask, exercise: Exercise = AIMA, **rules: Any) -> SheetTree:
    return SheetTree("Figure 1", exercise, Rules(**rules), asks)


# -- the words -------------------------------------------------------------------------------------


TURNS = "▲ MAX and ▽ MIN take turns."
FORWARDS = "Children are taken as they are drawn."
BACKWARDS = "Children are taken from the last drawn to the first."
TWICE = "The players by ply: ▽ MIN, ▲ MAX, ▲ MAX."
HARD = "A node returns its v clamped into its window (fail-hard)."
EQUAL = "Cut when α ≥ β: equal is enough."
MEANS = "A chance node (○) takes the weighted mean of its children."
SOFT = "A node returns its v, even outside its window (fail-soft)."

HORIZON = "At ply 2 (the root is at ply 0) a node with children returns its estimate (~)."
GAMBLE = "The players by ply: ▲ MAX, ○ CHANCE."


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({}, f"alpha-beta. {TURNS} {FORWARDS} {EQUAL} {SOFT}"),
        (
            {"cutoff": ">", "order": "right-to-left"},
            f"alpha-beta. {TURNS} {BACKWARDS} Cut only when α > β: a tie is looked into. {SOFT}",
        ),
        (
            {"form": "two-functions"},
            f"alpha-beta, in the form “two-functions”. {TURNS} {FORWARDS} {EQUAL}",
        ),
        (
            {"fail": "hard", "window": (-2, float("inf"))},
            f"alpha-beta. {TURNS} {FORWARDS} {EQUAL} {HARD} The root is entered with (−2, +∞).",
        ),
        (
            {"levels": (MIN, MAX, MAX), "depth": 2},
            f"alpha-beta. {TWICE} {FORWARDS} {EQUAL} {SOFT} {HORIZON}",
        ),
        (
            {"levels": (MAX, CHANCE)},
            f"alpha-beta. {GAMBLE} {FORWARDS} {EQUAL} {SOFT} {MEANS}",
        ),
        ({"algorithm": "pvs", "form": "bounds"}, f"PVS. {TURNS} {FORWARDS}"),
        ({"algorithm": "minimax"}, f"minimax. {TURNS}"),
        (
            {"exercise": parse("[A:chance[3 5] B:chance[2 4]]")},
            f"alpha-beta. {GAMBLE} {FORWARDS} {EQUAL} {SOFT} {MEANS}",
        ),
    ],
)
def test_every_rule_that_decides_the_answers_stands_on_the_handout(
    rules: dict[str, Any], words: str
) -> None:
    assert asked("values", **rules).rules_words() == f"Search the tree with {words}"


@pytest.mark.parametrize(
    ("asks", "algorithm", "place", "what"),
    [
        (("values",), "alphabeta", "Beside each node", "the value or bound that it returns."),
        (("exit-windows",), "alphabeta", "into the table", "with which a node is left."),
        (ASKS, "minimax", "Beside each node", "the value that it returns."),
        (("cuts",), "alphabeta", "Draw a slash", "across every branch that is pruned."),
    ],
)
def test_what_is_to_be_written_is_said_on_paper_and_on_a_course_page(
    asks: tuple[Ask, ...], algorithm: str, place: str, what: str
) -> None:
    one = asked(*asks, algorithm=algorithm)
    assert place in one.task_words()
    assert one.task_words().endswith(what)
    assert place not in one.task_words(typed=True)
    assert ("Type - where nothing is visited" in one.task_words(typed=True)) is (
        algorithm == "alphabeta"
    )


@pytest.mark.parametrize(
    ("rules", "first"),
    [
        ({}, None),
        ({"algorithm": "minimax"}, None),
        ({"algorithm": "negamax"}, None),
        ({"form": "bounds"}, "minimax(node, depth, min, max):"),
        ({"algorithm": "pvs"}, "pvs(node, α, β):"),
        ({"algorithm": "sss"}, "sss(root):"),
    ],
)
def test_a_search_that_books_print_differently_is_listed(
    rules: dict[str, Any], first: str | None
) -> None:
    alike = Sheet("Week 3", (asked("values", **rules), asked("values", **rules)))
    listings = [block for block in alike.handout() if isinstance(block, ProgramLines)]
    starts = [block.lines[0][: len(first or "")] for block in listings]
    assert starts == ([] if first is None else [first])
    assert ("<pre>" in html(list(alike.handout()))) is (first is not None)
    assert ("<pre>" in moodle(alike).replace("&lt;", "<").replace("&gt;", ">")) is (
        first is not None
    )


def test_who_moves_twice_in_a_row_is_said_of_each_tree() -> None:
    tree = parse("[max[3 12] B:[min[2 4] 6] [max[1 2] 5]]").tree
    assert moves_twice(tree) == "MAX moves twice in a row at ▲A. MIN moves twice in a row at ▽D."
    assert moves_twice(parse("@levels max min min\n[[[3 12]]]").tree) == ""


def test_a_course_says_everything_in_its_own_words() -> None:
    wording = Wording(
        {
            "rules": "Von links nach rechts, Schnitt bei α ≥ β.",
            "points": "{points} Punkte",
            "beside": "Schreibe neben jeden Knoten {what}.",
            "value-or-bound": "seinen Wert",
        }
    )
    tree = replace(asked("values"), wording=wording)
    blocks = list(Sheet("Woche 3", (tree,), points=4).handout())
    assert blocks[1] == Heading("Figure 1 (4 Punkte)")
    assert blocks[2] == Paragraph(
        "Von links nach rechts, Schnitt bei α ≥ β. Schreibe neben jeden Knoten seinen Wert."
    )


EVERYTHING = """\
@range 0 20
@depth 3
[A:max[3 12] C:chance[[2 4] 6] B:[[~3[1 2] 2] 5]]

@order estimates
@cutoff >
@fail hard
@window 0 9
[~4[2 4] 5]

@form bounds
[[2 4] 5]

@order killer
[[2 4] 5]

@algorithm minimax
[[2 x] 5]
"""


def test_a_sheet_in_another_language_has_no_english_in_it() -> None:
    phrases = {**PHRASES, **WORDS}
    places = {name: " ".join(re.findall(r"\{\w+\}", phrase)) for name, phrase in phrases.items()}
    wording = Wording({name: f"§{place}" for name, place in places.items()})
    choices: list[tuple[Ask, ...]] = [ASKS, ("values", "cuts"), ("exit-windows",)]
    for asks in choices:
        trees = tuple(
            SheetTree("1", exercise, Rules(**exercise.directives.rules), asks, wording)
            for exercise in parse_all(EVERYTHING)
        )
        sheet = Sheet("1", trees, has_name_field=True, points=4)
        blocks = [block for block in sheet.handout() if not isinstance(block, ProgramLines)]
        figures = [block.words for block in blocks if isinstance(block, Figure)]
        shown = plain_text(blocks) + "\n".join([*sheet.how_to_fill_in(), *figures])
        known = {"alpha", "beta", "minimax", "bounds", "root", "x"}
        assert set(re.findall("[a-z]+", shown)) <= known


@pytest.mark.parametrize(
    ("own", "handout", "key"),
    [
        ({}, '<html lang="en">', '<html lang="en">'),
        ({"name": "Nom", "language": "fr"}, '<html lang="fr">', "<html>"),
        ({"name": "Nom"}, "<html>", "<html>"),
    ],
)
def test_a_page_has_the_language_of_its_words(own: dict[str, str], handout: str, key: str) -> None:
    sheet = Sheet("S", (replace(asked("values"), wording=Wording(own)),))
    assert handout in html(list(sheet.handout()))
    assert key in html(list(sheet.key()))


def test_a_drawing_on_a_page_is_described_once_and_in_the_language_of_the_sheet() -> None:
    wording = Wording({"drawn": "{node} : {player}, puis {children}.", "and": " et "})
    sheet = Sheet("S", (replace(asked("values"), wording=wording),))
    described = "A : MAX, puis B, C et D. B : MIN, puis 3, 12 et 8."
    page = html(list(sheet.handout()))
    assert f'aria-label="{described}' in page
    assert "<desc>" not in page
    assert f'alt="{described}' in moodle(sheet).replace("&quot;", '"')


# -- the drawings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asks", "on_handout", "in_key"),
    [
        (("values",), [], False),
        (("cuts",), [], False),
        (("windows",), ["α", "β"], True),
        (("exit-windows",), ["α", "β"], False),
        (("values", "windows"), ["α", "β", "value"], True),
    ],
)
def test_windows_are_written_into_a_table_and_those_on_entry_are_drawn_in_the_key(
    asks: tuple[Ask, ...], on_handout: list[str], in_key: bool
) -> None:
    one = asked(*asks)
    assert (list(one.table(blank=True).head[2:]) if one.has_table else []) == on_handout
    blank = one.figure(blank=True)
    assert not blank.options.windows
    # A line to write on stands where a value is written, and nowhere else.
    assert ('class="write"' in svg(one.record, 0, blank.options)) is (asks == ("values",))
    shown = plain_text([one.figure(blank=False)])
    assert "▌" not in shown
    assert ("3 │ +∞" in shown) is in_key


def test_the_handout_shows_the_tree_before_the_search_and_the_key_its_end() -> None:
    one = asked("values")
    for blank, step in ((True, 0), (False, one.record.steps)):
        answers: dict[int, WrittenAnswer] | None = {} if blank else None
        look = Look(spoilers=not blank, current=False, windows=False, answers=answers)
        drawn = convert_to_plain_text(draw(one.record, step, look))
        options = FigureOptions(blank=blank, windows=False)
        shown = plain_text([Figure(one.record, "a tree", options)])
        assert shown.split() == drawn.split()


# -- the answers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["A:[B:[3 12 8] C:[2 4 6] D:[14 5 2]]", "[2 2]"])
def test_a_key_is_read_again_as_it_was_written(text: str) -> None:
    for window in ("windows", "exit-windows"):
        asks = tuple(ask for ask in ASKS if ask.endswith("windows") <= (ask == window))
        one = asked(*asks, exercise=parse(text))
        assert one.claims
        assert parse(write(one.key)).claims == one.key.claims == one.claims


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[[3 12] [2 4] [1 9]]", "Pruned: 4; 9"),
        ("[[3 12] [4 5]]", "Pruned: nothing"),
        ("[X:[3 5] Y:[X:2 1]]", "Best move: ▽X, the only best move"),  # X occurs twice
    ],
)
def test_a_key_says_what_is_pruned_and_best(text: str, line: str) -> None:
    (items,) = (
        block
        for block in asked("cuts", exercise=parse(text)).answer_blocks()
        if isinstance(block, BulletList)
    )
    assert line in items.lines


# -- the paper -------------------------------------------------------------------------------------

MM_A_PIXEL = 25.4 / 96


@pytest.mark.parametrize("leaves", [2, 6, 12, 20, 40, 90])
def test_paper_is_a4_and_boxes_are_8_mm_wide_or_there_is_a_table(leaves: int) -> None:
    one = asked("values", exercise=parse(f"[[{'7 ' * (leaves - 1)}] 3]"))
    figure = one.figure(blank=True)
    page = html([Paragraph("above"), figure])
    natural = float(re.findall(r'viewBox="0 0 ([\d.]+)', page)[0]) * MM_A_PIXEL
    least = float(re.findall(r"min-width: (\d+)px", page)[0]) * MM_A_PIXEL
    needed = natural * 0.55  # a box is then 8 mm wide
    is_turned = '<section class="landscape">' in page
    room = (297 if is_turned else 210) - 2 * 15
    assert least <= room
    assert re.findall("@page.*? size: (.*?);", page) == ["A4", "A4 landscape"]
    assert least == pytest.approx(needed, abs=1) or one.has_table
    assert latex([figure]).count("[a4paper, margin=2cm]") == 1


def test_a_task_is_kept_together_and_the_title_with_the_first_one() -> None:
    sheet = Sheet("Week 3", (asked("values"), asked("windows")), "Use a pencil.")
    page = html(list(sheet.handout()))
    sections = re.findall("<section>(.*?)</section>", page, re.DOTALL)
    assert [re.findall("<h[12]>(.*?)</h[12]>", each) for each in sections] == [
        ["Week 3", "Figure 1"],
        ["Figure 1"],
    ]
    assert all(each.count("<svg") == 1 for each in sections)
    assert "break-inside: avoid" in page
    source = latex(list(sheet.handout()))
    for task in source.split(r"\starttask")[1:]:
        assert task.count(r"\drawntree") == task.count(r"\finishtask") == 1
        assert "longtable" not in task


@pytest.mark.parametrize(
    ("nodes", "to_fill_in", "columns"),
    [
        (1, True, [1]),
        (18, True, [18]),
        (19, True, [10, 9]),
        (40, True, [10, 10, 10, 10]),
        (121, True, [11] * 11),
        (36, False, [36]),
        (40, False, [20, 20]),
        (0, False, [0]),
    ],
)
def test_a_long_table_is_set_in_columns_of_about_the_same_length_each_with_its_head(
    nodes: int, to_fill_in: bool, columns: list[int]
) -> None:
    rows = tuple((str(number), "") for number in range(nodes))
    table = Table(("node", "value"), rows, to_fill_in=to_fill_in)
    assert [len(column.rows) for column in in_columns(table)] == columns
    assert sum((column.rows for column in in_columns(table)), ()) == rows
    page = html([table])
    assert page.count("<thead>") == len(columns)
    assert page.count("<tr>") == nodes + len(columns)
    assert latex([table]).count(r"\begin{tabular}") == len(columns)


def test_a_page_has_its_title_as_head_and_the_title_breaks_out_of_nothing() -> None:
    title = '</style><script>"; } \\ {'
    page = html([Heading(title, 1)])
    assert page.count("</style>") == 1
    assert "<script" not in page
    (head,) = re.findall(r'content: "([^"]*)" " " counter\(page\)', page)
    assert re.sub(r"\\([0-9a-f]+) ", lambda code: chr(int(code[1], 16)), head) == title
    source = latex([Heading("Week 3 & {4}", 1)])
    assert r"\markright{Week 3 \& \{4\}}\thispagestyle{plain}" in source


@pytest.mark.parametrize(
    ("text", "engine"),
    [
        ("Week 3: α ≥ β", "pdflatex"),
        ("Übung für Łukasz, cvičení à 3 Punkte", "pdflatex"),
        ("Άσκηση", "lualatex"),
        ("練習", "lualatex"),
        ("Tiếng Việt", "lualatex"),  # an e with two accents
    ],
)
def test_a_latex_page_names_the_engine_that_has_its_letters(text: str, engine: str) -> None:
    assert latex([Paragraph(text)]).startswith(f"% !TeX program = {engine}\n")


def test_a_blank_file_has_a_place_for_everything_that_is_asked() -> None:
    lines = ["@title Figure 1", "@best ?", "@read ?", "A:?[B:?[3 12 8] C:?[2 4 6] D:?[14 5 2]]"]
    assert write(asked("values", "best", "read").blank).splitlines() == lines
    windows = asked("windows", "cuts", exercise=parse("[chance[3 12] min[2 4]]"))
    assert write(windows.blank).splitlines()[1:] == ["(?,?)[chance(?,?)[3 12] min(?,?)[2 4]]"]
    for word in ("x", "?"):
        unknown = asked("pruned-if", exercise=parse(f"[[3 5] [{word} 4]]"))
        leaves = ("1.1", "1.2", "2.1", "2.2")
        assert write(unknown.blank).splitlines()[1:] == [
            *(f"@pruned {leaf} if ?" for leaf in leaves),
            f"[[3 5] [{word} 4]]",
        ]
        key = parse(write(unknown.key))
        conditions = [str(claim.condition) for claim in key.claims]
        assert conditions == ["never", "never", "never", f"{word} <= 3"]
        assert [gap.label for gap in unknown.gaps()][-1] == f"For which {word} is B.2 (4) pruned"


def test_variants_have_the_same_drawing_other_leaves_and_letters_of_their_own() -> None:
    tree = parse("[[3 12 8 5] [2 4 6 7] [14 5 2 9] [6 1 7 8]]")
    sheet = Sheet("Week 3", (asked("values", exercise=tree), asked("cuts", exercise=tree)))
    some = variants(sheet, 3, seed=7)
    assert [one.heading for one in some] == ["Week 3 (A)", "Week 3 (B)", "Week 3 (C)"]
    assert some[0].trees == sheet.trees
    assert all(tree.tree.parent == each.tree.parent for one in some for each in one.trees)
    assert [one.trees for one in variants(sheet, 2, seed=7)] == [one.trees for one in some[:2]]
    assert variants(sheet, 2, seed=8)[1].trees != some[1].trees


@pytest.mark.parametrize(
    ("asks", "rows"),
    [
        (
            ("windows", "values"),
            ["1 ▲A 0 12 3", "2 ▽B 0 12 3", "3 ▽C 3 12 ≤ 2", "4 ▲D not visited  "],
        ),
        (("exit-windows",), ["1 ▲A 3 12", "2 ▽B 0 3", "3 ▽C 3 2", "4 ▲D not visited "]),
    ],
)
def test_the_key_has_a_row_for_each_node_where_the_sheet_has_a_table(
    asks: tuple[Ask, ...], rows: list[str]
) -> None:
    tree = parse("A:[B:[3 12 8] C:[2 4 6 D:[7 1]]]")
    one = asked(*asks, exercise=tree, window=(0, 12))
    (table,) = [block for block in one.answer_blocks() if isinstance(block, Table)]
    assert table.head == one.table(blank=True).head
    assert [" ".join(row) for row in table.rows] == rows
    drawn = asked("values", exercise=tree, window=(0, 12))
    assert not [block for block in drawn.answer_blocks() if isinstance(block, Table)]


def test_what_is_to_be_written_is_said_once_for_trees_that_ask_for_the_same() -> None:
    alike = Sheet("Week 3", (asked("values"), asked("values")))
    assert sum(isinstance(block, Paragraph) for block in alike.handout()) == 1
    other = Sheet("Week 3", (asked("values"), asked("cuts")), instructions="Use a pencil.")
    assert sum(isinstance(block, Paragraph) for block in other.handout()) == 3
