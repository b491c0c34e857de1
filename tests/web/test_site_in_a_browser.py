"""The site in a real browser, with Python in it: type, step, follow a link, paste hostile text."""

from __future__ import annotations

import pytest

import treeexplorer as te
from tests.web.serving import Arrival, Site
from treeexplorer.gallery import find
from treeexplorer.text import safe
from treeexplorer.web.answer import Refused, answer

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"


def test_a_tree_is_there_and_steps_before_python_has_come(site: Site, arrival: Arrival) -> None:
    assert arrival.counter == "step 0/21"
    assert arrival.heading == "α CUT-OFF at ▽B"
    assert arrival.place == "#step=12"
    assert any("Loading Python" in each for each in arrival.said)
    assert site.run("return document.getElementById('site-progress').hidden")


def test_nothing_is_asked_for_beyond_the_site(arrival: Arrival, served: str) -> None:
    assert any(url.endswith("pyodide.asm.wasm") for url in arrival.asked)
    assert [url for url in arrival.asked if not url.startswith(served)] == []
    assert arrival.complaints == []


def test_what_is_typed_is_stepped_to_its_cut_off_with_the_keys(site: Site) -> None:
    site.put("")
    site.run("document.getElementById('site-text').focus()")
    site.browser.send("Input.insertText", text="[[3 12 8] [2 4 6] [14 5 2] [1 1]]")
    site.browser.send("Input.dispatchKeyEvent", type="keyDown", key="Enter", modifiers=2)
    site.settle()
    assert site.text("counter") == "step 0/25"
    for _ in range(12):
        site.press(" ")
    assert site.text("counter") == "step 12/25"
    assert site.text("heading") == "α CUT-OFF at ▽B"
    site.until("new URLSearchParams(location.hash.slice(1)).get('step') === '12'")
    assert site.run("return document.title") == "Game tree · treeexplorer"


def test_letters_in_the_box_step_nothing(site: Site) -> None:
    site.show(AIMA)
    site.run("document.getElementById('site-text').focus()")
    site.press("c")
    site.press(" ")
    assert site.text("counter") == "step 0/21"


def test_a_link_opens_a_tree_at_a_step(site: Site) -> None:
    site.visit(f"index.html#tree={AIMA}&step=12")
    assert site.run("return getComputedStyle(document.getElementById('page')).display") == "none"
    site.settle()
    assert site.text("counter") == "step 12/21"
    assert site.run("return document.getElementById('site-text').value") == AIMA
    site.run("location.hash = '#tree=[[1 2] [0 5]]&step=99'")
    last = te.search(te.parse("[[1 2] [0 5]]")).steps
    site.until(f"document.getElementById('counter').textContent === 'step {last}/{last}'")
    site.run("history.back()")
    site.until("document.getElementById('counter').textContent === 'step 12/21'")


@pytest.mark.parametrize(
    "address",
    [
        "#tree=%E0%A4%A&step=1e9&number=-1",
        "#tree=%3Cscript%3Ewindow.owned=1%3C/script%3E&step=%3Cb%3E",
        '#tree=["<img src=x onerror=window.owned=1>":[1 2] 3]&step=99999999999999999999',
        "#tree=&number=__proto__",
        "#tree=[1 2]&number=999999999&step=NaN",
    ],
)
def test_a_hostile_link_is_only_a_text(site: Site, address: str) -> None:
    site.browser.events.clear()
    site.run("location.hash = arguments[0]", address)
    site.settle()
    assert site.refusal or site.text("counter").startswith("step ")
    assert not site.run("return window.owned || document.querySelectorAll('img[src=x]').length")
    assert site.complaints() == []


@pytest.mark.parametrize(
    "name",
    [
        "</script><script>window.owned=1</script>",
        "</main></textarea><img src=x onerror=window.owned=1>",
        "\x1b[31m\x00\x9b\u202e\u2028{{7*7}}${7*7}",
        "<svg onload=window.owned=1>",
    ],
)
def test_names_and_titles_are_only_text(site: Site, name: str) -> None:
    site.browser.events.clear()
    site.show(f'@title {name}\n"{name}":["{name}":[3 5] [2 9]]')
    assert not site.run("return window.owned || document.querySelectorAll('img[src=x]').length")
    assert site.refusal or safe(name)[:6] in site.run("return document.body.textContent")
    assert site.complaints() == []
    assert site.run("return document.querySelectorAll('main').length") == 1


