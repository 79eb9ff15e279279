"""Expect steps and waiting: what holds passes, what does not fails the product, what cannot be seen is blocked."""

from typing import Any

import pytest

from bugbash.contract.models import Code
from bugbash.session import expect, session
from tests.support.fixtures import NewSession
from tests.support.pages import Page, PageServer

from .conftest import LookAt
from .steps import act, blocks, document, fails, opened, passes

FORM = """
<h1>Sign up</h1>
<label>Email <input id=email value=amy@example.test></label>
<label><input type=checkbox checked> News</label>
<label><input type=checkbox> Offers</label>
<button disabled>Save</button><button>Cancel</button>
<p hidden>Not shown</p>
<ul><li>One<li>Two<li hidden>Three</ul>
<div id=note>Two   words
 <b>over</b> lines</div>
"""

HOLDING: list[Any] = [
    {"expect_text": "Sign up"},
    {"expect_text": "Two words over lines"},
    {"expect_text": "words over", "in": {"id": "note"}},
    {"expect_text": "Not shown", "absent": True},
    {"expect_text": "Sign up", "in": {"id": "note"}, "absent": True},
    {"expect_element": {"role": "heading", "name": "Sign up"}},
    {"expect_element": "Not shown", "state": "hidden"},
    {"expect_element": "Nowhere", "state": "hidden"},
    {"expect_element": {"role": "button", "name": "Cancel"}, "state": "enabled"},
    {"expect_element": {"role": "button", "name": "Save"}, "state": "disabled"},
    {"expect_element": {"label": "News"}, "state": "checked"},
    {"expect_element": {"label": "Offers"}, "state": "unchecked"},
    {"expect_value": {"label": "Email"}, "equals": "amy@example.test"},
    {"expect_value": {"role": "heading"}, "equals": "Sign up"},
    {"expect_count": {"role": "listitem"}, "equals": 2},
    {"expect_count": {"role": "table"}, "equals": 0},
]
BROKEN: list[tuple[Any, str]] = [
    ({"expect_text": "Sign in"}, "expect the page to show “Sign in”; it shows “Sign up Email"),
    ({"expect_text": "Not shown"}, "expect the page to show “Not shown”"),
    ({"expect_text": "Sign up", "absent": True}, "expect the page not to show “Sign up”"),
    ({"expect_text": "One", "in": {"id": "note"}}, "it shows “Two words over lines”"),
    ({"expect_element": "Nowhere"}, "none of it is visible"),
    ({"expect_element": {"role": "heading"}, "state": "hidden"}, "1 of it is visible"),
    ({"expect_element": {"role": "button", "name": "Save"}, "state": "enabled"}, "it is disabled"),
    ({"expect_element": {"role": "button", "name": "Cancel"}, "state": "disabled"}, "it is enabled"),
    ({"expect_element": {"label": "Offers"}, "state": "checked"}, "it is unchecked"),
    ({"expect_element": {"label": "News"}, "state": "unchecked"}, "it is checked"),
    ({"expect_value": {"label": "Email"}, "equals": "bob"}, "it holds “amy@example.test”"),
    ({"expect_count": {"role": "listitem"}, "equals": 3}, "there are 2"),
]
UNSEEN: list[tuple[Any, str, str]] = [
    ({"expect_text": "x", "in": {"id": "gone"}}, Code.LOCATOR_NOT_FOUND, "element gone is not on this screen"),
    ({"expect_text": "x", "in": {"role": "listitem"}}, Code.LOCATOR_AMBIGUOUS, "fits 2 elements"),
    ({"expect_value": {"label": "Phone"}, "equals": "1"}, Code.LOCATOR_NOT_FOUND, "not on this screen"),
    ({"expect_element": "Nowhere", "state": "enabled"}, Code.LOCATOR_NOT_FOUND, "not on this screen"),
    ({"expect_element": {"role": "heading"}, "state": "checked"}, Code.LOCATOR_NOT_FOUND, "Not a checkbox"),
    ({"wait_for": "Nowhere", "seconds": 0.2}, Code.LOCATOR_NOT_FOUND, "was not visible within 0.2 s"),
    ({"wait_for": {"role": "heading"}, "state": "hidden", "seconds": 0.2}, Code.LOCATOR_NOT_FOUND, "was not hidden"),
]


async def test_what_holds_passes(look_at: LookAt) -> None:
    await passes(await look_at(FORM), *HOLDING)


async def test_what_does_not_hold_is_a_failed_assertion_that_says_what_there_is(
    look_at: LookAt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expect, "EXPECT_SECONDS", 0.1)
    on_page = await look_at(FORM)
    for step, words in BROKEN:
        assert words in await fails(on_page, step), step


async def test_what_cannot_be_looked_at_is_blocked_and_no_finding(
    look_at: LookAt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expect, "EXPECT_SECONDS", 0.1)
    on_page = await look_at(FORM)
    for step, code, words in UNSEEN:
        assert words in await blocks(on_page, step, code), step
    assert on_page.alive


