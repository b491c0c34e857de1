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
_ENDS_OF_UNMARKED_PASTE: Final = _QUITS | {PASTE_BEGINS}
"""What is no part of a paste that the terminal has not marked: one can always quit."""
_MAX_PARAMETERS: Final = 64  # characters; no key and no report has more
_UNFINISHED_SEQUENCE: Final = re.compile(r"\x1b(\[[0-9:;<=>?]*[ -/]{0,4})?\Z")
_TOO_LONG: Final = re.compile(rf"\x1b\[[0-9:;<=>?]{{{_MAX_PARAMETERS + 1},}}[ -/]*[@-~]?")
_MAX_UNFINISHED: Final = len("\x1b[") + _MAX_PARAMETERS + 1
_CONTROL_STRING: Final = re.compile(r"\x1b[P\]X^_][^\x1b\x07]{0,4096}(?:\x1b\\|\x07)")
_UNFINISHED_CONTROL_STRING: Final = re.compile(r"\x1b[P\]X^_][^\x1b\x07]{0,4096}\x1b?\Z")
_MAX_DIGITS: Final = 10
_LEAST_OF_TEN_DIGITS: Final = 1_000_000_000
_MAX_SCREEN_SIZE: Final = 5000
_MAX_MOUSE_POSITION: Final = 65_535
_POLL_SECONDS: Final = 0.1
_SEQUENCE_SECONDS: Final = 0.02
_READ_SIZE: Final = 4096
_KEY_ENDINGS: Final = frozenset("u~ABCDEFHPQRS")


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
        self._unfinished = ""
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
        text = self._unfinished + self._decoder.decode(data)
        text = _CONTROL_STRING.sub("", text)
        start = _find_unfinished_sequence(text)
        self._unfinished = _limit_unfinished_sequence(text[start:])
        complete_text = _TOO_LONG.sub("", text[:start])
        return "".join(self._clean_pieces(complete_text))

    def _clean_pieces(self, text: str) -> Iterator[str]:
        """Yield what is passed on of plain text and of the pieces in it, in turn."""
        end = 0
        for match in _PIECE.finditer(text):
            yield self._clean_plain_text(text[end : match.start()])
            yield self._clean_sequence(match)
            end = match.end()
        yield self._clean_plain_text(text[end:])

    def _clean_plain_text(self, text: str) -> str:
        """Return what is passed on of text without pieces: all, or what is not kept back."""
        if self._is_pasting or not text:
            return text
        return self._unmarked.take(text)

    def _clean_sequence(self, match: re.Match[str]) -> str:
        """Return what is passed on of a control sequence, ``esc`` or ``ctrl+q``.

        It depends on where it comes. A *marked* paste stands between two marks of the terminal; an
        *unmarked* one is known by its speed alone:

        =================  ================================  ====================================
        it comes in        what comes                        what is passed on
        =================  ================================  ====================================
        a marked paste     the mark of its end               the mark; the paste is over
        a marked paste     ``ctrl+q``                        ``ctrl+q``, as text
        a marked paste     anything else, such as ``↑``      nothing
        an unmarked paste  ``ctrl+q``, or the mark of a      the mark of its end, and then the
                           paste that begins                 same as outside a paste
        an unmarked paste  anything else, such as ``↑``      nothing
        no paste           anything, such as ``↑``           see :meth:`_clean_outside_paste`
        =================  ================================  ====================================
        """
        piece = match[0]
        if piece == PASTE_ENDS:
            return self._end_paste()
        is_in_marked_paste = self._is_pasting
        if is_in_marked_paste:
            return piece if piece == _CTRL_Q else ""
        is_in_unmarked_paste = self._unmarked.is_open
        if is_in_unmarked_paste and piece not in _ENDS_OF_UNMARKED_PASTE:
            return ""
        # The mark at the end of an unmarked paste, or text that was kept as it might begin one.
        text_before = self._unmarked.finish()
        return text_before + self._clean_outside_paste(match)

    def _clean_outside_paste(self, match: re.Match[str]) -> str:
        """Return what is passed on of a piece that is no part of a paste; count each ``ctrl+q``.

        All is passed on but what no terminal can have sent, such as a key beyond Unicode. The mark
        of a paste that begins opens the paste.
        """
        if not _has_possible_numbers(match):
            return ""
        piece = match[0]
        if piece == PASTE_BEGINS:
            self._is_pasting = True
        elif piece in _QUITS:
            self.quits += 1
        return piece

    def _end_paste(self) -> str:
        """Return what is passed on where a paste ends, of which the mark in front may be lost."""
        if not self._is_pasting:
            return self._unmarked.finish_at_mark()
        self._is_pasting = False
        return PASTE_ENDS

    @property
    def is_waiting(self) -> bool:
        """Whether something has come that may be keys, unless more comes at once."""
        return self._has_unfinished_key or self._unmarked.is_waiting

    @property
    def _has_unfinished_key(self) -> bool:
        """Whether a sequence was begun that has not ended yet, and that may be a key."""
        is_in_paste = self._is_pasting or self._unmarked.is_open
        is_too_long = _TOO_LONG.match(self._unfinished) is not None
        return bool(self._unfinished) and not is_in_paste and not is_too_long

    def flush(self) -> str:
        """Return what is passed on when nothing has come for a moment.

        That is a sequence that was begun, not ended in time, and may be a key. The end of a paste
        is waited for, and that of a sequence too long for a key.
        """
        text = self._unmarked.pause()
        if not self._has_unfinished_key:
            return text
        text += self._unfinished
        self._unfinished = ""
        return text


