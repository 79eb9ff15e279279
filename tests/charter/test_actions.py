"""The step language: every step as data and in words."""

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bugbash.charter.actions import ACTIONS, KEYS, Action, is_expect, parse_action, readable

EXAMPLES: list[tuple[Any, str]] = [
    ({"open": "/cart"}, "open /cart"),
    ({"open": "/search?q=a+b%20c&d=%C3%A4"}, "open /search?q=a b c&d=ä"),
    ({"open": "/a%00b"}, "open /a%00b"),
    ({"click": "Sign in"}, "click “Sign in”"),
    ({"click": {"role": "button", "name": "Save"}}, "click button “Save”"),
    ({"click": {"role": "button"}}, "click button"),
    ({"click": {"testid": "save"}}, "click element save"),
    ({"click": {"id": "save"}}, "click element save"),
    ({"click": {"css": ".save"}}, "click element .save"),
    ({"click": {"text": "Edit", "nth": 2}}, "click “Edit” (number 2)"),
    (
        {"click": {"text": "Edit", "within": {"role": "row", "name": "Lamp"}}},
        "click “Edit” in row “Lamp”",
    ),
    ({"click": "Save", "count": 2}, "double-click “Save”"),
    ({"click": "Delete", "dialog": "dismiss"}, "click “Delete” and dismiss the dialog"),
    ({"click": "Rename", "dialog": "accept", "answer": "x"}, "click “Rename” and accept the dialog"),
    ({"click": {"role": "dialog"}, "beside": True}, "click beside dialog"),
    ({"hover": {"role": "listitem", "name": "Tea"}}, "point at listitem “Tea”"),
    ({"type": "Tea"}, "type “Tea”"),
    ({"fill": {"label": "Email"}, "with": "amy@example.test"}, "fill field “Email” with “amy@example.test”"),
    ({"fill": {"label": "Email"}, "with": ""}, "empty field “Email”"),
    ({"fill": {"label": "Key"}, "with": "secret_ref:key"}, "fill field “Key” with “secret_ref:key”"),
    ({"fill": {"label": "Long"}, "with": "x" * 100}, f"fill field “Long” with “{'x' * 40}… (100 characters)”"),
    ({"select": {"label": "Size"}, "option": "L"}, "choose “L” in field “Size”"),
    ({"check": {"label": "Agree"}}, "check field “Agree”"),
    ({"check": {"label": "Agree"}, "checked": False}, "uncheck field “Agree”"),
    ({"press": "Enter"}, "press Enter"),
    ({"press": "Tab", "times": 12}, "press Tab, 12 times"),
    ({"press": "Escape", "at": {"label": "Search"}}, "press Escape in field “Search”"),
    ({"upload": {"label": "Photo"}, "file": "a.png"}, "choose the file a.png in field “Photo”"),
    ("back", "go back"),
    ({"forward": None}, "go forward"),
    ({"reload": True}, "reload the page"),
    ({"resize": {"width": 320, "height": 640}}, "resize the window to 320×640"),
    ({"wait_for": "Done"}, "wait until “Done” is visible"),
    ({"wait_for": "Busy", "state": "hidden", "seconds": 3}, "wait until “Busy” is hidden"),
    ({"expect_text": "Hello"}, "expect the page to show “Hello”"),
    ({"expect_text": "Hello", "in": "#a"}, "expect “#a” to show “Hello”"),
    ({"expect_text": "Oops", "absent": True}, "expect the page not to show “Oops”"),
    ({"expect_element": "Hello"}, "expect “Hello” to be visible"),
    ({"expect_element": {"id": "a"}, "state": "disabled"}, "expect element a to be disabled"),
    ({"expect_url": "/cart?*"}, "expect the address to be /cart?*"),
    ({"expect_value": {"label": "Email"}, "equals": "a"}, "expect field “Email” to hold “a”"),
    ({"expect_count": {"role": "row"}, "equals": 3}, "expect 3 of row"),
]


@pytest.mark.parametrize(("data", "words"), EXAMPLES, ids=[words[:40] for _, words in EXAMPLES])
def test_a_step_is_told_in_words(data: Any, words: str) -> None:
    assert parse_action(data).words() == words


