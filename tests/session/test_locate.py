"""Finding the element that a locator names: exactly one, or none at all."""

from typing import Any

import pytest

from bugbash.charter.locator import Locator
from bugbash.contract.models import Code
from bugbash.session import locate as locating
from bugbash.session import recorder
from bugbash.session.locate import Options, count, locate
from bugbash.session.session import Session
from tests.support.fixtures import NewSession
from tests.support.pages import Page, PageServer

from .conftest import LookAt
from .steps import act, blocks, document, opened, passes, value


async def found(on_page: Session, locator: Any, hidden: bool = False) -> str:
    """The mark (`data-x`) of the element that `locator` names."""
    element = await locate(on_page.page, Locator.model_validate(locator), Options(hidden=hidden))
    mark = await element.get_attribute("data-x")
    assert mark, locator
    return mark


FORM = """
<button data-testid=save data-x=1>A</button> <button data-test-id=load data-x=2>B</button>
<button data-test=pay data-x=3>C</button> <button data-cy=send data-x=4>D</button>
<button data-qa=go data-x=5>E</button>
<button id=main.button:1 data-x=6>F</button>
<label for=email>E-mail  address</label><input id=email data-x=email>
<label>Phone <input data-x=phone> <button>?</button></label>
<span id=l1>First</span> <span id=l2>name</span><input aria-labelledby="l1 l2" data-x=first>
<input aria-label="Last name" data-x=last>
<input placeholder="Search the shop" data-x=search>
<textarea title=Remarks data-x=remarks></textarea>
<label>Country<select data-x=country><option>Norway</select></label>
<a href=/x data-x=link>Terms <b>of</b> use</a>
<a data-x=anchor>Terms without address</a>
<h2 data-x=heading>Terms</h2>
<div role=button tabindex=0 data-x=div>Fold</div>
<button aria-label="Close window" data-x=icon>×</button>
<button data-x=image><img alt="Open cart" src="data:,"></button>
<input type=submit value="Place it" data-x=submit>
<input type=submit data-x=unnamed>
<p class=note data-x=note>A note in <i>many</i> words.</p>
"""


@pytest.mark.parametrize(
    ("locator", "mark"),
    [
        ({"testid": "save"}, "1"),
        ({"testid": "load"}, "2"),
        ({"testid": "pay"}, "3"),
        ({"testid": "send"}, "4"),
        ({"testid": "go"}, "5"),
        ({"id": "main.button:1"}, "6"),
        ({"label": "E-mail address"}, "email"),
        ({"label": "Phone"}, "phone"),
        ({"label": "First name"}, "first"),
        ({"label": "Last name"}, "last"),
        ({"label": "Search the shop"}, "search"),
        ({"label": "Remarks"}, "remarks"),
        ({"label": "Country"}, "country"),
        ({"role": "textbox", "name": "E-mail address"}, "email"),
        ({"role": "combobox", "name": "Country"}, "country"),
        ({"role": "link", "name": "Terms of use"}, "link"),
        ({"role": "heading", "name": "Terms"}, "heading"),
        ({"role": "button", "name": "Fold"}, "div"),
        ({"role": "button", "name": "Close window"}, "icon"),
        ({"role": "button", "name": "Open cart"}, "image"),
        ({"role": "button", "name": "Place it"}, "submit"),
        ({"role": "button", "name": "Submit"}, "unnamed"),
        ("Terms of use", "link"),
        ("Terms", "heading"),
        ("Close window", "icon"),
        ("Place it", "submit"),
        ("A note in many words.", "note"),
        ({"css": "p.note"}, "note"),
        ({"css": "[data-x='3']"}, "3"),
        ({"role": "link"}, "link"),
        ({"role": "button", "nth": 1}, "1"),
        ({"role": "button", "nth": 6}, "6"),
    ],
)
async def test_each_way_of_naming_an_element_finds_it(locator: Any, mark: str, shared_form: Session) -> None:
    assert await found(shared_form, locator) == mark


@pytest.fixture(scope="module")
async def shared_form(look_at: LookAt) -> Session:
    return await look_at(FORM)


TABLE = """
<table><caption>Orders</caption><tr><th>Product<th>Action</tr>
<tr><td>Lamp<td><button data-x=lamp onclick="o.textContent='lamp'">Edit</button></tr>
<tr><td>Chair<td><button data-x=chair onclick="o.textContent='chair'">Edit</button></tr></table>
<section aria-label=Basket><button data-x=basket onclick="o.textContent='basket'">Edit</button></section>
<output id=o></output>
"""


