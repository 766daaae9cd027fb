"""Fixtures: a real browser and a real server with the built pages. A console error fails the test."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.kit import Site, Visitor
from tests.server.running import running

ARGUMENTS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)
FAILED: Final = pytest.StashKey[bool]()
"""Marks a test that has failed, in its stash."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests here as needing a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium browser that ./test found."""
    path = os.environ.get("PASSGO_BROWSER", "/usr/bin/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server for the pages in the folder that PASSGO_PAGES names, or for the built-in pages."""
    pages = os.environ.get("PASSGO_PAGES")
    words = ["--web", pages] if pages else []
    with running(tmp_path_factory.mktemp("site"), *words) as server:
        yield Site(server)


@pytest.fixture
def visit(
    browser: Browser, site: Site, request: pytest.FixtureRequest
) -> Iterator[type[Visitor] | object]:
    """Create visitors, each with a separate browser; save screenshots if the test fails."""
    visitors: list[Visitor] = []
    name = re.sub(r"\W+", "-", request.node.name).strip("-")

    def make(width: int = 1280, height: int = 800, **options: object) -> Visitor:
        visitor = Visitor(browser, site, f"{name}-{len(visitors)}", width, height, **options)
        visitors.append(visitor)
        return visitor

    yield make
    for visitor in visitors:
        if FAILED in request.node.stash:
            visitor.save_screenshot()
        visitor.close()
    wrong = [line for visitor in visitors for line in visitor.errors]
    assert wrong == [], "there are errors in the console"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note failed tests, so that the fixture `visit` saves what their visitors saw."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report
