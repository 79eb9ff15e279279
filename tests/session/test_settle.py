"""Settling: a step ends when the page rests, and a page that never rests ends at the bound."""

import threading
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from bugbash.session import perform, recorder, session, settle
from tests.support.fixtures import NewSession
from tests.support.pages import Heard, Page, PageServer

from .steps import act, document, opened, passes, value


@pytest.fixture
def short_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that never rests is taken as it is after a second."""
    monkeypatch.setattr(session, "settle", partial(settle.settle, bound=1.0))


async def test_what_a_late_answer_renders_is_seen(new_session: NewSession, pages: PageServer) -> None:
    pages.pages["/data"] = Page('["Lamp", "Chair"]', type="application/json", delay=0.6)
    on_page = await opened(
        new_session,
        pages,
        "<button onclick='load()'>Load</button><ul id=list></ul><script>async function load() {"
        " const names = await (await fetch('/data')).json(); await new Promise((r) => setTimeout(r, 60));"
        " for (const name of names) list.append(Object.assign(document.createElement('li'), {textContent: name})) "
        "}</script>",
    )
    moment = await passes(on_page, {"click": "Load"})
    assert moment.settled
    assert moment.after.text.endswith("Lamp Chair")
    assert [(request.url, request.status, request.pending) for request in moment.events.requests] == [
        (pages.url("/data"), 200, False)
    ]


async def test_one_answer_may_lead_to_the_next_request(new_session: NewSession, pages: PageServer) -> None:
    pages.pages.update({"/a": Page("/b", delay=0.3), "/b": Page("/c", delay=0.3), "/c": Page("the end", delay=0.3)})
    on_page = await opened(
        new_session,
        pages,
        "<button onclick='load(`/a`)'>Load</button><p id=p></p><script>async function load(path) {"
        " const next = await (await fetch(path)).text(); if (next[0] === '/') load(next); else p.textContent = next "
        "}</script>",
    )
    assert (await passes(on_page, {"click": "Load"})).after.text.endswith("the end")


async def test_an_animation_is_waited_for_and_an_endless_one_is_not(
    new_session: NewSession, pages: PageServer
) -> None:
    on_page = await opened(
        new_session,
        pages,
        "<style>@keyframes spin {to {rotate: 360deg}} #s {animation: spin 1s infinite; width: 9px}"
        " .fold {transition: height .7s; height: 0} .fold.open {height: 90px}</style>"
        "<div id=s>↻</div><div id=f class=fold></div><button onclick='f.classList.add(`open`)'>Unfold</button>",
    )
    moment = await passes(on_page, {"click": "Unfold"})
    assert moment.settled
    assert await value(on_page, "f.offsetHeight") == 90


@pytest.mark.usefixtures("short_bound")
async def test_a_page_that_changes_for_ever_is_taken_as_it_is_at_the_bound(
    new_session: NewSession, pages: PageServer
) -> None:
    on_page = await opened(
        new_session, pages, "<h1>Clock</h1><p id=p>0</p><script>setInterval(() => p.textContent++, 20)</script>"
    )
    began = time.monotonic()
    moment = await passes(on_page, {"press": "Tab"})
    assert 0.9 < time.monotonic() - began < 4
    assert not moment.settled
    assert moment.after.headings == ("Clock",)
    assert moment.outcome.passed


async def test_a_page_that_polls_settles_between_two_polls(new_session: NewSession, pages: PageServer) -> None:
    pages.pages["/news"] = "none"
    on_page = await opened(new_session, pages, "<h1>News</h1><script>setInterval(() => fetch('/news'), 400)</script>")
    assert (await passes(on_page, {"press": "Tab"})).settled


async def test_a_long_poll_a_stream_and_a_socket_hold_nothing_up(
    new_session: NewSession, pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "STALE_SECONDS", 0.5)
    opening = threading.Event()

    def stream(_: Heard) -> Page:
        def events() -> Iterator[bytes]:
            yield b"data: hello\n\n"
            opening.wait(20)

        return Page(events(), type="text/event-stream")

    pages.pages.update({"/wait": Page("", delay=20), "/events": stream})
    on_page = await opened(
        new_session,
        pages,
        "<h1>Live</h1><p id=p></p><script>fetch('/wait').catch(() => 0);"
        "new EventSource('/events').onmessage = (e) => { p.textContent = e.data }</script>",
    )
    began = time.monotonic()
    moment = await passes(on_page, {"press": "Tab"})
    opening.set()
    assert moment.settled
    assert time.monotonic() - began < 3
    assert moment.after.text == "Live hello"


@pytest.mark.parametrize(
    "step",
    [
        {"click": "Go"},
        {"press": "Enter", "at": {"label": "Search"}},
        {"select": {"label": "Sort"}, "option": "Price"},
        {"check": {"label": "All"}},
    ],
    ids=str,
)
async def test_a_page_that_answers_more_slowly_than_an_element_may_be_is_waited_for(
    step: Any, new_session: NewSession, pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perform, "ELEMENT_MS", 4_000)
    pages.pages["/slow"] = Page(document("<h1>Slow</h1>"), delay=5)
    on_page = await opened(
        new_session,
        pages,
        "<a href=/slow>Go</a><form action=/slow><input aria-label=Search>"
        "<select aria-label=Sort onchange='form.submit()'><option>Name<option>Price</select>"
        "<input type=checkbox aria-label=All onchange='form.submit()'></form>",
    )
    moment = await passes(on_page, step)
    assert moment.after.headings == ("Slow",)
    assert moment.settled


async def test_a_page_behind_a_link_that_never_comes_is_given_up(
    new_session: NewSession, pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settle, "NAVIGATION_SECONDS", 1.0)
    pages.pages["/never"] = Page("late", delay=60)
    on_page = await opened(new_session, pages, "<h1>Home</h1><a href=/never>Go</a><button>Stay</button>")
    began = time.monotonic()
    moment = await passes(on_page, {"click": "Go"})
    assert time.monotonic() - began < 4
    assert moment.after.headings == ("Home",)
    (document,) = moment.events.documents
    assert (document.url, document.status) == (pages.url("/never"), None)
    await passes(on_page, {"click": "Stay"})


async def test_a_chain_of_redirects_ends_on_its_last_page(new_session: NewSession, pages: PageServer) -> None:
    pages.pages.update(
        {
            "/one": Page(redirect="/two", status=301),
            "/two": Page(redirect="/three", status=303),
            "/three": document("<p>on</p><script>location.replace('/four')</script>"),
            "/four": document("<meta http-equiv=refresh content='0;url=/five'>"),
            "/five": document("<script>setTimeout(() => location.assign('/six'), 80)</script>"),
            "/six": document("<h1>Six</h1>"),
        }
    )
    on_page = await opened(new_session, pages, "<a href=/one>Go</a>")
    moment = await passes(on_page, {"click": "Go"})
    assert moment.after.headings == ("Six",)
    documents = [(request.url.rpartition("/")[2], request.redirected) for request in moment.events.documents]
    assert documents == [
        ("one", False),
        ("two", True),
        ("three", True),
        ("four", False),
        ("five", False),
        ("six", False),
    ]


@pytest.mark.usefixtures("short_bound")
async def test_a_page_that_replaces_itself_for_ever_ends_within_a_bound_and_without_an_exception(
    new_session: NewSession, pages: PageServer
) -> None:
    pages.pages["/turning"] = document(
        "<h1>Turning</h1><script>location.replace('/turning?' + Math.random())</script>"
    )
    on_page = await opened(new_session, pages, "<a href=/turning>Go</a>")
    began = time.monotonic()
    moment = await act(on_page, {"click": "Go"})
    assert time.monotonic() - began < 20
    assert not moment.settled or not moment.outcome.passed
    await on_page.close()
