"""Makes the pictures and the page of the README, in one command after the screen has changed.

    python -m tests.readme_pictures

The film and the paper are painted from the program's own screen, the answer of `verify` from what
it prints; the site is taken in Chromium. Needs Pillow, DejaVu Sans Mono and Chromium.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final, NamedTuple, cast

from PIL import Image
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tests.pictures import painted
from tests.terminal.driving import Driver, running, strips_of
from tests.web.pictures import site_in_browser, take
from treeexplorer.settings import Settings
from treeexplorer.terminal.theme import DARK_THEME

ROOT: Final = Path(__file__).parents[1]
PICTURES: Final = ROOT / ".pictures"
SIZE: Final = (100, 30)
COLOURS: Final = 128

PAPER: Final = """\
@title The first two cut-offs, a paper
8[a:8[6[1 5 6] b:>=8[8 /7 /3]] c:<=4[4 /9]]
"""
"""MIN takes the larger value at a; the root follows from it, and all the rest is right."""

VERIFY: Final = ("verify", "--", "python", "examples/my_alphabeta.py")
COMMAND: Final = Style.parse("bold #FFFFFF on #0E1117")
ANSWER: Final = Style.parse("#D5DCE8 on #0E1117")
KEY: Final = Style.parse("bold #0E1117 on #FFF3B0")


class Scene(NamedTuple):
    """A part of the film: a key that is pressed some times, and how long each is looked at."""

    key: str
    times: int
    seconds: float
    shows: str


class Frame(NamedTuple):
    """A picture of the film, and how long it is looked at."""

    picture: Image.Image
    seconds: float


GALLERY_STEPS: Final = 4
GALLERY_SECONDS: Final = 0.6
FILM: Final = (
    Scene("enter", 1, 3.0, "step 0/"),
    Scene("space", 3, 1.2, "step 3/"),
    Scene("c", 1, 5.0, "CUT-OFF"),
    Scene("w", 1, 2.0, "TRY IT"),
    Scene("right", 5, 0.4, "TRY IT"),
    Scene("left", 10, 0.3, "TRY IT"),
)
"""What follows the gallery: three steps, the first cut-off, and a pruned leaf that is turned."""


async def film() -> list[Frame]:
    """Return the film: a first look at the program."""
    frames = []
    async with running(None, SIZE, Settings(theme=DARK_THEME)) as driver:
        for _ in range(GALLERY_STEPS):
            frames.append(Frame(picture_of(driver, ""), GALLERY_SECONDS))
            await driver.pilot.pause(GALLERY_SECONDS)
        for scene in FILM:
            for _ in range(scene.times):
                await driver.press(scene.key)
                await driver.pilot.pause(0.3)
                frames.append(Frame(picture_of(driver, scene.key), scene.seconds))
            await driver.sees(scene.shows)
    return frames


def picture_of(driver: Driver, key: str) -> Image.Image:
    """Return the screen as a picture, with the key below it that was pressed."""
    pressed = Segment(f" {key} ", KEY if key else ANSWER)
    below = Strip([Segment(" ", ANSWER), pressed]).adjust_cell_length(SIZE[0], ANSWER)
    return painted([*strips_of(driver.app), below])


def save_film(frames: Sequence[Frame], path: Path) -> None:
    """Write the film in the colours that all of its pictures have together."""
    palette = commonest_colours([frame.picture for frame in frames])
    first, *others = (in_colours(frame.picture, palette) for frame in frames)
    milliseconds = [round(frame.seconds * 1000) for frame in frames]
    first.save(
        path, save_all=True, append_images=others, duration=milliseconds, loop=0, optimize=True
    )


def commonest_colours(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return a palette in which every surface has its own colour, and edges of letters a near one.

    Pillow's own palettes merge two surfaces that are nearly as dark.
    """
    pixels: Counter[tuple[int, ...]] = Counter()
    for picture in pictures:
        for count, colour in picture.getcolors(picture.width * picture.height) or ():
            pixels[cast("tuple[int, ...]", colour)] += count
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour, _ in pixels.most_common(COLOURS) for part in colour])
    return palette


def in_colours(picture: Image.Image, palette: Image.Image) -> Image.Image:
    """Return a picture in the colours of a palette."""
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


async def paper() -> Image.Image:
    """Return a marked paper with the reason of its mistake."""
    async with running(PAPER, SIZE, Settings(theme=DARK_THEME)) as driver:
        await driver.press("K")
        await driver.sees("right")
        await driver.press("y")
        await driver.pilot.pause(0.5)
        return painted(strips_of(driver.app))


def printed(*arguments: str) -> str:
    """Return what the program prints."""
    command = [sys.executable, "-m", "treeexplorer", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT).stdout


def answer_of_verify() -> Image.Image:
    """Return what `verify` says of the example's wrong line, as a terminal shows it."""
    strips = [terminal_line(f"$ treeexplorer {' '.join(VERIFY)}", COMMAND), terminal_line("")]
    for line in printed(*VERIFY).splitlines():
        strips += map(terminal_line, wrapped(line))
    return painted(strips)


def terminal_line(text: str, style: Style = ANSWER) -> Strip:
    """Return a line of a terminal, with a margin."""
    return Strip([Segment(f" {text} ", style)]).adjust_cell_length(SIZE[0], ANSWER)


def wrapped(line: str) -> list[str]:
    """Return a line in parts that fit into the terminal, broken between words."""
    room = SIZE[0] - 2
    return [line] if len(line) <= room else wrap(line, room)


def save(picture: Image.Image, path: Path) -> None:
    """Write a picture in its commonest colours."""
    in_colours(picture, commonest_colours([picture])).save(path, optimize=True)


async def main() -> None:
    """Make the pictures."""
    save_film(await film(), PICTURES / "explorer.gif")
    save(await paper(), PICTURES / "paper.png")
    save(answer_of_verify(), PICTURES / "verify.png")
    page = printed("export", "--to", "html", "6-8-1-5-6")
    (PICTURES / "6-8-1-5-6.html").write_text(page, "utf-8")
    with site_in_browser() as site:
        take(site, "index.html#step=12", (1200, 960, "dark"), PICTURES / "site.png")
    save(Image.open(PICTURES / "site.png").convert("RGB"), PICTURES / "site.png")
    for path in sorted(PICTURES.iterdir()):
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    asyncio.run(main())