@pytest.mark.parametrize(
    ("address", "wanted", "same"),
    [
        ("/cart", "/cart", True),
        ("/cart?a=1", "/cart", True),
        ("/cart?a=1", "/cart?a=1", True),
        ("/cart?a=1", "/cart?a=2", False),
        ("/cart?a=1", "/cart?*", True),
        ("/cart", "/cart/", False),
        ("/cart#rows", "/cart", True),
        ("/cart#rows", "/cart#rows", True),
        ("/cart#rows", "/cart#sums", False),
        ("/orders/12/edit", "/orders/*/edit", True),
        ("/orders/12", "/orders/?2", False),
        ("/list/[a]", "/list/[a]", True),
        ("/a", "http://127.0.0.1/a", False),
        ("/cart", "cart", True),
    ],
)
async def test_an_expected_address(address: str, wanted: str, same: bool, look_at: LookAt) -> None:
    on_page = await look_at("<h1>Page</h1>")
    await on_page.page.evaluate("(address) => history.pushState(null, '', address)", address)
    monkeypatched = {"expect_url": wanted}
    if same:
        await passes(on_page, monkeypatched)
    else:
        assert f"it is {on_page.page.url}" in await fails(on_page, monkeypatched)


async def test_expect_waits_for_what_comes_late(look_at: LookAt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expect, "EXPECT_SECONDS", 4.0)
    on_page = await look_at(
        "<button onclick='setTimeout(() => { o.textContent = `Saved`; i.value = `done` }, 600)'>Save</button>"
        "<output id=o></output><input id=i aria-label=State>"
    )
    await passes(
        on_page,
        {"click": "Save"},
        {"expect_text": "Saved", "in": {"id": "o"}},
        {"expect_value": {"label": "State"}, "equals": "done"},
    )


async def test_wait_for_waits_until_something_comes_or_goes(look_at: LookAt) -> None:
    on_page = await look_at(
        "<button onclick='setTimeout(() => { busy.remove(); o.hidden = false }, 600)'>Load</button>"
        "<p id=busy>Loading</p><p id=o hidden>Loaded</p>"
    )
    await passes(
        on_page,
        {"click": "Load"},
        {"wait_for": "Loaded", "seconds": 4},
        {"wait_for": "Loading", "state": "hidden", "seconds": 4},
    )


async def test_expect_outlives_a_document_that_is_replaced_meanwhile(
    new_session: NewSession, pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expect, "EXPECT_SECONDS", 8.0)
    left = iter(range(12))

    def page(_: object) -> str:
        again = "<script>setTimeout(() => location.reload(), 40)</script>"
        return document("<p>Turning</p>" + again if next(left, None) is not None else "<p id=p>Arrived</p>")

    pages.pages["/turning"] = page
    on_page = await opened(new_session, pages, "<a href=/turning>Go</a>")
    await act(on_page, {"click": "Go"})
    await passes(on_page, {"expect_text": "Arrived"}, {"expect_count": {"id": "p"}, "equals": 1})


async def test_waiting_longer_than_a_step_may_take_is_no_hung_page(
    look_at: LookAt, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_page = await look_at("<p>x</p>")
    monkeypatch.setattr(session, "ACT_SECONDS", 0.8)
    await blocks(on_page, {"wait_for": "Nowhere", "seconds": 1}, Code.LOCATOR_NOT_FOUND)
    assert on_page.alive


async def test_text_in_frames_shadow_roots_and_drawings_is_text_of_the_page(
    new_session: NewSession, pages: PageServer
) -> None:
    pages.pages["/frame"] = document("<p>Framed words</p>")
    on_page = await opened(
        new_session,
        pages,
        "<iframe src=/frame></iframe><iframe src=/frame style='display:none'></iframe>"
        "<svg id=s width=200 height=50><text y=20>Drawn words</text></svg>"
        "<my-card id=c></my-card><script>c.attachShadow({mode: 'open'}).innerHTML = "
        "'<style>p {color: red}</style><p>Shadow <b>words</b></p><p hidden>Hidden words</p>'</script>",
    )
    await passes(
        on_page,
        {"expect_text": "Framed words"},
        {"expect_text": "Shadow words"},
        {"expect_text": "Shadow words", "in": {"id": "c"}},
        {"expect_text": "Drawn words", "in": {"id": "s"}},
        {"expect_text": "Hidden words", "absent": True},
        {"expect_text": "color", "absent": True},
    )


@pytest.mark.parametrize(
    ("type", "body"),
    [
        ("text/plain", "Plain words"),
        ("application/json", '{"words": "Plain words"}'),
        ("application/xml", "<a>Plain words</a>"),
        ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'><text y='20'>Plain words</text></svg>"),
        ("application/xhtml+xml", "<html xmlns='http://www.w3.org/1999/xhtml'><body>Plain words</body></html>"),
    ],
)
async def test_a_document_of_another_kind_is_looked_at_too(
    type: str, body: str, new_session: NewSession, pages: PageServer
) -> None:
    pages.pages["/other"] = Page(body, type=type)
    on_page = await opened(new_session, pages, "<h1>Home</h1>")
    moment = await passes(on_page, {"open": "/other"})
    assert moment.after.url == pages.url("/other")
    await passes(on_page, {"expect_text": "Plain words"})
    assert "it shows" in await fails(on_page, {"expect_text": "Fancy words"})
