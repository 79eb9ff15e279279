"""Settling: waiting by watching until the page rests, with an upper bound."""

import asyncio
import contextlib
import time

from playwright.async_api import Error, Page

from bugbash.session.recorder import Recorder

QUIET_MS = 120
"""Milliseconds without a change after which a page rests; a suspicion is looked at again later (see oracles)."""
BOUND_SECONDS = 5.0
"""Longest wait: a page that moves for ever is taken as it is."""

_REST = """([quiet, most]) => globalThis.__bugbash__
  ? __bugbash__.rest(quiet, most) : new Promise((resolve) => setTimeout(() => resolve(true), quiet))"""


async def settle(page: Page, recorder: Recorder, bound: float = BOUND_SECONDS, quiet: int = QUIET_MS) -> bool:
    """Wait until the DOM is quiet, animations are over and no request is under way; False where `bound` ran out.

    A document that is replaced while it is watched is watched anew.
    """
    deadline = time.monotonic() + bound
    while (left := deadline - time.monotonic()) > 0:
        recorder.changed.clear()
        try:
            rests = await asyncio.wait_for(page.evaluate(_REST, [quiet, int(left * 1000)]), left + 0.5)
        except Error:
            if page.is_closed():
                return False
            await asyncio.sleep(0.02)  # between two documents there is nothing to watch
            continue
        except TimeoutError:
            return False
        if not recorder.busy():
            return bool(rests)
        await _something(recorder, min(0.5, deadline - time.monotonic()))
    return False


async def _something(recorder: Recorder, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(recorder.changed.wait(), max(seconds, 0.01))