def test_the_examples_are_of_every_step_there_is() -> None:
    assert {parse_action(data).key for data, _ in EXAMPLES} == set(KEYS)
    assert len(KEYS) == len(ACTIONS) == 19


def test_a_long_address_is_shortened_in_words_only() -> None:
    step = parse_action({"open": "/" + "x" * 500})
    assert len(step.words()) < 140
    assert step.data() == {"open": "/" + "x" * 500}
    assert readable("/short") == "/short"


def test_expect_steps_judge_and_the_others_act() -> None:
    assert {key for key in KEYS if key.startswith("expect_")} == {
        parse_action(data).key for data, _ in EXAMPLES if is_expect(parse_action(data))
    }


_text = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=20)
_solid = _text.filter(lambda text: bool(text.strip()))
_way = st.one_of(
    st.fixed_dictionaries({"testid": _solid}),
    st.fixed_dictionaries({"id": _solid}),
    st.fixed_dictionaries({"role": st.sampled_from(["button", "link", "row"])}, optional={"name": _text}),
    st.fixed_dictionaries({"label": _solid}),
    st.fixed_dictionaries({"text": _solid}),
    st.fixed_dictionaries({"css": _solid}),
)


def _located(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    extra = st.fixed_dictionaries({}, optional={"within": inner, "nth": st.integers(1, 9)})
    return st.tuples(_way, extra).map(lambda parts: {**parts[0], **parts[1]})


_locator = _solid | st.recursive(_way, _located, max_leaves=3)
_pixels = st.integers(200, 4000)
_seconds = st.integers(1, 60) | st.floats(0.1, 60)
_any_text = st.text(max_size=80)
_step = st.one_of(
    st.fixed_dictionaries({"open": _solid}),
    st.fixed_dictionaries(
        {"click": _locator},
        optional={
            "count": st.sampled_from([1, 2]),
            "dialog": st.sampled_from(["accept", "dismiss"]),
            "answer": _any_text,
        },
    ),
    st.fixed_dictionaries({"fill": _locator, "with": _any_text}),
    st.fixed_dictionaries({"select": _locator, "option": _any_text}),
    st.fixed_dictionaries({"check": _locator}, optional={"checked": st.booleans()}),
    st.fixed_dictionaries({"press": _solid}, optional={"at": _locator}),
    st.fixed_dictionaries({"upload": _locator, "file": _solid}),
    st.sampled_from(["back", "forward", "reload", {"back": None}, {"forward": True}]),
    st.fixed_dictionaries(
        {"resize": st.fixed_dictionaries(dict.fromkeys(("width", "height"), st.integers(200, 4000)))}
    ),
    st.fixed_dictionaries(
        {"wait_for": _locator},
        optional={
            "state": st.sampled_from(["visible", "hidden"]),
            "seconds": st.integers(1, 60) | st.floats(0.1, 60),
        },
    ),
    st.fixed_dictionaries({"expect_text": _solid}, optional={"in": _locator, "absent": st.booleans()}),
    st.fixed_dictionaries(
        {"expect_element": _locator},
        optional={"state": st.sampled_from(["visible", "hidden", "enabled", "disabled", "checked", "unchecked"])},
    ),
    st.fixed_dictionaries({"expect_url": st.text(string.ascii_letters + "/?*=&", min_size=1)}),
    st.fixed_dictionaries({"expect_value": _locator, "equals": _any_text}),
    st.fixed_dictionaries({"expect_count": _locator, "equals": st.integers(0, 99)}),
)


@given(_step)
def test_what_a_step_is_written_as_is_that_step_again(data: Any) -> None:
    step = parse_action(data)
    assert isinstance(step, Action)
    again = parse_action(step.data())
    assert again == step
    assert type(again) is type(step)
    assert again.data() == step.data()
    assert again.words() == step.words() != ""
    assert (again.target is None) == (step.target is None)


@given(st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.text(max_size=5), max_size=2))
def test_what_is_no_step_is_refused(data: Any) -> None:
    if data in ("back", "forward", "reload"):
        return
    with pytest.raises(ValidationError):
        parse_action(data)


def test_defaults_are_left_out_of_the_data() -> None:
    assert parse_action({"click": {"text": "x", "nth": None}, "count": 1}).data() == {"click": {"text": "x"}}
    assert parse_action("reload").data() == {"reload": True}
