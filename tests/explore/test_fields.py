"""What a tester puts into a field."""

import pytest

from bugbash.charter.actions import TAG, Check, Fill, Select, Upload
from bugbash.explore.attacks import attempts
from bugbash.explore.fields import kind_of, sample_for, sample_not_for, valid_step, valid_value
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
        (field("Level", hint="Level INTEGER NOT NULL"), "number"),
        (field("Level", hint="Level TEXT"), "text"),
    ],
)
def test_a_field_is_known_by_type_then_by_its_words(control: object, kind: str) -> None:
    assert kind_of(control) == kind  # type: ignore[arg-type]


def test_a_valid_value_keeps_the_bounds_that_the_field_declares() -> None:
    assert valid_value(field("Quantity", "number", min="5", max="9"), 1) == "5"
    assert valid_value(field("Quantity", "number", max="1"), 1) == "1"
    assert len(valid_value(field("Title", maxlength=6), 1)) == 6
    assert valid_value(field("Title", maxlength=12), 1) == f"{TAG}1", "a short text keeps its tag whole"
    assert valid_value(field("Code", pattern="[0-9]{4}"), 1) == "1234"


def test_records_of_one_session_are_told_apart() -> None:
    assert valid_value(field("Title"), 1) == f"Title {TAG}1"
    assert valid_value(field("Title"), 2) == f"Title {TAG}2"
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


def test_a_filled_field_is_a_step_that_can_be_replayed_in_another_session() -> None:
    step = valid_step(field("Title"), 4)
    assert isinstance(step, Fill)
    assert step.data()["with"] == f"Title {TAG}4"


def test_the_fields_of_a_form_are_told_apart_by_their_values() -> None:
    labels = ("Title", "Author", "", "Über uns")
    assert len({valid_value(field(label, type), 1) for label in labels for type in ("text", "textarea")}) == 8


def test_a_file_field_is_given_a_file_that_it_takes_and_one_that_it_does_not() -> None:
    step = valid_step(field("Picture", "file", accept="image/*"), 1)
    assert isinstance(step, Upload)
    assert step.file == "sample:bugbash.png"
    assert sample_for(".csv,text/csv") == "sample:bugbash.csv"
    assert sample_not_for("image/png") == "sample:bugbash.txt"
    assert sample_not_for("") == "", "a field without a rule takes everything"
    assert valid_step(field("Film", "file", accept="video/*"), 1) is None
