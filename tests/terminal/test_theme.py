"""What means different things looks different."""

from __future__ import annotations

import math
import re
from itertools import combinations
from typing import Final

import pytest
from rich.style import Style
from textual.strip import Strip
from textual.theme import BUILTIN_THEMES, Theme
from textual.widgets import OptionList

from tests.drawing.test_colours import READABLE, contrast
from tests.terminal.driving import running, strips_of
from treeexplorer.drawing.colours import DARK, LIGHT, Colours
from treeexplorer.drawing.styled_text import TextStyle
from treeexplorer.settings import Settings
from treeexplorer.terminal.panels.status import Track, render_track
from treeexplorer.terminal.theme import (
    DARK_THEME,
    FEW_COLOURS_THEMES,
    LIGHT_THEME,
    Styles,
    own_themes,
    styles_of,
)

DISTINCT_TEXTS = ("text", "max", "min", "decided", "cut")
DISTINCT_SURFACES = ("ground", "max_card", "min_card", "cut_surface", "news")
FAR_APART = 15.0  # the least distance of two text colours that mean different things (CIE 1976 ΔE)
APART = 6.0  # and of two surfaces

SEEN = 3.0  # the least contrast of a line that is no text (WCAG 2.x, 1.4.11)
_MAGENTA = {5, 13}
FEW_COLOURS = next(name for name in FEW_COLOURS_THEMES if name in BUILTIN_THEMES)


