"""Every step that the page shows is the record's: cards, windows, slabs, funnel and banner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing.page.browser import Browser, Page, driver
from tests.engine.random_trees import cases
from tests.laws import examples, ordinarily
from tests.trees import tree_of
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.page import page
from treeexplorer.drawing.svg_figure import FigureWriter
from treeexplorer.engine import Record, Rules, search
from treeexplorer.engine.algorithms import TABLE
from treeexplorer.engine.record import Status, StepKind
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.choice_words import (
    build_tried_table,
    chooser,
    describe_bound_of_choice,
    describe_offer,
    describe_source_of_bound,
    describe_source_of_v,
    enough,
    format_tried_worth,
    leaves_text,
    wish,
)
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.gallery import find
from treeexplorer.judging.choices import Choice
from treeexplorer.notation import load_all
from treeexplorer.numbers import exact, shown
from treeexplorer.rules import ALGORITHMS, AlgorithmName
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, GameTree, Number, Player

EXAMPLES = [
    "6-8-1-5-6", "aima", "winston", "ucla-cs161", "deep-and-shallow", "mit-equality",
    "cs188-expectimax", "from-the-right", "min-root", "paris7-windows",
]  # fmt: skip

PLAY = """
const [nodes, steps] = arguments;
const byId = (id) => document.getElementById(id);
const text = (element) => (element ? element.textContent : '');
const group = (id) => {
    const element = byId(id);
    if (!element) return null;
    const part = (name) => text(element.querySelector(name));
    return {classes: [...element.classList].sort(), value: part('.value'),
        window: [part('.low'), part('.high')], text: text(element.querySelector('text'))};
};
const slab = (node) => {
    const element = byId(`x${node}`);
    return element && !element.classList.contains('hidden') ? text(element) : '';
};
const seen = [];
for (let step = 0; step <= steps; step += 1) {
    byId('slider').value = step;
    byId('slider').dispatchEvent(new Event('input'));
    seen.push({
        counter: text(byId('counter')), bar: byId('bar').className,
        banner: ['heading', 'test', 'right', 'sentence'].map((id) => text(byId(id))),
        funnel: [...document.querySelectorAll('#funnel .row')].map((row) =>
            ['.name', '.v', '.alpha', '.beta', '.ends .empty, .ends .only'].map((part) =>
                text(row.querySelector(part)))),
        nodes: [...Array(nodes).keys()].map((node) => group(`n${node}`)),
        dots: [...Array(nodes).keys()].map((node) => group(`d${node}`)),
        slabs: [...Array(nodes).keys()].map(slab),
        choice: choice(),
    });
}
function choice() {
    if (byId('choice').hidden) return null;
    const all = (selector) => [...document.querySelectorAll(`#choice ${selector}`)];
    const node = Number(document.querySelector('#figure .now').id.slice(1));
    const leaf = (each) => each.querySelector('text:not([class])') || each.querySelector('.value');
    const groups = [...document.querySelectorAll('#figure .pruned[id^=n]')];
    const pruned = () => groups.map((each) => [each.id, text(leaf(each))]);
    const before = JSON.stringify(pruned());
    const turned = all('td button').map((button) => {
        button.click();
        return [group(`n${node}`).value, Object.fromEntries(pruned())];
    });
    all('td.now button').forEach((button) => button.click());
    return {
        words: ['.who', '.there', '.offer, .exact', '.met', '.tie-is']
            .map((part) => all(part).map(text)),
        axis: all('.axis > *').map(text), headings: all('h2').map(text),
        rows: all('tr').map((row) => [...row.children].map(text)), own: all('.own').map(text),
        from: all('.from').map((row) => [...row.children].map(text)),
        turned, isBack: before === JSON.stringify(pruned()), value: group(`n${node}`).value,
    };
}
return seen
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Page:
    browser = driver()
    if not isinstance(browser, Browser):
        pytest.skip(browser)
    return Page(Path(tmp_path_factory.mktemp("pages")), browser)


