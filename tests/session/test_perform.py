"""Every action: done, or blocked with a code and a reason; a session outlives a step that is blocked."""

from pathlib import Path
from typing import Any

import pytest

from bugbash.charter.actions import parse_action
from bugbash.contract.models import Code
from bugbash.session import perform, settle
from tests.support.fixtures import NewSession
from tests.support.pages import Page, PageServer

from .conftest import LookAt
from .steps import act, blocks, document, opened, passes, value

NOT_FOUND = Code.LOCATOR_NOT_FOUND
UNAVAILABLE = Code.ENVIRONMENT_UNAVAILABLE


async def test_open_takes_a_path_or_an_address(new_session: NewSession, pages: PageServer) -> None:
    pages.pages.update({"/a": document("<h1>A</h1>"), "/b": document("<h1>B</h1>"), "/c": Page(redirect="/b")})
    session = await new_session(pages.url("/app/"))
    assert (await passes(session, {"open": "/a"})).after.headings == ("A",)
    assert (await passes(session, {"open": pages.url("/b")})).after.headings == ("B",)
    assert (await passes(session, {"open": "../a"})).after.headings == ("A",)
    assert (await passes(session, {"open": "/c"})).after.url == pages.url("/b")


async def test_open_is_blocked_outside_the_scope_and_by_a_server_that_does_not_answer(
    new_session: NewSession, pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await opened(new_session, pages, "<h1>Home</h1>")
    pages.pages.update({"/dropped": Page(drop=True), "/slow": Page("late", delay=20)})
    for address in (
        "https://elsewhere.example.test/",
        pages.url(host="localhost"),
        "file:///etc/hostname",
        "chrome://version",
        "view-source:http://127.0.0.1/",
        "data:text/html,hello",
        "blob:http://127.0.0.1/1",
        "javascript:alert(1)",
        "http://[",
        "http://127.0.0.1:99999/",
    ):
        assert "scope" in await blocks(session, {"open": address}, UNAVAILABLE), address
    assert "net::ERR_EMPTY_RESPONSE" in await blocks(session, {"open": "/dropped"}, UNAVAILABLE)
    monkeypatch.setattr(settle, "NAVIGATION_SECONDS", 0.5)
    assert "did not answer" in await blocks(session, {"open": "/slow"}, UNAVAILABLE)
    assert (await passes(session, {"open": "/"})).after.headings == ("Home",)
    assert session.alive


async def test_an_error_page_of_the_app_opens_like_any_other(new_session: NewSession, pages: PageServer) -> None:
    session = await opened(new_session, pages, "<h1>Home</h1>")
    pages.pages["/broken"] = Page(document("<h1>Oops</h1>"), status=500)
    moment = await passes(session, {"open": "/broken"})
    assert [(request.status, request.main_frame) for request in moment.events.documents] == [(500, True)]
    assert moment.after.headings == ("Oops",)


async def test_click_and_double_click(look_at: LookAt) -> None:
    session = await look_at(
        "<button onclick='n.textContent++'>Add</button><button ondblclick='d.textContent++'>Twice</button>"
        "<output id=n>0</output><output id=d>0</output>"
    )
    await passes(session, {"click": "Add"}, {"click": "Add"}, {"click": "Twice", "count": 2})
    assert await value(session, "[n.textContent, d.textContent]") == ["2", "1"]


@pytest.mark.parametrize(
    ("body", "step", "reason"),
    [
        ("<button disabled>Go</button>", {"click": "Go"}, "the element is not enabled"),
        (
            "<button>Go</button><div id=veil style='position:fixed;inset:0;background:#fff8'></div>",
            {"click": "Go"},
            'covered: <div id="veil"></div> intercepts pointer events',
        ),
        (
            "<style>@keyframes m {to {margin-left: 500px}}</style>"
            "<button style='animation: m .5s infinite alternate'>Go</button>",
            {"click": "Go"},
            "the element is not stable",
        ),
        ("<input aria-label=Age disabled>", {"fill": {"label": "Age"}, "with": "5"}, "the element is not enabled"),
        ("<input aria-label=Age readonly>", {"fill": {"label": "Age"}, "with": "5"}, "the element is not editable"),
        ("<button>Go</button>", {"fill": "Go", "with": "5"}, "Element is not an <input>"),
        ("<button>Go</button>", {"select": "Go", "option": "5"}, "Element is not a <select> element"),
        ("<button>Go</button>", {"check": "Go"}, "Not a checkbox or radio button"),
        ("<button>Go</button>", {"upload": "Go", "file": "test_perform.py"}, "Node is not an HTMLInputElement"),
        (
            "<input type=radio aria-label=One checked>",
            {"check": {"label": "One"}, "checked": False},
            "it stays as it was",
        ),
        ("<input type=checkbox aria-label=Yes disabled>", {"check": {"label": "Yes"}}, "the element is not enabled"),
        ("<p>x</p>", {"press": "NoSuchKey"}, 'Unknown key: "NoSuchKey"'),
        ("<input aria-label=Age>", {"press": "Ctrl+A", "at": {"label": "Age"}}, 'Unknown key: "Ctrl"'),
    ],
)
async def test_a_step_that_cannot_be_done_is_blocked_and_says_why(
    body: str, step: Any, reason: str, new_session: NewSession, pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perform, "ELEMENT_MS", 2_000)
    session = await opened(new_session, pages, body, files=Path(__file__).parent)
    assert reason in await blocks(session, step, NOT_FOUND)
    assert session.alive
    await passes(session, {"open": "/"})


async def test_a_click_waits_until_the_element_can_be_used(look_at: LookAt) -> None:
    session = await look_at(
        "<button id=b disabled onclick='this.textContent=`Done`'>Go</button>"
        "<script>setTimeout(() => { b.disabled = false }, 250)</script>"
    )
    await passes(session, {"click": "Go"}, {"expect_element": "Done"})


async def test_fill_replaces_what_is_there_and_empties(look_at: LookAt) -> None:
    session = await look_at("<label>Name <input id=i value=old></label>")
    await passes(session, {"fill": {"label": "Name"}, "with": "Zoë & <b>"})
    assert await value(session, "i.value") == "Zoë & <b>"
    await passes(session, {"fill": {"label": "Name"}, "with": ""})
    assert await value(session, "i.value") == ""


@pytest.mark.parametrize(
    ("field", "text", "expected"),
    [
        ("<input type=number aria-label=F>", "12", "12"),
        ("<input type=number aria-label=F>", "twelve", ""),
        ("<input type=date aria-label=F>", "2024-02-29", "2024-02-29"),
        ("<input type=date aria-label=F>", "someday", ""),
        ("<input type=range min=0 max=9 aria-label=F>", "7", "7"),
        ("<input type=color aria-label=F>", "#112233", "#112233"),
        ("<input type=email aria-label=F>", "no address", "no address"),
        ("<textarea aria-label=F></textarea>", "two\nlines", "two\nlines"),
        ("<input maxlength=3 aria-label=F>", "abcdef", "abc"),
    ],
)
async def test_fill_types_what_the_field_makes_of_it(field: str, text: str, expected: str, look_at: LookAt) -> None:
    session = await look_at(field)
    await passes(session, {"fill": {"label": "F"}, "with": text})
    assert await value(session, "document.querySelector('[aria-label=F]').value") == expected


async def test_fill_writes_into_editable_content(look_at: LookAt) -> None:
    session = await look_at("<div contenteditable aria-label=Note id=n>old</div>")
    moment = await passes(session, {"fill": {"label": "Note"}, "with": "new words"})
    assert await value(session, "n.textContent") == "new words"
    assert [(control.role, control.name) for control in moment.after.controls] == [("textbox", "Note")]


async def test_what_was_typed_carries_the_sessions_tag_and_is_remembered(look_at: LookAt) -> None:
    session = await look_at("<input aria-label=Name id=i>")
    await passes(session, {"fill": {"label": "Name"}, "with": "Lamp {tag}1"})
    assert await value(session, "i.value") == f"Lamp {session.tag}1"
    assert session.typed[-1] == f"Lamp {session.tag}1"
    await passes(session, {"expect_value": {"label": "Name"}, "equals": "Lamp {tag}1"})


async def test_select_takes_an_options_text_or_its_value(look_at: LookAt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perform, "ELEMENT_MS", 2_000)
    session = await look_at(
        "<label>Size <select id=s><option value=s>Small<option value=l>Large<option value=x disabled>Huge</select>"
        "</label>"
    )
    await passes(session, {"select": {"label": "Size"}, "option": "Large"})
    assert await value(session, "s.value") == "l"
    await passes(session, {"select": {"label": "Size"}, "option": "s"})
    assert await value(session, "s.value") == "s"
    assert "has no option “Tiny”" in await blocks(session, {"select": {"label": "Size"}, "option": "Tiny"}, NOT_FOUND)


async def test_check_and_uncheck_are_idempotent(look_at: LookAt) -> None:
    session = await look_at(
        "<label><input type=checkbox id=c> Agree</label>"
        "<label><input type=radio name=r id=a> A</label><label><input type=radio name=r> B</label>"
        "<div role=switch tabindex=0 aria-checked=false aria-label=Dark id=d "
        "onclick=\"this.setAttribute('aria-checked', this.getAttribute('aria-checked') === 'false')\">x</div>"
    )
    await passes(session, {"check": {"label": "Agree"}}, {"check": {"label": "Agree"}})
    assert await value(session, "c.checked") is True
    await passes(session, {"check": {"label": "Agree"}, "checked": False})
    assert await value(session, "c.checked") is False
    await passes(session, {"check": {"label": "A"}}, {"check": {"label": "Dark"}})
    assert await value(session, "[a.checked, d.getAttribute('aria-checked')]") == [True, "true"]


async def test_press_goes_to_the_page_or_to_a_field(look_at: LookAt) -> None:
    session = await look_at(
        "<input aria-label=Search id=i onkeydown='if (event.key === `Enter`) o.textContent = `searched `+this.value'>"
        "<output id=o></output><script>document.onkeydown = (e) =>"
        " { if (e.key === 'Escape') o.textContent = 'away' }</script>"
    )
    await passes(
        session, {"fill": {"label": "Search"}, "with": "lamp"}, {"press": "Enter", "at": {"label": "Search"}}
    )
    assert await value(session, "o.textContent") == "searched lamp"
    await passes(session, {"press": "Escape"})
    assert await value(session, "o.textContent") == "away"
    await passes(session, {"press": "Control+A", "at": {"label": "Search"}}, {"press": "Delete"})
    assert await value(session, "i.value") == ""


async def test_upload_chooses_a_file_of_the_folder_also_in_a_hidden_field(
    new_session: NewSession, pages: PageServer, tmp_path: Path
) -> None:
    (tmp_path / "photo.png").write_bytes(b"not really")
    body = (
        "<input type=file id=f hidden aria-label=Photo onchange='o.textContent = this.files[0].name'>"
        "<output id=o></output>"
    )
    session = await opened(new_session, pages, body, files=tmp_path)
    await passes(session, {"upload": {"id": "f"}, "file": "photo.png"}, {"expect_text": "photo.png"})
    await passes(session, {"upload": {"label": "Photo"}, "file": "photo.png"})
    assert "there is no file" in await blocks(
        session, {"upload": {"id": "f"}, "file": "none.png"}, "SEED_DATA_MISSING"
    )
    assert "there is no file" in await blocks(session, {"upload": {"id": "f"}, "file": "."}, "SEED_DATA_MISSING")


async def test_back_forward_and_reload(new_session: NewSession, pages: PageServer) -> None:
    pages.pages.update({"/a": document("<h1>A</h1><a href=/b>B</a>"), "/b": document("<h1>B</h1>")})
    session = await new_session(pages.url())
    await passes(session, {"open": "/a"}, {"click": "B"})
    assert (await passes(session, "back")).after.headings == ("A",)
    assert (await passes(session, "forward")).after.headings == ("B",)
    assert (await passes(session, "forward")).after.headings == ("B",)
    before = len(pages.requests("/b"))
    assert (await passes(session, "reload")).after.headings == ("B",)
    assert len(pages.requests("/b")) == before + 1


async def test_a_way_back_that_does_not_answer_is_the_environments_fault_and_ends_no_session(
    new_session: NewSession, pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await opened(new_session, pages, "<h1>Home</h1>")
    pages.pages["/a"] = Page(document("<h1>A</h1>"), headers={"cache-control": "no-store"})
    pages.pages["/b"] = document("<h1>B</h1>")
    await passes(session, {"open": "/a"})
    pages.pages["/a"] = Page(drop=True)
    monkeypatch.setattr(settle, "NAVIGATION_SECONDS", 0.5)
    pages.pages["/a"] = Page("late", delay=20)
    await passes(session, {"open": "/b"})
    await blocks(session, "back", UNAVAILABLE)
    assert session.alive
    assert (await passes(session, {"open": "/b"})).after.headings == ("B",)
    pages.pages["/b"] = Page(drop=True)
    assert "net::ERR_EMPTY_RESPONSE" in await blocks(session, "reload", UNAVAILABLE)


async def test_resize_changes_the_viewport(look_at: LookAt) -> None:
    session = await look_at("<p>x</p>")
    await passes(session, {"resize": {"width": 320, "height": 640}})
    assert await value(session, "[innerWidth, innerHeight]") == [320, 640]
    await passes(session, {"resize": {"width": 1280, "height": 800}})


async def test_a_glance_does_the_step_and_looks_at_nothing(look_at: LookAt) -> None:
    session = await look_at("<button onclick='document.title = `x`'>Go</button>")
    moment = await session.act(parse_action({"click": "Go"}), glance=True)
    assert moment.outcome.passed
    assert moment.after is moment.before
    assert await value(session, "document.title") == "x"
    assert (await act(session, {"expect_element": "Go"})).after.title == "x"
