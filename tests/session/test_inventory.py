"""The inventory: every control that a person could use, each with a locator that finds it again."""

import re
from typing import Any

import pytest

from bugbash.session.locate import Options, locate
from bugbash.session.observation import Control, Look
from bugbash.session.session import Session

from .conftest import LookAt
from .steps import passes

NAMES = ["Red lamp", "Blue lamp", "Oak chair", "Pine table", "Wool rug", "Tea pot", "Wall clock"]
ROWS = "".join(
    f"<tr><td><a href='/p/{at}'>{name}</a><td><input type=number value={at} aria-label=Quantity>"
    f"<td><button class=edit>Edit</button> <button class=remove aria-label=Remove>×</button></tr>"
    for at, name in enumerate(NAMES)
)
CARDS = "".join(
    f"<article class=card><h3>{name}</h3><a href='/p/{at}'>Details</a><button>Add to cart</button></article>"
    for at, name in enumerate(NAMES)
)
SHAPES = {
    "a table with the same controls in every row": f"<table><tr><th>Product<th>Quantity<th></tr>{ROWS}</table>",
    "two tables of the same rows": f"<table>{ROWS}</table><table>{ROWS}</table>",
    "cards": f"<main>{CARDS}</main>",
    "a menu": "<nav><ul>" + "".join(f"<li><a href='/{n}'>{n}</a>" for n in ("Home", "Shop", "Help")) + "</ul></nav>"
    "<footer><a href=/Home>Home</a> <a href=/legal>Legal</a></footer>",
    "icon buttons without a name": "<div class=bar><button><svg width=9 height=9></svg></button>"
    "<button><svg width=9 height=9></svg></button><button class=primary><svg width=9 height=9></svg></button></div>",
    "names that come again": "<section><h2>A</h2><button>Save</button></section><section><h2>B</h2><button>"
    "Save</button>"
    "<button>Save as</button></section><button>Save</button>",
    "fields without labels": "<input><input name=q><input name=q><textarea></textarea><select><option>1</select>"
    "<div contenteditable style='width:99px;height:20px'></div>",
    "fields with the same label": "<fieldset><legend>Home</legend><label>Street <input></label></fieldset>"
    "<fieldset><legend>Work</legend><label>Street <input></label></fieldset>",
    "test ids and ids": "<button data-testid=a>X</button><button data-testid=b>X</button><button data-testid=b>"
    "X</button>"
    "<button id=c>X</button><button id=c2>X</button><button id=c2>X</button>",
    "generated ids": "<input id=':r1:' aria-label=One><input id='input-4711' aria-label=Two>",
    "clickable blocks": "<div onclick='' class=tile>One</div><div onclick='' class=tile>Two</div>"
    "<div tabindex=0 style='cursor:pointer'>Three</div><span role=button>Four</span>",
    "roles": "<div role=tab tabindex=0>Info</div><div role=tab tabindex=0>Reviews</div><div role=switch>Dark</div>"
    "<div role=menuitem>Copy</div><div role=checkbox>Agree</div><div role='button link'>Two roles</div>",
    "file fields, shown and hidden": "<input type=file><input type=file hidden><input type=file name=a hidden>"
    "<input type=file hidden><label>Photo <input type=file hidden></label>",
    "choices": "<label><input type=radio name=r> One</label><label><input type=radio name=r> Two</label>"
    "<input type=checkbox><input type=checkbox><input type=range><input type=color><input type=date>",
    "a dialog over the page": "<button>Close</button><dialog id=d><button>Close</button><input aria-label=Name>"
    "</dialog>"
    "<script>d.showModal()</script>",
    "shadow roots": "<my-a></my-a><my-a></my-a><script>for (const a of document.querySelectorAll('my-a'))"
    " a.attachShadow({mode: 'open'}).innerHTML = '<button>Go</button><input aria-label=Deep>'</script>",
    "drawings with links": "<svg width=90 height=40><a href='/x' role=link tabindex=0 aria-label=Spot target=_top>"
    "<rect width=20 height=20 /></a><g onclick='' class=dot><rect x=30 width=9 height=9 /></g></svg>",
    "a form that hides its own properties": "<form action=/send><input name=action><input name=method><input name=id>"
    "<input name=name><button name=submit>Send</button></form>",
    "odd tags and names": "<fb:like onclick=''>Like</fb:like><input name='a[b]\"c'><a href='#'>“Quoted” \\ 'it'</a>"
    "<a href='#'>" + "long " * 60 + "</a><a href='#'>" + "long " * 60 + "</a>",
}