def test_a_refused_text_has_its_message_and_the_place_is_marked(site: Site) -> None:
    text = "[[3 12 8]\n [2 $ 6]]"
    site.show(text)
    expected = answer(text)
    assert isinstance(expected, Refused)
    assert site.refusal == expected.message
    assert "^" in site.refusal
    marked = "const box = document.getElementById('site-text'); return box.selectionStart"
    assert site.run(marked) == text.index("$")
    site.show(AIMA)
    assert site.refusal == ""


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "A", "children": [{"value": 3}, {"name": "B", "children": [{"value": 5}]}]}',
        """moves = {'A': ['B', 'C'], 'B': ['D', 'E'], 'C': ['F', 'G']}
values = {'D': 4, 'E': 9, 'F': 1, 'G': 7}""",
        "tree = [[(3), 12, 8], [2, 4, 6],  # as in the lecture\n        [14, 5, 2]]",
        "(((3)(12)(8))((2)(4)(6)))",
        "A:[B:[3 12 8] C:min[2 x 6]]",
        r"Solve \Tree [.A [.B 5 8 ] [.C 2 $x$ ] ] by hand.",
        'digraph G { A -> {B C}; B -> {D E}; C -> F; D [label="5"]; E [label="8"]; F [label=2]; }',
        "[" * 1500 + "1" + "]" * 1500,
        "tree = " + "[" * 150 + "1" + "]" * 150,
        '{"a":' * 900 + "1" + "}" * 900,
    ],
    ids=["json", "dictionaries", "python", "parentheses", "notation", "qtree", "dot",
         *["deep"] * 3],
)  # fmt: skip
def test_it_answers_what_this_python_answers(site: Site, text: str) -> None:
    site.show(text)
    expected = answer(text)
    if isinstance(expected, Refused):
        assert site.refusal == expected.message
        return
    assert site.run("return document.getElementById('data').textContent") == expected.data
    notices = (
        "return [...document.querySelectorAll('#site-notices p')].map((each) => each.textContent)"
    )
    assert site.run(notices) == list(expected.notices)


def test_what_is_too_deep_for_a_browser_is_refused_and_the_next_text_answered(site: Site) -> None:
    site.show("tree = " + "[" * 50_000 + "1" + "]" * 50_000)
    assert "too deep for a browser; the terminal reads it" in site.refusal
    site.show(AIMA)
    assert (site.refusal, site.text("counter")) == ("", "step 0/21")


def test_several_trees_are_chosen_from_a_list(site: Site) -> None:
    site.show(f"[1 2]\n@title Second\n{AIMA}")
    choose = """const list = document.getElementById('site-number');
        list.value = '2'; list.dispatchEvent(new Event('change'))"""
    site.run(choose)
    site.settle()
    assert site.run("return document.querySelector('h1').textContent") == "Second"
    site.until("location.hash.includes('&number=2&')")


def test_too_large_a_text_is_refused_in_a_sentence(site: Site) -> None:
    site.show("[" + "[1 2 3 4 5 6 7 8 9] " * 250 + "]")
    assert "at most 2,000 nodes" in site.refusal
    site.show(" " * 1_000_001)
    assert "1,000,001 characters" in site.refusal


def test_a_long_search_is_cancelled_and_the_next_text_is_answered(site: Site) -> None:
    site.put("[" + "[1 2 3 4 5 6 7 8 9] " * 49_000 + "]")
    site.click("site-show")
    assert not site.run("return document.getElementById('site-cancel').hidden")
    site.press("n")  # the page is not blocked
    site.click("site-cancel")
    assert site.text("site-status") == "Cancelled."
    site.show(AIMA)
    assert site.text("counter") == "step 0/21"


def test_the_links_within_the_page_keep_the_tree_in_the_address(site: Site) -> None:
    site.show("[1 2]")
    for link in ("site-skip", "site-to-examples"):
        site.click(link)
        assert "tree=" in site.run("return location.hash")
    assert site.run("return document.activeElement.closest('#site-examples') !== null")


def test_an_example_is_a_page_of_its_own(site: Site) -> None:
    site.visit("examples/6-8-1-5-6.html#step=13")
    assert site.text("heading") == "β CUT-OFF at ▲b"
    path = find("6-8-1-5-6")
    assert path is not None
    text = path.read_text(encoding="utf-8").rstrip()
    assert site.run("return document.getElementById('site-text').value") == text
    assert site.run("return document.querySelector('[aria-current]').textContent") == "6/8/1-5-6"


@pytest.mark.parametrize("width", [360, 800, 1400])
def test_it_fits_the_width_and_what_is_touched_is_large_enough(site: Site, width: int) -> None:
    site.resize(width, 900)
    site.visit("examples/uniform-random.html#step=40")
    assert site.run("return document.documentElement.scrollWidth") <= width
    small = """const touched = '.site-box button, .site-top a, #controls button';
        const seen = [...document.querySelectorAll(touched)].filter((part) => part.offsetParent);
        return seen.filter((part) => part.offsetHeight < 44).map((part) => part.id)"""
    assert site.run(small) == []
    nameless = """const named = 'button, textarea, select, progress, input';
        const hasName = (part) => part.labels?.length || part.textContent.trim()
            || part.ariaLabel || part.hasAttribute('aria-labelledby');
        const parts = [...document.querySelectorAll(named)];
        return parts.filter((part) => !hasName(part)).map((part) => part.id)"""
    assert site.run(nameless) == []
