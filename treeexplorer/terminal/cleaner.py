"""The terminal's edge: whatever bytes a terminal sends become text that Textual's reader takes.

Textual decodes keys strictly and believes every report of the terminal. All input passes through
:class:`Cleaner` first.
"""

from __future__ import annotations

import codecs
import os
import re
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from treeexplorer.terminal.unmarked_paste import PASTE_BEGINS, PASTE_ENDS, UnmarkedPaste

_ESCAPE: Final = "\x1b"
_CTRL_Q: Final = "\x11"
_SEQUENCE: Final = re.compile(r"\x1b\[(?P<parameters>[0-9:;<=>?]*)[ -/]*(?P<ending>[@-~])")
"""A control sequence that has ended; its last character says what its parameters are."""
_PIECE: Final = re.compile(rf"{_SEQUENCE.pattern}|\x1b|\x11")
_QUITS: Final = frozenset({_CTRL_Q, "\x1b[113;5u"})  # the second under the kitty protocol
_MOST_PARAMETERS: Final = 64  # characters; no key and no report has more
_SEQUENCE_BEGUN: Final = re.compile(r"\x1b(\[[0-9:;<=>?]*[ -/]{0,4})?\Z")
_TOO_LONG: Final = re.compile(rf"\x1b\[[0-9:;<=>?]{{{_MOST_PARAMETERS + 1},}}[ -/]*[@-~]?")
_MOST_KEPT: Final = len("\x1b[") + _MOST_PARAMETERS + 1
_CONTROL_STRING: Final = re.compile(r"\x1b[P\]X^_][^\x1b\x07]{0,4096}(?:\x1b\\|\x07)")
_CONTROL_STRING_BEGUN: Final = re.compile(r"\x1b[P\]X^_][^\x1b\x07]{0,4096}\x1b?\Z")
_MOST_DIGITS: Final = 10
_LEAST_OF_TEN_DIGITS: Final = 1_000_000_000
_LARGEST_SCREEN: Final = 5000
_LARGEST_PLACE: Final = 65_535
_POLL_SECONDS: Final = 0.1
_SEQUENCE_SECONDS: Final = 0.02
_MOST_READ: Final = 4096
_ENDINGS_OF_KEYS: Final = frozenset("u~ABCDEFHPQRS")


