"""Settling: waiting by watching until the page rests, with an upper bound."""

import asyncio
import time

from playwright.async_api import Error, Page

from bugbash.session.recorder import Recorder

QUIET_MS = 120
"""Milliseconds without a change after which a page rests; a suspicion is looked at again later (see oracles)."""
BOUND_SECONDS = 5.0
"""Longest wait: a page that moves for ever is taken as it is."""
NAVIGATION_SECONDS = 15.0
"""Longest wait for a document to begin to come."""

_REST = """([quiet, most]) => globalThis.__bugbash__
  ? __bugbash__.rest(quiet, most) : new Promise((resolve) => setTimeout(() => resolve(true), quiet))"""


async def settle(page: Page, recorder: Recorder, bound: float = BOUND_SECONDS, quiet: int = QUIET_MS) -> bool:
    """Wait until the DOM is quiet, animations are over and no request is under way; False where `bound` ran out.

    A document that is replaced while it is watched is watched anew. Waiting for a document does not count, up to
    NAVIGATION_SECONDS altogether.
    """
    deadline = time.monotonic() + bound
    latest = deadline + NAVIGATION_SECONDS
    while True:
        deadline = min(deadline + await _arrive(page, recorder), latest)
        left = deadline - time.monotonic()
        if left <= 0 or page.is_closed():
            return False
        rests = await _watch(page, recorder, left, quiet)
        if rests is not None and not recorder.busy():
            return rests
        await recorder.something(min(0.5, left) if rests is not None else 0.02)


async def _watch(page: Page, recorder: Recorder, seconds: float, quiet: int) -> bool | None:
    """Whether the page came to rest within so many seconds; None where its document is being replaced."""
    watching = asyncio.ensure_future(page.evaluate(_REST, [quiet, int(seconds * 1000)]))
    deadline = time.monotonic() + seconds + 0.5
    try:
        while not (await asyncio.wait({watching}, timeout=0.1))[0]:
            if recorder.on_its_way() is not None:
                return None
            if time.monotonic() > deadline:
                return False
        return bool(watching.result())
    except Error:
        return None
    finally:
        watching.cancel()


async def _arrive(page: Page, recorder: Recorder) -> float:
    """Wait for a document that is on its way, for until it comes its page answers nothing; the seconds it took.

    One that does not come in NAVIGATION_SECONDS is given up, and the page stays where it was.
    """
    began = recorder.now()
    while (document := recorder.on_its_way()) is not None:
        left = document.started + NAVIGATION_SECONDS - recorder.now()
        if left > 0:
            await recorder.something(left)
        else:
            tools = await page.context.new_cdp_session(page)
            await tools.send("Page.stopLoading")
            await tools.detach()
            recorder.give_up(document)
    return recorder.now() - began
