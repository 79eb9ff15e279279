"""Waiting for, and expecting, what a step says: each looks again and again until it holds or its time is over."""

import fnmatch
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urljoin, urlsplit

from playwright.async_api import Error

from bugbash.charter import actions as act
from bugbash.charter.actions import Action
from bugbash.contract.models import BLOCKED, FAILED, Code
from bugbash.session.locate import NotLocated, asked, count, frames_of, is_gone, locate
from bugbash.session.stage import DONE, Outcome, Stage
from bugbash.session.tags import filled_in

EXPECT_SECONDS = 5.0
"""How long an expect step waits for what it expects."""
POLL_MS = 50

_TEXT = "() => globalThis.__bugbash__?.textIn(document.documentElement)"
_Look = Callable[[], Awaitable[tuple[bool, str]]]
"""Looks once: whether it holds, and what there is instead."""


async def wait_for(stage: Stage, action: act.WaitFor) -> Outcome:
    wanted = action.state == "visible"

    async def seen() -> tuple[bool, str]:
        return (await count(stage.page, action.wait_for) > 0) == wanted, ""

    holds, _ = await _poll(stage, seen, action.seconds)
    if holds:
        return DONE
    detail = f"{action.wait_for.words()} was not {action.state} within {action.seconds:g} s"
    return Outcome(BLOCKED, Code.LOCATOR_NOT_FOUND, detail)


async def expect_text(stage: Stage, action: act.ExpectText) -> Outcome:
    wanted = _squashed(filled_in(action.expect_text, stage.tag))

    async def holds() -> tuple[bool, str]:
        text = _squashed(await _visible_text(stage, action))
        return (wanted in text) != action.absent, f"it shows “{text[:200]}”"

    return await _judged(stage, action, holds)


async def _visible_text(stage: Stage, action: act.ExpectText) -> str:
    if action.inside is not None:
        element = await locate(stage.page, action.inside)
        return str(await element.evaluate("(e) => __bugbash__.textIn(e)"))
    frames = [frame for frame in frames_of(stage.page) if stage.scope.allows(frame.url)]
    return " ".join([str(await asked(frame, _TEXT, None) or "") for frame in frames])


async def expect_element(stage: Stage, action: act.ExpectElement) -> Outcome:
    async def holds() -> tuple[bool, str]:
        if action.state in ("visible", "hidden"):
            found = await count(stage.page, action.expect_element)
            return (found > 0) == (action.state == "visible"), f"{found or 'none'} of it is visible"
        element = await locate(stage.page, action.expect_element)
        if action.state in ("enabled", "disabled"):
            enabled = await element.is_enabled()
            return enabled == (action.state == "enabled"), f"it is {'enabled' if enabled else 'disabled'}"
        checked = await element.is_checked()
        return checked == (action.state == "checked"), f"it is {'checked' if checked else 'unchecked'}"

    return await _judged(stage, action, holds)


async def expect_url(stage: Stage, action: act.ExpectUrl) -> Outcome:
    async def holds() -> tuple[bool, str]:
        return _same_address(
            stage.page.url, filled_in(action.expect_url, stage.tag), stage.base
        ), f"it is {stage.page.url}"

    return await _judged(stage, action, holds)


def _same_address(actual: str, wanted: str, base: str) -> bool:
    """Whether `actual` is the wanted address; a wanted path without a query matches whatever query there is."""
    given = urlsplit(urljoin(base, wanted))
    have = urlsplit(actual)
    actual_text = f"{have.scheme}://{have.netloc}{have.path}"
    wanted_text = f"{given.scheme}://{given.netloc}{given.path}"
    if given.query:
        actual_text, wanted_text = f"{actual_text}?{have.query}", f"{wanted_text}?{given.query}"
    if given.fragment:
        actual_text, wanted_text = f"{actual_text}#{have.fragment}", f"{wanted_text}#{given.fragment}"
    pattern = wanted_text.replace("[", "[[]").replace("?", "[?]")
    return fnmatch.fnmatchcase(actual_text, pattern)


async def expect_value(stage: Stage, action: act.ExpectValue) -> Outcome:
    wanted = filled_in(action.equals, stage.tag)

    async def holds() -> tuple[bool, str]:
        element = await locate(stage.page, action.expect_value)
        value = str(await element.evaluate("(e) => e.value ?? e.textContent ?? ''"))
        return value == wanted, f"it holds “{value[:200]}”"

    return await _judged(stage, action, holds)


async def expect_count(stage: Stage, action: act.ExpectCount) -> Outcome:
    async def holds() -> tuple[bool, str]:
        found = await count(stage.page, action.expect_count)
        return found == action.equals, f"there are {found}"

    return await _judged(stage, action, holds)


async def _judged(stage: Stage, action: Action, holds: _Look) -> Outcome:
    """What does not hold within its time failed the product; what cannot be looked at is blocked."""
    kept, observed = await _poll(stage, holds, EXPECT_SECONDS)
    if kept:
        return DONE
    return Outcome(FAILED, Code.ASSERTION_FAILED, f"{action.words()}; {observed}")


async def _poll(stage: Stage, holds: _Look, seconds: float) -> tuple[bool, str]:
    deadline = time.monotonic() + seconds
    while True:
        last = time.monotonic() >= deadline
        try:
            kept, observed = await holds()
        except (NotLocated, Error) as error:
            if last or (isinstance(error, Error) and is_gone(error)):
                raise
            kept, observed = False, ""  # not there yet, or one document on its way to the next
        if kept or last:
            return kept, observed
        await stage.page.wait_for_timeout(POLL_MS)


def _squashed(text: str) -> str:
    return " ".join(text.split())