async def test_within_and_position_narrow_a_locator(look_at: LookAt) -> None:
    on_page = await look_at(TABLE)
    edit = {"role": "button", "name": "Edit"}
    assert await found(on_page, {**edit, "within": {"role": "row", "name": "Chair"}}) == "chair"
    assert await found(on_page, {**edit, "within": {"role": "region", "name": "Basket"}}) == "basket"
    assert await found(on_page, {**edit, "nth": 2, "within": {"role": "table", "name": "Orders"}}) == "chair"
    assert await found(on_page, {**edit, "nth": 3}) == "basket"
    assert (
        await found(on_page, {**edit, "within": {"role": "row", "name": "Lamp", "within": {"role": "table"}}})
        == "lamp"
    )
    await passes(on_page, {"click": {**edit, "nth": 1}}, {"expect_text": "lamp", "in": {"id": "o"}})
    for locator in ({**edit, "nth": 4}, {**edit, "within": {"role": "row", "name": "Sofa"}}):
        await blocks(on_page, {"click": locator}, Code.LOCATOR_NOT_FOUND)


async def test_more_than_one_match_blocks_with_the_candidates_and_clicks_none(look_at: LookAt) -> None:
    on_page = await look_at(TABLE)
    said = await blocks(on_page, {"click": "Edit"}, Code.LOCATOR_AMBIGUOUS)
    assert said == "“Edit” fits 3 elements: button “Edit”, button “Edit”, button “Edit”"
    said = await blocks(on_page, {"click": {"css": "tr"}}, Code.LOCATOR_AMBIGUOUS)
    assert said.startswith("element tr fits 3 elements: row “Product Action”, row “Lamp Edit”")
    assert await value(on_page, "o.textContent") == ""


async def test_no_match_blocks_and_says_what_is_not_there(look_at: LookAt) -> None:
    on_page = await look_at(TABLE)
    said = await blocks(on_page, {"click": {"role": "button", "name": "Delete"}}, Code.LOCATOR_NOT_FOUND)
    assert said == "button “Delete” is not on this screen"
    await blocks(on_page, {"click": {"css": "p["}}, Code.LOCATOR_NOT_FOUND)


@pytest.mark.parametrize(
    ("body", "locator", "mark"),
    [
        ("<button data-x=a>Sign in</button>", {"role": "button", "name": "sign IN"}, "a"),
        ("<button data-x=a>Sign in now</button>", {"role": "button", "name": "Sign in"}, "a"),
        ("<label>Your e-mail <input data-x=a></label>", {"label": "E-mail"}, "a"),
        ("<p data-x=a>Saved at 12:00</p>", "saved", "a"),
        ("<button data-x=a>Save</button><button>Save as</button>", {"role": "button", "name": "Save"}, "a"),
        ("<button disabled>Save</button><button data-x=a>Save</button>", "Save", "a"),
        ("<button aria-disabled=true>Save</button><button data-x=a>Save</button>", "Save", "a"),
        (
            "<button>Close</button><dialog id=d><button data-x=a>Close</button></dialog><script>"
            "d.showModal()</script>",
            "Close",
            "a",
        ),
        (
            "<button>Close</button><div role=dialog aria-modal=true><button data-x=a>Close</button></div>",
            "Close",
            "a",
        ),
        ("<button style='display:none'>Save</button><button data-x=a>Save</button>", "Save", "a"),
        ("<button style='visibility:hidden'>Save</button><button data-x=a>Save</button>", "Save", "a"),
        ("<div hidden><button>Save</button></div><button data-x=a>Save</button>", "Save", "a"),
        ("<button style='opacity:0'>Save</button><button data-x=a>Save</button>", "Save", "a"),
        ("<button style='position:absolute;left:-999px'>Save</button><button data-x=a>Save</button>", "Save", "a"),
        (
            "<button style='position:absolute;width:1px;height:1px;overflow:hidden;padding:0;border:0'>Save</button>"
            "<button data-x=a>Save</button>",
            "Save",
            "a",
        ),
    ],
)
async def test_a_locator_is_narrowed_once_to_what_can_be_used(
    body: str, locator: Any, mark: str, look_at: LookAt
) -> None:
    assert await found(await look_at(body), locator) == mark


@pytest.mark.parametrize(
    ("body", "locator"),
    [
        ("<button>Save draft</button><button>Save copy</button>", {"role": "button", "name": "Save"}),
        ("<button>Save</button><div role=dialog><button>Save</button></div>", "Save"),
        ("<button disabled>Save</button><button disabled>Save</button>", "Save"),
        ("<dialog id=d><button>OK</button><button>OK</button></dialog><script>d.showModal()</script>", "OK"),
    ],
)
async def test_narrowing_never_picks_among_equals(body: str, locator: Any, look_at: LookAt) -> None:
    await blocks(await look_at(body), {"click": locator}, Code.LOCATOR_AMBIGUOUS)


