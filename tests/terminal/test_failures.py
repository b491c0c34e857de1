"""A mistake of the program's own: one sentence, a sane terminal, never a traceback."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect

PROGRAM = """
from treeexplorer.settings import Settings
from treeexplorer.terminal import app
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.sources import Source

def fail(self, *arguments):
    raise KeyError("\\x1b[31mbroken")

Explorer.move = fail
raise SystemExit(app.run(app.Request(Source.of_text("[1 2]")), settings=Settings()))
"""


def test_an_exception_ends_the_program_with_a_sentence_and_a_sane_terminal(tmp_path: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-c", PROGRAM],
        dimensions=(24, 80),
        env={
            **os.environ,
            "TERM": "xterm-256color",
            "XDG_CONFIG_HOME": str(tmp_path),
            "XDG_STATE_HOME": str(tmp_path),
        },
        timeout=30,
    )
    child.expect_exact(b"step 0/")
    child.send(" ")
    child.expect(pexpect.EOF)
    child.close()
    left = child.before
    assert isinstance(left, bytes)
    assert child.exitstatus == 1
    assert b"treeexplorer stopped because of a mistake of its own (KeyError: " in left
    assert b", stepping.py line " in left
    assert b"Traceback" not in left
    after = left[left.rindex(b"\x1b[?1049l") :]
    assert b"\x1b[31m" not in after
    assert b"\x1b[?25h" in after
