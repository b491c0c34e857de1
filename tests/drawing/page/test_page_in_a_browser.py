"""The page in a real browser: keys, buttons, a telephone, paper, practise; names are only text."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from tests.drawing.page.browser import Page
from tests.laws import some
from tests.trees import tree_of
from treeexplorer.drawing.page import page
from treeexplorer.engine import Record, Rules, StepKind, search
from treeexplorer.explain.snapshot import moment_of, snapshot
from treeexplorer.gallery import find
from treeexplorer.notation import load_all, parse
from treeexplorer.numbers import shown
from treeexplorer.rules import AlgorithmName

SPACE, ARROW_LEFT, HOME, END = " ", "ArrowLeft", "Home", "End"


def record_of(name: str) -> Record:
    (exercise,) = load_all(find(name) or name)
    return search(exercise.tree, Rules(**exercise.directives.rules))


def test_keys_buttons_and_the_address_move_through_the_steps(opened: Page) -> None:
    record = record_of("6-8-1-5-6")
    text = page(record)
    opened.open(text, "#step=13")
    assert opened.text("counter") == "step 13/15"
    opened.press(ARROW_LEFT)
    assert opened.text("counter") == "step 12/15"
    opened.press("c")
    assert opened.text("counter") == "step 13/15"
    assert opened.text("heading") == "β CUT-OFF at ▲b"
    opened.press(HOME)
    assert opened.text("counter") == "step 0/15"
    opened.press(END)
    assert opened.text("counter") == "step 15/15"
    opened.press("C")
    assert opened.text("counter") == "step 13/15"
    opened.until("location.hash === '#step=13'")
    for button, counter in (("next", 14), ("end", 15), ("first", 0), ("cut", 13), ("back", 12)):
        opened.click(button)
        assert opened.text("counter") == f"step {counter}/15"


def test_the_address_is_written_once_a_key_that_is_held_is_let_go(opened: Page) -> None:
    opened.open(page(record_of("6-8-1-5-6")))
    opened.run("""window.written = [];
        const write = history.replaceState.bind(history);
        history.replaceState = (...given) => { written.push(given[2]); write(...given); }""")
    opened.run(
        "for (let pressed = 0; pressed < 9; pressed += 1) document.getElementById('next').click()"
    )
    opened.until("location.hash === '#step=9'")
    assert opened.run("return written") == ["#step=9"]


def test_an_address_that_is_followed_meanwhile_stays(opened: Page) -> None:
    opened.open(page(record_of("6-8-1-5-6")))
    followed = opened.run("""let write;
        window.setTimeout = (later) => { write = later; };
        document.getElementById('next').click();
        location.hash = '#step=7';
        write();
        return location.hash""")
    assert followed == "#step=7"
    opened.until("document.getElementById('counter').textContent === 'step 7/15'")


def test_a_finger_moves_through_the_steps(opened: Page) -> None:
    opened.browser.send("Emulation.setTouchEmulationEnabled", enabled=True)
    opened.open(page(record_of("aima")))
    middle = """const place = document.getElementById('sentence').getBoundingClientRect();
        return Math.round(place.y + place.height / 2)"""

    def swipe(start: int, end: int) -> None:
        y = opened.run(middle)
        for kind, points in (
            ("touchStart", [{"x": start, "y": y}]),
            ("touchMove", [{"x": end, "y": y + 2}]),
            ("touchEnd", []),
        ):
            command = {"type": kind, "touchPoints": points}
            opened.browser.send("Input.dispatchTouchEvent", **command)

    swipe(600, 300)
    swipe(600, 300)
    assert opened.text("counter").startswith("step 2/")
    swipe(300, 600)
    assert opened.text("counter").startswith("step 1/")


def test_it_prints_the_end_state_with_its_trace(opened: Page) -> None:
    record = record_of("aima")
    opened.open(page(record), "#step=3")
    opened.run("window.dispatchEvent(new Event('beforeprint'))")
    opened.browser.send("Emulation.setEmulatedMedia", media="print")
    try:
        assert opened.text("counter") == f"step {record.steps}/{record.steps}"
        assert (
            opened.run("return getComputedStyle(document.getElementById('controls')).display")
            == "none"
        )
        assert opened.run("return document.getElementById('trace').getBoundingClientRect().height")
    finally:
        opened.browser.send("Emulation.setEmulatedMedia", media="")
    opened.run("window.dispatchEvent(new Event('afterprint'))")
    assert opened.text("counter").startswith("step 3/")
    printed = opened.browser.send("Page.printToPDF")
    assert len(printed["data"]) > 10_000
    assert opened.text("counter").startswith("step 3/")


def test_it_speaks_each_step_and_follows_the_readers_colours(opened: Page) -> None:
    opened.open(page(record_of("aima")))
    live = "return document.getElementById(arguments[0]).closest('[aria-live]').id"
    assert {opened.run(live, name) for name in ("sentence", "counter", "test")} == {"said"}
    ground = "return getComputedStyle(document.body).backgroundColor"
    for scheme, colour in (("dark", "rgb(14, 17, 23)"), ("light", "rgb(255, 255, 255)")):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        opened.browser.send("Emulation.setEmulatedMedia", features=features)
        assert opened.run(ground) == colour
    opened.browser.send("Emulation.setEmulatedMedia", features=[])


def go_to_question(opened: Page) -> int:
    """Go to the next question of a page, and return its step."""
    is_asked = opened.run(
        """const [question, next] = ['question', 'next'].map((id) => document.getElementById(id));
        while (question.hidden && !next.disabled) next.click();
        return !question.hidden"""
    )
    assert is_asked, "the page asks nothing more"
    return int(opened.text("counter").split()[1].split("/")[0])


def answer(opened: Page, cut: str = "", **boxes: str) -> str:
    """Answer a question, and return what is said of the answer."""
    for name, value in boxes.items():
        opened.run(f"document.getElementById('answer-{name}').value = arguments[0]", value)
    if cut:
        opened.run("document.querySelector(`input[value=${arguments[0]}]`).checked = true", cut)
    opened.run("document.querySelector('#question button').click()")
    return opened.text("verdict")


def test_practise_asks_before_it_shows(opened: Page) -> None:
    record = record_of("6-8-1-5-6")
    opened.open(page(record, practise=True))
    step = go_to_question(opened)
    moment = snapshot(record, step)
    window = moment.view(moment.node).window
    assert moment.test is not None
    assert moment.test.skips
    assert moment.at.v is not None
    assert window is not None
    asked = f"1 arrives at {moment.signed(moment.node)}: which v, α and β after the arrival?"
    assert opened.text("heading") == asked
    assert opened.text("sentence") == opened.text("test") == opened.text("right") == ""
    value = opened.run(f"return document.querySelector('#n{moment.node} .value').textContent")
    assert value != f"v {shown(moment.at.v)}"
    right = "yes" if moment.kind is StepKind.CUT else "no"
    assert "✗ v, α, β: ▲C is MAX" in answer(opened, v="99", alpha="-inf", beta="7", cut=right)
    assert opened.text("sentence") == ""
    alpha, beta = (shown(end).replace("−", "-").replace("∞", "inf") for end in window)
    answer(opened, v=shown(moment.at.v), alpha=alpha, beta=beta, cut=right)
    assert opened.text("sentence") != ""
    assert opened.run("return document.getElementById('question').hidden")


@pytest.mark.parametrize(
    ("text", "rules", "typed", "is_right"),
    [
        ("[[[8 3] 4] 9]", Rules(fail="hard", window=(3, 5)), "8", True),  # the v of the test
        ("[chance[1/3*4 2/3*6] 3]", Rules(), "5,33", True),  # a mean may be rounded
        ("[chance[1/3*4 2/3*6] 3]", Rules(), "16/3", True),
        ("[chance[1/3*4 2/3*6] 3]", Rules(), "5.34", False),
        ("[9007199254740993 3]", Rules(), "9007199254740992", False),
        ("[9007199254740993 3]", Rules(), "9007199254740993", True),
        ("[0.1 3]", Rules(), "0.10000000000000001", False),
        ("[0.1 3]", Rules(), ".1", True),
        ("[-2.5 3]", Rules(), "−5/2", True),
        ("[-0.0 3]", Rules(), "-0", True),
        ("[1e300 3]", Rules(), "1e300", True),
        ("[3 3]", Rules(), "", False),
        ("[3 3]", Rules(), "3/0", False),
    ],
)
def test_an_answer_is_compared_exactly(
    opened: Page, text: str, rules: Rules, typed: str, is_right: bool
) -> None:
    opened.open(page(search(parse(text).tree, rules), practise=True))
    go_to_question(opened)
    assert ("✗ v" not in answer(opened, v=typed, alpha="x", cut="no")) is is_right


def test_minimax_asks_for_values_and_never_for_bounds(opened: Page) -> None:
    record = search(parse("[[3 12 8] [2 4 6]]").tree, Rules(algorithm="minimax"))
    opened.open(page(record, practise=True))
    arrival = "{} arrives at ▽A: which v after the arrival?"
    for heading, value in ((arrival.format(3), "3"), (arrival.format(12), "3")):
        go_to_question(opened)
        assert opened.text("heading") == heading
        assert opened.run("return document.getElementById('answer-alpha').offsetParent") is None
        assert answer(opened, v=value) == ""
    assert "α" not in opened.run("return document.getElementById('page').innerText")


PLACES = """
    const byId = (id) => document.getElementById(id);
    const box = (element) => {
        const {left, right, top, bottom} = element.getBoundingClientRect();
        return [left, right, top, bottom];
    };
    return arguments[0].map(([step, nodes]) => {
        byId('slider').value = step;
        byId('slider').dispatchEvent(new Event('input'));
        const cards = nodes.map((node) => box(document.querySelector(`#n${node} > rect`)));
        const buttons = [...document.querySelectorAll('#controls button')].map(box);
        return {frame: box(byId('figure')), cards, buttons, said: box(byId('said')),
            wide: document.documentElement.scrollWidth};
    });
