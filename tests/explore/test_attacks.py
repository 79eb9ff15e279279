"""What is tried in fields, and in which order."""

from bugbash.explore.attacks import ORDER, attempts, in_order
from bugbash.explore.filling import Change, slot
from bugbash.explore.tours.forms import BATCH, changes_of
from bugbash.session.observation import Form
from tests.explore.looks import control, field, look

TITLE, AUTHOR, PIECES = field("Title"), field("Author", required=True), field("Pieces", "number")
FORM = Form(real=True, name="New", fields=(0, 1, 2), submits=(3,), method="post")
SCREEN = look("http://shop.test/new", TITLE, AUTHOR, PIECES, control("Save"), forms=(FORM,))


def _labels(changes: list[Change]) -> list[str]:
    return [change.label for change in changes]


def test_text_is_tried_with_what_breaks_text() -> None:
    tried = {attempt.label: attempt for attempt in attempts(field("Title", required=True))}
    assert {"quotes", "markup", "other scripts", "a long text", "nothing", "percent signs", "slashes", "NULL"} <= set(
        tried
    )
    assert tried["quotes"].valid, "an apostrophe in a free text is what people write"
    assert not tried["nothing"].valid, "a required field may refuse nothing"


def test_long_texts_have_the_length_that_they_are_called_by_and_begin_with_their_tag() -> None:
    tried: dict[str, str] = {
        attempt.label: attempt.value.replace("{tag}", "bbabcdex1") for attempt in attempts(field("Title"))
    }
    assert [len(tried[f"{length} characters"]) for length in (255, 256, 1024)] == [255, 256, 1024]
    assert len(tried["a very long text"]) == 5000
    assert all(tried[f"{length} characters"].startswith("bbabcdex1 ") for length in (255, 256, 1024))


def test_numbers_are_tried_at_and_beyond_their_bounds() -> None:
    values = [attempt.value for attempt in attempts(field("Quantity", "number", min="1", max="10"))]
    assert {"0", "-5", "1.5", "99999999999", "", "abc"} <= set(values)
    assert not any(attempt.valid for attempt in attempts(field("Quantity", "number", max="5")))


def test_the_first_turn_of_a_form_holds_the_most_telling_of_each_kind() -> None:
    first = _labels(list(changes_of(SCREEN, FORM, in_order(()), writes=True)))[: BATCH - 1]
    assert first == [
        "quotes", "other scripts", "a negative number", "double submit", "markup", "a long text", "nothing",
    ]  # fmt: skip


def test_an_attack_is_made_on_all_fields_that_it_fits_and_then_on_one_at_a_time() -> None:
    changes = list(changes_of(SCREEN, FORM, in_order(()), writes=True))
    quotes = next(change for change in changes if change.label == "quotes")
    assert quotes.values is not None
    assert set(quotes.values) == {slot(TITLE), slot(AUTHOR)}
    empty = [change for change in changes if change.attack == "nothing"]
    assert len(empty) == 4, "all fields empty, and each of them"
    assert len(_labels(changes)) == len(set(_labels(changes)))


def test_what_the_charter_names_comes_first() -> None:
    order = in_order(("zero", "NULL"))
    assert order[:2] == ["zero", "NULL"]
    assert sorted(order) == sorted(ORDER)


def test_a_form_that_only_asks_is_not_sent_twice() -> None:
    labels = _labels(list(changes_of(SCREEN, FORM, in_order(()), writes=False)))
    assert "double submit" not in labels
    assert "quotes" in labels


def test_what_the_charter_names_is_tried_in_each_field_before_anything_else() -> None:
    labels = _labels(list(changes_of(SCREEN, FORM, in_order(("nothing",)), writes=True, named=1)))
    assert labels[0] == "nothing"
    assert [label.endswith(": nothing") for label in labels[1:5]] == [True, True, True, False]
    assert len(labels) == len(set(labels)) + 3, "they come again at the end, and are not tried again"