def _find_unfinished_sequence(text: str) -> int:
    """Return where a sequence begins that is cut off at the end of a text; else the text's end."""
    # A control string (``ESC ]`` … ``ESC \``) first: the ``ESC`` at its end may be all that has
    # come of its ``ESC \``, and is no sequence of its own then.
    for match in (_UNFINISHED_CONTROL_STRING.search(text), _UNFINISHED_SEQUENCE.search(text)):
        if match is not None:
            return match.start()
    return len(text)


def _limit_unfinished_sequence(sequence: str) -> str:
    """Return an unfinished sequence; of one that is too long only as much as shows that it is."""
    is_too_long = _TOO_LONG.match(sequence) is not None
    return sequence[:_MAX_UNFINISHED] if is_too_long else sequence


def _has_possible_numbers(sequence: re.Match[str]) -> bool:
    r"""Return whether a control sequence has numbers that a terminal can mean.

    The last character says what the numbers are: those of a key, of a position of the mouse, of the
    size of the screen, or others. ``esc`` and ``ctrl+q`` are pieces without numbers, which can be.

    Example:
        >>> key = _SEQUENCE.search("\x1b[97u")
        >>> beyond_unicode = _SEQUENCE.search("\x1b[1114112u")
        >>> _has_possible_numbers(key), _has_possible_numbers(beyond_unicode)
        (True, False)
    """
    if sequence[0] in {_ESCAPE, _CTRL_Q}:
        return True
    parameters = sequence["parameters"]
    last_character = sequence["ending"]
    # Only the first ten digits are read, as a number may have thousands of them.
    numbers = [int(digits[:_MAX_DIGITS]) for digits in re.findall(r"\d+", parameters)]
    largest = max(numbers, default=0)

    is_screen_size = last_character == "t"
    if is_screen_size:
        return largest <= _MAX_SCREEN_SIZE and 0 not in numbers

    is_mouse_position = last_character in {"m", "M"}
    if is_mouse_position:
        return largest <= _MAX_MOUSE_POSITION

    is_key = last_character in _KEY_ENDINGS
    if is_key:
        has_surrogate = any(0xD800 <= number <= 0xDFFF for number in numbers)
        return largest <= sys.maxunicode and not has_surrogate and ":" not in parameters

    return largest < _LEAST_OF_TEN_DIGITS


def pump(
    terminal: int,
    pipe: int,
    is_over: threading.Event,
    hang_up: Callable[[], None],
    quit_typed: Callable[[], None],
) -> None:
    """Read a terminal and write what it sends, cleaned, into a pipe; runs in a thread of its own.

    Another thread, the reader, has the other end of the pipe::

        terminal ──> this thread ──> pipe ──> reader

    ======================  =============================================================
    what happens            what this thread does
    ======================  =============================================================
    the terminal sends      it writes that into the pipe, cleaned
    the terminal is closed  it calls ``hang_up``, and waits with the pipe open
    ``is_over`` is set      it closes its end of the pipe and ends, even after an error
    ======================  =============================================================

    Args:
        terminal: The file descriptor of the terminal.
        pipe: The writing end of the pipe, which is closed here and nowhere else.
        is_over: Is set by the program when the reader has stopped, or will at once.
        hang_up: Is called when the terminal is closed.
        quit_typed: Is called at each ``ctrl+q``, before what it stands in is written.
    """
    try:
        terminal_was_closed = _copy_until_closed(terminal, pipe, is_over, quit_typed)
        if terminal_was_closed:
            hang_up()
    finally:
        # Of a closed pipe the reader would read "end of input" again and again, without a pause.
        is_over.wait()
        os.close(pipe)


def _copy_until_closed(
    terminal: int, pipe: int, is_over: threading.Event, quit_typed: Callable[[], None]
) -> bool:
    """Pass on what a terminal sends, cleaned; tell whether it was closed before all was over."""
    try:
        _copy_while_open(terminal, pipe, is_over, quit_typed)
    except OSError:  # which is how some systems say that the terminal is closed
        return True
    return not is_over.is_set()


def _copy_while_open(
    terminal: int, pipe: int, is_over: threading.Event, quit_typed: Callable[[], None]
) -> None:
    """Pass on what a terminal sends, cleaned, until it is closed or all is over.

    Args:
        terminal: The file descriptor that is read.
        pipe: The writing end of a pipe.
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
            data = os.read(terminal, _READ_SIZE)
            is_closed = not data
            if is_closed:
                return
            _clean_and_write(data, cleaner, pipe, quit_typed)
        else:
            # Nothing came in time: what is kept, such as ``esc``, is a key by itself.
            _write_all(pipe, cleaner.flush())


def _clean_and_write(
    data: bytes, cleaner: Cleaner, pipe: int, quit_typed: Callable[[], None]
) -> None:
    """Clean what a terminal sent, and write into a pipe as much of it as is complete.

    Each ``ctrl+q`` in it is told of first: whoever reads the pipe may be too busy to get that far.

    Args:
        data: The bytes that were read.
        cleaner: What cleans them. It keeps a sequence that has no end yet, such as ``ESC [``, until
            it gets more bytes; and it counts each ``ctrl+q`` that was typed.
        pipe: The writing end of the pipe.
        quit_typed: Is called once for each ``ctrl+q``.
    """
    quits_before = cleaner.quits
    text = cleaner.feed(data)
    for _ in range(cleaner.quits - quits_before):
        quit_typed()
    _write_all(pipe, text)


def _write_all(pipe: int, text: str) -> None:
    """Write all of a text into a pipe, which may take it piece by piece."""
    data = text.encode("utf-8", "replace")
    while data:
        data = data[os.write(pipe, data) :]