"""


def to_be_seen(record: Record, step: int) -> list[int]:
    """Return the path to the current node; at a cut-off the child that the witness has, too."""
    current = record.current(step) or 0
    nodes = [current, *record.tree.ancestors(current)]
    cut = snapshot(record, step).cut
    if cut is not None and cut.witness is not None:
        nodes += [cut.witness.node, cut.witness.child]
    return nodes


@pytest.mark.law
@pytest.mark.parametrize("width", [360, 390, 800, 1400, 1920])
@pytest.mark.parametrize("name", ["aima", "ucla-cs161", "deep-and-shallow", "uniform-random"])
def test_path_and_witness_are_always_in_the_picture_and_buttons_stand_still(
    opened: Page, name: str, width: int
) -> None:
    opened.resize(width, 800)
    record = record_of(name)
    opened.open(page(record, practise=True))
    regular = range(1, record.steps + 1, max(1, record.steps // 25))
    steps = sorted({*regular, *(record.returned_at(row) for row in record.cuts)})
    asked = [(step, to_be_seen(record, step)) for step in some(steps)]
    buttons = set()
    for (step, nodes), seen in zip(asked, opened.run(PLACES, asked), strict=True):
        left, right, top, bottom = seen["frame"]
        for node, card in zip(nodes, seen["cards"], strict=True):
            assert left <= card[0], (step, node)
            assert card[1] <= right, (step, node)
            assert top <= card[2], (step, node)
            assert card[3] <= bottom, (step, node)
        assert seen["wide"] <= width
        assert bottom <= seen["said"][2] + 0.5
        buttons.add(str(seen["buttons"]))
    assert len(buttons) == 1


def test_while_a_question_is_on_the_tree_is_seen_and_each_wrong_box_has_its_reason(
    opened: Page,
) -> None:
    opened.resize(360, 740)
    opened.open(page(record_of("aima"), practise=True))
    go_to_question(opened)
    parts = ["figure", "said", "question", "controls"]
    places = """return arguments[0].map((id) => {
        const {top, bottom} = document.getElementById(id).getBoundingClientRect();
        return [top, bottom];
    })"""
    for (_, bottom), (top, _) in pairwise(opened.run(places, parts)):
        assert bottom <= top + 0.5
    assert answer(opened, v="99", alpha="-inf", beta="3", cut="no") == (
        "✗ v: ▽A is MIN: it keeps the smaller one of what it had and what arrives, "
        "and β is the end it may move."
    )
    wrong = "return [...document.querySelectorAll('[aria-invalid=true]')].map((box) => box.name)"
    assert opened.run(wrong) == ["v"]
    opened.run("window.scrollTo(0, document.body.scrollHeight)")
    seen = opened.run("return document.getElementById('figure').getBoundingClientRect().bottom")
    assert seen > 200


LOOKS = """
    const [steps, nodes] = arguments;
    const byId = (id) => document.getElementById(id);
    const counter = () => Number(byId('counter').textContent.match(/\\d+/)[0]);
    const look = (node) => {
        byId(`n${node}`).dispatchEvent(new Event('click'));
        const moment = counter();
        const origin = byId('origin').hidden ? moment : (byId('origin').click(), counter());
        return [moment, origin];
    };
    return steps.map((step) => {
        byId('slider').value = step;
        byId('slider').dispatchEvent(new Event('input'));
        return [...Array(nodes).keys()].map(look);
    });
