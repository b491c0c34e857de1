"""Runs a person's program on trees, within limits, and leaves nothing running.

The program reads a nested list such as ``[[3, 12, 8], [2, 4, 6]]`` on a line of standard input and
prints the root's value and, if it likes, the leaves it evaluated in order, and ``move 2`` for the
number of the root's child that it plays. It is started once for each tree, or once for all of them,
answering line by line.
"""

from __future__ import annotations

import contextlib
import json
import queue
import re
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from typing import IO, Final, NamedTuple, Self

from treeexplorer.errors import TreeexplorerError
from treeexplorer.processes import end, end_started_processes_afterwards, limit, start
from treeexplorer.programs.answers import (
    ANSWERS_AT_THE_END,
    DID_NOT_FINISH,
    ProgramAnswer,
)
from treeexplorer.programs.trials import to_nested
from treeexplorer.text import safe, shorten
from treeexplorer.tree import GameTree, Number

OUTPUT_LIMIT: Final = 1_000_000
"""The most bytes a program may print for one tree."""

_NUMBER: Final = re.compile(
    r"(?<![\w.])[-+−]?(?:\d{1,300}(?:\.\d*)?(?:e[-+]?\d+)?|\.\d+|inf(?:inity)?|∞)(?!\w)",
    re.IGNORECASE,
)
_NO_NUMBER: Final = re.compile(
    r"\b(?:nan|none|null|undefined)\b(?=[\s,;]*(?:[-\d\[(]|$))", re.IGNORECASE | re.MULTILINE
)
_MOVE: Final = re.compile(
    r"\b(?:best[ _]?)?move\s*[:=]?\s*(\d{1,9})[ \t]*$", re.IGNORECASE | re.MULTILINE
)
_TIME: Final = re.compile(
    r"\b(?:time|elapsed|duration|runtime|took)\b[^\d\n]{0,20}\d[\d.:]*(?:e-?\d+)?"
    r"|(?<![\w.])\d[\d.]*(?:e-?\d+)?[ \t]{0,3}(?:[mµun]?s|m?secs?|(?:milli|micro)?seconds?)(?!\w)",
    re.IGNORECASE,
)
"""How long something took: ``Time: 0.03``, ``in 12 ms``."""
_PRUNED: Final = re.compile(
    r"\b(?:pruned|prunings?|cut-?offs?|skipped)\b(?:\s+(?:nodes|leaves|branches|subtrees)\b)?"
    r"[\"']?[ \t]*[:=][ \t]*(?:\[[^\]\n]*\]|[-\d., \t]*)",
    re.IGNORECASE,
)
"""What is pruned, or how much, none of which is a leaf that was read: ``Pruned: 7 8``."""
_CHUNK: Final = 65_536
_SECONDS_FOR_MORE: Final = 0.002
_ERROR_LINES: Final = 8


class ProgramError(TreeexplorerError):
    """A program cannot be started."""


