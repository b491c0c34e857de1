"""What the cells of the screen say: the window of the current edge, the test, numbers of one step.

The step is read from the screen itself, and everything is held against a search of its own.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Final

import pytest

from tests.engine.random_records import random_tree
from tests.laws import some
from tests.terminal.driving import Driver, running
from treeexplorer.engine import Record, Status, search
from treeexplorer.explain.snapshot import NodeView, Snapshot, snapshot
from treeexplorer.notation import Exercise, parse, write
from treeexplorer.numbers import shown
from treeexplorer.terminal.lines import plain
from treeexplorer.terminal.panels.preview import preview
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.canvas import Canvas

SIZES: Final = [(60, 20), (80, 24), (100, 30), (160, 50), (200, 60)]
UCLA: Final = "[A:[[[3 17] [2 12]] [[15] [25 0]]] B:[[[2 5] [3]] [[2 14]]]]"
TREES: Final = {
    "first": "[a:[[1 5 6] b:[8 7 3]] c:[4 9]]",
    "deep": UCLA,
    "undrawn": "6[a:6[6[1 5 6] b:8[8 ...]] ...]",
    "wide": "[[9 7 8] [14 11 9 6 12 3] [10 5]]",
    "long numbers": "[[-123456 4000.5] [-2000000 7 12] [3 -9.25]]",
}
_NUMBER: Final = r"(?:−?(?:∞|\d[\d.]*)|\+∞)"
_UPRIGHT: Final = "[│┃║┇][┊┇]?"


def sized(size: tuple[int, int]) -> str:
    return "x".join(map(str, size))


class Seen:
    """The explorer's screen at one moment: rendering it takes longer than reading it."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.lines = driver.lines

    def region(self, selector: str) -> list[str]:
        """Return what stands in a part of the explorer, nothing where it is not shown."""
        part = self.driver.explorer.query_one(selector)
        if not part.display:
            return []
        area = part.region
        rows = self.lines[area.y : area.bottom]
        return [row.ljust(area.right)[area.x : area.right] for row in rows]

    @property
    def step(self) -> int:
        """The step that the screen names."""
        found = [re.search(r"\bstep (\d+)/\d+", text) for text in self.lines]
        [step] = [int(each[1]) for each in found if each is not None]
        return step


def texts_of_nodes(seen: Seen) -> dict[int, list[str]]:
    """Return what stands at each node of the drawing, line by line from its first, without spaces.

    Most cells of a drawing are empty, and to ask which node has one takes longer than to read it.
    """
    canvas = seen.driver.explorer.query_one(Canvas)
    cells: dict[int, dict[int, str]] = {}
    for y, row in enumerate(seen.region("#canvas")):
        for x, sign in enumerate(row):
            node = None if sign == " " else canvas.node_at(x, y)
            if node is not None:
                lines = cells.setdefault(node, {})
                lines[y] = lines.get(y, "") + sign
    return {
        node: [lines.get(y, "") for y in range(min(lines), max(lines) + 1)]
        for node, lines in cells.items()
    }


def squeezed(text: str) -> str:
    return text.replace(" ", "")


def assert_window_on_edge(lines: list[str], view: NodeView) -> None:
    """Check that the current card has on the edge above it the window it was entered with."""
    assert view.player is not None
    assert view.entry is not None
    card = re.compile(rf"[▌›]\s*{view.player.sign} ?{re.escape(view.label)}(?=[v=≥≤ ▐‹])")
    found = ((row, at.start()) for row, text in enumerate(lines) for at in card.finditer(text))
    row, place = next(found)  # the whole tree may stand below, with its own card
    alpha, beta = (re.escape(shown(end)) for end in view.entry)
    edge = re.compile(rf"(?<!\S){alpha} ?{_UPRIGHT} ?{beta}|{alpha}{_UPRIGHT}{beta}")
    end = next(at for at, sign in enumerate(lines[row]) if at > place and sign in "▐‹")
    above = edge.finditer(lines[row - 1])
    assert any(each.start() < end and each.end() > place for each in above), "\n".join(lines)