"""


@pytest.mark.law
@pytest.mark.parametrize("name", ["aima", "6-8-1-5-6", "ucla-cs161", "cs188-expectimax"])
@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax"])
def test_a_look_shows_the_nodes_own_step_and_the_way_back(
    opened: Page, name: str, algorithm: AlgorithmName
) -> None:
    tree = record_of(name).tree
    record = search(tree, Rules(algorithm=algorithm, levels=tree.levels))
    opened.open(page(record))
    steps = some(range(0, record.steps + 1, max(1, record.steps // 12)))
    seen = opened.run(LOOKS, list(steps), len(tree))
    for step, looks in zip(steps, seen, strict=True):
        for node, (moment, origin) in enumerate(looks):
            expected = moment_of(record, node, step)
            if expected is None:
                expected = step
            assert moment == expected, (step, node)
            assert origin == step


def test_every_step_is_folded_and_printed_nevertheless(opened: Page) -> None:
    opened.open(page(record_of("aima")))
    is_seen = "return document.getElementById('trace').checkVisibility()"
    assert not opened.run(is_seen)
    opened.run("window.dispatchEvent(new Event('beforeprint'))")
    assert opened.run(is_seen)
    opened.run("window.dispatchEvent(new Event('afterprint'))")
    assert not opened.run(is_seen)
    opened.run("document.querySelector('summary').click()")
    assert opened.run(is_seen)


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (1920, 1080)])
@pytest.mark.parametrize("name", ["aima", "ucla-cs161", "6-8-1-5-6", "mit-equality"])
def test_a_tree_uses_its_pane(opened: Page, name: str, width: int, height: int) -> None:
    opened.resize(width, height)
    opened.open(page(record_of(name)))
    used = opened.run("""const figure = document.getElementById('figure');
        const svg = figure.querySelector('svg');
        const [across, down] = [svg.clientWidth / figure.clientWidth,
            svg.clientHeight / figure.clientHeight];
        return [across, down]""")
    assert 0.85 < max(used) <= 1.001


@pytest.mark.parametrize("width", [1400, 1920])
def test_46_leaves_are_drawn_whole_on_a_desktop(opened: Page, width: int) -> None:
    opened.resize(width, 900)
    branches = ["[[3 12 8] [2 4 6] [14 5 2]]", "[[7 1 9] [6 6 3]]", "[[8 2] [4 5 1] [9 9 2] [1 4]]"]
    tree = tree_of(f"[{' '.join(branches)} [[5 3 2] [7 8 6] [2 2 9 1] [4 1 3]] [[6 2 8] [3 9 4]]]")
    assert tree.leaf_count >= 44
    opened.open(page(search(tree)), "#step=30")
    assert len(opened.run(SEEN_GROUPS)) == len(tree)
    assert opened.run("return document.getElementById('whole').hidden")
    least = "return document.querySelector('#n0 .name').getBoundingClientRect().height"
    assert opened.run(least) > 9


SLIDE = """
    const slider = document.getElementById('slider');
    slider.value = arguments[0]; slider.dispatchEvent(new Event('input'))