class ProgramRunner:
    """Runs one program again and again, each time in a process group of its own.

    Use it as a context manager: on exit it ends every process that the program has started. On
    Linux this includes processes that have left the process group. On Windows it does not include
    processes that outlive the program which started them.

    Args:
        command: The program and its arguments; no shell is involved.
        timeout: Seconds it may take for one tree.
        batch: Whether one process answers all trees, a line in and a line out.
        memory: Gigabytes of memory each of its processes may use, and of a file it may write;
            systems other than Linux do not limit that.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        timeout: float = 5.0,
        batch: bool = False,
        memory: float = 1.0,
    ) -> None:
        """Store the command and its limits; the program is started when it is first asked.

        Args:
            command: The program and its arguments.
            timeout: Seconds that it may take for one tree.
            batch: Whether one process answers all trees.
            memory: Gigabytes that each of its processes may use.
        """
        self._command = list(command)
        self._timeout = timeout
        self._batch = batch
        self._memory = memory
        self._program: _RunningProgram | None = None  # None: not started, or ended
        # Filled when the runner is entered as a context manager, and closed when it is left.
        self._cleanup = contextlib.ExitStack()

    def __enter__(self) -> Self:
        self._cleanup.enter_context(end_started_processes_afterwards())
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._cleanup.close()

    def __call__(self, tree: GameTree) -> ProgramAnswer:
        """Return the program's answer for a tree.

        Raises:
            ProgramError: It cannot be started at all.
        """
        if self._program is None:
            self._program = self._start_program()
        output, failure = self._ask_program(json.dumps(to_nested(tree)), self._program)
        if failure is not None:
            return ProgramAnswer(failure=failure)
        return _parse_answer(output)

    def _ask_program(self, line: str, program: _RunningProgram) -> _OutputOrFailure:
        """Send a tree to a program, and return what it prints, or how it fails.

        The program is ended afterwards, unless one process answers all trees and has not failed.
        """
        is_kept_running = False
        try:
            if not self._batch:
                return self._read_all_output(program, line)
            answer = self._read_one_line(program, line)
            is_kept_running = answer.failure is None
            return answer
        finally:
            # Also after an interrupt: no process is left behind.
            if not is_kept_running:
                self._end()

    def _start_program(self) -> _RunningProgram:
        """Start the program within its limits.

        Raises:
            ProgramError: It cannot be started.
        """
        try:
            process = start(self._command)
        except OSError as error:
            # Not all errors of the system have a text of their own.
            reason = error.strerror if error.strerror else str(error)
            program = safe(self._command[0])
            # A script is no program by itself.
            hint = f"; try: python {program}" if program.endswith(".py") else ""
            # `from None`: the sentence says all; a traceback of the system's error would not help.
            raise ProgramError(f"{program} cannot be run: {reason}{hint}") from None
        limit(process.pid, self._memory)
        return _RunningProgram(process)

    def _end(self) -> None:
        """End the running program, if there is one, with its process group."""
        if self._program is not None:
            self._program.end()
            self._program = None

    def _read_all_output(self, program: _RunningProgram, line: str) -> _OutputOrFailure:
        """Send a program its only tree, and read all that it prints, or find how it fails."""
        program.send_line(line, is_last=True)
        printed = program.wait_for_output(self._timeout, one_line=False)
        return _OutputOrFailure(printed.output, self._find_failure_at_end(printed))

    def _find_failure_at_end(self, printed: _ProgramOutput) -> str | None:
        """Find how a program failed that was to print its answer and end; ``None`` if it did so."""
        # Asked first: a program that broke a limit was not waited for, and would seem too slow.
        if printed.broken_limit is not None:
            return printed.broken_limit
        if printed.status is None:  # it still runs
            return self._describe_timeout()
        if printed.status != 0:
            return _describe_crash(printed.status, printed.errors)
        return None

    def _read_one_line(self, program: _RunningProgram, line: str) -> _OutputOrFailure:
        """Send a program one tree of many, and read one line, or find how it fails.

        If it stays silent, its input is closed to see whether it waits for that; so it can answer
        no other tree then.
        """
        program.send_line(line, is_last=False)
        printed = program.wait_for_output(self._timeout, one_line=True)
        if printed.is_silence and program.close_input_and_wait():
            return _OutputOrFailure(b"", ANSWERS_AT_THE_END)
        return _OutputOrFailure(printed.first_line, self._find_failure_of_line(printed))

    def _find_failure_of_line(self, printed: _ProgramOutput) -> str | None:
        """Find out why a program has not printed exactly one line; ``None`` if it has."""
        # A broken limit is a failure even if a whole line is there, so that it is asked first.
        if printed.broken_limit is not None:
            return printed.broken_limit
        # A second line would be taken for the answer to the next tree.
        if printed.has_more_lines:
            return "it printed more than one line"
        if printed.has_whole_line:
            return None
        if printed.status is not None:  # it has ended without a line
            return _describe_crash(printed.status, printed.errors)
        return self._describe_timeout()

    def _describe_timeout(self) -> str:
        """Describe that a program did not finish in time."""
        seconds = "second" if self._timeout == 1 else "seconds"
        return f"{DID_NOT_FINISH} {self._timeout:g} {seconds}"


class _OutputOrFailure(NamedTuple):
    """What a program printed for a tree, and how it failed; ``None`` if it did not fail."""

    output: bytes
    failure: str | None


class _ProgramOutput(NamedTuple):
    """The output of a program for one tree.

    Attributes:
        output: On its standard output.
        errors: On its standard error.
        status: Its exit status; ``None`` where it still runs.
        broken_limit: How it broke the limit of what it may print, if it did.
    """

    output: bytes
    errors: bytes
    status: int | None
    broken_limit: str | None

    @property
    def first_line(self) -> bytes:
        """The first line of the output, which may not be whole."""
        return self.output.partition(b"\n")[0]

    @property
    def has_whole_line(self) -> bool:
        """Whether the first line is whole."""
        return b"\n" in self.output

    @property
    def has_more_lines(self) -> bool:
        """Whether there is more than blanks behind the first line."""
        return bool(self.output.partition(b"\n")[2].strip())

    @property
    def is_silence(self) -> bool:
        """Whether the program has printed nothing to its output so far, and still runs."""
        return not self.output and self.status is None and self.broken_limit is None


class _BufferedOutput(NamedTuple):
    """What a program has printed since it was asked last, and whether both streams have ended."""

    output: bytes
    errors: bytes
    has_ended: bool


class _OutputBuffer:
    """What a program has printed, and nobody has taken yet.

    Three threads work on it: one reads the program's standard output and appends to the buffer, one
    does the same with its standard error, and the thread that asks the program waits and takes. The
    condition ``_changed`` guards the other attributes: whoever changes one of them holds it, and
    notifies those who wait.
    """

    def __init__(self) -> None:
        """Begin with nothing printed, and both streams open."""
        self._changed = threading.Condition()
        self._output = bytearray()
        self._errors = bytearray()
        self._open_streams = 2
        self._is_over = False

    def read_output(self, stream: IO[bytes]) -> None:
        """Read a program's standard output until it ends."""
        self._read_stream(stream, self._output)

    def read_errors(self, stream: IO[bytes]) -> None:
        """Read a program's standard error until it ends."""
        self._read_stream(stream, self._errors)

    def wait_and_take(self, seconds: float, *, one_line: bool) -> _BufferedOutput:
        r"""Wait until a program has printed enough, and take it out of the buffer.

        It is enough if there is a line (if ``one_line``), if both streams have ended, or if it is
        more than the limit. For example the program prints ``3: 3 12 8`` and ends the line::

            this thread                    a thread that reads
            takes the lock, waits
                                           takes the lock, appends "3: 3 12 8\n", notifies
            waits shortly for more         (or appends a second line, which comes with the first)
            takes the bytes, notifies
            gives back the lock            reads on, if it waited for room in the buffer

        Args:
            seconds: How long to wait at most.
            one_line: Whether a line is enough. What follows it at once comes with it: it would be
                taken for the answer to the next tree.

        Returns:
            The output, the errors, and whether both streams have ended.
        """
        # `with` locks out the threads that read. They can append only while this one waits: `wait`
        # and `wait_for` release the lock until they return.
        with self._changed:
            self._changed.wait_for(lambda: self._is_enough(one_line=one_line), seconds)
            has_line = b"\n" in self._output
            if one_line and has_line:  # give a second line, right behind it, the time to come
                self._changed.wait(_SECONDS_FOR_MORE)
            return self._take_all()

    def _take_all(self) -> _BufferedOutput:
        """Take all that is there out of the buffer, and wake a thread that waits for room in it.

        Only who holds the lock of ``_changed`` may call it.
        """
        has_ended = self._open_streams == 0
        taken = _BufferedOutput(bytes(self._output), bytes(self._errors), has_ended)
        self._output.clear()
        self._errors.clear()
        self._changed.notify_all()
        return taken

    def stop(self) -> None:
        """Let the threads that read the streams read no further."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def _is_enough(self, *, one_line: bool) -> bool:
        """Tell whether there is nothing more to wait for."""
        has_line = one_line and b"\n" in self._output
        is_too_much = max(len(self._output), len(self._errors)) > OUTPUT_LIMIT
        return has_line or is_too_much or self._open_streams == 0

    def _read_stream(self, stream: IO[bytes], buffer: bytearray) -> None:
        """Read a stream into a buffer until it ends, or until the program is stopped.

        This is run in a thread of its own. The buffer is shared with other threads, and is changed
        only under the lock of ``_changed``::

            it waits for the program to print       without the lock: others work on the buffer
            it appends what was printed             under the lock, once the buffer has room
            it says that its stream has ended       under the lock; it wakes who waits for that
        """
        with stream:
            while not self._is_stopped():
                chunk = stream.read(_CHUNK)
                has_stream_ended = not chunk
                if has_stream_ended:
                    break
                self._append_when_read(chunk, buffer)

        with self._changed:
            self._open_streams -= 1
            self._changed.notify_all()  # `wait_and_take` may wait for the end

    def _is_stopped(self) -> bool:
        """Tell whether nothing more is to be read."""
        with self._changed:
            return self._is_over

    def _append_when_read(self, chunk: bytes, buffer: bytearray) -> None:
        """Append what was read to a buffer, and return when the buffer may be filled further.

        If it holds more than the limit now, this waits until `wait_and_take` has emptied it, or
        until the program is stopped. So a program that prints without end fills no memory.
        """

        def may_read_on() -> bool:
            """Tell whether the buffer is within the limit, or nothing more is to be read."""
            return self._is_over or len(buffer) <= OUTPUT_LIMIT

        with self._changed:
            buffer.extend(chunk)
            self._changed.notify_all()  # this may be what `wait_and_take` waits for
            # Releases the lock while it waits. `wait_and_take` and `stop` notify it.
            self._changed.wait_for(may_read_on)


class _RunningProgram:
    """A started program, with threads that write its input and gather its output.

    Waiting for a pipe has no time limit on Windows, and a program that does not read its input must
    not block the writer: hence a thread for each stream. If a process that left the program's group
    keeps a pipe open, the pipe's thread waits on, and hinders nobody.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        """Start the threads of a process: one writes its input, two gather what it prints."""
        self._process = process
        self._buffer = _OutputBuffer()
        self._input_lines: queue.SimpleQueue[bytes | None] = (
            queue.SimpleQueue()
        )  # None ends the input
        _start_thread(self._write_input, process.stdin)
        _start_thread(self._buffer.read_output, process.stdout)
        _start_thread(self._buffer.read_errors, process.stderr)

    def send_line(self, line: str, *, is_last: bool) -> None:
        """Send a line to the program, and close its input if the line is the last."""
        self._input_lines.put(f"{line}\n".encode())
        if is_last:
            self._input_lines.put(None)

    def wait_for_output(self, seconds: float, *, one_line: bool) -> _ProgramOutput:
        """Wait for what the program prints, for some seconds, or until it is enough.

        What goes beyond the limit is dropped: its beginning would be no answer.

        Args:
            seconds: How long to wait at most.
            one_line: Whether a line is enough.
        """
        deadline = time.monotonic() + seconds
        output, errors, has_ended = self._buffer.wait_and_take(seconds, one_line=one_line)
        if max(len(output), len(errors)) > OUTPUT_LIMIT:
            return _ProgramOutput(b"", b"", None, f"it printed more than {OUTPUT_LIMIT:,} bytes")
        status = self._wait_for_exit(deadline) if has_ended else None
        return _ProgramOutput(output, errors, status, None)

    def _wait_for_exit(self, deadline: float) -> int | None:
        """Wait for the exit of a program whose streams are closed; ``None`` if it still runs."""
        remaining = max(deadline - time.monotonic(), 0.01)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(remaining)
        return self._process.poll()

    def close_input_and_wait(self) -> bool:
        """Close the program's input, and tell whether it prints a line within a second.

        It can be asked nothing more.
        """
        self._input_lines.put(None)
        return b"\n" in self.wait_for_output(1.0, one_line=True).output

    def end(self) -> None:
        """End the program together with its process group."""
        self._buffer.stop()
        self._input_lines.put(None)
        end(self._process)

    def _write_input(self, stream: IO[bytes]) -> None:
        """Write the given lines into the program's input, until ``None`` closes it."""
        with contextlib.suppress(OSError), stream:  # it has ended, or closed its input
            for line in iter(self._input_lines.get, None):
                _write_all(stream, line)


