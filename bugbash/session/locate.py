"""From a locator to one element, over the page and its frames; unique or not at all."""

from dataclasses import dataclass
from typing import Any

from playwright.async_api import ElementHandle, Error, Frame, Page

from bugbash.charter.locator import Locator
from bugbash.contract.models import Code

MOST_FRAMES = 8


class NotLocated(Exception):
    """A locator that found no element, or several; `code` is the contract's word for it."""

    def __init__(self, code: str, detail: str) -> None:
        self.code = code
        super().__init__(detail)


@dataclass(frozen=True)
class Options:
    """How to look: `hidden` elements count where a step may mean one (a file field, a check that one is gone)."""

    hidden: bool = False


async def locate(page: Page, locator: Locator, options: Options = Options()) -> ElementHandle:
    """The one element that `locator` names, after at most one narrowed retry.

    Raises NotLocated where there is none, or more than one; a guess is never returned.
    """
    for narrow in (False, True):
        found = await _pick(page, locator, narrow, options)
        if len(found) == 1:
            return found[0]
    raise await _explained(page, locator, options)


async def count(page: Page, locator: Locator, options: Options = Options()) -> int:
    """How many elements `locator` matches."""
    total = 0
    for frame in frames_of(page):
        total += int(await _evaluate(frame, "([l, o]) => __bugbash__.find(l, o).length", locator, options) or 0)
    return total


def frames_of(page: Page) -> list[Frame]:
    """The page's frames that may hold controls, the main one first."""
    frames = [frame for frame in page.frames if not frame.is_detached()]
    return frames[:MOST_FRAMES]


async def _pick(page: Page, locator: Locator, narrow: bool, options: Options) -> list[ElementHandle]:
    found = []
    for frame in frames_of(page):
        try:
            handle = await frame.evaluate_handle(
                "([l, n, o]) => globalThis.__bugbash__ ? __bugbash__.pick(l, n, o) : null",
                [_data(locator), narrow, vars(options)],
            )
        except Error:
            if frame is page.main_frame:
                raise
            continue  # a frame that went away, or that is another site's
        element = handle.as_element()
        if element is not None:
            found.append(element)
    return found


async def _explained(page: Page, locator: Locator, options: Options) -> NotLocated:
    total = 0
    first: list[str] = []
    for frame in frames_of(page):
        told = await _evaluate(frame, "([l, o]) => __bugbash__.tell(l, o)", locator, options)
        if isinstance(told, dict):
            total += int(told["count"])
            first.extend(str(text) for text in told["first"])
    if total == 0:
        return NotLocated(Code.LOCATOR_NOT_FOUND, f"{locator.words()} is not on this screen")
    return NotLocated(Code.LOCATOR_AMBIGUOUS, f"{locator.words()} fits {total} elements: {', '.join(first[:3])}")


async def _evaluate(frame: Frame, script: str, locator: Locator, options: Options) -> Any:
    try:
        return await frame.evaluate(script, [_data(locator), vars(options)])
    except Error:
        return None  # the frame went away, or is another site's


def _data(locator: Locator) -> dict[str, object]:
    return locator.model_dump(exclude_none=True)
