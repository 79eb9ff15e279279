"""What a tester puts into a field."""

import pytest

from bugbash.charter.actions import TAG, Check, Fill, Select
from bugbash.explore.fields import attempts, kind_of, valid_step, valid_value
from bugbash.session.observation import Choice
from tests.explore.looks import field


@pytest.mark.parametrize(
    ("control", "kind"),
    [
        (field("Your e-mail"), "email"),
        (field("Contact", "email"), "email"),
        (field("Name"), "name"),
        (field("Anything", autocomplete="postal-code"), "postcode"),
        (field("", name="unit_price"), "price"),
        (field("Quantity", "number"), "quantity"),
        (field("", name="category_id"), "number"),
        (field("Year", "number"), "number"),
        (field("Birthday", "date"), "date"),
        (field("Notes", "textarea"), "long text"),
        (field("Topic", "select-one"), "choice"),
        (field("I agree", "checkbox"), "check"),
        (field("Search the shop", "search"), "search"),
        (field("Title"), "text"),
        (field("Secret", "password"), "password"),
    ],
)
def test_a_field_is_known_by_type_then_by_its_words(control: object, kind: str) -> None:
    assert kind_of(control) == kind  # type: ignore[arg-type]


def test_a_valid_value_keeps_the_bounds_that_the_field_declares() -> None:
    assert valid_value(field("Quantity", "number", min="5", max="9"), 1) == "5"
    assert valid_value(field("Quantity", "number", max="1"), 1) == "1"
    assert len(valid_value(field("Title", maxlength=6), 1)) == 6
    assert valid_value(field("Code", pattern="[0-9]{4}"), 1) == "1234"


def test_records_of_one_session_are_told_apart() -> None:
    assert valid_value(field("Title"), 1) == f"Bug bash {TAG}1"
    assert valid_value(field("Title"), 2) == f"Bug bash {TAG}2"
    assert valid_value(field("E-mail", "email"), 3) == f"{TAG}3@example.com"


def test_a_choice_that_stands_for_something_is_chosen() -> None:
    options = (Choice(text="Please choose", value=""), Choice(text="Red", value="r"), Choice(text="Blue", value="b"))
    step = valid_step(field("Colour", "select-one", options=options), 1)
    assert isinstance(step, Select)
    assert step.option == "Red"
    tried = [attempt.value for attempt in attempts(field("Colour", "select-one", options=options, value="r"))]
    assert tried == ["Please choose", "Blue"]


def test_a_box_is_checked_only_where_it_must_be() -> None:
    assert valid_step(field("News", "checkbox"), 1) is None
    assert isinstance(valid_step(field("I agree", "checkbox", required=True), 1), Check)


def test_text_is_tried_with_what_breaks_text() -> None:
    tried = {attempt.label: attempt for attempt in attempts(field("Title", required=True))}
    assert {"quotes", "markup", "other scripts", "a long text", "a very long text", "nothing"} <= set(tried)
    assert tried["quotes"].valid, "an apostrophe in a free text is what people write"
    assert not tried["nothing"].valid, "a required field may refuse nothing"
    assert len(tried["a very long text"].value) == 5000


def test_numbers_are_tried_at_and_beyond_their_bounds() -> None:
    values = [attempt.value for attempt in attempts(field("Quantity", "number", min="1", max="10"))]
    assert {"0", "-1", "1.5", "99999999999", "", "abc"} <= set(values)
    assert not any(attempt.valid for attempt in attempts(field("Quantity", "number", max="5")))


def test_a_filled_field_is_a_step_that_can_be_replayed_in_another_session() -> None:
    step = valid_step(field("Title"), 4)
    assert isinstance(step, Fill)
    assert step.data()["with"] == f"Bug bash {TAG}4"