async def again(on_page: Session, control: Control) -> str:
    """The place of the element that a control's own locator finds."""
    hidden = control.role == "file"
    element = await locate(on_page.page, control.locator, Options(hidden=hidden))
    return str(await element.get_attribute("data-at"))


async def marked(on_page: Session) -> Look:
    """Look once more, after every control on the page got a number in the order of the inventory."""
    await on_page.page.evaluate(
        """() => {
          let at = 0
          const walk = (root) => { for (const e of root.querySelectorAll('*')) {
            e.setAttribute('data-at', at++); if (e.shadowRoot) walk(e.shadowRoot)
          } }
          walk(document)
        }"""
    )
    return await on_page.look()


@pytest.mark.parametrize("shape", SHAPES)
async def test_each_control_has_a_locator_that_finds_exactly_that_control(shape: str, look_at: LookAt) -> None:
    on_page = await look_at(SHAPES[shape])
    look = await marked(on_page)
    assert look.controls
    places = [await again(on_page, control) for control in look.controls]
    assert len(set(places)) == len(places), [control.locator.words() for control in look.controls]
    tags = [
        await on_page.page.locator(f"[data-at='{place}']").evaluate("(e) => e.tagName.toLowerCase()")
        for place in places
    ]
    assert tags == [control.tag for control in look.controls]


async def test_locators_are_what_a_person_would_say(look_at: LookAt) -> None:
    on_page = await look_at(
        "<button data-testid=go>Go</button><button id=stop>Stop</button><input id=x-12 aria-label=Age>"
        "<label>Email <input></label><a href=/>Home</a><input name=q>"
        f"<table>{ROWS}</table><button>Same</button><button>Same</button>"
    )
    said = [control.locator.words() for control in on_page.last.controls]
    assert said[:6] == [
        "element go",
        "element stop",
        "textbox “Age”",
        "field “Email”",
        "link “Home”",
        'element input[name="q"]',
    ]
    assert "button “Edit” in row “Red lamp”" in said
    assert said[-2:] == ["button “Same” (number 1)", "button “Same” (number 2)"]


async def test_long_lists_are_sampled_and_counted(look_at: LookAt) -> None:
    rows = "".join(f"<li><a href='/p/{at}'>Product {at}</a><button>Add</button></li>" for at in range(60))
    look = (await look_at(f"<ul>{rows}</ul><button>Checkout</button>")).last
    assert look.total == 121
    assert len(look.controls) == 11
    adding = [control for control in look.controls if control.name == "Add"]
    assert [control.alike for control in adding] == [60] * 5
    assert [re.sub(r"\D", "", control.row) for control in adding] == ["0", "1", "2", "3", "59"]
    assert len(look.hrefs) == 60
    assert look.controls[-1].name == "Checkout"
    assert look.controls[-1].alike == 1


async def test_a_name_that_most_rows_share_is_a_label(look_at: LookAt) -> None:
    rows = "".join(
        f"<tr><td><a href=/c/{at % 5}>{at % 5}</a></td><td><a class=i href=/r/{at}>View</a>"
        f"<a class=i href=/d/{at}>Delete</a></td></tr>"
        for at in range(20)
    )
    look = (await look_at(f"<table>{rows}</table>")).last
    assert {control.name: control.repeated for control in look.controls if control.role == "link"} == {
        "View": True,
        "Delete": True,
        **{str(at): False for at in range(5)},
    }


async def test_a_menu_is_no_list_and_is_kept_whole(look_at: LookAt) -> None:
    items = "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in NAMES)
    look = (await look_at(f"<nav><ul>{items}</ul></nav>")).last
    assert [control.name for control in look.controls] == NAMES
    assert {control.section for control in look.controls} == {"nav"}


