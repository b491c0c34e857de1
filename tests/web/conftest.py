"""What the tests of the site share: the browser, and Pyodide where it can be had."""

from __future__ import annotations

from tests.drawing.page.browser import Browser, driver
from tests.web.serving import pyodide, served, site

__all__ = ["pyodide", "served", "site"]


def pytest_sessionfinish() -> None:
    if driver.cache_info().currsize and isinstance(browser := driver(), Browser):
        browser.quit()