def assert_played(opened: Page, record: Record) -> None:
    """Play the page of a search from its first step to its last, and compare each step."""
    opened.open(page(record))
    played = opened.run(PLAY, len(record.tree), record.steps)
    for step, seen in enumerate(played):
        figure = FigureWriter(record, step, FigureOptions())
        moment = figure.snapshot
        assert seen["counter"] == f"step {step}/{record.steps}"
        assert seen["banner"] == expected_banner(moment), step
        assert ("cut" in seen["bar"]) is (moment.kind is StepKind.CUT)
        assert seen["funnel"] == expected_funnel(moment), step
        for item in range(len(figure.items)):
            node, state = figure.items.node(item), figure.state(item)
            if figure.items.is_elision(item):
                assert seen["dots"][node]["classes"] == sorted(state.classes), (step, node)
            else:
                assert seen["nodes"][node]["classes"] == sorted(state.classes), (step, node)
                assert_view(seen["nodes"][node], seen["slabs"][node], moment, node)
        assert_choice(seen["choice"], moment)
    assert not opened.requests()
    assert not opened.complaints()


def expected_banner(moment: Snapshot) -> list[str]:
    banner, (first, *rest) = moment.banner, moment.sentences
    heading = banner.heading if banner.kind != "step" or moment.is_last else first
    lines = banner.lines if moment.is_last else rest
    texts = (heading, banner.test or "", banner.right or "", " ".join(map(str, lines)))
    return [str(text) for text in texts]


def expected_funnel(moment: Snapshot) -> list[list[str]]:
    rows = []
    for view in moment.path():
        if view.player is None:
            continue
        name = f"{view.player.sign} {view.label}"
        if view.window is None:
            if view.v is not None:
                rows.append([name, view.value, "", "", ""])
            continue
        alpha, beta = map(shown, view.window)
        gap = "EMPTY" if view.is_empty else f"ONLY {alpha}" if view.only else ""
        rows.append([name, view.value, f"α {alpha}", f"β {beta}", gap])
    return rows


def assert_view(seen: dict[str, Any], slab: str, moment: Snapshot, node: int) -> None:
    """A node on the page is what the record says of it."""
    view = moment.view(node)
    is_seen = view.status in {Status.OPEN, Status.CLOSED}
    if not view.is_leaf:
        assert seen["value"] == (view.value if is_seen else "")
        entry = view.entry if node and is_seen else None
        assert seen["window"] == (["", ""] if entry is None else list(map(shown, entry)))
    children = moment.record.tree.children(node)
    skipped = any(moment.status(child) is Status.SKIPPED for child in children)
    skipped = skipped or view.elided is Status.SKIPPED
    assert bool(slab) is (view.is_cut and skipped)
    is_now = moment.kind is StepKind.CUT and node == moment.node and skipped
    assert slab.removeprefix("╳").strip() == (str(moment.test) if is_now else "")


def assert_choice(seen: dict[str, Any] | None, moment: Snapshot) -> None:
    """A cut-off is a choice in the words of the terminal, and what is turned is real."""
    choice = moment.choice
    assert (seen is None) is (choice is None)
    if seen is None or choice is None:
        return
    record = moment.record
    reason = enough(choice)
    assert moment.test is not None
    assert seen["words"] == [
        [f"{chooser(record, choice)}{wish(choice)}"],
        [marked(choice, describe_bound_of_choice(record, choice))],
        [told_offer(record, choice)],
        [f"╳ {moment.test.bare}"],
        [] if reason is None else [str(reason)],
    ]
    numbers = [shown(choice.v.value), shown(choice.bound.value)]
    assert seen["axis"] == ["−∞", "+∞", *numbers[: 1 if choice.cut.is_tie else 2]]
    sources = []
    origins = [describe_source_of_bound(record, choice), describe_source_of_v(record, choice)]
    for source, origin in zip((choice.bound, choice.v), origins, strict=True):
        row = [shown(source.value), str(origin)]
        sources.append(row if source.step is None else [*row, f"step {source.step}"])
    assert seen["from"] == sources
    assert_tried(seen, choice, moment)


def marked(choice: Choice, words: object) -> str:
    if choice.wants is Player.MAX:
        return f"● {words}"
    return f"{words} ●"


def told_offer(record: Record, choice: Choice) -> str:
    words = describe_offer(record, choice)
    if choice.offer[0] == choice.offer[1]:
        return marked(choice, words)
    return str(words)


