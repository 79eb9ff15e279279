"""What a session hears: dialogs, popups, downloads, requests, console lines and exceptions."""

import pytest

from bugbash.contract.models import Code
from bugbash.session import perform
from tests.support.fixtures import NewSession
from tests.support.pages import Heard, Page, PageServer

from .conftest import LookAt
from .steps import act, blocks, document, opened, passes, until, value

ASKING = """
<button onclick="alert('Hello'); o.textContent = 'told'">Tell</button>
<button onclick="o.textContent = confirm('Go on?')">Ask</button>
<button onclick="o.textContent = confirm('Delete the record?')">Remove it</button>
<button onclick="o.textContent = confirm('Delete bb1a2b3x7?')">Remove mine</button>
<button onclick="o.textContent = prompt('Your name?', 'Amy')">Name</button><output id=o></output>
"""


async def test_native_dialogs_are_answered_and_heard(look_at: LookAt) -> None:
    on_page = await look_at(ASKING)
    moment = await passes(on_page, {"click": "Tell"})
    assert [(dialog.kind, dialog.text, dialog.accepted) for dialog in moment.events.dialogs] == [
        ("alert", "Hello", True)
    ]
    assert await value(on_page, "o.textContent") == "told"
    for step, kind, answer in (
        ({"click": "Ask"}, "confirm", "true"),
        ({"click": "Ask", "dialog": "dismiss"}, "confirm", "false"),
        ({"click": "Remove it"}, "confirm", "false"),
        ({"click": "Remove it", "dialog": "accept"}, "confirm", "true"),
        ({"click": "Remove mine"}, "confirm", "true"),
        ({"click": "Name"}, "prompt", f"bugbash {on_page.tag}"),
        ({"click": "Name", "dialog": "accept", "answer": "Bob"}, "prompt", "Bob"),
        ({"click": "Name", "dialog": "dismiss"}, "prompt", ""),
    ):
        moment = await passes(on_page, step)
        assert [dialog.kind for dialog in moment.events.dialogs] == [kind]
        assert await value(on_page, "o.textContent") == answer, step


async def test_a_destructive_question_is_accepted_where_the_charter_allows_it(
    new_session: NewSession, pages: PageServer
) -> None:
    on_page = await opened(new_session, pages, ASKING, allow=["delete"])
    await passes(on_page, {"click": "Remove it"})
    assert await value(on_page, "o.textContent") == "true"


async def test_a_page_that_asks_before_it_is_left_is_left(new_session: NewSession, pages: PageServer) -> None:
    pages.pages["/next"] = document("<h1>Next</h1>")
    on_page = await opened(
        new_session,
        pages,
        "<input aria-label=Name><a href=/next>Leave</a><script>onbeforeunload = (e) => e.preventDefault()</script>",
    )
    moment = await passes(on_page, {"fill": {"label": "Name"}, "with": "x"}, {"click": "Leave"})
    assert [dialog.kind for dialog in moment.events.dialogs] == ["beforeunload"]
    assert moment.after.headings == ("Next",)