def assert_cards(seen: Seen, at: Snapshot) -> None:
    """Check the value on every card that is drawn: none where none has been found."""
    tree = at.record.tree
    for node, lines in texts_of_nodes(seen).items():
        view = at.view(node)
        if view.player is None or f"{view.player.sign}{view.label}" not in squeezed("".join(lines)):
            continue  # a leaf, or one that stands for several
        first = next(row for row, text in enumerate(lines) if view.player.sign in text)
        text = squeezed("".join(lines[first : first + 2])).partition(view.label)[2]
        value = re.match(rf"[▐‹▌›]*([v=≥≤]{_NUMBER})", text)
        is_seen = view.status in {Status.OPEN, Status.CLOSED} and view.number is not None
        assert (value is not None) == is_seen, (tree.labels.signed(node), lines)
        if value is not None:
            assert value[1] == squeezed(view.value), (tree.labels.signed(node), lines)


def assert_bar(seen: Seen, at: Snapshot) -> None:
    """Check that the bar has both numbers of the test, and no number of another step."""
    heading, *rest = seen.region("#banner")
    words = " ".join(text.strip() for text in [heading, *rest])
    if at.test is not None and not at.is_last:
        left, right = (re.escape(shown(number)) for number in (at.test.left, at.test.right))
        assert re.search(rf"(α )?{left} {at.test.sign} (β )?{right}", words), words
    banner = at.banner
    said = map(str, [banner.heading, banner.test, banner.right, *banner.lines, *at.beyond])
    told = " ".join([*said, seen.driver.view.message])
    known = set(re.findall(_NUMBER, told))
    assert set(re.findall(_NUMBER, words)) <= known


def assert_funnel(side: list[str], at: Snapshot) -> None:
    """Check v of every row of the funnel that is shown."""
    rows = [re.match(rf"[ ▌]*([▲▽○] \S+)\s+({_NUMBER})(?:\s|$)", text) for text in side]
    path = {f"{view.player.sign} {view.label}": view for view in at.path() if view.player}
    for row in filter(None, rows):
        if row[1] in path and at.cut is None:
            v = path[row[1]].v
            assert v is not None
            assert row[2] == shown(v)


def assert_choice(side: list[str], at: Snapshot) -> None:
    """Check the offers of a choice, the slab and the steps at which its numbers arrived."""
    choice = at.choice
    text = "\n".join(side)
    if choice is None or "CHOOSES" not in text:
        return
    for has in re.findall(rf"through \S+: has ({_NUMBER})", text):
        assert has == shown(choice.bound.value)
    for offer in re.findall(rf"through \S+: ({_NUMBER}) or", text):
        assert offer == shown(choice.cut.v)
    for left, right in re.findall(rf"╳ ({_NUMBER}) [≥>] ({_NUMBER})", text):
        assert at.test is not None
        assert (left, right) == (shown(at.test.left), shown(at.test.right))
    for number, step in re.findall(rf"^\s+({_NUMBER}) .* g (\d+)\s*$", text, re.MULTILINE):
        arrived = at.record.step(int(step))
        assert int(step) <= at.step
        assert arrived.value is not None
        assert number == shown(arrived.value)


def assert_trace(side: list[str], at: Snapshot) -> None:
    """Check that the last row of the trace is the step, with v, α and β as they are then."""
    heads = [text.split() for text in side if text.strip().startswith("TRACE")]
    if not heads:
        return
    last = [text for text in side if re.match(r"\s*\d+ [ ╳] ", text)][-1].split()
    step = at.record.step(at.step)
    assert int(last[0]) == at.step
    if step.window is not None and heads[0][-1] == "β":
        assert last[-2:] == list(map(shown, step.window))
    elif step.v is not None:
        assert last[-1] == shown(step.v)


