"""Short ways to say what a session test does."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import psutil

from bugbash.charter.actions import parse_action
from bugbash.contract.models import BLOCKED, FAILED
from bugbash.session.moment import Moment
from bugbash.session.session import Session
from tests.support.fixtures import NewSession
from tests.support.pages import PageServer


def document(body: str, head: str = "") -> str:
    """A whole HTML document with that body."""
    return f"<!doctype html><html lang=en><head><title>Test</title>{head}</head><body>{body}</body></html>"


async def opened(new_session: NewSession, pages: PageServer, body: str, **terms: Any) -> Session:
    """A session that looks at a page with that body."""
    pages.pages["/"] = document(body)
    session = await new_session(pages.url(), **terms)
    await passes(session, {"open": "/"})
    return session


async def act(session: Session, step: Any) -> Moment:
    """What came of a step, given as it is written in a bash file."""
    return await session.act(parse_action(step))


async def passes(session: Session, *steps: Any) -> Moment:
    """Do steps that all pass; what the last one came to."""
    moment = None
    for step in steps:
        moment = await act(session, step)
        assert moment.outcome.passed, (step, moment.outcome)
    assert moment is not None
    return moment


async def blocks(session: Session, step: Any, code: str) -> str:
    """Do a step that is blocked with `code`; why, in words."""
    outcome = (await act(session, step)).outcome
    assert (outcome.status, outcome.code) == (BLOCKED, code), outcome
    return outcome.detail


async def fails(session: Session, step: Any) -> str:
    """Do an expect step that does not hold; what it says."""
    outcome = (await act(session, step)).outcome
    assert (outcome.status, outcome.code) == (FAILED, "ASSERTION_FAILED"), outcome
    return outcome.detail


async def value(session: Session, expression: str) -> Any:
    """What a JavaScript expression comes to in the page in front."""
    return await session.page.evaluate(expression)


def children() -> set[int]:
    """The processes that this one has started itself, by their ids."""
    return {child.pid for child in psutil.Process().children()}


def family_since(before: set[int]) -> list[psutil.Process]:
    """The processes that this one has started since, with all their own."""
    new = [child for child in psutil.Process().children() if child.pid not in before]
    return [*new, *(each for child in new for each in child.children(recursive=True))]


async def until(holds: Callable[[], object], seconds: float = 5.0) -> None:
    """Wait until `holds()` is true."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never came true"
        await asyncio.sleep(0.01)