class Cleaner:
    r"""Turns the bytes that a terminal sends into text that Textual's parser takes.

    Bytes that are no UTF-8 become replacement characters. Reports with numbers that cannot be (a
    screen without pixels, a key beyond Unicode) are left out, and so are strings that answer a
    question nobody asked, which would be typed as keys. So are sequences in a paste, which Textual
    would take for hundreds of thousands of keys. A paste that the terminal has not marked is.

    Args:
        clock: The time in seconds, by which a paste is told from keys.

    Attributes:
        quits: How often ``ctrl+q`` was typed.

    Example:
        >>> cleaner = Cleaner()
        >>> cleaner.feed(b"caf\xe9 \x1b[1114112ux")
        'caf� x'
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._begun = ""
        self._is_pasting = False
        self._unmarked = UnmarkedPaste(clock)
        self.quits = 0

    def feed(self, data: bytes) -> str:
        r"""Take more bytes; return the clean text of all that is complete so far.

        A sequence that is cut off at the end of the bytes is kept until the next call.

        Example:
            >>> cleaner = Cleaner()
            >>> cleaner.feed(b"a\x1b["), cleaner.feed(b"A")
            ('a', '\x1b[A')
        """
        text = _CONTROL_STRING.sub("", self._begun + self._decoder.decode(data))
        start = _start_of_begun(text)
        self._begun = _kept_of_begun(text[start:])
        return "".join(self._clean_pieces(_TOO_LONG.sub("", text[:start])))

    def _clean_pieces(self, text: str) -> Iterator[str]:
        """Yield what is passed on of plain text and of the pieces in it, in turn."""
        end = 0
        for match in _PIECE.finditer(text):
            yield self._take_plain(text[end : match.start()])
            yield self._note_and_clean(match)
            end = match.end()
        yield self._take_plain(text[end:])

    def _take_plain(self, text: str) -> str:
        """Return what is passed on of text without pieces: all, or what is not kept back."""
        if self._is_pasting or not text:
            return text
        return self._unmarked.take(text)

    def _note_and_clean(self, match: re.Match[str]) -> str:
        """Return what is passed on of a control sequence, ``esc`` or ``ctrl+q``.

        Notes where a paste begins and ends, and counts each ``ctrl+q`` that is typed.

        Args:
            match: The sequence, or the one character.
        """
        piece = match[0]
        if piece == PASTE_ENDS:
            return self._end_paste()
        if self._is_pasting:
            # Nothing is a key here: ctrl+q is passed on as text, and not counted.
            return piece if piece == _CTRL_Q else ""
        if self._unmarked.is_open:
            # A paste by its speed alone: so that one can always quit, ctrl+q is a key in it.
            counts_as_typed = piece in _QUITS or piece == PASTE_BEGINS
            if not counts_as_typed:
                return ""
        return self._pass_on_typed(match)

    def _pass_on_typed(self, match: re.Match[str]) -> str:
        """Return what is passed on of a piece that is typed, reported, or begins a paste.

        It ends a paste without marks. Before the piece stands the end of such a paste, or the text
        that was kept back since it might have begun one.
        """
        piece = match[0]
        if piece == PASTE_BEGINS:
            self._is_pasting = True
        if piece in _QUITS:
            self.quits += 1
        before = self._unmarked.leave()
        is_one_character = piece in {_ESCAPE, _CTRL_Q}
        if is_one_character or _has_possible_numbers(match):
            return before + piece
        return before

    def _end_paste(self) -> str:
        """Return what is passed on where a paste ends, of which the mark in front may be lost."""
        if not self._is_pasting:
            return self._unmarked.end()
        self._is_pasting = False
        return PASTE_ENDS

    @property
    def is_waiting(self) -> bool:
        """Whether something has come that may be keys, unless more comes at once."""
        return self._has_begun_key or self._unmarked.is_waiting

    @property
    def _has_begun_key(self) -> bool:
        """Whether a sequence was begun that has not ended yet, and that may be a key."""
        is_in_paste = self._is_pasting or self._unmarked.is_open
        is_too_long = _TOO_LONG.match(self._begun) is not None
        return bool(self._begun) and not is_in_paste and not is_too_long

    def flush(self) -> str:
        """Return what is passed on when nothing has come for a moment.

        That is a sequence that was begun, not ended in time, and may be a key. The end of a paste
        is waited for, and that of a sequence too long for a key.
        """
        text = self._unmarked.pause()
        if not self._has_begun_key:
            return text
        text += self._begun
        self._begun = ""
        return text


def _start_of_begun(text: str) -> int:
    """Return where a sequence begins that is cut off at the end of a text; else its end."""
    # A control string (``ESC ]`` … ``ESC \``) first: the ``ESC`` at its end may be all that has
    # come of its ``ESC \``, and is no sequence of its own then.
    for begun in (_CONTROL_STRING_BEGUN.search(text), _SEQUENCE_BEGUN.search(text)):
        if begun is not None:
            return begun.start()
    return len(text)


def _kept_of_begun(sequence: str) -> str:
    """Return a sequence that has begun; of one too long as much as shows that it is."""
    is_too_long = _TOO_LONG.match(sequence) is not None
    return sequence[:_MOST_KEPT] if is_too_long else sequence


def _has_possible_numbers(sequence: re.Match[str]) -> bool:
    r"""Tell whether a control sequence has numbers that a terminal can mean.

    The last character says what the numbers are: those of a key, of a place of the mouse, of the
    size of the screen, or others.

    Example:
        >>> key = _SEQUENCE.search("\x1b[97u")
        >>> beyond_unicode = _SEQUENCE.search("\x1b[1114112u")
        >>> _has_possible_numbers(key), _has_possible_numbers(beyond_unicode)
        (True, False)
    """
    parameters = sequence["parameters"]
    last_character = sequence["ending"]
    all_digits = re.findall(r"\d+", parameters)
    # Only the first ten digits are read, as a number may have thousands of them.
    numbers = [int(digits[:_MOST_DIGITS]) for digits in all_digits]
    largest = max(numbers, default=0)
    if last_character == "t":  # a size of the screen
        return largest <= _LARGEST_SCREEN and 0 not in numbers
    if last_character in {"m", "M"}:  # a place of the mouse
        return largest <= _LARGEST_PLACE
    if last_character in _ENDINGS_OF_KEYS:  # the number of a character
        has_surrogate = any(0xD800 <= number <= 0xDFFF for number in numbers)
        return largest <= sys.maxunicode and not has_surrogate and ":" not in parameters
    return largest < _LEAST_OF_TEN_DIGITS


def pump(
    terminal: int,
    into: int,
    is_over: threading.Event,
    hang_up: Callable[[], None],
    quit_typed: Callable[[], None],
) -> None:
    """Read a terminal and write what it sends, cleaned, into a pipe; runs in a thread of its own.

    Args:
        terminal: The file descriptor of the terminal.
        into: The writing end of the pipe; it is closed here, when all is over.
        is_over: Is set when nothing more is to be read.
        hang_up: Is called when the terminal is closed.
        quit_typed: Is called at each ``ctrl+q``, before what it stands in is written.
    """
    try:
        if _pump_until_closed(terminal, into, is_over, quit_typed):
            hang_up()
    finally:
        # Until is_over is set, somebody waits for input at the other end of the pipe. Were this end
        # closed before, it would read the end of the input again and again, without a pause.
        is_over.wait()
        os.close(into)


def _pump_until_closed(
    terminal: int, into: int, is_over: threading.Event, quit_typed: Callable[[], None]
) -> bool:
    """Pass on what a terminal sends, cleaned; tell whether it was closed before all was over."""
    try:
        _pump_while_open(terminal, into, is_over, quit_typed)
    except OSError:  # which is how some systems say that the terminal is closed
        return True
    return not is_over.is_set()


def _pump_while_open(
    terminal: int, into: int, is_over: threading.Event, quit_typed: Callable[[], None]
) -> None:
    """Pass on what a terminal sends, cleaned, until it is closed or all is over.

    Args:
        terminal: The file descriptor that is read.
        into: The writing end of a pipe.
        is_over: Is set when nothing more is to be read. It is looked at once in a tenth of a second
            at least.
        quit_typed: Is called for each ``ctrl+q``.

    Raises:
        OSError: The terminal cannot be read, or nobody reads the pipe.
    """
    # It keeps a sequence whose end has not come yet, such as ``ESC [`` without its last letter.
    cleaner = Cleaner()
    while not is_over.is_set():
        # The rest of a sequence is waited for only shortly, since ``esc`` alone is a key, too.
        seconds = _SEQUENCE_SECONDS if cleaner.is_waiting else _POLL_SECONDS
        ready, _, _ = select.select([terminal], [], [], seconds)
        if ready:
            data = os.read(terminal, _MOST_READ)
            is_closed = not data
            if is_closed:
                return
            _pass_on(data, cleaner, into, quit_typed)
        else:
            # Nothing came in time: what is kept, such as ``esc``, is a key by itself.
            _write(into, cleaner.flush())


def _pass_on(data: bytes, cleaner: Cleaner, into: int, quit_typed: Callable[[], None]) -> None:
    """Clean what a terminal sent, and write into a pipe as much of it as is complete.

    Each ``ctrl+q`` in it is told of first: whoever reads the pipe may be too busy to get that far.

    Args:
        data: The bytes that were read.
        cleaner: What cleans them. It keeps a sequence that has no end yet, such as ``ESC [``, until
            it gets more bytes; and it counts each ``ctrl+q`` that was typed.
        into: The writing end of the pipe.
        quit_typed: Is called once for each ``ctrl+q``.
    """
    quits_before = cleaner.quits
    text = cleaner.feed(data)
    for _ in range(cleaner.quits - quits_before):
        quit_typed()
    _write(into, text)


def _write(into: int, text: str) -> None:
    """Write all of a text into a pipe, which may take it piece by piece."""
    data = text.encode("utf-8", "replace")
    while data:
        data = data[os.write(into, data) :]