def assert_counts(seen: Seen, at: Snapshot) -> None:
    """Check the leaves read, one by one and counted, and the cut-offs."""
    record = at.record
    values = [
        record.tree.leaf_value(node) for step, node, _ in record.readings() if step <= at.step
    ]
    for text in seen.region("#canvas"):
        if text.startswith(" READ "):
            read = text.removeprefix(" READ ").partition("PRUNED")[0].split()
            assert read[: len(values)] == [shown(value) for value in values if value is not None]
    counted = re.search(r"(\d+) (?:leaf|leaves) read · (\d+) cut-off", "\n".join(seen.lines))
    if counted is not None:
        cuts = sum(record.returned_at(row) <= at.step for row in record.cuts)
        assert (int(counted[1]), int(counted[2])) == (len(values), cuts)


async def shows_one_moment(driver: Driver, record: Record, step: int) -> None:
    """Wait until everything on the screen is of a step, which it names; say what is not."""
    wrong = ["nothing is drawn"]

    def is_one_moment() -> bool:
        seen = Seen(driver)
        try:
            assert seen.step == step
            assert_one_moment(seen, record)
        except AssertionError as error:
            wrong[:] = [str(error)]
            return False
        return True

    try:
        await driver.until(is_one_moment)
    except AssertionError:
        pytest.fail(f"step {step}: {wrong[0]}\n{driver.text}")


def assert_one_moment(seen: Seen, record: Record) -> None:
    """Check everything on the screen against the step that it names."""
    at = snapshot(record, seen.step)
    side = seen.region("#side")
    current = at.current
    if current and not record.tree.is_leaf(current) and not at.is_last:
        assert_window_on_edge(seen.region("#canvas"), at.view(current))
    assert_cards(seen, at)
    if at.step:
        assert_bar(seen, at)
        assert_funnel(side, at)
        assert_choice(side, at)
        assert_trace(side, at)
        assert_counts(seen, at)


async def walk(text: str, size: tuple[int, int], *keys: str) -> None:
    """Go through the steps of a tree's search, and check each screen, with some keys pressed."""
    record = search(parse(text).tree)
    async with running(text, size=size) as driver:
        for step in some(range(record.steps + 1)):
            driver.explorer.go_to(step)
            for key in keys:
                await driver.press(key)
            await shows_one_moment(driver, record, step)


@pytest.mark.law
@pytest.mark.parametrize("size", SIZES, ids=sized)
@pytest.mark.parametrize(
    "name",
    [
        "deep",
        "long numbers",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("first", "undrawn", "wide")),
    ],
)
async def test_every_number_is_that_of_the_step_that_is_named(
    name: str, size: tuple[int, int]
) -> None:
    await walk(TREES[name], size)


@pytest.mark.law
@pytest.mark.parametrize("size", SIZES, ids=sized)
async def test_the_current_edge_has_its_window_while_more_is_said(size: tuple[int, int]) -> None:
    await walk(UCLA, size, "y")


@pytest.mark.law
@pytest.mark.parametrize("size", SIZES, ids=sized)
async def test_a_look_shows_the_numbers_of_the_step_that_it_names(size: tuple[int, int]) -> None:
    record = search(parse(UCLA).tree)
    async with running(UCLA, size=size) as driver:
        for node in some(range(len(record.tree))):
            driver.explorer.go_to(26)
            driver.explorer.look_at(node)
            await shows_one_moment(driver, record, driver.view.step)
            assert driver.view.is_look == ("(look)" in driver.text)


@pytest.mark.parametrize("size", SIZES, ids=sized)
@pytest.mark.parametrize("name", TREES)
def test_the_current_edge_of_a_preview_has_its_window(name: str, size: tuple[int, int]) -> None:
    view = View([parse(TREES[name])], "tree")
    width, height = size
    for step in range(1, view.steps):
        view.go_to(step)
        current = view.snapshot.current
        if current and not view.tree.is_leaf(current):
            lines = [plain(text) for text in preview(view, width * 3 // 5, height - 2)]
            assert_window_on_edge(lines, view.snapshot.view(current))


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=sized)
@pytest.mark.parametrize("seed", range(12))
async def test_every_number_of_random_trees_is_that_of_the_step_that_is_named(
    seed: int, size: tuple[int, int]
) -> None:
    tree = replace(random_tree(random.Random(seed)), elided=frozenset())
    tree = tree.with_values(dict.fromkeys(tree.unknowns, seed - 6))
    await walk(write(Exercise(tree)), size)
