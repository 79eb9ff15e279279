"""Logging in before recording starts: secrets are typed, and are nowhere else."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from bugbash.charter.actions import parse_action
from bugbash.contract.models import BLOCKED, Code
from bugbash.session.browser import BrowserHost
from bugbash.session.capture import start_trace, stop_trace, ui_tree
from bugbash.session.scope import Scope
from bugbash.session.secrets import Secrets
from bugbash.session.session import Session, Terms
from bugbash.session.stage import Outcome
from tests.support.fixtures import NewSession
from tests.support.pages import Heard, Page, PageServer

from .steps import blocks, document, passes

USER, PASSWORD = "amy@example.test", "correct horse 22"
SOURCES = {"user": "env:BUGBASH_TEST_USER", "password": "file:password.txt"}
LOGIN: list[dict[str, Any]] = [
    {"open": "/login"},
    {"fill": {"label": "Email"}, "with": "secret_ref:user"},
    {"fill": {"label": "Password"}, "with": "secret_ref:password"},
    {"click": {"role": "button", "name": "Sign in"}},
    {"expect_url": "/account"},
]


@pytest.fixture
def secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Secrets:
    monkeypatch.setenv("BUGBASH_TEST_USER", USER)
    (tmp_path / "password.txt").write_text(PASSWORD + "\n", "utf-8")
    return Secrets(SOURCES, tmp_path)


@pytest.fixture
def shop(pages: PageServer) -> PageServer:
    """A shop with a login form, and an account for those who are logged in."""

    def sign_in(heard: Heard) -> Page:
        right = heard.text == "email=amy%40example.test&password=correct+horse+22"
        return (
            Page(redirect="/account", cookies=["session=abc; HttpOnly"]) if right else Page(redirect="/login?wrong")
        )

    def account(heard: Heard) -> Page:
        if "session=abc" not in heard.headers.get("cookie", ""):
            return Page(redirect="/login")
        return Page(document("<h1>Account</h1>"))

    pages.pages.update(
        {
            "/login": document(
                "<form action=/enter method=post><label>Email <input name=email></label>"
                "<label>Password <input type=password name=password></label><button>Sign in</button></form>"
            ),
            "/enter": sign_in,
            "/account": account,
        }
    )
    return pages


async def logged_in(host: BrowserHost, shop: PageServer, secrets: Secrets) -> tuple[Session, Outcome]:
    terms = Terms(
        target=shop.url(), scope=Scope([shop.url()]), secrets=secrets, login=[parse_action(step) for step in LOGIN]
    )
    session = Session(host, terms)
    try:
        return session, await session.open()
    finally:
        await session.close()


async def test_a_session_is_logged_in_when_it_is_open(
    new_session: NewSession, shop: PageServer, secrets: Secrets
) -> None:
    session = await new_session(shop.url(), secrets=secrets, login=LOGIN)
    assert session.last.headings == ("Account",)
    assert (await passes(session, {"open": "/account"})).after.headings == ("Account",)


@pytest.fixture
def forgetful(pages: PageServer) -> PageServer:
    """An app on one page that keeps its login in memory, so that a reload loses it."""
    pages.pages["/app"] = document(
        "<form onsubmit='event.preventDefault(); if (p.value.length > 9) { f.hidden = true; h.hidden = false }' id=f>"
        "<label>Email <input name=email></label><label>Password <input type=password id=p></label>"
        "<button>Sign in</button></form><h1 hidden id=h>Calendars</h1>"
    )
    pages.pages["/users"] = document("<h1>New user</h1><label>Password <input type=password></label>")
    return pages


FORGETFUL = [{"open": "/app"}, *LOGIN[1:4]]


@pytest.mark.parametrize("step", [{"open": "/app"}, {"reload": True}, {"open": "/app#calendars"}])
async def test_an_app_that_forgets_the_login_is_logged_in_to_again(
    new_session: NewSession, forgetful: PageServer, secrets: Secrets, step: dict[str, Any]
) -> None:
    session = await new_session(forgetful.url(), secrets=secrets, login=FORGETFUL)
    if step.get("open", "").endswith("#calendars"):
        await passes(session, {"open": "/users"})
    moment = await passes(session, step)
    assert moment.after.headings == ("Calendars",)
    assert PASSWORD not in str(moment)


async def test_a_page_that_asks_for_a_password_of_its_own_is_left_as_it_is(
    new_session: NewSession, forgetful: PageServer, secrets: Secrets
) -> None:
    session = await new_session(forgetful.url(), secrets=secrets, login=FORGETFUL)
    assert (await passes(session, {"open": "/users"})).after.headings == ("New user",)


async def test_what_was_typed_is_in_nothing_that_the_session_tells(
    new_session: NewSession, shop: PageServer, secrets: Secrets
) -> None:
    session = await new_session(shop.url(), secrets=secrets, login=LOGIN[:1])
    told = []
    for step in LOGIN[1:]:
        moment = await passes(session, step)
        told.append(f"{moment.action.words()} {moment.outcome} {moment.events} {moment.before} {moment.after}")
    told.append(str(asdict(session.recorder.all)))
    assert not any(PASSWORD in text or "correct+horse" in text or "correct%20horse" in text for text in told)
    assert PASSWORD not in session.typed
    assert USER not in session.typed
    assert shop.requests("/enter")[0].text == "email=amy%40example.test&password=correct+horse+22"


async def test_what_leaks_into_a_tree_or_a_trace_is_masked(
    new_session: NewSession, shop: PageServer, secrets: Secrets, tmp_path: Path
) -> None:
    session = await new_session(shop.url(), secrets=secrets, login=LOGIN[:1])
    await start_trace(session)
    await passes(session, *LOGIN[1:3])
    tree = await ui_tree(session)
    assert PASSWORD not in secrets.scrub(tree)
    assert USER not in secrets.scrub(tree)
    assert "Sign in" in tree
    assert await stop_trace(session, tmp_path / "trace.zip")


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("user", "log in: the secret user is not set: environment variable BUGBASH_TEST_USER"),
        ("password", "log in: the secret password cannot be read: "),
    ],
)
async def test_a_missing_secret_blocks_the_session_and_is_named_without_a_value(
    missing: str,
    words: str,
    browser_host: BrowserHost,
    shop: PageServer,
    secrets: Secrets,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if missing == "user":
        monkeypatch.delenv("BUGBASH_TEST_USER")
    else:
        (tmp_path / "password.txt").unlink()
    _, outcome = await logged_in(browser_host, shop, secrets)
    assert (outcome.status, outcome.code) == (BLOCKED, Code.CREDENTIAL_MISSING)
    assert outcome.detail.startswith(words)
    assert USER not in outcome.detail
    assert PASSWORD not in outcome.detail
    assert not shop.requests("/enter")


async def test_a_login_that_does_not_lead_in_is_a_credential_that_does_not_work(
    browser_host: BrowserHost, shop: PageServer, secrets: Secrets, tmp_path: Path
) -> None:
    (tmp_path / "password.txt").write_text("battery staple", "utf-8")
    _, outcome = await logged_in(browser_host, shop, secrets)
    assert (outcome.status, outcome.code) == (BLOCKED, Code.CREDENTIAL_MISSING)
    assert "expect the address to be /account; it is" in outcome.detail
    assert "battery" not in outcome.detail


async def test_a_login_page_that_is_not_there_is_the_automations_fault(
    browser_host: BrowserHost, shop: PageServer, secrets: Secrets
) -> None:
    shop.pages["/login"] = document("<h1>Closed</h1>")
    _, outcome = await logged_in(browser_host, shop, secrets)
    assert (outcome.status, outcome.code) == (BLOCKED, Code.LOCATOR_NOT_FOUND)
    assert outcome.detail == "log in: field “Email” is not on this screen"


async def test_a_secret_is_typed_on_the_charters_own_origins_only(
    new_session: NewSession, pages: PageServer, secrets: Secrets
) -> None:
    pages.pages["/"] = document("<input aria-label=Email>")
    session = await new_session(pages.url(), secrets=secrets)
    await passes(session, {"open": "/"})
    await session.page.goto("data:text/html,<input aria-label=Email>")
    said = await blocks(
        session, {"fill": {"label": "Email"}, "with": "secret_ref:user"}, Code.ENVIRONMENT_UNAVAILABLE
    )
    assert said == "a secret is typed on the charter's own origins only"
    assert secrets.values == []
