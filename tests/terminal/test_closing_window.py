"""The closing window shows in the children's columns the windows they were entered with."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.random_trees import trees
from tests.laws import examples
from tests.terminal.driving import running
from tests.terminal.test_panels import texts, view_at
from treeexplorer.drawing.diagram import draw_layout
from treeexplorer.drawing.focus_path import choose_focus
from treeexplorer.drawing.placement import arrange
from treeexplorer.drawing.styled_text import Look, Size
from treeexplorer.notation import Exercise
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import in_ascii, spelt
from treeexplorer.terminal.panels.closing_window import LEAST_HEIGHT, closing_window
from treeexplorer.terminal.panels.preview import preview
from treeexplorer.terminal.view import View
from treeexplorer.text import width
from treeexplorer.tree import GameTree, Player

SIX = "[[9 7 8] [14 11 9 6 12 3] [10 5]]"
ROOM = Size(112, 16)


def window_at(view: View, height: int = 21) -> list[str]:
    layout = arrange(view.tree, Look(), ROOM)
    return texts(closing_window(view.snapshot, layout, ROOM.width, height))


def test_each_step_of_the_moving_bound_stands_in_the_column_of_the_child_that_made_it() -> None:
    view = view_at(18, SIX)
    layout = arrange(view.tree, Look(), ROOM)
    lines = window_at(view)
    assert lines[0].split()[:4] == ["THE", "WINDOW", "OF", "▽B"]
    fourteen, eleven = (layout.columns[view.tree.find(child)] for child in ("2.1", "2.2"))
    corners = [line.index("┗") for line in lines if "┗" in line]
    assert corners[:2] == [fourteen, eleven]
    assert any("7 ┃ 14" in line and "7 ┃ 11" in line for line in lines)
    assert any("╳ 7 ≥ 6" in line for line in lines)
    assert any("pruned" in line for line in lines)


def test_from_right_to_left_the_steps_stand_in_the_columns_of_their_children_too() -> None:
    view = view_at(18, "@order right-to-left\n[[5 10] [3 12 6 9 11 14] [8 7 9]]")
    layout = arrange(view.tree, Look(), ROOM)
    lines = window_at(view)
    fourteen, eleven = (layout.columns[view.tree.find(child)] for child in ("2.6", "2.5"))
    corners = [line.index("┏") for line in lines if "┏" in line]
    assert corners[:2] == [fourteen, eleven]
    assert any("7 ┃ 11" in line and "7 ┃ 14" in line for line in lines)
    assert any("╳ 7 ≥ 6" in line for line in lines)


@examples(40)
@given(
    trees(),
    st.sampled_from(["left-to-right", "right-to-left", "estimates", "killer"]),
    st.booleans(),
)
def test_it_stands_below_every_open_node_with_its_entries_steps_and_test(
    tree: GameTree, order: str, strict: bool
) -> None:
    view = View([Exercise(tree)], "tree", {"order": order, "cutoff": ">" if strict else ">="})
    layout = arrange(tree, Look(), Size(300, 30))
    record = view.record
    for step in range(1, view.steps + 1):
        view.go_to(step)
        at = view.snapshot
        node = at.current
        if node is not None and tree.is_leaf(node):
            node = tree.parent[node]
        if node is None or node < 0 or tree.player(node) is Player.CHANCE or node in tree.elided:
            continue
        lines = "\n".join(texts(closing_window(at, layout, 300, 30)))
        assert tree.labels.signed(node) in lines
        assert ("╳" in lines) == (at.cut is not None)
        for child in tree.children(node):
            row = record.call_at(child, step)
            if row is not None:
                for bound in record.entry_window(row):
                    assert shown(bound) in lines


@examples(40)
@given(trees(), st.sampled_from(["pvs", "negascout", "scout", "mtdf", "sss"]))
def test_where_null_windows_ask_it_shows_how_v_comes_to_the_number_that_is_asked_about(
    tree: GameTree, algorithm: str
) -> None:
    view = View([Exercise(tree)], "tree", {"algorithm": algorithm})
    layout = arrange(tree, Look(), Size(300, 30))
    record = view.record
    for step in range(1, view.steps + 1):
        view.go_to(step)
        at = view.snapshot
        node = at.current
        if node is not None and tree.is_leaf(node):
            node = tree.parent[node]
        if node is None or node < 0 or tree.player(node) is Player.CHANCE or node in tree.elided:
            continue
        call = record.call_at(node, step)
        assert call is not None
        lines = texts(closing_window(at, layout, 300, 30))
        assert any("╳" in line for line in lines) == (at.cut is not None)
        if not record.null_question(call):
            assert lines[0].startswith(f" THE WINDOW OF {tree.labels.signed(node)} ")
            continue
        assert lines[0].startswith(f" THE QUESTION AT {tree.labels.signed(node)} ")
        asked = shown(record.entry_window(call)[0])
        v = record.v_at(call, step)
        assert v is not None
        assert f"than {asked}?" in lines[0]
        assert any(f"asked about {asked}" in line for line in lines)
        assert any(f"{tree.labels.signed(node)} has {shown(v)}" in line for line in lines)


def test_out_of_order_each_child_makes_its_step_in_its_own_column() -> None:
    text = "@order estimates\n[[5 9 7 2] [4 8 6 11 3 20 1] [12 3 10]]"
    view = view_at(0, text)
    layout = arrange(view.tree, Look(), ROOM)
    column = layout.columns[view.tree.find("1.4")]  # 2, the least, is read first
    view.go_to(4)
    lines = texts(closing_window(view.snapshot, layout, ROOM.width, 21))
    assert "entered in the order 2" in lines[0]
    assert any(line[column : column + 1] == "┗" for line in lines)
    view.go_to(6)
    lines = texts(closing_window(view.snapshot, layout, ROOM.width, 21))
    assert "entered in the order 2, 5" in lines[0]


def test_what_is_skipped_and_was_read_before_is_not_called_pruned() -> None:
    view = view_at(0, SIX, algorithm="mtdf")
    found = 0
    for step in range(view.steps + 1):
        view.go_to(step)
        right = view.snapshot.banner.right
        if view.snapshot.cut is not None and "skipped" in str(right):
            text = "\n".join(window_at(view))
            assert "skipped" in text
            assert "pruned" not in text
            found += 1
    assert found


def test_in_a_tree_that_is_drawn_in_part_it_stands_below_the_children_that_are_drawn() -> None:
    wide = " ".join(f"[{n} {n + 40} {n - 7}]" for n in range(30))
    view = view_at(0, f"[{wide}]")
    room = Size(112, 16)
    found = 0
    for step in range(1, view.steps + 1):
        view.go_to(step)
        layout = arrange(view.tree, Look(), room, choose_focus(view.snapshot))
        assert not layout.is_whole
        lines = texts(closing_window(view.snapshot, layout, room.width, 21))
        assert lines, view.step
        found += any("╳" in line for line in lines) == (view.snapshot.cut is not None)
    assert found == view.steps


async def test_while_one_is_asked_nothing_moves_and_no_cut_off_shows_before_the_answer() -> None:
    async with running(SIX, size=(160, 50)) as driver:
        await driver.press(*["n"] * 12)
        await driver.at_step(12)
        await driver.sees("THE WINDOW OF ▽B")
        before = driver.lines[:14]
        await driver.press("A")
        await driver.sees("ASKING")
        assert [line[:110] for line in driver.lines[1:14]] == [line[:110] for line in before[1:]]
        await driver.press("c")
        await driver.sees("Is anything left in ▽B worth reading?")
        assert "THE WINDOW OF ▽B" in driver.text
        assert "pruned ╱" not in driver.text


def test_in_ascii_each_row_of_the_axis_and_of_the_window_stands_where_it_does_in_unicode() -> None:
    view = view_at(18, SIX)
    layout = arrange(view.tree, Look(), ROOM)
    plain_lines = window_at(view)
    token = in_ascii.set(True)
    try:
        spelt_lines = texts(
            [spelt(text) for text in closing_window(view.snapshot, layout, 112, 21)]
        )
    finally:
        in_ascii.reset(token)
    axis = plain_lines[2].index("┤")
    assert all(text[axis] in "|+" for text in spelt_lines[2:])
    for text, other in zip(plain_lines[2:], spelt_lines[2:], strict=True):
        if "┗" in text:
            assert other[text.index("┗")] == "+"
    assert any("alpha ^root has 7 +" in text for text in spelt_lines)


def test_without_colour_the_line_of_beta_is_dashed_and_that_of_alpha_is_not() -> None:
    view = view_at(16, SIX)
    layout = arrange(view.tree, Look(), ROOM)
    lines = texts(closing_window(view.snapshot, layout, ROOM.width, 21, marks=True))
    alpha = next(line for line in lines if "α ▲root has 7" in line)
    beta = next(line for line in lines if "β ▽B has 9" in line)
    assert ("━" in alpha, "┅" in alpha) == (True, False)
    assert ("━" in beta, "┅" in beta) == (False, True)


def test_before_the_cut_off_nothing_is_hatched() -> None:
    view = view_at(16, SIX)
    assert not any("╱" in line or "╳" in line for line in window_at(view))


def test_at_max_alpha_goes_up() -> None:
    lines = window_at(view_at(9, SIX))
    assert "bring α up; β stays" in lines[0]
    assert any("┛" in line for line in lines)


def test_before_the_first_step_it_says_how_it_is_read() -> None:
    lines = window_at(view_at(0, SIX))
    assert lines[0].startswith(" THE WINDOW OF ▲root ")
    assert any("What lies between α and β is still possible." in line for line in lines)
    for end in ("−∞", "+∞"):
        assert any(f"━ {end} ━" in line for line in lines)


def test_a_preview_with_room_shows_it_in_the_columns_of_its_drawing() -> None:
    view = view_at(18, SIX)
    lines = texts(preview(view, 160, 50))
    assert len(lines) == 50
    [leaves] = [line for line in lines if re.search(r"9 +7 +8 +14 +11 +9 +6", line)]
    corners = [line.index("┗") for line in lines if re.fullmatch(r"[^┃]*┗━+┓.*", line)]
    assert corners[0] == leaves.index("14")
    assert any("╳ 7 ≥ 6" in line for line in lines[lines.index(leaves) :])
    assert not any("THE WINDOW OF" in line for line in texts(preview(view, 60, 20)))


async def test_practise_does_not_show_the_window_that_it_asks_for_first() -> None:
    async with running(SIX, size=(160, 50)) as driver:
        await driver.sees("THE WINDOW OF ▲root")
        await driver.press("P")
        await driver.sees("▲root is entered: with which window?")
        assert "THE WINDOW OF" not in driver.text


def test_without_windows_or_an_open_node_or_room_there_is_nothing() -> None:
    assert window_at(view_at(5, SIX, algorithm="minimax")) == []
    assert window_at(view_at(0, SIX, algorithm="minimax")) == []
    assert window_at(view_at(0, "5")) == []
    assert window_at(view_at(18, SIX), LEAST_HEIGHT - 1) == []


@pytest.mark.parametrize(
    ("algorithm", "heading"),
    [
        ("mtdf", "THE QUESTION AT ▲root   is it worth less than 0?"),
        ("sss", "THE QUESTION AT ▲root   is it worth less than +∞?"),
        ("scout", "THE WINDOW OF ▲root "),
        ("pvs", "THE WINDOW OF ▲root "),
    ],
)
def test_before_the_first_step_a_search_by_null_windows_shows_its_first_call(
    algorithm: str, heading: str
) -> None:
    before = window_at(view_at(0, SIX, algorithm=algorithm))
    first = window_at(view_at(1, SIX, algorithm=algorithm))
    assert before[0].startswith(f" {heading}")
    assert before[0] == first[0]
    said = "the question is answered" if "QUESTION" in heading else "between α and β"
    assert any(said in line for line in before)
    assert not any(said in line for line in first)


def test_a_mean_without_a_range_has_no_window_and_it_is_said_why() -> None:
    view = view_at(5, "[3 chance[1 2 3 4 5 6]]")
    signed = view.tree.labels.signed(view.tree.find("2"))
    said = f" {signed} takes the mean of its children: no window closes over them"
    assert window_at(view) == [said]


def test_more_children_than_columns_have_no_window_and_it_is_said_why() -> None:
    view = view_at(2, f"[{' '.join(map(str, range(113)))}]")
    said = " ▲root has 113 children, more than there are columns: their windows have no room"
    assert window_at(view) == [said]


def test_children_that_are_not_drawn_have_no_window_and_it_is_said_why() -> None:
    view = view_at(2, "[[3 12 8] [2 4 6] [14 5 2]]")
    parts = arrange(view.tree, Look(), Size(6, 1))
    assert texts(closing_window(view.snapshot, parts, ROOM.width, 21)) == [
        " Some children of ▽A are not drawn here, so their windows are not"
    ]


class _Throw(NamedTuple):
    """A chance node over leaves in a range, and what its mean can be after each leaf."""

    text: str
    ends: list[tuple[Fraction, Fraction]]


def _throw(weights: list[int], values: list[int]) -> _Throw:
    whole = sum(weights)
    shares = [Fraction(weight, whole) for weight in weights]
    text = " ".join(f"{share}*{value}" for share, value in zip(shares, values, strict=True))
    ends = []
    for count in range(len(values) + 1):
        read = sum((w * v for w, v in zip(shares[:count], values, strict=False)), Fraction())
        unread = sum(shares[count:], Fraction())
        ends.append((read, read + 10 * unread))
    return _Throw(f"chance[{text}]", ends)


@examples(60)
@given(
    st.integers(0, 10),
    st.lists(st.tuples(st.integers(1, 4), st.integers(0, 10)), min_size=2, max_size=6),
    st.booleans(),
)
def test_a_mean_is_narrowed_child_by_child_until_alpha_or_beta_is_reached(
    sure: int, leaves: list[tuple[int, int]], is_max: bool
) -> None:
    throw = _throw([weight for weight, _ in leaves], [value for _, value in leaves])
    player = "max" if is_max else "min"
    view = view_at(0, f"@range 0 10\n{player}[{sure} {throw.text}]")
    layout = arrange(view.tree, Look(), Size(200, 30))
    node = view.tree.find("2")
    found = 0
    for step in range(1, view.steps + 1):
        view.go_to(step)
        at = view.snapshot
        if at.current not in {node, *view.tree.children(node)}:
            continue
        lines = texts(closing_window(at, layout, 200, 30))
        assert lines[0].startswith(f" THE MEAN OF {view.tree.labels.signed(node)} ")
        has_arrived = at.child is not None and at.node == node
        children = view.tree.children(node)
        read = sum(view.record.call_at(leaf, step) is not None for leaf in children)
        least, most = throw.ends[read]
        written = "\n".join(lines)
        if least == most:
            assert f"mean {shown(least)}" in written
        else:
            assert f"at least {shown(least)}" in written
            assert f"at most {shown(most)}" in written
        is_reached = most <= sure if is_max else least >= sure
        assert (at.cut is not None) == (is_reached and has_arrived and read < len(leaves))
        assert ("╳" in written) == (at.cut is not None)
        assert ("╱" in written) == (at.cut is not None)
        found += 1
    assert found or sure in {0, 10}


@pytest.mark.parametrize(
    "text",
    [SIX, "[5 [3 5 5] [5 4]]", "[[1e300 2] [-1e300 0.5 7]]", "[[3 ...] [2 4]]"],
)
@pytest.mark.parametrize("height", [12, 20, 37])
def test_every_window_between_the_bounds_is_that_of_a_call(text: str, height: int) -> None:
    view = view_at(0, text)
    record = view.record
    entries = {tuple(map(shown, record.entry_window(row))) for row in range(len(record.nodes))}
    found = 0
    for step in range(view.steps + 1):
        view.go_to(step)
        lines = window_at(view, height)
        assert len(lines) <= height
        for line in lines:
            assert len(line) <= ROOM.width
            for window in re.findall(r"([^ ]*[\d∞]) ┃ ([^ ]*[\d∞])", line):
                assert window in entries
                found += 1
    assert found


@pytest.mark.parametrize(
    ("screen", "pane", "least"),
    [(Size(160, 50), Size(112, 38), 8), (Size(200, 60), Size(140, 48), 6)],
)
def test_a_large_screen_is_used(screen: Size, pane: Size, least: int) -> None:
    view = view_at(13)
    layout = arrange(view.tree, Look(), pane)
    drawing = draw_layout(layout, view.snapshot, Look(), rows=pane.height)
    spare = pane.height - (layout.height - layout.top) - 2
    window = closing_window(view.snapshot, layout, pane.width, spare)
    ink = sum(width(text) for line in (*drawing, *window) for text, role in line if role)
    assert 100 * ink >= least * screen.width * screen.height


@pytest.mark.parametrize("cells", range(1, 9))
def test_before_the_first_step_it_is_drawn_in_any_room(cells: int) -> None:
    view = view_at(0, "[3 12]")
    for room in range(4, 30):
        layout = arrange(view.tree, Look(), Size(room, 8))
        shown = texts(closing_window(view.snapshot, layout, cells, LEAST_HEIGHT))
        assert all(width(line) <= cells for line in shown)