def assert_tried(seen: dict[str, Any], choice: Choice, moment: Snapshot) -> None:
    """Each column is what the drawing shows with that value, and what minimax finds."""
    table = build_tried_table(moment.record, choice)
    if table is None:
        assert seen["rows"] == seen["turned"] == []
        return
    assert seen["headings"][0] == str(table.heading)
    leaves = list(map(leaves_text, table.columns))
    expected = [
        [str(table.values_heading), *leaves],
        [str(table.worth_heading), *map(format_tried_worth, table.columns)],
    ]
    if table.chooser_heading is not None:
        expected.append([str(table.chooser_heading), *[shown(table.chooser_value)] * len(leaves)])
        expected.append([str(table.chooser_note)])
    assert seen["rows"] == expected
    assert seen["own"] == [leaves_text(each) for each in table.columns if each.is_own]
    for column, (card, pruned) in zip(table.columns, seen["turned"], strict=True):
        values = dict(zip(choice.leaves, column.leaves, strict=False))
        low, high = (minimax(moment, values, end, column.leaves[0])[choice.cut.node]
                     for end in moment.record.rules.known_range)  # fmt: skip
        if not column.is_own:
            assert all(pruned[f"n{leaf}"] == shown(values[leaf]) for leaf in values)
        lowest, highest = moment.record.rules.known_range
        sign = "=" if low == high else "≤" if low == lowest else "≥"
        assert card == f"{sign} {shown(high if sign == '≤' else low)}", (low, high, highest)
    assert seen["isBack"]
    assert seen["value"] == moment.view(choice.cut.node).value


def minimax(
    moment: Snapshot, turned: dict[int, Number], unknown: Number, undrawn: Number
) -> list[Number]:
    """Return the values of all nodes where leaves are turned and all that is open has a value.

    What is not drawn at the node with the cut-off is turned, too.
    """
    tree, depth = moment.record.tree, moment.record.rules.depth
    values: list[Number] = [0] * len(tree)
    for node in reversed(range(len(tree))):
        leaf = turned.get(node, tree.leaf_value(node))
        if node not in turned and tree.ply[node] == depth and not tree.is_leaf(node):
            leaf = tree.estimates[node]
        if leaf is not None or tree.is_leaf(node):
            values[node] = exact(unknown if leaf is None else leaf)
            continue
        below = [values[child] for child in tree.children(node)]
        if tree.roles[node] == CHANCE_ROLE:
            weights = [tree.probability(child) or 0 for child in tree.children(node)]
            pairs = zip(weights, below, strict=True)
            values[node] = sum(
                (exact(weight) * value for weight, value in pairs if weight), start=0
            )
            continue
        if node in tree.elided:
            below.append(undrawn if node == moment.node else unknown)
        values[node] = max(below) if tree.roles[node] == MAX_ROLE else min(below)
    return values


@pytest.mark.parametrize("name", ordinarily(2, EXAMPLES))
def test_examples(opened: Page, name: str) -> None:
    (exercise,) = load_all(find(name) or name)
    assert_played(opened, search(exercise.tree, Rules(**exercise.directives.rules)))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_search(opened: Page, algorithm: AlgorithmName) -> None:
    text = "[[3 [5 -0.0]] [2 4 ...] [6 8]]"
    if TABLE[algorithm].takes_chance:
        text = "[min[chance[1/2*3 1/2*[5 -0.0]] 4] chance[1/3*2 2/3*[7 1]] ...]"
    assert_played(opened, search(tree_of(text), Rules(algorithm=algorithm)))


@examples(90, share=8)
@given(case=cases(), data=st.data())
def test_random_trees(opened: Page, case: tuple[GameTree, Rules], data: st.DataObject) -> None:
    game, rules = case
    if data.draw(st.booleans()):
        able = [name for name in ALGORITHMS if TABLE[name].takes_chance or not game.has_chance]
        name = data.draw(st.sampled_from(able))
        rules = Rules(
            algorithm=name,
            levels=game.levels,
            depth=rules.depth,
            cutoff=rules.cutoff,
            fail=rules.fail,
        )
    try:
        record = search(game, rules)
    except TreeexplorerError:  # these rules do not go together
        return
    assert_played(opened, record)
