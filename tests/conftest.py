"""Which tests run: the ordinary ones, or with ``-m slow`` the exhaustive ones and every law.

With ``TREEEXPLORER_NO_SKIPS=1`` in the environment a test that is skipped fails: where browser,
LaTeX and fonts have been installed, none is green untested.
"""

from __future__ import annotations

import gc
import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests import laws

_RUN_BY_THEMSELVES: Final = ("Skipping benchmark", "the group lint is not installed")
"""How the reasons begin for which a test is skipped where no test may be.

Benchmarks are measured with ``--benchmark-only``; the linters come after a run with what a user
installs.
"""

# These run programs in a pseudo-terminal, and read what the system tells of them: POSIX alone.
collect_ignore = ["benchmarks", "terminal"] if sys.platform == "win32" else []

_FOLDER: Final = Path(__file__).parent
_BROWSERS: Final = {"arrival", "opened", "site"}
"""The fixtures that start a browser."""

_OBJECTS_BETWEEN_LOOKS: Final = 200_000
"""How many objects more there may be before garbage is looked for."""

# How long an example takes says how busy the machine is.
settings.register_profile("any pace", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any pace")
# A checkout that passes once passes always; --hypothesis-seed=random looks for what is new.
settings.register_profile("the same examples", settings.get_profile("any pace"), derandomize=True)
# Mutants (tests/mutation.py) need no small example, and the same answer each time.
settings.register_profile(
    "first failure",
    settings.get_profile("any pace"),
    phases=[Phase.explicit, Phase.generate],
    database=None,
    derandomize=True,
)

# Programs that tests start keep their bytecode, so that each starts in half the time, and buffer
# what they print as they do for a user.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.pop("PYTHONUNBUFFERED", None)


def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are cores: some tests wait for a terminal or a program."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Choose the examples and their number before the laws are imported."""
    laws.is_exhaustive = config.getoption("markexpr") == "slow"
    if config.getoption("hypothesis_seed", None) is None:
        settings.load_profile("the same examples")
    if not hasattr(config, "workerinput"):
        # What tests start keeps its settings, caches and notes here; workers inherit the variable.
        os.environ["HOME"] = tempfile.mkdtemp(prefix="treeexplorer-home-")
        for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            os.environ.pop(name, None)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the home folder of the tests."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ["HOME"], ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Look for garbage rarely, and not among the thousands of tests: that took a quarter."""
    gc.disable()
    try:
        _import_in_turn(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(_OBJECTS_BETWEEN_LOOKS, 20, 20)


def _import_in_turn(config: pytest.Config) -> None:
    """Let each worker import other modules first, where all tests are collected.

    pytest keeps what it makes of the assertions in a module, which takes most of the time that it
    takes to collect it. Workers collect all modules in the same order: each would do all of this at
    the same time as the others.
    """
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    is_all = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if worker is None or not is_all:
        return
    files = sorted(_FOLDER.rglob("test_*.py"))
    first = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for file in files[first:] + files[:first]:
        name = ".".join(file.relative_to(_FOLDER.parent).with_suffix("").parts)
        with suppress(Exception, pytest.skip.Exception):  # it is said when the module is collected
            importlib.import_module(name)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count the laws among the exhaustive tests where these were asked for; begin with browsers.

    The first tests stay with one worker, as what another takes from it are its last: one browser
    starts, and one Python in it.
    """
    for item in items:
        if laws.is_exhaustive and item.get_closest_marker("law"):
            item.add_marker("slow")
    items.sort(key=lambda item: _BROWSERS.isdisjoint(getattr(item, "fixturenames", ())))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a skipped test fail where none may be skipped."""
    report = yield
    if os.environ.get("TREEEXPLORER_NO_SKIPS") == "1" and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if report.skipped and not reason.startswith(_RUN_BY_THEMSELVES):
            report.outcome = "failed"
            report.longrepr = f"TREEEXPLORER_NO_SKIPS=1, and this was skipped: {reason}"
    return report