async def test_a_control_keeps_its_identity_whatever_row_it_stands_in(look_at: LookAt) -> None:
    on_page = await look_at(f"<div id=list class=products><table class='rows css-1x2y3z'>{ROWS}</table></div>")
    removing = [control for control in on_page.last.controls if control.name == "Remove"]
    assert len({(control.path, control.place) for control in removing}) == 1
    assert removing[0].place == "#list td>button.remove"
    assert "css-1x2y3z" not in removing[0].path
    assert removing[1].row == "Blue lamp Edit ×"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<button>Go</button>", {"role": "button", "name": "Go", "submits": False, "enabled": True, "href": ""}),
        ("<button disabled>Go</button>", {"enabled": False}),
        ("<fieldset disabled><button>Go</button></fieldset>", {"enabled": False}),
        ("<button aria-disabled=true>Go</button>", {"enabled": False}),
        ("<form><button>Go</button></form>", {"submits": True, "resets": False}),
        ("<form><button type=button>Go</button></form>", {"submits": False}),
        ("<form><button type=reset>Go</button></form>", {"submits": False, "resets": True}),
        (
            "<form><input type=submit value=Go></form>",
            {"submits": True, "role": "button", "name": "Go", "field": None},
        ),
        ("<a href=/x target=_blank download>Go</a>", {"role": "link", "target": "_blank", "download": True}),
        ("<input type=checkbox checked aria-label=A>", {"role": "checkbox", "checked": True}),
        ("<div role=tab aria-selected=true>A</div>", {"role": "tab", "selected": True}),
        ("<a href=/ aria-current=page>A</a>", {"selected": True}),
        ("<button aria-pressed=true>A</button>", {"selected": True}),
        ("<button aria-expanded=false aria-haspopup=menu>A</button>", {"expanded": "false", "popup": "menu"}),
        ("<input aria-invalid=true aria-label=A>", {"invalid": True}),
        ("<dialog open><button>A</button></dialog>", {"dialog": True, "section": "dialog"}),
        ("<main><button>A</button></main>", {"dialog": False, "section": "main"}),
        ("<details><summary>More</summary>x</details>", {"role": "button", "name": "More"}),
    ],
)
async def test_what_is_known_of_a_control(body: str, expected: dict[str, Any], look_at: LookAt) -> None:
    (control,) = (await look_at(body)).last.controls
    assert {name: getattr(control, name) for name in expected} == expected


async def test_what_a_field_says_of_its_values(look_at: LookAt) -> None:
    look = (
        await look_at(
            "<label>Age <input type=number name=age min=1 max=99 step=2 required value=7></label>"
            "<label>Code <input name=code pattern='[A-Z]+' maxlength=4 placeholder=ABCD autocomplete=off readonly>"
            "</label>"
            "<label>Size <select name=size><option value=s>Small<option value=l selected>Large<option disabled>"
            "No</select></label>"
            "<label>File <input type=file accept='image/*'></label>"
            "<label>Password <input type=password value=hunter22></label>"
            "<div contenteditable aria-label=Note>Words</div>"
        )
    ).last
    age, code, size, file, password, note = (control.field for control in look.controls)
    assert age and code and size and file and password and note
    assert (age.type, age.name, age.min, age.max, age.step, age.required, age.value) == (
        "number",
        "age",
        "1",
        "99",
        "2",
        True,
        "7",
    )
    assert (code.pattern, code.maxlength, code.placeholder, code.autocomplete, code.readonly) == (
        "[A-Z]+",
        4,
        "ABCD",
        "off",
        True,
    )
    assert [(choice.text, choice.value) for choice in size.options] == [("Small", "s"), ("Large", "l")]
    assert (size.value, file.accept, file.type) == ("l", "image/*", "file")
    assert (password.type, password.value) == ("password", "")
    assert note.value == "Words"


async def test_what_nobody_can_see_or_use_is_no_control(look_at: LookAt) -> None:
    look = (
        await look_at(
            "<button hidden>A</button><button style='visibility:hidden'>B</button><input type=hidden name=c>"
            "<a>no address</a><div tabindex=0>just focus</div><div onclick=''><button>Inner</button></div>"
        )
    ).last
    assert [control.name for control in look.controls] == ["Inner"]


