"""The terminal's edge: whatever a terminal sends is survived, whatever fails is one sentence.

Textual decodes keys strictly and believes every report of the terminal. Here all input passes
through :class:`Cleaner` first, and what Textual's reader fails on all the same costs that piece of
input alone.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import re
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from textual.driver import Driver

from treeexplorer.text import safe

_ESCAPE: Final = "\x1b"
_SEQUENCE: Final = re.compile(r"\x1b\[([0-9:;<=>?]*)([ -/]*)([@-~])")
_SEQUENCE_OR_ESCAPE: Final = re.compile(rf"{_SEQUENCE.pattern}|\x1b")
_PASTE_BEGINS, _PASTE_ENDS = "\x1b[200~", "\x1b[201~"
_BEGUN: Final = re.compile(r"\x1b(\[[0-9:;<=>?]{0,64}[ -/]{0,4})?\Z")
_STRING: Final = re.compile(r"\x1b[P\]X^_][^\x1b\x07]{0,4096}(?:\x1b\\|\x07)")
_STRING_BEGUN: Final = re.compile(r"\x1b[P\]X^_][^\x1b\x07]{0,4096}\x1b?\Z")
_MOST_DIGITS: Final = 10
_LARGEST_SCREEN: Final = 5000
_LARGEST_PLACE: Final = 65_535
_POLL_SECONDS: Final = 0.1
_SEQUENCE_SECONDS: Final = 0.02
_MOST_READ: Final = 4096
_END_SECONDS: Final = 10
_ENDINGS_OF_KEYS: Final = frozenset("u~ABCDEFHPQRS")


class Cleaner:
    r"""Turns the bytes that a terminal sends into text that Textual's parser takes.

    Bytes that are no UTF-8 become replacement characters. Reports with numbers that cannot be (a
    screen without pixels, a key beyond Unicode) are left out, and so are strings that answer a
    question nobody asked, which would be typed as keys. So are sequences in a paste, which Textual
    would take for hundreds of thousands of keys.

    Example:
        >>> cleaner = Cleaner()
        >>> cleaner.feed(b"caf\xe9 \x1b[1114112ux")
        'caf� x'
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._begun = ""
        self._is_pasting = False

    def feed(self, data: bytes) -> str:
        """Return what is complete of the input so far."""
        text = _STRING.sub("", self._begun + self._decoder.decode(data))
        begun = _STRING_BEGUN.search(text) or _BEGUN.search(text)
        self._begun = begun[0] if begun else ""
        if begun:
            text = text[: begun.start()]
        return _SEQUENCE_OR_ESCAPE.sub(self._kept, text)

    def _kept(self, match: re.Match[str]) -> str:
        """Return a sequence, or nothing where it is pasted or its numbers cannot be."""
        if match[0] == _PASTE_ENDS:
            self._is_pasting = False
            return match[0]
        if self._is_pasting:
            return ""
        self._is_pasting = match[0] == _PASTE_BEGINS
        return match[0] if match[0] == _ESCAPE else _checked(match)

    @property
    def is_waiting(self) -> bool:
        """Whether a sequence was begun that has not ended yet, and that may be a key."""
        return bool(self._begun) and not self._is_pasting

    def flush(self) -> str:
        """Return a sequence that was begun and not ended in time; a paste is waited for."""
        if self._is_pasting:
            return ""
        text, self._begun = self._begun, ""
        return text


def _checked(match: re.Match[str]) -> str:
    """Return a sequence, or nothing where its numbers cannot be."""
    parameters, _, ending = match.groups()
    values = [int(number[:_MOST_DIGITS]) for number in re.findall(r"\d+", parameters)]
    largest = max(values, default=0)
    if ending == "t":
        is_possible = largest <= _LARGEST_SCREEN and 0 not in values
    elif ending in "mM":
        is_possible = largest <= _LARGEST_PLACE
    elif ending in _ENDINGS_OF_KEYS:
        is_character = not any(0xD800 <= value <= 0xDFFF for value in values)
        is_possible = is_character and largest <= sys.maxunicode and ":" not in parameters
    else:
        is_possible = all(len(str(value)) < _MOST_DIGITS for value in values)
    return match[0] if is_possible else ""


