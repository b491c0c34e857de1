"""Every step that the page shows is the record's, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from tests.page.browser import Page
from treeexplorer.drawing.page import page
from treeexplorer.engine import Record, Rules, StepKind, search
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.gallery import find
from treeexplorer.notation import load_all, parse
from treeexplorer.numbers import shown

SPACE, ARROW_RIGHT, ARROW_LEFT, HOME, END = " ", "\ue014", "\ue012", "\ue011", "\ue010"

EXAMPLES = [
    "6-8-1-5-6", "aima", "winston", "ucla-cs161", "deep-and-shallow", "mit-equality",
    "cs188-expectimax", "from-the-right", "min-root", "paris7-windows",
]  # fmt: skip


def record_of(name: str, rules: Rules | None = None) -> Record:
    example = find(name)
    assert example is not None
    exercise = load_all(example.path)[0]
    return search(exercise.tree, rules or Rules(**exercise.directives.rules))


SEEN = """
const text = (id) => (document.getElementById(id) || {textContent: null}).textContent;
const classes = (id) => [...(document.getElementById(id) || {classList: []}).classList];
const funnel = [...document.querySelectorAll('#funnel .row')].map((row) =>
    ['.name', '.v', '.ends .alpha', '.ends .beta', '.slab'].map((part) =>
        (row.querySelector(part) || {textContent: ''}).textContent));
const nodes = [...Array(arguments[0]).keys()].map((node) =>
    ({classes: classes(`n${node}`), slab: classes(`x${node}`), v: text(`v${node}`)}));
return {counter: text('counter'), sentence: text('sentence'), test: text('test'),
    bar: classes('bar'), funnel: funnel, nodes: nodes}
