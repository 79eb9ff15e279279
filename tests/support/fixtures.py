"""Fixtures for tests that open pages: a page server, one Chromium for all, and sessions on a target."""

from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest

from bugbash.charter.actions import parse_action
from bugbash.session.browser import BrowserHost
from bugbash.session.scope import Scope
from bugbash.session.secrets import Secrets
from bugbash.session.session import Session, Terms

from .pages import PageServer


class NewSession(Protocol):
    """Opens a session on `target`; it is closed when the test ends."""

    async def __call__(
        self,
        target: str,
        *,
        scope: Sequence[str] = ...,
        secrets: Secrets | None = ...,
        login: Sequence[dict[str, Any]] = ...,
        allow: Sequence[str] = ...,
        files: Path = ...,
        host: BrowserHost | None = ...,
    ) -> Session: ...


@pytest.fixture
def pages() -> Iterator[PageServer]:
    """A page server with nothing on it yet."""
    with PageServer() as server:
        yield server


@pytest.fixture(scope="session")
async def browser_host() -> AsyncIterator[BrowserHost]:
    """One Chromium for the whole test run."""
    async with BrowserHost() as host:
        yield host


@pytest.fixture
async def new_session(browser_host: BrowserHost) -> AsyncIterator[NewSession]:
    """A factory of open, logged-in sessions."""
    opened: list[Session] = []

    async def new(
        target: str,
        *,
        scope: Sequence[str] = (),
        secrets: Secrets | None = None,
        login: Sequence[dict[str, Any]] = (),
        allow: Sequence[str] = (),
        files: Path = Path(),
        host: BrowserHost | None = None,
    ) -> Session:
        terms = Terms(
            target=target,
            scope=Scope(scope or [target]),
            secrets=secrets or Secrets({}, files),
            login=[parse_action(step) for step in login],
            allow=allow,
            files=files,
        )
        session = Session(host or browser_host, terms)
        opened.append(session)
        outcome = await session.open()
        assert outcome.passed, outcome
        return session

    yield new
    for session in opened:
        await session.close()
