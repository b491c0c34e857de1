"""What the tests of the site share: the browser, and Pyodide where it can be had."""

from __future__ import annotations

from tests.drawing.page.browser import end_driver
from tests.web.serving import arrival, empty_site, pyodide, served, site

__all__ = ["arrival", "empty_site", "pyodide", "served", "site"]


def pytest_sessionfinish() -> None:
    end_driver()
