"""Doing one step of the step language on a page."""

import contextlib
import re
from collections.abc import Awaitable, Callable
from typing import Any, cast
from urllib.parse import urljoin

from playwright.async_api import ElementHandle, Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from bugbash.charter import actions as act
from bugbash.charter.actions import Action, readable
from bugbash.contract.models import BLOCKED, Code
from bugbash.session import expect, settle
from bugbash.session.locate import NotLocated, Options, is_gone, locate
from bugbash.session.samples import sample
from bugbash.session.secrets import SecretMissing
from bugbash.session.stage import DONE, Outcome, Stage
from bugbash.session.tags import filled_in

ELEMENT_MS = 3_000
"""How long an element may take until it can be acted on (steady, enabled, uncovered)."""

_BESIDE = "(element) => globalThis.__bugbash__ ? __bugbash__.beside(element) : null"

_ELEMENT = r"<(?!/)[^>]{1,120}>[^<]{0,80}(?:</[\w-]+>)?"
_COVERED = re.compile(rf"{_ELEMENT}(?: from {_ELEMENT} subtree)? intercepts pointer events")
_UNFIT = re.compile(
    r"element is (not (?:visible|enabled|editable|stable|attached)|outside of the viewport)", re.IGNORECASE
)


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
        if is_gone(error):
            raise
        return Outcome(BLOCKED, Code.LOCATOR_NOT_FOUND, f"{action.words()}: {_reason(error)}")


def _reason(error: Error) -> str:
    """Why Playwright could not act, in its own most telling line."""
    covered = _COVERED.search(error.message)
    if covered:
        return f"covered: {covered.group(0)}"
    unfit = _UNFIT.search(error.message)
    if unfit:
        return f"the element is {unfit.group(1)}"
    return re.sub(r"^(?:\w+\.\w+: )?(?:Error: )?", "", error.message.splitlines()[0])[:200]


async def _open(stage: Stage, action: act.Open) -> Outcome:
    address = filled_in(action.open, stage.tag)
    with contextlib.suppress(ValueError):  # what cannot be joined is no address, and outside
        address = urljoin(stage.base, address)
    if not stage.scope.allows(address) or address.startswith(("data:", "blob:", "javascript:")):
        return Outcome(BLOCKED, Code.ENVIRONMENT_UNAVAILABLE, f"{readable(address)} is outside the scope")
    return await _arrived(stage.page.goto(address, **_loaded()), readable(address))


def _loaded() -> Any:
    return {"timeout": settle.NAVIGATION_SECONDS * 1000, "wait_until": "domcontentloaded"}


async def _arrived(going: Awaitable[Any], where: str) -> Outcome:
    """What comes of a navigation; one that fails is the environment's fault, not the step's."""
    try:
        await going
    except PlaywrightTimeout:
        return Outcome(
            BLOCKED, Code.ENVIRONMENT_UNAVAILABLE, f"{where} did not answer in {settle.NAVIGATION_SECONDS:g} s"
        )
    except Error as error:
        if is_gone(error):
            raise
        if re.search(r"net::ERR_(ABORTED|HTTP_RESPONSE_CODE_FAILURE)|Download is starting", error.message):
            return DONE  # a download, or an answer without a page: the app did answer
        reason = re.search(r"net::ERR_\w+", error.message)
        return Outcome(BLOCKED, Code.ENVIRONMENT_UNAVAILABLE, f"{where}: {reason[0] if reason else _reason(error)}")
    return DONE


async def _click(stage: Stage, action: act.Click) -> Outcome:
    if action.beside:
        return await _click_beside(stage, action)
    element = await locate(stage.page, action.click, Options(standin=True))
    click = element.dblclick if action.count == 2 else element.click
    await _used(stage, click(timeout=ELEMENT_MS, no_wait_after=True))
    return DONE


