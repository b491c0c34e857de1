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

        The *excess* is how many characters more have come than a person could have typed: each
        character adds 1, and each second takes away the 100 that can be typed in it, down to 0.
        Here texts of 500 characters come at once, the second one a second after the first::

            text      excess           is passed on
            first     500              nothing: it is kept back, as it may begin a paste
            second    400 + 500        nothing
            third     900 + 500        nothing
            fourth    1400 + 500       nothing
            fifth     1900 + 500       the mark of a paste, then the first text to the fifth,
                                       as 2000 are a paste
            sixth                      the sixth text, since it is in the paste

        A text of less than 100 characters that does not begin a paste is taken for keys: it is
        passed on at once, behind what was kept back before it.

        Args:
            text: Characters that have come at once.
        """
        now = self._clock()
        seconds_since_last_text = now - self._last_time
        self._last_time = now  # in a paste, too: a pause ends it
        if self.is_open:
            return text

        typeable_characters = seconds_since_last_text * _KEYS_PER_SECOND
        self._excess_characters = max(0.0, self._excess_characters - typeable_characters)
        self._excess_characters += len(text)
        self._kept_text += text

        is_paste = self._excess_characters >= _MAX_EXCESS
        may_begin_paste = len(text) >= _MANY_AT_ONCE
        if is_paste:
            return self._begin_paste()
        if may_begin_paste:
            return ""
        return self._release_kept_text()

    def pause(self) -> str:
        """Return what is passed on when nothing has come for a moment: keys, or a paste's end."""
        is_between_parts_of_paste = (
            self.is_open and self._clock() - self._last_time < _PAUSE_SECONDS
        )
        return "" if is_between_parts_of_paste else self.finish()

    def finish(self) -> str:
        """End what may be a paste; return what is passed on before anything else comes.

        - Of a paste that is open: the mark of its end.
        - Of text that was kept back as it might have begun one: that text, which was typed.
        - Else nothing.
        """
        if self.is_open:
            self.is_open = False
            return PASTE_ENDS
        return self._release_kept_text()

    def finish_at_mark(self) -> str:
        """End a paste of which the terminal has marked the end; return what is passed on of it.

        Text that was kept back is the whole paste then: it is passed on between two marks.
        """
        beginning = self._begin_paste() if self._kept_text else ""
        self._excess_characters = 0.0  # what comes now is no part of the paste
        return beginning + self.finish()

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
