"""Which tests run: the ordinary ones, or with ``-m slow`` the exhaustive ones and every law."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests import laws

# How long an example takes says how busy the machine is.
settings.register_profile("any pace", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any pace")

# Programs that tests start keep their bytecode, so that each starts in half the time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_configure(config: pytest.Config) -> None:
    """Choose the number of examples before the laws are imported."""
    laws.is_exhaustive = config.getoption("markexpr") == "slow"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count the laws among the exhaustive tests where these were asked for."""
    for item in items:
        if laws.is_exhaustive and item.get_closest_marker("law"):
            item.add_marker("slow")