async def test_elements_in_shadow_roots_are_found_and_used(look_at: LookAt) -> None:
    on_page = await look_at(
        "<my-box id=b></my-box><script>"
        "const inner = document.createElement('my-inner');"
        "inner.attachShadow({mode: 'open'}).innerHTML = '<label>Deep <input data-x=deep></label>"
        "<button data-testid=deep data-x=button>Go</button>';"
        "b.attachShadow({mode: 'open'}).innerHTML = '<h2 data-x=title>Box</h2>'; b.shadowRoot.append(inner)</script>"
    )
    for locator, mark in (
        ({"label": "Deep"}, "deep"),
        ({"testid": "deep"}, "button"),
        ({"role": "button", "name": "Go"}, "button"),
        ("Go", "button"),
        ({"css": "h2"}, "title"),
        ({"role": "button", "within": {"id": "b"}}, "button"),
    ):
        assert await found(on_page, locator) == mark
    moment = await passes(
        on_page, {"fill": {"label": "Deep"}, "with": "down"}, {"expect_value": {"label": "Deep"}, "equals": "down"}
    )
    assert [(control.role, control.name) for control in moment.after.controls] == [
        ("textbox", "Deep"),
        ("button", "Go"),
    ]


async def test_elements_in_frames_of_the_same_origin_are_found_used_and_looked_at(
    new_session: NewSession, pages: PageServer
) -> None:
    pages.pages["/frame"] = document(
        "<label>City <input></label><button onclick='this.textContent = `Found`'>Find</button><h2>Inner</h2>"
        "<form aria-label=Inside><input name=q><button>Ask</button></form>"
    )
    on_page = await opened(new_session, pages, "<h1>Outer</h1><button>Close</button><iframe src=/frame></iframe>")
    look = on_page.last
    assert [control.name for control in look.controls] == ["Close", "City", "Find", "", "Ask"]
    assert look.headings == ("Outer", "Inner")
    assert [(form.name, [look.controls[at].name for at in form.submits]) for form in look.forms if form.real] == [
        ("Inside", ["Ask"])
    ]
    await passes(
        on_page,
        {"fill": {"label": "City"}, "with": "Oslo"},
        {"expect_value": {"label": "City"}, "equals": "Oslo"},
        {"click": "Find"},
        {"expect_element": {"role": "button", "name": "Found"}},
        {"expect_count": {"role": "button"}, "equals": 3},
    )


async def test_the_same_control_in_the_page_and_in_a_frame_is_ambiguous(
    new_session: NewSession, pages: PageServer
) -> None:
    pages.pages["/frame"] = document("<button>Save</button>")
    on_page = await opened(new_session, pages, "<button>Save</button><iframe src=/frame></iframe>")
    said = await blocks(on_page, {"click": "Save"}, Code.LOCATOR_AMBIGUOUS)
    assert "fits 2 elements" in said


async def test_a_frame_of_another_origin_takes_no_part_and_one_that_never_comes_holds_nothing_up(
    new_session: NewSession, pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "STALE_SECONDS", 0.5)
    monkeypatch.setattr(locating, "FRAME_SECONDS", 0.3)
    pages.pages["/never"] = Page("late", delay=60)
    pages.pages["/frame"] = document("<button>Stranger</button>")
    on_page = await opened(
        new_session,
        pages,
        f"<button>Mine</button><iframe src=/never></iframe><iframe src='{pages.url('/frame', host='localhost')}'>"
        "</iframe>",
    )
    assert [control.name for control in on_page.last.controls] == ["Mine"]
    await passes(on_page, {"click": "Mine"}, {"expect_text": "Mine"}, {"expect_text": "Stranger", "absent": True})
    await blocks(on_page, {"click": "Stranger"}, Code.LOCATOR_NOT_FOUND)
    assert not pages.requests("/frame")


async def test_hidden_elements_count_where_a_step_may_mean_one(look_at: LookAt) -> None:
    on_page = await look_at("<input type=file hidden data-x=file aria-label=Photo>")
    locator = Locator(label="Photo")
    assert await count(on_page.page, locator) == 0
    assert await count(on_page.page, locator, Options(hidden=True)) == 1
    assert await found(on_page, {"label": "Photo"}, hidden=True) == "file"


@pytest.mark.parametrize("text", ['It\'s "quoted"', "a\\b", "<b>&amp;</b>", "]]", "{{x}}", "Ünïcödé", "a  b\n c"])
async def test_names_with_marks_of_every_kind_are_found(text: str, look_at: LookAt) -> None:
    on_page = await look_at("<p id=p></p>")
    await on_page.page.evaluate(
        """(text) => {
          const button = document.createElement('button')
          button.textContent = text; button.dataset.x = 'yes'; button.id = text; button.dataset.testid = text
          p.append(button)
        }""",
        text,
    )
    for locator in ({"role": "button", "name": text}, {"text": text}, {"testid": text}, {"id": text}):
        assert await found(on_page, locator) == "yes"


async def test_an_element_that_comes_while_a_click_waits_is_no_reason_to_guess(look_at: LookAt) -> None:
    on_page = await look_at(
        "<div id=d></div><script>setTimeout(() => { d.innerHTML = '<button>Late</button>' }, 3000)</script>"
    )
    assert (await act(on_page, {"click": "Late"})).outcome.code == Code.LOCATOR_NOT_FOUND
