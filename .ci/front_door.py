"""Runs the README's first command lines as they are written there: `front_door.py open` or `test`.

`open` runs the first line in a pseudo-terminal and looks at what a person would see: the gallery,
whose first tree `enter` opens at step 0, and `q` leaves. `test` runs the second line. Nothing but
Python is needed; on Windows, whose lines are those for `cmd`, `open` needs pywinpty.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IS_WINDOWS = sys.platform == "win32"
SECONDS = 900  # most of them for installing
SECONDS_TO_END = 60
COLUMNS = 80
LINES = 24
GALLERY = ("explore game trees", "▲")
"""What is on the screen when the gallery stands: its heading, and the tree that is selected."""
EXPLORER = ("▲", "▽", "step 0/")
"""What is on the screen when the explorer stands: MAX, MIN, and the counter."""
KEYS = ((GALLERY, "\r"), (EXPLORER, "q"))
"""The keys that a person presses, each when something is there to be seen."""

_CONTROLS = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_=>])")


def readme_lines() -> list[str]:
    """Return the command lines of the README's first block for this system."""
    language = "bat" if IS_WINDOWS else "sh"
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return text.split(f"```{language}\n")[1].split("```")[0].splitlines()


class Watched:
    """What a program prints into a terminal, shown as it comes, and what of it can be read."""

    def __init__(self) -> None:
        self._printed = ""

    def add(self, text: str) -> None:
        """Take what was printed."""
        self._printed += text

    @property
    def text(self) -> str:
        """What was printed, without what a terminal obeys."""
        return _CONTROLS.sub("", self._printed)

    def shows(self, signs: Sequence[str]) -> bool:
        """Tell whether all of these are there to be seen."""
        return all(sign in self.text for sign in signs)


def open_on_posix(line: str, watched: Watched) -> int:
    """Run a line in a pseudo-terminal, press the keys, and return the exit status."""
    import fcntl
    import pty
    import select
    import struct
    import termios

    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LANG="C.UTF-8")
        os.execv("/bin/sh", ["sh", "-c", line])  # noqa: S606 - a line for a shell
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))

    def read() -> str | None:
        if not select.select([terminal], [], [], 1)[0]:
            return ""
        try:
            return os.read(terminal, 65_536).decode("utf-8", "replace") or None
        except OSError:  # the program has ended
            return None

    watch(watched, read, lambda key: os.write(terminal, key.encode()))
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def open_on_windows(line: str, watched: Watched) -> int:
    """Run a line in a pseudo-terminal, press the keys, and return the exit status."""
    from winpty import PtyProcess  # type: ignore[import-not-found]

    process = PtyProcess.spawn(f'cmd /c "{line}"', dimensions=(LINES, COLUMNS))

    def read() -> str | None:
        try:
            return str(process.read(65_536))
        except EOFError:
            return None

    watch(watched, read, process.write)
    return int(process.wait())


def watch(watched: Watched, read: Callable[[], str | None], press: Callable[[str], object]) -> None:
    """Read what a program prints until it ends; press each key when it is time for it.

    Args:
        watched: What is printed goes there.
        read: Returns what has come within a second, and ``None`` at the end.
        press: Presses a key.
    """
    keys = list(KEYS)
    deadline = time.monotonic() + SECONDS
    while (text := read()) is not None:
        watched.add(text)
        if keys and watched.shows(keys[0][0]):
            press(keys.pop(0)[1])
            deadline = time.monotonic() + SECONDS_TO_END
        if time.monotonic() > deadline:
            raise TimeoutError("no tree was opened" if keys else "the program does not end")


def main() -> None:
    """Run one of the two lines."""
    first, second = readme_lines()
    if sys.argv[1:] == ["test"]:
        sys.exit(subprocess.run(second, shell=True, cwd=ROOT, check=False).returncode)  # noqa: S602 - a line for a shell
    os.chdir(ROOT)
    watched = Watched()
    try:
        status = open_on_windows(first, watched) if IS_WINDOWS else open_on_posix(first, watched)
    except TimeoutError as error:
        sys.exit(f"{watched.text[-3000:]}\n{first}\n{error}")
    if status != 0 or not watched.shows(EXPLORER):
        sys.exit(f"{watched.text[-3000:]}\n{first}\nended with status {status}")
    print(f"{first}\nopened a tree, and `q` left it")


if __name__ == "__main__":
    main()
