"""What the tests of the page share."""

from __future__ import annotations

from tests.drawing.page.browser import Browser, driver, opened

__all__ = ["opened"]


def pytest_sessionfinish() -> None:
    if driver.cache_info().currsize and isinstance(browser := driver(), Browser):
        browser.quit()