async def test_endless_alerts_end_the_step_within_a_bound_and_without_an_exception(
    new_session: NewSession, pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bugbash.session.session.ACT_SECONDS", 4.0)
    monkeypatch.setattr("bugbash.session.session.CLOSE_SECONDS", 3.0)
    on_page = await opened(new_session, pages, "<button onclick='for (;;) alert(`again`)'>Go</button>")
    moment = await act(on_page, {"click": "Go"})
    assert moment.outcome.code == Code.ENVIRONMENT_UNAVAILABLE
    assert len(moment.events.dialogs) > 3
    assert not on_page.alive
    await on_page.close()


async def test_alerts_from_a_timer_let_the_session_go_on(new_session: NewSession, pages: PageServer) -> None:
    on_page = await opened(
        new_session,
        pages,
        "<button onclick='const t = setInterval(() => { alert(++n); if (n > 5) clearInterval(t) }, 30)'>Go</button>"
        "<button onclick='o.textContent = `on`'>On</button><output id=o></output><script>var n = 0</script>",
    )
    await passes(on_page, {"click": "Go"}, {"wait_for": "On"})
    await until(lambda: len(on_page.recorder.all.dialogs) == 6)
    await passes(on_page, {"click": "On"}, {"expect_text": "on", "in": {"id": "o"}})


async def test_a_popup_in_scope_becomes_the_page_in_front_until_it_is_closed(
    new_session: NewSession, pages: PageServer
) -> None:
    pages.pages["/popup"] = document("<h1>Popup</h1><button onclick='window.close()'>Close</button>")
    on_page = await opened(
        new_session,
        pages,
        "<h1>Home</h1><a href=/popup target=_blank rel=opener>Link</a><button onclick='window.open(`/popup`)'>"
        "Script</button>",
    )
    for way in ("Link", "Script"):
        moment = await passes(on_page, {"click": way})
        assert len(moment.events.popups) == 1
        assert moment.after.headings == ("Popup",)
        assert on_page.page.url == pages.url("/popup")
        moment = await passes(on_page, {"click": "Close"})
        assert on_page.alive
        assert moment.after.headings == ("Home",)


async def test_a_popup_out_of_scope_is_closed_not_reached_and_named(
    new_session: NewSession, pages: PageServer
) -> None:
    with PageServer({"*": "elsewhere"}) as other:
        on_page = await opened(
            new_session,
            pages,
            f"<h1>Home</h1><a href='{other.url('/ad?id=1')}' target=_blank>Ad</a><button>Stay</button>",
        )
        await passes(on_page, {"click": "Ad"})
        await passes(on_page, {"click": "Stay"})
        assert on_page.last.headings == ("Home",)
        assert on_page.page.url == pages.url()
        assert on_page.recorder.all_refused() == {other.url("/ad"): 1}
        assert other.heard == []


async def test_a_link_out_of_scope_leads_back_and_is_named(new_session: NewSession, pages: PageServer) -> None:
    with PageServer({"*": "elsewhere"}) as other:
        on_page = await opened(new_session, pages, f"<h1>Home</h1><a href='{other.url('/out')}'>Out</a>")
        moment = await passes(on_page, {"click": "Out"})
        assert moment.after.headings == ("Home",)
        assert on_page.recorder.all_refused() == {other.url("/out"): 1}
        assert [(request.in_scope, request.status) for request in moment.events.documents[:1]] == [(False, None)]
        assert other.heard == []


async def test_a_download_is_heard_and_not_kept(new_session: NewSession, pages: PageServer) -> None:
    pages.pages["/report"] = Page(
        b"a,b\n1,2\n", type="text/csv", headers={"content-disposition": 'attachment; filename="report.csv"'}
    )
    on_page = await opened(new_session, pages, "<h1>Home</h1><a href=/report>Get</a>")
    moment = await passes(on_page, {"click": "Get"})
    await until(lambda: on_page.recorder.all.downloads)
    (download,) = on_page.recorder.all.downloads
    assert (download.name, download.url) == ("report.csv", pages.url("/report"))
    assert moment.after.headings == ("Home",)
    assert [request.download for request in on_page.recorder.all.requests if request.url.endswith("/report")] == [
        True
    ]
    await passes(on_page, {"open": "/report"}, {"expect_text": "Home"})


async def test_requests_are_told_with_what_came_of_them(new_session: NewSession, pages: PageServer) -> None:
    def answer(heard: Heard) -> Page:
        return Page(heard.text, status=201 if heard.method == "POST" else 200)

    pages.pages.update({"/api": answer, "/gone": Page("gone", status=410), "/cut": Page(drop=True)})
    on_page = await opened(
        new_session,
        pages,
        "<button onclick='go()'>Go</button><script>async function go() {"
        " await fetch('/api', {method: 'POST', body: 'x'}); await fetch('/gone'); await fetch('/cut').catch(() => 0);"
        " navigator.sendBeacon('/api', 'y') }</script>",
    )
    moment = await passes(on_page, {"click": "Go"})
    await until(lambda: len(pages.requests("/api")) == 2)
    told = {(r.method, r.url.rpartition("/")[2], r.type): (r.status, bool(r.failure)) for r in moment.events.requests}
    assert told["POST", "api", "fetch"] == (201, False)
    assert told["GET", "gone", "fetch"] == (410, False)
    assert told["GET", "cut", "fetch"] == (None, True)
    assert [write.url for write in moment.events.writes] == [pages.url("/api")]
    assert all(request.first_party and request.in_scope for request in moment.events.requests)


async def test_the_console_and_what_nothing_caught_are_heard(look_at: LookAt) -> None:
    on_page = await look_at(
        "<button onclick=\"console.warn('careful', 1)\">Warn</button>"
        '<button onclick="null.x">Throw</button><button onclick="Promise.reject(new RangeError(\'far\'))">'
        "Reject</button>"
    )
    moment = await passes(on_page, {"click": "Warn"})
    assert [(line.level, line.text) for line in moment.events.console] == [("warning", "careful 1")]
    moment = await passes(on_page, {"click": "Throw"})
    assert [error.message for error in moment.events.uncaught] == [
        "TypeError: Cannot read properties of null (reading 'x')"
    ]
    moment = await passes(on_page, {"click": "Reject"})
    assert [error.message for error in moment.events.uncaught] == ["RangeError: far"]
    assert "page-" in moment.events.uncaught[0].stack
    assert (await passes(on_page, {"press": "Tab"})).events.uncaught == []


async def test_a_page_that_floods_the_timeline_is_recorded_up_to_a_bound(look_at: LookAt) -> None:
    on_page = await look_at(
        "<button onclick='for (let i = 0; i < 3000; i++) console.log(i)'>Go</button><h1>Calm</h1>"
    )
    moment = await passes(on_page, {"click": "Go"})
    assert len(moment.events.console) <= 2000
    assert moment.after.headings == ("Calm",)


async def test_a_covered_link_says_what_covers_it_and_nothing_is_clicked(
    look_at: LookAt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perform, "ELEMENT_MS", 800)
    on_page = await look_at(
        "<button onclick='o.textContent = 1'>Buy</button><output id=o>0</output>"
        "<div class=cookie-wall style='position:fixed;inset:0;background:#fffa'><p>Cookies?</p></div>"
    )
    said = await blocks(on_page, {"click": "Buy"}, Code.LOCATOR_NOT_FOUND)
    assert 'covered: <p>Cookies?</p> from <div class="cookie-wall">' in said
    assert await value(on_page, "o.textContent") == "0"