"""


def expected_funnel(record: Record, step: int) -> list[list[str]]:
    rows = []
    moment = snapshot(record, step)
    above = [moment.node, *record.tree.ancestors(moment.node)][::-1] if step else []
    for node in above:
        if record.tree.is_leaf(node):
            continue
        view = moment.view(node)
        if view.window is None:
            continue
        number = "" if view.number is None else f"{view.sign} {shown(view.number)}"
        signed = moment.signed(node)
        alpha, beta = map(shown, view.window)
        empty = view.window[0] > view.window[1] or (
            view.window[0] == view.window[1] and not record.rules.strict
        )
        slab = "EMPTY" if empty else ""
        rows.append([f"{signed[0]} {signed[1:]}", number, f"α {alpha}", f"β {beta}", slab])
    return rows


@pytest.mark.parametrize(
    "name", [*EXAMPLES[:2], *(pytest.param(name, marks=pytest.mark.slow) for name in EXAMPLES[2:])]
)
def test_every_step_shows_what_the_record_says(opened: Page, name: str) -> None:
    record = record_of(name)
    opened.open(page(record))
    for step in range(record.steps + 1):
        moment = snapshot(record, step)
        seen = opened.run(SEEN, len(record.tree))
        assert seen["counter"] == f"step {step}/{record.steps}"
        assert seen["sentence"] == moment.sentence
        assert seen["test"] == ("" if moment.test is None else str(moment.test))
        assert seen["funnel"] == expected_funnel(record, step)
        assert ("cut" in seen["bar"]) is (moment.kind is StepKind.CUT)
        for node in range(len(record.tree)):
            assert_node(seen["nodes"][node], record, moment, node)
        opened.press(SPACE)
    assert opened.text("counter") == f"step {record.steps}/{record.steps}"
    assert not opened.requests()
    assert not opened.complaints()


def assert_node(seen: dict[str, Any], record: Record, moment: Any, node: int) -> None:
    view = moment.view(node)
    classes = seen["classes"]
    wanted = {"closed": "done", "skipped": "pruned", "unseen": "unseen", "open": "open"}
    if view.is_cut:
        assert "cutoff" in classes
        assert seen["slab"] == ["slab"]
    elif str(view.status) in wanted:
        assert wanted[str(view.status)] in classes, (moment.step, node)
    if not record.tree.is_leaf(node):
        visible = view.number is not None and str(view.status) in {"open", "closed"}
        text = f"{view.sign} {shown(view.number)}" if visible else ""
        assert seen["v"] == text


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
    assert opened.run("return location.hash") == "#step=13"
    for button, counter in (("next", 14), ("end", 15), ("first", 0), ("cut", 13), ("back", 12)):
        opened.click(button)
        assert opened.text("counter") == f"step {counter}/15"


def test_a_finger_moves_through_the_steps(opened: Page) -> None:
    opened.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
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
            opened.browser.execute_cdp_cmd("Input.dispatchTouchEvent", command)

    swipe(600, 300)
    swipe(600, 300)
    assert opened.text("counter").startswith("step 2/")
    swipe(300, 600)
    assert opened.text("counter").startswith("step 1/")


def test_it_fits_a_telephone(opened: Page) -> None:
    size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    opened.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    opened.open(page(record_of("ucla-cs161")), "#step=19")
    assert opened.run("return document.documentElement.scrollWidth") <= 360
    for name in ("next", "back", "cut"):
        script = "return document.getElementById(arguments[0]).getBoundingClientRect().height"
        assert opened.run(script, name) >= 44


def test_it_prints_the_end_state_with_its_trace(opened: Page) -> None:
    record = record_of("aima")
    opened.open(page(record), "#step=3")
    opened.run("window.dispatchEvent(new Event('beforeprint'))")
    opened.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert opened.text("counter") == f"step {record.steps}/{record.steps}"
        assert (
            opened.run("return getComputedStyle(document.getElementById('controls')).display")
            == "none"
        )
        assert opened.run("return document.getElementById('trace').getBoundingClientRect().height")
    finally:
        opened.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    opened.run("window.dispatchEvent(new Event('afterprint'))")
    assert opened.text("counter").startswith("step 3/")
    printed = opened.browser.execute_cdp_cmd("Page.printToPDF", {})
    assert len(printed["data"]) > 10_000
    assert opened.text("counter").startswith("step 3/")


def test_it_speaks_each_step_and_follows_the_readers_colours(opened: Page) -> None:
    opened.open(page(record_of("aima")))
    live = "return document.getElementById(arguments[0]).closest('[aria-live]').id"
    assert {opened.run(live, name) for name in ("sentence", "counter", "test")} == {"said"}
    ground = "return getComputedStyle(document.body).backgroundColor"
    for scheme, colour in (("dark", "rgb(14, 17, 23)"), ("light", "rgb(255, 255, 255)")):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        opened.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        assert opened.run(ground) == colour
    opened.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_without_scripts_the_end_state_and_the_trace_are_there(opened: Page) -> None:
    record = record_of("aima")
    opened.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        opened.open(page(record))
    finally:
        opened.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    source = opened.browser.page_source
    assert snapshot(record, record.steps).sentence in source.replace("&nbsp;", " ")
    assert "= 3" in source


def test_practise_asks_before_it_shows(opened: Page) -> None:
    record = record_of("6-8-1-5-6")
    opened.open(page(record, practise=True))
    while opened.run("return document.getElementById('question').hidden"):
        opened.press(SPACE)
    step = int(opened.text("counter").split()[1].split("/")[0])
    moment = snapshot(record, step)
    assert moment.test is not None
    assert moment.test.skips
    assert moment.at.v is not None
    assert opened.text("sentence") == ""
    assert opened.text(f"v{moment.node}") != f"v {shown(moment.at.v)}"
    window = moment.view(moment.node).window
    assert window is not None

    def answer(v: str, alpha: str, beta: str, cut: str) -> None:
        for name, value in (("v", v), ("alpha", alpha), ("beta", beta)):
            opened.run(
                "document.getElementById(arguments[0]).value = arguments[1]",
                f"answer-{name}",
                value,
            )
        opened.run("document.querySelector(`input[value=${arguments[0]}]`).checked = true", cut)
        opened.run("document.querySelector('#question button').click()")

    right = "yes" if moment.kind is StepKind.CUT else "no"
    answer("99", "-inf", "7", right)
    assert "Look again at v" in opened.text("verdict")
    assert opened.text("sentence") == ""
    alpha, beta = (shown(end).replace("−", "-").replace("∞", "inf") for end in window)
    answer(shown(moment.at.v), alpha, beta, right)
    assert opened.text("sentence") == moment.sentence
    assert opened.run("return document.getElementById('question').hidden")


def test_practise_takes_the_v_of_the_test_and_a_mean_rounded(opened: Page) -> None:
    for text, rules, typed in (
        ("[[[8 3] 4] 9]", Rules(fail="hard", window=(3, 5)), "8"),
        ("[chance[1/3*4 2/3*6] 3]", Rules(), "5,33"),
    ):
        opened.open(page(search(parse(text).tree, rules), practise=True))
        while opened.run("return document.getElementById('question').hidden"):
            opened.press(SPACE)
        for name in ("v", "alpha", "beta"):
            opened.run(
                "document.getElementById(`answer-${arguments[0]}`).value = arguments[1]",
                name,
                typed,
            )
        opened.run("document.querySelector('input[value=no]').checked = true")
        opened.run("document.querySelector('#question button').click()")
        assert "at v" not in opened.text("verdict"), text


HOSTILE = (
    '</script><script>document.title="owned"</script>',
    "<img src=x onerror=document.title='owned'>",
    "]]>", "-->", "'\"&lt;", "</style>", "\u2028",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_runs_nothing(opened: Page, name: str) -> None:
    tree = parse("a:[b:[3 5] c:[2 9]]").tree
    builder_names = dict(tree.names) | {0: name, 1: name, 2: name}
    hostile = type(tree)(**{**vars_of(tree), "names": builder_names})
    opened.open(page(search(hostile), name, name, name))
    assert opened.run("return document.title").strip() == name.strip()
    assert opened.text("counter").startswith("step 0/")
    opened.press(END)
    assert not opened.requests()
    assert not opened.complaints()


def vars_of(tree: Any) -> dict[str, Any]:
    from dataclasses import fields

    return {field.name: getattr(tree, field.name) for field in fields(tree) if field.init}