def lab(colour: str) -> tuple[float, float, float]:
    """Return a colour in CIE L*a*b* under D65, worked out on its own."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    ]
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    whites = (0.9505, 1.0, 1.089)
    x, y, z = (
        sum(a * b for a, b in zip(row, linear, strict=True)) / white
        for row, white in zip(rows, whites, strict=True)
    )
    f = [t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z)]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def distance(one: str, other: str) -> float:
    pairs = zip(lab(one), lab(other), strict=True)
    return math.sqrt(sum((a - b) ** 2 for a, b in pairs))


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("roles", [DISTINCT_TEXTS, DISTINCT_SURFACES], ids=["texts", "surfaces"])
def test_roles_are_told_apart(palette: Colours, roles: tuple[str, ...]) -> None:
    least = FAR_APART if roles is DISTINCT_TEXTS else APART
    for one, other in combinations(roles, 2):
        apart = distance(getattr(palette, one), getattr(palette, other))
        assert apart >= least, f"{one} and {other}: {apart:.1f}"


ROLES = [
    "bold on_cut on cut_surface",
    "max",
    "min",
    "decided",
    TextStyle.PRUNED,
    "ghost",
    "text",
    "strong",
]


def test_sixteen_colours_keep_every_role_apart() -> None:
    styles = styles_of(BUILTIN_THEMES[FEW_COLOURS])
    assert len({str(styles.rich(role)) for role in ROLES}) == len(ROLES)
    assert all(
        style.color is None or style.color.is_default or style.color.number is not None
        for style in map(styles.rich, ROLES)
    )


def test_in_sixteen_colours_no_role_of_a_drawing_is_lost_on_its_ground() -> None:
    styles = styles_of(BUILTIN_THEMES[FEW_COLOURS])
    for role in TextStyle:
        style = styles.rich(role)
        same = style.color is not None and style.color == style.bgcolor
        is_blank = role.startswith("ground on ")
        assert is_blank or not same, role
        is_dark = style.color is not None and style.color.name == "black"
        assert is_blank or not is_dark or style.bgcolor is not None, role


def test_without_colour_attributes_tell_what_matters() -> None:
    styles = styles_of(BUILTIN_THEMES[FEW_COLOURS], no_color=True)
    for name in [*ROLES, "on_news on news", "text on current", "ground on min", "max on max_card"]:
        style = styles.rich(name)
        assert style.color is None, name
        assert style.bgcolor is None, name
    shown = [
        styles.rich(name) for name in ("on_cut on cut_surface", "text", "ghost", TextStyle.PRUNED)
    ]
    assert len({str(style) for style in shown}) == 4
    assert shown[0].reverse
    assert shown[3].strike


@pytest.mark.parametrize("is_dark", [True, False], ids=["dark", "light"])
@pytest.mark.parametrize("role", ["ghost", "bold cut", "pruned", "quiet", "text", "max", "min"])
def test_everything_on_the_current_row_can_be_read(role: str, is_dark: bool) -> None:
    style = Styles(is_dark, few=False, none=False).rich(f"{role} on current")
    assert contrast_of(style) >= READABLE


_OPENING: Final = {*"wdresPWKS", "colon", "slash", "question_mark", "ctrl+o"}
"""The keys that open another screen."""
_LETTERS: Final = re.compile(r"\w")
_LINES: Final = re.compile("[\u2500-\u2570\u258f]")
"""Box drawing and the borders of an icicle, without the diagonals, which hatch what is pruned."""


@pytest.mark.parametrize(
    "keys",
    [
        (), ("c",), ("c", "i"), ("c", "y"), ("c", "w"), ("d", "enter", "c"), ("r",), ("e",),
        ("colon",), ("slash",), ("s",), ("P",), ("W",), ("K",), ("S",), ("question_mark",),
        ("A", "c"), ("c", "t"), ("c", "t", "t"), ("ctrl+o",),
    ],
)  # fmt: skip
async def test_every_word_and_line_on_every_screen_can_be_read(keys: tuple[str, ...]) -> None:
    tree = "[[[3 12] [8 /2]] [[4 6] [14 5]]]"
    async with running(tree, (100, 30), Settings(theme=DARK_THEME)) as driver:
        await driver.press(*keys)
        if _OPENING.intersection(keys):
            await driver.until(lambda: driver.app.screen is not driver.explorer, "another screen")
        painted: list[list[Strip]] = []
        for theme in (DARK_THEME, LIGHT_THEME):
            driver.app.theme = theme
            await driver.pilot.pause()
            painted.append(strips_of(driver.app))
            check_contrasts(painted[-1], theme)
        assert painted[0] != painted[1]


_PAPER: Final = "7[(3,5)4[3 /12 8] <=2[2 4 /6] 2[14 5 2]]"
_CHANCE: Final = "[chance[0.5*3 0.5*[2 8]] chance[0.9*5 0.1*-3]]"


@pytest.mark.parametrize(
    ("tree", "keys"),
    [
        (_PAPER, ("K",)), (_PAPER, ("K", "y")), (_PAPER, ("K", "b", "t")), (_PAPER, ("W", "M")),
        (_PAPER, ("c", "w", "right")), (_PAPER, ("d", "enter", "d")), (_CHANCE, ("end",)),
        ("[[3 x] [2 y]]", ("end",)),
    ],
)  # fmt: skip
async def test_every_word_and_line_of_marks_and_panes_can_be_read(
    tree: str, keys: tuple[str, ...]
) -> None:
    async with running(tree, (160, 50), Settings(theme=LIGHT_THEME)) as driver:
        for key in keys:
            await driver.press(key)
            await driver.pilot.pause()
        for theme in (LIGHT_THEME, DARK_THEME):
            driver.app.theme = theme
            await driver.pilot.pause()
            check_contrasts(strips_of(driver.app), theme)


def check_contrasts(strips: list[Strip], theme: str) -> None:
    """Fail unless each text and each line of a drawing has enough contrast to its ground."""
    for strip in strips:
        for text, style, _ in strip:
            if style and _LETTERS.search(text):
                assert contrast_of(style) >= READABLE, (theme, text)
            elif style and _LINES.search(text):
                assert contrast_of(style) >= SEEN, (theme, text)


@pytest.mark.parametrize("theme", [DARK_THEME, LIGHT_THEME])
@pytest.mark.parametrize("key", ["ctrl+o", "slash", "equals_sign", "s"])
async def test_the_grounds_of_a_dialog_are_those_of_the_palette(key: str, theme: str) -> None:
    palette = DARK if theme == DARK_THEME else LIGHT
    async with running("[[3 12] 8]", (100, 30), Settings(theme=theme)) as driver:
        await driver.press(key)
        await driver.until(lambda: driver.app.screen is not driver.explorer, "the dialog")
        await driver.pilot.pause()
        for strip in strips_of(driver.app):
            for text, style, _ in strip:
                if style and style.bgcolor:
                    assert style.bgcolor.get_truecolor().hex.upper() in palette, text


@pytest.mark.parametrize("theme", own_themes()[:2], ids=["dark", "light"])
@pytest.mark.parametrize("state", ["", "-hover", "-active"])
def test_how_far_one_has_scrolled_is_seen(state: str, theme: Theme) -> None:
    bar = theme.variables[f"scrollbar{state}"]
    track = theme.variables[f"scrollbar-background{state}"]
    assert contrast(bar, track) >= SEEN


@pytest.mark.parametrize("is_dark", [True, False], ids=["dark", "light"])
def test_all_of_the_timeline_is_seen(is_dark: bool) -> None:
    styles = Styles(is_dark, few=False, none=False)
    for _, role in render_track(Track(3, 0, 9, (2, 5)), 40):
        assert not role or contrast_of(styles.rich(role)) >= SEEN


def contrast_of(style: Style) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    return contrast(style.color.get_truecolor().hex, style.bgcolor.get_truecolor().hex)


@pytest.mark.parametrize("keys", ["c", "cw", "d", "s", "P", "W", "r", "t", "ci"])
async def test_no_magenta_in_sixteen_colours(keys: str) -> None:
    async with running(
        "[[[3 12] [8 2]] [[4 6] [14 5]]]", settings=Settings(theme=FEW_COLOURS)
    ) as driver:
        await driver.press(*keys)
        await driver.pilot.pause()
        styles = [style for strip in strips_of(driver.app) for _, style, _ in strip if style]
        colours = {each.number for style in styles for each in (style.color, style.bgcolor) if each}
        assert not colours & _MAGENTA


@pytest.mark.parametrize(
    "keys",
    ["", "c", "cy", "cw", "d", "P", "W", "r", "K", "ct", "ctt", "ci", "Ac", "Acx", ":", ":w"],
)
async def test_ascii_is_all_that_is_written(keys: str) -> None:
    tree = "[[[3 12] [8 /2]] [[4 6] [14 5]]]"
    async with running(tree, (100, 30), ascii_only=True) as driver:
        await driver.press(*keys)
        await driver.pilot.pause()
        assert driver.text.isascii(), [text for text in driver.lines if not text.isascii()]


@pytest.mark.parametrize("no_color", [False, True], ids=["sixteen", "none"])
@pytest.mark.parametrize("keys", ["c", "cct", "cctt", "cw", "d", "end"])
async def test_no_line_of_a_drawing_is_struck_or_underlined(
    keys: str, no_color: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    tree = "[[[3 12] [8 2]] [[4 6] [14 5]]]"
    async with running(tree, (100, 30), Settings(theme=FEW_COLOURS)) as driver:
        await driver.press(*keys)
        await driver.pilot.pause()
        assert driver.app.no_color == no_color
        for strip in strips_of(driver.app):
            for text, style, _ in strip:
                if style and (style.strike or style.underline):
                    assert not _LINES.search(text), text


@pytest.mark.parametrize("keys", ["s", "d", ":why"])
async def test_without_colours_the_row_that_enter_chooses_is_marked(
    keys: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running("[[3 12] [8 2]]", (100, 30)) as driver:
        await driver.press(*keys)
        await driver.until(lambda: bool(driver.app.screen.query(OptionList)), "a list")
        choices = driver.app.screen.query_one(OptionList)
        await driver.until(lambda: choices.highlighted == 0, "its first row")
        await driver.until(lambda: choices.option_count > 1, "its other rows")
        await driver.pilot.pause()
        region = choices.scrollable_content_region
        chosen, *_, last = strips_of(driver.app)[region.y : region.bottom]
        margin = (region.right - 2, region.right)  # what is found is underlined in other rows, too
        assert all(style and style.underline for _, style, _ in chosen.crop(*margin))
        assert not any(style and style.underline for _, style, _ in last.crop(*margin))


async def test_in_sixteen_colours_the_cells_of_an_icicle_are_told_by_signs() -> None:
    tree = "[[[3 12] [8 2]] [[4 6] [14 5]]]"
    async with running(tree, (100, 30), Settings(theme=FEW_COLOURS)) as driver:
        await driver.press("c", "t", "t")
        for text in ("━━ ▲ root ━━", "━  path", "▪▪ decided", "** new", "·· to come"):
            await driver.sees(text)
        assert "█" not in driver.text  # it would be black where the surface is reversed
