"""The driver: the terminal is set, and given back whatever happens.

Signals are answered in the event loop. Where that does not answer within a second, because it is
busy without end or waits for a terminal that takes no output, the program is ended or stopped
without it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from treeexplorer.terminal.cleaner import pump
from treeexplorer.terminal.signals import (
    ENDING_SIGNALS,
    Requests,
    is_in_foreground,
    stop_process,
    stop_while_in_background,
)

_ANSWER_SECONDS: Final = 1.0
_END_SECONDS: Final = 10.0
_LEAVE: Final = (
    "".join(f"\x1b[?{mode}l" for mode in (2004, 2048, 1000, 1003, 1015, 1006, 1016, 1004))
    + "\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h"
)
"""Switches off what Textual switches on: paste, sizes, mouse, focus, wrap, keys, screen, cursor."""
_NO_ANSWER: Final = (
    "treeexplorer did not answer and was ended; the gallery lists what was not saved\r\n"
)


@dataclass(eq=False)
class _StopRequest:
    """A signal that asked the process to stop.

    Attributes:
        is_open: Whether the process is still to be stopped for it. A request is closed when the
            process has been stopped for it and continued.
    """

    is_open: bool = True


class SturdyDriver(LinuxDriver):
    """Textual's driver with a pipe before it, into which clean input is written.

    Signals are answered in the event loop. Where that does not answer, the program is ended
    or stopped without it, and the terminal is given back all the same.
    """

    requests: ClassVar[Requests]
    """What is asked of the app that has the driver."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        """Make a driver for an app; nothing is set before the application mode starts.

        Args:
            app: The app.
            options: What Textual's driver takes.
        """
        super().__init__(app, **options)
        # Never changed: run_input_thread puts a pipe in place of self.fileno.
        self._terminal = self.fileno
        # The loop in which Textual makes the driver: the handlers of signals call functions in it.
        self._loop_of_app = asyncio.get_running_loop()

        # These three are assigned in the main thread alone, in which Python runs the handlers of
        # signals, too; other threads read them.
        # Whether the terminal is set for the program at present.
        self._is_set = False
        # The latest request. A signal that asks again while it is open changes nothing.
        self._stop_request = _StopRequest(is_open=False)
        # How often the process was continued after a stop.
        self._times_continued = 0

        # Assigned and read in the thread that cleans the input, where ctrl+q is found first: set
        # once the app has answered the latest ctrl+q; None before the first one.
        self._quit_answered: threading.Event | None = None

    def start_application_mode(self) -> None:
        """Set the terminal as Textual does, then answer signals in our own way.

        It is called at the start, and again when the program goes on after ctrl+z. The terminal may
        belong to another program then, which keeps it until it is done.
        """
        stop_while_in_background()
        self._is_set = True  # without it write() would leave out what Textual writes next
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._set_signal_handlers()  # in place of those that Textual has just set

    def _set_signal_handlers(self) -> None:
        """Have the signals that end, stop or continue a program answered here."""
        for number in ENDING_SIGNALS:
            signal.signal(number, self._handle_end_signal)
        for number in (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU):
            signal.signal(number, self._handle_stop_signal)
        signal.signal(signal.SIGCONT, self._handle_continue_signal)

    def stop_application_mode(self) -> None:
        """Give the terminal back, and wait until it has taken what does so.

        Textual itself waits when all screens are closed, and does not where one cannot be. A
        terminal that takes no output is waited for; signals end or stop the program meanwhile.
        """
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # the terminal is given back at any rate
        super().stop_application_mode()
        self.close()
        self._is_set = False

    def write(self, data: str) -> None:
        """Write to the terminal while it is set: nobody reads what is queued afterwards."""
        if self._is_set:
            super().write(data)

    # -- signals -------------------------------------------------------------------------------

    def _run_in_loop(self, do: Callable[[], None]) -> threading.Event:
        """Have something done in the event loop of the app, from any thread or signal handler.

        Args:
            do: What is done.

        Returns:
            An event that is set as soon as it begins. It is never set if the loop is closed, or
            stays busy.
        """
        has_begun = threading.Event()

        def begin() -> None:
            has_begun.set()
            do()

        with suppress(RuntimeError):  # the loop is closed: the program ends already
            self._loop_of_app.call_soon_threadsafe(begin)
        return has_begun

    def _handle_end_signal(self, number: int, _frame: object) -> None:
        status = 128 + number
        is_ending = self._run_in_loop(partial(self.requests.end, status))
        self._run_in_thread(partial(self._end_if_unanswered, is_ending, status))

    def _end_if_unanswered(self, is_ending: threading.Event, status: int) -> None:
        """End without the loop if it does not answer, or cannot bring it to an end."""
        if is_ending.wait(_ANSWER_SECONDS):
            time.sleep(_END_SECONDS)
        self._end_without_loop(status)

    def _end_without_loop(self, status: int, message: str = "") -> None:
        with suppress(Exception):  # what cannot be kept does not keep the program
            self.requests.keep()
        self._restore_terminal(message)
        os._exit(status)

    def _handle_stop_signal(self, _number: int, _frame: object) -> None:
        if self._stop_request.is_open:
            return
        request = _StopRequest()
        self._stop_request = request
        is_stopping = self._run_in_loop(partial(self._stop_in_loop, request))
        self._run_in_thread(partial(self._stop_if_unanswered, request, is_stopping))

    def _stop_in_loop(self, request: _StopRequest) -> None:
        """Stop the process once for a request, such as ctrl+z, and set the terminal afterwards.

        It runs in the thread of the event loop. The thread stands still where the process stops,
        and goes on with the next line when a shell continues it (``fg``).

        ===================================  ===============================================
        the request                          what is done
        ===================================  ===============================================
        is closed: another thread has        the terminal is set again
        stopped the process already, as the
        loop was busy for a second
        is open, and the terminal is ours    the app gives it back, stops, and sets it again
        is open, and another program has     the process stops; the terminal is set again
        the terminal
        ===================================  ===============================================
        """
        if not request.is_open:
            self._set_terminal()
        elif is_in_foreground():
            self.requests.stop()
        else:
            stop_process()
            self._set_terminal()
        # Last: a signal during the stop belongs to this request, one from here on asks for another.
        request.is_open = False

    def _stop_if_unanswered(self, request: _StopRequest, is_stopping: threading.Event) -> None:
        """Stop the process without the event loop, if the loop does not begin to in time.

        What keeps the loop busy goes on when the process is continued. A program that has given the
        terminal back for good is not stopped: it ends at once.

        Args:
            request: The request to stop.
            is_stopping: Is set when the loop begins to stop the process.
        """
        has_answered = is_stopping.wait(_ANSWER_SECONDS)
        if has_answered or not self._is_set:
            return
        self._restore_terminal()
        stop_process()  # returns when the process has been continued
        request.is_open = False

    def _handle_continue_signal(self, _number: int, _frame: object) -> None:
        """Set the terminal again, which a shell has had since the process was stopped.

        A process that stopped for a request sets it where it stopped, see :meth:`_stop_in_loop`.
        """
        self._times_continued += 1
        stopped_for_request = self._stop_request.is_open
        self._stop_request.is_open = False  # a signal that asks from here on asks for another stop
        if not stopped_for_request:
            stop_while_in_background()
            self._run_in_loop(self._set_terminal)

    def _set_terminal(self) -> None:
        if self._is_set:
            self.requests.set_terminal()

    def _run_in_thread(self, watch: Callable[[], None]) -> None:
        threading.Thread(target=watch, name="last-resort", daemon=True).start()

    def _restore_terminal(self, message: str = "") -> None:
        """Set the terminal as it was before the program, and write a message to it.

        This goes around Textual's writer, which may be waiting for a terminal that takes nothing.

        Args:
            message: What is written behind the codes that give the terminal back; empty for
                nothing.
        """
        if not self._is_set:
            return
        self._restore_line_settings()
        # These codes make the terminal leave the full screen; so the message stays visible.
        self._write_for_a_second(f"{_LEAVE}{message}")

    def _restore_line_settings(self) -> None:
        """Restore what the system does with keys and lines, such as to echo them."""
        if self.attrs_before is not None:
            with suppress(termios.error):  # the terminal is closed
                termios.tcsetattr(self._terminal, termios.TCSANOW, self.attrs_before)

    def _write_for_a_second(self, data: str) -> None:
        """Write to the terminal, and go on after a second even if it has not taken the data.

        A terminal that takes no output keeps a writing thread waiting without end. So another
        thread writes: this one can go on to end or stop the process.
        """
        output = self._terminal if sys.__stderr__ is None else sys.__stderr__.fileno()
        writing = threading.Thread(target=os.write, args=(output, data.encode()), daemon=True)
        writing.start()
        writing.join(_ANSWER_SECONDS)

    # -- input ---------------------------------------------------------------------------------

    def run_input_thread(self) -> None:
        """Read input until the program ends; an error in a piece of it ends nothing.

        A second thread cleans the input before Textual reads it in this thread::

            terminal ──> cleaning thread ──> writing end │ pipe │ reading end ──> Textual

        At the end this thread closes the reading end: a cleaning thread that waits for room in the
        pipe goes on then. That closes the writing end and ends, and this thread waits for it.
        """
        reading_end, writing_end = os.pipe()
        cleaning = self._make_cleaning_thread(self._terminal, writing_end)
        cleaning.start()
        try:
            self._read_until_exit(reading_end)
        finally:
            os.close(reading_end)
            cleaning.join()

    def _read_until_exit(self, reading_end: int) -> None:
        """Let Textual read a pipe, and start it again after an error, until the exit.

        Textual reads ``self.fileno``. That is the terminal again when it sets this back.
        """
        self.fileno = reading_end
        try:
            while not self.exit_event.is_set():
                # What is not understood costs that piece of input, never the program.
                with suppress(Exception):
                    super().run_input_thread()
        finally:
            self.fileno = self._terminal

    def _make_cleaning_thread(self, terminal: int, writing_end: int) -> threading.Thread:
        """Return a thread that cleans what the terminal sends and writes it into a pipe."""
        return threading.Thread(
            target=pump,
            args=(
                terminal,
                writing_end,
                self.exit_event,
                self._send_hang_up,
                self._handle_quit_key,
            ),
            name="input-cleaner",
            daemon=True,
        )

    def _send_hang_up(self) -> None:
        """Do what a terminal does that is closed; not every one sends the signal itself."""
        if self.input_tty and not self.exit_event.is_set():
            os.kill(os.getpid(), signal.SIGHUP)

    def _handle_quit_key(self) -> None:
        """End without the loop where a second ``ctrl+q`` finds the first one not answered."""
        first = self._quit_answered
        if first is None or first.is_set():
            self._quit_answered = threading.Event()
            self.requests.when_answering(self._quit_answered.set)
        else:
            self._run_in_thread(partial(self._end_unless_answered, first))

    def _end_unless_answered(self, is_answered: threading.Event) -> None:
        if not is_answered_in_time(is_answered, lambda: self._times_continued):
            self._end_without_loop(1, _NO_ANSWER)


def is_answered_in_time(is_answered: threading.Event, times_continued: Callable[[], int]) -> bool:
    """Wait for an answer, and tell whether it has come in time.

    A process that is continued has as long as before: it may have been stopped for hours, and takes
    its terminal back first.

    Args:
        is_answered: The answer.
        times_continued: Returns how often the process has been continued so far.
    """
    while True:
        times_before = times_continued()
        if is_answered.wait(_ANSWER_SECONDS):
            return True
        if times_continued() == times_before:
            return False
