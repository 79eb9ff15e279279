"""Numbers and days as people write them."""

import pytest

from bugbash.oracles.numbers import day_in, number_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12), ("-3", -3), ("−3", -3), ("$1,234.50", 1234.5), ("1.234,50 €", 1234.5), ("12,5", 12.5),
        ("1,234", 1234), ("1.234.567", 1234567),
        ("45%", 45), ("-$9.99", -9.99), ("7 kg", 7), ("1 234 567", 1234567),
    ],
)  # fmt: skip
def test_a_number_is_read_with_its_marks(text: str, number: float) -> None:
    assert number_in(text) == pytest.approx(number)


@pytest.mark.parametrize("text", ["", "abc", "v1.2.3 beta", "2024-01-02", "10:30", "3 of 7", "#12-4"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert number_in(text) is None


def test_a_day_is_read_where_it_has_one_reading() -> None:
    assert day_in("2024-01-02") == day_in("Jan 2, 2024") == day_in("2 January 2024")
    assert (day_in("2024-01-03") or 0) > (day_in("2024-01-02 23:59") or 0)
    assert day_in("3/4/2024") is None, "the fourth of March, or the third of April"
