"""Figures: what they say, that they are well-formed, and that nothing in them moves or runs."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.trees import exercises, game_trees
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.drawing.colours import DARK, LIGHT
from treeexplorer.drawing.figure_layout import lay_out_figure
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.lettering import cut_text_to_width, text_width, wrap_text
from treeexplorer.drawing.step_selection import parse_step_selection
from treeexplorer.drawing.svg import png, svg, svg_frames
from treeexplorer.drawing.svg_style import render_style_sheet
from treeexplorer.engine import Record, Rules, search
from treeexplorer.explain.paper import marked_paper
from treeexplorer.explain.steps import describe_step
from treeexplorer.judging.judge import Mark
from treeexplorer.notation import Exercise
from treeexplorer.rules import AlgorithmName
from treeexplorer.tree import GameTree

NAMESPACE = "{http://www.w3.org/2000/svg}"
PICTURE = "[a:[[1 5 6] b:[8 ...]] ...]"
TWO_CUTS = "[a:[[1 5 6] b:[8 7 3]] c:[4 9]]"


def searched(text: str) -> Record:
    return search(tree_of(text), Rules())


def figure(text: str, step: int | None = None, options: FigureOptions | None = None) -> ET.Element:
    return ET.fromstring(svg(searched(text), step, options or FigureOptions(caption=False)))  # noqa: S314 - our own text


def texts(root: ET.Element, of_class: str = "") -> list[str]:
    return [
        "".join(element.itertext())
        for element in root.iter(f"{NAMESPACE}text")
        if of_class in classes(element) or not of_class
    ]


def texts_in(root: ET.Element, of_class: str, *without: str) -> list[str]:
    """Return the texts of the groups that have one class and none of the others."""
    return [
        text
        for group in root.iter(f"{NAMESPACE}g")
        if of_class in classes(group) and not classes(group) & set(without)
        for text in texts(group)
    ]


def classes(element: ET.Element) -> set[str]:
    return set(element.get("class", "").split())


def count(root: ET.Element, of_class: str) -> int:
    return sum(of_class in classes(element) for element in root.iter())


def test_the_cut_in_the_measure_of_all_pictures() -> None:
    root = figure(PICTURE, 13)
    assert sorted(texts(root, "value")) == ["= 6", "v 6", "v −∞", "≥ 8"]
    assert sorted(texts_in(root, "leaf", "unseen", "pruned")) == ["1", "5", "6", "8"]
    assert texts_in(root, "news") == ["8"]
    assert texts_in(root, "slab") == ["╳ 8 ≥ 6"]
    assert sorted(texts(root, "name")) == ["▲ C", "▲ b", "▲ root", "▽ a"]
    assert sorted(texts(root, "low")) == ["−∞"] * 3
    assert sorted(texts(root, "high")) == ["+∞", "+∞", "6"]
    assert [end for end in texts(root, "high") if end not in texts(root, "free")] == ["6"]
    assert texts(root).count("…") == 2
    assert texts_in(root, "dots", "unseen") == ["…"]
    assert count(root, "pruned") == 1
    assert count(root, "path") == 1  # root to a
    assert count(root, "beta") == 2  # C to a, which has 6 through it, and a to b
    assert count(root, "alpha") == 1  # the 8 that arrives
    assert texts_in(root, "now", "leaf") == ["−∞", "6", "▲ b", "≥ 8"]


def test_each_cut_off_has_its_cross_and_what_is_pruned_is_dashed_and_struck() -> None:
    root = figure("[5 [3 [9 [1 2]] 4]]")
    assert count(root, "slab") == 1
    assert count(root, "pruned") == 6
    assert sorted(texts_in(root, "pruned")) == ["1", "2", "4", "9", "▲ B", "▽ C"]
    sheet = render_style_sheet("light")
    assert "text-decoration: line-through" in rule(sheet, ".pruned text")
    assert "stroke-dasharray" in rule(sheet, ".pruned path")
    assert "stroke-dasharray" in rule(sheet, ".pruned rect")


def rule(sheet: str, selector: str) -> str:
    """Return what a style sheet says of a selector within figures."""
    rules = (line.partition(" {") for line in sheet.splitlines())
    found = (body for names, _, body in rules if f".game-tree {selector}" in names.split(", "))
    return next(found)


def test_values_of_the_test_are_highlighted_where_they_stand_in_the_tree() -> None:
    """Node b has 8, by the leaf 8 that was read just now; node a has 6, by C."""
    root = figure(PICTURE, 13)
    highlighted = {
        texts(group, "name")[0]: classes(group) & {"gives-alpha", "gives-beta"}
        for group in root.iter(f"{NAMESPACE}g")
        if len(group.findall(f"{NAMESPACE}rect")) == 2  # the card, and the box behind its value
    }
    assert highlighted == {"▽ a": {"gives-beta"}, "▲ C": {"gives-beta"}, "▲ b": {"gives-alpha"}}


def test_the_slab_breaks_no_edge_to_what_was_read() -> None:
    for text in ("[9 [1 5 6 7 8]]", "[[3 12 8] [2 4 6] [14 5 2]]", PICTURE):
        record = searched(text)
        layout = lay_out_figure(record)
        root = ET.fromstring(svg(record))  # noqa: S314 - our own text
        slabs = [
            float(re.findall(r"[-\d.]+", group.get("transform") or "")[0])
            for group in root.iter(f"{NAMESPACE}g")
            if "slab" in classes(group)
        ]
        assert len(slabs) == len(record.cuts)
        for row, start in zip(record.cuts, sorted(slabs), strict=True):
            child = layout.items.item(record.node(row))
            parent = layout.items.parent[child]
            assert start > max(layout.x[child], layout.x[parent])


def test_the_principal_variation_and_ties_are_double_at_the_end_only() -> None:
    assert count(figure(TWO_CUTS), "best") == count(figure(TWO_CUTS), "inside") == 3
    assert count(figure(TWO_CUTS, 18), "best") == 0
    assert count(figure("[[3 4] [3 5]]"), "best") == 2
    assert count(figure("[3 1 3]"), "best") == 2


def test_windows_are_shown_unless_they_are_not_wanted() -> None:
    text = "4[a:4[4 5] <=3[3 /9]]"
    hidden = figure(text, None, FigureOptions(windows=False))
    assert texts(hidden, "low") == texts(hidden, "high") == []
    assert sorted(texts(figure(text), "low")) == ["4", "−∞"]
    assert texts(figure(text), "high") == ["+∞", "+∞"]


def test_a_blank_figure_gives_nothing_away_and_has_room_to_write() -> None:
    options = FigureOptions(title="Exercise", blank=True)
    root = figure("[a:[[1 5 6] b:[8 x]] 4]", None, options)
    assert texts_in(root, "leaf") == ["1", "5", "6", "8", "x", "4"]
    assert texts(root, "value") == texts(root, "low") == texts(root, "high") == []
    assert texts(root, "small") == ["cut when α ≥ β"]
    assert count(root, "write") == 4 + 2 * 3  # a value for each node, two ends for each edge
    assert count(root, "slab") == count(root, "unseen") == count(root, "now") == 0


def test_minimax_has_no_windows() -> None:
    record = search(tree_of(TWO_CUTS), Rules(algorithm="minimax"))
    for blank in (False, True):
        root = ET.fromstring(svg(record, 0, FigureOptions(blank=blank)))  # noqa: S314 - our own text
        assert texts(root, "low") == texts(root, "high") == []


def test_the_finished_search_is_clean_unless_its_last_step_is_asked_for() -> None:
    record = searched(TWO_CUTS)
    titled = FigureOptions(title="T")
    clean, last = (
        ET.fromstring(svg(record, step, titled))  # noqa: S314 - our own text
        for step in (None, record.steps)
    )
    assert texts(clean, "title") == texts(last, "title") == ["T"]
    assert texts(clean, "small") == ["cut when α ≥ β"]
    assert count(clean, "now") == count(clean, "news") == 0
    assert f"step {record.steps}/{record.steps}" in texts(last, "small")[0]
    assert count(last, "now") == 1


@pytest.mark.parametrize("words", ["all", "cut-offs", "3,7,12"])
def test_frames_have_one_size(words: str) -> None:
    record = searched(TWO_CUTS)
    steps = parse_step_selection(record, words)
    frames = list(svg_frames(record, steps, FigureOptions(title="T")))
    assert [step for step, _ in frames] == steps
    assert len(frames) == {"all": record.steps + 1, "cut-offs": len(record.cuts)}.get(words, 3)
    roots = [ET.fromstring(document) for _, document in frames]  # noqa: S314 - our own text
    assert len({root.get("viewBox") for root in roots}) == 1
    for step, root in zip(steps, roots, strict=True):
        said = f"cut when α ≥ β · step {step}/{record.steps} {describe_step(record, step)}"
        assert " ".join(texts(root, "small")) == said


@pytest.mark.parametrize("words", ["3,99", "some", "", "-1"])
def test_steps_that_are_not_there_are_refused(words: str) -> None:
    with pytest.raises(ValueError, match="step"):
        parse_step_selection(searched(TWO_CUTS), words)


def test_a_png_is_as_wide_as_asked_for() -> None:
    pytest.importorskip("resvg_py", reason="the extra figures is not installed")
    picture = png(svg(searched(PICTURE), 13, FigureOptions(theme="light")), 640)
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 640


FONTS = {
    "DejaVu Sans": ("dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf"),
    "Liberation Sans": (
        "liberation/LiberationSans-Regular.ttf",
        "liberation/LiberationSans-Bold.ttf",
    ),
    "Noto Sans": ("noto/NotoSans-Regular.ttf", "noto/NotoSans-Bold.ttf"),
}


@pytest.mark.parametrize("family", FONTS)
def test_no_letter_is_wider_than_it_is_taken_to_be(family: str) -> None:
    fonts = pytest.importorskip("PIL.ImageFont", reason="Pillow is not installed")
    letters = "".join(map(chr, range(33, 127))) + "αβ−≥≤∞…"
    for name in FONTS[family]:
        path = Path("/usr/share/fonts/truetype") / name
        if not path.exists():
            pytest.skip(f"{family} is not installed")
        font = fonts.truetype(str(path), 100)
        for letter in letters:
            widest = text_width(letter, 100)
            assert font.getlength(letter) <= widest + 0.5, letter


def test_probabilities_stand_at_the_edges() -> None:
    assert texts(figure("chance[0.9*5 0.1*-3]"), "weight") == ["0.9", "0.1"]
    assert texts(figure("chance[5 3 1]"), "weight") == ["1/3"] * 3


def test_names_are_only_text() -> None:
    text = '["<script>alert(1)</script>":[3 "a&b":4] "</svg>":5]'
    document = svg(searched(text), None, FigureOptions(title='<b onload="x">'))
    assert "<script" not in document
    assert '<b onload="' not in document
    assert "a&b" in texts(ET.fromstring(document))  # noqa: S314 - our own text


def test_a_figure_fetches_nothing() -> None:
    document = svg(searched(TWO_CUTS))
    addresses = re.findall(r"https?://[^\s\"')]+", document)
    assert addresses == ["http://www.w3.org/2000/svg"]
    for word in ("@import", "url(", "href", "<script", "<image", "foreignObject"):
        assert word not in document


def test_the_styles_hold_within_the_figure_only() -> None:
    document = svg(searched(PICTURE))
    sheet = document.partition("<style>")[2].partition("</style>")[0]
    for selectors in re.findall(r"^([^@{}\n]+) \{", sheet, re.MULTILINE):
        for selector in selectors.split(","):
            assert selector.strip().startswith(".game-tree ")


def test_both_themes_stand_in_one_file_unless_one_is_chosen() -> None:
    record = searched(PICTURE)
    assert "prefers-color-scheme: dark" in svg(record)
    light, dark = (svg(record, None, FigureOptions(theme=name)) for name in ("light", "dark"))
    assert "prefers-color-scheme" not in light + dark
    assert LIGHT.max_card in light
    assert LIGHT.max_card not in dark
    assert DARK.max_card in dark


def test_nothing_moves_from_step_to_step() -> None:
    record = searched(TWO_CUTS)
    places = set()
    for step in range(record.steps + 1):
        root = ET.fromstring(svg(record, step, FigureOptions(caption=False)))  # noqa: S314 - our own text
        cards = [
            (group.get("transform"), box.get("x"), box.get("width"))
            for group in root.iter(f"{NAMESPACE}g")
            if "slab" not in classes(group) and (box := group.find(f"{NAMESPACE}rect")) is not None
        ]
        places.add(tuple(sorted(cards, key=str)))
    assert len(places) == 1


@examples(60)
@given(
    exercise=exercises(unknowns=False),
    fraction=st.floats(0, 1),
    windows=st.booleans(),
    written=st.booleans(),
)
def test_any_tree_at_any_step_is_well_formed(
    exercise: Exercise, fraction: float, windows: bool, written: bool
) -> None:
    record = search(exercise.tree, Rules())
    paper = marked_paper(exercise.tree, ((claim, Mark.MISTAKE) for claim in exercise.claims))
    options = FigureOptions(title="T", windows=windows, paper=paper if written else None)
    root = ET.fromstring(svg(record, round(fraction * record.steps), options))  # noqa: S314 - our own text
    assert root.tag == f"{NAMESPACE}svg"


@examples(60)
@given(tree=game_trees(unknowns=False))
def test_boxes_of_a_ply_do_not_overlap_and_parents_stand_over_their_children(
    tree: GameTree,
) -> None:
    layout = lay_out_figure(search(tree, Rules()))
    for row in layout.items.plies:
        edges = [
            (layout.x[item] - layout.box[item] / 2, layout.x[item] + layout.box[item] / 2)
            for item in row
        ]
        assert all(one[1] < other[0] for one, other in itertools.pairwise(edges))
    for item in range(len(layout.items)):
        below = [child for child, parent in enumerate(layout.items.parent) if parent == item]
        if below:
            assert layout.x[below[0]] <= layout.x[item] <= layout.x[below[-1]]


@examples(900)
@given(
    exercise=exercises(unknowns=False),
    fraction=st.floats(0, 1),
    written=st.booleans(),
    algorithm=st.sampled_from(["alphabeta", "minimax"]),
)
def test_no_text_of_a_drawing_touches_another(
    exercise: Exercise, fraction: float, written: bool, algorithm: AlgorithmName
) -> None:
    record = search(exercise.tree, Rules(algorithm))
    paper = marked_paper(exercise.tree, ((claim, Mark.MISTAKE) for claim in exercise.claims))
    options = FigureOptions(paper=paper if written else None)
    check_texts(svg(record, round(fraction * record.steps), options))


def check_texts(document: str) -> None:
    """Check that no text beside an edge or on a card reaches into the next on its line."""
    lines: dict[float, list[tuple[float, float, str]]] = {}
    for group in ET.fromstring(document).iter(f"{NAMESPACE}g"):  # noqa: S314 - our own text
        x, y = map(float, re.findall(r"[-\d.]+", group.get("transform") or ""))
        for element in group.findall(f"{NAMESPACE}text"):
            text, of = "".join(element.itertext()), classes(element) | classes(group) & {"slab"}
            size = 11.5 if of & {"weight", "below"} else 12.5 if of else 16
            if of & {"name", "value", "mark"}:
                size = 16
            wide, start = text_width(text, size), x + float(element.get("x") or 0)
            if not of & {"high", "aside", "weight", "mark", "slab"}:  # which begin there
                start -= wide if "low" in of else wide / 2
            line = lines.setdefault(y + float(element.get("y") or 0), [])
            line.append((start, start + wide, text))
    for line in lines.values():
        for (_, end, one), (start, _, other) in itertools.pairwise(sorted(line)):
            assert end <= start, (one, other)


def test_a_deep_chain_and_a_flat_node_can_be_drawn() -> None:
    size = 1_500
    assert svg(searched("[" * size + "3" + "]" * size), 5).endswith("</svg>\n")
    flat = svg(searched("[" + " ".join(map(str, range(size))) + "]"), 5)
    assert flat.count("<rect") == size + 2


def test_texts_are_measured_cut_and_broken() -> None:
    assert text_width("iiii", 10) < text_width("nnnn", 10) < text_width("日本日本", 10)
    assert cut_text_to_width("a rather long name", 10, 40).endswith("…")
    assert text_width(cut_text_to_width("a rather long name", 10, 40), 10) <= 40
    lines = wrap_text("one two three four five six seven", 10, 60)
    assert len(lines) > 2
    assert " ".join(lines) == "one two three four five six seven"
