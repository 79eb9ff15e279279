"""Pointing, typing, pressing again and again, and clicking beside: what people do besides clicks and fills."""

from bugbash.contract.models import Code

from .conftest import LookAt
from .steps import blocks, passes, value

_LIST = (
    "<style>li button { display: none } li:hover button { display: inline }</style>"
    "<ul><li>Tea <button onclick='this.parentNode.remove()'>Remove</button><li>Milk <button>Remove</button></ul>"
)


async def test_pointing_at_a_row_reveals_its_button_and_it_can_be_clicked(look_at: LookAt) -> None:
    session = await look_at(_LIST)
    assert session.last.controls == ()
    moment = await passes(session, {"hover": {"role": "listitem", "name": "Tea"}})
    assert [control.name for control in moment.after.controls] == ["Remove"]
    moment = await passes(session, {"click": {"role": "button", "name": "Remove"}})
    assert "Tea" not in moment.after.text and "Milk" in moment.after.text


async def test_typing_goes_where_the_focus_is_with_the_sessions_tag(look_at: LookAt) -> None:
    session = await look_at("<form><input aria-label=First><input aria-label=Second></form>")
    await passes(session, {"press": "End", "at": {"label": "Second"}}, {"type": "Tea {tag}1"})
    assert await value(session, "[...document.forms[0]].map((i) => i.value)") == [
        "",
        f"Tea {session.tag}1",
    ]
    assert f"Tea {session.tag}1" in session.typed


async def test_a_key_is_pressed_again_and_again_and_the_way_of_the_focus_is_seen(look_at: LookAt) -> None:
    session = await look_at("<button>A</button><button>B</button><span role=button>Mouse only</span>")
    look = (await passes(session, {"press": "Tab", "times": 5})).after
    first, second = (control.element for control in look.controls if control.tag == "button")
    assert look.tabbing is not None
    assert look.tabbing.trail == (first, second, 0, first, second)
    assert [stop.name for stop in look.tabbing.unfocusable] == ["Mouse only"]
    assert look.focus is not None and look.focus.element == second


async def test_a_click_beside_a_dialog_meets_what_lies_behind_it(look_at: LookAt) -> None:
    session = await look_at(
        "<div style='position: fixed; inset: 0' onclick='box.remove()'></div>"
        "<div id=box role=dialog aria-label=Box style='position: fixed; inset: 30%'>"
        "Box</div>"
    )
    moment = await passes(session, {"click": {"role": "dialog"}, "beside": True})
    assert moment.before.dialogs and not moment.after.dialogs


async def test_what_fills_the_screen_has_no_beside(look_at: LookAt) -> None:
    session = await look_at("<div role=dialog aria-label=All style='position: fixed; inset: 0'>All</div>")
    said = await blocks(session, {"click": {"role": "dialog"}, "beside": True}, Code.LOCATOR_NOT_FOUND)
    assert "no room beside it" in said


async def test_a_box_that_its_label_draws_is_seen_ticked_and_unticked(look_at: LookAt) -> None:
    session = await look_at(
        "<style>input { position: absolute; opacity: 0; width: 1px; height: 1px }</style>"
        "<label><input type=checkbox> Agree</label>"
    )
    assert [control.role for control in session.last.controls] == ["checkbox"]
    box = {"role": "checkbox", "name": "Agree"}
    assert (await passes(session, {"click": box})).after.controls[0].checked
    assert not (await passes(session, {"check": box, "checked": False})).after.controls[0].checked


async def test_a_box_that_lies_unseen_over_its_picture_is_ticked(look_at: LookAt) -> None:
    session = await look_at(
        "<p><i style='position: absolute'>○</i>"
        "<input type=checkbox aria-label=Done style='opacity: 0; width: 30px; height: 30px; position: absolute'></p>"
    )
    moment = await passes(session, {"click": {"label": "Done"}})
    assert moment.after.controls[0].checked


async def test_a_text_field_that_stands_alone_is_a_form_that_takes_enter(look_at: LookAt) -> None:
    session = await look_at(
        "<header><input placeholder='What next?'></header><ul><li>Tea <button>x</button></ul>"
        "<footer><button>Clear done</button></footer>"
    )
    forms = session.last.forms
    assert [(form.lone, form.name, form.submits) for form in forms] == [(True, "What next?", ())]