def _start_thread(work: Callable[[IO[bytes]], None], stream: IO[bytes] | None) -> None:
    """Start a thread that works on a stream of a process, and does not keep this program alive."""
    assert stream is not None  # noqa: S101 - it is a pipe
    threading.Thread(target=work, args=(stream,), daemon=True).start()


def _write_all(stream: IO[bytes], data: bytes) -> None:
    """Write data into a pipe, which may take only a part of it at a time."""
    rest = memoryview(data)
    while rest:
        count = stream.write(rest)
        rest = rest[count:]


def _describe_crash(status: int, errors: bytes) -> str:
    """Describe how a program ended without an answer, with the last lines of its errors."""
    lines = errors.decode("utf-8", "replace").strip().splitlines()[-_ERROR_LINES:]
    if not lines:
        return _describe_exit(status)
    shown = "".join(f"\n    {safe(shorten(line, 200))}" for line in lines)
    return f"{_describe_exit(status)}, saying:{shown}"


def _describe_exit(status: int) -> str:
    """Describe how a program ended, by its exit status; below 0 it is the number of a signal."""
    if status < 0:
        return f"it was ended by signal {-status}"
    if status > 0:
        return f"it ended with status {status}"
    return "it ended before it had answered; with --batch it answers one tree after another"


def _parse_answer(output: bytes) -> ProgramAnswer:
    r"""Read the answer that a program printed, in time linear in the length of the output.

    The first number is the root's value, the other numbers are the leaves. ``move 2``, on a line of
    its own or at the end of one, is the move that it plays; of several the last one counts. How
    long it took, and what is pruned, is left out.

    Returns:
        The answer; with a failure if there is no number.

    Example:
        >>> _parse_answer(b"3: 3 12 8\nmove 2\n")
        ProgramAnswer(value=3, leaves=(3, 12, 8), move=2, failure=None, error=None)
    """
    printed = output.decode("utf-8", "replace")
    moves = [int(match[1]) for match in _MOVE.finditer(printed)]
    last_move = moves[-1] if moves else None
    # Without moves, times and what is pruned, whose numbers are no leaves.
    text = _PRUNED.sub("", _TIME.sub("", _MOVE.sub("", printed)))
    failure = _find_failure_before_value(text)
    if failure is not None:
        return ProgramAnswer(failure=failure)

    # There is at least one number, or there would be a failure.
    numbers = [_parse_number(match[0]) for match in _NUMBER.finditer(text)]
    value = numbers[0]
    leaves = tuple(numbers[1:]) if len(numbers) > 1 else None
    return ProgramAnswer(value, leaves, last_move)


def _find_failure_before_value(text: str) -> str | None:
    """Describe what a program printed instead of the root's value; ``None`` if it printed a value.

    Example:
        >>> _find_failure_before_value("None 3")
        "it printed None where the root's value belongs"
    """
    value = _NUMBER.search(text)
    if value is None:
        output = f"only “{safe(shorten(text.strip(), 60))}”" if text.strip() else "nothing"
        return f"it printed {output}, and no number"
    # A word such as None or nan before the first number, where the value belongs.
    no_number = _NO_NUMBER.search(text)
    if no_number is not None and no_number.start() < value.start():
        return f"it printed {no_number[0]} where the root's value belongs"
    return None


def _parse_number(spelling: str) -> Number:
    """Parse the number that a program printed, with any minus sign, and ``∞`` or ``inf``.

    >>> _parse_number("−∞"), _parse_number("+3"), _parse_number("2.5")
    (-inf, 3, 2.5)
    """
    plain = spelling.replace("−", "-").replace("∞", "inf")
    if plain.lstrip("+-").isdigit():
        return int(plain)
    return float(plain)