async def test_forms_and_groups_that_work_like_one(look_at: LookAt) -> None:
    look = (
        await look_at(
            "<form action=/find method=GET aria-label=Search><input name=q><button>Find</button><button type=button>"
            "Tips</button></form>"
            "<form action=/join method=post><h2>Join</h2><input name=action><input name=method><button>"
            "Join now</button></form>"
            "<div><h3>Notes</h3><input aria-label=Note><button>Add</button><button type=reset>Clear</button></div>"
        )
    ).last
    search, join, notes = look.forms

    def names(positions: tuple[int, ...]) -> list[str]:
        return [look.controls[at].name for at in positions]

    assert (search.real, search.name, search.method, search.action.rpartition("/")[2]) == (
        True,
        "Search",
        "get",
        "find",
    )
    assert names(search.submits) == ["Find"]
    assert (join.real, join.name, join.method, join.action.rpartition("/")[2]) == (True, "Join now", "post", "join")
    assert len(join.fields) == 2
    assert (notes.real, notes.name, notes.action) == (False, "Notes", "")
    assert (names(notes.fields), names(notes.submits)) == (["Note"], ["Add"])


async def test_a_field_beside_a_form_does_not_borrow_the_button_of_that_form(look_at: LookAt) -> None:
    look = (
        await look_at(
            "<div><input aria-label=Filter><label>All columns <input type=checkbox></label>"
            "<form action=/rows method=post id=rows><input name=title><button>Insert</button>"
            "<button type=button>Tips</button></form><button form=rows>Insert and go on</button></div>"
        )
    ).last
    [rows] = [form for form in look.forms if not form.lone]
    assert [look.controls[at].locator.css for at in rows.fields] == ['input[name="title"]']
    assert [look.controls[at].name for at in rows.submits] == ["Insert", "Insert and go on"]


async def test_a_form_that_a_script_sends_does_not_count_as_one_that_only_asks(look_at: LookAt) -> None:
    look = (
        await look_at(
            "<form><input><button>A</button></form><form method=get><input><button>B</button></form>"
            "<form action=/find><input><button>C</button></form><form method=post><input><button>D</button></form>"
        )
    ).last
    assert [form.method for form in look.forms] == ["", "get", "get", "post"]


async def test_a_button_of_a_dialog_does_not_send_what_stands_behind_it(look_at: LookAt) -> None:
    look = (
        await look_at(
            "<input aria-label=Filter><div role=dialog aria-label=Rename><input aria-label=Title>"
            "<button>Rename</button></div>"
        )
    ).last
    [rename] = [form for form in look.forms if not form.lone]
    assert [look.controls[at].name for at in (*rename.fields, *rename.submits)] == ["Title", "Rename"]


async def test_a_field_beside_a_form_goes_with_a_button_of_its_own(look_at: LookAt) -> None:
    look = (
        await look_at(
            "<div><div><input aria-label=Note></div><form action=/rows><input name=title><button>Insert</button>"
            "</form><button>Add</button></div>"
        )
    ).last
    note = next(form for form in look.forms if not form.real)
    assert [look.controls[at].name for at in (*note.fields, *note.submits)] == ["Note", "Add"]


async def test_a_button_that_opens_a_menu_or_closes_a_message_sends_no_field(look_at: LookAt) -> None:
    look = (
        await look_at(
            "<input aria-label=Filter><button aria-haspopup=true aria-expanded=false>New</button>"
            "<div role=alert>Saved <button aria-label=Close>×</button></div>"
        )
    ).last
    assert [(form.lone, form.method, form.submits) for form in look.forms] == [(True, "get", ())]


async def test_every_control_that_is_seen_can_be_used(look_at: LookAt) -> None:
    on_page = await look_at(
        f"<table>{ROWS}</table><output id=o></output>"
        "<script>document.onclick = (e) => { e.preventDefault(); o.textContent = e.target.closest('tr')?.innerText "
        "+ e.target.className }</script>"
    )
    for control in on_page.last.controls:
        if control.role == "button":
            await passes(on_page, {"click": control.locator.model_dump(exclude_none=True)})
            said = await on_page.page.inner_text("#o")
            assert said.startswith(control.row.partition(" Edit")[0]), control.locator.words()
