"""Where no test may be skipped, one that is fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")

SKIPPING = """
import pytest

def test_a_browser():
    pytest.skip("there is no browser here")

@pytest.mark.skipif(True, reason="there is no LaTeX here")
def test_latex():
    pass

def test_a_benchmark(benchmark):
    benchmark(len, "")

def test_what_is_expected_to_fail():
    pytest.xfail("it is known")

def test_types():
    pytest.importorskip("no_such_module", reason="the group lint is not installed")
"""


@pytest.mark.parametrize(
    ("switch", "summary"),
    [("0", "4 skipped, 1 xfailed"), ("1", "1 failed, 2 skipped, 1 xfailed, 1 error")],
)
def test_a_skipped_test_fails_where_none_may_be(tmp_path: Path, switch: str, summary: str) -> None:
    (tmp_path / "conftest.py").symlink_to(CONFTEST)
    (tmp_path / "test_skipping.py").write_text(SKIPPING)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "--benchmark-skip",
            "test_skipping.py",
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {"TREEEXPLORER_NO_SKIPS": switch, "PYTHONPATH": str(CONFTEST.parents[1])},
    )
    assert summary in done.stdout, done.stdout
    assert (switch == "1") is ("this was skipped: there is no browser here" in done.stdout)
