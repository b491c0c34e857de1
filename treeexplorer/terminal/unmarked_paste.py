"""Tells text that was pasted from keys by how fast it comes, where no terminal has marked it.

Terminals write a mark before and behind what is pasted. Some know no such marks, and the mark in
front is lost where the program was stopped in the middle of a paste. A megabyte of keys would keep
the program busy for a quarter of an hour.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

PASTE_BEGINS: Final = "\x1b[200~"
PASTE_ENDS: Final = "\x1b[201~"
_KEYS_PER_SECOND: Final = 100
"""More than a person types, and more than a key repeats that is held down."""
_MANY_AT_ONCE: Final = 100
"""Nobody types so much while the terminal is not read, but a program may send it."""
_MAX_EXCESS: Final = 2000
"""So many characters more than can be typed are a paste."""
_PAUSE_SECONDS: Final = 0.5
"""A paste goes on after a shorter pause."""


class UnmarkedPaste:
    r"""Marks text that comes faster than keys.

    Many characters that come at once are kept back for a moment: they are a paste when more follow,
    and keys, which a program sent, when none do.

    Args:
        clock: The time in seconds.

    Attributes:
        is_open: Whether a paste has begun that has not ended yet.

    Example:
        >>> unmarked = UnmarkedPaste()
        >>> unmarked.take("keys")
        'keys'
        >>> unmarked.take("[3 12] " * 500)[:10]
        '\x1b[200~[3 1'
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.is_open = False
        self._clock = clock
        self._last_time = clock()
        # How many characters more have come than a person could have typed meanwhile.
        self._excess_characters = 0.0
        # Characters that may be keys or the beginning of a paste.
        self._kept_text = ""

    @property
    def is_waiting(self) -> bool:
        """Whether text is kept back that may be keys."""
        return bool(self._kept_text)

    def take(self, text: str) -> str:
        """Take text that has come; return what is passed on.

        The *excess* is how many characters more have come than a person could have typed. Here five
        texts of 500 characters, which might be a paste, come at once::

            text      excess    is passed on
            first     500       nothing: it is kept back
            second    1000      nothing
            third     1500      nothing
            fourth    2000      the mark of a paste, then the first text to the fourth
            fifth               the fifth text, since it is in the paste

        A text of less than 100 characters that does not begin a paste is taken for keys: it is
        passed on at once, behind what was kept back before it.

        Args:
            text: Characters that have come at once.
        """
        seconds_since_last_text = self._measure_time_since_last_text()  # in a paste, too
        if self.is_open:
            return text

        self._excess_characters = self._compute_excess(seconds_since_last_text, len(text))
        self._kept_text += text
        if self._excess_characters >= _MAX_EXCESS:
            return self._begin_paste()

        may_begin_paste = len(text) >= _MANY_AT_ONCE
        if may_begin_paste:
            return ""
        return self._release_kept_text()

    def _measure_time_since_last_text(self) -> float:
        """Return the seconds since the last text, and begin to measure anew from this one."""
        now = self._clock()
        seconds = now - self._last_time
        self._last_time = now
        return seconds

    def _compute_excess(self, seconds_since_last_text: float, characters: int) -> float:
        """Compute how many characters more have come than a person could have typed.

        Each character adds 1, and each second takes away the 100 that can be typed in it, as far as
        0. For example 500 characters, and a second later 300: 500, then 400 + 300.
        """
        typeable_characters = seconds_since_last_text * _KEYS_PER_SECOND
        excess_before = max(0.0, self._excess_characters - typeable_characters)
        return excess_before + characters

    def pause(self) -> str:
        """Return what is passed on when nothing has come for a moment: keys, or a paste's end."""
        if not self.is_open:
            return self._release_kept_text()
        is_over = self._clock() - self._last_time >= _PAUSE_SECONDS
        return self.leave() if is_over else ""

    def leave(self) -> str:
        """Return what is passed on before something that is no text: keys, or a paste's end."""
        if not self.is_open:
            return self._release_kept_text()
        self.is_open = False
        return PASTE_ENDS

    def end(self) -> str:
        """Return what is passed on at the mark of an end: what was kept back has been pasted."""
        beginning = self._begin_paste() if self._kept_text else ""
        self._excess_characters = 0.0  # what comes now is no part of the paste
        return beginning + self.leave()

    def _begin_paste(self) -> str:
        """Begin a paste; return its mark and what was kept back, which is its beginning."""
        self.is_open = True
        self._excess_characters = _MAX_EXCESS
        return PASTE_BEGINS + self._release_kept_text()

    def _release_kept_text(self) -> str:
        """Return what was kept back, and keep it back no more."""
        text = self._kept_text
        self._kept_text = ""
        return text
