"""Runs commands as a shell does, for the tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result


def invoked(*arguments: str, text: str | None = None) -> Result:
    """Run the command line within this process; whatever it refuses, it ends in order."""
    from treeexplorer.cli import command_line

    result = CliRunner().invoke(command_line, list(arguments), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def run(*arguments: str, text: str | None = None) -> tuple[int, str, str]:
    """Run the command line and return its status, output and errors."""
    result = invoked(*arguments, text=text)
    return result.exit_code, result.stdout, result.stderr


def rows(*arguments: str, text: str | None = None) -> list[dict[str, Any]]:
    """Run a command with ``--json`` and return its lines."""
    _, output, errors = run(*arguments, "--json", text=text)
    assert errors == ""
    found = [json.loads(line) for line in output.splitlines()]
    assert all(row.pop("schema") == 2 for row in found)
    return found


def shell(
    command: str, folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which ``treeexplorer`` is this program."""
    function = f'treeexplorer() {{ "{sys.executable}" -m treeexplorer "$@"; }}; '
    return subprocess.run(
        ["bash", "-c", function + command],
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
        cwd=folder,
        env={**os.environ, **(environment or {})},
    )