async def _click_beside(stage: Stage, action: act.Click) -> Outcome:
    element = await locate(stage.page, action.click)
    point = await element.evaluate(_BESIDE)
    if not isinstance(point, list):
        return Outcome(BLOCKED, Code.LOCATOR_NOT_FOUND, f"{action.click.words()} leaves no room beside it")
    await _used(stage, stage.page.mouse.click(*point, click_count=action.count))
    return DONE


async def _hover(stage: Stage, action: act.Hover) -> Outcome:
    element = await locate(stage.page, action.hover, Options(standin=True))
    await element.hover(timeout=ELEMENT_MS)
    return DONE


async def _used(stage: Stage, using: Awaitable[None]) -> None:
    """Wait for a click or a key press; a page that it closes is its effect, whether another is left or not.

    Where it leads to is not waited for here (`no_wait_after`): settling does, and for longer than for an element.
    """
    try:
        await using
    except Error:
        if not stage.page.is_closed():
            raise


async def _fill(stage: Stage, action: act.Fill) -> Outcome:
    element = await locate(stage.page, action.fill)
    if action.text.startswith(act.SECRET_PREFIX):
        if not (stage.page.url.startswith("http") and stage.scope.allows(stage.page.url)):
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


async def _type(stage: Stage, action: act.Type) -> Outcome:
    text = filled_in(action.type, stage.tag)
    stage.typed.append(text)
    await stage.page.keyboard.type(text)
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
        except PlaywrightTimeout as error:
            if "did not find some options" not in error.message:
                raise
    return Outcome(BLOCKED, Code.LOCATOR_NOT_FOUND, f"{action.select.words()} has no option “{action.option}”")


async def _check(stage: Stage, action: act.Check) -> Outcome:
    """Click the box where it is not as wanted; one that its click takes away, with its page or its row, was used."""
    element = await locate(stage.page, action.check, Options(standin=True))
    if await element.is_checked() == action.checked:
        return DONE
    await _used(stage, element.click(timeout=ELEMENT_MS, no_wait_after=True))
    try:
        stays = await element.is_checked() != action.checked and await element.evaluate("box => box.isConnected")
    except Error:
        if stage.page.is_closed() or not stage.page.context.browser:
            raise
        return DONE
    return Outcome(BLOCKED, Code.LOCATOR_NOT_FOUND, f"{action.words()}: it stays as it was") if stays else DONE


async def _press(stage: Stage, action: act.Press) -> Outcome:
    times = action.times
    if action.at is not None:
        element = await locate(stage.page, action.at)
        await _used(stage, element.press(action.press, timeout=ELEMENT_MS, no_wait_after=True))
        times -= 1
    for _ in range(times):
        await _used(stage, stage.page.keyboard.press(action.press))
    return DONE


async def _upload(stage: Stage, action: act.Upload) -> Outcome:
    made = sample(action.file)
    path = stage.files / action.file
    if made is None and not path.is_file():
        return Outcome(BLOCKED, Code.SEED_DATA_MISSING, f"there is no file {path}")
    element = await locate(stage.page, action.upload, Options(hidden=True))
    await element.set_input_files(cast(Any, made) or str(path), timeout=ELEMENT_MS)
    return DONE


async def _back(stage: Stage, _: act.Back) -> Outcome:
    return await _arrived(stage.page.go_back(**_loaded()), "the way back")


async def _forward(stage: Stage, _: act.Forward) -> Outcome:
    return await _arrived(stage.page.go_forward(**_loaded()), "the way forward")


async def _reload(stage: Stage, _: act.Reload) -> Outcome:
    return await _arrived(stage.page.reload(**_loaded()), readable(stage.page.url))


async def _resize(stage: Stage, action: act.Resize) -> Outcome:
    await stage.resize(action.resize.width, action.resize.height)
    return DONE


_HANDLERS: dict[type[Action], Callable[[Stage, Any], Awaitable[Outcome]]] = {
    act.Open: _open,
    act.Click: _click,
    act.Hover: _hover,
    act.Fill: _fill,
    act.Type: _type,
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