"""
SEEN_GROUPS = """
    const seen = [...document.querySelectorAll('#figure svg > g[id^=n]')]
        .filter((group) => getComputedStyle(group).display !== 'none');
    return seen.map((group) => {
        const box = group.querySelector('rect').getBoundingClientRect();
        const more = group.querySelector('.more');
        return {node: Number(group.id.slice(1)), more: more ? more.textContent : '',
            box: [box.left, box.right, box.top]};
    })
"""


@pytest.mark.parametrize("width", [360, 800, 1400])
def test_what_is_off_the_path_is_folded_where_it_cannot_fit(opened: Page, width: int) -> None:
    opened.resize(width, 800)
    tree = tree_of(
        "[[[[1 2 3] [4 5 6] [7 8 9]] [[8 7 6] [5 4 3] [2 1 0]] [[1 3 5] [7 9 2] [4 6 8]]]"
        " [[[3 1 4] [1 5 9] [2 6 5]] [[3 5 8] [9 7 9] [3 2 3]] [[8 4 6] [2 6 4] [3 3 8]]]"
        " [[[2 7 1] [8 2 8] [1 8 2]] [[8 4 5] [9 0 4] [5 2 3]] [[5 3 6] [0 2 8] [7 4 7]]]]"
    )
    record = search(tree)
    opened.open(page(record))
    for step in (0, 4, 30, record.steps // 2, record.steps):
        opened.run(SLIDE, step)
        current = record.current(step) or 0
        path = [current, *tree.ancestors(current)]
        expected = sorted({0}.union(*(tree.children(node) for node in path)))
        seen = sorted(opened.run(SEEN_GROUPS), key=lambda each: int(each["node"]))
        assert [each["node"] for each in seen] == expected, step
        for each in seen:
            node = each["node"]
            is_folded = not tree.is_leaf(node) and node not in path
            assert each["more"] == (f"+{tree.count_leaves(node)} leaves" if is_folded else "")
        in_order = sorted((each["box"][2], *each["box"][:2]) for each in seen)
        for (top, _, right), (other, left, _) in pairwise(in_order):
            assert top != other or right < left
    opened.click("first")
    assert len(opened.run(SEEN_GROUPS)) == 4
    opened.click("whole")
    assert len(opened.run(SEEN_GROUPS)) == len(tree)
    opened.click("whole")
    assert len(opened.run(SEEN_GROUPS)) == 4


@pytest.mark.parametrize("width", [800, 1400])
def test_nine_leaves_fit_the_width_and_the_listing_wraps_nowhere(opened: Page, width: int) -> None:
    opened.resize(width, 900)
    opened.open(page(record_of("aima")))
    sizes = """const figure = document.getElementById('figure');
        return [figure.scrollWidth, figure.clientWidth]"""
    inner, outer = opened.run(sizes)
    assert inner <= outer
    for _ in range(4):
        opened.press("+")
    assert opened.run(sizes)[0] > outer
    listing = """const lines = [...document.getElementById('listing').children];
        const fits = (line) => line.scrollWidth <= line.clientWidth && line.offsetHeight < 25;
        return lines.every(fits)"""
    assert opened.run(listing)


def test_pruned_leaves_are_turned_their_node_follows_and_the_witness_stands_still(
    opened: Page,
) -> None:
    opened.open(page(record_of("aima")), "#step=12")
    shown_at = "return [0, 5, 7, 8].map((node) => " + VALUE + "(node))"
    assert opened.run(shown_at) == ["v 3", "≤ 2", "4", "6"]
    opened.press("w")
    assert opened.run(shown_at) == ["v 3", "= −9", "−9", "−9"]
    opened.press("w")
    assert opened.run(shown_at) == ["v 3", "= 2", "2", "2"]
    opened.run("document.querySelectorAll('#choice td button')[3].click()")
    assert opened.run(shown_at) == ["v 3", "= 2", "99", "99"]
    assert opened.run("return document.querySelector('#choice td.now').textContent") == "99"
    opened.press(ARROW_LEFT)
    assert opened.run(shown_at) == ["v 3", "v +∞", "4", "6"]
    opened.press("w")
    assert opened.run(shown_at) == ["v 3", "v +∞", "4", "6"]


VALUE = """((node) => {
    const group = document.getElementById(`n${node}`);
    return (group.querySelector('.value') || group.querySelector('text')).textContent
})"""


def test_the_steps_at_which_the_two_numbers_arrived_are_a_button_away(opened: Page) -> None:
    opened.open(page(record_of("ucla-cs161")), "#step=26")
    sources = "[...document.querySelectorAll('#choice .from')]"
    told = opened.run(f"return {sources}.map((row) => row.innerText.split('\\n').join(' '))")
    assert told == ["3 ▽A gave it to ▲root step 21", "2 the leaf, now step 26"]
    opened.run(f"{sources}[0].querySelector('button').click()")
    assert opened.text("counter") == "step 21/33"


HOSTILE = (
    '</script><script>document.title="owned"</script>',
    "<img src=x onerror=document.title='owned'>",
    "]]>", "-->", "'\"&lt;", "</style>", "\u2028",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_runs_nothing(opened: Page, name: str) -> None:
    tree = parse("a:[b:[3 5] c:[2 9]]").tree
    hostile = replace(tree, names=dict(tree.names) | dict.fromkeys(range(3), name))
    opened.open(page(search(hostile), name, name, name))
    assert opened.run("return document.title").strip() == name.strip()
    assert opened.text("counter").startswith("step 0/")
    opened.press(END)
    assert not opened.requests()
    assert not opened.complaints()
