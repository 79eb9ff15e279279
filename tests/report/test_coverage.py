"""Reading how much of each screen was touched."""

from typing import Any

import pytest

from bugbash.report.coverage import screens, total
from bugbash.triage.collect import absent_outcome
from bugbash.triage.summary import CharterOutcome


def charter(*coverage: Any) -> CharterOutcome:
    return absent_outcome("a", "g", "a", "").model_copy(update={"coverage": list(coverage)})


def test_the_least_touched_screen_comes_first() -> None:
    found = screens(
        charter(
            {"screen": "/a", "touched": 2, "known": 2, "not_looked_at": []},
            {"screen": "/b", "touched": 1, "known": 4, "not_looked_at": ["link “x”"]},
        )
    )
    assert [screen.name for screen in found] == ["/b", "/a"]
    assert found[0].not_looked_at == ["link “x”"]


def test_what_is_not_named_is_counted() -> None:
    [screen] = screens(
        charter({"screen": "/", "touched": 3, "known": 20, "left_alone": 2, "not_looked_at": ["a", "b"]})
    )
    assert screen.unnamed == 13


def test_screens_are_added_up() -> None:
    both = total(charter({"screen": "/a", "touched": 2, "known": 2}, {"screen": "/b", "touched": 1, "known": 4}))
    assert both is not None
    assert (both.touched, both.known, both.share) == (3, 6, 0.5)


def test_a_run_that_says_nothing_has_no_total() -> None:
    assert total(charter()) is None


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"screen": 5, "touched": 1, "known": 2},
        {"screen": "/", "touched": "1", "known": 2},
        {"screen": "/", "touched": True, "known": 2},
        {"screen": "/", "touched": -1, "known": 2},
        {"screen": "/", "touched": 1, "known": 10**400},
    ],
)
def test_what_another_program_put_there_is_read_past(entry: dict[str, Any]) -> None:
    assert screens(charter(entry)) == []


def test_no_more_is_touched_than_is_known() -> None:
    assert screens(charter({"screen": "/", "touched": 9, "known": 2}))[0].share == 1
    assert screens(charter({"screen": "/", "touched": 0, "known": 0}))[0].share == 1
