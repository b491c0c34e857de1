"""What the tests of the page share."""

from __future__ import annotations

from tests.drawing.page.browser import end_driver, opened

__all__ = ["opened"]


def pytest_sessionfinish() -> None:
    end_driver()
