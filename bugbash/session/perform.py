"""Doing one step of the step language on a page."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, cast
from urllib.parse import urljoin

from playwright.async_api import ElementHandle, Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from bugbash.charter import actions as act
from bugbash.charter.actions import Action
from bugbash.contract.models import BLOCKED, Code
from bugbash.session import expect
from bugbash.session.locate import NotLocated, Options, locate
from bugbash.session.secrets import SecretMissing
from bugbash.session.stage import DONE, Outcome, Stage
from bugbash.session.tags import filled_in

NAVIGATION_MS = 15_000
ELEMENT_MS = 3_000
"""How long an element may take until it can be acted on (steady, enabled, uncovered)."""


_COVERED = re.compile(r"<[^>]{1,80}>[^<]{0,40}(?:</\w+>)? (?:from <[^>]{1,80}> subtree )?intercepts pointer events")


async def perform(stage: Stage, action: Action) -> Outcome:
    """Do `action`; every way in which it can go wrong is an Outcome.

    Raises playwright Error only where the page or the browser is gone: the session answers that.
    """
    try:
        return await _HANDLERS[type(action)](stage, action)
    except NotLocated as error:
        return Outcome(BLOCKED, error.code, str(error))
    except SecretMissing as error:
        return Outcome(BLOCKED, Code.CREDENTIAL_MISSING, str(error))
    except PlaywrightTimeout as error:
        return Outcome(BLOCKED, Code.LOCATOR_NOT_FOUND, f"{action.words()}: {_reason(error)}")
    except Error as error:
        if not _is_element_fault(error):
            raise
        return Outcome(BLOCKED, Code.LOCATOR_NOT_FOUND, f"{action.words()}: {_reason(error)}")


def _is_element_fault(error: Error) -> bool:
    return bool(
        re.search(r"not attached|not visible|outside of the viewport|Element is not|not an? <", error.message)
    )


def _reason(error: Error) -> str:
    """Why Playwright could not act, in its own most telling line."""
    covered = re.search(
        r"<[^>]{1,80}>[^<]{0,40}(?:</\w+>)? (?:from <[^>]{1,80}> subtree )?intercepts pointer events", error.message
    )
    if covered:
        return f"covered: {covered.group(0)}"
    for telling in ("not visible", "not enabled", "not stable", "not attached", "outside of the viewport"):
        if telling in error.message:
            return f"the element is {telling}"
    return error.message.splitlines()[0][:200]


async def _open(stage: Stage, action: act.Open) -> Outcome:
    address = urljoin(stage.base, filled_in(action.open, stage.tag))
    if not stage.scope.allows(address) or address.startswith(("data:", "blob:", "javascript:")):
        return Outcome(BLOCKED, Code.ENVIRONMENT_UNAVAILABLE, f"{address} is outside the scope")
    try:
        await stage.page.goto(address, timeout=NAVIGATION_MS, wait_until="domcontentloaded")
    except PlaywrightTimeout:
        return Outcome(
            BLOCKED, Code.ENVIRONMENT_UNAVAILABLE, f"{address} did not answer in {NAVIGATION_MS // 1000} s"
        )
    except Error as error:
        if "net::ERR_ABORTED" in error.message or "Download is starting" in error.message:
            return DONE  # a download, or an answer without a page
        if "net::ERR_" not in error.message:
            raise
        reason = re.search(r"net::ERR_\w+", error.message)
        return Outcome(BLOCKED, Code.ENVIRONMENT_UNAVAILABLE, f"{address}: {reason.group(0) if reason else 'failed'}")
    return DONE


async def _click(stage: Stage, action: act.Click) -> Outcome:
    element = await locate(stage.page, action.click)
    click = element.dblclick if action.count == 2 else element.click
    await click(timeout=ELEMENT_MS)
    return DONE


async def _fill(stage: Stage, action: act.Fill) -> Outcome:
    element = await locate(stage.page, action.fill)
    if action.text.startswith(act.SECRET_PREFIX):
        if not stage.scope.allows(stage.page.url):
            return Outcome(
                BLOCKED, Code.ENVIRONMENT_UNAVAILABLE, "a secret is typed on the charter's own origins only"
            )
        text = await stage.secret(action.text.removeprefix(act.SECRET_PREFIX))
    else:
        text = filled_in(action.text, stage.tag)
        stage.typed.append(text)
    try:
        await element.fill(text, timeout=ELEMENT_MS)
    except Error as error:
        if "Malformed value" in error.message or "Cannot type text into" in error.message:
            await _type_by_keys(element, text)
        else:
            raise
    return DONE


async def _type_by_keys(element: ElementHandle, text: str) -> None:
    """What a person does where a field takes no such value: press the keys, and see what the field makes of it."""
    await element.click(timeout=ELEMENT_MS)
    await element.press("Control+A")
    await element.press("Delete")
    await element.type(text[:200])


async def _select(stage: Stage, action: act.Select) -> Outcome:
    element = await locate(stage.page, action.select)
    for way in ({"label": action.option}, {"value": action.option}):
        try:
            await element.select_option(**cast(Any, way), timeout=ELEMENT_MS // 2)
            return DONE
        except PlaywrightTimeout:
            continue  # no option of that text: perhaps of that value
    return Outcome(BLOCKED, Code.LOCATOR_NOT_FOUND, f"{action.select.words()} has no option “{action.option}”")


async def _check(stage: Stage, action: act.Check) -> Outcome:
    element = await locate(stage.page, action.check)
    await element.set_checked(action.checked, timeout=ELEMENT_MS)
    return DONE


async def _press(stage: Stage, action: act.Press) -> Outcome:
    if action.at is None:
        await stage.page.keyboard.press(action.press)
    else:
        element = await locate(stage.page, action.at)
        await element.press(action.press, timeout=ELEMENT_MS)
    return DONE


async def _upload(stage: Stage, action: act.Upload) -> Outcome:
    path = stage.files / action.file
    if not path.is_file():
        return Outcome(BLOCKED, Code.SEED_DATA_MISSING, f"there is no file {path}")
    element = await locate(stage.page, action.upload, Options(hidden=True))
    await element.set_input_files(str(path), timeout=ELEMENT_MS)
    return DONE


async def _back(stage: Stage, _: act.Back) -> Outcome:
    await stage.page.go_back(timeout=NAVIGATION_MS, wait_until="domcontentloaded")
    return DONE


async def _forward(stage: Stage, _: act.Forward) -> Outcome:
    await stage.page.go_forward(timeout=NAVIGATION_MS, wait_until="domcontentloaded")
    return DONE


async def _reload(stage: Stage, _: act.Reload) -> Outcome:
    await stage.page.reload(timeout=NAVIGATION_MS, wait_until="domcontentloaded")
    return DONE


async def _resize(stage: Stage, action: act.Resize) -> Outcome:
    await stage.resize(action.resize.width, action.resize.height)
    return DONE


_HANDLERS: dict[type[Action], Callable[[Stage, Any], Awaitable[Outcome]]] = {
    act.Open: _open,
    act.Click: _click,
    act.Fill: _fill,
    act.Select: _select,
    act.Check: _check,
    act.Press: _press,
    act.Upload: _upload,
    act.Back: _back,
    act.Forward: _forward,
    act.Reload: _reload,
    act.Resize: _resize,
    act.WaitFor: expect.wait_for,
    act.ExpectText: expect.expect_text,
    act.ExpectElement: expect.expect_element,
    act.ExpectUrl: expect.expect_url,
    act.ExpectValue: expect.expect_value,
    act.ExpectCount: expect.expect_count,
}
