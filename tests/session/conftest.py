"""What the session tests share: shorter patience, and one session for the tests that leave nothing behind."""

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from bugbash.session import expect
from bugbash.session.browser import BrowserHost
from bugbash.session.scope import Scope
from bugbash.session.secrets import Secrets
from bugbash.session.session import Session, Terms
from tests.support.pages import PageServer

from .steps import document, passes

LookAt = Callable[[str], Awaitable[Session]]


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test's pages are here, and quick: what they do not show in half a second they do not show."""
    monkeypatch.setattr(expect, "EXPECT_SECONDS", 0.4)


@pytest.fixture(scope="session")
async def look_at(browser_host: BrowserHost, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LookAt]:
    """Opens a page with the body given, each at a path of its own, in a session that many tests share."""
    paths = itertools.count()
    with PageServer() as server:
        terms = Terms(
            target=server.url(), scope=Scope([server.url()]), secrets=Secrets({}, tmp_path_factory.mktemp("s"))
        )
        session = Session(browser_host, terms)
        assert (await session.open()).passed

        async def look(body: str) -> Session:
            path = f"/page-{next(paths)}"
            server.pages[path] = document(body)
            await passes(session, {"open": path})
            return session

        yield look
        await session.close()
