"""From a locator to one element, over the page and its frames; unique or not at all."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, TypeVar

from playwright.async_api import ElementHandle, Error, Frame, Page

from bugbash.charter.locator import Locator
from bugbash.contract.models import Code

MOST_FRAMES = 8
FRAME_SECONDS = 1.0
"""Longest wait for a frame beside the main one: its document may never come, and the page does without."""

_COUNT = "([l, o]) => globalThis.__bugbash__ ? __bugbash__.find(l, o).length : 0"
_PICK = "([l, n, o]) => globalThis.__bugbash__ ? __bugbash__.pick(l, n, o) : null"
_TELL = "([l, o]) => globalThis.__bugbash__ ? __bugbash__.tell(l, o) : null"
_Answer = TypeVar("_Answer")


class NotLocated(Exception):
    """A locator that found no element, or several; `code` is the contract's word for it."""

    def __init__(self, code: str, detail: str) -> None:
        self.code = code
        super().__init__(detail)


def is_gone(error: Error) -> bool:
    """Whether `error` tells that the page, or the browser with it, is gone: no step can be done there any more."""
    return any(words in error.message for words in ("has been closed", "crashed", "Connection closed"))


@dataclass(frozen=True)
class Options:
    """How to look: `hidden` elements count where a step may mean one (a file field, a check that one is gone).

    With `standin` the answer is what a person would point at: the label of a box that is not drawn itself.
    """

    hidden: bool = False
    standin: bool = False


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
        total += int(await asked(frame, _COUNT, [_data(locator), vars(options)]) or 0)
    return total


def frames_of(page: Page) -> list[Frame]:
    """The page's frames that may hold controls, the main one first."""
    frames = [frame for frame in page.frames if not frame.is_detached()]
    return frames[:MOST_FRAMES]


async def _pick(page: Page, locator: Locator, narrow: bool, options: Options) -> list[ElementHandle]:
    found = []
    for frame in frames_of(page):
        handle = await _answered(frame, frame.evaluate_handle(_PICK, [_data(locator), narrow, vars(options)]))
        element = handle.as_element() if handle is not None else None
        if element is not None:
            found.append(element)
    return found


async def asked(frame: Frame, script: str, argument: Any) -> Any:
    """What `script` comes to in `frame`.

    None where a frame beside the main one went away, is another site's, or does not answer; of the main one,
    playwright's Error is raised.
    """
    return await _answered(frame, frame.evaluate(script, argument))


async def _answered(frame: Frame, asking: Awaitable[_Answer]) -> _Answer | None:
    if frame.parent_frame is None:
        return await asking
    try:
        return await asyncio.wait_for(asking, FRAME_SECONDS)
    except (Error, TimeoutError):
        return None


async def _explained(page: Page, locator: Locator, options: Options) -> NotLocated:
    total = 0
    first: list[str] = []
    for frame in frames_of(page):
        told = await asked(frame, _TELL, [_data(locator), vars(options)])
        if isinstance(told, dict):
            total += int(told["count"])
            first.extend(str(text) for text in told["first"])
    if total == 0:
        return NotLocated(Code.LOCATOR_NOT_FOUND, f"{locator.words()} is not on this screen")
    return NotLocated(Code.LOCATOR_AMBIGUOUS, f"{locator.words()} fits {total} elements: {', '.join(first[:3])}")


def _data(locator: Locator) -> dict[str, object]:
    return locator.model_dump(exclude_none=True)