def driver_class(end: Callable[[int], None]) -> type[Driver] | None:
    """Return the driver for this system; ``None`` for Textual's own choice.

    ``end`` ends the app with an exit status; it is called when the system asks for that.
    """
    if sys.platform == "win32":
        return None
    import termios

    from textual.drivers.linux_driver import LinuxDriver

    class SturdyDriver(LinuxDriver):
        """Textual's driver with a pipe before it, into which clean input is written."""

        def start_application_mode(self) -> None:
            super().start_application_mode()  # type: ignore[no-untyped-call]
            # Textual gives the terminal back within the signal, which may have interrupted whoever
            # holds the lock of what is to be written; no key stops the program here.
            signal.signal(signal.SIGTSTP, signal.SIG_IGN)
            signal.signal(signal.SIGCONT, signal.SIG_DFL)
            end_on_signals(end, self._give_back)

        def _give_back(self) -> None:
            if self.attrs_before is not None:
                with suppress(termios.error):
                    termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)

        def run_input_thread(self) -> None:
            """Read input until the program ends, whatever comes."""
            terminal = self.fileno
            clean, into = os.pipe()
            self.fileno = clean
            pump = threading.Thread(
                target=_pump,
                args=(terminal, into, self.exit_event, self._hang_up),
                name="input-cleaner",
                daemon=True,
            )
            pump.start()
            try:
                while not self.exit_event.is_set():
                    # What is not understood costs that piece of input, never the program.
                    with suppress(Exception):
                        super().run_input_thread()
            finally:
                self.fileno = terminal
                os.close(clean)  # a pump that waits for room in the pipe is told that nobody reads
                pump.join()

        def _hang_up(self) -> None:
            """Do what a terminal does that is closed; not every one sends the signal itself."""
            if self.input_tty and not self.exit_event.is_set():
                os.kill(os.getpid(), signal.SIGHUP)

    return SturdyDriver


def _pump(terminal: int, into: int, is_over: threading.Event, hang_up: Callable[[], None]) -> None:
    """Write what a terminal sends into a pipe, clean, until it is over or the terminal closed."""
    cleaner = Cleaner()
    try:
        while not is_over.is_set():
            seconds = _SEQUENCE_SECONDS if cleaner.is_waiting else _POLL_SECONDS
            ready, _, _ = select.select([terminal], [], [], seconds)
            if not ready:
                _write(into, cleaner.flush())
                continue
            data = os.read(terminal, _MOST_READ)
            if not data:
                hang_up()
                return
            _write(into, cleaner.feed(data))
    except OSError:
        hang_up()
    finally:
        is_over.wait()
        os.close(into)


def _write(into: int, text: str) -> None:
    data = text.encode("utf-8", "replace")
    while data:
        data = data[os.write(into, data) :]


def end_on_signals(end: Callable[[int], None], restore: Callable[[], None]) -> None:
    """Call a function, with the exit status, when the system asks the program to end.

    Must be called in a running event loop. That does not get on where the terminal takes no output
    any more; the program ends some seconds later all the same, when ``restore`` has been called.
    """
    loop = asyncio.get_running_loop()

    def end_at_last(status: int) -> None:
        time.sleep(_END_SECONDS)
        restore()
        os._exit(status)

    def handler(number: int, _frame: object) -> None:
        status = 128 + number
        with suppress(RuntimeError):  # the loop is closed: the program ends already
            loop.call_soon_threadsafe(end, status)
        threading.Thread(target=end_at_last, args=(status,), daemon=True).start()

    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, handler)


def failure_in(printed: str) -> str:
    """Return what failed and where, of what an app's error console was given; empty for nothing.

    The failure stands below the last frame of a traceback, on several lines where it is long; its
    place is the last one in our own code.
    """
    if not printed.strip():
        return ""
    _, _, below = printed.rpartition("╯")
    failure = safe(" ".join(below.split()))[:200]
    places = re.findall(r"treeexplorer/(?:\w+/)*(\w+\.py):(\d+)", printed)
    place = f", {places[-1][0]} line {places[-1][1]}" if places else ""
    return f"treeexplorer stopped because of a mistake of its own ({failure}{place})"
