"""Two shops that serve all of this folder's tests: a clean one, and one with every bug on."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, async_playwright

from tests.support.shop.bugs import parse_bugs
from tests.support.shop.server import running_shop

from .site import Site

NOWHERE_ELSE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"  # other hosts fail at once


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as driver:
        chromium = await driver.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", NOWHERE_ELSE]
        )
        yield chromium
        await chromium.close()


@pytest.fixture(scope="session")
async def clean(browser: Browser) -> AsyncIterator[Site]:
    with running_shop() as address:
        yield Site(address, browser)


@pytest.fixture(scope="session")
async def buggy(browser: Browser) -> AsyncIterator[Site]:
    with running_shop(parse_bugs("all")) as address:
        yield Site(address, browser)
