"""Panels are functions of a view: tried without a terminal."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given

from tests.engine.random_trees import trees
from tests.laws import examples
from tests.terminal.driving import DRAWN
from treeexplorer.drawing.page import page
from treeexplorer.engine import StepKind
from treeexplorer.engine.algorithms import TABLE, listing
from treeexplorer.explain.rules_in_words import conventions
from treeexplorer.notation import Exercise, parse
from treeexplorer.numbers import grouped
from treeexplorer.rules import FORMS
from treeexplorer.terminal.lines import TextLine, in_ascii, length, plain, spelt
from treeexplorer.terminal.moves import next_cut
from treeexplorer.terminal.panels.banner import banner, bar, render_first_keys
from treeexplorer.terminal.panels.choice import choice
from treeexplorer.terminal.panels.funnel import Axis, funnel
from treeexplorer.terminal.panels.legend import legend
from treeexplorer.terminal.panels.preview import preview
from treeexplorer.terminal.panels.side import (
    CARDS,
    render_changes_and_test,
    render_pseudocode,
    render_trace,
    side,
)
from treeexplorer.terminal.panels.status import (
    counter,
    counts,
    counts_width,
    heading,
    render_conventions,
    render_leaf_counts,
    render_leaf_values,
)
from treeexplorer.terminal.view import View
from treeexplorer.tree import GameTree

WIDTH = 37


def view_at(step: int, text: str = DRAWN, **rules: object) -> View:
    view = View([parse(text)], "tree", rules)
    view.go_to(step)
    return view


def texts(lines: list[TextLine]) -> list[str]:
    return [plain(line).rstrip() for line in lines]


def test_a_leaf_whose_number_is_longer_than_the_axis_is_a_dot_and_no_part_of_the_number() -> None:
    view = View([parse("[[123456789012345 1] 2]")])
    view.go_to(3)
    wide = texts(funnel(view, 40, 12))[-1]
    narrow = texts(funnel(view, 24, 12))[-1]
    assert wide.split() == ["leaves", "123456789012345"]
    assert narrow.split() == ["leaves", "·"]


def test_the_funnel_narrows_row_by_row_and_says_where_it_is_empty() -> None:
    lines = [text for text in texts(funnel(view_at(13), WIDTH, 16)) if text]
    assert lines[0].split() == ["WINDOW", "v", "−∞", "6", "8", "+∞"]
    root, a, b, verdict, leaves = lines[1:6]
    assert root.startswith("▲ root")
    assert root.endswith("━" * (WIDTH - 12))
    assert a.endswith("┫")
    assert b.startswith("▌▲ b")
    assert "┫▒" in b
    assert b.rstrip().endswith("▒┣")
    assert verdict.strip() == "EMPTY"
    assert leaves.split() == ["leaves", "1", "5", "6", "8"]
    assert lines[0].index("6") == b[1:].index("┫")
    assert lines[0].index("8") == b[1:].index("┣")


@pytest.mark.parametrize("height", [15, 19, 40])
@pytest.mark.parametrize("width", [26, 30, 48])
def test_before_the_search_the_side_says_how_the_screen_is_read(width: int, height: int) -> None:
    said = "\n".join(texts(side(view_at(0), width, height)))
    for part in ("▲ MAX", "▽ MIN", "3 ┃ 8", "╳ 8 ≥ 6", "╱╱╱╱", "new"):
        assert part in said
    assert max(map(len, said.splitlines())) <= width


@pytest.mark.parametrize(("tree", "cuts"), [("[[3 12] [2 4]]", True), ("[5 3]", False)])
def test_before_the_search_c_is_offered_where_it_leads_somewhere(tree: str, cuts: bool) -> None:
    view = view_at(0, tree)
    view.search_on(10)
    assert ("c goes to the first cut-off" in plain(render_first_keys(view))) == cuts
    view.set_asks(True)  # asking tells nobody that there is nothing to find
    assert "c goes to the first cut-off" in plain(render_first_keys(view))


def test_how_the_screen_is_read_goes_with_the_first_step_and_comes_back_as_a_card() -> None:
    view = view_at(1)
    assert "HOW TO READ IT" not in "\n".join(texts(side(view, 37, 30)))
    view.card = "legend"
    assert "HOW TO READ IT" in "\n".join(texts(side(view, 37, 30)))


def test_how_the_screen_is_read_speaks_of_what_the_search_has() -> None:
    minimax = "\n".join(texts(side(view_at(0, algorithm="minimax"), 37, 30)))
    assert not set("αβ┃╳╱") & set(minimax)
    strict = "\n".join(texts(side(view_at(0, cutoff=">"), 37, 30)))
    assert "╳ 8 > 6" in strict
    chance = "\n".join(texts(side(view_at(0, "@levels max chance\n[[3 5] [1 2]]"), 37, 30)))
    assert "○ CHANCE" in chance


def test_the_first_question_is_which_leaves_need_not_be_read() -> None:
    lines = texts(banner(view_at(0), 80, 5))
    assert lines[0].strip() == "Which leaves need not be read?"
    assert "At ▲root MAX may still get anything, from −∞ to +∞." in lines[2]
    assert "What is read narrows that." in lines[3]
    assert "A asks you before it shows." in lines[4]
    given = "\n".join(texts(banner(view_at(0, window=(3, 8)), 80, 5)))
    assert "anything" not in given
    assert "(3, 8)" in given
    minimax = "\n".join(texts(banner(view_at(0, algorithm="minimax"), 80, 5)))
    assert "need not be read" not in minimax


def test_the_leaves_to_read_stand_in_the_order_of_the_search() -> None:
    text = "[[3 12] [2 ...] 7]"
    assert texts([render_leaf_values(view_at(0, text), 60, 20)]) == [" 4 LEAVES TO READ  3 12 2 7"]
    right = view_at(0, text, order="right-to-left")
    assert texts([render_leaf_values(right, 60, 20)]) == [" 4 LEAVES TO READ  7 2 12 3"]


def test_a_window_with_one_value_left_says_so_where_the_rule_looks_on() -> None:
    view = view_at(0, "[[3 12 8] [3 4 6]]", cutoff=">")
    while "ONLY 3" not in " ".join(texts(funnel(view, WIDTH, 16))):
        assert view.go_to(view.step + 1)
    assert not any("EMPTY" in text for text in texts(funnel(view, WIDTH, 16)))


def test_minimax_shows_the_values_so_far_and_no_window() -> None:
    view = view_at(0, DRAWN, algorithm="minimax")
    for step in range(view.steps + 1):
        view.go_to(step)
        shown = " ".join(texts([heading(view, 100), *side(view, 40, 40), *banner(view, 100, 7)]))
        assert not {"α", "β", "WINDOW"} & set(shown.split())
    assert "VALUES" in shown


@pytest.mark.parametrize("text", [DRAWN, "5", "[[[[[[1 2] 3] 4] 5] 6] 7]", "[1e300 -1e300 0.5]"])
@pytest.mark.parametrize("size", [(1, 1), (4, 3), (12, 2), (28, 8), (37, 20), (60, 50)])
def test_every_panel_fits_its_room_at_every_step(text: str, size: tuple[int, int]) -> None:
    view = view_at(0, text)
    width, height = size
    for step in range(view.steps + 1):
        view.go_to(step)
        for card in CARDS:
            view.card = card
            assert len(side(view, width, height)) <= max(height, 1)
        for panel in (funnel, render_changes_and_test, render_pseudocode, render_trace, banner):
            lines = panel(view, width, height)
            assert len(lines) <= height, panel
        for line in banner(view, width, height):
            assert length(line) <= max(width, 6)


def test_a_cut_off_is_shown_as_a_choice() -> None:
    lines = [text.rstrip() for text in texts(choice(view_at(13).snapshot, 31, 30))]
    assert lines[0].split() == ["▽a", "CHOOSES", "←", "MIN", "wants"]
    assert lines[2].split() == ["−∞", "6", "8", "+∞"]
    assert lines[3].strip() == "through ▲C: has 6 ●"
    assert lines[4].strip().startswith("through ▲b: 8 or more ┣━")
    assert lines[5].strip() == "╳ 8 ≥ 6"
    assert lines[3].index("●") == lines[2].index("6")
    assert lines[4].index("┣") == lines[2].index("8")
    assert lines[-2].split() == ["6", "▲C", "gave", "it", "to", "▽a", "g", "10"]
    assert lines[-1].split() == ["8", "the", "leaf,", "now", "g", "13"]
    assert choice(view_at(12).snapshot, 31, 30) == []


def test_in_little_room_the_sources_go_first_and_the_two_offers_stay() -> None:
    shown = view_at(13).snapshot
    assert "WHERE THE TWO COME FROM" not in texts(choice(shown, 31, 14))
    assert "IF A MOVE NOT DRAWN GAVE" in texts(choice(shown, 31, 14))
    assert [text.strip() for text in texts(choice(shown, 31, 6))][-1] == "╳ 8 ≥ 6"


def test_a_null_window_s_number_comes_from_the_question_and_a_given_window_s_from_that() -> None:
    text = "[[9 7 8] [14 11 9 6 12 3] [10 5]]"
    view = view_at(0, text, algorithm="pvs")
    view.move(next_cut)
    asked = "\n".join(texts(choice(view.snapshot, 40, 30)))
    assert "7  the number that is asked about" in asked
    assert "given" not in asked
    view = view_at(0, text, window="7,9")
    view.move(next_cut)
    assert "the window that was given" in "\n".join(texts(choice(view.snapshot, 40, 30)))


def test_a_long_name_breaks_the_labels_of_a_choice_between_words() -> None:
    view = view_at(6, "[4 a_rather_long_name:[3 9]]")
    lines = [text.strip() for text in texts(choice(view.snapshot, 28, 30))]
    assert "through ▽a_rather_long_name:" in lines
    assert "3 or less" in lines


def test_the_moment_at_which_the_chooser_has_its_number_is_said_in_full() -> None:
    view = view_at(12, "[first_move:[3 12 8] second_long_move:[2 4 6]]")
    for width in range(28, 40):
        lines = choice(view.snapshot, width, 40)
        assert max(map(length, lines)) <= width
        words = " ".join("".join(texts(lines)).split())
        assert "second_long_move is worth" not in words or "second_long_move returns" in words


@pytest.mark.parametrize("width", range(20, 40))
def test_of_the_values_between_the_outermost_those_of_the_leaves_stay_the_longest(
    width: int,
) -> None:
    rows = texts(choice(view_at(12, "[[3 12 8] [2 4 6] [14 5 2]]").snapshot, width, 40))
    [tried] = [row.split()[1:] for row in rows if row.startswith("leaves ")]
    assert tried in (["−9", "2", "4", "6", "99"], ["−9", "4", "6", "99"], ["−9", "99"])


@pytest.mark.parametrize("width", range(20, 48))
def test_the_choosers_number_stands_whole_in_each_column_of_the_tried_values(width: int) -> None:
    rows = texts(choice(view_at(12, "[[0.333333333 2.5] [-1 5 6]]").snapshot, width, 40))
    for row in rows:
        if row.startswith("▲root has"):
            assert set(row.split()[2:]) == {"0.333333333"}


@pytest.mark.parametrize(
    ("width", "test"), [(40, "╳ 123456789012 ≥ −1234567890123"), (30, "╳ CUT")]
)
def test_a_test_that_is_wider_than_the_panel_is_left_out_and_not_cut_short(
    width: int, test: str
) -> None:
    view = view_at(10, "[[123456789012 123456789013] [-1234567890123 5]]")
    lines = texts(choice(view.snapshot, width, 40))
    assert [text.strip() for text in lines if "╳" in text] == [test]


def test_equality_is_one_number_and_it_is_said_why_it_is_enough() -> None:
    view = view_at(0, "[[3 12 8] [3 4 6]]")
    while view.snapshot.cut is None:
        assert view.go_to(view.step + 1)
    lines = texts(choice(view.snapshot, 40, 30))
    assert lines[2].split() == ["−∞", "3", "+∞"]
    assert "Equal is enough under ≥" in " ".join(lines)


def test_a_trace_in_ascii_shortens_what_happens_and_no_number() -> None:
    view = view_at(6, "[-1 a_rather_long_name:[-1 9]]")
    token = in_ascii.set(True)
    try:
        rows = [plain(spelt(text)) for text in render_trace(view, 28, 16)]
    finally:
        in_ascii.reset(token)
    assert rows[-1].split()[-3:] == ["-1", "-1", "-1"]
    assert max(map(len, rows)) <= 28


@pytest.mark.parametrize("width", [28, 29])
def test_an_event_of_the_trace_takes_the_cells_that_its_numbers_leave_blank(width: int) -> None:
    for text in ("[-1234567.125 [2 3]]", "[[3 12 8] [2 4 6] [14 5 2]]"):
        rows = texts(render_trace(view_at(1, text), width, 9))
        assert "enter root" in rows[1]
        assert len(rows[1]) < width


def test_where_nothing_is_proven_of_a_node_that_is_said() -> None:
    lines = texts(choice(view_at(12, "[[3 5] [[2 ...] 4]]").snapshot, 40, 30))
    assert "through ▽B: nothing is proven" in " ".join(lines)


def test_below_a_null_window_whoever_asked_chooses() -> None:
    view = view_at(0, "[[3 12 8] [2 4 6] [14 5 2]]", algorithm="pvs")
    heads = []
    for step in range(view.steps + 1):
        view.go_to(step)
        heads += [texts([line])[0] for line in choice(view.snapshot, 40, 30)[:1]]
    assert len(heads) == len(view.record.cuts)
    assert all("CHOOSES" in head for head in heads)


def test_numbers_on_an_axis_keep_their_order_and_important_ones_stand_apart() -> None:
    numbers = [1, 2, 3, 50, 51, 100]
    axis = Axis(numbers, range(0, 101, 5), (0, 100), 40)
    places = [axis.column_of(number) for number in numbers]
    assert places == sorted(places)
    assert all(after - before >= 2 for before, after in pairwise(places))
    assert axis.column_of(float("-inf")) == 0
    assert axis.column_of(float("inf")) == 39


def test_what_has_changed_stands_with_what_it_was_and_the_test_with_its_numbers() -> None:
    lines = texts(render_changes_and_test(view_at(13), WIDTH, 6))
    assert lines[:3] == ["v   −∞ → 8", "α   −∞ → 8", "β   6 from ▽a"]
    assert lines[-1].split() == ["if", "α", "≥", "β:", "break", "8", "≥", "6", "TRUE"]


def test_the_executed_lines_of_the_listing_say_what_they_did() -> None:
    marked = [line for line in render_pseudocode(view_at(13), 46, 20) if " on " in line[0][1]]
    shown = [" ".join(plain(line).split()) for line in marked]
    assert shown[0] == "v = max(v, alphabeta(child, …)) 8"
    assert shown[1] == "α = max(α, v) 8"
    assert shown[2] == "if α ≥ β: break 8 ≥ 6 TRUE"
    assert marked[2][0][1].endswith("cut_surface")


CUTTING = [
    *(("alphabeta", form) for form in FORMS),
    *((row.name, "classic") for row in TABLE.values() if row.has_windows and row.reenters),
]


@pytest.mark.parametrize(("algorithm", "form"), CUTTING)
@examples(20)
@given(tree=trees(elided=True))
def test_at_a_cut_off_the_line_of_the_test_is_red_on_the_side_and_on_the_page_and_no_other(
    algorithm: str, form: str, tree: GameTree
) -> None:
    view = View([Exercise(tree)], "tree", {"algorithm": algorithm, "form": form})
    shown = listing(view.rules, chance=tree.has_chance)
    html = page(view.record)
    marked = re.findall("<li( data-test)?>", html.partition('<ol id="listing">')[2])
    data = json.loads(html.partition('id="data">')[2].partition("</script>")[0])
    executed: dict[tuple[StepKind, int], int] = {}  # the page tells what differs from the last time
    for step in range(1, view.steps + 1):
        view.go_to(step)
        now = data["steps"][step]
        alike = view.snapshot.kind, tree.roles[view.snapshot.node]
        executed[alike] = now.get("lines", executed.get(alike))
        red = [
            line for line in render_pseudocode(view, 99, 40) if line[0][1].endswith("cut_surface")
        ]
        lines = [number for number in data["lines"][executed[alike]] if marked[number]]
        if view.snapshot.cut is None:
            assert not red
            assert "cut" not in now
            continue
        assert "cut" in now
        assert len(red) == len(lines) == 1
        test = " ".join(shown.lines[lines[0]].split())
        said = " ".join(plain(red[0]).split())
        assert said == f"{test} {view.snapshot.test} TRUE"
        assert re.search("[<>≤≥]|stop|settles", test)
        low = [
            line for line in render_pseudocode(view, 30, 2) if line[0][1].endswith("cut_surface")
        ]
        assert len(low) == 1


@pytest.mark.parametrize("width", [46, 29])
def test_the_trace_has_whole_words_and_ends_with_the_step_that_is_shown(width: int) -> None:
    lines = texts(render_trace(view_at(13), width, 20))
    assert lines[0].split() == ["TRACE", "v", "α", "β"]
    assert lines[1].split() == ["1", "enter", "root", "−∞", "−∞", "+∞"]
    assert lines[-1].split() == ["13", "╳", "8", "→", "b", "8", "8", "6"]


def test_a_remark_never_overwrites_the_heading_of_a_cut_off() -> None:
    view = view_at(13)
    view.say("Copied the sentence: 1 line.")
    lines = texts(banner(view, 80, 3))
    assert "β CUT-OFF at ▲b" in lines[0]
    assert lines[-1] == " Copied the sentence: 1 line."


@pytest.mark.parametrize(
    ("width", "height", "kept"),
    [
        (60, 4, ["▽D is MIN and already has 5", "▲root has 6 through ▽A", "Nothing left in ▽D"]),
        (50, 3, ["▽D is MIN and already has 5", "▲root has 6 through ▽A"]),
        (40, 2, ["▲root has 6 through ▽A"]),
    ],
)
def test_who_has_the_bound_stays_in_little_room(width: int, height: int, kept: list[str]) -> None:
    view = view_at(0, "[A:[B:[3 12 8] C:[2 4 6]] D:[5 6]]")
    view.move(next_cut)
    said = " ".join(text.strip() for text in texts(banner(view, width, height)))
    assert all(part in said for part in kept)
    assert "…" not in said
    assert ("Nothing left" in said) == (len(kept) == 3)


@pytest.mark.parametrize("width", [24, 30, 40, 60])
def test_no_label_is_cut_where_the_two_numbers_come_from(width: int) -> None:
    view = view_at(0, "[A:[[[3 17] [2 12]] [[15] [25 0]]] B:[[[2 5] [3]] [[2 14]]]]")
    for _ in view.record.cuts:
        view.move(next_cut)
        lines = texts(choice(view.snapshot, width, 40))
        below = lines[lines.index("WHERE THE TWO COME FROM") :]
        assert sum(" g " in text for text in below) == 2
        assert not any("…" in text for text in below)


def test_the_counter_says_step_and_of_how_many() -> None:
    assert plain(counter(view_at(13))) == " step 13/15"
    assert plain(counts(view_at(13), 40)).strip() == "4 leaves read · 1 cut-off"
    assert plain(counts(view_at(13), 8)).strip() == "4 read"
    limited = view_at(5, "[~3[7 6] ~2[1 2]]", depth=1)
    assert plain(counts(limited, 40)).strip() == "2 read · 0 cut-offs"


@pytest.mark.parametrize(
    ("text", "rules", "read"),
    [
        (
            "[9 [0 [4 8] [7 8 8]] [[2] [6 0 1] [0 4 0]]]",
            {"algorithm": "mtdf"},
            "9 0 2   PRUNED 4 8 7 8 8 6 0 1 0 4 0",
        ),
        ("[~3[7 6] ~2[1 2]]", {"depth": 1}, "~3 ~2"),
        ("[~3[7 6] ~2[1 2]]", {"depth": 1, "window": (-9, 3)}, "~3   PRUNED ~2"),
    ],
)
def test_what_is_read_is_what_the_search_evaluates(
    text: str, rules: dict[str, object], read: str
) -> None:
    view = view_at(1_000, text, **rules)
    assert plain(render_leaf_values(view, 80, 40)).strip() == f"READ {read}"


@pytest.mark.parametrize("width", [27, 26, 40])
def test_the_counts_take_the_same_room_at_every_step(width: int) -> None:
    assert len({length(counts(view_at(step), width)) for step in range(16)}) == 1


def test_a_count_beside_the_whole_tree_has_all_its_digits() -> None:
    view = view_at(0, f"[{' '.join(['[1 2 3 4 5 6 7 8 9 0]'] * 1_200)}]")
    counts = render_leaf_counts(view, 3)
    assert plain(counts[2]) == f" {grouped(12_000)} to come"
    assert {length(count) for count in counts} <= set(range(counts_width(view) + 1))


@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_heading_keeps_every_rule_that_is_not_the_usual_one(width: int) -> None:
    text = "@title A title that is rather long, as titles of exercise sheets are\n" + DRAWN
    view = view_at(0, text, cutoff=">", fail="hard", order="right-to-left")
    shown = "".join(text for text, _ in heading(view, width))
    assert length(heading(view, width)) <= width
    for rule in ("cut when α > β", "fail-hard", "right to left"):
        assert rule in shown


def test_the_cards_and_the_slab_of_the_legend_are_equally_wide() -> None:
    samples = [row[0][0] for row in legend(view_at(0), 31, 30) if row]
    for sample in (" ▲ MAX  ", " ▽ MIN  ", " ╳ 8 ≥ 6", "╱╱╱╱╱╱╱╱"):
        assert sample in samples


def test_rules_have_alpha_and_beta_in_their_colours() -> None:
    rules = render_conventions(conventions(view_at(0, cutoff=">").rules))
    assert [(text, style) for text, style in rules if text in {"α", "β"}] == [
        ("α", "bold max"),
        ("β", "bold min"),
    ]
    assert plain(rules) == "alpha-beta  cut when α > β  "


def test_a_long_title_gives_way_between_words_and_its_state_stays() -> None:
    text = "@title A title that is rather long, as titles of exercise sheets are\n" + DRAWN
    view = View([parse(text), parse(DRAWN)], "tree", {})
    assert texts([heading(view, 50)])[0].startswith(" A title that is rather …  1/2 ")
    assert texts([heading(view, 40)])[0].startswith(" A title that is …  1/2 ")


@pytest.mark.parametrize("width", [1, 2, 3])
def test_a_preview_of_next_to_no_width_is_drawn(width: int) -> None:
    assert len(preview(view_at(3), width, 20)) == 20


@pytest.mark.parametrize("width", [38, 44, 66])
@pytest.mark.parametrize("rules", [{}, {"cutoff": ">", "order": "right-to-left"}])
def test_a_preview_cuts_no_sentence_of_a_note_and_no_rule(
    width: int, rules: dict[str, object]
) -> None:
    note = "The middle one is given up. It has 2! Why? Since MAX has 3 already, as can be seen."
    text = f"@note {note}\n{DRAWN}"
    lines = texts(preview(view_at(3, text, **rules), width, 21))
    facts = next(place for place, text in enumerate(lines) if "nodes" in text)
    assert lines[facts].endswith(lines_of_rules(rules))
    said = " ".join(text.strip() for text in lines[3 : facts - 1])
    assert note.startswith(said)
    assert said.endswith((".", "!", "?"))


def lines_of_rules(rules: dict[str, object]) -> str:
    return "right to left" if rules else "cut when α ≥ β"


@pytest.mark.parametrize("height", [2, 3, 4, 5])
def test_in_little_room_the_first_banner_says_first_what_is_possible(height: int) -> None:
    view = view_at(0)
    view.say("Read as JSON: root with 6 leaves; MAX first, since nothing says who moves.")
    written = "\n".join(texts(banner(view, 60, height + 2)))
    assert "At ▲root MAX may still get anything" in written


def test_a_small_tree_is_searched_at_once_however_busy_the_machine_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("treeexplorer.terminal.view._FIRST_SLICE_SECONDS", -1.0)
    assert View([parse(DRAWN)]).record.complete


@pytest.mark.parametrize("width", range(20, 70))
def test_what_is_at_the_right_of_a_bar_is_whole_or_left_out(width: int) -> None:
    last_step = view_at(0).steps
    heading_and_count = view_at(last_step).snapshot.banner
    text = plain(bar(heading_and_count, width))
    assert length(((text, ""),)) == width
    has_whole_count = text.endswith(f"{heading_and_count.right} ")
    assert has_whole_count or "leaves" not in text


@pytest.mark.parametrize(
    ("width", "right"),
    [(76, "6 leaves pruned: 9, 4, 5, 6, 7, 8 "), (66, "6 leaves pruned: 9, 4, 5, 6, … ")],
    ids=["wide", "narrow"],
)
def test_the_bar_names_all_that_is_pruned_where_it_has_room(width: int, right: str) -> None:
    view = view_at(0, "[[3 12] [2 9 4 5 6 7 8]]")
    view.move(next_cut)
    assert plain(bar(view.snapshot.banner, width)).endswith(right)


def test_undrawn_moves_are_dots_behind_all_that_is_pruned() -> None:
    view = view_at(0, "[[3 12] [2 9 4 5 6 7 ...]]")
    view.move(next_cut)
    assert plain(bar(view.snapshot.banner, 100)).endswith("6 branches pruned: 9, 4, 5, 6, 7, … ")


@pytest.mark.parametrize("step", [2, 5, 8, 9])
def test_what_happened_is_whole_below_the_bar_where_that_cuts_it(step: int) -> None:
    view = View(
        [parse("[a_name_of_more_than_twenty_letters:[3 another_of_its_kind:12 8] [2 4 6]]")]
    )
    view.go_to(step)
    happened = str(view.snapshot.banner.heading)
    for width in (40, 50, 60, 120):
        lines = [plain(row).strip() for row in banner(view, width, 8)]
        assert happened in lines[0] or happened in " ".join(lines[1:])


def test_a_bar_without_room_is_cut_between_words() -> None:
    entered = view_at(2).snapshot.banner
    heading = plain(bar(entered, 200)).strip()
    words = heading.split()
    for width in range(24, len(heading)):
        *kept, dots = plain(bar(entered, width)).split()
        assert (dots, kept) == ("…", words[: len(kept)])


def test_the_dots_of_a_bar_that_is_cut_short_are_in_the_colours_of_its_heading() -> None:
    cut = view_at(13).snapshot.banner
    *_, (dots, style) = bar(cut, 10)
    assert dots == "…"
    assert style == "bold on_cut on cut_surface"
