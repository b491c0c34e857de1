"""What the tests of the page share."""

from __future__ import annotations

import pytest

from tests.page.browser import opened, quit_browser

__all__ = ["opened"]


def pytest_sessionfinish(session: pytest.Session) -> None:
    quit_browser()
