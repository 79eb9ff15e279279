"""Pages that hang, crash, flood or break what they run in: a blocked step at worst, and never an exception."""

import asyncio
import time
from pathlib import Path

import psutil
import pytest
from playwright.async_api import Error

from bugbash.contract.models import Code
from bugbash.session import browser, perform, session
from bugbash.session.browser import BrowserHost, find_browser
from bugbash.session.scope import Scope
from bugbash.session.secrets import Secrets
from bugbash.session.session import Session, Terms
from tests.support.fixtures import NewSession
from tests.support.pages import Page, PageServer

from .conftest import LookAt
from .steps import act, blocks, children, family_since, opened, passes, until, value

UNAVAILABLE = Code.ENVIRONMENT_UNAVAILABLE


@pytest.fixture
def little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step may take three seconds, and a session as long to close."""
    monkeypatch.setattr(session, "ACT_SECONDS", 4.0)
    monkeypatch.setattr(session, "CLOSE_SECONDS", 3.0)
    monkeypatch.setattr(perform, "ELEMENT_MS", 600)


@pytest.mark.usefixtures("little_time")
async def test_a_page_that_hangs_blocks_its_step_within_the_bound_and_can_be_closed(
    new_session: NewSession, pages: PageServer
) -> None:
    on_page = await opened(new_session, pages, "<button onclick='for (;;);'>Hang</button><p>Words</p>")
    began = time.monotonic()
    assert await blocks(on_page, {"click": "Hang"}, UNAVAILABLE) == "the page hung"
    assert time.monotonic() - began < 7
    assert not on_page.alive
    assert on_page.last.text == "Hang Words"
    began = time.monotonic()
    await on_page.close()
    assert time.monotonic() - began < 7
    other = await opened(new_session, pages, "<h1>Fine</h1>")
    assert other.last.headings == ("Fine",)


@pytest.mark.usefixtures("little_time")
async def test_a_page_that_hangs_while_it_loads_or_is_asked_is_no_exception(
    new_session: NewSession, pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "ASK_SECONDS", 0.5)
    on_page = await opened(new_session, pages, "<p>Words</p>")
    (answer,) = await on_page.ask(["(() => { for (;;); })()"])
    assert answer.value is None
    assert answer.error
    assert (await on_page.look()).text == "Words"
    await on_page.close()


@pytest.mark.usefixtures("little_time")
async def test_a_crashed_tab_blocks_its_step(new_session: NewSession, pages: PageServer) -> None:
    on_page = await opened(new_session, pages, "<p>Words</p>")
    tools = await on_page.context.new_cdp_session(on_page.page)
    crashing = asyncio.ensure_future(tools.send("Page.crash"))
    await until(lambda: on_page.recorder.all.crashed)
    crashing.cancel()
    moment = await act(on_page, {"click": "Words"})
    assert (moment.outcome.status, moment.outcome.code) == ("blocked", UNAVAILABLE)
    assert "crashed" in moment.outcome.detail
    assert moment.events.crashed
    assert not on_page.alive
    await on_page.close()


async def test_a_killed_browser_blocks_its_step_and_the_next_session_has_another(
    pages: PageServer, new_session: NewSession
) -> None:
    before = children()
    async with BrowserHost() as host:
        on_page = await opened(new_session, pages, "<p>Words</p>", host=host)
        ours = family_since(before)
        running = [one for one in ours if "--type=" not in " ".join(one.cmdline()) and "chrom" in one.name().lower()]
        assert running
        for one in running:
            one.kill()
        moment = await act(on_page, {"click": "Words"})
        assert (moment.outcome.status, moment.outcome.code) == ("blocked", UNAVAILABLE)
        assert not on_page.alive
        assert (await act(on_page, {"open": "/"})).outcome.code == UNAVAILABLE
        await on_page.close()
        other = await opened(new_session, pages, "<h1>Again</h1>", host=host)
        assert other.last.headings == ("Again",)
        assert host.started == 2
        ours += family_since(before)
        await other.close()
    gone, alive = psutil.wait_procs(ours, timeout=10)
    assert [one.cmdline() for one in alive if one.status() != psutil.STATUS_ZOMBIE] == []
    assert gone


@pytest.mark.parametrize("ended", ["kill", "suspend"])
async def test_a_driver_that_dies_or_hangs_blocks_its_step_and_the_next_sessions_have_another(
    ended: str, pages: PageServer, new_session: NewSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    for bound in ("CONTEXT_SECONDS", "ANSWER_SECONDS", "STOP_SECONDS"):
        monkeypatch.setattr(browser, bound, 2)
    monkeypatch.setattr(session, "ACT_SECONDS", 15.0)
    monkeypatch.setattr(session, "CLOSE_SECONDS", 2.0)
    before = children()
    async with BrowserHost() as host:
        on_page = await opened(new_session, pages, "<h1>Home</h1>", host=host)
        ours = family_since(before)
        for driver in (one for one in ours if "run-driver" in one.cmdline()):
            getattr(driver, ended)()
        monkeypatch.setattr(session, "ACT_SECONDS", 3.0)
        moment = await act(on_page, {"open": "/"})
        assert (moment.outcome.status, moment.outcome.code) == ("blocked", UNAVAILABLE)
        await on_page.close()
        monkeypatch.setattr(session, "ACT_SECONDS", 15.0)
        others = await asyncio.gather(*(opened(new_session, pages, "<h1>Again</h1>", host=host) for _ in range(2)))
        assert [other.last.headings for other in others] == [("Again",)] * 2
        assert host.started == 2
        ours += family_since(before)
        for other in others:
            await other.close()
    _, alive = psutil.wait_procs(ours, timeout=10)
    assert [one.cmdline() for one in alive if one.status() != psutil.STATUS_ZOMBIE] == []


async def test_a_session_that_cannot_be_opened_says_so(pages: PageServer, tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text(f'#!/bin/sh\nexec {find_browser("", "")} "$@"\n', "utf-8")
    program.chmod(0o755)
    before = children()
    async with BrowserHost(str(program)) as host:
        for one in family_since(before):
            if "chrom" in one.name().lower():
                one.kill()
        program.unlink()
        terms = Terms(target=pages.url(), scope=Scope([pages.url()]), secrets=Secrets({}, tmp_path))
        on_page = Session(host, terms)
        outcome = await on_page.open()
        assert (outcome.status, outcome.code) == ("blocked", UNAVAILABLE)
        assert outcome.detail.startswith("no browser session: ")
        assert not on_page.alive
        await on_page.close()


async def test_a_page_of_ten_thousand_controls_is_looked_at_in_bounded_time_and_size(look_at: LookAt) -> None:
    on_page = await look_at(
        "<script>let html = ''; for (let i = 0; i < 10000; i++) html += `<button class=b>Button ${i}</button>`;"
        "document.body.innerHTML = html</script>"
    )
    began = time.monotonic()
    look = await on_page.look()
    assert time.monotonic() - began < 8
    assert look.total == 10_000
    assert 0 < len(look.controls) <= 500
    assert len(look.text) < 100_000
    await passes(on_page, {"click": look.controls[-1].locator.model_dump(exclude_none=True)})


async def test_a_page_of_endless_text_is_kept_short(look_at: LookAt) -> None:
    on_page = await look_at(
        "<p id=p></p><a href='#' id=a>x</a><input id=i><script>p.textContent = 'word '.repeat(2e5);"
        "a.textContent = 'link '.repeat(1e5); a.href = '/' + 'x'.repeat(1e5); i.value = 'y'.repeat(1e6)</script>"
    )
    assert len(on_page.last.model_dump_json()) < 1_000_000


BREAKING = {
    "map": "Array.prototype.map = null",
    "filter": "Array.prototype.filter = () => 'nothing'",
    "iterator": "Array.prototype[Symbol.iterator] = function* () { yield 1 }",
    "stringify": "JSON.stringify = () => { throw new Error('no') }; JSON.parse = () => ({})",
    "querySelectorAll": "Document.prototype.querySelectorAll = () => { throw new Error('no') }",
    "getComputedStyle": "window.getComputedStyle = undefined",
    "Map and Set": "window.Map = window.Set = window.WeakSet = window.Promise = undefined",
    "setTimeout": "window.setTimeout = window.requestAnimationFrame = () => 0",
    "toString": "Object.prototype.toString = String.prototype.trim = () => { throw new Error('no') }",
    "own keys": "Object.prototype.count = 7; Object.prototype.toJSON = () => 'x'; Array.prototype.extra = {}",
    "title": "Object.defineProperty(document, 'title', { get: () => ({ odd: { deep: [] } }) })",
    "our name": "window.__bugbash__ = { look: () =>"
    " ({ url: 5 }) }; delete window.__bugbash__; globalThis.__bugbash__ = 1",
    "our name, declared": "var __bugbash__ = 5; function find() { return [] }",
    "our name, in frames": "document.body.innerHTML += '<iframe srcdoc=\"<script>__bugbash__ = 1</scr' + 'ipt>\">"
    "</iframe>'",
    "canaries": "window.__bbk = { [Symbol.iterator]: 5 }",
    "document": "document.open()",
}


@pytest.mark.parametrize("breaking", BREAKING)
@pytest.mark.usefixtures("little_time")
async def test_a_page_that_breaks_what_scripts_rely_on_raises_nothing(
    breaking: str, new_session: NewSession, pages: PageServer
) -> None:
    pages.pages["/"] = (
        f"<!doctype html><body><button>Go</button><p>Words</p><script>{BREAKING[breaking]}</script></body>"
    )
    on_page = await new_session(pages.url())
    for step in ({"open": "/"}, {"click": "Go"}, {"expect_text": "Words"}):
        moment = await act(on_page, step)
        assert moment.outcome.passed or moment.outcome.code in (UNAVAILABLE, Code.LOCATOR_NOT_FOUND), moment.outcome
        if not on_page.alive:
            break
    await on_page.ask(["count('p')"])
    await on_page.look()
    await on_page.close()


@pytest.mark.parametrize("breaking", ["our name", "our name, declared", "stringify", "own keys"])
async def test_a_page_that_takes_our_name_or_its_own_writers_changes_nothing(
    breaking: str, new_session: NewSession, pages: PageServer
) -> None:
    on_page = await opened(
        new_session, pages, f"<button>Go</button><p>Words</p><script>{BREAKING[breaking]}</script>"
    )
    assert [control.name for control in on_page.last.controls] == ["Go"]
    await passes(on_page, {"click": "Go"}, {"expect_text": "Words"})


async def test_properties_are_asked_each_by_itself(look_at: LookAt) -> None:
    on_page = await look_at('<b class=n>1,200.50 €</b><b class=n>3</b><i hidden>x</i><p>{"a": 1}</p>')
    asked = {
        "count('.n')": 2,
        "sum(all('.n'))": 1203.5,
        "num(one('.n'))": 1200.5,
        "text('p')": '{"a": 1}',
        "one('.none')": None,
        "count('i')": 0,
        "1 === 1": True,
    }
    answers = await on_page.ask([*asked, "missing.name", "1 +", "'after'"])
    assert [answer.value for answer in answers[: len(asked)]] == list(asked.values())
    assert "ReferenceError" in answers[-3].error
    assert "SyntaxError" in answers[-2].error
    assert answers[-1].value == "after"
    assert await on_page.ask([]) == []


async def test_a_page_that_closes_itself_leaves_a_blocked_step(new_session: NewSession, pages: PageServer) -> None:
    on_page = await opened(new_session, pages, "<p>Words</p>")
    await on_page.page.close()
    assert "closed" in await blocks(on_page, {"click": "Words"}, UNAVAILABLE)
    with pytest.raises(Error):
        _ = on_page.page
    await on_page.close()
    await on_page.close()


async def test_a_page_that_answers_no_page_leaves_the_screen_as_it_is(
    new_session: NewSession, pages: PageServer
) -> None:
    pages.pages["/nothing"] = Page("", status=204)
    on_page = await opened(new_session, pages, "<h1>Home</h1><a href=/nothing>Go</a>")
    moment = await passes(on_page, {"click": "Go"})
    assert moment.after.headings == ("Home",)
    assert await value(on_page, "location.pathname") == "/"
