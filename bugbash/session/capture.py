"""Taking evidence from a session: a screenshot with the element marked, the UI tree, and Playwright's trace."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from playwright.async_api import Error

from bugbash.charter.locator import Locator
from bugbash.session.locate import NotLocated, locate
from bugbash.session.session import Session

SCREENSHOT_SECONDS = 15
TREE_SECONDS = 10
MOST_TREE = 200_000
"""Characters of a UI tree that are kept."""

_MARK = """(element) => {
  const before = element.getAttribute('style')
  element.scrollIntoView({ block: 'center', inline: 'center' })
  element.style.setProperty('outline', '3px solid #d4145a', 'important')
  element.style.setProperty('outline-offset', '2px', 'important')
  return before
}"""
_UNMARK = """(element, before) => {
  if (before === null) element.removeAttribute('style')
  else element.setAttribute('style', before)
}"""


async def screenshot(session: Session, path: Path, mark: Locator | None) -> bool:
    """A PNG of what is in front, the marked element outlined and password fields covered; whether it was taken."""
    try:
        async with asyncio.timeout(SCREENSHOT_SECONDS):
            secret = session.page.locator("input[type=password]")
            async with _marked(session, mark):
                await session.page.screenshot(path=path, mask=[secret], animations="disabled", caret="initial")
    except (Error, TimeoutError):
        return False
    return True


async def ui_tree(session: Session) -> str:
    """The accessibility tree of what is in front, as text; empty where the page gives none."""
    try:
        async with asyncio.timeout(TREE_SECONDS):
            tree = await session.page.locator("body").aria_snapshot()
    except (Error, TimeoutError):
        return ""
    return tree[:MOST_TREE]


async def start_trace(session: Session) -> bool:
    """Begin Playwright's trace; only after login, so that no typed secret is in it."""
    try:
        await session.context.tracing.start(screenshots=True, snapshots=True, sources=False)
    except Error:
        return False
    return True


async def stop_trace(session: Session, path: Path) -> bool:
    """End the trace and write it as a zip for Playwright's viewer; whether it was written."""
    try:
        async with asyncio.timeout(SCREENSHOT_SECONDS * 2):
            await session.context.tracing.stop(path=path)
    except (Error, TimeoutError):
        return False
    return path.is_file()


@contextlib.asynccontextmanager
async def _marked(session: Session, mark: Locator | None) -> AsyncIterator[None]:
    """An element outlined for as long as a picture takes; one that is not on the screen is not marked."""
    element, before = None, None
    if mark is not None:
        with contextlib.suppress(NotLocated, Error):
            element = await locate(session.page, mark)
            before = await element.evaluate(_MARK)
    yield
    if element is not None:
        with contextlib.suppress(Error):  # the page went on meanwhile, and took the element with it
            await element.evaluate(_UNMARK, before)
