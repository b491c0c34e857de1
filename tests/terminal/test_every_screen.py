"""Every action of every screen is tried, and any key at any size is survived on each of them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual import events
from textual.binding import Binding
from textual.strip import Strip

from tests.laws import ordinarily, sampled
from tests.terminal.driving import DRAWN, Driver, running, strips_of

CLAIMED = "3[=3[3 12 8] <=2[2 /4 /6] b:=5[14 5 2]]"
SCREENS = {
    "practise": (CLAIMED, ("P",)),
    "worksheet": (CLAIMED, ("W",)),
    "marked": (CLAIMED, ("K",)),
    "answers": (CLAIMED, ("S",)),
    "rules": (CLAIMED, ("r",)),
    "compare": (CLAIMED, ("d", "enter")),
    "step of a mistake": (CLAIMED, ("K", "y", "enter")),
    "save": (CLAIMED, ("s",)),
    "change": (CLAIMED, ("equals_sign",)),
    "editor": (CLAIMED, ("e",)),
    "gallery": (None, ()),
    "picker": (None, ("ctrl+o",)),
    "new tree": (None, ("n",)),
    "unknowns": ("[[3 x] [1 2 y] 4]", ("w",)),
    "find": (CLAIMED, ("slash",)),
    "help": (CLAIMED, ("question_mark",)),
    "palette": (CLAIMED, ("colon",)),
    "palette above the gallery": (None, ("colon",)),
    "question above a worksheet": (CLAIMED, ("W", "x", "escape")),
}
TREES = {
    "drawn": DRAWN,
    "one leaf": "5",
    "chance": "@levels max chance\n[[3 5] [1 [7 -2] 4]]",
    "unknown": "[[3 x] [1 2 ?]]",
    "deep": "[" * 60 + "1 2" + "]" * 60,
    "wide": "[" + " ".join(["[1 [2 3] 4]"] * 60) + "]",
    "minimax": "@algorithm minimax\n[[3 12 8] [2 4 6] [14 5 2]]",
    "again": "@algorithm mtdf\n[[3 12 8] [2 4 6] [14 5 2]]",
    "claims": "3[a:3[3 12 8] b:2[2 /4 6]]",
}
_STAYING = {"x", "y"}
"""The keys on the way to a screen that open none themselves."""
PLACES = {**SCREENS, **{name: (tree, ()) for name, tree in TREES.items()}}
WALKED = [*list(SCREENS)[::3], *TREES]
OTHERS = [name for name in PLACES if name not in WALKED]
_LEAVING = {"action_leave_program", "app.quit", "quit", "suspend_process"}
_SIZES = [
    (80, 24), (40, 12), (60, 20), (100, 30), (200, 60), (300, 100), (39, 12), (1, 1), (5, 40),
    (2, 40), (300, 2), (30, 5),
]  # fmt: skip
_TYPED = [*"0123456789.,()<>=xy-[]", "enter", "escape", "tab", "backspace", "delete", "up", "down"]
_ENDS = {"q", "ctrl+c", "ctrl+q", "ctrl+o"}
_TURNS = [0, 0, 0, 1, 2, 3, 5, 8, 13, 25, 60]
"""How often the loop turns between two keys of a burst: a screen needs some turns to be built."""


async def is_whole(driver: Driver) -> None:
    """Fail unless the app lives and the screen becomes one of whole lines."""
    app = driver.app
    strips: list[Strip] = []

    def has_whole_lines() -> bool:
        assert app.is_running, "the app has ended"
        width, height = app.size
        strips[:] = strips_of(app)
        return len(strips) == height and {strip.cell_length for strip in strips} == {width}

    await driver.until(has_whole_lines, f"whole lines at {app.size}")
    text = "".join(strip.text for strip in strips)
    assert not any(sign in text for sign in "\r\t\x1b")


def some_key(driver: Driver, chance: random.Random) -> str:
    """Return a key of the screen, more often than another one."""
    own = [key for key in driver.app.screen.active_bindings if key not in _ENDS]
    key = chance.choice(own if own and chance.random() < 0.7 else _TYPED)
    return "comma" if key == "," else key


async def burst(driver: Driver, chance: random.Random, log: list[str]) -> None:
    """Send keys, some of them several times, before the first of them is answered."""
    log.append("burst(")
    key = some_key(driver, chance)
    for _ in range(chance.randint(2, 8)):
        if not driver.app.is_running:
            break
        if chance.random() < 0.6:
            key = some_key(driver, chance)
        turns = chance.choice(_TURNS)
        log.append(f"{key} {turns}")
        driver.app.post_message(events.Key(key, key if len(key) == 1 else None))
        for _ in range(turns):
            await asyncio.sleep(0)
    log.append(")")
    await driver.pilot.pause()


async def walk(driver: Driver, seed: int, presses: int, log: list[str]) -> None:
    """Press random keys at random sizes, one by one and in bursts, until the program is left."""
    chance = random.Random(seed)
    for _ in range(presses):
        kind = chance.random()
        if kind < 0.2:
            size = chance.choice([*_SIZES, (chance.randint(1, 300), chance.randint(1, 100))])
            log.append(f"size {size}")
            await driver.pilot.resize_terminal(*size)
        elif kind < 0.4:
            await burst(driver, chance, log)
        else:
            log.append(some_key(driver, chance))
            await driver.press(log[-1])
        if not driver.app.is_running:  # the palette has quit it
            assert driver.app.return_code == 0
            return
        await is_whole(driver)


async def reach(driver: Driver, keys: tuple[str, ...]) -> None:
    for key in keys:
        before = driver.app.screen
        await driver.press(key)
        if key not in _STAYING:
            await driver.until(lambda old=before: driver.app.screen is not old, key)  # type: ignore[misc]
        await driver.pilot.pause()


def own_keys(driver: Driver) -> Iterator[str]:
    """Yield the keys of the screen's own bindings, those that only stay on it first."""
    seen: set[str] = set()
    for kind in type(driver.app.screen).__mro__:
        for binding in vars(kind).get("BINDINGS", ()):
            if isinstance(binding, Binding) and binding.action.split("(")[0] not in _LEAVING:
                seen.update(map(str.strip, binding.key.split(",")))
    yield from sorted(seen - {"ctrl+c", "ctrl+q"})


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("size", [(60, 20), pytest.param((120, 40), marks=pytest.mark.slow)])
async def test_every_key_of_every_screen_is_survived(
    name: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tree, keys = SCREENS[name]
    async with running(tree, size=size) as driver:
        await reach(driver, keys)
        kind = type(driver.app.screen)
        for key in list(own_keys(driver)):
            if type(driver.app.screen) is not kind:
                break
            await driver.press(key)
            await driver.pilot.pause()
            await is_whole(driver)
            for _ in range(3):
                if type(driver.app.screen) is kind or len(driver.app.screen_stack) < 3:
                    break
                await driver.press("escape")
                await driver.pilot.pause()
                await is_whole(driver)


@pytest.mark.parametrize("presses", [13, pytest.param(150, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [*sampled(1, WALKED), *ordinarily(0, OTHERS)])
async def test_a_walk_over_keys_and_sizes_breaks_nothing(
    name: str, presses: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tree, keys = PLACES[name]
    seed = random.Random(name).randrange(1000)
    log: list[str] = []
    try:
        async with running(tree, size=(100, 30)) as driver:
            await reach(driver, keys)
            await walk(driver, seed, presses, log)
    except BaseException:
        print(f"seed {seed}:", " ".join(log))
        raise


@pytest.mark.parametrize(
    ("tree", "keys", "sentence"),
    [
        (DRAWN, ("backspace",), "This is the start of the search."),
        (DRAWN, ("home",), "This is the start of the search."),
        (DRAWN, ("p",), "This is the start of the search."),
        (DRAWN, ("end", "space"), "This is the end of the search."),
        (DRAWN, ("end", "n"), "This is the end of the search."),
        (DRAWN, ("end", "end"), "This is the end of the search."),
        (DRAWN, ("x",), "x answers a question: A asks before each possible cut-off."),
        (TREES["minimax"], ("x",), "Minimax cuts nothing off; r chooses another search."),
        (DRAWN, ("A", "c", "i"), "The arrows go to a branch, x crosses it out."),
        (DRAWN, ("A", "c", "y"), "That would tell the answer; ↵ answers, space passes"),
        (DRAWN, ("enter",), "↵ stays at the node that is looked at; i looks around."),
        (DRAWN, ("i", "enter"), "The search has no step at this node, where it could stay."),
        (DRAWN, ("ctrl+r",), "This tree is from no file that could be read again."),
        (DRAWN, ("d", "enter", "home"), "This is the start of both searches."),
        (DRAWN, ("d", "enter", "end", "space"), "This is the end of both searches."),
        (DRAWN, ("d", "enter", "tab"), "Both sides are shown."),
        (CLAIMED, ("c", "w", "7", "enter"), "does not need this leaf: ↵ keeps no value"),
        (CLAIMED, ("c", "w", "backspace"), "Nothing is typed that could be taken back."),
        ("[[3 x] [1 2]]", ("w", "space"), "Only a leaf that is pruned can be read instead."),
        (
            "[[3 12] [2 4]]",
            ("end", "i", "down", "down", "w", "enter"),
            "Only an unknown leaf takes a value",
        ),
        (DRAWN, ("P", "pagedown"), "This question is open; ↵ checks what is written"),
        (DRAWN, ("P", "f3", "f2"), "This question is answered; space goes on to the next one."),
        (DRAWN, ("P", "f3", "tab"), "This question is answered; space goes on to the next one."),
        ("[[3 12] [2 4]]", ("W", "delete"), "Nothing is written here that could be erased."),
        (DRAWN, ("W", "3", "ctrl+z"), "You are writing: ↵ writes it down, esc gives it up."),
    ],
)
async def test_a_key_that_does_nothing_says_why(
    tree: str, keys: tuple[str, ...], sentence: str
) -> None:
    async with running(tree, (100, 30)) as driver:
        for key in keys:
            await driver.press(key)
            await driver.pilot.pause()
        await driver.sees(sentence)


async def test_a_file_that_has_not_changed_is_not_read_again_without_a_word(
    tmp_path: Path,
) -> None:
    path = tmp_path / "my.tree"
    path.write_text("[[3 12] [2 4]]")
    async with running(path) as driver:
        await driver.press("ctrl+r")
        await driver.sees("my.tree has not changed on the disk.")
        path.unlink()
        await driver.press("ctrl+r")
        await driver.sees("my.tree is no longer on the disk; s saves the tree.")
