"""Typesetting with whatever LaTeX there is, for tests of what we write in LaTeX."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

_ENGINES = ("pdflatex", "lualatex", "xelatex")
_LACKS = re.compile(r"! LaTeX Error: File `([^']+)' not found|(Font \S+) .* not loadable")


def typeset(source: Path, engine: str | None = None) -> Path:
    """Return the PDF of a LaTeX file; skip the test where no LaTeX can make one.

    A LaTeX that lacks a package or a font says nothing about the file; any other error does.

    Args:
        source: The file.
        engine: The engine that must set it; any will do where ``None``.
    """
    wanted = _ENGINES if engine is None else (engine,)
    lacking = []
    for each in filter(shutil.which, wanted):
        done = subprocess.run(
            [each, "-interaction=nonstopmode", "-halt-on-error", source.name],
            cwd=source.parent,
            capture_output=True,
            check=False,
            timeout=180,
        )
        if done.returncode == 0:
            return source.with_suffix(".pdf")
        said = done.stdout.decode("utf-8", "replace").replace("\n", " ")
        missing = _LACKS.search(said)
        assert missing, said[-3000:]
        lacking.append(f"{each} lacks {missing[1] or missing[2]}")
    pytest.skip("; ".join(lacking) or f"none of {', '.join(wanted)} is installed")
